//! Lubricating films.
//!
//! A journal (the head) turns and shifts in a bearing (the cup) with a thin film between them. Every film answers the same
//! question: given the [`JournalMotion`], what [`FilmResponse`] do the bodies feel?

use nalgebra::{Matrix4x6, Vector2};

/// How a journal moves in its bearing, in axes that do not turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JournalMotion {
    /// Centre of the journal less that of the bearing, in m.
    pub eccentricity: Vector2<f64>,
    /// Its rate, in m/s.
    pub velocity: Vector2<f64>,
    /// Angular velocities of the journal and of the bearing, counter-clockwise, in rad/s. The wedge sees their sum, the
    /// shear their difference.
    pub spins: [f64; 2],
}

/// What a film does to the bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmResponse {
    /// Force on the journal at its centre, in N; the bearing feels the opposite at the same point.
    pub force: Vector2<f64>,
    /// Moments on the journal about its centre and on the bearing about the journal's centre, in N·m.
    pub torques: [f64; 2],
}

/// A film between a journal and a bearing whose response follows from the motion of the moment.
pub trait JournalFilm {
    /// What the bodies feel. It never creates energy: force·velocity + torques·spins ≤ 0.
    fn response(&self, motion: &JournalMotion) -> FilmResponse;
    /// Derivatives of (force x, force y, torque on the journal, torque on the bearing) by (eccentricity x, y, velocity
    /// x, y, spin of the journal, of the bearing).
    fn tangent(&self, motion: &JournalMotion) -> Matrix4x6<f64>;
}
