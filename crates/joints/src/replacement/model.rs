//! The knee replacement behind the door: everything checked, everything in SI.

use std::borrow::Cow;
use std::sync::Arc;

use mechanics::contact::surfaces::{Extent, PairSettings, Region, Sampled, SurfacePair};
use mechanics::contact::surrogate::BoundPair;
use mechanics::contact::{Coulomb as Rubbing, Layer, PressureLaw};
use mechanics::geometry::design::CamAndPost;
use mechanics::geometry::mesh::TriangleMesh;
use mechanics::geometry::{QuadraturePoint, Surface};
use mechanics::rigid::Function;
use mechanics::wear::WearLaw;
use nalgebra::{Isometry3, Vector3};
use quantity::Length;
use results::Outcome;

use super::cycle::Cycle;
use super::design::{Compartments, Designed};
use super::elements::Elements;
use super::history::{Followed, place};
use super::law::Lining;
use super::maps::Detail;
use super::need::need;
use super::parameters::*;
use super::parts::{Part, Parts};
use super::{ReplacementError, USUAL_FRICTION, balance, by_surrogate, check, dynamics, gap, lifetime, outcome, seat};
use crate::contact::{Conventional, Wearing};
use crate::joint::Halfway;
use crate::lifetime::{WearLawName, build_law, describe_law};
use crate::{Need, Problem, Watch};

/// Wear of conventional polyethylene in a knee.
const CONVENTIONAL_WEAR: Conventional = (1e-16, "the order of magnitude of sliding to and fro");

/// One of this many points is enough to find out where a search has to begin.
pub(super) const ROUGHER: usize = 8;

/// A knee replacement that can be run: constant, shared between threads.
#[derive(Clone)]
pub struct Replacement {
    pub(super) parameters: Parameters,
    pub(super) cycle: Cycle,
    pub(super) femoral: Part,
    pub(super) insert: Part,
    pub(super) pair: Arc<SurfacePair>,
    /// The same with few points, from which searches begin.
    pub(super) rough: Arc<SurfacePair>,
    /// What stands for the pair.
    pub(super) surrogate: Option<Arc<BoundPair>>,
    /// The points of the pair, by their numbers.
    pub(super) points: Vec<QuadraturePoint>,
    /// The wear law.
    pub(super) law: WearLaw,
    /// Where its factor comes from.
    pub(super) wearing: Wearing,
    /// Thinnest place of the insert, in m.
    pub(super) thinnest: f64,
    /// The insert by finite elements, where the contact is.
    pub(super) elements: Option<Arc<Elements>>,
    /// The parts by design, where they are.
    pub(super) designed: Option<Arc<Designed>>,
    /// What a run needs of the machine.
    pub(super) need: Need,
    /// Cam and post, where there are any.
    pub(super) post: Option<Arc<SurfacePair>>,
}

impl std::fmt::Debug for Replacement {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Replacement").field("parameters", &self.parameters).finish_non_exhaustive()
    }
}

