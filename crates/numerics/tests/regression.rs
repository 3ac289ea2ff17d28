//! Fitted functions against what they must reproduce, refits, differences, and another program.

use numerics::regression::{
    AxisBasis, Expansion, ExpansionSettings, Functions, Kernel, Kriging, KrigingSettings, Noise, RegressionError,
    Regressor, Samples, Selection, Trend, compute_accuracy,
};
use numerics::sampling::{Points, Random, draw_latin_hypercube, draw_sobol_sequence};

fn sample(points: Points, function: impl Fn(&[f64]) -> Vec<f64>) -> Samples {
    let rows: Vec<Vec<f64>> = points.rows().map(function).collect();
    Samples::new(points, Points::from_rows(&rows)).expect("samples")
}

/// Points between −1 and 3.
fn scattered(count: usize, dimension: usize, seed: u64) -> Points {
    let unit = draw_latin_hypercube(count, dimension, &mut Random::new(seed));
    let rows: Vec<Vec<f64>> = unit.rows().map(|row| row.iter().map(|x| 4.0 * x - 1.0).collect()).collect();
    Points::from_rows(&rows)
}

fn value(regressor: &impl Regressor, point: &[f64]) -> Vec<f64> {
    let mut values = vec![0.0; regressor.outputs()];
    regressor.evaluate(point, &mut values, &mut vec![0.0; regressor.scratch_length()]);
    values
}

/// Two smooth outputs of three inputs.
fn smooth(x: &[f64]) -> Vec<f64> {
    vec![(0.8 * x[0]).sin() * x[1] + 0.3 * x[2] * x[2], (-0.2 * (x[0] - x[2]).powi(2)).exp() + 0.1 * x[1]]
}

/// Values of both ways of evaluation agree, and slopes are those of central differences.
fn slopes_are_right(regressor: &impl Regressor, points: &Points) {
    let (m, d) = (regressor.outputs(), regressor.dimension());
    let mut scratch = vec![0.0; regressor.scratch_length()];
    let (mut values, mut slopes) = (vec![0.0; m], vec![0.0; m * d]);
    for point in points.rows() {
        regressor.evaluate_with_slopes(point, &mut values, &mut slopes, &mut scratch);
        for (a, b) in values.iter().zip(value(regressor, point)) {
            assert!((a - b).abs() < 1e-10 * (1.0 + b.abs()), "{a}, {b}");
        }
        for axis in 0..d {
            let at = |step: f64| {
                let mut moved = point.to_vec();
                moved[axis] += step;
                value(regressor, &moved)
            };
            let h = 1e-5;
            for (output, (above, below)) in at(h).iter().zip(at(-h)).enumerate() {
                let difference = (above - below) / (2.0 * h);
                let slope = slopes[output * d + axis];
                assert!((slope - difference).abs() < 2e-6 * (1.0 + slope.abs()), "{slope}, {difference}");
            }
        }
    }
}

#[test]
fn a_polynomial_comes_back_exactly_and_nothing_else_is_kept() {
    let polynomial = |x: &[f64]| {
        vec![2.0 - x[0] + 0.5 * x[0] * x[1] * x[1] + x[2].powi(3), x[1] - 3.0 * x[2] * x[2] + 0.1 * x[0] * x[1] * x[2]]
    };
    for selection in [Selection::LeaveOneOut, Selection::Akaike, Selection::All] {
        let settings = ExpansionSettings { selection, ..ExpansionSettings::response_surface(3, 4) };
        let fit = Expansion::fit(&sample(scattered(80, 3, 1), polynomial), &settings).expect("a fit");
        let held_out = sample(scattered(50, 3, 2), polynomial);
        for accuracy in compute_accuracy(&fit, &held_out) {
            assert!(accuracy.greatest < 1e-10 * accuracy.deviation, "{selection:?}: {accuracy:?}");
        }
        assert!(fit.leave_one_out().iter().all(|accuracy| accuracy.greatest < 1e-9), "{:?}", fit.leave_one_out());
    }
}

