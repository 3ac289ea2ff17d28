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

/// Radius of the ball that indented the flat layers of `docs/layers-fe`, in m.
const FITTED_RADIUS: f64 = 22e-3;
/// Fits to those layers (ν = 0.4, 20 to 100 µm deep): thickness in m, f, m, δ_ref in m.
const FLAT_LAYERS: [[f64; 4]; 3] =
    [[4e-3, 2.7104, 0.5708, 251.6e-6], [8e-3, 2.2508, 0.5246, 887.8e-6], [12e-3, 2.1343, 0.5075, 1831.9e-6]];

impl ModifiedFoundation {
    /// Thicknesses under the ball of the fits, in m, indentations, in m, and Poisson's ratio that [`Self::on_flat_layer`]
    /// was fitted to.
    pub const FITTED_THICKNESS: [f64; 2] = [FLAT_LAYERS[0][0], FLAT_LAYERS[2][0]];
    /// See [`Self::FITTED_THICKNESS`].
    pub const FITTED_DEPTH: [f64; 2] = [20e-6, 100e-6];
    /// See [`Self::FITTED_THICKNESS`].
    pub const FITTED_POISSON: f64 = 0.4;

    /// How thick a layer is to the ball of the fits which is as thick to a paraboloid of this radius, in m.
    pub fn thickness_under_fitted_ball(thickness: f64, radius: f64) -> f64 {
        thickness * (FITTED_RADIUS / radius).sqrt()
    }

    /// The law of a flat layer under a ball, from fits to finite elements (`docs/layers-fe`).
    ///
    /// In a layer under a paraboloid of radius R, `p₀ √R` at a given depth depends on `h/√R` alone; so do f, m and δ_ref.
    /// Between the three fitted thicknesses they are interpolated, beyond them those of the nearest are kept (δ_ref R/h²,
    /// which hardly varies, stands for δ_ref).
    ///
    /// *Assumes* a Poisson's ratio near 0.4, indentations of 20 to 100 µm. *Pitfalls*: not for cups that nearly fit their
    /// ball. *Checked by* the table, which the fits must give again.
    pub fn on_flat_layer(layer: Layer, radius: f64) -> Result<Self, FoundationError> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(FoundationError::NotModified { what: "effective radius", value: radius, least: 0.0 });
        }
        let h = layer.thickness;
        let at = Self::thickness_under_fitted_ball(h, radius);
        let [first, middle, last] = FLAT_LAYERS;
        let (low, high) = if at < middle[0] { (first, middle) } else { (middle, last) };
        let share = ((at - low[0]) / (high[0] - low[0])).clamp(0.0, 1.0);
        let between = |of: &dyn Fn(&[f64; 4]) -> f64| of(&low) + share * (of(&high) - of(&low));
        let reference = between(&|row| row[3] * FITTED_RADIUS / row[0].powi(2)) * h * h / radius;
        Self::new(layer, between(&|row| row[1]), between(&|row| row[2]), reference)
    }
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

    /// Indentations of the flat layer of this thickness by finite elements.
    fn flat_layer(thickness: f64) -> Vec<Indentation> {
        let table = include_str!("../../../../docs/layers-fe/layers.csv");
        let numbers = |line: &str| line.split(',').filter_map(|cell| cell.parse().ok()).collect::<Vec<f64>>();
        let rows =
            table.lines().map(numbers).filter(|r| r.len() == 9 && r[1] == 0.0 && (r[2] - thickness).abs() < 1e-9);
        rows.map(|r| Indentation { radius: r[0], approach: r[5], force: r[6], peak_pressure: r[7] }).collect()
    }

    #[test]
    fn the_flat_layers_of_the_table_give_the_parameters_that_are_kept() {
        for [thickness, f, m, reference] in FLAT_LAYERS {
            let layer = Layer { thickness, ..LAYER };
            let samples = flat_layer(thickness);
            assert_eq!(samples.len(), 3);
            let (law, misfit) = fit_modified(layer, &samples).expect("a fit");
            assert!((law.threshold_factor / f - 1.0).abs() < 1e-4, "{thickness}: f {}", law.threshold_factor);
            assert!((law.exponent / m - 1.0).abs() < 2e-4, "{thickness}: m {}", law.exponent);
            assert!((law.reference / reference - 1.0).abs() < 1e-3, "{thickness}: reference {:e}", law.reference);
            assert!(misfit < 0.075, "{misfit}");
            let kept = ModifiedFoundation::on_flat_layer(layer, FITTED_RADIUS).expect("a law");
            assert!((kept.reference / reference - 1.0).abs() < 1e-12 && kept.exponent == m);
        }
    }

    /// Twice the thickness under four times the radius at the same depth: half the pressure, twice the force.
    #[test]
    fn layers_scale_with_the_root_of_the_radius() {
        let pressure = |thickness: f64, radius: f64| {
            let law = ModifiedFoundation::on_flat_layer(Layer { thickness, ..LAYER }, radius).expect("a law");
            let depth = 5e-5 * (1.0 - 1.0 / law.threshold_factor);
            law.stiffness * law.reference * (depth / law.reference).powf(law.exponent)
        };
        let (thin, thick) = (pressure(6e-3, 0.03), pressure(12e-3, 0.12));
        assert!((thin / thick - 2.0).abs() < 1e-9, "{thin} {thick}");
        assert!(ModifiedFoundation::on_flat_layer(LAYER, 0.0).is_err());
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
