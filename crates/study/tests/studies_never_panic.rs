//! Whatever is written into a study, the answer is a study or a list of mistakes, never a panic.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use study::StudyFile;

const WALKING: &str = include_str!("../../../studies/hip-walking.toml");
const STATIC: &str = include_str!("../../../studies/hip-static.toml");
const SIMULATOR: &str = include_str!("../../../studies/hip-simulator.toml");
const OWN_DATA: &str = include_str!("../../../studies/hip-own-data.toml");
const PENDULUM: &str = include_str!("../../../studies/mechanism-pendulum.toml");
const FOUR_BAR: &str = include_str!("../../../studies/mechanism-four-bar.toml");
const SLIDER_CRANK: &str = include_str!("../../../studies/mechanism-slider-crank.toml");
/// Everything that a mechanism can have, so that every value is tried.
const EVERYTHING: &str = include_str!("mechanisms/everything.toml");

/// Reads, checks and shows; what is accepted must be written out so that it is accepted again.
fn survives(text: &str) {
    match StudyFile::from_text("../../studies/any.toml", text).check() {
        Err(wrong) => {
            assert!(!wrong.all().is_empty());
            for (diagnostic, shown) in wrong.all().iter().zip([wrong.render(false), wrong.render(true)]) {
                assert!(!diagnostic.message.is_empty() && !shown.is_empty());
            }
        }
        Ok(study) => {
            let again = StudyFile::from_text("../../studies/any.toml", study.resolved_text()).check();
            if study.data_files().is_empty() {
                let again = again.unwrap_or_else(|wrong| panic!("{text}\n{}\n{wrong}", study.resolved_text()));
                assert_eq!(again.resolved_text(), study.resolved_text());
            }
        }
    }
}

fn any_study() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![WALKING, STATIC, SIMULATOR, OWN_DATA, PENDULUM, FOUR_BAR, SLIDER_CRANK, EVERYTHING])
}

fn odd_value() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(
            [
                "nan",
                "inf",
                "-inf",
                "0",
                "-1",
                "1e308",
                "1e-320",
                "99999999999999999999",
                "\"\"",
                "[]",
                "{}",
                "[[]]",
                "true",
                "1979-05-27",
                "\"nan mm\"",
                "\"inf N\"",
                "\"-5 mm\"",
                "\"1e400 mm\"",
                "\"5\"",
                "\"5 parsec\"",
                "\"\\u0000\"",
                "'''\n'''",
                "{ modulus = nan }",
                "{ x = { y = 1 } }",
                "[1, \"a\"]"
            ]
            .to_vec()
        )
        .prop_map(str::to_owned),
        any::<f64>().prop_map(|x| format!("{x:?}").replace("NaN", "nan")),
        any::<i64>().prop_map(|x| x.to_string()),
        (any::<f64>(), prop::sample::select(vec!["m", "mm", "um", "N", "GPa", "deg", "s", "kg", "mm^3/(N m)"]))
            .prop_map(|(x, unit)| format!("\"{x:?} {unit}\"")),
        "[ -~é°\t]{0,20}".prop_map(|text| format!("{text:?}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn arbitrary_text(text in any::<String>()) {
        survives(&text);
    }

    #[test]
    fn arbitrary_toml_like_text(text in "(\\[{0,2}(hip|title|implant|contact|[a-z]{1,4})(\\.(implant|contact|hertz|layers|file|[a-z]{0,3})){0,3}\\]{0,2}( = [0-9\"\\[{}\\]a-z ]{0,8})?\n){0,8}") {
        survives(&text);
    }

    #[test]
    fn a_byte_deleted_doubled_or_replaced(study in any_study(), at in any::<prop::sample::Index>(), what in 0..3, new in any::<u8>()) {
        let mut bytes = study.as_bytes().to_vec();
        let at = at.index(bytes.len());
        match what {
            0 => { bytes.remove(at); }
            1 => bytes.insert(at, bytes[at]),
            _ => bytes[at] = new,
        }
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_line_deleted_or_doubled(study in any_study(), at in any::<prop::sample::Index>(), twice: bool) {
        let mut lines: Vec<&str> = study.lines().collect();
        let at = at.index(lines.len());
        if twice { lines.insert(at, lines[at]); } else { lines.remove(at); }
        survives(&lines.join("\n"));
    }

    #[test]
    fn odd_values(study in any_study(), at in any::<prop::sample::Index>(), more in any::<prop::sample::Index>(), value in odd_value(), other in odd_value()) {
        let keyed: Vec<usize> = study.lines().enumerate().filter(|(_, line)| line.contains(" = ")).map(|(i, _)| i).collect();
        let (at, more) = (keyed[at.index(keyed.len())], keyed[more.index(keyed.len())]);
        let replaced = |line: &str, value: &str| format!("{} = {value}", line.split(" = ").next().unwrap());
        let lines = study.lines().enumerate().map(|(i, line)| match i {
            i if i == at => replaced(line, &value),
            i if i == more => replaced(line, &other),
            _ => line.to_owned(),
        });
        survives(&lines.collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    survives(&format!("hip = {}", "[".repeat(10_000)));
    survives(&format!("hip = {}", "{ a = ".repeat(10_000)));
    survives(&format!("{} = 1", vec!["a"; 10_000].join(".")));
    survives(&format!("[{}]\n", vec!["hip"; 10_000].join(".")));
}

#[test]
fn a_thousand_mistakes_are_cut_short() {
    let text: String =
        std::iter::once("[hip]\n".to_owned()).chain((0..1000).map(|i| format!("key{i} = {i}\n"))).collect();
    let wrong = StudyFile::from_text("hip.toml", text).check().unwrap_err();
    assert!((10..=100).contains(&wrong.all().len()), "{}", wrong.all().len());
}
