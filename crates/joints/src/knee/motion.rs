//! Forward dynamics of one run.

use std::f64::consts::FRAC_PI_2;

use mechanics::contact::Damping;
use mechanics::rigid::{EventKind, Model, Simulation, SimulationSettings, Stabilisation, State};
use numerics::ode::{Limits, Scheme};

use super::KneeError;
use super::case::{Case, Kneecap, Layout};
use super::history::{End, Episode, Frame, History, PatellaFrame, Potentials, Side};
use super::parameters::{Parameters, SchemeName};

/// The tibia is the first body, and touches the femur in the first contact.
const BODY: usize = 0;
const CONTACT: usize = 0;

/// Steps between two questions whether to go on.
const PATIENCE: u64 = 256;

/// The interior of a step is looked at in so many parts: the loop of an impact is drawn through them.
const PARTS: usize = 6;

/// Somebody to ask whether to go on, and to tell how far the run is (0 to 1).
pub(super) type Progress<'a> = &'a dyn Fn(f64) -> bool;

/// Frames that are something to look at, where a run has failed after them.
const LEAST_FRAMES: usize = 3;

/// A run; or what there is of it, and why it did not go on.
pub(super) type Followed = (History, Option<KneeError>);

/// Runs one case. `go_on` hears how far it is and says whether to go on.
pub(super) fn integrate(parameters: &Parameters, case: &Case, go_on: Progress<'_>) -> Result<Followed, KneeError> {
    let model = &case.model;
    let failed = |source| KneeError::Motion { run: case.label.clone(), source: Box::new(source) };
    let timing = &parameters.time;
    let settings = SimulationSettings {
        scheme: match timing.scheme {
            SchemeName::DormandPrince => Scheme::DormandPrince,
            SchemeName::Rkf45 => Scheme::Rkf45,
            SchemeName::Rosenbrock => Scheme::Rosenbrock,
            SchemeName::Bdf => Scheme::Bdf,
        },
        tolerance: timing.tolerance,
        limits: Limits { smallest_step: 1e-14, largest_step: timing.duration.si() / 100.0, ..Limits::default() },
        stabilisation: Stabilisation::None,
    };
    let start = model.assemble(0.0).map_err(failed)?;
    let mut simulation = Simulation::new(model, start, settings);
    let mut record = Record::new(parameters, case, &simulation);
    let (mut steps, mut stopped) = (0, None);
    while record.end.is_none() && simulation.time() < record.duration {
        if steps % PATIENCE == 0 && !go_on(simulation.time() / record.duration) {
            return Err(KneeError::Interrupted);
        }
        steps += 1;
        // A step that meets an event ends there, and the damping changes only afterwards.
        let dampings = dampings(&simulation, case);
        let events = match simulation.step(record.duration) {
            Ok(events) => events.to_vec(),
            Err(source) if record.frames.len() < LEAST_FRAMES => return Err(failed(source)),
            Err(source) => {
                stopped = Some(failed(source));
                break;
            }
        };
        record.look(&simulation, &dampings);
        for event in events.into_iter().filter(|event| event.contact == CONTACT) {
            record.note(event.time, event.kind);
        }
    }
    Ok((record.finish(&simulation), stopped))
}

/// Damping of the present episode of every contact.
fn dampings(simulation: &Simulation<'_>, case: &Case) -> Vec<Damping> {
    (0..case.model.contact_names().count()).map(|contact| simulation.damping(contact)).collect()
}

/// What is being written down.
struct Record<'a> {
    model: &'a Model,
    layout: Layout,
    /// Length of the quadriceps' line at the start.
    quadriceps: f64,
    duration: f64,
    interval: f64,
    frames: Vec<Frame>,
    episodes: Vec<Episode>,
    last: Frame,
    first_impact: Vec<[f64; 2]>,
    /// Indentation and force of the present contact, and of the one with the highest force so far.
    path: Vec<[f64; 2]>,
    hardest: Vec<[f64; 2]>,
    /// Energy lost before the first impact, and since then up to its end.
    first_impact_loss: [f64; 2],
    peak_force: f64,
    peak_indentation: f64,
    peak_tensions: Vec<f64>,
    peaks_beside: [f64; 4],
    depths_beside: [f64; 2],
    /// Whether a straight knee ends the run.
    straight: bool,
    widest_gap: f64,
    deepest: f64,
    plateau: [f64; 2],
    end: Option<(End, f64)>,
}

