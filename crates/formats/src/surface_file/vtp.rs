//! VTK's polygons: what ParaView writes as ASCII, base64 or raw, plain or packed by zlib; and what we write.

use super::error::{SurfaceFileError, SurfaceProblem};
use super::numbers::{Kind, index, shorten};
use super::tags::{Tag, next_tag};
use super::vtp_array::{self, Content, Layout};
use crate::vtk::{Array, Counts, PackError, compose_surface};
use crate::{Site, Surface};

/// An array as its tag describes it.
struct Described<'a> {
    section: Section,
    name: &'a str,
    kind: Kind,
    place: Place<'a>,
}

enum Place<'a> {
    Here(Content<'a>),
    Appended(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Points,
    Polys,
    Strips,
    OnPoints,
    OnCells,
    Other,
}

pub(super) fn read(bytes: &[u8]) -> Result<Surface, SurfaceFileError> {
    let Scanned { layout, pieces, appended } = scan(bytes)?;
    let mut surface = Surface { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
    for piece in &pieces {
        read_piece(piece, appended, layout, &mut surface)?;
    }
    Ok(surface)
}

/// The fields of a file of one piece: where each lives, its name and its values.
///
/// # Errors
/// A file that is damaged, or of another kind.
pub fn read_fields(bytes: &[u8]) -> Result<Vec<(Site, String, Vec<f64>)>, SurfaceFileError> {
    let Scanned { layout, pieces, appended } = scan(bytes)?;
    let site = |section: Section| match section {
        Section::OnPoints => Some(Site::Points),
        Section::OnCells => Some(Site::Cells),
        _ => None,
    };
    let all = pieces.iter().flatten().filter_map(|array| Some((site(array.section)?, array)));
    all.map(|(site, array)| Ok((site, array.name.to_owned(), read_array(array, appended, layout)?))).collect()
}

/// What a file describes.
struct Scanned<'a> {
    layout: Layout,
    pieces: Vec<Vec<Described<'a>>>,
    appended: Option<(&'a [u8], bool)>,
}

fn scan(bytes: &[u8]) -> Result<Scanned<'_>, SurfaceFileError> {
    let mut layout = Layout { big_endian: false, header: Kind::U32, compressed: false };
    let mut pieces: Vec<Vec<Described<'_>>> = Vec::new();
    let mut section = Section::Other;
    let mut appended: Option<(&[u8], bool)> = None;
    let mut at = 0;
    while let Some((tag, next)) = next_tag(bytes, at)? {
        at = next;
        match tag.name {
            "VTKFile" => layout = read_layout(&tag)?,
            "Piece" => pieces.push(Vec::new()),
            "Points" => section = Section::Points,
            "Polys" => section = Section::Polys,
            "Strips" => section = Section::Strips,
            "PointData" => section = Section::OnPoints,
            "CellData" => section = Section::OnCells,
            "/Points" | "/Polys" | "/Strips" | "/PointData" | "/CellData" => section = Section::Other,
            // Fields of others may be of any kind: what is not understood is passed over.
            "DataArray" if matches!(section, Section::OnPoints | Section::OnCells) => {
                if let (Some(piece), Ok(array)) = (pieces.last_mut(), describe(&tag, section)) {
                    piece.push(array);
                }
            }
            "DataArray" if section != Section::Other => {
                let piece = pieces.last_mut().ok_or_else(|| missing("the tag `Piece`"))?;
                piece.push(describe(&tag, section)?);
            }
            "AppendedData" => {
                // Behind an underscore; raw bytes may look like tags, so this is the end.
                let rest = &bytes[tag.text_at..];
                let start = rest
                    .iter()
                    .position(|byte| *byte == b'_')
                    .ok_or_else(|| missing("the underscore of `AppendedData`"))?;
                appended = Some((&rest[start + 1..], tag.attribute("encoding") == Some("base64")));
                break;
            }
            _ => {}
        }
    }
    Ok(Scanned { layout, pieces, appended })
}

fn missing(what: &'static str) -> SurfaceFileError {
    SurfaceFileError::of(SurfaceProblem::Missing { what })
}

fn unsupported(what: String) -> SurfaceFileError {
    SurfaceFileError::of(SurfaceProblem::Unsupported { what })
}

fn read_layout(tag: &Tag<'_>) -> Result<Layout, SurfaceFileError> {
    match tag.attribute("type") {
        Some("PolyData") => {}
        other => return Err(unsupported(format!("a VTK file of type `{}`", shorten(other.unwrap_or("?"))))),
    }
    let compressed = match tag.attribute("compressor") {
        None => false,
        Some("vtkZLibDataCompressor") => true,
        Some(other) => return Err(unsupported(format!("the compressor `{}`", shorten(other)))),
    };
    let header = if tag.attribute("header_type") == Some("UInt64") { Kind::U64 } else { Kind::U32 };
    Ok(Layout { big_endian: tag.attribute("byte_order") == Some("BigEndian"), header, compressed })
}

fn describe<'a>(tag: &Tag<'a>, section: Section) -> Result<Described<'a>, SurfaceFileError> {
    let kind = match tag.attribute("type") {
        Some("Int8") => Kind::I8,
        Some("UInt8") => Kind::U8,
        Some("Int16") => Kind::I16,
        Some("UInt16") => Kind::U16,
        Some("Int32") => Kind::I32,
        Some("UInt32") => Kind::U32,
        Some("Int64") => Kind::I64,
        Some("UInt64") => Kind::U64,
        Some("Float32") => Kind::F32,
        Some("Float64") => Kind::F64,
        other => return Err(unsupported(format!("an array of type `{}`", shorten(other.unwrap_or("?"))))),
    };
    let place = match tag.attribute("format") {
        Some("ascii") | None => Place::Here(Content::Text(tag.text)),
        Some("binary") => Place::Here(Content::Base64(tag.text)),
        Some("appended") => {
            let offset = tag.attribute("offset").and_then(|text| text.parse().ok());
            Place::Appended(offset.ok_or_else(|| missing("the offset of an appended array"))?)
        }
        Some(other) => return Err(unsupported(format!("the format `{}`", shorten(other)))),
    };
    Ok(Described { section, name: tag.attribute("Name").unwrap_or_default(), kind, place })
}

