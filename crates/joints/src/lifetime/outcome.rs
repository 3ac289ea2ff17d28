//! From a lifetime to its results: headline numbers, series, pictures.

use mechanics::wear::WearLaw;
use results::{Curve, Field, Figure, Outcome, Plot, Severity, Surface, SurfaceRecord, Table};

use super::balance;
use super::record::{Course, Row};
use crate::contact::OutsideOfFit;

const MILLION: f64 = 1e6;

/// What a joint calls things.
pub(crate) struct Naming {
    /// The surface: `worn_cup`.
    pub surface: &'static str,
    pub label: String,
    /// What wears: `liner`.
    pub part: &'static str,
    /// The counterpart, where it wears as well: `head`.
    pub other: Option<&'static str>,
    /// What the joint adds to every row: machine name and label.
    pub extra: Option<(&'static str, &'static str)>,
    /// Where the moving part is at the largest load, by the joint's axes.
    pub axes: [&'static str; 3],
}

/// How many updates of the geometry the literature makes over a lifetime: one every half million cycles.
fn fixed_updates(cycles: f64) -> u64 {
    (cycles / 0.5e6).ceil().max(1.0) as u64
}

/// Headline numbers, series, warnings and work of a lifetime that was asked to have so many cycles.
pub(crate) fn assemble(course: &Course, naming: &Naming, law: &WearLaw, asked: f64) -> Outcome {
    let mut outcome = Outcome::default();
    let (Some(first), Some(last)) = (course.rows.first(), course.rows.last()) else { return outcome };
    outcome.push("lifetime_million_cycles_count", "Lifetime, million cycles", last.cycles / MILLION);
    outcome.push("worn_volume_m3", "Worn volume at the end", last.volume);
    outcome.push("worn_depth_m", "Deepest wear at the end", last.worn);
    outcome.push("creep_depth_m", "Deepest creep at the end", last.crept);
    if let Some(other) = naming.other {
        outcome.push(
            &format!("{other}_worn_volume_m3"),
            &format!("Worn volume of the {other} at the end"),
            last.other_volume,
        );
        outcome.push(
            &format!("{other}_worn_depth_m"),
            &format!("Deepest wear of the {other} at the end"),
            last.other_worn,
        );
    }
    let moved = last.place - first.place;
    outcome.push("penetration_m", "Penetration at the largest load since the first cycle", moved.norm());
    outcome.push("penetration_coronal_m", "The same as a radiograph from the front shows it", moved.y.hypot(moved.z));
    let radiograph = moved.z.atan2(moved.y);
    outcome.push(
        "wear_vector_angle_rad",
        "Its direction in the coronal plane, from superior towards lateral",
        radiograph,
    );
    outcome.push(
        "wear_volume_per_million_cycles_m3",
        "Worn volume per million cycles, mean over the lifetime",
        last.volume / last.cycles * MILLION,
    );
    outcome.push("wear_volume_per_million_cycles_last_m3", "The same at the end", last.rate * MILLION);
    outcome.push("wear_volume_per_million_cycles_first_m3", "The same of the first cycle", first.rate * MILLION);
    let extrapolated = first.rate * last.cycles;
    outcome.push("one_cycle_times_lifetime_m3", "Worn volume of the first cycle times the lifetime", extrapolated);
    outcome.push(
        "one_cycle_error_ratio",
        "Error of the first cycle times the lifetime",
        extrapolated / last.volume.max(f64::MIN_POSITIVE) - 1.0,
    );
    outcome.push("creep_volume_m3", "Crept volume at the end", last.crept_volume);
    outcome.push("peak_pressure_first_Pa", "Peak pressure in the first cycle", first.peak_pressure);
    outcome.push("peak_pressure_last_Pa", "Peak pressure in the last cycle", last.peak_pressure);
    outcome.push("contact_area_first_m2", "Contact area at the largest load in the first cycle", first.area);
    outcome.push("contact_area_last_m2", "Contact area at the largest load in the last cycle", last.area);
    outcome.push("cross_shear_ratio", "Cross-shear, mean over the wear of the last cycle", last.cross_shear);
    let error: f64 =
        course.rows.iter().map(|row| row.error * row.volume).sum::<f64>() / last.volume.max(f64::MIN_POSITIVE);
    outcome.push("volume_error_ratio", "Error of the volume, sum of the steps' estimates", error);
    let integral = balance::integrate(&course.rows);
    outcome.push("worn_volume_integrated_m3", "Integral of the rate of the worn volume over the cycles", integral);
    let off = if integral > 0.0 { last.volume / integral - 1.0 } else { 0.0 };
    outcome.push("worn_volume_balance_ratio", "Worn volume over that integral, less one", off);
    if let Some((name, label)) = naming.extra {
        outcome.push(name, label, last.extra);
    }
    outcome.series = series(&course.rows, naming);
    outcome.work = vec![
        ("lifetime_steps".into(), course.rows.len().saturating_sub(1) as u64),
        ("cycle_evaluations".into(), course.evaluations),
        ("rejected_steps".into(), course.rejections),
        ("updates_every_half_million".into(), fixed_updates(last.cycles)),
    ];
    if let Some(through) = course.through {
        outcome.push("worn_through_million_cycles_count", "Worn through after, million cycles", through / MILLION);
        let text = format!(
            "The {} is worn and crept through after {:.3} million cycles, before the {} million that were asked for: results end \
             there.",
            naming.part,
            through / MILLION,
            asked / MILLION
        );
        outcome.warn(Severity::Caution, "worn-through", text);
    }
    if let Some((cycles, reason)) = &course.ended {
        let text = format!(
            "The lifetime ends after {:.3} million cycles, before the {} million that were asked for: {reason}. Results end there.",
            cycles / MILLION,
            asked / MILLION
        );
        outcome.warn(Severity::Caution, "lifetime-ended", text);
    }
    let outside = course.rows.iter().map(|row| row.outside).fold(OutsideOfFit::default(), OutsideOfFit::worst);
    outside.warn(law, &mut outcome);
    outcome.figures = figures(naming, course.snapshots.len());
    outcome
}

fn series(rows: &[Row], naming: &Naming) -> Table {
    let mut table = Table::default();
    let mut push = |name: &str, label: &str, value: &dyn Fn(&Row) -> f64| {
        table.push(name, label, rows.iter().map(value).collect());
    };
    push("million_cycles_count", "Million cycles", &|r| r.cycles / MILLION);
    push("worn_volume_m3", "Worn volume", &|r| r.volume);
    let rate = rows[0].rate;
    push("one_cycle_times_cycles_m3", "First cycle times the cycles", &|r| rate * r.cycles);
    push("wear_volume_per_million_cycles_m3", "Worn volume per million cycles", &|r| r.rate * MILLION);
    push("creep_volume_m3", "Crept volume", &|r| r.crept_volume);
    push("worn_depth_m", "Deepest wear", &|r| r.worn);
    push("creep_depth_m", "Deepest creep", &|r| r.crept);
    let start = rows[0].place;
    push("penetration_m", "Penetration", &|r| (r.place - start).norm());
    push("penetration_coronal_m", "Penetration in the coronal plane", &|r| {
        (r.place.y - start.y).hypot(r.place.z - start.z)
    });
    for (axis, name) in naming.axes.into_iter().enumerate() {
        push(&format!("moved_{name}_m"), &format!("Moved since the first cycle, {name}"), &|r| {
            r.place[axis] - start[axis]
        });
    }
    push("peak_pressure_Pa", "Peak pressure", &|r| r.peak_pressure);
    push("contact_area_m2", "Contact area at the largest load", &|r| r.area);
    push("cross_shear_ratio", "Cross-shear, mean over what wears", &|r| r.cross_shear);
    push("step_error_ratio", "Error of the step, as estimated", &|r| r.error);
    if let Some(other) = naming.other {
        push(&format!("{other}_worn_volume_m3"), &format!("Worn volume of the {other}"), &|r| r.other_volume);
        push(&format!("{other}_worn_depth_m"), &format!("Deepest wear of the {other}"), &|r| r.other_worn);
    }
    if let Some((name, label)) = naming.extra {
        push(name, label, &|r| r.extra);
    }
    table
}

/// The pictures: a surface with one frame a snapshot, and the surface as it is at the end.
pub(crate) fn maps(course: &Course, like: SurfaceRecord, naming: &Naming, worn_shape: Surface) -> [SurfaceRecord; 2] {
    let own = like.surface.cells();
    // None of these can be negative; the cubic between two steps of the integrator may be, by little, where nothing is worn.
    let all = |pick: &dyn Fn(&super::record::Snapshot) -> &[f64]| -> Vec<f32> {
        course.snapshots.iter().flat_map(|s| pick(s).iter().take(own).map(|x| x.max(0.0) as f32)).collect()
    };
    let last = course.snapshots.last();
    let fields = |frames: usize| -> Vec<Field> {
        let cut = |values: Vec<f32>| -> Vec<f32> {
            let per = values.len() / course.snapshots.len().max(1);
            values[values.len() - per * frames..].to_vec()
        };
        vec![
            Field::on_cells("worn_depth_m", "Worn depth", cut(all(&|s| &s.worn))),
            Field::on_cells("creep_depth_m", "Creep depth", cut(all(&|s| &s.crept))),
            Field::on_cells("peak_pressure_Pa", "Highest pressure over the cycle", cut(all(&|s| &s.pressure))),
            Field::on_cells("cross_shear_ratio", "Cross-shear", cut(all(&|s| &s.cross_shear))),
        ]
    };
    let times = |from: usize| course.snapshots[from..].iter().map(|s| s.cycles / MILLION).collect();
    let series = SurfaceRecord {
        name: naming.surface.into(),
        label: naming.label.clone(),
        times: times(0),
        fields: fields(course.snapshots.len()),
        tracks: Vec::new(),
        ..like.clone()
    };
    let end = SurfaceRecord {
        name: format!("{}_shape", naming.surface),
        label: format!("{}, as it is at the end", naming.label),
        surface: worn_shape,
        times: times(course.snapshots.len() - usize::from(last.is_some())),
        fields: fields(usize::from(last.is_some())),
        tracks: Vec::new(),
        ..like
    };
    [series, end]
}

fn figures(naming: &Naming, snapshots: usize) -> Vec<Figure> {
    let lines = |title: &str, caption: &str, ordinate: &str, columns: &[&str]| Figure {
        title: title.into(),
        caption: caption.into(),
        plot: Plot::Lines {
            ordinate: ordinate.into(),
            curves: columns.iter().map(|y| Curve { x: "million_cycles_count".into(), y: (*y).into() }).collect(),
            marks: Vec::new(),
            bands: Vec::new(),
            cycle: false,
        },
    };
    let pictures = |title: &str, caption: &str, field: &str| Figure {
        title: title.into(),
        caption: caption.into(),
        plot: Plot::Maps { surface: naming.surface.into(), field: field.into(), frames: (0..snapshots).collect() },
    };
    vec![
        pictures(
            "Worn depth over the lifetime",
            "One scale for all; below each picture the million cycles.",
            "worn_depth_m",
        ),
        lines(
            "Worn volume",
            "The lifetime, in which the shape changes, beside the first cycle times the cycles, in which it does not.",
            "Worn volume",
            &["worn_volume_m3", "one_cycle_times_cycles_m3"],
        ),
        lines(
            "Rate of the worn volume",
            "Per million cycles, as the surface is at that time.",
            "",
            &["wear_volume_per_million_cycles_m3"],
        ),
        lines("Wear and creep", "The deepest place of each.", "Depth", &["worn_depth_m", "creep_depth_m"]),
        lines(
            "Penetration",
            "How far the moving part has come since the first cycle under the largest load: wear and creep together; in the coronal plane \
             as a radiograph from the front would show it.",
            "Penetration",
            &["penetration_m", "penetration_coronal_m"],
        ),
        lines("Peak pressure", "It wears in.", "", &["peak_pressure_Pa"]),
        lines("Contact area", "At the largest load of the cycle.", "", &["contact_area_m2"]),
        pictures("Highest pressure over the cycle", "Of the surface as it is at that time.", "peak_pressure_Pa"),
        pictures("Creep", "A depth of its own: no material is lost.", "creep_depth_m"),
        pictures(
            "Cross-shear",
            "Share of the work across its principal direction, in the frame of the polyethylene: 0 to and fro, 0.5 all around.",
            "cross_shear_ratio",
        ),
        Figure {
            title: "The worn surface in three dimensions".into(),
            caption: "Move through the lifetime with the slider.".into(),
            plot: Plot::Viewer { surface: naming.surface.into() },
        },
    ]
}
