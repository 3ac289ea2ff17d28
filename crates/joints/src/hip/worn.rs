//! A cup that is worn already: its surface from a file, and the head on springs or finite elements behind it.

use std::collections::HashMap;
use std::sync::Arc;

use mechanics::contact::{Patch, Pull, Reaction, SphericalJoint, WornCup, WornPressure};
use nalgebra::Vector3;
use rayon::prelude::*;
use results::Surface;

use super::contact::JointContact;
use super::lifetime_bearing::surface;
use super::parameters::{Contact, Experiment, Parameters};
use super::worn_elements::{Touching, WornElements};
use super::{Hip, contact::Look};
use crate::{Problem, Unwatched};

const KEY: &str = "implant.worn";
/// A worn cup may be deeper than its sphere by this share of its radius, and stand out of it by this one (facets, noise).
const DEEPEST: f64 = 0.6;
const HIGHEST: f64 = 0.02;
/// So many of the elements may look past the file's surface, at its rim.
const PAST: f64 = 0.05;

/// The bearing surface of a worn cup, around its centre.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WornSurface {
    triangles: Vec<Facet>,
    radius: f64,
}

/// A triangle, and the cone of directions in which it lies.
#[derive(Debug, Clone, PartialEq)]
struct Facet {
    corners: [Vector3<f64>; 3],
    axis: Vector3<f64>,
    cosine: f64,
}

impl WornSurface {
    /// From polygons in pelvis axes around the centre of the cup, in m.
    pub fn new(surface: &Surface, radius: f64) -> Self {
        let at = |k: u32| Vector3::from(surface.points[k as usize]);
        let mut triangles = Vec::new();
        for cell in 0..surface.cells() {
            let corners = surface.cell(cell);
            for pair in corners.windows(2).skip(1) {
                let corners = [at(corners[0]), at(pair[0]), at(pair[1])];
                let Some(axis) = corners.iter().sum::<Vector3<f64>>().try_normalize(0.0) else { continue };
                let cosines = corners.iter().filter_map(|c| c.try_normalize(0.0)).map(|c| c.dot(&axis));
                let cosine = cosines.fold(1.0, f64::min) - 1e-9;
                triangles.push(Facet { corners, axis, cosine });
            }
        }
        Self { triangles, radius }
    }

    /// How deep the surface lies behind the sphere of the cup in a direction; nothing where it is not met.
    pub fn depth_along(&self, direction: &Vector3<f64>) -> Option<f64> {
        let near = self.triangles.iter().filter(|facet| facet.axis.dot(direction) >= facet.cosine);
        near.filter_map(|facet| facet.distance(direction)).map(|far| far - self.radius).reduce(f64::max)
    }

    /// The same for many, none of them negative; nought where the file has no surface.
    pub fn depths(&self, directions: &[Vector3<f64>]) -> Vec<f64> {
        directions.par_iter().map(|r| self.depth_along(r).unwrap_or(0.0).max(0.0)).collect()
    }
}

impl Facet {
    /// Distance from the centre along a direction, where it is met.
    fn distance(&self, direction: &Vector3<f64>) -> Option<f64> {
        let [a, b, c] = &self.corners;
        let (u, v) = (b - a, c - a);
        let across = direction.cross(&v);
        let determinant = u.dot(&across);
        if determinant.abs() <= 1e-14 * u.norm() * v.norm() {
            return None;
        }
        let from = -a;
        let x = from.dot(&across) / determinant;
        let turned = from.cross(&u);
        let y = direction.dot(&turned) / determinant;
        let inside = x >= -1e-9 && y >= -1e-9 && x + y <= 1.0 + 1e-9;
        let far = v.dot(&turned) / determinant;
        (inside && far > 0.0).then_some(far)
    }
}

/// The head in a worn cup.
#[derive(Debug)]
pub(super) struct WornJoint {
    support: Support,
    /// Of the new surface.
    pub springs: SphericalJoint,
    cup_radius: f64,
}

/// What carries the head.
#[derive(Debug)]
enum Support {
    Springs {
        cup: WornCup,
        shape: WornPressure,
        /// Elements by the bits of their directions.
        numbers: HashMap<[u64; 3], usize>,
    },
    Elements {
        cup: Box<WornElements>,
        /// Points around the elements of the maps, by the bits of their directions.
        around: HashMap<[u64; 3], [(usize, f64); 4]>,
    },
}

fn key(direction: &Vector3<f64>) -> [u64; 3] {
    [direction.x.to_bits(), direction.y.to_bits(), direction.z.to_bits()]
}

