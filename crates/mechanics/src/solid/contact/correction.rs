//! From the gap to the pressure: one compliance matrix, and a few corrections for what is not linear.

use super::target::Target;
use super::{ContactSettings, ContactSolution, ContactWork, Obstacle, RigidContact};
use crate::solid::{SolidError, SolidState, Statics};
use nalgebra::{DMatrix, Vector3};
use numerics::complementarity::{Complementarity, ComplementarityError, ComplementaritySolution};

/// One contact problem.
pub(super) struct Problem<'p, 'a, 's> {
    pub contact: &'p RigidContact<'a>,
    pub start: Obstacle<'s>,
    pub target: Target,
    pub settings: &'p ContactSettings,
}

/// What came of a number of candidates.
enum Attempt<'s> {
    Solved(Box<ContactSolution<'s>>),
    /// They were too few: how many of the others overlap, at least.
    TooFew(usize),
}

impl<'a, 's> Problem<'_, 'a, 's> {
    /// Takes as many corners for candidates as turn out to touch.
    pub fn solve(
        &self,
        statics: &mut Statics<'a>,
        order: &[usize],
        from: Option<&ContactSolution<'s>>,
    ) -> Result<ContactSolution<'s>, SolidError> {
        let mut count = (order.len() / 6).max(40).min(order.len());
        let mut columns = 0;
        loop {
            let (candidates, others) = order.split_at(count);
            match self.correct(statics, (candidates, others), from)? {
                Attempt::Solved(mut solution) => {
                    solution.work.columns += columns;
                    return Ok(*solution);
                }
                Attempt::TooFew(more) => {
                    columns += count;
                    // Fewer corners sink deeper: what overlaps now is rather too much than too little.
                    count = (count + more + count / 5).min(order.len());
                }
            }
        }
    }

    /// Corrects pressure p, centre c and displacement u in turn until all conditions hold exactly:
    /// u* is in equilibrium with p, its true gaps are G*, and the next p solves
    ///
    /// G* + A (p − p*) − H (c − c*) ≥ 0 ⟂ p ≥ 0,  Hᵀp = f.
    ///
    /// A is that of the first normals (and of the last renewed stiffness): being slightly wrong, it costs a correction more,
    /// not accuracy.
    fn correct(
        &self,
        statics: &mut Statics<'a>,
        (candidates, others): (&[usize], &[usize]),
        from: Option<&ContactSolution<'s>>,
    ) -> Result<Attempt<'s>, SolidError> {
        let Self { contact, settings, target, .. } = self;
        let (solid, surface) = (contact.solid, contact.surface());
        let mut state = from.map_or_else(|| solid.state(), |from| from.state.clone());
        let mut pressure = from.map_or_else(|| vec![0.0; surface.corners.len()], |from| from.pressure.clone());
        let mut obstacle = from.map_or(self.start, |from| from.obstacle);
        if target.free.is_empty() {
            obstacle = self.start.moved(target.way);
        }
        let mut work = ContactWork { candidates: candidates.len(), ..ContactWork::default() };
        let mut compliance = DMatrix::zeros(0, 0);
        let mut closed = vec![true; candidates.len()];
        let mut normals = contact.normals(&state, &obstacle);
        let mut balanced = Vec::new();
        let mut worst = (f64::INFINITY, 0);
        for iteration in 0..settings.iterations {
            work.iterations += 1;
            if iteration == 0 || (!solid.is_linear() && iteration <= settings.renewals) {
                statics.factorise(&state)?;
                balanced.clone_from(&statics.assembly().force);
                compliance = statics.compute_compliance(&contact.normal_rows(&normals, candidates))?;
                work.columns += candidates.len();
            }
            self.move_to_equilibrium(statics, &pressure, &normals, (&mut state, &mut balanced))?;
            normals = contact.normals(&state, &obstacle);
            let gaps = contact.weighted_gaps(&state, &obstacle);
            if let (1, Some(last)) = (iteration, contact.last_overlap(&gaps, others)) {
                return Ok(Attempt::TooFew(last + 1));
            }
            let (solution, change) =
                self.solve_pressures((candidates, &compliance), &gaps, &normals, &pressure, &closed)?;
            work.pivots += solution.pivots;
            let mut largest: f64 = 0.0;
            for (k, &i) in candidates.iter().enumerate() {
                pressure[i] = solution.pressure[k].max(0.0);
                largest = largest.max(pressure[i]);
            }
            let moved: Vector3<f64> = target.free.iter().zip(&solution.motion).map(|(d, c)| d * *c).sum();
            obstacle = obstacle.moved(moved);
            closed = solution.closed;
            let way = (obstacle.pose.translation.vector - self.start.pose.translation.vector).norm();
            let settled = change.0 <= settings.tolerance * largest && moved.norm() <= settings.tolerance * way;
            if settled || (largest == 0.0 && iteration > 0) {
                work.closed = closed.iter().filter(|c| **c).count();
                self.move_to_equilibrium(statics, &pressure, &normals, (&mut state, &mut balanced))?;
                let gaps = contact.weighted_gaps(&state, &obstacle);
                if let Some(last) = contact.last_overlap(&gaps, others) {
                    return Ok(Attempt::TooFew(last + 1));
                }
                let force = self.force_of(&pressure, &normals);
                let current_pressure = contact.per_deformed_area(&pressure, &state);
                let (traction, slip) = (vec![Vector3::zeros(); pressure.len()], vec![Vector3::zeros(); pressure.len()]);
                return Ok(Attempt::Solved(Box::new(ContactSolution {
                    state,
                    obstacle,
                    pressure,
                    current_pressure,
                    traction,
                    slip,
                    force,
                    work,
                })));
            }
            worst = change;
        }
        let node = solid.mesh().node_number(surface.corners[worst.1]);
        let what = format!(
            "no equilibrium in contact: after {} corrections the pressure at node {node} still changes by {:.2e} Pa",
            settings.iterations, worst.0
        );
        Err(SolidError::NoContact { what, hint: "a lighter load, a finer mesh, or more corrections" })
    }

    /// u ← u + K⁻¹ (Bᵀp − f(u)).
    fn move_to_equilibrium(
        &self,
        statics: &mut Statics<'a>,
        pressure: &[f64],
        normals: &[Vector3<f64>],
        moved: (&mut SolidState, &mut Vec<f64>),
    ) -> Result<(), SolidError> {
        let surface = self.contact.surface();
        self.contact.move_to_equilibrium(statics, moved, |load| {
            for (row, p) in surface.weights.iter().zip(pressure).filter(|(_, p)| **p != 0.0) {
                for &(a, d) in row {
                    let node = surface.nodes[a];
                    (0..3).for_each(|axis| load[3 * node + axis] += p * d * normals[a][axis]);
                }
            }
        })
    }

    fn force_of(&self, pressure: &[f64], normals: &[Vector3<f64>]) -> Vector3<f64> {
        let rows = self.contact.surface().weights.iter().zip(pressure);
        rows.flat_map(|(row, p)| row.iter().map(move |&(a, d)| normals[a] * (p * d))).sum()
    }

    /// The next pressures, and their largest change with its corner.
    fn solve_pressures(
        &self,
        (candidates, compliance): (&[usize], &DMatrix<f64>),
        gaps: &[f64],
        normals: &[Vector3<f64>],
        pressure: &[f64],
        closed: &[bool],
    ) -> Result<(ComplementaritySolution, (f64, usize)), SolidError> {
        let weights = &self.contact.surface().weights;
        let m = candidates.len();
        let now = nalgebra::DVector::from_fn(m, |k, _| pressure[candidates[k]]);
        let carried = compliance * now;
        let gap: Vec<f64> = (0..m).map(|k| gaps[candidates[k]] - carried[k]).collect();
        let guide = DMatrix::from_fn(m, self.target.free.len(), |k, j| {
            weights[candidates[k]].iter().map(|&(a, d)| d * normals[a].dot(&self.target.free[j])).sum()
        });
        let force: Vec<f64> = self.target.free.iter().map(|d| d.dot(&self.target.force)).collect();
        let problem = Complementarity { compliance, gap: &gap, guide: &guide, force: &force };
        let solution = problem.solve(closed).map_err(|cause| self.refused(&cause, candidates, gaps))?;
        let change = |k: usize| ((solution.pressure[k].max(0.0) - pressure[candidates[k]]).abs(), candidates[k]);
        let change = (0..m).map(change).fold((0.0, 0), |worst, next| if next.0 > worst.0 { next } else { worst });
        Ok((solution, change))
    }

    fn refused(&self, cause: &ComplementarityError, candidates: &[usize], gaps: &[f64]) -> SolidError {
        let (solid, surface) = (self.contact.solid, self.contact.surface());
        let gap = |i: &usize| gaps[*i] / surface.area[*i];
        let deepest = candidates.iter().min_by(|i, j| gap(i).total_cmp(&gap(j))).copied().unwrap_or(0);
        let node = solid.mesh().node_number(surface.corners[deepest]);
        let what = format!("{cause}; the least gap is {:.3e} m, at node {node}", gap(&deepest));
        SolidError::NoContact { what, hint: "the surface must be able to carry the force along every free direction" }
    }
}
