//! Cases whose answer is known.

use crate::{single, solve};
use nalgebra::{DMatrix, DVector, Vector3};
use numerics::complementarity::Complementarity;
use numerics::cone::{ConeData, ConeError, ConeSettings, ConeSolver, ConeTextError, Method, project};

const TIGHT: f64 = 1e-13;

/// A block of mass m on a slope α: during the time h gravity pushes h g sin α along the slope and h g cos α into it. It
/// rests while tan α ≤ μ, and else gains h g (sin α − μ cos α).
#[test]
fn a_block_rests_on_a_slope_up_to_the_angle_of_friction_and_slides_as_galilei_says_beyond() {
    let (m, g, h, mu) = (2.5, 9.81, 1e-3, 0.4_f64);
    for method in Method::ALL {
        for angle in [0.1, mu.atan() - 1e-6, mu.atan() + 1e-6, 0.9_f64] {
            let normal = Vector3::new(-angle.sin(), 0.0, angle.cos());
            let down = Vector3::new(-angle.cos(), 0.0, -angle.sin());
            let data = single(1.0 / m, Vector3::new(0.0, 0.0, -g * h), normal, [mu, 0.0]);
            let (r, u, _) = solve(&data, method, TIGHT);
            let gain = (h * g * (angle.sin() - mu * angle.cos())).max(0.0);
            assert!((u[0] - down * gain).norm() < 1e-12 * h * g, "{method:?} at {angle}: {}", u[0]);
            assert!((normal.dot(&r[0]) - m * h * g * angle.cos()).abs() < 1e-12 * m * h * g, "{method:?} at {angle}");
        }
    }
}

#[test]
fn what_moves_apart_is_not_touched() {
    for method in Method::ALL {
        for (free, friction) in [(Vector3::new(2.0, -1.0, 0.5), 0.5), (Vector3::new(0.0, 0.0, 0.5), 0.0)] {
            let data = single(0.3, free, Vector3::z(), [friction, 0.1]);
            let (r, _, work) = solve(&data, method, TIGHT);
            assert_eq!((r[0], work.residual), (Vector3::zeros(), 0.0), "{method:?}");
        }
    }
}

/// With wear and sliding in a fixed direction: w r + q + κ r (s − w μ r) = 0 with the free sliding s, a quadratic in r.
#[test]
fn a_worn_sliding_contact_solves_its_quadratic() {
    let (w, q, s, mu) = (0.02, -1.5, 9.0, 0.07);
    for kappa in [1e-5, 1e-3, 2e-2] {
        let (a, b, c): (f64, f64, f64) = (-kappa * w * mu, w + kappa * s, q);
        let exact = -2.0 * c / (b + (b * b - 4.0 * a * c).sqrt());
        for method in Method::ALL {
            let data = single(w, Vector3::new(q, s, 0.0), Vector3::x(), [mu, kappa]);
            let (r, u, _) = solve(&data, method, TIGHT);
            assert!((r[0].x / exact - 1.0).abs() < 1e-11, "{method:?}, κ {kappa}: {} {exact}", r[0].x);
            assert!((r[0].y + mu * exact).abs() < 1e-11 * exact && u[0].y > 0.0, "{method:?}");
            // Sliding opens what the reaction would close.
            assert!((u[0].x + kappa * exact * u[0].y).abs() < 1e-11 * -q, "{method:?}");
        }
    }
}

fn chain(n: usize, mu: f64) -> ConeData {
    // A string of masses on springs: W is the inverse of a banded matrix, in each of three directions.
    let stiff = DMatrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
        0 => 2.2,
        1 => -1.0,
        _ => 0.0,
    });
    let soft = stiff.try_inverse().expect("diagonally dominant");
    let mut compliance = DMatrix::zeros(3 * n, 3 * n);
    for i in 0..n {
        for j in 0..n {
            for axis in 0..3 {
                compliance[(3 * i + axis, 3 * j + axis)] = soft[(i, j)] * [1.0, 0.7, 1.3][axis];
            }
        }
    }
    let free = (0..n).map(|i| Vector3::new(0.4 - (i as f64 * 0.7).sin(), 0.3, -0.2)).collect();
    ConeData { compliance, free, normals: vec![Vector3::x(); n], friction: vec![mu; n], erosion: vec![0.0; n] }
}

