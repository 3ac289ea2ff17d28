//! Joint coordinates: three angles about axes of which the first stays with the ground, the last with the body and the
//! middle one floats between them [GroodSuntay1983]; three translations of the body's origin along the ground's axes.

use nalgebra::{Matrix3, Vector3};

use crate::rigid::scalar::Scalar;

/// One of the six coordinates of a body against the ground, whose axes are x anterior, y superior, z lateral (right knee).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinate {
    /// Angle about the lateral axis z.
    Flexion = 0,
    /// Angle about the anterior axis x.
    Adduction = 1,
    /// Angle about the long axis y.
    Rotation = 2,
    /// Along x.
    Anterior = 3,
    /// Along y.
    Superior = 4,
    /// Along z.
    Lateral = 5,
}

impl Coordinate {
    /// Every coordinate, in order.
    pub const ALL: [Self; 6] =
        [Self::Flexion, Self::Adduction, Self::Rotation, Self::Anterior, Self::Superior, Self::Lateral];

    /// The word for it.
    pub fn name(self) -> &'static str {
        ["flexion", "adduction", "rotation", "anterior", "superior", "lateral"][self as usize]
    }
}

/// In which order the angles turn the body: `R = R_first R_middle R_last`.
///
/// Of a femur seen from the tibia, [`Sequence::YXZ`] is the joint coordinate system of [GroodSuntay1983]: rotation about
/// the tibia's long axis, flexion about the femur's lateral axis, adduction about the axis that floats between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sequence {
    /// Rotation, then adduction, then flexion.
    #[default]
    YXZ,
    /// Flexion, then adduction, then rotation.
    ZXY,
}

/// The axes in space about which flexion, adduction and rotation turn, and the three angles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axes<T> {
    pub angles: [T; 3],
    pub axes: [Vector3<T>; 3],
}

/// Index of the axis about which each coordinate turns: z, x, y.
const ABOUT: [usize; 3] = [2, 0, 1];

impl Sequence {
    /// The coordinates from the first to the last.
    fn order(self) -> [usize; 3] {
        match self {
            Self::YXZ => [2, 1, 0],
            Self::ZXY => [0, 1, 2],
        }
    }

    /// R at these angles (flexion, adduction, rotation).
    pub fn rotation(self, angles: &[f64; 3]) -> Matrix3<f64> {
        self.order().iter().fold(Matrix3::identity(), |r, &k| r * about(ABOUT[k], angles[k]))
    }

    /// The angles of a rotation; the middle one between −90° and 90°, where the others are unique.
    pub fn angles(self, rotation: &Matrix3<f64>) -> [f64; 3] {
        self.axes(rotation).angles
    }

    /// Angular velocity of a body at a rotation, from the rates of its angles (flexion, adduction, rotation).
    pub fn spin(self, rotation: &Matrix3<f64>, rates: &[f64; 3]) -> Vector3<f64> {
        self.axes(rotation).spin(rates)
    }

    /// Angles and axes of a rotation.
    pub(super) fn axes<T: Scalar>(self, r: &Matrix3<T>) -> Axes<T> {
        // Both sequences have x in the middle, so that one element of R is ± sin a and its row or column gives the rest.
        let (first, middle, last) = match self {
            // R = Ry(r) Rx(a) Rz(f): third column (s_r c_a, −s_a, c_r c_a), second row (c_a s_f, c_a c_f, −s_a).
            Self::YXZ => (
                r[(0, 2)].atan2(r[(2, 2)]),
                (-r[(1, 2)]).atan2(hypot(r[(1, 0)], r[(1, 1)])),
                r[(1, 0)].atan2(r[(1, 1)]),
            ),
            // R = Rz(f) Rx(a) Ry(r): second column (−s_f c_a, c_f c_a, s_a), third row (−c_a s_r, s_a, c_a c_r).
            Self::ZXY => (
                (-r[(0, 1)]).atan2(r[(1, 1)]),
                r[(2, 1)].atan2(hypot(r[(2, 0)], r[(2, 2)])),
                (-r[(2, 0)]).atan2(r[(2, 2)]),
            ),
        };
        let [i, _, k] = self.order();
        let mut angles = [first, middle, last];
        let mut axes = [Vector3::zeros(); 3];
        // The first axis is the ground's, the last the body's; the floating one is at right angles to both.
        axes[i][ABOUT[i]] = T::one();
        axes[k] = r.column(ABOUT[k]).into_owned();
        let (s, c) = first.sin_cos();
        axes[1] = match self {
            Self::YXZ => Vector3::new(c, T::zero(), -s),
            Self::ZXY => Vector3::new(c, s, T::zero()),
        };
        if self == Self::YXZ {
            angles.swap(0, 2);
        }
        Axes { angles, axes }
    }
}

