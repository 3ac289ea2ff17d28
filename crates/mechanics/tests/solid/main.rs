//! Solids: what every element must keep, orders of convergence, published benchmarks, files, bad input, contact.

mod bad_input;
mod benchmarks;
mod contact;
mod element;
mod friction;
mod large_strain;
mod meshes;
mod order;
mod penalised;
mod readers;
mod shapes;

use mechanics::material::Elastic;
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::Brick;
use mechanics::solid::{Mesh, Solid, SolidState, StaticSettings, Statics};
use nalgebra::Vector3;

/// A soft material of no particular kind.
pub const SOFT: Elastic = Elastic { modulus: 3.0, poisson: 0.3, density: 2.0 };

/// A block whose inner corners are displaced, with straight edges: every element has another shape.
pub fn distorted(kind: ElementKind, cells: usize) -> Mesh {
    let block = Brick { size: [1.0; 3], cells: [cells; 3] };
    let mut mesh = block.mesh(kind).expect("a block");
    let shift = |x: Vector3<f64>| {
        let inside = x.iter().all(|c| *c > 1e-9 && *c < 1.0 - 1e-9);
        let wave =
            Vector3::new((7.0 * x.y + 5.0 * x.z).sin(), (9.0 * x.z + 4.0 * x.x).cos(), (8.0 * x.x - 3.0 * x.y).sin());
        if inside { x + wave * (0.15 / cells as f64) } else { x }
    };
    let linear = if kind.is_tetrahedron() { ElementKind::Tet4 } else { ElementKind::Hex8 };
    let places = mesh.nodes.clone();
    for e in 0..mesh.elements() {
        let nodes = mesh.element(e).to_vec();
        let corners: Vec<_> = nodes[..linear.nodes()].iter().map(|&n| shift(places[n])).collect();
        for (k, &n) in nodes.iter().enumerate() {
            if k < corners.len() {
                mesh.nodes[n] = corners[k];
                continue;
            }
            // Mid nodes lie half way between the corners of their edge, face or body.
            const EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]];
            let reach = |c: usize| (places[nodes[c]] - places[n]).norm();
            let near = (0..corners.len()).map(reach).fold(f64::INFINITY, f64::min);
            let group: Vec<usize> = if kind.is_tetrahedron() {
                EDGES[k - 4].to_vec()
            } else {
                (0..corners.len()).filter(|&c| reach(c) < near * 1.01).collect()
            };
            mesh.nodes[n] = group.iter().map(|&c| corners[c]).sum::<Vector3<f64>>() / group.len() as f64;
        }
    }
    mesh
}

/// The equilibrium under a load.
pub fn solve(solid: &Solid, load: &[f64], settings: &StaticSettings) -> SolidState {
    let mut state = solid.state();
    Statics::new(solid).solve(load, &mut state, settings).expect("an equilibrium");
    state
}

/// Nodes on the boundary of the unit block.
pub fn boundary(mesh: &Mesh) -> Vec<usize> {
    let outside = |x: &Vector3<f64>| x.iter().any(|c| *c < 1e-9 || *c > 1.0 - 1e-9);
    (0..mesh.nodes.len()).filter(|&n| outside(&mesh.nodes[n])).collect()
}
