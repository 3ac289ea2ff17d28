//! A liner with more than one constant wear factor, cycles of the user's, tilted loads, contact by penalty.
#![allow(missing_docs)]

use joints::Unwatched;
use joints::hip::{LoadCycle, shipped};
use joints::liner::parameters::{
    Augmented, ContactMethod, Coupling, Cycle, CycleFile, Element, Experiment, Harmonic, Held, MeshInput, Motion,
    Output, OwnCycle, Penalty, PlaceDependence, PressureDependence, Static, Wear,
};
use joints::liner::{Liner, Parameters, check};
use quantity::{Angle, Force, Length, Pressure, WearFactor};
use results::Outcome;

fn coarse(change: impl Fn(&mut Wear)) -> Parameters {
    let mut wear = Wear { steps: 60, ..Wear::default() };
    change(&mut wear);
    Parameters {
        mesh: MeshInput { element: Element::Hex8, patch_cells: 2, ring_cells: 2, layers: 2, file: None },
        experiment: Experiment::Wear(Box::new(wear)),
        output: Output { frames: 5 },
        ..Parameters::default()
    }
}

fn at_rest(cells: [usize; 3], case: Static) -> Parameters {
    Parameters {
        mesh: MeshInput {
            element: Element::Hex8,
            patch_cells: cells[0],
            ring_cells: cells[1],
            layers: cells[2],
            file: None,
        },
        experiment: Experiment::Static(case),
        ..Parameters::default()
    }
}

fn run(parameters: Parameters) -> Outcome {
    Liner::new(parameters).expect("sound parameters").run(&Unwatched).expect("a run")
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no {name}"))
}

fn barbour(exponent: f64) -> Option<PressureDependence> {
    let mega = |p: f64| Pressure::from_si(p * 1e6);
    Some(PressureDependence { reference: mega(2.0), exponent, least: mega(0.1), most: mega(1e3) })
}

/// An exponent of zero is the constant factor; doubled everywhere it is twice the factor; a negative exponent wears less
/// where the pressure is above the reference, as it is under most of this load.
#[test]
fn laws_that_say_the_same_give_the_same_wear() {
    let volume = |change: &dyn Fn(&mut Wear)| value(&run(coarse(change)), "wear_volume_per_million_cycles_m3");
    let constant = volume(&|_| ());
    let flat = volume(&|w| w.pressure = barbour(0.0));
    assert!((flat / constant - 1.0).abs() < 1e-9, "{flat} {constant}");
    let everywhere = Some(PlaceDependence { angles: vec![Angle::degrees(0.0)], times: vec![2.0] });
    let twice = volume(&|w| w.place.clone_from(&everywhere));
    let factor = volume(&|w| w.factor = Some(WearFactor::from_si(0.8e-15)));
    assert!((twice / factor - 1.0).abs() < 1e-9, "{twice} {factor}");
    let less = volume(&|w| w.pressure = barbour(-0.84));
    assert!(less < 0.7 * constant && less > 0.1 * constant, "{less} {constant}");
}

/// Each body loses the volume of its own factor.
#[test]
fn a_head_that_wears_loses_its_share_and_the_report_shows_it() {
    let outcome = run(coarse(|w| w.head_factor = Some(WearFactor::from_si(0.1e-15))));
    let (head, cup) = (
        value(&outcome, "head_wear_volume_per_million_cycles_m3"),
        value(&outcome, "wear_volume_per_million_cycles_m3"),
    );
    assert!((head / cup - 0.25).abs() < 1e-9, "{head} {cup}");
    assert!(value(&outcome, "head_wear_depth_m") > 0.0);
    assert!(outcome.surfaces.iter().any(|s| s.name == "head"));
    results::check_names(&outcome).expect("names that say their unit");
}

