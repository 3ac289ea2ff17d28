//! Every law by hand, and what is wrong where.
#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;

use mechanics::rigid;
use quantity::{HertzStiffness, Length, Pressure, Stiffness, SurfaceEnergy, Velocity};

use super::*;
use crate::Problem;

fn named(name: &str) -> Material {
    Material::Named(name.into())
}

fn given(gigapascals: f64, poisson: f64) -> Material {
    Material::Given(GivenMaterial { modulus: Pressure::gigapascals(gigapascals), poisson, density: None })
}

/// Two balls of 30 and 60 mm: their relative radius is 20 mm.
fn balls() -> Setting {
    Setting::new([Outline::Ball(0.03), Outline::Ball(0.06)])
}

/// Force of a law at an indentation.
fn force(law: &ElasticLaw, setting: &Setting, depth: f64) -> f64 {
    match build_law(law, setting).unwrap() {
        rigid::ElasticLaw::Hertz { stiffness } => stiffness * depth.powf(1.5),
        rigid::ElasticLaw::Linear { stiffness } => stiffness * depth,
        rigid::ElasticLaw::Custom(law) => law.0.response(-depth, 0.0),
        law => panic!("{law:?} has no force without a history"),
    }
}

#[track_caller]
fn close(computed: f64, expected: f64, within: f64) {
    assert!((computed / expected - 1.0).abs() < within, "{computed} is not {expected}");
}

#[test]
fn relative_radii_are_those_of_the_textbook() {
    let radius = |a, b| Setting::new([a, b]).radius();
    close(balls().radius().unwrap(), 0.02, 1e-15);
    assert_eq!(radius(Outline::Ball(0.03), Outline::Flat), Some(0.03));
    close(radius(Outline::Socket(0.06), Outline::Ball(0.03)).unwrap(), 0.06, 1e-15);
    for pair in [
        [Outline::Ball(0.06), Outline::Socket(0.03)],
        [Outline::Ball(0.03), Outline::Socket(0.03)],
        [Outline::Flat, Outline::Flat],
        [Outline::Flat, Outline::Socket(0.1)],
        [Outline::Varying, Outline::Ball(0.03)],
    ] {
        assert_eq!(Setting::new(pair).radius(), None, "{pair:?}");
    }
}

/// ⁴⁄₃ E* √R δ^1.5 with E* = E/(2(1−ν²)) for equal bodies.
#[test]
fn hertz_is_the_same_by_stiffness_by_materials_and_by_the_joint() {
    let depth: f64 = 1e-4;
    let modulus = 10e9 / (2.0 * (1.0 - 0.09));
    let expected = 4.0 / 3.0 * modulus * 0.02_f64.sqrt() * depth.powf(1.5);
    let by_materials = Hertz { materials: Some([given(10.0, 0.3), given(10.0, 0.3)]), ..Hertz::default() };
    let stiffness = HertzStiffness::from_si(4.0 / 3.0 * modulus * 0.02_f64.sqrt());
    let by_stiffness = Hertz { stiffness: Some(stiffness), ..Hertz::default() };
    let by_radius = Hertz { radius: Some(Length::millimetres(20.0)), ..by_materials.clone() };
    let joint = Setting { materials: [given(10.0, 0.3).elastic(); 2], ..balls() };
    close(force(&ElasticLaw::Hertz(by_materials), &balls(), depth), expected, 1e-14);
    close(force(&ElasticLaw::Hertz(by_stiffness), &balls(), depth), expected, 1e-14);
    close(force(&ElasticLaw::Hertz(by_radius), &Setting::default(), depth), expected, 1e-14);
    close(force(&ElasticLaw::Hertz(Hertz::default()), &joint, depth), expected, 1e-14);
}

#[test]
fn equal_radii_along_and_across_are_a_round_patch() {
    let materials = Some([named("bone"), named("bone")]);
    let round = Hertz { materials: materials.clone(), ..Hertz::default() };
    let across = |millimetres| {
        let radius_across = Length::millimetres(millimetres);
        let law = EllipticHertz { radius_across, radius: None, materials: materials.clone() };
        force(&ElasticLaw::EllipticHertz(law), &balls(), 1e-4)
    };
    let round = force(&ElasticLaw::Hertz(round), &balls(), 1e-4);
    close(across(20.0), round, 1e-12);
    // A flatter body across spreads the load: stiffer, but by less than the square root of the radii.
    assert!(across(80.0) > round && across(80.0) < 2.0 * round);
}

