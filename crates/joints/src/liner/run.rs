//! Step by step through the cycles; steps that fail are halved; what is stopped can go on.

use super::drive::Driver;
use super::parameters::{Coupling, Held, Parameters, PressureDependence, Solver, Wear};
use super::record::Record;
use super::{Liner, LinerError};
use crate::Watch;
use mechanics::solid::dynamics::{
    self, Body, ContactDynamics, CounterWear, DynamicState, DynamicsError, DynamicsSettings, Shape, WearLaw,
};
use nalgebra::{Matrix3, Vector3};
use numerics::cone::{ConeSettings, Method};

/// How often a step may be halved.
const HALVINGS: u32 = 4;
/// Checkpoints of a run.
const CHECKPOINTS: usize = 50;
/// Long steps that bring the head to rest under the first load, and how long they are, in s.
const SETTLING: (usize, f64) = (80, 1e-3);

/// A motion that has ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub dynamics: ContactDynamics,
    pub state: DynamicState,
    pub record: Record,
    /// Why it ended before its time.
    pub stopped: Option<DynamicsError>,
}

impl Liner {
    fn dynamics(&self, wear: &Wear, driver: &Driver) -> Result<ContactDynamics, DynamicsError> {
        let Parameters { head, cup, .. } = &self.parameters;
        let guided = cup.held == Held::Guided;
        let body = Body {
            shape: Shape::Sphere(self.head_radius()),
            // In touch with the bottom of the cup, but for a hair.
            centre: Vector3::new(0.0, 0.0, head.clearance.si() * (1.0 - 1e-6)),
            mass: head.mass.si(),
            free: if guided { Matrix3::zeros() } else { driver.free },
        };
        let method = match wear.solver {
            Solver::Newton => Method::Newton,
            Solver::GaussSeidel => Method::GaussSeidel,
            Solver::Gradient => Method::Gradient,
        };
        let settings = DynamicsSettings {
            theta: wear.theta,
            step: driver.duration / wear.steps as f64,
            friction: head.friction,
            cone: ConeSettings { method, tolerance: wear.tolerance, ..ConeSettings::default() },
            ..DynamicsSettings::default()
        };
        let mut motion = ContactDynamics::new(self.solid()?, "inner", body, settings)?;
        if guided {
            let load = self.pole_load(motion.solid().mesh())?;
            motion = motion.with_load(load);
        }
        let law = WearLaw {
            place: wear.place.as_ref().map_or_else(Vec::new, |place| {
                let mesh = motion.solid().mesh();
                motion.points().nodes.iter().map(|&n| place.at(&mesh.nodes[n])).collect()
            }),
            pressure: wear.pressure.as_ref().map(PressureDependence::factor),
        };
        motion = motion.with_wear_law(law)?;
        if let Some(factor) = wear.head_factor {
            let cells = head_cells(motion.points().count());
            motion = motion.with_counter_wear(CounterWear { factor: factor.si() * wear.amplification, cells })?;
        }
        motion.with_wear(dynamics::WearSettings {
            factor: self.wearing.as_ref().map_or(0.0, |wearing| wearing.factor.si()) * wear.amplification,
            coupling: match wear.coupling {
                Coupling::Implicit => dynamics::Coupling::Implicit,
                Coupling::Explicit(every) => dynamics::Coupling::Explicit(every),
            },
            renewal: if wear.renewal > 0.0 { wear.renewal } else { f64::INFINITY },
            thickness: self.thickness(),
        })
    }
}

/// Cells along an edge of the cube of a head's grid, about as wide as the liner's: a hemisphere of n corners has 3 faces'
/// worth of cells.
fn head_cells(corners: usize) -> usize {
    ((corners as f64 / 3.0).sqrt().round() as usize).clamp(4, 100)
}

/// Runs all cycles, from the start or from what was kept.
pub(super) fn run(liner: &Liner, wear: &Wear, driver: &Driver, watch: &dyn Watch) -> Result<Finished, LinerError> {
    watch.progress("wear", 0.0);
    let mut dynamics = liner.dynamics(wear, driver)?;
    let (mut state, mut record) = match watch.kept() {
        Some(text) => {
            let (state, record) = Record::resume(&text, &dynamics.start())
                .ok_or(LinerError::Checkpoint("its numbers are not those of this mesh"))?;
            let end = driver.duration * wear.cycles as f64 * (1.0 + 1e-9);
            if !(0.0..=end).contains(&state.time) {
                return Err(LinerError::Checkpoint("it lies beyond the end of the run"));
            }
            dynamics.resume(&state)?;
            (state, record)
        }
        None => {
            let mut state = dynamics.start();
            // The head is at rest before it turns: only the load acts.
            let first = dynamics::Drive { spin: Vector3::zeros(), ..driver.at(0.0) };
            dynamics.settle_down(&mut state, &first, SETTLING)?;
            state.drive = driver.at(0.0);
            let mut record = Record::new(dynamics.points().count());
            record.write(&dynamics, &state);
            (state, record)
        }
    };
    let total = wear.steps * wear.cycles;
    let frames = liner.parameters.output.frames.min(total + 1);
    let (mut stopped, mut before) = (None, state.clone());
    // Steps are counted in whole ones, however often they were halved.
    let mut done = step_of(&state, driver.duration / wear.steps as f64);
    while done < total {
        if watch.cancelled() {
            watch.keep(&record.checkpoint(&state));
            return Err(LinerError::Interrupted);
        }
        let start = driver.duration * (done as f64 / wear.steps as f64);
        before.copy_from(&state);
        match whole_step(&mut dynamics, (&mut state, &before), (start, driver), &mut record) {
            Ok(()) => {}
            Err(error) => {
                record.write(&dynamics, &state);
                stopped = Some(error);
                break;
            }
        }
        done += 1;
        // No time adds up: it is that of the step.
        state.time = driver.duration * (done as f64 / wear.steps as f64);
        record.look(&dynamics, &state, liner.head_radius());
        if done * (frames - 1) / total > (done - 1) * (frames - 1) / total {
            record.write(&dynamics, &state);
        }
        if done * CHECKPOINTS / total > (done - 1) * CHECKPOINTS / total {
            watch.progress("wear", done as f64 / total as f64);
            if done < total {
                watch.keep(&record.checkpoint(&state));
            }
        }
    }
    record.finish();
    Ok(Finished { dynamics, state, record, stopped })
}

fn step_of(state: &DynamicState, step: f64) -> usize {
    (state.time / step).round() as usize
}

/// One step of the run, in two, four … parts if it must be.
fn whole_step(
    dynamics: &mut ContactDynamics,
    (state, before): (&mut DynamicState, &DynamicState),
    (start, driver): (f64, &Driver),
    record: &mut Record,
) -> Result<(), DynamicsError> {
    let whole = dynamics.settings().step;
    let mut outcome = dynamics.step(state, &driver.at(start + whole));
    for halving in 1..=HALVINGS {
        match &outcome {
            Err(error) if error.asks_for_smaller_step() => {}
            _ => break,
        }
        record.halved += 1.0;
        state.copy_from(before);
        let parts = 1 << halving;
        let part = whole / f64::from(parts);
        dynamics.set_step(part)?;
        outcome = (1..=parts).try_for_each(|k| dynamics.step(state, &driver.at(start + part * f64::from(k))));
        dynamics.set_step(whole)?;
    }
    if matches!(&outcome, Err(error) if error.asks_for_smaller_step()) {
        // What is reported is the last state that holds.
        state.copy_from(before);
    }
    outcome
}
