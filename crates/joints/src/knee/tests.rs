//! Claims about the knee.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicUsize, Ordering};

use quantity::{Acceleration, Angle, Force, InverseVelocity, Length, Mass, MomentOfInertia, Stiffness, Time, Velocity};
use results::{Outcome, check_names};

use super::history::{End, History};
use super::parameters::*;
use super::{Knee, KneeError, Parameters, TABLE_3, check};
use crate::contact::{
    Compliant, Dissipation, DoubleLayer, ElasticFoundation, ElasticLaw, EllipticHertz, Hertz, Layer, LayerStiffness,
    Linear, Restitution,
};
use crate::{Unwatched, Watch};

mod several;

fn everything() -> Parameters {
    let mut parameters = Parameters::default();
    parameters.contact.laws =
        named(&[LawName::Hertz, LawName::HuntCrossley, LawName::LankaraniNikravesh, LawName::KelvinVoigt]);
    parameters.contact.geometries =
        vec![Geometry::SpherePlane, Geometry::ConvexConvex, Geometry::ConvexConcave, Geometry::Profiles];
    parameters.contact.materials = TABLE_3.iter().map(|knee| Bearing::Named(knee.name.into())).collect();
    parameters.time.interval = Time::milliseconds(1.0);
    parameters
}

fn named(laws: &[LawName]) -> Vec<Law> {
    laws.iter().copied().map(Law::from).collect()
}

fn histories(parameters: Parameters) -> Vec<History> {
    histories_of(&Knee::new(parameters).unwrap())
}

fn histories_of(knee: &Knee) -> Vec<History> {
    let whole = |(history, stopped): (History, Option<KneeError>)| {
        assert_eq!(stopped, None);
        history
    };
    knee.follow(&Unwatched).unwrap().into_iter().map(whole).collect()
}

fn run(parameters: Parameters) -> Outcome {
    Knee::new(parameters).unwrap().run(&Unwatched).unwrap()
}

/// From Table 1 and the pose alone, without the engine.
#[test]
fn at_the_start_every_ligament_has_its_unstrained_length() {
    let Parameters { tibia, ligaments, .. } = Parameters::default();
    let (sin, cos) = (90f64.to_radians() - tibia.flexion.si()).sin_cos();
    let [x, y] = tibia.centre_of_mass.map(Length::si);
    for ligament in &ligaments {
        let ([xi, eta], [fx, fy]) = (ligament.tibia.map(Length::si), ligament.femur.map(Length::si));
        let length = (x + cos * xi - sin * eta - fx).hypot(y + sin * xi + cos * eta - fy);
        assert!((length - ligament.length.si()).abs() < 0.04e-3, "{}: {length}", ligament.name);
    }
}

#[test]
fn every_geometry_starts_at_an_indentation_of_zero() {
    for radii in [Radii::Corrected, Radii::AsPrinted] {
        let mut parameters = everything();
        parameters.contact.radii = radii;
        parameters.time.duration = Time::milliseconds(1.0);
        for history in histories(parameters) {
            assert!(history.frames[0].gap.abs() < 1e-12, "{}", history.frames[0].gap);
        }
    }
}

/// The pose follows from the ligaments, the profiles were measured: that they meet says that both are right.
#[test]
fn the_measured_profiles_touch_at_the_pose_of_the_ligaments() {
    let mut parameters = Parameters::default();
    parameters.contact.geometries = vec![Geometry::Profiles];
    let knee = Knee::new(parameters).unwrap();
    assert!(knee.cases[0].outlines.shift.abs() < 0.1e-3, "{}", knee.cases[0].outlines.shift);
}

/// Found by another program: from 54.79° to 0° in about 0.33 s, in contact most of the time.
#[test]
fn the_default_knee_extends_in_a_third_of_a_second() {
    let history = &histories(Parameters::default())[0];
    assert_eq!(history.end, End::Straight);
    assert!((0.32..0.34).contains(&history.end_time), "{}", history.end_time);
    assert!(history.contact_share() > 0.5);
}

