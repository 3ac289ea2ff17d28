//! The formats of surfaces, and how a file gives its own away.

use std::path::Path;

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
}

/// What the first bytes say. A binary STL file may begin with `solid`, too; its length gives it away.
pub(crate) fn recognise(bytes: &[u8]) -> Option<SurfaceFormat> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = &text[..text.len().min(1024)];
    if start.starts_with(b"ply") && start.get(3).is_none_or(|byte| byte.is_ascii_whitespace()) {
        return Some(SurfaceFormat::PlyBinary);
    }
    if start.windows(8).any(|window| window == b"<VTKFile") {
        return Some(SurfaceFormat::Vtp);
    }
    let fits = stl_length(bytes).is_some_and(|length| length == bytes.len() as u64);
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

/// Bytes before the facets of a binary STL file, and bytes of a facet.
pub(crate) const STL_HEADER: usize = 84;
pub(crate) const STL_FACET: usize = 50;

/// How long a binary STL file with this header must be; `None` without a whole header.
pub(crate) fn stl_length(bytes: &[u8]) -> Option<u64> {
    let count = bytes.get(STL_HEADER - 4..STL_HEADER)?;
    let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
    Some(STL_HEADER as u64 + STL_FACET as u64 * u64::from(count))
}
