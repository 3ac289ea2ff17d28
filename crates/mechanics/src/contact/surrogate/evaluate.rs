//! What a surrogate says.

use std::sync::Arc;

use nalgebra::{Isometry3, Matrix6, SMatrix, Vector3, Vector6};
use numerics::regression::Regressor;

use super::coordinates::angle_slopes;
use super::{ElasticContact, Loads, Surrogate, SurrogateError, compute_coordinates};

/// What an evaluation works with.
#[derive(Debug, Clone)]
pub struct SurrogateScratch {
    inputs: Vec<f64>,
    /// ∂h by the inputs.
    height_slopes: Vec<f64>,
    /// ∂w by the inputs.
    slopes: Vec<f64>,
    buffer: Vec<f64>,
}

impl Surrogate {
    /// Storage for evaluations.
    pub fn scratch(&self) -> SurrogateScratch {
        let record = &self.record;
        let dimension = record.wrench.dimension();
        let lengths = [
            record.height.scratch_length(),
            record.wrench.scratch_length(),
            record.patch.scratch_length(),
            record.centre.scratch_length(),
        ];
        SurrogateScratch {
            inputs: vec![0.0; dimension],
            height_slopes: vec![0.0; dimension - 1],
            slopes: vec![0.0; 6 * dimension],
            buffer: vec![0.0; lengths.into_iter().max().unwrap_or(0)],
        }
    }

    /// The varied coordinates as inputs; false outside of their ranges.
    fn set_inputs(&self, coordinates: &[f64; 6], scratch: &mut SurrogateScratch) -> bool {
        let record = &self.record;
        let mut inside = true;
        for (input, axis) in scratch.inputs.iter_mut().zip(record.domain.varied()) {
            let (middle, half) = record.domain.range(axis);
            *input = coordinates[axis];
            inside &= (coordinates[axis] - middle).abs() <= half;
        }
        inside
    }

    /// Sets the last input, ζ; false outside of the layer of the samples.
    fn set_layer(&self, coordinates: &[f64; 6], height: f64, scratch: &mut SurrogateScratch) -> bool {
        let zeta = coordinates[self.record.domain.sensitive] - height;
        *scratch.inputs.last_mut().expect("an input") = zeta;
        (self.record.layer[0]..=self.record.layer[1]).contains(&zeta)
    }

    /// The height of the reference load: a function of all inputs but the last.
    fn height(&self, scratch: &mut SurrogateScratch) -> f64 {
        let (varied, mut height) = (scratch.inputs.len() - 1, [0.0]);
        self.record.height.evaluate(&scratch.inputs[..varied], &mut height, &mut scratch.buffer);
        height[0]
    }

    /// Whether the root of a force is that of a load of the domain.
    fn carries(&self, root: f64) -> bool {
        let [least, greatest] = self.record.domain.loads;
        (least..=greatest).contains(&(root * root))
    }

    /// The wrench on the follower (force, moment about its origin, in the frame of the base); none outside of the domain.
    pub fn evaluate(&self, pose: &Isometry3<f64>, scratch: &mut SurrogateScratch) -> Option<Vector6<f64>> {
        let coordinates = compute_coordinates(pose);
        if !self.set_inputs(&coordinates, scratch) {
            return None;
        }
        let height = self.height(scratch);
        if !self.set_layer(&coordinates, height, scratch) {
            return None;
        }
        let mut w = Vector6::zeros();
        self.record.wrench.evaluate(&scratch.inputs, w.as_mut_slice(), &mut scratch.buffer);
        let root = w.fixed_rows::<3>(0).norm();
        self.carries(root).then(|| root * w)
    }

    /// The same with its derivatives by increments of the pose (translation, then rotation vector, in the frame of the base).
    pub fn evaluate_with_slopes(
        &self,
        pose: &Isometry3<f64>,
        scratch: &mut SurrogateScratch,
    ) -> Option<(Vector6<f64>, Matrix6<f64>)> {
        let coordinates = &compute_coordinates(pose);
        if !self.set_inputs(coordinates, scratch) {
            return None;
        }
        let (varied, mut height) = (scratch.inputs.len() - 1, [0.0]);
        let SurrogateScratch { inputs, height_slopes, buffer, .. } = scratch;
        self.record.height.evaluate_with_slopes(&inputs[..varied], &mut height, height_slopes, buffer);
        if !self.set_layer(coordinates, height[0], scratch) {
            return None;
        }
        let SurrogateScratch { inputs, slopes, buffer, .. } = scratch;
        let mut w = Vector6::zeros();
        self.record.wrench.evaluate_with_slopes(inputs, w.as_mut_slice(), slopes, buffer);
        // W = |u| w, w = (u, m): dW = |u| dw + w (u·du)/|u|, with ζ = y − h(q).
        let root = w.fixed_rows::<3>(0).norm();
        let by_coordinate: Matrix6<f64> = self.by_coordinate(scratch);
        let along: SMatrix<f64, 1, 6> = w.fixed_rows::<3>(0).transpose() * by_coordinate.fixed_rows::<3>(0) / root;
        let by_pose = root * by_coordinate + w * along;
        self.carries(root).then(|| (root * w, by_increments(by_pose, coordinates)))
    }