impl WornJoint {
    /// Force on the head and its derivative.
    pub fn reaction(&self, e: &Vector3<f64>) -> Reaction {
        match &self.support {
            Support::Springs { cup, shape, .. } => {
                let (force, tangent, ..) = cup.react(shape, e);
                Reaction { force, tangent }
            }
            Support::Elements { cup, .. } => cup.reaction(e),
        }
    }

    /// Where the head rests under a load, in N.
    pub fn rest(&self, load: &Vector3<f64>) -> Option<Vector3<f64>> {
        let n = load.try_normalize(0.0)?;
        let start = |radius: f64| n * (radius - self.springs.sphere().ball_radius + 20e-6);
        match &self.support {
            Support::Springs { cup, shape, .. } => {
                let along = |i: &usize| cup.directions()[*i].dot(&n);
                let nearest = (0..cup.elements()).max_by(|a, b| along(a).total_cmp(&along(b)))?;
                cup.solve_rest(shape, &Pull::constant(*load), start(shape.radius(nearest))).ok()
            }
            Support::Elements { cup, .. } => cup.rest(load, start(cup.radius_along(&n))),
        }
    }

    /// How far the undeformed surfaces overlap at most, where springs do not say it by their pressure.
    fn overlap(&self, e: &Vector3<f64>) -> Option<f64> {
        match &self.support {
            Support::Springs { .. } => None,
            Support::Elements { cup, .. } => Some(cup.overlap(e)),
        }
    }

    /// The patch: what touches.
    pub fn patch(&self, e: &Vector3<f64>, (pole, rim_angle): (&Vector3<f64>, f64)) -> Patch {
        let sphere = std::f64::consts::TAU * self.cup_radius.powi(2);
        let (Touching { area, peak_pressure, points: touching }, directions, stiffest) = match &self.support {
            Support::Springs { cup, shape, .. } => {
                let (.., area, peak_pressure) = cup.react(shape, e);
                let touches = |i: &usize| cup.press(shape, *i, e, e.norm_squared()).is_some();
                let points = (0..cup.elements()).filter(touches).collect();
                (Touching { area, peak_pressure, points }, cup.directions(), shape.stiffest())
            }
            Support::Elements { cup, .. } => (cup.touching(e), cup.directions(), f64::NAN),
        };
        let element = (sphere / directions.len() as f64).sqrt() / self.cup_radius;
        let at_rim = touching.iter().filter(|i| directions[**i].angle(pole) > rim_angle - element).count();
        let angle = (1.0 - area / sphere).clamp(-1.0, 1.0).acos();
        let beyond = e.norm() - (self.cup_radius - self.springs.sphere().ball_radius);
        let indentation =
            if touching.is_empty() { beyond } else { self.overlap(e).unwrap_or(peak_pressure / stiffest) };
        Patch {
            indentation,
            angle,
            radius: self.cup_radius * angle.sin(),
            area,
            lost: at_rim as f64 / touching.len().max(1) as f64,
            peak_pressure,
        }
    }
}

/// Pressure over the worn cup with the head at one place.
#[derive(Debug, Clone)]
pub(super) struct WornField {
    joint: Arc<WornJoint>,
    place: Vector3<f64>,
    /// Of finite elements, by their points.
    pressures: Vec<f64>,
}

impl WornField {
    /// With the head at a place.
    pub fn new(joint: &Arc<WornJoint>, place: &Vector3<f64>) -> Self {
        let pressures = match &joint.support {
            Support::Springs { .. } => Vec::new(),
            Support::Elements { cup, .. } => cup.pressures(place),
        };
        Self { joint: Arc::clone(joint), place: *place, pressures }
    }

    /// Pressure in a direction of the cup.
    pub fn at(&self, look: &Look<'_>) -> f64 {
        match &self.joint.support {
            Support::Springs { cup, shape, numbers } => {
                let along = |i: &usize| cup.directions()[*i].dot(look.direction);
                let known = numbers.get(&key(look.direction)).copied();
                let nearest = || (0..cup.elements()).max_by(|a, b| along(a).total_cmp(&along(b)));
                let Some(element) = known.or_else(nearest) else { return 0.0 };
                cup.press(shape, element, &self.place, self.place.norm_squared()).map_or(0.0, |(p, _)| p)
            }
            Support::Elements { cup, around } => {
                let around = around.get(&key(look.direction)).copied();
                let around = around.unwrap_or_else(|| cup.around(look.direction));
                around.iter().map(|(i, share)| share * self.pressures[*i]).sum()
            }
        }
    }
}

