//! What is wrong with a mesh, and what is in it.

use std::collections::HashMap;

use nalgebra::Vector3;
use serde::Serialize;

use super::fans::{Passage, group};
use super::fineness::Fineness;
use super::intersect::find_self_intersections;
use super::topology::Topology;
use super::{CurvedSurface, MeshError, TriangleMesh};

/// What is in a mesh, and what is wrong with it. Lengths in m; faults are lists of triangles, counted from 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeshReport {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Lowest corner of the box that holds it.
    #[serde(rename = "lowest_m")]
    pub lowest: [f64; 3],
    /// Highest corner of the box that holds it.
    #[serde(rename = "highest_m")]
    pub highest: [f64; 3],
    /// Area.
    #[serde(rename = "area_m2")]
    pub area: f64,
    /// Volume of the parts that are closed, negative where they are turned inside out.
    #[serde(rename = "volume_m3")]
    pub volume: f64,
    /// Percentiles over the edges.
    #[serde(rename = "edge_length_m")]
    pub edge_length: Percentiles,
    /// Pieces connected by edges, the largest first.
    pub parts: Vec<Part>,
    /// Open edges, the longest first. An open surface is welcome; a hole in a closed one is not.
    pub boundary_loops: Vec<BoundaryLoop>,
    /// Triangles that must be turned so that neighbours agree on the outside.
    pub turned_triangles: Vec<u32>,
    /// Whether neighbours can agree at all; on a Möbius strip they cannot.
    pub orientable: bool,
    /// Triangles without area.
    pub degenerate_triangles: Vec<u32>,
    /// Triangles whose three corners belong to an earlier triangle, too.
    pub duplicate_triangles: Vec<u32>,
    /// Edges with three triangles or more, by their vertices.
    pub overcrowded_edges: Vec<[u32; 2]>,
    /// Vertices at which two pieces touch in a point.
    pub pinched_vertices: Vec<u32>,
    /// Pairs of triangles that pass through each other.
    pub self_intersections: Vec<[u32; 2]>,
    /// Edges kept sharp when the facets are rounded.
    pub sharp_edges: usize,
    /// Smaller principal curvature at the vertices, weighted by their area; negative where the body is hollow.
    #[serde(rename = "smaller_curvature_per_m")]
    pub smaller_curvature: Percentiles,
    /// Larger principal curvature.
    #[serde(rename = "larger_curvature_per_m")]
    pub larger_curvature: Percentiles,
    /// How far the facets stand off the surface that they approximate.
    pub fineness: Fineness,
}

/// A piece of a mesh that hangs together by edges.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// Number of triangles.
    pub triangles: usize,
    /// Area.
    #[serde(rename = "area_m2")]
    pub area: f64,
    /// Whether it has no open edge.
    pub closed: bool,
    /// Whether it is closed and its normals point inwards.
    pub inside_out: bool,
}

/// An open edge of a mesh.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoundaryLoop {
    /// Number of its vertices.
    pub vertices: usize,
    /// Its length.
    #[serde(rename = "length_m")]
    pub length: f64,
    /// The middle of its vertices.
    #[serde(rename = "middle_m")]
    pub middle: [f64; 3],
}

/// Weighted percentiles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Percentiles {
    /// The smallest value.
    pub least: f64,
    /// One twentieth is below.
    pub low: f64,
    /// One half is below.
    pub median: f64,
    /// One twentieth is above.
    pub high: f64,
    /// The largest value.
    pub most: f64,
}

impl Percentiles {
    /// Of values with weights; all zero if there are none.
    pub(super) fn of(mut samples: Vec<(f64, f64)>) -> Self {
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        let whole: f64 = samples.iter().map(|(_, weight)| weight).sum();
        let at = |share: f64| {
            let mut sum = 0.0;
            let found = samples.iter().find(|(_, weight)| {
                sum += weight;
                sum >= share * whole
            });
            found.or(samples.last()).map_or(0.0, |(value, _)| *value)
        };
        let end = |sample: Option<&(f64, f64)>| sample.map_or(0.0, |(value, _)| *value);
        Self { least: end(samples.first()), low: at(0.05), median: at(0.5), high: at(0.95), most: end(samples.last()) }
    }
}

impl MeshReport {
    /// Looks at everything. Weld the mesh first ([`TriangleMesh::weld`]), or every triangle is a part of its own.
    ///
    /// Fails only if no triangle has an area. `crease_angle`, in rad, is the bend beyond which an edge is sharp.
    pub fn compute(mesh: &TriangleMesh, crease_angle: f64) -> Result<Self, MeshError> {
        Ok(Self::of_surface(&CurvedSurface::new(mesh.clone(), crease_angle)?))
    }

