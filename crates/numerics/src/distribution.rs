//! Sharing a load among more helpers than are needed: many bounded unknowns, few equations, the cheapest choice.
//!
//! ```
//! use numerics::distribution::{Distribution, Distributor};
//!
//! // Two muscles with arms of 3 and 4 cm: the cheapest moment of 2.5 N·m (unit forces of 100 N).
//! let problem = Distribution {
//!     matrix: &[3.0, 4.0], right: &[2.5], weights: &[1.0, 1.0], power: 2.0, linear: &[],
//!     lower: &[0.0, 0.0], upper: &[1.0, 1.0], reserves: &[f64::INFINITY],
//! };
//! let mut distributor = Distributor::new(1, 2);
//! let shares = distributor.solve(&problem)?;
//! assert!((shares.values[0] - 0.3).abs() < 1e-10 && (shares.values[1] - 0.4).abs() < 1e-10);
//! # Ok::<(), numerics::distribution::DistributionError>(())
//! ```

mod cholesky;
mod interior;

pub use interior::Distributor;

/// Minimise `Σ wᵢ |aᵢ|ᵖ + Σ cᵢ aᵢ + Σ vⱼ rⱼ²` over a and r, with `A a + r = b` and `lo ≤ a ≤ hi`.
///
/// | symbol | field | muscles |
/// |---|---|---|
/// | A | `matrix` | moment of each muscle at full activation about each coordinate; row after row |
/// | b | `right` | moments that inverse dynamics asks for |
/// | w, p | `weights`, `power` | Σa²: ones and 2; ΣVa²: volumes and 2; Σ(F/A)³: cubes of Fmax/A and 3 |
/// | c | `linear` | linear cost; empty for none |
/// | lo, hi | `lower`, `upper` | 0 and 1, or what EMG says; may be infinite, and equal |
/// | r, v | `reserves` | reserve actuators and what they cost; infinite: this row has none |
///
/// A quadratic penalty on a linear function of a, such as a joint force `κ |G a + g|²`, is three more rows: `A = G`,
/// `b = −g`, `v = κ`. Its "reserve" is then minus the joint force.
///
/// *Assumes*: p ≥ 1, weights not negative: a convex problem, whose optimum is unique for p > 1 and positive weights.
#[derive(Debug, Clone, Copy)]
pub struct Distribution<'a> {
    /// A, row after row.
    pub matrix: &'a [f64],
    /// b.
    pub right: &'a [f64],
    /// w.
    pub weights: &'a [f64],
    /// p.
    pub power: f64,
    /// c; empty for none.
    pub linear: &'a [f64],
    /// lo.
    pub lower: &'a [f64],
    /// hi.
    pub upper: &'a [f64],
    /// v, one for each row; infinite for none.
    pub reserves: &'a [f64],
}

/// How well the conditions of an optimum are met, each beside the size of what it sums.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Optimality {
    /// Worst `∂f/∂aᵢ − (Aᵀλ)ᵢ` that no bound explains.
    pub stationarity: f64,
    /// Worst row of `A a + r − b`.
    pub balance: f64,
    /// Worst product of a bound's slack and its multiplier.
    pub complementarity: f64,
}

impl Optimality {
    /// The worst of the three.
    pub fn worst(&self) -> f64 {
        self.stationarity.max(self.balance).max(self.complementarity)
    }
}

/// The cheapest choice.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shares {
    /// a.
    pub values: Vec<f64>,
    /// r, one for each row; zero where a row has none.
    pub reserves: Vec<f64>,
    /// λ: what one more unit of b costs.
    pub prices: Vec<f64>,
    /// The cost.
    pub cost: f64,
    /// How well the conditions of an optimum are met.
    pub optimality: Optimality,
    /// Linear systems factorised.
    pub iterations: usize,
}

/// Why there is no choice.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum DistributionError {
    /// Slices do not fit each other.
    #[error("{what} has {found} numbers; {rows} rows and {columns} columns need {expected}")]
    Size {
        /// Which slice.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
        /// Rows of the solver.
        rows: usize,
        /// Columns of the solver.
        columns: usize,
    },
    /// A number that is none, a negative weight, a power below 1.
    #[error("{what} number {at} is {value}: expected {expected}")]
    Value {
        /// Which slice.
        what: &'static str,
        /// Index in it.
        at: usize,
        /// The value.
        value: f64,
        /// What would do.
        expected: &'static str,
    },
    /// A lower bound above the upper one.
    #[error("bounds of column {column} exclude each other: {lower} to {upper}")]
    Bounds {
        /// Index of the column.
        column: usize,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
    /// Within its bounds nothing reaches b.
    #[error("row {row} cannot be met: {missing} of {asked} is missing at the best")]
    Infeasible {
        /// The row that is missed by most, beside its size.
        row: usize,
        /// What is missing, in the row's unit.
        missing: f64,
        /// b of that row.
        asked: f64,
    },
    /// The iteration did not settle.
    #[error("no optimum after {iterations} iterations: conditions are met to {worst}")]
    NotConverged {
        /// Linear systems factorised.
        iterations: usize,
        /// Worst condition, beside its size.
        worst: f64,
    },
}

impl Distribution<'_> {
    /// w |a|ᵖ: value, slope, curvature.
    fn cost_of(&self, weight: f64, a: f64) -> [f64; 3] {
        let (p, size) = (self.power, a.abs());
        if weight == 0.0 {
            return [0.0; 3];
        }
        if p == 2.0 {
            return [weight * a * a, 2.0 * weight * a, 2.0 * weight];
        }
        let lower = if p == 3.0 { size } else { size.powf(p - 2.0) };
        let lower = if p < 2.0 && size == 0.0 { 0.0 } else { lower };
        let slope = p * weight * lower * a;
        [weight * lower * size * size, slope, p * (p - 1.0) * weight * lower]
    }

    /// Everything that can be wrong with the numbers.
    fn check(&self, rows: usize, columns: usize) -> Result<(), DistributionError> {
        let size = |what, found, expected| {
            let wrong = DistributionError::Size { what, found, expected, rows, columns };
            if found == expected { Ok(()) } else { Err(wrong) }
        };
        size("the matrix", self.matrix.len(), rows * columns)?;
        size("the right-hand side", self.right.len(), rows)?;
        size("the list of reserves", self.reserves.len(), rows)?;
        size("the list of weights", self.weights.len(), columns)?;
        size("the list of lower bounds", self.lower.len(), columns)?;
        size("the list of upper bounds", self.upper.len(), columns)?;
        if !self.linear.is_empty() {
            size("the linear cost", self.linear.len(), columns)?;
        }
        let value = |what, values: &[f64], good: fn(f64) -> bool, expected| match values.iter().position(|x| !good(*x))
        {
            Some(at) => Err(DistributionError::Value { what, at, value: values[at], expected }),
            None => Ok(()),
        };
        value("matrix", self.matrix, f64::is_finite, "a finite number")?;
        value("right-hand side", self.right, f64::is_finite, "a finite number")?;
        value("linear cost", self.linear, f64::is_finite, "a finite number")?;
        value("weight", self.weights, |w| w >= 0.0 && w.is_finite(), "a finite number that is not negative")?;
        value("reserve", self.reserves, |v| v > 0.0, "a positive weight, or infinity for no reserve")?;
        value("power", &[self.power], |p| p >= 1.0 && p.is_finite(), "1 or more")?;
        for (column, (&lower, &upper)) in self.lower.iter().zip(self.upper).enumerate() {
            if !(lower <= upper) || lower == f64::INFINITY || upper == f64::NEG_INFINITY {
                return Err(DistributionError::Bounds { column, lower, upper });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
