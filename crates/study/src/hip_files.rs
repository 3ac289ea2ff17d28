//! The surrogate that a hip asks for.

use joints::SurrogateFile;
use joints::hip::HipSurrogate;

use crate::activity::free_name;
use crate::diagnostic::Diagnostics;
use crate::file::Files;
use crate::replacement_files::file_name;
use crate::run::DataFile;
use crate::source::Source;
use crate::tables::{TableError, TableProblem};

/// Where the study names it.
const NAMED: &str = "hip.surrogate.path";

/// Reads the surrogate of a file. Its path becomes that of the copy which stands beside the resolved study, where other
/// files of the study may stand already.
pub(crate) fn load(
    (file, others): (&mut SurrogateFile, &[DataFile]),
    source: &Source,
    files: Files<'_>,
) -> Result<(HipSurrogate, DataFile), Diagnostics> {
    let path = source.folder().join(&file.path);
    let bytes = files(&path).map_err(|cause| {
        let problem = TableProblem::Unreadable { cause };
        let error = TableError { path: path.clone(), line: None, column: None, problem };
        Diagnostics::from(source.diagnose_table(&error, "", NAMED, NAMED))
    })?;
    let read = HipSurrogate::read(&bytes).map_err(|problem| Diagnostics::from(source.diagnose("hip", &problem)))?;
    file.path = free_name(&file_name(&path), others);
    Ok((read, DataFile { name: file.path.clone(), bytes }))
}
