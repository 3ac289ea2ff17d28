//! Who pulls how much: against OpenSim's static optimisation (benches/peers/body_static_optimisation_opensim.py), and laws that hold for
//! any choice.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use joints::Unwatched;
use joints::body::parameters::{Parameters, Physiology, Side};
use joints::body::{Body, EmgRecord, Kinematics, PlateRecord, Recording, lower_limbs};
use nalgebra::Vector3;
use results::Outcome;

fn run(parameters: &Parameters) -> Outcome {
    let outcome = Body::new(parameters.clone(), None, None).unwrap().run(&Unwatched).unwrap();
    results::check_names(&outcome).unwrap();
    outcome
}

fn few(frames: usize) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.output.frames = frames;
    parameters
}

fn column<'a>(outcome: &'a Outcome, name: &str) -> &'a [f64] {
    &outcome.series.column(name).unwrap_or_else(|| panic!("{name}")).values
}

fn key(name: &str) -> String {
    name.to_lowercase()
}

/// OpenSim's table: names, and a row an instant, every 2.5 % of the cycle.
fn theirs() -> (Vec<&'static str>, Vec<Vec<f64>>) {
    let mut lines = include_str!("body/opensim_sharing.csv").lines();
    let names = lines.next().unwrap().split(',').collect();
    (names, lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect())
}

#[test]
fn activations_and_joint_forces_are_those_of_opensims_static_optimisation() {
    let (names, rows) = theirs();
    let their = |name: &str| -> Vec<f64> {
        let at = names.iter().position(|known| *known == name).unwrap_or_else(|| panic!("{name}"));
        rows.iter().map(|row| row[at]).collect()
    };
    let anatomy = lower_limbs().unwrap();
    for (side, end) in [(Side::Right, "r"), (Side::Left, "l")] {
        let mut parameters = few(rows.len());
        parameters.side = side;
        // As in OpenSim.
        parameters.muscles.least_activation = 0.01;
        let body = Body::new(parameters, Some(anatomy.clone()), Some(walk_with(Vec::new(), true))).unwrap();
        let outcome = body.run(&Unwatched).unwrap();
        let (mut squares, mut worst) = (0.0, (0.0_f64, String::new()));
        for muscle in &anatomy.muscles {
            let ours = column(&outcome, &format!("activation_{}_ratio", key(&muscle.name)));
            for (i, (our, their)) in ours.iter().zip(their(&muscle.name)).enumerate() {
                squares += (our - their).powi(2);
                if (our - their).abs() > worst.0 {
                    worst = ((our - their).abs(), format!("{} at {:.1} %", muscle.name, 2.5 * i as f64));
                }
            }
        }
        let rms = (squares / (anatomy.muscles.len() * rows.len()) as f64).sqrt();
        println!("{side:?}: activations {rms:.1e} RMS, worst {worst:?}");
        // 0.02 was asked for; the same problem is solved by both.
        assert!(rms < 5e-3, "{rms}");
        for (joint, below) in [("hip", "femur"), ("knee", "tibia"), ("ankle", "talus")] {
            let [x, y, z] = ["x", "y", "z"].map(|k| their(&format!("{joint}_{end}_on_{below}_{end}_in_ground_f{k}")));
            let sizes: Vec<f64> = (0..x.len()).map(|i| (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]).sqrt()).collect();
            let peak = sizes.iter().copied().fold(0.0, f64::max);
            let ours = column(&outcome, &format!("{joint}_force_N"));
            let our_peak = ours.iter().copied().fold(0.0, f64::max);
            let off = ours.iter().zip(&sizes).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / peak;
            println!(
                "{side:?} {joint}: peak {our_peak:.0} N, OpenSim {peak:.0} N; at most {:.2} % of it apart",
                100.0 * off
            );
            assert!((our_peak / peak - 1.0).abs() < 0.01, "{joint}: {our_peak} {peak}");
            // What was asked for: 3 % of the peak, at every instant.
            assert!(off < 0.03, "{joint}: {off}");
        }
    }
}

