//! A study of many runs that has been checked.

use joints::{Need, Unwatched, Watch};
use results::store::{Header, InputColumn, Row};
use results::{Outcome, Severity, Warning};
use toml::Value;

use super::calibration::Experiments;
use super::goal::Goal;
use super::guard::guard;
use super::method::{Method, Sample};
use super::plan::Plan;
use super::template::Template;
use super::used::{Description, Used};
use super::vary::{self, Setting, Spec, Variable, Vary};
use super::words::counted;
use crate::complaint::nearest;
use crate::content::Content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::run::{DataFile, RunError, Study};
use crate::source::Source;

/// A study of many runs that has been checked.
#[derive(Debug)]
pub struct Campaign {
    pub(super) template: Template,
    pub(super) base: Study,
    pub(super) variables: Vec<Variable>,
    pub(super) method: Method,
    pub(super) plan: Plan,
    pub(super) goal: Goal,
    /// The table of a calibration; its inputs are the last of the variables.
    pub(super) experiments: Option<Experiments>,
    /// What the runs used beside what varies.
    pub(super) used: Used,
    resolved: String,
    hash: String,
}

/// Listed values beyond so many are checked when they are run.
const MOST_CHECKED: usize = 200;

impl Campaign {
    pub(crate) fn new(template: Template, content: &Content) -> Result<Self, Diagnostics> {
        let vary = content.vary.clone().unwrap_or_default();
        Self::of(template, (vary, "vary"), content.runs.clone().unwrap_or_default())
    }

    /// So many draws of the inputs that a dossier calls uncertain.
    pub(crate) fn of_dossier(template: Template, uncertain: Vary, count: u64) -> Result<Self, Diagnostics> {
        Self::of(template, (uncertain, "dossier.uncertain"), Method::LatinHypercube(Sample::of(count)))
    }

    /// Runs by a method over a table that stands in the study under this name.
    fn of(template: Template, (mut vary, written): (Vary, &str), method: Method) -> Result<Self, Diagnostics> {
        let base = template.build(&[], &[])?;
        let source = template.source();
        let listed = matches!(method, Method::Grid(_) | Method::List(_));
        let mut variables = vary::read(&mut vary, source, written, listed).map_err(collect)?;
        if variables.is_empty() {
            let hint = "add a table [vary] with a line such as hip.implant.clearance = [\"50 um\", \"100 um\"]";
            return Err(Diagnostic::new(source.place("runs"), "nothing varies in this study of many runs", hint).into());
        }
        let plan = Plan::new(&method, &variables, source).map_err(collect)?;
        let goal = Goal::new(&method, source).map_err(collect)?;
        if method.is_adaptive() {
            check_ranges(&variables, source)?;
        }
        let mut experiments = None;
        let mut method = method;
        if let Method::Calibrate(calibrate) = &mut method {
            let (read, set) = Experiments::load(calibrate, source, &|path| template.read(path)).map_err(collect)?;
            calibrate.table.clone_from(&read.file.name);
            variables.extend(set);
            experiments = Some(read);
        }
        let file = experiments.as_ref().map(|experiments| &experiments.file);
        // A default that a varied input excludes (a body weight, where the mass varies) must not be written out.
        let example = template.build(&variables, &first_values(&variables)).unwrap_or_else(|_| base.clone());
        let (resolved, hash) = resolve(&example, vary, &method, file).map_err(|error| {
            let hint = "this is a defect of the program: please report it with the study";
            Diagnostic::new(source.place(""), format!("the resolved study cannot be written: {error}"), hint)
        })?;
        let used = Used::default();
        let campaign = Self { template, base, variables, method, plan, goal, experiments, used, resolved, hash };
        let tried = campaign.check_range()?;
        let used = Used::new(&Description::of(&campaign.base), &campaign.variables, &tried);
        Ok(Self { used, ..campaign })
    }

    /// Every listed value, and the ends of every range and distribution, must be possible; how the base case describes
    /// itself with each of them.
    fn check_range(&self) -> Result<Vec<Vec<Description>>, Diagnostics> {
        let (mut wrong, mut tried) = (Vec::new(), Vec::new());
        let first = first_values(&self.variables);
        for (index, variable) in self.variables.iter().enumerate() {
            let mut descriptions = Vec::new();
            let (settings, what): (Vec<Setting>, _) = match variable.extremes() {
                Some(ends) => (ends.iter().map(|end| variable.setting(*end)).collect(), "reaches"),
                None => (variable.values().unwrap_or_default().into_iter().take(MOST_CHECKED).collect(), "has"),
            };
            for setting in settings {
                let only = std::slice::from_ref(&setting);
                let alone = self.template.build(std::slice::from_ref(variable), only);
                // Some inputs are possible only together, as modulus and Poisson's ratio of a material.
                let built = alone.or_else(|wrong| {
                    let mut together = first.clone();
                    together[index].clone_from(&setting);
                    self.template.build(&self.variables, &together).map_err(|_| wrong)
                });
                let diagnostics = match built {
                    Ok(study) => {
                        descriptions.push(Description::of(&study));
                        continue;
                    }
                    Err(diagnostics) => diagnostics,
                };
                wrong.extend(diagnostics.all().iter().cloned().map(|one| {
                    let place = self.template.source().place(&variable.written);
                    let message =
                        format!("`{}` {what} {}: {}", variable.path.join("."), shown(&setting.value), one.message);
                    let hint = match what {
                        "reaches" => format!(
                            "{}; narrow the range, or cut a distribution off with between = [low, high]",
                            one.hint
                        ),
                        _ => one.hint,
                    };
                    Diagnostic { place, message, hint, ..one }
                }));
            }
            tried.push(descriptions);
        }
        if wrong.is_empty() { Ok(tried) } else { Err(wrong.into_iter().collect()) }
    }

