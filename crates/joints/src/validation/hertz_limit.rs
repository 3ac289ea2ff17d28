//! What small patches tend to: Hertz's law what a half-space does, the foundation what springs do.

use std::f64::consts::PI;

use mechanics::contact::{ConformalSphere, EllipticHertz, Hertz, NormalLaw};
use numerics::quadrature::integrate_adaptive;

use super::{Finding, Target, base_case};

/// Contact modulus of the base case of [Askari2018], in Pa.
const MODULUS: f64 = 594e6;

/// Limits of Hertz's law and of the foundation at light load.
pub fn hertz_limit() -> Vec<Finding> {
    let Ok(law) = base_case() else { return Vec::new() };
    let mut findings = Vec::new();
    for indentation in [1e-7, 1e-9, 1e-11] {
        findings.extend(parabolic_springs(&law, indentation));
    }
    findings.extend(exponents(&law));
    findings.extend(circular_limit(0.2));
    for (first, second) in [(0.2, 0.2), (0.2, 0.5), (0.02, 2.0)] {
        findings.extend(half_space(first, second));
    }
    findings
}

/// A shallow patch is a paraboloid on springs: `F = πkRδ²(1 − 4δ/3c …)`, `a = √(2Rδ)(1 − 3δ/4c …)`, `1/R = 1/Rb − 1/Rc`.
///
/// The second terms follow from `S ≈ δ − e u`, `e = c + δ` and `F = 2πkRc² ∫₀^{δ/e} S (1 − u) du` for c ≪ Rc.
fn parabolic_springs(law: &ConformalSphere, indentation: f64) -> [Finding; 2] {
    let radius = 1.0 / (1.0 / law.ball_radius - 1.0 / law.socket_radius);
    let force = PI * law.foundation.stiffness() * radius * indentation.powi(2);
    let finding = |quantity, expected, next_term: f64, computed| Finding {
        quantity,
        label: format!("foundation, indentation {indentation:e} m"),
        target: Target::Within(expected, 1.01 * next_term * indentation / law.clearance()),
        computed: Ok(computed),
        source: "paraboloid on springs, F = πkRδ² and a = √(2Rδ)",
        why: "the next term of the expansion, 4/3 (force) or 3/4 (radius) of indentation over clearance, and 1 % of it",
    };
    [
        finding("contact_force_N", force, 4.0 / 3.0, law.force_and_slope(indentation).0),
        finding("contact_radius_m", (2.0 * radius * indentation).sqrt(), 0.75, law.patch_radius(indentation)),
    ]
}

/// The power with which the force grows: springs do not become a half-space, however small the patch.
fn exponents(law: &ConformalSphere) -> [Finding; 2] {
    let d = 1e-10;
    let hertz = Hertz::ball_in_socket(law.ball_radius, law.socket_radius, MODULUS);
    let (force, slope) = law.force_and_slope(d);
    let finding = |label: &str, expected, computed| Finding {
        quantity: "force_exponent_ratio",
        label: label.into(),
        target: Target::Within(expected, d / law.clearance()),
        computed: Ok(computed),
        source: "d ln F/d ln δ at light load: 2 for springs, 3/2 for half-spaces [Johnson1985]",
        why: "a foundation does not tend to Hertz's law; indentation over clearance bounds the rest",
    };
    [
        finding("foundation", 2.0, slope * d / force),
        finding("Hertz", 1.5, -hertz.tangent(-d, 0.0).0 * d / hertz.response(-d, 0.0)),
    ]
}

/// The elliptic law tends to the circular one, with the mean radius √(R′R″) to first order in R″/R′ − 1.
fn circular_limit(radius: f64) -> Vec<Finding> {
    [(0.0, 1e-13), (1e-4, 1e-8), (1e-2, 1e-4)]
        .map(|(difference, tolerance)| {
            let second = radius * (1.0 + difference);
            let round = Hertz { radius: (radius * second).sqrt(), modulus: MODULUS };
            Finding {
                quantity: "elliptic_over_circular_stiffness_ratio",
                label: format!("radii differ by {difference:e}"),
                target: Target::Within(1.0, tolerance),
                computed: Ok(EllipticHertz::new(radius, second, MODULUS).stiffness() / round.stiffness()),
                source: "circular law with the mean radius √(R′R″)",
                why: "the square of the difference of the radii, or rounding",
            }
        })
        .into()
}

/// Hertz's pressure must press a half-space into the shape of the other body: at the centre and at both ends of the
/// patch the surface sinks by `δ − x²/(2R′) − y²/(2R″)`, whatever the elliptic integrals say.
fn half_space(first: f64, second: f64) -> Vec<Finding> {
    let (long, short) = (f64::max(first, second), f64::min(first, second));
    let law = EllipticHertz::new(long, short, MODULUS);
    let indentation = 1e-4;
    let force = law.response(-indentation, 0.0);
    let (a, b) = law.semi_axes(force);
    let peak = law.peak_pressure(force);
    [("centre", 0.0, 0.0), ("end of the long axis", a, 0.0), ("end of the short axis", 0.0, b)]
        .map(|(place, x, y)| Finding {
            quantity: "surface_displacement_m",
            label: format!("radii {long} and {short} m, {place}"),
            target: Target::Within(indentation - x * x / (2.0 * long) - y * y / (2.0 * short), 1e-12),
            computed: Ok(sinking(peak, (a, b), (x, y))),
            source: "shape of the other body; computed: Boussinesq's integral of the law's pressure [Johnson1985]",
            why: "an identity: quadrature and rounding only",
        })
        .into()
}

/// Boussinesq: `u = 1/(πE*) ∫₀^π dφ ∫ p ds` over all chords of the patch through the point. Along a chord the pressure is
/// `p₀√(C − 2Bs − As²)`, whose integral over the chord is `p₀ π(B² + AC)/(2A^{3/2})`.
fn sinking(peak: f64, (a, b): (f64, f64), (x, y): (f64, f64)) -> f64 {
    let c = (1.0 - (x / a).powi(2) - (y / b).powi(2)).max(0.0);
    let chord = |phi: f64| {
        let (sin, cos) = phi.sin_cos();
        let quadratic = (cos / a).powi(2) + (sin / b).powi(2);
        let linear = x * cos / (a * a) + y * sin / (b * b);
        PI * (linear * linear + quadratic * c) / (2.0 * quadratic.powf(1.5))
    };
    // Slender patches peak where the chord lies along the long axis, at the ends of the interval.
    let half = integrate_adaptive(chord, 0.0, PI / 2.0, 1e-13).value;
    peak / (PI * MODULUS) * (half + integrate_adaptive(chord, PI / 2.0, PI, 1e-13).value)
}
