//! From description to model: names become indices, nonsense becomes an error.

use nalgebra::Vector2;

use super::bearing::{Bearing, Gap, Solid};
use super::constraint::{Constraint, Kind};
use super::contact::{Contact, ElasticLaw, Friction, Loss, Shape, Surface};
use super::description::{
    Attachment, Body, Force, ForceKind, GROUND, Guide, GuideKind, Joint, JointKind, LigamentLaw, Mechanism,
};
use super::error::RigidError;
use super::force::{Element, Load, Pull};
use super::frame::{Frame, perp};
use super::function::{Curve, Function};
use super::model::Model;
use super::pair::{Grip, Pair};
use super::profile::Profile;
use super::schur::Pattern;
use super::shape::Outline;
use super::state::State;
use crate::contact::{Coulomb, TangentialCompliance};

pub(super) fn compile(mechanism: &Mechanism) -> Result<Model, RigidError> {
    let Mechanism { gravity, bodies, joints, guides, forces, contacts, bearings } = mechanism;
    check_names("body", bodies.iter().map(|body| &body.name))?;
    check_names("joint or guide", joints.iter().map(|j| &j.name).chain(guides.iter().map(|g| &g.name)))?;
    check_names("force", forces.iter().map(|force| &force.name))?;
    check_names("contact or bearing", contacts.iter().map(|c| &c.name).chain(bearings.iter().map(|b| &b.name)))?;
    let names = Names(bodies);
    let masses = compile_masses(bodies)?;
    let mut constraints = Vec::new();
    for joint in joints {
        constraints.push((joint.name.clone(), compile_joint(&names, joint)?));
    }
    for guide in guides {
        constraints.push((guide.name.clone(), compile_guide(&names, guide)?));
    }
    let mut elements = forces
        .iter()
        .map(|f| Ok((f.name.clone(), compile_force(&names, f)?)))
        .collect::<Result<Vec<_>, RigidError>>()?;
    let mut solids = Vec::new();
    for bearing in bearings {
        let pair = bearing.solid.is_some().then_some(contacts.len() + solids.len());
        solids.extend(bearing_contact(bearing));
        elements.push((bearing.name.clone(), compile_bearing(&names, bearing, pair)?));
    }
    let (mut pairs, mut inner_states) = (Vec::new(), 0);
    for contact in contacts.iter().chain(&solids) {
        let mut pair = compile_pair(&names, contact)?;
        if let Grip::Compliant(_, index) = &mut pair.grip {
            *index = inner_states;
            inner_states += 1;
        }
        if let Some((_, index)) = &mut pair.memory {
            *index = inner_states;
            inner_states += 1;
        }
        pairs.push((contact.name.clone(), pair));
    }
    let start = compile_start(bodies, inner_states)?;
    let coupling: Vec<([usize; 2], usize)> = constraints.iter().map(|(_, c)| (c.bodies, c.count())).collect();
    let inverse_masses = masses.iter().map(|m| m.map(|m| if m > 0.0 { 1.0 / m } else { 0.0 })).collect();
    Ok(Model {
        gravity: vector(*gravity),
        body_names: bodies.iter().map(|body| body.name.clone()).collect(),
        masses,
        inverse_masses,
        rows: coupling.iter().map(|(_, count)| count).sum(),
        pattern: Pattern::new(&coupling, bodies.len()),
        constraints,
        elements,
        pairs,
        inner_states,
        start,
    })
}

fn vector([x, y]: [f64; 2]) -> Vector2<f64> {
    Vector2::new(x, y)
}

fn check_names<'a>(kind: &'static str, names: impl Iterator<Item = &'a String>) -> Result<(), RigidError> {
    let mut sorted: Vec<&String> = names.collect();
    sorted.sort();
    let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    match twice.or_else(|| sorted.into_iter().find(|name| name.is_empty() || (kind == "body" && *name == GROUND))) {
        Some(name) => Err(RigidError::BadName { kind, name: name.clone() }),
        None => Ok(()),
    }
}

/// Masses of the bodies and of the ground.
fn compile_masses(bodies: &[Body]) -> Result<Vec<[f64; 3]>, RigidError> {
    let mut masses = Vec::new();
    for body in bodies {
        for (what, value) in [("mass", body.mass), ("moment of inertia", body.inertia)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(RigidError::BadMass { body: body.name.clone(), what, value });
            }
        }
        masses.push([body.mass, body.mass, body.inertia]);
    }
    masses.push([0.0; 3]);
    Ok(masses)
}

