//! What is wrong with a mesh is found, and what is right is left alone.

use std::f64::consts::{PI, TAU};

use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup, tessellate_grid, tessellate_torus};
use mechanics::geometry::mesh::{DEFAULT_CREASE_ANGLE, FacetedSurface, MeshError, MeshReport, TriangleMesh};
use nalgebra::Vector3;

use crate::common::{joined, moved, point};

fn report(mesh: &TriangleMesh) -> MeshReport {
    MeshReport::compute(mesh, DEFAULT_CREASE_ANGLE).expect("a mesh with area")
}

fn with(mesh: &TriangleMesh, change: impl FnOnce(&mut Vec<Vector3<f64>>, &mut Vec<[u32; 3]>)) -> TriangleMesh {
    let (mut vertices, mut triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
    change(&mut vertices, &mut triangles);
    TriangleMesh::new(vertices, triangles).expect("indices exist")
}

#[test]
fn a_sound_ball_is_sound() {
    let mesh = tessellate_ball(8, |v| v * 0.014).expect("a ball");
    let report = report(&mesh);
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.vertices, report.triangles), (642, 1280));
    assert_eq!((report.parts.len(), report.boundary_loops.len(), report.sharp_edges), (1, 0, 0));
    assert!(report.parts[0].closed && report.volume > 0.0);
    // Of the inscribed polyhedron: a little less than the ball's.
    let share = report.volume / (4.0 / 3.0 * PI * 0.014f64.powi(3));
    assert!((0.96..1.0).contains(&share), "{share}");
    for curvature in [report.smaller_curvature, report.larger_curvature] {
        assert!((curvature.median * 0.014 - 1.0).abs() < 1e-3, "{curvature:?}");
    }
}

#[test]
fn an_open_cup_has_one_rim_of_the_right_length() {
    let report = report(&tessellate_cup(10, 0.014, 1.2).expect("a cup"));
    assert!(report.is_sound());
    assert_eq!(report.boundary_loops.len(), 1);
    let rim = &report.boundary_loops[0];
    assert_eq!(rim.vertices, 60);
    // 60 chords of a circle.
    let exact = 60.0 * 2.0 * 0.014 * 1.2f64.sin() * (PI / 60.0).sin();
    assert!((rim.length / exact - 1.0).abs() < 1e-12);
    assert!((rim.middle[2] + 0.014 * 1.2f64.cos()).abs() < 1e-12);
    assert_eq!(report.volume, 0.0);
    assert!((report.larger_curvature.median * 0.014 + 1.0).abs() < 1e-3, "a cup is hollow");
}

#[test]
fn turned_triangles_are_named_and_turned_back() {
    let good = tessellate_ball(5, |v| v).expect("a ball");
    let bad = with(&good, |_, triangles| [3, 77, 200].iter().for_each(|t| triangles[*t].swap(0, 1)));
    let report = report(&bad);
    assert_eq!(report.turned_triangles, [3, 77, 200]);
    assert!(report.orientable && !report.is_sound());
    assert!(self::report(&bad.oriented()).turned_triangles.is_empty());
    let inside_out = with(&good, |_, triangles| triangles.iter_mut().for_each(|t| t.swap(0, 1)));
    let report = self::report(&inside_out);
    assert!(report.parts[0].inside_out && report.volume < 0.0 && report.turned_triangles.is_empty());
}

#[test]
fn a_moebius_strip_has_no_outside() {
    let n = 30;
    let strip = tessellate_grid([1, n], [false, false], |across, along| {
        let (sin, cos) = (along * TAU).sin_cos();
        let (lift, out) = (along * PI).sin_cos();
        let r = 1.0 + 0.3 * (across - 0.5) * out;
        Vector3::new(r * cos, r * sin, 0.3 * (across - 0.5) * lift)
    })
    .expect("a strip")
    .weld(1e-9)
    .mesh;
    let report = report(&strip);
    assert!(!report.orientable);
    // It has one rim, which goes around twice.
    assert_eq!(report.boundary_loops.iter().map(|rim| rim.vertices).sum::<usize>(), 2 * n);
}

#[test]
fn holes_are_counted_and_measured() {
    let good = tessellate_ball(4, |v| v).expect("a ball");
    let bad = with(&good, |_, triangles| {
        triangles.swap_remove(100);
        triangles.swap_remove(10);
    });
    let report = report(&bad);
    assert_eq!(report.boundary_loops.len(), 2);
    assert!(report.boundary_loops.iter().all(|hole| hole.vertices == 3));
    let sides = |t: usize| {
        let [a, b, c] = good.corners(t);
        (b - a).norm() + (c - b).norm() + (a - c).norm()
    };
    let total: f64 = report.boundary_loops.iter().map(|hole| hole.length).sum();
    assert!((total - sides(100) - sides(10)).abs() < 1e-12);
    assert!(!report.parts[0].closed);
}

