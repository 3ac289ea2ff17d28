//! Elements against exact solutions, contact against published and exact numbers.

use super::ball::degree_compliance;
use super::body::Body;
use super::element::{UNKNOWNS, compute_stiffness};
use super::mesh::MeridianMesh;
use super::*;
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

fn liner(thickness: f64, poisson: f64) -> Profile {
    let material = LayerMaterial { modulus: 1.0, poisson };
    Profile {
        rim_angle: FRAC_PI_2,
        edge: Edge::Sharp,
        layers: vec![RevolvedLayer { thickness, material }],
        held_to: FRAC_PI_2,
    }
}

/// A thick sphere of layers under inner pressure, its outer surface held: how far the inner surface gives way, by Lamé.
///
/// `u = A r + B/r², σ_r = A E/(1 − 2ν) − 2 B E/((1 + ν) r³)` in each layer; both go on across the borders, u ends at nought
/// and σ_r begins at −1.
fn lame(layers: &[RevolvedLayer]) -> f64 {
    let outer = 1.0 + layers.iter().map(|layer| layer.thickness).sum::<f64>();
    let (mut radius, mut moved, mut stress) = (outer, 0.0, -1.0);
    for RevolvedLayer { thickness, material: LayerMaterial { modulus: e, poisson: nu } } in layers.iter().rev() {
        let (bulk, shear) = (e / (1.0 - 2.0 * nu), 2.0 * e / (1.0 + nu));
        // From u and σ_r at its outer border to A and B, and on to its inner one.
        let a = (stress + shear * moved / radius) / (bulk + shear);
        let b = (moved - a * radius) * radius * radius;
        radius -= thickness;
        (moved, stress) = (a * radius + b / radius.powi(2), a * bulk - b * shear / radius.powi(3));
    }
    -moved / stress
}

/// The same by half of it, mirrored at the equator: the mean displacement of the inner surface under a pressure of one.
fn half_a_sphere(layers: &[RevolvedLayer], cells: usize) -> f64 {
    let profile = Profile { layers: layers.to_vec(), ..liner(0.6, 0.3) };
    let resolution = Resolution { cells, growth: 1.0, ..Resolution::default() };
    let mut mesh = MeridianMesh::new(&profile, &resolution).expect("a sphere");
    for (node, place) in mesh.nodes.iter().enumerate() {
        if place[1].abs() < 1e-12 {
            mesh.held[node][1] = true;
        }
    }
    let work = Body::new(&mesh).expect("an order").compute_normal(0).expect("a factor");
    let (rings, _) = Ring::all(&mesh, None);
    let all: f64 = rings.iter().map(|ring| ring.area).sum::<f64>() / std::f64::consts::TAU;
    // Work of the pressure over the area.
    work.sum() / all
}

fn layer(thickness: f64, modulus: f64, poisson: f64) -> RevolvedLayer {
    RevolvedLayer { thickness, material: LayerMaterial { modulus, poisson } }
}

#[test]
fn a_thick_sphere_gives_way_as_lame_says_even_when_nearly_incompressible() {
    for poisson in [0.3, 0.45, 0.49] {
        let layers = [layer(0.6, 1.0, poisson)];
        let errors = [6, 12].map(|cells| (half_a_sphere(&layers, cells) / lame(&layers) - 1.0).abs());
        let order = (errors[0] / errors[1]).log2();
        assert!(errors[1] < 2e-4 && order > 2.8, "ν = {poisson}: {errors:?}, order {order}");
    }
}

