//! A film on a grid: the model, shared, and the workspace in which it is solved.

use super::flow::{Flow, Frame, Side};
use super::surface::{OUTSIDE, Surface};
use super::{Cavitation, FilmError, FilmSettings};
use crate::fluid::{Fluid, Viscosity};
use nalgebra::Vector3;

/// The motion as the film sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Motion {
    pub eccentricity: Vector3<f64>,
    pub velocity: Vector3<f64>,
    /// Sum of the spins: drags the film along.
    pub turn: Vector3<f64>,
    /// Spin of the inner surface less that of the outer: shears the film.
    pub slide: Vector3<f64>,
}

/// What a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Full of fluid: its pressure is unknown.
    Full,
    /// Ruptured: at the cavitation pressure.
    Ruptured,
    /// Part of a supply groove: its pressure is given.
    Supplied,
}

/// How the balance of a cell counts what it stores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Storage {
    /// The fill does not change: −φ v·N.
    Squeeze,
    /// From the contents at the start of a step of this length.
    Step(f64),
}

/// The model: constant, shared.
#[derive(Debug, Clone)]
pub(super) struct Film {
    pub surface: Surface,
    pub clearance: f64,
    pub settings: FilmSettings,
    /// 1/k of the liner.
    pub compliance: f64,
    /// 1/μ of a Newtonian fluid.
    pub constant: Option<f64>,
}

/// Pressures, fills and what belongs to them, cell by cell.
#[derive(Debug, Clone)]
pub(super) struct Fields {
    pub states: Vec<State>,
    /// Above ambient; may lie below the cavitation pressure with [`Cavitation::Gumbel`], see [`Film::felt`].
    pub pressure: Vec<f64>,
    pub fill: Vec<f64>,
    pub fluidity: Vec<f64>,
    /// What flows out less what is lost from storage, m³/s: zero where the balance holds.
    pub residual: Vec<f64>,
    /// Fluid in the cell at the start of a step, m³.
    pub contents: Vec<f64>,
}

impl Fields {
    /// Takes over everything from fields of the same film.
    pub fn copy(&mut self, other: &Self) {
        self.states.copy_from_slice(&other.states);
        for (own, other) in [
            (&mut self.pressure, &other.pressure),
            (&mut self.fill, &other.fill),
            (&mut self.fluidity, &other.fluidity),
            (&mut self.residual, &other.residual),
            (&mut self.contents, &other.contents),
        ] {
            own.copy_from_slice(other);
        }
    }
}

impl Film {
    pub fn new(mut surface: Surface, clearance: f64, settings: FilmSettings) -> Result<Self, FilmError> {
        settings.check(clearance)?;
        let constant = match settings.fluid {
            Fluid::Newtonian { viscosity } => Some(1.0 / viscosity),
            _ => None,
        };
        if settings.liner.is_some() {
            surface.average_faces();
        }
        let compliance = settings.liner.map_or(0.0, |stiffness| 1.0 / stiffness);
        Ok(Self { surface, clearance, settings, compliance, constant })
    }

    /// A film at rest, full everywhere.
    pub fn fields(&self) -> Fields {
        let zeros = vec![0.0; self.surface.cells.len()];
        let mut fields = Fields {
            states: vec![State::Full; zeros.len()],
            pressure: zeros.clone(),
            fill: zeros.clone(),
            fluidity: zeros.clone(),
            residual: zeros.clone(),
            contents: zeros,
        };
        self.reset(&mut fields);
        fields
    }

    /// Back to a film at rest.
    pub fn reset(&self, fields: &mut Fields) {
        fields.states.fill(State::Full);
        fields.pressure.fill(0.0);
        fields.fill.fill(1.0);
        fields.fluidity.fill(self.constant.unwrap_or_else(|| 1.0 / self.settings.fluid.at(0.0)));
        if let Some(groove) = self.settings.groove {
            let column = self.surface.column(groove.angle);
            for cell in column * self.surface.across..(column + 1) * self.surface.across {
                fields.states[cell] = State::Supplied;
                fields.pressure[cell] = groove.pressure;
            }
        }
    }

