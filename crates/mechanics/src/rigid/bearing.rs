//! A journal in a lubricated bearing: film, asperities and, beyond them, dry contact.

use std::fmt;
use std::sync::Arc;

use nalgebra::{Matrix4x6, Vector2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contact::{ElasticLaw, Friction, Loss};
use super::description::Attachment;
use super::force::Action;
use super::frame::{Frame, perp};
use super::model::Model;
use super::scalar::{Scalar, length};
use super::simulation::Simulation;
use super::state::State;
use crate::contact::{Coulomb, Damping};
use crate::fluid::{
    Asperities, FilmKind, FilmResponse, Fluid, Journal, JournalFilm, JournalMotion, RoughFilm, Roughness, ThinFilm,
};

/// A round journal of one body in a round bearing of another, with a fluid between them.
///
/// Three things hold them apart, and each fades into the next without a step: the film, which only dissipates and whose
/// thickness has a floor; the tips of rough surfaces, which are elastic and rub; and the solids, which touch where the
/// eccentricity exceeds the clearance. The solid part is a [`Contact`](super::Contact) of a circle in a socket under the
/// bearing's name, with its events and its damping.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bearing {
    /// Its name.
    pub name: String,
    /// Centre of the journal.
    pub journal: Attachment,
    /// Centre of the bearing.
    pub bearing: Attachment,
    /// Radius of the journal.
    pub radius: f64,
    /// Radius of the bearing less that of the journal.
    pub clearance: f64,
    /// Length of the bearing along its axis.
    pub length: f64,
    /// How the pressure of the film is found.
    pub film: Film,
    /// What it consists of; a film from Rust brings its own.
    pub fluid: Fluid,
    /// Roughness of the two surfaces; smooth if left out.
    #[serde(default)]
    pub roughness: Option<Roughness>,
    /// The film is never thinner than this. If left out: the roughness, or a nanometre between smooth surfaces, where a
    /// fluid ends to be one.
    #[serde(default)]
    pub least_thickness: Option<f64>,
    /// What happens where the surfaces meet; nothing, if left out.
    #[serde(default)]
    pub solid: Option<Solid>,
    /// Friction of asperities and solids. Only Coulomb's law can rub on asperities.
    #[serde(default)]
    pub friction: Option<Friction>,
}

/// The solid part of a bearing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solid {
    /// How it pushes back.
    pub law: ElasticLaw,
    /// How it loses energy.
    #[serde(default)]
    pub loss: Loss,
}

/// How the pressure of a film is found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Film {
    /// By a formula.
    Formula(FilmKind),
    /// Any other film of `fluid`, from Rust.
    #[serde(skip)]
    Custom(CustomFilm),
}

/// A film by reference.
#[derive(Clone)]
pub struct CustomFilm(pub Arc<dyn JournalFilm + Send + Sync>);

impl fmt::Debug for CustomFilm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomFilm")
    }
}

impl PartialEq for CustomFilm {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl JournalFilm for CustomFilm {
    fn response(&self, motion: &JournalMotion) -> FilmResponse {
        self.0.response(motion)
    }

    fn tangent(&self, motion: &JournalMotion) -> Matrix4x6<f64> {
        self.0.tangent(motion)
    }
}

/// What a smooth film cannot be thinner than, in m.
const MOLECULE: f64 = 1e-9;

impl Bearing {
    /// Its shape.
    pub fn shape(&self) -> Journal {
        Journal { radius: self.radius, length: self.length, clearance: self.clearance }
    }

    /// What its film cannot be thinner than, in m.
    pub fn floor(&self) -> f64 {
        self.least_thickness.unwrap_or(self.roughness.map_or(MOLECULE, |roughness| roughness.height))
    }

    /// The first number that makes no sense, with what it is called and what is needed.
    pub(super) fn find_fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let positive = "more than zero, in metres";
        let mut numbers = vec![
            ("the radius", self.radius, f64::INFINITY, positive),
            ("the clearance", self.clearance, self.radius, "more than zero and less than the radius, in metres"),
            ("the length", self.length, f64::INFINITY, positive),
            (
                "the least film thickness",
                self.floor(),
                self.clearance / 5.0,
                "above zero, at most a fifth of the clearance",
            ),
        ];
        if let Some(roughness) = &self.roughness {
            let Roughness { height, modulus, crowding, sharpness } = *roughness;
            numbers.extend([
                ("the roughness", height, self.clearance / 5.0, "above zero, at most a fifth of the clearance"),
                ("the contact modulus", modulus, f64::INFINITY, "more than zero, in pascals"),
                ("the crowding of asperities", crowding, f64::INFINITY, "more than zero, for instance 0.05"),
                ("the sharpness of asperities", sharpness, f64::INFINITY, "more than zero, for instance 0.01"),
            ]);
        }
        let fits = |value: f64, most: f64| value > 0.0 && value <= most && value.is_finite();
        numbers
            .into_iter()
            .find(|&(_, value, most, _)| !fits(value, most))
            .map(|(what, value, _, hint)| (what, value, hint))
            .or_else(|| if matches!(self.film, Film::Formula(_)) { self.fluid.find_fault() } else { None })
    }
}

