//! Pose and load as smooth periodic functions of time.

use mechanics::rigid::Function;

use super::parameters::{Activity, Load};
use crate::Problem;

/// A tabulated pose.
#[derive(Debug, Clone, PartialEq)]
pub struct PoseSamples {
    /// What to call it.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// Instants as a share of the cycle, strictly increasing from 0 to 1; the last row is the same instant as the first.
    pub shares: Vec<f64>,
    /// Flexion, adduction, rotation (rad), anterior, superior, lateral (m).
    pub poses: Vec<[f64; 6]>,
    /// Duration of its own cycle, in s.
    pub duration: Option<f64>,
}

/// A tabulated load.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadSamples {
    /// What to call it.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// Instants as a share of the cycle, strictly increasing from 0 to 1; the last row is the same instant as the first.
    pub shares: Vec<f64>,
    /// Axial force (N), force on the tibia forwards (N), torque on the tibia about its long axis (N·m).
    pub loads: Vec<[f64; 3]>,
    /// Flexion (rad), where the table has it.
    pub flexion: Option<Vec<f64>>,
    /// Duration of its own cycle, in s.
    pub duration: Option<f64>,
}

/// Pose and load over one cycle, as functions of time.
#[derive(Debug, Clone)]
pub struct Cycle {
    /// Name and source of the pose.
    pub pose: [String; 2],
    /// Name and source of the load.
    pub load: [String; 2],
    /// In s.
    pub duration: f64,
    /// Flexion, adduction, rotation, anterior, superior, lateral.
    pub coordinates: [Function; 6],
    /// Axial force, force on the tibia forwards, torque on the tibia.
    pub loads: [Function; 3],
    /// Flexion of the load's own table.
    pub flexion: Option<Function>,
    /// Largest angle (rad) and length (m) by which the ends of the pose differed before they were joined.
    pub closure: [f64; 2],
}

/// Ends that differ by more than this are no cycle, in rad and m.
const WIDEST_GAP: [f64; 2] = [0.2, 5e-3];

impl Cycle {
    /// Joins pose and load. Ends that do not meet are brought together by spreading their difference over the cycle.
    pub fn new(activity: &Activity, pose: &PoseSamples, load: &LoadSamples) -> Result<Self, Problem> {
        let duration =
            activity.duration.map(|d| d.si()).or(pose.duration).or(load.duration).unwrap_or(super::USUAL_DURATION);
        check_shares("activity.pose", &pose.shares, pose.poses.len())?;
        check_shares("activity.load.file", &load.shares, load.loads.len())?;
        let mut closure = [0.0f64; 2];
        let mut coordinates = Vec::with_capacity(6);
        for k in 0..6 {
            let mut values: Vec<f64> = pose.poses.iter().map(|row| row[k]).collect();
            let gap = values[values.len() - 1] - values[0];
            let kind = usize::from(k >= 3);
            closure[kind] = closure[kind].max(gap.abs());
            values.iter_mut().zip(&pose.shares).for_each(|(value, share)| *value -= gap * (share - 0.5));
            coordinates.push(periodic("activity.pose", &pose.shares, &values, duration)?);
        }
        if closure[0] > WIDEST_GAP[0] || closure[1] > WIDEST_GAP[1] {
            return Err(Problem::new(
                "activity.pose",
                format!(
                    "the pose does not end where it begins: an angle differs by {:.1} deg, a translation by {:.1} mm",
                    closure[0].to_degrees(),
                    closure[1] * 1e3
                ),
                "give one whole cycle, from an event to the next one of its kind (heel strike to heel strike)",
            ));
        }
        let factor = scale(&activity.load, load)?;
        let constant = activity.load.constant.map(|force| force.si());
        let loads = [0, 1, 2].map(|k| {
            if let Some(force) = constant {
                return Ok(Function::Constant(if k == 0 { force } else { 0.0 }));
            }
            let mut values: Vec<f64> = load.loads.iter().map(|row| factor * row[k]).collect();
            close(&mut values, &load.shares);
            monotone("activity.load.file", &load.shares, values, duration)
        });
        let [axial, anterior, torque] = loads;
        let flexion = match &load.flexion {
            Some(values) if constant.is_none() => {
                let mut values = values.clone();
                close(&mut values, &load.shares);
                Some(periodic("activity.load.file", &load.shares, &values, duration)?)
            }
            _ => None,
        };
        let coordinates: [Function; 6] = coordinates
            .try_into()
            .map_err(|_| Problem::new("activity.pose", "the pose has no six coordinates", "name all six columns"))?;
        Ok(Self {
            pose: [pose.name.clone(), pose.source.clone()],
            load: [load.name.clone(), load.source.clone()],
            duration,
            coordinates,
            loads: [axial?, anterior?, torque?],
            flexion,
            closure,
        })
    }
}

fn close(values: &mut [f64], shares: &[f64]) {
    let gap = values[values.len() - 1] - values[0];
    values.iter_mut().zip(shares).for_each(|(value, share)| *value -= gap * (share - 0.5));
}

fn scale(asked: &Load, load: &LoadSamples) -> Result<f64, Problem> {
    let peak = load.loads.iter().map(|row| row[0]).fold(0.0, f64::max);
    let wanted = match (asked.peak, asked.peak_body_weights, asked.body_weight) {
        (Some(force), ..) => force.si(),
        (None, Some(share), Some(weight)) => share * weight.si(),
        _ => return Ok(1.0),
    };
    if !(peak > 0.0) {
        return Err(Problem::new("activity.load", "the waveform has no axial force anywhere", "check its columns"));
    }
    Ok(wanted / peak)
}

fn check_shares(path: &str, shares: &[f64], rows: usize) -> Result<(), Problem> {
    let complain = |message: String, hint: &str| Err(Problem::new(path, message, hint));
    if shares.len() != rows || rows < 4 {
        return complain(format!("the table has {rows} usable rows, at least 4 are needed"), "give one whole cycle");
    }
    if let Some(i) = shares.windows(2).position(|pair| !(pair[1] > pair[0])) {
        return complain(format!("row {} does not come after row {}", i + 2, i + 1), "sort the rows by time");
    }
    if shares[0] != 0.0 || shares[rows - 1] != 1.0 {
        let covered = 100.0 * (shares[rows - 1] - shares[0]);
        return complain(
            format!("the table covers {covered:.0} % of the cycle"),
            "give one whole cycle, both ends included",
        );
    }
    Ok(())
}

/// A periodic spline through all rows but the last, which repeats the first.
fn periodic(path: &str, shares: &[f64], values: &[f64], duration: f64) -> Result<Function, Problem> {
    let last = values.len() - 1;
    let at = shares[..last].iter().map(|share| share * duration).collect();
    let function = Function::PeriodicSpline { at, values: values[..last].to_vec(), period: duration };
    checked(path, function)
}

/// A spline that never overshoots: a load must not become negative between its samples.
fn monotone(path: &str, shares: &[f64], values: Vec<f64>, duration: f64) -> Result<Function, Problem> {
    let at = shares.iter().map(|share| share * duration).collect();
    checked(path, Function::MonotoneSpline { at, values })
}

fn checked(path: &str, function: Function) -> Result<Function, Problem> {
    match function.compile() {
        Ok(_) => Ok(function),
        Err(error) => Err(Problem::new(path, error.to_string(), "check the columns of the table")),
    }
}
