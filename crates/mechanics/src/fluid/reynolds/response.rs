//! What the bodies feel, and how it changes.

use super::FilmError;
use super::film::{Fields, Film, Motion, State, Storage};
use super::flow::{Flow, Frame, Slopes};
use super::solver::Solver;
use super::surface::OUTSIDE;
use crate::fluid::Viscosity;
use nalgebra::{Vector2, Vector3};

/// Rounds of insertion for the change of a thinning fluid's viscosity.
const MOST_ROUNDS: u32 = 200;
/// Relative change that ends them.
const STEADY: f64 = 1e-11;

/// Force on the inner body and the two parts of the moments: `on the inner body = drag − shear`, `on the outer body =
/// drag + shear`, each about its own centre.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Felt {
    pub force: Vector3<f64>,
    /// ½ Σ (p₁ − p₂) h ∫ R n × t dl: the pressure's share of the shear stress.
    pub drag: Vector3<f64>,
    /// Σ μ R² (Δω − n n·Δω) A/h.
    pub shear: Vector3<f64>,
}

/// What it costs in power, part by part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Losses {
    /// ∫ h³ |∇p|²/(12 μ) dA
    pub conducted: f64,
    /// ∫ μ |ΔU|²/h dA
    pub sheared: f64,
    /// −p_c times the rate at which ruptured cells grow: the bath's pressure against a void.
    pub torn: f64,
}

impl Film {
    /// Force and moments of a solved film.
    pub fn compute_felt(&self, motion: &Motion, fields: &Fields) -> Felt {
        let frame = self.frame(motion);
        let mut felt = Felt::default();
        for (cell, place) in self.surface.cells.iter().enumerate() {
            felt.force -= self.felt(cell, fields) * place.vector_area;
            let (open, _) = frame.open(self.thickness(cell, &frame, fields));
            let across = motion.slide - place.normal * motion.slide.dot(&place.normal);
            felt.shear += self.stickiness(cell, fields) / open * across;
        }
        for (index, face) in self.surface.faces.iter().enumerate() {
            if face.transport == Vector3::zeros() {
                continue;
            }
            let flow = self.flow(index, &frame, fields);
            felt.drag += face.transport * (0.5 * flow.height * flow.fill * self.felt_drop(index, fields));
        }
        felt
    }

    /// Where the power goes.
    pub fn compute_losses(&self, motion: &Motion, fields: &Fields) -> Losses {
        let frame = self.frame(motion);
        let sheared = motion.slide.dot(&self.compute_felt(motion, fields).shear);
        let mut losses = Losses { conducted: 0.0, sheared, torn: 0.0 };
        for (cell, state) in fields.states.iter().enumerate() {
            if *state == State::Ruptured {
                losses.torn -= fields.pressure[cell] * fields.residual[cell];
            }
        }
        for index in 0..self.surface.faces.len() {
            let flow = self.flow(index, &frame, fields);
            losses.conducted += flow.conductance * flow.drop * self.felt_drop(index, fields);
        }
        losses
    }

    /// Pressure felt on the first side of a face less that on the second.
    pub fn felt_drop(&self, face: usize, fields: &Fields) -> f64 {
        let [a, b] = self.surface.faces[face].cells;
        self.felt(a, fields) - if b == OUTSIDE { 0.0 } else { self.felt(b, fields) }
    }

    /// φ μ R² A of a cell.
    fn stickiness(&self, cell: usize, fields: &Fields) -> f64 {
        let (radius, area) = (self.surface.radius, self.surface.cells[cell].area);
        fields.fill[cell] / fields.fluidity[cell] * radius * radius * area
    }

    /// Flow through a face and its derivatives.
    #[inline(always)]
    fn slopes(&self, face: usize, frame: &Frame, fields: &Fields) -> (Flow, Slopes) {
        let flow = self.flow(face, frame, fields);
        let face = &self.surface.faces[face];
        let [a, b] = face.cells;
        let step = if self.compliance == 0.0 {
            Vector3::zeros()
        } else {
            let other = if b == OUTSIDE { face.normal } else { self.surface.cells[b].normal };
            other - self.surface.cells[a].normal
        };
        (flow, flow.slopes(face, &step, self.compliance))
    }
}