/// Eq. 21 of [Machado2011], with the printed K of sphere on plane and the thickness of 90 % lost cartilage.
#[test]
fn a_second_layer_is_equation_21_whoever_names_it() {
    let setting = Setting::new([Outline::Ball(0.0304), Outline::Flat]);
    // Bone: ⁴⁄₃ E/(2(1−ν²)) √R with Table 4's moduli, printed as 2.36e9.
    let (k1, k2, h) = (3_260_513.0, 4.0 / 3.0 * 17.2e9 / (2.0 * (1.0 - 0.39 * 0.39)) * 0.0304_f64.sqrt(), 0.415e-3_f64);
    let expected = k1 * h.powf(1.5) + k2 * 0.1e-3_f64.powf(1.5);
    let of = |name| Hertz { materials: Some([named(name), named(name)]), ..Hertz::default() };
    let by_hand = DoubleLayer { thickness: Length::millimetres(0.415), first: of("cartilage"), second: of("bone") };
    close(force(&ElasticLaw::DoubleLayer(Box::new(by_hand)), &setting, 0.515e-3), expected, 1e-6);
    let [cartilage, bone] = ["cartilage", "bone"].map(|name| named(name).elastic());
    let beneath = Some(Beneath { depth: h, materials: [bone.unwrap(); 2] });
    let joint = Setting { materials: [cartilage; 2], beneath, ..setting };
    close(force(&ElasticLaw::Hertz(Hertz::default()), &joint, 0.515e-3), expected, 1e-6);
    // A law with materials of its own does not see the joint's second layer.
    close(force(&ElasticLaw::Hertz(of("cartilage")), &joint, 0.515e-3), k1 * 0.515e-3_f64.powf(1.5), 1e-6);
}

#[test]
fn foundations_are_eq_25_in_a_socket_and_a_paraboloid_elsewhere() {
    let layer = |stiffness| Layer { thickness: Length::millimetres(8.0), material: Some(given(0.5, 0.4)), stiffness };
    let law = |layers| ElasticLaw::ElasticFoundation(ElasticFoundation { layers, radius: None, length: None });
    let confined = law(vec![layer(LayerStiffness::Confined)]);
    // E_w = 0.6 E/(1.4 · 0.2), k = E_w/h.
    let k = 0.6 * 0.5e9 / (1.4 * 0.2) / 8e-3;
    close(force(&confined, &balls(), 1e-4), PI * k * 0.02 * 1e-8, 1e-13);
    let two = law(vec![layer(LayerStiffness::Confined); 2]);
    close(force(&two, &balls(), 1e-4), 0.5 * PI * k * 0.02 * 1e-8, 1e-13);
    let socket = Setting::new([Outline::Ball(13.92e-3), Outline::Socket(14e-3)]);
    let shell = law(vec![layer(LayerStiffness::SphericalShell)]);
    let ratio = force(&shell, &socket, 5e-5) / force(&confined, &socket, 5e-5);
    assert!((0.97..1.0).contains(&ratio), "the shell is 2.4 % softer: {ratio}");
    // Deep in a socket the patch is wide: less than a paraboloid.
    let paraboloid = PI * k * (13.92e-3 * 14e-3 / 0.08e-3) * 1e-10 * 25.0;
    assert!(force(&confined, &socket, 5e-5) < 0.8 * paraboloid);
    assert_eq!(paths(build_law(&shell, &balls())), ["elastic-foundation.layers.0.stiffness"]);
    // With a length it is a pin: springs around the hole, by the trapezoidal rule.
    let of_length = |length| {
        let layers = vec![layer(LayerStiffness::Confined)];
        ElasticLaw::ElasticFoundation(ElasticFoundation { layers, radius: None, length: Some(length) })
    };
    let (rb, rc, e) = (13.92e-3f64, 14e-3f64, 0.08e-3 + 5e-5);
    let spring = |psi: f64| (e * psi.cos() + (rb * rb - (e * psi.sin()).powi(2)).sqrt() - rc).max(0.0) * psi.cos();
    let around: f64 = (0..200_000).map(|i| spring(f64::from(i - 100_000) * 1.5e-5) * 1.5e-5).sum();
    close(force(&of_length(Length::millimetres(20.0)), &socket, 5e-5), k * 0.02 * rc * around, 1e-6);
    assert_eq!(paths(build_law(&of_length(Length::millimetres(0.0)), &socket)), ["elastic-foundation.length"]);
    assert_eq!(paths(build_law(&of_length(Length::millimetres(20.0)), &balls())), ["elastic-foundation.length"]);
}

fn paths<T: std::fmt::Debug>(built: Result<T, Vec<Problem>>) -> Vec<String> {
    let found = built.unwrap_err();
    assert!(found.iter().all(|p| !p.hint.is_empty() && !p.message.is_empty()), "{found:?}");
    found.into_iter().map(|p| p.path).collect()
}

