//! A knee replacement: surfaces of its parts, tables of pose and load, and a surrogate of its contact may be files.

use joints::replacement::{Cycle, Parameters, Replacement, check, need};

use super::Making;
use crate::diagnostic::Diagnostics;
use crate::replacement_files::{self, Loaded};

pub(crate) fn make(mut parameters: Parameters, making: &mut Making<'_>) -> Result<Replacement, Diagnostics> {
    making.blame(&check(&parameters));
    making.stop_if_wrong()?;
    let loaded = replacement_files::load(&mut parameters, &mut making.inputs);
    let Loaded { parts, pose, load, surrogate } = loaded.map_err(|more| making.stop(more))?;
    let cycle = Cycle::new(&parameters.activity, &pose, &load).map_err(|problem| making.diagnose(&problem))?;
    let hint = "give the points more spacing: 1 mm is usual, half of it takes four times the memory";
    making.ask_for_room("the contact", &need(&parameters, &parts), &["output.spacing", "output"], hint)?;
    let knee = Replacement::new(parameters, &parts, cycle).map_err(|problems| making.diagnose_all(&problems))?;
    let Some(surrogate) = surrogate else { return Ok(knee) };
    knee.with_surrogate(surrogate).map_err(|problem| making.diagnose(&problem).into())
}
