//! A study as it was written: it may be wrong, and knows its lines.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use joints::gait::{self, Gait};
use joints::hip::{self, Hip, LoadCycle};
use joints::knee::{self, Knee};
use joints::liner::{self, Liner};
use joints::mechanism::{self, Mechanism};
use joints::replacement::{self, Cycle, Replacement};

use crate::activity::{self, Resolved};
use crate::advice;
use crate::column_files;
use crate::content::{Content, JOINTS};
use crate::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::hip_files;
use crate::liner_files;
use crate::machine;
use crate::many::{Campaign, Template};
use crate::reading::Reading;
use crate::recording;
use crate::replacement_files::{self, Loaded};
use crate::run::{Joint, Study};
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

    /// As [`check`](Self::check), with another way to get the files that the study names.
    pub(crate) fn check_with(self, files: Files<'_>) -> Result<Study, Diagnostics> {
        if !self.reading.is_toml {
            return Err(self.reading.mistakes.into_iter().collect());
        }
        if let Some(wrong) = self.two_joints() {
            return Err(wrong.into());
        }
        if let Some(parameters) = self.reading.content.mechanism.clone() {
            return self.check_mechanism(parameters, files);
        }
        if let Some(parameters) = self.reading.content.knee.clone() {
            return self.check_knee(parameters);
        }
        if let Some(parameters) = self.reading.content.liner.clone() {
            return self.check_liner(parameters, files);
        }
        if let Some(parameters) = self.reading.content.knee_replacement.clone() {
            return self.check_replacement(parameters, files);
        }
        if let Some(parameters) = self.reading.content.gait.clone() {
            return self.check_gait(parameters, files);
        }
        match self.reading.content.hip.clone() {
            Some(parameters) => self.check_hip(&parameters, files),
            None => Err(self.without_joint()),
        }
    }

    fn two_joints(&self) -> Option<Diagnostic> {
        let written = |joint: &&&str| self.source.tree.key_of(&split(joint)).is_some();
        let mut joints = JOINTS.iter().filter(written);
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

    fn check_knee(self, parameters: knee::Parameters) -> Result<Study, Diagnostics> {
        let Self { source, reading, .. } = self;
        let mut wrong = reading.mistakes.clone();
        let problems = knee::check(&parameters);
        // What was taken out has been reported; what a default then lacks is no mistake of the user.
        let news = problems.iter().filter(|p| !reading.touches(&split(&format!("knee.{}", p.path))));
        wrong.extend(news.map(|problem| source.diagnose("knee", problem)));
        if !wrong.is_empty() {
            return Err(wrong.into_iter().collect());
        }
        let knee = Knee::new(parameters)
            .map_err(|problems| problems.iter().map(|p| source.diagnose("knee", p)).collect::<Diagnostics>())?;
        Study::new(source, reading.content.title, Joint::Knee(Box::new(knee)), Vec::new())
    }

    fn check_liner(self, mut parameters: liner::Parameters, files: Files<'_>) -> Result<Study, Diagnostics> {
        let Self { source, reading, .. } = self;
        let mut wrong = reading.mistakes.clone();
        let problems = liner::check(&parameters);
        let news = problems.iter().filter(|p| !reading.touches(&split(&format!("liner.{}", p.path))));
        wrong.extend(news.map(|problem| source.diagnose("liner", problem)));
        if !wrong.is_empty() {
            return Err(wrong.into_iter().collect());
        }
        let read = match &mut parameters.mesh.file {
            Some(file) => Some(liner_files::load(file, &source, files)?),
            None => None,
        };
        let mut data = Vec::new();
        let cycle = match &mut parameters.experiment {
            liner::parameters::Experiment::Wear(wear) => match &mut wear.motion {
                liner::parameters::Motion::Own(own) => Some(liner_files::load_cycle(own, (&source, files), &mut data)?),
                _ => None,
            },
            liner::parameters::Experiment::Static(_) => None,
        };
        let made = match cycle {
            Some(cycle) => Liner::with_cycle(parameters, cycle),
            None => Liner::new(parameters),
        };
        let mut liner =
            made.map_err(|problems| problems.iter().map(|p| source.diagnose("liner", p)).collect::<Diagnostics>())?;
        if let Some((mesh, copy)) = read {
            liner = liner.with_mesh(mesh).map_err(|problem| Diagnostics::from(source.diagnose("liner", &problem)))?;
            data.push(copy);
        }
        if let Some(message) = machine::refuse("the mesh", &liner.need()) {
            let hint =
                "ask for fewer patch-cells, ring-cells and layers; each of them halved takes a sixteenth of the memory";
            let place = source.place_of_first(&["liner.mesh.layers", "liner.mesh.patch-cells", "liner.mesh", "liner"]);
            return Err(Diagnostic::new(place, message, hint).into());
        }
        Study::new(source, reading.content.title, Joint::Liner(Box::new(liner)), data)
    }

    fn check_replacement(
        self,
        mut parameters: replacement::Parameters,
        files: Files<'_>,
    ) -> Result<Study, Diagnostics> {
        const TABLE: &str = "knee-replacement";
        let Self { source, reading, .. } = self;
        let mut wrong = reading.mistakes.clone();
        let problems = replacement::check(&parameters);
        // What was taken out has been reported; what a default then lacks is no mistake of the user.
        let news = problems.iter().filter(|p| !reading.touches(&split(&format!("{TABLE}.{}", p.path))));
        wrong.extend(news.map(|problem| source.diagnose(TABLE, problem)));
        if !wrong.is_empty() {
            return Err(wrong.into_iter().collect());
        }
        let Loaded { parts, pose, load, surrogate, data } = replacement_files::load(&mut parameters, &source, files)
            .map_err(|more| more.into_iter().collect::<Diagnostics>())?;
        let cycle = Cycle::new(&parameters.activity, &pose, &load)
            .map_err(|problem| Diagnostics::from(source.diagnose(TABLE, &problem)))?;
        let need = replacement::need(&parameters, &parts);
        if let Some(message) = machine::refuse("the contact", &need) {
            let place = source.place_of_first(&["knee-replacement.output.spacing", "knee-replacement.output", TABLE]);
            let hint = "give the points more spacing: 1 mm is usual, half of it takes four times the memory";
            return Err(Diagnostic::new(place, message, hint).into());
        }
        let mut knee = Replacement::new(parameters, &parts, cycle)
            .map_err(|problems| problems.iter().map(|p| source.diagnose(TABLE, p)).collect::<Diagnostics>())?;
        if let Some(surrogate) = surrogate {
            knee = knee
                .with_surrogate(surrogate)
                .map_err(|problem| Diagnostics::from(source.diagnose(TABLE, &problem)))?;
        }
        let study = Study::new(source, reading.content.title, Joint::Replacement(Box::new(knee)), data)?;
        Ok(study.with_need(need))
    }

    fn check_gait(self, mut parameters: gait::Parameters, files: Files<'_>) -> Result<Study, Diagnostics> {
        let Self { source, reading, .. } = self;
        let mut wrong = reading.mistakes.clone();
        let problems = gait::check(&parameters);
        let about_motion = reading.touches(&split("gait.motion"))
            || problems.iter().any(|p| split(&p.path).first().is_some_and(|first| first == "motion"));
        let news = problems.iter().filter(|p| !reading.touches(&split(&format!("gait.{}", p.path))));
        wrong.extend(news.map(|problem| source.diagnose("gait", problem)));
        let loaded = match about_motion {
            true => None,
            false => recording::load(&mut parameters.motion, &source, files).map_err(|more| wrong.extend(more)).ok(),
        };
        let Some((recording, data)) = loaded.filter(|_| wrong.is_empty()) else {
            return Err(wrong.into_iter().collect());
        };
        let gait = Gait::new(parameters, recording)
            .map_err(|problems| problems.iter().map(|p| source.diagnose("gait", p)).collect::<Diagnostics>())?;
        Study::new(source, reading.content.title, Joint::Gait(Box::new(gait)), data)
    }

    fn check_hip(self, parameters: &hip::Parameters, files: Files<'_>) -> Result<Study, Diagnostics> {
        let Self { source, reading, .. } = self;
        let mut wrong = reading.mistakes.clone();
        let problems = hip::check(parameters);
        let about = |table: &str| {
            let path = split(table);
            reading.touches(&path) || problems.iter().any(|p| split(&format!("hip.{}", p.path)).starts_with(&path))
        };
        let cycle = if about("hip.activity") || about("hip.patient") {
            None
        } else {
            let made = activity::resolve(&parameters.activity, parameters.patient.weight(), &source, files);
            made.map_err(|diagnostics| wrong.extend(diagnostics)).ok()
        };
        // What was taken out has been reported; what a default then lacks is no mistake of the user.
        let news = problems.iter().filter(|p| !reading.touches(&split(&format!("hip.{}", p.path))));
        wrong.extend(news.map(|problem| source.diagnose("hip", problem)));
        let Some(resolved) = cycle.filter(|_| wrong.is_empty()) else { return Err(wrong.into_iter().collect()) };
        let complete = activity::write_out(parameters, &resolved);
        build_hip(source, reading.content, complete, (resolved, files))
    }

    fn check_mechanism(self, mut parameters: mechanism::Parameters, files: Files<'_>) -> Result<Study, Diagnostics> {
        let Self { source, reading, .. } = self;
        let mut wrong = reading.mistakes.clone();
        let diagnose = |problems: Vec<joints::Problem>| {
            let news = problems.into_iter().filter(|p| !reading.touches(&split(&format!("mechanism.{}", p.path))));
            news.map(|problem| source.diagnose("mechanism", &problem)).collect::<Vec<_>>()
        };
        // Without its bodies nothing else makes sense.
        if !reading.touches(&split("mechanism.bodies")) {
            wrong.extend(diagnose(mechanism::check_values(&parameters)));
        }
        let data = match column_files::fill(&mut parameters, &source, files) {
            Ok(data) if wrong.is_empty() => data,
            Ok(_) => return Err(wrong.into_iter().collect()),
            Err(more) => return Err(wrong.into_iter().chain(more).collect()),
        };
        match Mechanism::new(parameters) {
            Ok(mechanism) => Study::new(source, reading.content.title, Joint::Mechanism(Box::new(mechanism)), data),
            Err(problems) => Err(diagnose(problems).into_iter().collect()),
        }
    }
}

fn build_hip(
    source: Source,
    content: Content,
    mut complete: hip::Parameters,
    (resolved, files): (Resolved, Files<'_>),
) -> Result<Study, Diagnostics> {
    let unusable = |error: hip::CycleError| {
        let place = source.place_of_first(&["hip.activity.file.path", "hip.activity.cycle", "hip.activity"]);
        Diagnostics::from(Diagnostic::new(
            place,
            error.to_string(),
            "check the table's columns and the activity's keys",
        ))
    };
    let cycle = LoadCycle::new(&resolved.samples).map_err(unusable)?;
    let surrogate = match &mut complete.surrogate {
        Some(file) => Some(hip_files::load((file, &resolved.data), &source, files)?),
        None => None,
    };
    let mut data = resolved.data;
    let mut hip = Hip::new(complete, cycle)
        .map_err(|problems| problems.iter().map(|p| source.diagnose("hip", p)).collect::<Diagnostics>())?;
    if let Some((surrogate, copy)) = surrogate {
        hip = hip.with_surrogate(surrogate).map_err(|problem| Diagnostics::from(source.diagnose("hip", &problem)))?;
        data.push(copy);
    }
    Study::new(source, content.title, Joint::Hip(Box::new(hip)), data)
}
