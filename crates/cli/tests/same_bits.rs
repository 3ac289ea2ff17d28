//! The same bits on every machine: what the program computes does not depend on the C library's variants, nor on what the
//! processor can do.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{stderr, studies};

/// glibc without its variants for newer processors.
const OLD_LIBRARY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4,-BMI2,-SSE4_1");

/// A processor of 2008: no AVX, no fused products.
const OLD_PROCESSOR: &str = "Nehalem";

/// Whole files that a table of an ELF file points at are read as little-endian numbers.
fn number(bytes: &[u8], at: usize, size: usize) -> usize {
    bytes[at..at + size].iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte))
}

/// The symbols that a program takes from shared libraries.
fn imports(file: &Path) -> Vec<String> {
    const DYNAMIC_SYMBOLS: usize = 11;
    let bytes = std::fs::read(file).unwrap();
    assert_eq!(&bytes[..5], b"\x7fELF\x02", "{}", file.display());
    let (table, size, count) = (number(&bytes, 0x28, 8), number(&bytes, 0x3a, 2), number(&bytes, 0x3c, 2));
    let sections: Vec<usize> = (0..count).map(|k| table + k * size).collect();
    let place = |section: usize| (number(&bytes, section + 0x18, 8), number(&bytes, section + 0x20, 8));
    let mut names = Vec::new();
    for &section in sections.iter().filter(|&&section| number(&bytes, section + 4, 4) == DYNAMIC_SYMBOLS) {
        let (strings, _) = place(sections[number(&bytes, section + 0x28, 4)]);
        let (first, length) = place(section);
        for symbol in (first..first + length).step_by(24).filter(|symbol| number(&bytes, symbol + 6, 2) == 0) {
            let name = &bytes[strings + number(&bytes, symbol, 4)..];
            let end = name.iter().position(|byte| *byte == 0).unwrap();
            names.push(String::from_utf8(name[..end].to_vec()).unwrap());
        }
    }
    names
}

/// What IEEE 754 defines to the last bit, so that every library has the same answer.
const EXACT: &[&str] = &[
    "ceil",
    "copysign",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "ilogb",
    "ldexp",
    "llrint",
    "llround",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "nextafter",
    "remainder",
    "remquo",
    "rint",
    "round",
    "roundeven",
    "scalbln",
    "scalbn",
    "sqrt",
    "trunc",
];
/// Everything else of `math.h` of C23 and glibc; with the endings of floats of other sizes.
const INEXACT: &[&str] = &[
    "acos",
    "acosh",
    "acospi",
    "asin",
    "asinh",
    "asinpi",
    "atan",
    "atan2",
    "atan2pi",
    "atanh",
    "atanpi",
    "cbrt",
    "compoundn",
    "cos",
    "cosh",
    "cospi",
    "drem",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp10m1",
    "exp2",
    "exp2m1",
    "expm1",
    "gamma",
    "hypot",
    "j0",
    "j1",
    "jn",
    "lgamma",
    "lgamma_r",
    "log",
    "log10",
    "log10p1",
    "log1p",
    "log2",
    "log2p1",
    "logp1",
    "pow",
    "pow10",
    "pown",
    "powr",
    "rootn",
    "rsqrt",
    "scalb",
    "significand",
    "sin",
    "sincos",
    "sinh",
    "sinpi",
    "tan",
    "tanh",
    "tanpi",
    "tgamma",
    "y0",
    "y1",
    "yn",
];

/// The programs that are there: the one of this test, the test itself, and, where it is built, the door for Python.
fn programs() -> Vec<PathBuf> {
    let test = std::env::current_exe().unwrap();
    let beside = std::fs::read_dir(test.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let is_door = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("libsynovia_python") && name.ends_with(".so")
    };
    let doors = beside.filter(is_door).collect::<Vec<_>>();
    [PathBuf::from(env!("CARGO_BIN_EXE_synovia")), test].into_iter().chain(doors).collect()
}

