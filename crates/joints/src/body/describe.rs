//! A body in words.

use super::check::RECORDINGS;
use super::model::Body;
use super::parameters::{Objective, Physiology, Smoothing};
use super::plate_fit::way;
use crate::joint::counted;

/// Lists for `synovia list`: title, and names with what they are.
pub fn catalogue() -> Vec<(String, Vec<(String, String)>)> {
    let recordings = RECORDINGS.iter().map(|(name, about)| ((*name).to_owned(), (*about).to_owned())).collect();
    vec![("Body: recordings [body.motion] recording = NAME".into(), recordings)]
}

impl Body {
    /// What would run, in one line.
    pub fn outline(&self) -> String {
        format!(
            "body, {} on {}, {} muscles, {} of {} frames",
            self.recording.name,
            self.anatomy.name,
            self.anatomy.muscles.len(),
            counted(self.cycles.len(), "cycle"),
            self.parameters.output.frames
        )
    }

    /// What went in, in sections of names and values, for the report.
    pub fn describe(&self) -> Vec<(String, Vec<(String, String)>)> {
        let row = |name: &str, value: String| (name.to_owned(), value);
        let parameters = &self.parameters;
        let smoothing = match parameters.motion.smoothing {
            Smoothing::None => "none: the coordinates are smooth already".to_owned(),
            Smoothing::Butterworth(by) => format!("Butterworth, forwards and backwards, {}", by.cutoff),
            Smoothing::Spline(by) => format!("smoothing spline, {}", by.cutoff),
        };
        let objective = match parameters.muscles.objective {
            Objective::Activation => "sum of squared activations".to_owned(),
            Objective::Volume => "sum of squared activations, each with its muscle's volume".to_owned(),
            Objective::Stress => format!("sum of stresses to the power {}", parameters.muscles.power),
        };
        let physiology = match parameters.muscles.physiology {
            Physiology::Strength => "largest isometric force, whatever length and speed",
            Physiology::RigidTendon => "force-length and force-velocity curves on a rigid tendon",
            Physiology::ElasticTendon => "force-length curves on an elastic tendon, fibres at rest",
        };
        let tree = &self.anatomy.tree;
        vec![
            (
                "Body".into(),
                vec![
                    row("Model", self.anatomy.name.clone()),
                    row("Mass", format!("{:.2} kg", self.mass)),
                    row(
                        "Bodies, coordinates, muscles",
                        format!("{}, {}, {}", tree.bodies.len(), tree.coordinates.len(), self.anatomy.muscles.len()),
                    ),
                    row("Reported leg", parameters.side.word().into()),
                ],
            ),
            (
                "Motion".into(),
                vec![
                    row("Recording", self.recording.source.clone()),
                    row("Smoothing of coordinates", smoothing),
                    row(
                        "Force plates",
                        match self.moved {
                            None => format!("{}, as recorded", self.plates.len()),
                            Some(by) => format!("{}, moved by {}", self.plates.len(), way(by)),
                        },
                    ),
                    row("Cycles", format!("{}", self.cycles.len())),
                ],
            ),
            (
                "Muscles".into(),
                vec![
                    row("As small as possible", objective),
                    row("Limit of a muscle", physiology.into()),
                    row("Factor of all strengths", format!("{}", parameters.muscles.strength)),
                    row("Reserve", format!("{}", parameters.muscles.reserve)),
                    row(
                        "Price of a joint force of one body weight",
                        match &*parameters.muscles.contact_joints {
                            [] => format!("{}", parameters.muscles.contact_penalty),
                            words => format!("{} in {}", parameters.muscles.contact_penalty, words.join(", ")),
                        },
                    ),
                    row("Least activation", format!("{}", parameters.muscles.least_activation)),
                    row(
                        "Spread of strengths and moment arms, draw",
                        format!(
                            "{}, {}, {}",
                            parameters.muscles.strength_spread, parameters.muscles.arm_spread, parameters.muscles.draw
                        ),
                    ),
                    row("Measured activations", format!("{}", self.recording.emg.len())),
                ],
            ),
        ]
    }
}
