//! Around an ellipsoid: along a plane section, or along the exact geodesic.
//!
//! The section is OpenSim's definition [Delp2007]: a plane through both ends and one place c of the surface, which lies
//! across the chord (the part of the straight line inside). Scaled by its half axes the ellipsoid is a unit sphere and the
//! section a circle, so that tangent points are exact; only the length of the arc is a quadrature (to 1e-13).
//!
//! *Assumes*: nothing about the shortest way: a section is longer than the geodesic.
//! *Differs*: OpenSim sums chords of about 1 mm and finds tangent points by least squares to 1e-4.
//! *Checked by*: spheres, symmetric cases, OpenSim's lengths and moment arms; the geodesic by the slope of its length.

use super::circle::Arc;
use super::geodesic::{self, Level};
use super::{Around, EllipsoidRule, Outcome, Quadrant, Side};
use nalgebra::{Vector2, Vector3};
use numerics::quadrature::GaussLegendre;
use std::f64::consts::PI;
use std::sync::LazyLock;

/// How far inside a point may be, in squares of the half axes, and still count as on the surface.
const SKIN: f64 = 1e-4;
/// Cosine of the chord with an axis from which the mean of the fan fades out, and where only the axis is left.
const FADE: (f64, f64) = (0.7073, 0.9);
/// Places of the fan along the chord, as in OpenSim: i/300 for i from 1 to 298.
const FAN: u16 = 300;
/// Share of the chord, at both ends, over which the axial choice fades in.
const BORDER: f64 = 0.3;
/// Widest panel of the quadrature (rad).
const PANEL: f64 = 0.4;

static RULE: LazyLock<GaussLegendre<8>> = LazyLock::new(GaussLegendre::new);

/// The way around an ellipsoid about the origin.
pub(super) fn wrap(radii: &[f64; 3], rule: EllipsoidRule, quadrant: Quadrant, [p, q]: [&Vector3<f64>; 2]) -> Outcome {
    // Coordinates of the order of one: the fan's mean direction is added to a place.
    let unit = radii.iter().sum::<f64>() / 3.0;
    let a = Vector3::from(*radii) / unit;
    let (p, q) = (p / unit, q / unit);
    let (ps, qs) = (p.component_div(&a), q.component_div(&a));
    if ps.norm_squared() < 1.0 - SKIN || qs.norm_squared() < 1.0 - SKIN {
        return Outcome::Inside;
    }
    let Some(chord) = chord(&ps, &qs) else { return Outcome::Free };
    if p.normalize().dot(&q.normalize()) > 1.0 - 1e-4 {
        return Outcome::Free;
    }
    let ends = chord.map(|t| p + (q - p) * t);
    let method = if rule == EllipsoidRule::Geodesic { EllipsoidRule::Midpoint } else { rule };
    let through = place_on_section(&a, method, quadrant, &ends);
    let Some(mut around) = section(&a, [&p, &q], &through) else { return Outcome::Free };
    if rule == EllipsoidRule::Geodesic {
        // Where no geodesic is found the section remains: longer, but a way.
        if let Some(exact) = geodesic::refine(&Ellipsoid(a), [&p, &q], &around) {
            around = exact;
        }
    }
    around.enter *= unit;
    around.leave *= unit;
    around.arc *= unit;
    Outcome::Around(around)
}

/// Where the straight line enters and leaves the unit sphere, as shares of the way, if both are between the ends.
fn chord(p: &Vector3<f64>, q: &Vector3<f64>) -> Option<[f64; 2]> {
    let d = q - p;
    let (a, b, c) = (d.norm_squared(), p.dot(&d), p.norm_squared() - 1.0);
    let root = (b * b - a * c).sqrt();
    let shares = [(-b - root) / a, (-b + root) / a];
    // A line that misses has no root: comparisons with it are false.
    shares.iter().all(|t| *t > 0.0 && *t < 1.0).then_some(shares)
}

/// A place of the surface that the plane passes through.
struct Through {
    place: Vector3<f64>,
    /// The way leads over it; otherwise it is the shorter one in the plane.
    over: bool,
}

/// The place of the surface that the section passes through.
fn place_on_section(
    a: &Vector3<f64>,
    method: EllipsoidRule,
    quadrant: Quadrant,
    [r1, r2]: &[Vector3<f64>; 2],
) -> Through {
    let along = r2 - r1;
    let middle = r1 + along * 0.5;
    let direction = along.normalize();
    let axis = direction.iamax();
    let crossing = -r1[axis] / along[axis];
    let mut steepness = direction[axis].abs();
    let axial = || closest(a, &(r1 + along * crossing), Some(axis));
    let mut fan_share = None;
    // Beyond the chord, the axial choice is outside: the place nearest to it may be on the wrong side.
    let mut over = method != EllipsoidRule::Axial || (crossing > 0.0 && crossing < 1.0);
    let mut c = match method {
        EllipsoidRule::Axial => axial(),
        EllipsoidRule::Midpoint | EllipsoidRule::Geodesic => closest(a, &middle, None),
        EllipsoidRule::Hybrid => {
            if steepness > FADE.0 {
                let inner = (crossing.min(1.0 - crossing) / BORDER).clamp(0.0, 1.0);
                steepness = FADE.0 + inner * (steepness - FADE.0);
            }
            let share = ((FADE.1 - steepness) / (FADE.1 - FADE.0)).clamp(0.0, 1.0);
            if share > 0.0 {
                fan_share = Some(share);
                let fan = closest(a, &(middle + fan_direction(a, r1, &along)), None);
                if share < 1.0 { closest(a, &(axial() * (1.0 - share) + fan * share), None) } else { fan }
            } else {
                axial()
            }
        }
    };
    if let Quadrant::Positive(k) | Quadrant::Negative(k) = quadrant
        && !quadrant.holds(&c)
    {
        // Mirrored; as far as the fan was asked, on the border between the halves instead.
        (c[k], over) = (-c[k], true);
        if let Some(share) = fan_share {
            c[k] *= 1.0 - share;
            c = closest(a, &c, None);
        }
    }
    Through { place: c, over }
}

