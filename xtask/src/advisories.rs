//! Known holes in crates that we use, by a copy of RustSec's database, and crates that nobody keeps any more.
//!
//! The database is not fetched: `SYNOVIA_ADVISORIES` names a clone of it. Crates that are known to be left alone are listed
//! here, so that one cannot come in unseen even without the database.

use std::fs;
use std::path::Path;

use semver::{Version, VersionReq};

use crate::supply::Component;

/// Where a clone of the database is.
pub const DATABASE: &str = "SYNOVIA_ADVISORIES";

/// Crates without a keeper, as the database of 2026 has them, that have come into programs like this one.
const UNKEPT: &[&str] = &[
    "adler",
    "ansi_term",
    "atomic-polyfill",
    "atty",
    "backoff",
    "bincode",
    "boxfnonce",
    "derivative",
    "dotenv",
    "encoding",
    "fxhash",
    "instant",
    "json",
    "mach",
    "net2",
    "number_prefix",
    "paste",
    "proc-macro-error",
    "rustc-serialize",
    "serde_yaml",
    "stdweb",
    "tempdir",
    "term",
    "users",
    "yaml-rust",
];

/// Those that we have all the same, and why.
const BORNE: &[(&str, &str)] =
    &[("paste", "macros of gemm and pulp, which make names and nothing else; it is finished, not broken")];

/// Crates without a keeper that are not borne, and those that are borne for nothing any more.
pub fn unkept(components: &[Component]) -> Vec<String> {
    let used = |name: &str| components.iter().any(|component| component.name == name);
    let borne = |name: &str| BORNE.iter().any(|(known, _)| *known == name);
    let news = UNKEPT.iter().filter(|name| used(name) && !borne(name)).map(|name| format!("{name} has no keeper"));
    let gone =
        BORNE.iter().filter(|(name, _)| !used(name)).map(|(name, _)| format!("{name} is not used any more: say so"));
    news.chain(gone).collect()
}

/// What the database says against these versions.
///
/// # Errors
/// A folder that is no database.
pub fn against(components: &[Component], database: &Path) -> Result<Vec<String>, String> {
    let crates = database.join("crates");
    if !crates.is_dir() {
        return Err(format!("`{}` is no clone of RustSec's database: it has no folder `crates`", database.display()));
    }
    let mut found = Vec::new();
    for component in components {
        let folder = crates.join(&component.name);
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            if let Some(title) = hits(&text, &component.version) {
                let id = entry.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
                found.push(format!("{} {}: {id} {title}", component.name, component.version));
            }
        }
    }
    Ok(found)
}

/// The title of an advisory that holds for a version.
fn hits(text: &str, version: &str) -> Option<String> {
    let (_, rest) = text.split_once("```toml")?;
    let (head, body) = rest.split_once("```")?;
    let list = |key: &str| -> Vec<VersionReq> {
        let line = head.lines().find(|line| line.split('=').next().is_some_and(|name| name.trim() == key));
        let values = line.and_then(|line| line.split_once('[')).map_or("", |(_, rest)| rest);
        values.split('"').skip(1).step_by(2).filter_map(|text| VersionReq::parse(text).ok()).collect()
    };
    let version = Version::parse(version).ok()?;
    let safe = list("patched").iter().chain(&list("unaffected")).any(|range| range.matches(&version));
    let withdrawn = head.lines().any(|line| line.trim_start().starts_with("withdrawn"));
    // What is only unmaintained is in our own list.
    let informational = head.lines().any(|line| line.trim_start().starts_with("informational"));
    let title = body.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("(no title)");
    (!safe && !withdrawn && !informational).then(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_without_a_keeper_comes_in_unseen() {
        let components = crate::supply::inventory().expect("an inventory");
        assert_eq!(unkept(&components), Vec::<String>::new());
    }

    /// An advisory in the form of the database.
    #[test]
    fn an_advisory_holds_for_the_versions_that_it_names() {
        let text = "```toml\n[advisory]\nid = \"RUSTSEC-2000-0001\"\npackage = \"x\"\n[versions]\npatched = [\">= 1.2.3\", \"^1.1.7\"]\nunaffected = [\"< 1.0.0\"]\n```\n\n# It leaks\n\nMuch.\n";
        for (version, hit) in [("1.2.2", false), ("1.1.6", true), ("1.2.3", false), ("0.9.9", false), ("1.0.0", true)] {
            assert_eq!(hits(text, version).is_some(), hit, "{version}");
        }
        assert_eq!(hits(text, "1.0.0").as_deref(), Some("It leaks"));
        assert_eq!(hits(&text.replace("package", "withdrawn = \"2001-01-01\"\npackage"), "1.0.0"), None);
    }
}
