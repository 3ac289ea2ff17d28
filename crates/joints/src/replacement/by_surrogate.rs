//! Equilibrium over the cycle with a surrogate in place of the contact, and the fit of one.

use std::sync::Arc;

use mechanics::contact::surrogate::{
    BoundPair, ContactAccuracy, Kind, PairDesign, PairProvenance, PairScratch, PairSurrogate, SurrogateError,
    SurrogateSettings, TubeSettings, compute_coordinates, compute_pose,
};
use mechanics::rigid::spatial::{EquilibriumSettings, Model, Scratch};

use super::balance::{Curves, compute_rates_as_far, cut_where_too_far, measure, settle};
use super::drive::{self, Options};
use super::history::{FEWEST, Followed, Frame, History, Instant, ended, place};
use super::ligament::{self, Fibre};
use super::parameters::{Adjust, Experiment, Friction, LoadDriven, MeasuredPose};
use super::search::{Quest, Seeker, equilibrium_settings, state_at, values};
use super::{Replacement, ReplacementError};
use crate::surrogates::{FittedTo, Judged, seal, unseal};
use crate::{Problem, Watch};

/// A fitted surrogate of a knee replacement's contact: a file that studies of the same implant can use.
#[derive(Debug, Clone)]
pub struct ContactSurrogate(pub(super) Arc<PairSurrogate>);

impl From<PairSurrogate> for ContactSurrogate {
    fn from(surrogate: PairSurrogate) -> Self {
        Self(Arc::new(surrogate))
    }
}

impl ContactSurrogate {
    /// What is usual, for each piece of the motion.
    pub const SETTINGS: SurrogateSettings = SurrogateSettings {
        kind: Kind::ResponseSurface,
        initial: 100,
        refinement: 16,
        held_out: 10,
        order: 3,
        seed: 0,
    };

    /// Reads the content of a file.
    ///
    /// # Errors
    /// When it is no surrogate, one of a hip, or one of another version.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        if FittedTo::of(bytes) == Some(FittedTo::Hip) {
            let hint = "make one with `synovia fit` from a study of this knee";
            let message = "the file holds a surrogate of a hip, and this is a knee replacement";
            return Err(Problem::new("surrogate.path", message, hint));
        }
        let wrong = |message: String| Problem::new("surrogate.path", message, "make one with `synovia fit`");
        let object = unseal(bytes).map_err(|what| wrong(what.into()))?;
        let read = serde_json::from_slice(&object);
        read.map(|surrogate| Self(Arc::new(surrogate)))
            .map_err(|error| wrong(format!("the file holds no surrogate of this version: {error}")))
    }

    /// The content of a file.
    ///
    /// # Errors
    /// When a number of it cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec(&*self.0).map(seal).map_err(|error| error.to_string())
    }

    /// Its errors on poses held out.
    pub fn accuracy(&self) -> &ContactAccuracy {
        self.0.accuracy()
    }

    /// What it was made from.
    pub fn provenance(&self) -> &PairProvenance {
        self.0.provenance()
    }

    /// Root of the mean square of the leave-one-out errors of its gaps, in m.
    pub fn leave_one_out(&self) -> f64 {
        self.0.leave_one_out()
    }

    /// Pieces of the motion.
    pub fn pieces(&self) -> usize {
        self.0.size()
    }
}

impl Judged {
    /// Judges a surrogate; poses outside of its domain do not count.
    ///
    /// # Errors
    /// When it is not one of the design.
    pub fn of(surrogate: &PairSurrogate, design: &PairDesign) -> Result<Self, ReplacementError> {
        let bound = design.bind(surrogate)?;
        let mut own = bound.scratch();
        let mut pairs: Vec<(f64, f64)> = Vec::new();
        for sample in design.held_out() {
            let Some(said) = bound.evaluate_loads(&compute_pose(&sample.coordinates), &mut own) else { continue };
            let wrong = said.wrench - sample.loads.wrench;
            pairs.push((sample.loads.force(), wrong.fixed_rows::<3>(0).norm() / sample.loads.force()));
        }
        Ok(Self::of_pairs(pairs))
    }
}

