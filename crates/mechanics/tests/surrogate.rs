//! Surrogates against the contacts they stand for.
#![allow(missing_docs)]

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use mechanics::contact::surfaces::{Extent, PairSettings, Region, Sampled, SurfacePair};
use mechanics::contact::surrogate::{
    Domain, ElasticContact, HipContact, Kind, PairDesign, PairSurrogate, Range, SURROGATE_VERSION, Substitute,
    Surrogate, SurrogateError, SurrogateSettings, TubeSettings, add_up, compute_coordinates, compute_pose,
    compute_sensitive_axis,
};
use mechanics::contact::{ConformalSphere, Foundation, Layer, PressureLaw, SphericalJoint};
use mechanics::geometry::shape::{Ellipsoid, SphericalCup};
use mechanics::material::Elastic;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use numerics::sampling::Random;

const KINDS: [Kind; 3] = [Kind::ResponseSurface, Kind::Kriging, Kind::PolyFourier];

fn varied(middle: f64, half: f64) -> Range {
    Range::Varied { middle, half }
}

/// The hip of [Askari2018]: the pole of the cup along y.
fn hip() -> HipContact {
    let polyethylene = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
    let layer = Layer { thickness: 8e-3, material: polyethylene };
    let foundation = Foundation::in_series([layer.stiffness()]).expect("a layer");
    let sphere = ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation };
    HipContact(SphericalJoint::new(sphere, Vector3::y(), FRAC_PI_2))
}

/// Eccentricities within about 40° of the pole, 200 to 3000 N.
fn hip_domain() -> Domain {
    let across = varied(0.0, 60e-6);
    let indifferent = Range::Indifferent;
    Domain {
        ranges: [across, varied(0.15e-3, 0.15e-3), across, indifferent, indifferent, indifferent],
        sensitive: 1,
        loads: [200.0, 3000.0],
    }
}

/// An ellipsoidal condyle in a dish of polyethylene.
fn condyle() -> SurfacePair {
    let layer = Layer { thickness: 8e-3, material: Elastic { modulus: 463e6, poisson: 0.46, density: 940.0 } };
    let law = PressureLaw::linear(&[layer]).expect("a layer");
    let settings = PairSettings { sampled: Sampled::Base, ..PairSettings::new(law, 0.4e-3) };
    let dish = SphericalCup::new(Vector3::new(0.0, 70e-3, 0.0), 70e-3, -Vector3::y(), 0.35).expect("a dish");
    let condyle =
        Ellipsoid::new(Vector3::zeros(), [Vector3::x(), Vector3::y()], [34e-3, 30e-3, 22e-3]).expect("a condyle");
    SurfacePair::new(Arc::new(dish), Arc::new(condyle), settings).expect("a pair")
}

fn condyle_domain() -> Domain {
    let ranges = [
        varied(0.0, 3e-3),
        varied(30e-3, 3e-3),
        varied(0.0, 2e-3),
        varied(0.0, 0.3),
        varied(0.0, 0.08),
        varied(0.0, 0.15),
    ];
    Domain { ranges, sensitive: 1, loads: [100.0, 1500.0] }
}

fn settings(kind: Kind) -> SurrogateSettings {
    SurrogateSettings { kind, initial: 260, refinement: 60, held_out: 80, order: 5, seed: 1 }
}

#[test]
fn a_hip_surrogate_converges_to_the_closed_form() {
    for kind in KINDS {
        let accuracy = |initial: usize, order: usize| {
            let settings = SurrogateSettings { initial, refinement: 40, held_out: 200, order, ..settings(kind) };
            *Surrogate::fit(&hip(), &hip_domain(), &settings).expect("a surrogate").accuracy()
        };
        let (coarse, fine) = (accuracy(60, 4), accuracy(300, 8));
        assert!(fine.force_rms < 0.2 * coarse.force_rms, "{kind:?}: {coarse:?}, {fine:?}");
        assert!(fine.force_rms < 5e-4 && fine.force_greatest < 3e-3, "{kind:?}: {fine:?}");
        assert!(fine.peak_pressure_rms < 5e-4 && fine.area_rms < 5e-4, "{kind:?}: {fine:?}");
        assert!(fine.centre_rms < 5e-6 && fine.moment_greatest == 0.0 && fine.poses > 190, "{kind:?}: {fine:?}");
    }
}

