//! Constraints that repeat each other: always, as a third crank of a parallel linkage, or at a dead point.
//!
//! S = J M⁻¹ Jᵀ is then singular, and S λ = b has many solutions with the same accelerations. With D the diagonal of S
//!
//! (S + μ D) (λₖ₊₁ − λₖ) = b − S λₖ,  λ₀ = 0
//!
//! leads to the one of least λᵀ D λ: what the equations decide is approached by a factor μ/(σ + μ) in every turn, σ being
//! an eigenvalue of D⁻¹S, and what they leave open stays zero. This is the augmented Lagrangian of [Bayo1988], solved by
//! the same sparse factors as ever.
//!
//! | symbol | meaning |
//! |---|---|
//! | μ | softening, as a share of the diagonal |
//! | σ | squared share of an equation that no other explains |
//!
//! *Assumes*: what depends also agrees; contradictions are found in assembly.
//! *Pitfalls*: near a dead point, where σ < μ, a constraint is hardly felt; the state is put back onto it afterwards by
//! projection, and the branch is the one that inertia takes.
//! *Checked by* `tests/rigid/redundant.rs`.

use super::assemble::Named;
use super::block::Block;
use super::constraint::Row;
use super::dependence::dependent_rows;
use super::model::Model;
use super::motion::{Scratch, add_transposed, along};
use super::state::State;

/// A row of which less than this squared share is its own depends on others.
pub(super) const DEPENDENT: f64 = 1e-9;
/// μ of the motion.
const SOFTENING: f64 = 1e-10;
/// μ of its derivatives. Where rows depend, a change of the state off the constraints asks for what no λ can give; a larger μ
/// keeps that part of λ′ small, so that its rounding does not spoil the rest. Four turns then leave (μ/σ)⁴ of what can be met.
const SLOPE_SOFTENING: f64 = 1e-6;
const SLOPE_TURNS: usize = 4;
/// Pivots of softened factors that are less than this are no numbers.
const LEAST_PIVOT: f64 = 1e-13;
/// Turns at most: where σ is as large as [`DEPENDENT`] the factors leave a tenth of an error in each.
const MOST_TURNS: usize = 20;
/// What is left of b after the last turn.
const SOLVED: f64 = 1e-14;

/// Constraints that repeat each other at a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redundancy {
    /// How many equations add nothing.
    pub equations: usize,
    /// The joints and guides that can be left out.
    pub redundant: Vec<String>,
    /// The joints and guides that prescribe the same already. Reactions of these and of the redundant ones are not unique:
    /// those of least size are reported.
    pub others: Vec<String>,
}

impl Model {
    /// Joints and guides that repeat each other at a state, if any.
    pub fn redundancy(&self, state: &State, scratch: &mut Scratch) -> Option<Redundancy> {
        let dependent = self.dependent_rows(state, scratch);
        let Named { redundant, others } = self.name_dependent(&dependent);
        (!dependent.is_empty()).then_some(Redundancy { equations: dependent.len(), redundant, others })
    }

    /// Coordinates that neither joints nor guides prescribe at a state, redundant ones counted once.
    pub fn freedom_at(&self, state: &State, scratch: &mut Scratch) -> usize {
        let rank = self.rows - self.dependent_rows(state, scratch).len();
        (3 * self.bodies()).saturating_sub(rank)
    }

    /// Rows that depend on others at a state, with those.
    pub(super) fn dependent_rows(&self, state: &State, scratch: &mut Scratch) -> Vec<(usize, Vec<usize>)> {
        scratch.evaluated = None;
        self.compute_violation(state, scratch);
        self.pattern.compute(&scratch.rows, &self.inverse_masses, &mut scratch.schur);
        dependent_rows(self.rows, &self.pattern.dense(&scratch.schur))
    }

    /// Factors of S + μ D at the rows of the scratch, for the motion.
    #[cold]
    pub(super) fn soften(&self, scratch: &mut Scratch) -> Result<(), usize> {
        self.soften_by(SOFTENING, scratch)
    }

    /// … and for its derivatives.
    #[cold]
    pub(super) fn soften_slopes(&self, scratch: &mut Scratch) -> Result<(), usize> {
        self.soften_by(SLOPE_SOFTENING, scratch)
    }

    fn soften_by(&self, share: f64, scratch: &mut Scratch) -> Result<(), usize> {
        self.pattern.compute(&scratch.rows, &self.inverse_masses, &mut scratch.schur);
        self.pattern.raise_diagonal(share, &mut scratch.schur);
        self.pattern.factorise(LEAST_PIVOT, &mut scratch.schur)
    }

    /// What is left of S λ = b.
    fn compute_left(&self, rows: &[Row], lambda: &[f64], b: &[f64], left: &mut [f64]) {
        let mut moves = vec![[0.0; 3]; self.inverse_masses.len()];
        add_transposed(rows, lambda, &mut moves);
        for (change, w) in moves.iter_mut().zip(&self.inverse_masses) {
            *change = [change[0] * w[0], change[1] * w[1], change[2] * w[2]];
        }
        for ((left, row), b) in left.iter_mut().zip(rows).zip(b) {
            *left = b - along(row, &moves);
        }
    }

    /// λ′ with S λ′ = b as far as that can be met, from factors that were softened for it, in place.
    #[cold]
    pub(super) fn solve_soft_slopes(&self, rows: &[Row], factors: &[Block], b: &mut [f64]) {
        let (demand, mut left) = (b.to_vec(), b.to_vec());
        b.fill(0.0);
        for _ in 0..SLOPE_TURNS {
            self.pattern.solve(factors, &mut left);
            b.iter_mut().zip(&left).for_each(|(b, change)| *b += change);
            self.compute_left(rows, b, &demand, &mut left);
        }
    }

    /// The least λ with S λ = b, from softened factors, in place.
    #[cold]
    pub(super) fn solve_softened(&self, rows: &[Row], factors: &[Block], b: &mut [f64]) {
        let (demand, mut left) = (b.to_vec(), b.to_vec());
        let size = |of: &[f64]| of.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let mut before = f64::INFINITY;
        b.fill(0.0);
        for _ in 0..MOST_TURNS {
            let now = size(&left);
            // Also ends where only rounding is left, or a part that no λ can meet.
            if !(now > SOLVED * size(&demand) && now < 0.5 * before) {
                break;
            }
            before = now;
            self.pattern.solve(factors, &mut left);
            b.iter_mut().zip(&left).for_each(|(b, change)| *b += change);
            self.compute_left(rows, b, &demand, &mut left);
        }
    }
}
