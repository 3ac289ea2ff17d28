//! Which parameters cannot be computed with, and why: the one place that says so.

use super::anthropometry::Skeleton;
use super::implant::build_contact;
use super::parameters::*;
use super::{recording::SEGMENTS, shipped};
use crate::Problem;
use crate::contact::{Friction, Use, check_material};
use crate::film::check_cells;
use crate::mechanism::parameters::{BaumgarteInput, SchemeName, StabilisationInput};

/// Everything that is wrong with the parameters, apart from the recording; empty when they can be run.
pub fn check(parameters: &Parameters) -> Vec<Problem> {
    let mut found = Found(Vec::new());
    hips(parameters, &mut found);
    body(&parameters.body, &mut found);
    motion(&parameters.motion, &mut found);
    let other = parameters.motion.file.as_ref().is_some_and(|file| file.other_leg.is_some());
    found.require(
        parameters.both_legs || !other,
        "motion.file.other-leg",
        "the other leg has columns, but only one leg walks".into(),
        "add both-legs = true to [gait], or leave the columns out",
    );
    implant(&parameters.implant, &mut found);
    lubricated(parameters, &mut found);
    times(parameters, &mut found);
    found.0
}

/// What has been found so far.
struct Found(Vec<Problem>);

impl Found {
    fn require(&mut self, holds: bool, path: &str, message: String, hint: &str) {
        if !holds {
            self.0.push(Problem::new(path, message, hint));
        }
    }
}

fn hips(parameters: &Parameters, found: &mut Found) {
    let kinds = parameters.hip.list();
    found.require(!kinds.is_empty(), "hip", "the list of hips is empty".into(), "hip = \"ideal\"");
    for (i, kind) in kinds.iter().enumerate() {
        found.require(
            !kinds[..i].contains(kind),
            &format!("hip.{i}"),
            format!("\"{}\" is there twice", kind.name()),
            "remove one of them; several fluids are a list in [gait.lubricated]",
        );
    }
    let moving = kinds.iter().any(|kind| *kind != Kind::Ideal);
    found.require(
        !(moving && parameters.motion.linkage == Linkage::Measured),
        "motion.linkage",
        "a dry or lubricated hip needs rigid segments".into(),
        "linkage = \"rigid\"",
    );
    found.require(
        (0.0..=30.0).contains(&parameters.gravity.si()),
        "gravity",
        format!("gravity is {}, it must lie between 0 and 30 m/s^2", parameters.gravity),
        "9.81 m/s^2 on earth",
    );
}

fn body(body: &Body, found: &mut Found) {
    if let Body::Scaled(person) = body {
        found.require(
            person.mass.si() > 5.0 && person.mass.si() < 400.0,
            "body.scaled.mass",
            format!("a person of {}", person.mass),
            "the mass of the whole person, between 5 and 400 kg",
        );
        found.require(
            person.height.si() > 0.5 && person.height.si() < 2.6,
            "body.scaled.height",
            format!("a person {} tall", person.height),
            "between 0.5 and 2.6 m: check the unit",
        );
    }
    if let Body::Given(_) = body {
        let skeleton = Skeleton::new(body);
        let segments = [skeleton.trunk, skeleton.thigh, skeleton.shank, skeleton.foot];
        for (name, segment) in SEGMENTS.iter().zip(segments) {
            let path = |key: &str| format!("body.given.{name}.{key}");
            let hint = "compare with Table 1 of Costa2016: `synovia list`";
            found.require(
                segment.length > 0.0 && segment.length < 2.0,
                &path("length"),
                format!("the {name} is {} m long", segment.length),
                hint,
            );
            found.require(
                segment.mass > 0.0 && segment.mass < 400.0,
                &path("mass"),
                format!("the {name} has a mass of {} kg", segment.mass),
                hint,
            );
            found.require(
                segment.inertia > 0.0 && segment.inertia < 100.0,
                &path("moment-of-inertia"),
                format!("the {name} has a moment of inertia of {} kg m^2", segment.inertia),
                hint,
            );
            found.require(
                (0.0..=2.0).contains(&segment.centre),
                &path("centre-of-mass"),
                format!("the centre of mass of the {name} is at {} of its length", segment.centre),
                "a share of the length from the upper joint, about 0.43 for thigh and shank",
            );
        }
    }
}

