//! How far the closed form is off in the peak pressure of a run.

use mechanics::contact::{CupPressure, LinedCup};
use results::{Outcome, Severity};

use super::Hip;
use super::contact::JointContact;
use super::history::History;

/// An error of the model beyond which a pressure needs a second thought.
const LARGE: f64 = 0.1;

/// What finite elements would say at the peak.
pub(super) struct ModelError {
    /// Pressure of the closed form over that of finite elements, less one.
    pub ratio: f64,
    estimate: CupPressure,
}

impl ModelError {
    /// Where springs all over the cup carry; nothing for Hertz's law, for further layers and without contact.
    pub fn new(hip: &Hip, history: &History) -> Option<Self> {
        let JointContact::Foundation(joint) = &hip.contact else { return None };
        let implant = &hip.parameters.implant;
        let force = history.peak_pressure.push.norm();
        if !implant.layers.is_empty() || !(force > 0.0) {
            return None;
        }
        let cup = LinedCup {
            radius: hip.cup_radius,
            clearance: hip.clearance(),
            thickness: hip.thickness,
            material: implant.liner_material.elastic()?,
        };
        let estimate = cup.estimate_peak_pressure(force)?;
        // As if there were no rim: what that does is no error of the springs.
        let sphere = joint.sphere();
        let springs = sphere.foundation.stiffness() * sphere.solve_indentation(force).ok()?;
        Some(Self { ratio: springs / estimate.pressure - 1.0, estimate })
    }

    /// Says it, loudly where it is large.
    pub fn warn(&self, history: &History, outcome: &mut Outcome) {
        let peak = history.peak_pressure.peak_pressure();
        let mut text = format!(
            "Model error of the peak pressure about {:+.0} %: springs of their own give {:.2} MPa, finite elements of the liner would give \
             about {:.2} MPa (estimated from thickness, Poisson's ratio, clearance and load, within {:.1} %).",
            100.0 * self.ratio,
            1e-6 * peak,
            1e-6 * peak / (1.0 + self.ratio),
            100.0 * CupPressure::HELD_OUT_ERROR
        );
        if !self.estimate.outside.is_empty() {
            text += &format!(" Outside of the range of the estimate: {}.", self.estimate.outside.join(", "));
        }
        if history.peak_pressure.patch.lost > 0.0 {
            text += " The rim, which the patch crosses there, is not in the estimate.";
        }
        let severity = if self.ratio.abs() > LARGE { Severity::Caution } else { Severity::Note };
        outcome.warn(severity, "model-error", text);
    }
}
