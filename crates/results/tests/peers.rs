//! Other people's programs read what we write: VTK (inside ParaView) and Apache Arrow (inside pandas, polars, …).
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

use results::{
    CellKind, Field, Outcome, PointField, Provenance, ResultFolder, Surface, SurfaceRecord, Track, Volume, VolumeRecord,
};

const SIDE: usize = 90;
const CELLS: usize = SIDE * SIDE;
const FRAMES: usize = 101;

/// A wavy sheet of 90 × 90 cells; `read_back.py` knows the same formulas.
fn sheet() -> Surface {
    let corner = |row: usize, column: usize| (row * (SIDE + 1) + column) as u32;
    let point = |i: usize| {
        let (row, column) = (i / (SIDE + 1), i % (SIDE + 1));
        [column as f64 * 1e-3, row as f64 * 1e-3, 0.014 * ((row * column) as f64).sin()]
    };
    let cell = |c: usize| {
        let (row, column) = (c / SIDE, c % SIDE);
        [corner(row, column), corner(row, column + 1), corner(row + 1, column + 1), corner(row + 1, column)]
    };
    Surface {
        points: (0..(SIDE + 1) * (SIDE + 1)).map(point).collect(),
        connectivity: (0..CELLS).flat_map(cell).collect(),
        offsets: (1..=CELLS as u32).map(|c| 4 * c).collect(),
    }
}

fn field(name: &str, value: impl Fn(f64, usize) -> f64) -> Field {
    let values = (0..FRAMES * CELLS).map(|i| value((i / CELLS) as f64, i % CELLS) as f32).collect();
    Field::on_cells(name, name, values)
}

fn on_points(value: impl Fn(f64, usize) -> f64) -> Field {
    const POINTS: usize = (SIDE + 1) * (SIDE + 1);
    let values = (0..FRAMES * POINTS).map(|i| value((i / POINTS) as f64, i % POINTS) as f32).collect();
    Field::on_points("height_m", "Height", values)
}

fn track(name: &str, missing: &[usize]) -> Track {
    let point = |f| if missing.contains(&f) { [f64::NAN; 3] } else { [f as f64 * 1e-3, 0.0, 0.0] };
    Track { name: name.into(), label: name.into(), points: (0..FRAMES).map(point).collect() }
}

/// One cell of each kind, side by side along x, each of the volume that `read_back.py` knows; the field is x + 10 y + 100 z.
fn cells() -> VolumeRecord {
    let corners = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [0, 0, 2], [2, 0, 2], [2, 2, 2], [0, 2, 2]];
    let edges = [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]];
    let middle = |a: [i32; 3], b: [i32; 3]| [0, 1, 2].map(|i| (a[i] + b[i]) / 2);
    let mut hexahedron = corners.to_vec();
    hexahedron.extend(edges.map(|[a, b]| middle(corners[a], corners[b])));
    hexahedron.extend([[0, 1, 1], [2, 1, 1], [1, 0, 1], [1, 2, 1], [1, 1, 0], [1, 1, 2], [1, 1, 1]]);
    let mut tetrahedron = vec![corners[0], corners[1], corners[3], corners[4]];
    let ends = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]];
    tetrahedron.extend(ends.map(|[a, b]| middle(tetrahedron[a], tetrahedron[b])));
    let kinds = [
        CellKind::Tetrahedron,
        CellKind::QuadraticTetrahedron,
        CellKind::Hexahedron,
        CellKind::QuadraticHexahedron,
        CellKind::TriquadraticHexahedron,
    ];
    let mut points = Vec::new();
    for (k, kind) in kinds.iter().enumerate() {
        let places = if k < 2 { &tetrahedron } else { &hexahedron };
        points.extend(places[..kind.points()].iter().map(|x| {
            let [x, y, z] = x.map(|c| f64::from(c) / 2.0);
            [x + 2.0 * k as f64, y, z]
        }));
    }
    let value = |p: &[f64; 3]| (p[0] + 10.0 * p[1] + 100.0 * p[2]) as f32;
    let scalar = [1.0, 2.0].iter().flat_map(|f| points.iter().map(move |p| f * value(p))).collect();
    let vector = [1.0, 2.0].iter().flat_map(|f| points.iter().flat_map(move |p| [f * value(p), 0.0, -1.0])).collect();
    let connectivity = (0..points.len() as u32).collect();
    let field =
        |name: &str, components, values| PointField { name: name.into(), label: name.into(), components, values };
    VolumeRecord {
        name: "cells".into(),
        label: "Cells".into(),
        volume: Volume { points, connectivity, kinds: kinds.to_vec() },
        times: vec![0.0, 0.25],
        fields: vec![field("stress_Pa", 1, scalar), field("displacement_m", 3, vector)],
    }
}

