//! Films that follow from a formula.

use std::f64::consts::TAU;

use nalgebra::{Matrix2, Matrix2x6, Matrix4x6, RowVector6, Vector2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::integrated::{Ambient, Pressure, integrate};
use super::kernel::Kernel;
use super::{FilmResponse, Fluid, JournalFilm, JournalMotion, Viscosity, long, short};

/// A journal in a bearing, as far as its film is concerned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Journal {
    /// Radius of the journal R, in m.
    pub radius: f64,
    /// Length of the bearing L, in m.
    pub length: f64,
    /// Radius of the bearing less that of the journal c, in m.
    pub clearance: f64,
}

/// How the pressure of a film is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum FilmKind {
    /// Infinitely long bearing in the closed form of [Costa2016], errata applied: an approximation to the integral of its
    /// pressure over the part that pushes.
    #[default]
    Long,
    /// Infinitely long bearing: the pressure itself, integrated over the part that pushes.
    LongIntegrated {
        /// What fixes the level of the pressure.
        #[serde(default)]
        ambient: Ambient,
    },
    /// Infinitely long bearing whose film can pull (full Sommerfeld).
    LongWithoutCavitation,
    /// Infinitely short bearing (Ocvirk): the pressure integrated over the part that pushes.
    Short,
    /// Infinitely short bearing whose film can pull.
    ShortWithoutCavitation,
}

/// A film that follows from a formula.
///
/// ```text
/// F = μ S f(ε, ω)        S = L R³/c² (long), R L³/c² (short);  ε = e/c, ω = (v − Ω e⊥)/c, Ω = ½(ω_j + ω_b)
/// T_j = −½ e × F − μ M (ω_j − ω_b)     on the journal, about its centre
/// T_b = −½ e × F + μ M (ω_j − ω_b)     on the bearing, about its centre;   M = 2π L R³/(c √(1−ε²))
/// ```
///
/// The wedge sees the sum of the spins, the shear their difference. The two torques differ in size by e × F, the couple of
/// the forces at the two centres; half of it is pressure-driven shear on either surface. The power taken from the bodies
/// is −F·w + μM(ω_j − ω_b)², never negative.
///
/// A fluid that thins has the viscosity μ(γ̇) at the root mean square γ̇ of the shear rate over the film's volume
/// V = 2πRLc, which is how fast the film of constant viscosity dissipates: μ V γ̇² = power. This is an approximation: the
/// viscosity is the same everywhere in the film.
///
/// *Assumes* a thin film (c ≪ R), parallel axes, laminar flow without inertia, a shear flow that goes on where the
/// film is torn. *Pitfalls*: singular where the surfaces meet, and not a number beyond: see
/// [`RoughFilm`](super::RoughFilm).
///
/// *Checked by*: `contract.rs` and `tests.rs`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThinFilm {
    /// Where it is.
    pub journal: Journal,
    /// How its pressure is found.
    pub kind: FilmKind,
    /// What it consists of.
    pub fluid: Fluid,
}

/// v turned by a quarter, counter-clockwise.
pub(super) fn perp(v: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-v.y, v.x)
}

/// v⊥ as a matrix.
const QUARTER_TURN: Matrix2<f64> = Matrix2::new(0.0, -1.0, 1.0, 0.0);

/// What a film of one Pa·s does.
struct PerViscosity {
    kernel: Kernel,
    /// v − Ω e⊥.
    velocity: Vector2<f64>,
    force: Vector2<f64>,
    /// M.
    drag: f64,
    /// ω_j − ω_b.
    sliding: f64,
    /// Power that it takes, in W per Pa·s.
    dissipation: f64,
}

impl ThinFilm {
    /// S, in m²: μ S times the dimensionless force in 1/s is in N.
    fn scale(&self) -> f64 {
        let Journal { radius: r, length: l, clearance: c } = self.journal;
        match self.kind {
            FilmKind::Short | FilmKind::ShortWithoutCavitation => r * (l / c).powi(2) * l,
            _ => l * r * (r / c).powi(2),
        }
    }

    fn volume(&self) -> f64 {
        let Journal { radius, length, clearance } = self.journal;
        TAU * radius * length * clearance
    }

    fn relative(&self, motion: &JournalMotion) -> (Vector2<f64>, Vector2<f64>) {
        let turning = 0.5 * (motion.spins[0] + motion.spins[1]);
        let velocity = motion.velocity - perp(&motion.eccentricity) * turning;
        (motion.eccentricity / self.journal.clearance, velocity)
    }

    fn per_viscosity(&self, motion: &JournalMotion) -> PerViscosity {
        let Journal { radius: r, length: l, clearance: c } = self.journal;
        let (e, velocity) = self.relative(motion);
        let w = velocity / c;
        let kernel = if e.norm_squared() < 1.0 {
            match self.kind {
                FilmKind::Long => long::half(e, w),
                FilmKind::LongIntegrated { ambient } => integrate(e, w, ambient),
                FilmKind::LongWithoutCavitation => long::full(e, w),
                FilmKind::Short => short::half(e, w),
                FilmKind::ShortWithoutCavitation => short::full(e, w),
            }
        } else {
            let nan = Matrix2::repeat(f64::NAN);
            Kernel { force: Vector2::repeat(f64::NAN), by_eccentricity: nan, by_rate: nan }
        };
        let force = kernel.force * self.scale();
        let drag = TAU * l * r * r * (r / c) / (1.0 - e.norm_squared()).sqrt();
        let sliding = motion.spins[0] - motion.spins[1];
        // Rounding can leave a tiny negative power.
        let dissipation = (drag * sliding * sliding - force.dot(&velocity)).max(0.0);
        PerViscosity { kernel, velocity, force, drag, sliding, dissipation }
    }

