//! Our own lower limbs, and Winter's walk on them.

use nalgebra::Vector3;

use super::anatomy::Anatomy;
use super::osim::{self, OsimError};
use super::recording::{Kinematics, PlateRecord, Recording};
use super::scale::scale;
use crate::gait;
use crate::hip::shipped as cycles;
use mechanics::rigid::tree::Skeleton;

/// How tall the person of our own model is, m.
pub(super) const HEIGHT: f64 = 1.80;
/// Hip to knee and knee to ankle of our own model, in the standing pose, m.
pub(super) const THIGH: f64 = 0.3957;
pub(super) const SHANK: f64 = 0.43;
/// Half of the distance of its hips, m.
const HIP_HALF: f64 = 0.0835;

/// Winter's subject: mass as printed, height as [Costa2016] has it, lengths as Table 1 of [Costa2016] has them.
pub(super) const WINTER_MASS: f64 = 56.7;
pub(super) const WINTER_HEIGHT: f64 = 1.63;
pub(super) const WINTER_THIGH: f64 = 0.3141;
pub(super) const WINTER_SHANK: f64 = 0.4081;

/// Frames of heel contact in [Winter2009], Appendix A, counted from 1.
const HEEL_CONTACTS: [usize; 2] = [28, 97];
/// How far the ankle of the standing leg is from the middle of the body, as a share of the height: half of a step 0.1 m wide.
const HALF_STEP: f64 = 0.05 / WINTER_HEIGHT;
/// Height of the centre of mass, as a share of the height.
const CENTRE: f64 = 0.57;
/// Harmonics of the cycle that are kept: about 6 Hz.
const HARMONICS: usize = 6;
/// Harmonics of what is assumed across the plane: another person's angles have no business with this one's accelerations.
const HARMONICS_ACROSS: usize = 2;
/// Share of the cycle in which the foot stands.
const STANCE: f64 = 0.6;
/// Direction from the metatarsal to the ankle in a foot that stands, as `winter_walk_angles.mot` has it, rad.
const INSTEP: f64 = 147.0 * std::f64::consts::PI / 180.0;

/// The model as it is shipped: 75.16 kg, about 1.80 m.
pub fn lower_limbs() -> Result<Anatomy, OsimError> {
    osim::read(include_str!("../../../../data/body/lower_limb.osim"))
}

/// What a person measures, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Size {
    pub mass: f64,
    pub height: f64,
    pub thigh: Option<f64>,
    pub shank: Option<f64>,
}

/// Our own model for a person: everything by height, thighs and shanks along themselves by their own lengths.
pub(super) fn fit(anatomy: &Anatomy, size: &Size) -> Anatomy {
    let whole = size.height / HEIGHT;
    let along = |length: Option<f64>, own: f64| length.map_or(whole, |length| length / own);
    let factor = |name: &str| match name {
        name if name.starts_with("femur") => Vector3::new(whole, along(size.thigh, THIGH), whole),
        name if name.starts_with("tibia") => Vector3::new(whole, along(size.shank, SHANK), whole),
        _ => Vector3::repeat(whole),
    };
    let factors: Vec<Vector3<f64>> = anatomy.tree.bodies.iter().map(|body| factor(&body.name)).collect();
    scale(anatomy, &factors, size.mass)
}

/// One cycle of a curve that need not close: what it gains from end to end is spread evenly and left out, and of the rest the
/// first harmonics are kept, c₀ + Σ (aₖ cos kωt + bₖ sin kωt).
struct Closed {
    period: f64,
    mean: f64,
    waves: Vec<[f64; 2]>,
}

impl Closed {
    fn new(values: &[f64], period: f64, harmonics: usize) -> Self {
        let n = values.len() - 1;
        let gain = values[n] - values[0];
        let closed: Vec<f64> = (0..n).map(|i| values[i] - gain * i as f64 / n as f64).collect();
        let wave = |k: usize| {
            let angle = |i: usize| std::f64::consts::TAU * (k + 1) as f64 * i as f64 / n as f64;
            let sum = |f: fn(f64) -> f64| closed.iter().enumerate().map(|(i, x)| x * f(angle(i))).sum::<f64>();
            [2.0 * sum(f64::cos) / n as f64, 2.0 * sum(f64::sin) / n as f64]
        };
        Self { period, mean: closed.iter().sum::<f64>() / n as f64, waves: (0..harmonics).map(wave).collect() }
    }

