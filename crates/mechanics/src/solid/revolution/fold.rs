//! Half of a cup's points: a load in a plane through the axis presses alike on both sides of that plane. Or all of them, where
//! nothing is alike on both sides.

use super::table::{CircularTable, Run};

/// The points of all rings on one side of the plane through azimuth zero, and on it. A force on one stands for that on its
/// mirror image, too: displacements by whole forces are then `½ (c(φ − φ′) + c(φ + φ′))`, which is symmetric.
#[derive(Debug, Clone)]
pub(super) struct Halves {
    /// Where a ring begins, and the end of all.
    pub first: Vec<usize>,
    /// Ring and number in it.
    points: Vec<(usize, usize)>,
    /// How many points one stands for.
    pub weights: Vec<f64>,
    /// Whether all points are there, each for itself.
    whole: bool,
}

impl Halves {
    pub fn new(rings: impl Iterator<Item = usize>) -> Self {
        let (mut first, mut points, mut weights) = (vec![0], Vec::new(), Vec::new());
        for (ring, count) in rings.enumerate() {
            for a in 0..=count / 2 {
                points.push((ring, a));
                weights.push(if a == 0 || 2 * a == count { 1.0 } else { 2.0 });
            }
            first.push(points.len());
        }
        Self { first, points, weights, whole: false }
    }

    /// All points of all rings, each for itself.
    pub fn whole(rings: impl Iterator<Item = usize>) -> Self {
        let (mut first, mut points) = (vec![0], Vec::new());
        for (ring, count) in rings.enumerate() {
            points.extend((0..count).map(|a| (ring, a)));
            first.push(points.len());
        }
        let weights = vec![1.0; points.len()];
        Self { first, points, weights, whole: true }
    }

    /// How many points of a ring of so many are there.
    pub fn of_ring(&self, count: usize) -> usize {
        if self.whole { count } else { count / 2 + 1 }
    }

    /// The point that stands for one of a ring of so many.
    pub fn standing_for(&self, place: usize, count: usize) -> usize {
        if self.whole { place } else { place.min(count - place) }
    }

    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Sorted points as runs of neighbours.
    pub fn runs(&self, points: &[usize], runs: &mut Vec<Run>) {
        runs.clear();
        for &point in points {
            let (ring, place) = self.points[point];
            match runs.last_mut() {
                Some(run) if run.ring == ring && run.to == place => run.to += 1,
                _ => runs.push(Run { ring, from: place, to: place + 1 }),
            }
        }
    }

    /// Displacement of a point (ring, number in it) by a force on another and its mirror image.
    pub fn entry(&self, table: &CircularTable, (i, a): (usize, usize), (j, b): (usize, usize)) -> f64 {
        let (values, [x, y]) = table.between((i, a), (j, b));
        if self.whole {
            return values[x.abs_diff(y)];
        }
        0.5 * (values[x.abs_diff(y)] + values[x + y])
    }

    /// Displacements of all points of some runs by a force on one point.
    pub fn column(&self, table: &CircularTable, source: usize, runs: &[Run], column: &mut [f64]) {
        let mut rest = column;
        for run in runs {
            let (own, after) = rest.split_at_mut(run.to - run.from);
            rest = after;
            let (values, [x, y]) = table.between((run.ring, run.from), self.points[source]);
            let (step, middle) = (table.step(run.ring, self.points[source].0), values.len() / 2);
            if self.whole {
                own.iter_mut().enumerate().for_each(|(k, u)| *u = values[middle + x + k * step - y]);
            } else if step == 1 {
                let (near, far) = (&values[middle + x - y..][..own.len()], &values[x + y..][..own.len()]);
                own.iter_mut().zip(near.iter().zip(far)).for_each(|(u, (near, far))| *u = 0.5 * (near + far));
            } else {
                for (k, u) in own.iter_mut().enumerate() {
                    *u = 0.5 * (values[middle + x + k * step - y] + values[x + k * step + y]);
                }
            }
        }
    }
}
