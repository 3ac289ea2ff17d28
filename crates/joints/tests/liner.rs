//! The liner: wear of a cycle, checkpoints, what is refused, what ends early.
#![allow(missing_docs)]

use joints::liner::parameters::{
    Coupling, Cycle, Element, Experiment, Harmonic, Held, MeshInput, Motion, Solver, Static, Wear,
};
use joints::liner::{Liner, LinerError, Parameters, check};
use joints::{Unwatched, Watch};
use quantity::{Angle, Force, Frequency, Length, WearFactor};
use results::Outcome;
use std::sync::Mutex;

/// A coarse liner and a short cycle.
fn coarse(change: impl Fn(&mut Wear)) -> Parameters {
    let mut wear = Wear { steps: 60, ..Wear::default() };
    change(&mut wear);
    Parameters {
        mesh: MeshInput { element: Element::Hex8, patch_cells: 2, ring_cells: 2, layers: 2, file: None },
        experiment: Experiment::Wear(Box::new(wear)),
        output: joints::liner::parameters::Output { frames: 11 },
        ..Parameters::default()
    }
}

fn run(parameters: Parameters) -> Outcome {
    Liner::new(parameters).expect("sound parameters").run(&Unwatched).expect("a run")
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no {name}"))
}

/// Archard's law on the whole: V = K n ∫ F ds, and the surface has lost that volume.
#[test]
fn worn_volume_is_the_wear_factor_times_load_times_sliding_and_is_missing_from_the_surface() {
    for coupling in [Coupling::Implicit, Coupling::Explicit(5)] {
        let outcome = run(coarse(|w| w.coupling = coupling));
        let expected = 0.4e-15 * 1e6 * value(&outcome, "load_times_sliding_N_m");
        assert!((value(&outcome, "wear_volume_m3") / expected - 1.0).abs() < 1e-9);
        assert!(value(&outcome, "wear_balance_ratio").abs() < 0.01, "{}", value(&outcome, "wear_balance_ratio"));
        assert!(value(&outcome, "contact_residual_ratio") <= 1e-8);
        results::check_names(&outcome).expect("names that say their unit");
    }
}

/// Without amplification the geometry does not change: volume is proportional to the factor.
#[test]
fn a_single_cycle_wears_in_proportion_to_its_factor() {
    let volume = |factor: f64| {
        let outcome = run(coarse(|w| (w.amplification, w.factor) = (1.0, Some(WearFactor::from_si(factor)))));
        value(&outcome, "wear_volume_per_million_cycles_m3")
    };
    let (small, large) = (volume(0.22e-15), volume(0.4e-15));
    assert!((large / small / (0.4 / 0.22) - 1.0).abs() < 1e-6, "{small} {large}");
}

/// Stops a run after some looks, keeps its checkpoint, and hands it back.
#[derive(Default)]
struct Stopping {
    looks: Mutex<usize>,
    stop_after: usize,
    text: Mutex<Option<String>>,
}

impl Watch for Stopping {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        let mut looks = self.looks.lock().expect("one thread");
        *looks += 1;
        *looks > self.stop_after
    }
    fn keep(&self, checkpoint: &str) {
        *self.text.lock().expect("one thread") = Some(checkpoint.to_owned());
    }
    fn kept(&self) -> Option<String> {
        self.text.lock().expect("one thread").clone()
    }
}

#[test]
fn a_run_that_is_stopped_goes_on_and_ends_with_the_same_bits() {
    let liner = Liner::new(coarse(|w| w.amplification = 1e7)).expect("sound parameters");
    let whole = liner.run(&Unwatched).expect("a run");
    let stopping = Stopping { stop_after: 23, ..Stopping::default() };
    assert_eq!(liner.run(&stopping), Err(LinerError::Interrupted));
    let going_on = Stopping { stop_after: usize::MAX, text: Mutex::new(stopping.kept()), ..Stopping::default() };
    let resumed = liner.run(&going_on).expect("a run");
    assert!(*going_on.looks.lock().expect("one thread") <= 60 - 23 + 1, "it began where it was stopped");
    assert_eq!(resumed, whole);
    // A damaged checkpoint is not believed, and not passed over: whoever kept it says what happens to it.
    let damaged = stopping.kept().map(|text| text[..text.len() / 2].to_owned());
    let afresh = Stopping { stop_after: usize::MAX, text: Mutex::new(damaged), ..Stopping::default() };
    assert!(matches!(liner.run(&afresh), Err(LinerError::Checkpoint(_))));
}

