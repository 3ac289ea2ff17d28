//! Runge–Kutta–Chebyshev of order 2: for large systems that fade like diffusion and whose rate is costly
//! [SommeijerShampineVerwer1998].
//!
//! Stages of an explicit method are spent on stability: with s of them a step h may be so long that `h ρ ≈ 0.65 s²`, ρ the
//! fastest fading rate, while an ordinary explicit method gets along with `h ρ ≈ 2` a stage. No Jacobian, no system to solve,
//! and nothing that grows slowly is disturbed.

// Sums over several vectors at once read best by their index.
#![allow(clippy::needless_range_loop)]

/// A system y′ = f(t, y) whose fastest part fades.
pub trait Gradual {
    /// Why a rate could not be computed.
    type Error;
    /// Writes f(t, y), and returns a bound of the fastest fading rate ρ, per unit of t.
    ///
    /// # Errors
    /// What keeps the rate from being computed.
    fn rate(&mut self, t: f64, y: &[f64], rate: &mut [f64]) -> Result<f64, Self::Error>;
    /// The size of an error, 1 being what is allowed, beside the state at the end of the step.
    fn size(&self, error: &[f64], y: &[f64]) -> f64;
}

/// A step that was taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChebyshevStep {
    /// Where it began and ended.
    pub from: f64,
    /// Where it ended.
    pub to: f64,
    /// Stages it took.
    pub stages: usize,
    /// Size of its error as estimated.
    pub error: f64,
}

/// Why a step could not be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChebyshevError<E> {
    /// A rate could not be computed.
    Rate(E),
    /// However short the step, its error is too large, or is no number.
    Stuck,
}

impl<E> From<E> for ChebyshevError<E> {
    fn from(error: E) -> Self {
        Self::Rate(error)
    }
}

/// The state, and what a step works with.
#[derive(Debug, Clone)]
pub struct Chebyshev {
    t: f64,
    step: f64,
    /// Bound of the fading rate at the present state.
    fading: f64,
    y: Vec<f64>,
    rate: Vec<f64>,
    /// The beginning of the last step.
    before: (f64, Vec<f64>, Vec<f64>),
    stages: [Vec<f64>; 3],
    spare: Vec<f64>,
    evaluations: u64,
    rejections: u64,
}

/// Fewest and most stages.
const STAGES: (usize, usize) = (2, 64);
/// A step that is shorter than this share of what has been passed and is left gets nowhere.
const SHORTEST: f64 = 1e-14;
/// The damping of the stability polynomial.
const DAMPED: f64 = 2.0 / 13.0;

impl Chebyshev {
    /// At t in the state y, with a first step of this length.
    ///
    /// # Errors
    /// When the first rate cannot be computed.
    pub fn new<G: Gradual>(system: &mut G, t: f64, y: Vec<f64>, step: f64) -> Result<Self, G::Error> {
        let n = y.len();
        let mut rate = vec![0.0; n];
        let fading = system.rate(t, &y, &mut rate)?;
        let none = || vec![0.0; n];
        Ok(Self {
            t,
            step,
            fading,
            before: (t, y.clone(), rate.clone()),
            y,
            rate,
            stages: [none(), none(), none()],
            spare: none(),
            evaluations: 1,
            rejections: 0,
        })
    }

    /// Where it is.
    pub fn time(&self) -> f64 {
        self.t
    }

    /// The state.
    pub fn state(&self) -> &[f64] {
        &self.y
    }

    /// Its rate.
    pub fn rate(&self) -> &[f64] {
        &self.rate
    }

    /// The step that is tried next.
    pub fn next_step(&self) -> f64 {
        self.step
    }

    /// Rates computed, and steps that had to be made again.
    pub fn work(&self) -> (u64, u64) {
        (self.evaluations, self.rejections)
    }

    /// Counts what an earlier part of the same run has done.
    pub fn continue_work(&mut self, (evaluations, rejections): (u64, u64)) {
        (self.evaluations, self.rejections) = (evaluations, rejections);
    }

