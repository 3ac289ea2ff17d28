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
const COPIES: f64 = 4.5;
/// Factors that a motion needs: two steps before it, one in it.
const FACTORS: f64 = 3.0;
/// Steps before the first.
const SETTLING: f64 = 80.0;
/// Seconds of a time step for each entry of the dense compliance.
const ENTRY: f64 = 8e-9;

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
                let steps = SETTLING + wear.steps as f64 * wear.cycles as f64;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liner::Parameters;
    use crate::liner::parameters::{Static, Wear};
    use quantity::Force;

    fn need(element: Element, [patch_cells, ring_cells, layers]: [usize; 3], experiment: Experiment) -> Need {
        let mesh = MeshInput { element, patch_cells, ring_cells, layers, file: None };
        Liner::new(Parameters { mesh, experiment, ..Parameters::default() }).expect("sound parameters").need()
    }

    /// Peak memory of the process, by the system, in MB; processor time on a core of 2024.
    #[test]
    fn estimates_are_near_what_was_measured() {
        let at_rest = || Experiment::Static(Static { load: Force::newtons(1500.0), ..Static::default() });
        let worn = || Experiment::Wear(Box::new(Wear { steps: 20, cycles: 1, ..Wear::default() }));
        for (element, cells, experiment, megabytes, seconds) in [
            (Element::Hex8, [6, 7, 5], at_rest(), 47.0, None),
            (Element::Hex8, [12, 14, 8], at_rest(), 365.0, Some(2.3)),
            (Element::Hex8, [16, 18, 12], at_rest(), 1461.0, Some(15.4)),
            (Element::Hex20, [6, 7, 5], at_rest(), 300.0, Some(1.9)),
            (Element::Tet4, [12, 14, 8], at_rest(), 327.0, None),
            (Element::Hex8, [6, 7, 5], worn(), 172.0, Some(2.2)),
            (Element::Hex8, [9, 10, 4], worn(), 415.0, Some(7.8)),
        ] {
            let need = need(element, cells, experiment);
            let ratio = need.bytes / (1e6 * megabytes);
            assert!((0.67..1.5).contains(&ratio), "{cells:?} {element:?}: {} for {megabytes} MB", need.words());
            if let (Some(expected), Some(found)) = (seconds, need.seconds) {
                assert!((0.33..3.0).contains(&(found / expected)), "{cells:?}: {found} for {expected} s");
            }
        }
    }

    #[test]
    fn the_largest_mesh_that_can_be_asked_for_is_known_to_be_too_large() {
        let need = need(Element::Hex8, [60, 120, 60], Experiment::Wear(Box::default()));
        assert!(need.bytes > 1e12 && need.seconds.is_some_and(|time| time > 86400.0), "{}", need.words());
    }
}
