//! Where two outlines are nearest, or deepest in each other.

use nalgebra::Vector2;

use super::frame::Frame;
use super::profile::{PARTS, Profile};
use super::scalar::{Scalar, length};

/// The nearest points of two outlines at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch<T = f64> {
    /// Distance between them; negative where they overlap.
    pub gap: T,
    /// Unit vector from the second body towards the first.
    pub normal: Vector2<T>,
    /// Halfway between the two nearest points.
    pub point: Vector2<T>,
}

impl<T: Scalar> Touch<T> {
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
pub(super) fn compute_touch<T: Scalar>(first: (&Frame<T>, &Outline), second: (&Frame<T>, &Outline)) -> Touch<T> {
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
        (Outline::Profile(one), Outline::Profile(two)) => {
            // The shorter one is searched along: among the points of the longer one most are far from any contact.
            if one.span() <= two.span() {
                on_profile((place, one), (by, two))
            } else {
                on_profile((by, two), (place, one)).reversed()
            }
        }
        // Refused when the model is built.
        _ => Touch { gap: T::from(f64::INFINITY), normal: Vector2::new(T::zero(), T::one()), point: place.position },
    }
}

/// A direction of length 1, upwards where there is none; and the length.
pub(super) fn direction<T: Scalar>(d: &Vector2<T>) -> (Vector2<T>, T) {
    if d.x.value() == 0.0 && d.y.value() == 0.0 {
        return (Vector2::new(T::zero(), T::one()), T::zero());
    }
    let length = length(d);
    (d / length, length)
}

/// A disc of a body (first) against an outline of another (second).
fn disc<T: Scalar>(c: &Vector2<T>, radius: f64, frame: &Frame<T>, other: &Outline) -> Touch<T> {
    let (gap, normal) = match other {
        Outline::Circle { centre, radius: second } => {
            let (normal, distance) = direction(&(c - frame.place(centre)));
            (distance - (radius + second), normal)
        }
        Outline::Socket { centre, radius: socket } => {
            let (outwards, distance) = direction(&(c - frame.place(centre)));
            (-distance + (socket - radius), -outwards)
        }
        Outline::Line { point, normal } => {
            let normal = frame.turn(normal);
            (normal.dot(&(c - frame.place(point))) - radius, normal)
        }
        Outline::Profile(profile) => {
            let own = profile.frame.fixed();
            let (distance, normal) = profile.nearest(&own.place_back(&frame.place_back(c)));
            (distance - radius, frame.turn_any(&own.turn_any(&normal)))
        }
    };
    Touch { gap, normal, point: c - normal * (gap * 0.5 + radius) }
}

/// A profile (first) against a straight edge (second).
fn on_line<T: Scalar>((frame, profile): (&Frame<T>, &Profile), point: &Vector2<T>, normal: &Vector2<T>) -> Touch<T> {
    let own = profile.frame.fixed();
    let n = own.turn_back(&frame.turn_back(normal));
    let [x, y] = [n.x.value(), n.y.value()];
    let foot = profile.lowest(
        |u| x * u + y * profile.curve.value(u),
        |u| {
            let [_, first, second] = profile.curve.evaluate(u);
            (x + y * first, y * second)
        },
    );
    // n.x + n.y y′(u) = 0, differentiated.
    let [u] = T::lift([foot.place], [n.x, n.y], || {
        let [_, first, second] = profile.curve.evaluate(foot.place);
        [if foot.is_free { [-1.0 / (y * second), -first / (y * second)] } else { [0.0; 2] }]
    });
    let deepest = frame.place_any(&own.place_any(&profile.follow(u)));
    let gap = normal.dot(&(deepest - point));
    Touch { gap, normal: *normal, point: deepest - normal * (gap * 0.5) }
}

