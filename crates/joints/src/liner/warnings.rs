//! When a liner's numbers cannot be trusted without a second thought.

use super::Liner;
use crate::contact::warn_beyond_yield;
use mechanics::wear::{Archard, WearLaw};
use results::{Outcome, Severity};

/// Corners across the radius of the patch below which its pressure is a guess: at ten of them it is within 0.6 % of an
/// axisymmetric solution, and the error falls with their square.
const FEW_CORNERS: f64 = 4.0;

/// The patch of a static load ends at the rim.
pub(super) fn add_rim(outcome: &mut Outcome) {
    let text = "The patch reaches the rim of the liner, which cuts it off: it is not round, no contact radius is given, and the \
                pressure at the edge depends on the mesh.";
    outcome.warn(Severity::Caution, "patch-at-rim", text.into());
}

/// What holds for every experiment: a peak pressure, and the corners that carried it.
pub(super) fn add(liner: &Liner, peak_pressure: f64, corners: usize, outcome: &mut Outcome) {
    if let Some(wearing) = &liner.wearing {
        let law = WearLaw::Archard(Archard { factor: wearing.factor.si() });
        wearing.warn("experiment.wear.factor", &law, outcome);
    }
    warn_beyond_yield(&liner.parameters.cup.material, peak_pressure, outcome);
    let across = (corners as f64 / std::f64::consts::PI).sqrt();
    if across < FEW_CORNERS {
        let text = format!(
            "The patch is {across:.1} corners of the mesh from middle to edge: pressure and area are coarse. Ask for more patch \
             and ring cells."
        );
        outcome.warn(Severity::Caution, "coarse-mesh", text);
    }
    if liner.has_linear_tetrahedra() {
        let text = String::from(
            "Linear tetrahedra are stiff, and their pressure strays from corner to corner: by 10 % of the peak with six corners \
             from the middle of the patch to its edge, 7 % with eleven, 3 % with twenty-three. Under a static load it is shown as the mean of the faces around \
             a corner, which strays by less than half of that; the peak is 2 to 6 % too high. Forces, work and worn volume do \
             not suffer; for pressures use hex8.",
        );
        outcome.warn(Severity::Note, "linear-tetrahedra", text);
    }
}
