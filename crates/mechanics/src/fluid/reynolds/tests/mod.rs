//! What is known about films, against the solver.

use super::*;
use crate::fluid::{Fluid, JournalFilm, JournalMotion};
use nalgebra::Vector2;

mod explore;

const R: f64 = 14e-3;
const C: f64 = 80e-6;
const MU: f64 = 0.01;

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

fn motion(eccentricity: [f64; 2], velocity: [f64; 2], spins: [f64; 2]) -> JournalMotion {
    JournalMotion { eccentricity: Vector2::from(eccentricity) * C, velocity: Vector2::from(velocity) * C, spins }
}