#[test]
fn without_gravity_the_default_pulse_hardly_moves_the_knee() {
    let mut parameters = Parameters::default();
    parameters.gravity.acceleration = Acceleration::from_si(0.0);
    let history = &histories(parameters)[0];
    assert_eq!(history.end, End::Time);
    assert!(history.last.flexion.to_degrees() > 45.0);
}

#[test]
fn energy_is_balanced_in_every_run() {
    for history in histories(everything()) {
        assert!(history.imbalance_ratio().abs() < 1e-6, "{}", history.imbalance_ratio());
    }
    let parameters = Parameters { friction: Friction::Coulomb(Coulomb::default()), ..Parameters::default() };
    let history = &histories(parameters)[0];
    assert!(history.imbalance_ratio().abs() < 1e-6 && history.last.lost > 0.0);
}

#[test]
fn only_hertz_loses_nothing() {
    let mut parameters = Parameters::default();
    parameters.contact.laws = named(&LawName::ALL);
    for (law, history) in LawName::ALL.iter().zip(histories(parameters)) {
        let lost = history.last.lost;
        let trapezoid = |w: &[[f64; 2]]| 0.5 * (w[0][1] + w[1][1]) * (w[1][0] - w[0][0]);
        let loop_area: f64 = history.first_impact.windows(2).map(trapezoid).sum();
        if *law != LawName::Hertz {
            assert!(lost > 1e-3 && loop_area > 1e-4, "{law:?}: {lost} {loop_area}");
            // What Kelvin–Voigt loses in the jump of its force at first touch, no trapezoid sees.
            // A solid that relaxes is not at rest when it lets go: what its spring still holds is in the loop, not in the loss.
            let held = if *law == LawName::StandardLinearSolid { 1e-2 } else { 1e-3 };
            let agree = (-1e-3..held).contains(&(loop_area / history.first_impact_loss - 1.0));
            assert!(agree || *law == LawName::KelvinVoigt, "{law:?}: {loop_area} {}", history.first_impact_loss);
        } else {
            // The area by trapezoids through some hundred points, against the energy ⅖ F δ stored at the deepest point.
            let stored = history.first_impact.iter().map(|[depth, force]| 0.4 * depth * force).fold(0.0, f64::max);
            assert!(lost == 0.0 && loop_area.abs() < 1e-4 * stored, "{law:?}: {lost} {loop_area} {stored}");
        }
    }
}

fn own(name: &str, elastic: ElasticLaw) -> Law {
    let dissipation = Dissipation::Flores(Restitution { restitution: 0.616, slowest_impact: Velocity::from_si(0.01) });
    Law::Given(Box::new(GivenLaw { name: name.into(), elastic, dissipation }))
}

/// Every elastic law of the catalogue, each with a loss.
fn own_laws() -> Vec<Law> {
    let bone = Some(["bone", "bone"].map(|name| Material::Named(name.into())));
    let second = Hertz { materials: bone, ..Hertz::default() };
    let layer = |millimetres| Layer {
        thickness: Length::millimetres(millimetres),
        material: None,
        stiffness: LayerStiffness::Confined,
    };
    let foundation = ElasticFoundation { layers: vec![layer(2.0), layer(2.15)], radius: None, length: None };
    let elliptic = EllipticHertz { radius_across: Length::millimetres(20.0), radius: None, materials: None };
    let double = DoubleLayer { thickness: Length::millimetres(0.415), first: Hertz::default(), second };
    vec![
        own("spring", ElasticLaw::Linear(Linear { stiffness: Stiffness::from_si(1e5) })),
        own("round", ElasticLaw::Hertz(Hertz::default())),
        own("elliptic", ElasticLaw::EllipticHertz(elliptic)),
        own("double", ElasticLaw::DoubleLayer(Box::new(double))),
        own("foundation", ElasticLaw::ElasticFoundation(foundation)),
    ]
}

