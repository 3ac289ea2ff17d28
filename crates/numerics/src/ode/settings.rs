//! How it is integrated: scheme, tolerance, limits.

use nalgebra::SVector;

/// The rule that makes one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Runge–Kutta–Fehlberg 4(5) [Fehlberg1969], explicit, six stages.
    ///
    /// With local extrapolation: the step is made with the fifth-order formula and the fourth-order one only judges
    /// it.
    Rkf45,
    /// Dormand–Prince 5(4) [DormandPrince1980], explicit, six new stages a step (the seventh is the first of the next).
    ///
    /// Its errors are several times smaller than Fehlberg's at the same cost [Hairer1993].
    DormandPrince,
    /// RODAS4 [Hairer1996], linearly implicit, L-stable and stiffly accurate, six stages.
    ///
    /// One Jacobian and one factorisation a step; no nonlinear equation to solve.
    Rosenbrock,
}

impl Scheme {
    /// Every scheme, for choices and for tests.
    pub const ALL: [Self; 3] = [Self::Rkf45, Self::DormandPrince, Self::Rosenbrock];

    /// Its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rkf45 => "Runge–Kutta–Fehlberg 4(5)",
            Self::DormandPrince => "Dormand–Prince 5(4)",
            Self::Rosenbrock => "Rosenbrock (RODAS4)",
        }
    }

    /// p, where the error at a fixed time is O(hᵖ).
    pub fn order(self) -> u32 {
        match self {
            Self::Rkf45 | Self::DormandPrince => 5,
            Self::Rosenbrock => 4,
        }
    }

    /// q, where the dense output is off by O(hᵠ⁺¹) within a step.
    pub fn interpolation_order(self) -> u32 {
        match self {
            Self::Rkf45 | Self::DormandPrince => 4,
            Self::Rosenbrock => 3,
        }
    }

    /// k, where the error estimate of a step is O(hᵏ).
    pub(super) fn estimate_order(self) -> u32 {
        match self {
            Self::Rkf45 | Self::DormandPrince => 5,
            Self::Rosenbrock => 4,
        }
    }
}

/// The error allowed in each state of one step: `absolute` + `relative`·|y|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance<const N: usize> {
    /// Share of the state's magnitude.
    pub relative: f64,
    /// In the units of each state; what counts where the state passes through zero.
    pub absolute: SVector<f64, N>,
}

impl<const N: usize> Tolerance<N> {
    /// The same absolute tolerance for every state.
    pub fn uniform(relative: f64, absolute: f64) -> Self {
        Self { relative, absolute: SVector::repeat(absolute) }
    }
}

/// Bounds on the length of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Length of the first trial; by default it is guessed from the rates.
    pub first_step: Option<f64>,
    /// Where accuracy asks for less than this, the integration fails. The last step before an end may be shorter.
    pub smallest_step: f64,
    /// No step is longer.
    pub largest_step: f64,
}

impl Limits {
    /// Steps of this length only (the last one before an end may be shorter). The error is then not controlled.
    pub fn fixed(step: f64) -> Self {
        Self { first_step: Some(step), smallest_step: step, largest_step: step }
    }

    /// Whether every step has the same length.
    pub(super) fn is_fixed(&self) -> bool {
        self.smallest_step == self.largest_step
    }
}

impl Default for Limits {
    /// No bounds.
    fn default() -> Self {
        Self { first_step: None, smallest_step: 0.0, largest_step: f64::INFINITY }
    }
}
