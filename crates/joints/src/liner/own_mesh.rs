//! A mesh of the user's own in place of the one made here: its surfaces by name, everything checked.

use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::Face;
use mechanics::solid::{Mesh, SolidError, Supports};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::Liner;
use super::parameters::{Held, MeshFile};
use crate::Problem;

/// A mesh as a file has it, in the file's unit.
#[derive(Debug, Clone)]
pub struct LinerMesh(Mesh);

/// What is wrong with a mesh file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct MeshFileError {
    /// Line, counted from one, where there is one to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would help.
    pub hint: String,
}

impl From<formats::mesh::MeshFileError> for MeshFileError {
    fn from(error: formats::mesh::MeshFileError) -> Self {
        Self { line: error.line, message: error.message, hint: error.hint.into() }
    }
}

impl LinerMesh {
    /// Reads the content of a file, whose name says by its ending what it is: `.msh` or `.inp`.
    ///
    /// # Errors
    /// Another ending, an element that is not known, a file that is cut off or makes no sense.
    pub fn read(bytes: &[u8], name: &Path) -> Result<Self, MeshFileError> {
        Mesh::from_file(formats::mesh::MeshFile::read(bytes, name)?).map(Self).map_err(|error| {
            let hint = error.hint().unwrap_or_default();
            match error {
                SolidError::BadFile { line, message, .. } => MeshFileError { line: Some(line), message, hint },
                error => MeshFileError { line: None, message: error.to_string(), hint },
            }
        })
    }
}

/// Share by which the mean radius of the inner surface may differ from that of the cup.
const SAME_RADIUS: f64 = 5e-3;

impl Liner {
    /// The same liner on a mesh that was read from the file which the parameters name, with the numbers of the file.
    ///
    /// # Errors
    /// Inverted or flat elements, separate parts, missing surfaces, no support, another radius than the cup's, a head that
    /// overlaps it.
    pub fn with_mesh(mut self, LinerMesh(mesh): LinerMesh) -> Result<Self, Problem> {
        let Some(file) = self.parameters.mesh.file.clone() else { return Ok(self) };
        let unit = file.unit.metres();
        let mut mesh = mesh.map(|x| x * unit);
        let refuse = |path: &str, error: SolidError| {
            Problem::new(format!("mesh.file.{path}"), error.to_string(), error.hint().unwrap_or_default())
        };
        mesh.check_elements().map_err(|error| refuse("path", error))?;
        mesh.check_connected().map_err(|error| refuse("path", error))?;
        let MeshFile { inner, outer, .. } = &file;
        for (key, name) in [("inner", inner), ("outer", outer)] {
            let faces = find_surface(&mesh, name).map_err(|error| refuse(key, error))?;
            if faces.is_empty() {
                let message = format!("\"{name}\" holds no whole face of the boundary");
                return Err(Problem::new(format!("mesh.file.{key}"), message, "name a surface, or all of its nodes"));
            }
            mesh.surfaces.insert(key.into(), faces);
            // Nodes are asked for by name before surfaces are.
            mesh.node_sets.remove(key);
        }
        let supported = mesh.nodes_of("outer").map_err(|error| refuse("outer", error))?;
        if self.parameters.cup.held == Held::Cemented {
            Supports::none().clamp(&supported).check(&mesh).map_err(|error| refuse("outer", error))?;
        }
        self.check_place(&mesh).map_or(Ok(()), Err)?;
        self.own = Some(Arc::new(mesh));
        Ok(self)
    }

    /// Whether the inner surface is where the cup is said to be, and the head inside of it.
    fn check_place(&self, mesh: &Mesh) -> Option<Problem> {
        let nodes = mesh.nodes_of("inner").unwrap_or_default();
        let radius = |n: &usize| mesh.nodes[*n].norm();
        let count = nodes.len().max(1) as f64;
        let mean = nodes.iter().map(radius).sum::<f64>() / count;
        let said = self.inner_radius();
        if !((mean / said - 1.0).abs() < SAME_RADIUS) {
            let message = format!(
                "the inner surface of the mesh is {:.3} mm from its origin on average, half the inner diameter is {:.3} mm",
                mean * 1e3,
                said * 1e3
            );
            let hint = "put the middle of the head at the origin, and check `mesh.file.unit`";
            return Some(Problem::new("cup.inner-diameter", message, hint));
        }
        if !(nodes.iter().map(|n| mesh.nodes[*n].z).sum::<f64>() / count > 0.1 * mean) {
            let message = "the cup of the mesh does not lie around +z, which points from the head into it";
            return Some(Problem::new("mesh.file.path", message, "turn the mesh so that its pole is on +z"));
        }
        let nearest = nodes.iter().min_by(|a, b| radius(a).total_cmp(&radius(b)))?;
        let gap = radius(nearest) - self.head_radius();
        (gap <= 0.0).then(|| {
            let message =
                format!("the head overlaps the mesh by {:.1} um at node {}", -1e6 * gap, mesh.node_number(*nearest));
            Problem::new("head.clearance", message, "give the head more clearance, or repair the inner surface")
        })
    }

    /// Whether any element is a linear tetrahedron.
    pub(super) fn has_linear_tetrahedra(&self) -> bool {
        match &self.own {
            Some(mesh) => (0..mesh.elements()).any(|element| mesh.kind(element) == ElementKind::Tet4),
            None => self.parameters.mesh.element == super::parameters::Element::Tet4,
        }
    }

    /// Thickness, in m; of a mesh from a file where it is thinnest.
    pub(super) fn thickness(&self) -> f64 {
        let Some(mesh) = &self.own else { return self.parameters.cup.thickness.si() };
        let outer = mesh.nodes_of("outer").unwrap_or_default();
        outer.iter().map(|&n| mesh.nodes[n].norm()).fold(f64::INFINITY, f64::min) - self.inner_radius()
    }

    /// Mean thickness of the first layer of elements, in m.
    pub(super) fn first_layer(&self) -> f64 {
        let Some(mesh) = &self.own else {
            return self.thickness() / self.parameters.mesh.layers as f64;
        };
        let faces = mesh.surfaces.get("inner").map_or(&[][..], Vec::as_slice);
        let depth = |face: &Face| {
            let nodes = mesh.element(face.element).iter().map(|&n| mesh.nodes[n].norm());
            let (low, high) = nodes.fold((f64::INFINITY, 0.0f64), |(low, high), r| (low.min(r), high.max(r)));
            high - low
        };
        faces.iter().map(depth).sum::<f64>() / faces.len().max(1) as f64
    }
}

/// The surface of this name, or the faces of the boundary all of whose corners are in the node set of this name.
fn find_surface(mesh: &Mesh, name: &str) -> Result<Vec<Face>, SolidError> {
    if let Some(faces) = mesh.surfaces.get(name) {
        return Ok(faces.clone());
    }
    let nodes: BTreeSet<usize> = mesh.nodes_of(name)?.into_iter().collect();
    let inside = |face: &Face| {
        let corners = mesh.kind(face.element).face_kind().corners();
        mesh.face_nodes(*face).take(corners).all(|n| nodes.contains(&n))
    };
    Ok(mesh.compute_boundary().into_iter().filter(inside).collect())
}
