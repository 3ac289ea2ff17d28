//! A surface that a rigid obstacle may touch, and what is asked of it.

use super::correction::Problem;
use super::target::Target;
use super::{ContactSolution, ContactSurface, Leading, Obstacle};
use crate::solid::{Solid, SolidError, SolidState, Statics};
use nalgebra::Vector3;
use numerics::sparse::{NO_UNKNOWN, SparseRow};

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
    /// Factorisations of the stiffness with the springs of a penalty; none with the exact condition, whose one factor is
    /// that of the solid.
    pub factorisations: usize,
    /// Multipliers found anew by an augmented Lagrangian.
    pub augmentations: usize,
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
    pub(super) fn last_overlap(&self, gaps: &[f64], corners: &[usize]) -> Option<usize> {
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
    pub(super) fn normals(&self, state: &SolidState, obstacle: &Obstacle<'_>) -> Vec<Vector3<f64>> {
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

    /// u ← u + K⁻¹ (p − f(u)) with forces p from outside, which `add` adds at 3·node + axis.
    ///
    /// `balanced` are the forces that `state` is in equilibrium with, and become p: between them a linear solid need not be
    /// asked for its internal forces.
    pub(super) fn move_to_equilibrium(
        &self,
        statics: &mut Statics<'a>,
        (state, balanced): (&mut SolidState, &mut Vec<f64>),
        add: impl FnOnce(&mut [f64]),
    ) -> Result<(), SolidError> {
        if !self.solid.is_linear() {
            statics.compute_forces(state)?;
            balanced.copy_from_slice(&statics.assembly().force);
        }
        let mut load = vec![0.0; balanced.len()];
        add(&mut load);
        let change: Vec<f64> = load.iter().zip(balanced.iter()).map(|(new, old)| new - old).collect();
        let mut right = vec![0.0; self.solid.unknowns()];
        self.solid.gather(&change, &mut right);
        *balanced = load;
        if right.iter().all(|r| *r == 0.0) {
            return Ok(());
        }
        statics.solve_with_factor(&mut right)?;
        for (k, &u) in self.solid.unknown_of().iter().enumerate() {
            if u != NO_UNKNOWN {
                state.displacement[k / 3][k % 3] += right[u];
            }
        }
        Ok(())
    }

    /// B_i = Σ_a D_ia n_a of some corners.
    pub(super) fn normal_rows(&self, normals: &[Vector3<f64>], corners: &[usize]) -> Vec<SparseRow> {
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
