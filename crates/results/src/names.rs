//! Machine names say their unit: `peak_pressure_Pa`. One check for all joints.

use crate::figure::Compared;
use crate::{Curve, Outcome, Plot, SurfaceRecord};

/// How a name may end. `_ratio` and `_count` have no dimension.
const SUFFIXES: [&str; 40] = [
    "_m",
    "_m2",
    "_m3",
    "_s",
    "_kg",
    "_N",
    "_Pa",
    "_J",
    "_W",
    "_Hz",
    "_rad",
    "_m_per_s",
    "_m_per_s2",
    "_m2_per_s",
    "_m3_per_s",
    "_rad_per_s",
    "_rad_per_s2",
    "_N_m",
    "_N_s",
    "_N_per_m",
    "_N_s_per_m",
    "_Pa_s",
    "_Pa_per_m",
    "_Pa_m_per_s",
    "_W_per_m2",
    "_m_per_cycle",
    "_m3_per_cycle",
    "_J_per_cycle",
    "_m3_per_N_m",
    "_kg_per_m3",
    "_kg_m2",
    "_N_m_per_rad",
    "_N_m_s_per_rad",
    "_N_per_m1p5",
    "_N_per_m2",
    "_s_per_m",
    "_K",
    "_percent",
    "_ratio",
    "_count",
];

/// Names that break the rules, all of them at once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", problems.join("\n"))]
pub struct NamesError {
    /// One sentence per name.
    pub problems: Vec<String>,
}

/// Checks that every headline number, column and field is `lower_snake` with an SI suffix (`_ratio` and `_count` when it
/// has no dimension), that names are used once, and that the figures ask only for what is there.
pub fn check_names(outcome: &Outcome) -> Result<(), NamesError> {
    let mut problems = Vec::new();
    let headline: Vec<&str> = outcome.headline.iter().map(|s| s.name.as_str()).collect();
    let columns: Vec<&str> = outcome.series.columns().iter().map(|c| c.name.as_str()).collect();
    check_all("headline number", &headline, has_unit, &mut problems);
    check_all("column", &columns, has_unit, &mut problems);
    check_all("work counter", &list(&outcome.work, |w| &w.0), is_lower_snake, &mut problems);
    check_all("surface", &list(&outcome.surfaces, |s| &s.name), is_lower_snake, &mut problems);
    for record in &outcome.surfaces {
        let name = &record.name;
        let place = |kind| format!("{kind} on `{name}`");
        check_all(&place("field"), &list(&record.fields, |f| &f.name), has_unit, &mut problems);
        check_all(&place("track"), &list(&record.tracks, |t| &t.name), is_lower_snake, &mut problems);
    }
    for figure in &outcome.figures {
        let mut wrong = |what: String| problems.push(format!("figure `{}`: {what}", figure.title));
        let find = |surface: &String| outcome.surfaces.iter().find(|s| s.name == *surface);
        match &figure.plot {
            Plot::Lines { curves, .. } => missing_columns(curves, &columns).into_iter().for_each(wrong),
            Plot::Compared(Compared { curves, points, .. }) => {
                missing_columns(curves.iter().chain(points), &columns).into_iter().for_each(wrong);
            }
            Plot::Loops { curves, guide, .. } => {
                missing_columns(curves.iter().chain(guide), &columns).into_iter().for_each(wrong);
            }
            Plot::Maps { surface, field, frames } => match find(surface) {
                Some(record) => map_problems(record, field, frames).into_iter().for_each(wrong),
                None => wrong(format!("there is no surface `{surface}`")),
            },
            Plot::Parallel { axes } => {
                missing(axes.iter().map(|axis| &axis.column), &columns).into_iter().for_each(wrong)
            }
            Plot::Response { output, inputs } => {
                let asked = inputs.iter().map(|axis| &axis.column).chain([output]);
                missing(asked, &columns).into_iter().for_each(wrong);
            }
            Plot::Front { x, y, .. } => missing([x, y], &columns).into_iter().for_each(wrong),
            Plot::Family { x, y, by } => {
                missing([&x.column, y, &by.column], &columns).into_iter().for_each(wrong);
            }
            Plot::Heat { x, y, z } => missing([&x.column, &y.column, z], &columns).into_iter().for_each(wrong),
            Plot::Table { columns: asked } => {
                missing(asked.iter().map(|axis| &axis.column), &columns).into_iter().for_each(wrong);
            }
            Plot::Bars { .. } | Plot::Drawing { .. } => {}
            Plot::Viewer { surface } if find(surface).is_none() => wrong(format!("there is no surface `{surface}`")),
            Plot::Viewer { .. } => {}
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(NamesError { problems }) }
}

fn list<T>(items: &[T], name: fn(&T) -> &String) -> Vec<&str> {
    items.iter().map(|item| name(item).as_str()).collect()
}

fn check_all(kind: &str, names: &[&str], rule: fn(&str) -> Result<(), String>, problems: &mut Vec<String>) {
    for (index, name) in names.iter().enumerate() {
        if let Err(why) = rule(name) {
            problems.push(format!("{kind} `{name}` {why}"));
        }
        if names[..index].contains(name) {
            problems.push(format!("{kind} `{name}` is there twice"));
        }
    }
}

fn missing_columns<'a>(curves: impl IntoIterator<Item = &'a Curve>, columns: &[&str]) -> Vec<String> {
    missing(curves.into_iter().flat_map(|c| [&c.x, &c.y]), columns)
}

