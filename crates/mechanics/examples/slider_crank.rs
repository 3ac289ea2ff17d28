//! A slider-crank falls under its weight with steps of one length: `slider_crank STEP END [SCHEME]`.
//!
//! Prints one line of JSON: steps per second, largest drift of positions and velocities, and where the slider ends.
//! `benches/peers/slider_crank.py` runs the same in exudyn and compares.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use mechanics::rigid::{
    Attachment, Body, GROUND, Joint, JointKind, Mechanism, Model, Scratch, Simulation, SimulationSettings,
    Stabilisation,
};
use numerics::ode::{Limits, Scheme};

const CRANK: f64 = 0.2;
const ROD: f64 = 0.5;

fn body(name: &str, mass: f64, inertia: f64, [x, y, angle]: [f64; 3]) -> Body {
    Body { name: name.into(), mass, inertia, position: [x, y], angle, ..Body::default() }
}

fn joint(name: &str, first: (&str, f64), second: (&str, f64), kind: JointKind) -> Joint {
    let at = |(body, x): (&str, f64)| Attachment::new(body, [x, 0.0]);
    Joint { name: name.into(), first: at(first), second: at(second), kind }
}

fn slider_crank() -> Mechanism {
    let angle = std::f64::consts::FRAC_PI_4;
    let tilt = -(CRANK * angle.sin() / ROD).asin();
    let pin = [CRANK * angle.cos(), CRANK * angle.sin()];
    let end = pin[0] + ROD * tilt.cos();
    let revolute = JointKind::Revolute;
    Mechanism {
        gravity: [0.0, -9.81],
        bodies: vec![
            body("crank", 1.0, CRANK * CRANK / 12.0, [0.5 * pin[0], 0.5 * pin[1], angle]),
            body("rod", 2.0, 2.0 * ROD * ROD / 12.0, [0.5 * (pin[0] + end), 0.5 * pin[1], tilt]),
            body("slider", 1.5, 0.01, [end, 0.0, 0.0]),
        ],
        joints: vec![
            joint("bearing", ("crank", -0.5 * CRANK), (GROUND, 0.0), revolute),
            joint("pin", ("crank", 0.5 * CRANK), ("rod", -0.5 * ROD), revolute),
            joint("wrist", ("rod", 0.5 * ROD), ("slider", 0.0), revolute),
            joint("rail", (GROUND, 0.0), ("slider", 0.0), JointKind::Translational { axis: [1.0, 0.0], angle: 0.0 }),
        ],
        ..Mechanism::default()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: f64| arguments.next().map_or(Ok(otherwise), |text| text.parse());
    let (step, end) = (number(1e-3)?, number(10.0)?);
    let name = arguments.next().unwrap_or_default();
    let scheme = if name == "bogacki-shampine" { Scheme::BogackiShampine } else { Scheme::DormandPrince };
    let model = Model::new(&slider_crank())?;
    let settings = SimulationSettings {
        scheme,
        limits: Limits::fixed(step),
        stabilisation: Stabilisation::Projection { within: 2e-16 },
        ..SimulationSettings::default()
    };
    // Once for the time, once more to look at every step.
    let mut simulation = Simulation::new(&model, model.assemble(0.0)?, settings);
    let clock = Instant::now();
    while simulation.time() < end {
        simulation.step(end)?;
    }
    let seconds = clock.elapsed().as_secs_f64();
    let slider = simulation.state().frame(2).position.x;
    let mut again = Simulation::new(&model, model.assemble(0.0)?, settings);
    let (mut scratch, mut drift) = (Scratch::new(&model), (0.0f64, 0.0f64));
    while again.time() < end {
        again.step(end)?;
        let (position, velocity) = model.drift(&again.state(), &mut scratch);
        drift = (drift.0.max(position), drift.1.max(velocity));
    }
    let steps = simulation.work().steps;
    writeln!(
        std::io::stdout(),
        "{{\"steps\": {steps}, \"steps_per_second\": {:.0}, \"drift\": {:e}, \"drift_rate\": {:e}, \"slider\": {slider}}}",
        steps as f64 / seconds,
        drift.0,
        drift.1,
    )?;
    Ok(())
}
