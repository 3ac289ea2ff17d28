//! A layer that stiffens as it is squeezed thin.

use super::{FoundationError, Layer, NormalLaw, PerArea};

/// Layers that stiffen as they thin, one or two in series [BeiFregly2004]:
///
/// `p = −K ln(1 − d/h)`; in series `d₁ + d₂ = δ` at one pressure
///
/// | symbol | field | unit |
/// |---|---|---|
/// | K | confined modulus of a layer | Pa |
/// | h | its thickness | m |
/// | δ | minus the gap | m |
///
/// For small indentation it is the linear foundation `p = K δ/h`.
///
/// *Assumes* confined compression with the logarithmic strain. *Pitfalls*: it is infinite at δ = h; beyond 99 % of the
/// thickness it goes on along its tangent, so that a solver that overshoots still gets a number.
/// *Checked by* the contract test, the limit of small strain and the inverse in closed form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Logarithmic {
    layers: [Squeezed; 2],
    count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Squeezed {
    modulus: f64,
    thickness: f64,
}

/// Strain beyond which the law is continued along its tangent.
const MOST: f64 = 0.99;

impl Squeezed {
    /// Pressure, and its slope by the indentation.
    fn pressure(&self, d: f64) -> (f64, f64) {
        let Self { modulus: k, thickness: h } = *self;
        let x = (d / h).min(MOST);
        let slope = k / (h * (1.0 - x));
        (-k * (-x).ln_1p() + slope * (d - x * h), slope)
    }

    /// Indentation at a pressure, and its slope by the pressure: the inverse of [`Self::pressure`].
    fn indentation(&self, p: f64) -> (f64, f64) {
        let Self { modulus: k, thickness: h } = *self;
        let most = -k * (-MOST).ln_1p();
        if p <= most {
            (-h * (-p / k).exp_m1(), h / k * (-p / k).exp())
        } else {
            let slope = h * (1.0 - MOST) / k;
            (MOST * h + slope * (p - most), slope)
        }
    }

    /// Energy: `∫p dd = K h [(1 − x) ln(1 − x) + x]`, x = d/h.
    fn energy(&self, d: f64) -> f64 {
        let Self { modulus: k, thickness: h } = *self;
        let x = (d / h).min(MOST);
        let beyond = d - x * h;
        let (most, slope) = self.pressure(x * h);
        // Below a strain of 1e-4 the bracket x²/2 + x³/6 + x⁴/12 … would be a difference of nearly equal numbers.
        let bracket = if x < 1e-4 { x * x * (0.5 + x / 6.0 + x * x / 12.0) } else { (1.0 - x) * (-x).ln_1p() + x };
        k * h * bracket + beyond * (most + 0.5 * slope * beyond)
    }
}

impl Logarithmic {
    /// One layer, or two in series.
    pub fn new(first: Layer, second: Option<Layer>) -> Result<Self, FoundationError> {
        let squeezed = |index: usize, layer: Layer| {
            let stiffness = layer.stiffness();
            if stiffness > 0.0 && stiffness.is_finite() && layer.thickness > 0.0 {
                Ok(Squeezed { modulus: layer.material.confined_modulus(), thickness: layer.thickness })
            } else {
                Err(FoundationError::NotStiff { index, stiffness })
            }
        };
        let first = squeezed(1, first)?;
        let (second, count) = match second {
            Some(layer) => (squeezed(2, layer)?, 2),
            None => (first, 1),
        };
        Ok(Self { layers: [first, second], count })
    }

    /// Thickness of all layers.
    pub fn thickness(&self) -> f64 {
        self.layers[..self.count].iter().map(|layer| layer.thickness).sum()
    }

    /// Pressure at an indentation and its slope; for two layers also the indentation of the first.
    fn solve(&self, indentation: f64) -> (f64, f64, f64) {
        let [first, second] = &self.layers;
        if self.count == 1 {
            let (p, slope) = first.pressure(indentation);
            return (p, slope, indentation);
        }
        // δ₁(p) + δ₂(p) grows with p and bends down: Newton from below rises monotonically to the root.
        let stiffness = 1.0 / (first.thickness / first.modulus + second.thickness / second.modulus);
        let mut p = stiffness * indentation;
        let mut slope = stiffness;
        for _ in 0..60 {
            let ((a, by_a), (b, by_b)) = (first.indentation(p), second.indentation(p));
            slope = 1.0 / (by_a + by_b);
            let step = (indentation - a - b) * slope;
            p += step;
            if step.abs() <= 1e-15 * p.abs() {
                break;
            }
        }
        (p, slope, first.indentation(p).0)
    }
}

impl NormalLaw for Logarithmic {
    type Acts = PerArea;
    fn response(&self, gap: f64, _: f64) -> f64 {
        if gap >= 0.0 { 0.0 } else { self.solve(-gap).0 }
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        if gap >= 0.0 { (0.0, 0.0) } else { (-self.solve(-gap).1, 0.0) }
    }
    fn energy(&self, gap: f64) -> f64 {
        if gap >= 0.0 {
            return 0.0;
        }
        let (_, _, first) = self.solve(-gap);
        let rest = if self.count == 1 { 0.0 } else { self.layers[1].energy(-gap - first) };
        self.layers[0].energy(first) + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Elastic;

    const PE: Elastic = Elastic { modulus: 463e6, poisson: 0.46, density: 938.0 };

    fn layer(thickness: f64) -> Layer {
        Layer { thickness, material: PE }
    }

    #[test]
    fn at_small_strain_it_is_the_linear_foundation() {
        let law = Logarithmic::new(layer(8e-3), None).expect("a layer");
        for d in [1e-12, 1e-9, 1e-7] {
            let linear = layer(8e-3).stiffness() * d;
            assert!((law.response(-d, 0.0) / linear - 1.0).abs() < d / 8e-3 + 1e-12);
            assert!((law.energy(-d) / (0.5 * linear * d) - 1.0).abs() < d / 8e-3 + 1e-9);
        }
    }

    /// At half the thickness p = K ln 2, at nine tenths K ln 10.
    #[test]
    fn deep_indentation_stiffens_by_the_logarithm() {
        let law = Logarithmic::new(layer(8e-3), None).expect("a layer");
        let k = PE.confined_modulus();
        assert!((law.response(-4e-3, 0.0) / (k * 2f64.ln()) - 1.0).abs() < 1e-14);
        assert!((law.response(-7.2e-3, 0.0) / (k * 10f64.ln()) - 1.0).abs() < 1e-14);
        assert!((law.tangent(-4e-3, 0.0).0 / (-k / 4e-3) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn two_layers_of_one_material_are_one_layer_as_thick_as_both() {
        let both = Logarithmic::new(layer(3e-3), Some(layer(5e-3))).expect("two layers");
        let one = Logarithmic::new(layer(8e-3), None).expect("a layer");
        for d in [1e-6, 1e-4, 2e-3, 6e-3, 7.95e-3, 1e-2] {
            assert!((both.response(-d, 0.0) / one.response(-d, 0.0) - 1.0).abs() < 1e-11, "{d}");
            assert!((both.energy(-d) / one.energy(-d) - 1.0).abs() < 1e-9, "{d}");
        }
        assert!((both.thickness() - 8e-3).abs() < 1e-18);
    }

    #[test]
    fn impossible_layers_are_named() {
        assert!(matches!(Logarithmic::new(layer(0.0), None), Err(FoundationError::NotStiff { index: 1, .. })));
        assert!(matches!(
            Logarithmic::new(layer(1e-3), Some(layer(f64::NAN))),
            Err(FoundationError::NotStiff { index: 2, .. })
        ));
    }
}
