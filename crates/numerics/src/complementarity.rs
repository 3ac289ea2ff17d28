//! Linear complementarity with equilibrium: the contact of bodies that cannot pull.
//!
//! ```
//! use nalgebra::DMatrix;
//! use numerics::complementarity::Complementarity;
//!
//! // A plate sinks on two springs, of which it reaches only one.
//! let (compliance, guide) = (DMatrix::identity(2, 2), DMatrix::from_element(2, 1, 1.0));
//! let plate = Complementarity { compliance: &compliance, gap: &[0.0, 0.5], guide: &guide, force: &[0.4] };
//! assert_eq!(plate.solve(&[true, true])?.closed, [true, false]);
//! # Ok::<(), numerics::complementarity::ComplementarityError>(())
//! ```

use crate::dense::{Room, factorise_ldlt, solve_ldlt};
use nalgebra::{DMatrix, DVector};

mod active_set;
mod operator;

pub use active_set::{ContactLimits, ContactSet, ContactWork};
pub use operator::{Compliance, DenseCompliance};

/// Full exchanges without progress before single ones begin.
const PATIENCE: usize = 10;
/// Rounding allowed in a sign, beside the largest value.
const ROUNDING: f64 = 1e-12;

/// Find p and c with `p ≥ 0, w = q + A p − H c ≥ 0, pᵢ wᵢ = 0, Hᵀ p = f`.
///
/// | symbol | field | contact |
/// |---|---|---|
/// | A | `compliance` | how much a pressure opens the gaps; symmetric, positive definite |
/// | q | `gap` | gaps without pressure |
/// | H | `guide` | how much each free motion of the body closes the gaps; may have no columns |
/// | f | `force` | force along each free motion |
#[derive(Debug)]
pub struct Complementarity<'a> {
    /// A.
    pub compliance: &'a DMatrix<f64>,
    /// q.
    pub gap: &'a [f64],
    /// H, a row for each gap.
    pub guide: &'a DMatrix<f64>,
    /// f.
    pub force: &'a [f64],
}

/// What solves a complementarity problem.
#[derive(Debug, Clone, PartialEq)]
pub struct ComplementaritySolution {
    /// p.
    pub pressure: Vec<f64>,
    /// c.
    pub motion: Vec<f64>,
    /// w.
    pub gap: Vec<f64>,
    /// Where the gap is closed; elsewhere the pressure is zero.
    pub closed: Vec<bool>,
    /// Systems solved.
    pub pivots: usize,
}

/// Why there is no solution.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ComplementarityError {
    /// A, or Hᵀ A⁻¹ H, is not positive definite on the closed gaps.
    #[error(
        "no stiffness along a free motion, or a compliance that is not positive, with {closed} of {total} gaps closed"
    )]
    Indefinite {
        /// Gaps closed.
        closed: usize,
        /// All gaps.
        total: usize,
    },
    /// The exchange of open and closed gaps did not end.
    #[error("open and closed gaps still change after {pivots} exchanges; {wrong} of {total} have the wrong sign")]
    Cycling {
        /// Systems solved.
        pivots: usize,
        /// Gaps or pressures with the wrong sign.
        wrong: usize,
        /// All gaps.
        total: usize,
    },
}

/// What follows from a choice of closed gaps, with signs that may be wrong.
struct Trial {
    pressure: Vec<f64>,
    motion: Vec<f64>,
    gap: Vec<f64>,
}

