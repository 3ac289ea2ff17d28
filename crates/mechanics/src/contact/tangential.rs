//! Friction with tangential compliance: a contact first gives way sideways, then slips.

use numerics::root::solve_bracketed;

use super::Description;
use crate::material::Elastic;

/// Viscoelastic friction: a spring and a damper sideways, in series with a Coulomb slider
/// [Song2001; Lehtoranta2011, Eqs. 34 to 44].
///
/// With the tangential deformation δ_T, the tangential velocity v of the bodies and the slip velocity `σ = v + δ̇_T`:
///
/// `f = K |δ_T|^β sign δ_T`, `g = d δ̇_T`, `d = ³⁄₂ α K |δ_T|^β`
///
/// stick, `σ = 0`: `δ̇_T = −v`, `λ = f + g`, as long as `|λ| ≤ μ N`
/// slip: `λ = −μ N sign σ`, `δ̇_T = (λ − f)/d`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | μ | `friction` | – |
/// | K | `stiffness` | N/m^β |
/// | β | `exponent` | – |
/// | α | `damping` | s/m |
/// | λ | [`Tangential::force`]: on the body that moves with v | N |
///
/// The state δ_T belongs to the caller. A body that moves forwards has a negative δ_T and is held back by a negative λ.
///
/// Whether it sticks is tried, never remembered: if the force of sticking stays within μN it sticks, otherwise it slips
/// in the direction that this force resists. At the border both give the same rate, so nothing jumps; a reversal of v
/// sticks again by itself. Energy: `−λ v = μN|σ| + f δ̇_T + d δ̇_T²`; slipping and the damper only lose, the spring stores.
///
/// *Assumes* μ, K, β > 0, α ≥ 0. *Pitfalls*: δ_T relaxes within about `³⁄₂ α δ_T/β` while slipping: small α is stiff for
/// [`Self::rate`], and α = 0 has no rate there at all. [`Self::step`] takes both.
/// *Checked by* the block that is dragged back and forth, in closed form, and by its energy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TangentialCompliance {
    /// Coefficient of friction μ.
    pub friction: f64,
    /// Tangential stiffness K, in N/m for β = 1.
    pub stiffness: f64,
    /// Exponent β of the spring, 1 for a linear one.
    pub exponent: f64,
    /// Damping factor α, in s/m.
    pub damping: f64,
}

/// What the contact does sideways at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tangential {
    /// Force λ on the body that moves, in N.
    pub force: f64,
    /// Rate of the deformation δ̇_T, in m/s.
    pub deformation_rate: f64,
    /// Slip velocity σ, in m/s; exactly 0 when the contact sticks.
    pub slip_velocity: f64,
}

/// Whether a contact sticks, or in which direction it slips.
///
/// A simulation holds the phase while it steps and changes it where [`TangentialCompliance::excess`] passes through zero:
/// within one phase everything is smooth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    /// It sticks.
    Stick,
    /// It slips.
    Slip {
        /// Sign of the slip velocity, 1 or −1.
        direction: f64,
    },
}

impl Tangential {
    /// Whether the contact sticks.
    pub fn sticks(&self) -> bool {
        self.slip_velocity == 0.0
    }
}

