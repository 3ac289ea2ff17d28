//! A ball in a lined socket by a closed form that was fitted to finite elements.

use std::f64::consts::PI;

use nalgebra::Vector3;
use numerics::quadrature::GaussLegendre;
use numerics::root::{RootError, solve_newton_bracketed};

use super::calibrated_fit::{DEGREE, FIT, LOWEST, POISSON, SHALLOWEST, THICKNESS, WIDEST_CLEARANCE, WIDEST_PATCH};
use super::{
    AtPoint, BallInSocket, ConformalSphere, Description, Foundation, Layer, LinedCup, NormalLaw, PressureProfile,
};

/// Springs all over a lined socket whose stiffness and shape were fitted to finite elements of the lining.
///
/// Springs of their own [Askari2018, Eq. 25] have the peak pressure `k δ`, the edge `U₂₅` and the force `F₂₅`; with the
/// thickness h over the radius R, Poisson's ratio ν and the edge itself,
/// `x = ln(h/R) + ½`, `y = ln(1 − 2ν) + 1½`, `z = ln U₂₅ + 1½`,
///
/// `p₀ = k δ exp P(x,y,z)`, `U = U₂₅ exp Q(x,y,z)`, `F = F₂₅ exp S(x,y,z)`, `p = p₀ (1 − u/U)ᵐ`, `u = 1 − cosψ`
///
/// P, Q and S are polynomials of the fifth order (`calibrated_fit.rs`), and m makes the pressure add up to the force:
/// `F/(2πR² p₀ U) = (m + 2 − U)/((m + 1)(m + 2))`. Springs have m = 1, Hertz's half-spaces ½.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | R, c, h | `cup`: radius, clearance, thickness | m |
/// | E, ν | `cup`: material | Pa, – |
/// | δ | minus the gap | m |
///
/// *Assumes* a hemisphere whose outer surface is held, a rigid ball, no friction, small strains. Below the shallowest
/// indentation of the samples each ratio goes on as a power.
/// *Pitfalls*: no sample has a rim nearby: a patch that crosses it loses what lies beyond, as springs do. Then the force is
/// that of the pressure that is left, and not exactly the slope of an energy. Eq. 25 is not either, but nearer to it.
/// *Checked by* cups that were not fitted (`docs/cups-calibrated`), CalculiX (`docs/cups-reference`), the contract of laws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CalibratedSphere {
    cup: LinedCup,
    springs: ConformalSphere,
    /// Powers of z in S, P and Q.
    series: [[f64; DEGREE + 1]; 3],
}

/// A cup that is unlike those to which the closed form was fitted.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{what} is {value:.3}, the calibrated closed form was fitted from {low} to {high}")]
pub struct OutsideOfCalibration {
    /// What lies outside.
    pub what: &'static str,
    /// Its value.
    pub value: f64,
    /// The least that was sampled.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// Everything at one indentation, with slopes.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    eccentricity: f64,
    peak: [f64; 2],
    edge: [f64; 2],
    force: [f64; 2],
    exponent: [f64; 2],
}

