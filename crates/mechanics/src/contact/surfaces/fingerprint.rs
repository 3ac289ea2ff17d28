//! What tells one pair from another.

use super::SurfacePair;
use crate::geometry::QuadraturePoint;

impl SurfacePair {
    /// The same for the same surfaces, lining and rule of points, and for no other: a hash of the points of both surfaces
    /// and of the settings.
    pub fn fingerprint(&self) -> String {
        let mut hash = blake3::Hasher::new();
        let mut add = |point: &QuadraturePoint| {
            let QuadraturePoint { point, normal, area, .. } = point;
            point.iter().chain(normal.iter()).chain([area]).for_each(|number| {
                hash.update(&number.to_le_bytes());
            });
        };
        for side in 0..self.sides() {
            self.points(side).iter().for_each(&mut add);
        }
        // The surface that carries no points shapes the contact as much.
        for surface in [&self.base, &self.follower] {
            surface.compute_quadrature(0.02 * surface.compute_area().sqrt()).iter().for_each(&mut add);
        }
        hash.update(format!("{:?}", self.settings).as_bytes());
        for side in &self.sides {
            hash.update(format!("{:?}", side.laws).as_bytes());
        }
        if let Some(compliance) = &self.compliance {
            compliance.values().iter().for_each(|a| {
                hash.update(&a.to_le_bytes());
            });
        }
        hash.finalize().to_hex().to_string()
    }
}