/// A liner in a metal shell, on cement and bone, and a soft layer behind a stiff one.
#[test]
fn layers_behind_the_liner_give_way_as_lame_says() {
    let cemented = [layer(0.5, 1.0, 0.45), layer(0.1, 3.0, 0.3), layer(0.4, 2.0, 0.3)];
    let backed = [layer(0.4, 1.0, 0.4), layer(0.15, 200.0, 0.3), layer(0.3, 1.5, 0.2)];
    let soft_behind = [layer(0.3, 1.0, 0.3), layer(0.3, 0.05, 0.49)];
    // What lies behind counts: on a rigid back the liner alone gives way by at least a tenth less.
    for layers in [&cemented[..], &backed, &soft_behind] {
        let exact = lame(layers);
        let alone = lame(&layers[..1]);
        assert!(exact > 1.1 * alone, "{exact} and {alone} for the liner alone");
        // On six cells errors of both signs may cancel: the order is that of the finer ones.
        let errors = [6, 12, 24].map(|cells| (half_a_sphere(layers, cells) / exact - 1.0).abs());
        let order = (errors[1] / errors[2]).log2();
        assert!(errors[1] < 2e-4 && order > 2.8, "{layers:?}: {errors:?}, order {order}");
    }
}

/// Displacements U, W, V of an exact solution `u = z ∇b − (3 − 4ν) b e_z` with a harmonic b.
fn exact(harmonic: usize, [r, z]: [f64; 2], poisson: f64) -> [f64; 3] {
    let n = harmonic as f64;
    let shift = 3.0 - 4.0 * poisson;
    if harmonic == 0 {
        // b = z² − r²/2
        return [-z * r, 2.0 * z * z - shift * (z * z - 0.5 * r * r), 0.0];
    }
    // b = rⁿ z cos nφ
    let power = r.powi(harmonic as i32 - 1);
    [n * power * z * z, (1.0 - shift) * power * r * z, -n * power * z * z]
}

/// Largest error, by the largest displacement, at free nodes when every node of the border moves as the exact solution does.
fn error_inside(harmonic: usize, poisson: f64, cells: usize) -> f64 {
    let profile = liner(0.6, poisson);
    let mut mesh =
        MeridianMesh::new(&profile, &Resolution { cells, growth: 1.0, ..Resolution::default() }).expect("a shell");
    for (node, [r, z]) in mesh.nodes.iter().enumerate() {
        let distance = r.hypot(*z);
        if (distance - 1.0).abs() < 1e-9 || (distance - 1.6).abs() < 1e-9 || z.abs() < 1e-9 {
            mesh.held[node] = [true; 3];
        }
    }
    let body = Body::new(&mesh).expect("an order");
    let factor = body.factorise(harmonic).expect("a factor");
    // What the exact values at the nodes leave unbalanced, taken away: the difference of both solutions.
    let mut rest = vec![0.0; 3 * mesh.nodes.len()];
    for (element, material) in mesh.elements.iter().zip(&mesh.materials) {
        let nodes = element.map(|node| mesh.nodes[node]);
        let stiffness = compute_stiffness(&nodes, material, harmonic as f64);
        let values: Vec<f64> = nodes.iter().flat_map(|place| exact(harmonic, *place, poisson)).collect();
        for row in 0..UNKNOWNS {
            let force: f64 = (0..UNKNOWNS).map(|k| stiffness[k * UNKNOWNS + row] * values[k]).sum();
            if let Some((unknown, sign)) = body.place(element[row / 3], row % 3, harmonic) {
                rest[unknown] -= sign * force;
            }
        }
    }
    factor.solve(&mut rest);
    let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0_f64, |most, x| most.max(x.abs()));
    let all = largest(&mut mesh.nodes.iter().flat_map(|place| exact(harmonic, *place, poisson)));
    largest(&mut rest.iter().copied()) / all
}

#[test]
fn elements_of_every_harmonic_converge_with_their_order_and_do_not_lock() {
    for harmonic in [0, 1, 2, 3, 7] {
        for poisson in [0.3, 0.49] {
            let errors = [6, 12, 24].map(|cells| error_inside(harmonic, poisson, cells));
            let order = (errors[1] / errors[2]).log2();
            assert!(order > 2.7 && errors[2] < 3e-4, "n = {harmonic}, ν = {poisson}: {errors:?}, order {order:.2}");
        }
    }
}

