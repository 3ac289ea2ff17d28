//! Neighbouring points taken together: what a surrogate follows.
//!
//! Over a cell that is wholly in contact a linear law needs nothing but the mean gap. Where the edge of the patch crosses a
//! cell, its gaps are taken to be spread evenly by ±w about their mean ḡ: a share `f = (w − ḡ)/2w` of it touches, by half of
//! `w − ḡ` on average. For a linear law that is exact, and for others nearly so. Cells are cut so that w stays small against the indentation: narrow
//! across a narrow patch, wide where the surfaces lie flat on one another.

use nalgebra::Vector3;

use crate::contact::surfaces::Carried;
use crate::contact::{ElasticPressure, PressureLaw};

/// Some neighbouring points of the base.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// Their centre.
    pub point: Vector3<f64>,
    pub area: f64,
    /// That of the point in the middle.
    pub law: PressureLaw,
    pub region: usize,
    pub at_edge: bool,
    /// By how much the gaps spread about their mean.
    pub spread: f64,
    /// How much less than the mean the least gap is, where all of it touches.
    pub dip: f64,
}

/// What a cell does at a mean gap.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellPressure {
    /// Share of it that touches.
    pub share: f64,
    /// Mean over the cell, and its derivatives by gap and approach; energy per area.
    pub elastic: ElasticPressure,
}

impl Cell {
    /// The cell of some points; there is one at least.
    pub fn new(points: &[&Carried], [spread, dip]: [f64; 2]) -> Option<Self> {
        let area: f64 = points.iter().map(|point| point.area).sum();
        let centre: Vector3<f64> = points.iter().map(|point| point.point * (point.area / area)).sum();
        let far = |point: &&&Carried| (point.point - centre).norm_squared();
        let middle = points.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        let at_edge = points.iter().any(|point| point.at_edge);
        Some(Self { point: centre, area, law: middle.law, region: middle.region, at_edge, spread, dip })
    }
}

/// Points with their gaps at some poses, to be cut into cells.
pub(super) struct Cutter<'a> {
    /// By their numbers.
    pub points: &'a [Option<Carried>],
    /// Of one pose after the other, by numbers.
    pub gaps: &'a [Vec<f32>],
    /// Deepest indentation at every pose.
    pub depths: &'a [f32],
    /// Spread that is allowed where a cell is about to touch, as a share of the deepest indentation.
    pub spread: f64,
}

/// Gaps that count as about to touch, as a share of the deepest indentation.
const CLOSE: f64 = 0.5;
/// Longest side of a cell, in m.
const LONGEST: f64 = 4e-3;

