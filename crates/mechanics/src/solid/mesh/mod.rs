//! Meshes of solids: made here, or read from a file.
//!
//! ```
//! use mechanics::solid::element::ElementKind;
//! use mechanics::solid::mesh::Brick;
//!
//! let mesh = Brick { size: [2.0, 1.0, 3.0], cells: [2, 1, 3] }.mesh(ElementKind::Hex20)?;
//! assert!(mesh.elements() == 6 && (mesh.compute_area(mesh.surface("x+")?) - 3.0).abs() < 1e-12);
//! # Ok::<(), mechanics::solid::SolidError>(())
//! ```

mod brick;
mod file;
mod lattice;
mod quality;
mod shell;
mod swept;

pub use brick::Brick;
pub use quality::{BadElement, Quality};
pub use shell::{HemisphericalShell, Sector};
pub use swept::{Plan, Swept, SweptLayer, Underside};

use super::SolidError;
use super::element::{ElementKind, FaceTable};
use nalgebra::Vector3;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A face of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Face {
    /// The element.
    pub element: usize,
    /// Which of its faces, from zero.
    pub face: usize,
}

/// Nodes, elements of any kind, and named sets of both.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// Where the nodes are, in m.
    pub nodes: Vec<Vector3<f64>>,
    /// Named sets of nodes, ascending.
    pub node_sets: BTreeMap<String, Vec<usize>>,
    /// Named sets of elements, ascending.
    pub element_sets: BTreeMap<String, Vec<usize>>,
    /// Named surfaces.
    pub surfaces: BTreeMap<String, Vec<Face>>,
    kinds: Vec<ElementKind>,
    start: Vec<usize>,
    connectivity: Vec<usize>,
    node_numbers: Vec<usize>,
    element_numbers: Vec<usize>,
}

impl Mesh {
    /// A mesh of nodes without elements.
    pub fn from_nodes(nodes: Vec<Vector3<f64>>) -> Self {
        Self { nodes, start: vec![0], ..Self::default() }
    }

    /// Appends an element.
    ///
    /// # Panics
    /// If the number of nodes is not that of the kind.
    pub fn push(&mut self, kind: ElementKind, nodes: &[usize]) {
        assert_eq!(nodes.len(), kind.nodes(), "nodes of a {}", kind.name());
        if self.start.is_empty() {
            self.start.push(0);
        }
        self.kinds.push(kind);
        self.connectivity.extend_from_slice(nodes);
        self.start.push(self.connectivity.len());
    }

    /// Number of elements.
    pub fn elements(&self) -> usize {
        self.kinds.len()
    }

    /// The kind of an element.
    pub fn kind(&self, element: usize) -> ElementKind {
        self.kinds[element]
    }

    /// The nodes of an element.
    pub fn element(&self, element: usize) -> &[usize] {
        &self.connectivity[self.start[element]..self.start[element + 1]]
    }

    /// The nodes of all elements, in turn.
    pub fn cliques(&self) -> impl Iterator<Item = &[usize]> {
        (0..self.elements()).map(|e| self.element(e))
    }

    /// The number of an element in the file that it came from, or its place counted from one.
    pub fn element_number(&self, element: usize) -> usize {
        self.element_numbers.get(element).copied().unwrap_or(element + 1)
    }

    /// The number of a node in the file that it came from, or its place counted from one.
    pub fn node_number(&self, node: usize) -> usize {
        self.node_numbers.get(node).copied().unwrap_or(node + 1)
    }

    /// The nodes of a face, counter-clockwise seen from outside.
    pub fn face_nodes(&self, face: Face) -> impl Iterator<Item = usize> + '_ {
        let nodes = self.element(face.element);
        self.kinds[face.element].face_nodes(face.face).iter().map(move |&k| nodes[k])
    }

    /// A surface by name.
    pub fn surface(&self, name: &str) -> Result<&[Face], SolidError> {
        let known = || self.surfaces.keys().cloned().collect::<Vec<_>>().join(", ");
        let found = self.surfaces.get(name).map(Vec::as_slice);
        found.ok_or_else(|| SolidError::UnknownSet { kind: "surface", name: name.to_owned(), known: known() })
    }

    /// The nodes of a node set, or else of a surface, of that name.
    pub fn nodes_of(&self, name: &str) -> Result<Vec<usize>, SolidError> {
        if let Some(nodes) = self.node_sets.get(name) {
            return Ok(nodes.clone());
        }
        if let Some(faces) = self.surfaces.get(name) {
            let nodes: BTreeSet<usize> = faces.iter().flat_map(|&f| self.face_nodes(f)).collect();
            return Ok(nodes.into_iter().collect());
        }
        let known = self.node_sets.keys().chain(self.surfaces.keys()).cloned().collect::<Vec<_>>().join(", ");
        Err(SolidError::UnknownSet { kind: "node set or surface", name: name.to_owned(), known })
    }

    /// Moves every node.
    pub fn map(mut self, place: impl Fn(Vector3<f64>) -> Vector3<f64>) -> Self {
        self.nodes.iter_mut().for_each(|x| *x = place(*x));
        self
    }

    /// Area of a surface.
    pub fn compute_area(&self, faces: &[Face]) -> f64 {
        let mut area = 0.0;
        for &face in faces {
            let nodes: Vec<_> = self.face_nodes(face).map(|n| self.nodes[n]).collect();
            let table = FaceTable::of(self.kinds[face.element].face_kind());
            area += (0..table.weights.len()).map(|p| table.area(p, &nodes).norm()).sum::<f64>();
        }
        area
    }

    /// The faces that no other element shares.
    pub fn compute_boundary(&self) -> Vec<Face> {
        let mut seen: BTreeMap<Vec<usize>, Option<Face>> = BTreeMap::new();
        for element in 0..self.elements() {
            let kind = self.kinds[element];
            for face in 0..kind.faces() {
                let mut key: Vec<usize> =
                    self.face_nodes(Face { element, face }).take(kind.face_kind().corners()).collect();
                key.sort_unstable();
                seen.entry(key).and_modify(|f| *f = None).or_insert(Some(Face { element, face }));
            }
        }
        let mut faces: Vec<Face> = seen.into_values().flatten().collect();
        faces.sort_unstable();
        faces
    }

    /// The faces of the boundary by their corners, ascending.
    fn compute_boundary_by_corners(&self) -> HashMap<Vec<usize>, Face> {
        let keyed = self.compute_boundary().into_iter().map(|face| {
            let corners = self.kinds[face.element].face_kind().corners();
            let mut key: Vec<usize> = self.face_nodes(face).take(corners).collect();
            key.sort_unstable();
            (key, face)
        });
        keyed.collect()
    }
}
