//! The wear law that a study asks for, with the constants of its material.

use mechanics::material;
use mechanics::wear::{Archard, DirectedEnergy, Kang, Liu, LocalWear, Remembering, Wang, WearLaw};
use quantity::WearFactor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::contact::{Material, Wearing};

/// Which wear law.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WearLawName {
    /// Load times sliding with one constant factor.
    #[default]
    Archard,
    /// Pressure and cross-shear (Kang 2009): fitted to pins of conventional polyethylene at 1 to 11 MPa.
    Kang,
    /// Area in contact times sliding, and cross-shear (Liu 2011): the pressure itself does not matter.
    Liu,
    /// Work across the principal direction of sliding (Wang 2001); `factor` is that of a circular track.
    Wang,
    /// Work across the direction that is remembered (after Dressler 2011 and Strickland 2012), in a lifetime only; `factor` is that of a circular track.
    Memory,
    /// Work across and along the principal direction, each with its price (Schwenke and Wimmer 2013); `factor` is that of a circular track.
    Energy,
}

impl WearLawName {
    /// Whether its constants are its own, so that no factor can be given.
    fn has_own_level(self) -> bool {
        matches!(self, Self::Kang | Self::Liu)
    }
}

/// The law with its constants: a factor that is given, or what is known of the material.
pub(crate) fn build(name: WearLawName, given: Option<WearFactor>, wearing: &Wearing, material: &Material) -> WearLaw {
    let ratio = match material {
        Material::Named(name) => material::find(name).and_then(|m| m.wear).map_or(1.0, |wear| wear.ratio),
        Material::Given(_) => 1.0,
    };
    let given = given.map(WearFactor::si);
    match name {
        WearLawName::Archard => WearLaw::Archard(Archard { factor: wearing.factor.si() }),
        WearLawName::Kang => WearLaw::Kang(Kang { ratio }),
        WearLawName::Liu => WearLaw::Liu(Liu { ratio }),
        WearLawName::Wang => WearLaw::Wang(given.map_or(Wang::of(ratio), |factor| Wang { factor })),
        WearLawName::Memory => {
            let usual = Remembering::of(ratio);
            WearLaw::Remembering(Remembering { factor: given.unwrap_or(usual.factor), ..usual })
        }
        WearLawName::Energy => {
            WearLaw::DirectedEnergy(given.map_or(DirectedEnergy::of(ratio), |factor| DirectedEnergy { factor }))
        }
    }
}

/// More cannot be meant, in m³/(N m): ten orders above polyethylene. What is less and still absurd wears through, and is told so.
pub(crate) const MOST_FACTOR: f64 = 1e-5;

/// What is wrong with a choice.
pub(crate) fn check(name: WearLawName, given: Option<WearFactor>, lifetime: bool, found: &mut Vec<Problem>) {
    if let Some(factor) = given.filter(|factor| !(factor.si() <= MOST_FACTOR)) {
        let message = format!("a wear factor of {factor} cannot be meant");
        let hint = "check its unit: polyethylene in a hip wears by about 1e-6 mm^3/(N m)";
        found.push(Problem::new("wear.factor", message, hint));
    }
    if name.has_own_level() && given.is_some() {
        found.push(Problem::new(
            "wear.factor",
            "this wear law has constants of its own, and a factor is given as well",
            "delete the factor, or use law = \"archard\"",
        ));
    }
    if name == WearLawName::Memory && !lifetime {
        found.push(Problem::new(
            "wear.law",
            "the law with memory follows the cycle twice, which only a lifetime does",
            "add a lifetime, or use law = \"wang\", its limit of a long memory",
        ));
    }
}

/// In words: the law, its constants and how sure they are.
pub(crate) fn describe(law: &WearLaw, wearing: &Wearing) -> String {
    if let WearLaw::Archard(_) = law {
        return format!("Archard, {}", wearing.describe());
    }
    let constants: Vec<String> = law.constants().iter().map(|constant| constant.describe()).collect();
    format!("{}: {}. It ignores {}", law.name(), constants.join("; "), law.ignores())
}
