//! Wavefront OBJ: vertices, and polygons that count them from 1.

use std::fmt::Write;

use super::error::{SurfaceFileError, SurfaceProblem};
use super::numbers::{point, shorten, text};
use crate::Surface;

/// Lines that carry nothing about the shape.
const IGNORED: [&str; 12] = ["vn", "vt", "vp", "g", "o", "s", "usemtl", "mtllib", "l", "p", "mg", "maplib"];
/// Lines of curved surfaces, which are known but not read.
const CURVES: [&str; 10] = ["cstype", "deg", "curv", "curv2", "surf", "bmat", "step", "parm", "trim", "con"];

pub(super) fn read(bytes: &[u8]) -> Result<Surface, SurfaceFileError> {
    let mut surface = Surface { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
    // Polygons may come before their vertices: where each index was, for the error at the end.
    let mut lines = Vec::new();
    let mut lines_of_text = (1..).zip(text(bytes)?.lines());
    while let Some((line, content)) = lines_of_text.next() {
        // A backslash at the end continues on the next line. Each line is looked at once, however many there are.
        let (mut content, mut joined) = (content, String::new());
        while let Some(start) = content.trim_end().strip_suffix('\\') {
            joined.push_str(start);
            joined.push(' ');
            content = lines_of_text.next().map_or("", |(_, next)| next);
        }
        let content = if joined.is_empty() { content } else { &*(joined + content) };
        let mut words = content.split('#').next().unwrap_or_default().split_ascii_whitespace();
        let Some(word) = words.next() else { continue };
        match word {
            "v" => surface.points.push(point(&mut words, line)?),
            "f" | "fo" => {
                for word in words {
                    surface.connectivity.push(index(word, surface.points.len(), line)?);
                    lines.push(line);
                }
                surface.offsets.push(surface.connectivity.len() as u32);
            }
            _ if IGNORED.contains(&word) => {}
            _ if CURVES.contains(&word) => {
                let what = format!("a curve or curved surface (`{word}`)");
                return Err(SurfaceFileError::at(line, SurfaceProblem::Unsupported { what }));
            }
            _ => {
                let expected = "an element of OBJ, such as v, vn, vt, f, g or o";
                let problem = SurfaceProblem::Unknown { found: shorten(word), expected };
                return Err(SurfaceFileError::at(line, problem));
            }
        }
    }
    let vertices = surface.points.len();
    if let Some(at) = surface.connectivity.iter().position(|index| *index as usize >= vertices) {
        let index = i64::from(surface.connectivity[at]);
        return Err(SurfaceFileError::at(lines[at], SurfaceProblem::NoSuchVertex { index, vertices }));
    }
    Ok(surface)
}

/// `7`, `7/1/2` or `-1` (the last vertex so far) as an index from 0.
fn index(word: &str, vertices: usize, line: usize) -> Result<u32, SurfaceFileError> {
    let number = word.split('/').next().unwrap_or_default();
    let wrong = || SurfaceFileError::at(line, SurfaceProblem::NotANumber { text: shorten(word) });
    let stated: i64 = number.parse().map_err(|_| wrong())?;
    let index = if stated < 0 { stated + vertices as i64 } else { stated - 1 };
    let missing = SurfaceProblem::NoSuchVertex { index, vertices };
    u32::try_from(index).ok().filter(|index| *index < u32::MAX).ok_or_else(|| SurfaceFileError::at(line, missing))
}

pub(super) fn write(surface: &Surface) -> Vec<u8> {
    let mut text = String::from("# OBJ written by Synovia\n");
    for [x, y, z] in &surface.points {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for cell in 0..surface.cells() {
        text.push('f');
        for index in surface.cell(cell) {
            let _ = write!(text, " {}", u64::from(*index) + 1);
        }
        text.push('\n');
    }
    text.into_bytes()
}
