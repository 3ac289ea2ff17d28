//! Surfaces and solids as files of the Visualization Toolkit, which ParaView opens as a time series.
//!
//! `cup.pvd` lists the frames `cup/cup_0000.vtp` …, each with its geometry and its fields on cells or points;
//! `cup_tracks.vtp` holds the paths.

mod tracks;
mod volume;

pub(crate) use volume::write_volume;

use formats::vtk::{Array, Collection, Counts, compose_surface};
use rayon::prelude::*;

use crate::{Field, Site, SurfaceRecord, WriteError};

/// Frames that are compressed by all threads before they are written in their order.
const AT_ONCE: usize = 16;

/// Hands every file of a surface, with its name inside the result, to `add`.
pub(crate) fn write_surface(
    record: &SurfaceRecord,
    mut add: impl FnMut(&str, &[u8]) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    check_shape(record)?;
    let SurfaceRecord { name, surface, fields, .. } = record;
    // A surface without frames is shown as it is.
    let (times, fields) =
        if record.times.is_empty() { (&[0.0][..], &[][..]) } else { (&record.times[..], &fields[..]) };

    // The geometry is the same in all frames: it is compressed once.
    let points = Array::float32("Points", 3, surface.points.iter().flatten().map(|x| *x as f32))?;
    let connectivity = Array::int32("connectivity", surface.connectivity.iter().map(|i| *i as i32))?;
    let offsets = Array::int32("offsets", surface.offsets.iter().map(|i| *i as i32))?;
    let counts = Counts { points: surface.points.len(), polys: surface.cells(), ..Counts::default() };

    let compose = |(frame, &time): (usize, &f64)| {
        let array = |f: &Field| Array::field(&f.name, 1, f.frame(frame, f.count(surface)));
        let on = |site: Site| fields.iter().filter(|f| f.site == site).map(array).collect::<Result<Vec<_>, _>>();
        let (on_points, on_cells) = (on(Site::Points)?, on(Site::Cells)?);
        let mut sections: Vec<(&str, Vec<&Array>)> =
            vec![("PointData", on_points.iter().collect()), ("CellData", on_cells.iter().collect())];
        sections.retain(|(_, arrays)| !arrays.is_empty());
        sections.extend([("Points", vec![&points]), ("Polys", vec![&connectivity, &offsets])]);
        Ok(compose_surface(&Collection::time_value(time), &counts, &sections))
    };
    let mut collection = Collection::default();
    for first in (0..times.len()).step_by(AT_ONCE) {
        let some = &times[first..(first + AT_ONCE).min(times.len())];
        let composed: Vec<Result<Vec<u8>, WriteError>> =
            some.par_iter().enumerate().map(|(i, time)| compose((first + i, time))).collect();
        for ((i, time), bytes) in some.iter().enumerate().zip(composed) {
            let file = format!("{name}/{name}_{:04}.vtp", first + i);
            add(&file, &bytes?)?;
            collection.push(*time, &file);
        }
    }
    add(&format!("{name}.pvd"), &collection.finish())?;
    match tracks::encode(record)? {
        Some(bytes) => add(&format!("{name}_tracks.vtp"), &bytes),
        None => Ok(()),
    }
}

/// VTK trusts its files: a wrong index would crash the viewer instead of being reported.
fn check_shape(record: &SurfaceRecord) -> Result<(), WriteError> {
    let SurfaceRecord { name, surface, times, .. } = record;
    let wrong = |what: String| Err(WriteError::Shape { what: format!("surface `{name}`: {what}") });
    let (frames, points) = (times.len(), surface.points.len());
    if points > i32::MAX as usize || surface.connectivity.len() > i32::MAX as usize {
        return wrong(format!("{points} points are more than its file format can count"));
    }
    if let Some(i) = surface.connectivity.iter().find(|i| **i as usize >= points) {
        return wrong(format!("a cell uses point {i}, but there are {points} points"));
    }
    if !surface.offsets.is_sorted() || surface.offsets.last().map_or(0, |e| *e as usize) != surface.connectivity.len() {
        return wrong(format!("the cells' ends do not partition their {} point indices", surface.connectivity.len()));
    }
    if let Some(time) = times.iter().find(|t| !t.is_finite()) {
        return wrong(format!("a frame is at t = {time} s"));
    }
    for field in &record.fields {
        let (values, id, count) = (field.values.len(), &field.name, field.count(surface));
        if values != frames * count {
            let site = if field.site == Site::Points { "points" } else { "cells" };
            return wrong(format!("field `{id}` has {values} values instead of {frames} frames × {count} {site}"));
        }
    }
    for track in &record.tracks {
        if track.points.len() != frames {
            return wrong(format!(
                "track `{}` has {} points, but there are {frames} frames",
                track.name,
                track.points.len()
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::{Surface, Track};

    fn square() -> SurfaceRecord {
        SurfaceRecord {
            name: "square".into(),
            label: "Square".into(),
            surface: Surface {
                points: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
                connectivity: vec![0, 1, 2, 3],
                offsets: vec![4],
            },
            view_from: [0.0, 0.0, 1.0],
            up: [0.0, 1.0, 0.0],
            compass: [const { String::new() }; 4],
            times: vec![0.0, 0.5],
            fields: vec![
                Field::on_cells("pressure_Pa", "Pressure", vec![1.0, 2.0]),
                Field::on_points("depth_m", "Depth", vec![0.0; 8]),
            ],
            tracks: vec![Track { name: "contact_point".into(), label: "C".into(), points: vec![[0.0; 3], [1.0; 3]] }],
            counterpart: None,
        }
    }

    fn names(record: &SurfaceRecord) -> Result<Vec<String>, WriteError> {
        let mut names = Vec::new();
        write_surface(record, |name, _| {
            names.push(name.into());
            Ok(())
        })?;
        Ok(names)
    }

    #[test]
    fn one_file_a_frame_one_list_one_file_of_tracks() {
        let expected = ["square/square_0000.vtp", "square/square_0001.vtp", "square.pvd", "square_tracks.vtp"];
        assert_eq!(names(&square()).unwrap(), expected);
    }

    #[test]
    fn a_surface_without_frames_is_shown_once() {
        let mut record = square();
        (record.times, record.tracks) = (vec![], vec![]);
        record.fields.iter_mut().for_each(|field| field.values.clear());
        assert_eq!(names(&record).unwrap(), ["square/square_0000.vtp", "square.pvd"]);
    }

    #[test]
    fn a_broken_surface_never_reaches_the_disk() {
        let breaks: [fn(&mut SurfaceRecord); 7] = [
            |r| r.surface.connectivity[2] = 4,
            |r| r.surface.offsets[0] = 3,
            |r| r.surface.offsets = vec![5, 4],
            |r| r.fields[0].values.truncate(1),
            |r| r.fields[1].site = Site::Cells,
            |r| r.tracks[0].points.truncate(1),
            |r| r.times[1] = f64::NAN,
        ];
        for (case, broken) in breaks.iter().enumerate() {
            let mut record = square();
            broken(&mut record);
            assert!(matches!(names(&record), Err(WriteError::Shape { .. })), "case {case}");
        }
    }
}
