//! The one folder that is served: nothing outside of it is read or written, links included.

use std::collections::VecDeque;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::http::Response;

/// Studies and results are looked for so deep, and so many folders are looked into.
const DEEPEST: usize = 4;
const MOST_FOLDERS: usize = 4000;
/// The longest study that is opened.
const LONGEST: u64 = 2 * 1024 * 1024;

/// The folder.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    pub root: PathBuf,
}

/// What was found in it, relative to it.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub studies: Vec<String>,
    pub results: Vec<String>,
}

impl Workspace {
    pub fn new(root: &Path) -> std::io::Result<Self> {
        Ok(Self { root: root.canonicalize()? })
    }

    /// The place of a name, whether something is there or not.
    pub fn place(&self, name: &str) -> Result<PathBuf, Response> {
        let outside = || Response::refuse(403, format!("`{name}` is not inside of the workspace"));
        let relative = Path::new(name);
        let plain =
            |part: Component<'_>| matches!(part, Component::Normal(part) if !part.to_string_lossy().starts_with('.'));
        let odd = |c: char| c.is_control() || c == '\\' || c == ':';
        if name.is_empty() || name.len() > 400 || name.contains(odd) || !relative.components().all(plain) {
            return Err(outside());
        }
        let path = self.root.join(relative);
        // The nearest part that is there decides where it leads.
        let mut there = path.as_path();
        while fs::symlink_metadata(there).is_err() {
            there = there.parent().ok_or_else(outside)?;
        }
        let real = there.canonicalize().map_err(|_| outside())?;
        if real.starts_with(&self.root) { Ok(path) } else { Err(outside()) }
    }

    /// The text of a study.
    pub fn load_text(&self, name: &str) -> Result<String, Response> {
        let path = self.place(name)?;
        let failed = |error: std::io::Error| Response::refuse(404, format!("`{name}` cannot be read: {error}"));
        let about = fs::metadata(&path).map_err(failed)?;
        if !about.is_file() || about.len() > LONGEST {
            return Err(Response::refuse(413, format!("`{name}` is not a study: it is no file, or larger than 2 MB")));
        }
        Ok(String::from_utf8_lossy(&fs::read(&path).map_err(failed)?).into_owned())
    }

    /// Studies and results of the folder, in the order of their names.
    pub fn look(&self) -> Found {
        let mut found = Found::default();
        let mut folders = VecDeque::from([(self.root.clone(), 0)]);
        let mut seen = 0;
        while let Some((folder, depth)) = folders.pop_front() {
            seen += 1;
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
                let Ok(kind) = entry.file_type() else { continue };
                if name.starts_with('.') || kind.is_symlink() {
                    continue;
                }
                if kind.is_dir() && is_result(&path) {
                    found.results.extend(self.named(&path));
                } else if kind.is_dir() && depth < DEEPEST && seen < MOST_FOLDERS && name != "target" {
                    folders.push_back((path, depth + 1));
                } else if kind.is_file() && name.ends_with(".toml") && is_study(&path) {
                    found.studies.extend(self.named(&path));
                }
            }
        }
        found
    }

    /// The name of a path inside.
    pub fn named(&self, path: &Path) -> Option<String> {
        let relative = path.strip_prefix(&self.root).ok()?;
        let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        Some(parts.join("/"))
    }

    /// A folder under `results` that is not there yet.
    pub fn free_place(&self, name: &str) -> Result<String, Response> {
        let tame: String =
            name.chars().map(|c| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' }).collect();
        let tame = if tame.trim().is_empty() { "study" } else { tame.trim() };
        for attempt in 1..10_000 {
            let place = if attempt == 1 { format!("results/{tame}") } else { format!("results/{tame}-{attempt}") };
            if !self.is_taken(&place)? {
                return Ok(place);
            }
        }
        Err(Response::refuse(409, format!("there are too many results called `{tame}`")))
    }

    /// Whether something is there, or another process is writing it at this moment.
    pub fn is_taken(&self, name: &str) -> Result<bool, Response> {
        let path = self.place(name)?;
        if fs::symlink_metadata(&path).is_ok() {
            return Ok(true);
        }
        let begun = format!(".{}.tmp-", path.file_name().unwrap_or_default().to_string_lossy());
        let entries = path.parent().and_then(|parent| fs::read_dir(parent).ok()).into_iter().flatten().flatten();
        let lives = |entry: &fs::DirEntry| {
            let lock = fs::File::open(entry.path().join("lock"));
            lock.is_ok_and(|lock| matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock)))
        };
        let mut begun = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&begun));
        Ok(begun.any(|entry| lives(&entry)))
    }
}

