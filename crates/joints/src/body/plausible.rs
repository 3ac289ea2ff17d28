//! Models whose numbers nobody can have meant: with them, sums of squares would overflow to results that are no numbers.

use mechanics::muscle::wrap::Shape;
use nalgebra::Vector3;

use super::anatomy::{Anatomy, Place};
use crate::Problem;

/// More than any animal has: kg, kg m², m, N, m/s².
const HEAVIEST: f64 = 1e6;
const MOST_INERTIA: f64 = 1e9;
const FARTHEST: f64 = 1e3;
const STRONGEST: f64 = 1e7;
const FASTEST_FALL: f64 = 1e3;

/// The first number of a model that cannot be meant.
pub(super) fn check(anatomy: &Anatomy) -> Result<(), Problem> {
    let at_most = |what: String, value: f64, most: f64, unit: &str| {
        // Written so that what is no number is refused, too.
        let fits = value.abs() <= most;
        let hint = format!("at most {most:e} {unit}: is the file in kg, m and N, and whole?");
        if fits { Ok(()) } else { Err(Problem::new("model.file", format!("{what} is {value:e} {unit}"), hint)) }
    };
    let within = |what: String, place: &Vector3<f64>| at_most(what, place.amax(), FARTHEST, "m");
    at_most("gravity".into(), anatomy.tree.gravity.amax(), FASTEST_FALL, "m/s²")?;
    for body in &anatomy.tree.bodies {
        let (name, joint) = (&body.name, &body.joint);
        at_most(format!("the mass of `{name}`"), body.mass, HEAVIEST, "kg")?;
        at_most(format!("the inertia of `{name}`"), body.inertia.amax(), MOST_INERTIA, "kg m²")?;
        within(format!("the centre of mass of `{name}`"), &body.centre)?;
        for frame in [&joint.in_parent, &joint.in_child] {
            within(format!("the place of joint `{}`", joint.name), &frame.translation.vector)?;
        }
    }
    for coordinate in &anatomy.tree.coordinates {
        at_most(format!("the default of `{}`", coordinate.name), coordinate.default, FARTHEST, "rad or m")?;
    }
    for wrap in &anatomy.wraps {
        let size = match wrap.shape {
            Shape::Cylinder { radius, length } => radius.max(length),
            Shape::Sphere { radius } => radius,
            Shape::Ellipsoid { radii, .. } => radii.into_iter().fold(0.0, f64::max),
            Shape::Torus { tube, ring, .. } => tube.max(ring),
        };
        at_most(format!("the size of `{}`", wrap.name), size, FARTHEST, "m")?;
        within(format!("the place of `{}`", wrap.name), &wrap.place.translation.vector)?;
    }
    for line in &anatomy.muscles {
        at_most(format!("the strength of `{}`", line.name), line.hill.strength, STRONGEST, "N")?;
        for length in [line.hill.fibre, line.hill.slack] {
            at_most(format!("a length of `{}`", line.name), length, FARTHEST, "m")?;
        }
        for point in &line.points {
            if let Place::Fixed(place) | Place::While { place, .. } = &point.place {
                within(format!("a point of `{}`", line.name), place)?;
            }
        }
    }
    let marker =
        |marker: &super::anatomy::Marker| within(format!("the place of marker `{}`", marker.name), &marker.place);
    anatomy.markers.iter().try_for_each(marker)
}
