//! From a pose and a twist to the wrench, its slopes and the patch.

use nalgebra::{Isometry3, Matrix3, Matrix6, Vector3};
use rayon::prelude::*;

use super::kernel::Contact;
use super::scratch::{Approach, Guards, Room, Sample, SideScratch, Watched};
use super::side::{CLUSTER, Side};
use super::{Body, PatchSummary, Push, Response, Scratch, Slopes, SurfacePair, Twist};
use crate::contact::PressureLaw;
use crate::geometry::{Followed, Landing};

impl SurfacePair {
    /// The wrench on the follower at a pose (of the follower in the frame of the base) and a twist.
    pub fn evaluate(&self, pose: &Isometry3<f64>, twist: &Twist, scratch: &mut Scratch) -> Response {
        self.find_forces(pose, 0.0, false, scratch);
        self.add_up(pose, twist, scratch, None)
    }

    /// The same with its derivatives.
    pub fn evaluate_with_slopes(
        &self,
        pose: &Isometry3<f64>,
        twist: &Twist,
        scratch: &mut Scratch,
    ) -> (Response, Slopes) {
        self.find_forces(pose, 0.0, true, scratch);
        let mut slopes = Slopes { by_pose: Matrix6::zeros(), by_twist: Matrix6::zeros() };
        let Slopes { by_pose, by_twist } = &mut slopes;
        let response = self.add_up(pose, twist, scratch, Some((by_pose, Some(by_twist))));
        (response, slopes)
    }

    /// The same with its derivatives by the pose alone, which is what a search for a place of rest reads.
    pub fn evaluate_with_stiffness(
        &self,
        pose: &Isometry3<f64>,
        twist: &Twist,
        scratch: &mut Scratch,
    ) -> (Response, Matrix6<f64>) {
        self.find_forces(pose, 0.0, true, scratch);
        let mut by_pose = Matrix6::zeros();
        let response = self.add_up(pose, twist, scratch, Some((&mut by_pose, None)));
        (response, by_pose)
    }

    /// Follows every point that may be nearer than `reach` to the other surface and, where points stand on a compliance,
    /// solves for their forces.
    pub(super) fn find_forces(&self, pose: &Isometry3<f64>, reach: f64, slopes: bool, scratch: &mut Scratch) {
        let Some(compliance) = &self.compliance else { return self.find_samples(pose, reach, slopes, scratch) };
        loop {
            let asked = reach.max(scratch.coupled.reach);
            self.find_samples(pose, asked, slopes, scratch);
            let Scratch { sides, coupled, .. } = scratch;
            let rise = coupled.solve(compliance, &self.sides[0], &sides[0]);
            if !(rise > asked) {
                return;
            }
            coupled.reach_for(rise);
        }
    }

