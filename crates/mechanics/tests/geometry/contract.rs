//! One contract for every surface. A new one is tested by adding one line to `exact()`.

use std::f64::consts::PI;

use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup, tessellate_torus};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface};
use mechanics::geometry::shape::{Cylinder, Ellipsoid, Plane, Sphere, SphericalCup, Torus};
use mechanics::geometry::{Foot, Hollow, Surface};
use nalgebra::{Matrix3, Vector3};

use crate::common::{order, point};

type Named = (&'static str, Box<dyn Surface>);

fn exact() -> Vec<Named> {
    let c = Vector3::new(0.003, -0.002, 0.004);
    let tilted = Vector3::new(0.3, -0.5, 0.8);
    let egg = [Vector3::new(1.0, 0.4, -0.2), Vector3::new(0.0, 1.0, 0.3)];
    let ellipsoid = |axes| Ellipsoid::new(c, egg, axes).expect("an ellipsoid");
    vec![
        ("sphere", Box::new(Sphere::new(c, 0.014).expect("a sphere"))),
        ("cup", Box::new(SphericalCup::new(c, 0.014, tilted, 1.3).expect("a cup"))),
        ("deep cup", Box::new(SphericalCup::new(c, 0.014, tilted, 2.0).expect("a cup"))),
        ("plane", Box::new(Plane::new(c, tilted, Vector3::x(), [0.03, 0.02]).expect("a plane"))),
        ("cylinder", Box::new(Cylinder::new(c, tilted, 0.01, 0.03).expect("a cylinder"))),
        ("bore", Box::new(Hollow(Cylinder::new(c, tilted, 0.01, 0.03).expect("a cylinder")))),
        ("ellipsoid", Box::new(ellipsoid([0.02, 0.014, 0.009]))),
        ("oblate ellipsoid", Box::new(ellipsoid([0.014, 0.014, 0.006]))),
        ("prolate ellipsoid", Box::new(ellipsoid([0.02, 0.008, 0.008]))),
        ("hollow ellipsoid", Box::new(Hollow(ellipsoid([0.009, 0.014, 0.02])))),
        ("torus", Box::new(Torus::new(c, tilted, 0.02, 0.006).expect("a torus"))),
    ]
}

fn meshes() -> Vec<Named> {
    let ball = tessellate_ball(6, |v| v * 0.014).expect("a ball");
    let torus = tessellate_torus([18, 40], 0.02, 0.006).expect("a torus");
    let cup = tessellate_cup(8, 0.014, 1.4).expect("a cup");
    let flat = |mesh| Box::new(FacetedSurface::new(mesh).expect("facets"));
    let curved = |mesh| Box::new(CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).expect("curved facets"));
    vec![
        ("faceted ball", flat(ball.clone())),
        ("curved ball", curved(ball)),
        ("faceted torus", flat(torus.clone())),
        ("curved torus", curved(torus)),
        ("faceted cup", flat(cup.clone())),
        ("curved cup", curved(cup)),
    ]
}

fn all() -> impl Iterator<Item = Named> {
    exact().into_iter().chain(meshes())
}

#[test]
fn normals_are_gradients_of_the_distance() {
    for (name, surface) in all() {
        let mut tried = 0;
        for i in 0..400 {
            let x = point(i, 0.03);
            let foot = surface.closest_point(&x);
            assert!((foot.normal.norm() - 1.0).abs() < 1e-12, "{name}: normal of length {}", foot.normal.norm());
            assert!(((x - foot.point).norm() - foot.distance.abs()).abs() < 1e-13, "{name}");
            if foot.on_edge {
                continue;
            }
            let h = 1e-7;
            let at = |axis: usize, step: f64| {
                let mut there = x;
                there[axis] += step;
                surface.closest_point(&there).distance
            };
            let gradient = Vector3::from_fn(|axis, _| (at(axis, h) - at(axis, -h)) / (2.0 * h));
            // Where the nearest point jumps (on an axis, in a centre) the distance has no gradient, and its differences
            // are shorter than 1.
            if (gradient.norm() - 1.0).abs() > 1e-4 {
                continue;
            }
            tried += 1;
            assert!((gradient - foot.normal).norm() < 2e-5, "{name} at {x:?}: {gradient:?} is not {:?}", foot.normal);
        }
        assert!(tried > 60, "{name}: only {tried} points were away from edges and axes");
    }
}

