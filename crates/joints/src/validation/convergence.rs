//! What finer steps, frames and elements buy: observed orders.

use nalgebra::Vector3;
use quantity::DampingCoefficient;
use results::Outcome;

use super::{Finding, Target, headline, run};
use crate::hip::parameters::{
    Contact, Dissipation, Dynamic, Experiment, KelvinVoigt, Output, QuasiStatic, SchemeName, Start,
};
use crate::hip::{LoadCycle, Parameters, shipped};

/// Time schemes, as people call them.
const SCHEMES: [(SchemeName, &str); 4] = [
    (SchemeName::Rosenbrock, "Rosenbrock"),
    (SchemeName::Rkf45, "Runge–Kutta–Fehlberg"),
    (SchemeName::DormandPrince, "Dormand–Prince"),
    (SchemeName::Bdf, "BDF"),
];

/// Orders of convergence with the tolerance of the motion, with frames and with elements.
pub fn convergence() -> Vec<Finding> {
    let mut findings = with_tolerance();
    findings.extend(with_scheme());
    for cycle in ["walking", "walking-opensim", "iso-14242-1-style"] {
        findings.extend(with_frames(cycle));
    }
    findings.push(with_elements());
    findings
}

/// Springs: what is judged are schemes and frames.
fn springs() -> Parameters {
    Parameters { contact: Contact::springs(), ..Parameters::default() }
}

fn cycle(name: &str, duration: Option<f64>) -> Result<LoadCycle, String> {
    let shipped = shipped::find(name).ok_or_else(|| format!("no cycle `{name}`"))?;
    LoadCycle::new(&shipped.samples(836.0, duration)).map_err(|error| error.to_string())
}

/// A head that falls into the cup, strikes, rebounds and swings there, through a walking cycle of a twentieth of its
/// duration: impacts, contact and vibration without the long calm of a real cycle.
fn fall(scheme: SchemeName, tolerance: f64) -> Result<Vec<Vector3<f64>>, String> {
    let case = Dynamic { scheme, tolerance, start: Start::Centre, most_cycles: 1, ..Dynamic::default() };
    let parameters =
        Parameters { experiment: Experiment::Dynamic(case), output: Output { frames: 201, elements: 1 }, ..springs() };
    let outcome = run(&parameters, &cycle("walking", Some(1.11 / 20.0))?)?;
    let column = |axis: &str| {
        let name = format!("head_centre_{axis}_m");
        outcome.series.column(&name).map(|c| c.values.as_slice()).ok_or_else(|| format!("the run gave no `{name}`"))
    };
    let (x, y, z) = (column("anterior")?, column("superior")?, column("lateral")?);
    Ok(x.iter().zip(y).zip(z).map(|((x, y), z)| Vector3::new(*x, *y, *z)).collect())
}

/// The largest error of the head's centre over the frames must fall in proportion to the tolerance.
fn with_tolerance() -> Vec<Finding> {
    let reference = fall(SchemeName::DormandPrince, 1e-12);
    let error = |scheme, tolerance| {
        let (exact, found) = (reference.as_ref().map_err(Clone::clone)?, fall(scheme, tolerance)?);
        let clearance = 80e-6;
        Ok::<f64, String>(exact.iter().zip(&found).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max) / clearance)
    };
    let mut findings = Vec::new();
    for (scheme, name) in SCHEMES {
        // Steps change by whole steps: of four tolerances the last bits of an elementary function moved the second digit.
        let tolerances = [1e-6, 3e-7, 1e-7, 3e-8, 1e-8, 3e-9, 1e-9];
        let errors: Result<Vec<f64>, String> = tolerances.iter().map(|&tolerance| error(scheme, tolerance)).collect();
        let points = errors.clone().map(|e| tolerances.into_iter().zip(e).collect());
        findings.push(Finding {
            quantity: "order_ratio",
            label: format!("{name}: error of the motion by tolerance, 1e-6 to 1e-9"),
            target: Target::Band(0.8, 1.2),
            computed: points.map(|points: Vec<(f64, f64)>| slope(&points)),
            source: "error proportional to tolerance: order 1; reference: Dormand-Prince at 1e-12",
            why: "steps change by whole steps, so the proportion is not exact",
        });
        findings.push(Finding {
            quantity: "motion_error_ratio",
            label: format!("{name} at 1e-6, largest error over the clearance"),
            target: Target::Shown(0.0),
            computed: errors.map(|e| e[0]),
            source: "Dormand-Prince at 1e-12",
            why: "what a tolerance per step becomes over a thousand vibrations",
        });
    }
    findings
}