fn base_case(modulus: f64, resolution: &Resolution) -> ElasticCup {
    let compliance = CupCompliance::compute(&liner(8.0 / 14.0, 0.4), resolution).expect("a liner");
    let ball = Some(LayerMaterial { modulus: 210e9 / modulus, poisson: 0.3 });
    ElasticCup::new(Arc::new(compliance), &BallAndCup { radius: 14e-3, ball_radius: 13.92e-3, modulus, ball })
}

fn rest(cup: &ElasticCup, tilt: f64, load: f64) -> (Vector3<f64>, CupPatch) {
    let mut scratch = cup.scratch();
    let axis = Vector3::new(tilt.sin(), 0.0, -tilt.cos());
    let place = cup.solve_equilibrium(&(load * axis), 110e-6 * axis, &mut scratch).expect("a place of rest");
    (place, cup.patch(&scratch))
}

/// CalculiX, axisymmetric, two meshes: 500 N on the liner of [Askari2018] and on stiffer ones.
#[test]
fn peak_and_radius_are_those_of_converged_finite_elements() {
    for (modulus, pressure, radius) in [(0.5e9, 3.413e6, 8.72e-3), (1e9, 4.583e6, 7.46e-3), (2e9, 6.299e6, 6.30e-3)] {
        let resolution = Resolution { cells: 160, around: Some(4), ..Resolution::default() };
        let (_, patch) = rest(&base_case(modulus, &resolution), 0.0, 500.0);
        let found = (patch.peak_pressure / pressure - 1.0, 14e-3 * patch.angle.sin() / radius - 1.0);
        assert!(found.0.abs() < 0.01 && found.1.abs() < 0.015, "E = {modulus}: {found:?}");
    }
}

/// Far from the rim a sphere does not know where its pole is: harmonics, pole and rings of other lengths leave no trace.
#[test]
fn a_patch_looks_the_same_wherever_it_is() {
    let cup = base_case(2e9, &Resolution { cells: 32, ..Resolution::default() });
    let (centre, polar) = rest(&cup, 0.0, 400.0);
    for tilt in [0.1, 0.4, 0.8] {
        let (place, patch) = rest(&cup, tilt, 400.0);
        let ratio = [
            (place.norm() - 80e-6) / (centre.norm() - 80e-6),
            patch.peak_pressure / polar.peak_pressure,
            patch.angle / polar.angle,
        ];
        assert!((ratio[0] - 1.0).abs() < 5e-3 && (ratio[1] - 1.0).abs() < 5e-3, "{tilt}: {ratio:?}");
        assert!((ratio[2] - 1.0).abs() < 0.02, "{tilt}: {ratio:?}");
    }
}

/// Whoever asks: a search that begins with the few points of a light touch, one that begins with nearly all of the cup, and one
/// that remembers nothing find the same patch, however much larger or farther away it is than the one before.
#[test]
fn a_patch_that_outgrows_its_candidates_is_not_clipped() {
    for poisson in [0.3, 0.49] {
        let compliance =
            CupCompliance::compute(&liner(0.25, poisson), &Resolution { cells: 20, ..Resolution::default() });
        let sizes = BallAndCup { radius: 14e-3, ball_radius: 13.97e-3, modulus: 1e9, ball: None };
        let cup = ElasticCup::new(Arc::new(compliance.expect("a liner")), &sizes);
        let at = |depth: f64, tilt: f64| (30e-6 + depth) * Vector3::new(tilt.sin(), 0.0, -tilt.cos());
        let (touch, whole) = (at(0.5e-6, 0.3), at(1.5e-3, 0.0));
        for (depth, tilt) in [(20e-6, 0.0), (200e-6, 0.7), (800e-6, 0.2), (100e-6, 1.5)] {
            let place = at(depth, tilt);
            let ask = |before: Option<&Vector3<f64>>| {
                let mut scratch = cup.scratch();
                before.iter().for_each(|place| cup.solve(place, &mut scratch).expect("contact"));
                cup.solve(&place, &mut scratch).expect("contact");
                (cup.force(&place, &scratch), cup.patch(&scratch))
            };
            let (force, patch) = ask(None);
            for before in [&touch, &whole] {
                let (other, again) = ask(Some(before));
                assert!((other - force).norm() < 1e-6 * force.norm(), "ν {poisson}, {depth} {tilt}: {other} {force}");
                assert_eq!(again.points, patch.points, "ν {poisson}, {depth} {tilt}");
            }
        }
    }
}

