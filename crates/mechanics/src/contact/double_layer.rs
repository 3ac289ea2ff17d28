//! A soft layer over a hard one.

use super::{Description, NormalLaw};

/// Two layers, the second of which begins where the first is used up [Machado2011, Eqs. 20 and 21]:
///
/// `F = F₁(δ)` for `δ ≤ h₁`, `F = F₁(h₁) + F₂(δ − h₁)` beyond
///
/// | symbol | field | unit |
/// |---|---|---|
/// | F₁, F₂ | `first`, `second` | as the laws |
/// | h₁ | `thickness` | m |
///
/// Layers that are damped see the same rate of indentation, so that the force stays continuous at h₁.
///
/// *Assumes* that the first layer keeps its largest force once it is used up.
/// *Pitfalls*: with Hertz in both layers the stiffness falls to **zero** just beyond h₁, because a new Hertz contact
/// begins there; it is no layered half-space. *Checked by* the contract test and the closed form of Eq. 21.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DoubleLayer<A, B> {
    /// The layer that is touched first.
    pub first: A,
    /// The layer beneath it.
    pub second: B,
    /// Thickness h₁ of the first layer.
    pub thickness: f64,
}

/// The law in words.
pub const DOUBLE_LAYER: Description = Description {
    name: "Double layer",
    equation: "F = K₁ δ^{3/2} for δ ≤ h₁,  F = K₁ h₁^{3/2} + K₂ (δ − h₁)^{3/2} beyond",
    symbols: &[
        ("K₁, K₂", "Hertz stiffness of the upper and the lower layer, N/m^{3/2}"),
        ("h₁", "thickness of the upper layer, m"),
        ("δ", "indentation, m"),
    ],
    about: "What is left of the cartilage first, then the bone under it: the law of an osteoarthritic knee in \
            Machado's comparison. Any two laws can be stacked, and damping goes on top.",
    assumes: "The upper layer is squeezed alone until it is used up, and keeps its largest force from then on.",
    pitfalls: "Just beyond h₁ the stiffness drops to zero before it rises, because a fresh Hertz contact begins there. \
               Real layers give way together: springs in series are softer before h₁ and never kink.",
    valid: "Comparisons between healthy and worn cartilage; not for the stress inside the layers.",
    sources: &["Machado2011"],
};

impl<A, B> NormalLaw for DoubleLayer<A, B>
where
    A: NormalLaw,
    B: NormalLaw<Acts = A::Acts>,
{
    type Acts = A::Acts;
    fn response(&self, gap: f64, gap_rate: f64) -> f64 {
        let beyond = gap + self.thickness;
        if beyond >= 0.0 {
            return self.first.response(gap, gap_rate);
        }
        self.first.response(-self.thickness, gap_rate) + self.second.response(beyond, gap_rate)
    }
    fn tangent(&self, gap: f64, gap_rate: f64) -> (f64, f64) {
        let beyond = gap + self.thickness;
        if beyond >= 0.0 {
            return self.first.tangent(gap, gap_rate);
        }
        let (by_gap, by_rate) = self.second.tangent(beyond, gap_rate);
        (by_gap, self.first.tangent(-self.thickness, gap_rate).1 + by_rate)
    }
    fn energy(&self, gap: f64) -> f64 {
        let beyond = gap + self.thickness;
        if beyond >= 0.0 {
            return self.first.energy(gap);
        }
        let held = self.first.response(-self.thickness, 0.0);
        self.first.energy(-self.thickness) - held * beyond + self.second.energy(beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Damped, Damping, Hertz, Spring};
    use super::*;

    /// Cartilage over bone with the stiffnesses and the thickness of [Machado2011, Tables 2 and 3].
    const K1: f64 = 3_260_513.0;
    const K2: f64 = 2.358e9;
    const H1: f64 = 0.415e-3;

    fn hertz(stiffness: f64) -> Hertz {
        Hertz { radius: 0.0304, modulus: 0.75 * stiffness / 0.0304_f64.sqrt() }
    }

    fn knee() -> DoubleLayer<Hertz, Hertz> {
        DoubleLayer { first: hertz(K1), second: hertz(K2), thickness: H1 }
    }

    #[test]
    fn hertz_in_both_layers_is_equation_21() {
        for d in [0.1e-3, 0.3e-3, 0.415e-3, 0.416e-3, 0.5e-3, 0.7e-3_f64] {
            let expected = if d <= H1 { K1 * d.powf(1.5) } else { K1 * H1.powf(1.5) + K2 * (d - H1).powf(1.5) };
            assert!((knee().response(-d, 0.0) / expected - 1.0).abs() < 1e-12, "{d}");
        }
    }

    #[test]
    fn the_force_is_continuous_and_the_stiffness_drops_to_zero_at_the_border() {
        let law = knee();
        let step = law.response(-H1 - 1e-12, 0.0) - law.response(-H1, 0.0);
        assert!(step.abs() < 1e-6, "{step}");
        assert!(law.tangent(-H1, 0.0).0 < -9e4, "1.5 K₁ √h₁ is 99.6 kN/m");
        assert!(law.tangent(-H1 - 1e-15, 0.0).0 > -1.5e2);
    }

    #[test]
    fn damping_inside_the_layers_and_on_top_is_the_same() {
        let damping = Damping::Hysteretic { factor: 0.8 };
        let inside = DoubleLayer {
            first: Damped { elastic: hertz(K1), damping },
            second: Damped { elastic: hertz(K2), damping },
            thickness: H1,
        };
        let on_top = Damped { elastic: knee(), damping };
        for gap in [-0.2e-3, -0.45e-3] {
            for rate in [-0.3, 0.2] {
                assert!((inside.response(gap, rate) / on_top.response(gap, rate) - 1.0).abs() < 1e-12);
                assert!((inside.tangent(gap, rate).1 / on_top.tangent(gap, rate).1 - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn any_two_laws_can_be_stacked() {
        let law = DoubleLayer {
            first: Spring { stiffness: 1e4 },
            second: DoubleLayer {
                first: Spring { stiffness: 1e5 },
                second: Spring { stiffness: 1e6 },
                thickness: 1e-3,
            },
            thickness: 1e-3,
        };
        // 10 N over the first millimetre, 100 N over the second, 500 N over the next half.
        assert!((law.response(-2.5e-3, 0.0) - 610.0).abs() < 1e-9);
        assert!(
            (law.energy(-2.5e-3) - (0.5 * 10.0 + 10.0 + 0.5 * 100.0 + 0.5 * 110.0 + 0.25 * 500.0) * 1e-3).abs() < 1e-12
        );
    }
}
