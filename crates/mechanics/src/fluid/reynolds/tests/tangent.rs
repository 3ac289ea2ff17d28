//! Derivatives against central differences.

use super::*;
use crate::fluid::JournalFilm;
use nalgebra::{SVector, Vector4};

/// Steps of `step` clearances, or rad/s.
fn check_journal(film: &ReynoldsJournal, motion: &JournalMotion, step: f64) {
    let tangent = film.solve_tangent(motion).expect("solved");
    let response = |change: &SVector<f64, 6>| {
        let moved = JournalMotion {
            eccentricity: motion.eccentricity + change.fixed_rows::<2>(0),
            velocity: motion.velocity + change.fixed_rows::<2>(2),
            spins: [motion.spins[0] + change[4], motion.spins[1] + change[5]],
        };
        let felt = film.response(&moved);
        Vector4::new(felt.force.x, felt.force.y, felt.torques[0], felt.torques[1])
    };
    for column in 0..6 {
        let step = if column < 4 { step * C } else { step };
        let change = SVector::ith(column, step);
        let difference = (response(&change) - response(&-change)) / (2.0 * step);
        let column = tangent.column(column);
        let error = difference - column;
        // Forces and torques on their own scales: they differ by a radius or a clearance.
        for rows in [0, 2] {
            let size = column.fixed_rows::<2>(rows).amax();
            let error = error.fixed_rows::<2>(rows).amax();
            assert!(error < 1e-6 * size, "{motion:?}: {difference} {column}");
        }
    }
}

#[test]
fn a_journals_tangent_matches_differences() {
    for cavitation in [Cavitation::Never, CLIPPED, AMBIENT, Cavitation::Reynolds { pressure: -3e3 }] {
        let film = journal(2.0 * R, settings(32, 8, cavitation));
        for asked in [
            motion([0.41, -0.52], [0.3, 0.7], [5.0, -1.0]),
            motion([0.11, 0.07], [0.0, 0.0], [3.0, 2.0]),
            motion([-0.83, 0.21], [1.0, 2.0], [0.0, 0.0]),
        ] {
            check_journal(&film, &asked, 1e-5);
        }
        // Touching, on the floor of the film.
        check_journal(&film, &motion([0.97, 0.35], [1.0, 2.0], [0.0, 1.0]), 1e-8);
    }
}

#[test]
fn the_tangent_of_a_thinning_film_matches_differences() {
    for cavitation in [Cavitation::Never, CLIPPED, AMBIENT] {
        let film = journal(2.0 * R, FilmSettings { fluid: thinning(), ..settings(32, 8, cavitation) });
        check_journal(&film, &motion([0.41, -0.52], [0.3, 0.7], [5.0, -1.0]), 1e-5);
        check_journal(&film, &motion([-0.83, 0.21], [9.0, 2.0], [1.0, 1.0]), 1e-5);
    }
}

#[test]
fn the_tangent_of_a_soft_film_matches_differences() {
    for fluid in [Fluid::Newtonian { viscosity: MU }, thinning()] {
        let film = journal(2.0 * R, FilmSettings { fluid, liner: Some(1e10), ..settings(32, 8, AMBIENT) });
        check_journal(&film, &motion([0.41, -0.52], [0.3, 0.7], [5.0, -1.0]), 1e-5);
        check_journal(&film, &motion([0.8, 0.7], [0.1, 0.2], [1.0, 1.0]), 1e-5);
    }
}

#[test]
fn a_balls_tangent_matches_differences() {
    for (fluid, cavitation) in [
        (Fluid::Newtonian { viscosity: MU }, CLIPPED),
        (Fluid::Newtonian { viscosity: MU }, AMBIENT),
        (thinning(), AMBIENT),
    ] {
        let film = ball(1.4, FilmSettings { fluid, ..settings(24, 8, cavitation) });
        let motion = ball_motion([0.3, -0.2, 0.5], [0.4, 0.1, -0.6], [[3.0, -1.0, 0.5], [0.2, 0.7, -0.4]]);
        let tangent = film.solve_tangent(&motion).expect("solved");
        let response = |change: &SVector<f64, 12>| {
            let part = |from: usize| change.fixed_rows::<3>(from);
            let moved = BallMotion {
                eccentricity: motion.eccentricity + part(0),
                velocity: motion.velocity + part(3),
                spins: [motion.spins[0] + part(6), motion.spins[1] + part(9)],
            };
            let felt = film.solve_response(&moved).expect("solved");
            SVector::<f64, 9>::from_iterator(felt.force.iter().chain(&felt.torques[0]).chain(&felt.torques[1]).copied())
        };
        for column in 0..12 {
            let step = if column < 6 { 1e-5 * C } else { 1e-5 };
            let change = SVector::ith(column, step);
            let difference = (response(&change) - response(&-change)) / (2.0 * step);
            let column = tangent.column(column);
            for rows in [0, 3, 6] {
                let size = column.fixed_rows::<3>(rows).amax();
                let error = (difference - column).fixed_rows::<3>(rows).amax();
                assert!(error < 1e-6 * size, "{cavitation:?}: {difference} {column}");
            }
        }
    }
}
