//! Pressures that know each other: the points of one side on a surface compliance instead of springs.
//!
//! With the gap gᵢ of every point at the pose, forces f follow from `f ≥ 0, w = g + A f ≥ 0, fᵢ wᵢ = 0`
//! ([`numerics::gaps`]). They are minus the derivatives of the energy `E = ½ fᵀ A f = −½ Σ fᵢ gᵢ` by the gaps, whose
//! second derivatives on the closed set C are A_CC⁻¹: `df = −A_CC⁻¹ dg`. The wrench is then the gradient of E as it is on
//! springs, and its slope gets `−Gᵀ A_CC⁻¹ G`.
//!
//! A nearly incompressible layer rises beside the patch: points that are open by less than `Σ fⱼ rⱼ`, rⱼ the greatest rise
//! by a unit force at j, are asked as well, so that none which would touch is left out.

use nalgebra::{Matrix6, Vector3};
use numerics::gaps::{Columns, GapSolver};

use super::kernel::Contact;
use super::scratch::SideScratch;
use super::side::Side;
use crate::contact::ElasticPressure;
use crate::solid::SurfaceCompliance;

/// What is asked beyond the rise that was found, so that the next pose need not ask twice.
const BEYOND: f64 = 1.25;

/// Storage for the points of a side on a compliance.
#[derive(Debug, Clone, Default)]
pub(super) struct Coupled {
    pub(super) solver: GapSolver,
    /// Gap up to which points are asked.
    pub(super) reach: f64,
    /// By points, in the order of the clusters: force, and whether the gap is closed.
    forces: Vec<f64>,
    closed: Vec<bool>,
    known: Vec<bool>,
    /// Those asked: rows of the compliance, points, gaps, closed.
    rows: Vec<u32>,
    points: Vec<u32>,
    gaps: Vec<f64>,
    trial: Vec<bool>,
    /// Of the closed ones, in their order: derivatives of gaps, wrenches a unit force.
    gradients: Vec<[f64; 6]>,
    wrenches: Vec<[f64; 6]>,
    columns: Vec<f64>,
    /// Problems that had no solution.
    pub(super) failures: u64,
}

impl Coupled {
    /// Solves for the forces of the samples; the gap up to which points have to be asked, for these forces.
    pub(super) fn solve(&mut self, compliance: &SurfaceCompliance, side: &Side, own: &SideScratch) -> f64 {
        let count = side.points.len();
        if self.forces.len() != count {
            (self.forces, self.closed, self.known) = (vec![0.0; count], vec![false; count], vec![false; count]);
        }
        self.rows.clear();
        self.points.clear();
        self.gaps.clear();
        self.trial.clear();
        for (index, _, sample) in own.samples().filter(|(_, _, sample)| sample.faces()) {
            self.rows.push(side.numbers[index]);
            self.points.push(index as u32);
            self.gaps.push(sample.gap);
            self.trial.push(if self.known[index] { self.closed[index] } else { sample.gap < 0.0 });
        }
        let a = Columns { values: compliance.values(), size: compliance.size() };
        if self.solver.solve(a, &self.rows, &self.gaps, &mut self.trial).is_err() {
            // From the beginning, with all that overlap.
            self.trial.iter_mut().zip(&self.gaps).for_each(|(closed, gap)| *closed = *gap < 0.0);
            if self.solver.solve(a, &self.rows, &self.gaps, &mut self.trial).is_err() {
                self.failures += 1;
            }
        }
        self.forces.fill(0.0);
        self.closed.fill(false);
        self.known.fill(false);
        let mut rise = 0.0;
        for (i, &index) in self.points.iter().enumerate() {
            let force = self.solver.forces()[i].max(0.0);
            self.forces[index as usize] = force;
            self.closed[index as usize] = self.trial[i];
            self.known[index as usize] = true;
            rise += force * compliance.rises()[self.rows[i] as usize];
        }
        rise
    }

    /// Makes room for a rise.
    pub(super) fn reach_for(&mut self, rise: f64) {
        self.reach = BEYOND * rise;
    }

    /// The pressure of a point and the energy below it, per area.
    #[inline]
    pub(super) fn elastic(&self, index: usize, gap: f64, area: f64) -> ElasticPressure {
        let pressure = self.forces[index] / area;
        ElasticPressure { pressure, by_gap: 0.0, by_approach: 0.0, energy: -0.5 * pressure * gap }
    }

    /// Nothing has been added yet.
    pub(super) fn clear_slopes(&mut self) {
        self.gradients.clear();
        self.gradients.resize(self.solver.closed().len(), [0.0; 6]);
        self.wrenches.clear();
        self.wrenches.resize(self.solver.closed().len(), [0.0; 6]);
    }

    /// How the gap of a closed point follows the pose, and what its force does; `by_elastic` is the pressure by its elastic
    /// part.
    pub(super) fn add(&mut self, room: usize, contact: &Contact<'_>, by_elastic: f64) {
        let six = |force: &Vector3<f64>| {
            let moment = contact.lever.cross(force);
            [force.x, force.y, force.z, moment.x, moment.y, moment.z]
        };
        self.gradients[room] = six(&contact.open);
        self.wrenches[room] = six(&(contact.force_per_normal() * by_elastic));
    }

    /// Adds `−Wᵀ A_CC⁻¹ G`.
    pub(super) fn add_slopes(&mut self, by_pose: &mut Matrix6<f64>) {
        let n = self.gradients.len();
        self.columns.clear();
        self.columns.extend((0..6).flat_map(|k| self.gradients.iter().map(move |g| g[k])));
        self.solver.solve_columns(&mut self.columns);
        for column in 0..6 {
            let solved = &self.columns[column * n..(column + 1) * n];
            for row in 0..6 {
                by_pose[(row, column)] -= self.wrenches.iter().zip(solved).map(|(w, y)| w[row] * y).sum::<f64>();
            }
        }
    }

    /// The place of each closed point among the closed, in their order, as they are visited.
    pub(super) fn is_closed(&self, index: usize) -> bool {
        self.closed[index]
    }
}
