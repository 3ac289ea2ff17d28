//! Which parameters cannot be computed with, and why: the one place that says so.

use super::USUAL_FRICTION;
use super::ligament;
use super::parameters::*;
use super::parts::FileAxes;
use crate::Problem;
use crate::contact::{Use, check_coulomb, check_dissipation_without_state, check_material};

/// Inserts that can be meant, in m.
const THICKNESS: std::ops::RangeInclusive<f64> = 1e-4..=0.1;
/// No restraint is stiffer, in N/m and N m/rad.
const STIFFEST: f64 = 1e9;
/// No load acts farther from the middle of a knee, in m.
const FARTHEST: f64 = 1.0;
/// How long a cycle may last, in s.
const DURATIONS: std::ops::RangeInclusive<f64> = 0.02..=1e4;

/// Everything that is wrong with the parameters; empty when they can be run.
pub fn check(parameters: &Parameters) -> Vec<Problem> {
    let mut found = Vec::new();
    implant(&parameters.implant, &mut found);
    if let Contact::Modified(law) = &parameters.contact {
        modified(law, &parameters.implant, &mut found);
    }
    if let Contact::FiniteElements(given) = &parameters.contact {
        finite_elements(given, parameters, &mut found);
    }
    if let Friction::Coulomb(law) = &parameters.friction {
        check_coulomb("friction.coulomb", law, Some(USUAL_FRICTION), &mut found);
    }
    activity(parameters, &mut found);
    experiment(&parameters.experiment, &mut found);
    let factor = parameters.wear.factor.unwrap_or(quantity::WearFactor::from_si(0.0));
    if !(factor.si() >= 0.0 && factor.si().is_finite()) {
        let message = format!("the wear factor is {factor}, it cannot be negative");
        found.push(Problem::new("wear.factor", message, "use 0 mm^3/(N m) for no wear"));
    }
    super::lifetime::check(parameters, &mut found);
    super::platform::check_around(parameters, &mut found);
    output(&parameters.output, &mut found);
    found
}