impl Hip {
    /// The same hip with a cup that is worn as a surface says: polygons in pelvis axes around the centre of the cup, in m, as a
    /// lifetime writes them (`worn_cup_shape`).
    ///
    /// # Errors
    /// When the surface is not that of this cup.
    pub fn with_worn(mut self, given: &Surface) -> Result<Self, Problem> {
        let worn = WornSurface::new(given, self.cup_radius);
        let elements = surface(&self);
        let found: Vec<Option<f64>> = elements.directions().par_iter().map(|r| worn.depth_along(r)).collect();
        let past = found.iter().filter(|depth| depth.is_none()).count() as f64 / found.len() as f64;
        let hint = "it must lie around the centre of the cup, in axes anterior, superior, lateral, as `worn_cup_shape` of a \
                    lifetime of the same cup does; is its unit right?";
        if past > PAST {
            let message = format!(
                "the worn surface is no surface of this cup: {:.0} % of the bearing surface have nothing of it before them",
                100.0 * past
            );
            return Err(Problem::new(format!("{KEY}.path"), message, hint));
        }
        let (least, most) =
            found.iter().flatten().fold((f64::INFINITY, 0.0f64), |(low, high), d| (low.min(*d), high.max(*d)));
        if most > DEEPEST * self.cup_radius || least < -HIGHEST * self.cup_radius {
            let message = format!(
                "the worn surface lies {:.3} mm before to {:.3} mm behind the sphere of the cup, of radius {:.3} mm",
                (-least * 1e3).max(0.0),
                most * 1e3,
                self.cup_radius * 1e3
            );
            return Err(Problem::new(format!("{KEY}.path"), message, hint));
        }
        // A lifetime has a bearing of its own, which wears on.
        let contact = (self.parameters.lifetime.is_none()).then_some(&self.contact);
        if let Some(JointContact::Foundation(springs)) = contact {
            let material = self.parameters.implant.liner_material.elastic();
            let modulus = material.map_or(f64::INFINITY, |m| m.confined_modulus());
            let stiffness = springs.sphere().foundation.stiffness();
            let cup = WornCup::new((self.head_radius, self.cup_radius), (stiffness, modulus), &elements);
            let depth = worn.depths(elements.directions());
            let mut shape = WornPressure::default();
            cup.shape(&depth, &[], &mut shape);
            let numbers = elements.directions().iter().enumerate().map(|(i, r)| (key(r), i)).collect();
            let (springs, cup_radius) = (springs.as_ref().clone(), self.cup_radius);
            let support = Support::Springs { cup, shape, numbers };
            self.contact = JointContact::Worn(Arc::new(WornJoint { support, springs, cup_radius }));
        } else if let Some(JointContact::FiniteElements(joint)) = contact {
            let cup = WornElements::new(joint.worn(&Unwatched), |directions| worn.depths(directions));
            let around = elements.directions().par_iter().map(|r| (key(r), cup.around(r))).collect();
            let (springs, cup_radius) = (joint.springs.clone(), self.cup_radius);
            let support = Support::Elements { cup: Box::new(cup), around };
            self.contact = JointContact::Worn(Arc::new(WornJoint { support, springs, cup_radius }));
        }
        self.worn = Some(Arc::new(worn));
        Ok(self)
    }
}

/// What a worn cup cannot be asked.
pub(super) fn check(parameters: &Parameters, found: &mut Vec<Problem>) {
    if parameters.implant.worn.is_none() {
        return;
    }
    if !matches!(parameters.contact, Contact::ElasticFoundation(_) | Contact::FiniteElements(_)) {
        let message = "a worn cup touches on springs or finite elements, and this hip has another contact";
        let hint = "write [hip.contact.elastic-foundation] or [hip.contact.finite-elements]";
        found.push(Problem::new(KEY, message, hint));
    }
    let moves = matches!(parameters.experiment, Experiment::Dynamic(_)) && parameters.lifetime.is_none();
    if moves && matches!(parameters.contact, Contact::FiniteElements(_)) {
        let message = "equations of motion need finite elements whose energy is tabulated, which is that of a sphere, and this cup \
                       is worn";
        found.push(Problem::new(
            KEY,
            message,
            "write [hip.contact.elastic-foundation], or [hip.experiment.quasi-static]",
        ));
    }
    if parameters.surrogate.is_some() {
        found.push(Problem::new(
            "surrogate",
            "a surrogate knows the new surface only, and this cup is worn",
            "delete it",
        ));
    }
}
