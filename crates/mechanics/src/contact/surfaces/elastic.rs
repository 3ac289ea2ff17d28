//! The elastic wrench alone: what a static search or a sweep asks most.

use nalgebra::{Isometry3, Vector3};

use super::scratch::Watched;
use super::side::{LANES, Lanes, Side};
use super::{Body, Push, Scratch, SurfacePair, Twist};
use crate::contact::PressureLaw;

/// What the base does to the follower at rest, in the frame of the base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElasticWrench {
    /// Force on the follower.
    pub force: Vector3<f64>,
    /// Moment on the follower about its origin.
    pub moment: Vector3<f64>,
    /// Stored energy.
    pub energy: f64,
}

impl SurfacePair {
    /// The wrench at rest, and nothing else: the patch in `scratch` stays what it was or becomes that of this pose.
    ///
    /// Against a ball, on a linear foundation, every force passes through its centre: one square root a point is enough.
    pub fn compute_elastic(&self, pose: &Isometry3<f64>, scratch: &mut Scratch) -> ElasticWrench {
        if let [side] = &self.sides[..]
            && let Some((centre, radius)) = self.other(side).as_ball()
            && let [PressureLaw::Linear { foundation, .. }] = &side.laws[..]
            && self.settings.push == Push::ShortestWay
        {
            let k = side.share * foundation.stiffness();
            return press_ball(side, pose, (centre, radius), k, &mut scratch.sides[0].from_ball);
        }
        let response = self.evaluate(pose, &Twist::REST, scratch);
        ElasticWrench { force: response.force, moment: response.moment, energy: response.energy }
    }
}

impl Lanes {
    /// Adds `a (R − r) d/r` and `a (R − r)²` of the points inside of a ball, and notes the least squares of r.
    #[inline]
    fn press(&self, c: &Vector3<f64>, radius: f64, sums: &mut [[f64; LANES]; 4], nearest: &mut [f64; LANES]) {
        let Self { place: [x, y, z], area } = self;
        let mut squares = [0.0; LANES];
        for i in 0..LANES {
            let d = [x[i] - c.x, y[i] - c.y, z[i] - c.z];
            squares[i] = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            nearest[i] = if squares[i] < nearest[i] { squares[i] } else { nearest[i] };
        }
        let inside = squares.map(|square| square < radius * radius);
        if !(inside[0] | inside[1] | inside[2] | inside[3]) {
            return;
        }
        // Without branches, so that the compiler can take several points at once.
        for i in 0..LANES {
            let r = squares[i].sqrt();
            let depth = if r < radius { radius - r } else { 0.0 };
            let push = area[i] * depth;
            let share = push / r;
            sums[0][i] += (x[i] - c.x) * share;
            sums[1][i] += (y[i] - c.y) * share;
            sums[2][i] += (z[i] - c.z) * share;
            sums[3][i] += push * depth;
        }
    }
}

/// Points with springs of stiffness k against a ball: `f = ∓ k a (R − r) d/r` with the way d = x − c from its centre.
fn press_ball(
    side: &Side,
    pose: &Isometry3<f64>,
    (centre, radius): (Vector3<f64>, f64),
    k: f64,
    watched: &mut [Watched],
) -> ElasticWrench {
    // In the frame of the points.
    let c = match side.body {
        Body::Base => (pose * nalgebra::Point3::from(centre)).coords,
        Body::Follower => pose.inverse_transform_point(&centre.into()).coords,
    };
    let mut sums = [[0.0; LANES]; 4];
    for (cluster, watched) in side.clusters.iter().zip(watched) {
        if watched.is_beyond(0.0, &c) {
            continue;
        }
        let mut nearest = [f64::INFINITY; LANES];
        if cluster.faces(&c) {
            for lanes in &side.lanes[cluster.lanes.clone()] {
                lanes.press(&c, radius, &mut sums, &mut nearest);
            }
        } else {
            for point in &side.points[cluster.first..cluster.first + cluster.count] {
                let d = point.point - c;
                let square = d.norm_squared();
                nearest[0] = nearest[0].min(square);
                if square < radius * radius && d.dot(&point.normal) < 0.0 {
                    let r = square.sqrt();
                    let push = point.area * (radius - r);
                    (0..3).for_each(|axis| sums[axis][0] += d[axis] * (push / r));
                    sums[3][0] += push * (radius - r);
                }
            }
        }
        // The ball's surface comes no nearer to the points than its centre moves; a hair less, for rounding.
        let nearest = nearest.iter().fold(f64::INFINITY, |a, b| a.min(*b)).sqrt();
        (watched.at, watched.clearance) = (c, (nearest - radius) * (1.0 - 1e-9));
    }
    let [x, y, z, energy] = sums.map(|lanes| lanes.iter().sum::<f64>());
    let sum = Vector3::new(x, y, z);
    let (sum, energy) = (sum * k, 0.5 * k * energy);
    match side.body {
        // The points push the follower's ball away from themselves; all forces meet in its centre.
        Body::Base => {
            let force = -sum;
            ElasticWrench { force, moment: (c - pose.translation.vector).cross(&force), energy }
        }
        // The base's ball pushes the follower's points out; the centre is where the forces meet, seen from the follower.
        Body::Follower => {
            let (force, lever) = (pose.rotation * sum, pose.rotation * c);
            ElasticWrench { force, moment: lever.cross(&force), energy }
        }
    }
}
