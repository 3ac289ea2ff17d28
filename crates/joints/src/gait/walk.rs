//! From a recording to smooth functions of time.

use mechanics::rigid::{Curve, Function};
use numerics::smoothing::{SmoothingError, filter_zero_lag, smooth_penalised};
use numerics::spline::{OpenCubic, SplineError};

use super::other_leg::OtherLeg;
use super::parameters::{Motion, Smoothing};
use super::recording::{Ground, Kinematics, MARKERS, OtherKinematics, Recording, gaps};
use crate::Problem;

/// Frames may be uneven by this share of their spacing for a filter that needs them even.
const UNEVEN: f64 = 0.05;

/// A measured motion as smooth functions of time.
#[derive(Debug, Clone)]
pub(super) struct Walk {
    /// Frames.
    pub times: Vec<f64>,
    /// Place of the hip in every frame, smoothed: x, y.
    pub hip: [Vec<f64>; 2],
    /// Angles of trunk, thigh, shank, foot in every frame, smoothed.
    pub angles: [Vec<f64>; 4],
    /// The same before smoothing.
    pub rough_angles: [Vec<f64>; 4],
    /// The smoothed angles as functions of time.
    pub angle_curves: [Curve; 4],
    /// Places of the markers as functions of time, where there are markers.
    pub markers: Option<Box<[[Curve; 2]; 5]>>,
    /// Force of the ground and where it acts: x, y.
    pub ground: Option<GroundCurves>,
    /// The other leg, if it is there.
    pub other: Option<Box<OtherLeg>>,
}

/// The ground as functions of time.
#[derive(Debug, Clone)]
pub(super) struct GroundCurves {
    pub force: [Function; 2],
    pub point: [Function; 2],
}

/// The ground, ready to evaluate.
pub(super) struct CompiledGround(Vec<Curve>);

impl GroundCurves {
    /// Ready to evaluate.
    pub fn compile(&self) -> CompiledGround {
        CompiledGround(self.force.iter().chain(&self.point).filter_map(|f| f.compile().ok()).collect())
    }

    /// Force and where it acts at some times.
    pub fn sample(&self, times: &[f64]) -> Vec<([f64; 2], [f64; 2])> {
        let compiled = self.compile();
        times.iter().map(|time| compiled.at(*time)).collect()
    }
}

impl CompiledGround {
    /// Force and where it acts.
    pub fn at(&self, time: f64) -> ([f64; 2], [f64; 2]) {
        let value = |i: usize| self.0.get(i).map_or(0.0, |curve| curve.value(time));
        ([value(0), value(1)], [value(2), value(3)])
    }
}

impl Walk {
    /// The other leg as it was measured, if it was.
    pub fn measured_other_leg(&self, recording: &Recording, motion: &Motion) -> Result<Option<OtherLeg>, Problem> {
        let Some(other) = &recording.other else { return Ok(None) };
        let smoother = Smoother::new(&self.times, motion.smoothing)?;
        let leg: [Vec<f64>; 3] = match &other.kinematics {
            OtherKinematics::Markers(markers) => {
                let mut smooth = bridge(&self.times, markers);
                for marker in &mut smooth {
                    for k in 0..2 {
                        let column: Vec<f64> = marker.iter().map(|place| place[k]).collect();
                        let column = smoother.apply(&column, "other leg")?;
                        marker.iter_mut().zip(column).for_each(|(place, x)| place[k] = x);
                    }
                }
                let [hip, knee, ankle, toe] = &smooth;
                [(knee, hip), (ankle, knee), (toe, ankle)].map(|(from, to)| direction(from, to))
            }
            OtherKinematics::Angles(angles) => {
                let mut smooth = (**angles).clone();
                for column in &mut smooth {
                    *column = smoother.apply(column, "other leg")?;
                }
                smooth
            }
        };
        let less = |lower: &[f64], upper: &[f64]| Function::OpenSpline {
            at: self.times.clone(),
            values: lower.iter().zip(upper).map(|(a, b)| a - b).collect(),
        };
        Ok(Some(OtherLeg {
            first: [leg[0][0], leg[1][0], leg[2][0]],
            angles: [less(&leg[0], &self.angles[0]), less(&leg[1], &leg[0]), less(&leg[2], &leg[1])],
            ground: ground(&other.ground),
        }))
    }

