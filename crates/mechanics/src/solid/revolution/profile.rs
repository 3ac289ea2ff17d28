//! The meridian of a cup: a sphere, an edge, a rim, and what lies behind.
//!
//! Lengths are divided by the radius of the bearing surface, moduli by that of the articular layer.

use super::element::LayerMaterial;
use std::f64::consts::PI;

/// A cup turned about its pole. The pole lies at z = −1, the cup opens towards +z.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Half of the opening angle: from the pole to the rim face, which is cut along a radius.
    pub rim_angle: f64,
    /// How the bearing surface meets the rim face.
    pub edge: Edge,
    /// Layers from the bearing surface outwards; the first has modulus one.
    pub layers: Vec<RevolvedLayer>,
    /// The outer surface is held from the pole to this angle, and free beyond.
    pub held_to: f64,
}

/// A layer of a cup.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RevolvedLayer {
    /// By the radius of the bearing surface.
    pub thickness: f64,
    /// What it is made of.
    pub material: LayerMaterial,
}

/// How the bearing surface meets the rim face.
#[derive(Debug, Clone, PartialEq)]
pub enum Edge {
    /// At a corner.
    Sharp,
    /// By an arc that touches both.
    Rounded {
        /// Its radius.
        radius: f64,
    },
    /// By a straight cut at 45°.
    Chamfer {
        /// How much it takes of the rim face.
        width: f64,
    },
    /// By straight lines through further points (distance from the axis, height above the centre): a lip, or any shape.
    Points(Vec<[f64; 2]>),
}

/// Why a profile is not one.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProfileError {
    /// Nothing behind the bearing surface.
    #[error("a cup needs at least one layer of positive thickness and modulus")]
    NoLayer,
    /// ν out of range.
    #[error("Poisson's ratio is {0}: linear finite elements of displacements need −0.9 to 0.495")]
    Incompressible(f64),
    /// Nothing holds it.
    #[error("nothing holds the cup: its outer surface is held up to {0:.1}° from the pole")]
    NotHeld(f64),
    /// The edge does not fit.
    #[error("the edge of the profile does not fit: {0}")]
    Edge(String),
    /// It crosses itself.
    #[error("the profile crosses itself near {r:.3}, {z:.3} (radii of the bearing surface)")]
    Crossing {
        /// Distance from the axis.
        r: f64,
        /// Height above the centre.
        z: f64,
    },
    /// Opening angle.
    #[error("the bearing surface covers {0:.1}° from the pole to the rim: between 5° and 150° can be computed")]
    Coverage(f64),
}

/// A point of the inner profile, and the direction from the centre that leads on to the layers behind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Station {
    pub point: [f64; 2],
    /// Angle from the pole of the points behind.
    pub behind: f64,
}

/// A stretch of the inner profile that is divided evenly.
#[derive(Debug, Clone)]
pub(super) enum Stretch {
    /// Part of the sphere, between two angles.
    Sphere(f64, f64),
    /// Part of a circle: centre, radius, angles from −z towards +r.
    Arc {
        centre: [f64; 2],
        radius: f64,
        from: f64,
        to: f64,
        behind: [f64; 2],
    },
    Line {
        from: [f64; 2],
        to: [f64; 2],
        behind: [f64; 2],
    },
}

/// (r, z) at this angle from the pole and distance from the centre.
pub(super) fn polar(distance: f64, angle: f64) -> [f64; 2] {
    [distance * angle.sin(), -distance * angle.cos()]
}

impl Stretch {
    pub fn length(&self) -> f64 {
        match self {
            Self::Sphere(a, b) => b - a,
            Self::Arc { radius, from, to, .. } => radius * (to - from).abs(),
            Self::Line { from, to, .. } => (to[0] - from[0]).hypot(to[1] - from[1]),
        }
    }

    /// At a share of its length.
    pub fn at(&self, s: f64) -> Station {
        let between = |a: f64, b: f64| a + s * (b - a);
        match self {
            Self::Sphere(a, b) => Station { point: polar(1.0, between(*a, *b)), behind: between(*a, *b) },
            Self::Arc { centre, radius, from, to, behind } => {
                let [r, z] = polar(*radius, between(*from, *to));
                Station { point: [centre[0] + r, centre[1] + z], behind: between(behind[0], behind[1]) }
            }
            Self::Line { from, to, behind } => Station {
                point: [between(from[0], to[0]), between(from[1], to[1])],
                behind: between(behind[0], behind[1]),
            },
        }
    }
}

impl Profile {
    /// Distance of the outer surface from the centre.
    pub fn outer_radius(&self) -> f64 {
        1.0 + self.layers.iter().map(|layer| layer.thickness).sum::<f64>()
    }

