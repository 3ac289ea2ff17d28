//! What neck, stem and rim cannot be: each time the two measures that conflict, and the nearest that do not.

use mechanics::geometry::CupOrientation;

use super::range::Joint;
use super::{HipDesign, Required, orientation};
use crate::Problem;
use crate::hip::parameters::Implant;

/// A neck that is thinner cannot be meant, in m.
const THINNEST_NECK: f64 = 1e-3;

impl HipDesign {
    /// What cannot be.
    pub(in crate::hip) fn check(&self, implant: &Implant, found: &mut Vec<Problem>) {
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
        } else if neck.si() > 0.0
            && neck.si() < head.si()
            && !(self.neck_radius() > 0.5 * THINNEST_NECK && self.neck_radius() < 0.5 * head.si())
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
        let (covers, held) = match &self.dual_mobility {
            Some(dual) => ("implant.design.dual-mobility.shell-coverage", dual.shell_coverage),
            None => ("implant.coverage", implant.coverage),
        };
        let inclination = degrees(implant.inclination);
        if inclination.abs() <= 90.0 && degrees(held) > 0.0 && !(0.5 * degrees(held) > inclination) {
            let message = format!(
                "a cup that covers {held} at an inclination of {} does not hold its head: its rim does not reach beyond the top of the head",
                implant.inclination
            );
            let hint = format!(
                "a coverage of more than {:.1} deg, or an inclination of less than {:.1} deg",
                2.0 * inclination,
                0.5 * degrees(held)
            );
            // A hemisphere, or more, is not what is unusual.
            let field = if degrees(held) < 180.0 { covers } else { "implant.inclination" };
            found.push(Problem::new(field, message, hint));
        }
        if let Some(dual) = &self.dual_mobility {
            let (shell, neck_in_liner) = (dual.shell_coverage, self.inner(implant).half_oscillation());
            if !(degrees(shell) > 0.0 && degrees(shell) < 300.0) {
                let message = format!("the shell covers {shell} of the liner");
                found.push(Problem::new(
                    path("dual-mobility.shell-coverage"),
                    message,
                    "more than 0 deg and less than 300 deg; shells cover 160 to 190 deg",
                ));
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
        if let (Some(_), Some(_)) = (&self.lip, &self.dual_mobility) {
            let message = "a mobile liner turns in its shell, and a lip on one side of it is given";
            found.push(Problem::new(path("lip"), message, "leave one of them out: lip or dual-mobility"));
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
                found.push(self.blocked_upright(implant, &joint));
            }
        }
    }

    /// A neck that lies on the rim while the hip stands upright: both angles, and what would free it.
    fn blocked_upright(&self, implant: &Implant, joint: &Joint) -> Problem {
        let tilt = joint.neck.dot(&joint.opening).clamp(-1.0, 1.0).acos();
        let cone = joint.half_oscillation();
        let stands = format!("standing upright the neck is {:.1} deg from the axis of the cup", tilt.to_degrees());
        // Without the lip it would be free: the lip is what is in the way.
        if let Some(lip) = self.lip.filter(|_| tilt <= cone) {
            let free = |angle: f64| {
                let lower = Joint { lip: joint.lip.map(|[_, towards, half]| [angle, towards, half]), ..*joint };
                lower.margin(&lower.neck) >= 0.0
            };
            let (mut least, mut most) = (0.0, lip.angle.si());
            for _ in 0..30 {
                let middle = 0.5 * (least + most);
                if free(middle) { least = middle } else { most = middle }
            }
            let message = format!("{stands}, on a lip that reaches {} beyond the rim", lip.angle);
            let hint = format!("a lip of at most {:.1} deg, or one that lies elsewhere", 0.999 * least.to_degrees());
            return Problem::new("implant.design.lip.angle", message, hint);
        }
        let (field, covers) = match &self.dual_mobility {
            Some(dual) => ("implant.design.dual-mobility.shell-coverage", dual.shell_coverage),
            None => ("implant.coverage", implant.coverage),
        };
        let least = 2.0 * (0.5 * covers.si() - (tilt - cone)).to_degrees();
        let free = |inclination: f64| {
            let cup = CupOrientation { inclination: inclination.to_radians(), anteversion: implant.anteversion.si() };
            let turned = self.joint(implant, cup);
            turned.margin(&turned.neck) >= 0.0
        };
        let mine = implant.inclination.si().to_degrees();
        // The nearest inclination in steps of half a degree.
        let near = (1..=180).map(|i| 0.5 * f64::from(i)).flat_map(|d| [mine - d, mine + d]);
        let freed = near.filter(|i| (0.0..=90.0).contains(i)).find(|i| free(*i));
        let also = freed.map_or(String::new(), |i| format!(", or an inclination of {i:.1} deg"));
        let message = format!(
            "{stands} at an inclination of {}, and its rim, which covers {covers}, leaves {:.1} deg",
            implant.inclination,
            cone.to_degrees()
        );
        let chamfered = self.chamfer.si() > 0.0 || self.rim_radius.si() > 0.0;
        let about = if chamfered { "about " } else { "" };
        Problem::new(field, message, format!("a coverage of less than {about}{:.1} deg{also}", least.max(0.0)))
    }
}
