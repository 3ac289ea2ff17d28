//! A surrogate in place of the contact: the same balances, and what it must refuse.

use std::sync::OnceLock;

use super::*;

fn case() -> LoadDriven {
    LoadDriven {
        ligaments: vec![middle_ligament()],
        anterior_force_and_torque: false,
        load_medial: Length::millimetres(0.0),
        ..LoadDriven::default()
    }
}

fn knee(change: &dyn Fn(&mut Parameters)) -> Replacement {
    let mut parameters = own_parts();
    parameters.experiment = Experiment::LoadDriven(case());
    change(&mut parameters);
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound parameters")
}

fn rubbing() -> Replacement {
    knee(&|p| p.friction = Friction::Coulomb(Coulomb::default()))
}

/// Made once: friction is no part of it.
fn fit() -> ContactSurrogate {
    static FIT: OnceLock<ContactSurrogate> = OnceLock::new();
    FIT.get_or_init(|| fit_to(&rubbing())).clone()
}

fn fit_to(knee: &Replacement) -> ContactSurrogate {
    let tube = TubeSettings::default();
    let kind = Kind::ResponseSurface;
    let settings = SurrogateSettings { kind, initial: 60, refinement: 10, held_out: 5, order: 2, seed: 0 };
    let design = knee.draw_design((&tube, &settings), "a test", &Unwatched).expect("a design");
    ContactSurrogate::from(design.fit(&settings).expect("a fit"))
}

fn work(outcome: &Outcome, name: &str) -> u64 {
    outcome.work.iter().find(|(counted, _)| counted == name).expect(name).1
}

#[test]
fn a_surrogate_balances_loads_ligaments_and_friction_as_the_contact_does() {
    let (knee, surrogate) = (rubbing(), fit());
    let stored = ContactSurrogate::read(&surrogate.write().expect("bytes")).expect("the same");
    let own = knee.run(&Unwatched).expect("balanced");
    let fast = knee.with_surrogate(stored).expect("the same contact").run(&Unwatched).expect("balanced");
    assert_eq!(work(&fast, "surrogate_fallbacks"), 0, "every place of rest is one of the motion it was fitted around");
    let series = |name: &str| (column(&own, name), column(&fast, name));
    let (load, pull) = (series("axial_load_N").1, series("middle_force_N"));
    for i in 0..9 {
        let strain = series("middle_strain_ratio").1[i];
        assert!((pull.1[i] / (5000.0 * strain * strain / 0.12) - 1.0).abs() < 1e-9, "{i}: {strain}");
        let carried = series("force_on_femur_superior_N").1[i];
        assert!((carried - load[i] - pull.1[i]).abs() < 0.02, "{i}: {carried} {}", pull.1[i]);
        // A micrometre of height is 2e-5 of strain, of 104 N some 0.1 N.
        let (a, b) = series("superior_m");
        assert!((a[i] - b[i]).abs() < 2e-6 && (pull.0[i] - pull.1[i]).abs() < 0.2, "{i}: {} {}", a[i], b[i]);
        for side in ["medial", "lateral"] {
            let (a, b) = series(&format!("{side}_force_N"));
            assert!((a[i] / b[i] - 1.0).abs() < 0.02, "{side} {i}: {} {}", a[i], b[i]);
        }
    }
    let columns: Vec<&str> = fast.series.columns().iter().map(|column| column.name.as_str()).collect();
    assert!(!columns.contains(&"quadrature_error_N") && fast.surfaces.is_empty(), "it knows neither");
    assert!(fast.warnings.iter().any(|warning| warning.code == "surrogate"));
}

#[test]
fn beyond_its_domain_a_surrogate_hands_over_to_the_contact() {
    let surrogate = fit();
    let heavy = knee(&|p| p.activity.load.peak = Some(Force::newtons(9000.0)));
    let own = heavy.run(&Unwatched).expect("balanced");
    let fast = heavy.with_surrogate(surrogate).expect("the same contact").run(&Unwatched).expect("balanced");
    assert!(work(&fast, "surrogate_fallbacks") > 0);
    let [a, b] = [&own, &fast].map(|outcome| outcome.value("peak_pressure_Pa").expect("headline"));
    assert!((a / b - 1.0).abs() < 1e-3, "{a} {b}");
}

#[test]
fn a_surrogate_of_other_regions_is_refused() {
    let mm = Length::millimetres;
    let all = RegionInput { name: "all".into(), low: [mm(-50.0); 3], high: [mm(50.0); 3], material: None };
    let other = knee(&|p| p.implant.regions = vec![all.clone()]);
    let problem = other.with_surrogate(fit()).expect_err("other regions");
    assert!(problem.path == "surrogate.path" && problem.message.contains("another contact"), "{problem:?}");
}

#[test]
fn equations_of_motion_with_a_surrogate_move_as_those_with_the_contact() {
    let dynamic = Some(DynamicInput::default());
    let moving = || knee(&|p| p.experiment = Experiment::LoadDriven(LoadDriven { dynamic, ..case() }));
    let own = moving().run(&Unwatched).expect("a motion");
    let fitted = fit_to(&moving());
    let fast = moving().with_surrogate(fitted).expect("the same contact").run(&Unwatched).expect("a motion");
    // Stages of a step that is then rejected may lie beside the motion: 123 of 316 steps are.
    let [asked, beside] = ["surrogate_evaluations", "surrogate_fallbacks"].map(|name| work(&fast, name));
    assert!(beside <= 2 * work(&fast, "rejected_steps") && asked > 10 * beside, "{:?}", fast.work);
    let series = |name: &str| (column(&own, name), column(&fast, name));
    let (a, b) = series("superior_m");
    for i in 0..a.len() {
        assert!((a[i] - b[i]).abs() < 3e-6, "{i}: {} {}", a[i], b[i]);
    }
    let [a, b] = [&own, &fast].map(|outcome| outcome.value("peak_pressure_Pa").expect("headline"));
    assert!((a / b - 1.0).abs() < 0.03, "{a} {b}");
}