    /// One step towards `end`, not beyond it.
    ///
    /// # Errors
    /// Those of the rate, or that no step is short enough; the state is that of the last step then.
    pub fn step<G: Gradual>(&mut self, system: &mut G, end: f64) -> Result<ChebyshevStep, ChebyshevError<G::Error>> {
        loop {
            let left = end - self.t;
            // No last step that is a sliver.
            let h = if self.step >= left {
                left
            } else if self.step > 0.5 * left {
                0.5 * left
            } else {
                self.step
            };
            let stages = ((1.0 + (1.0 + 1.54 * h * self.fading).sqrt()) as usize).saturating_add(1);
            let (h, stages) = if stages > STAGES.1 {
                let most = STAGES.1 as f64;
                (h.min(((most - 1.0).powi(2) - 1.0) / (1.54 * self.fading)), STAGES.1)
            } else {
                (h, stages.max(STAGES.0))
            };
            if !(h == left || h > SHORTEST * self.t.abs().max(end.abs())) {
                return Err(ChebyshevError::Stuck);
            }
            self.try_stages(system, h, stages)?;
            // The new state is in `stages[0]`; its rate closes the step and begins the next.
            let to = if h == left { end } else { self.t + h };
            let fading = {
                let [new, rate, _] = &mut self.stages;
                system.rate(to, new, rate)?
            };
            self.evaluations += 1;
            let [new, rate, _] = &self.stages;
            for i in 0..self.y.len() {
                self.spare[i] = 0.8 * (self.y[i] - new[i]) + 0.4 * h * (self.rate[i] + rate[i]);
            }
            let error = system.size(&self.spare, new);
            let factor = if error > 0.0 { 0.8 * error.powf(-1.0 / 3.0) } else { 10.0 };
            if error <= 1.0 {
                let from = self.t;
                (self.t, self.fading) = (to, fading);
                self.before.0 = from;
                let [new, rate, _] = &mut self.stages;
                std::mem::swap(&mut self.before.1, &mut self.y);
                std::mem::swap(&mut self.y, new);
                std::mem::swap(&mut self.before.2, &mut self.rate);
                std::mem::swap(&mut self.rate, rate);
                self.step = (h * factor.clamp(0.2, 8.0)).max(if h < self.step { self.step.min(8.0 * h) } else { 0.0 });
                return Ok(ChebyshevStep { from, to, stages, error });
            }
            self.rejections += 1;
            // Not a number is an error, too.
            self.step = h * if factor.is_finite() { factor.clamp(0.1, 0.8) } else { 0.1 };
        }
    }

    /// The stages of a step; the last one ends in `stages[0]`.
    fn try_stages<G: Gradual>(&mut self, system: &mut G, h: f64, s: usize) -> Result<(), G::Error> {
        let w0 = 1.0 + DAMPED / (s * s) as f64;
        // Chebyshev polynomials and their derivatives at w0, up to s.
        let (t1, t2) = {
            let (mut t, mut d, mut dd) = ([1.0, w0], [0.0, 1.0], [0.0, 0.0]);
            for _ in 2..=s {
                let next = [
                    2.0 * w0 * t[1] - t[0],
                    2.0 * w0 * d[1] - d[0] + 2.0 * t[1],
                    2.0 * w0 * dd[1] - dd[0] + 4.0 * d[1],
                ];
                (t, d, dd) = ([t[1], next[0]], [d[1], next[1]], [dd[1], next[2]]);
            }
            (d[1], dd[1])
        };
        let w1 = t1 / t2;
        // b₀ = b₁ = b₂ with b₂ = T″₂/(T′₂)² = 4/(4 w0)².
        let b2 = 4.0 / (4.0 * w0).powi(2);
        let (mut b, mut t, mut d, mut dd) = ([b2, b2], [1.0, w0], [0.0, 1.0], [0.0, 0.0]);
        let first = b2 * w1;
        let [old, now, next] = &mut self.stages;
        old.copy_from_slice(&self.y);
        for i in 0..self.y.len() {
            now[i] = self.y[i] + first * h * self.rate[i];
        }
        let mut at = first;
        for _ in 2..=s {
            let polynomials =
                [2.0 * w0 * t[1] - t[0], 2.0 * w0 * d[1] - d[0] + 2.0 * t[1], 2.0 * w0 * dd[1] - dd[0] + 4.0 * d[1]];
            let [tj, dj, ddj] = polynomials;
            let bj = ddj / (dj * dj);
            let (mu, nu) = (2.0 * bj * w0 / b[1], -bj / b[0]);
            let mu_tilde = 2.0 * bj * w1 / b[1];
            let gamma = -(1.0 - b[1] * t[1]) * mu_tilde;
            system.rate(self.t + at * h, now, &mut self.spare)?;
            self.evaluations += 1;
            for i in 0..self.y.len() {
                next[i] = (1.0 - mu - nu) * self.y[i]
                    + mu * now[i]
                    + nu * old[i]
                    + h * (mu_tilde * self.spare[i] + gamma * self.rate[i]);
            }
            std::mem::swap(old, now);
            std::mem::swap(now, next);
            at = w1 * ddj / dj;
            (b, t, d, dd) = ([b[1], bj], [t[1], tj], [d[1], dj], [dd[1], ddj]);
        }
        std::mem::swap(old, now);
        Ok(())
    }

