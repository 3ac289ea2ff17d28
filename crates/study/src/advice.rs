//! What to do with a file that is not what was expected.

use std::path::Path;

use formats::FileKind;
use formats::table::{RawTable, TableError, TableProblem};

use crate::content::JOINTS;

/// Reads a table; a study, a surface or a mesh in its place is named with where it belongs.
pub(crate) fn read_table(bytes: &[u8], path: &Path) -> Result<RawTable, TableError> {
    let foreign = match FileKind::recognise(bytes) {
        Some(kind @ FileKind::Surface(_)) => Some((
            kind.name(),
            "numbers in columns are expected here; a surface belongs to [knee-replacement.implant], or to `synovia mesh`",
        )),
        Some(kind @ FileKind::VolumeMesh) => {
            Some((kind.name(), "numbers in columns are expected here; a mesh belongs to [liner.mesh.file]"))
        }
        Some(kind) if !matches!(kind, FileKind::Trc | FileKind::OpenSimTable) => None,
        _ => is_study(bytes).then_some((
            "a study of this program",
            "name the file of numbers that the study is to read, not the study",
        )),
    };
    match foreign {
        Some((what, advice)) => Err(TableError::of(path, TableProblem::Foreign { what, advice })),
        None => RawTable::read(bytes, path),
    }
}

/// What a file is that is no study, and how its content gets into one.
pub(crate) fn no_study(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const WALK: &str = "a study names it in [gait.motion.file]: `synovia new gait-own-data --out FOLDER` writes one";
    let Some(kind) = FileKind::recognise(bytes) else {
        let hint = "a study names it: `synovia new hip-own-data --out FOLDER` writes one with its table";
        return is_table(bytes).then_some(("a table of numbers", hint));
    };
    let hint = match kind {
        FileKind::Workbook | FileKind::Parquet | FileKind::Matlab => {
            "save the numbers as CSV; a study names them: `synovia new hip-own-data --out FOLDER` writes one with its table"
        }
        FileKind::OpenSimTable | FileKind::Trc => WALK,
        FileKind::C3d => {
            "export it as .trc or .mot; `synovia new gait-own-data --out FOLDER` writes a study that reads one"
        }
        FileKind::Surface(_) => {
            "`synovia mesh` says what is in it; `synovia new knee-replacement` shows a study that names surfaces"
        }
        FileKind::VolumeMesh => "a study of a liner names it in [liner.mesh.file]; `synovia new liner` shows one",
        FileKind::WebPage => "of a report of this program, the study is `study.toml` in the same folder",
        FileKind::Json => {
            "of a result, the study is `study.toml` in the same folder; a study names a surrogate in [hip.surrogate] or [knee-replacement.surrogate]"
        }
        FileKind::Archive => "unpack it first",
        FileKind::CadModel => {
            "export the surface as STL; `synovia new knee-replacement` shows a study that names surfaces"
        }
        _ => "a study is TOML text: `synovia new hip > hip.toml` writes one to begin with",
    };
    Some((kind.name(), hint))
}

/// Whether a text has a table of one of the joints.
fn is_study(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.lines().any(|line| {
        let name = line.trim_start().strip_prefix('[').unwrap_or_default().trim_start_matches('[');
        let table: &str = name.split(['.', ']']).next().unwrap_or_default();
        JOINTS.contains(&table.trim())
    })
}

/// Whether the second line that counts is nothing but numbers.
fn is_table(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let row = lines.nth(1).unwrap_or_default();
    let cells: Vec<&str> = row.split([',', ';', '\t', ' ']).filter(|cell| !cell.is_empty()).collect();
    cells.len() > 1 && cells.iter().all(|cell| cell.parse::<f64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_elsewhere_is_named_with_its_place() {
        for (bytes, says) in [
            (&b"solid a\nfacet normal 0 0 1\nouter loop\n"[..], ["a surface (STL)", "synovia mesh"]),
            (b"$MeshFormat\n4.1 0 8\n", ["a mesh of finite elements", "[liner.mesh.file]"]),
            (b"# mine\n[hip.implant]\nclearance = \"80 um\"\n", ["a study of this program", "not the study"]),
            (b"%PDF-1.7\n", ["a PDF document", "CSV, .trc, .mot or .sto"]),
        ] {
            let error = read_table(bytes, Path::new("walk.csv")).expect_err("no table");
            let said = format!("{error}; {}", error.problem.hint());
            assert!(says.iter().all(|text| said.contains(text)), "{said}");
        }
        assert_eq!(read_table(b"time,fx\n0,1\n", Path::new("walk.csv")).map(|table| table.rows()).ok(), Some(1));
    }
}
