//! Backward differentiation formulas of order 1 to 5 with steps of any length ("Gear").

use super::control::measure;
use super::dense::Trial;
use super::rosenbrock::{Implicit, factorise_shifted};
use super::settings::Tolerances;
use super::system::{Equations, Slopes};
use super::vector::{Vector, check_finite, fill};
use crate::linear;

/// The highest order; the next one is not stable enough.
pub(super) const MOST_ORDER: usize = 5;
/// Past states that are kept: those of the highest order, and one more to judge it.
const KEPT: usize = MOST_ORDER + 2;
/// How much stricter than the tolerance a step is judged. A multistep formula takes many short steps where a one-step scheme
/// takes a long one, and the errors of all of them add: judged like this, the same tolerance gives about the same error at
/// the end with every scheme. It costs two thirds more steps.
const STRICTNESS: f64 = 25.0;
/// Newton's method stops when its error is this share of what a step may err.
const NEWTON_SHARE: f64 = 0.02 / STRICTNESS;
/// Newton steps before the Jacobian or the step is given up.
const MOST_NEWTON: u32 = 5;
/// Steps for which a Jacobian may serve.
const JACOBIAN_AGE: u32 = 30;

/// What a step of a multistep method remembers.
///
/// With the past states yᵢ at tᵢ (newest first), the step of order k to t takes the polynomial P through the last k + 1
/// of them as prediction p = P(t), and the polynomial Q through the new y = p + c and the last k as solution, where
/// Q′(t) = f(t, y):
///
/// P′(t) + α c = f(t, p + c),  α = Σ_{i<k} 1/(t − tᵢ)
///
/// is solved for c by Newton's method with (α I − ∂f/∂y). The error of the step is c/(α (t − t_k)), and of order q in
/// general y[t, t₀ … t_q] Π_{i<q} (t − tᵢ)/α_q with a divided difference of y [Brayton1972], which is how orders compare.
/// All of this holds for steps of any length. It starts with Rosenbrock steps, which need no past.
///
/// Not the states are kept but their divided differences, which are carried on by sums alone:
///
/// P[t, t₀ … t_{j−1}] = y[t₀ … t_j] + (t − t_j) P[t, t₀ … t_j],  y[t, t₀ … t_{j−1}] = P[t, t₀ … t_{j−1}] + c/Π_{i<j} (t − tᵢ)
///
/// Formed anew from states in every step they would lose up to 63 units of the last place, which is what would decide the
/// error at tight tolerances.
///
/// *Pitfalls*: orders above 2 are not A-stable: a hardly damped fast vibration is better left to Rosenbrock.
///
/// *Checked by*: the suite in `tests/ode` that every scheme passes.
#[derive(Clone, Debug)]
pub(super) struct History<V> {
    /// Times of the past states, newest first.
    times: [f64; KEPT],
    /// How many are known.
    count: usize,
    order: usize,
    steps_at_order: usize,
    rejections: u32,
    /// Steps since the Jacobian was computed; `None` if there is none.
    age: Option<u32>,
    /// Divided differences of the past, then with the new state in front.
    past: [V; KEPT],
    present: [V; KEPT],
    predicted: V,
    predicted_rate: V,
    /// c.
    correction: V,
    /// Up to which order the present differences are known.
    known: usize,
}

/// Why a trial came to nothing, with the index of the state concerned.
pub(super) enum Trouble {
    NotFinite(usize),
    /// Newton's method does not converge.
    Diverged(usize),
}

impl<V: Vector> History<V> {
    pub(super) fn like(y: &V) -> Self {
        let zero = y.zeros_like();
        let many = || std::array::from_fn(|_| zero.clone());
        Self {
            times: [0.0; KEPT],
            count: 0,
            order: 0,
            steps_at_order: 0,
            rejections: 0,
            age: None,
            past: many(),
            present: many(),
            predicted: zero.clone(),
            predicted_rate: zero.clone(),
            correction: zero,
            known: 0,
        }
    }

    pub(super) fn forget(&mut self) {
        // The order too: the new past is shorter than a high one needs.
        (self.count, self.order, self.steps_at_order) = (0, 0, 0);
        (self.rejections, self.age) = (0, None);
    }

    /// Whether there are too few past states, so that a step must be made by a scheme that needs none.
    pub(super) fn is_starting(&self, fixed: bool) -> bool {
        self.count < if fixed { MOST_ORDER + 1 } else { MOST_ORDER }
    }

