//! Newton–Euler equations with Lagrange multipliers.
//!
//! | symbol | meaning |
//! |---|---|
//! | M | masses and moments of inertia, diagonal |
//! | Q | gravity, springs, ligaments, loads, contacts |
//! | J, γ | of the constraints, see `constraint.rs` |
//! | λ | multipliers: Jᵀλ are the forces of the constraints |
//!
//! M a = Q + Jᵀ λ and J a = γ − 2α Ċ − β² C give (J M⁻¹ Jᵀ) λ = γ − 2α Ċ − β² C − J M⁻¹ Q. The terms with α and β are
//! Baumgarte's stabilisation [Baumgarte1972]; without them the constraints drift, unless states are projected.

use super::block::Block;
use super::constraint::Row;
use super::force::Loads;
use super::frame::Frame;
use super::model::Model;
use super::pair::{ContactState, Held, Pair};
use super::scalar::Scalar;
use super::soft::DEPENDENT;
use super::state::{State, first_deformation};

/// Everything that an evaluation writes; one for each thread and run.
#[derive(Debug, Clone)]
pub struct Scratch {
    /// The bodies, the ground last.
    pub(super) frames: Vec<Frame>,
    pub(super) rows: Vec<Row>,
    pub(super) loads: Loads,
    /// S = J M⁻¹ Jᵀ, then its factors.
    pub(super) schur: Vec<Block>,
    pub(super) multipliers: Vec<f64>,
    /// Accelerations, the ground last.
    pub(super) accelerations: Vec<[f64; 3]>,
    /// What each contact holds at present.
    pub(super) held: Vec<Held>,
    /// Tangential deformation of each compliant contact, relaxed force of each that relaxes, and whether each that sticks is
    /// attached; and their rates.
    pub(super) deformations: Vec<f64>,
    pub(super) deformation_rates: Vec<f64>,
    /// The time of the last evaluation of the motion, if frames, rows and factors are still those of it.
    pub(super) evaluated: Option<f64>,
    /// The constraint row that was dependent on others when the last evaluation failed.
    pub(super) singular: Option<usize>,
    /// Whether the factors are softened ones, see `soft.rs`.
    pub(super) softened: bool,
}

impl Scratch {
    /// Sized for a model.
    pub fn new(model: &Model) -> Self {
        let bodies = model.bodies() + 1;
        Self {
            frames: vec![Frame::GROUND; bodies],
            rows: vec![Row::empty(); model.rows],
            loads: Loads { on: vec![[0.0; 3]; bodies], power: 0.0, loss: 0.0 },
            schur: model.pattern.storage(),
            multipliers: vec![0.0; model.rows],
            accelerations: vec![[0.0; 3]; bodies],
            held: vec![Held::NOTHING; model.pairs.len()],
            deformations: vec![0.0; model.inner_states],
            deformation_rates: vec![0.0; model.inner_states],
            evaluated: None,
            singular: None,
            softened: false,
        }
    }
}

impl Scratch {
    /// A contact where the scratch is.
    pub(super) fn contact(&self, pair: &Pair, held: &Held) -> ContactState {
        pair.state(pair.frames(&self.frames), held, pair.inner(&self.deformations))
    }

    /// What a contact that begins with this speed, where the scratch is, will hold; and whether it slips.
    pub(super) fn begin(&self, pair: &Pair, approach: f64) -> (Held, bool) {
        let damping = pair.damping(approach);
        let state = self.contact(pair, &Held::with(damping));
        (Held { phase: pair.phase(&state), ..Held::with(damping) }, pair.excess(&state) > 0.0)
    }
}

/// J w for one row, where w has three entries for each body.
pub(super) fn along(row: &Row, w: &[[f64; 3]]) -> f64 {
    let ([a, b], [p, q]) = (row.bodies, row.slopes);
    let (w_a, w_b) = (&w[a], &w[b]);
    p[0] * w_a[0] + p[1] * w_a[1] + p[2] * w_a[2] + q[0] * w_b[0] + q[1] * w_b[1] + q[2] * w_b[2]
}

/// Ċ of one row, from its two bodies.
pub(super) fn rate_of<T: Scalar>(row: &Row<T>, frames: [&Frame<T>; 2]) -> T {
    let part = |side: usize| {
        let (frame, slopes) = (frames[side], &row.slopes[side]);
        slopes[0] * frame.velocity.x + slopes[1] * frame.velocity.y + slopes[2] * frame.spin
    };
    part(0) + part(1) - row.speed
}

/// Ċ of one row, from all bodies.
pub(super) fn violation_rate(row: &Row, frames: &[Frame]) -> f64 {
    rate_of(row, row.bodies.map(|body| &frames[body]))
}

/// Power that the guides put in, λ·ν; it is zero for joints.
pub(super) fn guide_power(rows: &[Row], multipliers: &[f64]) -> f64 {
    rows.iter().zip(multipliers).map(|(row, multiplier)| multiplier * row.speed).sum()
}

