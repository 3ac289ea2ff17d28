//! Which laws there are, and each of them set up for the impact.

use mechanics::contact::{
    AtPoint, ConformalSphere, DOUBLE_LAYER, Damped, Damping, Description, DoubleLayer, EllipticHertz,
    FoundationParaboloid, Hertz, Hysteresis, NormalLaw, ScaledUnloading, Spring,
};

use super::Impact;

/// A normal law of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Linear spring.
    Spring,
    /// Hertz, circular patch.
    Hertz,
    /// Hertz, elliptic patch.
    EllipticHertz,
    /// What is left of the cartilage over bone.
    DoubleLayer,
    /// Cartilage as springs, sphere on plane.
    Foundation,
    /// Cartilage as springs, ball in socket.
    BallInSocket,
    /// Linear spring, weaker on the way out.
    ScaledUnloading,
    /// Linear spring and dashpot.
    KelvinVoigt,
    /// Hertz with a hysteresis factor.
    Hysteretic(Hysteresis),
}

/// Something to be done with a law, whichever it is, without a virtual call.
pub(super) trait Visitor {
    /// What comes out.
    type Out;
    /// Does it.
    fn visit<L: NormalLaw<Acts = AtPoint>>(self, law: L) -> Self::Out;
}

impl Law {
    /// Every law, elastic ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        use Law::{BallInSocket, DoubleLayer, EllipticHertz, Foundation, Hertz, KelvinVoigt, ScaledUnloading, Spring};
        [Spring, Hertz, EllipticHertz, DoubleLayer, Foundation, BallInSocket, ScaledUnloading, KelvinVoigt]
            .into_iter()
            .chain(Hysteresis::ALL.into_iter().map(Self::Hysteretic))
    }

    /// Whether it loses nothing.
    pub fn is_elastic(self) -> bool {
        !matches!(self, Self::ScaledUnloading | Self::KelvinVoigt | Self::Hysteretic(_))
    }

    /// The law in words.
    pub fn description(self) -> &'static Description {
        match self {
            Self::Spring => &Spring::DESCRIPTION,
            Self::Hertz => &Hertz::DESCRIPTION,
            Self::EllipticHertz => &EllipticHertz::DESCRIPTION,
            Self::DoubleLayer => &DOUBLE_LAYER,
            Self::Foundation => &FoundationParaboloid::DESCRIPTION,
            Self::BallInSocket => &ConformalSphere::DESCRIPTION,
            Self::ScaledUnloading => &ScaledUnloading::DESCRIPTION,
            Self::KelvinVoigt => &Damping::KELVIN_VOIGT,
            Self::Hysteretic(hysteresis) => hysteresis.description(),
        }
    }

    /// Short name for machines, e.g. `hunt_crossley`.
    pub fn key(self) -> String {
        let name = match self {
            Self::Spring => "spring",
            Self::Hertz => "hertz",
            Self::EllipticHertz => "elliptic_hertz",
            Self::DoubleLayer => "double_layer",
            Self::Foundation => "foundation",
            Self::BallInSocket => "ball_in_socket",
            Self::ScaledUnloading => "scaled_unloading",
            Self::KelvinVoigt => "kelvin_voigt",
            Self::Hysteretic(hysteresis) => hysteresis.name(),
        };
        name.replace('-', "_")
    }

    /// The law set up for an impact with a restitution asked for.
    pub(super) fn visit<V: Visitor>(self, impact: &Impact, restitution: f64, visitor: V) -> V::Out {
        let Impact { mass, speed, .. } = *impact;
        let hertz = impact.hertz();
        let spring = impact.spring();
        match self {
            Self::Spring => visitor.visit(spring),
            Self::Hertz => visitor.visit(hertz),
            Self::EllipticHertz => {
                visitor.visit(EllipticHertz::new(hertz.radius, impact.radius_ratio * hertz.radius, hertz.modulus))
            }
            Self::DoubleLayer => {
                visitor.visit(DoubleLayer { first: hertz, second: impact.bone(), thickness: impact.layer })
            }
            Self::Foundation => {
                visitor.visit(FoundationParaboloid { radius: hertz.radius, foundation: impact.foundation() })
            }
            Self::BallInSocket => {
                let (ball_radius, socket_radius) = (hertz.radius, impact.socket_ratio * hertz.radius);
                visitor.visit(ConformalSphere { ball_radius, socket_radius, foundation: impact.foundation() })
            }
            Self::ScaledUnloading => {
                let damping = Damping::ScaledUnloading(ScaledUnloading { restitution, transition_speed: 0.0 });
                visitor.visit(Damped { elastic: spring, damping })
            }
            Self::KelvinVoigt => {
                let damping = Damping::kelvin_voigt(spring.stiffness, mass, restitution);
                visitor.visit(Damped { elastic: spring, damping })
            }
            Self::Hysteretic(hysteresis) => {
                let factor = hysteresis.coefficient(restitution) / speed;
                visitor.visit(Damped { elastic: hertz, damping: Damping::Hysteretic { factor } })
            }
        }
    }
}