/// Mean direction from the chord to the surface.
fn fan_direction(a: &Vector3<f64>, r1: &Vector3<f64>, along: &Vector3<f64>) -> Vector3<f64> {
    let blade = |i: u16| {
        let place = r1 + along * (f64::from(i) / f64::from(FAN));
        (closest(a, &place, None) - place).normalize()
    };
    (1..FAN - 1).map(blade).sum::<Vector3<f64>>().normalize()
}

/// The place of the surface nearest to a point; within the plane across `flat`, if given.
///
/// With the multiplier t: `xᵢ = aᵢ² yᵢ/(aᵢ² + t)`, and `F(t) = Σ (aᵢ yᵢ/(aᵢ² + t))² = 1`. F falls and is convex, so that
/// Newton's method from the left never overshoots.
fn closest(a: &Vector3<f64>, y: &Vector3<f64>, flat: Option<usize>) -> Vector3<f64> {
    let used = |i: usize| Some(i) != flat && y[i] != 0.0;
    let axes = || (0..3).filter(|&i| used(i));
    let mut t = axes().map(|i| a[i] * (y[i].abs() - a[i])).fold(f64::NEG_INFINITY, f64::max);
    // Below this, axes that the point does not leave come in.
    let shortest =
        (0..3).filter(|i| Some(*i) != flat).fold(0, |s, i| if Some(s) == flat || a[i] < a[s] { i } else { s });
    let floor = -a[shortest] * a[shortest];
    if !used(shortest) {
        t = t.max(floor);
    }
    for _ in 0..100 {
        let (mut value, mut slope) = (-1.0, 0.0);
        for i in axes() {
            let whole = a[i] * a[i] + t;
            let part = a[i] * y[i] / whole;
            (value, slope) = (value + part * part, slope - 2.0 * part * part / whole);
        }
        let next = t - value / slope;
        if !(next > t) || next - t < 1e-16 * t.abs() {
            break;
        }
        t = next;
    }
    let mut x = Vector3::zeros();
    let mut left = 1.0;
    for i in axes() {
        x[i] = a[i] * a[i] * y[i] / (a[i] * a[i] + t);
        left -= (x[i] / a[i]).powi(2);
    }
    if !used(shortest) && left > 1e-12 {
        x[shortest] = a[shortest] * left.sqrt();
    }
    x
}

/// The way along the plane section through both ends and a place.
fn section(a: &Vector3<f64>, [p, q]: [&Vector3<f64>; 2], through: &Through) -> Option<Around> {
    let [p, q, c] = [p, q, &through.place].map(|x| x.component_div(a));
    let across = (q - p).cross(&(c - p));
    let normal = across.try_normalize(1e-12 * (q - p).norm())?;
    let centre = normal * normal.dot(&p);
    let radius = (1.0 - centre.norm_squared()).max(0.0).sqrt();
    let first = (q - p).normalize();
    let second = normal.cross(&first);
    let flat = |x: &Vector3<f64>| Vector2::new((x - centre).dot(&first), (x - centre).dot(&second));
    // With this normal, c is on the left of the way from p to q: the way over it turns clockwise.
    let [over, other] = [false, true].map(|left| Arc::new(&flat(&p), &flat(&q), radius, left));
    let arc = if through.over || over.turn.abs() <= other.turn.abs() { over } else { other };
    let place = |d: Vector2<f64>| (centre + (first * d.x + second * d.y) * radius).component_mul(a);
    let speed = |angle: f64| (second * angle.cos() - first * angle.sin()).component_mul(a).norm() * radius;
    let panels = (arc.turn.abs() / PANEL).ceil().max(1.0);
    let step = arc.turn / panels;
    let panel = |k: f64| RULE.integrate(speed, arc.start + k * step, arc.start + (k + 1.0) * step);
    let mut length = 0.0;
    let mut k = 0.0;
    while k < panels {
        length += panel(k).abs();
        k += 1.0;
    }
    Some(Around {
        enter: place(arc.enter()),
        leave: place(arc.leave()),
        arc: length,
        side: if arc.turn.abs() <= PI { Side::Near } else { Side::Far },
        pierced: true,
    })
}

/// Half axes; the level function is `Σ (xᵢ/aᵢ)² − 1`.
struct Ellipsoid(Vector3<f64>);

impl Level for Ellipsoid {
    fn value(&self, x: &Vector3<f64>) -> f64 {
        x.component_div(&self.0).norm_squared() - 1.0
    }

    fn gradient(&self, x: &Vector3<f64>) -> Vector3<f64> {
        2.0 * x.component_div(&self.0).component_div(&self.0)
    }

    fn curvature(&self, _: &Vector3<f64>, along: &Vector3<f64>) -> f64 {
        2.0 * along.component_div(&self.0).norm_squared()
    }
}
