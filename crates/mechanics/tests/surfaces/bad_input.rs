//! Clear errors for pairs that cannot be.

use std::sync::Arc;

use mechanics::contact::surfaces::{Body, Extent, PairError, PairSettings, Region, Sampled, SurfacePair, Twist};
use mechanics::contact::{FoundationError, Layer, ModifiedFoundation, PressureLaw};
use mechanics::geometry::Surface;
use mechanics::geometry::shape::Sphere;
use nalgebra::Vector3;

use crate::common::*;

fn pair(settings: PairSettings) -> Result<SurfacePair, PairError> {
    let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::zeros(), BALL).expect("a ball"));
    SurfacePair::new(ball.clone(), ball, settings)
}

#[test]
fn what_cannot_be_is_named() {
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(pair(settings(Sampled::Base, spacing)), Err(PairError::Spacing { .. })));
    }
    let region =
        Region { name: "medial".into(), extent: Extent::Box { low: Vector3::repeat(1.0), high: Vector3::repeat(2.0) } };
    for sampled in [Sampled::Base, Sampled::Follower] {
        let error =
            pair(PairSettings { regions: vec![region.clone()], ..settings(sampled, 1e-3) }).err().expect("an error");
        assert!(error.to_string().contains("`medial`") && error.hint().is_some(), "{error}");
    }
    let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::zeros(), BALL).expect("a ball"));
    let none =
        SurfacePair::on_points(ball.clone(), ball.clone(), [Vec::new(), Vec::new()], settings(Sampled::Base, 1e-3));
    assert_eq!(none.err(), Some(PairError::NoPoints { body: Body::Base }));
    let mut points = ball.compute_quadrature(1e-3);
    points[3].point.x = f64::NAN;
    points[4].area = 0.0;
    let pair = SurfacePair::on_points(ball.clone(), ball, [points, Vec::new()], settings(Sampled::Base, 1e-3));
    assert!(pair.is_ok_and(|pair| pair.points(0)[3].area == 0.0), "points that are nowhere are left out");
}

#[test]
fn linings_that_cannot_be_are_named() {
    assert!(matches!(
        PressureLaw::linear(&[Layer { thickness: 0.0, ..LINER }]),
        Err(FoundationError::NotStiff { index: 1, .. })
    ));
    let thin = PressureLaw::Linear { foundation: LINER.into(), thickness: 0.0 };
    assert!(matches!(pair(PairSettings::new(thin, 1e-3)), Err(PairError::Law { body: Body::Base, .. })));
    for (f, m, reference) in [(0.5, 1.0, 1e-5), (f64::NAN, 1.0, 1e-5), (2.0, 0.0, 1e-5), (2.0, 1.0, -1.0)] {
        assert!(matches!(ModifiedFoundation::new(LINER, f, m, reference), Err(FoundationError::NotModified { .. })));
    }
}

#[test]
fn nothing_pushes_when_nothing_touches() {
    let pair = hip(settings(Sampled::Both, 1e-3));
    let mut scratch = pair.scratch();
    for far in [0.0, 0.1, 1e3] {
        let (response, slopes) =
            pair.evaluate_with_slopes(&at(Vector3::z() * far, Vector3::zeros()), &Twist::REST, &mut scratch);
        assert_eq!((response.force.norm(), response.energy, slopes.by_pose.norm()), (0.0, 0.0, 0.0));
        assert!(scratch.patch().area == 0.0 && scratch.patch().centre.x.is_nan());
        assert_eq!(scratch.patch().mean_pressure(), 0.0);
    }
}
