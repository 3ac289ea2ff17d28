//! Explicit Runge–Kutta steps, from a table.

use super::dense::{Dense, Trial};
use super::system::System;
use nalgebra::SVector;

/// Seven stages, the last of which is the rate at the end of the step and so the first of the next one.
///
/// Yᵢ = y₀ + h Σⱼ aᵢⱼ kⱼ, kᵢ = f(t₀ + cᵢ h, Yᵢ), y₁ = Y₇, error h Σ eᵢ kᵢ, dense output d = h Σ dᵢ kᵢ.
///
/// | symbol | field |
/// |---|---|
/// | cᵢ | `nodes` |
/// | aᵢⱼ | `stages`, row i−2; its last row are the weights b |
/// | eᵢ = bᵢ − b̂ᵢ | `error` |
/// | dᵢ | `dense` |
///
/// *Checked by*: the order conditions and the observed order, below and in `tests/ode`.
pub(super) struct Tableau {
    pub(super) nodes: [f64; 7],
    pub(super) stages: [[f64; 6]; 6],
    pub(super) error: [f64; 7],
    pub(super) dense: [f64; 7],
}

impl Tableau {
    /// From `t` to `end`, where `rate` is f(t, y). Never looks at times outside.
    pub(super) fn attempt<const N: usize>(
        &self,
        system: &impl System<N>,
        (t, y): (f64, &SVector<f64, N>),
        rate: &SVector<f64, N>,
        end: f64,
    ) -> Trial<N> {
        let h = end - t;
        let mut k = [*rate; 7];
        let mut last = *y;
        for (row, weights) in self.stages.iter().enumerate() {
            let i = row + 1;
            last = y + combine(&weights[..i], &k) * h;
            // t + h is not always `end`, and a system may be defined up to `end` only.
            let time = if self.nodes[i] == 1.0 { end } else { t + self.nodes[i] * h };
            k[i] = system.rate(time, &last);
        }
        let change = last - y;
        let bend = k[0] * h - change;
        let skew = change - k[6] * h - bend;
        let quartic = combine(&self.dense, &k) * h;
        Trial {
            dense: Dense { start: t, end, first: *y, last, bend, skew, quartic },
            error: combine(&self.error, &k) * h,
            end_rate: k[6],
            rate_calls: 6,
        }
    }
}

/// Σ wᵢ kᵢ, leaving out the zeros of the table.
fn combine<const N: usize>(weights: &[f64], k: &[SVector<f64, N>; 7]) -> SVector<f64, N> {
    let mut sum = SVector::zeros();
    for (w, k) in weights.iter().zip(k) {
        if *w != 0.0 {
            sum += k * *w;
        }
    }
    sum
}
