//! How slender an elliptic patch is: the integrals, and the polynomials that are used instead of them.

use mechanics::contact::EllipticHertz;

/// One ratio of radii.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ellipse {
    /// Larger principal radius over the smaller one.
    pub radius_ratio: f64,
    /// b/a by elliptic integrals.
    pub exact: f64,
    /// b/a by the polynomial with the sign put right.
    pub fitted: f64,
    /// b/a by the polynomial as printed.
    pub printed: f64,
}

/// Ratios from 1 to 30.
pub fn compute_ellipses() -> Vec<Ellipse> {
    let at = |i: i32| {
        let radius_ratio = 10f64.powf(f64::from(i) / 20.0);
        Ellipse {
            radius_ratio,
            // Neither scale nor stiffness changes the shape.
            exact: EllipticHertz::new(radius_ratio, 1.0, 1.0).axis_ratio(),
            fitted: EllipticHertz::fitted_axis_ratio(radius_ratio, EllipticHertz::AXIS_FIT),
            printed: EllipticHertz::fitted_axis_ratio(radius_ratio, EllipticHertz::AXIS_FIT_AS_PRINTED),
        }
    };
    (0..=30).map(at).collect()
}
