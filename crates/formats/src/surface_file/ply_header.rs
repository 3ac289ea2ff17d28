//! The header of a PLY file: which elements follow, how many, and what each is made of.

use super::error::{SurfaceFileError, SurfaceProblem};
use super::numbers::{Kind, shorten};

/// How the numbers after the header are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    Binary { big_endian: bool },
}

/// One number, or a list of numbers behind their count.
#[derive(Debug, Clone)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) count: Option<Kind>,
}

/// A kind of element.
#[derive(Debug, Clone)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: usize,
    pub(super) properties: Vec<Property>,
}

impl Element {
    /// Fewest bytes of one of them.
    pub(super) fn least_size(&self) -> usize {
        self.properties.iter().map(|property| property.count.unwrap_or(property.kind).size()).sum()
    }
}

/// What the header says, and how many bytes and lines it has.
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
    pub(super) length: usize,
    pub(super) lines: usize,
}

/// More than this is no header.
const MOST_LINES: usize = 10_000;

pub(super) fn read(bytes: &[u8]) -> Result<Header, SurfaceFileError> {
    let (mut encoding, mut elements): (_, Vec<Element>) = (None, Vec::new());
    let mut length = 0;
    for (line, raw) in (1..=MOST_LINES).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        length += raw.len();
        let text = std::str::from_utf8(raw).map_err(|_| SurfaceFileError::at(line, SurfaceProblem::NotText))?;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let unknown = |expected| {
            let found = shorten(text.trim());
            SurfaceFileError::at(line, SurfaceProblem::Unknown { found, expected })
        };
        match *words {
            [] | ["ply"] | ["comment" | "obj_info", ..] => {}
            ["format", "ascii", _] => encoding = Some(Encoding::Text),
            ["format", "binary_little_endian", _] => encoding = Some(Encoding::Binary { big_endian: false }),
            ["format", "binary_big_endian", _] => encoding = Some(Encoding::Binary { big_endian: true }),
            ["element", name, count] => {
                let count = count.parse().map_err(|_| unknown("element NAME COUNT"))?;
                elements.push(Element { name: name.into(), count, properties: Vec::new() });
            }
            ["property", ref rest @ ..] => {
                let property =
                    property(rest).ok_or_else(|| unknown("property TYPE NAME or property list TYPE TYPE NAME"))?;
                let element = elements.last_mut().ok_or_else(|| unknown("an element before its properties"))?;
                element.properties.push(property);
            }
            ["end_header"] => {
                let encoding = encoding
                    .ok_or_else(|| SurfaceFileError::at(line, SurfaceProblem::Missing { what: "the line `format`" }))?;
                return Ok(Header { encoding, elements, length, lines: line });
            }
            _ => return Err(unknown("format, element, property, comment or end_header")),
        }
    }
    Err(SurfaceFileError::of(SurfaceProblem::Unfinished { what: "`end_header`" }))
}

fn property(words: &[&str]) -> Option<Property> {
    match *words {
        ["list", count, kind, name] => {
            Some(Property { name: name.into(), kind: self::kind(kind)?, count: Some(self::kind(count)?) })
        }
        [kind, name] => Some(Property { name: name.into(), kind: self::kind(kind)?, count: None }),
        _ => None,
    }
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "char" | "int8" => Kind::I8,
        "uchar" | "uint8" => Kind::U8,
        "short" | "int16" => Kind::I16,
        "ushort" | "uint16" => Kind::U16,
        "int" | "int32" => Kind::I32,
        "uint" | "uint32" => Kind::U32,
        "float" | "float32" => Kind::F32,
        "double" | "float64" => Kind::F64,
        _ => return None,
    })
}
