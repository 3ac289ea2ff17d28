//! One number that came out against one that should have.

use serde::Serialize;

/// How a number is held against what is expected of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "form", rename_all = "kebab-case")]
pub enum Form {
    /// Equal, within a tolerance.
    Within,
    /// Between two numbers, both included.
    Band {
        /// The least that passes.
        low: f64,
        /// The most that passes.
        high: f64,
    },
    /// Not more than a bound.
    AtMost,
    /// Not less than a bound.
    AtLeast,
    /// An ordering: less than another number that came out, too.
    LessThan,
    /// Not judged.
    Shown,
}

/// One number that came out against one that should have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The case it belongs to.
    pub case: String,
    /// What is compared, e.g. `peak_pressure_Pa`.
    pub quantity: String,
    /// For which inputs, where a case has several.
    pub label: String,
    /// How the two are compared.
    #[serde(flatten)]
    pub form: Form,
    /// What should come out; the middle of a band, the bound, or the larger number of an ordering.
    pub expected: f64,
    /// What came out; nothing where the run failed.
    pub computed: Option<f64>,
    /// |computed − expected|/|expected|; the absolute difference where 0 is expected. Nothing for bounds and orderings.
    pub relative_error: Option<f64>,
    /// The largest relative error that passes; half the relative width of a band. Nothing for bounds and orderings, or where
    /// it is only shown.
    pub tolerance: Option<f64>,
    /// Whether the tolerance is the known error rounded up: a guard against regressions, no statement on accuracy.
    pub guard: bool,
    /// How uncertain the expected number is itself, as a share of its size. Nothing for orderings, which have no reference.
    pub uncertainty: Option<f64>,
    /// Where that is known from: printed digits, two meshes, a spread of measurements.
    pub uncertainty_of: String,
    /// Whether it is our estimate, which nothing measured or computed stands behind.
    pub estimated: bool,
    /// Whether it passes. Nothing where the difference is only shown.
    pub pass: Option<bool>,
    /// Whether it was not computed because files of others that it needs are not here: neither passed nor shown.
    pub skipped: bool,
    /// Where the expected number comes from.
    pub source: String,
    /// Why this tolerance; or why the run failed or was skipped.
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
            form: Form::Shown,
            expected,
            computed: Some(computed),
            relative_error: Some((computed - expected).abs() / scale),
            tolerance: None,
            guard: false,
            uncertainty: None,
            uncertainty_of: String::new(),
            estimated: false,
            pass: None,
            skipped: false,
            source: String::new(),
            why: String::new(),
        }
    }

    /// Passes when the relative error is at most `tolerance`.
    pub fn within(quantity: &str, expected: f64, computed: f64, tolerance: f64) -> Self {
        let shown = Self::shown(quantity, expected, computed);
        // A number that is none has no error below any tolerance.
        let pass = shown.relative_error.is_some_and(|error| error <= tolerance);
        Self { form: Form::Within, tolerance: Some(tolerance), pass: Some(pass), ..shown }
    }

    /// Passes when the number lies between `low` and `high`, both included.
    pub fn in_band(quantity: &str, low: f64, high: f64, computed: f64) -> Self {
        let middle = 0.5 * (low + high);
        let scale = if middle == 0.0 { 1.0 } else { middle.abs() };
        let pass = low <= computed && computed <= high;
        let tolerance = 0.5 * (high - low) / scale;
        let form = Form::Band { low, high };
        Self { form, tolerance: Some(tolerance), pass: Some(pass), ..Self::shown(quantity, middle, computed) }
    }

    /// Passes when the number is not more than `most`.
    pub fn at_most(quantity: &str, most: f64, computed: f64) -> Self {
        Self::bound(quantity, (Form::AtMost, most), computed, computed <= most)
    }

    /// Passes when the number is not less than `least`.
    pub fn at_least(quantity: &str, least: f64, computed: f64) -> Self {
        Self::bound(quantity, (Form::AtLeast, least), computed, computed >= least)
    }

    /// An ordering: passes when the number is less than another that came out, too.
    pub fn less_than(quantity: &str, other: f64, computed: f64) -> Self {
        Self::bound(quantity, (Form::LessThan, other), computed, computed < other)
    }

    fn bound(quantity: &str, (form, bound): (Form, f64), computed: f64, pass: bool) -> Self {
        // Half of a bound is no error: there is nothing to divide by.
        Self { form, relative_error: None, pass: Some(pass), ..Self::shown(quantity, bound, computed) }
    }

    /// The same comparison for a run that failed.
    #[must_use]
    pub fn failed(self, why: impl Into<String>) -> Self {
        Self { computed: None, relative_error: None, pass: Some(false), why: why.into(), ..self }
    }

    /// What is expected, for people: `1.5000e6`, `20.3 to 23.4`, `≤ 1.0e-6`, or `< 3.1e-4`.
    pub fn expectation(&self, digits: usize) -> String {
        let number = |value: f64| format!("{value:.*e}", digits.saturating_sub(1));
        match self.form {
            Form::Within | Form::Shown => number(self.expected),
            Form::Band { low, high } => format!("{low:.3e} to {high:.3e}"),
            Form::AtMost => format!("≤ {}", number(self.expected)),
            Form::AtLeast => format!("≥ {}", number(self.expected)),
            Form::LessThan => format!("< {}", number(self.expected)),
        }
    }

    /// The error and the tolerance, where there is one number to be near to: a band or a bound has no error.
    pub fn error(&self) -> [Option<f64>; 2] {
        match self.form {
            Form::Within | Form::Shown => [self.relative_error, self.tolerance],
            _ => [None, None],
        }
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
        for bound in [Comparison::at_most, Comparison::at_least, Comparison::less_than] {
            assert_eq!(bound("x_m", 1.0, f64::NAN).pass, Some(false));
        }
        let failed = Comparison::at_most("x_m", 1.0, 0.5).failed("no equilibrium");
        assert_eq!((failed.pass, failed.computed, failed.form), (Some(false), None, Form::AtMost));
    }

    /// "Expected 5001, computed 7, pass" and "0.5 ± 100 %" were a bound and an ordering.
    #[test]
    fn a_bound_and_an_ordering_say_what_they_are_and_have_no_error() {
        let cases = [
            (Comparison::at_least("impact_count", 2.0, 7.0), "≥ 2.0e0"),
            (Comparison::at_most("drift_m", 1e-10, 1e-12), "≤ 1.0e-10"),
            (Comparison::less_than("peak_indentation_m", 4e-4, 3.5e-4), "< 4.0e-4"),
        ];
        for (comparison, words) in cases {
            assert_eq!((comparison.pass, comparison.expectation(2).as_str()), (Some(true), words));
            assert_eq!((comparison.relative_error, comparison.tolerance, comparison.error()), (None, None, [None; 2]));
        }
        assert_eq!(Comparison::at_least("impact_count", 2.0, 1.0).pass, Some(false));
        assert_eq!(Comparison::at_most("drift_m", 1e-10, 1.1e-10).pass, Some(false));
        assert_eq!(Comparison::less_than("x_m", 1.0, 1.0).pass, Some(false), "equal is not less");
    }

    #[test]
    fn a_band_is_its_middle_and_half_its_width() {
        let band = Comparison::in_band("sliding_distance_m", 20.0, 24.0, 21.0);
        assert_eq!((band.expected, band.tolerance, band.pass), (22.0, Some(2.0 / 22.0), Some(true)));
        assert_eq!((band.expectation(6).as_str(), band.error()), ("2.000e1 to 2.400e1", [None; 2]));
        assert_eq!(Comparison::in_band("x", 20.0, 24.0, 24.1).pass, Some(false));
    }
}
