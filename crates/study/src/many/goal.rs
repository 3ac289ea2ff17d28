//! What is better: objectives and constraints in headline numbers.

use numerics::optimise::Evaluation;
use results::store::Row;

use super::method::{Method, Optimise, Search};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// What is better.
#[derive(Debug, Clone, Default)]
pub(super) struct Goal {
    /// Headline numbers and whether they should be large.
    objectives: Vec<(String, bool)>,
    constraints: Vec<Constraint>,
}

/// A headline number that may not go beyond a limit.
#[derive(Debug, Clone, PartialEq)]
struct Constraint {
    output: String,
    limit: f64,
    at_least: bool,
}

impl Goal {
    pub(super) fn new(method: &Method, source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let Method::Optimise(optimise) = method else { return Ok(Self::default()) };
        let Optimise { minimise, maximise, subject_to, search, at_once, .. } = optimise;
        let objectives: Vec<(String, bool)> = minimise
            .iter()
            .map(|name| (name.clone(), false))
            .chain(maximise.iter().map(|name| (name.clone(), true)))
            .collect();
        let mut wrong = Vec::new();
        if objectives.is_empty() {
            let hint = "add minimise = [\"peak_pressure_Pa\"], or maximise = […]";
            wrong.push(Diagnostic::new(source.place("runs.optimise"), "nothing is to be minimised or maximised", hint));
        }
        if let Some(runs) = at_once {
            let place = source.place("runs.optimise.at-once");
            if *runs == 0 {
                wrong.push(Diagnostic::new(place, "no run is asked for at once", "write 1 or more"));
            } else if *search != Search::Bayesian || objectives.len() > 1 {
                let hint = "leave it out, or search = \"bayesian\" for one number";
                wrong.push(Diagnostic::new(place, "only a Bayesian search can be told how many runs to ask for", hint));
            }
        }
        let mut constraints = Vec::new();
        for (index, text) in subject_to.iter().enumerate() {
            match Constraint::parse(text) {
                Some(constraint) => constraints.push(constraint),
                None => {
                    let place = source.place(&format!("runs.optimise.subject-to.{index}"));
                    let hint = "write a headline number, <= or >=, and a number in SI: \"peak_pressure_Pa <= 8e6\"";
                    wrong.push(Diagnostic::new(place, format!("`{text}` is not a constraint"), hint));
                }
            }
        }
        if wrong.is_empty() { Ok(Self { objectives, constraints }) } else { Err(wrong) }
    }

    /// How many numbers are to be made better.
    pub(super) fn objectives(&self) -> usize {
        self.objectives.len()
    }

    /// How many limits there are.
    pub(super) fn constraints(&self) -> usize {
        self.constraints.len()
    }

    /// The headline numbers that it names, and where they stand below `runs.optimise`.
    pub(super) fn named_outputs(&self) -> Vec<(String, String)> {
        let (mut least, mut most) = (0, 0);
        let mut named = Vec::new();
        for (name, large) in &self.objectives {
            let (key, index) = if *large { ("maximise", &mut most) } else { ("minimise", &mut least) };
            named.push((format!("{key}.{index}"), name.clone()));
            *index += 1;
        }
        let limits = self.constraints.iter().enumerate();
        named.extend(limits.map(|(index, limit)| (format!("subject-to.{index}"), limit.output.clone())));
        named
    }

    /// Names of the objectives.
    pub(super) fn objective_names(&self) -> impl Iterator<Item = &str> {
        self.objectives.iter().map(|(name, _)| name.as_str())
    }

    /// What a search is told: everything to be small, limits not positive.
    pub(super) fn evaluate(&self, row: &Row) -> Evaluation {
        let value = |name: &str| row.output(name).unwrap_or(f64::NAN);
        let objective = |(name, large): &(String, bool)| if *large { -value(name) } else { value(name) };
        let excess = |limit: &Constraint| {
            let beyond = value(&limit.output) - limit.limit;
            if limit.at_least { -beyond } else { beyond }
        };
        Evaluation::new(self.objectives.iter().map(objective).collect(), self.constraints.iter().map(excess).collect())
    }
}

/// A limit is reached within this share of it.
const REACHED: f64 = 1e-3;

impl Goal {
    /// The limits that a run reaches or violates, as the study has them.
    pub(super) fn reached(&self, row: &Row) -> Vec<String> {
        let reached = |limit: &&Constraint| {
            let value = row.output(&limit.output).unwrap_or(f64::NAN);
            let beyond = if limit.at_least { limit.limit - value } else { value - limit.limit };
            beyond >= -REACHED * limit.limit.abs()
        };
        let written = |limit: &Constraint| {
            let relation = if limit.at_least { ">=" } else { "<=" };
            format!("{} {relation} {:e}", limit.output, limit.limit)
        };
        self.constraints.iter().filter(reached).map(written).collect()
    }
}

impl Constraint {
    /// `peak_pressure_Pa <= 8e6`.
    fn parse(text: &str) -> Option<Self> {
        let (at_least, (output, limit)) = match text.split_once("<=") {
            Some(parts) => (false, parts),
            None => (true, text.split_once(">=")?),
        };
        let limit: f64 = limit.trim().parse().ok()?;
        let output = output.trim().to_owned();
        let plain = !output.is_empty() && output.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        (plain && limit.is_finite()).then_some(Self { output, limit, at_least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constraint_is_a_name_a_relation_and_a_number() {
        let limit = |output: &str, limit, at_least| Some(Constraint { output: output.into(), limit, at_least });
        assert_eq!(Constraint::parse("peak_pressure_Pa <= 8e6"), limit("peak_pressure_Pa", 8e6, false));
        assert_eq!(Constraint::parse("sliding_distance_m>=0.01"), limit("sliding_distance_m", 0.01, true));
        for wrong in ["peak_pressure_Pa < 8e6", "8e6 <= ", "<= 8", "a b <= 1", "x_m <= inf", "x_m <= 3 mm"] {
            assert_eq!(Constraint::parse(wrong), None, "{wrong}");
        }
    }
}
