//! Wear across the direction that is remembered [Dressler2011, Strickland2012].

use super::wang::CIRCULAR;
use super::{Certainty, Constant, LocalWear, Rubbed};

/// `dh = k · 2χ · p ds` with the share χ of the work across the orientation m that the last sliding has left:
/// `dm/ds = (u − m)/L`, `χ = ½ (1 − u·m/|m|)`, directions u by their doubled angle.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | k | `factor` | 1/Pa, on a large circle with a long memory |
/// | L | `length` | m of sliding |
///
/// A long memory makes it [Wang's law](super::Wang); a short one forgets the crossing before it comes: along a curve that
/// turns slowly nothing wears.
///
/// *Assumes* a memory that fades with the way, one form of the published ones; the cycle repeats. *Checked by* a circle of
/// circumference S, `χ = ½ (1 − 1/√(1 + (4πL/S)²))`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Remembering {
    /// Wear factor where half of the work is across, in 1/Pa.
    pub factor: f64,
    /// Way over which the direction is forgotten, in m.
    pub length: f64,
}

impl Remembering {
    /// The way over which the orientation follows where none is given, in m.
    pub const USUAL_LENGTH: f64 = 5e-3;

    /// Of a material that wears so much over conventional polyethylene.
    pub fn of(ratio: f64) -> Self {
        Self { factor: ratio * CIRCULAR.value * 1e-9, length: Self::USUAL_LENGTH }
    }
}

impl LocalWear for Remembering {
    fn weight(&self, pressure: f64) -> f64 {
        pressure.max(0.0)
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.factor * 2.0 * rubbed.crossed
    }
    fn sensitivity(&self, rubbed: &Rubbed) -> f64 {
        let mean = if rubbed.work > 0.0 { rubbed.crossed / rubbed.work } else { 0.0 };
        self.factor * 2.0 * mean * rubbed.slid
    }
    fn memory(&self) -> Option<f64> {
        Some(self.length)
    }
    fn constants(&self) -> Vec<Constant> {
        let length = Constant {
            what: "way over which the direction is forgotten, mm:",
            value: self.length * 1e3,
            source: "the order of the way of one stroke; the idea [Dressler2011, Strickland2012]",
            certainty: Certainty::Chosen("no value is known here: a guess to try the law with"),
        };
        vec![Constant { value: self.factor * 1e9, ..CIRCULAR }, length]
    }
    fn ignores(&self) -> &'static str {
        "wear along the molecules, and any influence of the pressure on the factor"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wear::WearLaw;
    use std::f64::consts::{PI, TAU};

    fn circle(length: f64, circumference: f64) -> (WearLaw, Rubbed) {
        let law = WearLaw::Remembering(Remembering { factor: 1e-15, length });
        let (mut rubbed, n) = (Rubbed::default(), 2000);
        for _ in 0..2 {
            rubbed.begin_again(&law);
            for i in 0..n {
                let t = TAU * (f64::from(i) + 0.5) / f64::from(n);
                let way = circumference / f64::from(n);
                rubbed.add(&law, 1e6, [way * t.cos(), way * t.sin()], 1.0);
            }
        }
        (law, rubbed)
    }

    /// The doubled direction turns by 4π s/S, and the orientation follows it by the angle atan(4πL/S).
    #[test]
    fn a_circle_wears_by_the_angle_at_which_the_orientation_follows() {
        for (length, circumference) in [(5e-3, 20e-3), (1e-3, 20e-3), (20e-3, 30e-3)] {
            let (law, rubbed) = circle(length, circumference);
            let lag = 4.0 * PI * length / circumference;
            let exact = 1e-15 * 1e6 * circumference * (1.0 - 1.0 / lag.hypot(1.0));
            assert!((law.depth(&rubbed) / exact - 1.0).abs() < 1e-4, "{} {exact}", law.depth(&rubbed));
        }
    }

    #[test]
    fn a_long_memory_is_the_unified_law() {
        let long = WearLaw::Remembering(Remembering { factor: 1e-15, length: 1e3 });
        let unified = WearLaw::Wang(super::super::Wang { factor: 1e-15 });
        let ellipse = |law: &WearLaw| {
            let (mut rubbed, n) = (Rubbed::default(), 4000);
            for _ in 0..2 {
                rubbed.begin_again(law);
                for i in 0..n {
                    let t = TAU * (f64::from(i) + 0.5) / f64::from(n);
                    rubbed.add(law, 1e6, [-1e-5 * t.sin(), 0.3e-5 * t.cos()], 1.0);
                }
            }
            // Two cycles of a law without memory are twice one.
            law.depth(&rubbed) / if law.memory().is_some() { 1.0 } else { 2.0 }
        };
        assert!((ellipse(&long) / ellipse(&unified) - 1.0).abs() < 1e-4, "{} {}", ellipse(&long), ellipse(&unified));
    }
}
