//! The standard linear solid against what can be worked out by hand.

use numerics::quadrature::GaussLegendre;

use super::super::{DoubleLayer, Hertz, Spring};
use super::*;

const LAW: Relaxation = Relaxation { relaxed_share: 0.3, time: 0.1 };

fn cartilage() -> Hertz {
    Hertz::of_stiffness(3.26e6)
}

/// Follows an indentation over time by the classical Runge–Kutta scheme: relaxed force, work put in, energy lost at the end.
fn follow(law: &impl Invertible, path: impl Fn(f64) -> f64, duration: f64, steps: u32) -> [f64; 3] {
    let dt = duration / f64::from(steps);
    let rate = |t: f64, y: [f64; 3]| {
        let speed = (path(t + 1e-6 * dt) - path(t - 1e-6 * dt)) / (2e-6 * dt);
        let now = LAW.at(law, path(t), y[0]);
        [now.rate, now.push * speed, now.loss]
    };
    let mut y = [0.0; 3];
    for step in 0..steps {
        let t = f64::from(step) * dt;
        let on = |k: [f64; 3], share: f64| [0, 1, 2].map(|i| y[i] + share * dt * k[i]);
        let k1 = rate(t, y);
        let k2 = rate(t + 0.5 * dt, on(k1, 0.5));
        let k3 = rate(t + 0.5 * dt, on(k2, 0.5));
        let k4 = rate(t + dt, on(k3, 1.0));
        y = [0, 1, 2].map(|i| y[i] + dt / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    y
}

#[test]
fn a_step_of_indentation_relaxes_by_one_exponential() {
    let law = cartilage();
    for time in [0.0, 0.03, 0.1, 0.4, 3.0] {
        let [relaxed, ..] = follow(&law, |_| 1e-3, time, 2000);
        let share = LAW.at(&law, 1e-3, relaxed).push / law.response(-1e-3, 0.0);
        let expected = 0.3 + 0.7 * (-time / 0.1).exp();
        assert!((share - expected).abs() < 1e-9, "{time}: {share} {expected}");
        assert!((LAW.reduced_relaxation(time) - expected).abs() < 1e-15);
    }
}

/// [LeeRadok1960]: F(t) = K ∫ G(t − s) d(δ^{3/2}), for δ = v t by quadrature in √s.
#[test]
fn a_ball_that_is_pressed_in_at_a_constant_rate_is_lee_and_radok_s() {
    let (law, speed) = (cartilage(), 0.01);
    for time in [0.02, 0.1, 0.5] {
        let [relaxed, ..] = follow(&law, |t| speed * t, time, 4000);
        let kernel = |u: f64| LAW.reduced_relaxation(time - u * u) * 3.0 * u * u;
        let expected = 3.26e6 * speed.powf(1.5) * GaussLegendre::<16>::new().integrate(kernel, 0.0, time.sqrt());
        let push = LAW.at(&law, speed * time, relaxed).push;
        assert!((push / expected - 1.0).abs() < 1e-6, "{time}: {push} {expected}");
    }
}

/// Under a preload that keeps the surfaces together the linear law is Zener's solid: the energy of a steady cycle is π k″ a²,
/// the loss factor k″/k′.
#[test]
fn small_oscillations_lose_what_zener_s_solid_loses() {
    let (stiffness, mean, amplitude) = (1e5, 1e-3, 1e-4);
    let law = Spring { stiffness };
    for omega_tau in [0.1, 0.3, 1.0, 3.0, 10.0_f64] {
        let omega = omega_tau / LAW.time;
        let period = std::f64::consts::TAU / omega;
        let path = |t: f64| mean + amplitude * (omega * t).sin();
        // Long enough for what the start left to have gone.
        let cycles = (30.0 * LAW.time / period).ceil().max(2.0);
        let steps = 2000.0 * cycles;
        let until = |cycles: f64| follow(&law, path, cycles * period, (steps * cycles / (cycles + 1.0)) as u32);
        let (before, after) = (until(cycles), until(cycles + 1.0));
        let loss = stiffness * 0.7 * omega_tau / (1.0 + omega_tau * omega_tau);
        let expected = std::f64::consts::PI * loss * amplitude * amplitude;
        assert!(((after[2] - before[2]) / expected - 1.0).abs() < 1e-4, "{omega_tau}: {after:?} {before:?} {expected}");
        // All the work of a steady cycle is lost.
        assert!(((after[1] - before[1]) / expected - 1.0).abs() < 1e-4, "{omega_tau}");
    }
}

#[test]
fn work_is_stored_or_lost_on_every_path_and_law() {
    let [upper, lower] = [1e6, 4e8].map(|modulus| Hertz { radius: 0.03, modulus });
    let layers = DoubleLayer { first: upper, second: lower, thickness: 4e-4 };
    // In, out of the dent, and in again.
    let path = |t: f64| 4e-4 * (1.0 + 1.3 * (30.0 * t).sin());
    fn balanced(law: &impl Invertible, path: impl Fn(f64) -> f64) -> f64 {
        let start = LAW.energy(law, path(0.0), 0.0);
        let [relaxed, work, lost] = follow(law, &path, 0.6, 60_000);
        let stored = LAW.energy(law, path(0.6), relaxed) - start;
        assert!(lost > 0.0 && relaxed > 0.0);
        ((work - stored - lost) / lost).abs()
    }
    let errors = [balanced(&cartilage(), path), balanced(&Spring { stiffness: 1e5 }, path), balanced(&layers, path)];
    assert!(errors.iter().all(|error| *error < 1e-4), "{errors:?}");
}

impl Invertible for DoubleLayer<Hertz, Hertz> {}

#[test]
fn nothing_pulls_and_nothing_gains_and_slopes_are_exact() {
    let law = cartilage();
    for i in 0..200 {
        let depth = -2e-4 + 1e-5 * f64::from(i);
        for relaxed in [0.0, 3.0, 20.0, 90.0] {
            let now = LAW.at(&law, depth, relaxed);
            assert!(now.push >= 0.0 && now.loss >= 0.0, "{depth} {relaxed}: {now:?}");
            if (depth - LAW.dent(&law, relaxed)).abs() < 2e-7 || relaxed == 0.0 {
                continue;
            }
            let by = |a: Relaxing, b: Relaxing, h: f64| {
                [(a.push - b.push) / h, (a.rate - b.rate) / h, (a.loss - b.loss) / h]
            };
            let along = by(LAW.at(&law, depth + 1e-8, relaxed), LAW.at(&law, depth - 1e-8, relaxed), 2e-8);
            let across = by(LAW.at(&law, depth, relaxed + 1e-4), LAW.at(&law, depth, relaxed - 1e-4), 2e-4);
            for k in 0..3 {
                let [a, b] = now.slopes[k];
                assert!((a - along[k]).abs() <= 1e-5 * a.abs().max(1.0), "{depth} {relaxed} {k}: {a} {}", along[k]);
                assert!((b - across[k]).abs() <= 1e-5 * b.abs().max(1e-3), "{depth} {relaxed} {k}: {b} {}", across[k]);
            }
        }
    }
}

#[test]
fn a_dent_recovers_within_the_time_of_creep() {
    let law = cartilage();
    let [pressed, ..] = follow(&law, |_| 1e-3, 1.0, 4000);
    // Let go: q falls by e within τ/g.
    let free = LAW.at(&law, -1e-3, pressed);
    assert!(free.push == 0.0 && (free.rate + pressed / (0.1 / 0.3)).abs() < 1e-9 * pressed);
    assert!(LAW.dent(&law, pressed) > 0.5e-3);
}

#[test]
fn any_law_that_grows_can_be_inverted() {
    let [upper, lower] = [1e6, 4e8].map(|modulus| Hertz { radius: 0.03, modulus });
    let layers = DoubleLayer { first: upper, second: lower, thickness: 4e-4 };
    for force in [1e-9, 1e-3, 1.0, 3.0, 100.0, 1e5] {
        assert!((layers.response(-layers.indentation(force), 0.0) / force - 1.0).abs() < 1e-12, "{force}");
        let spring = Spring { stiffness: 1e5 };
        assert!((spring.indentation(force) / (force / 1e5) - 1.0).abs() < 1e-13);
    }
}
