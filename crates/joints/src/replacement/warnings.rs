//! When the numbers cannot be trusted without a second thought.

use mechanics::contact::ModifiedFoundation;
use mechanics::contact::surfaces::ContactWarning;
use results::{Outcome, Severity};

use super::Replacement;
use super::balance::compute_rates;
use super::cycle::Cycle;
use super::history::Frame;
use super::maps::Totals;
use super::parameters::{Adjust, Contact, Experiment, FlexionFrom, Friction, LoadDriven};
use crate::closing::{self, WIDE_ANGLE_GAP, WIDE_FORCE_GAP, WIDE_LENGTH_GAP};
use crate::contact::warn_beyond_yield;
use crate::ligament::{TEAR_STRAIN, words};

/// A correction of a measured pose that deserves a second look, in m.
const LARGE_OFFSET: f64 = 1e-3;
/// A way of a centre of pressure from frame to frame that is no gliding, in m.
const LEAP: f64 = 3e-3;

/// Velocities of friction that are off by so much deserve a note, and a caution.
const STRAYING: [f64; 2] = [0.02, 0.2];

/// Arm of a condyle about the long axis, in m.
const ARM: f64 = 0.025;

/// A peak over so many points of finite elements changes by little when they come nearer (`docs/inserts-fe`).
const ENOUGH_POINTS: f64 = 100.0;
/// Overlap by the thickness of the insert beyond which large strains matter.
const SMALL_OVERLAP: f64 = 0.05;

/// An imbalance that deserves a word, as a share of the largest force.
const OUT_OF_BALANCE: f64 = 1e-4;

/// Says where the force of facets leaps, so that no place balances it.
pub(super) fn balance(missed: f64, outcome: &mut Outcome) {
    if missed > OUT_OF_BALANCE {
        let text = format!(
            "Up to {:.2} % of the largest force are left unbalanced: the force of facets leaps there. The places of rest themselves are found to \
             a nanometre. Hint: curved facets, or points nearer to one another.",
            100.0 * missed
        );
        outcome.warn(Severity::Note, "rough-balance", text);
    }
}

/// Says what left its validity.
pub(super) fn add(knee: &Replacement, frames: &[Frame], totals: Option<&Totals>, outcome: &mut Outcome) {
    sides(knee, frames, outcome);
    contact(knee, frames, outcome);
    let peak = frames.iter().map(|f| f.whole.peak_pressure).fold(0.0, f64::max);
    warn_beyond_yield(&knee.parameters.implant.material, peak, outcome);
    facets(knee, frames, outcome);
    closed(knee, outcome);
    pose(knee, frames, outcome);
    jumps(knee, frames, outcome);
    ligaments(knee, frames, outcome);
    way(knee, frames, outcome);
    if let Some(totals) = totals {
        wear(knee, totals, outcome);
        knee.wearing.warn("wear.factor", &knee.law, outcome);
        totals.outside.warn(&knee.law, outcome);
    }
    surrogate(knee, outcome);
    for (part, name) in [(&knee.femoral, "femoral component"), (&knee.insert, "insert")] {
        if !part.faults.is_empty() {
            let text = format!("The mesh of the {name} has faults: {}.", part.faults.join("; "));
            outcome.warn(Severity::Note, "mesh-faults", text);
        }
    }
    foundation(knee, frames, outcome);
}

/// Says how far the velocities that friction was computed with are from those of the motion that came out.
fn way(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let still = !matches!(&knee.parameters.experiment, Experiment::LoadDriven(LoadDriven { dynamic: Some(_), .. }));
    if !still || !matches!(knee.parameters.friction, Friction::Coulomb(_)) {
        return;
    }
    let places: Vec<[f64; 6]> = frames.iter().map(|frame| frame.coordinates).collect();
    let used: Vec<[f64; 6]> = frames.iter().map(|frame| frame.rates).collect();
    let Ok(found) = compute_rates(&places, knee.cycle.duration) else { return };
    let missed = share_missed(&used, &found);
    if missed > STRAYING[0] {
        let text = format!(
            "Friction is computed with the velocities of the motion without friction. Those of the motion that came out differ by \
             {:.0} % of their size (root mean square of anterior translation, and of rotation on an arm of {:.0} mm). A place of rest \
             with friction depends on the way to it, and sliding, cross-shear and wear with it. Hint: `dynamic` follows the motion \
             itself; less friction shows how much it matters.",
            100.0 * missed,
            1e3 * ARM
        );
        let severity = if missed > STRAYING[1] { Severity::Caution } else { Severity::Note };
        outcome.warn(severity, "friction-velocities", text);
    }
}

