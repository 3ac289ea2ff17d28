//! Some of the points as a pair of their own.

use nalgebra::Vector3;

use super::{Body, PairError, PairSettings, SurfacePair};
use crate::contact::{Coulomb, Damping};

impl SurfacePair {
    /// What lies in a part of the base, as a pair without regions, friction and dissipation: one condyle of two.
    ///
    /// # Errors
    /// When the base carries no points, or none of them is in that part.
    pub fn elastic_part(&self, inside: impl Fn(&Vector3<f64>) -> bool) -> Result<Self, PairError> {
        let whole = &self.sides[0];
        if whole.body != Body::Base {
            return Err(PairError::NoPoints { body: Body::Base });
        }
        let all = self.points(0);
        let kept: Vec<usize> = (0..all.len()).filter(|&i| all[i].area > 0.0 && inside(&all[i].point)).collect();
        let points = kept.iter().map(|&number| all[number]).collect();
        let settings = PairSettings {
            damping: Damping::None,
            friction: Coulomb::NONE,
            regions: Vec::new(),
            ..self.settings.clone()
        };
        let mut part = Self::on_points(self.base.clone(), self.follower.clone(), [points, Vec::new()], settings)?;
        if whole.laws.len() > 1 {
            let mut places = vec![0; whole.count];
            whole.numbers.iter().enumerate().for_each(|(place, &number)| places[number as usize] = place);
            let side = &mut part.sides[0];
            side.laws = side.numbers.iter().map(|&number| whole.laws[places[kept[number as usize]]]).collect();
        }
        Ok(part)
    }
}
