//! The experiments on parts whose contact is known, and on the default design.

mod compare;
mod designs;
mod elements;
mod ended;
mod headline;
mod kept;
mod largest;
mod rest;
mod surrogate;
mod walking;

use super::parameters::*;
use super::*;
use crate::Unwatched;
use mechanics::geometry::mesh::TriangleMesh;
use mechanics::geometry::mesh::tessellation;
use nalgebra::Vector3;
use quantity::{Force, Length};
use results::{Outcome, Surface};

const BALL: f64 = 20e-3;
const DISH: f64 = 26e-3;
const APART: f64 = 22e-3;

fn surface(meshes: &[TriangleMesh]) -> Surface {
    let mut surface = Surface { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
    for mesh in meshes {
        let first = surface.points.len() as u32;
        surface.points.extend(mesh.vertices().iter().map(|v| [v.x, v.y, v.z]));
        for triangle in mesh.triangles() {
            surface.connectivity.extend(triangle.map(|index| first + index));
            surface.offsets.push(surface.connectivity.len() as u32);
        }
    }
    surface
}

/// Two balls on a bar in two dishes whose bottoms are at height 0: a knee of which everything is known.
fn balls_in_dishes() -> Parts {
    let ball = |z: f64| tessellation::tessellate_ball(8, |p| p * BALL + Vector3::new(0.0, 0.0, z)).expect("a ball");
    let dish = |z: f64| {
        let cup = tessellation::tessellate_cup(14, DISH, 0.6).expect("a dish");
        // A quarter of a turn: its bottom points down, and touches height 0.
        let turned = cup.vertices().iter().map(|v| Vector3::new(v.x, v.z + DISH, z - v.y)).collect();
        TriangleMesh::new(turned, cup.triangles().to_vec()).expect("a dish")
    };
    Parts { femoral: surface(&[ball(-APART), ball(APART)]), insert: surface(&[dish(-APART), dish(APART)]) }
}

fn own_parts() -> Parameters {
    let part = |path: &str| Some(PartFile::new(path, LengthUnit::M));
    let mut parameters = Parameters::default();
    parameters.implant.femoral = part("femoral.stl");
    parameters.implant.insert = part("insert.stl");
    parameters.activity.pose = Some(PoseFile {
        path: "pose.csv".into(),
        time: None,
        percent: Some("percent".into()),
        flexion: "f".into(),
        adduction: "a".into(),
        rotation: "r".into(),
        anterior: "x".into(),
        superior: "y".into(),
        lateral: "z".into(),
        angle_unit: None,
        length_unit: LengthUnit::M,
        start: None,
        end: None,
        last_row_repeats_first: true,
    });
    parameters.output.frames = 9;
    parameters
}

/// The balls hover 0.2 mm too high while the knee bends.
fn pose() -> PoseSamples {
    let shares: Vec<f64> = (0..=8).map(|i| f64::from(i) / 8.0).collect();
    let bend = |share: f64| 0.5 * (1.0 - (std::f64::consts::TAU * share).cos());
    let poses = shares.iter().map(|s| [bend(*s), 0.0, 0.0, 0.0, BALL + 2e-4, 0.0]).collect();
    PoseSamples { name: "bend".into(), source: "made up".into(), shares, poses, duration: None }
}

fn run(parameters: &Parameters, parts: &Parts) -> Result<Outcome, ReplacementError> {
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    let knee = Replacement::new(parameters.clone(), parts, cycle).expect("sound parameters");
    knee.run(&Unwatched)
}

fn column<'a>(outcome: &'a Outcome, name: &str) -> &'a [f64] {
    &outcome.series.columns().iter().find(|c| c.name == name).expect(name).values
}

/// A ball of radius R on a lined dish of radius D, by quadrature around its axis: the gap along the shortest way out of the
/// ball is |x − c| − R. The pressure is asked with the overlap and the height above the bottom.
fn ball_on_dish(depth: f64, pressure: &dyn Fn(f64, f64) -> f64) -> f64 {
    let centre = BALL - depth;
    let n = 20_000;
    let top = 0.6;
    (0..n)
        .map(|i| {
            let angle = top * (f64::from(i) + 0.5) / f64::from(n);
            let (s, c) = angle.sin_cos();
            let height = DISH * (1.0 - c);
            let (x, y) = (DISH * s, height - centre);
            let distance = x.hypot(y);
            let overlap = (BALL - distance).max(0.0);
            // The push on the ball is along the line from the point to its centre.
            pressure(overlap, height) * (-y / distance) * std::f64::consts::TAU * DISH * DISH * s * top / f64::from(n)
        })
        .sum()
}

