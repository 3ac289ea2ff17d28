//! Polygons, and where values on them live.

use serde::{Deserialize, Serialize};

/// Points and polygons; cell ids never change during a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Surface {
    /// Points in metres, in the frame that NOTATION.md names for this surface.
    pub points: Vec<[f64; 3]>,
    /// Point indices of all cells, one cell after the other.
    pub connectivity: Vec<u32>,
    /// End of each cell in `connectivity`.
    pub offsets: Vec<u32>,
}

impl Surface {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.offsets.len()
    }

    /// Point indices of one cell.
    pub fn cell(&self, cell: usize) -> &[u32] {
        let start = if cell == 0 { 0 } else { self.offsets[cell - 1] as usize };
        &self.connectivity[start..self.offsets[cell] as usize]
    }
}

/// Where the values of a field were computed: they are shown and written there, not averaged to another place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    /// One value a cell.
    Cells,
    /// One value a point; between the points of a cell it is interpolated.
    Points,
}
