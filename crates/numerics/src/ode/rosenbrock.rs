//! RODAS4: a Rosenbrock method of order 4(3), L-stable and stiffly accurate.

use super::dense::{Dense, Trial};
use super::system::System;
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
pub(super) fn attempt<const N: usize>(
    system: &impl System<N>,
    (t, y): (f64, &SVector<f64, N>),
    rate: &SVector<f64, N>,
    (by_state, by_time): &(SMatrix<f64, N, N>, SVector<f64, N>),
    end: f64,
) -> Option<Trial<N>> {
    let h = end - t;
    let factors = Factors::new(SMatrix::identity() / (h * GAMMA) - by_state)?;
    let mut u = [SVector::<f64, N>::zeros(); 6];
    u[0] = factors.solve(rate + by_time * (h * TIME[0]));
    let mut last = *y;
    for i in 1..6 {
        last = y + combine(&STAGES[i - 1], &u);
        let time = if NODES[i] == 1.0 { end } else { t + NODES[i] * h };
        let load = system.rate(time, &last) + combine(&COUPLINGS[i - 1], &u) / h + by_time * (h * TIME[i]);
        u[i] = factors.solve(load);
    }
    last += u[5];
    let [bend, skew] = DENSE.map(|weights| combine(&weights, &u));
    Some(Trial {
        dense: Dense { start: t, end, first: *y, last, bend, skew, quartic: SVector::zeros() },
        error: u[5],
        end_rate: system.rate(end, &last),
        rate_calls: 6,
    })
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