    /// The state within the last step, by the cubic through both ends with their rates.
    pub fn interpolate(&self, t: f64, y: &mut [f64]) {
        let (from, before, rate) = &self.before;
        let h = self.t - from;
        let x = if h > 0.0 { ((t - from) / h).clamp(0.0, 1.0) } else { 1.0 };
        let (a, b) = ((1.0 + 2.0 * x) * (1.0 - x).powi(2), x * (1.0 - x).powi(2) * h);
        let (c, d) = (x * x * (3.0 - 2.0 * x), x * x * (x - 1.0) * h);
        for i in 0..y.len() {
            y[i] = a * before[i] + b * rate[i] + c * self.y[i] + d * self.rate[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Heat in a rod with cold ends, n inner points: the sine fades by its own rate, exactly.
    struct Rod {
        n: usize,
        tolerance: f64,
    }

    impl Gradual for Rod {
        type Error = Infallible;
        fn rate(&mut self, _: f64, y: &[f64], rate: &mut [f64]) -> Result<f64, Infallible> {
            let scale = ((self.n + 1) as f64).powi(2);
            for i in 0..self.n {
                let (left, right) = (if i > 0 { y[i - 1] } else { 0.0 }, if i + 1 < self.n { y[i + 1] } else { 0.0 });
                rate[i] = scale * (left - 2.0 * y[i] + right);
            }
            Ok(4.0 * scale)
        }
        fn size(&self, error: &[f64], _: &[f64]) -> f64 {
            error.iter().fold(0.0, |most: f64, e| most.max(e.abs())) / self.tolerance
        }
    }

    fn run(n: usize, tolerance: f64, end: f64) -> (f64, u64, usize) {
        let mut rod = Rod { n, tolerance };
        let place = |i: usize| std::f64::consts::PI * (i + 1) as f64 / (n + 1) as f64;
        // A slow wave and a fast one.
        let start: Vec<f64> = (0..n).map(|i| place(i).sin() + 0.5 * (9.0 * place(i)).sin()).collect();
        let mut march = Chebyshev::new(&mut rod, 0.0, start, 1e-4).expect("infallible");
        let mut steps = 0;
        while march.time() < end {
            march.step(&mut rod, end).expect("infallible");
            steps += 1;
        }
        let fading = |k: f64| 4.0 * ((n + 1) as f64).powi(2) * (0.5 * k * place(0)).sin().powi(2);
        let exact = |i: usize| {
            (-fading(1.0) * end).exp() * place(i).sin() + 0.5 * (-fading(9.0) * end).exp() * (9.0 * place(i)).sin()
        };
        let error = (0..n).map(|i| (march.state()[i] - exact(i)).abs()).fold(0.0, f64::max);
        (error, march.work().0, steps)
    }

    #[test]
    fn it_is_of_second_order() {
        // Error of a step ~ h³, so that the error at the end falls as the tolerance to the power 2/3.
        let errors = [1e-6, 1e-7, 1e-8, 1e-9].map(|tolerance| run(40, tolerance, 0.05).0);
        let order = (errors[0] / errors[3]).log10();
        assert!((1.85..2.15).contains(&order), "{order} {errors:?}");
    }

    /// An explicit method of order 2 needs at least h ρ ≤ 2 at two rates a step: ρ t rates in all.
    #[test]
    fn stiff_fading_costs_a_fraction_of_an_explicit_method() {
        let (error, rates, _) = run(200, 1e-4, 0.1);
        let explicit = 4.0 * 201f64.powi(2) * 0.1;
        assert!(error < 1e-3 && (rates as f64) < 0.1 * explicit, "{error} {rates} {explicit}");
    }

    /// A rate that is no number, or that fades faster than any step: the march ends, and says so.
    #[test]
    fn what_no_step_can_follow_is_said() {
        struct Broken([f64; 2]);
        impl Gradual for Broken {
            type Error = Infallible;
            fn rate(&mut self, t: f64, _: &[f64], rate: &mut [f64]) -> Result<f64, Infallible> {
                rate[0] = if t > 0.0 { self.0[0] } else { 1.0 };
                Ok(self.0[1])
            }
            fn size(&self, error: &[f64], _: &[f64]) -> f64 {
                error[0].abs()
            }
        }
        for broken in [[f64::NAN, 0.0], [f64::INFINITY, 1.0], [1.0, f64::INFINITY], [1e300, 1e300]] {
            let mut system = Broken(broken);
            let mut march = Chebyshev::new(&mut system, 0.0, vec![0.0], 0.1).expect("infallible");
            let ended = (0..10_000).find_map(|_| march.step(&mut system, 1.0).err());
            assert_eq!(ended, Some(ChebyshevError::Stuck), "{broken:?}");
        }
    }

    #[test]
    fn between_steps_the_state_is_of_third_order() {
        struct Fall(f64);
        impl Gradual for Fall {
            type Error = Infallible;
            fn rate(&mut self, t: f64, _: &[f64], rate: &mut [f64]) -> Result<f64, Infallible> {
                rate[0] = t.cos();
                Ok(0.0)
            }
            fn size(&self, error: &[f64], _: &[f64]) -> f64 {
                error[0].abs() / self.0
            }
        }
        let mut fall = Fall(1e-7);
        let mut march = Chebyshev::new(&mut fall, 0.0, vec![0.0], 0.01).expect("infallible");
        let mut worst: f64 = 0.0;
        while march.time() < 3.0 {
            let step = march.step(&mut fall, 3.0).expect("infallible");
            let mut y = [0.0];
            for part in [0.0, 0.3, 0.5, 0.9, 1.0] {
                let t = step.from + part * (step.to - step.from);
                march.interpolate(t, &mut y);
                worst = worst.max((y[0] - t.sin()).abs());
            }
        }
        assert!(worst < 1e-5, "{worst}");
        assert_eq!(march.time(), 3.0);
    }
}
