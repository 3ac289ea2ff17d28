//! `synovia mesh`: read surface files, say what is in them and what is wrong, convert them.

use std::fmt::Write;
use std::path::Path;

use formats::{Surface, SurfaceFile, SurfaceFileError, SurfaceFormat};
use joints::Need;
use mechanics::geometry::mesh::{
    Cure, CurvedSurface, ForceError, MeshError, MeshReport, Percentiles, TriangleMesh, UnitQuestion, Welded,
    question_unit,
};
use quantity::Length;
use results::write_surface_file;
use serde_json::{Value, json};

use crate::arguments::Mesh;
use crate::failure::{Failure, say};
use crate::number::readable;

/// Bytes that a triangle takes while its surface is made smooth, cut and looked at.
const TRIANGLE: f64 = 1200.0;

/// Looks at every file; the first that cannot be read ends the program.
pub fn mesh(options: &Mesh) -> Result<(), Failure> {
    let unit = unit(options.unit.as_deref())?;
    let target = target(options)?;
    for (position, file) in options.files.iter().enumerate() {
        let seen = look(file, unit, options)?;
        if let Some((path, format)) = &target {
            write(path, *format, &seen, options)?;
        }
        let apart = if position > 0 && !options.json { "\n" } else { "" };
        let text = if options.json { format!("{}\n", seen.as_json()) } else { seen.as_text(options) };
        say(&format!("{apart}{text}"))?;
        if let (Some((path, format)), false) = (&target, options.json) {
            say(&format!("\nwritten: {} ({})\n", path.display(), format.name()))?;
        }
    }
    Ok(())
}

/// The unit of that name, in metres.
fn unit(name: Option<&str>) -> Result<f64, Failure> {
    let name = name.unwrap_or("m");
    let length: Length = format!("1 {name}")
        .parse()
        .map_err(|_| Failure::usage(format!("'{name}' is not a unit of length"), "write m, cm, mm or um"))?;
    Ok(length.si())
}

/// Where to write, and in which format, if that is possible at all.
fn target(options: &Mesh) -> Result<Option<(&Path, SurfaceFormat)>, Failure> {
    let Some(path) = &options.write else { return Ok(None) };
    if options.files.len() > 1 {
        let count = options.files.len();
        return Err(Failure::usage(format!("{count} files cannot be written to one"), "give one file with `--write`"));
    }
    let Some(format) = SurfaceFormat::of_name(path) else {
        let hint = "end the name in .stl, .obj, .ply or .vtp";
        return Err(Failure::usage(format!("`{}` says no format", path.display()), hint));
    };
    if path.exists() && !options.force {
        let hint = "replace it with `--force`, or choose another file with `--write`";
        return Err(Failure::other(format!("`{}` already exists", path.display()), hint));
    }
    Ok(Some((path, if options.ascii { format.as_text() } else { format })))
}

/// A file and what was found in it.
struct Seen<'a> {
    file: &'a Path,
    format: SurfaceFormat,
    unit: f64,
    /// In metres, welded, and changed as was asked.
    mesh: TriangleMesh,
    merged: usize,
    collapsed: usize,
    /// Triangles that the normals in the file contradict.
    contradicted: usize,
    report: MeshReport,
    question: Option<UnitQuestion>,
    force_error: Option<ForceError>,
}

/// What `--json` says about a surface that has been read already; `file` is its name.
///
/// # Errors
/// A surface that is none, or an option that cannot be.
pub fn report(file: &Path, read: SurfaceFile, options: &Mesh) -> Result<Value, Failure> {
    Ok(judge(file, read, unit(options.unit.as_deref())?, options)?.as_json())
}

fn look<'a>(file: &'a Path, unit: f64, options: &Mesh) -> Result<Seen<'a>, Failure> {
    judge(file, SurfaceFile::load(file)?, unit, options)
}