fn missing<'a>(asked: impl IntoIterator<Item = &'a String>, columns: &[&str]) -> Vec<String> {
    let asked = asked.into_iter();
    asked.filter(|n| !columns.contains(&n.as_str())).map(|n| format!("there is no column `{n}`")).collect()
}

fn map_problems(record: &SurfaceRecord, field: &str, frames: &[usize]) -> Vec<String> {
    let mut problems = Vec::new();
    if !record.fields.iter().any(|f| f.name == field) {
        problems.push(format!("there is no field `{field}` on `{}`", record.name));
    }
    let count = record.times.len();
    problems
        .extend(frames.iter().filter(|f| **f >= count).map(|f| format!("frame {f} is not one of the {count} frames")));
    problems
}

/// The longest known unit at the end of the name: `_m_per_s` rather than `_s`.
fn suffix(name: &str) -> Option<&'static str> {
    SUFFIXES.into_iter().filter(|s| name.ends_with(s)).max_by_key(|s| s.len())
}

fn has_unit(name: &str) -> Result<(), String> {
    let Some(unit) = suffix(name) else {
        return Err(format!("does not end in a known unit ({})", SUFFIXES.join(" ")));
    };
    let stem = &name[..name.len() - unit.len()];
    // `speed_m_s` would otherwise pass as a time called `speed_m`.
    match suffix(stem) {
        Some(second) => Err(format!("ends in two units, `{second}{unit}`; a quotient is written `_per_`")),
        None => is_lower_snake(stem).map_err(|why| format!("{why} before its unit")),
    }
}

fn is_lower_snake(name: &str) -> Result<(), String> {
    let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let starts_with_letter = name.starts_with(|c: char| c.is_ascii_lowercase());
    if starts_with_letter && name.split('_').all(word) { Ok(()) } else { Err("is not lower_snake".into()) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::Figure;

    #[test]
    fn good_names_pass() {
        for name in [
            "peak_pressure_Pa",
            "contact_radius_m",
            "wear_volume_m3_per_cycle",
            "wear_depth_per_million_cycles_m",
            "sliding_speed_m_per_s",
            "eq25_difference_ratio",
            "friction_torque_N_m",
            "rebound_count",
        ] {
            assert_eq!(has_unit(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn bad_names_are_all_reported() {
        let mut outcome = Outcome::default();
        for name in
            ["peak_pressure", "PeakPressure_Pa", "peak__pressure_Pa", "speed_m_s", "_Pa", "1st_Pa", "peak_MPa", ""]
        {
            outcome.push(name, "", 1.0);
        }
        outcome.series.push("time_s", "", vec![]);
        outcome.series.push("time_s", "", vec![]);
        outcome.work.push(("Steps".into(), 1));
        let problems = check_names(&outcome).unwrap_err().problems;
        assert_eq!(problems.len(), 10, "{problems:#?}");
    }

    #[test]
    fn a_figure_asks_only_for_what_is_there() {
        let mut outcome = Outcome::default();
        outcome.series.push("time_s", "Time", vec![]);
        let figure = |plot| Figure { title: "F".into(), caption: String::new(), plot };
        let curves = vec![Curve { x: "time_s".into(), y: "force_N".into() }];
        outcome.figures.push(figure(Plot::Lines {
            ordinate: String::new(),
            curves,
            marks: vec![],
            bands: vec![],
            cycle: false,
        }));
        outcome.figures.push(figure(Plot::Viewer { surface: "cup".into() }));
        let guide = Some(Curve { x: "time_s".into(), y: "one_ratio".into() });
        let (abscissa, ordinate) = ("Time".into(), "Force".into());
        outcome.figures.push(figure(Plot::Loops {
            abscissa,
            ordinate,
            curves: vec![],
            guide,
            top: None,
            equal: false,
        }));
        let text = check_names(&outcome).unwrap_err().to_string();
        let expected = "figure `F`: there is no column `force_N`\nfigure `F`: there is no surface `cup`\n\
                        figure `F`: there is no column `one_ratio`";
        assert_eq!(text, expected);
    }
}
