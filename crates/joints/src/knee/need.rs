//! What the tables of a knee need, and the steps of its runs.
//!
//! Constants are those of the shipped knees, by their counters and their processor time: 2500 to 4600 steps in a second at 1e-10 (253
//! in place of 989 at 1e-7), 3028 of an implicit scheme where an explicit one had 989, 50 000 with a patella; 10 µs a step, and
//! 0.24 ms on measured profiles.

use super::Knee;
use super::parameters::{Geometry, SchemeName};
use crate::need::Need;

/// Numbers that a law of contact leaves at every reported instant.
const COLUMNS: f64 = 30.0;

/// Steps a second at a tolerance of 1e-10, and by what power of it they grow.
const PACE: f64 = 3500.0;
const STRICTER: f64 = 0.2;
/// By how much more a scheme that is not explicit takes, and a light patella on a stiff tendon.
const IMPLICIT: f64 = 3.0;
const PATELLA: f64 = 12.0;
/// Seconds of a step, and of one on profiles, whose nearest points are searched for.
const STEP: [f64; 2] = [1e-5, 2.4e-4];

impl Knee {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let time = &self.parameters().time;
        let implicit = matches!(time.scheme, SchemeName::Rosenbrock | SchemeName::Bdf);
        let steps = time.duration.si()
            * PACE
            * (1e-10 / time.tolerance).powf(STRICTER)
            * if implicit { IMPLICIT } else { 1.0 }
            * if self.parameters().patella.is_some() { PATELLA } else { 1.0 };
        let geometries = &self.parameters().contact.geometries;
        let of_profiles = |geometry: usize| geometries.get(geometry) == Some(&Geometry::Profiles);
        let seconds: f64 =
            self.cases.iter().map(|case| steps * STEP[usize::from(of_profiles(case.choice.geometry))]).sum();
        let rows = 1.0 + time.duration.si() / time.interval.si();
        Need::table(rows, COLUMNS * self.cases.len() as f64).and_seconds(seconds)
    }
}
