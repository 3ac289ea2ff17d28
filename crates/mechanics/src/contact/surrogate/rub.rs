//! Friction of the cells, eight at a time: `f = −N φ V_t`, φ = μ(|V_t|)/|V_t|.

use nalgebra::{Matrix3, Matrix6, Vector3, Vector6};

use super::bound::Asked;
use super::lanes::{LANES, Lanes, NOTHING, add, cross, multiply, total};
use crate::contact::Coulomb;

/// Sums over the cells that rub.
pub(super) struct Rubbing {
    /// Force and moment about the origin of the follower.
    wrench: [Lanes; 6],
    by_pose: [[Lanes; 6]; 6],
    by_twist: Matrix6<f64>,
    pub power: Lanes,
}

/// What friction needs to know of a block.
pub(super) struct Rubbed<'a> {
    pub points: &'a [Lanes; 3],
    /// Derivatives of the gaps by the coordinates.
    pub by: &'a [Lanes; 6],
    pub normals: &'a Lanes,
    /// Derivatives of the normal forces by gap and rate.
    pub by_gap: &'a Lanes,
    pub by_rate: Option<&'a Lanes>,
}

impl Rubbing {
    pub fn none() -> Self {
        Self { wrench: [NOTHING; 6], by_pose: [[NOTHING; 6]; 6], by_twist: Matrix6::zeros(), power: NOTHING }
    }

    /// Force and moment.
    pub fn wrench(&self) -> Vector6<f64> {
        Vector6::from_fn(|row, _| total(&self.wrench[row]))
    }

    /// Derivatives of the wrench by pose and twist.
    pub fn slopes(&self) -> [Matrix6<f64>; 2] {
        let mut by_pose = Matrix6::from_fn(|row, column| total(&self.by_pose[row][column]));
        // The lever of a point of the base changes as the follower moves.
        let force = self.wrench().fixed_rows::<3>(0).into_owned();
        let mut moments = by_pose.fixed_view_mut::<3, 3>(3, 0);
        moments += force.cross_matrix();
        [by_pose, self.by_twist]
    }

    /// Adds the friction of a block; returns its forces.
    #[inline(always)]
    pub fn add(&mut self, friction: &Coulomb, asked: &Asked<'_>, block: &Rubbed<'_>) -> [Lanes; 3] {
        let (by, normals) = (block.by, block.normals);
        let Asked { origin, twist, angles, .. } = asked;
        let mut along = [by[0], by[1], by[2]];
        for lane in 0..LANES {
            let square =
                (along[0][lane] * along[0][lane] + along[1][lane] * along[1][lane]) + along[2][lane] * along[2][lane];
            let scale = if square > 0.0 { 1.0 / square.sqrt() } else { 0.0 };
            along.iter_mut().for_each(|along| along[lane] *= scale);
        }
        let mut lever = *block.points;
        for (axis, lever) in lever.iter_mut().enumerate() {
            lever.iter_mut().for_each(|x| *x -= origin[axis]);
        }
        let mut velocity = cross(&twist.angular.data.0[0].map(|w| [w; LANES]), &lever);
        for (axis, velocity) in velocity.iter_mut().enumerate() {
            velocity.iter_mut().for_each(|v| *v += twist.linear[axis]);
        }
        let mut sliding = velocity;
        let (mut speeds, mut phis) = (NOTHING, NOTHING);
        for lane in 0..LANES {
            let off = (along[0][lane] * velocity[0][lane] + along[1][lane] * velocity[1][lane])
                + along[2][lane] * velocity[2][lane];
            sliding.iter_mut().zip(&along).for_each(|(sliding, along)| sliding[lane] -= along[lane] * off);
            let square = (sliding[0][lane] * sliding[0][lane] + sliding[1][lane] * sliding[1][lane])
                + sliding[2][lane] * sliding[2][lane];
            speeds[lane] = square.sqrt();
        }
        for lane in (0..LANES).filter(|&lane| normals[lane] > 0.0) {
            phis[lane] = friction.coefficient_per_speed(speeds[lane]);
        }
        let mut per_normal = sliding;
        for axis in &mut per_normal {
            for lane in 0..LANES {
                axis[lane] *= -phis[lane];
            }
        }
        let arm = cross(&lever, &per_normal);
        let push = [per_normal[0], per_normal[1], per_normal[2], arm[0], arm[1], arm[2]];
        for (sum, push) in self.wrench.iter_mut().zip(&push) {
            add(sum, push, normals);
        }
        let mut forces = per_normal;
        for (force, velocity) in forces.iter_mut().zip(&velocity) {
            *force = multiply(force, normals);
            for lane in 0..LANES {
                self.power[lane] -= force[lane] * velocity[lane];
            }
        }
        if asked.with_slopes {
            let mut by_pose = *by;
            for axis in 0..3 {
                for lane in 0..LANES {
                    by_pose[3 + axis][lane] = (angles[(0, axis)] * by[3][lane] + angles[(1, axis)] * by[4][lane])
                        + angles[(2, axis)] * by[5][lane];
                }
            }
            for (row, push) in self.by_pose.iter_mut().zip(&push) {
                let weighted = multiply(push, block.by_gap);
                row.iter_mut().zip(&by_pose).for_each(|(sum, by)| add(sum, &weighted, by));
            }
            let own = |rows: &[Lanes; 6], lane: usize| Vector6::from_fn(|row, _| rows[row][lane]);
            if let Some(by_rate) = block.by_rate {
                for lane in (0..LANES).filter(|&lane| by_rate[lane] != 0.0) {
                    self.by_twist += own(&push, lane) * own(&by_pose, lane).transpose() * by_rate[lane];
                }
            }
            if !asked.at_rest {
                let vector = |rows: &[Lanes; 3], lane: usize| Vector3::from_fn(|row, _| rows[row][lane]);
                for lane in (0..LANES).filter(|&lane| normals[lane] > 0.0) {
                    let drag = drag(friction, [vector(&along, lane), vector(&sliding, lane)], phis[lane]);
                    self.add_drag(&(drag * -normals[lane]), &vector(&lever, lane));
                }
            }
        }
        forces
    }

    /// The force of a cell by the velocity of its point, as derivatives of the wrench by the twist.
    fn add_drag(&mut self, drag: &Matrix3<f64>, lever: &Vector3<f64>) {
        let cross = lever.cross_matrix();
        let turned = drag * cross;
        let mut view = self.by_twist.fixed_view_mut::<3, 3>(0, 0);
        view += drag;
        let mut view = self.by_twist.fixed_view_mut::<3, 3>(0, 3);
        view -= turned;
        let mut view = self.by_twist.fixed_view_mut::<3, 3>(3, 0);
        view += cross * drag;
        let mut view = self.by_twist.fixed_view_mut::<3, 3>(3, 3);
        view -= cross * turned;
    }
}

/// Derivative of φ V_t by the velocity.
fn drag(friction: &Coulomb, [along, sliding]: [Vector3<f64>; 2], phi: f64) -> Matrix3<f64> {
    let speed = sliding.norm();
    let steep = if speed > 0.0 { (friction.slope(speed) - phi) / (speed * speed) } else { 0.0 };
    (Matrix3::identity() - along * along.transpose()) * phi + sliding * sliding.transpose() * steep
}
