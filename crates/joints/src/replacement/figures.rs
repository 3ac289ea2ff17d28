//! The figures worth looking at.

use results::{Curve, Figure, Plot};

use super::Replacement;
use super::parameters::Experiment;
use crate::ligament::snake;

/// Axial forces that an instrumented knee sent by telemetry [Taylor1998], in body weights: from and to in walking.
const TELEMETRY_IN_WALKING: [f64; 2] = [2.2, 2.5];
/// The same, on stairs.
const TELEMETRY_ON_STAIRS: f64 = 2.8;

/// A figure of forces with what telemetry measured, where the body weight is known.
fn with_telemetry(knee: &Replacement, mut figure: Figure) -> Figure {
    let weight = knee.parameters.activity.load.body_weight;
    if let (Some(weight), Plot::Lines { marks, bands, .. }) = (weight, &mut figure.plot) {
        let range = TELEMETRY_IN_WALKING.map(|weights| weights * weight.si());
        bands.push(("2.2 to 2.5 body weights, telemetry in walking".into(), range));
        marks.push(("2.8 body weights, telemetry on stairs".into(), TELEMETRY_ON_STAIRS * weight.si()));
        figure.caption +=
            " Band and thin line: peaks that an instrumented knee carried (Taylor 1998, in Lehtoranta2011).";
    }
    figure
}

/// In the order in which they should be read.
pub(super) fn list(knee: &Replacement, frames: usize, with_maps: bool) -> Vec<Figure> {
    let regions: Vec<&str> = knee.regions().collect();
    let by_region = |quantity: &str, unit: &str, also: &[&str]| -> Vec<String> {
        let named = regions.iter().map(|region| format!("{region}_{quantity}_{unit}"));
        named.chain(also.iter().map(|name| (*name).to_string())).collect()
    };
    let mut eighths: Vec<usize> = (0..8).map(|i| i * (frames - 1) / 8).collect();
    eighths.dedup();
    let mut figures = vec![
        Figure {
            title: "The insert in three dimensions".into(),
            caption: "Seen from above. Turn with the mouse, move through the cycle with the slider; the lines are the paths of the \
                      centres of pressure."
                .into(),
            plot: Plot::Viewer { surface: "insert".into() },
        },
        with_telemetry(
            knee,
            lines(
                "Force on either side",
                "Sum of the pressure in each region, and the axial force that the load asks for.",
                "Force",
                by_region("force", "N", &["axial_load_N"]),
            ),
        ),
        lines("Peak pressure", "Highest pressure in each region.", "Peak pressure", by_region("peak_pressure", "Pa", &[])),
        maps("Contact pressure at eight instants", "Line: path of the centres of pressure; dot: where they are now.", "pressure_Pa", eighths),
        lines("Contact area", "Area under pressure in each region.", "Contact area", by_region("contact_area", "m2", &[])),
    ];
    if matches!(knee.parameters.experiment, Experiment::MeasuredPose(_)) {
        figures.push(lines(
            "How far the measured pose was corrected",
            "Upwards is positive. A measured pose is exact to some tenths of a millimetre, a contact needs micrometres.",
            "",
            vec!["superior_offset_m".into()],
        ));
    }
    if super::platform::of(knee).is_some() {
        figures.push(lines(
            "Rotation of the insert on its tray",
            "Against the tray; the angles below are those of the femoral component against the insert.",
            "Angle",
            vec!["platform_rotation_rad".into(), "rotation_rad".into()],
        ));
    }
    if knee.post.is_some() {
        figures.push(lines(
            "Cam on post",
            "Force of the cam on the posterior face of the post.",
            "Force",
            vec!["post_force_N".into()],
        ));
    }
    if !knee.ligaments().is_empty() {
        let named = |what: &str| -> Vec<String> {
            knee.ligaments().iter().map(|ligament| format!("{}_{what}", snake(&ligament.name))).collect()
        };
        figures.push(lines("Pull of the ligaments", "Along the line between their ends.", "Pull", named("force_N")));
        figures.push(lines(
            "Strain of the ligaments",
            "Against the slack length; slack below zero.",
            "Strain",
            named("strain_ratio"),
        ));
    }
    figures.extend([
        lines(
            "Centre of pressure, front to back",
            "Along the insert's anterior axis.",
            "Anterior place of the centre",
            by_region("centre_anterior", "m", &[]),
        ),
        lines(
            "Angles",
            "Femoral component against the insert: flexion about its lateral axis, adduction about the floating axis, rotation about \
             the insert's long axis.",
            "Angle",
            ["flexion_rad", "adduction_rad", "rotation_rad"].map(String::from).to_vec(),
        ),
        lines(
            "Translations",
            "Origin of the femoral component along the insert's axes.",
            "Translation",
            ["anterior_m", "superior_m", "lateral_m"].map(String::from).to_vec(),
        ),
        maps(
            "Accumulated sliding",
            "How far the femoral component has slid over each triangle while it was in contact.",
            "sliding_distance_m",
            vec![frames - 1],
        ),
        maps(
            "Wear depth per million cycles",
            "By the wear law, on the new surface: the geometry is not worn in.",
            "wear_depth_per_million_cycles_m",
            vec![frames - 1],
        ),
    ]);
    if let Some(designed) = &knee.designed {
        figures.push(Figure {
            title: "The design".into(),
            caption: "Sections with their radii, in mm; the condyles rest on the dwell points. Grey: femoral component, blue: \
                      insert."
                .into(),
            plot: Plot::Drawing { svg: designed.draw() },
        });
    }
    if !with_maps {
        figures.retain(|figure| !matches!(figure.plot, Plot::Viewer { .. } | Plot::Maps { .. }));
    }
    figures
}

/// Curves over the cycle; an empty ordinate is the label of the curve.
fn lines(title: &str, caption: &str, ordinate: &str, columns: Vec<String>) -> Figure {
    let curves = columns.into_iter().map(|y| Curve { x: "time_s".into(), y }).collect();
    let plot = Plot::Lines { ordinate: ordinate.into(), curves, marks: Vec::new(), bands: Vec::new(), cycle: true };
    Figure { title: title.into(), caption: caption.into(), plot }
}

fn maps(title: &str, caption: &str, field: &str, frames: Vec<usize>) -> Figure {
    let plot = Plot::Maps { surface: "insert".into(), field: field.into(), frames };
    Figure { title: title.into(), caption: caption.into(), plot }
}
