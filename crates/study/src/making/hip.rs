//! A hip: its load cycle is shipped or read from tables, and a surrogate may stand for its contact.

use formats::{Surface, SurfaceFile};
use joints::hip::parameters::WornFile;
use joints::hip::{CycleError, Hip, HipSurrogate, LoadCycle, Parameters, check};

use super::Making;
use crate::activity;
use crate::diagnostic::{Diagnostic, Diagnostics, Place};

pub(crate) fn make(parameters: Parameters, making: &mut Making<'_>) -> Result<Hip, Diagnostics> {
    let problems = check(&parameters);
    let resolved = if making.is_about(&problems, "activity") || making.is_about(&problems, "patient") {
        None
    } else {
        let weight = parameters.patient.weight();
        let made = activity::resolve(&parameters.activity, weight, &mut making.inputs);
        made.map_err(|diagnostics| making.add(diagnostics)).ok()
    };
    making.blame(&problems);
    making.stop_if_wrong()?;
    let Some(resolved) = resolved else { return Err(Diagnostics::default()) };
    let mut complete = activity::write_out(&parameters, &resolved);
    let cycle = LoadCycle::new(&resolved.samples).map_err(|error| unusable(making, &error))?;
    let surrogate = match &mut complete.surrogate {
        Some(file) => {
            let input = making.inputs.read(&file.path, "hip.surrogate.path").map_err(|wrong| *wrong)?;
            let read = HipSurrogate::read(&input.bytes).map_err(|problem| making.diagnose(&problem))?;
            file.path = making.inputs.keep(input);
            Some(read)
        }
        None => None,
    };
    let worn = match &mut complete.implant.worn {
        Some(file) => Some(load_worn(file, making)?),
        None => None,
    };
    let mut hip = Hip::new(complete, cycle).map_err(|problems| making.diagnose_all(&problems))?;
    if let Some(surrogate) = surrogate {
        hip = hip.with_surrogate(surrogate).map_err(|problem| making.diagnose(&problem))?;
    }
    if let Some(surface) = worn {
        hip = hip.with_worn(&surface).map_err(|problem| making.diagnose(&problem))?;
    }
    Ok(hip)
}

/// Reads a worn surface, in m; its path becomes that of the copy beside the resolved study.
fn load_worn(file: &mut WornFile, making: &mut Making<'_>) -> Result<Surface, Diagnostics> {
    const NAMED: &str = "hip.implant.worn.path";
    let input = making.inputs.read(&file.path, NAMED).map_err(|wrong| *wrong)?;
    let read = SurfaceFile::read_named(&input.bytes, &input.path).map_err(|error| {
        let place = Place::file(&input.path.display().to_string());
        Diagnostic::new(place, error.to_string(), error.problem.hint()).named_at(making.inputs.source.place(NAMED))
    })?;
    let mut surface = read.surface;
    surface.points.iter_mut().flatten().for_each(|x| *x *= file.unit.metres());
    file.path = making.inputs.keep(input);
    Ok(surface)
}

fn unusable(making: &Making<'_>, error: &CycleError) -> Diagnostics {
    let keys = ["hip.activity.file.path", "hip.activity.cycle", "hip.activity"];
    let hint = error.hint().unwrap_or_else(|| "check the table's columns and the activity's keys".into());
    Diagnostic::new(making.inputs.source.place_of_first(&keys), error.to_string(), hint).into()
}
