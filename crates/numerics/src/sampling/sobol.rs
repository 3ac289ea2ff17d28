//! The sequence of Sobol.

use ::sobol::{Sobol, params::JoeKuoD6};

use super::{Points, Random};

/// Coordinates that the sequence has at most.
pub const SOBOL_DIMENSIONS: usize = 100;

/// A sequence that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// Too many coordinates.
    #[error("a Sobol sequence in {dimension} coordinates: at most {SOBOL_DIMENSIONS} are there")]
    TooManyDimensions {
        /// Coordinates asked for.
        dimension: usize,
    },
    /// More points than 32 bits number.
    #[error("a Sobol sequence of {count} points: at most 2³² − 1 are there")]
    TooManyPoints {
        /// Points asked for.
        count: usize,
    },
}

impl SequenceError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::TooManyDimensions { .. } => "vary fewer parameters, or take a Latin hypercube".into(),
            Self::TooManyPoints { .. } => return None,
        };
        Some(hint)
    }
}

/// The first points of the Sobol sequence with the direction numbers of [JoeKuo2008].
///
/// As it is, the sequence starts with the origin. With random numbers, every coordinate is shifted by one random number,
/// bit by bit (exclusive or): the points remain a digital net, no point is at the origin, and each is uniform
/// [Owen2003]. The first n points of a longer sequence with the same seed are the same: a study may grow.
///
/// *Pitfalls*: the balance of the sequence holds for powers of two; do not leave out the first point, or every other one.
///
/// # Errors
/// When there are more coordinates or points than the sequence has.
pub fn draw_sobol_sequence(
    count: usize,
    dimension: usize,
    shift: Option<&mut Random>,
) -> Result<Points, SequenceError> {
    if dimension > SOBOL_DIMENSIONS {
        return Err(SequenceError::TooManyDimensions { dimension });
    }
    if count >= u32::MAX as usize {
        return Err(SequenceError::TooManyPoints { count });
    }
    let mut points = Points::zeros(count, dimension);
    if dimension == 0 {
        return Ok(points);
    }
    // The middle of a cell of 2⁻³² is never 0 or 1, where quantiles are infinite; without a shift the points are exact.
    let (shifts, middle) = match shift {
        Some(random) => ((0..dimension).map(|_| (random.bits() >> 32) as u32).collect(), 0.5),
        None => (vec![0; dimension], 0.0),
    };
    let sequence = Sobol::<u32>::new(dimension, &JoeKuoD6::minimal());
    for (index, point) in sequence.take(count).enumerate() {
        for ((coordinate, bits), shift) in points.row_mut(index).iter_mut().zip(&point).zip(&shifts) {
            *coordinate = (f64::from(bits ^ shift) + middle) * (-32.0_f64).exp2();
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_another_program() {
        // scipy 1.17.1, stats.qmc.Sobol without scrambling: point 13 of 12 coordinates in 16ths, point 1000 of 100 in 1024ths.
        let points = draw_sobol_sequence(14, 12, None).expect("drawn");
        assert_eq!(points.row(0), [0.0; 12]);
        let peer = [13.0, 11.0, 13.0, 1.0, 7.0, 15.0, 9.0, 9.0, 9.0, 7.0, 13.0, 15.0];
        assert_eq!(points.row(13), peer.map(|sixteenths| sixteenths / 16.0));
        let points = draw_sobol_sequence(1001, 100, None).expect("drawn");
        let peer = [787.0, 547.0, 7.0, 615.0, 375.0, 887.0, 247.0, 783.0, 835.0, 191.0];
        assert_eq!(points.row(1000)[90..], peer.map(|parts| parts / 1024.0));
    }

    #[test]
    fn every_interval_of_a_power_of_two_holds_one_point() {
        let mut random = Random::new(5);
        for shift in [None, Some(&mut random)] {
            let points = draw_sobol_sequence(256, 10, shift).expect("drawn");
            for axis in 0..10 {
                let mut cells: Vec<usize> = points.rows().map(|point| (point[axis] * 256.0) as usize).collect();
                cells.sort_unstable();
                assert!(cells.iter().enumerate().all(|(index, &cell)| index == cell));
            }
        }
    }

    #[test]
    fn a_smooth_integral_converges_almost_with_the_first_order() {
        // ∫ Π (1 + (x_i − ½)/i) = 1 in eight dimensions; random points would give an order of one half.
        let mut errors = Vec::new();
        for exponent in [8, 14] {
            let count = 1 << exponent;
            let mut mean_square = 0.0;
            for seed in 0..8 {
                let points = draw_sobol_sequence(count, 8, Some(&mut Random::new(seed))).expect("drawn");
                let value = |point: &[f64]| -> f64 {
                    point.iter().enumerate().map(|(i, x)| 1.0 + (x - 0.5) / (i + 1) as f64).product()
                };
                let mean = points.rows().map(value).sum::<f64>() / count as f64;
                mean_square += (mean - 1.0_f64).powi(2) / 8.0;
            }
            errors.push(mean_square.sqrt());
        }
        let order = (errors[0] / errors[1]).log2() / 6.0;
        assert!((0.8..1.7).contains(&order), "order {order}, errors {errors:?}");
    }

    #[test]
    fn too_many_coordinates_are_refused() {
        let refused = draw_sobol_sequence(4, 101, None).expect_err("refused");
        assert_eq!(refused, SequenceError::TooManyDimensions { dimension: 101 });
    }
}
