//! Energy lost in an impact: hysteresis factors and Kelvin–Voigt damping on top of any elastic law.

use super::{Description, NormalLaw, ScaledUnloading};
use crate::exact::impact;

/// How the hysteresis factor χ of `F = H(δ)(1 + χ δ̇)` follows from the coefficient of restitution c and the velocity
/// at the start of the contact episode: `χ = coefficient(c)/δ̇⁽⁻⁾` [Askari2018, Eq. 27 and Table 1, errata applied].
///
/// *Pitfalls*: the restitution that comes out of a law is not the one that went in, except for [`Hysteresis::Exact`];
/// see `exact::impact` and the validation page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hysteresis {
    /// 3(1−c)/2 [HuntCrossley1975]; the same factor as Marhefka and Orin's [MarhefkaOrin1999].
    HuntCrossley,
    /// 6(1−c)/((2c−1)²+3) [HerbertMcWhannell1977].
    HerbertMcWhannell,
    /// 3(1−c)/4 [LeeWang1983].
    LeeWang,
    /// 3(1−c²)/4 [LankaraniNikravesh1990].
    LankaraniNikravesh,
    /// (1−c²)/c [Gonthier2004]; the same factor as Zhang and Sharf's [ZhangSharf2009]. Used by [Askari2018].
    Gonthier,
    /// 3(1−c²)e^{2(1−c)}/4 [ZhiyingQishao2006].
    ZhiyingQishao,
    /// 8(1−c)/(5c) [Flores2011].
    Flores,
    /// 1/c [GharibHurmuzlu2012]; meant for nearly plastic impact: it dissipates even at c = 1.
    GharibHurmuzlu,
    /// The factor whose impact returns exactly the restitution asked for, from `exact::impact`.
    Exact,
}

impl Hysteresis {
    /// Every law, in the order of Table 1.
    pub const ALL: [Self; 9] = [
        Self::HuntCrossley,
        Self::HerbertMcWhannell,
        Self::LeeWang,
        Self::LankaraniNikravesh,
        Self::Gonthier,
        Self::ZhiyingQishao,
        Self::Flores,
        Self::GharibHurmuzlu,
        Self::Exact,
    ];

    /// The dimensionless product χ δ̇⁽⁻⁾ for a restitution c in (0, 1].
    pub fn coefficient(self, restitution: f64) -> f64 {
        let c = restitution;
        match self {
            Self::HuntCrossley => 1.5 * (1.0 - c),
            Self::HerbertMcWhannell => 6.0 * (1.0 - c) / ((2.0 * c - 1.0).powi(2) + 3.0),
            Self::LeeWang => 0.75 * (1.0 - c),
            Self::LankaraniNikravesh => 0.75 * (1.0 - c * c),
            Self::Gonthier => (1.0 - c * c) / c,
            Self::ZhiyingQishao => 0.75 * (1.0 - c * c) * (2.0 * (1.0 - c)).exp(),
            Self::Flores => 1.6 * (1.0 - c) / c,
            Self::GharibHurmuzlu => 1.0 / c,
            Self::Exact => impact::solve_coefficient(c),
        }
    }
}

impl Hysteresis {
    /// The name used in study files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HuntCrossley => "hunt-crossley",
            Self::HerbertMcWhannell => "herbert-mcwhannell",
            Self::LeeWang => "lee-wang",
            Self::LankaraniNikravesh => "lankarani-nikravesh",
            Self::Gonthier => "gonthier",
            Self::ZhiyingQishao => "zhiying-qishao",
            Self::Flores => "flores",
            Self::GharibHurmuzlu => "gharib-hurmuzlu",
            Self::Exact => "exact",
        }
    }

    /// The factor and where it is printed, as lists show it.
    pub const fn in_brief(self) -> &'static str {
        match self {
            Self::HuntCrossley => "3(1-c)/2 [HuntCrossley1975]",
            Self::HerbertMcWhannell => "6(1-c)/((2c-1)^2+3) [HerbertMcWhannell1977]",
            Self::LeeWang => "3(1-c)/4 [LeeWang1983]",
            Self::LankaraniNikravesh => "3(1-c^2)/4 [LankaraniNikravesh1990]",
            Self::Gonthier => "(1-c^2)/c [Gonthier2004]; the default of a hip",
            Self::ZhiyingQishao => "3(1-c^2)exp(2(1-c))/4 [ZhiyingQishao2006]",
            Self::Flores => "8(1-c)/(5c) [Flores2011]",
            Self::GharibHurmuzlu => "1/c [GharibHurmuzlu2012]",
            Self::Exact => "the factor that returns the restitution asked for",
        }
    }

    /// The law in words.
    pub const fn description(self) -> &'static Description {
        &DESCRIPTIONS[self as usize]
    }
}

