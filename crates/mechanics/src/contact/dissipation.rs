//! Energy lost in an impact: hysteresis factors and Kelvin–Voigt damping on top of any elastic law.

use super::NormalLaw;
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
}

impl Damping {
    /// The damped force from the elastic force `elastic` > 0 and the rate of indentation; never negative.
    pub fn apply(&self, elastic: f64, indentation_rate: f64) -> f64 {
        match *self {
            Self::None => elastic,
            Self::Hysteretic { factor } => (elastic * (1.0 + factor * indentation_rate)).max(0.0),
            Self::KelvinVoigt { coefficient } => (elastic + coefficient * indentation_rate).max(0.0),
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
