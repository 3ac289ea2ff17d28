//! The unknowns of a film in a good order, and their linear equations.

use super::surface::Surface;
use numerics::skyline::{BadPivot, Skyline, SymmetricSkyline};

/// A cell without an unknown.
const KNOWN: usize = usize::MAX;

#[derive(Debug, Clone)]
enum Matrix {
    Symmetric(SymmetricSkyline),
    General(Skyline),
}

/// One unknown for each cell that has one.
#[derive(Debug, Clone)]
pub(super) struct Equations {
    matrix: Matrix,
    /// Place of each cell among the unknowns, or [`KNOWN`].
    places: Vec<usize>,
    /// Cells in the order of the unknowns.
    order: Vec<usize>,
    first: Vec<usize>,
}

impl Equations {
    pub fn new(cells: usize, symmetric: bool) -> Self {
        let matrix = if symmetric {
            Matrix::Symmetric(SymmetricSkyline::default())
        } else {
            Matrix::General(Skyline::default())
        };
        Self { matrix, places: vec![KNOWN; cells], order: Vec::with_capacity(cells), first: Vec::with_capacity(cells) }
    }

    /// Numbers the unknown cells, and clears the matrix.
    ///
    /// Column by column, so that a row reaches back one column. A film that goes all the way round is folded: the
    /// columns 0, n−1, 1, n−2 … follow each other, and a row reaches back two. A film that ruptures is opened where it
    /// has no unknowns, which halves the bandwidth again.
    pub fn number(&mut self, surface: &Surface, unknown: impl Fn(usize) -> bool) {
        let (around, across) = (surface.around, surface.across);
        let opening = (0..around).find(|i| !(i * across..(i + 1) * across).any(&unknown));
        self.order.clear();
        self.places.fill(KNOWN);
        for k in 0..around {
            let column = match opening {
                Some(opening) => (opening + 1 + k) % around,
                None if k % 2 == 0 => k / 2,
                None => around - 1 - k / 2,
            };
            for cell in column * across..(column + 1) * across {
                if unknown(cell) {
                    self.places[cell] = self.order.len();
                    self.order.push(cell);
                }
            }
        }
        self.first.clear();
        for (place, &cell) in self.order.iter().enumerate() {
            let (i, j) = (cell / across, cell % across);
            let mut first = place;
            let mut reach = |neighbour: usize| first = first.min(self.places[neighbour]);
            reach((i + 1) % around * across + j);
            reach((i + around - 1) % around * across + j);
            if j > 0 {
                reach(cell - 1);
            }
            if j + 1 < across {
                reach(cell + 1);
            }
            self.first.push(first);
        }
        match &mut self.matrix {
            Matrix::Symmetric(matrix) => matrix.reset(self.first.iter().copied()),
            Matrix::General(matrix) => matrix.reset(self.first.iter().copied()),
        }
    }

    /// Adds the derivative of `row`'s balance by `column`'s unknown; nothing if one of them has none.
    #[inline(always)]
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        let (row, column) = (self.places[row], self.places[column]);
        if row != KNOWN && column != KNOWN {
            match &mut self.matrix {
                // Both halves are offered: one is enough.
                Matrix::Symmetric(matrix) if row >= column => matrix.add(row, column, value),
                Matrix::Symmetric(_) => (),
                Matrix::General(matrix) => matrix.add(row, column, value),
            }
        }
    }

    pub fn factorise(&mut self) -> Result<(), BadPivot> {
        match &mut self.matrix {
            Matrix::Symmetric(matrix) => matrix.factorise(),
            Matrix::General(matrix) => matrix.factorise(),
        }
    }

    /// The solution for K right-hand sides, both cell by cell; 0 where there is no unknown. `b` is room to work in.
    pub fn solve<const K: usize>(&self, cells: &mut [[f64; K]], b: &mut Vec<[f64; K]>) {
        b.clear();
        b.extend(self.order.iter().map(|&cell| cells[cell]));
        match &self.matrix {
            Matrix::Symmetric(matrix) => matrix.solve(b),
            Matrix::General(matrix) => matrix.solve(b),
        }
        cells.fill([0.0; K]);
        for (&cell, &x) in self.order.iter().zip(b.iter()) {
            cells[cell] = x;
        }
    }
}
