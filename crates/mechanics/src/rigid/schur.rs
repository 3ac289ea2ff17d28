//! The small symmetric system S λ = b with S = J M⁻¹ Jᵀ, in blocks: one for each pair of constraints that share a body.
//!
//! A constraint has one, two or three equations. Within a block everything has a size that the compiler knows, so that
//! what is left of a factorisation is arithmetic (`block.rs`).

use super::block::{
    Block, couple, finish, invert, subtract_one, subtract_three, subtract_two, take_columns, take_rows, times,
};
use super::constraint::Row;

/// One body that couples two constraints (or one with itself).
#[derive(Debug, Clone)]
struct Overlap {
    block: usize,
    body: usize,
    /// First rows and numbers of rows of both.
    starts: [usize; 2],
    counts: [usize; 2],
    sides: [usize; 2],
}

/// One block of L in the row of a constraint.
#[derive(Debug, Clone)]
struct Entry {
    block: usize,
    /// First equation, number of equations and diagonal block of the other constraint.
    start: usize,
    count: usize,
    diagonal: usize,
    /// Blocks whose product is taken from it: one of this row, one of the other, and the equations that they share.
    products: Vec<[usize; 3]>,
}

/// A constraint in S.
#[derive(Debug, Clone)]
struct Line {
    start: usize,
    count: usize,
    diagonal: usize,
    entries: Vec<Entry>,
}

/// Where S is not zero: known from the mechanism alone.
#[derive(Debug, Clone, Default)]
pub(super) struct Pattern {
    overlaps: Vec<Overlap>,
    lines: Vec<Line>,
    blocks: usize,
}

/// Calls a function with sizes that the compiler knows. Two equations by two, as of revolute and translational joints, come
/// first.
macro_rules! sized {
    ($f:ident, $a:expr, $b:expr, $($x:expr),*) => {
        if $a == 2 && $b == 2 {
            $f::<2, 2>($($x),*)
        } else {
            match ($a, $b) {
                (1, 1) => $f::<1, 1>($($x),*),
                (1, 2) => $f::<1, 2>($($x),*),
                (1, _) => $f::<1, 3>($($x),*),
                (2, 1) => $f::<2, 1>($($x),*),
                (2, _) => $f::<2, 3>($($x),*),
                (_, 1) => $f::<3, 1>($($x),*),
                (_, 2) => $f::<3, 2>($($x),*),
                (_, _) => $f::<3, 3>($($x),*),
            }
        }
    };
}

