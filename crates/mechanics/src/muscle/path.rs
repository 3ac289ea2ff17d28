//! A muscle's path: points in order, wrap objects between them; its length, and what a unit tension does to the bodies.
//!
//! ```
//! use mechanics::muscle::path::{PathPoint, PathSolver};
//! use mechanics::muscle::wrap::{Shape, WrapObject};
//! use nalgebra::Vector3;
//!
//! // A string over a drum of radius 1 with hanging ends: half a turn and two straight parts of 2.
//! let [left, right] = [-1.0, 1.0].map(|x| Vector3::new(x, -2.0, 0.0));
//! let points = [PathPoint { place: left, body: 0 }, PathPoint { place: right, body: 1 }];
//! let drum = WrapObject { quadrant: "+y".parse()?, ..WrapObject::new(Shape::Cylinder { radius: 1.0, length: 1.0 }, 2) };
//! let mut solver = PathSolver::default();
//! let path = solver.solve(&points, &[drum]);
//! assert!((path.length - 4.0 - std::f64::consts::PI).abs() < 1e-14);
//! # Ok::<(), mechanics::muscle::wrap::NoSuchQuadrant>(())
//! ```

use super::wrap::{Around, Outcome, Side, WrapObject};
use nalgebra::Vector3;

/// Rounds over several wrap objects before they are said not to settle.
const ROUNDS: usize = 200;
/// Change of length, beside the length, at which they have settled.
const SETTLED: f64 = 1e-14;

/// A point that the path passes through, where it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathPoint {
    /// Place in the ground frame (m).
    pub place: Vector3<f64>,
    /// Number of the body it is fixed to.
    pub body: usize,
}

/// What a unit tension does at one place: a force without unit, to be multiplied by the tension.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pull {
    /// Number of the body that is pulled.
    pub body: usize,
    /// Where, in the ground frame (m).
    pub point: Vector3<f64>,
    /// Unit vector, in the ground frame.
    pub force: Vector3<f64>,
}

/// What a wrap object does to a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WrapState {
    /// The path does not touch it.
    Free,
    /// A neighbouring point of the path lies inside of it, so that it cannot be wrapped: a defect of the model.
    Inside,
    /// The path goes around it.
    Wrapped(Wrapped),
}

/// Where a path goes around an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wrapped {
    /// Where it meets the surface, in the ground frame (m).
    pub enter: Vector3<f64>,
    /// Where it leaves the surface, in the ground frame (m).
    pub leave: Vector3<f64>,
    /// Length on the surface (m).
    pub arc: f64,
    /// Which way around.
    pub side: Side,
    /// Number of the last given path point before it.
    pub after: usize,
}

/// The outcome for one path; storage is kept from call to call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathSolution {
    /// Length (m).
    pub length: f64,
    /// Forces of a unit tension. Pairs between points of one body cancel and are left out.
    pub pulls: Vec<Pull>,
    /// One state for each wrap object, in their order.
    pub wraps: Vec<WrapState>,
    /// Whether several wrap objects came to agree; if not, the length still changed by `unsettled`.
    pub settled: bool,
    /// Change of the length in the last round over the wrap objects (m).
    pub unsettled: f64,
}

/// A corner of the path while it is being made.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Corner {
    place: Vector3<f64>,
    body: usize,
    /// The wrap object it lies on, or the given point it is.
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Given(usize),
    Enter(usize),
    Leave(usize),
}

impl Kind {
    fn object(self) -> Option<usize> {
        match self {
            Kind::Given(_) => None,
            Kind::Enter(k) | Kind::Leave(k) => Some(k),
        }
    }
}

/// Solves paths one after another without allocation once its storage has grown.
///
/// Objects are wrapped in the order in which they are listed, each around one stretch of the path: the first stretch that
/// pierces it, or else the one that becomes longer by the least; with more than one object this is repeated with the
/// others' points as neighbours until nothing changes. That is the order of OpenSim [Delp2007], which ends at 0.5 mm;
/// here it ends at rounding, so that all tangents agree and the length is stationary.
#[derive(Debug, Clone, Default)]
pub struct PathSolver {
    corners: Vec<Corner>,
    arounds: Vec<Option<Around>>,
    outcomes: Vec<Tried>,
    solution: PathSolution,
}

/// How the last attempt to wrap an object ended.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Tried {
    Free,
    Inside,
    Wrapped,
}

