//! Explicit Runge–Kutta steps, from a table.

use super::dense::Trial;
use super::system::Equations;
use super::vector::{Vector, combine, fill};

/// K stages, the last of which is the rate at the end of the step and so the first of the next one.
///
/// Yᵢ = y₀ + h Σⱼ aᵢⱼ kⱼ, kᵢ = f(t₀ + cᵢ h, Yᵢ), y₁ = Y_K, error h Σ eᵢ kᵢ, dense output d = h Σ dᵢ kᵢ.
///
/// | symbol | field |
/// |---|---|
/// | cᵢ | `nodes` |
/// | aᵢⱼ | `stages`, row i−2; its last row are the weights b |
/// | eᵢ = bᵢ − b̂ᵢ | `error` |
/// | dᵢ | `dense` |
///
/// *Checked by*: the order conditions and the observed order, below and in `tests/ode`.
pub(super) struct Tableau<const K: usize, const NEW: usize> {
    pub(super) nodes: [f64; K],
    /// NEW = K − 1 rows.
    pub(super) stages: [[f64; 6]; NEW],
    pub(super) error: [f64; K],
    pub(super) dense: [f64; K],
}

impl<const K: usize, const NEW: usize> Tableau<K, NEW> {
    /// From `t` to `end`, where `rate` is f(t, y). Never looks at times outside. K − 1 calls of the rate. The error is
    /// estimated where the step will be `judged` by it.
    pub(super) fn attempt<V: Vector>(
        &self,
        system: &mut impl Equations<V>,
        (t, y): (f64, &V),
        rate: &V,
        (end, judged): (f64, bool),
        (k, trial): (&mut [V; 7], &mut Trial<V>),
    ) {
        let h = end - t;
        let (from, Trial { dense, error, end_rate }) = (y.entries(), trial);
        k[0].entries_mut().copy_from_slice(rate.entries());
        for (row, weights) in self.stages.iter().enumerate() {
            let i = row + 1;
            combine(&weights[..i], k, &mut dense.last);
            for (last, from) in dense.last.entries_mut().iter_mut().zip(from) {
                *last = from + *last * h;
            }
            // t + h is not always `end`, and a system may be defined up to `end` only.
            let time = if self.nodes[i] == 1.0 { end } else { t + self.nodes[i] * h };
            system.rate(time, &dense.last, &mut k[i]);
        }
        (dense.start, dense.end) = (t, end);
        dense.first.entries_mut().copy_from_slice(from);
        let (last, first_rate, last_rate) = (dense.last.entries(), k[0].entries(), k[NEW].entries());
        fill(&mut dense.bend, |i| first_rate[i] * h - (last[i] - from[i]));
        let bend = dense.bend.entries();
        fill(&mut dense.skew, |i| (last[i] - from[i]) - last_rate[i] * h - bend[i]);
        combine(&self.dense, k, &mut dense.quartic);
        dense.quartic.entries_mut().iter_mut().for_each(|entry| *entry *= h);
        if judged {
            combine(&self.error, k, error);
            error.entries_mut().iter_mut().for_each(|entry| *entry *= h);
        }
        end_rate.entries_mut().copy_from_slice(k[NEW].entries());
    }
}

#[cfg(test)]
mod tests {
    use super::super::dense::Dense;
    use super::super::dormand_prince::DORMAND_PRINCE;
    use super::super::rkf45::RKF45;
    use super::*;
    use nalgebra::{SMatrix, SVector};

    type Weights = SVector<f64, 7>;

    impl Tableau<7, 6> {
        fn matrix(&self) -> SMatrix<f64, 7, 7> {
            SMatrix::from_fn(|i, j| if i > 0 && j < 6 { self.stages[i - 1][j] } else { 0.0 })
        }

        /// bᵢ, the weights at the end of the step.
        fn weights(&self) -> Weights {
            self.matrix().row(6).transpose()
        }

        /// bᵢ(s), the weights of the dense output: the formula of [`Dense`] with kⱼ = δᵢⱼ and h = 1.
        fn dense_weights(&self, s: f64) -> Weights {
            let (first, last) = (Weights::ith(0, 1.0), Weights::ith(6, 1.0));
            let b = self.weights();
            let bend = first - b;
            let zero = Weights::zeros();
            let quartic = Weights::from(self.dense);
            let skew = b - last - bend;
            let mut weights = zero;
            Dense { start: 0.0, end: 1.0, first: zero, last: b, bend, skew, quartic, quintic: zero }
                .value_into(s, &mut weights);
            weights
        }

        /// The largest defect of the order conditions up to `order`, of weights that lead to t₀ + s h.
        fn defect(&self, b: &Weights, order: u32, s: f64) -> f64 {
            let (a, c) = (self.matrix(), Weights::from(self.nodes));
            let (ac, ac2) = (a * c, a * c.map(|c| c * c));
            let (aac, ac3) = (a * ac, a * c.map(|c| c.powi(3)));
            let times = |v: &Weights, w: &Weights| v.component_mul(w);
            let power = |n: i32| c.map(|c| c.powi(n));
            let conditions = [
                (1, power(0), 1.0),
                (2, c, 2.0),
                (3, power(2), 3.0),
                (3, ac, 6.0),
                (4, power(3), 4.0),
                (4, times(&c, &ac), 8.0),
                (4, ac2, 12.0),
                (4, aac, 24.0),
                (5, power(4), 5.0),
                (5, times(&power(2), &ac), 10.0),
                (5, times(&ac, &ac), 20.0),
                (5, times(&c, &ac2), 15.0),
                (5, ac3, 20.0),
                (5, times(&c, &aac), 30.0),
                (5, a * times(&c, &ac), 40.0),
                (5, a * ac2, 60.0),
                (5, a * aac, 120.0),
            ];
            conditions
                .iter()
                .filter(|(n, ..)| *n <= order as i32)
                .map(|(n, tree, density)| (b.dot(tree) - s.powi(*n) / density).abs())
                .fold(0.0, f64::max)
        }
    }

    #[test]
    fn the_tables_satisfy_their_order_conditions_and_no_more() {
        for (name, table) in [("RKF45", RKF45), ("Dormand–Prince", DORMAND_PRINCE)] {
            let rows = table.matrix() * Weights::repeat(1.0);
            assert!((rows - Weights::from(table.nodes)).amax() < 1e-15, "{name}: stages reach their nodes");
            let (b, lower) = (table.weights(), table.weights() - Weights::from(table.error));
            assert!(table.defect(&b, 5, 1.0) < 1e-15, "{name}: fifth order");
            assert!(table.defect(&lower, 4, 1.0) < 1e-15, "{name}: the embedded formula is of fourth order");
            assert!(table.defect(&lower, 5, 1.0) > 1e-5, "{name}: and not of fifth");
        }
    }

    #[test]
    fn the_dense_outputs_satisfy_their_order_conditions_and_no_more() {
        for (name, table) in [("RKF45", RKF45), ("Dormand–Prince", DORMAND_PRINCE)] {
            for s in [0.1, 0.37, 0.5, 0.9] {
                let b = table.dense_weights(s);
                assert!(table.defect(&b, 4, s) < 2e-15, "{name} at {s}: {:e}", table.defect(&b, 4, s));
                assert!(table.defect(&b, 5, s) > 1e-5, "{name} at {s}: and not of higher order");
            }
        }
    }
}
