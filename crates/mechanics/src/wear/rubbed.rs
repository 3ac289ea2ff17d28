//! What one point of a surface has gone through in a cycle.

use super::{LocalWear, WearLaw};

/// Sums over the sliding of one point, in the frame of the material that wears.
///
/// | sum | field |
/// |---|---|
/// | `s = ∫ ds` | `slid`, sliding distance under pressure |
/// | `W = ∫ p ds` | `work`, frictional work per area and coefficient |
/// | `∫ p (cos 2θ, sin 2θ) ds` | `turned`, with the direction θ of sliding: to and fro count alike |
/// | `∫ g(p) ds` | `weighted`, what the law makes of the pressure |
/// | `∫ ds` under light pressure | `light`, where only a share of the way counts |
/// | `∫ p χ ds` | `crossed`, with the share χ across the orientation that is remembered |
///
/// The molecules lie along the principal direction of the work; the share of the work across it is the cross-shear ratio
/// [Kang2008] `CS = ½ (1 − |∫ p e^{2iθ} ds| / W)`, 0 on a straight track and ½ on a circle.
///
/// *Checked by* a straight track, a circle, an ellipse and directions spread evenly over ±α, all in closed form.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rubbed {
    /// Sliding distance under pressure, in m.
    pub slid: f64,
    /// Work per area and coefficient of friction, in Pa·m.
    pub work: f64,
    /// The work by the doubled angle of its direction, in Pa·m.
    pub turned: [f64; 2],
    /// What the law makes of the pressure along the way.
    pub weighted: f64,
    /// Way under so light a pressure that the law counts only a share of it, in m.
    pub light: f64,
    /// Work across the remembered orientation, in Pa·m.
    pub crossed: f64,
    /// Way under pressure since the memory began, whatever share of it counts, in m.
    pub passed: f64,
    /// Orientation that is remembered, by its doubled angle; its length says how pronounced it is.
    pub orientation: [f64; 2],
}

impl Rubbed {
    /// Slides by a small way (two components in the surface, in m) under a pressure (Pa), a share of which counts.
    #[inline]
    pub fn add(&mut self, law: &WearLaw, pressure: f64, [a, b]: [f64; 2], share: f64) {
        let square = a * a + b * b;
        if !(pressure > 0.0 && square > 0.0) {
            return;
        }
        let way = square.sqrt();
        let (cos, sin) = ((a * a - b * b) / square, 2.0 * a * b / square);
        let work = share * pressure * way;
        self.slid += share * way;
        self.work += work;
        self.turned[0] += work * cos;
        self.turned[1] += work * sin;
        self.weighted += share * law.weight(pressure) * way;
        if pressure < law.whole_from() {
            self.light += share * way;
        }
        if let Some(length) = law.memory() {
            self.remember(length, (way, [cos, sin]), work);
        }
    }

    /// The orientation m follows the direction u of sliding: `dm/ds = (u − m)/L`, here exact for a way of constant direction;
    /// what is across is asked for in the middle of the way.
    #[inline]
    fn remember(&mut self, length: f64, (way, u): (f64, [f64; 2]), work: f64) {
        let half = (-0.5 * way / length).exp();
        self.passed += way;
        let towards = |m: f64, u: f64, kept: f64| u + (m - u) * kept;
        let middle = [towards(self.orientation[0], u[0], half), towards(self.orientation[1], u[1], half)];
        let size = middle[0].hypot(middle[1]);
        // Without an orientation half of the work is across it.
        let along = if size > 1e-9 { (middle[0] * u[0] + middle[1] * u[1]) / size } else { 0.0 };
        self.crossed += 0.5 * work * (1.0 - along);
        let kept = half * half;
        self.orientation = [towards(self.orientation[0], u[0], kept), towards(self.orientation[1], u[1], kept)];
    }

    /// After a first cycle that began without an orientation: ready for the cycle that ends as it began. The memory is linear,
    /// so that one cycle is enough: `m₀ = m₁/(1 − e^{−s/L})`.
    pub fn begin_again(&mut self, law: &WearLaw) {
        let Some(length) = law.memory() else { return };
        let faded = 1.0 - (-self.passed / length).exp();
        let grown = |m: f64| if faded > 0.0 { m / faded } else { 0.0 };
        *self = Self { orientation: self.orientation.map(grown), ..Self::default() };
    }

    /// Share of the work across its principal direction, 0 to ½; 0 where nothing has slid.
    pub fn cross_shear(&self) -> f64 {
        if self.work > 0.0 {
            let [cos, sin] = self.turned;
            (0.5 * (1.0 - (cos * cos + sin * sin).sqrt() / self.work)).clamp(0.0, 0.5)
        } else {
            0.0
        }
    }