    /// Follows every point that may be nearer than `reach` to the other surface.
    pub(super) fn find_samples(&self, pose: &Isometry3<f64>, reach: f64, slopes: bool, scratch: &mut Scratch) {
        scratch.prepare(&self.sides);
        for (side, own) in self.sides.iter().zip(&mut scratch.sides) {
            let frames = Frames::new(side, pose);
            self.find_near(side, &frames, reach, own);
            let SideScratch { points, clusters, near, found, samples, turns, .. } = own;
            let follow = |cluster: usize, found: &mut u32, room: Room<'_>| {
                *found = self.follow_cluster(side, &frames, (cluster, reach, slopes), &clusters[cluster], room);
            };
            if scratch.in_parallel {
                let rooms = points.par_chunks_mut(CLUSTER).zip(samples.par_chunks_mut(CLUSTER));
                let rooms = rooms.zip(turns.par_chunks_mut(CLUSTER)).zip(found.par_iter_mut()).zip(&*near);
                rooms.enumerate().filter(|(_, (_, near))| **near).for_each(
                    |(cluster, ((((points, samples), turns), found), _))| {
                        follow(cluster, found, Room { points, samples, turns });
                    },
                );
            } else {
                for (cluster, found) in found.iter_mut().enumerate().filter(|(cluster, _)| near[*cluster]) {
                    let room = cluster * CLUSTER..(cluster + 1) * CLUSTER;
                    let points = &mut points[room.clone()];
                    follow(
                        cluster,
                        found,
                        Room { points, samples: &mut samples[room.clone()], turns: &mut turns[room] },
                    );
                }
            }
        }
    }

    /// Follows the points of a cluster; the number of those that are not further away than `reach`.
    fn follow_cluster(
        &self,
        side: &Side,
        frames: &Frames,
        (number, reach, slopes): (usize, f64, bool),
        centre: &Watched,
        room: Room<'_>,
    ) -> u32 {
        let (cluster, mut guards) = (&side.clusters[number], Guards::new(centre));
        let mut found = 0;
        for (index, watched) in (cluster.first..cluster.first + cluster.count).zip(room.points) {
            let there = frames.place(&side.points[index].point);
            if watched.is_beyond(reach, &there) {
                continue;
            }
            if let Some(excused) = guards.excuse(&there, reach) {
                *watched = excused;
                continue;
            }
            let landing = guards.landing(watched, &there);
            let turn = if slopes { Some(&mut room.turns[found]) } else { None };
            let (now, sample) = self.follow(side, frames, (index, &there, &landing), (reach, turn));
            *watched = now;
            guards.add(now, reach);
            if let Some(sample) = sample.filter(|sample| sample.gap <= reach) {
                room.samples[found] = sample;
                found += 1;
            }
        }
        found as u32
    }

    /// Clusters whose ball may reach within `reach` of the other surface.
    fn find_near(&self, side: &Side, frames: &Frames, reach: f64, own: &mut SideScratch) {
        let other = self.other(side);
        own.found.fill(0);
        for ((cluster, watched), near) in side.clusters.iter().zip(&mut own.clusters).zip(&mut own.near) {
            let at = frames.place(&cluster.centre);
            let needed = cluster.radius * (1.0 + 1e-9) + reach;
            *near = false;
            if watched.is_beyond(needed, &at) {
                continue;
            }
            if !watched.is_within(needed, &at) {
                *watched = match other.follow(&at, &watched.landing(), needed) {
                    Followed::Landed(foot, rival) => Watched::landed(&at, &foot, rival),
                    Followed::Beyond { clearance, facet } => Watched::beyond(&at, clearance, facet),
                };
            }
            *near = watched.clearance <= needed;
        }
    }

    /// What is to be remembered of a point that is at `there` in the frame of the other body, and where it lands, unless it
    /// is further away than `reach`.
    #[inline]
    pub(super) fn follow(
        &self,
        side: &Side,
        frames: &Frames,
        (index, there, landing): (usize, &Vector3<f64>, &Landing),
        (reach, turn): (f64, Option<&mut Matrix3<f64>>),
    ) -> (Watched, Option<Sample>) {
        let (point, other) = (&side.points[index], self.other(side));
        let (foot, rival) = match other.follow(there, landing, reach) {
            Followed::Landed(foot, rival) => (foot, rival),
            Followed::Beyond { clearance, facet } => {
                return (Watched::beyond(there, clearance, facet), None);
            }
        };
        // In the frame of the other body, where it landed.
        let facing = -foot.normal.dot(&(frames.rotation * point.normal));
        // Out of the other surface is the way by which a point of the follower leaves it; the base's point is left by the
        // follower the other way.
        let (at, open) = match side.body {
            Body::Follower => (*there, foot.normal),
            Body::Base => (point.point, -frames.rotation.tr_mul(&foot.normal)),
        };
        // A worn point lies deeper along its own normal.
        let gap = foot.distance + side.depth.get(index).map_or(0.0, |depth| depth * facing.max(0.0));
        let sample = Sample { index: index as u32, at, gap, open, facing, on_edge: foot.on_edge };
        if let Some(turn) = turn.filter(|_| sample.faces()) {
            let slope = other.normal_slope(&foot);
            *turn = match side.body {
                Body::Follower => slope,
                Body::Base => frames.rotation.tr_mul(&slope) * frames.rotation,
            };
        }
        (Watched::landed(there, &foot, rival), Some(sample))
    }

    /// The region of a point: its number, or that of all others.
    #[inline]
    pub(super) fn region(&self, at: &Vector3<f64>) -> usize {
        let regions = &self.settings.regions;
        regions.iter().position(|region| region.extent.contains(at)).unwrap_or(regions.len())
    }

    /// The deepest point of every region.
    pub(super) fn find_approaches(&self, pose: &Isometry3<f64>, scratch: &mut Scratch) {
        let Scratch { sides, approaches, .. } = scratch;
        approaches.fill(Approach::NONE);
        if !self.sides.iter().any(|side| side.laws.iter().any(PressureLaw::needs_approach)) {
            return;
        }
        for own in sides {
            for sample in own.touching() {
                let approach = &mut approaches[self.region(&sample.at)];
                if -sample.gap > approach.depth {
                    let lever = sample.at - pose.translation.vector;
                    *approach = Approach { depth: -sample.gap, direction: sample.open, lever };
                }
            }
        }
    }

    /// Adds the points up in their order, whoever has followed them; with derivatives by the pose, and by the twist, where they
    /// are wanted.
    pub(super) fn add_up(
        &self,
        pose: &Isometry3<f64>,
        twist: &Twist,
        scratch: &mut Scratch,
        mut slopes: Option<(&mut Matrix6<f64>, Option<&mut Matrix6<f64>>)>,
    ) -> Response {
        self.find_approaches(pose, scratch);
        let Scratch { sides, whole, regions, approaches, coupled, .. } = scratch;
        coupled.clear_slopes();
        let mut closed = 0;
        let mut sums = Sums { moment: Vector3::zeros(), energy: 0.0, power: 0.0, variance: 0.0 };
        *whole = start();
        regions.fill(start());
        for (side, own) in self.sides.iter().zip(sides) {
            for (index, room, sample) in own.samples() {
                let area = side.share * side.points[index].area;
                let region = self.region(&sample.at);
                let approach = &approaches[region];
                let law = side.law(index);
                let elastic = if self.is_coupled() {
                    coupled.elastic(index, sample.gap, area)
                } else if sample.touches() {
                    // Cells whose middle lies just outside of the edge do as much harm as those just inside.
                    sums.variance += 2.0 * edge_variance(side, index, sample);
                    law.evaluate(sample.gap, approach.depth)
                } else {
                    continue;
                };
                // Closed points come in the order in which they were solved for.
                let place = closed;
                closed += usize::from(self.is_coupled() && coupled.is_closed(index));
                if !(elastic.pressure > 0.0) {
                    continue;
                }
                let lever = sample.at - pose.translation.vector;
                let velocity = twist.linear + twist.angular.cross(&lever);
                let rate = sample.open.dot(&velocity);
                let pressure = self.settings.damping.apply(elastic.pressure, -rate);
                let (by_elastic, by_rate) =
                    if slopes.is_some() { self.settings.damping.slopes(elastic.pressure, -rate) } else { (0.0, 0.0) };
                let contact = Contact {
                    carrier: side.body,
                    push: self.settings.push,
                    friction: &self.settings.friction,
                    lever,
                    open: sample.open,
                    turn: &own.turns[room],
                    along: self.along(side, pose, index, sample),
                    twist,
                    velocity,
                    normal: area * pressure,
                    by_gap: area * by_elastic * elastic.by_gap,
                    by_rate: -area * by_rate,
                    by_approach: area * by_elastic * elastic.by_approach,
                    deepest: (approach.direction, approach.lever),
                };
                let force = contact.force();
                sums.moment += lever.cross(&force);
                sums.energy += area * elastic.energy;
                let friction = force - contact.along * contact.normal;
                sums.power -= area * (pressure - elastic.pressure) * rate + friction.dot(&velocity);
                if let Some((by_pose, by_twist)) = &mut slopes {
                    contact.add_slopes(&force, by_pose, by_twist.as_deref_mut());
                    if self.is_coupled() {
                        coupled.add(place, &contact, by_elastic);
                    }
                }
                let one = PatchSummary {
                    force,
                    pressure_force: area * pressure,
                    area,
                    peak_pressure: pressure,
                    centre: sample.at * (area * pressure),
                    deepest: -sample.gap,
                    deepest_ratio: -sample.gap / law.thickness(),
                    area_at_edge: if side.at_edge[index] { area } else { 0.0 },
                };
                join(whole, &one);
                if let Some(region) = regions.get_mut(region) {
                    join(region, &one);
                }
            }
        }
        if let Some((by_pose, _)) = slopes.filter(|_| self.is_coupled()) {
            coupled.add_slopes(by_pose);
        }
        finish(whole);
        regions.iter_mut().for_each(finish);
        Response {
            force: whole.force,
            moment: sums.moment,
            energy: sums.energy,
            dissipated_power: sums.power,
            quadrature_error: sums.variance.sqrt(),
        }
    }

    /// Where the pressure of a point pushes the follower.
    #[inline]
    pub(super) fn along(&self, side: &Side, pose: &Isometry3<f64>, index: usize, sample: &Sample) -> Vector3<f64> {
        match (self.settings.push, side.body) {
            (Push::ShortestWay, _) => sample.open,
            (Push::OwnNormal, Body::Base) => side.points[index].normal,
            (Push::OwnNormal, Body::Follower) => -(pose.rotation * side.points[index].normal),
        }
    }
}

