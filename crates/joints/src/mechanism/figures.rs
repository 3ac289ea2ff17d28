//! The figures worth looking at.

use results::{Curve, Figure, Plot, Table};

use super::columns::works;
use super::names::slug;
use super::parameters::*;
use crate::film::REGIMES;

/// More curves than this in one figure cannot be told apart.
const MOST_CURVES: usize = 8;

/// Figures over time, in order.
pub(super) fn figures(parameters: &Parameters, series: &Table) -> Vec<Figure> {
    let Parameters { bodies, guides, contacts, markers, .. } = parameters;
    let mut all = Vec::new();
    let body_columns = |end: &str| bodies.iter().map(|b| format!("{}_{end}", slug(&b.name))).collect::<Vec<_>>();
    over_time(&mut all, "Angles", "Of each body, counter-clockwise.", body_columns("angle_rad"));
    if !matches!(parameters.experiment, Experiment::Kinematic(_)) {
        let reactions = |part: &str, guided: bool| {
            let of = parameters.constraints().skip(if guided { parameters.joints.len() } else { 0 });
            let of = of.take(if guided { guides.len() } else { parameters.joints.len() });
            let has = |report: &super::columns::Reports| if part == "force_N" { report.force } else { report.moment };
            of.filter(|(.., r)| has(r)).map(|(_, name, ..)| format!("{}_{part}", slug(name))).collect::<Vec<_>>()
        };
        over_time(&mut all, "Joint forces", "Size of the force in each joint.", reactions("force_N", false));
        over_time(&mut all, "Joint moments", "On the first body of each joint.", reactions("moment_N_m", false));
        over_time(&mut all, "Driving moments", "What the guided angles take.", reactions("moment_N_m", true));
        over_time(&mut all, "Driving forces", "What the guided points take.", reactions("force_N", true));
        let tensions = parameters.lines().map(|(_, name, _)| format!("{}_tension_N", slug(name))).collect();
        over_time(&mut all, "Tensions", "Pull of springs and ligaments, without their dampers.", tensions);
        let of_contacts = |end: &str| contacts.iter().map(|c| format!("{}_{end}", slug(&c.name))).collect::<Vec<_>>();
        over_time(&mut all, "Contact forces", "Push along the normal of each contact.", of_contacts("push_N"));
        over_time(&mut all, "Indentation", "How deep the surfaces overlap.", of_contacts("indentation_m"));
        let loops = of_contacts("indentation_m").into_iter().zip(of_contacts("push_N")).collect();
        let names = ["Indentation", "Push"];
        against(&mut all, "Force against indentation", "The area of a loop is the energy lost in it.", names, loops);
    }
    if !matches!(parameters.experiment, Experiment::Kinematic(_)) {
        bearing_figures(parameters, series, &mut all);
    }
    let path = |name: &str| (format!("{}_x_m", slug(name)), format!("{}_y_m", slug(name)));
    let bodies_then_markers = markers.iter().map(|m| path(&m.name)).chain(bodies.iter().map(|b| path(&b.name)));
    let caption = "Of the markers and of the centres of mass, y against x.";
    against(&mut all, "Paths", caption, ["x", "y"], bodies_then_markers.collect());
    over_time(&mut all, "Angular velocities", "Of each body.", body_columns("spin_rad_per_s"));
    if let Experiment::Forward(_) = parameters.experiment {
        let budget = ["kinetic_energy_J", "gravity_energy_J", "stored_energy_J", "work_in_J", "energy_lost_J"];
        let caption =
            "Kinetic, of position and stored energy; the work that loads and guides have done, and what was lost.";
        // What is zero throughout is not there: springs, loads or losses that the mechanism does not have.
        let present =
            |name: &str| series.column(name).is_some_and(|column| column.values.iter().any(|value| *value != 0.0));
        let budget = budget.iter().copied().filter(|name| present(name)).map(String::from).collect();
        over_time(&mut all, "Energy budget", caption, budget);
        let drives = works(parameters).map(|(_, column, ..)| column).chain(["work_of_gravity_J".into()]);
        let drives: Vec<String> = drives.filter(|name| present(name)).collect();
        if drives.len() > 1 {
            let caption = "What each force and guide and gravity have done since the start; of springs and ligaments, what they no \
                           longer store.";
            over_time(&mut all, "Work of each drive", caption, drives);
        }
        let caption =
            "Sum of all energies less the work done, plus what was lost, since the start: zero in an exact run.";
        over_time(&mut all, "Energy from nowhere", caption, vec!["energy_imbalance_J".into()]);
        let caption = "Largest violation of a joint or guide, in m or rad.";
        over_time(&mut all, "Constraint drift", caption, vec!["constraint_drift_m".into()]);
    }
    all
}

