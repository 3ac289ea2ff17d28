//! What designs cost: building one, and a knee's cycle on the designed surfaces beside the same parts as triangles.
//!
//!     cargo run --release -p synovia-benches --bin designs
//!
//! Time by the clock, best of several, nothing written; the default design, 101 frames.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::Instant;

use joints::Unwatched;
use joints::replacement::design::{Compartments, Design, PostDesign};
use joints::replacement::parameters::{Experiment, LoadDriven};
use joints::replacement::{Cycle, Parameters, Replacement, shipped};
use synovia_benches::knee;

/// Seconds of the fastest of so many.
fn best(count: usize, mut what: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let mut least = f64::INFINITY;
    for _ in 0..count {
        let start = Instant::now();
        what()?;
        least = least.min(start.elapsed().as_secs_f64());
    }
    Ok(least)
}

fn main() -> Result<(), Box<dyn Error>> {
    let designs = [
        ("both compartments", Design::default()),
        ("one compartment", Design { compartments: Compartments::Medial, ..Design::default() }),
        ("cam and post", Design { post: Some(PostDesign::default()), ..Design::default() }),
    ];
    for (name, design) in designs {
        let built = best(20, || design.build().map(drop).map_err(|problem| problem.message.into()))?;
        let checked = best(20, || design.check().map_err(|problem| problem.message.into()))?;
        println!("{name}: built in {:.1} ms, checked in {:.1} ms", built * 1e3, checked * 1e3);
    }
    let (designed, parts) = knee::design()?;
    let simulator = Experiment::LoadDriven(LoadDriven::default());
    for (name, experiment) in [("motion", Parameters::default().experiment), ("simulator", simulator)] {
        for of_triangles in [false, true] {
            let mut parameters = Parameters { experiment: experiment.clone(), ..Parameters::default() };
            parameters.output.frames = 101;
            let pose = designed.pose(&parameters);
            if of_triangles {
                parameters = knee::of_triangles(parameters);
                parameters.activity.pose = (name == "motion").then(knee::pose_file);
            }
            let cycle = Cycle::new(&parameters.activity, &pose, &shipped::waveform()).map_err(|p| p.message)?;
            let mut peak = 0.0;
            let seconds = best(3, || {
                let knee = Replacement::new(parameters.clone(), &parts, cycle.clone()).map_err(|p| format!("{p:?}"))?;
                let outcome = knee.run(&Unwatched).map_err(|error| error.to_string())?;
                peak = outcome.value("peak_pressure_Pa").unwrap_or(f64::NAN);
                Ok(())
            })?;
            let what = if of_triangles { "triangles" } else { "designed surfaces" };
            println!("{name}, {what}: {seconds:.2} s, peak pressure {:.2} MPa", peak * 1e-6);
        }
    }
    Ok(())
}
