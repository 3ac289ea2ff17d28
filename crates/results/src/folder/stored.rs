//! A result as it was before it was written: the sketch of its figures, filled with what the other files hold.

use formats::surface_file::read_vtp_fields;
use formats::{Surface, SurfaceFile};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::ResultFolder;
use crate::{Outcome, Plot, ReadError, Scalar, SurfaceRecord, Table, Track, WriteError};

/// The file of the sketch.
pub(crate) const SKETCH: &str = "figures.json";

/// An outcome without its arrays, which stand in other files; paths are short, and stand here.
#[derive(Serialize, Deserialize)]
struct Sketch {
    outcome: Outcome,
    /// For every surface its tracks; nothing where there is no contact.
    tracks: Vec<Vec<Vec<Option<[f64; 3]>>>>,
}

/// What `figures.json` says: labels, figures, views.
pub(crate) fn sketch(outcome: &Outcome) -> Result<String, WriteError> {
    let mut series = Table::default();
    for column in outcome.series.columns() {
        series.push(&column.name, &column.label, Vec::new());
    }
    let present = |point: &[f64; 3]| Some(*point).filter(|p| p.iter().all(|x| x.is_finite()));
    let tracks = outcome
        .surfaces
        .iter()
        .map(|record| record.tracks.iter().map(|track| track.points.iter().map(present).collect()).collect());
    let sketch = Sketch {
        tracks: tracks.collect(),
        outcome: Outcome {
            headline: outcome.headline.clone(),
            series,
            surfaces: outcome.surfaces.iter().map(without_arrays).collect(),
            figures: outcome.figures.clone(),
            ..Outcome::default()
        },
    };
    Ok(serde_json::to_string(&sketch).map_err(|error| WriteError::encode(SKETCH, error))? + "\n")
}

fn without_arrays(record: &SurfaceRecord) -> SurfaceRecord {
    SurfaceRecord {
        name: record.name.clone(),
        label: record.label.clone(),
        surface: Surface { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() },
        view_from: record.view_from,
        up: record.up,
        compass: record.compass.clone(),
        times: record.times.clone(),
        fields: record.fields.iter().map(|field| crate::Field { values: Vec::new(), ..field.clone() }).collect(),
        tracks: record.tracks.iter().map(|track| Track { points: Vec::new(), ..track.clone() }).collect(),
        // Short, like the paths; its shape has no fields and stands in no other file.
        counterpart: record.counterpart.clone(),
    }
}

impl ResultFolder {
    /// The outcome as it was before it was written: numbers, curves, surfaces with their fields, figures. Where fields
    /// for ParaView were left out, or an older program wrote the result, figures that need them are left out, too.
    ///
    /// # Errors
    /// A file that is there and damaged.
    pub fn load_outcome(&self) -> Result<Outcome, ReadError> {
        let series = self.load_series()?;
        let file = self.path.join(SKETCH);
        if !file.exists() {
            return Ok(self.without_sketch(series));
        }
        let Sketch { mut outcome, tracks } =
            serde_json::from_slice(&self.read(SKETCH)?).map_err(|error| ReadError::malformed(&file, error))?;
        outcome.warnings.clone_from(&self.summary.warnings);
        outcome.work.clone_from(&self.summary.work);
        for scalar in &mut outcome.headline {
            if let Some(value) = self.summary.value(&scalar.name) {
                scalar.value = value;
            }
        }
        outcome.series = relabelled(series, &outcome.series);
        let sketched = std::mem::take(&mut outcome.surfaces);
        for (record, tracks) in sketched.into_iter().zip(tracks) {
            if let Some(filled) = self.fill(record, &tracks)? {
                outcome.surfaces.push(filled);
            }
        }
        let (surfaces, series) = (&outcome.surfaces, &outcome.series);
        outcome.figures.retain(|figure| match &figure.plot {
            Plot::Maps { surface, .. } | Plot::Viewer { surface } => surfaces.iter().any(|s| s.name == *surface),
            Plot::Lines { curves, .. } | Plot::Loops { curves, .. } => {
                curves.iter().all(|c| series.column(&c.x).is_some() && series.column(&c.y).is_some())
            }
            _ => true,
        });
        Ok(outcome)
    }

    /// A result of an older program: what its names tell.
    fn without_sketch(&self, series: Table) -> Outcome {
        let label = |name: &str| quantity::describe_si(name).map_or_else(|| name.to_owned(), |known| known.label);
        let headline = self.summary.values.iter().map(|(name, value)| Scalar::new(name, &label(name), *value));
        let mut labelled = Table::default();
        for column in series.columns() {
            labelled.push(&column.name, &label(&column.name), column.values.clone());
        }
        Outcome {
            headline: headline.collect(),
            warnings: self.summary.warnings.clone(),
            work: self.summary.work.clone(),
            series: labelled,
            ..Outcome::default()
        }
    }

    /// Geometry and fields of a surface from its frames; nothing where none were written.
    fn fill(
        &self,
        mut record: SurfaceRecord,
        tracks: &[Vec<Option<[f64; 3]>>],
    ) -> Result<Option<SurfaceRecord>, ReadError> {
        let name = record.name.clone();
        let safe = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
        let frame = |index: usize| self.path.join(&name).join(format!("{name}_{index:04}.vtp"));
        if !safe || !frame(0).is_file() {
            return Ok(None);
        }
        let load = |index: usize| self.read(&format!("{name}/{name}_{index:04}.vtp"));
        let first = load(0)?;
        let read = SurfaceFile::read(&first).map_err(|error| ReadError::malformed(&frame(0), error))?;
        record.surface = read.surface;
        let frames: Vec<Vec<Vec<f32>>> = (0..record.times.len())
            .into_par_iter()
            .map(|index| {
                let path = frame(index);
                let arrays = read_vtp_fields(&load(index)?).map_err(|error| ReadError::malformed(&path, error))?;
                let own = record.fields.iter().map(|field| {
                    let found = arrays.iter().find(|(site, name, _)| *site == field.site && *name == field.name);
                    let (_, _, values) = found
                        .filter(|(_, _, values)| values.len() == field.count(&record.surface))
                        .ok_or_else(|| ReadError::malformed(&path, format!("no sound field `{}`", field.name)))?;
                    Ok(values.iter().map(|value| *value as f32).collect())
                });
                own.collect()
            })
            .collect::<Result<_, ReadError>>()?;
        for frame in frames {
            for (field, values) in record.fields.iter_mut().zip(frame) {
                field.values.extend(values);
            }
        }
        for (track, points) in record.tracks.iter_mut().zip(tracks) {
            track.points = points.iter().map(|point| point.unwrap_or([f64::NAN; 3])).collect();
            track.points.resize(record.times.len(), [f64::NAN; 3]);
        }
        Ok(Some(record))
    }
}

/// The columns of a file with the labels of a sketch.
fn relabelled(series: Table, sketch: &Table) -> Table {
    let mut table = Table::default();
    for column in series.columns() {
        let label = sketch.column(&column.name).map_or(&column.label, |known| &known.label);
        table.push(&column.name, label, column.values.clone());
    }
    table
}