fn motion(motion: &Motion, found: &mut Found) {
    if let Some(name) = &motion.recording {
        let known: Vec<&str> = shipped::RECORDINGS.iter().map(|r| r.name).collect();
        found.require(
            known.contains(&name.as_str()),
            "motion.recording",
            format!("no recording is called \"{name}\""),
            &format!("known are {}; or name a file of your own in [gait.motion.file]", known.join(", ")),
        );
        found.require(
            motion.file.is_none(),
            "motion.recording",
            "there is a recording and a file".into(),
            "delete one of them",
        );
    }
    if let Some(file) = &motion.file {
        found.require(
            file.markers.is_some() != file.angles.is_some(),
            "motion.file",
            if file.markers.is_some() {
                "both markers and angles are given"
            } else {
                "neither markers nor angles are given"
            }
            .into(),
            "name the columns in either [gait.motion.file.markers] or [gait.motion.file.angles]",
        );
        if let Some(other) = &file.other_leg {
            found.require(
                other.markers.is_some() == file.markers.is_some() && other.angles.is_some() == file.angles.is_some(),
                "motion.file.other-leg",
                "the other leg has not the kind of columns that this one has".into(),
                "give it `markers` where this leg has markers, `angles` where it has angles",
            );
        }
        if let Some(angles) = &file.angles {
            found.require(
                angles.instep.si().abs() <= std::f64::consts::TAU,
                "motion.file.angles.instep",
                format!("the instep points to {}, more than a whole turn", angles.instep),
                "147 deg is usual",
            );
            found.require(
                angles.hip_in_pelvis.iter().all(|length| length.si().abs() <= 1.0),
                "motion.file.angles.hip-in-pelvis",
                format!(
                    "the hip is {} forwards and {} upwards in the pelvis",
                    angles.hip_in_pelvis[0], angles.hip_in_pelvis[1]
                ),
                "[\"-70.7 mm\", \"-66.1 mm\"] is usual: check the unit",
            );
        }
        found.require(
            !(file.angles.is_some() && motion.linkage == Linkage::Measured),
            "motion.linkage",
            "angles say nothing about measured lengths".into(),
            "linkage = \"rigid\"",
        );
    }
    if let Smoothing::Butterworth(by) | Smoothing::Spline(by) = motion.smoothing {
        found.require(
            (0.5..=1e3).contains(&by.cutoff.si()),
            "motion.smoothing",
            format!("the cut-off is {}, it must lie between 0.5 and 1000 Hz", by.cutoff),
            "4 to 10 Hz are usual for walking",
        );
    }
    found.require(
        motion.bridge_frames <= 50,
        "motion.bridge-frames",
        format!("gaps of {} frames cannot be bridged", motion.bridge_frames),
        "a few frames can; measure again where more are missing",
    );
}

fn implant(implant: &Implant, found: &mut Found) {
    let (radius, clearance) = (implant.radius, implant.clearance);
    found.require(
        (4e-3..=60e-3).contains(&radius.si()),
        "implant.radius",
        format!("the head has a radius of {radius}"),
        "11 to 32 mm; Costa2016 has 32 and 28 mm: check the unit",
    );
    found.require(
        clearance.si() >= 1e-7,
        "implant.clearance",
        format!("the clearance is {clearance}, it must be positive, and no implant has less than 0.1 um"),
        "20 um in Costa2016; metal on polyethylene 80 to 300, metal on metal 30 to 75, ceramic 25 to 50 um",
    );
    let fits = clearance.si() < 0.1 * radius.si();
    found.require(
        fits || radius.si() <= 0.0,
        "implant.clearance",
        format!("a clearance of {clearance} is too large for a head of {radius}"),
        "the radius of the cup less that of the head: micrometres",
    );
    for (i, material) in implant.materials.iter().enumerate() {
        check_material(&format!("implant.materials.{i}"), material, Use::HalfSpace, &mut found.0);
    }
    if found.0.is_empty()
        && let Err(problems) = build_contact(implant)
    {
        found.0.extend(problems.into_iter().map(|problem| problem.below("implant")));
    }
}

