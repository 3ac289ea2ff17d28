//! Smoothing of a depth over a surface, without losing volume.

use nalgebra::Vector3;
use rayon::prelude::*;

use crate::Problem;

/// Where a Gaussian ends, in widths.
const REACH: f64 = 3.0;
/// Points of one task.
const CHUNK: usize = 256;

/// Spreads a depth over its neighbourhood by a Gaussian of width σ.
///
/// `dᵢ ← dᵢ + Σⱼ aⱼ G(|xᵢ − xⱼ|)(dⱼ − dᵢ)/M`, `G(r) = e^{−r²/2σ²}`, with M the largest sum `Σⱼ aⱼ G` of any point: what one
/// element gives, its neighbour takes, so that `Σ aᵢ dᵢ` stays; a constant depth stays, and no depth becomes negative. Far from
/// an edge, where all sums are alike, it is the convolution with the Gaussian.
#[derive(Debug, Clone)]
pub(crate) struct Smoother {
    /// Neighbours of every point with their weights.
    neighbours: Vec<Vec<(u32, f64)>>,
}

impl Smoother {
    pub fn new(points: &[Vector3<f64>], areas: &[f64], width: f64) -> Self {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|a, b| points[*a].x.total_cmp(&points[*b].x).then(a.cmp(b)));
        let sorted: Vec<f64> = order.iter().map(|i| points[*i].x).collect();
        let reach = REACH * width;
        let near = |i: usize| {
            let x = points[i].x;
            let (from, to) = (sorted.partition_point(|s| *s < x - reach), sorted.partition_point(|s| *s <= x + reach));
            let mut found: Vec<(u32, f64)> = order[from..to]
                .iter()
                .filter_map(|&j| {
                    let square = (points[i] - points[j]).norm_squared();
                    let weight = areas[j] * (-0.5 * square / (width * width)).exp();
                    (square <= reach * reach).then_some((j as u32, weight))
                })
                .collect();
            // Sums have one order, whatever the points' places.
            found.sort_by_key(|(j, _)| *j);
            found
        };
        let numbers: Vec<usize> = (0..points.len()).collect();
        let chunk = |numbers: &[usize]| numbers.iter().map(|i| near(*i)).collect::<Vec<_>>();
        let mut neighbours: Vec<Vec<(u32, f64)>> = numbers.par_chunks(CHUNK).flat_map_iter(chunk).collect();
        let sum = |list: &Vec<(u32, f64)>| list.iter().map(|(_, weight)| weight).sum::<f64>();
        let most = neighbours.iter().map(sum).fold(f64::MIN_POSITIVE, f64::max);
        neighbours.iter_mut().flatten().for_each(|(_, weight)| *weight /= most);
        Self { neighbours }
    }

    /// The same volume, smoother; further values are left as they are.
    pub fn smooth(&self, depth: &mut [f64]) {
        let before = depth[..self.neighbours.len()].to_vec();
        let one = |(depth, list): (&mut f64, &Vec<(u32, f64)>)| {
            let own = *depth;
            *depth += list.iter().map(|(j, weight)| weight * (before[*j as usize] - own)).sum::<f64>();
        };
        depth.iter_mut().zip(&self.neighbours).for_each(one);
    }
}

/// What is wrong with a width, in m; `size` is that of the surface.
pub(crate) fn check(width: Option<quantity::Length>, size: f64, found: &mut Vec<Problem>) {
    if let Some(width) = width.filter(|width| !(width.si() > 0.0 && width.si() <= 0.2 * size)) {
        found.push(Problem::new(
            "lifetime.smoothing",
            format!("a depth cannot be smoothed over {width} on a surface of {:.1} mm", 1e3 * size),
            "one or two elements are enough: smoothing = \"1 mm\"; leave it out for none",
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of n × n points with areas that differ, s apart.
    fn square(n: usize, s: f64) -> (Vec<Vector3<f64>>, Vec<f64>) {
        let at = |k: usize| Vector3::new(s * (k % n) as f64, s * (k / n) as f64, 0.0);
        ((0..n * n).map(at).collect(), vec![s * s; n * n])
    }

    #[test]
    fn no_volume_is_lost_and_a_constant_depth_stays() {
        let (points, mut areas) = square(30, 1e-3);
        areas.iter_mut().enumerate().for_each(|(k, area)| *area *= 1.0 + 0.5 * ((k * k) % 7) as f64);
        let smoother = Smoother::new(&points, &areas, 2e-3);
        let mut depth: Vec<f64> = (0..900).map(|k| 1e-6 * ((k * 7919) % 101) as f64).collect();
        let volume = |depth: &[f64]| depth.iter().zip(&areas).map(|(d, a)| d * a).sum::<f64>();
        let (before, least) = (volume(&depth), depth.iter().copied().fold(f64::INFINITY, f64::min));
        smoother.smooth(&mut depth);
        assert!((volume(&depth) / before - 1.0).abs() < 1e-13);
        assert!(depth.iter().all(|d| *d >= least));
        let mut even = vec![3e-6; 900];
        smoother.smooth(&mut even);
        assert!(even.iter().all(|d| *d == 3e-6));
    }

    /// In the middle a spike becomes the Gaussian, cut off at three widths: with u = 9/2 its peak is 1/(2πσ²(1 − e^{−u})), its second
    /// moment along either axis σ²(1 − u e^{−u}/(1 − e^{−u})). No point lies at three widths exactly.
    #[test]
    fn a_spike_becomes_a_gaussian_of_its_width() {
        let (n, s, width) = (61, 1e-3, 4.1e-3);
        let (u, beyond) = (4.5, (-4.5f64).exp());
        let (points, areas) = square(n, s);
        let mut depth = vec![0.0; n * n];
        let middle = n * n / 2;
        depth[middle] = 1.0;
        Smoother::new(&points, &areas, width).smooth(&mut depth);
        let moment = |axis: usize| {
            let square = |k: usize| (points[k] - points[middle])[axis].powi(2);
            depth.iter().enumerate().map(|(k, d)| d * square(k)).sum::<f64>()
        };
        for axis in 0..2 {
            let exact = width * width * (1.0 - u * beyond / (1.0 - beyond));
            assert!((moment(axis) / exact - 1.0).abs() < 0.01, "{} {exact}", moment(axis));
        }
        let exact = s * s / (std::f64::consts::TAU * width * width * (1.0 - beyond));
        assert!((depth[middle] / exact - 1.0).abs() < 0.01, "{} {exact}", depth[middle]);
    }
}
