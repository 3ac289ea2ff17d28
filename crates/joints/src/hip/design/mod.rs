//! Neck, stem and rim of a hip: how far it moves before neck and rim meet, and how far its head must jump.

mod dual;
mod map;
mod neck;
mod parameters;
mod range;

use mechanics::geometry::CupOrientation;
use results::{Figure, Outcome, Plot};

use super::parameters::Implant;
use crate::Problem;
pub use dual::DualMobility;
pub use neck::{Levered, NeckContact};
pub use parameters::{HipDesign, Lip, Required};
pub use range::{Joint, Motion, compute_jump_distance};

/// A neck that is thinner cannot be meant, in m.
const THINNEST_NECK: f64 = 1e-3;

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
        Joint { rim_angle, rim_radius, chamfer: 0.0, rim_fillet: 0.0, lip: None, ..inner }
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

    /// What cannot be.
    pub(super) fn check(&self, implant: &Implant, found: &mut Vec<Problem>) {
        let path = |field: &str| format!("implant.design.{field}");
        let (head, neck) = (implant.head_diameter, self.neck_diameter);
        if neck.si() > 0.0 && neck.si() < THINNEST_NECK {
            let message = format!("a neck of {neck} cannot be meant");
            found.push(Problem::new(path("neck-diameter"), message, "necks are 9 to 14 mm thick: check the unit"));
        }
        if !(neck.si() > 0.0 && neck.si() < head.si()) {
            let message = format!("the neck is {neck} thick and the head {head}: the head would not hold on it");
            let hint = format!("a neck of less than {head}, or a head of more than {neck}; necks are 9 to 14 mm thick");
            found.push(Problem::new(path("neck-diameter"), message, hint));
        }
        let degrees = |angle: quantity::Angle| angle.si().to_degrees();
        if !(0.0..=40.0).contains(&degrees(self.neck_taper)) {
            let message = format!("the neck widens by {}", self.neck_taper);
            found.push(Problem::new(path("neck-taper"), message, "between 0 and 40 deg; tapers have about 4 to 6 deg"));
        } else if !(self.head_offset.si().abs() <= 0.03) {
            let message = format!("the head sits {} further out", self.head_offset);
            found.push(Problem::new(path("head-offset"), message, "between -30 and 30 mm; heads have -4 to 12 mm"));
        } else if neck.si() > 0.0 && !(self.neck_radius() > 0.5 * THINNEST_NECK && self.neck_radius() < 0.5 * head.si())
        {
            let (offset, taper) = (self.head_offset, self.neck_taper);
            let slope = (0.5 * taper.si()).tan();
            let [least, most] = [0.5 * (neck.si() - head.si()) / slope, 0.5 * (neck.si() - THINNEST_NECK) / slope];
            let message = format!(
                "a neck of {neck} that widens by {taper} is {:.3} mm thick at the rim of a head that sits {offset} further out",
                2e3 * self.neck_radius()
            );
            let hint = format!("a head-offset between {:.1} and {:.1} mm, or a smaller taper", 1e3 * least, 1e3 * most);
            found.push(Problem::new(path("head-offset"), message, hint));
        }
        if !(self.rim_radius.si() >= 0.0 && self.rim_radius.si() < implant.liner_thickness.si()) {
            let (rim, liner) = (self.rim_radius, implant.liner_thickness);
            let message = format!("an edge of {rim} on a liner that is {liner} thick");
            found.push(Problem::new(path("rim-radius"), message, format!("between 0 mm and {liner}")));
        }
        if self.rim_radius.si() > 0.0 && self.chamfer.si() > 0.0 {
            let message =
                format!("both a chamfer of {} and a round edge of {} are given", self.chamfer, self.rim_radius);
            found.push(Problem::new(path("rim-radius"), message, "keep one of them, and 0 mm for the other"));
        }
        if !(degrees(self.stem_anteversion).abs() <= 90.0) {
            let message = format!("the neck points {} forwards", self.stem_anteversion);
            let hint = "between -90 and 90 deg; stems are placed near 15 deg";
            found.push(Problem::new(path("stem-anteversion"), message, hint));
        }
        let Required { flexion, extension, internal_rotation, external_rotation } = self.required;
        for (name, angle) in [
            ("flexion", flexion),
            ("extension", extension),
            ("internal-rotation", internal_rotation),
            ("external-rotation", external_rotation),
        ] {
            if !(0.0..=180.0).contains(&degrees(angle)) {
                let message = format!("a range of {angle} is asked for");
                let hint = "between 0 and 180 deg; daily life asks for 110, 30, 30 and 40 deg";
                found.push(Problem::new(path(&format!("required.{name}")), message, hint));
            }
        }
        if !(degrees(self.neck_shaft_angle) > 90.0 && degrees(self.neck_shaft_angle) < 180.0) {
            let message = format!("the neck leaves the stem at {}", self.neck_shaft_angle);
            found.push(Problem::new(
                path("neck-shaft-angle"),
                message,
                "between 90 and 180 deg; stems have 125 to 135 deg",
            ));
        }
        if !(self.chamfer.si() >= 0.0 && self.chamfer.si() < implant.liner_thickness.si()) {
            let (chamfer, liner) = (self.chamfer, implant.liner_thickness);
            let message = format!("a chamfer of {chamfer} on a liner that is {liner} thick");
            found.push(Problem::new(path("chamfer"), message, format!("between 0 mm and {liner}")));
        }
        if let Some(dual) = &self.dual_mobility {
            let (shell, neck_in_liner) = (dual.shell_coverage, self.inner(implant).half_oscillation());
            if !(degrees(shell) > 0.0 && degrees(shell) < 300.0) {
                let message = format!("the shell covers {shell} of the liner");
                found.push(Problem::new(path("dual-mobility.shell-coverage"), message, "shells cover 160 to 190 deg"));
            }
            if !(neck_in_liner > 0.0) {
                let most = 360.0 - 2.0 * (neck.si() / head.si()).min(1.0).asin().to_degrees();
                let message = format!(
                    "a neck of {neck} does not move in a liner that covers {} of a head of {head}",
                    implant.coverage
                );
                found.push(Problem::new("implant.coverage", message, format!("a coverage of less than {most:.1} deg")));
            }
        }
        if let Some(lip) = &self.lip {
            let covered = 0.5 * degrees(implant.coverage);
            if !(lip.angle.si() > 0.0 && covered + degrees(lip.angle) < 150.0) {
                let message = format!("a lip of {} on a cup that covers {}", lip.angle, implant.coverage);
                let hint = format!("more than 0 deg and less than {:.1} deg", 150.0 - covered);
                found.push(Problem::new(path("lip.angle"), message, hint));
            }
            if !(lip.width.si() > 0.0 && degrees(lip.width) < 360.0) {
                let message = format!("a lip that is {} wide", lip.width);
                found.push(Problem::new(path("lip.width"), message, "between 0 and 360 deg around the rim"));
            }
        }
        if found.is_empty() {
            let joint = self.joint(implant, orientation(implant));
            if !(joint.half_oscillation() > 0.0) {
                let message = format!(
                    "a neck of {neck} does not move in a cup that covers {} of a head of {head}",
                    implant.coverage
                );
                let widest = 360.0 - 2.0 * (0.5 * neck.si() / joint.rim_radius).asin().to_degrees();
                found.push(Problem::new(
                    path("neck-diameter"),
                    message,
                    format!("a coverage of less than {widest:.1} deg"),
                ));
            } else if joint.margin(&joint.neck) < 0.0 {
                let message = format!(
                    "standing upright the neck already lies on the rim: inclination {}, anteversion {}, neck at {}",
                    implant.inclination, implant.anteversion, self.neck_shaft_angle
                );
                found.push(Problem::new(
                    "implant.inclination",
                    message,
                    "cups are placed near 40 deg of inclination and 15 deg of anteversion",
                ));
            }
        }
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
        outcome.push(
            "lewinnek_free_ratio",
            "Share of Lewinnek's box in which every required range is free",
            map::share(self, implant),
        );
        let (offset, shaft) = (self.head_offset.si(), self.neck_shaft_angle.si());
        if offset != 0.0 {
            let label = "Further from the midline is the femur than with a head without offset";
            outcome.push("femoral_offset_change_m", label, offset * shaft.sin());
            outcome.push("leg_length_change_m", "Longer is the leg than with such a head", -offset * shaft.cos());
        }
        outcome.push("jump_distance_m", "Jump distance of the head", joint.compute_jump_distance(cup.inclination));
    }

    /// The safe zone, and the jump distance by inclination.
    pub(super) fn figures(&self, implant: &Implant) -> Vec<Figure> {
        vec![Figure {
            title: "Safe zone of the cup and jump distance".into(),
            caption: "Left: by how much the tightest required motion is free before neck and rim meet; grey: it is not; white \
                      box: Lewinnek1978; cross: this cup. Right: how far the head's centre must move sideways before it leaves the cup \
                      (Sariali2009)."
                .into(),
            plot: Plot::Drawing { svg: map::draw(self, implant) },
        }]
    }
}
