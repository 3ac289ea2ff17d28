//! Where two outlines are nearest, or deepest in each other.

use nalgebra::Vector2;
use numerics::root::{solve_bracketed, solve_newton_bracketed};

use super::frame::Frame;
use super::function::Curve;

/// The nearest points of two outlines at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// Distance between them; negative where they overlap.
    pub gap: f64,
    /// Unit vector from the second body towards the first.
    pub normal: Vector2<f64>,
    /// Halfway between the two nearest points.
    pub point: Vector2<f64>,
}

impl Touch {
    fn reversed(self) -> Self {
        Self { normal: -self.normal, ..self }
    }
}

/// An outline in the axes of its body, ready to evaluate.
#[derive(Debug, Clone)]
pub(super) enum Outline {
    Circle { centre: Vector2<f64>, radius: f64 },
    Socket { centre: Vector2<f64>, radius: f64 },
    Line { point: Vector2<f64>, normal: Vector2<f64> },
    Profile(Profile),
}

/// A curve y(x) in a frame of its own.
#[derive(Debug, Clone)]
pub(super) struct Profile {
    /// The frame within the body.
    pub frame: Frame,
    pub curve: Curve,
    pub range: [f64; 2],
    /// +1 where the material lies below the curve, −1 above.
    pub side: f64,
}

impl Outline {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Circle { .. } => "circle",
            Self::Socket { .. } => "socket",
            Self::Line { .. } => "line",
            Self::Profile(_) => "profile",
        }
    }

    /// Whether the two can touch at a single point.
    pub fn can_touch(&self, other: &Self) -> bool {
        use Outline::{Circle, Line, Profile, Socket};
        match (self, other) {
            (Circle { radius: r, .. }, Socket { radius, .. }) | (Socket { radius, .. }, Circle { radius: r, .. }) => {
                radius > r
            }
            (Circle { .. }, _) | (_, Circle { .. }) => true,
            (Profile(_), Profile(_) | Line { .. }) | (Line { .. }, Profile(_)) => true,
            (Socket { .. } | Line { .. }, _) | (_, Socket { .. }) => false,
        }
    }
}

/// The nearest points of two outlines on two bodies.
pub(super) fn compute_touch(first: (&Frame, &Outline), second: (&Frame, &Outline)) -> Touch {
    let (place, by) = (first.0, second.0);
    match (first.1, second.1) {
        (Outline::Circle { centre, radius }, other) => disc(&place.place(centre), *radius, by, other),
        (other, Outline::Circle { centre, radius }) => disc(&by.place(centre), *radius, place, other).reversed(),
        (Outline::Profile(profile), Outline::Line { point, normal }) => {
            on_line((place, profile), &by.place(point), &by.turn(normal))
        }
        (Outline::Line { point, normal }, Outline::Profile(profile)) => {
            on_line((by, profile), &place.place(point), &place.turn(normal)).reversed()
        }
        (Outline::Profile(one), Outline::Profile(two)) => on_profile((place, one), (by, two)),
        // Refused when the model is built.
        _ => Touch { gap: f64::INFINITY, normal: Vector2::y(), point: place.position },
    }
}

/// A disc of a body (first) against an outline of another (second).
fn disc(c: &Vector2<f64>, radius: f64, frame: &Frame, other: &Outline) -> Touch {
    match other {
        Outline::Circle { centre, radius: second } => {
            let d = c - frame.place(centre);
            let distance = d.norm();
            let normal = if distance > 0.0 { d / distance } else { Vector2::y() };
            let gap = distance - radius - second;
            Touch { gap, normal, point: c - normal * (radius + 0.5 * gap) }
        }
        Outline::Socket { centre, radius: socket } => {
            let d = c - frame.place(centre);
            let distance = d.norm();
            let outwards = if distance > 0.0 { d / distance } else { Vector2::y() };
            let gap = socket - radius - distance;
            Touch { gap, normal: -outwards, point: c + outwards * (radius + 0.5 * gap) }
        }
        Outline::Line { point, normal } => {
            let n = frame.turn(normal);
            let gap = n.dot(&(c - frame.place(point))) - radius;
            Touch { gap, normal: n, point: c - n * (radius + 0.5 * gap) }
        }
        Outline::Profile(profile) => {
            let local = profile.frame.place_back(&frame.place_back(c));
            let (distance, n) = profile.nearest(&local);
            let n = frame.turn(&profile.frame.turn(&n));
            let gap = distance - radius;
            Touch { gap, normal: n, point: c - n * (radius + 0.5 * gap) }
        }
    }
}

/// A profile (first) against a straight edge (second).
fn on_line((frame, profile): (&Frame, &Profile), point: &Vector2<f64>, normal: &Vector2<f64>) -> Touch {
    let n = profile.frame.turn_back(&frame.turn_back(normal));
    let height = |u: f64| n.x * u + n.y * profile.curve.value(u);
    let slope = |u: f64| {
        let [_, first, second] = profile.curve.evaluate(u);
        (n.x + n.y * first, n.y * second)
    };
    let u = profile.lowest(height, slope);
    let deepest = frame.place(&profile.frame.place(&profile.at(u)));
    let gap = normal.dot(&(deepest - point));
    Touch { gap, normal: *normal, point: deepest - normal * (0.5 * gap) }
}

