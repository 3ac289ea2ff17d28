//! From the gap to the pressure: one compliance matrix, and a few corrections for what is not linear.

use super::{ContactSolution, ContactSurface, Leading, RigidSphere};
use crate::solid::{Solid, SolidError, SolidState, Statics};
use nalgebra::{DMatrix, Vector3};
use numerics::complementarity::Complementarity;
use numerics::sparse::NO_UNKNOWN;

/// Columns of compliance solved at a time.
const BATCH: usize = 64;

/// How a contact is sought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactSettings {
    /// Change of pressure and position that counts as none, relative.
    pub tolerance: f64,
    /// Corrections before giving up.
    pub iterations: usize,
    /// For a solid that is not linear: how often the stiffness is renewed before it is kept.
    pub renewals: usize,
}

impl Default for ContactSettings {
    fn default() -> Self {
        Self { tolerance: 1e-7, iterations: 40, renewals: 3 }
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

/// A solid and the part of its surface that a rigid sphere may touch.
#[derive(Debug)]
pub struct SphereContact<'a> {
    solid: &'a Solid,
    surface: ContactSurface,
}

/// The compliance of the corners that may touch.
#[derive(Debug, Default)]
struct Condensed {
    /// Corners, in the order of the matrix.
    candidates: Vec<usize>,
    compliance: DMatrix<f64>,
}

impl<'a> SphereContact<'a> {
    /// Contact on a named surface of the mesh.
    pub fn new(solid: &'a Solid, surface: &str) -> Result<Self, SolidError> {
        let surface = ContactSurface::new(solid.mesh(), solid.mesh().surface(surface)?)?;
        Ok(Self { solid, surface })
    }

    /// The surface.
    pub fn surface(&self) -> &ContactSurface {
        &self.surface
    }

    /// Reference places of the corners.
    pub fn corner_places(&self) -> Vec<Vector3<f64>> {
        self.surface.corners.iter().map(|&n| self.solid.mesh().nodes[n]).collect()
    }

    /// Brings sphere and solid into equilibrium, from the undeformed solid and a sphere that does not yet touch it.
    pub fn solve(
        &self,
        statics: &mut Statics<'a>,
        sphere: RigidSphere,
        leading: &Leading,
        settings: &ContactSettings,
    ) -> Result<ContactSolution, SolidError> {
        self.check_start(&sphere)?;
        let (direction, force, free) = self.resolve(&sphere, leading)?;
        let travel: Vec<f64> = self.corner_places().iter().map(|&x| sphere.travel(x, direction)).collect();
        let mut order: Vec<usize> = (0..travel.len()).filter(|&i| travel[i].is_finite()).collect();
        order.sort_by(|&i, &j| travel[i].total_cmp(&travel[j]).then(i.cmp(&j)));
        if order.is_empty() {
            let what = format!("the sphere misses the surface along {:.3?}", direction.as_slice());
            return Err(SolidError::NoContact { what, hint: "aim the force or the displacement at the surface" });
        }
        let mut count = (order.len() / 6).max(40).min(order.len());
        // At the start every set of candidates sees the same normals and the same stiffness: their columns are kept.
        let mut first = Condensed::default();
        loop {
            let problem = Problem { contact: self, start: sphere, force, free: &free, leading, settings };
            let solution = problem.solve(statics, &order[..count], &mut first)?;
            let beyond = self.last_overlap(&solution, &order[count..]);
            let Some(last) = beyond else { return Ok(solution) };
            count = (count + last + 1 + count / 5).min(order.len());
        }
    }

