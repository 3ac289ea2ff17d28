//! Pictures of the book: each is made by a run of the study that it is called after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Book, check, markdown, put};
use crate::run::{output, root};

/// Runs what the pages show: `pictures/hip-walking.svg` is the picture of `studies/hip-walking.toml`, of the book's own study of
/// that name, or of the block `toml file=hip-walking.toml` of a page.
pub fn make(book: &Book, program: &Path, source: &Path, folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut wanted = BTreeSet::new();
    for (place, page) in &book.pages {
        wanted.extend(markdown::read(&page.text).images.iter().map(|image| check::resolve(place, image)));
    }
    let mut pictures = BTreeMap::new();
    for place in wanted {
        let name = place.strip_prefix("pictures/").and_then(|file| file.strip_suffix(".svg"));
        let Some(name) = name else {
            return Err(format!("`{place}` is no picture of a run: write pictures/NAME OF A STUDY.svg"));
        };
        let own = source.join("studies").join(format!("{name}.toml"));
        let shipped = root().join("studies").join(format!("{name}.toml"));
        let study = match (own.exists(), shipped.exists()) {
            (true, _) => own,
            (false, true) => shipped,
            (false, false) => keep_block(book, name, &folder.join("blocks"))?,
        };
        let result = folder.join("runs").join(name);
        let mut run = Command::new(program);
        run.arg("run").arg(&study).arg("--out").arg(&result).args(["--quiet", "--no-vtk"]).current_dir(root());
        output(run).map_err(|error| format!("{}: {error}", study.display()))?;
        let file = result.join("overview.svg");
        let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        pictures.insert(place, bytes);
    }
    Ok(pictures)
}

/// Writes the study of this name that stands in a page.
fn keep_block(book: &Book, name: &str, folder: &Path) -> Result<PathBuf, String> {
    let head = format!("toml file={name}.toml");
    let block = book.pages.values().flat_map(|page| markdown::fences(&page.text)).find(|(kind, _)| *kind == head);
    let (_, text) =
        block.ok_or_else(|| format!("pictures/{name}.svg: there is no study of this name, and no block `{head}`"))?;
    let study = folder.join(format!("{name}.toml"));
    put(study.clone(), text.as_bytes())?;
    Ok(study)
}
