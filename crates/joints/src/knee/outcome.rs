//! From the histories of the runs to their results: headline numbers and series.

use numerics::ode::Work;
use results::{Outcome, Table};

use super::case::Case;
use super::history::{End, Frame, History, PatellaFrame, Potentials, Side};
use super::parameters::{Combine, Friction};
use super::{Knee, figures, warnings};
use crate::contact::patch_numbers;
use crate::ligament::{snake, words};

/// Most points of a single contact that are kept.
const CONTACT_POINTS: usize = 800;

/// One run with its names.
pub(super) struct Run<'a> {
    pub case: &'a Case,
    pub history: &'a History,
    /// Empty for a single run, or `_hertz_sphere_plane_healthy`.
    key: String,
    /// Empty for a single run, or `, Hunt–Crossley`.
    label: String,
}

impl Run<'_> {
    /// The machine name of a quantity of this run.
    pub fn name(&self, quantity: &str, unit: &str) -> String {
        format!("{quantity}{}_{unit}", self.key)
    }

    fn label(&self, quantity: &str) -> String {
        format!("{quantity}{}", self.label)
    }
}

/// Everything that the runs hand back, in one.
pub(super) fn assemble(knee: &Knee, histories: &[History]) -> Outcome {
    let runs = name_runs(knee, histories);
    let mut outcome = Outcome::default();
    headline(knee, &runs, &mut outcome);
    beside(&runs, &mut outcome);
    patches(&runs, &mut outcome);
    outcome.work = work(&runs);
    outcome.series = series(knee, &runs);
    warnings::add(knee, &runs, &mut outcome);
    outcome.figures = figures::list(knee, &runs);
    outcome
}

fn name_runs<'a>(knee: &'a Knee, histories: &'a [History]) -> Vec<Run<'a>> {
    let single = histories.len() == 1;
    let named = |(case, history): (&'a Case, &'a History)| Run {
        case,
        history,
        key: if single { String::new() } else { format!("_{}", case.key) },
        label: if single { String::new() } else { format!(", {}", short_label(knee, case)) },
    };
    knee.cases.iter().zip(histories).map(named).collect()
}

/// What sets a run apart: for one list at a time, only the entry of that list.
pub(super) fn short_label<'a>(knee: &'a Knee, case: &'a Case) -> &'a str {
    let contact = &knee.parameters.contact;
    if contact.combine == Combine::All {
        return &case.label;
    }
    match (case.choice.law, case.choice.geometry, case.choice.material) {
        (0, 0, 0) => &case.label,
        (law, 0, 0) => contact.laws[law].label(),
        (_, 0, material) => contact.materials[material].label(),
        (_, geometry, _) => contact.geometries[geometry].label(),
    }
}

