//! Rotation of the femur against the pelvis.

use nalgebra::{Matrix3, Rotation3, Vector3};

/// Rotation matrix of the femur in pelvis axes: flexion about the lateral axis, then adduction about the moved anterior
/// axis, then internal rotation about the moved long axis, `R = R_z(f) R_x(a) R_y(r)` (see NOTATION.md).
pub(crate) fn rotation(angles: &[f64; 3]) -> Matrix3<f64> {
    let [f, a, r] = *angles;
    let (z, x, y) = (Vector3::z_axis(), Vector3::x_axis(), Vector3::y_axis());
    (Rotation3::from_axis_angle(&z, f) * Rotation3::from_axis_angle(&x, a) * Rotation3::from_axis_angle(&y, r))
        .into_inner()
}

/// Angular velocity of the femur in pelvis axes: `ω = ḟ ẑ + ȧ R_z x̂ + ṙ R_z R_x ŷ`.
pub(crate) fn angular_velocity(angles: &[f64; 3], rates: &[f64; 3]) -> Vector3<f64> {
    let (sin_f, cos_f) = angles[0].sin_cos();
    let (sin_a, cos_a) = angles[1].sin_cos();
    let [f, a, r] = *rates;
    Vector3::new(a * cos_f - r * sin_f * cos_a, a * sin_f + r * cos_f * cos_a, f + r * sin_a)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ω× = Ṙ Rᵀ, with Ṙ by central differences.
    #[test]
    fn angular_velocity_is_the_rate_of_the_rotation() {
        let (angles, rates, h) = ([0.4, -0.2, 0.3], [1.1, -0.7, 0.5], 1e-6);
        let at = |s: f64| rotation(&std::array::from_fn(|i| angles[i] + s * rates[i]));
        let spin = (at(h) - at(-h)) / (2.0 * h) * rotation(&angles).transpose();
        let omega = angular_velocity(&angles, &rates);
        assert!((spin - omega.cross_matrix()).norm() < 1e-9);
    }

    #[test]
    fn positive_angles_flex_adduct_and_rotate_inwards() {
        let (down, front) = (-Vector3::y(), Vector3::x());
        assert!((rotation(&[0.3, 0.0, 0.0]) * down).x > 0.0, "flexion brings the knee forwards");
        assert!((rotation(&[0.0, 0.3, 0.0]) * down).z < 0.0, "adduction brings the knee to the midline");
        assert!((rotation(&[0.0, 0.0, 0.3]) * front).z < 0.0, "internal rotation turns the toes inwards");
    }
}
