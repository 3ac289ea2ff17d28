//! A block dragged back and forth, against what can be worked out by hand.

use super::super::{Hertz, NormalLaw};
use super::*;
use proptest::prelude::*;

const NORMAL: f64 = 20.0;
/// μN = 2 N and K = 50 kN/m: slip begins at 40 µm.
const LAW: TangentialCompliance = TangentialCompliance { friction: 0.1, stiffness: 5e4, exponent: 1.0, damping: 0.0 };
const LIMIT: f64 = 2.0;
const REACH: f64 = 40e-6;

/// Work done on the block and the final deformation, for `strokes` strokes of ±`amplitude` at constant speed, starting
/// in the middle; `each` sees position and state after every step.
fn drag(
    law: &TangentialCompliance,
    (amplitude, speed, strokes): (f64, f64, u32),
    steps_per_stroke: u32,
    mut each: impl FnMut(f64, f64, &Tangential),
) -> (f64, f64) {
    let (mut x, mut deformation, mut work) = (0.0, 0.0, 0.0);
    for stroke in 0..strokes {
        let (direction, length) = match stroke {
            0 => (1.0, amplitude),
            odd if odd % 2 == 1 => (-1.0, 2.0 * amplitude),
            _ => (1.0, 2.0 * amplitude),
        };
        let dt = length / speed / f64::from(steps_per_stroke);
        for _ in 0..steps_per_stroke {
            let (end, now) = law.step(deformation, direction * speed, NORMAL, dt);
            deformation = end;
            x += direction * speed * dt;
            work -= now.force * direction * speed * dt;
            each(x, deformation, &now);
        }
    }
    (work, deformation)
}

#[test]
fn before_it_slides_the_block_moves_by_force_over_stiffness() {
    for force in [0.1, 1.0, 1.9, 1.999_999] {
        let (_, deformation) = drag(&LAW, (force / 5e4, 1e-3, 1), 1000, |_, _, now| assert!(now.sticks()));
        assert!((deformation / (-force / 5e4) - 1.0).abs() < 1e-9);
        let state = LAW.rate(deformation, 0.0, NORMAL);
        assert!(state.sticks() && (state.force / -force - 1.0).abs() < 1e-9, "{state:?}");
    }
}

#[test]
fn a_sliding_block_is_held_back_by_exactly_friction_times_load() {
    for damping in [0.0, 5.0, 500.0] {
        for exponent in [1.0, 1.5] {
            let law = TangentialCompliance { damping, exponent, stiffness: 5e4 * 200f64.powf(exponent - 1.0), ..LAW };
            let mut slipped = 0;
            drag(&law, (1e-3, 1e-2, 3), 2000, |_, _, now| {
                assert!(now.force.abs() <= LIMIT * (1.0 + 1e-15));
                if !now.sticks() {
                    slipped += 1;
                    assert_eq!(now.force, -LIMIT * now.slip_velocity.signum());
                }
            });
            assert!(slipped > 4000, "{damping} {exponent}: {slipped} of 6000");
        }
    }
}

/// Elastic: the loop is a parallelogram with sides 2μN and 2A − 2μN/K, so its area is 4μN(A − μN/K).
#[test]
fn the_loop_of_a_cycle_has_the_area_of_its_parallelogram() {
    for amplitude in [0.5 * REACH, REACH, 2.0 * REACH, 10.0 * REACH] {
        let upto = |strokes| drag(&LAW, (amplitude, 1e-3, strokes), 20_000, |_, _, _| {}).0;
        // Strokes 3 and 4 are a full cycle of the settled loop.
        let area = upto(5) - upto(3);
        let expected = 4.0 * LIMIT * (amplitude - REACH).max(0.0);
        assert!((area - expected).abs() < 1e-3 * LIMIT * amplitude, "{amplitude}: {area} against {expected}");
    }
}

/// With a damper the block sticks, after a reversal at speed V, over δ from −δ_s to δ_b = δ_s/(1+a), a = ³⁄₂αV, and is
/// held by K δ + a K|δ|; then it slips. The energy of a cycle is twice the sum of both integrals.
#[test]
fn the_loop_with_damping_has_the_area_of_its_integrals() {
    let (damping, speed, amplitude) = (40.0, 5e-3, 0.8e-3);
    let law = TangentialCompliance { damping, ..LAW };
    let a = 1.5 * damping * speed;
    let border = REACH / (1.0 + a);
    let stuck = 0.5 * 5e4 * ((1.0 + a) * border.powi(2) - (1.0 - a) * REACH.powi(2));
    let slipped = LIMIT * (2.0 * amplitude - REACH - border);
    let expected = 2.0 * (stuck + slipped);
    let mut before = f64::INFINITY;
    for steps in [10_000, 20_000, 40_000] {
        let upto = |strokes| drag(&law, (amplitude, speed, strokes), steps, |_, _, _| {}).0;
        let error = ((upto(5) - upto(3)) / expected - 1.0).abs();
        assert!(error < 0.6 * before, "first order: {error} after {before}");
        before = error;
    }
    assert!(before < 1e-4, "{before}");
}

