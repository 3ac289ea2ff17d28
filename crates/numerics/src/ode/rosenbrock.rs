//! RODAS4: a Rosenbrock method of order 4(3), L-stable and stiffly accurate.

use super::dense::Trial;
use super::system::{Equations, Slopes};
use super::vector::{Vector, check_finite, combine, fill};
use crate::linear;

/// γ, the diagonal of every stage.
const GAMMA: f64 = 0.25;
/// cᵢ: where stage i looks at the time.
const NODES: [f64; 6] = [0.0, 0.386, 0.21, 0.63, 1.0, 1.0];
/// dᵢ: the weight of ∂f/∂t in stage i.
const TIME: [f64; 6] = [0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0];
/// Aᵢⱼ of the transformed stages 2 to 6; a sixth stage added with weight 1 is the solution.
const STAGES: [[f64; 5]; 5] = [
    [1.544, 0.0, 0.0, 0.0, 0.0],
    [0.9466785280815826, 0.2557011698983284, 0.0, 0.0, 0.0],
    [3.314825187068521, 2.896124015972201, 0.9986419139977817, 0.0, 0.0],
    [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 0.0],
    [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1.0],
];
/// Cᵢⱼ of the transformed stages 2 to 6.
const COUPLINGS: [[f64; 5]; 5] = [
    [-5.6688, 0.0, 0.0, 0.0, 0.0],
    [-2.430093356833875, -0.2063599157091915, 0.0, 0.0, 0.0],
    [-0.1073529058151375, -9.594562251023355, -20.47028614809616, 0.0, 0.0],
    [7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616, 0.0],
    [8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054],
];
/// The weights of the stages in b and c of the dense output.
const DENSE: [[f64; 5]; 2] = [
    [10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662],
    [-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872],
];

/// One step from `t` to `end` [Hairer1996, section IV.7], where `rate` is f(t, y) and `jacobian` is (∂f/∂y, ∂f/∂t):
///
/// (I/(hγ) − ∂f/∂y) uᵢ = f(t + cᵢh, y + Σⱼ Aᵢⱼ uⱼ) + Σⱼ Cᵢⱼ uⱼ/h + h dᵢ ∂f/∂t
///
/// The last stage is the error estimate, and with it the step ends on the solution of stage 6.
///
/// *Assumes* the exact Jacobian for the full order; differences cost accuracy only through their rounding.
///
/// *Pitfalls*: on very stiff problems with a moving equilibrium the order drops towards 2 to 3, as with every
/// Rosenbrock method.
///
/// *Checked by*: the order conditions, R(∞) = 0 and the observed order below and in `tests/ode`.
///
/// What is not finite ends the trial with the index of its state, before the linear systems spread it over all of them.
pub(super) fn attempt<V: Vector>(
    system: &mut impl Equations<V>,
    (t, y): (f64, &V),
    rate: &V,
    slopes: &Slopes<V>,
    end: f64,
    (scratch, trial): (&mut Implicit<V>, &mut Trial<V>),
) -> Result<(), usize> {
    let h = end - t;
    let Implicit { stages: u, load, lu, order } = scratch;
    let (from, by_time, Trial { dense, error, end_rate }) = (y.entries(), slopes.by_time.entries(), trial);
    slopes.check_finite()?;
    // A singular matrix belongs to this h, not to a state: the next trial is shorter and has another one.
    system.note_factorisation();
    if !factorise_shifted(1.0 / (h * GAMMA), slopes, lu, order) {
        return Err(0);
    }
    let solve = |b: &mut V| linear::solve(V::square_entries(lu), order.as_ref(), b.entries_mut());
    let rate = rate.entries();
    fill(&mut u[0], |i| rate[i] + by_time[i] * (h * TIME[0]));
    solve(&mut u[0]);
    for i in 1..6 {
        combine(&STAGES[i - 1], u, &mut dense.last);
        for (last, from) in dense.last.entries_mut().iter_mut().zip(from) {
            *last += from;
        }
        let time = if NODES[i] == 1.0 { end } else { t + NODES[i] * h };
        system.rate(time, &dense.last, end_rate);
        check_finite(end_rate)?;
        combine(&COUPLINGS[i - 1], u, load);
        let (stage_rate, load) = (end_rate.entries(), load.entries());
        fill(&mut u[i], |j| stage_rate[j] + load[j] / h + by_time[j] * (h * TIME[i]));
        solve(&mut u[i]);
    }
    for (last, u) in dense.last.entries_mut().iter_mut().zip(u[5].entries()) {
        *last += u;
    }
    (dense.start, dense.end) = (t, end);
    dense.first.entries_mut().copy_from_slice(from);
    combine(&DENSE[0], u, &mut dense.bend);
    combine(&DENSE[1], u, &mut dense.skew);
    dense.quartic.entries_mut().fill(0.0);
    dense.quintic.entries_mut().fill(0.0);
    error.entries_mut().copy_from_slice(u[5].entries());
    system.rate(end, &dense.last, end_rate);
    Ok(())
}

