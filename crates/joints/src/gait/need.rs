//! What the tables of a walk need.

use super::Gait;
use crate::need::Need;

/// Numbers that a hip leaves at every reported instant.
const COLUMNS: f64 = 45.0;

impl Gait {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let [begin, end] = self.window;
        let rows = 1.0 + (end - begin) / self.parameters().time.interval.si();
        Need::table(rows, COLUMNS * self.runs() as f64)
    }
}
