//! What the standard library computes in a program that links this crate.

use elementary as _;
use std::hint::black_box;

type Function = fn(f64) -> f64;

/// Numbers of every size, the same in every run; LCG of Knuth.
fn numbers(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let mut state = 2018_u64;
    (0..20_000).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((state >> 11) as f64 / (1_u64 << 53) as f64)
    })
}

#[test]
fn the_standard_library_calls_the_functions_of_libm() {
    let pairs: [(&str, Function, Function); 17] = [
        ("sin", f64::sin, libm::sin),
        ("cos", f64::cos, libm::cos),
        ("tan", f64::tan, libm::tan),
        ("asin", f64::asin, libm::asin),
        ("acos", f64::acos, libm::acos),
        ("atan", f64::atan, libm::atan),
        ("sinh", f64::sinh, libm::sinh),
        ("cosh", f64::cosh, libm::cosh),
        ("tanh", f64::tanh, libm::tanh),
        ("exp", f64::exp, libm::exp),
        ("exp2", f64::exp2, libm::exp2),
        ("expm1", f64::exp_m1, libm::expm1),
        ("log", f64::ln, libm::log),
        ("log2", f64::log2, libm::log2),
        ("log10", f64::log10, libm::log10),
        ("log1p", f64::ln_1p, libm::log1p),
        ("cbrt", f64::cbrt, libm::cbrt),
    ];
    for (name, ours, libm) in pairs {
        for x in numbers(-30.0, 30.0).chain(numbers(-1.0, 1.0)) {
            let x = black_box(x);
            assert_eq!(ours(x).to_bits(), libm(x).to_bits(), "{name}({x:e})");
        }
    }
    for (x, y) in numbers(1e-3, 40.0).zip(numbers(-9.0, 9.0).skip(77)) {
        let (x, y) = (black_box(x), black_box(y));
        assert_eq!(x.powf(y).to_bits(), libm::pow(x, y).to_bits(), "pow({x:e}, {y:e})");
        assert_eq!(y.atan2(x).to_bits(), libm::atan2(y, x).to_bits(), "atan2({y:e}, {x:e})");
        assert_eq!(x.hypot(y).to_bits(), libm::hypot(x, y).to_bits(), "hypot({x:e}, {y:e})");
        let (sine, cosine) = y.sin_cos();
        assert_eq!(
            (sine.to_bits(), cosine.to_bits()),
            (libm::sin(y).to_bits(), libm::cos(y).to_bits()),
            "sincos({y:e})"
        );
    }
}

/// The answers of another library, correct to the last bit (computed with 60 digits): an error in `libm` would show.
#[test]
fn known_values_are_met_to_the_last_bit_but_one() {
    let table: [(f64, f64); 8] = [
        (black_box(1.0_f64).sin(), 0.841_470_984_807_896_5),
        (black_box(1.0_f64).exp(), std::f64::consts::E),
        (black_box(2.0_f64).ln(), std::f64::consts::LN_2),
        (black_box(1e22_f64).cos(), 0.523_214_785_395_138_9),
        (black_box(2.0_f64).powf(0.5), std::f64::consts::SQRT_2),
        (black_box(1.0_f64).atan2(1.0), std::f64::consts::FRAC_PI_4),
        (black_box(10.0_f64).log2(), std::f64::consts::LOG2_10),
        (black_box(27.0_f64).cbrt(), 3.0),
    ];
    for (got, known) in table {
        assert!((got - known).abs() <= known.abs() * f64::EPSILON, "{got:e} {known:e}");
    }
}
