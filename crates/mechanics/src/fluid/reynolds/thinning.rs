//! Shear rate and viscosity, cell by cell.
//!
//! With a viscosity that is constant across the film, the mean square of the shear rate across it is
//!
//! `γ̇² = |ΔU|²/h² + 12 |q|²/h⁴`
//!
//! (Couette and Poiseuille shear do not interact in the mean), where ΔU is the sliding velocity and q the flow that the
//! pressure drives, per width. `μ γ̇² h` is then exactly what the film dissipates per area.
//!
//! *Assumes* one viscosity across the film, that of its mean shear rate: the true profile is thinner at the walls.
//! *Checked by* the equation of a power-law film in which only one of the two shears acts.

use super::film::{Fields, Film, Motion};
use super::flow::{Flow, Frame};
use super::surface::OUTSIDE;
use crate::fluid::Viscosity;
use nalgebra::Vector2;

/// Shear of one cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shear {
    /// h, not below the floor, and its slope.
    pub open: (f64, f64),
    /// |ΔU|²
    pub slide: f64,
    /// q around and across, m²/s.
    pub flow: Vector2<f64>,
}

impl Shear {
    /// γ̇, 1/s.
    pub fn rate(&self) -> f64 {
        let h = self.open.0;
        (self.slide / (h * h) + 12.0 * self.flow.norm_squared() / h.powi(4)).sqrt()
    }

    /// Change of γ̇ with those of |ΔU|²/2, h and q; γ̇ must not be zero.
    pub fn rate_change(&self, slide: f64, thickness: f64, flow: Vector2<f64>) -> f64 {
        let h = self.open.0;
        let (h2, h4) = (h * h, h.powi(4));
        let by_thickness = -(self.slide / h2 + 24.0 * self.flow.norm_squared() / h4) / h * self.open.1;
        (slide / h2 + 12.0 * self.flow.dot(&flow) / h4 + by_thickness * thickness) / self.rate()
    }
}

impl Film {
    /// Shear of every cell, from the pressures and the viscosities that made them.
    pub fn compute_shear(&self, motion: &Motion, fields: &Fields, shear: &mut Vec<Shear>) {
        let frame = self.frame(motion);
        shear.clear();
        shear.extend(self.surface.cells.iter().enumerate().map(|(cell, place)| {
            let across = motion.slide - place.normal * motion.slide.dot(&place.normal);
            Shear {
                open: frame.open(self.thickness(cell, &frame, fields)),
                slide: (self.surface.radius * across).norm_squared(),
                flow: Vector2::zeros(),
            }
        }));
        for index in 0..self.surface.faces.len() {
            let flow = self.flow(index, &frame, fields);
            self.spread(index, flow.conducted(), |cell, share| shear[cell].flow += share);
        }
    }

    pub fn flow(&self, face: usize, frame: &Frame, fields: &Fields) -> Flow {
        Flow::new(&self.surface.faces[face], self.sides(face, frame, fields), frame)
    }

    /// Half of a face's flow is that of either cell's centre, per its width there.
    pub fn spread(&self, face: usize, flow: f64, mut add: impl FnMut(usize, Vector2<f64>)) {
        let face = &self.surface.faces[face];
        for cell in face.cells {
            if cell != OUTSIDE {
                let mut share = Vector2::zeros();
                share[face.direction] = 0.5 * flow / self.surface.cells[cell].widths[face.direction];
                add(cell, share);
            }
        }
    }

    /// Sets the fluidities from the shear rates; returns the largest relative change.
    pub fn update_fluidity(&self, fields: &mut Fields, shear: &[Shear]) -> f64 {
        let mut largest: f64 = 0.0;
        for (fluidity, shear) in fields.fluidity.iter_mut().zip(shear) {
            let fresh = 1.0 / self.settings.fluid.at(shear.rate());
            largest = largest.max((fresh / *fluidity - 1.0).abs());
            *fluidity = fresh;
        }
        largest
    }
}
