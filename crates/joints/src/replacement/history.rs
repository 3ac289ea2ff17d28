//! What happened, frame by frame, before it is made into results.

use mechanics::contact::surfaces::{Fields, PatchSummary, Response, Scratch, Twist};
use mechanics::rigid::spatial::Sequence;
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};

use super::Replacement;
use super::ligament::{self, Fibre, Pull};
use super::maps::Maps;
use super::parameters::Experiment;

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

/// Evaluates the contact of one frame after the other, with its fields.
pub(super) struct Recorder<'a> {
    knee: &'a Replacement,
    scratch: Scratch,
    /// Of this frame, of the last, and of the one before.
    fields: [Fields; 3],
    frames: Vec<Frame>,
    maps: Maps,
    ligaments: Vec<Fibre>,
    /// How long before the last frame, whose maps are not yet made, there was another.
    pending: Option<Option<f64>>,
}

impl<'a> Recorder<'a> {
    /// With the coordinates at which the parts settle, where the load drives.
    pub fn new(knee: &'a Replacement, rest: Option<&[f64; 6]>) -> Self {
        let ligaments = match (&knee.parameters.experiment, rest) {
            (Experiment::LoadDriven(case), Some(rest)) => ligament::stretch(&case.ligaments, rest),
            _ => Vec::new(),
        };
        Self {
            knee,
            ligaments,
            scratch: knee.pair.scratch().in_parallel(),
            fields: [(); 3].map(|()| Fields::default()),
            frames: Vec::with_capacity(knee.parameters.output.frames),
            maps: Maps::new(knee),
            pending: None,
        }
    }

    /// The next frame.
    pub fn record(&mut self, instant: &Instant) {
        let Self { knee, scratch, fields, frames, maps, ligaments, pending } = self;
        let pair = &knee.pair;
        let Instant { time, coordinates, rates, measured, loads } = *instant;
        let (pose, twist) = place(&coordinates, &rates);
        let reach = knee.parameters.output.proximity.si();
        fields.rotate_right(1);
        let [now, last, before] = fields;
        // The maps of the last frame are made while this one is evaluated.
        let (response, ()) = rayon::join(
            || pair.evaluate_with_fields(&pose, &twist, reach, scratch, std::slice::from_mut(now)),
            || pending.iter().for_each(|step| maps.add(knee, step.map(|step| (&*before, step)), last)),
        );
        let (whole, regions) = (*scratch.patch(), scratch.regions().to_vec());
        let measured_depth = Some(pair.compute_deepest(&place(&measured, &[0.0; 6]).0, scratch));
        *pending = Some(frames.last().map(|last: &Frame| time - last.time));
        let ligaments = ligaments.iter().map(|fibre| fibre.pull(&pose)).collect();
        frames.push(Frame { time, coordinates, measured, loads, response, whole, regions, measured_depth, ligaments });
    }

    /// All of them.
    pub fn finish(mut self, work: Vec<(String, u64)>) -> History {
        let [now, before, _] = &self.fields;
        if let Some(step) = self.pending {
            self.maps.add(self.knee, step.map(|step| (before, step)), now);
        }
        History { frames: self.frames, maps: Some(self.maps), work }
    }
}
