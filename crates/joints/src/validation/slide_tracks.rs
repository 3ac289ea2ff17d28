//! Slide tracks whose length is known exactly, walked by the hip itself.

use std::f64::consts::TAU;

use quantity::{Angle, Length};
use results::Outcome;

use super::{Finding, Target, headline, run};
use crate::hip::parameters::{Contact, Experiment, QuasiStatic};
use crate::hip::{CycleSamples, LoadCycle, Parameters};

/// Elliptic and circular track on a 28 mm head.
pub fn slide_tracks() -> Vec<Finding> {
    // Lengths by Simpson's rule and extents by hand; the data sheet prints 24.04 mm, 3.74, 34.3 mm and 1.
    let tracks = [
        ("flexion ±23°, adduction ±6°", 23f64, 6f64, 24.03798e-3, 3.73804),
        ("flexion ±23°, adduction ±23°", 23.0, 23.0, 34.26082e-3, 1.0),
    ];
    let mut findings = Vec::new();
    for (label, flexion, adduction, length, aspect) in tracks {
        let outcome =
            elliptic_cycle(flexion.to_radians(), adduction.to_radians()).and_then(|cycle| run(&simulator(), &cycle));
        let finding = |quantity, target, computed, source, why| Finding {
            quantity,
            label: label.to_string(),
            target,
            computed,
            source,
            why,
        };
        let read = |name: &str| outcome.clone().and_then(|outcome| headline(&outcome, name));
        let exact = "∫ R √(ḟ² + ȧ² cos² f) dt over the cycle, by another program";
        findings.push(finding(
            "sliding_distance_m",
            Target::Within(length, 2e-6),
            read("sliding_distance_m"),
            exact,
            "the slope of a spline through 200 samples is off by up to (2π/200)³/24 = 1.3e-6",
        ));
        findings.push(finding(
            "sliding_distance_euler_m",
            Target::Shown(length),
            read("sliding_distance_euler_m"),
            exact,
            "the track on the cup of a point of the head, which is another curve",
        ));
        findings.push(finding(
            "track_aspect_ratio",
            Target::Within(aspect, 2e-6),
            outcome.clone().and_then(|outcome| aspect_ratio(&outcome)),
            "sin(flexion)/sin(adduction)",
            "frames hit the turning points of both angles; the last digit given",
        ));
    }
    findings
}

/// A light load on the bottom of a cup that looks straight down: the contact point stays where it is.
fn simulator() -> Parameters {
    let experiment = Experiment::QuasiStatic(QuasiStatic::default());
    let mut parameters = Parameters { experiment, contact: Contact::springs(), ..Parameters::default() };
    parameters.implant.head_diameter = Length::millimetres(28.0);
    parameters.implant.inclination = Angle::degrees(0.0);
    (parameters.output.frames, parameters.output.elements) = (401, 100);
    parameters
}

/// Flexion and adduction a quarter of a cycle apart, under a vertical load.
fn elliptic_cycle(flexion: f64, adduction: f64) -> Result<LoadCycle, String> {
    let instants: Vec<f64> = (0..200).map(|i| f64::from(i) / 200.0).collect();
    let angles = instants.iter().map(|s| [flexion * (TAU * s).sin(), adduction * (TAU * s).cos(), 0.0]).collect();
    let samples = CycleSamples {
        name: "elliptic".into(),
        source: "exact".into(),
        duration: 1.0,
        angles,
        force_on_head: vec![[0.0, -500.0, 0.0]; instants.len()],
        instants,
        last_repeats_first: false,
    };
    LoadCycle::new(&samples).map_err(|error| error.to_string())
}

/// Long over short extent of the track on the head.
fn aspect_ratio(outcome: &Outcome) -> Result<f64, String> {
    let extent = |axis: &str| {
        let name = format!("contact_point_on_head_{axis}_m");
        let column = outcome.series.column(&name).ok_or_else(|| format!("the run gave no `{name}`"))?;
        let (low, high) = column.values.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
        Ok::<f64, String>(high - low)
    };
    Ok(extent("anterior")? / extent("lateral")?)
}
