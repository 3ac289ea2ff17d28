//! From a mesh to curved facets: normals, edge curves, middles.

use nalgebra::Vector3;
use rayon::prelude::*;

use super::TriangleMesh;
use super::fans::{Fans, Passage};
use super::jet::{Jet, Storage};
use super::patch::ControlNet;
use super::topology::{Edge, Topology};
use crate::geometry::Curvature;

/// Edges that bend by more than this, in rad, are kept sharp unless another angle is asked for: 40°.
pub const DEFAULT_CREASE_ANGLE: f64 = 0.698_131_700_797_731_8;

/// Fans or facets that one thread takes at least.
const SHARE: usize = 256;

/// An edge curve that would leave its chord by more than acos of this is drawn straight: the normals cannot be meant.
const LEAST_COSINE: f64 = 0.5;

/// The curved facets of a mesh.
#[derive(Debug)]
pub(super) struct Reconstruction {
    /// Per triangle.
    pub(super) nets: Vec<ControlNet>,
    /// Per triangle and corner.
    pub(super) normals: Vec<[Vector3<f64>; 3]>,
    /// Per fan whose surroundings determine it: its vertex and its curvature.
    pub(super) curvatures: Vec<(u32, Curvature)>,
    /// Edges that were kept sharp.
    pub(super) creases: usize,
}

impl Reconstruction {
    pub(super) fn new(mesh: &TriangleMesh, topology: &Topology, crease_angle: f64) -> Self {
        let fans = Fans::new(mesh, topology, crease_angle);
        let fans_by_number = (0..fans.count() as u32).into_par_iter().with_min_len(SHARE);
        let jets: Vec<Option<Jet>> =
            fans_by_number.map_init(Storage::default, |storage, fan| Jet::fit(mesh, &fans, fan, storage)).collect();
        let normals: Vec<Vector3<f64>> =
            jets.iter().zip(&fans.normal).map(|(jet, mean)| jet.as_ref().map_or(*mean, Jet::normal)).collect();
        let curves =
            Curves { mesh, topology, fans: &fans, normals: &normals, boundary: boundary_tangents(mesh, topology) };
        let legs: Vec<[Vector3<f64>; 2]> = (0..topology.edges.len()).map(|edge| curves.legs(edge)).collect();
        let net = |t: usize| {
            let corners = mesh.corners(t);
            let sides = [0, 1, 2].map(|side| {
                let (from, to) = (corners[side], corners[(side + 1) % 3]);
                let Some(edge) = topology.edge(t as u32, side) else { return [from, to] };
                let [first, second] = legs[topology.of_triangle[t][side] as usize];
                if edge.ends[0] == mesh.triangles[t][side] {
                    [from + first, to + second]
                } else {
                    [from + second, to + first]
                }
            });
            let mut net = ControlNet::with_quadratic_middle(corners, sides);
            improve_middle(&mut net, fans.of_corner[t].map(|fan| jets[fan as usize].as_ref()));
            net
        };
        let curvatures =
            jets.iter().zip(&fans.vertex).filter_map(|(jet, v)| Some((*v, jet.as_ref()?.curvature()))).collect();
        Self {
            nets: (0..mesh.triangles.len()).into_par_iter().with_min_len(SHARE).map(net).collect(),
            normals: fans.of_corner.iter().map(|corners| corners.map(|fan| normals[fan as usize])).collect(),
            curvatures,
            creases: fans.passages.iter().filter(|passage| **passage == Passage::Crease).count(),
        }
    }
}

/// Nine conditions at the corners leave one of a cubic's ten open, and a quadratic rule for it costs an order. The jets
/// around the corners know where the middle of the facet is.
fn improve_middle(net: &mut ControlNet, jets: [Option<&Jet>; 3]) {
    let [Some(a), Some(b), Some(c)] = jets else { return };
    if [a, b, c].iter().any(|jet| jet.degree() < 3) {
        return;
    }
    let Some(along) = (a.normal() + b.normal() + c.normal()).try_normalize(0.0) else { return };
    let centre = net.centre();
    let [Some(x), Some(y), Some(z)] = [a, b, c].map(|jet| jet.solve_distance(&centre, &along)) else { return };
    let shift = (x + y + z) / 3.0;
    let size = (net.corners[1] - net.corners[0]).norm().max((net.corners[2] - net.corners[0]).norm());
    // More than that is not a correction: the fit has been misled, for example by noise.
    if shift.abs() < 0.05 * size {
        net.shift_centre(along * shift);
    }
}

