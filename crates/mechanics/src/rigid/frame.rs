//! A body at an instant.

use nalgebra::Vector2;

/// Position, orientation and velocity of a body at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Centre of mass.
    pub position: Vector2<f64>,
    /// φ.
    pub angle: f64,
    /// Velocity of the centre of mass.
    pub velocity: Vector2<f64>,
    /// φ̇.
    pub spin: f64,
    cos: f64,
    sin: f64,
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

    /// A vector of the body, in space.
    pub fn turn(&self, v: &Vector2<f64>) -> Vector2<f64> {
        Vector2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// A vector of space, in the body.
    pub fn turn_back(&self, v: &Vector2<f64>) -> Vector2<f64> {
        Vector2::new(self.cos * v.x + self.sin * v.y, -self.sin * v.x + self.cos * v.y)
    }

    /// Where a point of the body is.
    pub fn place(&self, point: &Vector2<f64>) -> Vector2<f64> {
        self.position + self.turn(point)
    }

    /// The point of the body that is at a point of space.
    pub fn place_back(&self, point: &Vector2<f64>) -> Vector2<f64> {
        self.turn_back(&(point - self.position))
    }

    /// Velocity of the point of the body at the end of an arm (in space) from its centre of mass.
    pub fn velocity_at(&self, arm: &Vector2<f64>) -> Vector2<f64> {
        self.velocity + perp(arm) * self.spin
    }
}

/// A vector turned by a quarter, counter-clockwise.
pub(super) fn perp(v: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-v.y, v.x)
}

/// The moment of a force at the end of an arm.
pub(super) fn cross(arm: &Vector2<f64>, force: &Vector2<f64>) -> f64 {
    arm.x * force.y - arm.y * force.x
}
