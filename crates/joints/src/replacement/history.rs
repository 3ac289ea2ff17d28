//! What happened, frame by frame, before it is made into results.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mechanics::contact::surfaces::{Fields, PatchSummary, Response, Scratch, Twist};
use mechanics::rigid::spatial::Sequence;
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};

use super::ligament::{self, Fibre, Pull};
use super::maps::{Detail, Maps};
use super::parameters::Experiment;
use super::platform::{Turned, pose_on_tray};
use super::{Replacement, ReplacementError};
use crate::Watch;

/// Everything about one instant.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub time: f64,
    /// Flexion, adduction, rotation, anterior, superior, lateral.
    pub coordinates: [f64; 6],
    /// Their rates.
    pub rates: [f64; 6],
    /// Where the pose says that it is.
    pub measured: [f64; 6],
    /// Axial force, anterior force on the tibia, torque on the tibia.
    pub loads: [f64; 3],
    pub response: Response,
    pub whole: PatchSummary,
    pub regions: Vec<PatchSummary>,
    /// Deepest overlap of the parts where the pose says that they are; none from a surrogate, or where the load drives.
    pub measured_depth: Option<f64>,
    /// Every ligament.
    pub ligaments: Vec<Pull>,
    /// How the insert has turned on its tray, where it can; coordinates are those against the insert.
    pub platform: Option<Turned>,
    /// The contact of cam and post, where there are any.
    pub post: Option<PatchSummary>,
}

/// What happened over the cycle.
#[derive(Debug)]
pub(super) struct History {
    pub frames: Vec<Frame>,
    /// None from a surrogate.
    pub maps: Option<Maps>,
    pub work: Vec<(String, u64)>,
    /// Unbalanced force that is left where it is largest, as a share of the largest force there.
    pub missed: f64,
}

/// A history as far as it goes, and why it goes no further.
pub(super) type Followed = (History, Option<ReplacementError>);

/// Fewer frames are no stretch of a motion: of a run that failed before, nothing is kept.
pub(super) const FEWEST: usize = 4;

/// Why a run goes no further; where somebody asked to stop, nothing is kept of it.
pub(super) fn ended(why: ReplacementError) -> Result<Option<ReplacementError>, ReplacementError> {
    if why == ReplacementError::Interrupted { Err(why) } else { Ok(Some(why)) }
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
    /// How the insert has turned on its tray, where it can; coordinates are those against the insert.
    pub platform: Option<Turned>,
}

/// Frames that one task evaluates, each from the one before; a constant, so that no result depends on the number of threads.
const CHUNK: usize = 8;

/// Evaluates the contact of all instants, with its fields; `rest` are the coordinates at which the parts settle, where the
/// load drives.
pub(super) fn record(
    knee: &Replacement,
    rest: Option<&[f64; 6]>,
    (instants, detail): (&[Instant], Detail),
    watch: &dyn Watch,
) -> Result<(Vec<Frame>, Maps), ReplacementError> {
    let ligaments = match (&knee.parameters.experiment, rest) {
        (Experiment::LoadDriven(case), Some(rest)) => ligament::stretch(&case.ligaments, rest),
        _ => Vec::new(),
    };
    // Gaps beside the patch are for maps alone.
    let reach = if detail == Detail::Full { knee.parameters.output.proximity.si() } else { 0.0 };
    let follow = |instants: &[Instant]| -> Vec<(Frame, Fields)> {
        let mut scratch = knee.pair.scratch();
        instants.iter().map(|instant| evaluate(knee, instant, (&ligaments, reach), &mut scratch)).collect()
    };
    let chunks: Vec<&[Instant]> = instants.chunks(CHUNK).collect();
    // Tasks are taken in the order of time, so that few frames wait for those before them.
    let (next, finished) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let recording = Mutex::new(Recording {
        frames: Vec::with_capacity(instants.len()),
        maps: Maps::new(knee, detail),
        chunks: 0,
        last: None,
    });
    // What has been evaluated is recorded by one task at a time, in the order of time; the others go on with their own.
    let record = |recording: &mut Recording| {
        loop {
            // The lock must not last until the frames are in the maps.
            let Some(found) = lock(&finished).remove(&recording.chunks) else { break };
            recording.add(found);
            watch.progress("fields", recording.frames.len() as f64 / instants.len() as f64);
        }
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(chunks.len()) {
            scope.spawn(|_| {
                while let Some((number, chunk)) = take(&next, &chunks).filter(|_| !watch.cancelled()) {
                    let found = follow(chunk);
                    lock(&finished).insert(number, found);
                    if let Ok(mut recording) = recording.try_lock() {
                        record(&mut recording);
                    }
                }
            });
        }
    });
    let mut recording = recording.into_inner().unwrap_or_else(PoisonError::into_inner);
    record(&mut recording);
    if watch.cancelled() || recording.chunks < chunks.len() {
        return Err(ReplacementError::Interrupted);
    }
    Ok((recording.frames, recording.maps))
}

/// The next of some tasks, with its number.
fn take<T: Copy>(next: &AtomicUsize, tasks: &[T]) -> Option<(usize, T)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    tasks.get(number).map(|task| (number, *task))
}

/// A task that panicked takes the whole scope with it: what it held is never read again.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Frames and maps as far as they have been made.
struct Recording {
    frames: Vec<Frame>,
    maps: Maps,
    /// Tasks that are in.
    chunks: usize,
    /// Time and fields of the last frame.
    last: Option<(f64, Fields)>,
}

impl Recording {
    fn add(&mut self, found: Vec<(Frame, Fields)>) {
        for (frame, fields) in found {
            let before = self.last.as_ref().map(|(time, before)| (before, frame.time - time));
            self.maps.add(before, &fields);
            self.last = Some((frame.time, fields));
            self.frames.push(frame);
        }
        self.chunks += 1;
    }
}

fn evaluate(
    knee: &Replacement,
    instant: &Instant,
    (ligaments, reach): (&[Fibre], f64),
    scratch: &mut Scratch,
) -> (Frame, Fields) {
    let Instant { time, coordinates, rates, measured, loads, platform } = *instant;
    let (pose, twist) = place(&coordinates, &rates);
    let pair = &knee.pair;
    let mut fields = Fields::default();
    let response = pair.evaluate_with_fields(&pose, &twist, reach, scratch, std::slice::from_mut(&mut fields));
    let (whole, regions) = (*scratch.patch(), scratch.regions().to_vec());
    let measured_depth = matches!(knee.parameters.experiment, Experiment::MeasuredPose(_))
        .then(|| pair.compute_deepest(&place(&measured, &[0.0; 6]).0, scratch));
    let on_tray = pose_on_tray(&coordinates, platform);
    let ligaments = ligaments.iter().map(|fibre| fibre.pull(&on_tray)).collect();
    let post = look_at_post(knee, &pose, &twist);
    let frame = Frame {
        time,
        coordinates,
        rates,
        measured,
        loads,
        response,
        whole,
        regions,
        measured_depth,
        ligaments,
        platform,
        post,
    };
    (frame, fields)
}

/// The patch between cam and post.
pub(super) fn look_at_post(knee: &Replacement, pose: &Isometry3<f64>, twist: &Twist) -> Option<PatchSummary> {
    let post = knee.post.as_ref()?;
    let mut scratch = post.scratch();
    post.evaluate(pose, twist, &mut scratch);
    Some(*scratch.patch())
}
