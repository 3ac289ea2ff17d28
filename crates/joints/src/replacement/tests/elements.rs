//! The insert by finite elements where loads drive: a simulator, and equations of motion.

use super::designs::{designed, run};
use super::*;
use crate::replacement::design::Compartments;

/// Columns far apart: what is tried is the search, not the peak.
fn by_elements(experiment: LoadDriven) -> Parameters {
    designed(Design::default(), |parameters| {
        parameters.experiment = Experiment::LoadDriven(experiment.clone());
        parameters.contact =
            Contact::FiniteElements(FiniteElements { spacing: Length::millimetres(3.0), ..FiniteElements::default() });
    })
}

fn on_springs(experiment: LoadDriven) -> Parameters {
    Parameters { contact: Parameters::default().contact, ..by_elements(experiment) }
}

/// Every instant balances its load, and the femoral component goes nearly the way that it goes on springs: where it rests is
/// decided by the surfaces and the restraints, how deep by the contact.
#[test]
fn finite_elements_balance_a_simulator() {
    let elements = run(by_elements(LoadDriven::default()));
    let springs = run(on_springs(LoadDriven::default()));
    let value = |outcome: &Outcome, name: &str| outcome.value(name).expect("a headline");
    assert!(value(&elements, "axial_force_error_ratio") < 1e-4);
    // What carries does not decide how much.
    let name = "peak_axial_force_N";
    assert!((value(&elements, name) / value(&springs, name) - 1.0).abs() < 1e-3);
    for (a, b) in column(&elements, "anterior_m").iter().zip(column(&springs, "anterior_m")) {
        assert!((a - b).abs() < 5e-4, "{a} {b}");
    }
    // The program says 0.93 with columns 2 mm apart.
    let ratio = value(&elements, "peak_pressure_Pa") / value(&springs, "peak_pressure_Pa");
    assert!((0.7..1.4).contains(&ratio), "{ratio}");
}

/// By equations of motion the load comes at the same instants, but for the inertia of what moves.
#[test]
fn finite_elements_move() {
    let dynamic = Some(DynamicInput::default());
    let moved = run(by_elements(LoadDriven { dynamic, ..LoadDriven::default() }));
    let rested = run(by_elements(LoadDriven::default()));
    let force = |outcome: &Outcome| column(outcome, "force_on_femur_superior_N").to_vec();
    let (moved, rested) = (force(&moved), force(&rested));
    let peak = rested.iter().copied().fold(0.0, f64::max);
    for (a, b) in moved.iter().zip(&rested) {
        assert!((a - b).abs() < 0.05 * peak, "{moved:?} {rested:?}");
    }
}

/// A design keeps its compartments and its thickness on finite elements: one condyle on one plateau has no other side.
#[test]
fn one_compartment_of_finite_elements_has_one_side() {
    let thickness = Length::millimetres(12.0);
    let one = Design { compartments: Compartments::Medial, thickness, ..Design::default() };
    let load = |parameters: &mut Parameters| parameters.activity.load.constant = Some(Force::newtons(600.0));
    let elements = designed(one, |parameters| {
        load(parameters);
        parameters.contact =
            Contact::FiniteElements(FiniteElements { spacing: Length::millimetres(3.0), ..FiniteElements::default() });
    });
    let (elements, springs) = (run(elements), run(designed(one, load)));
    let names = |outcome: &Outcome| outcome.headline.iter().map(|scalar| scalar.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&elements), names(&springs));
    assert!((elements.value("medial_share_ratio").expect("a share") - 1.0).abs() < 1e-12);
    // What is said of the overlap is a share of these 12 mm, and a few percent less where the dish rises.
    let said = elements.warnings.iter().find(|warning| warning.code == "finite-elements").expect("a note");
    let share = 100.0 * elements.value("deepest_indentation_m").expect("a depth") / thickness.si();
    let percent: f64 =
        said.text.split("overlap by ").nth(1).and_then(|t| t.split(' ').next()).expect("it").parse().expect("a number");
    assert!(percent > 0.8 * share && percent < 1.05 * share + 0.05, "{percent} {share}");
}
