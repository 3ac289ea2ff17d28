//! How it is integrated: scheme, tolerance, limits.

use nalgebra::{DVector, SVector};

/// The rule that makes one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Runge–Kutta–Fehlberg 4(5) [Fehlberg1969], explicit, six stages.
    ///
    /// With local extrapolation: the step is made with the fifth-order formula and the fourth-order one only judges
    /// it.
    Rkf45,
    /// Bogacki–Shampine 3(2) [BogackiShampine1989], explicit, three new stages a step.
    ///
    /// The cheapest step: for loose tolerances, and for steps that something else keeps short.
    BogackiShampine,
    /// Dormand–Prince 5(4) [DormandPrince1980], explicit, six new stages a step (the seventh is the first of the next).
    ///
    /// Its errors are several times smaller than Fehlberg's at the same cost [Hairer1993].
    DormandPrince,
    /// RODAS4 [Hairer1996], linearly implicit, L-stable and stiffly accurate, six stages.
    ///
    /// One Jacobian and one factorisation a step; no nonlinear equation to solve.
    Rosenbrock,
    /// Backward differentiation formulas of order 1 to 5, which change order and step as they go ("Gear") [Gear1971].
    ///
    /// One or two rates a step and few Jacobians: the cheapest stiff scheme where nothing happens suddenly. Every restart
    /// costs a few Rosenbrock steps.
    Bdf,
}

impl Scheme {
    /// Every scheme, for choices and for tests.
    pub const ALL: [Self; 5] = [Self::Rkf45, Self::BogackiShampine, Self::DormandPrince, Self::Rosenbrock, Self::Bdf];

    /// Its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rkf45 => "Runge–Kutta–Fehlberg 4(5)",
            Self::BogackiShampine => "Bogacki–Shampine 3(2)",
            Self::DormandPrince => "Dormand–Prince 5(4)",
            Self::Rosenbrock => "Rosenbrock (RODAS4)",
            Self::Bdf => "backward differentiation (BDF 1–5)",
        }
    }

    /// p, where the error at a fixed time is O(hᵖ); for BDF the highest, which it takes at fixed steps.
    pub fn order(self) -> u32 {
        match self {
            Self::BogackiShampine => 3,
            Self::Rkf45 | Self::DormandPrince | Self::Bdf => 5,
            Self::Rosenbrock => 4,
        }
    }

    /// q, where the dense output is off by O(hᵠ⁺¹) within a step.
    pub fn interpolation_order(self) -> u32 {
        match self {
            Self::Rkf45 | Self::DormandPrince => 4,
            Self::Rosenbrock | Self::BogackiShampine => 3,
            Self::Bdf => 4,
        }
    }

    /// k, where the error estimate of a step is O(hᵏ).
    pub(super) fn estimate_order(self) -> u32 {
        match self {
            Self::BogackiShampine => 3,
            Self::Rkf45 | Self::DormandPrince => 5,
            // BDF starts with Rosenbrock steps.
            Self::Rosenbrock | Self::Bdf => 4,
        }
    }
}

/// The error allowed in each state of one step: `absolute` + `relative`·|y|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances<V> {
    /// Share of the state's magnitude.
    pub relative: f64,
    /// In the units of each state; what counts where the state passes through zero.
    pub absolute: V,
}

/// The error allowed in each of N states.
pub type Tolerance<const N: usize> = Tolerances<SVector<f64, N>>;

impl<const N: usize> Tolerances<SVector<f64, N>> {
    /// The same absolute tolerance for every state.
    pub fn uniform(relative: f64, absolute: f64) -> Self {
        Self { relative, absolute: SVector::repeat(absolute) }
    }
}

impl Tolerances<DVector<f64>> {
    /// The same absolute tolerance for each of `size` states.
    pub fn uniform_over(size: usize, relative: f64, absolute: f64) -> Self {
        Self { relative, absolute: DVector::repeat(size, absolute) }
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
