//! `papers/<name>.toml`: the tables, figures and equations of a paper in order, and what of ours stands beside each.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Value;

use super::super::ValidationError;
use super::Verdict;
use super::inputs::Inputs;

/// A paper, as its file describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Description {
    /// Heading of the page.
    pub title: String,
    /// Key of the paper in the bibliography.
    pub source: String,
    /// Paragraphs before the items.
    #[serde(default)]
    pub introduction: Vec<String>,
    /// Changes that make the studies cheap and leave them their figures and quantities, by dotted path: what the test of the
    /// pages runs. A study takes those of its own joint.
    #[serde(default)]
    pub quick: BTreeMap<String, Value>,
    /// Studies that the items show, each run once.
    #[serde(default)]
    pub studies: BTreeMap<String, StudySource>,
    /// Tables, figures, equations, claims.
    #[serde(rename = "item")]
    pub items: Vec<Item>,
}

/// Where a study comes from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StudySource {
    /// A shipped study, by the name of its file in `studies/` or of its kind.
    pub template: Option<String>,
    /// A file in the validation folder, `case/study.toml`.
    pub file: Option<String>,
    /// The page of laws, `synovia catalogue`: its impacts and its curves.
    #[serde(default)]
    pub catalogue: bool,
    /// Changes to the study, by dotted path.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
}

/// One item of a paper.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Item {
    pub number: String,
    pub title: String,
    pub verdict: Verdict,
    /// What is shown here; of what differs or is not there, why.
    #[serde(default)]
    pub text: Vec<String>,
    /// Where the printed text is wrong.
    #[serde(default)]
    pub errata: Vec<String>,
    /// Rows of validation cases.
    #[serde(default)]
    pub compare: Vec<Selection>,
    /// Printed parameters beside those of studies.
    #[serde(default)]
    pub inputs: Vec<Inputs>,
    /// Headline numbers of studies.
    #[serde(default)]
    pub shown: Vec<ShownNumber>,
    /// Figures.
    #[serde(default)]
    pub figure: Vec<FigureDescription>,
    /// Shipped studies whose models are measured and ranked beside the printed scores, when the page is made.
    #[serde(default)]
    pub ranking: Vec<String>,
}

/// Rows of a validation case: all of them, or those of some labels and quantities.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Selection {
    pub case: String,
    pub labels: Option<Vec<String>>,
    pub quantities: Option<Vec<String>>,
    /// Only rows whose source has these words.
    pub source: Option<String>,
    /// What stands before the labels, where rows of several cases have the same: the model.
    pub called: Option<String>,
}

/// A number of a study beside a printed one, or by that of another study; judged where it has a bound.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShownNumber {
    /// Which number it is.
    #[serde(flatten)]
    pub number: Number,
    /// The number it is divided by.
    pub over: Option<Number>,
    /// What it is called, where the study's own label does not do.
    pub label: Option<String>,
    /// What is printed: a number in SI, or the two ends of a band.
    #[serde(default)]
    pub printed: Vec<f64>,
    /// What a claim says that it is at least, in SI.
    pub low: Option<f64>,
    /// What a claim says that it is at most, in SI.
    pub high: Option<f64>,
    #[serde(default)]
    pub note: String,
}

/// A number of a study: a headline number, or one of its series.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Number {
    pub study: String,
    /// A headline number or a counter; with `at` or `most`, a column of the series.
    pub quantity: String,
    /// Where another column of the series has a value: between two rows by a straight line.
    pub at: Option<At>,
    /// The largest, where another column of the series is in a range.
    pub most: Option<Range>,
}

/// A value of a column.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    pub column: String,
    pub value: f64,
}

/// A range of a column.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    pub column: String,
    pub from: f64,
    pub to: f64,
}

/// A figure: one of a study's own, or curves beside printed points.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FigureDescription {
    /// The study whose figure `take` is.
    pub study: Option<String>,
    /// The title of a figure of its report.
    pub take: Option<String>,
    pub title: Option<String>,
    pub caption: Option<String>,
    pub abscissa: String,
    pub ordinate: String,
    pub curves: Vec<CurveDescription>,
    /// Printed points, in the SI units of the first curve.
    pub points: Vec<Points>,
    /// Labels and ends of printed ranges of ordinates, in SI.
    pub bands: Vec<(String, [f64; 2])>,
    /// Which axes are logarithmic: "x", "y".
    pub logarithmic: Vec<String>,
}

