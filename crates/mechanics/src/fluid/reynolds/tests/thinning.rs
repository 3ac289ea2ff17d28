//! Fluids that thin.

use super::*;
use crate::fluid::Viscosity;
use numerics::quadrature::integrate_adaptive;
use std::f64::consts::PI;

#[test]
fn an_isoviscous_film_takes_one_solution() {
    let asked = motion([0.3, 0.4], [1.0, 0.0], [5.0, 0.0]);
    let solves = |fluid| {
        let film = journal(2.0 * R, FilmSettings { fluid, ..settings(32, 8, Cavitation::Never) });
        film.solve_field(&asked).expect("solved").work.solves
    };
    assert_eq!(solves(Fluid::Newtonian { viscosity: MU }), 1);
    let steps = solves(thinning());
    assert!((3..30).contains(&steps), "{steps}");
}

/// A concentric journal shears the fluid alone: `T = −2π R² L η(γ̇) γ̇`, γ̇ = ωR/c.
#[test]
fn a_concentric_journal_is_a_viscometer() {
    let (fluid, length) = (thinning(), 2.0 * R);
    let film = journal(length, FilmSettings { fluid, ..settings(16, 4, AMBIENT) });
    for spin in [0.1, 1.0, 10.0] {
        let rate = spin * R / C;
        let exact = 2.0 * PI * R * R * length * fluid.at(rate) * rate;
        let felt = film.solve_response(&motion([0.0; 2], [0.0; 2], [spin, 0.0])).expect("solved");
        assert!((felt.torques[0] / -exact - 1.0).abs() < 1e-12, "{spin}: {felt:?} {exact}");
    }
}

/// A long journal that is squeezed: the flow `q = R v sin θ` is known, and with it the shear rate `√12 q/h²`, the
/// viscosity and `p′ = −12 μ q R/h³`, so that `F = R L ∫ p′ sin θ dθ`.
#[test]
fn a_squeezed_long_journal_follows_its_own_viscosity() {
    let (fluid, eps, speed) = (thinning(), 0.5f64, 20.0 * C);
    let length = 1000.0 * R;
    let slope = |angle: f64| {
        let (h, q) = (C * (1.0 - eps * angle.cos()), R * speed * angle.sin());
        -12.0 * fluid.at(12f64.sqrt() * q.abs() / (h * h)) * q * R / h.powi(3)
    };
    let exact = 2.0 * R * length * integrate_adaptive(|a| slope(a) * a.sin(), 0.0, PI, 1e-10).value;
    let errors = [32, 64, 128].map(|around| {
        let film = journal(length, FilmSettings { fluid, ..settings(around, 8, Cavitation::Never) });
        let felt = film.solve_response(&motion([eps, 0.0], [20.0, 0.0], [0.0; 2])).expect("solved");
        (felt.force.x / exact - 1.0).abs()
    });
    assert!(errors[2] < 1e-3 && errors[0] > 3.0 * errors[1] && errors[1] > 3.0 * errors[2], "{errors:?}");
}

/// One viscosity across the film is an approximation: a power-law fluid of exponent n between plates obeys
/// `|p′| = 2 K (2 (2 + 1/n) q)ⁿ/h^{2n+1}`, the mean shear rate gives `12 K (√12)^{n−1} qⁿ/h^{2n+1}`. At n = ½ it asks for
/// 14 % more pressure, at n = 0.8 for 5 %.
#[test]
fn the_mean_viscosity_overestimates_the_pressure_of_a_power_law_by_14_percent_at_one_half() {
    let ratio = |n: f64| 12.0 * 12f64.powf(0.5 * (n - 1.0)) / (2.0 * (2.0 * (2.0 + 1.0 / n)).powf(n));
    assert!((ratio(0.5) - 1.14).abs() < 5e-3 && (ratio(0.8) - 1.05).abs() < 5e-3, "{} {}", ratio(0.5), ratio(0.8));
    assert!((ratio(1.0) - 1.0).abs() < 1e-14);
}

/// A head of [Costa2016] in the thin fluid around a prosthesis, wherever a walk may take it: from the centre to a film as thin
/// as its roughness, approaching, parting, sliding either way or hardly at all. Cells at the edge of the rupture once went to
/// and fro while their viscosity changed, and the walk stopped.
#[test]
fn a_thinning_film_is_solved_wherever_a_walk_takes_the_head() {
    let clearance = 20e-6;
    let geometry = JournalGeometry { radius: 32e-3, length: 64e-3, clearance };
    for fluid in [Fluid::PERIPROSTHETIC, Fluid::HEALTHY] {
        let film = ReynoldsJournal::new(
            geometry,
            FilmSettings { fluid, thinnest: 2e-9, ..settings(48, 20, Cavitation::Reynolds { pressure: 0.0 }) },
        )
        .expect("a good film");
        for ratio in [0.3, 0.9, 0.99, 0.999] {
            for [along, across] in [[1e-6, 0.0], [-1e-6, 1e-6], [1e-9, 1e-4], [-1e-4, -1e-9], [1e-3, 1e-3]] {
                for spin in [-3.0, -1e-3, 1e-6, 2.0] {
                    // Not along an axis of the grid.
                    let turn = |x: f64, y: f64| Vector2::new(0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y);
                    let asked = JournalMotion {
                        eccentricity: turn(ratio * clearance, 0.0),
                        velocity: turn(along, across),
                        spins: [spin, 0.1],
                    };
                    let felt = film.solve_response(&asked).unwrap_or_else(|e| panic!("{fluid:?} {asked:?}: {e}"));
                    assert!(felt.dissipation(&asked) > 0.0, "{fluid:?} {asked:?}");
                    film.solve_tangent(&asked).unwrap_or_else(|e| panic!("{fluid:?} {asked:?}: {e}"));
                }
            }
        }
    }
}