#[test]
fn everything_that_is_wrong_with_a_contact_is_said_at_once() {
    let first = Hertz { materials: Some([given(-1.0, 0.3), named("chees")]), ..Hertz::default() };
    let second = Hertz { stiffness: Some(HertzStiffness::from_si(0.0)), ..Hertz::default() };
    let law = ElasticLaw::DoubleLayer(Box::new(DoubleLayer { thickness: Length::millimetres(-1.0), first, second }));
    let lost = Dissipation::Flores(Restitution { restitution: 2.0, slowest_impact: Velocity::from_si(0.0) });
    let rubs = Friction::Coulomb(Coulomb { static_coefficient: Some(-0.1), ..Coulomb::default() });
    assert_eq!(
        paths(build(&law, &lost, &rubs, &balls())),
        [
            "law.double-layer.thickness",
            "law.double-layer.first.materials.0.modulus",
            "law.double-layer.first.materials.1",
            "law.double-layer.second.stiffness",
            "friction.coulomb.static",
            "dissipation.flores.restitution",
            "dissipation.flores.slowest-impact",
        ]
    );
}

#[test]
fn what_is_missing_is_asked_for() {
    let hertz = ElasticLaw::Hertz(Hertz::default());
    assert_eq!(paths(build_law(&hertz, &balls())), ["hertz"]);
    let foundation = |layers| ElasticLaw::ElasticFoundation(ElasticFoundation { layers, radius: None, length: None });
    assert_eq!(paths(build_law(&foundation(vec![]), &balls())), ["elastic-foundation.layers"]);
    let bare = Layer { thickness: Length::millimetres(2.0), material: None, stiffness: LayerStiffness::Confined };
    assert_eq!(paths(build_law(&foundation(vec![bare.clone()]), &balls())), ["elastic-foundation.layers.0"]);
    let incompressible = Setting { materials: [given(1.0, 0.5).elastic(); 2], ..balls() };
    assert_eq!(paths(build_law(&foundation(vec![bare]), &incompressible)), ["elastic-foundation.layers.0"]);
    assert!(build_law(&hertz, &incompressible).is_ok());
    let profile = Setting { outlines: [Outline::Varying, Outline::Flat], ..incompressible };
    assert_eq!(paths(build_law(&hertz, &profile)), ["hertz"]);
    let both =
        Hertz { stiffness: Some(HertzStiffness::from_si(1e6)), materials: None, radius: Some(Length::metres(1.0)) };
    assert_eq!(paths(build_law(&ElasticLaw::Hertz(both), &balls())), ["hertz.radius"]);
    let linear = ElasticLaw::Linear(Linear { stiffness: Stiffness::from_si(f64::NAN) });
    assert_eq!(paths(build_law(&linear, &balls())), ["linear.stiffness"]);
    let coulomb = Friction::Coulomb(Coulomb::default());
    assert_eq!(paths(build_friction(&coulomb, &balls())), ["coulomb"]);
    assert!(build_friction(&coulomb, &Setting { usual_friction: Some(0.01), ..balls() }).is_ok());
}

#[test]
fn every_dissipation_keeps_its_name_and_its_factor() {
    for factor in mechanics::contact::Hysteresis::ALL {
        let law = Dissipation::hysteretic(factor, Restitution::default());
        assert_eq!((law.name(), law.hysteresis()), (factor.name(), Some((factor, Restitution::default()))));
        let written = serde_json::to_value(law).unwrap();
        assert!(written.get(law.name()).is_some(), "{written}");
    }
    // Table 1 of Askari2018 has two names for two of them.
    for (alias, law) in [("marhefka-orin", "hunt-crossley"), ("zhang-sharf", "gonthier")] {
        let read: Dissipation = serde_json::from_value(serde_json::json!({ alias: { "restitution": 0.6 } })).unwrap();
        assert_eq!((read.name(), read.hysteresis().unwrap().1.restitution), (law, 0.6));
    }
    let scaled = Dissipation::ScaledUnloading(ScaledUnloading::default());
    assert!(serde_json::to_value(scaled).unwrap().get(scaled.name()).is_some());
}

#[test]
fn a_contact_that_relaxes_is_refused_where_it_has_no_state() {
    let law = Dissipation::StandardLinearSolid(StandardLinearSolid::default());
    assert!(serde_json::to_value(law).unwrap().get("standard-linear-solid").is_some());
    let (mut with, mut without) = (Vec::new(), Vec::new());
    check_dissipation("dissipation", &law, &mut with);
    check_dissipation_without_state("dissipation", &law, &mut without);
    assert!(with.is_empty());
    assert_eq!(without[0].path, "dissipation.standard-linear-solid");
    let hip = crate::hip::Parameters { dissipation: law, ..crate::hip::Parameters::default() };
    assert_eq!(crate::hip::check(&hip)[0].path, "dissipation.standard-linear-solid");
}