#[test]
fn every_law_of_the_catalogue_balances_its_energy_in_every_geometry() {
    let mut parameters = everything();
    parameters.contact.laws = own_laws();
    parameters.contact.materials.truncate(2);
    parameters.contact.combine = Combine::All;
    let knee = Knee::new(parameters).unwrap();
    let outcome = knee.run(&Unwatched).unwrap();
    check_names(&outcome).unwrap();
    let histories = histories_of(&knee);
    assert_eq!(histories.len(), 5 * 4 * 2);
    for (case, history) in knee.cases.iter().zip(&histories) {
        let ratio = history.imbalance_ratio();
        assert!(ratio.abs() < 1e-6 && history.last.lost > 0.0 && history.peak_force > 0.0, "{}: {ratio}", case.label);
    }
}

/// The law by hand on what the run reports, without loss.
#[test]
fn a_run_has_the_force_of_its_own_law_at_its_indentation() {
    let mut parameters = Parameters::default();
    parameters.contact.laws = own_laws();
    for law in &mut parameters.contact.laws {
        if let Law::Given(given) = law {
            given.dissipation = Dissipation::None;
        }
    }
    // Sphere of 30.4 mm on a plane; cartilage of 24 MPa and 0.38; k = E_w/h of 4.15 mm in all.
    let radius = 0.0304;
    let confined = 24e6 * 0.62 / (1.38 * 0.24);
    let by_hand = |name: &str, d: f64| match name {
        "spring" => 1e5 * d,
        "round" => 3_260_513.0 * d.powf(1.5),
        "foundation" => std::f64::consts::PI * confined / 4.15e-3 * radius * d * d,
        _ => f64::NAN,
    };
    let names: Vec<String> = parameters.contact.laws.iter().map(|law| law.name().into()).collect();
    let histories = histories(parameters);
    for (name, history) in names.iter().zip(&histories) {
        let expected = by_hand(name, history.peak_indentation);
        assert!(expected.is_nan() || (history.peak_force / expected - 1.0).abs() < 1e-6, "{name}");
    }
    // A narrower patch is softer; bone under 0.415 mm is far stiffer.
    let depth = |name: &str| histories[names.iter().position(|n| n == name).unwrap()].peak_indentation;
    assert!(depth("elliptic") > depth("round") && depth("double") < depth("round"));
}

#[test]
fn compliant_friction_loses_energy_and_none_from_nowhere() {
    let friction = Friction::Compliant(Compliant {
        coefficient: 0.05,
        stiffness: Stiffness::from_si(5e4),
        exponent: 1.0,
        at: None,
        damping: InverseVelocity::from_si(20.0),
    });
    let mut parameters = Parameters { friction, ..Parameters::default() };
    parameters.time.scheme = SchemeName::Rosenbrock;
    parameters.time.tolerance = 1e-9;
    let history = &histories(parameters)[0];
    assert!(history.imbalance_ratio().abs() < 1e-6 && history.last.lost > 0.0, "{}", history.imbalance_ratio());
}

#[test]
fn laws_of_ones_own_that_cannot_be_are_refused_at_their_place() {
    let mut parameters = Parameters::default();
    let sunk = ElasticLaw::Linear(Linear { stiffness: Stiffness::from_si(-1.0) });
    let free = ElasticLaw::ElasticFoundation(ElasticFoundation { layers: Vec::new(), radius: None, length: None });
    parameters.contact.laws = vec![own("hertz", sunk), own("Bad Name", free)];
    parameters.friction = Friction::Coulomb(Coulomb { dynamic_coefficient: Some(-1.0), ..Coulomb::default() });
    let paths: Vec<String> = check(&parameters).into_iter().map(|p| p.path).collect();
    for path in [
        "contact.laws.0.name",
        "contact.laws.0.elastic.linear.stiffness",
        "contact.laws.1.name",
        "contact.laws.1.elastic.elastic-foundation.layers",
        "friction.coulomb.dynamic",
    ] {
        assert_eq!(paths.iter().filter(|p| *p == path).count(), 1, "{path} in {paths:?}");
    }
}

