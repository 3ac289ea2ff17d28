//! To what the equations of a study are solved: tolerances that it chooses, and what its solvers end at where it chooses none.

use joints::gait::parameters::Kind;
use joints::hip::parameters as hip;
use joints::liner::parameters as liner;
use joints::mechanism::parameters as mechanism;
use joints::replacement::parameters as knee;
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::content::Content;

/// A tolerance, and another that it is compared with.
#[derive(Debug, Clone)]
pub(super) struct Tolerance {
    pub path: String,
    /// As it is, and the other.
    pub values: [f64; 2],
    /// The other, as a study writes it.
    pub other: Value,
}

/// What a solver ends at by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    /// What is left unsolved, as a share.
    pub share: f64,
    /// How it is solved, in words.
    pub words: String,
}

/// A tenth of a tolerance; ten times as much where the tenth would be refused. The error is in proportion to it, so that the larger
/// of two tolerances bounds the error of either.
fn of(path: &str, tolerance: f64, least: f64) -> Tolerance {
    let tenth = 0.1 * tolerance;
    let other = readable(if tenth > 1.001 * least { tenth } else { 10.0 * tolerance });
    Tolerance { path: path.into(), values: [tolerance, other], other: Value::Float(other) }
}

/// A tenth of 1e-5 is 1e-6, and not 1.0000000000000002e-6.
fn readable(value: f64) -> f64 {
    format!("{value:.12e}").parse().unwrap_or(value)
}

/// What is solved to a tolerance in this study.
pub(super) fn tolerances(content: &Content) -> Vec<Tolerance> {
    let mut found = Vec::new();
    if let Some(hip) = &content.hip {
        match (&hip.lifetime, &hip.experiment) {
            // Fixed updates have no estimate of their error, and are refined instead.
            (Some(lifetime), _) if lifetime.updates.is_some() => {}
            (Some(lifetime), _) => found.push(of("hip.lifetime.tolerance", lifetime.tolerance, 1e-6)),
            (None, hip::Experiment::Dynamic(case)) => {
                found.push(of("hip.experiment.dynamic.tolerance", case.tolerance, 1e-12));
            }
            _ => {}
        }
    }
    if let Some(knee) = &content.knee_replacement {
        match (&knee.lifetime, &knee.experiment) {
            (Some(lifetime), _) if lifetime.updates.is_some() => {}
            (Some(lifetime), _) => found.push(of("knee-replacement.lifetime.tolerance", lifetime.tolerance, 1e-6)),
            (None, knee::Experiment::LoadDriven(case)) => found.extend(case.dynamic.map(|dynamic| {
                of("knee-replacement.experiment.load-driven.dynamic.tolerance", dynamic.tolerance, 1e-10)
            })),
            _ => {}
        }
    }
    if let Some(knee) = &content.knee {
        found.push(of("knee.time.tolerance", knee.time.tolerance, 1e-13));
    }
    if let Some(gait) = &content.gait
        && gait.hip.list().iter().any(|kind| *kind != Kind::Ideal)
    {
        found.push(of("gait.time.tolerance", gait.time.tolerance, 1e-13));
    }
    if let Some(mechanism::Experiment::Forward(case)) = content.mechanism.as_ref().map(|all| &all.experiment) {
        found.push(of("mechanism.experiment.forward.tolerance", case.tolerance, 1e-13));
    }
    match content.liner.as_ref().map(|liner| &liner.experiment) {
        Some(liner::Experiment::Wear(wear)) => {
            found.push(of("liner.experiment.wear.tolerance", wear.tolerance, 1e-14));
        }
        Some(liner::Experiment::Static(case)) => found.extend(springs(&case.contact)),
        None => {}
    }
    found
}

/// Springs that keep a head out of a liner: ten times as stiff, or a tenth of the depth.
fn springs(method: &liner::ContactMethod) -> Option<Tolerance> {
    let at = |end: &str| format!("liner.experiment.static.contact.{end}");
    match method {
        liner::ContactMethod::Exact => None,
        liner::ContactMethod::Penalty(penalty) => {
            let values = [penalty.factor, readable(10.0 * penalty.factor)];
            Some(Tolerance { path: at("penalty.factor"), values, other: Value::Float(values[1]) })
        }
        liner::ContactMethod::AugmentedLagrangian(augmented) => {
            let values = [augmented.penetration.si(), readable(0.1 * augmented.penetration.si())];
            let other = Value::String(format!("{} um", readable(1e6 * values[1])));
            Some(Tolerance { path: at("augmented-lagrangian.penetration"), values, other })
        }
    }
}

