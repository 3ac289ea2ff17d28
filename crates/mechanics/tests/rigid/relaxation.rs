//! A contact that relaxes: an impact on a standard linear solid against the exponential of its matrix.

use crate::contacts::{ball_on, floor};
use crate::mechanisms::simulate;
use mechanics::rigid::{ElasticLaw, EventKind, Loss, Mechanism, Model, SimulationSettings};
use nalgebra::Matrix3;
use numerics::ode::Scheme;

const MASS: f64 = 0.5;
const STIFFNESS: f64 = 2e4;
const SHARE: f64 = 0.3;

fn mechanism(time: f64) -> Mechanism {
    let mut mechanism = ball_on(floor(), MASS, [0.0, 0.05], [0.0, -0.4]);
    mechanism.contacts[0].law = ElasticLaw::Linear { stiffness: STIFFNESS };
    mechanism.contacts[0].loss = Loss::Relaxing { relaxed_share: SHARE, time };
    mechanism
}

/// Indentation, its rate and the relaxed force are linear in each other: their values when the push ends.
fn exact(time: f64) -> (f64, f64) {
    let (k, m) = (STIFFNESS, MASS);
    let matrix = Matrix3::new(0.0, 1.0, 0.0, -k / m, 0.0, 1.0 / m, (1.0 - SHARE) * k / time, 0.0, -1.0 / time);
    let at = |t: f64| (matrix * t).exp() * nalgebra::Vector3::new(0.0, 0.4, 0.0);
    let push = |t: f64| k * at(t).x - at(t).z;
    let (mut early, mut late) = (1e-4, 1e-4);
    while push(late) > 0.0 {
        (early, late) = (late, late + 2e-4);
    }
    for _ in 0..80 {
        let middle = 0.5 * (early + late);
        if push(middle) > 0.0 { early = middle } else { late = middle }
    }
    (early, -at(early).y)
}

#[test]
fn an_impact_on_a_standard_linear_solid_is_the_exponential_of_its_matrix() {
    let mut returned = Vec::new();
    for time in [1e-4, 3e-3, 1.0] {
        let (duration, out) = exact(time);
        for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock, Scheme::Bdf] {
            let model = Model::new(&mechanism(time)).unwrap();
            let settings = SimulationSettings { scheme, tolerance: 1e-10, ..SimulationSettings::default() };
            let mut simulation = simulate(&model, settings);
            let start = model.energy(&simulation.state()).total();
            let events = simulation.advance_to(0.09).unwrap();
            let [begin, finish] = events.as_slice() else { panic!("{events:?}") };
            assert_eq!(finish.kind, EventKind::Ends);
            assert!((finish.time - begin.time - duration).abs() < 1e-6, "{} {time}: {events:?}", scheme.name());
            let end = simulation.state();
            let speed = end.frame(0).velocity.y;
            assert!((speed - out).abs() < 1e-5, "{} {time}: {speed} {out}", scheme.name());
            // What is not there was lost, and the dent still stores some.
            let balance = model.energy(&end).total() + end.lost() - start;
            assert!(balance.abs() < 1e-5 * start, "{} {time}: {balance}", scheme.name());
        }
        returned.push(out / 0.4);
    }
    // Much shorter or much longer than the relaxation, an impact loses little; in between it loses most.
    assert!(returned[1] < returned[0] && returned[1] < returned[2] && returned[2] > 0.98, "{returned:?}");
}

#[test]
fn at_rest_only_the_relaxed_share_pushes() {
    let mut mechanism = mechanism(0.1);
    mechanism.gravity = [0.0, -10.0];
    mechanism.bodies[0].position = [0.0, 0.0299];
    mechanism.bodies[0].velocity = [0.0, 0.0];
    let model = Model::new(&mechanism).unwrap();
    let rest = model.solve_equilibrium(0.0).unwrap();
    let depth = 0.03 - rest.frame(0).position.y;
    assert!((depth / (MASS * 10.0 / (SHARE * STIFFNESS)) - 1.0).abs() < 1e-9, "{depth}");
    // The motion creeps there.
    let mut simulation = simulate(&model, SimulationSettings::default());
    simulation.advance_to(6.0).unwrap();
    let creep = 0.03 - simulation.state().frame(0).position.y;
    assert!((creep / depth - 1.0).abs() < 1e-3, "{creep} {depth}");
}

#[test]
fn a_dented_surface_is_met_later() {
    let mut mechanism = mechanism(3e-3);
    mechanism.gravity = [0.0, -9.81];
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings::default());
    let events = simulation.advance_to(0.4).unwrap();
    let begins: Vec<f64> =
        events.iter().filter(|e| matches!(e.kind, EventKind::Begins { .. })).map(|e| e.time).collect();
    assert!(begins.len() >= 2, "{events:?}");
    let state = simulation.state();
    assert!(state.lost() > 0.0);
}
