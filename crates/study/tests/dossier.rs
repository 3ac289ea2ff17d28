//! A dossier weakens when its evidence is taken away, says no outside of what was validated, and states errors that hold.
#![allow(clippy::unwrap_used)]

#[path = "dossier/examples.rs"]
mod examples;
#[path = "dossier/joints.rs"]
mod joints_beside_the_hip;

use std::sync::Mutex;

use joints::Unwatched;
use study::StudyFile;
use study::dossier::{
    Asked, Degree, Dossier, DossierInput, Extent, Forgetful, Keep, Program, STAGES, render_page, render_uofa,
};
use study::validation::Library;

const STATIC: &str = "[hip.implant]\nhead-diameter = \"27.84 mm\"\nliner-material = { modulus = \"0.5 GPa\", poisson = 0.4 }\n[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"1000 N\"\n[hip.output]\nelements = 2000\n";

fn dossier(text: &str, library: &Library, change: impl FnOnce(&mut DossierInput)) -> Dossier {
    let file = StudyFile::from_text("study.toml", text);
    let mut input = file.content().dossier.clone().unwrap_or_default();
    change(&mut input);
    let program = Program { version: "0".into(), commit: "abc".into(), build: "x".into() };
    let asked = Asked { input, program, library, all: false };
    Dossier::compute(&file, &asked, &Unwatched, &Forgetful).unwrap()
}

fn level(dossier: &Dossier, name: &str) -> u8 {
    dossier.factors.iter().find(|factor| factor.name == name).unwrap().achieved
}

#[test]
fn a_dossier_has_thirteen_factors_and_its_forms_hold_them() {
    let found = dossier(STATIC, &Library::embedded(), |input| input.samples = 8);
    assert_eq!(found.factors.len(), 13);
    assert!(found.repeats && found.answers[0].name == "peak_pressure_Pa");
    let page = render_page(&found);
    assert!(found.factors.iter().all(|factor| page.contains(&factor.name)));
    // Nothing was tightened: the sum over nothing is no negative number.
    assert!(found.answers.iter().all(|answer| answer.solver.is_sign_positive()) && !page.contains("-0.00"));
    let unit: serde_json::Value = serde_json::from_str(&render_uofa(&found, "h", "2026-01-01T00:00:00Z")).unwrap();
    assert_eq!(unit["hasCredibilityFactor"].as_array().unwrap().len(), 13);
    // Without it `uofa sign` (0.20) does not sign.
    assert_eq!(unit["hasDecisionRecord"]["decisionProvenance"], "asserted");
    // What `uofa check` looks for in a validation result: made by what, against what, how uncertain; and the range of all.
    let results = unit["hasValidationResult"].as_array().unwrap();
    for part in ["/wasGeneratedBy/id", "/comparedAgainst/name", "/hasUncertaintyQuantification"] {
        assert!(results.iter().all(|case| case.pointer(part).is_some_and(serde_json::Value::is_string)), "{part}");
    }
    let range = unit.pointer("/hasContextOfUse/hasApplicabilityConstraint/description").unwrap().as_str().unwrap();
    assert!(range.contains("head diameter"), "{range}");
    let back: Dossier = serde_json::from_str(&found.to_json()).unwrap();
    assert_eq!((back.factors, back.statement), (found.factors, found.statement));
}

#[test]
fn a_case_that_is_taken_away_weakens_the_dossier() {
    let whole = dossier(STATIC, &Library::embedded(), |input| input.samples = 8);
    let library = Library::embedded().without("askari2018-fe");
    let less = dossier(STATIC, &library, |input| input.samples = 8);
    let sum = |dossier: &Dossier| dossier.factors.iter().map(|factor| u32::from(factor.achieved)).sum::<u32>();
    assert!(sum(&less) < sum(&whole), "{} of {}", sum(&less), sum(&whole));
    for factor in ["Output comparison", "Relevance of the validation activities to the COU"] {
        assert!(level(&less, factor) < level(&whole, factor), "{factor}");
    }
    // The other case that compares this pressure with another program.
    let least = dossier(STATIC, &library.without("cups-foundation"), |input| input.samples = 8);
    assert!(sum(&least) < sum(&less) && level(&least, "Test samples") < level(&less, "Test samples"));
    assert!(whole.support.iter().any(|case| case.case == "askari2018-fe") && less.support.len() < whole.support.len());
}

