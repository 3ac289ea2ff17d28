//! Mechanisms that several tests share.

use mechanics::rigid::{Attachment, Body, GROUND, Joint, JointKind, Mechanism, Model, Simulation, SimulationSettings};
use std::f64::consts::FRAC_PI_4;

pub const GRAVITY: f64 = 9.81;

pub fn body(name: &str, mass: f64, inertia: f64, [x, y, angle]: [f64; 3]) -> Body {
    Body { name: name.into(), mass, inertia, position: [x, y], angle, ..Body::default() }
}

pub fn revolute(name: &str, first: (&str, [f64; 2]), second: (&str, [f64; 2])) -> Joint {
    Joint {
        name: name.into(),
        first: Attachment::new(first.0, first.1),
        second: Attachment::new(second.0, second.1),
        kind: JointKind::Revolute,
    }
}

pub const CRANK: f64 = 0.2;
pub const ROD: f64 = 0.5;

/// Crank, rod and slider along x, the crank at 45°.
pub fn slider_crank() -> Mechanism {
    let (masses, angle) = ([1.0, 2.0, 1.5], FRAC_PI_4);
    let tilt = -(CRANK * angle.sin() / ROD).asin();
    let pin = [CRANK * angle.cos(), CRANK * angle.sin()];
    let end = pin[0] + ROD * tilt.cos();
    let rod_inertia = |mass: f64, length: f64| mass * length * length / 12.0;
    Mechanism {
        gravity: [0.0, -GRAVITY],
        bodies: vec![
            body("crank", masses[0], rod_inertia(masses[0], CRANK), [0.5 * pin[0], 0.5 * pin[1], angle]),
            body("rod", masses[1], rod_inertia(masses[1], ROD), [0.5 * (pin[0] + end), 0.5 * pin[1], tilt]),
            body("slider", masses[2], 0.01, [end, 0.0, 0.0]),
        ],
        joints: vec![
            revolute("bearing", ("crank", [-0.5 * CRANK, 0.0]), (GROUND, [0.0, 0.0])),
            revolute("pin", ("crank", [0.5 * CRANK, 0.0]), ("rod", [-0.5 * ROD, 0.0])),
            revolute("wrist", ("rod", [0.5 * ROD, 0.0]), ("slider", [0.0, 0.0])),
            Joint {
                name: "rail".into(),
                first: Attachment::new(GROUND, [0.0, 0.0]),
                second: Attachment::new("slider", [0.0, 0.0]),
                kind: JointKind::Translational { axis: [1.0, 0.0], angle: 0.0 },
            },
        ],
        ..Mechanism::default()
    }
}

/// A rod that hangs from one end, at an angle from the vertical.
pub fn pendulum(mass: f64, length: f64, angle: f64) -> Mechanism {
    let (s, c) = angle.sin_cos();
    Mechanism {
        gravity: [0.0, -GRAVITY],
        bodies: vec![body("rod", mass, mass * length * length / 12.0, [0.5 * length * s, -0.5 * length * c, angle])],
        joints: vec![revolute("pivot", ("rod", [0.0, 0.5 * length]), (GROUND, [0.0, 0.0]))],
        ..Mechanism::default()
    }
}

pub fn simulate<'a>(model: &'a Model, settings: SimulationSettings) -> Simulation<'a> {
    Simulation::new(model, model.assemble(0.0).unwrap(), settings)
}
