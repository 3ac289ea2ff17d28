//! How a contact rubs.

use quantity::Velocity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Problem;

/// Friction between two surfaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Friction {
    /// None.
    #[default]
    None,
    /// Coulomb friction, regularised in velocity (Brown and McPhee 2016).
    Coulomb(Coulomb),
}

/// Coulomb friction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "CoulombFriction")]
pub struct Coulomb {
    /// Static coefficient, at least the dynamic one; the same as the dynamic one when only that is given.
    #[serde(rename = "static", skip_serializing_if = "Option::is_none")]
    pub static_coefficient: Option<f64>,
    /// Dynamic coefficient; the same as the static one when only that is given. When neither is, a hip has 0.07 and a knee
    /// 0.01; other joints need one of them.
    #[serde(rename = "dynamic", skip_serializing_if = "Option::is_none")]
    pub dynamic_coefficient: Option<f64>,
    /// Sliding speed at which the static coefficient is reached.
    pub transition_speed: Velocity,
}

impl Default for Coulomb {
    fn default() -> Self {
        Self { static_coefficient: None, dynamic_coefficient: None, transition_speed: Velocity::from_si(1e-3) }
    }
}

impl Coulomb {
    /// Static and dynamic coefficient, where the joint usually has this one.
    pub fn coefficients(&self, usual: f64) -> (f64, f64) {
        let either = self.dynamic_coefficient.or(self.static_coefficient).unwrap_or(usual);
        (self.static_coefficient.unwrap_or(either), self.dynamic_coefficient.unwrap_or(either))
    }

    /// In words.
    pub fn describe(&self, usual: f64) -> String {
        let (most, least) = self.coefficients(usual);
        format!("Coulomb, static {most}, dynamic {least}, transition at {}", self.transition_speed)
    }
}

impl Friction {
    /// In words, where the joint usually has this coefficient.
    pub fn describe(&self, usual: f64) -> String {
        match self {
            Self::None => "none".into(),
            Self::Coulomb(law) => law.describe(usual),
        }
    }
}

/// What is wrong with Coulomb friction, which stands at `path`; `usual` is the coefficient of a joint that has one.
pub fn check_coulomb(path: &str, law: &Coulomb, usual: Option<f64>, found: &mut Vec<Problem>) {
    let mut require = |fits: bool, key: &str, message: String, hint: &str| {
        if !fits {
            found.push(Problem::new(format!("{path}{key}"), message, hint));
        }
    };
    let given = law.static_coefficient.is_some() || law.dynamic_coefficient.is_some();
    let hint = "add dynamic = 0.05; cartilage has 0.005 to 0.02, metal on polyethylene 0.03 to 0.1";
    require(given || usual.is_some(), "", "friction without a coefficient".into(), hint);
    let (most, least) = law.coefficients(usual.unwrap_or(0.0));
    require(
        (0.0..2.0).contains(&least),
        if law.dynamic_coefficient.is_some() { ".dynamic" } else { ".static" },
        format!("the dynamic coefficient is {least}, it must be at least 0 and below 2"),
        "cartilage has 0.005 to 0.02, metal on polyethylene 0.03 to 0.1",
    );
    require(
        most >= least && most < 2.0,
        ".static",
        format!("the static coefficient is {most}, it must be at least the dynamic one ({least}) and below 2"),
        "raise static or lower dynamic",
    );
    let speed = law.transition_speed;
    require(
        speed.si() > 0.0 && speed.si().is_finite(),
        ".transition-speed",
        format!("the transition speed is {speed}, it must be positive"),
        "1 mm/s is small against the 40 mm/s of walking",
    );
}
