//! A coarse mesh of a round part behaves like the part.

use std::f64::consts::{FRAC_PI_2, TAU};

use mechanics::contact::{ConformalSphere, Foundation};
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup, tessellate_grid};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, Fineness, TriangleMesh};
use mechanics::geometry::shape::{Ellipsoid, Sphere, SphericalCup, Torus};
use mechanics::geometry::{QuadraturePoint, Surface};
use nalgebra::Vector3;

use crate::common::{order, spread};

fn curved(mesh: TriangleMesh) -> CurvedSurface {
    CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).expect("curved facets")
}

/// Largest error of distance (in units of the part) and of the normal (in rad) of points on the facets, and of the
/// curvature at the vertices, at least `margin` away from an edge of the part.
fn errors(surface: &CurvedSurface, exact: &dyn Surface, inside: impl Fn(&Vector3<f64>) -> bool) -> [f64; 3] {
    let mut worst = [0.0f64; 3];
    for facet in 0..surface.mesh().triangles().len() as u32 {
        for (u, v) in [(1.0 / 3.0, 1.0 / 3.0), (0.5, 0.5), (0.0, 0.5), (0.1, 0.2), (0.7, 0.2), (0.2, 0.75)] {
            let (point, normal) = surface.evaluate(facet, [u, v]).expect("a facet");
            if inside(&point) {
                let foot = exact.closest_point(&point);
                worst[0] = worst[0].max(foot.distance.abs());
                worst[1] = worst[1].max((normal - foot.normal).norm());
            }
        }
    }
    for (vertex, curvature) in surface.curvatures() {
        let point = surface.mesh().vertices()[*vertex as usize];
        if inside(&point) {
            let expected = exact.curvature(&exact.closest_point(&point));
            let error = (0..2).map(|i| (curvature.values[i] - expected.values[i]).abs()).fold(0.0, f64::max);
            worst[2] = worst[2].max(error);
        }
    }
    worst
}

/// An irregular mesh: vertices moved on the surface by up to a quarter of the distance between them.
fn jittered_torus(n: usize) -> TriangleMesh {
    let [rows, columns] = [2 * n, 5 * n];
    tessellate_grid([rows, columns], [true, true], |tube, ring| {
        let i = (tube * rows as f64).round() as usize * columns + (ring * columns as f64).round() as usize;
        let [a, b, _] = spread(i);
        let (tube, ring) = (tube + 0.5 * (a - 0.5) / rows as f64, ring + 0.5 * (b - 0.5) / columns as f64);
        let ((sin, cos), (y, x)) = ((-tube * TAU).sin_cos(), (ring * TAU).sin_cos());
        Vector3::new((1.0 + 0.4 * cos) * x, (1.0 + 0.4 * cos) * y, 0.4 * sin)
    })
    .expect("a torus")
}

fn jittered_ball(n: usize, axes: [f64; 3]) -> TriangleMesh {
    let mut count = 0;
    let mesh = tessellate_ball(n, |v| v).expect("a ball");
    let vertices = mesh.vertices().iter().map(|v| {
        count += 1;
        let shift = Vector3::from(spread(count)).map(|x| 0.5 * (x - 0.5) / n as f64);
        (v + shift).normalize().component_mul(&Vector3::from(axes))
    });
    TriangleMesh::new(vertices.collect(), mesh.triangles().to_vec()).expect("a ball")
}

/// Orders of distance, normal and curvature from one mesh to one with facets half as wide.
fn observed(coarse: [f64; 3], fine: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| order(coarse[i], fine[i]))
}

#[test]
fn on_a_sphere_distance_has_order_four_and_normals_three() {
    let exact = Sphere::new(Vector3::zeros(), 1.0).expect("a sphere");
    let at = |n| errors(&curved(jittered_ball(n, [1.0; 3])), &exact, |_| true);
    let (coarse, fine) = (at(10), at(20));
    let [distance, normal, _] = observed(coarse, fine);
    assert!((3.6..4.5).contains(&distance), "distance: order {distance}, {coarse:?} {fine:?}");
    assert!((2.6..3.5).contains(&normal), "normal: order {normal}, {coarse:?} {fine:?}");
    assert!(fine[2] < 1e-10, "a sphere is fitted exactly: {coarse:?} {fine:?}");
}

