//! Rotating platforms, cam and post, and what loads one side more than the other.

use super::*;
use crate::Problem;
use crate::replacement::design::{PlatformDesign, PostDesign};
use quantity::Angle;

pub(super) fn designed(design: Design, change: impl Fn(&mut Parameters)) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.implant.design = Some(design);
    parameters.output.frames = 9;
    parameters.output.spacing = Length::millimetres(2.0);
    change(&mut parameters);
    parameters
}

pub(super) fn run(parameters: Parameters) -> Outcome {
    let designed = parameters.implant.by_design().expect("a design").build().expect("sound");
    let [femoral, insert] = designed.surfaces();
    let cycle = Cycle::new(&parameters.activity, &designed.pose(&parameters), &shipped::waveform()).expect("a cycle");
    Replacement::new(parameters, &Parts { femoral, insert }, cycle).expect("sound").run(&Unwatched).expect("balanced")
}

fn with_platform(friction: f64) -> Design {
    Design { platform: Some(PlatformDesign { friction, ..PlatformDesign::default() }), ..Design::default() }
}

/// Moment of the condyles on the insert about its long axis at every frame, from what is reported of the femoral component.
fn moments(outcome: &Outcome) -> Vec<f64> {
    let [m, fx, fz, x, z] = [
        "moment_on_femur_superior_N_m",
        "force_on_femur_anterior_N",
        "force_on_femur_lateral_N",
        "anterior_m",
        "lateral_m",
    ]
    .map(|name| column(outcome, name));
    (0..m.len()).map(|i| -(m[i] + z[i] * fx[i] - x[i] * fz[i])).collect()
}

