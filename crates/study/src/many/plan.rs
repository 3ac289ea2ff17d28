//! Which runs there are: a number in, the values of the inputs out.

use joints::Need;
use numerics::sampling::{Points, Random, draw_latin_hypercube, draw_sobol_sequence};
use numerics::sensitivity::{MorrisDesign, SobolDesign};

use super::method::Method;
use super::vary::{Setting, Spec, Variable};
use crate::diagnostic::Diagnostic;
use crate::machine;
use crate::source::Source;

/// More runs than this are a slip of the pen.
pub(crate) const MOST_RUNS: u64 = 100_000_000;

/// Which runs there are.
#[derive(Debug, Clone)]
pub(crate) enum Plan {
    /// Every combination; the last input changes fastest.
    Grid(Vec<Vec<Setting>>),
    /// Row by row.
    List(Vec<Vec<Setting>>),
    /// Points of the unit cube.
    Points(Points),
    /// Trajectories of Morris.
    Morris(MorrisDesign),
    /// Rows of Saltelli.
    Sobol(SobolDesign),
    /// Each run is chosen when those before it are known.
    Adaptive,
}

/// Bytes of a coordinate of a point, with what it takes to draw it.
const POINT_BYTES: f64 = 24.0;

/// Bytes of a listed value: as the study says it, and as the table keeps it.
const VALUE_BYTES: f64 = 160.0;

/// Distributions without an end are cut off here for elementary effects, which go to the ends of every range.
const MORRIS_TAIL: f64 = 0.01;

impl Plan {
    /// The runs of a method.
    pub(crate) fn new(method: &Method, variables: &[Variable], source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let table = format!("runs.{}", method.name());
        let complain = |message: String, hint: &str| {
            vec![Diagnostic::new(source.place_of_first(&[table.as_str(), "vary", "dossier.uncertain"]), message, hint)]
        };
        let count = variables.len();
        // Points are drawn before they are run, so that all of them must fit into memory.
        let fits = |key: &str, runs: u128| {
            let refuse = |message: String, hint: String| {
                Err(vec![Diagnostic::new(
                    source.place_of_first(&[&format!("{table}.{key}"), &table, "dossier.samples"]),
                    message,
                    hint,
                )])
            };
            if runs == 0 || runs > u128::from(MOST_RUNS) {
                return refuse(format!("{runs} runs are asked for"), format!("ask for 1 to {MOST_RUNS}"));
            }
            let need = Need::bytes(POINT_BYTES * runs as f64 * count as f64);
            match machine::refuse(&format!("a list of {runs} runs"), &need) {
                Some(message) => refuse(message, "ask for fewer".into()),
                None => Ok(()),
            }
        };
        // Searches draw as they go: only their number can be absurd.
        let within = |runs: u64| {
            if (1..=MOST_RUNS).contains(&runs) {
                return Ok(());
            }
            let place = source.place_of_first(&[&format!("{table}.count"), &table]);
            Err(vec![Diagnostic::new(place, format!("{runs} runs are asked for"), format!("ask for 1 to {MOST_RUNS}"))])
        };
        let points = |count: u64| fits("count", count.into()).map(|()| count as usize);
        let tell = |error: &dyn std::fmt::Display| complain(error.to_string(), "change the numbers of this table");
        match method {
            Method::Grid(_) => {
                let lists = lists(variables, source)?;
                let runs = lists.iter().try_fold(1u64, |product, list| product.checked_mul(list.len() as u64));
                match runs {
                    Some(runs) if runs <= MOST_RUNS => Ok(Self::Grid(lists)),
                    _ => {
                        Err(complain("the grid has too many combinations".into(), "sample it: [runs.latin-hypercube]"))
                    }
                }
            }
            Method::List(_) => {
                let lists = lists(variables, source)?;
                let length = lists.first().map_or(0, Vec::len);
                if let Some(other) = variables.iter().zip(&lists).find(|(_, list)| list.len() != length) {
                    let message = format!("this list has {} values, the first has {length}", other.1.len());
                    let hint = "side by side all lists have the same length; every combination is [runs.grid]";
                    return Err(vec![Diagnostic::new(source.place(&other.0.written), message, hint)]);
                }
                Ok(Self::List(lists))
            }
            Method::LatinHypercube(sample) => {
                Ok(Self::Points(draw_latin_hypercube(points(sample.count)?, count, &mut Random::new(sample.seed))))
            }
            Method::SobolSequence(sample) => {
                let drawn = draw_sobol_sequence(points(sample.count)?, count, Some(&mut Random::new(sample.seed)));
                drawn.map(Self::Points).map_err(|error| tell(&error))
            }
            Method::Random(sample) => {
                let mut drawn = Points::new(count);
                for run in 0..points(sample.count)? {
                    let mut random = Random::of_run(sample.seed, run as u64);
                    drawn.push(&(0..count).map(|_| random.uniform()).collect::<Vec<_>>());
                }
                Ok(Self::Points(drawn))
            }
            Method::Morris(method) => {
                fits("trajectories", method.trajectories as u128 * (count as u128 + 1))?;
                let design = MorrisDesign::new(count, method.trajectories, method.levels, method.seed);
                design.map(Self::Morris).map_err(|error| tell(&error))
            }
            Method::SobolIndices(method) => {
                fits("rows", method.rows as u128 * (count as u128 + 2))?;
                let design = SobolDesign::new(count, method.rows, method.seed);
                design.map(Self::Sobol).map_err(|error| tell(&error))
            }
            Method::Optimise(search) => within(search.count).map(|()| Self::Adaptive),
            Method::Calibrate(search) => within(search.count).map(|()| Self::Adaptive),
        }
    }

