//! What a file is, by its content: a wrong file gets the right advice.

use crate::surface_format::{SurfaceFormat, recognise};

/// A kind of file that people have, and may give where another is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Excel or LibreOffice.
    Workbook,
    /// Zip, gzip and the like.
    Archive,
    /// PNG, JPEG and the like.
    Picture,
    /// PDF.
    Document,
    /// HTML.
    WebPage,
    /// JSON.
    Json,
    /// MATLAB or HDF5.
    Matlab,
    /// Parquet.
    Parquet,
    /// Motion capture, as cameras write it.
    C3d,
    /// Markers of a motion capture, as text.
    Trc,
    /// A table of OpenSim.
    OpenSimTable,
    /// A model of OpenSim.
    OpenSimModel,
    /// Triangles and polygons.
    Surface(SurfaceFormat),
    /// Gmsh, Abaqus or CalculiX.
    VolumeMesh,
    /// STEP or IGES.
    CadModel,
    /// Images of a scanner.
    Dicom,
}

impl FileKind {
    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Workbook => "a workbook of a spreadsheet program (Excel, LibreOffice)",
            Self::Archive => "a compressed archive",
            Self::Picture => "a picture",
            Self::Document => "a PDF document",
            Self::WebPage => "a web page (HTML)",
            Self::Json => "a JSON file",
            Self::Matlab => "a MATLAB or HDF5 file",
            Self::Parquet => "a Parquet file",
            Self::C3d => "a motion capture (C3D)",
            Self::Trc => "markers of a motion capture (TRC)",
            Self::OpenSimTable => "a table of OpenSim (.mot or .sto)",
            Self::OpenSimModel => "an XML file of OpenSim",
            Self::Surface(SurfaceFormat::StlBinary | SurfaceFormat::StlText) => "a surface (STL)",
            Self::Surface(SurfaceFormat::Obj) => "a surface (OBJ)",
            Self::Surface(SurfaceFormat::PlyBinary | SurfaceFormat::PlyText) => "a surface (PLY)",
            Self::Surface(SurfaceFormat::Vtp) => "a file of VTK",
            Self::VolumeMesh => "a mesh of finite elements (Gmsh, Abaqus or CalculiX)",
            Self::CadModel => "a CAD model (STEP or IGES)",
            Self::Dicom => "an image of a scanner (DICOM)",
        }
    }

    /// What the content is, where it gives itself away. Tables of numbers and studies do not.
    pub fn recognise(bytes: &[u8]) -> Option<Self> {
        by_first_bytes(bytes).or_else(|| by_text(bytes)).or_else(|| by_surface(bytes))
    }
}

fn by_first_bytes(bytes: &[u8]) -> Option<FileKind> {
    const MAGIC: [(&[u8], FileKind); 17] = [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind::Workbook),
        (b"\x1f\x8b", FileKind::Archive),
        (b"BZh", FileKind::Archive),
        (b"\xfd7zXZ", FileKind::Archive),
        (b"7z\xbc\xaf\x27\x1c", FileKind::Archive),
        (b"Rar!", FileKind::Archive),
        (b"\x28\xb5\x2f\xfd", FileKind::Archive),
        (b"\x89PNG", FileKind::Picture),
        (b"\xff\xd8\xff", FileKind::Picture),
        (b"GIF8", FileKind::Picture),
        (b"II*\0", FileKind::Picture),
        (b"MM\0*", FileKind::Picture),
        (b"%PDF", FileKind::Document),
        (b"MATLAB ", FileKind::Matlab),
        (b"\x89HDF\r\n", FileKind::Matlab),
        (b"PAR1", FileKind::Parquet),
        (b"ISO-10303-21", FileKind::CadModel),
    ];
    if bytes.starts_with(b"PK\x03\x04") {
        // Workbooks are archives that say so early.
        let start = &bytes[..bytes.len().min(4096)];
        let holds = |text: &[u8]| start.windows(text.len()).any(|window| window == text);
        let is_workbook = holds(b"xl/") || holds(b"[Content_Types].xml") || holds(b"opendocument.spreadsheet");
        return Some(if is_workbook { FileKind::Workbook } else { FileKind::Archive });
    }
    let found = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, kind)| *kind);
    let dicom = || (bytes.get(128..132) == Some(b"DICM")).then_some(FileKind::Dicom);
    // The first byte of a C3D file says where its parameters begin: in one of the first blocks.
    let c3d = || matches!(bytes, [1..=31, 0x50, ..] if bytes.len() >= 512).then_some(FileKind::C3d);
    found.or_else(dicom).or_else(c3d)
}

