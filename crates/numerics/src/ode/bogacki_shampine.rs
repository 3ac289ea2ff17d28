//! Bogacki–Shampine 3(2).

use super::explicit::Tableau;

/// [BogackiShampine1989]; the dense output is the cubic Hermite polynomial, which has the order of the step.
pub(super) const BOGACKI_SHAMPINE: Tableau<4, 3> = Tableau {
    nodes: [0.0, 1.0 / 2.0, 3.0 / 4.0, 1.0],
    stages: [
        [1.0 / 2.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 3.0 / 4.0, 0.0, 0.0, 0.0, 0.0],
        [2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0, 0.0, 0.0, 0.0],
    ],
    error: [-5.0 / 72.0, 1.0 / 12.0, 1.0 / 9.0, -1.0 / 8.0],
    dense: [0.0; 4],
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ b = 1, Σ b c = 1/2, Σ b c² = 1/3, Σ b A c = 1/6 for the step; the first two, and no more, for the embedded formula.
    #[test]
    fn the_table_satisfies_its_order_conditions() {
        let Tableau { nodes: c, stages, error, .. } = BOGACKI_SHAMPINE;
        let b = [stages[2][0], stages[2][1], stages[2][2], 0.0];
        let ac: Vec<f64> =
            (0..4).map(|i| if i == 0 { 0.0 } else { (0..3).map(|j| stages[i - 1][j] * c[j]).sum() }).collect();
        let moments = |b: [f64; 4]| {
            let sum = |of: &dyn Fn(usize) -> f64| (0..4).map(|i| b[i] * of(i)).sum::<f64>();
            [sum(&|_| 1.0), sum(&|i| c[i]), sum(&|i| c[i] * c[i]), sum(&|i| ac[i])]
        };
        let exact = [1.0, 0.5, 1.0 / 3.0, 1.0 / 6.0];
        assert!(moments(b).iter().zip(exact).all(|(m, e)| (m - e).abs() < 1e-15), "{:?}", moments(b));
        let lower = moments(std::array::from_fn(|i| b[i] - error[i]));
        assert!(
            (lower[0] - 1.0).abs() < 1e-15 && (lower[1] - 0.5).abs() < 1e-15 && (lower[2] - 1.0 / 3.0).abs() > 1e-3
        );
    }
}
