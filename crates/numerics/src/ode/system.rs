//! What is integrated.

use nalgebra::{SMatrix, SVector};

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
    /// Only [`Scheme::Rosenbrock`](super::Scheme::Rosenbrock) asks for it. The default takes central differences,
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
