//! Dry friction, step by step.
//!
//! In a step the reaction Rᵢ of each corner and the motion uᵢ of the solid against the obstacle satisfy Coulomb's law:
//!
//! u = W R + q,  |R_T| ≤ μ R_N,  u_N ≥ 0,  R_N u_N = 0,  R_T = −μ R_N u_T/|u_T| where it slips
//!
//! | symbol | meaning |
//! |---|---|
//! | Rᵢ | force of the obstacle through corner i, pᵢ Aᵢ n + tᵢ Aᵢ, in N |
//! | u_N | gap at the end of the step, Gᵢ/Aᵢ, in m |
//! | u_T | slip since the start of the step, weighted like the gap, in m |
//! | W | compliance of the surface in fixed axes: one for all steps of a linear solid, whatever the normals do |
//!
//! An obstacle that is pushed by f moves by c = (f − Σ R)/s in each correction, on a spring s that is soft beside the
//! contact: when the corrections end c is zero and f is met exactly.
//!
//! *Assumes*: quasi-static; within a step the slip of a corner keeps its direction. Use several steps where it turns.
//!
//! *Checked by*: a block on an incline, the partial slip of Cattaneo and Mindlin, and the frictionless solver at μ = 0, in
//! `tests/solid/friction.rs`.

use super::{ContactSettings, ContactSolution, ContactWork, Leading, Obstacle, RigidContact};
use crate::solid::{SolidError, SolidState, Statics};
use nalgebra::{DMatrix, Matrix3, Vector3};
use numerics::cone::{ConeProblem, ConeSettings, ConeSolver};
use numerics::sparse::{NO_UNKNOWN, SparseRow};

/// Stiffness of the obstacle's spring, as a share of the contact's.
const SOFT: f64 = 0.02;

/// A contact with dry friction.
#[derive(Debug)]
pub struct FrictionContact<'c, 'a> {
    contact: &'c RigidContact<'a>,
    friction: f64,
    /// Corners whose compliance is known, in the order of W.
    candidates: Vec<usize>,
    compliance: DMatrix<f64>,
    solver: ConeSolver,
}

/// What a step starts from and leads to.
struct Step<'p, 's> {
    from: &'p ContactSolution<'s>,
    force: Vector3<f64>,
    /// Projection on the free directions.
    free: Matrix3<f64>,
    way: Vector3<f64>,
    settings: &'p ContactSettings,
}

impl<'c, 'a> FrictionContact<'c, 'a> {
    /// Coulomb's friction on a contact.
    pub fn new(contact: &'c RigidContact<'a>, friction: f64) -> Result<Self, SolidError> {
        if !(friction >= 0.0 && friction.is_finite()) {
            let what = format!("a coefficient of friction of {friction}");
            return Err(SolidError::NoContact { what, hint: "it must be finite and not negative" });
        }
        let (candidates, compliance, solver) = Default::default();
        Ok(Self { contact, friction, candidates, compliance, solver })
    }

