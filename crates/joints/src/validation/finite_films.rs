//! Bearings of finite length against the table of [Raimondi1958].
//!
//! They set p = 0 at the ends and where the film is thickest, took Reynolds' condition for its rupture, and sheared the
//! whole circumference. A groove without pressure there says the same.

use std::f64::consts::{PI, TAU};

use mechanics::fluid::reynolds::{Cavitation, FilmSettings, Grid, Groove, JournalGeometry, ReynoldsJournal};
use mechanics::fluid::{Fluid, JournalMotion};
use nalgebra::Vector2;

use super::{Finding, Target};

const RADIUS: f64 = 14e-3;
const CLEARANCE: f64 = 80e-6;
const VISCOSITY: f64 = 0.01;

/// Length/diameter, ε, Sommerfeld number, attitude angle (degrees), friction variable, mean over peak pressure. The rows of
/// length/diameter 1 (Sommerfeld number and friction) were checked against a reprint; the others are recalled from textbooks
/// that reprint them.
const TABLE: [[f64; 6]; 18] = [
    [1.0, 0.1, 1.33, 79.5, 26.4, 0.540],
    [1.0, 0.2, 0.631, 74.02, 12.8, 0.529],
    [1.0, 0.4, 0.264, 63.10, 5.79, 0.484],
    [1.0, 0.6, 0.121, 50.58, 3.22, 0.415],
    [1.0, 0.8, 0.0446, 36.24, 1.70, 0.313],
    [1.0, 0.9, 0.0188, 26.45, 1.05, 0.247],
    [0.5, 0.1, 4.31, 81.62, 85.6, 0.523],
    [0.5, 0.2, 2.03, 74.94, 40.9, 0.506],
    [0.5, 0.4, 0.779, 61.45, 17.0, 0.441],
    [0.5, 0.6, 0.319, 48.14, 8.10, 0.365],
    [0.5, 0.8, 0.0923, 33.31, 3.26, 0.267],
    [0.5, 0.9, 0.0313, 23.66, 1.60, 0.206],
    [0.25, 0.1, 16.2, 82.31, 322.0, 0.515],
    [0.25, 0.2, 7.57, 75.18, 153.0, 0.489],
    [0.25, 0.4, 2.83, 60.86, 61.1, 0.415],
    [0.25, 0.6, 1.07, 46.72, 26.7, 0.334],
    [0.25, 0.8, 0.261, 31.04, 8.80, 0.240],
    [0.25, 0.9, 0.0736, 21.85, 3.50, 0.180],
];

/// Sommerfeld number, attitude angle (rad), friction variable and mean over peak pressure of a full journal.
fn bearing(ratio: f64, epsilon: f64) -> Result<[f64; 4], String> {
    let length = ratio * 2.0 * RADIUS;
    let settings = FilmSettings {
        grid: Grid { around: 96, across: 48 },
        fluid: Fluid::Newtonian { viscosity: VISCOSITY },
        cavitation: Cavitation::Reynolds { pressure: 0.0 },
        liner: None,
        groove: Some(Groove { angle: PI, pressure: 0.0 }),
        thinnest: 1e-4 * CLEARANCE,
    };
    let geometry = JournalGeometry { radius: RADIUS, length, clearance: CLEARANCE };
    let film = ReynoldsJournal::new(geometry, settings).map_err(|error| error.to_string())?;
    // One turn a second.
    let eccentricity = Vector2::new(epsilon * CLEARANCE, 0.0);
    let motion = JournalMotion { eccentricity, velocity: Vector2::zeros(), spins: [TAU, 0.0] };
    let felt = film.solve_response(&motion).map_err(|error| error.to_string())?;
    let peak = film.solve_field(&motion).map_err(|error| error.to_string())?.peak_pressure();
    let (load, projected) = (felt.force.norm(), 2.0 * RADIUS * length);
    Ok([
        (RADIUS / CLEARANCE).powi(2) * VISCOSITY * projected / load,
        felt.force.y.atan2(-felt.force.x),
        -felt.torques[0] / (CLEARANCE * load),
        load / projected / peak,
    ])
}

/// Load, direction, friction and peak of eighteen finite bearings.
pub fn finite_films() -> Vec<Finding> {
    let printed = "the table of full journal bearings [Raimondi1958]";
    let known = "the known error rounded up: the worst row is ε = 0.4 at length/diameter 1, where ours no longer changes with the grid";
    let mut findings = Vec::new();
    for [ratio, epsilon, sommerfeld, attitude, friction, mean_over_peak] in TABLE {
        let computed = bearing(ratio, epsilon);
        let degree = 1f64.to_radians();
        let attitude = attitude.to_radians();
        let numbers: [(&str, Target, &str); 4] = [
            ("sommerfeld_number_ratio", Target::GuardWithin(sommerfeld, 0.015), known),
            ("attitude_rad", Target::Band(attitude - degree, attitude + degree), "one degree"),
            (
                "friction_variable_ratio",
                Target::Within(friction, 0.01),
                "half a unit of three printed digits, and the grid of 1958",
            ),
            (
                "mean_over_peak_pressure_ratio",
                Target::GuardWithin(mean_over_peak, 0.03),
                "the known error rounded up: a peak between the nodes of a coarse grid",
            ),
        ];
        for (i, (quantity, target, why)) in numbers.into_iter().enumerate() {
            findings.push(Finding {
                quantity,
                label: format!("length/diameter {ratio}, ε = {epsilon}"),
                target,
                computed: computed.clone().map(|numbers| numbers[i]),
                source: printed,
                why,
            });
        }
    }
    findings
}
