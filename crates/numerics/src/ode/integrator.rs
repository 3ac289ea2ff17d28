//! One integrator for every scheme: trial steps, their acceptance, and what remains of the last one.

use super::control::{Control, guess_first_step, measure};
use super::dense::{Dense, Trial};
use super::dormand_prince::DORMAND_PRINCE;
use super::failure::Failure;
use super::rkf45::RKF45;
use super::rosenbrock;
use super::settings::{Limits, Scheme, Tolerance};
use super::system::System;
use nalgebra::{SMatrix, SVector};

/// What an integration has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Accepted steps.
    pub steps: u64,
    /// Steps that were tried in vain.
    pub rejected: u64,
    /// Calls of [`System::rate`] by the integrator itself; those inside [`System::jacobian`] are not counted.
    pub rate_calls: u64,
    /// Calls of [`System::jacobian`].
    pub jacobians: u64,
}

/// Advances the state of a [`System`] in steps that it chooses itself.
///
/// It does not hold the system, so a clone is a checkpoint.
///
/// *Pitfalls*: rates and Jacobian at the present state are remembered. When the system itself changes (a contact opens, a
/// load jumps), call [`restart`](Self::restart).
#[derive(Clone, Debug)]
pub struct Integrator<const N: usize> {
    scheme: Scheme,
    tolerance: Tolerance<N>,
    limits: Limits,
    control: Control,
    /// The last accepted step; the present is its end.
    last: Dense<N>,
    /// Length of the next trial, once known.
    step: Option<f64>,
    rate: Option<SVector<f64, N>>,
    jacobian: Option<(SMatrix<f64, N, N>, SVector<f64, N>)>,
    work: Work,
}

impl<const N: usize> Integrator<N> {
    /// Ready to leave from y(t) = y. Settings that make no sense are reported by the first [`step`](Self::step).
    pub fn new(scheme: Scheme, tolerance: Tolerance<N>, limits: Limits, t: f64, y: SVector<f64, N>) -> Self {
        Self {
            scheme,
            tolerance,
            limits,
            control: Control::new(scheme),
            last: Dense::at(t, y),
            step: None,
            rate: None,
            jacobian: None,
            work: Work::default(),
        }
    }

    /// The present time.
    pub fn time(&self) -> f64 {
        self.last.end
    }

    /// The present state.
    pub fn state(&self) -> &SVector<f64, N> {
        &self.last.last
    }

    /// Where the last accepted step began; the present time if there is none since the start or restart.
    pub fn previous_time(&self) -> f64 {
        self.last.start
    }

    /// What it has cost so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// The state at a time within the last accepted step (dense output), exact at its ends and held there outside.
    pub fn interpolate(&self, t: f64) -> SVector<f64, N> {
        self.last.value(t)
    }

    /// The polynomial of the last step, for event location.
    pub(super) fn dense(&self) -> &Dense<N> {
        &self.last
    }

    /// Starts anew at this time and state, as after an event.
    ///
    /// The work counters go on. The step size is kept as a first trial, but what was learned about errors is forgotten.
    pub fn restart(&mut self, t: f64, y: SVector<f64, N>) {
        self.control = Control::new(self.scheme);
        self.last = Dense::at(t, y);
        self.rate = None;
        self.jacobian = None;
    }

    /// Makes one accepted step, never beyond `t_end`, which is hit exactly.
    ///
    /// On failure the state is where it was.
    pub fn step(&mut self, system: &impl System<N>, t_end: f64) -> Result<(), Failure> {
        let t = self.time();
        let y = *self.state();
        let ahead = t_end - t;
        if !(ahead > 0.0 && ahead.is_finite()) {
            return Err(Failure::NotAhead { time: t, end: t_end });
        }
        let rate = self.present_rate(system, t, &y)?;
        let planned = match self.step {
            Some(step) => step,
            None => self.first_step(system, (t, &y), &rate, ahead)?,
        };
        let mut h = planned.min(self.limits.largest_step).max(resolution(t));
        loop {
            let end = self.end_of_step(t, h, t_end);
            let tried = end - t;
            let trial = self.attempt(system, (t, &y), &rate, end);
            let verdict = self.judge(&trial);
            if let (Ok(trial), Verdict::Accepted { error }) = (trial, verdict) {
                let wanted = tried * self.control.accept(error);
                if !self.limits.is_fixed() {
                    // A step cut short by the end says little about how long the next one may be.
                    let wanted = if tried < h { wanted.max(h) } else { wanted };
                    self.step = Some(wanted.clamp(self.limits.smallest_step, self.limits.largest_step));
                }
                self.work.steps += 1;
                self.last = trial.dense;
                self.rate = Some(trial.end_rate);
                self.jacobian = None;
                return Ok(());
            }
            self.work.rejected += 1;
            // Rounding of t may make a step longer than asked for, and must not hide that it cannot be shortened.
            h = self.shorten(t, tried.min(h), verdict)?;
        }
    }

    /// f(t, y), remembered from the last step or computed.
    fn present_rate(
        &mut self,
        system: &impl System<N>,
        t: f64,
        y: &SVector<f64, N>,
    ) -> Result<SVector<f64, N>, Failure> {
        if let Some(rate) = self.rate {
            return Ok(rate);
        }
        let rate = system.rate(t, y);
        self.work.rate_calls += 1;
        let component = (0..N).find(|&i| !(rate[i].is_finite() && y[i].is_finite()));
        if let Some(component) = component {
            return Err(Failure::NotFinite { time: t, step: 0.0, component });
        }
        self.rate = Some(rate);
        Ok(rate)
    }

