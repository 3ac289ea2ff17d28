//! What impacts lose.

use mechanics::contact::{Damping, Hysteresis};
use mechanics::rigid::Loss;
use quantity::{DampingCoefficient, Time, Velocity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Problem;

/// How impacts lose energy: `F = H(δ)(1 + χ δ̇)` with one of the factors of Table 1 of Askari2018, Kelvin-Voigt, or a weaker
/// push on the way out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(transform = also_called)]
pub enum Dissipation {
    /// Nothing is lost.
    None,
    /// 3(1-c)/2.
    #[serde(alias = "marhefka-orin")]
    HuntCrossley(Restitution),
    /// 6(1-c)/((2c-1)^2+3).
    HerbertMcwhannell(Restitution),
    /// 3(1-c)/4.
    LeeWang(Restitution),
    /// 3(1-c^2)/4.
    LankaraniNikravesh(Restitution),
    /// (1-c^2)/c, the choice of Askari2018.
    #[serde(alias = "zhang-sharf")]
    Gonthier(Restitution),
    /// 3(1-c^2)exp(2(1-c))/4.
    ZhiyingQishao(Restitution),
    /// 8(1-c)/(5c).
    Flores(Restitution),
    /// 1/c.
    GharibHurmuzlu(Restitution),
    /// The factor that returns exactly the restitution asked for.
    Exact(Restitution),
    /// F = H(δ) + D δ̇.
    KelvinVoigt(KelvinVoigt),
    /// F = H(δ) on the way in, c H(δ) on the way out (Lehtoranta2011, Eqs. 2 and 3): returns the square root of c.
    ScaledUnloading(ScaledUnloading),
    /// A standard linear solid: F = H(δ) − q, τ q̇ = (1 − g) H(δ) − q. The force of a constant indentation relaxes to its share
    /// g, a dent recovers (Machado2011, section 3.3, which leaves it out). For contacts of planar mechanisms and knees.
    StandardLinearSolid(StandardLinearSolid),
}

/// Factors of Table 1 of Askari2018 that two authors found, by the second name.
const ALIASES: [(&str, &str); 2] = [("hunt-crossley", "marhefka-orin"), ("gonthier", "zhang-sharf")];

/// Adds the second names to the choices of a schema, which knows nothing of them otherwise.
pub(crate) fn also_called(schema: &mut schemars::Schema) {
    let Some(choices) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else { return };
    for (name, alias) in ALIASES {
        let renamed = |choice: &Value| -> Option<Value> {
            let mut other = choice.clone();
            if other["const"] == name {
                other["const"] = alias.into();
            } else {
                let table = other.get_mut("properties")?.as_object_mut()?.remove(name)?;
                other["properties"] = json!({ alias: table });
                other["required"] = json!([alias]);
            }
            other["description"] = format!("The same as `{name}`, by its other name in Table 1 of Askari2018.").into();
            Some(other)
        };
        if let Some((place, other)) = choices.iter().enumerate().find_map(|(i, one)| Some((i, renamed(one)?))) {
            choices.insert(place + 1, other);
        }
    }
}

impl Default for Dissipation {
    fn default() -> Self {
        Self::Gonthier(Restitution::default())
    }
}

/// Restitution of a hysteretic law.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Restitution {
    /// Coefficient of restitution, above 0 and at most 1.
    pub restitution: f64,
    /// Impact speed below which the hysteresis factor no longer grows; also that of a contact present from the start.
    pub slowest_impact: Velocity,
}

impl Default for Restitution {
    fn default() -> Self {
        Self { restitution: 0.7, slowest_impact: Velocity::from_si(0.1) }
    }
}

/// Linear damping.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KelvinVoigt {
    /// Damping coefficient D.
    pub coefficient: DampingCoefficient,
}

/// A weaker push on the way out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ScaledUnloading {
    /// c, above 0 and at most 1: the share of the force that is left on the way out. The speed that comes back is its
    /// square root.
    pub restitution: f64,
    /// Speed on the way out over which the factor falls from 1 to c; 0 m/s lets the force jump, as printed.
    pub transition_speed: Velocity,
}