#[test]
fn on_a_torus_distance_has_order_four_and_normals_three() {
    let exact = Torus::new(Vector3::zeros(), Vector3::z(), 1.0, 0.4).expect("a torus");
    let at = |n| errors(&curved(jittered_torus(n)), &exact, |_| true);
    let (coarse, fine) = (at(14), at(28));
    let [distance, normal, curvature] = observed(coarse, fine);
    assert!((3.5..5.5).contains(&distance), "distance: order {distance}, {coarse:?} {fine:?}");
    assert!((2.6..4.5).contains(&normal), "normal: order {normal}, {coarse:?} {fine:?}");
    assert!((2.5..5.0).contains(&curvature), "curvature: order {curvature}, {coarse:?} {fine:?}");
}

#[test]
fn on_an_ellipsoid_distance_has_order_four_and_normals_three() {
    let axes = [1.4, 1.0, 0.8];
    let exact = Ellipsoid::new(Vector3::zeros(), [Vector3::x(), Vector3::y()], axes).expect("an ellipsoid");
    let at = |n| errors(&curved(jittered_ball(n, axes)), &exact, |_| true);
    let (coarse, fine) = (at(12), at(24));
    let [distance, normal, curvature] = observed(coarse, fine);
    assert!((3.5..5.5).contains(&distance), "distance: order {distance}, {coarse:?} {fine:?}");
    assert!((2.6..4.5).contains(&normal), "normal: order {normal}, {coarse:?} {fine:?}");
    assert!((2.5..5.0).contains(&curvature), "curvature: order {curvature}, {coarse:?} {fine:?}");
}

/// Flat facets: order two, and the mean sagitta of a facet with sides a, b, c is (a² + b² + c²)/(24 R).
#[test]
fn the_sagitta_of_flat_facets_is_that_of_the_formula() {
    let surface = curved(tessellate_ball(12, |v| v * 0.014).expect("a ball"));
    let fineness = Fineness::compute(&surface);
    assert_eq!(fineness.hollow, 0.0);
    for facet in 0..surface.mesh().triangles().len() {
        let [a, b, c] = surface.mesh().corners(facet);
        let squares = (b - a).norm_squared() + (c - b).norm_squared() + (a - c).norm_squared();
        let ratio = surface.sagitta(facet as u32) / (squares / (24.0 * 0.014));
        assert!((ratio - 1.0).abs() < 5e-3, "{ratio}");
    }
    let hollow = Fineness::compute(&curved(tessellate_cup(12, 0.014, 1.5).expect("a cup")));
    assert_eq!(hollow.hollow, 1.0);
}

/// The curved rim of a cup is followed, too: its area is that of the cap.
#[test]
fn the_area_of_a_curved_cup_is_that_of_the_cap() {
    let exact = SphericalCup::new(Vector3::zeros(), 0.014, -Vector3::z(), 1.2).expect("a cup").compute_area();
    let error = |n| {
        let area = curved(tessellate_cup(n, 0.014, 1.2).expect("a cup")).compute_area();
        (area / exact - 1.0).abs()
    };
    let (coarse, fine) = (error(12), error(24));
    assert!(coarse < 1e-7, "{coarse:e}");
    let order = order(coarse, fine);
    assert!((3.6..4.4).contains(&order), "{order}: {coarse:e} {fine:e}");
    let flat = tessellate_cup(12, 0.014, 1.2).expect("a cup").compute_area();
    assert!((flat / exact - 1.0).abs() > 1e-3, "flat facets do not");
}

/// Force of a ball pressed along −z into a cup on springs of 1 Pa/m along the normals of the cup.
fn force(points: &[QuadraturePoint], ball_radius: f64, eccentricity: f64) -> f64 {
    let centre = Vector3::new(0.0, 0.0, -eccentricity);
    points
        .iter()
        .map(|QuadraturePoint { point, normal, area, .. }| {
            // How far the ball has passed the point, along the normal: the other end of the chord through the ball.
            let from = point - centre;
            let along = from.dot(normal);
            let inside = along * along - from.norm_squared() + ball_radius * ball_radius;
            let depth = if inside > 0.0 { along + inside.sqrt() } else { 0.0 };
            normal.z * area * if from.norm() < ball_radius { depth } else { 0.0 }
        })
        .sum()
}

