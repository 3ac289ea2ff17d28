//! `A = B K⁻¹ Bᵀ` of some rows B: how a few places give way to forces on them.
//!
//! With P K Pᵀ = L D Lᵀ and Y = L⁻¹ P Bᵀ it is A = Yᵀ D⁻¹ Y: half a solve. A column of Y that begins at few unknowns fills only
//! the way from there to the root of the elimination tree. Sorted by where they begin, columns that meet in a supernode
//! are neighbours, so that every product is one of dense blocks, and a block is forgotten as soon as it has been used.
//!
//! *Checked by*: solving for whole columns, in `tests/sparse.rs`.

use super::factor::Factor;
use faer::linalg::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::sparse::linalg::cholesky::supernodal::{SupernodalLdltRef, SymbolicSupernodalCholesky};
use faer::{Accum, Mat, Par};
use nalgebra::DMatrix;
use std::ops::Range;

/// Supernodes are gathered until so many rows of Y can be multiplied at once.
const GATHERED: usize = 128;

/// A sparse row of B: unknowns and factors.
pub type SparseRow = Vec<(usize, f64)>;

impl Factor {
    /// `B K⁻¹ Bᵀ`, symmetric to the last bit.
    pub fn compute_compliance(&self, rows: &[SparseRow]) -> DMatrix<f64> {
        let Some((structure, order)) = self.supernodes() else { return DMatrix::zeros(rows.len(), rows.len()) };
        let factor = SupernodalLdltRef::new(structure, self.values());
        let path = Path::new(structure, rows, order);
        let mut blocks = path.spread(structure, rows, order);
        let mut product = Product::new(rows.len());
        for s in 0..structure.n_supernodes() {
            let Some(mut block) = blocks[s].take() else { continue };
            let node = factor.supernode(s);
            let (own, below) = node.val().split_at_row(block.nrows());
            solve_unit_lower_triangular_in_place(own, block.as_mut(), Par::Seq);
            if below.nrows() > 0 {
                let mut carried = Mat::zeros(below.nrows(), block.ncols());
                matmul::matmul(carried.as_mut(), Accum::Replace, below, block.as_ref(), 1.0, Par::Seq);
                path.subtract(&carried, (node.pattern(), &path.columns[s]), &mut blocks);
            }
            let pivots: Vec<f64> = (0..own.ncols()).map(|k| own[(k, k)]).collect();
            product.add(block, pivots, path.columns[s].clone());
        }
        let sorted = product.finish();
        let place = &path.place;
        DMatrix::from_fn(rows.len(), rows.len(), |i, j| {
            let (a, b) = (place[i].max(place[j]), place[i].min(place[j]));
            sorted[(a, b)]
        })
    }
}

/// Which columns pass through which supernode.
struct Path {
    /// Supernode of each unknown, in the order of elimination, and its first unknown.
    owner: Vec<usize>,
    begin: Vec<usize>,
    /// Columns, as sorted; empty where none passes.
    columns: Vec<Range<usize>>,
    /// Where each row of B is among the sorted columns.
    place: Vec<usize>,
}

impl Path {
    /// `order` has the place of every unknown in the order of elimination.
    fn new(structure: &SymbolicSupernodalCholesky<usize>, rows: &[SparseRow], order: &[usize]) -> Self {
        let supernodes = structure.n_supernodes();
        let begin = structure.supernode_begin().to_vec();
        let mut owner = vec![0; order.len()];
        for s in 0..supernodes {
            owner[begin[s]..structure.supernode_end()[s]].fill(s);
        }
        let first = |row: &SparseRow| row.iter().map(|(u, _)| order[*u]).min().unwrap_or(0);
        let mut sorted: Vec<usize> = (0..rows.len()).collect();
        sorted.sort_by_key(|&i| (first(&rows[i]), i));
        let mut place = vec![0; rows.len()];
        sorted.iter().enumerate().for_each(|(k, &i)| place[i] = k);
        let mut columns = vec![0..0; supernodes];
        for (k, &i) in sorted.iter().enumerate() {
            rows[i].iter().for_each(|(u, _)| widen(&mut columns[owner[order[*u]]], &(k..k + 1)));
        }
        // The rows of a supernode begin in its parent, which comes later.
        for s in 0..supernodes {
            if let (false, Some(&row)) = (columns[s].is_empty(), structure.supernode(s).pattern().first()) {
                let passing = columns[s].clone();
                widen(&mut columns[owner[row]], &passing);
            }
        }
        Self { owner, begin, columns, place }
    }

