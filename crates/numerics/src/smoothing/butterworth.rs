//! The low-pass filter of gait laboratories.

use super::SmoothingError;

/// Evenly spaced values after a Butterworth low-pass of second order, forwards and backwards: fourth order, no lag.
///
/// H(z) = a₀ (1 + z⁻¹)²/(1 − b₁ z⁻¹ − b₂ z⁻²), by the bilinear transform of 1/(1 + √2 s/Ω + s²/Ω²).
///
/// | symbol | meaning | unit |
/// |---|---|---|
/// | f_c, f_s | cut-off (gain 1/√2 of both passes together), sampling rate | Hz |
/// | C = (√2 − 1)^¼ | so that two passes have the cut-off that was asked for [Winter2009] | – |
/// | Ω = tan(π f_c/f_s)/C | corner of one pass | – |
///
/// Both ends are continued by their point reflection for a period of the cut-off, so that slopes survive.
///
/// *Pitfalls*: the first and last few values still know only one side.
/// *Checked by*: its gain at the cut-off; Winter's own raw and filtered markers, in `joints`.
pub fn filter_zero_lag(values: &[f64], rate: f64, cutoff: f64) -> Result<Vec<f64>, SmoothingError> {
    let n = values.len();
    if !(cutoff > 0.0 && rate.is_finite() && 2.0 * cutoff < rate) {
        return Err(SmoothingError::Cutoff { cutoff, rate });
    }
    if n < 4 {
        return Err(SmoothingError::TooFew { count: n, fewest: 4 });
    }
    if let Some(index) = values.iter().position(|value| !value.is_finite()) {
        return Err(SmoothingError::Broken { index, value: values[index] });
    }
    let pass = Pass::new(cutoff / rate);
    let pad = ((rate / cutoff).ceil() as usize).clamp(3, n - 1);
    let (first, last) = (values[0], values[n - 1]);
    let mut padded = Vec::with_capacity(n + 2 * pad);
    padded.extend((1..=pad).rev().map(|i| 2.0 * first - values[i]));
    padded.extend_from_slice(values);
    padded.extend((1..=pad).map(|i| 2.0 * last - values[n - 1 - i]));
    pass.run(&mut padded);
    padded.reverse();
    pass.run(&mut padded);
    padded.reverse();
    Ok(padded[pad..pad + n].to_vec())
}

/// One pass of second order.
struct Pass {
    a: [f64; 3],
    b: [f64; 2],
}

impl Pass {
    /// For a cut-off as a share of the sampling rate.
    fn new(share: f64) -> Self {
        let correction = (std::f64::consts::SQRT_2 - 1.0).powf(0.25);
        let corner = (std::f64::consts::PI * share).tan() / correction;
        let (k1, k2) = (std::f64::consts::SQRT_2 * corner, corner * corner);
        let whole = 1.0 + k1 + k2;
        let a = k2 / whole;
        Self { a: [a, 2.0 * a, a], b: [2.0 * (1.0 - k2) / whole, -(1.0 - k1 + k2) / whole] }
    }

    /// In place, as if the first value had always been there.
    fn run(&self, values: &mut [f64]) {
        let Self { a, b } = self;
        let (mut x, mut y) = ([values[0]; 2], [values[0]; 2]);
        for value in values {
            let new = a[0] * *value + a[1] * x[0] + a[2] * x[1] + b[0] * y[0] + b[1] * y[1];
            (x, y) = ([*value, x[0]], [new, y[0]]);
            *value = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// Amplitude of a sine of this frequency after the filter, in the middle of a long stretch.
    fn gain(frequency: f64, cutoff: f64, rate: f64) -> f64 {
        let wave: Vec<f64> = (0..4000).map(|i| (TAU * frequency * f64::from(i) / rate).sin()).collect();
        let out = filter_zero_lag(&wave, rate, cutoff).expect("valid");
        let middle = 1000..3000;
        let along: f64 = middle.clone().map(|i| out[i] * wave[i]).sum();
        along / middle.map(|i| wave[i] * wave[i]).sum::<f64>()
    }

    /// 1/(1 + (Ω/Ω₁)⁴) for two passes with the bilinear Ω = tan(πf/f_s), which is 1/√2 at the cut-off by construction.
    #[test]
    fn the_gain_is_that_of_two_butterworth_passes() {
        let (cutoff, rate) = (6.0, 100.0);
        assert!((gain(cutoff, cutoff, rate) - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-3);
        for frequency in [1.0, 3.0, 6.0, 12.0, 25.0] {
            let bilinear = |f: f64| (std::f64::consts::PI * f / rate).tan();
            let share = (bilinear(frequency) / bilinear(cutoff)).powi(4) * (2f64.sqrt() - 1.0);
            let expected = 1.0 / (1.0 + share);
            assert!((gain(frequency, cutoff, rate) - expected).abs() < 2e-3, "{frequency}");
        }
    }

    #[test]
    fn a_straight_line_passes_unchanged() {
        let line: Vec<f64> = (0..50).map(|i| 3.0 - 0.2 * f64::from(i)).collect();
        let out = filter_zero_lag(&line, 70.0, 5.0).expect("valid");
        let inner = out[10..40].iter().zip(&line[10..40]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(inner < 1e-3, "{inner}");
    }

    #[test]
    fn what_cannot_be_filtered_is_refused() {
        let values = [1.0, 2.0, f64::NAN, 4.0, 5.0];
        assert!(matches!(filter_zero_lag(&values, 70.0, 5.0), Err(SmoothingError::Broken { index: 2, .. })));
        assert!(matches!(filter_zero_lag(&[0.0; 9], 70.0, 35.0), Err(SmoothingError::Cutoff { .. })));
        assert!(matches!(filter_zero_lag(&[0.0; 9], 70.0, 0.0), Err(SmoothingError::Cutoff { .. })));
        assert!(matches!(filter_zero_lag(&[0.0; 3], 70.0, 5.0), Err(SmoothingError::TooFew { count: 3, .. })));
    }
}
