//! A surrogate together with the hip that it stands in for: what it says, and where it says nothing.

use mechanics::contact::surrogate::{ElasticContact, HipContact, Surrogate, SurrogateScratch};
use mechanics::contact::{Patch, Reaction, SphericalJoint};
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};

use super::HipSurrogate;
use crate::Problem;

/// How far the patch may reach beyond the rim, as a share of its half-angle: that is 2 % of its area, beyond which no pose
/// is sampled.
pub(super) const OVERHANG: f64 = 0.1;

/// A surrogate together with the hip that it stands in for.
#[derive(Debug)]
pub(in crate::hip) struct BoundSurrogate {
    file: HipSurrogate,
    joint: SphericalJoint,
    /// From pelvis axes to those of the fit.
    turn: Rotation3<f64>,
    /// Tangent of the widest angle from the y axis of the fit.
    slant: f64,
}

/// The turn that brings a direction to the y axis.
pub(super) fn turn_to_y(along: &Vector3<f64>) -> Rotation3<f64> {
    let half_turn = || Rotation3::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI);
    Rotation3::rotation_between(along, &Vector3::y()).unwrap_or_else(half_turn)
}

/// Whether a contact touches, and hardly reaches beyond the rim.
pub(super) fn is_sampled(joint: &SphericalJoint, eccentricity: &Vector3<f64>) -> bool {
    let indentation = eccentricity.norm() - joint.sphere().clearance();
    indentation > 0.0 && joint.overhang(eccentricity) <= OVERHANG * joint.sphere().patch_angle(indentation)
}

impl BoundSurrogate {
    pub(super) fn new(file: HipSurrogate, joint: &SphericalJoint) -> Result<Self, Problem> {
        let (found, expected) = (&file.provenance().contact, HipContact(joint.clone()).fingerprint());
        if *found != expected {
            let message = format!("the surrogate was fitted to another contact: {found}, not {expected}");
            let hint = "fit it again; head, clearance, liner, layers or the way the cup sits have changed";
            return Err(Problem::new("surrogate.path", message, hint));
        }
        let turn = turn_to_y(&Vector3::from(file.0.along));
        let slant = file.0.widest.tan();
        Ok(Self { joint: joint.clone(), turn, slant, file })
    }

    /// The surrogate as it is stored.
    pub fn file(&self) -> &HipSurrogate {
        &self.file
    }

    fn surrogate(&self) -> &Surrogate {
        &self.file.0.surrogate
    }

    /// Storage for evaluations.
    pub fn scratch(&self) -> SurrogateScratch {
        self.surrogate().scratch()
    }

    /// The pose in the axes of the fit; none apart, beyond the rim, and in directions that the motion of the fit did not have.
    fn place(&self, eccentricity: &Vector3<f64>) -> Option<Isometry3<f64>> {
        if !is_sampled(&self.joint, eccentricity) {
            return None;
        }
        let at = self.turn * eccentricity;
        let inside = at.x.hypot(at.z) <= self.slant * at.y;
        inside.then(|| Isometry3::from_parts(Translation3::from(at), UnitQuaternion::identity()))
    }

    /// Elastic force on the head.
    pub fn force(&self, eccentricity: &Vector3<f64>, scratch: &mut SurrogateScratch) -> Option<Vector3<f64>> {
        let wrench = self.surrogate().evaluate(&self.place(eccentricity)?, scratch)?;
        Some(self.turn.inverse() * wrench.fixed_rows::<3>(0))
    }

    /// Elastic force on the head and its derivative.
    pub fn reaction(&self, eccentricity: &Vector3<f64>, scratch: &mut SurrogateScratch) -> Option<Reaction> {
        let (wrench, slopes) = self.surrogate().evaluate_with_slopes(&self.place(eccentricity)?, scratch)?;
        let turn = self.turn.matrix();
        let force = turn.transpose() * wrench.fixed_rows::<3>(0);
        let tangent = turn.transpose() * slopes.fixed_view::<3, 3>(0, 0) * turn;
        Some(Reaction { force, tangent })
    }

    /// The patch: peak pressure, area and indentation are the surrogate's. Angle and radius are those of two spheres at that
    /// indentation, and what is lost beyond the rim is what its area is short of theirs.
    pub fn patch(&self, eccentricity: &Vector3<f64>, scratch: &mut SurrogateScratch) -> Option<Patch> {
        let loads = self.surrogate().evaluate_loads(&self.place(eccentricity)?, scratch)?;
        let (sphere, indentation, area) = (self.joint.sphere(), loads.deepest, loads.area);
        // Inside of the rim what is lost is zero, and not the error of the fit.
        let crosses = self.joint.overhang(eccentricity) > 0.0;
        let lost = if crosses { (1.0 - area / sphere.patch_area(indentation)).clamp(0.0, 1.0) } else { 0.0 };
        let (angle, radius) = (sphere.patch_angle(indentation), sphere.patch_radius(indentation));
        Some(Patch { indentation, angle, radius, area, lost, peak_pressure: loads.peak_pressure })
    }
}
