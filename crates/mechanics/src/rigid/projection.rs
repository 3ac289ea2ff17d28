//! Putting a state back onto the constraints.

use super::model::Model;
use super::motion::{Scratch, violation_rate};

impl Model {
    /// Moves positions and velocities onto the constraints; false if they were there.
    pub(super) fn project(&self, t: f64, within: f64, values: &mut [f64], scratch: &mut Scratch) -> bool {
        if self.rows == 0 {
            return false;
        }
        let n = 3 * self.bodies();
        // Whether anything is out of place, and so whether there are factors.
        let mut factored = false;
        // Newton steps with the factors of the first: what they correct is tiny, so that these serve.
        for _ in 0..4 {
            self.compute_frames(values, &mut scratch.frames);
            self.compute_rows(t, &scratch.frames, &mut scratch.rows);
            if scratch.rows.iter().all(|row| row.violation.abs() <= within) {
                break;
            }
            if !factored && self.factorise(scratch).is_err() {
                return false;
            }
            factored = true;
            self.compute_correction(scratch, |row, _| row.violation);
            add(&mut values[..n], &scratch.accelerations);
        }
        for _ in 0..3 {
            if scratch.rows.iter().all(|row| violation_rate(row, &scratch.frames).abs() <= within) {
                break;
            }
            if !factored && self.factorise(scratch).is_err() {
                return false;
            }
            factored = true;
            self.compute_correction(scratch, violation_rate);
            add(&mut values[n..2 * n], &scratch.accelerations);
            for (frame, v) in scratch.frames.iter_mut().zip(values[n..2 * n].chunks_exact(3)) {
                (frame.velocity.x, frame.velocity.y, frame.spin) = (v[0], v[1], v[2]);
            }
        }
        factored
    }
}

fn add(values: &mut [f64], changes: &[[f64; 3]]) {
    for (value, change) in values.iter_mut().zip(changes.iter().flatten()) {
        *value += change;
    }
}
