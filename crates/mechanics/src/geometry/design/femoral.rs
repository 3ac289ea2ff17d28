//! The femoral component: two condyles.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

use super::arcs::Arcs;
use super::error::{degrees, mm, positive};
use super::moulding::march;
use super::{DesignError, Moulding, SIDES};
use crate::geometry::mesh::TriangleMesh;
use crate::geometry::{Curvature, Followed, Foot, Landing, QuadraturePoint, RayHit, Surface};

/// Where the rounded edges of a condyle end: so far its section has turned there.
const EDGE_TURN: f64 = 75.0 * std::f64::consts::PI / 180.0;

/// One condyle, in m and rad. Angles are flexions at which a flat, level insert is touched there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CondyleShape {
    /// Radius of the distal arc, which carries near extension.
    pub distal_radius: f64,
    /// Radius of the posterior arc, which carries in flexion.
    pub posterior_radius: f64,
    /// Radius of the anterior arc, which carries when the knee is bent backwards.
    pub anterior_radius: f64,
    /// Flexion at which the posterior arc begins.
    pub posterior_from: f64,
    /// Flexion at which it ends.
    pub posterior_to: f64,
    /// Hyperextension at which the anterior arc begins.
    pub anterior_from: f64,
    /// Hyperextension at which it ends.
    pub anterior_to: f64,
    /// Radius of the section.
    pub coronal_radius: f64,
    /// Width of the section.
    pub width: f64,
    /// Radius of its rounded edges; 0 for none.
    pub edge_radius: f64,
}

/// The femoral component, in m and rad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FemoralShape {
    /// Medial and lateral condyle.
    pub condyles: [CondyleShape; 2],
    /// Which of them exist.
    pub present: [bool; 2],
    /// Distance of the middles of the condyles.
    pub spacing: f64,
    /// Angle by which each condyle points inwards at the front.
    pub toe_in: f64,
}

impl CondyleShape {
    /// The sagittal curve: x forwards, y upwards, the lowest point at the origin. The arcs from back to front.
    pub fn curve(&self) -> Result<Arcs, DesignError> {
        for (field, radius) in [
            ("distal-radius", self.distal_radius),
            ("posterior-radius", self.posterior_radius),
            ("anterior-radius", self.anterior_radius),
        ] {
            positive(field, radius)?;
        }
        let order = [
            ("posterior-from", self.posterior_from, "the lowest point", 0.0),
            ("posterior-to", self.posterior_to, "posterior-from", self.posterior_from),
            ("anterior-from", self.anterior_from, "the lowest point", 0.0),
            ("anterior-to", self.anterior_to, "anterior-from", self.anterior_from),
        ];
        for (field, angle, other, least) in order {
            if !(angle > least) {
                let or = match other {
                    "the lowest point" => String::new(),
                    "anterior-from" => format!(", or an {other} of less than {}", degrees(angle)),
                    _ => format!(", or a {other} of less than {}", degrees(angle)),
                };
                return Err(DesignError::new(
                    field,
                    format!(
                        "{} is {}, not beyond {} at {}: the arcs cannot be tangent in this order",
                        field.replace('-', " "),
                        degrees(angle),
                        other.replace('-', " "),
                        degrees(least)
                    ),
                    format!("more than {}{or}", degrees(least)),
                ));
            }
        }
        let whole = self.posterior_to + self.anterior_to;
        if whole > 340f64.to_radians() {
            let most = degrees(340f64.to_radians() - self.anterior_to);
            return Err(DesignError::new(
                "posterior-to",
                format!(
                    "the arcs turn by {} backwards and {} forwards: the curve would close",
                    degrees(self.posterior_to),
                    degrees(self.anterior_to)
                ),
                format!("a posterior end of at most {most}"),
            ));
        }
        Ok(Arcs::through_origin(self.distal_radius, [-self.posterior_from, self.anterior_from])
            .preceded_by(self.posterior_radius, -self.posterior_to)
            .then(self.anterior_radius, self.anterior_to))
    }

