//! Muscles of a skeleton in a pose: lengths, moment arms, and what a unit tension does to the bodies.

use mechanics::muscle::path::{PathPoint, PathSolution, PathSolver, Pull};
use mechanics::muscle::wrap::{Shape, WrapObject};
use mechanics::rigid::tree::{Load, Motion};
use nalgebra::Vector3;

use super::anatomy::{Anatomy, Line, Place};

/// A muscle in a pose.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MuscleState {
    /// Length of its line (m).
    pub length: f64,
    /// Moment arm about each of all coordinates, coupled ones by themselves: −∂l/∂q (m/rad, or without unit).
    pub arms: Vec<f64>,
    /// Forces of a unit tension on the bodies; body none is the ground.
    pub pulls: Vec<(Option<usize>, Vector3<f64>, Vector3<f64>)>,
    /// Corners of the line in the ground, for looking at it.
    pub corners: Vec<Vector3<f64>>,
}

impl MuscleState {
    /// Forces on the bodies under a tension (N).
    pub fn loads(&self, tension: f64) -> impl Iterator<Item = Load> + '_ {
        self.pulls.iter().map(move |&(body, point, force)| Load {
            body,
            force: tension * force,
            point,
            moment: Vector3::zeros(),
        })
    }
}

/// Finds lines of muscles, one pose after another, without allocating once its storage has grown.
#[derive(Debug, Default, Clone)]
pub struct LineSolver {
    path: PathSolver,
    points: Vec<PathPoint>,
    /// For every active point its number among all points of the muscle.
    numbers: Vec<usize>,
    wraps: Vec<WrapObject>,
}

impl LineSolver {
    /// A muscle of a skeleton in a pose with these coordinates. Points that move on their bodies count with their own motion.
    pub fn solve(&mut self, anatomy: &Anatomy, line: &Line, motion: &Motion<'_>, q: &[f64]) -> MuscleState {
        let bodies = anatomy.tree.bodies.len();
        let ground = bodies;
        self.points.clear();
        self.numbers.clear();
        for (number, point) in line.points.iter().enumerate() {
            let (local, body) = match &point.place {
                Place::Fixed(place) => (*place, point.body.unwrap_or(ground)),
                // A number of its own for each point that moves: what pulls at it from its own body does work, too.
                Place::Moving(components) => {
                    let value = |k: usize| {
                        let at = components[k].coordinate.map_or(0.0, |coordinate| q[coordinate]);
                        components[k].function.evaluate(at)[0]
                    };
                    (Vector3::new(value(0), value(1), value(2)), bodies + 1 + number)
                }
                Place::While { place, coordinate, range } => {
                    if !(range[0]..=range[1]).contains(&q[*coordinate]) {
                        continue;
                    }
                    (*place, point.body.unwrap_or(ground))
                }
            };
            self.points.push(PathPoint { place: motion.body(point.body).point(&local), body });
            self.numbers.push(number);
        }
        self.wraps.clear();
        for around in &line.wraps {
            let wrap = &anatomy.wraps[around.object];
            let place = motion.body(wrap.body);
            let shape = match wrap.shape {
                Shape::Ellipsoid { radii, .. } => Shape::Ellipsoid { radii, rule: around.rule },
                other => other,
            };
            let range = around.range.map(|[first, last]| {
                let before = |number: usize| self.numbers.iter().filter(|known| **known < number).count();
                (before(first), before(last))
            });
            self.wraps.push(WrapObject {
                quadrant: wrap.quadrant,
                rotation: place.rotation * wrap.place.rotation.to_rotation_matrix().into_inner(),
                position: place.point(&wrap.place.translation.vector),
                range,
                ..WrapObject::new(shape, wrap.body.unwrap_or(ground))
            });
        }
        let solution = self.path.solve(&self.points, &self.wraps);
        let corners = corners(&self.points, solution);
        let real = |body: usize| match body {
            body if body < bodies => Some(body),
            body if body == ground => None,
            moving => line.points[moving - bodies - 1].body,
        };
        let pulls: Vec<(Option<usize>, Vector3<f64>, Vector3<f64>)> =
            solution.pulls.iter().map(|pull| (real(pull.body), pull.point, pull.force)).collect();
        let mut arms = vec![0.0; anatomy.tree.coordinates.len()];
        for (body, point, force) in &pulls {
            for axis in motion.axes_of(*body) {
                arms[axis.coordinate] += force.dot(&axis.at(point));
            }
        }
        for pull in &solution.pulls {
            add_own_motion(line, pull, bodies, (motion, q), &mut arms);
        }
        MuscleState { length: solution.length, arms, pulls, corners }
    }
}

/// The work of a pull on a point that moves on its body: f · R ∂p/∂q.
fn add_own_motion(line: &Line, pull: &Pull, bodies: usize, (motion, q): (&Motion<'_>, &[f64]), arms: &mut [f64]) {
    let Some(point) = pull.body.checked_sub(bodies + 1).map(|number| &line.points[number]) else { return };
    let Place::Moving(components) = &point.place else { return };
    let rotation = motion.body(point.body).rotation;
    for (k, component) in components.iter().enumerate() {
        if let Some(coordinate) = component.coordinate {
            let slope = component.function.evaluate(q[coordinate])[1];
            arms[coordinate] += slope * pull.force.dot(&rotation.column(k));
        }
    }
}

/// Points and places on wrap objects in the order of the line.
fn corners(points: &[PathPoint], solution: &PathSolution) -> Vec<Vector3<f64>> {
    use mechanics::muscle::path::WrapState;
    let mut corners = Vec::with_capacity(points.len() + 2);
    for (number, point) in points.iter().enumerate() {
        corners.push(point.place);
        for wrap in &solution.wraps {
            if let WrapState::Wrapped(around) = wrap
                && around.after == number
            {
                corners.extend([around.enter, around.leave]);
            }
        }
    }
    corners
}
