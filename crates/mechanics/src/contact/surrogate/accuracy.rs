//! How far a surrogate is from its contact.

use serde::{Deserialize, Serialize};

use super::{ContactSample, Loads};

/// Errors on poses that the surrogate has not seen, relative to what the contact says there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct ContactAccuracy {
    /// How many poses.
    pub poses: usize,
    /// |ΔF|/|F|: root of the mean square.
    pub force_rms: f64,
    /// |ΔF|/|F|: 95 of 100 are below.
    pub force_95: f64,
    /// |ΔF|/|F|: the greatest.
    pub force_greatest: f64,
    /// |ΔM|/(|F| lever): root of the mean square; the lever is the root of the mean of (|M|/|F|)².
    pub moment_rms: f64,
    /// |ΔM|/(|F| lever): the greatest.
    pub moment_greatest: f64,
    /// Relative error of the peak pressure: root of the mean square.
    pub peak_pressure_rms: f64,
    /// Relative error of the area: root of the mean square.
    pub area_rms: f64,
    /// Error of the centre of pressure in m: root of the mean square.
    pub centre_rms: f64,
}

impl ContactAccuracy {
    /// Compares what a surrogate says with samples.
    pub(super) fn of(samples: &[ContactSample], mut said: impl FnMut(&ContactSample) -> Loads) -> Self {
        let n = samples.len().max(1) as f64;
        let lever_squares = samples.iter().map(|sample| (moment(&sample.loads).norm() / sample.loads.force()).powi(2));
        let lever = (lever_squares.sum::<f64>() / n).sqrt().max(f64::MIN_POSITIVE);
        let (mut forces, mut moments) = (Vec::new(), Vec::new());
        let mut accuracy = Self { poses: samples.len(), ..Self::default() };
        for sample in samples {
            let (true_loads, loads) = (&sample.loads, said(sample));
            let force = true_loads.force();
            let error = true_loads.wrench - loads.wrench;
            forces.push(error.fixed_rows::<3>(0).norm() / force);
            // Without any moment (a ball in a cup) there is nothing to compare.
            let no_moment = lever <= f64::MIN_POSITIVE;
            moments.push(if no_moment { 0.0 } else { error.fixed_rows::<3>(3).norm() / (force * lever) });
            accuracy.peak_pressure_rms += (loads.peak_pressure / true_loads.peak_pressure - 1.0).powi(2) / n;
            accuracy.area_rms += (loads.area / true_loads.area - 1.0).powi(2) / n;
            accuracy.centre_rms += (loads.centre - true_loads.centre).norm_squared() / n;
        }
        let rms = |errors: &[f64]| (errors.iter().map(|error| error * error).sum::<f64>() / n).sqrt();
        (accuracy.force_rms, accuracy.moment_rms) = (rms(&forces), rms(&moments));
        accuracy.moment_greatest = moments.iter().copied().fold(0.0, f64::max);
        forces.sort_unstable_by(f64::total_cmp);
        accuracy.force_greatest = forces.last().copied().unwrap_or(0.0);
        accuracy.force_95 = forces.get((0.95 * n) as usize).copied().unwrap_or(accuracy.force_greatest);
        accuracy.peak_pressure_rms = accuracy.peak_pressure_rms.sqrt();
        accuracy.area_rms = accuracy.area_rms.sqrt();
        accuracy.centre_rms = accuracy.centre_rms.sqrt();
        accuracy
    }
}

fn moment(loads: &Loads) -> nalgebra::Vector3<f64> {
    loads.wrench.fixed_rows::<3>(3).into_owned()
}
