//! The patella in balance over flexion.

use nalgebra::{Rotation2, Vector2};
use quantity::{Acceleration, Angle, Length, Time};

use super::{Finding, Target, headline};
use crate::Unwatched;
use crate::knee::parameters::Patella;
use crate::knee::{Knee, Parameters};

/// Flexion in degrees, tendon and patellofemoral force over that of the quadriceps (`benches/peers/patella.py`, scipy 1.17).
const SCIPY: [(f64, f64, f64); 9] = [
    (10.0, 1.163379, 0.756412),
    (20.0, 1.148306, 0.943924),
    (30.0, 1.081649, 1.067757),
    (40.0, 0.980476, 1.138742),
    (50.0, 0.860172, 1.171859),
    (60.0, 0.731313, 1.179521),
    (70.0, 0.600359, 1.170446),
    (80.0, 0.471009, 1.150219),
    (90.0, 0.345329, 1.12209),
];

/// A knee whose tibia was turned about the centre of the condyle, and its two ratios at the start.
fn ratios(degrees: f64) -> Result<[f64; 2], String> {
    let mut parameters = Parameters { patella: Some(Patella::default()), ..Parameters::default() };
    let centre = Vector2::from(parameters.surfaces.condyle_centre.map(|l| l.si()));
    let start = Vector2::from(parameters.tibia.centre_of_mass.map(|l| l.si()));
    let turned = Rotation2::new(parameters.tibia.flexion.si() - degrees.to_radians()) * (start - centre) + centre;
    parameters.tibia.centre_of_mass = [turned.x, turned.y].map(Length::from_si);
    parameters.tibia.flexion = Angle::degrees(degrees);
    parameters.gravity.acceleration = Acceleration::from_si(0.0);
    parameters.time.duration = Time::milliseconds(0.1);
    let knee = Knee::new(parameters).map_err(|problems| format!("{problems:?}"))?;
    let outcome = knee.run(&Unwatched).map_err(|error| error.to_string())?;
    Ok([headline(&outcome, "start_tendon_ratio")?, headline(&outcome, "start_patellofemoral_ratio")?])
}

/// Forces on the patella against an independent solution, and beside measurements.
pub fn patella() -> Vec<Finding> {
    let mut findings = Vec::new();
    for (degrees, tendon, contact) in SCIPY {
        let computed = ratios(degrees);
        let numbers =
            [("tendon_over_quadriceps_ratio", tendon, 0), ("patellofemoral_over_quadriceps_ratio", contact, 1)];
        for (quantity, expected, i) in numbers {
            findings.push(Finding {
                quantity,
                label: format!("{degrees}° of flexion"),
                target: Target::Within(expected, 1e-5),
                computed: computed.clone().map(|both| both[i]),
                source: "independent balance of the same patella by scipy (benches/peers/patella.py), where the tendons' forces are inversely as their distances from the groove's centre, to six digits",
                why: "both solve three equations; the printed digits",
            });
        }
    }
    for (degrees, measured) in [(10.0, 1.0 / 0.86), (70.0, 1.0 / 1.55)] {
        findings.push(Finding {
            quantity: "tendon_over_quadriceps_ratio",
            label: format!("{degrees}° of flexion, eight cadaver knees"),
            target: Target::Within(measured, 0.1),
            computed: ratios(degrees).map(|both| both[0]),
            source: "measured: quadriceps over tendon 0.86 at 10° and 1.55 at 70° [Buff1988]",
            why: "the default patella was chosen to follow these two numbers: this shows that it does, not that it is right elsewhere",
        });
    }
    findings
}
