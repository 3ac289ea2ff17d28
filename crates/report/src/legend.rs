//! Names and colours of curves: the same run looks the same in every figure of a page.

use std::collections::HashMap;

use results::{Column, Compared, Curve, Outcome, Plot};

/// Colours of curves that hold on white and on black.
pub(crate) const PALETTE: [&str; 8] =
    ["#0f7fa3", "#d4692a", "#7d5fc0", "#3f9a5a", "#c2477f", "#8a7a2f", "#4a6fd6", "#b0473c"];

/// Strokes that tell curves of the same colour apart.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// The colour and the dashes of the n-th of many curves.
pub(crate) fn look(index: usize) -> (&'static str, &'static str) {
    (PALETTE[index % PALETTE.len()], DASHES[index / PALETTE.len() % DASHES.len()])
}

/// Labels cut into what all of them have in common and what tells them apart.
#[derive(Debug, PartialEq)]
pub(crate) struct Names {
    /// `Hip force` of `Hip force, dry` and `Hip force, ideal`; the whole label of a single curve.
    pub common: String,
    /// `dry` and `ideal`.
    pub short: Vec<String>,
}

impl Names {
    /// Cuts the labels of the columns at their commas.
    pub fn of<'a>(columns: &[&'a Column]) -> Self {
        let labels: Vec<&'a str> = columns.iter().map(|column| column.label.as_str()).collect();
        if let [only] = labels[..] {
            return Self { common: capital(only), short: vec![only.into()] };
        }
        let parts: Vec<Vec<&'a str>> = labels.iter().map(|label| label.split(", ").collect()).collect();
        // Something must be left of every name.
        let shortest = parts.iter().map(Vec::len).min().unwrap_or(1);
        let agree = |place: &dyn Fn(&Vec<&'a str>) -> &'a str| parts.iter().all(|part| place(part) == place(&parts[0]));
        let front = (0..shortest - 1).take_while(|&i| agree(&|part| part[i])).count();
        let back = (1..shortest - front).take_while(|&i| agree(&|part| part[part.len() - i])).count();
        let Some(first) = parts.first() else { return Self { common: String::new(), short: Vec::new() } };
        let common = first[..front].iter().chain(&first[first.len() - back..]).copied().collect::<Vec<_>>().join(", ");
        Self {
            common: capital(&common),
            short: parts.iter().map(|part| part[front..part.len() - back].join(", ")).collect(),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Which name has which colour, over all figures of a page.
#[derive(Debug, Default)]
pub(crate) struct Colours {
    of: HashMap<String, usize>,
}

impl Colours {
    /// Names that are drawn together get different colours, in the order in which they come.
    pub fn assign(outcome: &Outcome) -> Self {
        let mut together: Vec<Vec<String>> = Vec::new();
        for figure in &outcome.figures {
            let (curves, points): (&[Curve], &[Curve]) = match &figure.plot {
                Plot::Lines { curves, .. } | Plot::Loops { curves, .. } => (curves, &[]),
                Plot::Compared(Compared { curves, points, .. }) => (curves, points),
                _ => continue,
            };
            let drawn = curves.iter().chain(points);
            let columns: Vec<&Column> = drawn.filter_map(|curve| outcome.series.column(&curve.y)).collect();
            if columns.len() > 1 {
                together.push(Names::of(&columns).short);
            }
        }
        let mut of: HashMap<String, usize> = HashMap::new();
        for name in together.iter().flatten() {
            if of.contains_key(name) {
                continue;
            }
            let beside = together.iter().filter(|names| names.contains(name)).flatten();
            let taken: Vec<usize> = beside.filter_map(|other| of.get(other)).copied().collect();
            let free = (0..).find(|index| !taken.contains(index)).unwrap_or(0);
            of.insert(name.clone(), free);
        }
        Self { of }
    }

    /// Colours and dashes of the curves of one figure. A curve alone has the first colour.
    pub fn within(&self, names: &[String]) -> Vec<(&'static str, &'static str)> {
        let place = |(i, name): (usize, &String)| self.of.get(name).copied().unwrap_or(i);
        if names.len() == 1 {
            return vec![look(0)];
        }
        names.iter().enumerate().map(|pair| look(place(pair))).collect()
    }
}

#[cfg(test)]
mod tests {
    use results::Figure;

    use super::*;

    fn labelled(labels: &[&str]) -> Names {
        let columns: Vec<Column> = labels
            .iter()
            .map(|label| Column { name: "a_N".into(), label: (*label).into(), values: Vec::new() })
            .collect();
        Names::of(&columns.iter().collect::<Vec<_>>())
    }

    #[test]
    fn what_labels_share_is_said_once() {
        let names = labelled(&["Hip force, dry", "Hip force, ideal"]);
        assert_eq!((names.common.as_str(), names.short), ("Hip force", vec!["dry".to_owned(), "ideal".to_owned()]));
        let names = labelled(&["Crank, angle", "Rod, angle"]);
        assert_eq!((names.common.as_str(), names.short), ("Angle", vec!["Crank".to_owned(), "Rod".to_owned()]));
        let names = labelled(&["Load", "Contact force"]);
        assert_eq!((names.common.as_str(), names.short.len()), ("", 2));
        let names = labelled(&["Hip force", "Hip force, dry"]);
        assert_eq!((names.common.as_str(), names.short[0].as_str()), ("", "Hip force"));
        assert_eq!(labelled(&["Indentation, first"]).common, "Indentation, first");
    }

    #[test]
    fn a_run_has_one_colour_on_the_whole_page() {
        let mut outcome = Outcome::default();
        for label in
            ["Force, dry", "Force, ideal", "Depth, ideal", "Depth, dry", "Depth, wet", "Speed, wet", "Speed, x"]
        {
            let name = format!("{}_N", label.to_lowercase().replace(", ", "_"));
            outcome.series.push(&name, label, vec![0.0]);
        }
        let mut draw = |names: &[&str]| {
            let curves = names.iter().map(|y| Curve { x: "force_dry_N".into(), y: (*y).into() }).collect();
            let plot =
                Plot::Lines { ordinate: String::new(), curves, marks: Vec::new(), bands: Vec::new(), cycle: false };
            outcome.figures.push(Figure { title: String::new(), caption: String::new(), plot });
        };
        draw(&["force_dry_N", "force_ideal_N"]);
        draw(&["depth_wet_N", "depth_ideal_N", "depth_dry_N"]);
        draw(&["speed_wet_N", "speed_x_N"]);
        let colours = Colours::assign(&outcome);
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            colours.within(&names)
        };
        let (first, second) = (of(&["dry", "ideal"]), of(&["wet", "ideal", "dry"]));
        assert_eq!((first[0], first[1]), (second[2], second[1]));
        assert_ne!(second[0], second[1]);
        assert_ne!(second[0], second[2]);
        assert_eq!(of(&["wet", "x"])[0], second[0]);
        assert_ne!(of(&["wet", "x"])[1], second[0]);
    }
}
