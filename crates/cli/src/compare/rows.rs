//! A comparison as rows of a paper's page: our models in the columns of its table.

use joints::compare::{CRITERIA, Ranked, total};
use report::PaperRow;

use super::Comparison;
use super::text::duration;

/// The criteria of the printed table that can be measured.
const MEASURED: [usize; 3] = [0, 1, 3];

/// For every model its total and its measured scores beside those printed for its family; the best model first.
pub fn rows(comparison: &Comparison, study: &str) -> Vec<PaperRow> {
    let case = comparison.cases.first().map_or_else(String::new, |case| format!(", {}", case.about));
    comparison.ranked.iter().flat_map(|one| of_model(one, &format!("{study}{case}"))).collect()
}

fn of_model(one: &Ranked, study: &str) -> Vec<PaperRow> {
    let (model, family) = (&one.measured.model, one.measured.model.family as usize);
    let row = |what: &str, quantity: &str, printed: f64, computed: f64, note: String| PaperRow {
        label: format!("{study}: {}, {what}", model.about),
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
            0 => one.errors.first().map_or_else(String::new, |errors| {
                let percent = |share: f64| format!("{:+.1} %", 100.0 * share);
                format!(
                    "peak pressure {}, area {}, force {}, indentation {}",
                    percent(errors.peak_pressure),
                    percent(errors.area),
                    percent(errors.force),
                    percent(errors.indentation)
                )
            }),
            1 => format!("{} an answer", duration(one.measured.mean_solve())),
            _ => format!("{} to set it up", duration(one.measured.set_up)),
        };
        let Some(of) = CRITERIA.get(criterion) else { continue };
        rows.push(row(&of.about.to_lowercase(), "score_ratio", of.scores[family], one.scores[criterion], note));
    }
    rows
}