    /// What the study is called, where it says so.
    pub fn title(&self) -> Option<&str> {
        self.base.title()
    }

    /// The study without what varies.
    pub fn base(&self) -> &Study {
        &self.base
    }

    /// The complete study with every default written out.
    pub fn resolved_text(&self) -> &str {
        &self.resolved
    }

    /// Hash of everything that decides the runs: the resolved study, what varies, how, and the files it uses; not its
    /// title and its comments.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// How many runs there are, where that is known in advance.
    pub fn runs(&self) -> Option<u64> {
        self.plan.runs()
    }

    /// The files that the study uses.
    pub fn data_files(&self) -> impl Iterator<Item = &DataFile> {
        self.base.data_files().iter().chain(self.experiments.as_ref().map(|experiments| &experiments.file))
    }

    /// Whether each run depends on those before it: then it cannot be divided into shards.
    pub fn is_adaptive(&self) -> bool {
        self.method.is_adaptive()
    }

    /// What all runs need on so many threads, one run each at a time, if a run takes so many seconds.
    pub fn need(&self, seconds: f64, threads: usize) -> Need {
        let runs = self.runs().or(self.method.most_runs());
        let one = Need { bytes: self.base.need().bytes, seconds: runs.map(|_| seconds) };
        let (runs, threads) = (runs.unwrap_or(1) as f64, threads as f64);
        one.times(threads.min(runs), (runs / threads).ceil())
    }

    /// What would run, in one line.
    pub fn outline(&self) -> String {
        let inputs: Vec<String> = self.variables.iter().map(|variable| variable.path.join(".")).collect();
        let runs = match (self.runs(), self.method.most_runs()) {
            (Some(runs), _) => counted(runs, "run"),
            (None, Some(most)) => format!("up to {}", counted(most, "run")),
            (None, None) => "runs".into(),
        };
        format!("{runs} by {} over {}; {}", self.method.name(), inputs.join(", "), self.used.outline)
    }

    /// The header of its store: which outputs there are is known from a run of the base case.
    ///
    /// # Errors
    /// A base case that fails, or a headline number that is asked for and does not exist.
    pub fn header(&self, version: &str) -> Result<Header, RunError> {
        self.header_watched(version, &Unwatched)
    }

    /// As [`Self::header`], while somebody watches the base case.
    ///
    /// # Errors
    /// As there, or an interruption.
    pub fn header_watched(&self, version: &str, watch: &dyn Watch) -> Result<Header, RunError> {
        let base = self.base.run_headline(watch)?;
        self.check_outputs(&base).map_err(RunError::Input)?;
        let inputs = self.variables.iter().map(|variable| InputColumn {
            name: variable.column(),
            label: self.label(variable),
            path: variable.path.join("."),
            is_text: matches!(variable.kind, super::inputs::InputKind::Name),
        });
        Ok(Header {
            runs: self.runs(),
            inputs: inputs.collect(),
            outputs: base.headline.iter().map(|scalar| (scalar.name.clone(), scalar.label.clone())).collect(),
            ..Header::new(version, &self.hash)
        })
    }

    /// The last part of the path in words, or all of it where two inputs end alike.
    pub(super) fn label(&self, variable: &Variable) -> String {
        let last = |variable: &Variable| variable.path.last().cloned().unwrap_or_default();
        let alike = self.variables.iter().filter(|other| last(other) == last(variable)).count();
        let words = if alike > 1 { variable.path[1..].join(" ") } else { last(variable) }.replace('-', " ");
        let mut letters = words.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }

