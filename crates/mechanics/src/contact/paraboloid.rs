//! Curved bodies on an elastic foundation, with a small patch.

use std::f64::consts::PI;

use super::{AtPoint, Description, Foundation, NormalLaw};

/// A round bump of radius R pressed onto springs [Johnson1985, §4.3]:
///
/// `p(r) = k (δ − r²/(2R))`, `a² = 2Rδ`, `F = ∫ p dA = π k R δ²`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | R | `radius` | m |
/// | k | `foundation` | Pa/m |
///
/// *Assumes* a patch small against both radii, so that the gap is a paraboloid.
/// *Pitfalls*: a ball that nearly fills its socket has no small patch; see [`super::ConformalSphere`].
/// *Checked by* the contract test, its quadrature, and the light loads of [`super::ConformalSphere`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundationParaboloid {
    /// Effective radius, 1/R = 1/R₁ + 1/R₂ (a socket counts negative).
    pub radius: f64,
    /// The springs.
    pub foundation: Foundation,
}

impl FoundationParaboloid {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Elastic foundation",
        equation: "F = π k R δ²,  k = E_w/h,  E_w = (1−ν)E/((1+ν)(1−2ν))",
        symbols: &[
            ("δ", "indentation, m"),
            ("k", "stiffness of the foundation, Pa/m; layers are springs in series"),
            ("R", "relative radius, m; a socket counts negative"),
            ("h, E, ν", "thickness, Young's modulus and Poisson's ratio of the layer, m, Pa, –"),
        ],
        about: "A thin layer on a stiff support: every point of it is a spring of its own, so that pressure follows \
                the indentation right there. The usual law of cartilage and of polyethylene liners.",
        assumes: "A layer thin against the patch, bonded below, that cannot expand sideways; a patch small against \
                  the radii. No energy is lost.",
        pitfalls: "E_w has no bound as ν goes to 0.5: an incompressible layer needs another law. A patch that is not \
                   wide against the thickness belongs to Hertz.",
        valid: "Patch radius √(2Rδ) of several thicknesses, strain δ/h below about 10 %.",
        sources: &["Johnson1985", "Askari2018"],
    };

    /// Radius of the patch at an indentation, √(2Rδ).
    pub fn patch_radius(&self, indentation: f64) -> f64 {
        (2.0 * self.radius * indentation.max(0.0)).sqrt()
    }

    /// π k R.
    fn stiffness(&self) -> f64 {
        PI * self.foundation.stiffness() * self.radius
    }
}

impl NormalLaw for FoundationParaboloid {
    type Acts = AtPoint;
    fn response(&self, gap: f64, _: f64) -> f64 {
        self.stiffness() * (-gap).max(0.0).powi(2)
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        (-2.0 * self.stiffness() * (-gap).max(0.0), 0.0)
    }
    fn energy(&self, gap: f64) -> f64 {
        self.stiffness() * (-gap).max(0.0).powi(3) / 3.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::ConformalSphere;
    use super::*;
    use numerics::quadrature::GaussLegendre;

    fn law() -> FoundationParaboloid {
        let foundation = Foundation::in_series([2e10]).expect("a good layer");
        FoundationParaboloid { radius: 0.03, foundation }
    }

    #[test]
    fn the_force_is_the_integral_of_its_pressure() {
        let (law, depth) = (law(), 1e-4);
        let pressure = |r: f64| 2e10 * (depth - r * r / 0.06) * 2.0 * PI * r;
        let expected = GaussLegendre::<8>::new().integrate(pressure, 0.0, law.patch_radius(depth));
        assert!((law.response(-depth, 0.0) / expected - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_ball_in_a_wide_socket_is_a_paraboloid() {
        let foundation = law().foundation;
        let socket = ConformalSphere { ball_radius: 0.01, socket_radius: 0.015, foundation };
        let law = FoundationParaboloid { radius: 0.03, foundation };
        let ratio = |depth: f64| socket.response(-depth, 0.0) / law.response(-depth, 0.0) - 1.0;
        assert!(ratio(1e-8).abs() < 1e-5, "{}", ratio(1e-8));
        // They part in proportion to the depth.
        assert!((ratio(2e-6) / ratio(1e-6) - 2.0).abs() < 0.01, "{} {}", ratio(1e-6), ratio(2e-6));
    }
}
