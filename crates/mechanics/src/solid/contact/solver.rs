//! From the gap to the pressure: one compliance matrix, and a few corrections for what is not linear.

use super::condensed::{Condensed, Row};
use super::target::Target;
use super::{ContactSolution, ContactSurface, Leading, Obstacle};
use crate::solid::{Solid, SolidError, SolidState, Statics};
use nalgebra::{DMatrix, Vector3};
use numerics::complementarity::{Complementarity, ComplementarityError, ComplementaritySolution};
use numerics::sparse::NO_UNKNOWN;

/// Overlap at the start, and gap beyond the candidates, that counts as none, as a share of the surface's size.
const TOUCH: f64 = 1e-9;

/// How a contact is sought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactSettings {
    /// Change of pressure and position that counts as none, relative.
    pub tolerance: f64,
    /// Corrections before giving up.
    pub iterations: usize,
    /// For a solid that is not linear: how often the stiffness is renewed before it is kept.
    pub renewals: usize,
    /// How often a step may be halved.
    pub halvings: usize,
}

impl Default for ContactSettings {
    fn default() -> Self {
        Self { tolerance: 1e-7, iterations: 40, renewals: 3, halvings: 4 }
    }
}

/// What a contact cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ContactWork {
    /// Corrections.
    pub iterations: usize,
    /// Columns of compliance.
    pub columns: usize,
    /// Systems of closed gaps.
    pub pivots: usize,
    /// Corners that might touch.
    pub candidates: usize,
    /// Corners that touch.
    pub closed: usize,
}

/// A solid and the part of its surface that a rigid obstacle may touch.
#[derive(Debug)]
pub struct RigidContact<'a> {
    pub(super) solid: &'a Solid,
    surface: ContactSurface,
    size: f64,
}

impl<'a> RigidContact<'a> {
    /// Contact on a named surface of the mesh.
    pub fn new(solid: &'a Solid, surface: &str) -> Result<Self, SolidError> {
        let surface = ContactSurface::new(solid.mesh(), solid.mesh().surface(surface)?)?;
        let first = solid.mesh().nodes[surface.nodes[0]];
        let size = surface.nodes.iter().map(|&n| (solid.mesh().nodes[n] - first).norm()).fold(0.0, f64::max);
        Ok(Self { solid, surface, size })
    }

    /// The surface.
    pub fn surface(&self) -> &ContactSurface {
        &self.surface
    }

    /// Reference places of the corners.
    pub fn corner_places(&self) -> Vec<Vector3<f64>> {
        self.surface.corners.iter().map(|&n| self.solid.mesh().nodes[n]).collect()
    }

    /// Where the pressures of a deformed surface act, in the order of its corners.
    pub fn compute_pressure_places(&self, state: &SolidState) -> Vec<Vector3<f64>> {
        let mesh = self.solid.mesh();
        self.surface.compute_places(mesh, |n| mesh.nodes[n] + state.displacement[n])
    }

