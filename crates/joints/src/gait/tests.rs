//! A walk against Winter's own numbers, the three hips against each other, and everything that can be wrong.

use super::parameters::*;
use super::*;
use crate::Unwatched;
use quantity::{Frequency, Length, Mass, MomentOfInertia, Time, Viscosity};
use results::Outcome;

fn winter(name: &str) -> Recording {
    shipped::find(name).expect("shipped").recording()
}

fn run(parameters: Parameters, recording: Recording) -> Outcome {
    let gait = Gait::new(parameters, recording).expect("valid");
    let outcome = gait.run(&Unwatched).expect("runs");
    results::check_names(&outcome).expect("good names");
    outcome
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no {name}"))
}

fn measured() -> Parameters {
    let motion = Motion { linkage: Linkage::Measured, ..Motion::default() };
    Parameters { motion, ..Parameters::default() }
}

const QUANTITIES: [(&str, &str); 3] = [("force_x", "N"), ("force_y", "N"), ("moment", "N_m")];

#[test]
fn winters_accelerations_give_his_joint_loads() {
    let outcome = run(measured(), winter("winter-segments"));
    for joint in ["ankle", "knee", "hip"] {
        for (quantity, unit) in QUANTITIES {
            let name = format!("{joint}_{quantity}_reference_worst_{unit}");
            assert!(value(&outcome, &name) < 1.0, "{name} {}", value(&outcome, &name));
        }
        assert!(value(&outcome, &format!("{joint}_moment_reference_rms_N_m")) < 0.5);
    }
}

/// Least squares over his own tables gives these masses; then only the rounding of the tables is left: 0.005 m/s² times the
/// masses below and 0.05 N of three printed forces, which another program has propagated to 0.10, 0.12 and 0.15 N.
#[test]
fn with_winters_own_masses_only_rounding_is_left() {
    let segment = |length: f64, mass: f64, inertia: f64, centre_of_mass: f64| SegmentInput {
        length: Length::metres(length),
        mass: Mass::kilograms(mass),
        moment_of_inertia: MomentOfInertia::from_si(inertia),
        centre_of_mass,
    };
    let given = GivenBody {
        trunk: segment(0.2575, 19.221, 1.03923, 1.142),
        thigh: segment(0.3141, 5.670, 0.05836, 0.433),
        shank: segment(0.4081, 2.664, 0.04005, 0.433),
        foot: segment(0.1221, 0.794, 0.00273, 0.5),
    };
    let outcome = run(Parameters { body: Body::Given(Box::new(given)), ..measured() }, winter("winter-segments"));
    for (joint, bound) in [("ankle", 0.105), ("knee", 0.118), ("hip", 0.146)] {
        for axis in ["x", "y"] {
            let off = value(&outcome, &format!("{joint}_force_{axis}_reference_worst_N"));
            assert!(off <= bound, "{joint} {axis}: {off}");
        }
    }
}

fn within_five_percent(parameters: Parameters, recording: Recording) {
    let outcome = run(parameters, recording);
    for joint in ["ankle", "knee", "hip"] {
        for quantity in ["force", "moment"] {
            let name = format!("{joint}_{quantity}_reference_rms_ratio");
            assert!(value(&outcome, &name) < 0.05, "{name} {}", value(&outcome, &name));
        }
    }
}

#[test]
fn winters_markers_give_his_joint_loads_within_five_percent() {
    within_five_percent(Parameters::default(), winter("winter"));
    within_five_percent(measured(), winter("winter"));
}

/// Winter filtered more film than he printed: the first frames, where our filter knows one side only, are left out.
#[test]
fn his_raw_markers_through_our_filter_do_so_too() {
    let smoothing = Smoothing::Butterworth(Cutoff { cutoff: Frequency::hertz(5.0) });
    let mut recording = winter("winter-raw");
    let reference = recording.reference.as_mut().expect("a reference");
    reference.times.drain(..6);
    reference.loads.drain(..6);
    let motion = Motion { smoothing, ..Motion::default() };
    within_five_percent(Parameters { motion, ..Parameters::default() }, recording);
}