#[test]
fn a_price_on_joint_forces_lowers_them_and_moments_stay() {
    let mut parameters = few(21);
    let free = run(&parameters);
    let mut last = free.value("peak_hip_force_weight_ratio").unwrap();
    for price in [0.01, 0.1, 1.0] {
        parameters.muscles.contact_penalty = price;
        let outcome = run(&parameters);
        let peak = outcome.value("peak_hip_force_weight_ratio").unwrap();
        println!("price {price}: hip {peak:.3}, reserve {:.3}", outcome.value("peak_reserve_N_m").unwrap());
        assert!(peak < last + 1e-9, "{peak} {last}");
        last = peak;
        assert!(outcome.value("peak_reserve_N_m").unwrap() < 5.0);
        for name in ["moment_hip_flexion_r_N_m", "moment_knee_angle_r_N_m"] {
            assert_eq!(column(&outcome, name), column(&free, name));
        }
    }
    assert!(last < 0.97 * free.value("peak_hip_force_weight_ratio").unwrap());
}

/// The shipped walk as a user would give it, with electromyograms and with or without plates.
fn walk_with(emg: Vec<EmgRecord>, on_plates: bool) -> Recording {
    const PERIOD: f64 = 1.23434087;
    let text = include_str!("../../../data/body/subject01_walk.csv");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows: Vec<Vec<f64>> = lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    let count = rows.len() as i32 - 1;
    let at = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let gain =
        |axis: &str| rows[rows.len() - 1][at(&format!("pelvis_t{axis}"))] - rows[0][at(&format!("pelvis_t{axis}"))];
    // A fifth of the cycle before and after it, lengths along the way going on.
    let steps = -count / 5..=count + count / 5;
    let series = |name: &str| -> Vec<f64> {
        let moves = match name {
            "pelvis_tx" | "point_x_r" | "point_x_l" => gain("x"),
            "pelvis_tz" | "point_z_r" | "point_z_l" => gain("z"),
            _ => 0.0,
        };
        let value = |i: i32| rows[i.rem_euclid(count) as usize][at(name)] + moves * f64::from(i.div_euclid(count));
        steps.clone().map(value).collect()
    };
    let times: Vec<f64> = steps.clone().map(|i| PERIOD * f64::from(i) / f64::from(count)).collect();
    let plate = |side: &str| {
        let triple = |what: &str| {
            let [x, y, z] = ["x", "y", "z"].map(|axis| series(&format!("{what}_{axis}_{side}")));
            (0..x.len()).map(|i| Vector3::new(x[i], y[i], z[i])).collect()
        };
        let body = format!("calcn_{side}");
        PlateRecord {
            body,
            times: times.clone(),
            force: triple("force"),
            point: triple("point"),
            moment: triple("moment"),
        }
    };
    let coordinates =
        names[1..].iter().filter(|name| !["force", "point", "moment"].contains(&name.split('_').next().unwrap()));
    Recording {
        name: "walk".into(),
        source: "test".into(),
        kinematics: Kinematics::Coordinates(coordinates.map(|name| ((*name).to_owned(), series(name))).collect()),
        plates: if on_plates { vec![plate("r"), plate("l")] } else { Vec::new() },
        times: times.clone(),
        emg,
        heel_strikes: vec![0.0, PERIOD],
        notes: Vec::new(),
    }
}