/// Adds Jᵀ λ.
pub(super) fn add_transposed(rows: &[Row], multipliers: &[f64], on: &mut [[f64; 3]]) {
    for (row, multiplier) in rows.iter().zip(multipliers) {
        for side in 0..2 {
            let body = &mut on[row.bodies[side]];
            for (entry, slope) in body.iter_mut().zip(&row.slopes[side]) {
                *entry += multiplier * slope;
            }
        }
    }
}

impl Model {
    /// Puts the scratch where a state is.
    pub(super) fn place(&self, values: &[f64], scratch: &mut Scratch) {
        scratch.evaluated = None;
        self.compute_frames(values, &mut scratch.frames);
        scratch.deformations.copy_from_slice(&values[first_deformation(self.bodies())..]);
    }

    /// Attaches the surfaces that stick and overlap: what touches from the start has touched before.
    pub(super) fn attach(&self, state: &mut State, scratch: &mut Scratch) {
        self.place(state.values.as_slice(), scratch);
        for (_, pair) in &self.pairs {
            if let Some((_, index)) = pair.sticks()
                && pair.touch(pair.frames(&scratch.frames)).gap < 0.0
            {
                state.values[first_deformation(self.bodies()) + index] = 1.0;
            }
        }
    }

    pub(super) fn compute_frames(&self, values: &[f64], frames: &mut [Frame]) {
        let n = self.bodies();
        let (q, v) = values[..6 * n].split_at(3 * n);
        for ((frame, q), v) in frames.iter_mut().zip(q.chunks_exact(3)).zip(v.chunks_exact(3)) {
            *frame = Frame::new(q, v);
        }
    }

    pub(super) fn compute_rows(&self, t: f64, frames: &[Frame], rows: &mut [Row]) {
        let mut rest = rows;
        for (_, constraint) in &self.constraints {
            let (own, others) = rest.split_at_mut(constraint.count());
            constraint.evaluate(t, constraint.bodies.map(|body| &frames[body]), own);
            rest = others;
        }
    }

    /// Q and the rates of deformations, where the scratch is.
    pub(super) fn compute_loads(&self, t: f64, scratch: &mut Scratch) {
        let Scratch { frames, loads, held, deformations, deformation_rates, .. } = scratch;
        (loads.power, loads.loss) = (0.0, 0.0);
        for (on, mass) in loads.on.iter_mut().zip(&self.masses) {
            *on = [mass[0] * self.gravity.x, mass[0] * self.gravity.y, 0.0];
        }
        for (_, element) in &self.elements {
            let bodies = element.bodies();
            loads.add(bodies, &element.act(t, bodies.map(|body| &frames[body])));
        }
        for ((_, pair), held) in self.pairs.iter().zip(held.iter()) {
            let (action, rates) = pair.act(pair.frames(frames), held, pair.inner(deformations));
            loads.add(pair.bodies, &action);
            for (place, rate) in pair.places().into_iter().zip(rates) {
                if let Some(index) = place {
                    deformation_rates[index] = rate;
                }
            }
        }
    }

    /// Factors of J M⁻¹ Jᵀ at the rows of the scratch, softened where rows depend on others; or the row that is no number.
    pub(super) fn factorise(&self, scratch: &mut Scratch) -> Result<(), usize> {
        self.pattern.compute(&scratch.rows, &self.inverse_masses, &mut scratch.schur);
        scratch.softened = self.pattern.factorise(DEPENDENT, &mut scratch.schur).is_err();
        if scratch.softened { self.soften(scratch) } else { Ok(()) }
    }

    /// Accelerations and multipliers where the scratch is, or the row that is no number. Leaves the forces of the
    /// constraints added to the loads.
    pub(super) fn compute_motion(
        &self,
        t: f64,
        baumgarte: Option<[f64; 2]>,
        scratch: &mut Scratch,
    ) -> Result<(), usize> {
        self.compute_loads(t, scratch);
        self.compute_rows(t, &scratch.frames, &mut scratch.rows);
        self.factorise(scratch)?;
        let Scratch { frames, rows, loads, schur, multipliers, accelerations, softened, .. } = scratch;
        self.times_inverse_mass(&loads.on, accelerations);
        for (multiplier, row) in multipliers.iter_mut().zip(rows.iter()) {
            *multiplier = row.curvature - along(row, accelerations);
            if let Some([alpha, beta]) = baumgarte {
                *multiplier -= 2.0 * alpha * violation_rate(row, frames) + beta * beta * row.violation;
            }
        }
        if *softened {
            self.solve_softened(rows, schur, multipliers);
        } else {
            self.pattern.solve(schur, multipliers);
        }
        add_transposed(rows, multipliers, &mut loads.on);
        self.times_inverse_mass(&loads.on, accelerations);
        loads.power += guide_power(rows, multipliers);
        Ok(())
    }

    pub(super) fn times_inverse_mass(&self, forces: &[[f64; 3]], out: &mut [[f64; 3]]) {
        for ((out, on), w) in out.iter_mut().zip(forces).zip(&self.inverse_masses) {
            *out = [on[0] * w[0], on[1] * w[1], on[2] * w[2]];
        }
    }
}
