//! The figures worth looking at: those of [Askari2018], from our own run.

use results::{Curve, Figure, Plot};

use super::Hip;

/// Figures of a static run.
pub(super) fn of_static_run() -> Vec<Figure> {
    vec![
        viewer("Turn with the mouse."),
        maps(
            "Contact pressure",
            "Seen through the opening of the cup; the dot is the middle of the patch.",
            "pressure_Pa",
            vec![0],
        ),
    ]
}

/// Figures of a cycle.
pub(super) fn of_cycle(hip: &Hip, frames: usize) -> Vec<Figure> {
    let mut tenths: Vec<usize> = (1..=10).map(|i| i * (frames - 1) / 10).collect();
    tenths.dedup();
    let mut figures = vec![
        viewer(
            "Turn with the mouse, move through the cycle with the slider; the colour scale is fixed over the cycle.",
        ),
        lines(
            "Peak pressure over the cycle",
            "Highest pressure on the cup at each instant (the kind of Fig. 8 in Askari2018).",
            "",
            &["peak_pressure_Pa"],
            &[],
        ),
        maps(
            "Contact pressure at ten instants",
            "Line: path of the contact point over the cycle; dot: where it is now (the kind of Fig. 9 in Askari2018).",
            "pressure_Pa",
            tenths.clone(),
        ),
        sliding(hip),
        maps(
            "Accumulated sliding at ten instants",
            "How far the head has slid over each element while it was in contact (the kind of Fig. 11 in Askari2018).",
            "sliding_distance_m",
            tenths,
        ),
        maps(
            "Wear depth per million cycles",
            "By the wear law, on the new surface: the geometry is not worn in.",
            "wear_depth_per_million_cycles_m",
            vec![frames - 1],
        ),
        maps(
            "Cross-shear",
            "Share of the work across its principal direction over the whole cycle, in the frame of the liner: 0 to and fro, 0.5 all \
             around.",
            "cross_shear_ratio",
            vec![frames - 1],
        ),
        lines(
            "Load and contact force",
            "What the activity asks for, and how the cup pushes back (without friction).",
            "Force",
            &["load_N", "contact_force_N"],
            &[],
        ),
        lines(
            "Components of the load",
            "What presses the head into the cup, along the axes of the pelvis (the kind of Fig. 6 in Askari2018).",
            "",
            &["load_anterior_N", "load_superior_N", "load_lateral_N"],
            &[],
        ),
        lines(
            "Components of the contact force",
            "On the head, along the axes of the pelvis.",
            "",
            &["force_on_head_anterior_N", "force_on_head_superior_N", "force_on_head_lateral_N"],
            &[],
        ),
        lines(
            "Accumulated sliding under the contact point",
            "Over the largest on the cup: 1 where the contact point lies in the zone that has slid most (a claim of Askari2018 \
             on its Fig. 11).",
            "",
            &["sliding_under_contact_ratio"],
            &[],
        ),
    ];
    if hip.sticking.is_some() {
        figures.push(lines(
            "Deformation of the friction spring",
            "How far the liner gives way sideways before the head slips.",
            "",
            &["friction_deformation_m"],
            &[],
        ));
        figures.push(lines(
            "Sliding and slip",
            "Of the head against the cup; where the slip is zero, it sticks and the liner gives way.",
            "Speed",
            &["sliding_speed_m_per_s", "slip_speed_m_per_s"],
            &[],
        ));
    }
    if hip.friction.acts() || hip.sticking.is_some() {
        figures.push(lines(
            "Friction torque",
            "Moment of the friction about the centre of the head.",
            "",
            &["friction_torque_N_m"],
            &[],
        ));
    }
    figures.extend([
        lines("Contact radius", "Radius of the full patch.", "", &["contact_radius_m"], &[]),
        lines(
            "Indentation",
            "How deep the head sinks into the liner along the line of centres.",
            "",
            &["indentation_m"],
            &[],
        ),
        lines(
            "Hip angles",
            "The motion that drives the sliding (the kind of Fig. 5 in Askari2018).",
            "Angle",
            &["flexion_rad", "adduction_rad", "internal_rotation_rad"],
            &[],
        ),
    ]);
    figures
}

/// Sliding by two methods; the published values belong to walking on a 28 mm head.
fn sliding(hip: &Hip) -> Figure {
    let columns = ["sliding_distance_m", "sliding_distance_euler_m", "sliding_distance_euler_first_m"];
    let methods = "At the moving contact point, and of a point fixed on the head (Euler-rotation method): the one that touches \
                   under the largest force, and the one that touches first; the kind of Fig. 10 in Askari2018. A point slides \
                   as fast as it is far from the axis of rotation, so that the length, and whether it is more than at the \
                   contact point, depends on the point that is followed.";
    let like_published = hip.cycle.name().starts_with("walking") && (26e-3..=30e-3).contains(&(2.0 * hip.head_radius));
    if !like_published {
        return lines("Sliding distance", methods, "Sliding distance", &columns, &[]);
    }
    let published = "Published for walking on a 28 mm head: 23.1 mm Askari2018, 21.0 mm Euler rotation (Saikko and Calonius), \
                     23.38 mm Kang, 20.31 mm Gao.";
    let marks =
        [("Kang", 23.38e-3), ("Askari2018", 23.1e-3), ("Askari2018, Euler rotation", 21.0e-3), ("Gao", 20.31e-3)];
    lines("Sliding distance", &format!("{methods} {published}"), "Sliding distance", &columns, &marks)
}

/// Curves over the cycle; an empty ordinate is what their labels have in common.
fn lines(title: &str, caption: &str, ordinate: &str, columns: &[&str], marks: &[(&str, f64)]) -> Figure {
    let curves = columns.iter().map(|y| Curve { x: "time_s".into(), y: (*y).into() }).collect();
    let marks = marks.iter().map(|(label, value)| ((*label).to_string(), *value)).collect();
    Figure {
        title: title.into(),
        caption: caption.into(),
        plot: Plot::Lines { ordinate: ordinate.into(), curves, marks, bands: Vec::new(), cycle: true },
    }
}

fn maps(title: &str, caption: &str, field: &str, frames: Vec<usize>) -> Figure {
    let plot = Plot::Maps { surface: "cup".into(), field: field.into(), frames };
    Figure { title: title.into(), caption: caption.into(), plot }
}

fn viewer(caption: &str) -> Figure {
    let plot = Plot::Viewer { surface: "cup".into() };
    Figure { title: "The cup in three dimensions".into(), caption: caption.into(), plot }
}
