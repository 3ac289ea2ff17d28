//! One load of a hip through every model of its contact.
//!
//! ```
//! use joints::compare::Subject;
//! use joints::hip::compare::StaticHip;
//! use joints::hip::parameters::{Experiment, Parameters, Static};
//! use joints::hip::{Hip, LoadCycle, shipped};
//!
//! let walking = shipped::find("walking").expect("comes with the program").samples(836.0, None);
//! let parameters = Parameters { experiment: Experiment::Static(Static::default()), ..Parameters::default() };
//! let hip = Hip::new(parameters, LoadCycle::new(&walking).expect("a cycle")).expect("the defaults are sound");
//! let models = StaticHip::new(&hip).expect("one load of a hip").models();
//! assert!(models.iter().any(|model| model.name == "finite-elements"));
//! ```
//!
//! A model is one row of `MODELS` and one implementation of [`Press`]. A place is how far the head has sunk in along the
//! load, in m, and five zeros.

mod analytic;
mod solid;
mod surfaces;
mod surrogate;

use mechanics::contact::surrogate::Kind;
use mechanics::material::Elastic;
use nalgebra::Vector3;

use super::parameters::{
    CalibratedContact, Contact, ElasticFoundation, Experiment, HertzContact, LayerStiffness, Static,
};
use super::{Hip, HipError};
use crate::compare::{Answer, Case, CompareError, Family, Model, Place, Press, Subject};
use solid::Springs;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Arm {
    Hertz,
    /// Of the springs up to the rim.
    Surrogate(Kind),
    Modified,
    ClosedForm(LayerStiffness),
    Rim,
    Calibrated,
    Surfaces,
    /// With the exact condition, or by penalty.
    FiniteElements(Springs),
}

/// From the simplest to the most complete; a surrogate is less than what it stands for.
const MODELS: [(Arm, Family, &str, &str); 13] = [
    (Arm::Hertz, Family::Analytic, "hertz", "Hertz, half-spaces"),
    (
        Arm::Surrogate(Kind::ResponseSurface),
        Family::Surrogate,
        "surrogate-response-surface",
        "surrogate of the foundation, response surface",
    ),
    (
        Arm::Surrogate(Kind::PolyFourier),
        Family::Surrogate,
        "surrogate-poly-fourier",
        "surrogate of the foundation, Poly-Fourier",
    ),
    (Arm::Surrogate(Kind::Kriging), Family::Surrogate, "surrogate-kriging", "surrogate of the foundation, Kriging"),
    (
        Arm::Modified,
        Family::Foundation,
        "foundation-modified",
        "modified foundation (threshold, exponent), on points of the surface",
    ),
    (
        Arm::ClosedForm(LayerStiffness::Confined),
        Family::Analytic,
        "closed-form",
        "elastic foundation, closed form (Eq. 25)",
    ),
    (
        Arm::ClosedForm(LayerStiffness::SphericalShell),
        Family::Analytic,
        "closed-form-shell",
        "closed form, stiffness of a spherical shell",
    ),
    (Arm::Rim, Family::Analytic, "foundation-rim", "elastic foundation up to the rim, one integral"),
    (Arm::Calibrated, Family::Analytic, "calibrated", "springs fitted to finite elements, up to the rim"),
    (Arm::Surfaces, Family::Foundation, "foundation-surfaces", "elastic foundation on points of the surface"),
    (
        Arm::FiniteElements(Springs::Penalty),
        Family::FiniteElements,
        "finite-elements-penalty",
        "the same finite elements, contact by penalty",
    ),
    (
        Arm::FiniteElements(Springs::Augmented),
        Family::FiniteElements,
        "finite-elements-augmented",
        "the same finite elements, contact by augmented Lagrangian",
    ),
    (Arm::FiniteElements(Springs::None), Family::FiniteElements, "finite-elements", "finite elements, rigid head"),
];

/// One load on a hip, as every model sees it.
#[derive(Debug, Clone)]
pub struct StaticHip {
    hip: Hip,
    liner: Elastic,
    load: f64,
    /// Angle of the load from the axis of the cup, in rad.
    tilt: f64,
}

impl StaticHip {
    /// The case of a static hip.
    ///
    /// # Errors
    /// When the hip is asked for something else than one load.
    pub fn new(hip: &Hip) -> Result<Self, CompareError> {
        let refuse = |found: &str| CompareError::NoCase { wanted: "one load of a hip", found: found.into() };
        let Experiment::Static(Static { load, load_tilt }) = hip.parameters.experiment else {
            return Err(refuse("about a whole cycle"));
        };
        let liner = hip.parameters.implant.liner_material.elastic().ok_or_else(|| refuse("without a liner"))?;
        Ok(Self { hip: hip.clone(), liner, load: load.si(), tilt: load_tilt.si() })
    }

    /// Unit vector of the load with the pole of the cup along z.
    fn direction(&self) -> Vector3<f64> {
        Vector3::new(self.tilt.sin(), 0.0, self.tilt.cos())
    }

    /// The same hip with another contact.
    fn with_contact(&self, contact: Contact) -> Result<Hip, String> {
        let mut parameters = self.hip.parameters.clone();
        parameters.contact = contact;
        let hip = Hip::new(parameters, self.hip.cycle.clone());
        hip.map_err(|problems| problems.iter().map(|p| p.message.clone()).collect::<Vec<_>>().join("; "))
    }
}

impl Subject for StaticHip {
    fn models(&self) -> Vec<Model> {
        MODELS.map(|(_, family, name, about)| Model { name, about: about.into(), family }).into()
    }

    fn cases(&self) -> Vec<Case> {
        let about = format!("{:.0} N at {:.1}° from the axis of the cup", self.load, self.tilt.to_degrees());
        vec![Case { about, load: self.load }]
    }

    fn prepare(&self, model: &Model) -> Result<Box<dyn Press>, CompareError> {
        let refuse = |why: String| CompareError::DoesNotApply { model: model.name, why };
        let row = MODELS.iter().find(|(_, _, name, _)| *name == model.name);
        let (arm, ..) = row.ok_or_else(|| refuse("a hip has no such model".into()))?;
        let foundation = |stiffness| Contact::ElasticFoundation(ElasticFoundation { stiffness });
        let pressed: Result<Box<dyn Press>, String> = match *arm {
            Arm::Hertz => analytic::Whole::new(self, Contact::Hertz(HertzContact {})).map(boxed),
            Arm::Surrogate(kind) => surrogate::Fitted::new(self, kind).map(boxed),
            Arm::Modified => surfaces::OnSurfaces::modified(self).map(boxed),
            Arm::ClosedForm(stiffness) => analytic::ClosedForm::new(self, foundation(stiffness)).map(boxed),
            Arm::Rim => analytic::Whole::new(self, foundation(LayerStiffness::Confined)).map(boxed),
            Arm::Calibrated => analytic::Whole::new(self, Contact::Calibrated(CalibratedContact {})).map(boxed),
            Arm::Surfaces => surfaces::OnSurfaces::linear(self).map(boxed),
            Arm::FiniteElements(springs) => solid::Elements::new(self, springs).map(boxed),
        };
        pressed.map_err(refuse)
    }
}

fn boxed<P: Press + 'static>(press: P) -> Box<dyn Press> {
    Box::new(press)
}

fn in_words(error: &HipError) -> String {
    error.to_string()
}

/// The place of a head that has sunk in so far.
fn sunk(indentation: f64) -> Place {
    [indentation, 0.0, 0.0, 0.0, 0.0, 0.0]
}
