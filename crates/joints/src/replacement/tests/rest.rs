//! Places of rest: where they are, and why there is none.

use super::*;
use crate::{Problem, Watch};
use std::sync::atomic::{AtomicU32, Ordering};

/// A simulator with a constant axial force and a constant force on the tibia forwards, of which the femur feels the reverse.
fn simulate(parameters: &Parameters, [axial, forwards]: [f64; 2]) -> Result<Outcome, ReplacementError> {
    simulate_shear(parameters, axial, |_| forwards)
}

/// The same with a force forwards that varies over the cycle.
fn simulate_shear(
    parameters: &Parameters,
    axial: f64,
    forwards: impl Fn(f64) -> f64,
) -> Result<Outcome, ReplacementError> {
    simulate_turned(parameters, axial, forwards, None)
}

/// And with a moment in the frontal plane.
fn simulate_turned(
    parameters: &Parameters,
    axial: f64,
    forwards: impl Fn(f64) -> f64,
    frontal: Option<Frontal>,
) -> Result<Outcome, ReplacementError> {
    let shares: Vec<f64> = (0..=8).map(|i| f64::from(i) / 8.0).collect();
    let load = LoadSamples {
        name: "the same all the time".into(),
        source: "made up".into(),
        loads: shares.iter().map(|&share| [axial, forwards(share), 0.0]).collect(),
        flexion: Some(vec![0.1; shares.len()]),
        shares,
        frontal,
        duration: None,
    };
    let cycle = Cycle::new(&parameters.activity, &pose(), &load).expect("a cycle");
    Replacement::new(parameters.clone(), &balls_in_dishes(), cycle).expect("sound parameters").run(&Unwatched)
}

fn simulator(change: impl Fn(&mut LoadDriven)) -> Parameters {
    let mut parameters = own_parts();
    parameters.output.frames = 5;
    let mut case = LoadDriven { load_medial: Length::millimetres(0.0), ..LoadDriven::default() };
    change(&mut case);
    parameters.experiment = Experiment::LoadDriven(case);
    parameters
}

/// Pushed to and fro the balls glide; where friction is as large as the push, most of the way that its velocities come from is
/// not gone.
#[test]
fn friction_says_when_its_velocities_are_not_those_of_the_motion() {
    let mut parameters = simulator(|case| case.anterior_stiffness = quantity::Stiffness::from_si(0.0));
    parameters.output.frames = 17;
    let push = |share: f64| 100.0 * (std::f64::consts::TAU * share).sin();
    let mut warned = |friction: Friction| {
        parameters.friction = friction;
        let outcome = simulate_shear(&parameters, 1000.0, push).expect("at rest");
        outcome.warnings.iter().find(|warning| warning.code == "friction-velocities").map(|warning| warning.severity)
    };
    let rubbing =
        |dynamic: f64| Friction::Coulomb(Coulomb { dynamic_coefficient: Some(dynamic), ..Coulomb::default() });
    assert_eq!(warned(Friction::None), None);
    assert_eq!(warned(rubbing(1e-5)), None, "friction that does nothing changes no velocity");
    assert_eq!(warned(rubbing(0.08)), Some(results::Severity::Caution));
}

fn reason(found: Result<Outcome, ReplacementError>) -> Reason {
    let error = found.expect_err("no place of rest");
    let ReplacementError::NoBalance { reason, .. } = error else { panic!("{error}") };
    assert!(error.hint().is_some());
    reason
}

/// All forces on a ball go through its centre: a load between the centres is shared as a lever says, and one beyond them
/// turns the bar over, however far the ball has rolled.
#[test]
fn a_load_between_the_balls_is_carried_and_one_beyond_them_tips() {
    for medial in [-21.0, 0.0, 15.0, 21.0] {
        let parameters = simulator(|case| case.load_medial = Length::millimetres(medial));
        let outcome = simulate(&parameters, [1000.0, 0.0]).unwrap_or_else(|error| panic!("{medial}: {error}"));
        let expected = 1000.0 * (APART + 1e-3 * medial) / (2.0 * APART);
        let carried = column(&outcome, "medial_force_N")[1];
        assert!((carried - expected).abs() < 10.0, "{medial}: {carried} {expected}");
    }
    for (medial, side) in [(23.0, "medial"), (30.0, "medial"), (90.0, "medial"), (-23.0, "lateral"), (-60.0, "lateral")]
    {
        let parameters = simulator(|case| case.load_medial = Length::millimetres(medial));
        let found = reason(simulate(&parameters, [1000.0, 0.0]));
        assert!(matches!(found, Reason::TipsOver { towards, acts } if towards == side && acts == medial), "{found:?}");
    }
    // A moment moves the force: 60 N m are 60 mm of 1000 N, and two that cancel leave it where it is carried.
    for (moment, medial, beside) in [(60.0, 0.0, Some(60.0)), (-30.0, 0.0, Some(-30.0)), (-60.0, 60.0, None)] {
        let parameters = simulator(|case| case.load_medial = Length::millimetres(medial));
        let found = simulate_turned(&parameters, 1000.0, |_| 0.0, Some(Frontal::Moment(vec![moment; 9])));
        let Some(beside) = beside else {
            found.unwrap_or_else(|error| panic!("{error}"));
            continue;
        };
        let found = reason(found);
        assert!(matches!(found, Reason::TipsOver { acts, .. } if (acts - beside).abs() < 1e-6), "{found:?}");
    }
}

