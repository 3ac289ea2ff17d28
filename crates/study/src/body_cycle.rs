//! The study of a body that another study names, and what its joints carry.

use joints::body::{Body, BodyError};

use crate::diagnostic::Diagnostic;
use crate::file::StudyFile;
use crate::inputs::{Input, Inputs};
use crate::run::Study;

/// A study of a body, read and checked.
pub(crate) struct NamedBody {
    path: String,
    copy: Input,
    study: Study,
}

impl NamedBody {
    /// Reads the study of a path, relative to the one that names it at a place.
    pub fn read(path: &str, named: &str, inputs: &mut Inputs<'_>) -> Result<Self, Vec<Diagnostic>> {
        let source = inputs.source;
        let complain = |message: String, hint: &str| vec![Diagnostic::new(source.place(named), message, hint)];
        let Input { path: full, bytes } = inputs.read(path, named).map_err(|wrong| vec![*wrong])?;
        let text = String::from_utf8(bytes).map_err(|_| {
            complain(format!("`{path}` is no text"), "name a study with a [body], relative to this one")
        })?;
        let study = StudyFile::from_text(&full.display().to_string(), text)
            .check_with(inputs.files())
            .map_err(|wrong| wrong.all().to_vec())?;
        if study.joint::<Body>().is_none() {
            return Err(complain(format!("`{path}` is no study of a body"), "it must have a table [body]"));
        }
        let copy = Input { path: full, bytes: study.resolved_text().as_bytes().to_vec() };
        Ok(Self { path: path.into(), copy, study })
    }

    /// What one of its joints carries.
    pub fn run<T>(
        &self,
        named: &str,
        inputs: &Inputs<'_>,
        compute: impl Fn(&Body) -> Result<Option<T>, BodyError>,
    ) -> Result<Option<T>, Vec<Diagnostic>> {
        let Some(body) = self.study.joint::<Body>() else { return Ok(None) };
        compute(body).map_err(|error| {
            let message = format!("the body of `{}` cannot be run: {error}", self.path);
            vec![Diagnostic::new(inputs.source.place(named), message, "run it by itself, and see")]
        })
    }

    /// Weight of its person, N.
    pub fn weight(&self) -> f64 {
        self.study.joint::<Body>().map_or(1.0, Body::weight)
    }

    /// What its file is called.
    pub fn name(&self) -> String {
        self.copy.name()
    }

    /// Copies it, and the files that it names, to stand beside the resolved study; where its copy stands.
    pub fn keep(self, inputs: &mut Inputs<'_>) -> String {
        let copy = inputs.keep(self.copy);
        for file in self.study.data_files() {
            inputs.keep_as(format!("inputs/{}", file.name), file.bytes.clone());
        }
        copy
    }
}