impl Complementarity<'_> {
    /// Solves by exchanging all gaps and pressures of the wrong sign at once, and, when that makes no progress, one at a
    /// time with the smallest index, which cannot cycle [JudicePires1994].
    ///
    /// `closed` is where to begin; all closed is a good start.
    pub fn solve(&self, closed: &[bool]) -> Result<ComplementaritySolution, ComplementarityError> {
        let total = self.gap.len();
        let mut closed = closed.to_vec();
        let (mut best, mut patience) = (usize::MAX, PATIENCE);
        let most = 50 + 10 * total;
        for pivots in 1..=most {
            if !closed.contains(&true) && self.force.iter().any(|f| *f != 0.0) {
                // Something must carry the force: the narrowest gap.
                if let Some(first) = (0..total).min_by(|&i, &j| self.gap[i].total_cmp(&self.gap[j])) {
                    closed[first] = true;
                }
            }
            let Trial { pressure, motion, gap } = self.solve_closed(&closed)?;
            let largest = |v: &[f64]| v.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            let (p_tiny, w_tiny) = (ROUNDING * largest(&pressure), ROUNDING * largest(&gap).max(largest(self.gap)));
            let wrong: Vec<usize> =
                (0..total).filter(|&i| if closed[i] { pressure[i] < -p_tiny } else { gap[i] < -w_tiny }).collect();
            if wrong.is_empty() {
                return Ok(ComplementaritySolution { pressure, motion, gap, closed, pivots });
            }
            if pivots == most {
                return Err(ComplementarityError::Cycling { pivots, wrong: wrong.len(), total });
            }
            if wrong.len() < best {
                (best, patience) = (wrong.len(), PATIENCE);
            } else {
                patience = patience.saturating_sub(1);
            }
            let count = if patience > 0 { wrong.len() } else { 1 };
            wrong[..count].iter().for_each(|&i| closed[i] = !closed[i]);
        }
        Err(ComplementarityError::Cycling { pivots: most, wrong: best, total })
    }

    /// Pressures, motion and gaps when exactly these gaps are closed.
    fn solve_closed(&self, closed: &[bool]) -> Result<Trial, ComplementarityError> {
        let Self { compliance: a, gap: q, guide: h, force: f } = *self;
        let set: Vec<usize> = (0..closed.len()).filter(|&i| closed[i]).collect();
        let (n, m) = (set.len(), h.ncols());
        let indefinite = ComplementarityError::Indefinite { closed: n, total: closed.len() };
        let mut factor = vec![0.0; n * n];
        for (j, &k) in set.iter().enumerate() {
            let from = a.column(k);
            (j..n).for_each(|i| factor[j * n + i] = from[set[i]]);
        }
        factorise_ldlt(&mut factor, n, n, &mut Room::default());
        if !factor.iter().step_by(n + 1).all(|pivot| *pivot > 0.0) {
            return Err(indefinite);
        }
        // Columns A⁻¹q and A⁻¹H, from which c follows by Hᵀp = f and p = A⁻¹(H c − q).
        let mut columns = DMatrix::from_fn(n, m + 1, |i, j| if j == 0 { q[set[i]] } else { h[(set[i], j - 1)] });
        columns.as_mut_slice().chunks_exact_mut(n.max(1)).for_each(|column| solve_ldlt(&factor, column));
        let product = |k: usize, j: usize| (0..n).map(|i| h[(set[i], k)] * columns[(i, j)]).sum::<f64>();
        let mut motion = vec![0.0; m];
        if m > 0 {
            let schur = DMatrix::from_fn(m, m, |k, j| product(k, j + 1));
            let right = DVector::from_fn(m, |k, _| f[k] + product(k, 0));
            let solved = schur.lu().solve(&right).filter(|c| c.iter().all(|x| x.is_finite())).ok_or(indefinite)?;
            motion.copy_from_slice(solved.as_slice());
        }
        let mut pressure = vec![0.0; closed.len()];
        for (i, &k) in set.iter().enumerate() {
            pressure[k] = (0..m).map(|j| columns[(i, j + 1)] * motion[j]).sum::<f64>() - columns[(i, 0)];
        }
        let mut gap = vec![0.0; closed.len()];
        for (i, w) in gap.iter_mut().enumerate().filter(|(i, _)| !closed[*i]) {
            // A is symmetric, and stored by columns.
            let column = a.column(i);
            let opened: f64 = set.iter().map(|&k| column[k] * pressure[k]).sum();
            *w = q[i] + opened - (0..m).map(|j| h[(i, j)] * motion[j]).sum::<f64>();
        }
        Ok(Trial { pressure, motion, gap })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn residual(problem: &Complementarity<'_>, s: &ComplementaritySolution) -> f64 {
        let p = DVector::from_column_slice(&s.pressure);
        let w = DVector::from_column_slice(problem.gap) + problem.compliance * &p
            - problem.guide * DVector::from_column_slice(&s.motion);
        let contact = p.iter().zip(&w).map(|(p, w)| p.min(*w).abs()).fold(0.0, f64::max);
        let force = problem.guide.tr_mul(&p) - DVector::from_column_slice(problem.force);
        contact.max(force.amax())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Random positive definite compliances with fully populated rows, far from the M-matrices of thin layers.
        #[test]
        fn any_positive_definite_contact_is_solved(n in 2_usize..30, guides in 0_usize..3, seed in any::<u64>()) {
            let mut state = seed | 1;
            let mut noise = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
            };
            let guides = guides.min(n - 1);
            let root = DMatrix::from_fn(n, n, |_, _| noise());
            let compliance = &root * root.transpose() + DMatrix::identity(n, n) * 0.05;
            let gap: Vec<f64> = (0..n).map(|_| noise()).collect();
            // A first guide that closes every gap can always carry its force.
            let guide = DMatrix::from_fn(n, guides, |_, j| if j == 0 { 0.6 + 0.5 * noise() } else { noise() });
            // The force of pressures that exist.
            let some: Vec<f64> = (0..n).map(|_| 1.0 + noise()).collect();
            let force: Vec<f64> = (0..guides).map(|j| (0..n).map(|i| guide[(i, j)] * some[i]).sum()).collect();
            let problem = Complementarity { compliance: &compliance, gap: &gap, guide: &guide, force: &force };
            if let Ok(solution) = problem.solve(&vec![true; n]) {
                prop_assert!(residual(&problem, &solution) < 1e-9, "{}", residual(&problem, &solution));
            } else {
                prop_assert!(guides > 1, "not solved");
            }
        }
    }

    #[test]
    fn two_springs_under_a_plate_share_its_weight_or_leave_it_to_one() {
        // Springs of compliance 1 and 2; gaps 0 and 0.5 under a plate that can only sink.
        let compliance = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 2.0]));
        let guide = DMatrix::from_element(2, 1, 1.0);
        let sink = |force: f64| {
            let problem = Complementarity { compliance: &compliance, gap: &[0.0, 0.5], guide: &guide, force: &[force] };
            problem.solve(&[true, true]).expect("a solution")
        };
        let light = sink(0.4);
        assert_eq!((light.pressure, light.closed), (vec![0.4, 0.0], vec![true, false]));
        // Both: p₁ = c, p₂ = (c − 0.5)/2, p₁ + p₂ = 2 gives c = 1.5.
        let heavy = sink(2.0);
        assert!((heavy.motion[0] - 1.5).abs() < 1e-14 && (heavy.pressure[1] - 0.5).abs() < 1e-14);
    }
}
