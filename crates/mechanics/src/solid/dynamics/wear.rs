//! Worn depth: what the law takes, when the gap learns of it, when the mesh makes room, and when nothing is left.

use super::error::DynamicsError;
use super::motion::MeshMotion;
use super::settings::{Coupling, DynamicsSettings};
use super::simulation::ContactDynamics;
use super::state::DynamicState;
use nalgebra::Vector3;

/// Share of the thickness at which a surface counts as worn through: the mesh keeps a little.
const THROUGH: f64 = 0.95;

impl ContactDynamics {
    /// Depth after a step whose reactions and sliding are in the state.
    ///
    /// ẇ = K/A · r_N |u_T|, taken with the weights of the θ-method: the same numbers as in the gap.
    pub(super) fn advance_wear(&mut self, state: &mut DynamicState) -> Result<(), DynamicsError> {
        let Some(wear) = self.wear else { return Ok(()) };
        let DynamicsSettings { theta, step: h, .. } = *self.settings();
        let renew = match wear.coupling {
            Coupling::Implicit => true,
            Coupling::Explicit(every) => state.steps.is_multiple_of(every as u64),
        };
        self.advance_counter(state);
        let mut deepest = (0.0, 0);
        for i in 0..state.depth.len() {
            let area = self.points.area[i];
            let push = state.pressing[i];
            let factor = if self.law.is_constant() { wear.factor } else { self.factor_at(i, push / area) };
            let rate = factor / area * push * state.sliding[i].norm();
            let worn = h * ((1.0 - theta) * state.depth_rate[i] + theta * rate);
            if !self.law.is_constant() {
                state.law_volume += worn * area;
            }
            state.depth[i] += worn;
            state.depth_rate[i] = rate;
            if renew {
                state.known_depth[i] = state.depth[i];
            }
            if state.depth[i] > deepest.0 {
                deepest = (state.depth[i], i);
            }
        }
        let (depth, point) = deepest;
        if depth > THROUGH * wear.thickness {
            let node = self.solid.mesh().node_number(self.points.nodes[point]);
            return Err(DynamicsError::WornThrough { time: state.time, depth, thickness: wear.thickness, node });
        }
        if renew && wear.renewal.is_finite() {
            self.make_room(state, wear.renewal)?;
        }
        Ok(())
    }

    /// What the body itself loses in the step, where it lies against the points now.
    fn advance_counter(&self, state: &mut DynamicState) {
        let factor = self.counter_factor();
        if factor == 0.0 {
            return;
        }
        let DynamicsSettings { theta, step: h, .. } = self.settings;
        let mut depth = std::mem::take(&mut state.counter_depth);
        let mesh = self.solid.mesh();
        for i in 0..self.points.count() {
            let before = self.scratch.counter_rate[i] * self.points.area[i];
            let now = factor * state.pressing[i] * state.sliding[i].norm();
            if before > 0.0 || now > 0.0 {
                let node = self.points.nodes[i];
                let arm = mesh.nodes[node] + state.displacement[node] - state.centre;
                let volume = h * ((1.0 - theta) * before + theta * now);
                self.wear_counter(&mut depth, &state.drive.orientation, &arm, volume);
            }
        }
        state.counter_depth = depth;
    }

    /// Pressure at each contact point, in Pa.
    pub fn pressures<'a>(&'a self, state: &'a DynamicState) -> impl Iterator<Item = f64> + 'a {
        state.pressing.iter().zip(&self.points.area).map(|(push, area)| push / area)
    }

    /// Moves the mesh when the surface has worn by a share of its first layer since the last time.
    fn make_room(&mut self, state: &mut DynamicState, share: f64) -> Result<(), DynamicsError> {
        let Some(motion) = self.motion.take() else { return Ok(()) };
        let due = (0..state.depth.len()).any(|i| state.known_depth[i] - state.mesh_depth[i] > share * motion.layer[i]);
        let outcome = if due { self.move_mesh(state, &motion) } else { Ok(()) };
        self.motion = Some(motion);
        outcome
    }

    fn move_mesh(&mut self, state: &mut DynamicState, motion: &MeshMotion) -> Result<(), DynamicsError> {
        let old = self.solid.mesh().nodes.clone();
        state.mesh_depth.copy_from_slice(&state.known_depth);
        self.place_mesh(&state.mesh_depth, motion)?;
        motion.carry(&self.solid, &old, state);
        self.work.mesh_motions += 1;
        Ok(())
    }

    /// Puts the nodes where a worn depth wants them; a function of the first mesh and the depth alone.
    fn place_mesh(&mut self, depth: &[f64], motion: &MeshMotion) -> Result<(), DynamicsError> {
        self.solid = self.solid.with_nodes(motion.places(depth))?;
        let vectors = self.points.compute_area_vectors(self.solid.mesh(), |n| self.solid.mesh().nodes[n]);
        for ((area, vector), inward) in self.points.area.iter_mut().zip(&vectors).zip(&motion.inward) {
            *area = -vector.dot(inward);
        }
        self.renew(None)
    }

    /// Takes up a motion where another run left it: the mesh follows from the state.
    pub fn resume(&mut self, state: &DynamicState) -> Result<(), DynamicsError> {
        if state.mesh_depth.iter().any(|d| *d != 0.0) {
            let motion = match self.motion.take() {
                Some(motion) => motion,
                None => MeshMotion::new(&self.solid, &self.points)?,
            };
            let outcome = self.place_mesh(&state.mesh_depth, &motion);
            self.motion = Some(motion);
            outcome?;
        }
        (self.work, self.worst_residual) = (state.work, state.worst_residual);
        Ok(())
    }

    /// Worn volume measured on the surface, in m³: between the corners of the first surface and where wear has put them.
    pub fn compute_worn_volume(&self, state: &DynamicState) -> f64 {
        let (mesh, inward) = match &self.motion {
            Some(motion) => (motion.mesh(), &motion.inward),
            None => (self.solid.mesh(), &self.points.inward),
        };
        let ways: Vec<Vector3<f64>> = inward.iter().zip(&state.depth).map(|(n, d)| n * *d).collect();
        self.points.compute_swept_volume(mesh, &ways)
    }
}