    /// What is wrong with it.
    pub fn check(&self) -> Result<(), ProfileError> {
        let degrees = self.rim_angle.to_degrees();
        if !(5.0..=150.0).contains(&degrees) {
            return Err(ProfileError::Coverage(degrees));
        }
        if self.layers.is_empty() || !self.layers.iter().all(|l| l.thickness > 0.0 && l.material.modulus > 0.0) {
            return Err(ProfileError::NoLayer);
        }
        if let Some(layer) = self.layers.iter().find(|l| !(-0.9..=0.495).contains(&l.material.poisson)) {
            return Err(ProfileError::Incompressible(layer.material.poisson));
        }
        if !(self.held_to >= 0.02) {
            return Err(ProfileError::NotHeld(self.held_to.to_degrees()));
        }
        self.stretches().map(drop)
    }

    /// The inner profile from the pole to the rim face.
    pub(super) fn stretches(&self) -> Result<Vec<Stretch>, ProfileError> {
        let (rim, liner) = (self.rim_angle, self.layers[0].thickness);
        let too_large = |what: &str, size: f64| {
            ProfileError::Edge(format!("{what} of {size:.3} is too large for a liner of thickness {liner:.3} (radii)"))
        };
        match &self.edge {
            Edge::Sharp => Ok(vec![Stretch::Sphere(0.0, rim)]),
            Edge::Rounded { radius } => {
                let turn = (radius / (1.0 + radius)).asin();
                let end = rim - turn;
                if !(*radius > 0.0 && *radius < 0.8 * liner && end > 0.5 * rim) {
                    return Err(too_large("a radius", *radius));
                }
                let centre = polar(1.0 + radius, end);
                // From the point that looks at the centre of the sphere to the one on the rim face.
                let arc =
                    Stretch::Arc { centre, radius: *radius, from: end + PI, to: rim + 0.5 * PI, behind: [end, rim] };
                Ok(vec![Stretch::Sphere(0.0, end), arc])
            }
            Edge::Chamfer { width } => {
                let end = rim - width;
                if !(*width > 0.0 && *width < 0.8 * liner && end > 0.5 * rim) {
                    return Err(too_large("a chamfer", *width));
                }
                let line = Stretch::Line { from: polar(1.0, end), to: polar(1.0 + width, rim), behind: [end, rim] };
                Ok(vec![Stretch::Sphere(0.0, end), line])
            }
            Edge::Points(points) => self.through(points),
        }
    }

    fn through(&self, points: &[[f64; 2]]) -> Result<Vec<Stretch>, ProfileError> {
        let angle = |p: &[f64; 2]| p[0].atan2(-p[1]);
        let Some(last) = points.last() else { return Ok(vec![Stretch::Sphere(0.0, self.rim_angle)]) };
        let outside = |p: &[f64; 2]| !(p[0] > 0.0 && p[0].hypot(p[1]) < 1.0 + self.layers[0].thickness);
        if let Some(p) = points.iter().find(|p| outside(p)) {
            return Err(ProfileError::Edge(format!("the point ({:.3}, {:.3}) lies outside of the liner", p[0], p[1])));
        }
        let begin = polar(1.0, self.rim_angle);
        let all: Vec<[f64; 2]> = std::iter::once(begin).chain(points.iter().copied()).collect();
        for i in 1..all.len() {
            let crosses = (1..i.saturating_sub(1)).any(|j| cross(&all[j - 1..=j], &all[i - 1..=i]));
            // Inside of the sphere, below its end, there is the sphere's own surface.
            let (r, z) = (all[i][0], all[i][1]);
            if crosses || (r.hypot(z) < 1.0 - 1e-9 && angle(&all[i]) < self.rim_angle) {
                return Err(ProfileError::Crossing { r, z });
            }
        }
        let length = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let total: f64 = all.windows(2).map(|w| length(&w[0], &w[1])).sum();
        let end = angle(last).max(self.rim_angle + 0.5 * total.min(0.02));
        let mut stretches = vec![Stretch::Sphere(0.0, self.rim_angle)];
        let mut done = 0.0;
        for w in all.windows(2) {
            let next = done + length(&w[0], &w[1]);
            let behind = [done, next].map(|s| self.rim_angle + s / total * (end - self.rim_angle));
            stretches.push(Stretch::Line { from: w[0], to: w[1], behind });
            done = next;
        }
        Ok(stretches)
    }
}

/// Whether two lines of two points cross.
fn cross(a: &[[f64; 2]], b: &[[f64; 2]]) -> bool {
    let side = |p: [f64; 2], q: [f64; 2], x: [f64; 2]| (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]);
    side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) < 0.0 && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) < 0.0
}
