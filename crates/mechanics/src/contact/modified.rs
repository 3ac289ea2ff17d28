//! A foundation corrected for what its neighbours do: the modified foundation of Pérez-González.

use super::{FoundationError, Layer, NormalLaw, PerArea};

/// An elastic foundation that knows how deep the contact is as a whole [PerezGonzalez2008; Lehtoranta2011, Eqs. 46–49]:
///
/// `p = K_c δ_c`, `δ_c = max(0, δ − δ₀/f)`, `K_c = (E_w/h)(δ_ref/δ_c)^{1−m}`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | δ, δ₀ | indentation here; the deepest of the patch, its approach | m |
/// | E_w/h | `stiffness`, of a confined layer | Pa/m |
/// | f | `threshold_factor`: springs below δ₀/f do not act, which narrows the patch; ∞ for none | – |
/// | m | `exponent` of the pressure; 1 for a linear spring | – |
/// | δ_ref | `reference`: the corrected indentation at which the stiffness is that of the layer | m |
///
/// An elastic layer sinks in beside the patch, where springs of their own would still be touched: the foundation makes the
/// patch too wide and, at a given approach, the force too large. f, m and δ_ref put that right on average; they depend on
/// the thickness of the layer and on the geometry and are to be fitted ([`super::fit_modified`]).
///
/// *Erratum*: printed Eq. 48 has δ_ref and, through `h_c = h/δ_ref^{1−m}` of Eq. 49, has it once more: then K_c is not in
/// Pa/m. Read with h in Eq. 48, or with 1 for δ_ref there, both agree, and that is what is computed here. The thesis does not
/// say what δ₀ is; that a threshold cuts away the edge of *every* patch needs a measure that grows with it.
/// *Pitfalls*: pressure here depends on depth elsewhere, so that the forces have no potential; exponents below 1 have an
/// infinite slope at the edge. *Checked by* the contract test at a fixed approach, the limit f → ∞, m = 1, and its fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModifiedFoundation {
    /// Stiffness of the confined layer E_w/h, in Pa/m.
    pub stiffness: f64,
    /// Threshold factor f, larger than 1.
    pub threshold_factor: f64,
    /// Exponent m, positive.
    pub exponent: f64,
    /// Reference indentation δ_ref, in m.
    pub reference: f64,
}

/// The modified foundation under a contact of known approach: a law like any other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModifiedAt {
    law: ModifiedFoundation,
    threshold: f64,
}

impl ModifiedFoundation {
    /// The law of a layer.
    pub fn new(layer: Layer, threshold_factor: f64, exponent: f64, reference: f64) -> Result<Self, FoundationError> {
        let law = Self { stiffness: layer.stiffness(), threshold_factor, exponent, reference };
        let sound = law.stiffness > 0.0 && law.stiffness.is_finite() && layer.thickness > 0.0;
        if !sound {
            return Err(FoundationError::NotStiff { index: 1, stiffness: law.stiffness });
        }
        for (what, value, least) in [
            ("threshold factor", threshold_factor, 1.0),
            ("exponent", exponent, 0.0),
            ("reference indentation", reference, 0.0),
        ] {
            if !(value > least) || (what != "threshold factor" && !value.is_finite()) {
                return Err(FoundationError::NotModified { what, value, least });
            }
        }
        Ok(law)
    }

    /// The law when the deepest indentation of the patch is `approach`.
    pub fn at(&self, approach: f64) -> ModifiedAt {
        ModifiedAt { law: *self, threshold: approach.max(0.0) / self.threshold_factor }
    }
}

impl NormalLaw for ModifiedAt {
    type Acts = PerArea;
    fn response(&self, gap: f64, _: f64) -> f64 {
        let ModifiedFoundation { stiffness: k, exponent: m, reference, .. } = self.law;
        let d = (-gap - self.threshold).max(0.0);
        k * reference * (d / reference).powf(m)
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        let ModifiedFoundation { stiffness: k, exponent: m, reference, .. } = self.law;
        let d = -gap - self.threshold;
        if d > 0.0 { (-k * m * (d / reference).powf(m - 1.0), 0.0) } else { (0.0, 0.0) }
    }
    fn energy(&self, gap: f64) -> f64 {
        let m = self.law.exponent;
        let d = (-gap - self.threshold).max(0.0);
        self.response(gap, 0.0) * d / (m + 1.0)
    }
}
