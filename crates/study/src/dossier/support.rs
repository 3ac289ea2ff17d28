//! Validation cases that judge what a study uses, run now; and the study's point against the points of those cases.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::compared::Compared;
use super::knobs;
use super::point::{Point, point as point_of};
use crate::StudyFile;
use crate::validation::{Library, Reference, ValidationError, evidence};

/// A case that judges something that the study uses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// The case.
    pub case: String,
    /// Its claim.
    pub claim: String,
    /// What its expected numbers are.
    pub reference: Reference,
    /// Features of the study that it judges.
    pub uses: Vec<String>,
    /// How uncertain its expected numbers are at most, as a share: those of the answer where it compares some.
    pub uncertainty: f64,
    /// Whether that is an estimate of ours.
    #[serde(default)]
    pub estimated: bool,
    /// Comparisons that are judged, guards included.
    pub judged: usize,
    /// Of these, guards.
    pub guards: usize,
    /// Of the judged ones, those that pass.
    pub passed: usize,
    /// Comparisons of a quantity that answers the question, guards left out.
    pub of_answer: usize,
    /// Largest relative error of these, guards and what is only shown left out.
    pub worst_of_answer: Option<f64>,
    /// Comparisons of the answer with comparators that are shown and not judged, and the largest relative error of these.
    #[serde(default)]
    pub shown_of_answer: (usize, f64),
    /// The answers' names that it compares, guards and shown ones included.
    pub compares: Vec<String>,
    /// Different points at which it compares.
    pub points: usize,
    /// Whether it is slow and was not run.
    pub skipped: bool,
}

/// An input of the study against the range of the cases that rest on comparators.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Extent {
    /// What it is.
    pub name: String,
    /// Unit of the numbers.
    pub unit: String,
    /// The study's.
    pub value: f64,
    /// Least and largest of the cases.
    pub range: [f64; 2],
}

impl Extent {
    /// Whether the study is within what was validated, but for rounding.
    pub fn inside(&self) -> bool {
        let [low, high] = self.range;
        let room = 1e-6 * high.abs().max(low.abs());
        (low - room..=high + room).contains(&self.value)
    }
}

/// Support, features that nothing supports, extents, and comparisons of the answer one by one.
pub(super) type Gathered = (Vec<Support>, Vec<String>, Vec<Extent>, Vec<Compared>);

