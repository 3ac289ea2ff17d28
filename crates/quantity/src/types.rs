//! The quantities themselves: one line each, made alike by one macro.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

use crate::error::QuantityError;
use crate::unit::Scale::{Decimal, Times};
use crate::{kinds, parse, show};

macro_rules! quantity {
    ($(#[$about:meta])* $name:ident = $kind:path { $($(#[$made:meta])* $maker:ident: $scale:expr,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// From a number in the SI unit.
            pub const fn from_si(si: f64) -> Self {
                Self(si)
            }

            /// The number in the SI unit.
            pub const fn si(self) -> f64 {
                self.0
            }

            $(
                $(#[$made])*
                pub fn $maker(value: f64) -> Self {
                    Self($scale.to_si(value))
                }
            )*
        }

        impl FromStr for $name {
            type Err = QuantityError;

            fn from_str(text: &str) -> Result<Self, QuantityError> {
                parse::parse(text, &$kind).map(Self)
            }
        }

        /// A pleasant unit, and the shortest number that reads back to the same bits.
        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.pad(&show::show(self.0, &$kind))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if self.0.is_finite() {
                    serializer.collect_str(self)
                } else {
                    Err(ser::Error::custom(format_args!("{} cannot be written: it is {}", $kind.noun, self.0)))
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(formatter, "{} with its unit, such as \"{}\"", $kind.noun, $kind.example)
                    }

                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$name, E> {
                        text.parse().map_err(E::custom)
                    }

                    fn visit_f64<E: de::Error>(self, bare: f64) -> Result<$name, E> {
                        Err(E::custom(parse::missing_unit(&bare.to_string(), &$kind)))
                    }

                    fn visit_i64<E: de::Error>(self, bare: i64) -> Result<$name, E> {
                        Err(E::custom(parse::missing_unit(&bare.to_string(), &$kind)))
                    }

                    fn visit_u64<E: de::Error>(self, bare: u64) -> Result<$name, E> {
                        Err(E::custom(parse::missing_unit(&bare.to_string(), &$kind)))
                    }
                }

                // `any` rather than `str`, so that a bare number is told about its missing unit.
                deserializer.deserialize_any(Text)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> Cow<'static, str> {
                concat!("quantity::", stringify!($name)).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let description =
                    format!("Text: {} with its unit ({}), for example \"{}\"", $kind.noun, $kind.unit_list(), $kind.example);
                json_schema!({ "type": "string", "description": description, "examples": [$kind.example] })
            }
        }
    };
}

quantity! {
    /// A distance, in metres.
    Length = kinds::LENGTH {
        /// From metres.
        metres: Decimal(0),
        /// From millimetres.
        millimetres: Decimal(-3),
        /// From micrometres.
        micrometres: Decimal(-6),
        /// From nanometres.
        nanometres: Decimal(-9),
    }
}

quantity! {
    /// A plane angle, in radians.
    Angle = kinds::ANGLE {
        /// From radians.
        radians: Decimal(0),
        /// From degrees.
        degrees: Times(std::f64::consts::PI / 180.0),
    }
}

quantity! {
    /// A force, in newtons.
    Force = kinds::FORCE {
        /// From newtons.
        newtons: Decimal(0),
        /// From kilonewtons.
        kilonewtons: Decimal(3),
    }
}

quantity! {
    /// A mass, in kilograms.
    Mass = kinds::MASS {
        /// From kilograms.
        kilograms: Decimal(0),
        /// From grams.
        grams: Decimal(-3),
    }
}

quantity! {
    /// A pressure, a stress or an elastic modulus, in pascals.
    Pressure = kinds::PRESSURE {
        /// From pascals.
        pascals: Decimal(0),
        /// From kilopascals.
        kilopascals: Decimal(3),
        /// From megapascals.
        megapascals: Decimal(6),
        /// From gigapascals.
        gigapascals: Decimal(9),
    }
}

quantity! {
    /// Mass per volume, in kg/m³.
    Density = kinds::DENSITY {
        /// From kg/m³.
        kilograms_per_cubic_metre: Decimal(0),
        /// From g/cm³.
        grams_per_cubic_centimetre: Decimal(3),
    }
}

