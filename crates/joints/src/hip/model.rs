//! The hip behind the door: everything checked, everything in SI.

use std::sync::Arc;

use nalgebra::Vector3;
use quantity::WearFactor;
use results::Outcome;

use mechanics::contact::{
    BallInSocket, CalibratedSphere, ConformalSphere, Coulomb as Rubbing, Damping, Foundation, FoundationError, Hertz,
    Layer, LinedCup, ShellLayer, SphericalJoint, TangentialCompliance, contact_modulus,
};
use mechanics::geometry::CupOrientation;
use mechanics::material::Elastic;
use mechanics::wear::{HardPair, WearLaw};

use super::choice::Choice;
use super::contact::{HertzJoint, JointContact};
use super::design::NeckContact;
use super::elastic::{ElasticJoint, Loading, Plan};
use super::parameters::*;
use super::running::Running;
use super::surrogate::BoundSurrogate;
use super::worn::WornSurface;
use super::{
    HipError, LoadCycle, STANDARD_GRAVITY, USUAL_FRICTION, check, dynamics, equilibrium, history::History, lifetime,
    outcome, plausibility,
};
use crate::contact::{Conventional, Wearing, is_factor_of};
use crate::joint::Halfway;
use crate::lifetime::{RunIn, WearLawName, build_law, describe_law};
use crate::{Problem, Watch};

/// Wear of conventional polyethylene in a hip.
const CONVENTIONAL_WEAR: Conventional = (1e-15, "the volumes measured on simulators with 28 mm heads");

/// What is known of the wear of head and cup, where both are of one hard material.
pub(super) fn find_hard_pair(implant: &Implant) -> Option<&'static HardPair> {
    match (&implant.head_material, &implant.liner_material) {
        (Material::Named(head), Material::Named(cup)) => HardPair::find(head, cup),
        _ => None,
    }
}

/// A hip that can be run: constant, shared between threads.
#[derive(Debug, Clone)]
pub struct Hip {
    pub(super) parameters: Parameters,
    pub(super) cycle: LoadCycle,
    pub(super) contact: JointContact,
    /// Why it is that one.
    pub(super) choice: Choice,
    /// What stands in for the contact, where there is one.
    pub(super) surrogate: Option<Arc<BoundSurrogate>>,
    pub(super) head_radius: f64,
    pub(super) cup_radius: f64,
    /// Total thickness of what gives way.
    pub(super) thickness: f64,
    pub(super) mass: f64,
    pub(super) pole: Vector3<f64>,
    pub(super) rim_angle: f64,
    pub(super) friction: Rubbing,
    /// Friction with a spring, where it is asked for.
    pub(super) sticking: Option<TangentialCompliance>,
    /// Where its factor comes from.
    pub(super) wearing: Wearing,
    /// The law, Archard's or another.
    pub(super) law: WearLaw,
    /// What is known of a hard material on itself, where head and cup are of one.
    pub(super) hard_pair: Option<&'static HardPair>,
    /// Wear factor of the head, where it wears as well, in m³/(N·m).
    pub(super) head_factor: Option<f64>,
    /// How such a pair runs in.
    pub(super) run_in: Option<RunIn>,
    /// Neck and rim in contact, and where the neck points in an upright femur; in dynamics alone, where the cup is fixed.
    pub(super) neck: Option<(NeckContact, Vector3<f64>)>,
    /// How its cup is worn, where it is.
    pub(super) worn: Option<Arc<WornSurface>>,
}

