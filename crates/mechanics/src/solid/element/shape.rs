//! Shape functions and their gradients, in reference coordinates.
//!
//! Hexahedra and quadrangles live on [−1, 1], tetrahedra and triangles on the unit simplex.
//!
//! | element | shape function of node a, with ξₐ, ηₐ, ζₐ its place |
//! |---|---|
//! | hex8 | ⅛(1+ξξₐ)(1+ηηₐ)(1+ζζₐ) |
//! | hex20, corner | ⅛(1+ξξₐ)(1+ηηₐ)(1+ζζₐ)(ξξₐ+ηηₐ+ζζₐ−2) |
//! | hex20, ξₐ = 0 | ¼(1−ξ²)(1+ηηₐ)(1+ζζₐ) |
//! | hex27 | ℓ(ξ; ξₐ) ℓ(η; ηₐ) ℓ(ζ; ζₐ), ℓ quadratic Lagrange |
//! | tet4 | Lₐ |
//! | tet10 | Lₐ(2Lₐ−1), 4 L_b L_c |
//!
//! *Checked by*: unity at the own node and zero at the others, sum one, gradients against differences, below.

use super::{ElementKind, FaceKind, MAX_FACE_NODES, MAX_NODES};

/// Reference places of the 27 nodes; the first 8 and 20 are those of the smaller hexahedra.
pub(super) const HEX_PLACES: [[f64; 3]; 27] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [0.0, -1.0, -1.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, -1.0],
    [-1.0, 0.0, -1.0],
    [0.0, -1.0, 1.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [-1.0, 0.0, 1.0],
    [-1.0, -1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [-1.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, -1.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0],
];

/// Reference places of the ten nodes of a tetrahedron.
pub(super) const TET_PLACES: [[f64; 3]; 10] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.5, 0.0, 0.0],
    [0.5, 0.5, 0.0],
    [0.0, 0.5, 0.0],
    [0.0, 0.0, 0.5],
    [0.5, 0.0, 0.5],
    [0.0, 0.5, 0.5],
];

/// Corners of the mid-side nodes 4 … 9 of a tetrahedron; the first three are those of a triangle's 3 … 5.
const TET_EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]];

/// Reference places of the nine nodes of a quadrangle.
const QUAD_PLACES: [[f64; 2]; 9] =
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, 0.0]];

/// Values and gradients of the shape functions at one place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape<const N: usize, const D: usize> {
    pub value: [f64; N],
    pub gradient: [[f64; D]; N],
}

impl<const N: usize, const D: usize> Shape<N, D> {
    fn zero() -> Self {
        Self { value: [0.0; N], gradient: [[0.0; D]; N] }
    }

    /// Product of one-dimensional functions, each given as (value, slope).
    fn set_product(&mut self, node: usize, factors: [(f64, f64); D]) {
        self.value[node] = factors.iter().map(|f| f.0).product();
        for i in 0..D {
            self.gradient[node][i] = (0..D).map(|j| if i == j { factors[j].1 } else { factors[j].0 }).product();
        }
    }

    /// Barycentric coordinates with constant slopes.
    fn set_simplex(&mut self, place: [f64; D], quadratic: bool) {
        let l = |a: usize| if a == 0 { 1.0 - place.iter().sum::<f64>() } else { place[a - 1] };
        let slope = |a: usize, i: usize| match a {
            0 => -1.0,
            a if a == i + 1 => 1.0,
            _ => 0.0,
        };
        for a in 0..=D {
            self.value[a] = if quadratic { l(a) * (2.0 * l(a) - 1.0) } else { l(a) };
            for i in 0..D {
                self.gradient[a][i] = if quadratic { (4.0 * l(a) - 1.0) * slope(a, i) } else { slope(a, i) };
            }
        }
        if quadratic {
            let edges = if D == 3 { 6 } else { 3 };
            for (k, &[b, c]) in TET_EDGES[..edges].iter().enumerate() {
                self.value[D + 1 + k] = 4.0 * l(b) * l(c);
                for i in 0..D {
                    self.gradient[D + 1 + k][i] = 4.0 * (l(b) * slope(c, i) + l(c) * slope(b, i));
                }
            }
        }
    }

    /// Serendipity functions on [−1, 1]^D at the given places of corners and mid-sides.
    fn set_serendipity(&mut self, x: [f64; D], places: &[[f64; D]]) {
        for (node, at) in places.iter().enumerate() {
            let linear: [(f64, f64); D] = std::array::from_fn(|i| {
                if at[i] == 0.0 { (1.0 - x[i] * x[i], -2.0 * x[i]) } else { (0.5 * (1.0 + x[i] * at[i]), 0.5 * at[i]) }
            });
            self.set_product(node, linear);
            if at.iter().all(|a| *a != 0.0) {
                let bubble = (0..D).map(|i| x[i] * at[i]).sum::<f64>() - (D as f64 - 1.0);
                let value = self.value[node];
                for (gradient, a) in self.gradient[node].iter_mut().zip(at) {
                    *gradient = *gradient * bubble + value * a;
                }
                self.value[node] *= bubble;
            }
        }
    }