#[test]
fn a_fourier_series_with_polynomial_coefficients_comes_back_exactly() {
    let function = |x: &[f64]| vec![1.0 + x[1] * (1.5 * x[0]).cos() + (3.0 * x[0]).sin() - 0.2 * x[1] * x[1]];
    let settings = ExpansionSettings::poly_fourier(&[Some(std::f64::consts::TAU / 1.5), None], 4);
    let fit = Expansion::fit(&sample(scattered(60, 2, 3), function), &settings).expect("a fit");
    let accuracy = compute_accuracy(&fit, &sample(scattered(50, 2, 4), function))[0];
    assert!(accuracy.greatest < 1e-10, "{accuracy:?}");
    assert!(fit.terms() < 15, "{}", fit.terms());
    // It repeats: one period further on it is the same.
    let (near, far) = (value(&fit, &[0.3, 1.0])[0], value(&fit, &[0.3 + std::f64::consts::TAU / 1.5, 1.0])[0]);
    assert!((near - far).abs() < 1e-10);
}

#[test]
fn selection_leaves_noise_alone() {
    // Two inputs matter, four do not, and there is noise of 0.05: all 84 terms would fit it.
    let mut random = Random::new(6);
    let points = scattered(120, 6, 5);
    let rows: Vec<Vec<f64>> = points.rows().map(|x| vec![x[0] + x[0] * x[3] * x[3] + 0.05 * random.normal()]).collect();
    let samples = Samples::new(points, Points::from_rows(&rows)).expect("samples");
    let held_out = sample(scattered(200, 6, 7), |x| vec![x[0] + x[0] * x[3] * x[3]]);
    let error = |selection| {
        let settings = ExpansionSettings { selection, ..ExpansionSettings::response_surface(6, 3) };
        let fit = Expansion::fit(&samples, &settings).expect("a fit");
        (compute_accuracy(&fit, &held_out)[0].rms, fit.terms())
    };
    let (everything, _) = error(Selection::All);
    for selection in [Selection::LeaveOneOut, Selection::Akaike] {
        let (chosen, terms) = error(selection);
        assert!(chosen < 0.6 * everything && terms < 45, "{selection:?}: {chosen} with {terms}, all {everything}");
    }
    assert!(error(Selection::Akaike).0 < 0.05);
}

#[test]
fn leave_one_out_of_an_expansion_is_what_refits_say() {
    let samples = sample(scattered(40, 3, 8), smooth);
    let settings = ExpansionSettings { selection: Selection::All, ..ExpansionSettings::response_surface(3, 2) };
    let fit = Expansion::fit(&samples, &settings).expect("a fit");
    let mut squares = [0.0; 2];
    for left_out in 0..samples.len() {
        let rest = samples.select((0..samples.len()).filter(|&index| index != left_out));
        let refit = Expansion::fit(&rest, &settings).expect("a fit");
        let predicted = value(&refit, samples.points().row(left_out));
        for output in 0..2 {
            squares[output] += (predicted[output] - samples.outputs().row(left_out)[output]).powi(2);
        }
    }
    for (accuracy, square) in fit.leave_one_out().iter().zip(squares) {
        let refits = (square / samples.len() as f64).sqrt();
        assert!((accuracy.rms / refits - 1.0).abs() < 1e-9, "{accuracy:?}, {refits}");
    }
}

#[test]
fn slopes_of_expansions_are_those_of_differences() {
    let samples = sample(scattered(120, 3, 9), smooth);
    let response_surface = ExpansionSettings::response_surface(3, 5);
    let mut mixed = ExpansionSettings::poly_fourier(&[Some(8.0), None, Some(6.0)], 4);
    mixed.axes[1] = AxisBasis::Polynomial;
    for settings in [response_surface, mixed] {
        slopes_are_right(&Expansion::fit(&samples, &settings).expect("a fit"), &scattered(5, 3, 10));
    }
}

const TRENDS: [Trend; 4] = [Trend::Zero, Trend::Constant, Trend::Linear, Trend::Quadratic];