    fn check_start(&self, sphere: &RigidSphere) -> Result<(), SolidError> {
        if !(sphere.radius > 0.0) {
            let what = format!("a sphere of radius {} m", sphere.radius);
            return Err(SolidError::NoContact { what, hint: "give a positive radius" });
        }
        let gaps = self.surface.nodes.iter().map(|&n| (sphere.gap(self.solid.mesh().nodes[n]).0, n));
        let (least, node) = gaps.fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a });
        if least < -1e-9 * sphere.radius {
            let number = self.solid.mesh().node_number(node);
            let what = format!("the sphere overlaps the solid by {:.3e} m at the start, at node {number}", -least);
            return Err(SolidError::NoContact { what, hint: "start with the sphere clear of the solid" });
        }
        Ok(())
    }

    /// Where the sphere goes, the force along its free directions, and these.
    fn resolve(
        &self,
        sphere: &RigidSphere,
        leading: &Leading,
    ) -> Result<(Vector3<f64>, Vector3<f64>, Vec<Vector3<f64>>), SolidError> {
        let wrong = |what: String, hint| Err(SolidError::NoContact { what, hint });
        match leading {
            Leading::Displacement(to) => {
                let way = to - sphere.centre;
                if !(way.norm() > 0.0) {
                    return wrong("the sphere is not moved".to_owned(), "move it towards the surface");
                }
                Ok((way.normalize(), Vector3::zeros(), Vec::new()))
            }
            Leading::Force { force, free } => {
                let led: Vector3<f64> = free.iter().map(|d| d * d.dot(force)).sum();
                if !(led.norm() > 0.0) {
                    return wrong(
                        "the force has no part along a free direction".to_owned(),
                        "let the sphere move with it",
                    );
                }
                Ok((led.normalize(), led, free.clone()))
            }
        }
    }

    /// The last of these corners whose weighted gap is negative.
    fn last_overlap(&self, solution: &ContactSolution, corners: &[usize]) -> Option<usize> {
        let gaps = self.weighted_gaps(&solution.state, &solution.sphere);
        let scale = solution.sphere.radius * 1e-9;
        corners.iter().rposition(|&i| gaps[i] < -scale * self.surface.area[i])
    }

    /// Gᵢ of every corner.
    fn weighted_gaps(&self, state: &SolidState, sphere: &RigidSphere) -> Vec<f64> {
        let gaps: Vec<f64> = (self.surface.nodes.iter())
            .map(|&n| sphere.gap(self.solid.mesh().nodes[n] + state.displacement[n]).0)
            .collect();
        self.surface.weights.iter().map(|row| row.iter().map(|&(a, d)| d * gaps[a]).sum()).collect()
    }

    /// Normals at the nodes of the surface.
    fn normals(&self, state: &SolidState, sphere: &RigidSphere) -> Vec<Vector3<f64>> {
        let place = |&n: &usize| self.solid.mesh().nodes[n] + state.displacement[n];
        self.surface.nodes.iter().map(|n| sphere.gap(place(n)).1).collect()
    }

    /// A = B K⁻¹ Bᵀ with B_i = Σ_a D_ia n_a, for `known` and more candidates; only the columns of these are computed.
    fn condense(
        &self,
        statics: &mut Statics<'a>,
        normals: &[Vector3<f64>],
        candidates: &[usize],
        known: &Condensed,
    ) -> Result<Condensed, SolidError> {
        let (n, m, old) = (self.solid.unknowns(), candidates.len(), known.candidates.len());
        let unknown = self.solid.unknown_of();
        let mut compliance = known.compliance.clone().resize(m, m, 0.0);
        let mut columns = vec![0.0; n * BATCH.min(m - old)];
        let rows: Vec<Vec<(usize, f64)>> = (candidates.iter())
            .map(|&i| {
                let parts = self.surface.weights[i].iter().flat_map(|&(a, d)| {
                    let node = self.surface.nodes[a];
                    (0..3).map(move |axis| (unknown[3 * node + axis], d * normals[a][axis]))
                });
                parts.filter(|(u, _)| *u != NO_UNKNOWN).collect()
            })
            .collect();
        for first in (old..m).step_by(BATCH) {
            let width = BATCH.min(m - first);
            let block = &mut columns[..n * width];
            block.fill(0.0);
            for (column, row) in block.chunks_exact_mut(n).zip(&rows[first..]) {
                row.iter().for_each(|&(u, b)| column[u] += b);
            }
            statics.solve_with_factor(block)?;
            for (k, column) in block.chunks_exact(n).enumerate() {
                for (i, row) in rows.iter().enumerate() {
                    compliance[(i, first + k)] = row.iter().map(|&(u, b)| b * column[u]).sum();
                }
            }
        }
        // The rows of the new candidates follow by symmetry; among themselves they are symmetric but for rounding.
        for j in old..m {
            for i in 0..j {
                let mean = if i < old { compliance[(i, j)] } else { 0.5 * (compliance[(i, j)] + compliance[(j, i)]) };
                (compliance[(i, j)], compliance[(j, i)]) = (mean, mean);
            }
        }
        Ok(Condensed { candidates: candidates.to_vec(), compliance })
    }
}

/// One contact problem with a fixed set of candidates.
struct Problem<'p, 'a> {
    contact: &'p SphereContact<'a>,
    start: RigidSphere,
    force: Vector3<f64>,
    free: &'p [Vector3<f64>],
    leading: &'p Leading,
    settings: &'p ContactSettings,
}

