//! What in a folder is ours, and what its owner put there.
//!
//! A folder of ours has a list of the files that this program wrote, each with the BLAKE3 hash of its content, as
//! `b3sum --check` reads it. What it does not name, or names with another content, is the user's, and is never deleted.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The list.
pub(crate) const LIST: &str = "checksums.b3";

/// Files that earlier versions wrote without a list; so do stores with what changes while they grow.
const KNOWN: &[&str] = &[
    LIST,
    "journal.jsonl",
    "lock",
    "manifest.jsonl",
    "overview.svg",
    "provenance.json",
    "report.html",
    "series.csv",
    "series.parquet",
    "store.json",
    "study.toml",
    "summary.json",
    "table.csv",
    "table.parquet",
];

/// Files of ours that have no list, because they are written as a store grows.
const GROWING: &[&str] = &[LIST, "journal.jsonl", "lock", "manifest.jsonl", "store.json"];

/// The files that this program wrote into a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Belongings {
    /// Names within the folder, with `/`, and hashes of the contents.
    files: BTreeMap<String, String>,
    /// Whether there was a list at all.
    listed: bool,
}

/// A file that is not ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stranger {
    /// Where it is within the folder.
    pub path: PathBuf,
    /// Whether it was one of ours that somebody has changed.
    pub edited: bool,
}

impl Belongings {
    /// Of a new folder.
    pub(crate) fn new() -> Self {
        Self { files: BTreeMap::new(), listed: true }
    }

    /// Reads the list of a folder. Lines that cannot be read name nothing.
    pub(crate) fn load(folder: &Path) -> Self {
        let Ok(text) = fs::read_to_string(folder.join(LIST)) else { return Self::default() };
        let lines = text.lines().filter_map(|line| line.split_once("  "));
        Self { files: lines.map(|(hash, name)| (name.into(), hash.into())).collect(), listed: true }
    }

    /// Writes down a file.
    pub(crate) fn add(&mut self, name: &str, hash: String) {
        self.files.insert(name.into(), hash);
    }

    /// The names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// What is wrong with the content of a file that the list names: it is not what was written.
    pub(crate) fn fault_of(&self, name: &str, hash: &str) -> Option<String> {
        let written = self.files.get(name)?;
        (written != hash).then(|| format!("its content is not what was written: `{LIST}` has another checksum"))
    }

    /// The list as its file holds it.
    pub(crate) fn to_text(&self) -> String {
        self.files.iter().map(|(name, hash)| format!("{hash}  {name}\n")).collect()
    }

