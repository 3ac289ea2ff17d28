//! A lifetime of a knee replacement: a mix of activities, finite elements, stopping and going on, the worn insert as an input, and
//! what is refused.
#![allow(clippy::unwrap_used)]

#[path = "common/maps.rs"]
mod maps;

use std::sync::Mutex;

use joints::hip::parameters::Cycles;
use joints::replacement::parameters::{
    ActivityShare, Contact, Experiment, FiniteElements, FlexionFrom, LengthUnit, Lifetime, LoadDriven, LoadName,
    MeasuredPose, Motion, PartFile, RunIn,
};
use joints::replacement::{Cycle, Parameters, Parts, Replacement, check, shipped};
use joints::{Unwatched, Watch};
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

fn knee(parameters: Parameters) -> Replacement {
    let designed = parameters.implant.by_design().unwrap().build().unwrap();
    let [femoral, insert] = designed.surfaces();
    let load = shipped::load(parameters.activity.load.cycle);
    let cycle = Cycle::new(&parameters.activity, &designed.pose(&parameters), &load).unwrap();
    Replacement::new(parameters, &Parts { femoral, insert }, cycle).unwrap()
}

fn run(parameters: Parameters) -> Outcome {
    knee(parameters).run(&Unwatched).unwrap()
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

/// Keeps checkpoints, and stops after the third.
#[derive(Default)]
struct Stopping(Mutex<(Option<String>, usize)>);

impl Watch for Stopping {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        self.0.lock().unwrap().1 == 3
    }
    fn keep(&self, checkpoint: &str) {
        let mut state = self.0.lock().unwrap();
        *state = (Some(checkpoint.into()), state.1 + 1);
    }
    fn kept(&self) -> Option<String> {
        self.0.lock().unwrap().0.clone()
    }
}

#[test]
fn a_lifetime_that_was_stopped_has_the_same_bits_on_any_number_of_threads() {
    let knee = knee(parameters(Experiment::LoadDriven(LoadDriven::default())));
    let whole = knee.run(&Unwatched).unwrap();
    let watch = Stopping::default();
    assert!(knee.run(&watch).is_err());
    // It goes on past what it was stopped after.
    watch.0.lock().unwrap().1 = 100;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let resumed = pool.install(|| knee.run(&watch)).unwrap();
    assert_eq!((resumed.headline, resumed.series), (whole.headline, whole.series));
}

/// Points 0.8 mm apart instead of 3 mm (beyond some 1 mm the facets of the mesh decide), and 41 frames instead of 21.
#[test]
fn neither_points_nor_frames_decide() {
    let found = |frames: usize, spacing: f64| {
        let mut parameters = parameters(Experiment::MeasuredPose(MeasuredPose::default()));
        (parameters.output.frames, parameters.output.spacing) = (frames, Length::millimetres(spacing));
        let outcome = run(parameters);
        ["worn_volume_m3", "worn_depth_m", "creep_depth_m"].map(|name| value(&outcome, name))
    };
    let (usual, finer, more) = (found(21, 3.0), found(21, 0.8), found(41, 3.0));
    assert_ne!(usual, finer);
    for k in 0..3 {
        assert!((finer[k] / usual[k] - 1.0).abs() < 0.02, "points: {usual:?} {finer:?}");
        assert!((more[k] / usual[k] - 1.0).abs() < 0.04, "frames: {usual:?} {more:?}");
    }
}

/// The worn insert of a lifetime is an insert of one's own: the cycle on it wears as the last one of the lifetime, under its
/// pressure, and moves otherwise than the cycle on the new insert, which a file of the same shape does not.
#[test]
fn a_worn_insert_is_an_input_and_changes_the_motion() {
    let usual = || {
        let mut parameters = parameters(Experiment::LoadDriven(LoadDriven::default()));
        parameters.output.frames = 21;
        parameters
    };
    let mut long = usual();
    long.lifetime.as_mut().unwrap().cycles = Cycles::new(5e6);
    let lifetime = run(long);
    let shape = lifetime.surfaces.iter().find(|s| s.name == "worn_insert_shape").unwrap().surface.clone();
    // A cycle, by the design or by parts as files would have them.
    let single = |own: Option<results::Surface>| {
        let mut parameters = Parameters { lifetime: None, ..usual() };
        let designed = parameters.implant.by_design().unwrap().build().unwrap();
        let [femoral, insert] = designed.surfaces();
        let load = shipped::load(parameters.activity.load.cycle);
        let cycle = Cycle::new(&parameters.activity, &designed.pose(&parameters), &load).unwrap();
        if own.is_some() {
            let file = || Some(PartFile::new("in memory", LengthUnit::M));
            (parameters.implant.femoral, parameters.implant.insert) = (file(), file());
            parameters.implant.underside = Some(Length::millimetres(-8.0));
        }
        let parts = Parts { femoral, insert: own.unwrap_or(insert) };
        Replacement::new(parameters, &parts, cycle).unwrap().run(&Unwatched).unwrap()
    };
    let new = single(None);
    let insert = Parameters::default().implant.by_design().unwrap().build().unwrap().surfaces()[1].clone();
    let (same, worn) = (single(Some(insert)), single(Some(shape)));
    let (found, last) =
        (value(&worn, "wear_volume_per_million_cycles_m3"), value(&lifetime, "wear_volume_per_million_cycles_last_m3"));
    assert!((found / last - 1.0).abs() < 0.02, "{found} {last}");
    let (found, last) = (value(&worn, "peak_pressure_Pa"), value(&lifetime, "peak_pressure_last_Pa"));
    let before = value(&new, "peak_pressure_Pa");
    assert!((found / last - 1.0).abs() < 0.1 && found < 0.6 * before, "{found} {last}, new {before}");
    let moved = |outcome: &Outcome, name: &str| {
        let values = |outcome: &Outcome| outcome.series.column(name).unwrap().values.clone();
        values(outcome).iter().zip(values(&new)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    for (name, least) in [("anterior_m", 0.3e-3), ("rotation_rad", 2e-3)] {
        let (by_wear, by_file) = (moved(&worn, name), moved(&same, name));
        assert!(by_wear > least && by_wear > 3.0 * by_file, "{name}: worn {by_wear}, the same from a file {by_file}");
    }
}

/// The volume by its depths, by the integral of its rate, and by what the exported shape encloses.
#[test]
fn the_worn_volume_is_the_same_by_three_ways() {
    let outcome = run(parameters(Experiment::MeasuredPose(MeasuredPose::default())));
    assert!(
        value(&outcome, "worn_volume_balance_ratio").abs() < 0.01,
        "{}",
        value(&outcome, "worn_volume_balance_ratio")
    );
    assert!(value(&outcome, "shape_balance_ratio").abs() < 0.05, "{}", value(&outcome, "shape_balance_ratio"));
}
