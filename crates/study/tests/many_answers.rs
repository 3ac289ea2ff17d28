//! Studies of many runs whose answer is known from elsewhere.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use joints::Unwatched;
use results::Outcome;
use results::store::{Store, StoreContents};
use study::{Campaign, StudyFile};

/// The base case of Askari2018 under one load.
const BASE: &str = "[hip.implant]\nhead-diameter = \"27.84 mm\"\ncup-diameter = \"28 mm\"\nliner-thickness = \"8 mm\"\nliner-material = { modulus = \"0.5 GPa\", poisson = 0.4 }\n\
                    [hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 200\n";

fn run_in(folder: &Path, text: &str) -> (Campaign, StoreContents) {
    let name = folder.join("hip.toml").display().to_string();
    let campaign = StudyFile::from_text(&name, text).check_many().unwrap_or_else(|wrong| panic!("{wrong}"));
    let header = campaign.header("test").unwrap();
    let (mut store, damage) = Store::open(&folder.join("store"), &header, false).unwrap();
    assert!(damage.is_empty());
    campaign.execute(&mut store, &Unwatched).unwrap();
    store.close().unwrap();
    let contents = store.contents().clone();
    (campaign, contents)
}

fn run(text: &str) -> (Campaign, Outcome) {
    let folder = tempfile::tempdir().unwrap();
    let (campaign, contents) = run_in(folder.path(), text);
    let outcome = campaign.summarise(&contents).unwrap();
    results::check_names(&outcome).unwrap();
    (campaign, outcome)
}

#[track_caller]
fn near(value: f64, expected: f64, within: f64) {
    assert!((value / expected - 1.0).abs() < within, "{value} instead of {expected}");
}

/// The table is Eq. 25 of [Askari2018], computed elsewhere, for a liner of 0.5 GPa: its modulus must come back.
#[test]
fn calibration_recovers_the_modulus_behind_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let table = "load_N,peak_MPa\n250,2.3871e6\n500,3.5682e6\n1000,5.4584e6\n1500,7.0990e6\n2000,8.6200e6\n";
    std::fs::write(folder.path().join("table.csv"), table).unwrap();
    let text = format!(
        "{BASE}[vary]\nhip.implant.liner-material.modulus = {{ from = \"0.1 GPa\", to = \"2 GPa\" }}\n[runs.calibrate]\ntable = \"table.csv\"\n\
         set = {{ \"hip.experiment.static.load\" = \"load_N\" }}\ncompare = {{ peak_pressure_Pa = \"peak_MPa\" }}\n"
    );
    let (campaign, contents) = run_in(folder.path(), &text);
    let outcome = campaign.summarise(&contents).unwrap();
    results::check_names(&outcome).unwrap();
    // The table has five digits, and the pressure follows the square root of the modulus or so.
    near(outcome.value("calibrated_hip_implant_liner_material_modulus_Pa").unwrap(), 0.5e9, 2e-4);
    assert!(outcome.value("remaining_error_ratio").unwrap() < 3e-5);
    let best = campaign.best_study(&contents).unwrap().unwrap().run_headline(&Unwatched).unwrap();
    near(best.value("peak_pressure_Pa").unwrap(), 3.5682e6, 1e-4);
    // Asked again, it finds everything in the store: not a run more.
    let before = contents.finished();
    assert_eq!(run_in(folder.path(), &text).1.finished(), before);
}

