//! The derivatives of the six equations of a contact, against differences, on every branch.

use nalgebra::{Matrix3, Matrix6, Vector3, Vector6};
use numerics::cone::LocalContact;

fn contact() -> LocalContact {
    let a = Matrix3::new(1.0, 0.2, -0.1, 0.0, 1.3, 0.3, 0.4, 0.1, 0.8);
    LocalContact {
        compliance: a * a.transpose() * 0.05,
        free: Vector3::new(-0.3, 0.8, -0.9),
        normal: Vector3::new(0.3, -0.5, 0.8).normalize(),
        friction: 0.3,
        erosion: 0.04,
    }
}

fn equations(contact: &LocalContact, y: &Vector6<f64>) -> Vector6<f64> {
    let (u, r) = (y.fixed_rows::<3>(0).into_owned(), y.fixed_rows::<3>(3).into_owned());
    let (motion, law) = (u - contact.compliance * r - contact.free, contact.linearise(u, r).value);
    Vector6::new(motion.x, motion.y, motion.z, law.x, law.y, law.z)
}

#[test]
fn the_jacobian_of_the_six_unknowns_is_the_slope_of_the_equations_on_every_branch() {
    let contact = contact();
    let n = contact.normal;
    let side = n.cross(&Vector3::x()).normalize();
    // Open, sticking, sliding; the last two with wear in play.
    let cases = [
        (n * 2.0 + side * 0.3, n * 0.1 + side * 0.02, false),
        (side * 1e-3 - n * 0.1, n * 8.0 + side * 0.3, true),
        (side * 0.4 - n * 0.2 + n.cross(&side) * 0.1, n * 8.0 - side * 2.0, true),
    ];
    let mut sliding = Vec::new();
    for (u, r, closed) in cases {
        let at = contact.linearise(u, r);
        assert_eq!(at.closed, closed);
        sliding.push((at.by_reaction - Matrix3::identity()).norm());
        let y = Vector6::new(u.x, u.y, u.z, r.x, r.y, r.z);
        let exact = contact.jacobian(u, r);
        let mut differences = Matrix6::zeros();
        for k in 0..6 {
            let step = 1e-6;
            let slope = (equations(&contact, &(y + Vector6::ith(k, step)))
                - equations(&contact, &(y - Vector6::ith(k, step))))
                / (2.0 * step);
            differences.set_column(k, &slope);
        }
        assert!((exact - differences).norm() < 1e-8 * exact.norm(), "{}", exact - differences);
    }
    assert!(sliding[0] == 0.0 && sliding[1] != sliding[2], "the cases must be three branches");
}

#[test]
fn newtons_method_and_the_search_find_the_same_reaction() {
    let mut contact = contact();
    let mut closed = 0;
    for k in 0..400 {
        let k = f64::from(k);
        contact.free = Vector3::new((k * 1.1).sin(), (k * 0.37).cos() * 2.0, (k * 0.73).sin() - 0.4);
        contact.friction = 0.9 * (k * 0.21).sin().powi(2);
        // Much more wear than this, and slowing down by friction pays: there are then two solutions.
        contact.erosion = 0.02 * (k * 0.11).sin().powi(2);
        let newton = contact.solve(Vector3::zeros());
        let search = contact.solve_by_search(0.0);
        let scale = contact.free.norm() / contact.compliance.norm();
        assert!((newton - search).norm() < 1e-11 * scale, "{k}: {newton} {search}");
        closed += usize::from(newton != Vector3::zeros());
    }
    assert!(closed > 150, "{closed} of 400 contacts closed");
}
