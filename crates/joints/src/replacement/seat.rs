//! How the parts lie on one another before anything is solved: straight down, column by column.
//!
//! Parts that are exchanged, upside down, in another unit or beside one another are found here, by their shape alone.

use mechanics::geometry::mesh::TriangleMesh;
use nalgebra::{Isometry3, Vector3};

use super::parameters::{Experiment, Parameters};
use crate::Problem;

/// Columns are so far apart, in m.
const APART: f64 = 1e-3;
/// Beyond this from the insert's origin nothing is a part of a knee, in m; nor is what is at no place at all.
const FARTHEST: f64 = 2.0;
/// Columns whose gap is larger by less than this than the least one say how the parts face one another, in m.
const NEAR: f64 = 1e-3;
/// Parts of one knee differ in width by less than this factor.
const WIDEST_RATIO: f64 = 3.0;
/// The part that rests is more curved than the one it rests on: its heights spread by more than this share of the other's.
const LEAST_SPREAD: f64 = 0.5;

/// The outermost place of a part in a column.
#[derive(Debug, Clone, Copy)]
struct Height {
    at: f64,
    /// Whether the surface looks upwards there.
    up: bool,
}

/// The lowest or highest places of a part over a grid of columns.
struct Relief {
    low: [i32; 2],
    counts: [usize; 2],
    heights: Vec<Option<Height>>,
}

impl Relief {
    /// Seen from above (`top`) or from below.
    fn new(mesh: &TriangleMesh, pose: &Isometry3<f64>, top: bool) -> Self {
        let placed: Vec<Vector3<f64>> =
            mesh.vertices().iter().map(|v| pose * nalgebra::Point3::from(*v)).map(|p| p.coords).collect();
        if !placed.iter().flatten().all(|x| x.abs() < FARTHEST) {
            return Self { low: [0; 2], counts: [0; 2], heights: Vec::new() };
        }
        let column = |x: f64| (x / APART).floor() as i32;
        let ends = |axis: usize| {
            let values = || placed.iter().map(|v| v[axis]);
            [column(values().fold(f64::INFINITY, f64::min)), column(values().fold(f64::NEG_INFINITY, f64::max)) + 1]
        };
        let [[x0, x1], [z0, z1]] = [ends(0), ends(2)];
        let counts = [(x1 - x0 + 1) as usize, (z1 - z0 + 1) as usize];
        let mut relief = Self { low: [x0, z0], counts, heights: vec![None; counts[0] * counts[1]] };
        for triangle in mesh.triangles() {
            relief.add(triangle.map(|i| placed[i as usize]), top);
        }
        relief
    }

    fn add(&mut self, [a, b, c]: [Vector3<f64>; 3], top: bool) {
        let normal = (b - a).cross(&(c - a));
        if normal.y == 0.0 {
            return;
        }
        let span = |axis: usize| {
            let (low, high) = (a[axis].min(b[axis]).min(c[axis]), a[axis].max(b[axis]).max(c[axis]));
            (low / APART).ceil() as i32..=(high / APART).floor() as i32
        };
        for i in span(0) {
            for k in span(2) {
                let (x, z) = (f64::from(i) * APART, f64::from(k) * APART);
                // Shares of the corners in the plane; all of one sign inside.
                let share = |p: &Vector3<f64>, q: &Vector3<f64>| (q.z - p.z) * (x - p.x) - (q.x - p.x) * (z - p.z);
                let shares = [share(&b, &c), share(&c, &a), share(&a, &b)].map(|s| s / normal.y);
                if shares.iter().any(|s| *s < -1e-9) {
                    continue;
                }
                let at = a.y - (normal.x * (x - a.x) + normal.z * (z - a.z)) / normal.y;
                let cell = (i - self.low[0]) as usize * self.counts[1] + (k - self.low[1]) as usize;
                let outer = |old: &Height| if top { at > old.at } else { at < old.at };
                if self.heights[cell].as_ref().is_none_or(outer) {
                    self.heights[cell] = Some(Height { at, up: normal.y > 0.0 });
                }
            }
        }
    }

    fn height(&self, [i, k]: [i32; 2]) -> Option<Height> {
        let (i, k) = (usize::try_from(i - self.low[0]).ok()?, usize::try_from(k - self.low[1]).ok()?);
        if i >= self.counts[0] || k >= self.counts[1] { None } else { self.heights[i * self.counts[1] + k] }
    }

    /// By how much the heights differ, without the outermost tenths.
    fn spread(&self) -> f64 {
        let mut heights: Vec<f64> = self.heights.iter().flatten().map(|height| height.at).collect();
        heights.sort_unstable_by(f64::total_cmp);
        let last = heights.len().saturating_sub(1);
        match (heights.get(last / 10), heights.get(last - last / 10)) {
            (Some(low), Some(high)) => high - low,
            _ => 0.0,
        }
    }
}

/// What lies above what.
pub(super) struct Seat {
    /// How far the femoral component can be lowered until it touches, in m; negative where it is in the insert.
    pub drop: f64,
    /// Whether each part looks away from the other where they are nearest.
    turned: [bool; 2],
}

