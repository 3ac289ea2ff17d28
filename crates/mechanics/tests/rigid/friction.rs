//! Compliant friction inside the engine: a block that is dragged, that rests or slides on a slope, that rides on a belt.

use crate::mechanisms::{GRAVITY, body, simulate};
use mechanics::rigid::{
    Attachment, Contact, ElasticLaw, EventKind, Force, ForceKind, Friction, Function, GROUND, Guide, GuideKind, Loss,
    Mechanism, Model, Shape, Simulation, SimulationSettings, Surface,
};
use numerics::ode::Scheme;
use numerics::root::solve_bracketed;

const MASS: f64 = 0.5;
const RADIUS: f64 = 0.02;
/// Of the contact along its normal.
const PUSH: f64 = 1e5;
const MU: f64 = 0.4;
/// K, in N/m.
const SIDEWAYS: f64 = 5e4;
/// α, in s/m.
const DAMPING: f64 = 40.0;

fn compliant() -> Friction {
    Friction::Compliant { coefficient: MU, stiffness: SIDEWAYS, exponent: 1.0, damping: DAMPING }
}

/// A block that cannot turn, at rest on the line of a body: its weight is carried by the contact from the start.
fn block_on(ground: &str, gravity: [f64; 2]) -> Mechanism {
    let sunk = MASS * -gravity[1] / PUSH;
    let surface = |body: &str, shape| Surface { body: body.into(), shape };
    Mechanism {
        gravity,
        bodies: vec![body("block", MASS, 1e-4, [0.0, RADIUS - sunk, 0.0])],
        guides: vec![Guide {
            name: "upright".into(),
            kind: GuideKind::Angle { of: "block".into(), relative_to: GROUND.into(), follows: Function::Constant(0.0) },
        }],
        contacts: vec![Contact {
            name: "sole".into(),
            first: surface("block", Shape::Circle { centre: [0.0, 0.0], radius: RADIUS }),
            second: surface(ground, Shape::Line { point: [0.0, 0.0], normal: [0.0, 1.0] }),
            law: ElasticLaw::Linear { stiffness: PUSH },
            loss: Loss::None,
            friction: Some(compliant()),
            deepest_start: 1e-3,
        }],
        ..Mechanism::default()
    }
}

/// … that is dragged along x.
fn dragged(along: Function) -> Mechanism {
    let mut mechanism = block_on(GROUND, [0.0, -GRAVITY]);
    let of = Attachment::new("block", [0.0, 0.0]);
    mechanism
        .guides
        .push(Guide { name: "drag".into(), kind: GuideKind::Coordinate { of, along: [1.0, 0.0], follows: along } });
    mechanism
}

const LIMIT: f64 = MU * MASS * GRAVITY;
/// Deformation at which the spring alone holds the limit.
const REACH: f64 = LIMIT / SIDEWAYS;

/// Time in which the deformation x of a slipping surface goes from `from` to `to`: ³⁄₂ α ẋ = x_s/x − 1, integrated.
fn slip_time(from: f64, to: f64) -> f64 {
    -1.5 * DAMPING * (to - from + REACH * ((REACH - to) / (REACH - from)).ln())
}

/// The deformation after slipping for a while.
fn slipped(from: f64, time: f64) -> f64 {
    solve_bracketed(|x| slip_time(from, x) - time.max(0.0), from, REACH * (1.0 - 1e-13), 0.0).unwrap_or(REACH)
}

fn tight(scheme: Scheme) -> SimulationSettings {
    SimulationSettings { scheme, tolerance: 1e-10, ..SimulationSettings::default() }
}

fn balance(model: &Model, simulation: &Simulation<'_>, start: f64) -> f64 {
    let state = simulation.state();
    model.energy(&state).total() - start - state.work() + state.lost()
}

