//! Pressure, proximity and sliding velocity over the surface that carries the points.

use nalgebra::{Isometry3, Vector3};

use super::kernel::Contact;
use super::{Body, Response, Scratch, SurfacePair, Twist};

/// What happens at every point of one side, by the numbers of [`SurfacePair::points`]. Storage is kept from call to call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields {
    /// Pressure, in Pa; 0 where nothing touches.
    pub pressure: Vec<f64>,
    /// Gap, in m, negative where the surfaces overlap; NaN where it is larger than the reach that was asked for, or where
    /// the other surface has ended.
    pub gap: Vec<f64>,
    /// Velocity at which the other surface slides over the point, in the frame of the body that carries it; 0 where nothing
    /// touches.
    pub sliding: Vec<Vector3<f64>>,
}

impl Fields {
    fn clear(&mut self, count: usize) {
        self.pressure.clear();
        self.pressure.resize(count, 0.0);
        self.gap.clear();
        self.gap.resize(count, f64::NAN);
        self.sliding.clear();
        self.sliding.resize(count, Vector3::zeros());
    }
}

impl SurfacePair {
    /// The wrench, the patch and the fields of every side, at the cost of one search; proximity is told up to `reach`.
    ///
    /// `fields` has one entry for each of [`Self::sides`]; more are left alone.
    pub fn evaluate_with_fields(
        &self,
        pose: &Isometry3<f64>,
        twist: &Twist,
        reach: f64,
        scratch: &mut Scratch,
        fields: &mut [Fields],
    ) -> Response {
        self.find_forces(pose, reach.max(0.0), false, scratch);
        let response = self.add_up(pose, twist, scratch, None);
        for (side, fields) in fields.iter_mut().enumerate().take(self.sides.len()) {
            self.fill(side, reach, (pose, twist), scratch, fields);
        }
        response
    }

    /// Fields of one side; proximity is told up to `reach`.
    pub fn compute_fields(
        &self,
        side: usize,
        reach: f64,
        (pose, twist): (&Isometry3<f64>, &Twist),
        scratch: &mut Scratch,
        fields: &mut Fields,
    ) {
        self.find_forces(pose, reach.max(0.0), false, scratch);
        self.find_approaches(pose, scratch);
        self.fill(side, reach, (pose, twist), scratch, fields);
    }

    fn fill(
        &self,
        side: usize,
        reach: f64,
        (pose, twist): (&Isometry3<f64>, &Twist),
        scratch: &Scratch,
        fields: &mut Fields,
    ) {
        fields.clear(self.count(side));
        let (side, own) = (&self.sides[side], &scratch.sides[side]);
        for (index, _, sample) in own.samples() {
            let number = side.numbers[index] as usize;
            if sample.gap <= reach && !sample.on_edge && sample.facing > 0.0 {
                fields.gap[number] = sample.gap;
            }
            let elastic = if self.is_coupled() {
                scratch.coupled.elastic(index, sample.gap, side.share * side.points[index].area)
            } else if sample.touches() {
                side.law(index).evaluate(sample.gap, scratch.approaches[self.region(&sample.at)].depth)
            } else {
                continue;
            };
            let lever = sample.at - pose.translation.vector;
            let velocity = twist.linear + twist.angular.cross(&lever);
            let rate = sample.open.dot(&velocity);
            if elastic.pressure > 0.0 {
                fields.pressure[number] = self.settings.damping.apply(elastic.pressure, -rate);
                let along = self.along(side, pose, index, sample);
                let sliding = Contact::slide(&velocity, &along);
                fields.sliding[number] = match side.body {
                    Body::Base => sliding,
                    Body::Follower => -(pose.rotation.inverse() * sliding),
                };
            }
        }
    }
}
