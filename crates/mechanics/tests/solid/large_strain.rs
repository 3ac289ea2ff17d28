//! Large displacements and strains.

use super::*;
use mechanics::solid::{Material, Supports};

/// A cantilever with a dead load P across its end: deflection and shortening over its length for P L²/(E I), from
/// elliptic integrals [Mattiasson1981].
const ELASTICA: [(f64, f64, f64); 3] = [(1.0, 0.30172, 0.05643), (5.0, 0.71379, 0.38763), (10.0, 0.81061, 0.55500)];

#[test]
fn a_cantilever_bends_along_the_elastica() {
    let (length, side, modulus) = (10.0, 0.1, 1e4);
    for kind in [ElementKind::Hex20, ElementKind::Hex27] {
        let mesh = Brick { size: [length, side, side], cells: [24, 1, 1] }.mesh(kind).expect("a bar");
        let wall = mesh.nodes_of("x-").expect("a wall");
        let material = Material::StVenantKirchhoff(Elastic { modulus, poisson: 0.0, density: 0.0 });
        let solid = Solid::new(mesh, material, Supports::none().clamp(&wall)).expect("a solid");
        let end = solid.mesh().surface("x+").expect("an end").to_vec();
        let tip = solid.mesh().nodes_of("x+").expect("an end");
        let stiffness = modulus * side.powi(4) / 12.0;
        let mut state = solid.state();
        let mut statics = Statics::new(&solid);
        for (force, across, along) in ELASTICA {
            let traction = force * stiffness / (length * length) / (side * side);
            let load = solid.compute_traction(&end, |_, _| Vector3::new(0.0, traction, 0.0));
            let settings = StaticSettings { steps: 4, iterations: 25, ..StaticSettings::default() };
            statics.solve(&load, &mut state, &settings).expect("an equilibrium");
            let mean = tip.iter().map(|&n| state.displacement[n]).sum::<Vector3<f64>>() / tip.len() as f64 / length;
            assert!((mean.y / across - 1.0).abs() < 2e-3, "{}: P L²/EI = {force}: {} {across}", kind.name(), mean.y);
            assert!((-mean.x / along - 1.0).abs() < 4e-3, "{}: P L²/EI = {force}: {} {along}", kind.name(), -mean.x);
        }
    }
}

/// A neo-Hookean cube pulled to twice its length: σ from λ₁, λ₂ with no stress across, solved by bisection here.
#[test]
fn a_neo_hookean_cube_is_pulled_to_twice_its_length() {
    let elastic = Elastic { modulus: 1.0, poisson: 0.45, density: 0.0 };
    let (lambda, mu) = (0.45 / (1.45 * 0.1), 1.0 / 2.9);
    let (stretch, mut low, mut high) = (2.0_f64, 0.3_f64, 1.0_f64);
    let across = |l: f64| mu * (l - 1.0 / l) + lambda * (stretch * l * l).ln() / l;
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if across(middle) > 0.0 { high = middle } else { low = middle }
    }
    let nominal = mu * (stretch - 1.0 / stretch) + lambda * (stretch * low * low).ln() / stretch;
    for kind in ElementKind::ALL {
        let mesh = distorted(kind, 2);
        let [x0, x1, y0, z0] = ["x-", "x+", "y-", "z-"].map(|name| mesh.nodes_of(name).expect("a face"));
        let mut supports = Supports::none().hold(&x0, 0).hold(&y0, 1).hold(&z0, 2);
        x1.iter().for_each(|&n| supports.prescribe(n, 0, stretch - 1.0));
        let solid = Solid::new(mesh, Material::NeoHookean(elastic), supports).expect("a solid");
        let load = vec![0.0; 3 * solid.mesh().nodes.len()];
        let mut state = solid.state();
        let mut statics = Statics::new(&solid);
        statics
            .solve(&load, &mut state, &StaticSettings { steps: 2, ..StaticSettings::default() })
            .expect("an equilibrium");
        let force: f64 = x1.iter().map(|&n| statics.assembly().force[3 * n]).sum();
        assert!((force / nominal - 1.0).abs() < 1e-8, "{}: {force} {nominal}", kind.name());
    }
}

/// Newton's method with exact tangents doubles its digits: a handful of iterations, whatever the element.
#[test]
fn newton_needs_few_iterations_for_a_large_step() {
    for kind in ElementKind::ALL {
        let mesh = Brick { size: [2.0, 1.0, 1.0], cells: [4, 2, 2] }.mesh(kind).expect("a bar");
        let wall = mesh.nodes_of("x-").expect("a wall");
        let material = Material::NeoHookean(Elastic { modulus: 1.0, poisson: 0.46, density: 0.0 });
        let solid = Solid::new(mesh, material, Supports::none().clamp(&wall)).expect("a solid");
        let end = solid.mesh().surface("x+").expect("an end").to_vec();
        let load = solid.compute_traction(&end, |_, _| Vector3::new(0.0, 0.01, 0.0));
        let mut state = solid.state();
        let mut statics = Statics::new(&solid);
        statics.solve(&load, &mut state, &StaticSettings::default()).expect("an equilibrium");
        assert!(statics.work().iterations <= 7, "{}: {:?}", kind.name(), statics.work());
        assert_eq!(statics.work().steps, 1);
    }
}
