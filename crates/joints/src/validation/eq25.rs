//! The closed form of the contact force against the integral that it stands for.

use std::f64::consts::PI;

use mechanics::contact::ConformalSphere;
use numerics::quadrature::integrate_adaptive;

use super::{Finding, Target, base_case};

/// Eq. 25 against adaptive quadrature of Eq. 24, from 0.1 µm to 1 mm.
pub fn eq25_quadrature() -> Vec<Finding> {
    let Ok(law) = base_case() else { return Vec::new() };
    (-14..=-6)
        .map(|half_decades| {
            let indentation = 10f64.powf(0.5 * f64::from(half_decades));
            Finding {
                quantity: "contact_force_N",
                label: format!("indentation {:.3} µm", indentation * 1e6),
                target: Target::Within(integral(&law, indentation), 1e-9),
                computed: Ok(law.force_and_slope(indentation).0),
                source: "adaptive quadrature of Eqs. 20, 22 and 24 as printed [Askari2018]",
                why: "the printed integrand subtracts lengths of 14 mm to find one of 0.1 µm and keeps about ten digits",
            }
        })
        .collect()
}

/// Eq. 24 as printed: `F = ∫ k S(ψ) cosψ 2πRc² sinψ dψ` up to the edge of Eq. 20, with S of Eq. 22.
fn integral(law: &ConformalSphere, indentation: f64) -> f64 {
    let (rb, rc, k) = (law.ball_radius, law.socket_radius, law.foundation.stiffness());
    let e = rc - rb + indentation;
    let edge = ((rc * rc - rb * rb + e * e) / (2.0 * rc * e)).acos();
    let penetration = |psi: f64| e * psi.cos() + rb * (1.0 - (e / rb * psi.sin()).powi(2)).sqrt() - rc;
    let integrand = |psi: f64| k * penetration(psi) * psi.cos() * 2.0 * PI * rc * rc * psi.sin();
    integrate_adaptive(integrand, 0.0, edge, 1e-13).value
}
