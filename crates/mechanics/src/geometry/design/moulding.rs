//! A profile that is swept along a curve.

use nalgebra::{Isometry3, Point3, Vector2, Vector3};
use numerics::quadrature::GaussLegendre;

use super::arcs::{Arcs, normal};
use crate::geometry::{Curvature, Followed, Foot, Landing, QuadraturePoint, RayHit, Surface};

/// A profile of tangent arcs, swept along a plane curve of tangent arcs so that it stands normal to it everywhere (Monge's
/// moulding surface). The material is on the side of the centres: a condyle.
///
/// The curve lies in the plane z = 0 of its own axes and bends towards +y; with the tangent angle a there and b in the
/// profile, `e = (sin a, −cos a, 0)` and the profile's point (z, n), n towards the centre c of the curve's arc of radius R:
///
/// `x = c + (R − n) e + z ẑ`,  `normal = cos b e + sin b ẑ`,  `κ = ±1/r` along the profile, `cos b/(R − n)` across it.
///
/// Every pair of arcs makes a piece of a torus. Circles about the axis of an arc are met nearest in their own half plane,
/// or at the nearer end of the arc; there the profile's arc is a plane problem: closest points are closed forms.
///
/// *Assumes* a curve that bends one way, with radii greater than the profile is high. *Checked by* `geometry_contract`,
/// and `designs` against brute force, tori, spheres and integrals.
#[derive(Debug, Clone, PartialEq)]
pub struct Moulding {
    curve: Arcs,
    profile: Arcs,
    frame: Isometry3<f64>,
    /// A ball that holds all of it, in the part's axes.
    ball: (Vector3<f64>, f64),
    /// The slab that holds all of it: the direction across the curve, and how far along it the profile begins and ends.
    slab: (Vector3<f64>, [f64; 2]),
}

/// Distances along a ray that are found are exact to this, in m.
const TOUCH: f64 = 1e-13;

/// Distances of points of a part are rounded to less than this, in m.
const ROUNDING: f64 = 1e-12;

impl Moulding {
    /// From its own axes to those of the part by `frame`. `Arcs::check_sweep` must have been passed.
    pub(super) fn new(curve: Arcs, profile: Arcs, frame: Isometry3<f64>) -> Self {
        let across = frame.rotation * Vector3::z();
        let offset = across.dot(&frame.translation.vector);
        // Tangents are no steeper than upright: a profile goes on towards +z from its first point to its last.
        let slab = (across, profile.ends().map(|end| end.x + offset));
        let mut moulding = Self { curve, profile, frame, ball: (Vector3::zeros(), f64::INFINITY), slab };
        let far = Vector3::repeat(f64::INFINITY);
        let sagitta = 1e-4;
        let points: Vec<Vector3<f64>> = moulding.grid(sagitta).into_iter().flatten().map(|(point, _)| point).collect();
        let (low, high) = points.iter().fold((far, -far), |(low, high), p| (low.inf(p), high.sup(p)));
        let centre = 0.5 * (low + high);
        let radius = points.iter().map(|p| (p - centre).norm()).fold(0.0, f64::max);
        // Between the points the surface is no further away than two sagittas.
        moulding.ball = (centre, radius + 4.0 * sagitta);
        moulding
    }

    /// So far away is the ball that holds all of it; negative within.
    #[inline]
    pub(super) fn clearance(&self, from: &Vector3<f64>) -> f64 {
        (from - self.ball.0).norm() - self.ball.1
    }

    /// So far away is every point of it at least, at little cost; negative beside it.
    #[inline]
    pub(super) fn least_distance(&self, from: &Vector3<f64>) -> f64 {
        let (across, [low, high]) = &self.slab;
        let at = across.dot(from);
        (low - at).max(at - high) - ROUNDING
    }

    /// The curve along which the profile is swept, in the plane of x and y of its own axes.
    pub fn curve(&self) -> &Arcs {
        &self.curve
    }

    /// The profile, in the plane of z and n.
    pub fn profile(&self) -> &Arcs {
        &self.profile
    }

    /// From its own axes to those of the part.
    pub fn frame(&self) -> &Isometry3<f64> {
        &self.frame
    }

    /// Points and normals in rows along the profile, one row for each point of the curve; no chord along either is further
    /// away than `sagitta`.
    pub fn grid(&self, sagitta: f64) -> Vec<Vec<(Vector3<f64>, Vector3<f64>)>> {
        let profile = self.profile.sample(sagitta);
        let curve = self.curve.sample(sagitta);
        curve.iter().map(|&(at, e)| profile.iter().map(|&(p, nu)| self.lift(at, e, p, nu)).collect()).collect()
    }

