//! A volume as one `.vtu` file.

use super::polydata::{Array, compose_kind};
use crate::{Volume, WriteError};

/// The bytes of the file.
pub(crate) fn write_volume(volume: &Volume) -> Result<Vec<u8>, WriteError> {
    let Volume { name, points, connectivity, offsets, types, fields, .. } = volume;
    let wrong = |what: String| Err(WriteError::Shape { what: format!("volume `{name}`: {what}") });
    if connectivity.iter().any(|i| *i as usize >= points.len()) || points.len() > i32::MAX as usize {
        return wrong(format!("a cell uses a point that is not among the {}", points.len()));
    }
    let ends = offsets.last().map_or(0, |end| *end as usize);
    if !offsets.is_sorted() || ends != connectivity.len() || types.len() != offsets.len() {
        return wrong(format!(
            "{} types and {} cells do not share {} indices",
            types.len(),
            offsets.len(),
            connectivity.len()
        ));
    }
    if let Some((field, ..)) = fields.iter().find(|(_, values)| values.len() != points.len()) {
        return wrong(format!("field `{field}` has another number of values than there are points"));
    }
    let places = Array::float64("Points", 3, points.iter().flatten().copied())?;
    let connectivity = Array::int32("connectivity", connectivity.iter().map(|i| *i as i32))?;
    let ends = Array::int32("offsets", offsets.iter().map(|i| *i as i32))?;
    let kinds = Array::int32("types", types.iter().map(|t| i32::from(*t)))?;
    let on_points =
        |(name, values): &(String, Vec<[f64; 3]>)| Array::float64(name, 3, values.iter().flatten().copied());
    let fields = fields.iter().map(on_points).collect::<Result<Vec<_>, _>>()?;
    let sections = [
        ("PointData", fields.iter().collect()),
        ("Points", vec![&places]),
        ("Cells", vec![&connectivity, &ends, &kinds]),
    ];
    let piece = format!("NumberOfPoints=\"{}\" NumberOfCells=\"{}\"", points.len(), offsets.len());
    Ok(compose_kind("UnstructuredGrid", "", &piece, &sections))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> Volume {
        Volume {
            name: "solid".into(),
            points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            connectivity: vec![0, 1, 2, 3],
            offsets: vec![4],
            types: vec![10],
            fields: vec![("displacement_m".into(), vec![[0.0; 3]; 4])],
        }
    }

    #[test]
    fn a_tetrahedron_is_one_cell_of_an_unstructured_grid() {
        let bytes = write_volume(&tetrahedron()).expect("a sound volume");
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("type=\"UnstructuredGrid\"") && text.contains("NumberOfCells=\"1\""));
        assert!(text.contains("displacement_m") && text.contains("Name=\"types\""));
    }

    #[test]
    fn a_broken_volume_never_reaches_the_disk() {
        let breaks: [fn(&mut Volume); 4] =
            [|v| v.connectivity[0] = 9, |v| v.offsets[0] = 3, |v| v.types.clear(), |v| v.fields[0].1.truncate(2)];
        for (case, broken) in breaks.iter().enumerate() {
            let mut volume = tetrahedron();
            broken(&mut volume);
            assert!(matches!(write_volume(&volume), Err(WriteError::Shape { .. })), "case {case}");
        }
    }
}
