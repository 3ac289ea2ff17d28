//! Smooth curves through measured points and cycles.
//!
//! ```
//! use numerics::spline::PeriodicCubic;
//!
//! // An angle at four instants of a cycle of 1 s.
//! let angle = PeriodicCubic::new(&[0.0, 0.25, 0.5, 0.75], &[[0.0], [1.0], [0.0], [-1.0]], 1.0)?;
//! assert!((angle.value(1.25)[0] - 1.0).abs() < 1e-12 && angle.derivative(0.25)[0].abs() < 1e-12);
//! # Ok::<(), numerics::spline::SplineError>(())
//! ```

mod monotone;
mod natural;
mod open;
mod pieces;
mod simm;

pub use monotone::MonotoneCubic;
pub use natural::NaturalCubic;
pub use open::OpenCubic;
pub use simm::SimmCubic;

/// Knots through which no curve goes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SplineError {
    /// Too few knots for this kind of curve.
    #[error("{count} knots")]
    TooFew {
        /// How many there are.
        count: usize,
        /// How many it takes.
        fewest: usize,
    },
    /// Each knot needs its value.
    #[error("{knots} knots but {values} values")]
    Mismatch {
        /// Number of knots.
        knots: usize,
        /// Number of values.
        values: usize,
    },
    /// The period is not a positive number.
    #[error("the period is {period}")]
    BadPeriod {
        /// What was given.
        period: f64,
    },
    /// A knot outside of the period.
    #[error("knot {index} at {knot} is not in [0, {period})")]
    OutsidePeriod {
        /// Which one.
        index: usize,
        /// Where it is.
        knot: f64,
        /// The period.
        period: f64,
    },
    /// A knot that does not come after the one before.
    #[error("knot {index} at {knot} does not come after {before}")]
    Unsorted {
        /// Which one.
        index: usize,
        /// Where it is.
        knot: f64,
        /// The one before.
        before: f64,
    },
    /// A value that is not a finite number.
    #[error("component {component} of the value at knot {index} is {value}")]
    NotFinite {
        /// Which knot.
        index: usize,
        /// Which component.
        component: usize,
        /// What it is.
        value: f64,
    },
}

impl SplineError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::TooFew { fewest, .. } => format!("this kind of curve needs {fewest} at the least"),
            Self::Mismatch { .. } => "give one value for each knot".into(),
            Self::BadPeriod { .. } => "it must be finite and more than 0".into(),
            Self::OutsidePeriod { .. } => {
                "subtract the first time from all, and leave out a last knot that repeats the first".into()
            }
            Self::Unsorted { .. } => "sort the knots and keep one of each".into(),
            Self::NotFinite { .. } => "fill or remove the gap".into(),
        };
        Some(hint)
    }
}

/// The twice continuously differentiable, periodic, piecewise cubic curve through given points of D components.
///
/// With knots tᵢ, hᵢ = tᵢ₊₁ − tᵢ (cyclic), values yᵢ and second derivatives Mᵢ, which make y′ continuous where
///
/// hᵢ₋₁ Mᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) Mᵢ + hᵢ Mᵢ₊₁ = 6 ((yᵢ₊₁ − yᵢ)/hᵢ − (yᵢ − yᵢ₋₁)/hᵢ₋₁),
///
/// the curve between tᵢ and tᵢ₊₁, with u = t − tᵢ and v = tᵢ₊₁ − t, is
///
/// y = (Mᵢ v³ + Mᵢ₊₁ u³)/(6h) + (yᵢ/h − Mᵢ h/6) v + (yᵢ₊₁/h − Mᵢ₊₁ h/6) u.
///
/// *Checked by*: fourth-order convergence to sine and cosine, continuity at every knot, in the tests below.
#[derive(Clone, Debug, PartialEq)]
pub struct PeriodicCubic<const D: usize> {
    period: f64,
    knots: Vec<f64>,
    values: Vec<[f64; D]>,
    curvatures: Vec<[f64; D]>,
    /// Spacing of the knots, if it is the same everywhere: then no search is needed.
    spacing: Option<f64>,
}

impl<const D: usize> PeriodicCubic<D> {
    /// The spline with `values[i]` at `knots[i]`, which increase strictly within [0, period).
    pub fn new(knots: &[f64], values: &[[f64; D]], period: f64) -> Result<Self, SplineError> {
        check(knots, values, period)?;
        let n = knots.len();
        let gaps: Vec<f64> =
            (0..n).map(|i| if i + 1 < n { knots[i + 1] - knots[i] } else { knots[0] + period - knots[i] }).collect();
        let mean = period / n as f64;
        let uniform = gaps.iter().all(|gap| (gap - mean).abs() <= 1e-12 * mean);
        Ok(Self {
            period,
            knots: knots.to_vec(),
            values: values.to_vec(),
            curvatures: solve_curvatures(&gaps, values),
            spacing: uniform.then_some(mean),
        })
    }

    /// After which the curve repeats.
    pub fn period(&self) -> f64 {
        self.period
    }

    /// y(t).
    pub fn value(&self, t: f64) -> [f64; D] {
        self.evaluate(t).0
    }

    /// y′(t).
    pub fn derivative(&self, t: f64) -> [f64; D] {
        self.evaluate(t).1
    }

    /// y″(t).
    pub fn second_derivative(&self, t: f64) -> [f64; D] {
        self.evaluate(t).2
    }

    /// y‴(t); at a knot that of the piece after it.
    pub fn third_derivative(&self, t: f64) -> [f64; D] {
        let (i, _) = self.find(t);
        let (j, h) = self.next(i);
        std::array::from_fn(|d| (self.curvatures[j][d] - self.curvatures[i][d]) / h)
    }