#[test]
fn kriging_passes_through_its_samples_and_knows_it() {
    let samples = sample(scattered(60, 3, 11), smooth);
    for trend in TRENDS {
        for kernel in [Kernel::SquaredExponential, Kernel::Matern52] {
            let settings = KrigingSettings { kernel, trend, ..KrigingSettings::default() };
            let kriging = Kriging::fit(&samples, &settings).expect("a fit");
            for (point, outputs) in samples.rows() {
                for (prediction, output) in kriging.predict(point).iter().zip(outputs) {
                    assert!((prediction.mean - output).abs() < 1e-5, "{kernel:?} {trend:?}: {prediction:?}, {output}");
                    assert!(prediction.variance.sqrt() < 1e-3, "{kernel:?} {trend:?}: {prediction:?}");
                }
            }
            let far = kriging.predict(&[60.0, -60.0, 60.0]);
            assert!(far.iter().zip(kriging.process_variances()).all(|(p, v)| p.variance > 0.9 * v), "{far:?}");
        }
    }
}

#[test]
fn slopes_of_kriging_are_those_of_differences() {
    let samples = sample(scattered(45, 3, 12), smooth);
    for trend in TRENDS {
        for kernel in [Kernel::SquaredExponential, Kernel::Matern52] {
            let settings = KrigingSettings { kernel, trend, noise: Noise::Fixed(1e-6), ..KrigingSettings::default() };
            let kriging = Kriging::with_lengths(&samples, &settings, &[2.0, 3.0, 2.5], 1e-6).expect("a process");
            slopes_are_right(&kriging, &scattered(5, 3, 13));
            // At a sample Matérn's kernel has r = 0.
            slopes_are_right(&kriging, &samples.select([7]).points().clone());
        }
    }
}

/// Σ c φ, its slopes and its curvatures against the fit and against central differences.
fn apart_is_right(fit: &impl Regressor, functions: &Functions, coefficients: &[f64], points: &Points) {
    let (mut table, mut beside) = (functions.table(), functions.table());
    let sum = |of: &dyn Fn(usize) -> f64| -> f64 { coefficients.iter().enumerate().map(|(k, c)| of(k) * c).sum() };
    for point in points.rows() {
        functions.tabulate(point, &mut table);
        assert!((sum(&|k| table.values()[k]) - value(fit, point)[0]).abs() < 1e-9, "{point:?}");
        for a in 0..point.len() {
            let h = 1e-5;
            let [forth, back] = [h, -h].map(|by| {
                let mut there = point.to_vec();
                there[a] += by;
                functions.tabulate(&there, &mut beside);
                let slopes: Vec<f64> = (0..point.len()).map(|b| sum(&|k| beside.slopes(k)[b])).collect();
                (sum(&|k| beside.values()[k]), slopes)
            });
            let slope = (forth.0 - back.0) / (2.0 * h);
            let said = sum(&|k| table.slopes(k)[a]);
            assert!((said - slope).abs() < 1e-6 * (1.0 + slope.abs()), "{point:?}, {a}: {slope}");
            for b in 0..point.len() {
                let curvature = (forth.1[b] - back.1[b]) / (2.0 * h);
                let said = sum(&|k| table.curvature(k, a, b));
                assert!((said - curvature).abs() < 1e-5 * (1.0 + curvature.abs()), "{a}, {b}: {said}, {curvature}");
            }
        }
    }
}

#[test]
fn functions_apart_from_their_coefficients_say_what_the_fit_says_with_first_and_second_derivatives() {
    let samples = sample(scattered(80, 3, 3), smooth);
    let points = scattered(8, 3, 4);
    let first = |coefficients: &mut dyn Iterator<Item = f64>| coefficients.collect::<Vec<f64>>();
    for settings in [
        ExpansionSettings::response_surface(3, 4),
        ExpansionSettings::poly_fourier(&[Some(std::f64::consts::TAU), None, Some(9.0)], 3),
    ] {
        let fit = Expansion::fit(&samples, &settings).expect("a fit");
        apart_is_right(&fit, &fit.functions_apart(), &first(&mut fit.coefficients_of(0)), &points);
        // The same products, refitted to the same outputs, are the same fit.
        let again = fit.refit(&samples).expect("a fit");
        assert_eq!(again.functions_apart(), fit.functions_apart());
        for (a, b) in fit.coefficients_of(1).zip(again.coefficients_of(1)) {
            assert!((a - b).abs() < 1e-9, "{a}, {b}");
        }
    }
    for (kernel, trend) in [(Kernel::Matern52, Trend::Linear), (Kernel::SquaredExponential, Trend::Quadratic)] {
        // With some noise: without it large weights cancel, and so do the digits of their differences.
        let settings = KrigingSettings { kernel, trend, noise: Noise::Fixed(1e-4), ..KrigingSettings::default() };
        let fit = Kriging::fit(&samples, &settings).expect("a fit");
        apart_is_right(&fit, &fit.functions_apart(), &first(&mut fit.coefficients_of(0)), &points);
    }
}

