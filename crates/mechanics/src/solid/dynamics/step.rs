//! One step: free velocities, reactions, and what follows from them. For a linear solid nothing is allocated.

use super::error::DynamicsError;
use super::operators::body_compliance;
use super::settings::{Coupling, Drive, DynamicsSettings};
use super::simulation::ContactDynamics;
use super::state::DynamicState;
use nalgebra::Vector3;
use numerics::Room;
use numerics::cone::{ConeError, ConeProblem, ConeSettings};
use numerics::sparse::NO_UNKNOWN;

/// Iterations with an old tangent before a new one is made.
const PATIENCE: usize = 12;

/// Velocities need not be exact beyond this share of what the solid is displaced by in a step: a motion that has died down
/// has none to compare a change with.
const AT_REST: f64 = 1e-3;

/// What a step writes down for itself.
#[derive(Debug)]
pub(super) struct Scratch {
    velocity: Vec<f64>,
    next: Vec<f64>,
    place: Vec<f64>,
    right: Vec<f64>,
    start_force: Vec<f64>,
    normals: Vec<Vector3<f64>>,
    free: Vec<Vector3<f64>>,
    /// What is added to the solid's velocity for the relative one, and the gap as a velocity.
    offset: Vec<Vector3<f64>>,
    reaction: Vec<Vector3<f64>>,
    friction: Vec<f64>,
    erosion: Vec<f64>,
    /// Rate at which the body itself wore at each point at the end of the step before, in m/s.
    pub(super) counter_rate: Vec<f64>,
    room: Room,
}

impl Scratch {
    pub fn new(unknowns: usize, points: usize, friction: f64) -> Self {
        let [velocity, next, place, right, start_force] = std::array::from_fn(|_| vec![0.0; unknowns]);
        let [free, offset, reaction] = std::array::from_fn(|_| vec![Vector3::zeros(); points]);
        let (normals, friction, erosion) = (vec![Vector3::x(); points], vec![friction; points], vec![0.0; points]);
        let (counter_rate, room) = (vec![0.0; points], Room::default());
        Self {
            velocity,
            next,
            place,
            right,
            start_force,
            normals,
            free,
            offset,
            reaction,
            friction,
            erosion,
            counter_rate,
            room,
        }
    }
}