/// How a femoral component at a pose lies above an insert; nothing if no column goes through both.
pub(super) fn find_seat([femoral, insert]: [&TriangleMesh; 2], pose: &Isometry3<f64>) -> Option<Seat> {
    let (below, above) = (Relief::new(femoral, pose, false), Relief::new(insert, &Isometry3::identity(), true));
    seat_of(&below, &above)
}

/// How far a femoral component can be lowered at each pose until it touches, in m; nothing is lowered where no column goes
/// through both.
pub(super) fn find_drops([femoral, insert]: [&TriangleMesh; 2], poses: &[Isometry3<f64>]) -> Vec<f64> {
    let above = Relief::new(insert, &Isometry3::identity(), true);
    let drop =
        |pose: &Isometry3<f64>| seat_of(&Relief::new(femoral, pose, false), &above).map_or(0.0, |seat| seat.drop);
    poses.iter().map(drop).collect()
}

fn seat_of(below: &Relief, above: &Relief) -> Option<Seat> {
    let columns = (0..above.counts[0] as i32).flat_map(|i| (0..above.counts[1] as i32).map(move |k| [i, k]));
    let both = columns.filter_map(|[i, k]| {
        let column = [i + above.low[0], k + above.low[1]];
        Some((below.height(column)?, above.height(column)?))
    });
    let both: Vec<(Height, Height)> = both.collect();
    let gap = |(femoral, insert): &(Height, Height)| femoral.at - insert.at;
    let drop = both.iter().map(gap).reduce(f64::min)?;
    let near: Vec<_> = both.iter().filter(|pair| gap(pair) < drop + NEAR).collect();
    let most =
        |wrong: &dyn Fn(&(Height, Height)) -> bool| 2 * near.iter().filter(|pair| wrong(pair)).count() > near.len();
    Some(Seat { drop, turned: [most(&|(femoral, _)| femoral.up), most(&|(_, insert)| !insert.up)] })
}

/// What speaks against these parts at the pose with which the cycle begins.
pub(super) fn check(
    parameters: &Parameters,
    [femoral, insert]: [&TriangleMesh; 2],
    pose: &Isometry3<f64>,
) -> Result<(), Problem> {
    const AXES: &str = "check implant.axes: which axes of the files point anterior, superior and lateral";
    let size = |mesh: &TriangleMesh| {
        let [low, high] = mesh.compute_bounds();
        (high - low) * 1e3
    };
    let [wide, flat] = [size(femoral), size(insert)];
    let ratio = wide.amax() / flat.amax();
    if !(ratio < WIDEST_RATIO && ratio > 1.0 / WIDEST_RATIO) {
        let message =
            format!("the femoral component is {:.0} mm across, and the insert {:.0} mm", wide.amax(), flat.amax());
        return Err(Problem::new("implant", message, "state the unit of each file, unit = \"mm\""));
    }
    if flat.y > flat.x.min(flat.z) {
        let message = format!(
            "the insert stands on its side: {:.0} mm high, {:.0} mm from back to front and {:.0} mm wide",
            flat.y, flat.x, flat.z
        );
        return Err(Problem::new("implant", message, AXES));
    }
    let (below, above) = (Relief::new(femoral, pose, false), Relief::new(insert, &Isometry3::identity(), true));
    let spreads = [below.spread(), above.spread()].map(|spread| spread * 1e3);
    if !below.heights.is_empty() && spreads[0] < LEAST_SPREAD * spreads[1] {
        let message = format!(
            "the femoral component is flatter from below ({:.1} mm) than the insert is from above ({:.1} mm): it cannot rest on it",
            spreads[0], spreads[1]
        );
        return Err(Problem::new("implant", message, "are the files of `femoral` and `insert` exchanged?"));
    }
    let Some(seat) = seat_of(&below, &above) else {
        let at = pose.translation.vector * 1e3;
        let message = format!(
            "when the cycle begins no part of the femoral component is above the insert: its origin is {:.1} mm anterior and {:.1} mm lateral of the insert's",
            at.x, at.z
        );
        let (path, hint) = match parameters.experiment {
            Experiment::MeasuredPose(_) if parameters.activity.pose.is_some() => {
                ("activity.pose", "check the columns, signs and units of the pose, and implant.axes")
            }
            _ => ("implant", "both files must have their origin near the middle of the knee"),
        };
        return Err(Problem::new(path, message, hint));
    };
    let said = match seat.turned {
        [false, false] => return Ok(()),
        [true, true] => ("implant", "both parts look away from one another: they are upside down"),
        [true, false] => (
            "implant.femoral",
            "the femoral component looks upwards where it lies on the insert: it is upside down, or inside out",
        ),
        [false, true] => (
            "implant.insert",
            "the insert looks downwards where the femoral component lies on it: it is upside down, or inside out",
        ),
    };
    Err(Problem::new(said.0, said.1, format!("{AXES}; or are the files of `femoral` and `insert` exchanged?")))
}
