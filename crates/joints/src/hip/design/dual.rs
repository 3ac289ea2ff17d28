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
//! *Assumes* that the outer bearing slides only where the neck pushes the liner. *Pitfalls*: scar tissue can hold a liner, and
//! a worn inner bearing can turn harder than the outer one; then the shares are others.
//! *Checked by* the closed form of a swing in one plane, and by cones.

use nalgebra::Vector3;
use quantity::Angle;
use results::{Outcome, Severity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::HipDesign;
use crate::hip::motion::rotation;
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

/// How far a liner turns in its shell while the neck goes through a closed cycle, in rad; after one cycle, so that it no longer
/// matters where the liner was before.
fn dragged(necks: &[Vector3<f64>], cone: f64) -> f64 {
    let Some(first) = necks.first() else { return 0.0 };
    let (mut axis, mut way) = (*first, 0.0);
    for lap in 0..2 {
        for neck in necks {
            let angle = axis.cross(neck).norm().atan2(axis.dot(neck));
            if angle > cone {
                // On the great circle from the axis to the neck.
                let across = (neck - axis * axis.dot(neck)).normalize();
                let by = angle - cone;
                axis = (axis * by.cos() + across * by.sin()).normalize();
                way += if lap == 1 { by } else { 0.0 };
            }
        }
    }
    way
}

impl HipDesign {
    /// What the neck does over a cycle: how near it comes to the rim, and how far it takes a mobile liner along.
    /// `levers` says that the force between them was computed.
    pub(in crate::hip) fn follow_cycle(
        &self,
        implant: &Implant,
        angles: &[[f64; 3]],
        levers: bool,
        outcome: &mut Outcome,
    ) {
        let joint = self.joint(implant, super::orientation(implant));
        let necks: Vec<Vector3<f64>> = angles.iter().map(|angles| rotation(angles) * joint.neck).collect();
        let least = necks.iter().map(|neck| joint.margin(neck)).fold(f64::INFINITY, f64::min);
        outcome.push("neck_clearance_rad", "Least angle between neck and rim over the cycle", least);
        if least < 0.0 {
            let said = if levers {
                "their contact levers the head out of the cup. Where the head is out of its bed, sliding and wear are counted as if \
                 it touched where its centre has gone to."
            } else {
                "the motion is followed as if they did not touch, without the force between them and the levering out of the \
                 head. Hint: [hip.experiment.dynamic] computes it."
            };
            let text = format!(
                "Neck and rim would overlap by {:.1} degrees in this cycle if the head stayed in the middle: {said}",
                -least.to_degrees()
            );
            outcome.warn(Severity::Caution, "neck-meets-rim", text);
        }
        if self.dual_mobility.is_none() {
            return;
        }
        let turn = dragged(&necks, self.inner(implant).half_oscillation());
        outcome.push(
            "outer_sliding_distance_m",
            "Sliding of the mobile liner in its shell, largest, over a cycle",
            turn * outer_radius(implant),
        );
        if turn > 0.0 {
            let text = format!(
                "The neck takes the mobile liner along by {:.1} degrees a cycle. Sliding and wear of the inner bearing are \
                 computed as if the liner stood still: they are too large by what the outer bearing takes over.",
                turn.to_degrees()
            );
            outcome.warn(Severity::Caution, "mobile-liner-moves", text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A swing of ±A in one plane with play ±β moves the liner by 2(A − β) to and fro.
    #[test]
    fn a_liner_with_play_moves_by_the_closed_form() {
        let swing = |amplitude: f64| -> Vec<Vector3<f64>> {
            let angle = |i: u32| amplitude * (std::f64::consts::TAU * f64::from(i) / 400.0).sin();
            (0..400).map(|i| Vector3::new(angle(i).sin(), angle(i).cos(), 0.0)).collect()
        };
        for (amplitude, cone) in [(0.7, 0.5), (0.9, 0.2), (0.3, 0.1)] {
            let way = dragged(&swing(amplitude), cone);
            assert!((way - 4.0 * (amplitude - cone)).abs() < 1e-9, "{amplitude}, {cone}: {way}");
        }
        assert_eq!(dragged(&swing(0.4), 0.5), 0.0, "within the play nothing moves");
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
        // 2 R sin(¼π) at an inclination of 0 for a hemisphere [Sariali2009].
        assert!((joint.compute_jump_distance(0.0) - 44e-3 * 0.5f64.sqrt()).abs() < 1e-12);
    }
}
