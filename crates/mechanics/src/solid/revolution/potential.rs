//! The energy of a ball in an elastic cup as a smooth function of where the ball is: what equations of motion run on.

use super::contact::ElasticCup;
use super::plane::Plane;
use crate::reaction::Reaction;
use nalgebra::{Matrix3, Vector3};
use numerics::complementarity::ComplementarityError;

/// Steps of the table: of the logarithm of the depth, and of the angle from the pole at most, in rad.
const DEPTH_STEP: f64 = 0.25;
const TILT_STEP: f64 = 0.08;
/// A patch must be at least so many cells wide, from its middle to its edge, for its energy to be tabulated.
const FEWEST_CELLS: f64 = 3.0;

/// Pushes below this share of the table's hardest one are not judged: their patch is a few cells wide.
const LEAST: f64 = 0.01;

/// Elastic energy of a ball in a cup, over the depth δ = |e| − c and the angle α between e and the pole.
///
/// A ball in a cup has a plane of symmetry, so its energy depends on two numbers alone. `ln U` is tabulated over `ln δ` and α
/// by finite elements and interpolated by a tensor product of cubic splines: twice continuously differentiable, positive, and
/// nearly linear in `ln δ`. With n along e, t across it in the plane,
///
/// `F = −U_e n − (U_α/e) t`, `∂F/∂e = −∇∇U`
///
/// so that force and slope are those of one potential, whatever the table's error: a motion on it neither gains nor loses
/// energy. Shallower than the table U is a power of the depth; deeper, or beyond the rim, there is no answer.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | c | `clearance` | m |
/// | U | by `energy`, E R³ of the cup | J |
///
/// *Assumes* that the ball presses on the bearing surface, not on the rim from outside.
/// *Checked by* the forces of the finite elements at the table's own places, which the fit does not use, and by those between
/// them.
#[derive(Debug, Clone, PartialEq)]
pub struct CupPotential {
    depths: Lattice,
    tilts: Lattice,
    /// ln U and its derivatives by x, y and both, by steps of the lattice; tilts run fastest.
    nodes: Vec<[f64; 4]>,
    /// Logarithm of the highest pressure, by E.
    peaks: Vec<f64>,
    /// By the radius of the cup.
    clearance: f64,
    error: f64,
}

/// Evenly spaced places.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Lattice {
    first: f64,
    step: f64,
    count: usize,
}

impl Lattice {
    fn at(&self, i: usize) -> f64 {
        self.first + self.step * i as f64
    }

    fn last(&self) -> f64 {
        self.at(self.count - 1)
    }

    /// The interval of a place, and how far into it.
    fn find(&self, x: f64) -> (usize, f64) {
        let steps = ((x - self.first) / self.step).clamp(0.0, (self.count - 1) as f64);
        let i = (steps as usize).min(self.count - 2);
        (i, steps - i as f64)
    }
}

/// What finite elements say at one place.
struct Sample {
    energy: f64,
    /// Along e, outwards, and across it, away from the pole.
    force: [f64; 2],
    peak: f64,
}

impl Sample {
    fn push(&self) -> f64 {
        self.force[0].hypot(self.force[1])
    }
}

/// A value with its derivatives: f, f_x, f_y, f_xx, f_xy, f_yy, and f_xyy for the way to shallow places.
struct Local {
    f: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
    xyy: f64,
}

impl CupPotential {
    /// The depths, by the clearance, that a table for depths up to `deepest` covers, as whole steps of a lattice that all
    /// tables share: what differs little asks for the same one.
    pub fn span(cells: usize, rim_angle: f64, deepest: f64) -> [i32; 2] {
        // Springs of their own: the patch of a depth δ reaches to cos ψ = c/(c + δ).
        let angle = (FEWEST_CELLS * rim_angle / cells as f64).min(1.0);
        let shallowest = 1.0 / angle.cos() - 1.0;
        let first = (shallowest.ln() / DEPTH_STEP).floor() as i32;
        let last = ((deepest.max(shallowest)).ln() / DEPTH_STEP).ceil() as i32;
        [first, last.max(first + 8)]
    }

