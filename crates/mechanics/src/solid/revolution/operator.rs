//! The compliance of points that may touch as the contact solver wants it, with a sparse approximate inverse.

use super::fold::Halves;
use super::table::{CircularTable, Run};
use numerics::complementarity::Compliance;
use pulp::{Arch, Simd, WithSimd};

/// Most neighbours of a point in the approximate inverse, itself included.
const MOST: usize = 12;
/// Blocks of more points are not kept, their columns are made for every product: 64 MB.
const MOST_KEPT: usize = 4000;

/// `C⁻¹ ≈ Gᵀ G` with a sparse lower triangle G: each row is the exact answer on a few neighbours that come before it
/// [KolotilinaYeremin1993]. The inverse of a compliance decays fast, and any part of G over closed points stays positive.
#[derive(Debug, Clone)]
pub(super) struct ApproximateInverse {
    start: Vec<usize>,
    neighbours: Vec<usize>,
    values: Vec<f64>,
}

impl ApproximateInverse {
    pub fn new(table: &CircularTable, halves: &Halves) -> Self {
        let (mut start, mut neighbours, mut values) = (vec![0], Vec::new(), Vec::new());
        let mut near: Vec<(usize, usize)> = Vec::with_capacity(MOST);
        for (i, ring) in table.rings.iter().enumerate() {
            for a in 0..halves.of_ring(ring.points) {
                near.clear();
                for (back, reach) in [(2_usize, 1_isize), (1, 2)] {
                    let Some(j) = i.checked_sub(back) else { continue };
                    let other = &table.rings[j];
                    let centre = (a * other.points + ring.points / 2) / ring.points;
                    let reach = reach.min((other.points as isize - 1) / 2);
                    near.extend((-reach..=reach).map(|k| {
                        let place = (centre as isize + k).rem_euclid(other.points as isize) as usize;
                        (j, halves.standing_for(place, other.points))
                    }));
                }
                near.extend((a.saturating_sub(2)..=a).map(|b| (i, b)));
                near.sort_unstable();
                near.dedup();
                let row = lowest_row(table, halves, &near);
                neighbours.extend(near.iter().map(|(j, b)| halves.first[*j] + b));
                values.extend_from_slice(&row[..near.len()]);
                start.push(neighbours.len());
            }
        }
        Self { start, neighbours, values }
    }
}

/// The last row of the inverse of the triangle of `C = L Lᵀ` on these points: `y/√yₘ` with `C y = eₘ`.
fn lowest_row(table: &CircularTable, halves: &Halves, near: &[(usize, usize)]) -> [f64; MOST] {
    let m = near.len();
    let mut l = [[0.0; MOST]; MOST];
    for i in 0..m {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let rest = halves.entry(table, near[i], near[j]) - dot;
            l[i][j] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / l[j][j] };
        }
    }
    // C y = e: the forward step gives 1/l at the end and nothing before it; then y/√yₘ = L⁻ᵀ e.
    let mut y = [0.0; MOST];
    for i in (0..m).rev() {
        let right = if i + 1 == m { 1.0 } else { 0.0 };
        let sum: f64 = (i + 1..m).map(|k| l[k][i] * y[k]).sum();
        y[i] = (right - sum) / l[i][i];
    }
    y
}

/// The compliance of some points, column by column: made when the points change, which is seldom, and used in every product.
/// Products wait for memory, so it is kept in single precision: to six digits it is the same cup, and as symmetric.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    /// Sorted.
    pub points: Vec<usize>,
    /// Place of every point of the cup among them; beyond the end where it is none of them.
    place: Vec<usize>,
    runs: Vec<Run>,
    columns: Vec<f32>,
    sum: Vec<f64>,
    column: Vec<f64>,
    /// Residuals of closed points, nought elsewhere.
    masked: Vec<f64>,
}

impl Block {
    pub fn new(points: usize) -> Self {
        Self {
            points: Vec::with_capacity(points),
            place: vec![usize::MAX; points],
            masked: vec![0.0; points],
            ..Self::default()
        }
    }

    pub fn contains(&self, point: usize) -> bool {
        self.place[point] != usize::MAX
    }

