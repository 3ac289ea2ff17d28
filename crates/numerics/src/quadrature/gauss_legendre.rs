//! Gauss–Legendre rules of any order.

use std::f64::consts::PI;

/// The rule of N points that is exact for polynomials up to degree 2N − 1:
///
/// ∫₋₁¹ f(x) dx ≈ Σ wᵢ f(xᵢ),  P_N(xᵢ) = 0,  wᵢ = 2 / ((1 − xᵢ²) P′_N(xᵢ)²)
///
/// *Checked by*: exactness for every degree up to 2N − 1, and inexactness for 2N, in the tests below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaussLegendre<const N: usize> {
    nodes: [f64; N],
    weights: [f64; N],
}

impl<const N: usize> GaussLegendre<N> {
    /// Computes nodes and weights, by Newton's method on the Legendre polynomial.
    pub fn new() -> Self {
        const { assert!(N > 0, "a rule needs a point") };
        let mut rule = Self { nodes: [0.0; N], weights: [0.0; N] };
        for i in 0..N.div_ceil(2) {
            // Tricomi's estimate is near enough for Newton to converge to this very zero.
            let mut x = (PI * (i as f64 + 0.75) / (N as f64 + 0.5)).cos();
            if 2 * i + 1 == N {
                x = 0.0;
            }
            for _ in 0..8 {
                let (p, slope) = legendre(N, x);
                x -= p / slope;
            }
            let (_, slope) = legendre(N, x);
            let weight = 2.0 / ((1.0 - x * x) * slope * slope);
            (rule.nodes[i], rule.weights[i]) = (-x, weight);
            (rule.nodes[N - 1 - i], rule.weights[N - 1 - i]) = (x, weight);
        }
        rule
    }

    /// The points in (−1, 1), in increasing order.
    pub fn nodes(&self) -> &[f64; N] {
        &self.nodes
    }

    /// Their weights, whose sum is 2.
    pub fn weights(&self) -> &[f64; N] {
        &self.weights
    }

    /// The points and weights of the same rule on [a, b].
    pub fn points(&self, a: f64, b: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
        let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
        self.nodes.iter().zip(&self.weights).map(move |(x, w)| (middle + half * x, half * w))
    }

    /// ∫ₐᵇ f(x) dx.
    pub fn integrate(&self, mut f: impl FnMut(f64) -> f64, a: f64, b: f64) -> f64 {
        self.points(a, b).map(|(x, w)| w * f(x)).sum()
    }
}

impl<const N: usize> Default for GaussLegendre<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// P_n(x) and P′_n(x), by the recurrence n P_n = (2n−1) x P_{n−1} − (n−1) P_{n−2}.
fn legendre(n: usize, x: f64) -> (f64, f64) {
    let (mut before, mut now) = (1.0, x);
    for k in 2..=n {
        let k = k as f64;
        (before, now) = (now, ((2.0 * k - 1.0) * x * now - (k - 1.0) * before) / k);
    }
    (now, n as f64 * (x * now - before) / (x * x - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment<const N: usize>(degree: i32) -> (f64, f64) {
        let exact = if degree % 2 == 0 { 2.0 / (f64::from(degree) + 1.0) } else { 0.0 };
        (GaussLegendre::<N>::new().integrate(|x| x.powi(degree), -1.0, 1.0), exact)
    }

    fn check_exactness<const N: usize>() {
        for degree in 0..2 * N as i32 {
            let (computed, exact) = moment::<N>(degree);
            assert!((computed - exact).abs() < 4e-15, "N = {N}, degree {degree}: {computed} for {exact}");
        }
    }

    #[test]
    fn n_points_are_exact_up_to_degree_2n_minus_1() {
        check_exactness::<1>();
        check_exactness::<2>();
        check_exactness::<3>();
        check_exactness::<4>();
        check_exactness::<5>();
        check_exactness::<7>();
        check_exactness::<16>();
        check_exactness::<33>();
        check_exactness::<64>();
    }

    #[test]
    fn n_points_are_not_exact_for_degree_2n() {
        // The defect is that of the monic Legendre polynomial, 2⁽²ᴺ⁺¹⁾ N!⁴ / ((2N+1) (2N)!²); for N = 3: 8/175.
        let (computed, exact) = moment::<3>(6);
        assert!((exact - computed - 8.0 / 175.0).abs() < 1e-15);
    }

    #[test]
    fn nodes_of_three_points_are_known() {
        let rule = GaussLegendre::<3>::new();
        assert_eq!(rule.nodes()[1], 0.0);
        assert!((rule.nodes()[2] - 0.6f64.sqrt()).abs() < 1e-16);
        assert!((rule.weights()[0] - 5.0 / 9.0).abs() < 4.0 * f64::EPSILON);
        assert!((rule.weights()[1] - 8.0 / 9.0).abs() < 4.0 * f64::EPSILON);
    }

    #[test]
    fn an_interval_can_be_anywhere_and_backwards() {
        let rule = GaussLegendre::<12>::new();
        let exact = 5f64.cos() - 7f64.cos();
        assert!((rule.integrate(f64::sin, 5.0, 7.0) - exact).abs() < 1e-15);
        assert!((rule.integrate(f64::sin, 7.0, 5.0) + exact).abs() < 1e-15);
    }
}
