//! The surfaces against formulas that they were not made from: brute force, differences, integrals.

use std::f64::consts::{FRAC_PI_2, PI};

use mechanics::geometry::design::{
    CondyleShape, Femoral, FemoralShape, Insert, InsertShape, Outline, PlateauShape, close_below, compute_volume,
};
use mechanics::geometry::{Foot, Surface};
use nalgebra::Vector3;

use crate::common::*;

/// Points of a surface from dense panels, which know nothing of closest points.
fn nearest_by_force(points: &[Vector3<f64>], from: &Vector3<f64>) -> f64 {
    points.iter().map(|p| (p - from).norm_squared()).fold(f64::INFINITY, f64::min).sqrt()
}

#[test]
fn arcs_join_without_a_kink_and_have_the_radii_that_were_asked_for() {
    let curve = CONDYLE.curve().expect("a curve");
    let [posterior, distal, anterior] = curve.arcs() else { panic!("three arcs") };
    assert_eq!([posterior, distal, anterior].map(|arc| arc.radius), [21e-3, 34e-3, 45e-3]);
    for (a, b) in [(posterior, distal), (distal, anterior)] {
        let joint = a.point(a.tangents[1]);
        assert!((joint - b.point(b.tangents[0])).norm() < 1e-17, "they do not meet");
        // Circles touch where both centres and the point are on one line.
        let (to_a, to_b) = (a.centre - joint, b.centre - joint);
        assert!((to_a.x * to_b.y - to_a.y * to_b.x).abs() < 1e-18, "they cross");
        assert!(to_a.dot(&to_b) > 0.0);
        assert!(((a.centre - b.centre).norm() - (a.radius - b.radius).abs()).abs() < 1e-16);
    }
    // The distal centre is straight above the lowest point; the others follow from the law of cosines.
    assert!((distal.centre.y - 34e-3).abs() < 1e-18 && distal.centre.x.abs() < 1e-18);
    let (gap, angle) = (13e-3, CONDYLE.posterior_from);
    assert!((posterior.centre.x + gap * angle.sin()).abs() < 1e-17);
    assert!((posterior.centre.y - (34e-3 - gap * angle.cos())).abs() < 1e-17);
}

#[test]
fn no_other_point_of_a_condyle_is_closer_and_normals_are_gradients() {
    let femoral = femoral();
    let points: Vec<Vector3<f64>> = femoral.compute_quadrature(2.5e-4).iter().map(|p| p.point).collect();
    let (mut inside, mut edges) = (0, 0);
    for i in 0..400 {
        let x = point(i, [0.045, 0.045, 0.05]);
        let foot = femoral.closest_point(&x);
        let least = nearest_by_force(&points, &x);
        assert!(foot.distance.abs() <= least + 1e-12, "{x:?}: {} is more than {least}", foot.distance);
        assert!(least < foot.distance.abs() + 1.5e-4, "{x:?}: {least} is more than {}", foot.distance);
        assert!(((x - foot.point).norm() - foot.distance.abs()).abs() < 1e-14);
        let again = femoral.closest_point(&foot.point);
        assert!((again.point - foot.point).norm() < 1e-12 && again.distance.abs() < 1e-12);
        if foot.on_edge {
            edges += 1;
            continue;
        }
        let at = |k: usize, h: f64| {
            let mut there = x;
            there[k] += h;
            femoral.closest_point(&there).distance
        };
        let gradient = Vector3::from_fn(|k, _| (at(k, 1e-7) - at(k, -1e-7)) / 2e-7);
        if (gradient.norm() - 1.0).abs() < 1e-4 {
            inside += 1;
            assert!((gradient - foot.normal).norm() < 2e-5, "{x:?}: {gradient:?} is not {:?}", foot.normal);
        }
    }
    assert!(inside > 150 && edges > 20, "{inside} points were inside, {edges} on edges");
}

