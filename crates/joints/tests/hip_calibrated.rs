//! A hip on springs that were fitted to finite elements.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use joints::hip::parameters::*;
use joints::hip::{Hip, LoadCycle, shipped};
use quantity::{Force, Length};
use results::{Outcome, Severity};

fn walking() -> LoadCycle {
    LoadCycle::new(&shipped::find("walking").unwrap().samples(836.0, None)).unwrap()
}

fn calibrated(experiment: Experiment) -> Parameters {
    let mut parameters =
        Parameters { contact: Contact::Calibrated(CalibratedContact {}), experiment, ..Parameters::default() };
    parameters.output.elements = 2000;
    parameters
}

fn run(parameters: Parameters) -> Outcome {
    Hip::new(parameters, walking()).unwrap().run(&Unwatched).unwrap()
}

fn under(load: f64) -> Experiment {
    Experiment::Static(Static { load: Force::newtons(load), ..Static::default() })
}

fn close(value: f64, expected: f64, relative: f64) {
    assert!((value / expected - 1.0).abs() < relative, "{value} against {expected}");
}

/// [Askari2018] by an independent axisymmetric program.
#[test]
fn static_loads_have_the_pressure_and_radius_of_finite_elements() {
    for (load, peak, radius) in [(250.0, 2.297e6, 7.45e-3), (500.0, 3.413e6, 8.72e-3), (2000.0, 8.299e6, 11.27e-3)] {
        let outcome = run(calibrated(under(load)));
        close(outcome.value("peak_pressure_Pa").unwrap(), peak, 0.02);
        close(outcome.value("contact_radius_m").unwrap(), radius, 0.02);
        assert!(outcome.warnings.iter().any(|w| w.code == "calibrated" && w.severity == Severity::Note));
        assert!(!outcome.warnings.iter().any(|w| w.code == "coarse-elements"), "the map adds up to the force");
    }
}

/// The load is the patient's whatever pushes back: force and sliding are nearly those of springs, the pressure is not.
#[test]
fn a_walk_bears_the_same_load_at_rest_and_in_motion() {
    let still = run(calibrated(Experiment::QuasiStatic(QuasiStatic::default())));
    let moving = run(calibrated(Experiment::Dynamic(Dynamic::default())));
    let springs =
        run(Parameters { contact: Contact::springs(), ..calibrated(Experiment::QuasiStatic(QuasiStatic::default())) });
    let value = |outcome: &Outcome, name: &str| outcome.value(name).unwrap();
    close(value(&still, "peak_force_N"), value(&springs, "peak_force_N"), 1e-3);
    close(value(&moving, "peak_force_N"), value(&still, "peak_force_N"), 0.01);
    close(value(&moving, "peak_pressure_Pa"), value(&still, "peak_pressure_Pa"), 0.01);
    close(value(&still, "sliding_distance_m"), value(&springs, "sliding_distance_m"), 0.02);
}

#[test]
fn what_it_does_not_know_is_refused_or_cautioned() {
    let refused = |change: &dyn Fn(&mut Implant)| {
        let mut parameters = calibrated(under(500.0));
        change(&mut parameters.implant);
        Hip::new(parameters, walking()).unwrap_err().remove(0)
    };
    let cement = LayerInput { thickness: Length::millimetres(2.0), material: Material::Named("UHMWPE".into()) };
    assert_eq!(refused(&|implant| implant.layers.push(cement.clone())).path, "implant.layers");
    let thin = refused(&|implant| implant.liner_thickness = Length::millimetres(1.0));
    assert!(thin.path == "contact.calibrated" && thin.message.contains("thickness"), "{thin:?}");
    let outcome = run(calibrated(under(0.05)));
    assert!(outcome.warnings.iter().any(|w| w.code == "outside-of-calibration" && w.severity == Severity::Caution));
}