fn own() -> OwnCycle {
    let file = CycleFile {
        path: "walk.csv".into(),
        time: Some("t".into()),
        percent: None,
        flexion: Some("f".into()),
        adduction: None,
        rotation: None,
        angle_unit: None,
        force_anterior: None,
        force_superior: Some("y".into()),
        force_lateral: None,
        force_vertical: None,
        force_unit: Default::default(),
        force_acts_on: Default::default(),
        start: None,
        end: None,
        last_row_repeats_first: true,
    };
    let Cycle { body_weight, inclination, anteversion, .. } = Cycle::default();
    OwnCycle { file, force_file: None, duration: None, body_weight, inclination, anteversion }
}

#[test]
fn a_shipped_cycle_handed_over_as_one_s_own_gives_the_same_run() {
    let shipped_run = run(coarse(|w| w.motion = Motion::Cycle(Cycle::default())));
    let samples = shipped::find("walking").expect("shipped").samples(Cycle::default().body_weight.si(), None);
    let cycle = LoadCycle::new(&samples).expect("a cycle");
    let parameters = coarse(|w| w.motion = Motion::Own(Box::new(own())));
    let outcome = Liner::with_cycle(parameters.clone(), cycle).expect("sound").run(&Unwatched).expect("a run");
    for name in ["wear_volume_m3", "peak_pressure_Pa", "sliding_distance_m"] {
        assert_eq!(value(&outcome, name).to_bits(), value(&shipped_run, name).to_bits(), "{name}");
    }
    assert!(Liner::new(parameters).is_err(), "without its table there is no motion");
}

/// A cup is round: a light load far from the rim does not know its tilt, but for the mesh.
#[test]
fn a_tilted_load_far_from_the_rim_presses_as_one_along_the_axis() {
    let case = |tilt: f64| Static { load: Force::newtons(300.0), load_tilt: Angle::degrees(tilt), ..Static::default() };
    let straight = run(at_rest([6, 7, 4], case(0.0)));
    for tilt in [10.0, 25.0] {
        let tilted = run(at_rest([6, 7, 4], case(tilt)));
        for (name, within) in [("peak_pressure_Pa", 0.04), ("indentation_m", 0.03), ("contact_force_N", 1e-6)] {
            let ratio = value(&tilted, name) / value(&straight, name);
            assert!((ratio - 1.0).abs() < within, "{tilt} deg, {name}: {ratio}");
        }
        assert!(value(&tilted, "contact_radius_m") < 14e-3);
    }
    // At the rim the patch is cut off, and has no radius.
    let cut = run(at_rest([6, 7, 4], case(80.0)));
    assert!(cut.value("contact_radius_m").is_none());
    assert!(cut.warnings.iter().any(|warning| warning.code == "patch-at-rim"));
}

/// The same under friction and wear: work and volume of a load that stays along a tilted axis, with a head that spins about
/// nothing in particular, are near those of the straight one.
#[test]
fn a_tilted_load_wears_and_is_refused_in_a_guided_cup() {
    let tilt = |w: &mut Wear, degrees: f64| {
        let Motion::Harmonic(motion) = &mut w.motion else { panic!("the default is harmonic") };
        motion.load_tilt = Angle::degrees(degrees);
    };
    let outcome = run(coarse(|w| tilt(w, 20.0)));
    let expected = 0.4e-15 * 1e6 * value(&outcome, "load_times_sliding_N_m");
    assert!((value(&outcome, "wear_volume_m3") / expected - 1.0).abs() < 1e-9);
    let mut guided = coarse(|w| tilt(w, 20.0));
    guided.cup.held = Held::Guided;
    assert!(check(&guided).iter().any(|p| p.path == "cup.held" && p.message.contains("load-tilt")));
}

