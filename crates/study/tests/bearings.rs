//! Bearings of any mechanism: against another program's integration of the same slider-crank, and what cannot be.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use results::{Outcome, check_names};
use study::StudyFile;

const WORN: &str = include_str!("../../../studies/mechanism-bearing.toml");
const DRY: &str = "[mechanism.bearings.kind.dry]";

fn run(text: &str) -> Outcome {
    let study = StudyFile::from_text("bearing.toml", text).check().unwrap_or_else(|wrong| panic!("{wrong}"));
    let outcome = study.run(&Unwatched).unwrap_or_else(|error| panic!("{error}"));
    check_names(&outcome).unwrap();
    outcome
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no number {name}"))
}

#[track_caller]
fn close(computed: f64, expected: f64, within: f64) {
    assert!((computed - expected).abs() <= within, "{computed} is not {expected} within {within}");
}

/// The study with another bearing, over another time.
fn with(kind: &str, duration: &str) -> String {
    let begin = WORN.find(DRY).unwrap();
    let end = WORN.find("[[mechanism.guides]]").unwrap();
    let text = format!("{}{kind}\n\n{}", &WORN[..begin], &WORN[end..]);
    text.replace("duration = \"100 ms\"", &format!("duration = \"{duration}\""))
}

const STEEL: &str = "[{ modulus = \"207 GPa\", poisson = 0.3 }, { modulus = \"207 GPa\", poisson = 0.3 }]";

fn film(film: &str, duration: &str) -> String {
    let kind = format!(
        "[mechanism.bearings.kind.lubricated]\nradius = \"9.5 mm\"\nclearance = \"0.5 mm\"\nlength = \"40 mm\"\n\
         fluid = \"0.4 Pa s\"\nfilm = \"{film}\"\nmaterials = {STEEL}"
    );
    with(&kind, duration).replace("dormand-prince", "bdf").replace("tolerance = 1e-11", "tolerance = 1e-10")
}

fn ideal(duration: &str) -> String {
    // An inline kind belongs to the bearing's own table.
    with("", duration).replace("point = [\"60 mm\", \"0 mm\"] }", "point = [\"60 mm\", \"0 mm\"] }\nkind = \"ideal\"")
}

/// `benches/peers/bearings.py`: scipy 1.17.1 integrates two Lagrangian coordinates, with contact located by its events.
#[test]
fn a_worn_pin_flies_and_hits_as_another_program_says() {
    let outcome = run(&WORN.replace("duration = \"100 ms\"", "duration = \"20 ms\""));
    assert_eq!(value(&outcome, "wrist_pin_episodes_count"), 12.0);
    close(value(&outcome, "slider_final_x_m"), 0.12594453, 1e-7);
    close(value(&outcome, "slider_final_velocity_x_m_per_s"), -3.43254261, 2e-5);
    close(value(&outcome, "rod_final_spin_rad_per_s"), -7.45503131, 2e-4);
    close(value(&outcome, "wrist_pin_peak_force_N") / 3360.87, 1.0, 1e-3);
    assert!(value(&outcome, "energy_imbalance_ratio") < 1e-6);
    assert!(outcome.figures.iter().any(|figure| figure.title == "Orbit of the journal, wrist pin"));
}

/// The same program with the film of a short bearing by quadrature.
#[test]
fn a_lubricated_pin_moves_as_another_program_says() {
    let outcome = run(&film("short", "50 ms"));
    close(value(&outcome, "slider_final_x_m"), 6.99394529e-2, 1e-8);
    close(value(&outcome, "slider_final_velocity_x_m_per_s"), -4.06647499e-3, 2e-5);
    let last = |name: &str| outcome.series.column(name).unwrap().values.last().copied().unwrap();
    close(last("wrist_pin_eccentricity_x_m"), -6.05454239e-5, 2e-8);
    close(last("wrist_pin_eccentricity_y_m"), -2.02265563e-5, 2e-8);
    close(last("wrist_pin_force_N"), 16.12909252876446, 2e-2);
    assert_eq!(value(&outcome, "wrist_pin_full_film_share_ratio"), 1.0);
}

