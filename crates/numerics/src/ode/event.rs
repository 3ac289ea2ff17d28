//! Where something happens within a step.

use super::integrator::Stepper;
use super::vector::Vector;
use crate::root::solve_bracketed;

/// A zero of an event function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// When.
    pub time: f64,
    /// Whether the function goes from negative to positive.
    pub rising: bool,
}

/// Equal parts of a step, at whose ends the event function is looked at.
const PARTS: usize = 4;

impl<V: Vector> Stepper<V> {
    /// The first zero of g(t, y) within the last accepted step, on its dense output.
    ///
    /// A sign change is looked for between the ends of the step, three points within, and the turning points of the
    /// parabolas through neighbouring ones: a function that dips below zero and returns within one step is seen, if it is
    /// reasonably smooth on that scale. The time is located to about 10⁻¹⁴ of the times involved.
    ///
    /// A step that starts on a zero does not report that one again: after an event, put the state exactly onto the
    /// surface when you [`restart`](Stepper::restart).
    ///
    /// *Checked by*: the bouncing ball and the double crossing in `tests/ode/events.rs`.
    pub fn locate(&self, g: impl FnMut(f64, &V) -> f64) -> Option<Crossing> {
        self.locate_with(&mut self.state().clone(), g)
    }

    /// As [`locate`](Self::locate), with a buffer for interpolated states: nothing is allocated.
    pub fn locate_with(&self, buffer: &mut V, g: impl FnMut(f64, &V) -> f64) -> Option<Crossing> {
        self.find_crossing(|_| true, buffer, g)
    }

    /// The first zero at which g goes from negative to positive (`rising`), or from positive to negative. Where only one
    /// direction means something, rounding at the start of a step, on the surface, cannot be mistaken for an event.
    pub fn locate_next(&self, rising: bool, buffer: &mut V, g: impl FnMut(f64, &V) -> f64) -> Option<f64> {
        self.find_crossing(|direction| direction == rising, buffer, g).map(|crossing| crossing.time)
    }

    fn find_crossing(
        &self,
        wanted: impl Fn(bool) -> bool,
        buffer: &mut V,
        mut g: impl FnMut(f64, &V) -> f64,
    ) -> Option<Crossing> {
        let (start, end) = (self.previous_time(), self.time());
        let length = end - start;
        if length <= 0.0 {
            return None;
        }
        let mut at = |t: f64| {
            self.dense().value_into(t, buffer);
            g(t, buffer)
        };
        let coarse: [(f64, f64); PARTS + 1] = std::array::from_fn(|i| {
            let t = if i == PARTS { end } else { start + length * i as f64 / PARTS as f64 };
            (t, at(t))
        });
        let mut samples = [coarse[0]; 2 * PARTS];
        let mut count = 0;
        let mut push = |sample| {
            samples[count] = sample;
            count += 1;
        };
        coarse.into_iter().for_each(&mut push);
        for neighbours in coarse.windows(3) {
            if let Some(t) = turning_point(neighbours) {
                push((t, at(t)));
            }
        }
        let samples = &mut samples[..count];
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));

        // Times closer than this to the start are the start.
        let resolution = 16.0 * f64::EPSILON * start.abs().max(end.abs());
        let mut before = samples[0];
        for &after in &samples[1..] {
            let rising = after.1 > before.1;
            if !wanted(rising) {
                before = after;
                continue;
            }
            if before.1 * after.1 < 0.0 {
                let time = solve_bracketed(&mut at, before.0, after.0, 0.0).ok()?;
                if time - start > resolution {
                    return Some(Crossing { time, rising });
                }
            } else if after.1 == 0.0 && before.1 != 0.0 {
                return Some(Crossing { time: after.0, rising });
            }
            before = after;
        }
        None
    }
}

/// Where the parabola through three samples of one sign is nearest to zero, if within them.
fn turning_point(samples: &[(f64, f64)]) -> Option<f64> {
    let &[(t0, g0), (t1, g1), (t2, g2)] = samples else { return None };
    let (first, second) = ((g1 - g0) / (t1 - t0), (g2 - g1) / (t2 - t1));
    let curvature = (second - first) / (t2 - t0);
    let t = 0.5 * (t0 + t1) - 0.5 * first / curvature;
    // From a start on the surface, either side may be the one that is left.
    let towards_zero = g0 == 0.0 || curvature * g1 > 0.0;
    (towards_zero && t > t0 && t < t2).then_some(t)
}
