//! What only the inside knows: tendons in balance, both condyles, mirrors, jumps.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use super::loads::Means;
use super::parameters::{Parameters, Physiology, Side};
use super::{Anatomy, Body, Place, defects, lower_limbs};
use crate::Unwatched;
use mechanics::rigid::tree::Skeleton;

fn few(frames: usize) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.output.frames = frames;
    parameters
}

#[test]
fn every_tendon_that_stretches_is_in_balance_with_its_fibre() {
    let mut parameters = few(9);
    parameters.muscles.physiology = Physiology::ElasticTendon;
    let body = Body::new(parameters, None, None).unwrap();
    let mut compared = 0;
    for instant in body.solve(&Unwatched).unwrap().iter().flatten() {
        for (i, line) in body.anatomy.muscles.iter().enumerate() {
            // A muscle that is slack at full activation has no force.
            let Ok(found) = line.hill.solve_equilibrium(instant.lines[i].length, instant.activations[i]) else {
                continue;
            };
            let off = (found.force - instant.forces[i]).abs() / line.hill.strength;
            assert!(off < 1e-5, "{} at {}: {off}", line.name, instant.time);
            compared += 1;
        }
    }
    assert!(compared > 8 * 60, "{compared}");
}

#[test]
fn both_condyles_carry_force_and_moment_of_the_knee() {
    let body = Body::new(few(11), None, None).unwrap();
    let cycles = body.solve(&Unwatched).unwrap();
    let means = Means { body: &body, cycles: &cycles };
    for instant in &cycles[0] {
        let load = means.knee_load(instant);
        let [medial, lateral] = load.sides;
        assert!((medial + lateral + load.force[1]).abs() < 1e-9);
        assert!((0.5 * means.condyles() * (medial - lateral) - load.frontal).abs() < 1e-9);
        let size = load.force.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((size - instant.contacts[body.joints.knee.unwrap()].force.norm()).abs() < 1e-9 * size);
    }
    let cycle = body.compute_knee_cycle(&Unwatched).unwrap().unwrap();
    let most = cycle.loads.iter().map(|row| row[0]).fold(0.0, f64::max);
    assert!(most > 1000.0 && cycle.flexion.unwrap().iter().all(|angle| (-0.2..1.4).contains(angle)));
}

/// Winter's other leg moves as the measured one, half a cycle later: seen in a mirror, it carries the same.
#[test]
fn a_left_leg_is_a_right_one_in_a_mirror() {
    let legs = [Side::Right, Side::Left].map(|side| {
        let mut parameters = few(41);
        parameters.motion.recording = Some("winter".into());
        parameters.side = side;
        let body = Body::new(parameters, None, None).unwrap();
        let cycles = body.solve(&Unwatched).unwrap();
        let means = Means { body: &body, cycles: &cycles };
        let mut columns: Vec<Vec<f64>> = vec![
            means.over(&|instant| means.knee_load(instant).frontal),
            means.over(&|instant| means.knee_load(instant).torque),
            means.over(&|instant| means.knee_load(instant).flexion),
        ];
        for k in 0..3 {
            columns.push(means.over(&|instant| means.knee_load(instant).force[k]));
            columns.push(means.over(&|instant| means.hip_force(instant)[k]));
            columns.push(means.over(&|instant| means.hip_force_in_femur(instant)[k]));
        }
        columns
    });
    for (right, left) in legs[0].iter().zip(&legs[1]) {
        let largest = right.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        for i in 0..40 {
            // Either leg's cycle begins with its own strike.
            let other = left[i];
            assert!((right[i] - other).abs() < 1e-6 * largest, "{i}: {} {other} of {largest}", right[i]);
        }
    }
}

