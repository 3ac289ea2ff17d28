//! What a study can be refined by: elements, frames and cells of each joint, as it uses them; and other models beside it.

use joints::gait::parameters as gait;
use joints::hip::Hip;
use joints::hip::parameters as hip;
use joints::liner::parameters as liner;
use joints::mechanism::parameters as mechanism;
use joints::replacement::parameters as knee;
use toml::{Table, Value};

use super::change::Written;
use crate::content::Content;
use crate::run::Study;

/// Something to refine: coarser than the study, as it is, finer, each by the same factor.
#[derive(Debug, Clone)]
pub(super) struct Knob {
    pub path: String,
    /// In words: `elements on the cup`.
    pub what: &'static str,
    /// Coarse, as it is, fine.
    pub values: [Value; 3],
    /// Size of an element, coarse over as it is, and as it is over fine.
    pub ratios: [f64; 2],
}

/// Numbers of which every third part of a whole is one more: `frames` divide a cycle into one part less.
fn parts(path: &str, what: &'static str, count: usize) -> Knob {
    let spans = count.saturating_sub(1).max(8);
    let [coarse, fine] = [spans.div_ceil(2), 2 * spans];
    Knob {
        path: path.into(),
        what,
        values: [coarse + 1, spans + 1, fine + 1].map(|n| Value::Integer(n as i64)),
        ratios: [spans as f64 / coarse as f64, 2.0],
    }
}

/// Elements of a surface: four times as many are half as wide.
fn elements(path: &str, what: &'static str, count: usize) -> Knob {
    let coarse = (count / 4).max(50);
    Knob {
        path: path.into(),
        what,
        values: [coarse, count, 4 * count].map(|n| Value::Integer(n as i64)),
        ratios: [(count as f64 / coarse as f64).sqrt(), 2.0],
    }
}

fn lengths(path: &str, what: &'static str, length: f64) -> Knob {
    // To a tenth of a micrometre, so that they can be read.
    let [coarse, medium, fine] = [std::f64::consts::SQRT_2, 1.0, std::f64::consts::FRAC_1_SQRT_2]
        .map(|factor| (1e7 * factor * length).round() / 1e4);
    Knob {
        path: path.into(),
        what,
        values: [coarse, medium, fine].map(|x| Value::String(format!("{x} mm"))),
        ratios: [coarse / medium, medium / fine],
    }
}

fn counts(path: &str, what: &'static str, [coarse, medium, fine]: [usize; 3]) -> Knob {
    Knob {
        path: path.into(),
        what,
        values: [coarse, medium, fine].map(|n| Value::Integer(n as i64)),
        ratios: [medium as f64 / coarse as f64, fine as f64 / medium as f64],
    }
}

/// Time between reported instants: twice, as it is, half.
fn interval(path: &str, seconds: f64) -> Knob {
    Knob {
        path: path.into(),
        what: "time between reported instants",
        values: [2.0, 1.0, 0.5].map(|factor| Value::String(format!("{} ms", 1e3 * factor * seconds))),
        ratios: [2.0; 2],
    }
}

/// Cells of a film around and along: half of each, as they are, twice.
fn film(path: String, cells: [usize; 2]) -> Knob {
    // Along the axis they must be an even number.
    let coarse = [cells[0] / 2, (cells[1] / 2).next_multiple_of(2)];
    let numbers = |[around, along]: [usize; 2]| Value::Array(vec![integer(around), integer(along)]);
    let share = |i: usize| cells[i] as f64 / coarse[i].max(1) as f64;
    Knob {
        path,
        what: "cells of the film around and along",
        values: [numbers(coarse), numbers(cells), numbers(cells.map(|n| 2 * n))],
        ratios: [(share(0) * share(1)).sqrt(), 2.0],
    }
}

