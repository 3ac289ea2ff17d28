//! Numbers in texts and in bytes.

use super::error::{SurfaceFileError, SurfaceProblem};

/// A number in a line of text.
pub(super) fn parse(text: &str, line: usize) -> Result<f64, SurfaceFileError> {
    text.parse().map_err(|_| SurfaceFileError::at(line, SurfaceProblem::NotANumber { text: shorten(text) }))
}

/// The next three numbers of a line; NaN is read here and refused, with the number of its vertex, at the end.
pub(super) fn point<'a>(words: &mut impl Iterator<Item = &'a str>, line: usize) -> Result<[f64; 3], SurfaceFileError> {
    let mut at = [0.0; 3];
    for x in &mut at {
        let Some(word) = words.next() else {
            return Err(SurfaceFileError::at(line, SurfaceProblem::Missing { what: "one of three coordinates" }));
        };
        *x = parse(word, line)?;
    }
    Ok(at)
}

/// Enough of a word to recognise it.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// As text, unless there are bytes that are not.
pub(super) fn text(bytes: &[u8]) -> Result<&str, SurfaceFileError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|cause| {
        let line = 1 + bytes[..cause.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        SurfaceFileError::at(line, SurfaceProblem::NotText)
    })
}

/// Kinds of numbers in binary files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Kind {
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// The number at the start of `bytes`, which must be as many as its size.
    pub(super) fn decode(self, bytes: &[u8], big_endian: bool) -> f64 {
        let mut native = [0; 8];
        let size = self.size();
        native[..size].copy_from_slice(&bytes[..size]);
        if big_endian {
            native[..size].reverse();
        }
        let [a, b, c, d, ..] = native;
        match self {
            Self::I8 => f64::from(a as i8),
            Self::U8 => f64::from(a),
            Self::I16 => f64::from(i16::from_le_bytes([a, b])),
            Self::U16 => f64::from(u16::from_le_bytes([a, b])),
            Self::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Self::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            // Indices beyond 2⁵³ are none, rounded or not.
            Self::I64 => i64::from_le_bytes(native) as f64,
            Self::U64 => u64::from_le_bytes(native) as f64,
            Self::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Self::F64 => f64::from_le_bytes(native),
        }
    }
}

/// A number as the index of one of `vertices` vertices.
pub(super) fn index(number: f64, vertices: usize) -> Result<u32, SurfaceProblem> {
    let whole = number.trunc() == number && number >= 0.0 && number < vertices as f64 && number < f64::from(u32::MAX);
    if whole { Ok(number as u32) } else { Err(SurfaceProblem::NoSuchVertex { index: number as i64, vertices }) }
}