    /// Brings obstacle and solid into equilibrium, from the undeformed solid and an obstacle that does not yet overlap it.
    ///
    /// A solid that is not linear and does not follow at once is led in halves of the way or force; if these become too
    /// small, the error names the node and what it misses.
    pub fn solve<'s>(
        &self,
        statics: &mut Statics<'a>,
        obstacle: Obstacle<'s>,
        leading: &Leading,
        settings: &ContactSettings,
    ) -> Result<ContactSolution<'s>, SolidError> {
        self.check_start(&obstacle)?;
        let target = Target::new(leading)?;
        let order = self.sort_by_travel(&obstacle, target.direction)?;
        let (mut done, mut share, mut halvings) = (0.0, 1.0, 0);
        let mut last: Option<ContactSolution<'s>> = None;
        loop {
            let part = f64::min(done + share, 1.0);
            let problem = Problem { contact: self, start: obstacle, target: target.scaled(part), settings };
            match problem.solve(statics, &order, last.as_ref()) {
                Ok(solution) if part == 1.0 => return Ok(solution),
                Ok(solution) => (done, last) = (part, Some(solution)),
                Err(error) if self.solid.is_linear() || halvings == settings.halvings => return Err(error),
                Err(_) => (halvings, share) = (halvings + 1, 0.5 * share),
            }
        }
    }

    /// The corners that the obstacle would meet on its way, the first met first.
    pub(super) fn sort_by_travel(
        &self,
        obstacle: &Obstacle<'_>,
        direction: Vector3<f64>,
    ) -> Result<Vec<usize>, SolidError> {
        let travel = |place: Vector3<f64>| {
            let touches = obstacle.gap(place).0 <= TOUCH * self.size;
            if touches { 0.0 } else { obstacle.travel(place, direction) }
        };
        let travel: Vec<f64> = self.corner_places().into_iter().map(travel).collect();
        let mut order: Vec<usize> = (0..travel.len()).filter(|&i| travel[i].is_finite()).collect();
        order.sort_by(|&i, &j| travel[i].total_cmp(&travel[j]).then(i.cmp(&j)));
        if order.is_empty() {
            let what = format!("the obstacle misses the surface along {:.3?}", direction.as_slice());
            return Err(SolidError::NoContact { what, hint: "aim the force or the displacement at the surface" });
        }
        Ok(order)
    }

    pub(super) fn check_start(&self, obstacle: &Obstacle<'_>) -> Result<(), SolidError> {
        let gaps = self.surface.nodes.iter().map(|&n| (obstacle.gap(self.solid.mesh().nodes[n]).0, n));
        let (least, node) = gaps.fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a });
        if least < -TOUCH * self.size {
            let number = self.solid.mesh().node_number(node);
            let what = format!("the obstacle overlaps the solid by {:.3e} m at the start, at node {number}", -least);
            return Err(SolidError::NoContact { what, hint: "start with the obstacle clear of the solid" });
        }
        Ok(())
    }

    /// The last of these corners whose weighted gap is negative.
    pub(super) fn last_overlap(&self, solution: &ContactSolution<'_>, corners: &[usize]) -> Option<usize> {
        let gaps = self.weighted_gaps(&solution.state, &solution.obstacle);
        corners.iter().rposition(|&i| gaps[i] < -TOUCH * self.size * self.surface.area[i])
    }

    /// Gᵢ of every corner.
    pub(super) fn weighted_gaps(&self, state: &SolidState, obstacle: &Obstacle<'_>) -> Vec<f64> {
        let gaps: Vec<f64> = (self.surface.nodes.iter())
            .map(|&n| obstacle.gap(self.solid.mesh().nodes[n] + state.displacement[n]).0)
            .collect();
        self.surface.weights.iter().map(|row| row.iter().map(|&(a, d)| d * gaps[a]).sum()).collect()
    }

    /// Normals at the nodes of the surface.
    fn normals(&self, state: &SolidState, obstacle: &Obstacle<'_>) -> Vec<Vector3<f64>> {
        let place = |&n: &usize| self.solid.mesh().nodes[n] + state.displacement[n];
        self.surface.nodes.iter().map(|n| obstacle.gap(place(n)).1).collect()
    }

    /// Normal of the obstacle at a corner.
    pub(super) fn corner_normal(&self, corner: usize, state: &SolidState, obstacle: &Obstacle<'_>) -> Vector3<f64> {
        let node = self.surface.corners[corner];
        obstacle.gap(self.solid.mesh().nodes[node] + state.displacement[node]).1
    }

    /// Pressures per deformed area from those per reference area.
    pub(super) fn per_deformed_area(&self, pressure: &[f64], state: &SolidState) -> Vec<f64> {
        let mesh = self.solid.mesh();
        let areas = self.surface.compute_areas(mesh, |n| mesh.nodes[n] + state.displacement[n]);
        let stretch = self.surface.area.iter().zip(&areas).map(|(reference, now)| reference / now);
        pressure.iter().zip(stretch).map(|(p, s)| p * s).collect()
    }

    /// u ← u + K⁻¹ (forces from outside − f(u)); `add` adds the forces from outside, at 3·node + axis.
    ///
    /// *Pitfall*: `statics` must hold the internal forces of `state`.
    pub(super) fn move_to_equilibrium(
        &self,
        statics: &mut Statics<'a>,
        state: &mut SolidState,
        add: impl FnOnce(&mut [f64]),
    ) -> Result<(), SolidError> {
        let mut load: Vec<f64> = statics.assembly().force.iter().map(|f| -f).collect();
        add(&mut load);
        let mut right = vec![0.0; self.solid.unknowns()];
        self.solid.gather(&load, &mut right);
        statics.solve_with_factor(&mut right)?;
        for (k, &u) in self.solid.unknown_of().iter().enumerate() {
            if u != NO_UNKNOWN {
                state.displacement[k / 3][k % 3] += right[u];
            }
        }
        Ok(())
    }

    /// B_i = Σ_a D_ia n_a of some corners.
    fn normal_rows(&self, normals: &[Vector3<f64>], corners: &[usize]) -> Vec<Row> {
        let unknown = self.solid.unknown_of();
        let row = |&i: &usize| {
            let parts = self.surface.weights[i].iter().flat_map(|&(a, d)| {
                let node = self.surface.nodes[a];
                (0..3).map(move |axis| (unknown[3 * node + axis], d * normals[a][axis]))
            });
            parts.filter(|(u, _)| *u != NO_UNKNOWN).collect()
        };
        corners.iter().map(row).collect()
    }
}

