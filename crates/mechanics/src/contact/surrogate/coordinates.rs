//! From a pose to six numbers and back.

use nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};

/// Translation of the follower's origin in the frame of the base, then the angles of R = R_z(flexion) R_x(adduction)
/// R_y(rotation), as in NOTATION.md: flexion, adduction, rotation.
///
/// *Pitfalls*: at an adduction of ±90° flexion and rotation cannot be told apart.
pub fn compute_coordinates(pose: &Isometry3<f64>) -> [f64; 6] {
    let t = pose.translation.vector;
    let r = pose.rotation.to_rotation_matrix();
    let flexion = (-r[(0, 1)]).atan2(r[(1, 1)]);
    let adduction = r[(2, 1)].atan2(r[(0, 1)].hypot(r[(1, 1)]));
    let rotation = (-r[(2, 0)]).atan2(r[(2, 2)]);
    [t.x, t.y, t.z, flexion, adduction, rotation]
}

/// The pose with these coordinates.
pub fn compute_pose(coordinates: &[f64; 6]) -> Isometry3<f64> {
    let &[x, y, z, flexion, adduction, rotation] = coordinates;
    let turn = |axis, angle| Rotation3::from_axis_angle(&axis, angle);
    let r = turn(Vector3::z_axis(), flexion) * turn(Vector3::x_axis(), adduction) * turn(Vector3::y_axis(), rotation);
    Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::from_rotation_matrix(&r))
}

/// How the three angles follow a rotation vector in the frame of the base.
///
/// ω = ḟ ẑ + ȧ R_z x̂ + ṙ R_z R_x ŷ, solved for the rates.
pub(super) fn angle_slopes(flexion: f64, adduction: f64) -> Matrix3<f64> {
    let ((sf, cf), (sa, ca)) = (flexion.sin_cos(), adduction.sin_cos());
    // The columns are ẑ, (cf, sf, 0) and (−sf ca, cf ca, sa): of the last two only the third has a part along (−sf, cf, 0).
    let tangent = sa / ca;
    Matrix3::new(
        sf * tangent,
        -cf * tangent,
        1.0, //
        cf,
        sf,
        0.0, //
        -sf / ca,
        cf / ca,
        0.0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_comes_back_from_its_coordinates() {
        for i in 0..50 {
            let x = f64::from(i) - 25.0;
            let there = [0.01 * x, 0.3, -0.002 * x, 0.12 * x, 0.05 * x, -0.03 * x];
            let back = compute_coordinates(&compute_pose(&there));
            assert!(there.iter().zip(back).all(|(a, b)| (a - b).abs() < 1e-14), "{there:?}, {back:?}");
        }
    }

    #[test]
    fn angles_follow_a_rotation_vector_as_differences_do() {
        let start = [0.0, 0.0, 0.0, 0.9, 0.3, -0.4];
        let slopes = angle_slopes(start[3], start[4]);
        for axis in 0..3 {
            let h = 1e-6;
            let turned = |step: f64| {
                let turn = UnitQuaternion::from_scaled_axis(Vector3::ith(axis, step));
                compute_coordinates(&(turn * compute_pose(&start)))
            };
            for angle in 0..3 {
                let difference = (turned(h)[3 + angle] - turned(-h)[3 + angle]) / (2.0 * h);
                assert!((slopes[(angle, axis)] - difference).abs() < 1e-9, "{slopes}, {difference}");
            }
        }
    }
}
