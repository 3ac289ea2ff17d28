//! The pressure of one contact as a function of the direction from the cup's centre.

use super::contact::{CupScratch, ElasticCup};
use super::kernel::CupCompliance;
use super::plane::Plane;
use nalgebra::Vector3;
use std::f64::consts::TAU;
use std::sync::Arc;

/// Pressure over the spherical part of a cup, linear between the middles of cells.
#[derive(Debug, Clone)]
pub struct PressureMap {
    compliance: Arc<CupCompliance>,
    /// Where the points of each ring begin, on one side of the plane of symmetry.
    first: Vec<usize>,
    pressures: Vec<f64>,
    /// Azimuth of that plane, in turns.
    turned: f64,
    /// Rings that touch.
    rings: std::ops::Range<usize>,
}

/// A direction as the rings of a cup see it: the same for all contacts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sight {
    /// The ring beyond it, and the share of that in the value.
    above: usize,
    share: f64,
    /// Azimuth, in turns.
    turns: f64,
}

impl CupCompliance {
    /// A direction in the cup's axes (pole at −z).
    pub fn see(&self, direction: &Vector3<f64>) -> Sight {
        let rings = &self.rings;
        let angle = direction.x.hypot(direction.y).atan2(-direction.z);
        let turns = direction.y.atan2(direction.x).rem_euclid(TAU) / TAU;
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
            return Sight { above, share: 1.0, turns };
        }
        let (low, high) = (colatitude(above - 1), colatitude(above));
        Sight { above, share: ((angle - low) / (high - low)).clamp(0.0, 1.0), turns }
    }
}

impl PressureMap {
    /// Of the last solution, which must be for this place.
    pub fn new(cup: &ElasticCup, eccentricity: &Vector3<f64>, scratch: &CupScratch) -> Self {
        let mut pressures = vec![0.0; cup.halves.len()];
        scratch.closed().iter().for_each(|&p| pressures[p] = cup.pressure(p, scratch));
        let first = cup.halves.first.clone();
        let ring_of = |p: &usize| first.partition_point(|start| start <= p) - 1;
        let rings = match (scratch.closed().first(), scratch.closed().last()) {
            (Some(low), Some(high)) => ring_of(low)..ring_of(high) + 1,
            _ => 0..0,
        };
        let turned = Plane::of(eccentricity).turns();
        Self { compliance: Arc::clone(cup.compliance()), first, pressures, turned, rings }
    }

    /// In a direction of the cup's axes (pole at −z).
    pub fn at(&self, direction: &Vector3<f64>) -> f64 {
        self.at_sight(&self.compliance.see(direction))
    }

    /// In a direction that has been seen.
    pub fn at_sight(&self, sight: &Sight) -> f64 {
        let Sight { above, share, turns } = *sight;
        if above < self.rings.start || above > self.rings.end || self.rings.is_empty() {
            return 0.0;
        }
        // From the plane of symmetry, either way.
        let turns = turns - self.turned;
        let away = (turns - turns.round()).abs();
        if above == 0 {
            return self.on_ring(0, away);
        }
        (1.0 - share) * self.on_ring(above - 1, away) + share * self.on_ring(above, away)
    }

    fn on_ring(&self, ring: usize, away: f64) -> f64 {
        let points = self.compliance.rings[ring].points;
        let place = away * points as f64;
        let below = (place as usize).min(points / 2);
        let share = place - below as f64;
        // Beyond the last point lies its mirror image.
        let next = (below + 1).min(points - below - 1);
        let values = &self.pressures[self.first[ring]..];
        (1.0 - share) * values[below] + share * values[next]
    }
}
