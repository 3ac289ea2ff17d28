//! Forward dynamics of a hip that is not ideal: the leg hangs from the trunk by the forces between head and cup.

use mechanics::fluid::{Journal, Regime, RegimeLimits, Viscosity};
use mechanics::rigid::{
    BearingState, ContactState, EventKind, Instant, Mechanism, Model, RigidError, Scratch, Simulation,
    SimulationSettings, State,
};
use nalgebra::Vector2;
use numerics::ode::Limits;

use super::case::Case;
use super::history::{History, Row};
use super::leg::{FOOT, HipJoint, SHANK, THIGH, mechanism};
use super::loads::{Loads, joint_loads, solve_measured};
use super::model::Gait;
use super::parameters::{Kind, Start};
use super::recording::SegmentFrame;
use super::segments::courses;
use super::walk::{CompiledGround, GroundCurves};
use super::{implant, start};
use crate::Problem;
use crate::film::hersey_decades;

/// Steps between two questions whether to go on.
const PATIENCE: u64 = 256;

/// The interior of a step is looked at in so many parts.
const PARTS: usize = 4;

/// Between two instants from which the velocity of the start follows, in s.
const APART: f64 = 1e-4;

/// A film that keeps the head from crossing the clearance for so long is thick, in s.
const FALL: f64 = 0.1;

/// Somebody to ask whether to go on, and to tell how far the run is (0 to 1).
pub(super) type Progress<'a> = &'a dyn Fn(f64) -> bool;

/// The leg with head and cup instead of the hip.
pub(super) fn build(gait: &Gait, case: &Case) -> Result<Model, Vec<Problem>> {
    let gravity = gait.parameters.gravity.si();
    let open = mechanism(&gait.skeleton, &gait.walk, gravity, HipJoint::Open);
    let implant = &gait.parameters.implant;
    let built = implant::build_contact(implant)?;
    let whole = match case.fluid {
        Some(fluid) => {
            let bearing = implant::bearing(&gait.skeleton, &gait.parameters, fluid, built).map_err(|p| vec![p])?;
            Mechanism { bearings: vec![bearing], ..open }
        }
        None => Mechanism { contacts: vec![implant::contact(&gait.skeleton, implant, built)], ..open },
    };
    Model::new(&whole)
        .map_err(|error| vec![Problem::new("implant", error.to_string(), "check the numbers of this table")])
}

/// Head and cup at an instant.
enum Between {
    Contact(ContactState),
    Film(Box<BearingState>),
}

impl Between {
    fn new(kind: Kind, simulation: &Simulation<'_>, state: &State) -> Self {
        match simulation.bearing_state(0, state).filter(|_| kind == Kind::Lubricated) {
            Some(bearing) => Self::Film(Box::new(bearing)),
            None => Self::Contact(simulation.contact_state(0, state)),
        }
    }

    /// On the thigh.
    fn force(&self) -> Vector2<f64> {
        match self {
            Self::Contact(contact) => {
                let n = contact.touch.normal;
                n * contact.push + Vector2::new(-n.y, n.x) * contact.friction
            }
            Self::Film(bearing) => bearing.force(),
        }
    }

    fn regime(&self) -> Regime {
        match self {
            Self::Contact(contact) if contact.push > 0.0 => Regime::Boundary,
            Self::Contact(_) => Regime::FullFilm,
            Self::Film(bearing) => RegimeLimits::default().classify(bearing.lambda),
        }
    }
}

/// Runs one case. `go_on` hears how far it is and says whether to go on; `None` if it is not to.
pub(super) fn integrate(gait: &Gait, case: &Case, model: &Model, go_on: Progress<'_>) -> Option<History> {
    let times = gait.times();
    let end = times[times.len() - 1];
    let began = gait.window[0] - gait.parameters.window.settling.map_or(0.0, |settling| settling.si());
    let ground = gait.walk.ground.as_ref().map(GroundCurves::compile);
    let history = History::default();
    let scratch = Scratch::new(model);
    let mut record = Record { gait, case, times, history, shares: [0.0; 3], ground, film_errors: 0.0, scratch };
    let stopped = |history: &mut History, time: f64, error: &RigidError| {
        history.stopped = Some((time - gait.window[0], error.to_string()));
    };
    let state = match start_state(gait, case, model, began) {
        Ok(state) => state,
        Err(error) => {
            stopped(&mut record.history, began, &error);
            return Some(record.history);
        }
    };
    let mut simulation = Simulation::new(model, state, settings(gait));
    record.note_rows(model, &mut simulation);
    let mut steps = 0;
    while simulation.time() < end {
        if steps % PATIENCE == 0 && !go_on((simulation.time() - began) / (end - began)) {
            return None;
        }
        steps += 1;
        // Events come at the end of a step.
        let impacts = match simulation.step(end) {
            Ok(events) => events.iter().filter(|event| matches!(event.kind, EventKind::Begins { .. })).count(),
            Err(error) => {
                stopped(&mut record.history, simulation.time(), &error);
                break;
            }
        };
        if simulation.time() >= gait.window[0] {
            record.history.impacts += impacts;
        }
        record.look(&simulation);
        record.note_rows(model, &mut simulation);
    }
    Some(record.finish(&simulation))
}

