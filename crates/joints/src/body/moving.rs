//! The skeleton with its muscles as a moving drawing: from the right and from the front, once around the cycle and again. It
//! moves by itself, without a script; printed or exported it shows the first instant.

use std::fmt::Write as _;

use nalgebra::Vector3;

use super::analysis::Instant;
use super::drawing::{bone_ends, colour_of, own_muscles, text};
use super::loads::Means;

/// Pictures of one cycle.
const PICTURES: usize = 36;
const PANEL: f64 = 430.0;
const HEIGHT: f64 = 560.0;

/// What a place in the ground is in a picture.
type View = fn(&Vector3<f64>) -> f64;
const VIEWS: [(&str, View); 2] = [("from the right", |p| p.x), ("from the front", |p| -p.z)];

/// The drawing.
pub(super) fn skeleton(means: &Means<'_>) -> String {
    let body = means.body;
    let cycle = &means.cycles[0];
    let frames: Vec<&Instant> = (0..PICTURES).map(|i| &cycle[i * (cycle.len() - 1) / PICTURES]).collect();
    let poses: Vec<_> = frames.iter().map(|instant| body.skeleton.compute_pose(&instant.q)).collect();
    let middle = |i: usize| body.base.map_or_else(Vector3::zeros, |base| poses[i].bodies[base].position);
    let heights = || poses.iter().flat_map(|pose| pose.bodies.iter().map(|moved| moved.position.y));
    let low = heights().fold(f64::INFINITY, f64::min) - 0.1;
    let high = heights().fold(f64::NEG_INFINITY, f64::max) + 0.6;
    let scale = (HEIGHT - 50.0) / (high - low);
    let width = PANEL * VIEWS.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\"><rect width=\"{width}\" height=\"{HEIGHT}\" fill=\"white\"/>"
    );
    let seconds = means.duration();
    for (panel, (word, view)) in VIEWS.iter().enumerate() {
        let left = PANEL * (panel as f64 + 0.5);
        let at = |i: usize, p: &Vector3<f64>| {
            let off = view(&(p - middle(i)));
            format!("{:.1},{:.1}", left + scale * off, HEIGHT - 30.0 - scale * (p.y - low))
        };
        for index in 0..body.anatomy.tree.bodies.len() {
            for end in 0..bone_ends(body, index, &poses[0]).len() {
                let line = |i: usize| {
                    let from = poses[i].bodies[index].joint_position;
                    format!("{} {}", at(i, &from), at(i, &bone_ends(body, index, &poses[i])[end]))
                };
                let lines: Vec<String> = (0..PICTURES).map(line).collect();
                let style = "stroke=\"#b0b0b0\" stroke-width=\"6\" stroke-linecap=\"round\"";
                polyline(&mut svg, &lines, style, &[], seconds);
            }
        }
        for muscle in own_muscles(means) {
            let line = |i: usize| {
                let corners = frames[i].lines[muscle].corners.iter();
                corners.map(|corner| at(i, corner)).collect::<Vec<String>>().join(" ")
            };
            let lines: Vec<String> = (0..PICTURES).map(line).collect();
            let colours: Vec<String> = frames.iter().map(|instant| colour_of(instant.activations[muscle])).collect();
            polyline(&mut svg, &lines, "stroke-width=\"2\"", &colours, seconds);
        }
        for (_, plate) in &body.plates {
            let line = |i: usize| {
                let [force, point, _] = plate.at(frames[i].time);
                format!("{} {}", at(i, &point), at(i, &(point + force * (0.5 / body.weight()))))
            };
            let lines: Vec<String> = (0..PICTURES).map(line).collect();
            polyline(&mut svg, &lines, "stroke=\"#2255cc\" stroke-width=\"2.5\"", &[], seconds);
        }
        svg.push_str(&text([left - 40.0, HEIGHT - 8.0], 13.0, word));
    }
    svg.push_str("</svg>");
    svg
}

/// A line that moves, and changes its colour, from picture to picture.
fn polyline(svg: &mut String, lines: &[String], style: &str, colours: &[String], seconds: f64) {
    let first = colours.first().map_or_else(String::new, |colour| format!(" stroke=\"{colour}\""));
    let _ = write!(svg, "<polyline points=\"{}\" fill=\"none\" {style}{first}>", lines[0]);
    let mut animate = |attribute: &str, values: &[String]| {
        let _ = write!(
            svg,
            "<animate attributeName=\"{attribute}\" dur=\"{seconds:.3}s\" repeatCount=\"indefinite\" calcMode=\"discrete\" values=\"{}\"/>",
            values.join(";")
        );
    };
    animate("points", lines);
    if !colours.is_empty() {
        animate("stroke", colours);
    }
    svg.push_str("</polyline>");
}
