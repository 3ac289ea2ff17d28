//! One load through every model of contact: what each says, what it costs, and which to take.
//!
//! A model is one arm of [`Model`] and one implementation of [`Press`]; everything else follows.

mod analytic;
mod lehtoranta;
mod measure;
mod ranking;
mod solid;
mod surfaces;

use mechanics::material::Elastic;
use nalgebra::Vector3;

pub use lehtoranta::{CRITERIA, Criterion, FAMILIES, Family, PRINTED_TOTALS, total};
pub use measure::{Measured, measure};
pub use ranking::{Errors, Ranked, Weights, rank};

use super::parameters::{Contact, ElasticFoundation, Experiment, HertzContact, LayerStiffness, Static};
use super::{Hip, HipError};

/// A model of the contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// Hertz's half-spaces.
    Hertz,
    /// Eq. 25 of [Askari2018]: springs all around, in closed form, without a rim.
    ClosedForm,
    /// The same with the stiffness of a spherical shell.
    ClosedFormShell,
    /// Springs up to the rim, by one integral: what a hip study uses.
    Rim,
    /// Springs on points of the cup's surface, each reaching the shortest way to the head.
    Surfaces,
    /// Finite elements of the liner under a rigid head.
    FiniteElements,
}

/// What a model says about one load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// Highest pressure, in Pa.
    pub peak_pressure: f64,
    /// Area of the patch, in m².
    pub area: f64,
    /// How far the head sinks in along the load, in m.
    pub indentation: f64,
}

/// Why a model has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// The study asks for something else.
    #[error("models are compared on one load of a hip: this study is {found}")]
    NotStatic {
        /// What it is.
        found: String,
    },
    /// The model cannot describe this case.
    #[error("{model} does not apply: {why}")]
    DoesNotApply {
        /// The model.
        model: &'static str,
        /// Why not.
        why: String,
    },
    /// The model failed.
    #[error("{model} failed: {why}")]
    Failed {
        /// The model.
        model: &'static str,
        /// How.
        why: String,
    },
}

/// A model that has been set up, and can be asked.
pub trait Press {
    /// The patch under a load, in N.
    fn press(&mut self, load: f64) -> Result<Answer, String>;

    /// The force, in N, of a head that sinks in so far along the load, in m.
    fn force_at(&mut self, indentation: f64) -> Result<f64, String>;
}

/// One load on a hip, as every model sees it.
#[derive(Debug, Clone)]
pub struct Case {
    hip: Hip,
    liner: Elastic,
    /// The load, in N.
    pub load: f64,
    /// Its angle from the axis of the cup, in rad.
    pub tilt: f64,
}

impl Case {
    /// The case of a static hip.
    ///
    /// # Errors
    /// When the hip is asked for something else than one load.
    pub fn new(hip: &Hip) -> Result<Self, CompareError> {
        let Experiment::Static(Static { load, load_tilt }) = hip.parameters.experiment else {
            return Err(CompareError::NotStatic { found: "about a whole cycle".into() });
        };
        let liner = hip.parameters.implant.liner_material.elastic();
        let liner = liner.ok_or_else(|| CompareError::NotStatic { found: "without a liner".into() })?;
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

impl Model {
    /// Every model, from the simplest to the most complete.
    pub const ALL: [Self; 6] =
        [Self::Hertz, Self::ClosedForm, Self::ClosedFormShell, Self::Rim, Self::Surfaces, Self::FiniteElements];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hertz => "hertz",
            Self::ClosedForm => "closed-form",
            Self::ClosedFormShell => "closed-form-shell",
            Self::Rim => "foundation-rim",
            Self::Surfaces => "foundation-surfaces",
            Self::FiniteElements => "finite-elements",
        }
    }

    /// What it is, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Hertz => "Hertz, half-spaces",
            Self::ClosedForm => "elastic foundation, closed form (Eq. 25)",
            Self::ClosedFormShell => "closed form, stiffness of a spherical shell",
            Self::Rim => "elastic foundation up to the rim, one integral",
            Self::Surfaces => "elastic foundation on points of the surface",
            Self::FiniteElements => "finite elements, rigid head",
        }
    }

    /// The family to which Lehtoranta2011 counts it.
    pub fn family(self) -> Family {
        match self {
            Self::Hertz | Self::ClosedForm | Self::ClosedFormShell | Self::Rim => Family::Analytic,
            Self::Surfaces => Family::Foundation,
            Self::FiniteElements => Family::FiniteElements,
        }
    }

    /// The model of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Sets the model up for a case.
    ///
    /// # Errors
    /// When it does not apply to the case.
    pub fn prepare(self, case: &Case) -> Result<Box<dyn Press>, CompareError> {
        let refuse = |why: String| CompareError::DoesNotApply { model: self.name(), why };
        let foundation = |stiffness| Contact::ElasticFoundation(ElasticFoundation { stiffness });
        let whole = |contact| case.with_contact(contact).map(|hip| analytic::Whole::new(hip, case));
        let closed =
            |stiffness| case.with_contact(foundation(stiffness)).and_then(|hip| analytic::ClosedForm::new(&hip));
        let pressed: Result<Box<dyn Press>, String> = match self {
            Self::Hertz => whole(Contact::Hertz(HertzContact {})).map(boxed),
            Self::ClosedForm => closed(LayerStiffness::Confined).map(boxed),
            Self::ClosedFormShell => closed(LayerStiffness::SphericalShell).map(boxed),
            Self::Rim => whole(foundation(LayerStiffness::Confined)).map(boxed),
            Self::Surfaces => surfaces::OnSurfaces::new(case).map(boxed),
            Self::FiniteElements => solid::Elements::new(case).map(boxed),
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