/// All forces on the leg, and what moves it: the hip force is what Newton's law leaves over.
#[test]
fn the_hip_carries_what_newtons_law_leaves_over() {
    let gait = Gait::new(Parameters::default(), winter("winter")).expect("valid");
    let times = gait.times();
    let ground = gait.walk.ground.as_ref().expect("ground").sample(&times);
    let solved = loads::solve_rigid(&gait.skeleton, &gait.walk, 9.81, &times).expect("solves");
    for ((instant, loads), (push, _)) in solved.iter().zip(&ground) {
        for (k, weight) in [(0, 0.0), (1, 9.81)] {
            let masses = gait.skeleton.leg().map(|segment| segment.mass);
            let inertia: f64 = (0..3).map(|s| masses[s] * (instant.accelerations[s + 1][k] + weight)).sum();
            assert!((loads[0][k] + push[k] - inertia).abs() < 1e-8, "{k} {} {inertia}", loads[0][k] + push[k]);
        }
    }
}

fn problems(parameters: Parameters, recording: Recording) -> Vec<crate::Problem> {
    Gait::new(parameters, recording).expect_err("bad")
}

#[test]
fn a_hidden_marker_is_named_with_its_frames_and_bridged_only_when_asked() {
    let mut recording = winter("winter");
    let Kinematics::Markers(markers) = &mut recording.kinematics else { panic!("markers") };
    for i in 30..33 {
        markers[2][i] = [f64::NAN; 2];
    }
    let found = problems(Parameters::default(), recording.clone());
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("`knee`") && found[0].message.contains("frames 31 to 33"), "{found:?}");
    assert!(found[0].hint.contains("bridge-frames = 3"), "{found:?}");
    let asked = Parameters { motion: Motion { bridge_frames: 3, ..Motion::default() }, ..Parameters::default() };
    let bridged = run(asked.clone(), recording.clone());
    let whole = run(asked.clone(), winter("winter"));
    let off = value(&bridged, "peak_hip_moment_N_m") - value(&whole, "peak_hip_moment_N_m");
    assert!(off.abs() < 3.0, "{off}");
    let Kinematics::Markers(markers) = &mut recording.kinematics else { panic!("markers") };
    markers[2][105] = [f64::NAN; 2];
    assert!(problems(asked, recording)[0].hint.contains("cut these frames off"));
}

#[test]
fn time_that_runs_backwards_is_refused() {
    let mut recording = winter("winter");
    recording.times[40] = recording.times[38];
    let found = problems(Parameters::default(), recording);
    assert!(found[0].message.contains("frame 41") && found[0].message.contains("does not advance"), "{found:?}");
}

#[test]
fn a_ground_reaction_of_ten_body_weights_is_questioned() {
    let mut recording = winter("winter");
    recording.ground.force.iter_mut().for_each(|f| f.iter_mut().for_each(|x| *x *= 10.0));
    let found = problems(Parameters::default(), recording);
    assert!(found[0].message.contains("11 times the body weight of 556 N"), "{found:?}");
    assert!(found[0].hint.contains("unit"));
    let mut recording = winter("winter");
    recording.ground.force.iter_mut().for_each(|f| f[1] *= -1.0);
    assert!(problems(Parameters::default(), recording)[0].message.contains("pulls the foot down"));
}

/// Millimetres that are read as metres, and the other way round: the force of the ground acts where no leg reaches.
#[test]
fn lengths_in_another_unit_are_refused() {
    for times in [1e-3, 1e3] {
        let mut recording = winter("winter");
        let Kinematics::Markers(markers) = &mut recording.kinematics else { panic!("markers") };
        markers.iter_mut().flatten().flatten().for_each(|x| *x *= times);
        recording.ground.point.iter_mut().flatten().for_each(|x| *x *= times);
        let found = problems(Parameters::default(), recording);
        assert!(found[0].message.contains("from the hip") && found[0].hint.contains("length-unit"), "{found:?}");
    }
}