/// Cycles between updates of a surface that wears: twice as many, as they are, half.
fn updates(path: &str, cycles: f64, lifetime: f64) -> Knob {
    let coarse = (2.0 * cycles).min(lifetime);
    Knob {
        path: path.into(),
        what: "cycles between updates of the surface",
        values: [coarse, cycles, 0.5 * cycles].map(Value::Float),
        ratios: [coarse / cycles, 2.0],
    }
}

fn integer(count: usize) -> Value {
    Value::Integer(count as i64)
}

/// What has an error of its elements that nothing here can refine, in words.
pub(super) fn unseen(content: &Content) -> Option<String> {
    let own = content.liner.as_ref().is_some_and(|liner| liner.mesh.file.is_some());
    own.then(|| "The mesh is a file of one's own, which this program does not refine.".to_owned())
}

/// Cells from the pole to the rim that a hip's liner is divided into, where it is made of finite elements.
pub(super) fn hip_cells(study: &Study) -> Option<usize> {
    study.joint::<Hip>().and_then(Hip::element_cells)
}

/// What can be refined in a study of this content, whose liner has so many cells.
pub(super) fn knobs(content: &Content, hip_cells: Option<usize>) -> Vec<Knob> {
    let mut knobs = Vec::new();
    if let Some(hip) = &content.hip {
        if !matches!(hip.experiment, hip::Experiment::Static(_)) {
            knobs.push(parts("hip.output.frames", "instants over the cycle", hip.output.frames));
        }
        knobs.push(elements("hip.output.elements", "elements on the cup", hip.output.elements));
        if let Some(cells) = hip_cells {
            let path = "hip.contact.finite-elements.cells";
            knobs.push(counts(path, "cells from the pole to the rim", [cells * 2 / 3, cells, cells * 3 / 2]));
        }
    }
    if let Some(knee) = &content.knee_replacement {
        knobs.push(parts("knee-replacement.output.frames", "instants over the cycle", knee.output.frames));
        knobs.push(lengths(
            "knee-replacement.output.spacing",
            "distance of the points of the contact",
            knee.output.spacing.si(),
        ));
        if let knee::Contact::FiniteElements(elements) = &knee.contact {
            knobs.push(lengths(
                "knee-replacement.contact.finite-elements.spacing",
                "distance of the columns of elements",
                elements.spacing.si(),
            ));
        }
    }
    if let Some(liner) = &content.liner {
        let cells = liner.mesh.patch_cells;
        if liner.mesh.file.is_none() {
            knobs.push(counts(
                "liner.mesh.patch-cells",
                "cells of the patch around the pole, rings and layers as they are",
                [cells, 2 * cells, 4 * cells].map(|n| n.max(2) / 2),
            ));
        }
        if let liner::Experiment::Wear(wear) = &liner.experiment {
            knobs.push(counts(
                "liner.experiment.wear.steps",
                "steps of a cycle",
                [wear.steps / 2, wear.steps, 2 * wear.steps],
            ));
        }
    }
    if let Some(gait) = &content.gait {
        knobs.push(interval("gait.time.interval", gait.time.interval.si()));
        let lubricated = gait.hip.list().contains(&gait::Kind::Lubricated);
        if lubricated && gait.lubricated.film == gait::Film::Numerical {
            knobs.push(film("gait.lubricated.cells".into(), gait.lubricated.cells));
        }
    }
    if let Some(knee) = &content.knee {
        knobs.push(interval("knee.time.interval", knee.time.interval.si()));
    }
    if let Some(all) = &content.mechanism {
        if let Some((_, frames)) = all.experiment.span() {
            let path = format!("mechanism.experiment.{}.frames", all.experiment.name());
            knobs.push(parts(&path, "instants of the motion", frames));
        }
        for (index, bearing) in all.bearings.iter().enumerate() {
            if let mechanism::BearingKind::Lubricated(bearing) = &bearing.kind
                && bearing.film == gait::Film::Numerical
            {
                knobs.push(film(format!("mechanism.bearings.{index}.kind.lubricated.cells"), bearing.cells));
            }
        }
    }
    if let Some(body) = &content.body {
        knobs.push(parts("body.output.frames", "instants of the motion", body.output.frames));
    }
    let lifetimes = [
        ("hip", content.hip.as_ref().and_then(|hip| hip.lifetime.as_ref()).map(|l| (l.cycles, l.updates))),
        (
            "knee-replacement",
            content.knee_replacement.as_ref().and_then(|k| k.lifetime.as_ref()).map(|l| (l.cycles, l.updates)),
        ),
    ];
    for (joint, asked) in lifetimes {
        if let Some((cycles, Some(between))) = asked {
            knobs.push(updates(&format!("{joint}.lifetime.updates"), between.count(), cycles.count()));
        }
    }
    knobs.retain(|knob| knob.ratios.iter().all(|ratio| *ratio > 1.05));
    knobs
}