    fn set_lagrange(&mut self, x: [f64; D], places: &[[f64; D]], quadratic: bool) {
        for (node, at) in places.iter().enumerate() {
            let factors = std::array::from_fn(|i| match (quadratic, at[i]) {
                (false, a) => (0.5 * (1.0 + x[i] * a), 0.5 * a),
                (true, 0.0) => (1.0 - x[i] * x[i], -2.0 * x[i]),
                (true, a) => (0.5 * x[i] * (x[i] + a), x[i] + 0.5 * a),
            });
            self.set_product(node, factors);
        }
    }
}

/// Shape functions of a solid element.
pub(super) fn solid_shape(kind: ElementKind, x: [f64; 3]) -> Shape<MAX_NODES, 3> {
    let mut shape = Shape::zero();
    match kind {
        ElementKind::Tet4 => shape.set_simplex(x, false),
        ElementKind::Tet10 => shape.set_simplex(x, true),
        ElementKind::Hex8 => shape.set_lagrange(x, &HEX_PLACES[..8], false),
        ElementKind::Hex20 => shape.set_serendipity(x, &HEX_PLACES[..20]),
        ElementKind::Hex27 => shape.set_lagrange(x, &HEX_PLACES, true),
    }
    shape
}

/// Shape functions of a face.
pub(super) fn face_shape(kind: FaceKind, x: [f64; 2]) -> Shape<MAX_FACE_NODES, 2> {
    let mut shape = Shape::zero();
    match kind {
        FaceKind::Tri3 => shape.set_simplex(x, false),
        FaceKind::Tri6 => shape.set_simplex(x, true),
        FaceKind::Quad4 => shape.set_lagrange(x, &QUAD_PLACES[..4], false),
        FaceKind::Quad8 => shape.set_serendipity(x, &QUAD_PLACES[..8]),
        FaceKind::Quad9 => shape.set_lagrange(x, &QUAD_PLACES, true),
    }
    shape
}

/// Where the nodes of a solid element are.
pub(super) fn solid_places(kind: ElementKind) -> &'static [[f64; 3]] {
    if kind.is_tetrahedron() { &TET_PLACES[..kind.nodes()] } else { &HEX_PLACES[..kind.nodes()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_the_contract<const N: usize, const D: usize>(
        name: &str,
        places: &[[f64; D]],
        shape: impl Fn([f64; D]) -> Shape<N, D>,
    ) {
        for (b, &place) in places.iter().enumerate() {
            let at = shape(place);
            for a in 0..places.len() {
                let expected = f64::from(u8::from(a == b));
                assert!((at.value[a] - expected).abs() < 1e-14, "{name}: N{a} at node {b} is {}", at.value[a]);
            }
        }
        let x: [f64; D] = std::array::from_fn(|i| 0.13 + 0.11 * i as f64);
        let at = shape(x);
        assert!((at.value.iter().sum::<f64>() - 1.0).abs() < 1e-14, "{name}: sum");
        for i in 0..D {
            let step = |h: f64| shape(std::array::from_fn(|j| if i == j { x[j] + h } else { x[j] }));
            let (plus, minus) = (step(1e-5), step(-1e-5));
            for a in 0..places.len() {
                let slope = (plus.value[a] - minus.value[a]) / 2e-5;
                assert!((slope - at.gradient[a][i]).abs() < 1e-9, "{name}: slope of N{a} along {i}");
            }
        }
    }

    #[test]
    fn shape_functions_are_one_at_their_node_and_sum_to_one() {
        for kind in ElementKind::ALL {
            keeps_the_contract(kind.name(), solid_places(kind), |x| solid_shape(kind, x));
        }
        let triangle: Vec<[f64; 2]> = [0, 1, 2, 4, 5, 6].map(|k| [TET_PLACES[k][0], TET_PLACES[k][1]]).to_vec();
        keeps_the_contract("tri3", &triangle[..3], |x| face_shape(FaceKind::Tri3, x));
        keeps_the_contract("tri6", &triangle, |x| face_shape(FaceKind::Tri6, x));
        for (kind, nodes) in [(FaceKind::Quad4, 4), (FaceKind::Quad8, 8), (FaceKind::Quad9, 9)] {
            keeps_the_contract("quad", &QUAD_PLACES[..nodes], |x| face_shape(kind, x));
        }
    }

    #[test]
    fn a_face_sees_the_shape_functions_of_its_element() {
        for kind in ElementKind::ALL {
            for face in 0..kind.faces() {
                let nodes = kind.face_nodes(face);
                let x = [0.21, 0.34];
                let on_face = face_shape(kind.face_kind(), x);
                let mut place = [0.0; 3];
                for (k, &node) in nodes.iter().enumerate() {
                    for (x, at) in place.iter_mut().zip(solid_places(kind)[node]) {
                        *x += on_face.value[k] * at;
                    }
                }
                let inside = solid_shape(kind, place);
                for a in 0..kind.nodes() {
                    let expected = nodes.iter().position(|&n| n == a).map_or(0.0, |k| on_face.value[k]);
                    assert!((inside.value[a] - expected).abs() < 1e-14, "{} face {face} node {a}", kind.name());
                }
            }
        }
    }
}
