//! What a solid is made of: energy, stress and tangent from the gradient of the displacement.
//!
//! ```
//! use mechanics::material::Elastic;
//! use mechanics::solid::material::{History, Material};
//! use nalgebra::{Matrix3, Rotation3, Vector3};
//!
//! // A neo-Hookean solid that is only turned has no stress.
//! let rubber = Material::NeoHookean(Elastic { modulus: 1e6, poisson: 0.45, density: 1000.0 });
//! let turned = Rotation3::from_axis_angle(&Vector3::z_axis(), 1.0).matrix() - Matrix3::identity();
//! let response = rubber.respond(&turned, History { accepted: &[], updated: &mut [] }).expect("not inside out");
//! assert!(response.stress.norm() < 1e-6);
//! ```
//!
//! A law sees one point. It answers with the triple ψ, P = ∂ψ/∂F, A = ∂P/∂F per *reference* volume (total Lagrangian),
//! for `H = ∂u/∂X`, F = I + H; a law for small strains uses the symmetric part of H only. A new law is one file, one
//! arm of [`Material`], and one line in `contract.rs`.
//!
//! A law with memory (plasticity, creep) keeps its internal variables in `history`, of which every quadrature point has
//! [`Material::history_size`]: it reads those of the last accepted state and writes the new ones to `updated`.

mod linear;
mod neo_hookean;
mod st_venant_kirchhoff;

#[cfg(test)]
mod contract;

use super::SolidError;
use crate::material::Elastic;
use nalgebra::{Matrix3, SMatrix};

/// ∂P/∂F with both index pairs (i, J) at i + 3J.
pub type Tangent = SMatrix<f64, 9, 9>;

/// Internal variables of one quadrature point.
#[derive(Debug)]
pub struct History<'a> {
    /// Those of the last accepted state.
    pub accepted: &'a [f64],
    /// Those of the state asked for, written by the law.
    pub updated: &'a mut [f64],
}

/// How a point of the solid answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Stored energy ψ per reference volume, J/m³.
    pub energy: f64,
    /// First Piola–Kirchhoff stress P, Pa.
    pub stress: Matrix3<f64>,
    /// Its derivative.
    pub tangent: Tangent,
}

/// The laws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Material {
    /// Small strains: σ = λ tr(ε) I + 2μ ε.
    Linear(Elastic),
    /// The same law between Green's strain and the second Piola–Kirchhoff stress: large rotations, small strains.
    StVenantKirchhoff(Elastic),
    /// Compressible neo-Hookean: large strains.
    NeoHookean(Elastic),
}

/// Lamé's constants λ and μ.
pub(crate) fn lame(elastic: &Elastic) -> (f64, f64) {
    let Elastic { modulus: e, poisson: nu, .. } = *elastic;
    (e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), e / (2.0 * (1.0 + nu)))
}

impl Material {
    /// The elastic constants.
    pub fn elastic(&self) -> &Elastic {
        match self {
            Self::Linear(elastic) | Self::StVenantKirchhoff(elastic) | Self::NeoHookean(elastic) => elastic,
        }
    }

    /// Whether its forces are linear in the displacement, so that one factorisation serves every state.
    pub fn is_linear(&self) -> bool {
        matches!(self, Self::Linear(_))
    }

    /// Number of internal variables of a quadrature point.
    pub fn history_size(&self) -> usize {
        match self {
            Self::Linear(_) | Self::StVenantKirchhoff(_) | Self::NeoHookean(_) => 0,
        }
    }

    /// The constants must be those of a stable solid.
    pub fn check(&self) -> Result<(), SolidError> {
        let Elastic { modulus, poisson, density } = *self.elastic();
        if modulus > 0.0 && modulus.is_finite() && poisson > -1.0 && poisson < 0.5 && density >= 0.0 {
            return Ok(());
        }
        Err(SolidError::BadMaterial { modulus, poisson, density })
    }

    /// The response to a gradient of the displacement; `None` if the point is turned inside out.
    #[inline]
    pub fn respond(&self, gradient: &Matrix3<f64>, _history: History<'_>) -> Option<Response> {
        match self {
            Self::Linear(elastic) => Some(linear::respond(elastic, gradient)),
            Self::StVenantKirchhoff(elastic) => Some(st_venant_kirchhoff::respond(elastic, gradient)),
            Self::NeoHookean(elastic) => neo_hookean::respond(elastic, gradient),
        }
    }
}

/// det(I + H) − 1 without cancellation: tr H + ½(tr² H − tr H²) + det H.
pub(crate) fn volume_change(h: &Matrix3<f64>) -> f64 {
    let second = h[(0, 0)] * h[(1, 1)] - h[(0, 1)] * h[(1, 0)] + h[(0, 0)] * h[(2, 2)] - h[(0, 2)] * h[(2, 0)]
        + h[(1, 1)] * h[(2, 2)]
        - h[(1, 2)] * h[(2, 1)];
    h.trace() + second + h.determinant()
}
