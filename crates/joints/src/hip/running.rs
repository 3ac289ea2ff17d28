//! A hip during one run: what the contact answers, and how often a surrogate had to ask it.

use std::cell::{Cell, RefCell, RefMut};

use mechanics::contact::surrogate::SurrogateScratch;
use mechanics::contact::{Patch, Reaction};
use mechanics::solid::revolution::CupScratch;
use nalgebra::Vector3;

use super::Hip;
use super::contact::{JointContact, JointPressure};
use super::elastic::ElasticJoint;
use super::parameters::Experiment;
use super::surrogate::BoundSurrogate;

/// Highest pressures between the places of a table are estimated better than this.
const ESTIMATED: f64 = 1.05;

/// A hip during one run. The hip is shared; this belongs to the run, which goes step by step: counts are the same however
/// many runs there are beside it.
#[derive(Debug)]
pub(super) struct Running<'a> {
    pub hip: &'a Hip,
    stand_in: Option<StandIn<'a>>,
    /// Where the contact of finite elements was last.
    scratch: RefCell<Option<CupScratch>>,
    /// Finite elements whose energy is tabulated, in equations of motion.
    moving: Option<&'a ElasticJoint>,
    /// How often the table was asked, and how often it had no answer.
    tabulated: Cell<u64>,
    beyond: Cell<u64>,
}

#[derive(Debug)]
struct StandIn<'a> {
    surrogate: &'a BoundSurrogate,
    scratch: RefCell<SurrogateScratch>,
    evaluations: Cell<u64>,
    fallbacks: Cell<u64>,
}

impl<'a> Running<'a> {
    /// With the surrogate, where the hip has one.
    pub fn new(hip: &'a Hip) -> Self {
        let stand_in = hip.surrogate.as_deref().map(|surrogate| StandIn {
            surrogate,
            scratch: RefCell::new(surrogate.scratch()),
            evaluations: Cell::new(0),
            fallbacks: Cell::new(0),
        });
        Self { stand_in, ..Self::by_contact(hip) }
    }

    fn by_contact(hip: &'a Hip) -> Self {
        let moving = match (&hip.contact, &hip.parameters.experiment) {
            (JointContact::FiniteElements(joint), Experiment::Dynamic(_)) => joint.motion().map(|_| &**joint),
            _ => None,
        };
        let (tabulated, beyond) = (Cell::new(0), Cell::new(0));
        Self { hip, stand_in: None, scratch: RefCell::new(scratch(hip)), moving, tabulated, beyond }
    }

    /// The contact itself, where a surrogate found no answer: counted as one that it did not know.
    pub fn without_surrogate(&self) -> Option<Self> {
        let stand_in = self.stand_in.as_ref()?;
        stand_in.evaluations.update(|count| count + 1);
        stand_in.fallbacks.update(|count| count + 1);
        Some(Self::by_contact(self.hip))
    }

    /// Whether a surrogate is asked first.
    pub fn is_by_surrogate(&self) -> bool {
        self.stand_in.is_some()
    }

    /// What the surrogate was asked, and how often the contact had to answer.
    pub fn work(&self) -> Vec<(String, u64)> {
        if let Some(scratch) = self.scratch.borrow().as_ref() {
            let tabulated = [("tabulated_forces", &self.tabulated), ("forces_beyond_table", &self.beyond)];
            let tabulated = tabulated.map(|(name, count)| (name.to_owned(), count.get()));
            let mut work = vec![
                ("contact_solutions".into(), scratch.solves),
                ("contact_exchanges".into(), scratch.work.exchanges as u64),
                ("contact_products".into(), scratch.work.products as u64),
            ];
            work.extend(tabulated.into_iter().filter(|_| self.moving.is_some()));
            return work;
        }
        self.stand_in.as_ref().map_or_else(Vec::new, |stand_in| {
            vec![
                ("surrogate_evaluations".into(), stand_in.evaluations.get()),
                ("surrogate_fallbacks".into(), stand_in.fallbacks.get()),
            ]
        })
    }

