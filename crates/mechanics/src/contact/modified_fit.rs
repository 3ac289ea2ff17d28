//! The parameters of the modified foundation from indentations that were measured or computed.

use super::{FoundationError, Layer, ModifiedFoundation};

/// A ball pressed into a layer: what was found at one depth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Indentation {
    /// Effective radius, 1/R = 1/R₁ − 1/R₂ for a ball in a socket, in m.
    pub radius: f64,
    /// Approach δ₀ of the bodies, in m.
    pub approach: f64,
    /// Force F, in N.
    pub force: f64,
    /// Pressure p₀ in the middle, in Pa.
    pub peak_pressure: f64,
}

/// Fits threshold, exponent and reference to indentations of one layer by a ball, in closed form.
///
/// Over a paraboloid the law has `p₀ = K δ_ref^{1−m} (qδ₀)^m` with q = 1 − 1/f, and `F = 2πR qδ₀ p₀/(m + 1)`. So m is the
/// slope of ln p₀ over ln δ₀ (least squares), q the mean of `F (m + 1)/(2πR δ₀ p₀)`, and δ_ref follows from the level of
/// ln p₀. What the fit leaves over is given beside it: the largest relative misfit of force and pressure.
///
/// *Assumes* patches small against the radius, one layer. *Pitfalls*: with q > 1, a patch wider than the overlap of the
/// shapes, no threshold can help: f is then infinite. Where m is 1 to rounding, δ_ref has no meaning and the misfit tells.
/// *Checked by* indentations made from the two formulas.
pub fn fit_modified(layer: Layer, samples: &[Indentation]) -> Result<(ModifiedFoundation, f64), FoundationError> {
    let sound =
        |s: &Indentation| [s.radius, s.approach, s.force, s.peak_pressure].iter().all(|x| *x > 0.0 && x.is_finite());
    let count = samples.iter().filter(|s| sound(s)).count();
    let depths = |f: fn(f64, f64) -> f64, start| samples.iter().map(|s| s.approach).fold(start, f);
    let different = depths(f64::max, 0.0) > depths(f64::min, f64::INFINITY);
    if count != samples.len() || count < 2 || !different {
        return Err(FoundationError::NotFitted { usable: count, samples: samples.len() });
    }
    let n = count as f64;
    let mean = |of: &dyn Fn(&Indentation) -> f64| samples.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|s| s.approach.ln()), mean(&|s| s.peak_pressure.ln()));
    let m = mean(&|s| (s.approach.ln() - x) * (s.peak_pressure.ln() - y)) / mean(&|s| (s.approach.ln() - x).powi(2));
    let width =
        |s: &Indentation| s.force * (m + 1.0) / (std::f64::consts::TAU * s.radius * s.approach * s.peak_pressure);
    let q = mean(&width).min(1.0);
    let level = (y - m * (x + q.ln()) - layer.stiffness().ln()).exp();
    // level = δ_ref^{1−m}
    let reference = if (1.0 - m).abs() > 1e-9 { level.powf(1.0 / (1.0 - m)) } else { layer.thickness };
    let law = ModifiedFoundation::new(layer, 1.0 / (1.0 - q), m, reference)?;
    let misfit = samples.iter().map(|s| {
        let depth = q * s.approach;
        let pressure = law.stiffness * law.reference * (depth / law.reference).powf(m);
        let force = std::f64::consts::TAU * s.radius * depth * pressure / (m + 1.0);
        (pressure / s.peak_pressure - 1.0).abs().max((force / s.force - 1.0).abs())
    });
    Ok((law, misfit.fold(0.0, f64::max)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Elastic;
    use std::f64::consts::{PI, TAU};

    const LAYER: Layer = Layer { thickness: 8e-3, material: Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 } };

    fn made(q: f64, m: f64, level: f64) -> Vec<Indentation> {
        let one = |i: u32| {
            let (radius, approach) = (0.02 + 0.005 * f64::from(i % 3), 2e-5 * f64::from(i + 1));
            let peak_pressure = level * (q * approach).powf(m);
            let force = TAU * radius * q * approach * peak_pressure / (m + 1.0);
            Indentation { radius, approach, force, peak_pressure }
        };
        (0..6).map(one).collect()
    }

    #[test]
    fn what_the_law_makes_the_fit_finds() {
        let k = LAYER.stiffness();
        for (f, m, reference) in [(5.0f64, 1.3, 2e-5f64), (2.5, 0.7, 1e-4), (20.0, 1.05, 3e-6)] {
            let samples = made(1.0 - 1.0 / f, m, k * reference.powf(1.0 - m));
            let (law, misfit) = fit_modified(LAYER, &samples).expect("a fit");
            assert!((law.exponent / m - 1.0).abs() < 1e-11 && (law.threshold_factor / f - 1.0).abs() < 1e-9);
            assert!((law.reference / reference - 1.0).abs() < 1e-8, "{} {reference}", law.reference);
            assert!(misfit < 1e-10, "{misfit:e}");
        }
    }

    /// Hertz: p₀ = 2E* √(δ/R)/π, F = ⁴⁄₃ E* √R δ^{3/2}: the exponent is ½, and q = F(m + 1)/(2πRδp₀) = ½, f = 2.
    #[test]
    fn a_half_space_is_fitted_with_exponent_one_half_and_threshold_one_half() {
        let (e_star, radius) = (3e8f64, 0.03f64);
        let one = |i: u32| {
            let approach: f64 = 1e-5 * f64::from(i + 1);
            let peak_pressure = 2.0 * e_star / PI * (approach / radius).sqrt();
            let force = 4.0 / 3.0 * e_star * radius.sqrt() * approach.powf(1.5);
            Indentation { radius, approach, force, peak_pressure }
        };
        let (law, misfit) = fit_modified(LAYER, &(0..5).map(one).collect::<Vec<_>>()).expect("a fit");
        assert!((law.exponent - 0.5).abs() < 1e-12 && (law.threshold_factor - 2.0).abs() < 1e-9);
        assert!(misfit < 1e-12, "{misfit:e}");
    }

    #[test]
    fn too_few_or_bad_samples_are_refused() {
        let good = made(0.8, 1.3, 1e9);
        let twice = [good[0], good[0]];
        let bad = [good[0], Indentation { force: -1.0, ..good[1] }];
        for samples in [&good[..1], &[], &twice, &bad] {
            assert!(matches!(fit_modified(LAYER, samples), Err(FoundationError::NotFitted { .. })));
        }
    }
}
