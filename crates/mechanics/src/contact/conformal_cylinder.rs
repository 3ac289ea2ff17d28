//! Pin in a hole with clearance on an elastic foundation: the planar counterpart of Eq. 25 [Askari2018], in closed form.

use numerics::quadrature::GaussLegendre;

use super::{AtPoint, Description, Foundation, NormalLaw};

/// A pin of radius Rb pressed across its axis into a hole of radius Rc whose wall is a linear foundation.
///
/// With the eccentricity `e = c + δ`, `κ = e/Rb`, the edge of the patch `U = 1 − cosψ = δ(Rb + Rc − e)/(2 Rc e)`,
/// `sinφ = κ sinψ` and `g(x) = ½[sin x (1 − cos x) − (x − sin x)]`, the springs along the radius of the hole add up to
///
/// `F = 2k L Rc [δ sinψ − e g(ψ) − (Rb/κ) g(φ)]`, `dF/dδ = k L Rc [ψ + sinψ cosψ − (φ − sinφ cosφ)/κ²]`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | Rb, Rc | `pin_radius`, `hole_radius` | m |
/// | L | `length` | m |
/// | k | `foundation` | Pa/m |
/// | δ | minus the gap | m |
///
/// *Assumes* axes that stay parallel, a patch shorter than half of the hole's circumference, springs along its radius.
/// *Pitfalls*: the plain integral subtracts numbers of the size of Rc to find one of the size of δ; grouped by g it does not.
/// *Checked by* `the_closed_form_is_its_quadrature`, `light_loads_follow_a_parabola`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConformalCylinder {
    /// Radius of the pin Rb.
    pub pin_radius: f64,
    /// Radius of the hole Rc, larger than Rb.
    pub hole_radius: f64,
    /// Length of the pin in the hole L.
    pub length: f64,
    /// The wall.
    pub foundation: Foundation,
}

impl ConformalCylinder {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Pin in a hole on a foundation",
        equation: "F = 2k L R_c [δ sinψ − e g(ψ) − (R_b/κ) g(φ)],  g(x) = ½[sin x (1 − cos x) − (x − sin x)],  e = c + δ,  κ = e/R_b",
        symbols: &[
            ("R_b, R_c, c", "radius of the pin, of the hole, and their difference, m"),
            ("L", "length of the pin in the hole, m"),
            ("δ, e", "indentation and eccentricity, m"),
            ("k", "stiffness of the foundation, Pa/m"),
            ("ψ, φ", "edge of the patch, 1 − cosψ = δ(R_b + R_c − e)/(2 R_c e), and sinφ = κ sinψ"),
        ],
        about: "Springs around a hole, added up in closed form: the revolute joint with clearance of planar mechanisms.",
        assumes: "Axes that stay parallel, springs along the radius of the hole. No energy is lost.",
        pitfalls: "The plain integral loses half of its digits at light loads; this is the same, regrouped.",
        valid: "A stiff pin in a thin soft lining, as Eq. 25 is for a ball.",
        sources: &["Askari2018"],
    };

    /// Clearance c = Rc − Rb.
    pub fn clearance(&self) -> f64 {
        self.hole_radius - self.pin_radius
    }

    /// Half-angle ψ of the patch, seen from the axis of the hole.
    pub fn patch_angle(&self, indentation: f64) -> f64 {
        let (rb, rc, d) = (self.pin_radius, self.hole_radius, indentation.max(0.0));
        let e = self.clearance() + d;
        // 2 asin √(U/2) keeps its digits for small patches, where acos(1 − U) does not.
        2.0 * (0.25 * d * (rb + rc - e) / (rc * e)).max(0.0).sqrt().min(1.0).asin()
    }

    /// Force and its slope at an indentation.
    pub fn force_and_slope(&self, indentation: f64) -> (f64, f64) {
        if !(indentation > 0.0) {
            return (0.0, 0.0);
        }
        let Self { pin_radius: rb, hole_radius: rc, length, .. } = *self;
        let d = indentation;
        let e = self.clearance() + d;
        let kappa = e / rb;
        let psi = self.patch_angle(d);
        let phi = (kappa * psi.sin()).min(1.0).asin();
        let wall = self.foundation.stiffness() * length * rc;
        let force = d * psi.sin() - e * added(psi) - rb / kappa * added(phi);
        let slope = psi + psi.sin() * psi.cos() - (phi - phi.sin() * phi.cos()) / (kappa * kappa);
        // Deeper than the pin can go the sums mean nothing, but they must not pull.
        ((2.0 * wall * force).max(0.0), wall * slope)
    }
}