    /// The present state, if it is not there yet.
    pub(super) fn begin(&mut self, t: f64, y: &V) {
        if self.count == 0 {
            self.push(t, y);
        }
    }

    /// Adds a state that another scheme has found.
    pub(super) fn push(&mut self, t: f64, y: &V) {
        let most = self.count.min(KEPT - 1);
        self.present[0].entries_mut().copy_from_slice(y.entries());
        for j in 1..=most {
            self.difference_present(t, j);
        }
        self.take_present(t, most);
    }

    /// y[t, t₀ … t_{j−1}] from the two differences of one order less.
    fn difference_present(&mut self, t: f64, j: usize) {
        let span = t - self.times[j - 1];
        let (low, high) = self.present.split_at_mut(j);
        let (new, old, past) = (&mut high[0], low[j - 1].entries(), self.past[j - 1].entries());
        fill(new, |i| (old[i] - past[i]) / span);
    }

    /// The present becomes past; its differences are known up to `most`.
    fn take_present(&mut self, t: f64, most: usize) {
        std::mem::swap(&mut self.past, &mut self.present);
        self.times.rotate_right(1);
        self.times[0] = t;
        self.count = most + 1;
    }

    /// Moves the present state, as a projection does.
    pub(super) fn replace_present(&mut self, y: &V) {
        if self.count == 0 {
            return;
        }
        let (moved, old) = (y.entries(), self.past[0].entries());
        fill(&mut self.correction, |i| moved[i] - old[i]);
        self.past[0].entries_mut().copy_from_slice(moved);
        let mut product = 1.0;
        for j in 1..self.count {
            product *= self.times[0] - self.times[j];
            for (past, change) in self.past[j].entries_mut().iter_mut().zip(self.correction.entries()) {
                *past += change / product;
            }
        }
    }

    /// α of an order.
    fn leading(&self, t: f64, order: usize) -> f64 {
        self.times[..order].iter().map(|past| 1.0 / (t - past)).sum()
    }

    /// One trial. Rates are counted by the system.
    pub(super) fn attempt(
        &mut self,
        system: &mut impl Equations<V>,
        end: f64,
        tolerance: &Tolerances<V>,
        fixed: bool,
        (slopes, scratch, trial): (&mut Slopes<V>, &mut Implicit<V>, &mut Trial<V>),
    ) -> Result<(), Trouble> {
        let k = if self.order == 0 || fixed { MOST_ORDER.min(self.count - 1) } else { self.order };
        self.order = k;
        let most = (k + 1).min(self.count - 1);
        self.predict(end, k);
        let alpha = self.leading(end, k);
        if fixed || self.age.is_none_or(|age| age >= JACOBIAN_AGE) {
            self.age = None;
        }
        loop {
            let fresh = self.age.is_none();
            if fresh {
                system.slopes(end, &self.predicted, slopes);
                slopes.check_finite().map_err(Trouble::NotFinite)?;
                self.age = Some(0);
            }
            match self.solve(system, (end, alpha), tolerance, fixed, (slopes, scratch, trial)) {
                Ok(()) => break,
                Err(trouble) if fresh => {
                    self.age = None;
                    return Err(trouble);
                }
                Err(_) => self.age = None,
            }
        }
        let Trial { dense, error, end_rate } = trial;
        let share = STRICTNESS / (alpha * (end - self.times[k]));
        let (c, rate) = (self.correction.entries(), self.predicted_rate.entries());
        fill(error, |i| share * c[i]);
        fill(end_rate, |i| rate[i] + alpha * c[i]);
        self.compute_present(end, k, (most + 1).min(KEPT - 1), &dense.last);
        self.compute_dense(end, k, trial);
        Ok(())
    }

    /// P(t) and P′(t), and the differences of P with t in front.
    fn predict(&mut self, t: f64, k: usize) {
        let Self { predicted: p, predicted_rate: rate, past, present, times, .. } = self;
        p.entries_mut().copy_from_slice(past[k].entries());
        present[k].entries_mut().copy_from_slice(past[k].entries());
        rate.entries_mut().fill(0.0);
        for j in (0..k).rev() {
            let ahead = t - times[j];
            for ((p, rate), past) in p.entries_mut().iter_mut().zip(rate.entries_mut()).zip(past[j].entries()) {
                *rate = *rate * ahead + *p;
                *p = *p * ahead + past;
            }
            present[j].entries_mut().copy_from_slice(p.entries());
        }
    }

