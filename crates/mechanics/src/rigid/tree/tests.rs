//! Closed forms, and laws that hold for any tree.
#![allow(clippy::unwrap_used)]

use std::f64::consts::FRAC_PI_2;

use nalgebra::{DVector, Isometry3, Matrix3, Translation3, UnitQuaternion, Vector3};

use super::*;

fn at(x: f64, y: f64, z: f64) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::identity())
}

/// Two rods of length 1 and 0.7 m, hinged about z and turned together about the vertical by an angle of their plane.
fn double_pendulum(tilt: f64) -> Skeleton {
    let turned = UnitQuaternion::from_euler_angles(0.0, tilt, 0.0);
    let rod = |length: f64, mass: f64| {
        Matrix3::from_diagonal(&Vector3::new(mass * length * length / 12.0, 0.0, mass * length * length / 12.0))
    };
    let mut first = Joint::pin("upper", None, 0);
    first.in_parent = Isometry3::from_parts(Translation3::new(0.3, 2.0, -0.1), turned);
    let mut second = Joint::pin("lower", Some(0), 1);
    second.in_parent = at(0.0, -1.0, 0.0);
    let bodies = vec![
        Body { centre: Vector3::new(0.0, -0.5, 0.0), inertia: rod(1.0, 2.0), ..Body::new("first", 2.0, first) },
        Body { centre: Vector3::new(0.0, -0.35, 0.0), inertia: rod(0.7, 1.5), ..Body::new("second", 1.5, second) },
    ];
    let coordinates = vec![Coordinate::new("shoulder"), Coordinate::new("elbow")];
    Skeleton::new(Tree { coordinates, bodies, ..Tree::default() }).unwrap()
}

/// Lagrange's equations of the double pendulum, written with absolute angles θ₁ and θ₂ = q₁ + q₂ from the vertical.
#[test]
fn a_double_pendulum_in_any_plane_is_lagranges() {
    let g = STANDARD_GRAVITY;
    let (m1, m2, l1, l2) = (2.0, 1.5, 1.0, 0.7);
    for tilt in [0.0, 0.6, 2.1] {
        let skeleton = double_pendulum(tilt);
        let (q, v, a) = ([0.4, -1.1], [1.3, 2.2], [-3.0, 5.0]);
        let found = skeleton.compute_motion(&q, &v, &a).compute_inverse_dynamics(&[]).generalised;
        let (t1, t2) = (q[0], q[0] + q[1]);
        let (w1, w2, a1, a2) = (v[0], v[0] + v[1], a[0], a[0] + a[1]);
        let d: f64 = t1 - t2;
        let q1 = (m1 / 3.0 + m2) * l1 * l1 * a1
            + 0.5 * m2 * l1 * l2 * (a2 * d.cos() + w2 * w2 * d.sin())
            + (0.5 * m1 + m2) * g * l1 * t1.sin();
        let q2 = m2 * l2 * l2 / 3.0 * a2
            + 0.5 * m2 * l1 * l2 * (a1 * d.cos() - w1 * w1 * d.sin())
            + 0.5 * m2 * g * l2 * t2.sin();
        assert!((found[0] - (q1 + q2)).abs() < 1e-12 && (found[1] - q2).abs() < 1e-12, "{found:?} {q1} {q2}");
    }
}

