//! A study that has been checked: it can be run, and cannot be wrong any more.

use std::any::Any;
use std::sync::Arc;

use joints::joint::Section;
use joints::{Failure, FitAsked, FittedSurrogate, Joint, JointError, Need, Watch};
use results::Outcome;

use joints::compare::{CompareError, Subject};

use crate::content::Content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::machine;
use crate::source::Source;

/// A file that a study uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    /// Where the resolved study looks for it, relative to itself: `inputs/walk.csv`.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The joint of a study, and what it was made from.
pub(crate) struct About {
    /// The name of its table.
    pub table: &'static str,
    pub joint: Arc<dyn Joint>,
    pub data: Vec<DataFile>,
    /// Whether the machine is known to have room for it.
    pub has_room: bool,
}

/// Why a run did not end well.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The study asks for something that cannot be.
    #[error("{0}")]
    Input(Diagnostics),
    /// The computation failed.
    #[error("{wrong}")]
    Failed {
        /// What went wrong, and where to look.
        wrong: Diagnostics,
        /// What was computed before, where there is something.
        reached: Option<Box<Outcome>>,
    },
}

/// A study that has been checked.
#[derive(Debug, Clone)]
pub struct Study {
    source: Source,
    title: Option<String>,
    /// The name of the joint's table.
    table: &'static str,
    joint: Arc<dyn Joint>,
    data: Vec<DataFile>,
    resolved: String,
}

impl Study {
    /// The study with this content, all of it written out.
    pub(crate) fn new(source: Source, content: &Content, about: About) -> Result<Self, Diagnostics> {
        let About { table, joint, data, has_room } = about;
        let resolved = resolve_text(content, &*joint).map_err(|error| {
            let hint = "this is a defect of the program: please report it with the study";
            Diagnostic::new(source.place(""), format!("the resolved study cannot be written: {error}"), hint)
        })?;
        if let Some(message) = machine::refuse("this study", &joint.need()).filter(|_| !has_room) {
            return Err(Diagnostic::new(source.place(""), message, joint.how_to_need_less()).into());
        }
        Ok(Self { source, title: content.title.clone(), table, joint, data, resolved })
    }

    /// What the study is called, where it says so.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The complete study with every default written out: TOML that reads back to the same study. Files that the study
    /// uses are expected beside it, as [`data_files`](Self::data_files) names them.
    pub fn resolved_text(&self) -> &str {
        &self.resolved
    }

    /// The files that the study uses.
    pub fn data_files(&self) -> &[DataFile] {
        &self.data
    }

    /// Everything that decides the result, for its hash: the text of the study and the content of its files.
    pub fn inputs(&self) -> Vec<&[u8]> {
        std::iter::once(self.source.text.as_bytes()).chain(self.data.iter().map(|file| file.bytes.as_slice())).collect()
    }

    /// The joint, where it is of this kind.
    pub fn joint<J: Joint>(&self) -> Option<&J> {
        let joint: &dyn Any = &*self.joint;
        joint.downcast_ref()
    }

    /// What went in, in sections of names and values, for the report.
    pub fn describe(&self) -> Vec<Section> {
        self.joint.describe()
    }

    /// What a run needs of the machine.
    pub fn need(&self) -> Need {
        self.joint.need()
    }

    /// What would run, in one line.
    pub fn outline(&self) -> String {
        self.joint.outline()
    }

    /// Runs it.
    ///
    /// # Errors
    /// What went wrong, with the line of the study to look at; or that somebody asked to stop.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, RunError> {
        self.joint.run(watch).map_err(|error| self.explain(error))
    }

    /// Runs it for its headline numbers, warnings and work alone: the same as those of [`run`](Self::run).
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_headline(&self, watch: &dyn Watch) -> Result<Outcome, RunError> {
        self.joint.run_headline(watch).map_err(|error| self.explain(error))
    }

    /// The joint's sections with their dimensions, as SVG, where it was designed.
    pub fn drawing(&self) -> Option<String> {
        self.joint.drawing()
    }

    /// The joint as the models of its contact see it, at these shares of its cycle; none where they are not compared.
    pub fn subject(&self, shares: &[f64]) -> Option<Result<Box<dyn Subject + Sync>, CompareError>> {
        self.joint.subject(shares)
    }

    /// A surrogate of the joint's contact; none where none can be fitted.
    pub fn fit(&self, asked: &FitAsked<'_>) -> Option<Result<FittedSurrogate, RunError>> {
        Some(self.joint.fit(asked)?.map_err(|error| self.explain(error)))
    }

    /// What a joint says, at the line of the study that it is about.
    fn explain(&self, error: JointError) -> RunError {
        let JointError::Failed(failure) = error else { return RunError::Interrupted };
        let Failure { message, hint, keys, is_about_input, reached } = *failure;
        let place = self.source.place_of_keys(self.table, keys.iter().map(String::as_str));
        let wrong = Diagnostic::new(place, message, hint).into();
        match reached {
            None if is_about_input => RunError::Input(wrong),
            reached => RunError::Failed { wrong, reached },
        }
    }
}

fn resolve_text(content: &Content, joint: &dyn Joint) -> Result<String, toml::ser::Error> {
    let wear = joint.wear_in_words().map_or(String::new(), |words| format!("# Wear factor: {words}\n"));
    Ok(format!("# The study with every default written out. It can be run again.\n{wear}{}", toml::to_string(content)?))
}