#[test]
fn a_condyle_surrogate_is_within_the_printed_error() {
    // [Lin2010] print at most 1.5 % of the foundation's loads.
    let pair = condyle();
    for kind in KINDS {
        let surrogate = Surrogate::fit(&pair, &condyle_domain(), &settings(kind)).expect("a surrogate");
        let accuracy = surrogate.accuracy();
        assert!(accuracy.poses == 80 && accuracy.force_greatest < 0.015, "{kind:?}: {accuracy:?}");
        assert!(accuracy.moment_rms < 0.01 && accuracy.peak_pressure_rms < 0.01, "{kind:?}: {accuracy:?}");
        assert!(accuracy.centre_rms < 50e-6, "{kind:?}: {accuracy:?}");
    }
}

#[test]
fn slopes_of_a_surrogate_are_those_of_differences_and_near_those_of_the_contact() {
    let pair = condyle();
    let surrogate = Surrogate::fit(&pair, &condyle_domain(), &settings(Kind::ResponseSurface)).expect("a surrogate");
    let (mut scratch, mut full) = (surrogate.scratch(), pair.scratch());
    let mut random = Random::new(3);
    let mut checked = 0;
    while checked < 10 {
        let mut coordinates = [0.0; 6];
        for (x, range) in coordinates.iter_mut().zip(condyle_domain().ranges) {
            if let Range::Varied { middle, half } = range {
                *x = middle + 0.8 * half * (2.0 * random.uniform() - 1.0);
            }
        }
        let pose = compute_pose(&coordinates);
        let Some((wrench, slopes)) = surrogate.evaluate_with_slopes(&pose, &mut scratch) else { continue };
        assert_eq!(Some(wrench), surrogate.evaluate(&pose, &mut scratch).map(|_| wrench));
        let moved = |axis: usize, step: f64| -> Isometry3<f64> {
            let mut pose = pose;
            if axis < 3 {
                pose.translation.vector[axis] += step;
            } else {
                let turn = UnitQuaternion::from_scaled_axis(Vector3::ith(axis - 3, step));
                pose.rotation = turn * pose.rotation;
            }
            pose
        };
        let (_, true_slopes) = ElasticContact::evaluate_with_slopes(&pair, &pose, &mut full);
        let scale = true_slopes.fixed_view::<3, 3>(0, 0).norm();
        for axis in 0..6 {
            let h = if axis < 3 { 1e-8 } else { 1e-6 };
            let (above, below) =
                (surrogate.evaluate(&moved(axis, h), &mut scratch), surrogate.evaluate(&moved(axis, -h), &mut scratch));
            let (Some(above), Some(below)) = (above, below) else { continue };
            let difference = (above - below) / (2.0 * h);
            let error = (slopes.column(axis) - difference).norm();
            assert!(error < 1e-5 * difference.norm().max(1.0), "{axis}: {error}, {difference}");
        }
        let error = (slopes - true_slopes).fixed_view::<3, 3>(0, 0).norm() / scale;
        assert!(error < 0.1, "stiffness is off by {error}");
        checked += 1;
    }
}

#[test]
fn outside_of_its_domain_the_contact_itself_is_asked_and_counted() {
    let contact = Arc::new(hip());
    let surrogate = Surrogate::fit(
        &*contact,
        &hip_domain(),
        &SurrogateSettings { initial: 80, refinement: 0, held_out: 20, ..settings(Kind::ResponseSurface) },
    );
    let substitute =
        Substitute::new(Arc::new(surrogate.expect("a surrogate")), contact.clone()).expect("the same contact");
    let mut scratch = substitute.scratch();
    let at = |x: f64, y: f64| Isometry3::from_parts(Translation3::new(x, y, 0.0), UnitQuaternion::identity());
    let inside = substitute.evaluate(&at(0.0, 0.13e-3), &mut scratch);
    let (exact, _) = contact.evaluate_with_slopes(&at(0.0, 0.13e-3), &mut ());
    assert!((inside - exact.wrench).norm() < 3e-3 * exact.force(), "{inside}, {exact:?}");
    assert_eq!((scratch.evaluations, scratch.fallbacks), (1, 0));
    // Too far to the side, too light, too heavy: exactly what the contact says.
    for pose in [at(0.2e-3, 0.1e-3), at(0.0, 0.085e-3), at(0.0, 0.4e-3)] {
        let (wrench, slopes) = substitute.evaluate_with_slopes(&pose, &mut scratch);
        let (exact, exact_slopes) = contact.evaluate_with_slopes(&pose, &mut ());
        assert_eq!((wrench, slopes), (exact.wrench, exact_slopes));
    }
    assert_eq!((scratch.evaluations, scratch.fallbacks), (4, 3));
}