/// What an implicit step writes on the way.
#[derive(Clone, Debug)]
pub(super) struct Implicit<V: Vector> {
    stages: [V; 6],
    pub(super) load: V,
    pub(super) lu: V::Square,
    pub(super) order: V::Order,
}

impl<V: Vector> Implicit<V> {
    pub(super) fn like(y: &V) -> Self {
        let zero = y.zeros_like();
        Self { stages: std::array::from_fn(|_| zero.clone()), lu: y.square_like(), order: y.order_like(), load: zero }
    }
}

/// Factors of shift·I − ∂f/∂y; false if singular.
pub(super) fn factorise_shifted<V: Vector>(
    shift: f64,
    slopes: &Slopes<V>,
    lu: &mut V::Square,
    order: &mut V::Order,
) -> bool {
    let entries = V::square_entries_mut(lu);
    for (entry, slope) in entries.iter_mut().zip(V::square_entries(&slopes.by_state)) {
        *entry = -slope;
    }
    let order = order.as_mut();
    for i in 0..order.len() {
        entries[i * (order.len() + 1)] += shift;
    }
    linear::factorise(entries, order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{SMatrix, SVector};

    type Square = SMatrix<f64, 6, 6>;
    type Weights = SVector<f64, 6>;

    /// α and Γ of the original stages kᵢ, which the transformed uᵢ = Σ γᵢⱼ kⱼ replace: Γ⁻¹ = I/γ − C, α = A Γ.
    fn original() -> (Square, Square) {
        let table = |rows: &[[f64; 5]; 5]| Square::from_fn(|i, j| if i > 0 && j < 5 { rows[i - 1][j] } else { 0.0 });
        let gamma = (Square::identity() / GAMMA - table(&COUPLINGS)).try_inverse().expect("triangular");
        (table(&STAGES) * gamma, gamma)
    }

    /// Weights of the uⱼ, with the last one weighing `last`.
    fn weights(last: f64) -> Weights {
        Weights::from_fn(|j, _| if j < 5 { STAGES[4][j] } else { last })
    }

    /// The largest defect of the order conditions up to `order`, of weights of the uⱼ that lead to t₀ + s h.
    fn defect(m: &Weights, order: i32, s: f64) -> f64 {
        let (alpha, gamma) = original();
        let b = gamma.transpose() * m;
        let beta = alpha + gamma;
        let one = Weights::repeat(1.0);
        let (a, beta_one) = (alpha * one, beta * one);
        let conditions = [
            (1, one, 1.0),
            (2, beta_one, 2.0),
            (3, a.component_mul(&a), 3.0),
            (3, beta * beta_one, 6.0),
            (4, a.map(|a| a.powi(3)), 4.0),
            (4, a.component_mul(&(alpha * beta_one)), 8.0),
            (4, beta * a.component_mul(&a), 12.0),
            (4, beta * beta * beta_one, 24.0),
        ];
        conditions
            .iter()
            .filter(|(n, ..)| *n <= order)
            .map(|(n, tree, density)| (b.dot(tree) - s.powi(*n) / density).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn the_table_satisfies_its_order_conditions() {
        assert!(defect(&weights(1.0), 4, 1.0) < 1e-13, "fourth order: {:e}", defect(&weights(1.0), 4, 1.0));
        assert!(defect(&weights(0.0), 3, 1.0) < 1e-13, "the embedded formula is of third order");
        assert!(defect(&weights(0.0), 4, 1.0) > 1e-3, "and not of fourth");
    }

    #[test]
    fn stages_reach_their_nodes_in_time() {
        let (alpha, gamma) = original();
        let one = Weights::repeat(1.0);
        assert!((alpha * one - Weights::from(NODES)).amax() < 1e-13);
        assert!((gamma * one - Weights::from(TIME)).amax() < 1e-13);
    }

    #[test]
    fn stiff_parts_vanish_at_once() {
        // R(∞) = 1 − bᵀ (α + Γ)⁻¹ 1
        let (alpha, gamma) = original();
        let b = gamma.transpose() * weights(1.0);
        let inverse = (alpha + gamma).try_inverse().expect("triangular");
        assert!((1.0 - b.dot(&(inverse * Weights::repeat(1.0)))).abs() < 1e-12);
    }

    #[test]
    fn the_dense_output_is_of_third_order() {
        for s in [0.1, 0.37, 0.5, 0.9] {
            let [bend, skew] = DENSE.map(|row| Weights::from_fn(|j, _| if j < 5 { row[j] } else { 0.0 }));
            let m = (weights(1.0) + (bend + skew * s) * (1.0 - s)) * s;
            assert!(defect(&m, 3, s) < 1e-12, "at {s}: {:e}", defect(&m, 3, s));
            assert!(defect(&m, 4, s) > 1e-4, "at {s}: and not of fourth");
        }
    }
}
