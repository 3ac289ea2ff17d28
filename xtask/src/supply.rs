//! What the program is made of: every crate that goes into the binary, with its licence, for people (notices) and for
//! machines (a bill of materials).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::run::{self, cargo, output};

/// Licences that ask for no more than their notice. MPL-2.0 is the most that we accept: it stays within its own files.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that name a file instead of a licence, and what the file is; read by a person.
const READ: &[(&str, &str)] = &[("cobyla", "MIT")];

/// A crate of somebody else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence, an SPDX expression.
    pub licence: String,
    /// Where its sources are kept in public.
    pub repository: String,
    /// SHA-256 of its archive, as in the lock file.
    pub checksum: Option<String>,
    folder: PathBuf,
}

/// Every crate of others that is compiled into the program on this platform, in the order of names.
///
/// # Errors
/// Cargo does not answer, or says something unexpected.
pub fn inventory() -> Result<Vec<Component>, String> {
    let host = output({
        let mut rustc = std::process::Command::new("rustc");
        rustc.arg("-vV");
        rustc
    })?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not say its host")?;
    let text = output(cargo(["metadata", "--format-version=1", "--locked", "--filter-platform", host]))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let checksums = checksums()?;
    let used = used(&metadata)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let component = |package: &Value| {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let (name, version) = (text("name"), text("version"));
        let read = READ.iter().find(|(crate_name, _)| *crate_name == name).map(|(_, licence)| (*licence).to_owned());
        Component {
            // A slash is how manifests once said OR.
            licence: package["license"].as_str().map(|l| l.replace('/', " OR ")).or(read).unwrap_or_default(),
            repository: text("repository"),
            checksum: checksums.get(&format!("{name} {version}")).cloned(),
            folder: Path::new(&text("manifest_path")).parent().unwrap_or(Path::new(".")).to_owned(),
            name,
            version,
        }
    };
    let others = packages
        .iter()
        .filter(|package| package["source"].is_string() && package["id"].as_str().is_some_and(|id| used.contains(id)));
    let mut found: Vec<Component> = others.map(component).collect();
    found.sort();
    Ok(found)
}

/// Packages that the program reaches without its tests and build scripts.
fn used(metadata: &Value) -> Result<BTreeSet<String>, String> {
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or("cargo metadata resolves nothing")?;
    let id = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let normal = |dependency: &&Value| {
        dependency["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
    };
    let edges: BTreeMap<String, Vec<String>> = nodes
        .iter()
        .map(|node| {
            let dependencies = node["deps"].as_array().into_iter().flatten().filter(normal);
            (id(&node["id"]), dependencies.map(|dependency| id(&dependency["pkg"])).collect())
        })
        .collect();
    let program = metadata["packages"].as_array().into_iter().flatten().find(|package| package["name"] == "synovia");
    let mut waiting = vec![id(&program.ok_or("there is no package `synovia`")?["id"])];
    let mut seen = BTreeSet::new();
    while let Some(package) = waiting.pop() {
        if seen.insert(package.clone()) {
            waiting.extend(edges.get(&package).into_iter().flatten().cloned());
        }
    }
    Ok(seen)
}

/// Checksums of the lock file by name and version.
fn checksums() -> Result<BTreeMap<String, String>, String> {
    let text = fs::read_to_string(run::root().join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.map(|line| line.trim_matches('"').to_owned())
    };
    let row = |block: &str| {
        Some((format!("{} {}", value(block, "name")?, value(block, "version")?), value(block, "checksum")?))
    };
    Ok(text.split("[[package]]").filter_map(row).collect())
}

/// The crates whose licence asks for more than we accept, each with its licence.
pub fn refused(components: &[Component]) -> Vec<String> {
    let accepted = |component: &&Component| !is_permissive(&component.licence);
    components.iter().filter(accepted).map(|c| format!("{} {}: `{}`", c.name, c.version, c.licence)).collect()
}

fn is_permissive(licence: &str) -> bool {
    let allowed =
        |requirement: &spdx::LicenseReq| requirement.license.id().is_some_and(|id| PERMISSIVE.contains(&id.name));
    spdx::Expression::parse(licence).is_ok_and(|expression| expression.evaluate(allowed))
}

/// Crates that are in the program in several versions, and why that is borne. Each has been looked at: none is ours to change.
const TWICE: &[(&str, &str)] = &[
    ("getrandom", "ahash below parquet, and a macro that runs while building"),
    ("glam", "conversions that nalgebra offers; none of them is compiled"),
    ("miniz_oxide", "png asks for the version before that of flate2"),
    ("num-bigint", "num-rational below num-dual has not followed parquet yet"),
    ("syn", "macros of two generations, which run while building"),
];

/// Crates in several versions that nobody has looked at, and those that are there once by now.
pub fn unlooked(repeated: &[String]) -> Vec<String> {
    let name = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let is_known = |name: &str| TWICE.iter().any(|(known, _)| *known == name);
    let news = repeated.iter().filter(|line| !is_known(&name(line))).map(|line| format!("{line}: in several versions"));
    let gone = TWICE.iter().filter(|(known, _)| !repeated.iter().any(|line| name(line) == *known));
    news.chain(gone.map(|(known, _)| format!("{known} is there once by now: say so"))).collect()
}

/// Crates that are there in several versions.
pub fn repeated(components: &[Component]) -> Vec<String> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for component in components {
        versions.entry(&component.name).or_default().push(&component.version);
    }
    let several = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
    several.map(|(name, versions)| format!("{name} {}", versions.join(", "))).collect()
}

