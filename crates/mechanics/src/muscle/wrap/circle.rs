//! A string around a circle.

use nalgebra::Vector2;
use std::f64::consts::TAU;

/// Turns closer to a full one than this are rounding below none.
const ROUNDING: f64 = 1e-9;

/// From p around a circle about the origin to q, one way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Arc {
    /// Where the string meets the circle, as an angle from x.
    pub start: f64,
    /// Signed angle on the circle, positive counter-clockwise; |turn| < 2π.
    pub turn: f64,
    /// Length of the tangent from p.
    pub before: f64,
    /// Length of the tangent to q.
    pub after: f64,
}

impl Arc {
    /// Counter-clockwise (`left`) or clockwise, with both points outside of the circle.
    pub fn new(p: &Vector2<f64>, q: &Vector2<f64>, radius: f64, left: bool) -> Self {
        let tangent = |x: &Vector2<f64>| (x.norm_squared() - radius * radius).max(0.0).sqrt();
        let (before, after) = (tangent(p), tangent(q));
        let sign = if left { 1.0 } else { -1.0 };
        let start = p.y.atan2(p.x) + sign * before.atan2(radius);
        let end = q.y.atan2(q.x) - sign * after.atan2(radius);
        let turn = (sign * (end - start)).rem_euclid(TAU);
        Self { start, turn: sign * if turn > TAU - ROUNDING { 0.0 } else { turn }, before, after }
    }

    /// Direction from the centre to where the string meets the circle.
    pub fn enter(&self) -> Vector2<f64> {
        Vector2::new(self.start.cos(), self.start.sin())
    }

    /// Direction from the centre to where it leaves.
    pub fn leave(&self) -> Vector2<f64> {
        let end = self.start + self.turn;
        Vector2::new(end.cos(), end.sin())
    }

    /// Direction from the centre to the middle of the arc.
    pub fn middle(&self) -> Vector2<f64> {
        let middle = self.start + 0.5 * self.turn;
        Vector2::new(middle.cos(), middle.sin())
    }
}

/// The place of the line through p and q that is nearest to the origin, and its share of the way from p to q.
pub(super) fn nearest(p: &Vector2<f64>, q: &Vector2<f64>) -> (Vector2<f64>, f64) {
    let d = q - p;
    let square = d.norm_squared();
    let t = if square > 0.0 { -p.dot(&d) / square } else { 0.0 };
    (p + d * t, t)
}
