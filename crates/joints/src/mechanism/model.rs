//! The mechanism behind the door: everything checked, assembled once, in SI.

use mechanics::rigid::{Model, Redundancy, RigidError, Scratch, State};
use results::Outcome;

use super::experiment::Experiment;
use super::pace::Pace;
use super::parameters::{ColumnFile, Parameters};
use super::{MechanismError, bearing_build, build, check, error, forward, guided, outcome, plausible, walk};
use crate::joint::say_ended_early;
use crate::{Problem, Watch};

/// A mechanism that can be run: constant, shared between threads.
#[derive(Debug, Clone)]
pub struct Mechanism {
    pub(super) parameters: Parameters,
    pub(super) model: Model,
    /// The same with ideal joints where journals start in the centre of their bearings.
    centred: Option<Model>,
    /// Of the assembled mechanism.
    freedom: usize,
    /// Joints and guides that repeat each other at the start, if any.
    pub(super) redundancy: Option<Redundancy>,
    /// How fast its parts swing.
    pub(super) pace: Pace,
}

impl Mechanism {
    /// Checks the parameters, whose files have been read into them, builds the mechanism and assembles it.
    pub fn new(parameters: Parameters) -> Result<Self, Vec<Problem>> {
        let problems = check::check_values(&parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let located = |error: RigidError| vec![error::locate(&parameters, &error)];
        let built = build::build(&parameters)?;
        let absurd = plausible::find(&parameters, &built);
        if !absurd.is_empty() {
            return Err(absurd);
        }
        let model = Model::new(&built).map_err(located)?;
        let start = match &parameters.experiment {
            Experiment::Equilibrium(case) => case.time.si(),
            _ => 0.0,
        };
        let centred = if parameters.centres_journals() {
            Some(Model::new(&bearing_build::centred(&parameters.bearings, &built)).map_err(located)?)
        } else {
            None
        };
        let assembled = assemble(&model, centred.as_ref(), start).map_err(located)?;
        let mut scratch = Scratch::new(&model);
        let freedom = model.freedom_at(&assembled, &mut scratch);
        let is_guided = matches!(parameters.experiment, Experiment::Kinematic(_) | Experiment::InverseDynamics(_));
        if is_guided && freedom > 0 {
            return Err(located(RigidError::NotGuided { free: freedom }));
        }
        let redundancy = model.redundancy(&assembled, &mut scratch);
        let pace = Pace::of(&built);
        Ok(Self { parameters, model, centred, freedom, redundancy, pace })
    }

    /// The state at a time from which a run starts.
    pub(super) fn start(&self, time: f64) -> Result<State, RigidError> {
        assemble(&self.model, self.centred.as_ref(), time)
    }

    /// What was asked.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Coordinates that neither joints nor guides prescribe at the start, redundant ones counted once.
    pub fn freedom(&self) -> usize {
        self.freedom
    }

    /// Runs the experiment.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, MechanismError> {
        let (history, stopped) = match &self.parameters.experiment {
            Experiment::Forward(case) => forward::integrate(self, case, watch)?,
            Experiment::Kinematic(case) | Experiment::InverseDynamics(case) => (guided::follow(self, case)?, None),
            Experiment::Equilibrium(case) => (guided::rest(self, case)?, None),
        };
        if watch.cancelled() {
            return Err(MechanismError::Interrupted);
        }
        let mut outcome = outcome::assemble(self, &history);
        let Some(why) = stopped else { return Ok(outcome) };
        let until = outcome.series.column("time_s").and_then(|column| column.values.last().copied());
        say_ended_early(&mut outcome, &why, until.unwrap_or_default());
        Err(MechanismError::Halfway { why, reached: Box::new(outcome) })
    }
}

/// The mechanism assembled, with its journals in the centre of their bearings as far as they start there.
fn assemble(model: &Model, centred: Option<&Model>, time: f64) -> Result<State, RigidError> {
    let Some(centred) = centred else { return model.assemble(time) };
    let ideal = centred.assemble(time)?;
    let mut state = model.described_state();
    state.time = time;
    for body in 0..model.bodies() {
        let frame = ideal.frame(body);
        state.set_position(body, [frame.position.x, frame.position.y, frame.angle]);
        state.set_velocity(body, [frame.velocity.x, frame.velocity.y, frame.spin]);
    }
    model.assemble_from(&mut state, &mut Scratch::new(model))?;
    Ok(state)
}

impl Parameters {
    /// The files that functions of time ask for, each with its path in the parameters: whoever may touch the disk reads
    /// them and fills in their rows.
    pub fn files_mut(&mut self) -> Vec<(String, &mut ColumnFile)> {
        walk::functions_mut(self)
            .into_iter()
            .filter_map(|(path, function)| Some((path, function.file_mut()?)))
            .collect()
    }
}
