//! `P A Pᵀ = L D Lᵀ` of a sparse symmetric matrix, supernodal, in nested-dissection order.

use super::supernodes::{Graph, Supernodes};
use super::{SymmetricMatrix, SymmetricPattern};
use crate::Room;
use crate::dense::{Target, View, factorise_ldlt, widely};
use rayon::prelude::*;
use std::sync::Arc;

/// Columns of right-hand side solved together by one thread. Each is summed as if it were alone.
const BLOCK: usize = 8;

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
    structure: Supernodes,
    /// Unknown at each place in the order of elimination, and the place of each unknown.
    unknown: Vec<usize>,
    place: Vec<usize>,
    /// Where each stored value of the matrix goes.
    target: Vec<usize>,
    pattern: Arc<SymmetricPattern>,
}

impl Symbolic {
    /// Orders the unknowns by nested dissection of the graph of their groups, and finds the structure of the factor.
    pub fn new(pattern: &Arc<SymmetricPattern>) -> Result<Arc<Self>, FactorError> {
        let groups: Vec<usize> = (0..pattern.groups()).filter(|&g| !pattern.unknowns_of(g).is_empty()).collect();
        let graph = Graph::new(pattern, &groups);
        let order = graph.dissect().map_err(|reason| FactorError::Ordering { unknowns: pattern.unknowns(), reason })?;
        let (structure, order) = Supernodes::new(&graph, &order);
        let unknown: Vec<usize> = order.into_iter().flat_map(|k| pattern.unknowns_of(groups[k])).collect();
        let mut place = vec![0; unknown.len()];
        unknown.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let mut target = Vec::with_capacity(pattern.entries());
        for (j, column) in pattern.column_start().windows(2).enumerate() {
            let rows = pattern.rows()[column[0]..column[1]].iter().map(|&i| (place[i], place[j]));
            target.extend(rows.map(|(i, j)| structure.place(i.max(j), i.min(j))));
        }
        Ok(Arc::new(Self { structure, unknown, place, target, pattern: Arc::clone(pattern) }))
    }

    /// Number of stored values of the factor.
    pub fn factor_entries(&self) -> usize {
        self.structure.entries()
    }
}

impl Graph {
    /// The groups that have unknowns, and which of them meet.
    fn new(pattern: &SymmetricPattern, groups: &[usize]) -> Self {
        let mut rank = vec![0; pattern.groups()];
        groups.iter().enumerate().for_each(|(k, &g)| rank[g] = k);
        let mut neighbours = vec![Vec::new(); groups.len()];
        for &g in groups {
            for &b in pattern.neighbours(g) {
                neighbours[rank[g]].push(rank[b]);
                neighbours[rank[b]].push(rank[g]);
            }
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        Self { neighbours, weights: groups.iter().map(|&g| pattern.unknowns_of(g).len()).collect() }
    }

    /// Nested dissection: new to old.
    fn dissect(&self) -> Result<Vec<usize>, String> {
        let narrow = |x: usize| i32::try_from(x).map_err(|error| error.to_string());
        let (mut start, mut rows) = (vec![0_i32], Vec::new());
        for list in &self.neighbours {
            list.iter().try_for_each(|&b| narrow(b).map(|b| rows.push(b)))?;
            start.push(narrow(rows.len())?);
        }
        let graph = feral_metis::CscPattern::new(self.weights.len(), &start, &rows).ok_or("malformed graph")?;
        let order = feral_metis::metis_order(&graph).map_err(|error| format!("{error:?}"))?;
        Ok(order.into_iter().map(|k| k as usize).collect())
    }
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
        let values = vec![0.0; symbolic.factor_entries()];
        let mut factor = Self { symbolic: Arc::clone(symbolic), values, negative_pivots: 0 };
        factor.refactorise(matrix)?;
        Ok(factor)
    }