/// What a follower is told agrees with what it would have been told.
#[test]
fn what_is_beyond_the_reach_is_further_than_said() {
    let femoral = femoral();
    let last = mechanics::geometry::Landing { at: Vector3::zeros(), facet: u32::MAX, rival: f64::NEG_INFINITY };
    let mut beyond = 0;
    for i in 0..300 {
        let x = point(i, [0.12, 0.12, 0.12]);
        let foot = femoral.closest_point(&x);
        match femoral.follow(&x, &last, 1e-3) {
            mechanics::geometry::Followed::Landed(same, _) => assert_eq!(same, foot),
            mechanics::geometry::Followed::Beyond { clearance, .. } => {
                beyond += 1;
                assert!(clearance > 1e-3 && clearance <= foot.distance.abs(), "{clearance} {}", foot.distance);
            }
        }
    }
    assert!(beyond > 50, "{beyond}");
}

fn check_curvature(surface: &dyn Surface, foot: &Foot) {
    let curvature = surface.curvature(foot);
    let [a, b] = curvature.directions;
    assert!(curvature.values[0] <= curvature.values[1] + 1e-9);
    assert!(a.dot(&b).abs() < 1e-9 && a.dot(&foot.normal).abs() < 1e-9 && (a.norm() - 1.0).abs() < 1e-12);
    for (value, along) in curvature.values.into_iter().zip(curvature.directions) {
        let [before, after] = [-1e-6, 1e-6].map(|step| surface.closest_point(&(foot.point + along * step)));
        // Across a joint of two arcs the curvature leaps.
        if before.facet != foot.facet || after.facet != foot.facet || before.on_edge || after.on_edge {
            continue;
        }
        let change = (after.normal - before.normal) / 2e-6;
        assert!(
            (change - along * value).norm() < 2e-4 * value.abs().max(50.0),
            "{change:?} is not {value} along {along:?}"
        );
    }
}

#[test]
fn curvature_is_the_change_of_the_normal_and_has_the_designed_radii() {
    let (femoral, insert) = (femoral(), insert());
    for i in 0..150 {
        for surface in [&femoral as &dyn Surface, &insert] {
            let foot = surface.closest_point(&point(i, [0.02, 0.04, 0.035]));
            if !foot.on_edge {
                check_curvature(surface, &foot);
            }
        }
    }
    // Straight below the distal arc of the medial condyle: 1/34 and 1/30 per mm.
    let low =
        femoral.condyles().next().expect("a condyle").1.point_with_normal(&-Vector3::y()).expect("a lowest point");
    let values = femoral.curvature(&femoral.closest_point(&(low - Vector3::y() * 1e-3))).values;
    assert!((values[0] - 1.0 / 34e-3).abs() < 1e-9 && (values[1] - 1.0 / 30e-3).abs() < 1e-9, "{values:?}");
    let insert = Insert::new(InsertShape { toe_in: 0.0, ..insert_shape() }, 2e-3).expect("an insert");
    let low = insert.lowest().next().expect("a lowest point");
    let values = insert.curvature(&insert.closest_point(&(low + Vector3::y() * 1e-3))).values;
    assert!((values[0] + 1.0 / 33e-3).abs() < 1e-9 && (values[1] + 1.0 / 56e-3).abs() < 1e-9, "{values:?}");
}

