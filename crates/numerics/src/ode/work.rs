//! What an integration costs.

use super::system::{Equations, Slopes};
use super::vector::Vector;

/// What an integration has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Accepted steps.
    pub steps: u64,
    /// Steps that were tried in vain.
    pub rejected: u64,
    /// Calls of [`System::rate`](super::System::rate) by the integrator itself; those inside [`System::jacobian`](super::System::jacobian) are not counted.
    pub rate_calls: u64,
    /// Calls of [`System::jacobian`](super::System::jacobian).
    pub jacobians: u64,
    /// Rates that were computed for differences, where a [`DynamicSystem`](super::DynamicSystem) gives no Jacobian of its
    /// own.
    pub difference_calls: u64,
    /// Factorisations of the matrix of an implicit step.
    pub factorisations: u64,
}

/// A system whose calls are counted.
pub(super) struct Counted<'a, S> {
    pub(super) system: &'a mut S,
    pub(super) work: &'a mut Work,
}

impl<V: Vector, S: Equations<V>> Equations<V> for Counted<'_, S> {
    #[inline(always)]
    fn rate(&mut self, t: f64, y: &V, rate: &mut V) {
        self.work.rate_calls += 1;
        self.system.rate(t, y, rate);
    }
    fn slopes(&mut self, t: f64, y: &V, slopes: &mut Slopes<V>) -> u64 {
        self.work.jacobians += 1;
        let differences = self.system.slopes(t, y, slopes);
        self.work.difference_calls += differences;
        differences
    }
    fn note_factorisation(&mut self) {
        self.work.factorisations += 1;
    }
}
