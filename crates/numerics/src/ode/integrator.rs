//! One integrator for every scheme: trial steps, their acceptance, and what remains of the last one.

use super::bdf::{History, Trouble};
use super::bogacki_shampine::BOGACKI_SHAMPINE;
use super::control::{Control, guess_first_step, measure};
use super::dense::{Dense, Trial};
use super::dormand_prince::DORMAND_PRINCE;
use super::failure::Failure;
use super::rkf45::RKF45;
use super::rosenbrock::{self, Implicit};
use super::settings::{Limits, Scheme, Tolerances};
use super::system::{Dynamic, DynamicSystem, Equations, Slopes, Static, System};
use super::vector::{Vector, fill};
use super::work::{Counted, Work};
use nalgebra::{DVector, SVector};

/// Advances the state of a system in steps that it chooses itself: see [`Integrator`] and [`DynamicIntegrator`].
///
/// It does not hold the system, so a clone is a checkpoint. After it is made, nothing is allocated.
///
/// *Pitfalls*: rates and Jacobian at the present state are remembered. When the system itself changes (a contact opens, a
/// load jumps), call [`restart`](Self::restart).
#[derive(Clone, Debug)]
pub struct Stepper<V: Vector> {
    scheme: Scheme,
    tolerance: Tolerances<V>,
    limits: Limits,
    control: Control,
    /// The last accepted step; the present is its end.
    last: Dense<V>,
    /// The step that an event cut short, up to the present; if there is none, not used.
    cut: Dense<V>,
    is_cut: bool,
    trial: Trial<V>,
    /// Length of the next trial, once known.
    step: Option<f64>,
    rate: V,
    /// Whether `rate` is that of the present state.
    rate_is_known: bool,
    stages: [V; 7],
    /// For implicit schemes.
    implicit: Option<(Slopes<V>, Implicit<V>)>,
    /// Whether the slopes are those of the present state.
    slopes_are_known: bool,
    /// For multistep schemes.
    history: Option<History<V>>,
    work: Work,
}

/// Advances the state of a [`System`] of N equations.
pub type Integrator<const N: usize> = Stepper<SVector<f64, N>>;

/// Advances the state of a [`DynamicSystem`], whose size is known at run time.
pub type DynamicIntegrator = Stepper<DVector<f64>>;

impl<const N: usize> Stepper<SVector<f64, N>> {
    /// Makes one accepted step, never beyond `t_end`, which is hit exactly.
    ///
    /// On failure the state is where it was.
    pub fn step(&mut self, system: &impl System<N>, t_end: f64) -> Result<(), Failure> {
        self.advance(&mut Static(system), t_end)
    }
}

impl Stepper<DVector<f64>> {
    /// Makes one accepted step, never beyond `t_end`, which is hit exactly.
    ///
    /// On failure the state is where it was.
    pub fn step(&mut self, system: &mut impl DynamicSystem, t_end: f64) -> Result<(), Failure> {
        self.advance(&mut Dynamic(system), t_end)
    }
}

impl<V: Vector> Stepper<V> {
    /// Ready to leave from y(t) = y. Settings that make no sense are reported by the first step.
    pub fn new(scheme: Scheme, tolerance: Tolerances<V>, limits: Limits, t: f64, y: V) -> Self {
        let zero = y.zeros_like();
        let is_implicit = matches!(scheme, Scheme::Rosenbrock | Scheme::Bdf);
        Self {
            scheme,
            tolerance,
            limits,
            control: Control::new(scheme),
            trial: Trial::like(&y),
            step: None,
            rate: zero.clone(),
            rate_is_known: false,
            stages: std::array::from_fn(|_| zero.clone()),
            implicit: is_implicit.then(|| (Slopes::like(&y), Implicit::like(&y))),
            slopes_are_known: false,
            history: (scheme == Scheme::Bdf).then(|| History::like(&y)),
            cut: Dense::at(t, zero),
            is_cut: false,
            last: Dense::at(t, y),
            work: Work::default(),
        }
    }

    /// The present time.
    pub fn time(&self) -> f64 {
        self.last.end
    }

    /// The present state.
    pub fn state(&self) -> &V {
        &self.last.last
    }

    /// Where the last accepted step began, also if it was [`cut`](Self::cut) short; the present time if there is none since
    /// the start or restart.
    pub fn previous_time(&self) -> f64 {
        if self.is_cut { self.cut.start } else { self.last.start }
    }

    /// What it has cost so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// The state at a time within the last accepted step (dense output), exact at its ends and held there outside.
    pub fn interpolate(&self, t: f64) -> V {
        let mut value = self.last.last.clone();
        self.interpolate_into(t, &mut value);
        value
    }

    /// As [`interpolate`](Self::interpolate), into storage of the caller.
    pub fn interpolate_into(&self, t: f64, y: &mut V) {
        let step = if self.is_cut && t < self.last.end { &self.cut } else { &self.last };
        step.value_into(t, y);
    }