impl Replacement {
    /// Checks the parameters and builds the model from the parts and the cycle.
    pub fn new(parameters: Parameters, parts: &Parts, cycle: Cycle) -> Result<Self, Vec<Problem>> {
        let problems = check(&parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let parameters = Parameters { implant: parameters.implant.clone().settled(), ..parameters };
        let need = need(&parameters, parts);
        let knee = Self::build(parameters, parts, cycle).map_err(|problem| vec![problem])?;
        Ok(Self { need, ..knee })
    }

    /// The same parts with other parameters and another cycle; they are not rounded again unless the implant differs.
    ///
    /// # Errors
    /// When the parameters make no sense, or name another implant.
    pub fn with_parameters(&self, parameters: Parameters, cycle: Cycle) -> Result<Self, Vec<Problem>> {
        let mut problems = check(&parameters);
        let parameters = Parameters { implant: parameters.implant.clone().settled(), ..parameters };
        if parameters.implant != self.parameters.implant {
            let hint = "build it from its own parts";
            problems.push(Problem::new("implant", "this is another implant", hint));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let parts = [self.femoral.clone(), self.insert.clone()];
        let designed = self.designed.clone();
        match Self::assemble(parameters, parts, cycle, self.elements.clone()) {
            Ok(knee) => Self { need: self.need, ..knee }.with_design(designed).map_err(|problem| vec![problem]),
            Err(problem) => Err(vec![problem]),
        }
    }

    /// With what only a design has: cam and post.
    fn with_design(self, designed: Option<Arc<Designed>>) -> Result<Self, Problem> {
        let post = match designed.as_ref().and_then(|designed| designed.post.as_ref()) {
            Some(parts) => Some(Arc::new(line_post(&self.parameters, parts, &self.pair)?)),
            None => None,
        };
        Ok(Self { designed, post, ..self })
    }

    /// The parts by design, where they are.
    pub fn designed(&self) -> Option<&Designed> {
        self.designed.as_deref()
    }

    fn build(parameters: Parameters, parts: &Parts, cycle: Cycle) -> Result<Self, Problem> {
        let implant = &parameters.implant;
        if let Some(design) = &implant.design {
            let designed = design.build()?;
            let parts = Part::designed(&designed);
            let designed = Some(Arc::new(designed));
            return Self::assemble(parameters, parts, cycle, None)?.with_design(designed);
        }
        let (femoral, insert) = rayon::join(
            || Part::new(&parts.femoral, implant, &implant.femoral, "implant.femoral"),
            || Part::new(&parts.insert, implant, &implant.insert, "implant.insert"),
        );
        let parts = [femoral?, insert?];
        Self::assemble(parameters, parts, cycle, None)
    }

    /// Elements of the same insert are used again.
    fn assemble(
        mut parameters: Parameters,
        [femoral, insert]: [Part; 2],
        cycle: Cycle,
        known: Option<Arc<Elements>>,
    ) -> Result<Self, Problem> {
        seat::check(&parameters, [&femoral.mesh, &insert.mesh], &first_pose(&parameters, &cycle)?)?;
        if let Contact::Modified(given) = parameters.contact
            && needs_radius(&given)
        {
            let springs = Parameters { contact: Contact::Linear, ..parameters.clone() };
            let springs = Self::assemble(springs, [femoral.clone(), insert.clone()], cycle.clone(), None)?;
            parameters.contact = Contact::Modified(springs.complete(given)?);
        }
        let known = match (parameters.contact, known) {
            (Contact::FiniteElements(given), None) => {
                let bearing = (&insert.mesh, insert.surface.as_ref());
                Some(Arc::new(Elements::shared(&parameters.implant, given, bearing)?))
            }
            (_, known) => known,
        };
        let surfaces = [insert.surface.clone(), femoral.surface.clone()];
        let Lined { pair, thinnest, elements } = line(&parameters, &insert.mesh, surfaces, (Sampled::Base, known))?;
        let wearing = Wearing::new(parameters.wear.factor, &parameters.implant.material, CONVENTIONAL_WEAR);
        let law = build_law(parameters.wear.law, parameters.wear.factor, &wearing, &parameters.implant.material);
        if parameters.wear.law == WearLawName::Archard {
            parameters.wear.factor = wearing.written_out();
        }
        let (points, rough) = (pair.points(0), Arc::new(pair.thinned(ROUGHER)));
        let (pair, surrogate) = (Arc::new(pair), None);
        Ok(Self {
            cycle,
            femoral,
            insert,
            pair,
            rough,
            surrogate,
            points,
            law,
            wearing,
            thinnest,
            elements,
            parameters,
            designed: None,
            need: Need::bytes(0.0),
            post: None,
        })
    }

    /// The modified foundation with the radius of the gap of these parts, where it needs one and has none.
    pub(super) fn complete(&self, given: Modified) -> Result<Modified, Problem> {
        if !needs_radius(&given) {
            return Ok(given);
        }
        let on_springs = |knee: &Self| {
            gap::compute_relative_radius(knee).map_err(|why| {
                let message =
                    format!("the radius of the gap, from which the foundation follows, cannot be found: {why}");
                Problem::new("contact.modified", message, "give effective-radius, or another law")
            })
        };
        let radius = match self.parameters.contact {
            Contact::Linear => on_springs(self)?,
            _ => {
                let springs = Parameters { contact: Contact::Linear, ..self.parameters.clone() };
                let parts = [self.femoral.clone(), self.insert.clone()];
                on_springs(&Self::assemble(springs, parts, self.cycle.clone(), None)?)?
            }
        };
        Ok(Modified { effective_radius: Some(Length::from_si(radius)), ..given })
    }

    /// What was asked.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The wear factor and where it comes from, in words.
    pub fn wear_in_words(&self) -> String {
        match self.law {
            WearLaw::Archard(_) => self.wearing.describe(),
            _ => describe_law(&self.law, &self.wearing),
        }
    }

    /// Pose and load.
    pub fn cycle(&self) -> &Cycle {
        &self.cycle
    }

    /// Runs the experiment.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, ReplacementError> {
        self.run_as_far(watch).map_err(|halfway| halfway.why)
    }

    /// The same, with what was computed before a failure.
    pub(super) fn run_as_far(&self, watch: &dyn Watch) -> Result<Outcome, Halfway<ReplacementError>> {
        let knee = self.prepare(watch)?;
        if let Some(asked) = &knee.parameters.lifetime {
            return Ok(lifetime::run(&knee, asked, watch)?);
        }
        let (history, failed) = knee.follow(Detail::Full, watch)?;
        if watch.cancelled() {
            return Err(ReplacementError::Interrupted.into());
        }
        match failed {
            None => Ok(outcome::assemble(&knee, history)),
            Some(why) => {
                let reached = outcome::assemble_part(&knee, history, &why);
                Err(Halfway { why, reached: Some(Box::new(reached)) })
            }
        }
    }

    /// Runs the experiment for its headline numbers, warnings and work alone: the same as those of [`run`](Self::run) to
    /// the last bit, without series, figures and maps.
    pub fn run_headline(&self, watch: &dyn Watch) -> Result<Outcome, ReplacementError> {
        let knee = self.prepare(watch)?;
        if let Some(asked) = &knee.parameters.lifetime {
            let Outcome { headline, warnings, work, .. } = lifetime::run(&knee, asked, watch)?;
            return Ok(Outcome { headline, warnings, work, ..Outcome::default() });
        }
        let (history, failed) = knee.follow(Detail::Sums, watch)?;
        if watch.cancelled() {
            return Err(ReplacementError::Interrupted);
        }
        failed.map_or_else(|| Ok(outcome::assemble_headline(&knee, history).0), Err)
    }

    /// With the compliance of the insert where finite elements are the contact: computed now, or taken from where it is kept.
    pub(super) fn prepare(&self, watch: &dyn Watch) -> Result<Cow<'_, Self>, ReplacementError> {
        let Some(elements) = &self.elements else { return Ok(Cow::Borrowed(self)) };
        let failed = |message: String| ReplacementError::Elements(message);
        let compliance = elements.obtain_compliance(watch).map_err(|error| failed(error.to_string()))?;
        let pair = self.pair.as_ref().clone().with_compliance(Arc::new(compliance));
        let pair = Arc::new(pair.map_err(|error| failed(error.to_string()))?);
        Ok(Cow::Owned(Self { pair, ..self.clone() }))
    }