fn outcome() -> Outcome {
    let pressure = |frame: f64, cell: usize| {
        let (row, column) = ((cell / SIDE) as f64, (cell % SIDE) as f64);
        let patch = 1.0 - ((row - 45.0) / 20.0).powi(2) - ((column - 30.0 - 0.3 * frame) / 20.0).powi(2);
        5e6 * patch.max(0.0)
    };
    let times: Vec<f64> = (0..FRAMES).map(|f| f as f64 * 0.01).collect();
    let mut outcome = Outcome::default();
    outcome.series.push("time_s", "Time", times.clone());
    outcome.series.push("contact_force_N", "Contact force, Σ", (0..FRAMES).map(|f| 1.0 / (1 + f) as f64).collect());
    outcome.surfaces.push(SurfaceRecord {
        name: "cup".into(),
        label: "Cup".into(),
        surface: sheet(),
        view_from: [0.0, 0.0, 1.0],
        up: [0.0, 1.0, 0.0],
        compass: ["left", "right", "bottom", "top"].map(Into::into),
        times,
        fields: vec![
            field("pressure_Pa", pressure),
            field("sliding_m", |f, c| 1e-4 * f * (1.0 + c as f64 / CELLS as f64)),
            field("wear_depth_m", |f, c| 1e-10 * f * (c as f64).sqrt()),
            on_points(|f, p| 3.0 * f + p as f64),
        ],
        tracks: vec![track("contact_point", &[10, 12]), track("centre", &[])],
        counterpart: None,
    });
    outcome.volumes.push(cells());
    outcome
}

fn written() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut pending = ResultFolder::create(&dir.path().join("hip"), false).unwrap();
    let provenance = Provenance {
        program: "synovia".into(),
        version: "0".into(),
        commit: None,
        input_hash: String::new(),
        threads: 1,
        started: String::new(),
        wall_time_s: 0.0,
        command: vec![],
    };
    pending.write_outcome(None, &outcome(), &provenance, "").unwrap();
    pending.commit().unwrap();
    dir
}

fn bytes_below(folder: &Path) -> u64 {
    let size = |path: &Path| if path.is_dir() { bytes_below(path) } else { fs::metadata(path).unwrap().len() };
    fs::read_dir(folder).unwrap().map(|entry| size(&entry.unwrap().path())).sum()
}

#[test]
fn vtk_and_arrow_read_what_was_written() {
    let python = std::env::var("SYNOVIA_PYTHON").unwrap_or_else(|_| "python3".into());
    let ready = Command::new(&python).args(["-c", "import pyarrow.parquet, vtkmodules.vtkIOXML"]).output();
    assert!(
        ready.as_ref().is_ok_and(|output| output.status.success()),
        "`{python}` cannot import vtk and pyarrow ({ready:?}).\nhint: run `cargo xtask test`, which installs them, or \
         `pip install vtk pyarrow` into an environment and set SYNOVIA_PYTHON to its interpreter"
    );
    let dir = written();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/read_back.py");
    let output = Command::new(&python).arg(script).arg(dir.path().join("hip")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("ERR|"), "VTK complained: {said}");
}

#[test]
fn a_cycle_on_the_default_cup_takes_less_than_40_megabytes() {
    let bytes = bytes_below(written().path());
    assert!(bytes < 40_000_000, "{bytes} bytes");
}
