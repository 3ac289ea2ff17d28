//! What can be named in a contact, for the lists that users read.

type Row = (&'static str, &'static str);

/// Factors of `F = H (1 + χ δ̇)`, by every name that they have.
pub(crate) const FACTORS: [Row; 11] = [
    ("hunt-crossley", "3(1-c)/2 [HuntCrossley1975]"),
    ("marhefka-orin", "the same factor by its other name [MarhefkaOrin1999]"),
    ("herbert-mcwhannell", "6(1-c)/((2c-1)^2+3) [HerbertMcWhannell1977]"),
    ("lee-wang", "3(1-c)/4 [LeeWang1983]"),
    ("lankarani-nikravesh", "3(1-c^2)/4 [LankaraniNikravesh1990]"),
    ("gonthier", "(1-c^2)/c [Gonthier2004]; the default of a hip"),
    ("zhang-sharf", "the same factor by its other name [ZhangSharf2009]"),
    ("zhiying-qishao", "3(1-c^2)exp(2(1-c))/4 [ZhiyingQishao2006]"),
    ("flores", "8(1-c)/(5c) [Flores2011]"),
    ("gharib-hurmuzlu", "1/c [GharibHurmuzlu2012]"),
    ("exact", "the factor that returns the restitution asked for"),
];

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
    owned([("none", "nothing is lost")].into_iter().chain(FACTORS).chain(others))
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
