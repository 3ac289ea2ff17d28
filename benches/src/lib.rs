//! What it costs. One workload a name, shared by the criterion benches and by the instruction counts of
//! `cargo xtask count`.

pub mod knee;
pub mod log;
pub mod many;
pub mod solid;

use joints::Unwatched;
use joints::hip::parameters::{Contact, Dynamic, Experiment, Parameters, QuasiStatic, SchemeName, Static};
use joints::hip::{Hip, LoadCycle, shipped};

/// The hip of the base case on the walking cycle, on springs, with this experiment and this many elements and frames.
pub fn hip(experiment: Experiment, elements: usize, frames: usize) -> Hip {
    let samples = shipped::CYCLES[0].samples(836.0, None);
    let cycle = LoadCycle::new(&samples).expect("the shipped cycle is sound");
    let mut parameters = Parameters { experiment, contact: Contact::springs(), ..Parameters::default() };
    (parameters.output.elements, parameters.output.frames) = (elements, frames);
    Hip::new(parameters, cycle).expect("the base case is sound")
}

/// The workloads by name; `None` for a name that is not known.
pub fn workload(name: &str) -> Option<Hip> {
    let dynamic = |scheme| Experiment::Dynamic(Dynamic { scheme, most_cycles: 1, ..Dynamic::default() });
    let quasi_static = || Experiment::QuasiStatic(QuasiStatic::default());
    let hip = match name {
        "static" => hip(Experiment::Static(Static::default()), 8100, 101),
        "quasi-static" => hip(quasi_static(), 8100, 101),
        "dynamic" => hip(dynamic(SchemeName::Rosenbrock), 8100, 101),
        "dynamic-rkf45" => hip(dynamic(SchemeName::Rkf45), 8100, 101),
        "elements-x2" => hip(quasi_static(), 16200, 101),
        "frames-x2" => hip(quasi_static(), 8100, 201),
        _ => return None,
    };
    Some(hip)
}

/// Runs a workload without writing files; the peak pressure keeps the optimiser honest.
pub fn run(hip: &Hip) -> f64 {
    hip.run(&Unwatched).ok().and_then(|outcome| outcome.value("peak_pressure_Pa")).unwrap_or(f64::NAN)
}
