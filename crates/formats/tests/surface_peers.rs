//! VTK reads the surfaces that we write, and we read those that VTK writes, in every dialect.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use formats::{Surface, SurfaceFile, SurfaceFormat};

/// The sheet of `surfaces.py`.
fn sheet() -> Surface {
    let point = |i: u32| {
        let (x, y) = (f64::from(i % 5), f64::from(i / 5));
        [x, y, (x + 2.0 * y).sin()]
    };
    let cell = |c: u32| {
        let first = c / 4 * 5 + c % 4;
        [first, first + 1, first + 6, first + 5]
    };
    Surface {
        points: (0..20).map(point).collect(),
        connectivity: (0..12).flat_map(cell).collect(),
        offsets: (1..=12).map(|c| 4 * c).collect(),
    }
}

fn run(action: &str, folder: &Path) {
    let python = std::env::var("SYNOVIA_PYTHON").unwrap_or_else(|_| "python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/surfaces.py");
    let output = Command::new(&python).arg(script).arg(action).arg(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{said}\nhint: run `cargo xtask test`, which installs VTK, or `pip install vtk` into an environment and set \
         SYNOVIA_PYTHON to its interpreter"
    );
    assert!(!said.contains("ERR|"), "VTK complained: {said}");
}

#[test]
fn vtk_reads_what_we_write() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [
        ("binary.stl", SurfaceFormat::StlBinary),
        ("text.stl", SurfaceFormat::StlText),
        ("plain.obj", SurfaceFormat::Obj),
        ("binary.ply", SurfaceFormat::PlyBinary),
        ("text.ply", SurfaceFormat::PlyText),
        ("ours.vtp", SurfaceFormat::Vtp),
    ] {
        std::fs::write(folder.path().join(name), format.encode(&sheet()).unwrap()).unwrap();
    }
    run("read", folder.path());
}

#[test]
fn we_read_what_vtk_writes() {
    let folder = tempfile::tempdir().unwrap();
    run("write", folder.path());
    let mut seen = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            continue;
        }
        seen += 1;
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let SurfaceFile { surface, facet_normals, .. } = SurfaceFile::load(&path).unwrap();
        if name.ends_with("stl") {
            // A soup of triangles, in single precision or six digits, with the normals that belong to them.
            assert_eq!((surface.points.len(), surface.cells(), facet_normals.len()), (72, 24, 24), "{name}");
        } else {
            assert_eq!(surface.connectivity, sheet().connectivity, "{name}");
            assert_eq!(surface.points.len(), 20, "{name}");
        }
        // Binary VTP holds all digits; the other formats hold single precision, or a few digits of text.
        let exact = name.contains("base64") && !name.contains("ascii") || name.contains("raw");
        for [x, y, z] in surface.points {
            let error = (z - (x + 2.0 * y).sin()).abs();
            assert!(error <= if exact { 0.0 } else { 1e-5 }, "{name}: {error}");
        }
    }
    assert_eq!(seen, 2 + 1 + 3 + 32, "files of VTK");
}