impl Replacement {
    /// Poses around the motion that the contact itself gives, without friction and with it, to fit surrogates to.
    ///
    /// # Errors
    /// When the motion cannot be computed, or its poses cannot be sampled.
    pub fn draw_design(
        &self,
        (tube, settings): (&TubeSettings, &SurrogateSettings),
        origin: &str,
        watch: &dyn Watch,
    ) -> Result<PairDesign, ReplacementError> {
        if self.elements.is_some() {
            return Err(ReplacementError::NoSprings);
        }
        let bare = Self { surrogate: None, ..self.clone() };
        let motions = bare.compute_motions(watch)?;
        let go_on = |done: f64| {
            watch.progress("samples", done);
            !watch.cancelled()
        };
        match PairDesign::draw(&self.pair, &motions, (tube, settings), origin, &go_on) {
            Err(SurrogateError::Stopped) => Err(ReplacementError::Interrupted),
            drawn => Ok(drawn?),
        }
    }

    /// Coordinates of the contact over the cycle in equilibrium, without and with friction, and by the equations of motion
    /// where the study asks for them, as surrogates count them. In a simulator the place where the parts settle comes first.
    pub fn compute_motions(&self, watch: &dyn Watch) -> Result<Vec<Vec<[f64; 6]>>, ReplacementError> {
        let knee = self.prepare(watch)?;
        let (settled, found) = super::balance::compute_motions(&knee, watch)?;
        let coordinates = |found: &[f64; 6]| compute_coordinates(&place(found, &[0.0; 6]).0);
        let mut motions: Vec<Vec<[f64; 6]>> =
            found.iter().map(|motion| motion.iter().map(coordinates).collect()).collect();
        if let (Some(settled), Some(first)) = (settled, motions.first_mut()) {
            first.insert(0, coordinates(&settled));
        }
        if let Experiment::LoadDriven(LoadDriven { dynamic: Some(input), .. }) = &self.parameters.experiment {
            let at = |i: u32| self.cycle.duration * f64::from(i) / f64::from(BETWEEN_FRAMES);
            let times: Vec<f64> = (0..=BETWEEN_FRAMES).map(at).collect();
            let moved = super::dynamics::integrate(&knee, input, &times, watch)?;
            if let Some(why) = moved.stopped {
                return Err(why);
            }
            motions.push(moved.instants.iter().map(|instant| coordinates(&instant.coordinates)).collect());
        }
        Ok(motions)
    }

    /// The same replacement, with a surrogate in place of the contact.
    ///
    /// # Errors
    /// When it was fitted to another contact.
    pub fn with_surrogate(mut self, surrogate: ContactSurrogate) -> Result<Self, Problem> {
        let bound = BoundPair::new(surrogate.0, self.pair.clone()).map_err(|error| {
            let hint = error.hint().unwrap_or_else(|| "fit it again".into());
            Problem::new("surrogate.path", error.to_string(), hint)
        })?;
        self.surrogate = Some(Arc::new(bound));
        Ok(self)
    }
}

/// Instants at which equations of motion say where a surrogate will be asked: not at the frames alone, but all the way.
const BETWEEN_FRAMES: u32 = 400;
/// Steps with the surrogate after which the contact itself is asked: inside of the domain it takes a few, but where the
/// balance leaps.
const MOST_STEPS: u32 = 40;
/// Steps from places that are known from the motion of the fit, before the contact itself is asked.
const LAST_STEPS: u32 = 200;

/// What the frames need.
struct Solver<'a> {
    knee: &'a Replacement,
    surrogate: &'a BoundPair,
    curves: &'a Curves,
    settings: EquilibriumSettings,
    model: Model,
    scratch: Scratch,
    /// Without the surrogate.
    seeker: Seeker<'a>,
    full: Option<[Scratch; 2]>,
    steps: u64,
    missed: f64,
    fallbacks: u64,
}

