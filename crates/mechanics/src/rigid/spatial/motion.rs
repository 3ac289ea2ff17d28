//! The equations of motion: Newton and Euler about a body's own origin.
//!
//! With c the centre of mass from the origin, I the moments of inertia about the origin, and a wrench (F, N) there,
//!
//! m (a + α × c + ω × (ω × c)) = F + m g
//! I α + ω × I ω + m c × a = N + c × m g
//!
//! A guided body moves as `twist = S ẋ` with the axes of its coordinates x in S; of its coordinates those that are free
//! satisfy `S_fᵀ (M (S ẍ + Ṡẋ) + b − w) = 0`, and the others need the drives `S_pᵀ (M (S ẍ + Ṡẋ) + b − w)`.

use nalgebra::{Matrix3, Vector3};

use super::element::wrench;
use super::model::{Model, Rigid};
use super::placement::Placement;
use super::state::{PER_BODY, placement};
use crate::contact::surfaces;
use crate::contact::surrogate::PairScratch;
use crate::rigid::scalar::Scalar;

/// What an evaluation works with; it belongs to the caller.
#[derive(Debug, Clone)]
pub struct Scratch {
    /// The bodies, and the ground at the end.
    pub(super) places: Vec<Placement>,
    /// Force and moment about the origin of each, the ground last.
    pub(super) wrenches: Vec<[f64; 6]>,
    /// Power of loads, loss in dampers, power of contacts.
    pub(super) budget: [f64; 3],
    pub(super) contacts: Vec<surfaces::Scratch>,
    pub(super) surrogates: Vec<Option<PairScratch>>,
}

impl Scratch {
    /// Storage for a model.
    pub fn new(model: &Model) -> Self {
        let n = model.bodies.len();
        Self {
            places: vec![Placement::ground(); n + 1],
            wrenches: vec![[0.0; 6]; n + 1],
            budget: [0.0; 3],
            contacts: model.contact_scratches(),
            surrogates: model.surrogate_scratches(),
        }
    }

    /// The contacts' own storage, with their last patches.
    pub fn contacts(&self) -> &[surfaces::Scratch] {
        &self.contacts
    }

    /// Storage of the surrogates, one a contact that has one.
    pub fn surrogates_mut(&mut self) -> impl Iterator<Item = &mut PairScratch> {
        self.surrogates.iter_mut().flatten()
    }

    /// The same storage, for contacts that use all threads of the pool they run in. The results are the same bits.
    pub fn in_parallel(mut self) -> Self {
        self.contacts = self.contacts.into_iter().map(surfaces::Scratch::in_parallel).collect();
        self
    }
}

/// Acceleration of a body's frame, what drives its prescribed coordinates, and their power.
#[derive(Debug, Clone, Copy)]
pub(super) struct Accelerated<T> {
    pub twist_rate: [T; 6],
    /// By coordinate; zero for those that are free.
    pub drives: [T; 6],
    pub drive_power: T,
}

impl Model {
    pub(super) fn place(&self, y: &[f64], scratch: &mut Scratch) {
        for (i, place) in scratch.places.iter_mut().take(self.bodies.len()).enumerate() {
            *place = placement(&y[PER_BODY * i..]);
        }
    }

    /// Wrenches on every body and their budget, at the places of the scratch.
    pub(super) fn compute_wrenches(&self, t: f64, scratch: &mut Scratch) {
        let Scratch { places, wrenches, budget, contacts, surrogates } = scratch;
        wrenches.fill([0.0; 6]);
        *budget = [0.0; 3];
        let mut add = |bodies: [usize; 2], on: &[[f64; 6]; 2]| {
            for (body, on) in bodies.into_iter().zip(on) {
                wrenches[body].iter_mut().zip(on).for_each(|(sum, part)| *sum += part);
            }
        };
        for (_, element) in &self.elements {
            let action = element.act(t, element.bodies.map(|body| &places[body]));
            add(element.bodies, &action.on);
            budget[0] += action.power;
            budget[1] += action.loss;
        }
        for ((_, touch), scratch) in self.touches.iter().zip(contacts.iter_mut().zip(surrogates)) {
            let pushed = touch.act(touch.bodies.map(|body| &places[body]), scratch);
            add(touch.bodies, &pushed.on);
            budget[2] += pushed.power;
        }
    }
}

/// Inertia of a body at a place.
struct Inertia<T> {
    mass: T,
    /// Centre of mass from the origin, in space.
    centre: Vector3<T>,
    /// About the origin, in space.
    tensor: Matrix3<T>,
}

impl<T: Scalar> Inertia<T> {
    /// M applied to an acceleration.
    fn times(&self, [ax, ay, az, x, y, z]: &[T; 6]) -> [T; 6] {
        let (a, alpha) = (Vector3::new(*ax, *ay, *az), Vector3::new(*x, *y, *z));
        let force = (a + alpha.cross(&self.centre)) * self.mass;
        wrench(&force, &(self.tensor * alpha + self.centre.cross(&a) * self.mass))
    }
}

impl Rigid {
    fn inertia<T: Scalar>(&self, place: &Placement<T>) -> Inertia<T> {
        Inertia {
            mass: T::from(self.mass),
            centre: place.turn(&self.centre),
            tensor: place.rotation * self.inertia.map(T::from) * place.rotation.transpose(),
        }
    }

