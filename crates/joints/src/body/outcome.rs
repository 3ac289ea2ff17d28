//! From the instants of the cycles to results: headline numbers and series.

use results::{Outcome, Table};

use super::analysis::Instant;
use super::columns::{key, sizes};
use super::loads::{KneeLoad, Means};
use super::model::Body;
use super::plate_fit::PlateFit;
use super::{arms, figures, warnings};

/// Everything that a run hands back.
pub(super) fn assemble(body: &Body, cycles: &[Vec<Instant>]) -> Outcome {
    let mut outcome = Outcome::default();
    let means = Means { body, cycles };
    outcome.series = series(&means);
    headline(&means, &mut outcome);
    let lines = (body.anatomy.muscles.len() * cycles.iter().map(Vec::len).sum::<usize>()) as u64;
    let iterations: usize = cycles.iter().flatten().map(|instant| instant.iterations).sum();
    outcome.work = vec![("muscle_lines".into(), lines), ("sharing_iterations".into(), iterations as u64)];
    if let Some(fit) = &body.markers {
        outcome.work.push(("marker steps".into(), fit.steps as u64));
    }
    warnings::add(&means, &mut outcome);
    outcome.figures = figures::list(&means, &outcome.series);
    outcome
}

fn series(means: &Means<'_>) -> Table {
    let body = means.body;
    let (frames, weight) = (body.parameters.output.frames, body.weight());
    let mut table = Table::default();
    let share = |i: usize| i as f64 / (frames - 1) as f64;
    table.push("time_s", "Time", (0..frames).map(|i| share(i) * means.duration()).collect());
    table.push("cycle_percent", "Part of the cycle", (0..frames).map(|i| 100.0 * share(i)).collect());
    if let Some(angles) = means.hip_coordinates() {
        let names = [("flexion", "Flexion"), ("adduction", "Adduction"), ("rotation", "Internal rotation")];
        for ((name, label), at) in names.into_iter().zip(angles) {
            let values = means.over(&|instant| instant.q[at]);
            table.push(&format!("hip_{name}_rad"), &format!("{label} of the hip"), values);
        }
    }
    if body.joints.hip.is_some() {
        for (k, way) in ["anterior", "superior", "lateral"].into_iter().enumerate() {
            let values = means.over(&|instant| means.hip_force(instant)[k]);
            table.push(&format!("hip_force_{way}_N"), &format!("Hip force, {way}"), values);
        }
    }
    for (name, at) in sizes(body) {
        let values = means.over(&|instant| instant.contacts[at].force.norm());
        let ratio = values.iter().map(|force| force / weight).collect();
        table.push(&format!("{name}_force_N"), &format!("{} force", capital(name)), values);
        table.push(&format!("{name}_force_weight_ratio"), &format!("{} force in body weights", capital(name)), ratio);
        if means.cycles.len() > 1 {
            let spread = means.spread(&|instant| instant.contacts[at].force.norm());
            table.push(
                &format!("{name}_force_spread_N"),
                &format!("{} force, spread of the steps", capital(name)),
                spread,
            );
        }
    }
    for (name, _, at) in pairs(body).filter(|(name, ..)| *name == "hip") {
        let ratio = means.over(&|instant| instant.contacts[at].force.norm() / weight);
        let label = format!("{} force of the other leg in body weights", capital(name));
        table.push(&format!("{name}_force_other_leg_weight_ratio"), &label, ratio);
    }
    for (name, at) in sizes(body).filter(|(name, _)| *name != "hip") {
        for (k, way) in ["anterior", "superior", "lateral"].into_iter().enumerate() {
            let axes = body.joints.knee;
            let values = means.over(&|instant| means.force_in(instant, at, axes)[k]);
            table.push(&format!("{name}_force_{way}_N"), &format!("{} force, {way}", capital(name)), values);
        }
    }
    if body.joints.knee.is_some() {
        for (name, label, of) in KNEE {
            table.push(name, label, means.over(&|instant| of(&means.knee_load(instant))));
        }
    }
    let free = body.skeleton.free();
    for (j, row) in body.rows.iter().enumerate() {
        let at = free[*row];
        let name = &body.anatomy.tree.coordinates[at].name;
        let moment = means.over(&|instant| instant.generalised[at]);
        table.push(&format!("moment_{}_N_m", key(name)), &format!("Moment, {name}"), moment);
        let reserve = means.over(&|instant| instant.reserves[j]);
        table.push(&format!("reserve_{}_N_m", key(name)), &format!("Reserve, {name}"), reserve);
    }
    for (k, way) in ["x", "y", "z"].into_iter().enumerate() {
        let force = means.over(&|instant| instant.residual[0][k]);
        table.push(&format!("residual_force_{way}_N"), &format!("Residual force, {way}"), force);
        let moment = means.over(&|instant| instant.residual[1][k]);
        table.push(&format!("residual_moment_{way}_N_m"), &format!("Residual moment, {way}"), moment);
    }
    for (i, muscle) in body.anatomy.muscles.iter().enumerate() {
        let activation = means.over(&|instant| instant.activations[i]);
        table.push(
            &format!("activation_{}_ratio", key(&muscle.name)),
            &format!("Activation, {}", muscle.name),
            activation,
        );
        let force = means.over(&|instant| instant.forces[i]);
        table.push(&format!("force_{}_N", key(&muscle.name)), &format!("Force, {}", muscle.name), force);
    }
    arms::add(means, &mut table);
    table
}

