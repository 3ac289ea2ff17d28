//! Planar mechanisms written in study files: closed forms come out, files are read, and what cannot be is said.
#![allow(clippy::unwrap_used)]

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use joints::{Unwatched, Watch};
use results::{Outcome, Severity, check_names};
use study::{RunError, Study, StudyFile};

const PENDULUM: &str = include_str!("../../../studies/mechanism-pendulum.toml");
const SLIDER_CRANK: &str = include_str!("../../../studies/mechanism-slider-crank.toml");
const FOUR_BAR: &str = include_str!("../../../studies/mechanism-four-bar.toml");
const EVERYTHING: &str = include_str!("mechanisms/everything.toml");

fn check(text: &str) -> Study {
    StudyFile::from_text("mechanism.toml", text).check().unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn run(text: &str) -> Outcome {
    let outcome = check(text).run(&Unwatched).unwrap_or_else(|error| panic!("{error}"));
    check_names(&outcome).unwrap();
    outcome
}

fn column<'a>(outcome: &'a Outcome, name: &str) -> &'a [f64] {
    &outcome.series.column(name).unwrap_or_else(|| panic!("no column {name}")).values
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no number {name}"))
}

#[track_caller]
fn close(computed: f64, expected: f64, within: f64) {
    assert!((computed - expected).abs() <= within, "{computed} is not {expected} within {within}");
}

/// Complete elliptic integral of the first kind by the arithmetic-geometric mean; k' = cos(amplitude/2).
fn quarter_turn(complement: f64) -> f64 {
    let (mut a, mut b) = (1.0_f64, complement);
    for _ in 0..40 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    FRAC_PI_2 / a
}

/// A rod of 1 m about its end: T = 4 K √(2 l/(3 g)).
fn pendulum(degrees: f64) -> (String, f64) {
    let angle = degrees.to_radians();
    let text = PENDULUM
        .replace(
            "\"433.0127018922193 mm\", \"-250 mm\"",
            &format!("\"{} m\", \"{} m\"", 0.5 * angle.sin(), -0.5 * angle.cos()),
        )
        .replace("\"60 deg\"", &format!("\"{degrees} deg\""))
        .replace("\"6 s\"", "\"16 s\"");
    (text, 4.0 * quarter_turn((0.5 * angle).cos()) * (2.0 / (3.0 * 9.81_f64)).sqrt())
}

#[test]
fn the_pendulum_of_the_study_has_the_period_of_the_elliptic_integral() {
    for degrees in [5.0, 60.0, 120.0, 170.0] {
        let (text, period) = pendulum(degrees);
        let outcome = run(&text);
        close(value(&outcome, "rod_period_s") / period, 1.0, 1e-9);
        close(value(&outcome, "rod_turn_rad"), 2.0 * degrees.to_radians(), 1e-2);
        assert!(value(&outcome, "constraint_drift_m") < 1e-11 && value(&outcome, "energy_imbalance_ratio") < 1e-7);
        assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
    }
}

#[test]
fn every_scheme_and_stabilisation_finds_the_same_period() {
    let (text, period) = pendulum(60.0);
    for scheme in ["dormand-prince", "rkf45", "rosenbrock", "bdf"] {
        let outcome = run(&text.replace("\"dormand-prince\"", &format!("\"{scheme}\"")));
        close(value(&outcome, "rod_period_s") / period, 1.0, 1e-8);
    }
    for kept in ["stabilisation.baumgarte = { alpha = 5, beta = 5 }", "stabilisation = \"none\""] {
        let outcome = run(&text.replace("stabilisation.projection = {}", kept));
        close(value(&outcome, "rod_period_s") / period, 1.0, 1e-8);
    }
}

#[test]
fn the_pivot_carries_three_times_the_weight_share_of_a_rod_let_go_level() {
    // Straight down: m g + m ω² l/2 with ω² = 3 g/l, that is 2.5 m g.
    let (text, _) = pendulum(90.0);
    close(value(&run(&text), "pivot_peak_force_N"), 2.5 * 9.81, 1e-3);
}

#[test]
fn drift_without_stabilisation_is_warned_of() {
    let text = PENDULUM
        .replace("stabilisation.projection = {}", "stabilisation = \"none\"")
        .replace("tolerance = 1e-10", "tolerance = 1e-3")
        .replace("\"6 s\"", "\"60 s\"");
    let outcome = run(&text);
    assert!(value(&outcome, "constraint_drift_m") > 1e-6);
    let warning = outcome.warnings.iter().find(|w| w.code == "constraint-drift").unwrap();
    assert!(warning.severity == Severity::Caution && warning.text.contains("projection"), "{warning:?}");
}

