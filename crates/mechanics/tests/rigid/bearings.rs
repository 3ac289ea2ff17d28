//! Lubricated bearings against closed forms of lubrication theory.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::mechanisms::body;
use mechanics::contact::Hysteresis;
use mechanics::fluid::{Ambient, FilmKind, Fluid, Roughness};
use mechanics::rigid::{
    Attachment, Axes, Bearing, BearingState, ElasticLaw, Film, Force, ForceKind, Friction, Function, GROUND, Guide,
    GuideKind, Loss, Mechanism, Model, Simulation, SimulationSettings, Solid,
};
use numerics::ode::{Scheme, Work};

const RADIUS: f64 = 32e-3;
const LENGTH: f64 = 64e-3;
const CLEARANCE: f64 = 20e-6;
const MASS: f64 = 9.0;

/// The hip of Costa2016 with nothing but a thigh's mass in it.
fn hip(kind: FilmKind, viscosity: f64, load: [Function; 2]) -> Mechanism {
    let [x, y] = load;
    let at = Attachment::new("thigh", [0.0, 0.0]);
    Mechanism {
        bodies: vec![body("thigh", MASS, 0.1, [0.0, 0.0, 0.0])],
        forces: vec![Force {
            name: "load".into(),
            kind: ForceKind::Load { at: at.clone(), x, y, axes: Axes::Global, moving_point: None },
        }],
        bearings: vec![Bearing {
            name: "hip".into(),
            journal: at,
            bearing: Attachment::new(GROUND, [0.0, 0.0]),
            radius: RADIUS,
            clearance: CLEARANCE,
            length: LENGTH,
            film: Film::Formula(kind),
            fluid: Fluid::Newtonian { viscosity },
            roughness: None,
            least_thickness: None,
            solid: None,
            friction: None,
        }],
        ..Mechanism::default()
    }
}

fn steady(x: f64, y: f64) -> [Function; 2] {
    [Function::Constant(x), Function::Constant(y)]
}

fn start(model: &Model, scheme: Scheme, tolerance: f64) -> Simulation<'_> {
    let settings = SimulationSettings { scheme, tolerance, ..SimulationSettings::default() };
    Simulation::new(model, model.assemble(0.0).unwrap(), settings)
}

fn now(simulation: &Simulation<'_>) -> BearingState {
    simulation.bearing_state(0, &simulation.state()).expect("there is a bearing")
}

/// The effort: steps of the slow motion, and a Jacobian for ten of them in BDF.
fn pin(simulation: &Simulation<'_>, [bdf, rosenbrock]: [u64; 2], what: &str) {
    let Work { steps, rejected, jacobians, .. } = simulation.work();
    // Rosenbrock needs a Jacobian for each step.
    let (most, jacobians_allowed) = if jacobians < steps / 2 { (bdf, bdf / 8) } else { (rosenbrock, rosenbrock) };
    let tried = steps + rejected;
    assert!(tried <= most && jacobians <= jacobians_allowed, "{what}: {tried} steps, {jacobians} Jacobians");
}

