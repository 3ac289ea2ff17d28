//! Which gaps close, again and again on one compliance: linear complementarity without allocation, from a warm start.
//!
//! ```
//! use numerics::gaps::{Columns, GapSolver};
//!
//! // Of two springs one is pressed in by 2, and the other is not reached.
//! let (mut solver, mut closed) = (GapSolver::default(), [true, true]);
//! let compliance = Columns { values: &[1.0, 0.0, 0.0, 1.0], size: 2 };
//! solver.solve(compliance, &[0, 1], &[-2.0, 1.0], &mut closed)?;
//! assert_eq!((solver.forces(), closed), ([2.0, 0.0].as_slice(), [true, false]));
//! # Ok::<(), numerics::complementarity::ComplementarityError>(())
//! ```
//!
//! Find f with `f ≥ 0, w = g + A f ≥ 0, fᵢ wᵢ = 0` for some rows of a large symmetric positive definite A.
//!
//! | symbol | meaning | unit in a contact |
//! |---|---|---|
//! | A | how much a force opens the gaps | m/N |
//! | g, w | gaps without and with forces | m |
//! | f | forces | N |
//!
//! All gaps and forces of the wrong sign are exchanged at once, and, when that makes no progress, one at a time with the
//! smallest index, which cannot cycle [JudicePires1994]. Where it begins changes the cost, never the answer: forces come
//! from one factorisation of the closed gaps in their order.
//!
//! *Checked by* [`crate::complementarity`], which solves the same problem with free motions on dense matrices.

use crate::complementarity::ComplementarityError;
use crate::dense::{Room, factorise_ldlt, solve_ldlt};

/// Full exchanges without progress before single ones begin.
const PATIENCE: usize = 10;
/// Rounding allowed in a sign, beside the largest value.
const ROUNDING: f64 = 1e-12;

/// A square matrix by columns, of which a problem uses some rows and columns.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// Column after column.
    pub values: &'a [f64],
    /// Rows of a column.
    pub size: usize,
}

impl<'a> Columns<'a> {
    fn column(&self, k: u32) -> &'a [f64] {
        &self.values[k as usize * self.size..][..self.size]
    }
}

/// A solver that keeps its storage, and the factor of the closed gaps.
#[derive(Debug, Clone, Default)]
pub struct GapSolver {
    forces: Vec<f64>,
    /// Closed gaps: their places among those of the problem.
    set: Vec<u32>,
    wrong: Vec<u32>,
    factor: Vec<f64>,
    right: Vec<f64>,
    room: Room,
    pivots: u64,
}

impl GapSolver {
    /// The force of every gap of the problem solved last.
    pub fn forces(&self) -> &[f64] {
        &self.forces
    }

    /// Where the gaps are closed: places among those of the problem, ascending.
    pub fn closed(&self) -> &[u32] {
        &self.set
    }

    /// Systems solved so far.
    pub fn pivots(&self) -> u64 {
        self.pivots
    }

    /// Solves for some rows of A. `closed` says where to begin and, afterwards, what is closed.
    ///
    /// # Errors
    /// When A is not positive definite, or the exchange does not end.
    pub fn solve(
        &mut self,
        a: Columns<'_>,
        rows: &[u32],
        gaps: &[f64],
        closed: &mut [bool],
    ) -> Result<(), ComplementarityError> {
        let total = rows.len();
        let (mut best, mut patience) = (usize::MAX, PATIENCE);
        let most = 50 + 10 * total;
        let largest_gap = gaps.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        for exchange in 1..=most {
            self.solve_closed(a, rows, gaps, closed)?;
            self.pivots += 1;
            let tiny = ROUNDING * self.forces.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            self.wrong.clear();
            for i in 0..total {
                let wrong = if closed[i] {
                    self.forces[i] < -tiny
                } else {
                    let column = a.column(rows[i]);
                    let opened: f64 =
                        self.set.iter().map(|&k| column[rows[k as usize] as usize] * self.forces[k as usize]).sum();
                    gaps[i] + opened < -ROUNDING * largest_gap
                };
                if wrong {
                    self.wrong.push(i as u32);
                }
            }
            if self.wrong.is_empty() {
                return Ok(());
            }
            if exchange == most {
                break;
            }
            if self.wrong.len() < best {
                (best, patience) = (self.wrong.len(), PATIENCE);
            } else {
                patience = patience.saturating_sub(1);
            }
            let count = if patience > 0 { self.wrong.len() } else { 1 };
            self.wrong[..count].iter().for_each(|&i| closed[i as usize] = !closed[i as usize]);
        }
        Err(ComplementarityError::Cycling { pivots: most, wrong: self.wrong.len(), total })
    }

