//! Fluid that is neither lost nor made.

use super::*;
use numerics::quadrature::integrate_adaptive;
use numerics::root::solve_bracketed;
use std::f64::consts::{PI, TAU};

const SPIN: f64 = 50.0;
const BELOW: Cavitation = Cavitation::Reynolds { pressure: -1e4 };

fn conserving(length: f64, settings: FilmSettings) -> MassConservingJournal {
    let geometry = JournalGeometry { radius: R, length, clearance: C };
    MassConservingJournal::new(geometry, settings).expect("a good film")
}

#[test]
fn what_flows_in_flows_out_or_stays() {
    for fluid in [Fluid::Newtonian { viscosity: MU }, thinning()] {
        let film = conserving(2.0 * R, FilmSettings { fluid, ..settings(64, 16, BELOW) });
        let at = |angle: f64| {
            let reach = 0.6 + 0.2 * (3.0 * angle).sin();
            motion([reach * angle.cos(), reach * angle.sin()], [0.0; 2], [SPIN, 0.0])
        };
        let mut fluid = film.start(&at(0.0), 0.9);
        let (mut least, mut ruptured) = (1.0f64, 0);
        for k in 1..=60 {
            let motion = at(0.1 * f64::from(k));
            film.step(&mut fluid, &motion, 2e-3).expect("solved");
            let balance = fluid.balance();
            assert!(balance.error().abs() < 1e-10 && balance.inflow > 0.0, "{balance:?}");
            let field = film.compute_field(&fluid, &motion);
            // Ruptured or full, never both.
            let one_of_both = |(&p, &fill): (&f64, &f64)| if fill < 1.0 { p == -1e4 } else { p > -1.0001e4 };
            assert!(field.pressure.iter().zip(&field.fill).all(one_of_both));
            least = field.fill.iter().copied().fold(least, f64::min);
            ruptured = field.fill.iter().filter(|&&fill| fill < 1.0).count();
        }
        assert!(least > 0.0 && least < 0.9 && ruptured > 50, "{least} {ruptured}");
    }
}

#[test]
fn a_steady_film_is_in_balance_and_steps_lead_to_it() {
    let film = conserving(2.0 * R, settings(64, 16, BELOW));
    let motion = motion([0.5, -0.4], [0.0; 2], [SPIN, 0.0]);
    let mut fluid = film.start(&motion, 1.0);
    let steady = film.solve_steady(&mut fluid, &motion).expect("solved");
    let balance = fluid.balance();
    assert!(balance.error().abs() < 1e-10 && balance.storage == 0.0 && balance.inflow > 0.0, "{balance:?}");
    let mut stepped = film.start(&motion, 0.8);
    let mut felt = steady;
    for _ in 0..200 {
        felt = film.step(&mut stepped, &motion, 0.05).expect("solved");
    }
    assert!((felt.force - steady.force).norm() < 1e-8 * steady.force.norm(), "{felt:?} {steady:?}");
    assert!(felt.dissipation(&motion) > 0.0);
}

/// A groove supplies what the ends leak.
#[test]
fn a_groove_feeds_the_ends() {
    let groove = Some(Groove { angle: PI, pressure: 0.0 });
    let film = conserving(2.0 * R, FilmSettings { groove, ..settings(64, 16, AMBIENT) });
    let motion = motion([0.6, 0.0], [0.0; 2], [SPIN, 0.0]);
    let mut fluid = film.start(&motion, 1.0);
    let felt = film.solve_steady(&mut fluid, &motion).expect("solved");
    let balance = fluid.balance();
    assert!(balance.error().abs() < 1e-10 && balance.inflow > 0.0, "{balance:?}");
    // Rupture is the same as with Reynolds' condition, and so is the load but for what the ruptured film lacks.
    let reynolds = journal(2.0 * R, FilmSettings { groove, ..settings(64, 16, AMBIENT) });
    let other = reynolds.solve_response(&motion).expect("solved");
    assert!((felt.force - other.force).norm() < 0.02 * other.force.norm(), "{} {}", felt.force, other.force);
}

#[test]
fn a_film_that_never_ruptures_is_full() {
    let deep = Cavitation::Reynolds { pressure: -1e9 };
    let film = conserving(2.0 * R, settings(48, 12, deep));
    let motion = motion([0.3, 0.5], [0.0; 2], [SPIN, 0.0]);
    let felt = film.solve_steady(&mut film.start(&motion, 1.0), &motion).expect("solved");
    let full = journal(2.0 * R, settings(48, 12, Cavitation::Never)).solve_response(&motion).expect("solved");
    assert!((felt.force - full.force).norm() < 1e-10 * full.force.norm());
}