#[test]
fn leave_one_out_of_kriging_is_what_refits_say() {
    let samples = sample(scattered(30, 3, 14), smooth);
    for trend in TRENDS {
        let settings = KrigingSettings { trend, ..KrigingSettings::default() };
        let (lengths, noise) = ([2.0, 3.0, 2.5], 1e-4);
        let kriging = Kriging::with_lengths(&samples, &settings, &lengths, noise).expect("a process");
        let mut squares = [0.0; 2];
        for left_out in 0..samples.len() {
            let rest = samples.select((0..samples.len()).filter(|&index| index != left_out));
            let refit = Kriging::with_lengths(&rest, &settings, &lengths, noise).expect("a process");
            let predicted = value(&refit, samples.points().row(left_out));
            for output in 0..2 {
                squares[output] += (predicted[output] - samples.outputs().row(left_out)[output]).powi(2);
            }
        }
        for (accuracy, square) in kriging.leave_one_out().iter().zip(squares) {
            let refits = (square / samples.len() as f64).sqrt();
            assert!((accuracy.rms / refits - 1.0).abs() < 1e-6, "{trend:?}: {accuracy:?}, {refits}");
        }
    }
}

/// Sixteen points of the Sobol sequence with sin 3x + x y².
fn shared_with_the_peer() -> Samples {
    let points = draw_sobol_sequence(16, 2, None).expect("points");
    sample(points, |x| vec![(3.0 * x[0]).sin() + x[1] * x[1] * x[0]])
}

/// What scikit-learn 1.9.1 (GaussianProcessRegressor, zero mean) says with given lengths and a noise ratio of 1e-3, the
/// variance being the most likely one: mean and standard deviation at three points, and the likelihood.
#[test]
fn kriging_says_what_another_program_says() {
    type Case = (Kernel, [f64; 2], f64, [(f64, f64); 3], f64);
    let cases: [Case; 2] = [
        (
            Kernel::SquaredExponential,
            [0.4, 0.7],
            0.304_787_101_156_273_9,
            [
                (0.929_119_087_854_710_9, 0.015_232_740_268_387_526),
                (0.202_896_082_995_463_8, 0.019_321_194_751_627_416),
                (0.143_403_437_878_650_4, 0.157_274_123_181_842_53),
            ],
            12.157_887_963_249_014,
        ),
        (
            Kernel::Matern52,
            [0.5, 0.8],
            0.246_253_147_524_302_52,
            [
                (0.937_189_162_691_016_3, 0.023_589_194_046_283_63),
                (0.207_841_371_702_535_2, 0.019_341_596_468_527_57),
                (0.284_984_540_915_519_3, 0.204_940_167_893_485_15),
            ],
            8.170_927_496_720_356,
        ),
    ];
    let points = [[0.3, 0.7], [0.05, 0.95], [1.1, 0.4]];
    for (kernel, lengths, variance, predictions, likelihood) in cases {
        let settings = KrigingSettings { kernel, trend: Trend::Zero, ..KrigingSettings::default() };
        let kriging = Kriging::with_lengths(&shared_with_the_peer(), &settings, &lengths, 1e-3).expect("a process");
        assert!((kriging.process_variances()[0] / variance - 1.0).abs() < 1e-10);
        assert!((kriging.log_likelihood() - likelihood).abs() < 1e-9, "{}", kriging.log_likelihood());
        for (point, (mean, deviation)) in points.iter().zip(predictions) {
            let prediction = kriging.predict(point)[0];
            assert!((prediction.mean - mean).abs() < 1e-10, "{prediction:?}, {mean}");
            assert!((prediction.variance.sqrt() - deviation).abs() < 1e-9, "{prediction:?}, {deviation}");
        }
    }
}