/// Solves every frame with the surrogate; a place of rest outside of its domain is sought again with the contact itself.
pub(super) fn run(knee: &Replacement, surrogate: &BoundPair, watch: &dyn Watch) -> Result<Followed, ReplacementError> {
    let curves = &Curves::new(knee)?;
    let settings = EquilibriumSettings { most_steps: MOST_STEPS, ..equilibrium_settings() };
    let times = knee.frame_times();
    let failed = |error| ReplacementError::Motion(Box::new(error));
    let rest = find_rest(knee, surrogate, curves, watch)?;
    let options = Options::still(rest);
    let mut own = surrogate.scratch();
    let model = drive::build_by_surrogate(knee, &options).map_err(failed)?;
    let seeker = Seeker::new(knee, curves, options, watch)?;
    let mut scratch = Scratch::new(&model);
    scratch.surrogates_mut().for_each(|one| (one.beyond, one.at_rest) = (true, true));
    let (full, steps, missed, fallbacks) = (None, 0, 0.0, 0);
    let mut solver =
        Solver { knee, surrogate, curves, settings, model, scratch, seeker, full, steps, missed, fallbacks };
    let known = |which: usize| {
        let motion = surrogate.surrogate().motions().get(which)?;
        // Where the parts settle may come first; another number of frames is of no use.
        let first = motion.len().checked_sub(times.len()).filter(|first| *first <= 1)?;
        let motion = &motion[first..];
        let turned = |&[x, y, z, f, a, r]: &[f64; 6]| [f, a, r, x, y, z];
        Some(motion.iter().map(turned).collect::<Vec<[f64; 6]>>())
    };
    let (mut found, mut failed) = solver.solve(&times, [None, known(0).as_deref()], watch)?;
    if found.len() < FEWEST
        && let Some(why) = failed
    {
        return Err(why);
    }
    let rates = compute_rates_as_far(knee, &found)?;
    if matches!(knee.parameters.friction, Friction::Coulomb(_)) {
        let before = known(1).unwrap_or_else(|| found.clone());
        let (again, why) = solver.solve(&times[..found.len()], [Some(&rates), Some(&before)], watch)?;
        (found, failed) = (again, failed.or(why));
    }
    if failed.is_none() {
        failed = cut_where_too_far(knee, solver.curves, (&times, &mut found), watch);
    }
    if found.len() < FEWEST
        && let Some(why) = failed
    {
        return Err(why);
    }
    let instants = times.iter().zip(&found).zip(&rates).map(|((&time, coordinates), rates)| {
        let (measured, loads) = (solver.curves.measured(time), solver.curves.loads(time));
        Instant { time, coordinates: *coordinates, rates: *rates, measured, loads, platform: None }
    });
    let frames = record(knee, (surrogate, &mut own), rest.as_ref(), instants);
    let evaluations = solver.scratch.surrogates_mut().map(|one| one.evaluations).sum();
    let work = vec![
        ("newton_steps".into(), solver.steps),
        ("surrogate_evaluations".into(), evaluations),
        ("surrogate_fallbacks".into(), solver.fallbacks),
    ];
    Ok((History { frames, maps: None, work, missed: solver.missed }, failed))
}

/// Whether the surrogate knows these coordinates of the knee.
fn knows(surrogate: &BoundPair, coordinates: &[f64; 6], own: &mut PairScratch) -> bool {
    surrogate.evaluate_loads(&place(coordinates, &[0.0; 6]).0, own).is_some()
}