struct Sums {
    moment: Vector3<f64>,
    energy: f64,
    power: f64,
    variance: f64,
}

impl SideScratch {
    /// Every sample with the number of its point and of its room.
    pub(super) fn samples(&self) -> impl Iterator<Item = (usize, usize, &Sample)> {
        let rooms = self.found.iter().zip(self.samples.chunks_exact(CLUSTER)).enumerate();
        rooms.flat_map(|(cluster, (found, samples))| {
            let samples = samples[..*found as usize].iter().enumerate();
            samples.map(move |(i, sample)| (sample.index as usize, cluster * CLUSTER + i, sample))
        })
    }

    fn touching(&self) -> impl Iterator<Item = &Sample> {
        self.samples().map(|(_, _, sample)| sample).filter(|sample| sample.touches())
    }
}

/// From the frame of the points to that of the other body.
pub(super) struct Frames {
    rotation: Matrix3<f64>,
    translation: Vector3<f64>,
}

impl Frames {
    /// Where a point is in the frame of the other body.
    #[inline]
    pub(super) fn place(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.translation
    }

    pub(super) fn new(side: &Side, pose: &Isometry3<f64>) -> Self {
        let pose = if side.body == Body::Follower { *pose } else { pose.inverse() };
        Self { rotation: pose.rotation.to_rotation_matrix().into_inner(), translation: pose.translation.vector }
    }
}

