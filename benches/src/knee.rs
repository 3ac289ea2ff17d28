//! The knee of the default design over a gait cycle; and a contact that surrogates stand for: a condyle of simple
//! shapes.

use std::error::Error;
use std::sync::Arc;

use joints::replacement::design::{Design, Designed};
use joints::replacement::parameters::{LengthUnit, PartFile, PoseFile};
use joints::replacement::{Cycle, Parameters, Parts, Replacement, shipped};
use mechanics::contact::surfaces::{PairSettings, SurfacePair};
use mechanics::contact::surrogate::{Domain, Range};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::shape::{Ellipsoid, SphericalCup};
use mechanics::material::Elastic;
use nalgebra::Vector3;

/// The default design: exact surfaces, and the same as triangles.
///
/// # Errors
/// When it is not sound.
pub fn design() -> Result<(Designed, Parts), Box<dyn Error>> {
    let designed = Design::default().build().map_err(|problem| problem.message)?;
    let [femoral, insert] = designed.surfaces();
    Ok((designed, Parts { femoral, insert }))
}

/// Parameters for the triangles of the default design, as if they came from files.
pub fn of_triangles(mut parameters: Parameters) -> Parameters {
    let part = |name: &str| Some(PartFile::new(name, LengthUnit::M));
    (parameters.implant.femoral, parameters.implant.insert) = (part("femoral.stl"), part("insert.stl"));
    parameters
}

/// A pose as if it came from a file, for triangles that a motion drives.
pub fn pose_file() -> PoseFile {
    let column = |name: &str| name.to_owned();
    PoseFile {
        path: column("pose.csv"),
        time: None,
        percent: Some(column("percent")),
        flexion: column("flexion"),
        adduction: column("adduction"),
        rotation: column("rotation"),
        anterior: column("anterior"),
        superior: column("superior"),
        lateral: column("lateral"),
        angle_unit: None,
        length_unit: LengthUnit::M,
        start: None,
        end: None,
        last_row_repeats_first: true,
    }
}

/// The default design on the ISO 14243-3 style motion, with this many frames.
///
/// # Errors
/// When what is shipped is not sound.
pub fn gait(frames: usize) -> Result<Replacement, Box<dyn Error>> {
    let mut parameters = Parameters::default();
    parameters.output.frames = frames;
    let (designed, parts) = design()?;
    let pose = designed.pose(&parameters);
    let cycle = Cycle::new(&parameters.activity, &pose, &shipped::waveform()).map_err(|p| format!("{p:?}"))?;
    Replacement::new(parameters, &parts, cycle).map_err(|p| format!("{p:?}").into())
}

/// A lining of polyethylene, 8 mm thick.
fn lining() -> PressureLaw {
    let material = Elastic { modulus: 463e6, poisson: 0.46, density: 940.0 };
    PressureLaw::linear(&[Layer { thickness: 8e-3, material }]).expect("a layer")
}

fn varied(middle: f64, half: f64) -> Range {
    Range::Varied { middle, half }
}

/// An ellipsoidal condyle in a round dish, as in the tests of surrogates.
pub fn condyle() -> (SurfacePair, Domain) {
    let dish = SphericalCup::new(Vector3::new(0.0, 70e-3, 0.0), 70e-3, -Vector3::y(), 0.35).expect("a dish");
    let axes = [Vector3::x(), Vector3::y()];
    let condyle = Ellipsoid::new(Vector3::zeros(), axes, [34e-3, 30e-3, 22e-3]).expect("a condyle");
    let settings = PairSettings::new(lining(), 0.4e-3);
    let pair = SurfacePair::new(Arc::new(dish), Arc::new(condyle), settings).expect("a pair");
    let translations = [varied(0.0, 3e-3), varied(30e-3, 3e-3), varied(0.0, 2e-3)];
    let [x, y, z] = translations;
    let ranges = [x, y, z, varied(0.0, 0.3), varied(0.0, 0.08), varied(0.0, 0.15)];
    (pair, Domain { ranges, sensitive: 1, loads: [100.0, 1500.0] })
}
