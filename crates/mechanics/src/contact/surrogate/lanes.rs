//! Eight cells at a time, in as wide instructions as the machine has. Products are not fused with sums: every machine has the
//! same bits.

use nalgebra::Matrix6;

/// Cells that are worked on at once, so that the compiler uses the machine's vectors.
pub(super) const LANES: usize = 8;

pub(super) type Lanes = [f64; LANES];
pub(super) type Single = [f32; LANES];

pub(super) const NOTHING: Lanes = [0.0; LANES];

/// Adds a product, lane by lane.
#[inline(always)]
pub(super) fn add(into: &mut Lanes, a: &Lanes, b: &Lanes) {
    for lane in 0..LANES {
        into[lane] += a[lane] * b[lane];
    }
}

#[inline(always)]
pub(super) fn multiply(a: &Lanes, b: &Lanes) -> Lanes {
    let mut product = NOTHING;
    add(&mut product, a, b);
    product
}

/// a × b.
#[inline(always)]
pub(super) fn cross(a: &[Lanes; 3], b: &[Lanes; 3]) -> [Lanes; 3] {
    let mut product = [NOTHING; 3];
    for (axis, out) in product.iter_mut().enumerate() {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        for lane in 0..LANES {
            out[lane] = a[i][lane] * b[j][lane] - a[j][lane] * b[i][lane];
        }
    }
    product
}

/// Sum over the lanes.
pub(super) fn total(lanes: &Lanes) -> f64 {
    lanes.iter().sum()
}

/// A symmetric matrix of sums, row by row from the diagonal on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symmetric(pub [Lanes; 21]);

impl Symmetric {
    pub const ZERO: Self = Self([NOTHING; 21]);

    /// Adds w v vᵀ.
    #[inline(always)]
    pub fn add_square(&mut self, weights: &Lanes, vector: &[Lanes; 6]) {
        let mut place = 0;
        for a in 0..6 {
            let weighted = multiply(weights, &vector[a]);
            for other in &vector[a..] {
                add(&mut self.0[place], &weighted, other);
                place += 1;
            }
        }
    }

    pub fn total(&self) -> Matrix6<f64> {
        symmetric(&self.0.map(|lanes| total(&lanes)))
    }
}

/// A symmetric matrix from its upper half, row by row.
pub(super) fn symmetric(upper: &[f64]) -> Matrix6<f64> {
    let mut matrix = Matrix6::zeros();
    let mut place = 0;
    for a in 0..6 {
        for b in a..6 {
            (matrix[(a, b)], matrix[(b, a)]) = (upper[place], upper[place]);
            place += 1;
        }
    }
    matrix
}
