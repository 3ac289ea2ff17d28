//! `synovia cache`, as a user does it.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{stderr, synovia};
use results::DiskCache;

fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = synovia(folder).env("SYNOVIA_CACHE", folder.join("kept")).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_is_kept_is_listed_limited_and_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    assert!(said(here, &["cache"]).contains("0 compliances, 0 B of at most 1.1 GB"));
    assert!(!here.join("kept").exists(), "looking makes nothing");
    let cache = DiskCache::new(here.join("kept"));
    for n in 0..3u8 {
        cache.store(&results::hash(&[&[n]]), &format!("cup {n}"), &vec![n; 100_000]).unwrap();
    }
    let list = said(here, &["cache"]);
    assert!(list.contains("3 compliances, 300 kB") && list.contains("cup 1"), "{list}");
    let lines = said(here, &["cache", "list", "--json"]);
    let entries: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(entries.len() == 3 && entries.iter().all(|entry| entry["bytes"].as_u64() > Some(100_000)), "{lines}");
    assert_eq!(Path::new(said(here, &["cache", "where"]).trim()), here.join("kept"));
    assert!(said(here, &["cache", "limit", "150kB"]).contains("removed 2"));
    assert_eq!(said(here, &["cache", "limit"]), "150 kB\n");
    assert!(said(here, &["cache", "clear"]).contains("removed 1 compliance,"));
    assert!(cache.entries().unwrap().is_empty());
}

#[test]
fn a_flag_moves_it_or_turns_it_off() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(said(folder.path(), &["--cache", "elsewhere", "cache", "where"]), "elsewhere\n");
    for arguments in [["--cache", "off", "cache"], ["cache", "--cache", "off"]] {
        let output = synovia(folder.path()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("turned off by --cache"), "{}", stderr(&output));
    }
    let output = synovia(folder.path()).args(["cache", "limit", "much"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("500MB"), "{}", stderr(&output));
}