/// What all hysteresis laws share.
const fn described(
    name: &'static str,
    equation: &'static str,
    [about, pitfalls, valid]: [&'static str; 3],
    sources: &'static [&'static str],
) -> Description {
    Description {
        name,
        equation,
        symbols: &[
            ("H(δ)", "elastic force, here Hertz, N"),
            ("δ, δ̇", "indentation and its rate, m, m/s"),
            ("v", "speed at which the impact began, m/s"),
            ("c", "restitution asked for"),
        ],
        about,
        assumes: "A damping force in proportion to the elastic force and to the rate, so that it begins and ends at \
                  zero with the contact. The speed at the start of the contact is known.",
        pitfalls,
        valid,
        sources,
    }
}

const DESCRIPTIONS: [Description; Hysteresis::ALL.len()] = [
    described(
        "Hunt–Crossley",
        "F = H(δ) [1 + ³⁄₂ (1 − c) δ̇/v]",
        [
            "The first of its kind: damping that vanishes at touch and at parting, matched to the energy that a nearly \
             elastic impact loses. Marhefka and Orin arrived at the same factor.",
            "First order in 1 − c only. Asked for no rebound at all it still returns half of the speed.",
            "c above about 0.8.",
        ],
        &["HuntCrossley1975", "MarhefkaOrin1999"],
    ),
    described(
        "Herbert–McWhannell",
        "F = H(δ) [1 + 6(1 − c)/((2c − 1)² + 3) · δ̇/v]",
        [
            "Hunt and Crossley's balance carried further, for impact pairs in machines; the same slope at c = 1.",
            "Bends away from its promise below c = 0.6 and never returns less than 0.49.",
            "c above about 0.7.",
        ],
        &["HerbertMcWhannell1977"],
    ),
    described(
        "Lee–Wang",
        "F = H(δ) [1 + ¾ (1 − c) δ̇/v]",
        [
            "Half of Hunt and Crossley's factor, from intermittent-motion mechanisms.",
            "It loses about half of the energy that it should, at any c: asked for 0.9 it returns 0.95.",
            "Only where the energy lost does not matter.",
        ],
        &["LeeWang1983"],
    ),
    described(
        "Lankarani–Nikravesh",
        "F = H(δ) [1 + ¾ (1 − c²) δ̇/v]",
        [
            "The law of most multibody programs: the energy lost in the loop is set equal to the kinetic energy lost, \
             with the velocity of the undamped impact.",
            "That velocity is only right for nearly elastic impact: asked for no rebound it returns two thirds of the \
             speed.",
            "c above about 0.9; metals, not soft tissue.",
        ],
        &["LankaraniNikravesh1990"],
    ),
    described(
        "Gonthier, Zhang–Sharf",
        "F = H(δ) [1 + (1 − c²)/c · δ̇/v]",
        [
            "Solves the equation of the impact and fits its result: it follows the promise over the whole range.",
            "Slightly too much damping near c = 1, where the slope is −2 instead of −³⁄₂.",
            "All c; within 0.035 everywhere, best below 0.5.",
        ],
        &["Gonthier2004", "ZhangSharf2009"],
    ),
    described(
        "Zhiying–Qishao",
        "F = H(δ) [1 + ¾ (1 − c²) e^{2(1 − c)} δ̇/v]",
        [
            "Lankarani and Nikravesh's factor with an exponential correction for softer impacts.",
            "Still returns 0.2 when asked for almost nothing.",
            "c above about 0.3.",
        ],
        &["ZhiyingQishao2006"],
    ),
    described(
        "Flores",
        "F = H(δ) [1 + ⁸⁄₅ (1 − c)/c · δ̇/v]",
        [
            "Made for soft and hard materials alike: the energy is balanced with the velocity as an ellipse over the \
             indentation on both ways, and the damping grows without bound as c goes to zero.",
            "A little too much damping below c = 0.7: asked for 0.3 it returns 0.26.",
            "All c; within 0.05 everywhere, best above 0.7.",
        ],
        &["Flores2011"],
    ),
    described(
        "Gharib–Hurmuzlu",
        "F = H(δ) [1 + (1/c) δ̇/v]",
        [
            "An asymptote for impacts that hardly rebound.",
            "It damps even when c = 1 is asked for, and then returns 0.59.",
            "c below about 0.3.",
        ],
        &["GharibHurmuzlu2012"],
    ),
    described(
        "Exact factor",
        "F = H(δ) [1 + d δ̇/v],  d (1 + c) = ln((1 + d)/(1 − d c))",
        [
            "The impact on any law of this form can be integrated in closed form, so the factor can be solved for. It \
             returns what was asked for, to rounding, whatever the elastic law.",
            "The equation for d has no closed solution: solve it once, when the contact begins.",
            "All c, as far as the form of the law itself holds: no other force of weight during the impact.",
        ],
        &["ZhangSharf2009"],
    ),
];

