//! The load cycles that come with the program.
//!
//! ```
//! use joints::hip::shipped::find;
//!
//! let walking = find("walking").expect("comes with the program");
//! assert!(walking.duration > 0.9 && find("waltzing").is_none());
//! ```

use super::cycle::CycleSamples;

/// A shipped load cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shipped {
    /// The name used in study files.
    pub name: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Duration of its own cycle, in s.
    pub duration: f64,
    text: &'static str,
    percent: usize,
    angles: [usize; 3],
    force: Columns,
}

/// Where the force stands in the table, and in which unit.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Columns {
    /// Three components as a multiple of body weight once multiplied by this factor.
    OfBodyWeight([usize; 3], f64),
    /// The size of a vertical load in newtons.
    Vertical(usize),
}

/// Weight of the subject of the OpenSim example, 72.6 kg.
const OPENSIM_SUBJECT_WEIGHT: f64 = 72.6 * 9.80665;

/// Every shipped load cycle; the first one is the default.
pub const CYCLES: &[Shipped] = &[
    Shipped {
        name: "walking",
        title: "level walking, in vivo magnitude of the load",
        source: "composite: direction and angles from a musculoskeletal model of measured motion [Delp2007, CC BY 3.0], magnitude from an instrumented implant [Bergmann2001]",
        duration: 1.11,
        text: include_str!("../../data/hip_loads/walking_in_vivo_magnitude.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01),
    },
    Shipped {
        name: "walking-opensim",
        title: "level walking, a musculoskeletal model's own output (second peak too high against measurements)",
        source: "OpenSim gait2392, subject01 [Delp2007, CC BY 3.0]",
        duration: 1.235,
        text: include_str!("../../data/hip_loads/opensim_gait2392_walk.csv"),
        percent: 1,
        angles: [2, 3, 4],
        force: Columns::OfBodyWeight([6, 7, 8], 1.0 / OPENSIM_SUBJECT_WEIGHT),
    },
    Shipped {
        name: "iso-14242-1-style",
        title: "hip simulator waveform, vertical load 300 to 3000 N whatever the body weight",
        source: "ranges of [ISO14242], node timings reconstructed",
        duration: 1.0,
        text: include_str!("../../data/hip_loads/iso14242_1_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::Vertical(4),
    },
    Shipped {
        name: "walking-slow",
        title: "slow walking: the cycle of walking, slower, with the peak measured in vivo",
        source: "as walking; peak 242 % of body weight [Bergmann2001], recalled",
        duration: 1.25,
        text: include_str!("../../data/hip_loads/walking_in_vivo_magnitude.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01 * 242.0 / 239.7),
    },
    Shipped {
        name: "walking-fast",
        title: "fast walking: the cycle of walking, faster, with the peak measured in vivo",
        source: "as walking; peak 250 % of body weight [Bergmann2001], recalled",
        duration: 0.96,
        text: include_str!("../../data/hip_loads/walking_in_vivo_magnitude.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01 * 250.0 / 239.7),
    },
    Shipped {
        name: "stairs-up",
        title: "going upstairs",
        source: "peak 251 % of body weight: [Bergmann2001], as its abstract says; angles and the shape of the curve reconstructed, direction of the force that of walking at its peak",
        duration: 1.6,
        text: include_str!("../../data/hip_loads/stairs_up_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01),
    },
    Shipped {
        name: "stairs-down",
        title: "going downstairs",
        source: "peak 260 % of body weight: [Bergmann2001], as its abstract says; angles and the shape of the curve reconstructed, direction of the force that of walking at its peak",
        duration: 1.5,
        text: include_str!("../../data/hip_loads/stairs_down_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01),
    },
    Shipped {
        name: "sit-down",
        title: "sitting down; the way back under a light load, so that the cycle closes",
        source: "peak 156 % of body weight: [Bergmann2001], recalled; angles and the shape of the curve reconstructed, direction of the force that of walking at its peak",
        duration: 3.7,
        text: include_str!("../../data/hip_loads/sit_down_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01),
    },
    Shipped {
        name: "stand-up",
        title: "standing up; the way back under a light load, so that the cycle closes",
        source: "peak 190 % of body weight: [Bergmann2001], recalled; angles and the shape of the curve reconstructed, direction of the force that of walking at its peak",
        duration: 2.5,
        text: include_str!("../../data/hip_loads/stand_up_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01),
    },
    Shipped {
        name: "knee-bend",
        title: "a knee bend",
        source: "peak 143 % of body weight: [Bergmann2001], recalled; angles and the shape of the curve reconstructed, direction of the force that of walking at its peak",
        duration: 6.7,
        text: include_str!("../../data/hip_loads/knee_bend_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::OfBodyWeight([4, 5, 6], 0.01),
    },
    Shipped {
        name: "iso-14242-3-style",
        title: "orbital hip simulator: flexion and adduction of 23° a quarter of a cycle apart, vertical load 300 to 3000 N",
        source: "the idea of [ISO14242], part 3, recalled; load that of the style of part 1",
        duration: 1.0,
        text: include_str!("../../data/hip_loads/iso14242_3_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::Vertical(4),
    },
    Shipped {
        name: "iso-14242-4-style",
        title: "hip simulator with a swing load lowered to 70 N, for [hip.lifetime] with a mismatch of the centres",
        source: "the idea of [ISO14242], part 4, recalled; the rest as iso-14242-1-style",
        duration: 1.0,
        text: include_str!("../../data/hip_loads/iso14242_4_reconstructed.csv"),
        percent: 0,
        angles: [1, 2, 3],
        force: Columns::Vertical(4),
    },
];

/// The shipped cycle of that name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    CYCLES.iter().find(|c| c.name == name)
}

/// Angles between the axis of the cup and the load at which a standard mounts it, in degrees, as recalled: with a vertical load
/// that is the inclination. Nothing for what is no simulator.
pub fn mounting_angles(name: &str) -> Option<&'static [f64]> {
    match name {
        "iso-14242-1-style" | "iso-14242-3-style" => Some(&[30.0]),
        "iso-14242-4-style" => Some(&[45.0, 65.0]),
        _ => None,
    }
}

/// The same in words.
pub fn mountings(name: &str) -> Option<&'static str> {
    match mounting_angles(name)? {
        [_] => Some("30 deg"),
        _ => Some("45 deg, and 65 deg as the adverse case"),
    }
}

impl Shipped {
    /// The samples for a patient of this body weight (N), over this duration (s) or the cycle's own.
    pub fn samples(&self, body_weight: f64, duration: Option<f64>) -> CycleSamples {
        let rows: Vec<Vec<f64>> = self
            .text
            .lines()
            .skip(1)
            .map(|line| line.split(',').map(|cell| cell.trim().parse().unwrap_or(f64::NAN)).collect())
            .collect();
        let pick = |row: &Vec<f64>, columns: [usize; 3]| columns.map(|i| row.get(i).copied().unwrap_or(f64::NAN));
        CycleSamples {
            name: self.name.into(),
            source: self.source.into(),
            duration: duration.unwrap_or(self.duration),
            instants: rows.iter().map(|row| row[self.percent] / 100.0).collect(),
            angles: rows.iter().map(|row| pick(row, self.angles).map(f64::to_radians)).collect(),
            force_on_head: rows
                .iter()
                .map(|row| match self.force {
                    Columns::OfBodyWeight(columns, factor) => pick(row, columns).map(|f| f * factor * body_weight),
                    Columns::Vertical(column) => [0.0, -row[column], 0.0],
                })
                .collect(),
            last_repeats_first: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::cycle::LoadCycle;

    #[test]
    fn every_shipped_cycle_is_sound() {
        for shipped in CYCLES {
            let cycle = LoadCycle::new(&shipped.samples(836.0, None)).expect(shipped.name);
            assert_eq!(cycle.duration(), shipped.duration);
            assert!(
                cycle.closure().force_ratio < 0.1 && cycle.closure().angle < 0.05,
                "{}: {:?}",
                shipped.name,
                cycle.closure()
            );
        }
    }

    fn peak_in_body_weights(name: &str) -> f64 {
        let samples = find(name).expect("shipped").samples(1000.0, None);
        samples.force_on_head.iter().map(|f| f.iter().map(|x| x * x).sum::<f64>().sqrt() / 1000.0).fold(0.0, f64::max)
    }

    /// The tables print their own resultants: 2.4 body weights measured, 3.4 in the model's second peak, 3 kN on the simulator.
    #[test]
    fn peaks_are_those_of_the_sources() {
        assert!((peak_in_body_weights("walking") - 2.39).abs() < 0.06, "{}", peak_in_body_weights("walking"));
        assert!(
            (peak_in_body_weights("walking-opensim") - 3.4).abs() < 0.06,
            "{}",
            peak_in_body_weights("walking-opensim")
        );
        assert!((peak_in_body_weights("iso-14242-1-style") - 3.0).abs() < 1e-9);
        // Peaks in vivo; between the rows of a spline they may be missed by a little.
        for (name, peak) in [
            ("walking-slow", 2.42),
            ("walking-fast", 2.50),
            ("stairs-up", 2.51),
            ("stairs-down", 2.60),
            ("sit-down", 1.56),
            ("stand-up", 1.90),
            ("knee-bend", 1.43),
        ] {
            assert!((peak_in_body_weights(name) - peak).abs() < 0.01, "{name}: {}", peak_in_body_weights(name));
        }
    }
}
