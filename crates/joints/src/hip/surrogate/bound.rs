//! A surrogate together with the hip that it stands in for: what it says, and where it says nothing.

use mechanics::contact::surrogate::{ElasticContact, HipContact, Surrogate, SurrogateScratch};
use mechanics::contact::{Lip, Patch, Reaction, SphericalJoint};
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};

use super::{HipSurrogate, Span};
use crate::Problem;

/// A surrogate together with the hip that it stands in for.
#[derive(Debug)]
pub(in crate::hip) struct BoundSurrogate {
    file: HipSurrogate,
    /// In the axes of the fit.
    joint: SphericalJoint,
    /// From pelvis axes to those of the fit.
    turn: Rotation3<f64>,
}

/// The same joint in other axes.
pub(super) fn turned(joint: &SphericalJoint, turn: &Rotation3<f64>) -> SphericalJoint {
    let turned = SphericalJoint::new(*joint.sphere(), turn * joint.pole(), joint.rim_angle());
    match joint.lip() {
        Some(lip) => turned.with_lip(&Lip { middle: turn * lip.middle, ..lip }),
        None => turned,
    }
}

/// The turn that brings a direction to the y axis.
pub(super) fn turn_to_y(along: &Vector3<f64>) -> Rotation3<f64> {
    let half_turn = || Rotation3::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI);
    Rotation3::rotation_between(along, &Vector3::y()).unwrap_or_else(half_turn)
}

impl Span {
    /// Whether head and cup touch at an eccentricity in the axes of the fit, in a direction of the motion and no farther beyond
    /// the rim than in it. The joint is in the same axes.
    pub(super) fn covers(&self, joint: &SphericalJoint, at: &Vector3<f64>) -> bool {
        at.norm() > joint.sphere().clearance()
            && at.x.hypot(at.z).atan2(at.y) <= self.widest
            && joint.overhang(at) <= self.overhang
    }
}

impl BoundSurrogate {
    pub(super) fn new(file: HipSurrogate, joint: &SphericalJoint) -> Result<Self, Problem> {
        let (found, expected) = (&file.provenance().contact, HipContact(joint.clone()).fingerprint());
        if *found != expected {
            let message = format!("the surrogate was fitted to another contact: {found}, not {expected}");
            let hint = "fit it again; head, clearance, liner, layers or the way the cup sits have changed";
            return Err(Problem::new("surrogate.path", message, hint));
        }
        let turn = turn_to_y(&Vector3::from(file.0.span.along));
        Ok(Self { joint: turned(joint, &turn), turn, file })
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

    /// The pose in the axes of the fit; none where [`Span::covers`] says no.
    fn place(&self, eccentricity: &Vector3<f64>) -> Option<Isometry3<f64>> {
        let at = self.turn * eccentricity;
        let known = self.file.0.span.covers(&self.joint, &at);
        known.then(|| Isometry3::from_parts(Translation3::from(at), UnitQuaternion::identity()))
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
        let crosses = self.joint.overhang(&(self.turn * eccentricity)) > 0.0;
        let lost = if crosses { (1.0 - area / sphere.patch_area(indentation)).clamp(0.0, 1.0) } else { 0.0 };
        let (angle, radius) = (sphere.patch_angle(indentation), sphere.patch_radius(indentation));
        Some(Patch { indentation, angle, radius, area, lost, peak_pressure: loads.peak_pressure })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;
    use crate::hip::parameters::{Contact, ElasticFoundation, Experiment, Parameters, QuasiStatic};
    use crate::hip::{Hip, LoadCycle, shipped};

    fn bound() -> BoundSurrogate {
        let experiment = Experiment::QuasiStatic(QuasiStatic::default());
        let samples = shipped::find("walking").expect("it is shipped").samples(836.0, None);
        let cycle = LoadCycle::new(&samples).expect("a cycle");
        let hip = Hip::new(
            Parameters {
                experiment,
                contact: Contact::ElasticFoundation(ElasticFoundation::default()),
                ..Parameters::default()
            },
            cycle,
        )
        .expect("a hip");
        let (surrogate, _) = hip.fit_surrogate(&HipSurrogate::SETTINGS, "a test", &Unwatched).expect("a fit");
        let hip = hip.with_surrogate(surrogate).expect("the same hip");
        std::sync::Arc::into_inner(hip.surrogate.expect("a surrogate")).expect("the only one")
    }

    #[test]
    fn derivatives_are_those_of_the_force_and_near_those_of_the_closed_form() {
        let bound = bound();
        let mut scratch = bound.scratch();
        let contact = turned(&bound.joint, &bound.turn.inverse());
        for (x, z, depth) in [(0.0, 0.0, 40e-6), (0.3, -0.1, 20e-6), (-0.4, 0.1, 50e-6)] {
            let towards = Vector3::new(x, 1.0, z).normalize();
            let e = bound.turn.inverse() * towards * (contact.sphere().clearance() + depth);
            let found = bound.reaction(&e, &mut scratch).expect("inside");
            let force = bound.force(&e, &mut scratch).expect("inside");
            assert!((force - found.force).norm() < 1e-9 * force.norm());
            let truth = contact.reaction(&e);
            assert!((truth.force - force).norm() < 0.01 * force.norm(), "{truth:?} {force}");
            assert!((truth.tangent - found.tangent).norm() < 0.03 * truth.tangent.norm(), "{truth:?} {found:?}");
            for axis in 0..3 {
                let step = Vector3::ith(axis, 1e-9);
                let mut at = |e: Vector3<f64>| bound.force(&e, &mut scratch).expect("inside");
                let slope = (at(e + step) - at(e - step)) / 2e-9;
                assert!((slope - found.tangent.column(axis)).norm() < 1e-5 * found.tangent.norm());
            }
        }
    }

    #[test]
    fn nothing_is_said_apart_beside_the_motion_beyond_the_rim_and_beyond_the_loads() {
        let bound = bound();
        let mut scratch = bound.scratch();
        let clearance = bound.joint.sphere().clearance();
        let back = bound.turn.inverse();
        let [least, greatest] = bound.file.domain().loads;
        let depth = |load: f64| bound.joint.sphere().solve_indentation(load).expect("a load it carries");
        let mut known = |towards: Vector3<f64>, depth: f64| {
            bound.force(&(back * towards.normalize() * (clearance + depth)), &mut scratch).is_some()
        };
        let middle = Vector3::y();
        assert!(known(middle, depth(1.05 * least)) && known(middle, depth(0.95 * greatest)));
        assert!(!known(middle, -1e-6) && !known(middle, depth(0.9 * least)) && !known(middle, depth(1.1 * greatest)));
        let beside = bound.file.widest_angle() + 0.01;
        assert!(!known(Vector3::new(beside.sin(), beside.cos(), 0.0), depth(1000.0)));
        // From the pole towards the middle and on: over the rim.
        let across = (middle - bound.joint.pole() * bound.joint.pole().y).normalize();
        assert!(!known(across, depth(1000.0)));
    }
}