#[test]
fn a_free_platform_turns_with_the_femur() {
    let outcome = run(designed(with_platform(0.0), |_| ()));
    let (turned, against) = (column(&outcome, "platform_rotation_rad"), column(&outcome, "rotation_rad"));
    let range = |values: &[f64]| {
        values.iter().copied().fold(f64::NEG_INFINITY, f64::max) - values.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let whole: Vec<f64> = turned.iter().zip(against).map(|(a, b)| a + b).collect();
    // -1.9 to 5.7 degrees of the tibia, of which the platform takes the most.
    assert!((range(&whole) - 7.6f64.to_radians()).abs() < 0.02, "{}", range(&whole));
    assert!(range(turned) > 0.5 * range(&whole) && range(against) < 0.5 * range(&whole), "{turned:?} {against:?}");
    for moment in moments(&outcome) {
        assert!(moment.abs() < 1e-3, "nothing holds it: {moment} N m");
    }
}

#[test]
fn a_platform_is_held_by_its_friction_and_no_further() {
    let fixed = run(designed(Design::default(), |_| ()));
    let held = run(designed(with_platform(2.0), |_| ()));
    assert_eq!(held.value("platform_range_rad"), Some(0.0));
    let [a, b] = [&fixed, &held].map(|outcome| outcome.value("peak_pressure_Pa").expect("headline"));
    assert!((a / b - 1.0).abs() < 1e-5, "held it is fixed: {a} {b}");
    let outcome = run(designed(with_platform(0.02), |_| ()));
    let (force, tray) = (column(&outcome, "force_on_femur_superior_N"), column(&outcome, "platform_moment_N_m"));
    let mut slipped = 0;
    for ((push, moment), tray) in force.iter().zip(moments(&outcome)).zip(tray) {
        let most = 0.02 * 23e-3 * push;
        assert!((moment + tray).abs() < 2e-3, "the insert is in balance: {moment} {tray}");
        assert!(tray.abs() <= most * (1.0 + 1e-5), "{tray} is more than {most}");
        slipped += usize::from(tray.abs() > 0.999 * most);
    }
    assert!(slipped >= 2, "it turns in {slipped} frames");
    let range = |o: &Outcome| o.value("platform_range_rad").expect("headline");
    let free = run(designed(with_platform(0.0), |_| ()));
    assert!(range(&outcome) > 0.0 && range(&outcome) < range(&free));
}

/// A dish of radius R presses more on its flank by 1/sqrt(1 - (a/R)^2).
#[test]
fn a_dish_holds_more_than_a_flat_tray() {
    let dished = |radius: Option<f64>| {
        let platform = PlatformDesign { friction: 0.02, dish_radius: radius.map(Length::millimetres), arm: None };
        let outcome = run(designed(Design { platform: Some(platform), ..Design::default() }, |_| ()));
        let (force, tray) = (column(&outcome, "force_on_femur_superior_N"), column(&outcome, "platform_moment_N_m"));
        force.iter().zip(tray).map(|(push, tray)| tray.abs() / push).fold(0.0, f64::max)
    };
    let [flat, dish] = [None, Some(40.0)].map(dished);
    assert!((flat - 0.02 * 23e-3).abs() < 1e-8, "{flat}");
    assert!((dish / flat - 1.0 / (1.0f64 - (23.0f64 / 40.0).powi(2)).sqrt()).abs() < 1e-5, "{dish} {flat}");
}

/// A knee that is still, bent, under 1000 N.
fn still(design: Design, degrees: f64) -> Outcome {
    run(designed(design, |parameters| {
        parameters.output.frames = 5;
        parameters.activity.flexion = Some(Angle::degrees(degrees));
        parameters.activity.load.constant = Some(Force::newtons(1000.0));
        let case = LoadDriven { load_medial: Length::millimetres(0.0), ..LoadDriven::default() };
        parameters.experiment = Experiment::LoadDriven(case);
    }))
}

#[test]
fn cam_and_post_take_the_femur_back_where_they_meet_and_nowhere_else() {
    let stabilised = Design { post: Some(PostDesign::default()), ..Design::default() };
    let last = |outcome: &Outcome, name: &str| column(outcome, name)[2];
    let engaged = still(stabilised, 20.0).value("post_engagement_rad").expect("they meet").to_degrees();
    assert!((55.0..85.0).contains(&engaged), "{engaged}");
    let [straight, plain] = [still(stabilised, 20.0), still(Design::default(), 20.0)];
    assert_eq!(last(&straight, "post_force_N"), 0.0);
    let [a, b] = [&straight, &plain].map(|outcome| last(outcome, "anterior_m"));
    assert!((a - b).abs() < 1e-7, "{a} {b}");
    let [bent, plain] = [still(stabilised, 110.0), still(Design::default(), 110.0)];
    let force = last(&bent, "post_force_N");
    let [with, without] = [&bent, &plain].map(|outcome| last(outcome, "anterior_m"));
    assert!(force > 10.0 && with < without - 1e-3, "{force} N, {with} {without}");
    // Along the insert nothing is left over: condyles, cam, and a spring of 30 N/mm that rests where the parts settle.
    assert!(last(&bent, "post_contact_height_m") > 0.0 && last(&bent, "post_contact_height_m") < 18e-3);
    assert!(bent.value("post_peak_pressure_Pa").expect("headline") > 1e5);
}

/// A moment of 5 N m at 1000 N, and a line of action 5 mm from the middle, are the same load.
#[test]
fn a_frontal_moment_and_a_line_of_action_share_a_load_like_a_lever() {
    let share = |frontal: Option<Frontal>, medial: f64| {
        let shares: Vec<f64> = (0..=4).map(|i| f64::from(i) / 4.0).collect();
        let load = LoadSamples {
            name: "the same all the time".into(),
            source: "made up".into(),
            loads: vec![[1000.0, 0.0, 0.0]; 5],
            flexion: Some(vec![0.1; 5]),
            shares,
            frontal,
            duration: None,
        };
        let mut parameters = own_parts();
        parameters.output.frames = 5;
        let case = LoadDriven { load_medial: Length::millimetres(medial), ..LoadDriven::default() };
        parameters.experiment = Experiment::LoadDriven(case);
        let cycle = Cycle::new(&parameters.activity, &pose(), &load).expect("a cycle");
        let knee = Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound");
        knee.run(&Unwatched).expect("balanced").value("medial_share_ratio").expect("headline")
    };
    // The balls are 22 mm from the middle: their share is (22 + 5)/44.
    let lever = 27.0 / 44.0;
    let found = [
        share(None, 5.0),
        share(Some(Frontal::Moment(vec![5.0; 5])), 0.0),
        share(Some(Frontal::LineOfAction(vec![5e-3; 5])), 20.0),
        share(Some(Frontal::Moment(vec![2.0; 5])), 3.0),
    ];
    for share in found {
        assert!((share - lever).abs() < 0.01, "{share} is not {lever}: {found:?}");
    }
}

/// No condyle fits into a dish without a radius: the dish is to blame, whatever the condyle is, and the hint can be followed.
#[test]
fn a_dish_without_a_radius_is_told_a_radius_that_works() {
    for millimetres in [-5.0, 0.0] {
        for narrow in [false, true] {
            let mut design = Design::default();
            design.insert.sagittal_radius = Length::millimetres(millimetres);
            if narrow {
                design.femoral.distal_radius = Length::millimetres(30.0);
            }
            let Problem { path, message, hint } = design.check().expect_err("no dish");
            assert_eq!(path, "implant.design.insert.sagittal-radius", "{message}");
            let distal = if narrow { 30 } else { 34 };
            assert_eq!(
                message,
                format!("the insert's sagittal-radius is {millimetres} mm, and a dish has a radius of more than 0 mm")
            );
            assert_eq!(hint, format!("an insert.sagittal-radius of more than {distal} mm"));
        }
        let mut design = Design::default();
        design.insert.coronal_radius = Length::millimetres(millimetres);
        let Problem { path, hint, .. } = design.check().expect_err("no dish");
        assert_eq!(
            (path.as_str(), hint.as_str()),
            ("implant.design.insert.coronal-radius", "an insert.coronal-radius of more than 30 mm")
        );
    }
    // What the hint says works.
    let mut design = Design::default();
    design.insert.sagittal_radius = Length::millimetres(34.1);
    design.check().expect("wider than the condyle");
}