    /// Every headline number that the method names must be one.
    fn check_outputs(&self, base: &Outcome) -> Result<(), Diagnostics> {
        let known: Vec<&str> = base.headline.iter().map(|scalar| scalar.name.as_str()).collect();
        let mut wrong = Vec::new();
        for (place, name) in self.named_outputs() {
            if known.contains(&name.as_str()) {
                continue;
            }
            let hint = match nearest(&name, &known) {
                Some(near) => format!("did you mean `{near}`? All of them: {}", known.join(", ")),
                None => format!("outputs of this study are {}", known.join(", ")),
            };
            wrong.push(Diagnostic::new(
                self.template.source().place(&place),
                format!("`{name}` is not an output of this study"),
                hint,
            ));
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.into_iter().collect()) }
    }

    /// The headline numbers that the method names, and where.
    pub(super) fn named_outputs(&self) -> Vec<(String, String)> {
        let table = format!("runs.{}", self.method.name());
        let list = |key: &str, names: &[String]| {
            names.iter().enumerate().map(|(i, name)| (format!("{table}.{key}.{i}"), name.clone())).collect::<Vec<_>>()
        };
        let mut named = list("outputs", self.method.outputs());
        named.extend(self.goal.named_outputs().into_iter().map(|(key, name)| (format!("{table}.{key}"), name)));
        let compared = self.experiments.iter().flat_map(Experiments::names);
        named.extend(compared.map(|name| (format!("{table}.compare.{name}"), name.to_owned())));
        named
    }

    /// Computes one run; `None` if it was interrupted. A run that fails is a row with its error.
    pub(super) fn compute(&self, run: u64, settings: Vec<Setting>, watch: &dyn Watch) -> Option<Row> {
        let outcome = guard(|| match self.template.build(&self.variables, &settings) {
            Ok(study) => study.run_headline(watch),
            Err(wrong) => Err(RunError::Input(wrong)),
        });
        let mut row = Row {
            run,
            inputs: settings.into_iter().map(|setting| setting.cell).collect(),
            outputs: Vec::new(),
            warnings: Vec::new(),
            error: None,
        };
        match outcome {
            Err(defect) => row.error = Some(defect),
            Ok(Ok(outcome)) => {
                let finite = outcome.headline.into_iter().filter(|scalar| scalar.value.is_finite());
                row.outputs = finite.map(|scalar| (scalar.name, scalar.value)).collect();
                row.warnings = tokens(&outcome.warnings);
            }
            Ok(Err(RunError::Interrupted)) => return None,
            Ok(Err(RunError::Input(wrong) | RunError::Failed { wrong, .. })) => {
                let messages: Vec<&str> = wrong.all().iter().map(|one| one.message.as_str()).collect();
                row.error = Some(messages.join("; "));
            }
        }
        Some(row)
    }
}

/// A search needs to know between which bounds it may look.
fn check_ranges(variables: &[Variable], source: &Source) -> Result<(), Diagnostics> {
    let boundless = variables.iter().filter(|variable| matches!(variable.spec, Spec::Random(_)));
    let wrong: Diagnostics = boundless
        .map(|variable| {
            let hint = "write { from = …, to = … }, the bounds between which to look";
            Diagnostic::new(source.place(&variable.written), "a search needs a range, not a distribution", hint)
        })
        .collect();
    if wrong.all().is_empty() { Ok(()) } else { Err(wrong) }
}

fn collect(wrong: Vec<Diagnostic>) -> Diagnostics {
    wrong.into_iter().collect()
}

/// `caution:rim-contact`; each once, however often it came in the run.
fn tokens(warnings: &[Warning]) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for warning in warnings {
        let word = if warning.severity == Severity::Caution { "caution" } else { "note" };
        let token = format!("{word}:{}", warning.code);
        if !tokens.contains(&token) {
            tokens.push(token);
        }
    }
    tokens
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// One possible value of every variable.
fn first_values(variables: &[Variable]) -> Vec<Setting> {
    let first = |variable: &Variable| match variable.extremes() {
        Some([low, _]) => variable.setting(low),
        None => variable.at(0.0),
    };
    variables.iter().map(first).collect()
}

/// The complete study as text, and its hash.
fn resolve(
    base: &Study,
    vary: Vary,
    method: &Method,
    table: Option<&DataFile>,
) -> Result<(String, String), toml::ser::Error> {
    let many = Content { vary: Some(vary), runs: Some(method.clone()), ..Content::default() };
    let many = toml::to_string(&many)?;
    let text = format!("{}\n{many}", base.resolved_text());
    // The title comes first, before any table.
    let untitled: Vec<&str> = text.lines().filter(|line| !line.starts_with("title = ")).collect();
    let untitled = untitled.join("\n");
    let files = base.data_files().iter().chain(table).map(|file| file.bytes.as_slice());
    let parts: Vec<&[u8]> = std::iter::once(untitled.as_bytes()).chain(files).collect();
    Ok((text, results::hash(&parts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six runs with two warnings of a kind each said "12 of 6 runs".
    #[test]
    fn a_warning_that_comes_twice_in_a_run_is_one_of_its_warnings() {
        let warning = |code: &str, severity| Warning { code: code.into(), severity, text: String::new() };
        let rim = warning("rim-contact", Severity::Caution);
        let said = tokens(&[rim.clone(), warning("cycle-closed", Severity::Note), rim]);
        assert_eq!(said, ["caution:rim-contact", "note:cycle-closed"]);
    }
}
