//! A mechanism in space, checked and made ready.

use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

use super::coordinates::{Coordinate, Sequence};
use super::description::{Attachment, Body, Drive, Force, ForceKind, Mechanism, Movement};
use super::element::{Element, Kind, Push};
use super::placement::Placement;
use super::state::{PER_BODY, State};
use super::touch::Touch;
use crate::contact::surfaces;
use crate::contact::surrogate::PairScratch;
use crate::rigid::force::Pull;
use crate::rigid::{Curve, Function, GROUND, RigidError};

/// A mechanism in space: constant, and shared by all threads.
#[derive(Debug, Clone)]
pub struct Model {
    pub(super) gravity: Vector3<f64>,
    pub(super) bodies: Vec<Rigid>,
    pub(super) elements: Vec<(String, Element)>,
    pub(super) touches: Vec<(String, Touch)>,
}

/// A body, ready to move.
#[derive(Debug, Clone)]
pub(super) struct Rigid {
    pub name: String,
    pub mass: f64,
    /// About the body's origin.
    pub inertia: Matrix3<f64>,
    pub centre: Vector3<f64>,
    pub start: Placement,
    pub guide: Option<Guide>,
}

/// The joint coordinates of a body.
#[derive(Debug, Clone)]
pub(super) struct Guide {
    pub sequence: Sequence,
    /// By coordinate; those without a curve are free.
    pub curves: [Option<Curve>; 6],
    /// Values and rates of the free ones at the start.
    starts: [[f64; 2]; 6],
    /// The free coordinates, in order.
    pub free: Vec<usize>,
}

impl Guide {
    /// Values and rates of all coordinates at a place.
    pub fn coordinates(&self, place: &Placement) -> [[f64; 2]; 6] {
        let axes = self.sequence.axes(&place.rotation);
        let rates = axes.rates(&place.spin);
        std::array::from_fn(|k| match k {
            0..3 => [axes.angles[k], rates[k]],
            _ => [place.position[k - 3], place.velocity[k - 3]],
        })
    }

    /// The place at values and rates of all coordinates.
    pub fn place(&self, coordinates: &[[f64; 2]; 6]) -> Placement {
        let value = |part: usize, from: usize| [0, 1, 2].map(|i| coordinates[from + i][part]);
        let rotation = self.sequence.rotation(&value(0, 0));
        Placement {
            position: value(0, 3).into(),
            rotation,
            velocity: value(1, 3).into(),
            spin: self.sequence.axes(&rotation).spin(&value(1, 0)),
        }
    }

    /// The place with what is prescribed at a time put in.
    pub fn project(&self, time: f64, place: &Placement) -> Placement {
        let mut coordinates = self.coordinates(place);
        for (coordinate, curve) in coordinates.iter_mut().zip(&self.curves) {
            if let Some(curve) = curve {
                let [value, rate, _] = curve.evaluate(time);
                *coordinate = [value, rate];
            }
        }
        self.place(&coordinates)
    }
}

impl Model {
    /// Checks a mechanism and makes it ready.
    pub fn new(mechanism: &Mechanism) -> Result<Self, RigidError> {
        let mut bodies = Vec::with_capacity(mechanism.bodies.len());
        for body in &mechanism.bodies {
            if body.name.is_empty() || body.name == GROUND || bodies.iter().any(|b: &Rigid| b.name == body.name) {
                return Err(RigidError::BadName { kind: "body", name: body.name.clone() });
            }
            bodies.push(compile_body(body)?);
        }
        let mut model = Self {
            gravity: mechanism.gravity.into(),
            bodies,
            elements: Vec::with_capacity(mechanism.forces.len()),
            touches: Vec::with_capacity(mechanism.contacts.len()),
        };
        for force in &mechanism.forces {
            if force.name.is_empty() || model.elements.iter().any(|(name, _)| *name == force.name) {
                return Err(RigidError::BadName { kind: "force", name: force.name.clone() });
            }
            let element = model.compile_force(force)?;
            model.elements.push((force.name.clone(), element));
        }
        for contact in &mechanism.contacts {
            if contact.name.is_empty() || model.touches.iter().any(|(name, _)| *name == contact.name) {
                return Err(RigidError::BadName { kind: "contact", name: contact.name.clone() });
            }
            let bodies = model.two(&contact.name, [&contact.base, &contact.follower])?;
            model.touches.push((
                contact.name.clone(),
                Touch { bodies, pair: contact.pair.clone(), surrogate: contact.surrogate.clone() },
            ));
        }
        Ok(model)
    }

