//! Sums over eight cells at a time, in as wide instructions as the machine has. Products are not fused with sums: every machine
//! has the same bits.

use nalgebra::{Matrix6, Vector6};
use numerics::regression::Table;
use pulp::{Simd, WithSimd};

use super::piece::Piece;

/// Cells that are worked on at once, so that the compiler uses the machine's vectors.
pub(super) const LANES: usize = 8;

pub(super) type Lanes = [f64; LANES];
pub(super) type Single = [f32; LANES];

/// Sums over the touching cells, in coordinates.
pub(super) struct Sums {
    pub force: Vector6<f64>,
    pub by_coordinates: Matrix6<f64>,
    pub by_rates: Matrix6<f64>,
    pub energy: f64,
    pub power: f64,
    pub rubbing: Vector6<f64>,
    pub rubbing_by_pose: Matrix6<f64>,
    pub rubbing_by_twist: Matrix6<f64>,
}

/// Gaps of all cells, in as wide instructions as there are; returns the deepest indentation.
pub(super) struct Gaps<'a> {
    pub piece: &'a Piece,
    pub values: &'a [f64],
    pub gaps: &'a mut [Lanes],
}

impl WithSimd for Gaps<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let Self { piece, values, gaps } = self;
        let mut least = [0.0f64; LANES];
        for ((block, coefficients), gap) in
            piece.blocks.iter().zip(piece.coefficients.chunks_exact(values.len())).zip(gaps)
        {
            *gap = product(coefficients, values);
            gap[block.cells.len()..].fill(f64::INFINITY);
            for lane in 0..LANES {
                least[lane] = if gap[lane] < least[lane] { gap[lane] } else { least[lane] };
            }
        }
        -least.into_iter().fold(0.0, f64::min)
    }
}

/// Derivatives of the gaps of a block by the coordinates.
pub(super) struct Gradients<'a> {
    pub coefficients: &'a [Single],
    pub table: &'a Table,
}

impl WithSimd for Gradients<'_> {
    type Output = [Lanes; 6];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [Lanes; 6] {
        let Self { coefficients, table } = self;
        // Three at a time, so that the sums stay in registers.
        let [a, b, c] = products(coefficients, [0, 1, 2].map(|axis| table.slopes(axis)));
        let [d, e, f] = products(coefficients, [3, 4, 5].map(|axis| table.slopes(axis)));
        [a, b, c, d, e, f]
    }
}

/// Adds what a block contributes to forces and stiffness.
pub(super) struct Gather<'a> {
    /// Normal forces, and their derivatives by the gap.
    pub weights: [&'a Lanes; 2],
    pub by: &'a [Lanes; 6],
    pub coefficients: &'a [Single],
    pub by_function: Option<&'a mut [Lanes]>,
    pub sums: &'a mut Sums,
}

impl WithSimd for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { weights: [normals, by_gap], by, coefficients, by_function, sums } = self;
        for (force, by) in sums.force.iter_mut().zip(by) {
            *force += scalar_product(normals, by);
        }
        let Some(by_function) = by_function else { return };
        add_squares(by_gap, by, &mut sums.by_coordinates);
        for (sum, coefficients) in by_function.iter_mut().zip(coefficients) {
            for lane in 0..LANES {
                sum[lane] += normals[lane] * f64::from(coefficients[lane]);
            }
        }
    }
}

/// Σ_k c_k f_k, lane by lane.
#[inline(always)]
fn product(coefficients: &[Single], functions: &[f64]) -> Lanes {
    products(coefficients, [functions])[0]
}

/// The same for several lists of functions.
#[inline(always)]
fn products<const N: usize>(coefficients: &[Single], functions: [&[f64]; N]) -> [Lanes; N] {
    let mut sums = [[0.0; LANES]; N];
    let functions = functions.map(|one| &one[..coefficients.len()]);
    for (k, coefficients) in coefficients.iter().enumerate() {
        let coefficients = coefficients.map(f64::from);
        for (sum, functions) in sums.iter_mut().zip(&functions) {
            let function = functions[k];
            for lane in 0..LANES {
                sum[lane] += coefficients[lane] * function;
            }
        }
    }
    sums
}

#[inline(always)]
fn scalar_product(a: &Lanes, b: &Lanes) -> f64 {
    let mut halves = [0.0; LANES / 2];
    for lane in 0..LANES / 2 {
        halves[lane] = a[lane] * b[lane] + a[lane + LANES / 2] * b[lane + LANES / 2];
    }
    halves.iter().sum()
}

/// Adds Σ w ∇∇ᵀ over the lanes.
#[inline(always)]
pub(super) fn add_squares(weights: &Lanes, by: &[Lanes; 6], into: &mut Matrix6<f64>) {
    for a in 0..6 {
        let mut weighted = [0.0; LANES];
        for lane in 0..LANES {
            weighted[lane] = weights[lane] * by[a][lane];
        }
        for b in a..6 {
            let sum = scalar_product(&weighted, &by[b]);
            into[(a, b)] += sum;
            if a != b {
                into[(b, a)] += sum;
            }
        }
    }
}

/// The rate of a gap follows the pose, too: ∂ġ/∂q = ∇²ĝ q̇.
pub(super) fn add_rate_changes(
    (by_rate, by): (&Lanes, &[Lanes; 6]),
    (coefficients, table): (&[Single], &Table),
    rates: &[f64; 6],
    into: &mut Matrix6<f64>,
) {
    for column in 0..6 {
        let mut changes = [0.0; LANES];
        for (axis, rate) in rates.iter().enumerate().filter(|(_, rate)| **rate != 0.0) {
            let bent = product(coefficients, table.curvatures(axis, column));
            for lane in 0..LANES {
                changes[lane] += bent[lane] * rate;
            }
        }
        for row in 0..6 {
            into[(row, column)] += (0..LANES).map(|lane| by_rate[lane] * by[row][lane] * changes[lane]).sum::<f64>();
        }
    }
}