#[test]
fn a_liner_that_is_worn_through_ends_early_and_says_when() {
    let mut parameters = coarse(|w| (w.amplification, w.cycles) = (3e8, 3));
    parameters.cup.thickness = Length::millimetres(4.0);
    let outcome = run(parameters);
    let early = outcome.warnings.iter().find(|w| w.code == "stopped-early").expect("a warning");
    assert!(early.text.contains("worn through at t = "), "{}", early.text);
    assert!(value(&outcome, "wear_depth_m") >= 0.95 * 4e-3);
    assert!(outcome.series.column("time_s").is_some_and(|t| t.values.iter().all(|t| *t < 0.03)));
}

/// At the pace of walking a step of 20 ms moves the free head 10⁵ times further than its contacts give way. Before, sweeps
/// that see one contact at a time took 3400 a step to find that out; the wear is the same.
#[test]
fn long_steps_cost_no_more_sweeps_than_short_ones_and_wear_as_much() {
    let walk = |cycles: usize, steps: usize| {
        let outcome = run(coarse(|w| {
            let Motion::Harmonic(motion) = &mut w.motion else { panic!("the default is harmonic") };
            motion.frequency = Frequency::from_si(1.0);
            (w.cycles, w.steps, w.amplification) = (cycles, steps, 2e6 / cycles as f64);
        }));
        let work = |name: &str| outcome.work.iter().find(|(n, _)| n == name).expect("counted").1 as f64;
        assert!(work("sweeps") <= 12.0 * work("steps"), "{} sweeps in {} steps", work("sweeps"), work("steps"));
        assert!(work("newton_systems") <= 8.0 * work("steps"), "{} systems", work("newton_systems"));
        assert_eq!(work("halved_steps"), 0.0);
        value(&outcome, "wear_volume_m3")
    };
    let (few, many) = (walk(1, 200), walk(4, 50));
    assert!((many / few - 1.0).abs() < 0.02, "{few} {many}");
}

/// A measured walk turns its load as well, and the free head with it.
#[test]
fn long_steps_of_a_measured_walk_cost_few_sweeps_and_wear_as_much() {
    let walk = |cycles: usize, steps: usize| {
        let outcome = run(coarse(|w| {
            w.motion = Motion::Cycle(Cycle::default());
            (w.cycles, w.steps, w.amplification) = (cycles, steps, 2e6 / cycles as f64);
        }));
        let work = |name: &str| outcome.work.iter().find(|(n, _)| n == name).expect("counted").1 as f64;
        assert!(work("sweeps") <= 12.0 * work("steps"), "{} sweeps in {} steps", work("sweeps"), work("steps"));
        assert!(work("newton_systems") <= 12.0 * work("steps"), "{} systems", work("newton_systems"));
        assert_eq!(work("halved_steps"), 0.0);
        value(&outcome, "wear_volume_m3")
    };
    let (few, many) = (walk(1, 200), walk(4, 50));
    assert!((many / few - 1.0).abs() < 0.02, "{few} {many}");
}

fn largest(values: impl IntoIterator<Item = f32>) -> f64 {
    f64::from(values.into_iter().fold(0.0, f32::max))
}

/// Ten frames of sixty steps miss the instants of peak force and pressure, and means over cells miss the corner.
#[test]
fn the_largest_values_of_maps_and_series_are_those_of_the_headline() {
    let wear = run(coarse(|_| {}));
    let mut at_rest = coarse(|_| {});
    at_rest.experiment = Experiment::Static(Static { load: Force::newtons(1500.0), ..Static::default() });
    for (outcome, fields) in [(wear, &["pressure_Pa", "wear_depth_m"][..]), (run(at_rest), &["pressure_Pa"])] {
        let record = &outcome.surfaces[0];
        for name in fields {
            let headline = if *name == "pressure_Pa" { "peak_pressure_Pa" } else { name };
            let field = record.fields.iter().find(|field| field.name == **name).expect("a field");
            assert_eq!(field.values.len(), record.times.len() * record.surface.points.len());
            let found = largest(field.values.iter().copied());
            // Single precision rounds by half a unit in 2²⁴.
            assert!((found / value(&outcome, headline) - 1.0).abs() < 1e-7, "{name}: {found}");
        }
        for (column, headline) in [("peak_pressure_Pa", "peak_pressure_Pa"), ("contact_force_N", "peak_force_N")] {
            let Some(column) = outcome.series.column(column) else { continue };
            assert_eq!(column.values.iter().copied().fold(0.0, f64::max), value(&outcome, headline));
        }
    }
}

