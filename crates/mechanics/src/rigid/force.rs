//! Springs, ligaments and loads.
//!
//! To add a force between bodies: one file with a struct that answers what [`Element`] asks (two bodies, [`Action`] at an
//! instant for any [`Scalar`], stored energy, effort), one arm in each `match` below, and one line in the contract test of
//! `slopes.rs`. Everything else follows: equations of motion, Jacobians, energy budget and statics.

use nalgebra::Vector2;

use super::bearing::Gap;
use super::description::{Axes, LigamentLaw};
use super::frame::{Frame, cross};
use super::function::Curve;
use super::scalar::{Scalar, constant, length};

/// What a force does to its two bodies at an instant, and to the energy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Action<T> {
    /// [Fx, Fy, M] about the centre of mass of each.
    pub on: [[T; 3]; 2],
    /// Power that it puts in from outside: zero for anything between bodies.
    pub power: T,
    /// Power that it turns into heat. With E(q) its stored energy: −Σ on·v = dE/dt + loss − power.
    pub loss: T,
}

impl<T: Scalar> Action<T> {
    /// Nothing.
    pub fn none() -> Self {
        Self { on: [[T::zero(); 3]; 2], power: T::zero(), loss: T::zero() }
    }

    /// A force on the first body at the end of an arm from its centre of mass, and its reaction on the second.
    pub fn between(force: &Vector2<T>, arms: [&Vector2<T>; 2]) -> Self {
        let [first, second] = arms.map(|arm| cross(arm, force));
        Self { on: [[force.x, force.y, first], [-force.x, -force.y, -second]], ..Self::none() }
    }
}

/// Forces and moments on every body (the ground last), and what they do to the energy.
#[derive(Debug, Clone, Default)]
pub(super) struct Loads {
    /// [Fx, Fy, M] about the centre of mass.
    pub on: Vec<[f64; 3]>,
    /// Power put in by loads.
    pub power: f64,
    /// Power lost in dampers and contacts.
    pub loss: f64,
}

impl Loads {
    pub fn add(&mut self, bodies: [usize; 2], action: &Action<f64>) {
        for (body, action) in bodies.into_iter().zip(&action.on) {
            let on = &mut self.on[body];
            for k in 0..3 {
                on[k] += action[k];
            }
        }
        self.power += action.power;
        self.loss += action.loss;
    }
}

/// A force, ready to evaluate.
#[derive(Debug, Clone)]
pub(super) enum Element {
    Line { bodies: [usize; 2], points: [Vector2<f64>; 2], law: Pull },
    Torsion { bodies: [usize; 2], stiffness: f64, angle: f64, damping: f64 },
    Muscle { bodies: [usize; 2], points: [Vector2<f64>; 2], tension: Curve },
    Load(Box<Load>),
    Moment { bodies: [usize; 2], moment: Curve },
    Bearing(Box<Gap>),
}

/// A load on the first body; the second one is the ground.
#[derive(Debug, Clone)]
pub(super) struct Load {
    pub bodies: [usize; 2],
    pub point: Vector2<f64>,
    pub force: [Curve; 2],
    pub axes: Axes,
    pub moving_point: Option<[Curve; 2]>,
}

/// How a line between two points pulls.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pull {
    Spring { stiffness: f64, length: f64, damping: f64 },
    Ligament(LigamentLaw),
}

impl LigamentLaw {
    /// Pull at a length, in newtons.
    pub fn force(&self, length: f64) -> f64 {
        match *self {
            Self::Linear { stiffness: k, slack_length } => k * (length - slack_length).max(0.0),
            Self::Quadratic { stiffness: k, slack_length } => k * (length - slack_length).max(0.0).powi(2),
            Self::Toe { stiffness: k, slack_length, toe_strain: e1 } => {
                let strain = ((length - slack_length) / slack_length).max(0.0);
                if strain < 2.0 * e1 { 0.25 * k * strain * strain / e1 } else { k * (strain - e1) }
            }
        }
    }

    /// Slope of the pull, in N/m.
    pub fn stiffness(&self, length: f64) -> f64 {
        match *self {
            Self::Linear { stiffness: k, slack_length } => {
                if length > slack_length {
                    k
                } else {
                    0.0
                }
            }
            Self::Quadratic { stiffness: k, slack_length } => 2.0 * k * (length - slack_length).max(0.0),
            Self::Toe { stiffness: k, slack_length, toe_strain: e1 } => {
                let strain = ((length - slack_length) / slack_length).max(0.0);
                k / slack_length * (0.5 * strain / e1).min(1.0)
            }
        }
    }

