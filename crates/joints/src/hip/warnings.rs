//! When a hip's numbers cannot be trusted without a second thought.

use mechanics::contact::CalibratedSphere;
use results::{Outcome, Severity};

use super::Hip;
use super::contact::JointContact;
use super::history::{Frame, History};
use super::maps::Totals;
use super::model_error::ModelError;
use super::parameters::{Activity, Experiment, Material};
use super::plausibility::IN_VIVO;
use super::sliding::{accumulate, compute_speeds};
use crate::closing::{self, WIDE_ANGLE_GAP, WIDE_FORCE_GAP};
use crate::contact::{find_yield, warn_beyond_yield};

/// A patch of fewer points is coarse.
const FEWEST_POINTS: usize = 100;
/// Strain beyond which linear elasticity is no longer a description of polyethylene.
const LARGEST_STRAIN: f64 = 0.1;

/// Sums that are off by more than this, and frames fewer than these, are said.
const MOST_OFF: f64 = 0.01;
const FEWEST_FRAMES: usize = 21;
/// A head that slides so many times as far as the femur turns it slides by its vibration.
const VIBRATES: f64 = 1.5;

/// Says what left its validity.
pub(super) fn add(hip: &Hip, history: &History, totals: &Totals, outcome: &mut Outcome) {
    surrogate(hip, outcome);
    rim(hip, history, outcome);
    lip(hip, history, outcome);
    validity(hip, history, outcome);
    warn_beyond_yield(&hip.parameters.implant.liner_material, history.peak_pressure.peak_pressure(), outcome);
    motion(hip, history, outcome);
    rattling(history, outcome);
    if !matches!(hip.parameters.experiment, Experiment::Static(_)) {
        activity(hip, history, outcome);
        hip.wearing.warn("wear.factor", &hip.law, outcome);
        totals.outside.warn(&hip.law, outcome);
        frames(hip, history, outcome);
    }
    // Hertz's pressure is that of a flat patch: on a sphere it does not add up, however fine the elements.
    if totals.force_mismatch > 0.02 && !matches!(hip.contact, JointContact::Hertz(_)) {
        outcome.warn(
            Severity::Caution,
            "coarse-elements",
            format!(
                "The pressure summed over the elements differs from the contact force by up to {:.1} %: the maps are that \
                 coarse. Ask for more than {} elements.",
                100.0 * totals.force_mismatch,
                hip.parameters.output.elements
            ),
        );
    }
}

/// Forces from a surrogate: how far it may be off, how often it did not know, and what is not its own.
fn surrogate(hip: &Hip, outcome: &mut Outcome) {
    let Some(surrogate) = hip.surrogate.as_ref().map(|bound| bound.file()) else { return };
    let accuracy = surrogate.accuracy();
    let count = |of: &str| outcome.work.iter().find(|(name, _)| name == of).map_or(0, |(_, count)| *count);
    let (asked, fallbacks) = (count("surrogate_evaluations"), count("surrogate_fallbacks"));
    let text = format!(
        "A surrogate stands for the contact ({}): on {} poses held out its force is off by {:.3} % (rms), 95 of 100 by less \
         than {:.3} %, its peak pressure by {:.3} % (rms). Maps over the cup, and the wear on them, are those of the contact \
         itself, independent springs, at the eccentricities found. Outside of its domain the contact itself was asked {fallbacks} of {asked} times.",
        surrogate.0.origin,
        accuracy.poses,
        100.0 * accuracy.force_rms,
        100.0 * accuracy.force_95,
        100.0 * accuracy.peak_pressure_rms,
    );
    outcome.warn(if fallbacks > 0 { Severity::Caution } else { Severity::Note }, "surrogate", text);
}