/// Name, label and value of a column of the knee.
type KneeColumn = (&'static str, &'static str, fn(&KneeLoad) -> f64);

const KNEE: [KneeColumn; 5] = [
    ("knee_flexion_rad", "Flexion of the knee", |load| load.flexion),
    ("knee_medial_condyle_force_N", "Knee force, medial condyle", |load| load.sides[0]),
    ("knee_lateral_condyle_force_N", "Knee force, lateral condyle", |load| load.sides[1]),
    ("knee_frontal_moment_N_m", "Moment that loads the medial side of the knee", |load| load.frontal),
    ("knee_torque_N_m", "Torque of the femur on the tibia, inwards", |load| load.torque),
];

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Names of the joints that both legs have, and the bodies below them: of the reported leg, and of the other one.
pub(super) fn pairs(body: &Body) -> impl Iterator<Item = (&'static str, usize, usize)> {
    let (ours, others) = (body.joints, body.other);
    let joints = [("hip", ours.hip, others.hip), ("knee", ours.knee, others.knee), ("ankle", ours.ankle, others.ankle)];
    joints.into_iter().filter_map(|(name, ours, other)| Some((name, ours?, other?)))
}

fn headline(means: &Means<'_>, outcome: &mut Outcome) {
    let (body, weight) = (means.body, means.body.weight());
    outcome.push("window_duration_s", "Duration of the window", means.duration());
    outcome.push("cycles_count", "Cycles that are averaged", means.cycles.len() as f64);
    outcome.push("body_weight_N", "Body weight", weight);
    for (name, at) in sizes(body) {
        let peak = means.over(&|instant| instant.contacts[at].force.norm()).into_iter().fold(0.0, f64::max);
        outcome.push(&format!("peak_{name}_force_N"), &format!("Peak {name} force"), peak);
        let label = format!("Peak {name} force in body weights");
        outcome.push(&format!("peak_{name}_force_weight_ratio"), &label, peak / weight);
    }
    both_legs(means, outcome);
    if body.joints.hip.is_some() {
        let columns: Vec<Vec<f64>> = (0..3).map(|k| means.over(&|instant| means.hip_force(instant)[k])).collect();
        let size = |i: usize| (0..3).map(|k| columns[k][i].powi(2)).sum::<f64>();
        let peak = (0..columns[0].len()).max_by(|a, b| size(*a).total_cmp(&size(*b))).unwrap_or(0);
        let [x, y, z] = std::array::from_fn(|k| columns[k][peak]);
        // The pelvis pushes the head down: angles of the force from straight down.
        outcome.push(
            "hip_force_frontal_angle_rad",
            "Tilt of the peak hip force in the frontal plane, laterally",
            z.atan2(-y),
        );
        outcome.push(
            "hip_force_sagittal_angle_rad",
            "Tilt of the peak hip force in the sagittal plane, forwards",
            x.atan2(-y),
        );
    }
    direction(means, outcome);
    if body.joints.knee.is_some() {
        let loads = || means.cycles.iter().flatten().map(|instant| means.knee_load(instant));
        let axial = loads().map(|load| load.sides[0] + load.sides[1]).sum::<f64>();
        let medial = loads().map(|load| load.sides[0]).sum::<f64>();
        outcome.push("knee_medial_share_ratio", "Share of the medial condyle in the knee's force", medial / axial);
        let peak = means.over(&|instant| means.knee_load(instant).sides[0]).into_iter().fold(0.0, f64::max);
        outcome.push("peak_knee_medial_force_N", "Peak force on the medial condyle", peak);
    }
    let square = |k: usize| {
        let all = means.cycles.iter().flatten();
        let count = means.cycles.iter().map(Vec::len).sum::<usize>() as f64;
        (all.map(|instant| instant.residual[k].norm_squared()).sum::<f64>() / count).sqrt()
    };
    outcome.push("residual_force_rms_N", "Residual force at the base, root mean square", square(0));
    outcome.push("residual_moment_rms_N_m", "Residual moment at the base, root mean square", square(1));
    if let Some(PlateFit { moment, offset: [forwards, right] }) = body.compute_plate_fit() {
        for (k, way) in ["x", "y", "z"].into_iter().enumerate() {
            let label = format!("Mean moment of the ground about the centre of mass, {way}");
            outcome.push(&format!("ground_moment_mean_{way}_N_m"), &label, moment[k]);
        }
        outcome.push("plate_offset_forwards_m", "Plates off beside the motion, forwards", forwards);
        outcome.push("plate_offset_right_m", "Plates off beside the motion, to the right", right);
    }
    let reserve = means.cycles.iter().flatten().flat_map(|instant| &instant.reserves);
    let reserve = reserve.fold(0.0_f64, |most, value| most.max(value.abs()));
    outcome.push("peak_reserve_N_m", "Largest reserve moment", reserve);
    let most = means.cycles.iter().flatten().flat_map(|instant| &instant.activations);
    outcome.push("peak_activation_ratio", "Largest activation", most.fold(0.0_f64, |most, value| most.max(*value)));
    if let Some(fit) = &body.markers {
        outcome.push("marker_error_rms_m", "Distance of the markers, root mean square", fit.rms);
        outcome.push("marker_error_peak_m", "Largest distance of a marker", fit.worst);
    }
}

