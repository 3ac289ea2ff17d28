//! Ball in socket on an elastic foundation: the closed form of [Askari2018].

use std::f64::consts::PI;

use numerics::quadrature::GaussLegendre;
use numerics::root::{RootError, solve_newton_bracketed};

use super::{AtPoint, Description, Foundation, NormalLaw};

/// Doublings of a first guess: more than enough to cross all numbers.
const DOUBLINGS: usize = 2200;

/// A ball of radius Rb pressed into a socket of radius Rc lined with a linear foundation.
///
/// With the eccentricity `e = c + δ`, `κ = e/Rb`, `u = 1 − cosψ` and the edge of the patch
/// `U = 1 − cosψ_max = δ(Rb + Rc − e)/(2 Rc e)`, Eq. 25 of [Askari2018] is
///
/// `F = 2πk Rc² [δ(U − U²/2) − e(U²/2 − U³/3) − Rb(1−q)²(1+2q)/(6κ²)]`, `q = √(1 − κ² sin²ψ_max)`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | Rb, Rc | `ball_radius`, `socket_radius` | m |
/// | k | `foundation` | Pa/m |
/// | δ | minus the gap | m |
///
/// It is the printed formula, regrouped: as printed, it subtracts numbers of the size of Rc to find one of the size
/// of δ and loses half of its digits at light loads. The slope is
/// `dF/dδ = 2πk Rc² [U − U² + U³/3 − (1−q)²(2+q)/(3κ³)]`.
///
/// *Assumes* a patch inside the rim (see [`super::SphericalJoint`] otherwise), springs along the radius of the socket.
/// *Checked by* `eq25_equals_its_quadrature`, `the_regrouped_form_is_the_printed_form`, the 13 rows of Tables 2 and 3.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConformalSphere {
    /// Radius of the ball Rb.
    pub ball_radius: f64,
    /// Radius of the socket Rc, larger than Rb.
    pub socket_radius: f64,
    /// The lining.
    pub foundation: Foundation,
}

