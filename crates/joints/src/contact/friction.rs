//! How a contact rubs.

use mechanics::contact::TangentialCompliance;
use mechanics::rigid;
use quantity::{InverseVelocity, Length, Stiffness, Velocity};
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
    /// Coulomb friction, regularised in velocity (Brown and McPhee 2016): creeps instead of sticking.
    Coulomb(Coulomb),
    /// The surface gives way sideways like a spring and a damper until it slips (Song 2001; Lehtoranta2011, Eqs. 34-44):
    /// sticks, and remembers where.
    Compliant(Compliant),
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

/// Friction with tangential compliance: f = k a (δ/a)^b and a damper 1.5 α f dδ/dt, up to the limit μ N.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "CompliantFriction")]
pub struct Compliant {
    /// μ, of sticking and of slipping.
    pub coefficient: f64,
    /// k: tangential force per deformation, at the deformation `at`. A round Hertz patch of radius a that sticks has 8 a G*
    /// (Mindlin 1949).
    pub stiffness: Stiffness,
    /// b, 1 or more; 1 is a linear spring.
    #[serde(default = "linear")]
    pub exponent: f64,
    /// a: where the stiffness was measured; needed when the exponent is not 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Length>,
    /// α, more than zero: while it slips, the deformation δ follows the limit within about 1.5 α δ/b.
    pub damping: InverseVelocity,
}

fn linear() -> f64 {
    1.0
}

impl Compliant {
    /// As a law in a tangent plane takes it: K = k a^(1−b) in N/m^b.
    pub fn law(&self) -> TangentialCompliance {
        let Self { coefficient, stiffness, exponent, at, damping } = *self;
        let a = at.map_or(1.0, |at| at.si());
        let stiffness = stiffness.si() * a.powf(1.0 - exponent);
        TangentialCompliance { friction: coefficient, stiffness, exponent, damping: damping.si() }
    }

    /// In words.
    pub fn describe(&self) -> String {
        let power = if self.exponent == 1.0 { String::new() } else { format!(", exponent {}", self.exponent) };
        format!("compliant, {}, {}{power}, damping {}", self.coefficient, self.stiffness, self.damping)
    }

    /// As the planar engine takes it: K = k a^(1−b) in N/m^b.
    pub(super) fn rigid(&self) -> rigid::Friction {
        let Self { coefficient, stiffness, exponent, at, damping } = *self;
        let a = at.map_or(1.0, |at| at.si());
        rigid::Friction::Compliant {
            coefficient,
            stiffness: stiffness.si() * a.powf(1.0 - exponent),
            exponent,
            damping: damping.si(),
        }
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
            Self::Compliant(law) => law.describe(),
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

/// What is wrong with compliant friction, which stands at `path`.
pub fn check_compliant(path: &str, law: &Compliant, found: &mut Vec<Problem>) {
    let mut require = |fits: bool, key: &str, message: String, hint: &str| {
        if !fits {
            found.push(Problem::new(format!("{path}{key}"), message, hint));
        }
    };
    let Compliant { coefficient, stiffness, exponent, at, damping } = *law;
    require(
        (0.0..2.0).contains(&coefficient),
        ".coefficient",
        format!("the coefficient is {coefficient}, it must be at least 0 and below 2"),
        "cartilage has 0.005 to 0.02, metal on polyethylene 0.03 to 0.1",
    );
    require(
        stiffness.si() > 0.0 && stiffness.si().is_finite(),
        ".stiffness",
        format!("the tangential stiffness is {stiffness}, it must be more than zero"),
        "it is near to the normal stiffness of the same patch",
    );
    require(
        (1.0..10.0).contains(&exponent),
        ".exponent",
        format!("the exponent is {exponent}, it must be at least 1 and below 10"),
        "1 is a linear spring, 1.5 stiffens as Hertz's law does",
    );
    match at {
        Some(at) => require(
            at.si() > 0.0 && at.si().is_finite(),
            ".at",
            format!("the deformation at which the stiffness holds is {at}, it must be more than zero"),
            "for instance 10 um",
        ),
        None => require(
            exponent == 1.0,
            "",
            format!("with an exponent of {exponent} the stiffness depends on the deformation"),
            "add at = \"10 um\", the deformation at which the stiffness holds",
        ),
    }
    require(
        damping.si() > 0.0 && damping.si().is_finite(),
        ".damping",
        format!("the damping is {damping}, it must be more than zero"),
        "100 s/m lets a deformation of 10 um follow within 1.5 ms; a smaller one is stiffer to compute",
    );
}
