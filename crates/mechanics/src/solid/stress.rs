//! Stresses at the nodes.

use super::element::VolumeTable;
use super::{Solid, SolidError, SolidState};
use nalgebra::{Matrix3, Vector3};
use rayon::prelude::*;

impl Solid {
    /// Von Mises' stress at every node, in Pa, of Cauchy's stress.
    ///
    /// σ_v = √(3/2 s:s),  s = σ − ⅓ tr σ I
    ///
    /// Within an element the stress is the linear field that fits its quadrature points best (constant for one point); at
    /// a node it is averaged over the elements, by volume.
    ///
    /// *Checked by*: Lamé's thick sphere, in `tests/solid/benchmarks.rs`.
    pub fn compute_von_mises(&self, state: &SolidState) -> Result<Vec<f64>, SolidError> {
        let mesh = self.mesh();
        let parts: Result<Vec<_>, SolidError> =
            (0..mesh.elements()).into_par_iter().map(|e| self.compute_nodal_stress(e, state)).collect();
        let mut sums = vec![(0.0, Matrix3::zeros()); mesh.nodes.len()];
        // In the order of the elements, so that the sum does not depend on the number of threads.
        for (e, (volume, at_nodes)) in parts?.iter().enumerate() {
            for (&node, stress) in mesh.element(e).iter().zip(at_nodes) {
                sums[node].0 += volume;
                sums[node].1 += stress * *volume;
            }
        }
        Ok(sums.into_iter().map(|(v, s)| if v > 0.0 { von_mises(&(s / v)) } else { 0.0 }).collect())
    }

    /// Volume of an element, and the stress at its nodes.
    fn compute_nodal_stress(&self, element: usize, state: &SolidState) -> Result<(f64, Vec<Matrix3<f64>>), SolidError> {
        let mesh = self.mesh();
        let stress = self.compute_stress(element, state)?;
        let table = VolumeTable::stiffness(mesh.kind(element));
        let nodes: Vec<Vector3<f64>> = mesh.element(element).iter().map(|&n| mesh.nodes[n]).collect();
        let points: Vec<(f64, Vector3<f64>)> = (0..stress.len())
            .map(|p| {
                let place = nodes.iter().zip(&table.values[p]).map(|(x, n)| x * *n).sum();
                (table.jacobian(p, &nodes).determinant() * table.weights[p], place)
            })
            .collect();
        let volume: f64 = points.iter().map(|(v, _)| v).sum();
        let centre = points.iter().map(|(v, x)| x * *v).sum::<Vector3<f64>>() / volume;
        let mean = stress.iter().zip(&points).map(|(s, (v, _))| s * *v).sum::<Matrix3<f64>>() / volume;
        let spread: Matrix3<f64> = points.iter().map(|(v, x)| (x - centre) * (x - centre).transpose() * *v).sum();
        // One point, or points in a plane, know no slope.
        let Some(inverse) = spread.try_inverse().filter(|_| stress.len() > 3) else {
            return Ok((volume, vec![mean; nodes.len()]));
        };
        let at = |node: &Vector3<f64>| {
            let lever = inverse * (node - centre);
            mean + stress
                .iter()
                .zip(&points)
                .map(|(s, (v, x))| s * (v * lever.dot(&(x - centre))))
                .sum::<Matrix3<f64>>()
        };
        Ok((volume, nodes.iter().map(at).collect()))
    }
}

fn von_mises(stress: &Matrix3<f64>) -> f64 {
    let deviator = stress - Matrix3::identity() * (stress.trace() / 3.0);
    (1.5 * deviator.norm_squared()).sqrt()
}
