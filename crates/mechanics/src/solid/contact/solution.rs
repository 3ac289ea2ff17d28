//! What a contact problem answers.

use super::{ContactSurface, ContactWork, Obstacle};
use crate::solid::SolidState;
use nalgebra::{Matrix3, Vector3};

/// Share of the peak below which a corner belongs to the outer part of the patch.
const OUTER: f64 = 0.7;

/// A contact in equilibrium.
#[derive(Debug, Clone)]
pub struct ContactSolution<'s> {
    /// The deformed solid.
    pub state: SolidState,
    /// The obstacle where it came to rest.
    pub obstacle: Obstacle<'s>,
    /// Pressure at each corner of the contact surface, per *reference* area, in Pa; zero where it is open.
    pub pressure: Vec<f64>,
    /// The same force per *deformed* area, in Pa: what a gauge or a geometrically non-linear program shows. In a cup it is
    /// smaller, by about twice the indentation over the radius.
    pub current_pressure: Vec<f64>,
    /// Friction at each corner, per reference area, in Pa; zero without friction.
    pub traction: Vec<Vector3<f64>>,
    /// Slip of each corner along the obstacle in the last step with friction, in m.
    pub slip: Vec<Vector3<f64>>,
    /// Force of the obstacle on the solid, in N.
    pub force: Vector3<f64>,
    /// What it cost.
    pub work: ContactWork,
}

impl ContactSolution<'_> {
    /// Largest pressure per deformed area, in Pa, and its corner.
    pub fn peak_pressure(&self) -> (f64, usize) {
        let p = &self.current_pressure;
        let most = (0..p.len()).max_by(|&i, &j| p[i].total_cmp(&p[j])).unwrap_or(0);
        (p.get(most).copied().unwrap_or(0.0), most)
    }

    /// Reference area of the corners that carry pressure, in m².
    pub fn compute_area(&self, surface: &ContactSurface) -> f64 {
        self.pressure.iter().zip(&surface.area).filter(|(p, _)| **p > 0.0).map(|(_, a)| a).sum()
    }

    /// Radius of a round patch, in m: where the pressure vanishes.
    ///
    /// At the edge of a frictionless contact of smooth bodies p² ∝ a² − r². The square of the pressure is therefore fitted
    /// by a parabola in r², the distance² from an axis through the origin, over the outer part of the patch; its zero is
    /// exact for Hertz's pressure. `places` is where the pressures act. `None` if too few corners carry pressure.
    pub fn compute_radius(&self, places: &[Vector3<f64>], axis: Vector3<f64>) -> Option<f64> {
        let (peak, _) = self.peak_pressure();
        let square = |x: &Vector3<f64>| (x - axis * x.dot(&axis)).norm_squared();
        let outer: Vec<(f64, f64)> = (places.iter().zip(&self.current_pressure))
            .filter(|(_, p)| **p > 0.02 * peak && **p < OUTER * peak)
            .map(|(x, p)| (square(x), p * p / (peak * peak)))
            .collect();
        let scale = outer.iter().map(|s| s.0).fold(0.0, f64::max);
        let (mut normal, mut right) = (Matrix3::zeros(), Vector3::zeros());
        for &(s, value) in &outer {
            let row = Vector3::new(1.0, s / scale, (s / scale).powi(2));
            normal += row * row.transpose();
            right += row * value;
        }
        let fit = normal.lu().solve(&right).filter(|_| outer.len() > 5)?;
        // The zero nearest to the outermost corner: f(1 + x) = 0 with f = c + b x + a x².
        let (a, b, c) = (fit[2], fit[1] + 2.0 * fit[2], fit.sum());
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        let x = 2.0 * c / (-b + root);
        (b < 0.0 && x.is_finite() && x > -1.0).then(|| (scale * (1.0 + x)).sqrt())
    }
}
