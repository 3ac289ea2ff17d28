//! The compliance of a cup's points as the contact solver wants it, with a sparse approximate inverse.

use super::table::{CircularTable, Run};
use numerics::complementarity::Compliance;

/// Most neighbours of a point in the approximate inverse, itself included.
const MOST: usize = 12;

/// `C⁻¹ ≈ Gᵀ G` with a sparse lower triangle G: each row is the exact answer on a few neighbours that come before it
/// [KolotilinaYeremin1993]. The inverse of a compliance decays fast, and any part of G over closed points stays positive.
#[derive(Debug, Clone)]
pub(super) struct ApproximateInverse {
    start: Vec<usize>,
    neighbours: Vec<usize>,
    values: Vec<f64>,
}

impl ApproximateInverse {
    pub fn new(table: &CircularTable) -> Self {
        let (mut start, mut neighbours, mut values) = (vec![0], Vec::new(), Vec::new());
        let mut near: Vec<(usize, usize)> = Vec::with_capacity(MOST);
        for (i, ring) in table.rings.iter().enumerate() {
            for a in 0..ring.points {
                near.clear();
                for (back, reach) in [(2_usize, 1_isize), (1, 2)] {
                    let Some(j) = i.checked_sub(back) else { continue };
                    let other = &table.rings[j];
                    let centre = (a * other.points + ring.points / 2) / ring.points;
                    let reach = reach.min((other.points as isize - 1) / 2);
                    near.extend((-reach..=reach).map(|k| {
                        let place = (centre as isize + k).rem_euclid(other.points as isize);
                        (j, place as usize)
                    }));
                }
                near.extend((a.saturating_sub(2)..=a).map(|b| (i, b)));
                near.sort_unstable();
                let row = lowest_row(table, &near);
                neighbours.extend(near.iter().map(|(j, b)| table.rings[*j].first + b));
                values.extend_from_slice(&row[..near.len()]);
                start.push(neighbours.len());
            }
        }
        Self { start, neighbours, values }
    }
}

/// The last row of the inverse of the triangle of `C = L Lᵀ` on these points: `y/√yₘ` with `C y = eₘ`.
fn lowest_row(table: &CircularTable, near: &[(usize, usize)]) -> [f64; MOST] {
    let m = near.len();
    let mut l = [[0.0; MOST]; MOST];
    for i in 0..m {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let rest = table.entry(near[i], near[j]) - dot;
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

/// A table with the storage that products need.
#[derive(Debug)]
pub(super) struct CircularOperator<'a> {
    pub table: &'a CircularTable,
    pub inverse: &'a ApproximateInverse,
    pub room: &'a mut OperatorRoom,
}

/// Storage of products.
#[derive(Debug, Clone, Default)]
pub(super) struct OperatorRoom {
    from: Vec<Run>,
    to: Vec<Run>,
    inside: Vec<bool>,
    between: Vec<f64>,
}

impl OperatorRoom {
    pub fn new(points: usize) -> Self {
        Self {
            from: Vec::with_capacity(points),
            to: Vec::with_capacity(points),
            inside: vec![false; points],
            between: vec![0.0; points],
        }
    }
}

impl Compliance for CircularOperator<'_> {
    fn len(&self) -> usize {
        self.table.points()
    }

    fn apply(&mut self, (x, from): (&[f64], &[usize]), (y, to): (&mut [f64], &[usize])) {
        let OperatorRoom { from: sources, to: targets, .. } = &mut *self.room;
        self.table.runs(from, sources);
        self.table.runs(to, targets);
        to.iter().for_each(|&i| y[i] = 0.0);
        for target in targets.iter() {
            for source in sources.iter() {
                self.table.add(x, source, y, target);
            }
        }
    }

    fn precondition(&mut self, r: &[f64], z: &mut [f64], set: &[usize]) {
        let OperatorRoom { inside, between, .. } = &mut *self.room;
        let ApproximateInverse { start, neighbours, values } = self.inverse;
        set.iter().for_each(|&i| (inside[i], z[i]) = (true, 0.0));
        for &i in set {
            let row = start[i]..start[i + 1];
            between[i] = neighbours[row.clone()]
                .iter()
                .zip(&values[row])
                .map(|(&j, g)| if inside[j] { g * r[j] } else { 0.0 })
                .sum();
        }
        for &i in set {
            let row = start[i]..start[i + 1];
            for (&j, g) in neighbours[row.clone()].iter().zip(&values[row]) {
                if inside[j] {
                    z[j] += g * between[i];
                }
            }
        }
        set.iter().for_each(|&i| inside[i] = false);
    }
}