#[test]
fn penalty_and_augmented_lagrangian_are_near_the_exact_condition_and_say_what_they_cost() {
    let case = |contact| Static { contact, ..Static::default() };
    let exact = run(at_rest([4, 5, 3], case(ContactMethod::Exact)));
    let penalty = run(at_rest([4, 5, 3], case(ContactMethod::Penalty(Penalty::default()))));
    let augmented = run(at_rest([4, 5, 3], case(ContactMethod::AugmentedLagrangian(Augmented::default()))));
    let peak = |outcome: &Outcome| value(outcome, "peak_pressure_Pa");
    assert!((peak(&penalty) / peak(&exact) - 1.0).abs() < 0.02, "{} {}", peak(&penalty), peak(&exact));
    assert!((peak(&augmented) / peak(&exact) - 1.0).abs() < 1e-4);
    assert!(value(&exact, "penetration_m") < 1e-10 && value(&augmented, "penetration_m") <= 1e-9);
    assert!(value(&penalty, "penetration_m") > 1e-7);
    let work = |outcome: &Outcome, name: &str| outcome.work.iter().find(|w| w.0 == name).expect("counted").1;
    assert_eq!(work(&exact, "contact_factorisations"), 0);
    assert!(work(&penalty, "contact_factorisations") > 2 && work(&augmented, "augmentations") > 0);
    for outcome in [&exact, &penalty, &augmented] {
        results::check_names(outcome).expect("names that say their unit");
    }
}

#[test]
fn what_cannot_be_computed_with_is_named_with_its_value() {
    let refused = |parameters: Parameters, path: &str, part: &str| {
        let problems = check(&parameters);
        assert!(problems.iter().any(|p| p.path == path && p.message.contains(part)), "{path}: {problems:?}");
    };
    let still = |case: Static| at_rest([2, 2, 2], case);
    let penalty = |factor| Static { contact: ContactMethod::Penalty(Penalty { factor }), ..Static::default() };
    refused(still(penalty(-3.0)), "experiment.static.contact.penalty.factor", "-3");
    let deep = Augmented { penetration: Length::from_si(1.0), ..Augmented::default() };
    let deep = Static { contact: ContactMethod::AugmentedLagrangian(deep), ..Static::default() };
    refused(still(deep), "experiment.static.contact.augmented-lagrangian.penetration", "1");
    let mut quadratic = still(penalty(100.0));
    quadratic.mesh.element = Element::Hex20;
    refused(quadratic, "experiment.static.contact", "nodes between");
    refused(
        still(Static { load_tilt: Angle::degrees(95.0), ..Static::default() }),
        "experiment.static.load-tilt",
        "95",
    );
    refused(coarse(|w| w.pressure = barbour(7.0)), "experiment.wear.pressure.exponent", "7");
    let backwards = PlaceDependence { angles: [40.0, 10.0].map(Angle::degrees).to_vec(), times: vec![1.0, 2.0] };
    refused(coarse(|w| w.place = Some(backwards.clone())), "experiment.wear.place.angles", "40");
    let ragged = PlaceDependence { angles: vec![Angle::degrees(0.0)], times: vec![] };
    refused(coarse(|w| w.place = Some(ragged.clone())), "experiment.wear.place.times", "1 angles and 0");
    let lagging = |w: &mut Wear| {
        (w.head_factor, w.coupling) = (Some(WearFactor::from_si(1e-16)), Coupling::Explicit(10));
    };
    refused(coarse(lagging), "experiment.wear.head-factor", "solved with it");
    let turned = |w: &mut Wear| {
        w.motion = Motion::Harmonic(Harmonic { abduction: Angle::degrees(120.0), ..Harmonic::default() });
    };
    refused(coarse(turned), "experiment.wear.motion.harmonic.abduction", "120");
    let upside_down = |w: &mut Wear| {
        let mut own = own();
        own.inclination = Angle::degrees(145.0);
        w.motion = Motion::Own(Box::new(own));
    };
    refused(coarse(upside_down), "experiment.wear.motion.own.inclination", "145");
    let nameless = |w: &mut Wear| {
        let mut own = own();
        (own.file.time, own.file.force_superior) = (None, None);
        w.motion = Motion::Own(Box::new(own));
    };
    refused(coarse(nameless), "experiment.wear.motion.own.file", "time");
    let problems = check(&coarse(nameless));
    assert!(problems.iter().all(|p| !p.hint.contains("[hip.")), "{problems:?}");
}
