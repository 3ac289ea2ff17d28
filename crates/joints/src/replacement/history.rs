//! What happened, frame by frame, before it is made into results.

use mechanics::contact::surfaces::{Fields, PatchSummary, Response, Scratch, Twist};
use mechanics::rigid::spatial::Sequence;
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};
use rayon::prelude::*;

use super::ligament::{self, Fibre, Pull};
use super::maps::Maps;
use super::parameters::Experiment;
use super::{Replacement, ReplacementError};
use crate::Watch;

/// Everything about one instant.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub time: f64,
    /// Flexion, adduction, rotation, anterior, superior, lateral.
    pub coordinates: [f64; 6],
    /// Where the pose says that it is.
    pub measured: [f64; 6],
    /// Axial force, anterior force on the tibia, torque on the tibia.
    pub loads: [f64; 3],
    pub response: Response,
    pub whole: PatchSummary,
    pub regions: Vec<PatchSummary>,
    /// Deepest overlap of the parts where the pose says that they are; none from a surrogate.
    pub measured_depth: Option<f64>,
    /// Every ligament.
    pub ligaments: Vec<Pull>,
}

/// What happened over the cycle.
#[derive(Debug)]
pub(super) struct History {
    pub frames: Vec<Frame>,
    /// None from a surrogate.
    pub maps: Option<Maps>,
    pub work: Vec<(String, u64)>,
}

/// Pose and twist of coordinates and their rates.
pub(super) fn place(coordinates: &[f64; 6], rates: &[f64; 6]) -> (Isometry3<f64>, Twist) {
    let [f, a, r, x, y, z] = *coordinates;
    let rotation = Sequence::YXZ.rotation(&[f, a, r]);
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(rotation));
    let twist = Twist {
        linear: Vector3::new(rates[3], rates[4], rates[5]),
        angular: Sequence::YXZ.spin(&rotation, &[rates[0], rates[1], rates[2]]),
    };
    (Isometry3::from_parts(Translation3::new(x, y, z), turn), twist)
}

/// What is known before the contact of a frame is evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instant {
    pub time: f64,
    pub coordinates: [f64; 6],
    pub rates: [f64; 6],
    pub measured: [f64; 6],
    pub loads: [f64; 3],
}

/// Frames that one task evaluates, each from the one before; a constant, so that no result depends on the number of threads.
const CHUNK: usize = 8;
/// Tasks that are out at a time: the fields of their frames are kept until they are in the maps.
const TASKS: usize = 4;

/// Evaluates the contact of all instants, with its fields; `rest` are the coordinates at which the parts settle, where the
/// load drives.
pub(super) fn record(
    knee: &Replacement,
    rest: Option<&[f64; 6]>,
    instants: &[Instant],
    watch: &dyn Watch,
) -> Result<(Vec<Frame>, Maps), ReplacementError> {
    let ligaments = match (&knee.parameters.experiment, rest) {
        (Experiment::LoadDriven(case), Some(rest)) => ligament::stretch(&case.ligaments, rest),
        _ => Vec::new(),
    };
    let follow = |instants: &[Instant]| -> Vec<(Frame, Fields)> {
        let mut scratch = knee.pair.scratch();
        instants.iter().map(|instant| evaluate(knee, instant, &ligaments, &mut scratch)).collect()
    };
    let (mut frames, mut maps) = (Vec::with_capacity(instants.len()), Maps::new(knee));
    let mut last: Option<(f64, Fields)> = None;
    let mut add = |found: Vec<(Frame, Fields)>| {
        for (frame, fields) in found {
            maps.add(knee, last.as_ref().map(|(time, before)| (before, frame.time - time)), &fields);
            last = Some((frame.time, fields));
            frames.push(frame);
        }
    };
    let mut found = Vec::new();
    for batch in instants.chunks(CHUNK * TASKS) {
        if watch.cancelled() {
            return Err(ReplacementError::Interrupted);
        }
        watch.progress("fields", batch.first().map_or(0.0, |instant| instant.time / knee.cycle.duration));
        // The maps of the frames before are made while these are evaluated.
        let before = std::mem::take(&mut found);
        let (now, ()) =
            rayon::join(|| batch.par_chunks(CHUNK).flat_map_iter(follow).collect::<Vec<_>>(), || add(before));
        found = now;
    }
    add(found);
    Ok((frames, maps))
}

fn evaluate(knee: &Replacement, instant: &Instant, ligaments: &[Fibre], scratch: &mut Scratch) -> (Frame, Fields) {
    let Instant { time, coordinates, rates, measured, loads } = *instant;
    let (pose, twist) = place(&coordinates, &rates);
    let (pair, reach) = (&knee.pair, knee.parameters.output.proximity.si());
    let mut fields = Fields::default();
    let response = pair.evaluate_with_fields(&pose, &twist, reach, scratch, std::slice::from_mut(&mut fields));
    let (whole, regions) = (*scratch.patch(), scratch.regions().to_vec());
    let measured_depth = Some(pair.compute_deepest(&place(&measured, &[0.0; 6]).0, scratch));
    let ligaments = ligaments.iter().map(|fibre| fibre.pull(&pose)).collect();
    (Frame { time, coordinates, measured, loads, response, whole, regions, measured_depth, ligaments }, fields)
}
