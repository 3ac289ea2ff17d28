//! One stretch of a path around one object.
//!
//! ```
//! use mechanics::muscle::path::{PathPoint, PathSolver};
//! use mechanics::muscle::wrap::{Shape, WrapObject};
//! use nalgebra::Vector3;
//!
//! // Around a ball of radius 1 from two points at a distance of 2 that are 170° apart: two tangents of √3, and an arc of 50°.
//! let far = 170f64.to_radians();
//! let ends = [Vector3::new(2.0, 0.0, 0.0), Vector3::new(2.0 * far.cos(), 2.0 * far.sin(), 0.0)];
//! let points = [PathPoint { place: ends[0], body: 0 }, PathPoint { place: ends[1], body: 1 }];
//! let ball = WrapObject::new(Shape::Sphere { radius: 1.0 }, 2);
//! let length = PathSolver::default().solve(&points, &[ball]).length;
//! assert!((length - 2.0 * 3f64.sqrt() - 50f64.to_radians()).abs() < 1e-12);
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `circle.rs` | a string around a circle: the plane problem behind all closed forms |
//! | `cylinder.rs`, `sphere.rs` | exact: a helix, a great circle |
//! | `ellipsoid.rs` | a plane section chosen as OpenSim does, or the exact geodesic |
//! | `torus.rs` | the ring's tube at the nearest place, as OpenSim does, or the exact geodesic |
//! | `geodesic.rs` | geodesics that touch two tangents, on a surface given by an equation |

mod circle;
mod cylinder;
mod ellipsoid;
mod geodesic;
mod sphere;
mod torus;

use nalgebra::{Matrix3, Vector3};
use std::str::FromStr;

/// Which half of an object a path may go around, by the sign of a coordinate in the object's axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quadrant {
    /// Any side: the shorter way.
    #[default]
    All,
    /// Where the coordinate of this axis (0, 1, 2) is positive.
    Positive(usize),
    /// Where it is negative.
    Negative(usize),
}

impl Quadrant {
    /// Whether a place, in the object's axes, is on the half that may be wrapped.
    fn holds(self, place: &Vector3<f64>) -> bool {
        match self {
            Quadrant::All => true,
            Quadrant::Positive(axis) => place[axis] >= 0.0,
            Quadrant::Negative(axis) => place[axis] < 0.0,
        }
    }

    /// The direction of that half; `None` for any.
    fn direction(self) -> Option<Vector3<f64>> {
        match self {
            Quadrant::All => None,
            Quadrant::Positive(axis) => Some(Vector3::ith(axis, 1.0)),
            Quadrant::Negative(axis) => Some(Vector3::ith(axis, -1.0)),
        }
    }
}

/// A quadrant that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no quadrant of a wrap object; expected all, x, +x, -x, y, +y, -y, z, +z or -z")]
pub struct NoSuchQuadrant(pub String);

impl FromStr for Quadrant {
    type Err = NoSuchQuadrant;

    fn from_str(text: &str) -> Result<Self, NoSuchQuadrant> {
        let axis = |name: &str| ["x", "y", "z"].iter().position(|a| name == *a);
        let word = text.trim().to_ascii_lowercase();
        if word == "all" {
            return Ok(Quadrant::All);
        }
        let found = match word.strip_prefix('-') {
            Some(rest) => axis(rest).map(Quadrant::Negative),
            None => axis(word.strip_prefix('+').unwrap_or(&word)).map(Quadrant::Positive),
        };
        found.ok_or_else(|| NoSuchQuadrant(text.to_string()))
    }
}

/// How the plane through an ellipsoid is chosen. The first three are OpenSim's; a section is not the shortest way, so that
/// its moment arms are those of the pulls, not exactly the slope of the length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EllipsoidRule {
    /// A mean of the nearest places of the whole chord, or `Axial` where the chord is nearly along an axis.
    #[default]
    Hybrid,
    /// Through the place of the surface that is nearest to the middle of the chord.
    Midpoint,
    /// Through the place nearest to where the chord crosses the plane across its most parallel axis.
    Axial,
    /// No plane: the exact geodesic.
    Geodesic,
}

