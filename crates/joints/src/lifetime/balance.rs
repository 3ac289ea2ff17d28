//! Whether the volume that is worn away is the same by three ways: as depth on the surface, as rate over the cycles, and as
//! what the exported shape encloses.

use nalgebra::Vector3;
use results::{Outcome, Severity, Surface};

use super::record::Row;

/// More than these shares are said: of the integral of the rate, and of the volume of the shape.
const OFF: [f64; 2] = [0.02, 0.02];

/// Integral of the rate of the worn volume over the cycles by the trapezoidal rule between the steps, in m³: nothing of it was
/// used to find the depths.
pub(super) fn integrate(rows: &[Row]) -> f64 {
    rows.windows(2).map(|pair| 0.5 * (pair[0].rate + pair[1].rate) * (pair[1].cycles - pair[0].cycles)).sum()
}

/// Volume between two surfaces with the same polygons, each of them cut into triangles from its first corner.
///
/// A triangle whose corners move straight on by `u` sweeps `ū · (A₀ + 4 A½ + A₁)/6`, with the mean ū of the three ways and the area
/// vector A at the beginning, half of the way and the end: exact, since A is a square in the way.
pub(super) fn volume_between(from: &Surface, to: &Surface) -> f64 {
    let at = |surface: &Surface, k: u32| Vector3::from(surface.points[k as usize]);
    let triangle = |corners: [u32; 3]| {
        let (start, end) = (corners.map(|k| at(from, k)), corners.map(|k| at(to, k)));
        let area = |share: f64| {
            let [a, b, c] = std::array::from_fn(|k| start[k].lerp(&end[k], share));
            0.5 * (b - a).cross(&(c - a))
        };
        let way = start.iter().zip(&end).map(|(start, end)| end - start).sum::<Vector3<f64>>() / 3.0;
        way.dot(&(area(0.0) + 4.0 * area(0.5) + area(1.0))) / 6.0
    };
    let polygon = |cell: usize| {
        let corners = from.cell(cell);
        corners.windows(2).skip(1).map(|pair| triangle([corners[0], pair[0], pair[1]])).sum::<f64>()
    };
    (0..from.cells()).map(polygon).sum()
}

/// Compares the volume between the new and the worn shape with the depths of its elements times their areas.
pub(crate) fn weigh(outcome: &mut Outcome, (new, worn): (&Surface, &Surface), areas: &[f64], depths: &[f64]) {
    // Polygons go round the one way or the other.
    let enclosed = volume_between(new, worn).abs();
    let volume: f64 = areas.iter().zip(depths).map(|(area, depth)| area * depth).sum();
    outcome.push("shape_volume_m3", "Volume between the new and the exported worn shape, creep included", enclosed);
    let shape = if volume > 0.0 { enclosed / volume - 1.0 } else { 0.0 };
    outcome.push("shape_balance_ratio", "The same over the depths times the areas of their elements, less one", shape);
    let rate = outcome.value("worn_volume_balance_ratio").unwrap_or(0.0);
    if rate.abs() > OFF[0] {
        let text = format!(
            "The worn volume differs from the integral of its rate over the cycles by {:.1} %: between the steps the rate is not a straight \
             line. Hint: a smaller tolerance.",
            100.0 * rate
        );
        outcome.warn(Severity::Caution, "volume-balance", text);
    } else if shape.abs() > OFF[1] {
        let text = format!(
            "The exported shape encloses {:.1} % more than the law has taken and the material has crept: elements keep the area of the \
             new surface, and on a cup what lies deeper is wider, by its depth over the radius.",
            100.0 * shape
        );
        outcome.warn(Severity::Note, "volume-balance", text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The unit square in two triangles or one polygon, at a height that may differ from corner to corner.
    fn square(heights: [f64; 4], scale: f64) -> Surface {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let points = corners.iter().zip(heights).map(|([x, y], z)| [scale * x, scale * y, z]).collect();
        Surface { points, connectivity: vec![0, 1, 2, 3], offsets: vec![4] }
    }

    /// A prism, a wedge of half of it, and the frustum between squares of 1 and 4: h (A + √(A B) + B)/3 = 7/3.
    #[test]
    fn volumes_are_those_of_prism_wedge_and_frustum() {
        let flat = square([0.0; 4], 1.0);
        for (to, volume) in
            [(square([2.0; 4], 1.0), 2.0), (square([0.0, 2.0, 2.0, 0.0], 1.0), 1.0), (square([1.0; 4], 2.0), 7.0 / 3.0)]
        {
            let found = volume_between(&flat, &to);
            assert!((found / volume - 1.0).abs() < 1e-14, "{found} {volume}");
        }
    }

    /// A rate that grows evenly from 1 to 3 over 10 cycles: 20.
    #[test]
    fn a_straight_rate_has_its_exact_integral() {
        let row = |cycles: f64| Row { cycles, rate: 1.0 + 0.2 * cycles, ..Row::default() };
        let found = integrate(&[0.0, 1.0, 4.0, 10.0].map(row));
        assert!((found - 20.0).abs() < 1e-14, "{found}");
    }
}