/// Hertz and a deep cup agree in nothing but equilibrium: the pressure carries the load, and more load presses more.
/// A load that no liner carries: the step in which it comes is halved and halved again, then the run ends there, says where,
/// and keeps what it has.
#[test]
fn a_motion_that_cannot_go_on_halves_its_step_and_keeps_what_was_computed() {
    let mut parameters = coarse(|w| {
        w.steps = 20;
        let Motion::Harmonic(motion) = &mut w.motion else { panic!("the default is harmonic") };
        motion.peak_load = Force::newtons(9e5);
    });
    parameters.cup.law = joints::liner::parameters::Law::NeoHookean;
    let outcome = run(parameters);
    let warning = outcome.warnings.iter().find(|w| w.code == "stopped-early").expect("it was stopped");
    assert!(warning.text.contains("t = "), "{}", warning.text);
    let halved = outcome.work.iter().find(|(name, _)| name == "halved_steps").expect("counted").1;
    assert!(halved >= 4, "{halved} halvings");
    let times = &outcome.series.columns()[0].values;
    assert!(times.len() >= 2 && times.iter().all(|t| t.is_finite()), "{times:?}");
}

#[test]
fn a_static_load_is_carried_and_presses_more_than_half_of_it() {
    let load = |newtons: f64| {
        let mut parameters = coarse(|_| {});
        parameters.experiment = Experiment::Static(Static { load: Force::newtons(newtons), ..Static::default() });
        run(parameters)
    };
    let (half, full) = (load(750.0), load(1500.0));
    assert!((value(&full, "contact_force_N") - 1500.0).abs() < 1e-3);
    assert!(value(&full, "peak_pressure_Pa") > value(&half, "peak_pressure_Pa"));
    assert!(value(&full, "indentation_m") > value(&half, "indentation_m"));
    results::check_names(&full).expect("names that say their unit");
}

/// The load pushes the liner, whose mass stands between it and the head: over a cycle nothing is left of the inertia, and the
/// head carries the load. What the law of wear sees is nearly what it sees in a cemented liner.
#[test]
fn a_guided_liner_brings_its_load_to_the_head() {
    let held = |held: Held| {
        let mut parameters = coarse(|w| w.amplification = 1.0);
        parameters.cup.held = held;
        parameters.output.frames = 61;
        run(parameters)
    };
    let (cemented, guided) = (held(Held::Cemented), held(Held::Guided));
    let mean = |outcome: &Outcome, name: &str| {
        let values = &outcome.series.column(name).expect("a column").values;
        values[1..].iter().sum::<f64>() / (values.len() - 1) as f64
    };
    let (load, carried) = (mean(&guided, "load_N"), mean(&guided, "contact_force_N"));
    assert!((carried / load - 1.0).abs() < 0.02, "{carried} N of {load} N");
    let work = [&cemented, &guided].map(|outcome| value(outcome, "load_times_sliding_N_m"));
    assert!((work[1] / work[0] - 1.0).abs() < 0.05, "{work:?}");
    let mut still = coarse(|_| {});
    (still.cup.held, still.experiment) = (Held::Guided, Experiment::Static(Static::default()));
    assert!(check(&still).iter().any(|p| p.path == "cup.held"));
}