/// r = 50 mm, l = 150 mm, one turn in 0.1 s.
#[test]
fn the_slider_crank_of_the_study_moves_as_in_closed_form() {
    let outcome = run(SLIDER_CRANK);
    let (r, l, w) = (0.05_f64, 0.15_f64, TAU / 0.1);
    let x = |t: f64| r * (w * t).cos() + (l * l - (r * (w * t).sin()).powi(2)).sqrt();
    let speed = |t: f64| {
        let (s, c) = (w * t).sin_cos();
        -r * w * s - r * r * w * s * c / (l * l - (r * s).powi(2)).sqrt()
    };
    for (i, t) in column(&outcome, "time_s").iter().enumerate() {
        close(column(&outcome, "slider_x_m")[i], x(*t), 1e-12);
        close(column(&outcome, "slider_velocity_x_m_per_s")[i], speed(*t), 1e-10);
        close(column(&outcome, "rod_angle_rad")[i], -(r / l * (w * t).sin()).asin(), 1e-12);
        close(column(&outcome, "slider_y_m")[i], 0.0, 1e-12);
    }
    close(value(&outcome, "slider_travel_x_m"), 2.0 * r, 1e-12);
    assert_eq!(value(&outcome, "degrees_of_freedom_count"), 0.0);
}

/// What the motor does is what the kinetic energy gains: M = dE/dθ, the slope taken by a difference of the closed form.
#[test]
fn the_motor_of_the_slider_crank_takes_what_the_kinetic_energy_gains() {
    let outcome = run(SLIDER_CRANK);
    let (r, l, w) = (0.05_f64, 0.15_f64, TAU / 0.1);
    let energy = |angle: f64| {
        let (s, c) = angle.sin_cos();
        let root = (l * l - r * r * s * s).sqrt();
        let tilt_rate = -r * w * c / root;
        let slider = -r * w * s - r * r * w * s * c / root;
        // The middle of the rod moves with the mean of its ends' velocities.
        let middle = [0.5 * (slider - r * w * s), 0.5 * r * w * c];
        let crank = 0.5 * 0.5 * (0.5 * r * w).powi(2) + 0.5 * 2e-4 * w * w;
        let rod = 0.5 * 0.8 * (middle[0].powi(2) + middle[1].powi(2)) + 0.5 * 2e-3 * tilt_rate * tilt_rate;
        crank + rod + 0.5 * 0.6 * slider * slider
    };
    for (i, t) in column(&outcome, "time_s").iter().enumerate() {
        let h = 1e-4;
        let slope = (energy(w * t - 2.0 * h) - 8.0 * energy(w * t - h) + 8.0 * energy(w * t + h)
            - energy(w * t + 2.0 * h))
            / (12.0 * h);
        close(column(&outcome, "motor_moment_N_m")[i], slope, 1e-8);
        close(column(&outcome, "kinetic_energy_J")[i], energy(w * t), 1e-10);
    }
}

/// Links 40, 120, 80 and 100 mm: the rocker's pin is where two circles meet.
#[test]
fn the_four_bar_of_the_study_moves_as_in_closed_form() {
    let outcome = run(FOUR_BAR);
    for (i, t) in column(&outcome, "time_s").iter().enumerate() {
        let angle = TAU * t;
        let pin = [0.04 * angle.cos(), 0.04 * angle.sin()];
        let (dx, dy) = (0.1 - pin[0], -pin[1]);
        let d = dx.hypot(dy);
        let coupler = dy.atan2(dx) + ((d * d + 0.12 * 0.12 - 0.08 * 0.08) / (2.0 * d * 0.12)).acos();
        let other = [pin[0] + 0.12 * coupler.cos(), pin[1] + 0.12 * coupler.sin()];
        let rocker = other[1].atan2(other[0] - 0.1);
        close(column(&outcome, "coupler_angle_rad")[i], coupler, 1e-11);
        close(column(&outcome, "rocker_angle_rad")[i], rocker, 1e-11);
        let (s, c) = coupler.sin_cos();
        close(column(&outcome, "coupler_point_x_m")[i], pin[0] + 0.06 * c - 0.05 * s, 1e-12);
        close(column(&outcome, "coupler_point_y_m")[i], pin[1] + 0.06 * s + 0.05 * c, 1e-12);
    }
    // Without forces nothing is said about them.
    assert!(outcome.series.column("crank_pin_force_N").is_none());
}

const HANGING: &str = r#"
[mechanism]
gravity = ["0 m/s^2", "-10 m/s^2"]
[[mechanism.bodies]]
name = "weight"
mass = "2 kg"
inertia = "1 kg m^2"
position = ["0.1 m", "-1 m"]
[[mechanism.forces]]
name = "spring"
kind.spring = { first = { body = "ground" }, second = { body = "weight" }, stiffness = "400 N/m", length = "1 m" }
[mechanism.experiment.equilibrium]
"#;

