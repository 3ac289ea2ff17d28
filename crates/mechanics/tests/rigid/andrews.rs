//! Andrews' squeezing mechanism: seven bodies, three loops, a motor and a spring.
//!
//! Geometry, masses and the state at t = 0.03 s from the test set of Bari and Amsterdam [Mazzia2008], where the problem is
//! written with seven angles; [Hairer1996, section VII.7]. Here every body has three coordinates and the loops are closed
//! by hinges, so that nothing but the mechanism is shared with the reference.

use crate::mechanisms::{body, revolute};
use mechanics::rigid::{
    Attachment, Body, Force, ForceKind, Function, GROUND, Joint, Mechanism, Model, Scratch, Simulation,
    SimulationSettings, State,
};
use numerics::ode::Scheme;

const A: [f64; 2] = [-0.06934, -0.00227];
const B: [f64; 2] = [-0.03635, 0.03273];
const C: [f64; 2] = [0.014, 0.072];
const ANGLES: [f64; 7] = [
    -0.061_713_890_014_276_45,
    0.0,
    0.455_279_819_163_070_4,
    0.222_668_390_165_885_9,
    0.487_364_979_543_842_6,
    -0.222_668_390_165_885_9,
    1.230_547_444_549_821_2,
];
const REFERENCE: [f64; 7] = [
    0.158_107_711_962_990_4e2,
    -0.157_563_710_598_429_8e2,
    0.408_222_401_307_310_1e-1,
    -0.534_730_116_322_694_8,
    0.524_409_965_880_530_4,
    0.534_730_116_322_694_8,
    0.104_808_074_104_226_3e1,
];
const REFERENCE_RATES: [f64; 7] = [
    0.113_992_030_215_120_8e4,
    -0.142_437_929_499_411_1e4,
    0.110_329_122_193_713_4e2,
    0.192_933_746_442_138_5e2,
    0.573_569_928_479_080_8,
    -0.192_933_746_442_138_5e2,
    0.323_179_165_802_695_5,
];

/// From β, Θ, γ, Φ, δ, Ω, ε to the angle of each body's own x axis in space.
fn body_angles([beta, theta, gamma, phi, delta, omega, epsilon]: [f64; 7]) -> [f64; 7] {
    [beta, beta + theta, gamma, phi + delta, delta, omega + epsilon, epsilon]
}

fn place(name: &str, mass: f64, inertia: f64, from: [f64; 2], along: [f64; 2], angle: f64) -> Body {
    let (s, c) = angle.sin_cos();
    body(name, mass, inertia, [from[0] + c * along[0] - s * along[1], from[1] + s * along[0] + c * along[1], angle])
}

/// A hinge between points given from a reference point of each body, as its centre of mass is.
fn hinge(name: &str, first: (&str, [f64; 2], [f64; 2]), second: (&str, [f64; 2], [f64; 2])) -> Joint {
    let from = |(_, point, centre): (&str, [f64; 2], [f64; 2])| [point[0] - centre[0], point[1] - centre[1]];
    revolute(name, (first.0, from(first)), (second.0, from(second)))
}

fn squeezer() -> Mechanism {
    let (d, e, rr, ss, zf, zt, u) = (28e-3, 2e-2, 7e-3, 35e-3, 2e-2, 4e-2, 4e-2);
    // Centres of mass in the axes of each body, from the point in the comment.
    let k1 = [92e-5, 0.0]; // the motor's shaft
    let k2 = [-115e-4, 0.0]; // the pin to body 1
    let k3 = [1043e-5, -1874e-5]; // B
    let k4 = [0.0, -(2e-2 - 1421e-5)]; // the pin to body 5
    let k5 = [2308e-5, 916e-5]; // A
    let k6 = [2e-2 - 1421e-5, 0.0]; // the pin to body 7
    let k7 = [-449e-5, -1228e-5]; // A
    let angles = body_angles(ANGLES);
    let turned = |[x, y]: [f64; 2], angle: f64, from: [f64; 2]| {
        let (s, c) = angle.sin_cos();
        [from[0] + c * x - s * y, from[1] + s * x + c * y]
    };
    let pin = turned([rr, 0.0], angles[0], [0.0; 2]);
    let (pin5, pin7) = (turned([zt, 0.0], angles[4], A), turned([0.0, -u], angles[6], A));
    let tip2 = [-d, 0.0];
    Mechanism {
        bodies: vec![
            place("1", 0.04325, 2.194e-6, [0.0; 2], k1, angles[0]),
            place("2", 0.00365, 4.410e-7, pin, k2, angles[1]),
            place("3", 0.02373, 5.255e-6, B, k3, angles[2]),
            place("4", 0.00706, 5.667e-7, pin5, k4, angles[3]),
            place("5", 0.07050, 1.169e-5, A, k5, angles[4]),
            place("6", 0.00706, 5.667e-7, pin7, k6, angles[5]),
            place("7", 0.05498, 1.912e-5, A, k7, angles[6]),
        ],
        joints: vec![
            hinge("shaft", ("1", [0.0; 2], k1), (GROUND, [0.0; 2], [0.0; 2])),
            hinge("1-2", ("1", [rr, 0.0], k1), ("2", [0.0; 2], k2)),
            hinge("B", ("3", [0.0; 2], k3), (GROUND, B, [0.0; 2])),
            hinge("A-5", ("5", [0.0; 2], k5), (GROUND, A, [0.0; 2])),
            hinge("A-7", ("7", [0.0; 2], k7), (GROUND, A, [0.0; 2])),
            hinge("5-4", ("5", [zt, 0.0], k5), ("4", [0.0; 2], k4)),
            hinge("7-6", ("7", [0.0, -u], k7), ("6", [0.0; 2], k6)),
            hinge("2-3", ("2", tip2, k2), ("3", [0.0, -ss], k3)),
            hinge("2-4", ("2", tip2, k2), ("4", [0.0, -e], k4)),
            hinge("2-6", ("2", tip2, k2), ("6", [zf, 0.0], k6)),
        ],
        forces: vec![
            Force {
                name: "motor".into(),
                kind: ForceKind::Moment { body: "1".into(), moment: Function::Constant(0.033) },
            },
            Force {
                name: "spring".into(),
                kind: ForceKind::Spring {
                    first: Attachment::new("3", [2e-2 - k3[0], -18e-3 - k3[1]]),
                    second: Attachment::new(GROUND, C),
                    stiffness: 4530.0,
                    length: 7785e-5,
                    damping: 0.0,
                },
            },
        ],
        ..Mechanism::default()
    }
}