impl Cutter<'_> {
    /// Cuts points into cells, neighbours together; no cell reaches over the border of two regions.
    pub fn cut(&self, numbers: &[u32]) -> Vec<Vec<u32>> {
        let mut numbers = numbers.to_vec();
        let region = |number: &u32| self.points[*number as usize].map_or(0, |point| point.region);
        numbers.sort_by_key(|number| (region(number), *number));
        let mut cells = Vec::new();
        for some in numbers.chunk_by(|a, b| region(a) == region(b)) {
            self.divide(some, &mut cells);
        }
        cells
    }

    /// Mean of the gaps of some points at a pose, the half width by which they spread, and how much less than their mean the
    /// least is; NaN where one is not known.
    pub fn mean_gap(&self, numbers: &[u32], pose: usize) -> [f64; 3] {
        let gap = |number: &u32| f64::from(self.gaps[pose][*number as usize]);
        let area = |number: &u32| self.points[*number as usize].map_or(0.0, |point| point.area);
        let whole: f64 = numbers.iter().map(area).sum();
        let mean = numbers.iter().map(|number| area(number) * gap(number)).sum::<f64>() / whole;
        let square = numbers.iter().map(|number| area(number) * (gap(number) - mean).powi(2)).sum::<f64>() / whole;
        let least = numbers.iter().map(gap).fold(f64::INFINITY, f64::min);
        // An even spread by ±w has a deviation of w/√3.
        [mean, (3.0 * square).sqrt(), mean - least]
    }

    /// Greatest spread where the cell is about to touch, by the deepest indentation.
    fn worst(&self, numbers: &[u32]) -> f64 {
        let mut worst = 0.0f64;
        for (pose, depth) in self.depths.iter().enumerate().filter(|(_, depth)| **depth > 0.0) {
            let [mean, spread, _] = self.mean_gap(numbers, pose);
            if mean.abs() < CLOSE * f64::from(*depth) + spread {
                worst = worst.max(spread / f64::from(*depth));
            }
        }
        worst
    }

    fn divide(&self, numbers: &[u32], cells: &mut Vec<Vec<u32>>) {
        let place = |number: &u32| self.points[*number as usize].map_or(Vector3::zeros(), |point| point.point);
        let far = Vector3::repeat(f64::INFINITY);
        let (low, high) = numbers.iter().map(place).fold((far, -far), |(low, high), p| (low.inf(&p), high.sup(&p)));
        let widths = high - low;
        if numbers.len() == 1 || (widths.max() <= LONGEST && self.worst(numbers) <= self.spread) {
            cells.push(numbers.to_vec());
            return;
        }
        // Across the direction in which the halves are most even.
        let mut best: Option<(f64, [Vec<u32>; 2])> = None;
        for axis in (0..3).filter(|&axis| widths[axis] > 0.25 * widths.max()) {
            let mut sorted = numbers.to_vec();
            sorted.sort_by(|a, b| place(a)[axis].total_cmp(&place(b)[axis]).then(a.cmp(b)));
            let second = sorted.split_off(sorted.len() / 2);
            let uneven = if widths.max() > LONGEST { -widths[axis] } else { self.worst(&sorted) + self.worst(&second) };
            if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
                best = Some((uneven, [sorted, second]));
            }
        }
        if let Some((_, halves)) = best {
            halves.iter().for_each(|half| self.divide(half, cells));
        }
    }
}

/// Abscissae of Gauss's rule of two points on 0 to 1: exact for a law of the third power.
const GAUSS: [f64; 2] = [0.211_324_865_405_187_1, 0.788_675_134_594_812_9];

