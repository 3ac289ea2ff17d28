//! What contact makes of a design: its lip, and its edge.

use quantity::{Angle, Force, Length};
use results::Outcome;

use super::{HipDesign, Lip};
use crate::hip::parameters::{
    CalibratedContact, Contact, ElasticFoundation, Experiment, FiniteElements, Parameters, Static,
};
use crate::hip::{Hip, HipError, LoadCycle, shipped};

/// One load, tilted towards the superior rim of a cup.
fn press(contact: Contact, [tilt, coverage]: [f64; 2], design: Option<HipDesign>) -> Result<Outcome, HipError> {
    let cycle = LoadCycle::new(&shipped::find("walking").expect("shipped").samples(700.0, None)).expect("a cycle");
    let mut parameters = Parameters { contact, ..Parameters::default() };
    parameters.implant.head_diameter = Length::millimetres(32.0);
    parameters.implant.clearance = Some(Length::millimetres(0.1));
    parameters.implant.coverage = Angle::degrees(coverage);
    parameters.implant.design = design;
    parameters.experiment =
        Experiment::Static(Static { load: Force::newtons(2000.0), load_tilt: Angle::degrees(tilt) });
    parameters.output.elements = 1000;
    Hip::new(parameters, cycle).expect("sound").run(&crate::Unwatched)
}

fn springs() -> Contact {
    Contact::ElasticFoundation(ElasticFoundation::default())
}

/// A lip in the middle of the superior rim.
fn lipped(angle: f64, width: f64) -> HipDesign {
    let lip = Lip { angle: Angle::degrees(angle), towards: Angle::degrees(0.0), width: Angle::degrees(width) };
    HipDesign { lip: Some(lip), ..HipDesign::default() }
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).expect("headline")
}

fn warns(outcome: &Outcome, code: &str) -> bool {
    outcome.warnings.iter().any(|warning| warning.code == code)
}

#[test]
fn a_lip_holds_a_head_that_the_rim_lets_go() {
    let bare = press(springs(), [93.0, 180.0], None);
    assert!(matches!(bare, Err(HipError::PulledOut { .. })), "{bare:?}");
    let held = press(springs(), [93.0, 180.0], Some(lipped(25.0, 120.0))).expect("it holds");
    // More than half of the load: its line passes beyond the rim.
    let carried = value(&held, "lip_peak_force_N");
    assert!((1000.0..2500.0).contains(&carried), "{carried}");
    assert!(warns(&held, "lip-carries") && !warns(&held, "coarse-elements"), "{:?}", held.warnings);
    // Elsewhere it is of no use.
    let mut beside = lipped(25.0, 120.0);
    beside.lip = beside.lip.map(|lip| Lip { towards: Angle::degrees(180.0), ..lip });
    assert!(matches!(press(springs(), [93.0, 180.0], Some(beside)), Err(HipError::PulledOut { .. })));
}

/// On springs of either kind: all around, a lip of 20 degrees on a hemisphere is a cup that covers 220.
#[test]
fn a_lip_all_around_carries_like_a_deeper_cup() {
    for contact in [springs(), Contact::Calibrated(CalibratedContact {})] {
        for tilt in [40.0, 85.0, 100.0] {
            let found = press(contact.clone(), [tilt, 180.0], Some(lipped(20.0, 359.9999))).expect("it holds");
            let expected = press(contact.clone(), [tilt, 220.0], None).expect("it holds");
            for name in ["peak_pressure_Pa", "indentation_m", "contact_area_m2"] {
                let [a, b] = [&found, &expected].map(|outcome| value(outcome, name));
                assert!((a / b - 1.0).abs() < 1e-5, "{name} at {tilt}: {a} {b}");
            }
        }
    }
}

#[test]
fn a_lip_that_is_not_reached_changes_no_bit() {
    let [with, without] = [Some(lipped(20.0, 90.0)), Some(HipDesign::default())]
        .map(|design| press(springs(), [20.0, 180.0], design).expect("it holds"));
    assert_eq!(value(&with, "lip_peak_force_N"), 0.0);
    assert!(!warns(&with, "lip-carries"));
    for name in ["peak_pressure_Pa", "indentation_m", "contact_area_m2"] {
        assert_eq!(value(&with, name), value(&without, name));
    }
}

fn elements(edge_radius: Option<f64>) -> Contact {
    let edge_radius = edge_radius.map(Length::millimetres);
    Contact::FiniteElements(FiniteElements { cells: Some(16), edge_radius, ..FiniteElements::default() })
}

#[test]
fn finite_elements_say_that_a_lip_carries_nothing() {
    let found = press(elements(None), [60.0, 180.0], Some(lipped(20.0, 90.0))).expect("it holds");
    assert!(warns(&found, "lip-carries-nothing"), "{:?}", found.warnings);
    assert!(found.value("lip_peak_force_N").is_none());
}

/// A round edge of the design is that of the contact; its chamfer stands beyond the bearing surface, and takes the corner.
#[test]
fn finite_elements_take_the_edge_of_the_design() {
    let peak = |contact: Contact, design: HipDesign| {
        value(&press(contact, [75.0, 180.0], Some(design)).expect("it holds"), "peak_pressure_Pa")
    };
    let (bare, one) = (HipDesign::default(), Length::millimetres(1.0));
    let rounded = peak(elements(None), HipDesign { rim_radius: one, ..bare });
    assert_eq!(rounded, peak(elements(Some(1.0)), bare));
    let sharp = peak(elements(None), bare);
    let chamfered = peak(elements(None), HipDesign { chamfer: one, ..bare });
    assert!(rounded != sharp && chamfered != sharp && chamfered.is_finite(), "{sharp} {rounded} {chamfered}");
}
