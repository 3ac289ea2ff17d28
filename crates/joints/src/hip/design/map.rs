//! The safe zone of a cup, and the jump distance by inclination, as a drawing.

use std::fmt::Write;

use mechanics::geometry::CupOrientation;

use super::HipDesign;
use crate::hip::parameters::Implant;

/// Inclinations and anteversions of the map, in degrees.
const INCLINATIONS: [f64; 2] = [20.0, 65.0];
const ANTEVERSIONS: [f64; 2] = [-10.0, 45.0];
/// Lewinnek's box: 40 ± 10° of inclination, 15 ± 10° of anteversion [Lewinnek1978].
const BOX: [[f64; 2]; 2] = [[30.0, 50.0], [5.0, 25.0]];
/// Cells are so wide, in degrees.
const CELL: f64 = 2.5;

/// The tightest required motion, in rad, of a cup at an orientation in degrees.
fn margin(design: &HipDesign, implant: &Implant, [inclination, anteversion]: [f64; 2]) -> f64 {
    let cup = CupOrientation { inclination: inclination.to_radians(), anteversion: anteversion.to_radians() };
    let joint = design.joint(implant, cup);
    let over = |(motion, angle): (super::Motion, f64)| joint.compute_range(motion) - angle;
    design.required.motions().into_iter().map(over).fold(f64::INFINITY, f64::min)
}

/// Middles of cells over a range, in degrees.
fn middles([from, to]: [f64; 2]) -> Vec<f64> {
    let count = ((to - from) / CELL).round() as usize;
    (0..count).map(|i| from + CELL * (i as f64 + 0.5)).collect()
}

/// Share of the orientations of a box in which every required motion is free.
fn free_share(design: &HipDesign, implant: &Implant, [inclinations, anteversions]: [[f64; 2]; 2]) -> f64 {
    let (mut free, mut all) = (0.0, 0.0);
    for inclination in middles(inclinations) {
        for anteversion in middles(anteversions) {
            all += 1.0;
            free += if margin(design, implant, [inclination, anteversion]) >= 0.0 { 1.0 } else { 0.0 };
        }
    }
    free / all
}

/// Shares of Lewinnek's box, and of the whole map, in which every required motion is free.
pub(super) fn shares(design: &HipDesign, implant: &Implant) -> [f64; 2] {
    [BOX, [INCLINATIONS, ANTEVERSIONS]].map(|orientations| free_share(design, implant, orientations))
}

/// White through yellow and green to blue with the margin; grey where neck and rim meet too early.
fn colour(margin: f64) -> String {
    let degrees = margin.to_degrees();
    if degrees < 0.0 {
        let dark = (215.0 + 2.0 * degrees).clamp(130.0, 215.0) as u8;
        return format!("#{dark:02x}{dark:02x}{dark:02x}");
    }
    let t = (degrees / 30.0).min(1.0);
    let mix = |from: f64, to: f64| (from + (to - from) * t).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(214.0, 33.0), mix(236.0, 113.0), mix(196.0, 181.0))
}

pub(super) fn draw(design: &HipDesign, implant: &Implant) -> String {
    // Writing to a string cannot fail.
    let mut svg = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 470" font-family="sans-serif" font-size="13" role="img" aria-label="Safe zone and jump distance"><rect width="100%" height="100%" fill="white"/>"##,
    );
    safe_zone(design, implant, &mut svg);
    jump(design, implant, &mut svg);
    svg.push_str("</svg>");
    svg
}