    fn at(&self, time: f64) -> f64 {
        let angle = std::f64::consts::TAU * time / self.period;
        let wave = |(k, [a, b]): (usize, &[f64; 2])| {
            let (sin, cos) = ((k + 1) as f64 * angle).sin_cos();
            a * cos + b * sin
        };
        self.mean + self.waves.iter().enumerate().map(wave).sum::<f64>()
    }
}

/// Winter's walk on our own model: the sagittal plane as measured [Winter2009] from heel contact to heel contact, closed to a
/// cycle of six harmonics; the other leg half a cycle later. Across it, adduction and rotation of the hip are those of the shipped cycle `walking`,
/// the pelvis lists by half of the difference of both adductions, and all adductions are shifted by one angle that makes steps
/// 0.1 m wide. The ground pushes under the ankle, towards the middle of the body at the height of its centre of mass.
pub(super) fn winter(anatomy: &Anatomy) -> Option<Recording> {
    let recording = gait::shipped::find("winter")?.recording();
    let gait::Kinematics::Markers(markers) = &recording.kinematics else { return None };
    let [first, last] = HEEL_CONTACTS.map(|frame| frame - 1);
    let begin = recording.times[first];
    let period = recording.times[last] - begin;
    let [_, hip, knee, ankle, toe] = &**markers;
    let span = first..=last;
    let direction = |low: &[[f64; 2]], high: &[[f64; 2]]| -> Vec<f64> {
        span.clone().map(|i| (high[i][1] - low[i][1]).atan2(high[i][0] - low[i][0])).collect()
    };
    let (thigh, shank, foot) = (direction(knee, hip), direction(ankle, knee), direction(toe, ankle));
    let upright = std::f64::consts::FRAC_PI_2;
    let count = thigh.len();
    let closed = |f: &dyn Fn(usize) -> f64| Closed::new(&(0..count).map(f).collect::<Vec<f64>>(), period, HARMONICS);
    let flexion = closed(&|i| thigh[i] - upright);
    let bend = closed(&|i| shank[i] - thigh[i]);
    let dorsal = closed(&|i| foot[i] - shank[i] - (INSTEP - upright));
    let place = |k: usize| closed(&|i| hip[first + i][k]);
    let (ahead, above) = (place(0), place(1));
    let stride = hip[last][0] - hip[first][0];

    let cycle = cycles::find("walking")?.samples(1.0, Some(period));
    let across = |k: usize| {
        let values: Vec<f64> = cycle.angles.iter().map(|angles| angles[k]).collect();
        Closed::new(&values, period, HARMONICS_ACROSS)
    };
    let (adduction, rotation) = (across(1), across(2));
    let femur = anatomy.tree.bodies.iter().find(|body| body.name == "femur_r")?;
    let centre = femur.joint.in_parent.translation.vector;
    let leaning = |t: f64| 0.5 * (adduction.at(t) + adduction.at(t + 0.5 * period));
    let list = |t: f64| 0.5 * (adduction.at(t + 0.5 * period) - adduction.at(t));
    let stance: Vec<f64> = (0..=30).map(|i| leaning(STANCE * period * f64::from(i) / 30.0)).collect();
    let size = size_of(anatomy)?;
    let wanted = ((centre.z - HALF_STEP * size.height) / size.leg).clamp(-0.5, 0.5).asin();
    let shift = wanted - stance.iter().sum::<f64>() / stance.len() as f64;

    // Twice as many instants as frames, one cycle and a little more at both ends so that splines are smooth at the strikes.
    let steps = 2 * (count - 1);
    let margin = steps / 5;
    let times: Vec<f64> =
        (0..=steps + 2 * margin).map(|i| period * (i as f64 - margin as f64) / steps as f64).collect();
    let series = |f: &dyn Fn(f64) -> f64| times.iter().map(|t| f(*t)).collect::<Vec<f64>>();
    let mut coordinates = vec![
        ("pelvis_tx".to_owned(), series(&|t| ahead.at(t) + stride * t / period - centre.x)),
        ("pelvis_ty".to_owned(), series(&|t| above.at(t) - centre.y * list(t).cos() + centre.z * list(t).sin())),
        ("pelvis_list".to_owned(), series(&list)),
    ];
    for (side, late) in [("r", 0.0), ("l", 0.5 * period)] {
        coordinates.push((format!("hip_flexion_{side}"), series(&|t| flexion.at(t + late))));
        coordinates.push((format!("hip_adduction_{side}"), series(&|t| shift + adduction.at(t + late))));
        coordinates.push((format!("hip_rotation_{side}"), series(&|t| rotation.at(t + late))));
        coordinates.push((format!("knee_angle_{side}"), series(&|t| bend.at(t + late))));
        coordinates.push((format!("ankle_angle_{side}"), series(&|t| dorsal.at(t + late))));
    }
    let height = CENTRE * size.height;
    let plates = plates(anatomy, &recording.ground, (&times, &coordinates), [begin, period, stride, height])?;
    Some(Recording {
        name: "winter".into(),
        source: "Winter's walk in the sagittal plane [Winter2009, Appendix A], heel contact to heel contact".into(),
        times,
        kinematics: Kinematics::Coordinates(coordinates),
        plates,
        emg: Vec::new(),
        heel_strikes: vec![0.0, period],
        notes: vec![
            "The measurement is planar. Across the plane, adduction and rotation of the hip are those of the shipped cycle `walking`, shifted so that steps are 0.1 m wide; the pelvis lists as both adductions ask; the ground pushes under the ankle, towards the middle of the body at the height of its centre of mass; and the other leg moves as this one, half a cycle later.".into(),
        ],
    })
}