/// Another model: name, changes of the study, and whether it is more complete than the springs.
pub(super) type OtherModel = (String, Vec<(String, Value)>, bool);

/// Other models of the contact.
pub(super) fn models(content: &Content, written: &Written<'_>) -> Vec<OtherModel> {
    let empty = || Value::Table(Table::new());
    let one = |law: &str| Value::Table(Table::from_iter([(law.to_owned(), empty())]));
    let mut found = Vec::new();
    if let Some(hip) = content.hip.as_ref().filter(|hip| hip.surrogate.is_none()) {
        let used = match hip.chosen_contact() {
            hip::Contact::ElasticFoundation(_) => "elastic-foundation",
            hip::Contact::Calibrated(_) => "calibrated",
            hip::Contact::Hertz(_) => "hertz",
            hip::Contact::FiniteElements(_) | hip::Contact::Automatic(_) => "finite-elements",
        };
        let dynamic = matches!(hip.experiment, hip::Experiment::Dynamic(_));
        for (law, complete) in
            [("elastic-foundation", false), ("calibrated", true), ("finite-elements", true), ("hertz", false)]
        {
            // A lifetime knows springs and finite elements.
            if law == used || hip.lifetime.is_some() && law != "finite-elements" {
                continue;
            }
            let mut changes = vec![("hip.contact".to_owned(), one(law))];
            if dynamic {
                // In equilibrium at every instant: what other models differ by is the same, without their vibrations.
                changes.push(("hip.experiment".into(), one("quasi-static")));
                changes.push((
                    "hip.friction".into(),
                    written
                        .get("hip.friction")
                        .filter(|friction| friction.as_table().is_none_or(|law| !law.contains_key("compliant")))
                        .cloned()
                        .unwrap_or(Value::String("none".into())),
                ));
            }
            found.push((law.to_owned(), changes, complete));
        }
    }
    if let Some(knee) = &content.knee_replacement
        && knee.lifetime.is_none()
        && knee.surrogate.is_none()
    {
        let path = || "knee-replacement.contact".to_owned();
        let spring = |law: &str| (law.to_owned(), vec![(path(), Value::String(law.to_owned()))], law == "logarithmic");
        let elements = || ("finite-elements".to_owned(), vec![(path(), one("finite-elements"))], true);
        match knee.contact {
            knee::Contact::Linear => found.extend([spring("logarithmic"), elements()]),
            knee::Contact::FiniteElements(_) => found.push(spring("linear")),
            _ => found.extend([spring("linear"), elements()]),
        }
    }
    found
}

