//! Our own lower limbs, for a person.

use nalgebra::Vector3;

use super::anatomy::Anatomy;
use super::osim::{self, OsimError};
use super::scale::scale;

/// How tall the person of our own model is, m.
pub(super) const HEIGHT: f64 = 1.80;
/// Hip to knee and knee to ankle of our own model, in the standing pose, m.
pub(super) const THIGH: f64 = 0.3957;
pub(super) const SHANK: f64 = 0.43;

/// The model as it is shipped: 75.16 kg, about 1.80 m.
pub fn lower_limbs() -> Result<Anatomy, OsimError> {
    osim::read(include_str!("../../data/body/lower_limb.osim"))
}

/// What a person measures, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Size {
    pub mass: f64,
    pub height: f64,
    pub thigh: Option<f64>,
    pub shank: Option<f64>,
}

/// Our own model for a person: everything by height, thighs and shanks along themselves by their own lengths.
pub(super) fn fit(anatomy: &Anatomy, size: &Size) -> Anatomy {
    let whole = size.height / HEIGHT;
    let along = |length: Option<f64>, own: f64| length.map_or(whole, |length| length / own);
    let factor = |name: &str| match name {
        name if name.starts_with("femur") => Vector3::new(whole, along(size.thigh, THIGH), whole),
        name if name.starts_with("tibia") => Vector3::new(whole, along(size.shank, SHANK), whole),
        _ => Vector3::repeat(whole),
    };
    let factors: Vec<Vector3<f64>> = anatomy.tree.bodies.iter().map(|body| factor(&body.name)).collect();
    scale(anatomy, &factors, size.mass)
}
