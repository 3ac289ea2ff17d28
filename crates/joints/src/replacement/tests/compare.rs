//! The balls in dishes, one load through every model.

use super::super::compare::PressedKnee;
use super::*;
use crate::compare::{Answer, Press, Subject};

/// On both balls together.
const LOAD: f64 = 100.0;

fn on_balls(contact: Contact, experiment: Experiment) -> Replacement {
    let mut parameters = own_parts();
    parameters.activity.load.constant = Some(Force::newtons(LOAD));
    parameters.output = Output { frames: 9, spacing: Length::millimetres(0.4), ..Output::default() };
    (parameters.contact, parameters.experiment) = (contact, experiment);
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound parameters")
}

fn pressed() -> PressedKnee {
    let knee = on_balls(Contact::Linear, Experiment::default());
    PressedKnee::new(&knee, &[0.0, 0.5]).expect("a measured pose")
}

fn ask(knee: &PressedKnee, name: &str) -> (Box<dyn Press>, Answer) {
    let model = knee.models().into_iter().find(|model| model.name == name).expect(name);
    let mut press = knee.prepare(&model).expect(name);
    let answer = press.press(1).expect(name);
    (press, answer)
}

/// 1/R = 1/20 mm − 1/26 mm, E* = E/(1 − ν²) against a rigid ball: p₀ = (6FE*²/(π³R²))^{1/3}, a³ = 3FR/(4E*), δ = a²/R.
#[test]
fn hertz_on_balls_in_dishes_is_the_formula_with_the_measured_curvature() {
    let knee = pressed();
    let (mut press, answer) = ask(&knee, "hertz");
    let (force, radius, modulus) = (0.5 * LOAD, 1.0 / (1.0 / BALL - 1.0 / DISH), 0.5e9 / (1.0 - 0.16));
    let pi = std::f64::consts::PI;
    let a = (0.75 * force * radius / modulus).cbrt();
    let near = |value: f64, expected: f64, what: &str| {
        // The gap is a paraboloid up to (a/R)², and its curvature is found from a few dozen points of facets.
        assert!((value / expected - 1.0).abs() < 0.03, "{what}: {value:e} instead of {expected:e}");
    };
    near(answer.peak_pressure, (6.0 * force * modulus.powi(2) / (pi.powi(3) * radius.powi(2))).cbrt(), "pressure");
    near(answer.area, 2.0 * pi * a * a, "area");
    near(answer.indentation, a * a / radius, "indentation");
    let carried = press.force_at(1, &answer.place).expect("a force");
    assert!((carried / LOAD - 1.0).abs() < 1e-5, "{carried}");
}

#[test]
fn every_foundation_carries_the_load_where_it_comes_to_rest() {
    let knee = pressed();
    let names: Vec<&str> = knee.models().iter().map(|model| model.name).collect();
    assert_eq!(names.first(), Some(&"hertz"));
    assert_eq!(names.last(), Some(&"finite-elements"), "the last is the truth");
    for name in &names[1..] {
        let (mut press, answer) = ask(&knee, name);
        let carried = press.force_at(1, &answer.place).expect("a force");
        assert!((carried / LOAD - 1.0).abs() < 1e-5, "{name}: {carried}");
    }
}

/// The force of the finest points at rest is that of the quadrature around the axis of a ball, and it is the load.
#[test]
fn the_finest_springs_of_the_comparison_are_the_quadrature_of_their_law() {
    let knee = pressed();
    let (_, finest) = ask(&knee, "finest");
    let springs = ball_on_dish(finest.indentation, &|overlap, _| CONFINED / 8e-3 * overlap);
    assert!((2.0 * springs / LOAD - 1.0).abs() < 0.02, "{springs}");
    // Where the finest come to rest, fewer points say nearly the same.
    let (mut asked, _) = ask(&knee, "as-asked");
    let carried = asked.force_at(1, &finest.place).expect("a force");
    assert!((carried / LOAD - 1.0).abs() < 0.01, "{carried}");
    // Neighbours hold a layer down: corrected springs are pressed over less of it.
    let (_, modified) = ask(&knee, "modified");
    assert!(modified.area < 0.8 * finest.area);
}

