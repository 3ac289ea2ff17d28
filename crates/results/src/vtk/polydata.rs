//! One `.vtp` file: XML that names the arrays, then the arrays, compressed, as raw bytes.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};

use crate::WriteError;

/// Level 1: single precision is mostly noise to a compressor; more effort takes two to three times as long for 3–6 %.
const EFFORT: Compression = Compression::fast();

/// A named array, ready to be appended to any number of files.
pub(crate) struct Array {
    kind: &'static str,
    name: String,
    components: usize,
    block: Vec<u8>,
}

impl Array {
    pub(crate) fn float32(
        name: &str,
        components: usize,
        values: impl Iterator<Item = f32>,
    ) -> Result<Self, WriteError> {
        let raw: Vec<u8> = values.flat_map(f32::to_le_bytes).collect();
        Ok(Self { kind: "Float32", name: name.into(), components, block: compress(&raw)? })
    }

    pub(crate) fn float64(
        name: &str,
        components: usize,
        values: impl Iterator<Item = f64>,
    ) -> Result<Self, WriteError> {
        let raw: Vec<u8> = values.flat_map(f64::to_le_bytes).collect();
        Ok(Self { kind: "Float64", name: name.into(), components, block: compress(&raw)? })
    }

    pub(crate) fn int32(name: &str, values: impl Iterator<Item = i32>) -> Result<Self, WriteError> {
        let raw: Vec<u8> = values.flat_map(i32::to_le_bytes).collect();
        Ok(Self { kind: "Int32", name: name.into(), components: 1, block: compress(&raw)? })
    }
}

/// The array as one zlib block behind its header of 64-bit numbers: number of blocks, size of a full block, size of the
/// last block if it is not full, compressed sizes.
fn compress(raw: &[u8]) -> Result<Vec<u8>, WriteError> {
    if raw.is_empty() {
        return Ok(vec![0; 24]);
    }
    let mut encoder = ZlibEncoder::new(vec![0; 32], EFFORT);
    let mut block =
        encoder.write_all(raw).and_then(|()| encoder.finish()).map_err(|error| WriteError::encode("vtp", error))?;
    let header = [1, raw.len() as u64, 0, block.len() as u64 - 32];
    for (place, number) in block.chunks_exact_mut(8).zip(header) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    Ok(block)
}

/// How many of what a file holds.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) points: usize,
    pub(crate) verts: usize,
    pub(crate) lines: usize,
    pub(crate) polys: usize,
}

/// The file: `field_data` is XML that belongs to the whole of it, `sections` are the parts of its only piece.
pub(crate) fn compose(field_data: &str, counts: &Counts, sections: &[(&str, Vec<&Array>)]) -> Vec<u8> {
    let Counts { points, verts, lines, polys } = counts;
    let piece = format!(
        "NumberOfPoints=\"{points}\" NumberOfVerts=\"{verts}\" NumberOfLines=\"{lines}\" NumberOfStrips=\"0\" \
         NumberOfPolys=\"{polys}\""
    );
    compose_kind("PolyData", field_data, &piece, sections)
}

/// The same for any kind of data set, with the attributes of its only piece.
pub(crate) fn compose_kind(kind: &str, field_data: &str, piece: &str, sections: &[(&str, Vec<&Array>)]) -> Vec<u8> {
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
    let mut bytes = xml.into_bytes();
    for array in sections.iter().flat_map(|(_, arrays)| arrays) {
        bytes.extend_from_slice(&array.block);
    }
    bytes.extend_from_slice(b"\n</AppendedData>\n</VTKFile>\n");
    bytes
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
