//! When neck and rim meet.

use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::{Rotation3, Vector3};

/// Neck and rim, in pelvis axes: anterior, superior, lateral of a right hip.
///
/// The neck is a cylinder of radius r whose axis passes through the centre. A point of the rim at the distance ρ from the
/// centre, in the direction p, is free of it while the angle between p and the axis n is more than `asin(r/ρ)`. On a round
/// rim at the angle θ from the pole, all points are free while the neck is within
///
/// `φ = π − θ − asin(r/ρ)`
///
/// of the opening axis: a cone, whose whole angle 2φ is the oscillation angle. For a hemisphere it is `180° − 2 asin(r/R)`.
/// A neck that widens by the half angle τ, and a rim whose edge has the radius q, with its centre at ρ, leave
/// `φ = π − θ − τ − asin(((r − s₀ tan τ) cos τ + q)/ρ)`.
///
/// *Assumes* a straight round neck, a rigid rim, concentric parts, no bone and no soft tissue. *Checked by* closed forms of
/// cones and by a brute-force neck in the tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joint {
    /// Radius of the neck, in m.
    pub neck_radius: f64,
    /// Angle of the bearing surface's rim from the pole.
    pub rim_angle: f64,
    /// Radius of the bearing surface.
    pub rim_radius: f64,
    /// Width of a chamfer of 45° beyond it.
    pub chamfer: f64,
    /// Radius of its rounded edge; 0 for a sharp one.
    pub rim_fillet: f64,
    /// Half of the angle by which the neck becomes thicker away from the head; `neck_radius` is that at the distance
    /// `rim_radius` from the centre.
    pub taper: f64,
    /// Further angle, place around the rim and half width of a lip.
    pub lip: Option<[f64; 3]>,
    /// Unit vector out of the cup.
    pub opening: Vector3<f64>,
    /// Unit vector from the head's centre along the neck, standing upright.
    pub neck: Vector3<f64>,
}

/// Where the neck points from the head's centre, standing upright: lateral, downwards and, with anteversion, backwards.
pub(super) fn neck(neck_shaft_angle: f64, anteversion: f64) -> Vector3<f64> {
    let (sin, cos) = neck_shaft_angle.sin_cos();
    Vector3::new(-sin * anteversion.sin(), cos, sin * anteversion.cos())
}

/// Ways in which a leg moves from upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// The thigh forwards.
    Flexion,
    /// The thigh backwards.
    Extension,
    /// The thigh outwards.
    Abduction,
    /// The thigh inwards.
    Adduction,
    /// The straight leg turned inwards.
    InternalRotation,
    /// The straight leg turned outwards.
    ExternalRotation,
    /// Turned inwards at 90° of flexion: rising from a seat.
    InternalRotationSeated,
    /// Bent forwards while turned inwards by 10° and moved inwards by 10°: sitting low with the knees together.
    Sitting,
    /// Bent forwards while moved outwards by 20° and turned outwards by 20°: tying a shoe on the other knee.
    TyingAShoe,
    /// Turned outwards at 10° of extension and 10° of adduction: rolling over in bed.
    RollingOver,
}

impl Motion {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Flexion,
        Self::Extension,
        Self::Abduction,
        Self::Adduction,
        Self::InternalRotation,
        Self::ExternalRotation,
        Self::InternalRotationSeated,
        Self::Sitting,
        Self::TyingAShoe,
        Self::RollingOver,
    ];

    /// A name for machines, and a label.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Flexion => ("flexion", "Flexion until neck and rim meet"),
            Self::Extension => ("extension", "Extension until neck and rim meet"),
            Self::Abduction => ("abduction", "Abduction until neck and rim meet"),
            Self::Adduction => ("adduction", "Adduction until neck and rim meet"),
            Self::InternalRotation => ("internal_rotation", "Internal rotation until neck and rim meet"),
            Self::ExternalRotation => ("external_rotation", "External rotation until neck and rim meet"),
            Self::InternalRotationSeated => ("seated_internal_rotation", "Internal rotation at 90 deg of flexion"),
            Self::Sitting => ("sitting_flexion", "Flexion with 10 deg of internal rotation and adduction, sitting low"),
            Self::TyingAShoe => {
                ("shoe_tying_flexion", "Flexion with 20 deg of external rotation and abduction, tying a shoe")
            }
            Self::RollingOver => {
                ("rolling_over_rotation", "External rotation at 10 deg of extension and adduction, rolling over")
            }
        }
    }

    /// The axis about which the neck turns in this motion, and where it points when the motion begins.
    fn about(self, neck: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let [start, on] = [self.angles(0.0), self.angles(1.0)];
        let [flexion, abduction, _] = start;
        // One of the three angles grows or falls; the axes of those before it are turned already.
        let axes =
            [Vector3::z(), turn([flexion, 0.0, 0.0]) * -Vector3::x(), turn([flexion, abduction, 0.0]) * Vector3::y()];
        let moves = (0..3).fold(Vector3::zeros(), |axis, k| axis + axes[k] * (on[k] - start[k]));
        [moves, turn(start) * neck]
    }

    /// Flexion, abduction and internal rotation at an angle of the motion.
    fn angles(self, t: f64) -> [f64; 3] {
        let ten = 10f64.to_radians();
        match self {
            Self::Flexion => [t, 0.0, 0.0],
            Self::Extension => [-t, 0.0, 0.0],
            Self::Abduction => [0.0, t, 0.0],
            Self::Adduction => [0.0, -t, 0.0],
            Self::InternalRotation => [0.0, 0.0, t],
            Self::ExternalRotation => [0.0, 0.0, -t],
            Self::InternalRotationSeated => [FRAC_PI_2, 0.0, t],
            Self::Sitting => [t, -ten, ten],
            Self::TyingAShoe => [t, 2.0 * ten, -2.0 * ten],
            Self::RollingOver => [-ten, -ten, -t],
        }
    }
}