#[test]
fn tolerance_and_scheme_do_not_matter() {
    let with = |scheme, tolerance| {
        let mut parameters = Parameters::default();
        parameters.contact.laws = named(&[LawName::LankaraniNikravesh]);
        (parameters.time.scheme, parameters.time.tolerance) = (scheme, tolerance);
        histories(parameters).remove(0)
    };
    let best = with(SchemeName::DormandPrince, 1e-12);
    for scheme in [SchemeName::DormandPrince, SchemeName::Rkf45, SchemeName::Rosenbrock, SchemeName::Bdf] {
        let history = with(scheme, 1e-9);
        assert!((history.peak_indentation / best.peak_indentation - 1.0).abs() < 1e-5, "{scheme:?}");
        assert!((history.end_time - best.end_time).abs() < 1e-7, "{scheme:?}");
    }
}

#[test]
fn a_pulse_that_tears_the_tibia_away_stops_the_run_and_keeps_its_results() {
    let mut parameters = Parameters::default();
    parameters.contact.geometries = vec![Geometry::SpherePlane, Geometry::ConvexConcave];
    parameters.pulse.amplitude = Force::kilonewtons(40.0);
    parameters.pulse.direction = Angle::degrees(180.0);
    let outcome = run(parameters);
    let dislocated: Vec<_> = outcome.warnings.iter().filter(|w| w.code == "dislocated").collect();
    assert_eq!(dislocated.len(), 2, "{:?}", outcome.warnings);
    assert!(dislocated[0].text.contains("dislocates at t = 0.0"), "{}", dislocated[0].text);
    check_names(&outcome).unwrap();
    let time = &outcome.series.column("time_s").unwrap().values;
    let gap = &outcome.series.column("gap_hertz_sphere_plane_healthy_m").unwrap().values;
    let end = outcome.value("end_time_hertz_sphere_plane_healthy_s").unwrap();
    assert!(time.len() > 10 && time.len() < 1000);
    for (t, gap) in time.iter().zip(gap) {
        assert_eq!(gap.is_nan(), *t > end + 1e-9, "{t} of {end}");
        assert!(gap.is_nan() || *gap < 10.0e-3 + 1e-6);
    }
    assert!(outcome.warnings.iter().any(|w| w.code == "ligament-tears"));
}

#[test]
fn a_pulse_that_drives_the_bones_through_each_other_or_off_the_plateau_stops_the_run() {
    let stopped = |amplitude: f64, degrees: f64| {
        let mut parameters = Parameters::default();
        parameters.pulse.amplitude = Force::kilonewtons(amplitude);
        parameters.pulse.direction = Angle::degrees(degrees);
        let knee = Knee::new(parameters).unwrap();
        let history = histories_of(&knee).remove(0);
        let outcome = knee.run(&Unwatched).unwrap();
        let said = outcome.warnings.iter().find(|w| w.code == "dislocated").map(|w| w.text.clone());
        assert!(history.imbalance_ratio().abs() < 1e-6 && outcome.series.rows() > 10, "{said:?}");
        (history, said.unwrap())
    };
    let (history, said) = stopped(400.0, 0.0);
    assert!(matches!(history.end, End::Through { depth } if (depth - 0.02).abs() < 1e-6), "{said}");
    assert!((history.peak_indentation - 0.02).abs() < 1e-6 && said.contains("20.0 mm deep"), "{said}");
    let (history, said) = stopped(40.0, 90.0);
    assert!(history.end_time < 0.05 && said.contains("dislocates at t = 0.0"), "{said}");
}

