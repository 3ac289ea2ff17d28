//! Equilibrium under given loads and prescribed displacements, by Newton's method in load steps.

use super::{Assembly, Lift, Solid, SolidError, SolidState};
use nalgebra::{DMatrix, Vector3};
use numerics::sparse::{Factor, NO_UNKNOWN, SparseRow};

/// Shares of the load below which a step is not halved once more: steps that fail and succeed in turn come to an end.
const SHORTEST: f64 = 1e-5;

/// How an equilibrium is sought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StaticSettings {
    /// Residual force that counts as none, as a share of the forces present.
    pub tolerance: f64,
    /// Newton iterations of a load step before it is halved.
    pub iterations: usize,
    /// Load steps to begin with; a linear solid needs one.
    pub steps: usize,
    /// How often a load step may be halved.
    pub halvings: usize,
}

impl Default for StaticSettings {
    fn default() -> Self {
        Self { tolerance: 1e-9, iterations: 15, steps: 1, halvings: 8 }
    }
}

/// What an equilibrium cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StaticWork {
    /// Load steps that were accepted.
    pub steps: usize,
    /// Newton iterations, those of rejected steps too.
    pub iterations: usize,
    /// Numeric factorisations.
    pub factorisations: usize,
}

/// A solver of equilibria of one solid; it keeps its storage, and the factor of a linear solid.
#[derive(Debug)]
pub struct Statics<'a> {
    solid: &'a Solid,
    assembly: Assembly,
    factor: Option<Factor>,
    work: StaticWork,
}

impl<'a> Statics<'a> {
    /// Room for a solid.
    pub fn new(solid: &'a Solid) -> Self {
        Self { solid, assembly: Assembly::new(solid), factor: None, work: StaticWork::default() }
    }

    /// What has been done so far.
    pub fn work(&self) -> StaticWork {
        self.work
    }

    /// Energy and internal forces of the state computed last.
    pub fn assembly(&self) -> &Assembly {
        &self.assembly
    }

    /// Computes energy, internal forces and factorised stiffness of a state; the factor of a linear solid is computed once.
    pub fn factorise(&mut self, state: &SolidState) -> Result<(), SolidError> {
        if self.keeps_factor() {
            return self.compute_forces(state);
        }
        self.assembly.compute_stiffness(self.solid, state, None)?;
        self.refactorise()
    }

    /// Computes energy and internal forces of a state; the factor stays that of the state factorised last.
    pub fn compute_forces(&mut self, state: &SolidState) -> Result<(), SolidError> {
        self.assembly.compute_forces(self.solid, state)
    }

    /// Solves for displacements with the stiffness factorised last (at first: that of the undeformed solid), for any number
    /// of right-hand sides, one after the other.
    pub fn solve_with_factor(&mut self, columns: &mut [f64]) -> Result<(), SolidError> {
        self.factor()?.solve(columns);
        Ok(())
    }

    /// How places give way to forces on them, with the stiffness factorised last: B K⁻¹ Bᵀ of rows B over the unknowns.
    pub fn compute_compliance(&mut self, rows: &[SparseRow]) -> Result<DMatrix<f64>, SolidError> {
        Ok(self.factor()?.compute_compliance(rows))
    }

    /// The stiffness factorised last; at first that of the undeformed solid.
    fn factor(&mut self) -> Result<&Factor, SolidError> {
        let factor = match self.factor.take() {
            Some(factor) => factor,
            None => {
                self.assembly.compute_stiffness(self.solid, &self.solid.state(), None)?;
                self.compute_factor(None)?
            }
        };
        Ok(self.factor.insert(factor))
    }

    /// Whether the factor at hand is that of every state.
    fn keeps_factor(&self) -> bool {
        self.solid.is_linear() && self.factor.is_some()
    }

    fn refactorise(&mut self) -> Result<(), SolidError> {
        // A factor that failed half way is not put back.
        let old = self.factor.take();
        self.factor = Some(self.compute_factor(old)?);
        Ok(())
    }

    /// The factor of the present stiffness, in the storage of an old one.
    fn compute_factor(&mut self, old: Option<Factor>) -> Result<Factor, SolidError> {
        let stiffness = &self.assembly.stiffness;
        self.work.factorisations += 1;
        let factor = match old {
            Some(mut factor) => factor.refactorise(stiffness).map(|()| factor),
            None => Factor::new(self.solid.symbolic()?, stiffness),
        };
        factor.map_err(|cause| self.solid.singular(cause))
    }

