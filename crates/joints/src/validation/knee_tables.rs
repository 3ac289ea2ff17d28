//! The knee of [Machado2011] before it moves: its stiffnesses, its ligaments, its pulse.

use mechanics::rigid::Function;

use super::{Finding, Target};
use crate::knee::parameters::{Bearing, Combine, Geometry, Radii};
use crate::knee::{Knee, Parameters, TABLE_3};

const TABLE_2: &str = "Table 2 [Machado2011], with the radii of the two curved plateaus exchanged";

/// The stiffnesses of Tables 2 and 3 of [Machado2011], and those of Table 2 with the radii as printed.
pub fn knee_stiffness() -> Vec<Finding> {
    let mut findings = Vec::new();
    let geometries = [Geometry::SpherePlane, Geometry::ConvexConvex, Geometry::ConvexConcave];
    let printed = [3_260_513.0, 2_750_403.0, 5_879_434.0];
    for (radii, label) in [(Radii::Corrected, "corrected radii"), (Radii::AsPrinted, "radii as printed")] {
        let found = stiffnesses(|p| (p.contact.geometries, p.contact.radii) = (geometries.to_vec(), radii));
        for (i, expected) in printed.into_iter().enumerate() {
            let corrected = radii == Radii::Corrected;
            findings.push(Finding {
                quantity: "contact_stiffness_N_per_m^1.5",
                label: format!("{}, {label}", geometries[i].label()),
                target: if corrected { Target::Within(expected, 0.5 / expected) } else { Target::Shown(expected) },
                computed: found.as_ref().map(|all| all[i].0).map_err(Clone::clone),
                source: TABLE_2,
                why: if corrected { "half a unit of the last printed digit" } else { "what the printed radii give" },
            });
        }
    }
    let found = stiffnesses(|p| {
        p.contact.materials = TABLE_3.iter().map(|knee| Bearing::Named(knee.name.into())).collect();
    });
    // Rows of Table 3 that add something: knee, which layer, stiffness.
    let rows = [(1, true, 2.358e9), (2, true, 1.645e9), (3, false, 1.645e9), (4, false, 2.340e8), (5, false, 1.496e10)];
    for (knee, beneath, expected) in rows {
        let pick = |all: &Vec<(f64, Option<f64>)>| {
            if beneath { all[knee].1.ok_or_else(|| "there is no second layer".to_string()) } else { Ok(all[knee].0) }
        };
        findings.push(Finding {
            quantity: "contact_stiffness_N_per_m^1.5",
            label: format!("{}{}", TABLE_3[knee].label, if beneath { ", second layer" } else { "" }),
            target: Target::Within(expected, 0.5e-3 / mantissa(expected)),
            computed: found.as_ref().map_err(Clone::clone).and_then(pick),
            source: "Table 3 [Machado2011] with the moduli of Table 4, to four digits",
            why: "half a unit of the last digit",
        });
    }
    findings
}

fn mantissa(value: f64) -> f64 {
    value / 10f64.powf(value.log10().floor())
}

/// K of the surface and beneath it, of every run.
fn stiffnesses(change: impl Fn(&mut Parameters)) -> Result<Vec<(f64, Option<f64>)>, String> {
    let mut parameters = Parameters::default();
    change(&mut parameters);
    parameters.contact.combine = Combine::OneAtATime;
    let knee = Knee::new(parameters).map_err(|problems| format!("{problems:?}"))?;
    Ok(knee.stiffnesses().into_iter().map(|(_, surface, beneath)| (surface, beneath)).collect())
}

/// The starting pose, from Table 1 alone, and the pulse of Eq. 2.
pub fn knee_start() -> Vec<Finding> {
    let Parameters { tibia, ligaments, pulse, .. } = Parameters::default();
    let (sin, cos) = (std::f64::consts::FRAC_PI_2 - tibia.flexion.si()).sin_cos();
    let [x, y] = tibia.centre_of_mass.map(|l| l.si());
    let mut findings: Vec<Finding> = ligaments
        .iter()
        .map(|ligament| {
            let ([xi, eta], [fx, fy]) = (ligament.tibia.map(|l| l.si()), ligament.femur.map(|l| l.si()));
            let length = (x + cos * xi - sin * eta - fx).hypot(y + sin * xi + cos * eta - fy);
            let expected = ligament.length.si();
            Finding {
                quantity: "ligament_length_m",
                label: ligament.name.clone(),
                target: Target::Band(expected - 0.04e-3, expected + 0.04e-3),
                computed: Ok(length),
                source: "unstrained lengths of Table 1 [Machado2011]",
                why: "attachments and lengths are printed to 1 and 0.1 mm; four lengths fix three coordinates within 0.04 mm",
            }
        })
        .collect();
    findings.extend(pulse_findings(pulse.amplitude.si(), pulse.duration.si()));
    findings
}

fn pulse_findings(amplitude: f64, duration: f64) -> Vec<Finding> {
    let finding = |quantity, expected, tolerance, computed| Finding {
        quantity,
        label: "by amplitude and duration".into(),
        target: Target::Within(expected, tolerance),
        computed: Ok(computed),
        source: "Eq. 2 [Machado2011], evaluated independently of this program",
        why: "half a unit of the last digit",
    };
    let Ok(curve) = (Function::Pulse { amplitude, duration, decay: 4.73 }).compile() else { return Vec::new() };
    let count = 300_000;
    let (mut peak, mut place, mut impulse) = (0.0, 0.0, 0.0);
    for i in 0..count {
        let u = 3.0 * (f64::from(i) + 0.5) / f64::from(count);
        let force = curve.value(u * duration) / amplitude;
        impulse += force * 3.0 / f64::from(count);
        if force > peak {
            (peak, place) = (force, u);
        }
    }
    vec![
        finding("pulse_peak_ratio", 0.532, 1e-3, peak),
        finding("pulse_time_of_peak_ratio", 0.278, 2e-3, place),
        finding("pulse_impulse_ratio", 0.2377, 2.2e-4, impulse),
    ]
}
