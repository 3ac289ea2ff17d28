//! The fields that live on the cells or points of a surface, and the record of all of them.

use formats::{Site, Surface};
use serde::{Deserialize, Serialize};

use crate::Counterpart;

/// One value per cell, or per point, and frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Machine name ending in the SI unit, e.g. `pressure_Pa`.
    pub name: String,
    /// What a reader calls it, e.g. `Contact pressure`.
    pub label: String,
    /// Where the values live.
    pub site: Site,
    /// Frame after frame, each with one value per cell or point; single precision, because it is for looking and for
    /// files.
    pub values: Vec<f32>,
    /// Least and largest value of its colours, where it shares them with another field; else those of its own values.
    #[serde(default)] // Older files lack it. It is always written: formats without names need every field.
    pub scale: Option<[f32; 2]>,
}

impl Field {
    /// A field on the cells.
    pub fn on_cells(name: &str, label: &str, values: Vec<f32>) -> Self {
        Self { name: name.into(), label: label.into(), site: Site::Cells, values, scale: None }
    }

    /// A field on the points.
    pub fn on_points(name: &str, label: &str, values: Vec<f32>) -> Self {
        Self { name: name.into(), label: label.into(), site: Site::Points, values, scale: None }
    }

    /// How many values a frame has on a surface.
    pub fn count(&self, surface: &Surface) -> usize {
        match self.site {
            Site::Cells => surface.cells(),
            Site::Points => surface.points.len(),
        }
    }

    /// The values of one frame, of which each has `count`.
    pub fn frame(&self, frame: usize, count: usize) -> &[f32] {
        &self.values[frame * count..(frame + 1) * count]
    }
}

/// A path on or near a surface, one point per frame (for example the contact point).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Machine name, e.g. `contact_point`.
    pub name: String,
    /// What a reader calls it.
    pub label: String,
    /// One point per frame, in the frame of the surface, in metres; NaN where there is none (no contact).
    pub points: Vec<[f64; 3]>,
}

/// A surface, its frames, and everything recorded on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SurfaceRecord {
    /// Machine name, e.g. `cup`; becomes the file name.
    pub name: String,
    /// What a reader calls it, e.g. `Bearing surface of the liner, seen from the head`.
    pub label: String,
    /// The geometry.
    pub surface: Surface,
    /// Unit vector from which the surface is best looked at (for a cup: its opening axis); the map in two dimensions
    /// is the azimuthal equal-area projection along it.
    pub view_from: [f64; 3],
    /// Unit vector that points up in pictures (superior).
    pub up: [f64; 3],
    /// Labels of the two ends of the picture's axes: left, right, bottom, top (e.g. posterior, anterior, inferior, superior).
    pub compass: [String; 4],
    /// Time of each frame, in seconds; in million cycles where the name begins with `worn_`.
    pub times: Vec<f64>,
    /// What is recorded on the cells and points.
    pub fields: Vec<Field>,
    /// Paths.
    pub tracks: Vec<Track>,
    /// The part that moves over it, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterpart: Option<Counterpart>,
}
