//! One run of a comparison: a kind of hip, and a viscosity if it has one.

use super::parameters::{Kind, Parameters};

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Case {
    pub kind: Kind,
    /// Of the fluid, in Pa·s; zero without one.
    pub viscosity: f64,
    /// Part of the machine names: `lubricated_250`.
    pub key: String,
    /// For readers: `lubricated, 250 Pa s`.
    pub label: String,
}

impl Case {
    /// The runs that the parameters ask for, in order.
    pub fn list(parameters: &Parameters) -> Vec<Self> {
        let viscosities = &parameters.lubricated.viscosities;
        let mut cases = Vec::new();
        for &kind in parameters.hip.list() {
            if kind != Kind::Lubricated {
                cases.push(Self { kind, viscosity: 0.0, key: kind.name().into(), label: kind.name().into() });
                continue;
            }
            for viscosity in viscosities {
                let shown = viscosity.to_string();
                let digits = shown.split(' ').next().unwrap_or_default().replace(['.', '-', '+'], "_");
                let key = if viscosities.len() > 1 { format!("lubricated_{digits}") } else { "lubricated".into() };
                let label = if viscosities.len() > 1 { format!("lubricated, {shown}") } else { "lubricated".into() };
                cases.push(Self { kind, viscosity: viscosity.si(), key, label });
            }
        }
        cases
    }
}
