//! Moment arms of the muscles that press hip and knee, over flexion of each: columns and figures.

use results::{Curve, Figure, Plot, Table};

use super::columns::{curve, key};
use super::drawing::TOLD_APART;
use super::loads::Means;
use super::paths::LineSolver;

/// Range of hip flexion over which moment arms are drawn, rad.
const OF_HIP: [f64; 2] = [-0.35, 1.05];
/// The same of the knee.
const OF_KNEE: [f64; 2] = [0.0, 1.7];

/// A joint whose moment arms are drawn.
struct Flexing {
    word: &'static str,
    /// Beginning of the names of its columns; the hip's had none before the knee came.
    prefix: &'static str,
    /// The body below.
    joint: usize,
    coordinate: usize,
    /// 1 where the coordinate grows as the joint flexes, −1 where it falls.
    sign: f64,
    range: [f64; 2],
}

fn flexing(means: &Means<'_>) -> Vec<Flexing> {
    let body = means.body;
    let coordinates = &body.anatomy.tree.coordinates;
    let hip = body.joints.hip.zip(means.hip_coordinates()).map(|(joint, all)| Flexing {
        word: "hip",
        prefix: "",
        joint,
        coordinate: all[0],
        sign: 1.0,
        range: OF_HIP,
    });
    let knee = body.joints.knee.and_then(|joint| {
        let mut turns = body.anatomy.tree.bodies[joint].joint.rotations.iter().flat_map(|axis| &axis.coordinates);
        let coordinate = turns.next()?.0;
        // A knee bends much farther than it extends: its range says which way.
        let [low, high] = coordinates[coordinate].range;
        let sign = if -low > high { -1.0 } else { 1.0 };
        Some(Flexing { word: "knee", prefix: "knee_", joint, coordinate, sign, range: OF_KNEE })
    });
    let is_free = |flexing: &Flexing| body.skeleton.free().contains(&flexing.coordinate);
    [hip, knee].into_iter().flatten().filter(is_free).collect()
}

/// Adds the columns.
pub(super) fn add(means: &Means<'_>, table: &mut Table) {
    let body = means.body;
    let frames = body.parameters.output.frames;
    for Flexing { word, prefix, joint, coordinate, sign, range } in flexing(means) {
        let share = |i: usize| i as f64 / (frames - 1) as f64;
        let angles: Vec<f64> = (0..frames).map(|i| range[0] + (range[1] - range[0]) * share(i)).collect();
        let row = body.skeleton.free().iter().position(|at| *at == coordinate).unwrap_or(0);
        let mut solver = LineSolver::default();
        let muscles = means.main_muscles_of(joint, TOLD_APART);
        let mut columns: Vec<(usize, Vec<f64>)> = muscles.into_iter().map(|i| (i, Vec::new())).collect();
        for angle in &angles {
            let mut q = body.skeleton.default_coordinates();
            q[coordinate] = sign * angle;
            body.skeleton.complete(&mut q);
            let pose = body.skeleton.compute_pose(&q);
            for (i, column) in &mut columns {
                let arms = solver.solve(&body.anatomy, &body.anatomy.muscles[*i], &pose, &q).arms;
                column.push(sign * body.skeleton.reduce(&q, &arms)[row]);
            }
        }
        table.push(&format!("arm_{prefix}flexion_rad"), &format!("Flexion of the {word}, for moment arms"), angles);
        for (i, column) in columns {
            let name = &body.anatomy.muscles[i].name;
            table.push(
                &format!("arm_{prefix}{}_m", key(name)),
                &format!("Moment arm about the {word}, {name}"),
                column,
            );
        }
    }
}

/// A figure for each joint.
pub(super) fn figures(means: &Means<'_>, series: &Table) -> Vec<Figure> {
    let figure = |Flexing { word, prefix, joint, .. }: Flexing| {
        let names = means.main_muscles_of(joint, TOLD_APART).into_iter().map(|i| &means.body.anatomy.muscles[i].name);
        let curves: Vec<Curve> = names
            .map(|name| curve(&format!("arm_{prefix}flexion_rad"), &format!("arm_{prefix}{}_m", key(name))))
            .filter(|curve| series.column(&curve.y).is_some())
            .collect();
        (!curves.is_empty()).then(|| Figure {
            title: format!("Moment arms about {word} flexion"),
            caption: format!(
                "Of the muscles that make most of the {word}'s force; all other coordinates as the model has them by default. Positive arms flex."
            ),
            plot: Plot::Loops {
                abscissa: format!("Flexion of the {word}"),
                ordinate: "Moment arm".into(),
                curves,
                guide: None,
                top: None,
                equal: false,
            },
        })
    };
    flexing(means).into_iter().filter_map(figure).collect()
}
