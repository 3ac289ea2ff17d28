//! Hysteresis factors by name.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

use crate::contact::Hysteresis;

pub(super) fn serialize<S: Serializer>(factor: &Hysteresis, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(factor.name())
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hysteresis, D::Error> {
    let text = String::deserialize(deserializer)?;
    Hysteresis::ALL.into_iter().find(|factor| factor.name() == text).ok_or_else(|| {
        let known = Hysteresis::ALL.map(Hysteresis::name).join(", ");
        D::Error::custom(format!("`{text}` is no hysteresis factor; known are {known}"))
    })
}
