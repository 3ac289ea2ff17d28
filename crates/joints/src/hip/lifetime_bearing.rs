//! What carries the head in a lifetime: springs or finite elements, behind a depth of their own at every element.

use std::sync::Mutex;

use mechanics::contact::{NoRest, Pull, WornCup, WornPressure};
use mechanics::geometry::CupSurface;
use mechanics::solid::revolution::{WornElasticCup, WornRest, WornScratch, WornShape};
use nalgebra::{Matrix3, Vector3};
use results::Surface;

use super::Hip;
use super::contact::JointContact;
use crate::Watch;
use crate::lifetime::tangents;

/// The bearing surface of a cup that wears.
pub(super) enum Bearing {
    Springs(WornCup),
    Elements(Box<Elements>),
}

/// A liner of finite elements, in the pelvis.
pub(super) struct Elements {
    cup: WornElasticCup,
    /// From the pelvis to the cup's axes.
    turn: Matrix3<f64>,
    /// Pressure per difference of depth, in Pa/m.
    stiffest: f64,
    /// Unit vectors in the surface, in pelvis axes.
    tangents: Vec<[Vector3<f64>; 2]>,
    /// Storage that nobody uses at present. What is taken from it has forgotten everything.
    idle: Mutex<Vec<WornScratch>>,
}

/// The surface as it is.
pub(super) enum Shape {
    Springs(WornPressure),
    Elements(WornShape),
}

/// The head at rest.
pub(super) struct Rested {
    pub place: Vector3<f64>,
    /// Pressure of every element, where springs do not say it by themselves.
    pub pressures: Vec<f64>,
}

/// A search for places of rest, one after another.
pub(super) enum Search<'a> {
    Springs(&'a WornCup, &'a WornPressure),
    Elements { elements: &'a Elements, shape: &'a WornShape, scratch: Option<Box<WornScratch>>, last: Option<WornRest> },
}

impl Bearing {
    /// Of a hip whose contact is one of springs or of finite elements.
    pub fn new(hip: &Hip, watch: &dyn Watch) -> Self {
        match &hip.contact {
            JointContact::FiniteElements(joint) => {
                let (cup, turn) = joint.worn(watch);
                let back = turn.transpose();
                let tangents = cup.normals().iter().map(|n| tangents(&(back * n))).collect();
                // A compliance is positive; were it not, no contact would be found either.
                let stiffest = cup.compute_stiffest().unwrap_or(f64::NAN);
                Self::Elements(Box::new(Elements { cup, turn, stiffest, tangents, idle: Mutex::default() }))
            }
            contact => {
                let stiffness = match contact {
                    JointContact::Foundation(joint) => joint.sphere().foundation.stiffness(),
                    // The door lets no others through.
                    _ => f64::NAN,
                };
                let material = hip.parameters.implant.liner_material.elastic();
                let modulus = material.map_or(f64::INFINITY, |m| m.confined_modulus());
                let radii = (hip.head_radius, hip.cup_radius);
                Self::Springs(WornCup::new(radii, (stiffness, modulus), &surface(hip)))
            }
        }
    }

    pub fn elements(&self) -> usize {
        match self {
            Self::Springs(cup) => cup.elements(),
            Self::Elements(solid) => solid.cup.points(),
        }
    }

    /// In m².
    pub fn areas(&self) -> Vec<f64> {
        match self {
            Self::Springs(cup) => vec![cup.area(); cup.elements()],
            Self::Elements(solid) => solid.cup.areas().to_vec(),
        }
    }

    /// From the centre of the cup to every element of the new surface.
    pub fn directions(&self) -> Vec<Vector3<f64>> {
        match self {
            Self::Springs(cup) => cup.directions().to_vec(),
            Self::Elements(solid) => {
                let (new, back) = (solid.cup.shape(&[]), solid.turn.transpose());
                (0..solid.cup.points()).map(|i| (back * solid.cup.middle(&new, i)).normalize()).collect()
            }
        }
    }

    /// Pressure per difference of depth of the new surface, at most, in Pa/m.
    pub fn stiffness(&self) -> f64 {
        match self {
            Self::Springs(cup) => cup.stiffness(),
            Self::Elements(solid) => solid.stiffest,
        }
    }

    /// Unit vectors in the surface at an element.
    pub fn tangents(&self, element: usize) -> &[Vector3<f64>; 2] {
        match self {
            Self::Springs(cup) => cup.tangents(element),
            Self::Elements(solid) => &solid.tangents[element],
        }
    }

    /// The surface with these depths of wear and creep, in m.
    pub fn shape(&self, worn: &[f64], crept: &[f64]) -> Shape {
        match self {
            Self::Springs(cup) => {
                let mut shape = WornPressure::default();
                cup.shape(worn, crept, &mut shape);
                Shape::Springs(shape)
            }
            Self::Elements(solid) => {
                let depth: Vec<f64> = worn.iter().zip(crept).map(|(w, c)| w + c).collect();
                Shape::Elements(solid.cup.shape(&depth))
            }
        }
    }

    /// Pressure per difference of depth on this surface, at most, in Pa/m.
    pub fn stiffest(&self, shape: &Shape) -> f64 {
        match shape {
            Shape::Springs(shape) => shape.stiffest(),
            Shape::Elements(_) => self.stiffness(),
        }
    }

    /// Begins a search.
    pub fn search<'a>(&'a self, shape: &'a Shape) -> Search<'a> {
        match (self, shape) {
            (Self::Springs(cup), Shape::Springs(shape)) => Search::Springs(cup, shape),
            (Self::Elements(elements), Shape::Elements(shape)) => {
                let idle = elements.idle.lock().ok().and_then(|mut idle| idle.pop());
                let mut scratch = Box::new(idle.unwrap_or_else(|| elements.cup.scratch()));
                scratch.forget();
                Search::Elements { elements, shape, scratch: Some(scratch), last: None }
            }
            _ => unreachable!("a shape is that of its bearing"),
        }
    }

