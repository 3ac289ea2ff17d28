//! Finite elements as the contact of a hip: one load, and over a cycle.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use joints::hip::design::Lip;
use joints::hip::parameters::*;
use joints::hip::{CycleSamples, Hip, LoadCycle, shipped};
use quantity::{Angle, Force, Length, Pressure};
use results::Outcome;

fn cycle() -> LoadCycle {
    LoadCycle::new(&shipped::find("walking").unwrap().samples(836.0, None)).unwrap()
}

fn by_elements(law: FiniteElements, experiment: Experiment) -> Parameters {
    let material = GivenMaterial { modulus: Pressure::from_si(0.5e9), poisson: 0.4, density: None };
    let implant = Implant { liner_material: Material::Given(material), ..Implant::default() };
    let output = Output { elements: 900, frames: 21 };
    Parameters { implant, contact: Contact::FiniteElements(law), experiment, output, ..Parameters::default() }
}

fn run(parameters: Parameters) -> Outcome {
    Hip::new(parameters, cycle()).unwrap().run(&Unwatched).unwrap()
}

fn pressed(load: f64, degrees: f64) -> Experiment {
    Experiment::Static(Static { load: Force::newtons(load), load_tilt: Angle::degrees(degrees) })
}

/// CalculiX: 3.413 MPa on a patch of 8.72 mm.
#[test]
fn one_load_gives_the_pressure_of_converged_finite_elements_whatever_its_tilt() {
    for (tilt, within) in [(0.0, 0.01), (30.0, 0.015)] {
        let outcome = run(by_elements(FiniteElements::default(), pressed(500.0, tilt)));
        let pressure = outcome.value("peak_pressure_Pa").unwrap() / 3.413e6 - 1.0;
        let radius = outcome.value("contact_radius_m").unwrap() / 8.72e-3 - 1.0;
        assert!(pressure.abs() < within && radius.abs() < 0.015, "{tilt}°: {pressure} {radius}");
    }
}

/// Another mesh of another program part: the same cycle on more cells changes little, and the cup carries what presses.
#[test]
fn a_walking_cycle_rests_on_the_liner_at_every_instant_and_more_cells_change_little() {
    let coarse = run(by_elements(FiniteElements::default(), Experiment::QuasiStatic(QuasiStatic::default())));
    let finer = FiniteElements { cells: Some(28), ..FiniteElements::default() };
    let fine = run(by_elements(finer, Experiment::QuasiStatic(QuasiStatic::default())));
    for name in ["peak_pressure_Pa", "wear_volume_per_cycle_m3", "sliding_distance_m"] {
        let ratio = coarse.value(name).unwrap() / fine.value(name).unwrap();
        assert!((ratio - 1.0).abs() < 0.015, "{name}: {ratio}");
    }
}

#[test]
fn an_edge_larger_than_the_liner_and_a_liner_that_nothing_holds_are_refused() {
    let refused = |law: FiniteElements| {
        let problems = Hip::new(by_elements(law, pressed(500.0, 0.0)), cycle()).unwrap_err();
        problems.iter().map(|p| format!("{p:?}")).collect::<String>()
    };
    let edge = FiniteElements { edge_radius: Some(Length::millimetres(20.0)), ..FiniteElements::default() };
    assert!(refused(edge).contains("too large"));
    let loose = FiniteElements { held_to: Some(Angle::degrees(0.0)), ..FiniteElements::default() };
    assert!(refused(loose).contains("nothing holds"));
    let few = FiniteElements { cells: Some(3), ..FiniteElements::default() };
    assert!(refused(few).contains("cells"));
}

fn walking(contact: Contact, experiment: Experiment) -> Parameters {
    Parameters { contact, ..by_elements(FiniteElements::default(), experiment) }
}