fn errors(state: &State) -> (f64, f64) {
    let (angles, rates) = (body_angles(REFERENCE), body_angles(REFERENCE_RATES));
    let mut worst = (0.0f64, 0.0f64);
    for i in 0..7 {
        let frame = state.frame(i);
        worst.0 = worst.0.max((frame.angle - angles[i]).abs());
        worst.1 = worst.1.max((frame.spin - rates[i]).abs());
    }
    worst
}

#[test]
fn the_squeezer_is_assembled_as_published_and_starts_with_the_published_accelerations() {
    let model = Model::new(&squeezer()).unwrap();
    let state = model.described_state();
    let mut scratch = Scratch::new(&model);
    // The published start closes its loops to the digits it has.
    assert!(model.drift(&state, &mut scratch).0 < 1e-16, "{:?}", model.drift(&state, &mut scratch));
    assert_eq!(model.freedom(), 1);
    let instant = model.compute_instant(&state, &mut scratch).unwrap();
    let [beta, theta] = [14_222.443_919_954_114, -10_666.832_939_965_585];
    assert!((instant.accelerations[0][2] / beta - 1.0).abs() < 1e-9, "{:?}", instant.accelerations[0]);
    assert!((instant.accelerations[1][2] / (beta + theta) - 1.0).abs() < 1e-9, "{:?}", instant.accelerations[1]);
}

#[test]
fn the_squeezer_ends_on_the_published_reference_with_every_scheme() {
    let model = Model::new(&squeezer()).unwrap();
    for (scheme, angle, rate) in [
        (Scheme::DormandPrince, 1e-6, 1e-3),
        (Scheme::Rkf45, 1e-6, 1e-3),
        (Scheme::Rosenbrock, 1e-5, 1e-2),
        (Scheme::Bdf, 1e-6, 1e-3),
    ] {
        let settings = SimulationSettings { scheme, tolerance: 1e-10, ..SimulationSettings::default() };
        let mut simulation = Simulation::new(&model, model.assemble(0.0).unwrap(), settings);
        simulation.advance_to(0.03).unwrap();
        let errors = errors(&simulation.state());
        // The shaft turns 15.8 rad at up to 1140 rad/s meanwhile.
        assert!(errors.0 < angle && errors.1 < rate, "{}: {errors:?} {:?}", scheme.name(), simulation.work());
        assert!(model.drift(&simulation.state(), &mut Scratch::new(&model)).0 < 1e-11);
    }
}

#[test]
fn the_squeezer_keeps_its_energy_balance() {
    let model = Model::new(&squeezer()).unwrap();
    let settings = SimulationSettings { tolerance: 1e-10, ..SimulationSettings::default() };
    let mut simulation = Simulation::new(&model, model.assemble(0.0).unwrap(), settings);
    let start = model.energy(&simulation.state()).total();
    simulation.advance_to(0.03).unwrap();
    let end = simulation.state();
    // The motor has turned by 15.87 rad: its work is the moment times that.
    assert!((end.work() - 0.033 * (REFERENCE[0] - ANGLES[0])).abs() < 1e-7, "{}", end.work());
    assert!((model.energy(&end).total() - start - end.work()).abs() < 1e-7);
}