/// Under a steady load W a journal that does not turn approaches as 12π ε/√(1−ε²) = W t/(μLR³/c²) where the film pushes all
/// around, and as G_x(ε) − 1 = W t/(μRL³/c²), G_x = 1/D² + εΘ/D³, where a short film pushes ahead only. With 500 Pa·s the
/// film resists with 1e11 N·s/m, and a 9 kg journal follows its load within 1e-10 s; the steps are those of the approach,
/// which takes days.
#[test]
fn a_squeezed_film_thins_as_its_closed_form_says() {
    let (load, viscosity) = (1000.0, 500.0);
    let long = |e: f64| 12.0 * PI * e / (1.0 - e * e).sqrt() * LENGTH * RADIUS.powi(3);
    let short = |e: f64| {
        let d2 = 1.0 - e * e;
        (1.0 / d2 + e * (FRAC_PI_2 + e.asin()) / d2.powf(1.5) - 1.0) * RADIUS * LENGTH.powi(3)
    };
    type Approach<'a> = &'a dyn Fn(f64) -> f64;
    let cases: [(FilmKind, Approach<'_>); 2] =
        [(FilmKind::LongIntegrated { ambient: Ambient::WidestGap }, &long), (FilmKind::Short, &short)];
    for (kind, approach) in cases {
        for scheme in [Scheme::Bdf, Scheme::Rosenbrock] {
            let model = Model::new(&hip(kind, viscosity, steady(load, 0.0))).unwrap();
            let mut simulation = start(&model, scheme, 1e-12);
            for ratio in [0.1, 0.5, 0.9, 0.98] {
                let time = viscosity * approach(ratio) / (CLEARANCE * CLEARANCE * load);
                simulation.advance_to(time).unwrap();
                let state = now(&simulation);
                assert!((state.ratio - ratio).abs() < 2e-6, "{kind:?} {}: {} {ratio}", scheme.name(), state.ratio);
                assert!(
                    (state.film.force.x + load).abs() < 1e-3 * load,
                    "{kind:?} {}: {:?}",
                    scheme.name(),
                    state.film
                );
            }
            pin(&simulation, [380, 210], &format!("{kind:?}"));
        }
    }
}

/// A load that pushes to and fro, W sin(2πt), on a film that pushes and pulls: 12π ε/√(1−ε²) = W (1 − cos 2πt)/(2π μLR³/c²).
#[test]
fn an_oscillating_load_moves_the_journal_as_its_closed_form_says() {
    let (load, farthest) = (1500.0, 2.0);
    // Such that ε/√(1−ε²) reaches `farthest`, ε 0.894.
    let viscosity = load / (PI * 12.0 * PI * farthest) * CLEARANCE.powi(2) / (LENGTH * RADIUS.powi(3));
    let push = Function::Sine { mean: 0.0, amplitude: load, frequency: TAU, phase: 0.0 };
    let forces = [push, Function::Constant(0.0)];
    for scheme in [Scheme::Bdf, Scheme::Rosenbrock] {
        let model = Model::new(&hip(FilmKind::LongWithoutCavitation, viscosity, forces.clone())).unwrap();
        let mut simulation = start(&model, scheme, 1e-11);
        let mut worst = [0.0f64; 2];
        for i in 1..=100 {
            let time = 0.02 * f64::from(i);
            simulation.advance_to(time).unwrap();
            let state = now(&simulation);
            let x = 0.5 * farthest * (1.0 - (TAU * time).cos());
            worst[0] = worst[0].max((state.motion.eccentricity.x / CLEARANCE - x / x.hypot(1.0)).abs());
            worst[1] = worst[1].max((state.film.force.x / load + (TAU * time).sin()).abs());
        }
        pin(&simulation, [440, 350], "oscillating");
        assert!(worst[0] < 1e-4 && worst[1] < 1e-3, "{}: {worst:?}", scheme.name());
    }
}

/// A journal that turns under a steady load W finds the half-Sommerfeld place: W/(ω μLR³/c²) =
/// 6ε √(π²(1−ε²) + 4ε²)/((2+ε²)(1−ε²)), with the line of centres ahead of the load by tan φ = π√(1−ε²)/2ε; and a short one
/// Ocvirk's: ε √(π²(1−ε²) + 16ε²)/(4(1−ε²)²) with tan φ = π√(1−ε²)/4ε.
#[test]
fn a_turning_journal_settles_at_the_half_sommerfeld_equilibrium() {
    let (speed, viscosity, ratio) = (2.0, 1.0, 0.6f64);
    let d2 = 1.0 - ratio * ratio;
    let long = 6.0 * ratio * (PI * PI * d2 + 4.0 * ratio * ratio).sqrt() / ((2.0 + ratio * ratio) * d2);
    let short = ratio * (PI * PI * d2 + 16.0 * ratio * ratio).sqrt() / (4.0 * d2 * d2);
    let unit = speed * viscosity / CLEARANCE.powi(2);
    let integrated = FilmKind::LongIntegrated { ambient: Ambient::OpenEnds };
    for (kind, load, angle) in [
        (FilmKind::Long, long * unit * LENGTH * RADIUS.powi(3), (PI * d2.sqrt() / (2.0 * ratio)).atan()),
        (integrated, long * unit * LENGTH * RADIUS.powi(3), (PI * d2.sqrt() / (2.0 * ratio)).atan()),
        (FilmKind::Short, short * unit * RADIUS * LENGTH.powi(3), (PI * d2.sqrt() / (4.0 * ratio)).atan()),
    ] {
        // The load points down; a journal that turns counter-clockwise moves ahead of it, to the right.
        let mut mechanism = hip(kind, viscosity, steady(0.0, -load));
        let turning = Function::Polynomial(vec![0.0, speed]);
        let kind_of_guide = GuideKind::Angle { of: "thigh".into(), relative_to: GROUND.into(), follows: turning };
        mechanism.guides = vec![Guide { name: "spin".into(), kind: kind_of_guide }];
        let model = Model::new(&mechanism).unwrap();
        for scheme in [Scheme::Bdf, Scheme::Rosenbrock] {
            let mut simulation = start(&model, scheme, 1e-11);
            simulation.advance_to(40.0).unwrap();
            let state = now(&simulation);
            let e = state.motion.eccentricity;
            let found = [state.ratio, e.x.atan2(-e.y)];
            pin(&simulation, [320, 130], &format!("{kind:?}"));
            assert!((found[0] - ratio).abs() < 1e-6, "{kind:?} {}: {found:?}", scheme.name());
            assert!((found[1] - angle).abs() < 1e-6, "{kind:?} {}: {found:?} {angle}", scheme.name());
            // The guide pays for what the film loses: drag and couple.
            let drag = TAU * viscosity * LENGTH * RADIUS.powi(3) / (CLEARANCE * d2.sqrt()) * speed;
            let couple = 0.5 * ratio * CLEARANCE * load * angle.sin();
            let torque = -state.film.torques[0];
            assert!((torque / (drag + couple) - 1.0).abs() < 1e-6, "{kind:?}: {torque} {drag} {couple}");
            assert!((state.film_loss / (torque * speed) - 1.0).abs() < 1e-6, "{kind:?}: {}", state.film_loss);
        }
    }
}

fn rough_hip() -> Bearing {
    let mut bearing = hip(FilmKind::Short, 0.01, steady(0.0, 0.0)).bearings.remove(0);
    // A thin fluid and a wide clearance, through which a journal can fall.
    (bearing.radius, bearing.length, bearing.clearance) = (14e-3, 4e-3, 80e-6);
    bearing.fluid = Fluid::PERIPROSTHETIC;
    bearing.roughness = Some(Roughness { height: 1e-6, modulus: 1e9, crowding: 0.05, sharpness: 0.01 });
    bearing.solid = Some(Solid { law: ElasticLaw::Hertz { stiffness: 1e10 }, loss: Loss::None });
    bearing.friction =
        Some(Friction::Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.08, transition_speed: 1e-3 });
    bearing
}

/// A spinning journal dropped through its film into asperities and solids: what is lost and what is left is what there
/// was, whichever way the solids lose energy, and it comes out again.
#[test]
fn energy_is_kept_or_lost_in_the_film_but_never_made() {
    let flores = Loss::Hysteretic { factor: Hysteresis::Flores, restitution: 0.7, least_speed: 1e-3 };
    for loss in [Loss::None, flores] {
        for scheme in [Scheme::Bdf, Scheme::Rosenbrock, Scheme::DormandPrince] {
            let mut bearing = rough_hip();
            bearing.solid = Some(Solid { law: ElasticLaw::Hertz { stiffness: 1e10 }, loss });
            let mut journal = body("thigh", MASS, 0.1, [0.0, 0.0, 0.0]);
            (journal.velocity, journal.spin) = ([-0.05, -0.4], 3.0);
            let mechanism = Mechanism { bodies: vec![journal], bearings: vec![bearing], ..Mechanism::default() };
            let model = Model::new(&mechanism).unwrap();
            let mut simulation = start(&model, scheme, 1e-11);
            let before = model.energy(&simulation.state()).total();
            let (mut deepest, mut worst, mut lost) = (f64::INFINITY, 0.0f64, 0.0);
            let mut pushes = [0.0f64; 3];
            while simulation.time() < 4e-3 {
                simulation.step(4e-3).unwrap();
                let (state, here) = (simulation.state(), now(&simulation));
                let sum = model.energy(&state).total() + state.lost();
                worst = worst.max((sum / before - 1.0).abs());
                deepest = deepest.min(here.gap);
                let sizes = [here.film.force.norm(), here.asperity_push, here.solid_push];
                for (most, size) in pushes.iter_mut().zip(sizes) {
                    *most = most.max(size);
                }
                assert!(state.lost() >= lost - 1e-12, "{} made energy", scheme.name());
                lost = state.lost();
            }
            assert!(worst < 1e-6, "{loss:?} {}: {worst}", scheme.name());
            // All three took their share of the load.
            assert!(deepest < 0.0 && pushes.iter().all(|push| *push > 10.0), "{deepest} {pushes:?}");
            assert!(lost > 0.01 * before && lost < 0.9 * before, "{lost} of {before}");
        }
    }
}

/// Force and slope from the open film to the solids, at a steady approach and spin: no step in either where one part takes
/// over from another.
#[test]
fn the_transition_from_film_to_solid_has_no_step_in_force_or_slope() {
    let force = |gap: f64| {
        let mut journal = body("thigh", MASS, 0.1, [0.0, gap - rough_hip().clearance, 0.0]);
        (journal.velocity, journal.spin) = ([1e-3, -1e-3], 2.0);
        let model =
            Model::new(&Mechanism { bodies: vec![journal], bearings: vec![rough_hip()], ..Mechanism::default() })
                .unwrap();
        now(&start(&model, Scheme::Bdf, 1e-9)).force()
    };
    let roughness = 1e-6;
    // Slopes on both sides of a place approach each other as the distance shrinks: at least as fast as its square root,
    // which is how the slope of δ^{3/2} begins.
    for place in [5.0, 1.0, 0.3, 0.0, -1.0] {
        let gap = place * roughness;
        let jump = |d: f64| {
            let (low, here, high) = (force(gap - d), force(gap), force(gap + d));
            (((high - here) - (here - low)) / d).norm()
        };
        let scale = (force(gap + 0.5 * roughness) - force(gap - 0.5 * roughness)).norm() / roughness;
        let jumps = [1e-2, 1e-4, 1e-6].map(|share| jump(share * roughness) / scale);
        assert!(jumps.windows(2).all(|pair| pair[1] < 0.15 * pair[0] + 1e-6), "{place}: {jumps:?}");
    }
}

/// Two free bodies with a bearing between them: momentum and angular momentum stay.
#[test]
fn a_bearing_between_free_bodies_keeps_momentum() {
    let mut bearing = rough_hip();
    bearing.journal = Attachment::new("thigh", [0.05, 0.2]);
    bearing.bearing = Attachment::new("pelvis", [-0.1, -0.3]);
    let mut thigh = body("thigh", MASS, 0.1, [0.0, -0.5, 0.0]);
    (thigh.velocity, thigh.spin) = ([0.1, 0.05], 2.0);
    let mut pelvis = body("pelvis", 20.0, 1.0, [0.15, 0.0, 0.0]);
    (pelvis.velocity, pelvis.spin) = ([-0.3, 0.0], -1.0);
    let mechanism = Mechanism { bodies: vec![thigh, pelvis], bearings: vec![bearing], ..Mechanism::default() };
    let model = Model::new(&mechanism).unwrap();
    for scheme in [Scheme::Bdf, Scheme::Rosenbrock] {
        let mut simulation = start(&model, scheme, 1e-11);
        let (linear, angular) = model.momentum(&simulation.state());
        let before = model.energy(&simulation.state()).total();
        simulation.advance_to(0.05).unwrap();
        let state = simulation.state();
        let (linear_now, angular_now) = model.momentum(&state);
        assert!((linear_now - linear).norm() < 1e-8 * linear.norm(), "{linear} {linear_now}");
        assert!((angular_now / angular - 1.0).abs() < 1e-8, "{angular} {angular_now}");
        let after = model.energy(&state).total();
        assert!(((after + state.lost()) / before - 1.0).abs() < 1e-6 && state.lost() > 0.01 * before);
    }
}

#[test]
fn bearings_that_make_no_sense_are_refused_with_their_numbers() {
    let refused = |change: &dyn Fn(&mut Bearing)| {
        let mut mechanism = hip(FilmKind::Long, 500.0, steady(0.0, 0.0));
        mechanism.bearings[0] = rough_hip();
        change(&mut mechanism.bearings[0]);
        Model::new(&mechanism).expect_err("refused")
    };
    for (error, words) in [
        (refused(&|b| b.clearance = 0.0), "the clearance of `hip` is 0"),
        (refused(&|b| b.clearance = 0.05), "the clearance of `hip` is 0.05"),
        (refused(&|b| b.radius = -1.0), "the radius of `hip` is -1"),
        (refused(&|b| b.length = f64::NAN), "the length of `hip` is NaN"),
        (refused(&|b| b.fluid = Fluid::Newtonian { viscosity: 0.0 }), "the viscosity of `hip` is 0"),
        (refused(&|b| b.least_thickness = Some(-1e-6)), "the least film thickness of `hip` is -0.000001"),
        (refused(&|b| b.least_thickness = Some(70e-6)), "the least film thickness of `hip` is 0.00007"),
        (refused(&|b| b.journal.body = "tibia".into()), "`tibia`"),
        (refused(&|b| b.journal.body = GROUND.into()), "both ends of `hip` are on `ground`"),
        (
            refused(&|b| {
                b.friction =
                    Some(Friction::Compliant { coefficient: 0.3, stiffness: 1e6, exponent: 1.0, damping: 10.0 })
            }),
            "friction of `hip` is 0.3",
        ),
    ] {
        assert!(error.to_string().contains(words) && error.hint().is_some(), "{error}");
    }
}

/// A cycle of walking, roughly: the load and the swing of a hip at 1 Hz, on the films of [Costa2016] and on a thin one. The
/// film carries the load to some millinewtons (9 kg times the journal's acceleration), in steps of the cycle.
#[test]
fn a_cycle_on_any_film_takes_steps_of_the_cycle() {
    for viscosity in [500.0, 250.0, 1.0, 0.01] {
        let along = Function::Sine { mean: 800.0, amplitude: 700.0, frequency: TAU, phase: 0.0 };
        let across = Function::Sine { mean: 0.0, amplitude: 200.0, frequency: 2.0 * TAU, phase: 0.0 };
        let mut mechanism = hip(FilmKind::Long, viscosity, [along, across]);
        let swing = Function::Sine { mean: 0.0, amplitude: 0.4, frequency: TAU, phase: 0.0 };
        let kind = GuideKind::Angle { of: "thigh".into(), relative_to: GROUND.into(), follows: swing };
        mechanism.guides = vec![Guide { name: "swing".into(), kind }];
        let model = Model::new(&mechanism).unwrap();
        for scheme in [Scheme::Bdf, Scheme::Rosenbrock] {
            let mut simulation = start(&model, scheme, 1e-11);
            for i in 1..=50 {
                let time = 0.02 * f64::from(i);
                simulation.advance_to(time).unwrap();
                let force = now(&simulation).film.force;
                let miss =
                    (force.x + 800.0 + 700.0 * (TAU * time).sin()).hypot(force.y + 200.0 * (2.0 * TAU * time).sin());
                assert!(miss < 2e-3, "{viscosity} {} at {time}: {force} misses by {miss} N", scheme.name());
            }
            pin(&simulation, [740, 950], &format!("{viscosity} {}", scheme.name()));
        }
    }
}
