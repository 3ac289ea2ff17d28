//! Loads at hip, knee and ankle by inverse dynamics: the ideal hip.
//!
//! A load is what acts on the lower segment: force x, y and moment, counter-clockwise.

use mechanics::rigid::{
    Attachment, Axes, Body, Force, ForceKind, Function, GROUND, Guide, GuideKind, Instant, Mechanism, Model, Reaction,
    RigidError,
};

use super::anthropometry::Skeleton;
use super::leg::{HipJoint, mechanism};
use super::recording::{SEGMENTS, SegmentFrame};
use super::walk::Walk;

/// Force x, y and moment on the lower segment at hip, knee, ankle.
pub(super) type Loads = [[f64; 3]; 3];

/// The leg with an ideal hip at some times: everything about it, and its joint loads.
pub(super) fn solve_rigid(
    skeleton: &Skeleton,
    walk: &Walk,
    gravity: f64,
    times: &[f64],
) -> Result<Vec<(Instant, Loads)>, RigidError> {
    let model = Model::new(&mechanism(skeleton, walk, gravity, HipJoint::Ideal))?;
    let instants = model.solve_guided_motion(times)?;
    let loads = |instant: Instant| {
        let loads = joint_loads(&instant.reactions, 0);
        (instant, loads)
    };
    Ok(instants.into_iter().map(loads).collect())
}

/// Loads at the joints, of which the first is number `first`; the moments are those of the last three guides.
pub(super) fn joint_loads(reactions: &[Reaction], first: usize) -> Loads {
    let moments = &reactions[reactions.len() - 3..];
    std::array::from_fn(|j| {
        let force = j.checked_sub(first).map_or([0.0; 2], |i| reactions[i].force.into());
        [force[0], force[1], moments[j].moment]
    })
}

/// Joint loads of segments that follow their own measured motion, each with three guides and no joints; the loads follow
/// from the foot upwards: R_upper = f + R_lower, M_upper = m + M_lower + (r_lower − c) × R_lower − (r_upper − c) × R_upper,
/// with the force f and moment m that the guides of a segment take at its centre of mass c.
pub(super) fn solve_measured(
    skeleton: &Skeleton,
    frame: &SegmentFrame,
    ground: Option<([f64; 2], [f64; 2])>,
    gravity: f64,
) -> Result<Loads, RigidError> {
    let model = Model::new(&free_segments(skeleton, frame, ground, gravity))?;
    let Some(instant) = model.solve_guided_motion(&[0.0])?.pop() else { return Ok([[0.0; 3]; 3]) };
    let mut loads = [[0.0; 3]; 3];
    // Below the foot there is nothing.
    let (mut below, mut place) = ([0.0; 3], [0.0; 2]);
    for s in (0..3).rev() {
        let (at, turning) = (&instant.reactions[2 * s], &instant.reactions[2 * s + 1]);
        let centre = [frame.positions[s][0], frame.positions[s][1]];
        let force = [at.force.x + below[0], at.force.y + below[1]];
        let moment = turning.moment + below[2] + cross(place, centre, below) - cross(frame.joints[s], centre, force);
        loads[s] = [force[0], force[1], moment];
        (below, place) = (loads[s], frame.joints[s]);
    }
    Ok(loads)
}

/// (p − c) × F.
fn cross<const N: usize>(p: [f64; 2], c: [f64; 2], force: [f64; N]) -> f64 {
    (p[0] - c[0]) * force[1] - (p[1] - c[1]) * force[0]
}

fn free_segments(
    skeleton: &Skeleton,
    frame: &SegmentFrame,
    ground: Option<([f64; 2], [f64; 2])>,
    gravity: f64,
) -> Mechanism {
    let mut mechanism = Mechanism { gravity: [0.0, -gravity], ..Mechanism::default() };
    for (s, segment) in skeleton.leg().iter().enumerate() {
        let name = SEGMENTS[s + 1];
        let (q, a) = (frame.positions[s], frame.accelerations[s]);
        // Velocities do not matter to a segment that is guided in all three coordinates.
        let follows = |k: usize| Function::Polynomial(vec![q[k], 0.0, 0.5 * a[k]]);
        mechanism.bodies.push(Body {
            name: name.into(),
            mass: segment.mass,
            inertia: segment.inertia,
            position: [q[0], q[1]],
            angle: q[2],
            ..Body::default()
        });
        let of = Attachment::new(name, [0.0, 0.0]);
        mechanism
            .guides
            .push(Guide { name: format!("{name} place"), kind: GuideKind::Point { of, x: follows(0), y: follows(1) } });
        let kind = GuideKind::Angle { of: name.into(), relative_to: GROUND.into(), follows: follows(2) };
        mechanism.guides.push(Guide { name: format!("{name} angle"), kind });
    }
    mechanism.forces.extend(ground.map(|(force, point)| Force {
        name: "ground".into(),
        kind: ForceKind::Load {
            at: Attachment::new(SEGMENTS[3], [0.0, 0.0]),
            x: Function::Constant(force[0]),
            y: Function::Constant(force[1]),
            axes: Axes::Global,
            moving_point: Some(point.map(Function::Constant)),
        },
    }));
    mechanism
}

/// The leg as its own markers say at a time: centres of mass between the markers, angles from the angles' splines.
pub(super) fn measured_frame(skeleton: &Skeleton, walk: &Walk, time: f64) -> Option<SegmentFrame> {
    let markers = walk.markers.as_deref()?;
    let at = |marker: usize, k: usize| markers[marker][k].evaluate(time);
    let mut frame = SegmentFrame { positions: [[0.0; 3]; 3], accelerations: [[0.0; 3]; 3], joints: [[0.0; 2]; 3] };
    for (s, segment) in skeleton.leg().iter().enumerate() {
        for k in 0..2 {
            let (upper, lower) = (at(s + 1, k), at(s + 2, k));
            frame.positions[s][k] = upper[0] + segment.centre * (lower[0] - upper[0]);
            frame.accelerations[s][k] = upper[2] + segment.centre * (lower[2] - upper[2]);
            frame.joints[s][k] = upper[0];
        }
        let [angle, _, bend] = walk.angle_curves[s + 1].evaluate(time);
        (frame.positions[s][2], frame.accelerations[s][2]) = (angle, bend);
    }
    Some(frame)
}
