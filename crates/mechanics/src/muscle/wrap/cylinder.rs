//! Around a cylinder: unrolled, the path is a straight line.
//!
//! `l = √((t₁ + r θ + t₂)² + Δz²)`, and z grows evenly along the unrolled length.
//!
//! | symbol | meaning |
//! |---|---|
//! | t₁, t₂ | tangents from the end points, seen along the axis |
//! | θ | angle on the cylinder |
//! | Δz | how far the ends are apart along the axis |
//!
//! Which stretch is wrapped, and which way around, follows OpenSim [Delp2007]. With a quadrant: a stretch with one end on
//! the active half is wrapped if it pierces the cylinder or passes it on the passive half; one with both ends on the
//! passive half always is. The way around is the one whose tangent points are on the active half.
//! *Differs*: where OpenSim's tangent points do not decide, the way whose middle is farthest on the active half is taken;
//! OpenSim finds the place along the axis to 0.1° of tangency, or by a plane if there is one object only.
//!
//! *Checked by*: closed cases, the slope of the length, the shortest string by brute force, OpenSim's lengths and moment arms.

use super::circle::{Arc, nearest};
use super::{Around, Outcome, Quadrant, Side};
use nalgebra::Vector3;

/// The way around a cylinder along z.
pub(super) fn wrap(radius: f64, length: f64, quadrant: Quadrant, [p, q]: [&Vector3<f64>; 2]) -> Outcome {
    let (p2, q2) = (p.xy(), q.xy());
    if p2.norm() < radius || q2.norm() < radius {
        return Outcome::Inside;
    }
    let (near, t) = nearest(&p2, &q2);
    let pierced = near.norm() < radius && t > 0.0 && t < 1.0;
    let holds = |x: &nalgebra::Vector2<f64>, z: f64| quadrant.holds(&Vector3::new(x.x, x.y, z));
    let (p_active, q_active) = (quadrant.holds(p), quadrant.holds(q));
    if !pierced && (p_active || q_active) {
        let near_z = p.z + t * (q.z - p.z);
        if quadrant == Quadrant::All || p_active == q_active || holds(&near, near_z) {
            return Outcome::Free;
        }
    }
    let ways = [true, false].map(|left| Arc::new(&p2, &q2, radius, left));
    let arc = match quadrant {
        Quadrant::All if ways[0].turn <= -ways[1].turn => ways[0],
        Quadrant::All => ways[1],
        _ => {
            // Tangent points of p, then of q: if just one of the two is on the active half, it says which way.
            let [left, right] = ways;
            let starts = (holds(&left.enter(), p.z), holds(&right.enter(), p.z));
            let ends = (holds(&left.leave(), q.z), holds(&right.leave(), q.z));
            match (starts, ends) {
                ((true, false), _) => left,
                ((false, true), _) => right,
                (_, (true, false)) => left,
                (_, (false, true)) => right,
                _ => {
                    let axis = quadrant.direction().unwrap_or_default().xy();
                    if left.middle().dot(&axis) >= right.middle().dot(&axis) { left } else { right }
                }
            }
        }
    };
    let around = radius * arc.turn.abs();
    let rise = (q.z - p.z) / (arc.before + around + arc.after);
    let at = |direction: nalgebra::Vector2<f64>, unrolled: f64| {
        Vector3::new(radius * direction.x, radius * direction.y, p.z + rise * unrolled)
    };
    let (enter, leave) = (at(arc.enter(), arc.before), at(arc.leave(), arc.before + around));
    if enter.z.abs() > 0.5 * length && leave.z.abs() > 0.5 * length {
        return Outcome::Free;
    }
    let side = if arc.turn >= 0.0 { Side::Left } else { Side::Right };
    Outcome::Around(Around { enter, leave, arc: around.hypot(rise * around), side, pierced })
}