/// Inertia is small in a walk: the motion passes through the places of rest, with the pressures of the same elements.
#[test]
fn a_walk_in_motion_is_the_walk_at_rest_but_for_inertia() {
    let moving = run(walking(Contact::FiniteElements(FiniteElements::default()), Experiment::default()));
    let resting = run(by_elements(FiniteElements::default(), Experiment::QuasiStatic(QuasiStatic::default())));
    for (name, within) in [("peak_force_N", 5e-3), ("peak_pressure_Pa", 0.01), ("sliding_distance_m", 0.02)] {
        let ratio = moving.value(name).unwrap() / resting.value(name).unwrap();
        assert!((ratio - 1.0).abs() < within, "{name}: {ratio}");
    }
    let note = moving.warnings.iter().find(|w| w.code == "tabulated-energy").unwrap();
    assert!(note.text.contains("met within"), "{}", note.text);
    let beyond = moving.work.iter().find(|(name, _)| name == "forces_beyond_table").unwrap().1;
    assert_eq!(beyond, 0, "the table covers the walk");
}

/// What is left to the program is what was named; a lifetime gets the springs that it needs; threads change nothing.
#[test]
fn the_choice_is_finite_elements_and_the_number_of_threads_does_not_matter() {
    let automatic = Contact::default;
    let with = |threads: usize, contact: Contact| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(walking(contact, Experiment::default())))
    };
    let named = with(1, Contact::FiniteElements(FiniteElements::default()));
    assert_eq!(named, with(2, automatic()));
    let still = Experiment::QuasiStatic(QuasiStatic::default());
    let lifelong = Parameters { lifetime: Some(Lifetime::default()), ..walking(automatic(), still.clone()) };
    let hip = Hip::new(lifelong, cycle()).unwrap();
    assert!(matches!(hip.parameters().contact, Contact::ElasticFoundation(_)));
    let hip = Hip::new(walking(automatic(), still), cycle()).unwrap();
    assert!(matches!(hip.parameters().contact, Contact::FiniteElements(_)));
    assert!(hip.describe().iter().flat_map(|(_, rows)| rows).any(|(_, text)| text.contains("the most complete")));
}

/// What finite elements cannot be asked gets springs, and the run says why.
#[test]
fn springs_stand_in_where_elements_cannot_and_a_note_names_the_reason() {
    let usual = || walking(Contact::default(), pressed(500.0, 20.0));
    let note = |parameters: Parameters| {
        let hip = Hip::new(parameters, cycle()).unwrap();
        let springs = matches!(hip.parameters().contact, Contact::ElasticFoundation(_));
        let found = hip.run(&Unwatched).unwrap();
        let note = found.warnings.into_iter().find(|warning| warning.code == "springs-instead");
        assert_eq!(springs, note.is_some());
        note.map(|note| note.text).unwrap_or_default()
    };
    assert_eq!(note(usual()), "");
    let mut lipped = usual();
    lipped.implant.design = Some(HipDesign { lip: Some(Lip::default()), ..HipDesign::default() });
    assert!(note(lipped.clone()).contains("lip"));
    // Who asks for elements gets them, and is told that the lip carries nothing.
    lipped.contact = Contact::FiniteElements(FiniteElements::default());
    assert_eq!(note(lipped), "");
    let mut incompressible = usual();
    let material = GivenMaterial { modulus: Pressure::from_si(0.5e9), poisson: 0.498, density: None };
    incompressible.implant.liner_material = Material::Given(material);
    assert!(note(incompressible).contains("Poisson"));
    let mut lifelong = walking(Contact::default(), Experiment::QuasiStatic(QuasiStatic::default()));
    lifelong.lifetime = Some(Lifetime { cycles: Cycles::new(1e4), tolerance: 0.1, ..Lifetime::default() });
    lifelong.output = Output { elements: 200, frames: 11 };
    assert!(note(lifelong).contains("lifetime"));
}

