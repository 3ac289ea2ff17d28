//! The default design on the motions that come with the program, and the real implant on its own where its files are.

use super::*;
use formats::SurfaceFile;
use std::path::{Path, PathBuf};

fn walk(motion: Motion, change: impl Fn(&mut Parameters)) -> Outcome {
    let mut parameters = Parameters::default();
    parameters.activity.motion = motion;
    parameters.output.frames = 11;
    parameters.output.spacing = Length::millimetres(2.0);
    change(&mut parameters);
    let designed = parameters.implant.by_design().expect("no files").build().expect("sound");
    let [femoral, insert] = designed.surfaces();
    let cycle = Cycle::new(&parameters.activity, &designed.pose(&parameters), &shipped::waveform()).expect("a cycle");
    let knee = Replacement::new(parameters, &Parts { femoral, insert }, cycle).expect("sound");
    knee.run(&Unwatched).expect("balanced")
}

/// The height of the motion is that of the first touch: what the load adds is an indentation, less than a millimetre.
#[test]
fn the_default_design_walks_without_a_file() {
    for motion in [Motion::Iso14243_3Style, Motion::WalkingInVivo] {
        let outcome = walk(motion, |_| ());
        let offset = outcome.value("largest_offset_m").expect("headline");
        assert!(offset < 0.5e-3, "{motion:?}: the height is corrected by {offset} m");
        assert!(outcome.value("axial_force_error_ratio").expect("headline") < 1e-5, "{motion:?}");
        // The design is symmetric: an axial force in the middle is shared where nothing turns.
        assert!(column(&outcome, "flexion_rad").iter().copied().fold(0.0, f64::max) > 0.9, "{motion:?}");
    }
}

/// What the sources say, read back from the tables.
#[test]
fn motions_have_the_published_ranges() {
    let range = |motion: Motion, k: usize, to: f64| {
        let samples = shipped::motion(motion);
        let rows = || samples.rows.iter().zip(&samples.shares).filter(|(_, s)| **s <= to).map(|(row, _)| row[k]);
        [rows().fold(f64::INFINITY, f64::min), rows().fold(f64::NEG_INFINITY, f64::max)]
    };
    let near = |found: [f64; 2], [low, high]: [f64; 2]| (found[0] - low).abs() < 1e-5 && (found[1] - high).abs() < 1e-5;
    let degrees = |pair: [f64; 2]| pair.map(f64::to_radians);
    let simulator = Motion::Iso14243_3Style;
    assert!(near(range(simulator, 0, 1.0), degrees([0.0, 58.0])));
    assert!(near(range(simulator, 1, 1.0), [0.0, 5.2e-3]));
    assert!(near(range(simulator, 2, 1.0), degrees([-1.9, 5.7])));
    let [low, high] = range(Motion::WalkingInVivo, 1, 0.62);
    assert!((high - low - 3.4e-3).abs() < 1e-5, "forwards and back in stance [Kefala2017]");
    let [low, high] = range(Motion::WalkingInVivo, 2, 0.62);
    assert!((high - low - 3.6f64.to_radians()).abs() < 1e-4, "rotation in stance [Kefala2017]");
}

/// A default that is not written and the same one written are one study.
#[test]
fn the_default_design_is_written_out() {
    let said = walk(Motion::WalkingInVivo, |parameters| parameters.implant.design = Some(Design::default()));
    let unsaid = walk(Motion::WalkingInVivo, |_| ());
    assert_eq!(said.value("peak_pressure_Pa"), unsaid.value("peak_pressure_Pa"));
}

/// A folder `shared/data` beside the project, where there is one.
fn shared() -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared/data/knee_meshes"));
    found.into_iter().find(|folder| folder.is_dir())
}

/// The implant of the sixth Knee Grand Challenge [Fregly2012] with no correction at all: both sides are near to touching all
/// the time. This is how the meaning of its file's columns was found.
#[test]
#[allow(clippy::print_stderr)]
fn the_measured_pose_lays_the_real_surfaces_on_one_another() {
    let Some(folder) = shared() else {
        eprintln!("skipped: the real implant is not here (shared/data/knee_meshes)");
        return;
    };
    let read = |name: &str| std::fs::read(folder.join(name)).expect("readable");
    let part = |name: &str| SurfaceFile::read(&read(name)).expect("a surface").surface;
    let (femoral, insert) = (part("DM_Femoral_Component_contact.stl"), part("DM_Tibial_Insert_contact.stl"));
    let text = String::from_utf8(read("DM_fluoroscopic_gait.sto")).expect("text");
    let numbers = |line: &str| line.split('\t').map(|cell| cell.trim().parse().ok()).collect::<Option<Vec<f64>>>();
    let rows: Vec<Vec<f64>> = text.lines().filter_map(numbers).filter(|row| row.len() > 6).collect();
    let poses: Vec<[f64; 6]> = rows.iter().map(|r| [-r[6], -r[4], r[5], -r[1], r[2], r[3]]).collect();
    let last = poses.len() as f64 - 1.0;
    let shares = (0..poses.len()).map(|i| i as f64 / last).collect();
    let pose = PoseSamples { name: "gait".into(), source: "fluoroscopy".into(), shares, poses, duration: None };
    let mut parameters = own_parts();
    parameters.implant.axes = Some(["-x", "y", "-z"].map(String::from));
    parameters.output.frames = 11;
    let cycle = Cycle::new(&parameters.activity, &pose, &shipped::waveform()).expect("a cycle");
    let knee = Replacement::new(parameters, &Parts { femoral, insert }, cycle).expect("sound");
    let outcome = knee.run(&Unwatched).expect("balanced");
    let overlap = column(&outcome, "measured_overlap_m");
    assert!(overlap.iter().all(|depth| (0.0..1.5e-3).contains(depth)), "{overlap:?}");
    assert!(outcome.value("largest_offset_m").expect("headline") < 1.5e-3);
    assert!(outcome.value("axial_force_error_ratio").expect("headline") < 1e-5);
}
