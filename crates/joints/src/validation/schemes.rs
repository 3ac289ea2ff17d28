//! Time schemes on an oscillator: the order that is observed is the order that is claimed.

use nalgebra::SVector;
use numerics::ode::{Failure, Integrator, Limits, Scheme, System, Tolerance};

use super::{Finding, Target};

/// y″ = −y.
struct Oscillator;

impl System<2> for Oscillator {
    fn rate(&self, _: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
        [y[1], -y[0]].into()
    }
}

/// Where it ends.
const END: f64 = 5.0;

/// The observed order of every scheme, and its error with an error control.
pub fn time_schemes() -> Vec<Finding> {
    let mut findings = Vec::new();
    for scheme in Scheme::ALL {
        // The error constants of BDF are larger: it shows its order at shorter steps.
        let steps = if scheme == Scheme::Bdf { 400 } else { 100 };
        let order = error(scheme, steps).and_then(|coarse| error(scheme, 2 * steps).map(|fine| (coarse / fine).log2()));
        let claimed = f64::from(scheme.order());
        findings.push(Finding {
            quantity: "observed_order_ratio",
            label: format!("{}, {steps} to {} steps", scheme.name(), 2 * steps),
            target: Target::Band(claimed - 0.2, claimed + 0.3),
            computed: order.map_err(|error| error.to_string()),
            source: "the order that the scheme is known for",
            why: "on both sides: a scheme that is too good is another one",
        });
        findings.push(Finding {
            quantity: "end_error_ratio",
            label: format!("{}, tolerance 1e-8", scheme.name()),
            target: Target::AtMost(1e-6),
            computed: controlled(scheme).map_err(|error| error.to_string()),
            source: "cos 5 and −sin 5",
            why: "errors of some hundred steps add up",
        });
    }
    findings
}

fn off(y: &SVector<f64, 2>) -> f64 {
    (y - SVector::from([END.cos(), -END.sin()])).amax()
}

fn error(scheme: Scheme, steps: u32) -> Result<f64, Failure> {
    let limits = Limits::fixed(END / f64::from(steps));
    run(scheme, Tolerance::uniform(1.0, 1.0), limits)
}

fn controlled(scheme: Scheme) -> Result<f64, Failure> {
    run(scheme, Tolerance::uniform(1e-8, 1e-8), Limits::default())
}

fn run(scheme: Scheme, tolerance: Tolerance<2>, limits: Limits) -> Result<f64, Failure> {
    let mut integrator = Integrator::new(scheme, tolerance, limits, 0.0, [1.0, 0.0].into());
    while integrator.time() < END {
        integrator.step(&Oscillator, END)?;
    }
    Ok(off(integrator.state()))
}