fn implant(implant: &Implant, found: &mut Vec<Problem>) {
    if let Some(design) = implant.by_design() {
        let also = [
            ("femoral", implant.femoral.is_some()),
            ("insert", implant.insert.is_some()),
            ("axes", implant.axes.is_some()),
            ("thickness", implant.thickness.is_some()),
            ("underside", implant.underside.is_some()),
        ];
        for (key, _) in also.into_iter().filter(|(_, given)| *given) {
            let hint = if key == "thickness" { "say implant.design.thickness" } else { "keep one of them" };
            let message = match implant.design {
                Some(_) => format!("both a design and `{key}` are given"),
                None => {
                    format!("`{key}` is said of parts in files, and none is named: the implant is the default design")
                }
            };
            found.push(Problem::new(format!("implant.{key}"), message, hint));
        }
        found.extend(design.check().err());
    }
    match (&implant.femoral, &implant.insert) {
        (Some(_), None) | (None, Some(_)) => {
            let missing = if implant.insert.is_none() { "insert" } else { "femoral" };
            found.push(Problem::new(
                "implant",
                format!("one part is given, but no `{missing}`"),
                "give both parts, or none for the default design",
            ));
        }
        _ => {}
    }
    if let Err(problem) = FileAxes::read(implant.file_axes()) {
        found.push(problem);
    }
    for (file, path) in [(&implant.femoral, "implant.femoral"), (&implant.insert, "implant.insert")] {
        if file.as_ref().is_some_and(|file| file.axes.is_some()) {
            found.extend(FileAxes::of(implant, file, path).err());
        }
        let far = |file: &PartFile| file.translate.is_some_and(|by| by.iter().any(|l| !(l.si().abs() < 1.0)));
        if file.as_ref().is_some_and(far) {
            let message = "the part is moved by more than a metre";
            found.push(Problem::new(format!("{path}.translate"), message, "write lengths with their unit, \"5 mm\""));
        }
    }
    if let (Some(thickness), Some(underside)) = (implant.thickness, implant.underside) {
        found.push(Problem::new(
            "implant.underside",
            format!("both the thickness ({thickness}) and the underside ({underside}) are given"),
            "keep one of them",
        ));
    }
    let thick = implant.uniform_thickness();
    if !(THICKNESS.contains(&thick)) {
        found.push(Problem::new(
            "implant.thickness",
            format!("the thickness is {thick} m, it must lie between 0.1 and 100 mm"),
            "inserts are 6 to 15 mm thick",
        ));
    }
    // One that is not positive was refused with the rest of the design.
    let unusual = |design: &Design| design.thickness.si() > 0.0 && !THICKNESS.contains(&design.thickness.si());
    if let Some(design) = implant.by_design().filter(unusual) {
        let message = format!("the thickness is {}, it must lie between 0.1 and 100 mm", design.thickness);
        found.push(Problem::new("implant.design.thickness", message, "inserts are 6 to 15 mm thick"));
    }
    check_material("implant.material", &implant.material, Use::Layer, found);
    if let Some(layer) = &implant.femoral_layer {
        check_material("implant.femoral-layer.material", &layer.material, Use::Layer, found);
        if !(layer.thickness.si() > 0.0 && layer.thickness.si() < 0.1) {
            let message = format!("the layer is {} thick, it must be positive", layer.thickness);
            found.push(Problem::new("implant.femoral-layer.thickness", message, "cartilage is 2 to 4 mm thick"));
        }
    }
    for (i, region) in implant.regions.iter().enumerate() {
        let path = format!("implant.regions.{i}");
        let usable = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if region.name.is_empty() || !region.name.chars().all(usable) {
            let message = format!("\"{}\" is no name for a region", region.name);
            found.push(Problem::new(format!("{path}.name"), message, "use letters, digits and _"));
        }
        if implant.regions[..i].iter().any(|other| other.name == region.name) {
            let message = format!("two regions are called \"{}\"", region.name);
            found.push(Problem::new(format!("{path}.name"), message, "give each its own name"));
        }
        if (0..3).any(|k| !(region.high[k].si() > region.low[k].si())) {
            let message = format!("the box of region \"{}\" has no inside", region.name);
            found.push(Problem::new(format!("{path}.high"), message, "each `high` must exceed its `low`"));
        }
        if let Some(material) = &region.material {
            check_material(&format!("{path}.material"), material, Use::Layer, found);
        }
    }
}

fn modified(law: &Modified, implant: &Implant, found: &mut Vec<Problem>) {
    let positive = |length: Option<quantity::Length>| length.is_none_or(|l| l.si() > 0.0 && l.si().is_finite());
    let factor = law.threshold_factor.filter(|f| !(*f > 1.0)).map(|f| ("threshold-factor", f.to_string(), "above 1"));
    let exponent = law.exponent.filter(|m| !(*m > 0.0 && *m < 10.0)).map(|m| ("exponent", m.to_string(), "above 0"));
    let length = |key, given: Option<quantity::Length>| {
        given.filter(|_| !positive(given)).map(|length| (key, length.to_string(), "above 0"))
    };
    let wrong =
        [factor, exponent, length("reference", law.reference), length("effective-radius", law.effective_radius)];
    for (key, value, least) in wrong.into_iter().flatten() {
        let message = format!("the {} is {value}, it must be {least}", key.replace('-', " "));
        found.push(Problem::new(format!("contact.modified.{key}"), message, "leave it out for the fitted value"));
    }
    if implant.femoral_layer.is_some() {
        let message = "the modified foundation is fitted to one layer, and the femoral component has one as well";
        found.push(Problem::new("contact.modified", message, "use linear or logarithmic for two layers"));
    }
}

fn finite_elements(given: &FiniteElements, parameters: &Parameters, found: &mut Vec<Problem>) {
    let path = "contact.finite-elements";
    if !(given.spacing.si() >= 1e-4 && given.spacing.si() <= 0.01) {
        let message = format!("the columns are to be {} apart", given.spacing);
        found.push(Problem::new(format!("{path}.spacing"), message, "between 0.1 and 10 mm, for example 1 mm"));
    }
    if parameters.implant.femoral_layer.is_some() {
        let message = "the femoral component has a soft layer, finite elements are those of the insert alone";
        found.push(Problem::new(path, message, "use linear or logarithmic for two layers"));
    }
    if parameters.surrogate.is_some() {
        let message = "a surrogate stands for springs, not for finite elements";
        found.push(Problem::new("surrogate", message, "leave out the surrogate, or use linear or logarithmic"));
    }
}