/// Pappus: an arc of the radius r, half opening β, swept by φ at the distance R of its top from the axis has the area
/// `2 φ r ((R − r) β + r sin β)`.
#[test]
fn areas_are_those_of_pappus_and_of_the_sum_of_panels() {
    let plain = CondyleShape { edge_radius: 0.0, ..CONDYLE };
    let shape = FemoralShape { condyles: [plain; 2], present: [true, false], ..femoral_shape() };
    let femoral = Femoral::new(shape).expect("one condyle");
    let (r, beta) = (30e-3_f64, (13.0_f64 / 30.0).asin());
    let arcs = [(21e-3, 1.8), (34e-3, 0.65), (45e-3, 0.35)];
    let pappus: f64 = arcs.iter().map(|(big, phi)| 2.0 * phi * r * ((big - r) * beta + r * beta.sin())).sum();
    assert!((femoral.compute_area() / pappus - 1.0).abs() < 1e-13);
    let sum = |spacing: f64| femoral.compute_quadrature(spacing).iter().map(|p| p.area).sum::<f64>();
    let errors = [4e-3, 1e-3].map(|spacing| (sum(spacing) / pappus - 1.0).abs());
    assert!(errors[1] < 1e-8 && (errors[0] / errors[1]).log2() / 2.0 > 3.5, "{errors:?}");
    let rounded = Femoral::new(femoral_shape()).expect("two condyles");
    let sum: f64 = rounded.compute_quadrature(5e-4).iter().map(|p| p.area).sum();
    assert!((sum / rounded.compute_area() - 1.0).abs() < 1e-7);
}

#[test]
fn rays_end_on_the_surface() {
    let (femoral, insert) = (femoral(), insert());
    let mut hits = 0;
    for i in 0..120 {
        let origin = point(i, [0.03, 0.03, 0.04]);
        let along = (point(3 * i + 7, [0.02, 0.03, 0.03]) - origin).normalize();
        for surface in [&femoral as &dyn Surface, &insert] {
            if let Some(hit) = surface.cast_ray(&origin, &along) {
                hits += 1;
                assert!((hit.point - origin - along * hit.distance).norm() < 1e-10);
                let foot = surface.closest_point(&hit.point);
                assert!(foot.distance.abs() < 1e-10, "the hit is {:e} off", foot.distance);
            }
        }
    }
    assert!(hits > 60, "{hits} hits");
}

#[test]
fn no_other_point_of_an_insert_is_closer() {
    let insert = insert();
    let mut fine = insert.triangulate(3e-4).expect("a mesh").vertices().to_vec();
    for [x, z] in [-1.0, 1.0].into_iter().flat_map(|side| OUTLINE.boundary(side, 1e-4)) {
        fine.extend(insert.height(x, z).map(|(y, _)| Vector3::new(x, y, z)));
    }
    let mut edges = 0;
    for i in 0..250 {
        // Near the surface, and beside its border.
        let [u, v, w] = spread(i);
        let (x, z) = ((2.0 * u - 1.0) * 0.026, (2.0 * v - 1.0) * 0.039);
        let at = Vector3::new(x, insert.height(x, z).map_or(0.005, |(y, _)| y) + (2.0 * w - 1.0) * 5e-3, z);
        let foot = insert.closest_point(&at);
        let least = nearest_by_force(&fine, &at);
        // The border of the mesh has chords: it may be nearer or further by their height, 1 µm.
        assert!(foot.distance.abs() <= least + 3e-6, "{at:?}: {} is more than {least}", foot.distance);
        // Corners are half a diagonal of 0.3 mm away from any point at most.
        let most = (foot.distance.powi(2) + 3e-4_f64.powi(2)).sqrt();
        assert!(least < most + 3e-6, "{at:?}: {least} is more than {most}");
        edges += usize::from(foot.on_edge);
        if let (Some((height, normal)), false) = (insert.height(foot.point.x, foot.point.z), foot.on_edge) {
            assert!((height - foot.point.y).abs() < 1e-12 && (normal - foot.normal).norm() < 1e-9);
        }
    }
    assert!(edges > 20, "{edges}");
}