/// Loads and motions that no hip has seen, and cycles that had to be bent to close.
fn activity(hip: &Hip, history: &History, outcome: &mut Outcome) {
    let closure = hip.cycle.closure();
    if closure.force_ratio > 1e-6 || closure.angle > 1e-6 {
        let wide = closure.force_ratio > WIDE_FORCE_GAP || closure.angle > WIDE_ANGLE_GAP;
        outcome.warn(
            if wide { Severity::Caution } else { Severity::Note },
            "cycle-closed",
            format!(
                "The load cycle \"{}\" does not end where it begins: the force differs by {:.2} % of its peak and an angle by \
                 {:.2}°. {}.",
                hip.cycle.name(),
                100.0 * closure.force_ratio,
                closure.angle.to_degrees(),
                closing::in_words()
            ),
        );
    }
    let peak = history.frames.iter().map(|f| f.load.norm()).fold(0.0, f64::max) / hip.parameters.patient.weight();
    if !(0.5..=10.0).contains(&peak) {
        let text = format!(
            "The peak load is {} body weights: hips are loaded by 1 to 8. Check force-unit and the body weight.",
            three_digits(peak)
        );
        outcome.warn(Severity::Caution, "implausible-load", text);
    }
    // What a body's own run says of its hip's force, whoever is handed it must hear, too.
    let [_, most] = IN_VIVO;
    if hip.parameters.activity.body.is_some() && peak > 1.25 * most {
        let text = format!(
            "The body that gives this load presses its hip with {} body weights; ten instrumented hips carried up to {} in \
             walking [Bergmann2016]. Pressure and wear here are those of that load.",
            three_digits(peak),
            three_digits(most)
        );
        outcome.warn(Severity::Caution, "outside-in-vivo", text);
    }
    let angle = history.frames.iter().flat_map(|f| f.angles).fold(0.0, |most: f64, a| most.max(a.abs()));
    let duration = hip.cycle.duration();
    if angle > 2.5 || !(0.2..=20.0).contains(&duration) {
        let text = format!(
            "The largest angle is {:.0}° and a cycle lasts {} s: check angle-unit, and whether the time column is in seconds.",
            angle.to_degrees(),
            three_digits(duration)
        );
        outcome.warn(Severity::Caution, "implausible-motion", text);
    }
    if angle == 0.0 {
        outcome.warn(
            Severity::Caution,
            "no-motion",
            "No angle changes: the head hardly slides, and nothing wears.".into(),
        );
    }
    let Activity { file, force_file, .. } = &hip.parameters.activity;
    let of_own = file.as_ref().map(|f| [&f.force_anterior, &f.force_lateral, &f.force_vertical]);
    let of_forces = force_file.as_ref().map(|f| [&f.force_anterior, &f.force_lateral, &f.force_vertical]);
    if let Some([anterior, lateral, vertical]) = of_forces.or(of_own) {
        let absent: Vec<&str> = [("anterior", anterior), ("lateral", lateral)]
            .into_iter()
            .filter(|(_, column)| column.is_none() && vertical.is_none())
            .map(|(name, _)| name)
            .collect();
        if !absent.is_empty() {
            let text =
                format!("No column gives the {} component of the force: it counts as zero.", absent.join(" and the "));
            outcome.warn(Severity::Note, "force-component-absent", text);
        }
    }
    if history.unloaded > 0 {
        let text = format!(
            "In {} of {} frames nothing presses the head into the cup: it stays where it was.",
            history.unloaded,
            history.frames.len()
        );
        outcome.warn(Severity::Note, "unloaded", text);
    }
}

/// Whether the frames show the motion.
fn frames(hip: &Hip, history: &History, outcome: &mut Outcome) {
    let frames = &history.frames;
    let speeds = compute_speeds(hip, frames);
    let text = match history.passed.as_ref().and_then(|passed| passed.at_frames.last()) {
        Some(steps) => frames_of_motion(frames, &speeds, steps.sliding),
        None => frames_of_cycle(frames, &speeds),
    };
    if let Some(text) = text {
        outcome.warn(Severity::Caution, "coarse-frames", text);
    }
}

/// Frames that only sample, against the sum over all steps.
fn frames_of_motion(frames: &[Frame], speeds: &[f64], over_steps: f64) -> Option<String> {
    let times: Vec<f64> = frames.iter().map(|f| f.time).collect();
    let over_frames = accumulate(&times, speeds).last().copied().unwrap_or(0.0);
    let error = (over_frames / over_steps.max(f64::MIN_POSITIVE) - 1.0).abs();
    ((error > MOST_OFF && over_steps > 0.0) || frames.len() < FEWEST_FRAMES).then(|| {
        format!(
            "{} frames are few for this motion: the sliding speed in them adds up to {} mm, over all steps it is {} mm. Headline \
             sums are those over the steps; curves and maps show the motion at the frames alone. Ask for more frames.",
            frames.len(),
            three_digits(1e3 * over_frames),
            three_digits(1e3 * over_steps)
        )
    })
}

