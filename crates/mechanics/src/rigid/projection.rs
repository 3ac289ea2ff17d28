//! Putting a state back onto the constraints.

use super::frame::Frame;
use super::model::Model;
use super::motion::{Scratch, violation_rate};

/// Newton steps at most.
const MOST_STEPS: usize = 4;
/// A step that corrects less than this (m, rad; per second) leaves its square behind, which is less than rounding.
const LAST_MISS: f64 = 1e-9;

impl Model {
    /// Moves positions, then velocities onto the constraints, as far as `within` (m, rad; per second for velocities) or as
    /// far as rounding allows; heavy bodies move least. False if nothing had to be moved, or nothing could.
    ///
    /// Newton's method with the factors of the first place: what it corrects is so small that they serve throughout.
    pub(super) fn project(&self, t: f64, within: f64, values: &mut [f64], scratch: &mut Scratch) -> bool {
        if self.rows == 0 {
            return false;
        }
        let (q, v) = values[..6 * self.bodies()].split_at_mut(3 * self.bodies());
        // The last evaluation of most schemes is that of the end of a step: then rows and factors are there.
        let mut factored = scratch.evaluated == Some(t) && scratch.is_at(q, v);
        if !factored {
            for (frame, (q, v)) in scratch.frames.iter_mut().zip(q.chunks_exact(3).zip(v.chunks_exact(3))) {
                *frame = Frame::new(q, v);
            }
            self.compute_rows(t, &scratch.frames, &mut scratch.rows);
        }
        scratch.evaluated = None;
        let mut moved = false;
        for _ in 0..MOST_STEPS {
            let miss = scratch.compute_residuals(|row, _| row.violation);
            if miss <= within {
                break;
            }
            if !factored && self.factorise(scratch).is_err() {
                return moved;
            }
            // Factorising leaves the residuals alone.
            (factored, moved) = (true, true);
            self.solve_correction(scratch);
            let Scratch { frames, accelerations: changes, .. } = scratch;
            for ((q, change), frame) in q.chunks_exact_mut(3).zip(changes).zip(frames) {
                (q[0], q[1], q[2]) = (q[0] + change[0], q[1] + change[1], q[2] + change[2]);
                frame.shift_to(q);
            }
            self.compute_rows(t, &scratch.frames, &mut scratch.rows);
            if miss < LAST_MISS {
                break;
            }
        }
        for _ in 0..MOST_STEPS {
            let miss = scratch.compute_residuals(violation_rate);
            if miss <= within {
                break;
            }
            if !factored && self.factorise(scratch).is_err() {
                return moved;
            }
            (factored, moved) = (true, true);
            self.solve_correction(scratch);
            let Scratch { frames, accelerations: changes, .. } = scratch;
            for ((v, change), frame) in v.chunks_exact_mut(3).zip(changes).zip(frames) {
                (v[0], v[1], v[2]) = (v[0] + change[0], v[1] + change[1], v[2] + change[2]);
                (frame.velocity.x, frame.velocity.y, frame.spin) = (v[0], v[1], v[2]);
            }
            if miss < LAST_MISS {
                break;
            }
        }
        moved
    }
}

impl Scratch {
    /// Whether the bodies have these coordinates and velocities, exactly.
    fn is_at(&self, q: &[f64], v: &[f64]) -> bool {
        let mut bodies = self.frames.iter().zip(q.chunks_exact(3).zip(v.chunks_exact(3)));
        bodies.all(|(frame, (q, v))| frame.is_at(q, v))
    }
}
