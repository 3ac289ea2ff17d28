//! A head that slides in its cup for a while: what that adds to the points of the cup, eight at a time.

use nalgebra::Vector3;
use pulp::{Arch, Simd, WithSimd};

use super::{LocalWear, Rubbed, WearLaw};
use crate::geometry::{EightPoints, LANES, Lanes};

const NOTHING: Lanes = [0.0; LANES];

/// Sliding in one state of the motion.
///
/// The surface of the head moves at `v + ω × (Rc r̂ − e)`, less the part along `r̂`.
#[derive(Debug, Clone, Copy)]
pub struct Sweep {
    /// Velocity of the head's surface that is the same all over the cup, v − ω × e, in m/s.
    pub drift: Vector3<f64>,
    /// Angular velocity times the radius of the cup, in m/s.
    pub turn: Vector3<f64>,
    /// How long it slides, in s.
    pub sliding_time: f64,
    /// How long it wears, in s.
    pub wear_time: f64,
}

/// What eight points have gone through: sums as in [`Rubbed`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EightSums {
    /// Sliding distance under pressure, in m.
    pub slid: Lanes,
    /// Worn depth of Archard's law, in m; what any other law makes of the pressure.
    pub worn: Lanes,
    /// Work per area and coefficient of friction, in Pa·m, then by cosine and sine of the doubled angle of its direction.
    pub work: [Lanes; 3],
}

impl Default for EightSums {
    fn default() -> Self {
        Self { slid: NOTHING, worn: NOTHING, work: [NOTHING; 3] }
    }
}

impl EightSums {
    /// The sums of one of the points.
    pub fn rubbed(&self, lane: usize) -> Rubbed {
        let [work, cos, sin] = self.work.map(|lanes| lanes[lane]);
        Rubbed { slid: self.slid[lane], work, turned: [cos, sin], weighted: self.worn[lane], ..Rubbed::default() }
    }

    /// Cross-shear of each point, as [`Rubbed::cross_shear`] has it.
    pub fn cross_shear(&self) -> Lanes {
        let [work, cos, sin] = &self.work;
        let mut ratios = NOTHING;
        for lane in 0..LANES {
            let size = (cos[lane] * cos[lane] + sin[lane] * sin[lane]).sqrt();
            let ratio = (0.5 * (1.0 - size / work[lane])).clamp(0.0, 0.5);
            ratios[lane] = if work[lane] > 0.0 { ratio } else { 0.0 };
        }
        ratios
    }

    /// Adds others, a share of them.
    #[inline(always)]
    pub fn add(&mut self, other: &Self, share: f64) {
        for lane in 0..LANES {
            self.slid[lane] += share * other.slid[lane];
            self.worn[lane] += share * other.worn[lane];
        }
        for (sum, more) in self.work.iter_mut().zip(&other.work) {
            for lane in 0..LANES {
                sum[lane] += share * more[lane];
            }
        }
    }
}

impl Sweep {
    /// Adds what each point that is pressed gains to its sums, and leaves the gains, for those who ask; the sum of the
    /// pressure over the points, as it pushes the head.
    pub fn rub(
        &self,
        law: &WearLaw,
        pressed: &Pressed<'_>,
        sums: &mut [EightSums],
        gains: Option<&mut [EightSums]>,
    ) -> Vector3<f64> {
        Arch::new().dispatch(Rub { sweep: self, law, pressed, sums, gains })
    }
}

/// Points under pressure.
#[derive(Debug, Clone, Copy)]
pub struct Pressed<'a> {
    /// All points.
    pub points: &'a [EightPoints],
    /// Which eights of them are under pressure: nothing else is looked at.
    pub which: &'a [u32],
    /// The pressure at the points, in Pa.
    pub pressures: &'a [Lanes],
}

struct Rub<'a> {
    sweep: &'a Sweep,
    law: &'a WearLaw,
    pressed: &'a Pressed<'a>,
    sums: &'a mut [EightSums],
    gains: Option<&'a mut [EightSums]>,
}

impl WithSimd for Rub<'_> {
    type Output = Vector3<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vector3<f64> {
        let Self { sweep, law, pressed: Pressed { points, which, pressures }, sums, mut gains } = self;
        let mut force = [NOTHING; 3];
        for &i in *which {
            let (eight, pressure) = (&points[i as usize], &pressures[i as usize]);
            for (sum, direction) in force.iter_mut().zip(&eight.direction) {
                for lane in 0..LANES {
                    sum[lane] -= direction[lane] * pressure[lane];
                }
            }
            let mut gain = EightSums::default();
            sweep.slide(law, eight, pressure, &mut gain);
            sums[i as usize].add(&gain, 1.0);
            if let Some(gains) = &mut gains {
                gains[i as usize] = gain;
            }
        }
        let total = |lanes: &Lanes| lanes.iter().sum();
        Vector3::new(total(&force[0]), total(&force[1]), total(&force[2]))
    }
}

