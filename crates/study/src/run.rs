//! A study that has been checked: it can be run, and cannot be wrong any more.

use joints::gait::{Gait, GaitError};
use joints::hip::parameters::Experiment;
use joints::hip::{Hip, HipError};
use joints::knee::{Knee, KneeError};
use joints::liner::{Liner, LinerError};
use joints::mechanism::{Mechanism, MechanismError};
use joints::replacement::{Replacement, ReplacementError};
use joints::{Need, Watch};
use results::Outcome;

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

/// The joint of a study, ready to run.
#[derive(Debug, Clone)]
pub(crate) enum Joint {
    Hip(Box<Hip>),
    Knee(Box<Knee>),
    Liner(Box<Liner>),
    Replacement(Box<Replacement>),
    Gait(Box<Gait>),
    Mechanism(Box<Mechanism>),
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
    #[error("{0}")]
    Failed(Diagnostics),
}

/// A study that has been checked.
#[derive(Debug, Clone)]
pub struct Study {
    source: Source,
    title: Option<String>,
    joint: Joint,
    data: Vec<DataFile>,
    resolved: String,
    /// What a run needs, where it was found out before the joint was made.
    need: Option<Need>,
}

impl Study {
    pub(crate) fn new(
        source: Source,
        title: Option<String>,
        joint: Joint,
        data: Vec<DataFile>,
    ) -> Result<Self, Diagnostics> {
        let resolved = resolve_text(&title, &joint).map_err(|error| {
            let hint = "this is a defect of the program: please report it with the study";
            Diagnostic::new(source.place(""), format!("the resolved study cannot be written: {error}"), hint)
        })?;
        let study = Self { source, title, joint, data, resolved, need: None };
        match machine::refuse("this study", &study.need()) {
            Some(message) => Err(Diagnostic::new(study.source.place(""), message, study.how_to_need_less()).into()),
            None => Ok(study),
        }
    }

    /// With what a run needs.
    pub(crate) fn with_need(self, need: Need) -> Self {
        Self { need: Some(need), ..self }
    }

    fn how_to_need_less(&self) -> &'static str {
        match &self.joint {
            Joint::Hip(_) => "ask for fewer frames or elements in [hip.output]",
            Joint::Mechanism(_) => "ask for fewer frames",
            Joint::Gait(_) => "report fewer instants: a longer interval in [gait.time], a shorter window",
            Joint::Knee(_) => "report fewer instants: a longer interval in [knee.time]",
            Joint::Liner(_) | Joint::Replacement(_) => "ask for a coarser mesh, or fewer frames",
        }
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

    /// The hip, where the study is about one.
    pub fn hip(&self) -> Option<&Hip> {
        match &self.joint {
            Joint::Hip(hip) => Some(hip),
            _ => None,
        }
    }

    /// The knee replacement, where the study is about one.
    pub fn replacement(&self) -> Option<&Replacement> {
        match &self.joint {
            Joint::Replacement(knee) => Some(knee),
            _ => None,
        }
    }

    /// What went in, in sections of names and values, for the report.
    pub fn describe(&self) -> Vec<(String, Vec<(String, String)>)> {
        match &self.joint {
            Joint::Hip(hip) => hip.describe(),
            Joint::Knee(knee) => knee.describe(),
            Joint::Liner(liner) => liner.describe(),
            Joint::Replacement(knee) => knee.describe(),
            Joint::Gait(gait) => gait.describe(),
            Joint::Mechanism(mechanism) => mechanism.describe(),
        }
    }

    /// What a run needs of the machine.
    pub fn need(&self) -> Need {
        match &self.joint {
            Joint::Hip(hip) => hip.need(),
            Joint::Liner(liner) => liner.need(),
            Joint::Knee(knee) => knee.need(),
            Joint::Gait(gait) => gait.need(),
            Joint::Mechanism(mechanism) => mechanism.need(),
            Joint::Replacement(_) => self.need.unwrap_or(Need::bytes(0.0)),
        }
    }

    /// What would run, in one line.
    pub fn outline(&self) -> String {
        match &self.joint {
            Joint::Hip(hip) => outline_hip(hip),
            Joint::Knee(knee) => knee.outline(),
            Joint::Liner(liner) => liner.outline(),
            Joint::Replacement(knee) => knee.outline(),
            Joint::Gait(gait) => gait.outline(),
            Joint::Mechanism(mechanism) => mechanism.outline(),
        }
    }

