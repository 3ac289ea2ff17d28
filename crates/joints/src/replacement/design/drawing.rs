//! Sections of a design with their radii, as SVG.

use mechanics::geometry::design::{Arcs, Moulding, SIDES};
use nalgebra::{Point3, Vector3};

use super::Designed;
use crate::sheet::{Sheet, View, mm};

/// Pixels per metre.
const SCALE: f64 = 5_200.0;
/// Sheet, in pixels.
const SIZE: [f64; 2] = [1000.0, 440.0];
/// Chords of the drawn curves, in m.
const SAGITTA: f64 = 5e-6;

/// Lines to a radius are so long at most, in m, and three quarters of the radius.
const LONGEST: f64 = 0.022;

const STEEL: &str = "#44546a";
const PLASTIC: &str = "#1f77b4";

/// A radius: from a centre towards the middle of its arc, with its length.
fn draw_radius(sheet: &mut Sheet, view: &View, [centre, touch]: [[f64; 2]; 2], (colour, label): (&str, &str)) {
    // A far centre is not drawn: the line ends inside of the sheet.
    let far = ((centre[0] - touch[0]).hypot(centre[1] - touch[1])).max(1e-9);
    let share = (LONGEST / far).min(0.75);
    let from = [touch[0] + share * (centre[0] - touch[0]), touch[1] + share * (centre[1] - touch[1])];
    sheet.line(
        view,
        [from, touch],
        &format!(r#"stroke="{colour}" stroke-width="0.8" stroke-dasharray="5 3" marker-end="url(#tip)""#),
    );
    let at = view.at(from);
    sheet.text([at[0], at[1] - 4.0], "middle", colour, label);
}

/// Points of a swept curve in its own plane, in the part's axes: x and y.
fn sagittal(moulding: &Moulding) -> Vec<[f64; 2]> {
    let lift = |u: f64, v: f64| moulding.frame() * Point3::new(u, v, 0.0);
    moulding.curve().sample(SAGITTA).iter().map(|(p, _)| lift(p.x, p.y)).map(|p| [p.x, p.y]).collect()
}

fn middles(arcs: &Arcs) -> Vec<(f64, [f64; 2], [f64; 2])> {
    let of = |arc: &mechanics::geometry::design::Arc| {
        let touch = arc.point(0.5 * (arc.tangents[0] + arc.tangents[1]));
        (arc.radius, [arc.centre.x, arc.centre.y], [touch.x, touch.y])
    };
    arcs.arcs().iter().map(of).collect()
}

pub(super) fn draw(designed: &Designed) -> String {
    let mut sheet = Sheet::new(SIZE, "Sections of the implant with radii");
    sagittal_section(designed, &mut sheet);
    coronal_section(designed, &mut sheet);
    sheet.finish()
}

/// The medial side (or the only one), seen from the side with the front to the left.
fn sagittal_section(designed: &Designed, sheet: &mut Sheet) {
    let view = View { origin: [235.0, 310.0], scale: SCALE, flip: -1.0 };
    let Some((side, plateau)) = designed.insert.plateaus().next() else { return };
    let Some((_, condyle)) = designed.femoral.condyles().next() else { return };
    let title = format!("Sagittal section, {}: radii in mm", SIDES[side].0);
    sheet.text([235.0, 24.0], "middle", "#222", &title);
    let insert = &designed.insert;
    let half = 0.5 * insert.shape().outline.depth;
    // The insert, cut at its outline.
    let z = 0.5 * SIDES[side].1 * insert.shape().spacing;
    let mut top: Vec<[f64; 2]> = Vec::new();
    for i in 0..=200 {
        let x = -half + 2.0 * half * f64::from(i) / 200.0;
        top.extend(insert.height(x, z).map(|(y, _)| [x, y]));
    }
    let low = insert.underside();
    let closed: Vec<[f64; 2]> =
        top.iter().copied().chain([[half, low], [-half, low]]).chain(top.first().copied()).collect();
    sheet.line(&view, closed, &format!(r#"stroke="{PLASTIC}" stroke-width="1.8""#));
    // The femoral component on its dwell point.
    let rest = designed.rest().poses[0];
    let onto = |[x, y]: [f64; 2]| [x + rest[3], y + rest[4]];
    sheet.line(&view, sagittal(condyle).into_iter().map(onto), &format!(r#"stroke="{STEEL}" stroke-width="1.8""#));
    for (radius, centre, touch) in middles(condyle.curve()) {
        let lift = |[u, v]: [f64; 2]| {
            let p = condyle.frame() * Point3::new(u, v, 0.0);
            onto([p.x, p.y])
        };
        draw_radius(sheet, &view, [lift(centre), lift(touch)], (STEEL, &format!("R {}", mm(radius))));
    }
    for (radius, centre, touch) in middles(plateau.curve()) {
        // Above the insert stands the condyle: its radii are drawn below, pointing at the surface.
        let lift = |[u, v]: [f64; 2]| {
            let p = plateau.frame() * Point3::new(u, v, 0.0);
            [p.x, p.y]
        };
        let (centre, touch) = (lift(centre), lift(touch));
        if touch[0].abs() < half {
            let away = [2.0 * touch[0] - centre[0], 2.0 * touch[1] - centre[1]];
            // The label of the dish stands below the insert, those of the lips beside it.
            let down = if touch[0].abs() < 0.6 * half { (touch[1] - low + 5.5e-3) / 0.75 } else { 0.014 };
            draw_radius(
                sheet,
                &view,
                [[touch[0] + 0.4 * (away[0] - touch[0]), touch[1] - down], touch],
                (PLASTIC, &format!("R {}", mm(radius))),
            );
        }
    }
    if let Some(parts) = &designed.post {
        let (cam, post) = parts.shapes();
        sheet.line(
            &view,
            sagittal(parts.cam()).into_iter().map(onto),
            &format!(r#"stroke="{STEEL}" stroke-width="1.2""#),
        );
        let axis = onto([-cam.behind, cam.above]);
        let at = view.at(axis);
        sheet.text([at[0], at[1] + 4.0], "middle", STEEL, &format!("R {}", mm(cam.radius)));
        let mut face = sagittal(parts.post());
        face.sort_unstable_by(|a, b| a[1].total_cmp(&b[1]));
        let front = post.place + post.depth;
        let around: Vec<[f64; 2]> = face.iter().copied().chain([[front, post.height], [front, 0.0]]).collect();
        sheet.line(&view, around, &format!(r#"stroke="{PLASTIC}" stroke-width="1.2""#));
        let at = view.at([post.place + 0.5 * post.depth, 0.5 * post.height]);
        sheet.text(at, "middle", PLASTIC, &format!("{} high", mm(post.height)));
    }
    let lowest = insert.lowest().next().unwrap_or(Vector3::zeros());
    sheet.line(
        &view,
        [[lowest.x, 0.0], [lowest.x, low]],
        r##"stroke="#888" stroke-width="0.8" marker-start="url(#tip)" marker-end="url(#tip)""##,
    );
    let at = view.at([lowest.x, 0.5 * low]);
    sheet.text([at[0] + 6.0, at[1] + 4.0], "start", "#555", &mm(insert.shape().thickness));
    let at = view.at([0.0, low - 5e-3]);
    let slope = insert.shape().slope.to_degrees();
    let words = format!(
        "depth {}, slope {slope:.1}°, dwell point {} from the middle",
        mm(2.0 * half),
        mm(insert.shape().dwell)
    );
    sheet.text([at[0], at[1] + 28.0], "middle", "#555", &words);
    let at = view.at([half, low - 3.5e-3]);
    sheet.text(at, "start", "#555", "front");
}

/// Through the dwell points, seen from behind for a right knee: medial to the left.
fn coronal_section(designed: &Designed, sheet: &mut Sheet) {
    let view = View { origin: [730.0, 310.0], scale: SCALE, flip: 1.0 };
    sheet.text([730.0, 24.0], "middle", "#222", "Coronal section through the dwell points: radii in mm");
    let insert = &designed.insert;
    let x = insert.lowest().next().map_or(0.0, |low| low.x);
    let half = insert.shape().outline.half_width(x);
    let low = insert.underside();
    let mut top: Vec<[f64; 2]> = Vec::new();
    for i in 0..=400 {
        let z = -half + 2.0 * half * f64::from(i) / 400.0;
        top.extend(insert.height(x, z).map(|(y, _)| [z, y]));
    }
    let ends = [top.first().copied().unwrap_or([0.0; 2]), top.last().copied().unwrap_or([0.0; 2])];
    let closed: Vec<[f64; 2]> = top.iter().copied().chain([[ends[1][0], low], [ends[0][0], low], ends[0]]).collect();
    sheet.line(&view, closed, &format!(r#"stroke="{PLASTIC}" stroke-width="1.8""#));
    for (side, _) in insert.plateaus() {
        let z = 0.5 * SIDES[side].1 * insert.shape().spacing;
        let shape = &insert.shape().plateaus[side];
        draw_radius(sheet, &view, [[z, -0.0175], [z, 0.0]], (PLASTIC, &format!("R {}", mm(shape.coronal_radius))));
    }
    for (side, condyle) in designed.femoral.condyles() {
        let z = 0.5 * SIDES[side].1 * designed.femoral.shape().spacing;
        let section: Vec<[f64; 2]> = condyle.profile().sample(SAGITTA).iter().map(|(p, _)| [z + p.x, p.y]).collect();
        sheet.line(&view, section, &format!(r#"stroke="{STEEL}" stroke-width="1.8""#));
        let shape = &designed.femoral.shape().condyles[side];
        let label = format!("R {}", mm(shape.coronal_radius));
        draw_radius(sheet, &view, [[z, shape.coronal_radius], [z, 0.0]], (STEEL, &label));
        let at = view.at([z, 0.012]);
        sheet.text([at[0], at[1] - 74.0], "middle", "#555", SIDES[side].0);
    }
    if insert.plateaus().count() == 2 {
        let height = insert.eminence_height(0);
        let at = view.at([0.0, height]);
        let words = format!("R {}, {} high", mm(insert.shape().eminence_radius), mm(height));
        sheet.text([at[0], at[1] - 8.0], "middle", PLASTIC, &words);
        let at = view.at([0.0, 0.037]);
        let arm = 0.5 * insert.shape().spacing;
        sheet.line(
            &view,
            [[-arm, 0.035], [arm, 0.035]],
            r##"stroke="#888" stroke-width="0.8" marker-start="url(#tip)" marker-end="url(#tip)""##,
        );
        sheet.text([at[0], at[1] - 2.0], "middle", "#555", &mm(insert.shape().spacing));
    }
    let (outline, at) = (&insert.shape().outline, view.at([0.0, low - 5e-3]));
    let words = match insert.plateaus().count() {
        2 => format!("width {}", mm(outline.width)),
        _ => format!(
            "width {}, from {} of the middle of the knee",
            mm(0.5 * outline.width - outline.inner),
            mm(outline.inner)
        ),
    };
    sheet.text([at[0], at[1] + 28.0], "middle", "#555", &words);
}
