//! What a reader must know before trusting the numbers.

use mechanics::rigid::{EventKind, Redundancy};
use results::{Outcome, Severity};

use super::Mechanism;
use super::bearing::BearingKind;
use super::parameters::{Experiment, StabilisationInput};
use super::record::History;
use super::walk::functions;
use crate::film;
use crate::joint::how_often;

/// Joints and guides that are farther off than this (m, rad) deserve a word.
const LARGE_DRIFT: f64 = 1e-6;
/// So is energy from nowhere beyond this share of what was exchanged.
const LARGE_IMBALANCE: f64 = 1e-3;
/// Coulomb friction whose transition speed is more than this share of the speed of what it holds, or that creeps farther than
/// this (m), does not stick as it should.
const LARGE_CREEP: f64 = 0.01;
const LEAST_CREEP: f64 = 1e-6;
/// Beyond so many contact events in a run the contact rattles.
const MANY_EVENTS: usize = 1000;

pub(super) fn add(mechanism: &Mechanism, history: &History, outcome: &mut Outcome) {
    let parameters = &mechanism.parameters;
    if let Experiment::Forward(case) = &parameters.experiment {
        drift(history, case.stabilisation, outcome);
        energy(history, outcome);
        events(mechanism, history, outcome);
        creep(mechanism, history, outcome);
        closed_form_films(mechanism, history, outcome);
    } else if mechanism.model.contact_names().next().is_some()
        && !matches!(parameters.experiment, Experiment::Kinematic(_))
    {
        let text = "Contacts push by their elastic part only: dissipation needs the history of a forward run.";
        outcome.warn(Severity::Note, "undamped-contacts", text.into());
    }
    redundancy(mechanism, outcome);
    dead_points(history, outcome);
    let Some((duration, _)) = parameters.experiment.span() else { return };
    for (path, function) in functions(parameters) {
        if let Some(end) = function.ends()
            && end < duration.si() * (1.0 - 1e-9)
        {
            let text = format!(
                "The data of `{path}` end at {end:.4} s, before the run does at {duration}: they are continued by a straight line."
            );
            outcome.warn(Severity::Caution, "data-continued", text);
        }
    }
}

/// Films of closed forms that are for bearings of another length.
fn closed_form_films(mechanism: &Mechanism, history: &History, outcome: &mut Outcome) {
    for (bearing, deepest) in mechanism.parameters.bearings.iter().zip(&history.peaks.eccentricities) {
        let BearingKind::Lubricated(kind) = &bearing.kind else { continue };
        let ratio = 0.5 * kind.axial_length() / kind.radius.si();
        if let Some(text) = film::judge_closed_form(kind.film, ratio, deepest / kind.clearance.si()) {
            outcome.warn(Severity::Caution, film::CLOSED_FORM, format!("`{}`: {text}", bearing.name));
        }
    }
}

/// Which reactions are not unique.
fn redundancy(mechanism: &Mechanism, outcome: &mut Outcome) {
    let Some(Redundancy { equations, redundant, others }) = &mechanism.redundancy else { return };
    let quote = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let (many, verb) = if *equations == 1 { ("one equation", "repeats") } else { ("equations", "repeat") };
    let count = if *equations == 1 { String::new() } else { format!("{equations} ") };
    let text = format!(
        "At the start {count}{many} of {} {verb} what {} prescribe. The motion is not affected, but the reactions of all of these \
         are not unique: those of least size are reported. Real parts share the load by their stiffness; leave out a joint, or \
         put a spring in its place, if its reaction matters.",
        quote(redundant),
        quote(others)
    );
    outcome.warn(Severity::Caution, "redundant-constraints", text);
}

fn dead_points(history: &History, outcome: &mut Outcome) {
    let times = &history.dead_points;
    let Some(first) = times.first() else { return };
    let text = format!(
        "At {first:.4} s{} the mechanism is at a dead point, where joints repeat each other and the motion could branch: it goes on \
         as inertia takes it. Reactions at these instants are not unique.",
        match times.len() - 1 {
            0 => String::new(),
            1 => " and once more".into(),
            more => format!(" and {more} more times"),
        }
    );
    outcome.warn(Severity::Note, "dead-point", text);
}

