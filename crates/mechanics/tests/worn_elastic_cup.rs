//! The worn cup of finite elements against the new one, which has its own references.
#![allow(clippy::expect_used)]

use mechanics::contact::Pull;
use mechanics::solid::revolution::{
    BallAndCup, CupCompliance, Edge, ElasticCup, LayerMaterial, Profile, Resolution, RevolvedLayer, WornElasticCup,
    WornRest,
};
use nalgebra::Vector3;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

const BALL: f64 = 13.92e-3;

fn sizes(radius: f64) -> BallAndCup {
    let ball = Some(LayerMaterial { modulus: 420.0, poisson: 0.3 });
    BallAndCup { radius, ball_radius: BALL, modulus: 0.5e9, ball }
}

fn compliance(cells: usize) -> Arc<CupCompliance> {
    let material = LayerMaterial { modulus: 1.0, poisson: 0.4 };
    let profile = Profile {
        rim_angle: FRAC_PI_2,
        edge: Edge::Sharp,
        layers: vec![RevolvedLayer { thickness: 8.0 / 14.0, material }],
        held_to: FRAC_PI_2,
    };
    Arc::new(CupCompliance::compute(&profile, &Resolution { cells, ..Resolution::default() }).expect("a liner"))
}

#[test]
fn without_depth_it_is_the_new_cup() {
    let compliance = compliance(14);
    let (new, worn) =
        (ElasticCup::new(Arc::clone(&compliance), &sizes(14e-3)), WornElasticCup::new(compliance, &sizes(14e-3)));
    let (mut one, mut other) = (new.scratch(), worn.scratch());
    let shape = worn.shape(&[]);
    for load in [Vector3::new(0.0, 0.0, -800.0), Vector3::new(500.0, 0.0, -900.0), Vector3::new(1500.0, 900.0, -1500.0)]
    {
        let start = load.normalize() * 150e-6;
        let a = new.solve_equilibrium(&load, start, &mut one).expect("rest");
        // The new cup turns its points into the plane of the load: those of the other one lie where they lie.
        let b = worn.solve_rest(&shape, &Pull::constant(load), &WornRest::guess(start), &mut other).expect("rest");
        let in_plane = load.y == 0.0;
        let allowed = if in_plane { 1e-4 } else { 5e-3 };
        assert!((a - b.place).norm() < allowed * a.norm(), "{load}: {a} {}", b.place);
        let peak = |forces: &[f64], areas: &[f64]| forces.iter().zip(areas).map(|(f, a)| f / a).fold(0.0, f64::max);
        let (p, q) = (new.patch(&one).peak_pressure, peak(other.forces(), worn.areas()));
        assert!((q / p - 1.0).abs() < 0.04, "{load}: {p} {q}");
        assert!((worn.force(&shape, &b.place, &other) + load).norm() < 2e-5 * load.norm());
    }
}

/// A cup that is deeper everywhere by the same is a larger cup that gives way as the smaller one does, but for this: a cell of width
/// w goes deeper as a whole along the normal of its middle, so that gaps differ by depth · w²/24, 3e-4 of the eccentricity here.
#[test]
fn an_even_depth_is_a_larger_cup() {
    let (depth, compliance) = (60e-6, compliance(12));
    let deeper = WornElasticCup::new(Arc::clone(&compliance), &sizes(14e-3));
    // The compliance scales with 1/(E R): the modulus makes up for the larger radius; the ball's part by its ratio follows.
    let ratio = (14e-3 + depth) / 14e-3;
    let larger = WornElasticCup::new(compliance, &BallAndCup { modulus: 0.5e9 / ratio, ..sizes(14e-3 + depth) });
    let pull = Pull::constant(Vector3::new(700.0, 300.0, -1500.0));
    let guess = WornRest::guess(pull.load.normalize() * 200e-6);
    let rest = |cup: &WornElasticCup, depth: f64| {
        let (shape, mut scratch) = (cup.shape(&vec![depth; cup.points()]), cup.scratch());
        let rest = cup.solve_rest(&shape, &pull, &guess, &mut scratch).expect("rest");
        (rest.place, scratch.forces().to_vec())
    };
    let ((a, f), (b, g)) = (rest(&deeper, depth), rest(&larger, 0.0));
    assert!((a - b).norm() < 4e-4 * a.norm(), "{a} {b}");
    let most = f.iter().copied().fold(0.0, f64::max);
    assert!(f.iter().zip(&g).all(|(f, g)| (f - g).abs() < 2e-3 * most));
}