    /// Tabulates a cup of radius and modulus one over such a span.
    ///
    /// # Errors
    /// When a contact is not found.
    pub fn compute(cup: &ElasticCup, rim_angle: f64, [from, to]: [i32; 2]) -> Result<Self, ComplementarityError> {
        let clearance = cup.radius() - cup.ball_radius();
        let first = DEPTH_STEP * f64::from(from);
        let depths = Lattice { first, step: DEPTH_STEP, count: (to - from) as usize + 1 };
        let intervals = (rim_angle / TILT_STEP).ceil().max(4.0);
        let tilts = Lattice { first: 0.0, step: rim_angle / intervals, count: intervals as usize + 1 };
        // One column of depths after the other, each from nothing. In one thread: runs that wait for this table share theirs.
        let columns: Result<Vec<Vec<Sample>>, ComplementarityError> = (0..tilts.count)
            .map(|j| {
                let (sin, cos) = libm::sincos(tilts.at(j));
                let mut scratch = cup.scratch();
                (0..depths.count)
                    .map(|i| {
                        let place = Vector3::new(sin, 0.0, -cos) * (clearance * (1.0 + libm::exp(depths.at(i))));
                        cup.solve(&place, &mut scratch)?;
                        let force = cup.force(&place, &scratch);
                        Ok(Sample {
                            energy: cup.energy(&place, &scratch),
                            force: [force.x * sin - force.z * cos, force.x * cos + force.z * sin],
                            peak: cup.patch(&scratch).peak_pressure,
                        })
                    })
                    .collect()
            })
            .collect();
        let columns = columns?;
        let (n, m) = (depths.count, tilts.count);
        let sample = |i: usize, j: usize| &columns[j][i];
        // Slopes of ln U at the border, from the forces.
        let by_depth = |i: usize, j: usize| {
            -sample(i, j).force[0] * clearance * libm::exp(depths.at(i)) / sample(i, j).energy * depths.step
        };
        let by_tilt = |i: usize, j: usize| {
            let distance = clearance * (1.0 + libm::exp(depths.at(i)));
            -sample(i, j).force[1] * distance / sample(i, j).energy * tilts.step
        };
        let mut nodes = vec![[0.0; 4]; n * m];
        for i in 0..n {
            for j in 0..m {
                nodes[i * m + j][0] = libm::log(sample(i, j).energy);
            }
        }
        for j in 0..m {
            let values: Vec<f64> = (0..n).map(|i| nodes[i * m + j][0]).collect();
            let slopes = spline_slopes(&values, by_depth(0, j), by_depth(n - 1, j));
            slopes.iter().enumerate().for_each(|(i, slope)| nodes[i * m + j][1] = *slope);
        }
        let at_rim: Vec<f64> = (0..n).map(|i| by_tilt(i, m - 1)).collect();
        let turning = spline_slopes(&at_rim, at_rim[1] - at_rim[0], at_rim[n - 1] - at_rim[n - 2]);
        for i in 0..n {
            for (of, into, end) in [(0, 2, at_rim[i]), (1, 3, turning[i])] {
                let values: Vec<f64> = (0..m).map(|j| nodes[i * m + j][of]).collect();
                let slopes = spline_slopes(&values, 0.0, end);
                slopes.iter().enumerate().for_each(|(j, slope)| nodes[i * m + j][into] = *slope);
            }
        }
        let peaks = (0..n * m).map(|k| libm::log(sample(k / m, k % m).peak)).collect();
        // Forces that the fit has not seen, all but those at its border, where the push matters.
        let hardest = columns.iter().flatten().map(Sample::push).fold(0.0, f64::max);
        let mut error = 0.0_f64;
        for i in 1..n - 1 {
            for j in 0..m - 1 {
                let Sample { energy, force, .. } = sample(i, j);
                let [_, x, y, _] = nodes[i * m + j];
                let depth = clearance * libm::exp(depths.at(i));
                let found = [-energy * x / depths.step / depth, -energy * y / tilts.step / (clearance + depth)];
                let off = (found[0] - force[0]).hypot(found[1] - force[1]);
                if sample(i, j).push() > LEAST * hardest {
                    error = error.max(off / sample(i, j).push());
                }
            }
        }
        Ok(Self { depths, tilts, nodes, peaks, clearance: clearance / cup.radius(), error })
    }