    /// From derivatives by the inputs to those by the coordinates.
    fn by_coordinate<const M: usize>(&self, scratch: &SurrogateScratch) -> SMatrix<f64, M, 6> {
        let (domain, dimension) = (&self.record.domain, scratch.inputs.len());
        let mut by_coordinate = SMatrix::zeros();
        for (output, slopes) in scratch.slopes.chunks_exact(dimension).take(M).enumerate() {
            let by_layer = slopes[dimension - 1];
            by_coordinate[(output, domain.sensitive)] = by_layer;
            for (input, axis) in domain.varied().enumerate() {
                by_coordinate[(output, axis)] = slopes[input] - by_layer * scratch.height_slopes[input];
            }
        }
        by_coordinate
    }

    /// Wrench, peak pressure, area and centre of pressure; none outside of the domain.
    pub fn evaluate_loads(&self, pose: &Isometry3<f64>, scratch: &mut SurrogateScratch) -> Option<Loads> {
        self.evaluate(pose, scratch)?;
        let loads = self.evaluate_anywhere(&compute_coordinates(pose), scratch);
        // Where the fit of the patch says less than nothing, the contact itself is asked.
        let (pressure, area, depth) = (loads.peak_pressure, loads.area, loads.deepest);
        (pressure >= 0.0 && area >= 0.0 && depth >= 0.0).then_some(loads)
    }

    /// What the fits say, whether that is inside of the domain or not.
    pub(super) fn evaluate_anywhere(&self, coordinates: &[f64; 6], scratch: &mut SurrogateScratch) -> Loads {
        self.set_inputs(coordinates, scratch);
        let height = self.height(scratch);
        self.set_layer(coordinates, height, scratch);
        let (mut w, mut patch, mut centre) = (Vector6::zeros(), [0.0; 3], Vector3::zeros());
        self.record.wrench.evaluate(&scratch.inputs, w.as_mut_slice(), &mut scratch.buffer);
        self.record.patch.evaluate(&scratch.inputs, &mut patch, &mut scratch.buffer);
        self.record.centre.evaluate(&scratch.inputs, centre.as_mut_slice(), &mut scratch.buffer);
        let root = w.fixed_rows::<3>(0).norm();
        let [peak_pressure, area, deepest] = patch.map(|over_root| root * over_root);
        Loads { wrench: root * w, peak_pressure, area, centre, deepest, share_at_edge: 0.0 }
    }
}

/// From derivatives by the coordinates to those by increments of the pose.
fn by_increments<const M: usize>(mut by: SMatrix<f64, M, 6>, coordinates: &[f64; 6]) -> SMatrix<f64, M, 6> {
    let by_angles = by.fixed_columns::<3>(3) * angle_slopes(coordinates[4], coordinates[5]);
    by.fixed_columns_mut::<3>(3).copy_from(&by_angles);
    by
}

/// A contact that asks its surrogate first, and itself only outside of the surrogate's domain.
#[derive(Debug, Clone)]
pub struct Substitute<C: ElasticContact> {
    surrogate: Arc<Surrogate>,
    contact: Arc<C>,
}

/// What its evaluations work with, and how many there were.
#[derive(Debug, Clone)]
pub struct SubstituteScratch<S> {
    surrogate: SurrogateScratch,
    contact: S,
    /// Evaluations so far.
    pub evaluations: u64,
    /// Those among them that were outside of the domain, where the contact itself was asked.
    pub fallbacks: u64,
}

impl<C: ElasticContact> Substitute<C> {
    /// Puts a surrogate before the contact it was fitted to.
    ///
    /// # Errors
    /// When it was fitted to another contact.
    pub fn new(surrogate: Arc<Surrogate>, contact: Arc<C>) -> Result<Self, SurrogateError> {
        let (found, expected) = (surrogate.record.provenance.contact.clone(), contact.fingerprint());
        if found == expected {
            return Ok(Self { surrogate, contact });
        }
        Err(SurrogateError::OtherContact { found, expected })
    }

    /// Storage for evaluations.
    pub fn scratch(&self) -> SubstituteScratch<C::Scratch> {
        let (surrogate, contact) = (self.surrogate.scratch(), self.contact.scratch());
        SubstituteScratch { surrogate, contact, evaluations: 0, fallbacks: 0 }
    }

    /// The wrench on the follower.
    pub fn evaluate(&self, pose: &Isometry3<f64>, scratch: &mut SubstituteScratch<C::Scratch>) -> Vector6<f64> {
        scratch.evaluations += 1;
        if let Some(wrench) = self.surrogate.evaluate(pose, &mut scratch.surrogate) {
            return wrench;
        }
        scratch.fallbacks += 1;
        self.contact.evaluate(pose, &mut scratch.contact).wrench
    }

    /// The wrench on the follower and its derivatives by increments of the pose.
    pub fn evaluate_with_slopes(
        &self,
        pose: &Isometry3<f64>,
        scratch: &mut SubstituteScratch<C::Scratch>,
    ) -> (Vector6<f64>, Matrix6<f64>) {
        scratch.evaluations += 1;
        if let Some(found) = self.surrogate.evaluate_with_slopes(pose, &mut scratch.surrogate) {
            return found;
        }
        scratch.fallbacks += 1;
        let (loads, slopes) = self.contact.evaluate_with_slopes(pose, &mut scratch.contact);
        (loads.wrench, slopes)
    }
}