/// How a contact loses energy along its normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Damping {
    /// Not at all.
    None,
    /// `F = H(δ)(1 + χ δ̇)`.
    Hysteretic {
        /// χ, in s/m.
        factor: f64,
    },
    /// Kelvin–Voigt, `F = H(δ) + D δ̇`, cut off where it would pull.
    ///
    /// *Pitfalls*: the force jumps to D δ̇ at first touch, and to zero before the gap has opened.
    KelvinVoigt {
        /// D, in N·s/m at a point or Pa·s/m per area.
        coefficient: f64,
    },
    /// `F = c H(δ)` on the way out.
    ScaledUnloading(ScaledUnloading),
}

impl Damping {
    /// Kelvin–Voigt in words, on a linear spring.
    pub const KELVIN_VOIGT: Description = Description {
        name: "Kelvin–Voigt (spring and dashpot)",
        equation: "F = max(0, K δ + D δ̇),  D = 2 ζ √(K m),  ζ/√(1 − ζ²) = −ln c/π",
        symbols: &[
            ("K, D", "stiffness, N/m, and damping, N·s/m"),
            ("δ, δ̇", "indentation and its rate, m, m/s"),
            ("m", "mass of the impact, kg: 1/m = 1/m₁ + 1/m₂"),
            ("c, ζ", "restitution asked for, damping ratio"),
        ],
        about: "A spring beside a dashpot, the linear model of every textbook. Its damping follows from the logarithmic \
                decrement of the oscillator.",
        assumes: "Linear spring and dashpot; the force is cut off where it would pull.",
        pitfalls: "The force jumps to D v at first touch, before anything is indented, and ends before the gap has \
                   opened: more comes back than the decrement says, and never less than e⁻² = 0.135 below critical \
                   damping. D depends on the mass, so it is no property of the contact.",
        valid: "Linear vibration about a loaded contact; impacts only as a rough model with small damping.",
        sources: &["Lehtoranta2011", "SchwagerPoschel2007"],
    };

    /// Kelvin–Voigt damping from the restitution of the linear oscillator, for a spring in N/m and a mass in kg.
    pub fn kelvin_voigt(stiffness: f64, mass: f64, restitution: f64) -> Self {
        Self::KelvinVoigt { coefficient: 2.0 * impact::damping_ratio(restitution) * (stiffness * mass).sqrt() }
    }

    /// The damped force from the elastic force `elastic` > 0 and the rate of indentation; never negative.
    pub fn apply(&self, elastic: f64, indentation_rate: f64) -> f64 {
        match *self {
            Self::None => elastic,
            Self::Hysteretic { factor } => (elastic * (1.0 + factor * indentation_rate)).max(0.0),
            Self::KelvinVoigt { coefficient } => (elastic + coefficient * indentation_rate).max(0.0),
            Self::ScaledUnloading(law) => law.factor(indentation_rate).0 * elastic,
        }
    }

    /// Derivatives of [`Self::apply`] by the elastic force and by the rate of indentation.
    pub fn slopes(&self, elastic: f64, indentation_rate: f64) -> (f64, f64) {
        let pushes = self.apply(elastic, indentation_rate) > 0.0;
        match *self {
            _ if !pushes => (0.0, 0.0),
            Self::None => (1.0, 0.0),
            Self::Hysteretic { factor } => (1.0 + factor * indentation_rate, elastic * factor),
            Self::KelvinVoigt { coefficient } => (1.0, coefficient),
            Self::ScaledUnloading(law) => {
                let (factor, slope) = law.factor(indentation_rate);
                (factor, elastic * slope)
            }
        }
    }
}

/// An elastic law with damping on top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Damped<L> {
    /// The elastic part.
    pub elastic: L,
    /// The damping.
    pub damping: Damping,
}

