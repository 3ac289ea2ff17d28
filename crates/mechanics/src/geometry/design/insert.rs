//! The insert: two dished plateaus, an eminence between them, and an outline.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use numerics::quadrature::GaussLegendre;

use super::arcs::Arcs;
use super::error::{degrees, mm, positive};
use super::femoral::{STRIDE, mesh};
use super::moulding::march;
use super::{DesignError, Moulding, Outline, SIDES};
use crate::geometry::mesh::TriangleMesh;
use crate::geometry::{Curvature, Foot, Hollow, QuadraturePoint, RayHit, Surface};

/// A bearing surface is nowhere steeper than this.
const STEEPEST: f64 = 78.0 * std::f64::consts::PI / 180.0;
/// The surfaces reach so far beyond the outline before they are cut, in m.
const BEYOND: f64 = 2e-3;
/// How far the eminence goes on beyond its crest before it is cut.
const OVER_THE_CREST: f64 = 0.7;
/// Distance of the points along the border from which its nearest place is found, in m.
const BORDER_STEP: f64 = 5e-4;

/// One plateau, in m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlateauShape {
    /// Radius from front to back, around the dwell point.
    pub sagittal_radius: f64,
    /// Radius from side to side.
    pub coronal_radius: f64,
    /// How far in front of the dwell point the anterior lip begins.
    pub anterior_lip_from: f64,
    /// Radius of the anterior lip.
    pub anterior_lip_radius: f64,
    /// How far behind the dwell point the posterior lip begins.
    pub posterior_lip_from: f64,
    /// Radius of the posterior lip.
    pub posterior_lip_radius: f64,
}

/// The insert, in m and rad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InsertShape {
    /// Medial and lateral plateau.
    pub plateaus: [PlateauShape; 2],
    /// Which of them exist.
    pub present: [bool; 2],
    /// Distance of the middles of the plateaus.
    pub spacing: f64,
    /// Angle by which each plateau points inwards at the front.
    pub toe_in: f64,
    /// Angle by which the bearing surface falls towards the back, about the dwell points.
    pub slope: f64,
    /// Thickness at the thinnest place.
    pub thickness: f64,
    /// How far the dwell points lie in front of the middle of the outline; negative behind it.
    pub dwell: f64,
    /// Radius of the crest between the plateaus.
    pub eminence_radius: f64,
    /// Seen from above.
    pub outline: Outline,
}

/// One plateau that is made.
#[derive(Debug, Clone, PartialEq)]
struct Plateau {
    side: usize,
    surface: Moulding,
    /// Lowest point.
    lowest: Vector3<f64>,
    /// Points around its border, on the surface.
    border: Vec<Vector3<f64>>,
}

/// The bearing surface of an insert, cut by its outline and between the plateaus. x points forwards, y upwards, z laterally;
/// the origin is in the middle of the outline, as high as the lowest point.
///
/// Inside of the outline closest points are exact where the nearest point of the uncut plateau lies inside; elsewhere they
/// are those of the border, which is followed in steps of half a millimetre (exact to some micrometres). Where the plateaus
/// differ, they meet at the crest in a step ([`Insert::compute_step`]).
#[derive(Debug, Clone, PartialEq)]
pub struct Insert {
    shape: InsertShape,
    plateaus: Vec<Plateau>,
    bearing: TriangleMesh,
}

