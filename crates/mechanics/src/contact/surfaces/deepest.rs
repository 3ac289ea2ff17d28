//! How deep the surfaces are in one another, and nothing else.

use nalgebra::Isometry3;

use super::evaluate::Frames;
use super::scratch::Sample;
use super::side::CLUSTER;
use super::{Scratch, SurfacePair};

impl SurfacePair {
    /// The deepest indentation at a pose; 0 without contact. It is that of the patch of [`Self::evaluate`], at a small part
    /// of its cost if a pose nearby was evaluated before, and leaves the patch in `scratch` alone.
    ///
    /// A distance changes by no more than its point moves. Points are asked in the order of what is left of their last
    /// distances: as soon as that is more than the gap of the deepest one, so are all gaps that follow.
    pub fn compute_deepest(&self, pose: &Isometry3<f64>, scratch: &mut Scratch) -> f64 {
        let mut least = 0.0f64;
        scratch.prepare(&self.sides);
        for (side, own) in self.sides.iter().zip(&mut scratch.sides) {
            let frames = Frames::new(side, pose);
            own.ranked.clear();
            for (number, (cluster, watched)) in side.clusters.iter().zip(&own.clusters).enumerate() {
                if watched.is_beyond(cluster.radius * (1.0 + 1e-9), &frames.place(&cluster.centre)) {
                    continue;
                }
                let clearances = (0..cluster.count).map(|i| {
                    let (room, place) = (number * CLUSTER + i, &side.points[cluster.first + i].point);
                    (own.points[room].least_clearance(&frames.place(place)), room as u32)
                });
                own.ranked.extend(clearances.filter(|(clearance, _)| *clearance < 0.0));
            }
            own.ranked.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for &(clearance, room) in &own.ranked {
                // A hair less, for rounding.
                if clearance * (1.0 + 1e-9) > least {
                    break;
                }
                let room = room as usize;
                let i = side.clusters[room / CLUSTER].first + room % CLUSTER;
                let there = frames.place(&side.points[i].point);
                let (_, sample) = self.follow(side, &frames, (i, &there, &own.points[room].landing()), (0.0, None));
                if let Some(sample) = sample.filter(Sample::touches) {
                    least = least.min(sample.gap);
                }
            }
        }
        -least
    }
}