impl ConformalSphere {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Ball in socket on a foundation",
        equation: "F = 2πk R_c² [δ(U − U²/2) − e(U²/2 − U³/3) − R_b(1−q)²(1+2q)/(6κ²)],  e = c + δ,  κ = e/R_b",
        symbols: &[
            ("R_b, R_c, c", "radius of the ball, of the socket, and their difference, m"),
            ("δ, e", "indentation and eccentricity, m"),
            ("k", "stiffness of the foundation, Pa/m"),
            ("U", "edge of the patch, 1 − cosψ_{max} = δ(R_b + R_c − e)/(2 R_c e)"),
            ("q", "√(1 − κ² sin²ψ_{max})"),
        ],
        about: "Springs all over a lined socket, added up in closed form: the patch may be as wide as the cup. The law of \
                a hip replacement.",
        assumes: "Springs along the radius of the socket, a patch inside its rim. No energy is lost.",
        pitfalls: "As printed it subtracts nearly equal numbers and loses half of its digits at light loads; this is \
                   the same formula, regrouped. Hertz knows neither the thickness of a lining nor a wide patch.",
        valid: "A stiff ball in a thin soft lining; against finite elements of a polyethylene cup −6 to +7 % in pressure.",
        sources: &["Askari2018"],
    };

    /// Clearance c = Rc − Rb.
    pub fn clearance(&self) -> f64 {
        self.socket_radius - self.ball_radius
    }

    /// Edge of the patch as U = 1 − cosψ_max.
    pub(crate) fn edge(&self, indentation: f64) -> f64 {
        let (rb, rc, d) = (self.ball_radius, self.socket_radius, indentation.max(0.0));
        let e = self.clearance() + d;
        d * (rb + rc - e) / (2.0 * rc * e)
    }

    /// Half-angle ψ_max of the patch, seen from the centre of the socket.
    pub fn patch_angle(&self, indentation: f64) -> f64 {
        // 2 asin √(U/2) keeps its digits for small patches, where acos(1 − U) does not.
        2.0 * (0.5 * self.edge(indentation)).sqrt().min(1.0).asin()
    }

    /// Contact radius Rc sinψ_max.
    pub fn patch_radius(&self, indentation: f64) -> f64 {
        let u = self.edge(indentation);
        self.socket_radius * (u * (2.0 - u)).max(0.0).sqrt()
    }

    /// Area of the patch on the socket, 2πRc²U.
    pub fn patch_area(&self, indentation: f64) -> f64 {
        2.0 * PI * self.socket_radius.powi(2) * self.edge(indentation)
    }

    /// Radial penetration S at the angle ψ with `u = 1 − cosψ`, negative outside the patch [Askari2018, Eq. 22]:
    ///
    /// `S = δ − e u − Rb κ² s/(1 + √(1 − κ² s))`, `s = sin²ψ = u(2 − u)`
    pub fn penetration(&self, indentation: f64, u: f64) -> f64 {
        let rb = self.ball_radius;
        let e = self.clearance() + indentation;
        let x = (e / rb).powi(2) * u * (2.0 - u);
        indentation - e * u - rb * x / (1.0 + (1.0 - x).max(0.0).sqrt())
    }

    /// Force and its slope at an indentation.
    pub fn force_and_slope(&self, indentation: f64) -> (f64, f64) {
        if indentation <= 0.0 {
            return (0.0, 0.0);
        }
        let (rb, rc, d) = (self.ball_radius, self.socket_radius, indentation);
        let e = self.clearance() + d;
        let kappa = e / rb;
        let u = self.edge(d);
        let x = kappa * kappa * u * (2.0 - u);
        let q = (1.0 - x).max(0.0).sqrt();
        let one_minus_q = x / (1.0 + q);
        let ring = 2.0 * PI * self.foundation.stiffness() * rc * rc;
        let force = d * (u - 0.5 * u * u)
            - e * u * u * (0.5 - u / 3.0)
            - rb * one_minus_q * one_minus_q * (1.0 + 2.0 * q) / (6.0 * kappa * kappa);
        let slope = u - u * u + u * u * u / 3.0 - one_minus_q * one_minus_q * (2.0 + q) / (3.0 * kappa.powi(3));
        (ring * force, ring * slope)
    }

    /// The indentation at which the push equals `force` ≥ 0.
    pub fn solve_indentation(&self, force: f64) -> Result<f64, RootError> {
        if force <= 0.0 {
            return Ok(0.0);
        }
        // F ≈ πk Rc² δ²/c for δ ≪ c and ≈ ⅔πk Rc² δ for δ ≫ c: twice the sum of both depths brackets the root at once,
        // or after some doubling; the depth at which the ball leaves the socket ends the search.
        let ring = PI * self.foundation.stiffness() * self.socket_radius.powi(2);
        let guess = (force / ring * self.clearance()).sqrt() + 1.5 * force / ring;
        let deepest = 0.9 * self.ball_radius;
        let mut upper = (2.0 * guess).min(deepest);
        // Where numbers overflow the guess may be nothing, which no doubling changes.
        for _ in 0..DOUBLINGS {
            if !(upper < deepest && self.force_and_slope(upper).0 < force) {
                break;
            }
            upper = (2.0 * upper).min(deepest);
        }
        let scaled = |d: f64| {
            let (f, slope) = self.force_and_slope(d);
            (f - force, slope)
        };
        solve_newton_bracketed(scaled, 0.0, upper, 1e-15)
    }
}

