//! From the instants of the cycles to results: headline numbers, series, the load of the hip.

use nalgebra::Vector3;
use results::{Outcome, Table};

use super::analysis::Instant;
use super::model::Body;
use super::parameters::Side;
use super::{figures, warnings};
use crate::hip::CycleSamples;

/// Muscles that are told apart among those that make the hip's force.
pub(super) const TOLD_APART: usize = 8;

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

/// The load of the hip over one cycle.
pub(super) fn hip_cycle(body: &Body, cycles: &[Vec<Instant>]) -> Option<CycleSamples> {
    let means = Means { body, cycles };
    let frames = body.parameters.output.frames;
    let columns: Vec<Vec<f64>> = (0..3).map(|k| means.over(&|instant| means.hip_force(instant)[k])).collect();
    let angles: Vec<Vec<f64>> =
        means.hip_coordinates()?.iter().map(|at| means.over(&|instant| instant.q[*at])).collect();
    let rows = |columns: &[Vec<f64>]| (0..frames).map(|i| std::array::from_fn(|k| columns[k][i])).collect();
    Some(CycleSamples {
        name: body.recording.name.clone(),
        source: format!("muscles on {}; {}", body.anatomy.name, body.recording.source),
        duration: means.duration(),
        instants: (0..frames).map(|i| i as f64 / (frames - 1) as f64).collect(),
        angles: rows(&angles),
        force_on_head: rows(&columns),
        last_repeats_first: true,
    })
}

/// Instants of all cycles, averaged.
pub(super) struct Means<'a> {
    pub body: &'a Body,
    pub cycles: &'a [Vec<Instant>],
}

impl Means<'_> {
    /// A quantity over the cycle, averaged over the cycles.
    pub fn over(&self, quantity: &dyn Fn(&Instant) -> f64) -> Vec<f64> {
        let count = self.cycles.len() as f64;
        (0..self.body.parameters.output.frames)
            .map(|frame| self.cycles.iter().map(|cycle| quantity(&cycle[frame])).sum::<f64>() / count)
            .collect()
    }

    /// Its standard deviation between the cycles.
    fn spread(&self, quantity: &dyn Fn(&Instant) -> f64) -> Vec<f64> {
        let count = self.cycles.len() as f64;
        let means = self.over(quantity);
        means
            .iter()
            .enumerate()
            .map(|(frame, mean)| {
                let square = |cycle: &Vec<Instant>| (quantity(&cycle[frame]) - mean).powi(2);
                (self.cycles.iter().map(square).sum::<f64>() / (count - 1.0).max(1.0)).sqrt()
            })
            .collect()
    }

    pub fn duration(&self) -> f64 {
        let all = &self.body.cycles;
        all.iter().map(|[begin, end]| end - begin).sum::<f64>() / all.len() as f64
    }

    /// Flexion, adduction and rotation of the hip.
    pub fn hip_coordinates(&self) -> Option<Vec<usize>> {
        let hip = &self.body.anatomy.tree.bodies[self.body.joints.hip?].joint;
        let all: Vec<usize> =
            hip.rotations.iter().filter_map(|axis| axis.coordinates.first().map(|(at, _)| *at)).collect();
        (all.len() == 3).then_some(all)
    }

    /// Force of the pelvis on the head, in the pelvis: anterior, superior, lateral.
    pub fn hip_force(&self, instant: &Instant) -> Vector3<f64> {
        let Some(hip) = self.body.joints.hip else { return Vector3::zeros() };
        let parent = self.body.anatomy.tree.bodies[hip].joint.parent;
        let mut force = self.seen_from(instant, parent, hip);
        if self.body.parameters.side == Side::Left {
            force.z = -force.z;
        }
        force
    }

    /// The force in the joint above a body, in the axes of some body.
    fn seen_from(&self, instant: &Instant, axes: Option<usize>, of: usize) -> Vector3<f64> {
        let pose = self.body.skeleton.compute_pose(&instant.q);
        pose.body(axes).rotation.tr_mul(&instant.contacts[of])
    }

    /// Force of the femur on the tibia, and of the tibia on the foot, in the axes of the tibia.
    pub fn lower_force(&self, instant: &Instant, of: usize, axes: Option<usize>) -> Vector3<f64> {
        let mut force = self.seen_from(instant, axes, of);
        if self.body.parameters.side == Side::Left {
            force.z = -force.z;
        }
        force
    }

    /// What each muscle adds to the size of the hip's force, N.
    pub fn hip_share(&self, instant: &Instant, muscle: usize) -> f64 {
        let Some(hip) = self.body.joints.hip else { return 0.0 };
        let force = instant.contacts[hip];
        let Some(along) = force.try_normalize(1e-9) else { return 0.0 };
        let below = |body: &Option<usize>| {
            let parent = |at: &usize| self.body.anatomy.tree.bodies[*at].joint.parent;
            std::iter::successors(*body, parent).any(|at| at == hip)
        };
        let pulls = instant.lines[muscle].pulls.iter().filter(|(body, ..)| below(body));
        -instant.forces[muscle] * pulls.map(|(_, _, pull)| pull.dot(&along)).sum::<f64>()
    }

    /// The muscles that make most of the hip's force, the largest first.
    pub fn main_muscles(&self) -> Vec<usize> {
        let mut all: Vec<(f64, usize)> = (0..self.body.anatomy.muscles.len())
            .map(|i| (self.over(&|instant| self.hip_share(instant, i)).into_iter().fold(0.0, f64::max), i))
            .filter(|(peak, _)| *peak > 0.0)
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().take(TOLD_APART).map(|(_, i)| i).collect()
    }
}

