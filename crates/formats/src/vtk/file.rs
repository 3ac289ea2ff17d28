//! One `.vtp` or `.vtu` file: XML that names the arrays, then the arrays, compressed, as raw bytes.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};

/// Level 1: single precision is mostly noise to a compressor; more effort takes two to three times as long for 3–6 %.
const EFFORT: Compression = Compression::fast();

/// Values of a frame below this size are stored as they are: compressing them took a third of the instructions of the
/// shipped hip's run, for a fifth of the size of its files.
const WORTH_THE_EFFORT: usize = 1 << 20;

/// Most bytes of a stored block of a zlib stream.
const STORED: usize = 65_535;

/// An array that could not be compressed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct PackError(pub std::io::Error);

/// A named array, ready to be appended to any number of files.
#[derive(Debug)]
pub struct Array {
    kind: &'static str,
    name: String,
    components: usize,
    block: Vec<u8>,
}

impl Array {
    /// Numbers of single precision, with so many components a tuple.
    ///
    /// # Errors
    /// When they cannot be compressed.
    pub fn float32(name: &str, components: usize, values: impl Iterator<Item = f32>) -> Result<Self, PackError> {
        let raw: Vec<u8> = values.flat_map(f32::to_le_bytes).collect();
        Ok(Self { kind: "Float32", name: name.into(), components, block: compress(&raw)? })
    }

    /// Values that only one frame has.
    ///
    /// # Errors
    /// When they cannot be compressed.
    pub fn field(name: &str, components: usize, values: &[f32]) -> Result<Self, PackError> {
        let mut raw = vec![0; 4 * values.len()];
        raw.chunks_exact_mut(4).zip(values).for_each(|(place, value)| place.copy_from_slice(&value.to_le_bytes()));
        let block = if raw.len() < WORTH_THE_EFFORT { store(&raw) } else { compress(&raw)? };
        Ok(Self { kind: "Float32", name: name.into(), components, block })
    }

    /// Numbers of double precision, with so many components a tuple.
    ///
    /// # Errors
    /// When they cannot be compressed.
    pub fn float64(name: &str, components: usize, values: impl Iterator<Item = f64>) -> Result<Self, PackError> {
        let raw: Vec<u8> = values.flat_map(f64::to_le_bytes).collect();
        Ok(Self { kind: "Float64", name: name.into(), components, block: compress(&raw)? })
    }

    /// Bytes.
    ///
    /// # Errors
    /// When they cannot be compressed.
    pub fn uint8(name: &str, values: impl Iterator<Item = u8>) -> Result<Self, PackError> {
        let raw: Vec<u8> = values.collect();
        Ok(Self { kind: "UInt8", name: name.into(), components: 1, block: compress(&raw)? })
    }

    /// Whole numbers.
    ///
    /// # Errors
    /// When they cannot be compressed.
    pub fn int32(name: &str, values: impl Iterator<Item = i32>) -> Result<Self, PackError> {
        let raw: Vec<u8> = values.flat_map(i32::to_le_bytes).collect();
        Ok(Self { kind: "Int32", name: name.into(), components: 1, block: compress(&raw)? })
    }
}

/// The array as one zlib stream behind its header of 64-bit numbers: number of blocks, size of a full block, size of the
/// last block if it is not full, compressed sizes.
fn compress(raw: &[u8]) -> Result<Vec<u8>, PackError> {
    if raw.is_empty() {
        return Ok(vec![0; 24]);
    }
    let mut encoder = ZlibEncoder::new(vec![0; 32], EFFORT);
    let block = encoder.write_all(raw).and_then(|()| encoder.finish()).map_err(PackError)?;
    Ok(with_header(block, raw.len()))
}