impl Hip {
    /// Checks the parameters and builds the model.
    pub fn new(parameters: Parameters, cycle: LoadCycle) -> Result<Self, Vec<Problem>> {
        let (contact, choice) = Choice::of(&parameters);
        let parameters = Parameters { contact, ..parameters };
        let problems = check(&parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        if choice != Choice::Complete {
            return Self::build(parameters, cycle, choice).map_err(|problem| vec![problem]);
        }
        let springs = Parameters { contact: Contact::springs(), ..parameters.clone() };
        Self::build(parameters, cycle.clone(), choice)
            .or_else(|refused| Self::build(springs, cycle, Choice::Refused(refused.message)))
            .map_err(|problem| vec![problem])
    }

    fn build(parameters: Parameters, cycle: LoadCycle, choice: Choice) -> Result<Self, Problem> {
        let implant = &parameters.implant;
        let head_radius = 0.5 * implant.head_diameter.si();
        let cup_radius = head_radius + implant.radial_clearance();
        let unknown = |path: &str| Problem::new(path, "the material is not known", "see `synovia list`");
        let liner = implant.liner_material.elastic().ok_or_else(|| unknown("implant.liner-material"))?;
        let head = implant.head_material.elastic().ok_or_else(|| unknown("implant.head-material"))?;
        let orientation =
            CupOrientation { inclination: implant.inclination.si(), anteversion: implant.anteversion.si() };
        let pole = -orientation.opening();
        let rim_angle = 0.5 * implant.coverage.si();
        let contact = match &parameters.contact {
            Contact::Automatic(_) => {
                let message = "the contact was not chosen";
                return Err(Problem::new("contact.automatic", message, "write [hip.contact.finite-elements]"));
            }
            Contact::ElasticFoundation(law) => {
                let foundation = foundation(implant, liner, cup_radius, law.stiffness).map_err(|error| {
                    Problem::new("implant.layers", error.to_string(), "check thickness and modulus")
                })?;
                let sphere = ConformalSphere { ball_radius: head_radius, socket_radius: cup_radius, foundation };
                JointContact::Foundation(Box::new(with_lip(SphericalJoint::new(sphere, pole, rim_angle), implant)))
            }
            Contact::Calibrated(_) => {
                let hint = "use [hip.contact.elastic-foundation], whose error is estimated with every run";
                if !implant.layers.is_empty() {
                    let message = "the calibrated closed form knows one liner, here are further layers";
                    return Err(Problem::new("implant.layers", message, hint));
                }
                let (thickness, clearance) = (implant.liner_thickness.si(), cup_radius - head_radius);
                let sphere =
                    CalibratedSphere::new(LinedCup { radius: cup_radius, clearance, thickness, material: liner })
                        .map_err(|outside| Problem::new("contact.calibrated", outside.to_string(), hint))?;
                JointContact::Calibrated(Box::new(with_lip(SphericalJoint::new(sphere, pole, rim_angle), implant)))
            }
            Contact::FiniteElements(law) => {
                let foundation =
                    foundation(implant, liner, cup_radius, LayerStiffness::SphericalShell).map_err(|error| {
                        Problem::new("implant.layers", error.to_string(), "check thickness and modulus")
                    })?;
                let sphere = ConformalSphere { ball_radius: head_radius, socket_radius: cup_radius, foundation };
                let springs = SphericalJoint::new(sphere, pole, rim_angle);
                let loading = loading(&parameters, &cycle);
                let joint = ElasticJoint::new(&Plan { implant, law, liner, head, springs, pole, loading })?;
                JointContact::FiniteElements(Arc::new(joint))
            }
            Contact::Hertz(_) => {
                let law = Hertz::ball_in_socket(head_radius, cup_radius, contact_modulus(&liner, &head));
                JointContact::Hertz(HertzJoint {
                    law,
                    clearance: cup_radius - head_radius,
                    cup_radius,
                    pole,
                    rim_angle,
                })
            }
        };
        let friction = match parameters.friction {
            Friction::None | Friction::Compliant(_) => Rubbing::NONE,
            Friction::Coulomb(law) => {
                let (static_coefficient, dynamic_coefficient) = law.coefficients(USUAL_FRICTION);
                Rubbing { static_coefficient, dynamic_coefficient, transition_speed: law.transition_speed.si() }
            }
        };
        let sticking = match &parameters.friction {
            Friction::Compliant(law) => Some(law.law()),
            _ => None,
        };
        let mass = head.density * 4.0 / 3.0 * std::f64::consts::PI * head_radius.powi(3);
        let thickness = implant.liner_thickness.si() + implant.layers.iter().map(|l| l.thickness.si()).sum::<f64>();
        let hard_pair = find_hard_pair(implant);
        let wearing = match hard_pair {
            Some(pair) => Wearing::of_pair(parameters.wear.factor, pair),
            None => Wearing::new(parameters.wear.factor, &implant.liner_material, CONVENTIONAL_WEAR),
        };
        // A factor of one's own says nothing of running in, and holds for both parts.
        let run_in = hard_pair.filter(|pair| is_factor_of(wearing.factor, pair)).and_then(|pair| pair.run_in);
        let run_in = run_in.map(|(times, cycles)| RunIn { times, cycles: Cycles::new(cycles) });
        let head_factor = parameters.wear.head_factor.or(hard_pair.map(|_| wearing.factor)).map(WearFactor::si);
        let head_factor = head_factor.filter(|factor| *factor > 0.0 && parameters.lifetime.is_some());
        let law = build_law(parameters.wear.law, parameters.wear.factor, &wearing, &implant.liner_material);
        let neck = match (&parameters.experiment, &implant.design) {
            (Experiment::Dynamic(_), Some(design)) => {
                let joint = design.joint(implant, orientation);
                // The shell of a mobile liner is of metal, as the neck is.
                let rim = if design.dual_mobility.is_some() { &head } else { &liner };
                Some((NeckContact::new(joint, rim, &head), joint.neck))
            }
            _ => None,
        };
        let mut parameters = parameters;
        if parameters.wear.law == WearLawName::Archard {
            parameters.wear.factor = wearing.written_out();
        }
        Ok(Self {
            choice,
            contact,
            surrogate: None,
            head_radius,
            cup_radius,
            thickness,
            mass,
            pole,
            rim_angle,
            friction,
            sticking,
            wearing,
            law,
            hard_pair,
            head_factor,
            run_in,
            neck,
            worn: None,
            cycle,
            parameters,
        })
    }

    /// What was asked.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Where the wear factor of the head comes from, in words.
    pub(super) fn head_source(&self) -> String {
        match self.parameters.wear.head_factor {
            Some(_) => "as given".into(),
            None => format!("as that of the cup: {}", self.wearing.source),
        }
    }

    /// The wear factor and where it comes from, in words.
    pub fn wear_in_words(&self) -> String {
        match self.law {
            WearLaw::Archard(_) => self.wearing.describe(),
            _ => describe_law(&self.law, &self.wearing),
        }
    }

    /// The load cycle.
    pub fn cycle(&self) -> &LoadCycle {
        &self.cycle
    }

    /// Runs the experiment.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, HipError> {
        self.run_as_far(watch).map_err(|halfway| halfway.why)
    }

