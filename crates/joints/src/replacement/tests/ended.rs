//! Runs that fail on their way: what they had until then.

use super::*;
use crate::replacement::history::FEWEST;
use crate::{Joint, JointError};

/// A load over the cycle: axial, forwards, of its share.
fn cycle(parameters: &Parameters, load: impl Fn(f64) -> [f64; 2]) -> Cycle {
    let shares: Vec<f64> = (0..=16).map(|i| f64::from(i) / 16.0).collect();
    let load = LoadSamples {
        name: "made up".into(),
        source: "made up".into(),
        loads: shares.iter().map(|&share| [load(share)[0], load(share)[1], 0.0]).collect(),
        flexion: Some(vec![0.1; shares.len()]),
        shares,
        frontal: None,
        duration: None,
    };
    Cycle::new(&parameters.activity, &pose(), &load).expect("a cycle")
}

/// Message, and what was computed until then.
fn ended(parameters: &Parameters, cycle: Cycle) -> (String, Option<Outcome>) {
    let knee = Replacement::new(parameters.clone(), &balls_in_dishes(), cycle).expect("sound parameters");
    let Err(JointError::Failed(failure)) = Joint::run(&knee, &Unwatched) else { panic!("it cannot hold") };
    assert_eq!(failure.message, knee.run(&Unwatched).expect_err("it cannot hold").to_string());
    (failure.message, failure.reached.map(|part| *part))
}

/// The part is the beginning of the whole, and sums up no cycle.
fn begins(part: &Outcome, whole: &Outcome, message: &str, same: f64) {
    results::check_names(part).expect("names");
    let rows = part.series.rows();
    assert!((FEWEST..whole.series.rows()).contains(&rows), "{rows}");
    let warned = |w: &results::Warning| w.code == "ended-early" && w.text.contains(message);
    assert!(part.warnings.iter().any(warned), "{:?}", part.warnings);
    assert_eq!(part.value("reached_time_s"), column(part, "time_s").last().copied());
    assert!(part.value("wear_volume_per_million_cycles_m3").is_none(), "no sum of a cycle that did not end");
    assert!(part.value("peak_pressure_Pa").is_some_and(|peak| peak > 1e5));
    for name in ["peak_pressure_Pa", "medial_force_N", "superior_m"] {
        let [here, there] = [part, whole].map(|outcome| column(outcome, name));
        let most = there.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (i, (a, b)) in here.iter().zip(there).enumerate() {
            assert!((a - b).abs() <= same * most, "{name} at {i}: {a}, {b}");
        }
    }
    let [part, whole] = [&part.surfaces[0], &whole.surfaces[0]];
    assert_eq!(part.times, whole.times[..rows]);
    let [here, there] = [part, whole].map(|map| map.fields[0].values.as_slice());
    assert!(here.len() * whole.times.len() == there.len() * rows && here.iter().any(|p| *p > 0.0));
}

/// Until 60 % of the cycle the load is held: then a shear of nine tenths of it pushes the ball over the rim of its dish.
fn shear_late(share: f64) -> [f64; 2] {
    [1000.0, if (0.6..0.9).contains(&share) { 900.0 } else { 0.0 }]
}

/// Until 60 % of the cycle the load presses, then it pulls.
fn pull_late(share: f64) -> [f64; 2] {
    [if (0.6..0.9).contains(&share) { -1000.0 } else { 1000.0 }, 0.0]
}

fn steady(_: f64) -> [f64; 2] {
    [1000.0, 0.0]
}

fn whole(parameters: &Parameters) -> Outcome {
    let cycle = cycle(parameters, steady);
    let knee = Replacement::new(parameters.clone(), &balls_in_dishes(), cycle).expect("sound parameters");
    knee.run(&Unwatched).expect("held")
}

/// The samples of the load are at the frames, between which its spline never overshoots: the first ten are held.
#[test]
fn a_simulator_that_fails_leaves_what_it_had_with_friction_and_without() {
    for friction in [Friction::None, Friction::Coulomb(Coulomb::default())] {
        let mut parameters = own_parts();
        (parameters.output.frames, parameters.friction) = (17, friction);
        parameters.experiment = Experiment::LoadDriven(LoadDriven {
            load_medial: Length::millimetres(0.0),
            anterior_stiffness: quantity::Stiffness::from_si(0.0),
            ..LoadDriven::default()
        });
        let (message, part) = ended(&parameters, cycle(&parameters, shear_late));
        assert!(message.contains("nothing carries"), "{message}");
        let part = part.expect("what was computed before");
        assert_eq!(part.series.rows(), 10);
        begins(&part, &whole(&parameters), &message, 1e-3);
    }
}

#[test]
fn a_motion_that_fails_leaves_what_it_had() {
    let mut parameters = own_parts();
    parameters.output.frames = 17;
    parameters.experiment = Experiment::LoadDriven(LoadDriven {
        load_medial: Length::millimetres(0.0),
        dynamic: Some(DynamicInput::default()),
        ..LoadDriven::default()
    });
    // Beyond what a number can be nothing can be followed.
    let wild = |share: f64| [1000.0, if (0.6..0.9).contains(&share) { 1e300 } else { 0.0 }];
    let (message, part) = ended(&parameters, cycle(&parameters, wild));
    let part = part.expect("what was computed before");
    assert!((8..=10).contains(&part.series.rows()), "{message}: {}", part.series.rows());
    begins(&part, &whole(&parameters), &message, 1e-3);
}

#[test]
fn a_measured_pose_that_fails_leaves_what_it_had() {
    let mut parameters = own_parts();
    // At the samples of the load: between a push and a pull there would be an instant without either.
    parameters.output.frames = 17;
    let whole = whole(&parameters);
    let (message, part) = ended(&parameters, cycle(&parameters, pull_late));
    assert!(message.contains("nothing carries"), "{message}");
    begins(&part.expect("what was computed before"), &whole, &message, 1e-3);
    // 4 mm too high is further than is allowed; until then the load says where the ball is, whatever the pose.
    let mut away = pose();
    away.poses[6][4] += 4e-3;
    let load = cycle(&parameters, steady);
    let posed = Cycle::new(&parameters.activity, &away, &shipped::waveform()).expect("a cycle");
    let (message, part) = ended(&parameters, Cycle { loads: load.loads, ..posed });
    assert!(message.contains("had to be moved"), "{message}");
    begins(&part.expect("what was computed before"), &whole, &message, 1e-3);
}

#[test]
fn a_run_that_fails_in_its_first_frames_leaves_nothing() {
    let mut parameters = own_parts();
    parameters.experiment = Experiment::MeasuredPose(MeasuredPose {
        largest_offset: Length::micrometres(100.0),
        ..MeasuredPose::default()
    });
    let (message, part) = ended(&parameters, cycle(&parameters, steady));
    assert!(message.contains("had to be moved") && part.is_none(), "{message}");
}
