//! Why a run could not be finished.

use mechanics::contact::surrogate::SurrogateError;
use numerics::ode::Failure;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HipError {
    /// The load points out of the cup, which cannot hold the head.
    #[error(
        "the load pulls the head out of the cup{}: {load:.0} N at {tilt:.1}° from the axis of the cup, too close to or beyond its rim at {rim:.1}°",
        when(*time)
    )]
    PulledOut {
        /// When, in s.
        time: f64,
        /// Size of the load, in N.
        load: f64,
        /// Angle between the load and the cup's axis, in degrees.
        tilt: f64,
        /// Angle of the rim, in degrees.
        rim: f64,
    },
    /// The head left the cup during the motion.
    #[error("the head leaves the cup at t = {time:.4} s: its centre is {distance:.2} mm away from that of the cup")]
    Dislocated {
        /// When, in s.
        time: f64,
        /// Distance of the centres, in mm.
        distance: f64,
    },
    /// The load is more than the liner can carry within the model.
    #[error(
        "equilibrium not reached{} under {load:.0} N: residual {residual:.3e} N after {iterations} iterations", when(*time)
    )]
    NoEquilibrium {
        /// When, in s.
        time: f64,
        /// Size of the load, in N.
        load: f64,
        /// What was left, in N.
        residual: f64,
        /// Iterations spent.
        iterations: u32,
    },
    /// Friction and sliding direction do not settle.
    #[error(
        "no equilibrium with friction at t = {time:.4} s under {load:.0} N: the direction of sliding does not settle"
    )]
    NoFriction {
        /// When, in s.
        time: f64,
        /// Size of the load, in N.
        load: f64,
    },
    /// The integrator gave up.
    #[error("the equations of motion could not be integrated: {0}")]
    Integration(#[from] Failure),
    /// A liner that is squeezed away.
    #[error(
        "the load of {load:.0} N compresses the liner by {strain:.0} % of its thickness, at {pressure:.0} MPa: no liner carries that"
    )]
    Crushed {
        /// Peak pressure, in MPa.
        pressure: f64,
        /// Load at the largest push, in N.
        load: f64,
        /// Indentation in percent of the thickness.
        strain: f64,
    },
    /// A pressure that the material cannot carry.
    #[error(
        "the load of {load:.0} N presses with {pressure:.0} MPa, but {material} yields at about {strength:.0} MPa: no liner carries that"
    )]
    FarBeyondYield {
        /// Peak pressure, in MPa.
        pressure: f64,
        /// Load at the largest push, in N.
        load: f64,
        /// Name of the liner's material.
        material: String,
        /// Its yield strength, in MPa.
        strength: f64,
    },
    /// Wear deeper than the liner.
    #[error(
        "the liner of {thickness:.1} mm is worn through after {cycles:.3e} cycles, and results are per million cycles: {depth:.3e} mm deep"
    )]
    WornThrough {
        /// Cycles until the liner is gone.
        cycles: f64,
        /// Thickness of the liner, in mm.
        thickness: f64,
        /// Depth per million cycles, in mm.
        depth: f64,
        /// The wear factor, as it was written.
        factor: String,
    },
    /// A checkpoint that does not belong here.
    #[error(
        "what was kept of this lifetime does not fit it: it has another surface, lies beyond its end, or is damaged"
    )]
    Checkpoint,
    /// A lifetime that no step can follow.
    #[error("after {cycles:.3e} cycles no step of the lifetime is short enough for what a cycle wears and creeps")]
    Stuck {
        /// Cycles until then.
        cycles: f64,
    },
    /// A surrogate of what is no foundation.
    #[error("surrogates of hips are fitted to the elastic foundation, and this hip has Hertz's law")]
    FitOfHertz,
    /// Nothing to fit a surrogate around.
    #[error("in none of {frames} frames the head presses into the cup without reaching over its rim")]
    NothingToFit {
        /// Frames of the motion.
        frames: usize,
    },
    /// A surrogate could not be fitted.
    #[error("no surrogate could be fitted: {0}")]
    Fit(Box<SurrogateError>),
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// When it happened; a static run knows no time.
fn when(time: f64) -> String {
    if time == 0.0 { String::new() } else { format!(" at t = {time:.4} s") }
}

impl HipError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::PulledOut { .. } => {
                "check the signs and axes of the force (`force-acts-on`, anterior, superior, lateral) and the cup's inclination and anteversion"
            }
            Self::Dislocated { .. } => {
                "check the load's signs; a load that keeps the head in the cup presses it upwards and inwards"
            }
            Self::NoEquilibrium { .. } => {
                "the load may be far beyond what the liner carries; check its unit and the liner's modulus"
            }
            Self::NoFriction { .. } => {
                "use the dynamic experiment, lower the friction, or raise its transition-speed: sliding has no clear direction here"
            }
            Self::Integration(_) => "use the scheme \"rosenbrock\", a larger tolerance or a smaller smallest-step",
            Self::Crushed { .. } | Self::FarBeyondYield { .. } => {
                "check the unit of the load (`force-unit`, body weight or mass) and of the liner's modulus and thickness"
            }
            Self::WornThrough { factor, .. } => {
                return Some(format!(
                    "check the wear factor, {factor}, and its unit: polyethylene in a hip wears by about 1e-6 mm^3/(N m)"
                ));
            }
            Self::Checkpoint => "delete the checkpoint beside the result: the lifetime then begins afresh",
            Self::Stuck { .. } => "check the wear factor, the loads and their units; or a larger lifetime.tolerance",
            Self::FitOfHertz => {
                "write [hip.contact.elastic-foundation] in the study; Hertz's law needs no surrogate, it is one formula"
            }
            Self::NothingToFit { .. } => "give a motion or a load that presses the head into the cup",
            Self::Fit(_) => "ask for more samples, or a lower order",
            Self::Interrupted => return None,
        };
        Some(hint.into())
    }
}
