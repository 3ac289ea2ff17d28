//! The track that a point fixed in the cup draws on the head, exactly.
//!
//! ```
//! use mechanics::exact::slide_track::aspect_ratio;
//!
//! // Walking: 23° of flexion, 6° of adduction.
//! assert!((aspect_ratio(23f64.to_radians(), 6f64.to_radians()) - 3.738).abs() < 1e-3);
//! ```
//!
//! For flexion f(t) about the lateral axis followed by adduction a(t) about the (rotated) anterior axis, and a point of
//! the cup on the superior axis, the sliding speed on a head of radius R is
//!
//! `v = R √(ḟ² + ȧ² cos² f)`
//!
//! With `f = f₀ sin τ` and `a = a₀ cos τ` the track is a closed loop whose extents on the head are `2R sin f₀` and
//! `2R sin a₀`. This is the elliptic track of simulators [SaikkoCalonius2002].

use std::f64::consts::TAU;

use numerics::quadrature::integrate_adaptive;

/// Length of the loop for the amplitudes f₀ of flexion and a₀ of adduction (rad), 90° out of phase.
pub fn compute_length(radius: f64, flexion: f64, adduction: f64) -> f64 {
    let speed = |tau: f64| {
        let f = flexion * tau.sin();
        (flexion * tau.cos()).hypot(adduction * tau.sin() * f.cos())
    };
    radius * 4.0 * integrate_adaptive(speed, 0.0, TAU / 4.0, 1e-12).value
}

/// Long over short extent of the loop, for flexion at least as large as adduction.
pub fn aspect_ratio(flexion: f64, adduction: f64) -> f64 {
    flexion.sin() / adduction.sin()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers stated in the project's data sheet, made by an independent script: 24.04 mm and 3.74; 34.3 mm and 1.
    #[test]
    fn walking_like_tracks_have_the_stated_lengths() {
        let (f, a) = (23f64.to_radians(), 6f64.to_radians());
        assert!((compute_length(14e-3, f, a) - 24.038e-3).abs() < 1e-6);
        assert!((aspect_ratio(f, a) - 3.738).abs() < 1e-3);
        assert!((compute_length(14e-3, f, f) - 34.261e-3).abs() < 1e-6);
    }

    #[test]
    fn pure_flexion_slides_there_and_back() {
        assert!((compute_length(1.0, 0.4, 0.0) - 1.6).abs() < 1e-12);
    }
}
