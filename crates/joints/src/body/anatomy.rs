//! A skeleton with its muscles and markers, as plain data.

use mechanics::muscle::hill;
use mechanics::muscle::wrap::{EllipsoidRule, Quadrant, Shape};
use mechanics::rigid::tree::{Dependence, Tree};
use nalgebra::{Isometry3, Vector3};

/// A skeleton with its muscles and markers. Indices are those of `tree`; no body is the ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Anatomy {
    /// What it is called.
    pub name: String,
    /// Bodies, joints and coordinates.
    pub tree: Tree,
    /// Muscles.
    pub muscles: Vec<Line>,
    /// What muscles may go around.
    pub wraps: Vec<WrapPlace>,
    /// Places on bodies that a camera sees.
    pub markers: Vec<Marker>,
    /// What its file says and this program does not use, each once.
    pub remarks: Vec<String>,
}

/// A muscle along its line of action.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Fibre and tendon.
    pub hill: hill::Muscle,
    /// From origin to insertion.
    pub points: Vec<LinePoint>,
    /// What it may go around, in this order.
    pub wraps: Vec<LineWrap>,
}

/// A point of a muscle's line.
#[derive(Debug, Clone, PartialEq)]
pub struct LinePoint {
    /// The body that it belongs to.
    pub body: Option<usize>,
    /// Where it is on the body.
    pub place: Place,
}

/// Where a point is on its body, in m.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    /// Always there.
    Fixed(Vector3<f64>),
    /// Each component a function of a coordinate.
    Moving(Box<[Component; 3]>),
    /// There while a coordinate is within a range, ends included; left out otherwise.
    While {
        /// The place.
        place: Vector3<f64>,
        /// The coordinate.
        coordinate: usize,
        /// Its range.
        range: [f64; 2],
    },
}

/// A component of a point that moves on its body.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// On what it depends; none for a constant.
    pub coordinate: Option<usize>,
    /// How.
    pub function: Dependence,
}

/// A muscle and an object that it may go around.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineWrap {
    /// Which object.
    pub object: usize,
    /// First and last of the muscle's points between which it may go around it; everywhere when absent.
    pub range: Option<[usize; 2]>,
    /// How the way around an ellipsoid is chosen.
    pub rule: EllipsoidRule,
}

/// An object that muscles may go around.
#[derive(Debug, Clone, PartialEq)]
pub struct WrapPlace {
    /// Its name.
    pub name: String,
    /// The body that it belongs to.
    pub body: Option<usize>,
    /// Where it is on the body.
    pub place: Isometry3<f64>,
    /// Shape and size.
    pub shape: Shape,
    /// The half that may be touched.
    pub quadrant: Quadrant,
}

/// A place on a body that a camera sees.
#[derive(Debug, Clone, PartialEq)]
pub struct Marker {
    /// Its name.
    pub name: String,
    /// The body that it belongs to.
    pub body: Option<usize>,
    /// Where it is on the body, m.
    pub place: Vector3<f64>,
}

impl Anatomy {
    /// The index of a muscle.
    pub fn find_muscle(&self, name: &str) -> Option<usize> {
        self.muscles.iter().position(|muscle| muscle.name == name)
    }

    /// Names that resemble one, the nearest first.
    pub fn nearest<'a>(names: impl Iterator<Item = &'a str>, wanted: &str) -> Vec<String> {
        let lower = wanted.to_lowercase();
        let mut scored: Vec<(f64, &str)> = names
            .map(|name| (strsim::jaro_winkler(&name.to_lowercase(), &lower), name))
            .filter(|(likeness, _)| *likeness > 0.75)
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
    }
}