#[test]
fn degenerate_and_duplicate_triangles_are_named() {
    let good = tessellate_ball(3, |v| v).expect("a ball");
    let bad = with(&good, |vertices, triangles| {
        let [a, b, c] = triangles[5];
        triangles.push([c, a, b]);
        triangles.push([a, a, b]);
        vertices.push(0.5 * (vertices[a as usize] + vertices[b as usize]));
        triangles.push([a, b, vertices.len() as u32 - 1]);
    });
    let report = report(&bad);
    assert_eq!(report.duplicate_triangles, [180]);
    assert_eq!(report.degenerate_triangles, [181, 182]);
    let clean = bad.cleaned().expect("the rest is good");
    assert_eq!(clean.triangles(), good.triangles());
}

#[test]
fn overcrowded_edges_and_pinched_vertices_are_named() {
    let fin = TriangleMesh::new(
        [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.5, 1.0, 0.0), (0.5, -1.0, 0.0), (0.5, 0.0, 1.0)]
            .map(|(x, y, z)| Vector3::new(x, y, z))
            .to_vec(),
        vec![[0, 1, 2], [1, 0, 3], [0, 1, 4]],
    )
    .expect("three triangles on one edge");
    assert_eq!(report(&fin).overcrowded_edges, [[0, 1]]);
    // Two balls that touch in one vertex.
    let ball = tessellate_ball(3, |v| v).expect("a ball");
    let top = ball.vertices().iter().copied().max_by(|a, b| a.z.total_cmp(&b.z)).expect("a vertex");
    let bottom = ball.vertices().iter().copied().min_by(|a, b| a.z.total_cmp(&b.z)).expect("a vertex");
    let pair = joined(&ball, &moved(&ball, top - bottom)).weld(1e-9).mesh;
    let report = report(&pair);
    assert_eq!(report.parts.len(), 2);
    let pinched = report.pinched_vertices.iter().map(|v| (pair.vertices()[*v as usize] - top).norm() < 1e-9);
    assert!(
        pinched.clone().count() >= 1 && pinched.clone().all(|at_touch| at_touch || report.pinched_vertices.len() > 1)
    );
}

#[test]
fn self_intersections_are_those_of_brute_force() {
    let ball = tessellate_ball(4, |v| v).expect("a ball");
    assert!(report(&ball).self_intersections.is_empty());
    assert!(report(&tessellate_torus([10, 22], 1.0, 0.4).expect("a torus")).self_intersections.is_empty());
    let pair = joined(&ball, &moved(&ball, Vector3::new(1.1, 0.23, 0.31)));
    let found = report(&pair).self_intersections;
    // The spheres meet in a circle: triangles near it, one of each ball, and nowhere else.
    let half = ball.triangles().len() as u32;
    assert!(!found.is_empty() && found.iter().all(|[a, b]| *a < half && *b >= half));
    // Every pair, by points along the sides: a side of one that has a point on either side of the other, inside it.
    let pierces = |s: usize, t: usize| {
        let (a, [p, q, r]) = (pair.corners(s), pair.corners(t));
        let n = (q - p).cross(&(r - p));
        (0..3).any(|k| {
            let (x, y) = (a[k], a[(k + 1) % 3]);
            let (dx, dy) = ((x - p).dot(&n), (y - p).dot(&n));
            let z = x + (y - x) * (dx / (dx - dy));
            dx * dy < 0.0 && [(p, q), (q, r), (r, p)].iter().all(|(i, j)| n.dot(&(j - i).cross(&(z - i))) > 0.0)
        })
    };
    let count = (0..half as usize)
        .flat_map(|s| (half as usize..2 * half as usize).map(move |t| (s, t)))
        .filter(|(s, t)| pierces(*s, *t) || pierces(*t, *s))
        .count();
    assert_eq!(found.len(), count);
}