fn drift(history: &History, stabilisation: StabilisationInput, outcome: &mut Outcome) {
    let drift = history.peaks.drift;
    if drift <= LARGE_DRIFT {
        return;
    }
    let advice = match stabilisation {
        StabilisationInput::Projection(_) => "Lower the tolerance.",
        StabilisationInput::Baumgarte(_) => {
            "Use stabilisation.projection, larger alpha and beta, or a lower tolerance."
        }
        StabilisationInput::None => "Use stabilisation.projection.",
    };
    let text = format!("Joints and guides drift apart by up to {drift:.2e} m or rad. {advice}");
    outcome.warn(Severity::Caution, "constraint-drift", text);
}

fn energy(history: &History, outcome: &mut Outcome) {
    let ratio = history.peaks.imbalance_ratio();
    if ratio <= LARGE_IMBALANCE {
        return;
    }
    let (verb, code) =
        if history.peaks.imbalance > 0.0 { ("gains", "energy-growth") } else { ("loses", "energy-loss") };
    let text = format!(
        "The run {verb} {:.3e} J that no force explains, {:.2} % of the largest energy exchanged: lower the tolerance, or use \
         stabilisation.projection.",
        history.peaks.imbalance.abs(),
        100.0 * ratio
    );
    outcome.warn(Severity::Caution, code, text);
}

/// Friction that creeps where it should stick.
fn creep(mechanism: &Mechanism, history: &History, outcome: &mut Outcome) {
    let end = history.frames.last().map_or(0.0, |frame| frame.state.time);
    for creep in history.creeps.iter().filter(|creep| creep.held > LARGE_CREEP * end) {
        let name = &mechanism.parameters.contacts[creep.contact].name;
        let (slow, speed) = (creep.transition_speed, creep.speed());
        let text = if speed > slow {
            let share = slow / speed;
            if share < LARGE_CREEP {
                continue;
            }
            format!(
                "`{name}` sticks while it is carried along at {:.3} mm/s, but Coulomb friction only holds what slides, and its \
                 transition speed of {:.3} mm/s is {:.1} % of that: times and distances of stick-slip are off by about as much. Use \
                 transition-speed = \"{:.1e} m/s\" with scheme = \"bdf\", or friction.compliant, which sticks.",
                1e3 * speed,
                1e3 * slow,
                100.0 * share,
                0.2 * LARGE_CREEP * speed
            )
        } else if creep.crept > LEAST_CREEP {
            format!(
                "`{name}` crept {:.3} mm in {:.3} s where it should have stuck: Coulomb friction only holds what slides. Use a lower \
                 transition-speed with scheme = \"bdf\", or friction.compliant, which sticks.",
                1e3 * creep.crept,
                creep.held
            )
        } else {
            continue;
        };
        outcome.warn(Severity::Caution, "creeping-friction", text);
    }
}

fn events(mechanism: &Mechanism, history: &History, outcome: &mut Outcome) {
    let count = |fits: fn(&EventKind) -> bool| history.events.iter().filter(|e| fits(&e.kind)).count();
    let begins = count(|kind| matches!(kind, EventKind::Begins { .. }));
    let slips = count(|kind| matches!(kind, EventKind::Slips | EventKind::Sticks));
    if history.events.len() > MANY_EVENTS {
        let worst = (0..mechanism.model.contact_names().count()).max_by_key(|i| history.episodes(*i));
        let text = format!(
            "There were {begins} impacts and {slips} changes between sticking and slipping, most of them in `{}`: the contact \
             rattles. Give it dissipation, or a larger transition speed.",
            worst.map_or("", |contact| mechanism.parameters.contact_name(contact))
        );
        outcome.warn(Severity::Caution, "rattling-contact", text);
    } else if !history.events.is_empty() {
        let text = format!(
            "Contacts began {} and changed between sticking and slipping {}; each instant was located. Frames may miss peaks \
             between them, the headline numbers are taken at every step.",
            how_often(begins),
            how_often(slips)
        );
        outcome.warn(Severity::Note, "contact-events", text);
    }
}
