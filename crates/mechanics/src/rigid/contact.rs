//! Contacts as plain data.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::description::Vector;
use super::function::Function;
use crate::contact::{Adhesive, AtPoint, Damping, Dmt, Hertz, Jkr, NormalLaw, Relaxation, ScaledUnloading};

/// Two surfaces that may touch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Its name.
    pub name: String,
    /// One surface.
    pub first: Surface,
    /// The other one.
    pub second: Surface,
    /// How it pushes back.
    pub law: ElasticLaw,
    /// How it loses energy.
    #[serde(default)]
    pub loss: Loss,
    /// Friction, if any.
    #[serde(default)]
    pub friction: Option<Friction>,
    /// A mechanism that starts with a deeper overlap is refused.
    #[serde(default = "one_millimetre")]
    pub deepest_start: f64,
}

fn one_millimetre() -> f64 {
    1e-3
}

/// A surface of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// Name of the body, or `ground`.
    pub body: String,
    /// Its outline.
    pub shape: Shape,
}

/// The outline of a surface, in the axes of its body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Shape {
    /// A disc.
    Circle {
        /// Its centre.
        centre: Vector,
        /// Its radius.
        radius: f64,
    },
    /// A round socket: material outside of the circle.
    Socket {
        /// Its centre.
        centre: Vector,
        /// Its radius.
        radius: f64,
    },
    /// A straight edge without ends.
    Line {
        /// A point on it.
        point: Vector,
        /// Out of the material; its length does not matter.
        normal: Vector,
    },
    /// A smooth curve y(x) in a frame of its own.
    Profile {
        /// Origin of the frame.
        origin: Vector,
        /// How the frame is turned.
        #[serde(default)]
        angle: f64,
        /// y(x).
        curve: Function,
        /// Smallest and largest x.
        range: [f64; 2],
        /// Whether the material lies above the curve rather than below.
        #[serde(default)]
        material_above: bool,
    },
}

/// The elastic part of a contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ElasticLaw {
    /// K δ^{3/2}.
    Hertz {
        /// K, in N/m^{3/2}.
        stiffness: f64,
    },
    /// k δ.
    Linear {
        /// k, in N/m.
        stiffness: f64,
    },
    /// Soft balls that stick together, see [`Jkr`](crate::contact::Jkr). Surfaces attach where they touch and pull until they
    /// part, beyond that; whether they are attached is a state of the contact, and both jumps lose energy.
    Jkr(Sticking),
    /// Hard balls that stick together, see [`Dmt`](crate::contact::Dmt).
    Dmt(Sticking),
    /// Any other law of `contact`, from Rust.
    #[serde(skip)]
    Custom(CustomLaw),
}

/// Balls that stick together.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sticking {
    /// Relative radius, in m.
    pub radius: f64,
    /// Contact modulus, in Pa.
    pub modulus: f64,
    /// Work of adhesion, in J/m².
    pub work: f64,
}

impl ElasticLaw {
    /// The law of surfaces that stick together.
    pub(super) fn adhesive(&self) -> Option<Adhesive> {
        let hertz = |of: &Sticking| Hertz { radius: of.radius, modulus: of.modulus };
        match self {
            Self::Jkr(of) => Some(Adhesive::Jkr(Jkr { hertz: hertz(of), work: of.work })),
            Self::Dmt(of) => Some(Adhesive::Dmt(Dmt { hertz: hertz(of), work: of.work })),
            _ => None,
        }
    }
}

/// A contact law by reference.
#[derive(Clone)]
pub struct CustomLaw(pub Arc<dyn NormalLaw<Acts = AtPoint> + Send + Sync>);

impl fmt::Debug for CustomLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomLaw")
    }
}

impl PartialEq for CustomLaw {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// How a contact loses energy along its normal.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Loss {
    /// Not at all.
    #[default]
    None,
    /// H(δ)(1 + χ δ̇) with χ from the speed at which each contact episode began.
    Hysteretic {
        /// Which factor.
        #[serde(with = "super::names")]
        #[schemars(with = "String")]
        factor: crate::contact::Hysteresis,
        /// Coefficient of restitution, in (0, 1].
        restitution: f64,
        /// Episodes that begin more slowly than this count as beginning with this speed.
        least_speed: f64,
    },
    /// H(δ) + D δ̇, cut off where it would pull.
    KelvinVoigt {
        /// D, in N·s/m.
        coefficient: f64,
    },
    /// H(δ) on the way in, c H(δ) on the way out.
    ScaledUnloading {
        /// c, in (0, 1]; the rebound is √c of the impact.
        restitution: f64,
        /// Speed on the way out over which the factor falls from 1 to c; 0 lets the force jump.
        transition_speed: f64,
    },
    /// A standard linear solid: the force of a constant indentation relaxes, see [`Relaxation`]. The force that has relaxed
    /// is a state of the contact, which it keeps while the surfaces are apart.
    Relaxing {
        /// Share of the force that is left after a long time, in (0, 1).
        relaxed_share: f64,
        /// Time of the relaxation, in s.
        time: f64,
    },
}

impl Loss {
    /// Damping of an episode that begins with this speed of approach.
    pub fn damping(&self, approach: f64) -> Damping {
        match *self {
            Self::None | Self::Relaxing { .. } => Damping::None,
            Self::Hysteretic { factor, restitution, least_speed } => {
                Damping::Hysteretic { factor: factor.coefficient(restitution) / approach.max(least_speed) }
            }
            Self::KelvinVoigt { coefficient } => Damping::KelvinVoigt { coefficient },
            Self::ScaledUnloading { restitution, transition_speed } => {
                Damping::ScaledUnloading(ScaledUnloading { restitution, transition_speed })
            }
        }
    }
}

impl Loss {
    /// Of a contact that relaxes.
    pub fn relaxation(&self) -> Option<Relaxation> {
        match *self {
            Self::Relaxing { relaxed_share, time } => Some(Relaxation { relaxed_share, time }),
            _ => None,
        }
    }
}

/// How a contact resists sliding.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Friction {
    /// A smooth function of the sliding speed, without memory: see [`crate::contact::Coulomb`]. Nothing truly sticks, so
    /// that [`EventKind::Slips`](super::EventKind::Slips) and `Sticks` tell where the sliding speed crosses the transition
    /// speed.
    Coulomb {
        /// Largest coefficient.
        static_coefficient: f64,
        /// Coefficient at high speed.
        dynamic_coefficient: f64,
        /// Speed at which sticking turns into slipping.
        transition_speed: f64,
    },
    /// The surface gives way sideways like a spring and a damper, and slips where they reach Coulomb's limit: see
    /// [`crate::contact::TangentialCompliance`]. The deformation is a state of the contact. It truly sticks:
    /// [`EventKind::Slips`](super::EventKind::Slips) is the instant where the force reaches the limit, `Sticks` that where
    /// slipping comes to rest, as at a reversal.
    Compliant {
        /// μ.
        coefficient: f64,
        /// K, in N/m for an exponent of 1, otherwise in N/m^β.
        stiffness: f64,
        /// β ≥ 1.
        #[serde(default = "one")]
        exponent: f64,
        /// α > 0, in s/m: while it slips, the surface relaxes within about ³⁄₂ α δ/β. The smaller, the stiffer.
        damping: f64,
    },
}

fn one() -> f64 {
    1.0
}
