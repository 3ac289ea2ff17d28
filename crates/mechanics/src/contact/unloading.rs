//! Energy lost by a weaker push on the way out.

use super::Description;

/// An elastic force that is scaled by c on the way out [Lehtoranta2011, Eqs. 2 and 3]:
///
/// `F = H(δ)` for `δ̇ ≥ 0`, `F = c H(δ)` for `δ̇ < 0`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | H | the elastic force under [`super::Damped`] | as the elastic law |
/// | c | `restitution` | – |
/// | v_t | `transition_speed`: out of this speed on, the full scaling acts | m/s |
///
/// The text lets the force jump where the velocity changes sign. With `v_t > 0` the factor goes from 1 at rest to c at
/// v_t along `3x² − 2x³`, `x = −δ̇/v_t`: the force is then smooth, a contact at rest carries its elastic force, and since
/// the factor never exceeds 1 on the way out no closed path creates energy. `v_t = 0` is the law as printed.
///
/// *Pitfalls*: the energy that comes back is c times the energy stored, so the velocity that comes back is **√c** of the
/// impact's, whatever H is: not c, as the name of the coefficient suggests.
/// *Checked by* the contract test, and by √c exactly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaledUnloading {
    /// Factor c of the force on the way out, 0 to 1.
    pub restitution: f64,
    /// Speed v_t over which the factor changes; 0 for a jump.
    pub transition_speed: f64,
}

impl ScaledUnloading {
    /// The law in words, on the linear spring of the text.
    pub const DESCRIPTION: Description = Description {
        name: "Kelvin–Voigt by scaled unloading",
        equation: "F = K δ for δ̇ ≥ 0,  F = c K δ for δ̇ < 0",
        symbols: &[
            ("K", "stiffness, N/m"),
            ("δ, δ̇", "indentation and its rate, m, m/s"),
            ("c", "coefficient of restitution in the text: the share of the force that is left on the way out"),
        ],
        about: "A spring that pushes with only a part c of its force while the bodies part. There is no dashpot in it, in \
                spite of the name it carries in the text.",
        assumes: "All energy is lost on the way out, in proportion to what was stored and at any speed.",
        pitfalls: "The share of energy that comes back is c, so the velocity that comes back is √c: asked for 0.25 it \
                   returns 0.5. The force jumps at the deepest point, and a contact at rest jumps with every sign of the \
                   velocity; our version can spread the jump over a small speed.",
        valid: "Rough estimates of one impact. Not for resting or vibrating contact. Scale by c² to get the restitution c.",
        sources: &["Lehtoranta2011"],
    };

    /// The factor s of the elastic force at a rate of indentation, and its derivative by that rate.
    pub(super) fn factor(&self, indentation_rate: f64) -> (f64, f64) {
        let Self { restitution: c, transition_speed: v } = *self;
        let out = -indentation_rate;
        if out <= 0.0 {
            return (1.0, 0.0);
        }
        if out >= v {
            return (c, 0.0);
        }
        let x = out / v;
        (1.0 - (1.0 - c) * x * x * (3.0 - 2.0 * x), (1.0 - c) * 6.0 * x * (1.0 - x) / v)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Damped, Damping, Hertz, NormalLaw, Spring};
    use super::*;

    fn scaled<L>(elastic: L, restitution: f64, transition_speed: f64) -> Damped<L> {
        Damped { elastic, damping: Damping::ScaledUnloading(ScaledUnloading { restitution, transition_speed }) }
    }

    fn sharp(restitution: f64) -> Damped<Spring> {
        scaled(Spring { stiffness: 1e5 }, restitution, 0.0)
    }

    #[test]
    fn without_a_transition_it_is_the_printed_law() {
        let law = sharp(0.3);
        for (rate, force) in [(-0.2, 100.0), (0.0, 100.0), (1e-300, 30.0), (0.2, 30.0)] {
            assert!((law.response(-1e-3, rate) - force).abs() < 1e-12, "{rate}");
        }
    }

    /// Work in is the energy stored, work out is c of it: on the spring and on Hertz.
    #[test]
    fn the_share_c_of_the_energy_comes_back() {
        fn returned<L: NormalLaw>(law: &L) -> f64 {
            let (steps, depth) = (100_000, 1e-3);
            let work = |rate: f64| -> f64 {
                let at = |i: u32| -depth * (f64::from(i) + 0.5) / f64::from(steps);
                (0..steps).map(|i| law.response(at(i), rate) * depth / f64::from(steps)).sum()
            };
            work(0.1) / work(-0.1)
        }
        let hertz = Hertz { radius: 0.03, modulus: 14e6 };
        for c in [0.0, 0.3, 1.0] {
            assert!((returned(&sharp(c)) - c).abs() < 1e-12);
            let law = scaled(hertz, c, 0.05);
            assert!((returned(&law) - c).abs() < 1e-12);
        }
    }

    #[test]
    fn the_transition_never_leaves_the_two_branches() {
        let law = scaled(Spring { stiffness: 1e5 }, 0.3, 0.05);
        let mut before = f64::INFINITY;
        for i in 0..200 {
            let force = law.response(-1e-3, 1e-3 * f64::from(i) - 0.05);
            assert!((30.0 - 1e-9..=100.0).contains(&force) && force <= before);
            before = force;
        }
    }
}