impl InsertShape {
    /// The sagittal curve of a plateau around its dwell point, from back to front, long enough for the outline.
    /// Above the dwell point by n the circles are narrower by n: the section's height counts.
    fn curve(&self, plateau: &PlateauShape, height: f64) -> Result<Arcs, DesignError> {
        positive("sagittal-radius", plateau.sagittal_radius)?;
        let r = plateau.sagittal_radius;
        let slack = BEYOND + 0.01 * self.slope.abs().tan() + 0.02 * self.toe_in.abs().sin();
        let half = 0.5 * self.outline.depth;
        let mut ends = [0.0; 2];
        let mut lips = [None; 2];
        for (k, (name, reach, from, lip)) in [
            ("posterior-lip", half + self.dwell, plateau.posterior_lip_from, plateau.posterior_lip_radius),
            ("anterior-lip", half - self.dwell, plateau.anterior_lip_from, plateau.anterior_lip_radius),
        ]
        .into_iter()
        .enumerate()
        {
            if !(reach > 0.0) {
                let message = format!(
                    "the dwell point is {} from the middle of an outline that is {} deep",
                    mm(self.dwell),
                    mm(self.outline.depth)
                );
                return Err(DesignError::new("dwell", message, format!("between -{0} and {0}", mm(half))));
            }
            let reach = reach / self.slope.cos() + slack;
            positive(&format!("{name}-from"), from)?;
            positive(&format!("{name}-radius"), lip)?;
            let steepest = STEEPEST.sin();
            let narrow = |radius: f64, field: &str| {
                if radius > 1.0001 * height {
                    return Ok(radius - height);
                }
                let message = format!(
                    "a radius of {} from front to back is not wider than the section is high, {}: it would fold",
                    mm(radius),
                    mm(height)
                );
                let hint = format!("a radius of more than {}, or a flatter section", mm(1.001 * height));
                Err(DesignError::new(field, message, hint))
            };
            let without = (from / r).min(reach / narrow(r, "sagittal-radius")?);
            if !(without < steepest) {
                return Err(DesignError::new(
                    "sagittal-radius",
                    format!(
                        "a radius of {} does not reach {} from the dwell point, where the {} begins or the outline ends",
                        mm(r),
                        mm(reach.min(from)),
                        name.replace('-', " ")
                    ),
                    format!(
                        "a radius of more than {}, or a lip from {} on",
                        mm(reach.min(from) / steepest),
                        mm(r * steepest * 0.99)
                    ),
                ));
            }
            ends[k] = without.asin();
            if from / r <= without {
                let sin = (reach - (r - lip) * without) / narrow(lip, &format!("{name}-radius"))?;
                if !(sin < steepest) {
                    // reach = (r − lip) sin a + (lip − n) sin(steepest)
                    let least = (reach - r * without + height * steepest) / (steepest - without);
                    return Err(DesignError::new(
                        format!("{name}-radius"),
                        format!(
                            "a lip of {} that begins {} from the dwell point is too steep before the outline ends, {} further on",
                            mm(lip),
                            mm(from),
                            mm(reach - from)
                        ),
                        format!("a radius of more than {}, or a lip that begins later", mm(least)),
                    ));
                }
                lips[k] = Some((lip, sin.asin()));
            }
        }
        let mut curve = Arcs::through_origin(r, [-ends[0], ends[1]]);
        if let Some((radius, end)) = lips[0] {
            curve = curve.preceded_by(radius, -end);
        }
        if let Some((radius, end)) = lips[1] {
            curve = curve.then(radius, end);
        }
        Ok(curve)
    }

    /// The section of a plateau on a side, from low to high z: the dish, and the eminence on its inner side.
    fn profile(&self, plateau: &PlateauShape, sign: f64) -> Result<Arcs, DesignError> {
        let (r, crest, half) = (plateau.coronal_radius, self.eminence_radius, 0.5 * self.spacing);
        positive("coronal-radius", r)?;
        // Both arcs turn by γ until the crest is level in the middle: half = (r + crest) sin γ.
        let sin = half / (r + crest);
        let steepest = STEEPEST.sin();
        if !(sin < steepest) {
            return Err(DesignError::new(
                "coronal-radius",
                format!(
                    "a coronal radius of {} and a crest of {} do not reach the middle, {} away",
                    mm(r),
                    mm(crest),
                    mm(half)
                ),
                format!("a coronal radius of more than {}, or a smaller spacing", mm(half / steepest - crest)),
            ));
        }
        let gamma = sin.asin();
        let out = 0.5 * self.outline.width - half + BEYOND + 0.5 * self.outline.depth * self.toe_in.abs().sin();
        if !(out / r < steepest) {
            return Err(DesignError::new(
                "coronal-radius",
                format!(
                    "a coronal radius of {} is too steep before an outline of {} ends, {} from the middle of the plateau",
                    mm(r),
                    mm(self.outline.width),
                    mm(out - BEYOND)
                ),
                format!(
                    "a coronal radius of more than {}, or an outline narrower than {}",
                    mm(out / steepest),
                    mm(2.0 * (half + r * steepest - BEYOND))
                ),
            ));
        }
        let outer = (out / r).max(0.01).asin();
        Ok(if sign > 0.0 {
            Arcs::through_origin(r, [-gamma, outer]).preceded_by(crest, OVER_THE_CREST)
        } else {
            Arcs::through_origin(r, [-outer, gamma]).then(crest, -OVER_THE_CREST)
        })
    }
}

