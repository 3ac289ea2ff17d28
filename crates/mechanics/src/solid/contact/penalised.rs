//! Contact by penalty, and by augmented Lagrangian, on the same pressures and gaps as the exact condition.
//!
//! A penalty lays a thin spring on the surface: the obstacle may sink in, and is pushed back in proportion. An augmented
//! Lagrangian (Uzawa's method) keeps the spring and adds the pressure that was found as a multiplier, until next to nothing
//! sinks in [SimoLaursen1992; Wriggers2006]:
//!
//! pᵢ = max(0, λᵢ − ε Gᵢ/Aᵢ),  K du + Bᵀ E B du − Bᵀ E H dc = Bᵀp − f(u),  Hᵀp = F,  λ ← p
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | ε | [`PenaltySettings::stiffness`]: pressure for each length that the obstacle sinks in | Pa/m |
//! | λᵢ | multiplier of corner i; zero for a penalty alone | Pa |
//! | Gᵢ/Aᵢ | mean gap under corner i | m |
//! | B, H | how the weighted gaps follow the nodes, and the obstacle's way c | m² |
//! | E = diag(ε/Aᵢ) | over the corners that are closed | Pa/m³ |
//!
//! The springs change the stiffness whenever a corner opens or closes: Newton's method with a factorisation an iteration,
//! where the exact condition has one factorisation in all. What sinks in is p/ε, so that the error of a penalty falls as
//! 1/ε; the condition of the matrix rises as ε.
//!
//! *Assumes*: faces whose pressures act on their own corners only (tetrahedra and bricks of first order).
//!
//! *Pitfalls*: a small ε is soft, a large one lets corners open and close in turn.
//!
//! *Checked by*: a confined block under a plane, whose pressure with a spring on it is E_w δ/(h + E_w/ε), in closed form;
//! the exact condition, to which both tend; in `tests/solid/penalised.rs`.

use super::target::Target;
use super::{ContactSolution, ContactWork, Leading, Obstacle, RigidContact};
use crate::solid::{Assembly, SolidError, SolidState};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};
use numerics::sparse::{Factor, NO_UNKNOWN};

/// How a contact by penalty is sought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PenaltySettings {
    /// ε, in Pa/m.
    pub stiffness: f64,
    /// How often multipliers may be found anew; 0 is a penalty alone.
    pub augmentations: usize,
    /// Depth that counts as none, in m: an augmented Lagrangian ends there.
    pub penetration: f64,
    /// Change of pressure that counts as none, relative.
    pub tolerance: f64,
    /// Newton iterations between two augmentations.
    pub iterations: usize,
    /// How often the load on a solid that is not linear may be halved.
    pub halvings: usize,
}

impl Default for PenaltySettings {
    fn default() -> Self {
        Self { stiffness: 1e13, augmentations: 0, penetration: 1e-9, tolerance: 1e-7, iterations: 60, halvings: 4 }
    }
}

/// What Newton's method works on.
struct Search<'p, 'a, 's> {
    contact: &'p RigidContact<'a>,
    settings: &'p PenaltySettings,
    target: Target,
    assembly: Assembly,
    factor: Option<Factor>,
    assembled: bool,
    state: SolidState,
    obstacle: Obstacle<'s>,
    /// λ.
    multiplier: Vec<f64>,
    pressure: Vec<f64>,
    work: ContactWork,
}

impl<'a> RigidContact<'a> {
    /// Brings obstacle and solid into equilibrium as [`solve`](Self::solve) does, with springs between them instead of the
    /// exact condition. The gaps of the solution are negative where it presses.
    ///
    /// # Errors
    /// A stiffness that is none, faces with nodes between their corners, corners that open and close in turn.
    pub fn solve_penalised<'s>(
        &self,
        obstacle: Obstacle<'s>,
        leading: &Leading,
        settings: &PenaltySettings,
    ) -> Result<ContactSolution<'s>, SolidError> {
        let refuse = |what: String, hint| Err(SolidError::NoContact { what, hint });
        if !(settings.stiffness > 0.0 && settings.stiffness.is_finite()) {
            return refuse(format!("a penalty of {} Pa/m", settings.stiffness), "it must be positive and finite");
        }
        if self.surface().weights.iter().any(|row| row.len() != 1) {
            let hint = "take tet4 or hex8 elements, or the exact condition";
            return refuse("a penalty on faces that have nodes between their corners".into(), hint);
        }
        self.check_start(&obstacle)?;
        let target = Target::new(leading)?;
        let order = self.sort_by_travel(&obstacle, target.direction)?;
        let first = &order[..(order.len() / 6).max(40).min(order.len())];
        let mut search = Search::new(self, settings, target, obstacle);
        let whole = search.target.clone();
        let (mut done, mut share, mut halvings) = (0.0, 1.0, 0);
        while done < 1.0 {
            let part = f64::min(done + share, 1.0);
            search.target = whole.scaled(part);
            if whole.free.is_empty() {
                search.obstacle = obstacle.moved(search.target.way);
            }
            let before = (search.state.clone(), search.obstacle, search.pressure.clone(), search.multiplier.clone());
            match search.augment((done == 0.0).then_some(first)) {
                Ok(()) => done = part,
                Err(error) if self.solid.is_linear() || halvings == settings.halvings => return Err(error),
                Err(_) => {
                    (halvings, share) = (halvings + 1, 0.5 * share);
                    (search.state, search.obstacle, search.pressure, search.multiplier) = before;
                }
            }
        }
        Ok(search.finish())
    }

    /// How deep the obstacle is in the solid where it presses, in m: the largest mean overlap under a corner.
    pub fn compute_penetration(&self, solution: &ContactSolution<'_>) -> f64 {
        let gaps = self.weighted_gaps(&solution.state, &solution.obstacle);
        gaps.iter().zip(&self.surface().area).map(|(gap, area)| -gap / area).fold(0.0, f64::max)
    }
}

