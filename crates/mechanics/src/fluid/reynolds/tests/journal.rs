//! Long and short bearings, power, symmetry.

use super::*;
use std::f64::consts::PI;

const SPIN: f64 = 5.0;

fn force(length: f64, settings: FilmSettings, motion: &JournalMotion) -> Vector2<f64> {
    journal(length, settings).solve_response(motion).expect("solved").force
}

/// Sommerfeld: full film `12π ε/((2+ε²)√(1−ε²))` across the eccentricity and nothing along it, in μωR³L/c².
#[test]
fn a_long_journal_without_cavitation_is_sommerfelds() {
    let length = 1000.0 * R;
    let unit = MU * SPIN * R.powi(3) * length / (C * C);
    for eps in [0.1f64, 0.3, 0.6, 0.9] {
        let exact = 12.0 * PI * eps / ((2.0 + eps * eps) * (1.0 - eps * eps).sqrt());
        let got = force(length, settings(64, 8, Cavitation::Never), &motion([eps, 0.0], [0.0; 2], [SPIN, 0.0])) / unit;
        // The ends of a journal 500 diameters long take about 3e-5.
        assert!((got.y / exact - 1.0).abs() < 4e-5 && got.x.abs() < 1e-11, "{eps}: {got} {exact}");
    }
}

/// Half of it: across `6π ε/((2+ε²)√(1−ε²))`, along `−12 ε²/((2+ε²)(1−ε²))`; the latter to second order, because the
/// film ends between two cells.
#[test]
fn a_long_journal_with_gumbels_condition_is_half_of_sommerfelds() {
    let length = 1000.0 * R;
    let unit = MU * SPIN * R.powi(3) * length / (C * C);
    for eps in [0.3f64, 0.6, 0.9] {
        let across = 6.0 * PI * eps / ((2.0 + eps * eps) * (1.0 - eps * eps).sqrt());
        let along = -12.0 * eps * eps / ((2.0 + eps * eps) * (1.0 - eps * eps));
        let errors = [64, 128, 256].map(|around| {
            let film = settings(around, 8, CLIPPED);
            let got = force(length, film, &motion([eps, 0.0], [0.0; 2], [SPIN, 0.0])) / unit;
            assert!((got.y / across - 1.0).abs() < 4e-5, "{eps}: {got} {across}");
            (got.x / along - 1.0).abs()
        });
        assert!(errors[0] < 1e-2 && errors[1] < 2.5e-3 && errors[2] < 6e-4, "{eps}: {errors:?}");
    }
}

/// Squeeze of a long journal: `−12π μ (R/c)³ L v/(1−ε²)^{3/2}`.
#[test]
fn a_long_journal_is_squeezed_with_the_exact_force() {
    let length = 1000.0 * R;
    for eps in [0.0f64, 0.5, 0.9] {
        let exact = -12.0 * PI * MU * (R / C).powi(3) * length * C / (1.0 - eps * eps).powf(1.5);
        let got = force(length, settings(64, 8, Cavitation::Never), &motion([eps, 0.0], [1.0, 0.0], [0.0; 2]));
        assert!((got.x / exact - 1.0).abs() < 4e-5 && got.y.abs() < 1e-11 * got.x.abs(), "{eps}: {got} {exact}");
    }
}

/// Ocvirk's short bearing, half film: along `−ε²/(1−ε²)²`, across `(π/4) ε/(1−ε²)^{3/2}`, in μωRL³/c²; squeeze, full
/// film: `−π (1+2ε²)/(1−ε²)^{5/2}` in μRL³v/c³ along the eccentricity.
#[test]
fn a_short_journal_is_ocvirks() {
    let length = 0.02 * R;
    let unit = MU * SPIN * R * length.powi(3) / (C * C);
    for eps in [0.2f64, 0.6] {
        let (across, along) = (PI / 4.0 * eps / (1.0 - eps * eps).powf(1.5), -eps * eps / (1.0 - eps * eps).powi(2));
        let got = force(length, settings(256, 32, CLIPPED), &motion([eps, 0.0], [0.0; 2], [SPIN, 0.0])) / unit;
        assert!((got.y / across - 1.0).abs() < 3e-3 && (got.x / along - 1.0).abs() < 3e-3, "{eps}: {got}");
        let squeeze = -PI * (1.0 + 2.0 * eps * eps) / (1.0 - eps * eps).powf(2.5) * MU * R * length.powi(3) / (C * C);
        let got = force(length, settings(128, 32, Cavitation::Never), &motion([eps, 0.0], [1.0, 0.0], [0.0; 2]));
        assert!((got.x / squeeze - 1.0).abs() < 3e-3, "{eps}: {} {squeeze}", got.x);
    }
}

