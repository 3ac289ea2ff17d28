//! From what a mesh file holds to a mesh, and back.

use super::{Face, Mesh};
use crate::solid::SolidError;
use crate::solid::element::ElementKind;
use formats::mesh::{Cell, MeshElement, MeshFace, MeshFile, MeshFileError, write_abaqus};
use nalgebra::Vector3;
use std::collections::{BTreeMap, HashMap};

impl From<Cell> for ElementKind {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Tet4 => Self::Tet4,
            Cell::Tet10 => Self::Tet10,
            Cell::Hex8 => Self::Hex8,
            Cell::Hex20 => Self::Hex20,
            Cell::Hex27 => Self::Hex27,
        }
    }
}

impl From<ElementKind> for Cell {
    fn from(kind: ElementKind) -> Self {
        match kind {
            ElementKind::Tet4 => Self::Tet4,
            ElementKind::Tet10 => Self::Tet10,
            ElementKind::Hex8 => Self::Hex8,
            ElementKind::Hex20 => Self::Hex20,
            ElementKind::Hex27 => Self::Hex27,
        }
    }
}

impl From<MeshFileError> for SolidError {
    fn from(MeshFileError { line, message, hint }: MeshFileError) -> Self {
        Self::BadFile { line: line.unwrap_or(1), message, hint }
    }
}

impl Mesh {
    /// Reads a Gmsh file (`.msh`, ASCII, version 2.2 or 4.1). Physical groups become sets and surfaces.
    pub fn from_gmsh(bytes: &[u8]) -> Result<Self, SolidError> {
        Self::from_file(MeshFile::from_gmsh(bytes)?)
    }

    /// Reads nodes, elements, sets and surfaces of an Abaqus or CalculiX file (`.inp`); other keywords are passed over.
    pub fn from_abaqus(bytes: &[u8]) -> Result<Self, SolidError> {
        Self::from_file(MeshFile::from_abaqus(bytes)?)
    }

    /// The mesh that a file holds, in the file's unit.
    ///
    /// # Errors
    /// A face that must be on the boundary of the elements, and is not.
    pub fn from_file(file: MeshFile) -> Result<Self, SolidError> {
        let mut mesh = Self::from_nodes(file.nodes.into_iter().map(Vector3::from).collect());
        for MeshElement { cell, nodes, number } in file.elements {
            mesh.push(cell.into(), &nodes);
            mesh.element_numbers.push(number);
        }
        (mesh.node_numbers, mesh.node_sets, mesh.element_sets) = (file.node_numbers, file.node_sets, file.element_sets);
        let by_corners = |faces: &Vec<MeshFace>| faces.iter().any(|face| matches!(face, MeshFace::ByCorners { .. }));
        let boundary =
            if file.surfaces.values().any(by_corners) { mesh.compute_boundary_by_corners() } else { HashMap::new() };
        let mut within: Option<(usize, String)> = None;
        for (name, faces) in file.surfaces {
            let surface = mesh.surfaces.entry(name.clone()).or_default();
            for face in faces {
                match face {
                    MeshFace::OfElement { element, face } => surface.push(Face { element, face }),
                    MeshFace::ByCorners { corners, line } => match (boundary.get(&corners), line) {
                        (Some(face), _) => surface.push(*face),
                        (None, Some(line)) if within.as_ref().is_none_or(|(first, _)| line < *first) => {
                            within = Some((line, name.clone()));
                        }
                        (None, _) => {}
                    },
                }
            }
        }
        match within {
            None => Ok(mesh),
            Some((line, name)) => {
                let message = format!("a face of `{name}` is not on the boundary of the solid elements");
                Err(SolidError::BadFile { line, message, hint: "" })
            }
        }
    }

    /// Nodes (m), elements, sets and surfaces as an Abaqus or CalculiX file (`.inp`), to be included in a model;
    /// places to twelve decimals.
    ///
    /// Surfaces become element surfaces and, with `_nodes` after their name, sets of nodes. Numbers are places counted
    /// from one. hex27 elements have no type there and are refused.
    pub fn to_abaqus(&self) -> Result<String, SolidError> {
        let element = |e: usize| {
            let (cell, nodes) = (self.kind(e).into(), self.element(e).to_vec());
            MeshElement { cell, nodes, number: self.element_number(e) }
        };
        let face = |face: &Face| MeshFace::OfElement { element: face.element, face: face.face };
        let file = MeshFile {
            nodes: self.nodes.iter().map(|x| [x.x, x.y, x.z]).collect(),
            node_numbers: self.node_numbers.clone(),
            elements: (0..self.elements()).map(element).collect(),
            node_sets: self.node_sets.clone(),
            element_sets: self.element_sets.clone(),
            surfaces: self
                .surfaces
                .iter()
                .map(|(name, faces)| (name.clone(), faces.iter().map(face).collect()))
                .collect(),
        };
        let named = |name: &String| Ok((name.clone(), self.nodes_of(name)?));
        let surface_nodes: BTreeMap<String, Vec<usize>> =
            self.surfaces.keys().map(named).collect::<Result<_, SolidError>>()?;
        write_abaqus(&file, &surface_nodes).map_err(|elements| {
            let hint = "make the mesh of hex20 elements";
            SolidError::BadMesh { what: "hex27 elements", value: elements as f64, hint }
        })
    }
}
