//! A rotating platform: the insert turns on its tray about its long axis, flat or in a dish.
//!
//! The tray holds the insert by friction up to `M = μ F a/√(1 − (a/R)²)` (flat: R → ∞) and lets it turn beyond: play with a
//! limit, as in plasticity. From instant to instant the insert stays where it was while the femoral component's moment on
//! it is less; otherwise it turns until the moment is that. The cycle is gone through twice, so that it no longer
//! matters where the insert was before.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | μ | `friction` | 1 |
//! | F | axial force of the contact | N |
//! | a | `arm` at which the tray carries | m |
//! | R | `dish-radius` | m |
//!
//! *Assumes* that the tray carries straight below the condyles, that the insert does not tilt in its dish, and that a peg
//! keeps it in the middle. *Pitfalls*: friction that depends on speed is not known to the tray.
//! *Checked by* `a_free_platform_turns_with_the_femur`, `a_platform_is_held_by_its_friction` and the moment at the limit.

use mechanics::contact::surfaces::Twist;
use mechanics::rigid::spatial::Scratch;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use results::{Outcome, Severity, Table};

use super::balance::Curves;
use super::design::PlatformDesign;
use super::drive::{Options, Turn};
use super::history::{Frame, place};
use super::parameters::{Experiment, LoadDriven, Parameters};
use super::search::{Found, Quest, Seeker};
use super::{Replacement, ReplacementError};
use crate::sheet::mm;
use crate::{Problem, Watch};

/// An insert at an angle, and the moment of the tray on it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Turned {
    /// About the superior axis, in rad.
    pub angle: f64,
    /// In rad/s.
    pub rate: f64,
    /// Of the tray on the insert, in N·m.
    pub moment: f64,
}

/// What cannot be.
pub(super) fn check(platform: &PlatformDesign, spacing: f64) -> Result<(), Problem> {
    let path = |field: &str| format!("implant.design.platform.{field}");
    if !(0.0..=2.0).contains(&platform.friction) {
        let message = format!("the coefficient of friction is {}", platform.friction);
        return Err(Problem::new(path("friction"), message, "between 0 and 2; metal on polyethylene has about 0.04"));
    }
    let arm = platform.arm.map_or(0.5 * spacing, |arm| arm.si());
    if !(0.0..=0.1).contains(&arm) {
        let message = format!("the tray carries {:.3} mm from the axis", 1e3 * arm);
        return Err(Problem::new(path("arm"), message, "between 0 and 100 mm, about half of the spacing"));
    }
    if let Some(dish) = platform.dish_radius.filter(|dish| !(dish.si() > arm && dish.si() <= 10.0)) {
        let arm = mm(arm);
        let message = format!("a dish of {dish} does not reach the arm of {arm} mm at which it carries");
        let hint = format!("a dish-radius of more than {arm} mm and at most 10 m, or a shorter arm");
        return Err(Problem::new(path("dish-radius"), message, hint));
    }
    Ok(())
}

/// What a platform does not go together with.
pub(super) fn check_around(parameters: &Parameters, found: &mut Vec<Problem>) {
    let Some(design) = parameters.implant.by_design() else { return };
    let mut refuse = |path: &str, message: &str, hint: &str| found.push(Problem::new(path, message, hint));
    if design.platform.is_some() {
        if parameters.lifetime.is_some() {
            refuse("lifetime", "a lifetime knows a fixed insert only", "leave out implant.design.platform");
        }
        if matches!(&parameters.experiment, Experiment::LoadDriven(LoadDriven { dynamic: Some(_), .. })) {
            let message = "a rotating platform is found in equilibrium, and equations of motion are asked for";
            refuse("experiment.load-driven.dynamic", message, "delete dynamic, or implant.design.platform");
        }
    }
    if parameters.surrogate.is_some() {
        for (path, is) in [("platform", design.platform.is_some()), ("post", design.post.is_some())] {
            if is {
                let message = format!("a surrogate stands for condyles on a fixed insert, and here is a {path}");
                refuse("surrogate", &message, "delete the surrogate");
            }
        }
    }
}

/// Friction moment for each newton of axial force, in m.
fn arm(knee: &Replacement, platform: &PlatformDesign) -> f64 {
    let half = knee.designed().map_or(0.0, |designed| 0.5 * designed.insert.shape().spacing);
    let arm = platform.arm.map_or(half, |arm| arm.si());
    let flank = platform.dish_radius.map_or(1.0, |dish| (1.0 - (arm / dish.si()).powi(2)).sqrt());
    platform.friction * arm / flank
}

/// The platform of a knee, where it has one.
pub(super) fn of(knee: &Replacement) -> Option<PlatformDesign> {
    knee.parameters.implant.design.and_then(|design| design.platform)
}

/// Coordinates against the insert of those against the tray, where the insert has turned: it turns about the axis of the
/// first rotation.
pub(super) fn relative(absolute: &[f64; 6], angle: f64) -> [f64; 6] {
    let [f, a, r, x, y, z] = *absolute;
    let at = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), -angle) * Vector3::new(x, y, z);
    [f, a, r - angle, at.x, at.y, at.z]
}

