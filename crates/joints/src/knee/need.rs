//! What the tables of a knee need.

use super::Knee;
use crate::need::Need;

/// Numbers that a law of contact leaves at every reported instant.
const COLUMNS: f64 = 30.0;

impl Knee {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let time = &self.parameters().time;
        Need::table(1.0 + time.duration.si() / time.interval.si(), COLUMNS * self.cases.len() as f64)
    }
}
