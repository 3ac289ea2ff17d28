//! What the runs of a study of many used: the inputs of its base case, but for those that vary.

use super::vary::{Spec, Variable};
use crate::run::Study;

/// A titled list of names and values.
pub(super) type Section = (String, Vec<(String, String)>);

/// So many values of an input are listed.
const MOST_LISTED: usize = 6;

/// What the runs used, for the report.
#[derive(Debug, Clone, Default)]
pub(super) struct Used {
    pub(super) sections: Vec<Section>,
    /// What runs, in one line, without what varies.
    pub(super) outline: String,
}

/// How a study describes itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Description {
    sections: Vec<Section>,
    outline: String,
}

impl Description {
    pub(super) fn of(study: &Study) -> Self {
        Self { sections: study.describe(), outline: study.outline() }
    }

    /// The value of a row; of several rows with one name, the one at that place among them.
    fn value(&self, (section, row, place): (&str, &str, usize)) -> Option<&str> {
        let (_, rows) = self.sections.iter().find(|(title, _)| title == section)?;
        rows.iter().filter(|(name, _)| name == row).nth(place).map(|(_, value)| value.as_str())
    }
}

impl Used {
    /// From the base case, and for each variable the base case with some of its values: all of a list, the ends of a range.
    pub(super) fn new(base: &Description, variables: &[Variable], tried: &[Vec<Description>]) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        for description in std::iter::once(base).chain(tried.iter().flatten()) {
            for (title, rows) in &description.sections {
                let place = sections.iter().position(|(known, _)| known == title).unwrap_or_else(|| {
                    sections.push((title.clone(), Vec::new()));
                    sections.len() - 1
                });
                for (index, (name, _)) in rows.iter().enumerate() {
                    let before = rows[..index].iter().filter(|(other, _)| other == name).count();
                    let known = &mut sections[place].1;
                    if known.iter().filter(|(other, _)| other == name).count() <= before {
                        let text = say((title, name, before), base, variables, tried);
                        known.push((name.clone(), text));
                    }
                }
            }
        }
        // A row that no run has stays empty.
        sections.iter_mut().for_each(|(_, rows)| rows.retain(|(_, text)| !text.is_empty()));
        sections.retain(|(_, rows)| !rows.is_empty());
        Self { sections, outline: outline(base, tried) }
    }
}

/// What the runs have in a row: the base case's value, those of the only variable that changes it, or that it varies.
fn say(row: (&str, &str, usize), base: &Description, variables: &[Variable], tried: &[Vec<Description>]) -> String {
    let usual = base.value(row);
    let changes = |values: &&Vec<Description>| values.iter().any(|one| one.value(row) != usual);
    let mut changing = variables.iter().zip(tried).filter(|(_, values)| changes(values));
    let (first, more) = (changing.next(), changing.next());
    let Some((variable, values)) = first else { return usual.unwrap_or_default().to_owned() };
    if more.is_some() {
        return "varies".into();
    }
    let mut distinct: Vec<&str> = Vec::new();
    for value in values.iter().filter_map(|one| one.value(row)) {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    let text = match (&variable.spec, &distinct[..]) {
        (_, []) => return String::new(),
        (_, [only]) => (*only).to_owned(),
        (Spec::Random(_), _) => "varies".into(),
        (Spec::Range { .. }, [least, .., greatest]) => format!("{least} to {greatest}"),
        (Spec::Values(_), few) if few.len() <= MOST_LISTED => few.join("; "),
        (Spec::Values(_), many) => format!("{}; … ({} values)", many[..MOST_LISTED].join("; "), many.len()),
    };
    let everywhere = values.iter().all(|one| one.value(row).is_some());
    if everywhere { text } else { text + " (where it applies)" }
}

/// The parts of the outline that are the same in every run.
fn outline(base: &Description, tried: &[Vec<Description>]) -> String {
    let all = || tried.iter().flatten().map(|one| one.outline.split(", ").collect::<Vec<_>>());
    let same = |(place, part): &(usize, &str)| all().all(|other| other.get(*place) == Some(part));
    base.outline.split(", ").enumerate().filter(same).map(|(_, part)| part).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::many::inputs::InputKind;

    fn description(outline: &str, rows: &[(&str, &str)]) -> Description {
        let rows = rows.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Description { sections: vec![("Implant".into(), rows)], outline: outline.into() }
    }

    fn variable(spec: Spec) -> Variable {
        Variable { path: vec!["hip".into(), "x".into()], written: "vary.hip.x".into(), kind: InputKind::Number, spec }
    }

    #[test]
    fn only_what_runs_used_is_said() {
        let base = description("hip, 500 N", &[("Head", "27.84 mm"), ("Mass", "90 g"), ("Liner", "8 mm")]);
        let heads = ["28 mm", "32 mm", "36 mm"]
            .map(|head| description("hip, 500 N", &[("Head", head), ("Mass", "91 g"), ("Liner", "8 mm")]));
        let densities = ["80 g", "99 g"].map(|mass| {
            description("hip, 700 N", &[("Head", "27.84 mm"), ("Mass", mass), ("Liner", "8 mm"), ("Stem", "long")])
        });
        let variables = [
            variable(Spec::Values(Vec::new())),
            variable(Spec::Range { low: 0.0, high: 1.0, count: None, by_ratio: false }),
        ];
        let used = Used::new(&base, &variables, &[heads.to_vec(), densities.to_vec()]);
        let rows: Vec<(&str, &str)> = used.sections[0].1.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let expected = [("Head", "28 mm; 32 mm; 36 mm"), ("Mass", "varies"), ("Liner", "8 mm"), ("Stem", "long")];
        assert_eq!(rows, expected);
        assert_eq!(used.outline, "hip");
    }
}