#[test]
fn names_are_good_for_one_run_and_for_many() {
    check_names(&run(Parameters::default())).unwrap();
    let mut parameters = everything();
    parameters.contact.materials.push(given("mine"));
    let outcome = run(parameters);
    check_names(&outcome).unwrap();
    for name in ["indentation_hertz_sphere_plane_healthy_m", "contact_force_hertz_sphere_plane_mine_N"] {
        assert!(outcome.series.column(name).is_some(), "{name}");
    }
}

fn given(name: &str) -> Bearing {
    let modulus = quantity::Pressure::megapascals(24.0);
    let cartilage = Material::Given(GivenMaterial { modulus, poisson: 0.38, density: None });
    let (femur, tibia) = (cartilage.clone(), cartilage);
    Bearing::Given(Box::new(GivenBearing { name: name.into(), femur, tibia, beneath: None }))
}

#[test]
fn moduli_of_cartilage_are_the_healthy_knee() {
    let mut parameters = Parameters::default();
    parameters.contact.materials = vec![Bearing::Named("healthy".into()), given("mine")];
    let outcome = run(parameters);
    let peak = |name: &str| outcome.value(&format!("peak_contact_force_hertz_sphere_plane_{name}_N")).unwrap();
    assert_eq!(peak("healthy"), peak("mine"));
}

#[test]
fn all_combinations_are_run_in_order() {
    let mut parameters = Parameters::default();
    parameters.contact.laws = named(&[LawName::Hertz, LawName::Flores]);
    parameters.contact.geometries = vec![Geometry::SpherePlane, Geometry::ConvexConvex];
    parameters.contact.materials = ["healthy", "ti-uhmwpe", "ti-ti"].map(|m| Bearing::Named(m.into())).to_vec();
    assert_eq!(Knee::new(parameters.clone()).unwrap().runs(), 5);
    parameters.contact.combine = Combine::All;
    let knee = Knee::new(parameters).unwrap();
    assert_eq!(knee.runs(), 12);
    assert_eq!(knee.cases[1].key, "hertz_sphere_plane_ti_uhmwpe");
    assert_eq!(knee.cases[11].key, "flores_convex_convex_ti_ti");
    check_names(&knee.run(&Unwatched).unwrap()).unwrap();
}

#[test]
fn the_comparison_does_not_depend_on_the_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| format!("{:?}", run(everything())))
    };
    assert!(on(1) == on(3));
}

#[test]
fn the_resolution_of_the_report_does_not_change_the_motion() {
    let with = |milliseconds: f64| {
        let mut parameters = Parameters::default();
        parameters.time.interval = Time::milliseconds(milliseconds);
        histories(parameters).remove(0)
    };
    let (fine, coarse) = (with(0.1), with(5.0));
    assert_eq!((fine.peak_force, fine.end_time, fine.work), (coarse.peak_force, coarse.end_time, coarse.work));
}

#[test]
fn an_interrupted_comparison_stops_soon() {
    struct Impatient(AtomicUsize);
    impl Watch for Impatient {
        fn progress(&self, _: &str, done: f64) {
            assert!((0.0..=1.0).contains(&done));
        }
        fn cancelled(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) > 3
        }
    }
    let error = Knee::new(everything()).unwrap().run(&Impatient(AtomicUsize::new(0))).unwrap_err();
    assert_eq!(error, KneeError::Interrupted);
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let mut parameters = Parameters::default();
    parameters.tibia.mass = Mass::kilograms(0.0);
    parameters.tibia.moment_of_inertia = MomentOfInertia::from_si(f64::NAN);
    parameters.contact.laws.clear();
    parameters.contact.materials = vec![Bearing::Named("helthy".into()), given("ti-ti"), given("bad name")];
    parameters.contact.restitution = 0.0;
    parameters.contact.geometries = vec![Geometry::ConvexConcave, Geometry::ConvexConcave];
    parameters.surfaces.condyle_radius = Some(Length::millimetres(80.0));
    parameters.ligaments[1].length = Length::millimetres(-1.0);
    parameters.ligaments[2].name = "anterior-cruciate".into();
    parameters.ligaments[2].stiffness = None;
    parameters.ligaments[3].linear_stiffness = Some(Stiffness::from_si(5e4));
    parameters.time.interval = Time::seconds(1.0);
    let found = check(&parameters);
    let paths: Vec<&str> = found.iter().map(|p| p.path.as_str()).collect();
    for path in [
        "tibia.mass",
        "tibia.moment-of-inertia",
        "contact.laws",
        "contact.materials.0",
        "contact.materials.1.name",
        "contact.materials.2.name",
        "contact.restitution",
        "contact.geometries.1",
        "surfaces.condyle-radius",
        "ligaments.1.length",
        "ligaments.2.name",
        "ligaments.3.linear-stiffness",
        "time.interval",
    ] {
        assert!(paths.contains(&path), "{path} is not in {paths:?}");
    }
    assert_eq!(found.len(), 14, "{paths:?}");
    assert!(found.iter().all(|p| !p.hint.is_empty()));
    assert!(Knee::new(parameters).is_err());
}

