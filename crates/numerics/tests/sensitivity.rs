//! Sensitivity measures against functions whose measures are known exactly.

use numerics::sensitivity::{MorrisDesign, SensitivityError, SobolDesign};
use std::f64::consts::PI;

/// [Ishigami1990], on the unit cube: sin x₁ + a sin² x₂ + b x₃⁴ sin x₁ with xᵢ from −π to π, a = 7, b = 0.1.
fn ishigami(u: &[f64]) -> f64 {
    let x: Vec<f64> = u.iter().map(|u| PI * (2.0 * u - 1.0)).collect();
    x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
}

/// First-order and total indices of it, from its moments.
fn ishigami_indices() -> [(f64, f64); 3] {
    let (a, b) = (7.0, 0.1);
    let alone = [0.5 * (1.0 + b * PI.powi(4) / 5.0f64).powi(2), a * a / 8.0, 0.0];
    let together = b * b * PI.powi(8) * 8.0 / 225.0;
    let variance: f64 = alone.iter().sum::<f64>() + together;
    [
        (alone[0] / variance, (alone[0] + together) / variance),
        (alone[1] / variance, alone[1] / variance),
        (0.0, together / variance),
    ]
}

const G: [f64; 8] = [0.0, 1.0, 4.5, 9.0, 99.0, 99.0, 99.0, 99.0];

/// The g-function of Sobol: Π (|4uᵢ − 2| + aᵢ)/(1 + aᵢ).
fn g_function(u: &[f64]) -> f64 {
    u.iter().zip(G).map(|(u, a)| ((4.0 * u - 2.0).abs() + a) / (1.0 + a)).product()
}

fn g_indices() -> Vec<(f64, f64)> {
    let alone: Vec<f64> = G.iter().map(|a| 1.0 / (3.0 * (1.0 + a) * (1.0 + a))).collect();
    let product: f64 = alone.iter().map(|v| 1.0 + v).product();
    let variance = product - 1.0;
    alone.iter().map(|v| (v / variance, v * product / (1.0 + v) / variance)).collect()
}

#[test]
fn sobol_indices_of_known_functions_are_found() {
    type Case = (usize, fn(&[f64]) -> f64, Vec<(f64, f64)>);
    let cases: [Case; 2] = [(3, ishigami, ishigami_indices().to_vec()), (8, g_function, g_indices())];
    for (dimension, function, exact) in cases {
        let design = SobolDesign::new(dimension, 4096, 11).expect("a design");
        let outputs: Vec<f64> = design.points().rows().map(function).collect();
        let indices = design.compute_indices(&outputs).expect("indices");
        for (index, (first, total)) in indices.iter().zip(exact) {
            assert!((index.first - first).abs() < 0.01, "{index:?}, exactly {first}");
            assert!((index.total - total).abs() < 0.01, "{index:?}, exactly {total}");
            // A bootstrap that resamples a low-discrepancy sequence overstates its error: it may never be far too small.
            assert!((index.first - first).abs() < 1.5 * index.first_confidence + 1e-3, "{index:?}, exactly {first}");
            assert!((index.total - total).abs() < 1.5 * index.total_confidence + 1e-3, "{index:?}, exactly {total}");
        }
    }
}

#[test]
fn sobol_indices_converge_faster_than_random_numbers_would() {
    let exact = ishigami_indices();
    let error = |rows| {
        let mut sum = 0.0;
        for seed in 0..10 {
            let design = SobolDesign::new(3, rows, seed).expect("a design");
            let outputs: Vec<f64> = design.points().rows().map(ishigami).collect();
            let indices = design.compute_indices(&outputs).expect("indices");
            sum += indices.iter().zip(exact).map(|(i, e)| (i.total - e.1).powi(2)).sum::<f64>();
        }
        sum.sqrt()
    };
    let order = (error(64) / error(2048)).log2() / 5.0;
    assert!((0.6..1.3).contains(&order), "order {order}");
}

#[test]
fn a_large_mean_does_not_spoil_the_indices() {
    let design = SobolDesign::new(3, 1024, 1).expect("a design");
    let plain: Vec<f64> = design.points().rows().map(ishigami).collect();
    let lifted: Vec<f64> = plain.iter().map(|value| value + 1e6).collect();
    let (a, b) = (design.compute_indices(&plain).expect("indices"), design.compute_indices(&lifted).expect("indices"));
    for (a, b) in a.iter().zip(&b) {
        assert!((a.first - b.first).abs() < 1e-6 && (a.total - b.total).abs() < 1e-6, "{a:?}, {b:?}");
    }
}