    /// Takes other points.
    pub fn fill(&mut self, table: &CircularTable, halves: &Halves, points: impl Iterator<Item = usize>) {
        for &point in &self.points {
            self.place[point] = usize::MAX;
        }
        self.points.clear();
        self.points.extend(points);
        self.points.iter().enumerate().for_each(|(k, &point)| self.place[point] = k);
        halves.runs(&self.points, &mut self.runs);
        let length = self.points.len();
        self.sum.resize(length, 0.0);
        self.column.resize(length, 0.0);
        self.columns.clear();
        if length <= MOST_KEPT {
            self.columns.resize(length * length, 0.0);
            for (&source, column) in self.points.iter().zip(self.columns.chunks_exact_mut(length.max(1))) {
                halves.column(table, source, &self.runs, &mut self.column);
                column.iter_mut().zip(&self.column).for_each(|(kept, value)| *kept = *value as f32);
            }
        }
    }
}

/// `sum += Σ columnₖ xₖ` over some columns; products are not fused with sums, so that every machine finds the same.
struct AddUp<'a> {
    sum: &'a mut [f64],
    columns: &'a [f32],
    place: &'a [usize],
    x: &'a [f64],
    from: &'a [usize],
}

/// Columns that are added at once.
const AT_ONCE: usize = 8;

impl WithSimd for AddUp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { sum, columns, place, x, from } = self;
        let length = sum.len();
        let mut groups = from.chunks_exact(AT_ONCE);
        for group in &mut groups {
            let mut starts = [0; AT_ONCE];
            let mut factors = [0.0; AT_ONCE];
            for ((start, factor), &source) in starts.iter_mut().zip(&mut factors).zip(group) {
                (*start, *factor) = (place[source] * length, x[source]);
            }
            let [a, b, c, d] = [0, 1, 2, 3].map(|k| &columns[starts[k]..starts[k] + length]);
            let [e, f, g, h] = [4, 5, 6, 7].map(|k| &columns[starts[k]..starts[k] + length]);
            let [x0, x1, x2, x3, x4, x5, x6, x7] = factors;
            for (k, sum) in sum.iter_mut().enumerate() {
                let low = (f64::from(a[k]) * x0 + f64::from(b[k]) * x1) + (f64::from(c[k]) * x2 + f64::from(d[k]) * x3);
                let high =
                    (f64::from(e[k]) * x4 + f64::from(f[k]) * x5) + (f64::from(g[k]) * x6 + f64::from(h[k]) * x7);
                *sum += low + high;
            }
        }
        for &source in groups.remainder() {
            let column = &columns[place[source] * length..][..length];
            for (sum, c) in sum.iter_mut().zip(column) {
                *sum += f64::from(*c) * x[source];
            }
        }
    }
}

/// A block in use.
#[derive(Debug)]
pub(super) struct BlockOperator<'a> {
    pub table: &'a CircularTable,
    pub halves: &'a Halves,
    pub inverse: &'a ApproximateInverse,
    pub block: &'a mut Block,
}

impl Compliance for BlockOperator<'_> {
    fn len(&self) -> usize {
        self.halves.len()
    }

    /// For points of the block only.
    fn apply(&mut self, (x, from): (&[f64], &[usize]), (y, to): (&mut [f64], &[usize])) {
        let Block { place, columns, sum, column, runs, .. } = &mut *self.block;
        sum.fill(0.0);
        if columns.is_empty() {
            for &source in from {
                self.halves.column(self.table, source, runs, column);
                sum.iter_mut().zip(column.iter()).for_each(|(sum, c)| *sum += c * x[source]);
            }
        } else {
            Arch::new().dispatch(AddUp { sum, columns, place, x, from });
        }
        to.iter().for_each(|&i| y[i] = sum[place[i]]);
    }

    fn precondition(&mut self, r: &[f64], z: &mut [f64], set: &[usize]) {
        let Block { masked, .. } = &mut *self.block;
        let ApproximateInverse { start, neighbours, values } = self.inverse;
        // Points that are open count as nought on the way in; what they get on the way out nobody asks for.
        set.iter().for_each(|&i| (masked[i], z[i]) = (r[i], 0.0));
        for &i in set {
            let (neighbours, values) = (&neighbours[start[i]..start[i + 1]], &values[start[i]..start[i + 1]]);
            let sum: f64 = neighbours.iter().zip(values).map(|(&j, g)| g * masked[j]).sum();
            for (&j, g) in neighbours.iter().zip(values) {
                z[j] += g * sum;
            }
        }
        set.iter().for_each(|&i| masked[i] = 0.0);
    }
}