impl<'p, 'a, 's> Search<'p, 'a, 's> {
    fn new(
        contact: &'p RigidContact<'a>,
        settings: &'p PenaltySettings,
        target: Target,
        obstacle: Obstacle<'s>,
    ) -> Self {
        let corners = contact.surface().corners.len();
        Self {
            contact,
            settings,
            target,
            assembly: Assembly::new(contact.solid),
            factor: None,
            assembled: false,
            state: contact.solid.state(),
            obstacle,
            multiplier: vec![0.0; corners],
            pressure: vec![0.0; corners],
            work: ContactWork { candidates: corners, ..ContactWork::default() },
        }
    }

    /// Equilibria with ever better multipliers; a penalty alone has one.
    fn augment(&mut self, mut first: Option<&[usize]>) -> Result<(), SolidError> {
        for round in 0..=self.settings.augmentations {
            self.solve_equilibrium(first.take())?;
            if self.settings.augmentations == 0 || self.penetration() <= self.settings.penetration {
                return Ok(());
            }
            if round < self.settings.augmentations {
                self.multiplier.copy_from_slice(&self.pressure);
                self.work.augmentations += 1;
            }
        }
        let what = format!(
            "the obstacle is still {:.3e} m deep in the solid after {} augmentations",
            self.penetration(),
            self.settings.augmentations
        );
        Err(SolidError::NoContact {
            what,
            hint: "a larger penalty, more augmentations, or a larger penetration allowed",
        })
    }

    fn penetration(&self) -> f64 {
        let gaps = self.contact.weighted_gaps(&self.state, &self.obstacle);
        gaps.iter().zip(&self.contact.surface().area).map(|(gap, area)| -gap / area).fold(0.0, f64::max)
    }

    /// Newton's method from the present state. At the very first nothing touches, and the corners that the obstacle would
    /// meet first count as closed.
    fn solve_equilibrium(&mut self, first: Option<&[usize]>) -> Result<(), SolidError> {
        let area = self.contact.surface().area.clone();
        let mut worst = (f64::INFINITY, 0);
        for iteration in 0..self.settings.iterations {
            let gaps = self.contact.weighted_gaps(&self.state, &self.obstacle);
            let push = |i: usize| self.multiplier[i] - self.settings.stiffness * gaps[i] / area[i];
            let mut next = vec![0.0; area.len()];
            let closed: Vec<usize> = match first.filter(|_| iteration == 0) {
                Some(first) => first.to_vec(),
                None => (0..area.len()).filter(|&i| push(i) > 0.0).collect(),
            };
            closed.iter().for_each(|&i| next[i] = push(i));
            let largest = next.iter().copied().fold(0.0, f64::max);
            let change = |i: usize| ((next[i] - self.pressure[i]).abs(), i);
            worst = (0..area.len()).map(change).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
            self.pressure = next;
            self.work.closed = closed.len();
            if iteration > 0 && worst.0 <= self.settings.tolerance * largest {
                return Ok(());
            }
            if closed.is_empty() && !self.target.free.is_empty() {
                break;
            }
            self.work.iterations += 1;
            self.correct(&closed)?;
        }
        let node = self.contact.solid.mesh().node_number(self.contact.surface().corners[worst.1]);
        let what = format!(
            "no equilibrium by penalty: after {} iterations the pressure at node {node} still changes by {:.2e} Pa",
            self.settings.iterations, worst.0
        );
        Err(SolidError::NoContact { what, hint: "a smaller penalty, a lighter load, or the exact condition" })
    }