/// What users read of a calm walk, by every scheme at the shipped tolerance. Along the liner nothing damps the head, so that
/// the errors of all steps stay.
fn with_scheme() -> Vec<Finding> {
    let walk = |scheme, tolerance| {
        let case = Dynamic { scheme, tolerance, ..Dynamic::default() };
        let law = KelvinVoigt { coefficient: DampingCoefficient::from_si(500.0) };
        let parameters = Parameters {
            experiment: Experiment::Dynamic(case),
            dissipation: Dissipation::KelvinVoigt(law),
            output: Output { frames: 3, elements: 900 },
            ..springs()
        };
        run(&parameters, &cycle("walking", None)?)
    };
    let reference = walk(SchemeName::DormandPrince, 1e-9);
    let mut findings = Vec::new();
    for (scheme, name) in SCHEMES {
        let found = walk(scheme, Dynamic::default().tolerance);
        for quantity in ["sliding_distance_m", "wear_volume_per_cycle_m3"] {
            let read = |outcome: &Result<Outcome, String>| outcome.clone().and_then(|o| headline(&o, quantity));
            findings.push(Finding {
                quantity,
                label: format!("{name} at 1e-6, walking, Kelvin–Voigt 500 N·s/m"),
                target: Target::Within(read(&reference).unwrap_or(f64::NAN), 2e-4),
                computed: read(&found),
                source: "Dormand-Prince at 1e-9",
                why: "a step may err by 1e-6 of the sliding speed; 25 000 of them add up as the root of their number",
            });
        }
    }
    findings
}

/// Trapezoidal sums and central differences over frames: three numbers, each with half the step of the one before.
fn with_frames(name: &str) -> [Finding; 2] {
    let at = |frames: usize| {
        let parameters = Parameters {
            experiment: Experiment::QuasiStatic(QuasiStatic::default()),
            output: Output { frames: frames + 1, elements: 1 },
            ..springs()
        };
        run(&parameters, &cycle(name, None)?)
    };
    let outcomes: Result<Vec<_>, String> = [800, 1600, 3200].into_iter().map(at).collect();
    ["sliding_distance_m", "load_times_sliding_N_m"].map(|quantity| Finding {
        quantity: "order_ratio",
        label: format!("{name}: {quantity} by frames, 800 to 3200"),
        target: Target::Band(1.9, 2.1),
        computed: outcomes.clone().and_then(|outcomes| {
            let x: Result<Vec<f64>, String> = outcomes.iter().map(|o| headline(o, quantity)).collect();
            x.map(|x| ((x[1] - x[0]) / (x[2] - x[1])).abs().log2())
        }),
        source: "second order of the trapezoidal rule and of central differences",
        why: "observed orders are checked on both sides",
    })
}

/// Wear summed over equal elements: their edge length is one over the square root of their number.
fn with_elements() -> Finding {
    let volume = |elements: usize| {
        let parameters = Parameters {
            experiment: Experiment::QuasiStatic(QuasiStatic::default()),
            output: Output { frames: 21, elements },
            ..springs()
        };
        headline(&run(&parameters, &cycle("walking", None)?)?, "wear_volume_per_cycle_m3")
    };
    let order = || {
        let reference = volume(512_000)?;
        let mut points = Vec::new();
        for elements in [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000] {
            points.push(((elements as f64).powf(-0.5), (volume(elements)? / reference - 1.0).abs()));
        }
        Ok(slope(&points))
    };
    Finding {
        quantity: "order_ratio",
        label: "walking: wear volume by size of the elements, 250 to 32000 of them".into(),
        target: Target::Band(1.8, 2.2),
        computed: order(),
        source: "second order of the midpoint rule; reference: 512000 elements",
        why: "fitted over eight numbers, because the edge of the patch falls between elements as it likes",
    }
}

/// Slope of the straight line through the logarithms of the points, by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean = logs.iter().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / count, sum.1 + y / count));
    let (above, below) = logs
        .iter()
        .fold((0.0, 0.0), |(above, below), (x, y)| (above + (x - mean.0) * (y - mean.1), below + (x - mean.0).powi(2)));
    above / below
}
