//! An implant by its radii: triangles, a drawing, and the exact surfaces on arrays of points.

use std::path::PathBuf;
use std::sync::Arc;

use joints::replacement::design::Designed;
use mechanics::geometry::Surface as Exact;
use nalgebra::Vector3;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use quantity::Length;
use results::Surface;
use synovia::design::{compute_parts, designed, write};

use crate::error::{failed, misuse};
use crate::job;
use crate::law::{doubles, fill};
use crate::numbers::Numbers;
use crate::study::Study;

/// Numbers that are said about each point: distance, nearest point, normal, two curvatures, whether the surface ends there.
const RESULT: usize = 10;

/// The parts of an implant by design.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Design {
    designed: Arc<Designed>,
    /// Femoral component and closed insert as triangles, in m.
    parts: Arc<[Surface; 2]>,
}

impl Design {
    fn exact(&self, part: usize) -> &dyn Exact {
        if part == 0 { &self.designed.femoral } else { &self.designed.insert }
    }
}

#[pymethods]
impl Design {
    /// The parts of a study with an implant by design; sides of triangles are nowhere further from the surface than `sagitta`.
    #[new]
    fn new(py: Python<'_>, study: &Study, name: &str, sagitta: &str) -> PyResult<Self> {
        let sagitta = sagitta.parse::<Length>().map_err(misuse)?;
        let designed = designed(&study.inner, name).map_err(|failure| failed(&failure))?.clone();
        let made = job::run(py, None, None, move |_| {
            let parts = compute_parts(&designed, sagitta)?;
            Ok::<_, synovia::failure::Failure>((designed, parts))
        })?;
        let (designed, parts) = made.map_err(|failure| failed(&failure))?;
        Ok(Self { designed: Arc::new(designed), parts: Arc::new(parts) })
    }

    /// Points (m) and corners of the triangles of a part: 0 the femoral component, 1 the insert.
    fn triangles(&self, part: usize) -> PyResult<(Numbers, Numbers)> {
        let surface = self.parts.get(part).ok_or_else(|| misuse(format!("there is no part {part}")))?;
        let points = Numbers::new(self.parts.clone(), surface.points.as_flattened(), &[surface.points.len(), 3]);
        let corners = [surface.connectivity.len() / 3, 3];
        Ok((points, Numbers::new(self.parts.clone(), &surface.connectivity, &corners)))
    }

    /// Where points land on the exact surface of a part, ten numbers each.
    fn evaluate(&self, py: Python<'_>, part: usize, points: PyBuffer<f64>, out: PyBuffer<f64>) -> PyResult<()> {
        let points = doubles(py, &points)?;
        let computed = py.detach(|| {
            let (surface, mut values) = (self.exact(part), Vec::with_capacity(points.len() / 3 * RESULT));
            for point in points.as_chunks::<3>().0 {
                let foot = surface.closest_point(&Vector3::from(*point));
                let curvature = surface.curvature(&foot).values;
                values.push(foot.distance);
                values.extend(foot.point.iter().chain(foot.normal.iter()).chain(&curvature));
                values.push(f64::from(u8::from(foot.on_edge)));
            }
            values
        });
        fill(py, &out, &computed)
    }

    /// Sections with their radii, as SVG.
    #[getter]
    fn drawing(&self) -> String {
        self.designed.draw()
    }

    /// Writes both parts in millimetres and the drawing, as `synovia design` does; the files.
    #[pyo3(signature = (folder, force=false))]
    fn save(&self, py: Python<'_>, folder: PathBuf, force: bool) -> PyResult<Vec<PathBuf>> {
        let written = py.detach(|| write(&self.parts, &self.designed, &folder, force));
        written.map_err(|failure| failed(&failure))
    }
}