#[test]
fn a_weight_hangs_where_its_spring_carries_it() {
    // 2 kg · 10 m/s² / 400 N/m = 50 mm below the free length.
    let outcome = run(HANGING);
    close(value(&outcome, "weight_final_y_m"), -1.05, 1e-9);
    close(value(&outcome, "weight_final_x_m"), 0.0, 1e-7);
    close(value(&outcome, "spring_peak_tension_N"), 20.0, 1e-7);
    assert_eq!((outcome.series.rows(), outcome.figures.len()), (0, 0));
}

const CONTACT: &str = include_str!("../../../studies/mechanism-contact.toml");

/// Each alternative of the template, in the place of the one that is used.
#[test]
fn every_law_of_the_template_runs_and_balances_its_energy() {
    let lines: Vec<&str> = CONTACT.lines().collect();
    let alternatives: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("# ")).collect();
    for (prefix, least) in [("law.", 4), ("dissipation.", 2), ("friction.", 1)] {
        let others: Vec<&str> = alternatives.iter().copied().filter(|line| line.starts_with(prefix)).collect();
        assert_eq!(others.len(), least, "{prefix}");
        for other in others {
            let swapped: Vec<&str> =
                lines.iter().map(|line| if line.starts_with(prefix) { other } else { *line }).collect();
            let mut text = swapped.join("\n").replace("\"0.5 s\"", "\"0.25 s\"");
            if other.contains("compliant") {
                text = text.replace("dormand-prince", "rosenbrock");
            }
            let outcome = run(&text);
            let (episodes, ratio) =
                (value(&outcome, "bounce_episodes_count"), value(&outcome, "energy_imbalance_ratio"));
            assert!(episodes >= 1.0 && ratio < 1e-4, "{other}: {episodes} bounces, {ratio}");
        }
    }
}

/// It falls h = 50 mm onto a spring K: the deepest point from ½Kδ² = m g (h + δ), the speed of parting from
/// ½m v² = c ½Kδ² − m g δ, and the time between as parts of two oscillations, about m g/K and m g/(cK).
#[test]
fn scaled_unloading_returns_the_square_root_of_what_was_asked_for() {
    let text = CONTACT
        .replace("law.hertz = { materials = [\"CoCr\", \"UHMWPE\"] }", "law.linear = { stiffness = \"100 N/mm\" }")
        .replace(
            "dissipation.flores = { restitution = 0.7, slowest-impact = \"10 mm/s\" }",
            "dissipation.scaled-unloading = { restitution = 0.49, transition-speed = \"0.1 mm/s\" }",
        )
        .replace("friction.coulomb = { static = 0.1, dynamic = 0.07, transition-speed = \"5 mm/s\" }", "");
    let fall = (2.0 * 0.05 / 9.81_f64).sqrt();
    let outcome = run(&text.replace("\"0.5 s\"", &format!("\"{} s\"", fall + 0.05)));
    let (k, m, c) = (1e5_f64, 0.05_f64, 0.49_f64);
    let weight = m * 9.81;
    let depth = (weight + (weight * weight + 2.0 * k * weight * 0.05).sqrt()) / k;
    close(value(&outcome, "bounce_deepest_indentation_m") / depth, 1.0, 1e-6);
    let (rest_in, rest_out) = (weight / k, weight / (c * k));
    let time_in = (0.5 * PI + (rest_in / (depth - rest_in)).asin()) / (k / m).sqrt();
    let time_out = (-rest_out / (depth - rest_out)).acos() / (c * k / m).sqrt();
    let parting = (c * k * depth * depth / m - 2.0 * 9.81 * depth).sqrt();
    let expected = parting - 9.81 * (0.05 - time_in - time_out);
    // The factor changes over 0.1 mm/s, a ten-thousandth of the impact's speed.
    close(value(&outcome, "ball_final_velocity_y_m_per_s"), expected, 1e-4);
}

const BOUNCING: &str = r#"
[mechanism]
gravity = ["0 m/s^2", "-9.81 m/s^2"]
[[mechanism.bodies]]
name = "ball"
mass = "1 kg"
inertia = "1 kg m^2"
position = ["0 m", "1.1 m"]
[[mechanism.contacts]]
name = "floor"
first = { body = "ball", shape.circle = { radius = "100 mm" } }
second = { body = "ground", shape.line = { normal = [0, 1] } }
law.hertz = { stiffness = "1e9 N/m^1.5" }
dissipation.exact = { restitution = 0.8, slowest-impact = "1 mm/s" }
[mechanism.experiment.forward]
duration = "1.1 s"
frames = 1101
scheme = "bdf"
"#;

