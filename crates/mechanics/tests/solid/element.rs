//! What every element must keep, with every material.

use super::*;
use mechanics::solid::{Assembly, Material, Supports};
use nalgebra::{Matrix3, Rotation3};
use numerics::sparse::NO_UNKNOWN;

fn materials() -> [(&'static str, Material); 3] {
    [
        ("linear", Material::Linear(SOFT)),
        ("St. Venant–Kirchhoff", Material::StVenantKirchhoff(SOFT)),
        ("neo-Hookean", Material::NeoHookean(SOFT)),
    ]
}

/// A uniform deformation of the boundary deforms the inside uniformly, with one stress everywhere.
#[test]
fn every_element_passes_the_patch_test_with_every_material() {
    let gradient = Matrix3::new(0.10, 0.06, -0.02, 0.03, -0.08, 0.05, -0.04, 0.02, 0.07);
    for kind in ElementKind::ALL {
        for (name, material) in materials() {
            let mesh = distorted(kind, 2);
            let mut supports = Supports::none();
            for n in boundary(&mesh) {
                let u = gradient * mesh.nodes[n];
                (0..3).for_each(|axis| supports.prescribe(n, axis, u[axis]));
            }
            let solid = Solid::new(mesh, material, supports).expect("a solid");
            let load = vec![0.0; 3 * solid.mesh().nodes.len()];
            let settings = StaticSettings { tolerance: 1e-12, ..StaticSettings::default() };
            let state = solve(&solid, &load, &settings);
            let worst = (solid.mesh().nodes.iter().zip(&state.displacement))
                .map(|(x, u)| (u - gradient * x).norm())
                .fold(0.0, f64::max);
            assert!(worst < 1e-12, "{} {name}: displacement off by {worst:e}", kind.name());
            let first = solid.compute_stress(0, &state).expect("stress")[0];
            for e in 0..solid.mesh().elements() {
                for stress in solid.compute_stress(e, &state).expect("stress") {
                    assert!((stress - first).norm() < 1e-11, "{} {name}: stress differs", kind.name());
                }
            }
        }
    }
}

/// Internal forces are the slope of the energy, and the stiffness is the slope of the forces and symmetric.
#[test]
fn forces_and_stiffness_of_every_element_match_differences_of_the_energy() {
    for kind in ElementKind::ALL {
        for (name, material) in materials() {
            let mesh =
                distorted(kind, 1).map(|x| x + Vector3::new(0.1 * x.y * x.z, -0.05 * x.x * x.z, 0.08 * x.x * x.y));
            let corner = |mesh: &Mesh, x: Vector3<f64>| {
                (0..mesh.nodes.len()).filter(|&n| (mesh.nodes[n] - x).norm() < 1e-9).collect::<Vec<_>>()
            };
            let held = [Vector3::zeros(), Vector3::x(), Vector3::y()].map(|x| corner(&mesh, x)).concat();
            let solid = Solid::new(mesh, material, Supports::none().clamp(&held)).expect("a solid");
            let mut state = solid.state();
            for (n, u) in state.displacement.iter_mut().enumerate() {
                let k = n as f64;
                *u = Vector3::new((3.1 * k).sin(), (1.7 * k).cos(), (2.3 * k + 1.0).sin()) * 0.03;
            }
            let mut assembly = Assembly::new(&solid);
            assembly.compute_stiffness(&solid, &state, None).expect("not inside out");
            let (force, stiffness) = (assembly.force.clone(), assembly.stiffness.clone());
            let step = 1e-5;
            let n = solid.unknowns();
            let (mut unit, mut column) = (vec![0.0; n], vec![0.0; n]);
            for k in (0..force.len()).step_by(5) {
                let mut at = |h: f64| {
                    let mut moved = state.clone();
                    moved.displacement[k / 3][k % 3] += h;
                    assembly.compute_forces(&solid, &moved).expect("not inside out");
                    (assembly.energy, assembly.force.clone())
                };
                let ((e1, f1), (e0, f0)) = (at(step), at(-step));
                let slope = (e1 - e0) / (2.0 * step);
                assert!((slope - force[k]).abs() < 1e-8, "{} {name}: force {slope} {}", kind.name(), force[k]);
                let u = solid.unknown_of()[k];
                if u == NO_UNKNOWN {
                    continue;
                }
                unit.fill(0.0);
                unit[u] = 1.0;
                stiffness.multiply(&unit, &mut column);
                for (i, &row) in solid.unknown_of().iter().enumerate().filter(|(_, r)| **r != NO_UNKNOWN) {
                    let slope = (f1[i] - f0[i]) / (2.0 * step);
                    let error = (slope - column[row]).abs();
                    assert!(error < 1e-7, "{} {name}: stiffness ({i}, {k}) {slope} {}", kind.name(), column[row]);
                }
            }
        }
    }
}

#[test]
fn a_rigid_rotation_gives_no_stress_in_finite_laws() {
    let turn = Rotation3::from_euler_angles(0.5, -0.8, 1.9);
    for kind in ElementKind::ALL {
        for (name, material) in materials().into_iter().skip(1) {
            let mesh = distorted(kind, 2);
            let held = boundary(&mesh);
            let solid = Solid::new(mesh, material, Supports::none().clamp(&held)).expect("a solid");
            let mut state = solid.state();
            for (u, x) in state.displacement.iter_mut().zip(&solid.mesh().nodes) {
                *u = turn * x + Vector3::new(3.0, -2.0, 1.0) - x;
            }
            for e in 0..solid.mesh().elements() {
                for stress in solid.compute_stress(e, &state).expect("stress") {
                    assert!(stress.norm() < 1e-13, "{} {name}: {:e}", kind.name(), stress.norm());
                }
            }
        }
    }
}

#[test]
fn a_free_element_has_six_motions_without_energy_and_no_more() {
    for kind in ElementKind::ALL {
        let mesh = distorted(kind, 1);
        let n = mesh.nodes.len();
        // Forces are computed at supports as well: the whole matrix is seen.
        let held = mesh.nodes_of("x-").expect("a wall");
        let solid = Solid::new(mesh, Material::Linear(SOFT), Supports::none().clamp(&held)).expect("a solid");
        let mut assembly = Assembly::new(&solid);
        let mut whole = nalgebra::DMatrix::<f64>::zeros(3 * n, 3 * n);
        for k in 0..3 * n {
            let mut state = solid.state();
            state.displacement[k / 3][k % 3] = 1.0;
            assembly.compute_forces(&solid, &state).expect("linear");
            whole.column_mut(k).copy_from_slice(&assembly.force);
        }
        let values = nalgebra::SymmetricEigen::new(whole).eigenvalues;
        let most = values.max();
        let free = values.iter().filter(|v| v.abs() < 1e-10 * most).count();
        assert_eq!(free, 6, "{}", kind.name());
        assert!(values.min() > -1e-10 * most, "{}", kind.name());
    }
}

#[test]
fn assembly_and_solution_do_not_depend_on_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mesh = distorted(ElementKind::Hex8, 6);
            let wall = mesh.nodes_of("x-").expect("a wall");
            let solid = Solid::new(mesh, Material::NeoHookean(SOFT), Supports::none().clamp(&wall)).expect("a solid");
            let end = solid.mesh().surface("x+").expect("an end").to_vec();
            let load = solid.compute_traction(&end, |x, _| Vector3::new(0.05, 0.02 * x.z, -0.03));
            solve(&solid, &load, &StaticSettings::default())
        })
    };
    let one = run(1);
    assert!([2, 3].into_iter().all(|threads| run(threads) == one));
}

