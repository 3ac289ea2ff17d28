//! The leg as a mechanism: bodies, joints, guides, the ground's push; and a hip that is ideal or not.

use mechanics::rigid::{
    Attachment, Axes, Body, Force, ForceKind, Function, GROUND, Guide, GuideKind, Joint, JointKind, Mechanism,
};

use super::anthropometry::Skeleton;
use super::recording::SEGMENTS;
use super::walk::{GroundCurves, Walk};

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

/// Names of the bodies of the other leg.
const OTHER: [&str; 3] = ["other thigh", "other shank", "other foot"];

/// How many guides a leg alone has, and how many more the other leg.
pub(super) const GUIDES: [usize; 2] = [5, 3];

/// The leg over the walk. Trunk, thigh, shank and foot are bodies 0 to 3, then comes the other leg, if it is there. Reactions
/// are those of hip (if it is a joint), knee and ankle, then of the other leg's joints; then of the trunk's place and angle, of
/// the other leg's angles, and last of the angles of hip, knee and ankle.
pub(super) fn mechanism(skeleton: &Skeleton, walk: &Walk, gravity: f64, hip: HipJoint) -> Mechanism {
    let trunk_hip = [-skeleton.trunk.centre * skeleton.trunk.length, 0.0];
    let at = [walk.hip[0][0], walk.hip[1][0]];
    let trunk = skeleton.trunk;
    let angle = walk.angles[0][0];
    let both = if walk.other.is_some() { 2.0 } else { 1.0 };
    let body = Body {
        name: SEGMENTS[0].into(),
        mass: both * trunk.mass,
        inertia: both * trunk.inertia,
        position: along(at, angle, trunk.centre * trunk.length),
        angle,
        ..Body::default()
    };
    let carried = GuideKind::Point {
        of: Attachment::new(SEGMENTS[0], trunk_hip),
        x: walk.hip_function(0),
        y: walk.hip_function(1),
    };
    let mut whole = Mechanism {
        gravity: [0.0, -gravity],
        bodies: vec![body],
        guides: vec![
            Guide { name: "trunk place".into(), kind: carried },
            turn("trunk angle", SEGMENTS[0], GROUND, walk.angle_function(0, None)),
        ],
        ..Mechanism::default()
    };
    let ours = Leg {
        names: [SEGMENTS[THIGH], SEGMENTS[SHANK], SEGMENTS[FOOT]],
        prefix: "",
        first: [THIGH, SHANK, FOOT].map(|s| walk.angles[s][0]),
        angles: [(THIGH, 0), (SHANK, THIGH), (FOOT, SHANK)].map(|(s, above)| walk.angle_function(s, Some(above))),
        ground: walk.ground.as_ref(),
    };
    ours.add_bodies(skeleton, at, &mut whole);
    ours.add_joints(skeleton, trunk_hip, if hip == HipJoint::Ideal { 0 } else { 1 }, &mut whole);
    if let Some(other) = &walk.other {
        let theirs = Leg {
            names: OTHER,
            prefix: "other ",
            first: other.first,
            angles: other.angles.clone(),
            ground: other.ground.as_ref(),
        };
        theirs.add_bodies(skeleton, at, &mut whole);
        theirs.add_joints(skeleton, trunk_hip, 0, &mut whole);
        theirs.add_guides(&mut whole);
    }
    ours.add_guides(&mut whole);
    whole
}

fn along(from: [f64; 2], angle: f64, by: f64) -> [f64; 2] {
    [from[0] + by * angle.cos(), from[1] + by * angle.sin()]
}

fn turn(name: &str, of: &str, relative_to: &str, follows: Function) -> Guide {
    let kind = GuideKind::Angle { of: of.into(), relative_to: relative_to.into(), follows };
    Guide { name: name.into(), kind }
}

/// One leg.
struct Leg<'a> {
    names: [&'static str; 3],
    prefix: &'static str,
    /// Angles of its segments at first.
    first: [f64; 3],
    /// Angles of its joints.
    angles: [Function; 3],
    ground: Option<&'a GroundCurves>,
}

impl Leg<'_> {
    /// Its segments, hanging from the hip, and what the ground does to the foot.
    fn add_bodies(&self, skeleton: &Skeleton, hip: [f64; 2], whole: &mut Mechanism) {
        let mut upper = hip;
        for (s, segment) in skeleton.leg().iter().enumerate() {
            whole.bodies.push(Body {
                name: self.names[s].into(),
                mass: segment.mass,
                inertia: segment.inertia,
                position: along(upper, self.first[s], -segment.upper()[0]),
                angle: self.first[s],
                ..Body::default()
            });
            upper = along(upper, self.first[s], -segment.length);
        }
        whole.forces.extend(self.ground.map(|ground| Force {
            name: format!("{}ground", self.prefix),
            kind: ForceKind::Load {
                at: Attachment::new(self.names[2], [0.0, 0.0]),
                x: ground.force[0].clone(),
                y: ground.force[1].clone(),
                axes: Axes::Global,
                moving_point: Some(ground.point.clone()),
            },
        }));
    }

    /// Its joints from a first one on.
    fn add_joints(&self, skeleton: &Skeleton, trunk_hip: [f64; 2], first: usize, whole: &mut Mechanism) {
        let leg = skeleton.leg();
        let above = [(SEGMENTS[0], trunk_hip), (self.names[0], leg[0].lower()), (self.names[1], leg[1].lower())];
        whole.joints.extend((first..3).map(|i| Joint {
            name: format!("{}{}", self.prefix, JOINTS[i]),
            first: Attachment::new(self.names[i], leg[i].upper()),
            second: Attachment::new(above[i].0, above[i].1),
            kind: JointKind::Revolute,
        }));
    }

    fn add_guides(&self, whole: &mut Mechanism) {
        let above = [SEGMENTS[0], self.names[0], self.names[1]];
        whole.guides.extend((0..3).map(|i| {
            let name = format!("{}{} angle", self.prefix, JOINTS[i]);
            turn(&name, self.names[i], above[i], self.angles[i].clone())
        }));
    }
}
