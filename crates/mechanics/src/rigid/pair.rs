//! Contact pairs: forces between two outlines.

use super::contact::{CustomLaw, ElasticLaw, Loss};
use super::force::Action;
use super::frame::{Frame, perp};
use super::scalar::Scalar;
use super::shape::{Outline, Touch, compute_touch};
use crate::contact::{
    Adhesive, AtPoint, Coulomb, Damping, Hertz, Invertible, NormalLaw, Phase, Relaxation, TangentialCompliance,
};

/// The elastic part, ready to evaluate.
#[derive(Debug, Clone)]
enum Elastic {
    Hertz(Hertz),
    Linear(f64),
    /// Of attached surfaces.
    Adhesive(Adhesive),
    Custom(CustomLaw),
}

impl Elastic {
    fn response(&self, gap: f64) -> f64 {
        match self {
            Self::Hertz(law) => law.response(gap, 0.0),
            Self::Linear(stiffness) => stiffness * (-gap).max(0.0),
            Self::Adhesive(law) => law.attached_response(gap),
            Self::Custom(law) => law.0.response(gap, 0.0),
        }
    }

    fn stiffness(&self, gap: f64) -> f64 {
        match self {
            Self::Hertz(law) => -law.tangent(gap, 0.0).0,
            Self::Linear(stiffness) => {
                if gap < 0.0 {
                    *stiffness
                } else {
                    0.0
                }
            }
            Self::Adhesive(law) => -law.attached_tangent(gap),
            Self::Custom(law) => -law.0.tangent(gap, 0.0).0,
        }
    }

    fn energy(&self, gap: f64) -> f64 {
        match self {
            Self::Hertz(law) => law.energy(gap),
            Self::Linear(stiffness) => 0.5 * stiffness * (-gap).max(0.0).powi(2),
            Self::Adhesive(law) => law.attached_energy(gap),
            Self::Custom(law) => law.0.energy(gap),
        }
    }
}

/// As a law, for those who build on any.
impl NormalLaw for Elastic {
    type Acts = AtPoint;
    fn response(&self, gap: f64, _: f64) -> f64 {
        Self::response(self, gap)
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        (-self.stiffness(gap), 0.0)
    }
    fn energy(&self, gap: f64) -> f64 {
        Self::energy(self, gap)
    }
}

impl Invertible for Elastic {
    fn indentation(&self, force: f64) -> f64 {
        match self {
            Self::Hertz(law) => law.indentation(force),
            Self::Linear(stiffness) => force / stiffness,
            // Never asked for: what sticks does not relax.
            Self::Adhesive(_) => 0.0,
            Self::Custom(law) => ByReference(law).indentation(force),
        }
    }
}

/// A law of which nothing is known but that it grows.
struct ByReference<'a>(&'a CustomLaw);

impl NormalLaw for ByReference<'_> {
    type Acts = AtPoint;
    fn response(&self, gap: f64, gap_rate: f64) -> f64 {
        self.0.0.response(gap, gap_rate)
    }
    fn tangent(&self, gap: f64, gap_rate: f64) -> (f64, f64) {
        self.0.0.tangent(gap, gap_rate)
    }
    fn energy(&self, gap: f64) -> f64 {
        self.0.0.energy(gap)
    }
}

impl Invertible for ByReference<'_> {}

/// How it resists sliding, ready to evaluate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Grip {
    None,
    Coulomb(Coulomb),
    /// With the index of its deformation among those of the state.
    Compliant(TangentialCompliance, usize),
}

/// What a contact remembers along its normal: one number of the state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Memory {
    /// The force that has relaxed.
    Relaxed(Relaxation),
    /// Whether the surfaces are attached: 1, or 0.
    Attached(Adhesive),
}

/// From here on surfaces count as attached: between 0 and 1.
const ATTACHED: f64 = 0.5;

/// A contact pair, ready to evaluate.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub bodies: [usize; 2],
    outlines: [Outline; 2],
    elastic: Elastic,
    loss: Loss,
    pub grip: Grip,
    /// What it remembers, with the index of that among the states of the contacts.
    pub memory: Option<(Memory, usize)>,
    pub deepest_start: f64,
}

