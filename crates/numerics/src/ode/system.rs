//! What is integrated.

use super::vector::{Vector, fill};
use nalgebra::{DMatrix, DVector, SMatrix, SVector};

/// A set of N ordinary differential equations of first order.
///
/// The system is the model and stays constant; whatever changes along the way is state.
pub trait System<const N: usize> {
    /// f(t, y) = dy/dt.
    ///
    /// A value that is not finite is allowed: it means that (t, y) is out of bounds, and makes the step shorter.
    fn rate(&self, t: f64, y: &SVector<f64, N>) -> SVector<f64, N>;

    /// ∂f/∂y (row: rate, column: state) and ∂f/∂t.
    ///
    /// Only the implicit schemes ask for it. The default takes central differences,
    /// 2N + 2 calls of [`rate`](Self::rate), with the cube root of the rounding error as relative increment, where
    /// rounding and truncation balance.
    ///
    /// *Pitfalls*: an increment cannot know the scale of a state near zero, and takes 10⁻³; give the derivative in closed
    /// form where states of much less than that matter. Rates are asked for a little before and after `t`.
    fn jacobian(&self, t: f64, y: &SVector<f64, N>) -> (SMatrix<f64, N, N>, SVector<f64, N>) {
        let mut by_state = SMatrix::<f64, N, N>::zeros();
        for column in 0..N {
            let mut moved = *y;
            let (below, above) = neighbours(y[column]);
            moved[column] = above;
            let ahead = self.rate(t, &moved);
            moved[column] = below;
            let behind = self.rate(t, &moved);
            by_state.set_column(column, &((ahead - behind) / (above - below)));
        }
        let (before, after) = neighbours(t);
        (by_state, (self.rate(after, y) - self.rate(before, y)) / (after - before))
    }
}

/// A set of ordinary differential equations of first order whose number is known at run time only.
///
/// Unlike a [`System`] it may use scratch of its own while it evaluates, which is why it is borrowed mutably; what it
/// computes must depend on t and y alone.
pub trait DynamicSystem {
    /// Writes f(t, y) = dy/dt; see [`System::rate`].
    fn rate(&mut self, t: f64, y: &DVector<f64>, rate: &mut DVector<f64>);

    /// Writes ∂f/∂y (row: rate, column: state) and ∂f/∂t, if they are known: otherwise leaves them alone and returns
    /// false, which is the default, and central differences are taken.
    fn jacobian(
        &mut self,
        _t: f64,
        _y: &DVector<f64>,
        _by_state: &mut DMatrix<f64>,
        _by_time: &mut DVector<f64>,
    ) -> bool {
        false
    }
}

/// ∂f/∂y and ∂f/∂t at a point.
#[derive(Clone, Debug)]
pub(super) struct Slopes<V: Vector> {
    pub(super) by_state: V::Square,
    pub(super) by_time: V,
    /// For differences.
    moved: V,
    ahead: V,
    behind: V,
}

impl<V: Vector> Slopes<V> {
    pub(super) fn like(y: &V) -> Self {
        let zero = y.zeros_like();
        Self {
            by_state: y.square_like(),
            by_time: zero.clone(),
            moved: zero.clone(),
            ahead: zero.clone(),
            behind: zero,
        }
    }

    /// The index of the first row that is not finite, as an error.
    pub(super) fn check_finite(&self) -> Result<(), usize> {
        let entries = V::square_entries(&self.by_state);
        let by_time = self.by_time.entries();
        let n = by_time.len();
        let row_is_finite = |i: usize| (0..n).map(|j| entries[i + n * j]).sum::<f64>() + by_time[i];
        (0..n).find(|&i| !row_is_finite(i).is_finite()).map_or(Ok(()), Err)
    }
}

/// What the schemes see of a system, whatever its size.
pub(super) trait Equations<V: Vector> {
    fn rate(&mut self, t: f64, y: &V, rate: &mut V);
    /// Returns how many rates it took for differences, as far as that is known.
    fn slopes(&mut self, t: f64, y: &V, slopes: &mut Slopes<V>) -> u64;
    fn note_factorisation(&mut self) {}
}

/// A system whose size the compiler knows.
pub(super) struct Static<'a, S>(pub(super) &'a S);

impl<const N: usize, S: System<N>> Equations<SVector<f64, N>> for Static<'_, S> {
    #[inline]
    fn rate(&mut self, t: f64, y: &SVector<f64, N>, rate: &mut SVector<f64, N>) {
        *rate = self.0.rate(t, y);
    }
    fn slopes(&mut self, t: f64, y: &SVector<f64, N>, slopes: &mut Slopes<SVector<f64, N>>) -> u64 {
        (slopes.by_state, slopes.by_time) = self.0.jacobian(t, y);
        0
    }
}

/// A system whose size is known at run time.
pub(super) struct Dynamic<'a, S>(pub(super) &'a mut S);

impl<S: DynamicSystem> Equations<DVector<f64>> for Dynamic<'_, S> {
    #[inline]
    fn rate(&mut self, t: f64, y: &DVector<f64>, rate: &mut DVector<f64>) {
        self.0.rate(t, y, rate);
    }
    fn slopes(&mut self, t: f64, y: &DVector<f64>, slopes: &mut Slopes<DVector<f64>>) -> u64 {
        let Slopes { by_state, by_time, moved, ahead, behind } = slopes;
        if self.0.jacobian(t, y, by_state, by_time) {
            return 0;
        }
        moved.copy_from(y);
        for column in 0..y.len() {
            let (below, above) = neighbours(y[column]);
            moved[column] = above;
            self.0.rate(t, moved, ahead);
            moved[column] = below;
            self.0.rate(t, moved, behind);
            moved[column] = y[column];
            let span = above - below;
            for (out, (ahead, behind)) in by_state.column_mut(column).iter_mut().zip(ahead.iter().zip(behind.iter())) {
                *out = (ahead - behind) / span;
            }
        }
        let (before, after) = neighbours(t);
        self.0.rate(after, y, ahead);
        self.0.rate(before, y, behind);
        fill(by_time, |i| (ahead[i] - behind[i]) / (after - before));
        2 * y.len() as u64 + 2
    }
}

/// The numbers just below and above x between which a difference is taken.
fn neighbours(x: f64) -> (f64, f64) {
    let increment = f64::EPSILON.cbrt() * x.abs().max(1e-3);
    (x - increment, x + increment)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pendulum;

    impl System<2> for Pendulum {
        fn rate(&self, t: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
            SVector::from([y[1], -y[0].sin() * (3.0 * t).cos()])
        }
    }

    #[test]
    fn the_default_jacobian_is_the_derivative() {
        let (t, y) = (0.7, SVector::from([0.4, -1.2]));
        let (by_state, by_time) = Pendulum.jacobian(t, &y);
        let exact = SMatrix::<f64, 2, 2>::new(0.0, 1.0, -y[0].cos() * (3.0 * t).cos(), 0.0);
        assert!((by_state - exact).amax() < 1e-9, "{by_state}");
        assert!((by_time - SVector::from([0.0, 3.0 * y[0].sin() * (3.0 * t).sin()])).amax() < 1e-9, "{by_time}");
    }
}