    /// The motion as far as it goes, and why it does not go on, where there is anything of it.
    fn follow(&self, detail: Detail, watch: &dyn Watch) -> Result<Followed, ReplacementError> {
        match &self.parameters.experiment {
            Experiment::LoadDriven(LoadDriven { dynamic: Some(input), .. }) => {
                dynamics::run(self, input, detail, watch)
            }
            _ => match &self.surrogate {
                Some(surrogate) => by_surrogate::run(self, surrogate, watch),
                None => balance::run(self, detail, watch),
            },
        }
    }

    /// Names of the regions, in order.
    pub(super) fn regions(&self) -> impl Iterator<Item = &str> {
        self.pair.settings().regions.iter().map(|region| region.name.as_str())
    }

    /// The ligaments, where the load drives.
    pub(super) fn ligaments(&self) -> &[Ligament] {
        match &self.parameters.experiment {
            Experiment::LoadDriven(case) => &case.ligaments,
            Experiment::MeasuredPose(_) => &[],
        }
    }

    /// Where the axial force acts, medial of the femoral component's origin, in m; nowhere beside it where the load itself says
    /// where.
    pub(super) fn load_medial(&self) -> f64 {
        let asked = match &self.parameters.experiment {
            Experiment::MeasuredPose(case) => case.load_medial,
            Experiment::LoadDriven(case) => case.load_medial,
        };
        if self.cycle.line_of_action { 0.0 } else { asked.si() }
    }

    /// Time of each frame.
    pub(super) fn frame_times(&self) -> Vec<f64> {
        let last = self.parameters.output.frames - 1;
        (0..=last).map(|i| self.cycle.duration * i as f64 / last as f64).collect()
    }
}

/// Whether a modified foundation follows from the radius of the gap, and that is not given.
fn needs_radius(given: &Modified) -> bool {
    let complete = given.threshold_factor.is_some() && given.exponent.is_some() && given.reference.is_some();
    given.effective_radius.is_none() && !complete
}

/// Where the femoral component is when the cycle begins; where the load drives, it has not yet tilted or turned.
fn first_pose(parameters: &Parameters, cycle: &Cycle) -> Result<Isometry3<f64>, Problem> {
    let first = |function: &Function| match function.compile() {
        Ok(curve) => Ok(curve.value(0.0)),
        Err(error) => Err(Problem::new("activity", error.to_string(), "check the columns of pose and load")),
    };
    let mut start = [0.0; 6];
    for (value, function) in start.iter_mut().zip(&cycle.coordinates) {
        *value = first(function)?;
    }
    if let Experiment::LoadDriven(case) = &parameters.experiment {
        (start[1], start[2]) = (0.0, 0.0);
        if let (FlexionFrom::Load, Some(flexion)) = (case.flexion, &cycle.flexion) {
            start[0] = first(flexion)?;
        }
    }
    Ok(place(&start, &[0.0; 6]).0)
}

