//! The pressure of the infinitely long bearing, and its integral over the part of the film that pushes.

use std::f64::consts::{PI, TAU};
use std::sync::LazyLock;

use nalgebra::{Matrix2, Vector2};
use numerics::quadrature::GaussLegendre;
use numerics::root::solve_newton_bracketed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kernel::Kernel;

/// What fixes the level of the pressure in an infinitely long film: it is known up to a constant only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ambient {
    /// Ambient pressure at the ends of a long, finite bearing. There ∫h³ p dφ must vanish, which is what the bearing's
    /// end regions leave in the middle: the correction P of an end obeys (h³P′)′ + h³R²P_zz = 0, so that ∫h³P dφ is linear
    /// in z, and it dies out. Smooth for a centred journal.
    #[default]
    OpenEnds,
    /// Ambient pressure where the gap is widest: Eq. 27 of [Costa2016] as printed. Pure approach then pushes all around
    /// (full Sommerfeld), pure separation not at all, and for a centred journal the force depends on where the widest gap
    /// was last.
    WidestGap,
}

/// The pressure of Eq. 27 in units of 6μ(R/c)², as a function of the direction u:
///
/// ```text
/// P = {3s/(2+3ε²) + (4−2η)/(2+ε²) [ω·u − 2sη/(2+3ε²)]}/(1−η)² + C,  η = ε·u, s = ω·ε
/// ```
///
/// which is the printed wedge and squeeze terms without γ and without a division by ε. C = 0 for open ends and
/// ε̇ (2−ε/2)/((1+³⁄₂ε²)(1+ε)²) for ambient pressure at the widest gap.
///
/// P has one maximum and one minimum, since (1−η)³ P′ = 2 ω·u⊥ − 6 (ε×ω)/(2+ε²), so that it is positive on one arc.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pressure {
    e: Vector2<f64>,
    w: Vector2<f64>,
    /// ω·ε, 2+ε², 2+3ε².
    s: f64,
    q: f64,
    q3: f64,
    /// C and its derivatives by ε and ω.
    level: f64,
    level_e: Vector2<f64>,
    level_w: Vector2<f64>,
}

impl Pressure {
    pub fn new(e: Vector2<f64>, w: Vector2<f64>, ambient: Ambient) -> Self {
        let (square, s) = (e.norm_squared(), w.dot(&e));
        let mut pressure = Self {
            e,
            w,
            s,
            q: 2.0 + square,
            q3: 2.0 + 3.0 * square,
            level: 0.0,
            level_e: Vector2::zeros(),
            level_w: Vector2::zeros(),
        };
        let eps = square.sqrt();
        if ambient == Ambient::WidestGap && eps > 0.0 {
            let n = e / eps;
            let rate = w.dot(&n);
            let (top, round, wide) = (2.0 - 0.5 * eps, 1.0 + 1.5 * square, 1.0 + eps);
            let factor = top / (round * wide * wide);
            let slope = factor * (-0.5 / top - 3.0 * eps / round - 2.0 / wide);
            pressure.level = rate * factor;
            pressure.level_e = n * (rate * slope) + (w - n * rate) * (factor / eps);
            pressure.level_w = n * factor;
        }
        pressure
    }

    /// P in a direction.
    pub fn at(&self, u: &Vector2<f64>) -> f64 {
        let eta = self.e.dot(u);
        self.numerator(u, eta) / (1.0 - eta).powi(2) + self.level
    }

    fn numerator(&self, u: &Vector2<f64>, eta: f64) -> f64 {
        let Self { s, q, q3, .. } = *self;
        3.0 * s / q3 + (4.0 - 2.0 * eta) / q * (self.w.dot(u) - 2.0 * s * eta / q3)
    }

    /// P, and its derivatives by ε and ω.
    fn with_slopes(&self, u: &Vector2<f64>) -> (f64, Vector2<f64>, Vector2<f64>) {
        let Self { e, w, s, q, q3, .. } = *self;
        let eta = e.dot(u);
        let h = 1.0 - eta;
        let (share, inner) = ((4.0 - 2.0 * eta) / q, w.dot(u) - 2.0 * s * eta / q3);
        let top = 3.0 * s / q3 + share * inner;
        let top_w = e * (3.0 / q3) + (u - e * (2.0 * eta / q3)) * share;
        let inner_e = (w * eta + u * s) * (-2.0 / q3) + e * (12.0 * s * eta / (q3 * q3));
        let share_e = (u * -2.0 - e * (2.0 * share)) / q;
        let top_e = w * (3.0 / q3) - e * (18.0 * s / (q3 * q3)) + share_e * inner + inner_e * share;
        let h2 = h * h;
        (top / h2 + self.level, top_e / h2 + u * (2.0 * top / (h2 * h)) + self.level_e, top_w / h2 + self.level_w)
    }