    /// Brings `state` to equilibrium with nodal forces `load` (N at 3·node + axis) and the prescribed displacements.
    ///
    /// Loads and prescribed displacements grow together from the present state. If a step fails it is halved; if that
    /// does not help, the error says how far it came, and `state` is the last equilibrium.
    pub fn solve(&mut self, load: &[f64], state: &mut SolidState, settings: &StaticSettings) -> Result<(), SolidError> {
        self.assembly.compute_forces(self.solid, state)?;
        let start: Vec<f64> = self.assembly.force.clone();
        let begin = state.displacement.clone();
        let (mut done, mut step, mut halvings) = (0.0, 1.0 / settings.steps.max(1) as f64, 0_usize);
        while done < 1.0 {
            let target = if done + step > 1.0 - 1e-9 { 1.0 } else { done + step };
            // From the forces that the present state carries to those asked for.
            let now: Vec<f64> = start.iter().zip(load).map(|(a, b)| a + target * (b - a)).collect();
            let mut trial = state.clone();
            match self.solve_step((&now, &begin, target), &mut trial, settings) {
                Ok(()) => {
                    *state = trial;
                    self.work.steps += 1;
                    (done, halvings) = (target, halvings.saturating_sub(1));
                }
                Err(error) if halvings >= settings.halvings || step < SHORTEST || self.solid.is_linear() => {
                    return Err(error);
                }
                Err(_) => {
                    halvings += 1;
                    step *= 0.5;
                }
            }
        }
        Ok(())
    }

    fn solve_step(
        &mut self,
        (load, begin, fraction): (&[f64], &[Vector3<f64>], f64),
        state: &mut SolidState,
        settings: &StaticSettings,
    ) -> Result<(), SolidError> {
        let solid = self.solid;
        let mut increment = vec![Vector3::zeros(); begin.len()];
        for (node, axis, value) in solid.supports().iter() {
            let target = begin[node][axis] + fraction * (value - begin[node][axis]);
            increment[node][axis] = target - state.displacement[node][axis];
        }
        let mut lift = vec![0.0; load.len()];
        let mut right = vec![0.0; solid.unknowns()];
        for iteration in 0..=settings.iterations {
            let first = iteration == 0;
            let moved = first && increment.iter().any(|d| *d != Vector3::zeros());
            if self.keeps_factor() && !moved {
                self.assembly.compute_forces(solid, state)?;
            } else {
                let ask = moved.then_some(Lift { increment: &increment, forces: &mut lift });
                self.assembly.compute_stiffness(solid, state, ask)?;
            }
            let force = &self.assembly.force;
            let (mut residual, mut scale, mut worst) = (0.0, 0.0_f64, (0.0, 0));
            for (k, &u) in solid.unknown_of().iter().enumerate() {
                scale += force[k] * force[k];
                if u == NO_UNKNOWN {
                    continue;
                }
                let r: f64 = load[k] - force[k] - lift[k];
                right[u] = r;
                residual += r * r;
                scale += load[k] * load[k];
                if r.abs() > worst.0 {
                    worst = (r.abs(), k / 3);
                }
            }
            if !moved && residual.sqrt() <= settings.tolerance * scale.sqrt().max(self.least_force()) {
                state.history.copy_from_slice(&self.assembly.history);
                return Ok(());
            }
            if iteration == settings.iterations || !residual.is_finite() {
                let node = solid.mesh().node_number(worst.1);
                return Err(SolidError::NoEquilibrium { fraction, residual: worst.0, iterations: iteration, node });
            }
            self.work.iterations += 1;
            if !self.keeps_factor() {
                self.refactorise()?;
            }
            self.solve_with_factor(&mut right)?;
            for (k, &u) in solid.unknown_of().iter().enumerate() {
                state.displacement[k / 3][k % 3] += if u == NO_UNKNOWN { increment[k / 3][k % 3] } else { right[u] };
            }
            if first {
                increment.fill(Vector3::zeros());
                lift.fill(0.0);
            }
        }
        Ok(())
    }

    /// Force that rounding alone may leave: the largest stiffness at a displacement of 1e-16 of the solid's size.
    fn least_force(&self) -> f64 {
        let size = self.solid.mesh().nodes.iter().map(|x| x.amax()).fold(0.0, f64::max);
        let stiffest = (0..self.solid.unknowns()).map(|u| self.assembly.stiffness.diagonal(u)).fold(0.0, f64::max);
        1e-12 * stiffest * size
    }
}