    /// Factorises another matrix of the same pattern in the same storage.
    pub fn refactorise(&mut self, matrix: &SymmetricMatrix) -> Result<(), FactorError> {
        let Symbolic { structure, unknown, target, pattern, .. } = &*self.symbolic;
        debug_assert!(Arc::ptr_eq(pattern, matrix.pattern()) || pattern == matrix.pattern());
        let (n, start) = (pattern.unknowns(), pattern.column_start());
        if let Some(unknown) = (0..n).find(|&j| !matrix.values()[start[j]..start[j + 1]].iter().all(|v| v.is_finite()))
        {
            return Err(FactorError::NotFinite { unknown });
        }
        self.values.fill(0.0);
        matrix.values().iter().zip(target).for_each(|(value, &place)| self.values[place] = *value);
        self.negative_pivots = 0;
        let mut elimination = Elimination::new(structure);
        for s in 0..structure.count() {
            elimination.collect(s, &mut self.values);
            let (own, values) = (structure.own(s), &mut self.values[structure.values(s)]);
            let rows = own.len() + structure.below(s).len();
            factorise_ldlt(values, rows, own.len(), &mut elimination.room);
            for (k, &unknown) in unknown[own].iter().enumerate() {
                let (pivot, diagonal) = (values[k * rows + k], matrix.diagonal(unknown));
                if !(pivot.abs() > SINGULAR * diagonal.abs()) {
                    let pivot = if pivot.is_finite() { pivot } else { 0.0 };
                    return Err(FactorError::Singular { unknown, pivot, diagonal });
                }
                self.negative_pivots += usize::from(pivot < 0.0);
            }
            elimination.hand_up(s, 0);
        }
        Ok(())
    }

    /// The values of a supernode, by columns.
    pub(super) fn block(&self, supernode: usize) -> &[f64] {
        &self.values[self.symbolic.structure.values(supernode)]
    }

    /// The supernodes, and the place of every unknown in the order of elimination.
    pub(super) fn structure(&self) -> (&Supernodes, &[usize]) {
        (&self.symbolic.structure, &self.symbolic.place)
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
        for block in columns.chunks_mut(BLOCK * n.max(1)) {
            if block.len() == n {
                widely(
                    #[inline(always)]
                    || self.solve_block::<1>(block, room),
                );
            } else {
                widely(
                    #[inline(always)]
                    || self.solve_block::<BLOCK>(block, room),
                );
            }
        }
    }

    /// At most W columns, unknown by unknown beside each other.
    #[inline(always)]
    fn solve_block<const W: usize>(&self, columns: &mut [f64], room: &mut Room) {
        let Symbolic { structure, place, .. } = &*self.symbolic;
        let n = place.len();
        room.vectors.clear();
        room.vectors.resize((n + structure.most_below()) * W, 0.0);
        let (x, below) = room.vectors.as_chunks_mut::<W>().0.split_at_mut(n);
        for (w, column) in columns.chunks_exact(n).enumerate() {
            column.iter().zip(place).for_each(|(b, &k)| x[k][w] = *b);
        }
        for s in 0..structure.count() {
            let (own, rows) = (structure.own(s), structure.below(s));
            let carried = &mut below[..rows.len()];
            carried.fill([0.0; W]);
            let x_own = &mut x[own.clone()];
            for (j, column) in self.block(s).chunks_exact(own.len() + rows.len()).enumerate() {
                let (l_own, l_below) = column.split_at(own.len());
                let value = x_own[j];
                x_own[j + 1..].iter_mut().zip(&l_own[j + 1..]).for_each(|(x, l)| take(x, *l, &value));
                carried.iter_mut().zip(l_below).for_each(|(x, l)| take(x, *l, &value));
            }
            for (&row, carried) in rows.iter().zip(&*carried) {
                (0..W).for_each(|w| x[row][w] += carried[w]);
            }
        }
        for s in (0..structure.count()).rev() {
            let (own, rows) = (structure.own(s), structure.below(s));
            let found = &mut below[..rows.len()];
            rows.iter().zip(&mut *found).for_each(|(&row, found)| *found = x[row]);
            let x_own = &mut x[own.clone()];
            for (j, column) in self.block(s).chunks_exact(own.len() + rows.len()).enumerate().rev() {
                let (l_own, l_below) = column.split_at(own.len());
                let (a, b) = (dot(&l_own[j + 1..], &x_own[j + 1..]), dot(l_below, found));
                (0..W).for_each(|w| x_own[j][w] = x_own[j][w] / l_own[j] - (a[w] + b[w]));
            }
        }
        for (w, column) in columns.chunks_exact_mut(n).enumerate() {
            column.iter_mut().zip(place).for_each(|(b, &k)| *b = x[k][w]);
        }
    }
}

