//! The pressure of one contact as a function of the direction from the cup's centre.

use super::contact::{CupScratch, ElasticCup};
use super::kernel::CupCompliance;
use nalgebra::Vector3;
use std::f64::consts::TAU;
use std::sync::Arc;

/// Pressure over the spherical part of a cup, linear between the middles of cells.
#[derive(Debug, Clone)]
pub struct PressureMap {
    compliance: Arc<CupCompliance>,
    /// Points that touch, sorted, and what they carry.
    points: Vec<usize>,
    pressures: Vec<f64>,
    /// Everything that touches lies around this direction, within the angle of this cosine.
    axis: Vector3<f64>,
    within: f64,
}

impl PressureMap {
    /// Of the last solution.
    pub fn new(cup: &ElasticCup, scratch: &CupScratch) -> Self {
        let points = scratch.closed().to_vec();
        let pressures: Vec<f64> = points.iter().map(|&p| cup.pressure(p, scratch)).collect();
        let directions = || points.iter().map(|&p| cup.middle(p).normalize());
        let axis = directions().sum::<Vector3<f64>>().try_normalize(0.0).unwrap_or_else(|| -Vector3::z());
        let nearest = directions().map(|d| d.dot(&axis)).fold(1.0, f64::min);
        let width = cup.compliance().rings().first().map_or(0.0, |ring| ring.width);
        let within = (nearest.acos() + 1.5 * width).min(std::f64::consts::PI).cos();
        Self { compliance: Arc::clone(cup.compliance()), points, pressures, axis, within }
    }

    /// In a direction of the cup's axes (pole at −z).
    pub fn at(&self, direction: &Vector3<f64>) -> f64 {
        if self.points.is_empty() || direction.dot(&self.axis) < self.within {
            return 0.0;
        }
        let rings = self.compliance.rings();
        let angle = direction.x.hypot(direction.y).atan2(-direction.z);
        let azimuth = direction.y.atan2(direction.x).rem_euclid(TAU) / TAU;
        let colatitude = |k: usize| rings[k].middle[0].atan2(-rings[k].middle[1]);
        // Rings of the sphere are even: near the guess.
        let mut above = ((angle / rings[0].width + 0.5) as usize).min(rings.len() - 1);
        while above > 0 && colatitude(above - 1) > angle {
            above -= 1;
        }
        while above < rings.len() - 1 && colatitude(above) <= angle {
            above += 1;
        }
        if above == 0 {
            return self.on_ring(0, azimuth);
        }
        let (low, high) = (colatitude(above - 1), colatitude(above));
        let share = ((angle - low) / (high - low)).clamp(0.0, 1.0);
        (1.0 - share) * self.on_ring(above - 1, azimuth) + share * self.on_ring(above, azimuth)
    }

    fn on_ring(&self, ring: usize, azimuth: f64) -> f64 {
        let ring = &self.compliance.rings()[ring];
        let place = azimuth * ring.points as f64;
        let below = (place as usize).min(ring.points - 1);
        let share = place - below as f64;
        let value = |k: usize| self.points.binary_search(&(ring.first + k)).map_or(0.0, |i| self.pressures[i]);
        (1.0 - share) * value(below) + share * value((below + 1) % ring.points)
    }
}