    fn solve_closed(
        &mut self,
        a: Columns<'_>,
        rows: &[u32],
        gaps: &[f64],
        closed: &[bool],
    ) -> Result<(), ComplementarityError> {
        self.set.clear();
        self.set.extend((0..rows.len() as u32).filter(|&i| closed[i as usize]));
        let n = self.set.len();
        // No value of the last problem is read: only the lower half is factorised.
        self.factor.resize(n * n, 0.0);
        for (j, &k) in self.set.iter().enumerate() {
            let (from, to) = (a.column(rows[k as usize]), &mut self.factor[j * n..(j + 1) * n]);
            (j..n).for_each(|i| to[i] = from[rows[self.set[i] as usize] as usize]);
        }
        factorise_ldlt(&mut self.factor, n, n, &mut self.room);
        if !self.factor.iter().step_by(n + 1).all(|pivot| *pivot > 0.0) {
            return Err(ComplementarityError::Indefinite { closed: n, total: rows.len() });
        }
        self.right.clear();
        self.right.extend(self.set.iter().map(|&k| -gaps[k as usize]));
        solve_ldlt(&self.factor, &mut self.right);
        self.forces.clear();
        self.forces.resize(rows.len(), 0.0);
        self.set.iter().zip(&self.right).for_each(|(&k, f)| self.forces[k as usize] = *f);
        Ok(())
    }

    /// Solves A of the closed gaps for more right-hand sides, one after the other, with the factor of the last problem.
    pub fn solve_columns(&mut self, columns: &mut [f64]) {
        let n = self.set.len();
        if n == 0 {
            return;
        }
        debug_assert_eq!(columns.len() % n, 0);
        columns.chunks_exact_mut(n).for_each(|column| solve_ldlt(&self.factor, column));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complementarity::Complementarity;
    use nalgebra::DMatrix;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn it_agrees_with_complementarity_from_any_start(n in 2_usize..40, seed in any::<u64>()) {
            let mut state = seed | 1;
            let mut noise = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
            };
            let root = DMatrix::from_fn(n, n, |_, _| noise());
            let a = &root * root.transpose() + DMatrix::identity(n, n) * 0.05;
            let gap: Vec<f64> = (0..n).map(|_| noise()).collect();
            // Some rows, in another order.
            let rows: Vec<u32> = (0..n as u32).rev().filter(|k| k % 5 != 3).collect();
            let gaps: Vec<f64> = rows.iter().map(|&k| gap[k as usize]).collect();
            let part = DMatrix::from_fn(rows.len(), rows.len(), |i, j| a[(rows[i] as usize, rows[j] as usize)]);
            let guide = DMatrix::zeros(rows.len(), 0);
            let problem = Complementarity { compliance: &part, gap: &gaps, guide: &guide, force: &[] };
            let judge = problem.solve(&vec![true; rows.len()]).expect("a solution");
            let (mut solver, mut bits) = (GapSolver::default(), Vec::new());
            for start in 0..3 {
                let mut closed: Vec<bool> = (0..rows.len()).map(|i| start == 1 || start == 2 && i % 2 == 0).collect();
                let columns = Columns { values: a.as_slice(), size: n };
                solver.solve(columns, &rows, &gaps, &mut closed).expect("a solution");
                for (ours, theirs) in solver.forces().iter().zip(&judge.pressure) {
                    prop_assert!((ours - theirs).abs() < 1e-9 * (1.0 + theirs.abs()));
                }
                bits.push(solver.forces().to_vec());
            }
            prop_assert!(bits.iter().all(|forces| *forces == bits[0]), "the start changed the answer");
        }
    }
}
