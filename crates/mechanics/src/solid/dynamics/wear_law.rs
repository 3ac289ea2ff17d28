//! A wear factor that depends on the place or on the pressure, and how much of the wear is the other body's.
//!
//! kᵢ(p) = K sᵢ (clamp(p, p_least, p_most)/p_ref)^m,  ẇᵢ = (kᵢ(pᵢ) + K₁)/Aᵢ · r_N |u_T|,  pᵢ = r_N/Aᵢ
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | K | [`WearSettings::factor`](super::WearSettings) | 1/Pa |
//! | sᵢ | [`WearLaw::place`]: how much more or less the surface wears at a point | – |
//! | m, p_ref | [`PressureFactor`]; m = −0.84 for polyethylene on smooth metal [Barbour1997] | –, Pa |
//! | K₁ | wear factor of the body, which wears with the solid ([`CounterWear`](super::CounterWear)) | 1/Pa |
//!
//! In a step kᵢ(p) is found with the reactions: the cone problem is solved with the factors of the last pressures until they
//! are those of its own. The gap then sees the sum of both bodies' wear, as [Jourdan2009] has it (Eqs. 4 and 22).
//!
//! *Checked by*: a pin whose uniform pressure gives its depth in closed form; a pin of two halves, which wears evenly with
//! the harmonic mean of their factors; a head that spins about the load, where two bodies wear like one with the sum of the
//! factors; in `tests/dynamics/wear_law.rs`.

use super::error::DynamicsError;
use super::simulation::ContactDynamics;
use super::state::DynamicState;

/// Rounds in which factors and pressures are brought together.
const ROUNDS: usize = 40;
/// Change of a factor that counts as none, as a share of it.
const SETTLED: f64 = 1e-7;

/// k(p)/K = (p/p_ref)^m, with the pressure kept within bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PressureFactor {
    /// Pressure at which the factor is the one that is given, in Pa.
    pub reference: f64,
    /// m; negative where a higher pressure wears relatively less.
    pub exponent: f64,
    /// Pressures below count as this one, in Pa: a negative exponent would have no end.
    pub least: f64,
    /// Pressures above count as this one, in Pa.
    pub most: f64,
}

impl PressureFactor {
    /// What the wear factor is multiplied by at a pressure.
    pub fn at(&self, pressure: f64) -> f64 {
        let Self { reference, exponent, least, most } = *self;
        (pressure.max(least).min(most) / reference).powf(exponent)
    }

    fn is_sound(&self) -> bool {
        let Self { reference, exponent, least, most } = *self;
        reference > 0.0 && least > 0.0 && most >= least && exponent.is_finite() && reference.is_finite()
    }
}

/// How the wear factor differs from point to point and with the pressure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WearLaw {
    /// What the factor is multiplied by at each contact point; empty where it is the same everywhere.
    pub place: Vec<f64>,
    /// How it follows the pressure.
    pub pressure: Option<PressureFactor>,
}

impl WearLaw {
    /// Whether it is one constant factor.
    pub fn is_constant(&self) -> bool {
        self.place.is_empty() && self.pressure.is_none()
    }

    /// What the factor is multiplied by at a point under a pressure.
    pub fn at(&self, point: usize, pressure: f64) -> f64 {
        self.place.get(point).copied().unwrap_or(1.0) * self.pressure.map_or(1.0, |law| law.at(pressure))
    }
}

impl ContactDynamics {
    /// Lets the wear factor depend on place or pressure.
    ///
    /// # Errors
    /// A negative factor, a list of another length than there are points, pressures that are none.
    pub fn with_wear_law(mut self, law: WearLaw) -> Result<Self, DynamicsError> {
        let wrong = |what, value, hint| Err(DynamicsError::BadSetting { what, value, hint });
        if !law.place.is_empty() && law.place.len() != self.points.count() {
            return wrong(
                "the number of places of the wear factor",
                law.place.len() as f64,
                "one for each contact point",
            );
        }
        if let Some(bad) = law.place.iter().find(|s| !(**s >= 0.0 && s.is_finite())) {
            return wrong("the wear factor at a place", *bad, "zero or more");
        }
        if let Some(pressure) = law.pressure.filter(|p| !p.is_sound()) {
            return wrong("the pressure of the wear factor", pressure.reference, "positive, between positive bounds");
        }
        self.law = law;
        Ok(self)
    }

    /// Wear factor of the solid at a point under a pressure, in 1/Pa; zero without wear.
    pub(super) fn factor_at(&self, point: usize, pressure: f64) -> f64 {
        self.wear.map_or(0.0, |wear| wear.factor) * self.law.at(point, pressure)
    }

    /// Factors of both bodies at a point where the last step left this pressure, over its area.
    pub(super) fn erosion_at(&self, point: usize, pressing: f64) -> f64 {
        let area = self.points.area[point];
        (self.factor_at(point, pressing / area) + self.counter_factor()) / area
    }

    /// Whether reactions and factors must be found together.
    pub(super) fn follows_pressure(&self) -> bool {
        self.law.pressure.is_some()
    }

    /// Rounds allowed, and the change of a factor at which they end.
    pub(super) const fn rounds() -> (usize, f64) {
        (ROUNDS, SETTLED)
    }

    /// Rate at which the other body deepened the gap at the end of the last step, in m/s.
    pub(super) fn counter_rate(&self, state: &DynamicState, point: usize) -> f64 {
        self.counter_factor() / self.points.area[point] * state.pressing[point] * state.sliding[point].norm()
    }
}