/// Of confined UHMWPE (0.5 GPa, 0.4): (1 − ν)E/((1 + ν)(1 − 2ν)), in Pa.
const CONFINED: f64 = 0.6 * 0.5e9 / (1.4 * 0.2);

#[test]
fn two_balls_in_two_dishes_sink_until_they_carry_the_load() {
    let mut parameters = own_parts();
    parameters.activity.load.constant = Some(Force::newtons(1500.0));
    parameters.output = Output { frames: 33, spacing: Length::millimetres(0.4), ..Output::default() };
    let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
    let depth = column(&outcome, "indentation_m");
    for (i, offset) in column(&outcome, "superior_offset_m").iter().enumerate() {
        // Down by what it hovered and by what it sinks.
        let force = ball_on_dish(-offset - 2e-4, &|overlap, _| CONFINED / 8e-3 * overlap);
        assert!((force / 750.0 - 1.0).abs() < 5e-3, "{i}: {force} N at {offset}");
        assert!((depth[i] + offset + 2e-4).abs() < 2e-5, "{i}: {} {offset}", depth[i]);
    }
    for side in ["medial", "lateral"] {
        let force = column(&outcome, &format!("{side}_force_N"));
        assert!(force.iter().all(|f| (f / 750.0 - 1.0).abs() < 5e-3), "{side}: {force:?}");
        let centre = column(&outcome, &format!("{side}_centre_lateral_m"))[3];
        let expected = if side == "medial" { -APART } else { APART };
        assert!((centre - expected).abs() < 2e-5, "{side}: {centre}");
    }
    assert!(outcome.value("axial_force_error_ratio").expect("headline") < 1e-5);
    // While the knee bends by ±1 rad and back the balls turn in place: 2 R of sliding at the bottom of a dish.
    let slid = outcome.value("accumulated_sliding_max_m").expect("headline");
    assert!((slid / (2.0 * BALL) - 1.0).abs() < 0.03, "{slid}");
    assert!(outcome.value("cross_shear_ratio").expect("headline") < 1e-6, "all sliding is along one line");
    // The part that is shown slides at the bottom of a dish by its radius times the rate of bending.
    let (record, flexion, time) = (&outcome.surfaces[0], column(&outcome, "flexion_rad"), column(&outcome, "time_s"));
    let part = record.counterpart.as_ref().expect("the femoral component");
    assert!(part.shape.cells() > 100 && part.motion.len() == flexion.len());
    for i in 1..flexion.len() - 1 {
        let rate = (flexion[i + 1] - flexion[i - 1]) / (time[i + 1] - time[i - 1]);
        let slides = part.motion[i].sliding(record.tracks[0].points[i], [0.0, 1.0, 0.0]);
        let speed = slides.iter().map(|v| v * v).sum::<f64>().sqrt();
        let most = BALL * std::f64::consts::TAU / time[time.len() - 1];
        assert!((speed - BALL * rate.abs()).abs() < 0.02 * most, "{i}: {speed} {}", BALL * rate);
    }
    let volume = outcome.value("wear_volume_per_million_cycles_m3").expect("headline");
    // Archard on the whole: k times the load times the way, a little less off the middle.
    let whole = 1e6 * 1e-16 * 1500.0 * 2.0 * BALL;
    assert!((0.97..1.005).contains(&(volume / whole)), "{volume} {whole}");
}

#[test]
fn a_load_off_the_middle_is_shared_as_a_lever_says() {
    let mut parameters = own_parts();
    parameters.activity.load.constant = Some(Force::newtons(1000.0));
    parameters.experiment = Experiment::MeasuredPose(MeasuredPose {
        adjust: Adjust::SuperiorAndAdduction,
        load_medial: Length::millimetres(5.0),
        ..MeasuredPose::default()
    });
    let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
    let medial = column(&outcome, "medial_force_N")[2];
    let expected = 1000.0 * (APART + 5e-3) / (2.0 * APART);
    assert!((medial / expected - 1.0).abs() < 5e-3, "{medial} {expected}");
}