    /// The polynomial of the last step, for event location.
    pub(super) fn dense(&self) -> &Dense<V> {
        &self.last
    }

    /// Starts anew at this time and state, as after an event.
    ///
    /// The work counters go on. The step size is kept as a first trial, but what was learned about errors is forgotten.
    pub fn restart(&mut self, t: f64, y: V) {
        self.restart_from(t, &y);
    }

    /// As [`restart`](Self::restart), from a state that the caller keeps.
    pub fn restart_from(&mut self, t: f64, y: &V) {
        self.is_cut = false;
        self.control = Control::new(self.scheme);
        self.last.reset(t, y);
        (self.rate_is_known, self.slopes_are_known) = (false, false);
        if let Some(history) = &mut self.history {
            history.forget();
        }
    }

    /// Starts anew at a time within the last step, as [`restart`](Self::restart) does; what came before in that step can still
    /// be interpolated, until the next step.
    pub fn cut(&mut self, t: f64, y: &V) {
        std::mem::swap(&mut self.last, &mut self.cut);
        self.restart_from(t, y);
        self.is_cut = true;
    }

    /// Tries this length next, whatever was planned: where the system has changed, what was learned may be far too long.
    pub fn plan_step(&mut self, step: f64) {
        self.step = Some(step.clamp(self.limits.smallest_step, self.limits.largest_step));
    }

    /// Moves the present state by no more than the error of the last step, as a projection onto constraints does: what was
    /// learned is kept. `change` says whether it has changed anything.
    ///
    /// An explicit scheme also keeps the rate at the end of its step: what the change e makes of it is h |∂f/∂y| e over the
    /// next step, which is less than e wherever such a scheme is stable.
    pub fn correct(&mut self, change: impl FnOnce(f64, &mut V) -> bool) {
        if !change(self.last.end, &mut self.last.last) {
            return;
        }
        if self.implicit.is_some() {
            (self.rate_is_known, self.slopes_are_known) = (false, false);
        }
        if let Some(history) = &mut self.history {
            history.replace_present(&self.last.last);
        }
    }

    /// One accepted step.
    fn advance(&mut self, system: &mut impl Equations<V>, t_end: f64) -> Result<(), Failure> {
        let t = self.time();
        let ahead = t_end - t;
        if !(ahead > 0.0 && ahead.is_finite()) {
            return Err(Failure::NotAhead { time: t, end: t_end });
        }
        self.find_present_rate(system, t)?;
        let planned = match self.step {
            Some(step) => step,
            None => self.first_step(system, t, ahead)?,
        };
        let mut h = planned.min(self.limits.largest_step).max(resolution(t));
        loop {
            let end = self.end_of_step(t, h, t_end);
            let tried = end - t;
            let attempt = self.attempt(system, t, end);
            let verdict = self.judge(attempt);
            if let Verdict::Accepted { error } = verdict {
                let wanted = tried * self.take_in(error);
                if !self.limits.is_fixed() {
                    // A step cut short by the end says little about how long the next one may be.
                    let wanted = if tried < h { wanted.max(h) } else { wanted };
                    self.step = Some(wanted.clamp(self.limits.smallest_step, self.limits.largest_step));
                }
                self.work.steps += 1;
                self.is_cut = false;
                std::mem::swap(&mut self.last, &mut self.trial.dense);
                std::mem::swap(&mut self.rate, &mut self.trial.end_rate);
                (self.rate_is_known, self.slopes_are_known) = (true, false);
                return Ok(());
            }
            self.work.rejected += 1;
            h = self.shorten(t, tried, verdict)?;
        }
    }

    /// Finds f(t, y), remembered from the last step or computed.
    fn find_present_rate(&mut self, system: &mut impl Equations<V>, t: f64) -> Result<(), Failure> {
        if self.rate_is_known {
            return Ok(());
        }
        system.rate(t, &self.last.last, &mut self.rate);
        self.work.rate_calls += 1;
        let mut pairs = self.rate.entries().iter().zip(self.last.last.entries());
        if let Some(component) = pairs.position(|(rate, y)| !(rate.is_finite() && y.is_finite())) {
            return Err(Failure::NotFinite { time: t, step: 0.0, component });
        }
        self.rate_is_known = true;
        Ok(())
    }