/// A chain with every kind of joint, a function of each kind, and a coupling.
fn zoo() -> Skeleton {
    let names = ["rx", "ry", "rz", "tx", "ty", "tz", "pin", "ux", "uy", "slide", "knee", "b1", "b2", "b3", "follows"];
    let mut coordinates: Vec<Coordinate> = names.iter().map(|name| Coordinate::new(name)).collect();
    coordinates[14].coupling = Some(Coupling { of: 10, function: Dependence::Polynomial(vec![0.1, 0.5, -0.2, 0.3]) });
    let tilted = |x: f64, y: f64, z: f64, a: f64| {
        Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::from_euler_angles(a, -0.4 * a, 0.7 * a))
    };
    let mut pin = Joint::pin("pin", Some(0), 6);
    (pin.in_parent, pin.in_child) = (tilted(0.1, -0.2, 0.3, 0.5), tilted(-0.05, 0.2, 0.0, -0.3));
    let mut universal = Joint::universal("universal", Some(1), [7, 8]);
    universal.in_parent = tilted(0.0, -0.4, 0.02, 0.9);
    let mut slider = Joint::slider("slider", Some(0), 9);
    (slider.in_parent, slider.in_child) = (tilted(-0.1, 0.1, 0.2, 1.2), tilted(0.03, 0.0, -0.1, 0.2));
    let mut knee = Joint::weld("knee", Some(2));
    knee.in_parent = tilted(0.0, -0.35, 0.0, -0.2);
    let spline = Dependence::spline(&[-2.0, -1.4, -0.6, 0.0, 0.5], &[0.01, 0.03, 0.02, -0.01, 0.04]).unwrap();
    knee.rotations[0] = Axis::free(Vector3::new(0.6, 0.0, 0.8), 10);
    knee.rotations[1].coordinates = vec![(10, 1.0)];
    knee.rotations[1].function = Dependence::Scaled(0.4, Box::new(Dependence::Polynomial(vec![0.0, 0.3, 0.2, -0.1])));
    knee.translations[0].coordinates = vec![(10, 1.0)];
    knee.translations[0].function = spline;
    knee.translations[1].coordinates = vec![(10, 0.7), (9, -0.2)];
    knee.translations[1].function = Dependence::Linear { slope: 0.3, intercept: -0.02 };
    let mut ball = Joint::ball("ball", Some(4), [11, 12, 13]);
    ball.in_parent = tilted(0.02, -0.3, 0.01, 0.1);
    let mut patella = Joint::pin("patella", Some(2), 14);
    patella.in_parent = tilted(0.05, -0.3, 0.0, 0.0);
    let weld = Joint { in_parent: tilted(0.1, 0.0, 0.0, 0.3), ..Joint::weld("weld", Some(5)) };
    let joints = [Joint::free("base", None, [0, 1, 2, 3, 4, 5]), pin, universal, slider, knee, ball, patella, weld];
    let bodies = joints.into_iter().enumerate().map(|(i, joint)| {
        let k = i as f64;
        let lever = Vector3::new(0.02 * k, -0.1 - 0.01 * k, 0.03);
        let inertia = Matrix3::new(0.2 + 0.01 * k, 0.01, -0.02, 0.01, 0.15, 0.005 * k, -0.02, 0.005 * k, 0.25);
        Body { centre: lever, inertia, ..Body::new(&format!("body{i}"), 1.0 + 0.5 * k, joint) }
    });
    Skeleton::new(Tree { coordinates, bodies: bodies.collect(), ..Tree::default() }).unwrap()
}

fn somewhere(count: usize, phase: f64, size: f64) -> Vec<f64> {
    (0..count).map(|i| size * (1.7 * i as f64 + phase).sin()).collect()
}

#[test]
fn velocities_and_accelerations_are_slopes_of_places() {
    let skeleton = zoo();
    let n = skeleton.tree().coordinates.len();
    // A path in time: q(t) = a sin(t + φ), whose derivatives are known.
    let path = |t: f64| {
        let q: Vec<f64> = (0..n).map(|i| 0.6 * (t + 1.3 * i as f64).sin()).collect();
        let v: Vec<f64> = (0..n).map(|i| 0.6 * (t + 1.3 * i as f64).cos()).collect();
        let a: Vec<f64> = q.iter().map(|q| -q).collect();
        let mut all = (q, v, a);
        skeleton.complete_motion(&mut all.0, &mut all.1, &mut all.2);
        all
    };
    let local = Vector3::new(0.1, -0.2, 0.05);
    let h = 1e-4;
    for body in 0..skeleton.tree().bodies.len() {
        let moves = |t: f64| {
            let (q, v, a) = path(t);
            skeleton.compute_motion(&q, &v, &a).bodies[body]
        };
        let (before, now, after) = (moves(0.8 - h), moves(0.8), moves(0.8 + h));
        let speed = (after.point(&local) - before.point(&local)) / (2.0 * h);
        assert!((speed - now.velocity_of(&local)).norm() < 1e-7, "body {body}");
        let gain = (after.velocity_of(&local) - before.velocity_of(&local)) / (2.0 * h);
        assert!((gain - now.acceleration_of(&local)).norm() < 1e-6, "body {body}");
        let turn = (after.spin - before.spin) / (2.0 * h);
        assert!((turn - now.angular_acceleration).norm() < 1e-6, "body {body}");
        let (q, v, _) = path(0.8);
        let motion = skeleton.compute_motion(&q, &v, &v);
        let by_jacobian = motion.compute_jacobian(Some(body), &now.point(&local)) * DVector::from_vec(v);
        assert!((by_jacobian - now.velocity_of(&local)).norm() < 1e-13);
    }
}

