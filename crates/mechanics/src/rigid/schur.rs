//! The small symmetric system S λ = b with S = J M⁻¹ Jᵀ.

use super::constraint::Row;

/// Two sides of two rows that touch the same moving body.
#[derive(Debug, Clone, Copy)]
struct Overlap {
    entry: usize,
    body: usize,
    rows: [usize; 2],
    sides: [usize; 2],
}

/// What elimination does to one row: S is small, so that finding the entries would cost more than computing with them.
#[derive(Debug, Clone)]
struct Elimination {
    /// Entry, and the two entries whose product is taken from it.
    products: Vec<[usize; 3]>,
    /// Entries of the row before the diagonal, each with its column's diagonal.
    entries: Vec<[usize; 2]>,
    diagonal: usize,
}

/// Where S is not zero: known from the mechanism alone.
#[derive(Debug, Clone, Default)]
pub(super) struct Pattern {
    overlaps: Vec<Overlap>,
    eliminations: Vec<Elimination>,
    /// Row, column and entry of everything below the diagonal, row by row.
    lower: Vec<[usize; 3]>,
}

impl Pattern {
    /// From the bodies of every row; `ground` does not couple.
    pub fn new(bodies: &[[usize; 2]], ground: usize) -> Self {
        let size = bodies.len();
        let mut overlaps = Vec::new();
        let mut filled = vec![false; size * size];
        for i in 0..size {
            for j in 0..=i {
                for sides in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                    let body = bodies[i][sides[0]];
                    if body != ground && body == bodies[j][sides[1]] {
                        overlaps.push(Overlap { entry: i * size + j, body, rows: [i, j], sides });
                        filled[i * size + j] = true;
                    }
                }
            }
        }
        let (mut eliminations, mut lower) = (Vec::new(), Vec::new());
        for i in 0..size {
            let (mut products, mut entries) = (Vec::new(), Vec::new());
            for j in 0..i {
                for k in 0..j {
                    if filled[i * size + k] && filled[j * size + k] {
                        products.push([i * size + j, i * size + k, j * size + k]);
                        filled[i * size + j] = true;
                    }
                }
                if filled[i * size + j] {
                    entries.push([i * size + j, j * size + j]);
                    lower.push([i, j, i * size + j]);
                }
            }
            eliminations.push(Elimination { products, entries, diagonal: i * size + i });
        }
        Self { overlaps, eliminations, lower }
    }

    /// Lower triangle of S, row by row. `inverse_mass` has one entry for each body, for its three coordinates.
    pub fn compute(&self, rows: &[Row], inverse_mass: &[[f64; 3]], matrix: &mut [f64]) {
        matrix.fill(0.0);
        for &Overlap { entry, body, rows: [i, j], sides: [p, q] } in &self.overlaps {
            let (a, b, w) = (&rows[i].slopes[p], &rows[j].slopes[q], &inverse_mass[body]);
            matrix[entry] += a[0] * b[0] * w[0] + a[1] * b[1] * w[1] + a[2] * b[2] * w[2];
        }
    }

    /// S = L D Lᵀ in place (unit L below the diagonal, 1/D on it), or the row whose pivot vanishes.
    pub fn factorise(&self, matrix: &mut [f64]) -> Result<(), usize> {
        for (i, Elimination { products, entries, diagonal }) in self.eliminations.iter().enumerate() {
            // L D first …
            for &[entry, a, b] in products {
                matrix[entry] -= matrix[a] * matrix[b];
            }
            // … then L.
            let mut pivot = matrix[*diagonal];
            let least = 1e-13 * pivot;
            for &[entry, above] in entries {
                let before = matrix[entry];
                let scaled = before * matrix[above];
                pivot -= before * scaled;
                matrix[entry] = scaled;
            }
            // Also catches what is not a number.
            if !(pivot > least) {
                return Err(i);
            }
            matrix[*diagonal] = 1.0 / pivot;
        }
        Ok(())
    }

    /// Solves with the factors, in place.
    pub fn solve(&self, factors: &[f64], b: &mut [f64]) {
        for &[row, column, entry] in &self.lower {
            b[row] -= factors[entry] * b[column];
        }
        for (b, elimination) in b.iter_mut().zip(&self.eliminations) {
            *b *= factors[elimination.diagonal];
        }
        for &[row, column, entry] in self.lower.iter().rev() {
            b[column] -= factors[entry] * b[row];
        }
    }
}