#[test]
fn what_makes_no_sense_is_named_with_its_path() {
    let mut parameters = coarse(|w| {
        w.theta = 0.5;
        w.steps = 3;
        w.amplification = 0.0;
        w.motion = Motion::Cycle(Cycle { name: "dancing".into(), ..Default::default() });
    });
    parameters.head.clearance = Length::millimetres(-1.0);
    parameters.mesh.layers = 0;
    let paths: Vec<String> = check(&parameters).into_iter().map(|p| p.path).collect();
    for path in [
        "head.clearance",
        "mesh.layers",
        "experiment.wear.theta",
        "experiment.wear.steps",
        "experiment.wear.amplification",
        "experiment.wear.motion.cycle.name",
    ] {
        assert!(paths.iter().any(|p| p == path), "{path} in {paths:?}");
    }
}

/// The liner that is made here, written down as a file for Abaqus in mm and read again, under 1500 N.
mod own_mesh {
    use super::*;
    use joints::Problem;
    use joints::liner::LinerMesh;
    use joints::liner::parameters::{LengthUnit, MeshFile};
    use mechanics::solid::element::ElementKind;
    use mechanics::solid::mesh::{HemisphericalShell, Sector};
    use std::path::Path;

    fn parameters() -> Parameters {
        let file =
            MeshFile { path: "cup.inp".into(), unit: LengthUnit::Mm, inner: "inner".into(), outer: "outer".into() };
        Parameters {
            mesh: MeshInput { element: Element::Hex8, patch_cells: 4, ring_cells: 4, layers: 4, file: Some(file) },
            experiment: Experiment::Static(Static::default()),
            ..Parameters::default()
        }
    }

    fn shell() -> mechanics::solid::Mesh {
        let shell = HemisphericalShell {
            inner_radius: 14.0,
            thickness: 14.0,
            rim_angle: std::f64::consts::FRAC_PI_2,
            patch_angle: 0.75,
            patch_cells: 4,
            ring_cells: 4,
            ring_growth: 1.0,
            layers: 4,
            layer_growth: 1.0,
            sector: Sector::Full,
        };
        shell.mesh(ElementKind::Hex8).expect("a shell")
    }

    fn text() -> String {
        shell().to_abaqus().expect("a file")
    }

    fn read(parameters: Parameters, text: &str) -> Result<Liner, Problem> {
        let mesh = LinerMesh::read(text.as_bytes(), Path::new("cup.inp")).expect("a mesh");
        Liner::new(parameters).expect("sound parameters").with_mesh(mesh)
    }

    #[test]
    fn a_mesh_from_a_file_gives_what_the_same_mesh_made_here_gives() {
        let from_file = read(parameters(), &text()).expect("sound").run(&Unwatched).expect("a run");
        let mut made = parameters();
        made.mesh.file = None;
        let made = run(made);
        for name in ["peak_pressure_Pa", "contact_force_N", "contact_area_m2", "indentation_m"] {
            let (a, b) = (value(&from_file, name), value(&made, name));
            assert!((a / b - 1.0).abs() < 1e-9, "{name}: {a} {b}");
        }
    }

    /// The shell of the file is 14 mm thick, whatever the study says of cups that are made here.
    #[test]
    fn a_mesh_knows_its_own_thickness() {
        let mut parameters = parameters();
        parameters.cup.thickness = Length::millimetres(5.0);
        let liner = read(parameters, &text()).expect("sound");
        let said = format!("{:?}", liner.describe());
        assert!(said.contains("at least 14.00 mm thick"), "{said}");
    }

