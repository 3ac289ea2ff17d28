//! One run of a comparison: a kind of hip, and a fluid if it has one.

use mechanics::fluid;

use super::parameters::{Kind, Parameters};

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Case {
    pub kind: Kind,
    /// Which fluid, if it has one.
    pub fluid: Option<fluid::Fluid>,
    /// Part of the machine names: `lubricated_250`.
    pub key: String,
    /// For readers: `lubricated, 250 Pa s`.
    pub label: String,
}

impl Case {
    /// The runs that the parameters ask for, in order.
    pub fn list(parameters: &Parameters) -> Vec<Self> {
        let fluids = &parameters.lubricated.fluids;
        let mut cases = Vec::new();
        for &kind in parameters.hip.list() {
            if kind != Kind::Lubricated {
                cases.push(Self { kind, fluid: None, key: kind.name().into(), label: kind.name().into() });
                continue;
            }
            for fluid in fluids {
                let (key, label) = match fluids.len() {
                    1 => ("lubricated".into(), "lubricated".into()),
                    _ => (format!("lubricated_{}", fluid.key()), format!("lubricated, {}", fluid.label())),
                };
                cases.push(Self { kind, fluid: fluid.fluid(), key, label });
            }
        }
        cases
    }
}
