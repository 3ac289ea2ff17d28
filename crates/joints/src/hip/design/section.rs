//! The bearing in section and the stem from the front, with their measures, as SVG.

use std::f64::consts::PI;

use super::{HipDesign, dual, orientation};
use crate::hip::parameters::Implant;
use crate::sheet::{Sheet, View, mm};

/// Sheet, in pixels.
const SIZE: [f64; 2] = [1000.0, 480.0];
/// Points of an arc, one a degree and a half.
const ARC_STEP: f64 = 0.026;

const STEEL: &str = "#44546a";
const PLASTIC: &str = "#1f77b4";
const GREY: &str = "#555";

/// A point of a circle around the centre of the cup, at an angle from its pole, which is below.
fn on(radius: f64, angle: f64) -> [f64; 2] {
    [radius * angle.sin(), -radius * angle.cos()]
}

/// Points of an arc about a centre, between directions from its pole.
fn arc(centre: [f64; 2], radius: f64, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
    let count = ((to - from).abs() / ARC_STEP).ceil().max(1.0) as usize;
    let at = |i: usize| on(radius, from + (to - from) * i as f64 / count as f64);
    (0..=count).map(at).map(|[x, y]| [centre[0] + x, centre[1] + y]).collect()
}

fn degrees(angle: f64) -> String {
    let text = format!("{:.1}", angle.to_degrees());
    format!("{}°", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Half of the section of a liner: from the pole along the bearing surface to its edge, over the face of the rim, and back
/// along its outside.
fn liner(design: &HipDesign, implant: &Implant, further: f64) -> Vec<[f64; 2]> {
    let joint = design.inner(implant);
    let (inner, angle) = (joint.rim_radius, joint.rim_angle + further);
    let outer = inner + implant.liner_thickness.si();
    let mut points;
    let face;
    if joint.rim_fillet > 0.0 {
        // A ball that touches the bearing surface from outside and the face from below.
        let q = joint.rim_fillet;
        face = -inner * angle.cos();
        let low = face - q;
        let centre = [((inner + q).powi(2) - low * low).max(0.0).sqrt(), low];
        let touch = centre[0].atan2(-low);
        points = arc([0.0; 2], inner, [0.0, touch]);
        points.extend(arc(centre, q, [touch - PI, -PI]));
    } else {
        points = arc([0.0; 2], inner, [0.0, angle]);
        let [x, y] = on(inner, angle);
        points.push([x + joint.chamfer, y + joint.chamfer]);
        face = y + joint.chamfer;
    }
    let edge = (outer * outer - face * face).max(0.0).sqrt().atan2(-face);
    points.extend(arc([0.0; 2], outer, [edge, 0.0]));
    points
}

/// The neck from where it leaves the head to the end of the drawing, on the axis that is upwards.
fn neck(design: &HipDesign, implant: &Implant, end: f64) -> [[f64; 2]; 4] {
    let joint = design.inner(implant);
    let radius = |s: f64| joint.neck_radius + (s - joint.rim_radius) * joint.taper.tan();
    let head = 0.5 * implant.head_diameter.si();
    let start = (head * head - joint.neck_radius.powi(2)).max(0.0).sqrt();
    [[-radius(end), end], [-radius(start), start], [radius(start), start], [radius(end), end]]
}

pub(super) fn draw(design: &HipDesign, implant: &Implant) -> String {
    let mut sheet = Sheet::new(SIZE, "The hip in section, with its measures");
    bearing(design, implant, &mut sheet);
    stem(design, implant, &mut sheet);
    sheet.finish()
}

/// Across the bearing: the axis of the cup is upright, its opening above. A lip is drawn on the right.
fn bearing(design: &HipDesign, implant: &Implant, sheet: &mut Sheet) {
    let joint = design.inner(implant);
    let outer = dual::outer_radius(implant);
    let view = View { origin: [250.0, 265.0], scale: 150.0 / outer, flip: 1.0 };
    sheet.text([250.0, 24.0], "middle", "#222", "Bearing in section, along the axis of the cup: mm");
    let further = joint.lip.map_or(0.0, |[further, ..]| further);
    let fill = format!(r##"fill="#dbe9f6" stroke="{PLASTIC}" stroke-width="1.6""##);
    let left = liner(design, implant, 0.0).into_iter().map(|[x, y]| [-x, y]);
    let right: Vec<[f64; 2]> = liner(design, implant, further);
    sheet.shape(&view, left, &fill);
    sheet.shape(&view, right, &fill);
    let end = 1.25 * outer.max(1.8 * joint.rim_radius);
    let head = arc([0.0; 2], 0.5 * implant.head_diameter.si(), [0.0, 2.0 * PI]);
    sheet.shape(&view, head, &format!(r##"fill="#eef0f3" stroke="{STEEL}" stroke-width="1.6""##));
    let upright = neck(design, implant, end);
    sheet.shape(&view, upright, &format!(r##"fill="#eef0f3" stroke="{STEEL}" stroke-width="1.6""##));
    // Where neck and rim meet.
    let swing = joint.half_oscillation();
    let turned = upright.map(|[x, y]| {
        let (sin, cos) = swing.sin_cos();
        [x * cos - y * sin, x * sin + y * cos]
    });
    sheet.line(&view, turned, &format!(r#"stroke="{STEEL}" stroke-width="1" stroke-dasharray="5 4""#));
    let swept = arc([0.0; 2], 0.93 * end, [PI, PI + swing]).into_iter();
    sheet.line(&view, swept, &format!(r#"stroke="{GREY}" stroke-width="0.8" marker-end="url(#tip)""#));
    let at = view.at(on(0.99 * end, PI + 0.5 * swing));
    sheet.text([at[0] - 4.0, at[1]], "end", GREY, &degrees(swing));
    if let Some(dual) = &design.dual_mobility {
        let half = 0.5 * dual.shell_coverage.si();
        sheet.line(&view, arc([0.0; 2], 1.03 * outer, [-half, half]), r##"stroke="#888" stroke-width="5""##);
        let at = view.at(on(1.03 * outer, 0.0));
        let words = format!("shell, covers {}", degrees(2.0 * half));
        sheet.text([at[0], at[1] + 40.0], "middle", GREY, &words);
    }
    let middle = view.at([0.0; 2]);
    sheet.text([middle[0], middle[1] + 4.0], "middle", STEEL, &format!("⌀ {}", mm(implant.head_diameter.si())));
    let top = view.at([0.0, 0.82 * end]);
    sheet.text(top, "middle", STEEL, &format!("⌀ {}", mm(2.0 * joint.neck_radius)));
    let way = 0.35;
    sheet.line(
        &view,
        [on(joint.rim_radius, way), on(outer, way)],
        &format!(r#"stroke="{GREY}" stroke-width="0.8" marker-end="url(#tip)" marker-start="url(#tip)""#),
    );
    let at = view.at(on(outer, way));
    sheet.text([at[0] + 6.0, at[1] + 12.0], "start", GREY, &mm(implant.liner_thickness.si()));
    let low = view.at([0.0, -outer]);
    let words = format!("covers {}, clearance {}", degrees(2.0 * joint.rim_angle), mm(implant.radial_clearance()));
    sheet.text([low[0], low[1] + 22.0], "middle", PLASTIC, &words);
    let edge = view.at(on(outer, -joint.rim_angle));
    let words = match (joint.rim_fillet > 0.0, joint.chamfer > 0.0) {
        (true, _) => format!("R {}", mm(joint.rim_fillet)),
        (false, true) => format!("{} × 45°", mm(joint.chamfer)),
        _ => "sharp edge".into(),
    };
    sheet.text([edge[0] - 6.0, edge[1] - 6.0], "end", PLASTIC, &words);
    if further > 0.0 {
        let at = view.at(on(outer, joint.rim_angle + further));
        sheet.text([at[0] + 8.0, at[1] - 4.0], "start", PLASTIC, &format!("lip, {} further", degrees(further)));
    }
}

/// A right hip seen from the front as in a picture of the pelvis: lateral is to the right.
fn stem(design: &HipDesign, implant: &Implant, sheet: &mut Sheet) {
    let joint = design.joint(implant, orientation(implant));
    let outer = dual::outer_radius(implant);
    let view = View { origin: [690.0, 175.0], scale: 70.0 / outer, flip: 1.0 };
    sheet.text([750.0, 24.0], "middle", "#222", "From the front, standing: a right hip, lateral to the right");
    let opening = [joint.opening.z, joint.opening.y];
    let turn = opening[0].atan2(opening[1]);
    // The pole is on the other side of the opening.
    let half = joint.rim_angle;
    let rotated = |[x, y]: [f64; 2]| [x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin()];
    for radius in [joint.rim_radius, outer] {
        let cup = arc([0.0; 2], radius, [-half, half]).into_iter().map(rotated);
        sheet.line(&view, cup, &format!(r#"stroke="{PLASTIC}" stroke-width="1.8""#));
    }
    let head = arc([0.0; 2], 0.5 * implant.head_diameter.si(), [0.0, 2.0 * PI]);
    sheet.line(&view, head, &format!(r#"stroke="{STEEL}" stroke-width="1.4""#));
    // Neck and shaft; how long the neck is does not matter here.
    let along = [joint.neck.z, joint.neck.y];
    let size = along[0].hypot(along[1]).max(1e-9);
    let length = 1.9 * outer;
    let knee = [along[0] / size * length, along[1] / size * length];
    let foot = [knee[0], knee[1] - 2.2 * outer];
    for points in [[[0.0; 2], knee], [knee, foot]] {
        let style = format!(
            r#"stroke="{STEEL}" stroke-opacity="0.25" stroke-linecap="round" stroke-width="{:.1}""#,
            2.0 * joint.neck_radius * view.scale
        );
        sheet.line(&view, points, &style);
        sheet.line(&view, points, &format!(r#"stroke="{STEEL}" stroke-width="0.9" stroke-dasharray="8 3 2 3""#));
    }
    let at = view.at(knee);
    let shaft = design.neck_shaft_angle.si();
    sheet.text([at[0] - 14.0, at[1] + 30.0], "end", STEEL, &degrees(shaft));
    // The plane of the opening against the horizontal.
    let inclination = implant.inclination.si();
    let rim = 1.5 * outer;
    let edge = [rim * inclination.cos(), rim * inclination.sin()];
    sheet.line(
        &view,
        [[-edge[0], -edge[1]], edge],
        &format!(r#"stroke="{GREY}" stroke-width="0.8" stroke-dasharray="4 4""#),
    );
    sheet.line(
        &view,
        [[-rim, 0.0], [-0.2 * rim, 0.0]],
        &format!(r#"stroke="{GREY}" stroke-width="0.8" stroke-dasharray="4 4""#),
    );
    let at = view.at([-0.95 * rim, -0.35 * rim * inclination.sin()]);
    sheet.text([at[0] - 8.0, at[1]], "end", GREY, &format!("inclination {}", degrees(inclination)));
    let words = [
        format!(
            "anteversion of the cup {}, of the stem {}",
            degrees(implant.anteversion.si()),
            degrees(design.stem_anteversion.si())
        ),
        format!(
            "neck widens by {}, head {} mm further out",
            degrees(design.neck_taper.si()),
            mm(design.head_offset.si())
        ),
    ];
    for (i, words) in words.iter().enumerate() {
        sheet.text([750.0, 440.0 + 18.0 * i as f64], "middle", GREY, words);
    }
}