    /// The knot after knot i, and how far it is.
    fn next(&self, i: usize) -> (usize, f64) {
        if i + 1 < self.knots.len() {
            (i + 1, self.knots[i + 1] - self.knots[i])
        } else {
            (0, self.knots[0] + self.period - self.knots[i])
        }
    }

    /// y(t), y′(t) and y″(t), for any finite t.
    pub fn evaluate(&self, t: f64) -> ([f64; D], [f64; D], [f64; D]) {
        let (i, u) = self.find(t);
        let (j, h) = self.next(i);
        let v = h - u;
        let (y0, y1, m0, m1) = (&self.values[i], &self.values[j], &self.curvatures[i], &self.curvatures[j]);
        let (mut value, mut first, mut second) = ([0.0; D], [0.0; D], [0.0; D]);
        for d in 0..D {
            // Written with u in front, so that the values at the knots are exact.
            let slope = (y1[d] - y0[d]) / h;
            value[d] = y0[d] + u * (slope - v * ((h + v) * m0[d] + (h + u) * m1[d]) / (6.0 * h));
            first[d] = slope + (m1[d] * (3.0 * u * u - h * h) - m0[d] * (3.0 * v * v - h * h)) / (6.0 * h);
            second[d] = (m0[d] * v + m1[d] * u) / h;
        }
        (value, first, second)
    }

    /// The interval of t, and how far into it.
    fn find(&self, t: f64) -> (usize, f64) {
        let n = self.knots.len();
        // From the first knot on, so that the interval across the end of the period needs no special case.
        let since = (t - self.knots[0]).rem_euclid(self.period);
        let place = |i: usize| self.knots[i] - self.knots[0];
        let i = match self.spacing {
            Some(spacing) => {
                let guess = ((since / spacing) as usize).min(n - 1);
                if since < place(guess) { guess.saturating_sub(1) } else { guess }
            }
            None => self.knots.partition_point(|knot| knot - self.knots[0] <= since).max(1) - 1,
        };
        (i, since - place(i))
    }
}

fn check<const D: usize>(knots: &[f64], values: &[[f64; D]], period: f64) -> Result<(), SplineError> {
    if knots.len() < 3 {
        return Err(SplineError::TooFew { count: knots.len(), fewest: 3 });
    }
    if knots.len() != values.len() {
        return Err(SplineError::Mismatch { knots: knots.len(), values: values.len() });
    }
    if !(period > 0.0 && period.is_finite()) {
        return Err(SplineError::BadPeriod { period });
    }
    for (index, &knot) in knots.iter().enumerate() {
        if !(0.0..period).contains(&knot) {
            return Err(SplineError::OutsidePeriod { index, knot, period });
        }
        if index > 0 && knot <= knots[index - 1] {
            return Err(SplineError::Unsorted { index, knot, before: knots[index - 1] });
        }
    }
    for (index, point) in values.iter().enumerate() {
        if let Some(component) = point.iter().position(|value| !value.is_finite()) {
            return Err(SplineError::NotFinite { index, component, value: point[component] });
        }
    }
    Ok(())
}

/// Solves the cyclic tridiagonal system for M.
///
/// The matrix is diagonally dominant, so elimination needs no pivots. The last unknown closes the ring: the others are
/// eliminated as functions of it (x = p + q M_last), and its own equation then determines it.
fn solve_curvatures<const D: usize>(gaps: &[f64], values: &[[f64; D]]) -> Vec<[f64; D]> {
    let n = gaps.len();
    let load = |i: usize| -> [f64; D] {
        let (before, after) = ((i + n - 1) % n, (i + 1) % n);
        std::array::from_fn(|d| {
            6.0 * ((values[after][d] - values[i][d]) / gaps[i] - (values[i][d] - values[before][d]) / gaps[before])
        })
    };
    let last = n - 1;
    let (mut upper, mut p, mut q) = (vec![0.0; last], vec![[0.0; D]; last], vec![0.0; last]);
    for i in 0..last {
        let lower = gaps[(i + n - 1) % n];
        let mut diagonal = 2.0 * (lower + gaps[i]);
        let mut right = load(i);
        // What couples to the last unknown: the first equation before it, the last but one after it.
        let mut ring = 0.0;
        if i == 0 {
            ring -= lower;
        } else {
            diagonal -= lower * upper[i - 1];
            ring -= lower * q[i - 1];
            right.iter_mut().zip(&p[i - 1]).for_each(|(r, p)| *r -= lower * p);
        }
        if i + 1 == last {
            ring -= gaps[i];
        } else {
            upper[i] = gaps[i] / diagonal;
        }
        q[i] = ring / diagonal;
        p[i] = right.map(|r| r / diagonal);
    }
    for i in (0..last - 1).rev() {
        q[i] -= upper[i] * q[i + 1];
        let next = p[i + 1];
        p[i].iter_mut().zip(&next).for_each(|(p, next)| *p -= upper[i] * next);
    }
    let (left, right) = (gaps[last - 1], gaps[last]);
    let diagonal = 2.0 * (left + right) + left * q[last - 1] + right * q[0];
    let right_side = load(last);
    let closing: [f64; D] =
        std::array::from_fn(|d| (right_side[d] - left * p[last - 1][d] - right * p[0][d]) / diagonal);
    let mut curvatures: Vec<[f64; D]> =
        p.iter().zip(&q).map(|(p, q)| std::array::from_fn(|d| p[d] + q * closing[d])).collect();
    curvatures.push(closing);
    curvatures
}

#[cfg(test)]
mod tests;