fn activity(parameters: &Parameters, found: &mut Vec<Problem>) {
    let Activity { pose, duration, load, flexion, .. } = &parameters.activity;
    if let Some(angle) = flexion.filter(|angle| !(-0.6..=2.8).contains(&angle.si())) {
        let message = format!("the knee is bent by {angle}");
        found.push(Problem::new("activity.flexion", message, "between -30 and 160 deg"));
    }
    if let Some(duration) = duration.filter(|d| !DURATIONS.contains(&d.si())) {
        let [least, most] = [DURATIONS.start(), DURATIONS.end()];
        let message = format!("one cycle lasts {duration}, it must lie between {least} and {most} s");
        found.push(Problem::new("activity.duration", message, "walking cycles last about 1.1 s"));
    }
    let mut one_time = |path: &str, time: bool, percent: bool| {
        if time == percent {
            let message =
                if time { "both a time and a percent column are named" } else { "no time or percent column is named" };
            found.push(Problem::new(path, message, "name one of them, for example percent = \"pct_cycle\""));
        }
    };
    if let Some(pose) = pose {
        one_time("activity.pose", pose.time.is_some(), pose.percent.is_some());
    }
    if let Some(file) = &load.file {
        one_time("activity.load.file", file.time.is_some(), file.percent.is_some());
    }
    if pose.is_none() && parameters.implant.by_design().is_none() && needs_pose(&parameters.experiment) {
        found.push(Problem::new(
            "activity.pose",
            "parts of your own need a pose of their own: the program knows designs alone well enough to lay them on one another",
            "give activity.pose, or use the load-driven experiment",
        ));
    }
    if parameters.activity.body.is_some() && (load.file.is_some() || load.constant.is_some()) {
        let message = "both a body and another load are given";
        found.push(Problem::new("activity.body", message, "keep one of them"));
    }
    self::load(load, found);
}

/// Whether a pose drives.
pub(super) fn needs_pose(experiment: &Experiment) -> bool {
    match experiment {
        Experiment::MeasuredPose(_) => true,
        Experiment::LoadDriven(case) => case.flexion == FlexionFrom::Pose,
    }
}

fn load(load: &Load, found: &mut Vec<Problem>) {
    if load.constant.is_some() && load.file.is_some() {
        found.push(Problem::new("activity.load.constant", "both a constant and a file are given", "keep one of them"));
    }
    for (name, force) in [("constant", load.constant), ("peak", load.peak), ("body-weight", load.body_weight)] {
        if let Some(force) = force.filter(|f| !(f.si() > 0.0 && f.si() < 1e6)) {
            let message = format!("the force is {force}, it must be positive and below 1 MN");
            found.push(Problem::new(
                format!("activity.load.{name}"),
                message,
                "walking loads a knee by 2 to 3 body weights",
            ));
        }
    }
    match (load.peak, load.peak_body_weights, load.body_weight) {
        (Some(_), Some(_), _) => {
            found.push(Problem::new("activity.load.peak-body-weights", "the peak is given twice", "keep one of them"));
        }
        (None, Some(_), None) => found.push(Problem::new(
            "activity.load.peak-body-weights",
            "a share of the body weight needs the body weight",
            "add body-weight = \"700 N\"",
        )),
        (None, Some(share), Some(_)) if !(share > 0.0 && share < 100.0) => {
            let message = format!("the peak is {share} body weights");
            found.push(Problem::new("activity.load.peak-body-weights", message, "walking has 2 to 3"));
        }
        _ => {}
    }
    if load.file.as_ref().is_some_and(|file| file.medial.is_some() && file.frontal_moment.is_some()) {
        let message = "both a line of action and a frontal moment are named: they say the same in two ways";
        found.push(Problem::new("activity.load.file.frontal-moment", message, "keep one of them"));
    }
    let in_weights = load.file.as_ref().is_some_and(|f| f.force_unit != crate::hip::parameters::ForceUnit::N);
    if in_weights && load.body_weight.is_none() {
        let message = "forces in body weights need the body weight";
        found.push(Problem::new("activity.load.file.force-unit", message, "add load.body-weight = \"700 N\""));
    }
}

