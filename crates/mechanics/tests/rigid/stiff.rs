//! What a stiff study costs: a ball that settles in a socket, with friction.

use crate::contacts::ball_on;
use crate::mechanisms::{GRAVITY, simulate};
use mechanics::rigid::{ElasticLaw, Friction, Loss, Model, Shape, SimulationSettings};
use numerics::ode::{Scheme, Work};

fn settle(scheme: Scheme) -> (Work, [f64; 2]) {
    let socket = Shape::Socket { centre: [0.0, 0.0], radius: 0.05 };
    let mut mechanism = ball_on(socket, 0.5, [0.005, -0.02], [0.1, 0.0]);
    mechanism.gravity = [0.0, -GRAVITY];
    let contact = &mut mechanism.contacts[0];
    contact.law = ElasticLaw::Hertz { stiffness: 1e8 };
    contact.loss = Loss::KelvinVoigt { coefficient: 2e3 };
    contact.friction =
        Some(Friction::Coulomb { static_coefficient: 0.3, dynamic_coefficient: 0.2, transition_speed: 1e-3 });
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { scheme, tolerance: 1e-7, ..Default::default() });
    simulation.advance_to(0.5).unwrap();
    let place = simulation.state().frame(0).position;
    (simulation.work(), [place.x, place.y])
}

/// Steps, rejected ones, rates, Jacobians and factorisations are those of this version: a change of effort is to be seen, not to be hidden. No
/// rate is spent on differences: each of the Jacobians would otherwise cost 2 · 8 + 2 of them.
#[test]
fn a_stiff_study_costs_what_it_cost_and_no_differences() {
    let counts = |scheme| {
        let (work, place) = settle(scheme);
        assert_eq!(work.difference_calls, 0);
        ([work.steps, work.rejected, work.rate_calls, work.jacobians, work.factorisations], place)
    };
    let (rosenbrock, one) = counts(Scheme::Rosenbrock);
    let (bdf, two) = counts(Scheme::Bdf);
    assert!((one[0] - two[0]).abs() < 1e-5 && (one[1] - two[1]).abs() < 1e-6, "{one:?} {two:?}");
    check(rosenbrock, [287, 102, 2338, 287, 389]);
    check(bdf, [616, 74, 1774, 55, 715]);
}

/// Another library of elementary functions may move a step or two.
#[track_caller]
fn check(counts: [u64; 5], pinned: [u64; 5]) {
    let near = |(count, pinned): (&u64, &u64)| count.abs_diff(*pinned) <= 2 + pinned / 50;
    assert!(counts.iter().zip(&pinned).all(near), "{counts:?}, pinned {pinned:?}");
}