/// Eq. 25: a ball of 13.92 mm in a cup of 14 mm.
fn closed_form(indentation: f64) -> f64 {
    let foundation = Foundation::in_series([1.0]).expect("one layer");
    ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation }.force_and_slope(indentation).0
}

/// The same cup as 864 triangles, pressed by 27 µm (500 N in the base case): flat facets give far too much, curved ones
/// the force of the sphere.
#[test]
fn a_cup_of_864_triangles_behaves_like_the_sphere() {
    let mesh = tessellate_cup(12, 14e-3, FRAC_PI_2).expect("a cup");
    assert_eq!(mesh.triangles().len(), 864);
    let flat = FacetedSurface::new(mesh.clone()).expect("facets").compute_quadrature(2e-4);
    let round = curved(mesh).compute_quadrature(2e-4);
    for indentation in [10e-6, 27e-6, 80e-6] {
        let exact = closed_form(indentation);
        let eccentricity = 80e-6 + indentation;
        let error = force(&round, 13.92e-3, eccentricity) / exact - 1.0;
        assert!(error.abs() < 1e-3, "{indentation}: curved facets are off by {error:e}");
        let error = force(&flat, 13.92e-3, eccentricity) / exact - 1.0;
        assert!(error > 0.3, "{indentation}: flat facets are off by {error}");
    }
}

/// A thousandth with at most 1000 points, those outside of the contact counted, too.
#[test]
fn the_exact_cup_reaches_a_thousandth_with_a_thousand_points() {
    let cup = SphericalCup::new(Vector3::zeros(), 14e-3, -Vector3::z(), FRAC_PI_2).expect("a cup");
    let points = cup.compute_quadrature(2.4e-3);
    assert!(points.len() <= 1000, "{}", points.len());
    for indentation in [15e-6, 27e-6, 60e-6] {
        let error = force(&points, 13.92e-3, 80e-6 + indentation) / closed_form(indentation) - 1.0;
        assert!(error.abs() < 1e-3, "{indentation}: {error:e}");
    }
}

/// What the report warns of is what happens.
#[test]
fn the_error_of_a_faceted_cup_is_foretold() {
    for (rings, indentation) in [(12, 10e-6), (12, 27e-6), (24, 10e-6), (24, 27e-6)] {
        let mesh = tessellate_cup(rings, 14e-3, FRAC_PI_2).expect("a cup");
        let foretold = Fineness::compute(&curved(mesh.clone()))
            .force_error(Some(80e-6), Some(indentation))
            .expect("an indentation")
            .typical;
        let points = FacetedSurface::new(mesh).expect("facets").compute_quadrature(1e-4);
        let happened = force(&points, 13.92e-3, 80e-6 + indentation) / closed_form(indentation) - 1.0;
        assert!(
            (0.75..1.4).contains(&(foretold / happened)),
            "{rings} rings, {indentation} m: foretold {foretold}, happened {happened}"
        );
    }
}

