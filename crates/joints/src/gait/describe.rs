//! What a walk is, in words: inputs for the report, and what can be chosen by name.

use mechanics::fluid;

use super::anthropometry::{Segment, Skeleton};
use super::model::Gait;
use super::parameters::*;
use super::recording::SEGMENTS;
use super::shipped;
use crate::joint::Section;

fn section(title: &str, rows: Vec<(&str, String)>) -> Section {
    (title.into(), rows.into_iter().map(|(name, text)| (name.to_string(), text)).collect())
}

impl Gait {
    /// The inputs as a reader wants to see them.
    pub fn describe(&self) -> Vec<Section> {
        let Parameters { implant, lubricated, motion, time, .. } = &self.parameters;
        let hips: Vec<&str> = self.cases.iter().map(|case| case.label.as_str()).collect();
        let [start, end] = self.window;
        let walk = vec![
            ("Recording", format!("{} ({} frames)", self.recording.source, self.recording.times.len())),
            ("Smoothing", smoothing(motion.smoothing)),
            (
                "Segments",
                match motion.linkage {
                    Linkage::Rigid => "rigid, hanging from the measured hip".into(),
                    Linkage::Measured => "each follows its own markers".into(),
                },
            ),
            ("Window", format!("{start:.4} to {end:.4} s of the recording")),
            (
                "Legs",
                match (self.parameters.both_legs, &self.recording.other) {
                    (false, _) => "one",
                    (true, None) => "both, half a cycle apart",
                    (true, Some(_)) => "both, each as it was measured",
                }
                .into(),
            ),
            ("Gravity", self.parameters.gravity.to_string()),
        ];
        let mut model = vec![("Hips", hips.join("; "))];
        if self.cases.iter().any(|case| case.kind != Kind::Ideal) {
            let [head, cup] = &implant.materials;
            model.push(("Head and clearance", format!("{}, {}", implant.radius, implant.clearance)));
            model.push(("Materials", format!("{} in {}", head.describe(), cup.describe())));
            model.push((
                "Contact",
                format!("{}, dissipation {}", implant.law.describe(), implant.dissipation.describe()),
            ));
            model.push(("Friction", implant.friction.describe(0.01)));
            model.push((
                "Time",
                format!(
                    "reported every {}, {} at tolerance {:e}; joints and guides kept by {}",
                    time.interval,
                    time.scheme.scheme().name(),
                    time.tolerance,
                    time.stabilisation.describe()
                ),
            ));
        }
        if self.cases.iter().any(|case| case.kind == Kind::Lubricated) {
            let length = lubricated.length.map_or_else(|| "the head's diameter".into(), |length| length.to_string());
            let kind = lubricated.film.describe();
            model.push(("Film", format!("{kind}; length {length}, roughness {}", lubricated.roughness)));
        }
        vec![section("Walk", walk), section("Hip", model), segments(&self.skeleton)]
    }

    /// What would run, in one line.
    pub fn outline(&self) -> String {
        let hips: Vec<&str> = self.cases.iter().map(|case| case.label.as_str()).collect();
        let [start, end] = self.window;
        format!("gait, {} hip, {} for {:.3} s", hips.join(" and "), self.recording.name, end - start)
    }
}

fn segments(skeleton: &Skeleton) -> Section {
    let words = |segment: Segment| {
        format!(
            "{:.4} m, {:.3} kg, {:.5} kg m², centre of mass at {:.3} of its length",
            segment.length, segment.mass, segment.inertia, segment.centre
        )
    };
    let all = [skeleton.trunk, skeleton.thigh, skeleton.shank, skeleton.foot];
    let mut rows: Vec<(String, String)> =
        SEGMENTS.iter().zip(all).map(|(name, segment)| ((*name).to_string(), words(segment))).collect();
    rows[0].0 = "half of head, arms and trunk".into();
    rows.push(("whole person".into(), format!("{:.2} kg", skeleton.mass)));
    ("Body".into(), rows)
}

fn smoothing(smoothing: Smoothing) -> String {
    match smoothing {
        Smoothing::None => "none; cubic splines".into(),
        Smoothing::Butterworth(by) => format!("Butterworth, forwards and backwards, {}; cubic splines", by.cutoff),
        Smoothing::Spline(by) => format!("smoothing spline, {}", by.cutoff),
    }
}

/// What can be chosen by name in a walk, with what it is and where it comes from.
pub fn catalogue() -> Vec<Section> {
    let owned = |rows: &[(&str, &str)]| rows.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
    let recordings =
        shipped::RECORDINGS.iter().map(|r| (r.name.to_string(), format!("{} [Winter2009]", r.title))).collect();
    let fluids = fluid::Fluid::PRESETS.iter().map(|(name, fluid)| (name.to_string(), describe_fluid(fluid))).collect();
    vec![
        (
            "Hips of a walk (hip = NAME, or a list)".into(),
            owned(&[
                ("ideal", "a revolute joint: inverse dynamics [Costa2016]; the default"),
                ("dry", "a head in a cup with clearance: contact and friction [Costa2016]"),
                ("lubricated", "a head in a cup with a film of fluid [Costa2016]"),
            ]),
        ),
        ("Walks (recording = NAME)".into(), recordings),
        ("Fluids of a lubricated hip (fluids = [NAMES], or viscosities)".into(), fluids),
        (
            "Bodies of a walk ([gait.body.NAME])".into(),
            owned(&[
                ("costa2016", "Winter's subject of 56.7 kg [Costa2016, Table 1]; the default"),
                ("scaled", "from height and mass [Winter2009, Table 4.1]"),
                ("given", "segments of your own"),
            ]),
        ),
    ]
}

fn describe_fluid(fluid: &fluid::Fluid) -> String {
    match fluid {
        fluid::Fluid::Newtonian { viscosity } => format!("{viscosity} Pa s at every shear rate [Costa2016]"),
        fluid::Fluid::Cross { at_rest, at_high_shear, .. }
        | fluid::Fluid::CarreauYasuda { at_rest, at_high_shear, .. } => {
            format!("{at_rest} Pa s at rest, {at_high_shear} Pa s at high shear")
        }
    }
}
