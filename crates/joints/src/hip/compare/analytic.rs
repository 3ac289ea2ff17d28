//! Models with a formula.

use mechanics::contact::{ConformalSphere, NormalLaw};
use nalgebra::Vector3;
use quantity::{Angle, Force};

use super::super::contact::JointContact;
use super::super::equilibrium::solve_static;
use super::super::parameters::Static;
use super::{Answer, Case, Hip, Press, in_words};

/// The hip as a study runs it, with the rim where the law knows it.
pub(super) struct Whole {
    hip: Hip,
    tilt: f64,
}

impl Whole {
    pub(super) fn new(hip: Hip, case: &Case) -> Self {
        Self { hip, tilt: case.tilt }
    }
}

impl Press for Whole {
    fn press(&mut self, load: f64) -> Result<Answer, String> {
        let case = Static { load: Force::from_si(load), load_tilt: Angle::from_si(self.tilt) };
        let history = solve_static(&self.hip, &case).map_err(|error| in_words(&error))?;
        let patch = history.peak_push.patch;
        Ok(Answer { peak_pressure: patch.peak_pressure, area: patch.area, indentation: patch.indentation })
    }

    fn force_at(&mut self, indentation: f64) -> Result<f64, String> {
        let towards = Vector3::y() - self.hip.pole * self.hip.pole.y;
        let side = towards.try_normalize(1e-9).unwrap_or_else(Vector3::x);
        let direction = self.hip.pole * self.tilt.cos() + side * self.tilt.sin();
        Ok(self.hip.contact.reaction(&(direction * (self.hip.clearance() + indentation))).force.norm())
    }
}

/// Eq. 25, as if the cup went all around.
pub(super) struct ClosedForm {
    sphere: ConformalSphere,
}

impl ClosedForm {
    pub(super) fn new(hip: &Hip) -> Result<Self, String> {
        match &hip.contact {
            JointContact::Foundation(joint) => Ok(Self { sphere: *joint.sphere() }),
            JointContact::Hertz(_) => Err("it is a foundation".into()),
        }
    }
}

impl Press for ClosedForm {
    fn press(&mut self, load: f64) -> Result<Answer, String> {
        let indentation = self.sphere.solve_indentation(load).map_err(|error| error.to_string())?;
        let peak_pressure = self.sphere.foundation.response(-indentation, 0.0);
        Ok(Answer { peak_pressure, area: self.sphere.patch_area(indentation), indentation })
    }

    fn force_at(&mut self, indentation: f64) -> Result<f64, String> {
        Ok(self.sphere.force_and_slope(indentation).0)
    }
}
