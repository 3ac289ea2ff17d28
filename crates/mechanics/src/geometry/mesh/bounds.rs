//! Boxes along the axes.

use nalgebra::Vector3;

/// A box along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: Vector3<f64>,
    pub(super) high: Vector3<f64>,
}

impl Bounds {
    pub(super) const EMPTY: Self = Self {
        low: Vector3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        high: Vector3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    pub(super) fn of<'a>(points: impl IntoIterator<Item = &'a Vector3<f64>>) -> Self {
        points.into_iter().fold(Self::EMPTY, |bounds, p| Self { low: bounds.low.inf(p), high: bounds.high.sup(p) })
    }

    pub(super) fn join(&self, other: &Self) -> Self {
        Self { low: self.low.inf(&other.low), high: self.high.sup(&other.high) }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
    }

    /// Where a ray enters, if it does so before `limit`. `inverse` has the inverses of its direction.
    #[inline]
    pub(super) fn entry(&self, origin: &Vector3<f64>, inverse: &Vector3<f64>, limit: f64) -> Option<f64> {
        let (mut near, mut far) = (0.0f64, limit);
        for i in 0..3 {
            if inverse[i].is_infinite() {
                // The ray never enters or leaves between these faces.
                if origin[i] < self.low[i] || origin[i] > self.high[i] {
                    return None;
                }
                continue;
            }
            let (a, b) = ((self.low[i] - origin[i]) * inverse[i], (self.high[i] - origin[i]) * inverse[i]);
            near = near.max(a.min(b));
            far = far.min(a.max(b));
        }
        // Three roundings on either side must not lose a hit on the face of a flat box.
        (near <= far * (1.0 + 4.0 * f64::EPSILON) + f64::MIN_POSITIVE).then_some(near)
    }

    pub(super) fn half_area(&self) -> f64 {
        let d = self.high - self.low;
        if d.x >= 0.0 { d.x * d.y + d.y * d.z + d.z * d.x } else { 0.0 }
    }
}
