//! Prescribed displacements, and whether they keep a solid in its place.

use super::{Mesh, SolidError};
use nalgebra::{Matrix6, SymmetricEigen, Vector3, Vector6};
use std::collections::BTreeMap;

/// Below this share of the stiffest, a rigid motion counts as free.
const FREE: f64 = 1e-10;

/// Displacements that are prescribed, by node and axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Supports {
    values: BTreeMap<(usize, usize), f64>,
}

impl Supports {
    /// Nothing prescribed.
    pub fn none() -> Self {
        Self::default()
    }

    /// Holds nodes along all three axes.
    pub fn clamp(mut self, nodes: &[usize]) -> Self {
        for &node in nodes {
            (0..3).for_each(|axis| self.prescribe(node, axis, 0.0));
        }
        self
    }

    /// Holds nodes along one axis.
    pub fn hold(mut self, nodes: &[usize], axis: usize) -> Self {
        nodes.iter().for_each(|&node| self.prescribe(node, axis, 0.0));
        self
    }

    /// Prescribes the displacement of a node along an axis, in m.
    pub fn prescribe(&mut self, node: usize, axis: usize, value: f64) {
        self.values.insert((node, axis), value);
    }

    /// What is prescribed: node, axis and displacement, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        self.values.iter().map(|(&(node, axis), &value)| (node, axis, value))
    }

    /// Refuses supports that leave a part of the mesh a rigid motion, and names the motion.
    ///
    /// A motion t + ω × (x − x₀) moves the support (node, axis) by r·(t, Lω) with r = (e, (x − x₀) × e / L): the motions
    /// that move no support are the null space of Σ r rᵀ.
    pub fn check(&self, mesh: &Mesh) -> Result<(), SolidError> {
        let parts = mesh.compute_quality().parts;
        for part in &parts {
            let mut member = vec![false; mesh.nodes.len()];
            part.iter().flat_map(|&e| mesh.element(e)).for_each(|&n| member[n] = true);
            let nodes: Vec<usize> = (0..member.len()).filter(|&n| member[n]).collect();
            let centre = nodes.iter().map(|&n| mesh.nodes[n]).sum::<Vector3<f64>>() / nodes.len() as f64;
            let length = nodes.iter().map(|&n| (mesh.nodes[n] - centre).norm()).fold(0.0, f64::max);
            let mut gram = Matrix6::zeros();
            for (node, axis, _) in self.iter().filter(|&(n, ..)| member.get(n).copied().unwrap_or(false)) {
                let e = Vector3::ith(axis, 1.0);
                let lever = (mesh.nodes[node] - centre).cross(&e) / length;
                let r = Vector6::new(e.x, e.y, e.z, lever.x, lever.y, lever.z);
                gram += r * r.transpose();
            }
            let eigen = SymmetricEigen::new(gram);
            let least = eigen.eigenvalues.imin();
            if !(eigen.eigenvalues[least] > FREE * eigen.eigenvalues.max().max(1.0)) {
                let free = eigen.eigenvalues.iter().filter(|v| !(**v > FREE)).count();
                let mut motion = describe(&eigen.eigenvectors.column(least).into_owned(), centre, length);
                if free > 1 {
                    motion.push_str(&format!(" ({free} rigid motions are free)"));
                }
                if parts.len() > 1 {
                    let first = mesh.element_number(part[0]);
                    motion.push_str(&format!(", for the part of {} elements at element {first}", part.len()));
                }
                return Err(SolidError::RigidMotion { motion });
            }
        }
        Ok(())
    }
}

fn describe(mode: &Vector6<f64>, centre: Vector3<f64>, length: f64) -> String {
    let translation = Vector3::new(mode[0], mode[1], mode[2]);
    let rotation = Vector3::new(mode[3], mode[4], mode[5]) / length;
    let words = |v: Vector3<f64>| format!("({:.3}, {:.3}, {:.3})", v.x, v.y, v.z);
    if rotation.norm() * length < 1e-6 {
        return format!("sliding along {}", words(translation.normalize()));
    }
    // The point of the axis nearest to the centre: t + ω × (x − x₀) is parallel to ω there.
    let axis = rotation.normalize();
    let point = centre + rotation.cross(&translation) / rotation.norm_squared();
    format!("turning about {} through ({:.4e}, {:.4e}, {:.4e}) m", words(axis), point.x, point.y, point.z)
}
