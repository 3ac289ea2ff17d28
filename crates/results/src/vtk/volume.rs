//! Solids as unstructured grids: `liner.pvd` lists the frames `liner/liner_0000.vtu` ….

use formats::vtk::{Array, Collection, compose};

use crate::{PointField, VolumeRecord, WriteError};

/// Hands every file of a solid, with its name inside the result, to `add`.
pub(crate) fn write_volume(
    record: &VolumeRecord,
    mut add: impl FnMut(&str, &[u8]) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    check_shape(record)?;
    let VolumeRecord { name, volume, fields, .. } = record;
    let count = volume.points.len();
    // A solid without frames is shown as it is.
    let (times, fields) =
        if record.times.is_empty() { (&[0.0][..], &[][..]) } else { (&record.times[..], &fields[..]) };

    // The geometry is the same in all frames: it is compressed once.
    let points = Array::float64("Points", 3, volume.points.iter().flatten().copied())?;
    let connectivity = Array::int32("connectivity", volume.connectivity.iter().map(|i| *i as i32))?;
    let ends = volume.kinds.iter().scan(0, |end, kind| {
        *end += kind.points() as i32;
        Some(*end)
    });
    let offsets = Array::int32("offsets", ends)?;
    let types = Array::uint8("types", volume.kinds.iter().map(|kind| kind.vtk()))?;
    let piece = format!("NumberOfPoints=\"{count}\" NumberOfCells=\"{}\"", volume.kinds.len());

    let mut collection = Collection::default();
    for (frame, &time) in times.iter().enumerate() {
        let on_points = |f: &PointField| {
            let size = count * f.components;
            Array::field(&f.name, f.components, &f.values[frame * size..(frame + 1) * size])
        };
        let data = fields.iter().map(on_points).collect::<Result<Vec<_>, _>>()?;
        let sections = [
            ("PointData", data.iter().collect()),
            ("Points", vec![&points]),
            ("Cells", vec![&connectivity, &offsets, &types]),
        ];
        let file = format!("{name}/{name}_{frame:04}.vtu");
        add(&file, &compose(("UnstructuredGrid", &piece), &Collection::time_value(time), &sections))?;
        collection.push(time, &file);
    }
    add(&format!("{name}.pvd"), &collection.finish())
}

/// VTK trusts its files: a wrong index would crash the viewer instead of being reported.
fn check_shape(record: &VolumeRecord) -> Result<(), WriteError> {
    let VolumeRecord { name, volume, times, fields, .. } = record;
    let wrong = |what: String| Err(WriteError::Shape { what: format!("volume `{name}`: {what}") });
    let (points, frames) = (volume.points.len(), times.len());
    if points > i32::MAX as usize || volume.connectivity.len() > i32::MAX as usize {
        return wrong(format!("{points} points are more than its file format can count"));
    }
    if let Some(i) = volume.connectivity.iter().find(|i| **i as usize >= points) {
        return wrong(format!("a cell uses point {i}, but there are {points} points"));
    }
    let needed: usize = volume.kinds.iter().map(|kind| kind.points()).sum();
    if needed != volume.connectivity.len() {
        return wrong(format!("its cells need {needed} point indices, but there are {}", volume.connectivity.len()));
    }
    if let Some(time) = times.iter().find(|t| !t.is_finite()) {
        return wrong(format!("a frame is at t = {time} s"));
    }
    for PointField { name: id, components, values, .. } in fields {
        if ![1, 3].contains(components) || values.len() != frames * points * components {
            let count = values.len();
            return wrong(format!(
                "field `{id}` has {count} values, not {frames} frames × {points} points × {components}"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellKind, Volume};

    fn tetrahedron() -> VolumeRecord {
        VolumeRecord {
            name: "tet".into(),
            label: "Tetrahedron".into(),
            volume: Volume {
                points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                connectivity: vec![0, 1, 2, 3],
                kinds: vec![CellKind::Tetrahedron],
            },
            times: vec![0.0, 0.5],
            fields: vec![PointField { name: "u_m".into(), label: "u".into(), components: 3, values: vec![0.0; 24] }],
        }
    }

    fn names(record: &VolumeRecord) -> Result<Vec<String>, WriteError> {
        let mut names = Vec::new();
        write_volume(record, |name, _| {
            names.push(name.into());
            Ok(())
        })?;
        Ok(names)
    }

    #[test]
    fn one_file_a_frame_and_one_list() {
        assert_eq!(names(&tetrahedron()).expect("files"), ["tet/tet_0000.vtu", "tet/tet_0001.vtu", "tet.pvd"]);
    }

    #[test]
    fn a_broken_solid_never_reaches_the_disk() {
        let breaks: [fn(&mut VolumeRecord); 5] = [
            |r| r.volume.connectivity[2] = 4,
            |r| r.volume.kinds[0] = CellKind::Hexahedron,
            |r| r.fields[0].values.truncate(23),
            |r| r.fields[0].components = 2,
            |r| r.times[1] = f64::NAN,
        ];
        for (case, broken) in breaks.iter().enumerate() {
            let mut record = tetrahedron();
            broken(&mut record);
            assert!(matches!(names(&record), Err(WriteError::Shape { .. })), "case {case}");
        }
    }
}