    /// Newton's method for the new state, from the prediction.
    fn solve(
        &mut self,
        system: &mut impl Equations<V>,
        (end, alpha): (f64, f64),
        tolerance: &Tolerances<V>,
        fixed: bool,
        (slopes, scratch, trial): (&Slopes<V>, &mut Implicit<V>, &mut Trial<V>),
    ) -> Result<(), Trouble> {
        let Implicit { load, lu, order, .. } = scratch;
        system.note_factorisation();
        if !factorise_shifted(alpha, slopes, lu, order) {
            return Err(Trouble::Diverged(0));
        }
        let Trial { dense, error, end_rate } = trial;
        dense.last.entries_mut().copy_from_slice(self.predicted.entries());
        self.correction.entries_mut().fill(0.0);
        let (p, p_rate, c) = (self.predicted.entries(), self.predicted_rate.entries(), &mut self.correction);
        let mut before: Option<f64> = None;
        let mut contraction = 1.0f64;
        let most = if fixed { 2 * MOST_NEWTON } else { MOST_NEWTON };
        let mut place = 0;
        for _ in 0..most {
            system.rate(end, &dense.last, end_rate);
            check_finite(end_rate).map_err(Trouble::NotFinite)?;
            let rate = end_rate.entries();
            fill(load, |i| rate[i] - p_rate[i] - alpha * c.entries()[i]);
            linear::solve(V::square_entries(lu), order.as_ref(), load.entries_mut());
            for (c, change) in c.entries_mut().iter_mut().zip(load.entries()) {
                *c += change;
            }
            fill(&mut dense.last, |i| p[i] + c.entries()[i]);
            error.entries_mut().copy_from_slice(load.entries());
            let (size, worst) = measure(error, tolerance, (&self.predicted, &dense.last));
            place = worst;
            if !size.is_finite() {
                return Err(Trouble::NotFinite(worst));
            }
            if size == 0.0 {
                return Ok(());
            }
            if let Some(before) = before {
                contraction = size / before;
                // At fixed steps nothing judges the error, so the equations are solved as well as numbers allow.
                if fixed && contraction > 0.1 {
                    let (size_of_state, _) = measure(&dense.last, tolerance, (&self.predicted, &dense.last));
                    let solved = contraction < 2.0 || size < 64.0 * f64::EPSILON * size_of_state;
                    return if solved { Ok(()) } else { Err(Trouble::Diverged(worst)) };
                }
                if contraction >= 0.9 {
                    return Err(Trouble::Diverged(worst));
                }
            }
            let left = size * contraction / (1.0 - contraction).max(0.1);
            if !fixed && (left < NEWTON_SHARE && before.is_some() || size < 1e-3 * NEWTON_SHARE) {
                return Ok(());
            }
            before = Some(size);
        }
        if fixed { Ok(()) } else { Err(Trouble::Diverged(place)) }
    }

    /// y[t, t₀ …], the divided differences with the new state in front, from those of the prediction.
    fn compute_present(&mut self, t: f64, k: usize, most: usize, y: &V) {
        self.present[0].entries_mut().copy_from_slice(y.entries());
        let mut product = 1.0;
        for j in 1..=most.min(k + 1) {
            product *= t - self.times[j - 1];
            let c = self.correction.entries();
            if j == k + 1 {
                fill(&mut self.present[j], |i| c[i] / product);
            } else {
                for (present, c) in self.present[j].entries_mut().iter_mut().zip(c) {
                    *present += c / product;
                }
            }
        }
        for j in k + 2..=most {
            self.difference_present(t, j);
        }
        self.known = most;
    }

    /// The polynomial through the new state and the last k, with both ends of the step as its nodes in turn.
    fn compute_dense(&self, end: f64, k: usize, trial: &mut Trial<V>) {
        let (start, dense) = (self.times[0], &mut trial.dense);
        let h = end - start;
        (dense.start, dense.end) = (start, end);
        dense.first.entries_mut().copy_from_slice(self.past[0].entries());
        let mut nodes = [0.0; MOST_ORDER + 1];
        nodes[0] = 1.0;
        for (node, time) in nodes[1..].iter_mut().zip(&self.times) {
            *node = (time - start) / h;
        }
        for i in 0..dense.first.entries().len() {
            let mut coefficients = [0.0; MOST_ORDER + 1];
            let mut scale = 1.0;
            for (j, coefficient) in coefficients.iter_mut().enumerate().take(k + 1) {
                *coefficient = self.present[j].entries()[i] * scale;
                scale *= h;
            }
            let c = recentre(coefficients, nodes);
            // (1 − s) in place of (s − 1) turns the sign of every odd power of it.
            dense.bend.entries_mut()[i] = -c[2];
            dense.skew.entries_mut()[i] = -c[3];
            dense.quartic.entries_mut()[i] = c[4];
            dense.quintic.entries_mut()[i] = c[5];
        }
    }

