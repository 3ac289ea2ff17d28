//! A skeleton with muscles for another person.

use mechanics::rigid::tree::{Dependence, Skeleton};
use nalgebra::{Matrix3, Vector3};

use super::anatomy::{Anatomy, Component, Place};
use super::paths::LineSolver;
use mechanics::muscle::wrap::Shape;

/// Strength grows as an area while mass grows as a volume.
const STRENGTH_BY_MASS: f64 = 2.0 / 3.0;

/// The same body with every part stretched by its own factors along its own axes, with another mass in all.
///
/// Masses keep their shares; inertias are those of the stretched bodies; fibres and tendons keep their shares of the length of
/// their muscle in the default pose, as OpenSim scales them.
pub(super) fn scale(anatomy: &Anatomy, factors: &[Vector3<f64>], mass: f64) -> Anatomy {
    let mut scaled = anatomy.clone();
    let whole: f64 = anatomy.tree.bodies.iter().map(|body| body.mass).sum();
    let heavier = if whole > 0.0 { mass / whole } else { 1.0 };
    let of = |body: Option<usize>| body.map_or(Vector3::repeat(1.0), |body| factors[body]);
    for (index, body) in scaled.tree.bodies.iter_mut().enumerate() {
        let (own, above) = (factors[index], of(body.joint.parent));
        body.mass *= heavier;
        body.centre.component_mul_assign(&own);
        body.inertia = stretched(&body.inertia, &own) * heavier;
        body.joint.in_parent.translation.vector.component_mul_assign(&above);
        body.joint.in_child.translation.vector.component_mul_assign(&own);
        if body.joint.parent.is_some() {
            for axis in &mut body.joint.translations {
                let factor = axis.direction.component_mul(&above).dot(&axis.direction);
                axis.function = Dependence::Scaled(factor, Box::new(axis.function.clone()));
            }
        }
    }
    for wrap in &mut scaled.wraps {
        let factor = of(wrap.body);
        let mean = factor.mean();
        wrap.place.translation.vector.component_mul_assign(&factor);
        wrap.shape = match wrap.shape {
            Shape::Cylinder { radius, length } => Shape::Cylinder { radius: mean * radius, length: mean * length },
            Shape::Sphere { radius } => Shape::Sphere { radius: mean * radius },
            Shape::Ellipsoid { radii, rule } => Shape::Ellipsoid { radii: radii.map(|r| mean * r), rule },
            Shape::Torus { tube, ring, rule } => Shape::Torus { tube: mean * tube, ring: mean * ring, rule },
        };
    }
    for marker in &mut scaled.markers {
        marker.place.component_mul_assign(&of(marker.body));
    }
    for muscle in &mut scaled.muscles {
        muscle.hill.strength *= heavier.powf(STRENGTH_BY_MASS);
        for point in &mut muscle.points {
            let factor = of(point.body);
            match &mut point.place {
                Place::Fixed(place) | Place::While { place, .. } => place.component_mul_assign(&factor),
                Place::Moving(components) => {
                    for (component, factor) in components.iter_mut().zip(factor.iter()) {
                        let function = Dependence::Scaled(*factor, Box::new(component.function.clone()));
                        *component = Component { coordinate: component.coordinate, function };
                    }
                }
            }
        }
    }
    let (before, after) = (lengths(anatomy), lengths(&scaled));
    for (muscle, (before, after)) in scaled.muscles.iter_mut().zip(before.into_iter().zip(after)) {
        if before > 0.0 && after > 0.0 {
            muscle.hill.fibre *= after / before;
            muscle.hill.slack *= after / before;
        }
    }
    scaled
}

/// Lengths of the muscles in the default pose; none where the tree is no skeleton.
fn lengths(anatomy: &Anatomy) -> Vec<f64> {
    let Ok(skeleton) = Skeleton::new(anatomy.tree.clone()) else { return vec![0.0; anatomy.muscles.len()] };
    let q = skeleton.default_coordinates();
    let pose = skeleton.compute_pose(&q);
    let mut solver = LineSolver::default();
    anatomy.muscles.iter().map(|line| solver.solve(anatomy, line, &pose, &q).length).collect()
}

/// Inertia of a body that is stretched along its axes: second moments ∫ x² dm grow by the square of their factor.
fn stretched(inertia: &Matrix3<f64>, factor: &Vector3<f64>) -> Matrix3<f64> {
    // I = tr(S) 1 − S, with the second moments S; tr(I) = 2 tr(S).
    let second = Matrix3::identity() * (0.5 * inertia.trace()) - inertia;
    let second = Matrix3::from_fn(|i, j| factor[i] * second[(i, j)] * factor[j]);
    Matrix3::identity() * second.trace() - second
}
