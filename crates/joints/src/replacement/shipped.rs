//! Motions and the waveform of loads that come with the program: numbers only. The implant is the default design.
//!
//! ```
//! use joints::replacement::parameters::LoadName;
//! use joints::replacement::shipped::load;
//!
//! // The axial force comes first, and pushes.
//! let bend = load(LoadName::KneeBend);
//! assert!(bend.loads.iter().all(|[axial, ..]| *axial > 0.0));
//! ```

use super::cycle::LoadSamples;
use super::parameters::{LoadName, Motion};

const WAVEFORM: &str = include_str!("../../data/knee/iso14243_1_style.csv");
const SIMULATOR: &str = include_str!("../../data/knee/iso14243_3_style.csv");
const WALKING: &str = include_str!("../../data/knee/walking_in_vivo.csv");

/// Where the waveform comes from.
pub const WAVEFORM_SOURCE: &str =
    "ISO 14243-1 style: ranges and instants recalled [ISO14243], half-cosines between them";

/// A motion of the tibia against the femur.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionSamples {
    /// What to call it.
    pub name: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Instants as a share of the cycle, from 0 to 1.
    pub shares: Vec<f64>,
    /// Flexion (rad), way of the tibia forwards (m), its internal rotation (rad).
    pub rows: Vec<[f64; 3]>,
}

fn rows(text: &str) -> Vec<Vec<f64>> {
    let numbers = |line: &str| line.split(',').map(|cell| cell.trim().parse().ok()).collect::<Option<Vec<f64>>>();
    text.lines().filter_map(numbers).filter(|row| row.len() > 3).collect()
}

/// The motion of a name over the cycle.
pub fn motion(named: Motion) -> MotionSamples {
    let (name, text, source) = match named {
        Motion::Iso14243_3Style => (
            "ISO 14243-3 style",
            SIMULATOR,
            "ISO 14243-3 style: ranges recalled [ISO14243], instants reconstructed, half-cosines between them",
        ),
        Motion::WalkingInVivo => (
            "walking in vivo",
            WALKING,
            "ranges in stance by stereo radiography [Kefala2017], shape and swing reconstructed, half-cosines between nodes",
        ),
    };
    let rows = rows(text);
    MotionSamples {
        name,
        source,
        shares: rows.iter().map(|r| 0.01 * r[0]).collect(),
        rows: rows.iter().map(|r| [r[1].to_radians(), 1e-3 * r[2], r[3].to_radians()]).collect(),
    }
}

/// The waveform over the cycle.
pub fn waveform() -> LoadSamples {
    load(LoadName::Iso14243_1Style)
}

/// Body weight for which the loads of activities are tabulated, 75 kg, in N.
pub const TABULATED_WEIGHT: f64 = 735.5;

/// Peaks measured by instrumented knees, in body weights; the rest is reconstructed.
macro_rules! activity_source {
    ($peak:literal) => {
        concat!(
            "peak ",
            $peak,
            " % of body weight, here of 75 kg: [Kutzner2010], as its abstract says; flexion and the shape of the curve \
             reconstructed, half-cosines between nodes; shear and torque left out"
        )
    };
}

/// Name, table, source and duration (s) of a load; its peak in body weights, where it is one of a patient.
fn shelf(named: LoadName) -> (&'static str, &'static str, &'static str, Option<f64>, Option<f64>) {
    macro_rules! text {
        ($file:literal) => {
            include_str!(concat!("../../data/knee/", $file))
        };
    }
    match named {
        LoadName::Iso14243_1Style => ("ISO 14243-1 style", WAVEFORM, WAVEFORM_SOURCE, None, None),
        LoadName::StairsUp => {
            ("stairs up", text!("stairs_up_reconstructed.csv"), activity_source!("316"), Some(1.6), Some(3.16))
        }
        LoadName::StairsDown => {
            ("stairs down", text!("stairs_down_reconstructed.csv"), activity_source!("346"), Some(1.5), Some(3.46))
        }
        LoadName::SitDown => {
            ("sit down", text!("sit_down_reconstructed.csv"), activity_source!("225"), Some(3.7), Some(2.25))
        }
        LoadName::StandUp => {
            ("stand up", text!("stand_up_reconstructed.csv"), activity_source!("246"), Some(2.5), Some(2.46))
        }
        LoadName::KneeBend => {
            ("knee bend", text!("knee_bend_reconstructed.csv"), activity_source!("253"), Some(5.0), Some(2.53))
        }
    }
}

/// Peak of a load in body weights, where it is one of a patient.
pub fn peak_body_weights(named: LoadName) -> Option<f64> {
    shelf(named).4
}

/// The load of a name over the cycle.
pub fn load(named: LoadName) -> LoadSamples {
    let (name, text, source, duration, _) = shelf(named);
    let rows = rows(text);
    LoadSamples {
        name: name.into(),
        source: source.into(),
        shares: rows.iter().map(|r| 0.01 * r[0]).collect(),
        loads: rows.iter().map(|r| [r[2], r[3], r[4]]).collect(),
        flexion: Some(rows.iter().map(|r| r[1].to_radians()).collect()),
        frontal: None,
        duration,
    }
}
