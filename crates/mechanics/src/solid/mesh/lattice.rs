//! Structured meshes of triquadratic cells, from which every other element is made.
//!
//! A cell carries the places of all 27 nodes, so that mid-sides, face centres (the mid-sides of face diagonals) and the
//! centre (that of the body diagonal) of every element cut from it lie on the true geometry.

use super::{Face, Mesh};
use crate::solid::element::ElementKind;
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// A sheet of nine-node quadrangles, counter-clockwise seen from the side of the last layer.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// Number of nodes.
    pub nodes: usize,
    /// Corners, mid-sides, centre.
    pub cells: Vec<[usize; 9]>,
    /// Named edges: cell and edge 0 … 3.
    pub edges: BTreeMap<String, Vec<(usize, usize)>>,
}

/// Cells of 27 nodes.
#[derive(Debug)]
pub(super) struct Lattice {
    nodes: Vec<Vector3<f64>>,
    cells: Vec<[usize; 27]>,
    surfaces: BTreeMap<String, Vec<(usize, usize)>>,
}

/// The face of a cell on each edge of its sheet.
const EDGE_FACE: [usize; 4] = [2, 3, 4, 5];

impl Sheet {
    /// Piles up `layers` cells on the sheet; `place` gets a node of the sheet and the height in half layers.
    pub fn pile(
        &self,
        layers: usize,
        [bottom, top]: [&str; 2],
        place: impl Fn(usize, usize) -> Vector3<f64>,
    ) -> Lattice {
        let nodes =
            (0..=2 * layers).flat_map(|k| (0..self.nodes).map(move |s| (s, k))).map(|(s, k)| place(s, k)).collect();
        let mut cells = Vec::with_capacity(self.cells.len() * layers);
        let mut surfaces: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for layer in 0..layers {
            for (c, cell) in self.cells.iter().enumerate() {
                let at = |q: usize, k: usize| cell[q] + (2 * layer + k) * self.nodes;
                let mut nodes = [0; 27];
                for q in 0..4 {
                    (nodes[q], nodes[q + 4], nodes[q + 16]) = (at(q, 0), at(q, 2), at(q, 1));
                    (nodes[q + 8], nodes[q + 12]) = (at(q + 4, 0), at(q + 4, 2));
                }
                // Mid-sides of the sheet's edges −y, +x, +y, −x rise to face centres; its centres to the rest.
                (nodes[22], nodes[21], nodes[23], nodes[20]) = (at(4, 1), at(5, 1), at(6, 1), at(7, 1));
                (nodes[24], nodes[26], nodes[25]) = (at(8, 0), at(8, 1), at(8, 2));
                let index = cells.len();
                cells.push(nodes);
                if layer == 0 {
                    surfaces.entry(bottom.to_owned()).or_default().push((index, 0));
                }
                if layer + 1 == layers {
                    surfaces.entry(top.to_owned()).or_default().push((index, 1));
                }
                debug_assert_eq!(index, c + layer * self.cells.len());
            }
        }
        for (name, edges) in &self.edges {
            for layer in 0..layers {
                let faces = edges.iter().map(|&(c, edge)| (c + layer * self.cells.len(), EDGE_FACE[edge]));
                surfaces.entry(name.clone()).or_default().extend(faces);
            }
        }
        Lattice { nodes, cells, surfaces }
    }
}

