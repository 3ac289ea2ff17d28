//! The knees of Tables 3 and 4 of [Machado2011].

use mechanics::contact::contact_modulus;
use mechanics::material::Elastic;

use super::bearing::Bearing;
use crate::contact;

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

/// What a knee's surfaces are made of: the condyle first, then the plateau.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layers {
    /// The surface.
    pub surface: [Elastic; 2],
    /// What is beneath it.
    pub beneath: Option<contact::Beneath>,
}

impl Layers {
    /// Contact modulus E* of the surface, in Pa.
    pub fn modulus(&self) -> f64 {
        contact_modulus(&self.surface[0], &self.surface[1])
    }

    /// Contact modulus E* of what is beneath it, in Pa.
    pub fn modulus_beneath(&self) -> Option<f64> {
        self.beneath.map(|beneath| contact_modulus(&beneath.materials[0], &beneath.materials[1]))
    }
}

impl Bearing {
    /// What it is made of; a name that is not in Table 3, or a material that is not in the library, is of nothing.
    pub fn layers(&self) -> Option<Layers> {
        match self {
            Self::Named(name) => {
                let knee = TABLE_3.iter().find(|knee| knee.name == name)?;
                // The density is not used in a contact.
                let row = |index: usize| Elastic { modulus: TABLE_4[index].1, poisson: TABLE_4[index].2, density: 0.0 };
                let beneath = |rows: [usize; 2]| contact::Beneath { depth: CARTILAGE_LEFT, materials: rows.map(row) };
                Some(Layers { surface: knee.surface.map(row), beneath: knee.beneath.map(beneath) })
            }
            Self::Given(given) => {
                let beneath = match &given.beneath {
                    Some(beneath) => Some(contact::Beneath {
                        depth: beneath.depth.si(),
                        materials: [beneath.femur.elastic()?, beneath.tibia.elastic()?],
                    }),
                    None => None,
                };
                Some(Layers { surface: [given.femur.elastic()?, given.tibia.elastic()?], beneath })
            }
        }
    }
}
