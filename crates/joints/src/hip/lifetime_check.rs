//! Which lifetimes of a hip cannot be computed, and why.

use super::elastic::LIFETIME_CELLS;
use super::model::find_hard_pair;
use super::parameters::{Contact, Experiment, Lifetime, Parameters, WearLawName};
use super::shipped;
use crate::Problem;
use crate::lifetime;

pub(super) fn check(parameters: &Parameters, found: &mut Vec<Problem>) {
    let wear = &parameters.wear;
    lifetime::check_law(wear.law, wear.factor, parameters.lifetime.is_some(), found);
    head(parameters, found);
    let Some(asked) = &parameters.lifetime else { return };
    lifetime::check(asked.cycles, &asked.at, asked.tolerance, found);
    lifetime::check_updates(asked.cycles, asked.updates, found);
    lifetime::check_run_in(asked.run_in, found);
    lifetime::check_smoothing(asked.smoothing, parameters.implant.head_diameter.si(), found);
    match &parameters.contact {
        Contact::ElasticFoundation(_) | Contact::Automatic(_) => (),
        Contact::FiniteElements(law) => {
            if let Some(cells) = law.cells.filter(|cells| !LIFETIME_CELLS.contains(cells)) {
                found.push(Problem::new(
                    "contact.finite-elements.cells",
                    format!(
                        "a lifetime with {cells} cells from pole to rim cannot be computed: {} to {} are possible",
                        LIFETIME_CELLS.start(),
                        LIFETIME_CELLS.end()
                    ),
                    "leave it out: as many as the patch needs are chosen",
                ));
            }
        }
        _ => found.push(Problem::new(
            "lifetime",
            "a lifetime is computed on springs or finite elements, and this hip has another contact",
            "write [hip.contact.elastic-foundation] or [hip.contact.finite-elements]",
        )),
    }
    if matches!(parameters.experiment, Experiment::Static(_)) {
        found.push(Problem::new(
            "experiment.static",
            "one load does not slide: it has no lifetime of wear",
            "use [hip.experiment.quasi-static]",
        ));
    }
    if parameters.surrogate.is_some() {
        found.push(Problem::new(
            "surrogate",
            "a surrogate knows the new surface only, and a lifetime wears it",
            "delete the surrogate: a lifetime takes seconds without it",
        ));
    }
    activities(asked, found);
    mismatch(asked, found);
}

/// What a head that wears cannot be.
fn head(parameters: &Parameters, found: &mut Vec<Problem>) {
    const KEY: &str = "wear.head-factor";
    let wear = &parameters.wear;
    if let Some(factor) = wear.head_factor {
        if !(0.0..=lifetime::MOST_FACTOR).contains(&factor.si()) {
            let message = format!("a wear factor of {factor} cannot be meant");
            let hint = "metal on metal wears by about 1e-8 mm^3/(N m); 0 mm^3/(N m) for a head that does not wear";
            found.push(Problem::new(KEY, message, hint));
        }
        if parameters.lifetime.is_none() {
            let message = "the wear of the head is followed through a lifetime, and none is asked for";
            found.push(Problem::new(KEY, message, "add [hip.lifetime], or leave it out"));
        }
    }
    if let Some(pair) = find_hard_pair(&parameters.implant).filter(|_| wear.law != WearLawName::Archard) {
        let message = format!("this law was fitted to polyethylene, and here {} slides on itself", pair.material);
        found.push(Problem::new("wear.law", message, "use law = \"archard\", whose factor is known for this pair"));
    }
}

fn activities(asked: &Lifetime, found: &mut Vec<Problem>) {
    for (i, one) in asked.activities.iter().enumerate() {
        if shipped::find(&one.cycle).is_none() {
            found.push(Problem::new(
                format!("lifetime.activities.{i}.cycle"),
                format!("no load cycle is called \"{}\"", one.cycle),
                "`synovia list` names them",
            ));
        }
    }
    lifetime::check_shares(asked.activities.iter().map(|one| (one.cycle.clone(), one.share)), found);
}

fn mismatch(asked: &Lifetime, found: &mut Vec<Problem>) {
    if let Some(mismatch) = asked.mismatch.filter(|m| !(m.si() > 0.0 && m.si() <= 10e-3)) {
        found.push(Problem::new(
            "lifetime.mismatch",
            format!("the mismatch is {mismatch}, it must be positive and at most 10 mm"),
            "simulators use 2 to 4 mm; leave it out for concentric centres",
        ));
    }
    if let Some(stiffness) = asked.mismatch_stiffness.filter(|k| !(k.si() > 0.0 && k.si().is_finite())) {
        found.push(Problem::new(
            "lifetime.mismatch-stiffness",
            format!("the stiffness of the spring is {stiffness}, it must be positive"),
            "100 N/mm is usual",
        ));
    }
    if asked.mismatch_stiffness.is_some() && asked.mismatch.is_none() {
        found.push(Problem::new(
            "lifetime.mismatch-stiffness",
            "a spring is given, but no mismatch that it draws by",
            "add mismatch = \"4 mm\"",
        ));
    }
    if let Some(load) = asked.swing_load.filter(|load| !(load.si() > 0.0 && load.si().is_finite())) {
        found.push(Problem::new(
            "lifetime.swing-load",
            format!("the swing load is {load}, it must be positive"),
            "70 N is usual with a mismatch",
        ));
    }
}