/// Two surfaces with what is between them.
pub(super) struct Lined {
    pub pair: SurfacePair,
    /// How thin the insert is at its thinnest, in m.
    pub thinnest: f64,
    pub elements: Option<Arc<Elements>>,
}

/// Lines the surfaces of insert and femoral component as the parameters say, or lays the femoral component on finite
/// elements of the insert; those that are known are used again if they fit.
pub(super) fn line(
    parameters: &Parameters,
    mesh: &TriangleMesh,
    [insert, femoral]: [Arc<dyn Surface>; 2],
    (sampled, known): (Sampled, Option<Arc<Elements>>),
) -> Result<Lined, Problem> {
    let elements = match (parameters.contact, known) {
        (Contact::FiniteElements(given), Some(known)) if known.fits(&parameters.implant, &given) => Some(known),
        (Contact::FiniteElements(given), _) => {
            Some(Arc::new(Elements::new(&parameters.implant, given, insert.as_ref())?))
        }
        _ => None,
    };
    let lining = elements.as_ref().map(|elements| elements.lining());
    let implant = lining.as_ref().unwrap_or(&parameters.implant);
    let lining = Lining::new(implant, parameters.contact)?;
    let mut settings = PairSettings::new(lining.uniform()?, parameters.output.spacing.si());
    settings.sampled = sampled;
    settings.regions = regions(implant, mesh);
    if let Friction::Coulomb(given) = parameters.friction {
        let (static_coefficient, dynamic_coefficient) = given.coefficients(USUAL_FRICTION);
        settings.friction =
            Rubbing { static_coefficient, dynamic_coefficient, transition_speed: given.transition_speed.si() };
    }
    if let Experiment::LoadDriven(LoadDriven { dynamic: Some(input), .. }) = &parameters.experiment {
        settings.damping = input.dissipation.damping(0.0);
    }
    let refuse = |message: String| {
        let path = if implant.regions.is_empty() { "implant" } else { "implant.regions" };
        Problem::new(path, message, "look at the parts with `synovia mesh`")
    };
    let pair = match &elements {
        Some(elements) => elements.pair([insert, femoral], settings),
        None => SurfacePair::new(insert, femoral, settings).map_err(|error| error.to_string()),
    };
    let (pair, thinnest) = lining.apply(pair.map_err(refuse)?, refuse)?;
    Ok(Lined { pair, thinnest: elements.as_ref().map_or(thinnest, |elements| elements.thinnest), elements })
}

/// Cam and post: springs as long as the post is deep, with the friction of the condyles.
fn line_post(parameters: &Parameters, parts: &CamAndPost, condyles: &SurfacePair) -> Result<SurfacePair, Problem> {
    let path = "implant.design.post";
    let refuse = |message: String| Problem::new(path, message, "check depth and height of the post");
    let material = parameters.implant.material.elastic();
    let material = material.ok_or_else(|| Problem::new("implant.material", "is not known", "see `synovia list`"))?;
    let layer = Layer { thickness: parts.shapes().1.depth, material };
    let law = PressureLaw::linear(&[layer]).map_err(|error| refuse(error.to_string()))?;
    let mut settings = PairSettings::new(law, parameters.output.spacing.si().min(FINEST_ON_POST));
    (settings.friction, settings.damping) = (condyles.settings().friction, condyles.settings().damping);
    let (post, cam) = (Arc::new(parts.post().clone()), Arc::new(parts.cam().clone()));
    SurfacePair::new(post, cam, settings).map_err(|error| refuse(error.to_string()))
}

/// Points of the post are no further apart, in m: its patch is narrow.
const FINEST_ON_POST: f64 = 5e-4;

/// Whether thickness or material of the insert vary from place to place.
pub(super) fn lining_varies(implant: &Implant) -> bool {
    implant.underside_height().is_some() || implant.regions.iter().any(|region| region.material.is_some())
}

/// The named boxes, or medial and lateral of the plane through the middle of the insert.
fn regions(implant: &Implant, insert: &TriangleMesh) -> Vec<Region> {
    let [low, high] = insert.compute_bounds();
    let point = 0.5 * (low + high);
    let half =
        |name: &str, normal: Vector3<f64>| Region { name: name.into(), extent: Extent::HalfSpace { point, normal } };
    if let (true, Some(one)) = (implant.regions.is_empty(), implant.by_design().and_then(|design| design.only())) {
        let name = if one == Compartments::Medial { "medial" } else { "lateral" };
        let wide = Vector3::repeat(1.0);
        return vec![Region { name: name.into(), extent: Extent::Box { low: low - wide, high: high + wide } }];
    }
    if implant.regions.is_empty() {
        return vec![half("medial", -Vector3::z()), half("lateral", Vector3::z())];
    }
    implant.regions.iter().map(|region| Region { name: region.name.clone(), extent: region.extent() }).collect()
}