    /// The section: z to the side, n into the material.
    pub fn profile(&self) -> Result<Arcs, DesignError> {
        let Self { coronal_radius: r, width, edge_radius: edge, .. } = *self;
        positive("coronal-radius", r)?;
        positive("width", width)?;
        let half = 0.5 * width;
        if !(edge >= 0.0) {
            let message = format!("the edges have a radius of {}, it must be 0 mm or more", mm(edge));
            return Err(DesignError::new("edge-radius", message, format!("0 mm for none, or less than {}", mm(r))));
        }
        if edge >= r {
            return Err(DesignError::new(
                "edge-radius",
                format!(
                    "the edges have a radius of {} and the section has one of {}: they cannot be tangent inside it",
                    mm(edge),
                    mm(r)
                ),
                format!("an edge radius of 0 to {}, or a coronal radius of more than {}", mm(0.999 * r), mm(edge)),
            ));
        }
        // half = r sin β + e (sin 75° − sin β)
        let sin = (half - edge * EDGE_TURN.sin()) / (r - edge);
        let most = if edge > 0.0 { r * EDGE_TURN.sin() } else { 0.999 * r };
        if !(half < most) {
            return Err(DesignError::new(
                "width",
                format!("a section {} wide does not fit on a coronal radius of {}", mm(width), mm(r)),
                format!(
                    "a width of less than {}, or a coronal radius of more than {}",
                    mm(2.0 * most),
                    mm(half / (most / r))
                ),
            ));
        }
        if !(sin > 0.0) {
            let edge_most = half / EDGE_TURN.sin();
            return Err(DesignError::new(
                "edge-radius",
                format!("edges of {} leave nothing of a section that is {} wide", mm(edge), mm(width)),
                format!(
                    "an edge radius of less than {}, or a width of more than {}",
                    mm(edge_most),
                    mm(2.0 * edge * EDGE_TURN.sin())
                ),
            ));
        }
        let beta = sin.asin();
        let middle = Arcs::through_origin(r, [-beta, beta]);
        Ok(if edge > 0.0 { middle.preceded_by(edge, -EDGE_TURN).then(edge, EDGE_TURN) } else { middle })
    }
}

/// The articulating surfaces of a femoral component. Its origin is the middle of the centres of the posterior arcs, about
/// which a knee that bends by more than the distal arc turns; anterior, superior, lateral are x, y, z.
#[derive(Debug, Clone, PartialEq)]
pub struct Femoral {
    shape: FemoralShape,
    condyles: Vec<(usize, Moulding)>,
    /// Of the origin below which the lowest points lie, in m.
    origin: Vector3<f64>,
}

impl Femoral {
    /// Makes the surfaces, or says which measures do not go together.
    pub fn new(shape: FemoralShape) -> Result<Self, DesignError> {
        positive("spacing", shape.spacing)?;
        if !(shape.toe_in.abs() < 20f64.to_radians()) {
            let message = format!("the condyles point inwards by {}", degrees(shape.toe_in));
            return Err(DesignError::new("toe-in", message, "between -20 and 20 degrees; designs have 0 to 6"));
        }
        let mut made = Vec::new();
        let mut origin = Vector3::zeros();
        let count = shape.present.iter().filter(|is| **is).count().max(1) as f64;
        for (k, (side, _)) in SIDES.into_iter().enumerate().filter(|(k, _)| shape.present[*k]) {
            let within = |error: DesignError| error.within(side);
            let (curve, profile) =
                (shape.condyles[k].curve().map_err(within)?, shape.condyles[k].profile().map_err(within)?);
            curve.check_sweep(&profile, "posterior-radius").map_err(within)?;
            origin += Vector3::new(curve.arcs()[0].centre.x, curve.arcs()[0].centre.y, 0.0) / count;
            made.push((k, curve, profile));
        }
        if let [(_, _, medial), (_, _, lateral)] = &made[..] {
            let inner = medial.ends()[1].x - lateral.ends()[0].x;
            if !(inner < shape.spacing) {
                return Err(DesignError::new(
                    "spacing",
                    format!(
                        "condyles of {} and {} do not stand {} apart",
                        mm(shape.condyles[0].width),
                        mm(shape.condyles[1].width),
                        mm(shape.spacing)
                    ),
                    format!("a spacing of more than {}, or narrower condyles", mm(inner)),
                ));
            }
        }
        let condyles = made
            .into_iter()
            .map(|(k, curve, profile)| {
                let (_, sign) = SIDES[k];
                let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), sign * shape.toe_in);
                let middle = Vector3::new(-origin.x, -origin.y, 0.5 * sign * shape.spacing);
                (k, Moulding::new(curve, profile, Isometry3::from_parts(Translation3::from(middle), turn)))
            })
            .collect();
        Ok(Self { shape, condyles, origin })
    }

    /// What it was made from.
    pub fn shape(&self) -> &FemoralShape {
        &self.shape
    }

    /// The condyles that exist, with the number of their side.
    pub fn condyles(&self) -> impl Iterator<Item = (usize, &Moulding)> {
        self.condyles.iter().map(|(k, moulding)| (*k, moulding))
    }

    /// How high the origin is above the lowest points of the condyles, in m.
    pub fn height(&self) -> f64 {
        self.origin.y
    }

    /// How far the origin is in front of the lowest points, in m: negative behind.
    pub fn advance(&self) -> f64 {
        self.origin.x
    }

    /// How high the condyles reach above their lowest points while the knee is straight, in m.
    pub fn top(&self) -> f64 {
        self.condyles.iter().map(|(_, moulding)| moulding.curve().highest()).fold(0.0, f64::max)
    }

    /// The room between the condyles, in m; nothing where there is one only.
    pub fn between(&self) -> Option<f64> {
        let [(_, medial), (_, lateral)] = &self.condyles[..] else { return None };
        Some(self.shape.spacing - (medial.profile().ends()[1].x - lateral.profile().ends()[0].x))
    }

    /// Triangles whose chords along either direction are no further from the surface than `sagitta`.
    pub fn triangulate(&self, sagitta: f64) -> TriangleMesh {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (_, moulding) in &self.condyles {
            add_triangles(moulding, sagitta, &mut vertices, &mut triangles);
        }
        mesh(vertices, triangles)
    }

    fn ball(&self) -> (Vector3<f64>, f64) {
        (Vector3::zeros(), 0.5 * self.shape.spacing + 4.0 * self.origin.norm() + 0.2)
    }

    /// Puts the nearest point of a condyle in the place of the best one so far, if it is nearer, or as near on a condyle that
    /// comes before.
    #[inline]
    fn look_at(&self, k: usize, from: &Vector3<f64>, best: &mut Option<Foot>) {
        let moulding = &self.condyles[k].1;
        if best.is_some_and(|best| moulding.least_distance(from) > best.distance.abs()) {
            return;
        }
        let foot = moulding.closest_point(from);
        let foot = Foot { facet: foot.facet + k as u32 * STRIDE, ..foot };
        let (distance, number) = (foot.distance.abs(), foot.facet / STRIDE);
        if best.is_none_or(|best| {
            distance < best.distance.abs() || (distance == best.distance.abs() && number < best.facet / STRIDE)
        }) {
            *best = Some(foot);
        }
    }
}

