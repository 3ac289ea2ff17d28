//! Contacts that relax: the standard linear solid on any elastic law.

use super::{AtPoint, Description, NormalLaw};

/// A contact that remembers how long it has been pressed: a standard linear solid on any elastic law H, which is the force
/// of a fast indentation.
///
/// `F = H(δ) − q`, `τ q̇ = (1 − g) H(δ) − q`, that is `F(t) = ∫ [g + (1 − g) e^{−(t−s)/τ}] dH(δ(s))`
///
/// which is Fung's quasi-linear viscoelasticity with one time [Fung1993] and, on Hertz's law and as long as the patch grows,
/// the exact contact of a ball and a viscoelastic half-space of constant Poisson's ratio [LeeRadok1960].
///
/// | symbol | field | unit |
/// |---|---|---|
/// | g | `relaxed_share` | – |
/// | τ | `time` | s |
/// | q | force that has relaxed so far, a state of the contact | N |
///
/// Surfaces cannot pull: where `H(δ) < q` they are apart, over a dent `d`, `H(d) = q`, that rises freely with
/// `τ q̇ = −g q`. With `δₑ = max(δ, d)` and `H(δ_q) = q/(1 − g)` the energy that is stored and the power that is lost are
///
/// `ψ = W(δₑ) − q (δₑ − δ_q) − (1 − g) W(δ_q)`, `Ḋ = (δₑ − δ_q) q̇ ≥ 0`
///
/// because H grows: nothing is ever created, whatever the elastic law, and nothing jumps where surfaces part or meet.
///
/// *Assumes* 0 < g < 1, τ > 0, and a law that grows with the indentation.
/// *Pitfalls*: real cartilage relaxes over decades of time; one exponential is right around its own time only. While a patch
/// shrinks, the superposition is an approximation (Ting's solution has a longer memory).
/// *Checked by* relaxation under a step, the loss factor of small oscillations, a constant rate of indentation, and an impact
/// on a linear law, all in closed form; by its own energy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relaxation {
    /// Share g of the force that is left after a long time.
    pub relaxed_share: f64,
    /// Time τ of the relaxation under a constant indentation, in s.
    pub time: f64,
}

/// What a relaxing contact does at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relaxing {
    /// Push between the bodies, in N.
    pub push: f64,
    /// Rate of the relaxed force, in N/s.
    pub rate: f64,
    /// Power that is lost, in W.
    pub loss: f64,
    /// Derivatives of push, rate and loss by the indentation and by the relaxed force.
    pub slopes: [[f64; 2]; 3],
}

impl Relaxation {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Standard linear solid (relaxing contact)",
        equation: "F = H(δ) − q ≥ 0,  τ q̇ = (1 − g) H(δ) − q",
        symbols: &[
            ("H(δ)", "elastic force of a fast indentation, here Hertz, N"),
            ("δ", "indentation, m"),
            ("q", "force that has relaxed so far, a state of the contact, N"),
            ("g", "share of the force that is left after a long time"),
            ("τ", "time of relaxation under a constant indentation, s"),
        ],
        about: "A spring beside a spring and a dashpot in series, on any elastic law: a step of indentation is answered \
                in full at once and by the share g after a while. The dent that is left recovers within τ/g.",
        assumes: "One relaxation time, the same relaxation in shear and in bulk; surfaces that part do not pull.",
        pitfalls: "Cartilage and polyethylene relax over decades of time. Impacts much shorter or much longer than τ \
                   lose nothing.",
        valid: "Loading within a decade or so around τ; a patch that grows.",
        sources: &["Fung1993", "LeeRadok1960", "Machado2011"],
    };

    /// Share of the force of a step that is left after a time under it.
    pub fn reduced_relaxation(&self, time: f64) -> f64 {
        let g = self.relaxed_share;
        g + (1.0 - g) * (-time / self.time).exp()
    }

    /// Depth of the free surface below where it was, when a force has relaxed.
    pub fn dent(&self, law: &impl Invertible, relaxed: f64) -> f64 {
        if relaxed > 0.0 { law.indentation(relaxed) } else { 0.0 }
    }

    /// What it does at an indentation, which is negative across an open gap.
    pub fn at(&self, law: &impl Invertible, indentation: f64, relaxed: f64) -> Relaxing {
        let (g, tau, q) = (self.relaxed_share, self.time, relaxed);
        let dent = self.dent(law, q);
        // δ_q, and its slope by q; Hertz's law is flat at its beginning, and infinitely soft there.
        let lag = self.dent(law, q / (1.0 - g));
        let soft = |indentation: f64| match -law.tangent(-indentation, 0.0).0 {
            stiffness if indentation > 0.0 && stiffness > 0.0 => 1.0 / stiffness,
            _ => 0.0,
        };
        let lag_slope = soft(lag) / (1.0 - g);
        if indentation <= dent {
            let rate = -g * q / tau;
            let by_relaxed = (soft(dent) - lag_slope) * rate - (dent - lag) * g / tau;
            let slopes = [[0.0; 2], [0.0, -g / tau], [0.0, by_relaxed]];
            return Relaxing { push: 0.0, rate, loss: (dent - lag) * rate, slopes };
        }
        let (elastic, stiffness) = (law.response(-indentation, 0.0), -law.tangent(-indentation, 0.0).0);
        let rate = ((1.0 - g) * elastic - q) / tau;
        let by_indentation = (1.0 - g) * stiffness / tau;
        let behind = indentation - lag;
        Relaxing {
            push: elastic - q,
            rate,
            loss: behind * rate,
            slopes: [
                [stiffness, -1.0],
                [by_indentation, -1.0 / tau],
                [rate + behind * by_indentation, -lag_slope * rate - behind / tau],
            ],
        }
    }

    /// Energy stored at an indentation.
    pub fn energy(&self, law: &impl Invertible, indentation: f64, relaxed: f64) -> f64 {
        let (g, q) = (self.relaxed_share, relaxed);
        let touching = indentation.max(self.dent(law, q));
        let lag = self.dent(law, q / (1.0 - g));
        law.energy(-touching) - q * (touching - lag) - (1.0 - g) * law.energy(-lag)
    }
}

/// An elastic law that knows how deep a force presses.
pub trait Invertible: NormalLaw<Acts = AtPoint> {
    /// Indentation at which the push is `force` > 0.
    ///
    /// Newton's method between bounds: it finds the place on any law that grows, also where the slope has a kink.
    fn indentation(&self, force: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1e-6);
        while self.response(-high, 0.0) < force && high < 1e6 {
            (low, high) = (high, 4.0 * high);
        }
        let mut guess = 0.5 * (low + high);
        for _ in 0..200 {
            let excess = self.response(-guess, 0.0) - force;
            *(if excess > 0.0 { &mut high } else { &mut low }) = guess;
            let newton = guess + excess / self.tangent(-guess, 0.0).0;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if excess == 0.0 || (next - guess).abs() <= 1e-15 * guess {
                break;
            }
            guess = next;
        }
        guess
    }
}

impl Invertible for super::Hertz {
    fn indentation(&self, force: f64) -> f64 {
        (force / self.stiffness()).powf(2.0 / 3.0)
    }
}

impl Invertible for super::Spring {}

#[cfg(test)]
mod tests;