#[test]
fn a_ball_bounces_to_the_height_of_its_restitution() {
    // Dropped by 1 m: impacts at √(2/g) = 0.4515 s and after 2 · 0.8 · 0.4515 s more; rises to 0.8² m.
    let outcome = run(BOUNCING);
    let (time, height) = (column(&outcome, "time_s"), column(&outcome, "ball_y_m"));
    let between = time.iter().zip(height).filter(|(t, _)| **t > 0.5).map(|(_, y)| y - 0.1);
    close(between.fold(0.0, f64::max), 0.64, 2e-3);
    assert_eq!(value(&outcome, "floor_episodes_count"), 1.0);
    assert_eq!(value(&outcome, "contact_events_count"), 2.0);
    assert!(value(&outcome, "energy_imbalance_ratio") < 1e-5);
    assert!(outcome.warnings.iter().any(|w| w.code == "contact-events" && w.severity == Severity::Note));
    // Energy lost: m g (1 − 0.64) m.
    close(*column(&outcome, "energy_lost_J").last().unwrap(), 9.81 * 0.36, 1e-2);
}

#[test]
fn everything_that_a_mechanism_can_have_runs_and_is_written_out() {
    let study = check(EVERYTHING);
    let again = check(study.resolved_text());
    assert_eq!(again.resolved_text(), study.resolved_text());
    let outcome = run(EVERYTHING);
    assert_eq!(run(study.resolved_text()).headline, outcome.headline);
    for name in ["posterior_peak_tension_N", "bounce_deepest_indentation_m", "push_rod_peak_force_N"] {
        assert!(value(&outcome, name) > 0.0, "{name}");
    }
    let sections = study.describe();
    let titles: Vec<&str> = sections.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["Mechanism", "Bodies", "Joints", "Guides", "Forces", "Contacts"]);
    assert!(study.outline().starts_with("mechanism, 5 bodies, 3 joints, 3 guides, 3 contacts, forward over 400 ms"));
}

#[test]
fn a_motion_can_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, mut times, mut values) = (String::from("time,knee_angle\n"), Vec::new(), Vec::new());
    for i in 0..=20 {
        let (t, degrees) = (0.5 + 0.05 * f64::from(i), 30.0 * (PI * f64::from(i) / 20.0).sin());
        table += &format!("{t},{degrees}\n");
        times.push(format!("\"{} s\"", t - 0.5));
        values.push(format!("\"{} deg\"", -degrees));
    }
    std::fs::write(folder.path().join("walk.csv"), table).unwrap();
    let with = |follows: &str| {
        format!(
            "[[mechanism.bodies]]\nname = \"arm\"\nmass = \"1 kg\"\ninertia = \"1 kg m^2\"\n\
             [[mechanism.joints]]\nname = \"pivot\"\nfirst.body = \"arm\"\nsecond.body = \"ground\"\n\
             [[mechanism.guides]]\nname = \"drive\"\nkind.angle.of = \"arm\"\nkind.angle.follows.{follows}\n\
             [mechanism.experiment.inverse-dynamics]\nduration = \"1.5 s\"\nframes = 31\n"
        )
    };
    let file =
        with("file = { path = \"walk.csv\", time = \"time\", column = \"knee_angle\", unit = \"deg\", factor = -1 }");
    let path = folder.path().join("study.toml");
    std::fs::write(&path, &file).unwrap();
    let study = StudyFile::load_file(&path).unwrap().check().unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(study.data_files()[0].name, "inputs/walk.csv");
    assert!(study.resolved_text().contains("path = \"inputs/walk.csv\""), "{}", study.resolved_text());
    let outcome = study.run(&Unwatched).unwrap();
    let inline = run(&with(&format!("spline = {{ times = [{}], values = [{}] }}", times.join(","), values.join(","))));
    for name in ["arm_angle_rad", "drive_moment_N_m"] {
        for (a, b) in column(&outcome, name).iter().zip(column(&inline, name)) {
            close(*a, *b, 1e-9);
        }
    }
    // Halfway, −30°; beyond the file a straight line, which is said.
    close(column(&outcome, "arm_angle_rad")[10], -30_f64.to_radians(), 1e-9);
    assert!(outcome.warnings.iter().any(|w| w.code == "data-continued" && w.text.contains("1.0000 s")));

    for (right, wrong, at, hint) in [
        ("walk.csv", "wakl.csv", "wakl.csv", ""),
        ("column = \"knee_angle\"", "column = \"knee\"", "column 'knee'", "knee_angle"),
        ("unit = \"deg\"", "unit = \"N\"", "a force", "unit of the column"),
        ("factor = -1", "factor = 0", "multiplied by 0", "-1"),
    ] {
        let text = file.replace(right, wrong);
        let name = path.display().to_string();
        let said = StudyFile::from_text(&name, text).check().unwrap_err();
        assert_eq!(said.all().len(), 1, "{said}");
        assert!(said.to_string().contains(at) && said.to_string().contains(hint), "{said}");
    }
}

