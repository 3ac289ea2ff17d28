//! A body of revolution in one harmonic: its stiffness, factorised, and how its bearing surface gives way.

use super::element::{UNKNOWNS, compute_stiffness};
use super::mesh::MeridianMesh;
use nalgebra::DMatrix;
use numerics::sparse::{Factor, FactorError, NO_UNKNOWN, SparseRow, Symbolic, SymmetricMatrix, SymmetricPattern};
use std::sync::Arc;

/// A meridian that can be solved for any harmonic.
#[derive(Debug)]
pub(super) struct Body<'a> {
    mesh: &'a MeridianMesh,
    pattern: Arc<SymmetricPattern>,
    symbolic: Arc<Symbolic>,
}

/// Where an unknown is, and with which sign it enters.
type Place = Option<(usize, f64)>;

impl<'a> Body<'a> {
    pub fn new(mesh: &'a MeridianMesh) -> Result<Self, FactorError> {
        let sizes = vec![3; mesh.nodes.len()];
        let pattern = Arc::new(SymmetricPattern::new(&sizes, mesh.elements.iter().map(|e| e.as_slice())));
        let symbolic = Symbolic::new(&pattern)?;
        Ok(Self { mesh, pattern, symbolic })
    }

    /// What stands for U, W or V of a node. On the axis only what every azimuth agrees on is left: W for n = 0, a shift across
    /// the axis (V = −U) for n = 1, nothing for the others.
    pub(super) fn place(&self, node: usize, component: usize, harmonic: usize) -> Place {
        if self.mesh.held[node][component] || (harmonic == 0 && component == 2) {
            return None;
        }
        let own = Some((3 * node + component, 1.0));
        if self.mesh.nodes[node][0] != 0.0 {
            return own;
        }
        match (harmonic, component) {
            (0, 1) | (1, 0) => own,
            (1, 2) => Some((3 * node, -1.0)),
            _ => None,
        }
    }

    /// Stiffness of a harmonic; unknowns that are held have a stiffness of their own, so that all harmonics have one pattern.
    pub fn factorise(&self, harmonic: usize) -> Result<Factor, FactorError> {
        let mut matrix = SymmetricMatrix::zero(&self.pattern);
        for (element, material) in self.mesh.elements.iter().zip(&self.mesh.materials) {
            let nodes = element.map(|node| self.mesh.nodes[node]);
            let stiffness = compute_stiffness(&nodes, material, harmonic as f64);
            let places: [Place; UNKNOWNS] = std::array::from_fn(|k| self.place(element[k / 3], k % 3, harmonic));
            let mut local = [0.0; UNKNOWNS * UNKNOWNS];
            let mut unknowns = [NO_UNKNOWN; UNKNOWNS];
            for (k, place) in places.iter().enumerate() {
                // A borrowed unknown is added where its owner is, in the same node.
                unknowns[k] =
                    place.map_or(
                        NO_UNKNOWN,
                        |(unknown, _)| if unknown == 3 * element[k / 3] + k % 3 { unknown } else { NO_UNKNOWN },
                    );
            }
            let slot = |k: usize| places[k].map(|(unknown, sign)| (3 * (k / 3) + unknown % 3, sign));
            for j in 0..UNKNOWNS {
                let Some((column, sign)) = slot(j) else { continue };
                for i in 0..UNKNOWNS {
                    let Some((row, other)) = slot(i) else { continue };
                    local[column * UNKNOWNS + row] += sign * other * stiffness[j * UNKNOWNS + i];
                }
            }
            matrix.add_clique(element, &unknowns, &local);
        }
        for node in 0..self.mesh.nodes.len() {
            for component in 0..3 {
                let own = 3 * node + component;
                if self.place(node, component, harmonic).is_none_or(|(unknown, _)| unknown != own) {
                    matrix.add_clique(&[node], &[own], &[1.0]);
                }
            }
        }
        Factor::new(&self.symbolic, &matrix)
    }

    /// `∫ N r ds` along the normal over a cell, for the unknowns of a harmonic.
    fn load(&self, cell: usize, harmonic: usize) -> SparseRow {
        let mut row: SparseRow = Vec::new();
        for edge in &self.mesh.surface[cell] {
            for point in EdgePoint::all(&edge.map(|node| self.mesh.nodes[node])) {
                for (node, shape) in edge.iter().zip(point.shapes) {
                    for (component, part) in point.normal.iter().enumerate() {
                        if let Some((unknown, sign)) = self.place(*node, component, harmonic) {
                            row.push((unknown, sign * part * shape * point.weight));
                        }
                    }
                }
            }
        }
        row.sort_by_key(|(unknown, _)| *unknown);
        row.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        row.retain(|(_, value)| *value != 0.0);
        row
    }

    /// Work of a load on each cell by the displacement of a load on each other, all along the normal.
    pub fn compute_normal(&self, harmonic: usize) -> Result<DMatrix<f64>, FactorError> {
        let rows: Vec<SparseRow> = (0..self.mesh.surface.len()).map(|cell| self.load(cell, harmonic)).collect();
        Ok(self.factorise(harmonic)?.compute_compliance(&rows))
    }
}

/// A point of integration on an edge of three nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct EdgePoint {
    pub place: [f64; 2],
    /// Into the material, which lies to the right of the way from the pole to the rim.
    pub normal: [f64; 2],
    pub shapes: [f64; 3],
    /// `r ds`.
    pub weight: f64,
}

impl EdgePoint {
    /// The three points of a Gauss rule.
    pub fn all(nodes: &[[f64; 2]; 3]) -> [Self; 3] {
        let far = 0.6_f64.sqrt();
        [(-far, 5.0 / 9.0), (0.0, 8.0 / 9.0), (far, 5.0 / 9.0)].map(|(x, weight)| {
            let shapes = [0.5 * x * (x - 1.0), 1.0 - x * x, 0.5 * x * (x + 1.0)];
            let slopes = [x - 0.5, -2.0 * x, x + 0.5];
            let sum = |f: &[f64; 3], k: usize| (0..3).map(|i| f[i] * nodes[i][k]).sum::<f64>();
            let (place, along) = ([sum(&shapes, 0), sum(&shapes, 1)], [sum(&slopes, 0), sum(&slopes, 1)]);
            let length = along[0].hypot(along[1]);
            Self { place, normal: [along[1] / length, -along[0] / length], shapes, weight: weight * length * place[0] }
        })
    }
}