    /// The undeformed solid and an obstacle that does not overlap it: what the first step starts from.
    pub fn rest<'s>(&self, obstacle: Obstacle<'s>) -> Result<ContactSolution<'s>, SolidError> {
        self.contact.check_start(&obstacle)?;
        let corners = self.contact.surface().corners.len();
        Ok(ContactSolution {
            state: self.contact.solid.state(),
            obstacle,
            pressure: vec![0.0; corners],
            current_pressure: vec![0.0; corners],
            traction: vec![Vector3::zeros(); corners],
            slip: vec![Vector3::zeros(); corners],
            force: Vector3::zeros(),
            work: ContactWork::default(),
        })
    }

    /// One step on: the obstacle is moved by so much more, or pushed by this force in all.
    ///
    /// A step that fails is taken in halves; if these become too small, the error names the node and what it misses, and
    /// `from` is the last equilibrium.
    pub fn step<'s>(
        &mut self,
        statics: &mut Statics<'a>,
        from: &ContactSolution<'s>,
        leading: &Leading,
        settings: &ContactSettings,
    ) -> Result<ContactSolution<'s>, SolidError> {
        let (way, target, free) = match leading {
            Leading::Displacement(way) => (*way, Vector3::zeros(), Matrix3::zeros()),
            Leading::Force { force, free } => {
                let free: Matrix3<f64> = free.iter().map(|d| d * d.transpose()).sum();
                (Vector3::zeros(), free * force, free)
            }
        };
        let start = free * from.force;
        let (mut done, mut share, mut halvings) = (0.0, 1.0, 0);
        let mut last: Option<ContactSolution<'s>> = None;
        while done < 1.0 {
            let share_now = f64::min(share, 1.0 - done);
            let begin = last.as_ref().unwrap_or(from);
            let force = start + (target - start) * (done + share_now);
            let step = Step { from: begin, force, free, way: way * share_now, settings };
            match self.advance(statics, &step) {
                Ok(solution) => {
                    done += share_now;
                    last = Some(solution);
                }
                Err(error) if halvings == settings.halvings => return Err(error),
                Err(_) => {
                    halvings += 1;
                    share *= 0.5;
                }
            }
        }
        Ok(last.unwrap_or_else(|| from.clone()))
    }

    /// One step with as many candidates as it turns out to need.
    fn advance<'s>(
        &mut self,
        statics: &mut Statics<'a>,
        step: &Step<'_, 's>,
    ) -> Result<ContactSolution<'s>, SolidError> {
        statics.factorise(&step.from.state)?;
        if !self.contact.solid.is_linear() {
            // Another state, another stiffness.
            (self.candidates, self.compliance) = Default::default();
        }
        let order = self.sort(step)?;
        let closed = step.from.pressure.iter().filter(|p| **p > 0.0).count();
        let mut count = (order.len() / 6).max(40).max(closed + closed / 3).min(order.len());
        loop {
            self.add_candidates(statics, &order[..count])?;
            let solution = self.solve(statics, step)?;
            let gaps = self.contact.weighted_gaps(&solution.state, &solution.obstacle);
            let beyond = self.contact.last_overlap(&gaps, &order[count..]);
            let Some(last) = beyond else { return Ok(solution) };
            count = (count + last + 1 + count / 5).min(order.len());
        }
    }

    /// The corners that may touch, the likeliest first.
    fn sort(&self, step: &Step<'_, '_>) -> Result<Vec<usize>, SolidError> {
        let Step { from, force, way, .. } = step;
        if from.force == Vector3::zeros() && *force != Vector3::zeros() {
            return self.contact.sort_by_travel(&from.obstacle, force.normalize());
        }
        let gaps = self.contact.weighted_gaps(&from.state, &from.obstacle.moved(*way));
        let gap = |i: usize| gaps[i] / self.contact.surface().area[i];
        let mut order: Vec<usize> = (0..gaps.len()).collect();
        order.sort_by(|&i, &j| gap(i).total_cmp(&gap(j)).then(i.cmp(&j)));
        Ok(order)
    }

    fn add_candidates(&mut self, statics: &mut Statics<'a>, corners: &[usize]) -> Result<(), SolidError> {
        let mut known = vec![false; self.contact.surface().corners.len()];
        self.candidates.iter().for_each(|&i| known[i] = true);
        if corners.iter().any(|&i| !known[i]) {
            self.candidates.extend(corners.iter().copied().filter(|&i| !known[i]));
            let rows: Vec<SparseRow> = self.candidates.iter().flat_map(|&i| self.rows(i)).collect();
            self.compliance = statics.compute_compliance(&rows)?;
        }
        Ok(())
    }

    /// How a unit force along each axis, through a corner, acts on the unknowns.
    fn rows(&self, corner: usize) -> [SparseRow; 3] {
        let (surface, unknown) = (self.contact.surface(), self.contact.solid.unknown_of());
        let area = surface.area[corner];
        std::array::from_fn(|axis| {
            let parts = surface.weights[corner].iter().map(|&(a, d)| (unknown[3 * surface.nodes[a] + axis], d / area));
            parts.filter(|(u, _)| *u != NO_UNKNOWN).collect()
        })
    }

    /// Corrects reactions, obstacle and displacements in turn until all conditions hold.
    fn solve<'s>(&mut self, statics: &mut Statics<'a>, step: &Step<'_, 's>) -> Result<ContactSolution<'s>, SolidError> {
        let Step { from, settings, free, force, .. } = *step;
        let contact = self.contact;
        let surface = contact.surface();
        let m = self.candidates.len();
        // Taken out while the rest of the contact is read.
        let mut solver = std::mem::take(&mut self.solver);
        let (spring, compliance) = self.compliance(free);
        let mut state = from.state.clone();
        statics.compute_forces(&state)?;
        let mut balanced = statics.assembly().force.clone();
        let mut obstacle = from.obstacle.moved(step.way);
        let mut reactions: Vec<Vector3<f64>> = (self.candidates.iter())
            .map(|&i| {
                let normal = contact.corner_normal(i, &from.state, &from.obstacle);
                (normal * from.pressure[i] + from.traction[i]) * surface.area[i]
            })
            .collect();
        let mut work = ContactWork { candidates: m, columns: 3 * m, ..ContactWork::default() };
        let (friction, erosion) = (vec![self.friction; m], vec![0.0; m]);
        let (mut worst, mut missed) = ((f64::INFINITY, 0), f64::INFINITY);
        for _ in 0..settings.iterations {
            work.iterations += 1;
            let normals: Vec<_> =
                self.candidates.iter().map(|&i| contact.corner_normal(i, &state, &obstacle)).collect();
            let motions = self.motions(from, (&state, &obstacle), &normals);
            let carried = &*compliance * flat(&reactions);
            let short = free * (force - reactions.iter().sum::<Vector3<f64>>());
            let q: Vec<Vector3<f64>> =
                (0..m).map(|k| motions[k] - carried.fixed_rows::<3>(3 * k) - short * spring).collect();
            let before = reactions.clone();
            let problem = ConeProblem {
                compliance: &compliance,
                free: &q,
                normals: &normals,
                friction: &friction,
                erosion: &erosion,
            };
            let exact = ConeSettings { tolerance: 0.01 * settings.tolerance, ..ConeSettings::default() };
            let cost = solver.solve(&problem, &exact, &mut reactions);
            work.pivots += cost.map_err(|cause| failed(cause.to_string()))?.systems;
            let short = free * (force - reactions.iter().sum::<Vector3<f64>>());
            obstacle = obstacle.moved(short * spring);
            missed = short.norm();
            self.move_to_equilibrium(statics, &reactions, (&mut state, &mut balanced))?;
            let largest = reactions.iter().map(|r| r.norm()).fold(0.0, f64::max);
            worst = (reactions.iter().zip(&before).map(|(a, b)| (a - b).norm()).enumerate())
                .fold((0.0, 0), |worst, (k, change)| if change > worst.0 { (change, k) } else { worst });
            let settled = worst.0 <= settings.tolerance * largest && missed <= settings.tolerance * force.norm();
            if settled || (largest == 0.0 && missed == 0.0 && work.iterations > 1) {
                let solution = self.finish(from, (state, obstacle), &reactions, work);
                self.solver = solver;
                return Ok(solution);
            }
        }
        let node = surface.corners[self.candidates[worst.1]];
        let number = contact.solid.mesh().node_number(node);
        Err(failed(format!(
            "no equilibrium with friction after {} corrections: {missed:.3e} N of {:.3e} N are not carried, the reaction of \
             node {number} still changes by {:.2e} N",
            settings.iterations,
            force.norm(),
            worst.0
        )))
    }

    /// 1/s, and W with the spring of the obstacle.
    fn compliance(&self, free: Matrix3<f64>) -> (f64, std::borrow::Cow<'_, DMatrix<f64>>) {
        let w = &self.compliance;
        let directions = free.trace();
        if directions < 0.5 {
            return (0.0, std::borrow::Cow::Borrowed(w));
        }
        let m = self.candidates.len();
        let blocks = (0..m).flat_map(|i| (0..m).map(move |j| (i, j)));
        // How much the surface gives way to a force that all candidates share.
        let mean = blocks.clone().map(|(i, j)| (free * w.fixed_view::<3, 3>(3 * i, 3 * j)).trace()).sum::<f64>()
            / (m * m) as f64
            / directions;
        let spring = mean / SOFT;
        let mut with = w.clone();
        for (i, j) in blocks {
            let mut block = with.fixed_view_mut::<3, 3>(3 * i, 3 * j);
            block += free * spring;
        }
        (spring, std::borrow::Cow::Owned(with))
    }

    /// Gap along the normal and slip since the start of the step of every candidate, in m.
    fn motions(
        &self,
        from: &ContactSolution<'_>,
        (state, obstacle): (&SolidState, &Obstacle<'_>),
        normals: &[Vector3<f64>],
    ) -> Vec<Vector3<f64>> {
        let (surface, mesh) = (self.contact.surface(), self.contact.solid.mesh());
        let turn = obstacle.pose * from.obstacle.pose.inverse();
        let gaps = self.contact.weighted_gaps(state, obstacle);
        let motion = |&node: &usize| {
            let begin = mesh.nodes[node] + from.state.displacement[node];
            let carried = turn.transform_point(&begin.into()).coords - begin;
            state.displacement[node] - from.state.displacement[node] - carried
        };
        let (nodes, candidates) = (&surface.nodes, &self.candidates);
        let weighted = |i: usize| surface.weights[i].iter().map(|&(a, d)| motion(&nodes[a]) * d).sum::<Vector3<f64>>();
        (candidates.iter().zip(normals))
            .map(|(&i, n)| {
                let slip = weighted(i) / surface.area[i];
                slip - n * n.dot(&slip) + n * (gaps[i] / surface.area[i])
            })
            .collect()
    }

    fn move_to_equilibrium(
        &self,
        statics: &mut Statics<'a>,
        reactions: &[Vector3<f64>],
        moved: (&mut SolidState, &mut Vec<f64>),
    ) -> Result<(), SolidError> {
        let surface = self.contact.surface();
        self.contact.move_to_equilibrium(statics, moved, |load| {
            for (&i, r) in self.candidates.iter().zip(reactions) {
                for &(a, d) in &surface.weights[i] {
                    let first = 3 * surface.nodes[a];
                    (0..3).for_each(|axis| load[first + axis] += r[axis] * d / surface.area[i]);
                }
            }
        })
    }

    fn finish<'s>(
        &self,
        from: &ContactSolution<'_>,
        (state, obstacle): (SolidState, Obstacle<'s>),
        reactions: &[Vector3<f64>],
        mut work: ContactWork,
    ) -> ContactSolution<'s> {
        let contact = self.contact;
        let area = &contact.surface().area;
        let normals: Vec<_> = self.candidates.iter().map(|&i| contact.corner_normal(i, &state, &obstacle)).collect();
        let motions = self.motions(from, (&state, &obstacle), &normals);
        let mut pressure = vec![0.0; area.len()];
        let (mut traction, mut slip) = (vec![Vector3::zeros(); area.len()], vec![Vector3::zeros(); area.len()]);
        for (k, &i) in self.candidates.iter().enumerate() {
            let (r, n) = (reactions[k], normals[k]);
            pressure[i] = (n.dot(&r) / area[i]).max(0.0);
            traction[i] = (r - n * n.dot(&r)) / area[i];
            if pressure[i] > 0.0 {
                slip[i] = motions[k] - n * n.dot(&motions[k]);
            }
        }
        work.closed = pressure.iter().filter(|p| **p > 0.0).count();
        let force = reactions.iter().sum();
        let current_pressure = contact.per_deformed_area(&pressure, &state);
        ContactSolution { state, obstacle, pressure, current_pressure, traction, slip, force, work }
    }
}

fn flat(vectors: &[Vector3<f64>]) -> nalgebra::DVector<f64> {
    nalgebra::DVector::from_iterator(3 * vectors.len(), vectors.iter().flat_map(|v| [v.x, v.y, v.z]))
}

fn failed(what: String) -> SolidError {
    SolidError::NoContact { what, hint: "a smaller step, or a force inside the cone of friction" }
}