#[test]
fn measured_activations_bound_those_that_are_found() {
    let emg =
        EmgRecord { muscle: "soleus*".into(), times: vec![0.0, 2.0], activations: vec![0.3, 0.5], tolerance: 0.05 };
    let body = Body::new(few(21), None, Some(walk_with(vec![emg.clone()], false))).unwrap();
    let outcome = body.run(&Unwatched).unwrap();
    for name in ["activation_soleus_r_ratio", "activation_soleus_l_ratio"] {
        for (i, a) in column(&outcome, name).iter().enumerate() {
            let measured = 0.3 + 0.1 * 1.23434 * i as f64 / 20.0;
            assert!((a - measured).abs() < 0.05 + 1e-6, "{name} {i}: {a} {measured}");
        }
    }
    let refused =
        |record: EmgRecord| Body::new(few(21), None, Some(walk_with(vec![record], false))).unwrap_err().remove(0);
    let unknown = refused(EmgRecord { muscle: "soleu_r".into(), ..emg.clone() });
    assert!(unknown.hint.contains("soleus_r") && unknown.path.ends_with("emg.muscles.soleu_r"), "{unknown:?}");
    let late = refused(EmgRecord { times: vec![7.0, 8.0], ..emg.clone() });
    assert!(late.message.contains("7.000 to 8.000 s"), "{late:?}");
    let volts = refused(EmgRecord { activations: vec![30.0, 50.0], ..emg });
    assert!(volts.hint.contains("greatest effort"), "{volts:?}");
}

#[test]
fn one_draw_is_always_the_same_person_and_two_draws_are_two() {
    let mut parameters = few(11);
    let model = run(&parameters).value("peak_hip_force_N").unwrap();
    (parameters.muscles.strength_spread, parameters.muscles.arm_spread) = (0.2, 0.1);
    let peaks: Vec<f64> = (0..4)
        .map(|draw| {
            parameters.muscles.draw = draw;
            run(&parameters).value("peak_hip_force_N").unwrap()
        })
        .collect();
    println!("{model} {peaks:?}");
    parameters.muscles.draw = 2;
    assert_eq!(run(&parameters).value("peak_hip_force_N"), Some(peaks[2]));
    for (i, peak) in peaks.iter().enumerate() {
        assert!(peaks[..i].iter().all(|other| (other - peak).abs() > 1.0) && (peak - model).abs() > 0.1);
        assert!((peak / model - 1.0).abs() < 0.5);
    }
}

#[test]
fn tendons_that_stretch_make_the_same_moments_with_other_forces() {
    let mut parameters = few(21);
    let strength = run(&parameters);
    parameters.muscles.physiology = Physiology::ElasticTendon;
    let outcome = run(&parameters);
    let name = "moment_ankle_angle_r_N_m";
    assert_eq!(column(&outcome, name), column(&strength, name));
    let [a, b] = [&strength, &outcome].map(|outcome| outcome.value("peak_hip_force_weight_ratio").unwrap());
    println!("strength {a:.3}, elastic tendon {b:.3}, reserve {:.2} N m", outcome.value("peak_reserve_N_m").unwrap());
    assert!((a - b).abs() > 1e-3);
}

#[test]
fn plates_in_other_axes_are_named_with_their_axes() {
    let said = |turn: &dyn Fn(&Vector3<f64>) -> Vector3<f64>, sign: f64| {
        let mut recording = walk_with(Vec::new(), true);
        for plate in &mut recording.plates {
            for (values, sign) in [(&mut plate.force, sign), (&mut plate.point, 1.0), (&mut plate.moment, sign)] {
                values.iter_mut().for_each(|value| *value = sign * turn(value));
            }
        }
        let outcome = Body::new(few(11), None, Some(recording)).unwrap().run(&Unwatched).unwrap();
        outcome.warnings.iter().find(|warning| warning.code == "large-residuals").map(|warning| warning.text.clone())
    };
    assert_eq!(said(&|v| *v, 1.0), None);
    let upwards = said(&|v| Vector3::new(v.x, -v.z, v.y), 1.0).unwrap();
    assert!(upwards.contains("their Z points upwards, not their Y"), "{upwards}");
    let downwards = said(&|v| Vector3::new(v.x, v.z, -v.y), 1.0).unwrap();
    assert!(downwards.contains("their Z points downwards"), "{downwards}");
    let against = said(&|v| *v, -1.0).unwrap();
    assert!(against.contains("what the foot does to the ground"), "{against}");
}
