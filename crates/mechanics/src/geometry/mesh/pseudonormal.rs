//! On which side of a mesh a point lies that is nearest to an edge or to a corner.

use nalgebra::Vector3;

use super::TriangleMesh;
use super::closest::Feature;
use super::topology::Topology;

/// Normals of faces, edges and corners whose sign tells inside from outside, on closed surfaces and beside open edges
/// [Baerentzen2005].
///
/// The normal of an edge is the sum of those of its triangles, that of a corner their sum weighted by their angles there.
#[derive(Debug, Clone)]
pub(super) struct PseudoNormals {
    faces: Vec<Vector3<f64>>,
    /// Per side: the normal, and whether the surface ends there.
    sides: Vec<[(Vector3<f64>, bool); 3]>,
    /// Per vertex.
    corners: Vec<(Vector3<f64>, bool)>,
}

impl PseudoNormals {
    pub(super) fn new(mesh: &TriangleMesh, topology: &Topology) -> Self {
        let unit = |v: Vector3<f64>| v.try_normalize(0.0).unwrap_or_else(Vector3::zeros);
        // A triangle without area has no say.
        let faces: Vec<Vector3<f64>> = (0..mesh.triangles.len())
            .map(|t| if mesh.is_degenerate(t) { Vector3::zeros() } else { unit(mesh.double_area(t)) })
            .collect();
        let mut corners = vec![(Vector3::zeros(), false); mesh.vertices.len()];
        let mut sides = vec![[(Vector3::zeros(), false); 3]; faces.len()];
        for (t, indices) in mesh.triangles.iter().enumerate() {
            let at = mesh.corners(t);
            for k in 0..3 {
                corners[indices[k] as usize].0 += faces[t] * corner_angle(&at, k);
                let Some(edge) = topology.edge(t as u32, k) else { continue };
                let uses = topology.uses(edge);
                let sum: Vector3<f64> = uses.iter().map(|used| faces[used.triangle as usize]).sum();
                sides[t][k] = (sum.try_normalize(1e-9).unwrap_or(faces[t]), uses.len() == 1);
                if uses.len() == 1 {
                    edge.ends.iter().for_each(|end| corners[*end as usize].1 = true);
                }
            }
        }
        corners.iter_mut().for_each(|(normal, _)| *normal = unit(*normal));
        Self { faces, sides, corners }
    }

    /// The normal at a part of a triangle, and whether the surface ends there.
    pub(super) fn at(&self, mesh: &TriangleMesh, triangle: usize, feature: Feature) -> (Vector3<f64>, bool) {
        match feature {
            Feature::Face => (self.faces[triangle], false),
            Feature::Side(k) => self.sides[triangle][k as usize],
            Feature::Corner(k) => {
                let (normal, edge) = self.corners[mesh.triangles[triangle][k as usize] as usize];
                (if normal == Vector3::zeros() { self.faces[triangle] } else { normal }, edge)
            }
        }
    }

    pub(super) fn face(&self, triangle: usize) -> Vector3<f64> {
        self.faces[triangle]
    }
}

/// The angle of a triangle at its corner k.
pub(super) fn corner_angle(corners: &[Vector3<f64>; 3], k: usize) -> f64 {
    let (to_next, to_last) = (corners[(k + 1) % 3] - corners[k], corners[(k + 2) % 3] - corners[k]);
    to_next.cross(&to_last).norm().atan2(to_next.dot(&to_last))
}
