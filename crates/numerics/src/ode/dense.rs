//! A step, and the state between its ends.

use super::vector::{Vector, fill};

/// One step as a scheme proposes it.
#[derive(Clone, Debug)]
pub(super) struct Trial<V> {
    pub(super) dense: Dense<V>,
    pub(super) error: V,
    /// f at the end, where the next step starts.
    pub(super) end_rate: V,
}

/// A polynomial through both ends of a step of length h, in s = (t − t₀)/h:
///
/// y(s) = y₀ + s (Δ + (1−s) (b + s (c + (1−s) (d + s e)))),  Δ = y₁ − y₀
///
/// It covers every scheme here: of degree 5 for BDF, a quartic when e = 0, a cubic when also d = 0, and the cubic Hermite
/// polynomial when also b = h f₀ − Δ and c = Δ − h f₁ − b.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dense<V> {
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) first: V,
    pub(super) last: V,
    pub(super) bend: V,
    pub(super) skew: V,
    pub(super) quartic: V,
    pub(super) quintic: V,
}

impl<V: Vector> Trial<V> {
    /// Storage for states like this one.
    pub(super) fn like(y: &V) -> Self {
        let zero = y.zeros_like();
        Self { dense: Dense::at(0.0, zero.clone()), error: zero.clone(), end_rate: zero }
    }
}

impl<V: Vector> Dense<V> {
    /// A step of no length.
    pub(super) fn at(t: f64, y: V) -> Self {
        let zero = y.zeros_like();
        Self {
            start: t,
            end: t,
            first: y.clone(),
            last: y,
            bend: zero.clone(),
            skew: zero.clone(),
            quartic: zero.clone(),
            quintic: zero,
        }
    }

    /// Becomes a step of no length.
    pub(super) fn reset(&mut self, t: f64, y: &V) {
        (self.start, self.end) = (t, t);
        for v in [&mut self.first, &mut self.last] {
            v.entries_mut().copy_from_slice(y.entries());
        }
        for v in [&mut self.bend, &mut self.skew, &mut self.quartic, &mut self.quintic] {
            v.entries_mut().fill(0.0);
        }
    }

    /// Writes y(t), held at the ends outside the step.
    pub(super) fn value_into(&self, t: f64, out: &mut V) {
        // The ends are returned as they are: rounding must not move an accepted state.
        if t >= self.end {
            out.entries_mut().copy_from_slice(self.last.entries());
            return;
        }
        if t <= self.start {
            out.entries_mut().copy_from_slice(self.first.entries());
            return;
        }
        let s = (t - self.start) / (self.end - self.start);
        let r = 1.0 - s;
        let [first, last] = [self.first.entries(), self.last.entries()];
        let [b, c, d, e] = [&self.bend, &self.skew, &self.quartic, &self.quintic].map(|v| v.entries());
        fill(out, |i| first[i] + ((last[i] - first[i]) + (b[i] + (c[i] + (d[i] + e[i] * s) * r) * s) * r) * s);
    }
}
