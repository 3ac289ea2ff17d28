//! A few instants of a measured pose through every model of contact of a knee replacement.
//!
//! ```
//! use joints::compare::Subject;
//! use joints::replacement::compare::PressedKnee;
//! use joints::replacement::design::Design;
//! use joints::replacement::{Cycle, Parameters, Parts, Replacement, shipped};
//!
//! let designed = Design::default().build().expect("the defaults are sound");
//! let (parameters, [femoral, insert]) = (Parameters::default(), designed.surfaces());
//! let load = shipped::load(parameters.activity.load.cycle);
//! let cycle = Cycle::new(&parameters.activity, &designed.pose(&parameters), &load).expect("a cycle");
//! let knee = Replacement::new(parameters, &Parts { femoral, insert }, cycle).expect("the defaults are sound");
//! let instants = PressedKnee::new(&knee, &[0.0, 0.5]).expect("a measured pose");
//! assert_eq!(instants.cases().len(), 2);
//! ```
//!
//! Every foundation differs from the study in one thing; the most complete model is the insert by finite elements
//! (`docs/inserts-fe`), and where there is none, under two layers, the study's own law on points half as far apart. A place
//! is the six coordinates of the femoral component.

mod hertz;
mod surfaces;
mod surrogate;

use std::sync::Arc;

use mechanics::contact::surfaces::{Sampled, SurfacePair};
use mechanics::contact::surrogate::BoundPair;
use mechanics::geometry::Surface;
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, TriangleMesh};
use mechanics::rigid::spatial::Model as Mechanism;
use quantity::Length;

use super::balance::Curves;
use super::drive::{self, Options};
use super::parameters::{Contact, Experiment, Facets, FiniteElements, MeasuredPose, Modified, Parameters};
use super::{Replacement, gap, model};
use crate::compare::{Case, CompareError, Family, Model, Place, Press, Subject};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Arm {
    Hertz,
    Surrogate,
    /// Points so many times as far apart as the study has them.
    Spacing(f64),
    /// Every so many-th of its points: each triangle has one at least, so that a wider spacing may change nothing.
    Thinned(usize),
    /// The other kind of facets.
    Facets(Facets),
    /// Points on both parts.
    BothParts,
    Law(Contact),
    /// The insert by finite elements.
    Elements(FiniteElements),
}

/// Instants of a knee replacement, as every model sees them.
#[derive(Debug, Clone)]
pub struct PressedKnee {
    knee: Replacement,
    surrogate: Option<Arc<BoundPair>>,
    case: MeasuredPose,
    /// Frames, by their numbers.
    frames: Vec<usize>,
}

impl PressedKnee {
    /// The frames that are nearest to these shares of the cycle; without any, those of the greatest and the least load.
    ///
    /// # Errors
    /// When the load drives: then there is no pose in which all models could be asked.
    pub fn new(knee: &Replacement, shares: &[f64]) -> Result<Self, CompareError> {
        let refuse = |found: String| CompareError::NoCase { wanted: "a measured pose of a knee replacement", found };
        let Experiment::MeasuredPose(case) = knee.parameters.experiment else {
            return Err(refuse("driven by its loads".into()));
        };
        let last = knee.parameters.output.frames - 1;
        let mut frames: Vec<usize> = shares.iter().map(|share| (share * last as f64).round() as usize).collect();
        if let Some(share) = shares.iter().find(|share| !(0.0..=1.0).contains(*share)) {
            return Err(refuse(format!("asked at {} % of its cycle", 100.0 * share)));
        }
        if frames.is_empty() {
            let curves = Curves::new(knee).map_err(|error| refuse(error.to_string()))?;
            frames = gap::extreme_frames(knee, &curves);
        }
        frames.dedup();
        let (surrogate, knee) = (knee.surrogate.clone(), Replacement { surrogate: None, ..knee.clone() });
        Ok(Self { knee, surrogate, case, frames })
    }

    /// Time of a case.
    fn time(&self, case: usize) -> f64 {
        let last = self.knee.parameters.output.frames - 1;
        self.knee.cycle.duration * self.frames.get(case).map_or(0.0, |frame| *frame as f64) / last as f64
    }

