//! The points of a pair one by one, for whoever follows them by other means.

use nalgebra::Vector3;

use super::{Body, PairSettings, SurfacePair};
use crate::contact::{Coulomb, Damping, PressureLaw};

/// A point with all that its pressure depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Carried {
    /// In the frame of the base.
    pub point: Vector3<f64>,
    /// Its share of the area.
    pub area: f64,
    pub law: PressureLaw,
    /// Its region, or that of all others.
    pub region: usize,
    pub at_edge: bool,
}

impl SurfacePair {
    /// The points of the base by their numbers; none where a number has no area.
    pub(crate) fn carried_by_number(&self) -> Vec<Option<Carried>> {
        let Some(side) = self.sides.iter().find(|side| side.body == Body::Base) else { return Vec::new() };
        let mut ordered = vec![None; side.count];
        for (index, point) in side.points.iter().enumerate() {
            ordered[side.numbers[index] as usize] = Some(Carried {
                point: point.point,
                area: side.share * point.area,
                law: *side.law(index),
                region: self.region(&point.point),
                at_edge: side.at_edge[index],
            });
        }
        ordered
    }

    /// The same pair without friction and dissipation.
    pub(crate) fn elastic(&self) -> Self {
        let settings = PairSettings { friction: Coulomb::NONE, damping: Damping::None, ..self.settings.clone() };
        Self { settings, ..self.clone() }
    }
}
