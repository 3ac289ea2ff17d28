//! What is known about films, against the solver.

use super::*;
use crate::fluid::{Fluid, JournalMotion};
use nalgebra::{Vector2, Vector3};

mod ball;
mod journal;
mod manufactured;
mod mass;
mod soft;
mod table;
mod tangent;
mod thinning;

const R: f64 = 14e-3;
const C: f64 = 80e-6;
const MU: f64 = 0.01;
const AMBIENT: Cavitation = Cavitation::Reynolds { pressure: 0.0 };
const CLIPPED: Cavitation = Cavitation::Gumbel { pressure: 0.0 };

fn settings(around: usize, across: usize, cavitation: Cavitation) -> FilmSettings {
    FilmSettings {
        grid: Grid { around, across },
        fluid: Fluid::Newtonian { viscosity: MU },
        cavitation,
        liner: None,
        groove: None,
        thinnest: 1e-4 * C,
    }
}

fn journal(length: f64, settings: FilmSettings) -> ReynoldsJournal {
    ReynoldsJournal::new(JournalGeometry { radius: R, length, clearance: C }, settings).expect("a good film")
}

/// Eccentricity and velocity in clearances.
fn motion(eccentricity: [f64; 2], velocity: [f64; 2], spins: [f64; 2]) -> JournalMotion {
    JournalMotion { eccentricity: Vector2::from(eccentricity) * C, velocity: Vector2::from(velocity) * C, spins }
}

fn ball(rim: f64, settings: FilmSettings) -> ReynoldsBall {
    ReynoldsBall::new(BallGeometry { radius: R, clearance: C, rim }, settings).expect("a good film")
}

/// Eccentricity and velocity in clearances.
fn ball_motion(eccentricity: [f64; 3], velocity: [f64; 3], spins: [[f64; 3]; 2]) -> BallMotion {
    BallMotion {
        eccentricity: Vector3::from(eccentricity) * C,
        velocity: Vector3::from(velocity) * C,
        spins: spins.map(Vector3::from),
    }
}

/// A fluid that thins within the shear rates of these tests.
fn thinning() -> Fluid {
    Fluid::CarreauYasuda { at_rest: 0.1, at_high_shear: 0.002, time: 0.01, power: 0.5, bend: 2.0 }
}
