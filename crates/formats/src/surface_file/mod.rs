//! Surfaces as other programs write them: STL, OBJ, PLY and VTP, in and out.
//!
//! ```
//! use formats::{Surface, SurfaceFile, SurfaceFormat};
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
mod tags;
mod vtp;
mod vtp_array;

use std::fs;
use std::path::Path;

pub use error::{SurfaceFileError, SurfaceProblem};

pub use vtp::read_fields as read_vtp_fields;

use crate::surface_format::recognise;
use crate::{FileKind, Surface, SurfaceFormat};

impl SurfaceFormat {
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
        let format = recognise(bytes).or(named).ok_or_else(unknown)?;
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
