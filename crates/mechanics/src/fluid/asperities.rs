//! Rough surfaces that begin to carry load before they meet.

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2, TAU};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Journal;

/// Roughness of two surfaces and what the load on it depends on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roughness {
    /// Composite roughness σ = √(σ₁² + σ₂²), root mean square, in m.
    pub height: f64,
    /// Contact modulus E*, in Pa: see [`contact_modulus`](crate::contact::contact_modulus).
    pub modulus: f64,
    /// η σ β: asperities per area times roughness times tip radius; 0.03 to 0.05 for most machined surfaces.
    #[serde(default = "usual_crowding")]
    pub crowding: f64,
    /// σ/β: roughness over tip radius; 1e-4 to 1e-2.
    #[serde(default = "usual_sharpness")]
    pub sharpness: f64,
}

fn usual_crowding() -> f64 {
    0.05
}

fn usual_sharpness() -> f64 {
    0.01
}

/// Asperities of a journal in its bearing: the load that rough surfaces carry as a function of the gap between their mean
/// planes.
///
/// Asperities of Gaussian height with Hertzian tips push with the pressure [GreenwoodTripp1970]
///
/// `p = (16√2π/15) (ησβ)² √(σ/β) E* F₅⸝₂(h/σ)`,  `F_n(λ) = ∫_λ^∞ (s − λ)ⁿ φ(s) ds`
///
/// Near the narrowest place h = h_min + cφ²/2, and the integral over φ is closed: since ∫(x − s²)^{5/2} ds = (5π/16) x³,
///
/// ```text
/// W = K F₃(λ),  K = (π²√2/3) (ησβ)² √(σ/β) E* R L √(2σ/c),  λ = (c − |e|)/σ
/// F₃ = (λ²+2) φ(λ) − (λ³+3λ) Q(λ),   E = K σ F₄(λ)/4
/// ```
///
/// with the normal density φ and its upper tail Q. Where the mean planes have met, λ < 0, the tips are flattened and the
/// bulk gives way instead: the stiffness fades as it came, W = K (2F₃(0) − F₃(−λ)), so that asperities carry at most
/// 2 K F₃(0) = 1.6 K, and a contact law takes over. Force and stiffness are continuous, and the force is the slope of a
/// potential: asperities lose no energy.
///
/// *Assumes* 4σ ≪ c, elastic tips, a journal of about the bearing's radius. *Pitfalls*: how the load fades at λ < 0 is our
/// choice, not Greenwood and Tripp's: their formula would go on as λ³ and soon be stiffer than any bulk.
///
/// *Checked by*: quadrature over the circumference, and F_n against its integral, below.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asperities {
    /// K, in N.
    pub stiffness: f64,
    /// σ, in m.
    pub height: f64,
}

impl Asperities {
    /// Those of a journal.
    pub fn new(journal: &Journal, roughness: &Roughness) -> Self {
        let Journal { radius: r, length: l, clearance: c } = *journal;
        let Roughness { height: sigma, modulus: e, crowding, sharpness } = *roughness;
        let per_area = 16.0 * SQRT_2 * PI / 15.0 * crowding * crowding * sharpness.sqrt() * e;
        Self { stiffness: per_area * r * l * (2.0 * sigma / c).sqrt() * 5.0 * PI / 16.0, height: sigma }
    }

    /// Push at a gap between the mean planes, in N.
    pub fn push(&self, gap: f64) -> f64 {
        let lambda = gap / self.height;
        let [_, excess, _] = gaussian_excess(lambda.abs());
        self.stiffness * if lambda < 0.0 { 2.0 * EXCESS_AT_REST - excess } else { excess }
    }

    /// Derivative of the push by the gap, in N/m.
    pub fn slope(&self, gap: f64) -> f64 {
        -3.0 * self.stiffness / self.height * gaussian_excess((gap / self.height).abs())[0]
    }

    /// Stored energy, in J.
    pub fn energy(&self, gap: f64) -> f64 {
        let lambda = gap / self.height;
        let [_, _, excess] = gaussian_excess(lambda.abs());
        self.stiffness * self.height * (0.25 * excess + 2.0 * EXCESS_AT_REST * (-lambda).max(0.0))
    }
}

/// F₃(0) = √(2/π).
const EXCESS_AT_REST: f64 = 0.797_884_560_802_865_4;

/// F₂, F₃ and F₄ at λ ≥ 0: moments of what exceeds λ in a standard normal distribution.
fn gaussian_excess(lambda: f64) -> [f64; 3] {
    // Beyond this all are below 1e-25, and rounding.
    if lambda > 10.0 {
        return [0.0; 3];
    }
    let (x, x2) = (lambda, lambda * lambda);
    let (density, tail) = ((-0.5 * x2).exp() / TAU.sqrt(), 0.5 * libm::erfc(x * FRAC_1_SQRT_2));
    [
        ((x2 + 1.0) * tail - x * density).max(0.0),
        ((x2 + 2.0) * density - x * (x2 + 3.0) * tail).max(0.0),
        ((x2 * (x2 + 6.0) + 3.0) * tail - x * (x2 + 5.0) * density).max(0.0),
    ]
}

/// How the surfaces are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Regime {
    /// By asperities and bulk, nearly alone.
    Boundary,
    /// By film and asperities together.
    Mixed,
    /// By the film alone.
    FullFilm,
}

