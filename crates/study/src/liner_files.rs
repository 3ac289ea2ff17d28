//! The mesh that a liner asks for.

use joints::liner::LinerMesh;
use joints::liner::parameters::MeshFile;

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
