//! Pose and load as smooth periodic functions of time.

use mechanics::rigid::Function;

use super::parameters::{Activity, Load};
use crate::Problem;
use crate::closing::{LARGEST_FORCE_GAP, join_load, join_motion};

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
    /// What loads one side more than the other, where the table has it.
    pub frontal: Option<Frontal>,
    /// Duration of its own cycle, in s.
    pub duration: Option<f64>,
}

/// What loads one side more than the other over a cycle; a value for each row.
#[derive(Debug, Clone, PartialEq)]
pub enum Frontal {
    /// How far medial of the femoral component's origin the axial force acts, in m; in place of `load-medial`.
    LineOfAction(Vec<f64>),
    /// A moment that loads the medial side, in N·m; beside the axial force at `load-medial`.
    Moment(Vec<f64>),
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
    /// Moment in the frontal plane, positive where it loads the medial side, where the load's table has one.
    pub frontal: Option<Function>,
    /// Whether that moment is the line of action itself: then the axial force acts at the origin beside it.
    pub line_of_action: bool,
    /// By how much the ends of the pose differed before they were joined.
    pub pose_closure: PoseClosure,
    /// By how much the ends of the load differed.
    pub load_closure: LoadClosure,
}

/// By how much the ends of a pose differed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PoseClosure {
    /// The largest difference of an angle, in rad.
    pub angle: f64,
    /// The largest difference of a translation, in m.
    pub length: f64,
}

/// By how much the ends of a load differed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LoadClosure {
    /// Difference of axial and anterior force over the peak of both.
    pub force_ratio: f64,
    /// Difference of the torque over its own peak.
    pub torque_ratio: f64,
    /// Difference of the flexion, in rad.
    pub angle: f64,
}

/// Ends that differ by more than this are no cycle: an angle in rad, a length in m, a torque over its own peak (a small
/// torque is mostly noise).
const WIDEST_ANGLE: f64 = 0.2;
const WIDEST_LENGTH: f64 = 5e-3;
const WIDEST_TORQUE: f64 = 0.5;

const ONE_CYCLE: &str = "give one whole cycle, from an event to the next one of its kind (heel strike to heel strike): start = … and \
    end = … cut one out of a longer table";

impl Cycle {
    /// Joins pose and load. Ends that do not meet are brought together within a short blend; see `closing`.
    pub fn new(activity: &Activity, pose: &PoseSamples, load: &LoadSamples) -> Result<Self, Problem> {
        let duration =
            activity.duration.map(|d| d.si()).or(pose.duration).or(load.duration).unwrap_or(super::USUAL_DURATION);
        check_shares("activity.pose", &pose.shares, pose.poses.len())?;
        check_shares("activity.load.file", &load.shares, load.loads.len())?;
        let (coordinates, pose_closure) = join_pose(pose, duration)?;
        let mut cycle = Self {
            pose: [pose.name.clone(), pose.source.clone()],
            load: [load.name.clone(), load.source.clone()],
            duration,
            coordinates,
            loads: [Function::Constant(0.0), Function::Constant(0.0), Function::Constant(0.0)],
            flexion: None,
            frontal: None,
            line_of_action: false,
            pose_closure,
            load_closure: LoadClosure::default(),
        };
        match activity.load.constant {
            Some(force) => cycle.loads[0] = Function::Constant(force.si()),
            None => cycle.join_loads(&activity.load, load)?,
        }
        if let Some(angle) = activity.flexion {
            cycle.flexion = Some(Function::Constant(angle.si()));
            cycle.coordinates[0] = Function::Constant(angle.si());
        }
        Ok(cycle)
    }

    /// The same pose under another load.
    pub(super) fn with_load(&self, asked: &Load, load: &LoadSamples) -> Result<Self, Problem> {
        let mut cycle = Self {
            load: [load.name.clone(), load.source.clone()],
            duration: load.duration.unwrap_or(self.duration),
            flexion: None,
            ..self.clone()
        };
        cycle.join_loads(asked, load)?;
        Ok(cycle)
    }