fn lubricated(parameters: &Parameters, found: &mut Found) {
    let Parameters { lubricated, implant, .. } = parameters;
    let is_there = parameters.hip.list().contains(&Kind::Lubricated);
    let fluids = &lubricated.fluids;
    found.require(
        !fluids.is_empty(),
        "lubricated.fluids",
        "the list of fluids is empty".into(),
        "fluids = [\"500 Pa s\"]",
    );
    for (i, fluid) in fluids.iter().enumerate() {
        let path = format!("lubricated.fluids.{i}");
        found.0.extend(fluid.find_problem(&path));
        found.require(
            fluids[..i].iter().all(|other| other.key() != fluid.key()),
            &path,
            format!("{} is there twice", fluid.label()),
            "remove one of them",
        );
        if let Fluid::Thinning(given) = fluid {
            let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            found.require(
                given.name.starts_with(|c: char| c.is_ascii_lowercase()) && given.name.chars().all(good),
                &format!("{path}.name"),
                format!("\"{}\" cannot be part of a column's name", given.name),
                "use small letters, digits and dashes, and begin with a letter",
            );
        }
    }
    found.require(
        !(is_there && matches!(implant.friction, Friction::Compliant(_))),
        "implant.friction.compliant",
        "friction that gives way sideways cannot rub on the rough surfaces beneath a film".into(),
        "use friction.coulomb, or leave \"lubricated\" out of the hips",
    );
    if let Some(length) = lubricated.length {
        found.require(
            (1e-3..=0.2).contains(&length.si()),
            "lubricated.length",
            format!("the bearing is {length} long"),
            "leave it out for the diameter of the head; if it is given, check its unit",
        );
    }
    found.0.extend(check_cells("lubricated.cells", lubricated.cells));
    let (roughness, clearance) = (lubricated.roughness, implant.clearance);
    found.require(
        roughness.si() >= 1e-10 && roughness.si() <= 0.2 * clearance.si(),
        "lubricated.roughness",
        format!("the roughness is {roughness}, it must be more than that of an atom and at most a fifth of the clearance of {clearance}"),
        "polished metal and ceramic heads have 0.005 to 0.05 um, polyethylene cups about 1 um",
    );
}

fn times(parameters: &Parameters, found: &mut Found) {
    let Window { duration, settling, .. } = parameters.window;
    if let Some(duration) = duration {
        found.require(
            duration.si() > 0.0 && duration.si() <= 100.0,
            "window.duration",
            format!("the window lasts {duration}, it must be positive and at most 100 s"),
            "Costa2016 has 0.957 s; leave it out for one cycle",
        );
    }
    if let Some(settling) = settling {
        found.require(
            (0.0..=10.0).contains(&settling.si()),
            "window.settling",
            format!("the settling time is {settling}, it must lie between 0 and 10 s"),
            "0.05 s are many periods of a vibrating hip",
        );
    }
    let Timing { interval, tolerance, scheme, .. } = parameters.time;
    if let StabilisationInput::Baumgarte(BaumgarteInput { alpha, beta }) = parameters.time.stabilisation {
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            found.require(
                (0.0..=1e5).contains(&value),
                &format!("time.stabilisation.baumgarte.{name}"),
                format!("{name} is {value} 1/s, it must lie between 0 and 1e5"),
                "5 in Costa2016; a negative one would drive joints apart",
            );
        }
    }
    let film = parameters.hip.list().contains(&Kind::Lubricated);
    found.require(
        !film || matches!(scheme, SchemeName::Rosenbrock | SchemeName::Bdf),
        "time.scheme",
        "an explicit scheme would take a step of a picosecond through a film".into(),
        "scheme = \"bdf\" or \"rosenbrock\"",
    );
    found.require(
        interval.si() >= 1e-6 && interval.si() <= 0.1,
        "time.interval",
        format!("an interval of {interval} between reported instants"),
        "between 1 us and 0.1 s; 0.5 ms show every impact of a dry hip",
    );
    found.require(
        (1e-13..=1e-3).contains(&tolerance),
        "time.tolerance",
        format!("the tolerance is {tolerance}, it must lie between 1e-13 and 1e-3"),
        "1e-10 is a good choice",
    );
}