fn experiment(experiment: &Experiment, found: &mut Vec<Problem>) {
    match experiment {
        Experiment::MeasuredPose(case) => {
            if !(case.largest_offset.si() > 0.0 && case.largest_offset.si() <= FARTHEST) {
                let message = format!(
                    "the largest offset is {}, it must be positive and at most {FARTHEST} m",
                    case.largest_offset
                );
                found.push(Problem::new("experiment.measured-pose.largest-offset", message, "3 mm is a good choice"));
            }
        }
        Experiment::LoadDriven(case) => {
            let path = |name: &str| format!("experiment.load-driven.{name}");
            for (name, value, text) in [
                ("anterior-stiffness", case.anterior_stiffness.si(), case.anterior_stiffness.to_string()),
                ("rotation-stiffness", case.rotation_stiffness.si(), case.rotation_stiffness.to_string()),
            ] {
                if !(0.0..=STIFFEST).contains(&value) {
                    let message =
                        format!("the stiffness is {text}, it cannot be negative, nor above {STIFFEST:e} in SI units");
                    found.push(Problem::new(
                        path(name),
                        message,
                        "0 for no restraint; 30 N/mm and 34 N m/rad are usual",
                    ));
                }
            }
            if !(case.load_medial.si().abs() <= FARTHEST) {
                let message = format!("the axial force acts {} from the middle", case.load_medial);
                found.push(Problem::new(path("load-medial"), message, "5 mm medially is usual: check the unit"));
            }
            ligament::check(&path("ligaments"), &case.ligaments, found);
            if let Some(input) = &case.dynamic {
                check_dissipation_without_state(&path("dynamic.dissipation"), &input.dissipation, found);
                if let Dissipation::KelvinVoigt(_) = input.dissipation {
                    let message = "a dashpot in N s/m has no meaning for a surface, whose area changes";
                    let hint = "use one of the laws with a restitution";
                    found.push(Problem::new(path("dynamic.dissipation.kelvin-voigt"), message, hint));
                }
                if !(input.mass.si() > 0.0) {
                    let message = format!("the mass is {}, it must be positive", input.mass);
                    found.push(Problem::new(path("dynamic.mass"), message, "a few kilograms"));
                }
                if !(1e-10..=0.1).contains(&input.tolerance) {
                    let message = format!("the tolerance is {}, it must lie between 1e-10 and 0.1", input.tolerance);
                    found.push(Problem::new(path("dynamic.tolerance"), message, "1e-4 is a good choice"));
                }
                if !(0.0..=10.0).contains(&input.damping_ratio) {
                    let message = format!("the damping ratio is {}, it must lie between 0 and 10", input.damping_ratio);
                    found.push(Problem::new(path("dynamic.damping-ratio"), message, "0.5 is a good choice"));
                }
            }
        }
    }
}

fn output(output: &Output, found: &mut Vec<Problem>) {
    if !(5..=2001).contains(&output.frames) {
        let message = format!("{} frames were asked for", output.frames);
        found.push(Problem::new("output.frames", message, "between 5 and 2001, for example 101"));
    }
    if !(output.spacing.si() >= 1e-5 && output.spacing.si() <= 0.02) {
        let message = format!("the points are to be {} apart", output.spacing);
        found.push(Problem::new("output.spacing", message, "between 10 um and 20 mm, for example 1 mm"));
    }
    if !(output.proximity.si() >= 0.0 && output.proximity.si() <= 0.05) {
        let message = format!("gaps up to {} are to be recorded", output.proximity);
        found.push(Problem::new("output.proximity", message, "between 0 and 50 mm, for example 1 mm"));
    }
}