/// A thigh that is bent about the lateral axis of the pelvis, moved aside about its floating axis and turned about its own.
pub(super) fn turn([flexion, abduction, internal]: [f64; 3]) -> Rotation3<f64> {
    Rotation3::from_axis_angle(&Vector3::z_axis(), flexion)
        * Rotation3::from_axis_angle(&Vector3::x_axis(), -abduction)
        * Rotation3::from_axis_angle(&Vector3::y_axis(), internal)
}

impl Joint {
    /// The profile of the rim in a meridian plane: angle from the pole, and distance from the centre.
    fn profile(&self, further: f64) -> [(f64, f64); 2] {
        let inner = (self.rim_angle + further, self.rim_radius);
        if self.rim_fillet > 0.0 {
            // The centre of the round edge: q below the face of the rim, and q outside of the bearing surface.
            let (q, along) = (self.rim_fillet, self.rim_radius * inner.0.cos() + self.rim_fillet);
            let distance = self.rim_radius + q;
            return [((along / distance).clamp(-1.0, 1.0).acos(), distance); 2];
        }
        if self.chamfer == 0.0 {
            return [inner; 2];
        }
        // 45° outwards and up from the inner edge, in the meridian plane: radial from the cup's axis, and along it.
        let (sin, cos) = inner.0.sin_cos();
        let side = self.chamfer;
        let (across, along) = (self.rim_radius * sin + side, self.rim_radius * cos - side);
        [inner, (across.atan2(along), across.hypot(along))]
    }

    /// How far from the opening axis the neck may be.
    pub fn half_oscillation(&self) -> f64 {
        self.half_cone(0.0)
    }

    fn half_cone(&self, further: f64) -> f64 {
        let free = |(angle, distance): (f64, f64)| PI - angle - self.blocked(distance);
        self.profile(further).into_iter().map(free).fold(f64::INFINITY, f64::min)
    }

    /// How near the neck's axis a point of the rim may be, seen from the centre.
    fn blocked(&self, distance: f64) -> f64 {
        let (sin, cos) = self.taper.sin_cos();
        let across = self.neck_radius * cos - self.rim_radius * sin + self.rim_fillet;
        self.taper + (across / distance).min(1.0).asin()
    }

    /// The opening axis, the way to the top of the rim, and from there to the back.
    pub(super) fn axes(&self) -> [Vector3<f64>; 3] {
        let axis = self.opening;
        let top = (Vector3::y() - axis * axis.y).try_normalize(1e-12).unwrap_or_else(Vector3::x);
        let back = axis.cross(&top) * (axis.cross(&top).dot(&-Vector3::x())).signum();
        [axis, top, back]
    }

    /// Edges that the neck may meet: angle from the pole, distance from the centre, and middle and half width around the
    /// rim where an edge does not go all the way around.
    pub(super) fn edges(&self) -> Vec<(f64, f64, Option<[f64; 2]>)> {
        let mut edges: Vec<_> =
            self.profile(0.0).into_iter().map(|(angle, distance)| (angle, distance, None)).collect();
        if let Some([further, towards, half]) = self.lip {
            let lip = self.profile(further).into_iter();
            edges.extend(lip.map(|(angle, distance)| (angle, distance, Some([towards, half]))));
        }
        edges.dedup();
        edges
    }

