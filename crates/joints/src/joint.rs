//! What every joint can do, whatever it is: the one contract that studies and doors know.
//!
//! A joint has a folder with its parameters, its check, its model, and a file `joint.rs` that signs this contract. To offer
//! it in studies is one line in `study`'s registry and one template.
//!
//! ```
//! use joints::knee::{Knee, Parameters};
//! use joints::{FromParameters, Joint, Unwatched};
//!
//! let parameters = Parameters::default();
//! assert!(Knee::check(&parameters).is_empty());
//! let knee: Box<dyn Joint> = Box::new(Knee::new(parameters).expect("the defaults are sound"));
//! let outcome = knee.run_headline(&Unwatched).expect("a run");
//! assert!(knee.outline().starts_with("knee") && !outcome.headline.is_empty());
//! ```

use std::any::Any;
use std::fmt;

use results::{Outcome, Severity};

use crate::compare::{CompareError, Subject};
use crate::surrogates::{FitAsked, FittedSurrogate};
use crate::{Need, Problem, Watch};

/// A titled list of names and what they mean.
pub type Section = (String, Vec<(String, String)>);

/// A joint that can be run: checked, constant, shared between threads.
pub trait Joint: Any + fmt::Debug + Send + Sync {
    /// What went in, in sections of names and values.
    fn describe(&self) -> Vec<Section>;

    /// What would run, in one line.
    fn outline(&self) -> String;

    /// What a run needs of the machine.
    fn need(&self) -> Need;

    /// What to ask for where it needs more than the machine has.
    fn how_to_need_less(&self) -> &'static str;

    /// The wear factor and where it comes from, where something wears.
    fn wear_in_words(&self) -> Option<String> {
        None
    }

    /// Runs the experiment.
    ///
    /// # Errors
    /// Why it failed, or that somebody asked to stop.
    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError>;

    /// Runs it for its headline numbers, warnings and work alone: the same as those of [`run`](Self::run), to the last bit.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn run_headline(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        let Outcome { headline, warnings, work, .. } = self.run(watch)?;
        Ok(Outcome { headline, warnings, work, ..Outcome::default() })
    }

    /// The joint as the models of its contact see it, at these shares of its cycle; none where they are not compared.
    fn subject(&self, _shares: &[f64]) -> Option<Result<Box<dyn Subject + Sync>, CompareError>> {
        None
    }

    /// Its sections with their dimensions, as SVG, where it was designed.
    fn drawing(&self) -> Option<String> {
        None
    }

    /// A surrogate of its contact; none where none can be fitted.
    fn fit(&self, _asked: &FitAsked<'_>) -> Option<Result<FittedSurrogate, JointError>> {
        None
    }
}

/// A duration as a person says it, in s: to a tenth of a millisecond.
pub(crate) fn rounded(duration: f64) -> f64 {
    (1e4 * duration).round() / 1e4
}

/// `1 cycle`, `3 cycles`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `once`, `twice`, `3 times`.
pub(crate) fn how_often(count: usize) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        many => format!("{many} times"),
    }
}

/// What a joint is made from.
pub trait FromParameters: Joint + Sized {
    /// Everything that can be said about it.
    type Parameters: Clone;

    /// Everything that is wrong with the values, each with its path and a hint.
    fn check(parameters: &Self::Parameters) -> Vec<Problem>;

    /// What was asked, with everything written out that was found on the way.
    fn parameters(&self) -> &Self::Parameters;
}

/// Why a run did not end well.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum JointError {
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// It failed.
    #[error("{}", .0.message)]
    Failed(Box<Failure>),
}

/// A run that failed, with what was computed before, where that is something to look at.
#[derive(Debug)]
pub(crate) struct Halfway<E> {
    pub why: E,
    pub reached: Option<Box<Outcome>>,
}

impl<E> From<E> for Halfway<E> {
    fn from(why: E) -> Self {
        Self { why, reached: None }
    }
}

impl<E: Into<JointError>> From<Halfway<E>> for JointError {
    fn from(halfway: Halfway<E>) -> Self {
        match halfway.why.into() {
            Self::Failed(failure) => Failure { reached: halfway.reached, ..*failure }.into(),
            Self::Interrupted => Self::Interrupted,
        }
    }
}

/// Says in a result that it ends where its run failed.
pub(crate) fn say_ended_early(outcome: &mut Outcome, why: &dyn fmt::Display, until: f64) {
    outcome.push("reached_time_s", "Computed until", until);
    outcome.warn(
        Severity::Caution,
        "ended-early",
        format!("This run failed: {why}. Here is what was computed until {until:.4} s; no number counts what would have followed."),
    );
}

/// A run that failed, as data: what a door shows is the door's affair.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// What happened, with the numbers.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
    /// Where to look: paths of the parameters, the most telling first, of which the first that was written is shown. The
    /// empty path is the joint as a whole.
    pub keys: Vec<String>,
    /// Whether the parameters ask for what cannot be, rather than the computation being too hard.
    pub is_about_input: bool,
    /// What was computed before, where there is something.
    pub reached: Option<Box<Outcome>>,
}

impl Failure {
    /// A computation that failed, about the joint as a whole.
    pub fn new(message: impl Into<String>, hint: Option<impl Into<String>>) -> Self {
        let hint = hint.map(Into::into).unwrap_or_default();
        Self { message: message.into(), hint, keys: vec![String::new()], is_about_input: false, reached: None }
    }

    /// Says where to look, before the joint as a whole.
    #[must_use]
    pub fn at(self, keys: &[&str]) -> Self {
        let keys = keys.iter().copied().chain([""]).map(str::to_owned).collect();
        Self { keys, ..self }
    }

    /// Says whether the parameters ask for what cannot be.
    #[must_use]
    pub fn about_input(self, is_about_input: bool) -> Self {
        Self { is_about_input, ..self }
    }
}

/// A problem of the parameters that showed up in the run.
impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let Problem { path, message, hint } = problem;
        Self { message, hint, keys: vec![path], is_about_input: true, reached: None }
    }
}

impl From<Failure> for JointError {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}