    /// Takes an accepted step in, and says by what to multiply its length for the next one.
    ///
    /// `error` is that of the trial, 1 is allowed.
    pub(super) fn accept(&mut self, trial: &Trial<V>, error: f64, tolerance: &Tolerances<V>) -> f64 {
        let (t, k) = (trial.dense.end, self.order);
        self.steps_at_order += 1;
        self.age = self.age.map(|age| age + 1);
        let mut best = (factor(error, k, 6.0), k);
        // Differences are only comparable when they all come from steps of about this length.
        let rivals = [(k - 1, 6.0, k > 1), (k + 1, 10.0, k < MOST_ORDER && self.count > k + 1)];
        for (order, bias, _) in rivals.into_iter().filter(|rival| rival.2 && self.steps_at_order > k) {
            let product: f64 = self.times[..order].iter().map(|past| t - past).product();
            let scale = STRICTNESS * product / self.leading(t, order);
            let difference = self.present[order + 1].entries();
            // The prediction has done its work, and its place is free.
            fill(&mut self.predicted, |i| difference[i] * scale);
            let (error, _) = measure(&self.predicted, tolerance, (&trial.dense.first, &trial.dense.last));
            let wanted = factor(error, order, bias);
            if wanted > best.0 {
                best = (wanted, order);
            }
        }
        let after_rejection = std::mem::take(&mut self.rejections) > 0;
        self.take_present(t, self.known);
        // A step that may hardly grow is better kept: the formulas are at their best with equal steps.
        if best.0 < 1.2 {
            return best.0.clamp(0.5, 1.0);
        }
        if best.1 != k {
            (self.order, self.steps_at_order) = (best.1, 0);
        }
        if after_rejection { 1.0 } else { best.0.min(2.0) }
    }

    /// By what to multiply a step that was rejected with this error (`None`: it did not even converge).
    pub(super) fn reject(&mut self, error: Option<f64>) -> f64 {
        self.rejections += 1;
        if self.rejections > 3 {
            // The past no longer says anything about the future.
            self.forget();
        }
        match error {
            Some(error) if self.rejections < 3 => factor(error, self.order, 6.0).clamp(0.2, 0.9),
            _ => 0.25,
        }
    }
}

/// By what a step of an order may grow, when its error, which is O(h^{order + 1}), is this.
fn factor(error: f64, order: usize, bias: f64) -> f64 {
    (bias * error).max(1e-12).powf(-1.0 / (order as f64 + 1.0))
}

/// Coefficients of the same polynomial in the Newton form with the nodes 0, 1, 0, 1, 0 instead of the given ones.
fn recentre(mut a: [f64; MOST_ORDER + 1], mut nodes: [f64; MOST_ORDER + 1]) -> [f64; MOST_ORDER + 1] {
    for new in [1.0, 0.0, 1.0, 0.0, 1.0, 0.0] {
        // Puts the new node in front of the others, the last of which falls out.
        for j in (0..MOST_ORDER).rev() {
            a[j] += (new - nodes[j]) * a[j + 1];
        }
        nodes.rotate_right(1);
        nodes[0] = new;
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_stays_itself_when_its_nodes_change() {
        let (a, nodes) = ([0.3, -1.0, 2.0, 0.7, -0.4, 1.1], [1.0, 0.0, -0.7, -1.9, -2.5, -3.0]);
        let newton = |a: &[f64; 6], nodes: &[f64; 6], s: f64| {
            let (mut sum, mut product) = (0.0, 1.0);
            for (a, node) in a.iter().zip(nodes) {
                sum += a * product;
                product *= s - node;
            }
            sum
        };
        let moved = recentre(a, nodes);
        for s in [-1.0, 0.0, 0.3, 1.0, 2.0] {
            let (before, after) = (newton(&a, &nodes, s), newton(&moved, &[0.0, 1.0, 0.0, 1.0, 0.0, 1.0], s));
            assert!((before - after).abs() < 1e-12, "{s}: {before} {after}");
        }
    }
}