impl<'a> Problem<'_, 'a> {
    /// Corrects pressure p, centre c and displacement u in turn until all conditions hold exactly:
    /// u* is in equilibrium with p, its true gaps are G*, and the next p solves
    ///
    /// G* + A (p − p*) − H (c − c*) ≥ 0 ⟂ p ≥ 0,  Hᵀp = f.
    ///
    /// A is that of the first normals (and of the last renewed stiffness): being slightly wrong, it costs a correction more,
    /// not accuracy.
    fn solve(
        &self,
        statics: &mut Statics<'a>,
        candidates: &[usize],
        first: &mut Condensed,
    ) -> Result<ContactSolution, SolidError> {
        let Self { contact, settings, .. } = self;
        let (solid, surface) = (contact.solid, &contact.surface);
        let mut state = solid.state();
        let mut sphere = self.start;
        if let Leading::Displacement(to) = self.leading {
            sphere.centre = *to;
        }
        let mut pressure = vec![0.0; surface.corners.len()];
        let mut work = ContactWork { candidates: candidates.len(), ..ContactWork::default() };
        let mut renewed: Option<Condensed> = None;
        let mut closed = vec![true; candidates.len()];
        let mut normals = contact.normals(&state, &sphere);
        let mut last_change = f64::INFINITY;
        for iteration in 0..settings.iterations {
            work.iterations += 1;
            if iteration == 0 {
                statics.factorise(&state)?;
                work.columns += candidates.len() - first.candidates.len();
                *first = contact.condense(statics, &normals, candidates, first)?;
            } else if !solid.is_linear() && iteration <= settings.renewals {
                statics.factorise(&state)?;
                renewed = Some(contact.condense(statics, &normals, candidates, &Condensed::default())?);
                work.columns += candidates.len();
            } else {
                statics.compute_forces(&state)?;
            }
            self.move_to_equilibrium(statics, &pressure, &normals, &mut state)?;
            let Condensed { candidates, compliance } = renewed.as_ref().unwrap_or(first);
            normals = contact.normals(&state, &sphere);
            let gaps = contact.weighted_gaps(&state, &sphere);
            let (solution, change) =
                self.solve_pressures((candidates, compliance), &gaps, &normals, &pressure, &closed)?;
            work.pivots += solution.pivots;
            let mut largest: f64 = 0.0;
            for (k, &i) in candidates.iter().enumerate() {
                pressure[i] = solution.pressure[k].max(0.0);
                largest = largest.max(pressure[i]);
            }
            let moved: Vector3<f64> = self.free.iter().zip(&solution.motion).map(|(d, c)| d * *c).sum();
            sphere.centre += moved;
            closed = solution.closed;
            let way = (sphere.centre - self.start.centre).norm();
            let settled = change <= settings.tolerance * largest && moved.norm() <= settings.tolerance * way;
            if settled || (largest == 0.0 && iteration > 0) {
                work.closed = closed.iter().filter(|c| **c).count();
                statics.compute_forces(&state)?;
                self.move_to_equilibrium(statics, &pressure, &normals, &mut state)?;
                let force = self.force_of(&pressure, &normals);
                let areas = surface.compute_areas(solid.mesh(), |n| solid.mesh().nodes[n] + state.displacement[n]);
                let stretch = surface.area.iter().zip(&areas).map(|(reference, now)| reference / now);
                let current_pressure = pressure.iter().zip(stretch).map(|(p, s)| p * s).collect();
                return Ok(ContactSolution { state, sphere, pressure, current_pressure, force, work });
            }
            last_change = change / largest.max(f64::MIN_POSITIVE);
        }
        let what = format!("the pressure still changes by {last_change:.2e} after {} corrections", settings.iterations);
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
        let (solid, surface) = (self.contact.solid, &self.contact.surface);
        let mut load: Vec<f64> = statics.assembly().force.iter().map(|f| -f).collect();
        for (row, p) in surface.weights.iter().zip(pressure).filter(|(_, p)| **p != 0.0) {
            for &(a, d) in row {
                let node = surface.nodes[a];
                (0..3).for_each(|axis| load[3 * node + axis] += p * d * normals[a][axis]);
            }
        }
        let mut right = vec![0.0; solid.unknowns()];
        solid.gather(&load, &mut right);
        statics.solve_with_factor(&mut right)?;
        for (k, &u) in solid.unknown_of().iter().enumerate() {
            if u != NO_UNKNOWN {
                state.displacement[k / 3][k % 3] += right[u];
            }
        }
        Ok(())
    }

    fn force_of(&self, pressure: &[f64], normals: &[Vector3<f64>]) -> Vector3<f64> {
        let rows = self.contact.surface.weights.iter().zip(pressure);
        rows.flat_map(|(row, p)| row.iter().map(move |&(a, d)| normals[a] * (p * d))).sum()
    }

    /// The next pressures, and their largest change.
    fn solve_pressures(
        &self,
        (candidates, compliance): (&[usize], &DMatrix<f64>),
        gaps: &[f64],
        normals: &[Vector3<f64>],
        pressure: &[f64],
        closed: &[bool],
    ) -> Result<(numerics::complementarity::ComplementaritySolution, f64), SolidError> {
        let weights = &self.contact.surface.weights;
        let m = candidates.len();
        let now = nalgebra::DVector::from_fn(m, |k, _| pressure[candidates[k]]);
        let carried = compliance * now;
        let gap: Vec<f64> = (0..m).map(|k| gaps[candidates[k]] - carried[k]).collect();
        let guide = DMatrix::from_fn(m, self.free.len(), |k, j| {
            weights[candidates[k]].iter().map(|&(a, d)| d * normals[a].dot(&self.free[j])).sum()
        });
        let force: Vec<f64> = self.free.iter().map(|d| d.dot(&self.force)).collect();
        let problem = Complementarity { compliance, gap: &gap, guide: &guide, force: &force };
        let solution = problem.solve(closed).map_err(|cause| SolidError::NoContact {
            what: cause.to_string(),
            hint: "the surface must be able to carry the force along every free direction",
        })?;
        let change =
            (0..m).map(|k| (solution.pressure[k].max(0.0) - pressure[candidates[k]]).abs()).fold(0.0, f64::max);
        Ok((solution, change))
    }
}