/// What the lining is, and its pressure at an overlap and a height.
type Lined = (fn(&mut Parameters), fn(f64, f64) -> f64);

#[test]
fn every_lining_carries_what_its_law_says() {
    let linings: [(&str, Lined); 4] = [
        (
            "two layers in series",
            (
                |p| {
                    let material = Material::Named("UHMWPE".into());
                    p.implant.femoral_layer = Some(FemoralLayer { thickness: Length::millimetres(4.0), material });
                },
                |overlap, _| CONFINED / 12e-3 * overlap,
            ),
        ),
        (
            "deep indentation",
            (|p| p.contact = Contact::Logarithmic, |overlap, _| -CONFINED * (1.0 - overlap / 8e-3).ln()),
        ),
        (
            "a flat underside",
            (
                |p| p.implant.underside = Some(Length::millimetres(-5.0)),
                |overlap, height| CONFINED / (5e-3 + height) * overlap,
            ),
        ),
        (
            "the modified foundation without its modifications",
            (
                |p| {
                    let (threshold_factor, exponent) = (Some(1e12), Some(1.0));
                    p.contact = Contact::Modified(Modified { threshold_factor, exponent, ..Modified::default() });
                },
                |overlap, _| CONFINED / 8e-3 * overlap,
            ),
        ),
    ];
    for (name, (change, pressure)) in linings {
        let mut parameters = own_parts();
        parameters.activity.load.constant = Some(Force::newtons(1500.0));
        parameters.output.spacing = Length::millimetres(0.4);
        change(&mut parameters);
        let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
        let offset = column(&outcome, "superior_offset_m")[4];
        let force = ball_on_dish(-offset - 2e-4, &pressure);
        assert!((force / 750.0 - 1.0).abs() < 5e-3, "{name}: {force} N at {offset}");
    }
}

/// p = K δ_ref^{1−m} (δ − δ₀/f)^m, δ₀ the deepest of all.
#[test]
fn the_modified_foundation_narrows_the_patch_as_its_threshold_says() {
    let mut parameters = own_parts();
    parameters.activity.load.constant = Some(Force::newtons(1500.0));
    parameters.output.spacing = Length::millimetres(0.25);
    let (f, m, reference) = (2.5, 0.8, 3e-4);
    parameters.contact = Contact::Modified(Modified {
        threshold_factor: Some(f),
        exponent: Some(m),
        reference: Some(Length::metres(reference)),
        effective_radius: None,
    });
    let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
    let depth = -column(&outcome, "superior_offset_m")[4] - 2e-4;
    let law = |overlap: f64, _| {
        let left = (overlap - depth / f).max(0.0);
        CONFINED / 8e-3 * f64::powf(reference, 1.0 - m) * left.powf(m)
    };
    let force = ball_on_dish(depth, &law);
    assert!((force / 750.0 - 1.0).abs() < 5e-3, "{force} N at {depth}");
}

#[test]
fn a_region_twice_as_stiff_carries_twice_as_much() {
    let mut parameters = own_parts();
    parameters.activity.load.constant = Some(Force::newtons(1500.0));
    let mm = Length::millimetres;
    let stiff =
        Material::Given(GivenMaterial { modulus: quantity::Pressure::from_si(1e9), poisson: 0.4, density: None });
    let side = |name: &str, low: f64, high: f64, material: Option<Material>| RegionInput {
        name: name.into(),
        low: [mm(-50.0), mm(-50.0), mm(low)],
        high: [mm(50.0), mm(50.0), mm(high)],
        material,
    };
    parameters.implant.regions = vec![side("soft", -60.0, 0.0, None), side("stiff", 0.0, 60.0, Some(stiff))];
    let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
    let (soft, hard) = (column(&outcome, "soft_force_N")[3], column(&outcome, "stiff_force_N")[3]);
    assert!((hard / soft - 2.0).abs() < 1e-3, "{soft} {hard}");
}

