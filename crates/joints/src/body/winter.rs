//! Winter's walk on our own lower limbs: in the plane as measured, across it what follows from the measurement and from mechanics.
//!
//! | across the plane | follows from |
//! |---|---|
//! | list and rotation of the pelvis | markers of a hip and, half a cycle later, of the other one, at the ends of its breadth |
//! | sway z of the centre of mass | `m z̈ = Σ Fᵢ (z − zᵢ)/h`: from the feet i the ground pushes towards the centre, at its height h |
//! | adduction and rotation of the hips | legs stay in planes along the way, feet on two lines |
//! | back | the trunk stays upright |
//!
//! *Assumes*: the other leg moves as this one, half a cycle later. *Checked by*: Winter's own moments, and a mirror.

use mechanics::rigid::tree::Skeleton;
use nalgebra::{DMatrix, DVector, Matrix3, Rotation3, Vector3};

use super::anatomy::Anatomy;
use super::own::Size;
use super::parameters::Side;
use super::recording::{Kinematics, PlateRecord, Recording};
use crate::gait;

/// Winter's subject: mass as printed, height as [Costa2016] has it, lengths as Table 1 of [Costa2016] has them.
pub(super) const WALKER: Size = Size { mass: 56.7, height: 1.63, thigh: Some(0.3141), shank: Some(0.4081) };

/// Frames of heel contact in [Winter2009], Appendix A, counted from 1.
const HEEL_CONTACTS: [usize; 2] = [28, 97];
/// Harmonics of the cycle that are kept: about 6 Hz.
const HARMONICS: usize = 6;
/// Instants that are made of a frame.
const FINER: usize = 2;
/// Share of the cycle that is repeated before and after it, so that splines are smooth at the strikes.
const MARGIN: f64 = 0.2;
/// Direction from the metatarsal to the ankle in a foot that stands, as `winter_walk_angles.mot` has it, rad.
const INSTEP: f64 = 147.0 * std::f64::consts::PI / 180.0;
/// From the middle to the marker of the hip, as a share of the height: half of the breadth of the hips [Winter2009].
const HALF_BREADTH: f64 = 0.0955;
/// From the middle to a foot, m: steps are 0.1 m wide.
const HALF_STEP: f64 = 0.05;
/// Height of the centre of mass, as a share of the height.
const CENTRE: f64 = 0.57;
/// Turns of the search for a pose, and the change at which it is found, m or rad.
const TURNS: usize = 60;
const FOUND: f64 = 1e-12;

/// The recording, for a model of the walker's size: a cycle from strike to strike of a heel, that of the left one half a cycle later.
pub(super) fn winter(anatomy: &Anatomy, side: Side) -> Option<Recording> {
    let recording = gait::shipped::find("winter")?.recording();
    let plane = Plane::new(&recording)?;
    let poser = Poser::new(anatomy)?;
    let steps = plane.steps;
    let late = [0, steps / 2];
    let pushes = |foot: usize, i: usize| plane.push((i + late[foot]) % steps);
    let sway = plane.compute_sway(poser.skeleton.mass());
    let poses: Vec<Pose> = (0..steps).map(|i| poser.solve(&plane, i, sway[i])).collect();

    let margin = (MARGIN * steps as f64) as isize;
    let begin = if side == Side::Left { late[1] as isize } else { 0 };
    let all: Vec<isize> = (begin - margin..=begin + steps as isize + margin).collect();
    let within = |k: isize| k.rem_euclid(steps as isize) as usize;
    let gained = |k: isize| plane.stride * k as f64 / steps as f64;
    let times: Vec<f64> = all.iter().map(|k| plane.period * *k as f64 / steps as f64).collect();
    let series = |at: usize| {
        let moves = if at == poser.shifts[0] { 1.0 } else { 0.0 };
        all.iter().map(|k| poses[within(*k)].q[at] + moves * gained(*k)).collect::<Vec<f64>>()
    };
    let name = |at: &usize| anatomy.tree.coordinates[*at].name.clone();
    let coordinates = poser.skeleton.free().iter().map(|at| (name(at), series(*at))).collect();
    let plate = |(foot, side): (usize, &str)| {
        let (force, point) = all
            .iter()
            .map(|k| {
                let (i, ankle) = (within(*k), poses[within(*k)].ankles[foot]);
                let [[forwards, upwards], [ahead, above]] = pushes(foot, i);
                let inwards = upwards * (sway[i] - ankle.z) / plane.centre;
                (Vector3::new(forwards, upwards, inwards), ankle + Vector3::new(ahead + gained(*k), above, 0.0))
            })
            .unzip();
        let body = format!("calcn_{side}");
        PlateRecord { body, times: times.clone(), force, point, moment: vec![Vector3::zeros(); times.len()] }
    };
    let plates = ["r", "l"].into_iter().enumerate().map(plate).collect();
    Some(Recording {
        name: "winter".into(),
        source: "Winter's walk in the sagittal plane [Winter2009, Appendix A], heel contact to heel contact".into(),
        times,
        kinematics: Kinematics::Coordinates(coordinates),
        plates,
        emg: Vec::new(),
        heel_strikes: [begin, begin + steps as isize].map(|k| plane.period * k as f64 / steps as f64).to_vec(),
        notes: vec![
            "The measurement is planar, of one leg: the other one moves like it, half a cycle later. The pelvis lists and turns as the markers of both hips then ask; the ground pushes towards the centre of mass, which sways as these pushes make it; feet stay on lines 0.1 m apart, legs in planes along the way, and the trunk upright.".into(),
        ],
    })
}

