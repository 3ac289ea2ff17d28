//! What a reader of surfaces may do with any bytes.

use formats::{SurfaceFile, SurfaceFormat};
use proptest::prelude::*;

/// What the readers know: a damaged file should reach deep into them.
pub const TOKENS: &[&str] = &[
    "nan",
    "-1",
    "1e999",
    "\n",
    "/",
    "\"",
    "<",
    ">",
    "=",
    "_",
    "v",
    "f",
    "vertex",
    "ply",
    "solid",
    "99999999999999999999",
    "offset=\"99\"",
    "format=\"binary\"",
    "format=\"appended\" offset=\"0\"",
    "element face 9",
    "list",
    "\u{0}",
    "−",
];

/// Whatever is accepted can be used and written again; whatever is not has a hint.
pub fn reads_soundly(bytes: &[u8]) -> Result<(), TestCaseError> {
    match SurfaceFile::read(bytes) {
        Err(error) => prop_assert!(!error.problem.hint().is_empty()),
        Ok(SurfaceFile { surface, .. }) => {
            prop_assert!(surface.points.iter().flatten().all(|x| x.is_finite()));
            prop_assert!(
                (0..surface.cells()).flat_map(|c| surface.cell(c)).all(|i| (*i as usize) < surface.points.len())
            );
            prop_assert!(SurfaceFormat::Vtp.encode(&surface).is_ok());
        }
    }
    Ok(())
}