#[test]
fn the_slope_is_that_of_the_force_on_any_shape() {
    let cup = WornElasticCup::new(compliance(12), &sizes(14e-3));
    let depth: Vec<f64> = cup.normals().iter().map(|n| 40e-6 * (1.0 + n.x + 0.5 * n.y * n.z)).collect();
    let (shape, mut scratch) = (cup.shape(&depth), cup.scratch());
    let e = Vector3::new(60e-6, 30e-6, -170e-6);
    let mut force = |e: &Vector3<f64>| {
        cup.close(&shape, e, 1e-10, &mut scratch).expect("contact");
        cup.force(&shape, e, &scratch)
    };
    let h = 1e-9;
    let columns = [0, 1, 2].map(|k| (force(&(e + Vector3::ith(k, h))) - force(&(e - Vector3::ith(k, h)))) / (2.0 * h));
    force(&e);
    let slope = cup.compute_tangent(&shape, &e, &mut scratch).expect("contact");
    for (k, column) in columns.iter().enumerate() {
        assert!((column - slope.column(k)).norm() < 3e-3 * slope.norm(), "{k}: {column} {slope}");
    }
}

/// Points, areas and polygons are of one surface.
#[test]
fn polygons_cover_the_hemisphere_once() {
    let cup = WornElasticCup::new(compliance(16), &sizes(14e-3));
    let (points, connectivity, offsets) = cup.polygons(14e-3);
    assert_eq!(offsets.len(), cup.points());
    let shape = cup.shape(&[]);
    let mut from = 0;
    let (mut total, mut first) = (0.0, None::<f64>);
    for (cell, &end) in offsets.iter().enumerate() {
        let corners: Vec<Vector3<f64>> =
            connectivity[from..end as usize].iter().map(|&k| Vector3::from(points[k as usize])).collect();
        from = end as usize;
        let middle: Vector3<f64> = corners.iter().sum::<Vector3<f64>>() / corners.len() as f64;
        let twice: Vector3<f64> = (0..corners.len()).map(|k| corners[k].cross(&corners[(k + 1) % corners.len()])).sum();
        let area = 0.5 * twice.dot(&middle.normalize());
        // All turn the same way.
        assert!(area * first.get_or_insert(area).signum() > 0.0, "{cell}");
        total += area.abs();
        assert!((middle.normalize() - cup.middle(&shape, cell).normalize()).norm() < 0.12, "{cell}");
    }
    let exact = TAU * 14e-3_f64.powi(2);
    assert!((total / exact - 1.0).abs() < 0.02, "{}", total / exact);
    assert!((cup.areas().iter().sum::<f64>() / exact - 1.0).abs() < 1e-3);
}

/// No wave of depth is answered by more than the stiffest: at a point of its own by less, in a patch of neighbours by nearly as much.
#[test]
fn the_stiffest_bounds_what_every_depth_is_answered_by() {
    let cup = WornElasticCup::new(compliance(12), &sizes(14e-3));
    let stiffest = cup.compute_stiffest().expect("positive");
    let mut scratch = cup.scratch();
    let e = Vector3::new(0.0, 0.0, -250e-6);
    let mut force = |depth: &[f64]| {
        cup.close(&cup.shape(depth), &e, 1e-10, &mut scratch).expect("contact");
        scratch.forces().to_vec()
    };
    let plain = force(&[]);
    let mut most = 0.0_f64;
    for point in [0, 5, 20, 60] {
        assert!(plain[point] > 0.0);
        let mut depth = vec![0.0; cup.points()];
        depth[point] = 1e-9;
        let answer = (plain[point] - force(&depth)[point]) / cup.areas()[point] / 1e-9;
        assert!(answer > 0.0 && answer < stiffest, "{point}: {answer:e} {stiffest:e}");
        most = most.max(answer);
    }
    assert!(most > 0.2 * stiffest, "{most:e} {stiffest:e}");
}
