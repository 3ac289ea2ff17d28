//! The polygon file format: a header that describes what follows, as text or as bytes.

use std::fmt::Write;

use super::error::{SurfaceFileError, SurfaceProblem};
use super::numbers::{index, parse, text};
use super::ply_header::{self, Element, Encoding, Header};
use crate::Surface;

/// The surface, and whether the file was a text.
pub(super) fn read(bytes: &[u8]) -> Result<(Surface, bool), SurfaceFileError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let bytes = bytes.trim_ascii_start();
    let Header { encoding, elements, length, lines } = ply_header::read(bytes)?;
    let body = &bytes[length..];
    let mut source = match encoding {
        Encoding::Text => Source::Text { lines: text(body)?.lines(), line: lines },
        Encoding::Binary { big_endian } => Source::Binary { body, at: 0, big_endian },
    };
    let mut shape = Shape::default();
    for element in elements.iter().filter(|element| !element.properties.is_empty()) {
        source.check_length(element)?;
        shape.read(element, &mut source)?;
    }
    Ok((shape.finish()?, encoding == Encoding::Text))
}

/// Where the numbers of an element come from.
enum Source<'a> {
    Text { lines: std::str::Lines<'a>, line: usize },
    Binary { body: &'a [u8], at: usize, big_endian: bool },
}

impl Source<'_> {
    /// Whether there can be as many elements as the header says, before they are counted one by one.
    fn check_length(&self, element: &Element) -> Result<(), SurfaceFileError> {
        let Self::Binary { body, at, .. } = self else { return Ok(()) };
        let needed = (element.least_size() as u64).saturating_mul(element.count as u64).saturating_add(*at as u64);
        if needed > body.len() as u64 {
            let what = "the part of a PLY file behind its header";
            return Err(SurfaceFileError::of(SurfaceProblem::Truncated {
                what,
                expected: needed,
                found: body.len() as u64,
            }));
        }
        Ok(())
    }

    /// The numbers of one element, those of a list behind each other; `ends` holds where each property ends.
    fn next(
        &mut self,
        element: &Element,
        numbers: &mut Vec<f64>,
        ends: &mut Vec<usize>,
    ) -> Result<(), SurfaceFileError> {
        numbers.clear();
        ends.clear();
        match self {
            Self::Text { lines, line } => {
                let content = loop {
                    *line += 1;
                    match lines.next() {
                        Some(content) if content.trim().is_empty() => {}
                        Some(content) => break content,
                        None => {
                            return Err(SurfaceFileError::of(SurfaceProblem::Unfinished {
                                what: "a line for every element",
                            }));
                        }
                    }
                };
                let mut words = content.split_ascii_whitespace();
                let mut number = || {
                    let missing =
                        || SurfaceFileError::at(*line, SurfaceProblem::Missing { what: "a number in this line" });
                    parse(words.next().ok_or_else(missing)?, *line)
                };
                for property in &element.properties {
                    let count = if property.count.is_some() { number()?.max(0.0) } else { 1.0 };
                    // A count that is too large runs out of words before it runs out of memory.
                    for _ in 0..count as u64 {
                        numbers.push(number()?);
                    }
                    ends.push(numbers.len());
                }
            }
            Self::Binary { body, at, big_endian } => {
                let mut take = |size: usize| {
                    let taken = body.get(*at..at.saturating_add(size));
                    let expected = (*at as u64).saturating_add(size as u64);
                    *at = at.saturating_add(size);
                    let what = "the part of a PLY file behind its header";
                    let found = body.len() as u64;
                    taken.ok_or(SurfaceFileError::of(SurfaceProblem::Truncated { what, expected, found }))
                };
                for property in &element.properties {
                    let count = match property.count {
                        Some(kind) => kind.decode(take(kind.size())?, *big_endian).max(0.0) as usize,
                        None => 1,
                    };
                    let size = property.kind.size();
                    let list = take(count.saturating_mul(size))?;
                    numbers.extend(list.chunks_exact(size).map(|bytes| property.kind.decode(bytes, *big_endian)));
                    ends.push(numbers.len());
                }
            }
        }
        Ok(())
    }
}

/// What has been found so far.
#[derive(Default)]
struct Shape {
    points: Vec<[f64; 3]>,
    /// Vertices of the polygons, which may come before the vertices themselves.
    corners: Vec<f64>,
    ends: Vec<u32>,
}

