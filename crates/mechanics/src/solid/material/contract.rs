//! What every law must keep. A new law is tested by adding one line to `laws_keep_the_contract`.

use super::*;
use nalgebra::Rotation3;

const RUBBER: Elastic = Elastic { modulus: 3.0, poisson: 0.4, density: 1.0 };

fn at(law: &Material, h: &Matrix3<f64>) -> Response {
    let history = History { accepted: &[], updated: &mut [] };
    law.respond(h, history).expect("not inside out")
}

/// Stress is the slope of the energy, tangent the slope of the stress and symmetric; no stress at rest; Hooke's law for
/// small strains.
fn keeps_the_contract(name: &str, law: &Material) {
    let large = Matrix3::new(0.21, 0.3, -0.1, -0.07, -0.25, 0.16, 0.02, -0.13, 0.3);
    for scale in [1.0, 0.3, 1e-3] {
        let h = large * scale;
        let here = at(law, &h);
        let skew = (here.tangent - here.tangent.transpose()).norm();
        assert!(skew < 1e-15 * here.tangent.norm(), "{name}: tangent not symmetric to rounding: {skew:e}");
        for k in 0..9 {
            let step = 1e-5;
            let mut plus = h;
            plus.as_mut_slice()[k] += step;
            let mut minus = h;
            minus.as_mut_slice()[k] -= step;
            let (plus, minus) = (at(law, &plus), at(law, &minus));
            let slope = (plus.energy - minus.energy) / (2.0 * step);
            assert!((slope - here.stress.as_slice()[k]).abs() < 1e-9, "{name}: stress {k} at {scale}");
            let slope = (plus.stress - minus.stress) / (2.0 * step);
            for i in 0..9 {
                let error = slope.as_slice()[i] - here.tangent[(i, k)];
                assert!(error.abs() < 1e-8, "{name}: tangent ({i}, {k}) at {scale}: {error:e}");
            }
        }
    }
    let rest = at(law, &Matrix3::zeros());
    assert_eq!((rest.energy, rest.stress), (0.0, Matrix3::zeros()), "{name}: stress at rest");
    // Ten digits survive at a strain of 1e-9: nothing is formed as the small difference of large numbers.
    let tiny = large * 1e-9;
    let hooke = at(&Material::Linear(RUBBER), &tiny);
    let here = at(law, &tiny);
    assert!((here.stress - hooke.stress).norm() < 1e-8 * hooke.stress.norm(), "{name}: small strains");
    assert!((here.energy / hooke.energy - 1.0).abs() < 1e-6, "{name}: energy of small strains");
}

/// The answer turns with the body: ψ(QF) = ψ(F), P(QF) = Q P(F).
fn is_objective(name: &str, law: &Material) {
    let h = Matrix3::new(0.2, 0.1, -0.1, -0.07, -0.2, 0.1, 0.02, -0.1, 0.3);
    let q = Rotation3::from_euler_angles(0.4, -1.1, 2.0).into_inner();
    let (here, turned) = (at(law, &h), at(law, &(q * (Matrix3::identity() + h) - Matrix3::identity())));
    assert!((here.energy / turned.energy - 1.0).abs() < 1e-12, "{name}: energy");
    assert!((q * here.stress - turned.stress).norm() < 1e-12, "{name}: stress");
    assert!(at(law, &(q - Matrix3::identity())).stress.norm() < 1e-14, "{name}: a rotation gives stress");
}

#[test]
fn laws_keep_the_contract() {
    keeps_the_contract("linear", &Material::Linear(RUBBER));
    keeps_the_contract("St. Venant–Kirchhoff", &Material::StVenantKirchhoff(RUBBER));
    keeps_the_contract("neo-Hookean", &Material::NeoHookean(RUBBER));
}

#[test]
fn finite_laws_are_objective() {
    is_objective("St. Venant–Kirchhoff", &Material::StVenantKirchhoff(RUBBER));
    is_objective("neo-Hookean", &Material::NeoHookean(RUBBER));
}

#[test]
fn neo_hookean_refuses_to_be_turned_inside_out() {
    let flat = Matrix3::new(-1.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    let history = History { accepted: &[], updated: &mut [] };
    assert_eq!(Material::NeoHookean(RUBBER).respond(&flat, history), None);
}

#[test]
fn constants_of_no_solid_are_refused() {
    for (modulus, poisson) in [(0.0, 0.3), (-1.0, 0.3), (1.0, 0.5), (1.0, -1.0), (f64::NAN, 0.3), (1.0, f64::NAN)] {
        assert!(Material::Linear(Elastic { modulus, poisson, density: 1.0 }).check().is_err(), "{modulus} {poisson}");
    }
}