/// g(x) = ∫ cos t (1 − cos t) dt from 0 to x.
fn added(x: f64) -> f64 {
    0.5 * (x.sin() * 2.0 * (0.5 * x).sin().powi(2) - above_sine(x))
}

/// x − sin x, with all of its digits.
fn above_sine(x: f64) -> f64 {
    if x.abs() > 0.5 {
        return x - x.sin();
    }
    let s = x * x;
    x * s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0 * (1.0 - s / 156.0)))))
}

impl NormalLaw for ConformalCylinder {
    type Acts = AtPoint;
    fn response(&self, gap: f64, _: f64) -> f64 {
        self.force_and_slope(-gap).0
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        (-self.force_and_slope(-gap).1, 0.0)
    }
    fn energy(&self, gap: f64) -> f64 {
        // F ~ δ^{3/2}: in √δ it is smooth.
        let d = (-gap).max(0.0).sqrt();
        GaussLegendre::<24>::new().integrate(|x| 2.0 * x * self.force_and_slope(x * x).0, 0.0, d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Layer;
    use crate::material::Elastic;

    fn base() -> ConformalCylinder {
        let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
        let foundation =
            Foundation::in_series([Layer { thickness: 8e-3, material }.stiffness()]).expect("a good layer");
        ConformalCylinder { pin_radius: 13.92e-3, hole_radius: 14e-3, length: 0.02, foundation }
    }

    /// The radial penetration of Eq. 22 times the cosine, by Gauss–Legendre over the wall.
    #[test]
    fn the_closed_form_is_its_quadrature() {
        for ratio in [0.9, 0.99, 13.92 / 14.0, 0.9999] {
            let law = ConformalCylinder { pin_radius: ratio * 14e-3, ..base() };
            let (rb, rc) = (law.pin_radius, law.hole_radius);
            for indentation in [1e-7, 1e-6, 1e-5, 5e-5, 2e-4, 1e-3] {
                let e = law.clearance() + indentation;
                let edge = ((rc * rc - rb * rb + e * e) / (2.0 * rc * e)).acos();
                let s = |psi: f64| e * psi.cos() + rb * (1.0 - (e / rb * psi.sin()).powi(2)).sqrt() - rc;
                let wall = law.foundation.stiffness() * law.length * rc;
                let integrand = |psi: f64| 2.0 * wall * s(psi) * psi.cos();
                let expected = GaussLegendre::<40>::new().integrate(integrand, 0.0, edge);
                let (force, slope) = law.force_and_slope(indentation);
                assert!((force / expected - 1.0).abs() < 1e-6, "{ratio} {indentation}: {force} {expected}");
                assert!((law.patch_angle(indentation) / edge - 1.0).abs() < 1e-6);
                let h = 1e-4 * indentation;
                let by_difference =
                    (law.force_and_slope(indentation + h).0 - law.force_and_slope(indentation - h).0) / (2.0 * h);
                assert!((slope / by_difference - 1.0).abs() < 1e-7, "{ratio} {indentation}: {slope} {by_difference}");
            }
        }
    }

    /// Light loads: S = δ − x²/(2R) with 1/R = 1/Rb − 1/Rc, so that F = (4/3) k L δ √(2Rδ).
    #[test]
    fn light_loads_follow_a_parabola() {
        let law = base();
        let radius = law.pin_radius * law.hole_radius / law.clearance();
        for d in [1e-14, 1e-12, 1e-10] {
            let expected = 4.0 / 3.0 * law.foundation.stiffness() * law.length * d * (2.0 * radius * d).sqrt();
            let ratio = law.force_and_slope(d).0 / expected;
            assert!((ratio - 1.0).abs() < 1e-9 + 2.0 * d / law.clearance(), "{d}: {ratio}");
        }
    }

    /// A ball pushes less than a pin of the same radius that is as long as its diameter.
    #[test]
    fn a_pin_is_not_a_ball() {
        let ball = crate::contact::ConformalSphere {
            ball_radius: base().pin_radius,
            socket_radius: base().hole_radius,
            foundation: base().foundation,
        };
        for d in [1e-5, 5e-5, 2e-4] {
            let pin = ConformalCylinder { length: 28e-3, ..base() }.force_and_slope(d).0;
            assert!(ball.force_and_slope(d).0 < pin, "{d}");
        }
    }
}