/// Every film holds the pin, and none lets it go as far as a dry one; an ideal pin loads as the joint of the same name would.
#[test]
fn every_kind_of_bearing_can_be_asked_for() {
    let joint = run(&ideal("25 ms"));
    close(value(&joint, "slider_final_x_m"), (0.12f64 * 0.12 - 0.05 * 0.05).sqrt(), 1e-9);
    for kind in ["short", "long", "long-integrated", "numerical"] {
        let outcome = run(&film(kind, "5 ms"));
        assert!(value(&outcome, "wrist_pin_largest_eccentricity_ratio") < 0.9, "{kind}");
        assert!(value(&outcome, "wrist_pin_peak_force_N") > 10.0, "{kind}");
        assert!(outcome.figures.iter().any(|figure| figure.title == "Regimes of lubrication"), "{kind}");
    }
}

/// A journal as long as wide, which it is where no length is given: the closed form of an infinitely long film says how many times
/// too much it carries, and holds its pin farther from the wall than the film of its own length does.
#[test]
fn a_closed_form_for_another_length_says_what_it_carries_too_much() {
    let with = |kind: &str, length: &str| {
        let outcome = run(&film(kind, "5 ms").replace("length = \"40 mm\"\n", length));
        let said = outcome.warnings.iter().find(|warning| warning.code == "closed-form-film");
        (said.map(|warning| warning.text.clone()), value(&outcome, "wrist_pin_largest_eccentricity_ratio"))
    };
    let (said, long) = with("long", "");
    let said = said.expect("a caution");
    assert!(said.starts_with("`wrist pin`: The film \"long\"") && said.contains("1.00 diameters"), "{said}");
    let (nothing, whole) = with("numerical", "");
    assert!(nothing.is_none() && whole > long, "{nothing:?} {whole} {long}");
    assert!(with("short", "").0.is_some());
    // A tenth of the diameter long is Ocvirk's bearing, but not where the pin almost touches.
    let (said, deepest) = with("short", "length = \"1.9 mm\"\n");
    assert!(deepest > 0.9 && said.is_some_and(|text| text.contains("0.10 diameters")), "{deepest}");
}

const STICKING: &str =
    "length = \"40 mm\"\nfriction.compliant = { coefficient = 0.1, stiffness = \"50 N/mm\", damping = \"50 s/m\" }";
const SHELL: &str = "law.elastic-foundation = { length = \"40 mm\", layers = [{ thickness = \"2 mm\", \
                     material = { modulus = \"500 MPa\", poisson = 0.4 }, stiffness = \"spherical-shell\" }] }";

#[test]
fn what_no_bearing_can_be_is_said_with_its_line() {
    let cases = [
        ("clearance = \"0.5 mm\"", "clearance = \"0 mm\"", "the clearance is 0"),
        ("clearance = \"0.5 mm\"", "clearance = \"5 mm\"", "too large"),
        ("journal = { body = \"slider\" }", "journal = { body = \"slide\" }", "did you mean"),
        ("journal = { body = \"slider\" }", "journal = { body = \"rod\" }", "both ends"),
        ("name = \"wrist pin\"", "name = \"crank pin\"", "too like another"),
        ("law.hertz = {}", "law.linear = { stiffness = \"0 N/m\" }", "more than zero"),
        ("law.hertz = {}", SHELL, "a layer is a cylinder, not a spherical shell"),
    ];
    for (good, bad, said) in cases {
        let text = WORN.replacen(good, bad, 1);
        let wrong = StudyFile::from_text("bearing.toml", &text).check().unwrap_err().to_string();
        assert!(wrong.contains(said) && wrong.contains("bearing.toml:"), "{bad}: {wrong}");
    }
    let text = film("short", "5 ms");
    for (good, bad, said) in [
        ("fluid = \"0.4 Pa s\"", "fluid = \"honey\"", "no fluid is called"),
        ("fluid = \"0.4 Pa s\"", "fluid = \"0 Pa s\"", "the viscosity"),
        ("length = \"40 mm\"", "length = \"40 mm\"\nroughness = \"0.2 mm\"", "a fifth of the clearance"),
        ("length = \"40 mm\"", "length = \"40 mm\"\ncells = [3, 4]", "3 by 4 cells"),
        ("length = \"40 mm\"", STICKING, "friction that gives way sideways"),
    ] {
        let wrong = StudyFile::from_text("bearing.toml", text.replacen(good, bad, 1)).check().unwrap_err().to_string();
        assert!(wrong.contains(said), "{bad}: {wrong}");
    }
}
