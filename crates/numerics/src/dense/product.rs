//! C ← C − A B, the one kernel that everything else is made of.

use super::widely;

/// Rows and columns of a tile: twelve vectors of four numbers are summed in the processor's sixteen.
const ROWS: usize = 8;
const COLUMNS: usize = 6;
/// Terms of a sum that are added before C is touched.
pub(super) const DEPTH: usize = 256;
/// Rows of A that are packed together, so that they stay in the second cache.
const STRIP: usize = 192;

/// Memory for packed matrices and vectors, kept between calls; it only ever grows.
#[derive(Debug, Clone, Default)]
pub struct Room {
    left: Vec<[f64; ROWS]>,
    right: Right,
    /// For whoever needs a vector or two.
    pub(crate) vectors: Vec<f64>,
}

/// A matrix to read, with its steps from row to row and from column to column.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub values: &'a [f64],
    pub rows: usize,
    pub columns: usize,
    pub row_step: usize,
    pub column_step: usize,
}

impl<'a> View<'a> {
    /// By columns that are `step` apart.
    pub(crate) fn by_columns(values: &'a [f64], rows: usize, columns: usize, step: usize) -> Self {
        Self { values, rows, columns, row_step: 1, column_step: step }
    }

    /// Rows and columns exchanged.
    pub(crate) fn transposed(self) -> Self {
        let Self { values, rows, columns, row_step, column_step } = self;
        Self { values, rows: columns, columns: rows, row_step: column_step, column_step: row_step }
    }
}

/// The matrix that is changed, by columns that are `step` apart.
pub(crate) struct Target<'a> {
    pub values: &'a mut [f64],
    pub rows: usize,
    pub step: usize,
}

/// Which elements are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    /// Row not above column.
    Lower,
}

/// B, packed: blocks of [`DEPTH`] rows, in each of them strips of columns.
#[derive(Debug, Clone, Default)]
struct Right {
    values: Vec<[f64; COLUMNS]>,
    depth: usize,
    columns: usize,
}

impl Right {
    /// Packs B, each row times its factor where there are factors.
    fn pack(&mut self, b: View<'_>, factors: Option<&[f64]>) {
        (self.depth, self.columns) = (b.rows, b.columns);
        self.values.clear();
        self.values.reserve(b.rows * b.columns.div_ceil(COLUMNS));
        for first in (0..b.rows).step_by(DEPTH) {
            let rows = first..b.rows.min(first + DEPTH);
            for column in (0..b.columns).step_by(COLUMNS) {
                let width = COLUMNS.min(b.columns - column);
                for k in rows.clone() {
                    let start = k * b.row_step + column * b.column_step;
                    let factor = factors.map_or(1.0, |factors| factors[k]);
                    let mut row = [0.0; COLUMNS];
                    for (j, x) in row[..width].iter_mut().enumerate() {
                        *x = b.values[start + j * b.column_step] * factor;
                    }
                    self.values.push(row);
                }
            }
        }
    }

    /// C ← C − A B.
    fn subtract(&self, c: &mut Target<'_>, a: View<'_>, part: Part, left: &mut Vec<[f64; ROWS]>) {
        debug_assert!(a.columns == self.depth && a.rows == c.rows);
        widely(
            #[inline(always)]
            || self.subtract_here(c, a, part, left),
        );
    }

    #[inline(always)]
    fn subtract_here(&self, c: &mut Target<'_>, a: View<'_>, part: Part, left: &mut Vec<[f64; ROWS]>) {
        let strips = self.columns.div_ceil(COLUMNS);
        for first in (0..self.depth).step_by(DEPTH) {
            let depth = DEPTH.min(self.depth - first);
            let block = &self.values[first * strips..][..depth * strips];
            for top in (0..a.rows).step_by(STRIP) {
                let rows = STRIP.min(a.rows - top);
                pack_left(left, a, (top, rows), (first, depth));
                for (strip, b) in block.chunks_exact(depth).enumerate() {
                    let column = strip * COLUMNS;
                    let width = COLUMNS.min(self.columns - column);
                    for (tile, a) in left.chunks_exact(depth).enumerate() {
                        let row = top + tile * ROWS;
                        if part == Part::Lower && row + ROWS <= column {
                            continue;
                        }
                        let sums = multiply(a, b);
                        let height = ROWS.min(c.rows - row);
                        for (j, sums) in sums[..width].iter().enumerate() {
                            let skipped = if part == Part::Lower { (column + j).saturating_sub(row) } else { 0 };
                            let start = (column + j) * c.step + row;
                            let target = &mut c.values[start..start + height];
                            target.iter_mut().zip(sums).skip(skipped).for_each(|(c, sum)| *c -= sum);
                        }
                    }
                }
            }
        }
    }
}

