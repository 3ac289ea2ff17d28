//! Elastic foundation: every point of the surface is its own spring.

use super::{NormalLaw, PerArea};
use crate::material::Elastic;

/// A linear elastic foundation: `p = k S` with the indentation S along the normal.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | k | `stiffness` | Pa/m |
///
/// *Assumes* that a pressure here does not move the surface there. *Pitfalls*: against finite elements its peak pressure
/// is off by −6 to +7 % and its patch 3 to 14 % too wide for a polyethylene cup (validation case `askari2018-fe`); strain
/// beyond about 10 % leaves linear elasticity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Foundation {
    stiffness: f64,
}

/// A layer bonded to a rigid support that cannot expand sideways: `k = E_w/h` [Askari2018, Eqs. 16–18].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layer {
    /// Thickness h, in m.
    pub thickness: f64,
    /// What it is made of.
    pub material: Elastic,
}

/// A spherical shell whose outer surface is held, under uniform inner pressure: the radial displacement is
/// `u = A r + B/r²` with `u = 0` at the outer radius [Bartel1985].
///
/// `k = p/u(a) = (E/((1−2ν) b³) + 2E/((1+ν) a³)) / (1/a² − a/b³)`, a inner and b = a + h outer radius.
///
/// It tends to [`Layer`]'s stiffness for a thin shell; on a 14 mm cup it is 2.4 % softer at 8 mm and 15 % stiffer at 16 mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShellLayer {
    /// Inner radius a, in m.
    pub inner_radius: f64,
    /// The layer.
    pub layer: Layer,
}

/// Layers that cannot make a foundation.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FoundationError {
    /// No layer at all: nothing would give way.
    #[error("a foundation needs at least one layer")]
    Empty,
    /// A layer without thickness or with an impossible material.
    #[error("layer {index} has stiffness {stiffness} Pa/m")]
    NotStiff {
        /// Which layer, from 1.
        index: usize,
        /// The stiffness that came out.
        stiffness: f64,
    },
    /// Indentations from which nothing can be fitted.
    #[error("{usable} of {samples} indentations can be used")]
    NotFitted {
        /// How many are sound.
        usable: usize,
        /// How many there are.
        samples: usize,
    },
    /// A parameter of the modified foundation that makes no sense.
    #[error("the {what} of the modified foundation is {value}")]
    NotModified {
        /// Which parameter.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What it must exceed.
        least: f64,
    },
}

impl FoundationError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Empty => "give the liner a thickness and a material".into(),
            Self::NotStiff { .. } => "thickness and modulus must be positive and Poisson's ratio below 0.5".into(),
            Self::NotFitted { .. } => {
                "the fit needs two at different depths, each with positive, finite radius, approach, force and pressure"
                    .into()
            }
            Self::NotModified { least, .. } => format!("it must be larger than {least}"),
        };
        Some(hint)
    }
}

impl Layer {
    /// Pressure per indentation k, in Pa/m.
    pub fn stiffness(&self) -> f64 {
        self.material.confined_modulus() / self.thickness
    }
}

impl From<Layer> for Foundation {
    /// One layer alone.
    fn from(layer: Layer) -> Self {
        Self { stiffness: layer.stiffness() }
    }
}

impl ShellLayer {
    /// Pressure per indentation k, in Pa/m.
    pub fn stiffness(&self) -> f64 {
        let (a, b) = (self.inner_radius, self.inner_radius + self.layer.thickness);
        let Elastic { modulus: e, poisson: nu, .. } = self.layer.material;
        let (a3, b3) = (a.powi(3), b.powi(3));
        (e / ((1.0 - 2.0 * nu) * b3) + 2.0 * e / ((1.0 + nu) * a3)) / (1.0 / (a * a) - a / b3)
    }
}

impl Foundation {
    /// Springs in series: `1/k = Σ 1/kᵢ`, from the stiffness of each layer in Pa/m.
    pub fn in_series(stiffnesses: impl IntoIterator<Item = f64>) -> Result<Self, FoundationError> {
        let (mut compliance, mut count) = (0.0, 0);
        for (index, stiffness) in stiffnesses.into_iter().enumerate() {
            if !(stiffness > 0.0 && stiffness.is_finite()) {
                return Err(FoundationError::NotStiff { index: index + 1, stiffness });
            }
            compliance += 1.0 / stiffness;
            count += 1;
        }
        if count == 0 { Err(FoundationError::Empty) } else { Ok(Self { stiffness: 1.0 / compliance }) }
    }

    /// Pressure per indentation k, in Pa/m.
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }
}

impl NormalLaw for Foundation {
    type Acts = PerArea;
    fn response(&self, gap: f64, _: f64) -> f64 {
        self.stiffness * (-gap).max(0.0)
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        (if gap < 0.0 { -self.stiffness } else { 0.0 }, 0.0)
    }
    fn energy(&self, gap: f64) -> f64 {
        0.5 * self.stiffness * (-gap).max(0.0).powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PE: Elastic = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };

    fn shell(thickness: f64) -> ShellLayer {
        ShellLayer { inner_radius: 14e-3, layer: Layer { thickness, material: PE } }
    }

    #[test]
    fn a_thin_shell_is_a_confined_layer() {
        let shell = shell(1e-6);
        assert!((shell.stiffness() / shell.layer.stiffness() - 1.0).abs() < 1e-4);
    }

    /// Lamé's thick sphere solved as two linear equations for A and B, independently of the closed form.
    #[test]
    fn shell_stiffness_solves_lame_s_boundary_conditions() {
        let shell = shell(12e-3);
        let (a, b) = (shell.inner_radius, shell.inner_radius + shell.layer.thickness);
        let (lambda, mu) = (
            PE.modulus * PE.poisson / ((1.0 + PE.poisson) * (1.0 - 2.0 * PE.poisson)),
            PE.modulus / (2.0 * (1.0 + PE.poisson)),
        );
        // u(b) = 0 and σ_r(a) = −1:  [b, 1/b²; 3λ+2μ, −4μ/a³] [A, B] = [0, −1]
        let det = b * (-4.0 * mu / a.powi(3)) - (3.0 * lambda + 2.0 * mu) / (b * b);
        let (coefficient_a, coefficient_b) = (1.0 / (b * b) / det, -b / det);
        let inner = coefficient_a * a + coefficient_b / (a * a);
        assert!((shell.stiffness() * inner - 1.0).abs() < 1e-12);
    }

    /// [Askari2018] claims that both stiffnesses differ by less than 3 %: true for 8 mm, not for 16 mm.
    #[test]
    fn shell_and_layer_differ_by_fifteen_percent_at_16_mm() {
        let ratio = |h: f64| shell(h).stiffness() / shell(h).layer.stiffness();
        assert!((0.97..1.0).contains(&ratio(8e-3)), "{}", ratio(8e-3));
        assert!((ratio(16e-3) - 1.15).abs() < 0.01, "{}", ratio(16e-3));
    }

    #[test]
    fn two_equal_layers_are_half_as_stiff() {
        let k = Layer { thickness: 2e-3, material: PE }.stiffness();
        let series = Foundation::in_series([k, k]).expect("two good layers");
        assert!((series.stiffness() / k - 0.5).abs() < 1e-15);
    }

    #[test]
    fn impossible_layers_are_named() {
        assert_eq!(Foundation::in_series([]), Err(FoundationError::Empty));
        assert!(matches!(Foundation::in_series([1e9, -1.0]), Err(FoundationError::NotStiff { index: 2, .. })));
        assert!(Foundation::in_series([f64::NAN]).is_err());
    }
}
