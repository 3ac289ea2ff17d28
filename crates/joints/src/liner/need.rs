//! What a liner's mesh costs, from the number of its nodes alone.
//!
//! Nested dissection leaves about n^(4/3) entries of a factor of n unknowns, and takes about n² operations for them; the
//! compliance of the corners that may touch is dense. Constants are those of runs measured by their peak memory and their
//! processor time (8-node bricks of 7.6, 47 and 122 thousand unknowns took 47, 365 and 1461 MB, and 0.3, 2.3 and 15 s; 20-node bricks of
//! 30 thousand unknowns 300 MB).

use super::Liner;
use super::parameters::{Element, Experiment, MeshInput};
use crate::need::Need;

/// What every run holds, in bytes.
const ALWAYS: f64 = 15e6;
/// Bytes of a factor for each n^(4/3), and seconds for each n².
const FACTOR: [f64; 2] = [240.0, 1.0e-9];
/// The same of wider stars: twenty nodes an element couple more.
const WIDE: f64 = 1.3;
/// Copies of the dense compliance that are held at a time.
const COPIES: f64 = 6.0;
/// Factors that a motion needs: two steps before it, one in it.
const FACTORS: f64 = 3.0;
/// Seconds of a time step for each entry of the dense compliance.
const ENTRY: f64 = 9e-9;

impl Liner {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let (nodes, corners) = match &self.own {
            Some(mesh) => (mesh.nodes.len() as f64, mesh.nodes_of("inner").map_or(0, |nodes| nodes.len()) as f64),
            None => count(&self.parameters.mesh),
        };
        let unknowns = 3.0 * nodes;
        let wide = if self.parameters.mesh.element == Element::Hex20 { WIDE } else { 1.0 };
        let factor = [wide * FACTOR[0] * unknowns.powf(4.0 / 3.0), wide * FACTOR[1] * unknowns.powi(2)];
        match &self.parameters.experiment {
            Experiment::Static(_) => Need {
                // About half of the corners may touch, each along its normal.
                bytes: ALWAYS + factor[0] + 2.0 * 8.0 * (0.5 * corners).powi(2),
                seconds: Some(factor[1]),
            },
            Experiment::Wear(wear) => {
                let entries = (3.0 * corners).powi(2);
                let steps = wear.steps as f64 * wear.cycles as f64;
                Need {
                    bytes: ALWAYS + factor[0] + COPIES * 8.0 * entries,
                    seconds: Some(FACTORS * factor[1] + steps * ENTRY * entries),
                }
            }
        }
    }
}

/// Nodes that can move, and corners of the inner surface, of the mesh that is made here.
fn count(mesh: &MeshInput) -> (f64, f64) {
    let [patch, ring, layers] = [mesh.patch_cells, mesh.ring_cells, mesh.layers].map(|cells| cells as f64);
    let corners = (2.0 * patch + 1.0).powi(2) + 8.0 * patch * ring;
    let faces = 4.0 * patch * (patch + 2.0 * ring);
    // A layer of bricks with mid-side nodes has them on two edges a face, and on one edge a corner.
    let more = if mesh.element == Element::Hex20 { 2.0 * faces + corners } else { 0.0 };
    (layers * (corners + more), corners)
}
