//! `synovia explain`: a key of the study file, or a warning of a result, in words; and the whole reference as pages.

mod pages;
mod rare;

use study::reference::{Found, Key, find, keys};
use study::warnings::{self, WARNINGS};

use crate::arguments::Explain;
use crate::failure::{Failure, say};

/// Explains what was asked for.
pub fn act(options: &Explain) -> Result<(), Failure> {
    if let Some(folder) = &options.pages {
        return pages::write(folder);
    }
    match (options.key.as_deref(), options.name.as_deref()) {
        (Some("warning" | "warnings"), code) => explain_warning(code),
        (Some(key), Some(name)) => Err(Failure::usage(
            format!("`{key}` takes no second word"),
            format!("`synovia explain {key}`, or `synovia explain warning {name}`"),
        )),
        (key, None) => explain(key),
        (None, Some(_)) => explain(None),
    }
}

/// Says what a warning means and what to do about it; without a code, which there are.
fn explain_warning(code: Option<&str>) -> Result<(), Failure> {
    let Some(code) = code else {
        let rows: Vec<(&str, &str)> = WARNINGS.iter().map(|kind| (kind.code, kind.meaning)).collect();
        return say(&crate::columns(&rows));
    };
    match warnings::find(code) {
        Some(kind) => say(&format!("{}\n  {}\n  What to do: {}\n", kind.code, kind.meaning, kind.cure)),
        None => {
            let near = warnings::nearest(code);
            let hint = match near.is_empty() {
                true => "`synovia explain warning` lists them".into(),
                false => format!("near it: {}", near.join(", ")),
            };
            Err(Failure::usage(format!("no warning is called `{code}`"), hint))
        }
    }
}

/// Says what a key is for, what is written there, and what holds without it; without a key, which tables there are.
fn explain(path: Option<&str>) -> Result<(), Failure> {
    let more = if path.is_none() { "\nsynovia explain hip.implant says what is in a table.\n" } else { "" };
    say(&(words(path)? + more))
}

/// The same as text, for other doors.
///
/// # Errors
/// A key that is not there; those that are spelt most like it are named.
pub fn words(path: Option<&str>) -> Result<String, Failure> {
    let Some(path) = path else {
        return Ok(listed(keys().into_iter().filter(|key| !key.path.contains('.'))));
    };
    match find(path) {
        Found::One(key, below) => Ok(whole(&key, below)),
        Found::Several(keys) => Ok(format!("{} keys end with `{path}`:\n{}", keys.len(), listed(keys.into_iter()))),
        Found::None(near) => {
            let hint = match near.is_empty() {
                true => "`synovia explain` lists the tables, `synovia list` what can be named in them".into(),
                false => format!("near it: {}", near.join(", ")),
            };
            Err(Failure::usage(format!("no key of a study is called `{path}`"), hint))
        }
    }
}

fn whole(key: &Key, below: Vec<Key>) -> String {
    let mut text = format!("{}\n  {}\n  {}.\n", key.path, key.about, key.value.trim_end_matches('.'));
    if let Some(default) = &key.default {
        text += &format!("  Default: {default}\n");
    }
    if let Some(range) = key.compute_range() {
        text += &format!("  Range: {}\n", range.in_words(""));
    }
    if let Some(source) = key.source {
        text += &format!("  Source of the default: {source}\n");
    }
    if !key.choices.is_empty() {
        text += "\nChoices\n";
        for (name, about) in &key.choices {
            text += format!("  {name:<24} {about}").trim_end();
            text.push('\n');
        }
    }
    // A choice has been told already; what is below it is asked for by its own name.
    let below: Vec<Key> =
        below.into_iter().filter(|below| key.choices.iter().all(|(name, _)| name != below.name())).collect();
    if !below.is_empty() {
        text += &format!("\nKeys\n{}", listed(below.into_iter()));
    }
    text
}

fn listed(keys: impl Iterator<Item = Key>) -> String {
    keys.map(|key| {
        let default = key.default.as_ref().map_or(String::new(), |default| format!(" [{default}]"));
        format!("  {}{default}\n      {}\n", key.path, key.about)
    })
    .collect()
}
