//! What no hip can be: lengths and loads that betray a unit, pressures that no liner carries, wear through the liner.

use mechanics::material;
use quantity::Length;

use super::history::History;
use super::maps::Totals;
use super::parameters::{Implant, Material};
use super::{Hip, HipError};
use crate::Problem;

/// A liner that is compressed by more than this share of its thickness is no elastic liner.
const MOST_STRAIN: f64 = 0.5;
/// A pressure beyond this many yield strengths is no pressure of that material.
const MOST_YIELDS: f64 = 10.0;

/// Peak forces of ten instrumented hips in walking, body weights [Bergmann2016].
pub(crate) const IN_VIVO: [f64; 2] = [2.166, 2.817];

/// A length, in m: what is possible at all, and what is usual.
struct Span {
    possible: [f64; 2],
    usual: [f64; 2],
    words: &'static str,
}

const HEAD: Span = Span { possible: [2e-3, 0.12], usual: [20e-3, 64e-3], words: "heads are 22 to 60 mm wide" };
const LINER: Span = Span { possible: [1e-4, 0.06], usual: [1e-3, 20e-3], words: "liners are 3 to 16 mm thick" };
const CLEARANCE: Span = Span {
    possible: [1e-7, f64::INFINITY],
    usual: [10e-6, 1e-3],
    words: "radial clearances are 80 to 300 um for metal on polyethylene, 30 to 75 um for metal on metal",
};

impl Span {
    fn check(&self, (path, name): (&str, &str), length: Length, found: &mut Vec<Problem>) {
        let value = length.si();
        let [least, most] = self.possible;
        if !(value > 0.0) || (least..=most).contains(&value) {
            return;
        }
        let message = format!("the {name} is {length}: this is no hip");
        found.push(Problem::new(path, message, format!("{}{}", self.words, self.guess(value))));
    }

    /// The power of ten that makes it usual, if there is one: the likely slip.
    fn guess(&self, value: f64) -> String {
        let [low, high] = self.usual;
        let meant = [0.1, 10.0, 1e-3, 1e3, 0.01, 100.0, 1e-6, 1e6].map(|slip| slip * value);
        let meant = meant.into_iter().find(|value| (low..=high).contains(value));
        meant.map_or_else(String::new, |meant| format!("; did you mean {}?", show(meant)))
    }
}

fn show(metres: f64) -> String {
    // Rounded to six digits, so that 360 mm / 10 is 36.
    let rounded = |value: f64| format!("{value:.6e}").parse::<f64>().unwrap_or(value);
    if metres < 1e-3 { format!("{} um", rounded(metres * 1e6)) } else { format!("{} mm", rounded(metres * 1e3)) }
}

/// Lengths of an implant that no hip has.
pub(super) fn check_implant(implant: &Implant, found: &mut Vec<Problem>) {
    HEAD.check(("implant.head-diameter", "head diameter"), implant.head_diameter, found);
    LINER.check(("implant.liner-thickness", "thickness of the liner"), implant.liner_thickness, found);
    if let Some(clearance) = implant.clearance {
        CLEARANCE.check(("implant.clearance", "clearance"), clearance, found);
    }
}

/// Pressures that no liner carries.
pub(super) fn check_pressure(hip: &Hip, history: &History) -> Result<(), HipError> {
    let peak = history.peak_pressure;
    let (pressure, strain) = (peak.peak_pressure(), peak.patch.indentation / hip.thickness);
    let load = history.peak_push.load.norm();
    if strain > MOST_STRAIN {
        return Err(HipError::Crushed { pressure: pressure * 1e-6, load, strain: 100.0 * strain });
    }
    let Material::Named(name) = &hip.parameters.implant.liner_material else { return Ok(()) };
    match material::find(name).and_then(|known| known.yield_strength) {
        Some(strength) if pressure > MOST_YIELDS * strength => Err(HipError::FarBeyondYield {
            pressure: pressure * 1e-6,
            load,
            material: name.clone(),
            strength: strength * 1e-6,
        }),
        _ => Ok(()),
    }
}

/// Wear deeper than the liner within the million cycles that are reported.
pub(super) fn check_wear(hip: &Hip, totals: &Totals) -> Result<(), HipError> {
    const REPORTED: f64 = 1e6;
    let thickness = hip.parameters.implant.liner_thickness.si();
    if totals.wear_depth * REPORTED <= thickness {
        return Ok(());
    }
    Err(HipError::WornThrough {
        cycles: thickness / totals.wear_depth,
        thickness: thickness * 1e3,
        depth: totals.wear_depth * REPORTED * 1e3,
        factor: hip.wearing.factor.to_string(),
    })
}
