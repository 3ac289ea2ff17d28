//! The spherical film.

use super::*;
use nalgebra::Rotation3;
use std::f64::consts::PI;

/// A ball pressed along the pole of a hemisphere: the flow through the circle at the angle α is `π (R sin α)² v`, so that
/// `p′ = −6 μ R² v sin α/h³` with `h = c (1 − ε cos α)`, and with x = 1 − ε cos α
///
/// `p = 3 μ R² v/(c³ ε) (1/x² − 1)`,
/// `F = 6π μ R⁴ v/c³ ∫ sin³α/(1 − ε cos α)³ dα = 6π μ R⁴ v/(c³ ε³) [(ε² − 1)/2 (1/x₀² − 1) + 2 (1/x₀ − 1) + ln x₀]`, x₀ = 1 − ε.
#[test]
fn a_squeezed_hemisphere_has_the_exact_force_and_pressure() {
    for eps in [0.3f64, 0.6, 0.8] {
        let x0 = 1.0 - eps;
        let bracket = 0.5 * (eps * eps - 1.0) * (1.0 / (x0 * x0) - 1.0) + 2.0 * (1.0 / x0 - 1.0) + x0.ln();
        let exact = -6.0 * PI * MU * R.powi(4) * C / (C * eps).powi(3) * bracket;
        let peak = 3.0 * MU * R * R * C / (C.powi(3) * eps) * (1.0 / (x0 * x0) - 1.0);
        let errors = [16, 32, 64].map(|across| {
            let film = ball(PI / 2.0, settings(16, across, Cavitation::Never));
            let motion = ball_motion([0.0, 0.0, eps], [0.0, 0.0, 1.0], [[0.0; 3]; 2]);
            let felt = film.solve_response(&motion).expect("solved");
            assert!(felt.force.xy().norm() < 1e-11 * felt.force.z.abs());
            let field = film.solve_field(&motion).expect("solved");
            assert!((field.peak_pressure() / peak - 1.0).abs() < 60.0 / (across * across) as f64);
            (felt.force.z / exact - 1.0).abs()
        });
        assert!(errors[2] < 1.5e-3, "{eps}: {errors:?}");
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((1.9..2.1).contains(&order), "{eps}: {errors:?}: order {order}");
        }
    }
}

#[test]
fn power_in_is_dissipation() {
    for cavitation in [Cavitation::Never, CLIPPED, AMBIENT] {
        let film = ball(1.3, settings(32, 12, cavitation));
        let motion = ball_motion([0.3, -0.2, 0.7], [0.4, 1.0, -0.6], [[3.0, -1.0, 0.5], [0.2, 0.7, -0.4]]);
        let lost = film.solve_response(&motion).expect("solved").dissipation(&motion);
        let losses = film.solve_field(&motion).expect("solved").losses;
        assert!(lost > 0.0 && (lost / losses.iter().sum::<f64>() - 1.0).abs() < 1e-11, "{lost:e} {losses:?}");
    }
}

/// Eccentricity × force and both moments balance, to the order of the grid: the drag is summed over faces, the force over
/// cells.
#[test]
fn moments_balance() {
    let sums = [16, 32].map(|across| {
        let film = ball(PI / 2.0, settings(2 * across, across, Cavitation::Never));
        let motion = ball_motion([0.3, -0.2, 0.5], [0.4, 1.0, -0.6], [[3.0, -1.0, 0.5], [0.2, 0.7, -0.4]]);
        let felt = film.solve_response(&motion).expect("solved");
        let sum = motion.eccentricity.cross(&felt.force) + felt.torques[0] + felt.torques[1];
        sum.norm() / motion.eccentricity.cross(&felt.force).norm()
    });
    assert!(sums[1] < 0.01 && (3.5..4.5).contains(&(sums[0] / sums[1])), "{sums:?}");
}

#[test]
fn a_scene_turned_about_the_pole_gives_a_turned_answer() {
    let film = ball(1.4, settings(32, 12, AMBIENT));
    let start = ball_motion([0.3, -0.2, 0.5], [0.4, 1.0, -0.6], [[3.0, -1.0, 0.5], [0.2, 0.7, -0.4]]);
    let still = film.solve_response(&start).expect("solved");
    let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), 5.0 * PI / 16.0);
    let motion = BallMotion {
        eccentricity: turn * start.eccentricity,
        velocity: turn * start.velocity,
        spins: start.spins.map(|spin| turn * spin),
    };
    let turned = film.solve_response(&motion).expect("solved");
    assert!((turned.force - turn * still.force).norm() < 1e-11 * still.force.norm());
    assert!((turned.torques[1] - turn * still.torques[1]).norm() < 1e-11 * still.torques[1].norm());
}

/// Far from the rim, a film does not know where the pole is: a ball that is squeezed towards a point beside the pole feels
/// the force of one that is squeezed towards the pole, turned. ε = 0.97 confines the pressure to a few degrees.
#[test]
fn the_pole_is_a_point_like_any_other() {
    let film = ball(PI / 2.0, settings(128, 64, Cavitation::Never));
    let force = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let motion = ball_motion([0.97 * sin, 0.0, 0.97 * cos], [sin, 0.0, cos], [[0.0; 3]; 2]);
        film.solve_response(&motion).expect("solved").force
    };
    let (at_pole, beside) = (force(0.0), force(0.3));
    let along = beside.dot(&Vector3::new(0.3f64.sin(), 0.0, 0.3f64.cos()));
    let aside = beside - along * Vector3::new(0.3f64.sin(), 0.0, 0.3f64.cos());
    assert!((along / at_pole.z - 1.0).abs() < 0.01, "{at_pole} {beside}");
    assert!(aside.norm() < 0.01 * along.abs(), "{at_pole} {aside}");
}

#[test]
fn bad_sockets_are_named() {
    let geometry = BallGeometry { radius: R, clearance: C, rim: 4.0 };
    let error = ReynoldsBall::new(geometry, settings(64, 32, AMBIENT)).expect_err("refused");
    assert!(error.to_string().contains("rim") && error.hint().is_some(), "{error}");
}
