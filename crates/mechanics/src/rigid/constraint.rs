//! Joints and guides as equations C(q, t) = 0.
//!
//! Ċ = J v − ν(t) and C̈ = J a − γ(q, v, t): each row of J touches two bodies at most, one of which may be the ground.

use nalgebra::Vector2;

use super::frame::{Frame, cross, perp};
use super::function::Curve;
use super::scalar::Scalar;

/// One scalar equation at an instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<T = f64> {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// Their parts of J.
    pub slopes: [[T; 3]; 2],
    /// C.
    pub violation: T,
    /// ν: the speed that a guide prescribes.
    pub speed: T,
    /// γ: what J a must be.
    pub curvature: T,
}

impl<T: Scalar> Row<T> {
    pub fn empty() -> Self {
        let zero = T::zero();
        Self { bodies: [0; 2], slopes: [[zero; 3]; 2], violation: zero, speed: zero, curvature: zero }
    }
}

/// A joint or guide, ready to evaluate.
#[derive(Debug, Clone)]
pub(super) struct Constraint {
    pub bodies: [usize; 2],
    pub points: [Vector2<f64>; 2],
    pub kind: Kind,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// Points coincide.
    Coincide,
    /// Points coincide and the second angle less the first is held.
    Weld { angle: f64 },
    /// The second point stays on a line of the first body, and the angle is held.
    Slide { normal: Vector2<f64>, angle: f64 },
    /// The first point follows a function along a direction of space.
    Follow { along: Vector2<f64>, law: Curve },
    /// The first point follows two functions.
    FollowPoint { laws: [Curve; 2] },
    /// The first angle less the second follows a function.
    FollowAngle { law: Curve },
}

impl Constraint {
    /// How many equations.
    pub fn count(&self) -> usize {
        match self.kind {
            Kind::Coincide | Kind::Slide { .. } | Kind::FollowPoint { .. } => 2,
            Kind::Weld { .. } => 3,
            Kind::Follow { .. } | Kind::FollowAngle { .. } => 1,
        }
    }

    /// The unit of equation `row`.
    pub fn unit(&self, row: usize) -> &'static str {
        let turns = match self.kind {
            Kind::FollowAngle { .. } => true,
            Kind::Weld { .. } => row == 2,
            Kind::Slide { .. } => row == 1,
            _ => false,
        };
        if turns { "rad" } else { "m" }
    }

    /// Fills its rows.
    #[inline]
    pub fn evaluate<T: Scalar>(&self, t: T, [first, second]: [&Frame<T>; 2], rows: &mut [Row<T>]) {
        let arms = [first.turn(&self.points[0]), second.turn(&self.points[1])];
        for row in rows.iter_mut() {
            row.bodies = self.bodies;
            row.speed = T::zero();
        }
        match &self.kind {
            Kind::Coincide => coincide(first, second, &arms, rows),
            Kind::Weld { angle } => {
                coincide(first, second, &arms, rows);
                hold_angle(first, second, *angle, &mut rows[2]);
            }
            Kind::Slide { normal, angle } => {
                slide(first, second, &arms, &first.turn(normal), &mut rows[0]);
                hold_angle(first, second, *angle, &mut rows[1]);
            }
            Kind::Follow { along, law } => follow(first, &arms[0], along, law.follow(t), &mut rows[0]),
            Kind::FollowPoint { laws } => {
                follow(first, &arms[0], &Vector2::x(), laws[0].follow(t), &mut rows[0]);
                follow(first, &arms[0], &Vector2::y(), laws[1].follow(t), &mut rows[1]);
            }
            Kind::FollowAngle { law } => {
                let ([value, speed, acceleration], zero, one) = (law.follow(t), T::zero(), T::one());
                rows[0].slopes = [[zero, zero, one], [zero, zero, -one]];
                rows[0].violation = first.angle - second.angle - value;
                (rows[0].speed, rows[0].curvature) = (speed, acceleration);
            }
        }
    }
}

/// r₁ + s₁ − r₂ − s₂ = 0; γ = ω₁² s₁ − ω₂² s₂.
#[inline]
fn coincide<T: Scalar>(first: &Frame<T>, second: &Frame<T>, arms: &[Vector2<T>; 2], rows: &mut [Row<T>]) {
    let apart = first.position + arms[0] - second.position - arms[1];
    let bend = arms[0] * (first.spin * first.spin) - arms[1] * (second.spin * second.spin);
    let (turns, zero, one) = ([perp(&arms[0]), perp(&arms[1])], T::zero(), T::one());
    rows[0].slopes = [[one, zero, turns[0].x], [-one, zero, -turns[1].x]];
    rows[1].slopes = [[zero, one, turns[0].y], [zero, -one, -turns[1].y]];
    (rows[0].violation, rows[0].curvature) = (apart.x, bend.x);
    (rows[1].violation, rows[1].curvature) = (apart.y, bend.y);
}

