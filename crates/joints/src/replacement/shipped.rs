//! The implant, the gait and the waveform that come with the program.

use results::{Surface, SurfaceFile, SurfaceFileError};

use super::cycle::{LoadSamples, PoseSamples};

const FEMORAL: &[u8] = include_bytes!("../../../../data/knee/femoral.stl");
const INSERT: &[u8] = include_bytes!("../../../../data/knee/insert.stl");
const GAIT: &str = include_str!("../../../../data/knee/fluoroscopic_gait.sto");
const WAVEFORM: &str = include_str!("../../../../data/knee/iso14243_1_style.csv");

/// What points anterior, superior and lateral in the shipped files, of a right knee: their x points backwards. The flange
/// of the femoral component, which covers the front of the femur, lies at −x, and so does the side of the insert without
/// the notch for the posterior cruciate ligament.
pub const AXES: [&str; 3] = ["-x", "y", "-z"];

/// Where it all comes from.
pub const SOURCE: &str = "sixth Knee Grand Challenge [Fregly2012], as distributed with JAM (Apache-2.0): implant surfaces and fluoroscopic gait";

/// Where the waveform comes from.
pub const WAVEFORM_SOURCE: &str =
    "ISO 14243-1 style: ranges and instants recalled [ISO14243], half-cosines between them";

/// The femoral component and the insert, in m, in the files' own axes.
pub fn parts() -> Result<[Surface; 2], SurfaceFileError> {
    Ok([SurfaceFile::read(FEMORAL)?.surface, SurfaceFile::read(INSERT)?.surface])
}

fn rows(text: &str, separator: char) -> Vec<Vec<f64>> {
    let numbers = |line: &str| line.split(separator).map(|cell| cell.trim().parse().ok()).collect::<Option<Vec<f64>>>();
    text.lines().filter_map(numbers).filter(|row| row.len() > 4).collect()
}

/// The measured pose over the cycle.
///
/// What the file's columns mean was found by laying the surfaces on one another over the whole cycle: it gives the place of
/// the femoral component in the insert's axes, and its three angle columns turn about x, y and z, whatever their names
/// say: `knee_flex_r` (−1 to +2°) about the anterior axis, `knee_add_r` (−10 to +7°) about the long axis, `knee_rot_r`
/// (−5 to −53°) about the lateral axis, last in the sequence. Read so, both sides carry the load of
/// `studies/knee-replacement-measured.toml` at every instant after the height is corrected by −0.59 to 0.61 mm (0.13 mm on
/// average, standard deviation 0.26 mm) and the adduction by 1.1° at most (standard deviation 0.5°). With
/// the two small angles exchanged the adduction would need up to 10°, with the anterior translation reversed the height up to 3.0 mm
/// (standard deviation 1.2 mm). The lateral column points laterally: so the heights scatter less (0.26 mm against 0.28 mm),
/// and the parts push one another sideways by 13 % of the axial force on average, against 18 %. The sign of the rotation is
/// the one for which they scatter less, too (0.26 mm against 0.30 mm); that of the adduction changes nothing but its own
/// correction (0.5° against 0.7°).
pub fn pose() -> PoseSamples {
    // Backwards x and medial z become anterior and lateral: half a turn about y. The lateral column is lateral already.
    let poses = rows(GAIT, '\t').iter().map(|r| [-r[6], -r[4], r[5], -r[1], r[2], r[3]]).collect::<Vec<_>>();
    let last = poses.len().saturating_sub(1).max(1) as f64;
    PoseSamples {
        name: "fluoroscopic gait".into(),
        source: SOURCE.into(),
        shares: (0..poses.len()).map(|i| i as f64 / last).collect(),
        poses,
        duration: None,
    }
}

/// The waveform over the cycle.
pub fn waveform() -> LoadSamples {
    let rows = rows(WAVEFORM, ',');
    LoadSamples {
        name: "ISO 14243-1 style".into(),
        source: WAVEFORM_SOURCE.into(),
        shares: rows.iter().map(|r| 0.01 * r[0]).collect(),
        loads: rows.iter().map(|r| [r[2], r[3], r[4]]).collect(),
        flexion: Some(rows.iter().map(|r| r[1].to_radians()).collect()),
        duration: None,
    }
}