    /// The angle by which a neck is free of the rim; negative where they overlap.
    pub fn margin(&self, neck: &Vector3<f64>) -> f64 {
        let axis = self.opening;
        let tilt = neck.dot(&axis).clamp(-1.0, 1.0).acos();
        let round = self.half_cone(0.0) - tilt;
        let Some([further, towards, half]) = self.lip else { return round };
        // The top of the rim, and the way from there to the back.
        let up = Vector3::y() - axis * axis.y;
        let top = up.normalize();
        let back = axis.cross(&top) * (axis.cross(&top).dot(&-Vector3::x())).signum();
        let around = neck.dot(&back).atan2(neck.dot(&top));
        let off = (around - towards + PI).rem_euclid(2.0 * PI) - PI;
        let beside = (off.abs() - half).max(0.0);
        self.profile(further).into_iter().fold(round, |least, (angle, distance)| {
            // From the opening axis the edge is π − θ away: the law of cosines on the sphere.
            let edge = PI - angle;
            let cos = edge.cos() * tilt.cos() + edge.sin() * tilt.sin() * beside.cos();
            let apart = cos.clamp(-1.0, 1.0).acos();
            // Behind the edge, seen from the axis, the lip itself is in the way.
            let signed = if beside == 0.0 && tilt > edge { -apart } else { apart };
            least.min(signed - self.blocked(distance))
        })
    }

    /// How far a motion goes from upright before neck and rim meet, in rad; at most half a turn, 0 where they overlap from
    /// the start.
    ///
    /// Every motion turns the neck **n** about one axis **u**, so that its angle from the opening axis **o** has the cosine
    /// `A + B cos t + C sin t` with `A = (n·u)(o·u)`, `B = n·o − A`, `C = (u × n)·o`. On a round rim the range is where that
    /// is cos φ, `t = atan2(C, B) + acos((cos φ − A)/√(B² + C²))`; a lip is searched for before.
    pub fn compute_range(&self, motion: Motion) -> f64 {
        let [u, n] = motion.about(&self.neck);
        let o = &self.opening;
        let a = n.dot(&u) * o.dot(&u);
        let (b, c) = (n.dot(o) - a, u.cross(&n).dot(o));
        let cos = self.half_oscillation().cos();
        if a + b < cos {
            return 0.0;
        }
        let ratio = (cos - a) / b.hypot(c);
        let round = if ratio > -1.0 { (c.atan2(b) + ratio.min(1.0).acos()).min(PI) } else { PI };
        if self.lip.is_some() { self.search_range(motion, round) } else { round }
    }

    /// The same by going along the motion up to a limit, with the lip.
    fn search_range(&self, motion: Motion, most: f64) -> f64 {
        let margin = |t: f64| self.margin(&(turn(motion.angles(t)) * self.neck));
        if margin(0.0) < 0.0 {
            return 0.0;
        }
        // A quarter of a degree cannot hide a contact from a cone that is tens of degrees wide.
        let step = 0.25f64.to_radians();
        let mut last = 0.0;
        while last < most {
            let t = (last + step).min(most);
            if margin(t) < 0.0 {
                let (mut low, mut high) = (last, t);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if margin(middle) < 0.0 { high = middle } else { low = middle }
                }
                return low;
            }
            last = t;
        }
        most
    }

    /// Jump distance over the middle of the lip, at an inclination of the cup: there the rim is so much further around the
    /// head. Nothing without a lip.
    pub fn compute_jump_distance_over_lip(&self, inclination: f64) -> Option<f64> {
        let [further, ..] = self.lip?;
        let offset = self.rim_radius * (self.rim_angle + further).cos();
        Some(compute_jump_distance(self.rim_radius, inclination, offset))
    }

    /// Jump distance at an inclination; see [`compute_jump_distance`]. The head's centre is `R cos θ` outside of the opening
    /// plane of a cup whose rim is at the angle θ from the pole.
    pub fn compute_jump_distance(&self, inclination: f64) -> f64 {
        compute_jump_distance(self.rim_radius, inclination, self.rim_radius * self.rim_angle.cos())
    }
}

/// How far the centre of a head of the radius R moves sideways before it leaves a cup [Sariali2009]:
///
/// `JD = 2 R sin(½(π/2 − Ψ − asin(o/R)))`
///
/// for the inclination Ψ of the opening in the frontal plane, which is the radiographic one, and the distance o of the
/// centre outside of the opening plane. 0 where the head is not held at all.
pub fn compute_jump_distance(radius: f64, inclination: f64, offset: f64) -> f64 {
    let held = FRAC_PI_2 - inclination - (offset / radius).clamp(-1.0, 1.0).asin();
    2.0 * radius * (0.5 * held).sin().max(0.0)
}

#[cfg(test)]
mod tests;
