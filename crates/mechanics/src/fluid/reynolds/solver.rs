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
        if film.compliance > 0.0 {
            self.solve_soft(film, motion)?;
        } else if film.constant.is_none() {
            self.solve_thinning(film, motion)?;
        } else {
            self.solve_states(film, motion)?;
        }
        self.solved = Some(*motion);
        Ok(())
    }

    /// Viscosities that stay, in a rigid bearing: one linear solution for each set of ruptured cells. The states of the last solution are a
    /// good first guess, and no more: the pressures are solved for from nothing.
    fn solve_states(&mut self, film: &Film, motion: &Motion) -> Result<(), FilmError> {
        for _ in 0..MOST_SOLVES {
            self.reset_pressures(film);
            self.assemble(film, motion, Storage::Squeeze);
            self.take_step()?;
            if !self.change_states(film, motion) {
                return Ok(());
            }
        }
        Err(FilmError::NotConverged { solves: MOST_SOLVES, change: f64::NAN })
    }

    /// A thinning fluid in a rigid bearing: its viscosity is inserted.
    fn solve_thinning(&mut self, film: &Film, motion: &Motion) -> Result<(), FilmError> {
        // Always from the same start: an answer must not depend on the question before.
        film.reset(&mut self.fields);
        let (mut change, before) = (f64::INFINITY, self.work.solves);
        while self.work.solves - before < u64::from(MOST_SOLVES) {
            // Ruptured cells are found for these viscosities before new ones are inserted: if both changed at once, cells at
            // the edge of the rupture would go to and fro for ever.
            self.solve_states(film, motion)?;
            film.compute_shear(motion, &self.fields, &mut self.shear);
            change = film.update_fluidity(&mut self.fields, &self.shear);
            if change < STEADY {
                return Ok(());
            }
        }
        Err(FilmError::NotConverged { solves: MOST_SOLVES, change })
    }

    /// A soft liner: Newton's method along the way that the liner itself would take.
    ///
    /// A liner that gives way at the rate ṗ/k takes the film to its balance, `A ṗ/k = −r`, and implicit steps of that
    /// motion have a matrix that is never worse than Newton's. Its time step grows as the imbalance falls, so that the
    /// last steps are Newton's own.
    fn solve_soft(&mut self, film: &Film, motion: &Motion) -> Result<(), FilmError> {
        film.reset(&mut self.fields);
        let frame = film.frame(motion);
        // Dry contact with a little film in between.
        let left = 2.0 * film.settings.thinnest;
        for (cell, place) in film.surface.cells.iter().enumerate() {
            if self.fields.states[cell] == State::Full {
                self.fields.pressure[cell] = (left - frame.gap(&place.normal)).max(0.0) / film.compliance;
            }
        }
        let (mut time, mut before, mut change) = (f64::NAN, f64::NAN, f64::INFINITY);
        for _ in 0..MOST_SOLVES {
            self.assemble(film, motion, Storage::Squeeze);
            let speed = self.fastest(film);
            // The first step moves the surface by a tenth of the clearance.
            time = if time.is_nan() { 0.1 * film.clearance / speed } else { time * (before / speed).clamp(0.1, 10.0) };
            before = speed;
            for (cell, place) in film.surface.cells.iter().enumerate() {
                self.equations.add(cell, cell, place.area * film.compliance / time);
            }
            change = self.take_step()?;
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

    /// The fastest that a liner would move, m/s.
    fn fastest(&self, film: &Film) -> f64 {
        let fields = &self.fields;
        let unknown = (0..fields.states.len()).filter(|&cell| fields.states[cell] == State::Full);
        let speeds = unknown.map(|cell| fields.residual[cell].abs() / film.surface.cells[cell].area);
        speeds.fold(f64::MIN_POSITIVE, f64::max)
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

    /// Pressures and fills of a mass-conserving film, from the last ones.
    pub fn solve_fluid(&mut self, film: &Film, motion: &Motion, storage: Storage) -> Result<(), FilmError> {
        self.solved = None;
        let mut change = f64::INFINITY;
        for _ in 0..MOST_SOLVES {
            self.assemble_fluid(film, motion, storage);
            let moved = self.take_step()?;
            change = if film.compliance == 0.0 { 0.0 } else { moved };
            if film.constant.is_none() {
                film.compute_shear(motion, &self.fields, &mut self.shear);
                change = change.max(film.update_fluidity(&mut self.fields, &self.shear));
            }
            if !self.change_sides(film) && change < STEADY {
                return Ok(());
            }
        }
        Err(FilmError::NotConverged { solves: MOST_SOLVES, change })
    }

    /// Balances and their derivatives by the pressures of full cells and the fills of ruptured ones.
    fn assemble_fluid(&mut self, film: &Film, motion: &Motion, storage: Storage) {
        let Self { fields, equations, .. } = self;
        equations.number(&film.surface, |cell| fields.states[cell] != State::Supplied);
        for cell in 0..film.surface.cells.len() {
            let (_, [by_pressure, by_fill]) = film.stored(cell, motion, storage, fields);
            equations.add(cell, cell, if fields.states[cell] == State::Full { by_pressure } else { by_fill });
        }
        let states = std::mem::take(&mut fields.states);
        film.balance(motion, storage, fields, |[a, b], flow| {
            let by_pressures = flow.by_pressures(film.compliance);
            let by = |cell: usize, by_pressure: f64, upstream: bool| match states[cell] {
                State::Full => by_pressure,
                _ if upstream => flow.by_fill(),
                _ => 0.0,
            };
            let by_first = by(a, by_pressures[0], flow.forwards);
            equations.add(a, a, by_first);
            if b != OUTSIDE {
                let by_second = by(b, by_pressures[1], !flow.forwards);
                equations.add(a, b, by_second);
                equations.add(b, a, -by_first);
                equations.add(b, b, -by_second);
            }
        });
        fields.states = states;
    }

    /// Full cells below the cavitation pressure rupture, ruptured cells with more than they can hold are full. True when
    /// something changed.
    fn change_sides(&mut self, film: &Film) -> bool {
        let (ruptured, fields) = (film.settings.cavitation.pressure(), &mut self.fields);
        let largest = fields.pressure.iter().fold(0.0, |a: f64, p| a.max(p.abs()));
        let mut changed = false;
        for cell in 0..fields.states.len() {
            match fields.states[cell] {
                State::Full if fields.pressure[cell] < ruptured - EQUAL * largest => {
                    fields.states[cell] = State::Ruptured;
                    fields.pressure[cell] = ruptured;
                    changed = true;
                }
                State::Ruptured if fields.fill[cell] > 1.0 + EQUAL => {
                    fields.states[cell] = State::Full;
                    fields.fill[cell] = 1.0;
                    changed = true;
                }
                _ => (),
            }
        }
        changed
    }

    /// Solves the assembled equations and moves the unknowns; the largest change of a pressure relative to the largest.
    fn take_step(&mut self) -> Result<f64, FilmError> {
        self.equations.factorise().map_err(FilmError::Singular)?;
        for (step, residual) in self.step.iter_mut().zip(&self.fields.residual) {
            *step = [-residual];
        }
        self.equations.solve(&mut self.step, &mut self.ordered);
        self.work.solves += 1;
        let mut largest: [f64; 2] = [0.0, 0.0];
        let Fields { states, pressure, fill, .. } = &mut self.fields;
        for (cell, [step]) in self.step.iter().enumerate() {
            if states[cell] == State::Full {
                pressure[cell] += step;
                largest = [largest[0].max(step.abs()), largest[1].max(pressure[cell].abs())];
            } else {
                // Zero without an unknown; the fill of a mass-conserving film.
                fill[cell] += step;
            }
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
