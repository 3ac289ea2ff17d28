//! `synovia design`: the parts of an implant by design as files.

use std::path::{Path, PathBuf};

use formats::{Surface, SurfaceFormat};
use joints::replacement::Replacement;
use joints::replacement::design::Designed;
use quantity::Length;
use study::{Study, StudyFile};

use crate::arguments::Design;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};

/// Files are written in millimetres, as printers and mills read them.
const MILLIMETRES: f64 = 1e3;

/// Chords of cam and post are so far from their surfaces, in m.
const POST_SAGITTA: f64 = 2e-5;

/// Writes femoral component, insert and drawing.
pub fn design(options: &Design) -> Result<(), Failure> {
    let study = StudyFile::load_file(&options.study)?.check()?;
    let designed = designed(&study, &options.study.display().to_string())?;
    let parts = compute_parts(designed, options.sagitta)?;
    let written = write(&parts, designed, &options.out, options.force)?;
    say(&written.iter().map(|path| format!("written: {}\n", path.display())).collect::<String>())
}

/// The implant by design of a study; `name` is what the user calls the study.
///
/// # Errors
/// A study without one.
pub fn designed<'a>(study: &'a Study, name: &str) -> Result<&'a Designed, Failure> {
    study.joint::<Replacement>().and_then(|knee| knee.designed()).ok_or_else(|| {
        let hint = "give it [knee-replacement.implant.design], as `synovia new knee-design` prints it";
        Failure::usage(format!("`{name}` has no implant by design"), hint)
    })
}

/// Femoral component and closed insert as triangles, in m, to a sagitta.
///
/// # Errors
/// A sagitta that nobody can mean, or measures that do not go together.
pub fn compute_parts(designed: &Designed, sagitta: Length) -> Result<[Surface; 2], Failure> {
    if !(sagitta.si() >= 1e-6 && sagitta.si() <= 1e-3) {
        return Err(Failure::usage(format!("a sagitta of {sagitta}"), "between 1 um and 1 mm, for example 20um"));
    }
    designed
        .export(sagitta.si())
        .map_err(|problem| Failure::usage(format!("{}: {}", problem.path, problem.message), problem.hint))
}

/// Writes the parts (triangles, and exact surfaces as STEP) and their drawing into a folder, which is made; where they are then.
///
/// # Errors
/// Files that are there already, unless they may be replaced, and a disk that does not take them.
pub fn write(parts: &[Surface; 2], designed: &Designed, out: &Path, force: bool) -> Result<Vec<PathBuf>, Failure> {
    std::fs::create_dir_all(out).map_err(|error| {
        Failure::other(format!("cannot make the folder `{}`: {error}", out.display()), "choose another")
    })?;
    let [femoral, insert] = designed.write_step();
    let mut files = vec![
        ("femoral.stl", encode(parts[0].clone())?),
        ("insert.stl", encode(parts[1].clone())?),
        ("femoral.step", femoral.into_bytes()),
        ("insert.step", insert.into_bytes()),
        ("drawing.svg", designed.draw().into_bytes()),
    ];
    if let Some([cam, post]) = designed.export_post(POST_SAGITTA) {
        files.extend([("cam.stl", encode(cam)?), ("post.stl", encode(post)?)]);
    }
    for (name, _) in &files {
        check_place(&out.join(name), force)?;
    }
    files.iter().map(|(name, content)| put(&out.join(name), content).map(|()| out.join(name))).collect()
}

fn encode(mut surface: Surface) -> Result<Vec<u8>, Failure> {
    surface.points.iter_mut().flatten().for_each(|x| *x *= MILLIMETRES);
    let format = SurfaceFormat::of_name(Path::new("part.stl"));
    let format = format.ok_or_else(|| Failure::Other("STL is not known".to_owned().into()))?;
    Ok(format.encode(&surface)?)
}
