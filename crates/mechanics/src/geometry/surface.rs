//! What every surface can be asked, whether it is a sphere or a file of triangles.

use nalgebra::{Matrix3, Vector3};

/// A surface of a body. Its normal points out of the material, to where the other body comes from.
///
/// *Checked by* `geometry_contract`: for every implementation the normal is the gradient of the distance, the curvature is
/// the change of the normal, the closest point of a closest point is itself, rays end on the surface, and areas converge.
pub trait Surface: Send + Sync {
    /// The point of the surface nearest to `from`.
    fn closest_point(&self, from: &Vector3<f64>) -> Foot;

    /// The same, when the point was on `facet` a moment ago. It changes the cost, never the answer.
    fn closest_point_near(&self, from: &Vector3<f64>, facet: u32) -> Foot {
        let _ = facet;
        self.closest_point(from)
    }

    /// The same, when it is known where the point was and landed a moment ago; with how near any other facet can be. It
    /// changes the cost, never the answer.
    fn closest_point_since(&self, from: &Vector3<f64>, last: &Landing) -> (Foot, f64) {
        (self.closest_point_near(from, last.facet), f64::NEG_INFINITY)
    }

    /// The same, unless the point is outside and certainly further away than `reach`, which is not negative: then how far it
    /// is at least, which costs less.
    fn follow(&self, from: &Vector3<f64>, last: &Landing, reach: f64) -> Followed {
        let _ = reach;
        let (foot, rival) = self.closest_point_since(from, last);
        Followed::Landed(foot, rival)
    }

    /// Principal curvatures at a point that [`Surface::closest_point`] has found.
    fn curvature(&self, at: &Foot) -> Curvature;

    /// How the normal turns as the point moves that landed at `at`: the second derivatives of the distance,
    /// `H = Σ κᵢ/(1 + dκᵢ) tᵢtᵢᵀ` for the principal curvatures κᵢ along tᵢ and the distance d.
    fn normal_slope(&self, at: &Foot) -> Matrix3<f64> {
        let Curvature { values, directions } = self.curvature(at);
        let mut slope = Matrix3::zeros();
        for (kappa, t) in values.into_iter().zip(directions) {
            let stretch = 1.0 + at.distance * kappa;
            // At a centre of curvature the nearest point is not unique, and the normal has no slope.
            if stretch.abs() > 1e-9 {
                slope += t * t.transpose() * (kappa / stretch);
            }
        }
        slope
    }

    /// The first point on the ray `origin + t direction`, t ≥ 0, with a unit vector `direction`.
    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit>;

    /// Points on the true surface, about `spacing` apart, whose areas add up to it. The error of a smooth integral falls
    /// with the square of the spacing at least; every surface says how fast.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint>;

    /// Area of the surface.
    fn compute_area(&self) -> f64;

    /// Centre and radius, if it is a whole ball: contact with one needs no search.
    fn as_ball(&self) -> Option<(Vector3<f64>, f64)> {
        None
    }
}

/// Where a point lands on a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Foot {
    /// The nearest point of the surface.
    pub point: Vector3<f64>,
    /// Unit normal there, out of the material.
    pub normal: Vector3<f64>,
    /// Distance, positive on the side of the normal (a gap), negative inside the material.
    pub distance: f64,
    /// Which facet of a mesh; 0 on an exact surface.
    pub facet: u32,
    /// Where on the facet: barycentric coordinates of its second and third corner.
    pub place: [f64; 2],
    /// Whether the surface ends here: then the distance does not grow along the normal.
    pub on_edge: bool,
}

impl Foot {
    /// On an exact surface, inside its edges, if it has any.
    pub(crate) fn inside(point: Vector3<f64>, normal: Vector3<f64>, distance: f64) -> Self {
        Self { point, normal, distance, facet: 0, place: [0.0; 2], on_edge: false }
    }

    /// On the edge of a surface: the sign of the distance is that of the side on which `from` lies.
    pub(crate) fn edge(point: Vector3<f64>, normal: Vector3<f64>, from: &Vector3<f64>) -> Self {
        let away = from - point;
        let distance = if away.dot(&normal) < 0.0 { -away.norm() } else { away.norm() };
        Self { point, normal, distance, facet: 0, place: [0.0; 2], on_edge: true }
    }
}

