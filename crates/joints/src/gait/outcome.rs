//! From the histories of the runs to their results: headline numbers and series.

use mechanics::fluid::Regime;
use numerics::ode::Work;
use results::{Outcome, Table};

use super::case::Case;
use super::history::{History, Row};
use super::leg::JOINTS;
use super::model::{Gait, Ideal};
use super::parameters::Kind;
use super::recording::Reference;
use super::{figures, implant, pressure, segments, stick, warnings};
use crate::contact::patch_numbers;
use crate::film::{REGIMES, while_in};

/// Points of the circle of the clearance.
const CIRCLE: usize = 73;

/// One run with its names.
pub(super) struct Run<'a> {
    pub case: &'a Case,
    pub history: &'a History,
    /// Empty for a single run, or `_dry`.
    key: String,
    /// Empty for a single run, or `, dry`.
    label: String,
}

impl Run<'_> {
    /// The machine name of a quantity of this run.
    pub fn name(&self, quantity: &str, unit: &str) -> String {
        format!("{quantity}{}_{unit}", self.key)
    }

    pub fn label(&self, quantity: &str) -> String {
        format!("{quantity}{}", self.label)
    }

    /// Whether the head moves in the cup.
    pub fn moves(&self) -> bool {
        self.case.kind != Kind::Ideal
    }
}

/// Everything that the runs hand back, in one.
pub(super) fn assemble(gait: &Gait, ideal: &Ideal, histories: &[History]) -> Outcome {
    let single = histories.len() == 1;
    let named = |(case, history)| Run {
        case,
        history,
        key: if single { String::new() } else { format!("_{}", case.key) },
        label: if single { String::new() } else { format!(", {}", case.label) },
    };
    let runs: Vec<Run<'_>> = gait.cases.iter().zip(histories).map(named).collect();
    let mut outcome = Outcome::default();
    headline(gait, ideal, &runs, &mut outcome);
    if let Some(reference) = gait.recording.reference.as_ref().filter(|_| runs.iter().all(|run| !run.moves())) {
        compare(reference, ideal, &mut outcome);
    }
    outcome.work = work(&runs);
    outcome.series = series(gait, ideal, &runs);
    warnings::add(gait, &runs, &mut outcome);
    outcome.figures = figures::list(gait, &runs, &outcome.series);
    outcome
}