impl ContactDynamics {
    pub(super) fn problem(&self) -> ConeProblem<'_> {
        let Scratch { free, normals, friction, erosion, .. } = &self.scratch;
        ConeProblem { compliance: &self.operators.compliance, free, normals, friction, erosion }
    }

    /// Makes one step; what it cannot find it leaves as it was.
    ///
    /// # Errors
    /// No reactions, velocities that do not settle, or a surface that is worn through.
    pub fn step(&mut self, state: &mut DynamicState, drive: &Drive) -> Result<(), DynamicsError> {
        let DynamicsSettings { theta, step: h, .. } = self.settings;
        self.prepare(state);
        self.offsets(state, drive);
        let push = self.body_free(state, drive);
        self.settle(state, drive, push)?;
        // Nothing can fail any more.
        let Self { solid, points, scratch, cone, .. } = self;
        for (k, &u) in solid.unknown_of().iter().enumerate() {
            if u == NO_UNKNOWN {
                continue;
            }
            let (q, v) = (&mut state.displacement[k / 3][k % 3], &mut state.velocity[k / 3][k % 3]);
            *q += h * (theta * scratch.next[u] + (1.0 - theta) * *v);
            *v = scratch.next[u];
        }
        let total: Vector3<f64> = scratch.reaction.iter().sum();
        let velocity = push - body_compliance(&self.body) * total * h;
        state.centre += (velocity * theta + state.centre_velocity * (1.0 - theta)) * h;
        state.centre_velocity = velocity;
        let mut power = 0.0;
        for i in 0..points.count() {
            let (n, r, u) = (scratch.normals[i], scratch.reaction[i], cone.velocities()[i]);
            let (push, slip) = (n.dot(&r), u - n * n.dot(&u));
            power += push * slip.norm();
            state.friction_heat -= h * r.dot(&slip);
            (state.reaction[i], state.sliding[i], state.pressing[i]) = (r, slip, push);
        }
        // The power at the end of the step before and of this one, weighted as the velocities are.
        let work = h * ((1.0 - theta) * state.power + theta * power);
        state.load_times_sliding += work;
        if self.law.is_constant() {
            state.law_volume += self.wear.map_or(0.0, |wear| wear.factor * work);
        }
        state.power = power;
        state.time += h;
        state.steps += 1;
        state.drive = *drive;
        self.work.steps += 1;
        let outcome = self.advance_wear(state);
        (state.work, state.worst_residual) = (self.work, self.worst_residual);
        outcome
    }

    /// Internal forces at the start of the step, for solids that are not linear.
    fn prepare(&mut self, state: &DynamicState) {
        let Self { solid, scratch, .. } = self;
        for (k, &u) in solid.unknown_of().iter().enumerate() {
            if u != NO_UNKNOWN {
                scratch.velocity[u] = state.velocity[k / 3][k % 3];
                scratch.place[u] = state.displacement[k / 3][k % 3];
            }
        }
    }

    /// Normals, and all of the relative velocity that does not come from the solid.
    fn offsets(&mut self, state: &DynamicState, drive: &Drive) {
        let DynamicsSettings { theta, step: h, .. } = self.settings;
        let implicit = self.wear.is_some_and(|wear| wear.coupling == Coupling::Implicit);
        for i in 0..self.points.count() {
            let Self { solid, points, body, .. } = &*self;
            let (mut gap, mut normal, mut velocity, mut arm) =
                (0.0, Vector3::zeros(), Vector3::zeros(), Vector3::zeros());
            for &(node, weight) in &points.weights[i] {
                let from = solid.mesh().nodes[node] + state.displacement[node] - state.centre;
                let (g, n) = body.shape.gap(from);
                gap += weight * g;
                normal += n * weight;
                arm += from * weight;
                velocity += state.velocity[node] * weight;
            }
            let n = normal.normalize();
            gap += state.known_depth[i] - state.mesh_depth[i];
            gap += self.counter_depth(&state.counter_depth, &drive.orientation, &arm);
            let old = velocity - state.centre_velocity - state.drive.spin.cross(&arm);
            // Only what is coupled within the step moves the gap within the step.
            let counter_rate = self.counter_rate(state, i);
            let wearing = if implicit { state.depth_rate[i] + counter_rate } else { 0.0 };
            let closing = (gap + h * (1.0 - theta) * (n.dot(&old) + wearing)) / (h * theta);
            let erosion = if implicit { self.erosion_at(i, state.pressing[i]) } else { 0.0 };
            let scratch = &mut self.scratch;
            scratch.normals[i] = n;
            scratch.offset[i] = n * closing - drive.spin.cross(&arm);
            scratch.erosion[i] = erosion;
            scratch.counter_rate[i] = counter_rate;
            scratch.reaction[i] = state.reaction[i];
        }
    }

    /// Velocity of the body without contact.
    fn body_free(&self, state: &DynamicState, drive: &Drive) -> Vector3<f64> {
        let DynamicsSettings { theta, step: h, .. } = self.settings;
        let force = drive.force * theta + state.drive.force * (1.0 - theta);
        state.centre_velocity + body_compliance(&self.body) * force * h
    }

    /// Finds velocities and reactions: once for a linear solid, until they settle for others.
    fn settle(&mut self, state: &DynamicState, drive: &Drive, push: Vector3<f64>) -> Result<(), DynamicsError> {
        let DynamicsSettings { theta, step: h, tolerance, iterations, .. } = self.settings;
        let factor = theta * drive.load + (1.0 - theta) * state.drive.load;
        let linear = self.solid.is_linear();
        if !linear {
            self.force_at(state, None)?;
            let Self { solid, assembly, scratch, .. } = self;
            solid.gather(&assembly.force, &mut scratch.start_force);
        }
        let displaced: f64 = state.displacement.iter().map(Vector3::norm_squared).sum();
        let least = displaced * (AT_REST / h).powi(2);
        self.scratch.next.copy_from_slice(&self.scratch.velocity);
        for iteration in 1..=iterations {
            if linear {
                // −h K (q + h θ v), in the unknowns.
                let Self { scratch, operators, .. } = self;
                let Scratch { velocity, place, right, .. } = scratch;
                place.iter_mut().zip(velocity.iter()).for_each(|(q, v)| *q += h * theta * v);
                operators.stiffness.multiply(place, right);
                right.iter_mut().for_each(|x| *x *= -h);
            } else {
                self.force_at(state, Some(iteration))?;
                let Self { solid, assembly, scratch, operators, .. } = self;
                let Scratch { velocity, next, place, right, start_force, .. } = scratch;
                place.iter_mut().zip(velocity.iter().zip(next.iter())).for_each(|(d, (v, x))| *d = v - x);
                operators.mass.multiply(place, right);
                solid.gather(&assembly.force, place);
                for ((r, f), f0) in right.iter_mut().zip(place.iter()).zip(start_force.iter()) {
                    *r -= h * (theta * f + (1.0 - theta) * f0);
                }
            }
            let Self { solid, scratch, operators, load, .. } = self;
            for (&u, p) in solid.unknown_of().iter().zip(load.iter()) {
                if u != NO_UNKNOWN {
                    scratch.right[u] += h * factor * p;
                }
            }
            operators.factor.solve_with(&mut scratch.right, &mut scratch.room);
            let before = if linear { &scratch.velocity } else { &scratch.next };
            scratch.right.iter_mut().zip(before).for_each(|(x, v)| *x += v);
            self.react(state, push)?;
            let Self { solid, points, scratch, operators, .. } = self;
            let Scratch { right, next, reaction, place, room, .. } = scratch;
            points.push(solid, reaction, place);
            operators.factor.solve_with(place, room);
            right.iter_mut().zip(place.iter()).for_each(|(v, d)| *v += h * d);
            if linear {
                next.copy_from_slice(right);
                return Ok(());
            }
            let (mut change, mut size, mut worst) = (0.0, least, (0.0, 0));
            for (u, (x, y)) in right.iter().zip(next.iter_mut()).enumerate() {
                let d: f64 = x - *y;
                change += d * d;
                size += x * x;
                if d.abs() > worst.0 {
                    worst = (d.abs(), u);
                }
                *y = *x;
            }
            let change = if change > 0.0 { (change / size).sqrt() } else { 0.0 };
            if change <= tolerance {
                return Ok(());
            }
            if iteration == iterations || !change.is_finite() {
                let node = self.solid.unknown_of().iter().position(|&u| u == worst.1).unwrap_or(0) / 3;
                let node = self.solid.mesh().node_number(node);
                return Err(DynamicsError::NotSettled { time: state.time, change, iterations, node });
            }
            if iteration % PATIENCE == 0 {
                self.renew(Some(state))?;
            }
        }
        Ok(())
    }

    /// Internal forces at the start of the step, or at its end with the velocities of an iteration.
    fn force_at(&mut self, state: &DynamicState, iteration: Option<usize>) -> Result<(), DynamicsError> {
        let DynamicsSettings { theta, step: h, .. } = self.settings;
        let Self { solid, trial, assembly, scratch, .. } = self;
        trial.displacement.copy_from_slice(&state.displacement);
        if iteration.is_some() {
            for (k, &u) in solid.unknown_of().iter().enumerate() {
                if u != NO_UNKNOWN {
                    trial.displacement[k / 3][k % 3] +=
                        h * (theta * scratch.next[u] + (1.0 - theta) * scratch.velocity[u]);
                }
            }
        }
        Ok(assembly.compute_forces(solid, trial)?)
    }

    /// Solves the contact problem for the free velocities in `right`.
    fn react(&mut self, state: &DynamicState, push: Vector3<f64>) -> Result<(), DynamicsError> {
        let Self { solid, points, scratch, .. } = self;
        let unknown = solid.unknown_of();
        for i in 0..points.count() {
            let mut velocity = scratch.offset[i] - push;
            for &(node, weight) in &points.weights[i] {
                for axis in 0..3 {
                    let u = unknown[3 * node + axis];
                    if u != NO_UNKNOWN {
                        velocity[axis] += weight * scratch.right[u];
                    }
                }
            }
            scratch.free[i] = velocity;
        }
        let mut settings = self.settings.cone;
        if !self.solid.is_linear() {
            // Iterations cannot settle to less than what the reactions stray by.
            settings.tolerance = settings.tolerance.min(0.1 * self.settings.tolerance);
        }
        // Of a wear factor that follows the pressure: until the factors are those of the reactions.
        let (rounds, settled) = Self::rounds();
        let (mut change, mut worst) = (0.0, 0);
        for _ in 0..if self.follows_pressure() { rounds } else { 1 } {
            self.solve_cone(state, &settings)?;
            (change, worst) = if self.follows_pressure() { self.renew_erosion() } else { (0.0, 0) };
            if change <= settled {
                return Ok(());
            }
        }
        let node = self.solid.mesh().node_number(self.points.nodes[worst]);
        Err(DynamicsError::NotSettled { time: state.time, change, iterations: rounds, node })
    }

    /// Wear factors at the pressures of the present reactions; their largest change as a share of them, and at which point.
    fn renew_erosion(&mut self) -> (f64, usize) {
        let (mut change, mut worst) = (0.0, 0);
        for i in 0..self.points.count() {
            if self.scratch.erosion[i] == 0.0 {
                continue;
            }
            let push = self.scratch.normals[i].dot(&self.scratch.reaction[i]).max(0.0);
            let (old, new) = (self.scratch.erosion[i], self.erosion_at(i, push));
            let off = (new / old - 1.0).abs();
            if push > 0.0 && off > change {
                (change, worst) = (off, i);
            }
            self.scratch.erosion[i] = new;
        }
        (change, worst)
    }

    /// Reactions for the free velocities and wear factors in the scratch.
    fn solve_cone(&mut self, state: &DynamicState, settings: &ConeSettings) -> Result<(), DynamicsError> {
        let mut reaction = std::mem::take(&mut self.scratch.reaction);
        let mut cone = std::mem::take(&mut self.cone);
        let outcome = cone.solve(&self.problem(), settings, &mut reaction);
        (self.scratch.reaction, self.cone) = (reaction, cone);
        let work = outcome.map_err(|cause| {
            let contact = if let ConeError::NotConverged { contact, .. } = cause { contact } else { 0 };
            let node = self.solid.mesh().node_number(self.points.nodes[contact]);
            DynamicsError::NoReactions { time: state.time, node, cause }
        })?;
        self.work.contact_problems += 1;
        self.work.sweeps += work.sweeps as u64;
        self.work.systems += work.systems as u64;
        self.worst_residual = self.worst_residual.max(work.residual);
        Ok(())
    }
}