    #[test]
    fn what_is_wrong_with_a_mesh_is_named_where_it_is_said() {
        let refused = |change: &dyn Fn(&mut Parameters), text: &str| {
            let mut parameters = parameters();
            change(&mut parameters);
            read(parameters, text).expect_err("refused")
        };
        let same = |_: &mut Parameters| ();
        // Metres: a cup of 14 m.
        let problem = refused(&|p| p.mesh.file.as_mut().expect("a file").unit = LengthUnit::M, &text());
        assert!(problem.path == "cup.inner-diameter" && problem.hint.contains("unit"), "{problem:?}");
        let problem = refused(&|p| p.mesh.file.as_mut().expect("a file").inner = "bearing".into(), &text());
        assert!(problem.path == "mesh.file.inner" && problem.hint.contains("inner"), "{problem:?}");
        // The head's radius is that of the cup of the file, which one node undercuts.
        let mut dented = shell();
        let node = dented.nodes_of("inner").expect("a surface")[7];
        dented.nodes[node] *= 13.8 / 14.0;
        let problem = refused(&same, &dented.to_abaqus().expect("a file"));
        assert!(problem.path == "head.clearance" && problem.message.contains("100.0 um"), "{problem:?}");
        // An element turned inside out: two of its corners exchanged.
        let mut lines: Vec<String> = text().lines().map(String::from).collect();
        let first = lines.iter().position(|l| l.to_uppercase().starts_with("*ELEMENT")).expect("elements") + 1;
        let mut numbers: Vec<&str> = lines[first].split(',').collect();
        numbers.swap(1, 2);
        lines[first] = numbers.join(",");
        let problem = refused(&same, &lines.join("\n"));
        assert!(problem.path == "mesh.file.path" && problem.message.contains("inverted or flat"), "{problem:?}");
        // Upside down, which is no rotation of the study's making.
        let mut turned = shell();
        turned.nodes.iter_mut().for_each(|x| (x.y, x.z) = (-x.y, -x.z));
        let problem = refused(&same, &turned.to_abaqus().expect("a file"));
        assert!(problem.message.contains("+z"), "{problem:?}");
        // Two cups that share no node.
        let mut two = shell();
        let count = two.nodes.len();
        let nodes: Vec<_> = two.nodes.clone();
        two.nodes.extend(nodes);
        for element in 0..two.elements() {
            let moved: Vec<usize> = two.element(element).iter().map(|n| n + count).collect();
            two.push(ElementKind::Hex8, &moved);
        }
        let problem = refused(&same, &two.to_abaqus().expect("a file"));
        assert!(problem.message.contains("2 parts"), "{problem:?}");
        // Held in one point.
        let mut held = shell();
        held.surfaces.remove("outer");
        held.node_sets.insert("outer".into(), vec![0]);
        let problem = refused(&same, &held.to_abaqus().expect("a file"));
        assert!(problem.path == "mesh.file.outer", "{problem:?}");
    }

    #[test]
    fn files_that_are_no_mesh_say_their_line() {
        let unknown = text().replacen("C3D8", "C3D99", 1);
        let error = LinerMesh::read(unknown.as_bytes(), Path::new("cup.inp")).expect_err("an unknown element");
        assert!(error.line.is_some() && error.message.contains("C3D99") && !error.hint.is_empty(), "{error:?}");
        let error = LinerMesh::read(b"solid cup", Path::new("cup.stl")).expect_err("no solid mesh");
        assert!(error.message.contains(".msh"), "{error:?}");
    }
}

/// The paper's Gauss–Seidel, the method that solves all contacts at once and the projected gradient judge their reactions by
/// one residual: what wears does not depend on how they were found.
#[test]
fn all_solvers_wear_the_same() {
    let wear = |solver: Solver, held: Held| {
        let mut parameters = coarse(|w| (w.solver, w.steps, w.tolerance) = (solver, 40, 1e-10));
        parameters.cup.held = held;
        let outcome = run(parameters);
        [value(&outcome, "wear_volume_m3"), value(&outcome, "wear_depth_m"), value(&outcome, "peak_force_N")]
    };
    for held in [Held::Cemented, Held::Guided] {
        let expected = wear(Solver::Newton, held);
        let found = wear(Solver::GaussSeidel, held);
        for (a, b) in expected.iter().zip(found) {
            assert!((a / b - 1.0).abs() < 1e-6, "{held:?}: {expected:?} {found:?}");
        }
    }
}

/// Without friction the resultant is the load on the pole; flexion alone drags a great circle past it, there and back.
#[test]
fn flexion_alone_slides_by_its_arc() {
    let mut parameters = coarse(|w| {
        let none = Angle::degrees(0.0);
        w.motion = Motion::Harmonic(Harmonic {
            adduction: none,
            abduction: none,
            internal: none,
            external: none,
            ..Harmonic::default()
        });
    });
    parameters.head.friction = 0.0;
    let outcome = run(parameters);
    let exact = 13.9e-3 * 2.0 * (37.0f64 + 15.0).to_radians();
    assert!(
        (value(&outcome, "sliding_distance_m") / exact - 1.0).abs() < 2e-3,
        "{}",
        value(&outcome, "sliding_distance_m")
    );
    let angle = outcome.series.column("flexion_rad").expect("a column");
    assert!((angle.values[0].to_degrees() - 37.0).abs() < 1e-9);
}

