//! The model of a solid: what is constant while it deforms.

use super::{Material, Mesh, SolidError, Supports};
use crate::solid::element::VolumeTable;
use nalgebra::Vector3;
use numerics::sparse::{FactorError, NO_UNKNOWN, Symbolic, SymmetricPattern};
use std::sync::{Arc, OnceLock};

/// A checked mesh with materials and supports, and the sparse structure that follows from them.
#[derive(Debug)]
pub struct Solid {
    mesh: Mesh,
    materials: Vec<Material>,
    region: Vec<usize>,
    supports: Supports,
    unknown: Vec<usize>,
    pattern: Arc<SymmetricPattern>,
    symbolic: OnceLock<Result<Arc<Symbolic>, FactorError>>,
}

/// How a solid has moved, and what its material remembers.
#[derive(Debug, Clone, PartialEq)]
pub struct SolidState {
    /// Displacement of each node, in m.
    pub displacement: Vec<Vector3<f64>>,
    /// Internal variables of the quadrature points, element after element.
    pub history: Vec<f64>,
}

impl Solid {
    /// A solid of one material. Bad elements, bad constants and rigid motions are refused.
    pub fn new(mesh: Mesh, material: Material, supports: Supports) -> Result<Self, SolidError> {
        // A flat mesh would look as if it could turn.
        mesh.check_elements()?;
        supports.check(&mesh)?;
        Self::free(mesh, material, supports)
    }

    /// A solid that may move as a whole: its mass resists, not its supports. For dynamics only.
    pub fn free(mesh: Mesh, material: Material, supports: Supports) -> Result<Self, SolidError> {
        material.check()?;
        mesh.check_elements()?;
        let mut unknown = vec![0; 3 * mesh.nodes.len()];
        supports.iter().for_each(|(node, axis, _)| unknown[3 * node + axis] = NO_UNKNOWN);
        // A node without elements has no stiffness: it stays where it is.
        mesh.compute_quality().unused_nodes.iter().for_each(|&n| unknown[3 * n..3 * n + 3].fill(NO_UNKNOWN));
        unknown.iter_mut().filter(|u| **u != NO_UNKNOWN).enumerate().for_each(|(count, u)| *u = count);
        let sizes: Vec<usize> =
            unknown.chunks(3).map(|node| node.iter().filter(|u| **u != NO_UNKNOWN).count()).collect();
        let pattern = Arc::new(SymmetricPattern::new(&sizes, mesh.cliques()));
        let region = vec![0; mesh.elements()];
        let symbolic = OnceLock::new();
        Ok(Self { mesh, materials: vec![material], region, supports, unknown, pattern, symbolic })
    }

    /// Gives an element set of the mesh another material.
    pub fn assign(&mut self, element_set: &str, material: Material) -> Result<(), SolidError> {
        material.check()?;
        let Some(elements) = self.mesh.element_sets.get(element_set) else {
            let known = self.mesh.element_sets.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(SolidError::UnknownSet { kind: "element set", name: element_set.to_owned(), known });
        };
        elements.iter().for_each(|&e| self.region[e] = self.materials.len());
        self.materials.push(material);
        Ok(())
    }

    /// The same solid with its nodes at other places; bad elements are refused.
    pub(super) fn with_nodes(&self, nodes: Vec<Vector3<f64>>) -> Result<Self, SolidError> {
        let mut mesh = self.mesh.clone();
        mesh.nodes = nodes;
        mesh.check_elements()?;
        let Self { materials, region, supports, unknown, pattern, symbolic, .. } = self;
        Ok(Self {
            mesh,
            materials: materials.clone(),
            region: region.clone(),
            supports: supports.clone(),
            unknown: unknown.clone(),
            pattern: Arc::clone(pattern),
            symbolic: symbolic.clone(),
        })
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The supports.
    pub fn supports(&self) -> &Supports {
        &self.supports
    }

    /// The material of an element.
    pub fn material(&self, element: usize) -> &Material {
        &self.materials[self.region[element]]
    }

    /// Whether one stiffness serves every state.
    pub fn is_linear(&self) -> bool {
        self.materials.iter().all(Material::is_linear)
    }

    /// Number of unknown displacements.
    pub fn unknowns(&self) -> usize {
        self.pattern.unknowns()
    }

    /// The unknown of each node and axis, at 3·node + axis; [`NO_UNKNOWN`] where it is prescribed.
    pub fn unknown_of(&self) -> &[usize] {
        &self.unknown
    }

    /// The pattern of stiffness and mass.
    pub fn pattern(&self) -> &Arc<SymmetricPattern> {
        &self.pattern
    }

    /// The order of elimination, found at the first call.
    pub fn symbolic(&self) -> Result<&Arc<Symbolic>, SolidError> {
        let symbolic = self.symbolic.get_or_init(|| Symbolic::new(&self.pattern));
        symbolic.as_ref().map_err(|cause| self.singular(cause.clone()))
    }

    /// The undeformed state.
    pub fn state(&self) -> SolidState {
        let size = (0..self.mesh.elements()).map(|e| self.history_size(e)).sum();
        SolidState { displacement: vec![Vector3::zeros(); self.mesh.nodes.len()], history: vec![0.0; size] }
    }

    /// Internal variables of an element.
    pub(super) fn history_size(&self, element: usize) -> usize {
        let points = VolumeTable::stiffness(self.mesh.kind(element)).weights.len();
        self.material(element).history_size() * points
    }

    /// Reads the values of the unknowns from forces or displacements of all nodes and axes.
    pub fn gather(&self, full: &[f64], unknowns: &mut [f64]) {
        for (&u, &value) in self.unknown.iter().zip(full) {
            if u != NO_UNKNOWN {
                unknowns[u] = value;
            }
        }
    }

    /// The names of a factorisation's failure.
    pub(super) fn singular(&self, cause: FactorError) -> SolidError {
        let unknown = match &cause {
            FactorError::Singular { unknown, .. } | FactorError::NotFinite { unknown } => *unknown,
            FactorError::Ordering { .. } => 0,
        };
        let node = self.unknown.iter().position(|&u| u == unknown).unwrap_or(0) / 3;
        SolidError::Singular { node: self.mesh.node_number(node), cause }
    }
}