    /// Pressure of an element with the head at rest, and the direction from the head to it; `None` where it does not touch.
    #[inline]
    pub fn press(&self, shape: &Shape, element: usize, rested: &Rested) -> Option<(f64, Vector3<f64>)> {
        match (self, shape) {
            (Self::Springs(cup), Shape::Springs(shape)) => {
                cup.press(shape, element, &rested.place, rested.place.norm_squared())
            }
            (Self::Elements(solid), Shape::Elements(shape)) => {
                let pressure = rested.pressures.get(element).copied().filter(|p| *p > 0.0)?;
                let way = solid.turn.transpose() * solid.cup.middle(shape, element) - rested.place;
                Some((pressure, way.normalize()))
            }
            _ => None,
        }
    }

    /// Area in contact.
    pub fn contact_area(&self, shape: &Shape, rested: &Rested) -> f64 {
        match self {
            Self::Springs(cup) => {
                let touching = |i: &usize| self.press(shape, *i, rested).is_some();
                (0..cup.elements()).filter(touching).count() as f64 * cup.area()
            }
            Self::Elements(solid) => {
                let areas = solid.cup.areas().iter().zip(&rested.pressures);
                areas.filter(|(_, p)| **p > 0.0).map(|(area, _)| area).sum()
            }
        }
    }

    /// The new surface in polygons, one an element, and the way into the material at every element.
    pub fn picture(&self, hip: &Hip) -> (Surface, Vec<Vector3<f64>>) {
        match self {
            Self::Springs(cup) => {
                let (points, connectivity, offsets) = surface(hip).polygons();
                (Surface { points, connectivity, offsets }, cup.directions().to_vec())
            }
            Self::Elements(solid) => {
                let back = solid.turn.transpose();
                let (points, connectivity, offsets) = solid.cup.polygons(hip.cup_radius);
                let points = points.into_iter().map(|p| (back * Vector3::from(p)).into()).collect();
                let normals = solid.cup.normals().iter().map(|n| back * n).collect();
                (Surface { points, connectivity, offsets }, normals)
            }
        }
    }
}

impl<'a> Search<'a> {
    /// Goes on with another surface, that of the next moment.
    pub fn see(&mut self, next: &'a Shape) {
        match (self, next) {
            (Self::Springs(_, shape), Shape::Springs(next)) => *shape = next,
            (Self::Elements { shape, .. }, Shape::Elements(next)) => *shape = next,
            _ => unreachable!("a shape is that of its bearing"),
        }
    }

    /// Where the head rests under a pull, from the place before, or from a guess.
    pub fn rest(&mut self, pull: &Pull, guess: Vector3<f64>) -> Result<Vector3<f64>, NoRest> {
        match self {
            Self::Springs(cup, shape) => cup.solve_rest(shape, pull, guess),
            Self::Elements { elements, shape, scratch, last } => {
                let turn = elements.turn;
                let spring = pull.spring.map(|(along, stiffness, rest)| (turn * along, stiffness, rest));
                let pull = Pull { load: turn * pull.load, spring };
                let from = last.unwrap_or_else(|| WornRest::guess(turn * guess));
                let Some(scratch) = scratch else { return Err(NoRest { residual: f64::NAN, iterations: 0 }) };
                let failed = |_| NoRest { residual: f64::NAN, iterations: 60 };
                let rest = elements.cup.solve_rest(shape, &pull, &from, scratch).map_err(failed)?;
                *last = Some(rest);
                Ok(turn.transpose() * rest.place)
            }
        }
    }

    /// Force of the cup on the head at the place that was found.
    pub fn force(&self, place: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::Springs(cup, shape) => cup.react(shape, place).0,
            Self::Elements { elements, shape, scratch, .. } => {
                scratch.as_ref().map_or_else(Vector3::zeros, |scratch| {
                    elements.turn.transpose() * elements.cup.force(shape, &(elements.turn * place), scratch)
                })
            }
        }
    }

    /// The head at the place that was found.
    pub fn rested(&self, place: Vector3<f64>) -> Rested {
        let pressures = match self {
            Self::Elements { elements, scratch: Some(scratch), .. } => {
                scratch.forces().iter().zip(elements.cup.areas()).map(|(force, area)| force / area).collect()
            }
            _ => Vec::new(),
        };
        Rested { place, pressures }
    }

    /// How far the surface lies from the centre of the cup in a direction.
    pub fn radius_along(&self, direction: &Vector3<f64>) -> f64 {
        // The first of those that lie farthest along it.
        let nearest =
            |(most, at): (f64, usize), (i, along): (usize, f64)| if along > most { (along, i) } else { (most, at) };
        match self {
            Self::Springs(cup, shape) => {
                let along = cup.directions().iter().map(|r| r.dot(direction)).enumerate();
                shape.radius(along.fold((-2.0, 0), nearest).1)
            }
            Self::Elements { elements, shape, .. } => {
                let direction = elements.turn * direction;
                let along = elements.cup.normals().iter().map(|n| n.dot(&direction)).enumerate();
                elements.cup.middle(shape, along.fold((-2.0, 0), nearest).1).norm()
            }
        }
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if let Self::Elements { elements, scratch, .. } = self
            && let (Ok(mut idle), Some(scratch)) = (elements.idle.lock(), scratch.take())
        {
            idle.push(*scratch);
        }
    }
}

/// The elements of a lifetime on springs.
pub(super) fn surface(hip: &Hip) -> CupSurface {
    CupSurface::new(hip.cup_radius, hip.pole, hip.rim_angle, hip.parameters.output.elements)
}
