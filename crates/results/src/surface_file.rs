//! Surfaces as other programs write them: STL, OBJ, PLY and VTP, in and out.
//!
//! ```
//! use results::{Surface, SurfaceFile, SurfaceFormat};
//!
//! let surface = Surface { points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], connectivity: vec![0, 1, 2], offsets: vec![3] };
//! let bytes = SurfaceFormat::Obj.encode(&surface).expect("a triangle can be written");
//! let file = SurfaceFile::read(&bytes).expect("and read");
//! assert_eq!(file.surface, surface);
//! ```
//!
//! The readers are our own: they say what is wrong and where, never trust a count that the file does not hold, and keep
//! all digits. Nothing here knows what a triangle is for: numbers are handed on as they are, without a unit.

mod error;
mod numbers;
mod obj;
mod ply;
mod ply_header;
mod stl;
mod vtp;
mod vtp_array;
mod xml;

use std::fs;
use std::path::Path;

pub use error::{SurfaceFileError, SurfaceProblem};

pub(crate) use vtp::read_fields as read_vtp_fields;

use crate::{FileKind, Surface};

/// How a surface is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurfaceFormat {
    /// Stereolithography, 50 bytes a triangle, single precision.
    StlBinary,
    /// Stereolithography as text.
    StlText,
    /// Wavefront.
    Obj,
    /// Polygon file, little endian, double precision.
    PlyBinary,
    /// Polygon file as text.
    PlyText,
    /// Visualization Toolkit, double precision, compressed.
    Vtp,
}

impl SurfaceFormat {
    /// The format that a file name asks for by its ending; of those with two kinds, the binary one.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "stl" => Some(Self::StlBinary),
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::PlyBinary),
            "vtp" => Some(Self::Vtp),
            _ => None,
        }
    }

    /// The same format as text, where there is one.
    pub fn as_text(self) -> Self {
        match self {
            Self::StlBinary => Self::StlText,
            Self::PlyBinary => Self::PlyText,
            other => other,
        }
    }

    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::StlBinary => "binary STL",
            Self::StlText => "ASCII STL",
            Self::Obj => "OBJ",
            Self::PlyBinary => "binary PLY",
            Self::PlyText => "ASCII PLY",
            Self::Vtp => "VTP",
        }
    }

    /// The content of a file in this format. STL holds triangles only: larger polygons are cut into fans.
    pub fn encode(self, surface: &Surface) -> Result<Vec<u8>, SurfaceFileError> {
        check(surface)?;
        match self {
            Self::StlBinary => stl::write_binary(surface),
            Self::StlText => Ok(stl::write_text(surface)),
            Self::Obj => Ok(obj::write(surface)),
            Self::PlyBinary => ply::write_binary(surface),
            Self::PlyText => ply::write_text(surface),
            Self::Vtp => vtp::write(surface),
        }
    }
}

/// What a surface file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceFile {
    /// Points and polygons, numbers as in the file.
    pub surface: Surface,
    /// How it was written down.
    pub format: SurfaceFormat,
    /// The normals that an STL file states for its triangles; empty for other formats.
    pub facet_normals: Vec<[f64; 3]>,
}

impl SurfaceFile {
    /// Reads a file, which says by its content what it is.
    pub fn load(path: &Path) -> Result<Self, SurfaceFileError> {
        let bytes =
            fs::read(path).map_err(|cause| SurfaceFileError::of(SurfaceProblem::Unreadable { cause }).in_file(path))?;
        Self::read_named(&bytes, path).map_err(|error| error.in_file(path))
    }

    /// Reads the content of a file of this name, whose ending decides where the content does not: a file that was cut off.
    pub fn read_named(bytes: &[u8], name: &Path) -> Result<Self, SurfaceFileError> {
        Self::read_as(bytes, SurfaceFormat::of_name(name))
    }

