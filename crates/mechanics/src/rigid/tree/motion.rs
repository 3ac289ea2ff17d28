//! Where everything is and how it moves.

use nalgebra::{Matrix3, Matrix3xX, Vector3};

use super::skeleton::Skeleton;

/// A body's own frame, in the axes of the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyMotion {
    /// From the body's axes to those of the ground.
    pub rotation: Matrix3<f64>,
    /// Its origin, m.
    pub position: Vector3<f64>,
    /// Angular velocity, rad/s.
    pub spin: Vector3<f64>,
    /// Velocity of its origin, m/s.
    pub velocity: Vector3<f64>,
    /// Angular acceleration, rad/s².
    pub angular_acceleration: Vector3<f64>,
    /// Acceleration of its origin, m/s².
    pub acceleration: Vector3<f64>,
    /// Axes of the joint's frame in the body (M), as columns.
    pub joint_rotation: Matrix3<f64>,
    /// The origin of that frame, m.
    pub joint_position: Vector3<f64>,
}

impl BodyMotion {
    /// The ground.
    pub fn ground() -> Self {
        let zero = Vector3::zeros();
        Self {
            rotation: Matrix3::identity(),
            position: zero,
            spin: zero,
            velocity: zero,
            angular_acceleration: zero,
            acceleration: zero,
            joint_rotation: Matrix3::identity(),
            joint_position: zero,
        }
    }

    /// Where a point of the body is.
    pub fn point(&self, local: &Vector3<f64>) -> Vector3<f64> {
        self.position + self.rotation * local
    }

    /// How fast a point of the body is.
    pub fn velocity_of(&self, local: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.spin.cross(&(self.rotation * local))
    }

    /// The acceleration of a point of the body.
    pub fn acceleration_of(&self, local: &Vector3<f64>) -> Vector3<f64> {
        let arm = self.rotation * local;
        self.acceleration + self.angular_acceleration.cross(&arm) + self.spin.cross(&self.spin.cross(&arm))
    }
}

/// What a coordinate does to a body and everything behind it, a unit of the coordinate: a turn, and the velocity of the point
/// that is at the ground's origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoordinateAxis {
    /// Which coordinate.
    pub coordinate: usize,
    /// Angular velocity.
    pub turn: Vector3<f64>,
    /// Velocity at the ground's origin.
    pub shift: Vector3<f64>,
}

impl CoordinateAxis {
    /// The velocity of a point of the body, given in the ground.
    pub fn at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.shift + self.turn.cross(point)
    }
}

/// A skeleton at an instant.
#[derive(Debug, Clone)]
pub struct Motion<'a> {
    pub(super) skeleton: &'a Skeleton,
    /// Every body.
    pub bodies: Vec<BodyMotion>,
    /// For every body what the coordinates of its own joint do.
    pub axes: Vec<Vec<CoordinateAxis>>,
}

impl Skeleton {
    /// Where everything is, from the values of all coordinates, their velocities and accelerations, as they are given:
    /// [`complete_motion`](Self::complete_motion) first where some are coupled.
    pub fn compute_motion(&self, q: &[f64], v: &[f64], a: &[f64]) -> Motion<'_> {
        let mut bodies: Vec<BodyMotion> = Vec::with_capacity(self.tree.bodies.len());
        let mut axes = Vec::with_capacity(self.tree.bodies.len());
        let mut columns = Vec::new();
        for body in &self.tree.bodies {
            let joint = &body.joint;
            let parent = joint.parent.map_or_else(BodyMotion::ground, |parent| bodies[parent]);
            let relative = joint.compute_relative([q, v, a], &mut columns);
            let frame = parent.rotation * joint.in_parent.rotation.to_rotation_matrix().into_inner();
            let base = parent.point(&joint.in_parent.translation.vector);
            let centre = base + frame * relative.position;
            let turned = frame * relative.rotation;
            let rotation = turned * joint.in_child.rotation.to_rotation_matrix().into_inner().transpose();
            let arm = centre - parent.position;
            let (turn, slide) = (frame * relative.spin, frame * relative.velocity);
            let spin = parent.spin + turn;
            let angular_acceleration =
                parent.angular_acceleration + frame * relative.angular_acceleration + parent.spin.cross(&turn);
            let velocity = parent.velocity + parent.spin.cross(&arm) + slide;
            let acceleration = parent.acceleration
                + parent.angular_acceleration.cross(&arm)
                + parent.spin.cross(&(parent.spin.cross(&arm) + 2.0 * slide))
                + frame * relative.acceleration;
            let back = rotation * -joint.in_child.translation.vector;
            bodies.push(BodyMotion {
                rotation,
                position: centre + back,
                spin,
                velocity: velocity + spin.cross(&back),
                angular_acceleration,
                acceleration: acceleration + angular_acceleration.cross(&back) + spin.cross(&spin.cross(&back)),
                joint_rotation: turned,
                joint_position: centre,
            });
            let of_joint = columns.iter().map(|column| {
                let turn = frame * column.turn;
                CoordinateAxis {
                    coordinate: column.coordinate,
                    turn,
                    shift: frame * column.shift - turn.cross(&centre),
                }
            });
            axes.push(of_joint.collect());
        }
        Motion { skeleton: self, bodies, axes }
    }

    /// Where everything is, at rest.
    pub fn compute_pose(&self, q: &[f64]) -> Motion<'_> {
        let still = vec![0.0; q.len()];
        self.compute_motion(q, &still, &still)
    }
}

impl Motion<'_> {
    /// The body, or the ground.
    pub fn body(&self, index: Option<usize>) -> BodyMotion {
        index.map_or_else(BodyMotion::ground, |index| self.bodies[index])
    }

    /// What moves a body: the axes of its own joint and of all joints before it.
    pub fn axes_of(&self, body: Option<usize>) -> impl Iterator<Item = &CoordinateAxis> {
        let parent_of = |at: &usize| self.skeleton.tree.bodies[*at].joint.parent;
        std::iter::successors(body, parent_of).flat_map(|at| &self.axes[at])
    }

    /// How a point of a body, given in the ground, moves with each coordinate: ∂p/∂q, a column for each of all coordinates.
    pub fn compute_jacobian(&self, body: Option<usize>, point: &Vector3<f64>) -> Matrix3xX<f64> {
        let mut jacobian = Matrix3xX::zeros(self.skeleton.tree.coordinates.len());
        for axis in self.axes_of(body) {
            let mut column = jacobian.column_mut(axis.coordinate);
            column += axis.at(point);
        }
        jacobian
    }
}