    /// Checks the settings and finds the length of the first trial.
    fn first_step(
        &mut self,
        system: &impl System<N>,
        (t, y): (f64, &SVector<f64, N>),
        rate: &SVector<f64, N>,
        ahead: f64,
    ) -> Result<f64, Failure> {
        self.check()?;
        let step = match self.limits.first_step {
            _ if self.limits.is_fixed() => self.limits.largest_step,
            Some(step) => step.clamp(self.limits.smallest_step, self.limits.largest_step),
            None => {
                self.work.rate_calls += 1;
                let within = Limits { largest_step: self.limits.largest_step.min(ahead), ..self.limits };
                let within = Limits { smallest_step: within.smallest_step.min(within.largest_step), ..within };
                guess_first_step(self.scheme, &self.tolerance, &within, (y, rate), |h| {
                    system.rate(t + h, &(y + rate * h))
                })
            }
        };
        self.step = Some(step);
        Ok(step)
    }

    fn check(&self) -> Result<(), Failure> {
        let Self { tolerance, limits, .. } = self;
        let refuse = |name, value, hint| Err(Failure::BadSetting { name, value, hint });
        if !(tolerance.relative >= 0.0 && tolerance.relative.is_finite()) {
            return refuse("relative tolerance", tolerance.relative, "zero or more, for instance 1e-8");
        }
        if let Some(value) = tolerance.absolute.iter().find(|value| !(**value > 0.0 && value.is_finite())) {
            return refuse("absolute tolerance", *value, "more than zero, in the units of its state");
        }
        if !(limits.smallest_step >= 0.0 && limits.smallest_step.is_finite()) {
            return refuse("smallest step", limits.smallest_step, "zero or more, and finite");
        }
        if !(limits.largest_step > 0.0 && limits.largest_step >= limits.smallest_step) {
            return refuse("largest step", limits.largest_step, "more than zero, and no less than the smallest step");
        }
        match limits.first_step {
            Some(value) if !(value > 0.0 && value.is_finite()) => refuse("first step", value, "more than zero"),
            _ => Ok(()),
        }
    }

    /// Where a step of about h ends: at the end itself if that is near, and halfway if one more would be short.
    fn end_of_step(&self, t: f64, h: f64, t_end: f64) -> f64 {
        let ahead = t_end - t;
        if self.limits.is_fixed() {
            // Rounding must not leave a sliver behind after n equal steps.
            return if ahead <= h * (1.0 + 1e-9) { t_end } else { t + h };
        }
        if ahead <= h {
            t_end
        } else if ahead < 2.0 * h && 0.5 * ahead >= self.limits.smallest_step {
            t + 0.5 * ahead
        } else {
            t + h
        }
    }

    /// One trial with the scheme, or the index of a state whose rate is not finite.
    fn attempt(
        &mut self,
        system: &impl System<N>,
        start: (f64, &SVector<f64, N>),
        rate: &SVector<f64, N>,
        end: f64,
    ) -> Result<Trial<N>, usize> {
        let rate_calls = &mut self.work.rate_calls;
        let f = |t, y: &_| {
            *rate_calls += 1;
            system.rate(t, y)
        };
        match self.scheme {
            Scheme::Rkf45 => Ok(RKF45.attempt(f, start, rate, end)),
            Scheme::DormandPrince => Ok(DORMAND_PRINCE.attempt(f, start, rate, end)),
            Scheme::Rosenbrock => {
                let jacobian = self.jacobian.get_or_insert_with(|| {
                    self.work.jacobians += 1;
                    system.jacobian(start.0, start.1)
                });
                rosenbrock::attempt(f, start, rate, jacobian, end)
            }
        }
    }

    fn judge(&self, trial: &Result<Trial<N>, usize>) -> Verdict {
        let Trial { dense: Dense { first, last, .. }, error, end_rate } = match trial {
            Ok(trial) => trial,
            Err(component) => return Verdict::NotFinite { component: *component },
        };
        if let Some(component) = (0..N).find(|&i| !(last[i].is_finite() && end_rate[i].is_finite())) {
            return Verdict::NotFinite { component };
        }
        let (error, component) = measure(error, &self.tolerance, (first, last));
        if !error.is_finite() {
            Verdict::NotFinite { component }
        } else if error <= 1.0 || self.limits.is_fixed() {
            Verdict::Accepted { error }
        } else {
            Verdict::Rejected { error, component }
        }
    }

    /// The next, shorter trial after one of length `tried` from `t`, unless it would be too short.
    fn shorten(&mut self, t: f64, tried: f64, verdict: Verdict) -> Result<f64, Failure> {
        let (error, component) = match verdict {
            Verdict::Rejected { error, component } => (Some(error), component),
            Verdict::NotFinite { component } => (None, component),
            Verdict::Accepted { .. } => return Ok(tried),
        };
        let smallest_step = self.limits.smallest_step.max(resolution(t));
        if tried > smallest_step {
            return Ok((tried * self.control.reject(error)).max(smallest_step));
        }
        Err(match error {
            Some(error) => Failure::StepTooSmall { time: t, step: tried, smallest_step, component, error },
            None => Failure::NotFinite { time: t, step: tried, component },
        })
    }
}

/// The shortest step that t can resolve: in less than a few units of its last place, the stages fall together.
fn resolution(t: f64) -> f64 {
    (16.0 * f64::EPSILON * t.abs()).max(f64::MIN_POSITIVE / f64::EPSILON)
}

/// What becomes of a trial.
#[derive(Clone, Copy)]
enum Verdict {
    Accepted { error: f64 },
    Rejected { error: f64, component: usize },
    NotFinite { component: usize },
}