fn settings(gait: &Gait) -> SimulationSettings {
    let timing = &gait.parameters.time;
    SimulationSettings {
        scheme: timing.scheme.scheme(),
        tolerance: timing.tolerance,
        limits: Limits { smallest_step: 1e-14, largest_step: 5e-3, ..Limits::default() },
        stabilisation: timing.stabilisation.stabilisation(),
    }
}

/// The head at rest where it carries the ideal hip's load, moving as that place moves; or in the centre, moving as the film
/// allows, or with the cup.
fn start_state(gait: &Gait, case: &Case, model: &Model, time: f64) -> Result<State, RigidError> {
    let ideal = Model::new(&mechanism(&gait.skeleton, &gait.walk, gait.parameters.gravity.si(), HipJoint::Ideal))?;
    let instants = ideal.solve_guided_motion(&[time, time + APART])?;
    let force = |i: usize| instants[i].reactions[0].force;
    let (clearance, centre) = (gait.parameters.implant.clearance.si(), Vector2::zeros());
    let resting = || {
        let at = |i: usize| start::resting_eccentricity(model, &instants[i], force(i), clearance);
        let (now, soon) = (at(0), at(1));
        (now, (soon - now) / APART)
    };
    let drifting = || (centre, start::film_rate(model, &instants[0], force(0), centre));
    let wet = case.kind == Kind::Lubricated;
    let (eccentricity, rate) = match gait.parameters.implant.start {
        Some(Start::Centre) if wet => drifting(),
        Some(Start::Centre) => (centre, centre),
        Some(Start::Contact) => resting(),
        // A thick film keeps its head in the centre; a thin one lets it fall, which would be a start and no walk.
        None if wet && drifting().1.norm() * FALL < clearance => drifting(),
        None => resting(),
    };
    start::shifted(model, &instants[0], eccentricity, rate)
}

/// What is being written down.
struct Record<'a> {
    gait: &'a Gait,
    case: &'a Case,
    times: Vec<f64>,
    history: History,
    /// Time by [`Regime`]; a dry hip is in contact or not.
    shares: [f64; 3],
    ground: Option<CompiledGround>,
    /// Sum of the squares of what the film's force differs from Newton's law by.
    film_errors: f64,
    scratch: Scratch,
}

