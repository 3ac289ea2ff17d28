//! What a numerical film costs: response and tangent of a 64 × 32 film along a short orbit. Count instructions with
//! `valgrind --tool=callgrind target/release/examples/reynolds_cost never 100`.

use mechanics::fluid::reynolds::{Cavitation, FilmSettings, Grid, JournalGeometry, ReynoldsJournal};
use mechanics::fluid::{Fluid, JournalFilm, JournalMotion};
use nalgebra::Vector2;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let cavitation = match arguments.next().as_deref() {
        Some("never") => Cavitation::Never,
        Some("gumbel") => Cavitation::Gumbel { pressure: 0.0 },
        _ => Cavitation::Reynolds { pressure: 0.0 },
    };
    let evaluations: u32 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let clearance = 80e-6;
    let settings = FilmSettings {
        grid: Grid { around: 64, across: 32 },
        fluid: Fluid::Newtonian { viscosity: 0.01 },
        cavitation,
        liner: None,
        groove: None,
        thinnest: 50e-9,
    };
    let geometry = JournalGeometry { radius: 14e-3, length: 28e-3, clearance };
    let film = ReynoldsJournal::new(geometry, settings).expect("a good film");
    let mut sum = 0.0;
    for k in 0..evaluations {
        let angle = f64::from(k) * 0.002;
        let motion = JournalMotion {
            eccentricity: Vector2::new(angle.cos(), angle.sin()) * 0.7 * clearance,
            velocity: Vector2::new(0.1, 0.3) * clearance,
            spins: [5.0, 0.0],
        };
        sum += film.response(&motion).force.x + film.tangent(&motion)[(0, 0)];
    }
    assert!(sum.is_finite());
}
