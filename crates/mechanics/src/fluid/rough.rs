//! A film that cannot become thinner than the roughness of its surfaces.

use nalgebra::{Matrix2, Matrix4x6, Matrix6, Vector2};

use super::film::perp;
use super::{FilmResponse, JournalFilm, JournalMotion};

/// Any film, with a floor under its thickness: asperities hold the surfaces apart, and fluid stays between them.
///
/// The film of the inner formula sees the journal at A e instead of e,
///
/// `A = (1 + y)^{−1/p}`,  `y = (|e|/(c − h₀))^p`,  `p = 2c/h₀`
///
/// so that its least thickness c − A|e| is c − |e| well above h₀ (within h₀ e^{−2(h/h₀−1)}/2) and tends to h₀ however
/// deep the journal goes. Its velocity follows by d(A e)/dt = J ė, and the forces by the same virtual power, F = Jᵀ F₀: what
/// the bodies lose is exactly what the inner film dissipates. Once the floor is reached the thickness no longer changes, and
/// pressing on meets no more resistance from the film.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | c | `clearance` | m |
/// | h₀ | `least_thickness`: the composite roughness, or some nanometres for ideally smooth surfaces | m |
///
/// *Assumes* c ≥ 5 h₀. *Checked by*: the contract of all films, and its limits below.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoughFilm<F> {
    /// The film of smooth surfaces.
    pub film: F,
    /// c.
    pub clearance: f64,
    /// h₀ > 0.
    pub least_thickness: f64,
}

/// The map from e to A e at one place.
struct Shift {
    /// A.
    scale: f64,
    /// y/(1+y), between 0 and 1: how much of the floor is felt.
    floor: f64,
    /// Unit vector along e; any where it does not matter.
    n: Vector2<f64>,
    /// p.
    power: f64,
    size: f64,
}

impl Shift {
    /// J = A (1 − q n nᵀ).
    fn slopes(&self) -> Matrix2<f64> {
        (Matrix2::identity() - self.n * self.n.transpose() * self.floor) * self.scale
    }

    /// d(J a)/de for a constant a.
    fn bend(&self, a: &Vector2<f64>) -> Matrix2<f64> {
        let Self { scale, floor: q, n, power, size } = self;
        if *q == 0.0 {
            return Matrix2::zeros();
        }
        let (t, along) = (perp(n), a.dot(n));
        let across = a.dot(&t);
        // Along n: A and q change; along t: n turns by 1/|e|.
        let outward = (a - n * (along * q)) * -q - n * (along * power * q * (1.0 - q));
        let turned = (t * along + n * across) * -q;
        (outward * n.transpose() + turned * t.transpose()) * (scale / size)
    }
}

impl<F> RoughFilm<F> {
    fn shift(&self, eccentricity: &Vector2<f64>) -> Shift {
        let (size, most) = (eccentricity.norm(), self.clearance - self.least_thickness);
        let power = 2.0 * self.clearance / self.least_thickness;
        let logarithm = power * (size / most).ln();
        // Below this y is lost in rounding.
        if !(logarithm > -80.0) {
            return Shift { scale: 1.0, floor: 0.0, n: Vector2::x(), power, size };
        }
        // (1 + y)^{−1/p} with the larger of 1 and y taken out.
        let scale = if logarithm > 0.0 {
            most / size * (-(-logarithm).exp().ln_1p() / power).exp()
        } else {
            (-logarithm.exp().ln_1p() / power).exp()
        };
        Shift { scale, floor: 1.0 / (1.0 + (-logarithm).exp()), n: eccentricity / size, power, size }
    }

    /// Least thickness of the film with the journal there, in m.
    pub fn thickness(&self, eccentricity: &Vector2<f64>) -> f64 {
        self.clearance - self.shift(eccentricity).scale * eccentricity.norm()
    }

    /// The motion that the inner film sees.
    pub fn felt(&self, motion: &JournalMotion) -> JournalMotion {
        let shift = self.shift(&motion.eccentricity);
        JournalMotion {
            eccentricity: motion.eccentricity * shift.scale,
            velocity: shift.slopes() * motion.velocity,
            spins: motion.spins,
        }
    }
}

impl<F: JournalFilm> JournalFilm for RoughFilm<F> {
    fn response(&self, motion: &JournalMotion) -> FilmResponse {
        let inner = self.film.response(&self.felt(motion));
        // J turns e⊥ into (A e)⊥, so that the moments stay as they are.
        FilmResponse { force: self.shift(&motion.eccentricity).slopes() * inner.force, torques: inner.torques }
    }

    fn tangent(&self, motion: &JournalMotion) -> Matrix4x6<f64> {
        let shift = self.shift(&motion.eccentricity);
        let felt = self.felt(motion);
        let inner = self.film.tangent(&felt);
        if shift.floor == 0.0 {
            return inner;
        }
        let slopes = shift.slopes();
        let mut felt_by = Matrix6::identity();
        felt_by.fixed_view_mut::<2, 2>(0, 0).copy_from(&slopes);
        felt_by.fixed_view_mut::<2, 2>(2, 0).copy_from(&shift.bend(&motion.velocity));
        felt_by.fixed_view_mut::<2, 2>(2, 2).copy_from(&slopes);
        let mut tangent = inner * felt_by;
        let turned = slopes * tangent.fixed_view::<2, 6>(0, 0);
        tangent.fixed_view_mut::<2, 6>(0, 0).copy_from(&turned);
        let force = self.film.response(&felt).force;
        let mut by_eccentricity = tangent.fixed_view_mut::<2, 2>(0, 0);
        by_eccentricity += shift.bend(&force);
        tangent
    }
}
