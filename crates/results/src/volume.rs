//! Solids divided into cells, with what is known at their points.

use serde::{Deserialize, Serialize};

/// Cells and vectors at their points, at one instant; becomes `name.vtu`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Volume {
    /// Machine name, e.g. `liner_solid`; becomes the file name.
    pub name: String,
    /// Points in metres.
    pub points: Vec<[f64; 3]>,
    /// Point indices of all cells, one cell after the other.
    pub connectivity: Vec<u32>,
    /// End of each cell in `connectivity`.
    pub offsets: Vec<u32>,
    /// Kind of each cell as the Visualization Toolkit numbers them: 10 tetrahedron, 12 hexahedron, 24, 25 and 29 their
    /// quadratic kin.
    pub types: Vec<u8>,
    /// Vectors at the points, by machine names that end in their unit.
    pub fields: Vec<(String, Vec<[f64; 3]>)>,
}
