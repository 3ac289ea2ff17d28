//! From markers to coordinates: weighted least squares in every frame, with exact derivatives [Lu1999].
//!
//! *Checked by*: OpenSim's inverse kinematics, and motions that carried the markers.

use mechanics::rigid::tree::Skeleton;
use nalgebra::{DMatrix, DVector, Vector3};

use super::anatomy::Anatomy;

#[cfg(test)]
mod opensim;

/// Steps of a frame, at most.
const STEPS: usize = 60;
/// A step shorter than this (rad or m) is the last.
const SETTLED: f64 = 1e-11;

/// A marker of the model that was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Seen {
    /// Its number in the model.
    pub marker: usize,
    /// What its distance counts, squared.
    pub weight: f64,
}

/// A frame's coordinates and how well they fit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fit {
    pub q: Vec<f64>,
    /// Root of the mean squared distance of the markers that were seen, m; NaN where none was.
    pub rms: f64,
    /// The largest distance, m, and the marker.
    pub worst: (f64, usize),
    pub steps: usize,
}

/// The coordinates that bring the model's markers nearest to measured places, from a start. A place that is NaN was not seen.
///
/// Minimises `Σ wᵢ |pᵢ(q) − mᵢ|²` by Levenberg's method: `(Jᵀ W J + λ 1) Δq = Jᵀ W (m − p)`.
pub(super) fn solve_frame(
    anatomy: &Anatomy,
    skeleton: &Skeleton,
    seen: &[Seen],
    places: &[Vector3<f64>],
    start: &[f64],
) -> Fit {
    let free = skeleton.free().to_vec();
    let mut q = start.to_vec();
    skeleton.complete(&mut q);
    let there: Vec<(usize, &Seen)> = seen
        .iter()
        .enumerate()
        .filter(|(i, seen)| seen.weight > 0.0 && places[*i].iter().all(|x| x.is_finite()))
        .collect();
    let cost = |q: &[f64]| {
        let pose = skeleton.compute_pose(q);
        let off = |(i, seen): &(usize, &Seen)| {
            let marker = &anatomy.markers[seen.marker];
            seen.weight * (pose.body(marker.body).point(&marker.place) - places[*i]).norm_squared()
        };
        there.iter().map(off).sum::<f64>()
    };
    let (mut best, mut damping, mut steps) = (cost(&q), 1e-8, 0);
    while steps < STEPS && !there.is_empty() {
        steps += 1;
        let pose = skeleton.compute_pose(&q);
        let mut normal = DMatrix::zeros(free.len(), free.len());
        let mut right = DVector::zeros(free.len());
        for (i, seen) in &there {
            let marker = &anatomy.markers[seen.marker];
            let point = pose.body(marker.body).point(&marker.place);
            let jacobian = pose.compute_jacobian(marker.body, &point);
            let rows: Vec<DVector<f64>> = (0..3)
                .map(|k| DVector::from_vec(skeleton.reduce(&q, jacobian.row(k).transpose().as_slice())))
                .collect();
            let off = places[*i] - point;
            for (k, row) in rows.iter().enumerate() {
                normal.ger(seen.weight, row, row, 1.0);
                right.axpy(seen.weight * off[k], row, 1.0);
            }
        }
        let size = normal.diagonal().max().max(1e-12);
        let mut length = f64::INFINITY;
        for _ in 0..20 {
            let mut damped = normal.clone();
            (0..free.len()).for_each(|i| damped[(i, i)] += damping * size);
            let Some(step) = damped.cholesky().map(|factor| factor.solve(&right)) else {
                damping = (10.0 * damping).max(1e-12);
                continue;
            };
            let mut trial = q.clone();
            free.iter().zip(step.iter()).for_each(|(at, by)| trial[*at] += by);
            skeleton.complete(&mut trial);
            let found = cost(&trial);
            if found <= best {
                (q, best, length) = (trial, found, step.amax());
                damping = (0.1 * damping).max(1e-14);
                break;
            }
            length = step.amax();
            if length < SETTLED {
                break;
            }
            damping *= 10.0;
        }
        if length < SETTLED {
            break;
        }
    }
    let pose = skeleton.compute_pose(&q);
    let distance = |(i, seen): &(usize, &Seen)| {
        let marker = &anatomy.markers[seen.marker];
        ((pose.body(marker.body).point(&marker.place) - places[*i]).norm(), seen.marker)
    };
    let worst = there.iter().map(distance).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
    let squares: f64 = there.iter().map(|pair| distance(pair).0.powi(2)).sum();
    Fit { q, rms: (squares / there.len() as f64).sqrt(), worst, steps }
}
