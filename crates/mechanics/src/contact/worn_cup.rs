//! A ball in a cup that is no sphere any more: springs on the elements of its surface, each behind its own depth.

use nalgebra::{Matrix3, Vector3};

use crate::geometry::{CupSurface, frame_around};
use crate::reaction::Pull;

/// A cup on springs whose surface lies deeper than its sphere from place to place: worn, crept or both.
///
/// An element of area a at `x = (R_c + d) r̂` is pressed by the ball around e by `S = R_b − |x − e|` and pushes with
/// `p = k S` along `n = (x − e)/|x − e|`, the shortest way out: the force is minus the gradient of `½ Σ a k S²`. What has worn
/// away is missing in the spring: `1/k = 1/k₀ − w/E_w`.
///
/// *Assumes* independent springs, an area that the wear does not change. *Checked by* the closed form at zero depth, and
/// differences of the energy.
#[derive(Debug, Clone)]
pub struct WornCup {
    ball_radius: f64,
    cup_radius: f64,
    /// Pressure per indentation of the new surface, in Pa/m.
    stiffness: f64,
    /// Confined modulus of what wears, in Pa.
    modulus: f64,
    area: f64,
    directions: Vec<Vector3<f64>>,
    /// Two unit vectors in the surface.
    tangents: Vec<[Vector3<f64>; 2]>,
}

/// The surface as it is: how deep, and how stiff.
#[derive(Debug, Clone, Default)]
pub struct WornPressure {
    /// Distance of every element from the centre of the cup, in m.
    radius: Vec<f64>,
    /// Its stiffness, in Pa/m.
    stiffness: Vec<f64>,
}

impl WornPressure {
    /// Distance of an element from the centre of the cup, in m.
    pub fn radius(&self, element: usize) -> f64 {
        self.radius[element]
    }

    /// Of all elements the stiffest, in Pa/m.
    pub fn stiffest(&self) -> f64 {
        self.stiffness.iter().copied().fold(0.0, f64::max)
    }
}

/// Nothing balances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoRest {
    /// Unbalanced force that is left, in N.
    pub residual: f64,
    /// Steps taken.
    pub iterations: u32,
}

const MOST_STEPS: u32 = 200;
/// Shares of the pull where all of it at once is too much.
const SHARES: [f64; 7] = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0];
/// Balanced to this share of the load.
const BALANCED: f64 = 1e-9;

impl WornCup {
    /// A ball in a cup with the elements of `surface`; stiffness in Pa/m, confined modulus of what wears in Pa.
    pub fn new((ball_radius, cup_radius): (f64, f64), (stiffness, modulus): (f64, f64), surface: &CupSurface) -> Self {
        let tangents = |r: &Vector3<f64>| {
            let [_, first, second] = frame_around(*r);
            [first, second]
        };
        Self {
            ball_radius,
            cup_radius,
            stiffness,
            modulus,
            area: surface.element_area(),
            tangents: surface.directions().iter().map(tangents).collect(),
            directions: surface.directions().to_vec(),
        }
    }

    /// Number of elements.
    pub fn elements(&self) -> usize {
        self.directions.len()
    }

    /// Area of an element.
    pub fn area(&self) -> f64 {
        self.area
    }

    /// Stiffness of the new surface, in Pa/m.
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// From the centre of the cup to every element.
    pub fn directions(&self) -> &[Vector3<f64>] {
        &self.directions
    }

    /// Unit vectors in the surface at an element.
    pub fn tangents(&self, element: usize) -> &[Vector3<f64>; 2] {
        &self.tangents[element]
    }

    /// The surface with these depths of wear and creep, in m.
    pub fn shape(&self, worn: &[f64], crept: &[f64], shape: &mut WornPressure) {
        let zero = std::iter::repeat(&0.0);
        shape.radius.clear();
        shape.stiffness.clear();
        for (w, c) in worn.iter().chain(zero.clone()).zip(crept.iter().chain(zero)).take(self.elements()) {
            shape.radius.push(self.cup_radius + w + c);
            // At least a tenth of the compliance is left: a liner that is worn through is stopped elsewhere.
            let left = (1.0 / self.stiffness - w / self.modulus).max(0.1 / self.stiffness);
            shape.stiffness.push(1.0 / left);
        }
    }