impl<'a> Record<'a> {
    fn new(parameters: &Parameters, case: &'a Case, simulation: &Simulation<'_>) -> Self {
        let (model, layout, state) = (&case.model, case.layout, simulation.state());
        let length = |cap: Kneecap| cap.parameters.quadriceps_length(&state.frame(cap.body));
        let quadriceps = layout.patella.map_or(0.0, length);
        let frame = frame_at(model, (&layout, quadriceps), &state, &dampings(simulation, case));
        let touching = Episode { begin: 0.0, end: 0.0, approach: None, parted: false };
        Self {
            model,
            layout,
            quadriceps,
            duration: parameters.time.duration.si(),
            interval: parameters.time.interval.si(),
            episodes: if frame.gap < 0.0 { vec![touching] } else { Vec::new() },
            frames: vec![frame.clone()],
            last: frame,
            first_impact: Vec::new(),
            path: Vec::new(),
            hardest: Vec::new(),
            first_impact_loss: [0.0; 2],
            peak_force: 0.0,
            peak_indentation: 0.0,
            peak_tensions: vec![0.0; layout.ligaments],
            peaks_beside: [0.0; 4],
            depths_beside: [0.0; 2],
            straight: parameters.time.stop_when_straight,
            widest_gap: parameters.dislocation.gap.si(),
            deepest: parameters.dislocation.depth.si(),
            plateau: parameters.dislocation.plateau.map(|l| l.si()),
            end: None,
        }
    }

    fn frame(&self, state: &State, dampings: &[Damping]) -> Frame {
        frame_at(self.model, (&self.layout, self.quadriceps), state, dampings)
    }

    /// The last step: reasons to stop within it, peaks, the first impact, reported instants.
    fn look(&mut self, simulation: &Simulation<'_>, damping: &[Damping]) {
        let (from, to) = (simulation.previous_time(), simulation.time());
        let in_first_impact = self.is_first_impact();
        for part in 1..=PARTS {
            let time = from + (to - from) * part as f64 / PARTS as f64;
            let frame = self.frame(&simulation.interpolate(time), damping);
            if let Some(end) = self.reason(&frame) {
                let before = from + (to - from) * (part - 1) as f64 / PARTS as f64;
                let when = self.locate(simulation, damping, before, time);
                let frame = self.frame(&simulation.interpolate(when), damping);
                self.end = Some((self.reason(&frame).unwrap_or(end), when));
                self.note_frame(frame);
                break;
            }
            if frame.gap < 0.0 {
                self.path.push([frame.indentation(), frame.force]);
            }
            if in_first_impact {
                self.first_impact.push([frame.indentation(), frame.force]);
                self.first_impact_loss[1] = frame.lost - self.first_impact_loss[0];
            }
            self.note_frame(frame);
        }
        let until = self.end.map_or(to, |(_, time)| time);
        while let next = self.frames.len() as f64 * self.interval
            && next <= until + 1e-9 * self.interval
            && next <= self.duration + 1e-9 * self.interval
        {
            let frame = self.frame(&simulation.interpolate(next.min(until)), damping);
            self.frames.push(frame);
        }
    }

    fn note_frame(&mut self, frame: Frame) {
        self.peak_force = self.peak_force.max(frame.force);
        self.peak_indentation = self.peak_indentation.max(frame.indentation());
        let [lateral, patella] =
            [frame.lateral.map_or(0.0, |side| side.force), frame.patella.map_or(0.0, |patella| patella.force)];
        let beside = [lateral, frame.total_force(), patella, frame.patella.map_or(0.0, |patella| patella.tendon)];
        for (peak, force) in self.peaks_beside.iter_mut().zip(beside) {
            *peak = peak.max(force);
        }
        let gaps = [frame.lateral.map(|side| side.gap), frame.patella.map(|patella| patella.gap)];
        for (deepest, gap) in self.depths_beside.iter_mut().zip(gaps) {
            *deepest = deepest.max(-gap.unwrap_or(0.0));
        }
        for (peak, tension) in self.peak_tensions.iter_mut().zip(&frame.tensions) {
            *peak = peak.max(*tension);
        }
        self.last = frame;
    }

    /// Why to stop here, if at all.
    fn reason(&self, frame: &Frame) -> Option<End> {
        let posterior = frame.point[1];
        if frame.gap > self.widest_gap {
            return Some(End::Apart { gap: frame.gap });
        }
        if frame.indentation() > self.deepest {
            return Some(End::Through { depth: frame.indentation() });
        }
        if frame.gap < 0.0 && !(self.plateau[0]..=self.plateau[1]).contains(&posterior) {
            return Some(End::OffPlateau { posterior });
        }
        (self.straight && frame.flexion <= 0.0).then_some(End::Straight)
    }

