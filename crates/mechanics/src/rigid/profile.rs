//! Smooth curves as outlines, and the points on them that are nearest to something.

use nalgebra::Vector2;
use numerics::root::{solve_bracketed, solve_newton_bracketed};

use super::frame::Frame;
use super::function::Curve;
use super::scalar::Scalar;
use super::shape::direction;

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

/// Parts of a profile among which the neighbourhood of a minimum is looked for.
pub(super) const PARTS: usize = 24;

/// The point of a profile that is nearest to something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Foot {
    /// Its x.
    pub place: f64,
    /// Whether it moves along the profile when what it is nearest to moves; at an end of the profile it does not.
    pub is_free: bool,
}

impl Profile {
    pub(super) fn at(&self, u: f64) -> Vector2<f64> {
        Vector2::new(u, self.curve.value(u))
    }

    pub(super) fn follow<T: Scalar>(&self, u: T) -> Vector2<T> {
        Vector2::new(u, self.curve.follow(u)[0])
    }

    pub(super) fn span(&self) -> f64 {
        self.range[1] - self.range[0]
    }

    /// One of equally spaced places.
    pub(super) fn part(&self, i: usize) -> f64 {
        self.range[0] + self.span() * i as f64 / PARTS as f64
    }

    /// Where a distance with this slope is least, downhill from a part; and whether that is not an end of the profile.
    pub(super) fn descend(&self, from: usize, slope: impl Fn(f64) -> f64) -> (f64, bool) {
        let (mut i, falls_right) = (from, slope(self.part(from)) < 0.0);
        loop {
            let next = match falls_right {
                true if i < PARTS => i + 1,
                false if i > 0 => i - 1,
                _ => return (self.part(i), false),
            };
            if (slope(self.part(next)) < 0.0) != falls_right {
                return solve_bracketed(&slope, self.part(i), self.part(next), 1e-15)
                    .map_or((self.part(i), false), |u| (u, true));
            }
            i = next;
        }
    }

    /// The best of equally spaced places, between its neighbours.
    pub(super) fn scan(&self, cost: impl Fn(f64) -> f64) -> [f64; 3] {
        let mut best = (0, cost(self.range[0]));
        for i in 1..=PARTS {
            let here = cost(self.part(i));
            if here < best.1 {
                best = (i, here);
            }
        }
        [best.0.saturating_sub(1), best.0, (best.0 + 1).min(PARTS)].map(|i| self.part(i))
    }

    /// Where a smooth cost with this slope (and its derivative) is least.
    pub(super) fn lowest(&self, cost: impl Fn(f64) -> f64, slope: impl Fn(f64) -> (f64, f64)) -> Foot {
        let [before, near, after] = self.scan(cost);
        // No change of sign: the minimum is at an end of the profile.
        solve_newton_bracketed(slope, before, after, 1e-15)
            .map_or(Foot { place: near, is_free: false }, |place| Foot { place, is_free: true })
    }

    /// How far a point is above the material, roughly: near enough to the distance to find the right neighbourhood, and
    /// cheap. Beyond an end there is no material.
    pub(super) fn height(&self, p: &Vector2<f64>) -> f64 {
        let inside = p.x.clamp(self.range[0], self.range[1]);
        let [y, first, _] = self.curve.evaluate(inside);
        let above = self.side * (p.y - y);
        // Across the slope it is nearer than straight down.
        if p.x == inside { above / first.hypot(1.0) } else { above.hypot(p.x - inside) }
    }

    /// The nearest point of the curve to a point of the profile's frame.
    pub(super) fn foot(&self, p: &Vector2<f64>) -> Foot {
        self.lowest(|u| (p - self.at(u)).norm_squared(), |u| self.approach(u, p))
    }

    /// ½ d/du of the squared distance between the curve and a point, and its derivative.
    pub(super) fn approach(&self, u: f64, p: &Vector2<f64>) -> (f64, f64) {
        let [y, first, second] = self.curve.evaluate(u);
        (u - p.x + (y - p.y) * first, 1.0 + first * first + (y - p.y) * second)
    }

    /// Signed distance of a point from the curve and the direction in which it grows, both in the profile's frame.
    pub(super) fn nearest<T: Scalar>(&self, p: &Vector2<T>) -> (T, Vector2<T>) {
        let at = Vector2::new(p.x.value(), p.y.value());
        let foot = self.foot(&at);
        // The slope of the squared distance stays zero while p moves: (1 + y′² + (y − p.y) y″) du = dp.x + y′ dp.y.
        let [u] = T::lift([foot.place], [p.x, p.y], || {
            let bend = self.approach(foot.place, &at).1;
            [if foot.is_free { [1.0 / bend, self.curve.evaluate(foot.place)[1] / bend] } else { [0.0; 2] }]
        });
        let [y, first, _] = self.curve.follow(u);
        let outwards = Vector2::new(-first, T::one()) * ((first * first + 1.0).sqrt().recip() * self.side);
        let away = p - Vector2::new(u, y);
        let distance = outwards.dot(&away);
        if !foot.is_free && distance.value() > 0.0 {
            // Beyond an end of the profile, which then acts like a corner.
            let (away, length) = direction(&away);
            return (length, away);
        }
        (distance, outwards)
    }

    /// How the point u of this profile that meets another one moves with the frame in which that one sees it.
    ///
    /// With P(u) = o + e u + f y(u), the other profile's foot W(w) and its normal N(w), both (P − W)·W′ = 0 and N·P′ = 0
    /// stay true. At an end of the other profile W stays: (P − W)·P′ = 0 outside, N·P′ = 0 with a constant N inside.
    pub(super) fn follow_meeting<T: Scalar>(
        &self,
        (u, is_free): (f64, bool),
        (other, foot): (&Self, &Foot),
        (origin, axes): (&Vector2<T>, &[Vector2<T>; 2]),
    ) -> T {
        if !is_free {
            return T::from(u);
        }
        let [y, first, second] = self.curve.evaluate(u);
        let [p, along] = [origin + axes[0] * T::from(u) + axes[1] * T::from(y), axes[0] + axes[1] * T::from(first)];
        let [moved] = T::lift([u], [p.x, p.y, along.x, along.y], || {
            let value = |v: &Vector2<T>| Vector2::new(v.x.value(), v.y.value());
            let (p, along, bend) = (value(&p), value(&along), value(&axes[1]) * second);
            let [y, first, second] = other.curve.evaluate(foot.place);
            let away = p - Vector2::new(foot.place, y);
            let (tangent, normal) = (Vector2::new(1.0, first), Vector2::new(-first, 1.0));
            if !foot.is_free && other.side * normal.dot(&away) > 0.0 {
                let change = along.norm_squared() + away.dot(&bend);
                return [[along.x, along.y, away.x, away.y].map(|slope| -slope / change)];
            }
            if !foot.is_free {
                let change = normal.dot(&bend);
                return [[0.0, 0.0, -normal.x / change, -normal.y / change]];
            }
            // Of both equations, by u and by w.
            let by_u = [along.dot(&tangent), normal.dot(&bend)];
            let by_w = [away.y * second - tangent.norm_squared(), -second * along.x];
            let determinant = by_u[0] * by_w[1] - by_u[1] * by_w[0];
            let (one, two) = (-by_w[1] / determinant, by_w[0] / determinant);
            [[one * tangent.x, one * tangent.y, two * normal.x, two * normal.y]]
        });
        moved
    }
}
