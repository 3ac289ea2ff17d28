//! What a model says and costs, measured now.

use super::{Answer, CompareError, Model, Place, Subject};

/// What one model says about every case, and what it costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The model.
    pub model: Model,
    /// What it says, case by case.
    pub said: Vec<Said>,
    /// Seconds of processor time to set it up.
    pub set_up: f64,
    /// Bytes that it takes; NaN where unknown.
    pub memory: f64,
}

/// What one model says about one case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Said {
    /// The patch.
    pub answer: Answer,
    /// Force at the place that was asked for, in N; NaN where none was.
    pub force: f64,
    /// Seconds of processor time for one answer.
    pub solve: f64,
}

/// Seconds of processor time since some moment; of wall-clock time where the system does not say.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// Short answers are repeated until they have taken this long, in s.
const LONG_ENOUGH: f64 = 0.02;

/// Asks one model on one core. `places` are those at which its forces are compared, one per case, or none at all. Its memory
/// is the caller's to find out.
///
/// # Errors
/// When it does not apply, or fails.
pub fn measure(
    subject: &(impl Subject + Sync + ?Sized),
    model: &Model,
    places: &[Place],
    clock: Clock<'_>,
) -> Result<Measured, CompareError> {
    let failed = |why: String| CompareError::Failed { model: model.name, why };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| failed(error.to_string()))?;
    pool.install(|| {
        let begun = clock();
        let mut press = subject.prepare(model)?;
        let set_up = clock() - begun;
        let mut said = Vec::new();
        for case in 0..subject.cases().len() {
            let begun = clock();
            let answer = press.press(case).map_err(failed)?;
            let (mut spent, mut repeats) = (clock() - begun, 1u32);
            // Twice as many each time: the clock itself takes longer than a formula.
            while spent < LONG_ENOUGH {
                repeats *= 2;
                let begun = clock();
                for _ in 0..repeats {
                    press.press(std::hint::black_box(case)).map_err(failed)?;
                }
                spent = clock() - begun;
            }
            let solve = spent / f64::from(repeats);
            let force = places.get(case).map_or(Ok(f64::NAN), |place| press.force_at(case, place)).map_err(failed)?;
            said.push(Said { answer, force, solve });
        }
        Ok(Measured { model: model.clone(), said, set_up, memory: f64::NAN })
    })
}
