//! Closest points and rays against brute force.

use std::f64::consts::FRAC_PI_2;

use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup, tessellate_torus};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, TriangleMesh};
use mechanics::geometry::shape::{Sphere, Torus};
use mechanics::geometry::{Followed, Foot, Landing, Surface};
use nalgebra::Vector3;
use proptest::prelude::*;

use crate::common::{direction, point, spread};

/// Distance to one triangle by a way of its own: on the plane if that is inside, else the nearest of the three sides.
fn distance_to_triangle(x: &Vector3<f64>, corners: &[Vector3<f64>; 3]) -> f64 {
    let [a, b, c] = corners;
    let normal = (b - a).cross(&(c - a));
    let to_side = |p: &Vector3<f64>, q: &Vector3<f64>| {
        let t = ((x - p).dot(&(q - p)) / (q - p).norm_squared()).clamp(0.0, 1.0);
        (p + (q - p) * t - x).norm()
    };
    let inside = [(a, b), (b, c), (c, a)].iter().all(|(p, q)| normal.dot(&(*q - *p).cross(&(x - *p))) >= 0.0);
    if inside {
        (x - a).dot(&normal).abs() / normal.norm()
    } else {
        to_side(a, b).min(to_side(b, c)).min(to_side(c, a))
    }
}

fn brute_force(x: &Vector3<f64>, mesh: &TriangleMesh) -> f64 {
    (0..mesh.triangles().len()).map(|t| distance_to_triangle(x, &mesh.corners(t))).fold(f64::INFINITY, f64::min)
}

