//! The surface that may be touched: pressures at its corners, forces at its nodes.

use crate::solid::element::{FaceTable, MAX_FACE_NODES};
use crate::solid::mesh::Face;
use crate::solid::{Mesh, SolidError};
use nalgebra::{Matrix4, Vector3};
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
    /// For each corner, places in `nodes` and weights D_ia = ∫ ψᵢ N_a dA, in m².
    pub weights: Vec<Vec<(usize, f64)>>,
}

impl ContactSurface {
    /// The surface of these faces.
    pub fn new(mesh: &Mesh, faces: &[Face]) -> Result<Self, SolidError> {
        if faces.is_empty() {
            let hint = "name the faces that the obstacle may touch";
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
            let dual = Dual::new(table, kind.corners(), &places);
            for point in 0..table.weights.len() {
                let da = table.area(point, &places).norm();
                for (i, corner) in nodes[..kind.corners()].iter().enumerate() {
                    let share = dual.value(i, &table.corner_values[point]) * da;
                    let row = &mut weights[corner_of[corner]];
                    for (a, node) in nodes.iter().enumerate() {
                        *row.entry(node_of[node]).or_insert(0.0) += share * table.values[point][a];
                    }
                }
            }
        }
        // On linear faces only a corner's own node has a weight: the others are rounding.
        for row in &mut weights {
            let largest = row.values().fold(0.0_f64, |m, d| m.max(d.abs()));
            row.retain(|_, d| d.abs() > 1e-12 * largest);
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
        self.compute_moments(mesh, place).into_iter().map(|(area, _)| area).collect()
    }

    /// Where the pressure of each corner acts when the nodes are at these places: at the centroid of its hat function, which
    /// beside wider cells is not the corner itself.
    pub fn compute_places(&self, mesh: &Mesh, place: impl Fn(usize) -> Vector3<f64>) -> Vec<Vector3<f64>> {
        self.compute_moments(mesh, &place).into_iter().map(|(area, moment)| moment / area).collect()
    }

    /// Means of the corners' values over the faces around each corner: the same sum over the areas, without the part that
    /// changes its sign from corner to corner. Linear tetrahedra, which lock in some directions of their mesh and not in
    /// others, need it; elsewhere it only flattens peaks.
    pub fn compute_means(&self, mesh: &Mesh, values: &[f64]) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.corners.len()];
        for &face in &self.faces {
            let kind = mesh.kind(face.element).face_kind();
            let table = FaceTable::of(kind);
            let places: Vec<_> = mesh.face_nodes(face).map(|n| mesh.nodes[n]).collect();
            let corners: Vec<usize> = (mesh.face_nodes(face).take(kind.corners()))
                .filter_map(|n| self.corners.binary_search(&n).ok())
                .collect();
            // The share of each corner in the face, and the face's mean.
            let mut shares = [0.0; 4];
            for (point, hats) in table.corner_values.iter().enumerate() {
                let da = table.area(point, &places).norm();
                shares.iter_mut().zip(hats).for_each(|(share, hat)| *share += hat * da);
            }
            let whole: f64 = shares[..corners.len()].iter().sum();
            let mean = corners.iter().zip(shares).map(|(&i, share)| values[i] * share).sum::<f64>() / whole;
            for (&i, share) in corners.iter().zip(shares) {
                sums[i].0 += share * mean;
                sums[i].1 += share;
            }
        }
        sums.into_iter().map(|(sum, area)| sum / area).collect()
    }

    /// ∫ φᵢ dA and ∫ φᵢ x dA of each corner.
    fn compute_moments(&self, mesh: &Mesh, place: impl Fn(usize) -> Vector3<f64>) -> Vec<(f64, Vector3<f64>)> {
        let mut moments = vec![(0.0, Vector3::zeros()); self.corners.len()];
        visit_corners(mesh, (&self.faces, &self.corners), place, |corner, share, area, here| {
            let da = share * area.norm();
            moments[corner].0 += da;
            moments[corner].1 += here * da;
        });
        moments
    }
}

/// Visits every quadrature point of some faces, once for each of its corners that is listed (sorted), when the nodes are at
/// these places: number of the corner, value of its hat function, outward area vector and place of the point.
pub(crate) fn visit_corners(
    mesh: &Mesh,
    (faces, corners): (&[Face], &[usize]),
    place: impl Fn(usize) -> Vector3<f64>,
    mut visit: impl FnMut(usize, f64, Vector3<f64>, Vector3<f64>),
) {
    let mut places = Vec::with_capacity(MAX_FACE_NODES);
    for &face in faces {
        let kind = mesh.kind(face.element).face_kind();
        let table = FaceTable::of(kind);
        places.clear();
        places.extend(mesh.face_nodes(face).map(&place));
        for (point, values) in table.corner_values.iter().enumerate() {
            let area = table.area(point, &places);
            let here = places.iter().zip(&table.values[point]).map(|(x, n)| x * *n).sum();
            for (node, value) in mesh.face_nodes(face).take(kind.corners()).zip(values) {
                if let Ok(corner) = corners.binary_search(&node) {
                    visit(corner, *value, area, here);
                }
            }
        }
    }
}

/// The functions ψᵢ of a face that are linear and orthogonal to every hat function but their own: ∫ ψᵢ φⱼ dA = δᵢⱼ ∫ φᵢ dA.
struct Dual {
    /// ψᵢ = Σⱼ aᵢⱼ φⱼ.
    factors: [[f64; 4]; 4],
}

impl Dual {
    fn new(table: &FaceTable, corners: usize, places: &[Vector3<f64>]) -> Self {
        let (mut mass, mut lumped) = (Matrix4::<f64>::identity(), Matrix4::<f64>::zeros());
        mass.view_mut((0, 0), (corners, corners)).fill(0.0);
        for (point, values) in table.corner_values.iter().enumerate() {
            let da = table.area(point, places).norm();
            for i in 0..corners {
                lumped[(i, i)] += values[i] * da;
                for j in 0..corners {
                    mass[(i, j)] += values[i] * values[j] * da;
                }
            }
        }
        // A face of no area has no weight at all.
        let inverse = mass.try_inverse().unwrap_or_else(Matrix4::zeros);
        let factors: Matrix4<f64> = lumped * inverse;
        Self { factors: std::array::from_fn(|i| std::array::from_fn(|j| factors[(i, j)])) }
    }

    fn value(&self, i: usize, hats: &[f64; 4]) -> f64 {
        self.factors[i].iter().zip(hats).map(|(a, phi)| a * phi).sum()
    }
}