    /// The state of the description, at a time.
    pub fn described_state(&self, time: f64) -> State {
        let mut state = State::new(time, self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let start = match &body.guide {
                Some(guide) => guide.project(time, &guide.place(&guide.starts)),
                None => body.start,
            };
            state.set_placement(i, &start);
        }
        state
    }

    /// Index of a body by its name.
    pub fn body(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// Index of a contact by its name.
    pub fn contact(&self, name: &str) -> Option<usize> {
        self.touches.iter().position(|(known, _)| known == name)
    }

    /// Values and rates of the six coordinates of a guided body; `None` for one without coordinates.
    pub fn coordinates(&self, body: usize, state: &State) -> Option<[[f64; 2]; 6]> {
        Some(self.bodies[body].guide.as_ref()?.coordinates(&state.placement(body)))
    }

    /// Moves the free coordinates of a guided body to other values, at rest; what is prescribed stays.
    pub fn set_coordinates(&self, body: usize, values: &[f64; 6], state: &mut State) {
        if let Some(guide) = &self.bodies[body].guide {
            let place = guide.place(&values.map(|value| [value, 0.0]));
            state.set_placement(body, &guide.project(state.time, &place));
        }
    }

    /// Kinetic energy, potential energy of weight, and energy stored in springs, ligaments and contacts.
    pub fn energy(&self, state: &State, contacts: &mut [surfaces::Scratch]) -> f64 {
        let places: Vec<Placement> =
            (0..self.bodies.len()).map(|i| state.placement(i)).chain([Placement::ground()]).collect();
        let moving = self.bodies.iter().zip(&places).map(|(body, place)| {
            let centre = place.rotation * body.centre;
            let inertia = place.rotation * body.inertia * place.rotation.transpose();
            let (v, w) = (&place.velocity, &place.spin);
            let kinetic =
                0.5 * body.mass * v.norm_squared() + body.mass * v.dot(&w.cross(&centre)) + 0.5 * w.dot(&(inertia * w));
            kinetic - body.mass * self.gravity.dot(&(place.position + centre))
        });
        let moving: f64 = moving.sum();
        let pair = |bodies: [usize; 2]| bodies.map(|body| &places[body]);
        let springs: f64 = self.elements.iter().map(|(_, element)| element.energy(pair(element.bodies))).sum();
        let touching = self.touches.iter().zip(contacts).map(|((_, touch), scratch)| {
            let places = pair(touch.bodies);
            touch.respond(places, scratch).energy
        });
        moving + springs + touching.sum::<f64>()
    }

    /// How hard a ligament, spring or restraint works, by its name.
    pub fn effort(&self, name: &str, state: &State) -> Option<f64> {
        let (_, element) = self.elements.iter().find(|(known, _)| known == name)?;
        let place = |body: usize| if body < self.bodies.len() { state.placement(body) } else { Placement::ground() };
        let places = element.bodies.map(place);
        Some(element.effort([&places[0], &places[1]]))
    }

    /// Storage for the evaluations of every contact.
    pub fn contact_scratches(&self) -> Vec<surfaces::Scratch> {
        let scratch = |touch: &Touch| match &touch.surrogate {
            Some(_) => touch.pair.scratch_for_later(),
            None => touch.pair.scratch(),
        };
        self.touches.iter().map(|(_, touch)| scratch(touch)).collect()
    }

    /// Storage for the evaluations of every surrogate.
    pub(super) fn surrogate_scratches(&self) -> Vec<Option<PairScratch>> {
        self.touches.iter().map(|(_, touch)| touch.surrogate.as_ref().map(|surrogate| surrogate.scratch())).collect()
    }

    /// The body to which a number of the state belongs.
    pub(super) fn body_of(&self, component: usize) -> &str {
        self.bodies.get(component / PER_BODY).map_or(GROUND, |body| &body.name)
    }

    fn index(&self, element: &str, body: &str) -> Result<usize, RigidError> {
        if body == GROUND {
            return Ok(self.bodies.len());
        }
        self.body(body).ok_or_else(|| {
            let known: Vec<&str> = self.bodies.iter().map(|b| b.name.as_str()).chain([GROUND]).collect();
            RigidError::UnknownBody { element: element.into(), body: body.into(), known: known.join(", ") }
        })
    }

    fn two(&self, element: &str, names: [&str; 2]) -> Result<[usize; 2], RigidError> {
        let bodies = [self.index(element, names[0])?, self.index(element, names[1])?];
        if bodies[0] == bodies[1] {
            return Err(RigidError::Detached { element: element.into(), body: names[0].into() });
        }
        Ok(bodies)
    }

    fn guided(&self, element: &str, body: &str) -> Result<(usize, Sequence), RigidError> {
        let index = self.index(element, body)?;
        match self.bodies.get(index).and_then(|body| body.guide.as_ref()) {
            Some(guide) => Ok((index, guide.sequence)),
            None => Err(RigidError::BadValue {
                element: element.into(),
                what: "number of coordinates",
                value: 0.0,
                hint: "it acts along a coordinate: give the body a guided movement",
            }),
        }
    }

    fn compile_force(&self, force: &Force) -> Result<Element, RigidError> {
        let (name, ground) = (force.name.as_str(), self.bodies.len());
        let curve = |function: &Function| compile(name, function);
        let three = |f: &[Function; 3]| Ok::<_, RigidError>([curve(&f[0])?, curve(&f[1])?, curve(&f[2])?]);
        let line = |first: &Attachment, second: &Attachment, pull: Pull| {
            let bodies = self.two(name, [&first.body, &second.body])?;
            let points = [first.point, second.point].map(Vector3::from);
            check_finite(name, "a coordinate", points.iter().flat_map(|p| p.iter().copied()))?;
            Ok::<_, RigidError>(Element { bodies, kind: Kind::Line { points, pull } })
        };
        match &force.kind {
            ForceKind::Spring { first, second, stiffness, length, damping } => {
                let (stiffness, length, damping) = (*stiffness, *length, *damping);
                check_not_negative(name, &[("stiffness", stiffness), ("length", length), ("damping", damping)])?;
                line(first, second, Pull::Spring { stiffness, length, damping })
            }
            ForceKind::Ligament { first, second, law } => {
                check_ligament(name, law)?;
                line(first, second, Pull::Ligament(*law))
            }
            ForceKind::Load { at, force, axes } => {
                let body = self.index(name, &at.body)?;
                let kind = Kind::Load { point: at.point.into(), force: three(force)?, axes: *axes };
                Ok(Element { bodies: [body, ground], kind })
            }
            ForceKind::Moment { body, moment, axes } => {
                let body = self.index(name, body)?;
                Ok(Element { bodies: [body, ground], kind: Kind::Moment { moment: three(moment)?, axes: *axes } })
            }
            ForceKind::Actuator { body, coordinate, force } => {
                let (body, sequence) = self.guided(name, body)?;
                let push = Push::Given(curve(force)?);
                Ok(Element { bodies: [body, ground], kind: along(sequence, *coordinate, push) })
            }
            ForceKind::Restraint { body, coordinate, stiffness, rest, damping } => {
                check_not_negative(name, &[("stiffness", *stiffness), ("damping", *damping)])?;
                check_finite(name, "rest", [*rest])?;
                let (body, sequence) = self.guided(name, body)?;
                let push = Push::Spring { stiffness: *stiffness, rest: *rest, damping: *damping };
                Ok(Element { bodies: [body, ground], kind: along(sequence, *coordinate, push) })
            }
        }
    }
}

fn along(sequence: Sequence, coordinate: Coordinate, push: Push) -> Kind {
    Kind::Along { sequence, coordinate: coordinate as usize, push }
}

fn compile(element: &str, function: &Function) -> Result<Curve, RigidError> {
    function.compile().map_err(|source| RigidError::BadFunction { element: element.into(), source })
}

fn check_finite(element: &str, what: &'static str, values: impl IntoIterator<Item = f64>) -> Result<(), RigidError> {
    match values.into_iter().find(|value| !value.is_finite()) {
        Some(value) => Err(RigidError::BadValue { element: element.into(), what, value, hint: "give a finite number" }),
        None => Ok(()),
    }
}

fn check_not_negative(element: &str, values: &[(&'static str, f64)]) -> Result<(), RigidError> {
    match values.iter().find(|(_, value)| !(*value >= 0.0 && value.is_finite())) {
        Some(&(what, value)) => {
            Err(RigidError::BadValue { element: element.into(), what, value, hint: "zero or more" })
        }
        None => Ok(()),
    }
}

fn check_ligament(element: &str, law: &crate::rigid::LigamentLaw) -> Result<(), RigidError> {
    use crate::rigid::LigamentLaw;
    let (stiffness, slack, toe) = match *law {
        LigamentLaw::Linear { stiffness, slack_length } | LigamentLaw::Quadratic { stiffness, slack_length } => {
            (stiffness, slack_length, 1.0)
        }
        LigamentLaw::Toe { stiffness, slack_length, toe_strain } => (stiffness, slack_length, toe_strain),
    };
    check_not_negative(element, &[("stiffness", stiffness)])?;
    for (what, value) in [("slack length", slack), ("toe strain", toe)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(RigidError::BadValue { element: element.into(), what, value, hint: "more than zero" });
        }
    }
    Ok(())
}

fn compile_body(body: &Body) -> Result<Rigid, RigidError> {
    let bad = |what: &'static str, value: f64| RigidError::BadMass { body: body.name.clone(), what, value };
    if !(body.mass > 0.0 && body.mass.is_finite()) {
        return Err(bad("mass", body.mass));
    }
    let given = Matrix3::from_fn(|i, j| body.inertia[i][j]);
    let smallest = given.symmetric_eigenvalues().min();
    if !(smallest > 0.0 && given.iter().all(|x| x.is_finite())) || (given - given.transpose()).amax() > 1e-9 * smallest
    {
        return Err(bad("smallest principal moment of inertia (of a symmetric matrix)", smallest));
    }
    let c = Vector3::from(body.centre_of_mass);
    check_finite(&body.name, "the centre of mass", c.iter().copied())?;
    // Steiner: about the origin.
    let inertia = given + (Matrix3::identity() * c.norm_squared() - c * c.transpose()) * body.mass;
    let (start, guide) = match &body.movement {
        Movement::Free { position, orientation: [w, i, j, k], velocity, spin } => {
            check_finite(&body.name, "a coordinate", position.iter().chain(velocity).chain(spin).copied())?;
            let quaternion = Quaternion::new(*w, *i, *j, *k);
            let size = quaternion.norm();
            if !(size > 0.0 && size.is_finite()) {
                let (element, hint) = (body.name.clone(), "give a quaternion that is not zero");
                return Err(RigidError::BadValue { element, what: "length of the orientation", value: size, hint });
            }
            let rotation = *UnitQuaternion::from_quaternion(quaternion).to_rotation_matrix().matrix();
            let place = Placement {
                position: (*position).into(),
                rotation,
                velocity: (*velocity).into(),
                spin: (*spin).into(),
            };
            (place, None)
        }
        Movement::Guided { sequence, drives } => {
            let mut guide =
                Guide { sequence: *sequence, curves: [const { None }; 6], starts: [[0.0; 2]; 6], free: Vec::new() };
            for (k, drive) in drives.iter().enumerate() {
                match drive {
                    Drive::Free { start, speed } => {
                        check_finite(&body.name, Coordinate::ALL[k].name(), [*start, *speed])?;
                        guide.starts[k] = [*start, *speed];
                        guide.free.push(k);
                    }
                    Drive::Prescribed(function) => guide.curves[k] = Some(compile(&body.name, function)?),
                }
            }
            (Placement::ground(), Some(guide))
        }
    };
    Ok(Rigid { name: body.name.clone(), mass: body.mass, inertia, centre: c, start, guide })
}
