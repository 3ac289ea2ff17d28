//! Bodies in space against closed forms, conservation laws and exact rotation matrices.
#![allow(missing_docs, clippy::unwrap_used)]

mod bad_input;
mod contacts;
mod statics;
mod tops;

use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, Push, SurfacePair};
use mechanics::contact::{Foundation, PressureLaw};
use mechanics::geometry::shape::{Sphere, SphericalCup};
use nalgebra::Vector3;

pub const STIFFNESS: f64 = 134e9;
pub const BALL: f64 = 13.92e-3;
pub const CUP: f64 = 14e-3;

pub fn law() -> PressureLaw {
    let foundation = Foundation::in_series([STIFFNESS]).unwrap();
    PressureLaw::Linear { foundation, thickness: 8e-3 }
}

/// The ball of a hip in its cup, which opens upwards.
pub fn hip(push: Push, spacing: f64, change: impl FnOnce(&mut PairSettings)) -> Arc<SurfacePair> {
    let cup = SphericalCup::new(Vector3::zeros(), CUP, -Vector3::y(), 1.5).unwrap();
    let ball = Sphere::new(Vector3::zeros(), BALL).unwrap();
    let mut settings = PairSettings { push, ..PairSettings::new(law(), spacing) };
    change(&mut settings);
    Arc::new(SurfacePair::new(Arc::new(cup), Arc::new(ball), settings).unwrap())
}
