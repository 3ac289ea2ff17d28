//! What a mechanism needs: its tables, the dense matrix of its constraints, and the steps of its motion.
//!
//! A motion has so many steps in a period of whatever swings fastest: a spring between two bodies, a contact under a usual push
//! while it is closed, a body of usual size under gravity. Constants are those of studies with known counters: 7450 steps of a
//! spring of 100 N/mm on 1 kg in 2 s at 1e-9, 970 of a ball that bounces, 12 447 of a worn pin, 734 of a pendulum.

use super::Mechanism;
use super::experiment::{Experiment, Forward, SchemeName};
use super::pace::Pace;
use crate::need::Need;

/// Dense matrices of the equations of motion that are held at a time.
const MATRICES: f64 = 6.0;

/// Steps in a period at a tolerance of 1e-6, by what power of it they grow, and by how much more schemes for stiff motions take.
const STEPS: f64 = 20.0;
const STRICTER: f64 = 0.2;
const IMPLICIT: f64 = 3.0;
/// Share of the time for which a contact is taken to be closed.
const CLOSED: f64 = 0.05;
/// Steps a second of a journal in a film.
const FILM: f64 = 5e3;
/// Seconds of a step, for each of its parts and always, and of an instant that is found without one.
const STEP: f64 = 7e-7;

impl Mechanism {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let parameters = self.parameters();
        let many = |count: usize| count as f64;
        let frames = parameters.experiment.span().map_or(1.0, |(_, frames)| many(frames));
        let loaded = parameters.joints.len() + parameters.guides.len() + parameters.forces.len();
        let columns =
            10.0 + 9.0 * many(parameters.bodies.len()) + 4.0 * many(loaded) + 12.0 * many(parameters.contacts.len());
        let equations = 3.0 * many(parameters.bodies.len() + parameters.joints.len() + parameters.guides.len());
        let table = Need::table(frames, columns);
        let parts =
            1.0 + many(parameters.bodies.len() + loaded + parameters.contacts.len() + parameters.bearings.len());
        let steps = match &parameters.experiment {
            Experiment::Forward(case) => steps(case, &self.pace),
            _ => frames,
        };
        let need = table.and_seconds(STEP * parts * steps);
        Need { bytes: need.bytes + MATRICES * 8.0 * equations.powi(2), ..need }
    }
}

/// Every frame takes one at least.
fn steps(case: &Forward, pace: &Pace) -> f64 {
    let duration = case.duration.si();
    let periods = (pace.always + CLOSED * pace.closed) * duration / std::f64::consts::TAU;
    let implicit = matches!(case.scheme, SchemeName::Rosenbrock | SchemeName::Bdf);
    let each = STEPS * (1e-6 / case.tolerance).powf(STRICTER) * if implicit { IMPLICIT } else { 1.0 };
    let longest = case.largest_step.map_or(0.0, |step| duration / step.si());
    (periods * each + FILM * pace.films as f64 * duration).max(longest).max(case.frames as f64)
}
