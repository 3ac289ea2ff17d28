//! Exact geodesics between two tangents, on a surface that is a level of a function.
//!
//! On a level of E a geodesic obeys `x″ = −(x′ᵀ E″ x′)/|∇E|² ∇E`. Unknown are where it begins and how long it is; it begins
//! along the tangent from p, and where it ends the tangent must hit q: four equations,
//! `E(x) = 0`, `∇E·(x − p) = 0` at the start, `n·(q − y) = 0`, `(n × y′)·(q − y) = 0` at the end, solved by Newton's method
//! from a section or tube nearby. Both tangents met, the length is stationary, and pulls are its slopes.
//!
//! *Checked by*: great circles, circles of a tube, Clairaut's relation, the slope of the length.

use super::Around;
use nalgebra::{Matrix4, Vector3, Vector4};

/// Steps of the integration over the whole way.
const STEPS: u32 = 48;
/// Newton steps.
const MOST: usize = 30;
/// Residual that is met, beside the size of the surface.
const MET: f64 = 1e-12;

/// A function whose zero level is the surface.
pub(super) trait Level {
    /// E.
    fn value(&self, x: &Vector3<f64>) -> f64;
    /// ∇E.
    fn gradient(&self, x: &Vector3<f64>) -> Vector3<f64>;
    /// tᵀ E″ t.
    fn curvature(&self, x: &Vector3<f64>, along: &Vector3<f64>) -> f64;
}

/// The geodesic near a given way around; `None` if Newton's method finds none, or one that turns back.
pub(super) fn refine(surface: &impl Level, [p, q]: [&Vector3<f64>; 2], guess: &Around) -> Option<Around> {
    let scale = guess.enter.norm().max(guess.arc);
    let mut unknown = Vector4::new(guess.enter.x, guess.enter.y, guess.enter.z, guess.arc);
    let mut residual = miss(surface, [p, q], &unknown);
    for _ in 0..MOST {
        if residual.norm() < MET * scale {
            break;
        }
        let mut jacobian = Matrix4::zeros();
        let step = 1e-6 * scale;
        for k in 0..4 {
            let (mut more, mut less) = (unknown, unknown);
            more[k] += step;
            less[k] -= step;
            let slope = (miss(surface, [p, q], &more) - miss(surface, [p, q], &less)) / (2.0 * step);
            jacobian.set_column(k, &slope);
        }
        let newton = jacobian.lu().solve(&residual)?;
        let mut share = (0.3 * scale / newton.norm()).min(1.0);
        // Shorter until it helps.
        loop {
            let next = unknown - newton * share;
            let missed = miss(surface, [p, q], &next);
            if missed.norm() < residual.norm() {
                (unknown, residual) = (next, missed);
                break;
            }
            share *= 0.5;
            if share < 1e-4 {
                // As good as rounding lets it be, or lost.
                return (residual.norm() < 1e-10 * scale).then(|| around(surface, p, &unknown, guess));
            }
        }
    }
    let found = around(surface, p, &unknown, guess);
    (residual.norm() < 1e-10 * scale && unknown[3] > 0.0).then_some(found)
}

fn around(surface: &impl Level, p: &Vector3<f64>, unknown: &Vector4<f64>, guess: &Around) -> Around {
    let enter = unknown.xyz();
    let (leave, _) = shoot(surface, enter, start_direction(surface, p, &enter), unknown[3]);
    Around { enter, leave, arc: unknown[3], ..*guess }
}

/// Along the tangent from p, within the surface.
fn start_direction(surface: &impl Level, p: &Vector3<f64>, x: &Vector3<f64>) -> Vector3<f64> {
    let normal = surface.gradient(x).normalize();
    let along = x - p;
    (along - normal * normal.dot(&along)).normalize()
}

/// The four equations, each a length.
fn miss(surface: &impl Level, [p, q]: [&Vector3<f64>; 2], unknown: &Vector4<f64>) -> Vector4<f64> {
    let x = unknown.xyz();
    let gradient = surface.gradient(&x);
    let size = gradient.norm();
    let (y, direction) = shoot(surface, x, start_direction(surface, p, &x), unknown[3]);
    let normal = surface.gradient(&y).normalize();
    let rest = q - y;
    Vector4::new(
        surface.value(&x) / size,
        gradient.dot(&(x - p)) / size,
        normal.dot(&rest),
        normal.cross(&direction).dot(&rest),
    )
}

/// Follows a geodesic over a length by the classical Runge–Kutta method of fourth order, extrapolated to the fifth.
pub(super) fn shoot(
    surface: &impl Level,
    x: Vector3<f64>,
    direction: Vector3<f64>,
    length: f64,
) -> (Vector3<f64>, Vector3<f64>) {
    let whole = run(surface, x, direction, length, STEPS);
    let half = run(surface, x, direction, length, 2 * STEPS);
    (half.0 + (half.0 - whole.0) / 15.0, half.1 + (half.1 - whole.1) / 15.0)
}

fn run(
    surface: &impl Level,
    mut x: Vector3<f64>,
    mut v: Vector3<f64>,
    length: f64,
    steps: u32,
) -> (Vector3<f64>, Vector3<f64>) {
    let h = length / f64::from(steps);
    let bend = |x: &Vector3<f64>, v: &Vector3<f64>| {
        let gradient = surface.gradient(x);
        gradient * (-surface.curvature(x, v) / gradient.norm_squared())
    };
    for _ in 0..steps {
        let a1 = bend(&x, &v);
        let (x2, v2) = (x + v * (0.5 * h), v + a1 * (0.5 * h));
        let a2 = bend(&x2, &v2);
        let (x3, v3) = (x + v2 * (0.5 * h), v + a2 * (0.5 * h));
        let a3 = bend(&x3, &v3);
        let (x4, v4) = (x + v3 * h, v + a3 * h);
        let a4 = bend(&x4, &v4);
        x += (v + (v2 + v3) * 2.0 + v4) * (h / 6.0);
        v += (a1 + (a2 + a3) * 2.0 + a4) * (h / 6.0);
    }
    (x, v)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x² + y² + z²/4 = 1.
    struct Spheroid;

    impl Level for Spheroid {
        fn value(&self, x: &Vector3<f64>) -> f64 {
            x.xy().norm_squared() + 0.25 * x.z * x.z - 1.0
        }

        fn gradient(&self, x: &Vector3<f64>) -> Vector3<f64> {
            Vector3::new(2.0 * x.x, 2.0 * x.y, 0.5 * x.z)
        }

        fn curvature(&self, _: &Vector3<f64>, along: &Vector3<f64>) -> f64 {
            2.0 * along.xy().norm_squared() + 0.5 * along.z * along.z
        }
    }

    #[test]
    fn clairaut_is_kept_on_a_surface_of_revolution() {
        // Distance from the axis times the sine of the angle with the meridian: the moment of the direction about z.
        let x = Vector3::new(0.6, 0.0, 1.6);
        let along = Vector3::new(0.0, 0.8, 0.0) + Vector3::new(0.8, 0.0, -1.2).normalize() * 0.6;
        assert!(Spheroid.value(&x).abs() < 1e-15 && Spheroid.gradient(&x).dot(&along).abs() < 1e-15);
        for length in [0.5, 1.5, 3.0] {
            let (y, direction) = shoot(&Spheroid, x, along, length);
            assert!((y.cross(&direction).z - x.cross(&along).z).abs() < 1e-8, "{length}");
            assert!(Spheroid.value(&y).abs() < 1e-8 && (direction.norm() - 1.0).abs() < 1e-8, "{length}");
        }
    }
}
