//! The mesh that a liner asks for.

use joints::liner::LinerMesh;
use joints::liner::parameters::MeshFile;

use crate::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::file::Files;
use crate::run::DataFile;
use crate::source::Source;

/// Reads the mesh of a file. Its path becomes that of the copy which stands beside the resolved study.
pub(crate) fn load(
    file: &mut MeshFile,
    source: &Source,
    files: Files<'_>,
) -> Result<(LinerMesh, DataFile), Diagnostics> {
    let named = || source.place("liner.mesh.file.path");
    let path = source.folder().join(&file.path);
    let shown = path.display().to_string();
    let bytes = files(&path).map_err(|cause| {
        let hint = "check the spelling; a relative path starts at the folder of the study file";
        Diagnostics::from(
            Diagnostic::new(Place::file(&shown), format!("cannot be read: {cause}"), hint).named_at(named()),
        )
    })?;
    let mesh = LinerMesh::read(&bytes, &path).map_err(|error| {
        let place = match error.line {
            Some(line) => Place::of_line(&shown, &String::from_utf8_lossy(&bytes), line),
            None => Place::file(&shown),
        };
        Diagnostics::from(Diagnostic::new(place, error.message, error.hint).named_at(named()))
    })?;
    let plain = path.file_name().map_or_else(|| "mesh".into(), |name| name.to_string_lossy().into_owned());
    file.path = format!("inputs/{plain}");
    Ok((mesh, DataFile { name: file.path.clone(), bytes }))
}
