//! Why an integration cannot go on.

/// An integration that stopped. Times and steps are in the units of the independent variable.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// The tolerance cannot be met with a step that is long enough.
    #[error(
        "the error of a step of {step:.3e} at t = {time:.6e} is {error:.3e} times what is allowed, most of it in state {component}, and the smallest step is {smallest_step:.3e}"
    )]
    StepTooSmall {
        /// Where the step starts.
        time: f64,
        /// The step that was rejected last.
        step: f64,
        /// The bound that was hit: the given one, or what t can resolve.
        smallest_step: f64,
        /// Index of the state with the largest error.
        component: usize,
        /// Its estimated error over its tolerance.
        error: f64,
    },
    /// The rates are not finite, however short the step.
    #[error("the rate of state {component} is not finite at t = {time:.6e}, even for a step of {step:.3e}")]
    NotFinite {
        /// Where the step starts.
        time: f64,
        /// The shortest step tried; zero if the rates at the very start are not finite.
        step: f64,
        /// Index of the first state that is not finite.
        component: usize,
    },
    /// There is nothing to integrate: the end is not ahead.
    #[error("the end t = {end:.6e} is not after the present t = {time:.6e}")]
    NotAhead {
        /// The present.
        time: f64,
        /// The end asked for.
        end: f64,
    },
    /// A tolerance or a limit makes no sense.
    #[error("{name} is {value:e}")]
    BadSetting {
        /// Which one.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What is needed.
        hint: &'static str,
    },
}

impl Failure {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::StepTooSmall { component, .. } => format!(
                "loosen the tolerance of state {component}, allow a smaller step, or use a stiff scheme if the system is stiff; a jump in the rates must be located as an event"
            ),
            Self::NotFinite { .. } => {
                "look for a division by zero or a root of a negative number in the model, and check the initial state"
                    .into()
            }
            Self::NotAhead { .. } => "steps go forwards only".into(),
            Self::BadSetting { hint, .. } => hint.to_string(),
        };
        Some(hint)
    }
}
