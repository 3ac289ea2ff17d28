//! Points of a cup, eight at a time: what the processor's vectors work on together.

use nalgebra::Vector3;

/// Points that are worked on at once.
pub const LANES: usize = 8;

/// A number at each of eight points.
pub type Lanes = [f64; LANES];

/// Eight points of a cup: unit vectors from its centre, and two unit vectors in the surface at each. Where the points ran
/// out, all of them are zero, and so must be the pressure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EightPoints {
    pub(crate) direction: [Lanes; 3],
    pub(crate) tangents: [[Lanes; 3]; 2],
    /// The direction of the first of them, and how far the others are from it at most.
    first: Vector3<f64>,
    spread: f64,
}

impl EightPoints {
    const NOTHING: Self = Self {
        direction: [[0.0; LANES]; 3],
        tangents: [[[0.0; LANES]; 3]; 2],
        first: Vector3::new(0.0, 0.0, 0.0),
        spread: 0.0,
    };

    /// Points with their tangents, eight after eight in their order.
    pub fn gather(points: impl IntoIterator<Item = (Vector3<f64>, [Vector3<f64>; 2])>) -> Vec<Self> {
        let mut gathered = Vec::new();
        for (i, (direction, tangents)) in points.into_iter().enumerate() {
            let lane = i % LANES;
            if lane == 0 {
                gathered.push(Self::NOTHING);
            }
            if let Some(eight) = gathered.last_mut() {
                if lane == 0 {
                    eight.first = direction;
                }
                eight.spread = eight.spread.max((direction - eight.first).norm());
                for axis in 0..3 {
                    eight.direction[axis][lane] = direction[axis];
                    eight.tangents[0][axis][lane] = tangents[0][axis];
                    eight.tangents[1][axis][lane] = tangents[1][axis];
                }
            }
        }
        gathered
    }

    /// No point has a larger product of its direction with a vector of this length: most points of a cup are far from where
    /// the head presses, and need not be looked at one by one.
    #[inline(always)]
    pub(crate) fn most_along(&self, vector: &Vector3<f64>, length: f64) -> f64 {
        // A hair more, for rounding.
        self.first.dot(vector) + (self.spread + 1e-12) * length
    }
}