    /// One Newton step with the springs of these corners.
    fn correct(&mut self, closed: &[usize]) -> Result<(), SolidError> {
        let (solid, surface) = (self.contact.solid, self.contact.surface());
        let unknown = solid.unknown_of();
        if solid.is_linear() && self.assembled {
            self.assembly.compute_forces(solid, &self.state)?;
        } else {
            self.assembly.compute_stiffness(solid, &self.state, None)?;
            self.assembled = true;
        }
        let normals = self.contact.normals(&self.state, &self.obstacle);
        let mut matrix = self.assembly.stiffness.clone();
        let ways = self.target.free.len();
        let count = solid.unknowns();
        // Right-hand sides: what is out of balance, and what a unit way of the obstacle adds.
        let mut columns = vec![0.0; count * (1 + ways)];
        let mut own = DMatrix::zeros(ways, ways);
        let mut missing = DVector::from_fn(ways, |j, _| self.target.free[j].dot(&self.target.force));
        for (k, &u) in unknown.iter().enumerate() {
            if u != NO_UNKNOWN {
                columns[u] = -self.assembly.force[k];
            }
        }
        for &i in closed {
            let (a, d) = surface.weights[i][0];
            let (node, n) = (surface.nodes[a], normals[a]);
            let spring = self.settings.stiffness / surface.area[i];
            let block: Matrix3<f64> = n * n.transpose() * (spring * d * d);
            let unknowns = [unknown[3 * node], unknown[3 * node + 1], unknown[3 * node + 2]];
            matrix.add_clique(&[node], &unknowns, block.as_slice());
            let guide: Vec<f64> = self.target.free.iter().map(|way| d * n.dot(way)).collect();
            for (axis, &u) in unknowns.iter().enumerate() {
                if u == NO_UNKNOWN {
                    continue;
                }
                columns[u] += self.pressure[i] * d * n[axis];
                for (j, h) in guide.iter().enumerate() {
                    columns[count * (1 + j) + u] += spring * d * n[axis] * h;
                }
            }
            for (j, h) in guide.iter().enumerate() {
                missing[j] -= self.pressure[i] * h;
                guide.iter().enumerate().for_each(|(l, g)| own[(j, l)] += spring * h * g);
            }
        }
        let coupling = columns[count..].to_vec();
        let factor = match self.factor.take() {
            Some(mut factor) => factor.refactorise(&matrix).map(|()| factor),
            None => Factor::new(solid.symbolic()?, &matrix),
        };
        let factor = factor.map_err(|cause| solid.singular(cause))?;
        self.work.factorisations += 1;
        factor.solve(&mut columns);
        self.factor = Some(factor);
        let (still, moved) = columns.split_at(count);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let part = |j: usize| count * j..count * (j + 1);
        for j in 0..ways {
            let with = &coupling[part(j)];
            missing[j] += dot(with, still);
            for l in 0..ways {
                own[(j, l)] -= dot(with, &moved[part(l)]);
            }
        }
        // An obstacle that is led has no way of its own.
        let way = if ways == 0 { Some(missing) } else { own.lu().solve(&missing) };
        let Some(way) = way.filter(|way| way.iter().all(|c| c.is_finite())) else {
            let what = "the surface does not resist the obstacle along a free direction".to_owned();
            return Err(SolidError::NoContact {
                what,
                hint: "the surface must be able to carry the force along every free direction",
            });
        };
        for (k, &u) in unknown.iter().enumerate() {
            if u != NO_UNKNOWN {
                let change = still[u] + (0..ways).map(|j| moved[count * j + u] * way[j]).sum::<f64>();
                self.state.displacement[k / 3][k % 3] += change;
            }
        }
        let step: Vector3<f64> = self.target.free.iter().zip(way.iter()).map(|(d, c)| d * *c).sum();
        self.obstacle = self.obstacle.moved(step);
        Ok(())
    }

    fn finish(self) -> ContactSolution<'s> {
        let normals = self.contact.normals(&self.state, &self.obstacle);
        let surface = self.contact.surface();
        let pushes = surface.weights.iter().zip(&self.pressure);
        let force = pushes.flat_map(|(row, p)| row.iter().map(move |&(a, d)| (a, p * d)));
        let force = force.map(|(a, push)| normals[a] * push).sum();
        let current_pressure = self.contact.per_deformed_area(&self.pressure, &self.state);
        let none = vec![Vector3::zeros(); self.pressure.len()];
        ContactSolution {
            state: self.state,
            obstacle: self.obstacle,
            pressure: self.pressure,
            current_pressure,
            traction: none.clone(),
            slip: none,
            force,
            work: self.work,
        }
    }
}