/// A heap of triangles without any order.
fn heap(seed: usize, count: usize) -> TriangleMesh {
    let vertices: Vec<Vector3<f64>> = (0..count)
        .flat_map(|i| {
            let middle = point(seed + i, 1.0);
            // Axes exchanged from corner to corner: steps of the recurrence itself lie on a line.
            let away = point(7 * (seed + i) + 1, 0.15);
            (0..3).map(move |k| middle + Vector3::new(away[k], away[(k + 1) % 3], away[(k + 2) % 3]))
        })
        .collect();
    TriangleMesh::new(vertices, (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).expect("triangles")
}

fn meshes() -> Vec<TriangleMesh> {
    vec![
        tessellate_cup(7, 1.0, 1.6).expect("a cup"),
        tessellate_torus([12, 24], 0.8, 0.3).expect("a torus"),
        tessellate_ball(4, |v| v.component_mul(&Vector3::new(1.0, 0.6, 0.8))).expect("a ball"),
        heap(1, 150),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_beyond_reach_is_outside_and_as_far_as_it_says(x in prop::array::uniform3(-1.5f64..1.5), hint in 0u32..400) {
        let x = Vector3::from(x);
        // Of the heap no side is the outside.
        for mesh in &meshes()[..3] {
            let surface = CurvedSurface::new(mesh.clone(), DEFAULT_CREASE_ANGLE).expect("curved facets");
            let foot = surface.closest_point(&x);
            let last = Landing { at: x, facet: hint, rival: f64::NEG_INFINITY };
            for reach in [0.0, 0.05, 0.3] {
                match surface.follow(&x, &last, reach) {
                    // What is asked beside it changes nothing, to the last bit.
                    Followed::Landed(landed, _) => prop_assert_eq!(landed, foot),
                    Followed::Beyond { clearance, .. } => {
                        prop_assert!(clearance > reach && clearance <= foot.distance, "{clearance} of {}", foot.distance);
                    }
                }
            }
        }
    }

    #[test]
    fn closest_points_are_those_of_brute_force(x in prop::array::uniform3(-1.5f64..1.5), hint in 0u32..400) {
        let x = Vector3::from(x);
        for mesh in meshes() {
            let surface = FacetedSurface::new(mesh).expect("facets");
            let foot = surface.closest_point(&x);
            let least = brute_force(&x, surface.mesh());
            prop_assert!((foot.distance.abs() - least).abs() < 1e-13, "{} for {}", foot.distance, least);
            // Where the search begins changes nothing, to the last bit.
            prop_assert_eq!(surface.closest_point_near(&x, hint), foot);
        }
    }

    #[test]
    fn rays_are_those_of_brute_force(o in prop::array::uniform3(-1.5f64..1.5), i in 0usize..1000) {
        let (origin, along) = (Vector3::from(o), direction(i));
        for mesh in meshes() {
            let surface = FacetedSurface::new(mesh).expect("facets");
            let first = (0..surface.mesh().triangles().len())
                .filter_map(|t| {
                    // Cramer's rule on a + v(b − a) + w(c − a) = o + s d.
                    let [a, b, c] = surface.mesh().corners(t);
                    let matrix = nalgebra::Matrix3::from_columns(&[b - a, c - a, -along]);
                    let solution = matrix.lu().solve(&(origin - a))?;
                    let [v, w, s] = solution.into();
                    (v >= 0.0 && w >= 0.0 && v + w <= 1.0 && s >= 0.0).then_some(s)
                })
                .fold(f64::INFINITY, f64::min);
            let hit = surface.cast_ray(&origin, &along).map_or(f64::INFINITY, |hit| hit.distance);
            prop_assert!(hit == first || (hit - first).abs() < 1e-11, "{} for {}", hit, first);
        }
    }
}

/// Brute force over curved facets: the best of a fine net of points on all of them.
fn sampled(surface: &CurvedSurface, x: &Vector3<f64>, n: usize) -> f64 {
    let mut least = f64::INFINITY;
    for facet in 0..surface.mesh().triangles().len() as u32 {
        for i in 0..=n {
            for j in 0..=n - i {
                let (point, _) = surface.evaluate(facet, [i as f64 / n as f64, j as f64 / n as f64]).expect("a facet");
                least = least.min((point - x).norm());
            }
        }
    }
    least
}

#[test]
fn closest_points_on_curved_facets_are_those_of_brute_force() {
    for mesh in &meshes()[..3] {
        let surface = CurvedSurface::new(mesh.clone(), DEFAULT_CREASE_ANGLE).expect("curved facets");
        for i in 0..120 {
            let x = point(i, 1.4);
            let foot = surface.closest_point(&x);
            let least = sampled(&surface, &x, 24);
            assert!(foot.distance.abs() <= least + 1e-12, "{x:?}: {} is more than {least}", foot.distance);
            // Between two points of the net, 1/24 of a facet apart, the distance dips by less than this.
            assert!(least < foot.distance.abs() + 0.02, "{x:?}: {} is less than {least}", foot.distance);
            for hint in [0, 17, 111, u32::MAX] {
                assert_eq!(surface.closest_point_near(&x, hint), foot);
            }
        }
    }
}

/// Concave and nearly everywhere equidistant: the worst case for a search. A point 80 µm off the centre of a cup has its
/// closest point where the exact cup has it.
#[test]
fn near_the_centre_of_a_cup_the_closest_point_is_found() {
    let mesh = tessellate_cup(10, 0.014, FRAC_PI_2).expect("a cup");
    let (flat, round) = (
        FacetedSurface::new(mesh.clone()).expect("facets"),
        CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).expect("curved facets"),
    );
    for i in 0..200 {
        let x = point(i, 2e-3);
        let found = flat.closest_point(&x);
        assert!((found.distance - brute_force(&x, flat.mesh())).abs() < 1e-15);
        let round = round.closest_point(&x);
        // On the pole's side the distance of the sphere, to the accuracy of the facets.
        if x.z < -1e-4 && x.x.hypot(x.y) < -x.z {
            assert!((round.distance - (0.014 - x.norm())).abs() < 2e-8, "{:e}", round.distance - (0.014 - x.norm()));
        }
    }
}

/// The sign is right everywhere around a body with sharp corners and edges, where the nearest facet's own normal lies.
#[test]
fn inside_and_outside_are_told_apart_at_edges_and_vertices() {
    // A long thin spike: seen from beside its tip, single faces give the wrong sign.
    let vertices = [(0.0, 0.0, 3.0), (0.3, 0.0, 0.0), (-0.15, 0.26, 0.0), (-0.15, -0.26, 0.0)];
    let vertices = vertices.map(|(x, y, z)| Vector3::new(x, y, z)).to_vec();
    let spike = TriangleMesh::new(vertices, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]).expect("a spike");
    let flat = FacetedSurface::new(spike.clone()).expect("facets");
    let sharp = CurvedSurface::new(spike.clone(), 0.1).expect("curved facets");
    for i in 0..3000 {
        let [a, b, c] = spread(i);
        let x = Vector3::new(1.6 * a - 0.8, 1.6 * b - 0.8, 5.0 * c - 1.0);
        // Convex: inside is behind all four planes.
        let inside = (0..4).all(|t| (x - spike.corners(t)[0]).dot(&spike.double_area(t)) < 0.0);
        assert_eq!(flat.closest_point(&x).distance < 0.0, inside, "{x:?}");
        assert_eq!(sharp.closest_point(&x).distance < 0.0, inside, "{x:?}");
    }
}