/// Runs the cases that share a feature with the study.
pub(super) fn gather(
    library: &Library,
    features: &[String],
    point: &Point,
    answers: &[(String, String)],
    all: bool,
) -> Result<Gathered, ValidationError> {
    let (mut support, mut compared) = (Vec::new(), Vec::new());
    let mut ranges: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    for case in library.cases()? {
        let studies = library.studies(&case.name);
        let mut theirs: Vec<String> = evidence(&case.name).uses.iter().map(|path| (*path).to_owned()).collect();
        let files: Vec<StudyFile> =
            studies.keys().map(|text| StudyFile::from_text("case.toml", text.as_str())).collect();
        files.iter().for_each(|file| theirs.extend(knobs::features(file.content())));
        let shares = |feature: &&String| theirs.iter().any(|other| covers(other, feature));
        let uses: Vec<String> = features.iter().filter(shares).cloned().collect();
        // A case that shares nothing but how wear is computed says little about this contact; one on how impacts lose energy
        // judges that law, whatever it is used in.
        if !uses.iter().any(|feature| {
            [".contact", ".experiment", ".mesh", ".dissipation"].iter().any(|part| feature.contains(part))
                || feature.ends_with(".hip")
        }) {
            continue;
        }
        let answering = |quantity: &str| answers.iter().any(|(name, _)| name == quantity);
        // Where each of its studies lies, and whether the answer is judged there; none where it reads files of others.
        let places = files.into_iter().zip(studies.values());
        let places = places.filter_map(|(file, judged)| {
            Some((point_of(&file.check().ok()?), judged.iter().any(|quantity| answering(quantity))))
        });
        let places: Vec<(Point, bool)> = places.collect();
        let mut points: Vec<&Point> = Vec::new();
        for (here, _) in &places {
            if !points.contains(&here) {
                points.push(here);
            }
        }
        let skipped = case.slow && !all;
        let rows =
            if skipped { Vec::new() } else { library.run(std::slice::from_ref(&case.name), false, &mut |_| ())? };
        let judged: Vec<_> = rows.iter().filter(|row| row.pass.is_some()).collect();
        let of_answer: Vec<_> = judged.iter().filter(|row| !row.guard && answering(&row.quantity)).collect();
        let known = of_answer.iter().filter_map(|row| row.uncertainty).reduce(f64::max);
        let shown = rows.iter().filter(|row| row.pass.is_none() && !row.skipped && answering(&row.quantity));
        let shown: Vec<f64> = shown.filter_map(|row| row.relative_error).collect();
        let mut compares: Vec<String> =
            rows.iter().map(|row| row.quantity.clone()).filter(|quantity| answering(quantity)).collect();
        compares.sort();
        compares.dedup();
        // The same contact and the same number, compared with something else than the model itself: the study's comparators.
        let same_contact = uses.iter().any(|feature| feature.contains(".contact") || feature.contains(".mesh"));
        if same_contact && case.reference != Reference::Exact && !compares.is_empty() {
            // What is shown and not judged promises nothing where it lies.
            for (name, _, value) in places.iter().filter(|(_, judged)| *judged).flat_map(|(here, _)| here) {
                let range = ranges.entry(name).or_insert([*value, *value]);
                *range = [range[0].min(*value), range[1].max(*value)];
            }
            let beside = rows.iter().filter(|row| answering(&row.quantity));
            compared.extend(beside.filter_map(|row| Compared::of(row, case.reference)));
        }
        support.push(Support {
            judged: judged.len(),
            guards: judged.iter().filter(|row| row.guard).count(),
            passed: judged.iter().filter(|row| row.pass == Some(true)).count(),
            of_answer: of_answer.len(),
            worst_of_answer: of_answer.iter().filter_map(|row| row.error()[0]).reduce(f64::max),
            shown_of_answer: (shown.len(), shown.iter().copied().fold(0.0, f64::max)),
            compares,
            points: points.len().max(usize::from(!rows.is_empty())),
            uncertainty: known.or(case.uncertainty).unwrap_or_default(),
            estimated: of_answer.iter().any(|row| row.estimated) || known.is_none() && case.estimated,
            case: case.name,
            claim: case.claim,
            reference: case.reference,
            uses,
            skipped,
        });
    }
    let supported =
        |feature: &String| support.iter().any(|case: &Support| !case.skipped && case.uses.contains(feature));
    let unsupported = features.iter().filter(|feature| !supported(feature)).cloned().collect();
    let extent = |&(name, unit, value): &(&str, &str, f64)| {
        let range = *ranges.get(name)?;
        Some(Extent { name: name.into(), unit: unit.into(), value, range })
    };
    let extents = point.iter().filter_map(extent).collect();
    Ok((support, unsupported, extents, compared))
}

/// Whether a case's feature is the study's, or the table that holds it.
fn covers(case: &str, study: &str) -> bool {
    study == case || study.strip_prefix(case).is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_covered_by_itself_and_by_its_table() {
        assert!(covers("hip.contact.hertz", "hip.contact.hertz") && covers("knee.contact", "knee.contact.hertz"));
        assert!(!covers("hip.contact.hertz", "hip.contact.elastic-foundation") && !covers("hip.con", "hip.contact"));
    }

    #[test]
    fn an_extent_includes_its_ends() {
        let extent = |value| Extent { name: "x".into(), unit: String::new(), value, range: [22.0, 36.0] };
        assert!(extent(22.0).inside() && extent(36.0).inside() && !extent(36.1).inside() && !extent(21.9).inside());
    }
}
