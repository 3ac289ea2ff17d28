//! What a law may take from its joint.

use mechanics::material::Elastic;
use mechanics::rigid::Shape;

/// What the joint knows about the two surfaces of a contact.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Setting {
    /// Their outlines.
    pub outlines: [Outline; 2],
    /// Their relative radius in m, where the joint knows it better than the outlines do.
    pub relative_radius: Option<f64>,
    /// What they are made of, as far as the joint says.
    pub materials: [Option<Elastic>; 2],
    /// What begins where the surface layer is used up, if there is such a thing.
    pub beneath: Option<Beneath>,
    /// Whether surfaces that stick together are understood: what pulls needs to be looked for.
    pub sticks: bool,
    /// Coefficient of friction of such joints, where there is a usual one.
    pub usual_friction: Option<f64>,
}

/// A second layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beneath {
    /// Indentation at which it begins, in m.
    pub depth: f64,
    /// What it is made of.
    pub materials: [Elastic; 2],
}

/// The outline of a surface, as far as a law must know it; radii in m.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Outline {
    /// Round and convex.
    Ball(f64),
    /// Round and hollow.
    Socket(f64),
    /// Straight.
    Flat,
    /// Curved differently at every point.
    #[default]
    Varying,
}

impl From<&Shape> for Outline {
    fn from(shape: &Shape) -> Self {
        match *shape {
            Shape::Circle { radius, .. } => Self::Ball(radius),
            Shape::Socket { radius, .. } => Self::Socket(radius),
            Shape::Line { .. } => Self::Flat,
            Shape::Profile { .. } => Self::Varying,
        }
    }
}

impl Outline {
    /// Curvature, in 1/m; positive when convex.
    fn curvature(self) -> Option<f64> {
        match self {
            Self::Ball(radius) => Some(1.0 / radius),
            Self::Socket(radius) => Some(-1.0 / radius),
            Self::Flat => Some(0.0),
            Self::Varying => None,
        }
    }
}

impl Setting {
    /// A contact of two outlines about which nothing else is known.
    pub fn new(outlines: [Outline; 2]) -> Self {
        Self { outlines, ..Self::default() }
    }

    /// Relative radius R, 1/R = 1/R₁ + 1/R₂ with sockets negative; none where it varies or the surfaces hug
    /// each other.
    pub fn radius(&self) -> Option<f64> {
        if self.relative_radius.is_some() {
            return self.relative_radius;
        }
        let [first, second] = self.outlines;
        let radius = match (first, second) {
            // No difference of nearly equal curvatures.
            (Outline::Ball(r), Outline::Socket(s)) | (Outline::Socket(s), Outline::Ball(r)) => r * s / (s - r),
            _ => 1.0 / (first.curvature()? + second.curvature()?),
        };
        (radius > 0.0 && radius.is_finite()).then_some(radius)
    }
}
