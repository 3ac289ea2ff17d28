//! `synovia design`: the parts of an implant by design as files.

use std::path::{Path, PathBuf};

use joints::replacement::design::Designed;
use quantity::Length;
use results::{Surface, SurfaceFormat};
use study::{Study, StudyFile};

use crate::arguments::Design;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};

/// Files are written in millimetres, as printers and mills read them.
const MILLIMETRES: f64 = 1e3;

/// Writes femoral component, insert and drawing.
pub fn design(options: &Design) -> Result<(), Failure> {
    let study = StudyFile::load_file(&options.study)?.check()?;
    let designed = designed(&study, &options.study.display().to_string())?;
    let parts = compute_parts(designed, options.sagitta)?;
    let written = write(&parts, &designed.draw(), &options.out, options.force)?;
    say(&written.iter().map(|path| format!("written: {}\n", path.display())).collect::<String>())
}

/// The implant by design of a study; `name` is what the user calls the study.
///
/// # Errors
/// A study without one.
pub fn designed<'a>(study: &'a Study, name: &str) -> Result<&'a Designed, Failure> {
    study.replacement().and_then(|knee| knee.designed()).ok_or_else(|| {
        let hint = "give it [knee-replacement.implant.design], as `synovia new knee-design` prints it";
        Failure::Usage(format!("`{name}` has no implant by design\n hint: {hint}"))
    })
}

/// Femoral component and closed insert as triangles, in m, to a sagitta.
///
/// # Errors
/// A sagitta that nobody can mean, or measures that do not go together.
pub fn compute_parts(designed: &Designed, sagitta: Length) -> Result<[Surface; 2], Failure> {
    if !(sagitta.si() >= 1e-6 && sagitta.si() <= 1e-3) {
        let message = format!("a sagitta of {sagitta}\n hint: between 1 um and 1 mm, for example 20um");
        return Err(Failure::Usage(message));
    }
    designed
        .export(sagitta.si())
        .map_err(|problem| Failure::Usage(format!("{}: {}\n hint: {}", problem.path, problem.message, problem.hint)))
}

/// Writes the parts and their drawing into a folder, which is made; where they are then.
///
/// # Errors
/// Files that are there already, unless they may be replaced, and a disk that does not take them.
pub fn write(parts: &[Surface; 2], drawing: &str, out: &Path, force: bool) -> Result<Vec<PathBuf>, Failure> {
    std::fs::create_dir_all(out).map_err(|error| {
        Failure::Other(format!("cannot make the folder `{}`: {error}\n hint: choose another", out.display()))
    })?;
    let files = [
        ("femoral.stl", encode(parts[0].clone())?),
        ("insert.stl", encode(parts[1].clone())?),
        ("drawing.svg", drawing.as_bytes().to_vec()),
    ];
    for (name, _) in &files {
        check_place(&out.join(name), force)?;
    }
    files.iter().map(|(name, content)| put(&out.join(name), content).map(|()| out.join(name))).collect()
}

fn encode(mut surface: Surface) -> Result<Vec<u8>, Failure> {
    surface.points.iter_mut().flatten().for_each(|x| *x *= MILLIMETRES);
    let format = SurfaceFormat::of_name(Path::new("part.stl"));
    let format = format.ok_or_else(|| Failure::Other("STL is not known".into()))?;
    Ok(format.encode(&surface)?)
}