/// Where the femoral component rests at an instant, and how far the insert has turned then, from where it was.
pub(super) fn find(
    (knee, curves, options, watch): (&Replacement, &Curves, Options, &dyn Watch),
    quest: &Quest,
    before: Turned,
) -> Result<(Found, Turned), ReplacementError> {
    let Some(platform) = of(knee) else {
        let seeker = Seeker::new(knee, curves, options, watch)?;
        return Ok((seeker.find(quest, &mut seeker.scratches())?, before));
    };
    let per_newton = arm(knee, &platform);
    let solve = |turn: Turn, quest: &Quest| {
        let seeker = Seeker::new(knee, curves, Options { platform: Some(turn), ..options }, watch)?;
        let mut scratches = seeker.scratches().map(Scratch::in_parallel);
        let found = seeker.find(quest, &mut scratches)?;
        let angle = found.platform.unwrap_or(before.angle);
        let (push, moment) = pressed(knee, &found.coordinates, angle, quest.rates.map(|rates| (rates, turn.speed())));
        Ok::<_, ReplacementError>((found, angle, push, moment))
    };
    let (found, angle, push, moment) = solve(Turn::Held(before.angle), quest)?;
    let mut most = per_newton * push;
    if moment.abs() <= most {
        return Ok((found, Turned { angle, rate: 0.0, moment: -moment }));
    }
    let mut at = found.coordinates;
    let mut steps = found.steps;
    let mut last = (found, angle, most);
    // The axial force hardly depends on where the insert is: its friction is known after one look.
    for _ in 0..2 {
        let held = -most.copysign(moment);
        let turn = Turn::Slips { from: last.1, speed: before.rate, moment: held };
        let (found, angle, push, _) = solve(turn, &Quest { guess: at, ..*quest })?;
        steps += found.steps;
        (at, last) = (found.coordinates, (Found { steps, ..found }, angle, held.abs()));
        if (per_newton * push - most).abs() <= 1e-6 * most {
            break;
        }
        most = per_newton * push;
    }
    let (found, angle, most) = last;
    Ok((found, Turned { angle, rate: before.rate, moment: -most.copysign(moment) }))
}

/// Axial force of the contacts on the femoral component, and their moment on the insert about its long axis.
fn pressed(knee: &Replacement, coordinates: &[f64; 6], angle: f64, moving: Option<([f64; 6], f64)>) -> (f64, f64) {
    let at = relative(coordinates, angle);
    let (pose, mut twist) = place(&at, &[0.0; 6]);
    if let Some((rates, speed)) = moving {
        twist = seen_from_insert((coordinates, &rates), angle, speed);
    }
    let mut scratch = knee.pair.scratch().in_parallel();
    let mut answers = vec![knee.pair.evaluate(&pose, &twist, &mut scratch)];
    if let Some(post) = &knee.post {
        answers.push(post.evaluate(&pose, &twist, &mut post.scratch()));
    }
    let (mut force, mut moment) = (Vector3::zeros(), Vector3::zeros());
    for answer in answers {
        force += answer.force;
        moment += answer.moment;
    }
    (force.y, -(moment + pose.translation.vector.cross(&force)).y)
}

/// Twist against an insert that itself turns.
fn seen_from_insert((coordinates, rates): (&[f64; 6], &[f64; 6]), angle: f64, speed: f64) -> Twist {
    let (pose, twist) = place(coordinates, rates);
    let spin = Vector3::y() * speed;
    let back = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), -angle);
    Twist {
        linear: back * (twist.linear - spin.cross(&pose.translation.vector)),
        angular: back * (twist.angular - spin),
    }
}

/// The pose against the tray of coordinates against the insert.
pub(super) fn pose_on_tray(coordinates: &[f64; 6], turned: Option<Turned>) -> Isometry3<f64> {
    let pose = place(coordinates, &[0.0; 6]).0;
    let angle = turned.map_or(0.0, |turned| turned.angle);
    let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), angle);
    Isometry3::from_parts(Translation3::identity(), turn) * pose
}

/// What the tray sees of the cycle: columns.
pub(super) fn columns(knee: &Replacement, frames: &[Frame], table: &mut Table) {
    if of(knee).is_none() {
        return;
    }
    let of = |value: &dyn Fn(&Turned) -> f64| frames.iter().map(|f| f.platform.as_ref().map_or(0.0, value)).collect();
    table.push("platform_rotation_rad", "Rotation of the insert on its tray", of(&|t| t.angle));
    table.push("platform_moment_N_m", "Moment of the tray on the insert", of(&|t| t.moment));
}

/// What the tray sees of the cycle: headline numbers.
pub(super) fn headline(knee: &Replacement, frames: &[Frame], outcome: &mut Outcome) {
    let Some(platform) = of(knee) else { return };
    let angles: Vec<f64> = frames.iter().filter_map(|f| f.platform.map(|turned| turned.angle)).collect();
    let (low, high) = angles.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), a| (l.min(*a), h.max(*a)));
    outcome.push("platform_range_rad", "Range of rotation of the insert on its tray", (high - low).max(0.0));
    let half = knee.designed().map_or(0.0, |designed| 0.5 * designed.insert.shape().spacing);
    let arm = platform.arm.map_or(half, |arm| arm.si());
    let way = |pair: &[Frame]| {
        let angle = |f: &Frame| f.platform.map_or(0.0, |turned| turned.angle);
        (arm * (angle(&pair[1]) - angle(&pair[0])).abs(), 0.5 * (pair[0].response.force.y + pair[1].response.force.y))
    };
    let ways: Vec<(f64, f64)> = frames.windows(2).map(way).collect();
    outcome.push(
        "lower_sliding_distance_m",
        "Sliding of the insert on its tray below the condyles, over a cycle",
        ways.iter().map(|(slid, _)| slid).sum(),
    );
    if let Some(factor) = knee.parameters.wear.factor {
        let work: f64 = ways.iter().map(|(slid, force)| slid * force).sum();
        outcome.push(
            "lower_wear_volume_per_million_cycles_m3",
            "Worn volume of the lower bearing per million cycles",
            1e6 * factor.si() * work,
        );
    }
    let text = "The tray holds the insert by Coulomb friction at one arm and lets it turn about the middle of its outline; it \
         does not tilt in a dish, and its underside is not a contact of surfaces.";
    outcome.warn(Severity::Note, "platform-model", text.into());
}
