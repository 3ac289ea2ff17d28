//! How long the next step may be.

use super::settings::{Limits, Scheme, Tolerances};
use super::vector::Vector;

/// Aim a little below the tolerance: a rejected step costs more than a slightly shorter one.
const SAFETY: f64 = 0.9;
/// No step is shortened by more than this at once …
const LEAST_FACTOR: f64 = 0.2;
/// … nor lengthened by more than this.
const MOST_FACTOR: f64 = 10.0;
/// An error that happens to vanish must not be remembered as such.
const LEAST_MEMORY: f64 = 1e-4;

/// Proportional–integral control [Gustafsson1991]: with the error ε (1 is allowed) of a scheme whose estimate is O(hᵏ),
///
/// h ← h · safety · εₙ^(−α) · εₙ₋₁^β,  β = 0.2/k,  α = 1/k − ¾β
#[derive(Clone, Copy, Debug)]
pub(super) struct Control {
    alpha: f64,
    beta: f64,
    inverse_order: f64,
    memory: f64,
    just_rejected: bool,
}

impl Control {
    pub(super) fn new(scheme: Scheme) -> Self {
        let inverse_order = 1.0 / f64::from(scheme.estimate_order());
        let beta = 0.2 * inverse_order;
        Self { alpha: inverse_order - 0.75 * beta, beta, inverse_order, memory: LEAST_MEMORY, just_rejected: false }
    }

    /// What to multiply the step with after it was accepted with this error.
    pub(super) fn accept(&mut self, error: f64) -> f64 {
        let wanted = SAFETY * error.max(f64::MIN_POSITIVE).powf(-self.alpha) * self.memory.powf(self.beta);
        let most = if self.just_rejected { 1.0 } else { MOST_FACTOR };
        self.memory = error.max(LEAST_MEMORY);
        self.just_rejected = false;
        wanted.clamp(LEAST_FACTOR, most)
    }

    /// What to multiply the step with after it was rejected with this error (`None`: it was not even finite).
    pub(super) fn reject(&mut self, error: Option<f64>) -> f64 {
        self.just_rejected = true;
        error.map_or(LEAST_FACTOR, |error| (SAFETY * error.powf(-self.inverse_order)).max(LEAST_FACTOR))
    }
}

/// The largest component of an error measured by its tolerance, and its index. Not finite where the error is not.
pub(super) fn measure<V: Vector>(error: &V, tolerance: &Tolerances<V>, (from, to): (&V, &V)) -> (f64, usize) {
    let mut worst = (0.0, 0);
    let (from, to, absolute) = (from.entries(), to.entries(), tolerance.absolute.entries());
    for (i, error) in error.entries().iter().enumerate() {
        let allowed = absolute[i] + tolerance.relative * from[i].abs().max(to[i].abs());
        let ratio = error.abs() / allowed;
        if !ratio.is_finite() {
            return (ratio, i);
        }
        if ratio > worst.0 {
            worst = (ratio, i);
        }
    }
    worst
}

/// A first step, from the sizes of y, y′ and y″ measured by the tolerance [Hairer1993, section II.4].
///
/// `probe` says how much the rate changes over a step of Euler's method of the given length, measured by the tolerance.
pub(super) fn guess_first_step<V: Vector>(
    scheme: Scheme,
    tolerance: &Tolerances<V>,
    limits: &Limits,
    (y, rate): (&V, &V),
    probe: impl FnOnce(f64) -> f64,
) -> f64 {
    let size = |v: &V| measure(v, tolerance, (y, y)).0;
    let (d0, d1) = (size(y), size(rate));
    let h0 = if d0 < 1e-5 || d1 < 1e-5 { 1e-6 } else { 0.01 * d0 / d1 }.min(limits.largest_step);
    let d2 = probe(h0) / h0;
    let largest = d1.max(d2);
    let h1 = if largest <= 1e-15 {
        (h0 * 1e-3).max(1e-6)
    } else {
        (0.01 / largest).powf(1.0 / f64::from(scheme.estimate_order()))
    };
    // A probe that leaves the domain gives no finite d₂, and then the cautious h₀ is all there is.
    let guess = if h1.is_finite() { h1.min(100.0 * h0) } else { h0 };
    guess.clamp(limits.smallest_step, limits.largest_step)
}
