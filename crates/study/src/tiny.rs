//! A joint in one file: what a newcomer has to write, and nothing else, beside one line in the registry.

use joints::joint::Section;
use joints::{Failure, FromParameters, Joint, JointError, Need, Problem, Watch};
use quantity::Length;
use results::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What can be said about a drop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Parameters {
    /// How high it begins.
    pub height: Length,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { height: Length::from_si(1.0) }
    }
}

/// A ball that is dropped.
#[derive(Debug)]
pub struct Drop {
    parameters: Parameters,
}

impl Drop {
    pub fn new(parameters: Parameters) -> Result<Self, Vec<Problem>> {
        let problems = Self::check(&parameters);
        if problems.is_empty() { Ok(Self { parameters }) } else { Err(problems) }
    }
}

impl FromParameters for Drop {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        let height = parameters.height;
        let wrong = !(height.si() > 0.0);
        let problem = || Problem::new("height", format!("{height} is not above the ground"), "give it some height");
        wrong.then(problem).into_iter().collect()
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

impl Joint for Drop {
    fn describe(&self) -> Vec<Section> {
        vec![("Drop".into(), vec![("Height".into(), self.parameters.height.to_string())])]
    }

    fn outline(&self) -> String {
        format!("drop, {}", self.parameters.height)
    }

    fn need(&self) -> Need {
        Need::bytes(1.0)
    }

    fn how_to_need_less(&self) -> &'static str {
        "drop something smaller"
    }

    /// v = √(2 g h)
    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        let height = self.parameters.height.si();
        if watch.cancelled() {
            return Err(JointError::Interrupted);
        }
        let mut outcome = Outcome::default();
        outcome.push("speed_m_s", "Speed at the ground", (2.0 * 9.80665 * height).sqrt());
        if height > 1e3 {
            let failure = Failure::new("the air is no longer thin", Some("drop it from below 1 km")).at(&["height"]);
            return Err(Failure { reached: Some(Box::new(outcome)), ..failure }.into());
        }
        Ok(outcome)
    }
}

mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::registry::{JOINTS, catalogue};
    use crate::{RunError, StudyFile, schema};
    use joints::Unwatched;

    fn read(text: &str) -> StudyFile {
        StudyFile::from_text("drop.toml", text)
    }

    /// Reading, checking, resolving, running, failing, varying, listing and explaining, without another line of code.
    #[test]
    fn a_line_in_the_registry_makes_a_joint() {
        let study = read("title = \"A drop\"\n[drop]\nheight = \"20 mm\"\n").check().unwrap();
        assert_eq!((study.title(), study.outline().as_str()), (Some("A drop"), "drop, 20 mm"));
        let speed = study.run(&Unwatched).unwrap().value("speed_m_s").unwrap();
        // Tables of falling bodies: 0.626 m/s after 20 mm.
        assert!((speed - 0.626_311).abs() < 1e-6, "{speed}");
        assert_eq!(study.run_headline(&Unwatched).unwrap().value("speed_m_s"), Some(speed));
        assert!(study.joint::<Drop>().is_some() && study.joint::<joints::knee::Knee>().is_none());
        assert!(study.resolved_text().ends_with("title = \"A drop\"\n\n[drop]\nheight = \"20 mm\"\n"));
        assert!(study.subject(&[]).is_none());

        let wrong = read("[drop]\nheight = \"-1 m\"\n").check().unwrap_err().to_string();
        assert!(wrong.contains("drop.toml:2:10") && wrong.contains("hint: give it some height"), "{wrong}");
        let wrong = read("[drop]\nheigth = \"1 m\"\n").check().unwrap_err().to_string();
        assert!(wrong.contains("did you mean `height`?"), "{wrong}");
        let wrong = read("[drop]\n[knee]\n").check().unwrap_err().to_string();
        assert!(wrong.contains("two joints, `knee` and `drop`"), "{wrong}");

        let RunError::Failed { wrong: why, reached } =
            read("[drop]\nheight = \"2000 m\"\n").check().unwrap().run(&Unwatched).unwrap_err()
        else {
            panic!("it is not about the input")
        };
        assert!(reached.is_some_and(|outcome| outcome.value("speed_m_s").is_some()));
        assert!(why.to_string().contains("drop.toml:2:10") && why.to_string().contains("hint: drop it from"), "{why}");

        let many = read("[drop]\n[vary]\ndrop.height = [\"1 m\", \"4 m\"]\n[runs.grid]\noutputs = [\"speed_m_s\"]\n");
        let rows = many.check_many().unwrap().compute_series(&Unwatched).unwrap();
        let speeds = &rows.series.column("speed_m_s").unwrap().values;
        assert!((speeds[1] / speeds[0] - 2.0).abs() < 1e-12, "{speeds:?}");

        assert!(JOINTS.iter().any(|joint| joint.table == "drop"));
        assert!(catalogue()[0].1.iter().any(|(name, about)| name == "drop" && !about.is_empty()));
        assert_eq!(
            schema()["properties"]["drop"]["description"],
            "A ball that is dropped: all that it takes to add a joint."
        );
        let crate::reference::Found::One(key, _) = crate::reference::find("drop.height") else { panic!("no key") };
        assert_eq!(key.about, "How high it begins.");
    }
}
