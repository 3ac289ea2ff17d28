//! What joints declare alike: materials, and how a contact pushes back, loses energy and rubs.
//!
//! A joint puts these structs among its parameters and, knowing its outlines and materials, turns them into what the
//! engine takes with [`build`]. Nothing else in this crate maps a law.
//!
//! | file | idea |
//! |---|---|
//! | `material.rs` | a material by name or by its properties |
//! | `wearing.rs` | how fast a material wears, where that is known |
//! | `fit.rs` | how much of a bearing sees pressures to which its wear law was not fitted |
//! | `elastic.rs` | every elastic law of the catalogue that acts at a point |
//! | `dissipation.rs` | what impacts lose |
//! | `friction.rs` | none, Coulomb's regularised in velocity, or compliant |
//! | `setting.rs` | what a law may take from its joint: outlines, materials, a usual friction |
//! | `build.rs` | from all of these to the engine |
//!
//! ```
//! use joints::contact::{Dissipation, ElasticLaw, Friction, Hertz, Material, Outline, Setting, build};
//!
//! // A steel-like ball of 14 mm in a polyethylene socket of 14.08 mm: materials from the joint, radii from the outlines.
//! let setting = Setting {
//!     outlines: [Outline::Ball(14e-3), Outline::Socket(14.08e-3)],
//!     materials: ["CoCr", "UHMWPE"].map(|name| Material::Named(name.into()).elastic()),
//!     ..Setting::default()
//! };
//! let law = ElasticLaw::Hertz(Hertz::default());
//! let built = build(&law, &Dissipation::None, &Friction::None, &setting).expect("nothing is missing");
//! assert!(matches!(built.law, mechanics::rigid::ElasticLaw::Hertz { stiffness } if stiffness > 1e9));
//! ```

mod build;
mod dissipation;
mod elastic;
mod fit;
mod friction;
mod listed;
mod material;
mod setting;
#[cfg(test)]
mod tests;
mod wearing;

pub use build::{Built, build, build_friction, build_law, hertz_patch, patch_numbers};
pub(crate) use dissipation::also_called;
pub use dissipation::{
    Dissipation, KelvinVoigt, Restitution, ScaledUnloading, StandardLinearSolid, check_dissipation,
    check_dissipation_without_state,
};
pub use elastic::{
    Adhesion, BondedLayer, DoubleLayer, ElasticFoundation, ElasticLaw, EllipticHertz, Hertz, Layer, LayerStiffness,
    Linear, ThinLayer,
};
pub(crate) use fit::OutsideOfFit;
pub use friction::{Compliant, Coulomb, Friction, check_compliant, check_coulomb};
pub(crate) use listed::{dissipations, factors, frictions, owned};
pub use material::{GivenMaterial, Material, Use, check_material};
pub(crate) use material::{find_yield, warn_beyond_yield};
pub use setting::{Beneath, Outline, Setting};
pub(crate) use wearing::{Conventional, Wearing, is_factor_of};