/// Larger heads in the same cup have less clearance: the radius grows and the pressure falls. Where the pressure may be
/// 3.9140 MPa, the smallest radius is that of 100 µm, 8.835 mm (Eq. 25 of [Askari2018], computed elsewhere).
#[test]
fn every_search_finds_the_constrained_optimum() {
    for (search, count, within) in [("cobyla", 80, 1e-3), ("bayesian", 30, 5e-3), ("evolution", 300, 5e-3)] {
        let text = format!(
            "{BASE}[vary]\nhip.implant.head-diameter = {{ from = \"27.4 mm\", to = \"27.9 mm\" }}\n[runs.optimise]\nminimise = [\"contact_radius_m\"]\n\
             subject-to = [\"peak_pressure_Pa <= 3.9140e6\"]\nsearch = \"{search}\"\ncount = {count}\n"
        );
        let (_, outcome) = run(&text);
        near(outcome.value("best_contact_radius_m").unwrap(), 8.835e-3, within);
        let clearance = 0.5 * (28e-3 - outcome.value("best_hip_implant_head_diameter_m").unwrap());
        near(clearance, 100e-6, 10.0 * within);
        assert!(outcome.value("best_peak_pressure_Pa").unwrap() <= 3.9140e6 * (1.0 + 1e-9), "{search}");
    }
}

/// Pressure and radius pull in opposite directions: every run is a compromise.
#[test]
fn two_objectives_that_exclude_each_other_give_a_front_of_their_runs() {
    let text = format!(
        "{BASE}[vary]\nhip.implant.head-diameter = {{ from = \"27.4 mm\", to = \"27.9 mm\" }}\n[runs.optimise]\n\
         minimise = [\"contact_radius_m\", \"peak_pressure_Pa\"]\ncount = 60\n"
    );
    let (_, outcome) = run(&text);
    let front = outcome.figures.iter().find_map(|figure| match &figure.plot {
        results::Plot::Front { front, .. } => Some(front.len()),
        _ => None,
    });
    // Children that all but equal a parent may lose to it by a rounding error.
    assert!(front.is_some_and(|front| 10 * front >= 9 * outcome.series.rows()), "{front:?}");
}

/// Archard's volume is proportional to the factor and knows no time: the factor explains all of the variance, the duration
/// of the cycle nothing; and its elementary effect is the volume at the middle of its range times the range over the middle.
#[test]
fn sensitivity_knows_what_matters_and_what_does_not() {
    let base = "[hip.experiment.quasi-static]\ngravity = false\n[hip.output]\nelements = 200\nframes = 21\n[vary]\n\
                hip.wear.factor = { uniform = [\"0.5e-6 mm^3/(N m)\", \"1.5e-6 mm^3/(N m)\"] }\nhip.activity.duration = { uniform = [\"1 s\", \"1.4 s\"] }\n";
    let volume = "wear_volume_per_million_cycles_m3";
    let (campaign, outcome) = run(&format!("{base}[runs.sobol-indices]\nrows = 128\noutputs = [\"{volume}\"]\n"));
    let index = |kind: &str, input: &str| {
        outcome.value(&format!("{kind}_index_of_{input}_on_wear_volume_per_million_cycles_ratio")).unwrap()
    };
    near(index("first_order", "hip_wear_factor"), 1.0, 0.05);
    near(index("total", "hip_wear_factor"), 1.0, 0.05);
    assert!(index("total", "hip_activity_duration") < 1e-9);
    let (_, outcome) = run(&format!("{base}[runs.morris]\noutputs = [\"{volume}\"]\n"));
    let middle = campaign.base().run_headline(&Unwatched).unwrap().value(volume).unwrap();
    let effect = |input: &str| outcome.value(&format!("effect_of_{input}_on_{volume}")).unwrap();
    near(effect("hip_wear_factor"), middle, 1e-9);
    assert!(effect("hip_activity_duration") < 1e-9 * middle);
}

/// A choice is varied like a number, and its name is in the table.
#[test]
fn names_can_be_varied_too() {
    let folder = tempfile::tempdir().unwrap();
    let varied = "[vary]\nhip.implant.head-material = [\"CoCr\", \"alumina\"]\nhip.patient.mass = [\"60 kg\"]\n";
    let (_, contents) = run_in(folder.path(), &format!("{BASE}{varied}"));
    let inputs = &contents.header().inputs;
    assert!(inputs[0].is_text && !inputs[1].is_text);
    let mut csv = Vec::new();
    results::store::write_csv(&contents, &mut csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.contains("\n0,CoCr,60.0,") && csv.contains("\n1,alumina,60.0,"), "{csv}");
}