#[test]
fn mass_matrix_and_newton_euler_are_the_same_mechanics() {
    let skeleton = zoo();
    let n = skeleton.tree().coordinates.len();
    let (q, v, a) = (somewhere(n, 0.3, 0.7), somewhere(n, 1.0, 1.5), somewhere(n, 2.0, 3.0));
    let zero = vec![0.0; n];
    let with = skeleton.compute_motion(&q, &v, &a).compute_inverse_dynamics(&[]).generalised;
    let without = skeleton.compute_motion(&q, &v, &zero).compute_inverse_dynamics(&[]).generalised;
    let motion = skeleton.compute_motion(&q, &v, &a);
    let matrix = motion.compute_mass_matrix();
    let inertial = &matrix * DVector::from_vec(a);
    for i in 0..n {
        assert!((with[i] - without[i] - inertial[i]).abs() < 1e-11 * (1.0 + inertial[i].abs()), "{i}");
    }
    let speed = DVector::from_vec(v);
    assert!((0.5 * speed.dot(&(&matrix * &speed)) - motion.kinetic_energy()).abs() < 1e-12 * motion.kinetic_energy());
}

/// Without loads and drives, energy is kept, whatever the functions of the joints are; the coupled coordinate included.
#[test]
fn energy_is_conserved_through_every_kind_of_joint() {
    let skeleton = zoo();
    let n = skeleton.tree().coordinates.len();
    let free = skeleton.free().to_vec();
    let full = |state: &[f64]| {
        let (mut q, mut v, mut a) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for (i, &at) in free.iter().enumerate() {
            (q[at], v[at]) = (state[i], state[free.len() + i]);
        }
        skeleton.complete_motion(&mut q, &mut v, &mut a);
        (q, v, a)
    };
    let slope = |state: &[f64]| {
        let (q, v, a) = full(state);
        // With the accelerations that coupled coordinates have by themselves.
        let motion = skeleton.compute_motion(&q, &v, &a);
        let force = skeleton.reduce(&q, &motion.compute_inverse_dynamics(&[]).generalised);
        let matrix = motion.compute_mass_matrix();
        let half: Vec<Vec<f64>> = (0..n).map(|i| skeleton.reduce(&q, matrix.row(i).transpose().as_slice())).collect();
        let m = free.len();
        let reduced = nalgebra::DMatrix::from_fn(m, m, |i, j| {
            let column: Vec<f64> = half.iter().map(|row| row[j]).collect();
            skeleton.reduce(&q, &column)[i]
        });
        let gain = reduced.lu().solve(&-DVector::from_vec(force)).unwrap();
        state[m..].iter().copied().chain(gain.iter().copied()).collect::<Vec<f64>>()
    };
    let energy = |state: &[f64]| {
        let (q, v, a) = full(state);
        let motion = skeleton.compute_motion(&q, &v, &a);
        motion.kinetic_energy() + motion.potential_energy()
    };
    let drift = |steps: usize| {
        let mut state: Vec<f64> = somewhere(free.len(), 0.2, 0.3);
        state.extend(somewhere(free.len(), 0.9, 0.8));
        let start = energy(&state);
        let h = 0.2 / steps as f64;
        let along = |state: &[f64], slope: &[f64], by: f64| -> Vec<f64> {
            state.iter().zip(slope).map(|(x, d)| x + by * d).collect()
        };
        for _ in 0..steps {
            let k1 = slope(&state);
            let k2 = slope(&along(&state, &k1, h / 2.0));
            let k3 = slope(&along(&state, &k2, h / 2.0));
            let k4 = slope(&along(&state, &k3, h));
            for i in 0..state.len() {
                state[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
        }
        (energy(&state) - start).abs()
    };
    let (coarse, fine) = (drift(50), drift(100));
    assert!(fine < 1e-6 && (coarse / fine).log2() > 3.5, "{coarse} {fine}");
}

/// Let go level: speed from the energy, and the hinge carries weight and centripetal force.
#[test]
fn a_physical_pendulum_pulls_at_its_hinge_as_it_should() {
    let skeleton = double_pendulum(0.0);
    // Both rods in one line, as one: I about the hinge, lever of the centre.
    let (mass, lever) = (3.5, (2.0 * 0.5 + 1.5 * 1.35) / 3.5);
    let inertia = 2.0 / 3.0 + 1.5 * (0.49 / 12.0 + 1.35 * 1.35);
    let angle = FRAC_PI_2 / 3.0;
    let w2 = 2.0 * mass * STANDARD_GRAVITY * lever * (angle.cos() - FRAC_PI_2.cos()) / inertia;
    let gain = -mass * STANDARD_GRAVITY * lever * angle.sin() / inertia;
    let found = skeleton.compute_motion(&[angle, 0.0], &[w2.sqrt(), 0.0], &[gain, 0.0]).compute_inverse_dynamics(&[]);
    assert!(found.generalised[0].abs() < 1e-12);
    let pull =
        found.reactions[0].seen_from(&nalgebra::Rotation3::from_axis_angle(&Vector3::z_axis(), angle).into_inner());
    assert!((pull.force.y - mass * (STANDARD_GRAVITY * angle.cos() + w2 * lever)).abs() < 1e-11);
    assert!((pull.force.x - mass * (STANDARD_GRAVITY * angle.sin() + gain * lever)).abs() < 1e-11);
}

#[test]
fn loads_act_as_their_power_says() {
    let skeleton = zoo();
    let n = skeleton.tree().coordinates.len();
    let (q, v) = (somewhere(n, 0.3, 0.5), somewhere(n, 1.0, 1.0));
    let motion = skeleton.compute_motion(&q, &v, &v);
    let place = motion.bodies[5].point(&Vector3::new(0.1, 0.2, 0.3));
    let load = Load {
        body: Some(5),
        force: Vector3::new(30.0, -20.0, 10.0),
        point: place,
        moment: Vector3::new(1.0, 2.0, -3.0),
    };
    let power = load.force.dot(&motion.bodies[5].velocity_of(&Vector3::new(0.1, 0.2, 0.3)))
        + load.moment.dot(&motion.bodies[5].spin);
    let generalised = motion.compute_generalised(&[load]);
    let found: f64 = generalised.iter().zip(&v).map(|(force, speed)| force * speed).sum();
    assert!((found - power).abs() < 1e-12);
    let (with, without) = (motion.compute_inverse_dynamics(&[load]), motion.compute_inverse_dynamics(&[]));
    for (i, expected) in generalised.iter().enumerate() {
        assert!((without.generalised[i] - with.generalised[i] - expected).abs() < 1e-11);
    }
    // The base carries what is put on any body.
    assert!((without.reactions[0].force - with.reactions[0].force - load.force).norm() < 1e-12);
}

#[test]
fn what_is_no_tree_is_refused() {
    let body = |joint| Body::new("b", 1.0, joint);
    let tree = |bodies, coordinates| Tree { bodies, coordinates, ..Tree::default() };
    let refused = |tree| Skeleton::new(tree).unwrap_err();
    assert!(matches!(refused(tree(vec![body(Joint::weld("j", Some(0)))], vec![])), TreeError::Order { .. }));
    assert!(matches!(refused(tree(vec![body(Joint::pin("j", None, 0))], vec![])), TreeError::NoCoordinate { .. }));
    let ring =
        |of| Coordinate { coupling: Some(Coupling { of, function: Dependence::IDENTITY }), ..Coordinate::new("c") };
    assert!(matches!(refused(tree(vec![], vec![ring(1), ring(0)])), TreeError::Ring { .. }));
    let mut heavy = body(Joint::weld("j", None));
    heavy.mass = f64::NAN;
    assert!(matches!(refused(tree(vec![heavy], vec![])), TreeError::Impossible { .. }));
    let mut short = Joint::weld("j", None);
    short.rotations[0].direction = Vector3::zeros();
    assert!(matches!(refused(tree(vec![body(short)], vec![])), TreeError::Impossible { .. }));
}
