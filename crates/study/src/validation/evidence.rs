//! What the expected numbers of the cases in Rust are, how uncertain, and what of the program they judge. Cases in folders say
//! the same in their `expected.toml`, and use what their studies use.

use serde::{Deserialize, Serialize};

/// What an expected number is: the stronger kinds last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reference {
    /// A closed form, an integral, an order, or the printed numbers of the very same model: it judges the code, not the model.
    Exact,
    /// Another program, with a model that is as complete or more so.
    Program,
    /// A printed number of a model or a review.
    #[default]
    Published,
    /// A measurement.
    Measured,
}

impl Reference {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Exact => "an exact solution, or the same model in print",
            Self::Program => "another program",
            Self::Published => "a published number",
            Self::Measured => "a measurement",
        }
    }
}

/// What a case in Rust offers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence {
    pub reference: Reference,
    pub uncertainty: f64,
    pub of: &'static str,
    /// Features of a study that it judges: `hip.contact.elastic-foundation`.
    pub uses: &'static [&'static str],
}

const FOUNDATION: &[&str] = &["hip.contact.elastic-foundation"];
const LAWS: &[&str] = &["knee.contact", "mechanism.contacts", "hip.dissipation"];

/// Rows of cases in Rust whose expected numbers are otherwise uncertain than those of their case: case, part of the source,
/// share, and where that is known from.
const ROWS: &[(&str, &str, f64, &str)] = &[
    ("knee-patella", "Buff1988", 6e-3, "printed in two and three digits; how far knees differ is not printed"),
    ("machado2011-stiffness", "Table 3", 5e-4, "half a unit of the last of four printed digits"),
    ("machado2011-start", "Eq. 2", 1.8e-3, "half a unit of the last of three digits"),
    ("elements-cook", "biquadratic", 2e-10, "the same elements in another program, in ten digits"),
    ("elements-cook", "fourth-order", 1.2e-3, "the extrapolation of the other program, as it says itself"),
    ("foundation-simbody", "Eq. 25", 1e-12, "a closed form"),
];

/// How uncertain the expected number of one row of a case in Rust is, where it differs from that of the case.
pub(crate) fn of_row(case: &str, source: &str) -> Option<(f64, &'static str)> {
    let fits = |row: &&(&str, &str, f64, &str)| row.0 == case && source.contains(row.1);
    ROWS.iter().find(fits).map(|(_, _, share, of)| (*share, *of))
}

/// The evidence of a case in Rust.
pub(crate) fn evidence(name: &str) -> Evidence {
    let (reference, uncertainty, of, uses): (_, _, _, &[&str]) = match name {
        "eq25-quadrature" => (Reference::Exact, 1e-12, "adaptive quadrature of the integral", FOUNDATION),
        "hip-hertz-limit" => {
            (Reference::Exact, 1e-9, "closed forms", &["hip.contact.elastic-foundation", "hip.contact.hertz"])
        }
        "hip-on-meshes" => {
            (Reference::Exact, 1e-9, "the closed form of a ball in a socket", &["knee-replacement.contact.linear"])
        }
        "restitution" => (Reference::Exact, 1e-9, "exact relations of energy", LAWS),
        "rim" => (Reference::Exact, 1e-6, "a million springs, summed", FOUNDATION),
        "slide-tracks" => (
            Reference::Exact,
            1e-12,
            "lengths of ellipses and circles",
            &["hip.experiment.quasi-static", "hip.experiment.dynamic"],
        ),
        "convergence" => (
            Reference::Exact,
            1e-6,
            "the same run at a hundredth of the tolerance, and on sixteen times the elements",
            &["hip.experiment.dynamic", "hip.experiment.quasi-static", "hip.contact.elastic-foundation"],
        ),
        "machado2011-stiffness" => {
            (Reference::Published, 5e-7, "half a unit of the last of seven printed digits", &["knee.contact"])
        }
        "machado2011-start" => (Reference::Exact, 1e-4, "printed in four digits", &["knee.motion"]),
        "machado2011-orderings" => {
            (Reference::Published, 0.0, "sentences of the paper: orderings have no size", &["knee.contact"])
        }
        "machado2011-relaxation" => (Reference::Exact, 1e-9, "Zener's solid in closed form", &["knee.contact"]),
        "knee-patella" => (Reference::Program, 1e-6, "another program's balance of the same forces", &["knee.patella"]),
        "li1997-four-models" => {
            (Reference::Exact, 1e-4, "Hankel transforms of the elastic layer, to four digits", &["knee.contact"])
        }
        "costa2016-orderings" => {
            (Reference::Published, 0.0, "sentences of the paper: orderings have no size", &["gait.hip"])
        }
        "elements-patch" => (
            Reference::Exact,
            1e-12,
            "a linear field is its own solution",
            &["liner.mesh", "hip.contact.finite-elements"],
        ),
        "elements-lame" => {
            (Reference::Exact, 1e-12, "Lamé's closed form", &["liner.mesh", "hip.contact.finite-elements"])
        }
        "elements-cook" => (
            Reference::Program,
            1e-3,
            "sixteen digits of one program, and two others that differ by 0.03 %",
            &["liner.mesh", "hip.contact.finite-elements"],
        ),
        "time-schemes" => {
            (Reference::Exact, 1e-12, "the cosine", &["hip.experiment.dynamic", "mechanism.time", "knee.time"])
        }
        "film-limits" => (
            Reference::Exact,
            1e-9,
            "closed forms of short and long bearings",
            &["gait.hip.film", "mechanism.bearings"],
        ),
        "film-finite" => (
            Reference::Published,
            0.01,
            "three printed digits, computed on the coarse grids of 1958",
            &["gait.hip.film", "mechanism.bearings"],
        ),
        "partial-slip" => (
            Reference::Exact,
            1e-3,
            "a closed form of two half-spaces: the patch is 0.36 % of the cup's radius",
            &["liner.mesh", "liner.head"],
        ),
        "friction-siconos" => (
            Reference::Program,
            1e-12,
            "two solvers of Siconos, which differ by 1e-14",
            &["liner.mesh", "liner.experiment"],
        ),
        "foundation-simbody" => (
            Reference::Program,
            1e-12,
            "sums of some hundred facets in double precision",
            &["knee-replacement.contact.linear"],
        ),
        "muscles-opensim" => (
            Reference::Program,
            1e-6,
            "tolerances of OpenSim's curves and equilibria",
            &["gait.muscles", "body.muscles"],
        ),
        "surrogates-held-out" => (
            Reference::Program,
            1e-9,
            "the contact that the surrogate stands for, computed in full",
            &["hip.surrogate", "knee-replacement.surrogate"],
        ),
        _ => (Reference::default(), 0.0, "", &[]),
    };
    Evidence { reference, uncertainty, of, uses }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::validation::Library;

    /// A row that was renamed would fall back to the uncertainty of its case, unseen.
    #[test]
    fn every_row_with_an_uncertainty_of_its_own_is_there_and_has_it() {
        let library = Library::embedded();
        for (case, part, share, of) in ROWS {
            let rows = library.run(&[(*case).to_owned()], false, &mut |_| ()).unwrap();
            let own: Vec<_> = rows.iter().filter(|row| row.source.contains(part)).collect();
            assert!(!own.is_empty(), "{case}: {part}");
            assert!(own.iter().all(|row| row.uncertainty == Some(*share) && row.uncertainty_of == *of), "{own:?}");
        }
    }
}