fn judge<'a>(file: &'a Path, read: SurfaceFile, unit: f64, options: &Mesh) -> Result<Seen<'a>, Failure> {
    let SurfaceFile { surface, format, facet_normals } = read;
    let wrong =
        |error: MeshError| Failure::usage(format!("{}: {error}", file.display()), error.hint().unwrap_or_default());
    let Surface { points, connectivity, offsets } = &surface;
    let soup = TriangleMesh::from_polygons(points, connectivity, offsets).map_err(wrong)?.scaled(unit);
    let Welded { mut mesh, merged, collapsed, kept } = soup.weld(options.weld.map_or(0.0, Length::si));
    // Normals are stated for triangles only, so that their order is that of the file.
    let stated = kept.iter().filter_map(|t| facet_normals.get(*t as usize).copied());
    let contradicted = mesh.count_against(stated);
    if options.clean {
        mesh = mesh.cleaned().map_err(wrong)?;
    }
    if options.orient {
        mesh = mesh.oriented();
    }
    if let Some(n) = options.refine {
        let triangles = mesh.triangles().len() as f64 * f64::from(n).powi(2);
        let what = format!("a mesh of {triangles:.0} triangles");
        if let Some(message) = study::machine::refuse(&what, &Need::bytes(TRIANGLE * triangles)) {
            return Err(Failure::usage(message, "refine less: `--refine 3` cuts every facet into nine"));
        }
        mesh =
            CurvedSurface::new(mesh, options.crease.si()).and_then(|smooth| smooth.refine(n.into())).map_err(wrong)?;
    }
    let report = MeshReport::compute(&mesh, options.crease.si()).map_err(wrong)?;
    let question = question_unit(report.size(), unit);
    let force_error =
        report.fineness.force_error(options.clearance.map(Length::si), options.indentation.map(Length::si));
    Ok(Seen { file, format, unit, mesh, merged, collapsed, contradicted, report, question, force_error })
}

fn write(path: &Path, format: SurfaceFormat, seen: &Seen<'_>, options: &Mesh) -> Result<(), Failure> {
    let unit = match &options.write_unit {
        Some(name) => unit(Some(name))?,
        None => seen.unit,
    };
    let mesh = &seen.mesh;
    let surface = Surface {
        points: mesh.vertices().iter().map(|v| [0, 1, 2].map(|i| v[i] / unit)).collect(),
        connectivity: mesh.triangles().iter().flatten().copied().collect(),
        offsets: (1..=mesh.triangles().len() as u32).map(|t| 3 * t).collect(),
    };
    Ok(write_surface_file(path, &surface, format)?)
}

impl From<SurfaceFileError> for Failure {
    fn from(error: SurfaceFileError) -> Self {
        Self::usage(&error, error.problem.hint())
    }
}

/// A length in a unit that suits it.
fn length(metres: f64) -> String {
    match metres.abs() {
        0.0 => "0 mm".into(),
        small if small < 1e-4 => format!("{} µm", readable(metres * 1e6)),
        large if large >= 1.0 => format!("{} m", readable(metres)),
        _ => format!("{} mm", readable(metres * 1e3)),
    }
}

/// The radius of a curvature, with the word for its sign.
fn radius(curvature: f64) -> String {
    if curvature.abs() < 1e-3 {
        return "flat".into();
    }
    format!("{} {}", length(1.0 / curvature.abs()), if curvature > 0.0 { "convex" } else { "hollow" })
}

