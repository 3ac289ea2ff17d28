//! The two parts as surfaces in anatomical axes.

use mechanics::geometry::Surface as Queried;
use mechanics::geometry::mesh::{
    CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, Fineness, MeshReport, TriangleMesh, question_unit,
};
use nalgebra::{Isometry3, Point3, Vector3};
use results::Surface;
use std::sync::Arc;

use super::design::Designed;
use super::parameters::{Facets, Implant, PartFile};
use crate::{Problem, Recent, compute_key};

/// The surfaces of both parts as their files have them, in m.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The femoral component.
    pub femoral: Surface,
    /// The bearing surface of the insert.
    pub insert: Surface,
}

/// A part, ready for contact.
#[derive(Clone)]
pub(super) struct Part {
    pub mesh: TriangleMesh,
    pub surface: Arc<dyn Queried>,
    /// What flat facets would do, and by how much; only for parts that are taken flat.
    pub fineness: Option<Fineness>,
    /// Faults of the mesh, in words.
    pub faults: Vec<String>,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Part").field("triangles", &self.mesh.triangles().len()).finish_non_exhaustive()
    }
}

/// Points anterior, superior and lateral of a point in a file's own axes, as signed indices.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileAxes([(usize, f64); 3]);

impl FileAxes {
    /// Those of a file, or of all files of the implant.
    pub fn of(implant: &Implant, file: &Option<PartFile>, path: &str) -> Result<Self, Problem> {
        match file.as_ref().and_then(|file| file.axes.as_ref()) {
            Some([a, s, l]) => {
                Self::read([a, s, l]).map_err(|problem| Problem { path: format!("{path}.axes"), ..problem })
            }
            None => Self::read(implant.file_axes()),
        }
    }

    /// Reads names such as `-x`.
    pub fn read(names: [&str; 3]) -> Result<Self, Problem> {
        let mut found = [(0, 1.0); 3];
        for (axis, name) in found.iter_mut().zip(names) {
            let (sign, letter) = match name.strip_prefix('-') {
                Some(letter) => (-1.0, letter),
                None => (1.0, name.strip_prefix('+').unwrap_or(name)),
            };
            let index = ["x", "y", "z"].iter().position(|known| *known == letter).ok_or_else(|| {
                Problem::new(
                    "implant.axes",
                    format!("\"{name}\" is no axis"),
                    "write x, y or z, with a minus where it points the other way",
                )
            })?;
            *axis = (index, sign);
        }
        let used: Vec<usize> = found.iter().map(|(index, _)| *index).collect();
        if (0..3).any(|axis| !used.contains(&axis)) {
            let message = format!("the axes {} do not name x, y and z once each", names.join(", "));
            return Err(Problem::new("implant.axes", message, "for example [\"x\", \"y\", \"z\"]"));
        }
        Ok(Self(found))
    }

    fn turn(&self, [x, y, z]: &[f64; 3]) -> [f64; 3] {
        let at = [x, y, z];
        self.0.map(|(index, sign)| sign * at[index])
    }

    /// Whether left becomes right: then the outside of every triangle has to be turned back.
    fn mirrors(&self) -> bool {
        let column = |k: usize| {
            let mut v = Vector3::zeros();
            v[self.0[k].0] = self.0[k].1;
            v
        };
        column(0).cross(&column(1)).dot(&column(2)) < 0.0
    }
}

/// Femoral component and insert of the last two implants.
static ROUNDED: Recent<Part> = Recent::new(4);

/// How a part is asked for.
#[derive(Debug)]
struct Asked<'a> {
    axes: FileAxes,
    /// In m.
    unit: f64,
    place: Isometry3<f64>,
    facets: Facets,
    path: &'a str,
}

impl Asked<'_> {
    /// Everything that decides the part.
    fn key(&self, surface: &Surface) -> String {
        let points: Vec<u8> = surface.points.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let corners: Vec<u8> =
            surface.connectivity.iter().chain(&surface.offsets).flat_map(|i| i.to_le_bytes()).collect();
        compute_key("part", 1, &[format!("{self:?}").as_bytes(), &points, &corners])
    }
}

impl Part {
    /// Femoral component and insert by design: exact surfaces, and meshes to look at.
    pub fn designed(designed: &Designed) -> [Self; 2] {
        let [femoral, insert] = designed.meshes();
        let part =
            |mesh: TriangleMesh, surface: Arc<dyn Queried>| Self { mesh, surface, fineness: None, faults: Vec::new() };
        [part(femoral, Arc::new(designed.femoral.clone())), part(insert, Arc::new(designed.insert.clone()))]
    }

    /// Welds, turns and rounds a surface; `path` is where it stands in the parameters. Runs of one process that have the same
    /// parts share them.
    pub fn new(surface: &Surface, implant: &Implant, file: &Option<PartFile>, path: &str) -> Result<Self, Problem> {
        let axes = FileAxes::of(implant, file, path)?;
        let asked = Asked {
            axes,
            unit: file.as_ref().map_or(1.0, |file| file.unit.metres()),
            place: file.as_ref().map_or(Isometry3::identity(), PartFile::placement),
            facets: implant.facets,
            path,
        };
        ROUNDED.obtain(asked.key(surface), || Self::round(surface, &asked))
    }

    fn round(surface: &Surface, asked: &Asked<'_>) -> Result<Self, Problem> {
        let &Asked { axes, unit, place, facets, path } = asked;
        let refuse = |message: String| Problem::new(path, message, "look at it with `synovia mesh`");
        let points: Vec<[f64; 3]> =
            surface.points.iter().map(|point| (place * Point3::from(axes.turn(point))).into()).collect();
        let mut mesh = TriangleMesh::from_polygons(&points, &surface.connectivity, &surface.offsets)
            .map_err(|error| refuse(error.to_string()))?;
        if axes.mirrors() {
            let turned = mesh.triangles().iter().map(|[a, b, c]| [*a, *c, *b]).collect();
            mesh = TriangleMesh::new(mesh.vertices().to_vec(), turned).map_err(|error| refuse(error.to_string()))?;
        }
        let mesh = mesh.weld(0.0).mesh;
        let [low, high] = mesh.compute_bounds();
        let size = (high - low).amax();
        if let Some(question) = question_unit(size, unit) {
            let hint = match question.suggestion {
                Some(name) => format!("is the file in {name}? say unit = \"{name}\""),
                None => "state the unit of the file, unit = \"mm\"".into(),
            };
            return Err(Problem::new(
                format!("{path}.unit"),
                format!("a part of a knee that is {size:.3} m across"),
                hint,
            ));
        }
        let curved =
            CurvedSurface::new(mesh.clone(), DEFAULT_CREASE_ANGLE).map_err(|error| refuse(error.to_string()))?;
        let report = MeshReport::of_surface(&curved);
        let faults = report.faults().iter().map(ToString::to_string).collect();
        let (surface, fineness): (Arc<dyn Queried>, _) = match facets {
            Facets::Curved => (Arc::new(curved), None),
            Facets::Flat => {
                let flat = FacetedSurface::new(mesh.clone()).map_err(|error| refuse(error.to_string()))?;
                (Arc::new(flat), Some(report.fineness))
            }
        };
        Ok(Self { mesh, surface, fineness, faults })
    }
}