impl CalibratedSphere {
    /// Nearly all cups that were not fitted are off by less, in peak pressure and in radius at a given force.
    pub const HELD_OUT_ERROR: f64 = 0.03;

    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Ball in socket, calibrated",
        equation: "p = p_0 (1 − u/U)^m,  p_0 = k δ e^P,  U = U_{25} e^Q,  F = F_{25} e^S",
        symbols: &[
            ("δ", "indentation, m"),
            ("k, U_{25}, F_{25}", "stiffness, edge and force of springs of their own"),
            ("P, Q, S", "polynomials in ln(h/R), ln(1 − 2ν) and ln U_{25}, fitted to finite elements"),
            ("u", "1 − cosψ, ψ from the line of centres"),
            ("m", "what makes the pressure add up to the force"),
        ],
        about: "The closed form of a hip with what springs lack: a lining that flows sideways. As fast as springs.",
        assumes: "A hemisphere held outside, a rigid ball, small strains, a patch inside the rim.",
        pitfalls: "Nothing is known beyond the samples, and the rim is not among them.",
        valid: "h/R 0.15 to 1.45, ν 0.3 to 0.49, patches up to 72° from their middle: within 3 % of finite elements, but for the smallest patches.",
        sources: &["Askari2018"],
    };

    /// The law of a cup, if it is like those that were sampled.
    pub fn new(cup: LinedCup) -> Result<Self, OutsideOfCalibration> {
        let LinedCup { radius, clearance, thickness, material } = cup;
        let within = |what, value: f64, [low, high]: [f64; 2]| {
            let inside = (0.99 * low..=1.01 * high).contains(&value);
            if inside { Ok(()) } else { Err(OutsideOfCalibration { what, value, low, high }) }
        };
        within("the thickness of the lining over the radius", thickness / radius, THICKNESS)?;
        within("Poisson's ratio", material.poisson, POISSON)?;
        within("the clearance over the radius", clearance / radius, [0.0, WIDEST_CLEARANCE])?;
        let foundation = Foundation::from(Layer { thickness, material });
        let springs = ConformalSphere { ball_radius: radius - clearance, socket_radius: radius, foundation };
        let (x, y) = ((thickness / radius).ln() + 0.5, (1.0 - 2.0 * material.poisson).ln() + 1.5);
        let mut series = [[0.0; DEGREE + 1]; 3];
        for ([i, j, k], coefficients) in FIT {
            for (sum, c) in series.iter_mut().zip(coefficients) {
                sum[k as usize] += c * x.powi(i) * y.powi(j);
            }
        }
        Ok(Self { cup, springs, series })
    }

    /// The cup.
    pub fn cup(&self) -> &LinedCup {
        &self.cup
    }

    /// The indentation below which nothing was sampled: the smaller root of `U₂₅(δ) = U`.
    pub fn shallowest(&self) -> f64 {
        let (rb, rc, c) = (self.springs.ball_radius, self.springs.socket_radius, self.springs.clearance());
        let half = rb - rc * SHALLOWEST;
        let product = 2.0 * rc * SHALLOWEST * c;
        product / (half + (half * half - product).max(0.0).sqrt())
    }

    /// In what an indentation lies outside of the samples, in words; nothing inside.
    pub fn outside(&self, indentation: f64) -> Option<String> {
        let angle = 2.0 * (0.5 * self.edge(indentation)).sqrt().min(1.0).asin();
        if indentation > 0.0 && indentation < 0.99 * self.shallowest() {
            let least = 1e6 * self.shallowest();
            Some(format!("an indentation of {:.2} µm (sampled: from {least:.2} µm)", 1e6 * indentation))
        } else if angle > 1.01 * WIDEST_PATCH {
            let (angle, widest) = (angle.to_degrees(), WIDEST_PATCH.to_degrees());
            Some(format!("a patch that reaches {angle:.0}° from its middle (sampled: up to {widest:.0}°)"))
        } else {
            None
        }
    }

    /// Peak pressure at an indentation.
    pub fn peak_pressure(&self, indentation: f64) -> f64 {
        if indentation > 0.0 { self.shape(indentation).peak[0] } else { 0.0 }
    }

    /// Logarithms of force, peak and edge over those of springs, and their slopes in z.
    fn corrections(&self, z: f64) -> [[f64; 2]; 3] {
        let inside = z.clamp(LOWEST, 1.5);
        self.series.map(|series| {
            let (mut value, mut slope) = (0.0, 0.0);
            for c in series.iter().rev() {
                slope = slope * inside + value;
                value = value * inside + c;
            }
            [value + slope * (z - inside), slope]
        })
    }

    fn shape(&self, indentation: f64) -> Shape {
        let (d, rc) = (indentation, self.springs.socket_radius);
        let e = self.springs.clearance() + d;
        let edge = self.springs.edge(d);
        // z = ln U₂₅ + 1½ and its slope.
        let slope_z = 1.0 / d - 1.0 / (self.springs.ball_radius + rc - e) - 1.0 / e;
        let [force, peak, wide] = self.corrections(edge.ln() + 1.5);
        let corrected = |value: f64, slope: f64, [ln, ln_slope]: [f64; 2]| {
            let factor = ln.exp();
            [value * factor, (slope + value * ln_slope * slope_z) * factor]
        };
        let (f25, f25_slope) = self.springs.force_and_slope(d);
        let k = self.springs.foundation.stiffness();
        let force = corrected(f25, f25_slope, force);
        let peak = corrected(k * d, k, peak);
        let edge = match corrected(edge, edge * slope_z, wide) {
            // As wide as a hemisphere: no sample is.
            [u, _] if u > 1.0 => [1.0, 0.0],
            edge => edge,
        };
        let ring = 2.0 * PI * rc * rc;
        let mean = force[0] / (ring * peak[0] * edge[0]);
        let mean_slope = mean * (force[1] / force[0] - peak[1] / peak[0] - edge[1] / edge[0]);
        let m = (1.0 - 3.0 * mean + ((mean + 1.0).powi(2) - 4.0 * mean * edge[0]).max(0.0).sqrt()) / (2.0 * mean);
        let m_slope = -((m * m + 3.0 * m + 2.0) * mean_slope + edge[1]) / (2.0 * mean * m + 3.0 * mean - 1.0);
        Shape { eccentricity: e, peak, edge, force, exponent: [m, m_slope] }
    }

    /// The indentation at which the push equals `force` ≥ 0.
    pub fn solve_indentation(&self, force: f64) -> Result<f64, RootError> {
        if force <= 0.0 {
            return Ok(0.0);
        }
        let deepest = 0.9 * self.springs.ball_radius;
        let mut upper = self.springs.clearance().min(deepest);
        while upper < deepest && self.force_and_slope(upper).0 < force {
            upper = (2.0 * upper).min(deepest);
        }
        let off = |d: f64| {
            let (f, slope) = self.force_and_slope(d);
            (f - force, slope)
        };
        solve_newton_bracketed(off, 0.0, upper, 1e-15)
    }
}

