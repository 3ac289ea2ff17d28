//! Joint forces in stated frames, averaged over the steps, and the load cycles that hip and knee studies take.
//!
//! | joint | force | axes |
//! |---|---|---|
//! | hip | of the pelvis on the head | pelvis: anterior, superior, lateral; its direction also in the femur |
//! | knee | of the femur on the tibia, with the moment about the joint | tibia: anterior, superior, lateral |
//! | ankle | of the shank on the foot | tibia |
//!
//! Both condyles carry the axial force F and the moment M that loads the medial side, at a distance d:
//! `F_m = F/2 + M/d`, `F_l = F/2 − M/d`. *Assumes*: contacts straight below the joint's origin, half of d to each side; a
//! negative side is one that lifts off, or that a ligament holds.

use mechanics::rigid::tree::Wrench;
use nalgebra::Vector3;

use super::analysis::Instant;
use super::model::Body;
use super::parameters::Side;
use crate::hip::CycleSamples;
use crate::replacement::{Frontal, LoadSamples};

/// Between the contacts of both condyles, m, unless the person's was measured: in the middle of what knees have.
const CONDYLES: f64 = 0.046;
/// How far from the middle the force of a knee without ligaments acts, beside the distance of the condyles: each has a tenth at least.
const FARTHEST_SHARE: f64 = 0.4;

/// Instants of all cycles, averaged.
pub(super) struct Means<'a> {
    pub body: &'a Body,
    pub cycles: &'a [Vec<Instant>],
}

/// What the knee carries at an instant, N and N m, with the sides of a right leg.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct KneeLoad {
    /// Force of the femur on the tibia: anterior, superior, lateral.
    pub force: [f64; 3],
    /// Moment that loads the medial side.
    pub frontal: f64,
    /// Moment of the femur on the tibia inwards about its long axis.
    pub torque: f64,
    /// Pressure on the medial and the lateral condyle.
    pub sides: [f64; 2],
    pub flexion: f64,
}

impl Means<'_> {
    /// A quantity over the cycle, averaged over the cycles.
    pub fn over(&self, quantity: &dyn Fn(&Instant) -> f64) -> Vec<f64> {
        let count = self.cycles.len() as f64;
        (0..self.body.parameters.output.frames)
            .map(|frame| self.cycles.iter().map(|cycle| quantity(&cycle[frame])).sum::<f64>() / count)
            .collect()
    }

    /// Its standard deviation between the cycles.
    pub fn spread(&self, quantity: &dyn Fn(&Instant) -> f64) -> Vec<f64> {
        let count = self.cycles.len() as f64;
        let means = self.over(quantity);
        means
            .iter()
            .enumerate()
            .map(|(frame, mean)| {
                let square = |cycle: &Vec<Instant>| (quantity(&cycle[frame]) - mean).powi(2);
                (self.cycles.iter().map(square).sum::<f64>() / (count - 1.0).max(1.0)).sqrt()
            })
            .collect()
    }

    pub fn duration(&self) -> f64 {
        let all = &self.body.cycles;
        all.iter().map(|[begin, end]| end - begin).sum::<f64>() / all.len() as f64
    }

    /// Flexion, adduction and rotation of the hip.
    pub fn hip_coordinates(&self) -> Option<Vec<usize>> {
        let hip = &self.body.anatomy.tree.bodies[self.body.joints.hip?].joint;
        let all: Vec<usize> =
            hip.rotations.iter().filter_map(|axis| axis.coordinates.first().map(|(at, _)| *at)).collect();
        (all.len() == 3).then_some(all)
    }

    /// Force of the pelvis on the head, in the pelvis: anterior, superior, lateral.
    pub fn hip_force(&self, instant: &Instant) -> Vector3<f64> {
        let Some(hip) = self.body.joints.hip else { return Vector3::zeros() };
        self.force_in(instant, hip, self.body.anatomy.tree.bodies[hip].joint.parent)
    }

    /// The same force in the femur.
    pub fn hip_force_in_femur(&self, instant: &Instant) -> Vector3<f64> {
        self.body.joints.hip.map_or_else(Vector3::zeros, |hip| self.force_in(instant, hip, Some(hip)))
    }

    /// The force in the joint above a body, in the axes of some body, lateral on either side.
    pub fn force_in(&self, instant: &Instant, of: usize, axes: Option<usize>) -> Vector3<f64> {
        self.wrench_in(instant, of, axes).force
    }

    /// Force and moment in the joint above a body, in the axes of some body, those of a left leg seen in a mirror.
    fn wrench_in(&self, instant: &Instant, of: usize, axes: Option<usize>) -> Wrench {
        let pose = self.body.skeleton.compute_pose(&instant.q);
        let Wrench { mut force, mut moment } = instant.contacts[of].seen_from(&pose.body(axes).rotation);
        if self.body.parameters.side == Side::Left {
            force.z = -force.z;
            (moment.x, moment.y) = (-moment.x, -moment.y);
        }
        Wrench { force, moment }
    }

    /// Between the contacts of both condyles, m.
    pub fn condyles(&self) -> f64 {
        self.body.parameters.person.condyles.map_or(CONDYLES, quantity::Length::si)
    }

    /// What the knee carries.
    pub fn knee_load(&self, instant: &Instant) -> KneeLoad {
        let Some(knee) = self.body.joints.knee else { return KneeLoad::default() };
        let Wrench { force, moment } = self.wrench_in(instant, knee, Some(knee));
        // A pressure on the lateral side, at z > 0, turns the tibia about x by a positive moment.
        let frontal = -moment.x;
        let share = frontal / self.condyles();
        let pose = self.body.skeleton.compute_pose(&instant.q);
        let above = pose.body(self.body.anatomy.tree.bodies[knee].joint.parent).rotation;
        let turn = above.tr_mul(&pose.body(Some(knee)).rotation);
        KneeLoad {
            force: force.into(),
            frontal,
            // Inwards is to the left of a right leg: counter-clockwise seen from above.
            torque: moment.y,
            sides: [-0.5 * force.y + share, -0.5 * force.y - share],
            flexion: -turn[(1, 0)].atan2(turn[(0, 0)]),
        }
    }

    /// What each muscle adds to the size of the hip's force, N.
    pub fn hip_share(&self, instant: &Instant, muscle: usize) -> f64 {
        self.body.joints.hip.map_or(0.0, |hip| self.share(instant, hip, muscle))
    }

    /// What each muscle adds to the size of the force in the joint above a body, N.
    fn share(&self, instant: &Instant, joint: usize, muscle: usize) -> f64 {
        let force = instant.contacts[joint].force;
        let Some(along) = force.try_normalize(1e-9) else { return 0.0 };
        let below = |body: &Option<usize>| {
            let parent = |at: &usize| self.body.anatomy.tree.bodies[*at].joint.parent;
            std::iter::successors(*body, parent).any(|at| at == joint)
        };
        let pulls = instant.lines[muscle].pulls.iter().filter(|(body, ..)| below(body));
        -instant.forces[muscle] * pulls.map(|(_, _, pull)| pull.dot(&along)).sum::<f64>()
    }

    /// The muscles that make most of the hip's force, the largest first.
    pub fn main_muscles(&self, most: usize) -> Vec<usize> {
        self.body.joints.hip.map_or_else(Vec::new, |hip| self.main_muscles_of(hip, most))
    }

    /// The muscles that make most of the force in the joint above a body, the largest first.
    pub fn main_muscles_of(&self, joint: usize, most: usize) -> Vec<usize> {
        let mut all: Vec<(f64, usize)> = (0..self.body.anatomy.muscles.len())
            .map(|i| (self.over(&|instant| self.share(instant, joint, i)).into_iter().fold(0.0, f64::max), i))
            .filter(|(peak, _)| *peak > 0.0)
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().take(most).map(|(_, i)| i).collect()
    }

    /// Instants as shares of the cycle.
    fn shares(&self) -> Vec<f64> {
        let frames = self.body.parameters.output.frames;
        (0..frames).map(|i| i as f64 / (frames - 1) as f64).collect()
    }

    fn source(&self) -> String {
        format!("muscles on {}; {}", self.body.anatomy.name, self.body.recording.source)
    }
}

