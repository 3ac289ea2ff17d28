//! `P A Pᵀ = L D Lᵀ` of a sparse symmetric matrix, supernodal, in nested-dissection order.

use super::{SymmetricMatrix, SymmetricPattern};
use crate::Room;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::perm::PermRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LdltRef, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky, supernodal,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side};
use rayon::prelude::*;
use std::sync::Arc;

/// Columns of right-hand side solved together by one thread: wide enough for blocked kernels, and fixed, so that a result
/// does not depend on the number of threads.
const BLOCK: usize = 32;

/// A pivot this small beside its diagonal entry is rounding: the matrix is singular.
const SINGULAR: f64 = 1e-13;

/// Why a matrix was not factorised.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FactorError {
    /// The matrix is singular to working precision.
    #[error("matrix singular at unknown {unknown}: pivot {pivot:.3e} beside a diagonal entry of {diagonal:.3e}")]
    Singular {
        /// The unknown where the elimination broke down.
        unknown: usize,
        /// What was left of its diagonal entry.
        pivot: f64,
        /// The diagonal entry.
        diagonal: f64,
    },
    /// A value is not a number, or infinite.
    #[error("matrix has a value that is not finite in the column of unknown {unknown}")]
    NotFinite {
        /// The column.
        unknown: usize,
    },
    /// The pattern is too large for memory or for the ordering.
    #[error("no elimination order for {unknowns} unknowns: {reason}")]
    Ordering {
        /// Number of unknowns.
        unknowns: usize,
        /// What the ordering said.
        reason: String,
    },
}

/// The part of a factorisation that depends on the pattern only: order of elimination and structure of the factor.
#[derive(Debug)]
pub struct Symbolic {
    cholesky: SymbolicCholesky<usize>,
    pattern: Arc<SymmetricPattern>,
}

impl Symbolic {
    /// Orders the unknowns by nested dissection of the graph of their groups, and finds the structure of the factor.
    pub fn new(pattern: &Arc<SymmetricPattern>) -> Result<Arc<Self>, FactorError> {
        let forward = compute_order(pattern)?;
        let mut inverse = vec![0; forward.len()];
        for (new, &old) in forward.iter().enumerate() {
            inverse[old] = new;
        }
        let n = pattern.unknowns();
        let params = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..Default::default()
        };
        let structure = SymbolicSparseColMatRef::new_checked(n, n, pattern.column_start(), None, pattern.rows());
        let order = SymmetricOrdering::Custom(PermRef::new_checked(&forward, &inverse, n));
        let cholesky = factorize_symbolic_cholesky(structure, Side::Lower, order, params)
            .map_err(|error| FactorError::Ordering { unknowns: n, reason: error.to_string() })?;
        Ok(Arc::new(Self { cholesky, pattern: Arc::clone(pattern) }))
    }

    /// Number of stored values of the factor.
    pub fn factor_entries(&self) -> usize {
        self.cholesky.len_val()
    }
}

/// New-to-old order of the unknowns.
fn compute_order(pattern: &SymmetricPattern) -> Result<Vec<usize>, FactorError> {
    let failure = |reason: String| FactorError::Ordering { unknowns: pattern.unknowns(), reason };
    let groups: Vec<usize> = (0..pattern.groups()).filter(|&g| !pattern.unknowns_of(g).is_empty()).collect();
    let mut rank = vec![0_i32; pattern.groups()];
    for (k, &g) in groups.iter().enumerate() {
        rank[g] = i32::try_from(k).map_err(|error| failure(error.to_string()))?;
    }
    let mut adjacency = vec![Vec::new(); groups.len()];
    for &g in &groups {
        for &b in pattern.neighbours(g) {
            adjacency[rank[g] as usize].push(rank[b]);
            adjacency[rank[b] as usize].push(rank[g]);
        }
    }
    let (mut start, mut rows) = (vec![0_i32], Vec::new());
    for mut list in adjacency {
        list.sort_unstable();
        rows.append(&mut list);
        start.push(i32::try_from(rows.len()).map_err(|error| failure(error.to_string()))?);
    }
    let graph = feral_metis::CscPattern::new(groups.len(), &start, &rows)
        .ok_or_else(|| failure("malformed graph".to_owned()))?;
    let order = feral_metis::metis_order(&graph).map_err(|error| failure(format!("{error:?}")))?;
    Ok(order.into_iter().flat_map(|k| pattern.unknowns_of(groups[k as usize])).collect())
}

/// A factorised matrix.
#[derive(Debug)]
pub struct Factor {
    symbolic: Arc<Symbolic>,
    values: Vec<f64>,
    negative_pivots: usize,
}