    /// Pressure of an element and the direction from the ball to it; `None` where it does not touch.
    #[inline]
    pub fn press(
        &self,
        shape: &WornPressure,
        element: usize,
        e: &Vector3<f64>,
        size: f64,
    ) -> Option<(f64, Vector3<f64>)> {
        let (r, radius) = (&self.directions[element], shape.radius[element]);
        let along = r.dot(e);
        let square = radius * (radius - 2.0 * along) + size;
        if square >= self.ball_radius * self.ball_radius {
            return None;
        }
        let way = r * radius - e;
        let distance = square.max(f64::MIN_POSITIVE).sqrt();
        Some((shape.stiffness[element] * (self.ball_radius - distance), way / distance))
    }

    /// Force on the ball at e and its derivative; area in contact and highest pressure.
    pub fn react(&self, shape: &WornPressure, e: &Vector3<f64>) -> (Vector3<f64>, Matrix3<f64>, f64, f64) {
        let (mut force, mut slope) = (Vector3::zeros(), Matrix3::zeros());
        let (mut count, mut peak, size) = (0usize, 0.0f64, e.norm_squared());
        for i in 0..self.elements() {
            let Some((pressure, n)) = self.press(shape, i, e, size) else { continue };
            force -= n * pressure;
            let k = shape.stiffness[i];
            let turned = pressure / (self.ball_radius - pressure / k);
            slope -= n * n.transpose() * (k + turned);
            for axis in 0..3 {
                slope[(axis, axis)] += turned;
            }
            count += 1;
            peak = peak.max(pressure);
        }
        (force * self.area, slope * self.area, count as f64 * self.area, peak)
    }

    /// Where the ball rests under a pull, from a guess.
    ///
    /// # Errors
    /// When nothing balances: the ball leaves the cup.
    pub fn solve_rest(&self, shape: &WornPressure, pull: &Pull, guess: Vector3<f64>) -> Result<Vector3<f64>, NoRest> {
        self.search(shape, pull, guess).or_else(|_| {
            // With more and more of the pull: near the rim a whole one from a poor guess leads astray.
            let mut place = guess;
            for share in SHARES {
                let spring = pull.spring.map(|(along, stiffness, rest)| (along, stiffness, share * rest));
                place = self.search(shape, &Pull { load: pull.load * share, spring }, place)?;
            }
            Ok(place)
        })
    }

    fn search(&self, shape: &WornPressure, pull: &Pull, guess: Vector3<f64>) -> Result<Vector3<f64>, NoRest> {
        let mut e = guess;
        let load = pull.load.norm().max(pull.at(&guess).norm());
        let longest = 0.1 * self.ball_radius;
        let mut push = 2e-6;
        let mut residual = f64::INFINITY;
        // What the step before has found where it ended.
        let mut known = None;
        for _ in 0..MOST_STEPS {
            let (force, mut slope, ..) = known.take().unwrap_or_else(|| self.react(shape, &e));
            let open = pull.at(&e) + force;
            residual = open.norm();
            if !residual.is_finite() || e.norm() > self.ball_radius {
                break;
            }
            if residual <= BALANCED * load {
                return Ok(e);
            }
            if let Some((along, stiffness, _)) = pull.spring {
                slope -= along * along.transpose() * stiffness;
            }
            // Where nothing touches, or only what gives way sideways, the ball is pushed on.
            let mut step = match (-slope).cholesky() {
                Some(factor) => factor.solve(&open),
                None => {
                    push *= 2.0;
                    open * (push / residual)
                }
            };
            if step.norm() > longest {
                step *= longest / step.norm();
            }
            // Half of it until the unbalanced force is less, or the energy falls: at worst a small step.
            let mut share = 1.0;
            for _ in 0..12 {
                let there = e + step * share;
                let reaction = self.react(shape, &there);
                let left = pull.at(&there) + reaction.0;
                if left.norm() < residual * (1.0 - 1e-4 * share)
                    || left.dot(&step) > 0.0 && left.dot(&step) < 2.0 * open.dot(&step)
                {
                    known = Some(reaction);
                    break;
                }
                share *= 0.5;
            }
            e += step * share;
        }
        Err(NoRest { residual, iterations: MOST_STEPS })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{ConformalSphere, Foundation, Layer, SphericalJoint};
    use crate::material::Elastic;
    use std::f64::consts::FRAC_PI_2;

    fn layer() -> Layer {
        Layer { thickness: 8e-3, material: Elastic { modulus: 0.5e9, poisson: 0.4, density: 938.0 } }
    }

    fn cup(elements: usize) -> (WornCup, WornPressure) {
        let pole = Vector3::new(0.0, 1.0, -1.0).normalize();
        let surface = CupSurface::new(14e-3, pole, FRAC_PI_2, elements);
        let layer = layer();
        let cup = WornCup::new((13.92e-3, 14e-3), (layer.stiffness(), layer.material.confined_modulus()), &surface);
        let mut shape = WornPressure::default();
        cup.shape(&[], &[], &mut shape);
        (cup, shape)
    }

    /// The closed form pushes along the cup's normals, this one along the ball's: a difference of order δ/R, 0.13 % at 500 N.
    #[test]
    fn without_depth_it_is_the_closed_form() {
        let sphere =
            ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation: Foundation::from(layer()) };
        let pole = Vector3::new(0.0, 1.0, -1.0).normalize();
        let joint = SphericalJoint::new(sphere, pole, FRAC_PI_2);
        for load in [500.0, 2000.0] {
            let depth = joint.sphere().solve_indentation(load).expect("a load");
            let exact = 80e-6 + depth;
            let (cup, shape) = cup(8100);
            let e = cup.solve_rest(&shape, &Pull::constant(pole * load), pole * 80e-6).expect("rest");
            assert!((e.norm() / exact - 1.0).abs() < 4e-3, "{load}: {} {exact}", e.norm());
            let (.., peak) = cup.react(&shape, &e);
            let pressure = layer().stiffness() * depth;
            assert!((peak / pressure - 1.0).abs() < 8e-3, "{load}: {peak} {pressure}");
        }
    }

