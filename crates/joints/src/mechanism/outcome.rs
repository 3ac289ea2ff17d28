//! From the history of a run to its results: headline numbers, series, figures.

use mechanics::fluid::Regime;
use mechanics::rigid;
use results::Outcome;

use super::Mechanism;
use super::bearing_build::Kept;
use super::build::setting;
use super::columns::{self, series};
use super::figures::figures;
use super::names::slug;
use super::parameters::{Experiment, Parameters};
use super::record::{Frame, History};
use super::warnings;
use crate::contact::{Friction, hertz_patch, patch_numbers};

/// Everything the run hands back.
pub(super) fn assemble(mechanism: &Mechanism, history: &History) -> Outcome {
    let mut outcome = Outcome { work: history.work.clone(), ..Outcome::default() };
    let experiment = &mechanism.parameters.experiment;
    if !matches!(experiment, Experiment::Kinematic(_)) {
        forces(mechanism, history, &mut outcome);
    }
    motion(mechanism, history, &mut outcome);
    if let (Experiment::Forward(_), Some(last)) = (experiment, history.frames.last()) {
        works(mechanism, last, &mut outcome);
        outcome.push("work_in_J", "Work of loads and guides", last.state.work());
        outcome.push("energy_lost_J", "Energy lost", last.state.lost());
        outcome.push("energy_imbalance_J", "Largest energy from nowhere", history.peaks.imbalance.abs());
        let ratio = history.peaks.imbalance_ratio();
        outcome.push("energy_imbalance_ratio", "Energy from nowhere, by the largest exchanged", ratio);
    }
    outcome.push("constraint_drift_m", "Largest constraint violation (m or rad)", history.peaks.drift);
    outcome.push("degrees_of_freedom_count", "Degrees of freedom", mechanism.freedom() as f64);
    last_place(mechanism, history, &mut outcome);
    warnings::add(mechanism, history, &mut outcome);
    if experiment.span().is_some() {
        outcome.series = series(&mechanism.parameters, &history.frames);
        outcome.figures = figures(&mechanism.parameters, &outcome.series);
    }
    outcome
}

/// Who moved it: what gravity and every force and guide have done in the end.
fn works(mechanism: &Mechanism, last: &Frame, outcome: &mut Outcome) {
    if mechanism.parameters.gravity.iter().any(|g| g.si() != 0.0) {
        outcome.push("work_of_gravity_J", "Work of gravity", last.works.gravity);
    }
    for (_, column, label, value) in columns::works(&mechanism.parameters) {
        outcome.push(&column, &label, value(last));
    }
}

/// Peaks of reactions, contacts and tensions, over every step.
fn forces(mechanism: &Mechanism, history: &History, outcome: &mut Outcome) {
    let (parameters, peaks) = (&mechanism.parameters, &history.peaks);
    for (i, contact) in parameters.contacts.iter().enumerate() {
        let (stem, name) = (slug(&contact.name), &contact.name);
        outcome.push(&format!("{stem}_peak_push_N"), &format!("{name}, largest push"), peaks.pushes[i]);
        if contact.law.adhesion().is_some() {
            outcome.push(&format!("{stem}_largest_pull_N"), &format!("{name}, largest pull"), peaks.pulls[i]);
        }
        let label = format!("{name}, deepest indentation");
        outcome.push(&format!("{stem}_deepest_indentation_m"), &label, peaks.depths[i]);
        if let Some(patch) = hertz_patch(&contact.law, &setting(contact)) {
            for (end, words, value) in patch_numbers(&patch, peaks.depths[i]) {
                outcome.push(&format!("{stem}_{end}"), &format!("{name}, {words}"), value);
            }
        }
        if history.swings.is_some() {
            let episodes = history.episodes(i) as f64;
            outcome.push(&format!("{stem}_episodes_count"), &format!("{name}, times that it began"), episodes);
        }
        if contact.friction != Friction::None {
            let label = format!("{name}, largest friction");
            outcome.push(&format!("{stem}_peak_friction_N"), &label, peaks.frictions[i]);
            let last = history.frames.last().map_or(0.0, |frame| frame.contacts[i].friction);
            outcome.push(&format!("{stem}_final_friction_N"), &format!("{name}, friction in the end"), last);
            let slips = history.slips(i) as f64;
            outcome.push(&format!("{stem}_slips_count"), &format!("{name}, times that it began to slip"), slips);
        }
    }
    for (i, name, _, reports) in parameters.constraints() {
        let stem = slug(name);
        if reports.force {
            outcome.push(&format!("{stem}_peak_force_N"), &format!("{name}, largest force"), peaks.forces[i]);
        }
        if reports.moment {
            outcome.push(&format!("{stem}_peak_moment_N_m"), &format!("{name}, largest moment"), peaks.moments[i]);
        }
    }
    bearings(parameters, history, outcome);
    for (i, name, _) in parameters.lines() {
        let label = format!("{name}, largest tension");
        outcome.push(&format!("{}_peak_tension_N", slug(name)), &label, peaks.tensions[i]);
    }
    if !history.frames.first().is_none_or(|frame| frame.contacts.is_empty()) && history.swings.is_some() {
        outcome.push("contact_events_count", "Contact events", history.events.len() as f64);
    }
}