    /// The point of the surface over a point of the curve with its normal e, at a point of the profile with its normal.
    fn lift(
        &self,
        at: Vector2<f64>,
        e: Vector2<f64>,
        p: Vector2<f64>,
        nu: Vector2<f64>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let foot = at - e * p.y;
        let point = self.frame * Point3::new(foot.x, foot.y, p.x);
        let normal = self.frame.rotation * Vector3::new(-nu.y * e.x, -nu.y * e.y, nu.x);
        (point.coords, normal)
    }

    /// The point of the surface whose normal is a direction of the part's axes, if there is one on these arcs.
    pub fn point_with_normal(&self, direction: &Vector3<f64>) -> Option<Vector3<f64>> {
        let along = self.frame.rotation.inverse_transform_vector(direction);
        let across = along.x.hypot(along.y);
        let e = Vector2::new(along.x, along.y) / across;
        let holds = |range: [f64; 2], tangent: f64| {
            let [low, high] = if range[0] < range[1] { range } else { [range[1], range[0]] };
            (low - 1e-12..=high + 1e-12).contains(&tangent)
        };
        let (a, b) = (e.x.atan2(-e.y), along.z.atan2(across));
        let of_curve = self.curve.arcs().iter().find(|arc| holds(arc.tangents, a))?;
        let of_profile = self.profile.arcs().iter().find(|arc| arc.bend > 0.0 && holds(arc.tangents, b))?;
        Some(self.lift(of_curve.point(a), normal(a), of_profile.point(b), normal(b)).0)
    }

    /// The nearest point, its normal, whether it is on an edge, and which piece.
    #[inline]
    fn nearest(&self, from: &Vector3<f64>) -> Foot {
        let local = self.frame.inverse_transform_point(&Point3::from(*from)).coords;
        let (curve, profile) = (self.curve.arcs(), self.profile.arcs());
        let mut best = (f64::INFINITY, Foot::inside(Vector3::zeros(), Vector3::y(), f64::INFINITY));
        for (i, arc) in curve.iter().enumerate() {
            let away = local.xy() - arc.centre;
            let length = away.norm();
            let (e, end) = arc.nearest(away, length);
            let border_i = end.is_some_and(|end| if end == 0 { i == 0 } else { i + 1 == curve.len() });
            let (reach, aside) =
                if end.is_some() { (away.dot(&e), e.x * away.y - e.y * away.x) } else { (length, 0.0) };
            // So far away is every point of this arc at least.
            if aside * aside >= best.0 {
                continue;
            }
            let at = Vector2::new(local.z, arc.radius - reach);
            for (j, piece) in profile.iter().enumerate() {
                let apart = at - piece.centre;
                let (nu, stop) = piece.nearest(apart, apart.norm());
                let border_j = stop.is_some_and(|stop| if stop == 0 { j == 0 } else { j + 1 == profile.len() });
                let place = piece.centre + nu * (piece.bend * piece.radius);
                let way = at - place;
                let square = way.norm_squared() + aside * aside;
                if square < best.0 {
                    let rho = arc.radius - place.y;
                    let point = Vector3::new(arc.centre.x + rho * e.x, arc.centre.y + rho * e.y, place.x);
                    let normal = Vector3::new(-nu.y * e.x, -nu.y * e.y, nu.x);
                    let side = (local - point).dot(&normal);
                    let distance = if side < 0.0 { -square.sqrt() } else { square.sqrt() };
                    let facet = (i * profile.len() + j) as u32;
                    let on_edge = border_i || border_j;
                    best = (square, Foot { point, normal, distance, facet, place: [0.0; 2], on_edge });
                }
            }
        }
        let foot = best.1;
        Foot {
            point: (self.frame * Point3::from(foot.point)).coords,
            normal: self.frame.rotation * foot.normal,
            ..foot
        }
    }

    /// Area of one piece: its turn times the integral of the profile's distance from the axis, `r ∫(R − n) db`, closed.
    fn area_of(&self, i: usize, j: usize) -> f64 {
        let (arc, piece) = (&self.curve.arcs()[i], &self.profile.arcs()[j]);
        let [from, to] = piece.tangents;
        // n = c − s r cos b
        let integral =
            (arc.radius - piece.centre.y) * (to - from) + piece.bend * piece.radius * (to.sin() - from.sin());
        arc.turn() * piece.radius * integral.abs()
    }
}

