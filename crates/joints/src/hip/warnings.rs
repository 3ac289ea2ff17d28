//! When a hip's numbers cannot be trusted without a second thought.

use results::{Outcome, Severity};

use super::Hip;
use super::contact::JointContact;
use super::history::History;
use super::maps::Maps;
use super::parameters::{Experiment, Implant};

/// Strain beyond which linear elasticity is no longer a description of polyethylene.
const LARGEST_STRAIN: f64 = 0.1;

/// Says what left its validity.
pub(super) fn add(hip: &Hip, history: &History, maps: &Maps, outcome: &mut Outcome) {
    rim(hip, history, outcome);
    validity(hip, history, outcome);
    motion(hip, history, outcome);
    if maps.totals.force_mismatch > 0.02 {
        outcome.warn(
            Severity::Caution,
            "coarse-elements",
            format!(
                "The pressure summed over the elements differs from the contact force by up to {:.1} %: the map and the wear \
                 volume are that coarse. Ask for more than {} elements.",
                100.0 * maps.totals.force_mismatch,
                hip.parameters.output.elements
            ),
        );
    }
    let closure = hip.cycle.closure();
    if !matches!(hip.parameters.experiment, Experiment::Static(_))
        && (closure.force_ratio > 1e-6 || closure.angle > 1e-6)
    {
        outcome.warn(
            Severity::Note,
            "cycle-closed",
            format!(
                "The load cycle \"{}\" does not end where it begins: the force differs by {:.2} % of its peak and an angle by \
                 {:.2}°. The difference was spread over the cycle.",
                hip.cycle.name(),
                100.0 * closure.force_ratio,
                closure.angle.to_degrees()
            ),
        );
    }
}

fn rim(hip: &Hip, history: &History, outcome: &mut Outcome) {
    let crossing = history.frames.iter().filter(|f| f.patch.lost > 0.0).count();
    let Some(worst) = history.frames.iter().max_by(|a, b| a.patch.lost.total_cmp(&b.patch.lost)) else { return };
    if crossing == 0 {
        return;
    }
    let where_ = if history.frames.len() == 1 {
        "The patch crosses the rim of the cup".to_string()
    } else {
        format!("The patch crosses the rim of the cup in {crossing} of {} frames", history.frames.len())
    };
    let treatment = match hip.contact {
        JointContact::Foundation(_) => {
            "The forces are integrated over what is left of it, but the stress at the edge itself is not in an elastic foundation: judge it by finite elements."
        }
        JointContact::Hertz(_) => "Hertz's law does not see the rim: the numbers belong to an unbounded cup.",
    };
    outcome.warn(
        Severity::Caution,
        "rim-contact",
        format!(
            "{where_}; at worst {:.1} % of the patch lies beyond it (t = {:.3} s). {treatment}",
            100.0 * worst.patch.lost,
            worst.time
        ),
    );
}

fn validity(hip: &Hip, history: &History, outcome: &mut Outcome) {
    let deepest = history.frames.iter().map(|f| f.patch.indentation).fold(0.0, f64::max);
    match hip.contact {
        JointContact::Foundation(_) => {
            let strain = deepest / hip.thickness;
            if strain > LARGEST_STRAIN {
                outcome.warn(
                    Severity::Caution,
                    "large-strain",
                    format!(
                        "The liner is compressed by {:.1} % of its thickness: linear elasticity ends near {:.0} %.",
                        100.0 * strain,
                        100.0 * LARGEST_STRAIN
                    ),
                );
            }
            if let Some(text) = outside_comparison(hip, history) {
                outcome.warn(Severity::Note, "outside-comparison", text);
            }
        }
        JointContact::Hertz(_) => {
            let widest = history.frames.iter().map(|f| f.patch.radius).fold(0.0, f64::max);
            let share = widest / hip.head_radius;
            if share > 0.1 {
                outcome.warn(
                    Severity::Caution,
                    "hertz-not-valid",
                    format!(
                        "Hertz's law assumes a patch small against the radii, here it is {:.0} % of the head's radius: use the elastic \
                         foundation.",
                        100.0 * share
                    ),
                );
            }
        }
    }
}

/// The ranges in which the foundation has been compared with finite elements (validation cases askari2018-*).
fn outside_comparison(hip: &Hip, history: &History) -> Option<String> {
    let Implant { liner_material, layers, .. } = &hip.parameters.implant;
    let liner = liner_material.elastic()?;
    let force = history.frames.iter().map(|f| f.push.norm()).fold(0.0, f64::max);
    let checks = [
        ("cup radius", hip.cup_radius * 1e3, 14.0, 18.0, "mm"),
        ("liner thickness", hip.thickness * 1e3, 8.0, 16.0, "mm"),
        ("clearance", hip.clearance() * 1e6, 80.0, 200.0, "µm"),
        ("liner modulus", liner.modulus * 1e-9, 0.5, 2.0, "GPa"),
        ("Poisson's ratio", liner.poisson, 0.4, 0.4, ""),
        ("peak force", force, 250.0, 2000.0, "N"),
    ];
    let mut outside: Vec<String> = checks
        .iter()
        .filter(|(_, value, low, high, _)| *value < 0.99 * low || *value > 1.01 * high)
        .map(|(name, value, low, high, unit)| {
            let range = if low == high { format!("{low}") } else { format!("{low} to {high}") };
            format!("{name} {} {unit} (compared: {range})", three_digits(*value)).replace("  ", " ")
        })
        .collect();
    if !layers.is_empty() {
        outside.push("further layers".into());
    }
    (!outside.is_empty()).then(|| {
        format!(
            "Outside the range in which the elastic foundation has been compared with finite elements (there it is 6 % too low to 7 % too high in pressure and 3 to 14 % too wide): {}.",
            outside.join(", ")
        )
    })
}

/// A number with three significant digits.
fn three_digits(value: f64) -> String {
    let digits = (2 - value.abs().max(1e-12).log10().floor() as i32).clamp(0, 6) as usize;
    format!("{value:.digits$}")
}

fn motion(hip: &Hip, history: &History, outcome: &mut Outcome) {
    if history.time_apart > 0.0 {
        outcome.warn(
            Severity::Note,
            "contact-lost",
            format!(
                "Head and cup are apart for {:.3} ms of the recorded cycle, with {} impacts: frames may miss pressure peaks between them (the \
                 headline peak pressure is taken at four points of every step).",
                1e3 * history.time_apart,
                history.impacts
            ),
        );
    }
    if let (Some(periodicity), Experiment::Dynamic(case)) = (history.periodicity, hip.parameters.experiment.clone())
        && periodicity > case.periodic_within
    {
        outcome.warn(
                Severity::Caution,
                "not-periodic",
                format!(
                    "After {} cycles the motion still changes by {:.2} % of the peak indentation from one cycle to the next. Raise \
                     most-cycles, or the dissipation.",
                    history.cycles,
                    100.0 * periodicity
                ),
            );
    }
}