    fn join_loads(&mut self, asked: &Load, load: &LoadSamples) -> Result<(), Problem> {
        const AT: &str = "activity.load.file";
        let LoadSamples { shares, loads, flexion, frontal, .. } = load;
        let factor = scale(asked, load)?;
        let size = |force: &[f64; 2]| force[0].hypot(force[1]);
        let peak = loads.iter().map(|row| size(&[row[0], row[1]])).fold(0.0, f64::max);
        let largest_torque = loads.iter().map(|row| row[2].abs()).fold(0.0, f64::max);
        let mut gap = [0.0; 3];
        for k in 0..3 {
            // Each by itself: a component has its own sign and its own peak.
            let mut values: Vec<[f64; 1]> = loads.iter().map(|row| [row[k]]).collect();
            [gap[k]] = join_load(&mut values, shares);
            let values = values.iter().map(|[value]| factor * value).collect();
            self.loads[k] = monotone(AT, shares, values, self.duration)?;
        }
        if let Some(frontal) = frontal {
            // A moment grows with the force that is scaled, whether it is given or follows from an arm.
            let moments: Vec<f64> = match frontal {
                Frontal::LineOfAction(arms) => arms.iter().zip(loads).map(|(arm, row)| arm * row[0]).collect(),
                Frontal::Moment(values) => values.clone(),
            };
            let mut values: Vec<[f64; 1]> = moments.iter().map(|moment| [factor * moment]).collect();
            join_load(&mut values, shares);
            self.frontal = Some(monotone(AT, shares, values.into_iter().flatten().collect(), self.duration)?);
            self.line_of_action = matches!(frontal, Frontal::LineOfAction(_));
        }
        if let Some(values) = flexion {
            let mut values: Vec<[f64; 1]> = values.iter().map(|value| [*value]).collect();
            let [turn] = join_motion(&mut values, shares);
            self.load_closure.angle = turn.abs();
            let values: Vec<f64> = values.into_iter().flatten().collect();
            self.flexion = Some(periodic(AT, shares, &values, self.duration)?);
        }
        self.load_closure.force_ratio = size(&[gap[0], gap[1]]) / peak;
        self.load_closure.torque_ratio = if largest_torque > 0.0 { gap[2].abs() / largest_torque } else { 0.0 };
        let LoadClosure { force_ratio, torque_ratio, angle } = self.load_closure;
        if force_ratio > LARGEST_FORCE_GAP || torque_ratio > WIDEST_TORQUE || angle > WIDEST_ANGLE {
            let message = format!(
                "the load does not end where it begins: the force differs by {:.0} % of its peak ({:.0} % are allowed), the \
                 torque by {:.0} % of its own ({:.0} %), the flexion by {:.1} deg ({:.1} deg)",
                100.0 * force_ratio,
                100.0 * LARGEST_FORCE_GAP,
                100.0 * torque_ratio,
                100.0 * WIDEST_TORQUE,
                angle.to_degrees(),
                WIDEST_ANGLE.to_degrees()
            );
            return Err(Problem::new(AT, message, ONE_CYCLE));
        }
        Ok(())
    }
}

fn join_pose(pose: &PoseSamples, duration: f64) -> Result<([Function; 6], PoseClosure), Problem> {
    const AT: &str = "activity.pose";
    let mut poses = pose.poses.clone();
    let gap = join_motion(&mut poses, &pose.shares).map(f64::abs);
    let most = |gaps: &[f64]| gaps.iter().copied().fold(0.0, f64::max);
    let closure = PoseClosure { angle: most(&gap[..3]), length: most(&gap[3..]) };
    if closure.angle > WIDEST_ANGLE || closure.length > WIDEST_LENGTH {
        let message = format!(
            "the pose does not end where it begins: an angle differs by {:.1} deg ({:.1} deg are allowed), a translation by \
             {:.1} mm ({:.1} mm)",
            closure.angle.to_degrees(),
            WIDEST_ANGLE.to_degrees(),
            closure.length * 1e3,
            WIDEST_LENGTH * 1e3
        );
        return Err(Problem::new(AT, message, ONE_CYCLE));
    }
    let mut coordinates = [const { Function::Constant(0.0) }; 6];
    for (k, function) in coordinates.iter_mut().enumerate() {
        let values: Vec<f64> = poses.iter().map(|row| row[k]).collect();
        *function = periodic(AT, &pose.shares, &values, duration)?;
    }
    Ok((coordinates, closure))
}

fn scale(asked: &Load, load: &LoadSamples) -> Result<f64, Problem> {
    let peak = load.loads.iter().map(|row| row[0]).fold(0.0, f64::max);
    if !(peak > 0.0) {
        let message = "the axial force presses the parts together nowhere: it is never positive";
        let hint = "check its column; a minus before the column's name turns its sign";
        return Err(Problem::new("activity.load.file.axial", message, hint));
    }
    let wanted = match (asked.peak, asked.peak_body_weights, asked.body_weight) {
        (Some(force), ..) => force.si(),
        (None, Some(share), Some(weight)) => share * weight.si(),
        _ => return Ok(1.0),
    };
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