/// Seen from above, without slope and toe-in, the dish is `y = R − √((R − n)² − x²)` with `n = r − √(r² − ζ²)`.
#[test]
fn heights_of_a_dish_are_those_of_its_equation() {
    let shape = InsertShape { slope: 0.0, toe_in: 0.0, ..insert_shape() };
    let insert = Insert::new(shape, 2e-3).expect("an insert");
    for i in 0..200 {
        let [u, v, _] = spread(i);
        // Between the lips, outside of the eminence.
        let (x, zeta) = (-12e-3 + 27e-3 * u, -12e-3 + 20e-3 * v);
        let n = 33e-3 - (33e-3_f64.powi(2) - zeta * zeta).sqrt();
        let exact = 56e-3 - ((56e-3 - n).powi(2) - x * x).sqrt();
        let Some((height, _)) = insert.height(x - 3e-3, 23e-3 + zeta) else { continue };
        assert!((height - exact).abs() < 1e-13, "{height} is not {exact}");
    }
    let sin: f64 = 23.0 / 41.0;
    let crest = 41e-3 * (1.0 - (1.0 - sin * sin).sqrt());
    assert!((insert.eminence_height(0) - crest).abs() < 1e-15);
    let (height, normal) = insert.height(-3e-3, 0.0).expect("the crest");
    assert!((height - crest).abs() < 1e-12 && (normal - Vector3::y()).norm() < 1e-9, "{height} {normal:?}");
    assert!(insert.compute_step() < 1e-12, "like plateaus meet without a step");
}

#[test]
fn volume_and_thickness_of_an_insert_are_found_in_two_ways() {
    let insert = insert();
    // By strips over the plan, and by the divergence theorem over a closed mesh, whose error falls with the square.
    let volume = insert.compute_volume();
    let of_mesh = |step: f64| {
        let mesh = insert.triangulate(step).expect("a mesh");
        compute_volume(&close_below(&mesh, insert.underside()))
    };
    let errors = [1e-3, 2.5e-4].map(|step| (of_mesh(step) / volume - 1.0).abs());
    assert!(errors[0] < 5e-4 && errors[1] < 2e-5 && errors[1] < 0.1 * errors[0], "{volume} {errors:?}");
    // The thinnest place in closed form (where the normal is upright), and the lowest corner of a fine mesh.
    let lowest = insert.triangulate(4e-4).expect("a mesh").vertices().iter().map(|v| v.y).fold(f64::INFINITY, f64::min);
    assert!((0.0..1e-6).contains(&lowest), "{lowest}");
    for low in insert.lowest() {
        assert!(low.y.abs() < 1e-15, "{low:?}");
        let (height, normal) = insert.height(low.x, low.z).expect("inside");
        assert!(height.abs() < 1e-12 && (normal - Vector3::y()).norm() < 1e-9);
    }
    assert!((insert.underside() + 8e-3).abs() < 1e-18);
}

/// An insert for one side ends on either side of its plateau; without corners it is a strip, whose volume is an integral in
/// one variable: with ζ from the plateau's middle its section is `n = r − √(r² − ζ²)` high, and every circle around the
/// sagittal axis is narrower by n.
#[test]
fn an_insert_for_one_side_has_the_volume_of_its_strip() {
    let outline = Outline { corner_radius: 1e-6, notch_width: 1e-3, notch_depth: 0.0, inner: 9e-3, ..OUTLINE };
    let flat = PlateauShape { anterior_lip_from: 40e-3, posterior_lip_from: 40e-3, ..PLATEAU };
    let shape = InsertShape {
        plateaus: [flat; 2],
        present: [false, true],
        slope: 0.0,
        toe_in: 0.0,
        dwell: 0.0,
        outline,
        ..insert_shape()
    };
    let insert = Insert::new(shape, 1e-3).expect("an insert");
    let (n, half) = (4000, 24e-3_f64);
    let across: f64 = (0..n)
        .map(|i| {
            let zeta = -14e-3 + 28e-3 * (f64::from(i) + 0.5) / f64::from(n);
            let rho = 56e-3 - (33e-3 - (33e-3_f64.powi(2) - zeta * zeta).sqrt());
            // ∫ (8 mm + 56 mm − √(ρ² − x²)) dx over the depth, closed.
            let under = half * (rho * rho - half * half).sqrt() + rho * rho * (half / rho).asin();
            (8e-3 + 56e-3) * 2.0 * half - under
        })
        .sum();
    let exact = across * 28e-3 / f64::from(n);
    let by_strips = insert.compute_volume();
    assert!((by_strips / exact - 1.0).abs() < 1e-5, "{by_strips} {exact}");
    let closed = compute_volume(&close_below(insert.bearing(), insert.underside()));
    assert!((closed / exact - 1.0).abs() < 1e-3, "{closed} {exact}");
    let ends = insert.bearing().vertices().iter().map(|v| v.z);
    let (low, high) = ends.fold((f64::INFINITY, 0.0_f64), |(low, high), z| (low.min(z), high.max(z)));
    assert!((low - 9e-3).abs() < 1e-9 && (high - 37e-3).abs() < 1e-9, "{low} {high}");
}

