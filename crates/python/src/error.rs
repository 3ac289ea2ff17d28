//! What went wrong, as exceptions of the package, each with its place and a hint.

use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning};
use pyo3::prelude::*;
use serde_json::{Value, json};
use study::{Diagnostic, Diagnostics, RunError, Words};
use synovia::failure::Failure;

/// What the command line calls an option, and what Python does.
const WORDS: [(&str, &str); 7] = [
    ("`--force`", "`force=True`"),
    ("`--out`", "`out=`"),
    ("`--accept-other-build`", "`accept_other_build=True`"),
    ("`--shard`", "`shard=`"),
    ("`--at`", "`at=`"),
    ("`--unit`", "`unit=`"),
    ("`--out results/hip`", "`out=\"results/hip\"`"),
];

/// An exception of `synovia.errors`.
pub fn raise(class: &str, message: &str, problems: &[Value]) -> PyErr {
    let message = WORDS.iter().fold(message.to_owned(), |text, (from, to)| text.replace(from, to));
    Python::attach(|py| {
        let made = py
            .import("synovia.errors")
            .and_then(|module| module.getattr(class))
            .and_then(|class| class.call_method1("_made", (message, Value::Array(problems.to_vec()).to_string())));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

fn problem(one: &Diagnostic) -> Value {
    let place = |place: &study::Place| json!({"file": place.file, "line": place.line, "column": place.column, "text": place.text});
    json!({
        "message": one.message, "expected": one.expected, "hint": one.hint, "place": place(&one.place),
        "named_at": one.named_at.as_ref().map(place),
    })
}

/// Everything that is wrong with a study.
pub fn wrong_study(wrong: &Diagnostics) -> PyErr {
    raise_all("StudyError", wrong)
}

fn raise_all(class: &str, wrong: &Diagnostics) -> PyErr {
    let problems: Vec<Value> = wrong.all().iter().map(problem).collect();
    raise(class, &wrong.render(false), &problems)
}

/// Why something did not end well.
pub fn failed(failure: &Failure) -> PyErr {
    match failure {
        Failure::Input(wrong) => wrong_study(wrong),
        Failure::Run(wrong) => raise_all("RunError", wrong),
        Failure::Store(error) => failed_store(error),
        Failure::Usage(words) => raise("UsageError", &words.to_string(), &[]),
        Failure::Other(words) => raise("SynoviaError", &words.to_string(), &[]),
        Failure::Interrupted => PyKeyboardInterrupt::new_err(()),
        Failure::Paused(text) => PyKeyboardInterrupt::new_err(text.clone()),
        Failure::Judged => raise("SynoviaError", "comparisons do not pass", &[]),
    }
}

/// Why a run did not end well.
pub fn failed_run(error: RunError) -> PyErr {
    failed(&Failure::from(error))
}

/// A store that cannot be used; nothing in it has been touched.
pub fn failed_store(error: &results::store::StoreError) -> PyErr {
    use results::store::StoreError::{OtherBuild, OtherVersion};
    let class = if matches!(error, OtherBuild { .. } | OtherVersion { .. }) { "VersionError" } else { "StoreError" };
    raise(class, &Words::new(error, error.hint()).to_string(), &[])
}

/// Something that only a defect, or a caller who goes around the package, brings about.
pub fn misuse(text: impl std::fmt::Display) -> PyErr {
    raise("UsageError", &text.to_string(), &[])
}

/// Something to know that stops nothing, said where the user called.
pub fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let message = std::ffi::CString::new(text).map_err(misuse)?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)
}
