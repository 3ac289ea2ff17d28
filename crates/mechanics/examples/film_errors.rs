//! By how much closed forms carry more than a film of finite length: prints the tables of `fluid/validity.rs`, and with
//! `grids` how far coarse grids are from fine ones.
//!
//! `cargo run --release -p synovia-mechanics --example film_errors`
#![allow(clippy::print_stdout)]

use mechanics::fluid::reynolds::{Cavitation, FilmSettings, Grid, JournalGeometry, ReynoldsJournal};
use mechanics::fluid::{FilmKind, Fluid, Journal, JournalFilm, JournalMotion, ThinFilm};
use nalgebra::Vector2;

const RADIUS: f64 = 14e-3;
const CLEARANCE: f64 = 80e-6;
const FLUID: Fluid = Fluid::Newtonian { viscosity: 0.01 };
const LENGTHS: [f64; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
const ECCENTRICITIES: [f64; 8] = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98];

fn finite(ratio: f64, [around, across]: [usize; 2]) -> ReynoldsJournal {
    let settings = FilmSettings {
        grid: Grid { around, across },
        fluid: FLUID,
        cavitation: Cavitation::Reynolds { pressure: 0.0 },
        liner: None,
        groove: None,
        thinnest: 1e-4 * CLEARANCE,
    };
    let geometry = JournalGeometry { radius: RADIUS, length: 2.0 * ratio * RADIUS, clearance: CLEARANCE };
    ReynoldsJournal::new(geometry, settings).expect("a good film")
}

/// A journal that turns, or that approaches.
fn motions(eccentricity: f64) -> [JournalMotion; 2] {
    let still = JournalMotion {
        eccentricity: Vector2::new(eccentricity * CLEARANCE, 0.0),
        velocity: Vector2::zeros(),
        spins: [0.0; 2],
    };
    [JournalMotion { spins: [1.0, 0.0], ..still }, JournalMotion { velocity: Vector2::new(CLEARANCE, 0.0), ..still }]
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("grids") {
        return grids();
    }
    for kind in [FilmKind::Long, FilmKind::Short] {
        for (which, name) in ["turning", "approaching"].into_iter().enumerate() {
            println!("// {kind:?}, {name}");
            for ratio in LENGTHS {
                let film = finite(ratio, [256, 64]);
                let journal = Journal { radius: RADIUS, length: 2.0 * ratio * RADIUS, clearance: CLEARANCE };
                let formula = ThinFilm { journal, kind, fluid: FLUID };
                let row = ECCENTRICITIES.map(|eccentricity| {
                    let motion = motions(eccentricity)[which];
                    let exact = film.solve_response(&motion).expect("solved").force.norm();
                    format!("{:.3}", formula.response(&motion).force.norm() / exact)
                });
                println!("[{}], // {ratio}", row.join(", "));
            }
        }
    }
}

/// Errors of grids in the size of the force, in percent, of length/diameter 1.
fn grids() {
    let fine = finite(1.0, [512, 128]);
    for grid in [[32, 8], [48, 16], [64, 16], [64, 32], [96, 24], [96, 32], [128, 32], [160, 40]] {
        let film = finite(1.0, grid);
        let errors = ECCENTRICITIES.map(|eccentricity| {
            let off = motions(eccentricity).map(|motion| {
                let size = |film: &ReynoldsJournal| film.solve_response(&motion).expect("solved").force.norm();
                100.0 * (size(&film) / size(&fine) - 1.0)
            });
            format!("{:.2}/{:.2}", off[0], off[1])
        });
        println!("{grid:?}: {}", errors.join("  "));
    }
}
