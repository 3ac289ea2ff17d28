//! The part that moves over a surface: its shape, and how it lies and moves at each frame.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::Surface;

/// Cells of a shape that is only looked at.
const MOST_CELLS: usize = 12_000;

/// The part that lies on a surface, to be shown with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counterpart {
    /// What a reader calls it, e.g. `Head`.
    pub label: String,
    /// Its shape in its own axes, for looking; without points where it is the ball of a round socket.
    pub shape: Surface,
    /// How it lies and moves at each frame.
    pub motion: Vec<Motion>,
}

/// Pose and velocity of a rigid part in the frame of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// Its own axes, one after the other: unit vectors.
    pub axes: [[f64; 3]; 3],
    /// Its origin, in m.
    pub origin: [f64; 3],
    /// Velocity of its origin, in m/s.
    pub velocity: [f64; 3],
    /// Angular velocity, in rad/s.
    pub spin: [f64; 3],
}

impl Counterpart {
    /// A part with a shape for looking: to the micrometre, and coarser where it has very many cells.
    pub fn new(label: &str, shape: &Surface, motion: Vec<Motion>) -> Self {
        Self { label: label.into(), shape: lightened(shape, MOST_CELLS), motion }
    }

    /// The ball of a round socket, which needs no shape.
    pub fn ball(label: &str, motion: Vec<Motion>) -> Self {
        let shape = Surface { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
        Self { label: label.into(), shape, motion }
    }
}

/// At most so many cells: points that lie in one cube become their mean, and cells that lose their corners go; cubes
/// grow until it is enough.
fn lightened(shape: &Surface, most: usize) -> Surface {
    let mut side = 1e-6;
    loop {
        let light = in_cubes(shape, side);
        if light.cells() <= most {
            return light;
        }
        side = if side < 1e-4 { 1e-4 } else { 1.2 * side };
    }
}

fn in_cubes(shape: &Surface, side: f64) -> Surface {
    let mut known: HashMap<[i64; 3], u32> = HashMap::new();
    let mut sums: HashMap<[i64; 3], ([f64; 3], f64)> = HashMap::new();
    let mut light = Surface { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
    // What is no number, or as far away as no part is, has no cube.
    let cubes: Vec<[i64; 3]> = shape.points.iter().map(|p| p.map(|x| (x / side).round() as i64)).collect();
    for (cube, point) in cubes.iter().zip(&shape.points) {
        let (sum, count) = sums.entry(*cube).or_default();
        (0..3).for_each(|k| sum[k] += point[k]);
        *count += 1.0;
    }
    for cell in 0..shape.cells() {
        let mut corners: Vec<[i64; 3]> = shape.cell(cell).iter().map(|&p| cubes[p as usize]).collect();
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        if corners.len() < 3 {
            continue;
        }
        for cube in corners {
            let next = known.len() as u32;
            let index = *known.entry(cube).or_insert(next);
            if index == next {
                let (sum, count) = sums[&cube];
                light.points.push(sum.map(|x| (x / count * 1e6).round() / 1e6));
            }
            light.connectivity.push(index);
        }
        light.offsets.push(light.connectivity.len() as u32);
    }
    light
}

impl Motion {
    /// Velocity of sliding in m/s: v + ω × (x − o) of the part's point at x, without what is along the unit normal n.
    pub fn sliding(&self, point: [f64; 3], normal: [f64; 3]) -> [f64; 3] {
        let Self { origin: o, velocity: v, spin: w, .. } = self;
        let arm = [0, 1, 2].map(|k| point[k] - o[k]);
        let turned = [w[1] * arm[2] - w[2] * arm[1], w[2] * arm[0] - w[0] * arm[2], w[0] * arm[1] - w[1] * arm[0]];
        let whole = [0, 1, 2].map(|k| v[k] + turned[k]);
        let along: f64 = (0..3).map(|k| whole[k] * normal[k]).sum();
        [0, 1, 2].map(|k| whole[k] - along * normal[k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plate of n × n squares of a millimetre.
    fn plate(n: u32) -> Surface {
        let points = (0..=n).flat_map(|y| (0..=n).map(move |x| [1e-3 * f64::from(x), 1e-3 * f64::from(y), 0.0]));
        let mut plate = Surface { points: points.collect(), connectivity: Vec::new(), offsets: Vec::new() };
        for (x, y) in (0..n * n).map(|i| (i % n, i / n)) {
            let low = y * (n + 1) + x;
            plate.connectivity.extend([low, low + 1, low + n + 2, low + n + 1]);
            plate.offsets.push(plate.connectivity.len() as u32);
        }
        plate
    }

    #[test]
    fn a_shape_for_looking_keeps_its_extent_and_has_few_cells() {
        // Points may stand in another order: the same cells at the same places, to the micrometre.
        let corners = |shape: &Surface| -> Vec<Vec<[f64; 3]>> {
            let corner = |&point: &u32| shape.points[point as usize].map(|x| (1e6 * x).round());
            (0..shape.cells()).map(|cell| shape.cell(cell).iter().map(corner).collect()).collect()
        };
        assert_eq!(corners(&lightened(&plate(4), 16)), corners(&plate(4)));
        let light = lightened(&plate(60), 400);
        assert!(light.cells() <= 400 && light.cells() > 40, "{}", light.cells());
        let far = light.points.iter().map(|p| p[0].max(p[1])).fold(0.0, f64::max);
        assert!((far - 0.06).abs() < 4e-3, "{far}");
        assert!(light.connectivity.iter().all(|&i| (i as usize) < light.points.len()));
    }

    #[test]
    fn a_wheel_that_rolls_does_not_slide_and_one_that_spins_does() {
        // A wheel of radius 0.3 m on the plane y = 0, its axle along z, at 2 m/s along x.
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let wheel =
            |spin: f64| Motion { axes, origin: [5.0, 0.3, 0.0], velocity: [2.0, 0.0, 0.0], spin: [0.0, 0.0, spin] };
        let below = |motion: Motion| motion.sliding([5.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-12);
        assert!(near(below(wheel(-2.0 / 0.3)), [0.0; 3]));
        assert!(near(below(wheel(-10.0)), [2.0 - 10.0 * 0.3, 0.0, 0.0]));
        // Beside the axle the rim moves across the plane, which is no sliding.
        assert!(near(wheel(-10.0).sliding([5.3, 0.3, 0.0], [0.0, 1.0, 0.0]), [2.0, 0.0, 0.0]));
    }
}
