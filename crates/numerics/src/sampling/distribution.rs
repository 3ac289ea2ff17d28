//! Distributions of one parameter, by inverse transform.

use super::{normal_cumulative, normal_density, normal_quantile};

/// How one parameter scatters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distribution {
    /// Every value between two bounds equally likely.
    Uniform {
        /// Least value.
        low: f64,
        /// Greatest value.
        high: f64,
    },
    /// Gauss' bell; every number is possible.
    Normal {
        /// Mean.
        mean: f64,
        /// Standard deviation.
        deviation: f64,
    },
    /// Gauss' bell cut off at two bounds; mean and deviation are those of the whole bell.
    TruncatedNormal {
        /// Mean of the whole bell.
        mean: f64,
        /// Standard deviation of the whole bell.
        deviation: f64,
        /// Least value.
        low: f64,
        /// Greatest value.
        high: f64,
    },
    /// The logarithm is normal; every positive number is possible.
    LogNormal {
        /// Half of the values are below.
        median: f64,
        /// Standard deviation of the natural logarithm; for small ones about the relative standard deviation.
        log_deviation: f64,
    },
    /// Rises linearly to the most likely value, and falls linearly.
    Triangular {
        /// Least value.
        low: f64,
        /// Most likely value.
        mode: f64,
        /// Greatest value.
        high: f64,
    },
}

/// Numbers that are no distribution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DistributionError {
    /// A bound is not below the other, or a number is missing.
    #[error("from {low} to {high} there is no interval")]
    EmptyInterval {
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
    },
    /// Not a positive, finite number where one is needed.
    #[error("the {name} is {value}: it has to be positive and finite")]
    NotPositive {
        /// Which number.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// Not a finite number where one is needed.
    #[error("the {name} is {value}: it has to be a finite number")]
    NotFinite {
        /// Which number.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// The most likely value is not between the bounds.
    #[error("the mode {mode} is not between {low} and {high}")]
    ModeOutside {
        /// Most likely value.
        mode: f64,
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
    },
    /// The bounds of a truncated bell keep nothing of it.
    #[error("the bounds {low} and {high} keep a share of {share:.1e} of the bell (mean {mean}, deviation {deviation})")]
    NothingKept {
        /// Mean of the whole bell.
        mean: f64,
        /// Deviation of the whole bell.
        deviation: f64,
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
        /// Probability between the bounds.
        share: f64,
    },
}

impl DistributionError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::EmptyInterval { .. } => "the lower bound comes first".into(),
            Self::NothingKept { .. } => "move the mean towards the bounds, or take a uniform distribution".into(),
            Self::NotPositive { .. } => return None,
            Self::NotFinite { .. } => return None,
            Self::ModeOutside { .. } => return None,
        };
        Some(hint)
    }
}

impl Distribution {
    /// Says what is wrong with the numbers.
    ///
    /// # Errors
    /// When they are no distribution.
    pub fn check(&self) -> Result<(), DistributionError> {
        match *self {
            Self::Uniform { low, high } => interval(low, high),
            Self::Normal { mean, deviation } => {
                finite("mean", mean)?;
                positive("deviation", deviation)
            }
            Self::TruncatedNormal { mean, deviation, low, high } => {
                finite("mean", mean)?;
                positive("deviation", deviation)?;
                interval(low, high)?;
                let share = kept((low - mean) / deviation, (high - mean) / deviation);
                if share > 1e-12 {
                    return Ok(());
                }
                Err(DistributionError::NothingKept { mean, deviation, low, high, share })
            }
            Self::LogNormal { median, log_deviation } => {
                positive("median", median)?;
                positive("deviation of the logarithm", log_deviation)
            }
            Self::Triangular { low, mode, high } => {
                interval(low, high)?;
                if low <= mode && mode <= high {
                    return Ok(());
                }
                Err(DistributionError::ModeOutside { mode, low, high })
            }
        }
    }

    /// The value below which a share of `probability` lies: 0 gives the least value, 1 the greatest.
    ///
    /// The numbers have to be a distribution ([`Self::check`]).
    pub fn quantile(&self, probability: f64) -> f64 {
        let u = probability;
        match *self {
            Self::Uniform { low, high } => low + u * (high - low),
            Self::Normal { mean, deviation } => mean + deviation * normal_quantile(u),
            Self::TruncatedNormal { mean, deviation, low, high } => {
                // The bounds themselves, not what rounding makes of them.
                if u <= 0.0 || u >= 1.0 {
                    return if u <= 0.0 { low } else { high };
                }
                let (a, b) = ((low - mean) / deviation, (high - mean) / deviation);
                // In the tail that is far from the mean, probabilities near one have no digits left: mirror it.
                let z = if a > 0.0 {
                    -normal_quantile(between(normal_cumulative(-a), normal_cumulative(-b), u))
                } else {
                    normal_quantile(between(normal_cumulative(a), normal_cumulative(b), u))
                };
                (mean + deviation * z).clamp(low, high)
            }
            Self::LogNormal { median, log_deviation } => median * (log_deviation * normal_quantile(u)).exp(),
            Self::Triangular { low, mode, high } => {
                let (rise, fall, width) = (mode - low, high - mode, high - low);
                if u * width < rise {
                    low + (u * width * rise).sqrt()
                } else {
                    high - ((1.0 - u) * width * fall).sqrt()
                }
            }
        }
    }

