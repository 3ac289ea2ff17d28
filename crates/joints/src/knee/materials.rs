//! The knees of Tables 3 and 4 of [Machado2011].

use mechanics::contact::contact_modulus;
use mechanics::material::Elastic;

use super::parameters::{Material, Moduli};

/// Materials of Table 4 of [Machado2011]: name, Young's modulus in Pa, Poisson's ratio.
pub const TABLE_4: [(&str, f64, f64); 5] = [
    ("hyaline cartilage", 24e6, 0.38),
    ("normal bone", 17.2e9, 0.39),
    ("osteoporotic bone", 12e9, 0.39),
    ("titanium", 113.8e9, 0.34),
    ("UHMWPE", 800e6, 0.46),
];

const CARTILAGE: usize = 0;
const BONE: usize = 1;
const OSTEOPOROTIC: usize = 2;
const TITANIUM: usize = 3;
const POLYETHYLENE: usize = 4;

/// What is left of 4.15 mm of cartilage when 90 % are lost, in m.
const CARTILAGE_LEFT: f64 = 0.415e-3;

/// A knee of Table 3: rows of Table 4 for femur and tibia, and for what is beneath.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NamedKnee {
    /// The name in study files.
    pub name: &'static str,
    /// What a reader calls it.
    pub label: &'static str,
    surface: [usize; 2],
    beneath: Option<[usize; 2]>,
}

const fn knee(name: &'static str, label: &'static str, surface: [usize; 2], beneath: Option<[usize; 2]>) -> NamedKnee {
    NamedKnee { name, label, surface, beneath }
}

/// The six knees of Table 3 of [Machado2011].
pub const TABLE_3: [NamedKnee; 6] = [
    knee("healthy", "healthy", [CARTILAGE; 2], None),
    knee("oa-90", "90 % OA", [CARTILAGE; 2], Some([BONE; 2])),
    knee("oa-op-90", "90 % OA + OP", [CARTILAGE; 2], Some([OSTEOPOROTIC; 2])),
    knee("oa-op-100", "100 % OA + OP", [OSTEOPOROTIC; 2], None),
    knee("ti-uhmwpe", "Ti–UHMWPE", [TITANIUM, POLYETHYLENE], None),
    knee("ti-ti", "Ti–Ti", [TITANIUM; 2], None),
];

impl NamedKnee {
    /// What it is made of, in words.
    pub fn describe(&self) -> String {
        let pair = |[femur, tibia]: [usize; 2]| match (TABLE_4[femur].0, TABLE_4[tibia].0) {
            (a, b) if a == b => format!("{a} on both bones"),
            (a, b) => format!("{a} on {b}"),
        };
        match self.beneath {
            None => pair(self.surface),
            Some(beneath) => {
                format!("{}, {} mm deep, then {}", pair(self.surface), CARTILAGE_LEFT * 1e3, pair(beneath))
            }
        }
    }
}

/// A knee's contact moduli E*, in Pa: of the surface, and of a second layer with the depth in m at which it begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layers {
    /// Of the surface.
    pub surface: f64,
    /// Of what is beneath.
    pub beneath: Option<(f64, f64)>,
}

impl Material {
    /// The name used in study files and results.
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) => name,
            Self::Given(given) => &given.name,
        }
    }

    /// What a reader calls it.
    pub fn label(&self) -> &str {
        TABLE_3.iter().find(|knee| knee.name == self.name()).map_or(self.name(), |knee| knee.label)
    }

    /// Its contact moduli; a name that is not in Table 3 has none.
    pub fn layers(&self) -> Option<Layers> {
        match self {
            Self::Named(name) => {
                let knee = TABLE_3.iter().find(|knee| knee.name == name)?;
                let row = |index: usize| elastic(TABLE_4[index].1, TABLE_4[index].2);
                let pair = |[femur, tibia]: [usize; 2]| contact_modulus(&row(femur), &row(tibia));
                Some(Layers {
                    surface: pair(knee.surface),
                    beneath: knee.beneath.map(|rows| (CARTILAGE_LEFT, pair(rows))),
                })
            }
            Self::Given(given) => {
                let pair = |femur: &Moduli, tibia: &Moduli| {
                    let [a, b] = [femur, tibia].map(|m| elastic(m.modulus.si(), m.poisson));
                    contact_modulus(&a, &b)
                };
                Some(Layers {
                    surface: pair(&given.femur, &given.tibia),
                    beneath: given.beneath.as_ref().map(|b| (b.depth.si(), pair(&b.femur, &b.tibia))),
                })
            }
        }
    }
}

/// The density is not used in a contact.
fn elastic(modulus: f64, poisson: f64) -> Elastic {
    Elastic { modulus, poisson, density: 0.0 }
}