    /// Adds what another cycle of the same point did.
    pub fn join(&mut self, other: &Self) {
        self.slid += other.slid;
        self.work += other.work;
        self.turned = [self.turned[0] + other.turned[0], self.turned[1] + other.turned[1]];
        self.weighted += other.weighted;
        self.light += other.light;
        self.crossed += other.crossed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wear::Archard;
    use std::f64::consts::{FRAC_PI_2, PI, TAU};

    const ANY: WearLaw = WearLaw::Archard(Archard { factor: 1e-15 });

    /// A closed track in n steps under 1 MPa, from the middle of each step.
    fn follow(velocity: impl Fn(f64) -> [f64; 2], n: u32) -> Rubbed {
        let mut rubbed = Rubbed::default();
        for i in 0..n {
            let v = velocity((f64::from(i) + 0.5) / f64::from(n) * TAU);
            rubbed.add(&ANY, 1e6, v.map(|v| v * 1e-3 / f64::from(n)), 1.0);
        }
        rubbed
    }

    #[test]
    fn a_straight_track_has_no_cross_shear_whatever_its_direction() {
        for angle in [0.0f64, 0.3, 1.0, FRAC_PI_2, 2.5] {
            let straight = follow(|t| [angle.cos() * t.cos(), angle.sin() * t.cos()], 400);
            assert!(straight.cross_shear() < 1e-14, "{angle}: {}", straight.cross_shear());
        }
    }

    #[test]
    fn a_circle_has_one_half() {
        let circle = follow(|t| [t.cos(), t.sin()], 400);
        assert!((circle.cross_shear() - 0.5).abs() < 1e-14);
    }

    /// Directions uniform in ±α: the mean of e^{2iθ} is sin 2α/(2α).
    #[test]
    fn directions_spread_evenly_follow_the_closed_form() {
        for alpha in [0.1, 0.4, FRAC_PI_2 / 2.0, 1.2, FRAC_PI_2] {
            let spread = follow(|t| [(alpha * (t / PI - 1.0)).cos(), (alpha * (t / PI - 1.0)).sin()], 4000);
            let exact = 0.5 * (1.0 - (2.0 * alpha).sin() / (2.0 * alpha));
            assert!((spread.cross_shear() - exact).abs() < 1e-6, "{alpha}: {} {exact}", spread.cross_shear());
        }
    }

    /// An ellipse with half axes a ≥ b run through with (a cos t, b sin t): `CS = ∫ b² cos²t/v dt / ∫ v dt`, v² = a² sin²t + b² cos²t,
    /// by complete elliptic integrals with m = 1 − b²/a²: `CS = (b²/a²)(K − E)/(m E)`.
    #[test]
    fn an_ellipse_follows_its_elliptic_integrals() {
        for ratio in [0.9f64, 0.5, 1.0 / 3.74, 0.1] {
            let m = 1.0 - ratio * ratio;
            // K and E by the arithmetic-geometric mean, computed here on its own.
            let (mut a, mut g, mut c, mut power, mut sum) = (1.0f64, ratio, m.sqrt(), 0.5, 0.0);
            for _ in 0..40 {
                sum += power * c * c;
                (a, g, c, power) = (0.5 * (a + g), (a * g).sqrt(), 0.5 * (a - g), 2.0 * power);
            }
            let k = FRAC_PI_2 / a;
            let e = k * (1.0 - sum);
            let exact = ratio * ratio * (k - e) / (m * e);
            let ellipse = follow(|t| [-t.sin(), ratio * t.cos()], 20_000);
            assert!((ellipse.cross_shear() / exact - 1.0).abs() < 1e-6, "{ratio}: {} {exact}", ellipse.cross_shear());
        }
    }

    #[test]
    fn cycles_add_up_and_no_axes_matter() {
        let ellipse = |turn: f64| {
            move |t: f64| {
                let (a, b) = (-t.sin(), 0.4 * t.cos());
                [a * turn.cos() - b * turn.sin(), a * turn.sin() + b * turn.cos()]
            }
        };
        let plain = follow(ellipse(0.0), 300);
        for turn in [0.2, 1.0, 3.0] {
            assert!((follow(ellipse(turn), 300).cross_shear() - plain.cross_shear()).abs() < 1e-13);
        }
        let mut twice = plain;
        twice.join(&plain);
        assert!((twice.work - 2.0 * plain.work).abs() < 1e-12 * plain.work);
        assert!((twice.cross_shear() - plain.cross_shear()).abs() < 1e-15);
        // Two straight tracks across each other are no straight track.
        let mut crossed = follow(|t| [t.cos(), 0.0], 300);
        crossed.join(&follow(|t| [0.0, t.cos()], 300));
        assert!((crossed.cross_shear() - 0.5).abs() < 1e-14);
    }
}