/// States of a contact, or their rates: tangential deformation, and force that has relaxed or whether it is attached.
pub(super) type Inner<T = f64> = [T; 2];

/// What a contact holds while it lasts, or until it changes between sticking and slipping: within a step it is constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Held {
    pub damping: Damping,
    /// Of compliant friction; `None` to find it from the state.
    pub phase: Option<Phase>,
    /// Whether the surfaces are apart, and pass through each other until the instant of their touch is found.
    pub open: bool,
    /// Whether it has been there for ever: what can relax has relaxed.
    pub for_ever: bool,
}

impl Held {
    /// Without damping; touching or not, sticking or slipping as the state says.
    pub const NOTHING: Self = Self::with(Damping::None);

    /// Damped; touching or not, sticking or slipping as the state says.
    pub const fn with(damping: Damping) -> Self {
        Self { damping, phase: None, open: false, for_ever: false }
    }

    /// At rest for ever.
    pub const AT_REST: Self = Self { for_ever: true, ..Self::NOTHING };
}

/// A contact at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactState<T = f64> {
    /// Where.
    pub touch: Touch<T>,
    /// Rate of the gap.
    pub gap_rate: T,
    /// Velocity of the first surface over the second, along the normal turned by a quarter counter-clockwise.
    pub sliding: T,
    /// Push along the normal, on the first body.
    pub push: T,
    /// Friction along the same direction as `sliding`, on the first body.
    pub friction: T,
    /// Slope of the push, in N/m.
    pub stiffness: f64,
    /// Tangential deformation of a compliant contact, against `sliding`.
    pub deformation: T,
    /// Its rate. The surfaces slip over each other with `sliding` + `deformation_rate`.
    pub deformation_rate: T,
    /// Force that has relaxed so far, of a contact that relaxes; 1 while the surfaces of one that sticks are attached.
    pub relaxed: T,
    /// Its rate.
    pub relaxed_rate: T,
    /// How far the surfaces of a contact that relaxed are below where they were: they touch where the gap is less than
    /// minus this. Negative for attached surfaces, which hold on to a gap.
    pub dent: f64,
    /// Power lost along the normal and by friction.
    pub loss: T,
}

impl Pair {
    pub fn new(bodies: [usize; 2], outlines: [Outline; 2], law: &ElasticLaw, loss: Loss) -> Self {
        let elastic = match law {
            ElasticLaw::Hertz { stiffness } => Elastic::Hertz(Hertz::of_stiffness(*stiffness)),
            ElasticLaw::Linear { stiffness } => Elastic::Linear(*stiffness),
            ElasticLaw::Custom(law) => Elastic::Custom(law.clone()),
            ElasticLaw::Jkr(_) | ElasticLaw::Dmt(_) => return Self::sticking(bodies, outlines, law),
        };
        let memory = loss.relaxation().map(|relaxation| (Memory::Relaxed(relaxation), 0));
        Self { bodies, outlines, elastic, loss, grip: Grip::None, memory, deepest_start: f64::INFINITY }
    }

    fn sticking(bodies: [usize; 2], outlines: [Outline; 2], law: &ElasticLaw) -> Self {
        let adhesive = law.adhesive();
        let elastic = adhesive.map_or(Elastic::Linear(0.0), Elastic::Adhesive);
        let memory = adhesive.map(|law| (Memory::Attached(law), 0));
        Self { bodies, outlines, elastic, loss: Loss::None, grip: Grip::None, memory, deepest_start: f64::INFINITY }
    }

    /// The law of surfaces that stick together, with the place of their state.
    pub fn sticks(&self) -> Option<(Adhesive, usize)> {
        match self.memory {
            Some((Memory::Attached(law), index)) => Some((law, index)),
            _ => None,
        }
    }

    /// Damping of an episode that begins with this speed.
    pub fn damping(&self, approach: f64) -> Damping {
        self.loss.damping(approach)
    }

