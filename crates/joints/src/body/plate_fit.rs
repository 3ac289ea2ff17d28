//! Whether the plates stand under the body: over a cycle the ground must not turn one who ends as he began.
//!
//! The angular momentum L about the centre of mass c changes by what the ground does, `dL/dt = Σ (pᵢ − c) × Fᵢ + Mᵢ`, and a cycle
//! ends with the L with which it began: the mean of the right side is zero. What is left is as if all plates were off by
//! the same Δ, level: `mean moment = Δ × mean force`, whose force is upwards, so that
//!
//! `Δx = mean Mz / mean Fy`, `Δz = −mean Mx / mean Fy`.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | pᵢ, Fᵢ, Mᵢ | place, force and moment of a plate | m, N, N m |
//! | Δ | how far the plates are off: forwards (x) and to the right (z) | m |
//!
//! *Assumes*: cycles that close, every step on a plate. *Pitfalls*: a trunk whose mass is elsewhere than the model's looks the same as plates that are off, and the
//! moment about the vertical is no matter of where plates stand. *Checked by*: a body at rest, plates that were put off on purpose.

use nalgebra::Vector3;

use super::model::Body;
use crate::Problem;

/// Instants of a cycle over which the mean is taken.
const INSTANTS: usize = 200;
/// Over a cycle plates that feel every step carry the weight. Where they are off it by more than this share, a step is missing, and what is
/// left says nothing of a place.
const CARRIED: f64 = 0.1;

/// What is left over a cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PlateFit {
    /// Mean moment of the ground about the centre of mass, N m.
    pub moment: Vector3<f64>,
    /// How far the plates are off, if all are off alike: forwards and to the right, m.
    pub offset: [f64; 2],
}

impl Body {
    /// Over the cycles; none without plates that carry the body, or without cycles.
    pub(super) fn compute_plate_fit(&self) -> Option<PlateFit> {
        if !self.is_cycle || self.plates.is_empty() {
            return None;
        }
        let (mut force, mut moment) = (Vector3::zeros(), Vector3::zeros());
        for [begin, end] in &self.cycles {
            for i in 0..INSTANTS {
                let time = begin + (end - begin) * i as f64 / INSTANTS as f64;
                let [q, ..] = self.course.at(&self.skeleton, time);
                let pose = self.skeleton.compute_pose(&q);
                let parts = self.anatomy.tree.bodies.iter().zip(&pose.bodies);
                let centre =
                    parts.map(|(body, at)| body.mass * at.point(&body.centre)).sum::<Vector3<f64>>() / self.mass;
                for load in self.ground(time, false) {
                    force += load.force;
                    moment += (load.point - centre).cross(&load.force) + load.moment;
                }
            }
        }
        let count = (self.cycles.len() * INSTANTS) as f64;
        let (force, moment) = (force / count, moment / count);
        let carried = (force.y / self.weight() - 1.0).abs() < CARRIED;
        carried.then(|| PlateFit { moment, offset: [moment.z / force.y, -moment.x / force.y] })
    }

    /// Moves the plates under the body, if that was asked for.
    pub(super) fn register_plates(&mut self) -> Result<(), Problem> {
        if !self.parameters.motion.register_plates {
            return Ok(());
        }
        let Some(PlateFit { offset: [forwards, right], .. }) = self.compute_plate_fit() else {
            let message = "plates can be registered only by cycles from strike to strike on plates that carry the body";
            return Err(Problem::new(
                "motion.register-plates",
                message,
                "give [[body.motion.file.plates]] and whole cycles, or leave it out",
            ));
        };
        let by = Vector3::new(-forwards, 0.0, -right);
        self.plates.iter_mut().flat_map(|(_, plate)| &mut plate.point).for_each(|point| *point += by);
        self.moved = Some([by.x, by.z]);
        Ok(())
    }
}

/// A level way in words.
pub(super) fn way([forwards, right]: [f64; 2]) -> String {
    let part = |length: f64, ahead: &str, behind: &str| {
        format!("{:.1} mm {}", 1e3 * length.abs(), if length < 0.0 { behind } else { ahead })
    };
    format!("{} and {}", part(forwards, "forwards", "backwards"), part(right, "to the right", "to the left"))
}