    /// When, between a good instant and one at which to stop; to a nanosecond.
    fn locate(&self, simulation: &Simulation<'_>, damping: &[Damping], mut good: f64, mut bad: f64) -> f64 {
        while bad - good > 1e-9 {
            let middle = 0.5 * (good + bad);
            let stops = self.reason(&self.frame(&simulation.interpolate(middle), damping)).is_some();
            *(if stops { &mut bad } else { &mut good }) = middle;
        }
        bad
    }

    fn is_first_impact(&self) -> bool {
        let impacts = self.episodes.iter().filter(|e| e.approach.is_some()).count();
        impacts == 1 && self.episodes.last().is_some_and(|e| !e.parted)
    }

    fn note(&mut self, time: f64, kind: EventKind) {
        if self.end.is_some_and(|(_, end)| time > end) {
            return;
        }
        match kind {
            EventKind::Begins { approach } => {
                self.close_path();
                self.path.push([0.0, 0.0]);
                if self.episodes.iter().all(|e| e.approach.is_none()) {
                    self.first_impact.push([0.0, 0.0]);
                    self.first_impact_loss[0] = self.last.lost;
                }
                self.episodes.push(Episode { begin: time, end: time, approach: Some(approach), parted: false });
            }
            EventKind::Ends => {
                if let Some(last) = self.episodes.last_mut() {
                    (last.end, last.parted) = (time, true);
                }
            }
            EventKind::Slips | EventKind::Sticks => {}
        }
    }

    /// The path of a contact is over: it is kept if it is the hardest.
    fn close_path(&mut self) {
        let peak = |path: &[[f64; 2]]| path.iter().map(|p| p[1]).fold(0.0, f64::max);
        if peak(&self.path) > peak(&self.hardest) {
            std::mem::swap(&mut self.path, &mut self.hardest);
        }
        self.path.clear();
    }

    fn finish(mut self, simulation: &Simulation<'_>) -> History {
        self.close_path();
        let (end, end_time) = self.end.unwrap_or((End::Time, simulation.time()));
        if let Some(last) = self.episodes.last_mut().filter(|e| !e.parted) {
            last.end = end_time;
        }
        History {
            frames: self.frames,
            last: self.last,
            first_impact: self.first_impact,
            first_impact_loss: self.first_impact_loss[1],
            hardest_contact: self.hardest,
            episodes: self.episodes,
            end,
            end_time,
            peak_force: self.peak_force,
            peak_indentation: self.peak_indentation,
            peak_tensions: self.peak_tensions,
            peaks_beside: self.peaks_beside,
            depths_beside: self.depths_beside,
            work: simulation.work(),
        }
    }
}

/// Everything about an instant, with the length that the quadriceps' line had at the start.
fn frame_at(model: &Model, (layout, quadriceps): (&Layout, f64), state: &State, dampings: &[Damping]) -> Frame {
    let tibia = state.frame(BODY);
    let contact = model.contact_state(CONTACT, state, &dampings[CONTACT]);
    // The normal points to the femur; the plateau is half of the gap away from the middle.
    let half = contact.touch.normal * (0.5 * contact.touch.gap);
    let on_plateau = tibia.place_back(&(contact.touch.point - half));
    let energy = model.energy(state);
    let (mut tensions, stored) = (model.tensions(state), model.stored_energies(state));
    let lateral = layout.lateral.map(|index| {
        let contact = model.contact_state(index, state, &dampings[index]);
        Side { gap: contact.touch.gap, force: contact.push, posterior: tibia.place_back(&contact.touch.point).y }
    });
    let patella = layout.patella.map(|cap| {
        let (frame, contact) = (state.frame(cap.body), model.contact_state(cap.contact, state, &dampings[cap.contact]));
        PatellaFrame {
            gap: contact.touch.gap,
            force: contact.push,
            tendon: tensions[cap.tendon],
            work: cap.parameters.quadriceps_force.si() * (quadriceps - cap.parameters.quadriceps_length(&frame)),
            flexion: FRAC_PI_2 - frame.angle,
            contact: frame.place_back(&contact.touch.point).x,
        }
    });
    // Ligaments, and the tendon among them.
    let stretch: f64 =
        stored.iter().take(layout.ligaments).sum::<f64>() + layout.patella.map_or(0.0, |cap| stored[cap.tendon]);
    tensions.truncate(layout.ligaments);
    Frame {
        time: state.time,
        flexion: FRAC_PI_2 - tibia.angle,
        position: tibia.position.into(),
        gap: contact.touch.gap,
        force: contact.push,
        friction: contact.friction,
        point: on_plateau.into(),
        on_femur: (contact.touch.point + half).into(),
        lateral,
        patella,
        tensions,
        kinetic: energy.kinetic,
        potentials: Potentials { gravity: energy.gravity, ligaments: stretch, contact: energy.stored - stretch },
        work: state.work(),
        lost: state.lost(),
    }
}
