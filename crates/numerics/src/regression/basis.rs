//! Functions of one input.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

/// Which functions of one input a product is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum AxisBasis {
    /// Legendre polynomials over the range of the samples.
    Polynomial,
    /// Cosines and sines of multiples of the input.
    Fourier {
        /// Length after which everything repeats, in the unit of the input.
        period: f64,
    },
}

impl AxisBasis {
    /// Functions up to an order, the constant included.
    pub(super) fn count(self, order: usize) -> usize {
        match self {
            Self::Polynomial => order + 1,
            Self::Fourier { .. } => 2 * order + 1,
        }
    }

    /// The order of a function: its degree, or how often it repeats within a period.
    pub(super) fn order(self, function: usize) -> usize {
        match self {
            Self::Polynomial => function,
            Self::Fourier { .. } => function.div_ceil(2),
        }
    }

    /// Values of the functions at a distance from the middle of the range, and with `slopes` their derivatives by it.
    pub(super) fn tabulate(self, distance: f64, half: f64, values: &mut [f64], slopes: Option<&mut [f64]>) {
        match self {
            Self::Polynomial => legendre(distance / half, half, values, slopes),
            Self::Fourier { period } => fourier(TAU * distance / period, TAU / period, values, slopes),
        }
    }

    /// Second derivatives of the functions from their values and first derivatives at the same place.
    pub(super) fn tabulate_curvatures(self, half: f64, values: &[f64], slopes: &[f64], curvatures: &mut [f64]) {
        match self {
            // P″_{k+1} = P″_{k−1} + (2k + 1) P′_k.
            Self::Polynomial => {
                for k in 0..curvatures.len() {
                    curvatures[k] =
                        if k < 2 { 0.0 } else { curvatures[k - 2] + (2.0 * k as f64 - 1.0) * slopes[k - 1] / half };
                }
            }
            Self::Fourier { period } => {
                for (k, curvature) in curvatures.iter_mut().enumerate() {
                    let rate = TAU / period * self.order(k) as f64;
                    *curvature = -rate * rate * values[k];
                }
            }
        }
    }
}

/// P₀, P₁, …: (k + 1) P_{k+1} = (2k + 1) t P_k − k P_{k−1},  P′_{k+1} = P′_{k−1} + (2k + 1) P_k.
fn legendre(t: f64, half: f64, p: &mut [f64], slopes: Option<&mut [f64]>) {
    p[0] = 1.0;
    if p.len() > 1 {
        p[1] = t;
    }
    for k in 1..p.len().saturating_sub(1) {
        let n = k as f64;
        p[k + 1] = ((2.0 * n + 1.0) * t * p[k] - n * p[k - 1]) / (n + 1.0);
    }
    let Some(d) = slopes else { return };
    d[0] = 0.0;
    if p.len() > 1 {
        d[1] = 1.0 / half;
    }
    for k in 1..p.len().saturating_sub(1) {
        d[k + 1] = d[k - 1] + (2.0 * k as f64 + 1.0) * p[k] / half;
    }
}

/// 1, cos x, sin x, cos 2x, sin 2x, …, by the addition theorem.
fn fourier(x: f64, rate: f64, values: &mut [f64], slopes: Option<&mut [f64]>) {
    let (sine, cosine) = x.sin_cos();
    values[0] = 1.0;
    let (mut c, mut s) = (1.0, 0.0);
    for pair in values[1..].chunks_exact_mut(2) {
        (c, s) = (c * cosine - s * sine, s * cosine + c * sine);
        pair.copy_from_slice(&[c, s]);
    }
    let Some(slopes) = slopes else { return };
    slopes[0] = 0.0;
    for (k, (slope, pair)) in slopes[1..].chunks_exact_mut(2).zip(values[1..].chunks_exact(2)).enumerate() {
        let rate = rate * (k + 1) as f64;
        slope.copy_from_slice(&[-rate * pair[1], rate * pair[0]]);
    }
}