/// Peaks of the same joint in both legs, where the model has both: only one of them is reported in full.
fn both_legs(means: &Means<'_>, outcome: &mut Outcome) {
    let (body, weight) = (means.body, means.body.weight());
    let side = body.parameters.side;
    for (name, at, other) in pairs(body) {
        let mut legs = [(side, at), (side.other(), other)];
        legs.sort_by_key(|(side, _)| side.word());
        for (side, at) in legs.into_iter().rev() {
            let peak = means.over(&|instant| instant.contacts[at].force.norm()).into_iter().fold(0.0, f64::max);
            let label = format!("Peak {name} force of the {} leg in body weights", side.word());
            outcome.push(&format!("peak_{name}_force_{}_weight_ratio", side.word()), &label, peak / weight);
        }
    }
}

/// Where the hip's force points at its peak, in the femur.
fn direction(means: &Means<'_>, outcome: &mut Outcome) {
    if means.body.joints.hip.is_none() {
        return;
    }
    let columns: Vec<Vec<f64>> = (0..3).map(|k| means.over(&|instant| means.hip_force_in_femur(instant)[k])).collect();
    let size = |i: usize| (0..3).map(|k| columns[k][i].powi(2)).sum::<f64>();
    let peak = (0..columns[0].len()).max_by(|a, b| size(*a).total_cmp(&size(*b))).unwrap_or(0);
    let [x, y, z] = std::array::from_fn(|k| columns[k][peak]);
    let label = "Tilt of the peak hip force against the femur, laterally";
    outcome.push("hip_force_femur_frontal_angle_rad", label, z.atan2(-y));
    let label = "Tilt of the peak hip force against the femur, backwards";
    outcome.push("hip_force_femur_sagittal_angle_rad", label, (-x).atan2(-y));
}
