//! Which parameters cannot be computed with, and why: the one place that says so.

use super::parameters::*;
use super::plausibility::check_implant;
use super::{USUAL_FRICTION, activity_files, shipped};
use crate::Problem;
use crate::contact::{Use, check_compliant, check_coulomb, check_dissipation_without_state, check_material};

/// No head is pressed harder, in N.
const HEAVIEST: f64 = 1e6;

/// Everything that is wrong with the parameters; empty when they can be run.
pub fn check(parameters: &Parameters) -> Vec<Problem> {
    let parameters = &Parameters { contact: parameters.chosen_contact(), ..parameters.clone() };
    let mut found = Vec::new();
    implant(&parameters.implant, &mut found);
    patient(&parameters.patient, &mut found);
    activity(&parameters.activity, &mut found);
    check_dissipation_without_state("dissipation", &parameters.dissipation, &mut found);
    if let Friction::Coulomb(law) = &parameters.friction {
        check_coulomb("friction.coulomb", law, Some(USUAL_FRICTION), &mut found);
    }
    if let Friction::Compliant(law) = &parameters.friction {
        check_compliant("friction.compliant", law, &mut found);
        if matches!(parameters.experiment, Experiment::QuasiStatic(_)) {
            found.push(Problem::new(
                "friction.compliant",
                "a friction spring has a history, which equilibrium at every instant does not know",
                "use [hip.experiment.dynamic], or [hip.friction.coulomb]",
            ));
        }
    }
    if let Contact::FiniteElements(law) = &parameters.contact {
        finite_elements(law, &parameters.experiment, &mut found);
        edges(law, &parameters.implant, &mut found);
    }
    experiment(&parameters.experiment, &mut found);
    output(parameters, &mut found);
    let factor = parameters.wear.factor.unwrap_or(quantity::WearFactor::from_si(0.0));
    if !(factor.si() >= 0.0 && factor.si().is_finite()) {
        found.push(Problem::new(
            "wear.factor",
            format!("the wear factor is {factor}, it cannot be negative"),
            "use 0 mm^3/(N m) for no wear",
        ));
    }
    super::lifetime_check::check(parameters, &mut found);
    super::worn::check(parameters, &mut found);
    found
}

fn implant(implant: &Implant, found: &mut Vec<Problem>) {
    let head = implant.head_diameter;
    if !(head.si() > 0.0) {
        found.push(Problem::new(
            "implant.head-diameter",
            format!("the head diameter is {head}, it must be positive"),
            "heads are 22 to 60 mm wide",
        ));
    }
    check_implant(implant, found);
    clearance(implant, found);
    positive_thickness("implant.liner-thickness", implant.liner_thickness, found);
    check_material("implant.head-material", &implant.head_material, Use::Body, found);
    check_material("implant.liner-material", &implant.liner_material, Use::Layer, found);
    for (i, layer) in implant.layers.iter().enumerate() {
        positive_thickness(&format!("implant.layers.{i}.thickness"), layer.thickness, found);
        check_material(&format!("implant.layers.{i}.material"), &layer.material, Use::Layer, found);
    }
    let degrees = |angle: quantity::Angle| angle.si().to_degrees();
    for (name, angle) in [("inclination", implant.inclination), ("anteversion", implant.anteversion)] {
        if !(degrees(angle).abs() <= 90.0) {
            found.push(Problem::new(
                format!("implant.{name}"),
                format!("the {name} is {angle}, it must lie between -90 and 90 deg"),
                "cups are placed near 45 deg of inclination and 15 deg of anteversion",
            ));
        }
    }
    if !(10.0..=300.0).contains(&degrees(implant.coverage)) {
        found.push(Problem::new(
            "implant.coverage",
            format!("the coverage is {}, it must lie between 10 and 300 deg", implant.coverage),
            "a hemispherical cup covers 180 deg",
        ));
    }
    if let Some(design) = &implant.design {
        design.check(implant, found);
    }
}

fn finite_elements(law: &FiniteElements, experiment: &Experiment, found: &mut Vec<Problem>) {
    let path = |name: &str| format!("contact.finite-elements.{name}");
    let axial = matches!(experiment, Experiment::Static(case) if case.load_tilt.si() == 0.0);
    let most = if axial { 240 } else { 96 };
    if let Some(cells) = law.cells.filter(|cells| !(12..=most).contains(cells)) {
        found.push(Problem::new(
            path("cells"),
            format!("{cells} cells from the pole to the rim were asked for, it must be between 12 and {most}"),
            "leave it out: the number then follows from the size of the patch",
        ));
    }
    for (name, length) in [("edge-radius", law.edge_radius), ("chamfer", law.chamfer)] {
        if let Some(length) = length.filter(|length| !(length.si() > 0.0)) {
            found.push(Problem::new(
                path(name),
                format!("the {name} is {length}, it must be positive"),
                "leave it out for an edge that is a corner",
            ));
        }
    }
    if let (Some(radius), Some(chamfer)) = (law.edge_radius, law.chamfer) {
        found.push(Problem::new(
            path("chamfer"),
            format!("both an edge radius ({radius}) and a chamfer ({chamfer}) are given"),
            "keep one of them",
        ));
    }
    if let Some(angle) = law.held_to.filter(|angle| !(angle.si() > 0.0)) {
        found.push(Problem::new(
            path("held-to"),
            format!("the back of the cup is held up to {angle} from the pole: nothing holds the liner"),
            "leave it out: the whole back of the cup is held then",
        ));
    }
}

