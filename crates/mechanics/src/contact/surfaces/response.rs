//! What a contact of surfaces does at one pose and twist.

use nalgebra::{Matrix6, Vector3, Vector6};

/// How the follower moves in the frame of the base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Twist {
    /// Velocity of the follower's origin.
    pub linear: Vector3<f64>,
    /// Angular velocity.
    pub angular: Vector3<f64>,
}

impl Twist {
    /// At rest.
    pub const REST: Self = Self { linear: Vector3::new(0.0, 0.0, 0.0), angular: Vector3::new(0.0, 0.0, 0.0) };
}

/// What the base does to the follower, in the frame of the base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Force on the follower.
    pub force: Vector3<f64>,
    /// Moment on the follower about its origin.
    pub moment: Vector3<f64>,
    /// Stored energy.
    pub energy: f64,
    /// Power lost to dissipation and friction.
    pub dissipated_power: f64,
    /// Expected error of the normal force from the spacing of the points, in N (one standard deviation).
    pub quadrature_error: f64,
}

impl Response {
    /// Force, then moment.
    pub fn wrench(&self) -> Vector6<f64> {
        let (f, m) = (&self.force, &self.moment);
        Vector6::new(f.x, f.y, f.z, m.x, m.y, m.z)
    }
}

/// Derivatives of the wrench (force, moment about the follower's origin: rows), in the frame of the base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slopes {
    /// By increments of the pose: translation of the follower's origin, then a rotation vector about it.
    pub by_pose: Matrix6<f64>,
    /// By the twist: linear, then angular velocity.
    pub by_twist: Matrix6<f64>,
}

/// The patch, or the part of it in one region.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PatchSummary {
    /// Force on the follower, friction included.
    pub force: Vector3<f64>,
    /// Sum of the pressure over the area, in N; larger than the force where the patch is curved.
    pub pressure_force: f64,
    /// Area under pressure.
    pub area: f64,
    /// Highest pressure.
    pub peak_pressure: f64,
    /// Where the pressure acts on average, in the frame of the base; NaN without contact.
    pub centre: Vector3<f64>,
    /// Deepest indentation; 0 without contact.
    pub deepest: f64,
    /// Largest share of the thickness of the lining by which it is indented.
    pub deepest_ratio: f64,
    /// Area under pressure beside an edge of one of the surfaces.
    pub area_at_edge: f64,
}

impl PatchSummary {
    /// No contact.
    pub const OPEN: Self = Self {
        force: Vector3::new(0.0, 0.0, 0.0),
        pressure_force: 0.0,
        area: 0.0,
        peak_pressure: 0.0,
        centre: Vector3::new(f64::NAN, f64::NAN, f64::NAN),
        deepest: 0.0,
        deepest_ratio: 0.0,
        area_at_edge: 0.0,
    };

    /// Pressure over the area, on average; 0 without contact.
    pub fn mean_pressure(&self) -> f64 {
        if self.area > 0.0 { self.pressure_force / self.area } else { 0.0 }
    }
}
