//! Coulomb friction regularised in velocity.

use super::Description;

/// Friction coefficient as a smooth function of the sliding speed [BrownMcPhee2016]:
///
/// `μ(v) = μ_d tanh(4 v/v_t) + (μ_s − μ_d) (v/v_t)/(¼ (v/v_t)² + ¾)²`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | μ_s, μ_d | `static_coefficient`, `dynamic_coefficient` | – |
/// | v_t | `transition_speed`: where μ reaches μ_s | m/s |
///
/// *Assumes* μ_s ≥ μ_d. *Pitfalls*: there is no true sticking, a load below μ_s N creeps at less than v_t; a small v_t
/// makes the equations stiff. *Checked by* the limits below: it only ever opposes sliding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coulomb {
    /// Largest coefficient, reached at the transition speed.
    pub static_coefficient: f64,
    /// Coefficient at high speed.
    pub dynamic_coefficient: f64,
    /// Speed at which the coefficient is largest.
    pub transition_speed: f64,
}

impl Coulomb {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Coulomb friction, regularised in velocity",
        equation: "λ = −N μ(v) sign v,  μ(v) = μ_d tanh(4 v/v_t) + (μ_s − μ_d)(v/v_t)/(¼ (v/v_t)² + ¾)²",
        symbols: &[
            ("λ, N", "friction and normal force, N"),
            ("μ_s, μ_d", "static and dynamic coefficient"),
            ("v, v_t", "sliding speed, and the speed at which μ reaches μ_s, m/s"),
        ],
        about: "Friction as a smooth function of the sliding speed: it rises to its static value within the transition \
                speed and falls to the dynamic value beyond.",
        assumes: "Friction depends on the present speed only: it has no memory.",
        pitfalls: "Nothing truly sticks: a block on a slope creeps. The loop of a block dragged back and forth has \
                   upright sides, without the elastic part before sliding. A small v_t is stiff.",
        valid: "Gross sliding, where a creep below v_t does not matter.",
        sources: &["BrownMcPhee2016"],
    };

    /// No friction at all.
    pub const NONE: Self = Self { static_coefficient: 0.0, dynamic_coefficient: 0.0, transition_speed: 1.0 };

    /// Whether any friction acts.
    pub fn acts(&self) -> bool {
        self.static_coefficient > 0.0 || self.dynamic_coefficient > 0.0
    }

    /// The coefficient at a sliding speed ≥ 0.
    pub fn coefficient(&self, speed: f64) -> f64 {
        let x = speed / self.transition_speed;
        let bump = x / (0.25 * x * x + 0.75).powi(2);
        self.dynamic_coefficient * (4.0 * x).tanh() + (self.static_coefficient - self.dynamic_coefficient) * bump
    }

    /// Slope of the coefficient at a sliding speed ≥ 0, in s/m.
    pub fn slope(&self, speed: f64) -> f64 {
        let x = speed / self.transition_speed;
        let rise = 4.0 / (4.0 * x).cosh().powi(2);
        let bump = 0.75 * (1.0 - x * x) / (0.25 * x * x + 0.75).powi(3);
        (self.dynamic_coefficient * rise + (self.static_coefficient - self.dynamic_coefficient) * bump)
            / self.transition_speed
    }

    /// Coefficient over speed, `μ(v)/v`, finite at rest: multiply it by the sliding velocity vector.
    pub fn coefficient_per_speed(&self, speed: f64) -> f64 {
        let x = speed / self.transition_speed;
        let steepness = match x {
            ..1e-6 => 4.0,
            // tanh 20 is 1 to the last digit.
            ..5.0 => (4.0 * x).tanh() / x,
            _ => 1.0 / x,
        };
        let bump = (0.25 * x * x + 0.75).powi(-2);
        (self.dynamic_coefficient * steepness + (self.static_coefficient - self.dynamic_coefficient) * bump)
            / self.transition_speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: Coulomb = Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.06, transition_speed: 1e-3 };

    #[test]
    fn the_coefficient_passes_through_its_static_and_dynamic_values() {
        assert!((LAW.coefficient(1e-3) - 0.1).abs() < 1e-4, "tanh 4 is 0.9993");
        assert!((LAW.coefficient(1.0) - 0.06).abs() < 1e-8);
        assert_eq!(LAW.coefficient(0.0), 0.0);
    }

    #[test]
    fn friction_only_opposes_sliding_and_never_exceeds_the_static_value() {
        for i in 0..2000 {
            let mu = LAW.coefficient(1e-5 * f64::from(i));
            assert!((0.0..=0.1 * 1.002).contains(&mu), "{mu}");
        }
    }

    #[test]
    fn the_slope_is_that_of_the_coefficient() {
        for speed in [1e-5f64, 3e-4, 1e-3, 2.7e-3, 0.02] {
            let h = 1e-4 * speed;
            let difference = (LAW.coefficient(speed + h) - LAW.coefficient(speed - h)) / (2.0 * h);
            assert!((LAW.slope(speed) - difference).abs() < 1e-7 * LAW.slope(0.0), "{speed}");
        }
        assert!((LAW.slope(0.0) - LAW.coefficient_per_speed(0.0)).abs() < 1e-12 * LAW.slope(0.0));
    }

    #[test]
    fn the_quotient_is_the_coefficient_over_speed() {
        for speed in [1e-12, 1e-9, 1e-5, 1e-3, 0.2] {
            let expected = LAW.coefficient(speed) / speed;
            assert!((LAW.coefficient_per_speed(speed) / expected - 1.0).abs() < 1e-9);
        }
        assert!(LAW.coefficient_per_speed(0.0).is_finite());
    }
}
