//! The figures worth looking at: those of [Jourdan2009], from our own run.

use results::{Curve, Figure, Plot};

/// Figures of a static run, seen along the load.
pub(super) fn of_static_run(is_tilted: bool) -> Vec<Figure> {
    let seen = if is_tilted {
        "Seen along the load, which is tilted from the axis of the cup."
    } else {
        "Seen through the opening of the cup."
    };
    vec![viewer("Turn with the mouse."), maps("Contact pressure", seen, "pressure_Pa", vec![0])]
}

/// Figures of cycles with wear.
pub(super) fn of_wear(frames: usize, stands_for: &str) -> Vec<Figure> {
    let mut tenths: Vec<usize> = (1..=10).map(|i| i * (frames - 1) / 10).collect();
    tenths.dedup();
    vec![
        viewer(
            "Turn with the mouse, move through the run with the slider: wear depth and pressure as they grow and move.",
        ),
        maps(
            "Wear depth at the end",
            &format!("The kind of Figs. 8 and 9 in Jourdan2009; the run stands for {stands_for}."),
            "wear_depth_m",
            vec![frames - 1],
        ),
        maps(
            "Cross-shear",
            "Share of the work across its principal direction, in the frame of the liner: 0 to and fro, 0.5 all around.",
            "cross_shear_ratio",
            vec![frames - 1],
        ),
        lines(
            "Load and contact force",
            "What drives the head, and how the liner pushes back (the kind of Figs. 3 and 7 in Jourdan2009).",
            "Force",
            &["load_N", "contact_force_N"],
        ),
        lines(
            "Worn volume",
            "By the law of wear, and measured between the first and the worn surface.",
            "Worn volume",
            &["wear_volume_m3", "measured_wear_volume_m3"],
        ),
        maps("Contact pressure at ten instants", "Seen through the opening of the cup.", "pressure_Pa", tenths),
        lines("Load times sliding", "The work that the law of wear multiplies.", "", &["load_times_sliding_N_m"]),
        lines(
            "Head rotations",
            "The motion that drives the sliding (the kind of Fig. 5 in Jourdan2009).",
            "Angle",
            &["flexion_rad", "adduction_rad", "internal_rotation_rad"],
        ),
        lines(
            "Sliding distance",
            "Of the head past the point where the resultant force meets the liner.",
            "",
            &["sliding_distance_m"],
        ),
        track(),
        lines("Peak pressure", "Highest pressure of a corner of the mesh.", "", &["peak_pressure_Pa"]),
        lines("Contact area", "Area of the corners that carry pressure.", "", &["contact_area_m2"]),
        lines("Deepest wear", "Depth of the corner that is worn most.", "", &["wear_depth_m"]),
        lines(
            "Friction torque",
            "Moment of the contact forces about the centre of the head.",
            "",
            &["friction_torque_N_m"],
        ),
    ]
}

/// Where the resultant meets the liner, from above its opening.
fn track() -> Figure {
    let plot = Plot::Loops {
        abscissa: "Along x of the cup".into(),
        ordinate: "Along y of the cup".into(),
        curves: vec![Curve { x: "contact_point_x_m".into(), y: "contact_point_y_m".into() }],
        guide: None,
        top: None,
        equal: true,
    };
    let caption = "Where the resultant force meets the liner over the run, in the axes of the cup, seen along its axis (the \
                   pole is in the middle); the same track lies on the surface above.";
    Figure { title: "Track of the contact point".into(), caption: caption.into(), plot }
}

/// Figure of a head that wears.
pub(super) fn of_head() -> Figure {
    let plot = Plot::Maps { surface: "head".into(), field: "head_wear_depth_m".into(), frames: vec![0] };
    let caption = "At the end, on the head's own surface in its place at zero angles.";
    Figure { title: "Wear depth of the head".into(), caption: caption.into(), plot }
}

/// Curves over time; an empty ordinate is the label of the curve.
fn lines(title: &str, caption: &str, ordinate: &str, columns: &[&str]) -> Figure {
    let curves = columns.iter().map(|y| Curve { x: "time_s".into(), y: (*y).into() }).collect();
    let plot = Plot::Lines { ordinate: ordinate.into(), curves, marks: Vec::new(), bands: Vec::new(), cycle: false };
    Figure { title: title.into(), caption: caption.into(), plot }
}

fn maps(title: &str, caption: &str, field: &str, frames: Vec<usize>) -> Figure {
    let plot = Plot::Maps { surface: "liner".into(), field: field.into(), frames };
    Figure { title: title.into(), caption: caption.into(), plot }
}

fn viewer(caption: &str) -> Figure {
    let plot = Plot::Viewer { surface: "liner".into() };
    Figure { title: "The liner in three dimensions".into(), caption: caption.into(), plot }
}