/// A curve: two columns of a study's series; of a study of many runs, two of its inputs and outputs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CurveDescription {
    pub study: String,
    pub x: String,
    pub y: String,
    pub label: Option<String>,
}

/// Printed points.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Points {
    pub label: String,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
}

impl Description {
    pub(super) fn read(paper: &str, text: &str) -> Result<Self, ValidationError> {
        let malformed =
            |what: String, hint: &str| ValidationError::MalformedPaper { paper: paper.into(), what, hint: hint.into() };
        let description: Self = toml::from_str(text).map_err(|error| {
            malformed(error.to_string(), "see the pages beside it: [studies.name], [[item]], [[item.compare]], …")
        })?;
        for item in &description.items {
            let Item { number, verdict, text, .. } = item;
            if *verdict != Verdict::Present && text.is_empty() {
                let what = format!("{number} differs or is not there, and nothing says why");
                return Err(malformed(what, "give the item a `text` with the reason"));
            }
            if let Some(unknown) = item.ranking.iter().find(|kind| crate::template(kind).is_none()) {
                let what = format!("{number} ranks the models of `{unknown}`, which is no shipped study");
                return Err(malformed(what, "name a study of `synovia new` that `synovia compare` takes"));
            }
            for shown in &item.shown {
                shown
                    .check()
                    .map_err(|what| malformed(format!("a number of {number} {what}"), "see the pages beside it"))?;
            }
            for figure in &item.figure {
                figure
                    .check()
                    .map_err(|what| malformed(format!("a figure of {number} {what}"), "see the pages beside it"))?;
            }
        }
        for (name, study) in &description.studies {
            let sources = [study.template.is_some(), study.file.is_some(), study.catalogue];
            if sources.iter().filter(|given| **given).count() != 1 {
                let what = format!("study `{name}` needs one of `template`, `file` and `catalogue = true`");
                return Err(malformed(
                    what,
                    "a template is a study of `synovia new`, a file one of the validation folder",
                ));
            }
            if study.catalogue && !study.set.is_empty() {
                let what = format!("study `{name}` is the catalogue, of which nothing can be `set`");
                return Err(malformed(what, "leave `set` out"));
            }
        }
        Ok(description)
    }
}

impl ShownNumber {
    fn check(&self) -> Result<(), String> {
        let Self { number, over, printed, low, high, .. } = self;
        let quantity = &number.quantity;
        if [Some(number), over.as_ref()].into_iter().flatten().any(|n| n.at.is_some() && n.most.is_some()) {
            return Err(format!("`{quantity}` has `at` and `most`, of which one is enough"));
        }
        if printed.len() > 2 {
            return Err(format!(
                "`{quantity}` has {} printed values, not one or the two ends of a band",
                printed.len()
            ));
        }
        if (low.is_some() || high.is_some()) && !printed.is_empty() {
            return Err(format!("`{quantity}` has a bound and a printed value, of which one is enough"));
        }
        Ok(())
    }
}

impl FigureDescription {
    fn check(&self) -> Result<(), String> {
        if self.take.is_some() {
            return if self.study.is_some() { Ok(()) } else { Err("takes a figure of no study".into()) };
        }
        if self.title.is_none() || self.curves.is_empty() {
            return Err("has neither `take` nor a `title` and `curves`".into());
        }
        if let Some(points) = self.points.iter().find(|points| points.x.len() != points.y.len()) {
            let (x, y) = (points.x.len(), points.y.len());
            return Err(format!("has points `{}` with {x} abscissas and {y} ordinates", points.label));
        }
        match self.logarithmic.iter().find(|axis| *axis != "x" && *axis != "y") {
            Some(axis) => Err(format!("has no axis `{axis}` that could be logarithmic")),
            None => Ok(()),
        }
    }
}
