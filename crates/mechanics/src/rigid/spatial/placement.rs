//! A body in space at an instant.

use nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};

use crate::rigid::scalar::{Scalar, Seeded};

/// Place and velocity of a body's own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement<T = f64> {
    /// Its origin.
    pub position: Vector3<T>,
    /// From the body's axes to those of space.
    pub rotation: Matrix3<T>,
    /// Velocity of its origin.
    pub velocity: Vector3<T>,
    /// Angular velocity, in the axes of space.
    pub spin: Vector3<T>,
}

impl Placement {
    /// The fixed world.
    pub fn ground() -> Self {
        Self {
            position: Vector3::zeros(),
            rotation: Matrix3::identity(),
            velocity: Vector3::zeros(),
            spin: Vector3::zeros(),
        }
    }

    /// At rest at a pose.
    pub fn at_rest(pose: &Isometry3<f64>) -> Self {
        Self {
            position: pose.translation.vector,
            rotation: *pose.rotation.to_rotation_matrix().matrix(),
            ..Self::ground()
        }
    }

    /// The pose alone.
    pub fn pose(&self) -> Isometry3<f64> {
        let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(self.rotation));
        Isometry3::from_parts(Translation3::from(self.position), turn)
    }

    /// The same among numbers that carry derivatives, with none of its own.
    pub(super) fn fixed<T: Scalar>(&self) -> Placement<T> {
        Placement {
            position: self.position.map(T::from),
            rotation: self.rotation.map(T::from),
            velocity: self.velocity.map(T::from),
            spin: self.spin.map(T::from),
        }
    }

    /// The same as a variable: derivatives `first` to `first + 11` are those by an increment of the pose (translation,
    /// rotation vector in space), by velocity and by spin.
    pub(super) fn variable<const N: usize>(&self, first: usize) -> Placement<Seeded<N>> {
        let seeded = |value: &Vector3<f64>, from: usize| {
            Vector3::from_fn(|i, _| Seeded::<N>::from_re(value[i]).derivative(first + from + i))
        };
        let mut rotation = self.rotation.map(Seeded::<N>::from_re);
        let turn: Vector3<Seeded<N>> = seeded(&Vector3::zeros(), 3);
        for j in 0..3 {
            let column: Vector3<Seeded<N>> = rotation.column(j).into_owned();
            rotation.set_column(j, &(column + turn.cross(&column)));
        }
        Placement {
            position: seeded(&self.position, 0),
            rotation,
            velocity: seeded(&self.velocity, 6),
            spin: seeded(&self.spin, 9),
        }
    }
}

impl<T: Scalar> Placement<T> {
    /// A vector fixed in the body, in space.
    pub(super) fn turn(&self, v: &Vector3<f64>) -> Vector3<T> {
        self.rotation * v.map(T::from)
    }

    /// Velocity of the point of the body at the end of an arm (in space) from its origin.
    pub(super) fn velocity_at(&self, arm: &Vector3<T>) -> Vector3<T> {
        self.velocity + self.spin.cross(arm)
    }
}
