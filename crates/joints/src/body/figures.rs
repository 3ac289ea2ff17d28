//! Figures of a body: joint forces, who makes them, moment arms, activations.

use results::{Curve, Figure, Plot, Table};

use super::columns::{curve, key, sizes};
use super::loads::Means;
use super::{arms, drawing, moving};

/// Muscles whose activation is drawn.
const DRAWN: usize = 10;

pub(super) fn list(means: &Means<'_>, series: &Table) -> Vec<Figure> {
    let body = means.body;
    let mut figures = Vec::new();
    let [low, high] = crate::hip::IN_VIVO;
    let curves: Vec<Curve> = sizes(body)
        .map(|(name, _)| format!("{name}_force_weight_ratio"))
        .chain(["hip_force_other_leg_weight_ratio".to_owned()])
        .filter(|name| series.column(name).is_some())
        .map(|name| curve("time_s", &name))
        .collect();
    if !curves.is_empty() {
        figures.push(Figure {
            title: "Joint forces".into(),
            caption: "Sizes of the contact forces in body weights: weight, inertia, ground and muscles together; the hip of the other leg, too, at the same instants. The band holds the peaks of the hips of ten patients with instrumented implants in walking [Bergmann2016].".into(),
            plot: Plot::Lines {
                ordinate: "Joint force in body weights".into(),
                curves,
                marks: Vec::new(),
                bands: vec![("peaks of hips in vivo".into(), [low, high])],
                cycle: body.is_cycle,
            },
        });
    }
    if body.joints.hip.is_some() {
        let names = ["anterior", "superior", "lateral"].map(|way| format!("hip_force_{way}_N"));
        figures.push(lines(
            means,
            "Force on the head of the hip",
            "Force of the pelvis on the head in axes of the pelvis. These columns, with those of the three angles, are a load cycle: a hip study takes them by hip.activity.body, or by [hip.activity.file] from series.csv.",
            "Hip force",
            &names,
        ));
        figures.push(Figure {
            title: "Who makes the hip force".into(),
            caption: "Shares of the size of the hip's force, stacked: what each muscle adds along the force, and what weight, inertia and ground add. Shares below the line pull the joint apart.".into(),
            plot: Plot::Drawing { svg: drawing::stacked(means) },
        });
    }
    if body.joints.knee.is_some() {
        let caption = format!(
            "Both condyles carry the axial force of the knee and its moment in the frontal plane, {:.0} mm apart; below zero a side lifts off, or a ligament holds it. A knee replacement takes force, torque, frontal moment and flexion by knee-replacement.activity.body.",
            1e3 * means.condyles()
        );
        let names = ["medial", "lateral"].map(|side| format!("knee_{side}_condyle_force_N"));
        figures.push(lines(means, "Both sides of the knee", &caption, "Knee force", &names));
    }
    let activations: Vec<String> = busiest(means)
        .into_iter()
        .map(|i| format!("activation_{}_ratio", key(&body.anatomy.muscles[i].name)))
        .collect();
    if !activations.is_empty() {
        figures.push(lines(
            means,
            "Activations",
            "The muscles of the reported leg that work most.",
            "Activation",
            &activations,
        ));
    }
    figures.push(Figure {
        title: "The walk".into(),
        caption: "One cycle, from the right and from the front: bones in grey, muscles of the reported leg from pale (at rest) to red (fully active), the force of the ground in blue. It moves in a browser; on paper it is the first instant.".into(),
        plot: Plot::Drawing { svg: moving::skeleton(means) },
    });
    figures.push(Figure {
        title: "Skeleton and muscles".into(),
        caption: "Seen from the right at six instants of the window: bones in grey, muscles of the reported leg from pale (at rest) to red (fully active), the force of the ground in blue.".into(),
        plot: Plot::Drawing { svg: drawing::skeletons(means) },
    });
    figures.extend(arms::figures(means, series));
    let moments: Vec<String> = reported_rows(means).into_iter().map(|name| format!("moment_{name}_N_m")).collect();
    figures.push(lines(
        means,
        "Joint moments",
        "What inverse dynamics asks of the muscles of the reported leg.",
        "Moment",
        &moments,
    ));
    let reserves: Vec<String> = reported_rows(means).into_iter().map(|name| format!("reserve_{name}_N_m")).collect();
    figures.push(lines(
        means,
        "Reserves",
        "Moments that muscles did not make: small ones are good.",
        "Reserve",
        &reserves,
    ));
    let residuals = ["x", "y", "z"].map(|way| format!("residual_force_{way}_N"));
    figures.push(lines(
        means,
        "Residual force",
        "What holds the base besides weight, inertia and ground: errors of motion, masses and plates, and the honest measure of the whole.",
        "Residual force",
        &residuals,
    ));
    figures
}

/// Keys of the coordinates of the reported leg that muscles share.
fn reported_rows(means: &Means<'_>) -> Vec<String> {
    let body = means.body;
    let free = body.skeleton.free();
    let side = if body.parameters.side == super::parameters::Side::Right { "_r" } else { "_l" };
    let names = body.rows.iter().map(|row| body.anatomy.tree.coordinates[free[*row]].name.as_str());
    let ours: Vec<String> = names.clone().filter(|name| name.to_lowercase().ends_with(side)).map(key).collect();
    if ours.is_empty() { names.map(key).collect() } else { ours }
}

/// The muscles of the reported leg with the highest activations.
fn busiest(means: &Means<'_>) -> Vec<usize> {
    let mut all: Vec<(f64, usize)> = drawing::own_muscles(means)
        .into_iter()
        .map(|i| (means.over(&|instant| instant.activations[i]).into_iter().fold(0.0, f64::max), i))
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(DRAWN).map(|(_, i)| i).collect()
}

fn lines(means: &Means<'_>, title: &str, caption: &str, ordinate: &str, columns: &[String]) -> Figure {
    let plot = Plot::Lines {
        ordinate: ordinate.into(),
        curves: columns.iter().map(|name| curve("time_s", name)).collect(),
        marks: Vec::new(),
        bands: Vec::new(),
        cycle: means.body.is_cycle,
    };
    Figure { title: title.into(), caption: caption.into(), plot }
}