/// Dragged with a constant speed V: it sticks with λ = −K V t (1 + a), a = ³⁄₂ α V, until this is the limit; then it
/// slips, held by exactly the limit, while the deformation relaxes to what the spring alone holds.
#[test]
fn a_dragged_block_sticks_then_slips_as_in_closed_form() {
    let speed = 4e-3;
    let a = 1.5 * DAMPING * speed;
    let border = REACH / (1.0 + a);
    let model = Model::new(&dragged(Function::Polynomial(vec![0.0, speed]))).unwrap();
    for scheme in Scheme::ALL {
        let mut simulation = simulate(&model, tight(scheme));
        let start = model.energy(&simulation.state()).total();
        let mut slips = Vec::new();
        while simulation.time() < 0.1 {
            slips.extend_from_slice(simulation.step(0.1).unwrap());
            let time = simulation.time();
            // The tangent of a floor points to −x.
            let now = simulation.contact_state(0, &simulation.state());
            let (expected, deformation) = if slips.is_empty() {
                (SIDEWAYS * speed * time * (1.0 + a), speed * time)
            } else {
                (LIMIT, slipped(border, time - border / speed))
            };
            assert!((now.friction - expected).abs() < 1e-5 * LIMIT, "{}: {now:?} at {time}", scheme.name());
            assert!((now.deformation - deformation).abs() < 1e-5 * REACH, "{}: {now:?} at {time}", scheme.name());
        }
        assert_eq!(slips.len(), 1, "{slips:?}");
        assert_eq!(slips[0].kind, EventKind::Slips);
        assert!((slips[0].time - border / speed).abs() < 1e-7, "{}: {slips:?}", scheme.name());
        let lost = simulation.state().lost();
        assert!(lost > 1e-4 && balance(&model, &simulation, start).abs() < 1e-6 * lost, "{}", scheme.name());
    }
}

/// Dragged back and forth, x = A sin ωt. What a slipping surface does is independent of the motion, so that the whole loop
/// is known: where it sticks at a reversal (its slip velocity ẋ − ẋ_δ is zero), and where it slips again (the force of
/// sticking reaches the limit on the other side).
#[test]
fn a_block_dragged_back_and_forth_sticks_at_reversals_and_slips_again_when_the_limit_is_reached() {
    let (amplitude, omega) = (4e-4f64, 20.0f64);
    let place = |t: f64| amplitude * (omega * t).sin();
    let speed = |t: f64| amplitude * omega * (omega * t).cos();
    // The force of sticking over the limit, |Kδ − ³⁄₂ α K |δ| v| − μN, when δ was `from` at `since`.
    let excess = |since: f64, from: f64, t: f64| {
        let d = from - (place(t) - place(since));
        (SIDEWAYS * (d - 1.5 * DAMPING * d.abs() * speed(t))).abs() - LIMIT
    };
    let quarter = std::f64::consts::FRAC_PI_2 / omega;
    let mut expected = Vec::new();
    let (mut stuck_at, mut stuck_with) = (0.0, 0.0);
    for reversal in 0..4 {
        // From sticking to slipping, before the next quarter of the period; sideways is a sign.
        let next = quarter * f64::from(2 * reversal + 1);
        // The side that it comes from also had the limit: look only beyond the middle of the way.
        let middle = if reversal == 0 {
            stuck_at
        } else {
            solve_bracketed(|t| stuck_with - (place(t) - place(stuck_at)), stuck_at, next, 0.0).unwrap()
        };
        let slips = solve_bracketed(|t| excess(stuck_at, stuck_with, t), middle + 1e-9, next, 0.0).unwrap();
        let start = (stuck_with - (place(slips) - place(stuck_at))).abs();
        // Slipping comes to rest where the block is as fast as its surface relaxes.
        let relax = |t: f64| (REACH / slipped(start, t - slips) - 1.0) / (1.5 * DAMPING);
        let sticks =
            solve_bracketed(|t| speed(t).abs() * if t < next { 1.0 } else { -1.0 } - relax(t), slips + 1e-9, next, 0.0);
        let sticks = sticks.unwrap();
        expected.extend([(slips, EventKind::Slips), (sticks, EventKind::Sticks)]);
        let side = if reversal % 2 == 0 { -1.0 } else { 1.0 };
        (stuck_at, stuck_with) = (sticks, side * slipped(start, sticks - slips));
    }
    let follows = Function::Sine { mean: 0.0, amplitude, frequency: omega, phase: 0.0 };
    let model = Model::new(&dragged(follows)).unwrap();
    for scheme in Scheme::ALL {
        let mut simulation = simulate(&model, tight(scheme));
        let start = model.energy(&simulation.state()).total();
        let mut events = Vec::new();
        while simulation.time() < 7.2 * quarter {
            events.extend_from_slice(simulation.step(7.2 * quarter).unwrap());
            let now = simulation.contact_state(0, &simulation.state());
            assert!(now.friction.abs() <= MU * now.push * (1.0 + 1e-14), "{}: {now:?}", scheme.name());
        }
        assert_eq!(events.len(), expected.len(), "{}: {events:?} {expected:?}", scheme.name());
        for (event, (time, kind)) in events.iter().zip(&expected) {
            assert_eq!(event.kind, *kind);
            assert!((event.time - time).abs() < 2e-6, "{}: {event:?} at {time}", scheme.name());
        }
        let lost = simulation.state().lost();
        let left = balance(&model, &simulation, start);
        assert!(left.abs() < 1e-6 * lost, "{}: {left:e} of {lost:e}", scheme.name());
    }
}