fn by_text(bytes: &[u8]) -> Option<FileKind> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = String::from_utf8_lossy(&start[..start.len().min(4096)]).to_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| start.starts_with(word));
    let has_line = |wanted: &str| start.lines().any(|line| line.trim() == wanted);
    if begins(&["<!doctype html", "<html"]) {
        return Some(FileKind::WebPage);
    }
    if begins(&["<"]) {
        return match () {
            () if start.contains("<opensimdocument") => Some(FileKind::OpenSimModel),
            () if start.contains("<svg") => Some(FileKind::Picture),
            () => None,
        };
    }
    if begins(&["pathfiletype"]) {
        return Some(FileKind::Trc);
    }
    if has_line("endheader") {
        return Some(FileKind::OpenSimTable);
    }
    if begins(&["$meshformat", "*heading", "*node", "** "]) {
        return Some(FileKind::VolumeMesh);
    }
    // `[` and `[[` begin tables of a study, too: lists of JSON hold values.
    let inside = start.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    let is_value = inside.starts_with(['{', '"', '-']) || inside.starts_with(char::is_numeric);
    let is_list = start.starts_with('[') && is_value;
    let is_object = start.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']));
    (is_list || is_object).then_some(FileKind::Json)
}

/// Surfaces, where a word more than their own reader needs is there: a column may be called `solid angle`.
fn by_surface(bytes: &[u8]) -> Option<FileKind> {
    let format = recognise(bytes)?;
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).to_lowercase();
    let line = |word: &str| start.lines().any(|line| line.trim_start().starts_with(word));
    let sure = match format {
        SurfaceFormat::StlText => line("facet "),
        SurfaceFormat::Obj => line("v ") && !start.contains([',', ';', '=']),
        _ => true,
    };
    sure.then_some(FileKind::Surface(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_content() {
        let mut c3d = vec![0; 1024];
        (c3d[0], c3d[1]) = (2, 0x50);
        let mut binary = vec![b' '; 80];
        binary.extend(1_u32.to_le_bytes());
        binary.extend([0; 50]);
        let stl = b"solid cup\n facet normal 0 0 1\n  outer loop\n";
        for (bytes, kind) in [
            (&b"PK\x03\x04\x14\0\0\0\0\0[Content_Types].xml"[..], FileKind::Workbook),
            (b"PK\x03\x04\x14\0\0\0\0\0walk.csv", FileKind::Archive),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind::Workbook),
            (b"\x1f\x8b\x08", FileKind::Archive),
            (b"\x89PNG\r\n", FileKind::Picture),
            (b"%PDF-1.7", FileKind::Document),
            (b"\n<!DOCTYPE html><html>", FileKind::WebPage),
            (b"MATLAB 5.0 MAT-file", FileKind::Matlab),
            (b"PathFileType\t4\t(X/Y/Z)\twalk.trc\n", FileKind::Trc),
            (b"walk\nnRows=2\nendheader\n", FileKind::OpenSimTable),
            (b"<?xml version=\"1.0\"?>\n<OpenSimDocument Version=\"4\">", FileKind::OpenSimModel),
            (b"{ \"version\": 3 }", FileKind::Json),
            (b"[[1, 2], [3, 4]]", FileKind::Json),
            (b"$MeshFormat\n4.1 0 8\n", FileKind::VolumeMesh),
            (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", FileKind::Surface(SurfaceFormat::Obj)),
            (b"ply\nformat ascii 1.0\n", FileKind::Surface(SurfaceFormat::PlyBinary)),
            (stl, FileKind::Surface(SurfaceFormat::StlText)),
            (&binary, FileKind::Surface(SurfaceFormat::StlBinary)),
            (&c3d, FileKind::C3d),
        ] {
            assert_eq!(FileKind::recognise(bytes), Some(kind), "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn tables_and_studies_are_not_taken_for_something_else() {
        for text in [
            "time,fx\n0,1\n",
            "solid angle,v \n0,1\n",
            "v ;f \n0;1\n",
            "[hip.implant]\nclearance = \"80 um\"\n",
            "# a study\ntitle = \"<svg>\"\n",
            "[[mechanism.bodies]]\nname = \"rod\"\n",
            "",
        ] {
            assert_eq!(FileKind::recognise(text.as_bytes()), None, "{text:?}");
        }
    }
}
