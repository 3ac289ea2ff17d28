//! The stick figure: one line that draws a leg and trunk at some instants, and follows the toe between them.

use super::model::Gait;

/// So many sticks.
const STICKS: usize = 16;

/// x and y of the line, with as many rows as the series.
pub(super) fn columns(gait: &Gait, rows: usize) -> [Vec<f64>; 2] {
    let sticks = STICKS.min(rows / 9);
    let mut line: [Vec<f64>; 2] = [Vec::with_capacity(rows), Vec::with_capacity(rows)];
    for stick in 0..sticks {
        let [start, end] = gait.window;
        let time = start + (end - start) * stick as f64 / (sticks - 1).max(1) as f64;
        let points = figure_at(gait, time);
        for point in points.iter().rev().chain(&points[1..]) {
            line[0].push(point[0]);
            line[1].push(point[1]);
        }
    }
    line.map(|mut values| {
        values.resize(rows, f64::NAN);
        values
    })
}

/// Top of the trunk, hip, knee, ankle and toe at a time.
fn figure_at(gait: &Gait, time: f64) -> [[f64; 2]; 5] {
    let spline = |k: usize| gait.walk.hip_function(k).compile().map_or(f64::NAN, |curve| curve.value(time));
    let hip = [spline(0), spline(1)];
    let angles: [f64; 4] = std::array::from_fn(|s| gait.walk.angle_curves[s].value(time));
    let along = |from: [f64; 2], angle: f64, by: f64| [from[0] + by * angle.cos(), from[1] + by * angle.sin()];
    let skeleton = &gait.skeleton;
    let top = along(hip, angles[0], skeleton.trunk.length);
    let knee = along(hip, angles[1], -skeleton.thigh.length);
    let ankle = along(knee, angles[2], -skeleton.shank.length);
    [top, hip, knee, ankle, along(ankle, angles[3], -skeleton.foot.length)]
}
