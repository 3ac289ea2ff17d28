//! A recorded surface, checked and made ready to be drawn.

use results::{Field, Surface, SurfaceRecord, Track};

use crate::ReportError;
use crate::lambert::Lambert;
use crate::number::{Unit, fixed};
use crate::scale::Bands;

/// A recorded surface whose arrays fit together, with its flat map.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    /// What was recorded.
    pub record: &'a SurfaceRecord,
    /// The map.
    pub map: Lambert,
    /// Every point on the map, in radii.
    pub flat: Vec<[f64; 2]>,
    /// Edges that belong to one cell only: the rim.
    pub rim: Vec<[u32; 2]>,
}

/// Range of a field over all places and frames, and where its maximum is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Range {
    /// Smallest value, at most 0, SI.
    pub low: f64,
    /// Largest value, at least 0, SI.
    pub high: f64,
    /// Frame of the largest value.
    pub peak_frame: usize,
    /// Unit for display.
    pub unit: Unit,
    /// One scale of colours for all frames, in display units.
    pub bands: Bands,
}

impl<'a> Scene<'a> {
    /// Checks the record and draws its map.
    pub fn new(record: &'a SurfaceRecord) -> Result<Self, ReportError> {
        check(record)?;
        let map = Lambert::fit(&record.surface.points, record.view_from, record.up);
        let flat = record.surface.points.iter().map(|&p| map.project(p)).collect();
        Ok(Self { record, map, flat, rim: rim(record) })
    }

    /// Range, unit and colours of one of its fields.
    pub fn range(&self, field: &Field) -> Range {
        let (mut low, mut high, mut peak) = (0.0f32, 0.0f32, 0);
        for (i, &value) in field.values.iter().enumerate() {
            if value.is_finite() && value > high {
                (high, peak) = (value, i);
            } else if value.is_finite() && value < low {
                low = value;
            }
        }
        if let Some([least, largest]) = field.scale {
            (low, high) = (low.min(least), high.max(largest));
        }
        let unit = Unit::of(&field.name);
        let (low, high) = (f64::from(low), f64::from(high));
        let bands = Bands::over(low * unit.factor, high * unit.factor);
        Range { low, high, peak_frame: peak / field.count(&self.record.surface).max(1), unit, bands }
    }

    /// The points of a track on the map, in radii; NaN where it has none.
    pub fn flat_track(&self, track: &Track) -> Vec<[f64; 2]> {
        track.points.iter().map(|&p| self.map.project(p)).collect()
    }

    /// Half the width of the map, in radii.
    pub fn reach(&self) -> f64 {
        let reach = self.flat.iter().flatten().fold(0.0f64, |reach, x| reach.max(x.abs()));
        if reach > 0.0 { reach } else { 1.0 }
    }

    /// The name of an instant: `20 % · 0.222 s`; empty where there is only one.
    pub fn instant(&self, frame: usize) -> String {
        let times = &self.record.times;
        if self.record.name.starts_with(WORN) {
            return times
                .get(frame)
                .map_or_else(String::new, |millions| format!("{} million cycles", fixed(*millions, 2)));
        }
        match (times.first(), times.last(), times.get(frame)) {
            (Some(first), Some(last), Some(time)) if last > first => {
                format!("{} % · {} s", fixed(100.0 * (time - first) / (last - first), 0), fixed(*time, 3))
            }
            _ => String::new(),
        }
    }
}

/// Frames of a surface of this name are not seconds of a cycle but millions of cycles of a lifetime.
const WORN: &str = "worn_";

fn check(record: &SurfaceRecord) -> Result<(), ReportError> {
    let surface = &record.surface;
    check_cells(&record.name, surface)?;
    if let Some(other) = &record.counterpart {
        check_cells(&other.label, &other.shape)?;
    }
    let frames = record.times.len();
    let lengths = record.fields.iter().map(|f| (&f.name, f.values.len(), frames * f.count(surface)));
    let lengths = lengths.chain(record.tracks.iter().map(|t| (&t.name, t.points.len(), frames)));
    let lengths = lengths.chain(record.counterpart.iter().map(|c| (&c.label, c.motion.len(), frames)));
    for (name, found, expected) in lengths {
        if found != expected {
            return Err(ReportError::Length { place: format!("{}/{name}", record.name), found, expected });
        }
    }
    Ok(())
}

