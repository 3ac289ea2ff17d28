//! Dual mobility: a head in a mobile liner, which turns in a shell.
//!
//! The head turns in the liner, whose friction has the shorter arm, until the neck meets the liner's rim; then the neck takes
//! the liner with it. So the liner's axis **a** stays where it is while the neck **n** is within the cone of the inner
//! bearing, `∠(n, a) ≤ β`, and otherwise follows on the great circle to **n** until the angle is β again: play.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | β | half of the inner oscillation angle | rad |
//! | R | `outer_radius`, of the mobile liner | m |
//!
//! Where the neck comes to the rim of the shell it meets that, in equations of motion: the force of `NeckContact`, neck and
//! shell both of the head's material, levers head and liner out of the shell as one body.
//!
//! *Assumes* that the outer bearing slides only where the neck pushes the liner, without a moment on the neck, and that it
//! neither gives way nor has play across. *Pitfalls*: scar tissue can hold a liner, and
//! a worn inner bearing can turn harder than the outer one; then the shares are others.
//! *Checked by* the closed form of a swing in one plane, and by cones.

use nalgebra::{Matrix3, Rotation3, Vector3};
use quantity::Angle;
use results::{Outcome, Severity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::HipDesign;
use crate::hip::parameters::Implant;

/// A second articulation: the liner, as thick as `liner-thickness`, is mobile and turns in a shell. `coverage` is that of the liner over the head.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct DualMobility {
    /// How far the shell covers the liner.
    pub shell_coverage: Angle,
}

impl Default for DualMobility {
    fn default() -> Self {
        Self { shell_coverage: Angle::degrees(180.0) }
    }
}

/// Outer radius of the liner, in m.
pub(super) fn outer_radius(implant: &Implant) -> f64 {
    0.5 * implant.head_diameter.si() + implant.radial_clearance() + implant.liner_thickness.si()
}

/// An instant of a cycle: how the femur is turned, and the push of the bearing on the head.
pub(in crate::hip) type Turned = (Matrix3<f64>, Vector3<f64>);

/// What both bearings do over a cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Shared {
    /// How far the liner turns in its shell, in rad.
    turn: f64,
    /// Force times angle of sliding where the bearings press, in N rad: of the head in a liner that stands still, of the head
    /// in the liner as it moves, and of the liner in its shell.
    still: f64,
    inner: f64,
    outer: f64,
}

/// How a liner with play is taken along while the neck goes through a closed cycle; in the second cycle, so that it no longer
/// matters where the liner was before.
fn drag(cycle: &[Turned], neck: &Vector3<f64>, cone: f64) -> Shared {
    let Some((first, _)) = cycle.first() else { return Shared::default() };
    let (mut axis, mut shared) = (first * neck, Shared::default());
    for lap in 0..2 {
        for pair in cycle.windows(2) {
            let [(before, push_before), (after, push_after)] = [pair[0], pair[1]];
            let to = after * neck;
            let angle = axis.cross(&to).norm().atan2(axis.dot(&to));
            let mut liner = Vector3::zeros();
            if angle > cone {
                // On the great circle from the axis to the neck.
                let across = (to - axis * axis.dot(&to)).normalize();
                let by = angle - cone;
                liner = axis.cross(&across) * by;
                axis = (axis * by.cos() + across * by.sin()).normalize();
            }
            if lap == 0 {
                continue;
            }
            let head = Rotation3::from_matrix_unchecked(after * before.transpose()).scaled_axis();
            let push = 0.5 * (push_before + push_after);
            let slides = |turned: Vector3<f64>| turned.cross(&push).norm();
            shared.turn += liner.norm();
            shared.still += slides(head);
            shared.inner += slides(head - liner);
            shared.outer += slides(liner);
        }
    }
    shared
}