impl Surface for Moulding {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        self.nearest(from)
    }

    fn follow(&self, from: &Vector3<f64>, last: &Landing, reach: f64) -> Followed {
        let clearance = self.clearance(from);
        if clearance > reach {
            return Followed::Beyond { clearance, facet: last.facet };
        }
        Followed::Landed(self.nearest(from), f64::NEG_INFINITY)
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let pieces = self.profile.arcs();
        let (i, j) = (at.facet as usize / pieces.len(), at.facet as usize % pieces.len());
        let (arc, piece) = (&self.curve.arcs()[i.min(self.curve.arcs().len() - 1)], &pieces[j]);
        let local = self.frame.inverse_transform_point(&Point3::from(at.point)).coords;
        let normal = self.frame.inverse_transform_vector(&at.normal);
        let rho = (local.xy() - arc.centre).norm();
        let across = normal.xy().norm();
        let along_curve = across / rho;
        let along_profile = piece.bend / piece.radius;
        let tangent = self.frame.rotation * Vector3::new(-normal.y, normal.x, 0.0).normalize();
        let other = at.normal.cross(&tangent);
        if along_curve <= along_profile {
            Curvature { values: [along_curve, along_profile], directions: [tangent, other] }
        } else {
            Curvature { values: [along_profile, along_curve], directions: [other, tangent] }
        }
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        march(origin, direction, |at| self.nearest(at), self.ball)
    }

    /// On panels of each piece; the error of a smooth integral falls with spacing⁴.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let rule = GaussLegendre::<2>::new();
        let mut points = Vec::new();
        let (curve, profile) = (self.curve.arcs(), self.profile.arcs());
        let count = |length: f64| (0.5 * length / spacing).ceil().clamp(1.0, 5_000.0) as usize;
        let cut = |[from, to]: [f64; 2], i: usize, n: usize| {
            let end = |i: usize| from + (to - from) * i as f64 / n as f64;
            (end(i), end(i + 1))
        };
        for (i, arc) in curve.iter().enumerate() {
            let rows = count(arc.turn() * arc.radius);
            for (j, piece) in profile.iter().enumerate() {
                let columns = count(piece.turn() * piece.radius);
                for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                    let (low, high) = cut(arc.tangents, row, rows);
                    let (left, right) = cut(piece.tangents, column, columns);
                    for (a, weight_a) in rule.points(low, high) {
                        for (b, weight_b) in rule.points(left, right) {
                            let p = piece.point(b);
                            let (point, normal) = self.lift(arc.point(a), normal(a), p, normal(b));
                            let area = (weight_a * weight_b * piece.radius * (arc.radius - p.y)).abs();
                            points.push(QuadraturePoint { point, normal, area, facet: (i * profile.len() + j) as u32 });
                        }
                    }
                }
            }
        }
        points
    }

    fn compute_area(&self) -> f64 {
        let pieces = self.profile.arcs().len();
        (0..self.curve.arcs().len() * pieces).map(|k| self.area_of(k / pieces, k % pieces)).sum()
    }
}

/// Goes along a ray by the distance that is known to be free, and ends with Newton's method.
pub(super) fn march(
    origin: &Vector3<f64>,
    direction: &Vector3<f64>,
    nearest: impl Fn(&Vector3<f64>) -> Foot,
    (centre, radius): (Vector3<f64>, f64),
) -> Option<RayHit> {
    // Only within the ball that holds the surface.
    let along = (centre - origin).dot(direction);
    let beside = (centre - origin - direction * along).norm_squared();
    let half = (radius * radius - beside).max(-1.0);
    if half < 0.0 {
        return None;
    }
    let (mut t, last) = ((along - half.sqrt()).max(0.0), along + half.sqrt());
    let hit = |t: f64, foot: &Foot| {
        let (point, normal) = (origin + direction * t, foot.normal);
        Some(RayHit { distance: t, point, normal, facet: foot.facet })
    };
    for _ in 0..2_000 {
        if t > last {
            return None;
        }
        let foot = nearest(&(origin + direction * t));
        if foot.distance.abs() < TOUCH {
            return hit(t, &foot);
        }
        if !foot.on_edge && foot.distance.abs() < 1e-4 {
            let mut near = (t, foot);
            for _ in 0..20 {
                let slope = near.1.normal.dot(direction);
                let next = near.0 - near.1.distance / slope;
                if !(next >= t - 1e-12 && next < t + 5e-3) {
                    break;
                }
                near = (next, nearest(&(origin + direction * next)));
                if near.1.on_edge {
                    break;
                }
                if near.1.distance.abs() < TOUCH {
                    return hit(near.0, &near.1);
                }
            }
        }
        t += foot.distance.abs().max(1e-9);
    }
    None
}
