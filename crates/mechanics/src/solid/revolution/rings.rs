//! The bearing surface in rings of points: fewer where a ring is short.

use super::body::EdgePoint;
use super::mesh::MeridianMesh;
use std::f64::consts::TAU;

/// A cell of the meridian, turned about the axis, with evenly spaced points.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// Where the gap of the cell is asked for: distance from the axis, height, share of the cell.
    pub(super) places: Vec<[f64; 3]>,
    /// Distance from the axis and height of the middle, shares included.
    pub middle: [f64; 2],
    /// Into the material, there.
    pub normal: [f64; 2],
    /// Length along the meridian.
    pub width: f64,
    /// Area, by the square of the radius.
    pub area: f64,
    /// Points around; the first lies at azimuth zero.
    pub points: usize,
    /// Number of its first point.
    pub first: usize,
}

/// Numbers of points that a ring may have: all divide the largest, so that all lie on one fine ring.
fn divisors(most: usize) -> impl Iterator<Item = usize> {
    (1..=most).filter(move |k| most.is_multiple_of(*k))
}

/// The smallest number of the form 16, 24, 32, 48, 64, 96 … that is not below.
fn round_up(points: usize) -> usize {
    let mut power = 16;
    loop {
        for candidate in [power, power * 3 / 2] {
            if candidate >= points {
                return candidate;
            }
        }
        power *= 2;
    }
}

impl Ring {
    /// The rings of a mesh and the number of points on the finest.
    pub(super) fn all(mesh: &MeridianMesh, around: Option<usize>) -> (Vec<Self>, usize) {
        let mut rings: Vec<Self> = mesh.surface.iter().map(|cell| Self::of(mesh, cell)).collect();
        // Spacing as along the meridian; on an edge, whose cells are narrow, as on the sphere.
        let spacing = rings.first().map_or(0.1, |ring| ring.width);
        let wanted = |ring: &Self| (TAU * ring.middle[0] / spacing.max(ring.width)) as usize;
        let most = around.unwrap_or_else(|| round_up(rings.iter().map(wanted).max().unwrap_or(1)));
        let mut first = 0;
        for ring in &mut rings {
            let wanted = wanted(ring).max(4).min(most);
            ring.points = divisors(most).find(|n| *n >= wanted).unwrap_or(most);
            ring.first = first;
            first += ring.points;
        }
        (rings, most)
    }

    fn of(mesh: &MeridianMesh, cell: &[[usize; 3]]) -> Self {
        let points: Vec<EdgePoint> =
            cell.iter().flat_map(|edge| EdgePoint::all(&edge.map(|node| mesh.nodes[node]))).collect();
        let sum: f64 = points.iter().map(|p| p.weight).sum();
        let mean = |pick: fn(&EdgePoint) -> f64| points.iter().map(|p| p.weight * pick(p)).sum::<f64>() / sum;
        let (nr, nz) = (mean(|p| p.normal[0]), mean(|p| p.normal[1]));
        let length = nr.hypot(nz);
        Self {
            places: points.iter().map(|p| [p.place[0], p.place[1], p.weight / sum]).collect(),
            middle: [mean(|p| p.place[0]), mean(|p| p.place[1])],
            normal: [nr / length, nz / length],
            width: points.iter().map(|p| p.weight / p.place[0]).sum(),
            area: TAU * sum,
            points: 0,
            first: 0,
        }
    }
}