impl NormalLaw for ConformalSphere {
    type Acts = AtPoint;
    fn response(&self, gap: f64, _: f64) -> f64 {
        self.force_and_slope(-gap).0
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        (-self.force_and_slope(-gap).1, 0.0)
    }
    fn energy(&self, gap: f64) -> f64 {
        let d = (-gap).max(0.0);
        GaussLegendre::<24>::new().integrate(|x| self.force_and_slope(x).0, 0.0, d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Layer;
    use crate::material::Elastic;

    fn base() -> ConformalSphere {
        let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
        let foundation =
            Foundation::in_series([Layer { thickness: 8e-3, material }.stiffness()]).expect("a good layer");
        ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation }
    }

    /// A radius whose square overflows makes the first guess of the indentation nothing.
    #[test]
    fn absurd_radii_end_in_an_answer_or_an_error() {
        for radius in [1e-300, 1e-160, 1e100, 1e152, 1e160, 1e297, 1e307] {
            let joint = ConformalSphere { ball_radius: radius, socket_radius: radius * (1.0 + 1e-3), ..base() };
            let found = joint.solve_indentation(500.0);
            assert!(found.as_ref().is_err() || found.is_ok_and(f64::is_finite), "{radius}");
        }
    }

    /// Eqs. 20, 22 and 24 as printed, by Gauss–Legendre.
    #[test]
    fn eq25_equals_its_quadrature() {
        let law = base();
        let (rb, rc) = (law.ball_radius, law.socket_radius);
        for indentation in [1e-7, 1e-6, 1e-5, 5e-5, 2e-4, 1e-3] {
            let e = law.clearance() + indentation;
            let edge = ((rc * rc - rb * rb + e * e) / (2.0 * rc * e)).acos();
            let s = |psi: f64| e * psi.cos() + rb * (1.0 - (e / rb * psi.sin()).powi(2)).sqrt() - rc;
            let integrand = |psi: f64| 2.0 * PI * law.foundation.stiffness() * s(psi) * rc * rc * psi.sin() * psi.cos();
            let expected = GaussLegendre::<40>::new().integrate(integrand, 0.0, edge);
            let (force, _) = law.force_and_slope(indentation);
            assert!((force / expected - 1.0).abs() < 1e-7, "{indentation}: {force} {expected}");
            assert!((law.patch_angle(indentation) / edge - 1.0).abs() < 1e-7);
        }
    }

    /// Eq. 25 letter by letter; the printed form itself carries only about nine digits at 50 µm.
    #[test]
    fn the_regrouped_form_is_the_printed_form() {
        let law = base();
        let (rb, rc, d) = (law.ball_radius, law.socket_radius, 5e-5);
        let e = law.clearance() + d;
        let cos = (rc * rc - rb * rb + e * e) / (2.0 * rc * e);
        let sin2 = 1.0 - cos * cos;
        let bracket = e / 3.0 * (1.0 - cos.powi(3))
            + rb / 3.0 * (rb / e).powi(2) * (1.0 - (1.0 - (e / rb).powi(2) * sin2).powf(1.5))
            - rc / 2.0 * (1.0 - cos * cos);
        let printed = 2.0 * PI * law.foundation.stiffness() * rc * rc * bracket;
        assert!((law.force_and_slope(d).0 / printed - 1.0).abs() < 1e-8);
    }

    #[test]
    fn the_patch_ends_where_the_penetration_vanishes() {
        let law = base();
        for d in [1e-8, 1e-6, 1e-4, 1e-3] {
            assert!(law.penetration(d, law.edge(d)).abs() < 1e-12 * law.socket_radius);
            assert!((law.penetration(d, 0.0) - d).abs() < 1e-18);
        }
    }

    #[test]
    fn indentation_inverts_the_force_over_ten_decades() {
        let law = base();
        for exponent in -5..=5 {
            let force = 10f64.powi(exponent);
            let d = law.solve_indentation(force).expect("solvable");
            assert!((law.force_and_slope(d).0 / force - 1.0).abs() < 1e-12, "{force}");
        }
        assert_eq!(law.solve_indentation(0.0), Ok(0.0));
    }

    /// Light loads: a shallow patch is a paraboloid on springs, F = πk R δ² with 1/R = 1/Rb − 1/Rc.
    #[test]
    fn light_loads_follow_the_parabolic_foundation() {
        let law = base();
        let radius = law.ball_radius * law.socket_radius / law.clearance();
        let d = 1e-10;
        let expected = PI * law.foundation.stiffness() * radius * d * d;
        assert!((law.force_and_slope(d).0 / expected - 1.0).abs() < 1e-5);
    }
}