/// One mistake, in the line that contains this, with these words.
#[track_caller]
fn wrong(text: &str, line: &str, message: &str, hint: &str) {
    let said = StudyFile::from_text("mechanism.toml", text).check().expect_err("something is wrong");
    assert_eq!(said.all().len(), 1, "{said}");
    let found = &said.all()[0];
    let shown = text.lines().nth(found.place.line.unwrap() - 1).unwrap();
    assert!(shown.contains(line), "points at `{shown}`\n{said}");
    assert!(found.message.contains(message), "{said}");
    assert!(found.hint.contains(hint), "{said}");
}

#[test]
fn impossible_values_point_at_their_line() {
    let with = |right: &str, wrong: &str| {
        assert!(PENDULUM.contains(right), "{right}");
        PENDULUM.replace(right, wrong)
    };
    wrong(&with("mass = \"1 kg\"", "mass = \"0 kg\""), "mass =", "must be more than zero", "massless");
    wrong(&with("0.08333333333333333 kg m^2", "-1 kg m^2"), "inertia =", "must be more than zero", "m l^2/12");
    wrong(&with("body = \"rod\"", "body = \"rood\""), "body = \"rood\"", "no body is called \"rood\"", "\"rod\"?");
    wrong(&with("body = \"rod\"", "body = \"tibia\""), "\"tibia\"", "no body is called \"tibia\"", "rod, ground");
    wrong(&with("body = \"ground\"", "body = \"rod\""), "second", "both ends of the joint are on \"rod\"", "two");
    wrong(&with("name = \"pivot\"", "name = \"123\""), "name", "cannot name a column", "letter");
    wrong(&with("\"6 s\"", "\"0 s\""), "duration", "must be positive", "1 s");
    wrong(&with("frames = 301", "frames = 1"), "frames", "1 frames", "2 to");
    wrong(&with("tolerance = 1e-10", "tolerance = 0"), "tolerance", "between 1e-13 and 0.1", "1e-9");
    wrong(&with("mass = \"1 kg\"", "mass = \"1 m\""), "mass", "is a length, but a mass is expected", "kg");
    wrong(&with("\"1 kg\"", "1"), "mass", "has no unit", "write for example");
    wrong(&with("scheme = \"dormand-prince\"", "scheme = \"gear\""), "scheme", "unknown choice", "");
    wrong(&with("[[mechanism.joints]]", "[[mechanism.jonts]]"), "jonts", "unknown key `jonts`", "`joints`");
    wrong("[mechanism]\n", "[mechanism]", "no bodies", "[[mechanism.bodies]]");
    wrong(&format!("{PENDULUM}\n[hip]\n"), "[mechanism]", "two joints, `hip` and `mechanism`", "two studies");
}

#[test]
fn impossible_functions_point_at_their_line() {
    let with = |follows: &str| {
        let right = "follows.polynomial = { coefficients = [\"0 deg\", \"360 deg\"], over = \"1 s\" }";
        assert!(FOUR_BAR.contains(right));
        FOUR_BAR.replace(right, follows)
    };
    wrong(&with("follows = 35"), "follows", "'35' has no unit, but an angle is expected", "write for example");
    wrong(&with("follows = \"35 mm\""), "follows", "is a length, but an angle is expected", "deg");
    wrong(&with("follows.sin = 1"), "follows", "unknown choice `sin`", "`sine`");
    wrong(&with("follows.polynomial = { coefficients = [] }"), "follows", "0 coefficients", "1 to 20");
    wrong(&with("follows.sine = { amplitude = \"1 deg\" }"), "follows", "`frequency` is missing", "add frequency");
    let two = "follows = { sine = { amplitude = \"1 deg\", frequency = \"1 Hz\" }, polynomial = { coefficients = [\"0 deg\"] } }";
    wrong(&with(two), "follows", "only one of `sine`, `polynomial`", "delete");
    let spline =
        |times: &str, values: &str| with(&format!("follows.spline = {{ times = [{times}], values = [{values}] }}"));
    wrong(&spline("\"0 s\", \"1 s\"", "\"0 deg\""), "spline", "2 times and 1 values", "one value for each");
    let back = spline("\"0 s\", \"2 s\", \"1 s\"", "\"0 deg\", \"1 deg\", \"2 deg\"");
    wrong(&back, "spline", "does not come after 2", "sort");
}

