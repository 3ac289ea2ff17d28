//! `synovia design`: the parts of an implant by design as files.

use results::{Surface, SurfaceFormat};
use study::StudyFile;

use crate::arguments::Design;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};

/// Files are written in millimetres, as printers and mills read them.
const MILLIMETRES: f64 = 1e3;

/// Writes femoral component, insert and drawing.
pub fn design(options: &Design) -> Result<(), Failure> {
    if !(options.sagitta.si() >= 1e-6 && options.sagitta.si() <= 1e-3) {
        let message = format!("a sagitta of {}\n hint: between 1 um and 1 mm, for example 20um", options.sagitta);
        return Err(Failure::Usage(message));
    }
    let study = StudyFile::load_file(&options.study)?.check()?;
    let Some(designed) = study.replacement().and_then(|knee| knee.designed()) else {
        let message = format!(
            "`{}` has no implant by design\n hint: give it [knee-replacement.implant.design], as `synovia new knee-design` prints it",
            options.study.display()
        );
        return Err(Failure::Usage(message));
    };
    let [femoral, insert] = designed
        .export(options.sagitta.si())
        .map_err(|problem| Failure::Usage(format!("{}: {}\n hint: {}", problem.path, problem.message, problem.hint)))?;
    std::fs::create_dir_all(&options.out).map_err(|error| {
        Failure::Other(format!("cannot make the folder `{}`: {error}\n hint: choose another", options.out.display()))
    })?;
    let files = [
        ("femoral.stl", encode(femoral)?),
        ("insert.stl", encode(insert)?),
        ("drawing.svg", designed.draw().into_bytes()),
    ];
    for (name, _) in &files {
        check_place(&options.out.join(name), options.force)?;
    }
    let mut said = String::new();
    for (name, content) in &files {
        let path = options.out.join(name);
        put(&path, content)?;
        said += &format!("written: {}\n", path.display());
    }
    say(&said)
}

fn encode(mut surface: Surface) -> Result<Vec<u8>, Failure> {
    surface.points.iter_mut().flatten().for_each(|x| *x *= MILLIMETRES);
    let format = SurfaceFormat::of_name(std::path::Path::new("part.stl"));
    let format = format.ok_or_else(|| Failure::Other("STL is not known".into()))?;
    Ok(format.encode(&surface)?)
}