impl Pattern {
    /// From the bodies and the number of equations of every constraint; `ground` does not couple.
    pub fn new(constraints: &[([usize; 2], usize)], ground: usize) -> Self {
        let mut pattern = Self::default();
        // Which block holds a pair of constraints, the later one first.
        let mut known: Vec<Vec<Option<usize>>> = Vec::new();
        let mut start = 0;
        for (later, &(bodies, count)) in constraints.iter().enumerate() {
            known.push(vec![None; later + 1]);
            for (earlier, &(others, other_count)) in constraints[..=later].iter().enumerate() {
                for sides in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                    let body = bodies[sides[0]];
                    if body != ground && body == others[sides[1]] {
                        let block = *known[later][earlier].get_or_insert_with(|| pattern.add_block());
                        let other_start = pattern.lines.get(earlier).map_or(start, |line| line.start);
                        let (starts, counts) = ([start, other_start], [count, other_count]);
                        pattern.overlaps.push(Overlap { block, body, starts, counts, sides });
                    }
                }
            }
            let mut entries = Vec::new();
            for column in 0..later {
                let mut products = Vec::new();
                for shared in 0..column {
                    if let (Some(own), Some(other)) = (known[later][shared], known[column][shared]) {
                        products.push([own, other, constraints[shared].1]);
                    }
                }
                if !products.is_empty() {
                    known[later][column].get_or_insert_with(|| pattern.add_block());
                }
                if let Some(block) = known[later][column] {
                    let Line { start, count, diagonal, .. } = pattern.lines[column];
                    entries.push(Entry { block, start, count, diagonal, products });
                }
            }
            let diagonal = *known[later][later].get_or_insert_with(|| pattern.add_block());
            pattern.lines.push(Line { start, count, diagonal, entries });
            start += count;
        }
        pattern
    }

    fn add_block(&mut self) -> usize {
        self.blocks += 1;
        self.blocks - 1
    }

    /// Storage for S.
    pub fn storage(&self) -> Vec<Block> {
        vec![[[0.0; 3]; 3]; self.blocks]
    }

    /// S. `inverse_mass` has one entry for each body, for its three coordinates.
    pub fn compute(&self, rows: &[Row], inverse_mass: &[[f64; 3]], matrix: &mut [Block]) {
        matrix.fill([[0.0; 3]; 3]);
        for overlap in &self.overlaps {
            let Overlap { block, body, starts: [i, j], counts: [a, b], sides: [p, q] } = *overlap;
            let (out, w) = (&mut matrix[block], &inverse_mass[body]);
            sized!(couple, a, b, (&rows[i..], p), (&rows[j..], q), w, out);
        }
    }

    /// S with its diagonal raised by a share, so that dependent equations do not stop a factorisation.
    pub fn raise_diagonal(&self, share: f64, matrix: &mut [Block]) {
        for line in &self.lines {
            for (k, row) in matrix[line.diagonal].iter_mut().enumerate().take(line.count) {
                row[k] *= 1.0 + share;
            }
        }
    }

    /// S = L D Lᵀ in place (L below the diagonal, D⁻¹ on it), or the row whose pivot is less than a share of its diagonal.
    pub fn factorise(&self, least: f64, matrix: &mut [Block]) -> Result<(), usize> {
        for Line { start, count, diagonal, entries } in &self.lines {
            let mut pivots = matrix[*diagonal];
            // L D first …
            for Entry { block, count: other, products, .. } in entries {
                if products.is_empty() {
                    continue;
                }
                let mut entry = matrix[*block];
                for &[own, above, shared] in products {
                    let (own, above) = (&matrix[own], &matrix[above]);
                    match shared {
                        1 => sized!(subtract_one, *count, *other, own, above, &mut entry),
                        2 => sized!(subtract_two, *count, *other, own, above, &mut entry),
                        _ => sized!(subtract_three, *count, *other, own, above, &mut entry),
                    }
                }
                matrix[*block] = entry;
            }
            // … then L.
            for Entry { block, count: other, diagonal, .. } in entries {
                let (inverse, before) = (matrix[*diagonal], &mut matrix[*block]);
                sized!(finish, *count, *other, &inverse, before, &mut pivots);
            }
            let original = &matrix[*diagonal];
            let inverse = match count {
                1 => invert::<1>(&pivots, original, least),
                2 => invert::<2>(&pivots, original, least),
                _ => invert::<3>(&pivots, original, least),
            };
            matrix[*diagonal] = inverse.map_err(|row| start + row)?;
        }
        Ok(())
    }

    /// Solves with the factors, in place.
    pub fn solve(&self, factors: &[Block], b: &mut [f64]) {
        for Line { start, count, entries, .. } in &self.lines {
            let (before, here) = b.split_at_mut(*start);
            for Entry { block, start, count: other, .. } in entries {
                sized!(take_rows, *count, *other, &factors[*block], &before[*start..], here);
            }
        }
        for Line { start, count, diagonal, .. } in &self.lines {
            let (inverse, b) = (&factors[*diagonal], &mut b[*start..]);
            match count {
                2 => times::<2>(inverse, b),
                1 => times::<1>(inverse, b),
                _ => times::<3>(inverse, b),
            }
        }
        for Line { start, count, entries, .. } in self.lines.iter().rev() {
            let (before, here) = b.split_at_mut(*start);
            for Entry { block, start, count: other, .. } in entries {
                sized!(take_columns, *count, *other, &factors[*block], here, &mut before[*start..]);
            }
        }
    }

    /// The lower triangle of S, row by row.
    pub fn dense(&self, matrix: &[Block]) -> Vec<f64> {
        let size = self.lines.last().map_or(0, |line| line.start + line.count);
        let mut dense = vec![0.0; size * size];
        for Line { start, count, diagonal, entries } in &self.lines {
            let blocks = entries.iter().map(|entry| (entry.block, entry.start, entry.count));
            for (block, first, other) in blocks.chain([(*diagonal, *start, *count)]) {
                for i in 0..*count {
                    for j in 0..other {
                        dense[(start + i) * size + first + j] = matrix[block][i][j];
                    }
                }
            }
        }
        dense
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Constraints with one, two and three equations in a ring with a branch, with random rows: solving undoes S.
    #[test]
    fn factors_solve_what_the_blocks_describe() {
        let constraints = [([0, 9], 2), ([0, 1], 3), ([1, 2], 1), ([2, 3], 2), ([3, 0], 1), ([9, 2], 1), ([3, 9], 3)];
        let size: usize = constraints.iter().map(|(_, count)| count).sum();
        let pattern = Pattern::new(&constraints, 9);
        let mut seed = 7u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let mut rows = Vec::new();
        for (bodies, count) in constraints {
            for _ in 0..count {
                let slopes = std::array::from_fn(|_| std::array::from_fn(|_| random()));
                rows.push(Row { bodies, slopes, ..Row::empty() });
            }
        }
        let mut masses = vec![[0.0; 3]; 10];
        for w in masses.iter_mut().take(4) {
            *w = std::array::from_fn(|_| 1.5 + random());
        }
        let entry = |i: usize, j: usize| {
            let mut sum = 0.0;
            for p in 0..2 {
                for q in 0..2 {
                    if rows[i].bodies[p] == rows[j].bodies[q] {
                        let w = masses[rows[i].bodies[p]];
                        sum += (0..3).map(|k| rows[i].slopes[p][k] * rows[j].slopes[q][k] * w[k]).sum::<f64>();
                    }
                }
            }
            sum
        };
        let mut matrix = pattern.storage();
        pattern.compute(&rows, &masses, &mut matrix);
        let dense = pattern.dense(&matrix);
        for i in 0..size {
            for j in 0..=i {
                assert!((dense[i * size + j] - entry(i, j)).abs() < 1e-14, "{i} {j}");
            }
        }
        // Twelve coordinates cannot take thirteen independent equations.
        assert_eq!(pattern.factorise(1e-13, &mut matrix.clone()), Err(12));
        pattern.raise_diagonal(0.1, &mut matrix);
        let x: Vec<f64> = (0..size).map(|_| random()).collect();
        let full = |i: usize, j: usize| entry(i, j) * if i == j { 1.1 } else { 1.0 };
        let mut b: Vec<f64> = (0..size).map(|i| (0..size).map(|j| full(i, j) * x[j]).sum()).collect();
        pattern.factorise(1e-13, &mut matrix).expect("positive definite");
        pattern.solve(&matrix, &mut b);
        assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-11), "{b:?} {x:?}");
    }
}
