//! The points of the solid's surface where contact is asked for.

use crate::solid::contact::{ContactSurface, visit_corners};
use crate::solid::mesh::Face;
use crate::solid::{Mesh, Solid, SolidError};
use nalgebra::Vector3;
use numerics::sparse::{NO_UNKNOWN, SparseRow};

/// Points, the nodes that they stand for, and their areas.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactPoints {
    /// Node of each point.
    pub nodes: Vec<usize>,
    /// Nodes and weights that make the velocity of a point, and share its force; the weights add up to one.
    pub weights: Vec<Vec<(usize, f64)>>,
    /// Unit direction into the solid in the reference configuration: where wear goes.
    pub inward: Vec<Vector3<f64>>,
    /// Area of each point, in m²: how much volume goes with a depth along [`inward`](Self::inward).
    pub area: Vec<f64>,
    faces: Vec<Face>,
}

impl ContactPoints {
    /// The points of a surface.
    pub fn new(mesh: &Mesh, faces: &[Face]) -> Result<Self, SolidError> {
        let surface = ContactSurface::new(mesh, faces)?;
        let share = |row: &Vec<(usize, f64)>| {
            let whole: f64 = row.iter().map(|w| w.1).sum();
            row.iter().map(|&(a, d)| (surface.nodes[a], d / whole)).collect()
        };
        let weights = surface.weights.iter().map(share).collect();
        let mut points =
            Self { nodes: surface.corners, weights, inward: Vec::new(), area: Vec::new(), faces: faces.to_vec() };
        let vectors = points.compute_area_vectors(mesh, |n| mesh.nodes[n]);
        points.area = vectors.iter().map(|a| a.norm()).collect();
        points.inward = vectors.iter().map(|a| -a.normalize()).collect();
        Ok(points)
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The faces of the surface.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// How a unit force along each axis, at each point, acts on the unknowns of a solid: H, three rows a point.
    pub(super) fn rows(&self, solid: &Solid) -> Vec<SparseRow> {
        let unknown = solid.unknown_of();
        let axis_rows = |row: &Vec<(usize, f64)>| -> [SparseRow; 3] {
            std::array::from_fn(|axis| {
                let parts = row.iter().map(|&(node, weight)| (unknown[3 * node + axis], weight));
                parts.filter(|(u, _)| *u != NO_UNKNOWN).collect()
            })
        };
        self.weights.iter().flat_map(axis_rows).collect()
    }

    /// Hᵀ r, over the unknowns.
    pub(super) fn push(&self, solid: &Solid, reactions: &[Vector3<f64>], forces: &mut [f64]) {
        let unknown = solid.unknown_of();
        forces.fill(0.0);
        for (row, r) in self.weights.iter().zip(reactions).filter(|(_, r)| **r != Vector3::zeros()) {
            for &(node, weight) in row {
                for axis in 0..3 {
                    if let Some(force) = forces.get_mut(unknown[3 * node + axis]) {
                        *force += weight * r[axis];
                    }
                }
            }
        }
    }

    /// ∫ φᵢ dA with the outward normal: the derivative of the volume by a motion of the corner.
    pub fn compute_area_vectors(&self, mesh: &Mesh, place: impl Fn(usize) -> Vector3<f64>) -> Vec<Vector3<f64>> {
        let mut vectors = vec![Vector3::zeros(); self.nodes.len()];
        visit_corners(mesh, (&self.faces, &self.nodes), place, |corner, share, area, _| {
            vectors[corner] += area * share
        });
        vectors
    }

    /// Volume between the surface and where its corners go, in m³, positive into the solid.
    ///
    /// ∫₀¹ Σ Aᵢ(t)·dᵢ dt on straight ways; the areas are quadratic in t, and Simpson's rule is exact.
    pub fn compute_swept_volume(&self, mesh: &Mesh, ways: &[Vector3<f64>]) -> f64 {
        let place = |part: f64| {
            move |n: usize| mesh.nodes[n] + self.nodes.binary_search(&n).map_or(Vector3::zeros(), |i| ways[i] * part)
        };
        let mut volume = 0.0;
        for (part, weight) in [(0.0, 1.0), (0.5, 4.0), (1.0, 1.0)] {
            let areas = self.compute_area_vectors(mesh, place(part));
            volume -= areas.iter().zip(ways).map(|(a, d)| a.dot(d)).sum::<f64>() * weight / 6.0;
        }
        volume
    }
}