    /// Reads the content of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, SurfaceFileError> {
        Self::read_as(bytes, None)
    }

    fn read_as(bytes: &[u8], named: Option<SurfaceFormat>) -> Result<Self, SurfaceFileError> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(SurfaceFileError::of(SurfaceProblem::Empty));
        }
        let unknown = || SurfaceFileError::of(SurfaceProblem::UnknownFormat { found: FileKind::recognise(bytes) });
        let format = recognise_surface(bytes).or(named).ok_or_else(unknown)?;
        let (surface, format, facet_normals) = match format {
            SurfaceFormat::StlBinary => {
                let (surface, normals) = stl::read_binary(bytes)?;
                (surface, format, normals)
            }
            SurfaceFormat::StlText => {
                let (surface, normals) = stl::read_text(bytes)?;
                (surface, format, normals)
            }
            SurfaceFormat::Obj => (obj::read(bytes)?, format, Vec::new()),
            SurfaceFormat::PlyBinary | SurfaceFormat::PlyText => {
                let (surface, text) = ply::read(bytes)?;
                (surface, if text { SurfaceFormat::PlyText } else { SurfaceFormat::PlyBinary }, Vec::new())
            }
            SurfaceFormat::Vtp => (vtp::read(bytes)?, format, Vec::new()),
        };
        check(&surface)?;
        Ok(Self { surface, format, facet_normals })
    }
}

/// Writes a surface beside its place, then moves it there: the file is there completely or not at all.
pub fn write_surface_file(path: &Path, surface: &Surface, format: SurfaceFormat) -> Result<(), SurfaceFileError> {
    let bytes = format.encode(surface).map_err(|error| error.in_file(path))?;
    crate::put_file(path, &bytes)
        .map_err(|cause| SurfaceFileError::of(SurfaceProblem::Unwritable { cause }).in_file(path))
}

/// What the first bytes say. A binary STL file may begin with `solid`, too; its length gives it away.
pub(crate) fn recognise_surface(bytes: &[u8]) -> Option<SurfaceFormat> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = &text[..text.len().min(1024)];
    if start.starts_with(b"ply") && start.get(3).is_none_or(|byte| byte.is_ascii_whitespace()) {
        return Some(SurfaceFormat::PlyBinary);
    }
    if start.windows(8).any(|window| window == b"<VTKFile") {
        return Some(SurfaceFormat::Vtp);
    }
    let fits = stl::announced_length(bytes).is_some_and(|length| length == bytes.len() as u64);
    if fits {
        return Some(SurfaceFormat::StlBinary);
    }
    let word = |word: &[u8]| start.len() >= word.len() && start[..word.len()].eq_ignore_ascii_case(word);
    let is_text = !start.contains(&0);
    if word(b"solid") && is_text {
        return Some(SurfaceFormat::StlText);
    }
    let lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    let has_vertex = |line: &[u8]| line.starts_with(b"v ") || line.starts_with(b"v\t");
    if is_text && lines.into_iter().any(has_vertex) {
        return Some(SurfaceFormat::Obj);
    }
    None
}

/// What every surface must be, whatever file it came from or goes to.
fn check(surface: &Surface) -> Result<(), SurfaceFileError> {
    let Surface { points, connectivity, offsets } = surface;
    let wrong = |problem| Err(SurfaceFileError::of(problem));
    if let Some(vertex) = points.iter().position(|point| !point.iter().all(|x| x.is_finite())) {
        return wrong(SurfaceProblem::NotFinite { vertex, at: points[vertex] });
    }
    if !offsets.is_sorted() || offsets.last().map_or(0, |end| *end as usize) != connectivity.len() {
        let found = offsets.last().copied().unwrap_or(0).into();
        return wrong(SurfaceProblem::BadCount {
            what: "end of the last polygon",
            said: found,
            found: connectivity.len() as u64,
        });
    }
    if let Some(index) = connectivity.iter().find(|index| **index as usize >= points.len()) {
        return wrong(SurfaceProblem::NoSuchVertex { index: i64::from(*index), vertices: points.len() });
    }
    if !(0..surface.cells()).any(|cell| surface.cell(cell).len() > 2) {
        return wrong(SurfaceProblem::NoTriangles { vertices: points.len() });
    }
    Ok(())
}

/// The triangles of a surface, larger polygons as fans.
fn triangles(surface: &Surface) -> impl Iterator<Item = [u32; 3]> + '_ {
    (0..surface.cells()).flat_map(|cell| {
        let corners = surface.cell(cell);
        let fan = corners.get(1..).unwrap_or_default().windows(2);
        fan.map(move |pair| [corners[0], pair[0], pair[1]])
    })
}
