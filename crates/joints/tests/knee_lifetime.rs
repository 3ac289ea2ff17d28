//! A lifetime of a knee replacement: a mix of activities, finite elements, and what is refused.
#![allow(clippy::unwrap_used)]

#[path = "common/maps.rs"]
mod maps;

use joints::Unwatched;
use joints::hip::parameters::Cycles;
use joints::replacement::parameters::{
    ActivityShare, Contact, Experiment, FiniteElements, FlexionFrom, Lifetime, LoadDriven, LoadName, MeasuredPose,
    Motion, RunIn,
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
    let activities =
        shares.iter().map(|(cycle, share)| ActivityShare { cycle: *cycle, motion: None, share: *share }).collect();
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

/// Poses drive a mix, too, each activity in its own motion.
#[test]
fn a_mix_of_motions_wears_as_their_mean() {
    let rate = |shares: &[(Motion, f64)]| {
        let mut parameters = parameters(Experiment::MeasuredPose(MeasuredPose::default()));
        let one = |(motion, share): &(Motion, f64)| ActivityShare {
            cycle: LoadName::Iso14243_1Style,
            motion: Some(*motion),
            share: *share,
        };
        let asked = parameters.lifetime.as_mut().unwrap();
        (asked.activities, asked.cycles) = (shares.iter().map(one).collect(), Cycles::new(1e4));
        value(&run(parameters), "wear_volume_per_million_cycles_first_m3")
    };
    let (simulator, walking) = (rate(&[(Motion::Iso14243_3Style, 1.0)]), rate(&[(Motion::WalkingInVivo, 1.0)]));
    let both = rate(&[(Motion::Iso14243_3Style, 0.25), (Motion::WalkingInVivo, 0.75)]);
    assert!((both / (0.25 * simulator + 0.75 * walking) - 1.0).abs() < 1e-9, "{simulator} {walking} {both}");
    assert!((simulator / walking - 1.0).abs() > 0.02, "{simulator} {walking}");
    // A load that drives has no motion.
    let mut wrong = mix(&[(LoadName::Iso14243_1Style, 1.0)]);
    wrong.lifetime.as_mut().unwrap().activities[0].motion = Some(Motion::WalkingInVivo);
    assert_eq!(check(&wrong)[0].path, "lifetime.activities.0.motion");
}

/// What a smoothed cycle takes away is as much, and lies less deep.
#[test]
fn smoothing_and_running_in_change_shape_and_time_not_the_volume_of_a_cycle() {
    let first = |change: fn(&mut Lifetime)| {
        let mut parameters = parameters(Experiment::MeasuredPose(MeasuredPose::default()));
        let asked = parameters.lifetime.as_mut().unwrap();
        asked.cycles = Cycles::new(1e4);
        change(asked);
        let outcome = run(parameters);
        ["wear_volume_per_million_cycles_first_m3", "worn_volume_m3", "worn_depth_m"].map(|name| value(&outcome, name))
    };
    let plain = first(|_| ());
    let smooth = first(|asked| asked.smoothing = Some(Length::millimetres(3.0)));
    assert!((smooth[0] / plain[0] - 1.0).abs() < 1e-12, "{plain:?} {smooth:?}");
    assert!(smooth[2] < 0.9 * plain[2], "{plain:?} {smooth:?}");
    let running = first(|asked| asked.run_in = Some(RunIn { times: 3.0, cycles: Cycles::new(1e9) }));
    assert!((running[0] / plain[0] - 3.0).abs() < 1e-9 && (running[1] / plain[1] - 3.0).abs() < 0.01, "{running:?}");
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
    posed.experiment = Experiment::LoadDriven(LoadDriven { flexion: FlexionFrom::Pose, ..LoadDriven::default() });
    assert_eq!(wrong(&posed), ["lifetime.activities"]);
    let mut none = mix(&[(LoadName::StairsUp, 1.0)]);
    none.lifetime.as_mut().unwrap().updates = Some(Cycles::new(0.0));
    assert_eq!(wrong(&none), ["lifetime.updates"]);
}

#[test]
fn the_largest_values_of_the_maps_are_those_of_the_headline() {
    maps::end_as_the_headline_says(&run(parameters(Experiment::LoadDriven(LoadDriven::default()))), "worn_insert");
}
