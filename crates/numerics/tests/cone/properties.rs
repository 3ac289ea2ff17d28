//! Random contacts: every method satisfies the laws, and all agree.

use crate::solve;
use nalgebra::{DMatrix, Vector3};
use numerics::cone::{ConeData, Method};
use proptest::prelude::*;

fn problem(contacts: usize, numbers: &[f64], friction: f64, erosion: f64) -> ConeData {
    let mut at = numbers.iter().copied().cycle();
    let mut next = move || at.next().unwrap_or(0.5);
    let n = 3 * contacts;
    let root = DMatrix::from_fn(n, n, |_, _| next());
    let free = (0..contacts).map(|_| Vector3::new(next() - 0.3, next(), next())).collect();
    let normals = (0..contacts).map(|_| Vector3::new(next(), next(), 1.5 + next()).normalize()).collect();
    ConeData {
        compliance: &root * root.transpose() / n as f64 + DMatrix::identity(n, n) * 0.2,
        free,
        normals,
        friction: vec![friction; contacts],
        erosion: vec![erosion; contacts],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// With little friction the solution is unique: methods may not differ.
    #[test]
    fn all_methods_agree_and_the_laws_hold(
        contacts in 1..8_usize,
        numbers in prop::collection::vec(-1.0..1.0_f64, 331),
        friction in 0.0..0.15_f64,
        erosion in 0.0..0.05_f64,
    ) {
        let data = problem(contacts, &numbers, friction, erosion);
        let (reference, ..) = solve(&data, Method::GaussSeidel, 1e-12);
        let scale = reference.iter().map(|r| r.norm()).fold(1e-3, f64::max);
        for method in Method::ALL {
            let (r, u, work) = solve(&data, method, 1e-12);
            prop_assert!(work.residual <= 1e-12);
            for (i, (r, u)) in r.iter().zip(&u).enumerate() {
                let n = data.normals[i];
                let (push, opening) = (n.dot(r), n.dot(u));
                let (drag, slip) = (r - n * push, u - n * opening);
                let opening = opening + erosion * push * slip.norm();
                prop_assert!((r - reference[i]).norm() < 1e-9 * scale, "{method:?}: {} {}", r, reference[i]);
                prop_assert!(push >= -1e-10 * scale && opening >= -1e-10 * scale);
                prop_assert!((push * opening).abs() < 1e-9 * scale * scale);
                prop_assert!(drag.norm() <= friction * push + 1e-9 * scale);
                // Friction takes all the power that it can.
                prop_assert!((drag.dot(&slip) + friction * push * slip.norm()).abs() < 1e-9 * scale * (1.0 + slip.norm()));
            }
        }
    }
}
