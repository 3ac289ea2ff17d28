//! When the numbers of a body cannot be trusted without a second thought.

use results::{Outcome, Severity};

use super::defects;
use super::loads::Means;
use super::plate_fit::{PlateFit, way};
use crate::hip::IN_VIVO;

/// Residual forces above this share of the weight are large.
const LARGE_RESIDUAL: f64 = 0.15;
/// A reserve above this share of the largest moment of its coordinate is a muscle that is too weak.
const LARGE_RESERVE: f64 = 0.05;
/// Reserves below this are rounding of a model, N m.
const SMALL_RESERVE: f64 = 1.0;
/// Markers farther off than this deserve a look, m.
const FAR_MARKER: f64 = 0.04;
/// Plates that seem to be farther off than this deserve a look, m: under the weight it is a hundredth of a body weight times a metre, a tenth
/// of what the hips' muscles must make.
const FAR_PLATE: f64 = 0.01;
/// Tilt of the peak force against the femur in the hips of [`IN_VIVO`], laterally and backwards, rad.
const IN_VIVO_LATERAL: [f64; 2] = [0.170, 0.341];
const IN_VIVO_BACKWARDS: [f64; 2] = [0.023, 0.235];
/// Jumps of muscles that are listed.
const LISTED: usize = 6;

/// Says what left its validity.
pub(super) fn add(means: &Means<'_>, outcome: &mut Outcome) {
    let body = means.body;
    for note in &body.recording.notes {
        outcome.warn(Severity::Note, "body-recording", note.clone());
    }
    if !body.anatomy.remarks.is_empty() {
        let shown: Vec<&str> = body.anatomy.remarks.iter().take(12).map(String::as_str).collect();
        let more = body.anatomy.remarks.len() - shown.len();
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        outcome.warn(Severity::Note, "model-remarks", format!("Of the model: {}{more}.", shown.join("; ")));
    }
    if !body.is_cycle {
        let text = "The window does not go from heel strike to heel strike: its forces are no load cycle.";
        outcome.warn(Severity::Note, "no-cycle", text.into());
    }
    if !body.missing.is_empty() {
        let text = format!(
            "The motion says nothing about {}: they stay where the model has them by default.",
            body.missing.join(", ")
        );
        outcome.warn(Severity::Note, "missing-coordinates", text);
    }
    let bare: Vec<&str> =
        body.bare.iter().map(|at| body.anatomy.tree.coordinates[body.skeleton.free()[*at]].name.as_str()).collect();
    if !bare.is_empty() {
        let text = format!("No muscle moves {}: their moments are made by nothing in the model.", bare.join(", "));
        outcome.warn(Severity::Note, "no-muscle-about", text);
    }
    residuals(means, outcome);
    reserves(means, outcome);
    ranges(means, outcome);
    markers(means, outcome);
    jumps(means, outcome);
    direction(means, outcome);
    let slack = means.cycles.iter().flatten().map(|instant| instant.slack).max().unwrap_or(0);
    if slack > 0 {
        let text = format!(
            "Up to {slack} muscles are slack at an instant: their lines are shorter than tendon and shortest fibre, and they have no force. Tendon slack lengths may not fit this body."
        );
        outcome.warn(Severity::Caution, "slack-muscles", text);
    }
    size(means, outcome);
    plates(means, outcome);
}

/// How hard the hips are pressed, both of them, beside instrumented ones.
fn size(means: &Means<'_>, outcome: &mut Outcome) {
    let (body, [low, high]) = (means.body, IN_VIVO);
    let Some(ratio) = outcome.value("peak_hip_force_weight_ratio").filter(|_| body.is_cycle) else { return };
    let side = body.parameters.side;
    let other = outcome.value(&format!("peak_hip_force_{}_weight_ratio", side.other().word()));
    let ratios = [Some(ratio), other];
    let any = |is: &dyn Fn(f64) -> bool| ratios.into_iter().flatten().any(is);
    if any(&|ratio| !(low..=high).contains(&ratio)) {
        let beside = other.map_or_else(String::new, |other| {
            format!(" in the {} leg, which is reported, and {other:.2} in the {} one", side.word(), side.other().word())
        });
        let text = format!(
            "The peak of the hip's force is {ratio:.2} body weights{beside}; ten instrumented hips carried {low:.2} to {high:.2} in walking [Bergmann2016]."
        );
        let far = any(&|ratio| ratio > 1.25 * high || ratio < 0.75 * low);
        outcome.warn(if far { Severity::Caution } else { Severity::Note }, "outside-in-vivo", text);
    }
}

