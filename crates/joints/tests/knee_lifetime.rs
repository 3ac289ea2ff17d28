//! A lifetime of a knee replacement: a mix of activities, finite elements, and what is refused.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use joints::hip::parameters::Cycles;
use joints::replacement::parameters::{
    ActivityShare, Contact, Experiment, FiniteElements, Lifetime, LoadDriven, LoadName, MeasuredPose,
};
use joints::replacement::{Cycle, Parameters, Parts, Replacement, check, shipped};
use quantity::{Length, WearFactor};
use results::Outcome;

/// A short lifetime on few points.
fn parameters(experiment: Experiment) -> Parameters {
    let mut parameters = Parameters { experiment, ..Parameters::default() };
    parameters.output.frames = 11;
    parameters.output.spacing = Length::millimetres(3.0);
    parameters.wear.factor = Some(WearFactor::from_si(2.5e-16));
    parameters.lifetime = Some(Lifetime { cycles: Cycles::new(1e5), ..Lifetime::default() });
    parameters
}

fn run(parameters: Parameters) -> Outcome {
    let designed = parameters.implant.by_design().unwrap().build().unwrap();
    let [femoral, insert] = designed.surfaces();
    let load = shipped::load(parameters.activity.load.cycle);
    let cycle = Cycle::new(&parameters.activity, &designed.pose(&parameters), &load).unwrap();
    Replacement::new(parameters, &Parts { femoral, insert }, cycle).unwrap().run(&Unwatched).unwrap()
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no {name}"))
}

fn mix(shares: &[(LoadName, f64)]) -> Parameters {
    let mut parameters = parameters(Experiment::LoadDriven(LoadDriven::default()));
    let activities = shares.iter().map(|(cycle, share)| ActivityShare { cycle: *cycle, share: *share }).collect();
    parameters.lifetime.as_mut().unwrap().activities = activities;
    parameters
}

/// Archard's law adds up: the first cycle of a mix is the mean of its activities.
#[test]
fn a_mix_of_activities_wears_as_their_mean() {
    let rate = |shares: &[(LoadName, f64)]| value(&run(mix(shares)), "wear_volume_per_million_cycles_first_m3");
    let (walking, stairs) = (rate(&[(LoadName::Iso14243_1Style, 1.0)]), rate(&[(LoadName::StairsUp, 1.0)]));
    let both = rate(&[(LoadName::Iso14243_1Style, 0.75), (LoadName::StairsUp, 0.25)]);
    assert!((both / (0.75 * walking + 0.25 * stairs) - 1.0).abs() < 1e-9, "{walking} {stairs} {both}");
    // The activity of the study itself is the first of them.
    let plain = run(parameters(Experiment::LoadDriven(LoadDriven::default())));
    let own = value(&plain, "wear_volume_per_million_cycles_first_m3");
    assert!((own / walking - 1.0).abs() < 1e-12, "{own} {walking}");
}

/// With Archard's law the volume follows load and way: finite elements say nearly the same as springs.
#[test]
fn finite_elements_wear_as_springs_do() {
    let springs = run(parameters(Experiment::MeasuredPose(MeasuredPose::default())));
    let mut by_elements = parameters(Experiment::MeasuredPose(MeasuredPose::default()));
    let spacing = Length::millimetres(4.0);
    by_elements.contact = Contact::FiniteElements(FiniteElements { spacing, ..FiniteElements::default() });
    let elements = run(by_elements);
    let ratio = value(&elements, "worn_volume_m3") / value(&springs, "worn_volume_m3");
    assert!((0.8..1.25).contains(&ratio), "{ratio}");
    results::check_names(&elements).unwrap();
}

#[test]
fn loads_of_activities_have_the_measured_peaks() {
    for name in LoadName::ALL {
        let load = shipped::load(name);
        let peak = load.loads.iter().map(|row| row[0]).fold(0.0, f64::max);
        let Some(weights) = shipped::peak_body_weights(name) else {
            assert!((peak - 2600.0).abs() < 1.0, "{}: {peak}", load.name);
            continue;
        };
        assert!((peak / (weights * shipped::TABULATED_WEIGHT) - 1.0).abs() < 1e-3, "{}: {peak}", load.name);
        assert_eq!(load.loads.first(), load.loads.last(), "{}", load.name);
        assert!(load.source.contains("[Kutzner2010]"));
    }
}

#[test]
fn lifetimes_that_cannot_be_are_refused_by_name() {
    let wrong = |parameters: &Parameters| check(parameters).into_iter().map(|p| p.path).collect::<Vec<_>>();
    assert_eq!(wrong(&mix(&[(LoadName::StairsUp, 0.7)])), ["lifetime.activities"]);
    assert_eq!(wrong(&mix(&[(LoadName::StairsUp, 1.5), (LoadName::SitDown, -0.5)])).len(), 2);
    let mut posed = mix(&[(LoadName::StairsUp, 1.0)]);
    posed.experiment = Experiment::MeasuredPose(MeasuredPose::default());
    assert_eq!(wrong(&posed), ["lifetime.activities"]);
    let mut none = mix(&[(LoadName::StairsUp, 1.0)]);
    none.lifetime.as_mut().unwrap().updates = Some(Cycles::new(0.0));
    assert_eq!(wrong(&none), ["lifetime.updates"]);
}
