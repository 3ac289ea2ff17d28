//! A hip replacement in walking, built in Rust: the same model as `synovia new hip`, in equilibrium at every instant.
//!
//! `cargo run --release -p synovia-joints --example hip`
#![allow(clippy::print_stdout)]

use joints::Unwatched;
use joints::hip::parameters::{Experiment, Parameters, QuasiStatic};
use joints::hip::{Hip, LoadCycle, shipped};
use quantity::Length;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let walking = shipped::find("walking").ok_or("no such cycle")?;
    let cycle = LoadCycle::new(&walking.samples(836.0, None))?;
    // What is not said has its published default.
    let mut parameters =
        Parameters { experiment: Experiment::QuasiStatic(QuasiStatic::default()), ..Parameters::default() };
    parameters.implant.clearance = Some(Length::micrometres(100.0));
    let hip = Hip::new(parameters, cycle).map_err(|problems| format!("{problems:?}"))?;
    let outcome = hip.run(&Unwatched)?;
    for scalar in &outcome.headline {
        println!("{:<45} {:.4e}  ({})", scalar.label, scalar.value, scalar.name);
    }
    for warning in &outcome.warnings {
        println!("{}: {}", warning.code, warning.text);
    }
    Ok(())
}