/// Whether the plates stand under the body.
fn plates(means: &Means<'_>, outcome: &mut Outcome) {
    let body = means.body;
    if let Some(by) = body.moved {
        let text = format!(
            "All plates were moved by {}, so that over the cycle the ground tilts the body in no direction.",
            way(by)
        );
        outcome.warn(Severity::Note, "plates-registered", text);
    }
    let Some(PlateFit { moment, offset }) = body.compute_plate_fit() else { return };
    if offset[0].hypot(offset[1]) > FAR_PLATE {
        let text = format!(
            "Over a cycle the ground's mean moment about the centre of mass must vanish; it is {:.1}, {:.1} and {:.1} N m (x, y, z), as if all plates stood {} of where the motion has them. Moments of the hip are off by as much.",
            moment.x,
            moment.y,
            moment.z,
            way(offset)
        );
        outcome.warn(Severity::Caution, "plates-off", text);
    }
}

fn residuals(means: &Means<'_>, outcome: &mut Outcome) {
    let (body, weight) = (means.body, means.body.weight());
    if body.plates.is_empty() {
        let text = "No force of the ground is given: the feet hang in the air, and the residual carries the body.";
        outcome.warn(Severity::Caution, "no-ground", text.into());
        return;
    }
    let (Some(force), Some(moment)) = (outcome.value("residual_force_rms_N"), outcome.value("residual_moment_rms_N_m"))
    else {
        return;
    };
    if force > LARGE_RESIDUAL * weight {
        let swapped = body.compare_plates().filter(|[given, other]| other < &(0.5 * given));
        let likely = match (swapped, body.find_turned_plates()) {
            (Some(_), _) => {
                " The plates are likely exchanged: with each under the other foot they fit better.".to_owned()
            }
            (None, Some(words)) => format!(" The plates likely have other axes than the motion: they fit if {words}."),
            (None, None) => {
                " Plates in another frame or unit than the motion, a missing plate or the masses may be the reason."
                    .to_owned()
            }
        };
        let text = format!(
            "Besides muscles, weight and ground, a residual of {force:.0} N ({:.0} % of the weight) and {moment:.0} N m (root mean square) holds the base.{likely}",
            100.0 * force / weight
        );
        outcome.warn(Severity::Caution, "large-residuals", text);
    } else if let Some([given, other]) = body.compare_plates().filter(|[given, other]| other < &(0.5 * given)) {
        let text = format!(
            "The plates are likely exchanged: with each under the other foot, moments about the feet and the base fall from {given:.0} to {other:.0} N m."
        );
        outcome.warn(Severity::Caution, "plates-exchanged", text);
    }
}

fn reserves(means: &Means<'_>, outcome: &mut Outcome) {
    let body = means.body;
    let free = body.skeleton.free();
    let mut weak = Vec::new();
    for (j, row) in body.rows.iter().enumerate() {
        let at = free[*row];
        let instants = || means.cycles.iter().flatten();
        let largest = instants().map(|instant| instant.generalised[at].abs()).fold(0.0, f64::max);
        let worst = instants().max_by(|a, b| a.reserves[j].abs().total_cmp(&b.reserves[j].abs()));
        if let Some(worst) = worst {
            let missing = worst.reserves[j];
            if missing.abs() > SMALL_RESERVE && missing.abs() > LARGE_RESERVE * largest {
                let name = &body.anatomy.tree.coordinates[at].name;
                weak.push(format!(
                    "{name} lacks {missing:.1} of {:.1} N m at {:.3} s",
                    worst.generalised[at], worst.time
                ));
            }
        }
    }
    if !weak.is_empty() {
        let text = format!("Muscles are too weak for the moments, and reserves stand in: {}.", weak.join("; "));
        outcome.warn(Severity::Caution, "weak-muscles", text);
    }
}

