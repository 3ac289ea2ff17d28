//! Drawings of a body: shares of the hip's force, and the skeleton with its muscles.

use std::fmt::Write as _;

use mechanics::rigid::tree::Motion;
use nalgebra::Vector3;

use super::analysis::Instant;
use super::loads::Means;
use super::model::Body;
use super::parameters::Side;

const COLOURS: [&str; 10] =
    ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866", "#44bb99", "#bbbbbb", "#dddddd"];

/// Muscles that are told apart among those that make the hip's force.
pub(super) const TOLD_APART: usize = 8;

/// Where a bone ends, besides its joint: at the joints of those that hang on it, or beyond its centre of mass.
pub(super) fn bone_ends(body: &Body, index: usize, pose: &Motion<'_>) -> Vec<Vector3<f64>> {
    let bodies = body.anatomy.tree.bodies.iter().enumerate();
    let children = bodies.filter(|(_, child)| child.joint.parent == Some(index));
    let ends: Vec<Vector3<f64>> = children.map(|(child, _)| pose.bodies[child].joint_position).collect();
    if !ends.is_empty() {
        return ends;
    }
    vec![pose.bodies[index].point(&(body.anatomy.tree.bodies[index].centre * 1.6))]
}

/// From pale, at rest, to red, fully active.
pub(super) fn colour_of(activation: f64) -> String {
    let shade = |from: f64, to: f64| (from + (to - from) * activation.clamp(0.0, 1.0).sqrt()) as u8;
    format!("#{:02x}{:02x}{:02x}", shade(235.0, 190.0), shade(205.0, 10.0), shade(200.0, 20.0))
}

/// Muscles of the reported leg; all where names do not tell.
pub(super) fn own_muscles(means: &Means<'_>) -> Vec<usize> {
    let side = if means.body.parameters.side == Side::Right { "_r" } else { "_l" };
    let all = means.body.anatomy.muscles.iter().enumerate();
    let ours: Vec<usize> =
        all.filter(|(_, muscle)| muscle.name.to_lowercase().ends_with(side)).map(|(i, _)| i).collect();
    if ours.is_empty() { (0..means.body.anatomy.muscles.len()).collect() } else { ours }
}

pub(super) fn text(at: [f64; 2], size: f64, words: &str) -> String {
    format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" font-family=\"sans-serif\" fill=\"#333\">{words}</text>",
        at[0], at[1]
    )
}

/// Shares of the size of the hip's force over the window, stacked.
pub(super) fn stacked(means: &Means<'_>) -> String {
    let body = means.body;
    let Some(hip) = body.joints.hip else { return String::new() };
    let weight = body.weight();
    let size = means.over(&|instant| instant.contacts[hip].force.norm() / weight);
    let main = means.main_muscles(TOLD_APART);
    let share = |i: usize| means.over(&|instant| means.hip_share(instant, i) / weight);
    let mut layers: Vec<(String, Vec<f64>)> =
        main.iter().map(|i| (body.anatomy.muscles[*i].name.clone(), share(*i))).collect();
    let muscles = means
        .over(&|instant| (0..body.anatomy.muscles.len()).map(|i| means.hip_share(instant, i)).sum::<f64>() / weight);
    let told: Vec<f64> = (0..size.len()).map(|k| layers.iter().map(|(_, values)| values[k]).sum()).collect();
    layers.push(("other muscles".into(), (0..size.len()).map(|k| muscles[k] - told[k]).collect()));
    layers.push(("weight, inertia, ground".into(), (0..size.len()).map(|k| size[k] - muscles[k]).collect()));

    let (width, height, left, top, right) = (900.0, 380.0, 60.0, 20.0, 250.0);
    let positive: Vec<f64> = (0..size.len()).map(|k| layers.iter().map(|(_, v)| v[k].max(0.0)).sum()).collect();
    let negative: Vec<f64> = (0..size.len()).map(|k| layers.iter().map(|(_, v)| v[k].min(0.0)).sum()).collect();
    let high = positive.iter().copied().fold(0.5, f64::max);
    let low = negative.iter().copied().fold(0.0, f64::min);
    let x = |k: usize| left + (width - left - right) * k as f64 / (size.len() - 1) as f64;
    let y = |value: f64| top + (height - 2.0 * top - 20.0) * (high - value) / (high - low);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
    );
    let mut above = vec![0.0; size.len()];
    let mut below = vec![0.0; size.len()];
    for (number, (name, values)) in layers.iter().enumerate() {
        let colour = COLOURS[number.min(COLOURS.len() - 1)];
        for (base, part) in [(&mut above, 1.0), (&mut below, -1.0)] {
            let next: Vec<f64> = base
                .iter()
                .zip(values)
                .map(|(from, value)| if value * part > 0.0 { from + value } else { *from })
                .collect();
            let there = (0..size.len()).map(|k| format!("{:.1},{:.1}", x(k), y(next[k])));
            let back = (0..size.len()).rev().map(|k| format!("{:.1},{:.1}", x(k), y(base[k])));
            let points: Vec<String> = there.chain(back).collect();
            let _ = write!(
                svg,
                "<polygon points=\"{}\" fill=\"{colour}\" stroke=\"white\" stroke-width=\"0.4\"/>",
                points.join(" ")
            );
            *base = next;
        }
        let row = top + 20.0 * number as f64;
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{row}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>",
            width - right + 20.0
        );
        svg.push_str(&text([width - right + 38.0, row + 11.0], 13.0, name));
    }
    let outline: Vec<String> =
        size.iter().enumerate().map(|(k, value)| format!("{:.1},{:.1}", x(k), y(*value))).collect();
    let _ =
        write!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"black\" stroke-width=\"1.5\"/>", outline.join(" "));
    let step = step(high);
    for tick in 0..=(high / step).floor() as i32 {
        let tick = step * f64::from(tick);
        let at = y(tick);
        let _ = write!(
            svg,
            "<line x1=\"{left}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#999\" stroke-width=\"0.5\"/>",
            width - right
        );
        svg.push_str(&text([left - 20.0, at + 4.0], 12.0, &tick.to_string()));
    }
    for tick in 0..=4 {
        let at = left + (width - left - right) * f64::from(tick) / 4.0;
        svg.push_str(&text([at - 12.0, height - 22.0], 12.0, &format!("{} %", 25 * tick)));
    }
    svg.push_str(&text(
        [left, height - 6.0],
        12.0,
        "part of the window; black line: size of the force, in body weights",
    ));
    svg.push_str("</svg>");
    svg
}

