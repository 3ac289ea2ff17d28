//! A lifetime of wear of any joint: `dw/dN = f(w)`, one evaluation of f being one whole cycle on the worn and crept surface.
//!
//! ```
//! use joints::lifetime::Cycles;
//!
//! let ten_years: Cycles = serde_json::from_str("\"10 million\"").expect("a number of cycles");
//! assert_eq!((ten_years.count(), ten_years.to_string()), (1e7, "10 million".into()));
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `balance.rs` | whether the worn volume is the same by three ways |
//! | `cycles.rs` | a number of cycles as people write it |
//! | `fixed.rs` | the same by fixed updates, to compare with |
//! | `march.rs` | the integrator in cycles, what is recorded on the way, checkpoints |
//! | `record.rs` | rows and snapshots, as text that loses no bit |
//! | `outcome.rs` | headline numbers, series, figures |
//! | `law.rs` | the wear law that a study asks for |
//! | `pace.rs` | running in |
//! | `smooth.rs` | smoothing that loses no volume |

mod balance;
mod cycles;
mod fixed;
mod law;
mod march;
mod outcome;
mod pace;
mod record;
mod smooth;
#[cfg(test)]
mod tests;

pub(crate) use balance::weigh;
pub use cycles::Cycles;
pub use law::WearLawName;
pub(crate) use law::{MOST_FACTOR, build as build_law, check as check_law, describe as describe_law};
pub(crate) use march::{Evaluation, Plan, Stop, Summary, Wearable, run};
pub(crate) use outcome::{Naming, assemble, maps};
pub use pace::RunIn;
pub(crate) use pace::check as check_run_in;
pub(crate) use record::{Course, Snapshot};
pub(crate) use smooth::{Smoother, check as check_smoothing};

use nalgebra::Vector3;
use results::Surface;

use crate::Problem;

/// Cycles at which pictures are made where none are asked for.
const USUAL: [f64; 7] = [0.0, 1e6, 2e6, 5e6, 10e6, 20e6, 50e6];

/// The cycles at which to make pictures: those asked for, else the usual ones; the last one is always there.
pub(crate) fn instants(cycles: Cycles, at: &[Cycles]) -> Vec<f64> {
    let end = cycles.count();
    let mut found: Vec<f64> = if at.is_empty() { USUAL.to_vec() } else { at.iter().map(|c| c.count()).collect() };
    found.retain(|n| *n <= end);
    found.push(end);
    found.sort_by(f64::total_cmp);
    found.dedup();
    found
}

/// Two unit vectors normal to a direction.
pub(crate) fn tangents(n: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let helper = if n.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
    let first = (helper - n * n.dot(&helper)).try_normalize(1e-12).unwrap_or_else(Vector3::x);
    [first, n.cross(&first)]
}

/// Shares must add up to one within this.
const ADD_UP: f64 = 1e-6;

/// What is wrong with the shares of activities, by their names.
pub(crate) fn check_shares(activities: impl Iterator<Item = (String, f64)>, found: &mut Vec<Problem>) {
    let (mut sum, mut count) = (0.0, 0);
    for (i, (name, share)) in activities.enumerate() {
        if !(share > 0.0 && share <= 1.0) {
            found.push(Problem::new(
                format!("lifetime.activities.{i}.share"),
                format!("the share of \"{name}\" is {share}, it must lie between 0 and 1"),
                "shares are parts of all cycles: 0.9 and 0.1",
            ));
        }
        (sum, count) = (sum + share, count + 1);
    }
    if count > 0 && !((sum - 1.0f64).abs() <= ADD_UP) {
        found.push(Problem::new(
            "lifetime.activities",
            format!("the shares of the activities add up to {sum}, not to 1"),
            "change a share so that they add up to 1",
        ));
    }
}

/// A surface whose corners lie as deep, along the normals of the cells around them, as these are on the average.
pub(crate) fn sunken(surface: &Surface, normals: &[Vector3<f64>], depth: &[f64]) -> Surface {
    let mut sums = vec![(Vector3::zeros(), 0.0); surface.points.len()];
    for cell in 0..surface.cells().min(depth.len()) {
        for &point in surface.cell(cell) {
            let (sum, count) = &mut sums[point as usize];
            *sum += normals[cell] * depth[cell];
            *count += 1.0;
        }
    }
    let moved = surface.points.iter().zip(sums).map(|(point, (sum, count)): (_, (Vector3<f64>, f64))| {
        (Vector3::from(*point) + if count > 0.0 { sum / count } else { Vector3::zeros() }).into()
    });
    Surface { points: moved.collect(), ..surface.clone() }
}

/// What is wrong with fixed updates.
pub(crate) fn check_updates(cycles: Cycles, updates: Option<Cycles>, found: &mut Vec<Problem>) {
    if let Some(updates) = updates.filter(|u| !(u.count() >= 1e-5 * cycles.count() && u.count() <= cycles.count())) {
        found.push(Problem::new(
            "lifetime.updates",
            format!("an update every {updates} cycles of a lifetime of {cycles} cannot be meant"),
            "the literature has \"0.5 million\"; leave it out, and steps are chosen by their error",
        ));
    }
}

/// What is wrong with a lifetime as asked for; paths below the joint.
pub(crate) fn check(cycles: Cycles, at: &[Cycles], tolerance: f64, found: &mut Vec<Problem>) {
    let end = cycles.count();
    if !(1.0..=1e10).contains(&end) {
        found.push(Problem::new(
            "lifetime.cycles",
            format!("a lifetime of {cycles} cycles cannot be computed: between 1 and 10000 million are possible"),
            "patients walk about a million cycles a year: cycles = \"10 million\"",
        ));
    }
    for (i, one) in at.iter().enumerate() {
        if !(one.count() >= 0.0 && one.count() <= end) {
            found.push(Problem::new(
                format!("lifetime.at.{i}"),
                format!("a picture at {one} cycles was asked for, the lifetime has {cycles}"),
                "ask for cycles between 0 and the end of the lifetime",
            ));
        }
    }
    if !(1e-6..=0.1).contains(&tolerance) {
        found.push(Problem::new(
            "lifetime.tolerance",
            format!("the tolerance is {tolerance}, it must lie between 1e-6 and 0.1"),
            "0.01 keeps the volume right to a tenth of a percent",
        ));
    }
}