    /// How many runs there are, where that is known.
    pub(crate) fn runs(&self) -> Option<u64> {
        match self {
            Self::Grid(lists) => Some(lists.iter().map(|list| list.len() as u64).product()),
            Self::List(lists) => Some(lists.first().map_or(0, Vec::len) as u64),
            Self::Points(points) => Some(points.len() as u64),
            Self::Morris(design) => Some(design.points().len() as u64),
            Self::Sobol(design) => Some(design.points().len() as u64),
            Self::Adaptive => None,
        }
    }

    /// The values of the inputs in a run; none where the plan does not know them.
    pub(crate) fn point(&self, variables: &[Variable], run: u64) -> Vec<Setting> {
        let stretch = |row: &[f64]| variables.iter().zip(row).map(|(variable, share)| variable.at(*share)).collect();
        match self {
            Self::Grid(lists) => {
                let mut rest = run;
                let mut point: Vec<Setting> = lists
                    .iter()
                    .rev()
                    .map(|list| {
                        let (index, length) = (rest % list.len() as u64, list.len() as u64);
                        rest /= length;
                        list[index as usize].clone()
                    })
                    .collect();
                point.reverse();
                point
            }
            Self::List(lists) => lists.iter().map(|list| list[run as usize].clone()).collect(),
            Self::Points(points) => stretch(points.row(run as usize)),
            Self::Sobol(design) => stretch(design.points().row(run as usize)),
            Self::Morris(design) => {
                let row = design.points().row(run as usize);
                let inside = |(variable, share): (&Variable, &f64)| match &variable.spec {
                    Spec::Random(d) if !(d.support().0.is_finite() && d.support().1.is_finite()) => {
                        variable.at(share.clamp(MORRIS_TAIL, 1.0 - MORRIS_TAIL))
                    }
                    _ => variable.at(*share),
                };
                variables.iter().zip(row).map(inside).collect()
            }
            Self::Adaptive => Vec::new(),
        }
    }
}

/// The listed values of every input.
fn lists(variables: &[Variable], source: &Source) -> Result<Vec<Vec<Setting>>, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let mut lists = Vec::new();
    for variable in variables {
        if let Spec::Range { count: Some(count), .. } = variable.spec
            && let Some(message) =
                machine::refuse(&format!("a list of {count} values"), &Need::bytes(VALUE_BYTES * count as f64))
        {
            wrong.push(Diagnostic::new(source.place(&variable.written), message, "ask for fewer"));
            continue;
        }
        match variable.values() {
            Some(values) => lists.push(values),
            None => {
                let message = "a distribution has no list of values";
                let hint = "list the values, or sample it: add [runs.latin-hypercube]";
                wrong.push(Diagnostic::new(source.place(&variable.written), message, hint));
            }
        }
    }
    if wrong.is_empty() { Ok(lists) } else { Err(wrong) }
}