    /// Energy stored at a length, in joules.
    pub fn energy(&self, length: f64) -> f64 {
        match *self {
            Self::Linear { stiffness: k, slack_length } => 0.5 * k * (length - slack_length).max(0.0).powi(2),
            Self::Quadratic { stiffness: k, slack_length } => k * (length - slack_length).max(0.0).powi(3) / 3.0,
            Self::Toe { stiffness: k, slack_length: l0, toe_strain: e1 } => {
                let strain = ((length - l0) / l0).max(0.0);
                let beyond = (strain - 2.0 * e1).max(0.0);
                let toe = strain.min(2.0 * e1);
                k * l0 * (toe.powi(3) / (12.0 * e1) + beyond * (e1 + 0.5 * beyond))
            }
        }
    }
}

/// A line between two points at an instant.
struct Stretch<T> {
    arms: [Vector2<T>; 2],
    /// From the first end to the second.
    along: Vector2<T>,
    length: T,
    rate: T,
}

impl<T: Scalar> Stretch<T> {
    /// `None` where the ends coincide, so that there is no direction to pull in.
    fn new(points: &[Vector2<f64>; 2], [first, second]: [&Frame<T>; 2]) -> Option<Self> {
        let arms = [first.turn(&points[0]), second.turn(&points[1])];
        let d = second.position + arms[1] - first.position - arms[0];
        if d.x.value() == 0.0 && d.y.value() == 0.0 {
            return None;
        }
        let length = length(&d);
        let along = d / length;
        let rate = along.dot(&(second.velocity_at(&arms[1]) - first.velocity_at(&arms[0])));
        Some(Self { arms, along, length, rate })
    }
}

impl Pull {
    /// Energy stored at a length.
    pub fn energy(&self, length: f64) -> f64 {
        match self {
            Self::Spring { stiffness, length: free, .. } => 0.5 * stiffness * (length - free).powi(2),
            Self::Ligament(law) => law.energy(length),
        }
    }

    /// Pull, and the part of it that is lost.
    pub fn force<T: Scalar>(&self, length: T, rate: T) -> (T, T) {
        match *self {
            Self::Spring { stiffness, length: free, damping } => {
                let lost = rate * damping;
                ((length - free) * stiffness + lost, lost)
            }
            Self::Ligament(law) => {
                let at = length.value();
                let [force] = T::lift([law.force(at)], [length], || [[law.stiffness(at)]]);
                (force, T::zero())
            }
        }
    }
}

impl Element {
    /// The bodies on which it acts; a load acts on the first, and the ground is the second.
    pub fn bodies(&self) -> [usize; 2] {
        match self {
            Self::Line { bodies, .. }
            | Self::Torsion { bodies, .. }
            | Self::Muscle { bodies, .. }
            | Self::Moment { bodies, .. } => *bodies,
            Self::Load(load) => load.bodies,
            Self::Bearing(gap) => gap.bodies,
        }
    }

    /// What it does at an instant.
    pub fn act<T: Scalar>(&self, t: T, frames: [&Frame<T>; 2]) -> Action<T> {
        let [first, second] = frames;
        match self {
            Self::Line { points, law, .. } => {
                let Some(Stretch { arms, along, length, rate }) = Stretch::new(points, frames) else {
                    return Action::none();
                };
                let (pull, lost) = law.force(length, rate);
                Action { loss: lost * rate, ..Action::between(&(along * pull), [&arms[0], &arms[1]]) }
            }
            &Self::Torsion { stiffness, angle, damping, .. } => {
                let (moment, lost, rate) = twist(frames, [stiffness, angle, damping]);
                let zero = T::zero();
                Action { on: [[zero, zero, moment], [zero, zero, -moment]], power: zero, loss: lost * rate }
            }
            Self::Muscle { points, tension, .. } => {
                let Some(Stretch { arms, along, rate, .. }) = Stretch::new(points, frames) else {
                    return Action::none();
                };
                let pull = tension.follow(t)[0];
                Action { power: -(pull * rate), ..Action::between(&(along * pull), [&arms[0], &arms[1]]) }
            }
            Self::Load(load) => {
                let given = load.force.each_ref().map(|curve| curve.follow(t)[0]);
                let given = Vector2::new(given[0], given[1]);
                let force = if load.axes == Axes::Body { first.turn_any(&given) } else { given };
                let arm = match &load.moving_point {
                    Some([x, y]) => Vector2::new(x.follow(t)[0], y.follow(t)[0]) - first.position,
                    None => first.turn(&load.point),
                };
                let mut action = Action::between(&force, [&arm, &constant(&Vector2::zeros())]);
                action.power = force.dot(&first.velocity_at(&arm));
                action
            }
            Self::Moment { moment, .. } => {
                let (moment, zero) = (moment.follow(t)[0], T::zero());
                let power = moment * (first.spin - second.spin);
                Action { on: [[zero, zero, moment], [zero, zero, -moment]], power, loss: zero }
            }
            Self::Bearing(gap) => gap.act(frames),
        }
    }