/// A profile (first) against another (second): the point of the first that is nearest to the second.
fn on_profile((place, one): (&Frame, &Profile), (by, two): (&Frame, &Profile)) -> Touch {
    let local = |p: &Vector2<f64>| two.frame.place_back(&by.place_back(&place.place(&one.frame.place(p))));
    let turned = |v: &Vector2<f64>| two.frame.turn_back(&by.turn_back(&place.turn(&one.frame.turn(v))));
    // The height above the other curve is cheap, and near enough to the distance to find the right neighbourhood.
    let height = |u: f64| {
        let p = local(&one.at(u));
        let inside = p.x.clamp(two.range[0], two.range[1]);
        two.side * (p.y - two.curve.value(inside)) + (p.x - inside).abs()
    };
    let slope = |u: f64| {
        let [_, first, _] = one.curve.evaluate(u);
        two.nearest(&local(&one.at(u))).1.dot(&turned(&Vector2::new(1.0, first)))
    };
    let [before, near, after] = one.scan(height);
    let u = solve_bracketed(slope, before, after, 1e-15).unwrap_or(near);
    let p = local(&one.at(u));
    let (gap, n) = two.nearest(&p);
    let normal = by.turn(&two.frame.turn(&n));
    Touch { gap, normal, point: by.place(&two.frame.place(&p)) - normal * (0.5 * gap) }
}

/// Parts of a profile among which the neighbourhood of a minimum is looked for.
const PARTS: usize = 24;

impl Profile {
    fn at(&self, u: f64) -> Vector2<f64> {
        Vector2::new(u, self.curve.value(u))
    }

    /// The best of equally spaced places, between its neighbours.
    fn scan(&self, cost: impl Fn(f64) -> f64) -> [f64; 3] {
        let [low, high] = self.range;
        let place = |i: usize| low + (high - low) * i as f64 / PARTS as f64;
        let mut best = (0, cost(low));
        for i in 1..=PARTS {
            let here = cost(place(i));
            if here < best.1 {
                best = (i, here);
            }
        }
        [place(best.0.saturating_sub(1)), place(best.0), place((best.0 + 1).min(PARTS))]
    }

    /// Where a smooth cost with this slope (and its derivative) is least.
    fn lowest(&self, cost: impl Fn(f64) -> f64, slope: impl Fn(f64) -> (f64, f64)) -> f64 {
        let [before, near, after] = self.scan(cost);
        // No change of sign: the minimum is at an end of the profile.
        solve_newton_bracketed(slope, before, after, 1e-15).unwrap_or(near)
    }

