//! Finite elements as the contact of a hip: one load, and over a cycle.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use joints::hip::parameters::*;
use joints::hip::{Hip, LoadCycle, shipped};
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
fn an_edge_larger_than_the_liner_a_liner_that_nothing_holds_and_equations_of_motion_are_refused() {
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
    let moving = by_elements(FiniteElements::default(), Experiment::Dynamic(Dynamic::default()));
    let problems = Hip::new(moving, cycle()).unwrap_err();
    assert!(problems.iter().any(|p| format!("{p:?}").contains("quasi-static")));
}