impl Sweep {
    #[inline(always)]
    fn slide(&self, law: &WearLaw, eight: &EightPoints, pressure: &Lanes, gain: &mut EightSums) {
        let Self { drift: u, turn: w, sliding_time, wear_time } = *self;
        let ([x, y, z], [first, second]) = (&eight.direction, &eight.tangents);
        let mut speeds = NOTHING;
        for lane in 0..LANES {
            let (rx, ry, rz) = (x[lane], y[lane], z[lane]);
            let vx = u.x + (w.y * rz - w.z * ry);
            let vy = u.y + (w.z * rx - w.x * rz);
            let vz = u.z + (w.x * ry - w.y * rx);
            let along = vx * rx + vy * ry + vz * rz;
            let square = vx * vx + vy * vy + vz * vz - along * along;
            let speed = if square > 0.0 { square.sqrt() } else { 0.0 };
            let speed = if pressure[lane] > 0.0 { speed } else { 0.0 };
            let a = vx * first[0][lane] + vy * first[1][lane] + vz * first[2][lane];
            let b = vx * second[0][lane] + vy * second[1][lane] + vz * second[2][lane];
            let work = wear_time * pressure[lane] * speed;
            let square = a * a + b * b;
            let by = work / if square > f64::MIN_POSITIVE { square } else { f64::MIN_POSITIVE };
            speeds[lane] = speed;
            gain.slid[lane] = sliding_time * speed;
            gain.work[0][lane] = work;
            gain.work[1][lane] = by * (a * a - b * b);
            gain.work[2][lane] = by * (2.0 * a * b);
        }
        match law {
            WearLaw::Archard(law) => {
                for lane in 0..LANES {
                    gain.worn[lane] = wear_time * (law.factor * pressure[lane] * speeds[lane]);
                }
            }
            law => {
                for lane in 0..LANES {
                    gain.worn[lane] = wear_time * (law.weight(pressure[lane]) * speeds[lane]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wear::{Archard, Kang};

    /// Eleven points, so that five places of the second eight are empty.
    fn points() -> Vec<(Vector3<f64>, [Vector3<f64>; 2])> {
        let point = |i: u32| {
            let t = 0.4 * f64::from(i) + 0.1;
            let r = Vector3::new(t.sin() * 0.6, t.cos() * 0.6, 0.8);
            let first = r.cross(&Vector3::x()).normalize();
            (r, [first, r.cross(&first)])
        };
        (0..11).map(point).collect()
    }

    /// Each point alone, by [`Rubbed::add`], which the exact tracks judge.
    #[test]
    fn eight_points_at_a_time_gain_what_each_of_them_does_alone() {
        let sweep = Sweep {
            drift: Vector3::new(1e-3, -4e-3, 2e-3),
            turn: Vector3::new(-2e-2, 3e-2, 1e-2),
            sliding_time: 0.013,
            wear_time: 0.013,
        };
        let laws = [WearLaw::Archard(Archard { factor: 1e-15 }), WearLaw::Kang(Kang { ratio: 1.0 })];
        for law in laws {
            let eights = EightPoints::gather(points());
            assert_eq!(eights.len(), 2);
            let mut pressures = [NOTHING; 2];
            for i in 0..11 {
                pressures[i / LANES][i % LANES] = if i % 3 == 1 { 0.0 } else { 1e6 * (1.0 + i as f64) };
            }
            let (mut sums, mut gains) = ([EightSums::default(); 2], [EightSums::default(); 2]);
            let pressed = Pressed { points: &eights, which: &[0, 1], pressures: &pressures };
            let push = sweep.rub(&law, &pressed, &mut sums, Some(&mut gains));
            assert_eq!(sums, gains, "from nothing");
            sweep.rub(&law, &pressed, &mut sums, None);
            assert_eq!(sums[1].slid[0], 2.0 * gains[1].slid[0], "twice the same");
            let mut force = Vector3::zeros();
            for (i, (r, tangents)) in points().into_iter().enumerate() {
                let (pressure, found) = (pressures[i / LANES][i % LANES], gains[i / LANES].rubbed(i % LANES));
                force -= r * pressure;
                let velocity = sweep.drift + sweep.turn.cross(&r);
                let mut alone = Rubbed::default();
                alone.add(&law, pressure, tangents.map(|t| velocity.dot(&t) * sweep.wear_time), 1.0);
                let counted = if let WearLaw::Archard(law) = law { law.factor * alone.work } else { alone.weighted };
                let pairs = [
                    (found.slid, alone.slid, 1e-6),
                    (found.work, alone.work, 1.0),
                    (found.turned[0], alone.turned[0], 1.0),
                    (found.turned[1], alone.turned[1], 1.0),
                    (found.weighted, counted, counted.max(1e-30)),
                ];
                for (k, (here, there, scale)) in pairs.into_iter().enumerate() {
                    assert!((here - there).abs() <= 1e-12 * there.abs().max(scale), "{i} {k}: {here} {there}");
                }
                assert_eq!(pressure > 0.0, found.slid > 0.0, "{i}");
                assert_eq!(gains[i / LANES].cross_shear()[i % LANES], found.cross_shear(), "{i}");
            }
            assert!((push - force).norm() < 1e-12 * force.norm());
            assert!((3..LANES).all(|lane| gains[1].rubbed(lane) == Rubbed::default()), "nothing where nothing is");
        }
    }
}
