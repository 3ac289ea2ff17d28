//! One point: its force on the follower, and how that follows pose and twist.

use nalgebra::{Matrix3, Matrix6, Vector3};

use super::{Body, Push, Twist};
use crate::contact::Coulomb;

/// A point under pressure.
pub(super) struct Contact<'a> {
    pub(super) carrier: Body,
    pub(super) push: Push,
    pub(super) friction: &'a Coulomb,
    /// Lever r from the follower's origin to the point.
    pub(super) lever: Vector3<f64>,
    /// Direction in which the follower opens the gap, and how it turns as the follower moves.
    pub(super) open: Vector3<f64>,
    pub(super) turn: &'a Matrix3<f64>,
    /// Direction in which the pressure pushes the follower: `open`, or the carrier's normal.
    pub(super) along: Vector3<f64>,
    pub(super) twist: &'a Twist,
    /// Velocity of the follower at the point.
    pub(super) velocity: Vector3<f64>,
    /// Area times pressure, and its derivatives by gap, gap rate and approach.
    pub(super) normal: f64,
    pub(super) by_gap: f64,
    pub(super) by_rate: f64,
    pub(super) by_approach: f64,
    /// How the deepest indentation follows the pose: direction and lever of the deepest point.
    pub(super) deepest: (Vector3<f64>, Vector3<f64>),
}

/// An increment of pose or twist, and what it does to a point.
struct Change {
    gap: f64,
    rate: f64,
    approach: f64,
    along: Vector3<f64>,
    lever: Vector3<f64>,
    velocity: Vector3<f64>,
}

impl Contact<'_> {
    /// The part of a velocity along the surface.
    pub(super) fn slide(velocity: &Vector3<f64>, along: &Vector3<f64>) -> Vector3<f64> {
        velocity - along * along.dot(velocity)
    }

    fn sliding(&self) -> Vector3<f64> {
        Self::slide(&self.velocity, &self.along)
    }

    /// `f = N (m − φ V_t)`, φ = μ(|V_t|)/|V_t|.
    pub(super) fn force(&self) -> Vector3<f64> {
        self.force_per_normal() * self.normal
    }

    /// The same for a normal force of 1 N.
    pub(super) fn force_per_normal(&self) -> Vector3<f64> {
        if !self.friction.acts() {
            return self.along;
        }
        let sliding = self.sliding();
        self.along - sliding * self.friction.coefficient_per_speed(sliding.norm())
    }

    /// Adds the derivatives of force and moment, those by the twist where they are wanted.
    pub(super) fn add_slopes(
        &self,
        force: &Vector3<f64>,
        by_pose: &mut Matrix6<f64>,
        mut by_twist: Option<&mut Matrix6<f64>>,
    ) {
        let rubbing = self.rubbing();
        for axis in 0..6 {
            let unit = Vector3::ith(axis % 3, 1.0);
            let (dt, theta) = if axis < 3 { (unit, Vector3::zeros()) } else { (Vector3::zeros(), unit) };
            self.add_column(force, (&self.move_pose(&dt, &theta), &rubbing), axis, by_pose);
            if let Some(by_twist) = by_twist.as_deref_mut().filter(|_| self.by_rate != 0.0 || rubbing.is_some()) {
                self.add_column(force, (&self.move_twist(&dt, &theta), &rubbing), axis, by_twist);
            }
        }
    }

    fn add_column(
        &self,
        force: &Vector3<f64>,
        (change, rubbing): (&Change, &Option<Rubbing>),
        axis: usize,
        into: &mut Matrix6<f64>,
    ) {
        let by = self.change_force(change, rubbing);
        let moment = self.lever.cross(&by) + change.lever.cross(force);
        for row in 0..3 {
            into[(row, axis)] += by[row];
            into[(row + 3, axis)] += moment[row];
        }
    }

    fn move_pose(&self, dt: &Vector3<f64>, theta: &Vector3<f64>) -> Change {
        let moved = dt + theta.cross(&self.lever);
        let turned = self.turn * moved;
        // A point of the follower moves with it; a point of the base stays, while the follower's surface turns about it.
        let (lever, open) = match self.carrier {
            Body::Follower => (theta.cross(&self.lever), turned),
            Body::Base => (-dt, theta.cross(&self.open) + turned),
        };
        let along = match (self.push, self.carrier) {
            (Push::ShortestWay, _) => open,
            (Push::OwnNormal, Body::Follower) => theta.cross(&self.along),
            (Push::OwnNormal, Body::Base) => Vector3::zeros(),
        };
        let velocity = self.twist.angular.cross(&lever);
        let (direction, arm) = &self.deepest;
        Change {
            gap: self.open.dot(&moved),
            rate: open.dot(&self.velocity) + self.open.dot(&velocity),
            approach: -direction.dot(&(dt + theta.cross(arm))),
            along,
            lever,
            velocity,
        }
    }

    fn move_twist(&self, linear: &Vector3<f64>, angular: &Vector3<f64>) -> Change {
        let velocity = linear + angular.cross(&self.lever);
        Change {
            gap: 0.0,
            rate: self.open.dot(&velocity),
            approach: 0.0,
            along: Vector3::zeros(),
            lever: Vector3::zeros(),
            velocity,
        }
    }

    /// What friction makes of every change, where there is any.
    fn rubbing(&self) -> Option<Rubbing> {
        if !self.friction.acts() {
            return None;
        }
        let sliding = self.sliding();
        let speed = sliding.norm();
        let phi = self.friction.coefficient_per_speed(speed);
        // φ′ = (μ′ − φ)/v; at rest φ has no slope that would be felt, since it is multiplied by the sliding velocity.
        let by_speed = (speed > 0.0).then(|| (self.friction.slope(speed) - phi) / (speed * speed));
        Some(Rubbing {
            sliding,
            phi,
            by_speed,
            pushed: self.along - sliding * phi,
            along_velocity: self.along.dot(&self.velocity),
        })
    }

    fn change_force(&self, change: &Change, rubbing: &Option<Rubbing>) -> Vector3<f64> {
        let normal = self.by_gap * change.gap + self.by_rate * change.rate + self.by_approach * change.approach;
        let Some(Rubbing { sliding, phi, by_speed, pushed, along_velocity }) = rubbing else {
            return self.along * normal + change.along * self.normal;
        };
        let across = self.along.dot(&change.velocity) + change.along.dot(&self.velocity);
        let slid = change.velocity - change.along * *along_velocity - self.along * across;
        let turn = by_speed.map_or(Vector3::zeros(), |by| sliding * (by * sliding.dot(&slid)));
        pushed * normal + (change.along - turn - slid * *phi) * self.normal
    }
}

/// What friction at one point has in common for all increments of pose and twist.
struct Rubbing {
    /// Velocity along the surface.
    sliding: Vector3<f64>,
    /// φ = μ(v)/v, and its slope over the speed; nothing at rest.
    phi: f64,
    by_speed: Option<f64>,
    /// Force per normal force.
    pushed: Vector3<f64>,
    along_velocity: f64,
}
