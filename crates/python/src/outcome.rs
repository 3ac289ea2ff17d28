//! What one run hands back, looked at where it is.

use std::sync::Arc;
use std::time::SystemTime;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use results::{Site, SurfaceRecord, VolumeRecord};
use study::Words;

use crate::error::{misuse, raise};
use crate::numbers::Numbers;
use crate::table::Table;

/// The result of one run: headline numbers, warnings, series, fields.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Outcome {
    pub inner: Arc<results::Outcome>,
    /// When the run began.
    pub started: SystemTime,
    /// How long it took, in s.
    pub seconds: f64,
}

impl Outcome {
    pub fn new(inner: results::Outcome, started: SystemTime) -> Self {
        let seconds = started.elapsed().map_or(0.0, |time| time.as_secs_f64());
        Self { inner: Arc::new(inner), started, seconds }
    }

    fn look<T: crate::numbers::Number>(&self, values: &[T], shape: &[usize]) -> Numbers {
        Numbers::new(self.inner.clone(), values, shape)
    }

    fn surface<'py>(&self, py: Python<'py>, record: &SurfaceRecord) -> PyResult<Bound<'py, PyDict>> {
        let SurfaceRecord { surface, times, fields, tracks, .. } = record;
        let entry = PyDict::new(py);
        entry.set_item("label", &record.label)?;
        entry.set_item("points", self.look(surface.points.as_flattened(), &[surface.points.len(), 3]))?;
        entry.set_item("connectivity", self.look(&surface.connectivity, &[surface.connectivity.len()]))?;
        entry.set_item("offsets", self.look(&surface.offsets, &[surface.offsets.len()]))?;
        entry.set_item("times", self.look(times, &[times.len()]))?;
        let all = PyDict::new(py);
        for field in fields {
            let count = field.count(surface);
            let frames = field.values.len().checked_div(count).unwrap_or_default();
            let site = if field.site == Site::Cells { "cells" } else { "points" };
            all.set_item(&field.name, (&field.label, site, self.look(&field.values, &[frames, count])))?;
        }
        entry.set_item("fields", all)?;
        let paths = PyDict::new(py);
        for track in tracks {
            let points = self.look(track.points.as_flattened(), &[track.points.len(), 3]);
            paths.set_item(&track.name, (&track.label, points))?;
        }
        entry.set_item("tracks", paths)?;
        Ok(entry)
    }

    fn volume<'py>(&self, py: Python<'py>, record: &VolumeRecord) -> PyResult<Bound<'py, PyDict>> {
        let VolumeRecord { volume, times, fields, .. } = record;
        let entry = PyDict::new(py);
        entry.set_item("label", &record.label)?;
        entry.set_item("points", self.look(volume.points.as_flattened(), &[volume.points.len(), 3]))?;
        entry.set_item("connectivity", self.look(&volume.connectivity, &[volume.connectivity.len()]))?;
        entry.set_item("points_of_cells", volume.kinds.iter().map(|kind| kind.points()).collect::<Vec<_>>())?;
        entry.set_item("times", self.look(times, &[times.len()]))?;
        let all = PyDict::new(py);
        for field in fields {
            let count = volume.points.len() * field.components;
            let frames = field.values.len().checked_div(count).unwrap_or_default();
            let shape = [frames, volume.points.len(), field.components];
            let shape = if field.components == 1 { &shape[..2] } else { &shape[..] };
            all.set_item(&field.name, (&field.label, "points", self.look(&field.values, shape)))?;
        }
        entry.set_item("fields", all)?;
        Ok(entry)
    }
}

#[pymethods]
impl Outcome {
    /// Machine name, label and SI value of every headline number, in reading order.
    #[getter]
    fn headline(&self) -> Vec<(String, String, f64)> {
        self.inner.headline.iter().map(|one| (one.name.clone(), one.label.clone(), one.value)).collect()
    }

    /// A headline number in its SI unit.
    fn value(&self, name: &str) -> PyResult<f64> {
        self.inner.value(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    /// Code, severity and text of everything to know before the numbers are trusted.
    #[getter]
    fn warnings(&self) -> Vec<(String, &'static str, String)> {
        let word = |severity| if severity == results::Severity::Caution { "caution" } else { "note" };
        self.inner.warnings.iter().map(|one| (one.code.clone(), word(one.severity), one.text.clone())).collect()
    }

    /// Work done, equal on every machine.
    #[getter]
    fn work(&self) -> Vec<(String, u64)> {
        self.inner.work.clone()
    }

    /// What happened along the cycle, one row a frame.
    #[getter]
    fn series(&self) -> Table {
        Table::of_series(&self.inner)
    }

    /// Names of the surfaces.
    #[getter]
    fn surface_names(&self) -> Vec<String> {
        self.inner.surfaces.iter().map(|record| record.name.clone()).collect()
    }

    /// A surface: geometry, times, fields, tracks.
    fn surface_parts<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let record = self.inner.surfaces.iter().find(|record| record.name == name);
        self.surface(py, record.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?)
    }

    /// Names of the solids.
    #[getter]
    fn volume_names(&self) -> Vec<String> {
        self.inner.volumes.iter().map(|record| record.name.clone()).collect()
    }

    /// A solid: geometry, times, fields.
    fn volume_parts<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let record = self.inner.volumes.iter().find(|record| record.name == name);
        self.volume(py, record.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?)
    }

    /// How long the run took, in s.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Everything as bytes, for `pickle`; only this build of the program reads them.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let since = self.started.duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
        let bytes = py.detach(|| postcard::to_allocvec(&(synovia::BUILD, since, self.seconds, &*self.inner)));
        Ok(PyBytes::new(py, &bytes.map_err(misuse)?))
    }

    /// Reads what `to_bytes` wrote.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let (build, _) = postcard::take_from_bytes::<String>(bytes).map_err(misuse)?;
        if build != synovia::BUILD {
            let message =
                format!("this result was pickled by build {build} of synovia, this is build {}", synovia::BUILD);
            let hint = "pickles are for one build; `result.save(folder)` writes what every version reads";
            return Err(raise("VersionError", &Words::new(message, hint).to_string(), &[]));
        }
        let read = py.detach(|| postcard::from_bytes::<(String, f64, f64, results::Outcome)>(bytes));
        let (_, since, seconds, inner) = read.map_err(misuse)?;
        let started = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs_f64(since);
        Ok(Self { inner: Arc::new(inner), started, seconds })
    }
}
