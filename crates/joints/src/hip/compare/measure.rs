//! What a model says and costs, measured now.

use std::time::Instant;

use super::{Answer, Case, CompareError, Model};

/// What one model says about a case, and what it costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The model.
    pub model: Model,
    /// What it says.
    pub answer: Answer,
    /// Force at the indentation that was asked for, in N; NaN where none was.
    pub force: f64,
    /// Seconds of one core to set it up.
    pub set_up: f64,
    /// Seconds of one core for one answer.
    pub solve: f64,
}

/// Short answers are repeated until they have taken this long.
const LONG_ENOUGH: f64 = 0.02;

/// Asks one model on one core. `indentation` is that at which its force is compared.
///
/// # Errors
/// When it does not apply, or fails.
pub fn measure(model: Model, case: &Case, indentation: Option<f64>) -> Result<Measured, CompareError> {
    let failed = |why: String| CompareError::Failed { model: model.name(), why };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| failed(error.to_string()))?;
    pool.install(|| {
        let begun = Instant::now();
        let mut press = model.prepare(case)?;
        let set_up = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let answer = press.press(case.load).map_err(failed)?;
        let mut repeats = 1.0;
        while begun.elapsed().as_secs_f64() < LONG_ENOUGH {
            press.press(std::hint::black_box(case.load)).map_err(failed)?;
            repeats += 1.0;
        }
        let solve = begun.elapsed().as_secs_f64() / repeats;
        let force = indentation.map_or(Ok(f64::NAN), |depth| press.force_at(depth)).map_err(failed)?;
        Ok(Measured { model, answer, force, set_up, solve })
    })
}
