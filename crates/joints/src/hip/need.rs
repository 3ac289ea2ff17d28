//! What the maps of a hip cost.

use super::Hip;
use super::parameters::Experiment;
use crate::need::Need;

/// Bytes of an element in a frame: four maps while they are made, written and drawn.
const MAPPED: f64 = 52.0;
/// Bytes of a frame without its maps.
const FRAME: f64 = 2e3;

impl Hip {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let output = &self.parameters().output;
        let frames = if matches!(self.parameters().experiment, Experiment::Static(_)) { 1 } else { output.frames };
        Need::bytes(20e6 + frames as f64 * (FRAME + MAPPED * output.elements as f64))
    }
}