    /// Runs it.
    ///
    /// # Errors
    /// What went wrong, with the line of the study to look at; or that somebody asked to stop.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, RunError> {
        match &self.joint {
            Joint::Hip(hip) => hip.run(watch).map_err(|error| self.explain_hip(&error)),
            Joint::Knee(knee) => knee.run(watch).map_err(|error| self.explain_knee(&error)),
            Joint::Liner(liner) => liner.run(watch).map_err(|error| self.explain_liner(&error)),
            Joint::Replacement(knee) => knee.run(watch).map_err(|error| self.explain_replacement(&error)),
            Joint::Gait(gait) => gait.run(watch).map_err(|error| self.explain_gait(&error)),
            Joint::Mechanism(mechanism) => {
                mechanism.run(watch).map_err(|error| self.explain_mechanism(mechanism, &error))
            }
        }
    }

    /// Runs it for its headline numbers, warnings and work alone: the same as those of [`run`](Self::run).
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_headline(&self, watch: &dyn Watch) -> Result<Outcome, RunError> {
        match &self.joint {
            Joint::Hip(hip) => hip.run_headline(watch).map_err(|error| self.explain_hip(&error)),
            _ => {
                let Outcome { headline, warnings, work, .. } = self.run(watch)?;
                Ok(Outcome { headline, warnings, work, ..Outcome::default() })
            }
        }
    }

    fn explain_mechanism(&self, mechanism: &Mechanism, error: &MechanismError) -> RunError {
        let Some(problem) = error.problem(mechanism.parameters()) else { return RunError::Interrupted };
        let diagnostics = self.source.diagnose("mechanism", &problem).into();
        if error.is_about_input() { RunError::Input(diagnostics) } else { RunError::Failed(diagnostics) }
    }

    fn explain_knee(&self, error: &KneeError) -> RunError {
        if *error == KneeError::Interrupted {
            return RunError::Interrupted;
        }
        let place = self.source.place_of_first(&["knee.time", "knee.contact", "knee"]);
        RunError::Failed(Diagnostic::new(place, error.to_string(), error.hint().unwrap_or_default()).into())
    }

    fn explain_liner(&self, error: &LinerError) -> RunError {
        if *error == LinerError::Interrupted {
            return RunError::Interrupted;
        }
        let place =
            self.source.place_of_first(&["liner.experiment.wear", "liner.experiment.static", "liner.mesh", "liner"]);
        let (message, hint) = error.parts();
        RunError::Failed(Diagnostic::new(place, message, hint).into())
    }

    fn explain_replacement(&self, error: &ReplacementError) -> RunError {
        if *error == ReplacementError::Interrupted {
            return RunError::Interrupted;
        }
        let paths: Vec<String> = error
            .keys()
            .iter()
            .map(|key| format!("knee-replacement.{key}"))
            .chain(["knee-replacement".into()])
            .collect();
        let place = self.source.place_of_first(&paths.iter().map(String::as_str).collect::<Vec<_>>());
        let diagnostics = Diagnostic::new(place, error.to_string(), error.hint().unwrap_or_default()).into();
        match error {
            ReplacementError::Motion(_) | ReplacementError::Fit(_) => RunError::Failed(diagnostics),
            _ => RunError::Input(diagnostics),
        }
    }

    fn explain_gait(&self, error: &GaitError) -> RunError {
        if *error == GaitError::Interrupted {
            return RunError::Interrupted;
        }
        let place = self.source.place_of_first(&["gait.motion.file", "gait.motion", "gait"]);
        RunError::Failed(Diagnostic::new(place, error.to_string(), error.hint().unwrap_or_default()).into())
    }

    fn explain_hip(&self, error: &HipError) -> RunError {
        let about_load = [
            "hip.experiment.static.load",
            "hip.activity.file.path",
            "hip.activity.cycle",
            "hip.activity",
            "hip.experiment",
            "hip",
        ];
        let about_time = ["hip.experiment.dynamic", "hip.experiment", "hip"];
        let about_wear = ["hip.wear.factor", "hip.wear", "hip"];
        let place = match error {
            HipError::Interrupted => return RunError::Interrupted,
            HipError::Integration(_) => self.source.place_of_first(&about_time),
            HipError::WornThrough { .. } => self.source.place_of_first(&about_wear),
            _ => self.source.place_of_first(&about_load),
        };
        let diagnostics = Diagnostic::new(place, error.to_string(), error.hint().unwrap_or_default()).into();
        match error {
            HipError::PulledOut { .. }
            | HipError::FitOfHertz
            | HipError::Crushed { .. }
            | HipError::FarBeyondYield { .. }
            | HipError::WornThrough { .. } => RunError::Input(diagnostics),
            _ => RunError::Failed(diagnostics),
        }
    }
}

fn outline_hip(hip: &Hip) -> String {
    let parameters = hip.parameters();
    let cycle = hip.cycle();
    match &parameters.experiment {
        Experiment::Static(case) => {
            format!("hip, static, load {} at {}, {} elements", case.load, case.load_tilt, parameters.output.elements)
        }
        other => format!(
            "hip, {}, {} over {} s, {} frames, {} elements",
            if matches!(other, Experiment::Dynamic(_)) { "dynamic" } else { "quasi-static" },
            cycle.name(),
            cycle.duration(),
            parameters.output.frames,
            parameters.output.elements
        ),
    }
}

fn resolve_text(title: &Option<String>, joint: &Joint) -> Result<String, toml::ser::Error> {
    let mut content = Content { title: title.clone(), ..Content::default() };
    match joint {
        Joint::Hip(hip) => content.hip = Some(hip.parameters().clone()),
        Joint::Knee(knee) => content.knee = Some(knee.parameters().clone()),
        Joint::Liner(liner) => content.liner = Some(liner.parameters().clone()),
        Joint::Replacement(knee) => content.knee_replacement = Some(knee.parameters().clone()),
        Joint::Gait(gait) => content.gait = Some(gait.parameters().clone()),
        Joint::Mechanism(mechanism) => content.mechanism = Some(mechanism.parameters().clone()),
    }
    let wear = match joint {
        Joint::Hip(hip) => Some(hip.wear_in_words()),
        Joint::Liner(liner) => liner.wear_in_words(),
        Joint::Replacement(knee) => Some(knee.wear_in_words()),
        Joint::Knee(_) | Joint::Gait(_) | Joint::Mechanism(_) => None,
    };
    let wear = wear.map_or(String::new(), |words| format!("# Wear factor: {words}\n"));
    Ok(format!(
        "# The study with every default written out. It can be run again.\n{wear}{}",
        toml::to_string(&content)?
    ))
}
