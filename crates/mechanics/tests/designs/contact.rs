//! Designs in contact: where their radii make a hip, or two tori, the answer is known.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, SurfacePair, Twist};
use mechanics::contact::{EllipticHertz, Layer, PressureLaw};
use mechanics::geometry::design::{
    CondyleShape, Femoral, FemoralShape, Insert, InsertShape, Outline, PlateauShape, uncut,
};
use mechanics::geometry::shape::{Sphere, SphericalCup, Torus};
use mechanics::geometry::{QuadraturePoint, Surface};
use mechanics::material::Elastic;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

use crate::common::*;

pub const BALL: f64 = 13.92e-3;
pub const CUP: f64 = 14e-3;
pub const LINER: Layer = Layer { thickness: 8e-3, material: Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 } };

fn settings(spacing: f64) -> PairSettings {
    PairSettings::new(PressureLaw::linear(&[LINER]).expect("a layer"), spacing)
}

pub fn force(pair: &SurfacePair, at: Vector3<f64>) -> Vector3<f64> {
    let pose = Isometry3::from_parts(Translation3::from(at), UnitQuaternion::identity());
    pair.evaluate(&pose, &Twist::REST, &mut pair.scratch()).force
}

/// A condyle whose radii are all that of the ball, its centre at z = 10 mm: more than a hemisphere looks down.
pub fn ball() -> Femoral {
    let all = CondyleShape {
        distal_radius: BALL,
        posterior_radius: BALL,
        anterior_radius: BALL,
        posterior_to: FRAC_PI_2,
        anterior_to: FRAC_PI_2,
        coronal_radius: BALL,
        width: 1.99 * BALL,
        edge_radius: 0.0,
        ..CONDYLE
    };
    Femoral::new(FemoralShape { condyles: [all; 2], present: [false, true], spacing: 20e-3, toe_in: 0.0 })
        .expect("a ball")
}

/// A plateau whose radii are those of the cup, around the same centre.
pub fn dish() -> Insert {
    let plateau = PlateauShape {
        sagittal_radius: CUP,
        coronal_radius: CUP,
        anterior_lip_from: 20e-3,
        anterior_lip_radius: CUP,
        posterior_lip_from: 20e-3,
        posterior_lip_radius: CUP,
    };
    let outline =
        Outline { width: 34e-3, depth: 14e-3, corner_radius: 1e-3, notch_width: 0.0, notch_depth: 0.0, inner: 0.0 };
    let shape = InsertShape {
        plateaus: [plateau; 2],
        present: [false, true],
        spacing: 20e-3,
        toe_in: 0.0,
        slope: 0.0,
        thickness: 8e-3,
        dwell: 0.0,
        eminence_radius: 3e-3,
        outline,
    };
    Insert::new(shape, 2.5e-4).expect("a dish")
}

/// Force of a ball at eccentricity e on springs that stand on a whole cup and reach the shortest way to the ball, closed.
pub fn closed_form(d: f64) -> f64 {
    let (k, e) = (LINER.stiffness(), CUP - BALL + d);
    PI * k * CUP * ((BALL * d.powi(2) - d.powi(3)) / e - (BALL * d.powi(3) / 3.0 - d.powi(4) / 4.0) / e.powi(2))
}

#[test]
fn a_sphere_in_a_sphere_by_design_is_the_hip_to_a_millionth() {
    let centre = Vector3::new(0.0, CUP, 10e-3);
    let cup = SphericalCup::new(centre, CUP, -Vector3::y(), 1.2).expect("a cup");
    let points: Vec<QuadraturePoint> = cup.compute_quadrature(4e-4);
    let exact = Sphere::new(Vector3::new(0.0, 0.0, 10e-3), BALL).expect("a ball");
    let on = |base: Arc<dyn Surface>, follower: Arc<dyn Surface>| {
        SurfacePair::on_points(base, follower, [points.clone(), Vec::new()], settings(4e-4)).expect("a pair")
    };
    let hip = on(Arc::new(cup), Arc::new(exact));
    let designed = on(Arc::new(cup), Arc::new(ball()));
    let own = SurfacePair::new(Arc::new(dish()), Arc::new(ball()), settings(2e-4)).expect("a pair");
    for d in [4e-6, 8e-6, 10e-6] {
        let at = Vector3::new(0.0, CUP - (CUP - BALL + d), 0.0);
        let (a, b) = (force(&hip, at), force(&designed, at));
        assert!((a - b).norm() < 1e-6 * a.norm(), "{a:?} is not {b:?}");
        // On points of its own: as exact as its points are dense.
        let closed = closed_form(d);
        let c = force(&own, at).y;
        assert!((c / closed - 1.0).abs() < 5e-4, "{d}: {c} is not {closed}");
    }
}

