//! A study as it was written: it may be wrong, and knows its lines.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::advice;
use crate::content::{Content, JOINTS};
use crate::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::making::Making;
use crate::many::{Campaign, Template, Vary};
use crate::reading::Reading;
use crate::registry::MAKERS;
use crate::run::{About, Study};
use crate::source::{Source, split};

/// How a study gets the content of the files that it names.
pub(crate) type Files<'a> = &'a dyn Fn(&Path) -> io::Result<Vec<u8>>;

/// A study as it was written. It may be wrong; [`check`](Self::check) is the door to a [`Study`] that is not.
#[derive(Debug, Clone)]
pub struct StudyFile {
    source: Source,
    reading: Reading,
    /// Files that are in memory instead of on the disk.
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// The folder that files must not lie outside of.
    root: Option<PathBuf>,
}

/// A file from the disk; where there is a root, only from inside of it, links followed.
pub(crate) fn read_inside(root: Option<&Path>, path: &Path) -> io::Result<Vec<u8>> {
    if let Some(root) = root
        && !path.canonicalize()?.starts_with(root.canonicalize()?)
    {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it lies outside of the folder that may be read"));
    }
    std::fs::read(path)
}

impl StudyFile {
    /// Reads a file from the disk.
    ///
    /// # Errors
    /// A file that cannot be read, or is not text. What is wrong with its content is said by [`check`](Self::check).
    pub fn load_file(path: &Path) -> Result<Self, Diagnostics> {
        let name = path.display().to_string();
        let complain = |message: String, hint: &str| Diagnostic::new(Place::file(&name), message, hint);
        let bytes = std::fs::read(path).map_err(|cause| {
            let hint = match cause.kind() {
                io::ErrorKind::NotFound => {
                    "check the spelling; `synovia new hip > hip.toml` writes a study to begin with"
                }
                _ => "check that it is a file and that you may read it",
            };
            complain(format!("the study cannot be read: {cause}"), hint)
        })?;
        let foreign =
            advice::no_study(&bytes).map(|(what, hint)| complain(format!("this is {what}, not a study"), hint));
        let text = String::from_utf8(bytes).map_err(|error| {
            if let Some(foreign) = &foreign {
                return foreign.clone();
            }
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
            let place = Place { line: Some(line), ..Place::file(&name) };
            Diagnostic { place, ..complain("the study is not UTF-8 text".into(), "save it as UTF-8") }
        })?;
        let file = Self::from_text(&name, text);
        match foreign {
            Some(foreign) if !file.reading.is_toml => Err(foreign.into()),
            _ => Ok(file),
        }
    }

    /// A study from memory. Files that it names are looked for in the folder of `name`.
    pub fn from_text(name: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        // Editors on Windows begin a file with a mark that is not part of its text.
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        let reading = Reading::of(name, &text);
        let source = Source { name: name.into(), text: text.into(), tree: Arc::new(reading.tree.clone()) };
        Self { source, reading, files: BTreeMap::new(), root: None }
    }

    /// The same study with files from memory, by the names with which it asks for them; others are read from the disk.
    #[must_use]
    pub fn with_files(mut self, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let folder = self.source.folder();
        self.files.extend(files.into_iter().map(|(name, bytes)| (folder.join(name), bytes)));
        self
    }

    /// The same study, which reads files from inside of this folder only: a door that serves a folder stays in it.
    #[must_use]
    pub fn within(self, root: &Path) -> Self {
        Self { root: Some(root.into()), ..self }
    }

    /// The same study with another text: files are read from where the first one finds them.
    pub(crate) fn with_text(&self, text: &str) -> Self {
        let changed = Self::from_text(&self.source.name, text);
        Self { files: self.files.clone(), root: self.root.clone(), ..changed }
    }

    /// Its text, and where its values stand.
    #[cfg(test)]
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// Where a dotted path stands in the study.
    pub(crate) fn place(&self, path: &str) -> Place {
        self.source.place(path)
    }

    /// A study that has been read already.
    pub(crate) fn from_content(source: Source, content: Content) -> Self {
        let reading = Reading { content, is_toml: true, ..Reading::default() };
        Self { source, reading, files: BTreeMap::new(), root: None }
    }

    /// Whether it asks for many runs.
    pub fn is_many(&self) -> bool {
        let written = |table: &str| self.source.tree.key_of(&split(table)).is_some();
        written("vary") || written("runs")
    }