/// A ray through an edge or a vertex of a closed surface does not slip through.
#[test]
fn closed_surfaces_are_watertight() {
    let flat = FacetedSurface::new(tessellate_ball(3, |v| v).expect("a ball")).expect("facets");
    let round = CurvedSurface::new(tessellate_ball(3, |v| v).expect("a ball"), DEFAULT_CREASE_ANGLE).expect("facets");
    let mesh = flat.mesh().clone();
    for (t, [i, j, _]) in mesh.triangles().iter().enumerate() {
        let [a, b, c] = mesh.corners(t);
        for target in
            [a, 0.5 * (a + b), 0.25 * b + 0.75 * c, mesh.vertices()[*i as usize], mesh.vertices()[*j as usize]]
        {
            for origin in [Vector3::zeros(), 0.3 * direction(t), 3.0 * direction(t + 50)] {
                let along = (target - origin).normalize();
                // From outside a ray may pass a silhouette; it does not where the surface clearly faces it.
                if origin.norm() < 1.0 || along.dot(&target) < -0.3 {
                    assert!(flat.cast_ray(&origin, &along).is_some(), "{target:?} from {origin:?}");
                    assert!(round.cast_ray(&origin, &along).is_some(), "{target:?} from {origin:?}");
                }
            }
        }
    }
}

#[test]
fn rays_on_curved_facets_meet_the_exact_part() {
    let ball = CurvedSurface::new(tessellate_ball(10, |v| v).expect("a ball"), DEFAULT_CREASE_ANGLE).expect("facets");
    let ring = tessellate_torus([24, 60], 1.0, 0.4).expect("a torus");
    let ring = CurvedSurface::new(ring, DEFAULT_CREASE_ANGLE).expect("facets");
    let sphere = Sphere::new(Vector3::zeros(), 1.0).expect("a sphere");
    let torus = Torus::new(Vector3::zeros(), Vector3::z(), 1.0, 0.4).expect("a torus");
    let pairs: [(&dyn Surface, &dyn Surface); 2] = [(&ball, &sphere), (&ring, &torus)];
    for (mesh, exact) in pairs {
        for i in 0..500 {
            let (origin, along) = (point(i, 2.0), direction(i + 3));
            match (mesh.cast_ray(&origin, &along), exact.cast_ray(&origin, &along)) {
                (Some(found), Some(hit)) => {
                    let slope = hit.normal.dot(&along).abs();
                    // A grazing ray magnifies the distance between the two.
                    assert!(
                        (found.distance - hit.distance).abs() < 1e-4 / slope.max(1e-2),
                        "{} for {}, slope {slope}",
                        found.distance,
                        hit.distance
                    );
                }
                (None, None) => {}
                (found, hit) => {
                    // Only where the ray grazes one of them may it miss the other.
                    let touch = found.or(hit).expect("one of them");
                    assert!(touch.normal.dot(&along).abs() < 0.05, "{found:?} {hit:?}");
                }
            }
        }
    }
}

/// From step to step the last facet is a good place to begin: the answer is the same, also after a jump.
#[test]
fn a_path_is_followed_from_facet_to_facet() {
    let mesh = tessellate_torus([20, 50], 0.02, 0.006).expect("a torus");
    let surface = CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).expect("facets");
    let mut last: Option<Foot> = None;
    for step in 0..600 {
        let (sin, cos) = (step as f64 * 0.01).sin_cos();
        let jump = if step % 100 == 99 { -1.0 } else { 1.0 };
        let x = Vector3::new(0.026 * cos * jump, 0.026 * sin, 0.002 * (3.0 * cos).sin());
        let fresh = surface.closest_point(&x);
        let followed = surface.closest_point_near(&x, last.map_or(0, |foot| foot.facet));
        assert_eq!(fresh, followed);
        last = Some(followed);
    }
}

/// Their squares are no numbers, and no facet is nearer than infinity.
#[test]
fn places_that_no_body_has_are_far_away() {
    for mesh in meshes() {
        let surfaces: [Box<dyn Surface>; 2] = [
            Box::new(CurvedSurface::new(mesh.clone(), DEFAULT_CREASE_ANGLE).expect("a surface")),
            Box::new(FacetedSurface::new(mesh).expect("a surface")),
        ];
        for surface in surfaces {
            for far in [1e200, -1e200, 1e308, f64::INFINITY, f64::NAN] {
                for from in [Vector3::new(far, 0.0, 0.0), Vector3::new(0.1, far, far)] {
                    let foot = surface.closest_point(&from);
                    assert!(!(foot.distance.abs() < 1e100), "{from}: {}", foot.distance);
                    let near = surface.closest_point_near(&from, 1);
                    assert!(!(near.distance.abs() < 1e100), "{from}: {}", near.distance);
                    let _ = surface.cast_ray(&from, &Vector3::x());
                    let last = Landing { at: from, facet: 1, rival: f64::NEG_INFINITY };
                    if let Followed::Beyond { clearance, .. } = surface.follow(&from, &last, 1e-3) {
                        assert!(clearance > 1e-3);
                    }
                }
            }
        }
    }
}
