//! The elementary functions of the program, the same on every machine.
//!
//! `f64::sin` of the standard library, and so that of every crate, is a call of the C library's `sin`, whose last bit depends on
//! the version of that library and on what the processor can do: glibc has variants with and without fused products. This
//! crate defines the same symbols with the pure Rust functions of the `libm` crate. A program that links it (`use elementary as
//! _`) takes them before it looks into the C library, wherever the call was written.
//!
//! *Assumes* nothing: what IEEE 754 defines to the last bit (√, fused products, roundings, remainders) is left where it is.
//!
//! *Pitfalls*: a shared library that exported `sin` would be overruled by the C library of the program that loads it;
//! therefore the symbols are hidden, and bind within the file that links them.
//!
//! *Checked by*: `tests/bits.rs` here, and `crates/cli/tests/same_bits.rs`, which reads what the program imports.

/// Functions of one number, of two, of a number and a place for a second answer.
macro_rules! define {
    ($($name:ident($($x:ident: $kind:ty),+) -> $answer:ty = $body:expr;)+) => {
        $(
            #[doc = concat!("`", stringify!($name), "` of C.")]
            // SAFETY: name, arguments and meaning are those of the C standard (or, for `sincos` and `exp10`, of glibc).
            #[allow(unsafe_code)]
            #[unsafe(no_mangle)]
            pub extern "C" fn $name($($x: $kind),+) -> $answer {
                $body
            }
        )+
        /// Every symbol that is defined here; a program that imports one of them from elsewhere depends on its machine.
        pub const NAMES: &[&str] = &[$(stringify!($name)),+];

        // SAFETY: the directives only say who may see the symbols above; there is no instruction.
        #[allow(unsafe_code)]
        #[cfg(target_os = "linux")]
        mod hidden {
            std::arch::global_asm!($(concat!(".hidden ", stringify!($name)),)+);
        }
    };
}

define! {
    sin(x: f64) -> f64 = libm::sin(x);
    cos(x: f64) -> f64 = libm::cos(x);
    tan(x: f64) -> f64 = libm::tan(x);
    asin(x: f64) -> f64 = libm::asin(x);
    acos(x: f64) -> f64 = libm::acos(x);
    atan(x: f64) -> f64 = libm::atan(x);
    atan2(y: f64, x: f64) -> f64 = libm::atan2(y, x);
    sinh(x: f64) -> f64 = libm::sinh(x);
    cosh(x: f64) -> f64 = libm::cosh(x);
    tanh(x: f64) -> f64 = libm::tanh(x);
    asinh(x: f64) -> f64 = libm::asinh(x);
    acosh(x: f64) -> f64 = libm::acosh(x);
    atanh(x: f64) -> f64 = libm::atanh(x);
    exp(x: f64) -> f64 = libm::exp(x);
    exp2(x: f64) -> f64 = libm::exp2(x);
    exp10(x: f64) -> f64 = libm::exp10(x);
    expm1(x: f64) -> f64 = libm::expm1(x);
    log(x: f64) -> f64 = libm::log(x);
    log2(x: f64) -> f64 = libm::log2(x);
    log10(x: f64) -> f64 = libm::log10(x);
    log1p(x: f64) -> f64 = libm::log1p(x);
    pow(x: f64, y: f64) -> f64 = libm::pow(x, y);
    hypot(x: f64, y: f64) -> f64 = libm::hypot(x, y);
    cbrt(x: f64) -> f64 = libm::cbrt(x);
    erf(x: f64) -> f64 = libm::erf(x);
    erfc(x: f64) -> f64 = libm::erfc(x);
    tgamma(x: f64) -> f64 = libm::tgamma(x);
    lgamma(x: f64) -> f64 = libm::lgamma(x);
    lgamma_r(x: f64, sign: &mut i32) -> f64 = {
        let (value, of) = libm::lgamma_r(x);
        *sign = of;
        value
    };
    sincos(x: f64, sine: &mut f64, cosine: &mut f64) -> () = (*sine, *cosine) = libm::sincos(x);

    sinf(x: f32) -> f32 = libm::sinf(x);
    cosf(x: f32) -> f32 = libm::cosf(x);
    tanf(x: f32) -> f32 = libm::tanf(x);
    asinf(x: f32) -> f32 = libm::asinf(x);
    acosf(x: f32) -> f32 = libm::acosf(x);
    atanf(x: f32) -> f32 = libm::atanf(x);
    atan2f(y: f32, x: f32) -> f32 = libm::atan2f(y, x);
    sinhf(x: f32) -> f32 = libm::sinhf(x);
    coshf(x: f32) -> f32 = libm::coshf(x);
    tanhf(x: f32) -> f32 = libm::tanhf(x);
    expf(x: f32) -> f32 = libm::expf(x);
    exp2f(x: f32) -> f32 = libm::exp2f(x);
    exp10f(x: f32) -> f32 = libm::exp10f(x);
    expm1f(x: f32) -> f32 = libm::expm1f(x);
    logf(x: f32) -> f32 = libm::logf(x);
    log2f(x: f32) -> f32 = libm::log2f(x);
    log10f(x: f32) -> f32 = libm::log10f(x);
    log1pf(x: f32) -> f32 = libm::log1pf(x);
    powf(x: f32, y: f32) -> f32 = libm::powf(x, y);
    hypotf(x: f32, y: f32) -> f32 = libm::hypotf(x, y);
    cbrtf(x: f32) -> f32 = libm::cbrtf(x);
    sincosf(x: f32, sine: &mut f32, cosine: &mut f32) -> () = (*sine, *cosine) = libm::sincosf(x);
}