/// The place of rest near some coordinates of the contact, as the surrogate has it, also beyond its domain.
fn solve_near(model: &Model, start: &[f64; 6], settings: &EquilibriumSettings) -> Option<[f64; 6]> {
    let mut scratch = Scratch::new(model);
    scratch.surrogates_mut().for_each(|one| (one.beyond, one.at_rest) = (true, true));
    let mut state = model.described_state(0.0);
    let [x, y, z, flexion, adduction, rotation] = *start;
    model.set_coordinates(0, &[flexion, adduction, rotation, x, y, z], &mut state);
    let (state, _) = model.solve_equilibrium(&state, settings, &mut scratch).ok()?;
    Some(values(&state))
}

impl Solver<'_> {
    /// Every frame as far as there is a place of rest, and why there is none beyond.
    fn solve(
        &mut self,
        times: &[f64],
        [rates, before]: [Option<&[[f64; 6]]>; 2],
        watch: &dyn Watch,
    ) -> Result<(Vec<[f64; 6]>, Option<ReplacementError>), ReplacementError> {
        let mut found: Vec<[f64; 6]> = Vec::with_capacity(times.len());
        for (i, &time) in times.iter().enumerate() {
            if watch.cancelled() {
                return Err(ReplacementError::Interrupted);
            }
            let velocity = rates.map(|rates| rates[i]);
            let near = Self::guess(&found, before);
            let mut place_of_rest = near.iter().find_map(|guess| self.find(time, (guess, velocity)));
            let known = if place_of_rest.is_none() { self.known(&found, time) } else { Vec::new() };
            if place_of_rest.is_none() {
                let careful = EquilibriumSettings { most_steps: LAST_STEPS, ..equilibrium_settings() };
                let quick = std::mem::replace(&mut self.settings, careful);
                place_of_rest = known.iter().find_map(|guess| self.find(time, (guess, velocity)));
                self.settings = quick;
            }
            if place_of_rest.is_none() {
                self.fallbacks += 1;
                let measured = self.curves.measured(time);
                let guess = self.start(time, near.first().or(known.first()).unwrap_or(&measured));
                let before = found.last().zip(i.checked_sub(1)).map(|(last, i)| (times[i], *last));
                let quest = Quest { time, guess, rates: velocity, before, bare: before.map(|(_, last)| last) };
                let scratches = self.full.get_or_insert_with(|| self.seeker.scratches().map(Scratch::in_parallel));
                let rest = match self.seeker.find(&quest, scratches) {
                    Ok(rest) => rest,
                    Err(why) => return Ok((found, ended(why)?)),
                };
                self.steps += rest.steps;
                self.missed = self.missed.max(rest.missed);
                place_of_rest = Some(rest.coordinates);
            }
            found.extend(place_of_rest);
        }
        Ok((found, None))
    }

    /// The place of rest near a guess, if the surrogate knows it.
    fn find(&mut self, time: f64, (guess, velocity): (&[f64; 6], Option<[f64; 6]>)) -> Option<[f64; 6]> {
        self.scratch.surrogates_mut().for_each(PairScratch::let_go);
        let start = self.start(time, guess);
        let state = state_at(&self.model, time, &start, velocity.as_ref());
        let (state, steps) = self.model.solve_equilibrium(&state, &self.settings, &mut self.scratch).ok()?;
        self.steps += u64::from(steps);
        // The last pose that was evaluated is the place of rest, or a nanometre beside it.
        self.scratch.surrogates_mut().all(|one| one.inside).then(|| values(&state))
    }

    /// Where to begin: on from the last frame as a motion before went on (that of the fit, or that without friction), or
    /// straight on from the two frames before.
    fn guess(found: &[[f64; 6]], before: Option<&[[f64; 6]]>) -> Vec<[f64; 6]> {
        let i = found.len();
        match (found, before) {
            ([.., last], Some(before)) => {
                vec![std::array::from_fn(|k| last[k] + before[i][k] - before[i - 1][k]), before[i]]
            }
            ([], Some(before)) => vec![before[0]],
            ([.., earlier, last], None) => vec![std::array::from_fn(|k| 2.0 * last[k] - earlier[k]), *last],
            ([last], None) => vec![*last],
            ([], None) => Vec::new(),
        }
    }

    /// Where a motion that the surrogate was fitted around was at about the same flexion.
    fn known(&self, found: &[[f64; 6]], time: f64) -> Vec<[f64; 6]> {
        let mut measured = self.curves.measured(time);
        measured[0] = self.curves.flexion(time);
        let last = *found.last().unwrap_or(&measured);
        let known = self.surrogate.surrogate().motions().iter().flatten();
        let mut known: Vec<[f64; 6]> = known.map(|&[x, y, z, f, a, r]| [f, a, r, x, y, z]).collect();
        let far = |at: &[f64; 6]| {
            // A radian of flexion counts as 1 m: it is prescribed. The others have the arm of a condyle.
            let along = |k: usize| (at[k] - last[k]) * if k < 3 { 0.025 } else { 1.0 };
            (at[0] - measured[0]).abs() + (1..6).map(|k| along(k).powi(2)).sum::<f64>().sqrt()
        };
        known.sort_by(|a, b| far(a).total_cmp(&far(b)));
        known.truncate(3);
        known
    }

    /// A guess, with what a measured pose prescribes.
    fn start(&self, time: f64, guess: &[f64; 6]) -> [f64; 6] {
        let Experiment::MeasuredPose(MeasuredPose { adjust, .. }) = self.knee.parameters.experiment else {
            return *guess;
        };
        let mut start = self.curves.measured(time);
        start[4] = guess[4];
        if adjust == Adjust::SuperiorAndAdduction {
            start[1] = guess[1];
        }
        start
    }
}