    /// The arc in which P is positive, as angles from ω; `None` if there is none. A full circle has the length 2π.
    fn positive_arc(&self) -> Option<[f64; 2]> {
        let along = self.w.normalize();
        let across = Vector2::new(-along.y, along.x);
        let at = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            along * cos + across * sin
        };
        let turning = 3.0 * (self.e.x * along.y - self.e.y * along.x) / self.q;
        let highest = -turning.clamp(-1.0, 1.0).asin();
        let lowest = PI - highest;
        if self.at(&at(highest)) <= 0.0 {
            return None;
        }
        if self.at(&at(lowest)) >= 0.0 {
            return Some([lowest - TAU, lowest]);
        }
        // P (1−η)², with its derivative by the angle: a polynomial in the components of u.
        let scaled = |angle: f64| {
            let u = at(angle);
            let side = Vector2::new(-u.y, u.x);
            let (eta, eta_slope) = (self.e.dot(&u), self.e.dot(&side));
            let h = 1.0 - eta;
            let inner = self.w.dot(&u) - 2.0 * self.s * eta / self.q3;
            let inner_slope = self.w.dot(&side) - 2.0 * self.s * eta_slope / self.q3;
            let slope = (-2.0 * eta_slope * inner + (4.0 - 2.0 * eta) * inner_slope) / self.q;
            (self.numerator(&u, eta) + self.level * h * h, slope - 2.0 * self.level * h * eta_slope)
        };
        // Where the lowest pressure is zero but for rounding there may be no change of sign: the whole side pushes.
        let zero = |low: f64| solve_newton_bracketed(scaled, low, highest, 0.0).unwrap_or(low);
        Some([zero(lowest - TAU), zero(lowest)])
    }
}

static RULE: LazyLock<GaussLegendre<16>> = LazyLock::new(GaussLegendre::new);

/// f = −6 ∫ P u dφ over P > 0, in units of μ L R³/c². The tangent is the integral of the slopes: the ends of the arc move,
/// but P vanishes there.
///
/// *Checked by*: the pure squeeze and wedge integrals, a fine sum over the pressure, and differences.
pub(super) fn integrate(e: Vector2<f64>, w: Vector2<f64>, ambient: Ambient) -> Kernel {
    let zero = Kernel { force: Vector2::zeros(), by_eccentricity: Matrix2::zeros(), by_rate: Matrix2::zeros() };
    if w.norm_squared() == 0.0 {
        let mut at_rest = super::long::full(e, w);
        at_rest.by_rate *= 0.5;
        return at_rest;
    }
    let pressure = Pressure::new(e, w, ambient);
    let Some(arc) = pressure.positive_arc() else { return zero };
    // From here angles count from the line of centres.
    let shift = if e.norm_squared() > 0.0 { w.y.atan2(w.x) - e.y.atan2(e.x) } else { 0.0 };
    let n = if e.norm_squared() > 0.0 { e.normalize() } else { w.normalize() };
    let t = Vector2::new(-n.y, n.x);
    let panels = Panels { narrow: (1.0 - e.norm_squared()).sqrt().max(f64::EPSILON) };
    let (mut sum, mut place, end) = (zero, arc[0] + shift, arc[1] + shift);
    while place < end {
        // Where the gap is all but closed, panels are narrower than what can be added to an angle.
        let next = panels.end_of(place).max(place + NARROWEST).min(end);
        for (angle, weight) in RULE.points(place, next) {
            let (sin, cos) = angle.sin_cos();
            let u = n * cos + t * sin;
            let (p, p_e, p_w) = pressure.with_slopes(&u);
            let share = u * (-6.0 * weight);
            sum.force += share * p;
            sum.by_eccentricity += share * p_e.transpose();
            sum.by_rate += share * p_w.transpose();
        }
        place = next;
    }
    sum
}

/// No panel is narrower, in rad.
const NARROWEST: f64 = 1e-13;

/// The circle cut at 0, ±D, ±4D, ±16D … and ±π from the narrowest gap. The poles of the integrand lie about iD away from
/// there, so that 16 points reach rounding in every panel.
struct Panels {
    narrow: f64,
}

impl Panels {
    /// Where the panel that begins here ends.
    fn end_of(&self, place: f64) -> f64 {
        // Cuts count as passed within this.
        let slack = 1e-9 * self.narrow;
        let angle = place - TAU * ((place + PI + slack) / TAU).floor();
        let mut cut = self.narrow;
        if angle < -slack {
            let to_go = -angle;
            let mut last = 0.0;
            while cut + slack < to_go {
                (last, cut) = (cut, 4.0 * cut);
            }
            return place + to_go - last;
        }
        while cut <= angle + slack {
            cut *= 4.0;
        }
        place + cut.min(PI) - angle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panels of 1e-16 rad, added to an angle of 2π, are nothing: the sum would never have come to its end.
    #[test]
    fn a_gap_that_is_all_but_closed_is_integrated_in_a_few_panels() {
        for ambient in [Ambient::OpenEnds, Ambient::WidestGap] {
            for turn in 0..24 {
                let (sin, cos) = (0.3 + f64::from(turn) * TAU / 24.0).sin_cos();
                for gap in [1e-6, 1e-12, 1e-16, 0.0, -1e-9] {
                    for w in [Vector2::new(1.0, 0.0), Vector2::new(-cos, -sin), Vector2::new(-sin, cos)] {
                        integrate(Vector2::new(cos, sin) * (1.0 - gap), w, ambient);
                    }
                }
            }
        }
    }
}