impl Default for ScaledUnloading {
    fn default() -> Self {
        Self { restitution: 0.7, transition_speed: Velocity::from_si(1e-3) }
    }
}

/// A contact that relaxes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct StandardLinearSolid {
    /// g, between 0 and 1: the share of the force that is left after a long time.
    pub relaxed_share: f64,
    /// τ: after this time under a constant indentation, all but 1/e of what relaxes has relaxed.
    pub time: Time,
}

/// Articular cartilage: Woo 1980 is recalled to have measured a spectrum from 0.006 to 8.38 s of strength 2.02, which
/// leaves a share of 0.064; one exponential stands in its middle.
impl Default for StandardLinearSolid {
    fn default() -> Self {
        Self { relaxed_share: 0.064, time: Time::seconds(0.224) }
    }
}

impl Dissipation {
    /// The factor of a hysteretic law, and its restitution.
    pub fn hysteresis(&self) -> Option<(Hysteresis, Restitution)> {
        match *self {
            Self::None | Self::KelvinVoigt(_) | Self::ScaledUnloading(_) | Self::StandardLinearSolid(_) => None,
            Self::HuntCrossley(r) => Some((Hysteresis::HuntCrossley, r)),
            Self::HerbertMcwhannell(r) => Some((Hysteresis::HerbertMcWhannell, r)),
            Self::LeeWang(r) => Some((Hysteresis::LeeWang, r)),
            Self::LankaraniNikravesh(r) => Some((Hysteresis::LankaraniNikravesh, r)),
            Self::Gonthier(r) => Some((Hysteresis::Gonthier, r)),
            Self::ZhiyingQishao(r) => Some((Hysteresis::ZhiyingQishao, r)),
            Self::Flores(r) => Some((Hysteresis::Flores, r)),
            Self::GharibHurmuzlu(r) => Some((Hysteresis::GharibHurmuzlu, r)),
            Self::Exact(r) => Some((Hysteresis::Exact, r)),
        }
    }

    /// The hysteretic law of a factor.
    pub fn hysteretic(factor: Hysteresis, restitution: Restitution) -> Self {
        match factor {
            Hysteresis::HuntCrossley => Self::HuntCrossley(restitution),
            Hysteresis::HerbertMcWhannell => Self::HerbertMcwhannell(restitution),
            Hysteresis::LeeWang => Self::LeeWang(restitution),
            Hysteresis::LankaraniNikravesh => Self::LankaraniNikravesh(restitution),
            Hysteresis::Gonthier => Self::Gonthier(restitution),
            Hysteresis::ZhiyingQishao => Self::ZhiyingQishao(restitution),
            Hysteresis::Flores => Self::Flores(restitution),
            Hysteresis::GharibHurmuzlu => Self::GharibHurmuzlu(restitution),
            Hysteresis::Exact => Self::Exact(restitution),
        }
    }

    /// The name used in study files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::KelvinVoigt(_) => "kelvin-voigt",
            Self::ScaledUnloading(_) => "scaled-unloading",
            Self::StandardLinearSolid(_) => "standard-linear-solid",
            hysteretic => hysteretic.hysteresis().map_or("", |(factor, _)| factor.name()),
        }
    }

    /// The law in words, with its numbers.
    pub fn describe(&self) -> String {
        match self {
            Self::None => "none".into(),
            Self::KelvinVoigt(law) => format!("kelvin-voigt, {}", law.coefficient),
            Self::ScaledUnloading(law) => {
                format!("scaled-unloading by {}, within {}", law.restitution, law.transition_speed)
            }
            Self::StandardLinearSolid(law) => {
                format!("standard-linear-solid, relaxing to {} within {}", law.relaxed_share, law.time)
            }
            hysteretic => hysteretic.hysteresis().map_or_else(String::new, |(factor, law)| {
                format!("{}, restitution {}", factor.name(), law.restitution)
            }),
        }
    }

    /// As the planar engine takes it.
    pub fn loss(&self) -> Loss {
        match self {
            Self::None => Loss::None,
            Self::KelvinVoigt(law) => Loss::KelvinVoigt { coefficient: law.coefficient.si() },
            Self::ScaledUnloading(law) => {
                Loss::ScaledUnloading { restitution: law.restitution, transition_speed: law.transition_speed.si() }
            }
            Self::StandardLinearSolid(law) => Loss::Relaxing { relaxed_share: law.relaxed_share, time: law.time.si() },
            hysteretic => hysteretic.hysteresis().map_or(Loss::None, |(factor, law)| Loss::Hysteretic {
                factor,
                restitution: law.restitution,
                least_speed: law.slowest_impact.si(),
            }),
        }
    }

    /// Damping of a contact episode that began at this speed.
    pub fn damping(&self, impact_speed: f64) -> Damping {
        self.loss().damping(impact_speed)
    }
}