/// How a torus is wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TorusRule {
    /// OpenSim's: a straight tube in place of the ring where the chord is nearest to it.
    #[default]
    Tube,
    /// The exact geodesic.
    Geodesic,
}

/// What is wrapped, about its own axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A cylinder along z. A path whose both tangent points are beyond its ends is free.
    Cylinder {
        /// Radius (m).
        radius: f64,
        /// Length (m), half of it on either side.
        length: f64,
    },
    /// A sphere.
    Sphere {
        /// Radius (m).
        radius: f64,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// Half axes along x, y, z (m).
        radii: [f64; 3],
        /// How the way is chosen.
        rule: EllipsoidRule,
    },
    /// A ring about z; paths go through its hole.
    Torus {
        /// Radius of the tube (m); OpenSim's inner radius.
        tube: f64,
        /// Radius of the tube's centre line (m); OpenSim's outer radius.
        ring: f64,
        /// How the way is chosen.
        rule: TorusRule,
    },
}

/// An object that a path may go around, where it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WrapObject {
    /// Shape and size.
    pub shape: Shape,
    /// The half that may be wrapped.
    pub quadrant: Quadrant,
    /// The object's axes in the ground frame, as columns.
    pub rotation: Matrix3<f64>,
    /// The object's origin in the ground frame (m).
    pub position: Vector3<f64>,
    /// Number of the body it is fixed to.
    pub body: usize,
    /// First and last number of the path points between which it may be wrapped; all if not given.
    pub range: Option<(usize, usize)>,
}

/// Which way around an object a path goes, seen against the object's z axis (for spheres and ellipsoids: the sense that
/// the path itself defines is `Near`, beyond half a turn `Far`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Counter-clockwise about z.
    Left,
    /// Clockwise about z.
    Right,
    /// The shorter way around a sphere or ellipsoid.
    Near,
    /// The longer way around.
    Far,
}

/// A way around an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Around {
    pub enter: Vector3<f64>,
    pub leave: Vector3<f64>,
    pub arc: f64,
    pub side: Side,
    /// The straight line would pierce the object.
    pub pierced: bool,
}

/// What becomes of a stretch of path beside an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Outcome {
    Free,
    Inside,
    Around(Around),
}

impl WrapObject {
    /// An object at the origin of the ground frame, fixed to a body, that may be wrapped on any side.
    pub fn new(shape: Shape, body: usize) -> Self {
        Self {
            shape,
            quadrant: Quadrant::All,
            rotation: Matrix3::identity(),
            position: Vector3::zeros(),
            body,
            range: None,
        }
    }

    /// The way from a to b in the ground frame.
    pub(super) fn wrap(&self, a: &Vector3<f64>, b: &Vector3<f64>) -> Outcome {
        let local = |x: &Vector3<f64>| self.rotation.tr_mul(&(x - self.position));
        let (p, q) = (local(a), local(b));
        let outcome = match self.shape {
            Shape::Cylinder { radius, length } => cylinder::wrap(radius, length, self.quadrant, [&p, &q]),
            Shape::Sphere { radius } => sphere::wrap(radius, self.quadrant, [&p, &q]),
            Shape::Ellipsoid { radii, rule } => ellipsoid::wrap(&radii, rule, self.quadrant, [&p, &q]),
            Shape::Torus { tube, ring, rule } => torus::wrap([tube, ring], rule, self.quadrant, [&p, &q]),
        };
        let Outcome::Around(mut around) = outcome else { return outcome };
        around.enter = self.rotation * around.enter + self.position;
        around.leave = self.rotation * around.leave + self.position;
        Outcome::Around(around)
    }
}
