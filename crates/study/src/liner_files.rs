//! The mesh and the load cycle that a liner asks for.

use joints::hip::LoadCycle;
use joints::hip::parameters::Activity;
use joints::liner::LinerMesh;
use joints::liner::parameters::{MeshFile, OwnCycle};
use quantity::Time;

use crate::activity::{self, free_name};
use crate::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::file::Files;
use crate::replacement_files::file_name;
use crate::run::DataFile;
use crate::source::Source;
use crate::tables::{TableError, TableProblem};

/// Where the study names it.
const NAMED: &str = "liner.mesh.file.path";

/// Reads the mesh of a file. Its path becomes that of the copy which stands beside the resolved study.
pub(crate) fn load(
    file: &mut MeshFile,
    source: &Source,
    files: Files<'_>,
) -> Result<(LinerMesh, DataFile), Diagnostics> {
    let path = source.folder().join(&file.path);
    let shown = path.display().to_string();
    let bytes = files(&path).map_err(|cause| {
        let problem = TableProblem::Unreadable { cause };
        let error = TableError { path: path.clone(), line: None, column: None, problem };
        Diagnostics::from(source.diagnose_table(&error, "", NAMED, NAMED))
    })?;
    let mesh = LinerMesh::read(&bytes, &path).map_err(|error| {
        let place = match error.line {
            Some(line) => Place::of_line(&shown, &String::from_utf8_lossy(&bytes), line),
            None => Place::file(&shown),
        };
        Diagnostics::from(Diagnostic::new(place, error.message, error.hint).named_at(source.place(NAMED)))
    })?;
    file.path = format!("inputs/{}", file_name(&path));
    Ok((mesh, DataFile { name: file.path.clone(), bytes }))
}

/// Where the study names its tables.
const TABLES: [&str; 2] = ["liner.experiment.wear.motion.own.file", "liner.experiment.wear.motion.own.force-file"];

/// Reads the load cycle of the user's tables. Paths become those of the copies beside the resolved study, and what was left
/// to the tables is written out.
pub(crate) fn load_cycle(
    own: &mut OwnCycle,
    (source, files): (&Source, Files<'_>),
    data: &mut Vec<DataFile>,
) -> Result<LoadCycle, Diagnostics> {
    let activity = Activity {
        file: Some(own.file.clone()),
        force_file: own.force_file.clone(),
        duration: own.duration,
        ..Activity::default()
    };
    let resolved = activity::resolve_tables((&activity, &own.file), own.body_weight.si(), TABLES, source, files)
        .map_err(|wrong| wrong.into_iter().collect::<Diagnostics>())?;
    let cycle = LoadCycle::new(&resolved.samples).map_err(|error| {
        let place = source.place_of_first(&["liner.experiment.wear.motion.own.file.path", "liner.experiment.wear"]);
        let hint = "check the columns of the table and the keys that name them";
        Diagnostics::from(Diagnostic::new(place, error.to_string(), hint))
    })?;
    own.file.angle_unit = own.file.angle_unit.or(resolved.angle_unit);
    own.duration = own.duration.or(Some(Time::from_si(resolved.samples.duration)));
    let mut paths = std::iter::once(&mut own.file.path).chain(own.force_file.as_mut().map(|file| &mut file.path));
    for copy in resolved.data {
        let name = free_name(&file_name(std::path::Path::new(&copy.name)), data);
        if let Some(path) = paths.next() {
            path.clone_from(&name);
        }
        data.push(DataFile { name, bytes: copy.bytes });
    }
    Ok(cycle)
}
