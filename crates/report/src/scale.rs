//! Round numbers for axes and colour bars.

use crate::colour::{self, Rgb};

/// Boundaries at round numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ticks {
    /// The boundaries, rising; empty when there is nothing to span.
    pub at: Vec<f64>,
    /// Decimals that tell neighbours apart.
    pub decimals: usize,
}

impl Ticks {
    /// Multiples of 1, 2, 2.5 or 5 · 10ⁿ that enclose `low … high` with the finest step of at most `most` intervals.
    pub fn enclosing(low: f64, high: f64, most: usize) -> Self {
        let range = high - low;
        if !range.is_finite() || range <= 0.0 || most == 0 {
            return Self { at: Vec::new(), decimals: 0 };
        }
        let start = (range / most as f64).log10().floor() as i32;
        let (step, first, last, decimals) = (start..start + 3)
            .flat_map(|power| [(1.0, 0), (2.0, 0), (2.5, 1), (5.0, 0)].map(|(digit, extra)| (digit, extra, power)))
            .map(|(digit, extra, power)| {
                let step: f64 = digit * 10f64.powi(power);
                // The slack forgives 0.3/0.1 = 2.9999999999999996.
                let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
                (step, first, last, (extra - power).max(0) as usize)
            })
            .find(|(_, first, last, _)| last - first <= most as f64)
            .unwrap_or((range, low / range, high / range, 0));
        let count = (last - first).round() as usize;
        Self { at: (0..=count).map(|i| (first + i as f64) * step).collect(), decimals }
    }
}

/// Part of the range below which an interpolated value counts as zero. Interpolation smears the first cell with a value
/// over its bare neighbours; at exactly zero the edge would follow the sides of the cells instead of the field.
pub(crate) const BARE: f64 = 0.01;

/// Bands of colour between round numbers, in display units.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bands {
    /// Band boundaries; one more than colours, or empty when the field is zero everywhere.
    pub bounds: Ticks,
    /// One colour per band.
    pub colours: Vec<Rgb>,
}

impl Bands {
    /// At most fourteen bands over `low … high`.
    pub fn over(low: f64, high: f64) -> Self {
        let bounds = Ticks::enclosing(low, high, 14);
        let count = bounds.at.len().saturating_sub(1);
        let colours = (0..count).map(|i| colour::map(i as f64 / (count.max(2) - 1) as f64)).collect();
        Self { bounds, colours }
    }

    /// The colour of a value interpolated between cells; the bare surface's below [`BARE`] and where there is no value.
    pub fn colour(&self, value: f64) -> Rgb {
        let (Some(&low), Some(&high)) = (self.bounds.at.first(), self.bounds.at.last()) else {
            return colour::NEUTRAL;
        };
        if value.is_nan() || value.abs() <= BARE * (high - low) {
            return colour::NEUTRAL;
        }
        let band = (value - low) / (high - low) * self.colours.len() as f64;
        self.colours[(band.max(0.0) as usize).min(self.colours.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_enclose_the_data() {
        let ticks = Ticks::enclosing(0.0, 6.43, 14);
        assert_eq!((ticks.at.len(), ticks.at[1], ticks.at[13], ticks.decimals), (14, 0.5, 6.5, 1));
        let ticks = Ticks::enclosing(-0.3, 0.3, 6);
        assert_eq!((ticks.at.len(), ticks.decimals), (7, 1));
        let ticks = Ticks::enclosing(0.0, 2345.0, 5);
        assert_eq!(ticks.at, [0.0, 500.0, 1000.0, 1500.0, 2000.0, 2500.0]);
        for high in [1e-12, 3.7e-5, 0.99, 1.0, 17.0, 8.1e9] {
            let ticks = Ticks::enclosing(0.0, high, 14);
            assert!(
                *ticks.at.last().expect("ticks") >= high * (1.0 - 1e-9) && ticks.at.len() >= 6,
                "{high}: {ticks:?}"
            );
        }
    }

    #[test]
    fn nothing_to_span_gives_no_ticks() {
        for (low, high) in [(0.0, 0.0), (1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(Ticks::enclosing(low, high, 10).at.is_empty());
        }
    }

    #[test]
    fn zero_is_bare_surface_and_the_maximum_has_the_last_colour() {
        let bands = Bands::over(0.0, 6.43);
        assert_eq!(bands.colour(0.0), colour::NEUTRAL);
        assert_eq!(bands.colour(f64::NAN), colour::NEUTRAL);
        assert_eq!(bands.colour(6.43), colour::map(1.0));
        assert_eq!(bands.colour(0.1), colour::map(0.0));
    }
}