/// A ball in a cup of revolution does not know from which side it is pressed, inside of the rim and over it.
#[test]
fn the_answer_does_not_depend_on_the_azimuth_of_the_load() {
    let from = |tilt: f64, azimuth: f64| {
        let parameters = Parameters {
            experiment: Experiment::QuasiStatic(QuasiStatic { gravity: false }),
            ..walking(Contact::default(), Experiment::default())
        };
        // A cup that opens downwards and to the side by 45°: its pole lies up and in, and two directions across.
        let pole = nalgebra::Vector3::new(0.0, 0.5_f64.sqrt(), -(0.5_f64.sqrt()));
        let (a, b) = (nalgebra::Vector3::x(), pole.cross(&nalgebra::Vector3::x()));
        let along = tilt.cos() * pole + tilt.sin() * (azimuth.cos() * a + azimuth.sin() * b);
        let samples = CycleSamples {
            name: "constant".into(),
            source: "a test".into(),
            duration: 1.0,
            angles: vec![[0.0; 3]; 9],
            force_on_head: vec![(-2000.0 * along).into(); 9],
            instants: (0..9).map(|k| f64::from(k) / 8.0).collect(),
            last_repeats_first: true,
        };
        let hip = Hip::new(parameters, LoadCycle::new(&samples).unwrap()).unwrap();
        let found = hip.run_headline(&Unwatched).unwrap();
        ["peak_pressure_Pa", "indentation_m", "contact_radius_m", "contact_area_m2", "patch_beyond_rim_ratio"]
            .map(|name| found.value(name).unwrap_or_else(|| panic!("no {name}")))
    };
    for tilt in [0.4, 1.1] {
        let expected = from(tilt, 0.0);
        assert_eq!(tilt > 1.0, expected[4] > 0.0, "only the second load is over the rim");
        for azimuth in [0.5, 1.571, 3.0, 4.4] {
            for (found, expected) in from(tilt, azimuth).into_iter().zip(expected) {
                assert!((found - expected).abs() <= 1e-6 * expected, "{tilt}, {azimuth}: {found} {expected}");
            }
        }
    }
}

/// A head that falls into the cup beside its pole, under a load that does not change, without any loss: whenever it flies, its
/// energy of motion is the work of the load so far, `½ m v² = L·e`, however often the liner has thrown it back.
#[test]
fn the_liner_gives_back_all_that_it_took() {
    let (load, density) = ([120.0, 500.0, 60.0], 8000.0);
    let samples = CycleSamples {
        name: "constant".into(),
        source: "a test".into(),
        duration: 0.02,
        angles: vec![[0.0; 3]; 9],
        force_on_head: vec![load.map(|f: f64| -f); 9],
        instants: (0..9).map(|k| f64::from(k) / 8.0).collect(),
        last_repeats_first: true,
    };
    let case = Dynamic {
        scheme: SchemeName::DormandPrince,
        tolerance: 1e-8,
        start: Start::Centre,
        most_cycles: 1,
        gravity: false,
        ..Dynamic::default()
    };
    let mut parameters = walking(Contact::FiniteElements(FiniteElements::default()), Experiment::Dynamic(case));
    parameters.dissipation = Dissipation::None;
    let head = GivenMaterial {
        modulus: Pressure::from_si(210e9),
        poisson: 0.3,
        density: Some(quantity::Density::from_si(density)),
    };
    parameters.implant.head_material = Material::Given(head);
    parameters.output.frames = 4001;
    let mass = density * 4.0 / 3.0 * std::f64::consts::PI * (0.5 * parameters.implant.head_diameter.si()).powi(3);
    let outcome = Hip::new(parameters, LoadCycle::new(&samples).unwrap()).unwrap().run(&Unwatched).unwrap();
    let column = |name: &str| outcome.series.column(name).unwrap().values.clone();
    let axes = ["anterior", "superior", "lateral"];
    let centre = axes.map(|axis| column(&format!("head_centre_{axis}_m")));
    let velocity = axes.map(|axis| column(&format!("head_velocity_{axis}_m_per_s")));
    let scale = 515.0 * 80e-6;
    let (mut worst, mut flights) = (0.0_f64, 0);
    for k in 0..centre[0].len() {
        let distance = (0..3).map(|i| centre[i][k].powi(2)).sum::<f64>().sqrt();
        if distance < 79e-6 {
            let motion: f64 = (0..3).map(|i| 0.5 * mass * velocity[i][k].powi(2)).sum();
            let work: f64 = (0..3).map(|i| load[i] * centre[i][k]).sum();
            worst = worst.max(((motion - work) / scale).abs());
            flights += 1;
        }
    }
    assert!(flights > 200 && worst < 2e-3, "{flights} instants in flight, off by {worst}");
}