#[test]
fn a_mechanism_that_does_not_fit_together_names_the_joint_and_the_miss() {
    // The rocker's pivot is 400 mm away and the links reach 240 mm: 160 mm are missing, shared by two joints at the best.
    let far = FOUR_BAR.replace("point = [\"100 mm\", \"0 mm\"]", "point = [\"400 mm\", \"0 mm\"]");
    let said = StudyFile::from_text("far.toml", &far).check().unwrap_err();
    let message = &said.all()[0].message;
    assert!(message.contains("cannot be assembled") && message.contains("pin` misses by"), "{said}");
    let miss: f64 = message.split("misses by ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((0.04..=0.16).contains(&miss), "{said}");
    assert!(said.all()[0].place.text == "[[mechanism.joints]]" && said.all()[0].hint.contains("lengths"));
    let twice = format!(
        "{PENDULUM}\n[[mechanism.joints]]\nname = \"second pivot\"\nfirst = {{ body = \"rod\", point = [\"0 m\", \"500 mm\"] }}\n\
         second = {{ body = \"ground\", point = [\"1 mm\", \"0 m\"] }}\n"
    );
    wrong(&twice, "[[mechanism.joints]]", "`second pivot` repeats what `pivot` already prescribe", "remove one");
    let free = PENDULUM.replace("[mechanism.experiment.forward]", "[mechanism.experiment.kinematic]");
    let free: String = free
        .lines()
        .filter(|line| !["scheme", "tolerance", "stabilisation"].iter().any(|key| line.starts_with(key)))
        .map(|line| format!("{line}\n"))
        .collect();
    wrong(&free, "kinematic", "1 degrees of freedom are not guided", "forward dynamics");
}

#[test]
fn contacts_and_ligaments_that_cannot_be_are_refused() {
    let with = |right: &str, wrong: &str| {
        assert!(EVERYTHING.contains(right), "{right}");
        EVERYTHING.replacen(right, wrong, 1)
    };
    wrong(
        &with("position = [\"500 mm\", \"30 mm\"]", "position = [\"500 mm\", \"0 mm\"]"),
        "[[mechanism.contacts]]",
        "2.000e-2 m deep",
        "deepest-start",
    );
    wrong(&with("circle = { radius = \"20 mm\" }", "circle = { radius = \"0 mm\" }"), "first", "radius is 0", "mm");
    wrong(&with("normal = [0, 1]", "normal = [0, 0]"), "second", "[0, 0] is no direction", "[1, 0]");
    wrong(&with("restitution = 0.7", "restitution = 1.5"), "flores", "restitution is 1.5", "1 loses nothing");
    wrong(&with("static = 0.3", "static = 0.1"), "coulomb", "at least the dynamic one", "raise static");
    wrong(
        &with("range = [\"-50 mm\", \"50 mm\"]", "range = [\"50 mm\", \"-50 mm\"]"),
        "range",
        "before it begins",
        "smaller",
    );
    let detached =
        with("second = { body = \"ground\", point = [\"100 mm\", \"-500 mm\"] }", "second = { body = \"tip\" }");
    wrong(&detached, "second", "both ends of the ligament are on \"tip\"", "two different bodies");
    let loose = with("second = { body = \"ground\", point = [\"100 mm\", \"-500 mm\"] }\n", "");
    wrong(&loose, "[mechanism.forces.kind.ligament]", "`second` is missing", "add second");
    wrong(
        &with("stiffness = \"100 kN/m^2\"", "stiffness = \"100 N/m\""),
        "quadratic",
        "is a stiffness, but a quadratic",
        "N/m^2",
    );
    wrong(
        &with("slack-length = \"95 mm\"", "slack-length = \"0 mm\""),
        "quadratic",
        "slack length is 0",
        "begins to pull",
    );
    wrong(&with("name = \"hinge\"", "name = \"Rail\""), "name", "too like another one, \"rail\"", "letters and digits");
    wrong(&with("name = \"top of the ball\"", "name = \"ball\""), "name", "`ball_x_m`", "another name");
    wrong(
        &with(
            "{ body = \"wheel\", shape.circle = { radius = \"5 mm\" } }",
            "{ body = \"wheel\", shape.circle = { radius = \"50 mm\" } }",
        ),
        "radius = \"12 mm\"",
        "a circle of 50 mm does not fit into a socket of 12 mm",
        "the larger radius",
    );
    wrong(
        &with("at = { body = \"arm\"", "at = { body = \"ground\""),
        "at =",
        "the ground does not move",
        "name a body",
    );
}

#[test]
fn all_mistakes_of_a_mechanism_are_said_at_once() {
    let text = EVERYTHING
        .replace("mass = \"2 kg\"", "mass = \"-2 kg\"")
        .replace("duration = \"50 ms\"", "duration = \"0 s\"")
        .replace("\"hinge\"\nfirst = { body = \"cart\" }", "\"hinge\"\nfirst = { body = \"card\" }");
    let said = StudyFile::from_text("mechanism.toml", &text).check().unwrap_err();
    assert_eq!(said.all().len(), 3, "{said}");
}

struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_run_can_be_stopped() {
    assert!(matches!(check(PENDULUM).run(&Impatient), Err(RunError::Interrupted)));
}

#[test]
fn a_linkage_that_locks_on_its_way_says_so() {
    // Crank 90 mm, coupler 120 mm, rocker 80 mm on 100 mm of ground: the crank cannot go round. Where it lies along the
    // ground, its pin is 10 mm from the rocker's pivot, but coupler and rocker fold to 40 mm at the least.
    let text = FOUR_BAR
        .replace("point = [\"-20 mm\", \"0 mm\"]", "point = [\"-45 mm\", \"0 mm\"]")
        .replace("point = [\"20 mm\", \"0 mm\"]", "point = [\"45 mm\", \"0 mm\"]")
        .replace("position = [\"20 mm\", \"0 mm\"]", "position = [\"0 mm\", \"45 mm\"]\nangle = \"90 deg\"")
        .replace("position = [\"88 mm\", \"36 mm\"]", "position = [\"60 mm\", \"84 mm\"]")
        .replace("angle = \"36 deg\"", "angle = \"-6 deg\"")
        .replace("position = [\"118 mm\", \"36 mm\"]", "position = [\"110 mm\", \"39 mm\"]")
        .replace("angle = \"63 deg\"", "angle = \"76 deg\"")
        .replace("[\"0 deg\", \"360 deg\"]", "[\"90 deg\", \"360 deg\"]");
    let error = check(&text).run(&Unwatched).unwrap_err();
    let RunError::Input(said) = error else { panic!("{error}") };
    assert!(said.to_string().contains("`motor`") && said.to_string().contains("dead point"), "{said}");
}

/// A block on a belt of 10 mm/s, held back by a spring: 1 kg, 1 kN/m, static 0.3 and dynamic 0.2.
fn block_on_belt(transition: &str) -> String {
    format!(
        r#"
[mechanism]
gravity = ["0 m/s^2", "-9.81 m/s^2"]
[[mechanism.bodies]]
name = "block"
mass = "1 kg"
inertia = "1e-2 kg m^2"
position = ["0 m", "19.9019 mm"]
[[mechanism.bodies]]
name = "belt"
mass = "1 kg"
inertia = "1e-2 kg m^2"
[[mechanism.guides]]
name = "upright"
kind.angle = {{ of = "block", follows = "0 deg" }}
[[mechanism.guides]]
name = "level"
kind.angle = {{ of = "belt", follows = "0 deg" }}
[[mechanism.guides]]
name = "motor"
kind.point = {{ of = {{ body = "belt" }}, x.polynomial = {{ coefficients = ["0 m", "10 mm"] }}, y = "0 m" }}
[[mechanism.forces]]
name = "spring"
kind.spring = {{ first = {{ body = "ground", point = ["-1 m", "19.9019 mm"] }}, second = {{ body = "block" }}, stiffness = "1 kN/m", length = "1 m" }}
[[mechanism.contacts]]
name = "sole"
first = {{ body = "block", shape.circle = {{ radius = "20 mm" }} }}
second = {{ body = "belt", shape.line = {{ normal = [0, 1] }} }}
law.linear = {{ stiffness = "100 kN/m" }}
dissipation.kelvin-voigt = {{ coefficient = "100 N s/m" }}
friction.coulomb = {{ static = 0.3, dynamic = 0.2{transition} }}
[mechanism.experiment.forward]
duration = "2 s"
frames = 4001
scheme = "bdf"
"#
    )
}

/// The period between falls of the block's velocity through half of the belt's, the first left out.
fn stick_slip_period(outcome: &Outcome) -> f64 {
    let (times, speeds) = (column(outcome, "time_s"), column(outcome, "block_velocity_x_m_per_s"));
    let falls = (1..times.len()).filter(|&i| speeds[i - 1] > 5e-3 && speeds[i] <= 5e-3);
    let at = |i: usize| times[i - 1] + (times[i] - times[i - 1]) * (speeds[i - 1] - 5e-3) / (speeds[i - 1] - speeds[i]);
    let falls: Vec<f64> = falls.map(at).skip(1).collect();
    (falls[falls.len() - 1] - falls[0]) / (falls.len() - 1) as f64
}

/// Sticking for 2 Δμ N/(k v), then slipping for 2/ω (π − atan(Δμ N ω/(k v))): 0.3153 s for rigid Coulomb friction.
#[test]
fn friction_that_creeps_says_by_how_much_stick_slip_is_off() {
    let (k, v, omega) = (1000.0_f64, 0.01, 1000.0_f64.sqrt());
    let jump = 0.1 * 9.81;
    let exact = 2.0 * jump / (k * v) + 2.0 / omega * (PI - (jump * omega / (k * v)).atan());
    close(exact, 0.3153, 5e-5);
    let outcome = run(&block_on_belt(""));
    let off = stick_slip_period(&outcome) / exact - 1.0;
    assert!((0.05..0.1).contains(&off), "{off}");
    let warning = outcome.warnings.iter().find(|warning| warning.code == "creeping-friction").unwrap();
    assert_eq!(warning.severity, Severity::Caution);
    // What it says is about what the period is off by, and what it advises helps.
    let said = warning.text.split(" mm/s is ").nth(1).unwrap().split(" %").next().unwrap();
    let said: f64 = said.parse().unwrap();
    close(said / 100.0, off, 0.5 * off);
    let advised = warning.text.split("transition-speed = \"").nth(1).unwrap().split('"').next().unwrap();
    let better = run(&block_on_belt(&format!(", transition-speed = \"{advised}\"")));
    close(stick_slip_period(&better) / exact, 1.0, 0.01);
    assert!(better.warnings.iter().all(|warning| warning.code != "creeping-friction"), "{:?}", better.warnings);
}

/// What everybody did adds up to what became of it; the spring's and the belt's works have closed forms.
#[test]
fn the_work_of_each_drive_is_reported_and_adds_up() {
    let outcome = run(&block_on_belt(""));
    let sum: f64 =
        ["upright_guide", "level_guide", "motor_guide"].map(|n| value(&outcome, &format!("{n}_work_J"))).iter().sum();
    close(sum / value(&outcome, "work_in_J"), 1.0, 1e-4);
    let x = value(&outcome, "block_final_x_m");
    close(value(&outcome, "spring_work_J"), -0.5 * 1000.0 * x * x, 1e-9);
    close(value(&outcome, "work_of_gravity_J"), 0.0, 1e-9);
    // A pendulum that falls from 60° to wherever it is: its weight does it all.
    let outcome = run(PENDULUM);
    let kinetic = column(&outcome, "kinetic_energy_J");
    close(value(&outcome, "work_of_gravity_J"), kinetic[kinetic.len() - 1] - kinetic[0], 1e-7);
    // Two loads on a ball, one of them across its way: F x each.
    let pushed = BOUNCING.replace("[mechanism.experiment", "[[mechanism.forces]]\nname = \"push\"\nkind.load = { at = { body = \"ball\" }, x = \"2 N\", y = \"0 N\" }\n[[mechanism.forces]]\nname = \"pull\"\nkind.load = { at = { body = \"ball\" }, x = \"-1 N\", y = \"0 N\" }\n[mechanism.experiment");
    let outcome = run(&pushed);
    // Half a metre per second squared for 1.1 s, and no friction.
    let way = value(&outcome, "ball_final_x_m");
    close(way, 0.5 * 1.1 * 1.1, 1e-7);
    close(value(&outcome, "push_work_J"), 2.0 * way, 1e-7);
    close(value(&outcome, "pull_work_J"), -way, 1e-7);
    assert!(outcome.figures.iter().any(|figure| figure.title == "Work of each drive"));
}

/// A pendulum hung up twice in the same place runs, and its report says whose reactions are not unique.
#[test]
fn a_redundant_joint_is_carried_and_said() {
    let twice = format!(
        "{PENDULUM}\n[[mechanism.joints]]\nname = \"second pivot\"\nfirst = {{ body = \"rod\", point = [\"0 m\", \"500 mm\"] }}\n\
         second = {{ body = \"ground\", point = [\"0 m\", \"0 m\"] }}\n"
    );
    let (once, twice) = (run(PENDULUM), run(&twice));
    close(value(&twice, "rod_period_s") / value(&once, "rod_period_s"), 1.0, 1e-9);
    close(value(&twice, "pivot_peak_force_N") / value(&once, "pivot_peak_force_N"), 0.5, 1e-6);
    assert_eq!(value(&twice, "degrees_of_freedom_count"), 1.0);
    let warning = twice.warnings.iter().find(|warning| warning.code == "redundant-constraints").unwrap();
    assert!(warning.text.contains("`second pivot`") && warning.text.contains("`pivot`"), "{}", warning.text);
}

/// Where numbers stand in a study: quoted with their units, or bare after an equals sign. Directions, whose length does not
/// matter, are lists and left out.
fn numbers(text: &str) -> Vec<(std::ops::Range<usize>, f64)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(['"', '=']) {
        let skipped = if text[at..].starts_with("= ") { 2 } else { 1 };
        let rest = &text[at + skipped..];
        let length = rest.find([' ', '"', ',', '\n', '}']).unwrap_or(rest.len());
        if let Ok(number) = rest[..length].parse::<f64>()
            && rest.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            found.push((at + skipped..at + skipped + length, number));
        }
    }
    found
}

#[test]
fn every_number_of_a_mechanism_is_refused_if_it_is_absurdly_large_or_none() {
    let everything = numbers(EVERYTHING);
    assert!(everything.len() > 80, "{}", everything.len());
    let mut silent = Vec::new();
    for (place, number) in everything {
        let large = if number == 0.0 { 1e15 } else { number * 1e15 };
        for absurd in [format!("{large:e}"), "nan".into(), "inf".into()] {
            let text = format!("{}{absurd}{}", &EVERYTHING[..place.start], &EVERYTHING[place.end..]);
            if StudyFile::from_text("mechanism.toml", &text).check().is_ok() {
                let line = EVERYTHING[..place.start].rsplit('\n').next().unwrap_or_default();
                silent.push(format!("{line}{absurd}"));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}