/// A slope of σ moves the lowest point back by R sin σ.
#[test]
fn a_slope_moves_the_lowest_point_back() {
    let insert = Insert::new(InsertShape { toe_in: 0.0, ..insert_shape() }, 2e-3).expect("an insert");
    for low in insert.lowest() {
        assert!((low.x - (-3e-3 - 56e-3 * 0.06_f64.sin())).abs() < 1e-12, "{}", low.x);
    }
}

#[test]
fn the_area_of_an_outline_is_that_of_its_widths() {
    let n = 400_000;
    let step = OUTLINE.depth / n as f64;
    let across = |x: f64| 2.0 * (OUTLINE.half_width(x) - OUTLINE.half_notch(x));
    let sum: f64 = (0..n).map(|i| across(-0.5 * OUTLINE.depth + (i as f64 + 0.5) * step) * step).sum();
    assert!((sum / OUTLINE.compute_area() - 1.0).abs() < 1e-7, "{sum} {}", OUTLINE.compute_area());
    let by_strips = insert().integrate(1e-3, |_, _| 1.0);
    assert!((by_strips / OUTLINE.compute_area() - 1.0).abs() < 1e-6, "{by_strips}");
}

#[test]
fn triangles_are_within_their_sagitta_and_look_outwards() {
    let femoral = femoral();
    for sagitta in [1e-4, 1e-5] {
        let mesh = femoral.triangulate(sagitta);
        let mut worst: f64 = 0.0;
        for t in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.corners(t);
            let foot = femoral.closest_point(&((a + b + c) / 3.0));
            worst = worst.max(foot.distance.abs());
            assert!((b - a).cross(&(c - a)).dot(&foot.normal) > 0.0, "triangle {t} looks inwards");
        }
        // A point of a triangle is off along both directions at most.
        assert!(worst < 2.0 * sagitta, "{worst} for {sagitta}");
    }
    let mesh = insert().bearing().clone();
    assert!((0..mesh.triangles().len()).all(|t| {
        let [a, b, c] = mesh.corners(t);
        (b - a).cross(&(c - a)).y > 0.0
    }));
}

/// A sphere is the design whose radii are all alike.
#[test]
fn a_condyle_of_one_radius_is_a_sphere() {
    let r = 20e-3;
    let ball = CondyleShape {
        distal_radius: r,
        posterior_radius: r,
        anterior_radius: r,
        coronal_radius: r,
        edge_radius: 0.0,
        width: 1.9 * r,
        posterior_to: FRAC_PI_2,
        anterior_to: FRAC_PI_2,
        ..CONDYLE
    };
    let shape = FemoralShape { condyles: [ball; 2], present: [false, true], spacing: 46e-3, toe_in: 0.0 };
    let femoral = Femoral::new(shape).expect("a ball");
    let centre = Vector3::new(0.0, 0.0, 23e-3);
    for i in 0..200 {
        let way = point(i, [1.0, 1.0, 1.0]);
        let way = Vector3::new(way.x, -way.y.abs() - 0.3, way.z).normalize();
        let from = centre + way * (r + 3e-3 * (spread(i)[2] - 0.5));
        let foot = femoral.closest_point(&from);
        if !foot.on_edge {
            assert!((foot.distance - ((from - centre).norm() - r)).abs() < 1e-16 && (foot.normal - way).norm() < 1e-13);
        }
    }
    assert!((femoral.compute_area() / (PI * 2.0 * r * r * 0.95) - 1.0).abs() < 1e-13, "a zone of a sphere");
}