    /// The same for a surface that has been made already, which is most of the work.
    pub fn of_surface(surface: &CurvedSurface) -> Self {
        let mesh = surface.mesh();
        let topology = Topology::new(mesh);
        let [lowest, highest] = mesh.compute_bounds();
        let (parts, volume) = find_parts(mesh, &topology);
        let (turned, orientable) = topology.orientation();
        let length = |ends: &[u32; 2]| (mesh.vertices[ends[0] as usize] - mesh.vertices[ends[1] as usize]).norm();
        let crowded = topology.edges.iter().filter(|edge| topology.uses(edge).len() > 2).map(|edge| edge.ends);
        let [smaller, larger] = curvatures(mesh, surface);
        Self {
            vertices: mesh.vertices.len(),
            triangles: mesh.triangles.len(),
            lowest: lowest.into(),
            highest: highest.into(),
            area: mesh.compute_area(),
            volume,
            edge_length: Percentiles::of(topology.edges.iter().map(|edge| (length(&edge.ends), 1.0)).collect()),
            parts,
            boundary_loops: find_loops(mesh, &topology),
            turned_triangles: (0..).zip(turned).filter(|(_, turned)| *turned).map(|(t, _)| t).collect(),
            orientable,
            degenerate_triangles: (0..mesh.triangles.len())
                .filter(|t| mesh.is_degenerate(*t))
                .map(|t| t as u32)
                .collect(),
            duplicate_triangles: find_duplicates(mesh),
            overcrowded_edges: crowded.collect(),
            pinched_vertices: find_pinched(mesh, &topology),
            self_intersections: find_self_intersections(surface),
            sharp_edges: surface.creases(),
            smaller_curvature: smaller,
            larger_curvature: larger,
            fineness: Fineness::compute(surface),
        }
    }

    /// Whether nothing is wrong, open edges aside.
    pub fn is_sound(&self) -> bool {
        self.faults().is_empty()
    }

    /// Diagonal of the box that holds the mesh.
    pub fn size(&self) -> f64 {
        (Vector3::from(self.highest) - Vector3::from(self.lowest)).norm()
    }
}

fn find_parts(mesh: &TriangleMesh, topology: &Topology) -> (Vec<Part>, f64) {
    let (of_triangle, count) = topology.parts();
    let mut parts = vec![Part { triangles: 0, area: 0.0, closed: true, inside_out: false }; count];
    let mut volumes = vec![0.0; count];
    for (t, part) in of_triangle.iter().map(|part| *part as usize).enumerate() {
        let [a, b, c] = mesh.corners(t);
        parts[part].triangles += 1;
        parts[part].area += 0.5 * mesh.double_area(t).norm();
        volumes[part] += a.dot(&b.cross(&c)) / 6.0;
    }
    for edge in topology.edges.iter().filter(|edge| topology.uses(edge).len() == 1) {
        let triangle = topology.uses(edge)[0].triangle as usize;
        parts[of_triangle[triangle] as usize].closed = false;
    }
    let mut volume = 0.0;
    for (part, own) in parts.iter_mut().zip(volumes).filter(|(part, _)| part.closed) {
        part.inside_out = own < 0.0;
        volume += own;
    }
    parts.sort_by(|a, b| b.area.total_cmp(&a.area));
    (parts, volume)
}

fn find_loops(mesh: &TriangleMesh, topology: &Topology) -> Vec<BoundaryLoop> {
    let mut loops: Vec<BoundaryLoop> = topology
        .boundary_loops()
        .iter()
        .map(|walk| {
            let at = |i: usize| mesh.vertices[walk[i % walk.len()] as usize];
            let sum: Vector3<f64> = (0..walk.len()).map(at).sum();
            BoundaryLoop {
                vertices: walk.len(),
                length: (0..walk.len()).map(|i| (at(i + 1) - at(i)).norm()).sum(),
                middle: (sum / walk.len() as f64).into(),
            }
        })
        .collect();
    loops.sort_by(|a, b| b.length.total_cmp(&a.length));
    loops
}

fn find_duplicates(mesh: &TriangleMesh) -> Vec<u32> {
    let mut seen = HashMap::new();
    let mut again = |(t, corners): (u32, &[u32; 3])| {
        let mut sorted = *corners;
        sorted.sort_unstable();
        seen.insert(sorted, t).is_some().then_some(t)
    };
    (0..).zip(&mesh.triangles).filter_map(&mut again).collect()
}

/// Vertices whose triangles fall into more than one group that hangs together by edges.
fn find_pinched(mesh: &TriangleMesh, topology: &Topology) -> Vec<u32> {
    let joined = |edge| if topology.uses(edge).len() == 2 { Passage::Smooth } else { Passage::Boundary };
    let passages: Vec<Passage> = topology.edges.iter().map(joined).collect();
    let (_, vertex_of_group) = group(mesh, topology, &passages);
    let mut groups = vec![0; mesh.vertices.len()];
    vertex_of_group.iter().for_each(|vertex| groups[*vertex as usize] += 1);
    // On an edge with three triangles the groups are not well defined, and the edge is reported anyway.
    for edge in topology.edges.iter().filter(|edge| topology.uses(edge).len() > 2) {
        edge.ends.iter().for_each(|end| groups[*end as usize] = 0);
    }
    (0..).zip(groups).filter(|(_, groups)| *groups > 1).map(|(vertex, _)| vertex).collect()
}

/// The two principal curvatures at the vertices, each vertex with a third of the area of its triangles.
fn curvatures(mesh: &TriangleMesh, surface: &CurvedSurface) -> [Percentiles; 2] {
    let mut areas = vec![0.0; mesh.vertices.len()];
    for (t, corners) in mesh.triangles.iter().enumerate() {
        corners.iter().for_each(|v| areas[*v as usize] += mesh.double_area(t).norm() / 6.0);
    }
    [0, 1].map(|which| {
        let samples = surface.curvatures().iter().map(|(v, at)| (at.values[which], areas[*v as usize]));
        Percentiles::of(samples.collect())
    })
}
