//! A liner: its mesh and its load cycle may be files of the user's.

use joints::liner::parameters::{Experiment, Motion};
use joints::liner::{Liner, Parameters, check};

use super::Making;
use crate::diagnostic::Diagnostics;
use crate::liner_files;

pub(crate) fn make(mut parameters: Parameters, making: &mut Making<'_>) -> Result<Liner, Diagnostics> {
    making.blame(&check(&parameters));
    making.stop_if_wrong()?;
    let mesh = match &mut parameters.mesh.file {
        Some(file) => Some(liner_files::load(file, &mut making.inputs)?),
        None => None,
    };
    let cycle = match &mut parameters.experiment {
        Experiment::Wear(wear) => match &mut wear.motion {
            Motion::Own(own) => Some(liner_files::load_cycle(own, &mut making.inputs)?),
            _ => None,
        },
        Experiment::Static(_) => None,
    };
    let made = match cycle {
        Some(cycle) => Liner::with_cycle(parameters, cycle),
        None => Liner::new(parameters),
    };
    let mut liner = made.map_err(|problems| making.diagnose_all(&problems))?;
    if let Some(mesh) = mesh {
        liner = liner.with_mesh(mesh).map_err(|problem| making.diagnose(&problem))?;
    }
    let hint = "ask for fewer patch-cells, ring-cells and layers; each of them halved takes a sixteenth of the memory";
    making.ask_for_room("the mesh", &liner.need(), &["mesh.layers", "mesh.patch-cells", "mesh"], hint)?;
    Ok(liner)
}