/// The cycle of the left leg of the shipped walk begins with its own strike: its plate then carries 5 % of the weight, as the other one
/// does at the strike of the right heel, and nothing before.
#[test]
fn the_cycle_of_either_leg_begins_with_its_own_strike() {
    let [right, left] = [Side::Right, Side::Left].map(|side| {
        let body = Body::new(Parameters { side, ..few(101) }, None, None).unwrap();
        let [begin, end] = body.cycles[0];
        assert_eq!(body.cycles.len(), 1);
        let foot = if side == Side::Right { "calcn_r" } else { "calcn_l" };
        let (_, plate) = body.plates.iter().find(|(_, plate)| plate.body == foot).unwrap();
        let carried = |share: f64| plate.at(begin + share * (end - begin))[0].y / body.weight();
        println!("{foot}: from {begin:.4} to {end:.4} s, carries {:.4} of the weight at first", carried(0.0));
        assert!((carried(0.0) - 0.05).abs() < 1e-3 && (carried(1.0) - 0.05).abs() < 1e-3);
        assert!(carried(-0.02) < 0.05 && (2..=60).all(|k| carried(0.01 * f64::from(k)) > 0.05));
        assert!((66..=96).all(|k| carried(0.01 * f64::from(k)) < 0.05));
        let outcome = body.run(&Unwatched).unwrap();
        let largest = |name: &str| {
            let column = &outcome.series.column(name).unwrap().values;
            (0..column.len()).max_by(|a, b| column[*a].total_cmp(&column[*b])).unwrap()
        };
        // Hips are pressed most while their foot stands, and bend most in swing.
        assert!((5..60).contains(&largest("hip_force_N")), "{}", largest("hip_force_N"));
        let peaks =
            ["right", "left"].map(|side| outcome.value(&format!("peak_hip_force_{side}_weight_ratio")).unwrap());
        (begin / (end - begin), peaks)
    });
    assert!(right.0 == 0.0 && (0.47..0.53).contains(&left.0), "{right:?} {left:?}");
    // Whichever leg is reported, both carry what they carry; frames are others.
    for (one, other) in right.1.into_iter().zip(left.1) {
        assert!((one / other - 1.0).abs() < 0.01, "{one} {other}");
    }
}

/// Across the plane Winter's walk is made so that the ground alone moves the centre of mass, and feet do not slide.
#[test]
fn across_the_plane_nothing_but_the_ground_pushes_winters_body() {
    let mut parameters = few(101);
    parameters.motion.recording = Some("winter".into());
    let body = Body::new(parameters, None, None).unwrap();
    let cycle = &body.solve(&Unwatched).unwrap()[0];
    let [mut residual, mut push, mut slid] = [0.0_f64; 3];
    for instant in cycle {
        residual = residual.max(instant.residual[0].z.abs());
        push = push.max(body.plates.iter().map(|(_, plate)| plate.at(instant.time)[0].z).sum::<f64>().abs());
        let pose = body.skeleton.compute_pose(&instant.q);
        for (name, line) in [("talus_r", 0.05), ("talus_l", -0.05)] {
            let ankle = pose.bodies[body.skeleton.find_body(name).unwrap()].joint_position;
            slid = slid.max((ankle.z - line).abs());
        }
    }
    println!("residual {residual:.2} N of {push:.1} N, feet within {slid:.1e} m of their lines");
    assert!(push > 20.0 && residual < 0.05 * push, "{residual} {push}");
    assert!(slid < 1e-5, "{slid}");
}

#[test]
fn a_point_that_comes_and_goes_with_a_step_is_a_jump() {
    let skeleton = |anatomy: &Anatomy| Skeleton::new(anatomy.tree.clone()).unwrap();
    let mut anatomy = lower_limbs().unwrap();
    let before = defects::find(&anatomy, &skeleton(&anatomy)).len();
    let flexion = skeleton(&anatomy).find_coordinate("hip_flexion_r").unwrap();
    let muscle = anatomy.find_muscle("psoas_r").unwrap();
    let mut point = anatomy.muscles[muscle].points[0].clone();
    point.place = Place::While { place: nalgebra::Vector3::new(0.1, 0.0, 0.0), coordinate: flexion, range: [0.3, 9.0] };
    anatomy.muscles[muscle].points.insert(1, point);
    let found = defects::find(&anatomy, &skeleton(&anatomy));
    assert!(found.len() > before, "{before}");
    let ours = found.iter().find(|defect| defect.muscle == "psoas_r" && defect.coordinate == flexion).unwrap();
    assert!(ours.jump.from < 0.3 && ours.jump.to >= 0.3 && ours.jump.by.abs() > 1e-3, "{ours:?}");
}