/// A name for a column: small letters, digits and underscores.
pub(super) fn key(name: &str) -> String {
    let sign = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    name.chars().map(sign).collect()
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
        let values = means.over(&|instant| instant.contacts[at].norm());
        let ratio = values.iter().map(|force| force / weight).collect();
        table.push(&format!("{name}_force_N"), &format!("{} force", capital(name)), values);
        table.push(&format!("{name}_force_weight_ratio"), &format!("{} force in body weights", capital(name)), ratio);
        if means.cycles.len() > 1 {
            let spread = means.spread(&|instant| instant.contacts[at].norm());
            table.push(
                &format!("{name}_force_spread_N"),
                &format!("{} force, spread of the steps", capital(name)),
                spread,
            );
        }
    }
    for (name, at) in sizes(body).filter(|(name, _)| *name != "hip") {
        for (k, way) in ["anterior", "superior", "lateral"].into_iter().enumerate() {
            let axes = body.joints.knee;
            let values = means.over(&|instant| means.lower_force(instant, at, axes)[k]);
            table.push(&format!("{name}_force_{way}_N"), &format!("{} force, {way}", capital(name)), values);
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
    figures::add_arms(means, &mut table);
    table
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Names of the joints that are reported, and the bodies below them.
pub(super) fn sizes(body: &Body) -> impl Iterator<Item = (&'static str, usize)> {
    let joints = [("hip", body.joints.hip), ("knee", body.joints.knee), ("ankle", body.joints.ankle)];
    joints.into_iter().filter_map(|(name, at)| at.map(|at| (name, at)))
}

fn headline(means: &Means<'_>, outcome: &mut Outcome) {
    let (body, weight) = (means.body, means.body.weight());
    outcome.push("window_duration_s", "Duration of the window", means.duration());
    outcome.push("cycles_count", "Cycles that are averaged", means.cycles.len() as f64);
    outcome.push("body_weight_N", "Body weight", weight);
    for (name, at) in sizes(body) {
        let peak = means.over(&|instant| instant.contacts[at].norm()).into_iter().fold(0.0, f64::max);
        outcome.push(&format!("peak_{name}_force_N"), &format!("Peak {name} force"), peak);
        let label = format!("Peak {name} force in body weights");
        outcome.push(&format!("peak_{name}_force_weight_ratio"), &label, peak / weight);
    }
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
    let square = |k: usize| {
        let all = means.cycles.iter().flatten();
        let count = means.cycles.iter().map(Vec::len).sum::<usize>() as f64;
        (all.map(|instant| instant.residual[k].norm_squared()).sum::<f64>() / count).sqrt()
    };
    outcome.push("residual_force_rms_N", "Residual force at the base, root mean square", square(0));
    outcome.push("residual_moment_rms_N_m", "Residual moment at the base, root mean square", square(1));
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