#[test]
fn the_slope_of_the_force_is_its_derivative_and_the_force_that_of_the_energy() {
    let cup = base_case(0.5e9, &Resolution { cells: 20, ..Resolution::default() });
    let mut scratch = cup.scratch();
    let e = Vector3::new(50e-6, 12e-6, -95e-6);
    let reaction = cup.reaction(&e, &mut scratch).expect("contact");
    let step = 1e-9;
    for k in 0..3 {
        let mut at = |sign: f64| {
            let moved = e + Vector3::ith(k, sign * step);
            cup.solve(&moved, &mut scratch).expect("contact");
            (cup.force(&moved, &scratch), cup.energy(&moved, &scratch))
        };
        let ((f, u), (g, v)) = (at(1.0), at(-1.0));
        let (slope, power) = ((f - g) / (2.0 * step), (u - v) / (2.0 * step));
        let scale = reaction.tangent.norm();
        assert!((slope - reaction.tangent.column(k)).norm() < 1e-3 * scale, "{k}: {slope} {}", reaction.tangent);
        assert!((power + reaction.force[k]).abs() < 1e-4 * reaction.force.norm(), "{k}: {power} {}", reaction.force);
    }
}

/// At short wavelengths a ball is a half-space, `u = 2 (1 − ν²) p/(E k)`, and uniform pressure makes it smaller by (1 − 2ν) p/E.
#[test]
fn a_ball_gives_way_as_a_half_space_at_short_wavelengths() {
    let material = LayerMaterial { modulus: 3.0, poisson: 0.3 };
    let degree = 4000;
    let found = degree_compliance(&material, degree) * degree as f64;
    assert!((found / (2.0 * (1.0 - 0.09) / 3.0) - 1.0).abs() < 1e-3, "{found}");
    assert!((degree_compliance(&material, 0) - 0.4 / 3.0).abs() < 1e-15);
}

#[test]
fn bytes_bring_a_compliance_back_and_others_are_refused() {
    let compliance =
        CupCompliance::compute(&liner(0.5, 0.4), &Resolution { cells: 12, ..Resolution::default() }).expect("a liner");
    let bytes = compliance.to_bytes();
    assert_eq!(CupCompliance::from_bytes(&bytes).expect("its own bytes"), compliance);
    assert!(CupCompliance::from_bytes(&bytes[..bytes.len() - 8]).is_err());
    assert!(CupCompliance::from_bytes(b"something else").is_err());
}

#[test]
fn a_rounded_edge_and_a_chamfer_carry_and_impossible_profiles_are_refused() {
    let with = |edge: Edge| Profile { edge, ..liner(0.5, 0.4) };
    let resolution = Resolution { cells: 24, ..Resolution::default() };
    for edge in [Edge::Rounded { radius: 0.08 }, Edge::Chamfer { width: 0.08 }, Edge::Points(vec![[1.05, 0.1]])] {
        let compliance = CupCompliance::compute(&with(edge.clone()), &resolution).expect("a profile");
        assert!(compliance.rings().len() > 24, "{edge:?}");
    }
    let refused =
        |profile: Profile| CupCompliance::compute(&profile, &resolution).expect_err("not a profile").to_string();
    assert!(refused(with(Edge::Rounded { radius: 0.6 })).contains("too large"));
    assert!(refused(with(Edge::Points(vec![[0.9, -0.1]]))).contains("crosses itself"));
    assert!(refused(liner(0.5, 0.5)).contains("Poisson"));
    assert!(refused(Profile { held_to: 0.0, ..liner(0.5, 0.4) }).contains("nothing holds"));
    assert!(refused(Profile { layers: vec![], ..liner(0.5, 0.4) }).contains("at least one layer"));
}
