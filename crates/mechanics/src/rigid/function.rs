//! Functions of one variable, as data and ready to evaluate.

use numerics::spline::{MonotoneCubic, NaturalCubic, OpenCubic, PeriodicCubic, SplineError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scalar::Scalar;

/// A function of one variable: time for guides and loads, x for profiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Function {
    /// Always the same.
    Constant(f64),
    /// c₀ + c₁ x + c₂ x² + …
    Polynomial(Vec<f64>),
    /// m + A sin(ω x + ψ).
    Sine {
        /// m.
        #[serde(default)]
        mean: f64,
        /// A.
        amplitude: f64,
        /// ω, in radians per unit of x.
        frequency: f64,
        /// ψ, in radians.
        #[serde(default)]
        phase: f64,
    },
    /// A e^{−c (x/d)²} sin(π x/d) between 0 and d, and nothing outside: the pulse of [Moeinzadeh1983] has c = 4.73.
    Pulse {
        /// A.
        amplitude: f64,
        /// d.
        duration: f64,
        /// c.
        decay: f64,
    },
    /// The cubic spline through these points that is straight at its ends and beyond.
    Spline {
        /// Increasing.
        at: Vec<f64>,
        /// One for each.
        values: Vec<f64>,
    },
    /// The cubic spline through these points whose curvature at its ends follows from the nearest ones, straight beyond.
    OpenSpline {
        /// Increasing.
        at: Vec<f64>,
        /// One for each.
        values: Vec<f64>,
    },
    /// The curve through these points that never overshoots, constant beyond its ends; its slope is continuous.
    MonotoneSpline {
        /// Increasing.
        at: Vec<f64>,
        /// One for each.
        values: Vec<f64>,
    },
    /// The cubic spline through these points that repeats.
    PeriodicSpline {
        /// Increasing within [0, period).
        at: Vec<f64>,
        /// One for each.
        values: Vec<f64>,
        /// After which it repeats.
        period: f64,
    },
}

impl Function {
    /// The same function, multiplied.
    pub fn times(&self, factor: f64) -> Self {
        let all = |values: &[f64]| values.iter().map(|value| factor * value).collect();
        match self {
            Self::Constant(value) => Self::Constant(factor * value),
            Self::Polynomial(coefficients) => Self::Polynomial(all(coefficients)),
            &Self::Sine { mean, amplitude, frequency, phase } => {
                Self::Sine { mean: factor * mean, amplitude: factor * amplitude, frequency, phase }
            }
            &Self::Pulse { amplitude, duration, decay } => {
                Self::Pulse { amplitude: factor * amplitude, duration, decay }
            }
            Self::Spline { at, values } => Self::Spline { at: at.clone(), values: all(values) },
            Self::OpenSpline { at, values } => Self::OpenSpline { at: at.clone(), values: all(values) },
            Self::MonotoneSpline { at, values } => Self::MonotoneSpline { at: at.clone(), values: all(values) },
            Self::PeriodicSpline { at, values, period } => {
                Self::PeriodicSpline { at: at.clone(), values: all(values), period: *period }
            }
        }
    }

    /// Ready to evaluate.
    pub fn compile(&self) -> Result<Curve, SplineError> {
        Ok(match self {
            Self::Constant(value) => Curve::Polynomial(vec![*value]),
            Self::Polynomial(coefficients) => Curve::Polynomial(coefficients.clone()),
            &Self::Sine { mean, amplitude, frequency, phase } => Curve::Sine { mean, amplitude, frequency, phase },
            &Self::Pulse { amplitude, duration, decay } => Curve::Pulse { amplitude, duration, decay },
            Self::Spline { at, values } => Curve::Natural(NaturalCubic::new(at, values)?),
            Self::OpenSpline { at, values } => Curve::Open(OpenCubic::new(at, values)?),
            Self::MonotoneSpline { at, values } => Curve::Monotone(MonotoneCubic::new(at, values)?),
            Self::PeriodicSpline { at, values, period } => {
                let values: Vec<[f64; 1]> = values.iter().map(|value| [*value]).collect();
                Curve::Periodic(PeriodicCubic::new(at, &values, *period)?)
            }
        })
    }
}

/// A function ready to evaluate.
#[derive(Debug, Clone, PartialEq)]
pub enum Curve {
    /// Coefficients, the constant one first.
    Polynomial(Vec<f64>),
    /// m + A sin(ω x + ψ).
    Sine {
        /// m.
        mean: f64,
        /// A.
        amplitude: f64,
        /// ω.
        frequency: f64,
        /// ψ.
        phase: f64,
    },
    /// A e^{−c (x/d)²} sin(π x/d) between 0 and d.
    Pulse {
        /// A.
        amplitude: f64,
        /// d.
        duration: f64,
        /// c.
        decay: f64,
    },
    /// Straight beyond its ends.
    Natural(NaturalCubic),
    /// With curvature at its ends, straight beyond.
    Open(OpenCubic),
    /// Without overshoot, constant beyond its ends.
    Monotone(MonotoneCubic),
    /// Repeating.
    Periodic(PeriodicCubic<1>),
}