#[test]
fn a_reversal_unwinds_with_the_tangential_stiffness_over_twice_the_reach() {
    let (mut turned, mut slips_again) = (Vec::new(), None);
    let amplitude = 5.0 * REACH;
    let mut slid = false;
    drag(&LAW, (amplitude, 1e-3, 2), 10_000, |x, _, now| {
        slid |= !now.sticks();
        if slid && slips_again.is_none() && now.sticks() {
            turned.push((x, now.force));
        }
        if !turned.is_empty() && !now.sticks() {
            slips_again.get_or_insert(x);
        }
    });
    let (&(x0, f0), &(x1, f1)) = (turned.first().expect("it sticks"), turned.last().expect("it sticks"));
    assert!(((f1 - f0) / (x1 - x0) / -5e4 - 1.0).abs() < 1e-9, "stiffness {}", (f1 - f0) / (x1 - x0));
    let unwound = amplitude - slips_again.expect("it slips back");
    assert!((unwound - 2.0 * REACH).abs() < 2.0 * 2.0 * amplitude / 10_000.0, "{unwound}");
}

/// A free block with a small push oscillates on its contact spring with √(K/m); with a large one it slides, stops, and
/// has lost all of its energy but what the spring still holds.
#[test]
fn a_pushed_block_rings_or_slides_to_rest() {
    let (mass, dt) = (0.5, 1e-6);
    let run = |law: &TangentialCompliance, v0: f64, duration: f64, each: &mut dyn FnMut(f64, f64, f64)| {
        let (mut x, mut v, mut deformation) = (0.0, v0, 0.0);
        let mut t = 0.0;
        while t < duration {
            let (end, now) = law.step(deformation, v, NORMAL, dt);
            deformation = end;
            // Semi-implicit Euler: it keeps the amplitude of an oscillator.
            v += now.force / mass * dt;
            x += v * dt;
            t += dt;
            each(t, x, v);
        }
        (x, v, deformation)
    };
    // Amplitude v0/ω = 9.5 µm: sticks. Half a period later it passes its start.
    let omega = (5e4_f64 / mass).sqrt();
    let mut crossing = None;
    run(&LAW, 3e-3, 0.015, &mut |t, x, _| {
        if t > 1e-4 && x < 0.0 {
            crossing.get_or_insert(t);
        }
    });
    let half_period = crossing.expect("it swings back");
    assert!((half_period * omega / std::f64::consts::PI - 1.0).abs() < 1e-3, "{half_period}");

    let law = TangentialCompliance { damping: 200.0, ..LAW };
    let v0 = 0.2;
    let mut furthest = 0.0_f64;
    let (_, v, deformation) = run(&law, v0, 0.4, &mut |_, x, _| furthest = furthest.max(x));
    assert!(v.abs() < 1e-2 * v0 && law.energy(deformation) < 0.01 * 0.5 * mass * v0 * v0);
    // μN·(x − δ_s) + energy in the spring ≈ ½ m v0²: the bulk of the energy goes into slip.
    let slide = 0.5 * mass * v0 * v0 / LIMIT;
    assert!((furthest / slide - 1.0).abs() < 0.02, "{furthest} against {slide}");
}

/// Twice the tangential compliance of equal bodies over the normal one: k_T/k_N = 2(1−ν)/(2−ν) [Mindlin1949].
#[test]
fn mindlin_s_ratio_of_stiffnesses() {
    for poisson in [0.0, 0.3, 0.38, 0.46] {
        let material = Elastic { modulus: 24e6, poisson, density: 1100.0 };
        let hertz = Hertz { radius: 0.0304, modulus: super::super::contact_modulus(&material, &material) };
        let depth = 3e-4;
        let normal = -hertz.tangent(-depth, 0.0).0;
        let ratio = mindlin_stiffness(hertz.patch_radius(depth), &material, &material) / normal;
        assert!((ratio / (2.0 * (1.0 - poisson) / (2.0 - poisson)) - 1.0).abs() < 1e-12, "{poisson}: {ratio}");
    }
}

