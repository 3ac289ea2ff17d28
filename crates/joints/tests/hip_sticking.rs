//! A head whose friction has a spring: it sticks, gives way and slips, as the closed form says.
#![allow(missing_docs)]

use joints::Unwatched;
use joints::hip::parameters::{Compliant, Contact, Dynamic, Experiment, Friction, Output, QuasiStatic};
use joints::hip::{CycleSamples, Hip, LoadCycle, Parameters};
use quantity::{Angle, InverseVelocity, Stiffness};
use results::Outcome;
use std::f64::consts::TAU;

const LOAD: f64 = 1000.0;
const MU: f64 = 0.07;
const SPRING: f64 = 5e6;

/// The base case on independent springs, whose closed forms and costs are what these tests are about.
fn springs() -> Parameters {
    Parameters { contact: Contact::springs(), ..Parameters::default() }
}

/// A load along the axis of the cup that does not change, and a femur that swings to and fro across it.
fn swing(amplitude: f64) -> LoadCycle {
    let count = 81;
    let shares: Vec<f64> = (0..count).map(|k| f64::from(k) / f64::from(count - 1)).collect();
    LoadCycle::new(&CycleSamples {
        name: "swing".into(),
        source: "a test".into(),
        duration: 1.0,
        angles: shares.iter().map(|s| [amplitude * (TAU * s).sin(), 0.0, 0.0]).collect(),
        force_on_head: vec![[0.0, -LOAD, 0.0]; count as usize],
        instants: shares,
        last_repeats_first: true,
    })
    .expect("a cycle")
}

fn parameters() -> Parameters {
    let mut parameters = springs();
    parameters.implant.inclination = Angle::degrees(0.0);
    parameters.implant.anteversion = Angle::degrees(0.0);
    parameters.friction = Friction::Compliant(Compliant {
        coefficient: MU,
        stiffness: Stiffness::from_si(SPRING),
        exponent: 1.0,
        at: None,
        damping: InverseVelocity::from_si(1.0),
    });
    parameters.experiment =
        Experiment::Dynamic(Dynamic { gravity: false, most_cycles: 3, periodic_within: 1e-9, ..Dynamic::default() });
    parameters.output = Output { frames: 201, elements: 100 };
    parameters
}

fn run(amplitude: f64) -> Outcome {
    Hip::new(parameters(), swing(amplitude)).expect("a hip").run(&Unwatched).expect("a run")
}

fn number(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no {name}"))
}

fn largest(outcome: &Outcome, name: &str) -> f64 {
    outcome.series.column(name).expect("a column").values.iter().copied().fold(0.0, f64::max)
}

/// The spring of the friction in series with the head, which hangs in the cup like a pendulum of length e under the load:
/// 1/k = 1/K + e/F.
fn stiffness(outcome: &Outcome) -> f64 {
    let eccentricity = 80e-6 + number(outcome, "indentation_m");
    1.0 / (1.0 / SPRING + eccentricity / LOAD)
}

#[test]
fn a_small_swing_sticks_and_friction_is_the_spring_in_series_with_the_hanging_head() {
    let amplitude = 1e-3;
    let outcome = run(amplitude);
    let way = 13.92e-3 * amplitude;
    let expected = stiffness(&outcome) * way;
    assert!(expected < 0.8 * MU * LOAD, "it must stick");
    let friction = largest(&outcome, "friction_force_N");
    assert!((friction / expected - 1.0).abs() < 0.01, "{friction} {expected}");
    assert_eq!(number(&outcome, "slip_distance_m"), 0.0, "nothing slips");
    let lost = number(&outcome, "frictional_work_J");
    assert!(lost.abs() < 0.02 * expected * way, "the spring gives back what it took: {lost} of {}", expected * way);
    let bent = largest(&outcome, "friction_deformation_m");
    assert!((bent / (expected / SPRING) - 1.0).abs() < 0.01, "{bent}");
}

/// Each half of a cycle unwinds the spring from one limit to the other, 2 μF/k, and slips the rest of 2A: the loop loses
/// 4 μF (A − μF/k), and the distance slipped is 4 (A − μF/k).
#[test]
fn a_large_swing_slips_and_loses_the_energy_of_the_loop_in_closed_form() {
    let amplitude = 10e-3;
    let outcome = run(amplitude);
    let (way, limit) = (13.92e-3 * amplitude, MU * LOAD);
    let slipped = 4.0 * (way - limit / stiffness(&outcome));
    let friction = largest(&outcome, "friction_force_N");
    assert!((friction / limit - 1.0).abs() < 0.01, "{friction} {limit}");
    let (lost, slip) = (number(&outcome, "frictional_work_J"), number(&outcome, "slip_distance_m"));
    assert!((lost / (limit * slipped) - 1.0).abs() < 0.015, "{lost} {}", limit * slipped);
    assert!((slip / slipped - 1.0).abs() < 0.015, "{slip} {slipped}");
}

#[test]
fn every_scheme_finds_the_same_loop() {
    let loss = |scheme| {
        let mut parameters = parameters();
        if let Experiment::Dynamic(case) = &mut parameters.experiment {
            (case.scheme, case.most_cycles) = (scheme, 1);
        }
        let outcome = Hip::new(parameters, swing(4e-3)).expect("a hip").run(&Unwatched).expect("a run");
        number(&outcome, "frictional_work_J")
    };
    use joints::hip::parameters::SchemeName;
    let (first, second) = (loss(SchemeName::Rosenbrock), loss(SchemeName::Bdf));
    assert!((first / second - 1.0).abs() < 0.01, "{first} {second}");
}

#[test]
fn a_spring_without_a_history_and_one_without_damping_are_refused() {
    let mut wrong = parameters();
    wrong.experiment = Experiment::QuasiStatic(QuasiStatic::default());
    let problems = Hip::new(wrong, swing(1e-3)).expect_err("refused");
    assert!(problems.iter().any(|p| p.path == "friction.compliant" && p.hint.contains("dynamic")), "{problems:?}");
    let mut wrong = parameters();
    if let Friction::Compliant(law) = &mut wrong.friction {
        law.damping = InverseVelocity::from_si(0.0);
    }
    let problems = Hip::new(wrong, swing(1e-3)).expect_err("refused");
    assert!(problems.iter().any(|p| p.path == "friction.compliant.damping"), "{problems:?}");
}
