//! A planar mechanism: a rod that swings from one end, and what its pivot carries.
//!
//! `cargo run --release -p synovia-joints --example mechanism`
#![allow(clippy::print_stdout)]

use mechanics::rigid::{Attachment, Body, Joint, JointKind, Mechanism, Model, Simulation, SimulationSettings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mass, length) = (1.0, 1.0);
    let rod = Body {
        name: "rod".into(),
        mass,
        inertia: mass * length * length / 12.0,
        position: [0.5 * length, 0.0],
        angle: std::f64::consts::FRAC_PI_2,
        ..Body::default()
    };
    let pivot = Joint {
        name: "pivot".into(),
        first: Attachment::new("rod", [0.0, 0.5 * length]),
        second: Attachment::new("ground", [0.0, 0.0]),
        kind: JointKind::Revolute,
    };
    let mechanism = Mechanism { gravity: [0.0, -9.81], bodies: vec![rod], joints: vec![pivot], ..Mechanism::default() };
    let model = Model::new(&mechanism)?;
    let mut simulation = Simulation::new(&model, model.assemble(0.0)?, SimulationSettings::default());
    let start = model.energy(&simulation.state()).total();
    for i in 1..=10 {
        simulation.advance_to(0.1 * f64::from(i))?;
        let state = simulation.state();
        let (angle, lost) = (state.frame(0).angle.to_degrees(), start - model.energy(&state).total());
        println!("t = {:.1} s: {angle:7.2}°, energy lost {lost:.1e} J", simulation.time());
    }
    Ok(())
}
