//! Contact pairs: forces between two outlines.

use nalgebra::Vector2;

use super::contact::{CustomLaw, ElasticLaw, Loss};
use super::force::Loads;
use super::frame::{Frame, perp};
use super::shape::{Outline, Touch, compute_touch};
use crate::contact::{Coulomb, Damping, Hertz, NormalLaw};

/// The elastic part, ready to evaluate.
#[derive(Debug, Clone)]
enum Elastic {
    Hertz(Hertz),
    Linear(f64),
    Custom(CustomLaw),
}

impl Elastic {
    fn response(&self, gap: f64) -> f64 {
        match self {
            Self::Hertz(law) => law.response(gap, 0.0),
            Self::Linear(stiffness) => stiffness * (-gap).max(0.0),
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
            Self::Custom(law) => -law.0.tangent(gap, 0.0).0,
        }
    }

    fn energy(&self, gap: f64) -> f64 {
        match self {
            Self::Hertz(law) => law.energy(gap),
            Self::Linear(stiffness) => 0.5 * stiffness * (-gap).max(0.0).powi(2),
            Self::Custom(law) => law.0.energy(gap),
        }
    }
}

/// A contact pair, ready to evaluate.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub bodies: [usize; 2],
    outlines: [Outline; 2],
    elastic: Elastic,
    loss: Loss,
    pub friction: Coulomb,
    pub deepest_start: f64,
}

/// A contact at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactState {
    /// Where.
    pub touch: Touch,
    /// Rate of the gap.
    pub gap_rate: f64,
    /// Velocity of the first surface over the second, along the normal turned by a quarter counter-clockwise.
    pub sliding: f64,
    /// Push along the normal, on the first body.
    pub push: f64,
    /// Friction along the same direction as `sliding`, on the first body.
    pub friction: f64,
    /// Slope of the push, in N/m.
    pub stiffness: f64,
}

impl Pair {
    pub fn new(bodies: [usize; 2], outlines: [Outline; 2], law: &ElasticLaw, loss: Loss) -> Self {
        let elastic = match law {
            ElasticLaw::Hertz { stiffness } => Elastic::Hertz(Hertz::of_stiffness(*stiffness)),
            ElasticLaw::Linear { stiffness } => Elastic::Linear(*stiffness),
            ElasticLaw::Custom(law) => Elastic::Custom(law.clone()),
        };
        Self { bodies, outlines, elastic, loss, friction: Coulomb::NONE, deepest_start: f64::INFINITY }
    }

    /// Damping of an episode that begins with this speed.
    pub fn damping(&self, approach: f64) -> Damping {
        self.loss.damping(approach)
    }

    pub fn touch(&self, frames: &[Frame]) -> Touch {
        let [a, b] = self.bodies;
        compute_touch((&frames[a], &self.outlines[0]), (&frames[b], &self.outlines[1]))
    }

    /// Velocity of the first body over the second at the contact, as (gap rate, sliding).
    fn rates(&self, frames: &[Frame], touch: &Touch) -> (f64, f64) {
        let [first, second] = self.bodies.map(|body| &frames[body]);
        let over =
            first.velocity_at(&(touch.point - first.position)) - second.velocity_at(&(touch.point - second.position));
        (over.dot(&touch.normal), over.dot(&perp(&touch.normal)))
    }

    pub fn state(&self, frames: &[Frame], damping: &Damping) -> ContactState {
        let touch = self.touch(frames);
        let (gap_rate, sliding) = self.rates(frames, &touch);
        let (mut push, mut friction) = (0.0, 0.0);
        if touch.gap < 0.0 {
            push = damping.apply(self.elastic.response(touch.gap), -gap_rate);
            if self.friction.acts() {
                friction = -push * self.friction.coefficient_per_speed(sliding.abs()) * sliding;
            }
        }
        ContactState { touch, gap_rate, sliding, push, friction, stiffness: self.elastic.stiffness(touch.gap) }
    }

    /// Adds what it does at an instant.
    pub fn apply(&self, frames: &[Frame], damping: &Damping, loads: &mut Loads) {
        let touch = self.touch(frames);
        if touch.gap >= 0.0 {
            return;
        }
        let (gap_rate, sliding) = self.rates(frames, &touch);
        let elastic = self.elastic.response(touch.gap);
        let push = damping.apply(elastic, -gap_rate);
        let mut force: Vector2<f64> = touch.normal * push;
        loads.loss += (elastic - push) * gap_rate;
        if self.friction.acts() {
            let friction = -push * self.friction.coefficient_per_speed(sliding.abs()) * sliding;
            force += perp(&touch.normal) * friction;
            loads.loss -= friction * sliding;
        }
        let [a, b] = self.bodies;
        loads.push(a, &(touch.point - frames[a].position), &force);
        loads.push(b, &(touch.point - frames[b].position), &-force);
    }

    pub fn energy(&self, frames: &[Frame]) -> f64 {
        self.elastic.energy(self.touch(frames).gap)
    }
}
