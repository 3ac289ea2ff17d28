//! One number that came out against one that should have.

use serde::Serialize;

/// One number that came out against one that should have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The case it belongs to.
    pub case: String,
    /// What is compared, e.g. `peak_pressure_Pa`.
    pub quantity: String,
    /// For which inputs, where a case has several.
    pub label: String,
    /// What should come out; the middle of a band.
    pub expected: f64,
    /// What came out; nothing where the run failed.
    pub computed: Option<f64>,
    /// |computed − expected|/|expected|; the absolute difference where 0 is expected.
    pub relative_error: Option<f64>,
    /// The largest relative error that passes; half the relative width of a band. Nothing where it is only shown.
    pub tolerance: Option<f64>,
    /// Whether it passes. Nothing where the difference is only shown.
    pub pass: Option<bool>,
    /// Where the expected number comes from.
    pub source: String,
    /// Why this tolerance; or why the run failed.
    pub why: String,
}

impl Comparison {
    /// A difference to show, which neither passes nor fails.
    pub fn shown(quantity: &str, expected: f64, computed: f64) -> Self {
        let scale = if expected == 0.0 { 1.0 } else { expected.abs() };
        Self {
            case: String::new(),
            quantity: quantity.into(),
            label: String::new(),
            expected,
            computed: Some(computed),
            relative_error: Some((computed - expected).abs() / scale),
            tolerance: None,
            pass: None,
            source: String::new(),
            why: String::new(),
        }
    }

    /// Passes when the relative error is at most `tolerance`.
    pub fn within(quantity: &str, expected: f64, computed: f64, tolerance: f64) -> Self {
        let shown = Self::shown(quantity, expected, computed);
        // A number that is none has no error below any tolerance.
        let pass = shown.relative_error.is_some_and(|error| error <= tolerance);
        Self { tolerance: Some(tolerance), pass: Some(pass), ..shown }
    }

    /// Passes when the number lies between `low` and `high`, both included.
    pub fn in_band(quantity: &str, low: f64, high: f64, computed: f64) -> Self {
        let middle = 0.5 * (low + high);
        let scale = if middle == 0.0 { 1.0 } else { middle.abs() };
        let pass = low <= computed && computed <= high;
        let tolerance = 0.5 * (high - low) / scale;
        Self { tolerance: Some(tolerance), pass: Some(pass), ..Self::shown(quantity, middle, computed) }
    }

    /// A run that failed.
    pub fn failed(quantity: &str, expected: f64, why: impl Into<String>) -> Self {
        let shown = Self::shown(quantity, expected, expected);
        Self { computed: None, relative_error: None, pass: Some(false), why: why.into(), ..shown }
    }

    /// Says for which inputs.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Says where the expected number comes from, and why this tolerance.
    #[must_use]
    pub fn from_source(self, source: impl Into<String>, why: impl Into<String>) -> Self {
        let why = if self.computed.is_some() { why.into() } else { self.why };
        Self { source: source.into(), why, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_relative_and_includes_its_edge() {
        assert_eq!(Comparison::within("x_m", 200.0, 202.0, 0.01).pass, Some(true));
        assert_eq!(Comparison::within("x_m", 200.0, 203.0, 0.01).pass, Some(false));
        assert_eq!(Comparison::within("x_m", -200.0, -202.0, 0.01).relative_error, Some(0.01));
        assert_eq!(Comparison::within("x_m", 0.0, 1e-9, 1e-8).pass, Some(true));
    }

    #[test]
    fn a_number_that_is_none_never_passes() {
        assert_eq!(Comparison::within("x_m", 1.0, f64::NAN, 1e9).pass, Some(false));
        assert_eq!(Comparison::in_band("x_m", 0.0, 1.0, f64::NAN).pass, Some(false));
        assert_eq!(Comparison::failed("x_m", 1.0, "no equilibrium").pass, Some(false));
    }

    #[test]
    fn a_band_is_its_middle_and_half_its_width() {
        let band = Comparison::in_band("sliding_distance_m", 20.0, 24.0, 21.0);
        assert_eq!((band.expected, band.tolerance, band.pass), (22.0, Some(2.0 / 22.0), Some(true)));
        assert_eq!(Comparison::in_band("x", 20.0, 24.0, 24.1).pass, Some(false));
    }
}
