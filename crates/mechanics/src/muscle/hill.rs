//! What force a muscle can make: a contractile fibre, pennate, in series with a tendon [Thelen2003] [Millard2013].
//!
//! ```
//! use mechanics::muscle::hill::{Curves, Muscle, Thelen};
//!
//! // At its best length, at rest and fully active, a muscle is as strong as it says.
//! let curves = Curves::Thelen(Thelen::default());
//! let muscle = Muscle { strength: 1000.0, fibre: 0.1, slack: 0.2, pennation: 0.0, fastest: 10.0, curves };
//! assert!((muscle.capacity(0.3, 0.0)?.active - 1000.0).abs() < 1e-9);
//! # Ok::<(), mechanics::muscle::hill::HillError>(())
//! ```
//!
//! `F = F₀ (a f_l(l̃) f_v(ṽ) + f_p(l̃)) cos α = F₀ f_t(l_t/l_s)`, with `l̃ = l/l₀`, `ṽ = l̇/(v_max l₀)`, and a fibre that
//! keeps its height `h = l₀ sin α₀`: `cos α = √(1 − (h/l)²)`.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | F₀ | `strength` | N |
//! | l₀ | `fibre` | m |
//! | l_s | `slack` | m |
//! | α₀ | `pennation` | rad |
//! | v_max | `fastest` | fibre lengths/s |
//! | f_l, f_p, f_v, f_t | `curves` | – |
//!
//! *Assumes*: one fibre for all, constant height, no mass; a tendon without damping.
//! *Pitfalls*: a path shorter than slack tendon and shortest fibre has no tension: [`HillError::Slack`].
//! *Checked by*: the curves' defining values, and OpenSim's curves and equilibria.

mod bezier;
mod millard;
mod thelen;

pub use millard::{Millard, MillardShape};
pub use thelen::Thelen;

use numerics::root::solve_bracketed;

/// The sine of the steepest pennation: beyond it a fibre hardly pulls along its tendon (1.4706 rad, as OpenSim has it).
const STEEPEST: f64 = 0.994_987_437_106_62;
/// The shortest fibre, beside the optimal one.
const SHORTEST: f64 = 0.01;

/// The four curves of a muscle, each without unit.
#[derive(Debug, Clone, PartialEq)]
pub enum Curves {
    /// Gaussian and exponentials [Thelen2003].
    Thelen(Thelen),
    /// Quintic Bézier curves fitted to measurements [Millard2013].
    Millard(Box<Millard>),
}

impl Curves {
    /// f_l: active force by fibre length.
    pub fn active(&self, length: f64) -> f64 {
        match self {
            Curves::Thelen(curves) => curves.active(length),
            Curves::Millard(curves) => curves.active(length),
        }
    }

    /// f_p: passive force by fibre length.
    pub fn passive(&self, length: f64) -> f64 {
        match self {
            Curves::Thelen(curves) => curves.passive(length),
            Curves::Millard(curves) => curves.passive(length),
        }
    }

    /// f_v: force by speed, beside the isometric one; negative speeds shorten. Thelen's depends on activation, too.
    pub fn velocity(&self, speed: f64, activation: f64) -> f64 {
        match self {
            Curves::Thelen(curves) => curves.velocity(speed, activation),
            Curves::Millard(curves) => curves.velocity(speed),
        }
    }

    /// f_t: tendon force by its length beside the slack one.
    pub fn tendon(&self, length: f64) -> f64 {
        match self {
            Curves::Thelen(curves) => curves.tendon(length),
            Curves::Millard(curves) => curves.tendon(length),
        }
    }
}

/// A muscle with its tendon.
#[derive(Debug, Clone, PartialEq)]
pub struct Muscle {
    /// Largest isometric force F₀ (N).
    pub strength: f64,
    /// Optimal fibre length l₀ (m).
    pub fibre: f64,
    /// Slack length of the tendon l_s (m).
    pub slack: f64,
    /// Pennation at the optimal length α₀ (rad).
    pub pennation: f64,
    /// Fastest shortening v_max (fibre lengths/s).
    pub fastest: f64,
    /// Curves.
    pub curves: Curves,
}