/// What holds a moment beside the insert is not blamed for a load beside it.
#[test]
fn a_force_beside_a_knee_that_is_held_does_not_tip_it() {
    let reach = |parameters: Parameters| {
        let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
        let knee = Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound parameters");
        reason::Reach::new(&knee, [0.0; 6], 0.09).unbalanced(&[0.0; 6], 1.0, 7)
    };
    assert!(matches!(reach(simulator(|_| ())), Reason::TipsOver { towards: "medial", .. }));
    for adjust in [Adjust::Superior, Adjust::SuperiorAndAdduction] {
        let mut parameters = own_parts();
        parameters.experiment = Experiment::MeasuredPose(MeasuredPose { adjust, ..MeasuredPose::default() });
        let is_held = matches!(reach(parameters), Reason::Unsettled { residual: 1.0, steps: 7 });
        assert_eq!(is_held, adjust == Adjust::Superior);
    }
}

/// A ball in a dish of slope tan(0.6) at its rim holds a shear of 0.4 of the load where its centre has moved by
/// (D − R + depth) sin(atan 0.4), and none that is steeper than the rim.
#[test]
fn a_shear_within_the_dish_is_held_and_one_beyond_its_rim_slides_off() {
    let parameters = simulator(|case| case.anterior_stiffness = quantity::Stiffness::from_si(0.0));
    let outcome = simulate(&parameters, [1000.0, 400.0]).expect("held");
    let slope = 0.4f64.atan();
    let sunk = DISH - BALL + column(&outcome, "indentation_m")[1];
    let moved = column(&outcome, "anterior_m")[1];
    assert!((moved + sunk * slope.sin()).abs() < 5e-5, "{moved} {sunk}");
    let found = reason(simulate(&parameters, [1000.0, 900.0]));
    assert!(matches!(found, Reason::SlidesOff { towards: "backwards", .. }), "{found:?}");
    let found = reason(simulate(&parameters, [1000.0, -900.0]));
    assert!(matches!(found, Reason::SlidesOff { towards: "forwards", .. }), "{found:?}");
}

#[test]
fn a_pose_that_leaves_the_insert_never_touches_from_then_on() {
    let mut away = pose();
    away.poses[4][3] = 0.1;
    let mut parameters = own_parts();
    parameters.activity.load.constant = Some(Force::newtons(1000.0));
    let cycle = Cycle::new(&parameters.activity, &away, &shipped::waveform()).expect("a cycle");
    let knee = Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound parameters");
    let error = knee.run(&Unwatched).expect_err("nothing below");
    let ReplacementError::NoBalance { percent, reason, .. } = error else { panic!("{error}") };
    assert_eq!(reason, Reason::NeverTouches);
    assert!((25.0..=75.0).contains(&percent), "{percent}");
}

