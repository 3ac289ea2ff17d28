//! When a walk's numbers cannot be trusted without a second thought.

use mechanics::fluid::Fluid;
use results::{Outcome, Severity};

use super::implant;
use super::model::Gait;
use super::outcome::Run;
use super::parameters::{HertzRadius, Smoothing};
use super::plausible;
use crate::contact::ElasticLaw;
use crate::film;
use crate::mechanism::parameters::StabilisationInput;

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
        outcome.warn(
            Severity::Caution,
            "no-ground",
            "No force of the ground is given: the foot hangs in the air.".into(),
        );
    }
    for run in runs {
        if let Some((time, why)) = &run.history.stopped {
            outcome.warn(
                Severity::Caution,
                "stopped",
                format!("{}: the run stopped at {time:.6} s; what it had by then is kept. {why}", run.case.label),
            );
        }
        if let Some(Fluid::Newtonian { viscosity }) = run.case.fluid
            && viscosity > THICKEST_SYNOVIAL_FLUID
        {
            outcome.warn(
                Severity::Note,
                "thick-fluid",
                format!(
                    "{}: {viscosity} Pa s is far above synovial fluid (1 to 40 Pa s at rest, 0.001 to 0.01 around a prosthesis).",
                    run.case.label
                ),
            );
        }
    }
    plausible::warn(gait, outcome);
    stabilisation(gait, runs, outcome);
    closed_form(gait, runs, outcome);
    let implant = &gait.parameters.implant;
    let printed = matches!(&implant.law, ElasticLaw::Hertz(law) if law.radius.is_none() && law.stiffness.is_none())
        && implant.hertz_radius == HertzRadius::AsPrinted;
    if printed && runs.iter().any(Run::moves) {
        outcome.warn(
            Severity::Note,
            "printed-radius",
            "Hertz's stiffness is made with Ri Rj/(Ri + Rj), as Eq. 18 of Costa2016 prints it: that of two balls beside each other, softer than a ball in a socket (hertz-radius = \"internal\").".into(),
        );
    }
}

/// How far Baumgarte's feedback lets joints and guides drift.
fn stabilisation(gait: &Gait, runs: &[Run<'_>], outcome: &mut Outcome) {
    let StabilisationInput::Baumgarte(given) = gait.parameters.time.stabilisation else { return };
    let drift = runs.iter().filter(|run| run.moves()).map(|run| run.history.drift).fold(0.0, f64::max);
    if drift == 0.0 {
        return;
    }
    outcome.warn(
        Severity::Note,
        "baumgarte",
        format!(
            "Joints and guides are pulled back by Baumgarte's feedback (alpha {}, beta {} 1/s), as in Costa2016: they drift by up to \
             {drift:.1e} m or rad. stabilisation.projection, the default, puts them back after every step.",
            given.alpha, given.beta
        ),
    );
}

/// Closed forms are for lengths that a head has not.
fn closed_form(gait: &Gait, runs: &[Run<'_>], outcome: &mut Outcome) {
    let ratio = 0.5 * implant::bearing_length(&gait.parameters) / gait.parameters.implant.radius.si();
    let wet = runs.iter().filter(|run| run.case.fluid.is_some());
    let Some(deepest) = wet.map(|run| run.history.largest_ratio).reduce(f64::max) else { return };
    if let Some(text) = film::judge_closed_form(gait.parameters.lubricated.film, ratio, deepest) {
        outcome.warn(Severity::Caution, film::CLOSED_FORM, text);
    }
}
