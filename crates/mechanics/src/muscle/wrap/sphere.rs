//! Around a sphere: a great circle in the plane of both ends and the centre.
//!
//! `l = t₁ + r θ + t₂`. Only a stretch that pierces the sphere is wrapped, as in OpenSim [Delp2007]. With a quadrant, and
//! an end on the passive half, the way is taken whose tangents lead towards the active half, if need be the longer one.
//!
//! *Pitfalls*: with ends opposite to each other every plane is as short: there the path changes sides.
//! *Checked by*: closed cases, the slope of the length, OpenSim's lengths and moment arms.

use super::circle::{Arc, nearest};
use super::{Around, Outcome, Quadrant, Side};
use nalgebra::{Vector2, Vector3};
use std::f64::consts::PI;

/// The way around a sphere about the origin.
pub(super) fn wrap(radius: f64, quadrant: Quadrant, [p, q]: [&Vector3<f64>; 2]) -> Outcome {
    if p.norm() < radius || q.norm() < radius {
        return Outcome::Inside;
    }
    let normal = plane_normal(p, q, quadrant);
    let first = p.normalize();
    let second = normal.cross(&first);
    let flat = |x: &Vector3<f64>| Vector2::new(x.dot(&first), x.dot(&second));
    let (p2, q2) = (flat(p), flat(q));
    let (near, t) = nearest(&p2, &q2);
    if !(near.norm() < radius && t > 0.0 && t < 1.0) {
        return Outcome::Free;
    }
    let place = |direction: Vector2<f64>| (first * direction.x + second * direction.y) * radius;
    let [left, right] = [true, false].map(|left| Arc::new(&p2, &q2, radius, left));
    let arc = match quadrant.direction() {
        Some(axis) if !(quadrant.holds(p) && quadrant.holds(q)) => {
            let towards = |way: &Arc| (place(way.enter()) - p + place(way.leave()) - q).dot(&axis);
            if towards(&left) >= towards(&right) { left } else { right }
        }
        _ if left.turn <= -right.turn => left,
        _ => right,
    };
    Outcome::Around(Around {
        enter: place(arc.enter()),
        leave: place(arc.leave()),
        arc: radius * arc.turn.abs(),
        side: if arc.turn.abs() <= PI { Side::Near } else { Side::Far },
        pierced: true,
    })
}

/// Normal of the plane through the centre and both ends; where these are on one line, of a plane that holds the active
/// half's direction, or else the axis farthest from that line.
fn plane_normal(p: &Vector3<f64>, q: &Vector3<f64>, quadrant: Quadrant) -> Vector3<f64> {
    let across = p.cross(q);
    if across.norm() > 1e-12 * p.norm() * q.norm() {
        return across.normalize();
    }
    let toward = quadrant.direction().unwrap_or_else(|| Vector3::ith(p.iamin(), 1.0));
    let normal = p.cross(&toward);
    let fallback = p.cross(&Vector3::ith(p.iamin(), 1.0));
    if normal.norm() > 1e-12 * p.norm() { normal.normalize() } else { fallback.normalize() }
}
