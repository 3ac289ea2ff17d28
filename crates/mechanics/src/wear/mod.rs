//! How surfaces wear.
//!
//! ```
//! use mechanics::wear::{Archard, LocalWear, Rubbed, WearLaw};
//!
//! // A way of 20 mm under 5 MPa with 10⁻⁶ mm³/(N·m) takes a tenth of a nanometre.
//! let law = WearLaw::from(Archard { factor: 1e-15 });
//! let mut rubbed = Rubbed::default();
//! rubbed.add(&law, 5e6, [20e-3, 0.0], 1.0);
//! assert!((law.depth(&rubbed) - 1e-10).abs() < 1e-18);
//! ```
//!
//! A wear law sees one point of a surface over one whole cycle: what it has slid, under which pressure, in which directions
//! ([`Rubbed`]), and says how deep it is worn ([`WearLaw`]). One file a law, one contract for all (`contract.rs`). Creep is a
//! depth of its own ([`Creep`]).
//!
//! | file | idea |
//! |---|---|
//! | `rubbed.rs` | the sums over a cycle at one point, cross-shear among them |
//! | `law.rs` | which laws there are, and what all of them answer |
//! | `archard.rs`, `kang.rs`, `liu.rs`, `wang.rs`, `memory.rs`, `energy.rs` | the laws |
//! | `creep.rs` | how polyethylene gives way in time |
//! | `sliding.rs` | the sums of Archard's law over the points of a pair |
//! | `sweep.rs` | the sums at the points of a cup, eight at a time |

mod archard;
#[cfg(test)]
mod contract;
mod creep;
mod energy;
mod hard;
mod kang;
mod law;
mod liu;
mod memory;
mod rubbed;
mod sliding;
mod sweep;
mod wang;

pub use archard::Archard;
pub use creep::Creep;
pub use energy::DirectedEnergy;
pub use hard::{HARD_PAIRS, HardPair};
pub use kang::Kang;
pub use law::{Certainty, Constant, LocalWear, WearLaw};
pub use liu::Liu;
pub use memory::Remembering;
pub use rubbed::Rubbed;
pub use sliding::SlidingWear;
pub use sweep::{EightSums, Pressed, Sweep};
pub use wang::Wang;
