//! Whether a mesh can carry a computation, and which elements cannot.

use super::Mesh;
use crate::solid::SolidError;
use crate::solid::element::VolumeTable;
use nalgebra::Vector3;

/// Below this shape quality an element counts as flat.
const FLAT: f64 = 1e-4;
/// A plate a million times as wide as thick, or a needle a thousand times as long as thick, counts as flat too.
const THIN: f64 = 1e-6;
/// Elements named in a message.
const NAMED: usize = 8;

/// An element that is turned inside out or flat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BadElement {
    /// Its index.
    pub element: usize,
    /// Its number in the file.
    pub number: usize,
    /// Its worst scaled Jacobian: 1 for a cube, 0 when flat, negative when inverted.
    pub quality: f64,
}

/// What is known of a mesh before it is used.
#[derive(Debug, Clone, PartialEq)]
pub struct Quality {
    /// Elements with a scaled Jacobian that is not positive.
    pub inverted: Vec<BadElement>,
    /// Elements that are nearly flat.
    pub degenerate: Vec<BadElement>,
    /// The worst scaled Jacobian.
    pub worst: f64,
    /// Parts that share no node: the elements of each, the largest first.
    pub parts: Vec<Vec<usize>>,
    /// Nodes that belong to no element.
    pub unused_nodes: Vec<usize>,
}

impl Mesh {
    /// Looks at the Jacobian at every node and quadrature point, and at how the elements hang together.
    pub fn compute_quality(&self) -> Quality {
        let (mut inverted, mut degenerate, mut worst) = (Vec::new(), Vec::new(), 1.0_f64);
        for element in 0..self.elements() {
            let quality = self.compute_scaled_jacobian(element);
            let bad = BadElement { element, number: self.element_number(element), quality };
            worst = worst.min(quality);
            // The negated comparisons also catch NaN.
            if !(quality > 0.0) {
                inverted.push(bad);
            } else if quality < FLAT {
                degenerate.push(bad);
            }
        }
        let parts = self.compute_parts();
        let mut used = vec![false; self.nodes.len()];
        self.connectivity.iter().for_each(|&n| used[n] = true);
        let unused_nodes = (0..used.len()).filter(|&n| !used[n]).collect();
        Quality { inverted, degenerate, worst, parts, unused_nodes }
    }

    /// The least determinant of ∂X/∂ξ over nodes and quadrature points, in units of the product of its columns' lengths
    /// (of the least of four corners' for tetrahedra, whose ideal value is 1/√2).
    fn compute_scaled_jacobian(&self, element: usize) -> f64 {
        let kind = self.kinds[element];
        let nodes: Vec<Vector3<f64>> = self.element(element).iter().map(|&n| self.nodes[n]).collect();
        let mut least = f64::INFINITY;
        for table in [VolumeTable::stiffness(kind), VolumeTable::at_nodes(kind)] {
            for point in 0..table.weights.len() {
                let j = table.jacobian(point, &nodes);
                let lengths = j.column(0).norm() * j.column(1).norm() * j.column(2).norm();
                let longest = j.column(0).norm().max(j.column(1).norm()).max(j.column(2).norm());
                let determinant = j.determinant();
                let thin = determinant.abs() < THIN * longest.powi(3);
                let scaled = if lengths > 0.0 && !thin { determinant / lengths } else { determinant.min(0.0) };
                least = if scaled.is_nan() { f64::NAN } else { least.min(scaled) };
            }
        }
        least
    }

    fn compute_parts(&self) -> Vec<Vec<usize>> {
        let mut parent: Vec<usize> = (0..self.nodes.len()).collect();
        fn root(parent: &mut [usize], mut n: usize) -> usize {
            while parent[n] != n {
                parent[n] = parent[parent[n]];
                n = parent[n];
            }
            n
        }
        for nodes in self.cliques() {
            let first = root(&mut parent, nodes[0]);
            for &n in &nodes[1..] {
                let other = root(&mut parent, n);
                parent[other] = first;
            }
        }
        let mut parts: std::collections::BTreeMap<usize, Vec<usize>> = Default::default();
        for element in 0..self.elements() {
            let at = root(&mut parent, self.element(element)[0]);
            parts.entry(at).or_default().push(element);
        }
        let mut parts: Vec<Vec<usize>> = parts.into_values().collect();
        parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), part[0]));
        parts
    }

    /// Refuses a mesh with inverted or flat elements, or none, and names them.
    pub fn check_elements(&self) -> Result<(), SolidError> {
        if self.elements() == 0 {
            let hint = "the file has no solid elements of a known type";
            return Err(SolidError::BadMesh { what: "the number of elements", value: 0.0, hint });
        }
        let quality = self.compute_quality();
        let bad: Vec<BadElement> = quality.inverted.iter().chain(&quality.degenerate).copied().collect();
        if bad.is_empty() {
            return Ok(());
        }
        let named = |b: &BadElement| format!("{} {} ({:.2e})", self.kinds[b.element].name(), b.number, b.quality);
        let mut elements = bad.iter().take(NAMED).map(named).collect::<Vec<_>>().join(", ");
        if bad.len() > NAMED {
            elements.push_str(", …");
        }
        Err(SolidError::BadElements { count: bad.len(), total: self.elements(), elements })
    }

    /// Refuses a mesh that consists of more than one part.
    pub fn check_connected(&self) -> Result<(), SolidError> {
        let parts = self.compute_parts();
        if parts.len() < 2 {
            return Ok(());
        }
        let mut sizes = parts.iter().take(NAMED).map(|p| p.len().to_string()).collect::<Vec<_>>().join(", ");
        if parts.len() > NAMED {
            sizes.push_str(", …");
        }
        Err(SolidError::Disconnected { parts: parts.len(), sizes, element: self.element_number(parts[1][0]) })
    }
}