    /// Smooths a recording that has been checked.
    pub fn new(recording: &Recording, motion: &Motion) -> Result<Self, Problem> {
        let times = &recording.times;
        let smoother = Smoother::new(times, motion.smoothing)?;
        let (hip, angles, rough_angles, markers) = match &recording.kinematics {
            Kinematics::Markers(markers) => {
                let bridged = bridge(times, markers);
                let mut smooth = bridged.clone();
                for (i, marker) in smooth.iter_mut().enumerate() {
                    for k in 0..2 {
                        let column: Vec<f64> = marker.iter().map(|place| place[k]).collect();
                        let column = smoother.apply(&column, MARKERS[i])?;
                        marker.iter_mut().zip(column).for_each(|(place, x)| place[k] = x);
                    }
                }
                let hip = [0, 1].map(|k| smooth[1].iter().map(|place| place[k]).collect());
                let curves = marker_curves(times, &smooth)?;
                (hip, segment_angles(&smooth), segment_angles(&bridged), Some(Box::new(curves)))
            }
            Kinematics::Angles { hip, angles } => {
                let mut place: [Vec<f64>; 2] = [0, 1].map(|k| hip.iter().map(|place| place[k]).collect());
                for column in &mut place {
                    *column = smoother.apply(column, "pelvis")?;
                }
                let mut smooth = (**angles).clone();
                for column in &mut smooth {
                    *column = smoother.apply(column, "angles")?;
                }
                (place, smooth, (**angles).clone(), None)
            }
            Kinematics::Segments(frames) => {
                let hip = [0, 1].map(|k| frames.iter().map(|frame| frame.joints[0][k]).collect());
                let angle = |s: usize| frames.iter().map(|frame| frame.positions[s][2]).collect::<Vec<f64>>();
                let upright = vec![std::f64::consts::FRAC_PI_2; frames.len()];
                let angles = [upright, angle(0), angle(1), angle(2)];
                (hip, angles.clone(), angles, None)
            }
        };
        let angle_curves = curves(times, &angles)?;
        let ground = ground(&recording.ground);
        Ok(Self { times: times.clone(), hip, angles, rough_angles, angle_curves, markers, ground, other: None })
    }

    /// A coordinate of the hip as a function of time.
    pub fn hip_function(&self, k: usize) -> Function {
        Function::OpenSpline { at: self.times.clone(), values: self.hip[k].clone() }
    }

    /// The angle of a segment as a function of time, less that of another.
    pub fn angle_function(&self, segment: usize, less: Option<usize>) -> Function {
        let values = match less {
            None => self.angles[segment].clone(),
            Some(other) => self.angles[segment].iter().zip(&self.angles[other]).map(|(a, b)| a - b).collect(),
        };
        Function::OpenSpline { at: self.times.clone(), values }
    }

    /// Second derivatives of a segment's angle at some times, before and after smoothing.
    pub fn angular_accelerations(&self, segment: usize, at: &[f64]) -> Result<[Vec<f64>; 2], SplineError> {
        let bend = |values: &[f64]| -> Result<Vec<f64>, SplineError> {
            let spline = OpenCubic::new(&self.times, values)?;
            Ok(at.iter().map(|t| spline.evaluate(*t)[2]).collect())
        };
        Ok([bend(&self.rough_angles[segment])?, bend(&self.angles[segment])?])
    }
}

/// What takes the noise out.
struct Smoother<'a> {
    times: &'a [f64],
    smoothing: Smoothing,
    rate: f64,
}

