//! The moving head: every scheme finds the same sliding and wear, and no number depends on the frames that show it.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use joints::hip::parameters::*;
use joints::hip::{Hip, LoadCycle, shipped};
use quantity::Velocity;
use results::Outcome;

const SUMS: [&str; 3] = ["sliding_distance_m", "load_times_sliding_N_m", "wear_volume_per_cycle_m3"];

/// The base case on independent springs, whose closed forms and costs are what these tests are about.
fn springs() -> Parameters {
    Parameters { contact: Contact::springs(), ..Parameters::default() }
}

fn walking() -> LoadCycle {
    LoadCycle::new(&shipped::find("walking").unwrap().samples(836.0, None)).unwrap()
}

/// A twentieth of the duration: the same vibrations in a twentieth of the steps.
fn hasty() -> LoadCycle {
    LoadCycle::new(&shipped::find("walking").unwrap().samples(836.0, Some(1.11 / 20.0))).unwrap()
}

fn dashpot(coefficient: f64) -> Dissipation {
    Dissipation::KelvinVoigt(KelvinVoigt { coefficient: quantity::DampingCoefficient::from_si(coefficient) })
}

fn moving(case: Dynamic, dissipation: Dissipation) -> Parameters {
    let output = Output { frames: 101, elements: 900 };
    Parameters { experiment: Experiment::Dynamic(case), dissipation, output, ..springs() }
}

fn run(parameters: &Parameters, cycle: LoadCycle) -> Outcome {
    Hip::new(parameters.clone(), cycle).unwrap().run(&Unwatched).unwrap()
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap()
}

#[track_caller]
fn close(value: f64, expected: f64, relative: f64) {
    assert!((value / expected - 1.0).abs() < relative, "{value} against {expected}");
}

/// A step may err by 1e-6 of the sliding speed. Nothing damps the head along the liner: the errors of some 25 000 steps
/// remain, and add up as the root of their number, to 1.6e-4 of the speed.
#[test]
fn every_scheme_slides_and_wears_alike_at_the_shipped_tolerance() {
    let with = |scheme, tolerance| {
        let case = Dynamic { scheme, tolerance, ..Dynamic::default() };
        run(&moving(case, dashpot(500.0)), walking())
    };
    let exact = with(SchemeName::DormandPrince, 1e-9);
    let shipped = Dynamic::default().tolerance;
    for scheme in [SchemeName::Rkf45, SchemeName::DormandPrince, SchemeName::Rosenbrock, SchemeName::Bdf] {
        let outcome = with(scheme, shipped);
        for name in SUMS {
            close(value(&outcome, name), value(&exact, name), 2e-4);
        }
        assert!(!outcome.warnings.iter().any(|w| w.code == "not-periodic"), "{scheme:?}");
    }
}

/// RKF45 feeds vibrations that nothing damps; its tolerance keeps them small, however many cycles follow each other. So
/// hasty a head is not at rest after twenty: the truth is another scheme at a hundredth of the tolerance.
#[test]
fn rkf45_does_not_drift_from_cycle_to_cycle() {
    let after_twenty = |scheme, tolerance| {
        let case = Dynamic { scheme, tolerance, most_cycles: 20, periodic_within: 1e-12, ..Dynamic::default() };
        run(&moving(case, Dissipation::default()), hasty())
    };
    let found = after_twenty(SchemeName::Rkf45, Dynamic::default().tolerance);
    let exact = after_twenty(SchemeName::DormandPrince, 1e-8);
    for name in SUMS {
        close(value(&found, name), value(&exact, name), 2e-4);
    }
}

