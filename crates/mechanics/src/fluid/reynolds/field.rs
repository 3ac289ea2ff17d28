//! What a solved film looks like.

use super::FilmWork;
use super::film::{Film, Motion};
use super::solver::Solver;
use super::surface::OUTSIDE;

/// A solved film, cell by cell: column after column around, each from the middle (or the pole) to the rim.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmField {
    /// Number of columns, and of cells in each.
    pub shape: [usize; 2],
    /// Pressure above ambient, in Pa.
    pub pressure: Vec<f64>,
    /// Film thickness, liner included, in m; negative where rigid surfaces would overlap, and possibly in the one column
    /// where a heavily loaded soft film ruptures, if a column there is longer than the outlet.
    pub thickness: Vec<f64>,
    /// Share of fluid in the film, 0 … 1.
    pub fill: Vec<f64>,
    /// Viscosity, in Pa·s.
    pub viscosity: Vec<f64>,
    /// What flows out through the rim where it flows out, in m³/s.
    pub leakage: f64,
    /// What flows in through the rim where it flows in, in m³/s.
    pub intake: f64,
    /// Power lost to flow that the pressure drives, to sliding, and to voids that grow against the bath, in W. Without
    /// a groove their sum is the power that the bodies lose.
    pub losses: [f64; 3],
    /// What it took since the workspace was made.
    pub work: FilmWork,
}

impl FilmField {
    /// The largest pressure, in Pa.
    pub fn peak_pressure(&self) -> f64 {
        self.pressure.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// The smallest thickness, in m.
    pub fn least_thickness(&self) -> f64 {
        self.thickness.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

impl Film {
    pub(super) fn compute_field<const K: usize>(&self, motion: &Motion, solver: &Solver<K>) -> FilmField {
        let (frame, fields) = (self.frame(motion), &solver.fields);
        let cells = 0..self.surface.cells.len();
        let [mut leakage, mut intake] = [0.0; 2];
        for (index, face) in self.surface.faces.iter().enumerate() {
            if face.cells[1] == OUTSIDE {
                let flow = self.flow(index, &frame, fields);
                let out = flow.conductance * self.felt_drop(index, fields) + flow.drag * flow.height * flow.fill;
                leakage += out.max(0.0);
                intake += (-out).max(0.0);
            }
        }
        let losses = self.compute_losses(motion, fields);
        FilmField {
            shape: [self.surface.around, self.surface.across],
            pressure: cells.clone().map(|cell| self.felt(cell, fields)).collect(),
            thickness: cells.map(|cell| self.thickness(cell, &frame, fields)).collect(),
            fill: fields.fill.clone(),
            viscosity: fields.fluidity.iter().map(|fluidity| 1.0 / fluidity).collect(),
            leakage,
            intake,
            losses: [losses.conducted, losses.sheared, losses.torn],
            work: solver.work,
        }
    }
}
