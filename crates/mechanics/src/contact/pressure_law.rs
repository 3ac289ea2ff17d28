//! The laws per area by name, so that every point of a surface can have its own.

use super::{Foundation, FoundationError, Layer, Logarithmic, ModifiedFoundation, NormalLaw};

/// How a point of a lined surface pushes back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PressureLaw {
    /// `p = k δ`, from one layer or several in series.
    Linear {
        /// Pressure per indentation.
        foundation: Foundation,
        /// Thickness of all layers, to judge how deep the indentation is.
        thickness: f64,
    },
    /// `p = −K ln(1 − δ/h)`, for deep indentation.
    Logarithmic(Logarithmic),
    /// Threshold and exponent of Pérez-González.
    Modified {
        /// The law.
        law: ModifiedFoundation,
        /// Thickness of the layer.
        thickness: f64,
    },
}

/// Pressure of the elastic part, what it depends on, and the energy below it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ElasticPressure {
    pub(crate) pressure: f64,
    pub(crate) by_gap: f64,
    /// By the deepest indentation of the patch; only the modified foundation has it.
    pub(crate) by_approach: f64,
    pub(crate) energy: f64,
}

impl PressureLaw {
    /// A linear foundation of one layer, or of layers in series.
    pub fn linear(layers: &[Layer]) -> Result<Self, FoundationError> {
        let foundation = Foundation::in_series(layers.iter().map(Layer::stiffness))?;
        Ok(Self::Linear { foundation, thickness: layers.iter().map(|layer| layer.thickness).sum() })
    }

    /// Layers that stiffen as they thin.
    pub fn logarithmic(first: Layer, second: Option<Layer>) -> Result<Self, FoundationError> {
        Logarithmic::new(first, second).map(Self::Logarithmic)
    }

    /// Thickness of the lining.
    pub fn thickness(&self) -> f64 {
        match self {
            Self::Linear { thickness, .. } | Self::Modified { thickness, .. } => *thickness,
            Self::Logarithmic(law) => law.thickness(),
        }
    }

    /// Whether the pressure depends on the deepest indentation of the patch.
    pub fn needs_approach(&self) -> bool {
        matches!(self, Self::Modified { .. })
    }

    /// The indentation at which it begins to push, where the deepest of the patch is `approach`.
    pub(crate) fn threshold(&self, approach: f64) -> f64 {
        match self {
            Self::Modified { law, .. } => approach.max(0.0) / law.threshold_factor,
            Self::Linear { .. } | Self::Logarithmic(_) => 0.0,
        }
    }

    /// Slope of the pressure by the indentation where it begins; finite for every law.
    pub(super) fn stiffness(&self) -> f64 {
        match self {
            Self::Linear { foundation, .. } => foundation.stiffness(),
            Self::Logarithmic(law) => -law.tangent(-1e-9 * law.thickness(), 0.0).0,
            Self::Modified { law, .. } => law.stiffness,
        }
    }

    #[inline]
    pub(crate) fn evaluate(&self, gap: f64, approach: f64) -> ElasticPressure {
        fn all<L: NormalLaw>(law: &L, gap: f64) -> ElasticPressure {
            ElasticPressure {
                pressure: law.response(gap, 0.0),
                by_gap: law.tangent(gap, 0.0).0,
                by_approach: 0.0,
                energy: law.energy(gap),
            }
        }
        match self {
            Self::Linear { foundation, .. } => all(foundation, gap),
            Self::Logarithmic(law) => all(law, gap),
            Self::Modified { law, .. } => {
                let elastic = all(&law.at(approach), gap);
                // δ_c = −g − δ₀/f: the approach acts like a share of the gap.
                ElasticPressure { by_approach: elastic.by_gap / law.threshold_factor, ..elastic }
            }
        }
    }
}