#[test]
fn without_friction_it_is_the_linear_complementarity_problem() {
    let n = 30;
    let data = chain(n, 0.0);
    let normal = DMatrix::from_fn(n, n, |i, j| data.compliance[(3 * i, 3 * j)]);
    let gap: Vec<f64> = data.free.iter().map(|q| q.x).collect();
    let guide = DMatrix::zeros(n, 0);
    let known = Complementarity { compliance: &normal, gap: &gap, guide: &guide, force: &[] };
    let known = known.solve(&vec![true; n]).expect("a positive definite matrix");
    for method in Method::ALL {
        let (r, ..) = solve(&data, method, 1e-12);
        let push = DVector::from_iterator(n, r.iter().map(|r| r.x));
        let error = (&push - DVector::from_vec(known.pressure.clone())).norm() / push.norm();
        assert!(error < 1e-10, "{method:?}: {error}");
    }
}

/// The projection is idempotent, lies in the cone, and what it takes away is orthogonal to it.
#[test]
fn the_nearest_point_of_a_cone_is_orthogonal_to_what_was_taken_away() {
    let n = Vector3::new(1.0, 2.0, -0.5).normalize();
    for mu in [0.0, 0.07, 0.8, 3.0] {
        for k in 0..40 {
            let k = f64::from(k);
            let x = Vector3::new((k * 1.3).sin(), (k * 0.7).cos(), (k * 2.1).sin() - 0.3) * (1.0 + k);
            let p = project(x, n, mu);
            let along = n.dot(&p);
            assert!((p - n * along).norm() <= mu * along + 1e-12 * x.norm());
            assert!(p.dot(&(x - p)).abs() < 1e-12 * x.norm_squared());
            assert!((project(p, n, mu) - p).norm() < 1e-12 * x.norm());
        }
    }
}

#[test]
fn text_reads_back_to_the_same_bits_and_names_its_mistakes() {
    let data = chain(4, 0.1);
    let text = data.to_text();
    assert_eq!(ConeData::from_text(&text), Ok(data));
    let cut: String = text.lines().take(6).map(|l| format!("{l}\n")).collect();
    assert_eq!(ConeData::from_text(&cut), Err(ConeTextError { line: 7, what: "the text ends here".into() }));
    let damaged = text.replacen("0.1", "0.1x", 1);
    assert_eq!(ConeData::from_text(&damaged).expect_err("damaged").line, 2);
    assert_eq!(ConeData::from_text("").expect_err("empty").line, 1);
}

#[test]
fn a_malformed_problem_and_one_that_gets_no_time_are_refused_with_numbers() {
    let mut data = chain(5, 0.3);
    let mut solver = ConeSolver::new();
    let mut r = vec![Vector3::zeros(); 5];
    for method in Method::ALL {
        let hurried = ConeSettings { method, iterations: 1, tolerance: 1e-14 };
        let refusal = solver.solve(&data.problem(), &hurried, &mut r);
        assert!(matches!(refusal, Ok(_) | Err(ConeError::NotConverged { .. })), "{method:?}: {refusal:?}");
        r.fill(Vector3::zeros());
    }
    data.friction[2] = f64::NAN;
    let refusal = solver.solve(&data.problem(), &ConeSettings::default(), &mut r);
    assert!(matches!(refusal, Err(ConeError::Malformed { contacts: 5, .. })));
    data.friction.pop();
    assert!(solver.solve(&data.problem(), &ConeSettings::default(), &mut r).is_err());
}

/// Held across its normal, a contact has no compliance there, and no need of it.
#[test]
fn a_contact_that_cannot_slide_pushes_all_the_same() {
    for method in Method::ALL {
        for friction in [0.0, 0.3] {
            let mut data = single(0.0, Vector3::new(0.0, 0.0, -2.0), Vector3::z(), [friction, 0.0]);
            data.compliance[(2, 2)] = 0.5;
            let (r, ..) = solve(&data, method, TIGHT);
            assert!((r[0] - Vector3::new(0.0, 0.0, 4.0)).norm() < 1e-12, "{method:?}: {}", r[0]);
        }
    }
}