/// Uncertainties that stand in where the study states none: distributions by path.
pub(super) fn assumed(content: &Content) -> Vec<(String, Value)> {
    let uniform = |low: String, high: String| {
        let ends = Value::Array(vec![Value::String(low), Value::String(high)]);
        Value::Table(Table::from_iter([("uniform".to_owned(), ends)]))
    };
    let about = |size: f64, share: f64, scale: f64, unit: &str| {
        uniform(format!("{} {unit}", scale * size * (1.0 - share)), format!("{} {unit}", scale * size * (1.0 + share)))
    };
    let mut found = Vec::new();
    if let Some(hip) = &content.hip {
        let implant = &hip.implant;
        if implant.cup_diameter.is_none() {
            let clearance = implant.clearance.map_or(80e-6, |c| c.si());
            found.push(("hip.implant.clearance".into(), about(clearance, 0.1, 1e6, "um")));
        }
        found.push(("hip.implant.liner-thickness".into(), about(implant.liner_thickness.si(), 0.05, 1e3, "mm")));
        match &hip.experiment {
            hip::Experiment::Static(case) => {
                found.push(("hip.experiment.static.load".into(), about(case.load.si(), 0.1, 1.0, "N")));
            }
            _ if hip.patient.mass.is_none() => {
                found.push(("hip.patient.body-weight".into(), about(hip.patient.weight(), 0.1, 1.0, "N")));
            }
            _ => {}
        }
    }
    if let Some(knee) = &content.knee_replacement {
        if let Some(design) = knee.implant.by_design() {
            let thickness = design.thickness.si();
            found.push(("knee-replacement.implant.design.thickness".into(), about(thickness, 0.05, 1e3, "mm")));
        } else if knee.implant.underside.is_none() {
            let thickness = knee.implant.thickness.map_or(8e-3, |t| t.si());
            found.push(("knee-replacement.implant.thickness".into(), about(thickness, 0.05, 1e3, "mm")));
        }
        if let Some(weight) = knee.activity.load.body_weight {
            found.push(("knee-replacement.activity.load.body-weight".into(), about(weight.si(), 0.1, 1.0, "N")));
        }
    }
    if let Some(liner) = &content.liner {
        found.push(("liner.head.clearance".into(), about(liner.head.clearance.si(), 0.1, 1e6, "um")));
        found.push(("liner.cup.thickness".into(), about(liner.cup.thickness.si(), 0.05, 1e3, "mm")));
    }
    found
}