/// What can be computed with but is no walk: a mirrored one, tenths of seconds read as seconds, a tenth of the ground's force.
#[test]
fn a_motion_that_is_no_walk_is_computed_and_said() {
    let said = |change: &dyn Fn(&mut Recording)| {
        let mut recording = winter("winter");
        change(&mut recording);
        let outcome = run(Parameters::default(), recording);
        let mut found = outcome.warnings.into_iter().filter(|warning| warning.code == "implausible-walk");
        found.by_ref().map(|warning| warning.text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(said(&|_| ()), "");
    let mirrored = said(&|recording| {
        let Kinematics::Markers(markers) = &mut recording.kinematics else { panic!("markers") };
        markers.iter_mut().flatten().for_each(|place| place[0] *= -1.0);
        recording.ground.point.iter_mut().for_each(|place| place[0] *= -1.0);
        recording.ground.force.iter_mut().for_each(|force| force[0] *= -1.0);
    });
    assert!(mirrored.contains("The knee bends from") && mirrored.contains("x is forwards"), "{mirrored}");
    let slow = said(&|recording| {
        recording.times.iter_mut().chain(&mut recording.ground.times).for_each(|time| *time *= 10.0);
        recording.toe_offs.iter_mut().for_each(|time| *time *= 10.0);
        recording.usable_until *= 10.0;
        recording.reference = None;
    });
    assert!(slow.contains("The window lasts 9.") && slow.contains("times are seconds"), "{slow}");
    let light = said(&|recording| recording.ground.force.iter_mut().flatten().for_each(|force| *force *= 0.1));
    assert!(light.contains("0.11 body weights at most") && light.contains("force-unit"), "{light}");
}

#[test]
fn a_cycle_without_toe_off_is_refused_unless_a_window_is_given() {
    let mut recording = winter("winter");
    recording.toe_offs.clear();
    let found = problems(Parameters::default(), recording.clone());
    assert!(found[0].message.contains("no toe-off") && found[0].hint.contains("window.start"), "{found:?}");
    recording.toe_offs.push(0.0);
    assert!(problems(Parameters::default(), recording.clone())[0].message.contains("no toe-off follows"));
    let window = Window { start: Some(Time::seconds(0.1)), duration: Some(Time::seconds(0.5)), settling: None };
    assert!(Gait::new(Parameters { window, ..Parameters::default() }, recording.clone()).is_ok());
    let window = Window { settling: Some(Time::seconds(0.2)), ..window };
    let found = problems(Parameters { window, ..Parameters::default() }, recording);
    assert!(found[0].message.contains("from -0.1000 to 0.6000 s"), "{found:?}");
}

#[test]
fn toe_off_is_found_in_the_force_of_the_ground() {
    let found = winter("winter").ground.find_toe_offs();
    assert_eq!(found.len(), 1);
    assert!((found[0] - 69.0 / shipped::WINTER_RATE).abs() < 1e-12, "{found:?}");
}

#[test]
fn every_number_that_makes_no_sense_is_named() {
    let implant = |change: fn(&mut Implant)| {
        let mut parameters = Parameters::default();
        change(&mut parameters.implant);
        parameters
    };
    let wet = |change: fn(&mut Lubricated)| {
        let mut parameters = Parameters::default();
        change(&mut parameters.lubricated);
        parameters
    };
    let cases = [
        (implant(|i| i.clearance = Length::metres(0.0)), "implant.clearance"),
        (implant(|i| i.clearance = Length::millimetres(40.0)), "implant.clearance"),
        (implant(|i| i.radius = Length::metres(-1.0)), "implant.radius"),
        (wet(|l| l.fluids = vec![Fluid::Viscosity(Viscosity::from_si(0.0))]), "lubricated.fluids.0"),
        (wet(|l| l.fluids = vec![Fluid::Named("honey".into())]), "lubricated.fluids.0"),
        (wet(|l| l.fluids.clear()), "lubricated.fluids"),
        (wet(|l| l.roughness = Length::metres(0.0)), "lubricated.roughness"),
        (wet(|l| l.roughness = Length::micrometres(10.0)), "lubricated.roughness"),
        (wet(|l| l.length = Some(Length::metres(0.0))), "lubricated.length"),
    ];
    for (parameters, path) in cases {
        let found = check(&parameters);
        assert!(found.iter().any(|problem| problem.path == path), "{path}: {found:?}");
        assert!(found.iter().all(|problem| !problem.hint.is_empty()));
    }
    let both = Parameters { hip: Hips::Several(vec![Kind::Ideal, Kind::Dry]), ..measured() };
    assert!(check(&both).iter().any(|problem| problem.path == "motion.linkage"));
    let twice = Parameters { hip: Hips::Several(vec![Kind::Dry, Kind::Dry]), ..Parameters::default() };
    assert!(check(&twice).iter().any(|problem| problem.path == "hip.1"));
}

/// Costa2016's implant and film with these hips and fluids.
fn hips(kinds: &[Kind], viscosities: &[f64]) -> Parameters {
    let fluids = viscosities.iter().map(|mu| Fluid::Viscosity(Viscosity::from_si(*mu))).collect();
    let lubricated = Lubricated { fluids, film: Film::Long, ..Lubricated::default() };
    Parameters { hip: Hips::Several(kinds.to_vec()), lubricated, ..Parameters::default() }
}

/// The cycle of the data itself. A dry head vibrates at some hundred hertz, and its steps follow that; a film whose own time is
/// 1e-12 s takes those of the walk.
#[test]
fn three_hips_move_the_thigh_alike() {
    let gait = Gait::new(hips(&[Kind::Ideal, Kind::Dry, Kind::Lubricated], &[500.0]), winter("winter")).expect("valid");
    let ideal = gait.solve_ideal().expect("solves");
    let histories = gait.compute_histories(&ideal, &Unwatched).expect("runs");
    let [_, dry, wet] = &histories[..] else { panic!("three runs") };
    let off = |history: &history::History, k: usize| outcome::deviation(&history.rows, &ideal.history.rows, k);
    // A dry head is displaced by the clearance and its indentation, at most by 20 + 7 µm.
    assert!(off(dry, 0).1 < 27e-6 && off(dry, 0).1 > 20e-6, "{:?}", off(dry, 0));
    assert_eq!((dry.impacts, dry.shares[0]), (0, 1.0));
    assert!(dry.work.steps < 16_000 && dry.work.jacobians < 600, "{:?}", dry.work);
    // 540 N over 0.5 s move a head in this film by some picometres: 12π μ L R³/c³ = 5e12 N·s/m.
    assert!(off(wet, 0).1 < 1e-9 && off(wet, 2).0 < 1e-3, "{:?} {:?}", off(wet, 0), off(wet, 2));
    assert!((wet.peak_force / ideal.history.peak_force - 1.0).abs() < 1e-4);
    assert!(wet.work.steps < 4_000 && wet.work.jacobians < 200, "{:?}", wet.work);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let gait = Gait::new(hips(&[Kind::Dry, Kind::Lubricated], &[500.0, 5.0]), winter("winter")).expect("valid");
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| gait.run(&Unwatched)).expect("runs")
    };
    assert_eq!(on(1).headline, on(2).headline);
}