impl Insert {
    /// Makes the surface and a mesh of it whose rows are `step` apart, or says which measures do not go together.
    pub fn new(shape: InsertShape, step: f64) -> Result<Self, DesignError> {
        shape.outline.check().map_err(|error| error.within("outline"))?;
        for (field, length) in [("spacing", shape.spacing), ("eminence-radius", shape.eminence_radius)] {
            positive(field, length)?;
        }
        if !(shape.thickness > 0.0) {
            let message = format!("the insert is {} thick at its thinnest place", mm(shape.thickness));
            return Err(DesignError::new("thickness", message, "more than 0 mm; inserts have 6 to 15 mm"));
        }
        if !(shape.slope.abs() < 20f64.to_radians()) {
            let message = format!("the bearing surface slopes by {}", degrees(shape.slope));
            return Err(DesignError::new("slope", message, "between -20 and 20 degrees; inserts have 0 to 7"));
        }
        if !(shape.spacing < shape.outline.width) {
            let message = format!(
                "the plateaus are {} apart on an insert that is {} wide",
                mm(shape.spacing),
                mm(shape.outline.width)
            );
            let hint = format!(
                "a spacing of less than {0}, or an outline wider than {1}",
                mm(shape.outline.width),
                mm(shape.spacing)
            );
            return Err(DesignError::new("spacing", message, hint));
        }
        let mut plateaus = Vec::new();
        for (side, (name, sign)) in SIDES.into_iter().enumerate().filter(|(side, _)| shape.present[*side]) {
            let within = |error: DesignError| match error.field.as_str() {
                "dwell" => error,
                _ => error.within(name),
            };
            let plateau = &shape.plateaus[side];
            let profile = shape.profile(plateau, sign).map_err(within)?;
            let curve = shape.curve(plateau, profile.highest()).map_err(within)?;
            curve.check_sweep(&profile, "sagittal-radius").map_err(within)?;
            let slope = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), shape.slope);
            let toe_in = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), sign * shape.toe_in);
            let at = Vector3::new(shape.dwell, 0.0, 0.5 * sign * shape.spacing);
            let place = |at: Vector3<f64>| Isometry3::from_parts(Translation3::from(at), slope * toe_in);
            let surface = Moulding::new(curve.clone(), profile.clone(), place(at));
            let lowest = surface.point_with_normal(&-Vector3::y()).filter(|p| shape.outline.contains(p.x, p.z, sign));
            let Some(lowest) = lowest else {
                let message = format!(
                    "with a slope of {} and a radius of {} the lowest point is not on the insert",
                    degrees(shape.slope),
                    mm(plateau.sagittal_radius)
                );
                let on = |slope: f64| {
                    let tilt = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), slope) * toe_in;
                    let frame = Isometry3::from_parts(Translation3::from(at), tilt);
                    let tilted = Moulding::new(curve.clone(), profile.clone(), frame);
                    let low = tilted.point_with_normal(&-Vector3::y());
                    low.is_some_and(|p| shape.outline.contains(p.x, p.z, sign))
                };
                let (mut least, mut most) = (0.0, shape.slope);
                for _ in 0..20 {
                    let middle = 0.5 * (least + most);
                    if on(middle) { least = middle } else { most = middle }
                }
                let hint = match on(0.0) {
                    true => format!("a slope of at most {}, or a smaller sagittal radius", degrees(0.999 * least)),
                    false => "a dwell point further from the border of the outline, or a shallower notch".into(),
                };
                return Err(DesignError::new("slope", message, hint));
            };
            // The lowest points of both plateaus are at the height 0.
            let surface = Moulding::new(curve, profile, place(at - Vector3::y() * lowest.y));
            let lowest = lowest - Vector3::y() * lowest.y;
            plateaus.push(Plateau { side, surface, lowest, border: Vec::new() });
        }
        let mut insert = Self { shape, plateaus, bearing: mesh(Vec::new(), Vec::new()) };
        for k in 0..insert.plateaus.len() {
            let sign = SIDES[insert.plateaus[k].side].1;
            let line = shape.outline.boundary(sign, BORDER_STEP);
            let mut height = 0.0;
            let mut border = Vec::with_capacity(line.len());
            for [x, z] in line {
                height = insert
                    .height_near(k, x, z, height)
                    .ok_or_else(|| {
                        let message = format!(
                            "the bearing surface ends before the outline at {} in front and {} to the side",
                            mm(x),
                            mm(z)
                        );
                        DesignError::new("outline.width", message, "larger radii of the plateaus, or a smaller outline")
                    })?
                    .0;
                border.push(Vector3::new(x, height, z));
            }
            insert.plateaus[k].border = border;
        }
        insert.bearing = insert.triangulate(step)?;
        Ok(insert)
    }

    /// What it was made from.
    pub fn shape(&self) -> &InsertShape {
        &self.shape
    }

    /// The mesh of the bearing surface.
    pub fn bearing(&self) -> &TriangleMesh {
        &self.bearing
    }

    /// Height of the flat underside, in m.
    pub fn underside(&self) -> f64 {
        -self.shape.thickness
    }

    /// The plateaus that exist, with the number of their side; their normals point into the material.
    pub fn plateaus(&self) -> impl Iterator<Item = (usize, &Moulding)> {
        self.plateaus.iter().map(|plateau| (plateau.side, &plateau.surface))
    }

    /// The lowest points of the plateaus that exist.
    pub fn lowest(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        self.plateaus.iter().map(|plateau| plateau.lowest)
    }

    /// How high the crest of a side stands above its dwell point, `(r + ρ)(1 − cos γ)` with `sin γ = ½s/(r + ρ)`.
    pub fn eminence_height(&self, side: usize) -> f64 {
        let sum = self.shape.plateaus[side].coronal_radius + self.shape.eminence_radius;
        let sin = 0.5 * self.shape.spacing / sum;
        sum * (1.0 - (1.0 - sin * sin).sqrt())
    }

    /// Height and upward normal of the bearing surface over a place of the plan, inside of the outline.
    pub fn height(&self, x: f64, z: f64) -> Option<(f64, Vector3<f64>)> {
        let inside = |plateau: &Plateau| self.shape.outline.contains(x, z, SIDES[plateau.side].1);
        let k = self.plateaus.iter().position(inside)?;
        self.height_near(k, x, z, 0.0)
    }

    /// The same of an uncut plateau; `guess` is a height nearby.
    fn height_near(&self, k: usize, x: f64, z: f64, guess: f64) -> Option<(f64, Vector3<f64>)> {
        let surface = &self.plateaus[k].surface;
        let mut y = guess;
        for _ in 0..12 {
            let foot = surface.closest_point(&Vector3::new(x, y, z));
            // The normal of the plateau points down, into the material.
            if foot.on_edge || foot.normal.y > -0.1 {
                break;
            }
            let step = -foot.distance / foot.normal.y;
            y += step;
            if step.abs() < 1e-14 || foot.distance.abs() < 1e-15 {
                return Some((y, -foot.normal));
            }
        }
        let from = Vector3::new(x, -0.1, z);
        let hit = march(&from, &Vector3::y(), |at| surface.closest_point(at), (Vector3::new(x, 0.0, z), 0.2))?;
        (!surface.closest_point(&hit.point).on_edge).then_some((hit.point.y, -hit.normal))
    }

    /// The largest step between the plateaus at the crest, in m; 0 where they are alike.
    pub fn compute_step(&self) -> f64 {
        let [_, _] = &self.plateaus[..] else { return 0.0 };
        let outline = &self.shape.outline;
        let mut largest: f64 = 0.0;
        for x in outline.rows(BORDER_STEP).into_iter().filter(|x| outline.half_notch(*x) == 0.0) {
            if let (Some(a), Some(b)) = (self.height_near(0, x, 0.0, 0.0), self.height_near(1, x, 0.0, 0.0)) {
                largest = largest.max((a.0 - b.0).abs());
            }
        }
        largest
    }

    /// Triangles with rows and columns about `step` apart, corners on the surface.
    pub fn triangulate(&self, step: f64) -> Result<TriangleMesh, DesignError> {
        let outline = &self.shape.outline;
        let rows = outline.rows(step);
        let columns = ((0.5 * outline.width / step).ceil() as usize).clamp(2, 5_000);
        let (mut vertices, mut triangles): (Vec<Vector3<f64>>, _) = (Vec::new(), Vec::new());
        // Corners in the middle are shared where the plateaus meet.
        let mut crest: Vec<Option<u32>> = vec![None; rows.len()];
        for (k, plateau) in self.plateaus.iter().enumerate() {
            let sign = SIDES[plateau.side].1;
            let mut numbers = vec![vec![0_u32; columns + 1]; rows.len()];
            for (i, &x) in rows.iter().enumerate() {
                let (from, to) = (outline.half_notch(x), outline.half_width(x));
                let mut guess = i.checked_sub(1).map_or(0.0, |before| vertices[numbers[before][0] as usize].y);
                for (j, number) in numbers[i].iter_mut().enumerate() {
                    let z = sign * (from + (to - from) * j as f64 / columns as f64);
                    guess = self
                        .height_near(k, x, z, guess)
                        .ok_or_else(|| {
                            let message =
                                format!("the bearing surface ends at {} in front and {} to the side", mm(x), mm(z));
                            DesignError::new(
                                "outline.width",
                                message,
                                "larger radii of the plateaus, or a smaller outline",
                            )
                        })?
                        .0;
                    let vertex = Vector3::new(x, guess, z);
                    let shared =
                        crest[i].filter(|n| j == 0 && from == 0.0 && (vertices[*n as usize] - vertex).norm() < 1e-9);
                    *number = shared.unwrap_or_else(|| {
                        vertices.push(vertex);
                        (vertices.len() - 1) as u32
                    });
                    if j == 0 && from == 0.0 {
                        crest[i] = Some(*number);
                    }
                }
            }
            for i in 0..rows.len() - 1 {
                for j in 0..columns {
                    let [a, b, c, d] = [numbers[i][j], numbers[i + 1][j], numbers[i + 1][j + 1], numbers[i][j + 1]];
                    let mut pair = if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
                    // x × z = −y: on the lateral side rows and columns turn the other way round.
                    if sign > 0.0 {
                        pair.iter_mut().for_each(|[_, p, q]| std::mem::swap(p, q));
                    }
                    triangles.extend(pair);
                }
            }
        }
        Ok(mesh(vertices, triangles))
    }

    /// The integral of a function of height and upward normal over the plan, by the rule of Gauss in strips and panels of
    /// about `step`.
    pub fn integrate(&self, step: f64, value: impl Fn(f64, &Vector3<f64>) -> f64) -> f64 {
        let (rule, outline) = (GaussLegendre::<2>::new(), &self.shape.outline);
        let mut sum = 0.0;
        for pair in outline.strips(step).windows(2) {
            for (x, weight_x) in rule.points(pair[0], pair[1]) {
                let (from, to) = (outline.half_notch(x), outline.half_width(x));
                let panels = ((to - from) / step).ceil().max(1.0) as usize;
                for (k, plateau) in self.plateaus.iter().enumerate() {
                    let (sign, mut guess) = (SIDES[plateau.side].1, 0.0);
                    for panel in 0..panels {
                        let end = |i: usize| from + (to - from) * i as f64 / panels as f64;
                        for (z, weight_z) in rule.points(end(panel), end(panel + 1)) {
                            if let Some((height, normal)) = self.height_near(k, x, sign * z, guess) {
                                guess = height;
                                sum += weight_x * weight_z * value(height, &normal);
                            }
                        }
                    }
                }
            }
        }
        sum
    }

    /// Volume between the bearing surface and the underside, in m³.
    pub fn compute_volume(&self) -> f64 {
        self.integrate(1e-3, |height, _| height - self.underside())
    }

    /// The nearest place of a border, lifted on its plateau.
    fn nearest_on_border(&self, k: usize, from: &Vector3<f64>) -> Foot {
        let border = &self.plateaus[k].border;
        let mut best = (f64::INFINITY, border[0]);
        for (i, a) in border.iter().enumerate() {
            let b = &border[(i + 1) % border.len()];
            let way = b - a;
            let t = ((from - a).dot(&way) / way.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            let at = a + way * t;
            let square = (from - at).norm_squared();
            if square < best.0 {
                best = (square, at);
            }
        }
        let at = best.1;
        let (height, normal) = self.height_near(k, at.x, at.z, at.y).unwrap_or((at.y, Vector3::y()));
        Foot { facet: k as u32 * STRIDE, ..Foot::edge(Vector3::new(at.x, height, at.z), normal, from) }
    }
}