#[test]
fn thin_layers_say_what_is_missing() {
    let setting = Setting::new([Outline::Ball(0.03), Outline::Flat]);
    let layer = |thickness: f64| BondedLayer { thickness: Length::from_si(thickness), material: None };
    let wrong = |layers: Vec<BondedLayer>| {
        let found = build_law(&ElasticLaw::ThinLayer(ThinLayer { layers, radius: None }), &setting).unwrap_err();
        found.into_iter().map(|problem| problem.path).collect::<Vec<_>>()
    };
    assert_eq!(wrong(Vec::new()), ["thin-layer.layers"]);
    assert_eq!(wrong(vec![layer(0.0)]), ["thin-layer.layers.0.thickness", "thin-layer.layers.0"]);
}

/// Relative radius and contact modulus by hand; what no ball survives, and what does not go with it, is named.
#[test]
fn surfaces_stick_where_that_is_understood_and_with_nothing_else() {
    let law = |work: f64| {
        let soft = || Material::Given(GivenMaterial { modulus: Pressure::from_si(30e3), poisson: 0.5, density: None });
        let work = SurfaceEnergy::joules_per_square_metre(work);
        ElasticLaw::Jkr(Adhesion { work, materials: Some([soft(), soft()]), radius: None })
    };
    let here = Setting { sticks: true, ..balls() };
    let rigid::ElasticLaw::Jkr(built) = build_law(&law(0.05), &here).unwrap() else { panic!("another law") };
    close(built.radius, 0.02, 1e-12);
    close(built.modulus, 30e3 / (2.0 * 0.75), 1e-12);
    close(built.work, 0.05, 1e-15);
    let elsewhere = build_law(&law(0.05), &balls()).unwrap_err();
    assert!(elsewhere[0].path == "jkr" && elsewhere[0].message.contains("do not stick"), "{elsewhere:?}");
    let swallowed = build_law(&law(50.0), &here).unwrap_err();
    assert!(swallowed[0].path == "jkr.work" && swallowed[0].message.contains("50 J/m^2"), "{swallowed:?}");
    let rub = Friction::Coulomb(Coulomb { dynamic_coefficient: Some(0.3), ..Coulomb::default() });
    let restitution = Dissipation::HuntCrossley(Restitution::default());
    let found = build(&law(0.05), &restitution, &rub, &here).unwrap_err();
    let paths: Vec<&str> = found.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["dissipation", "friction"], "{found:?}");
}

/// The patch is that of Hertz's formulas at an indentation, a = √(Rδ) and p₀ = 2E*√(δ/R)/π, whatever a damper adds.
#[test]
fn a_patch_follows_the_indentation() {
    let material = given(0.024, 0.38);
    let law = ElasticLaw::Hertz(Hertz {
        materials: Some([material.clone(), material]),
        radius: Some(Length::millimetres(30.0)),
        ..Hertz::default()
    });
    let patch = hertz_patch(&law, &Setting::default()).expect("a patch");
    let (depth, radius, modulus) = (2e-3f64, 30e-3f64, 24e6 / (2.0 * (1.0 - 0.38f64.powi(2))));
    let expected = (radius * depth).sqrt();
    let numbers = patch_numbers(&patch, depth).map(|(_, _, value)| value);
    let pressure = 2.0 * modulus * (depth / radius).sqrt() / PI;
    for (value, expected) in numbers.into_iter().zip([expected, expected, PI * radius * depth, pressure]) {
        assert!((value / expected - 1.0).abs() < 1e-9, "{value} {expected}");
    }
    assert_eq!(patch_numbers(&patch, -1e-3).map(|(_, _, value)| value), [0.0; 4]);
}

/// Both names of a factor that two authors found are in the schema, and mean the same.
#[test]
fn second_names_are_in_the_schema() {
    let schema = serde_json::Value::from(schemars::schema_for!(Dissipation));
    let choices = schema["oneOf"].as_array().expect("choices");
    let has = |name: &str| {
        choices.iter().any(|choice| choice["required"][0] == name && choice["properties"][name].is_object())
    };
    for (name, other) in [("hunt-crossley", "marhefka-orin"), ("gonthier", "zhang-sharf")] {
        assert!(has(name) && has(other), "{name} {other}: {schema}");
        let read = |name: &str| serde_json::from_value::<Dissipation>(serde_json::json!({ name: {} })).expect("a law");
        assert_eq!(read(name), read(other));
    }
    let schema = serde_json::Value::from(schemars::schema_for!(crate::knee::parameters::LawName)).to_string();
    for other in ["marhefka-orin", "zhang-sharf"] {
        assert!(schema.contains(&format!("\"const\":\"{other}\"")), "{schema}");
        let law: crate::knee::parameters::LawName = serde_json::from_value(other.into()).expect("a law");
        assert_ne!(serde_json::to_value(law).expect("a name"), serde_json::json!(other));
    }
}
