//! One case through every model of contact: what each says, what it costs, and which to take.
//!
//! ```
//! use joints::compare::{CRITERIA, PRINTED_TOTALS, total};
//!
//! // Criteria and scores of [Lehtoranta2011]: weights add up to one, and give the printed total of the first family.
//! assert!((CRITERIA.iter().map(|criterion| criterion.weight).sum::<f64>() - 1.0).abs() < 1e-12);
//! assert!((total(0) - PRINTED_TOTALS[0]).abs() < 5e-3);
//! ```
//!
//! A joint is compared as a [`Subject`]: it lists its models, from the simplest to the most complete, and sets each of them
//! up as a [`Press`]. Measuring and ranking are the same for all.

mod lehtoranta;
mod measure;
mod ranking;

pub use lehtoranta::{CRITERIA, Criterion, FAMILIES, Family, PRINTED_TOTALS, total};
pub use measure::{Clock, Measured, Said, measure};
pub use ranking::{Errors, Ranked, Weights, rank};

/// Where the parts are; what the numbers mean is the subject's own affair.
pub type Place = [f64; 6];

/// A model of contact, as a person knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: String,
    /// The family to which Lehtoranta2011 counts it.
    pub family: Family,
}

/// One load.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// What it is, in a few words.
    pub about: String,
    /// The load, in N.
    pub load: f64,
}

/// What a model says about one load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// Highest pressure, in Pa.
    pub peak_pressure: f64,
    /// Area of the patch, in m².
    pub area: f64,
    /// How far one part sinks into the other, in m.
    pub indentation: f64,
    /// Where the parts come to rest.
    pub place: Place,
}

/// A joint whose contact has several models.
pub trait Subject {
    /// Every model, from the simplest to the most complete: the last that applies is the truth.
    fn models(&self) -> Vec<Model>;

    /// The loads under which they are compared.
    fn cases(&self) -> Vec<Case>;

    /// What a reader must know about the truth.
    fn remark(&self) -> Option<&'static str> {
        None
    }

    /// Sets a model up.
    ///
    /// # Errors
    /// When it does not apply.
    fn prepare(&self, model: &Model) -> Result<Box<dyn Press>, CompareError>;
}

/// A model that has been set up, and can be asked about the cases of its subject, by their numbers.
pub trait Press {
    /// The patch under the load.
    ///
    /// # Errors
    /// Why there is none.
    fn press(&mut self, case: usize) -> Result<Answer, String>;

    /// The force against the load, in N, at a place.
    ///
    /// # Errors
    /// Why there is none.
    fn force_at(&mut self, case: usize, place: &Place) -> Result<f64, String>;
}

/// Why a model has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// The study asks for something else.
    #[error("models are compared on {wanted}: this study is {found}")]
    NoCase {
        /// What can be compared.
        wanted: &'static str,
        /// What it is.
        found: String,
    },
    /// Instants of what has no cycle.
    #[error("{subject} has no cycle")]
    NoCycle {
        /// What it is.
        subject: &'static str,
    },
    /// The model cannot describe this case.
    #[error("{model} does not apply: {why}")]
    DoesNotApply {
        /// The model.
        model: &'static str,
        /// Why not.
        why: String,
    },
    /// The model failed.
    #[error("{model} failed: {why}")]
    Failed {
        /// The model.
        model: &'static str,
        /// How.
        why: String,
    },
}
