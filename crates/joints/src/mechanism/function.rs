//! Functions of time, with units.

use std::marker::PhantomData;
use std::str::FromStr;

use quantity::{Angle, Force, Frequency, Length, Moment, Time};
use schemars::JsonSchema;
use serde::de::value::{F64Deserializer, I64Deserializer, U64Deserializer};
use serde::de::{self, IgnoredAny, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// What a function of time may give: a quantity.
pub trait Value: Copy + FromStr<Err = quantity::QuantityError> {
    /// The number in the SI unit.
    fn si(self) -> f64;
    /// From a number in the SI unit.
    fn from_si(si: f64) -> Self;
}

macro_rules! values {
    ($($name:ident),*) => { $(
        impl Value for $name {
            fn si(self) -> f64 {
                $name::si(self)
            }
            fn from_si(si: f64) -> Self {
                $name::from_si(si)
            }
        }
    )* };
}

values!(Angle, Length, Force, Moment);

/// A function of time: a value such as "35 deg" that stays, or a table that says how it changes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(bound = "Q: JsonSchema + Value + Serialize", rename = "FunctionOf{Q}")]
pub enum Function<Q> {
    /// mean + amplitude · sin(2π · frequency · t + phase).
    Sine(Sine<Q>),
    /// A sum of powers of time.
    Polynomial(Polynomial<Q>),
    /// amplitude · exp(−decay · (t/duration)²) · sin(π t/duration) from t = 0 on.
    Pulse(Pulse<Q>),
    /// A cubic spline through points.
    Spline(Spline<Q>),
    /// A cubic spline through a column of a table: CSV, or OpenSim `.mot` or `.sto`.
    File(ColumnFile),
    /// Always the same.
    #[serde(untagged)]
    Constant(Q),
}

/// A sine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", bound(deserialize = "Q: Value + Deserialize<'de>"))]
#[schemars(bound = "Q: JsonSchema + Value + Serialize", rename = "SineOf{Q}")]
pub struct Sine<Q> {
    /// Mean.
    #[serde(default = "zero::<Q>")]
    pub mean: Q,
    /// Amplitude.
    pub amplitude: Q,
    /// Cycles per second.
    pub frequency: Frequency,
    /// Phase at t = 0.
    #[serde(default = "zero::<Angle>")]
    pub phase: Angle,
}

/// c₀ + c₁ (t/over) + c₂ (t/over)² + …: every coefficient has the unit of the function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "PolynomialOf{Q}")]
pub struct Polynomial<Q> {
    /// c₀, c₁, c₂, …
    pub coefficients: Vec<Q>,
    /// The time in which each term changes by its coefficient.
    #[serde(default = "one_second")]
    pub over: Time,
}

/// The pulse of a blow; [Moeinzadeh1983] has a decay of 4.73.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "PulseOf{Q}")]
pub struct Pulse<Q> {
    /// Amplitude.
    pub amplitude: Q,
    /// Duration of the half sine.
    pub duration: Time,
    /// How fast it fades.
    #[serde(default = "usual_decay")]
    pub decay: f64,
}

/// The cubic spline through points; straight beyond its ends, unless it repeats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "SplineOf{Q}")]
pub struct Spline<Q> {
    /// Increasing.
    pub times: Vec<Time>,
    /// One for each time.
    pub values: Vec<Q>,
    /// Whether the points are one period, whose last point is the first of the next.
    #[serde(default)]
    pub repeats: bool,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ColumnFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Name of the column with the time in seconds.
    pub time: String,
    /// Name of the column with the values.
    pub column: String,
    /// Unit of the values, for instance "deg" or "N".
    pub unit: String,
    /// The values are multiplied by this; -1 turns their sign.
    #[serde(default = "one")]
    pub factor: f64,
    /// The file's time at which the study begins; its first row when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Time>,
    /// Whether the rows are one period, whose last row is the first of the next.
    #[serde(default)]
    pub repeats: bool,
    /// What is in the file, put here by whoever reads it.
    #[serde(skip)]
    pub rows: Option<Rows>,
}

/// The rows of a file: two columns as they stand there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows {
    /// In seconds.
    pub times: Vec<f64>,
    /// In the unit of the file.
    pub values: Vec<f64>,
}

fn zero<Q: Value>() -> Q {
    Q::from_si(0.0)
}

fn one() -> f64 {
    1.0
}

fn one_second() -> Time {
    Time::from_si(1.0)
}

fn usual_decay() -> f64 {
    4.73
}

/// By hand, because a derived untagged choice would hide which value is wrong.
impl<'de, Q: Value + Deserialize<'de>> Deserialize<'de> for Function<Q> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Choices(PhantomData))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Choice {
    Sine,
    Polynomial,
    Pulse,
    Spline,
    File,
}

struct Choices<Q>(PhantomData<Q>);

impl<'de, Q: Value + Deserialize<'de>> Visitor<'de> for Choices<Q> {
    type Value = Function<Q>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(
            "a function of time: a value with its unit in quotes, or a table sine, polynomial, pulse, spline or file",
        )
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Function<Q>, E> {
        text.parse().map(Function::Constant).map_err(E::custom)
    }

    // A quantity itself says best which unit a bare number misses.
    fn visit_f64<E: de::Error>(self, bare: f64) -> Result<Function<Q>, E> {
        let bare: F64Deserializer<E> = bare.into_deserializer();
        Q::deserialize(bare).map(Function::Constant)
    }

    fn visit_i64<E: de::Error>(self, bare: i64) -> Result<Function<Q>, E> {
        let bare: I64Deserializer<E> = bare.into_deserializer();
        Q::deserialize(bare).map(Function::Constant)
    }

    fn visit_u64<E: de::Error>(self, bare: u64) -> Result<Function<Q>, E> {
        let bare: U64Deserializer<E> = bare.into_deserializer();
        Q::deserialize(bare).map(Function::Constant)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Function<Q>, A::Error> {
        let Some(choice) = map.next_key()? else {
            return Err(de::Error::custom("wanted exactly 1 element, found 0 elements"));
        };
        let function = match choice {
            Choice::Sine => Function::Sine(map.next_value()?),
            Choice::Polynomial => Function::Polynomial(map.next_value()?),
            Choice::Pulse => Function::Pulse(map.next_value()?),
            Choice::Spline => Function::Spline(map.next_value()?),
            Choice::File => Function::File(map.next_value()?),
        };
        match map.next_key::<IgnoredAny>()? {
            None => Ok(function),
            Some(_) => Err(de::Error::custom("wanted exactly 1 element, more than 1 element")),
        }
    }
}