/// What is known of a point from the last time it was asked.
///
/// A distance changes by no more than its point moves: while the facet on which it landed is nearer than what is left of
/// `rival`, no other facet needs to be asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landing {
    /// Where the point was.
    pub at: Vector3<f64>,
    /// The facet on which it landed; `u32::MAX` if it has never been asked.
    pub facet: u32,
    /// How far any other facet was at least; −∞ if that is not known.
    pub rival: f64,
}

/// What is known of a point that is followed as far as a reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Followed {
    /// Where it lands, and how near any other facet can be; −∞ if that is not known.
    Landed(Foot, f64),
    /// It is outside, and further away than asked for.
    Beyond {
        /// How far it is at least.
        clearance: f64,
        /// A facet that is near.
        facet: u32,
    },
}

/// Principal curvatures, positive where the body is convex: a ball has 1/R, the cup around it −1/R.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curvature {
    /// The smaller and the larger one, in 1/m.
    pub values: [f64; 2],
    /// Their directions, unit vectors.
    pub directions: [Vector3<f64>; 2],
}

impl Curvature {
    /// From the change of the normal in a tangent frame: `dn = W dx` with the symmetric matrix W = [a b; b c].
    pub(crate) fn of([a, b, c]: [f64; 3], tangents: [Vector3<f64>; 2]) -> Self {
        let (mean, half) = (0.5 * (a + c), 0.5 * (a - c));
        let radius = half.hypot(b);
        // The angle of the larger curvature; any angle will do at an umbilic.
        let angle = 0.5 * b.atan2(half);
        let (sin, cos) = angle.sin_cos();
        let [t, s] = tangents;
        Self { values: [mean - radius, mean + radius], directions: [s * cos - t * sin, t * cos + s * sin] }
    }
}

/// Where a ray meets a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// How far along the ray.
    pub distance: f64,
    /// The point.
    pub point: Vector3<f64>,
    /// Unit normal there, out of the material.
    pub normal: Vector3<f64>,
    /// Which facet of a mesh; 0 on an exact surface.
    pub facet: u32,
}

impl RayHit {
    /// The first of these distances, in increasing order, at which `normal` says that the surface is there.
    pub(crate) fn first(
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        distances: &[f64],
        normal: impl Fn(&Vector3<f64>) -> Option<Vector3<f64>>,
    ) -> Option<Self> {
        distances.iter().filter(|distance| **distance >= 0.0).find_map(|&distance| {
            let point = origin + direction * distance;
            normal(&point).map(|normal| Self { distance, point, normal, facet: 0 })
        })
    }
}

/// A point that stands for a piece of the surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuadraturePoint {
    /// On the surface.
    pub point: Vector3<f64>,
    /// Unit normal, out of the material.
    pub normal: Vector3<f64>,
    /// The area for which it stands.
    pub area: f64,
    /// Which facet of a mesh; 0 on an exact surface.
    pub facet: u32,
}

/// The same surface with the material on the other side: the bore of a cylinder, the inside of an ellipsoid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hollow<S>(pub S);

impl<S: Surface> Surface for Hollow<S> {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let foot = self.0.closest_point(from);
        Foot { normal: -foot.normal, distance: -foot.distance, ..foot }
    }
    fn closest_point_near(&self, from: &Vector3<f64>, facet: u32) -> Foot {
        let foot = self.0.closest_point_near(from, facet);
        Foot { normal: -foot.normal, distance: -foot.distance, ..foot }
    }
    fn closest_point_since(&self, from: &Vector3<f64>, last: &Landing) -> (Foot, f64) {
        let (foot, rival) = self.0.closest_point_since(from, last);
        (Foot { normal: -foot.normal, distance: -foot.distance, ..foot }, rival)
    }
    fn curvature(&self, at: &Foot) -> Curvature {
        let Curvature { values: [a, b], directions: [along_a, along_b] } = self.0.curvature(at);
        Curvature { values: [-b, -a], directions: [along_b, along_a] }
    }
    fn normal_slope(&self, at: &Foot) -> Matrix3<f64> {
        -self.0.normal_slope(&Foot { normal: -at.normal, distance: -at.distance, ..*at })
    }
    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        self.0.cast_ray(origin, direction).map(|hit| RayHit { normal: -hit.normal, ..hit })
    }
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let mut points = self.0.compute_quadrature(spacing);
        points.iter_mut().for_each(|point| point.normal = -point.normal);
        points
    }
    fn compute_area(&self) -> f64 {
        self.0.compute_area()
    }
}