/// Root mean square of what was missed of the sliding, as a share of that of the sliding.
fn share_missed(used: &[[f64; 6]], found: &[[f64; 6]]) -> f64 {
    let size = |rates: [f64; 6]| rates[3].powi(2) + (ARM * rates[2]).powi(2);
    let missed: f64 = used.iter().zip(found).map(|(a, b)| size(std::array::from_fn(|k| a[k] - b[k]))).sum();
    let all: f64 = found.iter().map(|rates| size(*rates)).sum();
    if all > 0.0 { (missed / all).sqrt() } else { 0.0 }
}

/// What a foundation leaves out, and where the modified one has been fitted.
fn foundation(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    if let Contact::FiniteElements(given) = knee.parameters.contact {
        let highest = frames.iter().max_by(|a, b| a.whole.peak_pressure.total_cmp(&b.whole.peak_pressure));
        let points = highest.map_or(0.0, |frame| frame.whole.area / given.spacing.si().powi(2));
        let deepest = frames.iter().map(|f| f.whole.deepest_ratio).fold(0.0, f64::max);
        let text = format!(
            "Finite elements of the insert at small strains, linearly elastic, held by the tray without play; the femoral \
             component is rigid. The parts overlap by {:.1} % of the thickness at the most: what large strains would change is of \
             that order. Friction drags on the surface but does not move it. Where the pressure is highest, about {points:.0} points touch: \
             with columns nearer by a third, peaks of the default design change by 1 to 2 % over 100 points and more, and by 8 to 25 % \
             over 40 to 80. Run another `spacing` before a peak on few points is believed.",
            100.0 * deepest
        );
        let trusted = points >= ENOUGH_POINTS && deepest < SMALL_OVERLAP;
        outcome.warn(if trusted { Severity::Note } else { Severity::Caution }, "finite-elements", text);
        return;
    }
    let Contact::Modified(given) = knee.parameters.contact else {
        let text = "An elastic foundation lets every point give way on its own. It is no half-space: for a thick insert its patch is too wide and \
             its peak pressure too low against Hertz and finite elements, however fine the points.";
        outcome.warn(Severity::Note, "foundation-model", text.into());
        return;
    };
    let text = "The modified foundation stands in for an elastic layer under a ball: its parameters were fitted to flat layers, 20 to 100 µm \
         deep, within 3 to 7 %. Where the parts nearly fit one another it is off by tens of percent.";
    outcome.warn(Severity::Note, "foundation-model", text.into());
    let mut outside = Vec::new();
    if let Some(radius) = given.effective_radius {
        let [least, most] = ModifiedFoundation::FITTED_THICKNESS;
        let thickness = ModifiedFoundation::thickness_under_fitted_ball(knee.thinnest, radius.si());
        if !(0.999 * least..=1.001 * most).contains(&thickness) {
            outside.push(format!(
                "{:.1} mm against a gap of radius {:.0} mm are as {:.1} mm under the ball of the fits (fitted: {:.0} to {:.0} mm)",
                1e3 * knee.thinnest,
                1e3 * radius.si(),
                1e3 * thickness,
                1e3 * least,
                1e3 * most
            ));
        }
    }
    let deepest = frames.iter().map(|f| f.whole.deepest).fold(0.0, f64::max);
    let [least, most] = ModifiedFoundation::FITTED_DEPTH;
    if !(least..=most).contains(&deepest) {
        outside.push(format!(
            "the deepest indentation is {:.0} µm (fitted: {:.0} to {:.0} µm)",
            1e6 * deepest,
            1e6 * least,
            1e6 * most
        ));
    }
    if let Some(material) = knee.parameters.implant.material.elastic()
        && (material.poisson - ModifiedFoundation::FITTED_POISSON).abs() > 0.01
    {
        outside.push(format!(
            "Poisson's ratio is {} (fitted: {})",
            material.poisson,
            ModifiedFoundation::FITTED_POISSON
        ));
    }
    if !outside.is_empty() {
        let text = format!(
            "The modified foundation is outside of what it was fitted to: {}. Nothing shows that it is better than plain springs here.",
            outside.join("; ")
        );
        outcome.warn(Severity::Caution, "modified-outside-fit", text);
    }
}