/// Triangles of one swept surface, which look outwards.
fn add_triangles(moulding: &Moulding, sagitta: f64, vertices: &mut Vec<Vector3<f64>>, triangles: &mut Vec<[u32; 3]>) {
    let rows = moulding.grid(sagitta);
    let (first, columns) = (vertices.len(), rows[0].len());
    vertices.extend(rows.iter().flatten().map(|(point, _)| *point));
    for i in 0..rows.len() - 1 {
        for j in 0..columns - 1 {
            let at = |i: usize, j: usize| (first + i * columns + j) as u32;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            // Rows run forwards and columns laterally, x × z = −y: the normals point out of the condyle.
            triangles.extend(if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
}

impl Moulding {
    /// Triangles whose chords along either direction are no further from the surface than `sagitta`.
    pub fn triangulate(&self, sagitta: f64) -> TriangleMesh {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        add_triangles(self, sagitta, &mut vertices, &mut triangles);
        mesh(vertices, triangles)
    }
}

/// Pieces of one condyle or plateau are counted below this.
pub(super) const STRIDE: u32 = 1 << 16;

/// Triangles of points that are finite and corners that exist.
pub(super) fn mesh(vertices: Vec<Vector3<f64>>, triangles: Vec<[u32; 3]>) -> TriangleMesh {
    // Every corner was made with its vertex.
    TriangleMesh { vertices, triangles }
}

impl Surface for Femoral {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let mut best = None;
        for k in 0..self.condyles.len() {
            self.look_at(k, from, &mut best);
        }
        best.unwrap_or(Foot::inside(*from, Vector3::y(), f64::INFINITY))
    }

    fn follow(&self, from: &Vector3<f64>, last: &Landing, reach: f64) -> Followed {
        let (mut best, mut clear) = (None, f64::INFINITY);
        // On whichever condyle the point was, it most often is, and is then far from the others.
        let first = ((last.facet / STRIDE) as usize).min(self.condyles.len().saturating_sub(1));
        for k in (first..self.condyles.len()).chain(0..first) {
            let clearance = self.condyles[k].1.clearance(from);
            if clearance > reach {
                clear = clear.min(clearance);
            } else {
                self.look_at(k, from, &mut best);
            }
        }
        // Another condyle that is beyond the reach may still be the nearest one, if this one is further.
        match best {
            Some(foot) if foot.distance.abs() <= clear => Followed::Landed(foot, f64::NEG_INFINITY),
            Some(_) => Followed::Landed(self.closest_point(from), f64::NEG_INFINITY),
            None => Followed::Beyond { clearance: clear, facet: last.facet },
        }
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let k = ((at.facet / STRIDE) as usize).min(self.condyles.len() - 1);
        self.condyles[k].1.curvature(&Foot { facet: at.facet % STRIDE, ..*at })
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        march(origin, direction, |at| self.closest_point(at), self.ball())
    }

    /// On panels of each piece; the error of a smooth integral falls with spacing⁴.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let mut points = Vec::new();
        for (k, (_, moulding)) in self.condyles.iter().enumerate() {
            let some = moulding.compute_quadrature(spacing);
            points.extend(some.into_iter().map(|p| QuadraturePoint { facet: p.facet + k as u32 * STRIDE, ..p }));
        }
        points
    }

    fn compute_area(&self) -> f64 {
        self.condyles.iter().map(|(_, moulding)| moulding.compute_area()).sum()
    }
}
