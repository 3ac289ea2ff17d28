//! RODAS4: a Rosenbrock method of order 4(3), L-stable and stiffly accurate.

use super::dense::{Dense, Trial};
use crate::linear::Factors;
use nalgebra::{SMatrix, SVector};

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
pub(super) fn attempt<const N: usize>(
    mut f: impl FnMut(f64, &SVector<f64, N>) -> SVector<f64, N>,
    (t, y): (f64, &SVector<f64, N>),
    rate: &SVector<f64, N>,
    (by_state, by_time): &(SMatrix<f64, N, N>, SVector<f64, N>),
    end: f64,
) -> Result<Trial<N>, usize> {
    let h = end - t;
    check_finite::<N>(|i| by_state.row(i).sum() + by_time[i])?;
    // A singular matrix belongs to this h, not to a state: the next trial is shorter and has another one.
    let factors = Factors::new(SMatrix::identity() / (h * GAMMA) - by_state).ok_or(0usize)?;
    let mut u = [SVector::<f64, N>::zeros(); 6];
    u[0] = factors.solve(rate + by_time * (h * TIME[0]));
    let mut last = *y;
    for i in 1..6 {
        last = y + combine(&STAGES[i - 1], &u);
        let time = if NODES[i] == 1.0 { end } else { t + NODES[i] * h };
        let stage_rate = f(time, &last);
        check_finite::<N>(|i| stage_rate[i])?;
        u[i] = factors.solve(stage_rate + combine(&COUPLINGS[i - 1], &u) / h + by_time * (h * TIME[i]));
    }
    last += u[5];
    let [bend, skew] = DENSE.map(|weights| combine(&weights, &u));
    Ok(Trial {
        dense: Dense { start: t, end, first: *y, last, bend, skew, quartic: SVector::zeros() },
        error: u[5],
        end_rate: f(end, &last),
    })
}

/// The index of the first of N numbers that is not finite, as an error.
fn check_finite<const N: usize>(of: impl Fn(usize) -> f64) -> Result<(), usize> {
    (0..N).find(|&i| !of(i).is_finite()).map_or(Ok(()), Err)
}

/// Σ wⱼ uⱼ over the stages that exist already (the others are zero in the tables).
fn combine<const N: usize>(weights: &[f64; 5], u: &[SVector<f64, N>; 6]) -> SVector<f64, N> {
    let mut sum = SVector::zeros();
    for (w, u) in weights.iter().zip(u) {
        if *w != 0.0 {
            sum += u * *w;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

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