    /// The same, with what was computed before a failure.
    pub(super) fn run_as_far(&self, watch: &dyn Watch) -> Result<Outcome, Halfway<HipError>> {
        if let Some(asked) = &self.parameters.lifetime {
            return Ok(lifetime::run(self, asked, watch)?);
        }
        let (history, failed) = self.follow(watch)?;
        if watch.cancelled() {
            return Err(HipError::Interrupted.into());
        }
        match failed {
            None => Ok(outcome::assemble(self, &history, watch)?),
            Some(why) => {
                let reached = outcome::assemble_part(self, &history, &why, watch).ok().map(Box::new);
                Err(Halfway { why, reached })
            }
        }
    }

    /// Runs the experiment for its headline numbers, warnings and work alone: the same as those of [`run`](Self::run) to
    /// the last bit, without series, maps and figures.
    pub fn run_headline(&self, watch: &dyn Watch) -> Result<Outcome, HipError> {
        if let Some(asked) = &self.parameters.lifetime {
            let Outcome { headline, warnings, work, .. } = lifetime::run(self, asked, watch)?;
            return Ok(Outcome { headline, warnings, work, ..Outcome::default() });
        }
        let history = self.compute_history(watch)?;
        if watch.cancelled() {
            return Err(HipError::Interrupted);
        }
        outcome::assemble_headline(self, &history, watch)
    }