impl<L: NormalLaw> NormalLaw for Damped<L> {
    type Acts = L::Acts;
    fn response(&self, gap: f64, gap_rate: f64) -> f64 {
        if gap >= 0.0 { 0.0 } else { self.damping.apply(self.elastic.response(gap, 0.0), -gap_rate) }
    }
    fn tangent(&self, gap: f64, gap_rate: f64) -> (f64, f64) {
        if gap >= 0.0 {
            return (0.0, 0.0);
        }
        let (by_force, by_rate) = self.damping.slopes(self.elastic.response(gap, 0.0), -gap_rate);
        (by_force * self.elastic.tangent(gap, 0.0).0, -by_rate)
    }
    fn energy(&self, gap: f64) -> f64 {
        self.elastic.energy(gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_factors_but_one_vanish_for_an_elastic_impact() {
        for law in Hysteresis::ALL {
            let expected = if law == Hysteresis::GharibHurmuzlu { 1.0 } else { 0.0 };
            assert!((law.coefficient(1.0) - expected).abs() < 1e-12, "{law:?}");
        }
    }

    #[test]
    fn every_factor_is_described_in_its_place() {
        let words = [
            "Hunt–Crossley",
            "Herbert–McWhannell",
            "Lee–Wang",
            "Lankarani–Nikravesh",
            "Gonthier, Zhang–Sharf",
            "Zhiying–Qishao",
            "Flores",
            "Gharib–Hurmuzlu",
            "Exact factor",
        ];
        for (law, name) in Hysteresis::ALL.into_iter().zip(words) {
            assert_eq!(law.description().name, name);
            let joined = name.replace(['–', ' '], "");
            assert!(joined.starts_with(&format!("{law:?}")), "{law:?}");
        }
    }

    /// What the descriptions promise, against the exact relation for the impact.
    #[test]
    fn the_numbers_in_the_words_are_true() {
        let returned = |law: Hysteresis, c: f64| impact::solve_restitution(law.coefficient(c));
        let near = |law, c, expected: f64, digits: f64| {
            assert!((returned(law, c) - expected).abs() <= digits, "{law:?} at {c}: {}", returned(law, c));
        };
        near(Hysteresis::HuntCrossley, 1e-9, 0.5, 0.02);
        near(Hysteresis::HerbertMcWhannell, 1e-9, 0.49, 0.005);
        near(Hysteresis::LeeWang, 0.9, 0.95, 0.005);
        near(Hysteresis::LankaraniNikravesh, 1e-9, 2.0 / 3.0, 0.01);
        near(Hysteresis::ZhiyingQishao, 0.05, 0.2, 0.005);
        near(Hysteresis::Flores, 0.3, 0.26, 0.005);
        near(Hysteresis::GharibHurmuzlu, 1.0, 0.59, 0.005);
        for (law, from, to, most) in [
            (Hysteresis::HuntCrossley, 0.8, 1.0, 0.035),
            (Hysteresis::HerbertMcWhannell, 0.7, 1.0, 0.03),
            (Hysteresis::LankaraniNikravesh, 0.9, 1.0, 0.015),
            (Hysteresis::Gonthier, 0.01, 1.0, 0.035),
            (Hysteresis::Gonthier, 0.01, 0.5, 0.013),
            (Hysteresis::ZhiyingQishao, 0.3, 1.0, 0.03),
            (Hysteresis::Flores, 0.01, 1.0, 0.05),
            (Hysteresis::Flores, 0.7, 1.0, 0.02),
            (Hysteresis::GharibHurmuzlu, 0.01, 0.3, 0.02),
        ] {
            for i in 0..=100 {
                near(law, from + (to - from) * f64::from(i) / 100.0, from + (to - from) * f64::from(i) / 100.0, most);
            }
        }
    }

    /// Near c = 1 energy balance demands a slope of −3/2 [HuntCrossley1975]; Lankarani–Nikravesh shares it to first order.
    #[test]
    fn the_energy_consistent_factors_agree_near_elastic_impact() {
        for law in [
            Hysteresis::HuntCrossley,
            Hysteresis::HerbertMcWhannell,
            Hysteresis::LankaraniNikravesh,
            Hysteresis::ZhiyingQishao,
            Hysteresis::Exact,
        ] {
            let slope = law.coefficient(1.0 - 1e-5) / 1e-5;
            assert!((slope - 1.5).abs() < 1e-3, "{law:?}: {slope}");
        }
    }
}