/// One cycle of a curve that need not close: what it gains from end to end is spread evenly and left out, and of the rest the
/// first harmonics are kept, c₀ + Σ (aₖ cos kωt + bₖ sin kωt).
struct Closed {
    mean: f64,
    waves: Vec<[f64; 2]>,
}

impl Closed {
    fn new(values: &[f64], harmonics: usize) -> Self {
        let n = values.len() - 1;
        let gain = values[n] - values[0];
        let closed: Vec<f64> = (0..n).map(|i| values[i] - gain * i as f64 / n as f64).collect();
        let wave = |k: usize| {
            let angle = |i: usize| std::f64::consts::TAU * (k + 1) as f64 * i as f64 / n as f64;
            let sum = |f: fn(f64) -> f64| closed.iter().enumerate().map(|(i, x)| x * f(angle(i))).sum::<f64>();
            [2.0 * sum(f64::cos) / n as f64, 2.0 * sum(f64::sin) / n as f64]
        };
        Self { mean: closed.iter().sum::<f64>() / n as f64, waves: (0..harmonics).map(wave).collect() }
    }

    /// At a share of the cycle.
    fn at(&self, share: f64) -> f64 {
        let wave = |(k, [a, b]): (usize, &[f64; 2])| {
            let (sin, cos) = (std::f64::consts::TAU * (k + 1) as f64 * share).sin_cos();
            a * cos + b * sin
        };
        self.mean + self.waves.iter().enumerate().map(wave).sum::<f64>()
    }

    /// In the middle between now and half a cycle later: what both sides of the body share.
    fn midway(&self, share: f64) -> f64 {
        0.5 * (self.at(share) + self.at(share + 0.5))
    }

    /// Half of what this side is before the other one.
    fn beside(&self, share: f64) -> f64 {
        0.5 * (self.at(share) - self.at(share + 0.5))
    }
}

/// What was measured, in the plane.
struct Plane {
    period: f64,
    stride: f64,
    steps: usize,
    /// Height of the centre of mass, m.
    centre: f64,
    /// Thigh from upright, shank from thigh, foot from shank.
    thigh: Closed,
    knee: Closed,
    foot: Closed,
    /// Marker of the hip.
    ahead: Closed,
    above: Closed,
    begin: f64,
    ground: gait::Ground,
    /// Marker of the ankle, in the frames of the ground.
    ankle: Vec<[f64; 2]>,
}

impl Plane {
    fn new(recording: &gait::Recording) -> Option<Self> {
        let gait::Kinematics::Markers(markers) = &recording.kinematics else { return None };
        let [first, last] = HEEL_CONTACTS.map(|frame| frame - 1);
        let [_, hip, knee, ankle, toe] = &**markers;
        let closed = |f: &dyn Fn(usize) -> f64| Closed::new(&(first..=last).map(f).collect::<Vec<f64>>(), HARMONICS);
        let direction =
            |low: &[[f64; 2]], high: &[[f64; 2]], i: usize| (high[i][1] - low[i][1]).atan2(high[i][0] - low[i][0]);
        let thigh = |i| direction(knee, hip, i);
        let shank = |i| direction(ankle, knee, i);
        let upright = std::f64::consts::FRAC_PI_2;
        Some(Self {
            period: recording.times[last] - recording.times[first],
            stride: hip[last][0] - hip[first][0],
            steps: FINER * (last - first),
            centre: CENTRE * WALKER.height,
            thigh: closed(&|i| thigh(i) - upright),
            knee: closed(&|i| shank(i) - thigh(i)),
            foot: closed(&|i| direction(toe, ankle, i) - shank(i) - (INSTEP - upright)),
            ahead: closed(&|i| hip[i][0]),
            above: closed(&|i| hip[i][1]),
            begin: recording.times[first],
            ground: recording.ground.clone(),
            ankle: ankle.clone(),
        })
    }

