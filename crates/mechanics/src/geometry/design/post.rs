//! Cam and post: what takes a knee back when it bends without its posterior cruciate ligament.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

use super::arcs::Arcs;
use super::error::{degrees, mm, positive};
use super::{DesignError, Moulding};

/// The ring of a cam is open towards the component by so much on either side.
const OPEN: f64 = 10.0 * std::f64::consts::PI / 180.0;
/// A cam must stand this far behind the post while the knee is straight, in m.
const LEAST_CLEARANCE: f64 = 1e-4;

/// The post of an insert, in m: its posterior face, convex both ways.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PostShape {
    /// How far its posterior face lies in front of the middle of the insert; negative behind it.
    pub place: f64,
    /// Height of its top above the dwell points.
    pub height: f64,
    /// From front to back: what gives way under the cam.
    pub depth: f64,
    /// From side to side.
    pub width: f64,
    /// Radius of the face in the sagittal plane.
    pub sagittal_radius: f64,
    /// Radius of the face in the plane from side to side.
    pub transverse_radius: f64,
}

/// The cam between the condyles, in m: a bar from one to the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CamShape {
    /// Radius in the sagittal plane.
    pub radius: f64,
    /// How far its axis lies behind the axis of the posterior arcs.
    pub behind: f64,
    /// How far its axis lies above it.
    pub above: f64,
    /// From side to side.
    pub width: f64,
    /// Radius from side to side.
    pub transverse_radius: f64,
}

/// What is around a post, in m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// How far its outline reaches in front of its middle.
    pub front: f64,
    /// How high its crest stands above the dwell points.
    pub crest: f64,
    /// Where a notch ends, if there is one.
    pub notch_front: Option<f64>,
    /// How high the femoral component reaches above the dwell points while the knee is straight.
    pub top: f64,
}

/// Cam and post as surfaces that can touch, each in the axes of its part.
///
/// With the origin of the femoral component x₀ in front of the middle of the insert, the front of the cam of radius r, b behind
/// and h above the origin, is at the flexion θ at
///
/// `x = x₀ − b cos θ − h sin θ + r`,
///
/// and reaches the post at p where `b cos θ + h sin θ = x₀ + r − p`: furthest back at `tan θ = h/b`, so that a cam which is
/// free of the post in extension meets it only beyond twice that angle.
#[derive(Debug, Clone, PartialEq)]
pub struct CamAndPost {
    shapes: (CamShape, PostShape),
    cam: Moulding,
    post: Moulding,
    /// Of the femoral component's origin where the condyles rest on the dwell points: forwards, upwards.
    origin: [f64; 2],
}

/// An arc through the origin that is so long along its chord.
fn chord(radius: f64, length: f64, (field, other): (&str, &str)) -> Result<Arcs, DesignError> {
    positive(field, radius)?;
    positive(other, length)?;
    let sin = 0.5 * length / radius;
    if !(sin < 0.97) {
        return Err(DesignError::new(
            field,
            format!("a radius of {} does not span {}", mm(radius), mm(length)),
            format!("a radius of more than {}, or {} of less than {}", mm(0.52 * length), other, mm(1.93 * radius)),
        ));
    }
    let half = sin.asin();
    Ok(Arcs::through_origin(radius, [-half, half]))
}