    /// Largest difference between the table's force and that of the finite elements at places whose forces were not used, by
    /// the force; pushes below a hundredth of the table's hardest one are left out.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// Places that were computed.
    pub fn places(&self) -> usize {
        self.nodes.len()
    }

    /// Energy, force on the ball and its derivative at a place in the cup's axes, in units of E R³, E R² and E R; lengths by
    /// R. Nothing where the table ends.
    pub fn evaluate(&self, place: &Vector3<f64>) -> Option<(f64, Reaction)> {
        let distance = place.norm();
        let depth = distance - self.clearance;
        if depth <= 0.0 {
            return Some((0.0, Reaction { force: Vector3::zeros(), tangent: Matrix3::zeros() }));
        }
        let plane = Plane::of(place);
        let within = plane.enter(place);
        let alpha = libm::atan2(within.x, -within.z);
        let x = libm::log(depth / self.clearance);
        if x > self.depths.last() || alpha > self.tilts.last() {
            return None;
        }
        let f = self.local(x, alpha);
        let energy = libm::exp(f.f);
        let (by_e, by_a) = (energy * f.x / depth, energy * f.y);
        let by_ee = energy * (f.x * f.x + f.xx - f.x) / (depth * depth);
        let by_ea = energy * (f.xy + f.x * f.y) / depth;
        let by_aa = energy * (f.yy + f.y * f.y);
        let (sin, cos) = libm::sincos(alpha);
        let (n, t) = (Vector3::new(sin, 0.0, -cos), Vector3::new(cos, 0.0, sin));
        let force = -by_e * n - by_a / distance * t;
        // On the axis cot α · U_α is U_αα.
        let turned = if alpha > 1e-6 { by_a * cos / sin } else { by_aa };
        let nn = by_ee;
        let nt = (by_ea - by_a / distance) / distance;
        let tt = (by_aa / distance + by_e) / distance;
        let across = (turned / distance + by_e) / distance;
        let mut tangent =
            -(nn * n * n.transpose() + tt * t * t.transpose() + nt * (n * t.transpose() + t * n.transpose()));
        tangent[(1, 1)] = -across;
        Some((energy, Reaction { force: plane.leave(&force), tangent: plane.leave_matrix(&tangent) }))
    }

    /// About the highest pressure at a place, by E.
    pub fn estimate_peak(&self, place: &Vector3<f64>) -> Option<f64> {
        let depth = place.norm() - self.clearance;
        if depth <= 0.0 {
            return Some(0.0);
        }
        let alpha = libm::atan2(place.x.hypot(place.y), -place.z);
        let x = libm::log(depth / self.clearance);
        if x > self.depths.last() || alpha > self.tilts.last() {
            return None;
        }
        let ((i, s), (j, t)) = (self.depths.find(x), self.tilts.find(alpha));
        let at = |i: usize, j: usize| self.peaks[i * self.tilts.count + j];
        let value = (1.0 - s) * ((1.0 - t) * at(i, j) + t * at(i, j + 1))
            + s * ((1.0 - t) * at(i + 1, j) + t * at(i + 1, j + 1));
        Some(libm::exp(value))
    }

    /// ln U and its derivatives by ln δ and α.
    fn local(&self, x: f64, y: f64) -> Local {
        let ((i, s), (j, t)) = (self.depths.find(x), self.tilts.find(y));
        let (hx, hy) = (self.depths.step, self.tilts.step);
        let (a, b) = (hermite(s), hermite(t));
        // Derivatives of the order p by x and q by y.
        let sum = |p: usize, q: usize| {
            let mut total = 0.0;
            for (k, row) in [i, i + 1].into_iter().enumerate() {
                for (l, column) in [j, j + 1].into_iter().enumerate() {
                    let [f, fx, fy, fxy] = self.nodes[row * self.tilts.count + column];
                    total +=
                        a[p][k] * (b[q][l] * f + b[q][2 + l] * fy) + a[p][2 + k] * (b[q][l] * fx + b[q][2 + l] * fxy);
                }
            }
            total / hx.powi(p as i32) / hy.powi(q as i32)
        };
        let mut found = Local {
            f: sum(0, 0),
            x: sum(1, 0),
            y: sum(0, 1),
            xx: sum(2, 0),
            xy: sum(1, 1),
            yy: sum(0, 2),
            xyy: sum(1, 2),
        };
        let before = x - self.depths.first;
        if before < 0.0 {
            found.f += found.x * before;
            found.y += found.xy * before;
            found.yy += found.xyy * before;
            found.xx = 0.0;
        }
        found
    }

