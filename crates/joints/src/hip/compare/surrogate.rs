//! Surrogates of the springs up to the rim, fitted on the spot: the fit is their set-up.

use mechanics::contact::SphericalJoint;
use mechanics::contact::surrogate::{
    Domain, HipContact, Kind, Range, Substitute, Surrogate, SurrogateScratch, SurrogateSettings,
};
use nalgebra::{Isometry3, Matrix3, Vector3};
use numerics::root::{NewtonLimits, solve_newton_system};
use std::sync::Arc;

use super::super::contact::JointContact;
use super::{Answer, Contact, ElasticFoundation, Place, Press, StaticHip, sunk};

/// Loads for which it is fitted, as shares of the load.
const LOADS: [f64; 2] = [0.25, 2.0];
/// Eccentricity across the load for which it is fitted, as a share of that along it.
const ACROSS: f64 = 0.3;
/// Three coordinates are few: these samples give the force to some parts in ten thousand.
const SETTINGS: SurrogateSettings =
    SurrogateSettings { kind: Kind::ResponseSurface, initial: 200, refinement: 40, held_out: 50, order: 6, seed: 1 };

/// A fitted hip; the load is along y.
pub(super) struct Fitted {
    surrogate: Arc<Surrogate>,
    scratch: SurrogateScratch,
    /// Where the surrogate says nothing, the contact itself does.
    substitute: Substitute<HipContact>,
    load: f64,
    clearance: f64,
    guess: f64,
}

impl Fitted {
    pub(super) fn new(subject: &StaticHip, kind: Kind) -> Result<Self, String> {
        let hip = subject.with_contact(Contact::ElasticFoundation(ElasticFoundation::default()))?;
        let JointContact::Foundation(joint) = &hip.contact else { return Err("it is a foundation".into()) };
        let sphere = *joint.sphere();
        let pole = Vector3::new(subject.tilt.sin(), subject.tilt.cos(), 0.0);
        let contact = Arc::new(HipContact(SphericalJoint::new(sphere, pole, hip.rim_angle)));
        let (load, clearance) = (subject.load, hip.clearance());
        let words = |error: &dyn std::fmt::Display| error.to_string();
        let guess = sphere.solve_indentation(load).map_err(|error| words(&error))?;
        let along = clearance + guess;
        let across = Range::Varied { middle: 0.0, half: ACROSS * along };
        let sensitive = Range::Varied { middle: along, half: along };
        let still = Range::Indifferent;
        let domain = Domain {
            ranges: [across, sensitive, across, still, still, still],
            sensitive: 1,
            loads: LOADS.map(|share| share * load),
        };
        let fitted = Surrogate::fit(&*contact, &domain, &SurrogateSettings { kind, ..SETTINGS });
        let surrogate = Arc::new(fitted.map_err(|error| words(&error))?);
        let substitute = Substitute::new(surrogate.clone(), contact).map_err(|error| words(&error))?;
        Ok(Self { scratch: surrogate.scratch(), surrogate, substitute, load, clearance, guess })
    }
}

fn pose(place: &Vector3<f64>) -> Isometry3<f64> {
    Isometry3::translation(place.x, place.y, place.z)
}

impl Press for Fitted {
    fn press(&mut self, _: usize) -> Result<Answer, String> {
        let Self { surrogate, scratch, load, clearance, guess, .. } = self;
        let load = *load;
        let start = Vector3::y() * (*clearance + *guess);
        let scratch = std::cell::RefCell::new(scratch);
        let at = |place: &Vector3<f64>| surrogate.evaluate_with_slopes(&pose(place), &mut scratch.borrow_mut());
        let nothing = Vector3::repeat(f64::NAN);
        let residual = |place: &Vector3<f64>| {
            at(place).map_or(nothing, |(wrench, _)| Vector3::y() + wrench.fixed_rows::<3>(0) / load)
        };
        let slope = |place: &Vector3<f64>| {
            at(place).map_or(Matrix3::identity(), |(_, slopes)| slopes.fixed_view::<3, 3>(0, 0) / load)
        };
        let limits = NewtonLimits { residual: 1e-9, iterations: 40 };
        let found = solve_newton_system(residual, slope, start, limits);
        let place = found.map_err(|error| format!("outside of its domain: {error}"))?.solution;
        let loads = surrogate.evaluate_loads(&pose(&place), &mut scratch.borrow_mut());
        let loads = loads.ok_or("the place of rest is outside of its domain")?;
        let indentation = place.norm() - *clearance;
        Ok(Answer { peak_pressure: loads.peak_pressure, area: loads.area, indentation, place: sunk(indentation) })
    }

    fn force_at(&mut self, _: usize, place: &Place) -> Result<f64, String> {
        let at = pose(&(Vector3::y() * (self.clearance + place[0])));
        let wrench = self.substitute.evaluate(&at, &mut self.substitute.scratch());
        Ok(wrench.fixed_rows::<3>(0).norm())
    }
}
