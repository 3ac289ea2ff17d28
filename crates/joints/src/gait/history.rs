//! What one run leaves behind.

use mechanics::fluid::JournalMotion;
use nalgebra::Vector2;
use numerics::ode::Work;

use super::loads::Loads;
use super::segments::Course;

/// A leg at a reported instant, SI.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// From the beginning of the window.
    pub time: f64,
    /// Height of the thigh's centre of mass, its rate and acceleration.
    pub thigh: [f64; 3],
    /// Of trunk, thigh, shank and foot; not a number where it is not known.
    pub segments: [Course; 4],
    /// On the lower segment at hip, knee, ankle.
    pub loads: Loads,
    /// Centre of the head from that of the cup.
    pub eccentricity: [f64; 2],
    /// Least thickness of the film, and that over the roughness; friction coefficient and logarithm of Hersey's number. Not a
    /// number without a film.
    pub film: [f64; 4],
    /// How the head moves in its film, and the force on it of what stands behind the film.
    pub head: Option<(JournalMotion, Vector2<f64>)>,
    /// Force x, y and moment that carry the trunk, where they are known.
    pub trunk: [f64; 3],
}

impl Row {
    /// Size of the force at the hip.
    pub fn hip_force(&self) -> f64 {
        self.loads[0][0].hypot(self.loads[0][1])
    }
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct History {
    /// At the reported instants.
    pub rows: Vec<Row>,
    /// Largest force at the hip over all steps of the window.
    pub peak_force: f64,
    /// Deepest indentation of a dry hip over all steps.
    pub deepest: f64,
    /// Contacts that began in the window.
    pub impacts: usize,
    /// Shares of the window's time in boundary, mixed and full-film lubrication; in contact (first) and out of it (last) for a
    /// dry hip.
    pub shares: [f64; 3],
    /// Least thickness of the film.
    pub least_film: f64,
    /// Largest eccentricity by the clearance.
    pub largest_ratio: f64,
    /// RMS difference of the film's force, as it follows from the computed velocities, from Newton's law.
    pub film_error: f64,
    /// Largest violation of a joint or guide, in m or rad.
    pub drift: f64,
    pub work: Work,
    /// Why and when it stopped early.
    pub stopped: Option<(f64, String)>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            peak_force: 0.0,
            deepest: 0.0,
            impacts: 0,
            shares: [0.0; 3],
            least_film: f64::INFINITY,
            largest_ratio: 0.0,
            film_error: 0.0,
            drift: 0.0,
            work: Work::default(),
            stopped: None,
        }
    }
}