impl Record<'_> {
    /// The last step: peaks, and how much of it was carried by what.
    fn look(&mut self, simulation: &Simulation<'_>) {
        let (from, to) = (simulation.previous_time().max(self.gait.window[0]), simulation.time());
        if to <= from {
            return;
        }
        let part = (to - from) / PARTS as f64;
        for i in 1..=PARTS {
            let state = simulation.interpolate((from + part * i as f64).min(to));
            let between = Between::new(self.case.kind, simulation, &state);
            // A film's force is taken from the motion, see `Record::newton`.
            if let Between::Contact(contact) = &between {
                self.history.peak_force = self.history.peak_force.max(between.force().norm());
                self.history.deepest = self.history.deepest.max(-contact.touch.gap);
            }
            self.shares[between.regime() as usize] += part;
            if let Between::Film(bearing) = &between {
                self.history.least_film = self.history.least_film.min(bearing.film_thickness);
                self.history.largest_ratio = self.history.largest_ratio.max(bearing.ratio);
            }
        }
    }

    /// Rows for the reported instants that the last step has reached.
    fn note_rows(&mut self, model: &Model, simulation: &mut Simulation<'_>) {
        while let Some(&time) = self.times.get(self.history.rows.len()) {
            if time > simulation.time() {
                return;
            }
            let state = if time < simulation.time() { simulation.interpolate(time) } else { simulation.state() };
            self.history.drift = self.history.drift.max(model.drift(&state, &mut self.scratch).0);
            let Ok(mut instant) = simulation.compute_instant_at(&state) else { return };
            let between = Between::new(self.case.kind, simulation, &state);
            let row = match &between {
                Between::Contact(contact) => self.contact_row(&instant, contact, between.force()),
                Between::Film(bearing) => {
                    differentiate(simulation, &mut instant);
                    let Ok(loads) = self.newton(&instant) else { return };
                    let force = Vector2::new(loads[0][0], loads[0][1]);
                    self.film_errors += (bearing.force() - force).norm_squared();
                    self.history.peak_force = self.history.peak_force.max(force.norm());
                    Row {
                        loads,
                        eccentricity: bearing.motion.eccentricity.into(),
                        film: self.film(bearing, force),
                        head: Some((bearing.motion, bearing.force() - bearing.film.force)),
                        ..self.row(&instant)
                    }
                }
            };
            self.history.rows.push(row);
        }
    }

    /// Joint loads as Newton's law leaves them over from the accelerations.
    ///
    /// A thick film turns an error of 10⁻¹² m/s in a velocity into newtons: the motion is known far better than the force that
    /// would be computed from it.
    fn newton(&self, instant: &Instant) -> Result<Loads, RigidError> {
        let frames = [THIGH, SHANK, FOOT].map(|body| instant.state.frame(body));
        let leg = self.gait.skeleton.leg();
        let frame = SegmentFrame {
            positions: frames.map(|frame| [frame.position.x, frame.position.y, frame.angle]),
            accelerations: [THIGH, SHANK, FOOT].map(|body| instant.accelerations[body]),
            joints: std::array::from_fn(|s| frames[s].place(&Vector2::from(leg[s].upper())).into()),
        };
        let ground = self.ground.as_ref().map(|ground| ground.at(instant.state.time));
        solve_measured(&self.gait.skeleton, &frame, ground, self.gait.parameters.gravity.si())
    }

    /// Thickness, lambda, friction coefficient and Hersey's number of a film under a force.
    fn film(&self, bearing: &BearingState, force: Vector2<f64>) -> [f64; 4] {
        let Journal { radius, length, .. } = implant::journal(&self.gait.parameters);
        let rubbing = radius * (bearing.asperity_friction + bearing.solid_friction);
        let drag = bearing.film.torques[0] + rubbing;
        let viscosity = self.case.fluid.map_or(f64::NAN, |fluid| fluid.at(0.0));
        let sliding = bearing.motion.spins[0] - bearing.motion.spins[1];
        let hersey = hersey_decades(viscosity, sliding, force.norm() / (2.0 * radius * length));
        [bearing.film_thickness, bearing.lambda, drag.abs() / (radius * force.norm()), hersey]
    }

    fn contact_row(&self, instant: &Instant, contact: &ContactState, force: Vector2<f64>) -> Row {
        let mut loads = joint_loads(&instant.reactions, 1);
        (loads[0][0], loads[0][1]) = (force.x, force.y);
        // The normal points to the cup's centre.
        let distance = self.gait.parameters.implant.clearance.si() - contact.touch.gap;
        Row { loads, eccentricity: (contact.touch.normal * -distance).into(), ..self.row(instant) }
    }

    fn row(&self, instant: &Instant) -> Row {
        let thigh = instant.state.frame(THIGH);
        Row {
            time: instant.state.time - self.gait.window[0],
            thigh: [thigh.position.y, thigh.velocity.y, instant.accelerations[THIGH][1]],
            loads: [[0.0; 3]; 3],
            segments: courses(instant),
            eccentricity: [0.0; 2],
            film: [f64::NAN; 4],
            head: None,
            trunk: [f64::NAN; 3],
        }
    }

    fn finish(mut self, simulation: &Simulation<'_>) -> History {
        let whole: f64 = self.shares.iter().sum();
        self.history.shares = self.shares.map(|share| if whole > 0.0 { share / whole } else { 0.0 });
        self.history.work = simulation.work();
        self.history.film_error = (self.film_errors / self.history.rows.len().max(1) as f64).sqrt();
        self.history
    }
}

/// Replaces the accelerations of places by the slope of the velocities within the last step, if there has been one.
fn differentiate(simulation: &Simulation<'_>, instant: &mut Instant) {
    let (from, to) = (simulation.previous_time(), simulation.time());
    let time = instant.state.time;
    let apart = 1e-2 * (to - from);
    let [before, after] = [(time - apart).max(from), (time + apart).min(to)];
    if !(after > before) {
        return;
    }
    let [first, last] = [before, after].map(|time| simulation.interpolate(time));
    for (body, acceleration) in instant.accelerations.iter_mut().enumerate() {
        let slope = (last.frame(body).velocity - first.frame(body).velocity) / (after - before);
        (acceleration[0], acceleration[1]) = (slope.x, slope.y);
    }
}