#[test]
fn what_does_not_go_together_is_named_with_both_numbers_and_with_what_would() {
    let condyle = |change: &dyn Fn(&mut CondyleShape)| {
        let mut shape = CONDYLE;
        change(&mut shape);
        Femoral::new(FemoralShape { condyles: [shape; 2], ..femoral_shape() }).map(|_| ())
    };
    let insert = |change: &dyn Fn(&mut InsertShape)| {
        let mut shape = insert_shape();
        change(&mut shape);
        Insert::new(shape, 2e-3).map(|_| ())
    };
    let plateau = |change: &dyn Fn(&mut PlateauShape)| insert(&|shape| shape.plateaus.iter_mut().for_each(change));
    let outline = |change: &dyn Fn(&mut Outline)| insert(&|shape| change(&mut shape.outline));
    // Flat plateaus: a slope soon moves their lowest points off the insert.
    let sloped = |slope: f64| {
        insert(&|shape| {
            let flat = |p: &mut PlateauShape| {
                (p.sagittal_radius, p.anterior_lip_radius, p.posterior_lip_radius) = (100e-3, 200e-3, 200e-3);
            };
            shape.plateaus.iter_mut().for_each(flat);
            shape.slope = slope;
        })
    };
    let cases = [
        (condyle(&|c| c.posterior_to = 0.3), "medial.posterior-to", "17.19°", "22.92°"),
        (condyle(&|c| c.posterior_radius = 3e-3), "medial.posterior-radius", "3 mm", "5.079 mm"),
        (condyle(&|c| c.edge_radius = 31e-3), "medial.edge-radius", "31 mm", "30 mm"),
        (condyle(&|c| c.width = 70e-3), "medial.width", "70 mm", "30 mm"),
        (plateau(&|p| p.anterior_lip_radius = 9e-3), "medial.anterior-lip-radius", "9 mm", "18 mm"),
        (plateau(&|p| p.coronal_radius = 13e-3), "medial.coronal-radius", "13 mm", "23 mm"),
        (insert(&|s| s.thickness = -1e-3), "thickness", "-1 mm", "0 mm"),
        (insert(&|s| s.spacing = 80e-3), "spacing", "80 mm", "74 mm"),
        (outline(&|o| o.corner_radius = 30e-3), "outline.corner-radius", "30 mm", "48 mm"),
        (outline(&|o| o.notch_depth = 60e-3), "outline.notch-depth", "60 mm", "48 mm"),
        (outline(&|o| o.inner = 30e-3), "outline.inner", "30 mm", "23 mm"),
        (condyle(&|c| c.edge_radius = -1e-3), "medial.edge-radius", "-1 mm", "0 mm"),
        (sloped(0.34), "slope", "19.48°", "100 mm"),
    ];
    for (result, field, first, second) in cases {
        let error = result.expect_err(field);
        assert_eq!(error.field, field, "{error}");
        let text = format!("{error}; {}", error.hint);
        assert!(text.contains(first) && text.contains(second) && !error.hint.is_empty(), "{text}");
    }
    // The slope that the hint names works, and one a tenth of a degree further does not.
    let hint = sloped(0.34).expect_err("too steep").hint;
    let most: f64 = hint.split([' ', '°']).find_map(|word| word.parse().ok()).expect("a number");
    assert!(sloped(most.to_radians()).is_ok(), "{hint}");
    assert!(sloped((most + 0.1).to_radians()).is_err(), "{hint}");
}