/// What a study uses of the program: its joint, and the choices that decide what is computed.
pub(super) fn features(content: &Content) -> Vec<String> {
    // A contact that is left to the program is the one that it takes.
    let mut content = content.clone();
    content.hip.iter_mut().for_each(|hip| hip.contact = hip.chosen_contact());
    // By way of text: another serialiser would be compiled for every parameter of every joint.
    let written = toml::to_string(&content).unwrap_or_default();
    let Ok(table) = toml::from_str::<Table>(&written) else { return Vec::new() };
    let mut found = Vec::new();
    for (joint, inner) in
        table.iter().filter(|(name, _)| !["title", "vary", "runs", "dossier"].contains(&name.as_str()))
    {
        for (part, value) in inner.as_table().into_iter().flatten() {
            let path = format!("{joint}.{part}");
            match (part.as_str(), value) {
                ("contact" | "experiment" | "friction" | "dissipation" | "motion", Value::Table(choice)) => {
                    found.extend(choice.keys().map(|law| format!("{path}.{law}")));
                }
                ("contact" | "friction" | "dissipation", Value::String(law)) if law != "none" => {
                    found.push(format!("{path}.{law}"));
                }
                ("wear", Value::Table(wear)) => {
                    found.extend(wear.get("law").and_then(Value::as_str).map(|law| format!("{path}.{law}")));
                }
                ("lifetime" | "mesh" | "patella" | "hip" | "bearings" | "contacts" | "surrogate", _) => {
                    found.push(path)
                }
                _ => {}
            }
        }
    }
    let is = |found: &[String], ending: &str| found.iter().any(|path| path.ends_with(ending));
    let (still, moves) = (is(&found, ".experiment.static"), is(&found, ".experiment.dynamic"));
    // One load wears nothing, and without equations of motion nothing is lost in impacts.
    found.retain(|path| !(still && path.contains(".wear.")) && (moves || !path.starts_with("hip.dissipation")));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StudyFile;

    fn found(text: &str) -> Vec<(String, [String; 3], [f64; 2])> {
        let knobs = knobs(StudyFile::from_text("study.toml", text).content(), None);
        knobs.into_iter().map(|knob| (knob.path, knob.values.map(|value| value.to_string()), knob.ratios)).collect()
    }

    #[test]
    fn every_joint_has_something_to_refine_and_halves_are_halves() {
        let film = "[[mechanism.bearings]]\nname = \"a\"\njournal = { body = \"b\" }\nbearing = { body = \"ground\" }\n\
                    kind.lubricated = { radius = \"9 mm\", clearance = \"50 um\", fluid = \"0.1 Pa s\", cells = [40, 10], \
                    materials = [\"CoCr\", \"CoCr\"] }\n[mechanism.experiment.kinematic]\nframes = 41\n";
        let cases = [
            (
                "[gait]\n[gait.time]\ninterval = \"1 ms\"\n",
                "gait.time.interval",
                ["\"2 ms\"", "\"1 ms\"", "\"0.5 ms\""],
            ),
            ("[gait]\nhip = \"lubricated\"\n", "gait.lubricated.cells", ["[24, 10]", "[48, 20]", "[96, 40]"]),
            ("[knee]\n", "knee.time.interval", ["\"0.2 ms\"", "\"0.1 ms\"", "\"0.05 ms\""]),
            ("[body]\n", "body.output.frames", ["51", "101", "201"]),
            (film, "mechanism.experiment.kinematic.frames", ["21", "41", "81"]),
            (film, "mechanism.bearings.0.kind.lubricated.cells", ["[20, 6]", "[40, 10]", "[80, 20]"]),
            ("[hip.lifetime]\ncycles = 4000\nupdates = 1000\n", "hip.lifetime.updates", ["2000.0", "1000.0", "500.0"]),
        ];
        for (text, path, values) in cases {
            let all = found(text);
            let (_, settings, ratios) =
                all.iter().find(|knob| knob.0 == path).unwrap_or_else(|| panic!("{path}: {all:?}"));
            assert_eq!(settings, &values, "{path}");
            // Ten cells along have six as their half, an even number.
            let coarse = if values[0] == "[20, 6]" { (2.0f64 * 10.0 / 6.0).sqrt() } else { 2.0 };
            assert!((ratios[0] - coarse).abs() < 1e-12 && ratios[1] == 2.0, "{path}: {ratios:?}");
        }
        assert!(
            found("[gait]\nhip = \"lubricated\"\nlubricated.film = \"short\"\n").len() == 1,
            "a closed form has no cells"
        );
    }

    /// Finer than what the run has itself, not than a number that it never had.
    #[test]
    fn a_liner_is_refined_from_the_cells_that_it_has() {
        let text = "[hip.experiment.quasi-static]\n[hip.contact.finite-elements]\ncells = 18\n";
        let file = || StudyFile::from_text("study.toml", text);
        let cells = hip_cells(&file().check().unwrap_or_else(|wrong| panic!("{wrong}")));
        assert_eq!(cells, Some(18));
        let all = knobs(file().content(), cells);
        let knob = all.iter().find(|knob| knob.path == "hip.contact.finite-elements.cells").expect("a liner has cells");
        assert_eq!(knob.values.clone().map(|value| value.to_string()), ["12", "18", "27"]);
    }

    /// A mesh of the user's own has no cells that could be made smaller, and nobody may think that it had.
    #[test]
    fn a_mesh_of_one_s_own_is_not_said_to_be_refined() {
        let text = "[liner.mesh.file]\npath = \"own.inp\"\n[liner.experiment.static]\n";
        assert!(found(text).is_empty() && unseen(StudyFile::from_text("study.toml", text).content()).is_some());
        let ours = "[liner.experiment.static]\n";
        assert!(found(ours).len() == 1 && unseen(StudyFile::from_text("study.toml", ours).content()).is_none());
    }
}