/// Every cell is a polygon of points that are there.
fn check_cells(name: &str, surface: &Surface) -> Result<(), ReportError> {
    let points = surface.points.len();
    let mut start = 0;
    for (cell, &end) in surface.offsets.iter().enumerate() {
        let corners = surface.connectivity.get(start..end as usize);
        if corners.is_none_or(|c| c.len() < 3 || c.iter().any(|&p| p as usize >= points)) {
            return Err(ReportError::Cell { surface: name.into(), cell, points });
        }
        start = end as usize;
    }
    Ok(())
}

fn rim(record: &SurfaceRecord) -> Vec<[u32; 2]> {
    let surface = &record.surface;
    let mut all: Vec<[u32; 2]> = (0..surface.cells()).flat_map(|cell| edges(surface.cell(cell))).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).map(|alone| alone[0]).collect()
}

fn edges(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let next = corners.iter().cycle().skip(1);
    // An edge that has shrunk to a point (the pole of a polar mesh) bounds nothing.
    corners.iter().zip(next).filter(|(a, b)| a != b).map(|(&a, &b)| [a.min(b), a.max(b)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_squares() -> SurfaceRecord {
        let points = (0..6).map(|i| [f64::from(i % 3), f64::from(i / 3), 0.0]).collect();
        SurfaceRecord {
            name: "plate".into(),
            label: "Plate".into(),
            surface: Surface { points, connectivity: vec![0, 1, 4, 3, 1, 2, 5, 4], offsets: vec![4, 8] },
            view_from: [0.0, 0.0, 1.0],
            up: [0.0, 1.0, 0.0],
            compass: Default::default(),
            times: vec![0.0, 0.5, 1.0],
            fields: vec![
                Field::on_cells("pressure_Pa", "Pressure", vec![0.0, 1e6, f32::NAN, 3e6, 2e6, 0.0]),
                Field::on_points("depth_m", "Depth", (0..18).map(|i| i as f32).collect()),
            ],
            tracks: vec![],
            counterpart: None,
        }
    }

    #[test]
    fn rim_is_the_edges_of_one_cell() {
        let record = two_squares();
        let scene = Scene::new(&record).expect("a good surface");
        assert_eq!(scene.rim, [[0, 1], [0, 3], [1, 2], [2, 5], [3, 4], [4, 5]]);
    }

    #[test]
    fn range_ignores_what_is_not_a_number() {
        let record = two_squares();
        let scene = Scene::new(&record).expect("a good surface");
        let range = scene.range(&record.fields[0]);
        assert_eq!((range.low, range.high, range.peak_frame), (0.0, 3e6, 1));
        let range = scene.range(&record.fields[1]);
        assert_eq!((range.low, range.high, range.peak_frame), (0.0, 17.0, 2));
    }

    #[test]
    fn instants_are_named_by_percent_and_second() {
        let record = two_squares();
        let scene = Scene::new(&record).expect("a good surface");
        assert_eq!(scene.instant(1), "50 % · 0.500 s");
    }

    #[test]
    fn surfaces_that_do_not_fit_together_are_refused() {
        let mut record = two_squares();
        record.surface.connectivity[7] = 6;
        assert!(matches!(Scene::new(&record), Err(ReportError::Cell { cell: 1, points: 6, .. })));
        let mut record = two_squares();
        record.surface.offsets = vec![8, 4];
        assert!(matches!(Scene::new(&record), Err(ReportError::Cell { cell: 1, .. })));
        let mut record = two_squares();
        record.fields[0].values.pop();
        assert!(matches!(Scene::new(&record), Err(ReportError::Length { found: 5, expected: 6, .. })));
    }
}