quantity! {
    /// A duration, in seconds.
    Time = kinds::TIME {
        /// From seconds.
        seconds: Decimal(0),
        /// From milliseconds.
        milliseconds: Decimal(-3),
    }
}

quantity! {
    /// Cycles per second, in Hz; two steps make a cycle.
    Frequency = kinds::FREQUENCY {
        /// From hertz.
        hertz: Decimal(0),
        /// From steps per minute, two of which make a cycle.
        steps_per_minute: Times(1.0 / 120.0),
    }
}

quantity! {
    /// A speed, in m/s.
    Velocity = kinds::VELOCITY {
        /// From m/s.
        metres_per_second: Decimal(0),
        /// From mm/s.
        millimetres_per_second: Decimal(-3),
    }
}

quantity! {
    /// An acceleration, in m/s².
    Acceleration = kinds::ACCELERATION {
        /// From m/s².
        metres_per_second_squared: Decimal(0),
    }
}

quantity! {
    /// Worn volume per work of the normal force along the sliding distance, in m³/(N·m) = m²/N.
    WearFactor = kinds::WEAR_FACTOR {
        /// From m²/N.
        square_metres_per_newton: Decimal(0),
        /// From mm³/(N·m).
        cubic_millimetres_per_newton_metre: Decimal(-9),
    }
}

quantity! {
    /// Force per velocity, in N·s/m.
    DampingCoefficient = kinds::DAMPING {
        /// From N·s/m.
        newton_seconds_per_metre: Decimal(0),
    }
}

quantity! {
    /// Force per length, in N/m.
    Stiffness = kinds::STIFFNESS {
        /// From N/m.
        newtons_per_metre: Decimal(0),
        /// From N/mm.
        newtons_per_millimetre: Decimal(3),
    }
}

quantity! {
    /// A moment of inertia about an axis, in kg·m².
    MomentOfInertia = kinds::MOMENT_OF_INERTIA {
        /// From kg·m².
        kilogram_square_metres: Decimal(0),
    }
}

quantity! {
    /// A moment of a force, in N·m.
    Moment = kinds::MOMENT {
        /// From N·m.
        newton_metres: Decimal(0),
    }
}

quantity! {
    /// An angular velocity, in rad/s.
    AngularVelocity = kinds::ANGULAR_VELOCITY {
        /// From rad/s.
        radians_per_second: Decimal(0),
    }
}

quantity! {
    /// Moment per angle, in N·m/rad.
    TorsionalStiffness = kinds::TORSIONAL_STIFFNESS {
        /// From N·m/rad.
        newton_metres_per_radian: Decimal(0),
    }
}

quantity! {
    /// Moment per angular velocity, in N·m·s/rad.
    TorsionalDamping = kinds::TORSIONAL_DAMPING {
        /// From N·m·s/rad.
        newton_metre_seconds_per_radian: Decimal(0),
    }
}

quantity! {
    /// K of Hertz's law K δ^{3/2}, in N/m^1.5.
    HertzStiffness = kinds::HERTZ_STIFFNESS {
        /// From N/m^1.5.
        newtons_per_metre_to_the_three_halves: Decimal(0),
    }
}

quantity! {
    /// k of a quadratic law k (l − l₀)², in N/m².
    QuadraticStiffness = kinds::QUADRATIC_STIFFNESS {
        /// From N/m².
        newtons_per_square_metre: Decimal(0),
    }
}

quantity! {
    /// An energy per area, such as a work of adhesion, in J/m².
    SurfaceEnergy = kinds::SURFACE_ENERGY {
        /// From J/m².
        joules_per_square_metre: Decimal(0),
    }
}

quantity! {
    /// A dynamic viscosity, in Pa·s.
    Viscosity = kinds::VISCOSITY {
        /// From Pa·s.
        pascal_seconds: Decimal(0),
        /// From mPa·s, also called centipoise.
        millipascal_seconds: Decimal(-3),
    }
}

quantity! {
    /// Time per distance, in seconds per metre: the damping factor of hysteretic laws.
    InverseVelocity = kinds::INVERSE_VELOCITY {
        /// From s/m.
        seconds_per_metre: Decimal(0),
    }
}