#[test]
fn neither_a_program_nor_a_test_nor_the_door_for_python_takes_an_elementary_function_from_the_c_library() {
    for file in programs() {
        let imports = imports(&file);
        assert!(imports.iter().any(|name| name == "malloc"), "{}: the table was not read", file.display());
        let of_mathematics = |name: &&String| {
            let whole = name.trim_start_matches("__").trim_end_matches("_finite");
            let plain = whole.strip_suffix(['f', 'l']).filter(|short| !EXACT.contains(&whole) && !short.is_empty());
            elementary::NAMES.contains(&name.as_str())
                || INEXACT.contains(&whole)
                || plain.is_some_and(|plain| INEXACT.contains(&plain))
        };
        let foreign: Vec<&String> = imports.iter().filter(of_mathematics).collect();
        assert!(foreign.is_empty(), "{} takes {foreign:?} from the machine's library", file.display());
    }
}

/// Every file of a result but those that say when and by which process it was made, and the sums over them.
fn contents(folder: &Path, below: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder.join(below)).unwrap() {
        let name = below.join(entry.unwrap().file_name());
        if folder.join(&name).is_dir() {
            contents(folder, &name, found);
        } else if !["provenance.json", "report.html", "checksums.b3", "lock"]
            .iter()
            .any(|stamped| name.ends_with(stamped))
        {
            found.insert(name.clone(), std::fs::read(folder.join(&name)).unwrap());
        }
    }
}

/// Runs a study as it is and in another way, and compares the results byte for byte. Neither takes anything from a cache: the
/// second would be given what the first had computed.
fn compare(study: &Path, other: impl Fn() -> Command) {
    let folder = tempfile::tempdir().unwrap();
    let run = |mut command: Command, out: &str| {
        let out = folder.path().join(out);
        command.arg("run").arg(study).arg("--out").arg(&out).args(["--quiet", "--threads", "2", "--cache", "off"]);
        let output = command.current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}: {}", study.display(), stderr(&output));
        let mut found = BTreeMap::new();
        contents(&out, Path::new(""), &mut found);
        found
    };
    let here = run(Command::new(env!("CARGO_BIN_EXE_synovia")), "here");
    let there = run(other(), "there");
    assert!(here.len() >= 3, "{}: {:?}", study.display(), here.keys());
    assert_eq!(here.keys().collect::<Vec<_>>(), there.keys().collect::<Vec<_>>(), "{}", study.display());
    let differ: Vec<&PathBuf> =
        here.iter().filter(|(name, bytes)| there[*name] != **bytes).map(|(name, _)| name).collect();
    assert!(differ.is_empty(), "{}: {differ:?} differ", study.display());
}

#[test]
fn results_do_not_depend_on_the_variants_of_the_c_library() {
    let shipped = std::fs::read_dir(studies()).unwrap().map(|entry| entry.unwrap().path());
    for study in shipped.filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
        compare(&study, || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_synovia"));
            command.env(OLD_LIBRARY.0, OLD_LIBRARY.1);
            command
        });
    }
}

/// A small liner of finite elements, worn with friction: sparse and dense factors, cones.
const LINER: &str = r#"
[liner.mesh]
element = "tet4"
patch-cells = 3
ring-cells = 3
layers = 2
[liner.head]
friction = 0.07
[liner.experiment.wear]
cycles = 1
steps = 20
amplification = 1e5
[liner.output]
frames = 3
"#;

/// `qemu-user` computes every instruction in software, and refuses those that the processor does not have.
#[test]
fn results_do_not_depend_on_what_the_processor_can_do() {
    if !Command::new("qemu-x86_64").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return eprintln!("skipped: `qemu-x86_64` is not installed (Debian: qemu-user)");
    }
    let folder = tempfile::tempdir().unwrap();
    let liner = folder.path().join("liner.toml");
    std::fs::write(&liner, LINER).unwrap();
    for study in [liner, studies().join("hip-static.toml"), studies().join("mechanism-contact.toml")] {
        compare(&study, || {
            let mut command = Command::new("qemu-x86_64");
            command.args(["-cpu", OLD_PROCESSOR]).arg(env!("CARGO_BIN_EXE_synovia"));
            command
        });
    }
}