/// The bill of materials in CycloneDX 1.5.
pub fn bill(components: &[Component]) -> Value {
    let entry = |component: &Component| {
        let Component { name, version, licence, repository, checksum, .. } = component;
        let package = format!("pkg:cargo/{name}@{version}");
        let mut entry = json!({
            "type": "library", "bom-ref": package, "name": name, "version": version, "purl": package,
            "licenses": [{"expression": licence}],
        });
        if let Some(checksum) = checksum {
            entry["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
        }
        if !repository.is_empty() {
            entry["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
        }
        entry
    };
    let version = env!("CARGO_PKG_VERSION");
    json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {
            "type": "application", "bom-ref": "synovia", "name": "synovia", "version": version,
            "licenses": [{"expression": "MIT OR Apache-2.0"}],
        }},
        "components": components.iter().map(entry).collect::<Vec<_>>(),
    })
}

/// Names, licences and the texts that the licences ask us to pass on; equal texts once.
pub fn notices(components: &[Component]) -> String {
    let mut page = String::from("# Third-party notices\n\nSynovia is made with these crates.\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for component in components {
        let Component { name, version, licence, repository, folder, .. } = component;
        // Writing to a string does not fail.
        _ = writeln!(page, "- {name} {version}, {licence} {repository}");
        for text in licence_texts(folder) {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    for (text, names) in texts {
        _ = write!(page, "\n## {}\n\n```text\n{}\n```\n", names.join(", "), text.trim());
    }
    page
}

fn licence_texts(folder: &Path) -> Vec<String> {
    let is_notice = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word))
    };
    let files = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.is_file()).filter(is_notice).collect();
    files.sort();
    files.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_in_the_program_has_a_permissive_licence() {
        let components = inventory().unwrap_or_default();
        assert!(components.len() > 50, "{} crates: the inventory was not read", components.len());
        assert_eq!(refused(&components), Vec::<String>::new());
    }

    #[test]
    fn no_crate_comes_in_several_versions_unseen() {
        let components = inventory().unwrap_or_default();
        assert_eq!(unlooked(&repeated(&components)), Vec::<String>::new());
        let known = TWICE.iter().map(|(name, _)| format!("{name} 1, 2"));
        assert_eq!(unlooked(&known.clone().chain(["x 1, 2".into()]).collect::<Vec<_>>()).len(), 1);
        assert_eq!(unlooked(&known.skip(1).collect::<Vec<_>>()).len(), 1, "one is there once by now");
    }

    #[test]
    fn a_licence_that_asks_for_more_is_refused() {
        for licence in ["MIT", "MIT OR GPL-3.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0", "MPL-2.0"] {
            assert!(is_permissive(licence), "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND LGPL-2.1-only", "AGPL-3.0-or-later", "", "Beerware?"] {
            assert!(!is_permissive(licence), "{licence}");
        }
    }

    #[test]
    fn the_bill_names_every_crate_with_its_checksum() {
        let components = inventory().unwrap_or_default();
        let bill = bill(&components);
        let listed = bill["components"].as_array().map_or(0, Vec::len);
        assert_eq!(listed, components.len());
        for component in &components {
            assert_eq!(component.checksum.as_ref().map(String::len), Some(64), "{}", component.name);
        }
    }

    #[test]
    fn the_notices_hold_the_text_of_a_licence_of_nearly_every_crate() {
        let components = inventory().unwrap_or_default();
        let page = notices(&components);
        let without = components.iter().filter(|c| licence_texts(&c.folder).is_empty()).count();
        assert!(page.contains("Permission is hereby granted"));
        assert!(without * 10 < components.len(), "{without} of {} crates have no text", components.len());
    }
}
