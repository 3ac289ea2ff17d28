//! Solids made of cells, and the fields on their points.

use serde::{Deserialize, Serialize};

/// The cells of a solid, with points in VTK's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellKind {
    /// Linear tetrahedron.
    Tetrahedron,
    /// Tetrahedron with mid-side points.
    QuadraticTetrahedron,
    /// Trilinear hexahedron.
    Hexahedron,
    /// Hexahedron with mid-side points.
    QuadraticHexahedron,
    /// Hexahedron with mid-side, face and body points.
    TriquadraticHexahedron,
}

impl CellKind {
    /// Number of points.
    pub fn points(self) -> usize {
        match self {
            Self::Tetrahedron => 4,
            Self::QuadraticTetrahedron => 10,
            Self::Hexahedron => 8,
            Self::QuadraticHexahedron => 20,
            Self::TriquadraticHexahedron => 27,
        }
    }

    /// VTK's number of the cell type.
    pub(crate) fn vtk(self) -> u8 {
        match self {
            Self::Tetrahedron => 10,
            Self::QuadraticTetrahedron => 24,
            Self::Hexahedron => 12,
            Self::QuadraticHexahedron => 25,
            Self::TriquadraticHexahedron => 29,
        }
    }
}

/// Points and cells; they never change during a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Volume {
    /// Points in metres.
    pub points: Vec<[f64; 3]>,
    /// Point indices of all cells, one cell after the other.
    pub connectivity: Vec<u32>,
    /// The kind of each cell.
    pub kinds: Vec<CellKind>,
}

/// One number or vector per point and frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PointField {
    /// Machine name ending in the SI unit, e.g. `displacement_m`.
    pub name: String,
    /// What a reader calls it.
    pub label: String,
    /// 1 for a number, 3 for a vector.
    pub components: usize,
    /// Frame after frame, point after point; single precision, because it is for looking and for files.
    pub values: Vec<f32>,
}

/// A solid, its frames, and everything recorded on its points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VolumeRecord {
    /// Machine name, e.g. `liner`; becomes the file name.
    pub name: String,
    /// What a reader calls it.
    pub label: String,
    /// The geometry.
    pub volume: Volume,
    /// Time of each frame, in seconds.
    pub times: Vec<f64>,
    /// What is recorded on the points.
    pub fields: Vec<PointField>,
}
