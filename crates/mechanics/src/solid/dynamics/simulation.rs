//! A motion as a whole: what it is made of, and what changes between steps.

use super::counter::Counter;
use super::error::DynamicsError;
use super::motion::MeshMotion;
use super::operators::Operators;
use super::points::ContactPoints;
use super::settings::{Body, Coupling, Drive, DynamicsSettings, WearSettings, check};
use super::state::DynamicState;
use super::step::Scratch;
use super::wear_law::WearLaw;
use super::work::DynamicsWork;
use crate::solid::{Assembly, Solid, SolidState};
use nalgebra::Vector3;
use numerics::cone::{ConeData, ConeSolver};
use numerics::sparse::SymmetricMatrix;

/// A solid, a rigid body, and the room to move them.
#[derive(Debug)]
pub struct ContactDynamics {
    pub(super) solid: Solid,
    pub(super) points: ContactPoints,
    pub(super) body: Body,
    pub(super) settings: DynamicsSettings,
    pub(super) wear: Option<WearSettings>,
    pub(super) law: WearLaw,
    pub(super) counter: Option<Counter>,
    pub(super) motion: Option<MeshMotion>,
    pub(super) load: Vec<f64>,
    pub(super) assembly: Assembly,
    pub(super) trial: SolidState,
    pub(super) operators: Operators,
    pub(super) cone: ConeSolver,
    pub(super) work: DynamicsWork,
    pub(super) worst_residual: f64,
    pub(super) scratch: Scratch,
}

impl ContactDynamics {
    /// A motion of a solid whose named surface may touch a body. Supports hold nodes where they are.
    ///
    /// # Errors
    /// Settings that make no sense, a body that overlaps the solid, a system that cannot be factorised.
    pub fn new(solid: Solid, surface: &str, body: Body, settings: DynamicsSettings) -> Result<Self, DynamicsError> {
        check(&solid, &body, &settings)?;
        let points = ContactPoints::new(solid.mesh(), solid.mesh().surface(surface)?)?;
        for &node in &points.nodes {
            let (gap, _) = body.shape.gap(solid.mesh().nodes[node] - body.centre);
            let size = solid.mesh().nodes[node].amax();
            if gap < -1e-9 * size {
                return Err(DynamicsError::Overlap { overlap: -gap, node: solid.mesh().node_number(node) });
            }
        }
        let mut assembly = Assembly::new(&solid);
        let operators = Operators::new((&solid, &mut assembly), &points, &body, &settings, None)?;
        let scratch = Scratch::new(solid.unknowns(), points.count(), settings.friction);
        let work = DynamicsWork { factorisations: 1, ..DynamicsWork::default() };
        let (load, trial) = (vec![0.0; 3 * solid.mesh().nodes.len()], solid.state());
        Ok(Self {
            solid,
            points,
            body,
            settings,
            wear: None,
            law: WearLaw::default(),
            counter: None,
            motion: None,
            load,
            assembly,
            trial,
            operators,
            cone: ConeSolver::new(),
            work,
            worst_residual: 0.0,
            scratch,
        })
    }

    /// Gives the solid a load, at 3·node + axis in N, that [`Drive::load`] multiplies.
    pub fn with_load(mut self, load: Vec<f64>) -> Self {
        debug_assert_eq!(load.len(), self.load.len());
        self.load = load;
        self
    }

    /// Lets the contact surface wear.
    pub fn with_wear(mut self, wear: WearSettings) -> Result<Self, DynamicsError> {
        let wrong = |what, value, hint| Err(DynamicsError::BadSetting { what, value, hint });
        if !(wear.factor >= 0.0 && wear.factor.is_finite()) {
            return wrong("the wear factor", wear.factor, "zero or more, in 1/Pa");
        }
        if !(wear.thickness > 0.0 && wear.renewal > 0.0) {
            return wrong("the thickness that may wear", wear.thickness, "a length, and a positive share for renewals");
        }
        if wear.coupling == Coupling::Explicit(0) {
            return wrong("steps between updates of the geometry", 0.0, "at least one");
        }
        if wear.renewal.is_finite() {
            self.motion = Some(MeshMotion::new(&self.solid, &self.points)?);
        }
        self.wear = Some(wear);
        Ok(self)
    }

    /// A state at rest.
    pub fn start(&self) -> DynamicState {
        let state = DynamicState::sized(self.solid.mesh().nodes.len(), self.points.count());
        let counter_depth = vec![0.0; self.counter_grid().map_or(0, |grid| grid.nodes.len())];
        DynamicState { centre: self.body.centre, work: self.work, counter_depth, ..state }
    }

    /// The solid, with its nodes where the mesh has them now.
    pub fn solid(&self) -> &Solid {
        &self.solid
    }

    /// The points of contact.
    pub fn points(&self) -> &ContactPoints {
        &self.points
    }

    /// The body.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The settings.
    pub fn settings(&self) -> &DynamicsSettings {
        &self.settings
    }

    /// The load that [`Drive::load`] multiplies.
    pub fn load(&self) -> &[f64] {
        &self.load
    }

    /// Mass and stiffness.
    pub(super) fn matrices(&self) -> (&SymmetricMatrix, &SymmetricMatrix) {
        (&self.operators.mass, &self.operators.stiffness)
    }

    /// The contact problem solved last, as data.
    pub fn last_problem(&self) -> ConeData {
        ConeData::of(&self.problem())
    }

    /// Makes the step longer or shorter: one factorisation.
    pub fn set_step(&mut self, step: f64) -> Result<(), DynamicsError> {
        let settings = DynamicsSettings { step, ..self.settings };
        check(&self.solid, &self.body, &settings)?;
        self.settings = settings;
        self.renew(None)
    }

    pub(super) fn renew(&mut self, at: Option<&DynamicState>) -> Result<(), DynamicsError> {
        let Self { solid, assembly, points, body, settings, .. } = self;
        self.operators = Operators::new((solid, assembly), points, body, settings, at)?;
        self.work.factorisations += 1;
        Ok(())
    }

    /// Lets a state come to rest under what drives it, without wear: long steps, after which all motion is forgotten.
    ///
    /// # Errors
    /// Those of the steps.
    pub fn settle_down(
        &mut self,
        state: &mut DynamicState,
        drive: &Drive,
        (steps, step): (usize, f64),
    ) -> Result<(), DynamicsError> {
        let (usual, wear) = (self.settings.step, self.wear.take());
        self.set_step(step)?;
        state.drive = *drive;
        let outcome = (0..steps).try_for_each(|_| self.step(state, drive));
        self.wear = wear;
        self.set_step(usual)?;
        outcome?;
        state.velocity.fill(Vector3::zeros());
        state.sliding.fill(Vector3::zeros());
        state.centre_velocity = Vector3::zeros();
        state.power = 0.0;
        (state.time, state.steps, state.load_times_sliding, state.friction_heat) = (0.0, 0, 0.0, 0.0);
        Ok(())
    }
}