/// The film of a bearing, ready to evaluate.
#[derive(Debug, Clone)]
enum Lubricant {
    Thin(RoughFilm<ThinFilm>),
    Custom(RoughFilm<CustomFilm>),
}

impl Lubricant {
    fn film(&self) -> &dyn JournalFilm {
        match self {
            Self::Thin(film) => film,
            Self::Custom(film) => film,
        }
    }

    fn thickness(&self, eccentricity: &Vector2<f64>) -> f64 {
        match self {
            Self::Thin(film) => film.thickness(eccentricity),
            Self::Custom(film) => film.thickness(eccentricity),
        }
    }
}

/// Film and asperities of a bearing, ready to evaluate; the solids are a contact pair.
#[derive(Debug, Clone)]
pub(super) struct Gap {
    /// That of the journal, that of the bearing.
    pub bodies: [usize; 2],
    points: [Vector2<f64>; 2],
    radius: f64,
    clearance: f64,
    lubricant: Lubricant,
    asperities: Option<Asperities>,
    friction: Option<Coulomb>,
    /// Index of the contact pair.
    pub pair: Option<usize>,
}

/// A bearing at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BearingState {
    /// Centre of the journal less that of the bearing, and its rate, in the axes of space, with the spins.
    pub motion: JournalMotion,
    /// |eccentricity|/clearance: the surfaces meet at 1.
    pub ratio: f64,
    /// Least distance of the surfaces' mean planes, clearance − |eccentricity|; negative where they overlap.
    pub gap: f64,
    /// Least thickness of the film, which has a floor.
    pub film_thickness: f64,
    /// Gap, no less than zero, over roughness; infinite between smooth surfaces.
    pub lambda: f64,
    /// What the film does.
    pub film: FilmResponse,
    /// Push of the asperities, towards the centre of the bearing.
    pub asperity_push: f64,
    /// Friction of the asperities on the journal, along the line of centres turned by a quarter counter-clockwise.
    pub asperity_friction: f64,
    /// Push of the solids, towards the centre of the bearing.
    pub solid_push: f64,
    /// Friction of the solids on the journal, along the same direction.
    pub solid_friction: f64,
    /// Power lost in the film.
    pub film_loss: f64,
    /// Power lost in asperities and solids.
    pub solid_loss: f64,
}

impl BearingState {
    /// Force of everything on the journal, in N.
    pub fn force(&self) -> Vector2<f64> {
        let Some(n) = self.motion.eccentricity.try_normalize(0.0) else { return self.film.force };
        self.film.force - n * (self.asperity_push + self.solid_push)
            + perp(&n) * (self.asperity_friction + self.solid_friction)
    }
}

/// What asperities do at an instant.
struct Rubbing<T> {
    /// Unit vectors along and across the line of centres.
    n: Vector2<T>,
    t: Vector2<T>,
    push: T,
    friction: T,
    sliding: T,
    /// Arm of the friction on the bearing.
    arm: T,
}

impl Gap {
    pub fn new(
        bearing: &Bearing,
        (bodies, points): ([usize; 2], [Vector2<f64>; 2]),
        friction: Option<Coulomb>,
        pair: Option<usize>,
    ) -> Self {
        let (journal, least_thickness) = (bearing.shape(), bearing.floor());
        let clearance = bearing.clearance;
        let lubricant = match &bearing.film {
            Film::Formula(kind) => {
                let film = ThinFilm { journal, kind: *kind, fluid: bearing.fluid };
                Lubricant::Thin(RoughFilm { film, clearance, least_thickness })
            }
            Film::Custom(film) => Lubricant::Custom(RoughFilm { film: film.clone(), clearance, least_thickness }),
        };
        let asperities = bearing.roughness.map(|roughness| Asperities::new(&journal, &roughness));
        Self { bodies, points, radius: bearing.radius, clearance, lubricant, asperities, friction, pair }
    }

    /// Arms of the two centres, eccentricity and its rate.
    fn place<T: Scalar>(&self, [journal, bearing]: [&Frame<T>; 2]) -> ([Vector2<T>; 2], Vector2<T>, Vector2<T>) {
        let arms = [journal.turn(&self.points[0]), bearing.turn(&self.points[1])];
        let eccentricity = journal.position + arms[0] - bearing.position - arms[1];
        let rate = journal.velocity_at(&arms[0]) - bearing.velocity_at(&arms[1]);
        (arms, eccentricity, rate)
    }

