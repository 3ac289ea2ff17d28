//! The arrays of a VTK file: as text, base64 or raw bytes, plain or compressed.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;

use super::error::{SurfaceFileError, SurfaceProblem};
use super::numbers::{Kind, parse};

/// What the head of a file says about all of its arrays.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) big_endian: bool,
    /// Of the numbers in front of an array.
    pub(super) header: Kind,
    pub(super) compressed: bool,
}

/// Where the bytes of an array are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content<'a> {
    Text(&'a [u8]),
    Base64(&'a [u8]),
    Raw(&'a [u8]),
}

/// Coordinates and corners of a surface are packed to a tenth, not to a thousandth as a block of zeros may be: what unpacks
/// to more than this many bytes, and to more than so many times its size, is damaged or meant to do harm.
const MOST_UNPACKED: u64 = 16 << 20;
const LARGEST_RATIO: u64 = 100;

const WHAT: &str = "an array of a VTP file";

fn truncated(expected: u64, found: usize) -> SurfaceFileError {
    SurfaceFileError::of(SurfaceProblem::Truncated { what: WHAT, expected, found: found as u64 })
}

/// The numbers of an array.
pub(super) fn read(content: Content<'_>, kind: Kind, layout: Layout) -> Result<Vec<f64>, SurfaceFileError> {
    let bytes = match content {
        Content::Text(text) => {
            let text = super::numbers::text(text)?;
            return text
                .split_ascii_whitespace()
                .map(|word| parse(word, 1).map_err(|e| SurfaceFileError { line: None, ..e }))
                .collect();
        }
        Content::Base64(text) => {
            let letters: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
            Blocks { base64: true, content: &letters, layout }.read()?
        }
        Content::Raw(content) => Blocks { base64: false, content, layout }.read()?,
    };
    Ok(bytes.chunks_exact(kind.size()).map(|number| kind.decode(number, layout.big_endian)).collect())
}

struct Blocks<'a> {
    base64: bool,
    content: &'a [u8],
    layout: Layout,
}

impl Blocks<'_> {
    /// `count` bytes behind `at`; places in base64 are those of letters, and a run of bytes begins with a letter of its own.
    fn bytes(&self, at: usize, count: u64) -> Result<Vec<u8>, SurfaceFileError> {
        let places = if self.base64 { count.div_ceil(3).saturating_mul(4) } else { count };
        let end = (at as u64).saturating_add(places);
        let found = self.content.len();
        let slice = usize::try_from(end).ok().and_then(|end| self.content.get(at..end));
        let slice = slice.ok_or_else(|| truncated(end, found))?;
        if !self.base64 {
            return Ok(slice.to_vec());
        }
        let not_base64 =
            |_| SurfaceFileError::of(SurfaceProblem::Unsupported { what: "something that is not base64".into() });
        // The run may be part of a longer one, without padding of its own.
        let mut bytes = STANDARD.decode(slice).map_err(not_base64)?;
        if (bytes.len() as u64) < count {
            return Err(truncated(count, bytes.len()));
        }
        bytes.truncate(count as usize);
        Ok(bytes)
    }

    fn header(&self, count: u64) -> Result<Vec<u64>, SurfaceFileError> {
        let size = self.layout.header.size();
        let bytes = self.bytes(0, count.saturating_mul(size as u64))?;
        Ok(bytes
            .chunks_exact(size)
            .map(|number| self.layout.header.decode(number, self.layout.big_endian) as u64)
            .collect())
    }

    fn read(&self) -> Result<Vec<u8>, SurfaceFileError> {
        if self.content.is_empty() {
            return Err(truncated(self.layout.header.size() as u64, 0));
        }
        let size = self.layout.header.size() as u64;
        if !self.layout.compressed {
            // Header and numbers are one run.
            let count = self.header(1)?[0];
            return Ok(self.bytes(0, size.saturating_add(count))?.split_off(size as usize));
        }
        let blocks = self.header(1)?[0];
        if blocks == 0 {
            return Ok(Vec::new());
        }
        let header = self.header(blocks.saturating_add(3))?;
        let [_, full, last, sizes @ ..] = header.as_slice() else { return Ok(Vec::new()) };
        // The header is a run of its own, the blocks together another.
        let header_bytes = (blocks + 3).saturating_mul(size);
        let start = if self.base64 { header_bytes.div_ceil(3) * 4 } else { header_bytes } as usize;
        let whole = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(*size));
        let packed = self.bytes(start, whole)?;
        let mut bytes = Vec::new();
        let mut at = 0;
        for (i, packed_size) in sizes.iter().enumerate() {
            let expected = if i + 1 == sizes.len() && *last > 0 { *last } else { *full };
            let end = at + *packed_size as usize;
            let before = bytes.len();
            if expected > MOST_UNPACKED.max(LARGEST_RATIO.saturating_mul(*packed_size)) {
                let problem = SurfaceProblem::Inflated { packed: *packed_size, unpacked: expected };
                return Err(SurfaceFileError::of(problem));
            }
            // One byte more than expected shows a block that is too long; nothing is reserved on the file's word.
            let decoder = ZlibDecoder::new(&packed[at..end]);
            let unpacked = decoder.take(expected.saturating_add(1)).read_to_end(&mut bytes);
            let found = (bytes.len() - before) as u64;
            if unpacked.is_err() || found != expected {
                let what = "bytes of a compressed block";
                return Err(SurfaceFileError::of(SurfaceProblem::BadCount { what, said: expected, found }));
            }
            at = end;
        }
        Ok(bytes)
    }
}