/// 1/R = 1/20 mm − 1/26 mm, wherever the radius is asked for, and so the same pressure: there were 22 mm in a run.
#[test]
fn a_run_and_a_comparison_have_the_same_modified_foundation() {
    let modified = || Contact::Modified(Modified::default());
    let radius = |knee: &Replacement| match knee.parameters().contact {
        Contact::Modified(law) => law.effective_radius.expect("found").si() * (1.0 / BALL - 1.0 / DISH),
        _ => f64::NAN,
    };
    let knee = on_balls(modified(), Experiment::default());
    assert!((radius(&knee) - 1.0).abs() < 0.03, "{}", radius(&knee));
    let outcome = knee.run(&Unwatched).expect("balanced");
    let ran = column(&outcome, "peak_pressure_Pa")[4];
    let (_, compared) = ask(&pressed(), "modified");
    assert!((ran / compared.peak_pressure - 1.0).abs() < 1e-4, "{ran} {}", compared.peak_pressure);
    // A study of its own law says the same as it runs.
    let (_, as_asked) = ask(&PressedKnee::new(&knee, &[0.0, 0.5]).expect("a measured pose"), "as-asked");
    assert!((ran / as_asked.peak_pressure - 1.0).abs() < 1e-4, "{ran} {}", as_asked.peak_pressure);
    let driven = on_balls(modified(), Experiment::LoadDriven(LoadDriven::default()));
    assert!((radius(&driven) - 1.0).abs() < 0.03, "{}", radius(&driven));
    // 8 mm against a gap of 87 mm are as 4.03 mm against one of 22 mm: just inside of what was fitted. 4 mm are not.
    let outside = |outcome: &Outcome| outcome.warnings.iter().any(|warning| warning.code == "modified-outside-fit");
    assert!(!outside(&outcome), "{:?}", outcome.warnings);
    let mut thin = knee.parameters().clone();
    thin.implant.thickness = Some(Length::millimetres(4.0));
    let thin = Replacement::new(thin, &balls_in_dishes(), knee.cycle().clone()).expect("sound parameters");
    assert!(outside(&thin.run(&Unwatched).expect("balanced")));
}

/// Nothing says that the modified foundation would be better on this pair.
#[test]
fn no_warning_advises_another_foundation() {
    for contact in [Contact::Linear, Contact::Logarithmic] {
        let outcome = on_balls(contact, Experiment::default()).run(&Unwatched).expect("balanced");
        assert!(outcome.warnings.iter().any(|warning| warning.code == "thick-insert"), "{:?}", outcome.warnings);
        assert!(outcome.warnings.iter().all(|warning| !warning.text.contains("modified")), "{:?}", outcome.warnings);
    }
}

/// A ball of 20 mm in a dish of 26 mm, 8 mm thick, 400 N: 1/R = 1/20 mm − 1/26 mm, a patch of 3.5 mm by Hertz. A bonded layer
/// that is 2.3 times as thick as the patch is wide has 1 to 8 % more pressure than a half-space under the same load
/// (`docs/inserts-fe/layers-exact.csv`).
#[test]
fn finite_elements_of_balls_in_dishes_are_hertz_and_not_springs() {
    let knee = on_balls(Contact::FiniteElements(FiniteElements::default()), Experiment::default());
    let mut parameters = knee.parameters().clone();
    parameters.activity.load.constant = Some(Force::newtons(800.0));
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    let knee = knee.with_parameters(parameters, cycle).expect("sound parameters");
    let knee = PressedKnee::new(&knee, &[0.0, 0.5]).expect("a measured pose");
    let (_, elements) = ask(&knee, "finite-elements");
    let (_, hertz) = ask(&knee, "hertz");
    let (_, springs) = ask(&knee, "finest");
    let ratio = elements.peak_pressure / hertz.peak_pressure;
    assert!((0.97..1.1).contains(&ratio), "{ratio}");
    assert!(
        springs.peak_pressure < 0.95 * elements.peak_pressure,
        "{:e} {:e}",
        springs.peak_pressure,
        elements.peak_pressure
    );
}