#[test]
fn the_most_likely_lengths_are_those_another_program_finds() {
    // scikit-learn 1.9.1, ConstantKernel × (kernel + WhiteKernel(1e-6)), best of 31 starts of L-BFGS-B.
    let cases = [
        (Kernel::SquaredExponential, [0.819_224_5, 1.467_701_1], 26.828_168_26),
        (Kernel::Matern52, [1.688_495, 3.619_686], 17.364_793_31),
    ];
    for (kernel, lengths, likelihood) in cases {
        let noise = Noise::Fixed(1e-6);
        let settings = KrigingSettings { kernel, trend: Trend::Zero, noise, ..KrigingSettings::default() };
        let kriging = Kriging::fit(&shared_with_the_peer(), &settings).expect("a fit");
        assert!((kriging.log_likelihood() - likelihood).abs() < 1e-4, "{kernel:?}: {}", kriging.log_likelihood());
        for (found, peer) in kriging.lengths().iter().zip(lengths) {
            assert!((found / peer - 1.0).abs() < 2e-3, "{kernel:?}: {:?}", kriging.lengths());
        }
    }
}

/// Outputs that are zero, constant or made of trend functions say nothing about lengths: the fit is that without them,
/// and that of the other program for the one output that varies.
#[test]
fn outputs_that_never_vary_do_not_vote_for_the_lengths() {
    let settings =
        |kernel, trend| KrigingSettings { kernel, trend, noise: Noise::Fixed(1e-6), ..KrigingSettings::default() };
    let beside = |samples: &Samples, more: &dyn Fn(&[f64]) -> Vec<f64>| {
        let rows: Vec<Vec<f64>> = samples.rows().map(|(x, y)| [more(x), y.to_vec(), vec![0.0]].concat()).collect();
        Samples::new(samples.points().clone(), Points::from_rows(&rows)).expect("samples")
    };
    let peer = shared_with_the_peer();
    let silent = beside(&peer, &|_| vec![0.0, 7.3e6, 0.0]);
    let kriging = Kriging::fit(&silent, &settings(Kernel::SquaredExponential, Trend::Zero)).expect("a fit");
    assert!((kriging.log_likelihood() - 26.828_168_26).abs() < 1e-4, "{}", kriging.log_likelihood());
    for (found, peer) in kriging.lengths().iter().zip([0.819_224_5, 1.467_701_1]) {
        assert!((found / peer - 1.0).abs() < 2e-3, "{:?}", kriging.lengths());
    }
    // As a hip's surrogate has it: three forces, and three moments that are zero; then outputs of the trend itself.
    let forces = sample(scattered(60, 3, 30), smooth);
    type Silent = fn(&[f64]) -> Vec<f64>;
    let cases: [(Trend, Silent); 2] = [
        (Trend::Constant, |_| vec![0.0, 0.0, -3.0]),
        (Trend::Quadratic, |x| vec![0.0, 0.0, 2.0 + 0.1 * x[0] - 7.0 * x[2] + x[1] * x[2]]),
    ];
    for (trend, more) in cases {
        let settings = settings(Kernel::Matern52, trend);
        let alone = Kriging::fit(&forces, &settings).expect("a fit");
        let among = Kriging::fit(&beside(&forces, &more), &settings).expect("a fit");
        assert_eq!(among.lengths(), alone.lengths(), "{trend:?}");
        assert_eq!(among.leave_one_out()[3..5], *alone.leave_one_out(), "{trend:?}");
        assert!(among.leave_one_out()[0].rms == 0.0 && among.predict(&[0.3, 0.2, 0.1])[0].mean == 0.0);
    }
    // Nothing varies at all: it is still a fit, of a constant.
    let still = sample(scattered(20, 2, 31), |_| vec![0.0, 4.0]);
    let kriging = Kriging::fit(&still, &KrigingSettings::default()).expect("a fit");
    assert!((value(&kriging, &[0.1, 0.2])[1] - 4.0).abs() < 1e-9);
}