fn read_piece(
    arrays: &[Described<'_>],
    appended: Option<(&[u8], bool)>,
    layout: Layout,
    surface: &mut Surface,
) -> Result<(), SurfaceFileError> {
    let read = |array: &Described<'_>| read_array(array, appended, layout);
    let find = |section: Section, name: &str| {
        let found = arrays.iter().find(|array| array.section == section && (name.is_empty() || array.name == name));
        found.map_or(Ok(Vec::new()), read)
    };
    let coordinates = find(Section::Points, "")?;
    let (before, count) = (surface.points.len(), coordinates.len() / 3);
    surface.points.extend(coordinates.chunks_exact(3).map(|point| [point[0], point[1], point[2]]));
    for section in [Section::Polys, Section::Strips] {
        let (corners, ends) = (find(section, "connectivity")?, find(section, "offsets")?);
        let mut start = 0;
        for end in ends {
            let found = corners.len() as u64;
            let problem =
                SurfaceProblem::BadCount { what: "corners of the polygons", said: end.max(0.0) as u64, found };
            let cell = corners.get(start..end.max(0.0) as usize).ok_or(SurfaceFileError::of(problem))?;
            start = end as usize;
            let cell: Vec<u32> = cell
                .iter()
                .map(|corner| index(*corner, count))
                .collect::<Result<_, _>>()
                .map_err(SurfaceFileError::of)?;
            let mut push = |corners: &[u32]| {
                surface.connectivity.extend(corners.iter().map(|index| index + before as u32));
                surface.offsets.push(surface.connectivity.len() as u32);
            };
            if section == Section::Polys {
                push(&cell);
            } else {
                for (i, t) in cell.windows(3).enumerate() {
                    push(&if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] });
                }
            }
        }
    }
    Ok(())
}

fn read_array(
    array: &Described<'_>,
    appended: Option<(&[u8], bool)>,
    layout: Layout,
) -> Result<Vec<f64>, SurfaceFileError> {
    let content = match array.place {
        Place::Here(content) => content,
        Place::Appended(offset) => {
            let (data, base64) = appended.ok_or_else(|| missing("the tag `AppendedData`"))?;
            let found = data.len() as u64;
            let what = "the appended data of a VTP file";
            let truncated = || SurfaceFileError::of(SurfaceProblem::Truncated { what, expected: offset as u64, found });
            let rest = data.get(offset..).ok_or_else(truncated)?;
            // Base64 ends where the next tag begins.
            let end = rest.iter().position(|byte| base64 && *byte == b'<').unwrap_or(rest.len());
            if base64 { Content::Base64(&rest[..end]) } else { Content::Raw(rest) }
        }
    };
    vtp_array::read(content, array.kind, layout)
}

pub(super) fn write(surface: &Surface) -> Result<Vec<u8>, SurfaceFileError> {
    let too_large = |what| SurfaceFileError::of(SurfaceProblem::TooLarge { what });
    if i32::try_from(surface.points.len()).is_err() || i32::try_from(surface.connectivity.len()).is_err() {
        return Err(too_large("the number of vertices"));
    }
    let packed = |array: Result<Array, PackError>| array.map_err(|_| too_large("an array"));
    let points = packed(Array::float64("Points", 3, surface.points.iter().flatten().copied()))?;
    let connectivity = packed(Array::int32("connectivity", surface.connectivity.iter().map(|i| *i as i32)))?;
    let offsets = packed(Array::int32("offsets", surface.offsets.iter().map(|i| *i as i32)))?;
    let counts = Counts { points: surface.points.len(), polys: surface.cells(), ..Counts::default() };
    Ok(compose_surface("", &counts, &[("Points", vec![&points]), ("Polys", vec![&connectivity, &offsets])]))
}
