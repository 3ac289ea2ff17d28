//! A contact that relaxes, in the engine that knees and mechanisms run on.

use std::f64::consts::{PI, TAU};

use mechanics::contact::Damping;
use mechanics::rigid::{
    Attachment, Body, Contact, ElasticLaw, Function, GROUND, Guide, GuideKind, Loss, Mechanism, Model, Shape,
    Simulation, SimulationSettings, Surface,
};

use super::{Finding, Target, headline, ordering};
use crate::Unwatched;
use crate::knee::parameters::{Law, LawName};
use crate::knee::{Knee, Parameters};

const SHARE: f64 = 0.3;
const TIME: f64 = 0.1;
const RADIUS: f64 = 0.03;

/// A ball whose depth in a flat contact is prescribed over time, in m.
fn pressed(law: ElasticLaw, depth: Function) -> Result<Model, String> {
    let height = match depth {
        Function::Constant(depth) => Function::Constant(RADIUS - depth),
        Function::Sine { mean, amplitude, frequency, phase } => {
            Function::Sine { mean: RADIUS - mean, amplitude: -amplitude, frequency, phase }
        }
        _ => return Err("this path is not used here".into()),
    };
    let ball = Attachment::new("ball", [0.0, 0.0]);
    let guide = |name: &str, kind| Guide { name: name.into(), kind };
    let mechanism = Mechanism {
        bodies: vec![Body {
            name: "ball".into(),
            mass: 1.0,
            inertia: 1e-4,
            position: [0.0, RADIUS],
            ..Body::default()
        }],
        guides: vec![
            guide("place", GuideKind::Point { of: ball, x: Function::Constant(0.0), y: height }),
            guide(
                "angle",
                GuideKind::Angle { of: "ball".into(), relative_to: GROUND.into(), follows: Function::Constant(0.0) },
            ),
        ],
        contacts: vec![Contact {
            name: "seat".into(),
            first: Surface { body: "ball".into(), shape: Shape::Circle { centre: [0.0, 0.0], radius: RADIUS } },
            second: Surface { body: GROUND.into(), shape: Shape::Line { point: [0.0, 0.0], normal: [0.0, 1.0] } },
            law,
            loss: Loss::Relaxing { relaxed_share: SHARE, time: TIME },
            friction: None,
            deepest_start: 1.0,
        }],
        ..Mechanism::default()
    };
    Model::new(&mechanism).map_err(|error| error.to_string())
}

/// Errors in metres that are small against a tenth of a millimetre.
fn exact() -> SimulationSettings {
    SimulationSettings { tolerance: 1e-12, ..SimulationSettings::default() }
}

/// Share of the force of a step that is left after a time.
fn step(time: f64) -> Result<f64, String> {
    let model = pressed(ElasticLaw::Hertz { stiffness: 3.26e6 }, Function::Constant(1e-3))?;
    let start = model.assemble(0.0).map_err(|error| error.to_string())?;
    let full = model.contact_state(0, &start, &Damping::None).push;
    let mut simulation = Simulation::new(&model, start, exact());
    simulation.advance_to(time).map_err(|error| error.to_string())?;
    Ok(model.contact_state(0, &simulation.state(), &Damping::None).push / full)
}

/// Energy that a steady cycle loses, in J, of a linear contact of 100 kN/m under ±0.1 mm about 1 mm.
fn cycle(omega_tau: f64) -> Result<f64, String> {
    let frequency = omega_tau / TIME;
    let path = Function::Sine { mean: 1e-3, amplitude: 1e-4, frequency, phase: 0.0 };
    let model = pressed(ElasticLaw::Linear { stiffness: 1e5 }, path)?;
    let start = model.assemble(0.0).map_err(|error| error.to_string())?;
    let mut simulation = Simulation::new(&model, start, exact());
    let period = TAU / frequency;
    let cycles = (25.0 * TIME / period).ceil().max(1.0);
    let mut lost = [0.0; 2];
    for (i, lost) in lost.iter_mut().enumerate() {
        simulation.advance_to((cycles + i as f64) * period).map_err(|error| error.to_string())?;
        *lost = simulation.state().lost();
    }
    Ok(lost[1] - lost[0])
}

fn knee(law: LawName) -> Result<results::Outcome, String> {
    let mut parameters = Parameters::default();
    parameters.contact.laws = vec![Law::from(law)];
    let knee = Knee::new(parameters).map_err(|problems| format!("{problems:?}"))?;
    knee.run(&Unwatched).map_err(|error| error.to_string())
}

/// Relaxation under a step, loss of a steady cycle, and the knee of [Machado2011] on cartilage that relaxes.
pub fn relaxation() -> Vec<Finding> {
    let mut findings = Vec::new();
    for time in [0.02, 0.1, 0.5] {
        let expected = SHARE + (1.0 - SHARE) * (-time / TIME).exp();
        findings.push(Finding {
            quantity: "force_left_ratio",
            label: format!("{time} s after a step of 1 mm, Hertz, g {SHARE}, τ {TIME} s"),
            target: Target::Within(expected, 1e-7),
            computed: step(time),
            source: "g + (1 − g) exp(−t/τ) [Fung1993]; exact for a ball on a viscoelastic half-space [LeeRadok1960]",
            why: "the tolerance of the integrator",
        });
    }
    for omega_tau in [0.3, 1.0, 3.0_f64] {
        let loss = 1e5 * (1.0 - SHARE) * omega_tau / (1.0 + omega_tau * omega_tau);
        findings.push(Finding {
            quantity: "energy_lost_in_a_cycle_J",
            label: format!("steady cycle, ωτ {omega_tau}, linear contact"),
            target: Target::Within(PI * loss * 1e-8, 1e-4),
            computed: cycle(omega_tau),
            source: "π k″ a², k″ = k (1 − g) ωτ/(1 + ω²τ²): Zener's solid",
            why: "what the start has left after 25 relaxation times, and the integrator",
        });
    }
    let (elastic, relaxing) = (knee(LawName::Hertz), knee(LawName::StandardLinearSolid));
    let of = |ran: &Result<results::Outcome, String>, name: &str| {
        ran.as_ref().map_err(Clone::clone).and_then(|outcome| headline(outcome, name))
    };
    findings.push(Finding {
        quantity: "energy_imbalance_ratio",
        label: "knee on cartilage that relaxes (Woo's share and time)".into(),
        target: Target::Within(0.0, 1e-5),
        computed: of(&relaxing, "energy_imbalance_ratio"),
        source: "energy: what the drives put in is there, or was lost",
        why: "of the largest kinetic energy",
    });
    let both = |name: &str| Ok([of(&elastic, name)?, of(&relaxing, name)?]);
    let words = [
        "section 3.3 [Machado2011] leaves relaxation out",
        "a contact that relaxes gives way under a lasting push, and loses energy, which Hertz's does not",
    ];
    findings.push(ordering("peak_indentation_m", ["Hertz", "relaxing"], both("peak_indentation_m"), words));
    findings.push(ordering("energy_lost_J", ["Hertz", "relaxing"], both("energy_lost_J"), words));
    findings
}
