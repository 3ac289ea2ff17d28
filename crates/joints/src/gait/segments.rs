//! How every segment moves, forwards and upwards.

use mechanics::rigid::Instant;
use results::{Curve, Figure, Table};

use super::figures::lines;
use super::model::Gait;
use super::outcome::Run;
use super::recording::SEGMENTS;

/// Position, velocity and acceleration forwards, then upwards.
pub(super) type Course = [f64; 6];

/// What is reported of a segment: machine name, unit, label.
const QUANTITIES: [(&str, &str, &str); 6] = [
    ("forward", "m", "place forwards"),
    ("forward_velocity", "m_per_s", "forward velocity"),
    ("forward_acceleration", "m_per_s2", "forward acceleration"),
    ("height", "m", "height"),
    ("velocity", "m_per_s", "vertical velocity"),
    ("acceleration", "m_per_s2", "vertical acceleration"),
];

/// The thigh upwards is reported, and drawn, as in [Costa2016].
fn is_printed(segment: usize, quantity: usize) -> bool {
    segment == 1 && quantity >= 3
}

/// Of trunk, thigh, shank and foot.
pub(super) fn courses(instant: &Instant) -> [Course; 4] {
    std::array::from_fn(|body| {
        let (frame, a) = (instant.state.frame(body), instant.accelerations[body]);
        [frame.position.x, frame.velocity.x, a[0], frame.position.y, frame.velocity.y, a[1]]
    })
}

/// Columns of a run.
pub(super) fn columns(run: &Run<'_>, rows: usize, table: &mut Table) {
    for (s, segment) in SEGMENTS.iter().enumerate() {
        for (k, (quantity, unit, label)) in QUANTITIES.iter().enumerate() {
            let known = run.history.rows.iter().any(|row| row.segments[s][k].is_finite());
            if is_printed(s, k) || !known {
                continue;
            }
            let mut values: Vec<f64> = run.history.rows.iter().map(|row| row.segments[s][k]).collect();
            values.resize(rows, f64::NAN);
            let label = format!("{}, {label}", capital(segment));
            table.push(&run.name(&format!("{segment}_{quantity}"), unit), &run.label(&label), values);
        }
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// Figures: of one hip all segments together; of several hips each segment that they move, one by one.
pub(super) fn figures(gait: &Gait, runs: &[Run<'_>], figures: &mut Vec<Figure>) {
    let known =
        |s: usize, k: usize| runs.iter().any(|run| run.history.rows.iter().any(|r| r.segments[s][k].is_finite()));
    let curve = |run: &Run<'_>, s: usize, k: usize| {
        let (quantity, unit, _) = QUANTITIES[k];
        Curve { x: "time_s".into(), y: run.name(&format!("{}_{quantity}", SEGMENTS[s]), unit) }
    };
    if let [run] = runs {
        for (k, (_, _, label)) in QUANTITIES.iter().enumerate() {
            let curves: Vec<Curve> = (0..4).filter(|s| known(*s, k)).map(|s| curve(run, s, k)).collect();
            if !curves.is_empty() {
                let title = format!("Segments, {label}");
                figures.push(lines(gait, &title, "Centres of mass.", &capital(label), curves));
            }
        }
        return;
    }
    for (s, segment) in SEGMENTS.iter().enumerate().take(4).skip(1) {
        for (k, (_, _, label)) in QUANTITIES.iter().enumerate() {
            if is_printed(s, k) || !known(s, k) {
                continue;
            }
            let title = format!("{}, {label}", capital(segment));
            let caption = "Not printed in Costa2016, which shows the thigh upwards and says that the others are alike.";
            figures.push(lines(gait, &title, caption, "", runs.iter().map(|run| curve(run, s, k)).collect()));
        }
    }
}