/// Where one regime ends and the next begins, by λ = least gap/composite roughness. The usual limits are 3 and 1; they
/// are a convention, not physics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegimeLimits {
    /// Full film above this.
    pub full_film: f64,
    /// Boundary below this.
    pub boundary: f64,
}

impl Default for RegimeLimits {
    fn default() -> Self {
        Self { full_film: 3.0, boundary: 1.0 }
    }
}

impl RegimeLimits {
    /// The regime at a λ.
    pub fn classify(&self, lambda: f64) -> Regime {
        if lambda > self.full_film {
            Regime::FullFilm
        } else if lambda < self.boundary {
            Regime::Boundary
        } else {
            Regime::Mixed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use numerics::quadrature::integrate_adaptive;

    fn excess(n: f64, lambda: f64) -> f64 {
        let density = |s: f64| (-0.5 * s * s).exp() / TAU.sqrt();
        let f = |s: f64| (s - lambda).max(0.0).powf(n) * density(s);
        integrate_adaptive(f, lambda, 12.0, 1e-13).value
    }

    #[test]
    fn excess_is_its_integral() {
        for lambda in [0.0, 0.7, 2.0, 4.0, 6.0] {
            for (i, f) in gaussian_excess(lambda).into_iter().enumerate() {
                let expected = excess(i as f64 + 2.0, lambda);
                assert!((f / expected - 1.0).abs() < 1e-9, "F{} at {lambda}: {f} {expected}", i + 2);
            }
        }
    }

    /// F₅⸝₂(0) = 2^{3/4} Γ(7/4)/√(2π), Γ(7/4) = 0.919 062 526 848 888 3.
    #[test]
    fn half_of_the_asperities_exceed_the_mean_plane_as_known() {
        let exact = 2f64.powf(0.75) * 0.919_062_526_848_888_3 / TAU.sqrt();
        assert!((excess(2.5, 0.0) / exact - 1.0).abs() < 1e-9);
    }

    const JOURNAL: Journal = Journal { radius: 14e-3, length: 20e-3, clearance: 50e-6 };
    const ROUGHNESS: Roughness = Roughness { height: 0.05e-6, modulus: 1e11, crowding: 0.05, sharpness: 0.01 };

    /// The printed pressure around the whole circumference, with the true gap c − e cos φ and the true direction. The
    /// parabola and the constant curvature are good to σ/c = 1e-3.
    #[test]
    fn the_load_is_the_pressure_of_greenwood_and_tripp_around_the_journal() {
        let asperities = Asperities::new(&JOURNAL, &ROUGHNESS);
        let per_area = 16.0 * SQRT_2 * PI / 15.0 * 0.05f64.powi(2) * 0.1 * 1e11;
        for lambda in [0.0, 1.0, 2.5] {
            let e = JOURNAL.clearance - lambda * ROUGHNESS.height;
            let (mut sum, steps) = (0.0, 400);
            let widest = ((12.0 * ROUGHNESS.height + e - JOURNAL.clearance).max(0.0) * 2.0 / e).sqrt();
            for i in 0..steps {
                let angle = widest * ((f64::from(i) + 0.5) / f64::from(steps) * 2.0 - 1.0);
                let gap = (JOURNAL.clearance - e * angle.cos()) / ROUGHNESS.height;
                sum += excess(2.5, gap) * angle.cos() * 2.0 * widest / f64::from(steps);
            }
            let expected = per_area * JOURNAL.radius * JOURNAL.length * sum;
            let push = asperities.push(lambda * ROUGHNESS.height);
            assert!((push / expected - 1.0).abs() < 3e-3, "λ {lambda}: {push} {expected}");
        }
    }

    #[test]
    fn asperities_push_as_their_energy_falls() {
        let asperities = Asperities::new(&JOURNAL, &ROUGHNESS);
        for lambda in [-4.0, -1.0, -0.1, 0.1, 1.0, 3.0, 5.0] {
            let (gap, h) = (lambda * ROUGHNESS.height, 1e-4 * ROUGHNESS.height);
            let push = -(asperities.energy(gap + h) - asperities.energy(gap - h)) / (2.0 * h);
            let slope = (asperities.push(gap + h) - asperities.push(gap - h)) / (2.0 * h);
            assert!((asperities.push(gap) / push - 1.0).abs() < 1e-6, "{lambda}");
            assert!((asperities.slope(gap) / slope - 1.0).abs() < 1e-6, "{lambda}");
        }
        assert_eq!(asperities.push(11.0 * ROUGHNESS.height), 0.0);
        // Continuous where the mean planes meet: W(0) = K √(2/π), F₂(0) = ½.
        for gap in [-1e-20, 0.0, 1e-20] {
            assert!((asperities.push(gap) / (asperities.stiffness * (2.0 / PI).sqrt()) - 1.0).abs() < 1e-12);
            assert!((asperities.slope(gap) * ROUGHNESS.height / (-1.5 * asperities.stiffness) - 1.0).abs() < 1e-12);
        }
        let most = asperities.push(-20.0 * ROUGHNESS.height);
        assert!((most / (2.0 * asperities.push(0.0)) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn regimes_end_where_they_are_told_to() {
        let limits = RegimeLimits::default();
        let found = [3.1, 3.0, 1.0, 0.9, -2.0].map(|lambda| limits.classify(lambda));
        use Regime::{Boundary, FullFilm, Mixed};
        assert_eq!(found, [FullFilm, Mixed, Mixed, Boundary, Boundary]);
    }
}
