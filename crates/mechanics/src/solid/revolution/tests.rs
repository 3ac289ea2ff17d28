//! Elements against exact solutions, contact against published and exact numbers.

use super::body::{Along, Body};
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

/// A thick sphere under inner pressure, its outer surface held: half of it, mirrored at the equator.
/// u = A r + B/r² with u(b) = 0 and σ_r(1) = −1.
#[test]
fn a_thick_sphere_gives_way_as_lame_says_even_when_nearly_incompressible() {
    for poisson in [0.3, 0.45, 0.49] {
        let exact = {
            let (b, e, nu) = (1.6_f64, 1.0, poisson);
            let a3 = b.powi(3);
            // u = A (r − b³/r²); σ_r = E/((1+ν)(1−2ν)) ((1−ν) u' + 2ν u/r) at r = 1.
            let (slope, hoop) = (1.0 + 2.0 * a3, 1.0 - a3);
            let sigma = e / ((1.0 + nu) * (1.0 - 2.0 * nu)) * ((1.0 - nu) * slope + 2.0 * nu * hoop);
            -(1.0 - a3) / sigma
        };
        let mut errors = Vec::new();
        for cells in [6, 12] {
            let profile = liner(0.6, poisson);
            let mut mesh =
                MeridianMesh::new(&profile, &Resolution { cells, elements: 1, growth: 1.0 }).expect("a sphere");
            for (node, place) in mesh.nodes.iter().enumerate() {
                if place[1].abs() < 1e-12 {
                    mesh.held[node][1] = true;
                }
            }
            let work = Body::new(&mesh).expect("an order").compute_normal(0).expect("a factor");
            let (rings, _) = Ring::all(&mesh);
            let all: f64 = rings.iter().map(|ring| ring.area).sum::<f64>() / std::f64::consts::TAU;
            // Work of the pressure over the area: the mean displacement.
            errors.push((work.sum() / all / exact - 1.0).abs());
        }
        let order = (errors[0] / errors[1]).log2();
        assert!(errors[1] < 2e-4 && order > 2.8, "ν = {poisson}: {errors:?}, order {order}");
    }
}
