//! Every law that acts at a point, on the same impact: what it does, what it costs, where it holds.
//!
//! ```
//! use joints::catalogue::{Impact, Law};
//!
//! // A ball that strikes Hertz's law loses nothing.
//! let strike = Impact::STANDARD.strike(Law::Hertz, 1.0).expect("an impact");
//! assert!((strike.restitution - 1.0).abs() < 1e-6 && strike.peak_force > 0.0);
//! ```
//!
//! [`Catalogue::compute`] is the same on every machine; [`measure_costs`] is not, and is kept apart for that reason.

mod article;
mod block;
mod cost;
mod ellipse;
mod impact;
mod law;
mod outcome;
mod special;

pub use article::Article;
pub use block::Block;
pub use cost::{Cost, compare_costs, measure_costs};
pub use ellipse::{Ellipse, compute_ellipses};
pub use impact::{Impact, Strike};
pub use law::Law;

use numerics::ode::Failure;
use results::{Comparison, Outcome};

/// Restitutions that are asked for: 0.05, 0.075, …, 1.
pub fn asked() -> impl Iterator<Item = f64> {
    (2..=40).map(|i| f64::from(i) / 40.0)
}

/// One law on the impact.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Which law.
    pub law: Law,
    /// What it did.
    pub strike: Strike,
    /// Restitution that came out for each of [`asked`]; empty for elastic laws.
    pub returned: Vec<f64>,
}

/// All laws on one impact, and the block that is dragged back and forth.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalogue {
    /// The impact.
    pub impact: Impact,
    /// The laws.
    pub entries: Vec<Entry>,
    /// The block.
    pub block: Block,
    /// Shapes of elliptic patches.
    pub ellipses: Vec<Ellipse>,
}

impl Catalogue {
    /// Integrates every impact.
    pub fn compute(impact: Impact) -> Result<Self, Failure> {
        let entry = |law: Law| {
            let restitutions: Vec<f64> = if law.is_elastic() { Vec::new() } else { asked().collect() };
            let returned: Result<_, Failure> =
                restitutions.into_iter().map(|c| Ok(impact.strike(law, c)?.restitution)).collect();
            Ok(Entry { law, strike: impact.strike(law, impact.restitution)?, returned: returned? })
        };
        let entries: Result<_, Failure> = Law::all().map(entry).collect();
        Ok(Self { impact, entries: entries?, block: Block::compute(&impact), ellipses: compute_ellipses() })
    }

    /// Loops, restitution and the block as series and figures.
    pub fn outcome(&self) -> Outcome {
        outcome::assemble(self)
    }

    /// The laws beside each other.
    pub fn comparison(&self) -> Comparison {
        outcome::compare(self)
    }
}

#[cfg(test)]
mod tests;