    /// The wrench of weight about the origin.
    pub fn weight<T: Scalar>(&self, gravity: &Vector3<f64>, place: &Placement<T>) -> [T; 6] {
        let force = (gravity * self.mass).map(T::from);
        wrench(&force, &place.turn(&self.centre).cross(&force))
    }

    /// M S_k for each free direction k, and the free directions themselves: joint axes, or unit vectors of a free body.
    pub fn directions<T: Scalar>(&self, place: &Placement<T>) -> ([[T; 6]; 6], usize) {
        let mut directions = [[T::zero(); 6]; 6];
        let Some(guide) = &self.guide else {
            (0..6).for_each(|k| directions[k][k] = T::one());
            return (directions, 6);
        };
        let axes = guide.sequence.axes(&place.rotation);
        for (direction, &k) in directions.iter_mut().zip(&guide.free) {
            if k < 3 {
                direction[3..].copy_from_slice(axes.axes[k].as_slice());
            } else {
                direction[k - 3] = T::one();
            }
        }
        (directions, guide.free.len())
    }

    /// How it accelerates under a wrench, its weight already included.
    pub fn accelerate<T: Scalar>(&self, t: T, place: &Placement<T>, wrench_on: &[T; 6]) -> Accelerated<T> {
        let inertia = self.inertia(place);
        let w = &place.spin;
        let inner = (inertia.tensor * w).into_owned();
        let bias = wrench(&(w.cross(&w.cross(&inertia.centre)) * inertia.mass), &w.cross(&inner));
        let (directions, free) = self.directions(place);
        // What happens without the free coordinates accelerating.
        let mut given = [T::zero(); 6];
        if let Some(guide) = &self.guide {
            let axes = guide.sequence.axes(&place.rotation);
            let mut turning = axes.turning(guide.sequence, &axes.rates(w));
            for (k, curve) in guide.curves.iter().enumerate() {
                let Some(curve) = curve else { continue };
                let demanded = curve.follow(t)[2];
                match k {
                    0..3 => turning += axes.axes[k] * demanded,
                    _ => given[k - 3] += demanded,
                }
            }
            given[3..].copy_from_slice(turning.as_slice());
        }
        let heavy = inertia.times(&given);
        let rest: [T; 6] = std::array::from_fn(|i| wrench_on[i] - bias[i] - heavy[i]);
        let mut matrix = [[T::zero(); 7]; 6];
        for k in 0..free {
            let heavy = inertia.times(&directions[k]);
            for j in 0..free {
                matrix[j][k] = dot(&directions[j], &heavy);
            }
        }
        for j in 0..free {
            matrix[j][6] = dot(&directions[j], &rest);
        }
        solve_positive(&mut matrix, free);
        let mut twist_rate = given;
        for k in 0..free {
            for i in 0..6 {
                twist_rate[i] += directions[k][i] * matrix[k][6];
            }
        }
        let (drives, drive_power) = self.drives(place, &inertia.times(&twist_rate), &bias, wrench_on);
        Accelerated { twist_rate, drives, drive_power }
    }

    /// What holds prescribed coordinates to their curves: M a + b − w along their axes.
    fn drives<T: Scalar>(
        &self,
        place: &Placement<T>,
        heavy: &[T; 6],
        bias: &[T; 6],
        wrench_on: &[T; 6],
    ) -> ([T; 6], T) {
        let (mut drives, mut power) = ([T::zero(); 6], T::zero());
        let Some(guide) = &self.guide else { return (drives, power) };
        let needed: [T; 6] = std::array::from_fn(|i| heavy[i] + bias[i] - wrench_on[i]);
        let axes = guide.sequence.axes(&place.rotation);
        let rates = axes.rates(&place.spin);
        let moment = Vector3::new(needed[3], needed[4], needed[5]);
        for (k, _) in guide.curves.iter().enumerate().filter(|(_, curve)| curve.is_some()) {
            drives[k] = if k < 3 { axes.axes[k].dot(&moment) } else { needed[k - 3] };
            power += drives[k] * if k < 3 { rates[k] } else { place.velocity[k - 3] };
        }
        (drives, power)
    }
}

fn dot<T: Scalar>(a: &[T; 6], b: &[T; 6]) -> T {
    a.iter().zip(b).fold(T::zero(), |sum, (a, b)| sum + *a * *b)
}

/// Solves a positive definite system in place; the last column is the right-hand side and becomes the solution. No pivots
/// are needed.
fn solve_positive<T: Scalar>(matrix: &mut [[T; 7]; 6], n: usize) {
    for k in 0..n {
        let pivot = matrix[k][k].recip();
        for i in k + 1..n {
            let factor = matrix[i][k] * pivot;
            let above = matrix[k];
            (k..n).chain([6]).for_each(|j| matrix[i][j] -= factor * above[j]);
        }
    }
    for k in (0..n).rev() {
        let mut sum = matrix[k][6];
        (k + 1..n).for_each(|j| sum -= matrix[k][j] * matrix[j][6]);
        matrix[k][6] = sum / matrix[k][k];
    }
}
