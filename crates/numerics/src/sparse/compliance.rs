//! `A = B K⁻¹ Bᵀ` of some rows B: how a few places give way to forces on them.
//!
//! With P K Pᵀ = L D Lᵀ and Y = L⁻¹ P Bᵀ it is A = Yᵀ D⁻¹ Y: half a solve. A column of Y that begins at few unknowns fills only
//! the way from there to the root of the elimination tree. Sorted by where they begin, columns that meet in a supernode
//! are neighbours, so that every product is one of dense blocks, and a block is forgotten as soon as it has been used.
//!
//! *Checked by*: solving for whole columns, in `tests/sparse.rs`.

use super::factor::Factor;
use super::supernodes::Supernodes;
use crate::Room;
use crate::dense::{Target, View, solve_unit_lower};
use nalgebra::DMatrix;
use std::ops::Range;

/// Supernodes are gathered until so many rows of Y can be multiplied at once.
const GATHERED: usize = 128;

/// A sparse row of B: unknowns and factors.
pub type SparseRow = Vec<(usize, f64)>;

impl Factor {
    /// `B K⁻¹ Bᵀ`, symmetric to the last bit.
    pub fn compute_compliance(&self, rows: &[SparseRow]) -> DMatrix<f64> {
        let (structure, order) = self.structure();
        let path = Path::new(structure, rows, order);
        let mut blocks = path.spread(structure, rows, order);
        let mut product = Product::new(rows.len());
        let mut room = Room::default();
        for s in 0..structure.count() {
            let Some(mut block) = blocks[s].take() else { continue };
            let (own, below) = (structure.own(s).len(), structure.below(s));
            let (values, step) = (self.block(s), own + below.len());
            solve_unit_lower((values, step), block.as_mut_slice(), own, &mut room);
            if !below.is_empty() {
                let mut carried = DMatrix::zeros(below.len(), block.ncols());
                let mut target = Target { values: carried.as_mut_slice(), rows: below.len(), step: below.len() };
                let left = View::by_columns(&values[own..], below.len(), own, step);
                room.subtract(&mut target, left, (View::by_columns(block.as_slice(), own, block.ncols(), own), None));
                path.add(&carried, (below, &path.columns[s]), &mut blocks);
            }
            let pivots = (0..own).map(|k| values[k * step + k]).collect();
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
    fn new(structure: &Supernodes, rows: &[SparseRow], order: &[usize]) -> Self {
        let supernodes = structure.count();
        let begin = (0..supernodes).map(|s| structure.own(s).start).collect();
        let owner = structure.owner.clone();
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
            if let (false, Some(&row)) = (columns[s].is_empty(), structure.below(s).first()) {
                let passing = columns[s].clone();
                widen(&mut columns[owner[row]], &passing);
            }
        }
        Self { owner, begin, columns, place }
    }

    /// P Bᵀ, a block for each supernode.
    fn spread(&self, structure: &Supernodes, rows: &[SparseRow], order: &[usize]) -> Vec<Option<DMatrix<f64>>> {
        let size = |s: usize| structure.own(s).len();
        let block = |(s, columns): (usize, &Range<usize>)| {
            (!columns.is_empty()).then(|| DMatrix::<f64>::zeros(size(s), columns.len()))
        };
        let mut blocks: Vec<Option<DMatrix<f64>>> = self.columns.iter().enumerate().map(block).collect();
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

    /// Adds what a supernode carries upwards to the blocks of its ancestors.
    fn add(
        &self,
        carried: &DMatrix<f64>,
        (pattern, columns): (&[usize], &Range<usize>),
        blocks: &mut [Option<DMatrix<f64>>],
    ) {
        let mut from = 0;
        for part in pattern.chunk_by(|a, b| self.owner[*a] == self.owner[*b]) {
            let s = self.owner[part[0]];
            if let Some(block) = &mut blocks[s] {
                let shift = columns.start - self.columns[s].start;
                for j in 0..columns.len() {
                    let mut target = block.column_mut(j + shift);
                    let carried = carried.column(j);
                    let carried = &carried.as_slice()[from..from + part.len()];
                    part.iter().zip(carried).for_each(|(row, x)| target[row - self.begin[s]] += x);
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
    sum: DMatrix<f64>,
    /// Blocks that wait, with their pivots, and the columns of them all.
    waiting: Vec<(DMatrix<f64>, Vec<f64>, Range<usize>)>,
    rows: usize,
    columns: Range<usize>,
    room: Room,
}

impl Product {
    fn new(size: usize) -> Self {
        Self { sum: DMatrix::zeros(size, size), waiting: Vec::new(), rows: 0, columns: 0..0, room: Room::default() }
    }

    fn add(&mut self, block: DMatrix<f64>, pivots: Vec<f64>, columns: Range<usize>) {
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
        let (rows, width) = (self.rows, end - start);
        let mut y = DMatrix::<f64>::zeros(rows, width);
        let mut factors = Vec::with_capacity(rows);
        for (block, pivots, columns) in self.waiting.drain(..) {
            let top = factors.len();
            y.view_mut((top, columns.start - start), block.shape()).copy_from(&block);
            factors.extend(pivots.iter().map(|pivot| -1.0 / pivot));
        }
        let size = self.sum.nrows();
        let values = &mut self.sum.as_mut_slice()[start * size + start..];
        let y = View::by_columns(y.as_slice(), rows, width, rows);
        let mut target = Target { values, rows: width, step: size };
        self.room.subtract_lower(&mut target, y.transposed(), (y, Some(&factors)));
        (self.rows, self.columns) = (0, 0..0);
    }

    fn finish(mut self) -> DMatrix<f64> {
        if self.rows > 0 {
            self.multiply();
        }
        self.sum
    }
}