#[test]
fn the_mass_matrix_weighs_the_body() {
    for kind in ElementKind::ALL {
        let mesh = distorted(kind, 2);
        let corner = mesh.nodes_of("x-").expect("a wall");
        let solid = Solid::new(mesh, Material::Linear(SOFT), Supports::none().clamp(&corner)).expect("a solid");
        // Push everything that can move along y: the mass of the unknowns, plus what is shared with the wall.
        let mass = solid.compute_mass();
        let gravity = solid.compute_body_force(|_| Vector3::new(0.0, SOFT.density, 0.0));
        let total: f64 = gravity.iter().skip(1).step_by(3).sum();
        assert!((total - SOFT.density).abs() < 1e-13, "{}: {total}", kind.name());
        // A field that vanishes at the wall: u = x. ∫ρ x² = ρ/3, exact for straight-edged elements.
        let mut u = vec![0.0; solid.unknowns()];
        let full: Vec<f64> = solid.mesh().nodes.iter().flat_map(|x| [0.0, x.x, 0.0]).collect();
        solid.gather(&full, &mut u);
        let mut mu = vec![0.0; u.len()];
        mass.multiply(&u, &mut mu);
        let energy: f64 = u.iter().zip(&mu).map(|(a, b)| a * b).sum();
        assert!((energy - SOFT.density / 3.0).abs() < 1e-13, "{}: {energy}", kind.name());
    }
}