#[test]
fn fitted_noise_is_the_noise_that_was_added() {
    let mut random = Random::new(15);
    let points = scattered(150, 2, 16);
    let rows: Vec<Vec<f64>> =
        points.rows().map(|x| vec![x[0].sin() + 0.5 * x[1].cos() + 0.1 * random.normal()]).collect();
    let samples = Samples::new(points, Points::from_rows(&rows)).expect("samples");
    let settings = KrigingSettings { noise: Noise::Fitted, ..KrigingSettings::default() };
    let kriging = Kriging::fit(&samples, &settings).expect("a fit");
    let noise = (kriging.noise_ratio() * kriging.process_variances()[0]).sqrt();
    // Its standard error is 0.1/√(2·150) = 0.006.
    assert!((noise - 0.1).abs() < 0.018, "{noise}");
    let held_out = sample(scattered(200, 2, 17), |x| vec![x[0].sin() + 0.5 * x[1].cos()]);
    assert!(compute_accuracy(&kriging, &held_out)[0].rms < 0.05);
}

#[test]
fn three_hundred_samples_of_six_inputs_explain_a_smooth_function() {
    let function = |x: &[f64]| {
        vec![(0.7 * x[0]).sin() * (0.5 * x[1]).cos() + 0.2 * x[2] * x[3] + 0.1 * x[4] * x[4] + 0.05 * x[5] * x[0]]
    };
    let samples = sample(scattered(300, 6, 18), function);
    let settings =
        KrigingSettings { kernel: Kernel::SquaredExponential, likelihood_samples: 120, ..KrigingSettings::default() };
    let kriging = Kriging::fit(&samples, &settings).expect("a fit");
    let explained = compute_accuracy(&kriging, &sample(scattered(200, 6, 19), function))[0].explained();
    assert!(explained > 0.9999, "{explained}");
}

#[test]
fn stored_and_read_again_a_fit_says_the_same() {
    let samples = sample(scattered(50, 3, 20), smooth);
    let point = [0.3, 1.1, 2.0];
    let kriging = Kriging::fit(&samples, &KrigingSettings::default()).expect("a fit");
    let text = serde_json::to_string(&kriging).expect("stored");
    let again: Kriging = serde_json::from_str(&text).expect("read");
    assert_eq!(value(&kriging, &point), value(&again, &point));
    let expansion = Expansion::fit(&samples, &ExpansionSettings::response_surface(3, 3)).expect("a fit");
    let text = serde_json::to_string(&expansion).expect("stored");
    let again: Expansion = serde_json::from_str(&text).expect("read");
    assert_eq!(expansion, again);
}

#[test]
fn samples_that_cannot_be_fitted_are_refused() {
    let points = Points::from_rows(&[[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [4.0, 1.0]]);
    let outputs = Points::from_rows(&[[0.0], [1.0], [2.0], [1.0], [0.0]]);
    let samples = Samples::new(points.clone(), outputs).expect("samples");
    let refused = Kriging::fit(&samples, &KrigingSettings::default()).expect_err("refused");
    assert_eq!(refused, RegressionError::ConstantInput { axis: 1, value: 1.0 });
    let wrong = Samples::new(points.clone(), Points::from_rows(&[[0.0], [1.0]])).expect_err("refused");
    assert_eq!(wrong, RegressionError::Mismatch { points: 5, outputs: 2 });
    let missing = Points::from_rows(&[[0.0], [1.0], [f64::NAN], [1.0], [0.0]]);
    assert!(matches!(Samples::new(points, missing), Err(RegressionError::NotFinite { index: 2, .. })));
    let settings = ExpansionSettings { selection: Selection::All, ..ExpansionSettings::response_surface(3, 4) };
    let few = Expansion::fit(&sample(scattered(20, 3, 21), smooth), &settings).expect_err("refused");
    assert_eq!(few, RegressionError::TooFew { samples: 20, least: 36 });
}

#[test]
fn an_expansion_with_its_last_input_kept_is_the_same_function_there() {
    let samples = sample(scattered(300, 3, 8), |x| vec![(x[0] + x[2]).sin() * x[1], x[1] * x[2] * x[2] + x[0]]);
    let whole = Expansion::fit(&samples, &ExpansionSettings::response_surface(3, 5)).expect("a fit");
    let kept = whole.with_last_input(0.4);
    assert_eq!(kept.dimension(), 2);
    for point in scattered(20, 2, 9).rows() {
        let (a, b) = (value(&kept, point), value(&whole, &[point[0], point[1], 0.4]));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?}, {b:?}");
    }
    slopes_are_right(&kept, &scattered(5, 2, 10));
}
