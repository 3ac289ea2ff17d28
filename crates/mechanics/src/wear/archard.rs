//! Archard's law: worn volume is proportional to the work of load times sliding distance [Archard1953].

use super::{Certainty, Constant, LocalWear, Rubbed};

/// `dh/dt = k p v`: worn depth per time from pressure and sliding speed.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | k | `factor` | m³/(N·m) = 1/Pa |
///
/// *Assumes* one constant factor: no cross-shear, no running-in, no creep. *Pitfalls*: handbooks print k in mm³/(N·m),
/// which is 10⁻⁹ of the unit used here.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Archard {
    /// Wear factor k.
    pub factor: f64,
}

impl Archard {
    /// Rate of the worn depth, in m/s, at a pressure (Pa) and a sliding speed (m/s).
    pub fn depth_rate(&self, pressure: f64, speed: f64) -> f64 {
        self.factor * pressure * speed
    }
}

impl LocalWear for Archard {
    fn weight(&self, pressure: f64) -> f64 {
        pressure.max(0.0)
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.factor * rubbed.work
    }
    fn sensitivity(&self, rubbed: &Rubbed) -> f64 {
        self.factor * rubbed.slid
    }
    fn constants(&self) -> Vec<Constant> {
        vec![Constant {
            what: "wear factor, mm³/(N·m):",
            value: self.factor * 1e9,
            source: "[Archard1953]",
            certainty: Certainty::Chosen("the volumes that simulators measure, or as given"),
        }]
    }
    fn ignores(&self) -> &'static str {
        "directions of sliding, and any other influence of the pressure than its size"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1e-6 mm³/(N·m) at 1 MPa over 1 km of sliding: 1e-6 mm³/(N·m) × 1 N/mm² × 1000 m = 1e-3 mm.
    #[test]
    fn one_kilometre_at_one_megapascal_wears_a_micrometre() {
        let law = Archard { factor: 1e-6 * 1e-9 };
        assert!((law.depth_rate(1e6, 1.0) * 1000.0 - 1e-6).abs() < 1e-18);
    }
}
