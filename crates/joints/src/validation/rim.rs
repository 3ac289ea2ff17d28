//! A patch that crosses the rim: integrals over rings against a sum over a million points of the cup.

use std::f64::consts::{FRAC_PI_2, TAU};

use mechanics::contact::SphericalJoint;
use nalgebra::Vector3;

use super::{Finding, Target, base_case};

/// Points around the cup, and from its pole to its rim.
const POINTS: u32 = 1000;

/// Closed form and rim integral against brute force, from the bottom of the cup to beyond its rim.
pub fn rim() -> Vec<Finding> {
    let Ok(sphere) = base_case() else { return Vec::new() };
    let joint = SphericalJoint::new(sphere, Vector3::z(), FRAC_PI_2);
    let indentation = 6e-5;
    let mut findings = Vec::new();
    for tilt in [0.0, 30.0, 45.0, 60.0, 75.0, 90.0, 105.0_f64] {
        let (sin, cos) = tilt.to_radians().sin_cos();
        let e = Vector3::new(sin, 0.0, cos) * (sphere.clearance() + indentation);
        let (force, area) = sum_over_cup(&joint, &e);
        let (reaction, patch) = (joint.reaction(&e).force, joint.patch(&e));
        let finding = |quantity, expected: f64, computed, tolerance| Finding {
            quantity,
            label: format!(
                "contact axis {tilt}° from the pole, {:.0} % of the patch beyond the rim",
                100.0 * patch.lost
            ),
            target: Target::Within(expected, tolerance),
            computed: Ok(computed),
            source: "sum over a million points of equal area, penetration of each by a straight line",
            why: "midpoints: the force converges with the square of their spacing, the area with the spacing (jump at the edge)",
        };
        findings.push(finding("contact_force_N", force.norm(), reaction.norm(), 1e-5));
        findings.push(finding("contact_area_m2", area, patch.area, 1e-3));
        let turned = |f: &Vector3<f64>| (-f.x).atan2(-f.z);
        if tilt > 0.0 {
            findings.push(finding("force_direction_rad", turned(&force), turned(&reaction), 1e-5));
        }
    }
    findings
}

/// Force on the ball, and area of the patch: a straight line from the centre of the cup to each point of it leaves the
/// ball at the distance s with `|s r̂ − e| = Rb`; the spring there is shortened by s − Rc.
fn sum_over_cup(joint: &SphericalJoint, e: &Vector3<f64>) -> (Vector3<f64>, f64) {
    let (rb, rc) = (joint.sphere().ball_radius, joint.sphere().socket_radius);
    let (mut force, mut inside) = (Vector3::zeros(), 0_u32);
    for ring in 0..POINTS {
        let z = (f64::from(ring) + 0.5) / f64::from(POINTS);
        for sector in 0..POINTS {
            let (sin, cos) = ((f64::from(sector) + 0.5) / f64::from(POINTS) * TAU).sin_cos();
            let flat = (1.0 - z * z).sqrt();
            let r = Vector3::new(flat * cos, flat * sin, z);
            let along = r.dot(e);
            let shortened = along + (along * along + rb * rb - e.norm_squared()).sqrt() - rc;
            if shortened > 0.0 {
                force -= r * shortened;
                inside += 1;
            }
        }
    }
    let area = TAU * rc * rc / f64::from(POINTS).powi(2);
    (force * joint.sphere().foundation.stiffness() * area, area * f64::from(inside))
}