/// What is wrong with a dissipation of a contact whose forces have no state of their own.
pub fn check_dissipation_without_state(path: &str, dissipation: &Dissipation, found: &mut Vec<Problem>) {
    check_dissipation(path, dissipation, found);
    if let Dissipation::StandardLinearSolid(_) = dissipation {
        let message = "a contact that relaxes has a state, which this joint does not keep";
        let hint = "use one of the laws with a restitution; planar knees and mechanisms can relax";
        found.push(Problem::new(format!("{path}.{}", dissipation.name()), message, hint));
    }
}

/// No impact of a joint is faster, in m/s; nothing relaxes more slowly that is looked at, in s; nothing damps more, in N s/m.
const FASTEST: f64 = 1e3;
const SLOWEST: f64 = 1e6;
const MOST_DAMPING: f64 = 1e12;

/// What is wrong with a dissipation, which stands at `path`.
pub fn check_dissipation(path: &str, dissipation: &Dissipation, found: &mut Vec<Problem>) {
    let path = format!("{path}.{}", dissipation.name());
    let mut require = |fits: bool, key: &str, message: String, hint: &str| {
        if !fits {
            found.push(Problem::new(format!("{path}.{key}"), message, hint));
        }
    };
    let restitution_fits = |c: f64| c > 0.0 && c <= 1.0;
    let unfit = |c: f64| format!("the restitution is {c}, it must be above 0 and at most 1");
    match dissipation {
        Dissipation::None => {}
        Dissipation::KelvinVoigt(law) => {
            let d = law.coefficient;
            let message = format!("the damping coefficient is {d}, it cannot be negative, nor above 1e12 N s/m");
            require((0.0..=MOST_DAMPING).contains(&d.si()), "coefficient", message, "use 0 N s/m for none");
        }
        Dissipation::ScaledUnloading(law) => {
            let (c, v) = (law.restitution, law.transition_speed);
            require(restitution_fits(c), "restitution", unfit(c), "1 loses nothing; the rebound is its square root");
            let message = format!("the transition speed is {v}, it cannot be negative, nor above 1 km/s");
            require((0.0..=FASTEST).contains(&v.si()), "transition-speed", message, "1 mm/s, or 0 m/s for a jump");
        }
        Dissipation::StandardLinearSolid(law) => {
            let (g, time) = (law.relaxed_share, law.time);
            let message = format!("the relaxed share is {g}, it must lie between 0 and 1");
            let hint = "0.3 leaves three tenths of the force; 1 would not relax at all: use \"none\"";
            require(g > 0.0 && g < 1.0, "relaxed-share", message, hint);
            let message = format!("the relaxation time is {time}, it must be positive and at most 1e6 s");
            require(time.si() > 0.0 && time.si() <= SLOWEST, "time", message, "cartilage has some 0.01 to 10 s");
        }
        hysteretic => {
            let Some((_, Restitution { restitution: c, slowest_impact: v })) = hysteretic.hysteresis() else { return };
            let hint = "1 loses nothing; polyethylene on metal rebounds with about 0.7, cartilage with 0.616";
            require(restitution_fits(c), "restitution", unfit(c), hint);
            let message = format!("the slowest impact is {v}, it must be positive and at most 1 km/s");
            require(v.si() > 0.0 && v.si() <= FASTEST, "slowest-impact", message, "0.1 m/s damps resting contact well");
        }
    }
}