/// Also beside the edges and corners of flat facets, where the normal turns about an edge or a corner.
#[test]
fn slopes_of_the_normal_are_its_derivatives() {
    for (name, surface) in all() {
        let mut tried = 0;
        for i in 0..400 {
            let x = point(i, 0.03);
            let foot = surface.closest_point(&x);
            let h = 1e-6;
            let at = |axis: usize, step: f64| {
                let mut there = x;
                there[axis] += step;
                surface.closest_point(&there)
            };
            let around: Vec<_> = (0..3).flat_map(|axis| [at(axis, h), at(axis, -h)]).collect();
            // Where the nearest point changes its facet or leaps, the slope leaps too.
            let steady = |f: &Foot| !f.on_edge && (f.point - foot.point).norm() < 1e-4;
            let same = around.iter().all(|f| f.facet == around[0].facet);
            let borders = |f: &Foot| f.place.iter().any(|p| *p < 1e-9) || f.place.iter().sum::<f64>() > 1.0 - 1e-9;
            let on_border = borders(&foot);
            if foot.on_edge || foot.distance.abs() < 1e-4 || !around.iter().all(steady) || !(same || on_border) {
                continue;
            }
            let differences = Matrix3::from_fn(|row, axis| {
                (around[2 * axis].normal[row] - around[2 * axis + 1].normal[row]) / (2.0 * h)
            });
            let slope = surface.normal_slope(&foot);
            let error = (differences - slope).norm();
            // Patches meet in creases of some thousandths of a degree, on which many points land.
            if !name.starts_with("curved") || (same && !around.iter().any(borders)) {
                tried += 1;
                assert!(error < 1e-3 * slope.norm() + 0.05, "{name} at {x:?}: {differences} is not {slope}");
            }
        }
        assert!(tried > 60, "{name}: only {tried} points were away from edges and axes");
    }
}

#[test]
fn a_closest_point_is_its_own_closest_point() {
    for (name, surface) in all() {
        for i in 0..300 {
            let foot = surface.closest_point(&point(i, 0.03));
            let again = surface.closest_point(&foot.point);
            assert!(
                (again.point - foot.point).norm() < 1e-12,
                "{name}: moved by {:e}",
                (again.point - foot.point).norm()
            );
            assert!(again.distance.abs() < 1e-12, "{name}: {}", again.distance);
        }
    }
}

/// No quadrature point is nearer than the closest point.
#[test]
fn no_other_point_is_closer() {
    for (name, surface) in all() {
        let others = surface.compute_quadrature(0.002);
        // From the second point on: the first is the centre of the ball, from which every point is as near as another.
        for i in 1..150 {
            let x = point(i, 0.03);
            let distance = surface.closest_point(&x).distance.abs();
            let least = others.iter().map(|other| (other.point - x).norm()).fold(f64::INFINITY, f64::min);
            assert!(distance <= least + 1e-12, "{name}: {distance} is more than {least}");
            assert!(least < distance + 0.0015, "{name}: {least} is far more than {distance}");
        }
    }
}

#[test]
fn curvature_is_the_change_of_the_normal() {
    for (name, surface) in exact() {
        for i in 0..60 {
            let foot = surface.closest_point(&point(i, 0.03));
            if foot.on_edge {
                continue;
            }
            let curvature = surface.curvature(&foot);
            let [a, b] = curvature.directions;
            assert!(curvature.values[0] <= curvature.values[1] + 1e-9, "{name}");
            assert!(a.dot(&b).abs() < 1e-9 && a.dot(&foot.normal).abs() < 1e-9, "{name}: not principal directions");
            for (value, along) in curvature.values.into_iter().zip(curvature.directions) {
                let h = 1e-6;
                let [before, after] = [-h, h].map(|step| surface.closest_point(&(foot.point + along * step)));
                if before.on_edge || after.on_edge {
                    continue;
                }
                let change = (after.normal - before.normal) / (2.0 * h);
                assert!((change - along * value).norm() < 2e-4 * value.abs().max(50.0), "{name}: {change:?}, {value}");
            }
        }
    }
}