impl<const K: usize> Solver<K> {
    /// Derivatives of what is felt along K directions of motion; after [`Self::solve`].
    ///
    /// By direct differentiation of the discrete equations: the states stay, `J δp = −δr`, and everything else follows
    /// from δp. A thinning fluid's viscosity changes with the pressures, and is inserted until nothing moves.
    pub fn compute_changes(
        &mut self,
        film: &Film,
        motion: &Motion,
        directions: &[Motion; K],
    ) -> Result<[Felt; K], FilmError> {
        if !film.is_linear() {
            // The factors at hand belong to the step before the last.
            self.assemble(film, motion, Storage::Squeeze);
            self.equations.factorise().map_err(FilmError::Singular)?;
        }
        let mut columns = std::mem::take(&mut self.columns);
        let mut fluidity = std::mem::take(&mut self.fluidity);
        fluidity.clear();
        if film.constant.is_none() {
            film.compute_shear(motion, &self.fields, &mut self.shear);
            fluidity.resize(columns.len(), [0.0; K]);
        }
        let mut result = Err(FilmError::NotConverged { solves: MOST_ROUNDS, change: f64::NAN });
        for _ in 0..MOST_ROUNDS {
            self.pressure_changes(film, motion, directions, &fluidity, &mut columns);
            if film.constant.is_some()
                || self.fluidity_changes(film, motion, directions, &columns, &mut fluidity) < STEADY
            {
                result = Ok(self.felt_changes(film, motion, directions, &columns, &fluidity));
                break;
            }
        }
        (self.columns, self.fluidity) = (columns, fluidity);
        result
    }

    /// δp for given changes of the fluidities.
    fn pressure_changes(
        &mut self,
        film: &Film,
        motion: &Motion,
        directions: &[Motion; K],
        fluidity: &[[f64; K]],
        columns: &mut [[f64; K]],
    ) {
        let frame = film.frame(motion);
        for (column, place) in columns.iter_mut().zip(&film.surface.cells) {
            *column = std::array::from_fn(|k| directions[k].velocity.dot(&place.vector_area));
        }
        for (index, face) in film.surface.faces.iter().enumerate() {
            let (flow, slopes) = film.slopes(index, &frame, &self.fields);
            let [a, b] = face.cells;
            let by_eccentricity = slopes.conducted_by_eccentricity + slopes.dragged_by_eccentricity;
            let mut totals: [f64; K] = std::array::from_fn(|k| {
                by_eccentricity.dot(&directions[k].eccentricity) + slopes.dragged_by_turn.dot(&directions[k].turn)
            });
            if !fluidity.is_empty() {
                for (k, total) in totals.iter_mut().enumerate() {
                    let dragged = flow.fill * flow.drag * flow.height_by_conductance;
                    *total += (flow.conducted() + dragged) * fluidity_change(&flow, face.cells, fluidity, k);
                }
            }
            for (column, total) in columns[a].iter_mut().zip(&totals) {
                *column -= total;
            }
            if b != OUTSIDE {
                for (column, total) in columns[b].iter_mut().zip(&totals) {
                    *column += total;
                }
            }
        }
        self.equations.solve(columns, &mut self.ordered_columns);
    }

