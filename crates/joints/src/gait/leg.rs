//! The leg as a mechanism: bodies, joints, guides, the ground's push; and a hip that is ideal or not.

use mechanics::rigid::{
    Attachment, Axes, Body, Force, ForceKind, GROUND, Guide, GuideKind, Joint, JointKind, Mechanism,
};

use super::anthropometry::Skeleton;
use super::recording::SEGMENTS;
use super::walk::Walk;

/// Indices of the bodies.
pub(super) const THIGH: usize = 1;
pub(super) const SHANK: usize = 2;
pub(super) const FOOT: usize = 3;

/// Names of the joints, from the top.
pub(super) const JOINTS: [&str; 3] = ["hip", "knee", "ankle"];

/// Which joints the mechanism has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HipJoint {
    /// Hip, knee and ankle.
    Ideal,
    /// Knee and ankle; something else holds the hip.
    Open,
}

/// The leg at a time of the walk. Trunk, thigh, shank and foot are bodies 0 to 3; reactions are those of hip (if it is a
/// joint), knee and ankle, then of the trunk's place and angle, then of the angles of hip, knee and ankle.
pub(super) fn mechanism(skeleton: &Skeleton, walk: &Walk, gravity: f64, hip: HipJoint) -> Mechanism {
    let bodies = place(skeleton, [walk.hip[0][0], walk.hip[1][0]], std::array::from_fn(|s| walk.angles[s][0]));
    let trunk_hip = [-skeleton.trunk.centre * skeleton.trunk.length, 0.0];
    let leg = skeleton.leg();
    let ends = [trunk_hip, leg[0].lower(), leg[1].lower()];
    let joint = |i: usize| Joint {
        name: JOINTS[i].into(),
        first: Attachment::new(SEGMENTS[i + 1], leg[i].upper()),
        second: Attachment::new(SEGMENTS[i], ends[i]),
        kind: JointKind::Revolute,
    };
    let joints = (if hip == HipJoint::Ideal { 0 } else { 1 }..3).map(joint).collect();
    let turn = |name: &str, of: usize, less: Option<usize>| Guide {
        name: name.into(),
        kind: GuideKind::Angle {
            of: SEGMENTS[of].into(),
            relative_to: less.map_or(GROUND, |other| SEGMENTS[other]).into(),
            follows: walk.angle_function(of, less),
        },
    };
    let carried = GuideKind::Point {
        of: Attachment::new(SEGMENTS[0], trunk_hip),
        x: walk.hip_function(0),
        y: walk.hip_function(1),
    };
    let guides = vec![
        Guide { name: "trunk place".into(), kind: carried },
        turn("trunk angle", 0, None),
        turn("hip angle", THIGH, Some(0)),
        turn("knee angle", SHANK, Some(THIGH)),
        turn("ankle angle", FOOT, Some(SHANK)),
    ];
    let push = walk.ground.as_ref().map(|ground| Force {
        name: "ground".into(),
        kind: ForceKind::Load {
            at: Attachment::new(SEGMENTS[FOOT], [0.0, 0.0]),
            x: ground.force[0].clone(),
            y: ground.force[1].clone(),
            axes: Axes::Global,
            moving_point: Some(ground.point.clone()),
        },
    });
    Mechanism {
        gravity: [0.0, -gravity],
        bodies,
        joints,
        guides,
        forces: push.into_iter().collect(),
        ..Mechanism::default()
    }
}

/// The bodies with the hip at a place and the segments at these angles.
fn place(skeleton: &Skeleton, hip: [f64; 2], angles: [f64; 4]) -> Vec<Body> {
    let along = |from: [f64; 2], angle: f64, by: f64| [from[0] + by * angle.cos(), from[1] + by * angle.sin()];
    let body = |i: usize, position: [f64; 2], mass: f64, inertia: f64| Body {
        name: SEGMENTS[i].into(),
        mass,
        inertia,
        position,
        angle: angles[i],
        ..Body::default()
    };
    let trunk = skeleton.trunk;
    let mut bodies = vec![body(0, along(hip, angles[0], trunk.centre * trunk.length), trunk.mass, trunk.inertia)];
    let mut upper = hip;
    for (i, segment) in skeleton.leg().iter().enumerate() {
        let angle = angles[i + 1];
        bodies.push(body(i + 1, along(upper, angle, -segment.upper()[0]), segment.mass, segment.inertia));
        upper = along(upper, angle, -segment.length);
    }
    bodies
}
