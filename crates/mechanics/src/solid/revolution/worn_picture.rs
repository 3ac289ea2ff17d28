//! The cells of a cup's points as polygons, for pictures and files.

use super::worn::WornElasticCup;
use std::f64::consts::TAU;

/// Corners nearer than this share of a turn are one.
const SAME: f64 = 1e-9;

/// Points on a circle between two rings, by their place in turns from 0 to 1; one for the pole.
struct Circle {
    first: u32,
    turns: Vec<f64>,
}

impl Circle {
    /// Point numbers from one place to another, which may lie beyond a turn, both ends included.
    fn arc(&self, from: f64, to: f64) -> Vec<u32> {
        if self.turns.len() == 1 {
            return vec![self.first];
        }
        let mut found = Vec::new();
        for turn in [-1.0, 0.0, 1.0] {
            for (k, place) in self.turns.iter().enumerate() {
                if (from - SAME..=to + SAME).contains(&(place + turn)) {
                    found.push(self.first + k as u32);
                }
            }
        }
        found
    }
}

impl WornElasticCup {
    /// Polygons in the cup's axes (pole at −z) for a bearing surface of this radius, one for every point, in their order: points, point
    /// numbers of all cells, end of each cell in them. Neighbours share their corners.
    pub fn polygons(&self, radius: f64) -> (Vec<[f64; 3]>, Vec<u32>, Vec<u32>) {
        let rings = self.compliance().rings();
        let mut points = vec![[0.0, 0.0, -radius]];
        let mut inner = Circle { first: 0, turns: vec![0.0] };
        let (mut connectivity, mut offsets) = (Vec::new(), Vec::new());
        for (i, ring) in rings.iter().enumerate() {
            // Half a cell further along the meridian: on the sphere by its angle, beyond it between both middles.
            let [r, z] = ring.middle;
            let on_sphere = |[r, z]: [f64; 2]| (r.hypot(z) - 1.0).abs() < 5e-3;
            let (rim, height) = if on_sphere(ring.middle) {
                let angle = r.atan2(-z) + 0.5 * ring.width;
                (angle.sin(), -angle.cos())
            } else {
                let along = [-ring.normal[1], ring.normal[0]];
                (r + 0.5 * ring.width * along[0], z + 0.5 * ring.width * along[1])
            };
            let outer =
                Circle { first: points.len() as u32, turns: corners(ring.points, rings.get(i + 1).map(|r| r.points)) };
            points.extend(outer.turns.iter().map(|turn| {
                let (sin, cos) = libm::sincos(turn * TAU);
                [radius * rim * cos, radius * rim * sin, radius * height]
            }));
            let count = ring.points as f64;
            for a in 0..ring.points {
                let (from, to) = ((a as f64 - 0.5) / count, (a as f64 + 0.5) / count);
                connectivity.extend(outer.arc(from, to));
                connectivity.extend(inner.arc(from, to).into_iter().rev());
                offsets.push(connectivity.len() as u32);
            }
            inner = outer;
        }
        (points, connectivity, offsets)
    }
}

/// Corners of the cells on both sides of a circle.
fn corners(inside: usize, outside: Option<usize>) -> Vec<f64> {
    let halves = |count: usize| (0..count).map(move |a| (a as f64 + 0.5) / count as f64);
    let mut turns: Vec<f64> = halves(inside).chain(outside.into_iter().flat_map(halves)).collect();
    turns.sort_by(f64::total_cmp);
    turns.dedup_by(|a, b| *a - *b < SAME);
    turns
}