    /// Coordinates as measured, and the axial force.
    fn measured(&self, case: usize) -> (Place, f64) {
        let time = self.time(case);
        // The cycle has compiled every function when it was made.
        let value =
            |function: &mechanics::rigid::Function| function.compile().map_or(f64::NAN, |curve| curve.value(time));
        let (coordinates, loads) = (&self.knee.cycle.coordinates, &self.knee.cycle.loads);
        (std::array::from_fn(|k| value(&coordinates[k])), value(&loads[0]))
    }

    fn arms(&self) -> Vec<(Arm, Family, &'static str, String)> {
        let Parameters { implant, output, .. } = &self.knee.parameters;
        let contact = &self.foundation();
        let spacing = |factor: f64| format!("{:.2} mm", 1e3 * factor * output.spacing.si());
        let law = law_in_words(contact);
        let mut arms = vec![(Arm::Hertz, Family::Analytic, "hertz", "Hertz, elliptic patch on every side".to_owned())];
        if self.surrogate.is_some() {
            arms.push((Arm::Surrogate, Family::Surrogate, "surrogate", format!("surrogate of the {law} foundation")));
        }
        let mut push = |arm, name, about: String| arms.push((arm, Family::Foundation, name, about));
        push(Arm::Thinned(16), "every-16th-point", format!("{law} foundation, every 16th point"));
        push(Arm::Thinned(4), "every-4th-point", format!("{law} foundation, every 4th point"));
        match implant.facets {
            Facets::Curved => push(Arm::Facets(Facets::Flat), "flat-facets", format!("{law} foundation, flat facets")),
            Facets::Flat => {
                push(Arm::Facets(Facets::Curved), "rounded-facets", format!("{law} foundation, rounded facets"));
            }
        }
        let laws = [
            (Contact::Modified(Modified::default()), "modified"),
            (Contact::Logarithmic, "logarithmic"),
            (Contact::Linear, "linear"),
        ];
        let other = |given: &Contact| std::mem::discriminant(given) != std::mem::discriminant(contact);
        for (given, name) in laws.iter().filter(|(given, _)| other(given)) {
            let radius = if *name == "modified" { ", relative radius of the gap" } else { "" };
            push(Arm::Law(*given), name, format!("{} foundation{radius}", law_in_words(given)));
        }
        push(Arm::BothParts, "both-parts", format!("{law} foundation, points on both parts"));
        push(
            Arm::Spacing(1.0),
            "as-asked",
            format!("{law} foundation as the study has it, points {} apart", spacing(1.0)),
        );
        push(Arm::Spacing(0.5), "finest", format!("{law} foundation, points {} apart", spacing(0.5)));
        if let Some(given) = self.elements() {
            let about = format!("finite elements of the insert, columns {:.2} mm apart", 1e3 * given.spacing.si());
            arms.push((Arm::Elements(given), Family::FiniteElements, "finite-elements", about));
        }
        arms
    }

    /// The law of the foundations: the study's own, or springs where it has none.
    fn foundation(&self) -> Contact {
        match self.knee.parameters.contact {
            Contact::FiniteElements(_) => Contact::Linear,
            contact => contact,
        }
    }

    /// Finite elements as the study has them, or the usual ones; none under two layers.
    fn elements(&self) -> Option<FiniteElements> {
        match (self.knee.parameters.contact, &self.knee.parameters.implant.femoral_layer) {
            (_, Some(_)) => None,
            (Contact::FiniteElements(given), None) => Some(given),
            _ => Some(FiniteElements::default()),
        }
    }