    /// δ(1/μ) that follows from δp; returns the largest relative change since the last round.
    fn fluidity_changes(
        &mut self,
        film: &Film,
        motion: &Motion,
        directions: &[Motion; K],
        columns: &[[f64; K]],
        fluidity: &mut [[f64; K]],
    ) -> f64 {
        let frame = film.frame(motion);
        let flows = &mut self.flows;
        flows.clear();
        flows.resize(columns.len(), [Vector2::zeros(); K]);
        for (index, face) in film.surface.faces.iter().enumerate() {
            let (flow, slopes) = film.slopes(index, &frame, &self.fields);
            for (k, direction) in directions.iter().enumerate() {
                let [first, second] = pressure_pair(face.cells, columns, k);
                let conducted = slopes.conducted_by_eccentricity.dot(&direction.eccentricity)
                    + slopes.conducted_by_pressures[0] * first
                    + slopes.conducted_by_pressures[1] * second
                    + flow.conducted() * fluidity_change(&flow, face.cells, fluidity, k);
                film.spread(index, conducted, |cell, share| flows[cell][k] += share);
            }
        }
        let square = film.surface.radius * film.surface.radius;
        let (mut moved, mut size) = ([0.0f64; K], [0.0f64; K]);
        for (cell, place) in film.surface.cells.iter().enumerate() {
            let shear = &self.shear[cell];
            let rate = shear.rate();
            if rate == 0.0 {
                continue;
            }
            let slope = -film.settings.fluid.slope(rate) * self.fields.fluidity[cell].powi(2);
            for k in 0..K {
                let direction = &directions[k];
                let across = motion.slide - place.normal * motion.slide.dot(&place.normal);
                let slide = square * across.dot(&direction.slide);
                let thickness = -place.normal.dot(&direction.eccentricity) + film.compliance * columns[cell][k];
                let fresh = slope * shear.rate_change(slide, thickness, flows[cell][k]);
                moved[k] = moved[k].max((fresh - fluidity[cell][k]).abs());
                size[k] = size[k].max(fresh.abs());
                fluidity[cell][k] = fresh;
            }
        }
        (0..K).map(|k| if moved[k] == 0.0 { 0.0 } else { moved[k] / size[k] }).fold(0.0, f64::max)
    }

    /// What is felt of it.
    fn felt_changes(
        &self,
        film: &Film,
        motion: &Motion,
        directions: &[Motion; K],
        columns: &[[f64; K]],
        fluidity: &[[f64; K]],
    ) -> [Felt; K] {
        let (frame, fields) = (film.frame(motion), &self.fields);
        let mut changes = [Felt::default(); K];
        let felt = |cell: usize, k: usize| {
            if cell != OUTSIDE && film.feels(cell, fields) { columns[cell][k] } else { 0.0 }
        };
        for (cell, place) in film.surface.cells.iter().enumerate() {
            let (open, slope) = frame.open(film.thickness(cell, &frame, fields));
            let sticky = film.stickiness(cell, fields) / open;
            let across = |slide: Vector3<f64>| slide - place.normal * slide.dot(&place.normal);
            let now = across(motion.slide);
            for k in 0..K {
                let direction = &directions[k];
                changes[k].force -= felt(cell, k) * place.vector_area;
                let thickness = -place.normal.dot(&direction.eccentricity) + film.compliance * columns[cell][k];
                let thicker = thickness * slope / open;
                let thinner = fluidity.get(cell).map_or(0.0, |change| change[k] / fields.fluidity[cell]);
                changes[k].shear += sticky * (across(direction.slide) - now * (thicker + thinner));
            }
        }
        for (index, face) in film.surface.faces.iter().enumerate() {
            if face.transport == Vector3::zeros() {
                continue;
            }
            let (flow, slopes) = film.slopes(index, &frame, fields);
            let drop = film.felt_drop(index, fields);
            let [a, b] = face.cells;
            for (k, direction) in directions.iter().enumerate() {
                let mut height = slopes.height_by_eccentricity.dot(&direction.eccentricity);
                if film.compliance != 0.0 {
                    let [first, second] = pressure_pair(face.cells, columns, k);
                    height += slopes.height_by_turn.dot(&direction.turn)
                        + slopes.height_by_pressures[0] * first
                        + slopes.height_by_pressures[1] * second;
                    if !fluidity.is_empty() {
                        height += flow.height_by_conductance * fluidity_change(&flow, face.cells, fluidity, k);
                    }
                }
                let moment = height * drop + flow.height * (felt(a, k) - felt(b, k));
                changes[k].drag += face.transport * (0.5 * flow.fill * moment);
            }
        }
        changes
    }
}

fn pressure_pair<const K: usize>([a, b]: [usize; 2], columns: &[[f64; K]], k: usize) -> [f64; 2] {
    [columns[a][k], if b == OUTSIDE { 0.0 } else { columns[b][k] }]
}

/// d ln κ of a face through the fluidities of its cells.
fn fluidity_change<const K: usize>(flow: &Flow, [a, b]: [usize; 2], fluidity: &[[f64; K]], k: usize) -> f64 {
    let other = if b == OUTSIDE { a } else { b };
    flow.conductance_by_fluidity * (fluidity[a][k] + fluidity[other][k])
}
