//! How large every part of a person is, from markers: distances between markers hardly change while a body moves.
//!
//! A part's factor makes the distances of its markers in the model those that were measured, by least squares:
//! `f = Σ d D / Σ D²`, with measured distances d (means over the frames) and those of the model D. Long distances count most. A
//! marker beside the joint above a part counts as one of its own, too: it is where the part begins.
//!
//! *Assumes*: a part is as much wider as it is longer; markers stand where the model has them. *Checked by*: bodies of a known size.

use mechanics::rigid::tree::Skeleton;
use nalgebra::Vector3;

use super::anatomy::Anatomy;
use super::recording::{Kinematics, Recording};
use super::scale::scale;
use crate::Problem;

#[cfg(test)]
mod tests;

/// A marker this near to a joint is beside it, m.
const BESIDE: f64 = 0.065;
/// Markers nearer to each other than this say nothing about a size, m.
const APART: f64 = 0.03;
/// Factors beyond these are no person's, but a wrong unit or label.
const USUAL: [f64; 2] = [0.5, 1.6];

/// The model in the size of its markers, with a mass in all; the model's where none is given.
pub(super) fn fit_to_markers(anatomy: &Anatomy, recording: &Recording, mass: Option<f64>) -> Result<Anatomy, Problem> {
    let refuse = |message: String, hint: &str| Err(Problem::new("person.scaling", message, hint));
    let Kinematics::Markers(markers) = &recording.kinematics else {
        return refuse("the motion has no markers to scale by".into(), "give a .trc, or scale by height");
    };
    let Ok(skeleton) = Skeleton::new(anatomy.tree.clone()) else {
        return refuse("the model is no skeleton".into(), "correct the model");
    };
    let pose = skeleton.compute_pose(&skeleton.default_coordinates());
    let bodies = anatomy.tree.bodies.len();
    let mut sums = vec![[0.0; 2]; bodies];
    let seen: Vec<Seen<'_>> = markers
        .iter()
        .filter_map(|(name, weight, places)| {
            let marker = anatomy.markers.iter().find(|marker| marker.name == *name && *weight > 0.0)?;
            let place = pose.body(marker.body).point(&marker.place);
            Some(Seen { body: marker.body?, place, places })
        })
        .collect();
    for (number, one) in seen.iter().enumerate() {
        for other in &seen[number + 1..] {
            let parent = |body: usize| anatomy.tree.bodies[body].joint.parent;
            // The marker of the parent must be beside the joint: further away its distance changes with the joint's angle.
            let beside = |near: &Seen<'_>, part: usize| {
                parent(part) == Some(near.body) && (near.place - pose.bodies[part].joint_position).norm() < BESIDE
            };
            let part = if one.body == other.body || beside(other, one.body) {
                one.body
            } else if beside(one, other.body) {
                other.body
            } else {
                continue;
            };
            let (model, Some(measured)) = ((one.place - other.place).norm(), one.distance(other)) else { continue };
            if model > APART {
                sums[part][0] += measured * model;
                sums[part][1] += model * model;
            }
        }
    }
    let mut factors: Vec<Option<f64>> = sums.iter().map(|[mixed, own]| (*own > 0.0).then(|| mixed / own)).collect();
    if factors.iter().all(Option::is_none) {
        return refuse(
            "no part of the model has two markers that were seen".into(),
            "name the markers as the model does",
        );
    }
    for (body, factor) in anatomy.tree.bodies.iter().zip(&factors) {
        if let Some(factor) = factor.filter(|factor| !(USUAL[0]..=USUAL[1]).contains(factor)) {
            let message = format!("by its markers, `{}` is {factor:.3} times as large as the model's", body.name);
            return refuse(message, "check the unit of the markers, and their names");
        }
    }
    // A part without markers is like the one that hangs on it, or else like the one on which it hangs.
    let parents: Vec<Option<usize>> = anatomy.tree.bodies.iter().map(|body| body.joint.parent).collect();
    for _ in 0..bodies {
        for body in 0..bodies {
            if factors[body].is_none() {
                let below = (0..bodies).filter(|child| parents[*child] == Some(body)).find_map(|child| factors[child]);
                factors[body] = below;
            }
        }
    }
    for _ in 0..bodies {
        for (body, parent) in parents.iter().enumerate() {
            if factors[body].is_none() {
                factors[body] = parent.and_then(|parent| factors[parent]);
            }
        }
    }
    let factors: Vec<Vector3<f64>> = factors.iter().map(|factor| Vector3::repeat(factor.unwrap_or(1.0))).collect();
    Ok(scale(anatomy, &factors, mass.unwrap_or_else(|| skeleton.mass())))
}

/// A marker of the model that was seen.
struct Seen<'a> {
    body: usize,
    /// In the model, as it stands.
    place: Vector3<f64>,
    /// As it was measured.
    places: &'a [Vector3<f64>],
}

impl Seen<'_> {
    /// The measured distance, averaged over the frames in which both were seen.
    fn distance(&self, other: &Self) -> Option<f64> {
        let all = self.places.iter().zip(other.places).map(|(a, b)| (a - b).norm()).filter(|d| d.is_finite());
        let (sum, count) = all.fold((0.0, 0), |(sum, count), d| (sum + d, count + 1));
        (count > 0).then(|| sum / f64::from(count))
    }
}