impl Seen<'_> {
    fn as_json(&self) -> Value {
        let question = self.question.map(|question| json!({ "size_m": question.size, "unit": question.suggestion }));
        let faults: Vec<String> = self.report.faults().iter().map(ToString::to_string).collect();
        json!({
            "file": self.file.display().to_string(),
            "format": self.format.name(),
            "unit_m": self.unit,
            "unit_question": question,
            "merged_vertices": self.merged,
            "collapsed_triangles": self.collapsed,
            "contradicted_normals": self.contradicted,
            "sound": self.report.is_sound(),
            "faults": faults,
            "size_m": self.report.size(),
            "force_error": self.force_error,
            "report": self.report,
        })
    }

    fn as_text(&self, options: &Mesh) -> String {
        let mut text = format!("{} · {}, {}\n\n", self.file.display(), self.format.name(), self.unit_in_words(options));
        for (label, value) in self.rows() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {label:<20}  {value}");
        }
        for (word, what) in self.remarks() {
            let _ = write!(text, "\n{word}: {what}");
        }
        text + "\n"
    }

    fn unit_in_words(&self, options: &Mesh) -> String {
        match &options.unit {
            Some(unit) => format!("in {unit}"),
            None => "read in metres".into(),
        }
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let report = &self.report;
        let [x, y, z] = [0, 1, 2].map(|i| length(report.highest[i] - report.lowest[i]));
        let closed = report.parts.iter().filter(|part| part.closed).count();
        let spread = |p: &Percentiles| {
            format!("{} (5 %), {} (median), {} (95 %)", length(p.low), length(p.median), length(p.high))
        };
        let bend = |p: &Percentiles| {
            format!("{} (5 %), {} (median), {} (95 %)", radius(p.low), radius(p.median), radius(p.high))
        };
        let mut rows = vec![
            (
                "triangles",
                format!("{}, on {} vertices ({} repeated ones merged)", report.triangles, report.vertices, self.merged),
            ),
            ("size", format!("{x} × {y} × {z}")),
            ("area", format!("{} mm²", readable(report.area * 1e6))),
        ];
        if closed > 0 {
            rows.push(("volume", format!("{} mm³", readable(report.volume * 1e9))));
        }
        rows.push(("parts", format!("{} ({closed} closed)", report.parts.len())));
        rows.push(("open edges", self.loops()));
        rows.push(("sharp edges", report.sharp_edges.to_string()));
        rows.push(("edge length", spread(&report.edge_length)));
        rows.push(("flatter radius", bend(&flatter(report))));
        rows.push(("rounder radius", bend(&rounder(report))));
        rows.push(("off the smooth", spread(&report.fineness.sagitta)));
        rows
    }

    fn loops(&self) -> String {
        let loops = &self.report.boundary_loops;
        let lengths: Vec<String> = loops.iter().take(3).map(|rim| length(rim.length)).collect();
        match loops.len() {
            0 => "none".into(),
            1 => format!("1, {} long", lengths[0]),
            count => format!("{count}: {}{}", lengths.join(", "), if count > 3 { ", …" } else { "" }),
        }
    }

    /// What must be known before the surface is used, and what is good to know.
    fn remarks(&self) -> Vec<(&'static str, String)> {
        let mut remarks = Vec::new();
        if self.report.is_sound() {
            remarks.push(("sound", "no faults in the mesh".into()));
        }
        if let Some(UnitQuestion { size, suggestion }) = self.question {
            let cure = suggestion.map_or_else(
                || "state the unit with `--unit`".into(),
                |unit| format!("is it in {unit}? say `--unit {unit}`"),
            );
            remarks.push(("caution", format!("a part of a joint that is {} across: {cure}", length(size))));
        }
        for fault in self.report.faults() {
            let cure = match fault.cure {
                Cure::Orient => "`--orient --write FILE` turns them",
                Cure::Clean => "`--clean --write FILE` leaves them out",
                Cure::Weld => "join them with `--weld LENGTH`, or remove them where the mesh was made",
                Cure::Repair => "repair it where the mesh was made",
            };
            remarks.push(("caution", format!("{fault}; {cure}")));
        }
        if self.contradicted > 0 {
            let what = format!(
                "{} of the normals in the file point the other way than its triangles; the triangles count",
                self.contradicted
            );
            remarks.push(("note", what));
        }
        if self.collapsed > 0 {
            remarks.push(("note", format!("{} triangles collapsed when their corners were joined", self.collapsed)));
        }
        remarks.push(self.fineness());
        remarks
    }

    fn fineness(&self) -> (&'static str, String) {
        let sagitta = &self.report.fineness.sagitta;
        let Some(error) = self.force_error else {
            let needed = sagitta.high * 200.0;
            let what = format!(
                "flat facets cost less than 1 % of the contact force for indentations above {}; state `--clearance` or `--indentation` to judge them",
                length(needed)
            );
            return ("note", what);
        };
        let percent = |share: f64| format!("{:+.2} %", 100.0 * share);
        let judged = format!(
            "at an indentation of {} flat facets change the contact force by {} (median), {} (95 % of the area)",
            length(error.indentation),
            percent(error.typical),
            percent(error.worst)
        );
        if error.is_tolerable() {
            return ("note", judged);
        }
        let cure = format!(
            "use the smooth surface through the vertices (curved facets), refine it with `--refine {}`, or export {} times as many triangles",
            error.refinement.sqrt().ceil().min(100.0),
            readable(error.refinement)
        );
        ("caution", format!("{judged}; {cure}"))
    }
}

/// Of both principal curvatures the one that is nearer to a plane, by its median.
fn flatter(report: &MeshReport) -> Percentiles {
    let (a, b) = (report.smaller_curvature, report.larger_curvature);
    if a.median.abs() < b.median.abs() { a } else { b }
}

fn rounder(report: &MeshReport) -> Percentiles {
    let (a, b) = (report.smaller_curvature, report.larger_curvature);
    if a.median.abs() < b.median.abs() { b } else { a }
}
