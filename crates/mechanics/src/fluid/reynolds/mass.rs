//! Cavitation that conserves mass: the fill fraction is a state of the film.
//!
//! `∇·(½ φ h (U₁ + U₂) − h³/(12 μ) ∇p) + ∂(φ h)/∂t = 0`, `p ≥ p_c`, `φ ≤ 1`, `(p − p_c)(1 − φ) = 0`
//!
//! [Elrod1981; Woloszynski2015], where φ is the share of fluid in the film. A full cell has an unknown pressure, a
//! ruptured one an unknown fill: one unknown for each, and a cell changes sides when its unknown leaves its range (a
//! semi-smooth Newton method on `min(p − p_c, 1 − φ) = 0`). Transport of φ is upwind, first order; a full film is as in
//! the rest of this room.
//!
//! *Assumes* that fluid in ruptured film is dragged with the mean velocity of both surfaces. *Pitfalls*: a film that
//! ruptures at ambient pressure gets nothing back from its ends, so that without a groove its steady state is empty: give
//! a cavitation pressure below ambient or a groove.
//! *Checked by* its balance (1e-10), the exact solution of a long journal that is partly filled, and the full film.

use super::ball::{self, BallGeometry, BallMotion, BallResponse};
use super::field::FilmField;
use super::film::{Fields, Film, Motion, State, Storage};
use super::journal::{self, JournalGeometry};
use super::solver::Solver;
use super::surface::OUTSIDE;
use super::{Cavitation, FilmError, FilmSettings};
use crate::fluid::{FilmResponse, JournalMotion};

/// The fluid in a film: its state, and room to work in. Made by `start`, advanced by `step`; a checkpoint is a clone.
#[derive(Debug, Clone)]
pub struct FluidState {
    solver: Solver<1>,
    /// The state before a step that may fail.
    before: Fields,
    balance: MassBalance,
}

impl FluidState {
    /// Flows of the last step or steady solution.
    pub fn balance(&self) -> MassBalance {
        self.balance
    }
}

/// What flows in, what flows out, what stays, in m³/s.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MassBalance {
    /// Through the rim where it flows in, and from a groove.
    pub inflow: f64,
    /// Through the rim where it flows out, and into a groove.
    pub outflow: f64,
    /// Growth of the fluid in the film (without a groove's own cells).
    pub storage: f64,
}

impl MassBalance {
    /// inflow − outflow − storage, relative to the largest of them: rounding.
    pub fn error(&self) -> f64 {
        let size = self.inflow.max(self.outflow).max(self.storage.abs());
        if size == 0.0 { 0.0 } else { (self.inflow - self.outflow - self.storage) / size }
    }
}

/// The film of a journal, mass-conserving.
#[derive(Debug, Clone)]
pub struct MassConservingJournal(Film);

/// The film of a ball, mass-conserving.
#[derive(Debug, Clone)]
pub struct MassConservingBall(Film);

impl MassConservingJournal {
    /// A film that ruptures at the pressure of [`Cavitation::Reynolds`].
    pub fn new(geometry: JournalGeometry, settings: FilmSettings) -> Result<Self, FilmError> {
        check(&settings)?;
        Ok(Self(Film::new(geometry.surface(&settings)?, geometry.clearance, settings)?))
    }

    /// A film at rest in this position, filled by this share (1 is full).
    pub fn start(&self, motion: &JournalMotion, fill: f64) -> FluidState {
        self.0.start(&journal::seen(motion), fill)
    }

    /// Advances the fluid by `duration` (s) to a moment at which the journal has this motion; what the bodies feel then.
    ///
    /// Backward Euler: the squeeze comes from the change of the film since the last step, not from the velocity.
    pub fn step(
        &self,
        fluid: &mut FluidState,
        motion: &JournalMotion,
        duration: f64,
    ) -> Result<FilmResponse, FilmError> {
        let seen = journal::seen(motion);
        self.0.step(fluid, &seen, duration)?;
        Ok(journal::response(&self.0.compute_felt(&seen, &fluid.solver.fields)))
    }

    /// The fluid that does not change as long as the motion lasts (spins, without velocity); what the bodies feel.
    pub fn solve_steady(&self, fluid: &mut FluidState, motion: &JournalMotion) -> Result<FilmResponse, FilmError> {
        let seen = journal::seen(motion);
        self.0.solve_steady(fluid, &seen)?;
        Ok(journal::response(&self.0.compute_felt(&seen, &fluid.solver.fields)))
    }

    /// Pressure, thickness, fill and flows, cell by cell.
    pub fn compute_field(&self, fluid: &FluidState, motion: &JournalMotion) -> FilmField {
        self.0.compute_field(&journal::seen(motion), &fluid.solver)
    }
}

impl MassConservingBall {
    /// A film that ruptures at the pressure of [`Cavitation::Reynolds`].
    pub fn new(geometry: BallGeometry, settings: FilmSettings) -> Result<Self, FilmError> {
        check(&settings)?;
        Ok(Self(Film::new(geometry.surface(&settings)?, geometry.clearance, settings)?))
    }