/// Cosine of the angle from the pole, cross-shear and depth of every corner under a constant load along the axis, when the head goes
/// to and fro by these angles in two directions, a quarter of a cycle apart.
fn cross_shear(flexion: f64, adduction: f64) -> Vec<[f64; 3]> {
    let [flexion, adduction] = [flexion, adduction].map(Angle::degrees);
    let none = Angle::degrees(0.0);
    let harmonic = Harmonic {
        peak_load: Force::newtons(2000.0),
        least_load: Force::newtons(2000.0),
        flexion,
        extension: flexion,
        adduction,
        abduction: adduction,
        adduction_at: 0.25,
        internal: none,
        external: none,
        ..Harmonic::default()
    };
    let outcome = run(coarse(|w| (w.amplification, w.motion) = (1.0, Motion::Harmonic(harmonic))));
    let liner = outcome.surfaces.iter().find(|surface| surface.name == "liner").expect("the liner");
    let last = |name: &str| {
        let field = liner.fields.iter().find(|field| field.name == name).expect("a field");
        field.values[field.values.len() - liner.surface.points.len()..].to_vec()
    };
    let up = |[x, y, z]: &[f64; 3]| y / (x * x + y * y + z * z).sqrt();
    let (ratios, depths) = (last("cross_shear_ratio"), last("wear_depth_m"));
    let corners = liner.surface.points.iter().zip(ratios).zip(depths);
    let worn = corners.filter(|((_, _), depth)| *depth > 0.0);
    worn.map(|((point, ratio), depth)| [up(point), f64::from(ratio), f64::from(depth)]).collect()
}

/// With small angles the pole slides along an ellipse with the axes a and b, the angles: to and fro nothing is across, on a circle one half, in
/// between λ₂/(λ₁ + λ₂) with λ₁ = ∫ a² cos²/v, λ₂ = ∫ b² sin²/v and v² = a² cos² + b² sin² over a turn, added up here. At an angle θ
/// from the pole the turning axis that points at a corner slides it by cos θ less: a circle at the pole is an ellipse of the axes 1 and cos θ there.
#[test]
fn cross_shear_of_a_liner_is_that_of_straight_elliptic_and_circular_tracks() {
    let exact = |a: f64, b: f64| {
        let sums = (0..100_000).fold([0.0; 2], |[along, across], k| {
            let phase = (f64::from(k) + 0.5) * std::f64::consts::TAU / 1e5;
            let (x, y) = ((a * phase.cos()).powi(2), (b * phase.sin()).powi(2));
            let speed = (x + y).sqrt();
            [along + x / speed, across + y / speed]
        });
        sums[1] / (sums[0] + sums[1])
    };
    let straight = cross_shear(3.0, 0.0);
    assert!(!straight.is_empty() && straight.iter().all(|[_, ratio, _]| *ratio < 1e-3), "{straight:?}");
    let at_pole = |corners: &[[f64; 3]]| corners.iter().copied().max_by(|a, b| a[0].total_cmp(&b[0])).expect("corners");
    let ellipse = cross_shear(3.0, 1.5);
    let [up, found, _] = at_pole(&ellipse);
    assert!(up > 0.999 && (found - exact(1.0, 0.5)).abs() < 0.01, "{found} {}", exact(1.0, 0.5));
    let circle = cross_shear(3.0, 3.0);
    assert!((at_pole(&circle)[1] - 0.5).abs() < 0.01, "{circle:?}");
    // Where the load does not come and go: corners that wear at least half as much as the deepest.
    let deepest = circle.iter().map(|corner| corner[2]).fold(0.0, f64::max);
    let pressed: Vec<&[f64; 3]> = circle.iter().filter(|corner| corner[2] > 0.5 * deepest).collect();
    assert!(pressed.len() > 4, "{circle:?}");
    for [up, found, _] in pressed {
        assert!((found - exact(1.0, *up)).abs() < 0.02, "{up}: {found} {}", exact(1.0, *up));
    }
}