    fn share(&self, step: usize) -> f64 {
        step as f64 / self.steps as f64
    }

    /// What the ground does to the foot, forwards and upwards, and where from the ankle. In swing it does nothing.
    ///
    /// A foot of the model is not quite where the marker was, and moments are what counts: so the place is kept from the ankle.
    fn push(&self, step: usize) -> [[f64; 2]; 2] {
        let gait::Ground { times, force, point } = &self.ground;
        let time = self.begin + self.share(step) * self.period;
        let right = times.partition_point(|t| *t < time).clamp(1, times.len() - 1);
        let left = right - 1;
        let part = ((time - times[left]) / (times[right] - times[left])).clamp(0.0, 1.0);
        let between = |a: [f64; 2], b: [f64; 2]| std::array::from_fn(|k| a[k] + part * (b[k] - a[k]));
        let from_ankle = |i: usize| std::array::from_fn(|k| point[i][k] - self.ankle[i][k]);
        // Where nothing presses, the plate knows no place.
        let presses = |i: usize| force[i][1].abs() > 1.0;
        let place = match (presses(left), presses(right)) {
            (true, true) => between(from_ankle(left), from_ankle(right)),
            (true, false) => from_ankle(left),
            (false, true) => from_ankle(right),
            (false, false) => [0.0; 2],
        };
        [between(force[left], force[right]), place]
    }

    /// The way of the centre of mass to either side, by differences around the cycle.
    fn compute_sway(&self, mass: f64) -> Vec<f64> {
        let (n, after) = (self.steps, self.period / self.steps as f64);
        let (mut matrix, mut right) = (DMatrix::zeros(n, n), DVector::zeros(n));
        for i in 0..n {
            let [on_right, on_left] = [0, n / 2].map(|late| self.push((i + late) % n)[0][1]);
            let stiff = 1.0 / (mass * self.centre);
            matrix[(i, i)] = -2.0 / (after * after) - stiff * (on_right + on_left);
            for beside in [(i + 1) % n, (i + n - 1) % n] {
                matrix[(i, beside)] = 1.0 / (after * after);
            }
            right[i] = -stiff * HALF_STEP * (on_right - on_left);
        }
        // Every row has a diagonal that outweighs the rest: there is a solution.
        matrix.lu().solve(&right).map_or_else(|| vec![0.0; n], |sway| sway.as_slice().to_vec())
    }
}

/// The skeleton in an instant.
struct Pose {
    q: Vec<f64>,
    ankles: [Vector3<f64>; 2],
}

/// A leg by its coordinates and bodies.
struct Leg {
    /// Flexion, adduction, rotation of the hip.
    hip: [usize; 3],
    knee: usize,
    ankle: usize,
    femur: usize,
    talus: usize,
    /// 1 on the right, −1 on the left.
    side: f64,
}

/// Finds poses of the skeleton.
struct Poser<'a> {
    anatomy: &'a Anatomy,
    skeleton: Skeleton,
    pelvis: usize,
    /// List and rotation of the pelvis.
    turns: [usize; 2],
    shifts: [usize; 3],
    /// Extension, bending, rotation of the back.
    back: [usize; 3],
    legs: [Leg; 2],
    /// In the middle between the hips, in the pelvis.
    middle: Vector3<f64>,
}

/// Angles of turns about z, then x, then y, that make a rotation.
fn split(turned: &Matrix3<f64>) -> [f64; 3] {
    let about_x = turned[(2, 1)].clamp(-1.0, 1.0).asin();
    [(-turned[(0, 1)]).atan2(turned[(1, 1)]), about_x, (-turned[(2, 0)]).atan2(turned[(2, 2)])]
}

