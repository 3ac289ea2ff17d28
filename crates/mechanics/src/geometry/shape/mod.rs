//! Exact surfaces: what a mesh only approximates.
//!
//! ```
//! use std::f64::consts::{FRAC_PI_2, TAU};
//!
//! use mechanics::geometry::Surface;
//! use mechanics::geometry::shape::SphericalCup;
//! use nalgebra::Vector3;
//!
//! let cup = SphericalCup::new(Vector3::zeros(), 14e-3, Vector3::y(), FRAC_PI_2)?;
//! assert!((cup.compute_area() / (TAU * 14e-3_f64.powi(2)) - 1.0).abs() < 1e-12);
//! # Ok::<(), mechanics::geometry::shape::ShapeError>(())
//! ```

mod cylinder;
mod ellipsoid;
mod panels;
mod plane;
mod sphere;
mod spherical_cup;
mod torus;

pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use plane::Plane;
pub use sphere::Sphere;
pub use spherical_cup::SphericalCup;
pub use torus::Torus;

/// A shape that cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the {what} is {value}")]
pub struct ShapeError {
    /// Which measure.
    pub what: &'static str,
    /// Its value, in m or rad.
    pub value: f64,
    /// What it must be.
    pub hint: &'static str,
}

/// Measures that must be positive and finite.
fn positive<const N: usize>(measures: [(&'static str, f64); N]) -> Result<(), ShapeError> {
    let bad = measures.into_iter().find(|(_, value)| !(*value > 0.0 && value.is_finite()));
    bad.map_or(Ok(()), |(what, value)| Err(ShapeError { what, value, hint: "it must be positive and finite" }))
}

/// A direction that has one.
fn direction(what: &'static str, vector: nalgebra::Vector3<f64>) -> Result<nalgebra::Vector3<f64>, ShapeError> {
    let length = vector.norm();
    if length > 0.0 && length.is_finite() {
        Ok(vector / length)
    } else {
        Err(ShapeError { what, value: length, hint: "a direction needs a length that is neither zero nor infinite" })
    }
}

/// The real zeros of a t² + 2 b t + c in increasing order; both are NaN if there are none.
fn quadratic(a: f64, b: f64, c: f64) -> [f64; 2] {
    // Kahan's form: no difference of nearly equal numbers.
    let root = (b * b - a * c).sqrt();
    let q = -(b + root.copysign(b));
    let (first, second) = (q / a, if q == 0.0 { 0.0 } else { c / q });
    if first < second { [first, second] } else { [second, first] }
}