/// What journals did in their bearings, over every step.
fn bearings(parameters: &Parameters, history: &History, outcome: &mut Outcome) {
    let peaks = &history.peaks;
    for (i, (bearing, kept)) in parameters.bearings.iter().zip(parameters.kept()).enumerate() {
        let (stem, name) = (slug(&bearing.name), &bearing.name);
        let mut push = |end: &str, label: &str, value: f64| {
            outcome.push(&format!("{stem}_{end}"), &format!("{name}, {label}"), value);
        };
        push("peak_force_N", "largest force", peaks.bearing_forces[i]);
        if let (Some(patch), Kept::Contact(contact)) = (super::bearing_build::dry_patch(bearing), kept) {
            for (end, words, value) in patch_numbers(&patch, peaks.depths[contact]) {
                push(end, words, value);
            }
        }
        let Some([_, clearance]) = bearing.kind.size() else { continue };
        let ratio = peaks.eccentricities[i] / clearance.si();
        push("largest_eccentricity_ratio", "largest eccentricity by the clearance", ratio);
        match kept {
            Kept::Contact(contact) if history.swings.is_some() => {
                push("episodes_count", "times that contact began", history.episodes(contact) as f64);
                push("contact_share_ratio", "share of the frames in contact", history.touching(contact));
            }
            Kept::Film(_) => {
                push("least_film_thickness_m", "least film thickness", -peaks.thinnest[i]);
                for (regime, end, label) in [
                    (Regime::FullFilm, "full_film_share_ratio", "share of the frames with a full film"),
                    (Regime::Mixed, "mixed_share_ratio", "share of the frames in mixed lubrication"),
                    (Regime::Boundary, "boundary_share_ratio", "share of the frames carried by the solids"),
                ] {
                    push(end, label, history.share_of(i, regime));
                }
            }
            _ => {}
        }
    }
}

/// Periods, how fast and how far everything moved.
fn motion(mechanism: &Mechanism, history: &History, outcome: &mut Outcome) {
    let bodies = &mechanism.parameters.bodies;
    for (i, body) in bodies.iter().enumerate() {
        if let Some(period) = history.swings.as_ref().and_then(|swings| swings.period(i)) {
            let label = format!("{}, period of swinging", body.name);
            outcome.push(&format!("{}_period_s", slug(&body.name)), &label, period);
        }
    }
    if mechanism.parameters.experiment.span().is_none() {
        return;
    }
    let ranges = |body: usize, value: fn(&rigid::Frame) -> f64| {
        let values = history.frames.iter().map(|frame| value(&frame.state.frame(body)));
        let [least, most] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], v| [a.min(v), b.max(v)]);
        most - least
    };
    for (i, body) in bodies.iter().enumerate() {
        let (stem, name) = (slug(&body.name), &body.name);
        let label = format!("{name}, largest speed");
        outcome.push(&format!("{stem}_peak_speed_m_per_s"), &label, history.peaks.speeds[i]);
        outcome.push(&format!("{stem}_turn_rad"), &format!("{name}, range of its angle"), ranges(i, |f| f.angle));
    }
    for (i, body) in bodies.iter().enumerate() {
        let (stem, name) = (slug(&body.name), &body.name);
        let (x, y) = (ranges(i, |f| f.position.x), ranges(i, |f| f.position.y));
        outcome.push(&format!("{stem}_travel_x_m"), &format!("{name}, range along x"), x);
        outcome.push(&format!("{stem}_travel_y_m"), &format!("{name}, range along y"), y);
    }
}

/// Where everything is in the end.
fn last_place(mechanism: &Mechanism, history: &History, outcome: &mut Outcome) {
    let Some(last): Option<&Frame> = history.frames.last() else { return };
    for (i, body) in mechanism.parameters.bodies.iter().enumerate() {
        let (stem, name, frame) = (slug(&body.name), &body.name, last.state.frame(i));
        let mut push = |end: &str, label: &str, value: f64| {
            outcome.push(&format!("{stem}_final_{end}"), &format!("{name}, {label} in the end"), value);
        };
        push("x_m", "x", frame.position.x);
        push("y_m", "y", frame.position.y);
        push("angle_rad", "angle", frame.angle);
        push("velocity_x_m_per_s", "velocity along x", frame.velocity.x);
        push("velocity_y_m_per_s", "velocity along y", frame.velocity.y);
        push("spin_rad_per_s", "angular velocity", frame.spin);
    }
}
