//! Springs, ligaments and loads.

use nalgebra::Vector2;

use super::description::{Axes, LigamentLaw};
use super::frame::{Frame, cross};
use super::function::Curve;

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
    pub fn clear(&mut self) {
        self.on.fill([0.0; 3]);
        (self.power, self.loss) = (0.0, 0.0);
    }

    pub fn push(&mut self, body: usize, arm: &Vector2<f64>, force: &Vector2<f64>) {
        let on = &mut self.on[body];
        on[0] += force.x;
        on[1] += force.y;
        on[2] += cross(arm, force);
    }
}

/// A force, ready to evaluate.
#[derive(Debug, Clone)]
pub(super) enum Element {
    Line { bodies: [usize; 2], points: [Vector2<f64>; 2], law: Pull },
    Torsion { bodies: [usize; 2], stiffness: f64, angle: f64, damping: f64 },
    Load { body: usize, point: Vector2<f64>, force: Box<[Curve; 2]>, axes: Axes, moving_point: Option<Box<[Curve; 2]>> },
    Moment { body: usize, moment: Curve },
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
            Self::Quadratic { stiffness: k, slack_length } => k * (length - slack_length).max(0.0).powi(2),
            Self::Toe { stiffness: k, slack_length, toe_strain: e1 } => {
                let strain = ((length - slack_length) / slack_length).max(0.0);
                if strain < 2.0 * e1 { 0.25 * k * strain * strain / e1 } else { k * (strain - e1) }
            }
        }
    }

    /// Energy stored at a length, in joules.
    pub fn energy(&self, length: f64) -> f64 {
        match *self {
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

impl Element {
    /// Adds what it does at an instant.
    pub fn apply(&self, t: f64, frames: &[Frame], loads: &mut Loads) {
        match self {
            Self::Line { bodies, points, law } => {
                let [first, second] = bodies.map(|body| &frames[body]);
                let arms = [first.turn(&points[0]), second.turn(&points[1])];
                let d = second.position + arms[1] - first.position - arms[0];
                let length = d.norm();
                if length == 0.0 {
                    return;
                }
                let along = d / length;
                let pull = match *law {
                    Pull::Spring { stiffness, length: free, damping } => {
                        let rate = along.dot(&(second.velocity_at(&arms[1]) - first.velocity_at(&arms[0])));
                        loads.loss += damping * rate * rate;
                        stiffness * (length - free) + damping * rate
                    }
                    Pull::Ligament(law) => law.force(length),
                };
                loads.push(bodies[0], &arms[0], &(along * pull));
                loads.push(bodies[1], &arms[1], &(along * -pull));
            }
            &Self::Torsion { bodies: [a, b], stiffness, angle, damping } => {
                let rate = frames[b].spin - frames[a].spin;
                let moment = stiffness * (frames[b].angle - frames[a].angle - angle) + damping * rate;
                loads.loss += damping * rate * rate;
                loads.on[a][2] += moment;
                loads.on[b][2] -= moment;
            }
            Self::Load { body, point, force, axes, moving_point } => {
                let frame = &frames[*body];
                let given = Vector2::new(force[0].value(t), force[1].value(t));
                let force = if *axes == Axes::Body { frame.turn(&given) } else { given };
                let arm = match moving_point.as_deref() {
                    Some([x, y]) => Vector2::new(x.value(t), y.value(t)) - frame.position,
                    None => frame.turn(point),
                };
                loads.power += force.dot(&frame.velocity_at(&arm));
                loads.push(*body, &arm, &force);
            }
            Self::Moment { body, moment } => {
                let moment = moment.value(t);
                loads.power += moment * frames[*body].spin;
                loads.on[*body][2] += moment;
            }
        }
    }

    /// Energy stored in it.
    pub fn energy(&self, frames: &[Frame]) -> f64 {
        match self {
            Self::Line { law, .. } => {
                let length = self.length(frames).unwrap_or(0.0);
                match law {
                    Pull::Spring { stiffness, length: free, .. } => 0.5 * stiffness * (length - free).powi(2),
                    Pull::Ligament(law) => law.energy(length),
                }
            }
            Self::Torsion { bodies: [a, b], stiffness, angle, .. } => {
                0.5 * stiffness * (frames[*b].angle - frames[*a].angle - angle).powi(2)
            }
            Self::Load { .. } | Self::Moment { .. } => 0.0,
        }
    }

    /// Length of a spring or ligament.
    pub fn length(&self, frames: &[Frame]) -> Option<f64> {
        let Self::Line { bodies, points, .. } = self else { return None };
        Some((frames[bodies[1]].place(&points[1]) - frames[bodies[0]].place(&points[0])).norm())
    }

    /// Pull of a spring or ligament, without its damper.
    pub fn tension(&self, frames: &[Frame]) -> Option<f64> {
        let (Self::Line { law, .. }, Some(length)) = (self, self.length(frames)) else { return None };
        Some(match law {
            Pull::Spring { stiffness, length: free, .. } => stiffness * (length - free),
            Pull::Ligament(law) => law.force(length),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ligament_pulls_as_its_energy_grows_and_never_pushes() {
        for law in [
            LigamentLaw::Quadratic { stiffness: 2e7, slack_length: 0.03 },
            LigamentLaw::Toe { stiffness: 5e3, slack_length: 0.03, toe_strain: 0.03 },
        ] {
            for length in [0.029, 0.0301, 0.0317, 0.0325, 0.034] {
                let h = 1e-7;
                let slope = (law.energy(length + h) - law.energy(length - h)) / (2.0 * h);
                assert!((law.force(length) - slope).abs() < 1e-4 * law.force(length) + 1e-9, "{law:?} {length}");
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
