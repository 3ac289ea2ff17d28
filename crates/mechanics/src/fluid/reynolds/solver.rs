//! Finds the pressures.

use super::equations::Equations;
use super::film::{Fields, Film, Motion, State, Storage};
use super::surface::OUTSIDE;
use super::thinning::Shear;
use super::{Cavitation, FilmError, FilmWork};
use nalgebra::Vector2;

/// Solutions of linear systems before giving up.
const MOST_SOLVES: u32 = 200;
/// Pressures and flows within this of the largest one are equal: rounding must not make a cell change its state for ever.
const EQUAL: f64 = 1e-12;
/// Relative change of pressure and viscosity that ends an iteration.
const STEADY: f64 = 1e-11;

/// Room to work in for one film, and its last solution. K is the number of derivatives asked for at once.
#[derive(Debug, Clone)]
pub(super) struct Solver<const K: usize> {
    pub fields: Fields,
    pub equations: Equations,
    pub shear: Vec<Shear>,
    pub work: FilmWork,
    step: Vec<[f64; 1]>,
    ordered: Vec<[f64; 1]>,
    /// δp, δ(1/μ) and δq along K directions.
    pub(super) columns: Vec<[f64; K]>,
    pub(super) fluidity: Vec<[f64; K]>,
    pub(super) flows: Vec<[Vector2<f64>; K]>,
    pub(super) ordered_columns: Vec<[f64; K]>,
    /// The motion that `fields` belongs to.
    solved: Option<Motion>,
}

impl<const K: usize> Solver<K> {
    pub fn new(film: &Film, mass_conserving: bool) -> Self {
        let count = film.surface.cells.len();
        Self {
            fields: film.fields(),
            equations: Equations::new(count, film.compliance == 0.0 && !mass_conserving),
            shear: Vec::new(),
            work: FilmWork::default(),
            step: vec![[0.0]; count],
            ordered: Vec::with_capacity(count),
            columns: vec![[0.0; K]; count],
            fluidity: Vec::new(),
            flows: Vec::new(),
            ordered_columns: Vec::with_capacity(count),
            solved: None,
        }
    }

    /// Solves the film for a motion, unless it is the last one.
    pub fn solve(&mut self, film: &Film, motion: &Motion) -> Result<(), FilmError> {
        if self.solved.as_ref() == Some(motion) {
            return Ok(());
        }
        self.solved = None;
        if film.is_linear() {
            self.solve_states(film, motion)?;
        } else {
            self.solve_nonlinear(film, motion)?;
        }
        self.solved = Some(*motion);
        Ok(())
    }

    /// Rigid and Newtonian: one linear solution for each set of ruptured cells. The states of the last solution are a
    /// good first guess, and no more: the pressures are solved for from nothing.
    fn solve_states(&mut self, film: &Film, motion: &Motion) -> Result<(), FilmError> {
        for _ in 0..MOST_SOLVES {
            self.reset_pressures(film);
            self.newton(film, motion, Storage::Squeeze)?;
            if !self.change_states(film, motion) {
                return Ok(());
            }
        }
        Err(FilmError::NotConverged { solves: MOST_SOLVES, change: f64::NAN })
    }

    /// A soft liner by Newton's method, a thinning fluid by inserting its viscosity.
    fn solve_nonlinear(&mut self, film: &Film, motion: &Motion) -> Result<(), FilmError> {
        // Always from the same start: an answer must not depend on the question before.
        film.reset(&mut self.fields);
        let frame = film.frame(motion);
        if film.compliance > 0.0 {
            // Dry contact with a little film in between.
            let film_left = 2.0 * film.settings.thinnest;
            for cell in 0..film.surface.cells.len() {
                let gap = frame.gap(&film.surface.cells[cell].normal);
                if self.fields.states[cell] == State::Full {
                    self.fields.pressure[cell] = (film_left - gap).max(0.0) / film.compliance;
                }
            }
        }
        let mut change = f64::INFINITY;
        for _ in 0..MOST_SOLVES {
            if film.compliance == 0.0 {
                self.reset_pressures(film);
            }
            let moved = self.newton(film, motion, Storage::Squeeze)?;
            change = if film.compliance == 0.0 { 0.0 } else { moved };
            if film.constant.is_none() {
                film.compute_shear(motion, &self.fields, &mut self.shear);
                change = change.max(film.update_fluidity(&mut self.fields, &self.shear));
            }
            if !self.change_states(film, motion) && change < STEADY {
                return Ok(());
            }
        }
        Err(FilmError::NotConverged { solves: MOST_SOLVES, change })
    }