impl Lattice {
    /// The mesh of one kind of element.
    pub fn into_mesh(self, kind: ElementKind) -> Mesh {
        let Self { nodes, cells, surfaces } = self;
        let split = kind.is_tetrahedron();
        let mut elements: Vec<Vec<usize>> = Vec::new();
        for cell in &cells {
            if split {
                elements.extend(split_cell(cell).map(|tet| tet[..kind.nodes()].to_vec()));
            } else {
                elements.push(cell[..kind.nodes()].to_vec());
            }
        }
        let mut used = vec![usize::MAX; nodes.len()];
        elements.iter().flatten().for_each(|&n| used[n] = 0);
        let mut kept = Vec::new();
        for (n, mark) in used.iter_mut().enumerate() {
            if *mark == 0 {
                *mark = kept.len();
                kept.push(nodes[n]);
            }
        }
        let mut mesh = Mesh::from_nodes(kept);
        for element in &elements {
            let nodes: Vec<usize> = element.iter().map(|&n| used[n]).collect();
            mesh.push(kind, &nodes);
        }
        for (name, faces) in surfaces {
            let faces = faces.iter().flat_map(|&(cell, face)| {
                if !split {
                    return vec![Face { element: cell, face }];
                }
                let corners: Vec<usize> = ElementKind::Hex8.face_nodes(face).iter().map(|&k| cells[cell][k]).collect();
                let all = (6 * cell..6 * cell + 6).flat_map(|element| (0..4).map(move |face| Face { element, face }));
                let inside = |f: &Face| {
                    let nodes = ElementKind::Tet4.face_nodes(f.face);
                    nodes.iter().all(|&k| corners.contains(&elements[f.element][k]))
                };
                all.filter(inside).collect()
            });
            mesh.surfaces.insert(name, faces.collect());
        }
        mesh
    }
}

/// Six ten-node tetrahedra around the corner with the smallest number.
///
/// Every face is cut by the diagonal through its smallest corner, so that neighbours agree without knowing each other.
fn split_cell(cell: &[usize; 27]) -> [[usize; 10]; 6] {
    let least = (0..8).min_by_key(|&k| cell[k]).unwrap_or(0);
    let mut tets = [[0; 10]; 6];
    let mut count = 0;
    for face in 0..6 {
        let corners = ElementKind::Hex8.face_nodes(face);
        if corners.contains(&least) {
            continue;
        }
        let first = (0..4).min_by_key(|&k| cell[corners[k]]).unwrap_or(0);
        let corner = |k: usize| corners[(first + k) % 4];
        for (b, c) in [(1, 2), (2, 3)] {
            // The face turns counter-clockwise seen from outside: clockwise seen from the corner inside.
            tets[count] = with_mid_sides(cell, [corner(0), corner(c), corner(b), least]);
            count += 1;
        }
    }
    tets
}

fn with_mid_sides(cell: &[usize; 27], corners: [usize; 4]) -> [usize; 10] {
    const EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]];
    let mut nodes = [0; 10];
    for (node, &corner) in nodes.iter_mut().zip(&corners) {
        *node = cell[corner];
    }
    for (k, [a, b]) in EDGES.into_iter().enumerate() {
        nodes[4 + k] = cell[middle(corners[a], corners[b])];
    }
    nodes
}

/// The local node half way between two corners of a cell.
fn middle(a: usize, b: usize) -> usize {
    // Corners in reference coordinates 0 … 2, and the nodes in that 3 × 3 × 3 grid.
    const CORNER: [[usize; 3]; 8] =
        [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [0, 0, 2], [2, 0, 2], [2, 2, 2], [0, 2, 2]];
    const GRID: [[[usize; 3]; 3]; 3] = [
        [[0, 8, 1], [11, 24, 9], [3, 10, 2]],
        [[16, 22, 17], [20, 26, 21], [19, 23, 18]],
        [[4, 12, 5], [15, 25, 13], [7, 14, 6]],
    ];
    let [x, y, z]: [usize; 3] = std::array::from_fn(|i| (CORNER[a][i] + CORNER[b][i]) / 2);
    GRID[z][y][x]
}

/// Places 0 … 1 of `cells` cells and their middles, each cell `growth` times as wide as the one before.
pub(super) fn graded(cells: usize, growth: f64) -> Vec<f64> {
    let n = 2 * cells;
    let ratio = growth.sqrt();
    let sum = |k: usize| (0..k).map(|i| ratio.powi(i as i32)).sum::<f64>();
    let whole = sum(n);
    (0..=n).map(|k| if k == n { 1.0 } else { sum(k) / whole }).collect()
}
