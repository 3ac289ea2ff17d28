//! Neck, stem and rim of a hip: how far it moves before neck and rim meet, and how far its head must jump.
//!
//! ```
//! use joints::hip::design::HipDesign;
//! use joints::hip::parameters::Implant;
//!
//! assert!(HipDesign::default().draw(&Implant::default()).starts_with("<svg"));
//! ```

mod check;
mod dual;
mod map;
mod neck;
mod parameters;
mod range;
mod section;
#[cfg(test)]
mod tests;

use mechanics::contact as raised;
use mechanics::geometry::CupOrientation;
use results::{Figure, Outcome, Plot};

use super::parameters::Implant;
pub use dual::DualMobility;
pub(super) use dual::Turned;
pub use neck::{Levered, NeckContact};
pub use parameters::{HipDesign, Lip, Required};
pub use range::{Joint, Motion, compute_jump_distance};

/// How the cup lies.
fn orientation(implant: &Implant) -> CupOrientation {
    CupOrientation { inclination: implant.inclination.si(), anteversion: implant.anteversion.si() }
}

impl HipDesign {
    /// Neck and rim of an implant at an orientation of the cup; the rim of the shell, where the liner is mobile.
    pub fn joint(&self, implant: &Implant, cup: CupOrientation) -> Joint {
        let inner = Joint { opening: cup.opening(), ..self.inner(implant) };
        let Some(dual) = &self.dual_mobility else { return inner };
        let (rim_angle, rim_radius) = (0.5 * dual.shell_coverage.si(), dual::outer_radius(implant));
        // The same neck, which is thicker where it passes the shell.
        let neck_radius = inner.neck_radius + (rim_radius - inner.rim_radius) * inner.taper.tan();
        Joint { neck_radius, rim_angle, rim_radius, chamfer: 0.0, rim_fillet: 0.0, lip: None, ..inner }
    }

    /// Radius of the neck where it passes the rim, with a head that sits further out or in.
    fn neck_radius(&self) -> f64 {
        0.5 * self.neck_diameter.si() - self.head_offset.si() * (0.5 * self.neck_taper.si()).tan()
    }

    /// Neck and rim of the bearing of the head.
    fn inner(&self, implant: &Implant) -> Joint {
        Joint {
            neck_radius: self.neck_radius(),
            rim_fillet: self.rim_radius.si(),
            taper: 0.5 * self.neck_taper.si(),
            rim_angle: 0.5 * implant.coverage.si(),
            rim_radius: 0.5 * implant.head_diameter.si() + implant.radial_clearance(),
            chamfer: self.chamfer.si(),
            lip: self.lip.map(|lip| [lip.angle.si(), lip.towards.si(), 0.5 * lip.width.si()]),
            opening: orientation(implant).opening(),
            neck: range::neck(self.neck_shaft_angle.si(), self.stem_anteversion.si()),
        }
    }

    /// The lip as the contact meets it.
    pub(super) fn raised_rim(&self, implant: &Implant) -> Option<raised::Lip> {
        let lip = self.lip?;
        let [_, top, back] = self.inner(implant).axes();
        let (sin, cos) = lip.towards.si().sin_cos();
        Some(raised::Lip { angle: lip.angle.si(), middle: top * cos + back * sin, half_width: 0.5 * lip.width.si() })
    }

    /// Ranges, safe zone and jump distance as headline numbers.
    pub(super) fn headline(&self, implant: &Implant, outcome: &mut Outcome) {
        let cup = orientation(implant);
        let joint = self.joint(implant, cup);
        if self.dual_mobility.is_some() {
            let inner = 2.0 * self.inner(implant).half_oscillation();
            outcome.push("inner_oscillation_angle_rad", "Oscillation angle of the neck in the mobile liner", inner);
        }
        outcome.push(
            "oscillation_angle_rad",
            "Oscillation angle of the neck in the cup",
            2.0 * joint.half_oscillation(),
        );
        for motion in Motion::ALL {
            let (name, label) = motion.words();
            outcome.push(&format!("{name}_range_rad"), label, joint.compute_range(motion));
        }
        let least = self.required.motions().into_iter().map(|(motion, angle)| joint.compute_range(motion) - angle);
        outcome.push(
            "impingement_margin_rad",
            "Least range beyond what is required",
            least.fold(f64::INFINITY, f64::min),
        );
        let [lewinnek, map] = map::shares(self, implant);
        outcome.push("lewinnek_free_ratio", "Share of Lewinnek's box in which every required range is free", lewinnek);
        outcome.push("safe_zone_ratio", "Share of the map of orientations in which every required range is free", map);
        let (offset, shaft) = (self.head_offset.si(), self.neck_shaft_angle.si());
        if offset != 0.0 {
            let label = "Further from the midline is the femur than with a head without offset";
            outcome.push("femoral_offset_change_m", label, offset * shaft.sin());
            outcome.push("leg_length_change_m", "Longer is the leg than with such a head", -offset * shaft.cos());
        }
        outcome.push("jump_distance_m", "Jump distance of the head", joint.compute_jump_distance(cup.inclination));
        if let Some(over) = joint.compute_jump_distance_over_lip(cup.inclination) {
            outcome.push("lip_jump_distance_m", "Jump distance over the middle of the lip", over);
        }
    }

    /// The safe zone, and the jump distance by inclination.
    pub(super) fn figures(&self, implant: &Implant) -> Vec<Figure> {
        let bearing = Figure {
            title: "The hip with its measures".into(),
            caption: "Left: the bearing in section; dashed, the neck where it meets the rim. Right: cup and stem from the front."
                .into(),
            plot: Plot::Drawing { svg: self.draw(implant) },
        };
        let zone = Figure {
            title: "Safe zone of the cup and jump distance".into(),
            caption: "Left: by how much the tightest required motion is free before neck and rim meet; grey: it is not; white \
                      box: Lewinnek1978; cross: this cup. Right: how far the head's centre must move sideways before it leaves the cup \
                      (Sariali2009)."
                .into(),
            plot: Plot::Drawing { svg: map::draw(self, implant) },
        };
        vec![bearing, zone]
    }

    /// The bearing in section and the stem from the front, with their measures, as SVG.
    pub fn draw(&self, implant: &Implant) -> String {
        section::draw(self, implant)
    }
}
