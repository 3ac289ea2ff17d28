//! When a walk's numbers cannot be trusted without a second thought.

use results::{Outcome, Severity};

use super::model::Gait;
use super::outcome::Run;
use super::parameters::{Smoothing, Stiffness};
use super::parameters::Kind;

/// Beyond this viscosity nothing in a body is, in Pa·s.
const THICKEST_SYNOVIAL_FLUID: f64 = 40.0;

/// Says what left its validity.
pub(super) fn add(gait: &Gait, runs: &[Run<'_>], outcome: &mut Outcome) {
    outcome.warn(
        Severity::Note,
        "no-muscles",
        "Muscles are not in this model, as in Costa2016: the joint forces are those of inertia, weight and ground alone. Instrumented hips carry 2.3 to 2.5 body weights in walking.".into(),
    );
    if gait.recording.name == "winter-raw" && gait.parameters.motion.smoothing == Smoothing::None {
        outcome.warn(
            Severity::Caution,
            "not-smoothed",
            "These markers are as digitised and nothing smooths them: their accelerations are noise. Winter's cut-off is 5 Hz.".into(),
        );
    }
    if gait.walk.ground.is_none() {
        outcome.warn(Severity::Caution, "no-ground", "No force of the ground is given: the foot hangs in the air.".into());
    }
    for run in runs {
        if let Some((time, why)) = &run.history.stopped {
            outcome.warn(
                Severity::Caution,
                "stopped",
                format!("{}: the run stopped at {time:.6} s; what it had by then is kept. {why}", run.case.label),
            );
        }
        if run.case.viscosity > THICKEST_SYNOVIAL_FLUID {
            outcome.warn(
                Severity::Note,
                "thick-fluid",
                format!(
                    "{}: {} Pa s is far above synovial fluid (1 to 40 Pa s at rest, 0.001 to 0.01 around a prosthesis).",
                    run.case.label, run.case.viscosity
                ),
            );
        }
    }
    if runs.iter().any(|run| run.case.kind == Kind::Dry) && gait.parameters.dry.stiffness == Stiffness::AsPrinted {
        outcome.warn(
            Severity::Note,
            "printed-radius",
            "Hertz's stiffness is made with Ri Rj/(Ri + Rj), as Eq. 18 of Costa2016 prints it: that of two balls beside each other, softer than a ball in a socket (stiffness = \"internal\").".into(),
        );
    }
}
