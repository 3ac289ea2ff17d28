//! How a solid ball gives way to pressure on its surface.

use super::element::LayerMaterial;
use std::f64::consts::PI;

/// Inward displacement by pressure of the ball, both of degree l, for radius and (relative) modulus: `c_l`.
///
/// Two solutions of elasticity are finite in the middle, `∇(r^l Y)` and `r² ∇ω + α r⃗ ω` with ω = r^l Y; together they leave no
/// shear on the surface [Love1927, ch. 11]. Degree one is a shift of the whole ball, which counts as its motion.
pub(super) fn degree_compliance(material: &LayerMaterial, degree: usize) -> f64 {
    let ((lambda, mu), l) = (material.lame(), degree as f64);
    match degree {
        0 => 1.0 / (3.0 * lambda + 2.0 * mu),
        1 => 0.0,
        _ => {
            let alpha = -2.0 * (l * lambda + (3.0 * l + 1.0) * mu) / ((l + 3.0) * lambda + (l + 5.0) * mu);
            let a = -(2.0 * l + alpha) / (2.0 * l - 2.0);
            let stress = a * 2.0 * mu * l * (l - 1.0)
                + lambda * (2.0 * l + alpha * (3.0 + l))
                + 2.0 * mu * (l + alpha) * (l + 1.0);
            (a * l + l + alpha) / stress
        }
    }
}

/// Displacement by a force at an angle from it, spread over cells of some width: in steps of the cosine's root.
#[derive(Debug)]
pub(super) struct BallKernel {
    values: Vec<f64>,
}

impl BallKernel {
    /// `Σ (2l+1)/4π c_l s_l² P_l(cos γ)`, where s_l is what is left of degree l over a cell.
    pub fn new(material: &LayerMaterial, width: f64) -> Self {
        let most = (2.0 * PI / width) as usize + 4;
        let degrees: Vec<f64> = (0..=most)
            .map(|l| {
                let x = 0.5 * l as f64 * width;
                let left = if x > 0.0 { libm::sin(x) / x } else { 1.0 };
                (2 * l + 1) as f64 / (4.0 * PI) * degree_compliance(material, l) * left * left
            })
            .collect();
        let steps = 8 * most;
        let value = |k: usize| {
            let cos = 1.0 - 2.0 * (k as f64 / steps as f64).powi(2);
            let (mut before, mut now, mut sum) = (1.0, cos, degrees[0] + degrees[1] * cos);
            for (l, degree) in degrees.iter().enumerate().skip(2) {
                let l = l as f64;
                (before, now) = (now, ((2.0 * l - 1.0) * cos * now - (l - 1.0) * before) / l);
                sum += degree * now;
            }
            sum
        };
        Self { values: (0..=steps).map(value).collect() }
    }

    /// At the cosine of an angle.
    pub fn at(&self, cos: f64) -> f64 {
        let steps = self.values.len() - 1;
        let place = (0.5 * (1.0 - cos)).clamp(0.0, 1.0).sqrt() * steps as f64;
        let k = (place as usize).min(steps - 1);
        let share = place - k as f64;
        self.values[k] * (1.0 - share) + self.values[k + 1] * share
    }
}
