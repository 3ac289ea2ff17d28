//! Numbers that carry their derivatives.
//!
//! What acts on bodies is written once, for any [`Scalar`]: with plain numbers it gives forces, with dual numbers forces
//! and their exact derivatives by the coordinates and velocities of the two bodies concerned, by time and by the state
//! of the contact.

use nalgebra::Vector2;
use num_dual::{Derivative, DualNum, DualSVec64};

/// Derivatives that one force, constraint or contact can have: by x, y, φ and their rates of two bodies, by time, and by
/// the tangential deformation and the relaxed force of the contact.
pub(super) const INPUTS: usize = 15;
/// Index of the derivative by time.
pub(super) const TIME: usize = 12;
/// Index of the derivative by the tangential deformation.
pub(super) const DEFORMATION: usize = 13;
/// Index of the derivative by the relaxed force.
pub(super) const RELAXED: usize = 14;

/// A number with N derivatives.
pub(super) type Seeded<const N: usize> = DualSVec64<N>;

/// A number with its derivatives.
pub(super) type Slope = Seeded<INPUTS>;

/// A plain number, or one with derivatives.
pub trait Scalar: DualNum<Primitive = f64> + Copy {
    /// Whether it carries derivatives.
    const CARRIES_SLOPES: bool;

    /// Without the derivatives.
    fn value(&self) -> f64;

    /// Numbers whose values are known, and whose derivatives follow from those of the inputs: the row m of `slopes` are the
    /// derivatives of value m by each of the inputs. They are asked for only where derivatives are wanted.
    fn lift<const K: usize, const M: usize>(
        values: [f64; M],
        inputs: [Self; K],
        slopes: impl FnOnce() -> [[f64; K]; M],
    ) -> [Self; M];
}

impl Scalar for f64 {
    const CARRIES_SLOPES: bool = false;

    #[inline]
    fn value(&self) -> f64 {
        *self
    }

    #[inline]
    fn lift<const K: usize, const M: usize>(
        values: [f64; M],
        _inputs: [Self; K],
        _slopes: impl FnOnce() -> [[f64; K]; M],
    ) -> [Self; M] {
        values
    }
}

impl<const N: usize> Scalar for DualSVec64<N> {
    const CARRIES_SLOPES: bool = true;

    #[inline]
    fn value(&self) -> f64 {
        self.re
    }

    fn lift<const K: usize, const M: usize>(
        values: [f64; M],
        inputs: [Self; K],
        slopes: impl FnOnce() -> [[f64; K]; M],
    ) -> [Self; M] {
        let slopes = slopes();
        std::array::from_fn(|m| {
            let mut eps = Derivative::none();
            for (input, slope) in inputs.iter().zip(slopes[m]) {
                eps += input.eps * slope;
            }
            Self::new(values[m], eps)
        })
    }
}

/// |v|.
pub(super) fn length<T: Scalar>(v: &Vector2<T>) -> T {
    (v.x * v.x + v.y * v.y).sqrt()
}

/// A constant vector.
pub(super) fn constant<T: Scalar>(v: &Vector2<f64>) -> Vector2<T> {
    Vector2::new(T::from(v.x), T::from(v.y))
}
