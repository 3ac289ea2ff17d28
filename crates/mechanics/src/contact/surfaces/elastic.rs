//! The elastic wrench alone: what a static search or a sweep asks most.

use nalgebra::{Isometry3, Vector3};
use pulp::{Arch, Scalar, Simd, WithSimd};

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
            && !self.is_coupled()
            && side.depth.is_empty()
        {
            let k = side.share * foundation.stiffness();
            scratch.prepare(&self.sides);
            return press_ball(side, pose, (centre, radius), k, &mut scratch.sides[0].from_ball);
        }
        let response = self.evaluate(pose, &Twist::REST, scratch);
        ElasticWrench { force: response.force, moment: response.moment, energy: response.energy }
    }
}

/// Points with springs against a ball: sums of `a (R − r) d/r` and `a (R − r)²` over those inside, lane by lane.
struct Press<'a> {
    side: &'a Side,
    watched: &'a mut [Watched],
    /// The ball's centre, in the frame of the points, and its radius.
    c: Vector3<f64>,
    radius: f64,
    sums: [[f64; LANES]; 4],
}

impl Press<'_> {
    /// The least square of r of a cluster, of which only points that look towards the ball are pressed; if all of them are
    /// known to do so, none is asked.
    #[inline(always)]
    fn cluster<S: Simd, const ALL: bool>(&mut self, simd: S, lanes: &[Lanes]) -> f64 {
        let (c, radius) = (<[f64; 3]>::from(self.c).map(|x| simd.splat_f64s(x)), simd.splat_f64s(self.radius));
        let mut least = f64::INFINITY;
        for part in 0..LANES / S::F64_LANES {
            let (mut nearest, none) = (simd.splat_f64s(f64::INFINITY), simd.splat_f64s(0.0));
            let take = |lanes: &[f64; LANES]| S::as_simd_f64s(lanes).0[part];
            let [mut fx, mut fy, mut fz, mut e] = self.sums.each_ref().map(take);
            for Lanes { place: [x, y, z], normal: [nx, ny, nz], area } in lanes {
                let (dx, dy, dz) =
                    (simd.sub_f64s(take(x), c[0]), simd.sub_f64s(take(y), c[1]), simd.sub_f64s(take(z), c[2]));
                let (xx, yy, zz) = (simd.mul_f64s(dx, dx), simd.mul_f64s(dy, dy), simd.mul_f64s(dz, dz));
                let square = simd.add_f64s(simd.add_f64s(xx, yy), zz);
                nearest = simd.min_f64s(nearest, square);
                if !(simd.reduce_min_f64s(square) < self.radius * self.radius) {
                    continue;
                }
                let r = simd.sqrt_f64s(square);
                let mut depth = simd.max_f64s(simd.sub_f64s(radius, r), none);
                if !ALL {
                    let (px, py) = (simd.mul_f64s(dx, take(nx)), simd.mul_f64s(dy, take(ny)));
                    let along = simd.add_f64s(simd.add_f64s(px, py), simd.mul_f64s(dz, take(nz)));
                    depth = simd.select_f64s(simd.less_than_f64s(along, none), depth, none);
                }
                let push = simd.mul_f64s(take(area), depth);
                let share = simd.div_f64s(push, r);
                fx = simd.add_f64s(fx, simd.mul_f64s(dx, share));
                fy = simd.add_f64s(fy, simd.mul_f64s(dy, share));
                fz = simd.add_f64s(fz, simd.mul_f64s(dz, share));
                e = simd.add_f64s(e, simd.mul_f64s(push, depth));
            }
            for (sum, value) in self.sums.iter_mut().zip([fx, fy, fz, e]) {
                S::as_mut_simd_f64s(sum).0[part] = value;
            }
            least = least.min(simd.reduce_min_f64s(nearest));
        }
        least
    }
}

impl WithSimd for Press<'_> {
    type Output = [f64; 4];

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> [f64; 4] {
        if S::F64_LANES > LANES {
            return self.with_simd(Scalar);
        }
        for (i, cluster) in self.side.clusters.iter().enumerate() {
            if self.watched[i].is_beyond(0.0, &self.c) {
                continue;
            }
            let lanes = &self.side.lanes[cluster.lanes.clone()];
            let least = if cluster.faces(&self.c) {
                self.cluster::<S, true>(simd, lanes)
            } else {
                self.cluster::<S, false>(simd, lanes)
            };
            // The ball's surface comes no nearer to the points than its centre moves; a hair less, for rounding.
            let watched = &mut self.watched[i];
            (watched.at, watched.clearance) = (self.c, (least.sqrt() - self.radius) * (1.0 - 1e-9));
        }
        self.sums.map(|lanes| lanes.iter().sum())
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
    let press = Press { side, watched, c, radius, sums: [[0.0; LANES]; 4] };
    let [x, y, z, energy] = Arch::new().dispatch(press);
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