fn safe_zone(design: &HipDesign, implant: &Implant, svg: &mut String) {
    let (left, top, scale) = (70.0, 40.0, 6.8);
    let at = |[i, a]: [f64; 2]| [left + (i - INCLINATIONS[0]) * scale * 1.2, top + (ANTEVERSIONS[1] - a) * scale];
    let _ = write!(
        svg,
        r##"<text x="{left}" y="24" fill="#222">Margin of the tightest required motion, in degrees</text>"##
    );
    for inclination in middles(INCLINATIONS) {
        for anteversion in middles(ANTEVERSIONS) {
            let value = margin(design, implant, [inclination, anteversion]);
            let [x, y] = at([inclination - 0.5 * CELL, anteversion + 0.5 * CELL]);
            let (wide, high) = (CELL * scale * 1.2, CELL * scale);
            let said = format!("{inclination}°, {anteversion}°: {:.1}°", value.to_degrees());
            let _ = write!(
                svg,
                r#"<rect x="{x:.1}" y="{y:.1}" width="{:.1}" height="{:.1}" fill="{}"><title>{said}</title></rect>"#,
                wide + 0.3,
                high + 0.3,
                colour(value)
            );
            if (inclination / CELL - 0.5).rem_euclid(2.0) < 0.5 && (anteversion / CELL - 0.5).rem_euclid(2.0) < 0.5 {
                let fill = if value < 0.0 { "#444" } else { "#123" };
                let _ = write!(
                    svg,
                    r#"<text x="{:.1}" y="{:.1}" font-size="9" text-anchor="middle" fill="{fill}">{:.0}</text>"#,
                    x + 0.5 * wide,
                    y + 0.5 * high + 3.0,
                    value.to_degrees()
                );
            }
        }
    }
    let ([x0, y1], [x1, y0]) = (at([BOX[0][0], BOX[1][0]]), at([BOX[0][1], BOX[1][1]]));
    for (stroke, width) in [("#000", 3.5), ("#fff", 1.8)] {
        let _ = write!(
            svg,
            r#"<rect x="{x0:.1}" y="{y0:.1}" width="{:.1}" height="{:.1}" fill="none" stroke="{stroke}" stroke-width="{width}"/>"#,
            x1 - x0,
            y1 - y0
        );
    }
    let _ =
        write!(svg, r##"<text x="{:.1}" y="{:.1}" fill="#000" font-size="11">Lewinnek</text>"##, x0 + 4.0, y0 - 4.0);
    let [x, y] = at([implant.inclination.si().to_degrees(), implant.anteversion.si().to_degrees()]);
    let _ = write!(
        svg,
        r##"<path d="M{:.1} {y:.1}h14M{x:.1} {:.1}v14" stroke="#d62728" stroke-width="2.5"/>"##,
        x - 7.0,
        y - 7.0
    );
    let bottom = at([0.0, ANTEVERSIONS[0]])[1];
    for i in [20.0, 30.0, 40.0, 50.0, 60.0] {
        let _ = write!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#444">{i}°</text>"##,
            at([i, 0.0])[0],
            bottom + 18.0
        );
    }
    for a in [-10.0, 0.0, 10.0, 20.0, 30.0, 40.0] {
        let _ = write!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="end" fill="#444">{a}°</text>"##,
            left - 6.0,
            at([0.0, a])[1] + 4.0
        );
    }
    let middle = at([42.5, 0.0])[0];
    let _ = write!(
        svg,
        r##"<text x="{middle:.1}" y="{:.1}" text-anchor="middle" fill="#222">radiographic inclination</text>"##,
        bottom + 38.0
    );
    let _ = write!(
        svg,
        r##"<text x="20" y="230" text-anchor="middle" fill="#222" transform="rotate(-90 20 230)">radiographic anteversion</text>"##
    );
}

fn jump(design: &HipDesign, implant: &Implant, svg: &mut String) {
    let (left, top, wide, high) = (590.0, 40.0, 360.0, 374.0);
    let cup = CupOrientation { inclination: implant.inclination.si(), anteversion: implant.anteversion.si() };
    let joint = design.joint(implant, cup);
    let most = (joint.compute_jump_distance(0.0) * 1e3).max(1.0);
    let at = |degrees: f64, millimetres: f64| [left + wide * degrees / 80.0, top + high * (1.0 - millimetres / most)];
    let points: Vec<String> = (0..=80)
        .map(|i| at(f64::from(i), joint.compute_jump_distance(f64::from(i).to_radians()) * 1e3))
        .map(|[x, y]| format!("{x:.1},{y:.1}"))
        .collect();
    let _ = write!(
        svg,
        r##"<text x="{left}" y="24" fill="#222">Jump distance, in mm</text><path d="M{left} {top}v{high}h{wide}" fill="none" stroke="#888"/><polyline points="{}" fill="none" stroke="#1f77b4" stroke-width="2"/>"##,
        points.join(" ")
    );
    let own = joint.compute_jump_distance(cup.inclination) * 1e3;
    let [x, y] = at(cup.inclination.to_degrees(), own);
    let _ = write!(
        svg,
        r##"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="#d62728"/><text x="{:.1}" y="{:.1}" fill="#222">{own:.1} mm</text>"##,
        x + 9.0,
        y - 6.0
    );
    for i in [0, 20, 40, 60, 80] {
        let _ = write!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#444">{i}°</text>"##,
            at(f64::from(i), 0.0)[0],
            top + high + 18.0
        );
    }
    let step = if most > 20.0 { 5.0 } else { 2.0 };
    let mut tick = 0.0;
    while tick <= most {
        let [x, y] = at(0.0, tick);
        let _ =
            write!(svg, r##"<text x="{:.1}" y="{:.1}" text-anchor="end" fill="#444">{tick}</text>"##, x - 6.0, y + 4.0);
        tick += step;
    }
    let _ = write!(
        svg,
        r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#222">radiographic inclination</text>"##,
        left + 0.5 * wide,
        top + high + 38.0
    );
}