/// What the solver of this study ends at where no tolerance can be chosen. The shares are constants of the solvers; a test reads
/// them there.
pub(super) fn limit(content: &Content) -> Limit {
    let of = |share: f64, words: &str| Limit { share, words: words.into() };
    if let Some(hip) = &content.hip {
        let iterates = hip.surrogate.is_some()
            || matches!(hip.contact, hip::Contact::FiniteElements(_) | hip::Contact::Automatic(_));
        return of(if iterates { 1e-6 } else { 1e-10 }, "forces balance to this share of the load at every instant");
    }
    if content.knee_replacement.is_some() {
        return of(1e-6, "forces balance to this share of the load at every instant");
    }
    if content.liner.is_some() {
        return of(1e-7, "gaps are closed exactly, and pressures balance the load to this share");
    }
    if content.body.is_some() {
        return of(1e-7, "the forces of muscles have settled to this share of their strength");
    }
    match content.mechanism.as_ref().map(|all| &all.experiment) {
        Some(mechanism::Experiment::Equilibrium(_)) => of(1e-10, "forces balance to this share of the largest"),
        _ => of(1e-13, "positions fit to this share, and forces follow from them by linear equations"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::StudyFile;

    fn paths(text: &str) -> Vec<(String, [f64; 2])> {
        let found = tolerances(StudyFile::from_text("study.toml", text).content());
        found.into_iter().map(|tolerance| (tolerance.path, tolerance.values)).collect()
    }

    /// Every tolerance that the schema knows is one of a study that uses it.
    #[test]
    fn whatever_is_integrated_has_its_tolerance() {
        let cases = [
            ("[gait]\nhip = [\"ideal\", \"dry\"]\n", "gait.time.tolerance", 1e-10),
            ("[mechanism.experiment.forward]\n", "mechanism.experiment.forward.tolerance", 1e-9),
            (
                "[knee-replacement.experiment.load-driven.dynamic]\n",
                "knee-replacement.experiment.load-driven.dynamic.tolerance",
                1e-4,
            ),
            ("[liner.experiment.wear]\n", "liner.experiment.wear.tolerance", 1e-8),
            ("[liner.experiment.static.contact.penalty]\n", "liner.experiment.static.contact.penalty.factor", 100.0),
            ("[knee]\n", "knee.time.tolerance", 1e-10),
            ("[hip.experiment.dynamic]\n", "hip.experiment.dynamic.tolerance", 1e-6),
            ("[hip.lifetime]\n", "hip.lifetime.tolerance", 1e-2),
        ];
        for (text, path, tolerance) in cases {
            let found = paths(text);
            assert_eq!((found.len(), found[0].0.as_str(), found[0].1[0]), (1, path, tolerance), "{text}");
        }
        for text in ["[gait]\n", "[mechanism.experiment.equilibrium]\n", "[hip.lifetime]\nupdates = \"1 million\"\n"] {
            assert!(paths(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_tenth_that_would_be_refused_is_ten_times_as_much() {
        let of = |tolerance: &str| paths(&format!("[knee.time]\ntolerance = {tolerance}\n"))[0].1[1];
        assert!((of("1e-12") / 1e-11 - 1.0).abs() < 1e-12 && (of("1e-10") / 1e-11 - 1.0).abs() < 1e-12);
        assert_eq!(format!("{:e} {:e}", of("1e-5"), of("1e-10")), "1e-6 1e-11");
    }

    /// The shares are typed here, and stand in the solvers.
    #[test]
    fn limits_are_the_constants_of_the_solvers() {
        let cases = [
            ("[hip]\n[hip.contact.elastic-foundation]\n", "joints/src/hip/equilibrium.rs", "BALANCE: f64"),
            ("[hip]\n[hip.contact.finite-elements]\n", "joints/src/hip/equilibrium.rs", "BALANCE_BY_ITERATION: f64"),
            ("[knee-replacement]\n", "joints/src/replacement/search.rs", "const BALANCED: f64"),
            ("[body]\n", "joints/src/body/sharing.rs", "SETTLED: f64"),
            ("[mechanism.experiment.equilibrium]\n", "mechanics/src/rigid/statics.rs", "BALANCED: f64"),
            ("[mechanism.experiment.kinematic]\n", "mechanics/src/rigid/assemble.rs", "FITTED: f64"),
        ];
        for (text, file, name) in cases {
            let source = std::fs::read_to_string(format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
            let line = source.lines().find(|line| line.contains(name)).unwrap();
            let share = line.rsplit('=').next().unwrap().trim().trim_end_matches(';').parse::<f64>().unwrap();
            assert_eq!(limit(StudyFile::from_text("study.toml", text).content()).share, share, "{line}");
        }
    }
}
