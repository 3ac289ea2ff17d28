//! What to do with a file that is not what was expected.

use results::FileKind;

use crate::content::JOINTS;

/// What a file is, with `a` or `an`, where it is no table of numbers that can be read.
pub(crate) fn no_table(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let kind = match FileKind::recognise(bytes) {
        Some(FileKind::Trc | FileKind::OpenSimTable) | None => {
            let hint = "name the file of numbers that the study is to read, not the study";
            return is_study(bytes).then_some(("a study of this program", hint));
        }
        Some(kind) => kind,
    };
    let hint = match kind {
        FileKind::Workbook => "open it, choose the sheet, save it as 'CSV UTF-8', and name that file here",
        FileKind::Archive => "unpack it first",
        FileKind::WebPage => "was the page saved instead of the file? Download the file itself",
        FileKind::C3d => "export its markers as .trc, or angles and forces as .mot, .sto or CSV",
        FileKind::Matlab => "in MATLAB, writetable writes CSV",
        FileKind::Json | FileKind::Parquet => "write it as CSV: names in the first line, numbers below",
        FileKind::Surface(_) => {
            "numbers in columns are expected here; a surface belongs to [knee-replacement.implant], or to `synovia mesh`"
        }
        FileKind::VolumeMesh => "numbers in columns are expected here; a mesh belongs to [liner.mesh.file]",
        _ => "numbers in columns are expected here: CSV, .trc, .mot or .sto",
    };
    Some((kind.name(), hint))
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