    /// Its bodies among all.
    pub fn frames<'a>(&self, frames: &'a [Frame]) -> [&'a Frame; 2] {
        self.bodies.map(|body| &frames[body])
    }

    /// Where its states are among all.
    pub fn places(&self) -> [Option<usize>; 2] {
        let deformation = if let Grip::Compliant(_, index) = self.grip { Some(index) } else { None };
        [deformation, self.memory.map(|(_, index)| index)]
    }

    /// Its states among all.
    pub fn inner(&self, states: &[f64]) -> Inner {
        self.places().map(|place| place.map_or(0.0, |index| states[index]))
    }

    /// What an error in each of its states is like, in metres: one, or the stiffness at a millimetre.
    pub fn scales(&self) -> [f64; 2] {
        [1.0, if self.sticks().is_some() { 1.0 } else { self.elastic.stiffness(-1e-3) }]
    }

    /// How far its surfaces are apart, over what has been dented.
    pub fn opening(&self, frames: [&Frame; 2], inner: Inner) -> f64 {
        let gap = self.touch(frames).gap;
        gap + self.dent(inner[1])
    }

    /// How far its surfaces are below where they were; less than nothing where they hold on to a gap.
    fn dent(&self, remembered: f64) -> f64 {
        match self.memory {
            Some((Memory::Relaxed(law), _)) => law.dent(&self.elastic, remembered),
            Some((Memory::Attached(law), _)) if remembered > ATTACHED => -law.parting_gap(),
            _ => 0.0,
        }
    }

    /// Whether anything acts between its surfaces.
    fn acts<T: Scalar>(&self, state: &ContactState<T>, held: &Held) -> bool {
        match self.memory {
            _ if held.open => false,
            Some((Memory::Attached(_), _)) => state.relaxed.value() > ATTACHED,
            _ => state.touch.gap.value() + state.dent < 0.0,
        }
    }

    pub fn touch<T: Scalar>(&self, [first, second]: [&Frame<T>; 2]) -> Touch<T> {
        compute_touch((first, &self.outlines[0]), (second, &self.outlines[1]))
    }

    /// Everything about it at an instant.
    pub fn state<T: Scalar>(&self, frames: [&Frame<T>; 2], held: &Held, inner: Inner<T>) -> ContactState<T> {
        let [deformation, relaxed] = inner;
        let touch = self.touch(frames);
        let [first, second] = frames.map(|frame| frame.velocity_at(&(touch.point - frame.position)));
        let (over, tangent) = (first - second, perp(&touch.normal));
        let (gap_rate, sliding, zero) = (over.dot(&touch.normal), over.dot(&tangent), T::zero());
        let gap = touch.gap.value();
        let stiffness = self.elastic.stiffness(gap);
        let [push, friction, deformation_rate, relaxed_rate, loss] = [zero; 5];
        let open = ContactState {
            touch,
            gap_rate,
            sliding,
            push,
            friction,
            stiffness,
            deformation,
            deformation_rate,
            relaxed,
            relaxed_rate,
            dent: 0.0,
            loss,
        };
        let open = self.remember(open, held);
        if !self.acts(&open, held) {
            return open;
        }
        let (push, loss) = if self.memory.is_some() {
            (open.push, open.loss)
        } else {
            let [elastic] = T::lift([self.elastic.response(gap)], [touch.gap], || [[-stiffness]]);
            let (e, rate) = (elastic.value(), gap_rate.value());
            let [push] = T::lift([held.damping.apply(e, -rate)], [elastic, gap_rate], || {
                let (by_elastic, by_rate) = held.damping.slopes(e, -rate);
                [[by_elastic, -by_rate]]
            });
            (push, (elastic - push) * gap_rate)
        };
        match self.grip {
            Grip::None => ContactState { push, loss, ..open },
            Grip::Coulomb(law) => {
                let v = sliding.value();
                let [coefficient] =
                    T::lift([law.coefficient_per_speed(v.abs()) * v], [sliding], || [[law.slope(v.abs())]]);
                let friction = -push * coefficient;
                ContactState { push, friction, loss: loss - friction * sliding, ..open }
            }
            Grip::Compliant(law, _) => {
                let inputs = [deformation, sliding, push];
                let [d, v, n] = inputs.map(|input| input.value());
                let phase = held.phase.unwrap_or_else(|| law.phase(d, v, n));
                let now = law.rate_in(phase, d, v, n);
                let [friction, deformation_rate, stored] =
                    T::lift([now.force, now.deformation_rate, law.elastic(d)], inputs, || {
                        let [force, rate] = law.tangent_in(phase, d, v, n);
                        [force, rate, [law.spring_slope(d), 0.0, 0.0]]
                    });
                // What the motion puts in, less what the spring stores.
                let loss = loss - friction * sliding - stored * deformation_rate;
                ContactState { push, friction, deformation_rate, loss, ..open }
            }
        }
    }

    /// What a contact that remembers does along its normal: one that relaxes goes on doing so also while it is open.
    fn remember<T: Scalar>(&self, open: ContactState<T>, held: &Held) -> ContactState<T> {
        let (gap, relaxed) = (open.touch.gap, open.relaxed);
        let law = match self.memory {
            None => return open,
            Some((Memory::Relaxed(law), _)) => law,
            Some((Memory::Attached(law), _)) => {
                let open = ContactState { dent: self.dent(relaxed.value()), ..open };
                if !self.acts(&open, held) {
                    return open;
                }
                let [push] =
                    T::lift([law.attached_response(gap.value())], [gap], || [[law.attached_tangent(gap.value())]]);
                return ContactState { push, ..open };
            }
        };
        let indentation = if held.open { f64::NEG_INFINITY } else { -gap.value() };
        if held.for_ever {
            let share = law.relaxed_share;
            let push = share * self.elastic.response(gap.value());
            let [push] = T::lift([push], [gap], || [[-share * self.elastic.stiffness(gap.value())]]);
            return ContactState { push, ..open };
        }
        let now = law.at(&self.elastic, indentation, relaxed.value());
        let [push, relaxed_rate, loss] = T::lift([now.push, now.rate, now.loss], [gap, relaxed], || {
            now.slopes.map(|[by_indentation, by_relaxed]| [-by_indentation, by_relaxed])
        });
        let dent = law.dent(&self.elastic, relaxed.value());
        ContactState { push, relaxed_rate, loss, dent, ..open }
    }

    /// What it does to its bodies at an instant, and the rates of its states.
    pub fn act<T: Scalar>(&self, frames: [&Frame<T>; 2], held: &Held, inner: Inner<T>) -> (Action<T>, Inner<T>) {
        if held.open && self.memory.is_none() {
            return (Action::none(), [T::zero(); 2]);
        }
        let state = self.state(frames, held, inner);
        let rates = [state.deformation_rate, state.relaxed_rate];
        if !self.acts(&state, held) {
            return (Action { loss: state.loss, ..Action::none() }, rates);
        }
        let force = state.touch.normal * state.push + perp(&state.touch.normal) * state.friction;
        let arms = frames.map(|frame| state.touch.point - frame.position);
        let action = Action { loss: state.loss, ..Action::between(&force, [&arms[0], &arms[1]]) };
        (action, rates)
    }

    /// Energy stored along the normal and sideways.
    pub fn energy(&self, frames: [&Frame; 2], [deformation, relaxed]: Inner) -> f64 {
        let sideways = match self.grip {
            Grip::Compliant(law, _) => law.energy(deformation),
            _ => 0.0,
        };
        let gap = self.touch(frames).gap;
        let along = match self.memory {
            Some((Memory::Relaxed(law), _)) => law.energy(&self.elastic, -gap, relaxed),
            Some((Memory::Attached(law), _)) => {
                if relaxed > ATTACHED {
                    law.attached_energy(gap)
                } else {
                    0.0
                }
            }
            None => self.elastic.energy(gap),
        };
        along + sideways
    }

    /// Whether compliant friction sticks at a state.
    pub fn phase(&self, state: &ContactState) -> Option<Phase> {
        match self.grip {
            Grip::Compliant(law, _) => Some(law.phase(state.deformation, state.sliding, state.push)),
            _ => None,
        }
    }

    /// Positive where it slips: for Coulomb friction how far sliding is beyond the transition speed, for compliant friction
    /// how far the force of sticking is beyond the limit.
    pub fn excess(&self, state: &ContactState) -> f64 {
        match self.grip {
            Grip::None => -1.0,
            Grip::Coulomb(law) => state.sliding.abs() - law.transition_speed,
            Grip::Compliant(law, _) => law.excess(state.deformation, state.sliding, state.push),
        }
    }
}