impl<T: Scalar> Axes<T> {
    /// ω of these rates of the angles.
    pub fn spin(&self, rates: &[T; 3]) -> Vector3<T> {
        self.axes[0] * rates[0] + self.axes[1] * rates[1] + self.axes[2] * rates[2]
    }

    /// Rates of the angles at a spin ω: the scalar products with [`Axes::reciprocals`].
    pub fn rates(&self, spin: &Vector3<T>) -> [T; 3] {
        self.reciprocals().map(|axis| axis.dot(spin))
    }

    /// Moments in space that drive one angle alone: reciprocal to the axes.
    pub fn reciprocals(&self) -> [Vector3<T>; 3] {
        let [a, b, c] = &self.axes;
        let volume = a.dot(&b.cross(c)).recip();
        [b.cross(c) * volume, c.cross(a) * volume, a.cross(b) * volume]
    }

    /// The part of ω̇ that is there without any angle accelerating: the axes turn, each with those before it.
    pub fn turning(&self, sequence: Sequence, rates: &[T; 3]) -> Vector3<T> {
        let [i, j, k] = sequence.order();
        let before = self.axes[i] * rates[i];
        let with_middle = before + self.axes[j] * rates[j];
        before.cross(&self.axes[j]) * rates[j] + with_middle.cross(&self.axes[k]) * rates[k]
    }
}

fn hypot<T: Scalar>(a: T, b: T) -> T {
    (a * a + b * b).sqrt()
}

/// Turned by an angle about one of the axes.
fn about(axis: usize, angle: f64) -> Matrix3<f64> {
    let (s, c) = angle.sin_cos();
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut r = Matrix3::identity();
    (r[(i, i)], r[(i, j)], r[(j, i)], r[(j, j)]) = (c, -s, s, c);
    r
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Rotation3, Unit};

    const ANGLES: [f64; 3] = [-0.9, 0.3, 0.5];

    #[test]
    fn rotations_are_those_of_the_exact_matrices() {
        let turn = |axis: Vector3<f64>, angle: f64| Rotation3::from_axis_angle(&Unit::new_unchecked(axis), angle);
        let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z());
        let [f, a, r] = ANGLES;
        let yxz = turn(y, r) * turn(x, a) * turn(z, f);
        let zxy = turn(z, f) * turn(x, a) * turn(y, r);
        for (sequence, exact) in [(Sequence::YXZ, yxz), (Sequence::ZXY, zxy)] {
            assert!((sequence.rotation(&ANGLES) - exact.matrix()).amax() < 1e-15, "{sequence:?}");
            let back = sequence.angles(exact.matrix());
            assert!((0..3).all(|i| (back[i] - ANGLES[i]).abs() < 1e-14), "{sequence:?} {back:?}");
        }
    }

    #[test]
    fn axes_are_the_derivatives_of_the_rotation() {
        for sequence in [Sequence::YXZ, Sequence::ZXY] {
            let rotation = sequence.rotation(&ANGLES);
            let axes = sequence.axes(&rotation);
            for k in 0..3 {
                let h = 1e-6;
                let at = |step: f64| {
                    let mut angles = ANGLES;
                    angles[k] += step;
                    sequence.rotation(&angles)
                };
                let slope = (at(h) - at(-h)) / (2.0 * h);
                assert!((slope - axes.axes[k].cross_matrix() * rotation).amax() < 1e-9, "{sequence:?} {k}");
                let rates = axes.rates(&axes.axes[k]);
                assert!((0..3).all(|i| (rates[i] - f64::from(u8::from(i == k))).abs() < 1e-14));
            }
        }
    }

    #[test]
    fn the_turning_of_the_axes_is_the_rate_of_the_spin_at_constant_rates() {
        let rates = [1.3, -0.7, 2.1];
        for sequence in [Sequence::YXZ, Sequence::ZXY] {
            let spin_at = |t: f64| {
                let angles: [f64; 3] = std::array::from_fn(|i| ANGLES[i] + t * rates[i]);
                sequence.axes(&sequence.rotation(&angles)).spin(&rates)
            };
            let h = 1e-6;
            let slope = (spin_at(h) - spin_at(-h)) / (2.0 * h);
            let turning = sequence.axes(&sequence.rotation(&ANGLES)).turning(sequence, &rates);
            assert!((slope - turning).amax() < 1e-8, "{sequence:?}");
        }
    }
}
