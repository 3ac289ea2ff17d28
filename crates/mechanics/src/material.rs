//! Linear elastic, isotropic materials, and a small library of those that joints are made of.
//!
//! ```
//! use mechanics::material::find;
//!
//! let polyethylene = find("uhmwpe").expect("a name of the library");
//! assert!(polyethylene.elastic.confined_modulus() > polyethylene.elastic.modulus);
//! ```

/// An isotropic linear elastic material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elastic {
    /// Young's modulus E, in Pa.
    pub modulus: f64,
    /// Poisson's ratio ν, below 0.5.
    pub poisson: f64,
    /// Density ρ, in kg/m³.
    pub density: f64,
}

impl Elastic {
    /// Stiffness of a layer that cannot expand sideways: `E_w = (1−ν)E / ((1+ν)(1−2ν))` [Askari2018, Eq. 17].
    pub fn confined_modulus(&self) -> f64 {
        let Self { modulus: e, poisson: nu, .. } = *self;
        e * (1.0 - nu) / ((1.0 + nu) * (1.0 - 2.0 * nu))
    }

    /// Its share of the contact compliance: `(1−ν²)/E`.
    pub fn plane_compliance(&self) -> f64 {
        (1.0 - self.poisson * self.poisson) / self.modulus
    }
}

/// A material of the library: its properties and where they come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Named {
    /// The name used in study files.
    pub name: &'static str,
    /// Properties.
    pub elastic: Elastic,
    /// Contact pressure at which it begins to flow, in Pa, where that is near what joints see.
    pub yield_strength: Option<f64>,
    /// How fast it wears, where that is known.
    pub wear: Option<RelativeWear>,
    /// Where the numbers come from, as citation keys.
    pub source: &'static str,
}

/// How fast a bearing material wears. Wear factors of one material differ by an order between hips, knees and pins, with
/// load, lubricant and crossing of paths; what carries over from one to the other is the ratio of two materials.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RelativeWear {
    /// Its wear factor over that of conventional polyethylene under the same conditions.
    pub ratio: f64,
    /// Where that comes from, as citation keys.
    pub source: &'static str,
}

const fn named(name: &'static str, properties: (f64, f64, f64), source: &'static str) -> Named {
    let (modulus, poisson, density) = properties;
    Named { name, elastic: Elastic { modulus, poisson, density }, yield_strength: None, wear: None, source }
}

/// Polyethylene yields at about 20 MPa [Kurtz2009].
const fn polyethylene(
    name: &'static str,
    properties: (f64, f64, f64),
    wear: RelativeWear,
    source: &'static str,
) -> Named {
    Named { yield_strength: Some(20e6), wear: Some(wear), ..named(name, properties, source) }
}

/// The materials that a study can call by name. Published values scatter: give your own when you have measured them.
pub const LIBRARY: &[Named] = &[
    polyethylene(
        "UHMWPE",
        (0.5e9, 0.40, 938.0),
        RelativeWear { ratio: 1.0, source: "conventional polyethylene, by definition" },
        "modulus and Poisson's ratio [Askari2018], density [Jourdan2009]",
    ),
    polyethylene(
        "cross-linked PE",
        (0.67e9, 0.46, 938.0),
        RelativeWear {
            ratio: 0.14,
            source: "0.14 of conventional polyethylene: the head went 14 ± 40 mm³ deep in nine years, 98 ± 46 mm³ with \
                     conventional liners [GlynJones2015]",
        },
        "typical of remelted highly cross-linked polyethylene [Kurtz2009]; density as UHMWPE",
    ),
    polyethylene(
        "moderately cross-linked PE",
        (0.6e9, 0.46, 938.0),
        RelativeWear {
            ratio: 0.5,
            source: "about half of conventional polyethylene at 5 Mrad, recalled, not confirmed",
        },
        "between conventional and highly cross-linked polyethylene [Kurtz2009]; density as UHMWPE",
    ),
    polyethylene(
        "vitamin E PE",
        (0.67e9, 0.46, 938.0),
        RelativeWear {
            ratio: 0.14,
            source: "0.14 of conventional polyethylene: a four- to tenfold decrease on a hip simulator [Oral2006], of which the \
                     geometric mean is 6.3",
        },
        "elastic as highly cross-linked polyethylene [Kurtz2009]; density as UHMWPE",
    ),
    named("CoCr", (210e9, 0.30, 8330.0), "[Askari2018]"),
    named("alumina", (380e9, 0.23, 3980.0), "medical-grade alumina [ISO6474]"),
    named(
        "titanium",
        (113.8e9, 0.34, 4430.0),
        "modulus and Poisson's ratio [Machado2011, Table 4], density of Ti-6Al-4V",
    ),
    named(
        "bone",
        (17.2e9, 0.39, 1900.0),
        "modulus and Poisson's ratio [Machado2011, Table 4], density of cortical bone",
    ),
    named(
        "cartilage",
        (24e6, 0.38, 1100.0),
        "modulus and Poisson's ratio [Machado2011, Table 4], density of wet cartilage",
    ),
];

/// The library's material of that name, without regard to case.
pub fn find(name: &str) -> Option<&'static Named> {
    LIBRARY.iter().find(|m| m.name.eq_ignore_ascii_case(name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confined_modulus_equals_lame_lambda_plus_two_mu() {
        for material in LIBRARY {
            let Elastic { modulus: e, poisson: nu, .. } = material.elastic;
            let (lambda, mu) = (e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), e / (2.0 * (1.0 + nu)));
            assert!(
                (material.elastic.confined_modulus() / (lambda + 2.0 * mu) - 1.0).abs() < 1e-14,
                "{}",
                material.name
            );
        }
    }

    #[test]
    fn the_library_is_physical_and_found_in_any_case() {
        for material in LIBRARY {
            let Elastic { modulus, poisson, density } = material.elastic;
            assert!(modulus > 0.0 && (0.0..0.5).contains(&poisson) && density > 0.0);
            assert_eq!(find(&material.name.to_uppercase()), Some(material));
        }
    }

    /// [GlynJones2015]: 14 mm³ against 98 mm³; linear, 0.003 against 0.030 mm a year.
    #[test]
    fn cross_linked_polyethylene_wears_by_an_order_less() {
        let ratio = |name: &str| find(name).and_then(|m| m.wear).map(|wear| wear.ratio);
        assert_eq!(ratio("UHMWPE"), Some(1.0));
        let cross_linked = ratio("cross-linked PE").expect("known");
        assert!((cross_linked - 14.0 / 98.0).abs() < 0.005 && cross_linked >= 0.1, "{cross_linked}");
        assert_eq!(ratio("bone"), None);
    }
}
