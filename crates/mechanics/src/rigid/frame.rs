//! A body at an instant.

use nalgebra::Vector2;

use super::scalar::Scalar;

/// Position, orientation and velocity of a body at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame<T = f64> {
    /// Centre of mass.
    pub position: Vector2<T>,
    /// φ.
    pub angle: T,
    /// Velocity of the centre of mass.
    pub velocity: Vector2<T>,
    /// φ̇.
    pub spin: T,
    cos: T,
    sin: T,
}

impl Frame {
    /// The fixed world.
    pub const GROUND: Self = Self {
        position: Vector2::new(0.0, 0.0),
        angle: 0.0,
        velocity: Vector2::new(0.0, 0.0),
        spin: 0.0,
        cos: 1.0,
        sin: 0.0,
    };

    /// From three coordinates and their rates.
    pub fn new(q: &[f64], v: &[f64]) -> Self {
        Self::moving([q[0], q[1], q[2]], [v[0], v[1], v[2]])
    }

    /// Goes to coordinates nearby, with the same velocity.
    pub(super) fn shift_to(&mut self, q: &[f64]) {
        // What is stored counts, not what was meant: the difference of two neighbouring numbers is exact.
        let turn = q[2] - self.angle;
        (self.position.x, self.position.y, self.angle) = (q[0], q[1], q[2]);
        if turn.abs() > 1e-3 {
            (self.sin, self.cos) = self.angle.sin_cos();
            return;
        }
        // Exact to rounding for such a small angle, and cheaper.
        let square = turn * turn;
        let (s, v) = (turn * (1.0 - square / 6.0 * (1.0 - 0.05 * square)), 0.5 * square * (1.0 - square / 12.0));
        (self.cos, self.sin) = (self.cos - (self.sin * s + self.cos * v), self.sin + (self.cos * s - self.sin * v));
    }

    /// Whether it has these coordinates and velocities, exactly.
    pub(super) fn is_at(&self, q: &[f64], v: &[f64]) -> bool {
        self.position.x == q[0]
            && self.position.y == q[1]
            && self.angle == q[2]
            && self.velocity.x == v[0]
            && self.velocity.y == v[1]
            && self.spin == v[2]
    }

    /// The same among numbers that carry derivatives, with none of its own.
    pub fn fixed<T: Scalar>(&self) -> Frame<T> {
        Frame {
            position: self.position.map(T::from),
            angle: T::from(self.angle),
            velocity: self.velocity.map(T::from),
            spin: T::from(self.spin),
            cos: T::from(self.cos),
            sin: T::from(self.sin),
        }
    }
}

impl<T: Scalar> Frame<T> {
    /// From three coordinates and their rates.
    pub fn moving(q: [T; 3], v: [T; 3]) -> Self {
        let (sin, cos) = q[2].sin_cos();
        Self {
            position: Vector2::new(q[0], q[1]),
            angle: q[2],
            velocity: Vector2::new(v[0], v[1]),
            spin: v[2],
            cos,
            sin,
        }
    }

    /// A vector fixed in the body, in space.
    pub fn turn(&self, v: &Vector2<f64>) -> Vector2<T> {
        Vector2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// Any vector given in the axes of the body, in space.
    pub fn turn_any(&self, v: &Vector2<T>) -> Vector2<T> {
        Vector2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// A vector of space, in the body.
    pub fn turn_back(&self, v: &Vector2<T>) -> Vector2<T> {
        Vector2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// Where a point of the body is.
    pub fn place(&self, point: &Vector2<f64>) -> Vector2<T> {
        self.position + self.turn(point)
    }

    /// Where any point given in the axes of the body is.
    pub fn place_any(&self, point: &Vector2<T>) -> Vector2<T> {
        self.position + self.turn_any(point)
    }

    /// The point of the body that is at a point of space.
    pub fn place_back(&self, point: &Vector2<T>) -> Vector2<T> {
        self.turn_back(&(point - self.position))
    }

    /// Velocity of the point of the body at the end of an arm (in space) from its centre of mass.
    pub fn velocity_at(&self, arm: &Vector2<T>) -> Vector2<T> {
        self.velocity + perp(arm) * self.spin
    }
}

/// A vector turned by a quarter, counter-clockwise.
pub(super) fn perp<T: Scalar>(v: &Vector2<T>) -> Vector2<T> {
    Vector2::new(-v.y, v.x)
}

/// The moment of a force at the end of an arm.
pub(super) fn cross<T: Scalar>(arm: &Vector2<T>, force: &Vector2<T>) -> T {
    arm.x * force.y - arm.y * force.x
}