/// Where the bodies start.
fn compile_start(bodies: &[Body], inner_states: usize) -> Result<State, RigidError> {
    let mut start = State::new(0.0, bodies.len(), inner_states);
    for (i, body) in bodies.iter().enumerate() {
        let numbers = [body.position[0], body.position[1], body.angle, body.velocity[0], body.velocity[1], body.spin];
        if let Some(value) = numbers.into_iter().find(|value| !value.is_finite()) {
            let hint = "positions and velocities are finite numbers";
            return Err(RigidError::BadValue { element: body.name.clone(), what: "a start value", value, hint });
        }
        start.set_position(i, [numbers[0], numbers[1], numbers[2]]);
        start.set_velocity(i, [numbers[3], numbers[4], numbers[5]]);
    }
    Ok(start)
}

struct Names<'a>(&'a [Body]);

impl Names<'_> {
    fn find(&self, element: &str, body: &str) -> Result<usize, RigidError> {
        if body == GROUND {
            return Ok(self.0.len());
        }
        self.0.iter().position(|known| known.name == body).ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|body| body.name.as_str()).chain([GROUND]).collect();
            RigidError::UnknownBody { element: element.into(), body: body.into(), known: known.join(", ") }
        })
    }

    fn find_two(&self, element: &str, first: &str, second: &str) -> Result<[usize; 2], RigidError> {
        let bodies = [self.find(element, first)?, self.find(element, second)?];
        if bodies[0] == bodies[1] {
            return Err(RigidError::Detached { element: element.into(), body: first.into() });
        }
        Ok(bodies)
    }

    fn ends(
        &self,
        element: &str,
        first: &Attachment,
        second: &Attachment,
    ) -> Result<([usize; 2], [Vector2<f64>; 2]), RigidError> {
        let bodies = self.find_two(element, &first.body, &second.body)?;
        Ok((bodies, [vector(first.point), vector(second.point)]))
    }
}

/// Refuses a number unless it fits.
fn require(fits: bool, element: &str, what: &'static str, value: f64, hint: &'static str) -> Result<(), RigidError> {
    if fits && value.is_finite() {
        return Ok(());
    }
    Err(RigidError::BadValue { element: element.into(), what, value, hint })
}

fn direction(element: &str, what: &'static str, v: [f64; 2]) -> Result<Vector2<f64>, RigidError> {
    let v = vector(v);
    require(v.norm() > 0.0, element, what, v.norm(), "a direction needs a length, for instance [1, 0]")?;
    Ok(v.normalize())
}

fn curve(element: &str, function: &Function) -> Result<Curve, RigidError> {
    function.compile().map_err(|source| RigidError::BadFunction { element: element.into(), source })
}

fn compile_joint(names: &Names<'_>, joint: &Joint) -> Result<Constraint, RigidError> {
    let (bodies, points) = names.ends(&joint.name, &joint.first, &joint.second)?;
    let kind = match joint.kind {
        JointKind::Revolute => Kind::Coincide,
        JointKind::Fixed { angle } => Kind::Weld { angle },
        JointKind::Translational { axis, angle } => {
            Kind::Slide { normal: perp(&direction(&joint.name, "the axis", axis)?), angle }
        }
    };
    Ok(Constraint { bodies, points, kind })
}

fn compile_guide(names: &Names<'_>, guide: &Guide) -> Result<Constraint, RigidError> {
    let name = guide.name.as_str();
    let follow = |of: &Attachment, kind: Kind| {
        let bodies = names.find_two(name, &of.body, GROUND)?;
        Ok(Constraint { bodies, points: [vector(of.point), Vector2::zeros()], kind })
    };
    match &guide.kind {
        GuideKind::Coordinate { of, along, follows } => {
            follow(of, Kind::Follow { along: direction(name, "the direction", *along)?, law: curve(name, follows)? })
        }
        GuideKind::Point { of, x, y } => follow(of, Kind::FollowPoint { laws: [curve(name, x)?, curve(name, y)?] }),
        GuideKind::Angle { of, relative_to, follows } => {
            let bodies = names.find_two(name, of, relative_to)?;
            Ok(Constraint {
                bodies,
                points: [Vector2::zeros(); 2],
                kind: Kind::FollowAngle { law: curve(name, follows)? },
            })
        }
    }
}