#[test]
fn slow_cases_that_were_not_run_are_named_with_how_to_run_them() {
    let knee = "[knee-replacement]\n[knee-replacement.output]\nframes = 11\nspacing = \"4 mm\"\n";
    let found = dossier(knee, &Library::embedded(), |input| input.samples = 0);
    let named = found.weaknesses.iter().find(|text| text.contains("--all"));
    let skipped: Vec<&str> = found.support.iter().filter(|c| c.skipped).map(|c| c.case.as_str()).collect();
    assert_eq!(named.is_some(), !skipped.is_empty());
    assert!(named.is_none_or(|text| skipped.iter().all(|case| text.contains(case))), "{named:?}");
}

#[test]
fn a_lifetime_and_a_knee_are_also_asked_of_finite_elements() {
    let life = "[hip.activity]\ncycle = \"iso-14242-1-style\"\n[hip.lifetime]\ncycles = \"0.1 million\"\ntolerance = 0.1\n\
                [hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 11\nelements = 300\n[dossier]\nquantities = [\"worn_volume_m3\"]\n";
    let knee = "[knee-replacement.output]\nframes = 11\nspacing = \"4 mm\"\n";
    for (text, others, most) in
        [(life, vec!["finite-elements"], 0.05), (knee, vec!["logarithmic", "finite-elements"], 0.5)]
    {
        let found = dossier(text, &Library::default(), |input| input.samples = 0);
        assert_eq!(found.models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>(), others);
        assert!(found.models.iter().all(|model| model.complete && model.failed.is_none()), "{:?}", found.models);
        let (value, model) = (found.answers[0].value, found.answers[0].model.unwrap());
        assert!(model > 0.0 && model < most * value, "{value} {model}");
        // Nothing has been validated where there is no case, and it says of what.
        assert_eq!(level(&found, "Numerical code verification"), 0);
    }
}

#[test]
fn what_is_shown_and_not_judged_is_a_weakness() {
    let life = "[hip.wear]\nfactor = \"1e-6 mm^3/(N m)\"\n[hip.activity]\ncycle = \"iso-14242-1-style\"\n\
                [hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 26\nelements = 300\n[dossier]\n\
                quantities = [\"wear_volume_per_million_cycles_m3\"]\n";
    let found = dossier(life, &Library::embedded(), |input| input.samples = 0);
    let shown = found.weaknesses.iter().find(|text| text.contains("shown and not judged")).expect("a weakness");
    assert!(shown.contains("`wear-volume`") && shown.contains("`lifetime-simulators`"), "{shown}");
    let fewer = dossier(life, &Library::embedded().without("wear-volume"), |input| input.samples = 0);
    assert!(!fewer.weaknesses.iter().any(|text| text.contains("`wear-volume`")), "{:?}", fewer.weaknesses);
}

#[test]
fn a_study_outside_of_the_range_is_told_no_and_why() {
    let inside = dossier(STATIC, &Library::embedded(), |input| input.samples = 8);
    assert!(inside.extents.iter().all(Extent::inside), "{:?}", inside.extents);
    let far = STATIC.replace("27.84 mm", "60 mm");
    let outside = dossier(&far, &Library::embedded(), |input| input.samples = 8);
    assert!(!outside.adequate && outside.statement.starts_with("No."), "{}", outside.statement);
    assert!(outside.statement.contains("head diameter 60"), "{}", outside.statement);
    assert_eq!(level(&outside, "Relevance of the validation activities to the COU"), 0);
    // A load is one, wherever it comes from: of a static study, and of a patient who walks.
    let heavy = dossier(&STATIC.replace("1000 N", "7 kN"), &Library::embedded(), |input| input.samples = 0);
    assert!(heavy.statement.starts_with("No.") && heavy.statement.contains("peak load 7000 N"), "{}", heavy.statement);
    let walk = |weight: u32| {
        let text = format!(
            "[hip.patient]\nbody-weight = \"{weight} N\"\n[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 11\nelements = 300\n"
        );
        dossier(&text, &Library::embedded(), |input| input.samples = 0)
    };
    let (usual, giant) = (walk(836), walk(2000));
    assert!(usual.extents.iter().any(|extent| extent.name == "peak load") && usual.extents.iter().all(Extent::inside));
    assert!(
        giant.statement.starts_with("No. The study lies outside of what has been validated: peak load 4"),
        "{}",
        giant.statement
    );
}

