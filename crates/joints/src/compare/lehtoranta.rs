//! The printed comparison of contact models: Table 2 of [Lehtoranta2011].

/// A family of models, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Formulas: Hertz and its relatives.
    Analytic,
    /// Elastic foundation on surfaces.
    Foundation,
    /// Finite elements.
    FiniteElements,
    /// Regressors that stand for one of the others.
    Surrogate,
}

/// The families in the order of the table.
pub const FAMILIES: [(Family, &str); 4] = [
    (Family::Analytic, "analytic models"),
    (Family::Foundation, "elastic foundation"),
    (Family::FiniteElements, "finite elements"),
    (Family::Surrogate, "surrogates"),
];

/// One criterion of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criterion {
    /// Its name here, for weights.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Printed weight.
    pub weight: f64,
    /// Printed scores, between 0 and 1, in the order of [`FAMILIES`].
    pub scores: [f64; 4],
}

/// The criteria: the first, second and fourth can be measured; the rest are the author's opinion.
pub const CRITERIA: [Criterion; 8] = [
    criterion("accuracy", "Accuracy", 0.30, [0.55, 0.85, 0.95, 0.80]),
    criterion("speed", "Speed of computation", 0.20, [0.85, 0.55, 0.40, 0.75]),
    criterion("integration", "Ease of integration", 0.10, [0.70, 0.80, 0.80, 0.80]),
    criterion("set-up", "Speed of setting it up", 0.10, [0.85, 0.65, 0.60, 0.45]),
    criterion("versatility", "Versatility", 0.09, [0.65, 0.75, 0.80, 0.80]),
    criterion("add-ons", "No need of further programs", 0.08, [0.90, 0.50, 0.50, 0.50]),
    criterion("theory", "Simple theory", 0.07, [0.80, 0.65, 0.60, 0.55]),
    criterion("development", "Room for development", 0.06, [0.40, 0.65, 0.75, 0.75]),
];

/// The totals as printed; the last one is an addition slip, the scores above it give 71.05.
pub const PRINTED_TOTALS: [f64; 4] = [70.05, 70.20, 70.40, 72.40];

const fn criterion(name: &'static str, about: &'static str, weight: f64, scores: [f64; 4]) -> Criterion {
    Criterion { name, about, weight, scores }
}

/// The weighted total of a family, in percent.
pub fn total(family: usize) -> f64 {
    100.0 * CRITERIA.iter().map(|criterion| criterion.weight * criterion.scores[family]).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_totals_follow_but_for_the_last() {
        for (family, printed) in PRINTED_TOTALS.into_iter().enumerate().take(3) {
            assert!((total(family) - printed).abs() < 5e-3, "{family}: {}", total(family));
        }
        assert!((total(3) - 71.05).abs() < 5e-3, "{}", total(3));
        let weights: f64 = CRITERIA.iter().map(|criterion| criterion.weight).sum();
        assert!((weights - 1.0).abs() < 1e-12);
    }
}