#[test]
fn rays_end_on_the_surface_and_nothing_is_before_them() {
    for (name, surface) in all() {
        let mut hits = 0;
        for i in 0..150 {
            let origin = point(i, 0.03);
            let along = (point(3 * i + 7, 0.02) - origin).normalize();
            let hit = surface.cast_ray(&origin, &along);
            if let Some(hit) = &hit {
                hits += 1;
                assert!((hit.point - origin - along * hit.distance).norm() < 1e-10, "{name}");
                let foot = surface.closest_point(&hit.point);
                assert!(foot.distance.abs() < 1e-10, "{name}: the hit is {:e} off", foot.distance);
            }
            // On the way there the ray changes sides nowhere, unless around an edge.
            let (step, end) = (2e-4, hit.map_or(0.12, |hit| hit.distance - 1e-6));
            let mut last = surface.closest_point(&origin);
            for at in (1..).map(|k| f64::from(k) * step).take_while(|at| *at < end) {
                let next = surface.closest_point(&(origin + along * at));
                let changed = last.distance * next.distance < 0.0 && (last.distance - next.distance).abs() <= step;
                assert!(!changed || last.on_edge || next.on_edge, "{name}: passed through at {at}, hit at {end}");
                last = next;
            }
        }
        assert!(hits > 25, "{name}: {hits} hits");
    }
}

#[test]
fn quadrature_converges_to_the_exact_area_with_the_fourth_power() {
    for (name, surface) in exact() {
        let error = |spacing: f64| {
            let sum: f64 = surface.compute_quadrature(spacing).iter().map(|point| point.area).sum();
            (sum / surface.compute_area() - 1.0).abs()
        };
        let (coarse, fine) = (error(0.004), error(0.001));
        let order = order(coarse, fine) / 2.0;
        // On spirals, and where the parameters are lengths, the sum is exact.
        assert!(fine < 1e-13 || (3.4..4.8).contains(&order), "{name}: {coarse:e}, {fine:e}: order {order}");
        assert!(fine < 1e-5, "{name}: {fine:e}");
    }
}

/// ∫ exp(a·n) dA = 4πR² sinh|a|/|a| over a sphere.
#[test]
fn on_a_closed_sphere_the_spiral_is_of_third_order() {
    let sphere = Sphere::new(Vector3::zeros(), 1.0).expect("a sphere");
    let a: Vector3<f64> = Vector3::new(1.2, 0.6, -1.5);
    let exact = 4.0 * PI * a.norm().sinh() / a.norm();
    let error = |spacing: f64| {
        let sum: f64 = sphere.compute_quadrature(spacing).iter().map(|p| a.dot(&p.normal).exp() * p.area).sum();
        (sum / exact - 1.0).abs()
    };
    let order = order(error(0.1), error(0.025)) / 2.0;
    assert!((2.6..3.4).contains(&order), "{order}");
}

/// ∮ x·n dA = 3 V, whatever the surface and wherever the origin.
#[test]
fn quadrature_finds_the_volume_of_closed_bodies() {
    let volumes = [
        ("sphere", 4.0 / 3.0 * PI * 0.014f64.powi(3)),
        ("ellipsoid", 4.0 / 3.0 * PI * 0.02 * 0.014 * 0.009),
        ("hollow ellipsoid", -4.0 / 3.0 * PI * 0.02 * 0.014 * 0.009),
        ("torus", 2.0 * PI * PI * 0.02 * 0.006 * 0.006),
    ];
    let surfaces = exact();
    for (wanted, volume) in volumes {
        let (_, surface) = surfaces.iter().find(|(name, _)| *name == wanted).expect("it is in the list");
        let sum: f64 = surface.compute_quadrature(5e-4).iter().map(|p| p.point.dot(&p.normal) * p.area).sum();
        assert!((sum / (3.0 * volume) - 1.0).abs() < 1e-6, "{wanted}: {} for {volume}", sum / 3.0);
    }
}