    /// What lies in a folder that this list describes and is not ours, in order.
    pub(crate) fn strangers(&self, folder: &Path) -> io::Result<Vec<Stranger>> {
        let mut found = Vec::new();
        self.look(folder, Path::new(""), &mut found)?;
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn look(&self, root: &Path, inside: &Path, found: &mut Vec<Stranger>) -> io::Result<()> {
        for entry in fs::read_dir(root.join(inside))? {
            let entry = entry?;
            let path = inside.join(entry.file_name());
            let whole = root.join(&path);
            if !entry.file_type()?.is_dir() {
                found.extend(self.judge(&whole, &path)?);
            } else if whole.join(LIST).is_file() {
                // A result within a store has a list of its own.
                let theirs = Self::load(&whole).strangers(&whole)?;
                found.extend(theirs.into_iter().map(|one| Stranger { path: path.join(one.path), ..one }));
            } else {
                self.look(root, &path, found)?;
            }
        }
        Ok(())
    }

    /// Whether a file is a stranger.
    fn judge(&self, whole: &Path, path: &Path) -> io::Result<Option<Stranger>> {
        let name = path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        let stranger = |edited| Ok(Some(Stranger { path: path.into(), edited }));
        match self.files.get(&name) {
            Some(hash) if !whole.is_symlink() && hash_of_file(whole)? == *hash => Ok(None),
            Some(_) => stranger(true),
            None if GROWING.contains(&name.as_str()) || is_part(&name) => Ok(None),
            None if !self.listed && is_known(&name) => Ok(None),
            None => stranger(false),
        }
    }
}

/// Parts of a store, those that were set aside, and what was being written.
fn is_part(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or_default();
    let in_parts = name.strip_prefix("parts/").is_some_and(|part| {
        let (number, ending) = part.split_at_checked(6).unwrap_or_default();
        !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && ending.contains(".parquet")
    });
    in_parts || crate::durable::is_unfinished(last)
}

/// Whether an earlier version could have written it.
fn is_known(name: &str) -> bool {
    let field = [".pvd", ".vtp", ".vtu"].iter().any(|ending| name.ends_with(ending));
    let inner = name.strip_prefix("best/").unwrap_or(name);
    field || KNOWN.contains(&inner) || name.starts_with("inputs/")
}

/// BLAKE3 of a content, as `b3sum` says it.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// BLAKE3 of the content of a file.
pub(crate) fn hash_of_file(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(fs::File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// Gives the user's files of one folder a second name in another, where nothing of that name is yet; one that has been
/// edited, or whose name is taken, gets another ending. Neither folder loses anything. Says which they are.
pub(crate) fn carry_over(strangers: &[Stranger], from: &Path, to: &Path) -> io::Result<Vec<String>> {
    let mut said = Vec::new();
    for Stranger { path, .. } in strangers {
        let name = path.to_string_lossy().into_owned();
        let names = std::iter::once(name.clone())
            .chain(std::iter::once(format!("{name}.kept")))
            .chain((2..).map(|number| format!("{name}.kept-{number}")));
        let free = names.into_iter().find(|name| fs::symlink_metadata(to.join(name)).is_err()).unwrap_or_default();
        let target = to.join(&free);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        give_second_name(&from.join(path), &target)?;
        said.push(if free == name { name } else { format!("{name} (as {free})") });
    }
    Ok(said)
}

fn give_second_name(from: &Path, to: &Path) -> io::Result<()> {
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    #[cfg(unix)]
    if from.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(from)?, to);
    }
    fs::copy(from, to)?;
    fs::File::open(to)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_b3sum() {
        // First entry of the test vectors that come with the BLAKE3 specification.
        assert_eq!(hash_of(b""), "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
    }

    #[test]
    fn what_is_not_listed_or_was_changed_is_somebody_s() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        for name in
            ["study.toml", "cup/a.vtp", "report.html", "parts/000001-2.parquet", "parts/mine.parquet", "store.json"]
        {
            write(name, name);
        }
        let mut ours = Belongings::new();
        for name in ["study.toml", "cup/a.vtp", "report.html"] {
            ours.add(name, hash_of(name.as_bytes()));
        }
        write(LIST, &ours.to_text());
        write("notes/mine.txt", "mine");
        write("cup/b.vtp", "mine");
        write("study.toml", "changed");
        let found = Belongings::load(folder.path()).strangers(folder.path()).expect("a list");
        let names: Vec<(&str, bool)> = found.iter().map(|s| (s.path.to_str().expect("text"), s.edited)).collect();
        assert_eq!(
            names,
            [("cup/b.vtp", false), ("notes/mine.txt", false), ("parts/mine.parquet", false), ("study.toml", true)]
        );
        // Without a list the names decide.
        fs::remove_file(folder.path().join(LIST)).expect("removed");
        let found = Belongings::load(folder.path()).strangers(folder.path()).expect("a list");
        let names: Vec<&str> = found.iter().map(|s| s.path.to_str().expect("text")).collect();
        assert_eq!(names, ["notes/mine.txt", "parts/mine.parquet"]);
        // The new folder has a study of its own.
        let new = tempfile::tempdir().expect("a folder");
        fs::write(new.path().join("study.toml"), "new").expect("a file");
        let strangers = [Stranger { path: "study.toml".into(), edited: true }, found[0].clone()];
        let said = carry_over(&strangers, folder.path(), new.path()).expect("carried over");
        assert_eq!(said, ["study.toml (as study.toml.kept)", "notes/mine.txt"]);
        assert_eq!(fs::read_to_string(new.path().join("study.toml.kept")).expect("kept"), "changed");
        assert_eq!(fs::read_to_string(new.path().join("study.toml")).expect("new"), "new");
    }
}