#[test]
fn a_dish_of_one_radius_is_a_cup() {
    let (dish, centre) = (dish(), Vector3::new(0.0, CUP, 10e-3));
    let cup = SphericalCup::new(centre, CUP, -Vector3::y(), 1.2).expect("a cup");
    for i in 0..200 {
        let [u, v, w] = spread(i);
        let (x, z) = ((2.0 * u - 1.0) * 5e-3, 10e-3 + (2.0 * v - 1.0) * 5e-3);
        let from = Vector3::new(x, 1e-3 + 2e-3 * w, z);
        let (a, b) = (dish.closest_point(&from), cup.closest_point(&from));
        assert!((a.distance - b.distance).abs() < 1e-15 && (a.normal - b.normal).norm() < 1e-12, "{a:?} is not {b:?}");
    }
}

#[test]
fn a_condyle_of_two_radii_is_a_torus() {
    let ring = CondyleShape {
        distal_radius: 30e-3,
        posterior_radius: 30e-3,
        anterior_radius: 30e-3,
        coronal_radius: 12e-3,
        width: 20e-3,
        edge_radius: 0.0,
        ..CONDYLE
    };
    let shape = FemoralShape { condyles: [ring; 2], present: [true, false], spacing: 46e-3, toe_in: 0.0 };
    let condyle = Femoral::new(shape).expect("a condyle");
    let torus = Torus::new(Vector3::new(0.0, 0.0, -23e-3), Vector3::z(), 18e-3, 12e-3).expect("a torus");
    let mut tried = 0;
    for i in 0..300 {
        let from = point(i, [0.04, 0.04, 0.01]) - Vector3::z() * 23e-3;
        let foot = condyle.closest_point(&from);
        if foot.on_edge || from.y > -5e-3 {
            continue;
        }
        let exact = torus.closest_point(&from);
        // The inner side of the ring is no part of a condyle.
        if exact.normal.y < -0.1 && (exact.point - foot.point).norm() < 1e-4 {
            tried += 1;
            assert!((foot.distance - exact.distance).abs() < 1e-15, "{} {}", foot.distance, exact.distance);
            let (a, b) = (condyle.curvature(&foot).values, torus.curvature(&exact).values);
            assert!((a[0] - b[0]).abs() < 1e-7 && (a[1] - b[1]).abs() < 1e-7, "{a:?} {b:?}");
        }
    }
    assert!(tried > 50, "{tried}");
}