/// Frames only sample, whether the head glides, rubs or rattles.
#[test]
fn sums_are_the_same_for_51_and_801_frames() {
    let rattling = Dynamic { start: Start::Centre, most_cycles: 1, ..Dynamic::default() };
    let law =
        Coulomb { dynamic_coefficient: Some(0.07), transition_speed: Velocity::from_si(1e-3), ..Coulomb::default() };
    let mut rubbing = moving(Dynamic { most_cycles: 1, ..Dynamic::default() }, Dissipation::default());
    rubbing.friction = Friction::Coulomb(law);
    let cases = [
        (moving(Dynamic { most_cycles: 1, ..Dynamic::default() }, Dissipation::default()), walking()),
        (rubbing, hasty()),
        (moving(rattling, dashpot(5.0)), hasty()),
        (moving(rattling, Dissipation::None), hasty()),
    ];
    for (parameters, cycle) in cases {
        let with = |frames| {
            let mut parameters = parameters.clone();
            parameters.output.frames = frames;
            run(&parameters, cycle.clone())
        };
        let (few, many) = (with(51), with(801));
        let all = SUMS.iter().chain(&[
            "frictional_work_J",
            "accumulated_sliding_max_m",
            "wear_depth_per_million_cycles_m",
            "peak_friction_torque_N_m",
            "peak_pressure_Pa",
        ]);
        for name in all {
            assert_eq!(value(&few, name), value(&many, name), "{name}");
        }
        close(value(&few, "sliding_distance_euler_m"), value(&many, "sliding_distance_euler_m"), 1e-5);
    }
}

/// The sums over the steps are those over frames so dense that the trapezoidal rule is exact.
#[test]
fn sums_over_steps_are_sums_over_very_many_frames() {
    let rattling = Dynamic { start: Start::Centre, most_cycles: 1, ..Dynamic::default() };
    let mut parameters = moving(rattling, dashpot(5.0));
    parameters.output = Output { frames: 40_001, elements: 1 };
    let outcome = run(&parameters, hasty());
    let column = |name: &str| &outcome.series.column(name).unwrap().values;
    let (times, speeds, forces) = (column("time_s"), column("sliding_speed_m_per_s"), column("contact_force_N"));
    let sum = |rate: &dyn Fn(usize) -> f64| -> f64 {
        (1..times.len()).map(|i| 0.5 * (times[i] - times[i - 1]) * (rate(i) + rate(i - 1))).sum()
    };
    close(value(&outcome, "sliding_distance_m"), sum(&|i| speeds[i]), 1e-4);
    close(value(&outcome, "load_times_sliding_N_m"), sum(&|i| speeds[i] * forces[i]), 1e-4);
    assert_eq!(column("sliding_distance_m").last(), outcome.value("sliding_distance_m").as_ref());
}

/// What a file and a viewer show adds up to the headline, and its deepest and hardest are those of the headline.
#[test]
fn the_maps_add_up_to_the_headline() {
    let rattling = Dynamic { start: Start::Centre, most_cycles: 1, ..Dynamic::default() };
    let gliding = Dynamic { most_cycles: 1, ..Dynamic::default() };
    for (case, dissipation, cycle) in [(gliding, Dissipation::default(), walking()), (rattling, dashpot(5.0), hasty())]
    {
        let parameters = moving(case, dissipation);
        let outcome = run(&parameters, cycle);
        let field = |name: &str| &outcome.surfaces[0].fields.iter().find(|f| f.name == name).unwrap().values;
        let largest = |values: &[f32]| values.iter().fold(0.0_f32, |most, x| most.max(*x));
        let wear = field("wear_depth_per_million_cycles_m");
        let last = &wear[wear.len() - 900..];
        // 27.84/2 + 0.08 mm, half a sphere, equal elements.
        let area = std::f64::consts::TAU * 14e-3_f64.powi(2) / 900.0;
        let volume: f64 = last.iter().map(|depth| f64::from(*depth) * area).sum();
        close(volume, value(&outcome, "wear_volume_per_million_cycles_m3"), 1e-6);
        close(f64::from(largest(last)), value(&outcome, "wear_depth_per_million_cycles_m"), 1e-6);
        close(f64::from(largest(field("sliding_distance_m"))), value(&outcome, "accumulated_sliding_max_m"), 1e-6);
        let pressures = &outcome.series.column("peak_pressure_Pa").unwrap().values;
        let in_frames = pressures.iter().fold(0.0_f64, |most, p| most.max(*p));
        close(f64::from(largest(field("pressure_Pa"))), in_frames, 1e-6);
        let between = value(&outcome, "peak_pressure_Pa") / in_frames - 1.0;
        let said = outcome.figures.iter().filter(|figure| figure.caption.contains("Between the frames")).count();
        assert_eq!(said > 0, between > 5e-5, "{between}");
    }
}