/// The pressure law of a cell whose gaps spread by ±w about their mean.
///
/// A law begins to push at an indentation t; over the part of the cell that is deeper, from 0 to D beyond t or all of it,
/// pressure and energy are averaged by two points.
#[inline]
pub(super) fn press(law: &PressureLaw, gap: f64, spread: f64, approach: f64) -> CellPressure {
    let begins = law.threshold(approach);
    let deep = spread - gap - begins;
    let (least, share) = if deep >= 2.0 * spread { (deep - 2.0 * spread, 1.0) } else { (0.0, deep / (2.0 * spread)) };
    let mut elastic = ElasticPressure { pressure: 0.0, by_gap: 0.0, by_approach: 0.0, energy: 0.0 };
    if deep <= 0.0 {
        return CellPressure { share: 0.0, elastic };
    }
    for x in GAUSS {
        let here = law.evaluate(-(begins + least + (deep - least) * x), approach);
        // Where all of it touches every depth follows the gap; else the shallow end stays where it is.
        let follows = if share < 1.0 { x } else { 1.0 };
        elastic.pressure += 0.5 * share * here.pressure;
        elastic.by_gap += 0.5 * share * here.by_gap * follows;
        elastic.by_approach += 0.5 * share * here.by_approach * follows;
        elastic.energy += 0.5 * share * here.energy;
        if share < 1.0 {
            let lost = 0.5 * here.pressure / (2.0 * spread);
            elastic.by_gap -= lost;
            // The approach acts like a share of the gap.
            elastic.by_approach -= if here.by_gap < 0.0 { lost * here.by_approach / here.by_gap } else { 0.0 };
        }
    }
    CellPressure { share, elastic }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{Foundation, ModifiedFoundation};

    /// k ∫ max(0, −g) dg / 2w over ḡ ± w, and k/2 of the square, by the exact integrals.
    #[test]
    fn a_linear_law_over_an_even_spread_is_exact() {
        let k = 3e10;
        let foundation = Foundation::in_series([k]).expect("a stiffness");
        let law = PressureLaw::Linear { foundation, thickness: 8e-3 };
        for gap in [-30e-6f64, -12e-6, -5e-6, 0.0, 7e-6, 9.9e-6] {
            let w = 10e-6;
            let (deepest, lightest) = (w - gap, (-w - gap).max(0.0));
            let mean = k * (deepest * deepest - lightest * lightest) / (4.0 * w);
            let energy = k * (deepest.powi(3) - lightest.powi(3)) / (12.0 * w);
            let said = press(&law, gap, w, 0.0);
            assert!((said.elastic.pressure / mean - 1.0).abs() < 1e-12, "{gap}: {said:?}");
            assert!((said.elastic.energy / energy - 1.0).abs() < 1e-12, "{gap}: {said:?}");
            let h = 1e-10;
            let difference = (press(&law, gap + h, w, 0.0).elastic.pressure
                - press(&law, gap - h, w, 0.0).elastic.pressure)
                / (2.0 * h);
            assert!((said.elastic.by_gap / difference - 1.0).abs() < 1e-4, "{gap}: {said:?}, {difference}");
        }
    }

    /// The mean over ten thousand gaps between ḡ − w and ḡ + w.
    #[test]
    fn a_law_with_a_threshold_and_an_exponent_is_averaged_over_the_spread() {
        let law = ModifiedFoundation { stiffness: 3e11, threshold_factor: 5.0, exponent: 1.3, reference: 1e-4 };
        let law = PressureLaw::Modified { law, thickness: 8e-3 };
        let (w, approach) = (10e-6, 50e-6);
        for gap in [-45e-6f64, -21e-6, -19e-6, -12e-6, -5e-6] {
            let n = 10_000;
            let mean = |of: &dyn Fn(&ElasticPressure) -> f64| {
                let at = |i: i32| gap + w * ((2.0 * f64::from(i) + 1.0) / f64::from(n) - 1.0);
                (0..n).map(|i| of(&law.evaluate(at(i), approach))).sum::<f64>() / f64::from(n)
            };
            let CellPressure { share, elastic } = press(&law, gap, w, approach);
            let (pressure, energy) = (mean(&|one| one.pressure), mean(&|one| one.energy));
            // Two points for a power of 1.3 from its foot on: 0.3 %.
            assert!((elastic.pressure / pressure - 1.0).abs() < 5e-3, "{gap}: {elastic:?}, {pressure}");
            assert!((elastic.energy / energy - 1.0).abs() < 2e-3, "{gap}: {elastic:?}, {energy}");
            let touching = mean(&|one| if one.pressure > 0.0 { 1.0 } else { 0.0 });
            assert!((share - touching).abs() < 1e-3, "{gap}: {share}, {touching}");
            let (h, by) = (1e-10, |gap: f64, approach: f64| press(&law, gap, w, approach).elastic.pressure);
            let by_gap = (by(gap + h, approach) - by(gap - h, approach)) / (2.0 * h);
            let by_approach = (by(gap, approach + h) - by(gap, approach - h)) / (2.0 * h);
            assert!((elastic.by_gap / by_gap - 1.0).abs() < 1e-5, "{gap}: {elastic:?}, {by_gap}");
            assert!((elastic.by_approach / by_approach - 1.0).abs() < 1e-5, "{gap}: {elastic:?}, {by_approach}");
        }
        assert_eq!(press(&law, 1e-6, w, approach).elastic.pressure, 0.0, "above the threshold");
    }
}