impl Factor {
    /// Factorises a matrix of the pattern that `symbolic` was made for.
    pub fn new(symbolic: &Arc<Symbolic>, matrix: &SymmetricMatrix) -> Result<Self, FactorError> {
        let values = vec![0.0; symbolic.cholesky.len_val()];
        let mut factor = Self { symbolic: Arc::clone(symbolic), values, negative_pivots: 0 };
        factor.refactorise(matrix)?;
        Ok(factor)
    }

    /// Factorises another matrix of the same pattern in the same storage.
    pub fn refactorise(&mut self, matrix: &SymmetricMatrix) -> Result<(), FactorError> {
        let pattern = &self.symbolic.pattern;
        debug_assert!(Arc::ptr_eq(pattern, matrix.pattern()) || pattern == matrix.pattern());
        let (n, start) = (pattern.unknowns(), pattern.column_start());
        if let Some(unknown) = (0..n).find(|&j| !matrix.values()[start[j]..start[j + 1]].iter().all(|v| v.is_finite()))
        {
            return Err(FactorError::NotFinite { unknown });
        }
        let cholesky = &self.symbolic.cholesky;
        let structure = SymbolicSparseColMatRef::new_checked(n, n, start, None, pattern.rows());
        let mut memory = MemBuffer::new(cholesky.factorize_numeric_ldlt_scratch::<f64>(Par::Seq, Default::default()));
        let done = cholesky.factorize_numeric_ldlt(
            &mut self.values,
            SparseColMatRef::new(structure, matrix.values()),
            Side::Lower,
            Default::default(),
            Par::Seq,
            MemStack::new(&mut memory),
            Default::default(),
        );
        if let Err(faer::linalg::cholesky::ldlt::factor::LdltError::ZeroPivot { index }) = done {
            let unknown = cholesky.perm().map_or(index, |order| order.arrays().0[index.min(n - 1)]);
            return Err(FactorError::Singular { unknown, pivot: 0.0, diagonal: matrix.diagonal(unknown) });
        }
        self.check_pivots(matrix)
    }

    /// The values of the factor.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The supernodes, and the place of every unknown in the order of elimination.
    pub(super) fn supernodes(&self) -> Option<(&supernodal::SymbolicSupernodalCholesky<usize>, &[usize])> {
        let cholesky = &self.symbolic.cholesky;
        match (cholesky.raw(), cholesky.perm()) {
            (SymbolicCholeskyRaw::Supernodal(structure), Some(order)) => Some((structure, order.arrays().1)),
            _ => None,
        }
    }

    fn check_pivots(&mut self, matrix: &SymmetricMatrix) -> Result<(), FactorError> {
        let cholesky = &self.symbolic.cholesky;
        let (SymbolicCholeskyRaw::Supernodal(structure), Some(order)) = (cholesky.raw(), cholesky.perm()) else {
            return Ok(());
        };
        let order = order.arrays().0;
        let factor = supernodal::SupernodalLdltRef::new(structure, &self.values);
        self.negative_pivots = 0;
        for s in 0..structure.n_supernodes() {
            let node = factor.supernode(s);
            let block = node.val();
            for k in 0..block.ncols() {
                let unknown = order[node.start() + k];
                let (pivot, diagonal) = (block[(k, k)], matrix.diagonal(unknown));
                if !(pivot.abs() > SINGULAR * diagonal.abs()) {
                    return Err(FactorError::Singular { unknown, pivot, diagonal });
                }
                self.negative_pivots += usize::from(pivot < 0.0);
            }
        }
        Ok(())
    }

    /// How many pivots are negative: as many as the matrix has negative eigenvalues; none for a stable equilibrium.
    pub fn negative_pivots(&self) -> usize {
        self.negative_pivots
    }

    /// Solves `A x = b` in place for any number of right-hand sides, one after the other in `columns`.
    pub fn solve(&self, columns: &mut [f64]) {
        let n = self.symbolic.pattern.unknowns();
        columns.par_chunks_mut(BLOCK * n.max(1)).for_each(|block| self.solve_with(block, &mut Room::default()));
    }

    /// The same by one thread, in room that is kept between solves: nothing is allocated but in the first.
    pub fn solve_with(&self, columns: &mut [f64], room: &mut Room) {
        let n = self.symbolic.pattern.unknowns();
        let cholesky = &self.symbolic.cholesky;
        let factor = LdltRef::new(cholesky, &self.values);
        for block in columns.chunks_mut(BLOCK * n.max(1)) {
            let width = block.len() / n;
            let stack = room.stack(cholesky.solve_in_place_scratch::<f64>(width, Par::Seq));
            let block = MatMut::from_column_major_slice_mut(block, n, width);
            factor.solve_in_place_with_conj(Conj::No, block, Par::Seq, stack);
        }
    }
}