/// On a slope below the angle of friction a block comes to rest and stays, displaced by m g sin θ/K; above it, it slides
/// down with g (sin θ − μ cos θ).
#[test]
fn a_block_on_a_slope_stays_or_slides() {
    let gravity = |angle: f64| [GRAVITY * angle.sin(), -GRAVITY * angle.cos()];
    let friction_angle = MU.atan();
    for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock, Scheme::Bdf] {
        let angle = 0.7 * friction_angle;
        let model = Model::new(&block_on(GROUND, gravity(angle))).unwrap();
        // It rings on its contact at first: the damper is weak where the surface is hardly deformed.
        let settings = SimulationSettings { scheme, tolerance: 1e-8, ..SimulationSettings::default() };
        let mut simulation = simulate(&model, settings);
        let events = simulation.advance_to(2.0).unwrap();
        let middle = simulation.state().frame(0).position.x;
        simulation.advance_to(4.0).unwrap();
        let rest = simulation.state().frame(0).position.x;
        let sunk = MASS * GRAVITY * angle.sin() / SIDEWAYS;
        let moved_by_slip: f64 = rest - sunk;
        assert!((-1e-7..REACH).contains(&moved_by_slip), "{}: {rest} {sunk} {events:?}", scheme.name());
        assert!((rest - middle).abs() < 2e-7, "{}: it creeps from {middle} to {rest}", scheme.name());

        let angle = 1.5 * friction_angle;
        let model = Model::new(&block_on(GROUND, gravity(angle))).unwrap();
        let mut simulation = simulate(&model, tight(scheme));
        let events = simulation.advance_to(0.2).unwrap();
        assert_eq!(events.len(), 1, "{}: {events:?}", scheme.name());
        let speed = simulation.state().frame(0).velocity.x;
        simulation.advance_to(0.5).unwrap();
        let gained = simulation.state().frame(0).velocity.x - speed;
        let expected = GRAVITY * (angle.sin() - MU * angle.cos()) * 0.3;
        // A position is good to 10⁻¹⁰ m, a push of 10⁵ N/m so to 10⁻⁵ N of 4 N, up and down.
        assert!((gained / expected - 1.0).abs() < 1e-6, "{}: {gained} {expected}", scheme.name());
    }
}

