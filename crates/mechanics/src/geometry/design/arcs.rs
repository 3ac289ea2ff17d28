//! Plane curves of arcs that join without a kink.

use std::f64::consts::PI;

use nalgebra::Vector2;

use super::DesignError;
use super::error::mm;

/// A point and the outward normal (towards −n) of a plane curve.
pub type PointAndNormal = (Vector2<f64>, Vector2<f64>);

/// A piece of a circle in the plane (u, n), traversed towards +u.
///
/// At the tangent angle a (from the u axis) the curve is at `c + s r ν` with `ν = (sin a, −cos a)`, its normal towards −n;
/// s is +1 where the centre lies on the side of +n, −1 where it does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arc {
    /// Centre.
    pub centre: Vector2<f64>,
    /// Radius, positive.
    pub radius: f64,
    /// +1 where the curve bends towards +n, −1 where it bends away.
    pub bend: f64,
    /// Tangent angles where it begins and ends; increasing where it bends towards +n, decreasing elsewhere.
    pub tangents: [f64; 2],
    /// The normal in the middle, and the cosine of half of the turn.
    middle: Vector2<f64>,
    half_cosine: f64,
    /// The normals where it begins and ends: most of what is asked is nearest to an end.
    ends: [Vector2<f64>; 2],
}

/// Normal towards −n at a tangent angle.
pub(super) fn normal(tangent: f64) -> Vector2<f64> {
    let (sin, cos) = tangent.sin_cos();
    Vector2::new(sin, -cos)
}

impl Arc {
    fn new(centre: Vector2<f64>, radius: f64, bend: f64, tangents: [f64; 2]) -> Self {
        let [from, to] = tangents;
        let half_cosine = (0.5 * (to - from)).cos();
        let (middle, ends) = (normal(0.5 * (from + to)), tangents.map(normal));
        Self { centre, radius, bend, tangents, middle, half_cosine, ends }
    }

    /// Where it is at a tangent angle.
    pub fn point(&self, tangent: f64) -> Vector2<f64> {
        self.centre + normal(tangent) * (self.bend * self.radius)
    }

    /// The turn, positive.
    pub fn turn(&self) -> f64 {
        (self.tangents[1] - self.tangents[0]).abs()
    }

    /// The normal of the arc nearest to a direction from the centre, and which end it is, if it is one.
    #[inline]
    pub(super) fn nearest(&self, away: Vector2<f64>, length: f64) -> (Vector2<f64>, Option<usize>) {
        let along = away * self.bend;
        if length == 0.0 {
            return (self.middle, None);
        }
        if along.dot(&self.middle) >= length * self.half_cosine {
            return (along / length, None);
        }
        // Turning from the middle towards greater tangent angles is turning from u to n.
        let greater = self.middle.x * along.y - self.middle.y * along.x > 0.0;
        let end = usize::from(greater == (self.tangents[1] > self.tangents[0]));
        (self.ends[end], Some(end))
    }
}

/// A chain of arcs: each begins where the one before ends, in the same direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Arcs {
    arcs: Vec<Arc>,
}

impl Arcs {
    /// An arc through the origin, along u there, of a radius with its centre towards +n, between two tangent angles.
    pub fn through_origin(radius: f64, tangents: [f64; 2]) -> Self {
        Self { arcs: vec![Arc::new(Vector2::new(0.0, radius), radius, 1.0, tangents)] }
    }

    /// Goes on at the end with another radius up to a tangent angle; its centre follows from tangency:
    /// `c' = p − s' r' ν` for the last point p with its normal ν.
    #[must_use]
    pub fn then(mut self, radius: f64, until: f64) -> Self {
        let last = self.last();
        let from = last.tangents[1];
        let bend = if until >= from { 1.0 } else { -1.0 };
        let centre = last.point(from) - normal(from) * (bend * radius);
        self.arcs.push(Arc::new(centre, radius, bend, [from, until]));
        self
    }

    /// Goes on before the beginning with another radius, from a tangent angle on.
    #[must_use]
    pub fn preceded_by(mut self, radius: f64, from: f64) -> Self {
        let first = self.arcs[0];
        let until = first.tangents[0];
        let bend = if until >= from { 1.0 } else { -1.0 };
        let centre = first.point(until) - normal(until) * (bend * radius);
        self.arcs.insert(0, Arc::new(centre, radius, bend, [from, until]));
        self
    }

    fn last(&self) -> Arc {
        self.arcs[self.arcs.len() - 1]
    }

    /// The arcs in order.
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The two ends of the curve.
    pub fn ends(&self) -> [Vector2<f64>; 2] {
        let (first, last) = (self.arcs[0], self.last());
        [first.point(first.tangents[0]), last.point(last.tangents[1])]
    }

    /// Largest n of the curve.
    pub fn highest(&self) -> f64 {
        let mut highest = f64::NEG_INFINITY;
        for arc in &self.arcs {
            for tangent in arc.tangents {
                highest = highest.max(arc.point(tangent).y);
            }
            let [a, b] = arc.tangents;
            // A level tangent: over the top of what bends away, and half a turn from the bottom of what bends up.
            let level: &[f64] = if arc.bend < 0.0 { &[0.0] } else { &[-PI, PI] };
            for tangent in level.iter().filter(|level| (a - **level) * (b - **level) < 0.0) {
                highest = highest.max(arc.point(*tangent).y);
            }
        }
        highest
    }

    /// Points and normals along the curve, with chords no further from it than `sagitta`.
    pub fn sample(&self, sagitta: f64) -> Vec<PointAndNormal> {
        let mut all = Vec::new();
        for (k, arc) in self.arcs.iter().enumerate() {
            // s = r (1 − cos(α/2)) for a chord over the angle α.
            let step = 2.0 * (1.0 - (sagitta / arc.radius).min(0.5)).acos();
            let count = (arc.turn() / step).ceil().clamp(1.0, 10_000.0) as usize;
            for i in usize::from(k > 0)..=count {
                let tangent = arc.tangents[0] + (arc.tangents[1] - arc.tangents[0]) * i as f64 / count as f64;
                all.push((arc.point(tangent), normal(tangent)));
            }
        }
        all
    }

    /// Every arc of a curve along which a profile is swept must be wider than the profile is high.
    pub(super) fn check_sweep(&self, profile: &Self, field: &str) -> Result<(), DesignError> {
        let height = profile.highest();
        match self.arcs.iter().find(|arc| arc.radius <= height * 1.0001) {
            None => Ok(()),
            Some(arc) => Err(DesignError::new(
                field,
                format!(
                    "a radius of {} in the sagittal plane is not wider than the section is high, {}: it would fold",
                    mm(arc.radius),
                    mm(height)
                ),
                format!("a radius of more than {}, or a narrower or flatter section", mm(height * 1.001)),
            )),
        }
    }
}
