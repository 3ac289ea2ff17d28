//! A raised part of a cup's rim: the same sphere, farther around the ball, over a sector.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use nalgebra::Vector3;
use numerics::quadrature::GaussLegendre;

/// A lip, in the cup whose rim is at the angle θ from its pole: the bearing surface goes on to θ + λ where the azimuth is
/// within w of the middle.
///
/// A ring at the angle θ' from the pole touches where `cosα cosθ' + sinα sinθ' cos(a − aₑ) ≥ cosψ`, an arc of azimuths
/// around that of the contact axis. Cut with the sector it leaves at most two intervals. Where an end of the arc passes an
/// edge of the sector, or a ring begins to touch, the rings are divided, so that every piece is smooth.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | λ | `angle`, beyond the rim | rad |
/// | | `middle`, from the axis of the cup to the middle of the lip (any length, not along the pole) | – |
/// | w | `half_width`, around the axis | rad |
///
/// *Assumes* the springs of the rest of the cup, and a lip that does not bend. *Checked by* a cup that is so much deeper all
/// around, direct quadrature, differences of the force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lip {
    /// How far it goes beyond the rim.
    pub angle: f64,
    /// Where its middle is.
    pub middle: Vector3<f64>,
    /// How far it reaches to either side.
    pub half_width: f64,
}

/// A lip in its cup.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Raised {
    pole: Vector3<f64>,
    middle: Vector3<f64>,
    side: Vector3<f64>,
    /// Angles from the pole at which it begins and ends.
    from: f64,
    to: f64,
    half_width: f64,
}

impl Raised {
    /// Nothing where the middle lies along the pole.
    pub fn new(lip: &Lip, pole: &Vector3<f64>, rim_angle: f64) -> Option<Self> {
        let middle = (lip.middle - pole * pole.dot(&lip.middle)).try_normalize(1e-9)?;
        let half_width = lip.half_width.min(PI);
        let (from, to) = (rim_angle, (rim_angle + lip.angle).min(PI));
        Some(Self { pole: *pole, middle, side: pole.cross(&middle), from, to, half_width })
    }

    /// What it was made from, with a middle in the plane of the rim.
    pub fn shape(&self) -> Lip {
        Lip { angle: self.to - self.from, middle: self.middle, half_width: self.half_width }
    }

    /// Azimuth from the middle.
    fn azimuth(&self, direction: &Vector3<f64>) -> f64 {
        direction.dot(&self.side).atan2(direction.dot(&self.middle))
    }

    /// Whether it stands behind the rim in a direction.
    pub fn stands_towards(&self, direction: &Vector3<f64>) -> bool {
        self.azimuth(direction).abs() <= self.half_width
    }

    /// Angle from the pole at which it ends.
    pub fn end(&self) -> f64 {
        self.to
    }

    /// The least angle between a direction, at the angle α from the pole, and the lip.
    pub fn nearest(&self, n: &Vector3<f64>, alpha: f64) -> f64 {
        let beside = (self.azimuth(n).abs() - self.half_width).max(0.0);
        // Along a meridian that is so far beside the direction.
        let towards = alpha.cos().hypot(alpha.sin() * beside.cos());
        let best = (alpha.sin() * beside.cos()).atan2(alpha.cos());
        let off = if best < self.from { self.from - best } else { (best - self.to).max(0.0) };
        (towards * off.cos()).clamp(-1.0, 1.0).acos()
    }

    /// Quadrature over what is touched of it by a patch of the half-angle ψ around n: calls with directions and their weights.
    pub fn for_points(
        &self,
        (n, alpha, edge): (&Vector3<f64>, f64, f64),
        rule: &GaussLegendre<20>,
        mut visit: impl FnMut(Vector3<f64>, f64),
    ) {
        let (sin, cos, least) = (alpha.sin(), alpha.cos(), edge.cos());
        let (around, half) = (self.azimuth(n), self.half_width);
        // The ends of the lip, where rings begin or cease to touch, and two for each edge of the sector.
        let mut cuts = [self.from; 10];
        cuts[1..6].copy_from_slice(&[self.to, alpha - edge, alpha + edge, edge - alpha, TAU - alpha - edge]);
        for (end, cuts) in [-half, half].into_iter().zip(cuts[6..].chunks_exact_mut(2)) {
            let (a, b) = (cos, sin * (around - end).cos());
            let ratio = least / a.hypot(b);
            if ratio.abs() <= 1.0 {
                let (middle, turn) = (b.atan2(a), ratio.acos());
                cuts.copy_from_slice(&[middle - turn, middle + turn]);
            }
        }
        // One beyond the lip cuts nothing.
        cuts.iter_mut().for_each(|cut| *cut = cut.clamp(self.from, self.to));
        cuts.sort_unstable_by(f64::total_cmp);
        for pair in cuts.windows(2) {
            let span = pair[1] - pair[0];
            if !(span > 1e-12) {
                continue;
            }
            // Arcs begin and end like roots: θ' = first + span·sin²τ removes them.
            for (tau, weight) in rule.points(0.0, FRAC_PI_2) {
                let theta = pair[0] + span * tau.sin().powi(2);
                let ring = weight * span * (2.0 * tau).sin() * theta.sin();
                let (up, out) = (theta.cos(), theta.sin());
                for [low, high] in arcs((least - cos * up, sin * out), around, half) {
                    for (a, weight) in rule.points(low, high) {
                        let outwards = self.middle * a.cos() + self.side * a.sin();
                        visit(self.pole * up + outwards * out, ring * weight);
                    }
                }
            }
        }
    }
}

/// The azimuths within a half width of zero at which `reach cos(a − around) ≥ least`.
fn arcs((least, reach): (f64, f64), around: f64, half: f64) -> impl Iterator<Item = [f64; 2]> {
    let all = least <= -reach;
    let arc = if least >= reach { 0.0 } else { (least / reach).clamp(-1.0, 1.0).acos() };
    let turned = [-TAU, 0.0, TAU].into_iter().filter(move |_| !all && arc > 0.0);
    let within = turned.map(move |turn| [(around + turn - arc).max(-half), (around + turn + arc).min(half)]);
    all.then_some([-half, half]).into_iter().chain(within.filter(|[low, high]| high > low))
}