impl<'a> Poser<'a> {
    fn new(anatomy: &'a Anatomy) -> Option<Self> {
        let skeleton = Skeleton::new(anatomy.tree.clone()).ok()?;
        let coordinate = |name: &str| skeleton.find_coordinate(name);
        let leg = |end: &str, side: f64| {
            let of = |name: &str| coordinate(&format!("{name}_{end}"));
            Some(Leg {
                hip: [of("hip_flexion")?, of("hip_adduction")?, of("hip_rotation")?],
                knee: of("knee_angle")?,
                ankle: of("ankle_angle")?,
                femur: skeleton.find_body(&format!("femur_{end}"))?,
                talus: skeleton.find_body(&format!("talus_{end}"))?,
                side,
            })
        };
        let legs = [leg("r", 1.0)?, leg("l", -1.0)?];
        let hip = anatomy.tree.bodies[legs[0].femur].joint.in_parent.translation.vector;
        Some(Self {
            anatomy,
            pelvis: skeleton.find_body("pelvis")?,
            turns: [coordinate("pelvis_list")?, coordinate("pelvis_rotation")?],
            shifts: [coordinate("pelvis_tx")?, coordinate("pelvis_ty")?, coordinate("pelvis_tz")?],
            back: [coordinate("lumbar_extension")?, coordinate("lumbar_bending")?, coordinate("lumbar_rotation")?],
            middle: Vector3::new(hip.x, hip.y, 0.0),
            legs,
            skeleton,
        })
    }

    /// The pose of a step with its centre of mass at a sway.
    fn solve(&self, plane: &Plane, step: usize, sway: f64) -> Pose {
        let share = plane.share(step);
        let mut q = self.skeleton.default_coordinates();
        // The hip before the other one is the one to which the pelvis turns; the higher one is that from which it lists.
        let breadth = HALF_BREADTH * WALKER.height;
        q[self.turns[0]] = -(plane.above.beside(share) / breadth).asin();
        q[self.turns[1]] = (plane.ahead.beside(share) / breadth).asin();
        let shares = self.legs.each_ref().map(|leg| if leg.side > 0.0 { share } else { share + 0.5 });
        for (leg, share) in self.legs.iter().zip(shares) {
            q[leg.knee] = plane.knee.at(share);
            q[leg.ankle] = plane.foot.at(share);
        }
        let pelvis = self.skeleton.compute_pose(&q).bodies[self.pelvis].rotation;
        let middle = pelvis * self.middle;
        q[self.shifts[0]] = plane.ahead.midway(share) - middle.x;
        q[self.shifts[1]] = plane.above.midway(share) - middle.y;
        let upright = split(&pelvis.transpose());
        self.back.iter().zip(upright).for_each(|(at, angle)| q[*at] = angle);
        let mut tilts = [0.0; 2];
        let mut ankles = [Vector3::zeros(); 2];
        for _ in 0..TURNS {
            for ((leg, share), tilt) in self.legs.iter().zip(shares).zip(tilts) {
                let plane_of_leg = Rotation3::from_axis_angle(&Vector3::x_axis(), tilt)
                    * Rotation3::from_axis_angle(&Vector3::z_axis(), plane.thigh.at(share));
                let [flexion, adduction, rotation] = split(&(pelvis.transpose() * plane_of_leg.matrix()));
                let angles = [flexion, leg.side * adduction, leg.side * rotation];
                leg.hip.iter().zip(angles).for_each(|(at, angle)| q[*at] = angle);
            }
            self.skeleton.complete(&mut q);
            let pose = self.skeleton.compute_pose(&q);
            let mut worst = 0.0_f64;
            for (number, leg) in self.legs.iter().enumerate() {
                let (hip, ankle) = (pose.bodies[leg.femur].joint_position, pose.bodies[leg.talus].joint_position);
                let beside = (ankle.z - leg.side * HALF_STEP) / (hip.y - ankle.y);
                tilts[number] += beside;
                ankles[number] = pose.bodies[leg.talus].position;
                worst = worst.max(beside.abs());
            }
            let moments = self.anatomy.tree.bodies.iter().zip(&pose.bodies);
            let centre =
                moments.map(|(body, at)| body.mass * at.point(&body.centre).z).sum::<f64>() / self.skeleton.mass();
            let off = sway - centre;
            q[self.shifts[2]] += off;
            if worst.max(off.abs()) < FOUND {
                break;
            }
        }
        Pose { q, ankles }
    }
}
