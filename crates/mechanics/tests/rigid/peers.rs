//! The same mechanisms in another program.
//!
//! Numbers from exudyn 1.13.6 [Gerstmayr2024], recorded here with how they were made. `benches/peers/slider_crank.py` runs
//! the first again.

use crate::contacts::ball_on;
use crate::mechanisms::{GRAVITY, simulate, slider_crank};
use mechanics::rigid::{ElasticLaw, Model, Shape, SimulationSettings};

/// Trapezoidal rule with index-2 constraints, steps of 10⁻⁴, 5·10⁻⁵ and 2.5·10⁻⁵ s (observed order 2.000), extrapolated;
/// the two extrapolations agree to 7·10⁻¹¹. Crank, rod, slider: displacements from the start, then velocities.
const SLIDER_CRANK: [[[f64; 3]; 3]; 2] = [
    [
        [-0.168_514_165_493_507_73, -0.091_554_810_561_856_44, -3.717_009_809_614_027_4],
        [-0.327_690_378_307_301_5, -0.091_554_810_561_856_41, 0.370_229_986_113_588_8],
        [-0.318_352_425_627_668_2, 0.0, 0.0],
    ],
    [
        [0.235_846_412_854_707_75, -1.106_623_253_563_779_7, 11.314_762_727_448_196],
        [0.379_104_035_577_145_7, -1.106_623_253_563_779_7, 4.441_959_404_382_244],
        [0.286_515_245_444_875_9, 0.0, 0.0],
    ],
];

#[test]
fn a_falling_slider_crank_is_where_exudyn_puts_it_after_a_second() {
    let model = Model::new(&slider_crank()).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-11, ..SimulationSettings::default() });
    let start = simulation.state();
    simulation.advance_to(1.0).unwrap();
    let end = simulation.state();
    for (body, (expected, expected_speed)) in SLIDER_CRANK[0].iter().zip(&SLIDER_CRANK[1]).enumerate() {
        let (from, to) = (start.frame(body), end.frame(body));
        let moved = [to.position.x - from.position.x, to.position.y - from.position.y, to.angle - from.angle];
        let speed = [to.velocity.x, to.velocity.y, to.spin];
        for k in 0..3 {
            assert!((moved[k] - expected[k]).abs() < 2e-9, "{body} {k}: {}", moved[k]);
            assert!((speed[k] - expected_speed[k]).abs() < 2e-8, "{body} {k}: {}", speed[k]);
        }
    }
}

/// Explicit Runge–Kutta of order 6 with steps of 2.5·10⁻⁶ s; with 5·10⁻⁶ s the last digits given here are the same to
/// 10⁻¹². Position and velocity of the ball after 0.2 s, and several bounces.
const BALL: [f64; 4] = [0.007_241_567_963, -0.010_771_502_872, 0.284_634_373_30, -0.374_593_326_08];

#[test]
fn a_ball_in_a_hollow_sphere_is_where_exudyn_puts_it() {
    let socket = Shape::Socket { centre: [0.0, 0.0], radius: 0.05 };
    let mut mechanism = ball_on(socket, 0.5, [0.005, 0.0], [0.1, 0.0]);
    mechanism.gravity = [0.0, -GRAVITY];
    mechanism.contacts[0].law = ElasticLaw::Hertz { stiffness: 1e7 };
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-12, ..SimulationSettings::default() });
    let events = simulation.advance_to(0.2).unwrap();
    assert!(events.len() >= 3, "{events:?}");
    let frame = simulation.state().frame(0);
    let found = [frame.position.x, frame.position.y, frame.velocity.x, frame.velocity.y];
    for (found, expected) in found.into_iter().zip(BALL) {
        assert!((found - expected).abs() < 1e-8, "{found} {expected}");
    }
}
