//! Interior nodes that make room for a surface which wears deeper than its elements allow.
//!
//! The way d of the nodes is harmonic on the graph of the mesh: each node goes the mean way of its neighbours, the near ones
//! and those above and below it counting more, so that layers keep their proportions and none is overtaken. Worn corners go their depth along the first inward normal; the nodes of all other faces of the boundary
//! stay, except those that touch the worn surface's edge, which slide with their neighbours.

use super::points::ContactPoints;
use super::state::DynamicState;
use crate::solid::element::VolumeTable;
use crate::solid::{Mesh, Solid, SolidError};
use nalgebra::{DMatrix, Matrix3, Vector3};
use numerics::sparse::{Factor, Symbolic, SymmetricMatrix, SymmetricPattern};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How much a neighbour beside a node counts, against one below it.
const SIDEWAYS: f64 = 1e-3;

/// How nodes follow a worn surface.
#[derive(Debug)]
pub(super) struct MeshMotion {
    first: Mesh,
    /// Inward normals of the first surface.
    pub inward: Vec<Vector3<f64>>,
    /// Thickness of the layer of elements under each point.
    pub layer: Vec<f64>,
    /// Nodes that follow, and how far each goes for a unit depth at each point.
    follower: Vec<usize>,
    share: DMatrix<f64>,
    nodes: Vec<usize>,
}

impl MeshMotion {
    pub fn new(solid: &Solid, points: &ContactPoints) -> Result<Self, SolidError> {
        let mesh = solid.mesh();
        let inwards: Vec<Vector3<f64>> = (mesh.nodes.iter())
            .map(|x| {
                let far = |k: &usize| (mesh.nodes[points.nodes[*k]] - x).norm_squared();
                let near = (0..points.count()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0);
                points.inward[near]
            })
            .collect();
        let mut links: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for element in mesh.cliques() {
            for &a in element {
                for &b in element.iter().filter(|&&b| b > a) {
                    let edge = mesh.nodes[a] - mesh.nodes[b];
                    let along = edge.dot(&(inwards[a] + inwards[b]).normalize()).powi(2) / edge.norm_squared();
                    links.insert((a, b), (along * along + SIDEWAYS) / edge.norm_squared());
                }
            }
        }
        let worn: BTreeSet<usize> = points.nodes.iter().copied().collect();
        let faces: BTreeSet<_> = points.faces().iter().copied().collect();
        let beside: BTreeSet<usize> = mesh
            .compute_boundary()
            .into_iter()
            .filter(|f| !faces.contains(f))
            .flat_map(|f| mesh.face_nodes(f))
            .collect();
        // A face that shares nodes with the worn surface is its rim: the rim's other nodes slide.
        let rim: BTreeSet<usize> = (mesh.compute_boundary().into_iter())
            .filter(|f| !faces.contains(f) && mesh.face_nodes(*f).any(|n| worn.contains(&n)))
            .flat_map(|f| mesh.face_nodes(f))
            .collect();
        let follows = |n: &usize| !worn.contains(n) && (!beside.contains(n) || rim.contains(n));
        let follower: Vec<usize> = (0..mesh.nodes.len()).filter(follows).collect();
        let index: BTreeMap<usize, usize> = follower.iter().enumerate().map(|(k, &n)| (n, k)).collect();
        let place: BTreeMap<usize, usize> = points.nodes.iter().enumerate().map(|(k, &n)| (n, k)).collect();
        let inside: Vec<[usize; 2]> =
            links.keys().filter_map(|(a, b)| Some([*index.get(a)?, *index.get(b)?])).collect();
        let pattern = Arc::new(SymmetricPattern::new(&vec![1; follower.len()], inside.iter().map(|p| p.as_slice())));
        let mut matrix = SymmetricMatrix::zero(&pattern);
        let mut share = DMatrix::zeros(follower.len(), points.count());
        for (&(a, b), &weight) in &links {
            match (index.get(&a), index.get(&b)) {
                (Some(&i), Some(&j)) => matrix.add_clique(&[i, j], &[i, j], &[weight, -weight, -weight, weight]),
                (Some(&i), None) | (None, Some(&i)) => {
                    matrix.add_clique(&[i], &[i], &[weight]);
                    let other = if index.contains_key(&a) { b } else { a };
                    if let Some(&k) = place.get(&other) {
                        share[(i, k)] += weight;
                    }
                }
                (None, None) => {}
            }
        }
        if !follower.is_empty() {
            let factored = Symbolic::new(&pattern).and_then(|s| Factor::new(&s, &matrix));
            factored.map_err(|cause| solid.singular(cause))?.solve(share.as_mut_slice());
        }
        let mut layer = vec![f64::INFINITY; points.count()];
        for element in mesh.cliques() {
            for &a in element.iter().filter(|a| worn.contains(a)) {
                for &b in element.iter().filter(|b| !worn.contains(b)) {
                    let k = place[&a];
                    layer[k] = layer[k].min(points.inward[k].dot(&(mesh.nodes[b] - mesh.nodes[a])).abs());
                }
            }
        }
        // A neighbour that lies beside, not below, says nothing about the layer.
        let typical = layer.iter().copied().filter(|l| l.is_finite()).fold(0.0, f64::max);
        layer.iter_mut().for_each(|l| *l = if *l > 0.1 * typical { *l } else { typical });
        let (first, inward, nodes) = (mesh.clone(), points.inward.clone(), points.nodes.clone());
        Ok(Self { first, inward, layer, follower, share, nodes })
    }