#[test]
fn triangles_that_lie_on_each_other_are_found() {
    let at = |points: &[(f64, f64)]| points.iter().map(|(x, y)| Vector3::new(*x, *y, 0.5)).collect::<Vec<_>>();
    let overlap = TriangleMesh::new(
        at(&[(0.0, 0.0), (2.0, 0.0), (0.0, 2.0), (0.5, 0.5), (3.0, 0.5), (0.5, 3.0)]),
        vec![[0, 1, 2], [3, 4, 5]],
    )
    .expect("two triangles");
    assert_eq!(report(&overlap).self_intersections, [[0, 1]]);
    // Folded over their common side.
    let folded = TriangleMesh::new(at(&[(0.0, 0.0), (2.0, 0.0), (1.0, 2.0), (1.0, 1.0)]), vec![[0, 1, 2], [1, 0, 3]])
        .expect("two triangles");
    assert_eq!(report(&folded).self_intersections, [[0, 1]]);
    let beside = TriangleMesh::new(at(&[(0.0, 0.0), (2.0, 0.0), (1.0, 2.0), (1.0, -1.0)]), vec![[0, 1, 2], [1, 0, 3]])
        .expect("two triangles");
    assert!(report(&beside).self_intersections.is_empty());
}

#[test]
fn welding_makes_one_of_equal_points_and_of_near_ones_when_asked() {
    let ball = tessellate_ball(4, |v| v).expect("a ball");
    let soup_vertices: Vec<Vector3<f64>> = (0..ball.triangles().len()).flat_map(|t| ball.corners(t)).collect();
    let soup_triangles = (0..ball.triangles().len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let soup = TriangleMesh::new(soup_vertices.clone(), soup_triangles).expect("a soup");
    let welded = soup.weld(0.0);
    assert_eq!(welded.mesh.vertices().len(), ball.vertices().len());
    assert_eq!((welded.merged, welded.collapsed), (soup_vertices.len() - ball.vertices().len(), 0));
    assert!(report(&welded.mesh).is_sound());
    // With noise equality is not enough.
    let noisy = with(&soup, |vertices, _| {
        vertices.iter_mut().enumerate().for_each(|(i, v)| *v += point(i, 1e-7));
    });
    assert_eq!(noisy.weld(0.0).merged, 0);
    assert_eq!(noisy.weld(1e-6).mesh.vertices().len(), ball.vertices().len());
    // As large as a facet, welding destroys.
    let ruined = noisy.weld(0.5);
    assert!(ruined.collapsed > 0 && ruined.mesh.triangles().len() + ruined.collapsed == ball.triangles().len());
}

#[test]
fn minus_zero_is_zero() {
    let mesh = TriangleMesh::new(
        vec![
            Vector3::new(0.0, 0.0, 0.0),
            Vector3::x(),
            Vector3::y(),
            Vector3::new(-0.0, 0.0, -0.0),
            Vector3::y(),
            -Vector3::x(),
        ],
        vec![[0, 1, 2], [3, 4, 5]],
    )
    .expect("two triangles");
    assert_eq!(mesh.weld(0.0).mesh.vertices().len(), 4);
}

#[test]
fn polygons_become_triangles() {
    let points = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [4.0, 1.0, 0.0], [1.0, 1.0, 0.0], [2.0, 5.0, 0.0]];
    let mesh = TriangleMesh::from_polygons(&points, &[0, 1, 2, 3, 0, 1, 2, 4, 3, 0, 1], &[4, 9, 11]).expect("polygons");
    // The shorter diagonal of the first, a fan of the second, nothing of the line.
    assert_eq!(mesh.triangles(), [[0, 1, 3], [1, 2, 3], [0, 1, 2], [0, 2, 4], [0, 4, 3]]);
}

#[test]
fn what_is_no_mesh_is_refused_with_numbers_and_a_hint() {
    let triangle = vec![[0, 1, 2]];
    let corners = vec![Vector3::zeros(), Vector3::x(), Vector3::y()];
    let nan = vec![Vector3::zeros(), Vector3::new(0.0, f64::NAN, 1.0), Vector3::y()];
    let cases = [
        (TriangleMesh::new(corners.clone(), vec![]), "3 vertices, but no triangles"),
        (TriangleMesh::new(nan, triangle.clone()), "vertex 1 is at (0, NaN, 1)"),
        (TriangleMesh::new(corners, vec![[0, 1, 7]]), "triangle 0 uses vertex 7, but there are 3"),
        (TriangleMesh::from_polygons(&[[0.0; 3]; 3], &[0, 1, 2], &[4]), "polygon 0 ends at index 4"),
        (TriangleMesh::from_polygons(&[[0.0; 3]; 3], &[0, 1, 9], &[3]), "uses vertex 9"),
    ];
    for (result, says) in cases {
        let error = result.expect_err("no mesh");
        assert!(error.to_string().contains(says) && error.hint().is_some(), "{error}");
    }
    let flat = TriangleMesh::new(vec![Vector3::zeros(), Vector3::x(), 2.0 * Vector3::x()], triangle).expect("indices");
    let error = FacetedSurface::new(flat).expect_err("no area");
    assert!(matches!(error, MeshError::Flat { triangles: 1, .. }), "{error}");
}