/// Loads from a surrogate: how far it may be off, and how often it did not know.
fn surrogate(knee: &Replacement, outcome: &mut Outcome) {
    let Some(surrogate) = &knee.surrogate else { return };
    let surrogate = surrogate.surrogate();
    let accuracy = surrogate.accuracy();
    let count = outcome.work.iter().find(|(name, _)| name == "surrogate_fallbacks").map_or(0, |(_, count)| *count);
    let text = format!(
        "A surrogate stands for the contact ({}): on {} poses held out its force is off by {:.2} % (rms), 95 of 100 by less \
         than {:.2} %. It has no maps and no wear. Outside of its domain the contact itself was asked {count} times.",
        surrogate.origin,
        accuracy.poses,
        100.0 * accuracy.force_rms,
        100.0 * accuracy.force_95,
    );
    outcome.warn(if count > 0 { Severity::Caution } else { Severity::Note }, "surrogate", text);
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

/// A frame with less than this share of the cycle's largest force is not asked how exactly its force is summed.
const LIGHT: f64 = 0.01;

/// How bad a warning of one kind is; nothing for the other kinds.
type Size = fn(&ContactWarning) -> Option<f64>;

/// What the contact itself finds doubtful, each at its worst.
fn contact(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let kinds: [(&str, Size); 4] = [
        ("deep-indentation", |w| if let ContactWarning::Deep { ratio } = w { Some(*ratio) } else { None }),
        ("edge-contact", |w| if let ContactWarning::Edge { share } = w { Some(*share) } else { None }),
        ("thick-insert", |w| if let ContactWarning::Thick { ratio } = w { Some(*ratio) } else { None }),
        ("coarse-points", |w| if let ContactWarning::Coarse { error } = w { Some(*error) } else { None }),
    ];
    let heaviest = frames.iter().map(|frame| frame.whole.pressure_force).fold(0.0, f64::max);
    for (code, size) in kinds {
        // What carries next to nothing need not be summed well.
        let least = if code == "coarse-points" { LIGHT * heaviest } else { 0.0 };
        let found = frames.iter().filter(|frame| frame.whole.pressure_force >= least).flat_map(|frame| {
            let warnings = knee.pair.warnings(&frame.whole, &frame.response);
            warnings.into_iter().filter_map(move |warning| Some((size(&warning)?, warning, frame)))
        });
        let found: Vec<_> = found.collect();
        let Some((_, worst, frame)) = found.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        let text = format!(
            "In {} of {} frames, at worst at {} of the cycle, {worst}. Hint: {}{}",
            found.len(),
            frames.len(),
            at(knee, frame),
            worst.hint(),
            if worst.hint().ends_with('?') { "" } else { "." }
        );
        outcome.warn(Severity::Caution, code, text);
    }
}

fn facets(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let Some(deepest) = frames.iter().max_by(|a, b| a.whole.deepest.total_cmp(&b.whole.deepest)) else { return };
    for (part, name) in [(&knee.femoral, "Femoral component"), (&knee.insert, "Insert")] {
        let found = part.fineness.as_ref().and_then(|fineness| ContactWarning::of_facets(fineness, &deepest.whole));
        if let Some(warning) = found {
            let text = format!("{name}: {warning}. Hint: {}.", warning.hint());
            outcome.warn(Severity::Caution, "coarse-facets", text);
        }
    }
}

/// Tables that had to be bent to close.
fn closed(knee: &Replacement, outcome: &mut Outcome) {
    let mut warn = |wide: bool, text: String| {
        let severity = if wide { Severity::Caution } else { Severity::Note };
        outcome.warn(severity, "cycle-closed", format!("{text} {}.", closing::in_words()));
    };
    let Cycle { pose_closure: pose, load_closure: load, .. } = &knee.cycle;
    let driven =
        matches!(&knee.parameters.experiment, Experiment::LoadDriven(case) if case.flexion == FlexionFrom::Load);
    if !driven && (pose.angle > 1e-6 || pose.length > 1e-9) {
        let text = format!(
            "The pose \"{}\" does not end where it begins: an angle differs by {:.2}°, a translation by {:.2} mm.",
            knee.cycle.pose[0],
            pose.angle.to_degrees(),
            pose.length * 1e3
        );
        warn(pose.angle > WIDE_ANGLE_GAP || pose.length > WIDE_LENGTH_GAP, text);
    }
    let angle = if driven { load.angle } else { 0.0 };
    if load.force_ratio > 1e-6 || load.torque_ratio > 1e-6 || angle > 1e-6 {
        let text = format!(
            "The load \"{}\" does not end where it begins: the force differs by {:.2} % of its peak, the torque by {:.2} % of \
             its own, the flexion by {:.2}°.",
            knee.cycle.load[0],
            100.0 * load.force_ratio,
            100.0 * load.torque_ratio,
            angle.to_degrees()
        );
        warn(load.force_ratio > WIDE_FORCE_GAP || angle > WIDE_ANGLE_GAP, text);
    }
}

fn pose(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let Experiment::MeasuredPose(case) = &knee.parameters.experiment else { return };
    let offset = |f: &Frame| f.coordinates[4] - f.measured[4];
    let Some(worst) = frames.iter().max_by(|a, b| offset(a).abs().total_cmp(&offset(b).abs())) else { return };
    let through = match frames.iter().filter_map(|f| f.measured_depth).reduce(f64::max) {
        Some(depth) => format!(", and as measured the parts are up to {:.2} mm deep in one another", 1e3 * depth),
        None => String::new(),
    };
    let shared = match case.adjust {
        Adjust::Superior => {
            " How the load is shared between the sides follows the measured adduction, which is as inexact."
        }
        Adjust::SuperiorAndAdduction => " The adduction was corrected too: both sides balance the load where it acts.",
    };
    let severity = if offset(worst).abs() > LARGE_OFFSET { Severity::Caution } else { Severity::Note };
    let (by, when) = (1e3 * offset(worst), at(knee, worst));
    let text = if knee.parameters.activity.pose.is_some() {
        format!(
            "The measured pose is not exact to micrometres: the femoral component was moved by up to {by:.2} mm ({when} of \
             the cycle){through}.{shared}"
        )
    } else {
        let turned = match case.adjust {
            Adjust::Superior => "it did not tilt",
            Adjust::SuperiorAndAdduction => "it tilts until both sides balance the load where it acts",
        };
        format!(
            "The motion says how the femoral component bends, slides and turns; its height is where it first touches, and the \
             load moves it from there by up to {by:.2} mm ({when} of the cycle); {turned}. The motion is no measurement of \
             this implant."
        )
    };
    outcome.warn(severity, "pose-corrected", text);
}

/// A centre of pressure that leaps between two frames: one place of rest was left for another.
fn jumps(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    // Of a motion the leaps are its own, and a measured pose has no other.
    if !matches!(knee.parameters.experiment, Experiment::LoadDriven(LoadDriven { dynamic: None, .. })) {
        return;
    }
    for (i, name) in knee.regions().enumerate() {
        let way = |pair: &[Frame]| {
            let [before, now] = [&pair[0].regions[i], &pair[1].regions[i]];
            if before.area > 0.0 && now.area > 0.0 { (now.centre - before.centre).norm() } else { 0.0 }
        };
        let ways: Vec<f64> = frames.windows(2).map(way).collect();
        let mut sorted = ways.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let usual = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
        let leaps: Vec<usize> = (0..ways.len()).filter(|&k| ways[k] > LEAP && ways[k] > 5.0 * usual).collect();
        let Some(&worst) = leaps.iter().max_by(|a, b| ways[**a].total_cmp(&ways[**b])) else { continue };
        let text = format!(
            "The centre of pressure of the {name} region leaps {} times, at most by {:.1} mm at {} of the cycle (usually {:.2} mm a frame): \
             the balance there has more than one answer, or none nearby. Hint: more frames, stiffer restraints, or equations of motion.",
            leaps.len(),
            1e3 * ways[worst],
            at(knee, &frames[worst + 1]),
            1e3 * usual
        );
        outcome.warn(Severity::Caution, "leaps", text);
    }
}

/// Ligaments that would tear, or never pull.
fn ligaments(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    for (i, ligament) in knee.ligaments().iter().enumerate() {
        let Some(most) = frames.iter().map(|f| f.ligaments[i]).max_by(|a, b| a.strain.total_cmp(&b.strain)) else {
            return;
        };
        let name = words(&ligament.name);
        if most.strain > TEAR_STRAIN {
            let text = format!(
                "The {name} ligament is stretched by {:.0} %, pulling with {:.0} N; it would tear.",
                100.0 * most.strain,
                most.force
            );
            outcome.warn(Severity::Caution, "ligament-tears", text);
        } else if most.strain <= 0.0 {
            let text = format!("The {name} ligament is slack all the time.");
            outcome.warn(Severity::Note, "ligament-slack", text);
        }
    }
}

/// Wear deeper than the insert is thick.
fn wear(knee: &Replacement, totals: &Totals, outcome: &mut Outcome) {
    let cycles = knee.thinnest / totals.wear_depth;
    if cycles < 1e6 {
        let text = format!("At this rate the insert is worn through after {cycles:.0} cycles: check the wear factor.");
        outcome.warn(Severity::Caution, "worn-through", text);
    }
}