    /// As numbers, for whoever keeps it.
    pub fn to_numbers(&self) -> Vec<f64> {
        let Self { depths, tilts, nodes, peaks, clearance, error } = self;
        let lattice = |l: &Lattice| [l.first, l.step, l.count as f64];
        let head = lattice(depths).into_iter().chain(lattice(tilts)).chain([*clearance, *error]);
        head.chain(nodes.iter().flatten().copied()).chain(peaks.iter().copied()).collect()
    }

    /// From such numbers; nothing if they are not such.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        if numbers.len() < 8 || !numbers.iter().all(|number| number.is_finite()) {
            return None;
        }
        let (head, rest) = numbers.split_at(8);
        let lattice = |part: &[f64]| {
            let count = part[2] as usize;
            (part[1] > 0.0 && (2..100_000).contains(&count)).then_some(Lattice { first: part[0], step: part[1], count })
        };
        let (depths, tilts) = (lattice(&head[..3])?, lattice(&head[3..6])?);
        let size = depths.count * tilts.count;
        if rest.len() != 5 * size || !(head[6] > 0.0) {
            return None;
        }
        let nodes = rest[..4 * size].chunks_exact(4).map(|four| [four[0], four[1], four[2], four[3]]).collect();
        Some(Self { depths, tilts, nodes, peaks: rest[4 * size..].to_vec(), clearance: head[6], error: head[7] })
    }
}

/// Values of Hermite's four cubics in an interval of length one, and their first two derivatives: those of the values at both
/// ends, then those of the slopes.
fn hermite(s: f64) -> [[f64; 4]; 3] {
    let (s2, s3) = (s * s, s * s * s);
    [
        [2.0 * s3 - 3.0 * s2 + 1.0, 3.0 * s2 - 2.0 * s3, s3 - 2.0 * s2 + s, s3 - s2],
        [6.0 * s2 - 6.0 * s, 6.0 * s - 6.0 * s2, 3.0 * s2 - 4.0 * s + 1.0, 3.0 * s2 - 2.0 * s],
        [12.0 * s - 6.0, 6.0 - 12.0 * s, 6.0 * s - 4.0, 6.0 * s - 2.0],
    ]
}

