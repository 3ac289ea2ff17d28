//! Friction of the cells.

use nalgebra::{Matrix3, Vector3, Vector6};

use super::bound::{Asked, BoundPair};
use super::lanes::Sums;

impl BoundPair {
    /// Friction of a cell, `f = −N φ V_t`, φ = μ(|V_t|)/|V_t|, and its share of the sums.
    pub(super) fn rub(
        &self,
        (at, own): (&Vector3<f64>, &Vector6<f64>),
        [normal, by_gap, by_rate]: [f64; 3],
        asked: &Asked<'_>,
        sums: &mut Sums,
    ) -> Vector3<f64> {
        let friction = &self.pair.settings().friction;
        let along = Vector3::new(own[0], own[1], own[2]).normalize();
        let lever = at - asked.origin;
        let velocity = asked.twist.linear + asked.twist.angular.cross(&lever);
        let sliding = velocity - along * along.dot(&velocity);
        let speed = sliding.norm();
        let phi = friction.coefficient_per_speed(speed);
        let per_normal = sliding * -phi;
        let force = per_normal * normal;
        let moment = lever.cross(&force);
        sums.power -= force.dot(&velocity);
        for axis in 0..3 {
            sums.rubbing[axis] += force[axis];
            sums.rubbing[3 + axis] += moment[axis];
        }
        if asked.with_slopes {
            let turned = asked.angles.tr_mul(&Vector3::new(own[3], own[4], own[5]));
            let by = Vector6::new(own[0], own[1], own[2], turned.x, turned.y, turned.z);
            let arm = lever.cross(&per_normal);
            let push = Vector6::new(per_normal.x, per_normal.y, per_normal.z, arm.x, arm.y, arm.z);
            sums.rubbing_by_pose += push * by.transpose() * by_gap;
            sums.rubbing_by_twist += push * by.transpose() * by_rate;
            // The lever of a point of the base changes as the follower moves.
            let mut moments = sums.rubbing_by_pose.fixed_view_mut::<3, 3>(3, 0);
            moments += force.cross_matrix();
        }
        if asked.with_slopes && !asked.at_rest {
            let steep = if speed > 0.0 { (friction.slope(speed) - phi) / (speed * speed) } else { 0.0 };
            let drag = (Matrix3::identity() - along * along.transpose()) * phi + sliding * sliding.transpose() * steep;
            let drag = drag * -normal;
            let cross = lever.cross_matrix();
            let turned = drag * cross;
            let mut view = sums.rubbing_by_twist.fixed_view_mut::<3, 3>(0, 0);
            view += drag;
            let mut view = sums.rubbing_by_twist.fixed_view_mut::<3, 3>(0, 3);
            view -= turned;
            let mut view = sums.rubbing_by_twist.fixed_view_mut::<3, 3>(3, 0);
            view += cross * drag;
            let mut view = sums.rubbing_by_twist.fixed_view_mut::<3, 3>(3, 3);
            view -= cross * turned;
        }
        force
    }
}
