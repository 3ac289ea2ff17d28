//! Stereolithography: triangles one by one, each with its normal.

use std::fmt::Write;

use super::error::{SurfaceFileError, SurfaceProblem};
use super::numbers::{Kind, point, shorten, text};
use super::triangles;
use crate::Surface;
use crate::surface_format::{STL_FACET, STL_HEADER, stl_length};

/// Triangle soup: every triangle has points of its own.
fn soup(points: Vec<[f64; 3]>) -> Surface {
    let count = points.len() as u32;
    Surface { points, connectivity: (0..count).collect(), offsets: (1..=count / 3).map(|t| 3 * t).collect() }
}

pub(super) fn read_binary(bytes: &[u8]) -> Result<(Surface, Vec<[f64; 3]>), SurfaceFileError> {
    let found = bytes.len() as u64;
    let Some(expected) = stl_length(bytes) else {
        let what = "the header of a binary STL file";
        return Err(SurfaceFileError::of(SurfaceProblem::Truncated { what, expected: STL_HEADER as u64, found }));
    };
    if found < expected {
        let what = "a binary STL file with as many triangles as its header says";
        return Err(SurfaceFileError::of(SurfaceProblem::Truncated { what, expected, found }));
    }
    // What follows the last triangle is a comment of some programs.
    let facets = bytes[STL_HEADER..expected as usize].chunks_exact(STL_FACET);
    let triple = |bytes: &[u8]| [0, 4, 8].map(|at| Kind::F32.decode(&bytes[at..], false));
    let normals = facets.clone().map(&triple).collect();
    let points = facets.flat_map(|facet| [12, 24, 36].map(|at| triple(&facet[at..]))).collect();
    Ok((soup(points), normals))
}

pub(super) fn read_text(bytes: &[u8]) -> Result<(Surface, Vec<[f64; 3]>), SurfaceFileError> {
    let (mut points, mut normals): (Vec<[f64; 3]>, Vec<[f64; 3]>) = (Vec::new(), Vec::new());
    let mut open_facet = false;
    let mut ended = false;
    for (line, content) in (1..).zip(text(bytes)?.lines()) {
        let mut words = content.split_ascii_whitespace();
        let Some(word) = words.next() else { continue };
        match word.to_ascii_lowercase().as_str() {
            "solid" => ended = false,
            "endsolid" | "end" => ended = true,
            "facet" => {
                // Some programs leave the normal out.
                let stated = words.next().is_some_and(|word| word.eq_ignore_ascii_case("normal"));
                normals.push(if stated { point(&mut words, line)? } else { [0.0; 3] });
                open_facet = true;
            }
            "vertex" => points.push(point(&mut words, line)?),
            "outer" | "endloop" => {}
            "endfacet" => {
                if points.len() != 3 * normals.len() {
                    let (what, said) = ("corners of the triangles so far", 3 * normals.len() as u64);
                    let problem = SurfaceProblem::BadCount { what, said, found: points.len() as u64 };
                    return Err(SurfaceFileError::at(line, problem));
                }
                open_facet = false;
            }
            _ => {
                let expected = "one of solid, facet, outer loop, vertex, endloop, endfacet, endsolid";
                let found = shorten(word);
                return Err(SurfaceFileError::at(line, SurfaceProblem::Unknown { found, expected }));
            }
        }
    }
    if open_facet || points.len() != 3 * normals.len() {
        return Err(SurfaceFileError::of(SurfaceProblem::Unfinished { what: "`endfacet`" }));
    }
    if !ended {
        return Err(SurfaceFileError::of(SurfaceProblem::Unfinished { what: "`endsolid`" }));
    }
    Ok((soup(points), normals))
}

/// Unit normal by the order of the corners; zero without area.
fn normal(surface: &Surface, corners: [u32; 3]) -> [f64; 3] {
    let [a, b, c] = corners.map(|i| surface.points[i as usize]);
    let (p, q) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
    let cross = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    let length = cross.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 { cross.map(|x| x / length) } else { [0.0; 3] }
}

pub(super) fn write_binary(surface: &Surface) -> Result<Vec<u8>, SurfaceFileError> {
    if surface.points.iter().flatten().any(|x| x.abs() > f64::from(f32::MAX)) {
        return Err(SurfaceFileError::of(SurfaceProblem::TooLarge { what: "a coordinate" }));
    }
    let count = u32::try_from(triangles(surface).count())
        .map_err(|_| SurfaceFileError::of(SurfaceProblem::TooLarge { what: "the number of triangles" }))?;
    let mut bytes = b"Binary STL written by Synovia".to_vec();
    bytes.resize(STL_HEADER - 4, b' ');
    bytes.extend(count.to_le_bytes());
    for corners in triangles(surface) {
        let points = corners.map(|i| surface.points[i as usize]);
        let numbers = normal(surface, corners).into_iter().chain(points.into_iter().flatten());
        bytes.extend(numbers.flat_map(|x| (x as f32).to_le_bytes()));
        bytes.extend([0, 0]);
    }
    Ok(bytes)
}

pub(super) fn write_text(surface: &Surface) -> Vec<u8> {
    let mut text = String::from("solid synovia\n");
    for corners in triangles(surface) {
        let [x, y, z] = normal(surface, corners);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  facet normal {x} {y} {z}\n    outer loop");
        for [x, y, z] in corners.map(|i| surface.points[i as usize]) {
            let _ = writeln!(text, "      vertex {x} {y} {z}");
        }
        text.push_str("    endloop\n  endfacet\n");
    }
    text.push_str("endsolid synovia\n");
    text.into_bytes()
}
