//! The mesh and the load cycle that a liner asks for.

use joints::hip::LoadCycle;
use joints::hip::parameters::Activity;
use joints::liner::LinerMesh;
use joints::liner::parameters::{MeshFile, OwnCycle};
use quantity::Time;

use crate::activity;
use crate::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::inputs::Inputs;

/// Where the study names it.
const NAMED: &str = "liner.mesh.file.path";

/// Reads the mesh of a file. Its path becomes that of the copy which stands beside the resolved study.
pub(crate) fn load(file: &mut MeshFile, inputs: &mut Inputs<'_>) -> Result<LinerMesh, Diagnostics> {
    let input = inputs.read(&file.path, NAMED).map_err(|wrong| *wrong)?;
    let mesh = LinerMesh::read(&input.bytes, &input.path).map_err(|error| {
        let shown = input.path.display().to_string();
        let place = match error.line {
            Some(line) => Place::of_line(&shown, &String::from_utf8_lossy(&input.bytes), line),
            None => Place::file(&shown),
        };
        Diagnostic::new(place, error.message, error.hint).named_at(inputs.source.place(NAMED))
    })?;
    file.path = inputs.keep(input);
    Ok(mesh)
}

/// Where the study names its tables.
const TABLES: [&str; 2] = ["liner.experiment.wear.motion.own.file", "liner.experiment.wear.motion.own.force-file"];

/// Reads the load cycle of the user's tables. Paths become those of the copies beside the resolved study, and what was left
/// to the tables is written out.
pub(crate) fn load_cycle(own: &mut OwnCycle, inputs: &mut Inputs<'_>) -> Result<LoadCycle, Diagnostics> {
    let activity = Activity {
        file: Some(own.file.clone()),
        force_file: own.force_file.clone(),
        duration: own.duration,
        ..Activity::default()
    };
    let resolved = activity::resolve_tables((&activity, &own.file), own.body_weight.si(), TABLES, inputs)
        .map_err(|wrong| wrong.into_iter().collect::<Diagnostics>())?;
    let cycle = LoadCycle::new(&resolved.samples).map_err(|error| {
        let keys = ["liner.experiment.wear.motion.own.file.path", "liner.experiment.wear"];
        let hint = error.hint().unwrap_or_else(|| "check the columns of the table and the keys that name them".into());
        Diagnostic::new(inputs.source.place_of_first(&keys), error.to_string(), hint)
    })?;
    own.file.angle_unit = own.file.angle_unit.or(resolved.angle_unit);
    own.duration = own.duration.or(Some(Time::from_si(resolved.samples.duration)));
    let paths = std::iter::once(&mut own.file.path).chain(own.force_file.as_mut().map(|file| &mut file.path));
    paths.zip(&resolved.copies).for_each(|(path, copy)| path.clone_from(copy));
    Ok(cycle)
}