impl Room {
    /// Memory for products of A with so many columns and B with as many rows and so many columns.
    pub(crate) fn reserve(&mut self, depth: usize, columns: usize) {
        let Self { left, right, .. } = self;
        left.reserve((depth * STRIP.div_ceil(ROWS)).saturating_sub(left.len()));
        right.values.reserve((depth * columns.div_ceil(COLUMNS)).saturating_sub(right.values.len()));
    }

    /// C ← C − A B, each row of B times its factor where there are factors.
    pub(crate) fn subtract(&mut self, c: &mut Target<'_>, a: View<'_>, (b, factors): (View<'_>, Option<&[f64]>)) {
        self.right.pack(b, factors);
        self.right.subtract(c, a, Part::All, &mut self.left);
    }

    /// The same, only where the row is not above the column.
    pub(crate) fn subtract_lower(&mut self, c: &mut Target<'_>, a: View<'_>, (b, factors): (View<'_>, Option<&[f64]>)) {
        self.right.pack(b, factors);
        self.right.subtract(c, a, Part::Lower, &mut self.left);
    }

    /// Packs B; [`Room::subtract_packed`] then multiplies by it, when C and B lie in the same storage.
    pub(crate) fn pack(&mut self, b: View<'_>) {
        self.right.pack(b, None);
    }

    /// C ← C − A B with the B that was packed.
    pub(crate) fn subtract_packed(&mut self, c: &mut Target<'_>, a: View<'_>) {
        self.right.subtract(c, a, Part::All, &mut self.left);
    }
}

/// Some rows and columns of A, in strips of rows.
#[inline(always)]
fn pack_left(left: &mut Vec<[f64; ROWS]>, a: View<'_>, (top, rows): (usize, usize), (first, depth): (usize, usize)) {
    left.clear();
    left.reserve(depth * rows.div_ceil(ROWS));
    for row in (top..top + rows).step_by(ROWS) {
        let height = ROWS.min(top + rows - row);
        for k in first..first + depth {
            let start = row * a.row_step + k * a.column_step;
            let mut column = [0.0; ROWS];
            if a.row_step == 1 && height == ROWS {
                column.copy_from_slice(&a.values[start..start + ROWS]);
            } else {
                for (i, x) in column[..height].iter_mut().enumerate() {
                    *x = a.values[start + i * a.row_step];
                }
            }
            left.push(column);
        }
    }
}

/// A tile of A B.
#[inline(always)]
fn multiply(a: &[[f64; ROWS]], b: &[[f64; COLUMNS]]) -> [[f64; ROWS]; COLUMNS] {
    let mut sums = [[0.0; ROWS]; COLUMNS];
    for (a, b) in a.iter().zip(b) {
        for j in 0..COLUMNS {
            for i in 0..ROWS {
                sums[j][i] = a[i].mul_add(b[j], sums[j][i]);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise that is the same in every run.
    pub(crate) fn noise(count: usize) -> Vec<f64> {
        let mut state = 7_u64;
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn every_element_is_one_sum_in_one_order_whatever_the_tiles() {
        let mut room = Room::default();
        for (m, k, n) in [(1, 1, 1), (8, 6, 6), (7, 5, 3), (203, 300, 20), (13, 600, 11)] {
            let (a, b, old) = (noise(m * k), noise(k * n), noise(m * n));
            let factors = noise(k);
            for by_rows in [false, true] {
                let a_view = View::by_columns(&a, m, k, m);
                let b_view =
                    if by_rows { View::by_columns(&b, n, k, n).transposed() } else { View::by_columns(&b, k, n, k) };
                let mut known = old.clone();
                for j in 0..n {
                    for i in 0..m {
                        for first in (0..k).step_by(DEPTH) {
                            let mut sum = 0.0_f64;
                            for l in first..k.min(first + DEPTH) {
                                let b = b[l * b_view.row_step + j * b_view.column_step] * factors[l];
                                sum = a[l * m + i].mul_add(b, sum);
                            }
                            known[j * m + i] -= sum;
                        }
                    }
                }
                for part in [Part::All, Part::Lower] {
                    let mut got = old.clone();
                    let mut target = Target { values: &mut got, rows: m, step: m };
                    match part {
                        Part::All => room.subtract(&mut target, a_view, (b_view, Some(&factors))),
                        Part::Lower => room.subtract_lower(&mut target, a_view, (b_view, Some(&factors))),
                    }
                    for j in 0..n {
                        for i in 0..m {
                            let wanted = part == Part::All || i >= j;
                            let known = if wanted { known[j * m + i] } else { old[j * m + i] };
                            assert_eq!(got[j * m + i].to_bits(), known.to_bits(), "{m} {k} {n} at {i} {j}");
                        }
                    }
                }
            }
        }
    }
}