/// The head falls through the clearance, F = m a with 9.13 kg of leg under 110 N: √(2·12·20e-6) m/s, and bounces.
#[test]
fn a_dry_head_that_starts_in_the_centre_bounces_and_then_settles() {
    let mut parameters = hips(&[Kind::Dry], &[500.0]);
    parameters.implant.start = Some(Start::Centre);
    let bounced = run(parameters.clone(), winter("winter"));
    assert!(value(&bounced, "impact_count") > 4.0 && value(&bounced, "peak_hip_force_N") > 700.0);
    // Once settled it is in contact as if it had started there.
    parameters.window = Window {
        start: Some(Time::seconds(0.4)),
        duration: Some(Time::seconds(0.4)),
        settling: Some(Time::seconds(0.35)),
    };
    let settled = run(parameters.clone(), winter("winter"));
    assert_eq!(value(&settled, "impact_count"), 0.0);
    parameters.implant.start = None;
    parameters.window.settling = None;
    let straight = run(parameters, winter("winter"));
    let ratio = value(&settled, "peak_hip_force_N") / value(&straight, "peak_hip_force_N");
    assert!((ratio - 1.0).abs() < 1e-2, "{ratio}");
}

/// A film of 0.01 Pa·s moves fast enough that its force can be computed from its velocities: it is what Newton's law says.
#[test]
fn a_thin_film_carries_what_newtons_law_says() {
    let outcome = run(hips(&[Kind::Lubricated], &[0.01]), winter("winter"));
    assert!(value(&outcome, "film_force_error_N") < 0.05, "{}", value(&outcome, "film_force_error_N"));
    // 200 N·s of stance against 12π μ L R³/c² = 2000 N·s: a tenth of the clearance.
    let ratio = value(&outcome, "largest_eccentricity_ratio");
    assert!((0.05..0.3).contains(&ratio), "{ratio}");
}

#[test]
fn a_film_breaks_down_into_contact() {
    let mut parameters = hips(&[Kind::Lubricated], &[0.001]);
    parameters.implant.radius = Length::millimetres(14.0);
    parameters.implant.clearance = Length::micrometres(100.0);
    parameters.implant.materials = ["CoCr", "UHMWPE"].map(|name| crate::contact::Material::Named(name.into()));
    parameters.lubricated.film = Film::Short;
    parameters.lubricated.roughness = Length::micrometres(1.0);
    let outcome = run(parameters, winter("winter"));
    let shares = ["full_film", "mixed", "boundary"].map(|name| value(&outcome, &format!("{name}_share_ratio")));
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12 && shares[1] > 0.05 && shares[2] > 0.05, "{shares:?}");
    assert!((value(&outcome, "least_film_thickness_m") - 1e-6).abs() < 1e-7);
}

