//! What a body is run for: its outcome, and the loads of its joints.

use results::Outcome;

use super::model::Body;
use super::{BodyError, loads, outcome};
use crate::Watch;
use crate::hip::CycleSamples;
use crate::replacement::LoadSamples;

impl Body {
    /// Runs it.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, BodyError> {
        let cycles = self.solve(watch)?;
        let outcome = outcome::assemble(self, &cycles);
        // Functions of a model can send its parts anywhere.
        let lost = outcome.headline.iter().find(|scalar| !scalar.value.is_finite());
        lost.map_or(Ok(()), |scalar| Err(BodyError::NoNumber { name: scalar.name.clone() }))?;
        Ok(outcome)
    }

    /// The load of the hip as a cycle, averaged over the steps.
    ///
    /// # Errors
    /// As [`run`](Self::run); none where the model has no hip, or the motion is no cycle.
    pub fn compute_hip_cycle(&self, watch: &dyn Watch) -> Result<Option<CycleSamples>, BodyError> {
        if self.joints.hip.is_none() || !self.is_cycle {
            return Ok(None);
        }
        let cycles = self.solve(watch)?;
        Ok(loads::hip_cycle(self, &cycles))
    }

    /// The load of the knee as a cycle, averaged over the steps.
    ///
    /// # Errors
    /// As [`run`](Self::run); none where the model has no knee, or the motion is no cycle.
    pub fn compute_knee_cycle(&self, watch: &dyn Watch) -> Result<Option<LoadSamples>, BodyError> {
        if self.joints.knee.is_none() || !self.is_cycle {
            return Ok(None);
        }
        let cycles = self.solve(watch)?;
        Ok(loads::knee_cycle(self, &cycles))
    }
}
