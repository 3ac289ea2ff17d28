//! Solids in motion against a rigid body: impacts, friction, energy, wear.
#![allow(missing_docs)]

mod motion;
mod wear;
mod wear_law;

use mechanics::material::Elastic;

pub fn elastic(modulus: f64, poisson: f64, density: f64) -> Elastic {
    Elastic { modulus, poisson, density }
}
