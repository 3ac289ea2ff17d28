//! What is remembered from pose to pose changes the cost, never the answer.

use std::sync::Arc;

use mechanics::contact::surfaces::{Fields, Sampled, SurfacePair, Twist};
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use nalgebra::{Isometry3, Vector3};

use crate::common::{BALL, CLEARANCE, CUP, at, curved, flat, settings, spread};

fn pairs() -> Vec<(&'static str, SurfacePair)> {
    let cup = || tessellate_cup(12, CUP, 1.4).expect("a cup");
    // An egg, so that it matters how it is turned.
    let egg = || tessellate_ball(8, |v| v.component_mul(&Vector3::new(0.97, 0.985, 1.0)) * BALL).expect("an egg");
    let both = settings(Sampled::Both, 1e-3);
    vec![
        ("curved", SurfacePair::new(Arc::new(curved(cup())), Arc::new(curved(egg())), both.clone()).expect("a pair")),
        ("flat", SurfacePair::new(Arc::new(flat(cup())), Arc::new(flat(egg())), both).expect("a pair")),
    ]
}

/// Leaps and tiny steps, rolling, lifting off, and once through the wall.
fn places() -> Vec<Isometry3<f64>> {
    let mut places = Vec::new();
    for i in 0..24 {
        let [x, y, z] = spread(i);
        let leap = 6.0 * CLEARANCE * Vector3::new(x - 0.5, y - 0.5, z - 1.2);
        let turn = 0.4 * Vector3::new(y - 0.5, z - 0.5, x - 0.5) * (1.0 + i as f64);
        for tiny in [0.0, 1e-4, -1e-6, 1e-9] {
            places.push(at(leap + Vector3::new(0.3, -0.2, 1.0) * tiny, turn * (1.0 + tiny)));
        }
    }
    places.push(at(Vector3::new(0.0, 0.0, 0.1), Vector3::zeros()));
    places.push(at(Vector3::new(0.0, 0.0, -2e-3), Vector3::zeros()));
    places
}

#[test]
fn a_long_history_gives_the_same_bits_as_none() {
    let twist = Twist { linear: Vector3::new(0.01, 0.02, -0.03), angular: Vector3::new(0.3, -0.2, 0.1) };
    for (name, pair) in pairs() {
        let (mut old, mut touched) = (pair.scratch(), 0);
        for (i, place) in places().iter().enumerate() {
            let reach = [0.0, 3e-4, 2e-3][i % 3];
            let mut fields = [(); 4].map(|()| Fields::default());
            let (old_fields, new_fields) = fields.split_at_mut(2);
            let mut new = pair.scratch();
            let remembered = pair.evaluate_with_slopes(place, &twist, &mut old);
            assert_eq!(remembered, pair.evaluate_with_slopes(place, &twist, &mut new), "{name}, place {i}");
            let remembered = pair.evaluate_with_fields(place, &twist, reach, &mut old, old_fields);
            let mut new = pair.scratch();
            let fresh = pair.evaluate_with_fields(place, &twist, reach, &mut new, new_fields);
            assert_eq!(remembered, fresh, "{name}, place {i}");
            for (old, new) in old_fields.iter().zip(&*new_fields) {
                assert_eq!(old.pressure, new.pressure, "{name}, place {i}");
                assert_eq!(old.sliding, new.sliding, "{name}, place {i}");
                let bits = |gaps: &[f64]| gaps.iter().map(|gap| gap.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&old.gap), bits(&new.gap), "{name}, place {i}");
            }
            touched += usize::from(fresh.energy > 0.0);
        }
        assert!(touched > 60, "{name}: only {touched} places touch");
    }
}

#[test]
fn the_deepest_point_is_that_of_the_patch() {
    for (name, pair) in pairs() {
        let (mut old, mut all) = (pair.scratch(), pair.scratch());
        for (i, place) in places().iter().enumerate() {
            pair.evaluate(place, &Twist::REST, &mut all);
            let deepest = all.patch().deepest;
            assert_eq!(pair.compute_deepest(place, &mut pair.scratch()), deepest, "{name}, place {i}, without history");
            assert_eq!(pair.compute_deepest(place, &mut old), deepest, "{name}, place {i}");
            // A history of its own, some places behind.
            if i % 3 == 0 {
                pair.evaluate(place, &Twist::REST, &mut old);
            }
        }
    }
}

#[test]
fn a_thinned_pair_is_rough_but_right() {
    for (name, pair) in pairs() {
        let rough = pair.thinned(4);
        let place = at(Vector3::new(1e-5, 2e-5, -2.5 * CLEARANCE), Vector3::new(0.1, 0.0, 0.2));
        let force = |pair: &SurfacePair| pair.evaluate(&place, &Twist::REST, &mut pair.scratch()).force;
        let (fine, coarse) = (force(&pair), force(&rough));
        assert!((fine - coarse).norm() < 0.1 * fine.norm(), "{name}: {coarse} instead of {fine}");
        let area = |pair: &SurfacePair| pair.points(0).iter().map(|point| point.area).sum::<f64>();
        let (whole, thinned) = (area(&pair), area(&rough));
        assert!((thinned / whole - 1.0).abs() < 0.05, "{name}: {thinned} instead of {whole}");
    }
}
