//! A load cycle: rotations of the femur and force on the head as smooth periodic functions of time.

use nalgebra::Vector3;
use numerics::spline::{PeriodicCubic, SplineError};

use crate::closing::{LARGEST_FORCE_GAP, join_load, join_motion};

/// A load cycle as tabulated.
#[derive(Debug, Clone, PartialEq)]
pub struct CycleSamples {
    /// What to call it.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// Duration of one cycle, in s.
    pub duration: f64,
    /// Instants as a share of the cycle, strictly increasing from 0 to at most 1.
    pub instants: Vec<f64>,
    /// Flexion, adduction and internal rotation, in rad.
    pub angles: Vec<[f64; 3]>,
    /// Force of the pelvis on the head in pelvis axes (anterior, superior, lateral), in N.
    pub force_on_head: Vec<[f64; 3]>,
    /// Whether the last sample is the same instant of the cycle as the first.
    pub last_repeats_first: bool,
}

/// A load cycle that cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CycleError {
    /// Too little to interpolate.
    #[error("the load cycle has {count} instants, at least 4 are needed")]
    TooFew {
        /// How many there are.
        count: usize,
    },
    /// Columns of different lengths.
    #[error("the load cycle has {instants} instants, but {angles} rows of angles and {forces} of forces")]
    Ragged {
        /// Number of instants.
        instants: usize,
        /// Number of angle rows.
        angles: usize,
        /// Number of force rows.
        forces: usize,
    },
    /// Time does not advance by the rules.
    #[error("the instants of the load cycle must increase strictly from 0 to 1: number {index} is {value}")]
    Unordered {
        /// Which instant, from 1.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// NaN or infinity.
    #[error("the load cycle has a value that is not a number at instant {index}")]
    NotFinite {
        /// Which instant, from 1.
        index: usize,
    },
    /// No time passes.
    #[error("the duration of the cycle is {seconds} s, it must be positive")]
    NoDuration {
        /// The duration given.
        seconds: f64,
    },
    /// No load at all.
    #[error("the load cycle has no load anywhere")]
    NoLoad,
    /// A table that stops before the cycle does.
    #[error("the load cycle covers only {covered:.0} % of the cycle")]
    Incomplete {
        /// Up to where it goes, in percent.
        covered: f64,
    },
    /// Ends too far apart to be one cycle.
    #[error(
        "the load cycle does not end where it begins: the force differs by {force:.0} % of its peak, an angle by {angle:.0}°"
    )]
    NotClosed {
        /// Difference of the forces, in percent of the peak.
        force: f64,
        /// Largest difference of an angle, in degrees.
        angle: f64,
    },
    /// The spline refused.
    #[error("the load cycle cannot be interpolated: {0}")]
    Spline(#[from] SplineError),
}

impl CycleError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Incomplete { .. } => "give one whole cycle".into(),
            Self::NotClosed { .. } => {
                "give one whole cycle, from an event to the next one of its kind (heel strike to heel strike)".into()
            }
            Self::Spline(cause) => return cause.hint(),
            _ => return None,
        };
        Some(hint)
    }
}

/// By how much the ends of a cycle differed before they were joined.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Closure {
    /// Difference of the force vectors over the peak force.
    pub force_ratio: f64,
    /// Largest difference of an angle, in rad.
    pub angle: f64,
}

/// Rotations, their rates and the force at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instant {
    /// Flexion, adduction and internal rotation, in rad.
    pub angles: [f64; 3],
    /// Their rates, in rad/s.
    pub rates: [f64; 3],
    /// Force that presses the head into the cup (that of the pelvis on the head, reversed), in N, pelvis axes.
    pub load: Vector3<f64>,
    /// Its rate, in N/s.
    pub load_rate: Vector3<f64>,
}

/// A load cycle as a smooth periodic function.
///
/// Tabulated cycles rarely end where they begin. The ends are brought together within a short blend, without a change of
/// sign or of the peak, and the difference is reported as [`Closure`]; then a periodic cubic spline, with continuous second
/// derivative, goes through the samples.
#[derive(Debug, Clone)]
pub struct LoadCycle {
    name: String,
    source: String,
    closure: Closure,
    spline: PeriodicCubic<6>,
}

