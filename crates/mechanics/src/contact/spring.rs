//! The linear spring: Hooke's law at a contact point.

use super::{AtPoint, Description, NormalLaw};

/// A linear spring: `F = K δ` [Lehtoranta2011, Eq. 1].
///
/// | symbol | field | unit |
/// |---|---|---|
/// | K | `stiffness` | N/m |
///
/// *Assumes* a patch that does not grow. *Checked by* the contract test and half a period of the oscillator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// Stiffness K, in N/m.
    pub stiffness: f64,
}

impl Spring {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Linear spring (Hooke)",
        equation: "F = K δ",
        symbols: &[("K", "stiffness, N/m"), ("δ", "indentation, m")],
        about: "Force in proportion to indentation: the contact is a spring that only pushes.",
        assumes: "A patch that keeps its size, as under a flat punch. No energy is lost.",
        pitfalls: "K is no property of the material: for curved bodies the secant stiffness grows with the square root \
                   of the indentation, so a K fitted to one impact is wrong for a harder one.",
        valid: "A flat punch, a thin layer on a stiff support, or a penalty that merely keeps bodies apart.",
        sources: &["Lehtoranta2011"],
    };

    /// The spring that stops the same impact at the same depth as a law that stores `energy` at that `depth`:
    /// `½ K δ² = E(δ)`.
    pub fn storing(energy: f64, depth: f64) -> Self {
        Self { stiffness: 2.0 * energy / (depth * depth) }
    }
}

impl NormalLaw for Spring {
    type Acts = AtPoint;
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

    #[test]
    fn two_joules_at_two_metres_make_one_newton_per_metre() {
        assert_eq!(Spring::storing(2.0, 2.0), Spring { stiffness: 1.0 });
    }
}
