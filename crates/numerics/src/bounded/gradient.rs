//! Minimum of a smooth function within bounds, with its gradient.

use super::bounds::Bounds;

/// Where a search ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    /// The best point.
    pub point: Vec<f64>,
    /// The function there.
    pub value: f64,
    /// How often the function was evaluated.
    pub evaluations: usize,
}

/// Follows quasi-Newton directions (BFGS) from a start, along the faces of the box where they leave it.
///
/// `function` writes its gradient and returns its value; an infinite value is a point that may not be used. Ends when no
/// parameter that may move has a slope, when steps stop helping, or after `evaluations`.
pub fn minimise_with_gradient(
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
    start: &[f64],
    bounds: &Bounds,
    evaluations: usize,
) -> Minimum {
    let n = start.len();
    let clamp = |x: f64, axis: usize| x.clamp(bounds.intervals()[axis].0, bounds.intervals()[axis].1);
    let mut x: Vec<f64> = start.iter().enumerate().map(|(axis, &x)| clamp(x, axis)).collect();
    let mut gradient = vec![0.0; n];
    let mut value = function(&x, &mut gradient);
    let mut used = 1;
    let mut inverse = identity(n);
    let mut fresh = true;
    let (mut trial, mut slopes) = (vec![0.0; n], vec![0.0; n]);
    while used < evaluations && value.is_finite() {
        let held = |axis: usize| {
            let (low, high) = bounds.intervals()[axis];
            (x[axis] <= low && gradient[axis] > 0.0) || (x[axis] >= high && gradient[axis] < 0.0)
        };
        let free: Vec<bool> = (0..n).map(|axis| !held(axis)).collect();
        let steepest =
            (0..n).filter(|&axis| free[axis]).fold(0.0, |greatest: f64, axis| gradient[axis].abs().max(greatest));
        if steepest <= 1e-8 * (1.0 + value.abs()) {
            break;
        }
        let mut direction: Vec<f64> = (0..n)
            .map(|row| {
                if !free[row] {
                    return 0.0;
                }
                -(0..n).filter(|&k| free[k]).map(|k| inverse[row * n + k] * gradient[k]).sum::<f64>()
            })
            .collect();
        let downhill = |direction: &[f64]| direction.iter().zip(&gradient).map(|(d, g)| d * g).sum::<f64>();
        if !(downhill(&direction) < 0.0) {
            direction.iter_mut().enumerate().for_each(|(k, d)| *d = if free[k] { -gradient[k] } else { 0.0 });
            (inverse, fresh) = (identity(n), true);
        }
        // Without curvature yet, a first step of about one unit.
        let mut step = if fresh { 1.0 / steepest.max(1.0) } else { 1.0 };
        let mut moved = false;
        for _ in 0..30 {
            for axis in 0..n {
                trial[axis] = clamp(x[axis] + step * direction[axis], axis);
            }
            let expected: f64 = trial.iter().zip(&x).zip(&gradient).map(|((t, x), g)| (t - x) * g).sum();
            let new = function(&trial, &mut slopes);
            used += 1;
            if new.is_finite() && new <= value + 1e-4 * expected {
                moved = new < value;
                update(&mut inverse, &x, &trial, &gradient, &slopes, &mut fresh);
                let gain = value - new;
                x.copy_from_slice(&trial);
                gradient.copy_from_slice(&slopes);
                value = new;
                moved &= gain > 1e-12 * (1.0 + value.abs());
                break;
            }
            if used >= evaluations {
                break;
            }
            step *= 0.3;
        }
        if !moved {
            if fresh {
                break;
            }
            (inverse, fresh) = (identity(n), true);
        }
    }
    Minimum { point: x, value, evaluations: used }
}

fn identity(n: usize) -> Vec<f64> {
    (0..n * n).map(|index| if index / n == index % n { 1.0 } else { 0.0 }).collect()
}

/// The inverse of the Hessian after a step s with a change y of the gradient:
/// H ← (I − s yᵀ/ρ) H (I − y sᵀ/ρ) + s sᵀ/ρ, ρ = sᵀy, when the function bends upwards along it.
fn update(inverse: &mut [f64], x: &[f64], next: &[f64], gradient: &[f64], slopes: &[f64], fresh: &mut bool) {
    let n = x.len();
    let s: Vec<f64> = next.iter().zip(x).map(|(a, b)| a - b).collect();
    let y: Vec<f64> = slopes.iter().zip(gradient).map(|(a, b)| a - b).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let rho = dot(&s, &y);
    if !(rho > 1e-12 * (dot(&s, &s) * dot(&y, &y)).sqrt()) {
        return;
    }
    if *fresh {
        let scale = rho / dot(&y, &y);
        inverse.iter_mut().for_each(|entry| *entry *= scale);
        *fresh = false;
    }
    let hy: Vec<f64> = inverse.chunks_exact(n).map(|row| dot(row, &y)).collect();
    let factor = 1.0 + dot(&y, &hy) / rho;
    for i in 0..n {
        for j in 0..n {
            inverse[i * n + j] += (factor * s[i] * s[j] - hy[i] * s[j] - s[i] * hy[j]) / rho;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rosenbrock(x: &[f64], gradient: &mut [f64]) -> f64 {
        let (a, b) = (1.0 - x[0], x[1] - x[0] * x[0]);
        gradient.copy_from_slice(&[-2.0 * a - 400.0 * x[0] * b, 200.0 * b]);
        a * a + 100.0 * b * b
    }

    #[test]
    fn the_minimum_of_rosenbrock_is_found() {
        let bounds = Bounds::new(vec![(-2.0, 2.0); 2]).expect("bounds");
        let minimum = minimise_with_gradient(rosenbrock, &[-1.2, 1.0], &bounds, 200);
        assert!((minimum.point[0] - 1.0).abs() < 1e-5 && (minimum.point[1] - 1.0).abs() < 1e-5, "{minimum:?}");
        assert!(minimum.evaluations < 100, "{minimum:?}");
    }

    #[test]
    fn a_minimum_on_the_edge_is_found() {
        // With x ≤ ½ the minimum is at x = ½, y = ¼: the value is ¼.
        let bounds = Bounds::new(vec![(-2.0, 0.5), (-2.0, 2.0)]).expect("bounds");
        let minimum = minimise_with_gradient(rosenbrock, &[-1.2, 1.0], &bounds, 200);
        assert!((minimum.point[0] - 0.5).abs() < 1e-12 && (minimum.point[1] - 0.25).abs() < 1e-6, "{minimum:?}");
        assert!((minimum.value - 0.25).abs() < 1e-12);
    }
}