    /// The shear rate that stands for the film, in 1/s.
    pub fn shear_rate(&self, motion: &JournalMotion) -> f64 {
        (self.per_viscosity(motion).dissipation / self.volume()).sqrt()
    }

    /// Pressure at half length as a function of the direction, an angle from x, in Pa. For [`FilmKind::Long`] it is that of
    /// Eq. 27, whose integral the closed form approximates.
    pub fn pressure(&self, motion: &JournalMotion) -> impl Fn(f64) -> f64 {
        let Journal { radius: r, length: l, clearance: c } = self.journal;
        let (e, velocity) = self.relative(motion);
        let w = velocity / c;
        let (ambient, pulls, short) = match self.kind {
            FilmKind::Long => (Ambient::WidestGap, false, false),
            FilmKind::LongIntegrated { ambient } => (ambient, false, false),
            FilmKind::LongWithoutCavitation => (Ambient::OpenEnds, true, false),
            FilmKind::Short => (Ambient::OpenEnds, false, true),
            FilmKind::ShortWithoutCavitation => (Ambient::OpenEnds, true, true),
        };
        let viscosity = self.fluid.at(self.shear_rate(motion));
        let unit = viscosity * if short { 1.5 * (l / c).powi(2) } else { 6.0 * (r / c).powi(2) };
        let long = Pressure::new(e, w, ambient);
        move |angle| {
            let u = Vector2::new(angle.cos(), angle.sin());
            let pressure = unit * if short { w.dot(&u) / (1.0 - e.dot(&u)).powi(3) } else { long.at(&u) };
            if pulls { pressure } else { pressure.max(0.0) }
        }
    }
}

impl JournalFilm for ThinFilm {
    fn response(&self, motion: &JournalMotion) -> FilmResponse {
        let PerViscosity { force, drag, sliding, dissipation, .. } = self.per_viscosity(motion);
        let viscosity = self.fluid.at((dissipation / self.volume()).sqrt());
        let force = force * viscosity;
        let couple = -0.5 * motion.eccentricity.perp(&force);
        let shear = viscosity * drag * sliding;
        FilmResponse { force, torques: [couple - shear, couple + shear] }
    }

    fn tangent(&self, motion: &JournalMotion) -> Matrix4x6<f64> {
        let PerViscosity { kernel, velocity, force, drag, sliding, dissipation } = self.per_viscosity(motion);
        let (c, e) = (self.journal.clearance, &motion.eccentricity);
        let rate = (dissipation / self.volume()).sqrt();
        let viscosity = self.fluid.at(rate);
        // Derivatives by all six inputs.
        let mut e_by = Matrix2x6::zeros();
        e_by.fixed_view_mut::<2, 2>(0, 0).copy_from(&Matrix2::identity());
        let mut w_by = Matrix2x6::zeros();
        w_by.fixed_view_mut::<2, 2>(0, 0).copy_from(&(QUARTER_TURN * (-0.5 * (motion.spins[0] + motion.spins[1]))));
        w_by.fixed_view_mut::<2, 2>(0, 2).copy_from(&Matrix2::identity());
        let by_spin = perp(e) * -0.5;
        w_by.set_column(4, &by_spin);
        w_by.set_column(5, &by_spin);
        let sliding_by = RowVector6::new(0.0, 0.0, 0.0, 0.0, 1.0, -1.0);
        let force_by = (kernel.by_eccentricity * e_by + kernel.by_rate * w_by) * (self.scale() / c);
        let thin = 1.0 - e.norm_squared() / (c * c);
        let drag_by = e.transpose() * e_by * (drag / (thin * c * c));
        let dissipation_by = drag_by * (sliding * sliding) + sliding_by * (2.0 * drag * sliding)
            - velocity.transpose() * force_by
            - force.transpose() * w_by;
        let thinning = if rate > 0.0 { self.fluid.slope(rate) / (2.0 * rate * self.volume()) } else { 0.0 };
        let viscosity_by = dissipation_by * thinning;
        let whole_by = force_by * viscosity + force * viscosity_by;
        let whole = force * viscosity;
        // e × F by everything.
        let couple_by = e.x * whole_by.row(1) - e.y * whole_by.row(0) + e_by.row(0) * whole.y - e_by.row(1) * whole.x;
        let shear_by = (drag_by * viscosity + viscosity_by * drag) * sliding + sliding_by * (viscosity * drag);
        let mut tangent = Matrix4x6::zeros();
        tangent.fixed_view_mut::<2, 6>(0, 0).copy_from(&whole_by);
        tangent.set_row(2, &(couple_by * -0.5 - shear_by));
        tangent.set_row(3, &(couple_by * -0.5 + shear_by));
        tangent
    }
}