    /// The pair of an arm, made from the meshes, so that its set-up is all there is.
    fn pair(&self, arm: Arm) -> Result<SurfacePair, String> {
        let mut parameters = self.knee.parameters.clone();
        parameters.contact = self.foundation();
        let mut sampled = Sampled::Base;
        match arm {
            Arm::Spacing(factor) => {
                parameters.output.spacing = Length::from_si(factor * parameters.output.spacing.si())
            }
            Arm::Facets(facets) => parameters.implant.facets = facets,
            Arm::Law(Contact::Modified(given)) => {
                parameters.contact = Contact::Modified(self.knee.complete(given).map_err(|problem| problem.message)?);
            }
            Arm::Law(contact) => parameters.contact = contact,
            Arm::Elements(given) => parameters.contact = Contact::FiniteElements(given),
            Arm::BothParts => sampled = Sampled::Both,
            Arm::Thinned(_) | Arm::Hertz | Arm::Surrogate => {}
        }
        if let (Contact::Modified(_), Some(_)) = (&parameters.contact, &parameters.implant.femoral_layer) {
            return Err("there are two layers, the law has one".into());
        }
        if sampled == Sampled::Both && model::lining_varies(&parameters.implant) {
            return Err("the lining of the insert varies from place to place".into());
        }
        let surface = |part: &super::parts::Part| match parameters.implant.design {
            // A design is no mesh: there is nothing to round.
            Some(_) => Ok(part.surface.clone()),
            None => round(&part.mesh, parameters.implant.facets),
        };
        let surfaces = [surface(&self.knee.insert)?, surface(&self.knee.femoral)?];
        let lined = model::line(&parameters, &self.knee.insert.mesh, surfaces, (sampled, None));
        let model::Lined { mut pair, elements, .. } = lined.map_err(|problem| problem.message)?;
        if let Some(elements) = elements {
            // Not from where it is kept: its set-up is measured.
            let compliance = elements.compute_compliance().map_err(|error| error.to_string())?;
            pair = pair.with_compliance(Arc::new(compliance)).map_err(|error| error.to_string())?;
        }
        Ok(if let Arm::Thinned(n) = arm { pair.thinned(n) } else { pair })
    }

    /// The mechanism with another pair between the parts.
    fn mechanism(&self, pair: Arc<SurfacePair>) -> Result<Mechanism, String> {
        let options = Options::still(None);
        drive::build_on(&self.knee, &options, pair).map_err(|error| error.to_string())
    }
}

fn round(mesh: &TriangleMesh, facets: Facets) -> Result<Arc<dyn Surface>, String> {
    Ok(match facets {
        Facets::Curved => {
            Arc::new(CurvedSurface::new(mesh.clone(), DEFAULT_CREASE_ANGLE).map_err(|error| error.to_string())?)
        }
        Facets::Flat => Arc::new(FacetedSurface::new(mesh.clone()).map_err(|error| error.to_string())?),
    })
}

fn law_in_words(contact: &Contact) -> &'static str {
    match contact {
        Contact::Linear => "linear",
        Contact::Logarithmic => "logarithmic",
        Contact::Modified(_) => "modified",
        Contact::FiniteElements(_) => "finite-element",
    }
}

impl Subject for PressedKnee {
    fn models(&self) -> Vec<Model> {
        self.arms().into_iter().map(|(_, family, name, about)| Model { name, about, family }).collect()
    }

    fn cases(&self) -> Vec<Case> {
        let duration = self.knee.cycle.duration;
        let case = |case: usize| {
            let ([flexion, ..], load) = self.measured(case);
            let percent = 100.0 * self.time(case) / duration;
            let about = format!("{load:.0} N at {percent:.0} % of the cycle, flexed by {:.1}°", flexion.to_degrees());
            Case { about, load }
        };
        (0..self.frames.len()).map(case).collect()
    }

    fn remark(&self) -> Option<&'static str> {
        const LAWS: &str = "There are no finite elements under two layers: the truth is the study's own law on the finest points, \
            and what is called the error of another law is how much it differs from that one.";
        const FITTED: &str =
            "The surrogate is read from its file: the minutes that its fit took are not in its set-up.";
        const UNFITTED: &str = "No surrogate is among them, because the study names none: `synovia fit` takes minutes to make one, \
            which would be its set-up (`docs/surrogates.md` has its accuracy and its speed).";
        match (self.elements(), &self.surrogate) {
            (None, _) => Some(LAWS),
            (Some(_), Some(_)) => Some(FITTED),
            (Some(_), None) => Some(UNFITTED),
        }
    }

    fn prepare(&self, model: &Model) -> Result<Box<dyn Press>, CompareError> {
        let refuse = |why: String| CompareError::DoesNotApply { model: model.name, why };
        let arms = self.arms();
        let row = arms.iter().find(|(_, _, name, _)| *name == model.name);
        let (arm, ..) = row.ok_or_else(|| refuse("a knee replacement has no such model".into()))?;
        let pressed: Result<Box<dyn Press>, String> = match *arm {
            Arm::Hertz => hertz::OnCondyles::new(self).map(|press| Box::new(press) as Box<dyn Press>),
            Arm::Surrogate => surrogate::Fitted::new(self).map(|press| Box::new(press) as Box<dyn Press>),
            arm => surfaces::OnSurfaces::new(self, arm).map(|press| Box::new(press) as Box<dyn Press>),
        };
        pressed.map_err(refuse)
    }
}