/// The same elements serve every load; another thickness needs its own.
#[test]
fn elements_are_used_again_where_they_fit() {
    let knee = on_balls(Contact::FiniteElements(FiniteElements::default()), Experiment::default());
    let again = |change: &dyn Fn(&mut Parameters)| {
        let mut parameters = knee.parameters().clone();
        change(&mut parameters);
        let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
        // Built anew where the implant differs.
        match knee.with_parameters(parameters.clone(), cycle.clone()) {
            Ok(knee) => knee,
            Err(_) => Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound parameters"),
        }
    };
    let heavier = again(&|p| p.activity.load.constant = Some(Force::newtons(2.0 * LOAD)));
    let shared = |a: &Replacement, b: &Replacement| {
        std::ptr::eq(a.elements.as_deref().expect("elements"), b.elements.as_deref().expect("elements"))
    };
    assert!(shared(&knee, &heavier));
    assert!(!shared(&knee, &again(&|p| p.implant.thickness = Some(Length::millimetres(6.0)))));
    let outcome = heavier.run(&Unwatched).expect("balanced");
    let surface = &outcome.surfaces[0];
    assert_eq!(surface.surface.cells(), knee.points.len(), "one cell a point");
    assert!(outcome.warnings.iter().any(|warning| warning.code == "finite-elements"));
}

#[test]
fn finite_elements_refuse_what_they_do_not_have() {
    let refused = |change: &dyn Fn(&mut Parameters)| {
        let mut parameters = own_parts();
        parameters.contact = Contact::FiniteElements(FiniteElements::default());
        change(&mut parameters);
        let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
        let problems = Replacement::new(parameters, &balls_in_dishes(), cycle).expect_err("nonsense");
        format!("{}: {}", problems[0].path, problems[0].message)
    };
    let spacing = |mm: f64| FiniteElements { spacing: Length::millimetres(mm), ..FiniteElements::default() };
    assert!(refused(&|p| p.contact = Contact::FiniteElements(spacing(0.0))).contains("spacing"));
    let large = refused(&|p| p.contact = Contact::FiniteElements(spacing(0.15)));
    assert!(large.contains("GB are allowed"), "{large}");
    let layer = FemoralLayer { thickness: Length::millimetres(2.0), material: Material::Named("UHMWPE".into()) };
    assert!(refused(&|p| p.implant.femoral_layer = Some(layer.clone())).contains("soft layer"));
    let high = refused(&|p| p.implant.underside = Some(Length::millimetres(1.0)));
    assert!(high.contains("implant.underside") && high.contains("mm thick below"), "{high}");
}

#[test]
fn greatest_and_least_load_are_compared_when_nothing_is_said() {
    let parameters = own_parts();
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    let knee = Replacement::new(parameters.clone(), &balls_in_dishes(), cycle.clone()).expect("sound parameters");
    let cases = PressedKnee::new(&knee, &[]).expect("a measured pose").cases();
    let load = |frame: u32| cycle.loads[0].compile().expect("a curve").value(cycle.duration * f64::from(frame) / 8.0);
    let loads: Vec<f64> = (0..=8).map(load).collect();
    assert_eq!(cases[0].load, loads.iter().copied().fold(0.0, f64::max));
    assert_eq!(cases[1].load, loads.iter().copied().fold(f64::INFINITY, f64::min));
    assert!(PressedKnee::new(&knee, &[1.5]).is_err());
    let driven = Parameters { experiment: Experiment::LoadDriven(LoadDriven::default()), ..parameters };
    let knee = Replacement::new(driven, &balls_in_dishes(), cycle).expect("sound parameters");
    let refused = PressedKnee::new(&knee, &[]).expect_err("no pose").to_string();
    assert!(refused.contains("driven by its loads"), "{refused}");
}