/// One edge, said in two places.
fn edges(law: &FiniteElements, implant: &Implant, found: &mut Vec<Problem>) {
    let given = law.edge_radius.map(|r| ("edge-radius", r)).or(law.chamfer.map(|c| ("chamfer", c)));
    let Some(((name, length), design)) = given.zip(implant.design.as_ref()) else { return };
    let of_design = [("rim-radius", design.rim_radius), ("chamfer", design.chamfer)];
    if let Some((other, designed)) = of_design.into_iter().find(|(_, length)| length.si() > 0.0) {
        found.push(Problem::new(
            format!("contact.finite-elements.{name}"),
            format!(
                "both an edge of the contact ({name} = {length}) and one of the design ({other} = {designed}) are given"
            ),
            "keep that of the design: finite elements take it",
        ));
    }
}

fn clearance(implant: &Implant, found: &mut Vec<Problem>) {
    let head = implant.head_diameter;
    match (implant.cup_diameter, implant.clearance) {
        (Some(cup), Some(clearance)) => found.push(Problem::new(
            "implant.clearance",
            format!("both the cup diameter ({cup}) and the clearance ({clearance}) are given"),
            "keep one of them: the clearance is (cup diameter - head diameter)/2",
        )),
        (Some(cup), None) if !(cup.si() > head.si()) => found.push(Problem::new(
            "implant.cup-diameter",
            format!("the head ({head}) is not smaller than the cup ({cup})"),
            "the cup's inner diameter must exceed the head's, usually by 0.16 to 0.6 mm for metal on polyethylene",
        )),
        (None, Some(clearance)) if !(clearance.si() > 0.0) => found.push(Problem::new(
            "implant.clearance",
            format!("the clearance is {clearance}: the head is not smaller than the cup"),
            "radial clearances are 80 to 300 um for metal on polyethylene, 30 to 75 um for metal on metal",
        )),
        _ => {}
    }
    let c = implant.radial_clearance();
    if c > 0.2 * head.si() && head.si() > 0.0 {
        let path = if implant.cup_diameter.is_some() { "implant.cup-diameter" } else { "implant.clearance" };
        found.push(Problem::new(
            path,
            format!("the radial clearance is {:.3} mm for a head of {head}: this is not a conformal joint", c * 1e3),
            "check the unit: clearances are usually given in um",
        ));
    }
}

fn positive_thickness(path: &str, thickness: quantity::Length, found: &mut Vec<Problem>) {
    if !(thickness.si() > 0.0) {
        found.push(Problem::new(
            path,
            format!("the thickness is {thickness}, it must be positive"),
            "liners are 3 to 16 mm thick",
        ));
    }
}

fn patient(patient: &Patient, found: &mut Vec<Problem>) {
    if let (Some(weight), Some(mass)) = (patient.body_weight, patient.mass) {
        found.push(Problem::new(
            "patient.mass",
            format!("both the body weight ({weight}) and the mass ({mass}) are given"),
            "keep one of them",
        ));
    }
    let weight = patient.weight();
    if !(100.0..=4000.0).contains(&weight) {
        let (path, given) = match (patient.mass, patient.body_weight) {
            (Some(mass), _) => ("patient.mass", format!("the mass is {mass}")),
            (None, Some(weight)) => ("patient.body-weight", format!("the body weight is {weight}")),
            (None, None) => ("patient", String::new()),
        };
        found.push(Problem::new(
            path,
            format!("{given}: it must lie between 100 N and 4 kN, that is 10 and 400 kg"),
            "a person of 75 kg weighs 735 N: body-weight = \"735 N\" or mass = \"75 kg\"",
        ));
    }
}