#[test]
fn flat_facets_are_warned_of_and_round_ones_are_not() {
    let warned = |facets: Facets| {
        let mut parameters = own_parts();
        parameters.implant.facets = facets;
        let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
        outcome.warnings.iter().any(|warning| warning.code == "coarse-facets")
    };
    assert!(warned(Facets::Flat) && !warned(Facets::Curved));
}

/// From the middle between the balls straight down: flexion turns about its upper end.
fn middle_ligament() -> Ligament {
    let mm = Length::millimetres;
    Ligament {
        name: "middle".into(),
        femur: [mm(0.0); 3],
        tibia: [mm(0.0), mm(-30.0), mm(0.0)],
        stiffness: Force::newtons(5000.0),
        reference_strain: 0.05,
        toe_strain: 0.03,
    }
}

#[test]
fn a_ligament_presses_the_parts_together_by_what_it_pulls() {
    let mut parameters = own_parts();
    let case = LoadDriven {
        ligaments: vec![middle_ligament()],
        anterior_force_and_torque: false,
        load_medial: Length::millimetres(0.0),
        ..LoadDriven::default()
    };
    parameters.experiment = Experiment::LoadDriven(case);
    let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
    let series = |name: &str| column(&outcome, name);
    // Toe of Blankevoort: k ε²/(4 ε₁), 104 N at rest; 0.1 mm of 50 make 0.002 of strain.
    assert!((series("middle_force_N")[0] / (5000.0 * 0.05f64.powi(2) / 0.12) - 1.0).abs() < 0.1);
    for i in 0..9 {
        let (strain, pull) = (series("middle_strain_ratio")[i], series("middle_force_N")[i]);
        assert!((pull / (5000.0 * strain * strain / 0.12) - 1.0).abs() < 1e-9, "{i}: {strain} {pull}");
        let carried = series("force_on_femur_superior_N")[i];
        assert!((carried - series("axial_load_N")[i] - pull).abs() < 0.02, "{i}: {carried} {pull}");
    }
    assert!(outcome.value("axial_force_error_ratio").expect("headline") < 1e-5);
    assert!(outcome.warnings.iter().all(|warning| !warning.code.starts_with("ligament")));
    assert!(outcome.figures.iter().any(|figure| figure.title == "Pull of the ligaments"));
}

#[test]
fn slack_and_torn_ligaments_are_named() {
    let with = |reference_strain: f64| {
        let mut parameters = own_parts();
        let ligaments = vec![Ligament { reference_strain, ..middle_ligament() }];
        parameters.experiment = Experiment::LoadDriven(LoadDriven { ligaments, ..LoadDriven::default() });
        let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
        outcome.warnings.into_iter().map(|w| w.code).filter(|code| code.starts_with("ligament")).collect::<Vec<_>>()
    };
    assert_eq!((with(0.2), with(-0.1)), (vec!["ligament-tears".to_string()], vec!["ligament-slack".to_string()]));
}

/// A slow cycle leaves no inertia: the motion goes through the places of rest, whatever the contact loses.
#[test]
fn a_slow_motion_goes_through_the_places_of_rest() {
    let mut parameters = own_parts();
    parameters.activity.duration = Some(quantity::Time::seconds(4.0));
    // The dampers of the restraints would make motions against them late.
    let mut case = LoadDriven { anterior_force_and_torque: false, ..LoadDriven::default() };
    parameters.experiment = Experiment::LoadDriven(case.clone());
    let still = run(&parameters, &balls_in_dishes()).expect("balanced");
    let dissipation = Dissipation::Gonthier(crate::contact::Restitution::default());
    case.dynamic = Some(DynamicInput { dissipation, ..DynamicInput::default() });
    parameters.experiment = Experiment::LoadDriven(case);
    let moving = run(&parameters, &balls_in_dishes()).expect("moves");
    for name in ["anterior_m", "superior_m", "lateral_m", "rotation_rad", "adduction_rad"] {
        for (i, (a, b)) in column(&still, name).iter().zip(column(&moving, name)).enumerate() {
            assert!((a - b).abs() < 5e-5, "{name} {i}: {a} {b}");
        }
    }
    for (a, b) in column(&still, "force_on_femur_superior_N").iter().zip(column(&moving, "force_on_femur_superior_N")) {
        assert!((a / b - 1.0).abs() < 0.02, "{a} {b}");
    }
}

