//! The peak pressure in a lined cup, as finite elements have it: from it follows how far the closed form is off.

use super::{ConformalSphere, Foundation, Layer};
use crate::material::Elastic;

/// A cup with one lining, held outside, and a rigid head that is pressed into it, far from its rim.
///
/// Springs of their own cannot let the lining flow sideways: they are too stiff where it is thin and nearly
/// incompressible, too soft where the patch is small. Linear elasticity with a clearance that is small against the radius
/// leaves three numbers, and the pressure of finite elements over that of the closed form [Askari2018, Eq. 25] is a smooth
/// function of them:
///
/// `ln(p/p₂₅) = Σ c_{ijk} xⁱ yʲ zᵏ`, i + j + k ≤ 3; `x = ln(h/R) + ½`, `y = ln(1 − 2ν) + 1½`, `z = ⅓ ln(F/(E R c))`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | R, c, h | `radius` of the cup, `clearance`, `thickness` | m |
/// | E, ν | of the `material` | Pa, – |
/// | F | force | N |
/// | p₂₅ | peak pressure of the closed form with confined springs, E_w/h | Pa |
///
/// *Assumes* a hemisphere, no friction, small strains. *Pitfalls*: nothing is known beyond the samples (`outside` says
/// where), and the rim is not in it. *Checked by* its samples (`docs/cups-fe`, our own finite elements), others on a finer
/// mesh that were not fitted, and the thirteen rows of [Askari2018] by another program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinedCup {
    /// Radius of the cup R, in m.
    pub radius: f64,
    /// Radial clearance c, in m.
    pub clearance: f64,
    /// Thickness of the lining h, in m.
    pub thickness: f64,
    /// What it is made of.
    pub material: Elastic,
}

/// An estimate of the peak pressure.
#[derive(Debug, Clone, PartialEq)]
pub struct CupPressure {
    /// In Pa.
    pub pressure: f64,
    /// In what it lies outside of the samples; empty inside.
    pub outside: Vec<String>,
}

impl CupPressure {
    /// Nearly all samples that were not fitted are off by less.
    pub const HELD_OUT_ERROR: f64 = 0.02;
}

/// Powers of x, y, z and their coefficients.
const FIT: [([i32; 3], f64); 20] = [
    ([0, 0, 0], -0.012597),
    ([0, 0, 1], -0.022150),
    ([0, 0, 2], 0.070200),
    ([0, 0, 3], -0.044474),
    ([0, 1, 0], 0.217926),
    ([0, 1, 1], -0.116002),
    ([0, 1, 2], -0.043997),
    ([0, 2, 0], -0.072314),
    ([0, 2, 1], -0.005330),
    ([0, 3, 0], -0.008015),
    ([1, 0, 0], 0.105898),
    ([1, 0, 1], -0.144890),
    ([1, 0, 2], 0.097182),
    ([1, 1, 0], 0.018860),
    ([1, 1, 1], -0.013174),
    ([1, 2, 0], 0.006506),
    ([2, 0, 0], 0.076283),
    ([2, 0, 1], -0.074494),
    ([2, 1, 0], -0.022555),
    ([3, 0, 0], 0.009673),
];

/// What the samples span: h/R, ν, F/(E R c), and the half angle of the patch, in rad.
const THICKNESS: [f64; 2] = [0.16, 1.3];
const POISSON: [f64; 2] = [0.3, 0.49];
const LOAD: [f64; 2] = [0.029, 14.2];
const WIDEST_PATCH: f64 = 1.32;

impl LinedCup {
    /// Peak pressure under a force, in N, as finite elements would have it; nothing where the closed form ends.
    pub fn estimate_peak_pressure(&self, force: f64) -> Option<CupPressure> {
        let Self { radius, clearance, thickness, material } = *self;
        let layer = Layer { thickness, material };
        let (ball_radius, foundation) = (radius - clearance, Foundation::from(layer));
        let sphere = ConformalSphere { ball_radius, socket_radius: radius, foundation };
        let depth = sphere.solve_indentation(force).ok()?;
        let springs = layer.stiffness() * depth;
        let [relative, load] = [thickness / radius, force / (material.modulus * radius * clearance)];
        let sum: f64 = FIT.iter().map(|(powers, c)| c * monomial(relative, material.poisson, load, *powers)).sum();
        let mut outside = Vec::new();
        let mut check = |what: &str, value: f64, [low, high]: [f64; 2]| {
            if !(0.99 * low..=1.01 * high).contains(&value) {
                outside.push(format!("{what} {value:.3} (sampled: {low} to {high})"));
            }
        };
        check("thickness over radius", relative, THICKNESS);
        check("Poisson's ratio", material.poisson, POISSON);
        check("load over modulus, radius and clearance", load, LOAD);
        let angle = sphere.patch_angle(depth);
        if angle > WIDEST_PATCH {
            let (angle, widest) = (angle.to_degrees(), WIDEST_PATCH.to_degrees());
            outside.push(format!("a patch that reaches {angle:.0}° from its middle (sampled: up to {widest:.0}°)"));
        }
        let pressure = springs * sum.exp();
        (pressure > 0.0 && pressure.is_finite()).then_some(CupPressure { pressure, outside })
    }
}