    /// As [`MassConservingJournal::start`].
    pub fn start(&self, motion: &BallMotion, fill: f64) -> FluidState {
        self.0.start(&ball::seen(motion), fill)
    }

    /// As [`MassConservingJournal::step`].
    pub fn step(&self, fluid: &mut FluidState, motion: &BallMotion, duration: f64) -> Result<BallResponse, FilmError> {
        let seen = ball::seen(motion);
        self.0.step(fluid, &seen, duration)?;
        Ok(ball::response(&self.0.compute_felt(&seen, &fluid.solver.fields)))
    }

    /// As [`MassConservingJournal::solve_steady`].
    pub fn solve_steady(&self, fluid: &mut FluidState, motion: &BallMotion) -> Result<BallResponse, FilmError> {
        let seen = ball::seen(motion);
        self.0.solve_steady(fluid, &seen)?;
        Ok(ball::response(&self.0.compute_felt(&seen, &fluid.solver.fields)))
    }

    /// Pressure, thickness, fill and flows, cell by cell.
    pub fn compute_field(&self, fluid: &FluidState, motion: &BallMotion) -> FilmField {
        self.0.compute_field(&ball::seen(motion), &fluid.solver)
    }
}

fn check(settings: &FilmSettings) -> Result<(), FilmError> {
    let Cavitation::Reynolds { .. } = settings.cavitation else {
        let (what, hint) = ("the cavitation pressure", "a mass-conserving film needs `Cavitation::Reynolds` to say it");
        return Err(FilmError::BadNumber { what, value: settings.cavitation.pressure(), hint });
    };
    Ok(())
}

impl Film {
    fn start(&self, motion: &Motion, fill: f64) -> FluidState {
        let mut solver = Solver::new(self, true);
        let (fill, fields) = (fill.clamp(0.0, 1.0), &mut solver.fields);
        for cell in 0..fields.fill.len() {
            if fields.states[cell] == State::Full && fill < 1.0 {
                fields.states[cell] = State::Ruptured;
                fields.fill[cell] = fill;
                fields.pressure[cell] = self.settings.cavitation.pressure();
            }
        }
        self.set_contents(motion, fields);
        FluidState { before: fields.clone(), solver, balance: MassBalance::default() }
    }

    /// The fluid in every cell now is what a step starts from.
    fn set_contents(&self, motion: &Motion, fields: &mut Fields) {
        let frame = self.frame(motion);
        for cell in 0..fields.fill.len() {
            let volume = self.thickness(cell, &frame, fields) * self.surface.cells[cell].area;
            fields.contents[cell] = fields.fill[cell] * volume;
        }
    }

    fn step(&self, fluid: &mut FluidState, motion: &Motion, duration: f64) -> Result<(), FilmError> {
        if !(duration > 0.0 && duration.is_finite()) {
            let hint = "time runs forwards";
            return Err(FilmError::BadNumber { what: "the duration of a step", value: duration, hint });
        }
        self.solve_fluid(fluid, motion, Storage::Step(duration))
    }

    fn solve_steady(&self, fluid: &mut FluidState, motion: &Motion) -> Result<(), FilmError> {
        let speed = motion.velocity.norm();
        if speed > 0.0 {
            let hint = "only a film that does not change has a steady state: use `step`";
            return Err(FilmError::BadNumber { what: "the velocity of a steady film", value: speed, hint });
        }
        self.solve_fluid(fluid, motion, Storage::Squeeze)
    }

    /// On failure the fluid is as it was.
    fn solve_fluid(&self, fluid: &mut FluidState, motion: &Motion, storage: Storage) -> Result<(), FilmError> {
        if self.compliance == 0.0 {
            let frame = self.frame(motion);
            let thickness = self.surface.cells.iter().map(|cell| frame.gap(&cell.normal)).fold(f64::INFINITY, f64::min);
            if !(thickness > 0.0) {
                return Err(FilmError::Touching { thickness });
            }
        }
        fluid.before.copy(&fluid.solver.fields);
        if let Err(error) = fluid.solver.solve_fluid(self, motion, storage) {
            fluid.solver.fields.copy(&fluid.before);
            return Err(error);
        }
        fluid.balance = self.compute_balance(fluid, motion, storage);
        self.set_contents(motion, &mut fluid.solver.fields);
        Ok(())
    }

    fn compute_balance(&self, fluid: &mut FluidState, motion: &Motion, storage: Storage) -> MassBalance {
        let mut balance = MassBalance::default();
        let mut add = |outwards: f64| {
            balance.outflow += outwards.max(0.0);
            balance.inflow += (-outwards).max(0.0);
        };
        let fields = &mut fluid.solver.fields;
        let states = std::mem::take(&mut fields.states);
        self.balance(motion, storage, fields, |[a, b], flow| {
            let supplied = |cell: usize| states[cell] == State::Supplied;
            match (supplied(a), b == OUTSIDE || supplied(b)) {
                (false, true) => add(flow.total()),
                (true, false) => add(-flow.total()),
                _ => (),
            }
        });
        fields.states = states;
        for cell in 0..fields.fill.len() {
            if fields.states[cell] != State::Supplied {
                balance.storage += self.stored(cell, motion, storage, fields).0;
            }
        }
        balance
    }
}
