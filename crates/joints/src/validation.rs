//! Claims about the physics that are not a single study: limits, sweeps, convergence.
//!
//! ```
//! use joints::validation::hertz_limit;
//!
//! // Every finding has a number, and what it is held against.
//! let findings = hertz_limit();
//! assert!(!findings.is_empty() && findings.iter().all(|finding| finding.computed.is_ok()));
//! ```
//!
//! Each function computes one case and hands back its findings; judging and printing them is done elsewhere. What is
//! expected never comes from the code that is judged: it is a printed number, a closed form or another method.

mod cones;
mod convergence;
mod elements;
mod eq25;
mod films;
mod finite_films;
mod foundation_peers;
mod gait_orderings;
mod held_out;
mod hertz_limit;
mod hip_on_meshes;
mod knee_orderings;
mod knee_tables;
mod muscles;
mod partial_slip;
mod patella;
mod relaxation;
mod restitution;
mod rim;
mod schemes;
mod slide_tracks;
mod thin_layers;

pub use cones::cones;
pub use convergence::convergence;
pub use elements::{elements_cook, elements_lame, elements_patch};
pub use eq25::eq25_quadrature;
pub use films::film_limits;
pub use finite_films::finite_films;
pub use foundation_peers::foundation_peers;
pub use gait_orderings::gait_orderings;
pub use held_out::held_out;
pub use hertz_limit::hertz_limit;
pub use hip_on_meshes::hip_on_meshes;
pub use knee_orderings::knee_orderings;
pub use knee_tables::{knee_start, knee_stiffness};
pub use muscles::muscles;
pub use partial_slip::partial_slip;
pub use patella::patella;
pub use relaxation::relaxation;
pub use restitution::restitution;
pub use rim::rim;
pub use schemes::time_schemes;
pub use slide_tracks::slide_tracks;
pub use thin_layers::thin_layers;

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
    /// The most that passes.
    AtMost(f64),
    /// The least that passes.
    AtLeast(f64),
    /// As `Within`, where the tolerance is the known error rounded up: it keeps the error from growing, and promises no accuracy.
    GuardWithin(f64, f64),
    /// As `AtMost`, where the bound is the known error rounded up.
    Guard(f64),
    /// Another number that was computed, too, and must be larger.
    LessThan(f64),
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

/// An ordering: the first of two numbers must be less than the second. Their names make the label.
fn ordering(
    quantity: &'static str,
    [less, more]: [&str; 2],
    numbers: Result<[f64; 2], String>,
    [source, why]: [&'static str; 2],
) -> Finding {
    let [smaller, larger] = numbers.as_ref().copied().unwrap_or([f64::NAN; 2]);
    Finding {
        quantity,
        label: format!("{less} < {more}"),
        target: Target::LessThan(larger),
        computed: numbers.map(|_| smaller),
        source,
        why,
    }
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
                Target::Within(expected, tolerance) | Target::GuardWithin(expected, tolerance) => {
                    let scale = if expected == 0.0 { 1.0 } else { expected.abs() };
                    (computed - expected).abs() <= tolerance * scale
                }
                Target::Band(low, high) => (low..=high).contains(&computed),
                Target::AtMost(most) | Target::Guard(most) => computed <= most,
                Target::AtLeast(least) => computed >= least,
                Target::LessThan(other) => computed < other,
                Target::Shown(_) => computed.is_finite(),
            }
        }
    }

    #[test]
    fn an_ordering_fails_when_it_is_the_other_way_round_or_nothing_came_out() {
        let of = |numbers| ordering("force_N", ["a", "b"], numbers, ["", ""]);
        assert!(of(Ok([1.0, 2.0])).holds() && of(Ok([1.0, 2.0])).label == "a < b");
        assert!(!of(Ok([2.0, 1.0])).holds() && !of(Ok([1.0, 1.0])).holds() && !of(Ok([f64::NAN, 1.0])).holds());
        assert!(!of(Err("no run".into())).holds());
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
            patella,
            relaxation,
            thin_layers,
            elements_patch,
            elements_lame,
            elements_cook,
            time_schemes,
            film_limits,
            finite_films,
            cones,
            muscles,
            foundation_peers,
            partial_slip,
            held_out,
        ] {
            let findings = case();
            assert!(!findings.is_empty());
            for finding in findings {
                assert!(finding.holds(), "{finding:?}");
            }
        }
    }
}
