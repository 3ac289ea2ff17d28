//! Hysteresis factors by name.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

use crate::contact::Hysteresis;

/// The name of a factor in a study file.
fn name(factor: Hysteresis) -> &'static str {
    match factor {
        Hysteresis::HuntCrossley => "hunt-crossley",
        Hysteresis::HerbertMcWhannell => "herbert-mcwhannell",
        Hysteresis::LeeWang => "lee-wang",
        Hysteresis::LankaraniNikravesh => "lankarani-nikravesh",
        Hysteresis::Gonthier => "gonthier",
        Hysteresis::ZhiyingQishao => "zhiying-qishao",
        Hysteresis::Flores => "flores",
        Hysteresis::GharibHurmuzlu => "gharib-hurmuzlu",
        Hysteresis::Exact => "exact",
    }
}

pub(super) fn serialize<S: Serializer>(factor: &Hysteresis, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name(*factor))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hysteresis, D::Error> {
    let text = String::deserialize(deserializer)?;
    Hysteresis::ALL.into_iter().find(|factor| name(*factor) == text).ok_or_else(|| {
        let known = Hysteresis::ALL.map(name).join(", ");
        D::Error::custom(format!("`{text}` is no hysteresis factor; known are {known}"))
    })
}