    /// Signed distance of a point from the curve and the direction in which it grows, both in the profile's frame.
    fn nearest(&self, p: &Vector2<f64>) -> (f64, Vector2<f64>) {
        let cost = |u: f64| (p - self.at(u)).norm_squared();
        let slope = |u: f64| {
            let [y, first, second] = self.curve.evaluate(u);
            (u - p.x + (y - p.y) * first, 1.0 + first * first + (y - p.y) * second)
        };
        let u = self.lowest(cost, slope);
        let [y, first, _] = self.curve.evaluate(u);
        let outwards = Vector2::new(-first, 1.0) * (self.side / first.hypot(1.0));
        let away = p - Vector2::new(u, y);
        let distance = outwards.dot(&away);
        let aside = away - outwards * distance;
        if aside.norm() > 1e-9 * away.norm() && distance > 0.0 {
            // Beyond an end of the profile, which then acts like a corner.
            let length = away.norm();
            return (length, away / length);
        }
        (distance, outwards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parabola(range: [f64; 2], material_below: bool) -> Profile {
        let side = if material_below { 1.0 } else { -1.0 };
        Profile { frame: Frame::GROUND, curve: Curve::Polynomial(vec![0.0, 0.0, 0.5]), range, side }
    }

    fn frame(x: f64, y: f64, angle: f64) -> Frame {
        Frame::new(&[x, y, angle], &[0.0; 3])
    }

    #[test]
    fn circles_lines_and_sockets_have_their_obvious_gaps() {
        let ball = Outline::Circle { centre: Vector2::new(1.0, 0.0), radius: 0.5 };
        let turned = frame(0.0, 0.0, std::f64::consts::FRAC_PI_2);
        let line = Outline::Line { point: Vector2::zeros(), normal: Vector2::y() };
        let touch = compute_touch((&turned, &ball), (&Frame::GROUND, &line));
        assert!((touch.gap - 0.5).abs() < 1e-15 && (touch.point - Vector2::new(0.0, 0.25)).norm() < 1e-15);
        assert!((touch.normal - Vector2::y()).norm() < 1e-15);
        let back = compute_touch((&Frame::GROUND, &line), (&turned, &ball));
        assert!((back.normal + Vector2::y()).norm() < 1e-15 && back.gap == touch.gap);
        let socket = Outline::Socket { centre: Vector2::zeros(), radius: 1.4 };
        let touch = compute_touch((&turned, &ball), (&Frame::GROUND, &socket));
        assert!((touch.gap + 0.1).abs() < 1e-15 && (touch.normal + Vector2::y()).norm() < 1e-15);
        let other = Outline::Circle { centre: Vector2::new(0.0, 3.0), radius: 1.0 };
        let touch = compute_touch((&turned, &ball), (&Frame::GROUND, &other));
        assert!((touch.gap - 0.5).abs() < 1e-15 && (touch.normal + Vector2::y()).norm() < 1e-15);
    }

    /// The parabola y = x²/2 has its centre of curvature at (0, 1) for the vertex; from (0, h) below it the foot is the
    /// vertex, and from (0, h) above 1 the feet are at x = ±√(2h − 2), at the distance √(2h − 1).
    #[test]
    fn a_disc_finds_the_nearest_point_of_a_parabola() {
        let bowl = Outline::Profile(parabola([-3.0, 3.0], true));
        for h in [0.3f64, 0.9] {
            let ball = Outline::Circle { centre: Vector2::new(0.0, h), radius: 0.1 };
            let touch = compute_touch((&Frame::GROUND, &ball), (&Frame::GROUND, &bowl));
            assert!((touch.gap - (h - 0.1)).abs() < 1e-12, "{touch:?}");
        }
        let ball = Outline::Circle { centre: Vector2::new(0.0, 2.0), radius: 0.1 };
        let touch = compute_touch((&Frame::GROUND, &ball), (&Frame::GROUND, &bowl));
        assert!((touch.gap - (3f64.sqrt() - 0.1)).abs() < 1e-12, "{touch:?}");
        // The same from a turned body, with the profile's frame turned back.
        let mut profile = parabola([-3.0, 3.0], true);
        profile.frame = frame(0.0, 0.0, -0.4);
        let ball = Outline::Circle { centre: Vector2::new(0.0, 0.7), radius: 0.1 };
        let touch = compute_touch((&Frame::GROUND, &ball), (&frame(0.0, 0.0, 0.4), &Outline::Profile(profile)));
        assert!((touch.gap - 0.6).abs() < 1e-12 && (touch.normal - Vector2::y()).norm() < 1e-9, "{touch:?}");
    }

    #[test]
    fn a_parabola_lies_on_a_tilted_line_at_its_tangent_point() {
        // Slope ½ touches y = x²/2 at x = ½, whose height along the normal (−1, 2)/√5 is −1/(4√5).
        let bowl = Outline::Profile(parabola([-3.0, 3.0], false));
        let line = Outline::Line { point: Vector2::zeros(), normal: Vector2::new(-1.0, 2.0).normalize() };
        let touch = compute_touch((&Frame::GROUND, &bowl), (&Frame::GROUND, &line));
        assert!((touch.gap + 0.25 / 5f64.sqrt()).abs() < 1e-13, "{touch:?}");
    }

    /// A parabola y = x² + h (material above) on y = −x² (material below), shifted sideways by 2a: by symmetry the common
    /// normal passes through the point of symmetry (a, h/2), and the nearest point x of the lower curve satisfies
    /// x − a + (−x² − h/2)(−2x) = 0.
    #[test]
    fn two_parabolas_meet_on_their_common_normal() {
        let (a, h) = (0.1, 0.3);
        let lower = Profile {
            frame: Frame::GROUND,
            curve: Curve::Polynomial(vec![0.0, 0.0, -1.0]),
            range: [-1.0, 1.0],
            side: 1.0,
        };
        let upper = Profile {
            frame: frame(2.0 * a, h, 0.0),
            curve: Curve::Polynomial(vec![0.0, 0.0, 1.0]),
            range: [-1.0, 1.0],
            side: -1.0,
        };
        let x = solve_bracketed(|x| x - a + 2.0 * x * (x * x + 0.5 * h), -1.0, 1.0, 0.0).expect("a root");
        let expected = 2.0 * (x - a).hypot(-x * x - 0.5 * h);
        let (one, two) = (Outline::Profile(upper), Outline::Profile(lower));
        let touch = compute_touch((&Frame::GROUND, &one), (&Frame::GROUND, &two));
        assert!((touch.gap - expected).abs() < 1e-12, "{touch:?} {expected}");
        assert!((touch.point - Vector2::new(a, 0.5 * h)).norm() < 1e-9, "{touch:?}");
        let back = compute_touch((&Frame::GROUND, &two), (&Frame::GROUND, &one));
        assert!((back.gap - expected).abs() < 1e-12 && (back.normal + touch.normal).norm() < 1e-9);
    }
}