/// A cylinder with end faces: its rims bend by 90° and stay sharp, its mantle becomes round.
#[test]
fn sharp_edges_stay_sharp() {
    let n = 48;
    let mantle = tessellate_grid([6, n], [false, true], |height, turn| {
        let (y, x) = (turn * TAU).sin_cos();
        Vector3::new(x, y, 1.0 - height)
    })
    .expect("a mantle");
    // Each face: a fan around its middle, on vertices that the mantle has, too.
    let face = |z: f64| {
        let at = |i: usize| {
            let (y, x) = ((i % n) as f64 / n as f64 * TAU).sin_cos();
            Vector3::new(x, y, z)
        };
        let vertices = (0..n).map(at).chain([Vector3::new(0.0, 0.0, z)]).collect();
        let triangle = |i: u32| {
            let (a, b) = (i, (i + 1) % n as u32);
            if z > 0.5 { [a, b, n as u32] } else { [b, a, n as u32] }
        };
        TriangleMesh::new(vertices, (0..n as u32).map(triangle).collect()).expect("a face")
    };
    let whole = crate::common::joined(&crate::common::joined(&mantle, &face(1.0)), &face(0.0)).weld(1e-9).mesh;
    let surface = curved(whole);
    assert_eq!(surface.creases(), 2 * n);
    for facet in 0..surface.mesh().triangles().len() as u32 {
        for (u, v) in [(1.0 / 3.0, 1.0 / 3.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.3)] {
            let (point, normal) = surface.evaluate(facet, [u, v]).expect("a facet");
            if normal.z.abs() > 0.9 {
                // Of order θ³ and θ⁶ for arcs of θ = 7.5°.
                assert!((normal.z.abs() - 1.0).abs() < 1e-9 && (point.z * (1.0 - point.z)).abs() < 1e-9);
            } else {
                // A hundredth of the sagitta 1 − cos 3.75° of flat facets, although the fit at the rim sees one side only.
                assert!((point.x.hypot(point.y) - 1.0).abs() < 2.1e-5, "{point:?}");
                assert!(normal.z.abs() < 2e-3, "{normal:?}");
            }
        }
    }
    // Volume and area are those of the cylinder.
    let points = surface.compute_quadrature(0.05);
    let volume: f64 = points.iter().map(|p| p.point.dot(&p.normal) * p.area / 3.0).sum();
    assert!((volume / (0.5 * TAU) - 1.0).abs() < 1e-4, "{volume}");
    assert!((surface.compute_area() / (2.0 * TAU) - 1.0).abs() < 1e-4, "{}", surface.compute_area());
}

/// Neighbours meet along their common edge without a gap, on smooth edges and on sharp ones.
#[test]
fn curved_facets_meet_without_gaps() {
    let cube = tessellate_grid([1, 4], [false, true], |z, turn| {
        let (y, x) = (turn * TAU).sin_cos();
        Vector3::new(x, y, z)
    })
    .expect("a tube");
    for mesh in [jittered_torus(6), jittered_ball(3, [1.0, 1.5, 0.7]), cube] {
        let surface = curved(mesh);
        let triangles = surface.mesh().triangles().to_vec();
        let place = |side: usize, t: f64| [[t, 0.0], [1.0 - t, t], [0.0, 1.0 - t]][side];
        for (i, a) in triangles.iter().enumerate() {
            for (j, b) in triangles.iter().enumerate().skip(i + 1) {
                for (p, q) in (0..9).map(|k| (k / 3, k % 3)) {
                    if a[p] == b[(q + 1) % 3] && a[(p + 1) % 3] == b[q] {
                        for t in [0.2, 0.5, 0.9] {
                            let (x, _) = surface.evaluate(i as u32, place(p, t)).expect("a facet");
                            let (y, _) = surface.evaluate(j as u32, place(q, 1.0 - t)).expect("a facet");
                            assert!((x - y).norm() < 1e-14, "a gap of {:e}", (x - y).norm());
                        }
                    }
                }
            }
        }
    }
}

/// Points of a plane, however irregular, give a plane.
#[test]
fn flat_stays_flat() {
    let mesh = tessellate_grid([8, 9], [false, false], |x, y| {
        let [a, b, _] = spread((x * 800.0 + y * 90.0) as usize);
        Vector3::new(x + 0.05 * a, y + 0.05 * b, 0.0)
    })
    .expect("a sheet");
    let surface = curved(mesh);
    for facet in 0..surface.mesh().triangles().len() as u32 {
        let (point, normal) = surface.evaluate(facet, [0.2, 0.3]).expect("a facet");
        assert!(point.z.abs() < 1e-15 && (normal.z.abs() - 1.0).abs() < 1e-14);
    }
    assert!(Fineness::compute(&surface).sagitta.most < 1e-15);
}

#[test]
fn refined_facets_lie_on_the_curved_surface() {
    let exact = Sphere::new(Vector3::zeros(), 1.0).expect("a sphere");
    let surface = curved(tessellate_ball(6, |v| v).expect("a ball"));
    let fine = surface.refine(3).expect("finer facets");
    assert_eq!(fine.triangles().len(), 9 * surface.mesh().triangles().len());
    assert_eq!(fine.vertices().len() * 2 - 4, fine.triangles().len(), "Euler: neighbours share their new vertices");
    let worst = fine.vertices().iter().map(|v| exact.closest_point(v).distance.abs()).fold(0.0, f64::max);
    assert!(worst < 2e-5, "{worst:e}");
}