/// Sums over the frames against sums over every second frame: the trapezoidal rule errs by a third of the difference.
fn frames_of_cycle(frames: &[Frame], speeds: &[f64]) -> Option<String> {
    let rates: Vec<f64> = frames.iter().zip(speeds).map(|(f, speed)| f.push.norm() * speed).collect();
    let last = rates.len() - 1;
    let mean = |step: usize| {
        let inner: f64 = (step..last).step_by(step).map(|i| rates[i]).sum();
        (inner + 0.5 * (rates[0] + rates[last])) * step as f64
    };
    if !(last.is_multiple_of(2) && last >= 2) {
        let text = format!("{} frames are few: sums over the cycle are coarse. Ask for more frames.", last + 1);
        return (last + 1 < FEWEST_FRAMES).then_some(text);
    }
    let error = ((mean(2) - mean(1)) / mean(1).max(f64::MIN_POSITIVE)).abs() / 3.0;
    (error > MOST_OFF || last + 1 < FEWEST_FRAMES).then(|| {
        format!(
            "{} frames are few for this cycle: sums over it (sliding, wear, work) are off by about {:.0} %, and peaks may lie \
             between frames. Ask for more frames.",
            last + 1,
            (100.0 * error).max(1.0)
        )
    })
}

fn rim(hip: &Hip, history: &History, outcome: &mut Outcome) {
    let crossing = history.frames.iter().filter(|f| f.patch.lost > 0.0).count();
    let Some(worst) = history.frames.iter().max_by(|a, b| a.patch.lost.total_cmp(&b.patch.lost)) else { return };
    if crossing == 0 {
        return;
    }
    let where_ = if history.frames.len() == 1 {
        "The patch crosses the rim of the cup".to_string()
    } else {
        format!("The patch crosses the rim of the cup in {crossing} of {} frames", history.frames.len())
    };
    let treatment = match hip.contact {
        JointContact::Foundation(_) | JointContact::Calibrated(_) | JointContact::Worn(_) => {
            "The forces are integrated over what is left of it, but the stress at the edge itself is not in an elastic foundation: judge it by finite elements."
        }
        JointContact::FiniteElements(ref joint) if joint.sharp => {
            "The rim is part of the finite elements, but its edge is a corner, where the pressure has no limit: it grows with the number of cells. Give edge-radius or chamfer."
        }
        JointContact::FiniteElements(_) => "The rim and its edge are part of the finite elements.",
        JointContact::Hertz(_) => "Hertz's law does not see the rim: the numbers belong to an unbounded cup.",
    };
    let when = if history.frames.len() == 1 { String::new() } else { format!(" (t = {:.3} s)", worst.time) };
    outcome.warn(
        Severity::Caution,
        "rim-contact",
        format!("{where_}; at worst {:.1} % of the patch lies beyond it{when}. {treatment}", 100.0 * worst.patch.lost),
    );
}

/// What the raised part of a rim carries, and where it carries nothing.
fn lip(hip: &Hip, history: &History, outcome: &mut Outcome) {
    if hip.parameters.implant.design.is_none_or(|design| design.lip.is_none()) {
        return;
    }
    let forces: Option<Vec<[f64; 2]>> = history.frames.iter().map(|frame| lip_force(hip, frame)).collect();
    let Some(forces) = forces else {
        let met = history.frames.iter().any(|f| f.patch.lost > 0.0);
        let how = if met { "the patch comes to the rim, and the" } else { "the" };
        let text = format!(
            "The lip counts for the range of motion, the jump distance and the neck, and carries no load: {how} model of this contact \
             ends in one circle all around. [hip.contact.elastic-foundation] or [hip.contact.calibrated] lets the lip carry."
        );
        let severity = if met { Severity::Caution } else { Severity::Note };
        outcome.warn(severity, "lip-carries-nothing", text);
        return;
    };
    let loaded = forces.iter().filter(|[force, _]| *force > 0.0).count();
    let most = forces.iter().map(|[force, _]| *force).fold(0.0, f64::max);
    let share = forces.iter().map(|[_, share]| *share).fold(0.0, f64::max);
    outcome.push("lip_peak_force_N", "Peak force that the lip of the cup carries", most);
    if loaded > 0 {
        let text = format!(
            "The lip carries up to {} N, at most {:.1} % of the push, in {loaded} of {} frames: on springs, without the stress at its \
             edges. Maps, sliding and wear end at the rim of the cup.",
            three_digits(most),
            1e2 * share,
            forces.len()
        );
        outcome.warn(Severity::Note, "lip-carries", text);
    }
}

