//! A study of many runs: peak pressure of a hip over clearance and load, on all cores.
//!
//! `cargo run --release -p synovia-study --example sweep`
#![allow(clippy::print_stdout)]

use joints::Unwatched;
use study::StudyFile;

const STUDY: &str = r#"
[hip.experiment.static]
[vary]
hip.implant.clearance = ["50 um", "80 um", "150 um"]
hip.experiment.static.load = ["500 N", "2000 N"]
[runs.grid]
outputs = ["peak_pressure_Pa", "contact_radius_m"]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let campaign = StudyFile::from_text("sweep.toml", STUDY).check_many()?;
    let outcome = campaign.compute_series(&Unwatched)?;
    let columns = outcome.series.columns();
    println!("{}", columns.iter().map(|column| format!("{:>40}", column.label)).collect::<String>());
    for row in 0..columns.first().map_or(0, |column| column.values.len()) {
        println!("{}", columns.iter().map(|column| format!("{:>40.4e}", column.values[row])).collect::<String>());
    }
    Ok(())
}