/// The same with a zlib stream that only stores (RFC 1950, RFC 1951).
fn store(raw: &[u8]) -> Vec<u8> {
    if raw.is_empty() {
        return vec![0; 24];
    }
    let parts = raw.chunks(STORED);
    let mut block = Vec::with_capacity(32 + 2 + 5 * parts.len() + raw.len() + 4);
    block.resize(32, 0);
    block.extend_from_slice(&[0x78, 0x01]);
    let last = parts.len() - 1;
    for (i, part) in parts.enumerate() {
        let size = part.len() as u16;
        block.push(u8::from(i == last));
        block.extend_from_slice(&size.to_le_bytes());
        block.extend_from_slice(&(!size).to_le_bytes());
        block.extend_from_slice(part);
    }
    block.extend_from_slice(&simd_adler32::adler32(&raw).to_be_bytes());
    with_header(block, raw.len())
}

/// Fills in the header that was left free.
fn with_header(mut block: Vec<u8>, size: usize) -> Vec<u8> {
    let header = [1, size as u64, 0, block.len() as u64 - 32];
    for (place, number) in block.chunks_exact_mut(8).zip(header) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    block
}

/// How many of what a surface's file holds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Points.
    pub points: usize,
    /// Cells of one point.
    pub verts: usize,
    /// Polylines.
    pub lines: usize,
    /// Polygons.
    pub polys: usize,
}

/// The file of a surface: `field_data` is XML that belongs to the whole of it, `sections` are the parts of its only piece.
pub fn compose_surface(field_data: &str, counts: &Counts, sections: &[(&str, Vec<&Array>)]) -> Vec<u8> {
    let Counts { points, verts, lines, polys } = counts;
    let piece = format!(
        "NumberOfPoints=\"{points}\" NumberOfVerts=\"{verts}\" NumberOfLines=\"{lines}\" NumberOfStrips=\"0\" \
         NumberOfPolys=\"{polys}\""
    );
    compose(("PolyData", &piece), field_data, sections)
}

/// The file of a data set of this type, whose only piece has these counts.
pub fn compose((kind, piece): (&str, &str), field_data: &str, sections: &[(&str, Vec<&Array>)]) -> Vec<u8> {
    let mut xml = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"{kind}\" version=\"1.0\" byte_order=\"LittleEndian\" \
         header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<{kind}>\n<FieldData>\n{field_data}\n</FieldData>\n\
         <Piece {piece}>\n"
    );
    let mut offset = 0;
    for (section, arrays) in sections {
        let shown = arrays.first().filter(|_| section.ends_with("Data"));
        let shown = shown.map_or(String::new(), |a| format!(" Scalars=\"{}\"", escape(&a.name)));
        // Writing to a string cannot fail.
        let _ = writeln!(xml, "<{section}{shown}>");
        for Array { kind, name, components, block } in arrays {
            let _ = writeln!(
                xml,
                "<DataArray type=\"{kind}\" Name=\"{}\" NumberOfComponents=\"{components}\" format=\"appended\" \
                 offset=\"{offset}\"/>",
                escape(name)
            );
            offset += block.len();
        }
        let _ = writeln!(xml, "</{section}>");
    }
    let _ = write!(xml, "</Piece>\n</{kind}>\n<AppendedData encoding=\"raw\">\n_");
    let end = b"\n</AppendedData>\n</VTKFile>\n";
    let mut bytes = Vec::with_capacity(xml.len() + offset + end.len());
    bytes.extend_from_slice(xml.as_bytes());
    for array in sections.iter().flat_map(|(_, arrays)| arrays) {
        bytes.extend_from_slice(&array.block);
    }
    bytes.extend_from_slice(end);
    bytes
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::Read;

    use super::*;

    #[test]
    fn stored_values_are_what_any_zlib_reads() {
        for count in [1, 1000, 16_383, 16_384, 40_000] {
            let raw: Vec<u8> = (0..4 * count).map(|i: usize| (i * i % 251) as u8).collect();
            let block = store(&raw);
            let header: Vec<u64> =
                block[..32].chunks_exact(8).map(|n| u64::from_le_bytes(n.try_into().unwrap())).collect();
            assert_eq!(header, [1, raw.len() as u64, 0, block.len() as u64 - 32]);
            let mut read = Vec::new();
            flate2::read::ZlibDecoder::new(&block[32..]).read_to_end(&mut read).unwrap();
            assert_eq!(read, raw);
        }
        assert_eq!(store(&[]), compress(&[]).unwrap());
    }
}