    fn ask<T>(
        &self,
        known: impl FnOnce(&BoundSurrogate, &mut SurrogateScratch) -> Option<T>,
        contact: impl FnOnce(&JointContact) -> T,
    ) -> T {
        if let Some(stand_in) = &self.stand_in {
            stand_in.evaluations.update(|count| count + 1);
            if let Some(found) = known(stand_in.surrogate, &mut stand_in.scratch.borrow_mut()) {
                return found;
            }
            stand_in.fallbacks.update(|count| count + 1);
        }
        contact(&self.hip.contact)
    }

    /// The liner of finite elements, where the contact is one, with what this run remembers of it.
    pub fn elastic(&self) -> Option<(&ElasticJoint, RefMut<'_, CupScratch>)> {
        let JointContact::FiniteElements(joint) = &self.hip.contact else { return None };
        let scratch = RefMut::filter_map(self.scratch.borrow_mut(), Option::as_mut).ok()?;
        Some((joint, scratch))
    }

    /// By the tabulated energy, in equations of motion; nothing where there is none or it ends.
    fn tabulated(&self, e: &Vector3<f64>) -> Option<Reaction> {
        let joint = self.moving?;
        self.tabulated.update(|count| count + 1);
        joint.reaction_in_motion(e).or_else(|| {
            self.beyond.update(|count| count + 1);
            None
        })
    }

    /// Whether forces come from a tabulated energy.
    pub fn is_tabulated(&self) -> bool {
        self.moving.is_some()
    }

    /// What the highest pressure at a place lies between, by the tabulated energy; without bounds where the table ends.
    pub fn pressure_bounds(&self, e: &Vector3<f64>, ratio: f64) -> Option<[f64; 2]> {
        let about = self.moving?.estimate_peak(e).map(|peak| peak * ratio);
        Some(about.map_or([0.0, f64::INFINITY], |about| [about / ESTIMATED, about * ESTIMATED]))
    }

    /// Whether the highest pressure at a place may exceed this one: most instants need no patch.
    pub fn may_exceed(&self, e: &Vector3<f64>, ratio: f64, highest: f64) -> bool {
        let indentation = e.norm() - self.hip.clearance();
        self.is_by_surrogate() || self.hip.contact.highest_pressure(indentation) * ratio > highest
    }

    /// Elastic force on the head.
    pub fn force(&self, e: &Vector3<f64>) -> Vector3<f64> {
        self.ask(
            |surrogate, scratch| surrogate.force(e, scratch),
            |contact| match (self.tabulated(e), self.elastic()) {
                (Some(known), _) => known.force,
                (None, Some((joint, mut scratch))) => joint.force(e, &mut scratch),
                (None, None) => contact.reaction(e).force,
            },
        )
    }

    /// Elastic force on the head and its derivative.
    pub fn reaction(&self, e: &Vector3<f64>) -> Reaction {
        self.ask(
            |surrogate, scratch| surrogate.reaction(e, scratch),
            |contact| match (self.tabulated(e), self.elastic()) {
                (Some(known), _) => known,
                (None, Some((joint, mut scratch))) => joint.reaction(e, &mut scratch),
                (None, None) => contact.reaction(e),
            },
        )
    }

    /// Pressure over the cup, where the contact is solved for it anyway.
    pub fn pressure(&self, e: &Vector3<f64>) -> Option<JointPressure> {
        self.elastic().map(|(joint, mut scratch)| JointPressure::FiniteElements(joint.pressure(e, &mut scratch)))
    }

    /// The patch.
    pub fn patch(&self, e: &Vector3<f64>) -> Patch {
        self.ask(
            |surrogate, scratch| surrogate.patch(e, scratch),
            |contact| match self.elastic() {
                Some((joint, mut scratch)) => joint.patch(e, &mut scratch),
                None => contact.patch(e),
            },
        )
    }
}

fn scratch(hip: &Hip) -> Option<CupScratch> {
    match &hip.contact {
        JointContact::FiniteElements(joint) => Some(joint.scratch()),
        _ => None,
    }
}