fn compile_force(names: &Names<'_>, force: &Force) -> Result<Element, RigidError> {
    let name = force.name.as_str();
    let positive = |what, value: f64| require(value > 0.0, name, what, value, "more than zero");
    let not_negative = |what, value: f64| require(value >= 0.0, name, what, value, "zero or more");
    Ok(match &force.kind {
        ForceKind::Spring { first, second, stiffness, length, damping } => {
            let (bodies, points) = names.ends(name, first, second)?;
            not_negative("the stiffness", *stiffness)?;
            not_negative("the length", *length)?;
            not_negative("the damping", *damping)?;
            let law = Pull::Spring { stiffness: *stiffness, length: *length, damping: *damping };
            Element::Line { bodies, points, law }
        }
        ForceKind::TorsionSpring { first, second, stiffness, angle, damping } => {
            let bodies = names.find_two(name, first, second)?;
            not_negative("the stiffness", *stiffness)?;
            not_negative("the damping", *damping)?;
            Element::Torsion { bodies, stiffness: *stiffness, angle: *angle, damping: *damping }
        }
        ForceKind::Ligament { first, second, law } => {
            let (bodies, points) = names.ends(name, first, second)?;
            let (LigamentLaw::Linear { stiffness, slack_length }
            | LigamentLaw::Quadratic { stiffness, slack_length }
            | LigamentLaw::Toe { stiffness, slack_length, .. }) = *law;
            not_negative("the stiffness", stiffness)?;
            positive("the slack length", slack_length)?;
            if let LigamentLaw::Toe { toe_strain, .. } = law {
                positive("the toe strain", *toe_strain)?;
            }
            Element::Line { bodies, points, law: Pull::Ligament(*law) }
        }
        ForceKind::Muscle { first, second, tension } => {
            let (bodies, points) = names.ends(name, first, second)?;
            Element::Muscle { bodies, points, tension: curve(name, tension)? }
        }
        ForceKind::Load { at, x, y, axes, moving_point } => {
            let moving_point = match moving_point {
                Some([x, y]) => Some([curve(name, x)?, curve(name, y)?]),
                None => None,
            };
            Element::Load(Box::new(Load {
                bodies: names.find_two(name, &at.body, GROUND)?,
                point: vector(at.point),
                force: [curve(name, x)?, curve(name, y)?],
                axes: *axes,
                moving_point,
            }))
        }
        ForceKind::Moment { body, moment } => {
            Element::Moment { bodies: names.find_two(name, body, GROUND)?, moment: curve(name, moment)? }
        }
    })
}

/// The solid part of a bearing as a contact.
fn bearing_contact(bearing: &Bearing) -> Option<Contact> {
    let Solid { law, loss } = bearing.solid.as_ref()?;
    let surface = |of: &Attachment, shape| Surface { body: of.body.clone(), shape };
    let (inner, outer) = (bearing.journal.point, bearing.bearing.point);
    let journal = Shape::Circle { centre: inner, radius: bearing.radius };
    let socket = Shape::Socket { centre: outer, radius: bearing.radius + bearing.clearance };
    Some(Contact {
        name: bearing.name.clone(),
        first: surface(&bearing.journal, journal),
        second: surface(&bearing.bearing, socket),
        law: law.clone(),
        loss: *loss,
        friction: bearing.friction,
        deepest_start: bearing.clearance,
    })
}

fn compile_bearing(names: &Names<'_>, bearing: &Bearing, pair: Option<usize>) -> Result<Element, RigidError> {
    let name = bearing.name.as_str();
    let ends = names.ends(name, &bearing.journal, &bearing.bearing)?;
    if let Some((what, value, hint)) = bearing.find_fault() {
        return Err(RigidError::BadValue { element: name.into(), what, value, hint });
    }
    let grip = bearing.friction.as_ref().map(|friction| compile_friction(name, friction)).transpose()?;
    let friction = match grip {
        Some(Grip::Coulomb(law)) => Some(law),
        Some(Grip::Compliant(law, _)) if bearing.roughness.is_some() => {
            let hint = "compliant friction cannot rub on asperities: use Coulomb's law, or leave out the roughness";
            return Err(RigidError::BadValue { element: name.into(), what: "friction", value: law.friction, hint });
        }
        _ => None,
    };
    Ok(Element::Bearing(Box::new(Gap::new(bearing, ends, friction, pair))))
}

