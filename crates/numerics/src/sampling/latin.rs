//! Latin hypercubes.

use super::points::squared_distance;
use super::{Points, Random};

/// Points of the unit cube with exactly one in each of `count` equal slices of every coordinate [McKay1979].
pub fn draw_latin_hypercube(count: usize, dimension: usize, random: &mut Random) -> Points {
    let mut points = Points::zeros(count, dimension);
    let mut slices: Vec<usize> = (0..count).collect();
    for axis in 0..dimension {
        random.shuffle(&mut slices);
        for (index, &slice) in slices.iter().enumerate() {
            points.row_mut(index)[axis] = (slice as f64 + random.uniform()) / count as f64;
        }
    }
    points
}

/// A Latin hypercube whose points keep away from each other: coordinates are exchanged between points as long as that
/// lessens φ = Σ dᵢⱼ⁻ᵖ over all pairs [MorrisMitchell1995], with p = 15.
///
/// Each of `exchanges` attempts costs about `4 · count · dimension` operations.
pub fn draw_maximin_latin_hypercube(count: usize, dimension: usize, exchanges: usize, random: &mut Random) -> Points {
    let mut points = draw_latin_hypercube(count, dimension, random);
    if count < 3 || dimension < 2 {
        return points;
    }
    // Distances in units of a typical nearest neighbour, so that their powers neither overflow nor vanish.
    let scale = (count as f64).powf(2.0 / dimension as f64);
    let crowding = |points: &Points, index: usize, other: usize| -> f64 {
        let point = points.row(index);
        let away = |(k, row): (usize, &[f64])| {
            if k == index || k == other { 0.0 } else { (scale * squared_distance(point, row)).powf(-7.5) }
        };
        points.rows().enumerate().map(away).sum()
    };
    for _ in 0..exchanges {
        let (i, axis) = (random.below(count), random.below(dimension));
        let j = (i + 1 + random.below(count - 1)) % count;
        let before = crowding(&points, i, j) + crowding(&points, j, i);
        exchange(&mut points, i, j, axis);
        // The distance between the two does not change.
        if crowding(&points, i, j) + crowding(&points, j, i) >= before {
            exchange(&mut points, i, j, axis);
        }
    }
    points
}

fn exchange(points: &mut Points, i: usize, j: usize, axis: usize) {
    let kept = points.row(i)[axis];
    points.row_mut(i)[axis] = points.row(j)[axis];
    points.row_mut(j)[axis] = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_in_each_slice(points: &Points) -> bool {
        (0..points.dimension()).all(|axis| {
            let mut slices: Vec<usize> =
                points.rows().map(|point| (point[axis] * points.len() as f64) as usize).collect();
            slices.sort_unstable();
            slices.iter().enumerate().all(|(index, &slice)| index == slice)
        })
    }

    fn nearest(points: &Points) -> f64 {
        let mut nearest = f64::INFINITY;
        for i in 0..points.len() {
            for j in 0..i {
                nearest = nearest.min(squared_distance(points.row(i), points.row(j)).sqrt());
            }
        }
        nearest
    }

    #[test]
    fn every_slice_of_every_coordinate_holds_one_point() {
        for count in [1, 2, 7, 100] {
            assert!(one_in_each_slice(&draw_latin_hypercube(count, 5, &mut Random::new(2))));
            assert!(one_in_each_slice(&draw_maximin_latin_hypercube(count, 5, 500, &mut Random::new(2))));
        }
    }

    #[test]
    fn maximin_points_keep_away_from_each_other() {
        for seed in 0..5 {
            let plain = nearest(&draw_latin_hypercube(60, 4, &mut Random::new(seed)));
            let spread = nearest(&draw_maximin_latin_hypercube(60, 4, 5000, &mut Random::new(seed)));
            assert!(spread > 1.5 * plain, "seed {seed}: {plain} → {spread}");
        }
    }

    #[test]
    fn a_sum_of_single_effects_has_almost_no_variance() {
        // Stein 1987: the variance of the mean keeps only what no sum of functions of one coordinate can explain.
        let mean = |points: &Points| {
            points.rows().map(|p| p[0] + (3.0 * p[1]).sin() + p[2] * p[2]).sum::<f64>() / points.len() as f64
        };
        let exact = 0.5 + (1.0 - 3f64.cos()) / 3.0 + 1.0 / 3.0;
        let error = (mean(&draw_latin_hypercube(1000, 3, &mut Random::new(9))) - exact).abs();
        // Within a slice of 1/1000 each coordinate is random: 3 parts of about 3e-4 · 1000^-½; 1000 random points: 0.03.
        assert!(error < 1e-4, "{error}");
    }
}