    /// Checks the settings and finds the length of the first trial.
    fn first_step(&mut self, system: &mut impl Equations<V>, t: f64, ahead: f64) -> Result<f64, Failure> {
        self.check()?;
        let step = match self.limits.first_step {
            _ if self.limits.is_fixed() => self.limits.largest_step,
            Some(step) => step.clamp(self.limits.smallest_step, self.limits.largest_step),
            None => {
                self.work.rate_calls += 1;
                let within = Limits { largest_step: self.limits.largest_step.min(ahead), ..self.limits };
                let within = Limits { smallest_step: within.smallest_step.min(within.largest_step), ..within };
                let (y, rate, tolerance) = (&self.last.last, &self.rate, &self.tolerance);
                // Nothing is in the trial yet.
                let (there, change) = (&mut self.trial.dense.last, &mut self.trial.end_rate);
                guess_first_step(self.scheme, tolerance, &within, (y, rate), |h| {
                    fill(there, |i| y.entries()[i] + rate.entries()[i] * h);
                    system.rate(t + h, there, change);
                    for (change, rate) in change.entries_mut().iter_mut().zip(rate.entries()) {
                        *change -= rate;
                    }
                    measure(change, tolerance, (y, y)).0
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
        let mut absolute = tolerance.absolute.entries().iter();
        if let Some(value) = absolute.find(|value| !(**value > 0.0 && value.is_finite())) {
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

    /// One trial with the scheme.
    fn attempt(&mut self, system: &mut impl Equations<V>, t: f64, end: f64) -> Result<(), Trouble> {
        let Self { last, trial, rate, stages, work, tolerance, .. } = self;
        let mut system = Counted { system, work };
        let (start, judged) = ((t, &last.last), !self.limits.is_fixed());
        match (self.scheme, &mut self.implicit, &mut self.history) {
            (Scheme::Rkf45, ..) => RKF45.attempt(&mut system, start, rate, (end, judged), (stages, trial)),
            (Scheme::BogackiShampine, ..) => {
                BOGACKI_SHAMPINE.attempt(&mut system, start, rate, (end, judged), (stages, trial))
            }
            (Scheme::Bdf, Some((slopes, scratch)), Some(history)) if !history.is_starting(self.limits.is_fixed()) => {
                return history.attempt(&mut system, end, tolerance, self.limits.is_fixed(), (slopes, scratch, trial));
            }
            (Scheme::Rosenbrock | Scheme::Bdf, Some((slopes, scratch)), _) => {
                if !self.slopes_are_known {
                    system.slopes(t, start.1, slopes);
                    self.slopes_are_known = true;
                }
                let done = rosenbrock::attempt(&mut system, start, rate, slopes, end, (scratch, trial));
                return done.map_err(Trouble::NotFinite);
            }
            _ => DORMAND_PRINCE.attempt(&mut system, start, rate, (end, judged), (stages, trial)),
        }
        Ok(())
    }

    fn judge(&self, attempt: Result<(), Trouble>) -> Verdict {
        let Trial { dense, error, end_rate } = &self.trial;
        match attempt {
            Ok(()) => {}
            Err(Trouble::NotFinite(component)) => return Verdict::NotFinite { component },
            Err(Trouble::Diverged(component)) => return Verdict::Diverged { component },
        }
        let mut ends = dense.last.entries().iter().zip(end_rate.entries());
        if let Some(component) = ends.position(|(y, rate)| !(y.is_finite() && rate.is_finite())) {
            return Verdict::NotFinite { component };
        }
        if self.limits.is_fixed() && self.implicit.is_none() {
            return Verdict::Accepted { error: 0.0 };
        }
        let (error, component) = measure(error, &self.tolerance, (&dense.first, &dense.last));
        if !error.is_finite() {
            Verdict::NotFinite { component }
        } else if error <= 1.0 || self.limits.is_fixed() {
            Verdict::Accepted { error }
        } else {
            Verdict::Rejected { error, component }
        }
    }

    /// What follows from an accepted trial for the length of the next, as a factor.
    fn take_in(&mut self, error: f64) -> f64 {
        let fixed = self.limits.is_fixed();
        let Some(history) = &mut self.history else { return if fixed { 1.0 } else { self.control.accept(error) } };
        if history.is_starting(fixed) {
            history.begin(self.last.end, &self.last.last);
            history.push(self.trial.dense.end, &self.trial.dense.last);
            // Past states that are too unequally spaced make a poor start.
            return self.control.accept(error).min(2.0);
        }
        history.accept(&self.trial, error, &self.tolerance)
    }

    /// The next, shorter trial after one of length `tried` from `t`, unless it would be too short.
    fn shorten(&mut self, t: f64, tried: f64, verdict: Verdict) -> Result<f64, Failure> {
        let (error, component) = match verdict {
            Verdict::Rejected { error, component } => (Some(error), component),
            Verdict::NotFinite { component } | Verdict::Diverged { component } => (None, component),
            Verdict::Accepted { .. } => return Ok(tried),
        };
        let smallest_step = self.limits.smallest_step.max(resolution(t));
        // A step is a difference of two times, and as such rounded.
        if tried > smallest_step + f64::EPSILON * t.abs() {
            let factor = match &mut self.history {
                Some(history) if !history.is_starting(self.limits.is_fixed()) => history.reject(error),
                _ => self.control.reject(error),
            };
            return Ok((tried * factor).max(smallest_step));
        }
        let too_small = |error| Failure::StepTooSmall { time: t, step: tried, smallest_step, component, error };
        Err(match (error, verdict) {
            (Some(error), _) => too_small(error),
            (None, Verdict::Diverged { .. }) => too_small(f64::INFINITY),
            (None, _) => Failure::NotFinite { time: t, step: tried, component },
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
    Diverged { component: usize },
}