fn compile_pair(names: &Names<'_>, contact: &Contact) -> Result<Pair, RigidError> {
    let name = contact.name.as_str();
    let bodies = names.find_two(name, &contact.first.body, &contact.second.body)?;
    let outlines = [compile_shape(name, &contact.first.shape)?, compile_shape(name, &contact.second.shape)?];
    if !outlines[0].can_touch(&outlines[1]) {
        let (first, second) = (outlines[0].name(), outlines[1].name());
        return Err(RigidError::CannotTouch { contact: name.into(), first, second });
    }
    if let ElasticLaw::Hertz { stiffness } | ElasticLaw::Linear { stiffness } = contact.law {
        require(stiffness > 0.0, name, "the stiffness", stiffness, "more than zero")?;
    }
    if let ElasticLaw::Jkr(of) | ElasticLaw::Dmt(of) = contact.law {
        require(of.radius > 0.0, name, "the relative radius", of.radius, "more than zero, in metres")?;
        require(of.modulus > 0.0, name, "the contact modulus", of.modulus, "more than zero, in Pa")?;
        require(
            of.work > 0.0,
            name,
            "the work of adhesion",
            of.work,
            "more than zero: 0.05 J/m^2 between clean surfaces",
        )?;
        let plain = contact.loss == Loss::None && contact.friction.is_none();
        let hint =
            "surfaces that stick lose energy as they snap together and apart: leave out other losses and friction";
        require(plain, name, "the work of adhesion, beside another loss or friction,", of.work, hint)?;
    }
    match contact.loss {
        Loss::None => {}
        Loss::Hysteretic { restitution: c, least_speed, .. } => {
            require(c > 0.0 && c <= 1.0, name, "the restitution", c, "more than 0 and at most 1")?;
            require(least_speed > 0.0, name, "the least speed", least_speed, "more than zero, for instance 1e-3 m/s")?;
        }
        Loss::KelvinVoigt { coefficient: d } => require(d >= 0.0, name, "the damping", d, "zero or more")?,
        Loss::ScaledUnloading { restitution: c, transition_speed: v } => {
            require(c > 0.0 && c <= 1.0, name, "the restitution", c, "more than 0 and at most 1")?;
            require(v >= 0.0, name, "the transition speed of unloading", v, "zero or more")?;
        }
        Loss::Relaxing { relaxed_share: g, time } => {
            require(g > 0.0 && g < 1.0, name, "the relaxed share", g, "between 0 and 1, both excluded")?;
            require(time > 0.0, name, "the relaxation time", time, "more than zero, in seconds")?;
        }
    }
    require(contact.deepest_start >= 0.0, name, "the deepest start", contact.deepest_start, "zero or more, in metres")?;
    let mut pair = Pair::new(bodies, outlines, &contact.law, contact.loss);
    if let Some(friction) = &contact.friction {
        pair.grip = compile_friction(name, friction)?;
    }
    pair.deepest_start = contact.deepest_start;
    Ok(pair)
}

fn compile_friction(name: &str, friction: &Friction) -> Result<Grip, RigidError> {
    match *friction {
        Friction::Coulomb { static_coefficient: s, dynamic_coefficient: d, transition_speed: v } => {
            require(d >= 0.0, name, "the dynamic coefficient of friction", d, "zero or more")?;
            require(s >= d, name, "the static coefficient of friction", s, "no less than the dynamic one")?;
            require(v > 0.0, name, "the transition speed of friction", v, "more than zero, for instance 1e-3 m/s")?;
            let law = Coulomb { static_coefficient: s, dynamic_coefficient: d, transition_speed: v };
            Ok(if law.acts() { Grip::Coulomb(law) } else { Grip::None })
        }
        Friction::Compliant { coefficient, stiffness, exponent, damping } => {
            require(coefficient >= 0.0, name, "the coefficient of friction", coefficient, "zero or more")?;
            require(stiffness > 0.0, name, "the tangential stiffness", stiffness, "more than zero")?;
            require(exponent >= 1.0, name, "the tangential exponent", exponent, "1 or more; 1 is a linear spring")?;
            require(damping > 0.0, name, "the tangential damping", damping, "more than zero, for instance 10 s/m")?;
            let law = TangentialCompliance { friction: coefficient, stiffness, exponent, damping };
            Ok(if coefficient > 0.0 { Grip::Compliant(law, 0) } else { Grip::None })
        }
    }
}

fn compile_shape(contact: &str, shape: &Shape) -> Result<Outline, RigidError> {
    let radius_fits = |radius: f64| require(radius > 0.0, contact, "the radius", radius, "more than zero, in metres");
    Ok(match shape {
        Shape::Circle { centre, radius } => {
            radius_fits(*radius)?;
            Outline::Circle { centre: vector(*centre), radius: *radius }
        }
        Shape::Socket { centre, radius } => {
            radius_fits(*radius)?;
            Outline::Socket { centre: vector(*centre), radius: *radius }
        }
        Shape::Line { point, normal } => {
            Outline::Line { point: vector(*point), normal: direction(contact, "the normal", *normal)? }
        }
        Shape::Profile { origin, angle, curve: function, range, material_above } => {
            require(range[1] > range[0], contact, "the range", range[1] - range[0], "the second x after the first")?;
            Outline::Profile(Profile {
                frame: Frame::new(&[origin[0], origin[1], *angle], &[0.0; 3]),
                curve: curve(contact, function)?,
                range: *range,
                side: if *material_above { -1.0 } else { 1.0 },
            })
        }
    })
}