impl PathSolver {
    /// The path through `points` over `wraps`, as they are placed now.
    pub fn solve(&mut self, points: &[PathPoint], wraps: &[WrapObject]) -> &PathSolution {
        self.corners.clear();
        self.corners.extend(points.iter().enumerate().map(|(i, p)| Corner {
            place: p.place,
            body: p.body,
            kind: Kind::Given(i),
        }));
        self.arounds.clear();
        self.arounds.resize(wraps.len(), None);
        self.outcomes.clear();
        self.outcomes.resize(wraps.len(), Tried::Free);
        let (mut last, mut swapped) = (f64::INFINITY, false);
        (self.solution.settled, self.solution.unsettled) = (wraps.len() < 2, 0.0);
        for round in 0..if wraps.len() < 2 { wraps.len() } else { ROUNDS } {
            for turn in 0..wraps.len() {
                let k = if swapped && turn < 2 { 1 - turn } else { turn };
                self.wrap(k, &wraps[k]);
            }
            let length = self.length();
            (self.solution.unsettled, last) = ((length - last).abs(), length);
            if self.solution.unsettled <= SETTLED * length {
                self.solution.settled = true;
                break;
            }
            // The second object holds a point of the path that the first, untouched, would have led around it.
            if round == 0 && wraps.len() > 1 && self.outcomes[..2] == [Tried::Free, Tried::Inside] {
                swapped = true;
                self.take_off(0);
            }
        }
        self.finish(wraps)
    }

    /// Removes an object's corners.
    fn take_off(&mut self, object: usize) {
        self.corners.retain(|c| c.kind.object() != Some(object));
        self.arounds[object] = None;
    }

    /// Wraps one object anew, with all others as they are.
    fn wrap(&mut self, k: usize, object: &WrapObject) {
        self.take_off(k);
        self.outcomes[k] = Tried::Free;
        let (first, last) = object.range.unwrap_or((0, usize::MAX));
        let mut best: Option<(usize, f64, Around)> = None;
        for i in 1..self.corners.len() {
            let (a, b) = (self.corners[i - 1], self.corners[i]);
            let same = a.kind.object().is_some() && a.kind.object() == b.kind.object();
            if same || !self.lies_within(i - 1, first, last) {
                continue;
            }
            match object.wrap(&a.place, &b.place) {
                Outcome::Free => {}
                Outcome::Inside => self.outcomes[k] = Tried::Inside,
                Outcome::Around(around) => {
                    let straight = (b.place - a.place).norm();
                    let longer =
                        (around.enter - a.place).norm() + around.arc + (b.place - around.leave).norm() - straight;
                    if around.pierced || best.is_none_or(|(_, least, _)| longer < least) {
                        best = Some((i, longer, around));
                    }
                    if around.pierced {
                        break;
                    }
                }
            }
        }
        if let Some((i, _, around)) = best {
            let corner = |place, kind| Corner { place, body: object.body, kind };
            self.corners.insert(i, corner(around.leave, Kind::Leave(k)));
            self.corners.insert(i, corner(around.enter, Kind::Enter(k)));
            self.arounds[k] = Some(around);
            self.outcomes[k] = Tried::Wrapped;
        }
    }

    /// Whether the stretch that begins at a corner lies between two given points.
    fn lies_within(&self, corner: usize, first: usize, last: usize) -> bool {
        let before = self.given_before(corner);
        before >= first && before < last
    }

    /// Number of the last given point up to a corner.
    fn given_before(&self, corner: usize) -> usize {
        let given = |c: &Corner| if let Kind::Given(i) = c.kind { Some(i) } else { None };
        self.corners[..=corner].iter().rev().find_map(given).unwrap_or(0)
    }

    /// Straight parts and arcs.
    fn length(&self) -> f64 {
        let straight: f64 = self.straights().map(|(a, b)| (b.place - a.place).norm()).sum();
        straight + self.arounds.iter().flatten().map(|a| a.arc).sum::<f64>()
    }

    /// The straight parts.
    fn straights(&self) -> impl Iterator<Item = (&Corner, &Corner)> {
        let on_surface =
            |a: &Corner, b: &Corner| matches!((a.kind, b.kind), (Kind::Enter(i), Kind::Leave(j)) if i == j);
        self.corners.windows(2).map(|w| (&w[0], &w[1])).filter(move |(a, b)| !on_surface(a, b))
    }

    /// Length, pulls and states of the corners that were found.
    fn finish(&mut self, wraps: &[WrapObject]) -> &PathSolution {
        let mut solution = std::mem::take(&mut self.solution);
        solution.length = self.length();
        solution.pulls.clear();
        for (a, b) in self.straights() {
            let along = b.place - a.place;
            let distance = along.norm();
            if a.body != b.body && distance > 0.0 {
                let force = along / distance;
                solution.pulls.push(Pull { body: a.body, point: a.place, force });
                solution.pulls.push(Pull { body: b.body, point: b.place, force: -force });
            }
        }
        solution.wraps.clear();
        for (k, _) in wraps.iter().enumerate() {
            solution.wraps.push(match (self.arounds[k], self.outcomes[k]) {
                (Some(around), _) => WrapState::Wrapped(Wrapped {
                    enter: around.enter,
                    leave: around.leave,
                    arc: around.arc,
                    side: around.side,
                    after: self
                        .corners
                        .iter()
                        .position(|c| c.kind == Kind::Enter(k))
                        .map_or(0, |corner| self.given_before(corner)),
                }),
                (None, Tried::Inside) => WrapState::Inside,
                (None, _) => WrapState::Free,
            });
        }
        self.solution = solution;
        &self.solution
    }
}

#[cfg(test)]
mod opensim;
#[cfg(test)]
mod tests;