/// Why a muscle has no force.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum HillError {
    /// The path is too short for any tension.
    #[error("a path of {length} m is slack: tendon and shortest fibre need {least} m")]
    Slack {
        /// Length of the path (m).
        length: f64,
        /// Least length with tension (m).
        least: f64,
    },
    /// A length, speed or activation that is no number, or an activation out of 0 to 1.
    #[error("{what} is {value}: expected {expected}")]
    Value {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What would do.
        expected: &'static str,
    },
}

/// A muscle on a tendon that does not stretch: force is linear in activation, `F = a active + passive`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Capacity {
    /// Force along the tendon by unit activation (N).
    pub active: f64,
    /// Force along the tendon at rest (N).
    pub passive: f64,
    /// Length of the fibre (m).
    pub fibre: f64,
    /// cos α.
    pub cosine: f64,
}

/// A muscle at rest on its elastic tendon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Equilibrium {
    /// Force of the tendon (N).
    pub force: f64,
    /// Length of the fibre (m).
    pub fibre: f64,
    /// Length of the tendon (m).
    pub tendon: f64,
}

impl Muscle {
    /// Height of the fibre across the tendon (m).
    fn height(&self) -> f64 {
        self.fibre * self.pennation.sin()
    }

    /// The shortest fibre, measured along the tendon (m).
    fn shortest(&self) -> f64 {
        let (height, least) = (self.height(), SHORTEST * self.fibre);
        let shortest = least.max(height / STEEPEST);
        (shortest * shortest - height * height).sqrt()
    }

    /// A path must be longer than this for the tendon to be taut (m).
    pub fn least_length(&self) -> f64 {
        self.slack + self.shortest()
    }

    /// What a muscle of this length (m) and lengthening speed (m/s) can do on a rigid tendon. Thelen's force–velocity
    /// curve is taken at full activation, so that the force is linear.
    pub fn capacity(&self, length: f64, speed: f64) -> Result<Capacity, HillError> {
        finite("the length of a muscle", length)?;
        finite("the speed of a muscle", speed)?;
        let along = length - self.slack;
        if along < self.shortest() {
            return Err(HillError::Slack { length, least: self.least_length() });
        }
        let fibre = along.hypot(self.height());
        let cosine = along / fibre;
        // l l̇ = x ẋ for a fibre of constant height.
        let relative = speed * cosine / (self.fastest * self.fibre);
        let normal = fibre / self.fibre;
        let active = self.curves.active(normal) * self.curves.velocity(relative, 1.0);
        let scale = self.strength * cosine;
        Ok(Capacity { active: scale * active, passive: scale * self.curves.passive(normal), fibre, cosine })
    }

    /// The muscle at rest with a tendon that stretches.
    pub fn solve_equilibrium(&self, length: f64, activation: f64) -> Result<Equilibrium, HillError> {
        finite("the length of a muscle", length)?;
        if !(0.0..=1.0).contains(&activation) {
            let expected = "a number from 0 to 1";
            return Err(HillError::Value { what: "an activation", value: activation, expected });
        }
        let slack = HillError::Slack { length, least: self.least_length() };
        let (low, high) = (self.shortest(), length - self.slack);
        if high < low {
            return Err(slack);
        }
        let height = self.height();
        let excess = |along: f64| {
            let fibre = along.hypot(height);
            let normal = fibre / self.fibre;
            let pull = activation * self.curves.active(normal) + self.curves.passive(normal);
            pull * along / fibre - self.curves.tendon((length - along) / self.slack)
        };
        if excess(low) > 0.0 {
            return Err(slack);
        }
        let along = solve_bracketed(excess, low, high, 1e-15 * length).map_err(|_| slack)?;
        let tendon = length - along;
        let force = self.strength * self.curves.tendon(tendon / self.slack);
        Ok(Equilibrium { force, fibre: along.hypot(height), tendon })
    }
}

fn finite(what: &'static str, value: f64) -> Result<(), HillError> {
    if value.is_finite() { Ok(()) } else { Err(HillError::Value { what, value, expected: "a finite number" }) }
}

#[cfg(test)]
mod tests;
