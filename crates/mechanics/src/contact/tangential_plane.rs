//! Friction with tangential compliance in a tangent plane: the same law where the direction of sliding turns.

use super::TangentialCompliance;
use nalgebra::Vector3;

/// What the contact does in its tangent plane at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaneTangential {
    /// Force λ on the body that moves, in N.
    pub force: Vector3<f64>,
    /// Rate of the deformation δ̇_T, in m/s.
    pub deformation_rate: Vector3<f64>,
    /// Slip velocity σ, in m/s; exactly 0 when the contact sticks.
    pub slip_velocity: Vector3<f64>,
}

impl TangentialCompliance {
    /// Force and rates at a deformation, a tangential velocity and a normal force, all vectors in one plane [Song2001].
    ///
    /// `f = K |δ_T|^(β−1) δ_T`, `d = ³⁄₂ α |f|`, force of sticking `t = f − d v`;
    /// stick where `|t| ≤ μN`: `λ = t`, `δ̇_T = −v`; else slip: `λ = μN t/|t|`, `δ̇_T = (λ − f)/d`.
    ///
    /// While it slips `σ = v + δ̇_T = (λ − t)/d`: slip goes against the force whatever the direction, so that friction only
    /// loses energy, and at the border both cases are one. Along a line this is [`Self::rate`].
    ///
    /// *Checked by* the scalar law along a line, and by a slider that is led around a circle, in closed form.
    pub fn rate_in_plane(&self, deformation: &Vector3<f64>, velocity: &Vector3<f64>, normal: f64) -> PlaneTangential {
        let length = deformation.norm();
        let size = self.stiffness * length.powf(self.exponent);
        let f = if length > 0.0 { deformation * (size / length) } else { Vector3::zeros() };
        let d = 1.5 * self.damping * size;
        let trial = f - velocity * d;
        let limit = self.friction * normal.max(0.0);
        let asked = trial.norm();
        if asked <= limit || d == 0.0 {
            let slip_velocity = Vector3::zeros();
            return PlaneTangential { force: trial, deformation_rate: -velocity, slip_velocity };
        }
        let force = trial * (limit / asked);
        let deformation_rate = (force - f) / d;
        PlaneTangential { force, deformation_rate, slip_velocity: velocity + deformation_rate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    const LAW: TangentialCompliance =
        TangentialCompliance { friction: 0.07, stiffness: 5e6, exponent: 1.0, damping: 10.0 };

    #[test]
    fn along_a_line_it_is_the_scalar_law() {
        let way = Vector3::new(0.6, -0.8, 0.0);
        for exponent in [1.0, 1.5] {
            let law = TangentialCompliance { exponent, stiffness: 5e6 * 1e-5_f64.powf(1.0 - exponent), ..LAW };
            for deformation in [-4e-5, -1e-6, 2e-6, 2.9e-5] {
                for velocity in [-0.03, -1e-4, 0.0, 0.02] {
                    let scalar = law.rate(deformation, velocity, 2000.0);
                    let vector = law.rate_in_plane(&(way * deformation), &(way * velocity), 2000.0);
                    assert!((vector.force - way * scalar.force).norm() < 1e-9);
                    assert!((vector.deformation_rate - way * scalar.deformation_rate).norm() < 1e-12);
                    assert!((vector.slip_velocity - way * scalar.slip_velocity).norm() < 1e-12);
                }
            }
        }
    }

    /// Led around a circle at constant speed V and turning rate ω under a constant force, the spring's deformation turns
    /// with it, `δ̇ = ω × δ`: then `|λ| = K r √(1 + (³⁄₂ α r ω)²) = μN` gives its length r, and `λ ∥ −(v + ω × δ)` its lag.
    #[test]
    fn around_a_circle_the_spring_has_the_length_and_the_lag_of_the_closed_form() {
        let (speed, omega, normal) = (0.02, 40.0, 1500.0);
        let TangentialCompliance { friction, stiffness, damping, .. } = LAW;
        // K² x + (³⁄₂ α ω K)² x² = (μN)² for x = r².
        let (b, c) = ((1.5 * damping * omega).powi(2), (friction * normal / stiffness).powi(2));
        let r = (((1.0 + 4.0 * b * c).sqrt() - 1.0) / (2.0 * b)).sqrt();
        // λ stands before δ by atan(³⁄₂ α r ω), and points against σ = V t̂ + ω r (before δ by a quarter turn).
        let lead = (1.5 * damping * r * omega).atan();
        // With δ at an angle φ from the velocity: λ × σ = 0, that is V sin(φ + lead) = ω r sin(π/2 − lead).
        let phi = std::f64::consts::PI - (omega * r * lead.cos() / speed).asin() - lead;
        let mut delta = Vector3::zeros();
        let (steps, turns) = (40_000, 3.0);
        let h = turns * TAU / omega / f64::from(steps);
        let velocity = |t: f64| Vector3::new((omega * t).cos(), (omega * t).sin(), 0.0) * speed;
        for k in 0..steps {
            // Runge–Kutta of fourth order.
            let t = h * f64::from(k);
            let rate = |t: f64, d: Vector3<f64>| LAW.rate_in_plane(&d, &velocity(t), normal).deformation_rate;
            let k1 = rate(t, delta);
            let k2 = rate(t + 0.5 * h, delta + k1 * (0.5 * h));
            let k3 = rate(t + 0.5 * h, delta + k2 * (0.5 * h));
            let k4 = rate(t + h, delta + k3 * h);
            delta += (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
        }
        let v = velocity(h * f64::from(steps));
        assert!((delta.norm() / r - 1.0).abs() < 1e-6, "{} {r}", delta.norm());
        let angle = v.cross(&delta).z.atan2(v.dot(&delta)).rem_euclid(TAU);
        assert!((angle - phi.rem_euclid(TAU)).abs() < 1e-5, "{angle} {phi}");
        let at = LAW.rate_in_plane(&delta, &v, normal);
        assert!((at.force.norm() / (friction * normal) - 1.0).abs() < 1e-12);
        assert!(at.force.dot(&at.slip_velocity) < 0.0);
    }

    #[test]
    fn slip_always_goes_against_the_force() {
        for k in 0..400 {
            let k = f64::from(k);
            let delta = Vector3::new((1.3 * k).sin(), (2.1 * k).cos(), 0.0) * 4e-5;
            let v = Vector3::new((0.7 * k).cos(), (3.7 * k).sin(), 0.0) * 0.05;
            let at = LAW.rate_in_plane(&delta, &v, 1000.0);
            assert!(at.force.norm() <= 70.0 * (1.0 + 1e-12));
            let power = at.force.dot(&at.slip_velocity);
            assert!(power <= 1e-12, "{power}");
        }
    }
}