impl BallInSocket for CalibratedSphere {
    type Profile = Shape;
    type Field = CalibratedField;

    fn clearance(&self) -> f64 {
        self.springs.clearance()
    }

    fn socket_radius(&self) -> f64 {
        self.springs.socket_radius
    }

    fn edge(&self, indentation: f64) -> f64 {
        if indentation > 0.0 { self.shape(indentation).edge[0] } else { 0.0 }
    }

    fn force_and_slope(&self, indentation: f64) -> (f64, f64) {
        if indentation <= 0.0 {
            return (0.0, 0.0);
        }
        let [force, slope] = self.shape(indentation).force;
        (force, slope)
    }

    fn profile(&self, indentation: f64) -> Shape {
        self.shape(indentation)
    }

    fn field(&self, eccentricity: &Vector3<f64>) -> CalibratedField {
        let e = eccentricity.norm();
        let d = e - self.springs.clearance();
        if d <= 0.0 {
            return CalibratedField { axis: Vector3::zeros(), peak: 0.0, edge: 1.0, exponent: 1.0 };
        }
        let Shape { peak, edge, exponent, .. } = self.shape(d);
        CalibratedField { axis: eccentricity / e, peak: peak[0], edge: edge[0], exponent: exponent[0] }
    }
}

impl PressureProfile for Shape {
    fn scale(&self) -> f64 {
        self.peak[0]
    }

    fn at(&self, u: f64) -> f64 {
        (1.0 - u / self.edge[0]).max(0.0).powf(self.exponent[0])
    }

    fn slopes(&self, u: f64, _: f64, sin: f64) -> (f64, f64) {
        let left = 1.0 - u / self.edge[0];
        if left <= 0.0 {
            return (0.0, 0.0);
        }
        let [m, m_slope] = self.exponent;
        let (value, falling) = (left.powf(m), m * left.powf(m - 1.0) / self.edge[0]);
        let along =
            value * (self.peak[1] / self.peak[0] + m_slope * left.ln()) + falling * u * self.edge[1] / self.edge[0];
        (along, falling * sin / self.eccentricity)
    }
}

impl NormalLaw for CalibratedSphere {
    type Acts = AtPoint;
    fn response(&self, gap: f64, _: f64) -> f64 {
        self.force_and_slope(-gap).0
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        (-self.force_and_slope(-gap).1, 0.0)
    }
    fn energy(&self, gap: f64) -> f64 {
        let d = (-gap).max(0.0);
        let rule = GaussLegendre::<24>::new();
        // The force begins with a broken power: δ = s² makes it smooth; the samples begin at a kink of its curvature.
        let part =
            |from: f64, to: f64| rule.integrate(|s| 2.0 * s * self.force_and_slope(s * s).0, from.sqrt(), to.sqrt());
        let kink = self.shallowest().min(d);
        part(0.0, kink) + part(kink, d)
    }
}

/// Pressure over the cup at one eccentricity, ready to be asked at many points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CalibratedField {
    axis: Vector3<f64>,
    peak: f64,
    edge: f64,
    exponent: f64,
}

impl CalibratedField {
    /// Pressure in a direction `r̂` of the cup (a unit vector inside the rim).
    pub fn at(&self, direction: &Vector3<f64>) -> f64 {
        let left = 1.0 - (1.0 - direction.dot(&self.axis)) / self.edge;
        if left > 0.0 && self.peak > 0.0 { self.peak * left.powf(self.exponent) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests;