/// What the bodies lose, the film dissipates: by flow and by shear, to rounding.
#[test]
fn power_in_is_dissipation() {
    for cavitation in [Cavitation::Never, CLIPPED, AMBIENT, Cavitation::Reynolds { pressure: -2e3 }] {
        for fluid in [Fluid::Newtonian { viscosity: MU }, thinning()] {
            let film = journal(2.0 * R, FilmSettings { fluid, ..settings(48, 12, cavitation) });
            for (velocity, spins) in [([0.0, 0.0], [5.0, -1.0]), ([2.0, -1.0], [3.0, 9.0]), ([0.5, 4.0], [0.0, 0.0])] {
                let motion = motion([0.5, -0.6], velocity, spins);
                let lost = film.solve_response(&motion).expect("solved").dissipation(&motion);
                let losses = film.solve_field(&motion).expect("solved").losses;
                assert!(lost > 0.0 && (lost / losses.iter().sum::<f64>() - 1.0).abs() < 1e-10, "{lost:e} {losses:?}");
            }
        }
    }
}

/// Eccentricity × force and both moments balance: the film has no weight to lean on.
#[test]
fn moments_balance() {
    let film = journal(2.0 * R, settings(64, 16, AMBIENT));
    let motion = motion([0.3, 0.6], [1.0, -2.0], [5.0, 2.0]);
    let felt = film.solve_response(&motion).expect("solved");
    let sum = motion.eccentricity.perp(&felt.force) + felt.torques[0] + felt.torques[1];
    assert!(sum.abs() < 1e-12 * felt.torques[0].abs(), "{sum:e}");
}

/// Half-speed whirl: the film goes round with the journal and feels nothing.
#[test]
fn a_journal_that_whirls_at_half_its_spin_is_not_carried() {
    let film = journal(2.0 * R, settings(64, 16, Cavitation::Never));
    let e = [0.3, 0.6];
    let still = film.solve_response(&motion(e, [0.0; 2], [5.0, 1.0])).expect("solved").force;
    let whirl = film.solve_response(&motion(e, [-3.0 * e[1], 3.0 * e[0]], [5.0, 1.0])).expect("solved").force;
    assert!(whirl.norm() < 1e-12 * still.norm(), "{whirl}");
}

/// Turned by one cell the answer turns to rounding; by part of a cell to the order of the grid.
#[test]
fn a_turned_scene_gives_a_turned_answer() {
    let film = journal(2.0 * R, settings(64, 16, AMBIENT));
    let turned = |angle: f64| {
        let turn = nalgebra::Rotation2::new(angle);
        let start = motion([0.3, 0.6], [1.0, -2.0], [5.0, 2.0]);
        let motion =
            JournalMotion { eccentricity: turn * start.eccentricity, velocity: turn * start.velocity, ..start };
        turn.inverse() * film.solve_response(&motion).expect("solved").force
    };
    let still = turned(0.0);
    let cell = PI / 32.0;
    assert!((turned(7.0 * cell) - still).norm() < 1e-11 * still.norm());
    assert!((turned(0.37 * cell) - still).norm() < 2e-3 * still.norm(), "{} {still}", turned(0.37 * cell));
    let mirrored = film.solve_response(&motion([0.3, -0.6], [1.0, 2.0], [-5.0, -2.0])).expect("solved").force;
    assert!((Vector2::new(mirrored.x, -mirrored.y) - still).norm() < 1e-11 * still.norm());
}