    /// The mesh before any wear.
    pub fn mesh(&self) -> &Mesh {
        &self.first
    }

    /// Where the nodes go for a depth of each point.
    pub fn places(&self, depth: &[f64]) -> Vec<Vector3<f64>> {
        let mut places = self.first.nodes.clone();
        for (k, &node) in self.nodes.iter().enumerate() {
            places[node] += self.inward[k] * depth[k];
        }
        for (row, &node) in self.follower.iter().enumerate() {
            for (k, depth) in depth.iter().enumerate() {
                places[node] += self.inward[k] * (self.share[(row, k)] * depth);
            }
        }
        places
    }

    /// Displacement and velocity at the new places of the nodes, from their gradients at the old ones: the material has
    /// not moved, the nodes have.
    pub fn carry(&self, moved: &Solid, old: &[Vector3<f64>], state: &mut DynamicState) {
        let mesh = moved.mesh();
        let mut slope = vec![(Matrix3::zeros(), Matrix3::zeros(), 0.0); old.len()];
        let mut gradients = [Vector3::zeros(); crate::solid::element::MAX_NODES];
        for element in 0..mesh.elements() {
            let nodes = mesh.element(element);
            let places: Vec<Vector3<f64>> = nodes.iter().map(|&n| old[n]).collect();
            let table = VolumeTable::stiffness(mesh.kind(element));
            for point in 0..table.weights.len() {
                let dv = table.physical(point, &places, &mut gradients);
                let (mut of_q, mut of_v) = (Matrix3::zeros(), Matrix3::zeros());
                for (&n, g) in nodes.iter().zip(&gradients) {
                    of_q += state.displacement[n] * g.transpose();
                    of_v += state.velocity[n] * g.transpose();
                }
                for &n in nodes {
                    slope[n].0 += of_q * dv;
                    slope[n].1 += of_v * dv;
                    slope[n].2 += dv;
                }
            }
        }
        for (n, (of_q, of_v, volume)) in slope.into_iter().enumerate() {
            let way = mesh.nodes[n] - old[n];
            for axis in 0..3 {
                let held = moved.unknown_of()[3 * n + axis] == numerics::sparse::NO_UNKNOWN;
                if !held && volume > 0.0 {
                    state.displacement[n][axis] += (of_q * way)[axis] / volume;
                    state.velocity[n][axis] += (of_v * way)[axis] / volume;
                }
            }
        }
    }
}