impl HipDesign {
    /// What the neck does over a cycle: how near it comes to the rim, and how far it takes a mobile liner along.
    /// `levers` says that the force between them was computed, `factor` is that of wear where it is a constant.
    pub(in crate::hip) fn follow_cycle(
        &self,
        implant: &Implant,
        cycle: &[Turned],
        (levers, factor): (bool, Option<f64>),
        outcome: &mut Outcome,
    ) {
        let joint = self.joint(implant, super::orientation(implant));
        let necks: Vec<Vector3<f64>> = cycle.iter().map(|(turned, _)| turned * joint.neck).collect();
        let least = necks.iter().map(|neck| joint.margin(neck)).fold(f64::INFINITY, f64::min);
        outcome.push("neck_clearance_rad", "Least angle between neck and rim over the cycle", least);
        if least < 0.0 {
            let (what, out) = match self.dual_mobility {
                Some(_) => ("Neck and shell", "head and mobile liner, which go as one, out of the shell"),
                None => ("Neck and rim", "the head out of the cup"),
            };
            let said = if levers {
                format!(
                    "their contact levers {out}. Where the head is out of its bed, sliding and wear are counted as if it touched \
                     where its centre has gone to."
                )
            } else {
                "the motion is followed as if they did not touch, without the force between them and the levering out of the \
                 head. Hint: [hip.experiment.dynamic] computes it."
                    .into()
            };
            let text = format!(
                "{what} would overlap by {:.1} degrees in this cycle if the head stayed in the middle: {said}",
                -least.to_degrees()
            );
            outcome.warn(Severity::Caution, "neck-meets-rim", text);
        }
        if self.dual_mobility.is_none() {
            return;
        }
        let shared = drag(cycle, &joint.neck, self.inner(implant).half_oscillation());
        let outer = outer_radius(implant);
        let mut push = |name: &str, label: &str, value: f64| outcome.push(name, label, value);
        push(
            "outer_sliding_distance_m",
            "Sliding of the mobile liner in its shell, largest, over a cycle",
            shared.turn * outer,
        );
        push(
            "outer_load_times_sliding_N_m",
            "Work of contact force times sliding of the outer bearing, per cycle",
            shared.outer * outer,
        );
        let left = if shared.still > 0.0 { shared.inner / shared.still } else { 1.0 };
        push(
            "inner_sliding_ratio",
            "Share of force times sliding that a moving liner leaves to the inner bearing",
            left,
        );
        if let Some(factor) = factor {
            let outer_wear = 1e6 * factor * shared.outer * outer;
            push(
                "outer_wear_volume_per_million_cycles_m3",
                "Worn volume of the outer bearing per million cycles",
                outer_wear,
            );
            if let Some(inner_wear) = outcome.value("wear_volume_per_million_cycles_m3") {
                let both = inner_wear * left + outer_wear;
                let label = "Worn volume of both bearings per million cycles, with the liner as it moves";
                outcome.push("both_wear_volume_per_million_cycles_m3", label, both);
            }
        }
        if shared.turn > 0.0 {
            let text = format!(
                "The neck takes the mobile liner along by {:.1} degrees a cycle. Maps, sliding and worn volume of the inner bearing \
                 are those of a liner that stands still; of its force times sliding, {:.0} % are left when the liner moves, and \
                 the outer bearing slides instead (inner_sliding_ratio, outer_load_times_sliding_N_m).",
                shared.turn.to_degrees(),
                1e2 * left
            );
            outcome.warn(Severity::Caution, "mobile-liner-moves", text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A swing of ±A about one axis with play ±β moves the liner by 2(A − β) to and fro; the head slides in it by 2β then, and
    /// the liner in its shell by the rest.
    #[test]
    fn a_liner_with_play_moves_by_the_closed_form() {
        let push = Vector3::new(0.0, -700.0, 0.0);
        let swing = |amplitude: f64| -> Vec<Turned> {
            let angle = |i: u32| amplitude * (std::f64::consts::TAU * f64::from(i) / 400.0).sin();
            (0..=400).map(|i| (Rotation3::from_axis_angle(&Vector3::z_axis(), angle(i)).into_inner(), push)).collect()
        };
        let down = -Vector3::y();
        for (amplitude, cone) in [(0.7, 0.5), (0.9, 0.2), (0.3, 0.1)] {
            let Shared { turn, still, inner, outer } = drag(&swing(amplitude), &down, cone);
            assert!((turn - 4.0 * (amplitude - cone)).abs() < 1e-9, "{amplitude}, {cone}: {turn}");
            assert!((still - 700.0 * 4.0 * amplitude).abs() < 1e-9 * still);
            assert!((outer - 700.0 * 4.0 * (amplitude - cone)).abs() < 1e-9 * still);
            // The step in which the liner is taken along is split between both bearings.
            assert!((inner - 700.0 * 4.0 * cone).abs() < 1e-9 * still, "{inner}");
        }
        let Shared { turn, still, inner, outer } = drag(&swing(0.4), &down, 0.5);
        assert_eq!((turn, outer), (0.0, 0.0), "within the play nothing moves");
        assert_eq!(inner, still);
    }

    /// The whole joint swings as a head as large as the liner would; its inner bearing as the head in the liner.
    #[test]
    fn a_mobile_liner_swings_like_a_head_of_its_size() {
        use quantity::Length;
        let implant = Implant {
            head_diameter: Length::millimetres(28.0),
            liner_thickness: Length::millimetres(8.0),
            clearance: Some(Length::millimetres(0.0)),
            ..Implant::default()
        };
        let design = HipDesign { dual_mobility: Some(DualMobility::default()), ..HipDesign::default() };
        let neck = design.neck_diameter.si();
        let free = |diameter: f64| std::f64::consts::FRAC_PI_2 - (neck / diameter).asin();
        let joint = design.joint(&implant, super::super::orientation(&implant));
        assert!((joint.half_oscillation() - free(44e-3)).abs() < 1e-12);
        let covered = 0.5 * implant.coverage.si();
        let inner = std::f64::consts::PI - covered - (neck / 28e-3).asin();
        assert!((design.inner(&implant).half_oscillation() - inner).abs() < 1e-12);
        // A neck that widens: where a point of the shell's rim lies on the cone, `ρ sin ψ = r + (ρ cos ψ − 14 mm) tan τ`.
        let tapered = HipDesign { neck_taper: Angle::degrees(6.0), ..design };
        let on = |psi: f64| 22e-3 * psi.sin() - 0.5 * neck - (22e-3 * psi.cos() - 14e-3) * 3f64.to_radians().tan();
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if on(middle) < 0.0 { low = middle } else { high = middle }
        }
        let swing = tapered.joint(&implant, super::super::orientation(&implant)).half_oscillation();
        assert!((swing - (std::f64::consts::FRAC_PI_2 - low)).abs() < 1e-9, "{swing} {low}");
        // 2 R sin(¼π) at an inclination of 0 for a hemisphere [Sariali2009].
        assert!((joint.compute_jump_distance(0.0) - 44e-3 * 0.5f64.sqrt()).abs() < 1e-12);
    }
}