/// A block on a belt, held by a spring: carried along until the spring pulls with the limit, then sliding as a free
/// oscillator about x_s = μN/k, x = x_s + (x₀ − x_s) cos ω(t − t₀) + v₀/ω sin ω(t − t₀), until it is as fast as the belt.
#[test]
fn a_block_on_a_belt_is_carried_and_slides_back() {
    let (belt_speed, stiffness) = (0.05, 2e3);
    let mut mechanism = block_on("belt", [0.0, -GRAVITY]);
    mechanism.bodies.push(body("belt", 10.0, 1.0, [0.0, 0.0, 0.0]));
    let belt = |kind| Guide { name: String::new(), kind };
    let follows = [Function::Polynomial(vec![0.0, belt_speed]), Function::Constant(0.0)];
    let [x, y] = follows;
    let run = belt(GuideKind::Point { of: Attachment::new("belt", [0.0, 0.0]), x, y });
    mechanism.guides.push(Guide { name: "run".into(), ..run });
    let level =
        belt(GuideKind::Angle { of: "belt".into(), relative_to: GROUND.into(), follows: Function::Constant(0.0) });
    mechanism.guides.push(Guide { name: "level".into(), ..level });
    // Horizontal: the far end is at the height of the block, and far away.
    mechanism.forces.push(Force {
        name: "holder".into(),
        kind: ForceKind::Spring {
            first: Attachment::new(GROUND, [-100.0, RADIUS]),
            second: Attachment::new("block", [0.0, 0.0]),
            stiffness,
            length: 100.0,
            damping: 0.0,
        },
    });
    let model = Model::new(&mechanism).unwrap();
    let omega = (stiffness / MASS).sqrt();
    for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock, Scheme::Bdf] {
        let mut simulation = simulate(&model, tight(scheme));
        let start = model.energy(&simulation.state()).total();
        let mut slip: Option<(f64, f64, f64)> = None;
        let (mut compared, mut events) = (0, Vec::new());
        while simulation.time() < 0.2 {
            let found = simulation.step(0.2).unwrap().to_vec();
            let frame = simulation.state().frame(0);
            if let Some((t0, x0, v0)) = slip {
                let angle = omega * (simulation.time() - t0);
                let centre = LIMIT / stiffness;
                let expected = centre + (x0 - centre) * angle.cos() + v0 / omega * angle.sin();
                assert!((frame.position.x - expected).abs() < 1e-8, "{}: {}", scheme.name(), simulation.time());
                compared += 1;
            }
            for event in found {
                events.push(event.kind);
                slip = match event.kind {
                    EventKind::Slips => Some((event.time, frame.position.x, frame.velocity.x)),
                    _ => None,
                };
            }
        }
        assert!(compared > 10, "{}: {compared} {events:?}", scheme.name());
        assert!(events.contains(&EventKind::Slips), "{events:?}");
        let lost = simulation.state().lost();
        assert!(balance(&model, &simulation, start).abs() < 1e-6 * lost.max(1e-3), "{}", scheme.name());
    }
}

/// A disc that hits obliquely: the deformation begins with the contact and what is left of it is lost with its end.
#[test]
fn an_oblique_bounce_closes_its_energy_balance() {
    for (friction, law) in [
        (compliant(), ElasticLaw::Linear { stiffness: PUSH }),
        (compliant(), ElasticLaw::Hertz { stiffness: 1e8 }),
        (
            Friction::Compliant { coefficient: MU, stiffness: 1e7, exponent: 1.5, damping: DAMPING },
            ElasticLaw::Hertz { stiffness: 1e8 },
        ),
    ] {
        let mut mechanism = block_on(GROUND, [0.0, -GRAVITY]);
        mechanism.guides.clear();
        mechanism.bodies[0].position[1] = RADIUS + 1e-3;
        mechanism.bodies[0].velocity = [0.3, -0.5];
        mechanism.contacts[0].law = law;
        mechanism.contacts[0].friction = Some(friction);
        let model = Model::new(&mechanism).unwrap();
        for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock, Scheme::Bdf] {
            let mut simulation = simulate(&model, tight(scheme));
            let start = model.energy(&simulation.state()).total();
            let events = simulation.advance_to(0.02).unwrap();
            let touches = |kind: fn(&EventKind) -> bool| events.iter().filter(|event| kind(&event.kind)).count();
            assert_eq!(touches(|kind| matches!(kind, EventKind::Begins { .. })), 1, "{events:?}");
            assert_eq!(touches(|kind| matches!(kind, EventKind::Ends)), 1, "{events:?}");
            let now = simulation.contact_state(0, &simulation.state());
            assert_eq!(now.deformation, 0.0, "{} {:?} {events:?}", scheme.name(), simulation.work());
            let (state, left) = (simulation.state(), balance(&model, &simulation, start));
            assert!(state.lost() > 1e-4 && left.abs() < 1e-6 * state.lost(), "{}: {left:e}", scheme.name());
            let frame = state.frame(0);
            assert!(frame.velocity.y > 0.3 && frame.velocity.x < 0.3 && frame.spin < 0.0, "{frame:?}");
            assert!(simulation.work().steps < 2000, "{}: {:?}", scheme.name(), simulation.work());
        }
    }
}
