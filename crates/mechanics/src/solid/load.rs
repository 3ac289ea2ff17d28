//! Forces from outside, and masses.

use super::element::{FaceTable, MAX_NODES, VolumeTable};
use super::mesh::Face;
use super::{Solid, SolidError};
use nalgebra::Vector3;
use numerics::sparse::{NO_UNKNOWN, SymmetricMatrix};

impl Solid {
    /// Nodal forces of a traction on a surface, in N at 3·node + axis: f_a = ∫ N_a t dA.
    ///
    /// `traction` gets the place and outward normal in the reference configuration, and returns N/m² of reference area: the
    /// load is dead, it neither turns nor spreads with the surface.
    pub fn compute_traction(
        &self,
        faces: &[Face],
        traction: impl Fn(Vector3<f64>, Vector3<f64>) -> Vector3<f64>,
    ) -> Vec<f64> {
        let mesh = self.mesh();
        let mut load = vec![0.0; 3 * mesh.nodes.len()];
        let mut places = Vec::with_capacity(MAX_NODES);
        for &face in faces {
            places.clear();
            places.extend(mesh.face_nodes(face).map(|n| mesh.nodes[n]));
            let table = FaceTable::of(mesh.kind(face.element).face_kind());
            for (point, values) in table.values.iter().enumerate() {
                let area = table.area(point, &places);
                let place = places.iter().zip(values).map(|(x, n)| x * *n).sum();
                let force = traction(place, area.normalize()) * area.norm();
                for (node, value) in mesh.face_nodes(face).zip(values) {
                    (0..3).for_each(|axis| load[3 * node + axis] += force[axis] * value);
                }
            }
        }
        load
    }

    /// Nodal forces of a pressure on a surface, in Pa, pushing inwards along the reference normal (a dead load).
    pub fn compute_pressure(&self, surface: &str, pressure: f64) -> Result<Vec<f64>, SolidError> {
        let faces = self.mesh().surface(surface)?;
        Ok(self.compute_traction(faces, |_, normal| normal * -pressure))
    }

    /// Nodal forces of a body force, in N/m³ of reference volume, that depends on the reference place.
    pub fn compute_body_force(&self, density: impl Fn(Vector3<f64>) -> Vector3<f64>) -> Vec<f64> {
        let mesh = self.mesh();
        let mut load = vec![0.0; 3 * mesh.nodes.len()];
        let mut gradients = [Vector3::zeros(); MAX_NODES];
        for e in 0..mesh.elements() {
            let nodes = mesh.element(e);
            let places: Vec<_> = nodes.iter().map(|&n| mesh.nodes[n]).collect();
            let table = VolumeTable::accurate(mesh.kind(e));
            for (point, values) in table.values.iter().enumerate() {
                let dv = table.physical(point, &places, &mut gradients);
                let place = places.iter().zip(values).map(|(x, n)| x * *n).sum();
                let force = density(place) * dv;
                for (&node, value) in nodes.iter().zip(values) {
                    (0..3).for_each(|axis| load[3 * node + axis] += force[axis] * value);
                }
            }
        }
        load
    }

    /// The consistent mass matrix of the unknowns, M_ab = ∫ ρ N_a N_b dV for each axis, with the pattern of the stiffness.
    pub fn compute_mass(&self) -> SymmetricMatrix {
        let mesh = self.mesh();
        let mut mass = SymmetricMatrix::zero(self.pattern());
        let mut gradients = [Vector3::zeros(); MAX_NODES];
        let mut unknowns = [NO_UNKNOWN; 3 * MAX_NODES];
        for e in 0..mesh.elements() {
            let nodes = mesh.element(e);
            let (n, rows) = (nodes.len(), 3 * nodes.len());
            let places: Vec<_> = nodes.iter().map(|&n| mesh.nodes[n]).collect();
            let density = self.material(e).elastic().density;
            let mut local = vec![0.0; rows * rows];
            let table = VolumeTable::accurate(mesh.kind(e));
            for (point, values) in table.values.iter().enumerate() {
                let dm = density * table.physical(point, &places, &mut gradients);
                for b in 0..n {
                    for a in 0..n {
                        let m = dm * values[a] * values[b];
                        (0..3).for_each(|axis| local[(3 * b + axis) * rows + 3 * a + axis] += m);
                    }
                }
            }
            for (a, &node) in nodes.iter().enumerate() {
                unknowns[3 * a..3 * a + 3].copy_from_slice(&self.unknown_of()[3 * node..3 * node + 3]);
            }
            mass.add_clique(nodes, &unknowns[..rows], &local);
        }
        mass
    }
}
