//! Coordinates as smooth functions of time.

use mechanics::rigid::tree::Skeleton;
use numerics::smoothing::{filter_zero_lag, smooth_penalised};
use numerics::spline::OpenCubic;

use super::parameters::Smoothing;
use crate::Problem;

/// Frames may be uneven by this share of their spacing for a filter that needs them even.
const UNEVEN: f64 = 0.05;

/// All coordinates as functions of time; those that do not move have none.
#[derive(Debug, Clone)]
pub(super) struct Course {
    rest: Vec<f64>,
    moving: Vec<(usize, OpenCubic)>,
}

impl Course {
    /// Smooths values of coordinates, given by their index; all others stay at rest.
    pub fn new(
        times: &[f64],
        values: &[(usize, Vec<f64>)],
        rest: Vec<f64>,
        smoothing: Smoothing,
    ) -> Result<Self, Problem> {
        let spacing = (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64;
        if let Smoothing::Butterworth(_) = smoothing {
            let uneven = times.windows(2).position(|pair| (pair[1] - pair[0] - spacing).abs() > UNEVEN * spacing);
            if let Some(at) = uneven {
                let message = format!(
                    "frames are not evenly spaced: one of {:.4} s after {:.4} s",
                    times[at + 1] - times[at],
                    times[at]
                );
                return Err(Problem::new("motion.smoothing", message, "take [body.motion.smoothing.spline] instead"));
            }
        }
        let refuse = |message: String, hint: Option<String>| {
            let hint = hint.unwrap_or_else(|| "check the recording".into());
            Problem::new("motion", format!("the motion cannot be smoothed: {message}"), hint)
        };
        let mut moving = Vec::with_capacity(values.len());
        for (index, column) in values {
            let column = match smoothing {
                Smoothing::None => column.clone(),
                Smoothing::Butterworth(by) => filter_zero_lag(column, 1.0 / spacing, by.cutoff.si())
                    .map_err(|wrong| refuse(wrong.to_string(), wrong.hint()))?,
                Smoothing::Spline(by) => smooth_penalised(times, column, by.cutoff.si())
                    .map_err(|wrong| refuse(wrong.to_string(), wrong.hint()))?,
            };
            moving.push((
                *index,
                OpenCubic::new(times, &column).map_err(|wrong| refuse(wrong.to_string(), wrong.hint()))?,
            ));
        }
        Ok(Self { rest, moving })
    }

    /// Values, velocities and accelerations of all coordinates, coupled ones where they follow.
    pub fn at(&self, skeleton: &Skeleton, time: f64) -> [Vec<f64>; 3] {
        let (mut q, mut v, mut a) = (self.rest.clone(), vec![0.0; self.rest.len()], vec![0.0; self.rest.len()]);
        for (index, curve) in &self.moving {
            [q[*index], v[*index], a[*index]] = curve.evaluate(time);
        }
        skeleton.complete_motion(&mut q, &mut v, &mut a);
        [q, v, a]
    }
}