/// Two tori: near the point of contact the gap is `x²/2R₁ + z²/2R₂` with `1/R = 1/R_f − 1/R_i` in both planes. Springs
/// then give `F = π k δ² √(R₁R₂)` with errors of order δ/R, and Hertz's ellipse follows from the same two radii.
#[test]
fn a_torus_on_a_torus_has_hertz_ellipse_and_the_paraboloid_s_force_in_the_limit() {
    let flat = InsertShape { toe_in: 0.0, slope: 0.0, present: [false, true], ..insert_shape() };
    let insert = Insert::new(flat, 1e-3).expect("an insert");
    let straight = FemoralShape { toe_in: 0.0, present: [false, true], ..femoral_shape() };
    let femoral = Femoral::new(straight).expect("a condyle");
    let plateau = uncut(&insert, 1).expect("a plateau");
    let low = insert.lowest().next().expect("a lowest point");
    let relative = |a: f64, b: f64| 1.0 / (1.0 / a - 1.0 / b);
    let (along, across) = (relative(34e-3, 56e-3), relative(30e-3, 33e-3));
    // By the curvatures of the surfaces.
    let below = femoral.closest_point(&Vector3::new(-femoral.advance(), -femoral.height(), 23e-3));
    let (f, i) = (femoral.curvature(&below).values, plateau.curvature(&plateau.closest_point(&low)).values);
    let mut radii = [1.0 / (f[0] + i[1]), 1.0 / (f[1] + i[0])];
    radii.sort_unstable_by(f64::total_cmp);
    assert!((radii[0] / along - 1.0).abs() < 1e-6 && (radii[1] / across - 1.0).abs() < 1e-5, "{radii:?}");
    let modulus = 500e6 / (1.0 - 0.16);
    let (ours, known) = (EllipticHertz::new(radii[0], radii[1], modulus), EllipticHertz::new(along, across, modulus));
    assert!((ours.peak_pressure(1e3) / known.peak_pressure(1e3) - 1.0).abs() < 1e-5);
    assert!((ours.axis_ratio() / known.axis_ratio() - 1.0).abs() < 1e-5);
    // By contact: a dense grid of points around the dwell point.
    let (half, n) = ([4e-3, 8e-3], [200, 400]);
    let mut points = Vec::new();
    for a in 0..n[0] {
        for b in 0..n[1] {
            let at = |k: usize, i: usize| half[k] * (2.0 * (i as f64 + 0.5) / n[k] as f64 - 1.0);
            let (x, z) = (low.x + at(0, a), low.z + at(1, b));
            let (y, normal) = insert.height(x, z).expect("inside");
            let area = 4.0 * half[0] * half[1] / (n[0] * n[1]) as f64 / normal.y;
            points.push(QuadraturePoint { point: Vector3::new(x, y, z), normal, area, facet: 0 });
        }
    }
    let pair =
        SurfacePair::on_points(Arc::new(insert), Arc::new(femoral.clone()), [points, Vec::new()], settings(4e-5))
            .expect("a pair");
    let error = |d: f64| {
        let at = Vector3::new(low.x + femoral.advance(), femoral.height() - d, 0.0);
        let paraboloid = PI * LINER.stiffness() * d * d * (along * across).sqrt();
        force(&pair, at).y / paraboloid - 1.0
    };
    // The error is of first order in δ; what is left of it in the limit is nothing.
    let errors = [40e-6, 20e-6, 10e-6].map(error);
    assert!((errors[0] / errors[1] - 2.0).abs() < 0.05 && (errors[1] / errors[2] - 2.0).abs() < 0.05, "{errors:?}");
    assert!((2.0 * errors[2] - errors[1]).abs() < 1e-4 && errors[2].abs() < 5e-3, "{errors:?}");
}

/// A condyle that is moved by x on its dish is pushed back by `F_x/F_y = x/(R − r)`, whatever the springs.
#[test]
fn the_force_that_pushes_a_condyle_back_is_that_of_the_radii() {
    let flat = InsertShape { toe_in: 0.0, slope: 0.0, ..insert_shape() };
    let insert = Insert::new(flat, 5e-4).expect("an insert");
    let femoral = Femoral::new(FemoralShape { toe_in: 0.0, ..femoral_shape() }).expect("two condyles");
    let low = insert.lowest().next().expect("a lowest point");
    let pair = SurfacePair::new(Arc::new(insert), Arc::new(femoral.clone()), settings(5e-4)).expect("a pair");
    for x in [0.5e-3, 1e-3, 2e-3] {
        let rise = x * x / (2.0 * 22e-3);
        let pushed = force(&pair, Vector3::new(low.x + femoral.advance() + x, femoral.height() + rise - 40e-6, 0.0));
        assert!((-pushed.x / pushed.y / (x / 22e-3) - 1.0).abs() < 0.02, "{x}: {pushed:?}");
        assert!(pushed.z.abs() < 1e-6 * pushed.y, "both sides are alike");
    }
}