/// Areas of spheroids in elementary functions (Kern and Bland 1948): oblate 2πa²(1 + (1−e²)/e·artanh e), prolate
/// 2πa²(1 + c/(a e)·arcsin e).
#[test]
fn the_area_of_a_spheroid_is_elementary() {
    let make = |axes| Ellipsoid::new(Vector3::zeros(), [Vector3::x(), Vector3::y()], axes).expect("an ellipsoid");
    let (a, c) = (0.014f64, 0.006f64);
    let e = (1.0 - c * c / (a * a)).sqrt();
    let oblate = 2.0 * PI * a * a * (1.0 + (1.0 - e * e) / e * e.atanh());
    assert!((make([a, a, c]).compute_area() / oblate - 1.0).abs() < 1e-14);
    let prolate = 2.0 * PI * c * c * (1.0 + a / (c * e) * e.asin());
    assert!((make([c, a, c]).compute_area() / prolate - 1.0).abs() < 1e-14);
    assert!((make([a, a, a]).compute_area() / (4.0 * PI * a * a) - 1.0).abs() < 1e-14);
}

/// Where the nearest point is not unique, one of them is given.
#[test]
fn centres_axes_and_symmetry_planes_are_no_trap() {
    let egg = Ellipsoid::new(Vector3::zeros(), [Vector3::x(), Vector3::y()], [3.0, 2.0, 1.0]).expect("an ellipsoid");
    for (x, expected) in [
        (Vector3::zeros(), 1.0),
        // Inside the focal ellipse the shortest way leads out of the plane of the two long axes.
        (Vector3::new(0.5, 0.0, 0.0), (1.0 - 0.25 / 8.0f64).sqrt()),
        (Vector3::new(2.9, 0.0, 0.0), 0.1),
        (Vector3::new(5.0, 0.0, 0.0), 2.0),
        (Vector3::new(0.0, 0.0, -4.0), 3.0),
    ] {
        let foot = egg.closest_point(&x);
        assert!((foot.distance.abs() - expected).abs() < 1e-14, "{x:?}: {} for {expected}", foot.distance);
    }
    let ring = Torus::new(Vector3::zeros(), Vector3::z(), 2.0, 0.5).expect("a torus");
    assert!((ring.closest_point(&Vector3::zeros()).distance - 1.5).abs() < 1e-15);
    assert!((ring.closest_point(&Vector3::x_axis().scale(2.0)).distance + 0.5).abs() < 1e-15);
    let cup = SphericalCup::new(Vector3::zeros(), 1.0, -Vector3::z(), 1.0).expect("a cup");
    assert!((cup.closest_point(&Vector3::zeros()).distance - 1.0).abs() < 1e-15);
    // Straight above the rim's middle every point of the rim is nearest.
    let above = cup.closest_point(&Vector3::new(0.0, 0.0, 1.0));
    assert!(above.on_edge && (above.distance - (2.0 + 2.0 * 1f64.cos()).sqrt()).abs() < 1e-14);
}

#[test]
fn impossible_shapes_are_refused_with_a_hint() {
    let o = Vector3::zeros();
    let wrong = [
        Sphere::new(o, 0.0).map(|_| ()),
        Sphere::new(o, f64::NAN).map(|_| ()),
        SphericalCup::new(o, 1.0, o, 1.0).map(|_| ()),
        SphericalCup::new(o, 1.0, Vector3::z(), 4.0).map(|_| ()),
        Plane::new(o, Vector3::z(), Vector3::x(), [1.0, -1.0]).map(|_| ()),
        Cylinder::new(o, Vector3::z(), 1.0, f64::INFINITY).map(|_| ()),
        Torus::new(o, Vector3::z(), 1.0, 1.0).map(|_| ()),
        Ellipsoid::new(o, [Vector3::x(), Vector3::x()], [1.0; 3]).map(|_| ()),
    ];
    for (case, result) in wrong.into_iter().enumerate() {
        let error = result.expect_err("impossible");
        assert!(!error.hint.is_empty(), "case {case}: {error}");
    }
}