/// Stick and slip meet with the same rate, and the slip direction that was assumed is the one that comes out.
#[test]
fn rates_are_continuous_at_the_border_of_sticking() {
    let law = TangentialCompliance { damping: 40.0, ..LAW };
    let velocity = 5e-3;
    let border = -REACH / (1.0 + 1.5 * 40.0 * velocity);
    let (stick, slip) =
        (law.rate(border * (1.0 - 1e-9), velocity, NORMAL), law.rate(border * (1.0 + 1e-9), velocity, NORMAL));
    assert!(stick.sticks() && !slip.sticks());
    assert!((stick.force - slip.force).abs() < 1e-8);
    assert!((stick.deformation_rate - slip.deformation_rate).abs() < 1e-7 * velocity);
    assert!(slip.slip_velocity > 0.0 && slip.force < 0.0);
}

#[test]
fn without_a_damper_the_rate_stands_on_the_limit_and_unwinds() {
    let winding = LAW.rate(-REACH * 1.01, 1e-3, NORMAL);
    assert_eq!((winding.force, winding.deformation_rate, winding.slip_velocity), (-LIMIT, 0.0, 1e-3));
    assert!(LAW.rate(-REACH * 1.01, -1e-3, NORMAL).sticks());
}

#[test]
fn a_lifted_block_is_free() {
    for damping in [0.0, 40.0] {
        let law = TangentialCompliance { damping, ..LAW };
        let (_, now) = law.step(-20e-6, 1e-3, 0.0, 1e-4);
        assert_eq!(now.force.abs(), 0.0);
        assert_eq!(law.rate(-20e-6, 1e-3, -5.0).force.abs(), 0.0);
    }
}

#[test]
fn tangents_are_those_of_the_rates_on_both_branches() {
    for exponent in [1.0, 1.5] {
        let law = TangentialCompliance { damping: 40.0, exponent, stiffness: 5e4 * 2e4f64.powf(exponent - 1.0), ..LAW };
        let mut seen = [0, 0];
        for deformation in [-7e-5, -2e-5, 4e-6, 1e-5, 6e-5] {
            for velocity in [-0.02, 3e-3, 0.05] {
                let at = [deformation, velocity, NORMAL];
                let rate = |x: [f64; 3]| law.rate(x[0], x[1], x[2]);
                seen[usize::from(rate(at).sticks())] += 1;
                let tangent = law.tangent_in(law.phase(at[0], at[1], at[2]), at[0], at[1], at[2]);
                for k in 0..3 {
                    let h = 1e-5 * at[k];
                    let moved = |by: f64| rate(std::array::from_fn(|i| if i == k { at[i] + by } else { at[i] }));
                    let (ahead, behind) = (moved(h), moved(-h));
                    let force = (ahead.force - behind.force) / (2.0 * h);
                    let speed = (ahead.deformation_rate - behind.deformation_rate) / (2.0 * h);
                    assert!((tangent[0][k] - force).abs() < 1e-7 * (force.abs() + LIMIT / at[k].abs()), "{at:?} {k}");
                    assert!((tangent[1][k] - speed).abs() < 1e-7 * (speed.abs() + 0.1 / at[k].abs()), "{at:?} {k}");
                }
            }
        }
        assert!(seen[0] > 2 && seen[1] > 2, "{seen:?}");
    }
}

proptest! {
    /// Whatever the motion, the load and the step: the work put in is never less than the energy gained.
    #[test]
    fn no_step_creates_energy(
        moves in prop::collection::vec((-0.05f64..0.05, 0.0f64..60.0, 1e-6f64..1e-2), 1..60),
        damping in prop_oneof![Just(0.0), 0.0f64..1e4],
        exponent in 0.7f64..2.0,
    ) {
        let law = TangentialCompliance { damping, exponent, stiffness: 5e4 * 2e4f64.powf(exponent - 1.0), ..LAW };
        let (mut deformation, mut work) = (0.0, 0.0);
        for (velocity, normal, dt) in moves {
            let (end, now) = law.step(deformation, velocity, normal, dt);
            prop_assert!(now.force.abs() <= 0.1 * normal * (1.0 + 1e-12));
            work -= now.force * velocity * dt;
            let gained = law.energy(end) - law.energy(deformation);
            prop_assert!(-now.force * velocity * dt >= gained - 1e-12 * (gained.abs() + law.energy(deformation)) - 1e-18);
            deformation = end;
        }
        prop_assert!(work >= -1e-12);
    }

    /// The same for the rates: power in is at least the rate of the stored energy.
    #[test]
    fn no_rate_creates_energy(
        deformation in -1e-4f64..1e-4,
        velocity in -0.05f64..0.05,
        normal in 0.0f64..60.0,
        damping in 1e-3f64..1e3,
    ) {
        let law = TangentialCompliance { damping, ..LAW };
        let now = law.rate(deformation, velocity, normal);
        let stored = law.elastic(deformation) * now.deformation_rate;
        let power = -now.force * velocity;
        prop_assert!(power >= stored - 1e-12 * (stored.abs() + power.abs()));
        prop_assert!(now.sticks() || now.force * now.slip_velocity <= 0.0);
    }
}