/// A single run tells everything; a comparison begins with its extremes and keeps to what is worth comparing.
fn headline(knee: &Knee, runs: &[Run<'_>], outcome: &mut Outcome) {
    let single = runs.len() == 1;
    if !single {
        let most = |value: &dyn Fn(&History) -> f64| runs.iter().map(|run| value(run.history)).fold(0.0, f64::max);
        outcome.push("run_count", "Runs", runs.len() as f64);
        outcome.push("highest_contact_force_N", "Highest contact force of all runs", most(&|h| h.peak_force));
        outcome.push("deepest_indentation_m", "Deepest indentation of all runs", most(&|h| h.peak_indentation));
        let worst = most(&|h| h.imbalance_ratio().abs());
        outcome.push("largest_energy_imbalance_ratio", "Largest energy imbalance of all runs", worst);
    }
    let mut each = |quantity: &str, unit: &str, label: &str, value: &dyn Fn(&History) -> f64| {
        for run in runs {
            outcome.push(&run.name(quantity, unit), &run.label(label), value(run.history));
        }
    };
    each("peak_contact_force", "N", "Peak contact force", &|h| h.peak_force);
    each("peak_indentation", "m", "Peak indentation", &|h| h.peak_indentation);
    each("end_time", "s", "End of the run", &|h| h.end_time);
    each("contact_share", "ratio", "Share of the time in contact", &History::contact_share);
    each("impact", "count", "Impacts", &|h| h.episodes.iter().filter(|e| e.approach.is_some()).count() as f64);
    each("first_impact_loss", "J", "Energy lost in the first impact", &|h| h.first_impact_loss);
    each("energy_lost", "J", "Energy lost in the contact", &|h| h.last.lost);
    each("energy_imbalance", "ratio", "Energy imbalance, by the largest kinetic energy", &History::imbalance_ratio);
    if single {
        each("end_flexion", "rad", "Flexion at the end", &|h| match h.end {
            End::Straight => 0.0,
            _ => h.last.flexion,
        });
        each("first_impact_speed", "m_per_s", "Speed of the first impact", &|h| {
            h.first_impact_episode().and_then(|e| e.approach).unwrap_or(0.0)
        });
        each("pulse_work", "J", "Work of the pulse", &|h| h.last.pulse_work());
        if knee.parameters.patella.is_some() {
            each("quadriceps_work", "J", "Work of the quadriceps", &|h| h.last.patella.map_or(0.0, |p| p.work));
        }
        let since = |h: &History, of: fn(&Potentials) -> f64| {
            h.frames.first().map_or(0.0, |first| of(&first.potentials) - of(&h.last.potentials))
        };
        each("gravity_work", "J", "Work of gravity", &|h| since(h, |p| p.gravity));
        each("ligament_work", "J", "Work of the ligaments", &|h| since(h, |p| p.ligaments));
        each("contact_work", "J", "Work of the contact, without what it lost", &|h| since(h, |p| p.contact));
        each("kinetic_energy", "J", "Kinetic energy at the end", &|h| h.last.kinetic);
        for (i, ligament) in knee.parameters.ligaments.iter().enumerate() {
            let (name, label) = (snake(&ligament.name), format!("Peak force, {} ligament", words(&ligament.name)));
            each(&format!("peak_{name}_force"), "N", &label, &|h| h.peak_tensions[i]);
        }
        let first = |h: &History| h.frames.first().and_then(|frame| frame.patella);
        if let Some(patella) = &knee.parameters.patella {
            let pull = patella.quadriceps_force.si();
            each("start_tendon", "ratio", "Tendon over quadriceps force at the start", &|h| {
                first(h).map_or(f64::NAN, |p| p.tendon / pull)
            });
            each("start_patellofemoral", "ratio", "Patellofemoral over quadriceps force at the start", &|h| {
                first(h).map_or(f64::NAN, |p| p.force / pull)
            });
        }
    } else {
        each("peak_ligament_force", "N", "Peak force of a ligament", &|h| {
            h.peak_tensions.iter().copied().fold(0.0, f64::max)
        });
    }
}

/// Peaks of what there is beside the first contact.
fn beside(runs: &[Run<'_>], outcome: &mut Outcome) {
    for run in runs {
        let [lateral, total, patella, tendon] = run.history.peaks_beside;
        let (two, cap) = (run.case.lateral.is_some(), run.case.layout.patella.is_some());
        for (there, quantity, label, value) in [
            (two, "peak_lateral_contact_force", "Peak contact force, lateral", lateral),
            (two, "peak_total_contact_force", "Peak contact force, both condyles", total),
            (cap, "peak_patellofemoral_force", "Peak patellofemoral force", patella),
            (cap, "peak_patellar_tendon_force", "Peak force of the patellar tendon", tendon),
        ] {
            if there {
                outcome.push(&run.name(quantity, "N"), &run.label(label), value);
            }
        }
    }
}

/// Half-axes, area and pressure of the largest patch of each contact of each run whose law has one.
fn patches(runs: &[Run<'_>], outcome: &mut Outcome) {
    for run in runs {
        let [lateral, patella] = run.history.depths_beside;
        let contacts = [
            ("", "", run.case.patch.as_ref(), run.history.peak_indentation),
            ("lateral_", ", lateral", run.case.lateral.as_ref().and_then(|(_, patch)| patch.as_ref()), lateral),
            ("patellofemoral_", ", patella", run.case.kneecap.as_ref(), patella),
        ];
        for (of, beside, patch, depth) in contacts {
            let Some(patch) = patch else { continue };
            for (end, words, value) in patch_numbers(patch, depth) {
                let Some((quantity, unit)) = end.rsplit_once('_') else { continue };
                let (first, rest) = words.split_at(1);
                let label = format!("{}{rest}{beside}", first.to_uppercase());
                outcome.push(&run.name(&format!("{of}{quantity}"), unit), &run.label(&label), value);
            }
        }
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

/// One row for each reported instant, up to the end of the longest run; a run that ended earlier has no numbers there.
fn series(knee: &Knee, runs: &[Run<'_>]) -> Table {
    let rows = runs.iter().map(|run| run.history.frames.len()).max().unwrap_or(0);
    let interval = knee.parameters.time.interval.si();
    let mut table = Table::default();
    table.push("time_s", "Time", (0..rows).map(|i| i as f64 * interval).collect());
    for run in runs {
        let mut push = |quantity: &str, unit: &str, label: &str, value: &dyn Fn(&Frame) -> f64| {
            let mut values: Vec<f64> = run.history.frames.iter().map(value).collect();
            values.resize(rows, f64::NAN);
            table.push(&run.name(quantity, unit), &run.label(label), values);
        };
        push("flexion", "rad", "Flexion", &|f| f.flexion);
        push("indentation", "m", "Indentation", &Frame::indentation);
        // With two condyles the first one is the medial one.
        let of_first = if run.case.lateral.is_some() { "Contact force, medial" } else { "Contact force" };
        push("contact_force", "N", of_first, &|f| f.force);
        push("gap", "m", "Gap", &|f| f.gap);
        push("contact_point_posterior", "m", "Contact point", &|f| f.point[1]);
        push("contact_point_proximal", "m", "Height of the contact point", &|f| f.point[0]);
        push("femur_point_anterior", "m", "Contact point on the femur, anterior", &|f| f.on_femur[0]);
        push("femur_point_proximal", "m", "Contact point on the femur, proximal", &|f| f.on_femur[1]);
        if run.case.lateral.is_some() {
            let side = |f: &Frame, of: fn(&Side) -> f64| f.lateral.as_ref().map_or(f64::NAN, of);
            push("lateral_contact_force", "N", "Contact force, lateral", &|f| side(f, |s| s.force));
            push("total_contact_force", "N", "Contact force, both condyles", &Frame::total_force);
            push("lateral_indentation", "m", "Indentation, lateral", &|f| side(f, |s| (-s.gap).max(0.0)));
            push("lateral_contact_point_posterior", "m", "Contact point, lateral", &|f| side(f, |s| s.posterior));
        }
        if let Some(cap) = &run.case.layout.patella {
            let pull = cap.parameters.quadriceps_force.si();
            let at = |f: &Frame, of: fn(&PatellaFrame) -> f64| f.patella.as_ref().map_or(f64::NAN, of);
            push("patellofemoral_force", "N", "Patellofemoral force", &|f| at(f, |p| p.force));
            push("patellar_tendon_force", "N", "Patellar tendon", &|f| at(f, |p| p.tendon));
            push("tendon_over_quadriceps", "ratio", "Tendon over quadriceps force", &|f| at(f, |p| p.tendon) / pull);
            push("patellofemoral_over_quadriceps", "ratio", "Patellofemoral over quadriceps force", &|f| {
                at(f, |p| p.force) / pull
            });
            push("patellofemoral_indentation", "m", "Indentation of the patella", &|f| at(f, |p| (-p.gap).max(0.0)));
            push("patella_flexion", "rad", "Flexion of the patella", &|f| at(f, |p| p.flexion));
            push("patella_contact_proximal", "m", "Contact on the patella", &|f| at(f, |p| p.contact));
            push("quadriceps_work", "J", "Work of the quadriceps", &|f| at(f, |p| p.work));
        }
        if knee.parameters.friction != Friction::None {
            push("friction_force", "N", "Friction", &|f| f.friction);
        }
        for (i, ligament) in knee.parameters.ligaments.iter().enumerate() {
            push(&format!("{}_force", snake(&ligament.name)), "N", &words(&ligament.name), &|f| f.tensions[i]);
        }
        if let Some(longest) = run.history.longest_episode() {
            let within = |f: &Frame| f.time >= longest.begin && f.time <= longest.end;
            push("continuous_indentation", "m", "Indentation, longest contact", &|f| {
                if within(f) { f.indentation() } else { f64::NAN }
            });
            push("continuous_force", "N", "Longest contact", &|f| {
                if within(f) { f.force } else { f64::NAN }
            });
        }
        energies(run, &mut push);
        contacts(run, rows, &mut table);
    }
    worn_layer(runs, rows, &mut table);
    table
}

type Push<'a> = &'a mut dyn FnMut(&str, &str, &str, &dyn Fn(&Frame) -> f64);

fn energies(run: &Run<'_>, push: Push<'_>) {
    let Some(start) = run.history.frames.first() else { return };
    push("centre_of_mass_anterior", "m", "Centre of mass, anterior", &|f| f.position[0]);
    push("centre_of_mass_proximal", "m", "Centre of mass, proximal", &|f| f.position[1]);
    push("kinetic_energy", "J", "Kinetic energy", &|f| f.kinetic);
    push("potential_energy", "J", "Potential and elastic energy, from the start", &|f| {
        f.potential() - start.potential()
    });
    push("pulse_work", "J", "Work of the pulse", &Frame::pulse_work);
    push("gravity_work", "J", "Work of gravity", &|f| start.potentials.gravity - f.potentials.gravity);
    push("ligament_work", "J", "Work of the ligaments", &|f| start.potentials.ligaments - f.potentials.ligaments);
    push("contact_work", "J", "Work of the contact, without what it lost", &|f| {
        start.potentials.contact - f.potentials.contact
    });
    push("energy_lost", "J", "Energy lost in the contact", &|f| f.lost);
    push("energy_imbalance", "J", "Energy imbalance", &|f| f.balance() - start.balance());
}

/// Where what is left of a worn layer is used up, as an upright line from no force to the highest one: these columns do not
/// follow the time of their row.
fn worn_layer(runs: &[Run<'_>], rows: usize, table: &mut Table) {
    let depth = runs.iter().find_map(|run| run.case.layers.beneath.as_ref().map(|beneath| beneath.depth));
    let Some(depth) = depth.filter(|_| rows > 1) else { return };
    let most = runs.iter().filter(|run| run.case.layers.beneath.is_some()).map(|run| run.history.peak_force);
    let column = |ends: [f64; 2]| {
        let mut values = ends.to_vec();
        values.resize(rows, f64::NAN);
        values
    };
    table.push("worn_layer_indentation_m", "Indentation at which the worn layer is used up", column([depth; 2]));
    table.push("worn_layer_force_N", "Worn layer used up", column([0.0, most.fold(0.0, f64::max)]));
}

/// Force over indentation in single contacts, as they come: these columns do not follow the time of their row.
fn contacts(run: &Run<'_>, rows: usize, table: &mut Table) {
    let first = ("first_impact", "first impact", "First impact", &run.history.first_impact);
    let hardest = ("hardest_contact", "hardest contact", "Hardest contact", &run.history.hardest_contact);
    for (name, of, label, points) in [first, hardest] {
        let stride = points.len().div_ceil(CONTACT_POINTS.min(rows).max(1)).max(1);
        let column = |k: usize| {
            let mut values: Vec<f64> = points.iter().step_by(stride).map(|p| p[k]).collect();
            values.resize(rows, f64::NAN);
            values
        };
        table.push(
            &run.name(&format!("{name}_indentation"), "m"),
            &run.label(&format!("Indentation, {of}")),
            column(0),
        );
        table.push(&run.name(&format!("{name}_force"), "N"), &run.label(label), column(1));
    }
}