#[test]
fn a_stored_surrogate_says_the_same_and_knows_its_contact() {
    let contact = Arc::new(hip());
    let quick = SurrogateSettings { initial: 80, refinement: 20, held_out: 20, ..settings(Kind::Kriging) };
    let surrogate = Surrogate::fit(&*contact, &hip_domain(), &quick).expect("a surrogate");
    let text = serde_json::to_string(&surrogate).expect("stored");
    let again: Surrogate = serde_json::from_str(&text).expect("read");
    let pose = Isometry3::from_parts(Translation3::new(1e-5, 0.13e-3, -2e-5), UnitQuaternion::identity());
    let value = |surrogate: &Surrogate| surrogate.evaluate(&pose, &mut surrogate.scratch());
    assert!(value(&surrogate).is_some() && value(&surrogate) == value(&again));
    assert_eq!(surrogate.accuracy(), again.accuracy());
    // A cup with another clearance is another contact.
    let sphere = ConformalSphere { ball_radius: 13.9e-3, ..*contact.0.sphere() };
    let other = HipContact(SphericalJoint::new(sphere, Vector3::y(), FRAC_PI_2));
    let refused = Substitute::new(Arc::new(again), Arc::new(other)).expect_err("another contact");
    assert!(matches!(refused, SurrogateError::OtherContact { .. }), "{refused}");
    let newer = text.replacen(&format!("\"version\":{SURROGATE_VERSION}"), "\"version\":99", 1);
    let refused = serde_json::from_str::<Surrogate>(&newer).expect_err("another version").to_string();
    assert!(refused.contains("version 99"), "{refused}");
}

#[test]
fn the_same_seed_gives_the_same_surrogate_on_any_number_of_threads() {
    let quick = SurrogateSettings { initial: 60, refinement: 20, held_out: 10, ..settings(Kind::ResponseSurface) };
    let fit = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let surrogate = pool.install(|| Surrogate::fit(&hip(), &hip_domain(), &quick)).expect("a surrogate");
        serde_json::to_string(&surrogate).expect("stored")
    };
    assert_eq!(fit(1), fit(3));
}

#[test]
fn the_sensitive_direction_is_the_stiff_one() {
    let pose = compute_pose(&[0.0, 29.8e-3, 0.0, 0.1, 0.0, 0.0]);
    assert_eq!(compute_sensitive_axis(&condyle(), &pose), 1);
    assert!((compute_coordinates(&pose)[3] - 0.1).abs() < 1e-14);
}

#[test]
fn impossible_domains_are_refused() {
    let fit = |domain: &Domain| Surrogate::fit(&hip(), domain, &settings(Kind::ResponseSurface)).expect_err("refused");
    let mut far = hip_domain();
    far.ranges[1] = varied(0.0, 1e-6);
    assert!(matches!(fit(&far), SurrogateError::NeverTouches { .. }));
    let heavy = Domain { loads: [1e7, 2e7], ..hip_domain() };
    assert!(matches!(fit(&heavy), SurrogateError::Infeasible { .. }));
    let swapped = Domain { loads: [2.0, 1.0], ..hip_domain() };
    assert!(matches!(fit(&swapped), SurrogateError::Domain { .. }));
    let turned = Domain { sensitive: 4, ..hip_domain() };
    assert!(matches!(fit(&turned), SurrogateError::Domain { .. }));
}

/// The condyle with one region on either side, and a motion of five poses that rolls and slides.
fn condyle_in_two() -> (SurfacePair, Vec<[f64; 6]>) {
    let whole = condyle();
    let side = |name: &str, normal: Vector3<f64>| {
        let extent = Extent::HalfSpace { point: Vector3::zeros(), normal };
        Region { name: name.into(), extent }
    };
    let settings = PairSettings {
        regions: vec![side("left", -Vector3::z()), side("right", Vector3::z())],
        ..whole.settings().clone()
    };
    let dish = SphericalCup::new(Vector3::new(0.0, 70e-3, 0.0), 70e-3, -Vector3::y(), 0.35).expect("a dish");
    let condyle =
        Ellipsoid::new(Vector3::zeros(), [Vector3::x(), Vector3::y()], [34e-3, 30e-3, 22e-3]).expect("a condyle");
    let pair = SurfacePair::new(Arc::new(dish), Arc::new(condyle), settings).expect("a pair");
    let pose = |i: i32| {
        let t = 0.5 * f64::from(i);
        [0.3e-3 * t, 29.85e-3, 0.1e-3 * t, 0.02 * t, 1e-4 * t, 2e-3 * t]
    };
    (pair, (0..5).map(pose).collect())
}

