//! `synovia new`: a study to begin with, and the files that it reads.

use std::path::{Path, PathBuf};

use study::{KINDS, Template};

use crate::arguments::New;
use crate::failure::{Failure, note, say};
use crate::put::{check_place, put};

/// Prints a study, or writes it with its files; without a kind, lists the kinds.
pub fn new(options: &New) -> Result<(), Failure> {
    let template = options.kind.as_deref().and_then(study::template);
    match (template, &options.out) {
        (Some(template), Some(folder)) => write(template, folder, options.force),
        (Some(template), None) => print(template),
        (None, _) => {
            let kinds: Vec<(&str, &str)> = KINDS.iter().map(|kind| (kind.kind, kind.about)).collect();
            say(&format!("Kinds of studies, for `synovia new KIND`:\n{}", crate::columns(&kinds)))
        }
    }
}

fn print(template: &Template) -> Result<(), Failure> {
    say(template.text)?;
    if !template.data.is_empty() {
        let names: Vec<&str> = template.data.iter().map(|(name, _)| *name).collect();
        // On standard error: standard output is the study.
        note(&format!(
            "note: this study reads {}; `synovia new {} --out FOLDER` writes the study and what it reads",
            names.join(", "),
            template.kind
        ));
    }
    Ok(())
}

/// All files, or none of them where one is in the way.
fn write(template: &Template, folder: &Path, force: bool) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::other(format!("cannot make the folder `{}`: {error}", folder.display()), "choose another")
    })?;
    let study = (folder.join(format!("{}.toml", template.file)), template.text.as_bytes());
    let data = template.data.iter().map(|(name, content)| (folder.join(name), *content));
    let files: Vec<(PathBuf, &[u8])> = std::iter::once(study).chain(data).collect();
    for (path, _) in &files {
        check_place(path, force)?;
    }
    for (path, content) in &files {
        put(path, content)?;
    }
    let written: String = files.iter().map(|(path, _)| format!("written: {}\n", path.display())).collect();
    say(&format!("{written}run it: synovia run {}\n", files[0].0.display()))
}