/// What journals do in their bearings.
fn bearing_figures(parameters: &Parameters, series: &Table, all: &mut Vec<Figure>) {
    let columns = |fits: fn(&BearingKind) -> bool, end: &str| -> Vec<String> {
        let fitting = parameters.bearings.iter().filter(|bearing| fits(&bearing.kind));
        fitting.map(|bearing| format!("{}_{end}", slug(&bearing.name))).collect()
    };
    over_time(all, "Bearing forces", "Size of the force on each journal.", columns(|_| true, "force_N"));
    for bearing in parameters.bearings.iter().filter(|bearing| bearing.kind.size().is_some()) {
        let stem = slug(&bearing.name);
        let curve = |what: &str| Curve { x: format!("{stem}_{what}_x_m"), y: format!("{stem}_{what}_y_m") };
        let plot = Plot::Loops {
            abscissa: "x".into(),
            ordinate: "y".into(),
            curves: vec![curve("eccentricity")],
            guide: Some(curve("clearance")),
            top: None,
            equal: true,
        };
        let title = format!("Orbit of the journal, {}", bearing.name);
        let caption =
            "Centre of the journal from that of the bearing, in the axes of space; the thin circle is the clearance.";
        push(all, &title, caption.into(), plot);
    }
    let wet = |kind: &BearingKind| matches!(kind, BearingKind::Lubricated(_));
    over_time(all, "Least film thickness", "It has a floor: the roughness.", columns(wet, "film_thickness_m"));
    let is_there = |name: &str| series.column(name).is_some_and(|column| column.values.iter().any(|x| x.is_finite()));
    let in_regime = |(_, regime, _): (_, &str, _)| {
        columns(wet, "hersey_decades_ratio")
            .into_iter()
            .zip(columns(wet, &format!("friction_coefficient_{regime}_ratio")))
    };
    let curves: Vec<(String, String)> =
        REGIMES.into_iter().flat_map(in_regime).filter(|(_, friction)| is_there(friction)).collect();
    let caption = "Moment on the journal by load and radius, against the decimal logarithm of Hersey's number: viscosity at rest times \
                   revolutions per second by load per projected area. A film of one thickness would give one rising line; where it is \
                   squeezed, or the surfaces touch, the points leave it. A curve for each regime that a film comes to: above three \
                   times the roughness it is full, below once the roughness the solids carry.";
    against(all, "Regimes of lubrication", caption, ["Logarithm of Hersey's number", "Friction coefficient"], curves);
}

/// Curves over time; `title` names the ordinate unless the labels of the curves have a name in common.
fn over_time(all: &mut Vec<Figure>, title: &str, caption: &str, columns: Vec<String>) {
    let (curves, caption) = most(columns.into_iter().map(|y| ("time_s".into(), y)).collect(), caption);
    let plot = Plot::Lines { ordinate: String::new(), curves, marks: Vec::new(), bands: Vec::new(), cycle: false };
    push(all, title, caption, plot);
}

/// Curves with abscissas of their own; paths in a plane keep their shape.
fn against(
    all: &mut Vec<Figure>,
    title: &str,
    caption: &str,
    [abscissa, ordinate]: [&str; 2],
    columns: Vec<(String, String)>,
) {
    let (curves, caption) = most(columns, caption);
    let (abscissa, ordinate, equal) = (abscissa.into(), ordinate.into(), ordinate == "y");
    push(all, title, caption, Plot::Loops { abscissa, ordinate, curves, guide: None, top: None, equal });
}

/// As many curves as can be told apart, and a caption that says what is left out.
fn most(mut columns: Vec<(String, String)>, caption: &str) -> (Vec<Curve>, String) {
    let left_out = columns.len().saturating_sub(MOST_CURVES);
    columns.truncate(MOST_CURVES);
    let more = if left_out > 0 { format!(" {left_out} more are in the table.") } else { String::new() };
    (columns.into_iter().map(|(x, y)| Curve { x, y }).collect(), format!("{caption}{more}"))
}

fn push(all: &mut Vec<Figure>, title: &str, caption: String, plot: Plot) {
    if let Plot::Lines { curves, .. } | Plot::Loops { curves, .. } = &plot
        && !curves.is_empty()
    {
        all.push(Figure { title: title.into(), caption, plot });
    }
}