    pub fn frame(&self, motion: &Motion) -> Frame {
        Frame {
            clearance: self.clearance,
            eccentricity: motion.eccentricity,
            turn: motion.turn,
            compliance: self.compliance,
            thinnest: self.settings.thinnest,
        }
    }

    /// Whether pressures are a linear function of the sources as long as no cell changes its state.
    pub fn is_linear(&self) -> bool {
        self.compliance == 0.0 && self.constant.is_some()
    }

    /// The thickness at a cell, liner included.
    #[inline(always)]
    pub fn thickness(&self, cell: usize, frame: &Frame, fields: &Fields) -> f64 {
        frame.gap(&self.surface.cells[cell].normal) + self.compliance * fields.pressure[cell]
    }

    /// The pressure that the bodies feel.
    #[inline(always)]
    pub fn felt(&self, cell: usize, fields: &Fields) -> f64 {
        match self.settings.cavitation {
            Cavitation::Gumbel { pressure } => fields.pressure[cell].max(pressure),
            _ => fields.pressure[cell],
        }
    }

    /// Whether the bodies feel a change of the cell's pressure.
    pub fn feels(&self, cell: usize, fields: &Fields) -> bool {
        match self.settings.cavitation {
            Cavitation::Gumbel { pressure } => fields.pressure[cell] > pressure,
            _ => fields.states[cell] == State::Full,
        }
    }

    /// Both sides of a face.
    #[inline(always)]
    pub fn sides(&self, face: usize, frame: &Frame, fields: &Fields) -> [Side; 2] {
        let face = &self.surface.faces[face];
        let side = |cell: usize| Side {
            pressure: fields.pressure[cell],
            thickness: if self.compliance == 0.0 { 0.0 } else { self.thickness(cell, frame, fields) },
            fill: fields.fill[cell],
            fluidity: fields.fluidity[cell],
        };
        let [a, b] = face.cells;
        let inside = side(a);
        // The bath outside is full, at ambient pressure, and as viscous as what it meets.
        let outside = || Side { pressure: 0.0, thickness: frame.gap(&face.normal), fill: 1.0, ..inside };
        [inside, if b == OUTSIDE { outside() } else { side(b) }]
    }

    /// Rate at which a cell stores fluid, and its derivatives by pressure and by fill.
    pub fn stored(&self, cell: usize, motion: &Motion, storage: Storage, fields: &Fields) -> (f64, [f64; 2]) {
        let place = &self.surface.cells[cell];
        let fill = fields.fill[cell];
        match storage {
            Storage::Squeeze => {
                let rate = -motion.velocity.dot(&place.vector_area);
                (fill * rate, [0.0, rate])
            }
            Storage::Step(duration) => {
                let volume = self.thickness(cell, &self.frame(motion), fields) * place.area;
                let rate = (fill * volume - fields.contents[cell]) / duration;
                (rate, [fill * self.compliance * place.area / duration, volume / duration])
            }
        }
    }

    /// Sets the residuals; hands every flow to `visit`.
    pub fn balance(
        &self,
        motion: &Motion,
        storage: Storage,
        fields: &mut Fields,
        mut visit: impl FnMut([usize; 2], &Flow),
    ) {
        let frame = self.frame(motion);
        for cell in 0..self.surface.cells.len() {
            fields.residual[cell] = self.stored(cell, motion, storage, fields).0;
        }
        for (index, face) in self.surface.faces.iter().enumerate() {
            let flow = Flow::new(face, self.sides(index, &frame, fields), &frame);
            let [a, b] = face.cells;
            let total = flow.total();
            fields.residual[a] += total;
            if b != OUTSIDE {
                fields.residual[b] -= total;
            }
            visit(face.cells, &flow);
        }
    }
}
