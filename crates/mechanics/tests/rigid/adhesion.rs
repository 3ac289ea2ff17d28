//! Balls that stick: pull-off by a dead weight and the loss of an impact, as published.

use std::f64::consts::PI;

use crate::contacts::{ball_on, floor};
use crate::mechanisms::simulate;
use mechanics::rigid::{
    ElasticLaw, EventKind, Friction, Loss, Mechanism, Model, RigidError, SimulationSettings, Sticking,
};
use numerics::ode::Scheme;

/// A ball of gelatine of 30 mm radius on a rigid floor.
const SOFT: Sticking = Sticking { radius: 0.03, modulus: 2e4, work: 0.05 };
const MASS: f64 = 0.1;

fn ball(law: ElasticLaw, height: f64, speed: f64) -> Mechanism {
    let mut mechanism = ball_on(floor(), MASS, [0.0, SOFT.radius + height], [0.0, -speed]);
    mechanism.contacts[0].law = law;
    mechanism
}

/// ½ m v² = 7.09 (w⁵ R⁴/E*²)^⅓: slower spheres stick [ThorntonNing1998]; here with the constant in seven digits.
fn sticking_speed() -> f64 {
    let Sticking { radius, modulus, work } = SOFT;
    let lost = 7.092_196 * (work.powi(5) * radius.powi(4) / modulus.powi(2)).cbrt();
    (2.0 * lost / MASS).sqrt()
}

#[test]
fn an_impact_of_a_sticking_ball_returns_what_is_published_and_slower_ones_stick() {
    let limit = sticking_speed();
    for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock, Scheme::Bdf] {
        for times in [0.5, 0.98, 1.02, 1.5, 4.0] {
            let model = Model::new(&ball(ElasticLaw::Jkr(SOFT), 1e-3, times * limit)).unwrap();
            let settings = SimulationSettings { scheme, tolerance: 1e-12, ..SimulationSettings::default() };
            let mut simulation = simulate(&model, settings);
            let start = model.energy(&simulation.state()).total();
            let events = simulation.advance_to(1e-3 / (times * limit) + 1.0).unwrap();
            let end = simulation.state();
            let balance = model.energy(&end).total() + end.lost() - start;
            assert!(balance.abs() < 1e-6 * start, "{} {times}: {balance:e} of {start:e}", scheme.name());
            if times < 1.0 {
                // It swings about the place where it rests, and stays.
                assert_eq!(events.len(), 1, "{} {times}: {events:?}", scheme.name());
                continue;
            }
            let [begin, finish] = events.as_slice() else { panic!("{} {times}: {events:?}", scheme.name()) };
            assert!(matches!(begin.kind, EventKind::Begins { .. }) && finish.kind == EventKind::Ends);
            let returned = end.frame(0).velocity.y / (times * limit);
            let expected = (1.0 - times.powi(-2)).sqrt();
            assert!((returned - expected).abs() < 2e-5, "{} {times}: {returned} {expected}", scheme.name());
        }
    }
}

/// Hard balls attract each other around the patch, up to touch only: what they gain on the way in is what they lose.
#[test]
fn an_impact_after_derjaguin_muller_and_toporov_loses_nothing() {
    let model = Model::new(&ball(ElasticLaw::Dmt(SOFT), 1e-3, 0.02)).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-10, ..SimulationSettings::default() });
    let events = simulation.advance_to(1.0).unwrap();
    let end = simulation.state();
    assert_eq!(events.len(), 2, "{events:?}");
    assert!((end.frame(0).velocity.y / 0.02 - 1.0).abs() < 1e-6, "{}", end.frame(0).velocity.y);
    assert!(end.lost().abs() < 1e-9 * MASS * 0.02 * 0.02, "{}", end.lost());
}

/// A ball that hangs: it takes ³⁄₂ π w R to part soft ones, 2 π w R to part hard ones [JKR1971, DMT1975].
#[test]
fn a_hanging_ball_holds_up_to_the_published_pull_off() {
    let laws = [(ElasticLaw::Jkr(SOFT), 1.5), (ElasticLaw::Dmt(SOFT), 2.0)];
    for (law, factor) in laws {
        let pull_off = factor * PI * SOFT.work * SOFT.radius;
        let hanging = |share: f64| {
            // Pressed in to begin with; weight points away from the floor.
            let mut mechanism = ball(law.clone(), -2e-4, 0.0);
            mechanism.gravity = [0.0, share * pull_off / MASS];
            Model::new(&mechanism).unwrap().solve_equilibrium(0.0)
        };
        let rest = hanging(0.99).unwrap();
        let gap = rest.frame(0).position.y - SOFT.radius;
        assert!(gap.abs() < 1e-3, "{law:?}: {gap}");
        match hanging(1.01) {
            Err(RigidError::NoEquilibrium { .. }) => {}
            other => panic!("{law:?}: {other:?}"),
        }
    }
}

/// Without a load a soft ball rests in its own pull: δ = a²/(3R) with a³ = 9 π w R²/(2 E*) [JKR1971].
#[test]
fn a_weightless_ball_sinks_in_by_its_own_pull() {
    let model = Model::new(&ball(ElasticLaw::Jkr(SOFT), -1e-5, 0.0)).unwrap();
    let rest = model.solve_equilibrium(0.0).unwrap();
    let Sticking { radius, modulus, work } = SOFT;
    let patch = (4.5 * PI * work * radius * radius / modulus).cbrt();
    let depth = radius - rest.frame(0).position.y;
    assert!((depth / (patch * patch / (3.0 * radius)) - 1.0).abs() < 1e-6, "{depth}");
}

#[test]
fn what_does_not_go_with_adhesion_is_refused_by_name() {
    let friction = Friction::Coulomb { static_coefficient: 0.3, dynamic_coefficient: 0.3, transition_speed: 1e-3 };
    let mut with_friction = ball(ElasticLaw::Jkr(SOFT), 1e-3, 0.1);
    with_friction.contacts[0].friction = Some(friction);
    let mut with_loss = ball(ElasticLaw::Dmt(SOFT), 1e-3, 0.1);
    with_loss.contacts[0].loss = Loss::KelvinVoigt { coefficient: 1.0 };
    let nothing = ball(ElasticLaw::Jkr(Sticking { work: 0.0, ..SOFT }), 1e-3, 0.1);
    for (mechanism, word) in [(with_friction, "friction"), (with_loss, "loss"), (nothing, "work of adhesion")] {
        let error = Model::new(&mechanism).unwrap_err().to_string();
        assert!(error.contains("seat") && error.contains(word), "{error}");
    }
}