/// φ₂ − φ₁ − angle = 0.
#[inline]
fn hold_angle<T: Scalar>(first: &Frame<T>, second: &Frame<T>, angle: f64, row: &mut Row<T>) {
    let (zero, one) = (T::zero(), T::one());
    row.slopes = [[zero, zero, -one], [zero, zero, one]];
    row.violation = second.angle - first.angle - angle;
    row.curvature = zero;
}

/// n·d = 0 with the normal n of the first body's axis and d = r₂ + s₂ − r₁ − s₁. With n̂ = perp(n):
///
/// C̈ = n·d̈ + 2 ω₁ n̂·ḋ + α₁ n̂·d − ω₁² n·d
#[inline]
fn slide<T: Scalar>(first: &Frame<T>, second: &Frame<T>, arms: &[Vector2<T>; 2], n: &Vector2<T>, row: &mut Row<T>) {
    let d = second.position + arms[1] - first.position - arms[0];
    let d_rate = second.velocity_at(&arms[1]) - first.velocity_at(&arms[0]);
    let across = perp(n);
    row.slopes = [[-n.x, -n.y, across.dot(&d) - cross(&arms[0], n)], [n.x, n.y, cross(&arms[1], n)]];
    row.violation = n.dot(&d);
    let pull = arms[0] * (first.spin * first.spin) - arms[1] * (second.spin * second.spin);
    row.curvature = first.spin * first.spin * row.violation - n.dot(&pull) - first.spin * across.dot(&d_rate) * 2.0;
}

/// u·(r + s) − f(t) = 0; γ = f̈ + ω² u·s.
fn follow<T: Scalar>(
    body: &Frame<T>,
    arm: &Vector2<T>,
    u: &Vector2<f64>,
    [value, speed, acceleration]: [T; 3],
    row: &mut Row<T>,
) {
    let along = |v: &Vector2<T>| v.x * u.x + v.y * u.y;
    row.slopes = [[T::from(u.x), T::from(u.y), along(&perp(arm))], [T::zero(); 3]];
    row.violation = along(&(body.position + arm)) - value;
    row.speed = speed;
    row.curvature = acceleration + body.spin * body.spin * along(arm);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Along the path q + v s + ½ a s² the equations must have the rates J v − ν and J a − γ.
    #[test]
    fn every_row_is_the_derivative_of_its_equation() {
        let law = || Curve::Sine { mean: 0.1, amplitude: 0.3, frequency: 2.0, phase: 0.2 };
        let kinds = [
            Kind::Coincide,
            Kind::Weld { angle: 0.2 },
            Kind::Slide { normal: Vector2::new(0.6, 0.8), angle: 0.1 },
            Kind::Follow { along: Vector2::new(0.8, -0.6), law: law() },
            Kind::FollowPoint { laws: [law(), law()] },
            Kind::FollowAngle { law: law() },
        ];
        let q = [[0.3, -0.2, 0.7], [0.1, 0.5, -1.1]];
        let v = [[1.3, -0.4, 2.1], [-0.7, 0.9, -1.7]];
        let a = [[0.3, 2.0, -1.1], [1.5, -0.6, 0.8]];
        let frames = |s: f64| -> Vec<Frame> {
            let at = |i: usize| {
                let place: Vec<f64> = (0..3).map(|k| q[i][k] + s * (v[i][k] + 0.5 * s * a[i][k])).collect();
                let speed: Vec<f64> = (0..3).map(|k| v[i][k] + s * a[i][k]).collect();
                Frame::new(&place, &speed)
            };
            vec![at(0), at(1)]
        };
        for kind in kinds {
            let constraint =
                Constraint { bodies: [0, 1], points: [Vector2::new(0.2, 0.1), Vector2::new(-0.3, 0.4)], kind };
            let evaluate = |s: f64| {
                let (mut rows, frames) = (vec![Row::empty(); constraint.count()], frames(s));
                constraint.evaluate(0.4 + s, [&frames[0], &frames[1]], &mut rows);
                rows
            };
            let h = 1e-4;
            let (before, now, after) = (evaluate(-h), evaluate(0.0), evaluate(h));
            for i in 0..now.len() {
                let dot = |w: &[[f64; 3]; 2]| -> f64 {
                    (0..2).flat_map(|b| (0..3).map(move |k| (b, k))).map(|(b, k)| now[i].slopes[b][k] * w[b][k]).sum()
                };
                let rate = (after[i].violation - before[i].violation) / (2.0 * h);
                assert!((dot(&v) - now[i].speed - rate).abs() < 1e-6, "{constraint:?} row {i}");
                let bend = (after[i].violation - 2.0 * now[i].violation + before[i].violation) / (h * h);
                assert!((dot(&a) - now[i].curvature - bend).abs() < 1e-5, "{constraint:?} row {i}");
            }
        }
    }
}