impl CamAndPost {
    /// Makes both faces, or says which measures do not go together. `origin` is where the femoral component's origin rests,
    /// forwards and upwards, `between` the room between its condyles.
    pub fn new(
        (cam, post): (CamShape, PostShape),
        origin: [f64; 2],
        between: f64,
        room: &Room,
    ) -> Result<Self, DesignError> {
        let of_cam = |error: DesignError| error.within("cam");
        positive("depth", post.depth)?;
        let upright = chord(post.sagittal_radius, post.height, ("sagittal-radius", "height"))?;
        let across = chord(post.transverse_radius, post.width, ("transverse-radius", "width"))?;
        upright.check_sweep(&across, "transverse-radius")?;
        positive("radius", cam.radius).map_err(of_cam)?;
        let bar = chord(cam.transverse_radius, cam.width, ("transverse-radius", "width")).map_err(of_cam)?;
        let turn = std::f64::consts::PI - OPEN;
        let ring = Arcs::through_origin(cam.radius, [-turn, turn]);
        ring.check_sweep(&bar, "radius").map_err(of_cam)?;
        for (name, width) in [("width", post.width), ("cam.width", cam.width)] {
            if !(width <= between) {
                let what = if name == "width" { "post" } else { "cam" };
                return Err(DesignError::new(
                    name,
                    format!("the {what} is {} wide, and the condyles leave {} between them", mm(width), mm(between)),
                    format!("at most {}, or a wider spacing of the condyles", mm(between)),
                ));
            }
        }
        let front = origin[0] - cam.behind + cam.radius;
        if !(front <= post.place - LEAST_CLEARANCE) {
            return Err(DesignError::new(
                "place",
                format!(
                    "while the knee is straight the cam reaches to {} and the post begins at {}: they overlap by {}",
                    mm(front),
                    mm(post.place),
                    mm(front - post.place)
                ),
                format!(
                    "a place of more than {}, or a cam more than {} behind the axis{}",
                    mm(front + LEAST_CLEARANCE),
                    mm(origin[0] + cam.radius - post.place + LEAST_CLEARANCE),
                    match post.place - LEAST_CLEARANCE - origin[0] + cam.behind {
                        most if most > 0.0 => format!(", or one with a radius of less than {}", mm(most)),
                        _ => String::new(),
                    }
                ),
            ));
        }
        let (end, edge) = (post.place + post.depth, room.front);
        if !(end <= edge) {
            let message = format!("the post reaches to {} and the insert ends at {} in front", mm(end), mm(edge));
            let hint = if post.place < edge {
                format!("a depth of at most {}, or a deeper outline", mm(edge - post.place))
            } else {
                format!("a place of less than {}, or a deeper outline", mm(edge - post.depth))
            };
            return Err(DesignError::new("depth", message, hint));
        }
        if !(post.height < room.top) {
            return Err(DesignError::new(
                "height",
                format!(
                    "the post is {} high and the femoral component {}, both above the dwell points: it would stand in the bone",
                    mm(post.height),
                    mm(room.top)
                ),
                format!("a height of less than {}, or larger condyles", mm(room.top)),
            ));
        }
        if !(post.height > room.crest) {
            return Err(DesignError::new(
                "height",
                format!(
                    "the post is {} high and the insert rises to {} beside it: nothing of it stands out",
                    mm(post.height),
                    mm(room.crest)
                ),
                format!("a height of more than {}, or a lower eminence", mm(room.crest)),
            ));
        }
        let low = origin[1] + cam.above - cam.radius;
        if !(low > room.crest) {
            return Err(DesignError::new(
                "cam.above",
                format!(
                    "while the knee is straight the cam reaches down to {} above the dwell points, and the insert rises to {} between them",
                    mm(low),
                    mm(room.crest)
                ),
                match room.crest - origin[1] {
                    least if cam.above > least => format!(
                        "an above of more than {}, or a radius of less than {}",
                        mm(least + cam.radius),
                        mm(cam.above - least)
                    ),
                    least => format!("an above of more than {}", mm(least + cam.radius)),
                },
            ));
        }
        if let Some(notch) = room.notch_front.filter(|notch| *notch > post.place) {
            return Err(DesignError::new(
                "place",
                format!("the post begins at {} and the notch of the insert ends at {}", mm(post.place), mm(notch)),
                format!("a place of more than {}, or outline.notch-depth = \"0 mm\"", mm(notch)),
            ));
        }
        // The face looks backwards: what looks down in a moulding's own axes is turned there.
        let back = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), -std::f64::consts::FRAC_PI_2);
        let middle = Vector3::new(post.place, 0.5 * post.height, 0.0);
        let face = Moulding::new(upright, across, Isometry3::from_parts(Translation3::from(middle), back));
        let low = Vector3::new(-cam.behind, cam.above - cam.radius, 0.0);
        let bar = Moulding::new(ring, bar, Isometry3::from_parts(Translation3::from(low), UnitQuaternion::identity()));
        Ok(Self { shapes: (cam, post), cam: bar, post: face, origin })
    }

    /// What they were made from.
    pub fn shapes(&self) -> &(CamShape, PostShape) {
        &self.shapes
    }

    /// The cam, in the axes of the femoral component.
    pub fn cam(&self) -> &Moulding {
        &self.cam
    }

    /// The posterior face of the post, in the axes of the insert.
    pub fn post(&self) -> &Moulding {
        &self.post
    }

    /// The flexion at which the cam reaches the post while the condyles stay on the dwell points, and how far below the top
    /// of the post it does; nothing where it never does.
    pub fn compute_engagement(&self) -> Option<(f64, f64)> {
        let (CamShape { radius, behind, above, .. }, post) = &self.shapes;
        let reach = behind.hypot(*above);
        let cos = (self.origin[0] + radius - post.place) / reach;
        if !(-1.0..=1.0).contains(&cos) {
            return None;
        }
        let flexion = above.atan2(*behind) + cos.acos();
        let axis = self.origin[1] - behind * flexion.sin() + above * flexion.cos();
        Some((flexion, post.height - axis))
    }

    /// In words, for messages.
    pub fn describe(&self) -> String {
        match self.compute_engagement() {
            Some((flexion, _)) => format!("cam meets post at {}", degrees(flexion)),
            None => "cam never meets post".into(),
        }
    }
}
