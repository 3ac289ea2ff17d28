//! An eight-node quadrilateral of a meridian plane, turned about the axis, for one harmonic of the azimuth.
//!
//! `u_r = U cos nφ, u_z = W cos nφ, u_φ = V sin nφ`, so that
//!
//! `ε_r = U,r  ε_z = W,z  ε_φ = (U + nV)/r  γ_rz = U,z + W,r  γ_rφ = V,r − (nU + V)/r  γ_zφ = V,z − nW/r`
//!
//! Integrated at 2 × 2 points: the constraint of a nearly incompressible material is then asked for at four points of an
//! element only, and nothing locks up to ν = 0.49 [Bathe1996, ch. 4]. The factor of the azimuth (2π for n = 0, else π) is left
//! out: loads are written without it as well.
//!
//! *Checked by*: the patch tests and observed orders in `tests.rs`.

/// Unknowns of an element: U, W, V of every node.
pub(super) const UNKNOWNS: usize = 24;

/// Corners counter-clockwise in (ξ, η), then the middles of the sides that follow them.
const NODES: [[f64; 2]; 8] =
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];

/// Integration points of an element.
pub(super) const POINTS: [[f64; 2]; 4] = {
    let g = 0.577_350_269_189_625_8;
    [[-g, -g], [g, -g], [g, g], [-g, g]]
};

/// An isotropic material; moduli are relative to the first layer's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayerMaterial {
    /// Young's modulus by that of the articular layer.
    pub modulus: f64,
    /// Poisson's ratio.
    pub poisson: f64,
}

/// Values and slopes of the shape functions at a point of an element.
pub(super) struct Shapes {
    pub value: [f64; 8],
    /// By r and z.
    pub slope: [[f64; 2]; 8],
    pub radius: f64,
    /// Area of the meridian plane by that of (ξ, η).
    pub area: f64,
}

/// Shape functions and their slopes by ξ and η.
fn serendipity([x, y]: [f64; 2]) -> ([f64; 8], [[f64; 2]; 8]) {
    let (mut value, mut slope) = ([0.0; 8], [[0.0; 2]; 8]);
    for (k, [a, b]) in NODES.into_iter().enumerate() {
        let (p, q) = (1.0 + a * x, 1.0 + b * y);
        (value[k], slope[k]) = if k < 4 {
            let s = a * x + b * y - 1.0;
            (0.25 * p * q * s, [0.25 * a * q * (s + p), 0.25 * b * p * (s + q)])
        } else if a == 0.0 {
            (0.5 * (1.0 - x * x) * q, [-x * q, 0.5 * (1.0 - x * x) * b])
        } else {
            (0.5 * p * (1.0 - y * y), [0.5 * a * (1.0 - y * y), -y * p])
        };
    }
    (value, slope)
}

impl Shapes {
    /// At a point of an element with these corners and middles (r, z).
    pub fn at(point: [f64; 2], nodes: &[[f64; 2]; 8]) -> Self {
        let (value, local) = serendipity(point);
        let mut j = [[0.0; 2]; 2];
        let mut radius = 0.0;
        for k in 0..8 {
            radius += value[k] * nodes[k][0];
            for (row, jacobian) in j.iter_mut().enumerate() {
                jacobian[0] += local[k][row] * nodes[k][0];
                jacobian[1] += local[k][row] * nodes[k][1];
            }
        }
        let area = j[0][0] * j[1][1] - j[0][1] * j[1][0];
        let slope = local.map(|[x, y]| [(j[1][1] * x - j[0][1] * y) / area, (-j[1][0] * x + j[0][0] * y) / area]);
        Self { value, slope, radius, area }
    }

    /// Strain (r, z, φ, rz, rφ, zφ) of U, W, V of one node.
    pub fn strain(&self, node: usize, harmonic: f64) -> [[f64; 3]; 6] {
        let (v, [r, z], n) = (self.value[node] / self.radius, self.slope[node], harmonic);
        [[r, 0.0, 0.0], [0.0, z, 0.0], [v, 0.0, n * v], [z, r, 0.0], [-n * v, 0.0, r - v], [0.0, -n * v, z]]
    }
}

impl LayerMaterial {
    /// λ and μ.
    pub(super) fn lame(&self) -> (f64, f64) {
        let Self { modulus: e, poisson: nu } = *self;
        (e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), 0.5 * e / (1.0 + nu))
    }
}

/// Stiffness of an element, by columns.
pub(super) fn compute_stiffness(
    nodes: &[[f64; 2]; 8],
    material: &LayerMaterial,
    harmonic: f64,
) -> [f64; UNKNOWNS * UNKNOWNS] {
    let mut stiffness = [0.0; UNKNOWNS * UNKNOWNS];
    let (lambda, mu) = material.lame();
    for point in POINTS {
        let shapes = Shapes::at(point, nodes);
        let weight = shapes.radius * shapes.area;
        let strains: [[[f64; 3]; 6]; 8] = std::array::from_fn(|k| shapes.strain(k, harmonic));
        for column in 0..UNKNOWNS {
            let b: [f64; 6] = std::array::from_fn(|i| strains[column / 3][i][column % 3]);
            let spread = lambda * (b[0] + b[1] + b[2]);
            let stress: [f64; 6] =
                std::array::from_fn(|i| weight * if i < 3 { spread + 2.0 * mu * b[i] } else { mu * b[i] });
            for row in column..UNKNOWNS {
                let strain = &strains[row / 3];
                let sum: f64 = (0..6).map(|i| strain[i][row % 3] * stress[i]).sum();
                stiffness[column * UNKNOWNS + row] += sum;
            }
        }
    }
    for column in 0..UNKNOWNS {
        for row in 0..column {
            stiffness[column * UNKNOWNS + row] = stiffness[row * UNKNOWNS + column];
        }
    }
    stiffness
}
