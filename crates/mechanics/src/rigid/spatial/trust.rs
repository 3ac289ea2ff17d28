//! One step of a search for a place of rest: as far as a model of the forces can be trusted.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// Stiffnesses below this share of the largest hold nothing.
const SLACK: f64 = 1e-12;
/// A part of the stiffness without symmetry, as a share of the largest, that is more than rounding and rough normals.
const SKEW: f64 = 1e-3;
/// Halvings of the interval in which the length of a step is met.
const HALVINGS: u32 = 60;

/// A step, and the work that the model says the forces do on its way.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub change: DVector<f64>,
    pub work: f64,
}

/// The step to where a linear model of the forces, f − K d, vanishes; where that is farther than `radius`, or no place of
/// rest that would be stable, the step of that length on which the forces of the model do the most work:
/// (K + μ 1) d = f with the least μ that makes K + μ 1 positive and d short enough [ConnGouldToint2000].
///
/// Forces of friction have no energy, and K no symmetry: a step that is too long is then shortened as it is. Directions that
/// nothing holds and nothing pushes (less than `negligible`) are left alone.
pub(super) fn solve_step(
    forces: &DVector<f64>,
    stiffness: &DMatrix<f64>,
    radius: f64,
    negligible: f64,
) -> Option<Step> {
    let symmetric = 0.5 * (stiffness + stiffness.transpose());
    let SymmetricEigen { eigenvectors, eigenvalues } =
        SymmetricEigen::try_new(symmetric.clone(), f64::EPSILON, 10_000)?;
    let slack = SLACK * eigenvalues.amax();
    let measured = |change: DVector<f64>| {
        let work = forces.dot(&change) - 0.5 * change.dot(&(&symmetric * &change));
        (change.iter().all(|x| x.is_finite()) && work > 0.0).then_some(Step { change, work })
    };
    if eigenvalues.iter().all(|stiff| *stiff > slack) {
        let skew = (stiffness - &symmetric).amax() > SKEW * eigenvalues.amax();
        let full = stiffness.clone().lu().solve(forces).and_then(|change| {
            let share = radius / change.norm();
            // On the way to where the model vanishes all forces become smaller, also those that have no energy.
            if share >= 1.0 { Some(change) } else { skew.then(|| change * share) }
        });
        if let Some(step) = full.and_then(measured) {
            return Some(step);
        }
    }
    let along = eigenvectors.tr_mul(forces);
    let moves = |k: &usize| along[*k].abs() > negligible || eigenvalues[*k] > slack;
    let free: Vec<usize> = (0..along.len()).filter(moves).collect();
    let softest = free.iter().map(|k| eigenvalues[*k]).fold(f64::INFINITY, f64::min);
    let step = |mu: f64| {
        let mut step = DVector::zeros(along.len());
        free.iter().for_each(|&k| step[k] = along[k] / (eigenvalues[k] + mu));
        step
    };
    let mut mu = 0.0;
    if softest <= slack || step(0.0).norm() > radius {
        let mut low = (-softest).max(0.0);
        let mut high = low + along.norm() / radius + slack;
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if step(middle).norm() > radius { low = middle } else { high = middle }
        }
        mu = high;
    }
    measured(eigenvectors * step(mu))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(stiffness: &[f64], forces: &[f64], radius: f64) -> Step {
        let n = forces.len();
        let matrix = DMatrix::from_row_slice(n, n, stiffness);
        solve_step(&DVector::from_column_slice(forces), &matrix, radius, 1e-12).expect("a step")
    }

    #[test]
    fn a_short_step_is_newtons_also_without_symmetry() {
        let step = asked(&[4.0, 1.0, -1.0, 2.0], &[5.0, 1.0], 10.0);
        // 4 x + y = 5, −x + 2 y = 1.
        assert!((step.change[0] - 1.0).abs() < 1e-12 && (step.change[1] - 1.0).abs() < 1e-12, "{step:?}");
        // f·d − ½ d·K d = 6 − 3.
        assert!((step.work - 3.0).abs() < 1e-12, "{step:?}");
    }

    /// Of all steps of the same length none does more work, by trying the whole circle.
    #[test]
    fn a_long_step_does_the_most_work_that_a_step_of_its_length_can() {
        for (k, f) in
            [([3.0, 1.0, 1.0, 2.0], [50.0, -20.0]), ([1.0, 2.0, 2.0, -3.0], [0.3, 0.1]), ([0.0; 4], [1.0, 2.0])]
        {
            let step = asked(&k, &f, 0.5);
            assert!((step.change.norm() - 0.5).abs() < 1e-9, "{step:?}");
            let work = |angle: f64| {
                let (x, y) = (0.5 * angle.cos(), 0.5 * angle.sin());
                f[0] * x + f[1] * y - 0.5 * (k[0] * x * x + (k[1] + k[2]) * x * y + k[3] * y * y)
            };
            let best = (0..20_000).map(|i| work(f64::from(i) * 1e-4 * std::f64::consts::PI)).fold(f64::MIN, f64::max);
            assert!((step.work / best - 1.0).abs() < 1e-6, "{k:?}: {} {best}", step.work);
        }
    }

    #[test]
    fn what_nothing_holds_and_nothing_pushes_stays() {
        let step = asked(&[2.0, 0.0, 0.0, 0.0], &[1.0, 0.0], 10.0);
        assert_eq!(step.change.as_slice(), [0.5, 0.0]);
    }
}