fn ranges(means: &Means<'_>, outcome: &mut Outcome) {
    let body = means.body;
    let mut out = Vec::new();
    for (index, coordinate) in body.anatomy.tree.coordinates.iter().enumerate() {
        let [low, high] = coordinate.range;
        let values = || means.cycles.iter().flatten().map(|instant| instant.q[index]);
        let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        if least < low - 1e-6 || most > high + 1e-6 {
            out.push(format!("{} goes from {least:.2} to {most:.2}, meant for {low:.2} to {high:.2}", coordinate.name));
        }
    }
    if !out.is_empty() {
        out.truncate(6);
        let text = format!("Coordinates leave the range that the model is meant for: {}.", out.join("; "));
        outcome.warn(Severity::Caution, "out-of-range", text);
    }
}

fn markers(means: &Means<'_>, outcome: &mut Outcome) {
    let Some(fit) = &means.body.markers else { return };
    if fit.worst > FAR_MARKER {
        let text = format!(
            "Marker `{}` is {:.0} mm away from the model's at {:.3} s: a wrong label, a marker that slipped, or a model of another size.",
            fit.worst_marker,
            1e3 * fit.worst,
            fit.worst_time
        );
        outcome.warn(Severity::Caution, "far-markers", text);
    }
    if !fit.gaps.is_empty() {
        let list: Vec<String> = fit.gaps.iter().map(|(name, frames)| format!("{name} in {frames} frames")).collect();
        let text = format!("Markers vanish: {}. The others carry these frames.", list.join(", "));
        outcome.warn(Severity::Note, "lost-markers", text);
    }
}

/// Muscles whose length jumps within the range of a coordinate.
fn jumps(means: &Means<'_>, outcome: &mut Outcome) {
    let body = means.body;
    let found = defects::find(&body.anatomy, &body.skeleton);
    let name = |defect: &defects::Defect| {
        let coordinate = &body.anatomy.tree.coordinates[defect.coordinate].name;
        let (from, to) = (defect.jump.from, defect.jump.to);
        format!("{} by {:.1} mm as {coordinate} goes from {from:.2} to {to:.2}", defect.muscle, 1e3 * defect.jump.by)
    };
    let passed = |defect: &&defects::Defect| {
        let values = || means.cycles.iter().flatten().map(|instant| instant.q[defect.coordinate]);
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        low <= defect.jump.to.max(defect.jump.from) && high >= defect.jump.from.min(defect.jump.to)
    };
    let (within, without): (Vec<&defects::Defect>, Vec<_>) = found.iter().partition(|defect| passed(defect));
    for (some, severity, place) in
        [(within, Severity::Caution, "within this motion"), (without, Severity::Note, "outside of this motion")]
    {
        if !some.is_empty() {
            let shown: Vec<String> = some.iter().take(LISTED).map(|defect| name(defect)).collect();
            let more = some.len() - shown.len();
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            let text = format!(
                "Lengths of muscles jump {place}, which is a defect of the model: {}{more}. Forces jump there, too.",
                shown.join("; ")
            );
            outcome.warn(severity, "muscle-jumps", text);
        }
    }
}

/// Where the peak force of the hip points, beside instrumented hips.
fn direction(means: &Means<'_>, outcome: &mut Outcome) {
    let angle = |plane: &str| outcome.value(&format!("hip_force_femur_{plane}_angle_rad"));
    let (Some(lateral), Some(backwards)) = (angle("frontal"), angle("sagittal")) else { return };
    let outside = |value: f64, [low, high]: [f64; 2]| !(low..=high).contains(&value);
    if means.body.is_cycle && (outside(lateral, IN_VIVO_LATERAL) || outside(backwards, IN_VIVO_BACKWARDS)) {
        let degrees = |[low, high]: [f64; 2]| format!("{:.0} to {:.0}", low.to_degrees(), high.to_degrees());
        let text = format!(
            "At its peak the hip's force is tilted against the femur by {:.1} degrees laterally and {:.1} backwards; in ten instrumented hips by {} and {} in walking [Bergmann2016].",
            lateral.to_degrees(),
            backwards.to_degrees(),
            degrees(IN_VIVO_LATERAL),
            degrees(IN_VIVO_BACKWARDS)
        );
        outcome.warn(Severity::Note, "direction-outside-in-vivo", text);
    }
}