#[test]
fn friction_that_acts_slows_the_knee_down() {
    let mut parameters = Parameters::default();
    let free = histories(parameters.clone()).remove(0);
    let law = Coulomb { dynamic_coefficient: Some(0.3), ..Coulomb::default() };
    parameters.friction = Friction::Coulomb(law);
    let rough = histories(parameters).remove(0);
    assert!(rough.end_time > free.end_time, "{} {}", rough.end_time, free.end_time);
}

/// Numbers of `benches/peers/knee_ligaments.py`, an integration by scipy of the same knee.
#[test]
fn a_knee_with_linear_ligaments_moves_as_another_program_says() {
    let mut parameters = Parameters::default();
    for ligament in &mut parameters.ligaments {
        let quadratic = ligament.stiffness.take().unwrap().si();
        ligament.linear_stiffness = Some(Stiffness::from_si(2e-3 * quadratic));
    }
    let history = &histories(parameters)[0];
    assert!(history.imbalance_ratio().abs() < 1e-6);
    assert!((history.end_time / 0.335_346_3 - 1.0).abs() < 1e-6, "{}", history.end_time);
    assert!((history.peak_indentation / 2.040_798e-3 - 1.0).abs() < 1e-5, "{}", history.peak_indentation);
    for (tension, expected) in history.peak_tensions.iter().zip([152.3869, 218.8773, 19.98939, 64.02608]) {
        assert!((tension / expected - 1.0).abs() < 1e-4, "{tension} {expected}");
    }
}

/// Gravity has done m g times the fall of the centre of mass, everybody together what has become of it; and it is gravity that
/// moves this knee, not the pulse.
#[test]
fn the_work_of_every_drive_adds_up_and_gravity_does_most_of_it() {
    let mut parameters = Parameters::default();
    parameters.contact.laws = named(&[LawName::HuntCrossley]);
    let outcome = run(parameters.clone());
    check_names(&outcome).unwrap();
    let value = |name: &str| outcome.value(name).unwrap_or_else(|| panic!("no number {name}"));
    let drives = ["pulse_work_J", "gravity_work_J", "ligament_work_J", "contact_work_J"].map(value);
    let became = value("kinetic_energy_J") + value("energy_lost_J");
    assert!((drives.iter().sum::<f64>() - became).abs() < 1e-6 * became, "{drives:?} {became}");
    assert!(drives[0].abs() < 0.02 * drives[1], "{drives:?}");
    let column = |name: &str| &outcome.series.column(name).unwrap().values;
    let (height, work) = (column("centre_of_mass_proximal_m"), column("gravity_work_J"));
    let last = height.iter().rposition(|height| height.is_finite()).unwrap();
    let expected = parameters.tibia.mass.si() * parameters.gravity.acceleration.si() * (height[0] - height[last]);
    assert!((work[last] - expected).abs() < 1e-9 * expected, "{} {expected}", work[last]);
}
