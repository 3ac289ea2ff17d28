//! What acts on bodies beside contact: ligaments, springs, loads, actuators and restraints.

use nalgebra::Vector3;

use super::coordinates::Sequence;
use super::placement::Placement;
use crate::rigid::force::Pull;
use crate::rigid::scalar::Scalar;
use crate::rigid::{Axes, Curve};

/// Force and moment about the body's origin, on each of two bodies, and what they do to the energy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Action<T> {
    pub on: [[T; 6]; 2],
    /// Power put in from outside.
    pub power: T,
    /// Power turned into heat.
    pub loss: T,
}

impl<T: Scalar> Action<T> {
    pub fn none() -> Self {
        Self { on: [[T::zero(); 6]; 2], power: T::zero(), loss: T::zero() }
    }

    /// A force on the first body at the end of an arm from its origin, and its reaction on the second.
    fn between(force: &Vector3<T>, arms: [&Vector3<T>; 2]) -> Self {
        let [first, second] = arms.map(|arm| arm.cross(force));
        Self { on: [wrench(force, &first), wrench(&-force, &-second)], ..Self::none() }
    }
}

pub(super) fn wrench<T: Scalar>(force: &Vector3<T>, moment: &Vector3<T>) -> [T; 6] {
    [force.x, force.y, force.z, moment.x, moment.y, moment.z]
}

/// A force, ready to evaluate. Loads act on the first body; the second one is then the ground.
#[derive(Debug, Clone)]
pub(super) struct Element {
    pub bodies: [usize; 2],
    pub kind: Kind,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Line { points: [Vector3<f64>; 2], pull: Pull },
    Load { point: Vector3<f64>, force: [Curve; 3], axes: Axes },
    Moment { moment: [Curve; 3], axes: Axes },
    Along { sequence: Sequence, coordinate: usize, push: Push },
}

/// What pushes along a coordinate.
#[derive(Debug, Clone)]
pub(super) enum Push {
    Given(Curve),
    Spring { stiffness: f64, rest: f64, damping: f64 },
}

/// A line between two points at an instant.
struct Stretch<T> {
    arms: [Vector3<T>; 2],
    /// From the first end to the second.
    along: Vector3<T>,
    length: T,
    rate: T,
}

impl<T: Scalar> Stretch<T> {
    fn new(points: &[Vector3<f64>; 2], [first, second]: [&Placement<T>; 2]) -> Option<Self> {
        let arms = [first.turn(&points[0]), second.turn(&points[1])];
        let d = second.position + arms[1] - first.position - arms[0];
        if d.iter().all(|x| x.value() == 0.0) {
            return None;
        }
        let length = d.dot(&d).sqrt();
        let along = d / length;
        let rate = along.dot(&(second.velocity_at(&arms[1]) - first.velocity_at(&arms[0])));
        Some(Self { arms, along, length, rate })
    }
}

/// Value and rate of a coordinate, and the wrench that drives it alone with one unit.
fn along<T: Scalar>(sequence: Sequence, coordinate: usize, place: &Placement<T>) -> (T, T, [T; 6]) {
    let mut unit = [T::zero(); 6];
    if coordinate >= 3 {
        let axis = coordinate - 3;
        unit[axis] = T::one();
        return (place.position[axis], place.velocity[axis], unit);
    }
    let axes = sequence.axes(&place.rotation);
    let driving = axes.reciprocals()[coordinate];
    unit[3..].copy_from_slice(driving.as_slice());
    (axes.angles[coordinate], driving.dot(&place.spin), unit)
}

impl Element {
    /// What it does at an instant.
    pub fn act<T: Scalar>(&self, t: T, places: [&Placement<T>; 2]) -> Action<T> {
        let first = places[0];
        let given = |curves: &[Curve; 3], axes: Axes| {
            let given = Vector3::from_fn(|i, _| curves[i].follow(t)[0]);
            if axes == Axes::Body { first.rotation * given } else { given }
        };
        match &self.kind {
            Kind::Line { points, pull } => {
                let Some(Stretch { arms, along, length, rate }) = Stretch::new(points, places) else {
                    return Action::none();
                };
                let (pull, lost) = pull.force(length, rate);
                Action { loss: lost * rate, ..Action::between(&(along * pull), [&arms[0], &arms[1]]) }
            }
            Kind::Load { point, force, axes } => {
                let (force, arm) = (given(force, *axes), first.turn(point));
                let mut action = Action::between(&force, [&arm, &Vector3::zeros()]);
                action.on[1] = [T::zero(); 6];
                action.power = force.dot(&first.velocity_at(&arm));
                action
            }
            Kind::Moment { moment, axes } => {
                let moment = given(moment, *axes);
                let mut action = Action::none();
                action.on[0] = wrench(&Vector3::zeros(), &moment);
                action.power = moment.dot(&first.spin);
                action
            }
            Kind::Along { sequence, coordinate, push } => {
                let (value, rate, unit) = along(*sequence, *coordinate, first);
                let mut action = Action::none();
                let size = match push {
                    Push::Given(curve) => {
                        let size = curve.follow(t)[0];
                        action.power = size * rate;
                        size
                    }
                    &Push::Spring { stiffness, rest, damping } => {
                        action.loss = rate * rate * damping;
                        (value - rest) * -stiffness - rate * damping
                    }
                };
                action.on[0] = unit.map(|u| u * size);
                action
            }
        }
    }

    /// Energy stored in it.
    pub fn energy(&self, places: [&Placement; 2]) -> f64 {
        match &self.kind {
            Kind::Line { points, pull } => Stretch::new(points, places).map_or(0.0, |line| pull.energy(line.length)),
            &Kind::Along { sequence, coordinate, push: Push::Spring { stiffness, rest, .. } } => {
                0.5 * stiffness * (along(sequence, coordinate, places[0]).0 - rest).powi(2)
            }
            Kind::Load { .. } | Kind::Moment { .. } | Kind::Along { .. } => 0.0,
        }
    }

    /// How hard it works: the pull of a spring or ligament (N), the push of a restraint (N or N·m); zero for loads.
    pub fn effort(&self, places: [&Placement; 2]) -> f64 {
        match &self.kind {
            Kind::Line { points, pull } => {
                Stretch::new(points, places).map_or(0.0, |line| pull.force(line.length, line.rate).0)
            }
            &Kind::Along { sequence, coordinate, push: Push::Spring { stiffness, rest, damping } } => {
                let (value, rate, _) = along(sequence, coordinate, places[0]);
                stiffness * (rest - value) - damping * rate
            }
            Kind::Load { .. } | Kind::Moment { .. } | Kind::Along { .. } => 0.0,
        }
    }
}
