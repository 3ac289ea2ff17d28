//! The figures worth looking at: those of [Costa2016], and what a gait laboratory looks at.

use results::{Curve, Figure, Plot, Table};

use super::leg::JOINTS;
use super::model::Gait;
use super::outcome::Run;
use super::parameters::{Kind, Linkage, Smoothing};
use super::segments;
use crate::film::REGIMES;

/// The figures of the runs, in order.
pub(super) fn list(gait: &Gait, runs: &[Run<'_>], series: &Table) -> Vec<Figure> {
    let mut figures = Vec::new();
    thigh(gait, runs, &mut figures);
    hip_force(gait, runs, &mut figures);
    films(runs, series, &mut figures);
    joint_loads(gait, runs, &mut figures);
    segments::figures(gait, runs, &mut figures);
    motion(gait, &mut figures);
    figures
}

fn thigh(gait: &Gait, runs: &[Run<'_>], figures: &mut Vec<Figure>) {
    let compared = runs.len() > 1;
    figures.push(lines(
        gait,
        "Height of the thigh",
        &format!(
            "Centre of mass of the thigh.{} As Figs. 4, 8 and 12 of Costa2016.",
            if compared { " Clearances of micrometres do not show here." } else { "" }
        ),
        "",
        over_time(runs, "thigh_height", "m"),
    ));
    // Segments that follow their own markers have no velocities.
    if gait.parameters.motion.linkage == Linkage::Rigid {
        figures.push(lines(
            gait,
            "Vertical velocity of the thigh",
            "As Figs. 5, 9 and 13 of Costa2016.",
            "",
            over_time(runs, "thigh_velocity", "m_per_s"),
        ));
    }
    figures.push(lines(
        gait,
        "Vertical acceleration of the thigh",
        &format!(
            "{}As Figs. 6, 10 and 14 of Costa2016.",
            if compared { "Impacts of a dry hip are peaks. " } else { "" }
        ),
        "",
        over_time(runs, "thigh_acceleration", "m_per_s2"),
    ));
    if gait.parameters.motion.linkage == Linkage::Rigid {
        figures.push(loops(
            "Acceleration against velocity of the thigh",
            "The Poincaré map of Costa2016, Figs. 7, 11 and 15: a smooth hip draws one closed line, impacts scatter it.",
            ["Vertical velocity of the thigh", "Vertical acceleration of the thigh"],
            runs.iter()
                .map(|run| curve(run.name("thigh_velocity", "m_per_s"), run.name("thigh_acceleration", "m_per_s2")))
                .collect(),
        ));
    }
}

fn hip_force(gait: &Gait, runs: &[Run<'_>], figures: &mut Vec<Figure>) {
    let weight = gait.skeleton.mass * gait.parameters.gravity.si();
    figures.push(Figure {
        title: "Hip force".into(),
        caption: "Force between trunk and thigh. Muscles are not in this model: in a living hip they add two to three times the body weight.".into(),
        plot: Plot::Lines {
            ordinate: "Hip force".into(),
            curves: over_time(runs, "hip_force", "N"),
            marks: vec![("body weight".into(), weight)],
            bands: Vec::new(),
            cycle: is_cycle(gait),
        },
    });
    let moving: Vec<&Run<'_>> = runs.iter().filter(|run| run.moves()).collect();
    if !moving.is_empty() {
        figures.push(Figure {
            title: "Orbit of the head in the cup".into(),
            caption: "Centre of the head from that of the cup; the thin circle is the clearance, as far as rigid bodies could go.".into(),
            plot: Plot::Loops {
                abscissa: "Forwards".into(),
                ordinate: "Upwards".into(),
                curves: moving
                    .iter()
                    .map(|run| curve(run.name("eccentricity_x", "m"), run.name("eccentricity_y", "m")))
                    .collect(),
                guide: Some(curve("eccentricity_circle_x_m".into(), "eccentricity_circle_y_m".into())),
                top: None,
                equal: true,
            },
        });
    }
    let wet: Vec<&Run<'_>> = runs.iter().filter(|run| run.case.kind == Kind::Lubricated).collect();
    if !wet.is_empty() {
        let along = |quantity: &str, unit: &str| {
            wet.iter().map(|run| curve("time_s".into(), run.name(quantity, unit))).collect::<Vec<_>>()
        };
        figures.push(lines(
            gait,
            "Least film thickness",
            "It has a floor: the roughness of the surfaces.",
            "",
            along("film_thickness", "m"),
        ));
        figures.push(Figure {
            title: "Film thickness by the roughness".into(),
            caption: "Lambda: above 3 the surfaces do not touch, below 1 the solids carry.".into(),
            plot: Plot::Lines {
                ordinate: String::new(),
                curves: along("lambda", "ratio"),
                marks: vec![("full film".into(), 3.0), ("boundary".into(), 1.0)],
                bands: Vec::new(),
                cycle: is_cycle(gait),
            },
        });
    }
}

/// Regimes of lubrication, and the pressure around the head.
fn films(runs: &[Run<'_>], series: &Table, figures: &mut Vec<Figure>) {
    let wet: Vec<&Run<'_>> = runs.iter().filter(|run| run.case.kind == Kind::Lubricated).collect();
    if wet.is_empty() {
        return;
    }
    regimes(&wet, series, figures);
    for run in wet {
        let angle = run.name("film_angle", "rad");
        let of = |what: &str| run.name(&format!("film_pressure_{what}"), "Pa");
        let known = |name: &String| series.column(name).is_some();
        let columns: Vec<String> = ["printed", "open_ends", "finite"].map(of).into_iter().filter(known).collect();
        if columns.is_empty() {
            continue;
        }
        figures.push(loops(
            &run.label("Pressure around the head"),
            "At the instant of the largest hip force. Eq. 27 of Costa2016 knows the pressure of an infinitely long bearing up to a \
             constant: as printed it is ambient where the gap is widest, better where the bearing ends. Both are cut off where they would \
             pull (Gümbel). Beside them the middle of a bearing of its own length (Reynolds' condition), moving alike: it carries less.",
            ["Angle from the widest gap", "Film pressure"],
            columns.into_iter().map(|column| curve(angle.clone(), column)).collect(),
        ));
    }
}

/// Friction against Hersey's number: of several films each as one curve, and of each film a curve for every regime that it
/// comes to.
fn regimes(wet: &[&Run<'_>], series: &Table, figures: &mut Vec<Figure>) {
    const STRIBECK: &str = "Friction coefficient (moment on the head by radius and force) against the decimal logarithm of Hersey's \
                            number: viscosity at rest times revolutions per second by force per projected area. In a Stribeck curve a \
                            full film rises to the right, mixed lubrication falls towards it from the left; a walk goes to and fro, \
                            and through zero where the thigh turns.";
    let is_there = |name: &str| series.column(name).is_some_and(|column| column.values.iter().any(|x| x.is_finite()));
    let of = |run: &Run<'_>, quantity: &str| curve(run.name("hersey_decades", "ratio"), run.name(quantity, "ratio"));
    let axes = ["Logarithm of Hersey's number", "Friction coefficient"];
    if wet.len() > 1 {
        let curves = wet.iter().map(|run| of(run, "friction_coefficient")).collect();
        figures.push(loops("Regimes of lubrication", STRIBECK, axes, curves));
    }
    for run in wet {
        let parts = REGIMES.map(|(_, regime, _)| of(run, &format!("friction_coefficient_{regime}")));
        let curves = parts.into_iter().filter(|part| is_there(&part.y)).collect();
        let caption = format!(
            "{STRIBECK} A curve for each regime that the film comes to: above three times the roughness it is full, below once \
             the roughness the solids carry."
        );
        let title = if wet.len() > 1 { run.label("Regimes of lubrication") } else { "Regimes of lubrication".into() };
        figures.push(loops(&title, &caption, axes, curves));
    }
}

/// Loads of the first run, with the reference beside them.
fn joint_loads(gait: &Gait, runs: &[Run<'_>], figures: &mut Vec<Figure>) {
    let Some(run) = runs.first() else { return };
    let of = if runs.len() > 1 { format!(" ({} hip)", run.case.label) } else { String::new() };
    let with = gait.recording.reference.as_ref();
    let caption = with.map_or_else(String::new, |reference| format!(" Beside it: {}.", reference.source));
    let mut moments: Vec<Curve> =
        JOINTS.iter().map(|joint| curve("time_s".into(), run.name(&format!("{joint}_moment"), "N_m"))).collect();
    let beside = |quantity: &str, unit: &str| {
        JOINTS
            .iter()
            .map(|j| curve("reference_time_s".into(), format!("{j}_{quantity}_reference_{unit}")))
            .collect::<Vec<_>>()
    };
    if with.is_some() {
        moments.extend(beside("moment", "N_m"));
    }
    figures.push(loops(
        &format!("Joint moments{of}"),
        &format!("On the lower segment, counter-clockwise.{caption}"),
        ["Time", "Moment"],
        moments,
    ));
    for (quantity, title, ordinate) in
        [("force_x", "Forward joint forces", "Forward force"), ("force_y", "Upward joint forces", "Upward force")]
    {
        let curves: Vec<Curve> =
            JOINTS.iter().map(|joint| curve("time_s".into(), run.name(&format!("{joint}_{quantity}"), "N"))).collect();
        figures.push(lines(gait, &format!("{title}{of}"), "On the lower segment.", ordinate, curves));
    }
}

fn motion(gait: &Gait, figures: &mut Vec<Figure>) {
    if gait.walk.ground.is_some() {
        figures.push(lines(
            gait,
            "Force of the ground",
            "On the foot, at the moving centre of pressure.",
            "Force of the ground",
            ["ground_force_x_N", "ground_force_y_N"].map(|name| curve("time_s".into(), name.into())).to_vec(),
        ));
    }
    if gait.walk.other.is_some() {
        let left = match &gait.recording.other {
            None => ", and that the other leg is a copy of this one",
            Some(other) if other.ground.times.is_empty() => {
                ", and the force of the ground on the other foot, which the file does not have"
            }
            Some(_) => "; both legs are as they were measured",
        };
        figures.push(lines(
            gait,
            "Force that carries the trunk besides the hips",
            &format!(
                "With both legs it would vanish in a perfect measurement of a person who carries nothing else: what is left \
                 are the errors of motion, masses and ground reaction{left}."
            ),
            "Force on the trunk",
            ["trunk_residual_x_N", "trunk_residual_y_N"].map(|name| curve("time_s".into(), name.into())).to_vec(),
        ));
    }
    if gait.parameters.motion.smoothing != Smoothing::None {
        for segment in ["shank", "foot"] {
            figures.push(lines(
                gait,
                &format!("What smoothing does to the {segment}"),
                "Its angular acceleration from splines through the measured frames, and after smoothing.",
                "Angular acceleration",
                ["_as_measured", ""]
                    .map(|kind| curve("time_s".into(), format!("{segment}_angular_acceleration{kind}_rad_per_s2")))
                    .to_vec(),
            ));
        }
    }
    figures.push(Figure {
        title: "Stick figure".into(),
        caption: "Trunk, thigh, shank and foot over the window; the line between the sticks is the path of the toe."
            .into(),
        plot: Plot::Loops {
            abscissa: "Forwards".into(),
            ordinate: "Upwards".into(),
            curves: vec![curve("stick_x_m".into(), "stick_y_m".into())],
            guide: None,
            top: None,
            equal: true,
        },
    });
}

fn over_time(runs: &[Run<'_>], quantity: &str, unit: &str) -> Vec<Curve> {
    runs.iter().map(|run| curve("time_s".into(), run.name(quantity, unit))).collect()
}

fn curve(x: String, y: String) -> Curve {
    Curve { x, y }
}

/// Whether the window goes from one toe-off to about the next: Costa2016's cycle of 0.957 s is 3 % shorter than Winter's.
fn is_cycle(gait: &Gait) -> bool {
    let [begin, end] = gait.window;
    let near = |a: f64, b: f64| (a - b).abs() < 0.05 * (end - begin);
    gait.recording.toe_offs.windows(2).any(|pair| near(pair[0], begin) && near(pair[1], end))
}

/// Curves over time; an empty ordinate is what their labels have in common.
pub(super) fn lines(gait: &Gait, title: &str, caption: &str, ordinate: &str, curves: Vec<Curve>) -> Figure {
    let plot =
        Plot::Lines { ordinate: ordinate.into(), curves, marks: Vec::new(), bands: Vec::new(), cycle: is_cycle(gait) };
    Figure { title: title.into(), caption: caption.into(), plot }
}

fn loops(title: &str, caption: &str, [abscissa, ordinate]: [&str; 2], curves: Vec<Curve>) -> Figure {
    let plot = Plot::Loops {
        abscissa: abscissa.into(),
        ordinate: ordinate.into(),
        curves,
        guide: None,
        top: None,
        equal: false,
    };
    Figure { title: title.into(), caption: caption.into(), plot }
}