struct Curves<'a> {
    mesh: &'a TriangleMesh,
    topology: &'a Topology,
    fans: &'a Fans,
    normals: &'a [Vector3<f64>],
    /// Per vertex: the direction of a boundary that passes through it without a corner.
    boundary: Vec<Option<Vector3<f64>>>,
}

impl Curves<'_> {
    /// From either end of an edge to the control point beside it.
    ///
    /// The curve leaves along the unit vector t by `2|c|/(3(1 + cosβ))`, β being the angle from the chord c to t: on a
    /// circle that is (4/3) R tan(θ/4) with the arc θ = 2β, for which a cubic leaves the circle by order θ⁶ only
    /// [Goldapp1991].
    fn legs(&self, edge: usize) -> [Vector3<f64>; 2] {
        let Edge { ends, .. } = self.topology.edges[edge];
        let [a, b] = ends.map(|end| self.mesh.vertices[end as usize]);
        [0, 1].map(|end| {
            let chord = if end == 0 { b - a } else { a - b };
            let length = chord.norm();
            let straight = chord / 3.0;
            let Some(tangent) = self.tangent(edge, ends[end], &chord) else { return straight };
            let cosine = tangent.dot(&chord) / length;
            if cosine > LEAST_COSINE { tangent * (2.0 * length / (3.0 * (1.0 + cosine))) } else { straight }
        })
    }

    /// Unit vector along which the curve of an edge leaves one of its ends.
    fn tangent(&self, edge: usize, end: u32, chord: &Vector3<f64>) -> Option<Vector3<f64>> {
        let uses = self.topology.uses(&self.topology.edges[edge]);
        let normal = |i: usize| {
            let t = uses[i].triangle as usize;
            let corner = self.mesh.triangles[t].iter().position(|v| *v == end)?;
            Some(self.normals[self.fans.of_corner[t][corner] as usize])
        };
        let in_plane = |v: &Vector3<f64>, n: &Vector3<f64>| (v - n * v.dot(n)).try_normalize(0.0);
        let n = normal(0)?;
        match self.fans.passages[edge] {
            Passage::Smooth => in_plane(chord, &n),
            Passage::Boundary => {
                let along = self.boundary[end as usize].map(|along| along * along.dot(chord).signum());
                in_plane(&along.unwrap_or(*chord), &n)
            }
            Passage::Crease => {
                // In both tangent planes at once, where they differ; where a crease fades away they are one.
                let both = n.cross(&normal(1)?);
                if both.norm() > 0.1 {
                    Some(both.normalize() * both.dot(chord).signum())
                } else {
                    in_plane(chord, &(n + normal(1)?).try_normalize(1e-3)?)
                }
            }
            Passage::Tangle => None,
        }
    }
}

/// The tangents, at the vertices of an open edge, of the circles through them and their two neighbours; none at a corner.
fn boundary_tangents(mesh: &TriangleMesh, topology: &Topology) -> Vec<Option<Vector3<f64>>> {
    let mut tangents = vec![None; mesh.vertices.len()];
    let loops = topology.boundary_loops();
    for walk in loops.iter().filter(|walk| walk.len() > 2) {
        for i in 0..walk.len() {
            let [before, here, after] = [i + walk.len() - 1, i, i + 1].map(|j| walk[j % walk.len()] as usize);
            let (from, to) = (mesh.vertices[here] - mesh.vertices[before], mesh.vertices[after] - mesh.vertices[here]);
            let (a, b) = (from.norm(), to.norm());
            if from.dot(&to) > DEFAULT_CREASE_ANGLE.cos() * a * b {
                // The chords leave the tangent by angles whose sines are as their lengths.
                tangents[here] = (from / (a * a) + to / (b * b)).try_normalize(0.0);
            }
        }
    }
    tangents
}
