//! Quadrature on the reference elements.

use numerics::quadrature::GaussLegendre;

/// Points and weights of a rule in D reference coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule<const D: usize> {
    /// Points.
    pub points: Vec<[f64; D]>,
    /// Weights; their sum is the size of the reference element.
    pub weights: Vec<f64>,
}

impl<const D: usize> Rule<D> {
    /// Gauss's rule with N points a side on [−1, 1]^D: exact to degree 2N − 1 in each coordinate.
    pub fn cube<const N: usize>() -> Self {
        Self::product::<N>(|x, w| (x, w))
    }

    /// Gauss's rule collapsed onto the simplex: exact to total degree 2N − D.
    ///
    /// x₁ = s₁, x₂ = s₂(1 − s₁), x₃ = s₃(1 − s₁)(1 − s₂) with s on [0, 1]^D; the Jacobian ∏(1 − sᵢ)^(D−i) costs degrees.
    pub fn simplex<const N: usize>() -> Self {
        Self::product::<N>(|s, w| {
            let (mut x, mut weight, mut left) = ([0.0; D], w, 1.0);
            for i in 0..D {
                let t = 0.5 * (1.0 + s[i]);
                x[i] = t * left;
                weight *= 0.5 * (1.0 - t).powi((D - 1 - i) as i32);
                left *= 1.0 - t;
            }
            (x, weight)
        })
    }

    /// The one-point rule of the simplex, exact to degree 1.
    pub fn simplex_centre() -> Self {
        let size = (1..=D).map(|i| i as f64).product::<f64>().recip();
        Self { points: vec![[1.0 / (D as f64 + 1.0); D]], weights: vec![size] }
    }

    fn product<const N: usize>(map: impl Fn([f64; D], f64) -> ([f64; D], f64)) -> Self {
        let line = GaussLegendre::<N>::new();
        let (points, weights) = (0..N.pow(D as u32))
            .map(|k| {
                let index = |i: usize| (k / N.pow(i as u32)) % N;
                let weight = (0..D).map(|i| line.weights()[index(i)]).product();
                map(std::array::from_fn(|i| line.nodes()[index(i)]), weight)
            })
            .unzip();
        Self { points, weights }
    }
}

impl Rule<3> {
    /// The four-point rule of the tetrahedron, exact to degree 2: points at (5 − √5)/20 and (5 + 3√5)/20.
    pub fn tetrahedron_four() -> Self {
        let (a, b) = ((5.0 + 3.0 * 5.0_f64.sqrt()) / 20.0, (5.0 - 5.0_f64.sqrt()) / 20.0);
        Self { points: vec![[b, b, b], [a, b, b], [b, a, b], [b, b, a]], weights: vec![1.0 / 24.0; 4] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factorial(n: i32) -> f64 {
        (1..=n).map(f64::from).product()
    }

    /// ∫ x^i y^j z^k over the simplex is i! j! k! / (i + j + k + 3)!.
    fn simplex_error(rule: &Rule<3>, degree: i32) -> f64 {
        let mut worst: f64 = 0.0;
        for i in 0..=degree {
            for j in 0..=degree - i {
                let k = degree - i - j;
                let exact = factorial(i) * factorial(j) * factorial(k) / factorial(degree + 3);
                let sum: f64 = (rule.points.iter().zip(&rule.weights))
                    .map(|(p, w)| w * p[0].powi(i) * p[1].powi(j) * p[2].powi(k))
                    .sum();
                worst = worst.max((sum / exact - 1.0).abs());
            }
        }
        worst
    }

    #[test]
    fn simplex_rules_are_exact_to_their_degree_and_no_further() {
        for (rule, degree) in [
            (Rule::simplex_centre(), 1),
            (Rule::tetrahedron_four(), 2),
            (Rule::simplex::<3>(), 3),
            (Rule::simplex::<4>(), 5),
        ] {
            for exact in 0..=degree {
                assert!(simplex_error(&rule, exact) < 1e-13, "degree {exact} of {degree}");
            }
            assert!(simplex_error(&rule, degree + 1) > 1e-4, "degree {}", degree + 1);
        }
    }
}