/// The force of the lip in a frame, and its share of the whole push.
fn lip_force(hip: &Hip, frame: &Frame) -> Option<[f64; 2]> {
    let force = hip.contact.lip_force(&frame.eccentricity)?.norm() * frame.damping_ratio;
    Some([force, force / frame.push.norm().max(f64::MIN_POSITIVE)])
}

fn validity(hip: &Hip, history: &History, outcome: &mut Outcome) {
    hip.choice.warn(outcome);
    let deepest = history.frames.iter().map(|f| f.patch.indentation).fold(0.0, f64::max);
    match &hip.contact {
        JointContact::FiniteElements(joint) => {
            large_strain(hip, deepest, outcome);
            linear(hip, history, deepest, outcome);
            let points = joint.count_points(&history.peak_push.eccentricity);
            if points < FEWEST_POINTS {
                let text = format!(
                    "Only {points} points touch at the largest push: raise `cells` (it is {}) for a finer patch.",
                    joint.cells
                );
                outcome.warn(Severity::Caution, "few-cells", text);
            }
            if let Some(table) = joint.motion() {
                let text = format!(
                    "Equations of motion run on the energy of finite elements at {} places; their forces there, which were not used, are met within {:.2} %. Pressures are those of the finite elements themselves.",
                    table.places(),
                    100.0 * table.error()
                );
                outcome.warn(Severity::Note, "tabulated-energy", text);
            }
            if let Some(between) = joint.interpolated() {
                let text = format!(
                    "The compliance of the liner is interpolated between {} computed ones; {} others, which were held out, are met within {:.2} %.",
                    between.members,
                    between.held_out,
                    100.0 * between.error
                );
                outcome.warn(Severity::Note, "interpolated-compliance", text);
            }
        }
        JointContact::Foundation(_) | JointContact::Calibrated(_) | JointContact::Worn(_) => {
            large_strain(hip, deepest, outcome);
            let stiff = |m: &Material| m.elastic().map_or(f64::NAN, |e| e.modulus);
            let ratio = stiff(&hip.parameters.implant.head_material) / stiff(&hip.parameters.implant.liner_material);
            if ratio < 20.0 {
                let text = format!(
                    "The foundation takes the head as rigid, but here it is only {} times as stiff as the liner: pressures are too high.",
                    three_digits(ratio)
                );
                outcome.warn(Severity::Caution, "head-not-rigid", text);
            }
            if let JointContact::Calibrated(joint) = &hip.contact {
                calibrated(joint.sphere(), deepest, outcome);
                return;
            }
            match ModelError::new(hip, history) {
                Some(error) => error.warn(history, outcome),
                None => outcome.warn(
                    Severity::Note,
                    "model-error-unknown",
                    "How far the springs are off in pressure has not been estimated: for one layer under load it is."
                        .into(),
                ),
            }
        }
        JointContact::Hertz(_) => {
            let widest = history.frames.iter().map(|f| f.patch.radius).fold(0.0, f64::max);
            let share = widest / hip.head_radius;
            if share > 0.1 {
                outcome.warn(
                    Severity::Caution,
                    "hertz-not-valid",
                    format!(
                        "Hertz's law assumes a patch small against the radii, here it is {:.0} % of the head's radius: use the elastic \
                         foundation.",
                        100.0 * share
                    ),
                );
            }
        }
    }
}

/// How far the calibrated closed form may be off, and where nobody knows.
fn calibrated(sphere: &CalibratedSphere, deepest: f64, outcome: &mut Outcome) {
    let most = 100.0 * CalibratedSphere::HELD_OUT_ERROR;
    match sphere.outside(deepest) {
        None => outcome.warn(
            Severity::Note,
            "calibrated",
            format!("Springs fitted to finite elements: peak pressure and contact radius within {most:.0} % of them for 95 of 100 cups that were held out, where the patch is inside the rim."),
        ),
        Some(what) => outcome.warn(
            Severity::Caution,
            "outside-of-calibration",
            format!("The springs were fitted to finite elements that did not go so far: {what}. There nobody knows how far they are off."),
        ),
    }
}

