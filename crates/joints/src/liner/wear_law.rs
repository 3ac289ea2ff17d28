//! Wear factors that are no constant, as a study says them.

use mechanics::solid::dynamics::PressureFactor;
use nalgebra::Vector3;
use quantity::{Angle, Pressure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The wear factor follows the pressure: k = K (p/p_ref)^m, found together with the pressure in every step. Barbour 1997
/// has m = -0.84 for polyethylene on smooth metal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LinerPressureDependence")]
pub struct PressureDependence {
    /// Pressure at which the factor is `factor`.
    pub reference: Pressure,
    /// m: 0 is a constant; negative where a higher pressure wears relatively less.
    pub exponent: f64,
    /// Pressures below count as this one: with a negative exponent the factor would have no end.
    #[serde(default = "least")]
    pub least: Pressure,
    /// Pressures above count as this one.
    #[serde(default = "most")]
    pub most: Pressure,
}

fn least() -> Pressure {
    Pressure::from_si(0.1e6)
}

fn most() -> Pressure {
    Pressure::from_si(1e9)
}

impl PressureDependence {
    /// As the engine takes it.
    pub(super) fn factor(&self) -> PressureFactor {
        let Self { reference, exponent, least, most } = *self;
        PressureFactor { reference: reference.si(), exponent, least: least.si(), most: most.si() }
    }
}

/// The wear factor differs with the angle from the pole of the cup, linear between what is given and constant beyond.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LinerPlaceDependence")]
pub struct PlaceDependence {
    /// Angles from the pole, increasing.
    pub angles: Vec<Angle>,
    /// What the wear factor is multiplied by at each.
    pub times: Vec<f64>,
}

impl PlaceDependence {
    /// What the factor is multiplied by in a direction from the middle of the cup, whose pole is on +z.
    pub(super) fn at(&self, direction: &Vector3<f64>) -> f64 {
        let angle = direction.z.atan2(direction.xy().norm());
        let angle = std::f64::consts::FRAC_PI_2 - angle;
        let after = self.angles.partition_point(|a| a.si() <= angle);
        let last = self.times.len() - 1;
        match after {
            0 => self.times[0],
            k if k > last => self.times[last],
            k => {
                let (a, b) = (self.angles[k - 1].si(), self.angles[k].si());
                let share = (angle - a) / (b - a);
                self.times[k - 1] * (1.0 - share) + self.times[k] * share
            }
        }
    }

    /// What cannot be computed with: key, message, hint.
    pub(super) fn wrong(&self) -> Option<(&'static str, String, &'static str)> {
        let Self { angles, times } = self;
        if angles.is_empty() || angles.len() != times.len() {
            let message =
                format!("{} angles and {} factors: as many of one as of the other", angles.len(), times.len());
            return Some(("times", message, "angles = [\"0 deg\", \"90 deg\"] and times = [1, 3], for instance"));
        }
        let ordered = angles.windows(2).all(|pair| pair[0].si() < pair[1].si());
        if !ordered || angles.iter().any(|a| !(0.0..=std::f64::consts::PI).contains(&a.si())) {
            let list: Vec<String> = angles.iter().map(ToString::to_string).collect();
            let message = format!("the angles are {}", list.join(", "));
            return Some(("angles", message, "they increase, from 0 deg at the pole to 90 deg at a hemisphere's rim"));
        }
        let bad = times.iter().find(|s| !(**s >= 0.0 && **s < 1e6))?;
        Some(("times", format!("the wear factor is multiplied by {bad}"), "zero or more; 1 leaves it as it is"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_two_angles_the_factor_is_linear_and_beyond_them_constant() {
        let law = PlaceDependence { angles: [30.0, 60.0].map(Angle::degrees).to_vec(), times: vec![1.0, 4.0] };
        let at = |degrees: f64| {
            let angle = degrees.to_radians();
            law.at(&(Vector3::new(0.6 * angle.sin(), 0.8 * angle.sin(), angle.cos()) * 14e-3))
        };
        for (degrees, times) in [(0.0, 1.0), (30.0, 1.0), (40.0, 2.0), (60.0, 4.0), (90.0, 4.0)] {
            assert!((at(degrees) - times).abs() < 1e-12, "{degrees}: {}", at(degrees));
        }
    }
}
