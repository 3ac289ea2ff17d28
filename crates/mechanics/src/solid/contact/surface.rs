//! The surface that may be touched: pressures at its corners, forces at its nodes.

use crate::solid::element::{FaceTable, MAX_FACE_NODES};
use crate::solid::mesh::Face;
use crate::solid::{Mesh, SolidError};
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// Corners that carry a pressure, nodes that carry its forces, and the weights D between them.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactSurface {
    /// Node of each corner.
    pub corners: Vec<usize>,
    /// All nodes of the surface.
    pub nodes: Vec<usize>,
    /// Reference area that belongs to each corner, ∫ φᵢ dA, in m².
    pub area: Vec<f64>,
    faces: Vec<Face>,
    /// For each corner, places in `nodes` and weights D_ia = ∫ φᵢ N_a dA, in m².
    pub weights: Vec<Vec<(usize, f64)>>,
}

impl ContactSurface {
    /// The surface of these faces.
    pub fn new(mesh: &Mesh, faces: &[Face]) -> Result<Self, SolidError> {
        if faces.is_empty() {
            let hint = "name the faces that the sphere may touch";
            return Err(SolidError::NoContact { what: "the contact surface has no faces".to_owned(), hint });
        }
        let mut corner_of = BTreeMap::new();
        let mut node_of = BTreeMap::new();
        for &face in faces {
            let corners = mesh.kind(face.element).face_kind().corners();
            for (k, node) in mesh.face_nodes(face).enumerate() {
                node_of.insert(node, 0);
                if k < corners {
                    corner_of.insert(node, 0);
                }
            }
        }
        for map in [&mut corner_of, &mut node_of] {
            map.values_mut().enumerate().for_each(|(k, place)| *place = k);
        }
        let mut weights = vec![BTreeMap::new(); corner_of.len()];
        for &face in faces {
            let kind = mesh.kind(face.element).face_kind();
            let table = FaceTable::of(kind);
            let nodes: Vec<usize> = mesh.face_nodes(face).collect();
            let places: Vec<_> = nodes.iter().map(|&n| mesh.nodes[n]).collect();
            for point in 0..table.weights.len() {
                let da = table.area(point, &places).norm();
                for (i, &corner) in nodes[..kind.corners()].iter().enumerate() {
                    let share = table.corner_values[point][i] * da;
                    let row = corner_of[&corner];
                    for (a, node) in nodes.iter().enumerate() {
                        *weights[row].entry(node_of[node]).or_insert(0.0) += share * table.values[point][a];
                    }
                }
            }
        }
        let mut surface = Self {
            corners: corner_of.into_keys().collect(),
            nodes: node_of.into_keys().collect(),
            area: Vec::new(),
            faces: faces.to_vec(),
            weights: weights.into_iter().map(|row| row.into_iter().collect()).collect(),
        };
        surface.area = surface.compute_areas(mesh, |node| mesh.nodes[node]);
        Ok(surface)
    }

    /// Area that belongs to each corner when the nodes are at other places, in m².
    pub fn compute_areas(&self, mesh: &Mesh, place: impl Fn(usize) -> Vector3<f64>) -> Vec<f64> {
        let mut area = vec![0.0; self.corners.len()];
        let mut places = Vec::with_capacity(MAX_FACE_NODES);
        for &face in &self.faces {
            let kind = mesh.kind(face.element).face_kind();
            let table = FaceTable::of(kind);
            places.clear();
            places.extend(mesh.face_nodes(face).map(&place));
            for (point, values) in table.corner_values.iter().enumerate() {
                let da = table.area(point, &places).norm();
                for (node, value) in mesh.face_nodes(face).take(kind.corners()).zip(values) {
                    if let Ok(corner) = self.corners.binary_search(&node) {
                        area[corner] += value * da;
                    }
                }
            }
        }
        area
    }
}
