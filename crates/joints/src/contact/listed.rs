//! What can be named in a contact, for the lists that users read.

use mechanics::contact::Hysteresis;

type Row = (&'static str, &'static str);

/// Factors that have a second name.
const ALIASES: [(Hysteresis, Row); 2] = [
    (Hysteresis::HuntCrossley, ("marhefka-orin", "the same factor by its other name [MarhefkaOrin1999]")),
    (Hysteresis::Gonthier, ("zhang-sharf", "the same factor by its other name [ZhangSharf2009]")),
];

/// Factors of `F = H (1 + χ δ̇)`, by every name that they have.
pub(crate) fn factors() -> impl Iterator<Item = Row> {
    Hysteresis::ALL.into_iter().flat_map(|factor| {
        let aliases = ALIASES.into_iter().filter(move |(of, _)| *of == factor).map(|(_, row)| row);
        std::iter::once((factor.name(), factor.in_brief())).chain(aliases)
    })
}

/// Every dissipation.
pub(crate) fn dissipations() -> Vec<(String, String)> {
    let others = [
        ("kelvin-voigt", "linear damping, F = H + D v"),
        ("scaled-unloading", "a weaker push on the way out, F = c H; returns √c [Lehtoranta2011]"),
        (
            "standard-linear-solid",
            "the force of a constant indentation relaxes [Fung1993]; in planar mechanisms and knees",
        ),
    ];
    owned([("none", "nothing is lost")].into_iter().chain(factors()).chain(others))
}

/// Every friction.
pub(crate) fn frictions() -> Vec<(String, String)> {
    owned([
        ("none", "the default"),
        ("coulomb", "static and dynamic coefficient, regularised in velocity [BrownMcPhee2016]"),
        ("compliant", "gives way sideways, sticks, slips, remembers [Song2001]"),
    ])
}

/// Rows as lists have them.
pub(crate) fn owned(rows: impl IntoIterator<Item = Row>) -> Vec<(String, String)> {
    rows.into_iter().map(|(name, about)| (name.to_owned(), about.to_owned())).collect()
}