    /// Unknown pressures at zero, the others at what they are known to be.
    fn reset_pressures(&mut self, film: &Film) {
        let ruptured = film.settings.cavitation.pressure();
        for (pressure, state) in self.fields.pressure.iter_mut().zip(&self.fields.states) {
            match state {
                State::Full => *pressure = 0.0,
                State::Ruptured => *pressure = ruptured,
                State::Supplied => (),
            }
        }
    }

    /// One Newton step for the pressures of full cells; the largest change relative to the largest pressure.
    fn newton(&mut self, film: &Film, motion: &Motion, storage: Storage) -> Result<f64, FilmError> {
        self.assemble(film, motion, storage);
        self.equations.factorise().map_err(FilmError::Singular)?;
        for (step, residual) in self.step.iter_mut().zip(&self.fields.residual) {
            *step = [-residual];
        }
        self.equations.solve(&mut self.step, &mut self.ordered);
        self.work.solves += 1;
        let mut largest: [f64; 2] = [0.0, 0.0];
        for (pressure, [step]) in self.fields.pressure.iter_mut().zip(&self.step) {
            *pressure += step;
            largest = [largest[0].max(step.abs()), largest[1].max(pressure.abs())];
        }
        Ok(if largest[0] == 0.0 { 0.0 } else { largest[0] / largest[1] })
    }

    /// Balances and their derivatives by the pressures of full cells.
    pub fn assemble(&mut self, film: &Film, motion: &Motion, storage: Storage) {
        let Self { fields, equations, .. } = self;
        equations.number(&film.surface, |cell| fields.states[cell] == State::Full);
        for cell in 0..film.surface.cells.len() {
            let (_, [by_pressure, _]) = film.stored(cell, motion, storage, fields);
            equations.add(cell, cell, by_pressure);
        }
        film.balance(motion, storage, fields, |[a, b], flow| {
            let [by_first, by_second] = flow.by_pressures(film.compliance);
            equations.add(a, a, by_first);
            if b != OUTSIDE {
                equations.add(a, b, by_second);
                equations.add(b, a, -by_first);
                equations.add(b, b, -by_second);
            }
        });
    }

    /// Full cells below the cavitation pressure rupture, ruptured cells into which more flows than they can hold fill
    /// again (a primal–dual active set). True when something changed.
    fn change_states(&mut self, film: &Film, motion: &Motion) -> bool {
        let Cavitation::Reynolds { pressure: ruptured } = film.settings.cavitation else { return false };
        let fields = &mut self.fields;
        film.balance(motion, Storage::Squeeze, fields, |_, _| ());
        let largest_pressure = fields.pressure.iter().fold(0.0, |a: f64, p| a.max(p.abs()));
        let largest_flow = fields.residual.iter().fold(0.0, |a: f64, r| a.max(r.abs()));
        let mut changed = false;
        for cell in 0..fields.states.len() {
            match fields.states[cell] {
                State::Full if fields.pressure[cell] < ruptured - EQUAL * largest_pressure => {
                    fields.states[cell] = State::Ruptured;
                    fields.pressure[cell] = ruptured;
                    changed = true;
                }
                State::Ruptured if fields.residual[cell] < -EQUAL * largest_flow => {
                    fields.states[cell] = State::Full;
                    changed = true;
                }
                _ => (),
            }
        }
        changed
    }
}