fn headline(gait: &Gait, ideal: &Ideal, runs: &[Run<'_>], outcome: &mut Outcome) {
    let weight = gait.skeleton.mass * gait.parameters.gravity.si();
    outcome.push("window_duration_s", "Duration of the window", gait.window[1] - gait.window[0]);
    outcome.push("body_weight_N", "Body weight", weight);
    let mut each = |quantity: &str, unit: &str, label: &str, value: &dyn Fn(&Run<'_>) -> Option<f64>| {
        for run in runs {
            if let Some(value) = value(run) {
                outcome.push(&run.name(quantity, unit), &run.label(label), value);
            }
        }
    };
    each("peak_hip_force", "N", "Peak hip force", &|run| Some(run.history.peak_force));
    each("peak_hip_force_weight", "ratio", "Peak hip force in body weights", &|run| {
        Some(run.history.peak_force / weight)
    });
    let off = |run: &Run<'_>, k: usize| run.moves().then(|| deviation(&run.history.rows, &ideal.history.rows, k));
    each("thigh_height_deviation", "m", "Largest difference of the thigh's height from the ideal hip", &|run| {
        off(run, 0).map(|(_, most)| most)
    });
    each(
        "thigh_velocity_roughness",
        "m_per_s",
        "Roughness of the thigh's velocity: RMS difference from the ideal hip",
        &|run| off(run, 1).map(|(rms, _)| rms),
    );
    each(
        "thigh_acceleration_roughness",
        "m_per_s2",
        "Roughness of the thigh's acceleration: RMS difference from the ideal hip",
        &|run| off(run, 2).map(|(rms, _)| rms),
    );
    each(
        "thigh_acceleration_peak",
        "m_per_s2",
        "Largest difference of the thigh's acceleration from the ideal hip",
        &|run| off(run, 2).map(|(_, most)| most),
    );
    let dry = |run: &Run<'_>| run.case.kind == Kind::Dry;
    each("impact", "count", "Impacts of head and cup", &|run| dry(run).then_some(run.history.impacts as f64));
    each("contact_share", "ratio", "Share of the time in contact", &|run| {
        dry(run).then_some(run.history.shares[Regime::Boundary as usize])
    });
    if let Some(patch) = implant::patch(&gait.parameters.implant) {
        for (k, (end, words, _)) in patch_numbers(&patch, 0.0).into_iter().enumerate() {
            let Some((quantity, unit)) = end.rsplit_once('_') else { continue };
            let label = format!("Head and cup, {words}");
            each(quantity, unit, &label, &|run| dry(run).then(|| patch_numbers(&patch, run.history.deepest)[k].2));
        }
    }
    let wet = |run: &Run<'_>| run.case.kind == Kind::Lubricated;
    for (regime, name, words) in [
        (Regime::FullFilm, "full_film_share", "Share of the time with a full film"),
        (Regime::Mixed, "mixed_share", "Share of the time in mixed lubrication"),
        (Regime::Boundary, "boundary_share", "Share of the time carried by the solids"),
    ] {
        each(name, "ratio", words, &|run| wet(run).then_some(run.history.shares[regime as usize]));
    }
    each("least_film_thickness", "m", "Least film thickness", &|run| wet(run).then_some(run.history.least_film));
    each("largest_eccentricity", "ratio", "Largest eccentricity by the clearance", &|run| {
        wet(run).then_some(run.history.largest_ratio)
    });
    each("film_force_error", "N", "RMS error of the film's force if it is computed from the velocities", &|run| {
        wet(run).then_some(run.history.film_error)
    });
    each("constraint_drift", "m", "Largest violation of a joint or guide (m or rad)", &|run| {
        run.moves().then_some(run.history.drift)
    });
    if gait.walk.other.is_some() {
        let squares = ideal.history.rows.iter().map(|row| row.trunk[0].powi(2) + row.trunk[1].powi(2));
        let rms = (squares.sum::<f64>() / ideal.history.rows.len().max(1) as f64).sqrt();
        outcome.push("trunk_residual_force_N", "RMS force that nothing but the guide of the trunk carries", rms);
    }
    for (j, joint) in JOINTS.iter().enumerate() {
        let most = ideal.history.rows.iter().map(|row| row.loads[j][2].abs()).fold(0.0, f64::max);
        outcome.push(&format!("peak_{joint}_moment_N_m"), &format!("Peak {joint} moment, ideal hip"), most);
    }
}

/// RMS and largest difference of a quantity of the thigh between two runs, over the rows that both have.
pub(super) fn deviation(rows: &[Row], ideal: &[Row], k: usize) -> (f64, f64) {
    let differences = rows.iter().zip(ideal).map(|(a, b)| (a.thigh[k] - b.thigh[k]).abs());
    let (sum, most) = differences.fold((0.0, 0.0f64), |(sum, most), d| (sum + d * d, most.max(d)));
    ((sum / rows.len().max(1) as f64).sqrt(), most)
}

/// Differences of the ideal hip's joint loads from those of a reference: RMS and largest; and RMS as a share of the peak, of
/// moments and of the size of forces.
fn compare(reference: &Reference, ideal: &Ideal, outcome: &mut Outcome) {
    for (j, joint) in JOINTS.iter().enumerate().rev() {
        let pairs = |k: usize| {
            let both = reference.loads.iter().zip(&ideal.at_reference).map(move |(theirs, ours)| (theirs[j], ours[j]));
            both.filter(move |(theirs, ours)| theirs[k].is_finite() && ours[k].is_finite())
        };
        let mean = |squares: f64, k: usize| (squares / pairs(k).count().max(1) as f64).sqrt();
        for (k, quantity, unit) in [(0, "force_x", "N"), (1, "force_y", "N"), (2, "moment", "N_m")] {
            if pairs(k).next().is_none() {
                continue;
            }
            let off = || pairs(k).map(|(theirs, ours)| (ours[k] - theirs[k]).abs());
            let (rms, most) = (mean(off().map(|d| d * d).sum(), k), off().fold(0.0, f64::max));
            let words = format!("{joint} {}", quantity.replace('_', " "));
            let name = format!("{joint}_{quantity}_reference");
            outcome.push(&format!("{name}_rms_{unit}"), &format!("RMS difference from the reference, {words}"), rms);
            outcome.push(
                &format!("{name}_worst_{unit}"),
                &format!("Largest difference from the reference, {words}"),
                most,
            );
        }
        let mut share = |quantity: &str, k: usize, size: &dyn Fn(&[f64; 3]) -> f64| {
            if pairs(k).next().is_none() {
                return;
            }
            let off =
                |(theirs, ours): ([f64; 3], [f64; 3])| size(&std::array::from_fn(|k| ours[k] - theirs[k])).powi(2);
            let peak = pairs(k).map(|(theirs, _)| size(&theirs)).fold(0.0, f64::max);
            let label = format!("RMS difference by the reference's peak, {joint} {quantity}");
            let rms = mean(pairs(k).map(off).sum(), k);
            outcome.push(&format!("{joint}_{quantity}_reference_rms_ratio"), &label, rms / peak);
        };
        share("force", 0, &|load| load[0].hypot(load[1]));
        share("moment", 2, &|load| load[2].abs());
    }
}

fn work(runs: &[Run<'_>]) -> Vec<(String, u64)> {
    let sum = |of: fn(&Work) -> u64| runs.iter().map(|run| of(&run.history.work)).sum();
    vec![
        ("runs".into(), runs.len() as u64),
        ("steps".into(), sum(|w| w.steps)),
        ("rejected_steps".into(), sum(|w| w.rejected)),
        ("rate_calls".into(), sum(|w| w.rate_calls)),
        ("jacobians".into(), sum(|w| w.jacobians)),
    ]
}

/// One row for each reported instant; a run that stopped earlier has no numbers after that.
fn series(gait: &Gait, ideal: &Ideal, runs: &[Run<'_>]) -> Table {
    let rows = ideal.history.rows.len();
    let mut table = Table::default();
    table.push("time_s", "Time", ideal.history.rows.iter().map(|row| row.time).collect());
    for run in runs {
        let mut push = |quantity: &str, unit: &str, label: &str, value: &dyn Fn(&Row) -> f64| {
            let mut values: Vec<f64> = run.history.rows.iter().map(value).collect();
            values.resize(rows, f64::NAN);
            table.push(&run.name(quantity, unit), &run.label(label), values);
        };
        push("thigh_height", "m", "Height of the thigh's centre of mass", &|row| row.thigh[0]);
        push("thigh_velocity", "m_per_s", "Vertical velocity of the thigh", &|row| row.thigh[1]);
        push("thigh_acceleration", "m_per_s2", "Vertical acceleration of the thigh", &|row| row.thigh[2]);
        push("hip_force", "N", "Hip force", &Row::hip_force);
        for (j, joint) in JOINTS.iter().enumerate() {
            push(&format!("{joint}_force_x"), "N", &format!("Forward force at the {joint}"), &|row| row.loads[j][0]);
            push(&format!("{joint}_force_y"), "N", &format!("Upward force at the {joint}"), &|row| row.loads[j][1]);
            push(&format!("{joint}_moment"), "N_m", &format!("Moment at the {joint}"), &|row| row.loads[j][2]);
        }
        if run.case.kind != Kind::Ideal {
            push("eccentricity_x", "m", "Head from the cup's centre, forwards", &|row| row.eccentricity[0]);
            push("eccentricity_y", "m", "Head from the cup's centre, upwards", &|row| row.eccentricity[1]);
        }
        if run.case.kind == Kind::Lubricated {
            push("film_thickness", "m", "Least film thickness", &|row| row.film[0]);
            push("lambda", "ratio", "Film thickness by the roughness", &|row| row.film[1]);
            push("friction_coefficient", "ratio", "Friction coefficient", &|row| row.film[2]);
            push("hersey_decades", "ratio", "Logarithm of Hersey's number", &|row| row.film[3]);
            for (regime, name, words) in REGIMES {
                let label = format!("Friction coefficient, {words}");
                push(&format!("friction_coefficient_{name}"), "ratio", &label, &|row| {
                    while_in(regime, row.film[1], row.film[2])
                });
            }
        }
    }
    for run in runs {
        segments::columns(run, rows, &mut table);
        add_pressure(gait, run, rows, &mut table);
    }
    if gait.walk.other.is_some() {
        let column = |k: usize| ideal.history.rows.iter().map(|row| row.trunk[k]).collect::<Vec<f64>>();
        table.push("trunk_residual_x_N", "Forward force that the trunk's guide carries", column(0));
        table.push("trunk_residual_y_N", "Upward force that the trunk's guide carries", column(1));
    }
    if runs.iter().any(Run::moves) {
        add_circle(gait.parameters.implant.clearance.si(), rows, &mut table);
    }
    add_motion(gait, &ideal.history.rows, &mut table);
    table
}

/// The pressure around the head, as far as there are rows for it: these columns do not follow the time of their row.
fn add_pressure(gait: &Gait, run: &Run<'_>, rows: usize, table: &mut Table) {
    let Some(fluid) = run.case.fluid else { return };
    let Some(around) = pressure::around(gait, fluid, run.history, rows) else { return };
    let mut push = |quantity: &str, unit: &str, label: &str, mut values: Vec<f64>| {
        values.resize(rows, f64::NAN);
        table.push(&run.name(quantity, unit), &run.label(label), values);
    };
    push("film_angle", "rad", "Angle from the widest gap", around.angles);
    push("film_pressure_printed", "Pa", "Film pressure, Eq. 27, ambient at the widest gap", around.printed);
    push("film_pressure_open_ends", "Pa", "Film pressure, Eq. 27, ambient at the ends", around.open_ends);
    if !around.finite.is_empty() {
        push("film_pressure_finite", "Pa", "Film pressure, bearing of its own length", around.finite);
    }
}

/// The circle of the clearance, as far as there are rows for it: these columns do not follow the time of their row.
fn add_circle(clearance: f64, rows: usize, table: &mut Table) {
    let points = CIRCLE.min(rows);
    let column = |value: fn(f64) -> f64| {
        let turn = |i: usize| std::f64::consts::TAU * i as f64 / (points - 1).max(1) as f64;
        let mut values: Vec<f64> = (0..points).map(|i| clearance * value(turn(i))).collect();
        values.resize(rows, f64::NAN);
        values
    };
    table.push("eccentricity_circle_x_m", "Clearance, forwards", column(f64::cos));
    table.push("eccentricity_circle_y_m", "Clearance, upwards", column(f64::sin));
}

/// The ground's force, the accelerations before and after smoothing, and the stick figure.
fn add_motion(gait: &Gait, rows: &[Row], table: &mut Table) {
    let times: Vec<f64> = rows.iter().map(|row| row.time + gait.window[0]).collect();
    if let Some(ground) = &gait.walk.ground {
        let sampled = ground.sample(&times);
        table.push("ground_force_x_N", "Forward force of the ground", sampled.iter().map(|(f, _)| f[0]).collect());
        table.push("ground_force_y_N", "Upward force of the ground", sampled.iter().map(|(f, _)| f[1]).collect());
    }
    for (segment, name) in [(2, "shank"), (3, "foot")] {
        if let Ok([rough, smooth]) = gait.walk.angular_accelerations(segment, &times) {
            table.push(
                &format!("{name}_angular_acceleration_as_measured_rad_per_s2"),
                &format!("Angular acceleration of the {name}, as measured"),
                rough,
            );
            table.push(
                &format!("{name}_angular_acceleration_rad_per_s2"),
                &format!("Angular acceleration of the {name}, smoothed"),
                smooth,
            );
        }
    }
    let [x, y] = stick::columns(gait, rows.len());
    table.push("stick_x_m", "Forwards", x);
    table.push("stick_y_m", "Upwards", y);
    if let Some(reference) = &gait.recording.reference {
        add_reference(gait, reference, rows.len(), table);
    }
}

/// The reference at its own times: these columns do not follow the time of their row.
fn add_reference(gait: &Gait, reference: &Reference, rows: usize, table: &mut Table) {
    let inside = |t: &f64| (gait.window[0] - 1e-9..=gait.window[1] + 1e-9).contains(t);
    let kept: Vec<usize> = (0..reference.times.len()).filter(|i| inside(&reference.times[*i])).take(rows).collect();
    let column = |value: &dyn Fn(usize) -> f64| {
        let mut values: Vec<f64> = kept.iter().map(|i| value(*i)).collect();
        values.resize(rows, f64::NAN);
        values
    };
    table.push("reference_time_s", "Time of the reference", column(&|i| reference.times[i] - gait.window[0]));
    for (j, joint) in JOINTS.iter().enumerate() {
        let load = |k: usize| column(&|i| reference.loads[i][j][k]);
        table.push(&format!("{joint}_moment_reference_N_m"), &format!("Moment at the {joint}, reference"), load(2));
    }
}
