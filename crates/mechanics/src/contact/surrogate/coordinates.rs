//! From a pose to six numbers and back.

use nalgebra::{Isometry3, Matrix3, Rotation3, RowVector3, Translation3, UnitQuaternion, Vector3};

/// Translation of the follower's origin in the frame of the base, then flexion, adduction and rotation: the angles of
/// R = R_y(rotation) R_x(adduction) R_z(flexion), the joint coordinate system of Grood and Suntay, in which the large angle
/// turns about the follower's own axis and the two others stay small.
///
/// *Pitfalls*: at an adduction of ±90° flexion and rotation cannot be told apart.
pub fn compute_coordinates(pose: &Isometry3<f64>) -> [f64; 6] {
    let t = pose.translation.vector;
    let r = pose.rotation.to_rotation_matrix();
    let flexion = r[(1, 0)].atan2(r[(1, 1)]);
    let adduction = (-r[(1, 2)]).atan2(r[(1, 0)].hypot(r[(1, 1)]));
    let rotation = r[(0, 2)].atan2(r[(2, 2)]);
    [t.x, t.y, t.z, flexion, adduction, rotation]
}

/// The pose with these coordinates.
pub fn compute_pose(coordinates: &[f64; 6]) -> Isometry3<f64> {
    let &[x, y, z, flexion, adduction, rotation] = coordinates;
    let turn = |axis, angle| Rotation3::from_axis_angle(&axis, angle);
    let r = turn(Vector3::y_axis(), rotation) * turn(Vector3::x_axis(), adduction) * turn(Vector3::z_axis(), flexion);
    Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::from_rotation_matrix(&r))
}

/// How flexion, adduction and rotation follow a rotation vector in the frame of the base.
///
/// ω = ṙ ŷ + ȧ R_y x̂ + ḟ R_y R_x ẑ, solved for the rates: with the unit vectors e₁ = R_y x̂ and e₃ = R_y ẑ, which are
/// normal to ŷ, ȧ = ω·e₁, ḟ = ω·e₃/cos a, ṙ = ω·ŷ + ḟ sin a.
pub(super) fn angle_slopes(adduction: f64, rotation: f64) -> Matrix3<f64> {
    let ((sa, ca), (sr, cr)) = (adduction.sin_cos(), rotation.sin_cos());
    Matrix3::from_rows(&[
        RowVector3::new(sr / ca, 0.0, cr / ca),
        RowVector3::new(cr, 0.0, -sr),
        RowVector3::new(sr * sa / ca, 1.0, cr * sa / ca),
    ])
}

/// How [`angle_slopes`] follows adduction and rotation.
pub(super) fn angle_slopes_changes(adduction: f64, rotation: f64) -> [Matrix3<f64>; 2] {
    let ((sa, ca), (sr, cr)) = (adduction.sin_cos(), rotation.sin_cos());
    let (steep, tangent) = (1.0 / (ca * ca), sa / ca);
    let row = RowVector3::new;
    [
        Matrix3::from_rows(&[
            row(sr * sa * steep, 0.0, cr * sa * steep),
            row(0.0, 0.0, 0.0),
            row(sr * steep, 0.0, cr * steep),
        ]),
        Matrix3::from_rows(&[row(cr / ca, 0.0, -sr / ca), row(-sr, 0.0, -cr), row(cr * tangent, 0.0, -sr * tangent)]),
    ]
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
        let slopes = angle_slopes(start[4], start[5]);
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