fn monomial(relative: f64, poisson: f64, load: f64, [i, j, k]: [i32; 3]) -> f64 {
    let (x, y, z) = (relative.ln() + 0.5, (1.0 - 2.0 * poisson).ln() + 1.5, load.ln() / 3.0);
    x.powi(i) * y.powi(j) * z.powi(k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    const SAMPLES: &str = include_str!("../../../../docs/cups-fe/cups.csv");
    const HELD_OUT: &str = include_str!("../../../../docs/cups-fe/held-out.csv");

    /// A cup, the force, the pressure of finite elements and that of the closed form.
    fn rows(table: &str) -> Vec<(LinedCup, f64, f64, f64)> {
        let row = |line: &str| {
            let v: Vec<f64> = line.split(',').map(|cell| cell.parse().expect("a number")).collect();
            let material = Elastic { modulus: v[3], poisson: v[4], density: 0.0 };
            (LinedCup { radius: v[0], clearance: v[1], thickness: v[2], material }, v[5], v[6], v[7])
        };
        table.lines().skip(1).map(row).collect()
    }

    fn error(&(cup, force, computed, _): &(LinedCup, f64, f64, f64)) -> f64 {
        cup.estimate_peak_pressure(force).expect("an estimate").pressure / computed - 1.0
    }

    /// Least squares over the samples give the coefficients again.
    #[test]
    fn the_coefficients_are_those_of_the_samples() {
        let samples = rows(SAMPLES);
        let matrix = DMatrix::from_fn(samples.len(), FIT.len(), |r, c| {
            let (LinedCup { radius, clearance, thickness, material }, force, ..) = samples[r];
            let load = force / (material.modulus * radius * clearance);
            monomial(thickness / radius, material.poisson, load, FIT[c].0)
        });
        let right = DVector::from_fn(samples.len(), |r, _| (samples[r].2 / samples[r].3).ln());
        let fitted =
            (matrix.transpose() * &matrix).cholesky().expect("enough samples").solve(&(matrix.transpose() * right));
        for ((powers, kept), found) in FIT.iter().zip(fitted.iter()) {
            assert!((kept - found).abs() < 2e-6, "{powers:?}: {kept} {found}");
        }
        assert!(samples.iter().all(|sample| error(sample).abs() < CupPressure::HELD_OUT_ERROR));
    }

    /// Other places, on a finer mesh.
    #[test]
    fn samples_that_were_not_fitted_are_met() {
        let mut errors: Vec<f64> = rows(HELD_OUT).iter().skip(13).map(|sample| error(sample).abs()).collect();
        errors.sort_by(f64::total_cmp);
        let (count, mean_square) = (errors.len(), errors.iter().map(|e| e * e).sum::<f64>() / errors.len() as f64);
        assert!(count > 50 && mean_square.sqrt() < 0.006, "{count}: {}", mean_square.sqrt());
        assert!(errors[count * 95 / 100] < CupPressure::HELD_OUT_ERROR, "{}", errors[count * 95 / 100]);
    }

    /// [Askari2018, Tables 2 and 3] by an independent axisymmetric program, in MPa.
    #[test]
    fn the_rows_of_another_program_are_met() {
        let expected = [2.297, 3.413, 5.243, 6.822, 8.299, 3.755, 5.095, 2.882, 2.497, 3.074, 2.913, 4.583, 6.299];
        let samples = rows(SAMPLES);
        for ((cup, force, computed, _), expected) in samples.iter().zip(expected) {
            let estimate = cup.estimate_peak_pressure(*force).expect("an estimate");
            assert!((estimate.pressure * 1e-6 / expected - 1.0).abs() < 0.012, "{force} N: {estimate:?} {expected}");
            assert!((computed * 1e-6 / expected - 1.0).abs() < 0.01, "the elements themselves: {computed} {expected}");
            assert_eq!(estimate.outside, Vec::<String>::new());
        }
    }

    #[test]
    fn what_was_not_sampled_is_said() {
        let (cup, force, ..) = rows(SAMPLES)[1];
        let outside = |cup: LinedCup, force: f64| cup.estimate_peak_pressure(force).expect("an estimate").outside;
        assert!(outside(LinedCup { thickness: 1e-3, ..cup }, force)[0].contains("thickness over radius"));
        let soft = Elastic { poisson: 0.1, ..cup.material };
        assert!(outside(LinedCup { material: soft, ..cup }, force)[0].contains("Poisson"));
        assert!(outside(cup, 1.0)[0].contains("load") && outside(cup, 5e4).iter().any(|text| text.contains("patch")));
    }
}