    /// Energy stored in it.
    pub fn energy(&self, frames: [&Frame; 2]) -> f64 {
        match self {
            Self::Line { points, law, .. } => {
                law.energy((frames[1].place(&points[1]) - frames[0].place(&points[0])).norm())
            }
            Self::Torsion { stiffness, angle, .. } => {
                0.5 * stiffness * (frames[1].angle - frames[0].angle - angle).powi(2)
            }
            Self::Bearing(gap) => gap.energy(frames),
            Self::Load(_) | Self::Moment { .. } | Self::Muscle { .. } => 0.0,
        }
    }

    /// How hard it works: the pull of a spring or ligament (N), the moment of a torsion spring (N·m), dampers included;
    /// size of the force of film and asperities of a bearing (N); zero for loads and muscles, which are given.
    pub fn effort(&self, frames: [&Frame; 2]) -> f64 {
        match self {
            Self::Line { points, law, .. } => {
                Stretch::new(points, frames).map_or(0.0, |line| law.force(line.length, line.rate).0)
            }
            &Self::Torsion { stiffness, angle, damping, .. } => twist(frames, [stiffness, angle, damping]).0,
            Self::Bearing(gap) => gap.state(frames).force().norm(),
            Self::Load(_) | Self::Moment { .. } | Self::Muscle { .. } => 0.0,
        }
    }
}

/// Moment of a torsion spring on its first body, the part of it that is lost, and the rate of the angle.
fn twist<T: Scalar>([first, second]: [&Frame<T>; 2], [stiffness, angle, damping]: [f64; 3]) -> (T, T, T) {
    let rate = second.spin - first.spin;
    let lost = rate * damping;
    ((second.angle - first.angle - angle) * stiffness + lost, lost, rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ligament_pulls_as_its_energy_grows_and_never_pushes() {
        for law in [
            LigamentLaw::Linear { stiffness: 2e4, slack_length: 0.03 },
            LigamentLaw::Quadratic { stiffness: 2e7, slack_length: 0.03 },
            LigamentLaw::Toe { stiffness: 5e3, slack_length: 0.03, toe_strain: 0.03 },
        ] {
            for length in [0.029, 0.0301, 0.0317, 0.0325, 0.034] {
                let h = 1e-7;
                let slope = (law.energy(length + h) - law.energy(length - h)) / (2.0 * h);
                assert!((law.force(length) - slope).abs() < 1e-4 * law.force(length) + 1e-9, "{law:?} {length}");
                let slope = (law.force(length + h) - law.force(length - h)) / (2.0 * h);
                assert!((law.stiffness(length) - slope).abs() < 1e-6 * slope + 1e-9, "{law:?} {length}");
            }
            assert_eq!(law.force(0.029), 0.0);
        }
    }

    #[test]
    fn the_toe_region_ends_smoothly() {
        let law = LigamentLaw::Toe { stiffness: 5e3, slack_length: 0.03, toe_strain: 0.03 };
        // k ε₁ at twice the toe strain from both formulas: 150 N, with slope k/l₀.
        let end = 0.03 * 1.06;
        assert!((law.force(end - 1e-12) - 150.0).abs() < 1e-4 && (law.force(end + 1e-12) - 150.0).abs() < 1e-4);
        let slope = |a: f64, b: f64| (law.force(b) - law.force(a)) / (b - a);
        assert!((slope(end - 1e-7, end) / slope(end, end + 1e-7) - 1.0).abs() < 1e-4);
    }
}
