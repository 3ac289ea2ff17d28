//! How deep the surfaces are in one another, and nothing else.

use nalgebra::Isometry3;

use super::evaluate::Frames;
use super::{Scratch, SurfacePair};

impl SurfacePair {
    /// The deepest indentation at a pose; 0 without contact. It is that of the patch of [`Self::evaluate`], at a small part
    /// of its cost if a pose nearby was evaluated before, and leaves the patch in `scratch` alone.
    ///
    /// A distance changes by no more than its point moves. Points are asked in the order of what is left of their last
    /// distances: as soon as that is more than the gap of the deepest one, so are all gaps that follow.
    pub fn compute_deepest(&self, pose: &Isometry3<f64>, scratch: &mut Scratch) -> f64 {
        let mut least = 0.0f64;
        for (side, own) in self.sides.iter().zip(&mut scratch.sides) {
            let frames = Frames::new(side, pose);
            own.ranked.clear();
            for (cluster, watched) in side.clusters.iter().zip(&own.clusters) {
                if watched.is_beyond(cluster.radius * (1.0 + 1e-9), &frames.place(&cluster.centre)) {
                    continue;
                }
                let points = cluster.first..cluster.first + cluster.count;
                let clearances =
                    points.map(|i| (own.points[i].least_clearance(&frames.place(&side.points[i].point)), i));
                own.ranked.extend(clearances.filter(|(c, _)| *c < 0.0).map(|(c, i)| (c, i as u32)));
            }
            own.ranked.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for &(clearance, i) in &own.ranked {
                // A hair less, for rounding.
                if clearance * (1.0 + 1e-9) > least {
                    break;
                }
                let i = i as usize;
                let there = frames.place(&side.points[i].point);
                let sample = self.follow(side, &frames, (i, &there, &own.points[i].landing()), (0.0, None));
                if sample.touches() {
                    least = least.min(sample.gap);
                }
            }
        }
        -least
    }
}