/// A long journal whose bearing is filled by the share s, after many turns: with `h = c (1 − ε cos θ)` the film is full
/// from θ₁ to θ₂ and carries `½ ω R h₂` everywhere, `h₂ = h(θ₂)`; elsewhere φ = h₂/h.
/// `p′ = 6 μ ω R² (h − h₂)/h³`, p = 0 at both ends, and `∫ φ h dθ = 2π s c` says how much it is.
#[test]
fn a_partly_filled_long_journal_settles_to_the_exact_film() {
    let (eps, share) = (0.6, 0.85);
    let thickness = |angle: f64| 1.0 - eps * angle.cos();
    let integral = |f: &dyn Fn(f64) -> f64, a: f64, b: f64| integrate_adaptive(f, a, b, 1e-12).value;
    let start = |end: f64| {
        let level = thickness(end);
        let rise = |from: f64| integral(&|a| (thickness(a) - level) / thickness(a).powi(3), from, end);
        solve_bracketed(rise, end - TAU + 1e-9, -end, 1e-12).expect("pressure returns to zero")
    };
    let contents = |end: f64| {
        let from = start(end);
        integral(&thickness, from, end) + thickness(end) * (TAU - (end - from))
    };
    // A film that is full all round ends where h = 2 (1 − ε²)/(2 + ε²), at 0.702.
    let end = solve_bracketed(|end| contents(end) - TAU * share, 0.1, 0.7, 1e-10).expect("some end holds it");
    let (from, level) = (start(end), thickness(end));
    // ∫ p n dθ by parts: p vanishes at both ends.
    let slope = |a: f64| 6.0 * (thickness(a) - level) / thickness(a).powi(3);
    let exact =
        Vector2::new(integral(&|a| slope(a) * a.sin(), from, end), integral(&|a| -slope(a) * a.cos(), from, end));
    let errors = [64, 128, 256].map(|around| {
        let length = 1e6 * R;
        let film = conserving(length, settings(around, 4, AMBIENT));
        let motion = motion([eps, 0.0], [0.0; 2], [SPIN, 0.0]);
        let mut fluid = film.start(&motion, share);
        let mut felt = film.step(&mut fluid, &motion, 0.02).expect("solved");
        for _ in 0..300 {
            felt = film.step(&mut fluid, &motion, 0.5).expect("solved");
        }
        let unit = MU * SPIN * R.powi(3) * length / (C * C);
        let field = film.compute_field(&fluid, &motion);
        // The column in which the film forms again lies between both.
        let strays = field.fill.iter().zip(&field.thickness).filter(|(fill, thickness)| {
            **fill < 1.0 && (*fill * *thickness / C / level - 1.0).abs() > 4.0 / around as f64
        });
        assert!(strays.count() <= field.shape[1], "{around}: {level}");
        (felt.force / unit - exact).norm() / exact.norm()
    });
    assert!(errors[2] < 0.02 && errors[0] > errors[1] && errors[1] > errors[2], "{errors:?} {exact}");
}

#[test]
fn a_ball_keeps_its_fluid_too() {
    let geometry = BallGeometry { radius: R, clearance: C, rim: 1.4 };
    let film = MassConservingBall::new(geometry, settings(32, 12, BELOW)).expect("a good film");
    let at = |t: f64| ball_motion([0.5 * t.cos(), 0.2, 0.6 + 0.2 * t.sin()], [0.0; 3], [[20.0, 30.0, 5.0], [0.0; 3]]);
    let mut fluid = film.start(&at(0.0), 1.0);
    for k in 1..=40 {
        film.step(&mut fluid, &at(0.1 * f64::from(k)), 2e-3).expect("solved");
        assert!(fluid.balance().error().abs() < 1e-10, "{:?}", fluid.balance());
    }
    film.solve_steady(&mut fluid, &at(0.0)).expect("solved");
    assert!(fluid.balance().error().abs() < 1e-10, "{:?}", fluid.balance());
}

#[test]
fn a_step_that_cannot_be_is_refused_and_leaves_the_fluid_alone() {
    let film = conserving(2.0 * R, settings(32, 8, BELOW));
    let good = motion([0.5, 0.0], [0.0; 2], [SPIN, 0.0]);
    let mut fluid = film.start(&good, 1.0);
    film.step(&mut fluid, &good, 1e-3).expect("solved");
    let before = film.compute_field(&fluid, &good);
    let touching = motion([1.0, 0.3], [0.0; 2], [SPIN, 0.0]);
    for (asked, duration) in [(&touching, 1e-3), (&good, 0.0), (&good, f64::NAN)] {
        let error = film.step(&mut fluid, asked, duration).expect_err("refused");
        assert!(error.hint().is_some(), "{error}");
    }
    assert!(film.solve_steady(&mut fluid, &motion([0.5, 0.0], [1.0, 0.0], [SPIN, 0.0])).is_err());
    assert_eq!(film.compute_field(&fluid, &good), before);
    let geometry = JournalGeometry { radius: R, length: R, clearance: C };
    assert!(MassConservingJournal::new(geometry, settings(32, 8, CLIPPED)).is_err());
}