    /// The least and the greatest value that can come out; infinite when there is no bound.
    pub fn support(&self) -> (f64, f64) {
        match *self {
            Self::Uniform { low, high }
            | Self::TruncatedNormal { low, high, .. }
            | Self::Triangular { low, high, .. } => (low, high),
            Self::Normal { .. } => (f64::NEG_INFINITY, f64::INFINITY),
            Self::LogNormal { .. } => (0.0, f64::INFINITY),
        }
    }

    /// Mean value.
    pub fn mean(&self) -> f64 {
        match *self {
            Self::Uniform { low, high } => 0.5 * (low + high),
            Self::Normal { mean, .. } => mean,
            Self::TruncatedNormal { mean, deviation, low, high } => {
                let (a, b) = ((low - mean) / deviation, (high - mean) / deviation);
                mean + deviation * (normal_density(a) - normal_density(b)) / kept(a, b)
            }
            Self::LogNormal { median, log_deviation } => median * (0.5 * log_deviation * log_deviation).exp(),
            Self::Triangular { low, mode, high } => (low + mode + high) / 3.0,
        }
    }
}

/// The probability of a standard normal number between a and b.
fn kept(a: f64, b: f64) -> f64 {
    if a > 0.0 { normal_cumulative(-a) - normal_cumulative(-b) } else { normal_cumulative(b) - normal_cumulative(a) }
}

fn between(a: f64, b: f64, share: f64) -> f64 {
    a + share * (b - a)
}

fn interval(low: f64, high: f64) -> Result<(), DistributionError> {
    if low < high && low.is_finite() && high.is_finite() {
        return Ok(());
    }
    Err(DistributionError::EmptyInterval { low, high })
}

fn positive(name: &'static str, value: f64) -> Result<(), DistributionError> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(DistributionError::NotPositive { name, value }) }
}

fn finite(name: &'static str, value: f64) -> Result<(), DistributionError> {
    if value.is_finite() { Ok(()) } else { Err(DistributionError::NotFinite { name, value }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quadrature::GaussLegendre;

    const ALL: [Distribution; 6] = [
        Distribution::Uniform { low: -1.0, high: 3.0 },
        Distribution::Normal { mean: 2.0, deviation: 0.5 },
        Distribution::TruncatedNormal { mean: 1.0, deviation: 2.0, low: 0.5, high: 1.5 },
        Distribution::TruncatedNormal { mean: 0.0, deviation: 1.0, low: 6.0, high: 8.0 },
        Distribution::LogNormal { median: 3.0, log_deviation: 0.4 },
        Distribution::Triangular { low: 1.0, mode: 1.5, high: 4.0 },
    ];

    /// Textbook distribution functions, written independently of the quantiles.
    fn cumulative(distribution: &Distribution, x: f64) -> f64 {
        match *distribution {
            Distribution::Uniform { low, high } => (x - low) / (high - low),
            Distribution::Normal { mean, deviation } => normal_cumulative((x - mean) / deviation),
            Distribution::TruncatedNormal { mean, deviation, low, high } => {
                // The mirrored bell: upper tails are exact where they are small.
                let tail = |x: f64| normal_cumulative(-(x - mean) / deviation);
                (tail(low) - tail(x)) / (tail(low) - tail(high))
            }
            Distribution::LogNormal { median, log_deviation } => normal_cumulative((x / median).ln() / log_deviation),
            Distribution::Triangular { low, mode, high } if x < mode => {
                (x - low).powi(2) / ((high - low) * (mode - low))
            }
            Distribution::Triangular { low, mode, high } => 1.0 - (high - x).powi(2) / ((high - low) * (high - mode)),
        }
    }

    #[test]
    fn quantiles_invert_the_distribution_functions() {
        for distribution in ALL {
            distribution.check().expect("a distribution");
            for step in 1..100 {
                let u = f64::from(step) / 100.0;
                let x = distribution.quantile(u);
                assert!((cumulative(&distribution, x) - u).abs() < 1e-11, "{distribution:?} at {u}: {x}");
            }
            let (low, high) = distribution.support();
            assert!((distribution.quantile(0.0), distribution.quantile(1.0)) == (low, high), "{distribution:?}");
        }
    }

    #[test]
    fn means_are_the_integrals_of_the_quantiles() {
        for distribution in ALL {
            // Composite rule graded towards both ends, where some quantiles grow without bound.
            let rule = GaussLegendre::<10>::new();
            let mut mean = 0.0;
            for level in 0..48 {
                let (outer, inner) = (0.5f64.powi(level + 1), 0.5f64.powi(level + 2));
                mean += rule.integrate(|u| distribution.quantile(u), inner, outer);
                mean += rule.integrate(|u| distribution.quantile(u), 1.0 - outer, 1.0 - inner);
            }
            let exact = distribution.mean();
            assert!((mean - exact).abs() < 1e-5 * exact.abs().max(1.0), "{distribution:?}: {mean}, {exact}");
        }
    }

    #[test]
    fn numbers_that_are_no_distribution_are_refused() {
        let wrong = [
            Distribution::Uniform { low: 2.0, high: 2.0 },
            Distribution::Uniform { low: f64::NAN, high: 2.0 },
            Distribution::Normal { mean: 0.0, deviation: 0.0 },
            Distribution::Normal { mean: f64::INFINITY, deviation: 1.0 },
            Distribution::TruncatedNormal { mean: 0.0, deviation: 1.0, low: 20.0, high: 21.0 },
            Distribution::LogNormal { median: -1.0, log_deviation: 1.0 },
            Distribution::Triangular { low: 0.0, mode: 2.0, high: 1.0 },
        ];
        for distribution in wrong {
            assert!(distribution.check().is_err(), "{distribution:?}");
        }
    }
}