impl TangentialCompliance {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Viscoelastic friction with tangential compliance",
        equation: "stick: δ̇ = −v, λ = K δ^β (1 + ³⁄₂ α δ̇) while |λ| ≤ μ N;  slip: λ = −μ N sign(v + δ̇), \
                   δ̇ = (λ − K δ^β)/(³⁄₂ α K δ^β)",
        symbols: &[
            ("λ", "tangential force on the moving body, N"),
            ("δ", "tangential deformation, m, a state of the contact; written for δ > 0"),
            ("v, v + δ̇", "tangential velocity of the bodies, velocity of slip, m/s"),
            ("K, β", "tangential stiffness, N/m^β, and its exponent"),
            ("α", "damping factor, s/m"),
            ("μ, N", "coefficient of friction, normal force, N"),
        ],
        about: "The surface gives way sideways like a spring and a damper until Coulomb's limit is reached, then it \
                slips. It truly sticks, it remembers where it stuck, and after a reversal it unwinds before it slips \
                back.",
        assumes: "One coefficient for sticking and slipping. The whole patch sticks or slips at once.",
        pitfalls: "A small α makes the relaxation while slipping very fast: integrate with an implicit step. Real \
                   patches slip from their edge inwards, so that the true loop is rounder.",
        valid: "Pre-sliding displacement, stick–slip, fretting and small oscillations under load; Mindlin's stiffness \
                8 a G* is a good K for a Hertz patch.",
        sources: &["Song2001", "Lehtoranta2011", "Mindlin1949"],
    };

    /// Elastic part f of the force.
    pub fn elastic(&self, deformation: f64) -> f64 {
        self.stiffness * deformation.abs().powf(self.exponent) * sign(deformation)
    }

    /// Energy stored in the spring.
    pub fn energy(&self, deformation: f64) -> f64 {
        let power = self.exponent + 1.0;
        self.stiffness * deformation.abs().powf(power) / power
    }

    /// Deformation whose elastic force is `force`.
    pub fn deformation(&self, force: f64) -> f64 {
        (force.abs() / self.stiffness).powf(1.0 / self.exponent) * sign(force)
    }

    /// Coefficient d of the damper.
    fn damper(&self, deformation: f64) -> f64 {
        1.5 * self.damping * self.elastic(deformation).abs()
    }

    /// Whether it sticks: if the force that this takes stays within μN.
    pub fn phase(&self, deformation: f64, velocity: f64, normal: f64) -> Phase {
        let d = self.damper(deformation);
        let trial = self.elastic(deformation) - d * velocity;
        // Without a damper the spring may stand on its limit: it unwinds, but winds no further.
        let unwinds = d == 0.0 && trial * velocity > 0.0;
        if trial.abs() <= self.limit(normal) || unwinds {
            Phase::Stick
        } else {
            Phase::Slip { direction: -sign(trial) }
        }
    }

    /// Force and rates at a deformation, a tangential velocity and a normal force.
    pub fn rate(&self, deformation: f64, velocity: f64, normal: f64) -> Tangential {
        self.rate_in(self.phase(deformation, velocity, normal), deformation, velocity, normal)
    }

    /// The same in a given phase, also where it should have ended.
    pub fn rate_in(&self, phase: Phase, deformation: f64, velocity: f64, normal: f64) -> Tangential {
        let (f, d) = (self.elastic(deformation), self.damper(deformation));
        match phase {
            Phase::Stick => Tangential { force: f - d * velocity, deformation_rate: -velocity, slip_velocity: 0.0 },
            Phase::Slip { direction } => {
                let force = -self.limit(normal) * direction;
                let deformation_rate = if d == 0.0 { 0.0 } else { (force - f) / d };
                Tangential { force, deformation_rate, slip_velocity: velocity + deformation_rate }
            }
        }
    }

    /// Derivatives of the force and of the deformation rate of [`Self::rate_in`] by deformation, velocity and normal force.
    ///
    /// *Assumes* β ≥ 1 or a deformation that is not zero, and α > 0.
    pub fn tangent_in(&self, phase: Phase, deformation: f64, velocity: f64, normal: f64) -> [[f64; 3]; 2] {
        let (d, f_slope) = (self.damper(deformation), self.spring_slope(deformation));
        let d_slope = 1.5 * self.damping * f_slope * sign(deformation);
        match phase {
            Phase::Stick => [[f_slope - d_slope * velocity, -d, 0.0], [0.0, -1.0, 0.0]],
            Phase::Slip { .. } if d == 0.0 => [[0.0; 3]; 2],
            Phase::Slip { direction } => {
                let by_normal = if normal > 0.0 { -self.friction * direction } else { 0.0 };
                let rate = self.rate_in(phase, deformation, velocity, normal).deformation_rate;
                [[0.0, 0.0, by_normal], [-(f_slope + rate * d_slope) / d, 0.0, by_normal / d]]
            }
        }
    }

    /// Slope of the spring, in N/m.
    pub fn spring_slope(&self, deformation: f64) -> f64 {
        self.stiffness * self.exponent * deformation.abs().powf(self.exponent - 1.0)
    }

    /// By how much the force that sticking takes is beyond the limit μN: it slips where this is positive. While it slips,
    /// this is d |σ|.
    pub fn excess(&self, deformation: f64, velocity: f64, normal: f64) -> f64 {
        (self.elastic(deformation) - self.damper(deformation) * velocity).abs() - self.limit(normal)
    }

    /// One step of length `duration` at constant velocity and normal force: the deformation at its end, and the force
    /// and mean rates that it takes there.
    ///
    /// Backward Euler for the spring, with the damper of the start: stable for every α ≥ 0 and every length, never above
    /// μN, and no step creates energy.
    pub fn step(&self, deformation: f64, velocity: f64, normal: f64, duration: f64) -> (f64, Tangential) {
        let (limit, start) = (self.limit(normal), deformation);
        let damper = self.damper(start) / duration;
        let force = |end: f64| self.elastic(end) + damper * (end - start);
        let stuck = start - velocity * duration;
        let trial = force(stuck);
        if trial.abs() <= limit {
            return (stuck, Tangential { force: trial, deformation_rate: -velocity, slip_velocity: 0.0 });
        }
        let held = limit * sign(trial);
        let relaxed = self.deformation(held);
        // The force grows with the end, and passes `held` between the start and the relaxed deformation.
        let end = if damper == 0.0 {
            relaxed
        } else {
            solve_bracketed(|end| force(end) - held, start, relaxed, 0.0).unwrap_or(relaxed)
        };
        let deformation_rate = (end - start) / duration;
        (end, Tangential { force: held, deformation_rate, slip_velocity: velocity + deformation_rate })
    }

    fn limit(&self, normal: f64) -> f64 {
        self.friction * normal.max(0.0)
    }
}

/// Tangential stiffness of a circular patch of radius a that sticks everywhere, in N/m [Mindlin1949]:
///
/// `K = 8 a G*`, `1/G* = (2−ν₁)/G₁ + (2−ν₂)/G₂`, `G = E/(2(1+ν))`
pub fn mindlin_stiffness(patch_radius: f64, first: &Elastic, second: &Elastic) -> f64 {
    let compliance = |m: &Elastic| (2.0 - m.poisson) * 2.0 * (1.0 + m.poisson) / m.modulus;
    8.0 * patch_radius / (compliance(first) + compliance(second))
}

/// −1, 0 or 1, as the equations mean it: `signum` of zero is not zero.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

#[cfg(test)]
mod tests;