/// Height of the person and length of the leg, m, as the model has them now.
struct Measures {
    height: f64,
    leg: f64,
}

/// The height follows from the width of the pelvis, which is scaled by it; the leg is measured along itself.
fn size_of(anatomy: &Anatomy) -> Option<Measures> {
    let skeleton = Skeleton::new(anatomy.tree.clone()).ok()?;
    let pose = skeleton.compute_pose(&skeleton.default_coordinates());
    let [hip, ankle] =
        ["femur_r", "talus_r"].map(|name| skeleton.find_body(name).map(|at| pose.bodies[at].joint_position));
    let (hip, ankle) = (hip?, ankle?);
    let half = anatomy.tree.bodies[skeleton.find_body("femur_r")?].joint.in_parent.translation.vector.z;
    Some(Measures { height: HEIGHT * half / HIP_HALF, leg: (hip - ankle).norm() })
}

/// The ground under both feet: as measured in stance, under the ankle.
fn plates(
    anatomy: &Anatomy,
    ground: &gait::Ground,
    (times, coordinates): (&[f64], &[(String, Vec<f64>)]),
    [begin, period, stride, height]: [f64; 4],
) -> Option<Vec<PlateRecord>> {
    let skeleton = Skeleton::new(anatomy.tree.clone()).ok()?;
    let indices: Vec<usize> = coordinates.iter().filter_map(|(name, _)| skeleton.find_coordinate(name)).collect();
    let measured = |time: f64| {
        let at = ground.times.partition_point(|t| *t < time).clamp(1, ground.times.len() - 1);
        let (left, right) = (at - 1, at);
        let share = ((time - ground.times[left]) / (ground.times[right] - ground.times[left])).clamp(0.0, 1.0);
        let between = |values: &[[f64; 2]], k: usize| values[left][k] + share * (values[right][k] - values[left][k]);
        let weight = |i: usize| ground.force[i][1].abs();
        let place = match (weight(left) > 1.0, weight(right) > 1.0) {
            (true, true) => between(&ground.point, 0),
            (true, false) => ground.point[left][0],
            _ => ground.point[right][0],
        };
        (between(&ground.force, 0), between(&ground.force, 1), place)
    };
    let mut plates = Vec::new();
    for (side, late) in [("r", 0.0), ("l", 0.5)] {
        let body = format!("calcn_{side}");
        let ankle = skeleton.find_body(&format!("talus_{side}"))?;
        let mut record = PlateRecord {
            body,
            times: times.to_vec(),
            force: Vec::new(),
            point: Vec::new(),
            moment: vec![Vector3::zeros(); times.len()],
        };
        for (frame, time) in times.iter().enumerate() {
            let own = time / period + late;
            let (whole, share) = (own.floor(), own.rem_euclid(1.0));
            let (forwards, upwards, place) = measured(begin + share * period);
            let mut q = skeleton.default_coordinates();
            indices.iter().zip(coordinates).for_each(|(index, (_, values))| q[*index] = values[frame]);
            skeleton.complete(&mut q);
            let under = skeleton.compute_pose(&q).bodies[ankle].position.z;
            record.force.push(Vector3::new(forwards, upwards, -upwards * under / height));
            record.point.push(Vector3::new(place + stride * (whole - late), 0.0, under));
        }
        plates.push(record);
    }
    Some(plates)
}