    /// Checks a study of many runs: its base case, what varies and how, and the ends of every range.
    ///
    /// # Errors
    /// All that is wrong, each with its line and a hint.
    pub fn check_many(self) -> Result<Campaign, Diagnostics> {
        if !self.reading.mistakes.is_empty() {
            // A mistake in the base case, too, if there is one; else those of the tables of many.
            let mistakes: Diagnostics = self.reading.mistakes.iter().cloned().collect();
            return Err(self.check().err().unwrap_or(mistakes));
        }
        let template = Template::new(self.source, self.files, self.root)?;
        Campaign::new(template, &self.reading.content)
    }

    /// The draws of a dossier, checked: what is uncertain is written like the table `[vary]`.
    pub(crate) fn check_draws(&self, uncertain: &Vary, count: u64) -> Result<Campaign, Diagnostics> {
        let template = Template::new(self.source.clone(), self.files.clone(), self.root.clone())?;
        Campaign::of_dossier(template, uncertain.clone(), count)
    }

    /// What was read; defaults stand in for what is wrong.
    pub fn content(&self) -> &Content {
        &self.reading.content
    }

    /// Checks everything, and reads the files that the study names.
    ///
    /// # Errors
    /// All that is wrong, each with its line and a hint.
    pub fn check(self) -> Result<Study, Diagnostics> {
        let (files, root) = (self.files.clone(), self.root.clone());
        self.check_with(&|path| files.get(path).map_or_else(|| read_inside(root.as_deref(), path), |b| Ok(b.clone())))
    }

    /// The study as a table of TOML: what was written, not what is left out; `None` where it cannot be read as one.
    pub fn written(&self) -> Option<toml::Table> {
        toml::from_str(&self.source.text).ok()
    }

    /// What holds where the study is wrong: what could be read, and defaults for the rest; `None` where there is no joint.
    pub fn standing(&self) -> Option<toml::Table> {
        let content = Content { vary: None, runs: None, dossier: None, ..self.reading.content.clone() };
        MAKERS.iter().any(|maker| (maker.is_in)(&content)).then_some(())?;
        toml::from_str(&toml::to_string(&content).ok()?).ok()
    }

    /// Paths of the values that are wrong by themselves: nothing is built, and no file is read.
    pub(crate) fn wrong_values(&self) -> Vec<String> {
        let taken = self.reading.taken.iter().map(|path| path.join("."));
        let joints = JOINTS.iter().zip(MAKERS);
        let checked = joints.flat_map(|(table, maker)| {
            let problems = (maker.check)(&self.reading.content);
            problems.into_iter().map(move |problem| format!("{table}.{}", problem.path))
        });
        taken.chain(checked).collect()
    }

    /// As [`check`](Self::check), with another way to get the files that the study names.
    pub(crate) fn check_with(self, files: Files<'_>) -> Result<Study, Diagnostics> {
        if !self.reading.is_toml {
            return Err(self.reading.mistakes.into_iter().collect());
        }
        if let Some(wrong) = self.two_joints() {
            return Err(wrong.into());
        }
        let content = self.reading.content.clone();
        let Some((&table, maker)) = JOINTS.iter().zip(MAKERS).find(|(_, maker)| (maker.is_in)(&content)) else {
            return Err(self.without_joint());
        };
        let mut content = Content { vary: None, runs: None, dossier: None, ..content };
        let mut making = Making::new(table, &self.source, &self.reading, files);
        let Some(made) = (maker.make)(&mut content, &mut making) else { return Err(self.without_joint()) };
        let (joint, Making { inputs, has_room, .. }) = (made?, making);
        let data = inputs.into_copies();
        Study::new(self.source, &content, About { table, joint, data, has_room })
    }

    fn two_joints(&self) -> Option<Diagnostic> {
        let content = &self.reading.content;
        let written = |table: &str| self.source.tree.key_of(&split(table)).is_some();
        // What varies may be of another joint than what is written.
        let joints = JOINTS.iter().zip(MAKERS).filter(|(table, maker)| written(table) || (maker.is_in)(content));
        let mut joints = joints.map(|(table, _)| table);
        let (first, second) = (joints.next()?, joints.next()?);
        let message = format!("the study has two joints, `{first}` and `{second}`");
        Some(Diagnostic::new(self.source.place(second), message, "make two studies of it"))
    }

    fn without_joint(self) -> Diagnostics {
        let mut wrong = self.reading.mistakes.clone();
        // A joint that was misspelt has been reported already.
        if wrong.is_empty() {
            let hint = format!("add a table for one of {}, as `synovia new hip` does", JOINTS.join(", "));
            wrong.push(Diagnostic::new(self.source.place(""), "the study has no joint", hint));
        }
        wrong.into_iter().collect()
    }
}