/// From line to line of a scale up to this: one body weight, or a power of ten of them where there would be more than ten lines.
fn step(high: f64) -> f64 {
    10f64.powf((high / 10.0).log10().ceil()).max(1.0)
}

/// The skeleton with its muscles at six instants, seen from the right.
pub(super) fn skeletons(means: &Means<'_>) -> String {
    const COUNT: usize = 6;
    let body = means.body;
    let cycle = &means.cycles[0];
    let own = own_muscles(means);
    let (panel, height) = (180.0, 420.0);
    let width = panel * COUNT as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
    );
    for number in 0..COUNT {
        let frame = number * (cycle.len() - 1) / (COUNT - 1);
        let instant = &cycle[frame];
        let pose = body.skeleton.compute_pose(&instant.q);
        let middle = body.base.map_or_else(Vector3::zeros, |base| pose.bodies[base].position);
        let lowest = pose.bodies.iter().map(|b| b.position.y).fold(f64::INFINITY, f64::min);
        let highest = middle.y + 0.55;
        let scale = (height - 60.0) / (highest - lowest + 0.15);
        let at = |p: &Vector3<f64>| {
            let x = panel * (number as f64 + 0.5) + scale * (p.x - middle.x);
            [x, height - 35.0 - scale * (p.y - lowest + 0.08)]
        };
        for index in 0..body.anatomy.tree.bodies.len() {
            let from = at(&pose.bodies[index].joint_position);
            for end in bone_ends(body, index, &pose) {
                let to = at(&end);
                let _ = write!(
                    svg,
                    "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#b0b0b0\" stroke-width=\"5\" stroke-linecap=\"round\"/>",
                    from[0], from[1], to[0], to[1]
                );
            }
        }
        muscles(&own, instant, &at, &mut svg);
        for (_, plate) in &body.plates {
            let [force, point, _] = plate.at(instant.time);
            if force.norm() > 0.02 * body.weight() {
                let (from, to) = (at(&point), at(&(point + force * (0.5 / body.weight()))));
                let _ = write!(
                    svg,
                    "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#2255cc\" stroke-width=\"2\"/>",
                    from[0], from[1], to[0], to[1]
                );
            }
        }
        let share = 100 * frame / (cycle.len() - 1);
        svg.push_str(&text([panel * (number as f64 + 0.5) - 14.0, height - 8.0], 13.0, &format!("{share} %")));
    }
    svg.push_str("</svg>");
    svg
}

fn muscles(own: &[usize], instant: &Instant, at: &dyn Fn(&Vector3<f64>) -> [f64; 2], svg: &mut String) {
    for &i in own {
        let activation = instant.activations[i].clamp(0.0, 1.0);
        let colour = colour_of(activation);
        let points: Vec<String> = instant.lines[i]
            .corners
            .iter()
            .map(|corner| {
                let [x, y] = at(corner);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\"/>",
            points.join(" "),
            0.8 + 1.8 * activation
        );
    }
}