/// A result, whole or not: what it lacks is said on the shelf.
fn is_result(folder: &Path) -> bool {
    ["provenance.json", "summary.json", "store.json"].iter().any(|name| folder.join(name).is_file())
}

/// The joint that a study is about, by the first of its tables.
pub(crate) fn joint_of(text: &str) -> Option<&'static str> {
    let of = |line: &str| {
        let table = line.trim_start().strip_prefix('[')?;
        let named = |joint: &&study::registry::JointKind| {
            table.strip_prefix(joint.table).is_some_and(|rest| rest.starts_with(['.', ']']))
        };
        study::registry::JOINTS.iter().find(named).map(|joint| joint.table)
    };
    text.lines().find_map(of)
}

fn is_study(path: &Path) -> bool {
    let Ok(about) = fs::metadata(path) else { return false };
    let Ok(text) = fs::read_to_string(path) else { return about.len() <= LONGEST };
    about.len() <= LONGEST && joint_of(&text).is_some()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("work");
        fs::create_dir_all(root.join("results/one")).unwrap();
        fs::write(outer.path().join("secret.toml"), "x").unwrap();
        let space = Workspace::new(&root).unwrap();
        for bad in [
            "",
            "..",
            "../secret.toml",
            "results/../../secret.toml",
            "/etc/passwd",
            ".hidden",
            "a/.git/x",
            "C:\\x",
            "a\0b",
        ] {
            assert!(space.place(bad).is_err(), "{bad:?}");
        }
        for good in ["a.toml", "results/one", "results/new/deeper", "ä b.toml"] {
            assert!(space.place(good).is_ok(), "{good}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path(), root.join("way-out")).unwrap();
            std::os::unix::fs::symlink(outer.path().join("secret.toml"), root.join("link.toml")).unwrap();
            for bad in ["way-out", "way-out/secret.toml", "way-out/new.toml", "link.toml"] {
                assert!(space.place(bad).is_err(), "{bad}");
            }
        }
        assert!(space.load_text("nothing.toml").is_err());
    }

    #[test]
    fn studies_and_results_are_found_and_other_files_are_not() {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("hip.toml", "[hip.implant]\n"),
            ("sub/knee.toml", "title = \"k\"\n[knee]\n"),
            ("Cargo.toml", "[package]\nname = \"hip\"\n"),
            ("results/a/summary.json", "{}"),
            ("results/a/study.toml", "[hip]\n"),
            ("results/many/store.json", "{}"),
        ] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let space = Workspace::new(root.path()).unwrap();
        let found = space.look();
        assert_eq!(found.studies, ["hip.toml", "sub/knee.toml"]);
        assert_eq!(found.results, ["results/a", "results/many"]);
        assert_eq!(space.free_place("a").unwrap(), "results/a-2");
        assert_eq!(space.free_place("../x<y>").unwrap(), "results/---x-y-");
        // What another process is writing is not free; what one has left that was killed is.
        fs::create_dir(root.path().join("results/.b.tmp-123")).unwrap();
        let lock = fs::File::create(root.path().join("results/.b.tmp-123/lock")).unwrap();
        lock.lock().unwrap();
        assert_eq!(space.free_place("b").unwrap(), "results/b-2");
        drop(lock);
        assert_eq!(space.free_place("b").unwrap(), "results/b");
    }
}