#[test]
fn the_numerical_film_lies_near_the_closed_forms() {
    let with = |film: Film| {
        let mut parameters = hips(&[Kind::Lubricated], &[1.0]);
        parameters.window.duration = Some(Time::seconds(0.05));
        parameters.lubricated.film = film;
        parameters.lubricated.cells = [32, 8];
        value(&run(parameters, winter("winter")), "largest_eccentricity_ratio")
    };
    // Ends that leak carry less than an infinitely long bearing, and a journal as long as wide less than a short one promises.
    let [long, short, numerical] = [Film::Long, Film::Short, Film::Numerical].map(with);
    assert!(numerical > long && numerical > short && numerical < 3.0 * short, "{long} {short} {numerical}");
}

/// A head is as long as wide: closed forms for other lengths say so, the default has nothing to say.
#[test]
fn closed_forms_say_what_they_carry_too_much_and_the_default_is_none() {
    assert_eq!(Lubricated::default().film, Film::Numerical);
    let said = |film: Film, length: Option<f64>| {
        let viscosity = if length.is_some() { 500.0 } else { 0.01 };
        let mut parameters = hips(&[Kind::Lubricated], &[viscosity]);
        parameters.window.duration = Some(Time::seconds(0.02));
        parameters.lubricated.film = film;
        parameters.lubricated.length = length.map(Length::metres);
        parameters.lubricated.cells = [16, 4];
        let outcome = run(parameters, winter("winter"));
        outcome.warnings.into_iter().find(|warning| warning.code == "closed-form-film").map(|warning| warning.text)
    };
    let long = said(Film::Long, None).expect("a caution");
    assert!(long.contains("\"long\"") && long.contains("1.00 diameters") && long.contains("numerical"), "{long}");
    assert!(said(Film::Short, None).is_some());
    assert_eq!(said(Film::Numerical, None), None);
    // Short enough for Ocvirk's bearing, with a head that stays in the middle.
    assert_eq!(said(Film::Short, Some(0.2 * 64e-3)), None);
}

/// By refinement, with four times as many cells each way: the thickness at which the default film carries a load is within
/// 1 %, up to the eccentricity of 0.9 that watery films reach.
#[test]
fn the_default_film_is_within_a_hundredth_of_a_fine_one() {
    use mechanics::fluid::JournalMotion;
    use mechanics::fluid::reynolds::{Cavitation, FilmSettings, Grid, JournalGeometry, ReynoldsJournal};
    let [around, across] = Lubricated::default().cells;
    assert!(around >= 48 && across >= 16);
    let clearance = 20e-6;
    let film = |times: usize| {
        let settings = FilmSettings {
            grid: Grid { around: times * around, across: times * across },
            fluid: mechanics::fluid::Fluid::Newtonian { viscosity: 0.001 },
            cavitation: Cavitation::Reynolds { pressure: 0.0 },
            liner: None,
            groove: None,
            thinnest: 2e-9,
        };
        ReynoldsJournal::new(JournalGeometry { radius: 32e-3, length: 64e-3, clearance }, settings)
            .expect("a good film")
    };
    let (coarse, fine) = (film(1), film(4));
    // Off the axes of the grid; the head approaches, or turns.
    let place = nalgebra::Vector2::new(0.8, 0.6);
    for (velocity, spin) in [(1.0, 0.0), (0.0, 1.0)] {
        let force = |film: &ReynoldsJournal, eccentricity: f64| {
            let motion = JournalMotion {
                eccentricity: place * (clearance * eccentricity),
                velocity: place * (clearance * velocity),
                spins: [spin, 0.0],
            };
            film.solve_response(&motion).expect("solved").force.norm()
        };
        for eccentricity in [0.2, 0.6, 0.9] {
            let slope = (force(&fine, eccentricity + 5e-3) - force(&fine, eccentricity - 5e-3)) / 1e-2;
            let off = (force(&coarse, eccentricity) - force(&fine, eccentricity)) / (slope * (1.0 - eccentricity));
            assert!(off.abs() < 0.01, "{eccentricity} {velocity} {spin}: {off}");
        }
    }
}

