//! From what a study says about a joint to the joint: values checked, files read, every mistake at its line.
//!
//! A joint that reads no files needs nothing here: [`Making::without_files`] makes it. One that does has a file that reads
//! them. Which joint is made how stands in the registry.

mod body;
mod gait;
mod hip;
mod liner;
mod mechanism;
mod replacement;

pub(crate) use body::make as body;
pub(crate) use gait::make as gait;
pub(crate) use hip::make as hip;
pub(crate) use liner::make as liner;
pub(crate) use mechanism::make as mechanism;
pub(crate) use replacement::make as replacement;

use joints::{FromParameters, Need, Problem};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::Files;
use crate::inputs::Inputs;
use crate::machine;
use crate::reading::Reading;
use crate::source::{Source, split};

/// What a joint is made with: the lines of its study, what is wrong with them, and the files that they name.
pub(crate) struct Making<'a> {
    /// The name of the joint's table.
    table: &'static str,
    /// The files that it reads.
    pub inputs: Inputs<'a>,
    reading: &'a Reading,
    wrong: Vec<Diagnostic>,
    /// Whether the machine has been asked already if it has room for the joint.
    pub has_room: bool,
}

impl<'a> Making<'a> {
    pub fn new(table: &'static str, source: &'a Source, reading: &'a Reading, files: Files<'a>) -> Self {
        let wrong = reading.mistakes.clone();
        Self { table, inputs: Inputs::new(source, files), reading, wrong, has_room: false }
    }

    /// A joint that reads no files.
    pub fn without_files<J: FromParameters>(
        &mut self,
        parameters: J::Parameters,
        build: fn(J::Parameters) -> Result<J, Vec<Problem>>,
    ) -> Result<J, Diagnostics> {
        self.blame(&J::check(&parameters));
        self.stop_if_wrong()?;
        build(parameters).map_err(|problems| self.diagnose_all(&problems))
    }

    /// Whether something was wrong at a key of the joint, below it or around it, and has been taken out.
    pub fn touches(&self, key: &str) -> bool {
        self.reading.touches(&split(&self.path(key)))
    }

    /// Whether something is known to be wrong at a key or below it.
    pub fn is_about(&self, problems: &[Problem], key: &str) -> bool {
        let key_path = split(key);
        self.touches(key) || problems.iter().any(|problem| split(&problem.path).starts_with(&key_path))
    }

    /// What was found to be wrong, besides.
    pub fn add(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        self.wrong.extend(more);
    }

    /// The same of problems. What was taken out has been reported; what a default then lacks is no mistake of the user.
    pub fn blame(&mut self, problems: &[Problem]) {
        let news = problems.iter().filter(|problem| !self.touches(&problem.path));
        let news: Vec<Diagnostic> = news.map(|problem| self.diagnose(problem)).collect();
        self.wrong.extend(news);
    }

    /// Goes on where nothing is wrong.
    pub fn stop_if_wrong(&mut self) -> Result<(), Diagnostics> {
        if self.wrong.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.wrong).into_iter().collect()) }
    }

    /// What stopped it, with all that is wrong besides.
    pub fn stop(&mut self, more: impl IntoIterator<Item = Diagnostic>) -> Diagnostics {
        std::mem::take(&mut self.wrong).into_iter().chain(more).collect()
    }

    /// A problem at its place.
    pub fn diagnose(&self, problem: &Problem) -> Diagnostic {
        self.inputs.source.diagnose(self.table, problem)
    }

    /// Problems at their places.
    pub fn diagnose_all(&self, problems: &[Problem]) -> Diagnostics {
        problems.iter().map(|problem| self.diagnose(problem)).collect()
    }

    /// Refuses what does not fit into this machine, at the first of these keys that was written.
    pub fn ask_for_room(&mut self, what: &str, need: &Need, keys: &[&str], hint: &str) -> Result<(), Diagnostics> {
        self.has_room = true;
        let Some(message) = machine::refuse(what, need) else { return Ok(()) };
        let place = self.inputs.source.place_of_keys(self.table, keys.iter().copied().chain([""]));
        Err(Diagnostic::new(place, message, hint).into())
    }

    fn path(&self, key: &str) -> String {
        format!("{}.{key}", self.table)
    }
}
