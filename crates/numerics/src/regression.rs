//! Functions fitted to samples: what an expensive computation says at some points, said everywhere and at once.
//!
//! ```
//! use numerics::regression::{Expansion, ExpansionSettings, Regressor, Samples};
//! use numerics::sampling::Points;
//!
//! // Six samples of 1 + x², and what is between them.
//! let x = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
//! let samples = Samples::new(Points::from_rows(&x.map(|x| [x])), Points::from_rows(&x.map(|x| [1.0 + x * x])))?;
//! let fitted = Expansion::fit(&samples, &ExpansionSettings::response_surface(1, 2))?;
//! let (mut value, mut scratch) = ([0.0], vec![0.0; fitted.scratch_length()]);
//! fitted.evaluate(&[2.5], &mut value, &mut scratch);
//! assert!((value[0] - 7.25).abs() < 1e-9);
//! # Ok::<(), numerics::regression::RegressionError>(())
//! ```
//!
//! Every kind answers several outputs at once from one set of inputs, with exact derivatives, and is stored and read as
//! plain data (serde). Fits report how well they would have predicted each sample without it (leave-one-out), in closed
//! form.
//!
//! | kind | is | costs |
//! |---|---|---|
//! | [`Expansion`] | sum of chosen products of polynomials (response surface), or with Fourier terms in some inputs | least |
//! | [`Kriging`] | Gaussian process: passes through the samples, knows how sure it is | grows with the samples |

mod basis;
mod dense;
mod expansion;
mod functions;
mod kriging;
mod samples;
mod sound;

pub use basis::AxisBasis;
pub use expansion::{Axis, Expansion, ExpansionSettings, Node, Selection};
pub use functions::{Functions, Table};
pub use kriging::{Kernel, Kriging, KrigingSettings, Noise, Prediction, Trend};
pub use samples::{Accuracy, RegressionError, Samples};

/// A fitted function of several inputs with several outputs.
pub trait Regressor {
    /// How many inputs it has.
    fn dimension(&self) -> usize;

    /// How many outputs it has.
    fn outputs(&self) -> usize;

    /// Numbers that an evaluation needs for itself.
    fn scratch_length(&self) -> usize;

    /// Outputs at a point; allocates nothing.
    fn evaluate(&self, point: &[f64], values: &mut [f64], scratch: &mut [f64]);

    /// Outputs at a point and their derivatives by the inputs, one row of derivatives after the other; allocates nothing.
    fn evaluate_with_slopes(&self, point: &[f64], values: &mut [f64], slopes: &mut [f64], scratch: &mut [f64]);
}

/// Compares a regressor with samples it may or may not have seen.
pub fn compute_accuracy(regressor: &impl Regressor, samples: &Samples) -> Vec<Accuracy> {
    let mut scratch = vec![0.0; regressor.scratch_length()];
    let mut values = vec![0.0; regressor.outputs()];
    let mut errors = vec![Vec::with_capacity(samples.len()); regressor.outputs()];
    for (point, outputs) in samples.rows() {
        regressor.evaluate(point, &mut values, &mut scratch);
        for ((errors, value), output) in errors.iter_mut().zip(&values).zip(outputs) {
            errors.push(value - output);
        }
    }
    errors.iter().enumerate().map(|(output, errors)| samples.accuracy(output, errors)).collect()
}