    /// How finely the liner is divided, cells from the pole to the rim, where it is made of finite elements.
    pub fn element_cells(&self) -> Option<usize> {
        if let JointContact::FiniteElements(joint) = &self.contact { Some(joint.cells) } else { None }
    }

    /// The motion alone, without maps and results.
    pub(super) fn compute_history(&self, watch: &dyn Watch) -> Result<History, HipError> {
        let (history, failed) = self.follow(watch)?;
        failed.map_or(Ok(history), Err)
    }

    /// The motion as far as it goes, and why it does not go on, where there is anything of it.
    fn follow(&self, watch: &dyn Watch) -> Result<(History, Option<HipError>), HipError> {
        if let JointContact::FiniteElements(joint) = &self.contact {
            joint.prepare(watch);
            if matches!(self.parameters.experiment, Experiment::Dynamic(_)) {
                joint.prepare_motion(watch);
            }
        }
        let run = Running::new(self);
        let (mut history, failed) = match self.parameters.experiment {
            Experiment::Static(case) => (equilibrium::solve_static(&run, &case)?, None),
            Experiment::QuasiStatic(case) => equilibrium::solve_cycle(&run, &case, watch)?,
            Experiment::Dynamic(case) => dynamics::integrate(&run, &case, watch)?,
        };
        history.work.extend(run.work());
        if failed.is_none() {
            plausibility::check_pressure(self, &history)?;
        }
        Ok((history, failed))
    }

    /// Weight of the head, in N, pelvis axes (upright).
    pub(super) fn weight(&self, gravity: bool) -> Vector3<f64> {
        if gravity { Vector3::new(0.0, -self.mass * STANDARD_GRAVITY, 0.0) } else { Vector3::zeros() }
    }

    /// Angle from the pole to where the bearing surface ends towards a direction, at the rim or at its lip.
    pub(super) fn end_towards(&self, direction: &Vector3<f64>) -> f64 {
        self.contact.end_towards(direction).unwrap_or(self.rim_angle)
    }

    /// Radial clearance, in m.
    pub(super) fn clearance(&self) -> f64 {
        self.cup_radius - self.head_radius
    }

    /// Damping of a contact episode that began at this speed.
    pub(super) fn damping(&self, impact_speed: f64) -> Damping {
        self.parameters.dissipation.damping(impact_speed)
    }
}

/// What the liner will have to carry.
fn loading(parameters: &Parameters, cycle: &LoadCycle) -> Loading {
    const INSTANTS: u32 = 200;
    match &parameters.experiment {
        Experiment::Static(case) if case.load_tilt.si() == 0.0 => Loading::Axial(case.load.si()),
        Experiment::Static(case) => Loading::Single(case.load.si()),
        _ => {
            let at = |i: u32| cycle.at(cycle.duration() * f64::from(i) / f64::from(INSTANTS)).load.norm();
            let peak = (0..INSTANTS).map(at).fold(0.0, f64::max);
            if parameters.lifetime.is_some() { Loading::Lifetime(peak) } else { Loading::Cycle(peak) }
        }
    }
}

/// With the lip of the design, where it has one.
fn with_lip<S: BallInSocket>(joint: SphericalJoint<S>, implant: &Implant) -> SphericalJoint<S> {
    match implant.design.as_ref().and_then(|design| design.raised_rim(implant)) {
        Some(lip) => joint.with_lip(&lip),
        None => joint,
    }
}

fn foundation(
    implant: &Implant,
    liner: Elastic,
    cup_radius: f64,
    stiffness: LayerStiffness,
) -> Result<Foundation, FoundationError> {
    let layer = Layer { thickness: implant.liner_thickness.si(), material: liner };
    let first = match stiffness {
        LayerStiffness::Confined => layer.stiffness(),
        LayerStiffness::SphericalShell => ShellLayer { inner_radius: cup_radius, layer }.stiffness(),
    };
    let more = implant.layers.iter().filter_map(|input| {
        let material = input.material.elastic()?;
        Some(Layer { thickness: input.thickness.si(), material }.stiffness())
    });
    Foundation::in_series(std::iter::once(first).chain(more))
}