/// Which equations depend on others: a Cholesky factorisation of S, scaled to a unit diagonal, with the largest pivot
/// first. Returns each dependent row with the rows it depends on.
///
/// A pivot is the squared share of a row that no earlier row explains; below 10⁻¹⁰ it counts as explained.
pub(super) fn dependent_rows(size: usize, matrix: &[f64]) -> Vec<(usize, Vec<usize>)> {
    let scale: Vec<f64> = (0..size).map(|i| matrix[i * size + i].max(f64::MIN_POSITIVE).sqrt()).collect();
    let entry = |i: usize, j: usize| {
        let (low, high) = (i.min(j), i.max(j));
        matrix[high * size + low] / (scale[i] * scale[j])
    };
    let mut order: Vec<usize> = (0..size).collect();
    let mut left: Vec<f64> = (0..size).map(|i| entry(i, i)).collect();
    // columns[k][i]: entry of L for row i and pivot k.
    let mut columns: Vec<Vec<f64>> = Vec::new();
    while columns.len() < size {
        let k = columns.len();
        // The first of equals, so that the later one of two equal constraints is called redundant.
        let mut best = k;
        for place in k + 1..size {
            if left[order[place]] > left[order[best]] * (1.0 + 1e-9) {
                best = place;
            }
        }
        let pivot_row = order[best];
        let pivot = left[pivot_row];
        if pivot < 1e-10 {
            break;
        }
        order[k..=best].rotate_right(1);
        let mut column = vec![0.0; size];
        for &i in &order[k..] {
            let explained: f64 = columns.iter().map(|c| c[i] * c[pivot_row]).sum();
            column[i] = (entry(i, pivot_row) - explained) / pivot.sqrt();
            left[i] -= column[i] * column[i];
        }
        columns.push(column);
    }
    let rank = columns.len();
    let explain = |row: usize| {
        // Lᵀ x = (entries of the row in L): x says how much of each pivot row makes up this one.
        let mut x: Vec<f64> = columns.iter().map(|c| c[row]).collect();
        for k in (0..rank).rev() {
            for later in k + 1..rank {
                x[k] -= columns[k][order[later]] * x[later];
            }
            x[k] /= columns[k][order[k]];
        }
        let mut rows: Vec<usize> = (0..rank).filter(|&k| x[k].abs() > 1e-6).map(|k| order[k]).collect();
        rows.sort_unstable();
        rows
    };
    order[rank..].iter().map(|&row| (row, explain(row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_solve_a_system_with_holes() {
        // A chain: row 0 couples to 1, 1 to 2, 0 to 3.
        let bodies = [[0, 9], [0, 1], [1, 2], [9, 0]];
        let pattern = Pattern::new(&bodies, 9);
        let mut matrix = [4.0, 0.0, 0.0, 0.0, 1.0, 5.0, 0.0, 0.0, 0.0, 2.0, 6.0, 0.0, 1.0, 0.5, 0.0, 3.0];
        let x = [1.0, -2.0, 0.5, 3.0];
        let full = |i: usize, j: usize| matrix[i.max(j) * 4 + i.min(j)];
        let mut b: Vec<f64> = (0..4).map(|i| (0..4).map(|j| full(i, j) * x[j]).sum()).collect();
        pattern.factorise(&mut matrix).expect("positive definite");
        pattern.solve(&matrix, &mut b);
        assert!(b.iter().zip(x).all(|(b, x)| (b - x).abs() < 1e-14), "{b:?}");
    }

    #[test]
    fn a_row_that_others_explain_is_found_with_them() {
        // Gram matrix of (1,0,0), (0,1,0), (1,1,0), (0,0,2).
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
        let mut matrix = [0.0; 16];
        for i in 0..4 {
            for j in 0..4 {
                matrix[i * 4 + j] = (0..3).map(|k: usize| rows[i][k] * rows[j][k]).sum();
            }
        }
        assert_eq!(dependent_rows(4, &matrix), [(2, vec![0, 1])]);
    }
}
