//! All results of the workspace: what each is about, what is wrong with it, and what somebody wrote about it.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use results::store::{StoreContents, StoreError};
use results::{ComparedResult, Difference, ResultFolder, Severity};
use serde_json::{Value, json};
use study::Words;

use crate::http::Response;
use crate::workspace::{Workspace, joint_of};

/// What somebody wrote about a result: a file of the user's, which the program never replaces.
const NOTE: &str = "note.txt";
const LONGEST_NOTE: u64 = 16 * 1024;
/// This version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Everything on the shelf.
pub(crate) fn told(space: &Workspace, names: &[String]) -> Value {
    Value::Array(names.iter().map(|name| entry(space, name)).collect())
}

fn entry(space: &Workspace, name: &str) -> Value {
    let Ok(folder) = space.place(name) else { return Value::Null };
    let many = folder.join("store.json").is_file();
    let note = fs::metadata(folder.join(NOTE)).ok().filter(|about| about.is_file() && about.len() <= LONGEST_NOTE);
    let note = note.and_then(|_| fs::read_to_string(folder.join(NOTE)).ok()).unwrap_or_default();
    let mut told = json!({
        "path": name, "many": many, "note": note,
        "picture": folder.join("overview.svg").is_file(), "page": folder.join("report.html").is_file(),
        "study": folder.join("study.toml").is_file(),
    });
    let shown = |error: &dyn Display| error.to_string().replace(&format!("{}/", space.root.display()), "");
    match load(&folder) {
        Ok(result) => {
            told["title"] = result.summary.title.clone().into();
            told["started"] = result.provenance.started.clone().into();
            told["version"] = result.provenance.version.clone().into();
            let cautions = result.summary.warnings.iter().filter(|w| w.severity == Severity::Caution).count();
            told["cautions"] = cautions.into();
            let shown = result.summary.values.iter().take(4).map(|(name, value)| {
                let known = quantity::describe_si(name);
                let (label, unit, factor) =
                    known.map_or((name.clone(), String::new(), 1.0), |k| (k.label, k.symbol, k.factor));
                json!({ "name": name, "label": label, "unit": unit, "value": value * factor })
            });
            told["numbers"] = Value::Array(shown.collect());
            told["joint"] = joint_of(&result.study).into();
        }
        // A store that is not complete is no mistake.
        Err(_) if many => told["unfinished"] = true.into(),
        Err(error) => told["problem"] = format!("{}; {}", shown(&error.message), error.hint).into(),
    }
    if !many {
        return told;
    }
    match StoreContents::load(&folder) {
        Ok((contents, damage)) => {
            told["finished"] = contents.finished().into();
            told["planned"] = contents.header().planned().into();
            let made = &contents.header().version;
            // Nobody can go on with what another version began; what is complete can be looked at.
            let goes_on = made == VERSION;
            told["goes_on"] = goes_on.into();
            if !goes_on && (told["unfinished"] == true || is_newer(made)) {
                told["problem"] = other_version(made).into();
            } else if !damage.is_empty() {
                told["problem"] = format!("{} of its files are damaged", damage.len()).into();
            }
        }
        Err(StoreError::OtherVersion { found, .. }) => told["problem"] = other_version(&found).into(),
        Err(error) => {
            let cure = "bring the file back from a copy, or run its study anew";
            told["problem"] = format!("{}; {cure}", shown(&error)).into();
        }
    }
    told
}

fn other_version(found: &str) -> String {
    format!(
        "it was made by version {found}, this is version {VERSION}; go on with the version that made it, or run its study anew"
    )
}

/// Whether a version is newer than this one; what is no version is not.
fn is_newer(version: &str) -> bool {
    let parts = |text: &str| text.split('.').map(str::parse).collect::<Result<Vec<u64>, _>>();
    matches!((parts(version), parts(VERSION)), (Ok(other), Ok(own)) if other > own)
}

/// A result that this version can read: a newer one may mean something else by the same names.
fn load(folder: &Path) -> Result<ResultFolder, Words> {
    let made = fs::read(folder.join("provenance.json")).ok();
    let made = made.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    if let Some(made) = made.as_ref().and_then(|made| made["version"].as_str()).filter(|made| is_newer(made)) {
        let message = format!("`{}` was written by version {made}, this is version {VERSION}", folder.display());
        return Err(Words::new(message, "update synovia to read it"));
    }
    ResultFolder::load(folder).map_err(|error| Words::new(&error, error.hint()))
}

/// Writes what somebody thinks of a result; nothing removes it.
pub(crate) fn keep_note(space: &Workspace, name: &str, text: &str) -> Result<(), Response> {
    let folder = space.place(name)?;
    if text.len() as u64 > LONGEST_NOTE {
        return Err(Response::refuse(413, "a note has at most 16 kB"));
    }
    if !folder.is_dir() {
        return Err(Response::refuse(404, "this result is not there any more"));
    }
    let path = folder.join(NOTE);
    let done = if text.trim().is_empty() {
        fs::remove_file(&path).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })
    } else {
        results::put_file(&path, text.as_bytes())
    };
    done.map_err(|error| Response::refuse(507, format!("the note cannot be written: {error}")))
}

/// Two results beside each other.
///
/// # Errors
/// A result that cannot be read, in words with a hint.
pub fn difference(folders: [&Path; 2]) -> Result<(Difference, [String; 2]), Words> {
    let read = |folder: &Path| {
        let result = load(folder)?;
        let outcome = result.load_outcome().map_err(|error| Words::new(&error, error.hint()))?;
        Ok::<_, Words>((result, outcome))
    };
    let (a, b) = (read(folders[0])?, read(folders[1])?);
    let names = names(folders, [&a.0, &b.0]);
    let first = ComparedResult { name: &names[0], outcome: &a.1, study: &a.0.study };
    let second = ComparedResult { name: &names[1], outcome: &b.1, study: &b.0.study };
    Ok((results::compare(&first, &second), names))
}

/// The names of the folders, of the studies, or letters: whatever tells them apart.
fn names(folders: [&Path; 2], results: [&ResultFolder; 2]) -> [String; 2] {
    let own =
        folders.map(|folder| folder.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned()));
    let titles = results.map(|result| result.summary.title.clone().unwrap_or_default());
    let apart =
        |names: &[String; 2]| names[0] != names[1] && names.iter().all(|n| !n.is_empty() && n.chars().count() < 40);
    [own, titles].into_iter().find(apart).unwrap_or(["A".into(), "B".into()])
}

#[cfg(test)]
mod tests {
    use super::is_newer;

    #[test]
    fn versions_are_compared_as_numbers() {
        for newer in ["99.1.0", "0.10.0", "0.1.1"] {
            assert!(is_newer(newer), "{newer}");
        }
        for not in ["0.1.0", "0.0.99", "", "0.1.0-beta", "x"] {
            assert!(!is_newer(not), "{not}");
        }
    }
}