/// Slopes of the cubic spline through evenly spaced values, by steps, with its slopes at both ends given.
fn spline_slopes(values: &[f64], start: f64, end: f64) -> Vec<f64> {
    let n = values.len();
    let mut slopes = vec![0.0; n];
    (slopes[0], slopes[n - 1]) = (start, end);
    // m₋ + 4 m + m₊ = 3 (f₊ − f₋), from the left to the right and back.
    let mut upper = vec![0.0; n];
    for i in 1..n - 1 {
        let right = 3.0 * (values[i + 1] - values[i - 1]) - if i == n - 2 { end } else { 0.0 };
        let pivot = 4.0 - upper[i - 1];
        upper[i] = 1.0 / pivot;
        slopes[i] = (right - slopes[i - 1]) / pivot;
    }
    for i in (1..n - 1).rev() {
        let after = if i == n - 2 { 0.0 } else { slopes[i + 1] };
        slopes[i] -= upper[i] * after;
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::super::{BallAndCup, CupCompliance, Edge, LayerMaterial, Profile, Resolution, RevolvedLayer};
    use super::*;
    use std::f64::consts::FRAC_PI_2;
    use std::sync::Arc;

    fn cup() -> ElasticCup {
        let layer = RevolvedLayer { thickness: 8.0 / 14.0, material: LayerMaterial { modulus: 1.0, poisson: 0.4 } };
        let profile = Profile { rim_angle: FRAC_PI_2, edge: Edge::Sharp, layers: vec![layer], held_to: FRAC_PI_2 };
        let compliance =
            CupCompliance::compute(&profile, &Resolution { cells: 18, ..Resolution::default() }).expect("a liner");
        let sizes = BallAndCup { radius: 1.0, ball_radius: 13.92 / 14.0, modulus: 1.0, ball: None };
        ElasticCup::new(Arc::new(compliance), &sizes)
    }

    fn table(cup: &ElasticCup) -> CupPotential {
        CupPotential::compute(cup, FRAC_PI_2, CupPotential::span(18, FRAC_PI_2, 2.0)).expect("a table")
    }

    /// Polynomials of the third order are their own splines.
    #[test]
    fn a_cubic_is_its_own_spline() {
        let cubic = |x: f64| 1.0 + x * (0.5 + x * (-0.3 + 0.02 * x));
        let slope = |x: f64| 0.5 + x * (-0.6 + 0.06 * x);
        let values: Vec<f64> = (0..9).map(|i| cubic(f64::from(i))).collect();
        for (i, found) in spline_slopes(&values, slope(0.0), slope(8.0)).iter().enumerate() {
            assert!((found - slope(i as f64)).abs() < 1e-12, "{i}: {found}");
        }
    }

    #[test]
    fn force_and_slope_are_derivatives_of_the_energy_everywhere() {
        let table = table(&cup());
        let c = table.clearance;
        for (depth, tilt, azimuth) in
            [(0.3, 0.4, 0.7), (1.1, 1.2, -2.0), (0.01, 0.9, 0.1), (0.5, 0.0, 0.0), (0.2, 1.5, 3.0)]
        {
            let (sin, cos) = f64::sin_cos(tilt);
            let (across, along) = f64::sin_cos(azimuth);
            let place = Vector3::new(sin * along, sin * across, -cos) * (c * (1.0 + depth));
            let (energy, reaction) = table.evaluate(&place).expect("inside");
            let step = 1e-5 * c * depth;
            for k in 0..3 {
                let at = |sign: f64| table.evaluate(&(place + Vector3::ith(k, sign * step))).expect("inside");
                let ((u, f), (v, g)) = (at(1.0), at(-1.0));
                let slope = (u - v) / (2.0 * step);
                assert!(
                    (slope + reaction.force[k]).abs() < 1e-6 * reaction.force.norm(),
                    "{depth} {tilt}: {slope} {energy}"
                );
                let column = (f.force - g.force) / (2.0 * step);
                let off = (column - reaction.tangent.column(k)).norm() / reaction.tangent.norm();
                assert!(off < 1e-5, "{depth} {tilt}: {off}");
            }
        }
    }

    /// Places between those of the table, the rim among them.
    #[test]
    fn forces_between_the_places_are_those_of_the_finite_elements() {
        let cup = cup();
        let table = table(&cup);
        assert!(table.error() < 0.02, "{}", table.error());
        let c = table.clearance;
        let mut scratch = cup.scratch();
        for (depth, tilt, within) in [
            (0.17, 0.31, 4e-3),
            (0.41, 0.03, 2e-3),
            (0.41, 0.83, 2e-3),
            (0.9, 1.13, 2e-3),
            (0.6, 1.49, 4e-3),
            (1.7, 0.66, 2e-3),
        ] {
            let place = Vector3::new(f64::sin(tilt), 0.0, -f64::cos(tilt)) * (c * (1.0 + depth));
            let exact = cup.reaction(&place, &mut scratch).expect("contact");
            let (_, found) = table.evaluate(&place).expect("inside");
            let off = (found.force - exact.force).norm() / exact.force.norm();
            assert!(off < within, "{depth} {tilt}: {off}");
            let slope = (found.tangent - exact.tangent).norm() / exact.tangent.norm();
            assert!(slope < 0.05, "{depth} {tilt}: slope {slope}");
            let peak = table.estimate_peak(&place).expect("inside") / cup.patch(&scratch).peak_pressure - 1.0;
            assert!(peak.abs() < 0.05, "{depth} {tilt}: peak {peak}");
        }
        assert!(
            table.evaluate(&Vector3::new(0.0, 0.0, -9.0 * c)).is_none()
                && table.evaluate(&Vector3::new(2.0 * c, 0.0, c)).is_none()
        );
        assert_eq!(CupPotential::from_numbers(&table.to_numbers()), Some(table.clone()));
        assert_eq!(CupPotential::from_numbers(&table.to_numbers()[1..]), None);
    }
}
