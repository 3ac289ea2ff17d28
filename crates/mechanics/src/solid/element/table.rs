//! Shape functions tabulated at the points of a rule, once for the whole program.

use super::shape::{face_shape, solid_places, solid_shape};
use super::{ElementKind, FaceKind, MAX_FACE_NODES, MAX_NODES, Rule};
use nalgebra::{Matrix3, Vector3};
use std::sync::OnceLock;

/// Values and reference gradients of an element's shape functions at the points of a rule.
#[derive(Debug)]
pub struct VolumeTable {
    /// Weights of the points.
    pub weights: Vec<f64>,
    /// Values: for each point, one a node.
    pub values: Vec<[f64; MAX_NODES]>,
    /// Gradients in reference coordinates.
    pub gradients: Vec<[[f64; 3]; MAX_NODES]>,
}

/// Values and reference gradients of a face's shape functions, and values of those of the linear face on its corners.
#[derive(Debug)]
pub struct FaceTable {
    /// Weights of the points.
    pub weights: Vec<f64>,
    /// Values: for each point, one a node.
    pub values: Vec<[f64; MAX_FACE_NODES]>,
    /// Gradients in reference coordinates.
    pub gradients: Vec<[[f64; 2]; MAX_FACE_NODES]>,
    /// Linear functions on the corners.
    pub corner_values: Vec<[f64; 4]>,
}

impl VolumeTable {
    fn new(kind: ElementKind, rule: &Rule<3>) -> Self {
        let shapes: Vec<_> = rule.points.iter().map(|&x| solid_shape(kind, x)).collect();
        Self {
            weights: rule.weights.clone(),
            values: shapes.iter().map(|s| s.value).collect(),
            gradients: shapes.iter().map(|s| s.gradient).collect(),
        }
    }

    /// The rule for stresses: the least that keeps the element's order and lets no mode go free.
    pub fn stiffness(kind: ElementKind) -> &'static Self {
        static TABLES: OnceLock<[VolumeTable; 5]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            ElementKind::ALL.map(|kind| {
                let rule = match kind {
                    ElementKind::Tet4 => Rule::simplex_centre(),
                    ElementKind::Tet10 => Rule::tetrahedron_four(),
                    ElementKind::Hex8 => Rule::cube::<2>(),
                    ElementKind::Hex20 | ElementKind::Hex27 => Rule::cube::<3>(),
                };
                Self::new(kind, &rule)
            })
        });
        &tables[kind as usize]
    }

    /// A rule that is exact for products of two shape functions: masses, body forces, errors.
    pub fn accurate(kind: ElementKind) -> &'static Self {
        static TABLES: OnceLock<[VolumeTable; 5]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            ElementKind::ALL.map(|kind| {
                let rule = match kind {
                    ElementKind::Tet4 | ElementKind::Tet10 => Rule::simplex::<4>(),
                    ElementKind::Hex8 | ElementKind::Hex20 | ElementKind::Hex27 => Rule::cube::<4>(),
                };
                Self::new(kind, &rule)
            })
        });
        &tables[kind as usize]
    }

    /// The nodes as points, for checks of the Jacobian.
    pub fn at_nodes(kind: ElementKind) -> &'static Self {
        static TABLES: OnceLock<[VolumeTable; 5]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            ElementKind::ALL.map(|kind| {
                let points = solid_places(kind).to_vec();
                Self::new(kind, &Rule { weights: vec![0.0; points.len()], points })
            })
        });
        &tables[kind as usize]
    }

    /// The Jacobian ∂X/∂ξ at a point.
    pub fn jacobian(&self, point: usize, nodes: &[Vector3<f64>]) -> Matrix3<f64> {
        let mut j = Matrix3::zeros();
        for (x, g) in nodes.iter().zip(&self.gradients[point]) {
            j += x * Vector3::from(*g).transpose();
        }
        j
    }

    /// Gradients by reference position at a point, and the volume element with its weight.
    ///
    /// The Jacobian must be regular: a mesh is checked before it is used.
    pub fn physical(&self, point: usize, nodes: &[Vector3<f64>], gradients: &mut [Vector3<f64>; MAX_NODES]) -> f64 {
        let j = self.jacobian(point, nodes);
        let determinant = j.determinant();
        let inverse = j.try_inverse().unwrap_or_else(Matrix3::zeros);
        for (g, reference) in gradients.iter_mut().zip(&self.gradients[point]).take(nodes.len()) {
            *g = inverse.tr_mul(&Vector3::from(*reference));
        }
        determinant * self.weights[point]
    }
}

impl FaceTable {
    /// The table of a face, with a rule exact for products of two shape functions on a plane face.
    pub fn of(kind: FaceKind) -> &'static Self {
        static TABLES: OnceLock<[FaceTable; 5]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            [FaceKind::Tri3, FaceKind::Tri6, FaceKind::Quad4, FaceKind::Quad8, FaceKind::Quad9].map(|kind| {
                let rule = match kind {
                    FaceKind::Tri3 => Rule::simplex::<2>(),
                    FaceKind::Tri6 => Rule::simplex::<4>(),
                    FaceKind::Quad4 => Rule::cube::<2>(),
                    FaceKind::Quad8 | FaceKind::Quad9 => Rule::cube::<3>(),
                };
                let shapes: Vec<_> = rule.points.iter().map(|&x| face_shape(kind, x)).collect();
                let corners = rule.points.iter().map(|&x| face_shape(kind.linear(), x).value);
                Self {
                    weights: rule.weights.clone(),
                    values: shapes.iter().map(|s| s.value).collect(),
                    gradients: shapes.iter().map(|s| s.gradient).collect(),
                    corner_values: corners.map(|v| [v[0], v[1], v[2], v[3]]).collect(),
                }
            })
        });
        &tables[kind as usize]
    }

    /// The vector area element at a point, outward, with its weight.
    pub fn area(&self, point: usize, nodes: &[Vector3<f64>]) -> Vector3<f64> {
        let (mut s, mut t) = (Vector3::zeros(), Vector3::zeros());
        for (x, g) in nodes.iter().zip(&self.gradients[point]) {
            s += x * g[0];
            t += x * g[1];
        }
        s.cross(&t) * self.weights[point]
    }
}
