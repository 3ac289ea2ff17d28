//! Reads OpenSim's models (`.osim`, versions 3 and 4 of the format) [Delp2007].
//!
//! ```
//! use joints::body::osim::read;
//!
//! // A file that was cut off: said with its line and what may have happened.
//! let error = read("<OpenSimDocument>\n<Model").expect_err("it ends within a tag");
//! assert!(error.line == Some(2) && !error.hint.is_empty());
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `values.rs` | numbers, places and functions, from the elements of [`formats::xml`] |
//! | `frames.rs` | what a name or a path in a file means: bodies, offset frames, coordinates |
//! | `skeleton.rs` | bodies, joints, coordinates, couplers, in an order of parents first |
//! | `lines.rs` | muscles, their points, wrap objects |
//!
//! What is not understood is named in [`Anatomy::remarks`]; where a motion or a muscle force would be wrong without it, it is
//! an error. Coordinates of two joints may have the same name: each is then called `joint/coordinate`.

mod error;
mod frames;
mod lines;
mod skeleton;
mod values;

pub use error::OsimError;

use super::anatomy::{Anatomy, Marker};
use formats::xml::Element;
use frames::Names;

/// Oldest version of the format that is read.
const OLDEST: f64 = 20000.0;
/// From this version on joints stand apart from bodies.
const APART: f64 = 30500.0;

/// Reads a model.
///
/// # Errors
/// Text that is no model, and everything without which a motion or a muscle force would be wrong.
pub fn read(text: &str) -> Result<Anatomy, OsimError> {
    let root = formats::xml::parse(text)?;
    let version = match root.name.as_str() {
        "OpenSimDocument" => root.attribute("Version").and_then(|version| version.trim().parse::<f64>().ok()),
        "Model" => None,
        other => {
            let message = format!("this is <{other}>, not an OpenSim model");
            return Err(OsimError::new(Some(root.line), message, "a model begins with <OpenSimDocument>"));
        }
    };
    if let Some(old) = version.filter(|version| *version < OLDEST) {
        let message = format!("version {old} of the format is too old");
        return Err(OsimError::new(Some(root.line), message, "open the model in OpenSim 4 and save it again"));
    }
    let model = if root.name == "Model" { &root } else { find_model(&root)? };
    let mut remarks = Vec::new();
    let apart = version.map_or(model.child("JointSet").is_some(), |version| version >= APART);
    let (tree, names) = skeleton::read(model, apart, &mut remarks)?;
    let wraps = lines::read_wraps(model, &names, &mut remarks)?;
    let muscles = lines::read_muscles(model, &names, &wraps, &mut remarks)?;
    let markers = read_markers(model, &names)?;
    for set in ["ControllerSet", "ContactGeometrySet", "ProbeSet"] {
        let members = model.members(set).len();
        if members > 0 {
            remarks.push(format!("{members} members of <{set}> are not used"));
        }
    }
    remarks.sort();
    remarks.dedup();
    let name = model.attribute("name").unwrap_or("model").to_owned();
    Ok(Anatomy { name, tree, muscles, wraps, markers, remarks })
}

fn find_model(root: &Element) -> Result<&Element, OsimError> {
    root.child("Model").ok_or_else(|| {
        let inside = root.children.first().map_or("nothing", |child| child.name.as_str());
        let message = format!("there is no <Model> in this file, but <{inside}>");
        OsimError::new(Some(root.line), message, "set-up files of tools are no models: name the .osim file itself")
    })
}

fn read_markers(model: &Element, names: &Names<'_>) -> Result<Vec<Marker>, OsimError> {
    let mut markers: Vec<Marker> = Vec::new();
    for element in model.members("MarkerSet").iter().filter(|element| element.name == "Marker") {
        let name = element.attribute("name").unwrap_or_default().to_owned();
        if markers.iter().any(|marker| marker.name == name) {
            let message = format!("two markers are called `{name}`");
            return Err(OsimError::new(Some(element.line), message, "give each its own name"));
        }
        let (body, frame) = names.frame_of(element, &["parent_frame", "body"])?;
        let place = frame * nalgebra::Point3::from(values::vector(element, "location")?);
        markers.push(Marker { name, body, place: place.coords });
    }
    Ok(markers)
}
