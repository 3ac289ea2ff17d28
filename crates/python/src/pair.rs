//! Two surfaces on an elastic foundation, at arrays of poses.

use std::sync::Arc;

use joints::contact::{Coulomb as Rubbing, Material, Use, check_material};
use joints::replacement::parameters::Output;
use mechanics::contact::surfaces::{PairError, PairSettings, Sampled, Twist};
use mechanics::contact::{Coulomb, Layer, PressureLaw};
use mechanics::geometry::Surface;
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, MeshError, TriangleMesh};
use nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use quantity::{Length, Velocity};
use serde::Deserialize;
use study::Words;

use crate::error::misuse;
use crate::job;
use crate::law::{doubles, fill, unreadable, wrong};

/// What a pair is made of, beside its surfaces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Asked {
    thickness: Length,
    material: Material,
    #[serde(default)]
    logarithmic: bool,
    #[serde(default)]
    spacing: Option<Length>,
    #[serde(default)]
    sampled: Option<Carrier>,
    #[serde(default)]
    flat: bool,
    #[serde(default)]
    friction: f64,
    #[serde(default)]
    transition_speed: Option<Velocity>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Carrier {
    Base,
    Follower,
    Both,
}

/// Two surfaces of triangles, the base lined with a layer.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct SurfacePair {
    inner: Arc<mechanics::contact::surfaces::SurfacePair>,
}

/// Rows of numbers in an array of poses or twists, and of results.
const POSE: usize = 16;
const TWIST: usize = 6;
const RESULT: usize = 12;

fn surface(points: &[f64], triangles: &[i64], flat: bool) -> PyResult<Arc<dyn Surface>> {
    let (points, rest) = points.as_chunks::<3>();
    let (corners, left) = triangles.as_chunks::<3>();
    if !rest.is_empty() || !left.is_empty() {
        return Err(misuse("points and triangles have three numbers each"));
    }
    let index = |i: &i64| u32::try_from(*i).map_err(|_| misuse(format!("{i} is not the number of a point")));
    let corners =
        corners.iter().map(|[a, b, c]| Ok([index(a)?, index(b)?, index(c)?])).collect::<PyResult<Vec<_>>>()?;
    let points = points.iter().map(|point| Vector3::from(*point)).collect();
    let refuse = |error: MeshError| misuse(Words::new(&error, error.hint().unwrap_or_default()));
    let mesh = TriangleMesh::new(points, corners).map_err(refuse)?.weld(0.0).mesh;
    Ok(if flat {
        Arc::new(FacetedSurface::new(mesh).map_err(refuse)?)
    } else {
        Arc::new(CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).map_err(refuse)?)
    })
}

#[pymethods]
impl SurfacePair {
    /// Points (m) and triangles of base and follower, and what lies between them as JSON.
    #[new]
    fn new(
        py: Python<'_>,
        points: [PyBuffer<f64>; 2],
        triangles: [PyBuffer<i64>; 2],
        description: &str,
    ) -> PyResult<Self> {
        let hint = "lengths and speeds are text with a unit, a material is a name or its modulus and Poisson's ratio";
        let asked: Asked = serde_json::from_str(description).map_err(|error| unreadable(&error, hint))?;
        let mut problems = Vec::new();
        check_material("material", &asked.material, Use::Layer, &mut problems);
        let material = asked.material.elastic().filter(|_| problems.is_empty()).ok_or_else(|| wrong(&problems))?;
        let layer = Layer { thickness: asked.thickness.si(), material };
        let law = if asked.logarithmic { PressureLaw::logarithmic(layer, None) } else { PressureLaw::linear(&[layer]) };
        // What is not given is what a study takes.
        let spacing = asked.spacing.unwrap_or_else(|| Output::default().spacing);
        let mut settings = PairSettings::new(
            law.map_err(|error| misuse(Words::new(&error, error.hint().unwrap_or_default())))?,
            spacing.si(),
        );
        match asked.sampled {
            Some(Carrier::Base) => settings.sampled = Sampled::Base,
            Some(Carrier::Follower) => settings.sampled = Sampled::Follower,
            Some(Carrier::Both) => settings.sampled = Sampled::Both,
            None => {}
        }
        if asked.friction > 0.0 {
            let transition_speed = asked.transition_speed.unwrap_or_else(|| Rubbing::default().transition_speed).si();
            let (static_coefficient, dynamic_coefficient) = (asked.friction, asked.friction);
            settings.friction = Coulomb { static_coefficient, dynamic_coefficient, transition_speed };
        }
        let mut surfaces = Vec::new();
        for (points, triangles) in points.iter().zip(&triangles) {
            let (points, triangles) = (doubles(py, points)?, triangles.to_vec(py)?);
            surfaces.push(py.detach(|| surface(&points, &triangles, asked.flat))?);
        }
        let (follower, base) = (surfaces.pop(), surfaces.pop());
        let (Some(base), Some(follower)) = (base, follower) else { return Err(misuse("a pair has two surfaces")) };
        let made = py.detach(|| mechanics::contact::surfaces::SurfacePair::new(base, follower, settings));
        let refuse = |error: PairError| misuse(Words::new(&error, error.hint().unwrap_or_default()));
        Ok(Self { inner: Arc::new(made.map_err(refuse)?) })
    }

    /// Wrench and patch at poses (4×4 each) and twists, twelve numbers each: force, moment, stored energy, lost power, area,
    /// peak pressure, deepest indentation, error of the quadrature.
    fn evaluate(
        &self,
        py: Python<'_>,
        poses: PyBuffer<f64>,
        twists: PyBuffer<f64>,
        out: PyBuffer<f64>,
    ) -> PyResult<()> {
        let (poses, twists) = (doubles(py, &poses)?, doubles(py, &twists)?);
        if poses.len() / POSE != twists.len() / TWIST {
            return Err(misuse(format!("{} poses and {} twists", poses.len() / POSE, twists.len() / TWIST)));
        }
        let pair = self.inner.clone();
        let computed = job::run(py, None, None, move |_| {
            let mut scratch = pair.scratch();
            let mut values = Vec::with_capacity(poses.len() / POSE * RESULT);
            for (pose, twist) in poses.chunks_exact(POSE).zip(twists.chunks_exact(TWIST)) {
                let pose = isometry(pose)?;
                let twist = Twist {
                    linear: Vector3::from_row_slice(&twist[..3]),
                    angular: Vector3::from_row_slice(&twist[3..]),
                };
                let response = pair.evaluate(&pose, &twist, &mut scratch);
                let patch = scratch.patch();
                values.extend(response.wrench().iter());
                values.extend([response.energy, response.dissipated_power, patch.area, patch.peak_pressure]);
                values.extend([patch.deepest, response.quadrature_error]);
            }
            Ok::<_, String>(values)
        })?;
        fill(py, &out, &computed.map_err(misuse)?)
    }
}

/// A pose from the rows of its matrix.
fn isometry(rows: &[f64]) -> Result<Isometry3<f64>, String> {
    let turn = Matrix3::from_fn(|i, j| rows[4 * i + j]);
    let wrong = (turn * turn.transpose() - Matrix3::identity()).amax();
    if wrong.is_nan() || wrong >= 1e-6 || turn.determinant() < 0.0 {
        return Err(format!("a pose does not turn but deform: R Rᵀ differs from 1 by {wrong:.1e}"));
    }
    let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn));
    Ok(Isometry3::from_parts(Translation3::new(rows[3], rows[7], rows[11]), rotation))
}