/// In the thin fluid around a prosthesis the walk once stopped after 0.084 s: "the rates are not finite".
#[test]
fn a_walk_in_a_thinning_fluid_and_a_numerical_film_goes_on() {
    let mut parameters = hips(&[Kind::Lubricated], &[1.0]);
    parameters.window.duration = Some(Time::seconds(0.12));
    parameters.lubricated.fluids = vec![Fluid::Named("periprosthetic".into())];
    parameters.lubricated.film = Film::Numerical;
    parameters.lubricated.cells = [24, 8];
    let outcome = run(parameters, winter("winter"));
    let times = &outcome.series.column("time_s").expect("a column").values;
    let took = times[times.len() - 1] - times[0];
    assert!((took - 0.12).abs() < 1e-9, "it ends after {took} s");
    let eccentricity = value(&outcome, "largest_eccentricity_ratio");
    assert!((0.0..1.0).contains(&eccentricity), "{eccentricity}");
}

#[test]
fn the_other_leg_does_not_change_this_hip() {
    let one = run(Parameters::default(), winter("winter"));
    let both = run(Parameters { both_legs: true, ..Parameters::default() }, winter("winter"));
    for name in ["peak_hip_force_N", "peak_knee_moment_N_m"] {
        assert!((value(&one, name) - value(&both, name)).abs() < 1e-8);
    }
    // What the trunk's guide still carries: 556 N of weight are gone, errors are left.
    assert!(value(&both, "trunk_residual_force_N") < 0.3 * value(&both, "body_weight_N"));
    let mut recording = winter("winter");
    recording.toe_offs.pop();
    let window = Window { duration: Some(Time::seconds(0.5)), ..Window::default() };
    let found = problems(Parameters { both_legs: true, window, ..Parameters::default() }, recording);
    assert_eq!(found[0].path, "both-legs");
}

/// A leg that was measured beside the first one: here the same markers, so that both legs stand on the ground together.
#[test]
fn the_other_leg_follows_its_own_markers_where_there_are_some() {
    let mut recording = winter("winter");
    let Kinematics::Markers(markers) = &recording.kinematics else { panic!("markers") };
    let [_, hip, knee, ankle, toe] = (**markers).clone();
    recording.other = Some(Box::new(OtherLegRecord {
        kinematics: OtherKinematics::Markers(Box::new([hip, knee, ankle, toe])),
        ground: recording.ground.clone(),
    }));
    // No cycle is needed for a leg that was measured.
    recording.toe_offs.pop();
    let window = Window { duration: Some(Time::seconds(0.5)), ..Window::default() };
    let both = Parameters { both_legs: true, window, ..Parameters::default() };
    let gait = Gait::new(both, recording).expect("valid");
    let other = gait.walk.other.as_ref().expect("the other leg");
    for segment in 1..4 {
        assert!((other.first[segment - 1] - gait.walk.angles[segment][0]).abs() < 1e-12);
    }
    let (ours, theirs) = (gait.walk.angle_function(2, Some(1)), &other.angles[1]);
    for time in [0.1, 0.3, 0.6] {
        let [a, b] = [&ours, theirs].map(|function| function.compile().expect("a curve").value(time));
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
    assert!(other.ground.is_some());
}

#[test]
fn what_a_run_had_when_it_stopped_is_kept() {
    let gait = Gait::new(hips(&[Kind::Ideal, Kind::Dry], &[500.0]), winter("winter")).expect("valid");
    let ideal = gait.solve_ideal().expect("solves");
    let mut stopped = ideal.history.clone();
    stopped.rows.truncate(100);
    stopped.stopped = Some((0.05, "no step".into()));
    let outcome = outcome::assemble(&gait, &ideal, &[ideal.history.clone(), stopped]);
    results::check_names(&outcome).expect("good names");
    let column = &outcome.series.column("hip_force_dry_N").expect("a column").values;
    assert!(column[99].is_finite() && column[100].is_nan());
    let warning = outcome.warnings.iter().find(|warning| warning.code == "stopped").expect("a warning");
    assert!(
        warning.text.contains("dry: the run stopped at 0.05") && warning.text.contains("no step"),
        "{}",
        warning.text
    );
}

#[test]
fn an_explicit_scheme_is_refused_for_a_film() {
    let mut parameters = hips(&[Kind::Lubricated], &[500.0]);
    parameters.time.scheme = crate::mechanism::parameters::SchemeName::Rkf45;
    assert!(check(&parameters).iter().any(|problem| problem.path == "time.scheme"));
}

#[test]
fn somebody_can_stop_a_run() {
    struct Stop;
    impl crate::Watch for Stop {
        fn progress(&self, _: &str, _: f64) {}
        fn cancelled(&self) -> bool {
            true
        }
    }
    let gait = Gait::new(Parameters::default(), winter("winter")).expect("valid");
    assert_eq!(gait.run(&Stop), Err(GaitError::Interrupted));
}