#[test]
fn a_simulator_balances_every_force() {
    let mut parameters = own_parts();
    parameters.experiment = Experiment::LoadDriven(LoadDriven::default());
    let outcome = run(&parameters, &balls_in_dishes()).expect("balanced");
    let series = |name: &str| column(&outcome, name);
    let waveform = shipped::waveform();
    for i in 0..9 {
        let row = waveform.loads[(100 * i) / 8];
        assert!((series("force_on_femur_superior_N")[i] - series("axial_load_N")[i]).abs() < 1e-2, "{i}");
        if 100 * i % 8 == 0 {
            // The restraint and the reversed anterior force against the contact.
            let spring = -30e3 * (series("anterior_m")[i] - series("anterior_m")[0]);
            let sum = spring - row[1] + waveform.loads[0][1] + series("force_on_femur_anterior_N")[i];
            assert!((sum - series("force_on_femur_anterior_N")[0]).abs() < 0.5, "{i}: {sum}");
        }
        assert!(series("force_on_femur_lateral_N")[i].abs() < 1e-2, "nothing pushes sideways");
    }
}

#[test]
fn threads_change_nothing() {
    let parameters = own_parts();
    let parts = balls_in_dishes();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| run(&parameters, &parts)).expect("balanced")
    };
    // Gaps beyond the reach are not numbers, which are not equal to themselves: their words are.
    assert!(format!("{:?}", with(1)) == format!("{:?}", with(3)));
}

#[test]
fn parts_that_are_not_where_the_pose_says_are_refused() {
    let mut parameters = own_parts();
    parameters.experiment = Experiment::MeasuredPose(MeasuredPose {
        largest_offset: Length::micrometres(100.0),
        ..MeasuredPose::default()
    });
    let error = run(&parameters, &balls_in_dishes()).expect_err("0.2 mm too high");
    assert!(matches!(error, ReplacementError::TooFar { .. }), "{error}");
    assert!(error.to_string().contains("do not touch") && error.hint().is_some(), "{error}");
}

#[test]
fn millimetres_read_as_metres_are_questioned() {
    let mut parts = balls_in_dishes();
    parts.insert.points.iter_mut().flatten().for_each(|x| *x *= 1e3);
    let parameters = own_parts();
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    let problems = Replacement::new(parameters, &parts, cycle).expect_err("an insert of 60 m");
    assert_eq!(problems[0].path, "implant.insert.unit");
    assert!(problems[0].hint.contains("mm"), "{problems:?}");
}

