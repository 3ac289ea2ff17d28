//! What a mechanism needs: its tables, and the dense matrix of its constraints.

use super::Mechanism;
use crate::need::Need;

/// Dense matrices of the equations of motion that are held at a time.
const MATRICES: f64 = 6.0;

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
        Need { bytes: table.bytes + MATRICES * 8.0 * equations.powi(2), ..table }
    }
}
