//! An outcome for a page that is open: a header in JSON, then the arrays as they are.
//!
//! Nothing is compressed: the bytes travel within one machine, and the time of a slider's answer is short.

use results::Outcome;
use serde::Serialize;

use crate::ReportError;
use crate::document::{self, Data, Drawn, Number};
use crate::notices::{Notice, notices};
use crate::packing::Carriage;

/// What the header says.
#[derive(Serialize)]
struct Header<'a, Extra> {
    #[serde(flatten)]
    extra: Extra,
    numbers: Vec<Measured<'a>>,
    notices: Vec<Notice<'a>>,
    /// Title, caption and kind of every figure.
    captions: Vec<Drawn<'a>>,
    data: Data,
    work: &'a [(String, u64)],
}

/// A headline number for reading, and its value for comparing.
#[derive(Serialize)]
struct Measured<'a> {
    #[serde(flatten)]
    number: Number<'a>,
    value: f64,
}

/// The length of the header (four bytes, lowest first), the header, spaces to a multiple of four, the arrays.
///
/// Of the fields of a surface those with these names travel, the first where it has none of them: a page shows one at a time,
/// and most of the time and the bytes of an answer would be spent on the others.
///
/// # Errors
/// As [`crate::render_html`].
pub fn render_live(outcome: &Outcome, fields: &[String], extra: impl Serialize) -> Result<Vec<u8>, ReportError> {
    let mut data = document::pack(outcome, Carriage::Wire(fields))?;
    let mut arrays = Vec::new();
    for surface in &mut data.surfaces {
        surface.collect(&mut arrays);
    }
    let header = Header {
        extra,
        numbers: outcome
            .headline
            .iter()
            .map(|scalar| Measured { number: document::number(scalar), value: scalar.value })
            .collect(),
        notices: notices(outcome),
        captions: outcome.figures.iter().enumerate().map(|(i, f)| document::drawn(outcome, i, f)).collect(),
        data,
        work: &outcome.work,
    };
    let mut text = serde_json::to_vec(&header)?;
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
    bytes.append(&mut text);
    bytes.append(&mut arrays);
    Ok(bytes)
}