#[test]
fn what_makes_no_sense_is_named_with_its_place() {
    let found = |change: &dyn Fn(&mut Parameters)| {
        let mut parameters = own_parts();
        change(&mut parameters);
        check(&parameters).into_iter().map(|p| p.path).collect::<Vec<_>>()
    };
    assert!(found(&|_| ()).is_empty());
    assert_eq!(found(&|p| p.implant.thickness = Some(Length::millimetres(0.0))), ["implant.thickness"]);
    assert_eq!(found(&|p| p.implant.insert = None), ["implant"]);
    assert_eq!(found(&|p| p.implant.axes = Some(["x", "x", "z"].map(String::from))), ["implant.axes"]);
    assert_eq!(found(&|p| p.activity.pose = None), ["activity.pose"]);
    assert_eq!(found(&|p| p.activity.load.peak_body_weights = Some(2.0)), ["activity.load.peak-body-weights"]);
    assert_eq!(found(&|p| p.output.frames = 2), ["output.frames"]);
    let layer = FemoralLayer { thickness: Length::millimetres(0.0), material: Material::Named("UHMWPE".into()) };
    assert_eq!(
        found(&|p| {
            p.implant.femoral_layer = Some(layer.clone());
            p.contact = Contact::Modified(Modified { threshold_factor: Some(0.5), ..Modified::default() });
        }),
        ["implant.femoral-layer.thickness", "contact.modified.threshold-factor", "contact.modified"]
    );
    let load_driven = |change: &dyn Fn(&mut LoadDriven)| {
        let mut case = LoadDriven::default();
        change(&mut case);
        found(&|p| p.experiment = Experiment::LoadDriven(case.clone()))
    };
    let twice = vec![middle_ligament(), Ligament { toe_strain: 0.0, ..middle_ligament() }];
    let at = |key: &str| format!("experiment.load-driven.{key}");
    assert_eq!(
        load_driven(&|case| case.ligaments = twice.clone()),
        [at("ligaments.1.name"), at("ligaments.1.toe-strain")]
    );
    let dashpot = crate::contact::KelvinVoigt { coefficient: quantity::DampingCoefficient::from_si(1.0) };
    let dissipation = Dissipation::KelvinVoigt(dashpot);
    assert_eq!(
        load_driven(&|case| case.dynamic = Some(DynamicInput { dissipation, ..DynamicInput::default() })),
        [at("dynamic.dissipation.kelvin-voigt")]
    );
    let far = [Length::metres(1.0); 3];
    let empty = RegionInput { name: "front".into(), low: far, high: [Length::metres(2.0); 3], material: None };
    let mut parameters = own_parts();
    parameters.implant.regions = vec![empty];
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    let problems = Replacement::new(parameters, &balls_in_dishes(), cycle).expect_err("no triangles there");
    assert!(problems[0].path == "implant.regions" && problems[0].message.contains("front"), "{problems:?}");
}

#[test]
fn poses_that_are_no_cycle_are_refused() {
    let activity = Activity::default();
    let refuse = |change: &dyn Fn(&mut PoseSamples)| {
        let mut pose = pose();
        change(&mut pose);
        Cycle::new(&activity, &pose, &shipped::waveform()).expect_err("no cycle").message
    };
    assert!(refuse(&|p| p.poses.truncate(3)).contains("rows"));
    assert!(refuse(&|p| p.poses[8][0] += 1.0).contains("does not end where it begins"));
    assert!(refuse(&|p| p.shares[4] = 0.9).contains("after"));
    assert!(refuse(&|p| p.poses[2][1] = f64::NAN).contains("NaN"));
}

/// The ends of a load are brought together near them alone, and that is said; too far apart they are refused.
#[test]
fn a_load_that_does_not_close_is_closed_at_its_ends_and_said() {
    let parameters = own_parts();
    let with = |gap: f64| {
        let mut load = shipped::waveform();
        let last = load.loads.len() - 1;
        load.loads[last][0] += gap * 2600.0;
        Cycle::new(&parameters.activity, &pose(), &load)
    };
    let cycle = with(0.15).expect("a cycle");
    let (before, after) = (with(0.0).expect("a cycle"), cycle.clone());
    let value = |cycle: &Cycle, share: f64| cycle.loads[0].compile().expect("a curve").value(share * cycle.duration);
    for percent in 6..=94 {
        let share = f64::from(percent) / 100.0;
        assert!((value(&before, share) - value(&after, share)).abs() < 1e-9, "{percent} %");
    }
    assert!((value(&after, 0.0) - 168.0 - 0.075 * 2600.0).abs() < 1e-9 && value(&after, 1.0) == value(&after, 0.0));
    let knee = Replacement::new(parameters.clone(), &balls_in_dishes(), cycle).expect("sound parameters");
    let outcome = knee.run(&Unwatched).expect("balanced");
    let said = outcome.warnings.iter().find(|warning| warning.code == "cycle-closed").expect("said");
    // Of the axial and the anterior force together.
    let peak = shipped::waveform().loads.iter().map(|row| row[0].hypot(row[1])).fold(0.0, f64::max);
    let share = format!("{:.2} % of its peak", 100.0 * 0.15 * 2600.0 / peak);
    assert!(said.severity == results::Severity::Caution && said.text.contains(&share), "{}", said.text);
    assert!(said.text.contains("first and the last 5 %"), "{}", said.text);
    let refused = with(0.3).expect_err("no cycle");
    assert!(refused.message.contains("30 % of its peak (25 % are allowed)"), "{}", refused.message);
}