impl<'a> Smoother<'a> {
    fn new(times: &'a [f64], smoothing: Smoothing) -> Result<Self, Problem> {
        let (n, span) = (times.len(), times[times.len() - 1] - times[0]);
        let spacing = span / (n - 1) as f64;
        if let Smoothing::Butterworth(_) = smoothing {
            let uneven = times.windows(2).position(|pair| (pair[1] - pair[0] - spacing).abs() > UNEVEN * spacing);
            if let Some(i) = uneven {
                let message = format!(
                    "this filter needs evenly spaced frames, but frames {} and {} are {:.4} s apart where the mean is {spacing:.4} s",
                    i + 1,
                    i + 2,
                    times[i + 1] - times[i]
                );
                return Err(Problem::new("motion.smoothing", message, "take [gait.motion.smoothing.spline] instead"));
            }
        }
        Ok(Self { times, smoothing, rate: 1.0 / spacing })
    }

    fn apply(&self, values: &[f64], what: &str) -> Result<Vec<f64>, Problem> {
        let refused = |error: SmoothingError| {
            let hint = error.hint().unwrap_or_else(|| "choose another cut-off".into());
            Problem::new("motion.smoothing", format!("{what}: {error}"), hint)
        };
        match self.smoothing {
            Smoothing::None => Ok(values.to_vec()),
            Smoothing::Butterworth(by) => filter_zero_lag(values, self.rate, by.cutoff.si()).map_err(refused),
            Smoothing::Spline(by) => smooth_penalised(self.times, values, by.cutoff.si()).map_err(refused),
        }
    }
}

/// The markers without gaps: a cubic spline through the frames in which a marker was seen.
fn bridge<const N: usize>(times: &[f64], markers: &[Vec<[f64; 2]>; N]) -> [Vec<[f64; 2]>; N] {
    markers.clone().map(|mut places| {
        let missing = gaps(&places);
        if missing.is_empty() {
            return places;
        }
        let seen: Vec<usize> = (0..places.len()).filter(|i| places[*i].iter().all(|x| x.is_finite())).collect();
        let knots: Vec<f64> = seen.iter().map(|i| times[*i]).collect();
        let through = |k: usize| {
            let values: Vec<f64> = seen.iter().map(|i| places[*i][k]).collect();
            OpenCubic::new(&knots, &values)
        };
        // Too few frames to bridge from are refused later, as no number.
        if let (Ok(x), Ok(y)) = (through(0), through(1)) {
            for i in missing.iter().flat_map(|(first, last)| *first..=*last) {
                places[i] = [&x, &y].map(|spline| spline.evaluate(times[i])[0]);
            }
        }
        places
    })
}

/// Angles of trunk, thigh, shank and foot, without jumps.
fn segment_angles(markers: &[Vec<[f64; 2]>; 5]) -> [Vec<f64>; 4] {
    let [trunk, hip, knee, ankle, toe] = markers;
    [(hip, trunk), (knee, hip), (ankle, knee), (toe, ankle)].map(|(from, to)| direction(from, to))
}

/// Angle of the line from one marker to another, without jumps.
fn direction(from: &[[f64; 2]], to: &[[f64; 2]]) -> Vec<f64> {
    let mut angles: Vec<f64> = from.iter().zip(to).map(|(a, b)| (b[1] - a[1]).atan2(b[0] - a[0])).collect();
    let mut last = angles.first().copied().unwrap_or(0.0);
    for angle in &mut angles {
        let turn = std::f64::consts::TAU;
        *angle -= ((*angle - last) / turn).round() * turn;
        last = *angle;
    }
    angles
}

fn marker_curves(times: &[f64], markers: &[Vec<[f64; 2]>; 5]) -> Result<[[Curve; 2]; 5], Problem> {
    let [x, y] = [0, 1].map(|k| {
        let columns: [Vec<f64>; 5] = std::array::from_fn(|m| markers[m].iter().map(|place| place[k]).collect());
        curves(times, &columns)
    });
    let mut pairs = x?.into_iter().zip(y?);
    let level = || Curve::Polynomial(Vec::new());
    Ok(std::array::from_fn(|_| pairs.next().map_or_else(|| [level(), level()], |(x, y)| [x, y])))
}

