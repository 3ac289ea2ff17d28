//! A condyle by design wanders over its plateau: forces and cost with flat facets, and with the exact surfaces.
//!
//!     foundation_design write STEP INSERT CONDYLE     write the closed meshes, for other programs
//!     foundation_design meshes STEP COUNT             one point per flat facet of both, against the facets of the other
//!     foundation_design maps STEP COUNT               the same with pressure, gap and sliding velocity of every facet
//!     foundation_design exact STEP COUNT              the designed surfaces, points this far apart (in m)
//!
//! Prints the forces at ten places; `benches/peers/foundation_design.py` measures processor time from outside.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use mechanics::contact::surfaces::{Fields, PairSettings, Sampled, SurfacePair, Twist};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::design::{
    CondyleShape, Femoral, FemoralShape, Insert, InsertShape, Outline, PlateauShape, close_below,
};
use mechanics::geometry::mesh::{FacetedSurface, TriangleMesh};
use mechanics::material::Elastic;
use nalgebra::{Isometry3, Vector3};

/// How deep the condyle is pressed, in m.
const PRESSED: f64 = 60e-6;

/// The medial side of the default design.
fn design(step: f64) -> (Insert, Femoral) {
    let condyle = CondyleShape {
        distal_radius: 34e-3,
        posterior_radius: 21e-3,
        anterior_radius: 45e-3,
        posterior_from: 25f64.to_radians(),
        posterior_to: 130f64.to_radians(),
        anterior_from: 15f64.to_radians(),
        anterior_to: 35f64.to_radians(),
        coronal_radius: 30e-3,
        width: 26e-3,
        edge_radius: 5e-3,
    };
    let plateau = PlateauShape {
        sagittal_radius: 56e-3,
        coronal_radius: 33e-3,
        anterior_lip_from: 18e-3,
        anterior_lip_radius: 40e-3,
        posterior_lip_from: 14e-3,
        posterior_lip_radius: 80e-3,
    };
    let outline = Outline {
        width: 74e-3,
        depth: 48e-3,
        corner_radius: 14e-3,
        notch_width: 14e-3,
        notch_depth: 12e-3,
        inner: 9e-3,
    };
    let (spacing, toe_in, present) = (46e-3, 0.0, [true, false]);
    let insert = InsertShape {
        plateaus: [plateau; 2],
        present,
        spacing,
        toe_in,
        slope: 0.0,
        thickness: 8e-3,
        dwell: -3e-3,
        eminence_radius: 8e-3,
        outline,
    };
    let femoral = FemoralShape { condyles: [condyle; 2], present, spacing, toe_in };
    (Insert::new(insert, step).unwrap(), Femoral::new(femoral).unwrap())
}

/// An open surface with a roof over its border, because other programs want closed surfaces.
fn closed(open: &TriangleMesh) -> TriangleMesh {
    let mut edges: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for corners in open.triangles() {
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            *edges.entry([a.min(b), a.max(b)]).or_default() += if a < b { 1 } else { -1 };
        }
    }
    let (mut vertices, mut triangles) = (open.vertices().to_vec(), open.triangles().to_vec());
    let border: Vec<[u32; 2]> = edges
        .into_iter()
        .filter(|(_, passed)| *passed != 0)
        .map(|([low, high], passed)| if passed > 0 { [low, high] } else { [high, low] })
        .collect();
    let sum: Vector3<f64> = border.iter().map(|[a, _]| open.vertices()[*a as usize]).sum();
    let apex = vertices.len() as u32;
    vertices.push(sum / border.len() as f64);
    triangles.extend(border.into_iter().map(|[a, b]| [b, a, apex]));
    TriangleMesh::new(vertices, triangles).unwrap()
}

/// Insert and condyle as triangles about `step` wide, the condyle where it rests on the dwell point.
fn meshes(step: f64) -> [TriangleMesh; 2] {
    let (insert, femoral) = design(step);
    let rest = rest(&insert, &femoral);
    // A chord of this length on the posterior arc.
    let open = femoral.triangulate(step * step / (8.0 * 21e-3));
    let moved = open.vertices().iter().map(|v| v + rest).collect();
    let condyle = TriangleMesh::new(moved, open.triangles().to_vec()).unwrap();
    [close_below(insert.bearing(), insert.underside()), closed(&condyle)]
}

fn rest(insert: &Insert, femoral: &Femoral) -> Vector3<f64> {
    let low = insert.lowest().next().unwrap();
    Vector3::new(low.x + femoral.advance(), femoral.height(), 0.0)
}

fn text(mesh: &TriangleMesh) -> String {
    let mut text = format!("{} {}\n", mesh.vertices().len(), mesh.triangles().len());
    mesh.vertices().iter().for_each(|v| writeln!(text, "{:?} {:?} {:?}", v.x, v.y, v.z).unwrap());
    mesh.triangles().iter().for_each(|[a, b, c]| writeln!(text, "{a} {b} {c}").unwrap());
    text
}

/// The pair, and where the condyle rests in it.
fn pair(kind: &str, step: f64) -> (SurfacePair, Vector3<f64>) {
    let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
    let law = PressureLaw::linear(&[Layer { thickness: 8e-3, material }]).unwrap();
    if kind == "exact" {
        let (insert, femoral) = design(step);
        let rest = rest(&insert, &femoral);
        let settings = PairSettings { sampled: Sampled::Both, ..PairSettings::new(law, step) };
        return (SurfacePair::new(Arc::new(insert), Arc::new(femoral), settings).unwrap(), rest);
    }
    let meshes = meshes(step);
    let points = meshes.each_ref().map(TriangleMesh::compute_centroids);
    let [insert, condyle] = meshes.map(|mesh| Arc::new(FacetedSurface::new(mesh).unwrap()));
    let settings = PairSettings { sampled: Sampled::Both, ..PairSettings::new(law, 1.0) };
    (SurfacePair::on_points(insert, condyle, points, settings).unwrap(), Vector3::zeros())
}

/// Where the condyle is in evaluation i, from its place of rest: always pressed by about as much, wandering over the dish.
fn place(i: u32) -> Vector3<f64> {
    let t = 0.1 * f64::from(i);
    let (x, z) = (2e-3 * t.sin(), 1e-3 * (0.7 * t).sin());
    Vector3::new(x, x * x / 44e-3 + z * z / 6e-3 - PRESSED, z)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [command, step, insert_file, condyle_file] = &arguments[..]
        && command == "write"
    {
        let [insert, condyle] = meshes(step.parse().unwrap());
        std::fs::write(insert_file, text(&insert)).unwrap();
        std::fs::write(condyle_file, text(&condyle)).unwrap();
        return;
    }
    let [kind, step, count] = &arguments[..] else { return };
    let (pair, rest) = pair(kind, step.parse().unwrap());
    let at = |i: u32| Isometry3::from(rest + place(i));
    let mut scratch = pair.scratch();
    let mut fields = vec![Fields::default(); pair.sides()];
    let mut sum = 0.0;
    for i in 0..count.parse().unwrap() {
        sum += if kind == "maps" {
            pair.evaluate_with_fields(&at(i), &Twist::REST, 0.0, &mut scratch, &mut fields).force.y
        } else {
            pair.compute_elastic(&at(i), &mut scratch).force.y
        };
    }
    let forces: Vec<String> = (0..10)
        .map(|i| format!("{:?}", <[f64; 3]>::from(pair.compute_elastic(&at(7 * i), &mut scratch).force)))
        .collect();
    println!("{{\"sum\": {sum:?}, \"forces\": [{}]}}", forces.join(", "));
}
