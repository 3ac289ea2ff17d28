//! Forces between faceted surfaces against Simbody and OpenSim: the same triangles, law and poses.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, Sampled, SurfacePair};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, TriangleMesh};
use mechanics::geometry::shape::Sphere;
use mechanics::material::Elastic;
use nalgebra::{Isometry3, Vector3};

use super::{Finding, Target, base_case};

/// Forces on the ball at ten places by the others' `ElasticFoundationForce`; versions are in the first line.
const FORCES: &str = include_str!("../../peers/simbody-forces.csv");

const CUP: f64 = 14e-3;
const BALL: f64 = 13.92e-3;
const RINGS: usize = 12;
const PRESSED: f64 = 27e-6;

/// The inside of a hemisphere, closed behind by a flat rim and a cone: the others want closed surfaces.
fn closed_cup() -> Result<TriangleMesh, String> {
    let inside = tessellate_cup(RINGS, CUP, FRAC_PI_2).map_err(|error| error.to_string())?;
    let (mut vertices, mut triangles) = (inside.vertices().to_vec(), inside.triangles().to_vec());
    let around = 6 * RINGS as u32;
    let outer = vertices.len() as u32;
    let rim = outer - around;
    for i in 0..around {
        let turn = f64::from(i) / f64::from(around) * TAU;
        vertices.push(22e-3 * Vector3::new(turn.cos(), turn.sin(), 0.0));
    }
    let apex = vertices.len() as u32;
    vertices.push(Vector3::new(0.0, 0.0, -60e-3));
    for i in 0..around {
        let [a, b, c, d] = [rim + i, rim + (i + 1) % around, outer + i, outer + (i + 1) % around];
        triangles.extend([[b, a, c], [b, c, d], [d, c, apex]]);
    }
    TriangleMesh::new(vertices, triangles).map_err(|error| error.to_string())
}

/// About as many triangles as the cup's inside has for the same area.
fn ball() -> Result<TriangleMesh, String> {
    tessellate_ball((0.8 * RINGS as f64).round() as usize, |v| v * BALL).map_err(|error| error.to_string())
}

/// Forces at ten places: one sample in the middle of each flat facet, as the others have it; or curved facets.
fn forces(kind: &str) -> Result<Vec<Vector3<f64>>, String> {
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
    let law = PressureLaw::linear(&[Layer { thickness: 8e-3, material }]).map_err(|error| words(&error))?;
    let sphere = Arc::new(Sphere::new(Vector3::zeros(), BALL).map_err(|error| words(&error))?);
    let flat = |mesh| FacetedSurface::new(mesh).map(Arc::new).map_err(|error| words(&error));
    let settings = PairSettings::new(law, 1.0);
    let pair = match kind {
        "sphere" => {
            let mesh = closed_cup()?;
            let points = [mesh.compute_centroids(), Vec::new()];
            SurfacePair::on_points(flat(mesh)?, sphere, points, settings)
        }
        "facets" => {
            let (cup, ball) = (closed_cup()?, ball()?);
            let points = [cup.compute_centroids(), ball.compute_centroids()];
            SurfacePair::on_points(flat(cup)?, flat(ball)?, points, PairSettings { sampled: Sampled::Both, ..settings })
        }
        _ => {
            let mesh = tessellate_cup(RINGS, CUP, FRAC_PI_2).map_err(|error| words(&error))?;
            let cup = CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).map_err(|error| words(&error))?;
            SurfacePair::new(Arc::new(cup), sphere, settings)
        }
    };
    let pair = pair.map_err(|error| words(&error))?;
    let mut scratch = pair.scratch();
    Ok((0..10).map(|i| pair.compute_elastic(&place(7 * i), &mut scratch).force).collect())
}

/// Where the ball is in evaluation i: always pressed by 27 µm, wandering over the bottom of the cup.
fn place(i: u32) -> Isometry3<f64> {
    let t = 0.1 * f64::from(i);
    let (tilt, turn, e) = (0.2 + 0.1 * t.sin(), 0.7 * t, CUP - BALL + PRESSED);
    let at = Vector3::new(tilt.sin() * turn.cos(), tilt.sin() * turn.sin(), -tilt.cos()) * e;
    Isometry3::translation(at.x, at.y, at.z)
}

/// The others' force at a place.
fn kept(program: &str, kind: &str, place: usize) -> Result<Vector3<f64>, String> {
    let start = format!("{program},{kind},{place},");
    let row = FORCES.lines().find_map(|line| line.strip_prefix(&start)).ok_or_else(|| format!("no row `{start}`"))?;
    let cells: Vec<f64> = row.split(',').filter_map(|cell| cell.parse().ok()).collect();
    <[f64; 3]>::try_from(cells).map(Vector3::from).map_err(|_| format!("`{row}` is no force"))
}

/// A ball in a cup: exact, of facets, and on facets that are rounded.
pub fn foundation_peers() -> Vec<Finding> {
    let mut findings = Vec::new();
    let peers = [
        ("simbody", "sphere", "an exact ball on facets", "Simbody 3.7 (Debian 3.7+dfsg-3), ElasticFoundationForce"),
        ("simbody", "facets", "facets on facets", "Simbody 3.7 (Debian 3.7+dfsg-3), ElasticFoundationForce"),
        ("opensim", "facets", "facets on facets", "OpenSim 4.6 (4.6-2026-06-22-85aaf64), ElasticFoundationForce"),
    ];
    for (program, kind, what, source) in peers {
        let ours = forces(kind);
        for i in 0..10 {
            let mismatch = ours
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|ours| kept(program, kind, i).map(|theirs| (ours[i] - theirs).norm() / theirs.norm()));
            findings.push(Finding {
                quantity: "force_mismatch_ratio",
                label: format!("{program}, {what}, place {}", i + 1),
                target: Target::AtMost(1e-9),
                computed: mismatch,
                source,
                why: "the same sum over the same facets: rounding, in another order",
            });
        }
    }
    // What facets do to the force, and that ours need not: the closed form of a ball in a socket is the truth.
    let truth = base_case().map(|law| law.force_and_slope(PRESSED).0).map_err(|error| error.to_string());
    for (kind, target, what, why) in [
        (
            "sphere",
            Target::Shown(0.0),
            "flat facets, as in Simbody and OpenSim",
            "864 flat facets of a conformal cup are far off, in any program",
        ),
        (
            "curved",
            Target::AtMost(0.01),
            "the same triangles, rounded",
            "one percent, which Simbody would need some 290 000 facets for",
        ),
    ] {
        let worst = truth.clone().and_then(|truth| {
            forces(kind).map(|forces| forces.iter().map(|f| (f.norm() / truth - 1.0).abs()).fold(0.0, f64::max))
        });
        findings.push(Finding {
            quantity: "force_error_ratio",
            label: format!("{what}, worst of ten places"),
            target,
            computed: worst,
            source: "Eq. 25 [Askari2018], the closed form",
            why,
        });
    }
    findings
}
