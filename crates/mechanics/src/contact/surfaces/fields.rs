//! Pressure, proximity and sliding velocity over the surface that carries the points.

use nalgebra::{Isometry3, Vector3};

use super::kernel::Contact;
use super::{Body, Scratch, SurfacePair, Twist};

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

impl SurfacePair {
    /// Fields of one side; proximity is told up to `reach`.
    pub fn compute_fields(
        &self,
        side: usize,
        reach: f64,
        (pose, twist): (&Isometry3<f64>, &Twist),
        scratch: &mut Scratch,
        fields: &mut Fields,
    ) {
        let count = self.count(side);
        fields.pressure.clear();
        fields.pressure.resize(count, 0.0);
        fields.gap.clear();
        fields.gap.resize(count, f64::NAN);
        fields.sliding.clear();
        fields.sliding.resize(count, Vector3::zeros());
        self.find_samples(pose, reach.max(0.0), false, scratch);
        self.find_approaches(pose, scratch);
        let (side, own) = (&self.sides[side], &scratch.sides[side]);
        for (index, sample) in own.samples(side) {
            let number = side.numbers[index] as usize;
            if sample.gap <= reach && !sample.on_edge && sample.facing > 0.0 {
                fields.gap[number] = sample.gap;
            }
            if !sample.touches() {
                continue;
            }
            let elastic = side.law(index).evaluate(sample.gap, scratch.approaches[self.region(&sample.at)].depth);
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
