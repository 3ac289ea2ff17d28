//! Claims about the physics that are not a single study: limits, sweeps, convergence.
//!
//! Each function computes one case and hands back its findings; judging and printing them is done elsewhere. What is
//! expected never comes from the code that is judged: it is a printed number, a closed form or another method.

mod convergence;
mod eq25;
mod gait_orderings;
mod hertz_limit;
mod hip_on_meshes;
mod knee_orderings;
mod knee_tables;
mod restitution;
mod rim;
mod slide_tracks;

pub use convergence::convergence;
pub use eq25::eq25_quadrature;
pub use gait_orderings::gait_orderings;
pub use hertz_limit::hertz_limit;
pub use hip_on_meshes::hip_on_meshes;
pub use knee_orderings::knee_orderings;
pub use knee_tables::{knee_start, knee_stiffness};
pub use restitution::restitution;
pub use rim::rim;
pub use slide_tracks::slide_tracks;

use mechanics::contact::{ConformalSphere, Foundation, FoundationError, Layer};
use mechanics::material::Elastic;
use results::Outcome;

use crate::Unwatched;
use crate::hip::{Hip, LoadCycle, Parameters};

/// What a computed number is held against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A number, and the largest relative error that passes (absolute where the number is 0).
    Within(f64, f64),
    /// An interval, both ends included.
    Band(f64, f64),
    /// A number to compare with by eye.
    Shown(f64),
}

/// One number that came out, beside what should have.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it is, with its unit at the end of the name.
    pub quantity: &'static str,
    /// For which inputs.
    pub label: String,
    /// What it is held against.
    pub target: Target,
    /// What came out, or why nothing did.
    pub computed: Result<f64, String>,
    /// Where the expected number comes from.
    pub source: &'static str,
    /// Why this tolerance, or what the difference means.
    pub why: &'static str,
}

/// The base case of [Askari2018]: radii 13.92 and 14 mm, 8 mm of polyethylene with 500 MPa and ν = 0.4.
fn base_case() -> Result<ConformalSphere, FoundationError> {
    let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
    let foundation = Foundation::in_series([Layer { thickness: 8e-3, material }.stiffness()])?;
    Ok(ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation })
}

/// Runs a hip; what goes wrong is told in words.
fn run(parameters: &Parameters, cycle: &LoadCycle) -> Result<Outcome, String> {
    let problems = |found: Vec<crate::Problem>| format!("{found:?}");
    let hip = Hip::new(parameters.clone(), cycle.clone()).map_err(problems)?;
    hip.run(&Unwatched).map_err(|error| error.to_string())
}

/// A headline number of a run.
fn headline(outcome: &Outcome, name: &str) -> Result<f64, String> {
    outcome.value(name).ok_or_else(|| format!("the run gave no `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Finding {
        fn holds(&self) -> bool {
            let Ok(computed) = self.computed else { return false };
            match self.target {
                Target::Within(expected, tolerance) => {
                    let scale = if expected == 0.0 { 1.0 } else { expected.abs() };
                    (computed - expected).abs() <= tolerance * scale
                }
                Target::Band(low, high) => (low..=high).contains(&computed),
                Target::Shown(_) => computed.is_finite(),
            }
        }
    }

    #[test]
    fn every_claim_holds() {
        for case in [
            knee_stiffness,
            knee_start,
            knee_orderings,
            gait_orderings,
            eq25_quadrature,
            hertz_limit,
            restitution,
            rim,
            slide_tracks,
            convergence,
        ] {
            let findings = case();
            assert!(!findings.is_empty());
            for finding in findings {
                assert!(finding.holds(), "{finding:?}");
            }
        }
    }
}