    /// P Bᵀ, a block for each supernode.
    fn spread(
        &self,
        structure: &SymbolicSupernodalCholesky<usize>,
        rows: &[SparseRow],
        order: &[usize],
    ) -> Vec<Option<Mat<f64>>> {
        let size = |s: usize| structure.supernode_end()[s] - self.begin[s];
        let block = |(s, columns): (usize, &Range<usize>)| {
            (!columns.is_empty()).then(|| Mat::<f64>::zeros(size(s), columns.len()))
        };
        let mut blocks: Vec<Option<Mat<f64>>> = self.columns.iter().enumerate().map(block).collect();
        for (row, &column) in rows.iter().zip(&self.place) {
            for &(u, value) in row {
                let s = self.owner[order[u]];
                if let Some(block) = &mut blocks[s] {
                    block[(order[u] - self.begin[s], column - self.columns[s].start)] += value;
                }
            }
        }
        blocks
    }

    /// Takes what a supernode carries upwards from the blocks of its ancestors.
    fn subtract(
        &self,
        carried: &Mat<f64>,
        (pattern, columns): (&[usize], &Range<usize>),
        blocks: &mut [Option<Mat<f64>>],
    ) {
        let mut from = 0;
        for part in pattern.chunk_by(|a, b| self.owner[*a] == self.owner[*b]) {
            let s = self.owner[part[0]];
            if let Some(block) = &mut blocks[s] {
                let shift = columns.start - self.columns[s].start;
                for j in 0..columns.len() {
                    let taken = &carried.col_as_slice(j)[from..from + part.len()];
                    let target = block.col_as_slice_mut(j + shift);
                    part.iter().zip(taken).for_each(|(row, x)| target[row - self.begin[s]] -= x);
                }
            }
            from += part.len();
        }
    }
}

fn widen(range: &mut Range<usize>, by: &Range<usize>) {
    *range = if Range::is_empty(range) { by.clone() } else { range.start.min(by.start)..range.end.max(by.end) };
}

/// Yᵀ D⁻¹ Y, its lower half.
struct Product {
    sum: Mat<f64>,
    /// Blocks that wait, with their pivots, and the columns of them all.
    waiting: Vec<(Mat<f64>, Vec<f64>, Range<usize>)>,
    rows: usize,
    columns: Range<usize>,
}

impl Product {
    fn new(size: usize) -> Self {
        Self { sum: Mat::zeros(size, size), waiting: Vec::new(), rows: 0, columns: 0..0 }
    }

    fn add(&mut self, block: Mat<f64>, pivots: Vec<f64>, columns: Range<usize>) {
        // What does not belong together is multiplied apart: other columns would only be zeros.
        let together = columns.start < self.columns.end && self.columns.start < columns.end;
        if self.rows > 0 && (!together || self.rows + block.nrows() > GATHERED) {
            self.multiply();
        }
        self.rows += block.nrows();
        widen(&mut self.columns, &columns);
        self.waiting.push((block, pivots, columns));
    }

    fn multiply(&mut self) {
        let Range { start, end } = self.columns;
        let mut y = Mat::<f64>::zeros(self.rows, end - start);
        let mut z = Mat::<f64>::zeros(self.rows, end - start);
        let mut top = 0;
        for (block, pivots, columns) in self.waiting.drain(..) {
            for j in 0..block.ncols() {
                let (from, column) = (block.col_as_slice(j), columns.start - start + j);
                let rows = top..top + from.len();
                y.col_as_slice_mut(column)[rows.clone()].copy_from_slice(from);
                let scaled = z.col_as_slice_mut(column)[rows].iter_mut().zip(from).zip(&pivots);
                scaled.for_each(|((z, y), pivot)| *z = y / pivot);
            }
            top += block.nrows();
        }
        let width = end - start;
        triangular::matmul(
            self.sum.as_mut().submatrix_mut(start, start, width, width),
            BlockStructure::TriangularLower,
            Accum::Add,
            y.transpose(),
            BlockStructure::Rectangular,
            z.as_ref(),
            BlockStructure::Rectangular,
            1.0,
            Par::Seq,
        );
        (self.rows, self.columns) = (0, 0..0);
    }

    fn finish(mut self) -> Mat<f64> {
        if self.rows > 0 {
            self.multiply();
        }
        self.sum
    }
}