fn activity(activity: &Activity, found: &mut Vec<Problem>) {
    if let Some(name) = &activity.cycle {
        if activity.file.is_some() {
            found.push(Problem::new("activity.cycle", "both a shipped cycle and a file are given", "keep one of them"));
        } else if shipped::find(name).is_none() {
            let known: Vec<&str> = shipped::CYCLES.iter().map(|c| c.name).collect();
            found.push(Problem::new(
                "activity.cycle",
                format!("no load cycle is called \"{name}\""),
                format!("shipped are {}; `synovia list` says more", known.join(", ")),
            ));
        }
    }
    if activity.body.is_some() && (activity.cycle.is_some() || activity.file.is_some()) {
        let message = "both a body and another load cycle are given";
        found.push(Problem::new("activity.body", message, "keep one of them"));
    }
    if let (Some(duration), Some(cadence)) = (activity.duration, activity.cadence) {
        found.push(Problem::new(
            "activity.cadence",
            format!("both the duration ({duration}) and the cadence ({cadence}) are given"),
            "keep one of them: a cycle has two steps",
        ));
    }
    if let Some(duration) = activity.cycle_duration()
        && !(0.02..=1000.0).contains(&duration)
    {
        let path = if activity.cadence.is_some() { "activity.cadence" } else { "activity.duration" };
        found.push(Problem::new(
            path,
            format!("one cycle lasts {duration} s, it must lie between 0.02 and 1000 s"),
            "walking cycles last about 1.1 s, that is 110 steps/min",
        ));
    }
    activity_files::check(activity, found);
}

fn experiment(experiment: &Experiment, found: &mut Vec<Problem>) {
    match experiment {
        Experiment::Static(case) => {
            if !(case.load.si() > 0.0 && case.load.si() <= HEAVIEST) {
                found.push(Problem::new(
                    "experiment.static.load",
                    format!("the load is {}, it must be positive and at most {HEAVIEST:e} N", case.load),
                    "a load presses the head into the cup: 500 N to 10 kN are usual, check the unit",
                ));
            }
            if !(case.load_tilt.si().abs() < std::f64::consts::PI) {
                found.push(Problem::new(
                    "experiment.static.load-tilt",
                    format!("the load is tilted by {}", case.load_tilt),
                    "0 deg presses on the bottom of the cup",
                ));
            }
        }
        Experiment::QuasiStatic(_) => {}
        Experiment::Dynamic(case) => {
            if !(1e-12..=0.1).contains(&case.tolerance) {
                found.push(Problem::new(
                    "experiment.dynamic.tolerance",
                    format!("the tolerance is {}, it must lie between 1e-12 and 0.1", case.tolerance),
                    "1e-6 is a good choice",
                ));
            }
            if !(case.smallest_step.si() > 0.0 && case.smallest_step.si() < 1.0) {
                found.push(Problem::new(
                    "experiment.dynamic.smallest-step",
                    format!("the smallest step is {}, it must be positive and below 1 s", case.smallest_step),
                    "Askari2018 uses 100 ns",
                ));
            }
            if case.most_cycles == 0 || case.most_cycles > 10_000 {
                found.push(Problem::new(
                    "experiment.dynamic.most-cycles",
                    format!("{} cycles cannot be run", case.most_cycles),
                    "5 is plenty: the motion repeats after one or two",
                ));
            }
            if !(case.periodic_within > 0.0) {
                found.push(Problem::new(
                    "experiment.dynamic.periodic-within",
                    format!("the motion cannot repeat within {}", case.periodic_within),
                    "1e-3 of the peak indentation is a good choice",
                ));
            }
        }
    }
}

fn output(parameters: &Parameters, found: &mut Vec<Problem>) {
    let output = &parameters.output;
    let frames = if matches!(parameters.experiment, Experiment::Static(_)) { 1 } else { output.frames };
    if !(3..=100_001).contains(&output.frames) {
        found.push(Problem::new(
            "output.frames",
            format!("{} frames were asked for, it must be between 3 and 100001", output.frames),
            "101 frames are one for each percent of the cycle",
        ));
    }
    if !(1..=1_000_000).contains(&output.elements) {
        found.push(Problem::new(
            "output.elements",
            format!("{} elements were asked for, it must be between 1 and 1000000", output.elements),
            "8100 elements are fine enough for pictures",
        ));
    }
    if frames.saturating_mul(output.elements) > 100_000_000 {
        found.push(Problem::new(
            "output.elements",
            format!("{} elements over {} frames need more than a gigabyte", output.elements, frames),
            "ask for fewer elements or frames",
        ));
    }
}

impl Implant {
    /// Radial clearance, in m.
    pub fn radial_clearance(&self) -> f64 {
        match (self.cup_diameter, self.clearance) {
            (Some(cup), _) => 0.5 * (cup.si() - self.head_diameter.si()),
            (None, Some(clearance)) => clearance.si(),
            (None, None) => 80e-6,
        }
    }
}

impl Patient {
    /// Body weight, in N.
    pub fn weight(&self) -> f64 {
        match (self.body_weight, self.mass) {
            (Some(weight), _) => weight.si(),
            (None, Some(mass)) => mass.si() * super::STANDARD_GRAVITY,
            (None, None) => 836.0,
        }
    }
}

impl Activity {
    /// Duration of one cycle in s, where it is asked for.
    pub fn cycle_duration(&self) -> Option<f64> {
        self.duration.map(|t| t.si()).or_else(|| self.cadence.map(|f| 1.0 / f.si()))
    }
}