/// Pressures of a film that ruptures are nowhere below the limit, and the film is nowhere asked for more than it has.
#[test]
fn reynolds_condition_holds() {
    let film = journal(2.0 * R, settings(64, 32, Cavitation::Reynolds { pressure: -1e3 }));
    let motion = motion([0.7, 0.0], [0.0, 0.0], [50.0, 0.0]);
    let field = film.solve_field(&motion).expect("solved");
    let ruptured = field.pressure.iter().filter(|&&p| p == -1e3).count();
    assert!(field.pressure.iter().all(|&p| p >= -1e3 * (1.0 + 1e-9)));
    assert!((100..600).contains(&ruptured), "{ruptured} of {}", field.pressure.len());
    assert!((field.least_thickness() / C - 0.3).abs() < 1e-3);
}

/// What was solved before does not matter.
#[test]
fn an_answer_does_not_depend_on_the_question_before() {
    let film = journal(2.0 * R, settings(64, 16, AMBIENT));
    let asked = motion([0.3, 0.6], [1.0, -2.0], [5.0, 2.0]);
    let first = film.solve_response(&asked).expect("solved");
    for other in [motion([-0.8, 0.1], [0.0; 2], [-9.0, 0.0]), motion([0.0, 0.0], [0.0, 3.0], [0.0; 2])] {
        film.solve_response(&other).expect("solved");
        assert_eq!(film.solve_response(&asked).expect("solved"), first);
    }
    assert_eq!(film.clone().solve_response(&asked).expect("solved"), first);
}

/// The ruptured cells of the last solution are a good guess for the next.
#[test]
fn a_small_move_takes_one_or_two_solutions() {
    let film = journal(2.0 * R, settings(64, 32, AMBIENT));
    let solves = |angle: f64| {
        let asked = motion([0.7 * angle.cos(), 0.7 * angle.sin()], [0.1, 0.3], [5.0, 0.0]);
        film.solve_response(&asked).expect("solved");
        film.solve_tangent(&asked).expect("solved");
        film.solve_field(&asked).expect("solved").work.solves
    };
    let first = solves(0.0);
    let after = (1..=200).fold(0, |_, k| solves(0.002 * f64::from(k)));
    assert!(first <= 12 && after - first <= 340, "{first} {after}");
}

/// Surfaces that touch get a large force, never a wrong number.
#[test]
fn a_touching_journal_is_held_by_the_thinnest_film() {
    let film = journal(2.0 * R, settings(64, 16, AMBIENT));
    let push = |eps: f64| -film.solve_response(&motion([eps, 0.0], [1.0, 0.0], [0.0; 2])).expect("solved").force.x;
    let forces = [0.9, 0.99, 1.0, 1.01].map(push);
    assert!(forces.windows(2).all(|pair| pair[1] > pair[0]) && forces[3].is_finite(), "{forces:?}");
}

#[test]
fn bad_films_are_named() {
    let good = settings(64, 32, AMBIENT);
    let geometry = JournalGeometry { radius: R, length: 2.0 * R, clearance: C };
    let fault = |geometry, settings| {
        let error = ReynoldsJournal::new(geometry, settings).expect_err("refused");
        format!("{error}; {}", error.hint().expect("a hint"))
    };
    assert!(fault(JournalGeometry { clearance: 0.0, ..geometry }, good).contains("clearance"));
    assert!(fault(JournalGeometry { clearance: R, ..geometry }, good).contains("clearance"));
    assert!(fault(JournalGeometry { length: -1.0, ..geometry }, good).contains("length"));
    assert!(fault(geometry, FilmSettings { fluid: Fluid::Newtonian { viscosity: 0.0 }, ..good }).contains("viscosity"));
    assert!(fault(geometry, FilmSettings { thinnest: 0.0, ..good }).contains("thinnest"));
    assert!(fault(geometry, settings(64, 31, AMBIENT)).contains("even"));
    assert!(fault(geometry, settings(4, 32, AMBIENT)).contains("around"));
    assert!(fault(geometry, FilmSettings { liner: Some(f64::NAN), ..good }).contains("liner"));
    assert!(fault(geometry, settings(64, 32, Cavitation::Gumbel { pressure: 1.0 })).contains("cavitation"));
}