    #[test]
    fn its_slope_is_that_of_the_force() {
        let (cup, mut shape) = cup(2000);
        let depth: Vec<f64> = cup.directions().iter().map(|r| 30e-6 * (1.0 + r.x)).collect();
        cup.shape(&depth, &depth, &mut shape);
        let e = Vector3::new(20e-6, 300e-6, -250e-6);
        let (_, slope, ..) = cup.react(&shape, &e);
        let h = 1e-10;
        for axis in 0..3 {
            let at = |sign: f64| cup.react(&shape, &(e + Vector3::ith(axis, sign * h))).0;
            let column = (at(1.0) - at(-1.0)) / (2.0 * h);
            assert!((column - slope.column(axis)).norm() < 1e-4 * slope.norm(), "{axis}");
        }
    }

    /// A cup that is deeper everywhere by the same is a larger cup.
    #[test]
    fn an_even_depth_is_a_larger_cup() {
        let (cup, mut shape) = cup(3000);
        let depth = vec![50e-6; 3000];
        cup.shape(&[], &depth, &mut shape);
        let (first, ..) = cup.react(&shape, &Vector3::new(0.0, 250e-6, -250e-6));
        let pole = Vector3::new(0.0, 1.0, -1.0).normalize();
        let wider = CupSurface::new(14.05e-3, pole, FRAC_PI_2, 3000);
        let layer = layer();
        let larger = WornCup::new((13.92e-3, 14.05e-3), (layer.stiffness(), layer.material.confined_modulus()), &wider);
        let mut plain = WornPressure::default();
        larger.shape(&[], &[], &mut plain);
        let (second, ..) = larger.react(&plain, &Vector3::new(0.0, 250e-6, -250e-6));
        // But for the area, which the depth does not change.
        let ratio = (14.05f64 / 14.0).powi(2);
        assert!((first * ratio - second).norm() < 1e-9 * second.norm());
    }

    #[test]
    fn a_spring_pulls_the_ball_to_the_rim_and_a_load_brings_it_back() {
        let (cup, shape) = cup(8100);
        let lateral = Vector3::z();
        let pull = |load: f64| Pull { load: Vector3::new(0.0, load, 0.0), spring: Some((lateral, 1e5, 4e-3)) };
        let light = cup.solve_rest(&shape, &pull(70.0), Vector3::new(0.0, 50e-6, 0.0)).expect("rest");
        let heavy = cup.solve_rest(&shape, &pull(3000.0), light).expect("rest");
        assert!(light.z > 0.5e-3 && heavy.z < 0.5 * light.z, "{light} {heavy}");
    }
}