fn large_strain(hip: &Hip, deepest: f64, outcome: &mut Outcome) {
    let strain = deepest / hip.thickness;
    if strain > LARGEST_STRAIN {
        outcome.warn(
            Severity::Caution,
            "large-strain",
            format!(
                "The liner is compressed by {:.1} % of its thickness: linear elasticity ends near {:.0} %.",
                100.0 * strain,
                100.0 * LARGEST_STRAIN
            ),
        );
    }
}

/// How much of what is no longer linear there was, where it was little.
fn linear(hip: &Hip, history: &History, deepest: f64, outcome: &mut Outcome) {
    let strain = deepest / hip.thickness;
    if !(deepest > 0.0) || strain > LARGEST_STRAIN {
        return;
    }
    let peak = history.peak_pressure.peak_pressure();
    let yields = match find_yield(&hip.parameters.implant.liner_material) {
        Some((name, limit)) => {
            format!("the peak pressure is {:.0} % of the yield strength of {name}", 100.0 * peak / limit)
        }
        None => "the yield strength of the liner is not known".into(),
    };
    let text = format!(
        "The finite elements are linear and know no yield. The liner is compressed by at most {} % of its thickness: what large \
         strains would change is of that order; {yields}.",
        three_digits(100.0 * strain)
    );
    outcome.warn(Severity::Note, "linear-liner", text);
}

/// A number with three significant digits.
fn three_digits(value: f64) -> String {
    let digits = (2 - value.abs().max(1e-12).log10().floor() as i32).clamp(0, 6) as usize;
    format!("{value:.digits$}")
}

fn motion(hip: &Hip, history: &History, outcome: &mut Outcome) {
    if history.time_apart > 0.0 {
        outcome.warn(
            Severity::Note,
            "contact-lost",
            format!(
                "Head and cup are apart for {:.3} ms of the recorded cycle, with {} impact(s): frames may miss pressure peaks between them (the \
                 headline peak pressure is taken at four points of every step).",
                1e3 * history.time_apart,
                history.impacts
            ),
        );
    }
    if let (Some(periodicity), Experiment::Dynamic(case)) = (history.periodicity, hip.parameters.experiment.clone())
        && periodicity > case.periodic_within
    {
        let advice = match history.periodicity_before {
            _ if history.impacts > 0 => format!(
                "With {} impact(s) in a cycle neither more cycles nor a lower tolerance settle it: {CALM}.",
                history.impacts
            ),
            Some(before) if periodicity < 0.5 * before => {
                format!("The cycle before it was {:.2} %: it settles, so raise most-cycles.", 100.0 * before)
            }
            Some(before) => format!(
                "The cycle before it was {:.2} %: more cycles do not settle it. Lower the tolerance (it is {:e}); a change that \
                 stays is a vibration of the model, which dissipation or friction ends.",
                100.0 * before,
                case.tolerance
            ),
            None => format!(
                "Lower the tolerance (it is {:e}), and raise most-cycles to see whether it settles.",
                case.tolerance
            ),
        };
        outcome.warn(
            Severity::Caution,
            "not-periodic",
            format!(
                "After {} cycle(s) the motion still changes by {:.2} % of the peak indentation from one cycle to the next. {advice}",
                history.cycles,
                100.0 * periodicity
            ),
        );
    }
}

/// What ends a vibration along the cup, which dissipation, acting across it, hardly does.
const CALM: &str =
    "start = \"equilibrium\" lets the head begin without a blow, friction or more dissipation end its vibration";

/// A head that was hit in a cup without friction swings on within the clearance. Impacts magnify what schemes round off:
/// from the centre on 5 N s/m, four schemes at tolerances from 1e-5 to 1e-8 slide by 117 to 284 mm, in no order.
fn rattling(history: &History, outcome: &mut Outcome) {
    let value = |name: &str| outcome.value(name).unwrap_or(0.0);
    let (slid, turned) = (value("sliding_distance_m"), value("sliding_distance_euler_m"));
    if history.impacts == 0 || slid <= VIBRATES * turned {
        return;
    }
    let text = format!(
        "The head rattles: it slides by {} mm, of which the motion of the femur asks for {} mm. After {} impact(s) the rest depends \
         on the last digits, so that another scheme or tolerance may give half or twice of it: sliding and wear are orders of \
         magnitude here. {CALM}.",
        three_digits(1e3 * slid),
        three_digits(1e3 * turned),
        history.impacts
    );
    outcome.warn(Severity::Caution, "rattling", text);
}
