//! What the tables of a walk need, and the steps of its hips.
//!
//! Constants are those of the shipped walks, by their counters and their processor time: a dry hip took 19 445 steps in 0.957 s, a
//! film 3207 to 7422, each of 11 µs; a numerical one 0.2 ms for each question on 48 by 20 cells, 34 µs on 24 by 8.

use super::Gait;
use super::parameters::Kind;
use crate::mechanism::parameters::SchemeName;
use crate::need::Need;

/// Numbers that a hip leaves at every reported instant.
const COLUMNS: f64 = 45.0;

/// Steps a second of a dry head, which bounces, and of one in a film, at a tolerance of 1e-10; they grow as this power of it.
const PACE: [f64; 2] = [20e3, 5e3];
const STRICTER: f64 = 0.13;
/// Seconds of a question for the rates, and how many of them a step has: of Gear's scheme, and of one with stages.
const RATE: f64 = 4.5e-6;
const RATES: [f64; 2] = [2.3, 6.5];
/// Seconds of a numerical film on this many cells, and how they grow with these.
const NUMERICAL: [f64; 3] = [2e-4, 960.0, 1.25];

impl Gait {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let [begin, end] = self.window;
        let rows = 1.0 + (end - begin) / self.parameters().time.interval.si();
        let settling = self.parameters().window.settling.map_or(0.0, |settling| settling.si());
        let seconds: f64 = self.cases.iter().map(|case| self.seconds(case.kind, end - begin + settling)).sum();
        Need::table(rows, COLUMNS * self.runs() as f64).and_seconds(seconds)
    }

    /// Of one hip over this time.
    fn seconds(&self, kind: Kind, duration: f64) -> f64 {
        let (given, time) = (&self.parameters().lubricated, self.parameters().time);
        let rates = RATES[usize::from(!matches!(time.scheme, SchemeName::Bdf))];
        let [pace, rate] = match kind {
            Kind::Ideal => return 0.0,
            Kind::Dry => [PACE[0], RATE],
            Kind::Lubricated if given.film.formula().is_some() => [PACE[1], RATE],
            Kind::Lubricated => {
                let [seconds, usual, power] = NUMERICAL;
                let [around, across] = given.cells.map(|cells| cells as f64);
                [PACE[1], RATE + seconds * (around * across / usual).powf(power)]
            }
        };
        duration * pace * (1e-10 / time.tolerance).powf(STRICTER) * rates * rate
    }
}
