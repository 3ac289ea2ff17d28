//! Corners that share one normal: a vertex on a smooth surface is one fan, a vertex on a sharp edge is two.

use nalgebra::Vector3;

use super::TriangleMesh;
use super::pseudonormal::corner_angle;
use super::topology::Topology;

/// How the surface passes over an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passage {
    /// One normal on both sides.
    Smooth,
    /// Two triangles, but two normals.
    Crease,
    /// The surface ends.
    Boundary,
    /// Three triangles or more.
    Tangle,
}

/// Corners grouped by the normal they share.
#[derive(Debug)]
pub(super) struct Fans {
    /// Per edge of the topology.
    pub(super) passages: Vec<Passage>,
    /// Per triangle and corner.
    pub(super) of_corner: Vec<[u32; 3]>,
    /// Per fan.
    pub(super) vertex: Vec<u32>,
    /// Per fan: the sum of the facets' normals weighted by their angles, of unit length (zero if nothing is there).
    pub(super) normal: Vec<Vector3<f64>>,
    /// Where the triangles of a fan begin; they end where those of the next begin.
    first: Vec<u32>,
    triangles: Vec<u32>,
}

impl Fans {
    /// Edges that bend by more than `crease_angle` are kept sharp.
    pub(super) fn new(mesh: &TriangleMesh, topology: &Topology, crease_angle: f64) -> Self {
        let unit: Vec<Option<Vector3<f64>>> = (0..mesh.triangles.len())
            .map(|t| if mesh.is_degenerate(t) { None } else { mesh.double_area(t).try_normalize(0.0) })
            .collect();
        let limit = crease_angle.cos();
        let passages: Vec<Passage> = topology
            .edges
            .iter()
            .map(|edge| match topology.uses(edge) {
                [_] => Passage::Boundary,
                [a, b] => {
                    let smooth = unit[a.triangle as usize]
                        .zip(unit[b.triangle as usize])
                        .is_some_and(|(m, n)| a.forward != b.forward && m.dot(&n) >= limit);
                    if smooth { Passage::Smooth } else { Passage::Crease }
                }
                _ => Passage::Tangle,
            })
            .collect();
        let (of_corner, vertex) = group(mesh, topology, &passages);
        let mut first = vec![0u32; vertex.len() + 1];
        of_corner.iter().flatten().for_each(|fan| first[*fan as usize + 1] += 1);
        for fan in 0..vertex.len() {
            first[fan + 1] += first[fan];
        }
        let mut triangles = vec![0; 3 * of_corner.len()];
        let mut next = first.clone();
        let mut normal = vec![Vector3::zeros(); vertex.len()];
        for (t, fans) in of_corner.iter().enumerate() {
            let corners = mesh.corners(t);
            for (k, fan) in fans.iter().map(|fan| *fan as usize).enumerate() {
                triangles[next[fan] as usize] = t as u32;
                next[fan] += 1;
                normal[fan] += unit[t].unwrap_or_else(Vector3::zeros) * corner_angle(&corners, k);
            }
        }
        normal.iter_mut().for_each(|n| *n = n.try_normalize(0.0).unwrap_or_else(Vector3::zeros));
        Self { passages, of_corner, vertex, normal, first, triangles }
    }

    pub(super) fn count(&self) -> usize {
        self.vertex.len()
    }

    pub(super) fn triangles(&self, fan: u32) -> &[u32] {
        &self.triangles[self.first[fan as usize] as usize..self.first[fan as usize + 1] as usize]
    }

    /// The fans around a fan, ring by ring, until there are `enough`, never across a sharp edge; `found` is storage.
    pub(super) fn collect_around(&self, fan: u32, enough: usize, most_rings: usize, found: &mut Vec<u32>) {
        found.clear();
        found.push(fan);
        let mut ring = 0;
        for _ in 0..most_rings {
            let end = found.len();
            for inner in ring..end {
                for t in self.triangles(found[inner]) {
                    for &other in &self.of_corner[*t as usize] {
                        if !found.contains(&other) {
                            found.push(other);
                        }
                    }
                }
            }
            ring = end;
            if found.len() > enough || ring == found.len() {
                break;
            }
        }
        found.swap_remove(0);
    }
}

/// Joins the corners of a vertex across smooth edges.
pub(super) fn group(mesh: &TriangleMesh, topology: &Topology, passages: &[Passage]) -> (Vec<[u32; 3]>, Vec<u32>) {
    // A forest over corners, 3 t + k, whose roots are the smallest corner of a fan.
    let mut parent: Vec<u32> = (0..3 * mesh.triangles.len() as u32).collect();
    fn root(parent: &mut [u32], mut i: u32) -> u32 {
        while parent[i as usize] != i {
            parent[i as usize] = parent[parent[i as usize] as usize];
            i = parent[i as usize];
        }
        i
    }
    let corner = |triangle: u32, vertex: u32| {
        mesh.triangles[triangle as usize].iter().position(|v| *v == vertex).map(|k| 3 * triangle + k as u32)
    };
    for (edge, _) in topology.edges.iter().zip(passages).filter(|(_, passage)| **passage == Passage::Smooth) {
        let [a, b] = topology.uses(edge) else { continue };
        for end in edge.ends {
            if let (Some(i), Some(j)) = (corner(a.triangle, end), corner(b.triangle, end)) {
                let (i, j) = (root(&mut parent, i), root(&mut parent, j));
                parent[i.max(j) as usize] = i.min(j);
            }
        }
    }
    let mut fan_of_root = vec![u32::MAX; parent.len()];
    let mut vertex = Vec::new();
    let mut of_corner = vec![[0; 3]; mesh.triangles.len()];
    for (t, corners) in mesh.triangles.iter().enumerate() {
        for k in 0..3 {
            let root = root(&mut parent, (3 * t + k) as u32) as usize;
            if fan_of_root[root] == u32::MAX {
                fan_of_root[root] = vertex.len() as u32;
                vertex.push(corners[k]);
            }
            of_corner[t][k] = fan_of_root[root];
        }
    }
    (of_corner, vertex)
}