/// x ← x − l y.
#[inline(always)]
fn take<const W: usize>(x: &mut [f64; W], l: f64, y: &[f64; W]) {
    (0..W).for_each(|w| x[w] = (-l).mul_add(y[w], x[w]));
}

/// Σ l x as four sums, which the processor makes at the same time.
#[inline(always)]
fn dot<const W: usize>(l: &[f64], x: &[[f64; W]]) -> [f64; W] {
    let mut sums = [[0.0; W]; 4];
    let (l, x) = (l.chunks(4), x.chunks(4));
    for (l, x) in l.zip(x) {
        for (sum, (l, x)) in sums.iter_mut().zip(l.iter().zip(x)) {
            (0..W).for_each(|w| sum[w] = l.mul_add(x[w], sum[w]));
        }
    }
    std::array::from_fn(|w| (sums[0][w] + sums[1][w]) + (sums[2][w] + sums[3][w]))
}

/// Who still has something to take from whom.
struct Elimination<'a> {
    structure: &'a Supernodes,
    /// The first that waits for each supernode, and who waits after each.
    first: Vec<usize>,
    next: Vec<usize>,
    /// The first of its rows below that each has not handed up.
    done: Vec<usize>,
    /// Where each row is in the block at hand.
    local: Vec<usize>,
    pivots: Vec<f64>,
    update: Vec<f64>,
    room: Room,
}

const NOBODY: usize = usize::MAX;

impl<'a> Elimination<'a> {
    fn new(structure: &'a Supernodes) -> Self {
        let nobody = vec![NOBODY; structure.count()];
        Self {
            structure,
            first: nobody.clone(),
            next: nobody,
            done: vec![0; structure.count()],
            local: vec![0; structure.owner.len()],
            pivots: Vec::new(),
            update: Vec::new(),
            room: Room::default(),
        }
    }

    /// Puts a supernode, all of whose rows before `done` have been handed up, in the queue of the next that it changes.
    fn hand_up(&mut self, s: usize, done: usize) {
        self.done[s] = done;
        if let Some(&row) = self.structure.below(s).get(done) {
            let target = self.structure.owner[row];
            (self.next[s], self.first[target]) = (self.first[target], s);
        }
    }

    /// Takes what earlier supernodes have for this one: L D Lᵀ of the rows that it shares with them.
    fn collect(&mut self, s: usize, values: &mut [f64]) {
        let structure = self.structure;
        let (own, below) = (structure.own(s), structure.below(s));
        let height = own.len() + below.len();
        own.clone().chain(below.iter().copied()).enumerate().for_each(|(k, row)| self.local[row] = k);
        let (earlier, rest) = values.split_at_mut(structure.values(s).start);
        let mut waiting = std::mem::replace(&mut self.first[s], NOBODY);
        while waiting != NOBODY {
            let (d, after) = (waiting, self.next[waiting]);
            let (columns, pattern) = (structure.own(d).len(), structure.below(d));
            let from = self.done[d];
            let shared = pattern[from..].partition_point(|&row| row < own.end);
            let (rows, step) = (pattern.len() - from, columns + pattern.len());
            let block = &earlier[structure.values(d)];
            let left = View::by_columns(&block[columns + from..], rows, columns, step);
            let right = View { rows: shared, ..left }.transposed();
            self.pivots.clear();
            self.pivots.extend((0..columns).map(|k| block[k * step + k]));
            self.update.clear();
            self.update.resize(rows * shared, 0.0);
            let mut target = Target { values: &mut self.update, rows, step: rows };
            self.room.subtract_lower(&mut target, left, (right, Some(&self.pivots)));
            for (j, update) in self.update.chunks_exact(rows).enumerate() {
                let column = &mut rest[(pattern[from + j] - own.start) * height..][..height];
                for (row, update) in pattern[from + j..].iter().zip(&update[j..]) {
                    column[self.local[*row]] += update;
                }
            }
            self.hand_up(d, from + shared);
            waiting = after;
        }
    }
}