/// Splines through columns.
fn curves<const N: usize>(times: &[f64], columns: &[Vec<f64>; N]) -> Result<[Curve; N], Problem> {
    let mut made = [const { Curve::Polynomial(Vec::new()) }; N];
    for (curve, values) in made.iter_mut().zip(columns) {
        let spline = OpenCubic::new(times, values);
        *curve = Curve::Open(spline.map_err(|error| Problem::new("motion", error.to_string(), "check the recording"))?);
    }
    Ok(made)
}

/// The ground's force never overshoots; its point stays where it was, or will be, while the foot is in the air.
fn ground(ground: &Ground) -> Option<GroundCurves> {
    let held = hold(ground);
    let curve = |values: Vec<f64>| Function::MonotoneSpline { at: ground.times.clone(), values };
    let force = [0, 1].map(|k| curve(ground.force.iter().map(|f| f[k]).collect()));
    let point = [0, 1].map(|k| curve(held.iter().map(|p| p[k]).collect()));
    (ground.times.len() >= 2 && ground.force.iter().any(|f| f[1] > 0.0)).then_some(GroundCurves { force, point })
}

/// Places of the force, with those of the nearest frame that has one in between.
fn hold(ground: &Ground) -> Vec<[f64; 2]> {
    let most = ground.force.iter().map(|f| f[1]).fold(0.0, f64::max);
    let loaded: Vec<usize> = (0..ground.force.len()).filter(|i| ground.force[*i][1] > 1e-3 * most).collect();
    let nearest = |i: usize| {
        let after = loaded.partition_point(|l| *l < i);
        let candidates = [after.checked_sub(1), Some(after)].into_iter().flatten().filter_map(|at| loaded.get(at));
        candidates.min_by_key(|l| l.abs_diff(i)).map_or(ground.point[i], |l| ground.point[*l])
    };
    (0..ground.point.len()).map(nearest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gait::parameters::Cutoff;
    use crate::gait::shipped;
    use quantity::Frequency;

    #[test]
    fn a_bridged_gap_is_near_what_was_there() {
        let mut recording = shipped::find("winter").expect("shipped").recording();
        let Kinematics::Markers(markers) = &mut recording.kinematics else { panic!("markers") };
        let there = markers[3].clone();
        for i in 40..45 {
            markers[3][i] = [f64::NAN; 2];
        }
        let bridged = bridge(&recording.times, markers);
        let off = (40..45).map(|i| (bridged[3][i][0] - there[i][0]).hypot(bridged[3][i][1] - there[i][1]));
        assert!(off.fold(0.0, f64::max) < 2e-3);
        assert_eq!(bridged[3][39], there[39]);
    }

    /// A filter is there to calm accelerations: those of the raw foot are four times as large as those of Winter's filter.
    #[test]
    fn the_cutoff_decides_the_accelerations() {
        let recording = shipped::find("winter-raw").expect("shipped").recording();
        let smoothing = Smoothing::Butterworth(Cutoff { cutoff: Frequency::hertz(5.0) });
        let walk = Walk::new(&recording, &Motion { smoothing, ..Motion::default() }).expect("a walk");
        let [rough, smooth] = walk.angular_accelerations(3, &recording.times[5..100]).expect("splines");
        let size = |values: &[f64]| (values.iter().map(|x| x * x).sum::<f64>() / values.len() as f64).sqrt();
        assert!(size(&rough) > 2.0 * size(&smooth), "{} {}", size(&rough), size(&smooth));
    }

    #[test]
    fn uneven_frames_are_refused_by_the_filter_and_taken_by_the_spline() {
        let mut recording = shipped::find("winter-raw").expect("shipped").recording();
        recording.times[50] += 0.003;
        let cutoff = Cutoff { cutoff: Frequency::hertz(5.0) };
        let with = |smoothing| Walk::new(&recording, &Motion { smoothing, ..Motion::default() });
        let problem = with(Smoothing::Butterworth(cutoff)).expect_err("uneven");
        assert!(problem.message.contains("frames 50 and 51"), "{problem:?}");
        assert!(with(Smoothing::Spline(cutoff)).is_ok());
        let problem = with(Smoothing::Spline(Cutoff { cutoff: Frequency::hertz(40.0) })).expect_err("too high");
        assert!(problem.message.contains("40 Hz"), "{problem:?}");
    }
}