impl Shape {
    fn read(&mut self, element: &Element, source: &mut Source<'_>) -> Result<(), SurfaceFileError> {
        let find =
            |names: &[&str]| element.properties.iter().position(|property| names.contains(&property.name.as_str()));
        let missing = |what| SurfaceFileError::of(SurfaceProblem::Missing { what });
        let (mut numbers, mut ends) = (Vec::new(), Vec::new());
        match element.name.as_str() {
            "vertex" => {
                let axes = [find(&["x"]), find(&["y"]), find(&["z"])];
                let [Some(x), Some(y), Some(z)] = axes else { return Err(missing("one of the properties x, y and z")) };
                for _ in 0..element.count {
                    source.next(element, &mut numbers, &mut ends)?;
                    let at = [x, y, z].map(|property| ends[property].checked_sub(1).and_then(|last| numbers.get(last)));
                    let [Some(x), Some(y), Some(z)] = at else { return Err(missing("a coordinate of a vertex")) };
                    self.points.push([*x, *y, *z]);
                }
            }
            "face" | "tristrips" => {
                let list =
                    find(&["vertex_indices", "vertex_index"]).ok_or_else(|| missing("the property vertex_indices"))?;
                for _ in 0..element.count {
                    source.next(element, &mut numbers, &mut ends)?;
                    let start = if list == 0 { 0 } else { ends[list - 1] };
                    let corners = &numbers[start..ends[list]];
                    if element.name == "face" {
                        self.push(corners)
                    } else {
                        self.push_strips(corners)
                    };
                }
            }
            _ => {
                for _ in 0..element.count {
                    source.next(element, &mut numbers, &mut ends)?;
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, corners: &[f64]) {
        self.corners.extend(corners);
        self.ends.push(self.corners.len() as u32);
    }

    /// Strips of triangles, each on the last two vertices of the one before; −1 begins a new strip.
    fn push_strips(&mut self, corners: &[f64]) {
        for strip in corners.split(|index| *index < 0.0) {
            for (i, triangle) in strip.windows(3).enumerate() {
                let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
                self.push(&if i % 2 == 0 { [a, b, c] } else { [b, a, c] });
            }
        }
    }

    fn finish(self) -> Result<Surface, SurfaceFileError> {
        let vertices = self.points.len();
        let corners = self.corners.iter().map(|number| index(*number, vertices));
        let connectivity = corners.collect::<Result<Vec<u32>, _>>().map_err(SurfaceFileError::of)?;
        Ok(Surface { points: self.points, connectivity, offsets: self.ends })
    }
}

fn header(surface: &Surface, encoding: &str) -> String {
    format!(
        "ply\nformat {encoding} 1.0\ncomment written by Synovia\nelement vertex {}\nproperty double x\nproperty double y\n\
         property double z\nelement face {}\nproperty list uint int vertex_indices\nend_header\n",
        surface.points.len(),
        surface.cells()
    )
}

/// Indices are written as signed numbers, as most programs expect.
fn check_indices(surface: &Surface) -> Result<(), SurfaceFileError> {
    let fits = i32::try_from(surface.points.len() as u64).is_ok();
    if fits { Ok(()) } else { Err(SurfaceFileError::of(SurfaceProblem::TooLarge { what: "the number of vertices" })) }
}

pub(super) fn write_binary(surface: &Surface) -> Result<Vec<u8>, SurfaceFileError> {
    check_indices(surface)?;
    let mut bytes = header(surface, "binary_little_endian").into_bytes();
    bytes.extend(surface.points.iter().flatten().flat_map(|x| x.to_le_bytes()));
    for cell in 0..surface.cells() {
        let corners = surface.cell(cell);
        bytes.extend((corners.len() as u32).to_le_bytes());
        bytes.extend(corners.iter().flat_map(|index| index.to_le_bytes()));
    }
    Ok(bytes)
}

pub(super) fn write_text(surface: &Surface) -> Result<Vec<u8>, SurfaceFileError> {
    check_indices(surface)?;
    let mut text = header(surface, "ascii");
    for [x, y, z] in &surface.points {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{x} {y} {z}");
    }
    for cell in 0..surface.cells() {
        let corners = surface.cell(cell);
        let _ = write!(text, "{}", corners.len());
        corners.iter().for_each(|index| {
            let _ = write!(text, " {index}");
        });
        text.push('\n');
    }
    Ok(text.into_bytes())
}