#[test]
fn a_pair_along_a_motion_is_within_the_printed_error_and_adds_up() {
    let (pair, motion) = condyle_in_two();
    let tube = TubeSettings { strip: 8e-3, ..TubeSettings::default() };
    let settings =
        SurrogateSettings { initial: 60, refinement: 0, held_out: 30, order: 3, ..settings(Kind::ResponseSurface) };
    let design =
        PairDesign::draw(&pair, std::slice::from_ref(&motion), (&tube, &settings), "a test").expect("a design");
    let surrogate = design.fit(&settings).expect("a surrogate");
    let accuracy = surrogate.accuracy();
    assert!(accuracy.poses > 10 && accuracy.force_95 < 0.015, "{accuracy:?}");
    // The contact itself, at a pose of the motion, and its stiffness.
    let pose = compute_pose(&motion[2]);
    let mut scratch = surrogate.scratch();
    let strips = surrogate.evaluate(&pose, true, &mut scratch).expect("inside").to_vec();
    let (exact, slopes) = ElasticContact::evaluate_with_slopes(&pair, &pose, &mut pair.scratch());
    let sum: nalgebra::Vector6<f64> = strips.iter().map(|strip| strip.wrench).sum();
    assert!((sum - exact.wrench).fixed_rows::<3>(0).norm() < 0.01 * exact.force(), "{sum}, {exact:?}");
    let stiffness: nalgebra::Matrix6<f64> = strips.iter().map(|strip| strip.wrench_slopes).sum();
    let error = (stiffness - slopes).fixed_view::<3, 3>(0, 0).norm() / slopes.fixed_view::<3, 3>(0, 0).norm();
    assert!(error < 0.05, "{error}");
    let loads = add_up(&surrogate.evaluate_loads(&pose, &mut scratch).expect("inside"));
    assert!((loads.peak_pressure / exact.peak_pressure - 1.0).abs() < 0.03, "{loads:?}, {exact:?}");
    assert!((loads.centre - exact.centre).norm() < 0.2e-3, "{loads:?}, {exact:?}");
    // Far away, or far too deep, it says nothing and counts; lifted off, there is no load.
    let moved = |axis: usize, by: f64| {
        let mut coordinates = motion[2];
        coordinates[axis] += by;
        compute_pose(&coordinates)
    };
    assert!(surrogate.evaluate(&moved(0, 5e-3), false, &mut scratch).is_none());
    assert!(surrogate.evaluate(&moved(1, -2e-3), false, &mut scratch).is_none());
    assert_eq!(scratch.outside, 2);
    let open = surrogate.evaluate(&moved(1, 1e-3), false, &mut scratch).expect("inside");
    assert!(open.iter().all(|strip| !strip.pushes()));
}

#[test]
fn a_pair_surrogate_for_another_geometry_is_refused_and_friction_is_no_part_of_it() {
    let (pair, motion) = condyle_in_two();
    let tube = TubeSettings { strip: 8e-3, ..TubeSettings::default() };
    let settings =
        SurrogateSettings { initial: 50, refinement: 0, held_out: 4, order: 2, ..settings(Kind::ResponseSurface) };
    let design = PairDesign::draw(&pair, &[motion], (&tube, &settings), "a test").expect("a design");
    let stored = serde_json::to_string(&design.fit(&settings).expect("a surrogate")).expect("stored");
    let surrogate: PairSurrogate = serde_json::from_str(&stored).expect("read");
    surrogate.check(&pair).expect("the same pair");
    let refused = surrogate.check(&condyle()).err();
    // Without its regions the pair is the same contact; a coarser rule of points is another.
    assert_eq!(refused, None);
    let law = pair.settings().law;
    let dish = SphericalCup::new(Vector3::new(0.0, 71e-3, 0.0), 71e-3, -Vector3::y(), 0.35).expect("a dish");
    let ball =
        Ellipsoid::new(Vector3::zeros(), [Vector3::x(), Vector3::y()], [34e-3, 30e-3, 22e-3]).expect("a condyle");
    let other = SurfacePair::new(Arc::new(dish), Arc::new(ball), PairSettings::new(law, 0.4e-3)).expect("a pair");
    assert!(matches!(surrogate.check(&other), Err(SurrogateError::OtherContact { .. })));
}
