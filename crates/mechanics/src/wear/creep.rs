//! How polyethylene gives way in time: a depth that is no wear.

use super::{Certainty, Constant};

/// Creep of a layer of thickness h under the mean pressure σ of a cycle: `c = h σ J(t)`, `J = b log₁₀(1 + t/τ)`, with time
/// hardening when the pressure changes: `dc = h σ dJ`.
///
/// Beyond some minutes it is the line `a + b (log₁₀ t − 4)`, t in minutes, that was measured in compression [LeePienkowski1998]
/// and used for hips [Bevill2005]; τ = 10^{4 − a/b} minutes makes it begin at nothing.
///
/// | symbol | value | unit |
/// |---|---|---|
/// | a | 3.491e-3 | 1/MPa |
/// | b | 7.966e-4 | 1/MPa a decade |
///
/// *Assumes* conventional polyethylene at body temperature, a layer whose strain is σ J, no recovery overnight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Creep {
    /// Thickness of the layer, in m.
    pub thickness: f64,
}

impl Creep {
    const LEVEL: f64 = 3.491e-3;
    /// 1/Pa a decade.
    const SLOPE: f64 = 7.966e-10;

    /// τ, in s.
    fn onset() -> f64 {
        60.0 * libm::pow(10.0, 4.0 - Self::LEVEL / (Self::SLOPE * 1e6))
    }

    /// Compliance J after so long under load (s), in 1/Pa.
    pub fn compliance(&self, time: f64) -> f64 {
        Self::SLOPE * (1.0 + time.max(0.0) / Self::onset()).log10()
    }

    /// Its rate, in 1/(Pa·s).
    pub fn compliance_rate(&self, time: f64) -> f64 {
        Self::SLOPE / (std::f64::consts::LN_10 * (Self::onset() + time.max(0.0)))
    }

    /// Rate of the depth under a mean pressure (Pa) after so long, in m/s.
    pub fn depth_rate(&self, pressure: f64, time: f64) -> f64 {
        self.thickness * pressure * self.compliance_rate(time)
    }

    /// Where its numbers come from.
    pub fn constants() -> Vec<Constant> {
        let constant = |what, value| Constant {
            what,
            value,
            source: "[LeePienkowski1998, Bevill2005]",
            certainty: Certainty::Recalled,
        };
        vec![
            constant("creep strain per MPa after 10⁴ minutes:", Self::LEVEL),
            constant("more per decade of time:", Self::SLOPE * 1e6),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed line at 10⁴ and 10⁶ minutes.
    #[test]
    fn after_days_it_is_the_measured_line() {
        let creep = Creep { thickness: 8e-3 };
        for (minutes, strain) in [(1e4, 3.491e-3), (1e6, 3.491e-3 + 2.0 * 7.966e-4)] {
            let found = creep.compliance(60.0 * minutes) * 1e6;
            assert!((found / strain - 1.0).abs() < 1e-4, "{minutes}: {found}");
        }
        assert_eq!(creep.compliance(0.0), 0.0);
    }

    #[test]
    fn the_rate_is_the_slope_of_the_compliance() {
        let creep = Creep { thickness: 8e-3 };
        for time in [0.0, 10.0, 1e4, 1e8] {
            let h = 1e-4 * (time + 1.0);
            let slope = (creep.compliance(time + h) - creep.compliance(time)) / h;
            let rate = creep.compliance_rate(time + 0.5 * h);
            assert!((rate / slope - 1.0).abs() < 1e-6, "{time}");
        }
    }
}
