//! How the compiled part is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // `elementary` defines `sin`, `pow` … for all that is linked here. Without this, a shared library's calls of them would go to
    // the C library that the interpreter has loaded before, and the last bits of a result would depend on the machine.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    }
}
