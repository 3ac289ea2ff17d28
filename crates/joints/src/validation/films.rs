//! Films against the closed forms of Sommerfeld and Ocvirk.

use std::f64::consts::PI;

use mechanics::fluid::{Ambient, FilmKind, Fluid, Journal, JournalFilm, JournalMotion, ThinFilm};
use nalgebra::Vector2;

use super::{Finding, Target};

const JOURNAL: Journal = Journal { radius: 32e-3, length: 64e-3, clearance: 20e-6 };
const VISCOSITY: f64 = 500.0;

/// Eccentricity ratios from a centred journal to one that nearly touches.
const RATIOS: [f64; 6] = [1e-3, 0.1, 0.35, 0.6, 0.9, 0.99];

/// Steady long and short bearings, with and without cavitation, and the long squeeze film.
pub fn film_limits() -> Vec<Finding> {
    let mut findings = Vec::new();
    for e in RATIOS {
        let (q, d) = (2.0 + e * e, (1.0 - e * e).sqrt());
        let long = [-12.0 * e * e / (q * d * d), 6.0 * PI * e / (q * d)];
        let short = [-e * e / d.powi(4), PI * e / (4.0 * d.powi(3))];
        let integrated = FilmKind::LongIntegrated { ambient: Ambient::OpenEnds };
        for (name, kind, exact) in [
            ("long, closed form", FilmKind::Long, long),
            ("long, integrated", integrated, long),
            ("long, without cavitation", FilmKind::LongWithoutCavitation, [0.0, 2.0 * long[1]]),
            ("short", FilmKind::Short, short),
            ("short, without cavitation", FilmKind::ShortWithoutCavitation, [0.0, 2.0 * short[1]]),
        ] {
            let found = force(kind, e, 0.0, 1.0);
            let miss = (found[0] - exact[0]).hypot(found[1] - exact[1]) / exact[0].hypot(exact[1]);
            findings.push(Finding {
                quantity: "force_mismatch_ratio",
                label: format!("{name}, turning, ε = {e}"),
                target: Target::AtMost(1e-9),
                computed: Ok(miss),
                source: "Sommerfeld's and Ocvirk's closed forms",
                why: "rounding; near contact it grows with 1/(1 − ε²)",
            });
        }
        let exact = -12.0 * PI / d.powi(3);
        findings.push(Finding {
            quantity: "force_mismatch_ratio",
            label: format!("long, without cavitation, squeezed, ε = {e}"),
            target: Target::AtMost(1e-9),
            computed: Ok((force(FilmKind::LongWithoutCavitation, e, 1.0, 0.0)[0] / exact - 1.0).abs()),
            source: "−12π ε̇/(1 − ε²)^{3/2}",
            why: "rounding",
        });
    }
    findings
}

/// Radial and tangential force in units of μ L R³/c² (long) or μ R L³/c² (short).
fn force(kind: FilmKind, epsilon: f64, rate: f64, spin: f64) -> [f64; 2] {
    let Journal { radius: r, length: l, clearance: c } = JOURNAL;
    let (n, t) = (Vector2::new(0.6, -0.8), Vector2::new(0.8, 0.6));
    let motion = JournalMotion { eccentricity: n * (epsilon * c), velocity: n * (rate * c), spins: [spin, 0.0] };
    let short = matches!(kind, FilmKind::Short | FilmKind::ShortWithoutCavitation);
    let unit = VISCOSITY * if short { r * l.powi(3) } else { l * r.powi(3) } / (c * c);
    let film = ThinFilm { journal: JOURNAL, kind, fluid: Fluid::Newtonian { viscosity: VISCOSITY } };
    let force = film.response(&motion).force / unit;
    [force.dot(&n), force.dot(&t)]
}