#[test]
fn failed_runs_are_left_out_of_the_indices() {
    let design = SobolDesign::new(3, 2048, 4).expect("a design");
    let mut outputs: Vec<f64> = design.points().rows().map(ishigami).collect();
    for failed in (0..outputs.len()).step_by(97) {
        outputs[failed] = f64::NAN;
    }
    let indices = design.compute_indices(&outputs).expect("indices");
    for (index, (first, total)) in indices.iter().zip(ishigami_indices()) {
        assert!((index.first - first).abs() < 0.03 && (index.total - total).abs() < 0.03, "{index:?}");
    }
}

#[test]
fn a_longer_design_begins_with_the_shorter_one() {
    let (short, long) = (SobolDesign::new(4, 8, 3).expect("short"), SobolDesign::new(4, 32, 3).expect("long"));
    assert!(short.points().rows().zip(long.points().rows()).all(|(a, b)| a == b));
    let (short, long) = (MorrisDesign::new(4, 5, 4, 3).expect("short"), MorrisDesign::new(4, 9, 4, 3).expect("long"));
    assert!(short.points().rows().zip(long.points().rows()).all(|(a, b)| a == b));
}

#[test]
fn a_linear_function_has_its_coefficients_as_effects() {
    let coefficients = [3.0, -2.0, 0.0, 0.5];
    let design = MorrisDesign::new(4, 6, 4, 1).expect("a design");
    let outputs: Vec<f64> =
        design.points().rows().map(|u| u.iter().zip(coefficients).map(|(u, c)| u * c).sum()).collect();
    for (effect, c) in design.compute_effects(&outputs).expect("effects").iter().zip(coefficients) {
        assert!((effect.mean - c).abs() < 1e-12 && (effect.mean_absolute - c.abs()).abs() < 1e-12, "{effect:?}");
        assert!(effect.deviation < 1e-12 && effect.confidence < 1e-12 && effect.count == 6);
    }
}

#[test]
fn a_parabola_and_a_product_have_the_moments_of_their_grid() {
    // u₁² moves by Δ(2u + Δ): from the levels 0 and ⅓ with Δ = ⅔ the effects are ⅔ and 4/3, equally often.
    // u₂u₃ has the effect u₃ on the grid 0, ⅓, ⅔, 1: mean ½, variance 5/36.
    let design = MorrisDesign::new(3, 4000, 4, 8).expect("a design");
    let outputs: Vec<f64> = design.points().rows().map(|u| u[0] * u[0] + u[1] * u[2]).collect();
    let effects = design.compute_effects(&outputs).expect("effects");
    let error = |value: f64, exact: f64, deviation: f64| (value - exact).abs() < 5.0 * deviation / 4000f64.sqrt();
    assert!(error(effects[0].mean_absolute, 1.0, 1.0 / 3.0), "{effects:?}");
    assert!(error(effects[0].deviation, 1.0 / 3.0, 0.1), "{effects:?}");
    for effect in &effects[1..] {
        assert!(error(effect.mean, 0.5, (5.0f64 / 36.0).sqrt()), "{effect:?}");
        assert!(error(effect.deviation, (5.0f64 / 36.0).sqrt(), 0.2), "{effect:?}");
        // 1.96 σ/√n
        assert!((effect.confidence / (1.96 * (5.0f64 / 36.0 / 4000.0).sqrt()) - 1.0).abs() < 0.15, "{effect:?}");
    }
}

#[test]
fn every_level_of_the_grid_is_visited_equally_often() {
    let design = MorrisDesign::new(2, 3000, 6, 2).expect("a design");
    let mut counts = [0; 6];
    design.points().rows().for_each(|u| counts[(u[0] * 5.0).round() as usize] += 1);
    // 1500 of each; two of three points of a trajectory move together.
    assert!(counts.iter().all(|&count: &i32| (count - 1500).abs() < 200), "{counts:?}");
}

#[test]
fn wrong_designs_and_outputs_are_refused() {
    assert!(matches!(MorrisDesign::new(3, 4, 5, 0), Err(SensitivityError::OddLevels { levels: 5 })));
    assert!(matches!(MorrisDesign::new(0, 4, 4, 0), Err(SensitivityError::TooFew { .. })));
    assert!(matches!(SobolDesign::new(60, 4, 0), Err(SensitivityError::Sequence(_))));
    let design = SobolDesign::new(2, 4, 0).expect("a design");
    assert!(matches!(design.compute_indices(&[1.0]), Err(SensitivityError::WrongCount { outputs: 1, points: 16 })));
    assert!(matches!(design.compute_indices(&[2.0; 16]), Err(SensitivityError::Constant { .. })));
    assert!(matches!(design.compute_indices(&[f64::NAN; 16]), Err(SensitivityError::TooFew { .. })));
}
