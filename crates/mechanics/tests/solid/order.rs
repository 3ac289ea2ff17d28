//! Observed orders of convergence with manufactured solutions.

use super::*;
use mechanics::solid::element::{MAX_NODES, VolumeTable};
use mechanics::solid::{Material, Supports};
use nalgebra::Matrix3;

const K: f64 = 2.0;
const PHASE: [f64; 3] = [0.3, 0.7, 1.1];
const AMPLITUDE: [f64; 3] = [0.02, -0.015, 0.01];

/// u = a sin(kx + φ₁) sin(ky + φ₂) sin(kz + φ₃), with its gradient.
fn exact(x: Vector3<f64>) -> (Vector3<f64>, Matrix3<f64>) {
    let s: [f64; 3] = std::array::from_fn(|i| (K * x[i] + PHASE[i]).sin());
    let c: [f64; 3] = std::array::from_fn(|i| (K * x[i] + PHASE[i]).cos());
    let slope = Vector3::new(c[0] * s[1] * s[2], s[0] * c[1] * s[2], s[0] * s[1] * c[2]) * K;
    let a = Vector3::from(AMPLITUDE);
    (a * (s[0] * s[1] * s[2]), a * slope.transpose())
}

/// −div σ = −(λ + μ) ∇(div u) − μ Δu, by hand.
fn body_force(x: Vector3<f64>, material: &Elastic) -> Vector3<f64> {
    let Elastic { modulus: e, poisson: nu, .. } = *material;
    let (lambda, mu) = (e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), e / (2.0 * (1.0 + nu)));
    let s: [f64; 3] = std::array::from_fn(|i| (K * x[i] + PHASE[i]).sin());
    let c: [f64; 3] = std::array::from_fn(|i| (K * x[i] + PHASE[i]).cos());
    let product = s[0] * s[1] * s[2];
    let second = |i: usize, j: usize| {
        if i == j {
            return -K * K * product;
        }
        let rest = 3 - i - j;
        K * K * c[i] * c[j] * s[rest]
    };
    Vector3::from_fn(|i, _| {
        let divergence: f64 = (0..3).map(|j| AMPLITUDE[j] * second(i, j)).sum();
        -(lambda + mu) * divergence + 3.0 * mu * K * K * AMPLITUDE[i] * product
    })
}

/// Errors of displacement and gradient in the mean square.
fn errors(kind: ElementKind, cells: usize, poisson: f64) -> (f64, f64) {
    let material = Elastic { poisson, ..SOFT };
    // A smooth map, so that elements are curved and of unequal size but keep their shape under refinement.
    let mesh = Brick { size: [1.0; 3], cells: [cells; 3] }.mesh(kind).expect("a block");
    let held = boundary(&mesh);
    let mesh =
        mesh.map(|x| x + Vector3::new(0.08 * (2.0 * x.y).sin() * x.z, 0.06 * x.x * x.z, -0.07 * x.x * x.y * x.y));
    let mut supports = Supports::none();
    for n in held {
        let (u, _) = exact(mesh.nodes[n]);
        (0..3).for_each(|axis| supports.prescribe(n, axis, u[axis]));
    }
    let solid = Solid::new(mesh, Material::Linear(material), supports).expect("a solid");
    let load = solid.compute_body_force(|x| body_force(x, &material));
    let state = solve(&solid, &load, &StaticSettings::default());
    let (mut value, mut slope) = (0.0, 0.0);
    let mut gradients = [Vector3::zeros(); MAX_NODES];
    for e in 0..solid.mesh().elements() {
        let nodes = solid.mesh().element(e);
        let places: Vec<_> = nodes.iter().map(|&n| solid.mesh().nodes[n]).collect();
        let table = VolumeTable::accurate(kind);
        for (point, values) in table.values.iter().enumerate() {
            let dv = table.physical(point, &places, &mut gradients);
            let (mut x, mut u, mut h) = (Vector3::zeros(), Vector3::zeros(), Matrix3::zeros());
            for (k, &n) in nodes.iter().enumerate() {
                x += places[k] * values[k];
                u += state.displacement[n] * values[k];
                h += state.displacement[n] * gradients[k].transpose();
            }
            let (u0, h0) = exact(x);
            value += (u - u0).norm_squared() * dv;
            slope += (h - h0).norm_squared() * dv;
        }
    }
    (value.sqrt(), slope.sqrt())
}

/// Linear elements: 2 and 1; quadratic elements: 3 and 2.
fn has_its_order(kind: ElementKind, cells: [usize; 2]) {
    let [coarse, fine] = cells.map(|n| errors(kind, n, 0.3));
    let ratio = (cells[1] as f64 / cells[0] as f64).ln();
    let (displacement, gradient) = ((coarse.0 / fine.0).ln() / ratio, (coarse.1 / fine.1).ln() / ratio);
    let expected = kind.degree() as f64;
    assert!(
        (displacement - expected - 1.0).abs() < 0.25 && (gradient - expected).abs() < 0.2,
        "{}: observed orders {displacement:.2} and {gradient:.2}",
        kind.name()
    );
}

#[test]
fn tet4_is_second_order() {
    has_its_order(ElementKind::Tet4, [6, 12]);
}

#[test]
fn hex8_is_second_order() {
    has_its_order(ElementKind::Hex8, [6, 12]);
}

#[test]
fn tet10_is_third_order() {
    has_its_order(ElementKind::Tet10, [3, 6]);
}

#[test]
fn hex20_is_third_order() {
    has_its_order(ElementKind::Hex20, [4, 8]);
}

#[test]
fn hex27_is_third_order() {
    has_its_order(ElementKind::Hex27, [3, 6]);
}