/// Where the restraints of a simulator are at rest, as [`settle`] has it: with the surrogate where it knows the place.
pub(super) fn find_rest(
    knee: &Replacement,
    surrogate: &BoundPair,
    curves: &Curves,
    watch: &dyn Watch,
) -> Result<Option<[f64; 6]>, ReplacementError> {
    if !matches!(knee.parameters.experiment, Experiment::LoadDriven(_)) {
        return Ok(None);
    }
    let model = drive::build_by_surrogate(knee, &Options::still(None))
        .map_err(|error| ReplacementError::Motion(Box::new(error)))?;
    let start = surrogate.surrogate().motions().first().and_then(|motion| motion.first()).copied();
    let found = start.and_then(|start| solve_near(&model, &start, &equilibrium_settings()));
    match found.filter(|found| knows(surrogate, found, &mut surrogate.scratch())) {
        Some(found) => Ok(Some(found)),
        None => settle(knee, curves, watch),
    }
}

/// Frames as the surrogate sees them; the contact itself is asked outside of its domain.
pub(super) fn record(
    knee: &Replacement,
    (surrogate, own): (&BoundPair, &mut PairScratch),
    rest: Option<&[f64; 6]>,
    instants: impl Iterator<Item = Instant>,
) -> Vec<Frame> {
    let ligaments = rest.map_or_else(Vec::new, |rest| ligament::stretch(knee.ligaments(), rest));
    instants.map(|instant| record_one(knee, (surrogate, own), &instant, &ligaments)).collect()
}

fn record_one(
    knee: &Replacement,
    (surrogate, own): (&BoundPair, &mut PairScratch),
    instant: &Instant,
    ligaments: &[Fibre],
) -> Frame {
    let Instant { time, coordinates, rates, measured, loads, platform } = *instant;
    let (pose, twist) = place(&coordinates, &rates);
    let ligaments = ligaments.iter().map(|fibre| fibre.pull(&pose)).collect();
    own.let_go();
    let Some((response, _)) = surrogate.evaluate(&pose, &twist, false, own) else {
        return measure(knee, instant, (&pose, &twist), ligaments);
    };
    let (whole, regions) = (*own.patch(), own.regions().to_vec());
    let (measured_depth, post) = (None, None);
    Frame {
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
    }
}
