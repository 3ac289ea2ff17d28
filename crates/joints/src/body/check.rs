//! Which parameters cannot be computed with, and why.

use super::parameters::{Parameters, Scaling, Smoothing};
use crate::Problem;

/// Names of the recordings that come with the program, and what they are.
pub const RECORDINGS: [(&str, &str); 2] = [
    ("subject01", "OpenSim's example of 72.6 kg on a treadmill, in three dimensions: one cycle on our own model"),
    (
        "winter",
        "Winter's subject of 56.7 kg: a planar walk of one cycle on our own model; what is across the plane follows from mechanics, and is said",
    ),
];

/// Everything that is wrong with the parameters, apart from the files; empty when they can be run.
pub fn check(parameters: &Parameters) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut require = |holds: bool, path: &str, message: String, hint: &str| {
        if !holds {
            found.push(Problem::new(path, message, hint));
        }
    };
    let person = &parameters.person;
    if let Some(mass) = person.mass {
        require(
            mass.si() > 5.0 && mass.si() < 400.0,
            "person.mass",
            format!("a person of {mass}"),
            "the mass of the whole person, between 5 and 400 kg",
        );
    }
    if let Some(height) = person.height {
        let usual = height.si() > 0.5 && height.si() < 2.6;
        require(usual, "person.height", format!("a person {height} tall"), "between 0.5 and 2.6 m: check the unit");
    }
    for (key, length) in [("thigh", person.thigh), ("shank", person.shank)] {
        if let Some(length) = length {
            let usual = length.si() > 0.1 && length.si() < 0.8;
            require(usual, &format!("person.{key}"), format!("a {key} of {length}"), "between joints, 0.1 to 0.8 m");
        }
        require(
            length.is_none() || parameters.model.file.is_none(),
            &format!("person.{key}"),
            format!("the {key} of a model of your own cannot be made longer"),
            "scale the model where it was made; only our own lower limbs are scaled here",
        );
    }
    if let Some(width) = person.condyles {
        let usual = width.si() > 0.01 && width.si() < 0.12;
        require(usual, "person.condyles", format!("condyles {width} apart"), "between their contacts, 30 to 60 mm");
    }
    require(
        person.height.is_none() || parameters.model.file.is_none(),
        "person.height",
        "a model of your own is not scaled by a height".into(),
        "scale the model where it was made; its mass may be given here",
    );
    if person.scaling == Scaling::Markers {
        for (key, length) in [("height", person.height), ("thigh", person.thigh), ("shank", person.shank)] {
            let message = format!("markers say how large every part is, and so does the {key}");
            require(length.is_none(), &format!("person.{key}"), message, "delete one, or scale by height");
        }
        require(
            parameters.motion.file.is_some(),
            "person.scaling",
            "the shipped walks have no markers to scale by".into(),
            "give a .trc in [body.motion.file], or scale by height",
        );
    }
    let motion = &parameters.motion;
    if let Some(name) = &motion.recording {
        let known: Vec<&str> = RECORDINGS.iter().map(|(name, _)| *name).collect();
        require(
            known.contains(&name.as_str()),
            "motion.recording",
            format!("no recording is called \"{name}\""),
            &format!("known are {}; or name a file of your own in [body.motion.file]", known.join(", ")),
        );
        require(motion.file.is_none(), "motion.recording", "there is a recording and a file".into(), "delete one");
    }
    require(
        motion.file.is_some() || parameters.model.file.is_none(),
        "model.file",
        "the shipped walk belongs to our own model".into(),
        "give a motion of the same model in [body.motion.file]",
    );
    if let Smoothing::Butterworth(by) | Smoothing::Spline(by) = motion.smoothing {
        require(
            (0.5..=1e3).contains(&by.cutoff.si()),
            "motion.smoothing",
            format!("the cut-off is {}, it must lie between 0.5 and 1000 Hz", by.cutoff),
            "6 Hz is usual for walking",
        );
    }
    if let Some(file) = &motion.file {
        for (name, weight) in &file.weights {
            require(
                *weight >= 0.0 && weight.is_finite(),
                &format!("motion.file.weights.{name}"),
                format!("the weight of marker `{name}` is {weight}"),
                "a number that is not negative; 0 leaves the marker out",
            );
        }
    }
    if let Some(emg) = motion.file.as_ref().and_then(|file| file.emg.as_ref()) {
        require(
            (0.0..=1.0).contains(&emg.tolerance),
            "motion.file.emg.tolerance",
            format!("activations may be {} from the measured ones", emg.tolerance),
            "a number from 0 to 1; 0.1 is usual",
        );
    }
    let muscles = &parameters.muscles;
    require(
        (0.0..=1e6).contains(&muscles.contact_penalty),
        "muscles.contact-penalty",
        format!("the price of a joint force is {}", muscles.contact_penalty),
        "0 for none; 0.01 to 1 is usual",
    );
    require(
        muscles.contact_joints.is_empty() || muscles.contact_penalty > 0.0,
        "muscles.contact-joints",
        format!("the force in {} has no price", muscles.contact_joints.join(", ")),
        "give contact-penalty as well, 1 is usual for the hip alone; or delete contact-joints",
    );
    require(
        (0.0..=0.5).contains(&muscles.least_activation),
        "muscles.least-activation",
        format!("every muscle would be at least {} active", muscles.least_activation),
        "0 for none; 0.01 is usual",
    );
    for (key, spread) in [("strength-spread", muscles.strength_spread), ("arm-spread", muscles.arm_spread)] {
        require(
            (0.0..=1.0).contains(&spread),
            &format!("muscles.{key}"),
            format!("the relative standard deviation is {spread}"),
            "a number from 0 to 1; 0.1 is ten percent",
        );
    }
    require(
        (1.0..=20.0).contains(&muscles.power),
        "muscles.power",
        format!("the power is {}, it must lie between 1 and 20", muscles.power),
        "3 is usual",
    );
    require(
        muscles.strength > 0.0 && muscles.strength <= 100.0,
        "muscles.strength",
        format!("the factor of all strengths is {}", muscles.strength),
        "more than 0, at most 100; 1 leaves them as they are",
    );
    let reserve = muscles.reserve;
    require(
        reserve.si() > 0.0 && reserve.si() <= 1e4,
        "muscles.reserve",
        format!("the reserve is {reserve}"),
        "1 N m is usual; more makes reserves cheaper",
    );
    let frames = parameters.output.frames;
    require(
        (8..=10_000).contains(&frames),
        "output.frames",
        format!("{frames} instants of the cycle"),
        "between 8 and 10000; 101 are every percent",
    );
    if let Some(duration) = parameters.window.duration {
        require(
            duration.si() > 0.0 && duration.si() <= 1000.0,
            "window.duration",
            format!("the window lasts {duration}"),
            "more than 0; leave it out for one cycle",
        );
    }
    found
}
