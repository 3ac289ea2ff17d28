//! How curved the gap between the parts is where they touch.

use mechanics::contact::surfaces::{Fields, Scratch as PairScratch, SurfacePair, Twist};
use nalgebra::{Isometry3, Matrix2, Matrix6, Vector3, Vector6};

use super::balance::{Curves, settle};
use super::drive::Options;
use super::history::place;
use super::parameters::Experiment;
use super::search::{Quest, Seeker};
use super::{Replacement, ReplacementError};
use crate::Unwatched;

/// Fewer points than this do not say how curved a gap is; there are six unknowns.
const FEWEST: usize = 12;

/// Where one side touches.
pub(super) struct Spot {
    /// Principal curvatures of the gap, the smaller first, both positive, in 1/m.
    pub curvatures: [f64; 2],
    /// The deepest point, on the insert, and its normal.
    pub base: Vector3<f64>,
    pub normal: Vector3<f64>,
    /// Overlap there, in m.
    pub depth: f64,
}

/// The relative radius, in m, from which the modified foundation follows: that of a ball on a plane whose gap is as curved
/// as that of the parts where they touch on plain springs, the geometric mean over both directions, all sides and the
/// frames of the greatest and the least load; where the load drives, over the sides on which the parts settle.
///
/// `knee` has plain springs, so that the radius does not depend on the law which is made from it: a run and a comparison
/// have the same.
pub(super) fn compute_relative_radius(knee: &Replacement) -> Result<f64, String> {
    let said = |error: ReplacementError| error.to_string();
    let curves = Curves::new(knee).map_err(said)?;
    let places = match &knee.parameters.experiment {
        Experiment::LoadDriven(_) => settle(knee, &curves, &Unwatched).map_err(said)?.into_iter().collect(),
        Experiment::MeasuredPose(_) => {
            let seeker = Seeker::new(knee, &curves, Options::still(None), &Unwatched).map_err(said)?;
            let (times, mut scratches) = (knee.frame_times(), seeker.scratches());
            let mut rest = |frame: usize| {
                let (time, guess) = (times[frame], curves.measured(times[frame]));
                let quest = Quest { time, guess, rates: None, before: None, bare: None };
                seeker.find(&quest, &mut scratches).map(|found| found.coordinates)
            };
            extreme_frames(knee, &curves).into_iter().map(&mut rest).collect::<Result<Vec<_>, _>>().map_err(said)?
        }
    };
    let mut scratch = knee.pair.scratch();
    let mut logarithms = Vec::new();
    let mut unusable = String::from("nothing touches");
    for at in &places {
        for spot in find_spots(&knee.pair, &mut scratch, &place(at, &[0.0; 6]).0) {
            match spot {
                Ok(Spot { curvatures: [first, second], .. }) => logarithms.push(-0.5 * (first * second).ln()),
                Err(why) => unusable = why,
            }
        }
    }
    if logarithms.is_empty() {
        return Err(unusable);
    }
    Ok((logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

/// The frames of the greatest and the least axial load, the first of equals; one where they are the same.
pub(super) fn extreme_frames(knee: &Replacement, curves: &Curves) -> Vec<usize> {
    let loads: Vec<f64> = knee.frame_times().iter().map(|&time| curves.loads(time)[0]).collect();
    let by_load = |a: &usize, b: &usize| loads[*a].total_cmp(&loads[*b]);
    // `max_by` takes the last of equals.
    let greatest = (0..loads.len()).rev().max_by(by_load);
    let least = (0..loads.len()).min_by(by_load);
    let mut frames: Vec<usize> = greatest.into_iter().chain(least).collect();
    frames.dedup();
    frames
}

/// One spot for every region that touches at this pose, or why the gap there has no two radii.
pub(super) fn find_spots(
    pair: &SurfacePair,
    scratch: &mut PairScratch,
    pose: &Isometry3<f64>,
) -> Vec<Result<Spot, String>> {
    let mut fields = [Fields::default()];
    pair.evaluate_with_fields(pose, &Twist::REST, 0.0, scratch, &mut fields);
    let (points, gaps) = (pair.points(0), &fields[0].gap);
    let mut spots = Vec::new();
    for region in &pair.settings().regions {
        let inside = |i: &usize| gaps[*i] < 0.0 && region.extent.contains(&points[*i].point);
        let touching: Vec<usize> = (0..points.len()).filter(inside).collect();
        let Some(&deepest) = touching.iter().min_by(|&&a, &&b| gaps[a].total_cmp(&gaps[b])) else { continue };
        let (base, normal, depth) = (points[deepest].point, points[deepest].normal, -gaps[deepest]);
        if touching.len() < FEWEST {
            let (name, count) = (&region.name, touching.len());
            spots.push(Err(format!(
                "{count} points touch on the {name} side, too few to say how curved the gap is there"
            )));
            continue;
        }
        let at: Vec<(Vector3<f64>, f64)> = touching.iter().map(|&i| (points[i].point - base, gaps[i])).collect();
        spots.push(match compute_curvatures(&at, &normal) {
            Some(curvatures) if curvatures[0] > 0.0 => Ok(Spot { curvatures, base, normal, depth }),
            Some([first, second]) => Err(format!(
                "the gap does not open in every direction on the {} side: its curvatures there are {first:.2} and \
                 {second:.2} 1/m",
                region.name
            )),
            None => Err(format!("the gap has no curvatures on the {} side", region.name)),
        });
    }
    spots
}

/// Principal curvatures of a gap, the smaller first: those of the paraboloid through it, by least squares.
fn compute_curvatures(at: &[(Vector3<f64>, f64)], normal: &Vector3<f64>) -> Option<[f64; 2]> {
    let aside = if normal.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
    let first = normal.cross(&aside).normalize();
    let second = normal.cross(&first);
    // Lengths in the size of the patch, so that the equations are of one size.
    let size = at.iter().map(|(way, _)| way.norm()).fold(0.0, f64::max);
    let (mut matrix, mut right) = (Matrix6::zeros(), Vector6::zeros());
    for (way, gap) in at {
        let (s, t) = (way.dot(&first) / size, way.dot(&second) / size);
        let row = Vector6::new(1.0, s, t, 0.5 * s * s, s * t, 0.5 * t * t);
        matrix += row * row.transpose();
        right += row * *gap;
    }
    let fit = matrix.cholesky()?.solve(&right) / (size * size);
    let curvature = Matrix2::new(fit[3], fit[4], fit[4], fit[5]).symmetric_eigenvalues();
    Some([curvature.min(), curvature.max()])
}
