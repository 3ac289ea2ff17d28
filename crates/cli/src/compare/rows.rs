//! A comparison as rows of a paper's page: our models in the columns of its table.

use joints::compare::{CRITERIA, FAMILIES, Ranked, total};
use report::PaperRow;

use super::Comparison;
use super::text::duration;

/// The criteria of the printed table that can be measured.
const MEASURED: [usize; 3] = [0, 1, 3];

/// For every model its total and its measured scores beside those printed for its family; the best model first. Then what could
/// not be asked, and the families of which no model was.
pub fn rows(comparison: &Comparison, study: &str) -> Vec<PaperRow> {
    let measured = comparison.ranked.iter().flat_map(|one| of_model(comparison, one, study));
    let told = |label: &str, note: String| PaperRow { label: format!("{study}: {label}"), note, ..PaperRow::default() };
    let missing = comparison.missing.iter().map(|why| told("not asked", why.clone()));
    let remark = comparison.remark.iter().map(|remark| told("the truth", (*remark).to_owned()));
    let of_family = |family: usize| comparison.ranked.iter().any(|one| one.measured.model.family as usize == family);
    let without = (0..FAMILIES.len()).filter(|family| !of_family(*family)).map(|family| PaperRow {
        label: format!("{study}: {}, total", FAMILIES[family].1),
        quantity: "score_ratio".into(),
        expected: vec![0.01 * total(family)],
        note: "no model of this family is asked here: a surrogate is first fitted around a whole motion (docs/surrogates.md)"
            .into(),
        ..PaperRow::default()
    });
    remark.chain(measured).chain(missing).chain(without).collect()
}

fn of_model(comparison: &Comparison, one: &Ranked, study: &str) -> Vec<PaperRow> {
    let (model, family) = (&one.measured.model, one.measured.model.family as usize);
    let truth = if model.name == comparison.truth.name { " (the truth)" } else { "" };
    let row = |what: &str, quantity: &str, printed: f64, computed: f64, note: String| PaperRow {
        label: format!("{study}: {}{truth}, {what}", model.about),
        quantity: quantity.into(),
        expected: vec![printed],
        computed: Some(computed),
        note,
        ..PaperRow::default()
    };
    let mut rows = vec![row(
        "total",
        "score_ratio",
        0.01 * total(family),
        0.01 * one.total,
        "printed: of its family, by opinion; ours: accuracy, speed and set-up measured, the rest as printed".into(),
    )];
    for criterion in MEASURED {
        let note = match criterion {
            0 => errors(comparison, one),
            1 => format!("{} an answer", duration(one.measured.mean_solve())),
            _ => format!("{} to set it up", duration(one.measured.set_up)),
        };
        let Some(of) = CRITERIA.get(criterion) else { continue };
        rows.push(row(&of.about.to_lowercase(), "score_ratio", of.scores[family], one.scores[criterion], note));
    }
    rows
}

/// Errors against the truth, load by load.
fn errors(comparison: &Comparison, one: &Ranked) -> String {
    let percent = |share: f64| format!("{:+.1} %", 100.0 * share);
    let of_case = |(case, errors): (&joints::compare::Case, &joints::compare::Errors)| {
        format!(
            "{}: peak pressure {}, area {}, force {}, indentation {}",
            case.about,
            percent(errors.peak_pressure),
            percent(errors.area),
            percent(errors.force),
            percent(errors.indentation)
        )
    };
    comparison.cases.iter().zip(&one.errors).map(of_case).collect::<Vec<_>>().join("; ")
}