impl LoadCycle {
    /// Checks and joins the samples.
    pub fn new(samples: &CycleSamples) -> Result<Self, CycleError> {
        check(samples)?;
        let mut angles = samples.angles.clone();
        let mut loads: Vec<[f64; 3]> = samples.force_on_head.iter().map(|f| f.map(|x| -x)).collect();
        let mut closure = Closure::default();
        let mut instants = samples.instants.clone();
        if samples.last_repeats_first {
            closure = close(&mut angles, &mut loads, &instants);
            if closure.force_ratio > LARGEST_FORCE_GAP || closure.angle > LARGEST_ANGLE_GAP {
                let (force, angle) = (100.0 * closure.force_ratio, closure.angle.to_degrees());
                return Err(CycleError::NotClosed { force, angle });
            }
            instants.pop();
        }
        let rows: Vec<[f64; 6]> = (0..instants.len())
            .map(|i| std::array::from_fn(|k| if k < 3 { angles[i][k] } else { loads[i][k - 3] }))
            .collect();
        let knots: Vec<f64> = instants.iter().map(|s| s * samples.duration).collect();
        let spline = PeriodicCubic::new(&knots, &rows, samples.duration)?;
        Ok(Self { name: samples.name.clone(), source: samples.source.clone(), closure, spline })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it comes from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Duration of one cycle, in s.
    pub fn duration(&self) -> f64 {
        self.spline.period()
    }

    /// By how much the ends differed.
    pub fn closure(&self) -> Closure {
        self.closure
    }

    /// Everything at one time.
    pub fn at(&self, time: f64) -> Instant {
        let (value, rate, _) = self.spline.evaluate(time);
        Instant {
            angles: [value[0], value[1], value[2]],
            rates: [rate[0], rate[1], rate[2]],
            load: Vector3::new(value[3], value[4], value[5]),
            load_rate: Vector3::new(rate[3], rate[4], rate[5]),
        }
    }
}

/// Beyond this difference between its ends a table is not one cycle.
const LARGEST_ANGLE_GAP: f64 = 15.0 * std::f64::consts::PI / 180.0;

/// The step from the last row back to the first may be this many times the mean step.
const LARGEST_LAST_STEP: f64 = 3.5;

fn check(samples: &CycleSamples) -> Result<(), CycleError> {
    let CycleSamples { instants, angles, force_on_head, duration, .. } = samples;
    let count = instants.len();
    if angles.len() != count || force_on_head.len() != count {
        return Err(CycleError::Ragged { instants: count, angles: angles.len(), forces: force_on_head.len() });
    }
    if count < 4 {
        return Err(CycleError::TooFew { count });
    }
    if !(*duration > 0.0 && duration.is_finite()) {
        return Err(CycleError::NoDuration { seconds: *duration });
    }
    for (i, ((s, a), f)) in instants.iter().zip(angles).zip(force_on_head).enumerate() {
        if !a.iter().chain(f).all(|x| x.is_finite()) {
            return Err(CycleError::NotFinite { index: i + 1 });
        }
        let ordered = if i == 0 { *s == 0.0 } else { *s > instants[i - 1] && *s <= 1.0 };
        if !ordered {
            return Err(CycleError::Unordered { index: i + 1, value: *s });
        }
    }
    if samples.last_repeats_first != (instants[count - 1] == 1.0) {
        return Err(CycleError::Unordered { index: count, value: instants[count - 1] });
    }
    let mean_step = instants[count - 1] / (count - 1) as f64;
    if 1.0 - instants[count - 1] > LARGEST_LAST_STEP * mean_step {
        return Err(CycleError::Incomplete { covered: 100.0 * instants[count - 1] });
    }
    if force_on_head.iter().flatten().all(|f| *f == 0.0) {
        return Err(CycleError::NoLoad);
    }
    Ok(())
}

/// Brings the ends together and says how far they were apart.
fn close(angles: &mut [[f64; 3]], loads: &mut [[f64; 3]], instants: &[f64]) -> Closure {
    let size = |row: &[f64; 3]| Vector3::from(*row).norm();
    let peak = loads.iter().map(size).fold(0.0, f64::max);
    let (turn, force) = (join_motion(angles, instants), join_load(loads, instants));
    Closure { force_ratio: size(&force) / peak, angle: turn.iter().fold(0.0, |most, g| most.max(g.abs())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> CycleSamples {
        let instants: Vec<f64> = (0..=20).map(|i| f64::from(i) / 20.0).collect();
        let wave = |s: &f64, shift: f64| (std::f64::consts::TAU * (s + shift)).sin();
        CycleSamples {
            name: "test".into(),
            source: "made up".into(),
            duration: 1.2,
            angles: instants
                .iter()
                .map(|s| [0.3 * wave(s, 0.0), 0.1 * wave(s, 0.2), 0.05 * wave(s, 0.4) + 0.01 * s])
                .collect(),
            force_on_head: instants
                .iter()
                .map(|s| [10.0 * wave(s, 0.1), -900.0 - 500.0 * wave(s, 0.0) + 20.0 * s, 100.0])
                .collect(),
            instants,
            last_repeats_first: true,
        }
    }

    #[test]
    fn the_ends_are_joined_and_the_gap_is_reported() {
        let cycle = LoadCycle::new(&samples()).expect("a good cycle");
        assert!((cycle.closure().angle - 0.01).abs() < 1e-12);
        assert!((cycle.closure().force_ratio - 20.0 / 1393.2).abs() < 1e-4, "{}", cycle.closure().force_ratio);
        let (start, end) = (cycle.at(0.0), cycle.at(1.2));
        assert!((start.load - end.load).norm() < 1e-9);
        assert!((start.rates[2] - end.rates[2]).abs() < 1e-9);
        // Away from the ends it goes through the samples.
        let half = cycle.at(0.6);
        assert!((half.angles[2] - samples().angles[10][2]).abs() < 1e-12);
        assert!((half.load + Vector3::from(samples().force_on_head[10])).norm() < 1e-9);
    }

    #[test]
    fn the_load_presses_against_the_force_on_the_head() {
        let mut samples = samples();
        samples.last_repeats_first = false;
        samples.instants.iter_mut().for_each(|s| *s *= 0.95);
        let cycle = LoadCycle::new(&samples).expect("a good cycle");
        assert!((cycle.at(0.0).load + Vector3::from(samples.force_on_head[0])).norm() < 1e-9);
        assert_eq!(cycle.closure(), Closure::default());
    }

    #[test]
    fn impossible_cycles_are_refused() {
        let broken = |change: fn(&mut CycleSamples)| {
            let mut samples = samples();
            change(&mut samples);
            LoadCycle::new(&samples).expect_err("broken")
        };
        assert!(matches!(broken(|s| s.instants[3] = 0.9), CycleError::Unordered { index: 5, .. }));
        assert!(matches!(broken(|s| s.angles[2][1] = f64::NAN), CycleError::NotFinite { index: 3 }));
        assert!(matches!(broken(|s| s.angles[20][0] += 0.5), CycleError::NotClosed { .. }));
        let half = broken(|s| {
            s.last_repeats_first = false;
            s.instants.iter_mut().for_each(|i| *i *= 0.5);
        });
        assert!(matches!(half, CycleError::Incomplete { .. }), "{half}");
        assert!(matches!(broken(|s| s.duration = 0.0), CycleError::NoDuration { .. }));
        assert!(matches!(broken(|s| s.force_on_head.iter_mut().for_each(|f| *f = [0.0; 3])), CycleError::NoLoad));
        assert!(matches!(
            broken(|s| {
                s.angles.pop();
            }),
            CycleError::Ragged { .. }
        ));
    }
}