/// The triangles of the default design as parts of one's own: on facets a search once stalled at 1e-5 of the force.
#[test]
fn an_implant_of_facets_settles_wherever_the_force_acts() {
    let designed = Design::default().build().expect("the default");
    let [femoral, insert] = designed.surfaces();
    let mut parameters = own_parts();
    let walking = designed.follow(Motion::WalkingInVivo);
    parameters.output.frames = 5;
    let activity = |peak: f64| Activity {
        load: Load { peak: Some(Force::newtons(peak)), ..Load::default() },
        ..Activity::default()
    };
    let cycle = |peak: f64| Cycle::new(&activity(peak), &walking, &shipped::waveform()).expect("a cycle");
    let knee = Replacement::new(parameters.clone(), &Parts { femoral, insert }, cycle(2600.0)).expect("sound");
    // With friction and little load, where searches by work alone went round in circles.
    parameters.friction = Friction::Coulomb(Coulomb::default());
    parameters.output.frames = 11;
    let load_medial = Length::millimetres(-10.0);
    parameters.experiment = Experiment::LoadDriven(LoadDriven { load_medial, ..LoadDriven::default() });
    let rubbing = knee.with_parameters(parameters.clone(), cycle(1300.0)).expect("sound");
    rubbing.compute_motions(&Unwatched).unwrap_or_else(|error| panic!("{error}"));
    parameters.friction = Friction::None;
    parameters.output.frames = 5;
    for medial in [-10.0, 1.0, 20.0] {
        let load_medial = Length::millimetres(medial);
        parameters.experiment = Experiment::LoadDriven(LoadDriven { load_medial, ..LoadDriven::default() });
        let knee = knee.with_parameters(parameters.clone(), cycle(2600.0)).expect("sound");
        let outcome = knee.run(&Unwatched).unwrap_or_else(|error| panic!("{medial} mm: {error}"));
        assert!(outcome.value("axial_force_error_ratio").expect("headline") < 1e-5, "{medial}");
        // Nothing but the contact acts sideways, and about the anterior axis only the load, at its arm.
        for i in 0..5 {
            let at = |name: &str| column(&outcome, name)[i];
            assert!(at("force_on_femur_lateral_N").abs() < 1e-4 * at("axial_load_N"), "{medial} {i}");
        }
    }
}

struct Impatient(AtomicU32);

impl Watch for Impatient {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 3
    }
}

#[test]
fn a_search_stops_at_the_step_after_it_is_told_to() {
    let parameters = simulator(|_| ());
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    let knee = Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound parameters");
    let watch = Impatient(AtomicU32::new(0));
    assert_eq!(knee.run(&watch).expect_err("stopped"), ReplacementError::Interrupted);
    let asked = watch.0.into_inner();
    assert!(asked < 12, "it went on and asked {asked} times");
}

fn refuse(parts: &Parts, parameters: Parameters) -> Problem {
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    let mut problems = Replacement::new(parameters, parts, cycle).expect_err("these parts do not fit");
    problems.remove(0)
}

/// Each mistake on the balls and on the default design, whose surfaces are open.
#[test]
fn parts_that_cannot_lie_on_one_another_are_refused_before_any_search() {
    let [femoral, insert] = Design::default().build().expect("the default").surfaces();
    for (parts, parameters) in [(balls_in_dishes(), own_parts()), (Parts { femoral, insert }, own_parts())] {
        let axes = parameters.implant.file_axes().map(String::from);
        let turned = |axes: [String; 3]| {
            let mut parameters = parameters.clone();
            parameters.implant.axes = Some(axes);
            refuse(&parts, parameters)
        };
        let minus = |axis: &str| axis.strip_prefix('-').map_or_else(|| format!("-{axis}"), String::from);
        let swapped = Parts { femoral: parts.insert.clone(), insert: parts.femoral.clone() };
        let problem = refuse(&swapped, parameters.clone());
        assert!(problem.path.starts_with("implant") && problem.hint.contains("exchanged"), "{problem:?}");
        let [x, y, z] = axes.clone();
        // Upside down, by half a turn and by a mirror.
        for upside_down in [[x.clone(), minus(&y), minus(&z)], [x.clone(), minus(&y), z.clone()]] {
            let problem = turned(upside_down);
            assert!(problem.hint.contains("implant.axes"), "{problem:?}");
        }
        for on_its_side in [[x.clone(), z.clone(), minus(&y)], [y.clone(), x.clone(), z.clone()]] {
            let problem = turned(on_its_side);
            assert!(problem.hint.contains("implant.axes"), "{problem:?}");
        }
        let mut small = parts.clone();
        small.femoral.points.iter_mut().flatten().for_each(|x| *x *= 0.1);
        let problem = refuse(&small, parameters.clone());
        assert!(problem.hint.contains("unit"), "{problem:?}");
        let mut beside = parts.clone();
        beside.femoral.points.iter_mut().for_each(|point| point[0] += 0.2);
        let problem = refuse(&beside, parameters.clone());
        assert!(problem.path == "activity.pose" && problem.message.contains("above the insert"), "{problem:?}");
    }
}