/// A profile (first) against another (second): the point of the first that is nearest to the second.
fn on_profile<T: Scalar>((place, one): (&Frame<T>, &Profile), (by, two): (&Frame<T>, &Profile)) -> Touch<T> {
    let (own, other) = (one.frame.fixed(), two.frame.fixed());
    // The first profile as the second one sees it: the origin and the axes of its frame.
    let seen = |v: &Vector2<T>| other.turn_back(&by.turn_back(&place.turn_any(&own.turn_any(v))));
    let origin = other.place_back(&by.place_back(&place.place_any(&own.position)));
    let axes = [seen(&Vector2::new(T::one(), T::zero())), seen(&Vector2::new(T::zero(), T::one()))];
    let [o, e, f] = [&origin, &axes[0], &axes[1]].map(|v| Vector2::new(v.x.value(), v.y.value()));
    let at = |u: f64| o + e * u + f * one.curve.value(u);
    let towards = |u: f64| e + f * one.curve.evaluate(u)[1];
    let slope = |u: f64| two.nearest(&at(u)).1.dot(&towards(u));
    // The height only says where to look: of several places the nearest counts.
    let heights: [f64; PARTS + 1] = std::array::from_fn(|i| two.height(&at(one.part(i))));
    let (mut u, mut is_free, mut least) = (one.range[0], false, f64::INFINITY);
    for i in 0..=PARTS {
        let (before, after) = (i.saturating_sub(1), (i + 1).min(PARTS));
        if heights[i] <= heights[before] && heights[i] <= heights[after] {
            let (place, free) = one.descend(i, slope);
            let distance = two.nearest(&at(place)).0;
            if distance < least {
                (u, is_free, least) = (place, free, distance);
            }
        }
    }
    let there = two.foot(&at(u));
    let moved = one.follow_meeting((u, is_free), (two, &there), (&origin, &axes));
    let p = origin + axes[0] * moved + axes[1] * one.curve.follow(moved)[0];
    let (gap, n) = two.nearest(&p);
    let normal = by.turn_any(&other.turn_any(&n));
    Touch { gap, normal, point: by.place_any(&other.place_any(&p)) - normal * (gap * 0.5) }
}

#[cfg(test)]
mod tests {
    use super::super::function::Curve;
    use super::*;
    use numerics::root::solve_bracketed;

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

    /// A short keel in a wide bowl that rises far above the keel's ends, against all distances between sampled points.
    #[test]
    fn profiles_meet_whichever_comes_first() {
        let bowl = Profile {
            frame: frame(0.1, -0.2, 0.1),
            curve: Curve::Polynomial(vec![0.0, 0.0, 1.0]),
            range: [-3.0, 3.0],
            side: 1.0,
        };
        let keel = Profile {
            frame: frame(0.0, 0.0, 0.2),
            curve: Curve::Polynomial(vec![0.0, 0.1, 4.0]),
            range: [-0.2, 0.2],
            side: -1.0,
        };
        for (x, y, turn) in [(0.0, 0.1, 0.0), (0.8, 0.8, 0.6), (-0.9, 1.2, -0.5), (1.5, 2.6, 0.9)] {
            let (on, place) = (frame(0.0, 0.0, -0.1), frame(x, y, turn));
            let points = |profile: &Profile, body: &Frame, count: usize| -> Vec<Vector2<f64>> {
                let at = |i: usize| profile.range[0] + profile.span() * i as f64 / count as f64;
                (0..=count).map(|i| body.place(&profile.frame.place(&profile.at(at(i))))).collect()
            };
            let (low, high) = (points(&bowl, &on, 6000), points(&keel, &place, 400));
            let nearest = |p: &Vector2<f64>| low.iter().map(|q| (p - q).norm()).fold(f64::INFINITY, f64::min);
            let expected = high.iter().map(nearest).fold(f64::INFINITY, f64::min);
            let (one, two) = (Outline::Profile(keel.clone()), Outline::Profile(bowl.clone()));
            let touch = compute_touch((&place, &one), (&on, &two));
            assert!((touch.gap - expected).abs() < 1e-4 * expected.max(0.1), "{touch:?} {expected}");
            let back = compute_touch((&on, &two), (&place, &one));
            assert!((back.gap - touch.gap).abs() < 1e-14, "{back:?}");
            assert!((back.normal + touch.normal).norm() < 1e-14 && (back.point - touch.point).norm() < 1e-14);
        }
    }
}