#[test]
fn a_knee_rests_on_another_program_and_lacks_a_measurement() {
    let knee = "[knee-replacement.implant]\nmaterial = \"UHMWPE\"\n[knee-replacement.activity]\nmotion = \"walking-in-vivo\"\n\
                [knee-replacement.experiment.measured-pose]\nadjust = \"superior-and-adduction\"\n\
                [knee-replacement.output]\nframes = 11\nspacing = \"3 mm\"\n";
    let found = dossier(knee, &Library::embedded(), |input| input.samples = 8);
    for factor in
        ["Numerical code verification", "Test conditions", "Equivalency of input parameters", "Output comparison"]
    {
        assert!(level(&found, factor) >= 2, "{factor}: {:?}", found.factors);
    }
    assert_eq!(level(&found, "Test samples"), 1, "nobody has measured it");
    let form = found.factors.iter().find(|factor| factor.name == "Model form").unwrap();
    assert!(form.cure.contains("[knee-replacement.contact.finite-elements]"), "{}", form.cure);
    let less = dossier(knee, &Library::embedded().without("knee-foundation"), |input| input.samples = 8);
    assert!(level(&less, "Test conditions") < level(&found, "Test conditions"), "{:?}", less.factors);
}

#[test]
fn a_law_of_impacts_is_supported_by_the_case_that_judges_it() {
    let text = "[hip.dissipation.gonthier]\n[hip.contact.elastic-foundation]\n[hip.experiment.dynamic]\n[hip.output]\nframes = 11\nelements = 300\n";
    let found = dossier(text, &Library::embedded(), |input| input.samples = 0);
    assert!(found.support.iter().any(|case| case.case == "restitution" && case.uses == ["hip.dissipation.gonthier"]));
    assert!(found.unsupported.is_empty(), "{:?}", found.unsupported);
}

#[test]
fn a_refined_study_has_a_smaller_discretisation_error_as_stated() {
    let walk = |frames: usize| {
        let text = format!(
            "[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nframes = {frames}\nelements = 500\n[dossier]\nquantities = [\"load_times_sliding_N_m\"]\nsamples = 0\n"
        );
        let found = dossier(&text, &Library::embedded(), |_| ());
        found.answers[0].clone()
    };
    let (coarse, fine, finest) = (walk(26), walk(51), walk(401));
    assert!(fine.discretisation < coarse.discretisation, "{coarse:?} {fine:?}");
    for answer in [&coarse, &fine] {
        let error = (answer.value - finest.value).abs();
        assert!(error <= answer.discretisation, "stated {}, true {error}", answer.discretisation);
    }
}

#[test]
fn goals_follow_the_risk_and_a_quantity_that_is_not_there_is_named() {
    let low = dossier(STATIC, &Library::embedded(), |input| {
        (input.samples, input.influence, input.consequence) = (0, Degree::Low, Degree::Low);
    });
    assert_eq!((low.risk, low.goal), (1, 1));
    let file = StudyFile::from_text("study.toml", format!("{STATIC}[dossier]\nquantities = [\"peak_presure_Pa\"]\n"));
    let input = file.content().dossier.clone().unwrap();
    let asked = Asked { input, program: Program::default(), library: &Library::embedded(), all: false };
    let wrong = Dossier::compute(&file, &asked, &Unwatched, &Forgetful).unwrap_err().to_string();
    assert!(wrong.contains("peak_presure_Pa") && wrong.contains("peak_pressure_Pa"), "{wrong}");
}

/// Keeps in memory, and counts what was asked for again.
#[derive(Default)]
struct Memory(Mutex<std::collections::BTreeMap<String, String>>);

impl Keep for Memory {
    fn get(&self, stage: &str) -> Option<String> {
        self.0.lock().unwrap().get(stage).cloned()
    }
    fn put(&self, stage: &str, text: &str) {
        self.0.lock().unwrap().insert(stage.into(), text.into());
    }
}

