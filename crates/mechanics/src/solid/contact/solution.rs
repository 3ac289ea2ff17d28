//! What a contact problem answers.

use super::{ContactSurface, ContactWork, RigidSphere};
use crate::solid::SolidState;
use nalgebra::Vector3;

/// A contact in equilibrium.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactSolution {
    /// The deformed solid.
    pub state: SolidState,
    /// The sphere where it came to rest.
    pub sphere: RigidSphere,
    /// Pressure at each corner of the contact surface, in Pa of reference area; zero where it is open.
    pub pressure: Vec<f64>,
    /// Force of the sphere on the solid, in N.
    pub force: Vector3<f64>,
    /// What it cost.
    pub work: ContactWork,
}

impl ContactSolution {
    /// Largest pressure, in Pa, and its corner.
    pub fn peak_pressure(&self) -> (f64, usize) {
        let most = (0..self.pressure.len()).max_by(|&i, &j| self.pressure[i].total_cmp(&self.pressure[j])).unwrap_or(0);
        (self.pressure.get(most).copied().unwrap_or(0.0), most)
    }

    /// Area of the corners that carry pressure, in m².
    pub fn compute_area(&self, surface: &ContactSurface) -> f64 {
        self.pressure.iter().zip(&surface.area).filter(|(p, _)| **p > 0.0).map(|(_, a)| a).sum()
    }

    /// Radius of a round patch, in m: where the pressure's square, fitted linearly against the distance² from an axis
    /// through the centre over the outer part of the patch, vanishes. Exact for Hertz's p = p₀ √(1 − r²/a²), and near the
    /// edge for any frictionless contact of smooth bodies.
    ///
    /// `places` are the corners' places. `None` if too few corners carry pressure.
    pub fn compute_radius(&self, places: &[Vector3<f64>], axis: Vector3<f64>) -> Option<f64> {
        let (peak, _) = self.peak_pressure();
        let square = |x: &Vector3<f64>| (x - axis * x.dot(&axis)).norm_squared();
        let points: Vec<(f64, f64)> = (places.iter().zip(&self.pressure))
            .filter(|(_, p)| **p > 0.1 * peak && **p < 0.6 * peak)
            .map(|(x, p)| (square(x), p * p))
            .collect();
        let n = points.len() as f64;
        let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
        let slope = points.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>()
            / points.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum::<f64>();
        (points.len() > 2 && slope < 0.0).then(|| (mx - my / slope).sqrt())
    }
}
