//! Studies of many runs whose answer is known from elsewhere.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use joints::Unwatched;
use results::Outcome;
use results::store::{Opening, Store, StoreContents};
use study::{Campaign, StudyFile};

/// The base case of Askari2018 under one load.
const BASE: &str = "[hip.implant]\nhead-diameter = \"27.84 mm\"\ncup-diameter = \"28 mm\"\nliner-thickness = \"8 mm\"\nliner-material = { modulus = \"0.5 GPa\", poisson = 0.4 }\n\
                    [hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 200\n";

fn run_in(folder: &Path, text: &str) -> (Campaign, StoreContents) {
    let name = folder.join("hip.toml").display().to_string();
    let campaign = StudyFile::from_text(&name, text).check_many().unwrap_or_else(|wrong| panic!("{wrong}"));
    let header = campaign.header("test").unwrap();
    let (mut store, damage) = Store::open(&folder.join("store"), &header, Opening::Resume).unwrap();
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
    let base = "[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\ngravity = false\n[hip.output]\nelements = 200\nframes = 21\n[vary]\n\
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

fn said<'a>(outcome: &'a Outcome, code: &str) -> Vec<&'a str> {
    outcome.warnings.iter().filter(|warning| warning.code == code).map(|warning| warning.text.as_str()).collect()
}

/// Heads of 28, 32 and 36 mm: the 27.84 mm of the base case were in no run.
#[test]
fn a_report_lists_only_what_its_runs_used() {
    let text = BASE.replace("cup-diameter = \"28 mm\"\n", "");
    let varied = "[vary]\nhip.implant.head-diameter = [\"28 mm\", \"32 mm\", \"36 mm\"]\n\
                  hip.experiment.static.load = { uniform = [\"400 N\", \"600 N\"] }\n[runs.random]\ncount = 3\n";
    let campaign = StudyFile::from_text("hip.toml", format!("{text}{varied}")).check_many().unwrap();
    let sections = campaign.describe();
    let rows: Vec<&(String, String)> = sections.iter().flat_map(|(_, rows)| rows).collect();
    assert!(rows.iter().all(|(_, value)| !value.contains("27.84") && !value.contains("500 N")), "{rows:#?}");
    let value = |name: &str| &rows.iter().find(|(known, _)| known == name).unwrap().1;
    assert!(value("Head").starts_with("28 mm across") && value("Head").contains("36 mm across"), "{}", value("Head"));
    assert_eq!(value("Load"), "varies");
    assert!(value("Liner").starts_with("8 mm of"), "what does not vary is there");
    assert!(!campaign.outline().contains("500 N"), "{}", campaign.outline());
}

#[test]
fn an_optimum_that_is_none_is_not_announced_as_one() {
    let search = |vary: &str, more: &str| {
        run(&format!("{BASE}[vary]\n{vary}\n[runs.optimise]\nminimise = [\"peak_pressure_Pa\"]\ncount = 24\n{more}")).1
    };
    // A static load knows no duration.
    let still = search("hip.activity.duration = { from = \"1 s\", to = \"1.4 s\" }", "");
    assert!(said(&still, "flat-optimum")[0].contains("in all of 24 runs"), "{:?}", still.warnings);
    assert!(said(&still, "at-the-edge").is_empty());
    // Nor does the pressure on the bottom of the cup know its coverage; the head matters.
    let heads = "hip.implant.head-diameter = { from = \"27.4 mm\", to = \"27.9 mm\" }";
    let flat = search(&format!("{heads}\nhip.implant.inclination = {{ from = \"35 deg\", to = \"55 deg\" }}"), "");
    assert!(said(&flat, "flat-optimum")[0].contains("inclination from"), "{:?}", flat.warnings);
    // The pressure falls with the clearance: the largest head, unless a limit holds it.
    let edge = search(heads, "");
    let text = said(&edge, "at-the-edge");
    assert!(text[0].starts_with("Head diameter ends at the greatest value of its range, 27.9 mm"), "{text:?}");
    assert!(said(&edge, "flat-optimum").is_empty() && said(&edge, "noisy-optimum").is_empty(), "{:?}", edge.warnings);
    let held = search(heads, "search = \"cobyla\"\nsubject-to = [\"contact_radius_m <= 8.835e-3\"]\n");
    assert!(said(&held, "at-the-edge").is_empty() && said(&held, "flat-optimum").is_empty(), "{:?}", held.warnings);
    assert_eq!(said(&held, "at-a-limit"), ["The best design is held by the limit `contact_radius_m <= 8.835e-3`."]);
}

/// Of eight rows the estimates of the two indices scatter, and one is above what bounds it; of 512 it is not.
#[test]
fn a_first_order_index_above_its_total_is_questioned() {
    let base = "[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 200\n[vary]\n\
                hip.implant.clearance = { uniform = [\"50 um\", \"150 um\"] }\nhip.implant.liner-thickness = { uniform = [\"5 mm\", \"10 mm\"] }\n";
    let with =
        |rows: u32| run(&format!("{base}[runs.sobol-indices]\nrows = {rows}\noutputs = [\"peak_pressure_Pa\"]\n")).1;
    let few = with(8);
    let text = said(&few, "too-few-rows");
    assert!(
        text[0].contains("±") && text[0].contains("8 rows are too few") && text[0].contains("rows = 32"),
        "{text:?}"
    );
    assert!(said(&with(512), "too-few-rows").is_empty());
}

/// Panics inside the third run, as the first thing that it asks its onlooker.
struct Trap {
    asked: std::sync::atomic::AtomicU32,
    shown: std::sync::atomic::AtomicU32,
}

impl joints::Watch for Trap {
    fn progress(&self, _: &str, _: f64) {
        use std::sync::atomic::Ordering::Relaxed;
        self.asked.store(0, Relaxed);
        self.shown.fetch_add(1, Relaxed);
    }

    fn cancelled(&self) -> bool {
        use std::sync::atomic::Ordering::Relaxed;
        // The first question after a run is the campaign's; then the next run asks.
        let within = self.asked.fetch_add(1, Relaxed) > 0;
        assert!(!(within && self.shown.load(Relaxed) == 3), "the trap");
        false
    }
}

#[test]
fn a_run_that_panics_is_a_row_with_its_error() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nelements = 200\nframes = 11\n[vary]\nhip.implant.clearance = { from = \"50 um\", to = \"90 um\" }\n";
    let campaign = StudyFile::from_text("hip.toml", text).check_many().unwrap();
    let (mut store, _) = Store::open(folder.path(), &campaign.header("test").unwrap(), Opening::Resume).unwrap();
    let trap = Trap { asked: 0.into(), shown: 0.into() };
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one.install(|| campaign.execute(&mut store, &trap)).unwrap();
    let rows = store.contents().rows(0..5).unwrap().unwrap();
    let errors: Vec<&Option<String>> = rows.iter().map(|row| &row.error).collect();
    assert!(
        errors[2].as_ref().is_some_and(|error| error.contains("defect") && error.contains("the trap")),
        "{errors:?}"
    );
    assert!(rows[2].outputs.is_empty());
    assert!([0, 1, 3, 4].iter().all(|run| errors[*run].is_none() && !rows[*run].outputs.is_empty()), "{errors:?}");
}
