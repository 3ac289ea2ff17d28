//! What a long run leaves beside its result so that it can go on: whose it is, in what state, and whether it is whole.
//!
//! Three lines before the state: `synovia checkpoint 1`, the study (a hash of its inputs and the version of the program) and
//! the build; the last line is a checksum of all that stands before it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::{BUILD, VERSION};

/// What every checkpoint of this layout begins with.
const FIRST: &str = "synovia checkpoint 1";

/// Where a long run leaves what it needs to go on, and whose it is.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    /// The file, beside the result folder.
    pub path: PathBuf,
    /// Hash of the inputs and version of the program: another study starts afresh.
    pub study: String,
    /// The build of the program: another one may compute otherwise.
    pub build: String,
}

/// What was found in the place of a checkpoint.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// No file.
    Nothing,
    /// The state of this very run.
    State(String),
    /// The state of this run as another build left it, and the name of the build.
    OtherBuild {
        /// What it left.
        state: String,
        /// Its name.
        build: String,
    },
    /// A sound checkpoint of another study, or of another version of the program.
    OtherStudy,
    /// Something is wrong with it.
    Damaged(String),
}

impl Checkpoint {
    /// Of this program, for inputs with this hash.
    pub fn of(path: PathBuf, input_hash: &str) -> Self {
        Self { path, study: format!("synovia {VERSION} {input_hash}"), build: BUILD.into() }
    }

    /// Looks what is there.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    pub fn look(&self) -> io::Result<Found> {
        match fs::read(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Nothing),
            read => Ok(self.judge(&read?)),
        }
    }

    fn judge(&self, bytes: &[u8]) -> Found {
        let Ok(text) = std::str::from_utf8(bytes) else { return Found::Damaged("it is not text".into()) };
        let Some((sealed, check)) = text.rsplit_once('\n') else {
            return Found::Damaged("its checksum is missing".into());
        };
        if results::hash(&[sealed.as_bytes()]) != check {
            let what = if check.len() == 64 { "its content is not what was written" } else { "its end is missing" };
            return Found::Damaged(what.into());
        }
        let mut lines = sealed.splitn(4, '\n');
        match [lines.next(), lines.next(), lines.next(), lines.next()] {
            [Some(FIRST), Some(study), Some(build), Some(state)] if study == self.study => {
                if build == self.build {
                    Found::State(state.into())
                } else {
                    Found::OtherBuild { state: state.into(), build: build.into() }
                }
            }
            _ => Found::OtherStudy,
        }
    }

    /// The state is on the disk when this returns, or the one before still is.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, state: &str) -> io::Result<()> {
        let sealed = format!("{FIRST}\n{}\n{}\n{state}", self.study, self.build);
        let check = results::hash(&[sealed.as_bytes()]);
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        results::put_file(&self.path, format!("{sealed}\n{check}").as_bytes())
    }

    /// Moves what is there aside, and says where it is.
    ///
    /// # Errors
    /// What the system says.
    pub fn set_aside(&self, ending: &str) -> io::Result<PathBuf> {
        let named = |attempt: u32| {
            let mut name = self.path.clone().into_os_string();
            name.push(if attempt == 1 { format!(".{ending}") } else { format!(".{ending}-{attempt}") });
            PathBuf::from(name)
        };
        let free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        let aside = (1..1000).map(named).find(free).unwrap_or_else(|| named(1000));
        fs::rename(&self.path, &aside).map(|()| aside)
    }

    /// The run is over: nothing is left to go on with.
    pub fn forget(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(study: &str, build: &str) -> Checkpoint {
        Checkpoint { path: "unused".into(), study: study.into(), build: build.into() }
    }

    fn written() -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a folder");
        let mine = Checkpoint { path: folder.path().join("hip.checkpoint"), ..checkpoint("a", "b") };
        mine.write("1 2 3\n4 5 6").expect("written");
        fs::read(&mine.path).expect("read")
    }

    #[test]
    fn no_byte_of_a_checkpoint_changes_unseen() {
        let bytes = written();
        let mine = checkpoint("a", "b");
        assert_eq!(mine.judge(&bytes), Found::State("1 2 3\n4 5 6".into()));
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[place] ^= 1 << bit;
                assert!(matches!(mine.judge(&changed), Found::Damaged(_)), "bit {bit} of byte {place}");
            }
            assert!(matches!(mine.judge(&bytes[..place]), Found::Damaged(_)), "cut at {place}");
            let twice = [&bytes[..place], &bytes[..]].concat();
            assert!(place == 0 || matches!(mine.judge(&twice), Found::Damaged(_)), "repeated at {place}");
        }
    }

    #[test]
    fn a_checkpoint_knows_its_study_and_its_build() {
        let bytes = written();
        assert_eq!(checkpoint("other", "b").judge(&bytes), Found::OtherStudy);
        let other = checkpoint("a", "other").judge(&bytes);
        assert_eq!(other, Found::OtherBuild { state: "1 2 3\n4 5 6".into(), build: "b".into() });
    }
}