/// The load of the hip over one cycle.
pub(super) fn hip_cycle(body: &Body, cycles: &[Vec<Instant>]) -> Option<CycleSamples> {
    let means = Means { body, cycles };
    let columns: Vec<Vec<f64>> = (0..3).map(|k| means.over(&|instant| means.hip_force(instant)[k])).collect();
    let angles: Vec<Vec<f64>> =
        means.hip_coordinates()?.iter().map(|at| means.over(&|instant| instant.q[*at])).collect();
    let instants = means.shares();
    let rows = |columns: &[Vec<f64>]| (0..instants.len()).map(|i| std::array::from_fn(|k| columns[k][i])).collect();
    Some(CycleSamples {
        name: body.recording.name.clone(),
        source: means.source(),
        duration: means.duration(),
        angles: rows(&angles),
        force_on_head: rows(&columns),
        last_repeats_first: true,
        instants,
    })
}

/// The load of the knee over one cycle, as a load-driven knee is driven: what everything but the knee itself does to the tibia.
/// What presses is positive; forwards and inwards are against what the femur does. The frontal moment is said by the place where the
/// axial force acts, which stays between the condyles: beyond it ligaments hold, and the body has none.
pub(super) fn knee_cycle(body: &Body, cycles: &[Vec<Instant>]) -> Option<LoadSamples> {
    body.joints.knee?;
    let means = Means { body, cycles };
    let column = |of: &dyn Fn(KneeLoad) -> f64| means.over(&|instant| of(means.knee_load(instant)));
    let axial = column(&|load| (-load.force[1]).max(0.0));
    let (anterior, torque) = (column(&|load| -load.force[0]), column(&|load| -load.torque));
    let farthest = FARTHEST_SHARE * means.condyles();
    let frontal = column(&|load| load.frontal);
    let arms: Vec<f64> = frontal.iter().zip(&axial).map(|(m, f)| if *f > 0.0 { m / f } else { 0.0 }).collect();
    let beyond = arms.iter().filter(|arm| arm.abs() > farthest).count();
    let limited = match beyond {
        0 => String::new(),
        _ => format!(
            "; in {:.0} % of the cycle the frontal moment asks for more than {:.1} mm from the middle, which ligaments must hold: the force acts there",
            100.0 * beyond as f64 / arms.len() as f64,
            1e3 * farthest
        ),
    };
    Some(LoadSamples {
        name: body.recording.name.clone(),
        source: means.source() + &limited,
        shares: means.shares(),
        loads: (0..axial.len()).map(|i| [axial[i], anterior[i], torque[i]]).collect(),
        flexion: Some(column(&|load| load.flexion)),
        frontal: Some(Frontal::LineOfAction(arms.iter().map(|arm| arm.clamp(-farthest, farthest)).collect())),
        duration: Some(means.duration()),
    })
}
