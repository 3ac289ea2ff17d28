//! What a study is said to need before it runs: of every joint, memory and work, and the work is what the run then counts.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use study::{Study, StudyFile};

fn check(name: &str) -> Study {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies");
    let file = StudyFile::load_file(format!("{folder}/{name}.toml").as_ref()).unwrap();
    file.check().unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Processor time of one thread on a core of 2024, with all files: what the constants were chosen by.
#[test]
fn estimates_of_every_joint_are_near_what_was_measured() {
    for (name, measured) in [
        ("hip-static", 0.11),
        ("hip-simulator", 0.13),
        ("hip-design", 0.13),
        ("hip-walking", 0.64),
        ("hip-finite-elements", 0.13),
        ("knee-extension", 0.05),
        ("knee-comparison", 0.44),
        ("knee-patella", 0.20),
        ("gait-ideal", 0.06),
        ("gait-comparison", 0.37),
        ("gait-realistic", 0.57),
        ("mechanism-bearing", 0.10),
        ("mechanism-contact", 0.02),
        ("mechanism-four-bar", 0.02),
        ("mechanism-pendulum", 0.01),
        ("mechanism-slider-crank", 0.02),
        ("body-walking", 0.09),
        ("knee-replacement-body", 0.51),
        ("knee-replacement-design", 0.66),
        ("knee-replacement-ligaments", 0.57),
        ("knee-replacement-lifetime", 2.07),
        ("knee-replacement-measured", 0.45),
        ("knee-replacement-simulator", 0.78),
    ] {
        let found = check(name).need().seconds.unwrap_or_else(|| panic!("{name}: no word on the time"));
        assert!((0.33..3.0).contains(&(found / measured)), "{name}: {found} for {measured} s");
    }
}

/// A study that is changed in its text, and how many of its steps were counted at its end.
type Counted = (&'static str, &'static [(&'static str, &'static str)]);

/// The estimate knows masses, stiffnesses, tolerances and durations; the run counts its steps. A step costs what it did on a core
/// of 2024, whatever this machine does.
#[test]
fn the_time_of_a_motion_follows_the_steps_that_are_counted() {
    let judge = |per_step: f64, counted: &str, motions: &[Counted]| {
        for (name, changes) in motions {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies");
            let mut text = std::fs::read_to_string(format!("{folder}/{name}.toml")).unwrap();
            for (old, new) in *changes {
                assert!(text.contains(old), "{name} has no {old}");
                text = text.replace(old, new);
            }
            let study = StudyFile::from_text("motion.toml", &text).check().unwrap_or_else(|wrong| panic!("{wrong}"));
            let work = study.run(&Unwatched).unwrap().work;
            let steps = work.iter().find(|(name, _)| name == counted).unwrap().1 as f64;
            let (found, expected) = (study.need().seconds.unwrap(), per_step * steps);
            // What is written is no step: it counts for nothing where steps are many.
            assert!((0.33..3.0).contains(&(found / expected)), "{name} {changes:?}: {found} for {steps} steps");
        }
    };
    // Of one body or three, of a contact.
    const LONG: &[(&str, &str)] = &[("duration = \"6 s\"", "duration = \"600 s\"")];
    const LONG_AND_ROUGH: &[(&str, &str)] = &[("duration = \"6 s\"", "duration = \"2000 s\""), ("1e-10", "1e-7")];
    judge(1.8e-6, "steps", &[("mechanism-pendulum", LONG), ("mechanism-pendulum", LONG_AND_ROUGH)]);
    const ROUGH: &[(&str, &str)] = &[("tolerance = 1e-11", "tolerance = 1e-8"), ("frames = 2001", "frames = 101")];
    judge(4.5e-6, "steps", &[("mechanism-bearing", ROUGH)]);
    const KNEE: &[(&str, &str)] = &[
        ("duration = \"0.4 s\"", "duration = \"4 s\""),
        ("stop-when-straight = true", "stop-when-straight = false"),
        ("interval = \"0.1 ms\"", "interval = \"10 ms\""),
    ];
    judge(1e-5, "steps", &[("knee-extension", KNEE)]);
}

/// What a motion of many steps takes is said where nothing else is large.
#[test]
fn more_of_anything_takes_longer() {
    let longer = |name: &str, old: &str, new: &str, least: f64| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies");
        let text = std::fs::read_to_string(format!("{folder}/{name}.toml")).unwrap();
        assert!(text.contains(old), "{name} has no {old}");
        let seconds = |text: &str| {
            let study = StudyFile::from_text("one.toml", text).check().unwrap_or_else(|wrong| panic!("{wrong}"));
            study.need().seconds.unwrap()
        };
        let (few, many) = (seconds(&text), seconds(&text.replacen(old, new, 1)));
        assert!(many > least * few, "{name}: {few} and {many} s");
    };
    longer("mechanism-pendulum", "frames = 301", "frames = 90001", 10.0);
    longer("mechanism-bearing", "duration = \"100 ms\"", "duration = \"10 s\"", 20.0);
    longer("mechanism-contact", "materials = [\"CoCr\", \"UHMWPE\"]", "stiffness = \"1e13 N/m^1.5\"", 3.0);
    longer("knee-extension", "duration = \"0.4 s\"", "duration = \"4 s\"", 5.0);
    longer("gait-realistic", "film = \"short\"", "film = \"numerical\"", 10.0);
}

/// `check` says memory and time of all runs together, as the base case has it.
#[test]
fn a_study_of_many_needs_the_time_of_all_of_its_runs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies");
    let file = StudyFile::load_file(format!("{folder}/knee-pulse.toml").as_ref()).unwrap();
    let campaign = file.check_many().unwrap_or_else(|wrong| panic!("{wrong}"));
    let one = campaign.base().need();
    let all = campaign.need(one.seconds.unwrap(), 1);
    assert_eq!(campaign.runs(), Some(72));
    assert!((all.seconds.unwrap() / one.seconds.unwrap() - 72.0).abs() < 1e-9 && all.bytes == one.bytes);
}
