//! A surface as a file of its own.

use std::path::Path;

use formats::{Surface, SurfaceFileError, SurfaceFormat, SurfaceProblem};

/// Writes a surface beside its place, then moves it there: the file is there completely or not at all.
///
/// # Errors
/// What the format cannot hold, and what the system says.
pub fn write_surface_file(path: &Path, surface: &Surface, format: SurfaceFormat) -> Result<(), SurfaceFileError> {
    let bytes = format.encode(surface).map_err(|error| error.in_file(path))?;
    crate::put_file(path, &bytes)
        .map_err(|cause| SurfaceFileError::of(SurfaceProblem::Unwritable { cause }).in_file(path))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn nothing_is_left_behind_by_a_file_that_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let triangle = |far: f64| Surface {
            points: vec![[far, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            connectivity: vec![0, 1, 2],
            offsets: vec![3],
        };
        let write = |name: &str, surface: &Surface| {
            let error = write_surface_file(&folder.path().join(name), surface, SurfaceFormat::StlBinary).unwrap_err();
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
            error.to_string()
        };
        assert!(write("no/where.stl", &triangle(0.0)).contains("cannot be written"));
        assert!(write("far.stl", &triangle(1e300)).contains("too large for this format"));
    }
}
