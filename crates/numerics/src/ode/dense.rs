//! A step, and the state between its ends.

use nalgebra::SVector;

/// One step as a scheme proposes it.
pub(super) struct Trial<const N: usize> {
    pub(super) dense: Dense<N>,
    pub(super) error: SVector<f64, N>,
    /// f at the end, where the next step starts.
    pub(super) end_rate: SVector<f64, N>,
}

/// A polynomial through both ends of a step of length h, in s = (t − t₀)/h:
///
/// y(s) = y₀ + s (Δ + (1−s) (b + s (c + (1−s) d))),  Δ = y₁ − y₀
///
/// It covers every scheme here: a cubic when d = 0, and the cubic Hermite polynomial when also b = h f₀ − Δ and
/// c = Δ − h f₁ − b.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dense<const N: usize> {
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) first: SVector<f64, N>,
    pub(super) last: SVector<f64, N>,
    pub(super) bend: SVector<f64, N>,
    pub(super) skew: SVector<f64, N>,
    pub(super) quartic: SVector<f64, N>,
}

impl<const N: usize> Dense<N> {
    /// A step of no length.
    pub(super) fn at(t: f64, y: SVector<f64, N>) -> Self {
        let zero = SVector::zeros();
        Self { start: t, end: t, first: y, last: y, bend: zero, skew: zero, quartic: zero }
    }

    /// y(t), held at the ends outside the step.
    pub(super) fn value(&self, t: f64) -> SVector<f64, N> {
        // The ends are returned as they are: rounding must not move an accepted state.
        if t >= self.end {
            return self.last;
        }
        if t <= self.start {
            return self.first;
        }
        let s = (t - self.start) / (self.end - self.start);
        let r = 1.0 - s;
        let change = self.last - self.first;
        self.first + (change + (self.bend + (self.skew + self.quartic * r) * s) * r) * s
    }
}
