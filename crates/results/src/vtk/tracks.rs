//! Paths as polylines: where a path has no point it is interrupted, and a lone point stays visible as a vertex.

use std::ops::Range;

use formats::vtk::{Array, Counts, compose_surface};

use crate::{SurfaceRecord, WriteError};

/// The file of all tracks of a surface, if there is anything to draw.
pub(super) fn encode(record: &SurfaceRecord) -> Result<Option<Vec<u8>>, WriteError> {
    let (mut points, mut times) = (Vec::new(), Vec::new());
    let (mut verts, mut lines) = (Vec::new(), Vec::new());
    for (id, track) in record.tracks.iter().enumerate() {
        for run in runs(&track.points) {
            let cell = Cell { track: id as i32, points: points.len()..points.len() + run.len() };
            times.extend_from_slice(&record.times[run.clone()]);
            points.extend_from_slice(&track.points[run]);
            if cell.points.len() == 1 { verts.push(cell) } else { lines.push(cell) }
        }
    }
    if points.is_empty() {
        return Ok(None);
    }
    let counts = Counts { points: points.len(), verts: verts.len(), lines: lines.len(), polys: 0 };
    // VTK numbers the cells of a file by kind: vertices, then lines.
    let ids = Array::int32("track_id", verts.iter().chain(&lines).map(|c| c.track))?;
    let time = Array::float64("time_s", 1, times.into_iter())?;
    let points = Array::float32("Points", 3, points.iter().flatten().map(|x| *x as f32))?;
    let (verts, lines) = (topology(&verts)?, topology(&lines)?);
    let sections = [
        ("PointData", vec![&time]),
        ("CellData", vec![&ids]),
        ("Points", vec![&points]),
        ("Verts", verts.iter().collect()),
        ("Lines", lines.iter().collect()),
    ];
    Ok(Some(compose_surface(&names(record), &counts, &sections)))
}

/// One vertex or polyline over consecutive points.
struct Cell {
    track: i32,
    points: Range<usize>,
}

/// The longest stretches in which every point is finite.
fn runs(points: &[[f64; 3]]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, _) in points.iter().enumerate().filter(|(_, p)| p.iter().all(|x| x.is_finite())) {
        match runs.last_mut() {
            Some(run) if run.end == index => run.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

fn topology(cells: &[Cell]) -> Result<[Array; 2], WriteError> {
    let connectivity = cells.iter().flat_map(|c| c.points.clone()).map(|i| i as i32);
    let ends = cells.iter().scan(0, |end, c| {
        *end += c.points.len() as i32;
        Some(*end)
    });
    Ok([Array::int32("connectivity", connectivity)?, Array::int32("offsets", ends)?])
}

/// Which `track_id` is which: VTK writes strings as the numbers of their bytes, ended by zero.
fn names(record: &SurfaceRecord) -> String {
    let code = |name: &str| name.bytes().chain([0]).map(|b| b.to_string()).collect::<Vec<_>>().join(" ");
    let codes: Vec<_> = record.tracks.iter().map(|t| code(&t.name)).collect();
    format!(
        "<Array type=\"String\" Name=\"track_names\" NumberOfTuples=\"{}\" format=\"ascii\">{}</Array>",
        codes.len(),
        codes.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn a_missing_point_interrupts_the_path() {
        let (p, n) = ([0.0; 3], [0.0, f64::NAN, 0.0]);
        assert_eq!(runs(&[n, p, p, n, n, p, n]), [1..3, 5..6]);
        assert!(runs(&[n, n]).is_empty());
        assert!(runs(&[]).is_empty());
    }
}
