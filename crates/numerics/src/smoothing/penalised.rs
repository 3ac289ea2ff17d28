//! Smoothing splines of degree five, on their samples.

use super::SmoothingError;

/// Values that follow given ones closely and have little jerk: those z that make
///
/// Σ (yᵢ − zᵢ)² + λ ∫ z‴² dt
///
/// as small as it can be, with z‴ by divided differences of four neighbours. A cubic spline through them is smooth up to its
/// acceleration, which is why gait laboratories penalise the third derivative [Woltring1986].
///
/// | symbol | meaning | unit |
/// |---|---|---|
/// | f_c | cut-off: a sine of this frequency keeps 1/√2 of its amplitude | Hz |
/// | h | mean spacing of the samples | s |
/// | λ = (√2 − 1)/(h (2 sin(π f_c h)/h)⁶) | weight of the jerk, from the cut-off | s⁵ |
///
/// *Assumes* samples that are evenly spaced or nearly so: λ belongs to the mean spacing.
/// *Checked by*: its gain, and that parabolas pass unchanged.
pub fn smooth_penalised(times: &[f64], values: &[f64], cutoff: f64) -> Result<Vec<f64>, SmoothingError> {
    let n = times.len();
    if n < 5 || n != values.len() {
        return Err(SmoothingError::TooFew { count: n.min(values.len()), fewest: 5 });
    }
    if let Some(index) = values.iter().position(|value| !value.is_finite()) {
        return Err(SmoothingError::Broken { index, value: values[index] });
    }
    if let Some(before) = times.windows(2).position(|pair| !(pair[1] > pair[0])) {
        return Err(SmoothingError::Broken { index: before + 1, value: times[before + 1] });
    }
    let h = (times[n - 1] - times[0]) / (n - 1) as f64;
    if !(cutoff > 0.0 && 2.0 * cutoff * h < 1.0) {
        return Err(SmoothingError::Cutoff { cutoff, rate: 1.0 / h });
    }
    let rate = 2.0 * (std::f64::consts::PI * cutoff * h).sin() / h;
    let weight = (std::f64::consts::SQRT_2 - 1.0) / (h * rate.powi(6));
    let mut band = vec![[1.0, 0.0, 0.0, 0.0]; n];
    for i in 0..n - 3 {
        let t = &times[i..i + 4];
        let jerk: [f64; 4] =
            std::array::from_fn(|k| 6.0 / (0..4).filter(|m| *m != k).map(|m| t[k] - t[m]).product::<f64>());
        let share = weight * (t[3] - t[0]) / 3.0;
        for a in 0..4 {
            for b in a..4 {
                band[i + a][b - a] += share * jerk[a] * jerk[b];
            }
        }
    }
    let mut smooth = values.to_vec();
    solve_banded(&mut band, &mut smooth);
    Ok(smooth)
}

/// Solves a symmetric positive definite system of half-width three; `band[i][k]` is the entry (i, i + k).
fn solve_banded(band: &mut [[f64; 4]], x: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        let row = band[i];
        for k in 1..4.min(n - i) {
            let factor = row[k] / row[0];
            for m in k..4 {
                band[i + k][m - k] -= factor * row[m];
            }
            x[i + k] -= factor * x[i];
        }
    }
    for i in (0..n).rev() {
        let later: f64 = (1..4.min(n - i)).map(|k| band[i][k] * x[i + k]).sum();
        x[i] = (x[i] - later) / band[i][0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn a_sine_at_the_cutoff_keeps_its_share() {
        let rate = 70.0;
        let times: Vec<f64> = (0..3000).map(|i| f64::from(i) / rate).collect();
        for (frequency, cutoff) in [(5.0, 5.0), (9.0, 9.0), (4.0, 8.0)] {
            let wave: Vec<f64> = times.iter().map(|t| (TAU * frequency * t).sin()).collect();
            let out = smooth_penalised(&times, &wave, cutoff).expect("valid");
            let middle = 500..2500;
            let along: f64 = middle.clone().map(|i| out[i] * wave[i]).sum();
            let gain = along / middle.map(|i| wave[i] * wave[i]).sum::<f64>();
            let bend = |f: f64| (std::f64::consts::PI * f / rate).sin().powi(6);
            let expected = 1.0 / (1.0 + (2f64.sqrt() - 1.0) * bend(frequency) / bend(cutoff));
            assert!((gain - expected).abs() < 1e-4, "{frequency} {cutoff}: {gain} {expected}");
        }
    }

    #[test]
    fn parabolas_pass_unchanged_between_uneven_times() {
        let times: Vec<f64> = (0..40).map(|i| 0.02 * f64::from(i) + 0.004 * (7.0 * f64::from(i)).sin()).collect();
        let values: Vec<f64> = times.iter().map(|t| 1.0 - 3.0 * t + 8.0 * t * t).collect();
        let out = smooth_penalised(&times, &values, 3.0).expect("valid");
        let worst = out.iter().zip(&values).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-9, "{worst}");
    }

    #[test]
    fn what_cannot_be_smoothed_is_refused() {
        let times = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5];
        assert!(matches!(smooth_penalised(&times, &[0.0; 6], 5.0), Err(SmoothingError::Cutoff { .. })));
        assert!(matches!(smooth_penalised(&times[..4], &[0.0; 4], 1.0), Err(SmoothingError::TooFew { .. })));
        let backwards = [0.0, 0.1, 0.2, 0.15, 0.4, 0.5];
        assert!(matches!(smooth_penalised(&backwards, &[0.0; 6], 1.0), Err(SmoothingError::Broken { index: 3, .. })));
    }
}