#[test]
fn a_dossier_that_was_stopped_goes_on_with_what_was_kept() {
    let file = StudyFile::from_text("study.toml", STATIC);
    let library = Library::embedded();
    let input = DossierInput { samples: 8, ..DossierInput::default() };
    let asked = Asked { input, program: Program::default(), library: &library, all: false };
    let memory = Memory::default();
    let first = Dossier::compute(&file, &asked, &Unwatched, &memory).unwrap();
    assert_eq!(memory.0.lock().unwrap().len(), STAGES.len());
    // What is kept is believed: a stage that was changed behind its back shows that it was not computed again.
    let base = memory.get(STAGES[0]).unwrap().replace("\"repeats\":true", "\"repeats\":false");
    memory.put(STAGES[0], &base);
    let second = Dossier::compute(&file, &asked, &Unwatched, &memory).unwrap();
    assert!(first.repeats && !second.repeats && first.answers == second.answers);
}

#[test]
fn every_case_says_what_its_numbers_are_and_how_uncertain() {
    for case in Library::embedded().cases().unwrap() {
        assert!(!case.uncertainty_of.is_empty(), "{}", case.name);
        assert!(case.uncertainty.is_some_and(|size| (0.0..1.0).contains(&size)), "{}", case.name);
    }
}

#[test]
fn there_are_forty_cases_and_five_hundred_judged_comparisons() {
    let cases = Library::embedded().cases().unwrap();
    assert!(cases.len() >= 40, "{}", cases.len());
    let written = |case: &str| {
        let path = format!("{}/../../validation/{case}/expected.toml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap_or_default()
    };
    let judged =
        |text: String| text.split("[[compare]]").skip(1).filter(|row| !row.contains("kind = \"show\"")).count();
    let folders: usize = cases.iter().map(|case| judged(written(&case.name))).sum();
    assert!(folders >= 700, "{folders}");
}

/// Line, and words that the message or the hint must have.
#[test]
fn what_is_wrong_with_the_question_is_said_before_anything_is_computed() {
    let cases = [
        ("[dossier]\nsamples = 3\n", 10, "3 draws are too few"),
        (
            "[dossier]\nsamples = 4000000000000\nuncertain.hip.implant.clearance = { uniform = [\"60 um\", \"90 um\"] }\n",
            10,
            "ask for 1 to",
        ),
        (
            "[dossier.uncertain]\nhip.implant.clearence = { uniform = [\"60 um\", \"90 um\"] }\n",
            10,
            "did you mean `hip.implant.clearance`",
        ),
        ("[dossier.uncertain]\nhip.implant.clearance = { uniform = [\"60 N\", \"90 um\"] }\n", 10, "60 N"),
        ("[dossier.uncertain]\nhip.implant.clearance = { normal = [\"60 um\", \"40 um\"] }\n", 10, "reaches"),
        // Also where nothing is drawn.
        (
            "[dossier]\nsamples = 0\nuncertain.hip.implant.inclination = { uniform = [\"10 deg\", \"900 deg\"] }\n",
            11,
            "reaches 900",
        ),
        ("[dossier]\n[vary]\nhip.implant.clearance = [\"60 um\", \"90 um\"]\n", 9, "one study"),
    ];
    for (text, line, words) in cases {
        let file = StudyFile::from_text("study.toml", format!("{STATIC}{text}"));
        let input = file.content().dossier.clone().unwrap();
        let wrong = study::dossier::check(&file, &input).unwrap_err();
        let said = wrong.to_string();
        assert!(said.contains(words), "{text}: {said}");
        assert_eq!(wrong.all()[0].place.line, Some(line), "{text}: {said}");
        let asked = Asked { input, program: Program::default(), library: &Library::embedded(), all: false };
        assert!(Dossier::compute(&file, &asked, &Unwatched, &Panics).is_err(), "{text}");
    }
}

/// No stage is asked for, or kept.
struct Panics;

impl Keep for Panics {
    fn get(&self, stage: &str) -> Option<String> {
        panic!("{stage} was begun");
    }
    fn put(&self, stage: &str, _: &str) {
        panic!("{stage} was kept");
    }
}