impl Curve {
    /// Value, first and second derivative.
    pub fn evaluate(&self, x: f64) -> [f64; 3] {
        match self {
            Self::Polynomial(coefficients) => {
                let mut sums = [0.0; 3];
                for c in coefficients.iter().rev() {
                    sums[2] = sums[2] * x + 2.0 * sums[1];
                    sums[1] = sums[1] * x + sums[0];
                    sums[0] = sums[0] * x + c;
                }
                sums
            }
            &Self::Sine { mean, amplitude, frequency, phase } => {
                let (s, c) = (frequency * x + phase).sin_cos();
                [mean + amplitude * s, amplitude * frequency * c, -amplitude * frequency * frequency * s]
            }
            &Self::Pulse { amplitude, duration, decay } => {
                if x <= 0.0 || x >= duration {
                    return [0.0; 3];
                }
                let (u, w) = (x / duration, std::f64::consts::PI);
                let ((s, c), e) = ((w * u).sin_cos(), amplitude * (-decay * u * u).exp());
                let slope = w * c - 2.0 * decay * u * s;
                let bend = -w * w * s - 2.0 * decay * (s + u * w * c) - 2.0 * decay * u * slope;
                [e * s, e * slope / duration, e * bend / (duration * duration)]
            }
            Self::Natural(spline) => spline.evaluate(x),
            Self::Open(spline) => spline.evaluate(x),
            Self::Monotone(spline) => spline.evaluate(x),
            Self::Periodic(spline) => {
                let (value, first, second) = spline.evaluate(x);
                [value[0], first[0], second[0]]
            }
        }
    }

    /// Third derivative; of a spline that of the piece that begins at x.
    pub fn third_derivative(&self, x: f64) -> f64 {
        match self {
            Self::Polynomial(coefficients) => {
                let third = |(i, c): (usize, &f64)| c * (i * (i - 1) * (i - 2)) as f64;
                coefficients.iter().enumerate().skip(3).map(third).rev().fold(0.0, |sum, c| sum * x + c)
            }
            &Self::Sine { amplitude, frequency, phase, .. } => {
                -amplitude * frequency.powi(3) * (frequency * x + phase).cos()
            }
            &Self::Pulse { amplitude, duration, decay } => {
                if x <= 0.0 || x >= duration {
                    return 0.0;
                }
                // (e g)‴ with e = A exp(−c u²), g = sin(π u): e′ = −2cu e, e″ = (4c²u² − 2c) e, e‴ = (12c²u − 8c³u³) e.
                let (u, w, c) = (x / duration, std::f64::consts::PI, decay);
                let ((sin, cos), e) = ((w * u).sin_cos(), amplitude * (-c * u * u).exp());
                let (first, second) = (-2.0 * c * u, 4.0 * c * c * u * u - 2.0 * c);
                let third = 12.0 * c * c * u - 8.0 * (c * u).powi(3);
                e * (third * sin + 3.0 * second * w * cos - 3.0 * first * w * w * sin - w.powi(3) * cos)
                    / duration.powi(3)
            }
            Self::Natural(spline) => spline.third_derivative(x),
            Self::Open(spline) => spline.third_derivative(x),
            Self::Monotone(spline) => spline.third_derivative(x),
            Self::Periodic(spline) => spline.third_derivative(x)[0],
        }
    }

    /// Value alone.
    pub fn value(&self, x: f64) -> f64 {
        self.evaluate(x)[0]
    }

    /// Value, first and second derivative, each with its derivatives by whatever x depends on.
    pub fn follow<T: Scalar>(&self, x: T) -> [T; 3] {
        let at = x.value();
        let values = self.evaluate(at);
        T::lift(values, [x], || [[values[1]], [values[2]], [self.third_derivative(at)]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_the_value() {
        let functions = [
            Function::Constant(3.0),
            Function::Polynomial(vec![1.0, -2.0, 0.5, 3.0]),
            Function::Sine { mean: 1.0, amplitude: 2.0, frequency: 3.0, phase: 0.4 },
            Function::Pulse { amplitude: 5.0, duration: 0.8, decay: 4.73 },
            Function::Spline { at: vec![0.0, 0.3, 0.5, 1.1], values: vec![1.0, -1.0, 2.0, 0.0] },
            Function::OpenSpline { at: vec![0.0, 0.3, 0.5, 1.1], values: vec![1.0, -1.0, 2.0, 0.0] },
            Function::MonotoneSpline { at: vec![0.0, 0.3, 0.5, 1.1], values: vec![1.0, -1.0, 2.0, 0.0] },
            Function::PeriodicSpline { at: vec![0.0, 0.3, 0.5], values: vec![1.0, -1.0, 2.0], period: 0.9 },
        ];
        for function in functions {
            let curve = function.compile().expect("valid");
            for x in [0.11, 0.37, 0.62, 0.75] {
                let h = 1e-5;
                let [_, first, second] = curve.evaluate(x);
                let (before, after) = (curve.evaluate(x - h), curve.evaluate(x + h));
                assert!((first - (after[0] - before[0]) / (2.0 * h)).abs() < 1e-6, "{function:?} {x}");
                assert!((second - (after[1] - before[1]) / (2.0 * h)).abs() < 1e-5, "{function:?} {x}");
                let third = curve.third_derivative(x);
                let slope = (after[2] - before[2]) / (2.0 * h);
                assert!((third - slope).abs() < 1e-7 * slope.abs().max(100.0), "{function:?} {x}: {third} {slope}");
            }
        }
    }

    /// Peak 0.532 A at 0.278 d, impulse 0.2377 A d: numbers found independently of this code.
    #[test]
    fn the_pulse_of_the_knee_has_its_known_peak_and_impulse() {
        let curve = Function::Pulse { amplitude: 1.0, duration: 1.0, decay: 4.73 }.compile().expect("valid");
        let n = 200_000;
        let values = (0..n).map(|i| curve.value(3.0 * f64::from(i) / f64::from(n)));
        let impulse: f64 = values.clone().sum::<f64>() * 3.0 / f64::from(n);
        let (place, peak) = values.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).expect("not empty");
        assert!((impulse - 0.2377).abs() < 5e-5 && (peak - 0.532).abs() < 5e-4, "{impulse} {peak}");
        assert!((3.0 * place as f64 / f64::from(n) - 0.278).abs() < 5e-4);
    }
}
