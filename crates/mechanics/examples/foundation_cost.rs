//! A ball wanders over the bottom of a cup: forces and cost with flat facets, curved ones and exact surfaces.
//!
//!     foundation_cost write RINGS CUP BALL     write the meshes of cup and ball, for other programs
//!     foundation_cost facets RINGS COUNT       one point per flat facet of the cup, against an exact ball
//!     foundation_cost meshes RINGS COUNT       one point per flat facet of both, against the facets of the other
//!     foundation_cost maps RINGS COUNT         the same with pressure, gap and sliding velocity of every facet
//!     foundation_cost curved RINGS COUNT       curved facets, points about as many as facets
//!     foundation_cost exact SPACING COUNT      exact surfaces, points this far apart (in m)
//!
//! Prints the forces at ten places; `benches/peers/foundation_simbody.py` measures processor time from outside.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::sync::Arc;

use mechanics::contact::surfaces::{Fields, PairSettings, Sampled, SurfacePair, Twist};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::Surface;
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, TriangleMesh};
use mechanics::geometry::shape::{Sphere, SphericalCup};
use mechanics::material::Elastic;
use nalgebra::{Isometry3, Vector3};

const CUP: f64 = 14e-3;
const BALL: f64 = 13.92e-3;

/// The inside of a hemisphere, closed behind by a flat rim and a cone, because other programs want closed surfaces.
fn closed_cup(rings: usize) -> TriangleMesh {
    let inside = tessellate_cup(rings, CUP, std::f64::consts::FRAC_PI_2).unwrap();
    let (mut vertices, mut triangles) = (inside.vertices().to_vec(), inside.triangles().to_vec());
    let around = 6 * rings as u32;
    let rim = vertices.len() as u32 - around;
    let outer = vertices.len() as u32;
    for i in 0..around {
        let turn = f64::from(i) / f64::from(around) * std::f64::consts::TAU;
        vertices.push(22e-3 * Vector3::new(turn.cos(), turn.sin(), 0.0));
    }
    let apex = vertices.len() as u32;
    vertices.push(Vector3::new(0.0, 0.0, -60e-3));
    for i in 0..around {
        let [a, b, c, d] = [rim + i, rim + (i + 1) % around, outer + i, outer + (i + 1) % around];
        triangles.extend([[b, a, c], [b, c, d], [d, c, apex]]);
    }
    TriangleMesh::new(vertices, triangles).unwrap()
}

/// About as many triangles as the cup's inside has for the same area.
fn ball(rings: usize) -> TriangleMesh {
    tessellate_ball((rings as f64 * 0.8).round().max(1.0) as usize, |v| v * BALL).unwrap()
}

fn text(mesh: &TriangleMesh) -> String {
    let mut text = format!("{} {}\n", mesh.vertices().len(), mesh.triangles().len());
    mesh.vertices().iter().for_each(|v| writeln!(text, "{:?} {:?} {:?}", v.x, v.y, v.z).unwrap());
    mesh.triangles().iter().for_each(|[a, b, c]| writeln!(text, "{a} {b} {c}").unwrap());
    text
}

fn pair(kind: &str, measure: &str) -> SurfacePair {
    let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
    let law = PressureLaw::linear(&[Layer { thickness: 8e-3, material }]).unwrap();
    let rings = || measure.parse::<usize>().unwrap();
    let sphere: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::zeros(), BALL).unwrap());
    match kind {
        "facets" => {
            let mesh = closed_cup(rings());
            let points = [mesh.compute_centroids(), Vec::new()];
            let cup = Arc::new(FacetedSurface::new(mesh).unwrap());
            SurfacePair::on_points(cup, sphere, points, PairSettings::new(law, 1.0)).unwrap()
        }
        "meshes" | "maps" => {
            let meshes = [closed_cup(rings()), ball(rings())];
            let points = meshes.each_ref().map(TriangleMesh::compute_centroids);
            let [cup, ball] = meshes.map(|mesh| Arc::new(FacetedSurface::new(mesh).unwrap()));
            let settings = PairSettings { sampled: Sampled::Both, ..PairSettings::new(law, 1.0) };
            SurfacePair::on_points(cup, ball, points, settings).unwrap()
        }
        "curved" => {
            let mesh = tessellate_cup(rings(), CUP, std::f64::consts::FRAC_PI_2).unwrap();
            let cup = Arc::new(CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).unwrap());
            SurfacePair::new(cup, sphere, PairSettings::new(law, 1.0)).unwrap()
        }
        _ => {
            let spacing = measure.parse().unwrap();
            let cup = SphericalCup::new(Vector3::zeros(), CUP, -Vector3::z(), std::f64::consts::FRAC_PI_2).unwrap();
            SurfacePair::new(Arc::new(cup), sphere, PairSettings::new(law, spacing)).unwrap()
        }
    }
}

/// Where the ball is in evaluation i: always pressed by 27 µm, wandering over the bottom of the cup.
fn place(i: u32) -> Isometry3<f64> {
    let t = 0.1 * f64::from(i);
    let (tilt, turn, e) = (0.2 + 0.1 * t.sin(), 0.7 * t, CUP - BALL + 27e-6);
    let at = Vector3::new(tilt.sin() * turn.cos(), tilt.sin() * turn.sin(), -tilt.cos()) * e;
    Isometry3::translation(at.x, at.y, at.z)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [command, rings, cup_file, ball_file] = &arguments[..]
        && command == "write"
    {
        let rings = rings.parse().unwrap();
        std::fs::write(cup_file, text(&closed_cup(rings))).unwrap();
        std::fs::write(ball_file, text(&ball(rings))).unwrap();
        return;
    }
    let [kind, measure, count] = &arguments[..] else { return };
    let pair = pair(kind, measure);
    let mut scratch = pair.scratch();
    let mut fields = vec![Fields::default(); pair.sides()];
    let mut sum = 0.0;
    for i in 0..count.parse().unwrap() {
        sum += if kind == "maps" {
            pair.evaluate_with_fields(&place(i), &Twist::REST, 0.0, &mut scratch, &mut fields).force.z
        } else {
            pair.compute_elastic(&place(i), &mut scratch).force.z
        };
    }
    let forces: Vec<String> = (0..10)
        .map(|i| format!("{:?}", <[f64; 3]>::from(pair.compute_elastic(&place(7 * i), &mut scratch).force)))
        .collect();
    println!("{{\"sum\": {sum:?}, \"forces\": [{}]}}", forces.join(", "));
}
