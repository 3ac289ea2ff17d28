//! The pressure around the head at the instant of the largest hip force: Eq. 27 of [Costa2016] with both choices of what fixes
//! its level, and the film of the bearing's own length beside it.

use mechanics::fluid::{Ambient, FilmKind, Fluid, Journal, JournalFilm, JournalMotion, RoughFilm, ThinFilm};
use nalgebra::{Matrix2, Vector2};
use std::f64::consts::{PI, TAU};

use super::history::{History, Row};
use super::implant::journal;
use super::model::Gait;
use crate::film::numerical;

/// Angles at which the pressure is reported, if there are rows for them.
const POINTS: usize = 181;

/// Pressures around the head, above ambient, in Pa.
pub(super) struct Around {
    /// From the widest gap, in rad, as θ of Eq. 27.
    pub angles: Vec<f64>,
    /// Eq. 27 as printed: ambient where the gap is widest, cut off where it would pull (Gümbel).
    pub printed: Vec<f64>,
    /// The same, ambient at the ends of the bearing.
    pub open_ends: Vec<f64>,
    /// Half way along a bearing of its own length; empty where it could not be solved.
    pub finite: Vec<f64>,
}

/// The pressures of a run, on at most so many rows; none for a run without a film.
pub(super) fn around(gait: &Gait, fluid: Fluid, history: &History, rows: usize) -> Option<Around> {
    let heaviest = |a: &&Row, b: &&Row| a.hip_force().total_cmp(&b.hip_force());
    let row = history.rows.iter().filter(|row| row.head.is_some()).max_by(heaviest)?;
    let (motion, behind) = row.head?;
    let lubricated = &gait.parameters.lubricated;
    let (journal, floor) = (journal(&gait.parameters), lubricated.roughness.si());
    let finite = numerical(fluid, &journal, lubricated.cells, floor).ok()?;
    // A thick film's velocity is known far less well than the force that it carries.
    let force = Vector2::new(row.loads[0][0], row.loads[0][1]) - behind;
    let (clearance, least_thickness) = (journal.clearance, floor);
    let motion = match lubricated.film.formula() {
        Some(kind) => {
            let film = ThinFilm { journal, kind, fluid };
            settle(&RoughFilm { film, clearance, least_thickness }, motion, force)
        }
        None => settle(&RoughFilm { film: finite.clone(), clearance, least_thickness }, motion, force),
    };
    let seen = RoughFilm { film: (), clearance, least_thickness }.felt(&motion);
    let widest = seen.eccentricity.y.atan2(seen.eccentricity.x) + PI;
    let points = POINTS.min(rows);
    let angles: Vec<f64> = (0..points).map(|i| TAU * i as f64 / (points - 1).max(1) as f64).collect();
    let by = |ambient: Ambient| thin(journal, ambient, fluid, &seen, (widest, &angles));
    let (printed, open_ends) = (by(Ambient::WidestGap), by(Ambient::OpenEnds));
    let field = finite.solve_field(&seen).ok();
    let finite = field.map_or_else(Vec::new, |field| {
        let [around, across] = field.shape;
        let middle: Vec<f64> = (0..around).map(|column| field.pressure[column * across]).collect();
        angles.iter().map(|angle| interpolate(&middle, angle + widest)).collect()
    });
    Some(Around { angles, printed, open_ends, finite })
}

fn thin(
    journal: Journal,
    ambient: Ambient,
    fluid: Fluid,
    seen: &JournalMotion,
    (widest, angles): (f64, &[f64]),
) -> Vec<f64> {
    let film = ThinFilm { journal, kind: FilmKind::LongIntegrated { ambient }, fluid };
    let pressure = film.pressure(seen);
    angles.iter().map(|angle| pressure(angle + widest)).collect()
}

/// The motion whose velocity makes a film carry a force, by Newton's method from the one given.
fn settle<F: JournalFilm>(film: &F, given: JournalMotion, force: Vector2<f64>) -> JournalMotion {
    let mut motion = given;
    for _ in 0..20 {
        let off = film.response(&motion).force - force;
        if off.norm() <= 1e-9 * force.norm() {
            return motion;
        }
        let slopes: Matrix2<f64> = film.tangent(&motion).fixed_view::<2, 2>(0, 2).into_owned();
        let Some(change) = slopes.lu().solve(&off) else { break };
        motion.velocity -= change;
    }
    let left = film.response(&motion).force - force;
    if left.norm() <= 1e-3 * force.norm() { motion } else { given }
}

/// Between the middles of cells that go once around.
fn interpolate(values: &[f64], angle: f64) -> f64 {
    let place = angle.rem_euclid(TAU) / TAU * values.len() as f64 - 0.5;
    let (first, share) = (place.floor(), place - place.floor());
    let at = |i: f64| values[i.rem_euclid(values.len() as f64) as usize % values.len()];
    (1.0 - share) * at(first) + share * at(first + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eq. 27 as it is printed, term by term, against what the films compute without γ and without a division by ε.
    #[test]
    fn the_reported_pressure_is_equation_27() {
        let journal = Journal { radius: 32e-3, length: 64e-3, clearance: 20e-6 };
        let (viscosity, ratio, rate, gamma, spin) = (0.5, 0.6f64, 0.4, 0.3f64, 1.7);
        let fluid = Fluid::Newtonian { viscosity };
        let n = Vector2::new(gamma.cos(), gamma.sin());
        let t = Vector2::new(-n.y, n.x);
        let gamma_rate = 0.25;
        let seen = JournalMotion {
            eccentricity: n * (ratio * journal.clearance),
            velocity: (n * rate + t * (ratio * gamma_rate)) * journal.clearance,
            spins: [spin, 0.0],
        };
        let angles: Vec<f64> = (0..60).map(|i| TAU * f64::from(i) / 60.0).collect();
        let ours = thin(journal, Ambient::WidestGap, fluid, &seen, (gamma + PI, &angles));
        let scale = 6.0 * viscosity * (journal.radius / journal.clearance).powi(2);
        let mut largest = 0.0f64;
        for (theta, ours) in angles.iter().zip(&ours) {
            let (sin, cos) = theta.sin_cos();
            let wedge = (spin - 2.0 * gamma_rate) * (2.0 + ratio * cos) * ratio * sin
                / ((2.0 + ratio * ratio) * (1.0 + ratio * cos).powi(2));
            let squeeze = rate / ratio * (1.0 / (1.0 + ratio * cos).powi(2) - 1.0 / (1.0 + ratio).powi(2));
            let printed = (scale * (wedge + squeeze)).max(0.0);
            largest = largest.max(printed);
            assert!((ours - printed).abs() <= 1e-9 * scale, "{theta}: {ours} {printed}");
        }
        assert!(largest > 0.1 * scale);
    }

    #[test]
    fn a_film_is_given_the_velocity_that_carries_its_force() {
        let journal = Journal { radius: 32e-3, length: 64e-3, clearance: 20e-6 };
        let film = ThinFilm { journal, kind: FilmKind::Long, fluid: Fluid::Newtonian { viscosity: 500.0 } };
        let motion = JournalMotion {
            eccentricity: Vector2::new(1e-9, 2e-9),
            velocity: Vector2::new(1e-10, 0.0),
            spins: [1.0, 0.2],
        };
        let force = Vector2::new(30.0, 500.0);
        let settled = settle(&film, motion, force);
        assert!((film.response(&settled).force - force).norm() < 1e-6, "{settled:?}");
    }
}