/// One contact problem.
struct Problem<'p, 'a, 's> {
    contact: &'p RigidContact<'a>,
    start: Obstacle<'s>,
    target: Target,
    settings: &'p ContactSettings,
}

impl<'a, 's> Problem<'_, 'a, 's> {
    /// Takes as many corners for candidates as turn out to touch.
    fn solve(
        &self,
        statics: &mut Statics<'a>,
        order: &[usize],
        from: Option<&ContactSolution<'s>>,
    ) -> Result<ContactSolution<'s>, SolidError> {
        let mut count = (order.len() / 6).max(40).min(order.len());
        // At the start every set of candidates sees the same normals and the same stiffness: their columns are kept.
        let mut first = Condensed::default();
        loop {
            let solution = self.correct(statics, (&order[..count], &mut first), from)?;
            let beyond = self.contact.last_overlap(&solution, &order[count..]);
            let Some(last) = beyond else { return Ok(solution) };
            count = (count + last + 1 + count / 5).min(order.len());
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
        (candidates, first): (&[usize], &mut Condensed),
        from: Option<&ContactSolution<'s>>,
    ) -> Result<ContactSolution<'s>, SolidError> {
        let Self { contact, settings, target, .. } = self;
        let (solid, surface) = (contact.solid, &contact.surface);
        let mut state = from.map_or_else(|| solid.state(), |from| from.state.clone());
        let mut pressure = from.map_or_else(|| vec![0.0; surface.corners.len()], |from| from.pressure.clone());
        let mut obstacle = from.map_or(self.start, |from| from.obstacle);
        if target.free.is_empty() {
            obstacle = self.start.moved(target.way);
        }
        let mut work = ContactWork { candidates: candidates.len(), ..ContactWork::default() };
        let mut renewed: Option<Condensed> = None;
        let mut closed = vec![true; candidates.len()];
        let mut normals = contact.normals(&state, &obstacle);
        let mut worst = (f64::INFINITY, 0);
        for iteration in 0..settings.iterations {
            work.iterations += 1;
            if iteration == 0 {
                statics.factorise(&state)?;
                work.columns += candidates.len() - first.compliance.ncols();
                *first = first.grow(solid, statics, &contact.normal_rows(&normals, candidates))?;
            } else if !solid.is_linear() && iteration <= settings.renewals {
                statics.factorise(&state)?;
                let rows = contact.normal_rows(&normals, candidates);
                renewed = Some(Condensed::default().grow(solid, statics, &rows)?);
                work.columns += candidates.len();
            } else {
                statics.compute_forces(&state)?;
            }
            self.move_to_equilibrium(statics, &pressure, &normals, &mut state)?;
            let Condensed { compliance } = renewed.as_ref().unwrap_or(first);
            normals = contact.normals(&state, &obstacle);
            let gaps = contact.weighted_gaps(&state, &obstacle);
            let (solution, change) =
                self.solve_pressures((candidates, compliance), &gaps, &normals, &pressure, &closed)?;
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
                statics.compute_forces(&state)?;
                self.move_to_equilibrium(statics, &pressure, &normals, &mut state)?;
                let force = self.force_of(&pressure, &normals);
                let current_pressure = contact.per_deformed_area(&pressure, &state);
                let (traction, slip) = (vec![Vector3::zeros(); pressure.len()], vec![Vector3::zeros(); pressure.len()]);
                return Ok(ContactSolution {
                    state,
                    obstacle,
                    pressure,
                    current_pressure,
                    traction,
                    slip,
                    force,
                    work,
                });
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
        state: &mut SolidState,
    ) -> Result<(), SolidError> {
        let surface = &self.contact.surface;
        self.contact.move_to_equilibrium(statics, state, |load| {
            for (row, p) in surface.weights.iter().zip(pressure).filter(|(_, p)| **p != 0.0) {
                for &(a, d) in row {
                    let node = surface.nodes[a];
                    (0..3).for_each(|axis| load[3 * node + axis] += p * d * normals[a][axis]);
                }
            }
        })
    }

    fn force_of(&self, pressure: &[f64], normals: &[Vector3<f64>]) -> Vector3<f64> {
        let rows = self.contact.surface.weights.iter().zip(pressure);
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
        let weights = &self.contact.surface.weights;
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
        let RigidContact { solid, surface, .. } = self.contact;
        let gap = |i: &usize| gaps[*i] / surface.area[*i];
        let deepest = candidates.iter().min_by(|i, j| gap(i).total_cmp(&gap(j))).copied().unwrap_or(0);
        let node = solid.mesh().node_number(surface.corners[deepest]);
        let what = format!("{cause}; the deepest overlap is {:.3e} m, at node {node}", -gap(&deepest));
        SolidError::NoContact { what, hint: "the surface must be able to carry the force along every free direction" }
    }
}