/// Equilibrium at three thousand instants knows no steps, no stretches and no vibration.
#[test]
fn wear_of_a_gliding_head_is_that_of_its_equilibria() {
    let gliding = moving(Dynamic { most_cycles: 1, ..Dynamic::default() }, Dissipation::default());
    let mut resting = Parameters { experiment: Experiment::QuasiStatic(QuasiStatic::default()), ..gliding.clone() };
    resting.output.frames = 3001;
    let (moving, resting) = (run(&gliding, walking()), run(&resting, walking()));
    for name in SUMS.iter().chain(&["wear_depth_per_million_cycles_m", "accumulated_sliding_max_m"]) {
        close(value(&moving, name), value(&resting, name), 3e-4);
    }
}

/// A vibration that stays is not a matter of more cycles; after impacts not one of the tolerance, either.
#[test]
fn a_motion_that_does_not_settle_is_blamed_on_what_would_settle_it() {
    let case = Dynamic { start: Start::Centre, most_cycles: 3, ..Dynamic::default() };
    let outcome = run(&moving(case, Dissipation::None), hasty());
    let text = &outcome.warnings.iter().find(|w| w.code == "not-periodic").unwrap().text;
    let by_impacts = value(&outcome, "impact_count") > 0.0;
    assert_eq!(by_impacts, text.contains("neither more cycles nor a lower tolerance"), "{text}");
    assert_eq!(!by_impacts, text.contains("Lower the tolerance (it is 1e-6)"), "{text}");
    assert!(!text.contains("raise most-cycles"), "{text}");
}

/// Twice as exact is another motion where a head is hit again and again: the run says so, and what helps. That it helps is
/// `every_scheme_slides_and_wears_alike_at_the_shipped_tolerance`.
#[test]
fn a_head_that_rattles_is_called_unconverged_and_one_that_glides_is_not() {
    let with = |start, tolerance| {
        let case = Dynamic { start, tolerance, most_cycles: 1, ..Dynamic::default() };
        run(&moving(case, dashpot(5.0)), walking())
    };
    let caution = |outcome: &Outcome| outcome.warnings.iter().find(|w| w.code == "rattling").map(|w| w.text.clone());
    let (rough, fine) = (with(Start::Centre, 1e-5), with(Start::Centre, 1e-6));
    let slid = [&rough, &fine].map(|outcome| value(outcome, "sliding_distance_m"));
    assert!((slid[0] / slid[1] - 1.0).abs() > 1e-3, "{slid:?}: converged after all");
    for outcome in [rough, fine] {
        let text = caution(&outcome).expect("it is said");
        assert!(text.contains("orders of magnitude") && text.contains("start = \"equilibrium\""), "{text}");
    }
    let (rough, fine) = (with(Start::Equilibrium, 1e-6), with(Start::Equilibrium, 1e-7));
    assert!(caution(&rough).is_none());
    close(value(&rough, "sliding_distance_m"), value(&fine, "sliding_distance_m"), 1e-5);
}

/// What frames do not show is said by the sliding speed in them.
#[test]
fn frames_that_miss_a_vibration_are_called_coarse() {
    let rattling = Dynamic { start: Start::Centre, most_cycles: 1, ..Dynamic::default() };
    let codes = |parameters: &Parameters, cycle| -> Vec<String> {
        run(parameters, cycle).warnings.into_iter().map(|w| w.code).collect()
    };
    assert!(codes(&moving(rattling, dashpot(5.0)), hasty()).contains(&"coarse-frames".into()));
    let gliding = Dynamic { most_cycles: 1, ..Dynamic::default() };
    assert!(!codes(&moving(gliding, Dissipation::default()), walking()).contains(&"coarse-frames".into()));
}

/// A sweep has the numbers of a single run, with few and with many stretches.
#[test]
fn the_headline_of_a_rattling_head_is_that_of_its_full_run() {
    let rattling = Dynamic { start: Start::Centre, most_cycles: 1, ..Dynamic::default() };
    let hip = Hip::new(moving(rattling, dashpot(5.0)), hasty()).unwrap();
    let (full, headline) = (hip.run(&Unwatched).unwrap(), hip.run_headline(&Unwatched).unwrap());
    assert_eq!(full.headline, headline.headline);
    assert_eq!((full.warnings, full.work), (headline.warnings, headline.work));
}