fn start() -> PatchSummary {
    PatchSummary { centre: Vector3::zeros(), ..PatchSummary::OPEN }
}

/// Adds one part of a patch to a sum.
pub(crate) fn join(sum: &mut PatchSummary, one: &PatchSummary) {
    sum.force += one.force;
    sum.pressure_force += one.pressure_force;
    sum.area += one.area;
    sum.centre += one.centre;
    sum.area_at_edge += one.area_at_edge;
    sum.peak_pressure = sum.peak_pressure.max(one.peak_pressure);
    sum.deepest = sum.deepest.max(one.deepest);
    sum.deepest_ratio = sum.deepest_ratio.max(one.deepest_ratio);
}

/// Turns sums into means.
pub(crate) fn finish(sum: &mut PatchSummary) {
    // 0/0 without contact: nowhere.
    sum.centre /= sum.pressure_force;
}

/// Square of the error, in N, that a cell on the edge of the patch contributes.
///
/// Over a cell of width w, measured in gap, the mean of the ramp max(0, −g) differs from its value in the middle by
/// `(w/2 − |g|)²/(2w)` if the edge crosses it, `w/24` on average. The average is made up for by the curvature of the
/// pressure inside the patch, as in every midpoint rule; what is left has a random sign from cell to cell, and squares add.
fn edge_variance(side: &Side, index: usize, sample: &Sample) -> f64 {
    let cell = side.widths[index];
    if -sample.gap > 0.5 * cell {
        return 0.0;
    }
    let width = cell * (1.0 - sample.facing * sample.facing).max(0.0).sqrt();
    let inside = 0.5 * width + sample.gap;
    if !(inside > 0.0) {
        return 0.0;
    }
    let error = inside * inside / (2.0 * width) - width / 24.0;
    (side.share * cell * cell * side.law(index).stiffness() * error).powi(2)
}
