//! Models with a formula.

use mechanics::contact::{ConformalSphere, NormalLaw};
use nalgebra::Vector3;
use quantity::{Angle, Force};

use super::super::contact::JointContact;
use super::super::equilibrium::solve_static;
use super::super::parameters::{Contact, Static};
use super::super::running::Running;
use super::{Answer, Hip, Place, Press, StaticHip, in_words, sunk};

/// The hip as a study runs it, with the rim where the law knows it.
pub(super) struct Whole {
    hip: Hip,
    load: f64,
    tilt: f64,
}

impl Whole {
    pub(super) fn new(subject: &StaticHip, contact: Contact) -> Result<Self, String> {
        Ok(Self { hip: subject.with_contact(contact)?, load: subject.load, tilt: subject.tilt })
    }
}

impl Press for Whole {
    fn press(&mut self, _: usize) -> Result<Answer, String> {
        let case = Static { load: Force::from_si(self.load), load_tilt: Angle::from_si(self.tilt) };
        let history = solve_static(&Running::new(&self.hip), &case).map_err(|error| in_words(&error))?;
        let patch = history.peak_push.patch;
        let (peak_pressure, area, indentation) = (patch.peak_pressure, patch.area, patch.indentation);
        Ok(Answer { peak_pressure, area, indentation, place: sunk(indentation) })
    }

    fn force_at(&mut self, _: usize, place: &Place) -> Result<f64, String> {
        let towards = Vector3::y() - self.hip.pole * self.hip.pole.y;
        let side = towards.try_normalize(1e-9).unwrap_or_else(Vector3::x);
        let direction = self.hip.pole * self.tilt.cos() + side * self.tilt.sin();
        Ok(self.hip.contact.reaction(&(direction * (self.hip.clearance() + place[0]))).force.norm())
    }
}

/// Eq. 25, as if the cup went all around.
pub(super) struct ClosedForm {
    sphere: ConformalSphere,
    load: f64,
}

impl ClosedForm {
    pub(super) fn new(subject: &StaticHip, contact: Contact) -> Result<Self, String> {
        match &subject.with_contact(contact)?.contact {
            JointContact::Foundation(joint) => Ok(Self { sphere: *joint.sphere(), load: subject.load }),
            _ => Err("it is a foundation".into()),
        }
    }
}

impl Press for ClosedForm {
    fn press(&mut self, _: usize) -> Result<Answer, String> {
        let indentation = self.sphere.solve_indentation(self.load).map_err(|error| error.to_string())?;
        let peak_pressure = self.sphere.foundation.response(-indentation, 0.0);
        Ok(Answer { peak_pressure, area: self.sphere.patch_area(indentation), indentation, place: sunk(indentation) })
    }

    fn force_at(&mut self, _: usize, place: &Place) -> Result<f64, String> {
        Ok(self.sphere.force_and_slope(place[0]).0)
    }
}