impl Surface for Insert {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let mut best: Option<Foot> = None;
        let mut cut = [None; 2];
        for (k, plateau) in self.plateaus.iter().enumerate() {
            let foot = plateau.surface.closest_point(from);
            let foot =
                Foot { normal: -foot.normal, distance: -foot.distance, facet: foot.facet + k as u32 * STRIDE, ..foot };
            if !foot.on_edge && self.shape.outline.contains(foot.point.x, foot.point.z, SIDES[plateau.side].1) {
                if best.is_none_or(|best| foot.distance.abs() < best.distance.abs()) {
                    best = Some(foot);
                }
            } else {
                cut[k] = Some(foot.distance.abs());
            }
        }
        for (k, least) in cut.into_iter().enumerate() {
            // The nearest point of the uncut plateau bounds that of the border.
            let Some(least) = least else { continue };
            if best.is_none_or(|best| least < best.distance.abs() - 1e-13) {
                let foot = self.nearest_on_border(k, from);
                if best.is_none_or(|best| foot.distance.abs() < best.distance.abs() - 1e-9) {
                    best = Some(foot);
                }
            }
        }
        best.unwrap_or(Foot::inside(*from, Vector3::y(), f64::INFINITY))
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let k = ((at.facet / STRIDE) as usize).min(self.plateaus.len() - 1);
        let foot = Foot { normal: -at.normal, distance: -at.distance, facet: at.facet % STRIDE, ..*at };
        let Curvature { values: [a, b], directions: [along_a, along_b] } = self.plateaus[k].surface.curvature(&foot);
        Curvature { values: [-b, -a], directions: [along_b, along_a] }
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        if direction.x == 0.0 && direction.z == 0.0 {
            let (height, normal) = self.height(origin.x, origin.z)?;
            let distance = (height - origin.y) * direction.y;
            let point = Vector3::new(origin.x, height, origin.z);
            return (distance >= 0.0).then_some(RayHit { distance, point, normal, facet: 0 });
        }
        let reach = self.shape.outline.width.hypot(self.shape.outline.depth);
        march(origin, direction, |at| self.closest_point(at), (Vector3::zeros(), reach))
    }

    /// One point at least for each triangle of the mesh, lifted on the surface; the error of a smooth integral falls with
    /// spacing² along the outline.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let Ok(facets) = crate::geometry::mesh::FacetedSurface::new(self.bearing.clone()) else { return Vec::new() };
        let mut points = facets.compute_quadrature(spacing);
        for point in &mut points {
            let at = point.point;
            let side = if at.z < 0.0 { 0 } else { 1 };
            let k = self.plateaus.iter().position(|plateau| plateau.side == side).unwrap_or(0);
            if let Some((height, normal)) = self.height_near(k, at.x, at.z, at.y) {
                point.area *= point.normal.y / normal.y;
                (point.point.y, point.normal) = (height, normal);
            }
        }
        points
    }

    fn compute_area(&self) -> f64 {
        self.integrate(1e-3, |_, normal| 1.0 / normal.y)
    }
}

/// A plateau without its outline, material below: for comparisons with what is known of tori and spheres.
pub fn uncut(insert: &Insert, side: usize) -> Option<Hollow<Moulding>> {
    insert.plateaus().find(|(k, _)| *k == side).map(|(_, surface)| Hollow(surface.clone()))
}
