//! Knees with more than one contact, and cartilage that relaxes.

use super::*;
use crate::contact::{BondedLayer, StandardLinearSolid, ThinLayer};

/// Two condyles and a patella, moved by the quadriceps alone.
fn whole() -> Parameters {
    let mut parameters = Parameters { patella: Some(Patella::default()), ..Parameters::default() };
    parameters.gravity.acceleration = Acceleration::from_si(0.0);
    parameters.pulse.amplitude = Force::newtons(0.0);
    parameters.contact.geometries = vec![Geometry::TwoCondyles];
    parameters.contact.laws = named(&[LawName::LankaraniNikravesh]);
    parameters.time.interval = Time::milliseconds(1.0);
    parameters
}

#[test]
fn the_quadriceps_extends_the_knee_and_no_energy_appears() {
    let outcome = run(whole());
    check_names(&outcome).unwrap();
    let value = |name: &str| outcome.value(name).unwrap_or_else(|| panic!("no {name}"));
    assert!(value("end_flexion_rad") < 0.5 * 54.79f64.to_radians());
    assert!(value("energy_imbalance_ratio").abs() < 1e-5, "{}", value("energy_imbalance_ratio"));
    // The muscle does the work, the pulse none.
    assert!(value("quadriceps_work_J") > 1.0 && value("pulse_work_J").abs() < 1e-9);
    let [medial, lateral, both] =
        ["peak_contact_force_N", "peak_lateral_contact_force_N", "peak_total_contact_force_N"].map(value);
    assert!(lateral > 0.0 && both > medial && both <= medial + lateral + 1e-9);
    // Each contact has its patch.
    for of in ["", "lateral_", "patellofemoral_"] {
        assert!(value(&format!("{of}patch_peak_pressure_Pa")) > 0.0);
    }
}

/// The three forces on a patella that hardly accelerates close a triangle: |Q − T| ≤ R ≤ Q + T, at the start to rounding.
#[test]
fn a_patella_starts_in_balance() {
    let history = &histories(whole())[0];
    let first = history.frames[0].patella.unwrap();
    assert!(first.force > (200.0 - first.tendon).abs() && first.force < 200.0 + first.tendon);
    // Nothing moves at once: after a tenth of a millisecond the force is the same to a percent.
    let mut soon = whole();
    soon.time.duration = Time::milliseconds(0.1);
    soon.time.interval = Time::milliseconds(0.1);
    let soon = &histories(soon)[0];
    assert!((soon.last.patella.unwrap().tendon / first.tendon - 1.0).abs() < 0.01);
}

#[test]
fn two_condyles_share_what_one_carries() {
    let mut one = Parameters::default();
    one.contact.laws = named(&[LawName::LankaraniNikravesh]);
    one.contact.geometries = vec![Geometry::ConvexConcave, Geometry::TwoCondyles];
    let both = histories(one);
    // The second contact takes its share, so that the first one carries less than alone.
    assert!(both[1].peak_force < both[0].peak_force, "{} {}", both[1].peak_force, both[0].peak_force);
    assert!(both[1].peaks_beside[0] > 0.0);
}

#[test]
fn every_scheme_agrees_on_cartilage_that_relaxes() {
    let relaxing = |scheme| {
        let mut parameters = Parameters::default();
        parameters.contact.laws = named(&[LawName::StandardLinearSolid]);
        parameters.time.scheme = scheme;
        let history = histories(parameters).remove(0);
        assert!(history.imbalance_ratio().abs() < 1e-5, "{scheme:?}: {}", history.imbalance_ratio());
        assert!(history.last.lost > 0.0);
        (history.peak_indentation, history.end_time)
    };
    let (depth, time) = relaxing(SchemeName::DormandPrince);
    for scheme in [SchemeName::Rosenbrock, SchemeName::Bdf] {
        let (other, then) = relaxing(scheme);
        assert!((other / depth - 1.0).abs() < 1e-4 && (then - time).abs() < 1e-5, "{scheme:?}: {other} {depth}");
    }
}

#[test]
fn a_thin_layer_takes_its_material_and_radius_from_the_knee() {
    let mut parameters = Parameters::default();
    let layer = || BondedLayer { thickness: Length::millimetres(2.0), material: None };
    let law = ElasticLaw::ThinLayer(ThinLayer { layers: vec![layer(), layer()], radius: None });
    parameters.contact.laws = vec![own("thin", law)];
    let history = &histories(parameters)[0];
    assert!(history.peak_force > 0.0 && history.imbalance_ratio().abs() < 1e-5);
}

#[test]
fn what_cannot_be_is_refused_at_its_place() {
    let mut wrong = whole();
    let patella = wrong.patella.as_mut().unwrap();
    patella.tendon_length = Length::millimetres(-5.0);
    patella.quadriceps_force = Force::newtons(0.0);
    wrong.surfaces.condyle_radius = Some(Length::millimetres(30.0));
    wrong.contact.relaxed_share = 1.0;
    let paths: Vec<String> = check(&wrong).into_iter().map(|problem| problem.path).collect();
    for path in
        ["patella.tendon-length", "patella.quadriceps-force", "surfaces.condyle-radius", "contact.relaxed-share"]
    {
        assert!(paths.iter().any(|found| found == path), "{path}: {paths:?}");
    }
    // A law of one's own that relaxes beyond all bounds.
    let mut bad = Parameters::default();
    let dissipation =
        Dissipation::StandardLinearSolid(StandardLinearSolid { relaxed_share: 1.5, time: Time::seconds(0.0) });
    bad.contact.laws = vec![Law::Given(Box::new(GivenLaw {
        name: "mine".into(),
        elastic: ElasticLaw::Hertz(Hertz::default()),
        dissipation,
    }))];
    let paths: Vec<String> = check(&bad).into_iter().map(|problem| problem.path).collect();
    let below = "contact.laws.0.dissipation.standard-linear-solid";
    assert_eq!(paths, [format!("{below}.relaxed-share"), format!("{below}.time")]);
}