    /// `None` where asperities are out of reach.
    fn rub<T: Scalar>(&self, frames: [&Frame<T>; 2], e: &Vector2<T>, rate: &Vector2<T>) -> Option<Rubbing<T>> {
        let asperities = self.asperities.as_ref()?;
        let size = e.x.value().hypot(e.y.value());
        // Surfaces that are so rough that they would touch all around are refused, so that a centred journal is free.
        if asperities.push(self.clearance - size) == 0.0 || size == 0.0 {
            return None;
        }
        let distance = length(e);
        let (n, gap) = (*e / distance, -distance + self.clearance);
        let t = perp(&n);
        let [push] = T::lift([asperities.push(gap.value())], [gap], || [[asperities.slope(gap.value())]]);
        let arm = distance + self.radius;
        let sliding = rate.dot(&t) + frames[0].spin * self.radius - frames[1].spin * arm;
        let mut friction = T::zero();
        if let Some(law) = &self.friction {
            let v = sliding.value();
            let [coefficient] = T::lift([law.coefficient_per_speed(v.abs()) * v], [sliding], || [[law.slope(v.abs())]]);
            friction = -push * coefficient;
        }
        Some(Rubbing { n, t, push, friction, sliding, arm })
    }

    /// What film and asperities do at an instant.
    pub fn act<T: Scalar>(&self, frames: [&Frame<T>; 2]) -> Action<T> {
        let (arms, e, rate) = self.place(frames);
        let spins = frames.map(|frame| frame.spin);
        let motion = JournalMotion {
            eccentricity: e.map(|x| x.value()),
            velocity: rate.map(|x| x.value()),
            spins: spins.map(|spin| spin.value()),
        };
        let film = self.lubricant.film();
        let FilmResponse { force, torques } = film.response(&motion);
        let inputs = [e.x, e.y, rate.x, rate.y, spins[0], spins[1]];
        let [x, y, on_journal, on_bearing] = T::lift([force.x, force.y, torques[0], torques[1]], inputs, || {
            let tangent = film.tangent(&motion);
            std::array::from_fn(|row| std::array::from_fn(|column| tangent[(row, column)]))
        });
        let (mut force, mut moments) = (Vector2::new(x, y), [on_journal, on_bearing]);
        let mut loss = -(force.dot(&rate) + on_journal * spins[0] + on_bearing * spins[1]);
        if let Some(Rubbing { n, t, push, friction, sliding, arm }) = self.rub(frames, &e, &rate) {
            force += t * friction - n * push;
            moments[0] += friction * self.radius;
            moments[1] -= friction * arm;
            loss -= friction * sliding;
        }
        let mut action = Action { loss, ..Action::between(&force, [&arms[0], &arms[1]]) };
        for (on, moment) in action.on.iter_mut().zip(moments) {
            on[2] += moment;
        }
        action
    }

    /// Energy stored in the asperities.
    pub fn energy(&self, frames: [&Frame; 2]) -> f64 {
        let (_, e, _) = self.place(frames);
        self.asperities.map_or(0.0, |asperities| asperities.energy(self.clearance - e.norm()))
    }

    /// Everything but the solids at an instant.
    pub fn state(&self, frames: [&Frame; 2]) -> BearingState {
        let (_, eccentricity, velocity) = self.place(frames);
        let motion = JournalMotion { eccentricity, velocity, spins: frames.map(|frame| frame.spin) };
        let film = self.lubricant.film().response(&motion);
        let gap = self.clearance - eccentricity.norm();
        let rubbing = self.rub(frames, &eccentricity, &velocity);
        let [push, friction, loss] =
            rubbing.map_or([0.0; 3], |rubbing| [rubbing.push, rubbing.friction, -rubbing.friction * rubbing.sliding]);
        BearingState {
            motion,
            ratio: eccentricity.norm() / self.clearance,
            gap,
            film_thickness: self.lubricant.thickness(&eccentricity),
            lambda: self.asperities.map_or(f64::INFINITY, |asperities| gap.max(0.0) / asperities.height),
            film,
            asperity_push: push,
            asperity_friction: friction,
            solid_push: 0.0,
            solid_friction: 0.0,
            film_loss: film.dissipation(&motion),
            solid_loss: loss,
        }
    }
}

impl Model {
    /// A bearing at a state, with a given damping of its solids.
    pub fn bearing_state(&self, bearing: usize, state: &State, damping: &Damping) -> Option<BearingState> {
        let (_, gap) = self.bearings().nth(bearing)?;
        let frames = self.frames(state);
        let mut now = gap.state(gap.bodies.map(|body| &frames[body]));
        if let Some(pair) = gap.pair {
            let contact = self.contact_state(pair, state, damping);
            // The contact's normal points to the centre of the bearing, against the line of centres.
            (now.solid_push, now.solid_friction) = (contact.push, -contact.friction);
            now.solid_loss += contact.loss;
        }
        Some(now)
    }
}

impl Simulation<'_> {
    /// A bearing at a state of the last step, with the damping of the present episode of its contact.
    pub fn bearing_state(&self, bearing: usize, state: &State) -> Option<BearingState> {
        let model = self.motion.model;
        let damping = model.contact_of_bearing(bearing).map_or(Damping::None, |contact| self.damping(contact));
        model.bearing_state(bearing, state, &damping)
    }
}
