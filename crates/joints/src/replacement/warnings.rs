//! When the numbers cannot be trusted without a second thought.

use mechanics::material;
use results::{Outcome, Severity};

use super::Replacement;
use super::history::Frame;
use super::maps::Maps;
use super::parameters::{Contact, Experiment, Facets, Material};

/// Share of the thickness beyond which a linear foundation is no description of polyethylene.
const LARGEST_STRAIN: f64 = 0.1;
/// A correction of a measured pose that deserves a second look, in m.
const LARGE_OFFSET: f64 = 1e-3;
/// Share of the patch at an edge that deserves a second look.
const AT_EDGE: f64 = 0.01;

/// Says what left its validity.
pub(super) fn add(knee: &Replacement, frames: &[Frame], maps: &Maps, outcome: &mut Outcome) {
    sides(knee, frames, outcome);
    depth(knee, frames, outcome);
    strength(knee, frames, outcome);
    facets(knee, frames, outcome);
    edge(frames, outcome);
    pose(knee, frames, outcome);
    wear(knee, maps, outcome);
    for (part, name) in [(&knee.femoral, "femoral component"), (&knee.insert, "insert")] {
        if !part.faults.is_empty() {
            let text = format!("The mesh of the {name} has faults: {}.", part.faults.join("; "));
            outcome.warn(Severity::Note, "mesh-faults", text);
        }
    }
    outcome.warn(
        Severity::Note,
        "foundation-model",
        "An elastic foundation lets every point give way on its own. It is no half-space: for a thick insert its patch is too wide and \
         its peak pressure too low against Hertz and finite elements, however fine the points."
            .into(),
    );
}

fn at(knee: &Replacement, frame: &Frame) -> String {
    format!("{:.0} %", 100.0 * frame.time / knee.cycle.duration)
}

/// A side that never touches, or hardly.
fn sides(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    for (i, name) in knee.regions().enumerate() {
        let open = frames.iter().filter(|f| !(f.regions[i].area > 0.0)).count();
        if open == frames.len() {
            let text = format!("The {name} region never touches: the other carries everything.");
            outcome.warn(Severity::Caution, "never-touches", text);
        } else if open > 0 {
            let text = format!("The {name} region lifts off in {open} of {} frames.", frames.len());
            outcome.warn(Severity::Note, "lift-off", text);
        }
    }
}

fn depth(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let Some(worst) = frames.iter().max_by(|a, b| a.whole.deepest_ratio.total_cmp(&b.whole.deepest_ratio)) else { return };
    if worst.whole.deepest_ratio > LARGEST_STRAIN && knee.parameters.contact == Contact::Linear {
        let text = format!(
            "The insert is indented by {:.0} % of its thickness at {} of the cycle: a linear foundation ends near {:.0} %. Use contact = \
             \"logarithmic\".",
            100.0 * worst.whole.deepest_ratio,
            at(knee, worst),
            100.0 * LARGEST_STRAIN
        );
        outcome.warn(Severity::Caution, "deep-indentation", text);
    }
}

fn strength(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let Material::Named(name) = &knee.parameters.implant.material else { return };
    let Some(limit) = material::find(name).and_then(|m| m.yield_strength) else { return };
    let peak = frames.iter().map(|f| f.whole.peak_pressure).fold(0.0, f64::max);
    if peak > limit {
        let text = format!(
            "The peak pressure of {:.1} MPa is beyond the yield strength of {name}, about {:.0} MPa: it would flow, and the elastic \
             numbers are upper bounds.",
            peak * 1e-6,
            limit * 1e-6
        );
        outcome.warn(Severity::Caution, "beyond-yield", text);
    }
}

fn facets(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    if knee.parameters.implant.facets != Facets::Flat {
        return;
    }
    let deepest = frames.iter().map(|f| f.whole.deepest).fold(0.0, f64::max);
    for (part, name) in [(&knee.femoral, "femoral component"), (&knee.insert, "insert")] {
        let error = part.fineness.as_ref().and_then(|fineness| fineness.force_error(None, Some(deepest)));
        if let Some(error) = error.filter(|error| !error.is_tolerable()) {
            let text = format!(
                "Flat facets of the {name} change the contact force by {:+.1} % at an indentation of {:.0} µm (95 % of the area). Use facets = \
                 \"curved\".",
                100.0 * error.worst,
                1e6 * deepest
            );
            outcome.warn(Severity::Caution, "coarse-facets", text);
        }
    }
    let error = frames.iter().map(|f| f.response.quadrature_error / f.response.force.norm().max(1.0)).fold(0.0, f64::max);
    if error > 0.01 {
        let text = format!("The points of the contact are coarse: the force is off by about {:.1} %. Ask for a smaller spacing.", 100.0 * error);
        outcome.warn(Severity::Caution, "coarse-points", text);
    }
}

fn edge(frames: &[Frame], outcome: &mut Outcome) {
    let share = |f: &Frame| f.whole.area_at_edge / f.whole.area.max(f64::MIN_POSITIVE);
    let touching = frames.iter().filter(|f| share(f) > AT_EDGE).count();
    let worst = frames.iter().map(share).fold(0.0, f64::max);
    if touching > 0 {
        let text = format!(
            "The patch reaches the edge of a surface in {touching} of {} frames, with up to {:.1} % of its area: there the stress is higher \
             than a foundation knows.",
            frames.len(),
            100.0 * worst
        );
        outcome.warn(Severity::Caution, "edge-contact", text);
    }
}

fn pose(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let [angle, length] = knee.cycle.closure;
    let measured = matches!(knee.parameters.experiment, Experiment::MeasuredPose(_));
    if measured && (angle > 1e-6 || length > 1e-9) {
        let text = format!(
            "The pose does not end where it begins: an angle differs by {:.2}°, a translation by {:.2} mm. The difference was spread over the \
             cycle.",
            angle.to_degrees(),
            length * 1e3
        );
        outcome.warn(Severity::Note, "cycle-closed", text);
    }
    if !measured {
        return;
    }
    let offset = |f: &Frame| f.coordinates[4] - f.measured[4];
    let Some(worst) = frames.iter().max_by(|a, b| offset(a).abs().total_cmp(&offset(b).abs())) else { return };
    let through = frames.iter().map(|f| f.measured_depth).fold(0.0, f64::max);
    let severity = if offset(worst).abs() > LARGE_OFFSET { Severity::Caution } else { Severity::Note };
    let text = format!(
        "The measured pose is not exact to micrometres: the femoral component was moved by up to {:.2} mm ({} of the cycle), and as measured the \
         parts are up to {:.2} mm deep in one another. How the load is shared between the sides follows the measured adduction, which is as \
         inexact.",
        1e3 * offset(worst),
        at(knee, worst),
        1e3 * through
    );
    outcome.warn(severity, "pose-corrected", text);
}

/// Wear deeper than the insert is thick.
fn wear(knee: &Replacement, maps: &Maps, outcome: &mut Outcome) {
    let cycles = knee.thinnest / maps.totals.wear_depth;
    if cycles < 1e6 {
        let text = format!("At this rate the insert is worn through after {cycles:.0} cycles: check the wear factor.");
        outcome.warn(Severity::Caution, "worn-through", text);
    }
}
